"""What is done to one part of a corpus: a frame of messages in, a frame out.

Every engine does the same with these: one after the other, on several processes, or on a cluster.
What they make of parts can be added up (`add_up`) or laid one behind the other.

    Gathering   ->  what, kind, name, who, count, samples       the evidence, as `Tally.table`
    Counting    ->  who, name, count                            the names as they are written
    Replacing   ->  the messages replaced, mentions, asked,     all of these as JSON
                    and what is still to be drawn

The messages carry the columns `threads.AROUND`, what a part must know of the rest.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import cached_property
from typing import Any

import polars as pl

from onym.conversation.threads import AROUND, whole_of
from onym.disk.records import write_spans
from onym.engine import reads_context
from onym.find.gather import CLAIMED, add_up, gather_tally
from onym.fitting import Call, Fitter, draw
from onym.model import TEXT_COLUMNS, Corpus, Mapping, Mention, Policy, Question, Source
from onym.names.kinship import registered_words
from onym.replace.mentions import Asked, questions_of
from onym.replace.observe import Observer
from onym.replace.replace import Replacer, fill_columns, fitter_of, holds_notes
from onym.resolve.resolve import Resolver

COUNTED = ("who", "name")

__all__ = ["CLAIMED", "COUNTED", "Counting", "Gathering", "Replacing", "add_up"]


def lean(mapping: Mapping) -> Mapping:
    """A mapping without its reasons, which no part needs."""
    return changed(mapping, entries=tuple(changed(each, reasons=()) for each in mapping.entries))


def head_of(corpus: Corpus) -> Corpus:
    """A corpus without its messages: what all parts of it share."""
    around = [pl.Series(name, [], dtype=kind) for name, kind in AROUND.items()]
    return changed(
        corpus,
        messages=corpus.messages.clear().with_columns(around),
        source=Source(None, corpus.source.format, {}),
        asides=None,
        notes=(),
        whole=whole_of(corpus),
    )


@dataclass(frozen=True)
class Gathering:
    """Finds every claim that a name belongs to somebody, and counts the vocabulary."""

    head: Corpus
    policy: Policy

    @cached_property
    def known(self) -> frozenset[str]:
        """The registered words, the same for all parts."""
        return registered_words(self.head.participants)

    def __call__(self, messages: pl.DataFrame) -> pl.DataFrame:
        """The evidence in a part."""
        part = changed(self.head, messages=messages)
        return gather_tally(part, self.policy, self.known).table()


@dataclass(frozen=True)
class Counting:
    """Counts how often each participant is meant by each way of writing."""

    head: Corpus
    mapping: Mapping
    policy: Policy

    @cached_property
    def observer(self) -> Observer:
        """What counts, made once for all parts."""
        return Observer(self.head, self.mapping, self.policy)

    def __call__(self, messages: pl.DataFrame) -> pl.DataFrame:
        """The names in a part."""
        counts = self.observer.count(changed(self.head, messages=messages))
        return count_table(counts)


@dataclass(frozen=True)
class Replacing:
    """Puts pseudonyms in place of the names."""

    head: Corpus
    mapping: Mapping
    policy: Policy
    given: Lookup[str, str]
    details: Lookup[str, str]

    @cached_property
    def resolver(self) -> Resolver | None:
        """What reads each name in its context, for Onym's own method."""
        if not reads_context(self.policy, self.mapping):
            return None
        return Resolver(self.head, self.mapping, self.policy)

    @cached_property
    def replacer(self) -> Replacer:
        """What replaces, made once for all parts."""
        reader = self.resolver.read if self.resolver else None
        told = self.head, self.mapping, self.policy, self.given
        return Replacer(*told, reader, None, self.details)

    @property
    def fitter(self) -> Fitter:
        """What draws the pseudonyms of details for all parts."""
        return fitter_of(self.head, self.mapping, self.policy, self.given, self.details)

    def __call__(self, messages: pl.DataFrame) -> pl.DataFrame:
        """A part with the names replaced, and beside each message what was done and is asked."""
        part = changed(self.head, messages=messages)
        if self.resolver:
            self.resolver.enter(part)
        done, calls = self.replacer.note(part)
        ids = messages["id"].to_list()
        return done.messages.with_columns(
            pl.Series("mentions", _lines(ids, done.mentions), dtype=pl.String),
            pl.Series("asked", _asked(ids, self.replacer.work.asked), dtype=pl.String),
            pl.Series("wanted", _wanted(calls, len(ids)), dtype=pl.String),
        )


def count_table(counts: Lookup[tuple[str, str], int]) -> pl.DataFrame:
    """Counts of names as a frame."""
    rows = [(who, name, count) for (who, name), count in counts.items()]
    schema = {"who": pl.String, "name": pl.String, "count": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def counts_in(table: pl.DataFrame) -> Counter[tuple[str, str]]:
    """What `count_table` wrote."""
    return Counter({(who, name): count for who, name, count in table.iter_rows()})


def questions_in(lines: pl.Series, ids: pl.Series) -> tuple[Question, ...]:
    """The questions of all parts, the most frequent first, each once."""
    asked: Asked = {}
    some = lines.is_not_null()
    for message, line in zip(ids.filter(some), lines.filter(some), strict=True):
        for kind, name, people, times in json.loads(line):
            asked.setdefault((kind, name, tuple(people)), []).extend([message] * times)
    return tuple(questions_of(asked))


def draw_all(parts: Iterable[pl.DataFrame], fitter: Fitter) -> list[list[str]]:
    """Draw what parts have notes of, in the order of the corpus: texts first, as in one piece."""
    calls = [_calls(part["wanted"]) for part in parts]
    drawn: list[list[str]] = [[] for _ in calls]
    for column in range(len(TEXT_COLUMNS)):
        for made, listed in zip(drawn, calls, strict=True):
            made += draw(fitter, listed[column])
    return drawn


def fill_part(part: pl.DataFrame, drawn: Sequence[str]) -> pl.DataFrame:
    """A part with what was drawn for its notes."""
    quoted = [json.dumps(made, ensure_ascii=False)[1:-1] for made in drawn]
    return fill_columns(fill_columns(part, TEXT_COLUMNS, drawn), ["mentions"], quoted)


def is_noted(part: pl.DataFrame) -> bool:
    """Whether anything is to be filled in in a part."""
    return any(holds_notes(part[name]) for name in TEXT_COLUMNS if name in part.columns)


def _calls(lines: pl.Series) -> list[list[Call]]:
    told = lines.drop_nulls()
    return json.loads(told[0]) if len(told) else [[] for _ in TEXT_COLUMNS]


def _lines(ids: list[str], mentions: Iterable[Mention]) -> list[str | None]:
    spans: dict[str, list[Mention]] = {}
    for mention in mentions:
        spans.setdefault(mention.message, []).append(mention)
    return [write_spans(message, spans[message]) if message in spans else None for message in ids]


def _asked(ids: list[str], asked: Asked) -> list[str | None]:
    rows: dict[str, list[Any]] = {}
    for question, where in asked.items():
        for message, times in Counter(where).items():
            rows.setdefault(message, []).append((*question, times))
    return [json.dumps(rows[each], ensure_ascii=False) if each in rows else None for each in ids]


def _wanted(calls: list[list[Call]], rows: int) -> list[str | None]:
    """What is still to be drawn, beside the first message."""
    told = json.dumps(calls, ensure_ascii=False) if any(calls) else None
    return [told, *[None] * (rows - 1)][:rows]
