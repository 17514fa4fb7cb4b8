"""Signature blocks: what is hidden below a name, and what is somebody's words and stays."""

from __future__ import annotations

import re

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym import formats
from onym.details.blocks import find_blocks
from onym.model import Corpus, Entry, Mapping, Participant, Policy
from onym.replace.replace import replace


def hidden(text: str) -> str:
    """A text with names marked as *Mary*, and what blocks hide as a dash."""
    names, bare = [], ""
    for piece in re.split(r"(\*[^*\n]+\*)", text):
        if piece.startswith("*"):
            names.append((len(bare), len(bare) + len(piece) - 2))
        bare += piece.strip("*")
    for block in reversed(find_blocks(bare, names)):
        bare = bare[: block.start] + "—" + bare[block.end :]
    return bare


FOUND = {
    "an employer below a name": (
        "Thanks!\n\n*Mary Poe*\nDepartment of Botany\nUniversity of Northfield",
        "Thanks!\n\nMary Poe\n—",
    ),
    "a degree beside it, and everything at which somebody can be reached": (
        "Best,\n*Mary Poe*, PhD\nSenior Lecturer\nFaculty of Arts\n12 Elm Street\nNorthfield\n"
        "Tel: +44 20 7946 0958\nmary at poe.example",
        "Best,\nMary Poe, PhD\n—",
    ),
    "two lines of an address without an institution": (
        "Regards\n*Mary Poe*\nGaverstraat 4\nB-3000 Northfield",
        "Regards\nMary Poe\n—",
    ),
    "a state is no weekday, though *Mi* is one in German": (
        "*Mary Poe*\nCollege of Nursing\nEast Northfield, MI 48824\nWeb: http://poe.example",
        "Mary Poe\n—",
    ),
    "a box is no reference, though it has initials and a year": (
        "*Mary Poe*\nPoe Laboratories\nP.O. Box 2000\nRahford, NJ 07065",
        "Mary Poe\n—",
    ),
    "a town behind its code, whatever small words it has": (
        "*Mary Poe*\nCentre d'Etudes Biologiques\n46 rue d'Orme\n79360 Beauville sur Nord",
        "Mary Poe\n—",
    ),
    "signs between the pieces": (
        "*Mary Poe*\nNorthfield University; Denmark\nph 20 7946 0958; fx 20 7946 0959",
        "Mary Poe\n—",
    ),
    "beside an earlier message, with its marks": (
        "> *Mary Poe*\n> Department of Botany\n> 12 Elm Street\n\nI agree.",
        "> Mary Poe\n> —\n\nI agree.",
    ),
    "a name of the town stays a name and parts the block": (
        "*Robert Ash*\nSchool of Nursing\n*Ann* Elmfield, MI 48109-1107",
        "Robert Ash\n—\nAnn —",
    ),
    "in German": (
        "Viele Grüße\n*Hanna Berg*\nLehrstuhl für Botanik\nUlmenstraße 12\n01234 Nordfeld",
        "Viele Grüße\nHanna Berg\n—",
    ),
    "in Swedish": (
        "Hälsningar\n*Hanna Berg*\nInstitutionen för botanik\nAlmgatan 12\n123 45 Norrfält",
        "Hälsningar\nHanna Berg\n—",
    ),
    "in French": (
        "Cordialement,\n*Anna Berg*\nDépartement de botanique\n12 rue des Ormes\n99123 Nordchamp",
        "Cordialement,\nAnna Berg\n—",
    ),
}


@pytest.mark.parametrize("case", FOUND)
def test_what_tells_of_a_bearer_is_hidden(case: str) -> None:
    before, after = FOUND[case]
    assert hidden(before) == after


KEPT = {
    "what somebody says below a name": "Hi *Mary*,\nI study at the University of Northfield now.",
    "an employer that nobody signs with": "The University of Northfield\nhas a new library.",
    "headings that are numbered": "Cheers *Mary*\n\n1 Categorical data\n1.1 Binary response\n\nBye",
    "a reference": "*Mary*\nPoe, J. and Ash, R. (2012)\nAsh, R., Poe University Press, 2012.",
    "a question": "Hi *Mary*\nWhich Department of Botany?",
    "results of a program": "*Mary*\nResidual 12.345 0.991\nInstitute 1.234 2.345",
    "code": "*Mary*\ninstitute <- read('Department.csv')\nUniversity = 12",
    "headers": "From: *Mary Poe*\nTo: Botany Department list\nSent: 12 May 2012",
    "one line that may be anything": "Cheers,\n*Mary*\nHave Fun",
}


@pytest.mark.parametrize("case", KEPT)
def test_words_stay(case: str) -> None:
    assert hidden(KEPT[case]) == KEPT[case].replace("*", "")


def replaced(text: str, **policy: object) -> str:
    frame = pl.DataFrame({"id": ["1"], "author": ["U1"], "text": [text]})
    corpus = formats.read(frame)
    people = {"U1": Participant("U1", ("Mary Poe",))}
    corpus = Corpus(corpus.messages, people, corpus.source)
    mapping = Mapping((Entry("U1", "Mary Poe"),))
    done = replace(corpus, mapping, Policy(seed=3, **policy))  # type: ignore[arg-type]
    return str(done.messages["text"][0])


SIGNED = "Thanks!\nMary Poe\nDepartment of Botany\nTel: +44 20 7946 0958\nmary@poe.example"


def test_a_forum_hides_them_and_names_only_leaves_them() -> None:
    assert replaced(SIGNED, preset="forum") == "Thanks!\n[P01]\n[signature]"
    assert replaced(SIGNED, preset="names-only") == SIGNED.replace("Mary Poe", "[P01]")


@pytest.mark.parametrize("action", ["keep", "mark"])
def test_blocks_that_stay_still_have_their_addresses_hidden(action: str) -> None:
    done = replaced(SIGNED, preset="forum", details={"SIGNATURE": action})
    assert "Department of Botany" in done
    assert "mary@poe.example" not in done and "7946" not in done


def test_markup_around_the_lines_stays() -> None:
    page = "<p>Thanks!</p><p>Mary Poe<br>Department of Botany<br><i>12 Elm Street</i></p>"
    done = replaced(page, preset="forum")
    assert re.sub(r"<[^>]+>", "|", done) == "|Thanks!||[P01]|[signature]||[signature]||"
    assert re.findall(r"<[^>]+>", done) == re.findall(r"<[^>]+>", page)


LINES = st.sampled_from(
    [
        *(line.replace("*", "") for before, _ in FOUND.values() for line in before.split("\n")),
        "",
        "> ",
        "I am here.",
    ]
)


@settings(max_examples=200)
@given(st.lists(LINES, max_size=12))
def test_blocks_lie_apart_and_never_on_a_name(lines: list[str]) -> None:
    text = "\n".join(lines)
    names = [found.span() for found in re.finditer(r"Mary Poe|Hanna Berg", text)]
    ends = 0
    for block in find_blocks(text, names):
        assert ends <= block.start < block.end <= len(text)
        assert not any(block.start < end and start < block.end for start, end in names)
        assert text[block.start : block.end].strip() == text[block.start : block.end]
        ends = block.end


def test_a_long_text_of_short_lines_is_read_once() -> None:
    text = "So I think.\nMary Poe\nDepartment of Botany\n1 Elm Street\n" * 3_000
    names = [found.span() for found in re.finditer("Mary Poe", text)]
    assert len(find_blocks(text, names)) == 3_000
