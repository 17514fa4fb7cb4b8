"""Cutting text into word pieces for the tagger, with every piece's place in the text.

The reader's encoder is uncased, so how a word is written and where it stands on its line go in
beside the piece, as its *kind*. Text is cut at line ends into windows that the encoder can take.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

WORD = re.compile(r"[^\W_]+|([^\w\s]|_)\1*")
"""A word, or a run of one sign, which counts as one."""
QUOTED = re.compile(r"[\s>|:*#]*")
"""What may stand before the first word of a line."""
WINDOW = 126
"""Pieces of a window beside the first and last."""
LONGEST = 40
"""Longer words are no words."""
SHORT_LINE = 5
"""Lines with at most so many words greet, close or sign."""
CASES, PLACES = 6, 4
KINDS = CASES * PLACES
UNKNOWN, FIRST, LAST = "[UNK]", "[CLS]", "[SEP]"


@dataclass(slots=True)
class Window:
    """A stretch of text as the reader takes it in."""

    ids: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    words: list[tuple[int, int]] = field(default_factory=list)
    """Start and end of each word in the text."""
    heads: list[int] = field(default_factory=list)
    """Which piece begins each word; the reader's verdict on it holds for the word."""


class Pieces:
    """A vocabulary of word pieces, and how words are put together from them."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self.vocabulary = tuple(vocabulary)
        self.index = {piece: at for at, piece in enumerate(self.vocabulary)}
        self.first, self.last = self.index[FIRST], self.index[LAST]
        self._known: dict[str, list[int]] = {}

    def spell(self, word: str) -> list[int]:
        """The pieces of one word, longest first; a sign repeated counts once."""
        found = self._known.get(word)
        if found is None:
            found = self._known[word] = self._spell(plain(word))
        return found

    def windows(self, text: str) -> Iterator[Window]:
        """Cut a text into windows, at line ends where that is possible."""
        window = self._begin()
        for line in lines(text):
            spelt = [(start, end, kind, self.spell(text[start:end])) for start, end, kind in line]
            if len(window.ids) + sum(len(pieces) for *_, pieces in spelt) > WINDOW:
                if window.words:
                    yield self._end(window)
                window = self._begin()
            for start, end, kind, pieces in spelt:
                if len(window.ids) + len(pieces) > WINDOW:
                    yield self._end(window)
                    window = self._begin()
                window.words.append((start, end))
                window.heads.append(len(window.ids))
                window.ids += pieces
                window.kinds += [kind] * len(pieces)
        if window.words:
            yield self._end(window)

    def _begin(self) -> Window:
        return Window([self.first], [CASES * PLACES - 1])

    def _end(self, window: Window) -> Window:
        window.ids.append(self.last)
        window.kinds.append(CASES * PLACES - 1)
        return window

    def _spell(self, word: str) -> list[int]:
        if not word or len(word) > LONGEST:
            return [self.index[UNKNOWN]]
        found, at = [], 0
        while at < len(word):
            mark = "##" if at else ""
            ends = range(len(word), at, -1)
            end = next((end for end in ends if mark + word[at:end] in self.index), 0)
            if not end:
                return [self.index[UNKNOWN]]
            found.append(self.index[mark + word[at:end]])
            at = end
        return found


def lines(text: str) -> Iterator[list[tuple[int, int, int]]]:
    """Give each line's words with start, end and kind."""
    at = 0
    for line in text.splitlines(keepends=True):
        begin = QUOTED.match(line)
        inner = begin.end() if begin else 0
        spans = [match.span() for match in WORD.finditer(line)]
        places = [span for span in spans if span[0] >= inner]
        short = 2 * (len(places) <= SHORT_LINE)
        first = places[0][0] if places else -1
        yield [
            (at + start, at + end, case_of(line[start:end]) * PLACES + short + (start == first))
            for start, end in spans
        ]
        at += len(line)


def case_of(word: str) -> int:
    """How a word is written: 0 small, 1 Capital, 2 CAPITALS, 3 one capital, 4 miXed, 5 no word."""
    if not word[0].isalpha():
        return 5
    if word.islower():
        return 0
    if len(word) == 1:
        return 3 if word.isupper() else 0
    if word.isupper():
        return 2
    return 1 if word[0].isupper() and word[1:].islower() else 4


def plain(word: str) -> str:
    """A word as the vocabulary has it: small, without accents, a run of signs as one."""
    if not word[0].isalnum():
        return word[0]
    low = word.lower()
    if low.isascii():
        return low
    apart = unicodedata.normalize("NFD", low)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
