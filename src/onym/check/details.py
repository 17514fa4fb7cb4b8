"""Rare details that single somebody out: addresses, long numbers, dates, streets, ages, places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from onym.check.finding import Place, shorten
from onym.check.pages import WORD, Page
from onym.language import is_ordinary, is_place

RARE = 3
"""Times that a detail may stand in the whole corpus and still be rare."""
ADDRESS, DIGITS, PLACE = (1 << bit for bit in range(8, 11))
"""Traits of pieces: an address, a number, the name of a place."""
BESIDE = 2, 3
"""Pieces around a number that may belong to it: "3 May 1961", "23 years old"."""


@dataclass(frozen=True, slots=True)
class Detail:
    """Something rare that only one person tells."""

    kind: str
    value: str = field(repr=False)
    """Private: the detail itself."""
    places: tuple[Place, ...]

    def line(self, private: bool = False) -> str:
        """Say what kind of detail stands where, with the detail itself only in private."""
        what = f"{self.kind}, {self.value}," if private else self.kind
        where = tuple(dict.fromkeys(place.where for place in self.places))
        noun = f"message{'s' * (len(where) > 1)}"
        return f"{what} in {noun} {shorten(where)}"


class Told(NamedTuple):
    """Where a detail stands and who tells it, as far as it is rare."""

    places: tuple[Place, ...]
    tellers: frozenset[str | None]

    def merge(self, other: Told) -> Told:
        """Both together; past `RARE` places nothing more needs to be known."""
        return Told((*self.places, *other.places)[: RARE + 1], self.tellers | other.tellers)


Tellings = dict[tuple[str, str], Told]
"""Kind and value of every detail to where it stands."""

_ADDRESSES = (
    ("a mail address", re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")),
    ("a web address with a path", re.compile(r"https?://[^\s<>\"')\]]{8,300}")),
)
_NUMBERS = (
    ("a long number", re.compile(r"(?<![\w.,-])\+?\d(?:[ ()./-]?\d){6,17}(?![\w-]|[.,]\d)")),
    (
        "a full date",
        re.compile(
            r"(?<!\d)(?:\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d"
            r"|\d{1,2}(?:st|nd|rd|th)? (?:[A-Z][a-z]{2,9}) (?:19|20)\d\d)(?!\d)"
        ),
    ),
    (
        "a street",
        re.compile(
            r"\b\d{1,4}[a-zA-Z]?,? (?:[A-Z][\w'’.-]+ ){1,2}"
            r"(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Terrace|Crescent|Close|Court|Square)\b"
            r"|\b\d{1,4}(?: bis)?,? (?:rue|avenue|boulevard|chemin|allée) "
            r"(?:[dl]\S* ?){0,2}[A-ZÀ-Ý]\w+"
            r"|\b[A-ZÄÖÜÅ][\w-]+(?:straße|strasse|str\.|weg|gasse|platz|gatan|vägen) \d{1,4}\b"
        ),
    ),
    ("an age", re.compile(r"(?i)\b(?:\d{1,2}[ -]years?[ -]old|i am \d\d(?= [a-z]*\b)(?! %))")),
)
_ORDER = [*(kind for kind, _ in (*_ADDRESSES, *_NUMBERS)), "a place"]
_DIGIT = re.compile(r"\d")


class Teller:
    """Finds details; what was worked out for a word is remembered."""

    def __init__(self, languages: Sequence[str]) -> None:
        self._languages = tuple(languages)

    def traits(self, piece: str, words: Sequence[str]) -> int:
        """What kinds of details a piece may be a part of."""
        bits = DIGITS if _DIGIT.search(piece) else 0
        bits |= ADDRESS if "@" in piece or "://" in piece else 0
        return bits | (PLACE if any(map(self._is_telling, words)) else 0)

    def find(self, page: Page) -> Iterator[tuple[str, str, int]]:
        """Every detail of a page: its kind, itself and where it stands."""
        for at in page.having(ADDRESS):
            yield from _look(page, _ADDRESSES, int(page.starts[at]), int(page.ends[at]))
        for start, end in _stretches(page):
            yield from _look(page, _NUMBERS, start, end)
        for at in page.having(PLACE):
            for word in WORD.finditer(page.text, int(page.starts[at]), int(page.ends[at])):
                if self._is_telling(word[0]):
                    yield "a place", word[0].casefold(), word.start()

    def _is_telling(self, word: str) -> bool:
        return _is_telling(word, self._languages)


Pattern = tuple[str, re.Pattern[str]]


def _look(
    page: Page, patterns: Sequence[Pattern], start: int, end: int
) -> Iterator[tuple[str, str, int]]:
    for kind, pattern in patterns:
        for match in pattern.finditer(page.text, start, end):
            if kind != "a long number" or _is_told(page.text, *match.span()):
                yield kind, match[0].casefold(), match.start()


def _stretches(page: Page) -> Iterator[tuple[int, int]]:
    """The stretches of a page around numbers, those that touch made one."""
    at = np.flatnonzero(page.traits & DIGITS)
    if not len(at):
        return
    last = len(page.starts) - 1
    low, high = np.maximum(at - BESIDE[0], 0), np.minimum(at + BESIDE[1], last)
    new = np.append(True, low[1:] > high[:-1])
    ends = high[np.append(np.flatnonzero(new)[1:], len(at)) - 1]
    yield from zip(page.starts[low[new]].tolist(), page.ends[ends].tolist(), strict=True)


def _is_told(text: str, start: int, end: int) -> bool:
    """Whether a number stands among words, and not in a table or a program's output."""
    low, high = text.rfind("\n", max(0, start - 100), start) + 1, text.find("\n", end, end + 100)
    line = text[max(low, start - 100) : high if high >= 0 else end + 100]
    return len(re.findall(r"[^\W\d_]{2,}", line)) >= len(re.findall(r"\d+", line))


@lru_cache(maxsize=1 << 16)
def _is_telling(word: str, languages: tuple[str, ...]) -> bool:
    """Whether a word names a place and nothing else."""
    return word.istitle() and is_place(word) and not is_ordinary(word, languages)


def rare_details(
    told: Lookup[tuple[str, str], Told], spared: Iterable[str] = ()
) -> tuple[Detail, ...]:
    """The details that one person alone tells, and seldom; what Onym put in is none."""
    put_in = {each.casefold() for each in spared}
    rare = (
        Detail(kind, value, each.places)
        for (kind, value), each in told.items()
        if len(each.places) <= RARE and len(each.tellers) == 1 and value not in put_in
    )
    return tuple(sorted(rare, key=lambda each: (_ORDER.index(each.kind), each.places)))
