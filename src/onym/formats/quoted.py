"""CSV as databases write it: quotes inside a field doubled, or with a backslash before them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from onym.errors import InputError
from onym.formats.encoding import Encoding, decode, encode, mend, unmend

_DOUBLED = re.compile(r'(?:"((?:[^"]|"")*+)"|([^",\r\n]*+))(,|\r\n|\n|\r|\Z)')
_ESCAPED = re.compile(r'(?:"((?:[^"\\]|\\.|"")*+)"|([^",\r\n]*+))(,|\r\n|\n|\r|\Z)', re.DOTALL)
_BACKSLASH = re.compile(r'\\(.)|""', re.DOTALL)


@dataclass(frozen=True)
class Table:
    """A table of which every field is known by where it stands."""

    text: str
    encoding: Encoding
    names: tuple[str, ...]
    rows: list[list[tuple[int, int]]]
    """Where each field's raw text begins and ends, row by row."""
    escaped: bool

    def cell(self, row: int, name: str) -> str:
        """Give a field's value, or nothing where the table has no such column."""
        if name not in self.names:
            return ""
        start, end = self.rows[row][self.names.index(name)]
        return mend(_value(self.text[start:end], self.escaped), self.encoding)

    def render(self, changes: Mapping[tuple[int, str], str]) -> bytes:
        """Write the table with some fields changed."""
        parts: list[str] = []
        at = 0
        for row, spans in enumerate(self.rows):
            for name, (start, end) in zip(self.names, spans, strict=True):
                new = changes.get((row, name))
                if new is None or new == self.cell(row, name):
                    continue
                parts += (self.text[at:start], self._field(new, self.text[start:end]))
                at = end
        return encode("".join((*parts, self.text[at:])), self.encoding)

    def _field(self, value: str, old: str) -> str:
        value = unmend(value, old, self.encoding)
        if self.escaped:
            value = value.replace("\\", "\\\\").replace('"', '\\"')
        else:
            value = value.replace('"', '""')
        plain = not old.startswith('"') and not re.search(r'[",\r\n\\]', value)
        return value if plain and value else f'"{value}"'


def parse(data: bytes, path: Path, member: str) -> Table:
    """Read a table, finding out how its quotes are written."""
    text, encoding = decode(data, path)
    plans = (
        ((False, _DOUBLED), (True, _ESCAPED))
        if '\\"' not in text
        else ((True, _ESCAPED), (False, _DOUBLED))
    )
    problem = "it is empty"
    for escaped, pattern in plans:
        rows, wrong = _split(text, pattern)
        if wrong is None and rows:
            names = tuple(_value(text[start:end], escaped).strip() for start, end in rows[0])
            return Table(text, encoding, names, rows[1:], escaped)
        problem = wrong or problem
    raise InputError(f"{path}: {member} is no table that can be read: {problem}; export it again")


def _split(text: str, pattern: re.Pattern[str]) -> tuple[list[list[tuple[int, int]]], str | None]:
    """Give the fields of every row, or what is wrong with the first row that does not fit."""
    rows: list[list[tuple[int, int]]] = []
    row: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        found = pattern.match(text, at)
        if found is None:
            return rows, f"row {len(rows) + 1} has a quote that is never closed"
        row.append((found.start(), found.start(3)))
        at = found.end()
        if found[3] == ",":
            if at == len(text):
                row.append((at, at))
            else:
                continue
        if len(row) > 1 or row[0][0] < row[0][1]:
            rows.append(row)
            if len(row) != len(rows[0]):
                return (
                    rows,
                    f"row {len(rows)} has {len(row)} fields where the first has {len(rows[0])}",
                )
        row = []
    return rows, None


def _value(raw: str, escaped: bool) -> str:
    if not raw.startswith('"'):
        return raw
    if escaped:
        return _BACKSLASH.sub(lambda found: found[1] or '"', raw[1:-1])
    return raw[1:-1].replace('""', '"')
