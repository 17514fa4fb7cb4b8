"""Short excerpts around a name, for the owner of the data alone: never logged, never shared."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

import polars as pl

from onym.model import Corpus, Question
from onym.names.matcher import Hit, Matcher, longest
from onym.questions.doubts import Case
from onym.text.layout import Layout, markup

SHOWN = 3
WIDTH = 40
"""Characters on each side of a name."""
LOOKED_AT = 12
"""Messages among which a name is looked for."""


class Excerpt(NamedTuple):
    """A few words of a message; the name is empty where it does not stand in it."""

    message: str
    author: str | None
    answered: str | None
    before: str
    name: str
    after: str


def excerpts(
    corpus: Corpus,
    question: Question,
    limit: int = SHOWN,
    width: int = WIDTH,
    among: int = LOOKED_AT,
) -> tuple[Excerpt, ...]:
    """Show where a question's name stands, or else how the messages end."""
    parts = question.parts if isinstance(question, Case) else ()
    if parts:
        each = [excerpts(corpus, part, limit, width, among) for part in parts[:among]]
        turns = (excerpt for turn in zip_longest(*each) for excerpt in turn if excerpt)
        once = {excerpt.message: excerpt for excerpt in turns}
        return tuple(sorted(once.values(), key=lambda excerpt: not excerpt.name))[:limit]
    numbers: dict[str, int] = {}
    for message, nth in question.places if isinstance(question, Case) else ():
        numbers.setdefault(message, nth or 1)
    rows = _rows(corpus, question.messages[:among])
    matcher = Matcher([question.name])
    found = []
    for row in rows:
        hits = longest(list(matcher.find([row["text"]])))
        nth = min(numbers.get(row["id"], 1), len(hits))
        found.append(_excerpt(row, hits[nth - 1] if hits else None, width))
    found.sort(key=lambda excerpt: not excerpt.name)
    return tuple(found[:limit])


def _rows(corpus: Corpus, messages: tuple[str, ...]) -> list[dict[str, str]]:
    columns = ("id", "author", "parent_author", "text")
    chosen = corpus.messages.select(columns).filter(pl.col("id").is_in(list(messages)))
    rows = {row["id"]: row for row in chosen.iter_rows(named=True)}
    return [rows[message] for message in messages if message in rows]


def _excerpt(row: dict[str, str], hit: Hit | None, width: int) -> Excerpt:
    text = row["text"]
    start, end = (hit.start, hit.end) if hit else (len(text), len(text))
    if edits := markup(text):
        # tags say nothing to whoever has to answer
        layout = Layout(text, edits)
        text = layout.text
        start, end = (layout.see(start, end) if hit else None) or (len(text), len(text))
    left = max(0, start - (width if hit else 2 * width))
    before = ("…" if left else "") + clean(text[left:start])
    after = clean(text[end : end + width]) + ("…" if end + width < len(text) else "")
    people = (row["author"], row["parent_author"])
    return Excerpt(row["id"], *people, before, clean(text[start:end]), after)


def clean(text: str) -> str:
    """A text on one line, without anything that a terminal would obey."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    inside = " ".join(shown.split())
    return f"{' ' * shown[:1].isspace()}{inside}{' ' * shown[-1:].isspace()}" if inside else " "
