"""Messages as they are seen, with the places where names stand, read some way ahead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import polars as pl

from onym.find.habits import Habits
from onym.find.lexicon import Lexicon
from onym.find.names import Slot
from onym.find.slots import find_all, find_slots
from onym.text.layout import Layout, laid_out

AHEAD = 2000
"""Messages read with the one that is asked for."""
FEW, BLOCK = 16, 256
"""Slots that are looked through one by one, and letters of the blocks that more are laid in."""
Read = tuple[Layout, tuple[Slot, ...]]


class Reading:
    """Reads the messages of a corpus, or of a part of it, in their order."""

    def __init__(self, texts: pl.Series, words: Lexicon, patterns: Habits) -> None:
        self.texts, self.words, self.patterns = texts, words, patterns
        self.window: tuple[int, list[Read]] = (0, [])

    def read(self, index: int, text: str) -> Read:
        """A message as it is seen, with its slots; those that follow are read with it."""
        first, read = self.window
        if not first <= index < first + len(read):
            ahead = list(map(laid_out, self.texts.slice(index, AHEAD)))
            seen = [layout.text for layout in ahead]
            read = list(zip(ahead, find_all(seen, self.words, self.patterns), strict=True))
            first = index
            self.window = first, read
        if read[index - first][0].written == text:
            return read[index - first]
        layout = laid_out(text)
        return layout, find_slots(layout.text, self.words, self.patterns)


class Placed:
    """The slots of a message by their places: a message of megabytes has a hundred thousand."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        self.slots = slots
        self.blocks: defaultdict[int, list[Slot]] = defaultdict(list)
        for slot in slots if len(slots) > FEW else ():
            for block in range(slot.start // BLOCK, slot.end // BLOCK + 1):
                self.blocks[block].append(slot)

    def at(self, start: int, end: int) -> list[Slot]:
        """The slots that reach into a stretch."""
        near = self.slots
        if self.blocks:
            blocks = range(start // BLOCK, end // BLOCK + 1)
            near = list(dict.fromkeys(s for block in blocks for s in self.blocks.get(block, ())))
        return [slot for slot in near if slot.start < end and slot.end > start]
