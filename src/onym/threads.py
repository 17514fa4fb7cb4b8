"""Who is around a message: the one it answers, who spoke before in its thread, its session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import polars as pl

RECENT = 12
"""How many earlier writers of a thread are remembered."""


class Setting(NamedTuple):
    """The people around one message."""

    author: str | None
    answered: str | None
    """Whom the message most likely speaks to: the parent's author, else the last other writer."""
    earlier: tuple[str, ...]
    """Other writers before it in the thread, the latest first."""
    thread: str | None
    session: str | None


def settings(messages: pl.DataFrame) -> Iterator[Setting]:
    """The setting of every message, in the order of the corpus."""
    recent: dict[str, list[str]] = {}
    columns = ("author", "parent_author", "thread", "session")
    for author, parent, thread, session in messages.select(columns).iter_rows():
        before = recent.setdefault(thread, []) if thread is not None else []
        earlier = tuple(who for who in reversed(before) if who != author)
        answered = parent if parent is not None and parent != author else None
        if answered is None and earlier:
            answered = earlier[0]
        yield Setting(author, answered, earlier, thread, session)
        if author is not None and thread is not None:
            if author in before:
                before.remove(author)
            before.append(author)
            del before[:-RECENT]


class Membership(NamedTuple):
    """Who writes where."""

    threads: dict[str, frozenset[str]]
    sessions: dict[str, frozenset[str]]
    written: Counter[str]
    """How many messages each participant wrote."""


def membership(messages: pl.DataFrame) -> Membership:
    """The writers of every thread and of every session."""

    def writers(column: str) -> dict[str, frozenset[str]]:
        pairs = messages.select(column, "author").drop_nulls().unique()
        table: dict[str, set[str]] = {}
        for where, who in pairs.iter_rows():
            table.setdefault(where, set()).add(who)
        return {where: frozenset(people) for where, people in table.items()}

    written = Counter(messages["author"].drop_nulls().to_list())
    return Membership(writers("thread"), writers("session"), written)
