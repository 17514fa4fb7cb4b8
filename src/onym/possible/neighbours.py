"""How many dictionary words are one or two slips away from a word (seed 003, 2.3).

A slip is a deletion, an insertion, a replacement or a swap of neighbours. One slip is looked for
by making every slip; for two each word is compared with the dictionary words of about its length
and with almost its letters, which takes five times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from onym.language import dictionary, fold

FARTHEST = 2
Shelf = tuple[NDArray[np.uint64], NDArray[np.object_]]


def count_near(words: Sequence[str], languages: tuple[str, ...]) -> NDArray[np.int64]:
    """For each word the number of other dictionary words within one slip."""
    known, letters = _plain_words(languages)
    return np.array([len(_slips(fold(word), letters) & known) for word in words], dtype=np.int64)


def _slips(word: str, letters: str) -> set[str]:
    """Everything that one slip makes of a word."""
    halves = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    found = {one + two[1:] for one, two in halves if two}
    found |= {one + two[1] + two[0] + two[2:] for one, two in halves if len(two) > 1}
    found |= {one + letter + two[1:] for one, two in halves if two for letter in letters}
    found |= {one + letter + two for one, two in halves for letter in letters}
    return found - {word}


@cache
def _plain_words(languages: tuple[str, ...]) -> tuple[frozenset[str], str]:
    """The dictionaries' words, and the letters that they are written with."""
    words = frozenset(fold(word) for code in languages for word in dictionary(code))
    return words, "".join(sorted(set("".join(words))))


def count_neighbours(words: Sequence[str], languages: tuple[str, ...]) -> NDArray[np.int64]:
    """For each word the number of other dictionary words within one and within two slips."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import cdist

    found = np.zeros((len(words), FARTHEST), dtype=np.int64)
    shelves = _shelves(languages)
    for row, word in enumerate(map(fold, words)):
        near = [other for shelf in _near(len(word), shelves) for other in _alike(word, *shelf)]
        if near:
            slips = cdist([word], near, scorer=OSA.distance, score_cutoff=FARTHEST, dtype=np.uint8)
            found[row] = np.cumsum(np.bincount(slips[0], minlength=FARTHEST + 1)[1 : FARTHEST + 1])
    return found


def _near(length: int, shelves: dict[int, Shelf]) -> list[Shelf]:
    lengths = range(length - FARTHEST, length + FARTHEST + 1)
    return [shelves[each] for each in lengths if each in shelves]


def _alike(word: str, masks: NDArray[np.uint64], shelf: NDArray[np.object_]) -> list[str]:
    """A replacement changes two bits of a mask; each letter more or less changes one."""
    changed = 2 * FARTHEST - abs(len(word) - len(shelf[0]))
    return list(shelf[np.bitwise_count(masks ^ np.uint64(_mask(word))) <= changed])


def _mask(word: str) -> int:
    """The letters of a word as bits, and those that it has twice; all but a to z share six bits."""
    once = twice = 0
    for letter in word:
        place = ord(letter) - 97
        bit = 1 << (place if 0 <= place < 26 else 26 + place % 6)
        twice |= once & bit
        once |= bit
    return once | twice << 32


@cache
def _shelves(languages: tuple[str, ...]) -> dict[int, Shelf]:
    """The dictionaries' words by length, with the letters of each."""
    lengths: dict[int, list[str]] = {}
    for word in _plain_words(languages)[0]:
        lengths.setdefault(len(word), []).append(word)
    return {
        length: (np.array(list(map(_mask, words)), dtype=np.uint64), np.array(words, object))
        for length, words in lengths.items()
    }
