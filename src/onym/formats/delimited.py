"""CSV and TSV: fields kept raw, so that what is not replaced is written back as it stood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from onym.errors import InputError
from onym.formats.columns import unique
from onym.formats.encoding import Encoding, decode, encode, is_foreign, legacy_note, mend, unmend
from onym.formats.replies import Cells
from onym.formats.tables import Changes, Score, Table, TableFormat

DELIMITERS = (",", ";", "\t", "|")
NO_DELIMITER = "\0"
"""Stands in for the delimiter of a table of one column; no text has it."""

_HINT = re.compile(r"sep=(.)\r?\n")
_CLOSED = re.compile(r'"[^"]*+(?:""[^"]*+)*+"')
_SAMPLE_ROWS = 50


class Dialect(NamedTuple):
    """How fields and records are told apart."""

    delimiter: str
    quote: bool = True
    newline: str = "\n"


class Layout(NamedTuple):
    """A delimited file in pieces that join to the very same file."""

    encoding: Encoding
    dialect: Dialect
    prefix: str
    """Excel's sep= line, if there is one."""
    records: list[list[str]]
    """Raw fields of every record, the header and blank lines included."""
    ends: list[str]
    rows: list[int]
    """Which records are rows."""


class Fitness(NamedTuple):
    """How much a text looks like a table: names known, rows equally wide, columns."""

    recognised: int
    even: bool
    width: int


class Patterns(NamedTuple):
    """A dialect's expressions: all fields of a record, a quoted field, a bare one."""

    fields: re.Pattern[str]
    quoted: re.Pattern[str]
    bare: re.Pattern[str]


class Malformed(Exception):
    """A record that cannot be split into fields."""


def recognise_csv(path: Path, head: bytes) -> bool:
    """Take any file for CSV; nothing but its rows can tell."""
    return not path.is_dir()


def recognise_tsv(path: Path, head: bytes) -> bool:
    """Tell TSV by its name."""
    return path.suffix.lower() in (".tsv", ".tab")


def parse(data: bytes, path: Path, score: Score) -> Table:
    """Read a delimited file, finding out its delimiter."""
    text, encoding = decode(data, path)
    if not text.strip():
        raise InputError(f"{path} is empty; nothing to read")
    hint = _HINT.match(text)
    start = hint.end() if hint else 0
    newline = "\n" if "\n" in text else "\r"
    dialect = Dialect(hint[1], True, newline) if hint else sniff(text, newline, score)
    records, ends, dialect = _split_all(text, start, dialect, path)
    rows = _find_rows(records, path)
    header = rows.pop(0)
    layout = Layout(encoding, dialect, text[:start], records, ends, rows)
    names = unique([mend(_value(raw, dialect), encoding).strip() for raw in records[header]])
    return Table(names, [row + 1 for row in rows], layout, _notes(layout))


def column(table: Table, place: int) -> Cells:
    """Read one column's values."""
    layout: Layout = table.layout
    records, encoding = layout.records, layout.encoding
    raw = [records[row][place] for row in layout.rows]
    if layout.dialect.quote:
        raw = [_unquote(field) if field[:1] == '"' else field for field in raw]
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
        raise InputError(f"row {row + 1}: {error}") from None


def sniff(text: str, newline: str, score: Score) -> Dialect:
    """Choose the delimiter under which the first rows look most like a table."""
    candidates = {
        delimiter: _fitness(text, Dialect(delimiter, True, newline), score)
        for delimiter in DELIMITERS
    }
    best = max(candidates, key=candidates.__getitem__)
    return Dialect(best if candidates[best].width > 1 else NO_DELIMITER, True, newline)


def _fitness(text: str, dialect: Dialect, score: Score) -> Fitness:
    rows: list[list[str]] = []
    with suppress(Malformed):
        for fields, _ in islice(split(text, 0, dialect), _SAMPLE_ROWS):
            rows.append(fields)
    rows = [fields for fields in rows if any(fields)]
    if not rows:
        return Fitness(0, False, 0)
    width = len(rows[0])
    recognised = score([_value(raw, dialect) for raw in rows[0]])
    return Fitness(recognised, all(len(row) == width for row in rows), width)


def split(text: str, start: int, dialect: Dialect) -> Iterator[tuple[list[str], str]]:
    """Split a text into records: raw fields, and the line end that follows them."""
    newline, place, length = dialect.newline, start, len(text)
    patterns = _patterns(dialect)
    while place < length:
        end = text.find(newline, place)
        end = length if end < 0 else end
        if dialect.quote and text.find('"', place, end) >= 0:
            fields, end = _split_quoted(text, place, end, dialect, patterns)
        else:
            if text.endswith("\r", place, end) and end < length:
                end -= 1
            fields = text[place:end].split(dialect.delimiter)
        stop = text[end : end + 2] if text.startswith("\r\n", end) else text[end : end + 1]
        yield fields, stop
        place = end + len(stop)


def _split_quoted(
    text: str, place: int, end: int, dialect: Dialect, patterns: Patterns
) -> tuple[list[str], int]:
    """Split the record that begins at `place`, whose first line ends at `end`."""
    quotes = text.count('"', place, end)
    while quotes % 2 and end < len(text):
        more = text.find(dialect.newline, end + 1)
        more = len(text) if more < 0 else more
        quotes, end = quotes + text.count('"', end, more), more
    if text.endswith("\r", place, end) and end < len(text):
        end -= 1
    record = text[place:end]
    fields = patterns.fields.findall(record)
    if len(dialect.delimiter.join(fields)) == len(record):
        return fields, end
    # Stray quotes: go field by field, to take them as they are or to say what is wrong.
    return _split_slowly(text, place, dialect.delimiter, patterns)


def _split_slowly(
    text: str, place: int, delimiter: str, patterns: Patterns
) -> tuple[list[str], int]:
    fields = []
    while True:
        found = patterns.quoted.match(text, place) or patterns.bare.match(text, place)
        if found is None:
            raise Malformed(
                "goes on after a closing quote; double the quotes inside a quoted field"
                if _CLOSED.match(text, place)
                else "opens a quote that is never closed; close it or double it"
            )
        fields.append(found[0])
        place = found.end()
        if not text.startswith(delimiter, place):
            return fields, place
        place += 1


def _patterns(dialect: Dialect) -> Patterns:
    delimiter, closed = re.escape(dialect.delimiter), _CLOSED.pattern
    if dialect.newline == "\n":
        end, bare = r"\r?\n", rf"[^{delimiter}\r\n]*+(?:\r(?!\n)[^{delimiter}\r\n]*+)*+"
    else:
        end, bare = r"\r", rf"[^{delimiter}\r]*+"
    return Patterns(
        fields=re.compile(rf'(?:\A|{delimiter})({closed}(?={delimiter}|\Z)|(?!"){bare})'),
        quoted=re.compile(rf"{closed}(?={delimiter}|{end}|\Z)"),
        bare=re.compile(rf'(?!"){bare}'),
    )


def _split_all(
    text: str, start: int, dialect: Dialect, path: Path
) -> tuple[list[list[str]], list[str], Dialect]:
    records: list[list[str]] = []
    ends: list[str] = []
    try:
        for fields, end in split(text, start, dialect):
            records.append(fields)
            ends.append(end)
    except Malformed as problem:
        bare = _split_bare(text, start, dialect)
        if bare is not None:
            return bare
        line = text.count("\n", 0, start) + 1
        line += sum(field.count("\n") for fields in records for field in fields)
        line += sum(end != "" for end in ends)
        raise InputError(f"{path}, row {len(records) + 1} (line {line}) {problem}") from None
    return records, ends, dialect


def _split_bare(
    text: str, start: int, dialect: Dialect
) -> tuple[list[list[str]], list[str], Dialect] | None:
    """Split a TSV or a list whose quotes are just characters, if that makes a table of it."""
    if dialect.delimiter not in ("\t", NO_DELIMITER):
        return None
    bare = dialect._replace(quote=False)
    pieces = list(split(text, start, bare))
    records, ends = [fields for fields, _ in pieces], [end for _, end in pieces]
    rectangular = len({len(fields) for fields in records if any(fields)}) == 1
    return (records, ends, bare) if rectangular else None


def _find_rows(records: list[list[str]], path: Path) -> list[int]:
    """Tell rows from blank lines and see that they are all as wide as the header."""
    rows = [row for row, fields in enumerate(records) if any(fields)]
    width = len(records[rows[0]])
    for row in rows:
        if len(records[row]) != width:
            raise InputError(
                f"{path}, row {row + 1} has {len(records[row])} fields where the header has "
                f"{width}; look for a missing quote or delimiter there"
            )
    return rows


def _value(raw: str, dialect: Dialect) -> str:
    return _unquote(raw) if dialect.quote and raw.startswith('"') else raw


def _unquote(raw: str) -> str:
    return raw[1:-1].replace('""', '"')


def _field(value: str, raw: str, layout: Layout) -> str:
    """Write a value in place of a raw field, quoted if that was or if it must be."""
    value = unmend(value, raw, layout.encoding)
    special = any(character in value for character in (layout.dialect.delimiter, "\n", "\r"))
    if not layout.dialect.quote:
        if special:
            raise InputError("the new text has a tab or line end, which this file cannot hold")
        return value
    if raw.startswith('"') or special or '"' in value or not value:
        return '"' + value.replace('"', '""') + '"'
    return value


def _notes(layout: Layout) -> tuple[str, ...]:
    if layout.encoding.legacy == "none":
        return ()
    rows = [row + 1 for row in layout.rows if any(map(is_foreign, layout.records[row]))]
    return (legacy_note(layout.encoding, rows),)


CSV = TableFormat(recognise_csv, parse, column, render)
TSV = TableFormat(recognise_tsv, parse, column, render)
