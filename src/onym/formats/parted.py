"""A folder of tables with the same columns, as Spark and other programs write them: one corpus.

The files are taken in the order of their names, one at a time, each read and written by its own
format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from onym.disk.files import in_order, is_litter, read_bytes
from onym.errors import InputError
from onym.formats.corpus import Draft
from onym.formats.folders import number_names, write_folder
from onym.formats.format import HEAD, Format
from onym.formats.kinds import TABLES, recognise
from onym.formats.pile import Pile
from onym.formats.records import Score
from onym.formats.replies import Cells
from onym.formats.tables import Changes, Shape, Table, TableFormat, stream, written
from onym.model import Corpus, Policy, Replaced

SUFFIXES = {
    ".parquet": "parquet",
    ".jsonl": "jsonl",
    ".json": "jsonl",
    ".tsv": "tsv",
    ".csv": "csv",
}
"""The kinds of table that a folder may hold; Spark calls its JSON lines .json."""


class Part(NamedTuple):
    """One file of the folder, read as a table."""

    name: Path
    kind: TableFormat
    table: Table


def is_parted(path: Path, head: bytes) -> bool:
    """Tell a folder that holds tables of one kind and nothing else that can be seen."""
    if not path.is_dir():
        return False
    files = _visible(path)
    kinds = {SUFFIXES.get(file.suffix.lower()) for file in files if file.is_file()}
    if len(kinds) != 1 or None in kinds or not all(file.is_file() for file in files):
        return False
    return {recognise(file, read_bytes(file, HEAD)) for file in files[:1]} == kinds


def survey(path: Path, known: Score) -> Shape:
    """Say what columns the tables of a folder have, from the first of them."""
    files = [file for file in _visible(path) if file.is_file()] if path.is_dir() else []
    if not files:
        raise InputError(f"{path} has no tables; give a folder of Parquet, CSV or JSONL files")
    first = _open(files[0], known)
    return Shape(first.table.names, known, first.table.notes)


def pieces(path: Path, shape: Shape) -> Iterator[Table]:
    """Give the tables of a folder one after the other, their rows counted on."""
    rows = 0
    for file in _visible(path):
        part = _open(file, shape.layout)
        if more := sorted(set(part.table.names) - set(shape.names)):
            # A column that was not judged could name people.
            raise InputError(f"{file} has columns that the first file lacks: {', '.join(more)}")
        count = len(part.table.numbers)
        yield Table(shape.names, range(rows + 1, rows + count + 1), part)
        rows += count


def column(table: Table, place: int) -> Cells:
    """Read one column's values as text; a file may lack it, as JSON leaves out what is empty."""
    part: Part = table.layout
    name = table.names[place]
    if name not in part.table.names:
        return [None] * len(table.numbers)
    return part.kind.column(part.table, part.table.names.index(name))


def render(table: Table, new: Changes) -> bytes:
    """Write one file again with some cells changed."""
    part: Part = table.layout
    own = {part.table.names.index(table.names[place]): cells for place, cells in new.items()}
    return part.kind.render(part.table, own)


def _no_parse(data: bytes, path: Path, known: Score) -> Table:
    raise InputError(f"{path} is no folder of tables")


KIND = TableFormat(is_parted, _no_parse, column, render, survey, pieces)


def read(path: Path, columns: Mapping[str, str] | None = None) -> Draft:
    """Read all tables of a folder as one."""
    return stream(KIND, "parts", path, columns, Pile())


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the folder again, table by table, under names that tell nothing."""
    source = corpus.source
    assert source.path is not None
    names = iter(number_names([Path(file.name) for file in _visible(source.path)]))
    write_folder(path, zip(names, written(KIND, corpus, replaced, policy), strict=False))


def _visible(path: Path) -> list[Path]:
    """The files of a folder that are no program's notes to itself, in order."""
    found = (file for file in path.iterdir() if file.name[0] not in "._")
    return sorted((file for file in found if not is_litter(file.name)), key=in_order)


def _open(file: Path, known: Score) -> Part:
    data = read_bytes(file)
    kind = TABLES[recognise(file, data[:HEAD])]
    return Part(Path(file.name), kind, kind.parse(data, file, known))


FORMAT = Format(
    is_parted,
    read,
    write,
    "folder of tables",
    "Parquet, CSV, TSV or JSONL files with the same columns; other columns",
    partial(stream, KIND, "parts"),
)
