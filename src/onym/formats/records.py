"""Text in rows and fields: which delimiter parts them, and where one row ends.

Fields stay raw, with their quotes, so that the same text can be written again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

Score = Callable[[Sequence[str]], int]
"""Tells how many column names are known."""
Record = tuple[list[str], str]
"""The raw fields of a row and the line end behind them."""

DELIMITERS = (",", ";", "\t", "|")
NO_DELIMITER = "\0"
"""Stands in for the delimiter of a table of one column; no text has it."""
LONGEST = 64 << 20
"""No row may have more characters."""

_CLOSED = re.compile(r'"[^"]*+(?:""[^"]*+)*+"')
_SAMPLE_ROWS = 50


class Dialect(NamedTuple):
    """How fields and records are told apart."""

    delimiter: str
    quote: bool = True
    newline: str = "\n"


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

    row = line = 0
    """Where it begins."""


def records(blocks: Iterable[str], dialect: Dialect) -> Iterator[Record]:
    """Split a text that comes in blocks into records."""
    waiting, enough, row, line = "", 0, 1, 1
    try:
        for block in blocks:
            waiting += block
            if len(waiting) < enough:
                continue
            done = 0
            with suppress(Malformed):  # The rest of it may be in the next block.
                for fields, stop, end in split(waiting, dialect):
                    if end == len(waiting):
                        break
                    yield fields, stop
                    row, done = row + 1, end
            line += waiting.count(dialect.newline, 0, done)
            waiting = waiting[done:]
            if len(waiting) > LONGEST:
                raise Malformed("has more than 64 MB; look for a quote that is never closed")
            enough = 2 * len(waiting)
        at = 0
        for fields, stop, end in split(waiting, dialect):
            yield fields, stop
            row, line, at = row + 1, line + waiting.count(dialect.newline, at, end), end
    except Malformed as problem:
        problem.row, problem.line = row, line
        raise


def sniff(text: str, score: Score) -> Dialect:
    """Choose the delimiter under which the first rows look most like a table."""
    newline = "\n" if "\n" in text else "\r"
    candidates = {
        delimiter: _fitness(text, Dialect(delimiter, True, newline), score)
        for delimiter in DELIMITERS
    }
    best = max(candidates, key=candidates.__getitem__)
    return Dialect(best if candidates[best].width > 1 else NO_DELIMITER, True, newline)


def _fitness(text: str, dialect: Dialect, score: Score) -> Fitness:
    rows: list[list[str]] = []
    with suppress(Malformed):
        for fields, stop, _ in islice(split(text, dialect), _SAMPLE_ROWS):
            if stop or not rows:  # What comes last may be cut.
                rows.append(fields)
    rows = [fields for fields in rows if any(fields)]
    if not rows:
        return Fitness(0, False, 0)
    width = len(rows[0])
    recognised = score([value(raw, dialect) for raw in rows[0]])
    return Fitness(recognised, all(len(row) == width for row in rows), width)


def split(text: str, dialect: Dialect) -> Iterator[tuple[list[str], str, int]]:
    """Split a text into records: raw fields, the line end behind them, and where that ends."""
    newline, place, length = dialect.newline, 0, len(text)
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
        place = end + len(stop)
        yield fields, stop, place


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


def value(raw: str, dialect: Dialect) -> str:
    """Say what a raw field holds."""
    return unquote(raw) if dialect.quote and raw.startswith('"') else raw


def unquote(raw: str) -> str:
    """Take off a field's quotes."""
    return raw[1:-1].replace('""', '"')
