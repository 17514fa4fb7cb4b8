"""JSONL: one object a line; only the values that change are written anew."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from onym.errors import InputError
from onym.formats.encoding import (
    Decoding,
    Encoding,
    encode,
    is_foreign,
    legacy_note,
    mend,
    peek,
    unmend,
)
from onym.formats.pile import ROWS, SIZE
from onym.formats.records import LONGEST, Score
from onym.formats.replies import Cells
from onym.formats.tables import Changes, Shape, Table, TableFormat

SUFFIXES = (".jsonl", ".ndjson", ".json")

_OTHER_SUFFIXES = (".csv", ".tsv", ".tab", ".txt")
_OPEN, _COLON, _NEXT, _CLOSE = (
    re.compile(rf"[ \t\r]*{mark}[ \t\r]*") for mark in (r"\{", ":", "[,}]", r"\}")
)
_BLANK = " \t\r"
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_DECODER = json.JSONDecoder(strict=False)


class Member(NamedTuple):
    """A key of an object, what it holds, and where in the line that stands."""

    value: Any
    start: int
    end: int


class Layout(NamedTuple):
    """A file's lines, and which of them are rows."""

    encoding: Encoding
    lines: list[str]
    rows: list[int]
    members: list[dict[str, Member]]
    ascii: bool
    """Whether characters beyond ASCII are escaped."""
    first: int = 1
    """The number of the first line in its file."""


def recognise(path: Path, head: bytes) -> bool:
    """Tell JSONL by its first brace, or by its name."""
    suffix = path.suffix.lower()
    return suffix in SUFFIXES or (peek(head).startswith("{") and suffix not in _OTHER_SUFFIXES)


def parse(data: bytes, path: Path, score: Score) -> Table:
    """Read a file of one JSON object a line."""
    decoding = Decoding(BytesIO(data), path, -1)
    lines = list(_lines(decoding, path))
    empty = Layout(decoding.encoding, [], [], [], decoding.ascii)
    whole = next(_tables((), empty, lines, path, len(lines) + 1, len(data) + 1))
    layout: Layout = whole.layout
    if not layout.rows:
        raise InputError(f"{path} is empty; nothing to read")
    names = tuple(dict.fromkeys(key for line in layout.members for key in line))
    foreign = [row + 1 for row in layout.rows if is_foreign(lines[row])]
    return replace(whole, names=names, notes=_notes(layout.encoding, foreign))


def survey(path: Path, score: Score) -> Shape:
    """Go through a file of any size: which keys has it, and is each line an object?"""
    names: dict[str, None] = {}
    foreign = array("q")
    with path.open("rb") as file:
        decoding = Decoding(file, path)
        for number, line in enumerate(_lines(decoding, path), 1):
            if not line.strip(_BLANK):
                continue
            try:
                record = json.loads(line, strict=False)
            except (ValueError, RecursionError):
                record = None
            if not isinstance(record, dict):
                raise _wrong(line, number, path)
            names |= dict.fromkeys(record)
            if decoding.encoding.legacy != "none" and is_foreign(line):
                foreign.append(number)
    if not names:
        raise InputError(f"{path} is empty; nothing to read")
    layout = Layout(decoding.encoding, [], [], [], decoding.ascii)
    return Shape(tuple(names), layout, _notes(decoding.encoding, foreign))


def pieces(path: Path, shape: Shape) -> Iterator[Table]:
    """Read a file piece by piece."""
    with path.open("rb") as file:
        lines = _lines(Decoding(file, path), path)
        yield from _tables(shape.names, shape.layout, lines, path, ROWS, SIZE)


def _lines(decoding: Decoding, path: Path) -> Iterator[str]:
    """Give the lines of a file without their ends; the last may be empty."""
    waiting: list[str] = []
    number = size = 0
    for block in decoding:
        first, *others = block.split("\n")
        waiting.append(first)
        size += len(first)
        if size > LONGEST:
            raise InputError(f"{path}, line {number + 1} has more than 64 MB; this is no table")
        if others:
            yield "".join(waiting)
            yield from others[:-1]
            waiting, size = [others[-1]], len(others[-1])
            number += len(others)
    yield "".join(waiting)


def _tables(
    names: tuple[str, ...],
    layout: Layout,
    lines: Iterable[str],
    path: Path,
    most: int,
    largest: int,
) -> Iterator[Table]:
    """Make tables of so many lines or characters at most."""
    layout, size = layout._replace(lines=[], rows=[], members=[]), 0
    for number, line in enumerate(lines, 1):
        if len(layout.lines) >= most or size >= largest:
            layout.lines.append("")  # So that the last line of a piece has its end.
            yield _table(names, layout)
            later = layout.encoding._replace(mark=b"")
            layout, size = Layout(later, [], [], [], layout.ascii, number), 0
        if line.strip(_BLANK):
            layout.rows.append(len(layout.lines))
            layout.members.append(_read_line(line, number, path))
        layout.lines.append(line)
        size += len(line)
    yield _table(names, layout)


def _table(names: tuple[str, ...], layout: Layout) -> Table:
    return Table(names, [layout.first + row for row in layout.rows], layout)


def column(table: Table, place: int) -> Cells:
    """Read one key's values; what is no string is taken as it is written."""
    layout: Layout = table.layout
    name = table.names[place]
    return [
        _text(line.get(name), layout.lines[row], layout.encoding)
        for row, line in zip(layout.rows, layout.members, strict=True)
    ]


def render(table: Table, changes: Changes) -> bytes:
    """Write the file again with some values changed."""
    layout: Layout = table.layout
    lines = list(layout.lines)
    for place, row in enumerate(layout.rows):
        members = layout.members[place]
        new = [
            (members[table.names[c]], cell)
            for c, cells in changes.items()
            if (cell := cells[place]) is not None and table.names[c] in members
        ]
        for member, value in sorted(new, key=lambda change: change[0].start, reverse=True):
            line = lines[row]
            token = _token(value, line[member.start : member.end], layout, row)
            lines[row] = line[: member.start] + token + line[member.end :]
    return encode("\n".join(lines), layout.encoding)


def _read_line(line: str, number: int, path: Path) -> dict[str, Member]:
    try:
        return dict(_members(line))
    except (ValueError, RecursionError):
        raise _wrong(line, number, path) from None


def _wrong(line: str, number: int, path: Path) -> InputError:
    if number == 1 and line.lstrip(_BLANK).startswith("["):
        return InputError(f"{path} is a JSON list; write its objects one a line and call it .jsonl")
    return InputError(
        f"{path}, line {number} is not one JSON object with each key once; correct it"
    )


def _members(line: str) -> Iterator[tuple[str, Member]]:
    """Walk over an object's own keys, keeping the places of their values."""
    place, mark = _step(_OPEN, line, 0), ","
    if line.startswith("}", place):
        place, mark = _step(_CLOSE, line, place), "}"
    seen: set[str] = set()
    while mark == ",":
        key, place = _DECODER.raw_decode(line, place)
        if not isinstance(key, str) or key in seen:
            raise ValueError
        seen.add(key)
        start = _step(_COLON, line, place)
        value, end = _DECODER.raw_decode(line, start)
        yield key, Member(value, start, end)
        place = _step(_NEXT, line, end)
        mark = line[end:place].strip()
    if place != len(line):
        raise ValueError


def _step(pattern: re.Pattern[str], line: str, place: int) -> int:
    found = pattern.match(line, place)
    if found is None:
        raise ValueError
    return found.end()


def _text(member: Member | None, line: str, encoding: Encoding) -> str | None:
    if member is None or member.value is None:
        return None
    value = member.value if isinstance(member.value, str) else line[member.start : member.end]
    return value if value.isascii() else _LONE_SURROGATE.sub("\ufffd", mend(value, encoding))


def _token(value: str, old: str, layout: Layout, row: int) -> str:
    """Write a string the way the old value was written."""
    escape = old.isascii() and ("\\u" in old or layout.ascii)
    token = json.dumps(value, ensure_ascii=escape)
    if "\\/" in old:
        token = token.replace("/", "\\/")
    try:
        return token if escape else unmend(token, old, layout.encoding)
    except InputError as error:
        raise InputError(f"line {row + layout.first}: {error}") from None


def _notes(encoding: Encoding, rows: Sequence[int]) -> tuple[str, ...]:
    return () if encoding.legacy == "none" else (legacy_note(encoding, rows),)


FORMAT = TableFormat(recognise, parse, column, render, survey, pieces)
