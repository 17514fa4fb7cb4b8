"""A glance at every line of many messages at once: what its first and last signs give away.

Most lines are plain prose and need no second look. One pass over the characters of a whole batch
marks those that may greet, close, quote, attribute, rule off or list code, so that `anatomy` has
to read few lines. A mark only says "look here"; it never decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from onym.find.habits import Habits, first_word

Numbers: TypeAlias = NDArray[np.int64]

QUOTES, CLAIMS, FIELD, LISTS, TRAILS, RULES, CAPITAL = (1 << n for n in range(7))
"""Has a quoting mark; may say who is quoted; has a colon early; has signs of code; ends in a comma
or an exclamation mark; begins like a rule; begins with a capital."""
OPENS, ENDS, ADDS, MACHINE, PARTS = (1 << n for n in range(7, 12))
"""Its first word greets; closes; adds a postscript; opens a program's line or a separator."""

SPACE, SIGN, ANGLE, DIGIT, LETTER = (1 << n for n in range(5))
PAIRS = (("<", "-"), ("=", "="), ("!", "="))
"""Signs of code wherever they stand."""
TOO_FAR = 1 << 16


class Line(NamedTuple):
    """One non-blank line without its surrounding white space."""

    start: int
    end: int
    text: str
    gap: bool
    """Whether a blank line stands before it."""
    indent: int = 0
    """How far it is set in."""
    marks: int = 0
    """What a glance has seen in it."""


class Sheet(NamedTuple):
    """Several messages written one below the other."""

    text: str
    codes: NDArray[np.uint32]
    starts: list[int]
    """Where each message starts, and behind the last one where the next would."""

    def locate(self, places: Numbers) -> Numbers:
        """Which message each place of the sheet is in."""
        return np.searchsorted(np.asarray(self.starts), places, side="right") - 1


def lay_out(texts: Sequence[str]) -> Sheet:
    """Write messages one below the other."""
    text = "\n".join([*texts, ""])
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return Sheet(text, codes, [0, *accumulate(len(each) + 1 for each in texts)])


@cache
def classes() -> NDArray[np.uint8]:
    """What each character of the basic plane is; those beyond are taken for letters."""
    table = SPACE * _those(str.isspace) | DIGIT * _those(str.isdecimal)
    table |= LETTER * _those(str.isalnum)
    table[ord("_")] |= LETTER
    for sign in "~$":
        table[ord(sign)] |= SIGN
    table[ord("<")] |= ANGLE
    return table


def _those(test: Callable[[str], bool]) -> NDArray[np.uint8]:
    """For each character of the basic plane whether a test holds of it."""
    return np.fromiter(map(test, map(chr, range(TOO_FAR))), dtype=np.uint8, count=TOO_FAR)


@cache
def edges() -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """The marks that a line's first and its last character give it."""
    last = np.zeros(TOO_FAR, dtype=np.uint16)
    first = CAPITAL * _those(str.isalpha).astype(np.uint16)
    first[ord("a") : ord("z") + 1] = 0
    for sign in "|%":
        first[ord(sign)] |= QUOTES
    for sign in "#{}()[]+><":
        first[ord(sign)] |= LISTS
    for sign in "{};\\":
        last[ord(sign)] |= LISTS
    for sign in "-_=*~+–—":
        first[ord(sign)] |= RULES
    for sign in ":>?":
        last[ord(sign)] |= CLAIMS
    for sign in ",!":
        last[ord(sign)] |= TRAILS
    return first, last


def glance(sheet: Sheet, patterns: Habits) -> list[list[Line]]:
    """The non-blank lines of every message, marked."""
    codes = np.minimum(sheet.codes, TOO_FAR - 1)
    kinds = classes()[codes]
    ends = np.flatnonzero(codes == 10)
    starts = np.append(0, ends[:-1] + 1)
    inked = np.flatnonzero((kinds & SPACE) == 0)
    left, right = np.searchsorted(inked, starts), np.searchsorted(inked, ends) - 1
    full = np.flatnonzero(right >= left)
    first, last = inked[left[full]], inked[right[full]]
    owners = sheet.locate(starts[full])
    bases = np.asarray(sheet.starts)
    gap = (starts[full] == bases[owners]) | (right[full - 1] < left[full - 1])
    marks = _marks(codes, kinds, starts, full, first, last)
    text, begins = sheet.text, bases[owners]
    texts = [text[a:b] for a, b in zip(first.tolist(), (last + 1).tolist(), strict=True)]
    # nearly every line begins with a word that was seen before
    known = patterns.told
    told = [
        known[word]
        if line[0] not in ">|" and (word := line.split(None, 1)[0]) in known
        else _told(line, patterns)
        for line in texts
    ]
    rows = zip(
        (first - begins).tolist(),
        (last + 1 - begins).tolist(),
        texts,
        gap.tolist(),
        (first - starts[full]).tolist(),
        (marks | np.array(told, dtype=np.int64)).tolist(),
        strict=True,
    )
    lines = list(map(Line._make, rows))
    cuts = np.searchsorted(owners, np.arange(len(sheet.starts))).tolist()
    return [lines[a:b] for a, b in pairwise(cuts)]


def _marks(
    codes: NDArray[np.uint32],
    kinds: NDArray[np.uint8],
    starts: Numbers,
    full: Numbers,
    first: Numbers,
    last: Numbers,
) -> Numbers:
    """What the characters of each full line say of it."""
    at_first, at_last = edges()
    marks = at_first[codes[first]].astype(np.int64) | at_last[codes[last]]
    seen = np.bitwise_or.reduceat(kinds, starts)[full]
    digits = np.add.reduceat((kinds & DIGIT) != 0, starts, dtype=np.int64)[full]
    crowded = (digits > 2) & (digits * 6 > last - first)
    marks |= np.where((seen & SIGN > 0) | crowded, LISTS, 0)
    marks |= np.where(seen & ANGLE > 0, CLAIMS, 0)
    dots = (codes[last] == 46) & (codes[last - 1] == 46) & (codes[last - 2] == 46)
    marks |= np.where(dots, CLAIMS, 0)
    # a space that an encoding broke: "Thanks,?"
    marks |= np.where((codes[last] == ord("?")) & (codes[last - 1] == ord(",")), TRAILS, 0)
    for sign, reach, mark in ((">", 4, QUOTES), (":", 30, FIELD)):
        marks[_near(np.flatnonzero(codes == ord(sign)), first, last, reach)] |= mark
    by = (codes[:-3] == 32) & (codes[1:-2] == 98) & (codes[2:-1] == 121) & (codes[3:] == 32)
    marks[_near(np.flatnonzero(by), first, last, 27)] |= CLAIMS
    listed = (codes[1:] == ord("(")) & (kinds[:-1] & LETTER > 0)
    for one, other in PAIRS:
        listed |= (codes[:-1] == ord(one)) & (codes[1:] == ord(other))
    listed[:-1] |= (codes[:-2] == 58) & (codes[1:-1] == 58) & (codes[2:] == 58)
    marks[_near(np.flatnonzero(listed), first, last, TOO_FAR)] |= LISTS
    return marks


def _near(places: Numbers, first: Numbers, last: Numbers, reach: int) -> Numbers:
    """The lines that have one of the places among their first characters."""
    if not first.size:
        return places[:0]
    lines = np.searchsorted(first, places, side="right") - 1
    fits = (lines >= 0) & (places - first[lines] < reach) & (places <= last[lines])
    return lines[fits]


def _told(line: str, patterns: Habits) -> int:
    """The marks that a line's first word gives it."""
    body = line.lstrip("> \t|") if line[0] in ">|" else line
    token = body.split(None, 1)[0] if body else ""
    known = patterns.told.get(token)
    if known is not None:
        return known
    word = first_word(token)
    if not word:
        return _tell(first_word(body), token, patterns)
    patterns.told[token] = marks = _tell(word, token, patterns)
    return marks


def _tell(word: str, token: str, patterns: Habits) -> int:
    marks = OPENS * (word in patterns.openings) | ENDS * (word in patterns.endings)
    marks |= ADDS * (word in patterns.adding) | PARTS * (word in patterns.parting)
    small = token.casefold()
    marks |= MACHINE * (small in patterns.machine_words)
    return marks | LISTS * (token.rstrip(".:(") in CODE_WORDS)


CODE_WORDS = frozenset(
    {"def", "class", "import", "from", "Error", "Warning", "library", "require", "function"}
    | {"for", "while", "if", "return", "print", "source", "summary", "plot"}
)
