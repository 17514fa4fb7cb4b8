"""Reading a corpus in whatever format it comes in, and writing it back in the same.

A format is one module and one entry of FORMATS. They are asked in the order of the dict
whether a file is theirs, so a special case of another stands before it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import polars as pl

from onym.errors import InputError
from onym.files import read_bytes, write_atomically
from onym.formats import frames, tables
from onym.formats.columns import MESSAGES
from onym.formats.corpus import Draft, build
from onym.formats.kinds import HEAD, TABLES, Opened, open_table
from onym.formats.roster import read_people, read_roster
from onym.model import Corpus, Replaced

if TYPE_CHECKING:
    from pandas import DataFrame as PandasFrame

    Tabular: TypeAlias = str | Path | pl.DataFrame | pl.LazyFrame | PandasFrame

__all__ = ["FORMATS", "Format", "read", "read_roster", "to_frame", "write"]


class Format(NamedTuple):
    """How a kind of file or folder is recognised, read and written."""

    recognise: Callable[[Path, bytes], bool]
    """From the path and the first bytes, which are empty for a folder."""
    read: Callable[[Path, Mapping[str, str] | None], Draft]
    """From the path and the user's own column names."""
    write: Callable[[Corpus, Replaced, Path], None]


def read(
    source: Tabular,
    roster: Tabular | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    format: str | None = None,
    roster_columns: Mapping[str, str] | None = None,
) -> Corpus:
    """Read messages from a file or a frame, and the people behind them, from a roster too."""
    people = read_people(roster, roster_columns) if roster is not None else []
    if isinstance(source, str | Path):
        path = Path(source)
        return build(FORMATS[_choose(path, format)].read(path, columns), people)
    return build(_draft(open_table(source, MESSAGES), columns), people)


def write(corpus: Corpus, replaced: Replaced, path: str | Path) -> None:
    """Write the corpus in its own format, with the replaced texts and authors."""
    source = corpus.source
    if source.format not in FORMATS:
        raise InputError("a corpus read from a frame has no file format; use to_frame")
    target = Path(path)
    if source.path is not None and target.exists() and target.samefile(source.path):
        raise InputError(f"{target} is the source itself; write to another file")
    FORMATS[source.format].write(corpus, replaced, target)


def to_frame(corpus: Corpus, replaced: Replaced) -> pl.DataFrame:
    """Give the source's table, all its columns, with the replaced texts and authors."""
    table: tables.Table = corpus.source.layout
    if corpus.source.format == "frame":
        return frames.change(table.layout, tables.changes(corpus, replaced, frames.column))
    column = TABLES[corpus.source.format].column
    frame = pl.DataFrame(
        {
            name: pl.Series(column(table, place), dtype=pl.String)
            for place, name in enumerate(table.names)
        }
    )
    return frames.change(frame, tables.changes(corpus, replaced, column))


def _choose(path: Path, format: str | None) -> str:
    if format is not None:
        if format not in FORMATS:
            raise InputError(f"there is no format {format}; use one of: {', '.join(FORMATS)}")
        return format
    head = b"" if path.is_dir() else read_bytes(path, HEAD)
    for name, known in FORMATS.items():
        if known.recognise(path, head):
            return name
    raise InputError(f"{path} is a folder; give a file in it")


def _draft(opened: Opened, columns: Mapping[str, str] | None) -> Draft:
    return tables.draft(opened.table, opened.column, opened.format, opened.path, columns)


def _read_table(name: str, path: Path, columns: Mapping[str, str] | None) -> Draft:
    return _draft(open_table(path, MESSAGES, columns, name), columns)


def _write_table(name: str, corpus: Corpus, replaced: Replaced, path: Path) -> None:
    kind = TABLES[name]
    changes = tables.changes(corpus, replaced, kind.column)
    write_atomically(path, kind.render(corpus.source.layout, changes))


FORMATS: dict[str, Format] = {
    name: Format(kind.recognise, partial(_read_table, name), partial(_write_table, name))
    for name, kind in TABLES.items()
}
