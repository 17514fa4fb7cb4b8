"""What is shown of a project: its messages, the mentions in them, and what replacing left open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from onym.model import Mention, Question, Replaced
from onym.text.text import fold

if TYPE_CHECKING:
    from onym.line import Line


class Shown:
    """The messages of a line and what replacing found in each, taken over row by row."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.mentions: dict[int, tuple[Mention, ...]] = {}
        """By row of the corpus."""
        self.pseudonyms: dict[str, str] = {}
        self.subjects: list[str | None] = []
        self.open: tuple[Question, ...] = ()
        """What replacing left open."""

    def look(self) -> None:
        """Read the messages."""
        messages = self.line.corpus.messages
        self.ids: list[str] = messages["id"].to_list()
        self.texts: list[str] = messages["text"].to_list()
        self.rows = {message: row for row, message in enumerate(self.ids)}

    def take(self, done: Replaced, rows: Sequence[int]) -> None:
        """Take over what replacing found in some rows."""
        chosen = {self.ids[row] for row in rows}
        self.open = (*self._without(chosen), *done.questions)
        fresh: dict[int, list[Mention]] = {}
        for mention in done.mentions:
            fresh.setdefault(self.rows[mention.message], []).append(mention)
        for row in rows:
            self.mentions.pop(row, None)
        self.mentions.update({row: tuple(found) for row, found in fresh.items()})
        self.line.promise(done)
        self.pseudonyms.update({**done.pseudonyms, **self.line.pseudonyms})
        if "subject" in done.messages.columns:
            subjects = done.messages["subject"].to_list()
            self.subjects = self.subjects or [None] * len(self.ids)
            for row in rows:
                self.subjects[row] = subjects[row]

    def _without(self, messages: set[str]) -> Iterator[Question]:
        """The open questions of replacing, less some messages."""
        for question in self.open:
            left = tuple(each for each in question.messages if each not in messages)
            if left == question.messages:
                yield question
            elif left:
                gone = (each for each in question.messages if each in messages)
                settled = sum(self._count(question.name, each) for each in gone)
                yield replace(question, messages=left, count=max(1, question.count - settled))

    def _count(self, name: str, message: str) -> int:
        """How often a name was found in a message, written so."""
        row = self.rows[message]
        pieces = (self.texts[row][each.start : each.end] for each in self.mentions.get(row, ()))
        return sum(" ".join(piece.split()) == name for piece in pieces)

    def replaced(self) -> Replaced:
        """The whole, as replacing would give it."""
        found = (mention for row in sorted(self.mentions) for mention in self.mentions[row])
        messages = self.line.corpus.messages
        return Replaced(messages, tuple(found), self.pseudonyms, self.open)

    @cached_property
    def folded(self) -> pl.Series:
        """The texts, as they are searched."""
        return pl.Series([fold(text) for text in self.texts], dtype=pl.String)
