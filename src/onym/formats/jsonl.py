"""JSONL, one object a line, or a JSON list of objects; only values that change are written anew."""

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
_OPEN, _COLON, _NEXT = (re.compile(rf"\s*{mark}\s*") for mark in (r"\{", ":", "[,}]"))
_BEFORE, _BETWEEN, _BEHIND = (re.compile(rf"\s*{mark}\s*") for mark in (r"\[", ",", r"\[?\s*\]"))
"""What stands in a list before its first object, behind each, and at its end."""
_HEAD = 4096
_BLANK = " \t\r"
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_COLONS = (": ", ":")
"""What programs write behind the keys of an object."""
_FLAT = frozenset({str, int, float, bool, type(None)})
"""What a value is that has no keys of its own."""
Row = dict[str, Any]


class Member(NamedTuple):
    """Where in its line the value of a key stands."""

    start: int
    end: int


class Line(NamedTuple):
    """A line of a file, or an object of a list or what stands between two."""

    text: str
    number: int
    """Of the line or the object, from 1; 0 where it is none."""


class Layout(NamedTuple):
    """A file's lines, and which of them are rows."""

    encoding: Encoding
    lines: list[str]
    rows: list[int]
    numbers: list[int]
    """Of each row's line, or of its object in a list."""
    values: list[Row]
    """What each row holds."""
    ascii: bool
    """Whether characters beyond ASCII are escaped."""
    listed: bool
    """Whether the file is a list."""


def recognise(path: Path, head: bytes) -> bool:
    """Tell objects by their first brace, or by the file's name."""
    suffix = path.suffix.lower()
    return suffix in SUFFIXES or (peek(head).startswith("{") and suffix not in _OTHER_SUFFIXES)


def parse(data: bytes, path: Path, score: Score) -> Table:
    """Read a file of JSON objects."""
    decoding = Decoding(BytesIO(data), path, -1)
    lines = list(_split(decoding, path, listed := _is_list(data[:_HEAD])))
    empty = Layout(decoding.encoding, [], [], [], [], decoding.ascii, listed)
    whole = next(_tables((), empty, lines, path, len(lines) + 1, len(data) + 1))
    layout: Layout = whole.layout
    if not layout.rows:
        raise InputError(f"{path} is empty; nothing to read")
    names = tuple(dict.fromkeys(key for row in layout.values for key in row))
    foreign = [line.number for line in lines if line.number and is_foreign(line.text)]
    return replace(whole, names=names, notes=_notes(layout.encoding, foreign))


def survey(path: Path, score: Score) -> Shape:
    """Go through a file of any size: which keys has it, and is each line an object?"""
    names: dict[str, None] = {}
    foreign = array("q")
    decode = json.JSONDecoder(strict=False).decode
    with path.open("rb") as file:
        listed = _is_list(file.read(_HEAD))
        file.seek(0)
        decoding = Decoding(file, path)
        for line, number in _split(decoding, path, listed):
            if not number:
                continue
            try:
                record = decode(line)
            except (ValueError, RecursionError):
                record = None
            if not isinstance(record, dict):
                raise _wrong(number, path, listed)
            names |= dict.fromkeys(record)
            if decoding.encoding.legacy != "none" and is_foreign(line):
                foreign.append(number)
    if not names:
        raise InputError(f"{path} is empty; nothing to read")
    layout = Layout(decoding.encoding, [], [], [], [], decoding.ascii, listed)
    return Shape(tuple(names), layout, _notes(decoding.encoding, foreign))


def pieces(path: Path, shape: Shape) -> Iterator[Table]:
    """Read a file piece by piece."""
    with path.open("rb") as file:
        lines = _split(Decoding(file, path), path, shape.layout.listed)
        yield from _tables(shape.names, shape.layout, lines, path, ROWS, SIZE)


def _is_list(head: bytes) -> bool:
    return peek(head).startswith("[")


def _split(decoding: Decoding, path: Path, listed: bool) -> Iterator[Line]:
    """Give the lines of a file, or the objects of a list and what stands between them."""
    if listed:
        yield from _objects("".join(decoding), path)
        return
    for number, line in enumerate(_lines(decoding, path), 1):
        yield Line(line, number if line.strip(_BLANK) else 0)


def _objects(text: str, path: Path) -> Iterator[Line]:
    """Give the objects of a list, and what stands before, between and behind them."""
    decode = json.JSONDecoder(strict=False).raw_decode
    gap, at, number = _BEFORE.match(text), 0, 0
    while gap and gap.end() < len(text) and text[gap.end()] != "]":
        number += 1
        yield Line(text[at : gap.end()], 0)
        try:
            _, at = decode(text, gap.end())
        except (ValueError, RecursionError):
            raise _wrong(number, path, listed=True) from None
        yield Line(text[gap.end() : at], number)
        gap = _BETWEEN.match(text, at)
    if _BEHIND.fullmatch(text, at if number else 0) is None:
        raise _wrong(number + 1, path, listed=True)
    yield Line(text[at:], 0)


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
    lines: Iterable[Line],
    path: Path,
    most: int,
    largest: int,
) -> Iterator[Table]:
    """Make tables of so many lines or characters at most."""
    layout, size = layout._replace(lines=[], rows=[], numbers=[], values=[]), 0
    read = _Reading(path, layout.listed)
    for line, number in lines:
        if len(layout.lines) >= most or size >= largest:
            layout.lines.append("")  # So that the last line of a piece has its end.
            yield _table(names, layout)
            later = layout.encoding._replace(mark=b"")
            layout = layout._replace(encoding=later, lines=[], rows=[], numbers=[], values=[])
            size = 0
        if number:
            layout.rows.append(len(layout.lines))
            layout.numbers.append(number)
            layout.values.append(read(line, number))
        layout.lines.append(line)
        size += len(line)
    yield _table(names, layout)


def _table(names: tuple[str, ...], layout: Layout) -> Table:
    return Table(names, layout.numbers, layout)


def column(table: Table, place: int) -> Cells:
    """Read one key's values; what is no string is taken as it is written."""
    layout: Layout = table.layout
    name = table.names[place]
    return [
        value
        if (value := values.get(name)) is None or (type(value) is str and value.isascii())
        else _text(value, name, layout.lines[row], layout.encoding)
        for row, values in zip(layout.rows, layout.values, strict=True)
    ]


def render(table: Table, changes: Changes) -> bytes:
    """Write the file again with some values changed."""
    layout: Layout = table.layout
    lines = list(layout.lines)
    columns = [(table.names[place], cells) for place, cells in changes.items()]
    usual = layout.encoding.legacy == "none"
    writer = _Writing(layout.ascii)
    for place, row in enumerate(layout.rows):
        values = layout.values[place]
        new = {
            name: cell
            for name, cells in columns
            if (cell := cells[place]) is not None and name in values
        }
        if new:
            line = lines[row]
            short = writer.write(line, values, new) if usual else None
            lines[row] = _rewrite(line, new, layout, place) if short is None else short
    return encode(("" if layout.listed else "\n").join(lines), layout.encoding)


class _Writing:
    """Puts new values into lines as long as those were written as programs write them."""

    def __init__(self, escapes: bool) -> None:
        self._encode = json.JSONEncoder(ensure_ascii=escapes).encode
        self._colons: Sequence[str] = _COLONS
        """What may stand behind a key; a file has one style."""

    def write(self, line: str, values: Row, new: dict[str, str]) -> str | None:
        """The line with new values, or None if it was not written in one of the usual ways."""
        if (not line.isascii() and "\\u" in line) or not _FLAT.issuperset(
            map(type, values.values())
        ):
            return None
        for colon in self._colons:
            if (edits := self._edits(line, values, new, colon)) is not None:
                self._colons = [colon]
                for start, end, token in sorted(edits, reverse=True):
                    line = f"{line[:start]}{token}{line[end:]}"
                return line
        return None

    def _edits(
        self, line: str, values: Row, new: dict[str, str], colon: str
    ) -> list[tuple[int, int, str]] | None:
        """Where the values stand in the line and what becomes of them."""
        edits = []
        for name, cell in new.items():
            key, value = f"{self._encode(name)}{colon}", values[name]
            old = self._encode(value)
            start = line.find(f"{key}{old}") + len(key)
            end = start + len(old)
            # a quote inside of a string is escaped, so what looks like a key is one
            if start < len(key) or line[end : end + 1] not in (",", "}"):
                return None
            token = self._encode(cell or ("" if isinstance(value, str) else None))
            edits.append((start, end, token))
        return edits


def _rewrite(line: str, new: dict[str, str], layout: Layout, place: int) -> str:
    """An object with new values, everything between them as it was."""
    members = dict(_members(line))
    changed = [(members[name], value) for name, value in new.items()]
    for member, value in sorted(changed, key=lambda change: change[0].start, reverse=True):
        token = _token(value, line[member.start : member.end], layout, place)
        line = line[: member.start] + token + line[member.end :]
    return line


class _Reading:
    """Reads objects, and knows whether the last had a key twice."""

    def __init__(self, path: Path, listed: bool) -> None:
        self._path, self._listed, self._twice = path, listed, False
        self._decode = json.JSONDecoder(strict=False, object_pairs_hook=self._pair).decode

    def _pair(self, pairs: list[tuple[str, Any]]) -> Row:
        row = dict(pairs)
        self._twice = len(row) < len(pairs)  # the outermost object comes last
        return row

    def __call__(self, line: str, number: int) -> Row:
        try:
            row = self._decode(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict) or self._twice:
            raise _wrong(number, self._path, self._listed)
        return row


def _wrong(number: int, path: Path, listed: bool) -> InputError:
    where = f"element {number} of the list" if listed else f"line {number}"
    return InputError(f"{path}, {where} is not one JSON object with each key once; correct it")


def _members(line: str) -> Iterator[tuple[str, Member]]:
    """Walk over an object's own keys, keeping the places of their values."""
    decode = json.JSONDecoder(strict=False).raw_decode
    place, mark = _step(_OPEN, line, 0), ","
    while mark == ",":
        key, place = decode(line, place)
        start = _step(_COLON, line, place)
        _, end = decode(line, start)
        yield key, Member(start, end)
        place = _step(_NEXT, line, end)
        mark = line[end:place].strip()


def _step(pattern: re.Pattern[str], line: str, place: int) -> int:
    found = pattern.match(line, place)
    if found is None:
        raise ValueError
    return found.end()


def _text(value: Any, name: str, line: str, encoding: Encoding) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value:  # zero may be written with a sign
        return str(value)
    if not isinstance(value, str):
        member = dict(_members(line))[name]
        value = line[member.start : member.end]
    return _LONE_SURROGATE.sub("\ufffd", mend(value, encoding))


def _token(value: str, old: str, layout: Layout, place: int) -> str:
    """Write a string the way the old value was written."""
    if not value and not old.startswith('"'):
        return "null"
    escape = old.isascii() and ("\\u" in old or layout.ascii)
    token = json.dumps(value, ensure_ascii=escape)
    if "\\/" in old:
        token = token.replace("/", "\\/")
    try:
        return token if escape else unmend(token, old, layout.encoding)
    except InputError as error:
        where = f"{'element' if layout.listed else 'line'} {layout.numbers[place]}"
        raise InputError(f"{where}: {error}") from None


def _notes(encoding: Encoding, rows: Sequence[int]) -> tuple[str, ...]:
    return () if encoding.legacy == "none" else (legacy_note(encoding, rows),)


FORMAT = TableFormat(recognise, parse, column, render, survey, pieces)
