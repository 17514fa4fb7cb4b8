"""Farrow's method against the paper's own words (sections 4.2 to 4.4)."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.find.farrow import (
    class_list,
    farrow,
    farrow_and_class_list,
    normalise,
    recipient,
    reorder,
    sender,
    subsets,
)
from onym.model import MESSAGE_COLUMNS, Corpus, Evidence, Participant, Source

Row = tuple[str, str | None, str | None, str]
"""id, author, parent_author, text"""

FIGURE_1: tuple[Row, ...] = (
    (
        "12",
        "U12",
        "U43",
        "Hi Mary\nInteresting presentation. I have to disagree with one of the statements you made "
        "though: [...]\nIn fact, I was reminded of a science fiction novel by Arthur C. Clarke!\n"
        "What do you think?\nArthur",
    ),
    (
        "14",
        "U43",
        "U12",
        "Hi Arhtur\nI am not sure if I understand what you mean. Can you explain a bit more?\n"
        "Thanks\nMary Jane",
    ),
    (
        "15",
        "U01",
        "U43",
        "Hello MJ - I think I understand what our friend Arthr was trying to say. [...]\n"
        "Hope that helps!\nRobert",
    ),
)

SIGNED = [
    ("See you there.\nRobert", "Robert"),
    ("Hope that helps! Robert \n\n", "Robert"),
    ("Thanks, Robert G.", "Robert G"),
    ("Best\nAnne-Marie", "Anne-Marie"),
    ("Cheers\nG", "Cheers G"),
    ("Cheers,\nG", "G"),
    ("I put it at example.org/slides.html", "html"),
    ("Regards, Zoë", "Zoë"),
    ("R o b e r t", "r t"),
    ("Best, Robert.", None),
    ("Robert!", None),
    ("Robert :)", None),
    ("-RG-", None),
    ("Robert2", None),
    ("See chapter 4", None),
    ("", None),
]

GREETED = [
    ("Hi Mary, well done", "Mary"),
    ("HI Mary", "Mary"),
    ("hi - Mary", "Mary"),
    ("Hi Anne-Marie and all", "Anne-Marie"),
    ("Hi all", "all"),
    ("Hi Again this is a question", "Again"),
    ("Hi! I liked it", "I"),
    ("Hello Mary", None),
    ("Dear Mary", None),
    ("Oh, hi Mary", None),
    ("Hi U43", None),
    ("High time", None),
]


def corpus(*rows: Row, roster: dict[str, str] | None = None) -> Corpus:
    frame = pl.DataFrame(
        [
            {"id": id, "author": author, "parent_author": parent_author, "text": text}
            for id, author, parent_author, text in rows
        ],
        schema=dict.fromkeys(("id", "author", "parent_author", "text"), pl.String),
    )
    missing = [c for c in MESSAGE_COLUMNS if c not in frame.columns]
    frame = frame.with_columns(pl.lit(None, pl.String).alias(c) for c in missing)
    people = {id: Participant(id, (name,)) for id, name in (roster or {}).items()}
    return Corpus(frame.select(MESSAGE_COLUMNS), people, Source(Path("forum.csv"), "csv", {}))


def counts(evidence: Evidence) -> dict[tuple[str | None, str, str], int]:
    return {(c.participant, c.name, c.kind): c.count for c in evidence.clues}


@pytest.mark.parametrize(("text", "name"), SIGNED)
def test_sender(text: str, name: str | None) -> None:
    assert sender(normalise(text)) == name


@pytest.mark.parametrize(("text", "name"), GREETED)
def test_recipient(text: str, name: str | None) -> None:
    assert recipient(normalise(text)) == name


def test_figure_1() -> None:
    assert counts(farrow(corpus(*FIGURE_1))) == {
        ("U12", "Arthur", "signed"): 1,
        ("U43", "Mary", "greeted"): 1,
        ("U43", "Jane", "signed"): 1,
        ("U12", "Arhtur", "greeted"): 1,
        ("U01", "Robert", "signed"): 1,
    }


def test_a_name_counts_once_a_message() -> None:
    rows: list[Row] = [(str(n), "U1", "U2", "Hi Kit\nwell done\nAda") for n in range(7)]
    rows.append(("own", "U1", "U1", "Hi Ada\nnote to self\nAda"))
    evidence = farrow(corpus(*rows))
    assert counts(evidence) == {("U1", "Ada", "signed"): 8, ("U2", "Kit", "greeted"): 7}
    assert evidence.clues[0].messages == ("0", "1", "2", "3", "4")


def test_nobody_to_connect_with() -> None:
    assert not farrow(corpus(("1", None, None, "Hi all\nAda"))).clues


SUBSETS = [
    ("Mary Jane Poe", ["Mary", "Jane", "Poe", "Mary Jane", "Mary Poe", "Jane Poe"]),
    ("Poe, Mary Jane", ["Mary", "Jane", "Poe", "Mary Jane", "Mary Poe", "Jane Poe"]),
    ("Arthur von Trapp", ["Arthur", "von", "Trapp", "Arthur von", "Arthur Trapp", "von Trapp"]),
    ("Jean-Luc Roy", ["Jean-Luc", "Roy"]),
    ("Plato", []),
]


@pytest.mark.parametrize(("registered", "expected"), SUBSETS)
def test_subsets(registered: str, expected: list[str]) -> None:
    assert list(subsets(registered)) == [*expected, reorder(registered)]


def test_a_very_long_name_stays_small() -> None:
    assert len(list(subsets(" ".join("abcdefghijklmnopqrst")))) == 20 * 21 // 2


def test_class_list_keeps_what_occurs() -> None:
    roster = {"U12": "Arthur von Trapp", "U43": "Poe, Mary Jane", "U99": "Nobody Here"}
    assert counts(class_list(corpus(*FIGURE_1, roster=roster))) == {
        ("U12", "Arthur", "registered"): 1,
        ("U43", "Mary", "registered"): 2,
        ("U43", "Jane", "registered"): 1,
        ("U43", "Mary Jane", "registered"): 1,
    }


def test_class_list_wants_whole_words_as_written() -> None:
    text = "a summary of thanksMary, MARY and Mary's\nmary"
    assert counts(class_list(corpus(("1", "U1", None, text), roster={"U1": "Mary"}))) == {
        ("U1", "Mary", "registered"): 1
    }
    text = "a summary of thanksMary, MARY_2 and Mary_J"
    assert not class_list(corpus(("1", "U1", None, text), roster={"U1": "Mary"})).clues


def test_a_name_across_a_line_end() -> None:
    evidence = class_list(corpus(("1", "U1", None, "from Mary\nPoe"), roster={"U1": "Mary Poe"}))
    assert ("U1", "Mary Poe", "registered") in counts(evidence)


def test_the_combination_is_the_union() -> None:
    data = corpus(*FIGURE_1, roster={"U12": "Arthur von Trapp", "U43": "Mary Jane Poe"})
    both = farrow_and_class_list(data)
    assert both.clues == (*farrow(data).clues, *class_list(data).clues)
    assert both.method == "farrow+class-list"


WORDS = st.text(alphabet="ab_é -.'", max_size=12)


@given(st.lists(WORDS, max_size=4), st.lists(WORDS.map(str.strip), max_size=4))
def test_one_pass_equals_the_papers_expression(texts: list[str], names: list[str]) -> None:
    """All names at once find what \\b{NAME}\\b finds for each name alone."""
    roster = {f"U{n}": name for n, name in enumerate(names) if name and "," not in name}
    data = corpus(*((str(n), None, None, text) for n, text in enumerate(texts)), roster=roster)
    expected = {}
    for id, registered in roster.items():
        for name in subsets(registered):
            pattern = re.compile(rf"\b{re.escape(name)}\b")
            hits = [bool(pattern.search(normalise(text))) for text in texts]
            if any(hits):
                expected[id, name, "registered"] = sum(hits)
    assert counts(class_list(data)) == expected
