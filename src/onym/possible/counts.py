"""Where each possible name stands and how it is written, counted in one pass over batches.

Every proportion of the features is a sum over occurrences divided at the end, so batches simply
add up. Nothing of a text is kept: a word, its sums, and which words stand before it how often.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from onym.possible.standing import MARKS, Flags, Standing
from onym.possible.tokens import Lexicon, Numbers, Small, split

BATCH = 1 << 21
"""Letters a batch: large enough for arrays to pay, small enough to be nothing in memory."""
SIDES = ("all", "cap", "mid")
"""The three conditions of a context word: any occurrence, capitalised, capitalised inside."""
SUMS = (*MARKS, "messages")
"""What is summed over a word's occurrences; at last, in how many messages it stands."""


class Counts:
    """The sums of every possible name; `add` takes messages, in as many batches as there are."""

    def __init__(self, languages: tuple[str, ...] = ("en",)) -> None:
        self.lexicon = Lexicon(languages)
        self.sums = np.zeros((0, len(SUMS)))
        """One row a word of the lexicon; words that cannot be names stay zero."""
        self.first = np.zeros((0, 2), dtype=np.int64)
        """Where the word stands in its first message, and how many words that has."""
        self.pairs: dict[str, tuple[Numbers, Numbers]] = {
            side: (np.zeros(0, np.int64), np.zeros(0, np.int64)) for side in SIDES
        }
        """Word and word before it, as one number, with how often."""
        self.locals: set[str] = set()
        """The parts of mail addresses before the @."""

    def add(self, texts: Iterable[str | None]) -> Counts:
        """Count the words of some messages."""
        rest = (text for text in texts if text)
        while batch := list(_take(rest)):
            found, addresses = split(batch)
            self.locals.update(address.partition("@")[0].lower() for address in addresses)
            self._count(self.lexicon.encode(found))
        return self

    def _count(self, ids: Small) -> None:
        size = len(self.lexicon.words)
        self._grow(size)
        view = Standing(ids, self.lexicon)
        marks, words = view.marks(), view.word
        for column, name in enumerate(MARKS):
            self.sums[:, column] += np.bincount(words, marks[name], minlength=size)
        spread = np.unique((words << 32) | view.message) >> 32
        self.sums[:, -1] += np.bincount(spread, minlength=size)
        self._note_first(words, view.place, view.length)
        for side, mark in zip(SIDES, ("occurrences", "capital", "inside_capital"), strict=True):
            self._pair(side, words, view.before, marks[mark] & (view.before > 0))

    def _grow(self, size: int) -> None:
        more = size - len(self.sums)
        self.sums = np.pad(self.sums, ((0, more), (0, 0)))
        self.first = np.pad(self.first, ((0, more), (0, 0)))

    def _note_first(self, words: Numbers, place: Numbers, length: Numbers) -> None:
        distinct, at = np.unique(words, return_index=True)
        new = self.first[distinct, 1] == 0
        self.first[distinct[new], 0] = place[at[new]]
        self.first[distinct[new], 1] = length[at[new]]

    def _pair(self, side: str, word: Numbers, before: Numbers, which: Flags) -> None:
        pairs, counts = np.unique((word[which] << 32) | before[which], return_counts=True)
        old, old_counts = self.pairs[side]
        every, where = np.unique(np.concatenate((old, pairs)), return_inverse=True)
        totals = np.bincount(where, np.concatenate((old_counts, counts)), minlength=len(every))
        self.pairs[side] = every, totals.astype(np.int64)


def _take(texts: Iterable[str]) -> Iterable[str]:
    """Messages until a batch is full."""
    size = 0
    for text in texts:
        yield text
        size += len(text)
        if size >= BATCH:
            return
