"""What a corpus does with its words: small or large, cited, in terms; every person is invented."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym.find.vocabulary import Vocabulary, count


def cases(table: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """Texts and the names they give."""
    return [(text, names.split()) for text, names in table.items()]


CITED = {
    "as Ramsden (1998) wrote": "Ramsden",
    "Ramsden and Pell (2015) say so": "Pell Ramsden",
    "Ramsden und Pell (2015)": "Pell Ramsden",
    "Ramsden et Pell (2015)": "Pell Ramsden",
    "Ramsden och Pell (2015)": "Pell Ramsden",
    "see Ramsden & Pell": "Pell Ramsden",
    "Ramsden et al. (2015)": "Ramsden",
    "Ramsden et al 2015": "Ramsden",
    "Ramsden's (2015) book": "Ramsden",
    "Ramsden, R. and Pell, S. (2015). Mosses.": "Pell Ramsden",
    "Ramsden, Pell and Tolland (2015)": "Pell Ramsden Tolland",
    "[Ramsden 2015a]": "Ramsden",
    "(Ramsden, 2015)": "Ramsden",
    "in 2015 Ramsden said": "",
    "Ramsden wrote it in 2015": "",
    "I agree with Ramsden.": "",
    "Ramsden RJ (2001)": "Ramsden",
    "I have used it since May 2015.": "",
    "Hi Mary & Robert, thanks": "",
    "as Mary & Robert (2015) wrote": "Mary Robert",
}


@pytest.mark.parametrize(("text", "names"), cases(CITED))
def test_authors_are_names_with_a_year_or_beside_others(text: str, names: list[str]) -> None:
    assert sorted(count([text]).cited) == names


TERMS = {
    "the Ramsden test": "Ramsden",
    "a Ramsden model of it": "Ramsden",
    "Ramsden's theorem": "Ramsden",
    "a Ramsden sampler": "Ramsden",
    "the Ramsden-Pell test": "Pell Ramsden",
    "Ramsden's idea": "",
    "Ramsden said so": "",
    "le test de Ramsden": "Ramsden",
    "der Satz von Ramsden": "Ramsden",
    "le message de Ramsden": "",
}


@pytest.mark.parametrize(("text", "names"), cases(TERMS))
def test_terms_are_names_before_a_word_for_a_thing(text: str, names: list[str]) -> None:
    assert sorted(count([text]).terms) == names


def test_words_are_counted_as_they_are_written() -> None:
    vocabulary = count(["Will will come. WILL he?", "I think Will will."])
    assert vocabulary.words["Will"] == 2
    assert (vocabulary.small("Will"), vocabulary.large("will")) == (2, 3)
    assert (vocabulary.small("Mary"), vocabulary.large("Mary")) == (0, 0)


WORDS = [
    ("Mary-Jane's O'Neil", ["Mary-Jane's", "O'Neil"]),
    ("Nov?k, Åsa", ["Nov?k", "Åsa"]),
    ("Is it Mary? No", ["Is", "it", "Mary", "No"]),
    ("mary42 x_y", ["mary", "x", "y"]),
    ("Дмитрий и 田中", ["Дмитрий", "и", "田中"]),
]


@pytest.mark.parametrize(("text", "words"), WORDS)
def test_words(text: str, words: list[str]) -> None:
    assert sorted(count([text]).words) == sorted(words)


def test_what_is_quoted_again_and_again_is_not_counted_so_often() -> None:
    counted = count(["Ivo said so.", "> Ivo said so.\nYes.", ">> Ivo said so.\n> ivo, yes.\nNo."])
    assert (counted.words["Ivo"], counted.large("Ivo"), counted.small("ivo")) == (3, 1, 0)


def test_a_capital_tells_something_only_inside_a_sentence() -> None:
    vocabulary = count(["Mary came. Then Robert came, Arthur too; Åsa did not."])
    assert sorted(vocabulary.inside) == ["Arthur", "Robert", "Åsa"]


FRAGMENTS = "Mary mary Will will Ramsden Pell - & and et al. (2015) 's test model Nov?k Åsa R. , ."
PIECES = st.sampled_from([*FRAGMENTS.split(), *" \n"])
MESSAGES = st.lists(st.lists(PIECES, max_size=12).map("".join), max_size=6)


@settings(deadline=None)
@given(MESSAGES, MESSAGES)
def test_it_does_not_matter_what_is_counted_together(first: list[str], second: list[str]) -> None:
    counted = count(first)
    counted.add(second)
    assert counted == count([*first, *second])


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_can_be_counted(text: str) -> None:
    vocabulary = Vocabulary()
    vocabulary.add([text])
    assert all(word in text for word in vocabulary.words)
    assert all(name in text for name in [*vocabulary.cited, *vocabulary.terms])


def test_words_with_digits_are_counted_apart_in_small_letters() -> None:
    vocabulary = count(["Robert2 and robert2's mp3", "2robert"])
    assert vocabulary.coded == {"robert2": 2, "mp3": 1}


def test_capitals_within_a_word_are_capitals_too() -> None:
    counted = count(["McPoe and MCPOE, not mcpoe", "Anna-Maria", "> McPoe"])
    assert (counted.large("mcpoe"), counted.small("McPoe")) == (2, 1)
    assert counted.large("Anna-Maria") == counted.large("anna-maria") == 1
