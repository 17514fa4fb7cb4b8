"""Texts laid out piece by piece, so that everything is decided once for each different piece.

A piece is what stands between white space and commas: "(Rosalind" or "R0s4!". A corpus repeats its
pieces, so what a piece may be is worked out when it is first met; where such pieces stand is then a
question to arrays of numbers.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

REMEMBERED = 1 << 19
"""Different pieces that are remembered."""

Numbers = NDArray[np.int64]

_SPACES = (9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B))
_BLANK = np.zeros(0x3002, dtype=bool)
_BLANK[[*_SPACES, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, ord(",")]] = True

WORD = re.compile(r"(?<![\w\[@/.&#])[^\W\d_]+(?:['’-][^\W\d_]+)*+(?![\]@/\w])")
"""A word of a running text: not in brackets, an address or a file name."""

Decide = Callable[[str, Sequence[str]], int]
"""What may be said of a piece and its words, as bits."""


class Lexicon(dict[str, int]):
    """Every different piece and its number, and what was decided about it, as bits."""

    def __init__(self, *deciders: Decide) -> None:
        super().__init__()
        self._deciders = deciders
        self.pieces: list[str] = []
        self.words: list[list[str]] = []
        self._traits = np.zeros(0, dtype=np.int64)

    def __missing__(self, piece: str) -> int:
        number = self[piece] = len(self.pieces)
        self.pieces.append(piece)
        return number

    def traits(self) -> Numbers:
        """What was decided about each piece, by its number."""
        fresh = self.pieces[len(self.words) :]
        if fresh:
            words = list(map(WORD.findall, fresh))
            bits = np.zeros(len(fresh), dtype=np.int64)
            for decide in self._deciders:
                bits |= np.fromiter(map(decide, fresh, words), np.int64, len(fresh))
            self._traits = np.append(self._traits, bits)
            self.words += words
        return self._traits

    def tidy(self) -> None:
        """Forget everything when it has become too much."""
        if len(self.pieces) > REMEMBERED:
            self.clear()
            self.pieces.clear()
            self.words.clear()
            self._traits = self._traits[:0]


class Page:
    """Some texts, one below the other, and the pieces they are made of."""

    def __init__(self, texts: Sequence[str], lexicon: Lexicon) -> None:
        self.text = "\n".join(texts)
        self.bases = [0, *accumulate(len(text) + 1 for text in texts)]
        """Where each text begins, and where one after the last would."""
        codes = _codes(self.text)
        blank = _BLANK[codes]
        edges = np.flatnonzero(np.diff(blank, prepend=True, append=True))
        self.starts, self.ends = edges[::2], edges[1::2]
        pieces = self.text.replace(",", " ").split()
        self.ids = np.fromiter(map(lexicon.__getitem__, pieces), np.int64, len(pieces))
        self.traits = lexicon.traits()[self.ids]
        breaks = np.append(0, np.cumsum(codes == 10))
        self.lines = breaks[self.starts]
        """The number of the line that each piece stands on."""

    def having(self, trait: int) -> list[int]:
        """Which pieces have a trait."""
        found: list[int] = np.flatnonzero(self.traits & trait).tolist()
        return found

    def after(self, values: Numbers, steps: int) -> Numbers:
        """For each piece the value of the one so many steps after it, or before; 0 for none."""
        moved = np.zeros_like(values)
        if abs(steps) < len(values):
            if steps > 0:
                moved[:-steps] = values[steps:]
            else:
                moved[-steps:] = values[:steps]
        return moved

    def opening(self, trait: int) -> Numbers:
        """The pieces that are the first of their line to have a trait."""
        at: Numbers = np.flatnonzero(self.traits & trait)
        first: Numbers = at[np.diff(self.lines[at], prepend=-1) != 0]
        return first

    def piece(self, at: int) -> str:
        """One of the pieces."""
        return self.text[int(self.starts[at]) : int(self.ends[at])]

    def line(self, at: int) -> tuple[int, int]:
        """Where the line of a piece begins and ends."""
        start = int(self.starts[at])
        end = self.text.find("\n", start)
        return self.text.rfind("\n", 0, start) + 1, len(self.text) if end < 0 else end

    def around(self, at: int, before: int, after: int) -> tuple[int, int]:
        """Where so many pieces before and after one begin and end, within its text."""
        low, high = self.bounds(int(self.starts[at]))
        first = int(self.starts[max(0, at - before)])
        last = int(self.ends[min(len(self.ends) - 1, at + after)])
        return max(low, first), min(high, last)

    def bounds(self, start: int) -> tuple[int, int]:
        """Where the text begins and ends that a place of the page is in."""
        text = bisect_right(self.bases, start) - 1
        return self.bases[text], self.bases[text + 1] - 1

    def place(self, start: int) -> tuple[int, int]:
        """Which text a place of the page is in, and where in it."""
        text = bisect_right(self.bases, start) - 1
        return text, start - self.bases[text]


def _codes(text: str) -> NDArray[np.uint8] | NDArray[np.uint32]:
    if text.isascii():
        return np.frombuffer(text.encode(), np.uint8)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return np.minimum(codes, len(_BLANK) - 1)  # above there is no white space
