"""Possible names: what is left of a text's words when the dictionary is taken away."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym.language import dictionary
from onym.possible.counts import BATCH, Counts
from onym.possible.tokens import CODE, NUMBER, WORD, kind_of, split
from onym.possible.words import base, is_possible, key_of


@pytest.mark.parametrize(
    "word",
    ["mary", "will", "hope", "paris", "south", "okonkwo", "xiaoming", "hellium", "jo", "bates"],
)
def test_names_places_and_unknown_words_are_possible(word: str) -> None:
    assert is_possible(word)


@pytest.mark.parametrize("word", ["wormhole", "dalliance", "the", "my", "an", "so", "pc", "x", ""])
def test_dictionary_words_small_words_and_initials_are_not(word: str) -> None:
    assert not is_possible(word)


def test_each_language_has_its_own_dictionary() -> None:
    assert is_possible("människa", ("en",)) and not is_possible("människa", ("sv",))
    assert is_possible("stockholms", ("sv",)), "a genitive of a place"


@pytest.mark.parametrize(
    ("token", "key"),
    [
        ("Mary's", "mary"),
        ("MARY’S", "mary"),
        ("O'Neil", "o'neil"),
        ("d'Arcy", "d'arcy"),
        ("who'd", "who'd"),
        ("Mary'll", "mary"),
        ("can't", "can't"),
        ("I've", "i"),
    ],
)
def test_the_word_behind_a_token(token: str, key: str) -> None:
    assert key_of(token) == key


def test_a_genitive_without_apostrophe_leads_to_its_name() -> None:
    assert base("stockholms") == "stockholm"
    assert base("james") == "james"


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("Mary", WORD),
        ("_Mary_", WORD),
        ("Mary2", WORD),
        ("J?rgen", WORD),
        ("2nd", NUMBER),
        ("my_data", CODE),
        ("x1y", CODE),
        ("=", CODE),
    ],
)
def test_kinds_of_tokens(token: str, kind: int) -> None:
    assert kind_of(token) == kind


def test_addresses_and_links_are_no_words() -> None:
    text = "Write mary.poe@example.org or poe at example.org, see https://example.org/Poe"
    found, addresses = split([text])
    assert addresses == ["mary.poe@example.org", "poe at example.org"]
    assert not {"mary", "poe", "Poe", "example"} & set(found)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.text(max_size=60), max_size=8))
def test_batches_add_up(texts: list[str]) -> None:
    whole, parts = Counts().add(texts), Counts()
    for text in texts:
        parts.add([text])
    assert list(whole.lexicon.words) == list(parts.lexicon.words)
    assert whole.sums.tolist() == parts.sums.tolist()
    assert whole.first.tolist() == parts.first.tolist()
    for side, (pairs, counts) in whole.pairs.items():
        assert parts.pairs[side][0].tolist() == pairs.tolist()
        assert parts.pairs[side][1].tolist() == counts.tolist()


def test_a_long_corpus_is_read_in_batches() -> None:
    counts = Counts().add("Mary met Okonkwo.\n" * 50 for _ in range(2 * BATCH // 900))
    assert counts.sums[counts.lexicon.words["okonkwo"], 0] == 50 * (2 * BATCH // 900)


@given(st.sampled_from(sorted(dictionary("en"))[::97]))
def test_a_possible_name_in_the_dictionary_is_a_listed_name(word: str) -> None:
    from onym.possible.words import is_name

    if is_possible(word):
        assert is_name(word)
