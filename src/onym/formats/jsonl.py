"""JSONL: one object a line; only the values that change are written anew."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from onym.errors import InputError
from onym.formats.encoding import (
    Encoding,
    decode,
    encode,
    is_foreign,
    legacy_note,
    mend,
    peek,
    unmend,
)
from onym.formats.replies import Cells
from onym.formats.tables import Changes, Score, Table, TableFormat

SUFFIXES = (".jsonl", ".ndjson", ".json")

_OTHER_SUFFIXES = (".csv", ".tsv", ".tab", ".txt")
_OPEN, _COLON, _NEXT, _CLOSE = (
    re.compile(rf"[ \t\r]*{mark}[ \t\r]*") for mark in (r"\{", ":", "[,}]", r"\}")
)
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


def recognise(path: Path, head: bytes) -> bool:
    """Tell JSONL by its first brace, or by its name."""
    suffix = path.suffix.lower()
    return suffix in SUFFIXES or (peek(head).startswith("{") and suffix not in _OTHER_SUFFIXES)


def parse(data: bytes, path: Path, score: Score) -> Table:
    """Read a file of one JSON object a line."""
    text, encoding = decode(data, path)
    lines = text.split("\n")
    rows = [row for row, line in enumerate(lines) if line.strip(" \t\r")]
    if not rows:
        raise InputError(f"{path} is empty; nothing to read")
    if lines[rows[0]].lstrip(" \t\r").startswith("["):
        raise InputError(f"{path} is a JSON list; write its objects one a line and call it .jsonl")
    members = [_read_line(lines[row], row + 1, path) for row in rows]
    names = tuple(dict.fromkeys(key for line in members for key in line))
    layout = Layout(encoding, lines, rows, members, text.isascii())
    return Table(names, [row + 1 for row in rows], layout, _notes(layout))


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
        raise InputError(
            f"{path}, line {number} is not one JSON object with each key once; correct it"
        ) from None


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
        raise InputError(f"line {row + 1}: {error}") from None


def _notes(layout: Layout) -> tuple[str, ...]:
    if layout.encoding.legacy == "none":
        return ()
    rows = [row + 1 for row in layout.rows if is_foreign(layout.lines[row])]
    return (legacy_note(layout.encoding, rows),)


FORMAT = TableFormat(recognise, parse, column, render)
