"""The labelled stretches of a graph: what an annotator, or Onym, has marked in an essay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from onym.details.model import FORM_MARKS, LABELS
from onym.svala.graph import Graph

FORMS = {mark: form for form, mark in FORM_MARKS.items()}
PSEUDONYMISED = frozenset(label.svala for label in LABELS.values()) | {
    *("foreign", "month_digit", "past_timepoint", "future_timepoint", "time_span", "extra"),
}
"""SVALA's labels of personal details; others are corrections of a learner's language."""
_EDGE = "“”\"'’‘()[]{}<>,.;:!?…»«"


class GraphSpan(NamedTuple):
    """A labelled stretch of the source text."""

    start: int
    end: int
    label: str
    number: str | None = None
    form: str | None = None
    replacement: str | None = None
    """What the target has there; None where it is the same."""


def spans(graph: Graph) -> list[GraphSpan]:
    """The stretches of a graph's source that carry a label of a personal detail, in order."""
    places, at = dict[str, tuple[int, int]](), 0
    for token in graph["source"]:
        places[token["id"]] = at, at + len(token["text"])
        at += len(token["text"])
    source = "".join(token["text"] for token in graph["source"])
    words = {token["id"]: token["text"] for token in graph["target"]}
    found = (
        span
        for edge in graph["edges"].values()
        for span in _spans(edge["ids"], edge["labels"], places, source, words)
    )
    return sorted(found)


def _spans(
    ids: list[str],
    labels: list[str],
    places: dict[str, tuple[int, int]],
    source: str,
    words: dict[str, str],
) -> Iterator[GraphSpan]:
    here = sorted(places[one] for one in ids if one in places)
    known = [label for label in labels if label in PSEUDONYMISED]
    if not here or not known:
        return
    start, end = _bare(source, here[0][0], here[-1][1])
    number = next((label for label in labels if label.isdigit()), None)
    form = " ".join(FORMS[label] for label in labels if label in FORMS) or None
    new = "".join(words[one] for one in _in_order(ids) if one in words).strip()
    old = source[here[0][0] : here[-1][1]].strip()
    yield GraphSpan(start, end, known[0], number, form, None if new == old else new)


def _in_order(ids: list[str]) -> list[str]:
    return sorted(ids, key=lambda one: (one[:1], int(re.sub(r"\D", "", one) or 0)))


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch without white space and punctuation around it."""
    while start < end - 1 and (text[start].isspace() or text[start] in _EDGE):
        start += 1
    while end > start + 1 and (text[end - 1].isspace() or text[end - 1] in _EDGE):
        end -= 1
    return start, end
