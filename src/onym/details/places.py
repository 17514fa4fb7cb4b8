"""Which words and phrases are places, of which kind and where, by the compiled gazetteer."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from onym.language.folding import fold, read_table

KINDS = {
    "C": "country",
    "r": "region",
    "c": "city",
    "a": "area",
    "i": "island",
    "g": "geo",
    "p": "place",
}
Phrase = tuple[tuple[str, ...], str]
"""The words of a name from the second on, and its key."""
LARGE = 5
"""The size, as a power of ten, from which a city abroad is known by its name alone."""


class Place(NamedTuple):
    """One reading of a place's name."""

    key: str
    kind: str
    country: str
    size: int = 0
    """For a city the power of ten of its people."""

    @property
    def known(self) -> bool:
        """Whether the place is known far enough to be meant by a small letter."""
        return self.kind != "city" or self.size >= LARGE or self.country == "SE"


def find_place(word: str) -> Place | None:
    """The likeliest place of this name, in any case and accent."""
    readings = find_places(word)
    return readings[0] if readings else None


def find_places(word: str) -> tuple[Place, ...]:
    """Every place of this name, countries and regions first and then by size."""
    key = fold(word)
    return tuple(_parse(key, row) for row in _rows().get(key, "").split())


def place_phrases(first: str, second: str) -> tuple[Phrase, ...]:
    """The places that begin with these two words, longest first; the last may carry an s."""
    seconds = _phrases().get(fold(first), {})
    key = fold(second)
    return seconds.get(key) or seconds.get(key.removesuffix("s").removesuffix("'"), ())


def place_seconds(first: str) -> frozenset[str]:
    """What may stand second in the name of a place that begins with a word."""
    seconds = _phrases().get(fold(first), {})
    return frozenset(form for second in seconds for form in (second, second + "s", second + "'s"))


def _parse(key: str, row: str) -> Place:
    return Place(key, KINDS[row[0]], row[1:3], int(row[3:] or 0))


@cache
def _rows() -> dict[str, str]:
    return read_table("places/gazetteer.z")


@cache
def _phrases() -> dict[str, dict[str, tuple[Phrase, ...]]]:
    """The first word of each longer name to the second to the names, longest first."""
    found: dict[str, dict[str, tuple[Phrase, ...]]] = {}
    for key in _rows():
        first, *rest = key.replace(".", " ").replace(",", " ").split()
        if rest:
            seconds = found.setdefault(first, {})
            phrases = (*seconds.get(rest[0], ()), (tuple(rest), key))
            seconds[rest[0]] = tuple(sorted(phrases, key=lambda phrase: -len(phrase[0])))
    return found


@cache
def well_known(codes: tuple[str, ...]) -> frozenset[str]:
    """Places that people of these languages write about, so that a slip may mean them."""
    from onym.language import is_ordinary, zipf

    least = {"country": 2.0, "region": 2.5, "area": 2.0, "island": 2.5, "city": 3.2}
    found = set()
    for key, row in _rows().items():
        place = _parse(key, row.split()[0])
        if len(key) < 5 or " " in key or not key.isalpha() or place.kind not in least:
            continue
        home = 2.0 if place.country == "SE" and "sv" in codes else 0.0
        if zipf(key, codes) >= (home or least[place.kind]) and not is_ordinary(key, codes):
            found.add(key)
    return frozenset(found)
