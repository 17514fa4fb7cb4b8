"""The log of a project: who did what, when, with which version and settings, and no name in it.

    {"number": 3, "time": ..., "by": "jo", "version": "0.1.0", "event": "decided",
     "details": {"actions": {"reject": 1}, "marks": ["5d1c..."]}, "previous": ..., "hash": ...}

Each entry carries the hash of the one before it, so an edit shows. A decision stands in the log as
a mark, the hash of its line in decisions.jsonl, which holds a random salt: once the line is erased
the mark tells nothing, and a person can be forgotten without breaking the chain.
"""

from __future__ import annotations

import getpass
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from itertools import pairwise
from typing import Any

from onym.disk.records import current
from onym.errors import ProjectError

VERSION = 1
START = "0" * 64
"""What the first entry follows."""

EVENTS = {
    "found": "names were looked for",
    "decided": "a person decided",
    "adopted": "decisions were found that nobody had logged: after a crash, or an edit by hand",
    "applied": "names were replaced",
    "checked": "the result was searched for names",
    "reported": "the report was written",
    "sealed": "private/ was sealed",
    "unsealed": "private/ was opened",
    "reversed": "names were put back into a text",
    "forgot": "a person was erased",
    "rotated": "new pseudonyms were drawn",
    "exported": "the record was written",
}
"""Every event and what it says."""


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of the log."""

    number: int
    time: str
    by: str
    version: str
    event: str
    details: Lookup[str, Any] = field(default_factory=dict)
    previous: str = START
    hash: str = ""

    def seal(self) -> str:
        """Give the hash of everything else in the entry."""
        row = {name: value for name, value in asdict(self).items() if name != "hash"}
        written = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return sha256(written.encode()).hexdigest()


@dataclass(frozen=True)
class Verdict:
    """What looking through the log brought to light."""

    entries: int
    head: str
    """The hash of the last entry: write it down elsewhere, and a rewritten log shows too."""
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def append(text: str, event: str, details: Lookup[str, Any], by: str) -> str:
    """Give the log with one more entry."""
    lines = _lines(text)
    last = _read_line(lines[-1], len(lines)) if lines else None
    number, previous = (last.number + 1, last.hash) if last else (1, START)
    entry = Event(number, now(), by, _version(), event, details, previous)
    row = {"log": VERSION, **asdict(entry), "hash": entry.seal()}
    return text + json.dumps(row, ensure_ascii=False) + "\n"


def read(text: str) -> list[Event]:
    """Read the log."""
    return [_read_line(line, number) for number, line in enumerate(_lines(text), start=1)]


def verify(text: str, decided: str | None, head: str | None = None) -> Verdict:
    """Look whether the log is whole and says what decisions.jsonl says.

    Without decisions (they are sealed) only the chain is looked at. Head is the hash that somebody
    wrote down: the log must still hold an entry with it.
    """
    events = read(text)
    problems = list(_breaks(events))
    if head is not None and head not in {START, *(entry.hash for entry in events)}:
        problems.append("the entry whose hash you gave is not in the log: it was rewritten or cut")
    if decided is not None:
        problems += _differences(events, decided)
    back = [
        f"entry {one.number} is dated before the one it follows: the clock went back"
        for before, one in pairwise(events)
        if one.time < before.time
    ]
    return Verdict(len(events), events[-1].hash if events else START, tuple(problems), tuple(back))


def mark(line: str) -> str:
    """Give the mark that a line of decisions.jsonl leaves in the log."""
    return sha256(line.encode()).hexdigest()


def marks(decided: str) -> list[str]:
    """Give the marks of all decisions."""
    return [mark(line) for line in _lines(decided)]


def unlogged(text: str, decided: str) -> list[str]:
    """Give the lines of decisions.jsonl that the log does not know."""
    known = Counter(_marks(read(text), "decided", "adopted"))
    known.subtract(_marks(read(text), "forgot"))
    lines = []
    for line in _lines(decided):
        known[mark(line)] -= 1
        lines += [line] if known[mark(line)] < 0 else []
    return lines


def user() -> str:
    """Who is at work, as the system knows them."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"


def now() -> str:
    """Give the time, to the second, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _breaks(events: list[Event]) -> Iterator[str]:
    previous = START
    for number, entry in enumerate(events, start=1):
        if entry.seal() != entry.hash:
            yield f"entry {number} was changed"
        elif entry.previous != previous or entry.number != number:
            yield f"entry {number} does not follow the one before it: some were taken out or put in"
        previous = entry.hash


def _differences(events: list[Event], decided: str) -> Iterator[str]:
    expected = Counter(_marks(events, "decided", "adopted"))
    expected.subtract(_marks(events, "forgot"))
    there = Counter(marks(decided))
    if missing := sum((expected - there).values()):
        yield f"{missing} logged decisions are missing from decisions.jsonl, or were changed there"
    if added := sum((there - expected).values()):
        yield f"{added} decisions of decisions.jsonl are not in the log"


def _marks(events: Iterable[Event], *kinds: str) -> Iterator[str]:
    for entry in events:
        if entry.event in kinds:
            yield from entry.details.get("marks", ())


def _read_line(line: str, number: int) -> Event:
    where = f"log.jsonl, entry {number}"
    try:
        row = json.loads(line)
        return Event(**current(row, "log.jsonl", "log", VERSION))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ProjectError(
            f"{where}: cannot be read; it was damaged or changed, restore it from a backup"
        ) from None


def _version() -> str:
    from importlib.metadata import version

    return version("onym")
