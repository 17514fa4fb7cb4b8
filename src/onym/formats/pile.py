"""What people wrote, piled up while a source is read: in memory, or in a folder if it is large.

Then only what tells who answers whom stays in memory; the texts lie in files, and the frames made
of them are mapped from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import polars as pl

from onym.disk.spool import Add, mapped, spooling

ROWS = 10_000
SIZE = 4 << 20
"""How many messages, and how many characters of theirs, make a piece."""


Hear = Callable[[int], None]
"""Hears how many messages have been read."""


class Aside(NamedTuple):
    """Text of the source that is no message: a title, a profile, a former version."""

    id: str
    text: str
    author: str | None = None
    thread: str | None = None
    session: str | None = None


class Frames:
    """Frames one behind the other, in a list or in a file of a folder."""

    def __init__(self, folder: Path | None, name: str, hear: Hear | None = None) -> None:
        self.path = folder and folder / f"{name}.arrow"
        self._hear, self._rows = hear, 0
        self.lengths: list[int] = []
        self._held: list[pl.DataFrame] = []
        self._stack = ExitStack()
        self._add: Add = self._held.append

    def add(self, frame: pl.DataFrame) -> None:
        """Put a frame behind the others."""
        if self.path is not None and not self.lengths:
            self._add = self._stack.enter_context(spooling(self.path))
        self.lengths.append(frame.height)
        self._add(frame)
        self._rows += frame.height
        if self._hear is not None:
            self._hear(self._rows)

    def whole(self) -> pl.DataFrame:
        """All of them as one; no other can be added then."""
        self._stack.close()
        return pl.concat(self._held) if self.path is None else mapped(self.path)

    def __enter__(self) -> Frames:
        return self

    def __exit__(self, *problem: object) -> None:
        self._stack.__exit__(*problem)  # type: ignore[arg-type]
        if problem[0] is not None and self.path is not None:
            self.path.unlink(missing_ok=True)


class Pile:
    """Takes in texts and asides, one message or one piece of a table after the other."""

    def __init__(self, folder: Path | None = None, hear: Hear | None = None) -> None:
        self.folder = folder
        self.texts = Frames(folder, "texts", hear)
        self.asides = Frames(folder, "asides-told")
        self._rows: dict[str, list[str | None]] = {}
        self._told: list[Aside] = []
        self._count = self._size = 0

    def __enter__(self) -> Pile:
        return self

    def __exit__(self, *problem: object) -> None:
        self.texts.__exit__(*problem)
        self.asides.__exit__(*problem)

    def add(self, texts: Mapping[str, str | None], asides: Sequence[Aside] = ()) -> None:
        """Add the texts of the next message, under the source's names for them."""
        for name, text in texts.items():
            self._rows.setdefault(name, []).append(text)
            self._size += len(text or "")
        self._told += asides
        self._size += sum(len(aside.text) for aside in asides)
        self._count += 1
        if self._count >= ROWS or self._size >= SIZE:
            self.pack()

    def pack(self) -> None:
        """Make a piece of what was added since the last."""
        if self._count:
            self.texts.add(frame_of(self._rows))
            self.asides.add(tell(self._told))
            self._rows, self._told, self._count, self._size = {}, [], 0, 0


def frame_of(columns: Mapping[str, Sequence[str | None] | pl.Series]) -> pl.DataFrame:
    """Make a frame of columns of text."""
    return pl.DataFrame(
        [pl.Series(name, cells, dtype=pl.String) for name, cells in columns.items()]
    )


def cut(lengths: Sequence[int]) -> Iterator[slice]:
    """Give the slices of pieces of these lengths."""
    at = 0
    for length in lengths:
        yield slice(at, at + length)
        at += length


def tell(asides: Sequence[Aside]) -> pl.DataFrame:
    """Make a frame of asides."""
    return frame_of({name: [getattr(each, name) for each in asides] for name in Aside._fields})
