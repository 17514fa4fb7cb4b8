"""Places to put for others: another country, a city of that country, or an invented one.

A country becomes another of its continent, a city one of the country that its own country
becomes, so that "Odense in Denmark" stays a city in its country (seed 002, 3.5). What no table
knows becomes A-city, B-city, ...
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from random import Random
from string import ascii_uppercase
from typing import Any

from onym.language.folding import read_table

FALLBACK = "en"
LARGE = 5
"""The size of a city that a school or a club may be called after: from about 30,000 people on."""
ARTICLED = frozenset({"CD", "DO", "GB", "NL", "PH", "US"})
"""Countries that are called with an article in English, or in two words: the Netherlands."""
OWN = 12
"""How many stems a city has of its own."""


@dataclass(frozen=True, slots=True)
class Inventions:
    """What is invented in one language."""

    stems: tuple[str, ...]
    """What streets and schools are called after: Linden, Birch."""
    letters: dict[str, str]
    """Kind of place to what A-, B-, ... stand before: city to "city"."""
    generic: frozenset[str]
    """Words that say what kind of thing it is and are kept: university, of."""
    endings: tuple[str, ...]
    """Ends of words that do so, the longest first: gatan, skolan."""


@cache
def inventions(language: str) -> Inventions:
    """The inventions of a language; the kinds of things are those of all languages."""
    tables = _tables()
    table = tables.get(language, tables[FALLBACK])
    every = [word for each in tables.values() for word in each["generic"].split()]
    endings = {ending for each in tables.values() for ending in each["endings"].split()}
    return Inventions(
        tuple(table["stems"].split()),
        table["letters"],
        frozenset(every),
        tuple(sorted(endings, key=lambda ending: (-len(ending), ending))),
    )


@cache
def stems_of(city: str, language: str) -> tuple[str, ...]:
    """What the streets, schools and clubs of a city are called after: always the same few.

    There is no list of real streets that could be given along, so they are invented, but each
    city has its own. Without a city it is all of them.
    """
    stems = inventions(language).stems
    return tuple(Random(city).sample(stems, OWN)) if city else stems


@cache
def more_stems(city: str, language: str) -> tuple[str, ...]:
    """Stems of two words, for who needs more: Lindberg."""
    stems = inventions(language).stems
    pairs = [one + other.lower() for one in stems for other in stems if one != other]
    return tuple(Random(city).sample(pairs, len(pairs)))


@cache
def _tables() -> dict[str, Any]:
    text = (files("onym.fitting") / "inventions.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _masks() -> dict[str, str]:
    return read_table("places/masks.z")


@cache
def _gazetteer() -> dict[str, str]:
    return read_table("places/gazetteer.z")


@lru_cache(maxsize=1 << 14)
def country_of(value: str, kind: str = "c") -> str | None:
    """The code of the country that a place lies in, or that it is (kind "C")."""
    readings = _gazetteer().get(value, "").split()
    found = [reading for reading in readings if reading[0] == kind]
    best = max(found, key=lambda reading: int(reading[3:] or 0), default=None)
    return best[1:3] if best else None


def is_large(value: str) -> bool:
    """Whether a name is that of a city large enough to be meant: Salford, and no town Hugo."""
    readings = _gazetteer().get(value, "").split()
    return any(reading[0] == "c" and int(reading[3:] or 0) >= LARGE for reading in readings)


@cache
def countries() -> tuple[str, ...]:
    """The codes of countries that may stand for another, none that takes an article."""
    codes = (code for code, row in _masks().items() if len(code) == 2 and "|" in row)
    return tuple(code for code in codes if code not in ARTICLED)


@cache
def neighbours(code: str | None) -> tuple[str, ...]:
    """Countries of the same continent; all of them for a country we do not know."""
    masks = _masks()
    if code not in masks:
        return countries()
    return tuple(other for other in countries() if masks[other][:2] == masks[code][:2])


def country_name(code: str, language: str) -> str:
    """What a country is called."""
    masks = _masks()
    return masks.get(f"{language} {code}") or masks[f"{FALLBACK} {code}"]


@cache
def cities(code: str, language: str = FALLBACK) -> tuple[str, ...]:
    """The largest cities of a country, as they are called in a language."""
    masks = _masks()
    return tuple(masks.get(f"{language} {name}", name) for name in masks[code].split("|")[1:])


def lettered(number: int) -> str:
    """A, B, ..., Z, AA, AB, ... for 0, 1, ..."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = ascii_uppercase[rest] + letters
    return letters
