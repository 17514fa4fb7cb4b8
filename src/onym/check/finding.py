"""What a search of one's own output found, and how it is told without repeating it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

SHOWN = 8
"""Messages or files that a line names."""

WHAT = {
    "name": "a name",
    "registered": "part of a registered name",
    "handle": "a user name or address",
    "author": "an author's own id",
    "file": "a name",
}

APART = {
    "cited": "as a cited author or part of somebody else's longer name",
    "term": "in a term, a place, an institution or a month",
    "code": "in program code",
    "word": "as a word",
    "abbreviation": "as an abbreviation",
    "initial": "as a bare initial",
    "guess": "if that is no accident",
}
"""Why a known name that can be seen is probably no leak; listed after those that are."""


class Place(NamedTuple):
    """Where something stands: a message or file, and the offset in its text."""

    where: str
    start: int


@dataclass(frozen=True, slots=True)
class Finding:
    """A known name that still stands in what will be shared."""

    kind: str
    """name: a name of the mapping; registered: part of a registered name; handle: a user name
    or address; author: an id in the author column; file: any of these in a file."""
    name: str = field(repr=False)
    """Private: the real name."""
    count: int
    messages: tuple[str, ...]
    """Ids of the messages, or paths of the files, where it stands."""
    why: str = ""
    """The disguise it stands in: "spelt backwards"; empty where it stands as it is."""
    apart: str = ""
    """A key of `APART` where it is probably no leak; empty for a leak."""
    places: tuple[Place, ...] = field(default=(), compare=False, repr=False)
    """Every single one by message and offset."""

    def line(self, private: bool = False) -> str:
        """Say what was found and where in one line, with the name itself only in private."""
        times = "once" if self.count == 1 else f"{self.count:,} times"
        noun = "file" if self.kind == "file" else "message"
        named = [self.name] if private else []
        how = [words for words in (self.why, APART.get(self.apart)) if words]
        what = ", ".join([WHAT[self.kind], *named, *how]) + "," * bool(named or how)
        places = f"{noun}{'s' * (len(self.messages) > 1)} {shorten(self.messages)}"
        return f"{what} {times} in {places}"


def shorten(places: Iterable[str]) -> str:
    """The first few places, and how many more there are."""
    every = list(places)
    more = len(every) - SHOWN
    return ", ".join(every[:SHOWN]) + (f" and {more:,} more" if more > 0 else "")


def gather(kind: str, name: str, why: str, apart: str, places: Iterable[Place]) -> Finding:
    """One finding of all its places."""
    every = tuple(places)
    where = tuple(dict.fromkeys(place.where for place in every))
    return Finding(kind, name, len(every), where, why, apart, every)


def ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Leaks first, then what is probably none; plain before disguised; the most frequent first."""
    return tuple(
        sorted(
            findings,
            key=lambda each: (each.apart != "", each.why != "", -each.count, each.kind, each.name),
        )
    )


def leaks(findings: Iterable[Finding]) -> int:
    """How many places show a name for which nothing speaks that it is not meant."""
    return leaking(findings).total()


def leaking(findings: Iterable[Finding]) -> Counter[str]:
    """How often each name can be seen for which nothing speaks that it is not meant."""
    names: Counter[str] = Counter()
    for finding in findings:
        names[finding.name] += 0 if finding.apart else finding.count
    return +names
