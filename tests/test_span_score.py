"""Spans against gold spans, worked out by hand on five short messages."""

import json
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.errors import InputError
from onym.model import MESSAGE_COLUMNS, Corpus, Source
from onym.score.span_score import (
    Span,
    kinds_table,
    load_spans,
    mapping_of_spans,
    score_spans,
    spans_table,
)
from onym.tables import Part, render

TEXTS = {
    "1": "Hi Mary Jane, as Arthur C. Clarke says. Arthur",
    "2": "Hello Arhtur, write to mj@example.org. MJ",
    "3": "The Poisson model of Kit is fine",
    "4": "I am a nurse and my name is Ada",
    "5": "Nothing here",
}


def at(message: str, words: str, label: str = "NAME", who: str | None = None, nth: int = 1) -> Span:
    start = -1
    for _ in range(nth):
        start = TEXTS[message].index(words, start + 1)
    return Span(start, start + len(words), label, who)


GOLD = {
    "1": (
        at("1", "Mary Jane", who="U43"),
        at("1", "Arthur C. Clarke", who="author"),
        at("1", "Arthur", who="U12", nth=2),
    ),
    "2": (
        at("2", "Arhtur", who="U12"),
        at("2", "mj@example.org", "EMAIL", "U43"),
        at("2", "MJ", who="U43"),
    ),
    "3": (at("3", "Poisson", who="eponym"), at("3", "Kit", who="third")),
    "4": (at("4", "nurse", "PROF", "self"), at("4", "Ada", who="self")),
}
FOUND = {
    "1": (
        at("1", "Mary", who="U43"),
        at("1", "Jane", who="U43"),
        at("1", "Arthur", who="U12"),
        at("1", "Arthur", who="U12", nth=2),
    ),
    "2": (at("2", "Arhtu", who="U12"), at("2", "mj", "HANDLE"), at("2", "MJ", who="U01")),
    "3": (at("3", "model", "PLACE"),),
    "4": (at("4", "nurse", "PROF")._replace(replaced=False), at("4", "Ada")),
    "99": (Span(0, 5, "NAME", "U12"),),
}


def test_the_measures_worked_out_by_hand() -> None:
    result = score_spans(TEXTS, GOLD, FOUND)
    assert dict(result.kinds) == {
        "participant": Part(4, 5),  # Mary Jane in two pieces, Arthur, MJ, Ada; not Arhtu
        "third": Part(0, 1),
        "author": Part(1, 1),  # touched by one letter already
        "eponym": Part(0, 1),
        "EMAIL": Part(0, 1),
        "PROF": Part(1, 1),  # marking is enough
    }
    assert result.linked == 2  # Mary Jane and Arthur; Ada is nobody's, MJ is somebody else's
    assert result.link_accuracy == pytest.approx(2 / 5)
    assert result.wrong_person == 1
    assert result.names == Part(6, 7)  # all but the Arthur of Arthur C. Clarke
    assert result.spans == Part(8, 9)  # all but "model"
    assert result.touched == Part(1, 2)
    assert result.missed == (("2", "Arhtur", "U12"), ("3", "Kit", "third"))


def test_connections_as_written() -> None:
    result = score_spans(TEXTS, GOLD, FOUND).connections
    assert result is not None
    # Gold: Mary Jane, Arthur, Arhtur, MJ. Found: Mary, Jane, Arthur, Arhtu, and MJ of U01.
    assert result.figures() == {
        "gold": 4,
        "missed": 3,
        "recall": 0.25,
        "precision": 0.2,
        "f1": 0.2222,
        "coverage": 0.0,
    }


def test_figures_hold_no_name() -> None:
    result = score_spans(TEXTS, GOLD, FOUND)
    figures = result.figures()
    assert figures["participant"] == {"gold": 5, "covered": 4, "rate": 0.8}
    assert figures["link accuracy"] == 0.4
    assert figures["name precision"] == round(6 / 7, 4)
    assert figures["names predicted"] == 7
    assert figures["any precision"] == round(8 / 9, 4)
    shown = repr(result) + json.dumps(figures)
    assert not [name for name in ("Mary", "Arhtur", "Kit", "Ada") if name in shown]


def test_a_span_only_marked_hides_no_name() -> None:
    marked = {"1": tuple(span._replace(replaced=False) for span in GOLD["1"])}
    result = score_spans(TEXTS, {"1": GOLD["1"]}, marked)
    assert result.participants == Part(0, 2)
    assert result.names == Part(0, 0)
    assert result.figures()["name precision"] is None


def test_punctuation_need_not_be_covered() -> None:
    texts = {"1": "J. Poe!"}
    found = {"1": (Span(0, 1, who="U1"), Span(3, 6, who="U1"))}
    assert score_spans(texts, {"1": (Span(0, 7, who="U1"),)}, found).participants == Part(1, 1)


def test_tables_set_tools_side_by_side() -> None:
    scores = {"onym": score_spans(TEXTS, GOLD, GOLD), "other": score_spans(TEXTS, GOLD, FOUND)}
    assert render(spans_table(scores), "csv").splitlines()[1:] == [
        "onym,1.0,0.8,0 of 5,0.7,2 of 2",
        "other,0.8,0.4,1 of 5,0.8571,1 of 2",
    ]
    assert render(kinds_table(scores), "csv").splitlines() == [
        "Kind,Gold,onym,other",
        "participant,5,1.0,0.8",
        "third,1,1.0,0.0",
        "EMAIL,1,1.0,0.0",
        "PROF,1,1.0,1.0",
    ]


def test_files_of_spans_in_three_dialects(tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    ours = {"start": 3, "end": 7, "label": "NAME", "participant": "U43", "replacement": "[P1]"}
    mark = {"start": 8, "end": 9, "label": "PROF", "participant": None, "replacement": None}
    lines = [
        {"id": "1", "spans": [ours, mark]},
        {"id": 2, "spans": [[0, 4, "PLACE", "third"], [5, 6]]},
        {"id": "3", "spans": [{"start": 0, "end": 3, "label": "PERSON_FIRSTNAME"}]},
    ]
    path.write_text("\n".join(map(json.dumps, lines)) + "\n\n", encoding="utf-8")
    assert load_spans(path) == {
        "1": (Span(3, 7, "NAME", "U43"), Span(8, 9, "PROF", None, False)),
        "2": (Span(0, 4, "PLACE", "third"), Span(5, 6)),
        "3": (Span(0, 3, "NAME"),),
    }


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "line 2: not"),
        ('{"id": "7"}', "line 2: not"),
        ('{"id": "7", "spans": [["a", 2]]}', "line 2: not"),
        ('["id"]', "line 2: not"),
        ('{"id": "1", "spans": []}', "line 2: message 1 stands here a second time"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    path = tmp_path / "spans.jsonl"
    path.write_text('{"id": "1", "spans": []}\n' + line, encoding="utf-8")
    with pytest.raises(InputError, match=complaint):
        load_spans(path)


def test_gold_of_another_corpus_is_refused() -> None:
    with pytest.raises(InputError, match="gold message 8 is not in the corpus"):
        score_spans(TEXTS, {"8": (Span(0, 1),)}, {})
    with pytest.raises(InputError, match="gold message 5: a span lies outside the text"):
        score_spans(TEXTS, {"5": (Span(0, 50),)}, {})


def corpus(*rows: tuple[str, str | None, str | None, str]) -> Corpus:
    keys = ("id", "author", "parent_author", "text")
    messages = [dict.fromkeys(MESSAGE_COLUMNS) | dict(zip(keys, row, strict=True)) for row in rows]
    schema = dict.fromkeys(MESSAGE_COLUMNS, pl.String)
    return Corpus(pl.DataFrame(messages, schema=schema), {}, Source(None, "csv", {}))


def test_names_without_an_owner_go_to_sender_and_recipient() -> None:
    talk = corpus(("1", "U12", "U43", "Hi Mary, Mary"), ("2", "U43", None, "Bye Mary"))
    spans = {
        "1": (Span(3, 7), Span(9, 13), Span(0, 2, "PLACE")),
        "2": (Span(4, 8), Span(0, 3, "NAME", "U01")),
    }
    assert mapping_of_spans(spans, talk).names() == {
        "U01": {"Bye": 1},
        "U12": {"Mary": 1},
        "U43": {"Mary": 2},
    }


SPANS = st.lists(
    st.builds(
        lambda start, length, who: Span(start, start + length, "NAME", who),
        st.integers(0, 15),
        st.integers(1, 5),
        st.sampled_from(["U1", "U2", "third", "author"]),
    ),
    min_size=1,
    max_size=5,
)


@given(st.text(alphabet="ab .", min_size=20, max_size=20), SPANS, SPANS)
def test_covering_is_letter_by_letter(text: str, gold: list[Span], found: list[Span]) -> None:
    result = score_spans({"1": text}, {"1": gold}, {"1": found})
    hidden = "".join(
        "_" if any(span.start <= i < span.end for span in found) else letter
        for i, letter in enumerate(text)
    )
    people = [span for span in gold if span.who in ("U1", "U2", "third")]
    leaks = [span for span in people if set(hidden[span.start : span.end]) & set("ab")]
    assert len(result.missed) == len(leaks)
    assert result.linked + result.wrong_person <= result.participants.n
