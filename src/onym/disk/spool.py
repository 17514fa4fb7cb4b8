"""Frames too large for memory, kept in a file and mapped from it.

    with spooling(file) as add:
        add(frame)          # as often as need be, all with the same columns
    messages = mapped(file)

A mapped frame is a frame like any other. Its pages are read from the disk as they are touched and
may be dropped again at any time, so a file of many gigabytes needs little memory, and several
processes that map the same file share it.
"""

from __future__ import annotations

import ctypes
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from onym.disk.files import writing

Add = Callable[[pl.DataFrame], None]
_T = TypeVar("_T")
_MAPPING = re.compile(r"^([0-9a-f]+)-([0-9a-f]+) r--[sp] .*\.arrow(?: \(deleted\))?$", re.MULTILINE)
_DONTNEED = 4
OFTEN = 4096
"""After so many messages pages are let go of."""


@contextmanager
def spooling(path: Path) -> Iterator[Add]:
    """Write frames one behind the other into a file of mode 0600, whole or not at all."""
    from pyarrow import ipc  # type: ignore[import-untyped,unused-ignore]

    made: list[Any] = []
    with writing(path, 0o600) as file:

        def add(frame: pl.DataFrame) -> None:
            table = frame.to_arrow(compat_level=pl.CompatLevel.newest())
            if not made:
                made.append(ipc.new_file(file, table.schema))
            made[0].write_table(table)

        yield add
        if not made:
            raise ValueError("nothing was spooled: add a frame, be it empty")
        made[0].close()


def mapped(path: Path) -> pl.DataFrame:
    """The frame that lies in a file, without reading it."""
    import pyarrow  # type: ignore[import-untyped,unused-ignore]

    table = pyarrow.ipc.open_file(pyarrow.memory_map(str(path))).read_all()
    frame = pl.from_arrow(table, rechunk=False)
    assert isinstance(frame, pl.DataFrame)
    return frame


def relax() -> None:
    """Let go of the pages of mapped frames; those that are touched again are read again.

    The system would do so when memory is short. Until then they look as if they were needed.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None)
    for found in _MAPPING.finditer(Path("/proc/self/maps").read_text("utf-8", "replace")):
        start, end = int(found[1], 16), int(found[2], 16)
        libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), _DONTNEED)


def relaxing(rows: Iterable[_T]) -> Iterator[_T]:
    """Walk along rows of mapped frames, letting go of what lies behind."""
    for place, row in enumerate(rows):
        if place % OFTEN == OFTEN - 1:
            relax()
        yield row
