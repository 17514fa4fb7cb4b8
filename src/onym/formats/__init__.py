"""Reading a corpus in whatever format it comes in, and writing it back in the same.

A format is one module and one entry of FORMATS. They are asked in the order of the dict
whether a file is theirs, so a special case of another stands before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import polars as pl

from onym.disk.files import read_bytes, write_atomically, writing
from onym.errors import InputError
from onym.formats import (
    canvas,
    coursera,
    discord,
    discourse,
    edx,
    eml,
    frames,
    mbox,
    moodle,
    moodle_backup,
    parted,
    several,
    slack,
    svala,
    swell,
    tables,
    telegram,
    texts,
    transcript,
    xml_write,
)
from onym.formats.columns import MESSAGES
from onym.formats.corpus import Draft, build
from onym.formats.foreign import refuse_foreign
from onym.formats.format import HEAD, Format
from onym.formats.kinds import TABLES, Opened, open_table
from onym.formats.metadata import column
from onym.formats.pile import Hear, Pile
from onym.formats.room import check_room
from onym.formats.roster import read_people, read_roster
from onym.formats.tables import Streamed, written
from onym.model import Corpus, Policy, Replaced
from onym.policy import checked

if TYPE_CHECKING:
    from pandas import DataFrame as PandasFrame

    Tabular: TypeAlias = str | Path | pl.DataFrame | pl.LazyFrame | PandasFrame

__all__ = ["FORMATS", "Format", "column", "read", "read_roster", "to_frame", "write"]


def read(
    source: Tabular,
    roster: Tabular | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    format: str | None = None,
    roster_columns: Mapping[str, str] | None = None,
    spool: Path | None = None,
    hear: Hear | None = None,
) -> Corpus:
    """Read messages from a file or a frame, and the people behind them, from a roster too.

    With a folder to spool to, a format that can be read piece by piece keeps the texts there, and
    the frames of the corpus are mapped from its files: they must stay as long as the corpus does.
    Then `hear` is told again and again how many messages have been read.
    """
    people = read_people(roster, roster_columns) if roster is not None else []
    if isinstance(source, str | Path):
        path = Path(source)
        name = _choose(path, format)
        known = FORMATS[name]
        if spool is None or known.stream is None:
            check_room(path, name)
            return build(known.read(path, columns), people)
        with Pile(spool, hear) as pile:
            return build(known.stream(path, columns, pile), people)
    return build(_draft(open_table(source, MESSAGES), columns), people)


def write(
    corpus: Corpus, replaced: Replaced, path: str | Path, policy: Policy | None = None
) -> None:
    """Write the corpus in its own format, with the replaced texts and authors.

    The policy's seed makes the codes of whatever else could identify somebody.
    """
    source = corpus.source
    if source.format not in FORMATS:
        raise InputError("a corpus read from a frame has no file format; use to_frame")
    target = Path(path)
    if source.path is not None and target.exists() and target.samefile(source.path):
        raise InputError(f"{target} is the source itself; write to another file")
    FORMATS[source.format].write(corpus, replaced, target, checked(policy))


def to_frame(corpus: Corpus, replaced: Replaced, policy: Policy | None = None) -> pl.DataFrame:
    """Give the source's table with the replaced texts and authors.

    Columns that are not understood are empty, unless the policy keeps them.
    """
    policy = checked(policy)
    if corpus.source.format not in (*TABLES, "frame"):
        return replaced.messages
    table = corpus.source.layout
    if isinstance(table, Streamed):
        table = open_table(corpus.source.path, MESSAGES, format=corpus.source.format).table
        corpus = replace(corpus, source=replace(corpus.source, layout=table))
    if corpus.source.format == "frame":
        changes = tables.changes(corpus, replaced, frames.column, policy)
        return frames.change(table.layout, changes)
    column = TABLES[corpus.source.format].column
    frame = pl.DataFrame(
        {
            name: pl.Series(column(table, place), dtype=pl.String)
            for place, name in enumerate(table.names)
        }
    )
    return frames.change(frame, tables.changes(corpus, replaced, column, policy))


def _choose(path: Path, format: str | None) -> str:
    if format is not None:
        if format not in FORMATS:
            raise InputError(f"there is no format {format}; use one of: {', '.join(FORMATS)}")
        return format
    head = b"" if path.is_dir() else read_bytes(path, HEAD)
    refuse_foreign(path, head)
    for name, known in FORMATS.items():
        if known.recognise(path, head):
            return name
    raise InputError(
        f"{path} is a folder; give a file in it, or one with files of a kind that onym formats "
        "lists, such as .txt"
    )


def _draft(opened: Opened, columns: Mapping[str, str] | None) -> Draft:
    return tables.draft(opened.table, opened.column, opened.format, opened.path, columns)


def _read_table(name: str, path: Path, columns: Mapping[str, str] | None) -> Draft:
    return _draft(open_table(path, MESSAGES, columns, name), columns)


def _write_table(name: str, corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    kind = TABLES[name]
    if isinstance(corpus.source.layout, Streamed):
        with writing(path) as file:
            if kind.save is not None:
                kind.save(file, tables.changed(kind, corpus, replaced, policy))
            else:
                file.writelines(written(kind, corpus, replaced, policy))
        return
    changes = tables.changes(corpus, replaced, kind.column, policy)
    table = corpus.source.layout
    if kind.strip and policy.unknown == "drop":
        table = kind.strip(table)
    write_atomically(path, kind.render(table, changes))


def _table_format(name: str) -> Format:
    title, carries = _TITLES[name]
    read, write = partial(_read_table, name), partial(_write_table, name)
    kind = TABLES[name]
    stream = partial(tables.stream, kind, name) if kind.pieces else None
    return Format(kind.recognise, read, write, title, carries, stream)


_TITLES = {
    "parquet": ("Parquet table", "a message a row; types and other columns"),
    "xlsx": ("Excel workbook", "a message a row of one sheet; other sheets"),
    "ods": ("OpenDocument workbook", "a message a row of one sheet; other sheets"),
    "jsonl": ("JSON lines or list", "a message a line or element; other keys"),
    "tsv": ("tab-separated table", "a message a row; other columns"),
    "csv": ("comma-separated table", "a message a row; other columns"),
}

FORMATS: dict[str, Format] = {
    # Platforms' exports first: their files are tables or JSON too.
    "moodle-backup": moodle_backup.FORMAT,
    "moodle-forum": moodle.FORMAT,
    "svala": svala.FORMAT,
    "swell-xml": swell.FORMAT,
    "canvas": canvas.FORMAT,
    "discourse": discourse.FORMAT,
    "edx": edx.FORMAT,
    "coursera": coursera.FORMAT,
    "slack": slack.FORMAT,
    "discord": discord.FORMAT,
    "telegram": telegram.FORMAT,
    "exports": several.FORMAT,
    "mbox": mbox.FORMAT,
    "eml": eml.FORMAT,
    "xml": xml_write.FORMAT,
    "chat": transcript.FORMAT,
    "parts": parted.FORMAT,
    "texts": texts.FORMAT,
    **{name: _table_format(name) for name in TABLES},
}
