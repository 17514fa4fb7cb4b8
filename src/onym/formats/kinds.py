"""The kinds of table that Onym knows, and opening one of whatever kind it is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from onym.disk.files import read_bytes
from onym.errors import InputError
from onym.formats import delimited, jsonl, ods, parquet, xlsx
from onym.formats.columns import Aliases, score
from onym.formats.format import HEAD
from onym.formats.frames import column, from_frame, is_frame
from onym.formats.tables import Column, Table, TableFormat

TABLES: dict[str, TableFormat] = {
    "parquet": parquet.FORMAT,
    "xlsx": xlsx.FORMAT,
    "ods": ods.FORMAT,
    "jsonl": jsonl.FORMAT,
    "tsv": delimited.TSV,
    "csv": delimited.CSV,
}
"""Asked in this order whether a file is theirs; CSV takes what is left."""


class Opened(NamedTuple):
    """A table, how to read its columns, and where it came from."""

    table: Table
    column: Column
    format: str
    path: Path | None


def open_table(
    source: object,
    aliases: Aliases,
    mapped: Mapping[str, str] | None = None,
    format: str | None = None,
) -> Opened:
    """Open a file or a frame as a table with columns of these names, or as the user has them."""
    if is_frame(source):
        return Opened(from_frame(source), column, "frame", None)
    if not isinstance(source, str | Path):
        raise InputError(f"a {type(source).__name__} is no table; give a path or a frame")
    path = Path(source)
    data = read_bytes(path)
    if not data:
        raise InputError(f"{path} is empty; nothing to read")
    name = format or recognise(path, data[:HEAD])
    kind = TABLES[name]
    known = partial(score, aliases=aliases, mapped=mapped or {})
    return Opened(kind.parse(data, path, known), kind.column, name, path)


def recognise(path: Path, head: bytes) -> str:
    """Name the kind of table that a file holds."""
    return next(name for name, kind in TABLES.items() if kind.recognise(path, head))
