"""A second opinion on details: what goes, what comes and what stays when the reader is heard."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym.details import Detector
from onym.details.lexicon import load
from onym.details.model import Detail
from onym.details.readings import Readings
from onym.line import resume, start
from onym.replace.opinion import WEIGHTS, Word, hear, likely, second, stays, text_key

LISTS = Readings(load(("en",)))


def words(text: str, person: Sequence[str] = (), place: Sequence[str] = ()) -> Sequence[Word]:
    """What a reader says that reads some words as people and some as places."""
    said = [(word, 0.999, 0.0) for word in person] + [(word, 0.0, 0.999) for word in place]
    return sorted((text.index(word), text.index(word) + len(word), *odds) for word, *odds in said)


def found(text: str, details: Sequence[Detail]) -> list[tuple[str, str]]:
    return [(text[each.start : each.end], each.category) for each in details]


Row = tuple[str, list[tuple[str, str, float]], list[str], list[str], list[tuple[str, str]] | None]
HEARD: tuple[Row, ...] = (
    # what the rules find, what the reader reads as people and as places, what stands then
    ("We met Rose at noon.", [("Rose", "NAME", 0.6)], ["Rose"], [], [("Rose", "NAME")]),
    ("We met Rose at noon.", [("Rose", "NAME", 0.6)], [], [], []),
    ("We met Rosamund Poe.", [("Rosamund", "NAME", 0.8)], [], [], []),
    # a longer name is taken whole
    (
        "We met Rosamund Trewhella.",
        [("Rosamund", "NAME", 0.8)],
        ["Rosamund", "Trewhella"],
        [],
        [("Rosamund Trewhella", "NAME")],
    ),
    # a name that only the reader sees, and a word of no list
    ("then jennifer came in", [], ["jennifer"], [], [("jennifer", "NAME")]),
    # a city goes if the sentence has no name there, and stays if it has some
    ("a Nice try", [("Nice", "PLACE", 1.0)], [], [], []),
    ("in Nice then", [("Nice", "PLACE", 1.0)], [], ["Nice"], [("Nice", "PLACE")]),
    ("I met Florence", [("Florence", "PLACE", 1.0)], ["Florence"], [], [("Florence", "PLACE")]),
    ("a week in Trewhella", [], [], ["Trewhella"], [("Trewhella", "PLACE")]),
    # of initials, and of details of other kinds, the reader is not asked
    ("Yours, WHP", [("WHP", "NAME", 0.6)], [], [], [("WHP", "NAME")]),
    ("on 3 May", [("3 May", "DATE", 0.6)], [], [], [("3 May", "DATE")]),
    ("to ann@uni.example", [("ann@uni.example", "EMAIL", 1.0)], ["ann"], [], None),
)


@pytest.mark.parametrize(("text", "rules", "person", "place", "wanted"), HEARD)
def test_what_stands_when_the_reader_is_heard(
    text: str,
    rules: list[tuple[str, str, float]],
    person: list[str],
    place: list[str],
    wanted: list[tuple[str, str]] | None,
) -> None:
    details = [
        Detail(
            text.index(w), text.index(w) + len(w), kind, "city" if kind == "PLACE" else "x"
        )._replace(score=score)
        for w, kind, score in rules
    ]
    heard = hear(text, details, words(text, person, place), LISTS, everyone=True)
    assert found(text, heard) == (found(text, details) if wanted is None else wanted)


def test_names_that_only_the_reader_sees_go_if_everybody_goes() -> None:
    text = "A novel that jennifer liked."
    said = words(text, ["jennifer"])
    assert found(text, hear(text, [], said, LISTS, everyone=True)) == [("jennifer", "NAME")]
    assert hear(text, [], said, LISTS, everyone=False) == []


def test_a_text_that_was_not_read_is_left_as_it_is() -> None:
    text = "We met Rose and Ragnhild in Gothenburg."
    detect = Detector(("en",)).detect
    heard = second(detect, {text_key("another text"): []}, ("en",), True)
    assert heard(text) == detect(text) != []


@given(st.floats(0.6, 0.95), st.floats(0, 1), st.floats(0, 1))
def test_the_surer_the_reader_the_likelier_the_name(score: float, one: float, two: float) -> None:
    text = "We met Rosamund there."
    detail = Detail(7, 15, "NAME", "firstname_female", score=score)
    low, high = sorted((one, two))
    if stays(text, detail, [(7, 15, low, 0.0)]):
        assert stays(text, detail, [(7, 15, high, 0.0)])


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="Ab ,.\n'é", max_size=60), st.data())
def test_details_never_overlap(text: str, data: st.DataObject) -> None:
    spans = [(at, at + 1) for at, letter in enumerate(text) if letter.isalnum()]
    odds = st.floats(0, 1)
    said = [(a, b, data.draw(odds), data.draw(odds)) for a, b in spans]
    details = Detector(("en",), None, "everyone").detect(text)
    heard = hear(text, details, said, LISTS, everyone=True)
    assert all(a.end <= b.start for a, b in pairwise(heard))


def test_what_is_likely_is_a_share() -> None:
    for kind, weights in WEIGHTS.items():
        assert 0 < likely(kind, dict.fromkeys(weights, 0.0)) < 1


ESSAYS = """id,text
1,"My aunt Ragnhild took me to Gothenburg. We saw Rosamund Trewhella there."
2,"Nothing at all happened in May."
"""


def test_what_was_read_goes_with_the_project(tmp_path: Path) -> None:
    """The reader is heard again when names are only replaced, without being asked again."""
    source = tmp_path / "essays.csv"
    source.write_text(ESSAYS, encoding="utf-8")
    options = {"preset": "essay", "people": "everyone", "tagger": "all"}
    line = start(tmp_path / "out", source, options)
    line.find()
    first = line.apply()
    again = resume(tmp_path / "out").apply()
    assert set(line.mapping.readings) == {text_key(t) for t in line.corpus.messages["text"]}
    assert [m.start for m in first.mentions] == [m.start for m in again.mentions]
    hidden = {text for _, text in found_in(line.corpus.messages["text"].to_list(), again)}
    assert {"Ragnhild", "Gothenburg", "Rosamund Trewhella"} <= hidden


def found_in(texts: list[str], replaced: object) -> list[tuple[str, str]]:
    mentions = getattr(replaced, "mentions")  # noqa: B009
    return [(m.message, texts[int(m.message) - 1][m.start : m.end]) for m in mentions]
