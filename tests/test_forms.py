"""The forms of a registered name; every person here is invented."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from onym.names.forms import (
    PARTICLES,
    TITLES,
    Registered,
    handle_fits,
    handle_words,
    initials_of,
    parse_name,
    split_family,
    subsets,
    tidy,
)
from onym.text.text import fold

NAMES = [
    # as registered, given names, family name, initials
    ("Mary Jane Poe", "Mary Jane", "Poe", ""),
    ("Poe, Mary Jane", "Mary Jane", "Poe", ""),
    ("POE, Mary", "Mary", "Poe", ""),
    ("MARY POE", "Mary", "Poe", ""),
    ("mary poe", "Mary", "Poe", ""),
    ("mary_poe", "Mary", "Poe", ""),
    ("Mary\tPoe", "Mary", "Poe", ""),
    ("Mary", "Mary", "", ""),
    ("Dr. Mary Poe", "Mary", "Poe", ""),
    ("Ben Poe", "Ben", "Poe", ""),  # Ben, Van and Dean are given names, particles and titles
    ("Poe, Ben", "Ben", "Poe", ""),
    ("Dean Poe", "Dean", "Poe", ""),
    ("Ali ben Hassan", "Ali", "ben Hassan", ""),
    ("Jan Van Poe", "Jan", "Van Poe", ""),
    ("Prof. Dr. Mary Poe", "Mary", "Poe", ""),
    ("Mary Poe, PhD", "Mary", "Poe", ""),
    ("Poe, Mary, PhD", "Mary", "Poe", ""),
    ("Mary Poe Jr.", "Mary", "Poe", ""),
    ("Mary Poe <mary.poe@example.org>", "Mary", "Poe", ""),
    ('"Poe, Mary" <mary.poe@example.org>', "Mary", "Poe", ""),
    ('Robert "Bob" Ramsden', "Robert", "Ramsden", ""),
    ("Robert (Bob) Ramsden", "Robert", "Ramsden", ""),
    ("Mary-Jane Poe-Pell", "Mary-Jane", "Poe-Pell", ""),
    ("MARY-JANE POE", "Mary-Jane", "Poe", ""),
    ("O'Neil, Conor", "Conor", "O'Neil", ""),
    ("MacDonald, Ian", "Ian", "MacDonald", ""),
    ("Jan van der Berg", "Jan", "van der Berg", ""),
    ("van der Berg, Jan", "Jan", "van der Berg", ""),
    ("Maria de la Cruz", "Maria", "de la Cruz", ""),
    ("Ali bin Hassan", "Ali", "bin Hassan", ""),
    ("Ludwig von und zu Stein", "Ludwig", "von und zu Stein", ""),
    ("Björk Guðmundsdóttir", "Björk", "Guðmundsdóttir", ""),
    ("Petr Nov?k", "Petr", "Nov?k", ""),
    ("Дмитрий Иванов", "Дмитрий", "Иванов", ""),
    ("田中 太郎", "太郎", "田中", ""),
    ("A. R. Ramsden", "", "Ramsden", "A R"),
    ("A.R. Ramsden", "", "Ramsden", "A R"),
    ("Mary J. Poe", "Mary", "Poe", "J"),
    ("RAMSDEN, A. R.", "", "Ramsden", "A R"),
    ("mary.poe@example.org", "", "", ""),
    ("", "", "", ""),
    ("42", "", "", ""),
    ("POE, M. J.", "", "Poe", "M J"),
    ("Berg, Jan van der", "Jan", "van der Berg", ""),
    ("von Stein", "", "von Stein", ""),
    ("Mary Poe | Botany", "Mary", "Poe", ""),
    ("Mary Poe; address at the end", "Mary", "Poe", ""),
    ("Poe, Mary - 0551 - Garden Laboratory", "Mary", "Poe", ""),
    ("Poe, Mary Jane (Molly) CIV NAVY (US)", "Mary Jane", "Poe", ""),
    ("Mary POE PELL", "Mary Poe", "Pell", ""),
    ("Mary Poe - Frobnix", "Mary", "Poe", ""),
    ("Frobnix - Mary Poe", "Mary", "Poe", ""),
    ("Mary - 7am", "Mary", "", ""),
    ("Mary - Editor", "Mary", "", ""),
    ("Mary P. - Frobnix", "Mary", "", "P"),
    ("Mary - Jones", "Mary", "Jones", ""),  # both are names
    ("Smith - Jones", "Smith", "Jones", ""),
    ("POE Mary - FR/OB/NIX", "Poe", "Mary", ""),
    ("Mary Poe - Smith Lab", "Mary", "Poe", ""),
]


@pytest.mark.parametrize(("raw", "given_names", "family", "initials"), NAMES)
def test_a_registered_name_is_taken_apart(
    raw: str, given_names: str, family: str, initials: str
) -> None:
    expected = (given_names.split(), family.split(), initials.split())
    name = parse_name(raw)
    assert (list(name.given), list(name.family), list(name.initials)) == expected


SUBSETS = [
    ("Mary", ["Mary"]),
    ("Mary Poe", ["Mary Poe", "Mary", "Poe"]),
    (
        "Mary Jane Poe",
        ["Mary Jane Poe", "Mary Jane", "Mary Poe", "Jane Poe", "Mary", "Jane", "Poe"],
    ),
    ("Jan van der Berg", ["Jan van der Berg", "Jan", "van der Berg"]),
    ("A. R. Ramsden", ["Ramsden"]),
    ("", []),
]


@pytest.mark.parametrize(("raw", "expected"), SUBSETS)
def test_every_subset_of_a_name_in_order(raw: str, expected: list[str]) -> None:
    assert subsets(parse_name(raw)) == expected


def test_a_very_long_name_has_a_bounded_number_of_subsets() -> None:
    long = parse_name(" ".join(f"Name{chr(65 + at)}" for at in range(26)))
    assert len(subsets(long)) == 2**6 - 1


INITIALS = [
    ("Mary Jane Poe", {"mjp", "mj", "mp"}),
    ("Mary-Jane Poe", {"mjp", "mj", "mp"}),
    ("Robert Ramsden", {"rr"}),
    ("Jan van der Berg", {"jb"}),
    ("Mary", set()),
    ("R. G. Ramsden", {"rgr", "rg"}),
    ("Mary J. Poe", {"mjp", "mj", "mp", "jp"}),
]


@pytest.mark.parametrize(("raw", "expected"), INITIALS)
def test_what_a_name_shrinks_to(raw: str, expected: set[str]) -> None:
    assert initials_of(parse_name(raw)) == expected


HANDLES = [
    ("mary.poe@example.org", ("mary", "poe")),
    ("mary at example.org", ("mary",)),
    ("MaryPoe", ("mary", "poe")),
    ("mary_poe42", ("mary", "poe")),
    ("mary-jane.poe", ("mary", "jane", "poe")),
    ("åsa.öberg@example.org", ("asa", "oberg")),
    ("mpoe", ("mpoe",)),
    ("x1", ()),
    ("", ()),
]


@pytest.mark.parametrize(("handle", "words"), HANDLES)
def test_the_words_that_a_handle_spells(handle: str, words: tuple[str, ...]) -> None:
    assert handle_words(handle) == words


FITS = [
    ("mary", True),
    ("mary42", True),
    ("marypoe", True),
    ("poemary", True),
    ("mary.poe@example.org", True),
    ("mpoe", True),
    ("mjpoe", True),
    ("poem", True),
    ("maryp", True),
    ("mjp", True),
    ("jpoe", True),
    ("poej", True),
    ("poe42", True),
    ("robert", False),
    ("marvin", False),
    ("mp", False),
    ("", False),
]


@pytest.mark.parametrize(("handle", "expected"), FITS)
def test_handles_that_mary_jane_poe_may_have(handle: str, expected: bool) -> None:
    assert handle_fits(handle, ("Mary", "Jane", "Poe")) is expected


def test_accents_make_no_difference_to_a_handle() -> None:
    assert handle_fits("asaoberg", ("Åsa", "Öberg"))


@pytest.mark.parametrize(
    ("word", "expected"),
    [("POE", "Poe"), ("poe", "Poe"), ("MJ", "MJ"), ("McAdam", "McAdam"), ("von", "von")],
)
def test_shouted_and_whispered_names_are_written_as_names(word: str, expected: str) -> None:
    assert tidy(word) == expected


def test_a_lone_word_is_a_given_name() -> None:
    assert split_family(["Mary"]) == (["Mary"], [])


WORD = st.from_regex(r"[A-ZÅ][a-zö]{2,6}(-[A-Z][a-z]{2,5})?", fullmatch=True)
GIVEN = st.lists(WORD, min_size=1, max_size=3, unique=True)


@settings(deadline=None)
@given(GIVEN, WORD)
def test_both_orders_of_a_name_are_one_name(first: list[str], last: str) -> None:
    assume(not {fold(word) for word in (*first, last)} & (PARTICLES | TITLES))
    expected = Registered(tuple(first), (last,))
    assert parse_name(f"{last}, {' '.join(first)}") == expected
    assert parse_name(f"{' '.join(first)} {last}") == expected


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_can_be_registered(raw: str) -> None:
    name = parse_name(raw)
    assert all(word.strip() for word in (*name.words, *name.initials))
    assert len(subsets(name)) <= 2**6 - 1
    assert all(len(form) >= 2 for form in initials_of(name))
    assert all(len(word) > 2 for word in handle_words(raw))
    assert handle_fits(raw, ()) is False
