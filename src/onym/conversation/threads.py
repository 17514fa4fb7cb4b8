"""Who is around a message: the one it answers, who spoke before in its thread, its session.

A part of a large corpus cannot see the rest, so `surround` writes beside each message what it
must know of it; everything here reads those columns where they are there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Lookup
from itertools import islice
from typing import NamedTuple
from weakref import ref

import numpy as np
import polars as pl

from onym.conversation.lately import last_writers
from onym.conversation.quotations import Quoted, quoted_authors
from onym.model import Corpus, Whole

RECENT = 12
"""How many earlier writers of a thread are remembered."""
PLACED = ("author", "parent_author", "thread", "session")
AROUND: dict[str, pl.DataType | type[pl.DataType]] = {
    "answered": pl.String,
    "earlier": pl.List(pl.String),
    "inside": pl.List(pl.String),
    "credited": pl.List(pl.String),
    "lately": pl.List(pl.String),
}
"""What `surround` adds: whom a message answers, who wrote before in its thread, who does at all,
who wrote what stands below each line that says who is quoted, and who wrote last elsewhere."""


class Setting(NamedTuple):
    """The people around one message."""

    author: str | None
    answered: str | None
    """Whom the message most likely speaks to: the parent's author, else whose words it quotes, else
    the last other writer."""
    earlier: tuple[str, ...]
    """Other writers before it in the thread, the latest first."""
    thread: str | None
    session: str | None
    credited: tuple[str | None, ...] = ()
    """Who wrote what is quoted below each line that says who is quoted, as far as it is known."""
    lately: tuple[str, ...] = ()
    """Who wrote last in other threads, the latest first, where there is nobody in this one."""
    named: frozenset[str] = frozenset()
    """Whom the message names in full."""


def settings(messages: pl.DataFrame) -> Iterator[Setting]:
    """The setting of every message, in the order of the corpus."""
    if "answered" in messages.columns:
        told = ("author", "answered", "earlier", "thread", "session", "credited", "lately")
        for row in messages.select(told).iter_rows():
            author, answered, earlier, thread, session, named, lately = row
            credited = tuple(named)
            yield Setting(
                author, answered, tuple(earlier), thread, session, credited, tuple(lately)
            )
    else:
        yield from _follow(messages, {}, _told(messages))


Told = list[tuple[Quoted, tuple[str, ...]]]
"""For every message, whose words it quotes, and who wrote last."""
_LAST: list[tuple[ref[pl.DataFrame], Told]] = []


def _tell(messages: pl.DataFrame) -> Told:
    return list(zip(quoted_authors(messages), last_writers(messages), strict=True))


def _told(messages: pl.DataFrame) -> Told:
    """What `_tell` says; every pass over the same messages asks, so the answer is kept."""
    if not _LAST or _LAST[0][0]() is not messages:
        _LAST[:] = [(ref(messages), _tell(messages))]
    return _LAST[0][1]


def _follow(messages: pl.DataFrame, recent: dict[str, list[str]], told: Told) -> Iterator[Setting]:
    """The settings of messages that come after others, whose last writers are in `recent`."""
    rows = messages.select(PLACED).iter_rows()
    for (author, parent, thread, session), (quoted, lately) in zip(rows, told, strict=True):
        cited, credited = quoted
        before = recent.setdefault(thread, []) if thread is not None else []
        earlier = tuple(who for who in reversed(before) if who != author)
        answered = next((who for who in (parent, cited) if who not in (None, author)), None)
        if answered is None and earlier:
            answered = earlier[0]
        lately = lately if answered is None else ()
        yield Setting(author, answered, earlier, thread, session, credited, lately)
        if author is not None and thread is not None:
            if author in before:
                before.remove(author)
            before.append(author)
            del before[:-RECENT]


class Membership(NamedTuple):
    """Who writes where."""

    threads: Lookup[str, frozenset[str]]
    sessions: Lookup[str, frozenset[str]]
    written: Counter[str]
    """How many messages each participant wrote."""


def membership(corpus: Corpus) -> Membership:
    """The writers of every thread and of every session; in a part, of its own threads."""
    messages, whole = corpus.messages, corpus.whole
    if whole is None:
        written = Counter(dict(messages["author"].drop_nulls().value_counts().iter_rows()))
        return Membership(writers(messages, "thread"), writers(messages, "session"), written)
    own = messages.select("thread", "inside").unique("thread").drop_nulls().iter_rows()
    inside = {thread: frozenset(people) for thread, people in own}
    return Membership(inside, whole.sessions, whole.written)


def writers(messages: pl.DataFrame, column: str) -> dict[str, frozenset[str]]:
    """Who writes in each thread, or in each session."""
    pairs = messages.select(column, "author").drop_nulls().unique()
    grouped = pairs.group_by(column).agg("author").iter_rows()
    return {where: frozenset(people) for where, people in grouped}


def whole_of(corpus: Corpus) -> Whole:
    """What every part of a corpus must know of it."""
    if corpus.whole is not None:
        return corpus.whole
    messages = corpus.messages
    written = Counter(dict(messages["author"].drop_nulls().value_counts().iter_rows()))
    return Whole(writers(messages, "session"), written, stand_apart(corpus))


def stand_apart(corpus: Corpus) -> bool:
    """Whether no message belongs to a thread or session: each is an essay."""
    if corpus.whole is not None:
        return corpus.whole.apart
    return all(corpus.messages[name].is_null().all() for name in ("session", "thread"))


def surround(messages: pl.DataFrame, size: int) -> Iterator[pl.DataFrame]:
    """The columns AROUND of a corpus, in slices of so many messages."""
    pairs = messages.select("thread", "author").drop_nulls().unique(maintain_order=True)
    inside = pairs.group_by("thread").agg(pl.col("author").alias("inside"))
    recent: dict[str, list[str]] = {}
    told = iter(_tell(messages))
    for piece in messages.select(PLACED).iter_slices(size):
        around = list(_follow(piece, recent, list(islice(told, len(piece)))))
        answered = pl.Series("answered", [each.answered for each in around], dtype=pl.String)
        earlier = lists([each.earlier for each in around]).alias("earlier")
        joined = piece.select("thread").join(inside, "thread", "left", maintain_order="left")
        credited = lists([each.credited for each in around]).alias("credited")
        lately = lists([each.lately for each in around]).alias("lately")
        yield pl.DataFrame([answered, earlier, joined["inside"], credited, lately])


def lists(rows: Sequence[Sequence[str | None]]) -> pl.Series:
    """A column of lists of texts; polars would make a series of each of them on the way."""
    flat = pl.Series([text for row in rows for text in row], dtype=pl.String)
    places = np.repeat(np.arange(len(rows)), np.fromiter(map(len, rows), np.int64, len(rows)))
    some = pl.DataFrame({"row": places, "text": flat}).group_by("row").agg("text")
    whole = pl.DataFrame({"row": np.arange(len(rows))})
    return whole.join(some, "row", "left", maintain_order="left")["text"].fill_null([])
