"""What the fields of a platform's export hold, as data: one TOML file a platform.

    [roles]
    "participants[].display_name" = "name"
    "view[].**.message" = "html"

A path names keys (or XML elements, @ before attributes) with dots between; [] is any item of a
list, * any step or part of one, ** any number of steps. The first row that fits counts. "name id"
is the name of the person whose id stands beside it. A field that fits no row is unknown: what to
do with it is the policy's word.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, cast, get_args

# fmt: off
Role = Literal[
    "text", "html", "markdown", "pieces",
    "name", "first", "last", "handle", "email", "ip", "url", "filename", "profile",
    "person", "code", "id", "time", "keep", "drop",
]
# fmt: on
"""What a field holds: text that people write, something that names a person, whose record it is
(person), a code that could identify somebody, or another record's number (id). "profile" tells of
a person and is emptied; "drop" goes and "keep" stays, with whatever lies below. "pieces" is a text
that may be a list of strings and of objects with a `text`."""

TEXTS = ("text", "html", "markdown", "pieces")
WHOLE = ("keep", "drop", "profile", "pieces")
"""Roles below which nothing is told apart."""
PERSONAL = ("name", "first", "last", "handle", "email", "ip", "url", "filename", "profile")
"""Roles that `onym inspect` calls personal, beside whose record it is."""

SEPARATOR = "."
_DOT = "\ufdd0"
"""Stands for a dot in a key, so that a key never reads as a path."""
_NOTHING = "\ufdd1"
"""Stands for a key without a letter."""


class Fields:
    """The roles of a platform's fields."""

    def __init__(self, roles: Mapping[str, str]) -> None:
        self._rules = [(_compile(path), *_parse(path, role)) for path, role in roles.items()]
        self._known: dict[str, tuple[Role | None, str | None]] = {}

    def role(self, path: str) -> Role | None:
        """Tell what stands under a path, or None where no row fits."""
        return self._look_up(path)[0]

    def owner(self, path: str) -> str | None:
        """Tell in which field beside this one stands whose it is, if the table says so."""
        return self._look_up(path)[1]

    def _look_up(self, path: str) -> tuple[Role | None, str | None]:
        if path not in self._known:
            found = ((role, owner) for rule, role, owner in self._rules if rule.fullmatch(path))
            self._known[path] = next(found, (None, None))
        return self._known[path]


@cache
def load(platform: str, table: str = "roles") -> Fields:
    """Read the roles of a platform's fields; an export of several files has a table for each."""
    text = (files(__package__) / f"{platform}.toml").read_text(encoding="utf-8")
    return Fields(tomllib.loads(text)[table])


@lru_cache(maxsize=10_000)
def step(path: str, key: str) -> str:
    """Go one key down a path."""
    key = key.replace(SEPARATOR, _DOT) or _NOTHING
    return f"{path}{SEPARATOR}{key}" if path else key


def show(path: str) -> str:
    """Write a path as the tables do."""
    path = path.replace(f"{SEPARATOR}[]", "[]").replace(_DOT, SEPARATOR)
    return path.replace(_NOTHING, '""')


def summary(found: Mapping[str, Role | None]) -> dict[str, str]:
    """Say of each path what it holds; below a key that is not known no other key is told.

    What is in no table may have anything for keys, a person's name among them.
    """
    known = {part for path, role in found.items() if role for part in _prefixes(path)}
    told: dict[str, str] = {}
    for path, role in found.items():
        shown = path if role else next(p for p in _prefixes(path) if p not in known or p == path)
        told[show(shown)] = role or "unknown"
    return told


def _prefixes(path: str) -> Iterator[str]:
    steps = path.split(SEPARATOR)
    return (SEPARATOR.join(steps[:size]) for size in range(1, len(steps) + 1))


def unknown_note(paths: Iterable[str]) -> tuple[str, ...]:
    """Say in one line which fields are not known, if there are any."""
    listed = sorted(set(paths))
    if not listed:
        return ()
    more = f" and {len(listed) - 20} more" if len(listed) > 20 else ""
    shown = ", ".join(map(show, listed[:20])) + more
    return (f'not known to Onym, left out unless unknown = "keep": {shown}',)


def _parse(path: str, value: str) -> tuple[Role, str | None]:
    role, _, owner = value.partition(" ")
    if role not in get_args(Role):
        raise ValueError(f"{path}: there is no role {role}")
    if role == "keep" and path.endswith("*"):
        raise ValueError(f"{path}: name each field that may stay; nobody knows the others")
    return cast(Role, role), owner or None


def _compile(pattern: str) -> re.Pattern[str]:
    steps = pattern.replace("[]", f"{SEPARATOR}[]").strip(SEPARATOR).split(SEPARATOR)
    parts = []
    for place, part in enumerate(steps):
        last = place == len(steps) - 1
        if part == "**":
            parts.append(r".*" if last else r"(?:[^.]+\.)*")
        else:
            fits = r"[^.]+" if part == "*" else re.escape(part).replace(r"\*", "[^.]*")
            parts.append(fits + ("" if last else r"\."))
    return re.compile("".join(parts))
