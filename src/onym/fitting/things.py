"""Streets, schools and other bodies: what kind of thing it is stays, which one it is goes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from onym.details.model import Detail
from onym.fitting.places import inventions
from onym.fitting.shapes import masked_digits

COMPANIES = frozenset({"ab", "ag", "inc", "ltd", "sa"})
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def homes(details: Sequence[Detail]) -> Iterator[tuple[str, str]]:
    """The streets and bodies of a text and the city nearest to each: Lindgatan 3 in Odense."""
    cities = [each for each in details if each.sublabel == "city" and each.value]
    if not cities:
        return
    for each in details:
        if each.value and (each.sublabel == "street" or each.category == "ORG"):
            near = min(cities, key=lambda city: max(city.start - each.end, each.start - city.end))
            yield each.value, near.value


def fit_thing(surface: str, language: str, stem: str, city: Callable[[str], str | None]) -> str:
    """Göteborgs universitet becomes Bergens universitet, Björkgatan Lindgatan, Acme Ltd Linden Ltd.

    `city` gives the pseudonym of a word that is a city, with its ending, and None for others. A
    stem stands once, where the first of the other words stood.
    """
    known = inventions(language)
    put = False
    parts: list[str] = []
    at = 0
    for word in _WORD.finditer(surface):
        new = word[0] if word[0].lower() in known.generic else city(word[0])
        if new is None:
            new = "" if put else _kept(word[0], known.endings, stem)
            put = True
        gap = masked_digits(surface[at : word.start()], "0")
        parts += (gap if new or not gap.isspace() else "", new)
        at = word.end()
    return "".join(parts) + masked_digits(surface[at:], "0")


def _kept(word: str, endings: tuple[str, ...], stem: str) -> str:
    """The stem with the end of the word that says what it is: Lindgatan for Björkgatan."""
    low = word.lower()
    for ending in endings:
        if low.endswith(ending) and len(low) > len(ending) + 1:
            return stem + ending
    return stem


def is_kind_known(surface: str, language: str) -> bool:
    """Whether a word of it says what kind of thing it is."""
    known = inventions(language)
    words = [word[0].lower() for word in _WORD.finditer(surface)]
    telling = [word for word in words if len(word) > 3 or word in COMPANIES]
    return any(word in known.generic or word.endswith(known.endings) for word in telling)
