"""A text as its words with their offsets and readings, and what stands around a word."""

from __future__ import annotations

import re
from functools import cache
from itertools import accumulate, compress, islice
from math import ceil

from onym.details.lexicon import Lexicon
from onym.details.readings import SMALL, Reading, Readings
from onym.language import fold

_ELISION = r"(?:[cdjlmnst]|qu)['’](?=[^\W\d_])"
_JOINTS = frozenset((" ", "-", "  ", "\u00a0"))
_BREAK = re.compile(r"[.!?:\n\r…•*\"“”]")
_CAPITALS = re.compile("[A-ZÀ-ÖØ-Þ]")
BEYOND = 12
"""How far beyond the ends of a text anybody looks."""
_NO_WORDS, _NO_READINGS = [""] * BEYOND, [None] * BEYOND
_NOWHERE: frozenset[str] = frozenset()
FEW_CAPITALS = 0.015
"""A text whose words have fewer capitals than this was written without them."""


@cache
def _splitter(elision: bool, plain: bool) -> re.Pattern[str]:
    # A class of letters is looked up faster than "word character but no digit", a small one most.
    letter = "[A-Za-z]" if plain else f"[{_letters()}]"
    # Most words have no joint: one that may be there is tried faster than any number of them.
    word = rf"{letter}++(?:['’-]{letter}++(?:['’-]{letter}++)*+)?+|[0-9]++"
    return re.compile(rf"((?i:{_ELISION})|{word})" if elision else f"({word})")


def _letters() -> str:
    """Every letter of the first plane, as ranges."""
    runs: list[list[int]] = []
    for point in range(0x10000):
        if not chr(point).isalpha():
            continue
        if runs and runs[-1][1] == point - 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return "".join(chr(low) if low == high else f"{chr(low)}-{chr(high)}" for low, high in runs)


class Page:
    """One text, looked at word by word."""

    __slots__ = (
        "ends",
        "gaps",
        "hot",
        "lexicon",
        "lows",
        "reads",
        "small",
        "starts",
        "text",
        "words",
    )

    def __init__(self, text: str, readings: Readings, lexicon: Lexicon) -> None:
        self.text = text
        self.lexicon = lexicon
        # One split gives words and what is between them without a step of Python for each.
        pieces = _splitter("fr" in lexicon.codes, text.isascii()).split(text)
        bounds = list(accumulate(map(len, pieces)))
        self.words = pieces[1::2]
        self.starts, self.ends = bounds[:-1:2], bounds[1::2]
        # Nothing stands beyond either end, so nobody has to look how far a word is from it.
        self.gaps = [*pieces[::2], *_NO_WORDS]
        """What stands before each word, back to the word before it."""
        self.lows = [*_lowered(self.words, "’" in text), *_NO_WORDS]
        """The words in small letters."""
        self.reads: list[Reading | None] = [*map(readings.__getitem__, self.words), *_NO_READINGS]
        self.hot = self._hot()
        """The words that may be or open a detail."""
        self.small = _is_small(text, len(self.words))

    def _hot(self) -> list[int]:
        lows, counted = self.lows, self.lexicon.count_lasts
        folded = str if self.text.isascii() else fold
        telling = compress(enumerate(self.reads), self.reads)
        return [
            at
            for at, reading in telling
            if reading
            and (
                reading.alone
                or (reading.seconds and folded(lows[at + 1]) in reading.seconds)
                or (reading.number >= 0 and at and lows[at - 1] in counted)
            )
        ]

    def __len__(self) -> int:
        return len(self.words)

    def joined(self, at: int) -> bool:
        """Whether a word follows the one before it with no more than a space between."""
        return 0 < at < len(self.words) and self.gaps[at] in _JOINTS

    def opens(self, at: int) -> bool:
        """Whether a word begins a sentence, a line or a quotation."""
        gap = self.gaps[at]
        return at == 0 or (gap != " " and _BREAK.search(gap) is not None)

    def capital(self, at: int) -> bool:
        """Whether a word has a capital."""
        reading = self.reads[at]
        if reading is not None:
            return reading.case != SMALL
        return 0 <= at < len(self.words) and self.words[at][0].isupper()

    def before(self, at: int, key: str, reach: int = 3) -> bool:
        """Whether one of the phrases of a list stands right before a word."""
        said = self.lows[at - 1]
        if key not in self.lexicon.ends.get(said, _NOWHERE):
            return False
        phrases = self.lexicon.words[key]
        if said in phrases:
            return True
        for back in range(2, reach + 1):
            if at - back < 0 or not self.joined(at - back + 1):
                return False
            said = f"{self.lows[at - back]} {said}"
            if said in phrases:
                return True
        return False

    def matches(self, at: int, rest: tuple[str, ...]) -> bool:
        """Whether these words, in small letters, follow a word."""
        last = at + len(rest)
        if last >= len(self.words):
            return False
        return all(
            self.lows[at + step] == word and _is_tied(self.gaps[at + step])
            for step, word in enumerate(rest, 1)
        )


def _is_tied(gap: str) -> bool:
    """Whether words with this between them can be one phrase."""
    return len(gap) <= 3 and "," not in gap.strip() and not set(gap) & set("!?:;()")


def _lowered(words: list[str], curly: bool) -> list[str]:
    """Words in small letters, apostrophes straight: all in one go."""
    if not words:
        return []
    low = "\n".join(words).lower()
    return (low.replace("’", "'") if curly else low).split("\n")


def _is_small(text: str, words: int) -> bool:
    """Whether a text of some length was written without capitals."""
    if words < 12:
        return False
    head = text[:2000]
    usual = ceil(FEW_CAPITALS * words * len(head) / len(text))
    return sum(1 for _ in islice(_CAPITALS.finditer(head), usual)) < usual
