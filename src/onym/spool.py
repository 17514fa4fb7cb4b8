"""Frames too large for memory, kept in a file and mapped from it.

    with spooling(file) as add:
        add(frame)          # as often as need be, all with the same columns
    messages = mapped(file)

A mapped frame is a frame like any other. Its pages are read from the disk as they are touched and
may be dropped again at any time, so a file of many gigabytes needs little memory, and several
processes that map the same file share it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl

from onym.files import writing

Add = Callable[[pl.DataFrame], None]


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
