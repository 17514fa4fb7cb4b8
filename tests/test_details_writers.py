"""Names where an essay says who wrote it, and names that an essay only cites. All are invented."""

from __future__ import annotations

import pytest

from onym.details.detector import Detector

BODY = "The map helped us to see the problem. We drew it and asked everybody what they thought.\n"

WRITERS = [
    ("Learning Launch\n\nTakorwe Bandizi\n\n" + BODY, ["Takorwe Bandizi"]),
    ("Mind Mapping - Takorwe Bandizi\n\n" + BODY, ["Takorwe Bandizi"]),
    ("Mind Mapping by Takorwe Bandizi\n\n" + BODY, ["Takorwe Bandizi"]),
    ("Mind Mapping by Ada Hartwell\n\n" + BODY, ["Ada Hartwell"]),
    ("MIND MAPPING          Takorwe\n\n" + BODY, ["Takorwe"]),
    ("Storytelling\n\nVelvet Hartwell\n\n" + BODY, ["Velvet Hartwell"]),
    (BODY + "\nTakorwe Bandizi\n12 May", ["Takorwe Bandizi"]),
    (BODY + "\nADA CARMONA DIAZ- NORTHFIELD", ["ADA CARMONA DIAZ"]),
    ("Course: Maps  Submitted by: Takorwe Bandizi\n" + BODY, ["Takorwe Bandizi"]),
    (BODY + "\nThe end. Name: Takorwe   Age: 37\n", ["Takorwe"]),
    # what else may stand there
    ("Learning Launch\n\nSecond Thoughts\n\n" + BODY, []),
    ("Mind Mapping\n\nUniversity of Northfield\n\n" + BODY, []),
    ("Dear Mrs Hartwell,\n\n" + BODY, ["Hartwell"]),
]


@pytest.mark.parametrize(("text", "expected"), WRITERS)
def test_a_line_tells_who_wrote_an_essay(text: str, expected: list[str]) -> None:
    assert names(text) == expected


CITED = [
    # an entry of a list of sources, with its initials and its year
    "References\n\nHartwell, A., & Olsen, P. (2017). Maps of the mind. Journal of Maps, 3, 12.",
    "1. Hartwell A.B. The purpose of maps // Geography. 2010. (https://example.org/a/1).",
    # what is said of somebody, wherever they are named in the same text
    "Ada Hartwell, the author of Rain, agrees. I think Ada Hartwell is right.",
    "Ada Hartwell and Peter Olsen in their article “Rain” agree. Hartwell and Olsen are right.",
    "I read a novel by Ada Hartwell and Peter Olsen. The end of Hartwell is sad.",
    "The Old House by Peter Hartwell\n\nIt is a good book. I like the style of Hartwell.",
]


@pytest.mark.parametrize("text", CITED)
def test_authors_are_cited(text: str) -> None:
    assert names(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I went there with Ada Hartwell and Peter Olsen.", ["Ada Hartwell", "Peter Olsen"]),
        ("Ada Hartwell 2010\n\n" + BODY, ["Ada Hartwell"]),
        ("My friend Ada Hartwell wrote a song. I like Ada Hartwell.", ["Ada Hartwell"] * 2),
    ],
)
def test_whoever_is_not_cited_is_found(text: str, expected: list[str]) -> None:
    assert names(text) == expected


NAMES = [
    # a name that is a word too opens a sentence
    ("We told Pat about it. Pat promised it. Pat's car is new.", ["Pat", "Pat", "Pat's"]),
    ("We asked Will about it. Will you come?", ["Will"]),
    # names that nobody knows
    ("It was good for the Fennick family.", ["Fennick"]),
    ("I learnt it from Takorwe Bandizi, who came late.", ["Takorwe Bandizi"]),
    ("Then Takorwe said no.", ["Takorwe"]),
    ("No-one said a word.", []),
]


@pytest.mark.parametrize(("text", "expected"), NAMES)
def test_names_that_are_words_or_unknown(text: str, expected: list[str]) -> None:
    assert names(text) == expected


NOBODY = [
    "I hope so.\n\nYours Sincererly,",
    "I hope so.\n\nLots of Love",
    "See you soon!\n\nLove,",
    "He is my love! He's late.",
    "It was called “Over the Rainbow”.",
    "It happened in a stadium called Marranda.",
    "I saw it at the Art Festival. I Love it.",
    "SO I CAN MAKE A BUDJET FOR IT. I AM WRITTING THIS NOW.",
    "IT IS BAD.\n\nFROM MY POINT OF VIEW IT IS BAD.",
    "Hello! My name is long.",
]


@pytest.mark.parametrize("text", NOBODY)
def test_nobody_is_named(text: str) -> None:
    assert names(text) == []


def test_titles_in_capitals_are_no_institutions() -> None:
    found = Detector(["en"]).detect("MY LIFE AND MODERN TECHNOLOGY\n\n" + BODY)
    assert [detail for detail in found if detail.category == "ORG"] == []


def names(text: str) -> list[str]:
    found = Detector(["en"]).detect(text)
    return [text[each.start : each.end] for each in found if each.category == "NAME"]
