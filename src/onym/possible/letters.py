"""How much the letters of a word look like a name's.

A weight for every run of two to four letters, learnt from the tables of names against the
dictionary by tools/train_words.py. It serves for names that no table has.
"""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from onym.language import fold

BUCKETS = 1 << 14
RUNS = (2, 3, 4)


def runs(word: str) -> list[int]:
    """The runs of letters of a word, its ends marked, as numbers of buckets."""
    marked = f"<{fold(word)}>".encode()
    return [
        zlib.crc32(marked[at : at + size]) % BUCKETS
        for size in RUNS
        for at in range(len(marked) - size + 1)
    ]


def name_likeness(word: str) -> tuple[float, float]:
    """The mean weights of its runs: above 0 for what looks more like a name than like a word,
    and than like what no dictionary lists: variables, slips, abbreviations, other languages."""
    words, junk = _weights()[:, runs(word)].mean(axis=1).tolist()
    return words, junk


@cache
def _weights() -> NDArray[np.float32]:
    path = files("onym.possible") / "letters.npy"
    with path.open("rb") as file:
        return np.asarray(np.load(file, allow_pickle=False), dtype=np.float32)
