"""A corpus in parts: one file that every process maps, and the stretches of it that each takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import polars as pl

from onym.conversation.threads import AROUND, surround
from onym.disk.spool import spooling
from onym.model import Corpus

MESSAGES = 10_000
LETTERS = 4_000_000
"""How much a part holds at most: enough to make starting on it worthwhile."""

Stretch = tuple[int, int]
"""The first row of a part, and how many rows it has."""


def lay(corpus: Corpus, path: Path, columns: Sequence[pl.Series] = ()) -> None:
    """Write the messages of a corpus with what each must know of the others, and more columns."""
    messages = corpus.messages
    more = pl.DataFrame(columns) if columns else None
    with spooling(path) as add:
        at = 0
        for around in _around(messages):
            piece = messages.slice(at, around.height).with_columns(around)
            if more is not None:
                piece = piece.with_columns(more.slice(at, around.height))
            add(piece)
            at += around.height


def _around(messages: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """What each message must know of the others, if it does not stand beside it already."""
    if set(AROUND) <= set(messages.columns):
        return messages.select(list(AROUND)).iter_slices(MESSAGES)
    return surround(messages, MESSAGES)


def stretches(texts: pl.Series) -> Iterator[Stretch]:
    """Cut messages into parts of a like size."""
    first = letters = 0
    for piece in range(0, len(texts), MESSAGES):
        sizes = texts.slice(piece, MESSAGES).str.len_bytes().fill_null(0)
        for row, size in enumerate(sizes, piece):
            if row > first and (letters + size > LETTERS or row - first >= MESSAGES):
                yield first, row - first
                first, letters = row, 0
            letters += size
    if len(texts) > first:
        yield first, len(texts) - first
