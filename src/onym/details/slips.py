"""Slips of the pen: the one word of a list that a misspelt word can mean.

Every word of the list is kept under each form with a letter or two left out, so that looking a
word up costs its own such forms and never a walk through the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

LEAST = 5
"""Shorter words are too near to too many others."""
LONG = 8
"""From this length on two slips are one word still."""


class Slips:
    """A list of words that finds the nearest to a misspelt one."""

    def __init__(self, words: Iterable[str]) -> None:
        self._kept: dict[str, list[str]] = {}
        for word in words:
            if len(word) >= LEAST:
                for form in _shortened(word):
                    self._kept.setdefault(form, []).append(word)

    def nearest(self, word: str) -> str | None:
        """The word that this one was meant to be, or none when two are as near."""
        from rapidfuzz.distance import OSA

        if len(word) < LEAST:
            return None
        found = {near for form in _shortened(word) for near in self._kept.get(form, ())}
        ranked = sorted((OSA.distance(word, near), near) for near in found)
        ranked = [(far, near) for far, near in ranked if far <= _limit(word, near)]
        if not ranked or (len(ranked) > 1 and ranked[1][0] == ranked[0][0]):
            return None
        return ranked[0][1]


def _limit(word: str, near: str) -> int:
    """How many slips are allowed; the first letter is hardly ever one of them."""
    if word[0] != near[0] and word[:2] != near[1::-1]:
        return 0
    return 2 if min(len(word), len(near)) >= LONG else 1


def _shortened(word: str) -> Iterator[str]:
    yield word
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]
    if len(word) >= LONG:
        for first, second in combinations(range(len(word)), 2):
            yield word[:first] + word[first + 1 : second] + word[second + 1 :]
