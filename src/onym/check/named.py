"""People who are named in what will be shared and stay: who, how often and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from typing import Any

from onym.check.finding import shorten
from onym.check.fullnames import Parts, parts_of
from onym.check.known import Known
from onym.check.seek import folded
from onym.language import is_widely_known

WHY = {
    "": "nothing tells",
    "cited": "cited",
    "known": "widely known",
    "term": "part of a term or a place",
    "kept": "kept by you",
}
"""Why somebody is named and stays; those of whom nothing tells come first."""
LISTED = 20
"""Messages that are kept of each name."""
RARELY = 8
"""Somebody of whom a citation is one place in more than so many is no cited author."""


@dataclass(slots=True)
class Stay:
    """How often somebody is named, where, and what tells why the name stays."""

    reasons: Counter[str] = field(default_factory=Counter)
    """How often what tells why: a citation, a term, or nothing."""
    messages: dict[str, None] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How often the name stands there."""
        return self.reasons.total()

    def note(self, message: str, why: str) -> None:
        """Count one more place."""
        self.reasons[why] += 1
        if len(self.messages) < LISTED:
            self.messages[message] = None

    def pack(self) -> list[Any]:
        """The same as plain values."""
        return [self.reasons, [*self.messages]]

    @staticmethod
    def unpack(values: Sequence[Any]) -> Stay:
        """What `pack` gave."""
        reasons, messages = values
        return Stay(Counter(reasons), dict.fromkeys(messages))

    def merge(self, other: Stay) -> None:
        """Add what was seen in another part."""
        self.reasons.update(other.reasons)
        for message in other.messages:
            if len(self.messages) < LISTED:
                self.messages[message] = None


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody who is named and stays."""

    forms: tuple[str, ...] = field(repr=False)
    """Private: every way in which the name is written, the fullest first."""
    count: int
    messages: tuple[str, ...]
    why: str = ""
    """A key of `WHY`."""

    @property
    def name(self) -> str:
        """The fullest form of the name; private."""
        return self.forms[0]

    def line(self, private: bool = False) -> str:
        """Say how often somebody is named, where and why, with the name only in private."""
        times = "once" if self.count == 1 else f"{self.count:,} times"
        what = f"{self.name}," if private else "somebody"
        noun = f"message{'s' * (len(self.messages) > 1)}"
        return f"{what} {times} in {noun} {shorten(self.messages)}: {WHY[self.why]}"


def named(stays: Lookup[str, Stay], known: Known) -> tuple[Named, ...]:
    """Everybody who is named, person by person as far as that is plain."""
    kept = {folded(name) for name in known.keep}
    found = [_person(forms, stays, kept) for forms in _people(stays)]
    kinds = list(WHY)
    return tuple(sorted(found, key=lambda each: (kinds.index(each.why), -each.count, each.forms)))


def count_kinds(people: Iterable[Named]) -> dict[str, int]:
    """How many people stay for what reason, in words."""
    numbers = Counter(each.why for each in people)
    return {words: numbers[why] for why, words in WHY.items() if numbers[why]}


def _people(stays: Lookup[str, Stay]) -> Iterator[list[str]]:
    """The names of each person: one that fits a single fuller name joins it."""
    families: dict[str, list[tuple[Parts, str]]] = {}
    for form in stays:
        parts = parts_of(form)
        families.setdefault(parts.family, []).append((parts, form))
    for forms in families.values():
        yield from _apart(forms, stays)


def _apart(forms: list[tuple[Parts, str]], stays: Lookup[str, Stay]) -> Iterable[list[str]]:
    """The people of one family name."""
    ranked = sorted(forms, key=lambda each: (each[0].rank, -stays[each[1]].count, each[1]))
    people: list[tuple[Parts, list[str]]] = []
    for parts, form in ranked:
        fitting = [own for fuller, own in people if fuller.fits(parts)]
        if len(fitting) == 1:
            fitting[0].append(form)
        else:
            people.append((parts, [form]))
    return (own for _, own in people)


def _person(forms: list[str], stays: Lookup[str, Stay], kept: set[tuple[str, ...]]) -> Named:
    whole = Stay()
    for form in forms:
        whole.merge(stays[form])
    why = _why(whole.reasons)
    if any(is_widely_known(form) for form in forms):
        why = "known"
    if any(folded(form) in kept for form in forms):
        why = "kept"
    return Named(tuple(forms), whole.count, tuple(whole.messages)[:LISTED], why)


def _why(reasons: Counter[str]) -> str:
    """What most places tell, but that a few citations make an author."""
    if reasons["cited"] * RARELY > reasons.total():
        return "cited"
    return "term" if reasons["term"] * 2 > reasons.total() else ""
