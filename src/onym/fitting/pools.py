"""Common names to give to people instead of their own: by gender, culture and kind.

A name's culture is one whose pool lists it, that of the text first; else one whose countries
list it. The pools lie in language/names/masking.toml; when one is used up, the large tables of
names go on.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from typing import Literal

from onym.language import fold, formal_names, given_names, is_ordinary, surnames

Gender = Literal["f", "m", "u"]
GENDERS: dict[str, Gender] = {
    **dict.fromkeys(("f", "female", "woman", "w", "k", "kvinna", "femme", "frau", "weiblich"), "f"),
    **dict.fromkeys(("m", "male", "man", "homme", "h", "mann", "männlich"), "m"),
}
"""What rosters write for a gender, folded."""
FALLBACK = "en"
WESTERN = frozenset(("en", "sv", "de", "fr", "es", "pt", "it", "nl", "da"))
"""Cultures that share many names."""
ALONE, WELL_TRAVELLED, AT_HOME = 0.6, 0.3, 0.42
"""What it says that a western pool has a name, alone or not, and that the text is in the
language."""
LISTED = 0.7
"""What it says that all the countries that list a name are of one culture."""
BY_ITSELF = 7
"""A name so common is a name by itself, though it may be short for another: Lisa, Tom."""
COMMON = 3
"""Names of the large tables that are at least so common follow when a pool is used up."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The common names of one culture, the most common first."""

    female: tuple[str, ...]
    male: tuple[str, ...]
    neutral: tuple[str, ...]
    surname: tuple[str, ...]
    keys: frozenset[str]
    """All of them, folded."""


@cache
def pools() -> dict[str, Pool]:
    """The pools by culture."""
    return {code: _pool(row) for code, row in _rows().items()}


@cache
def shorts() -> dict[str, tuple[str, ...]]:
    """A masking name, folded, to its short forms."""
    words = (word for row in _rows().values() for key in ("female", "male") for word in row[key])
    parts = (word.partition(":") for word in words)
    return {fold(name): tuple(short.split(",")) for name, _, short in parts if short}


def gender_of(name: str, told: str | None = None) -> Gender:
    """The gender that somebody told, or that the name tells; "u" when it is unclear."""
    if told and (known := GENDERS.get(fold(told).strip())):
        return known
    info = given_names().get(name)
    return as_gender(info.gender or "u") if info else "u"


def culture_of(words: Iterable[str], languages: Iterable[str]) -> str:
    """The culture of a name, the text's own languages first."""
    return _culture_of(tuple(fold(word) for word in words), tuple(languages))


@lru_cache(maxsize=1 << 14)
def _culture_of(keys: tuple[str, ...], languages: tuple[str, ...]) -> str:
    """The culture that most speaks for; names of many countries go with the text's language."""
    spoken = [code for code in languages if code in pools()]
    weights: defaultdict[str, float] = defaultdict(float)
    for key in keys:
        listed = [code for code in pools() if key in pools()[code].keys]
        for code in listed:
            weights[code] += _weight(listed)
        info = given_names().get(key) or surnames().get(key)
        cultures = Counter(_culture(locale) for locale in info.cultures) if info else Counter[str]()
        for code, count in cultures.items():
            weights[code] += LISTED * count / cultures.total() if code else 0.0
    for rank, code in enumerate(spoken):
        weights[code] += AT_HOME / (rank + 1) if weights[code] else 0.0
    order = [*spoken, *pools()]
    known = [code for code in weights if weights[code] > 0] or order[:1]
    return min(known, key=lambda code: (-weights[code], order.index(code)))


def _weight(listed: list[str]) -> float:
    """What it says for a culture that its pool lists a name, which others may list too."""
    if WESTERN.isdisjoint(listed):
        return 1 / len(listed)
    return ALONE if len(listed) == 1 else WELL_TRAVELLED


@lru_cache(maxsize=1 << 14)
def formals_of(short: str) -> tuple[tuple[str, ...], str | None]:
    """The names that a name may be short for, and the one it commonly is, if any."""
    formals = tuple(sorted(formal_names(short)))
    if not formals or _weight_of(short) >= BY_ITSELF:
        return formals, None
    return formals, max(formals, key=_weight_of)


def _weight_of(name: str) -> float:
    info = given_names().get(name)
    return (info.weight or 0) if info else -1


def given_candidates(culture: str, gender: Gender) -> tuple[str, ...]:
    """Common given names of a gender; gender-neutral ones where it is unclear."""
    pool = pools()[culture]
    if gender == "u":
        return pool.neutral or pools()[FALLBACK].neutral
    return pool.female if gender == "f" else pool.male


def surname_candidates(culture: str) -> tuple[str, ...]:
    """Common family names."""
    return pools()[culture].surname


@cache
def more_names(kind: str, culture: str, gender: Gender = "u") -> tuple[str, ...]:
    """Names of the large tables, for when a pool is used up: "given" or "surname"."""
    table = given_names() if kind == "given" else surnames()
    known = pools()[culture].keys
    infos = (table.get(key) for key in sorted(table.keys()) if key.isascii() and key.isalpha())
    chosen = [
        info
        for info in infos
        if info and info.name not in known and (info.weight or 0) >= COMMON and len(info.name) > 2
        if kind == "surname" or info.gender == gender
        if any(_culture(locale) == culture for locale in info.cultures)
    ]
    chosen.sort(key=lambda info: (-(info.weight or 0), info.name))
    return tuple(info.name.capitalize() for info in chosen if not is_ordinary(info.name))


def _pool(row: dict[str, list[str]]) -> Pool:
    lists = {
        kind: tuple(word.partition(":")[0] for word in row.get(kind, []))
        for kind in ("female", "male", "neutral", "surname")
    }
    return Pool(**lists, keys=frozenset(fold(name) for name in chain(*lists.values())))


@cache
def _rows() -> dict[str, dict[str, list[str]]]:
    text = (files("onym.language") / "names/masking.toml").read_text(encoding="utf-8")
    return {
        code: {key: value.split() for key, value in row.items()}
        for code, row in tomllib.loads(text).items()
    }


@cache
def _cultures() -> dict[str, str]:
    return {locale: code for code, row in _rows().items() for locale in row["locales"]}


def _culture(locale: str) -> str:
    return _cultures().get(locale.partition("_")[0], "")


def as_gender(letter: str) -> Gender:
    """A letter as a gender."""
    return "f" if letter == "f" else "m" if letter == "m" else "u"


def initials(words: Iterable[str]) -> Iterator[str]:
    """The first letters of words, with a dot each."""
    return (f"{word[0].upper()}." for word in words if word)
