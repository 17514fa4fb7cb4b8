"""CSV and TSV: fields kept raw, so that what is not replaced is written back as it stood.

A file that is too large for memory is gone through once to see what it is like (`survey`), and
then read and written in pieces, each a table whose text is a piece of the file's.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from onym.errors import InputError
from onym.formats.columns import unique
from onym.formats.encoding import (
    Decoding,
    Encoding,
    encode,
    is_foreign,
    legacy_note,
    mend,
    unmend,
)
from onym.formats.pile import ROWS, SIZE
from onym.formats.records import (
    NO_DELIMITER,
    Dialect,
    Malformed,
    Record,
    Score,
    records,
    sniff,
    unquote,
    value,
)
from onym.formats.replies import Cells
from onym.formats.tables import Changes, Shape, Table, TableFormat

_HINT = re.compile(r"sep=(.)\r?\n")


class Layout(NamedTuple):
    """A delimited file, or a piece of one, in parts that join to the very same text."""

    encoding: Encoding
    dialect: Dialect
    prefix: str
    """Excel's sep= line, if there is one."""
    records: list[list[str]]
    """Raw fields of every record, the header and blank lines included."""
    ends: list[str]
    rows: list[int]
    """Which records are rows."""
    first: int = 1
    """The number of the first record in its file."""


def recognise_csv(path: Path, head: bytes) -> bool:
    """Take any file for CSV; nothing but its rows can tell."""
    return not path.is_dir()


def recognise_tsv(path: Path, head: bytes) -> bool:
    """Tell TSV by its name."""
    return path.suffix.lower() in (".tsv", ".tab")


def parse(data: bytes, path: Path, score: Score) -> Table:
    """Read a delimited file, finding out its delimiter."""
    kept: list[Record] = []
    shape = _survey(lambda: Decoding(BytesIO(data), path, -1), path, score, kept)
    whole = next(_tables(shape, kept, len(kept) + 1, len(data) + 1))
    return replace(whole, notes=shape.notes)


def survey(path: Path, score: Score) -> Shape:
    """Go through a file of any size and say what it is like, or what is wrong with it."""
    with path.open("rb") as file:

        def decode() -> Decoding:
            file.seek(0)
            return Decoding(file, path)

        return _survey(decode, path, score, None)


def pieces(path: Path, shape: Shape) -> Iterator[Table]:
    """Read a file piece by piece."""
    with path.open("rb") as file:
        _, blocks = _begin(Decoding(file, path))
        yield from _tables(shape, records(blocks, shape.layout.dialect), ROWS, SIZE)


def _survey(
    decode: Callable[[], Decoding], path: Path, score: Score, kept: list[Record] | None
) -> Shape:
    """Try how a text is split, keeping the records where they are asked for."""
    prefix, blocks = _begin(decode())
    head = next(blocks)
    if not head.strip():
        raise InputError(f"{path} is empty; nothing to read")
    dialect = sniff(head, score)
    if prefix:
        dialect = dialect._replace(delimiter=prefix[len("sep=")])
    try:
        return _look(decode(), dialect, path, kept)
    except Malformed as problem:
        if dialect.delimiter in ("\t", NO_DELIMITER):
            with suppress(InputError):  # The quotes of a TSV or a list may be just characters.
                return _look(decode(), dialect._replace(quote=False), path, kept)
        line = problem.line + prefix.count("\n")
        raise InputError(f"{path}, row {problem.row} (line {line}) {problem}") from None


def _begin(decoding: Decoding) -> tuple[str, Iterator[str]]:
    """Give Excel's sep= line, if there is one, and the text behind it in blocks."""
    blocks = iter(decoding)
    head = next(blocks)
    hint = _HINT.match(head)
    start = hint.end() if hint else 0
    return head[:start], chain((head[start:],), blocks)


def _look(decoding: Decoding, dialect: Dialect, path: Path, kept: list[Record] | None) -> Shape:
    """See that all rows are as wide as the header."""
    prefix, blocks = _begin(decoding)
    header: list[str] = []
    foreign = array("q")
    if kept is not None:
        kept.clear()
    for number, (fields, end) in enumerate(records(blocks, dialect), 1):
        if kept is not None:
            kept.append((fields, end))
        if not any(fields):
            continue
        header = header or fields
        if len(fields) != len(header):
            raise InputError(
                f"{path}, row {number} has {len(fields)} fields where the header has "
                f"{len(header)}; look for a missing quote or delimiter there"
            )
        if decoding.encoding.legacy != "none" and any(map(is_foreign, fields)):
            foreign.append(number)
    encoding = decoding.encoding
    if not header:
        raise InputError(f"{path} has only blank lines; nothing to read")
    names = unique([mend(value(raw, dialect), encoding).strip() for raw in header])
    notes = () if encoding.legacy == "none" else (legacy_note(encoding, foreign),)
    return Shape(names, Layout(encoding, dialect, prefix, [], [], []), notes)


def _tables(shape: Shape, found: Iterable[Record], most: int, largest: int) -> Iterator[Table]:
    """Make tables of so many records or characters at most; the header is no row."""
    layout, headed, size = shape.layout._replace(records=[], ends=[], rows=[]), False, 0
    for number, (fields, end) in enumerate(found, 1):
        if len(layout.records) >= most or size >= largest:
            yield _table(shape, layout)
            later = layout.encoding._replace(mark=b"")
            layout = Layout(later, layout.dialect, "", [], [], [], number)
            size = 0
        if any(fields):
            if headed:
                layout.rows.append(len(layout.records))
            headed = True
        layout.records.append(fields)
        layout.ends.append(end)
        size += sum(map(len, fields))
    yield _table(shape, layout)


def _table(shape: Shape, layout: Layout) -> Table:
    return Table(shape.names, [layout.first + row for row in layout.rows], layout)


def column(table: Table, place: int) -> Cells:
    """Read one column's values."""
    layout: Layout = table.layout
    records, encoding = layout.records, layout.encoding
    raw = [records[row][place] for row in layout.rows]
    if layout.dialect.quote:
        raw = [unquote(field) if field[:1] == '"' else field for field in raw]
    return list(raw) if encoding.legacy == "none" else [mend(value, encoding) for value in raw]


def render(table: Table, changes: Changes) -> bytes:
    """Write the file again with some fields changed."""
    layout: Layout = table.layout
    records = layout.records
    if changes:
        records = list(records)
        for place, row in enumerate(layout.rows):
            new = {c: cell for c, cells in changes.items() if (cell := cells[place]) is not None}
            if new:
                records[row] = _change(records[row], new, row, layout)
    delimiter = layout.dialect.delimiter
    text = "".join(
        delimiter.join(fields) + end for fields, end in zip(records, layout.ends, strict=True)
    )
    return encode(layout.prefix + text, layout.encoding)


def _change(fields: list[str], new: Mapping[int, str], row: int, layout: Layout) -> list[str]:
    try:
        return [
            _field(new[place], raw, layout) if place in new else raw
            for place, raw in enumerate(fields)
        ]
    except InputError as error:
        raise InputError(f"row {row + layout.first}: {error}") from None


def _field(new: str, raw: str, layout: Layout) -> str:
    """Write a value in place of a raw field, quoted if that was or if it must be."""
    new = unmend(new, raw, layout.encoding)
    special = any(character in new for character in (layout.dialect.delimiter, "\n", "\r"))
    if not layout.dialect.quote:
        if special:
            raise InputError("the new text has a tab or line end, which this file cannot hold")
        return new
    if raw.startswith('"') or special or '"' in new or not new:
        return '"' + new.replace('"', '""') + '"'
    return new


CSV = TableFormat(recognise_csv, parse, column, render, survey, pieces)
TSV = TableFormat(recognise_tsv, parse, column, render, survey, pieces)
