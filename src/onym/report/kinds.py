"""Which kind of name it is: the categories of the paper's Table 4, when there is a class list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as Lookup
from collections.abc import Sequence

from onym.score.categories import CATEGORIES, category_of

PLAIN = "name"
"""The one kind there is for somebody of whom no registered name is known."""

KINDS = {**CATEGORIES, PLAIN: "Name of somebody not in the class list"}
"""Every kind and its words, in the paper's order."""

Connection = tuple[str, str]
"""A participant and a name used for them, in small letters."""


def kinds_of(
    connections: Lookup[Connection, int], registered: Lookup[str, Sequence[str]]
) -> dict[Connection, str]:
    """Say for every name of every participant which kind it is."""
    official = {who: [_spoken(name) for name in names] for who, names in registered.items()}
    used: dict[str, Counter[str]] = {}
    for (who, name), times in connections.items():
        used.setdefault(who, Counter())[name] = times
    return {
        (who, name): _kind(name, official.get(who, []), names)
        for who, names in used.items()
        for name in names
    }


def _kind(name: str, official: Sequence[str], used: Lookup[str, int]) -> str:
    if not official or not name:
        return PLAIN
    return category_of(name, official, [other for other in used if used[other] > used[name]])


def _spoken(name: str) -> str:
    """A registered name in small letters and in the order it is said: not "Poe, Mary"."""
    last, _, first = name.casefold().partition(",")
    return f"{first} {last}".strip()
