"""Two independent finders of names that are left: by their place alone, and by the word alone.

`Structure` knows where names stand (after a greeting, on a closing line, before "wrote") and no
name. `Vocabulary` knows names (the class list and common given names) and no place. What one of
them finds and the other does not tells how much both may have missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np

from onym.check.judge import WEAK, Judge
from onym.check.pages import WORD, Page
from onym.check.seek import folded
from onym.language import given_names, is_ordinary, is_place, is_technology, merge
from onym.language.folding import fold

_NEAR = re.compile(r"[ \t]*,?[ \t]+")
_AFTER_CALL = re.compile(r"[ \t]*(?:[,.!:;–-]|$|\n|&|and\b)")
_INITIAL = re.compile(r"\b[A-Z]\. ?$")
_AT = re.compile(r"(?<![\w.@])@([^\W\d_][\w.-]{1,40})(?![\w.-]*\{)")
"""A user name, and no entry of BibTeX."""
ITS = re.compile(r"['’](?:s|d|m|ll|re|ve)$")
_IDENTIFIER = re.compile(
    r"[a-z]+[A-Z]|.*(?:[A-Z]{2,}[a-z]{2}|[a-z][A-Z]{2}|[a-z][A-Z].*[a-z][A-Z])"
)
"""Capitals as programs have them: worldPosition, PixelIDType; nobody but McKay has one inside."""
_NOUNS = re.compile(
    r"(?:posts?|points?|questions?|comments?|ideas?|answers?|repl(?:y|ies)|suggestions?|messages?"
    r"|threads?|presentation|talk|slides|work|views?)"
)
_PREPOSITION = re.compile(r"(?:at|by|in|from|with|of|on|for|the|an?)")
_SENTENCE = re.compile(r"[?={}<>]|[.!] *\w|(?<!\w)\d")
NEARBY = 6, 5
"""Pieces before and after a word that may tell it is a person's."""
LAST_LINES = 4
"""Lines at the end of a message in which people sign."""
SHORT_LINE = 60
"""Nobody signs with more characters."""
LONG_CALL = 80
"""Characters at the start of a line in which somebody is greeted."""
COMMON = 5
"""How common a given name must be to be taken for one wherever it stands."""
FITTING, CALL, WORDED, HANDLE, LISTED, THANKS, SPEAKS = (1 << bit for bit in range(7))
"""Traits of pieces: a capital and known as nothing else; opens a greeting; has a word; has a user
name; has a known name; ends a phrase of thanks; what people do or have."""


class Sight(NamedTuple):
    """A word that may be a name, and where it stands on a page."""

    word: str
    start: int
    end: int


class Structure:
    """Finds what stands where names stand, whatever the word is."""

    def __init__(self, languages: Sequence[str], spared: Iterable[str] = ()) -> None:
        self._languages = tuple(languages)
        self._spared = {word for name in spared for word in folded(name)}
        self._calls = frozenset(merge("greetings", languages))
        self._openers = {phrase.split()[0] for phrase in self._calls}
        self._thanks = frozenset((*merge("thanks", languages), *merge("praise", languages)))
        self._thanking = {phrase.split()[-1] for phrase in self._thanks}
        self._closings = frozenset(merge("closings", languages)) | self._thanks
        verbs = {phrase.split()[0] for phrase in merge("speech_verbs", languages)}
        self._verbs = {verb for verb in verbs if not WEAK.fullmatch(verb)}
        fields = ("greetings", "thanks", "closings", "group_words", "titles", "openers", "praise")
        phrases = {phrase for field in fields for phrase in merge(field, languages)}
        self._never = {word for phrase in phrases for word in phrase.split()}
        self._whole = frozenset(phrases)
        self._fit: dict[str, bool] = {}

    def traits(self, piece: str, words: Sequence[str]) -> int:
        """What a piece may be: a name by its writing, the begin of a greeting, a handle."""
        bits = HANDLE if "@" in piece and _AT.search(piece) else 0
        if words:
            first, last = _small(words[0]), _small(words[-1])
            bits |= WORDED | (CALL if first in self._openers else 0)
            bits |= FITTING if any(map(self._fits, words)) else 0
            bits |= THANKS if last in self._thanking else 0
            bits |= SPEAKS if first in self._verbs or _NOUNS.fullmatch(first) else 0
        return bits

    def find(self, page: Page) -> list[Sight]:
        """Every word in a place where names stand."""
        called = (sight for sight in self._addressed(page) if self._may_sign(sight.word))
        found = {sight.start: sight for sight in (*self._mentioned(page), *called)}
        return [found[start] for start in sorted(found)]

    def _mentioned(self, page: Page) -> Iterator[Sight]:
        """Words in mid-text that what stands around them makes people."""
        speaks, thanks = page.traits & SPEAKS, page.traits & THANKS
        told = page.after(speaks, 1) | page.after(speaks, 2) | page.after(speaks, 3)
        wanted = np.where(told | page.after(thanks, -1), page.traits & FITTING, 0)
        for at in np.flatnonzero(wanted).tolist():
            low, high = page.around(at, *NEARBY)
            words = list(WORD.finditer(page.text, low, high))
            small = [_small(word[0]) for word in words]
            first, last = int(page.starts[at]), int(page.ends[at])
            for place, word in enumerate(words):
                if not first <= word.start() < last or not self._fits(word[0]):
                    continue
                if self._is_mentioned(page.text, words, small, place):
                    bare = ITS.sub("", word[0])
                    yield Sight(bare, word.start(), word.start() + len(bare))

    def _addressed(self, page: Page) -> Iterator[Sight]:
        """Words after a greeting, on a closing line or after an @."""
        first = page.opening(WORDED)
        for at in first[(page.traits[first] & CALL) != 0].tolist():
            yield from self._called(page.text, *page.line(at))
        for at in self._last_lines(page):
            yield from self._signed(page.text, *page.line(at))
        for at in page.having(HANDLE):
            for handle in _AT.finditer(page.text, int(page.starts[at]), int(page.ends[at])):
                yield Sight(handle[1], *handle.span(1))

    def _called(self, text: str, start: int, end: int) -> Iterator[Sight]:
        """What follows a greeting that opens a line: "hi mary,"."""
        said = ""
        for word in islice(WORD.finditer(text, start, min(end, start + LONG_CALL)), 6):
            if said in self._calls:
                if _AFTER_CALL.match(text, word.end(), end) or not word[0].islower():
                    yield Sight(word[0], *word.span())
                return
            said = f"{said} {_small(word[0])}".strip()

    def _is_mentioned(
        self, text: str, words: Sequence[re.Match[str]], small: Sequence[str], at: int
    ) -> bool:
        """Whether the words around it tell of a person: "thanks Mary", "Mary wrote"."""
        start, end = words[at].span()
        if at and _NEAR.fullmatch(text, words[at - 1].end(), start):
            before = [" ".join(small[max(0, at - size) : at]) for size in (1, 2, 3)]
            if any(phrase in self._thanks for phrase in before):
                return True
            if _PREPOSITION.fullmatch(before[0]):
                return False
        if _INITIAL.search(text, max(0, start - 4), start) or at + 1 == len(words):
            return False
        follows = _NEAR.fullmatch(text, end, words[at + 1].start()) is not None
        if ITS.search(words[at][0]):
            return follows and any(map(_NOUNS.fullmatch, small[at + 1 : at + 3]))
        return follows and small[at + 1] in self._verbs

    def _last_lines(self, page: Page) -> Iterator[int]:
        """The first pieces of short lines at the very end of a text, or below a closing."""
        first = np.flatnonzero(np.diff(page.lines, prepend=-1))
        if not len(first):
            return
        ends = page.ends[np.append(first[1:], len(page.ids)) - 1]
        short = (ends - page.starts[first] < SHORT_LINE).tolist()
        owner = np.searchsorted(page.bases, page.starts[first], "right") - 1
        rank = (np.searchsorted(owner, owner, "right") - 1 - np.arange(len(owner))).tolist()
        follows = np.diff(owner, prepend=-1) == 0
        for place in np.flatnonzero(follows).tolist():
            if rank[place] < LAST_LINES - 1 and short[place]:
                above = short[place - 1] and self._closes(page, int(first[place - 1]))
                if rank[place] == 0 or above:
                    yield int(first[place])

    def _closes(self, page: Page, at: int) -> bool:
        start, end = page.line(at)
        return page.text[start:end].strip(" \t,.!–-").lower() in self._closings

    def _signed(self, text: str, start: int, end: int) -> Iterator[Sight]:
        """The words of a short line that is a signature."""
        if _SENTENCE.search(text, start, end) or text.startswith("----", start):
            return
        words = list(WORD.finditer(text, start, end))
        several = len(words) > 1 and any(word[0].islower() for word in words)
        for word in words if len(words) <= 3 and not several else ():
            yield Sight(word[0], *word.span())

    def _may_sign(self, word: str) -> bool:
        """Whether a word may be a name where people sign and are greeted: with a capital, any."""
        key = fold(word)
        if len(word) < 2 or key in self._spared or is_identifier(word):
            return False
        if key in (self._whole if word.isupper() else self._never):
            return False
        if is_place(word) or is_compound(word, self._languages):
            return False
        return not (word.islower() and self.is_something(word))

    def _fits(self, word: str) -> bool:
        """Whether a word may be a name in mid-text: with a capital, and known as nothing else."""
        if word not in self._fit:
            bare = ITS.sub("", word)
            self._fit[word] = (
                not word.islower() and not self.is_something(bare) and self._may_sign(bare)
            )
        return self._fit[word]

    def is_something(self, word: str) -> bool:
        """Whether a word is known as something other than a person."""
        return is_something(word, self._languages)


class Vocabulary:
    """Finds words that are known as names, wherever they stand."""

    def __init__(
        self,
        registered: Iterable[str],
        judge: Judge,
        languages: Sequence[str],
        spared: Iterable[str] = (),
    ) -> None:
        self._languages = tuple(languages)
        self._judge = judge
        self._spared = {word for name in spared for word in folded(name)}
        self.registered = {word for name in registered for word in folded(name) if len(word) > 1}
        self._memo: dict[str, bool] = {}

    def traits(self, piece: str, words: Sequence[str]) -> int:
        """Whether a piece holds a known name."""
        return LISTED if any(map(self._is_name, words)) else 0

    def find(self, page: Page) -> list[Sight]:
        """Every known name that no citation explains."""
        return [sight for at in page.having(LISTED) for sight in self._listed(page, at)]

    def _listed(self, page: Page, at: int) -> Iterator[Sight]:
        bounds = page.bounds(int(page.starts[at]))
        for word in WORD.finditer(page.text, int(page.starts[at]), int(page.ends[at])):
            bare = ITS.sub("", word[0])
            end = word.start() + len(bare)
            if self._is_name(word[0]) and not self._judge.judge(
                page.text, word.start(), end, bounds
            ):
                yield Sight(bare, word.start(), end)

    def _is_name(self, word: str) -> bool:
        if word not in self._memo:
            self._memo[word] = self._decide(ITS.sub("", word))
        return self._memo[word]

    def _decide(self, word: str) -> bool:
        key = fold(word)
        if len(key) < 2 or key in self._spared:
            return False
        if key in self.registered:
            small = word.islower() or len(key) < 3
            return not (small and is_ordinary(word, self._languages))
        info = given_names().get(word) if word.istitle() else None
        if info is None or (info.weight or 0) < COMMON:
            return False
        return not is_something(word, self._languages)


def _small(word: str) -> str:
    return word.lower().replace("’", "'")


@lru_cache(maxsize=100_000)
def is_something(word: str, languages: tuple[str, ...]) -> bool:
    """Whether a word is known as something other than a person."""
    if is_ordinary(word, languages) or is_technology(word) or is_place(word):
        return True
    return word.lower() in _months(languages) or is_compound(word, languages)


def is_compound(word: str, languages: tuple[str, ...]) -> bool:
    """Whether a hyphen joins it with a word or a letter: R-users, B-spline."""
    parts = word.split("-")
    return len(parts) > 1 and any(len(p) < 2 or is_ordinary(p, languages) for p in parts)


def is_identifier(word: str) -> bool:
    """Whether a word is written as programs write theirs: worldPosition."""
    return not (word[1:].islower() or word.isupper()) and _IDENTIFIER.match(word) is not None


@cache
def _months(languages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(merge("months", languages))
