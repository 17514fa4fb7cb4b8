"""Two independent finders of names that are left: by their place alone, and by the word alone.

`Structure` knows where names stand (after a greeting, on a closing line, before "wrote") and no
name. `Vocabulary` knows names (the class list and common given names) and no place. What one of
them finds and the other does not tells how much both may have missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from onym.check.judge import Judge
from onym.check.seek import folded
from onym.language import given_names, is_ordinary, is_place, is_technology, merge
from onym.language.folding import fold

WORD = re.compile(r"(?<![\w\[@/.&#])[^\W\d_]+(?:['’-][^\W\d_]+)*+(?![\]@/\w])")
_NEAR = re.compile(r"[ \t]*,?[ \t]+")
_AFTER_CALL = re.compile(r"[ \t]*(?:[,.!:;–-]|$|\n|&|and\b)")
_INITIAL = re.compile(r"\b[A-Z]\. ?$")
_AT = re.compile(r"(?<![\w.@])@([^\W\d_][\w.-]{1,40})")
_ITS = re.compile(r"['’]s$")
_NOUNS = re.compile(
    r"(?:posts?|points?|questions?|comments?|ideas?|answers?|repl(?:y|ies)|suggestions?|messages?"
    r"|threads?|presentation|talk|slides|work|views?)"
)
_WEAK = re.compile(
    r"(?:ha(?:s|ve|d)|is|was|are|were|do(?:es)?|did|made|tried|got|puts?|w(?:ill|ould)|can)"
)
"""What machines and firms do as well."""
_PREPOSITION = re.compile(r"(?:at|by|in|from|with|of|on|for|the|an?)")
LAST_LINES = 4
"""Lines at the end of a message in which people sign."""
REMEMBERED = 20_000
COMMON = 5
"""How common a given name must be to be taken for one wherever it stands."""


class Sight(NamedTuple):
    """A word that may be a name, and where it stands in a text."""

    word: str
    start: int
    end: int


class Structure:
    """Finds what stands where names stand, whatever the word is."""

    def __init__(self, languages: Sequence[str], spared: Iterable[str] = ()) -> None:
        self._languages = tuple(languages)
        self._spared = {word for name in spared for word in folded(name)}
        self._calls = frozenset(merge("greetings", languages))
        self._thanks = frozenset((*merge("thanks", languages), *merge("praise", languages)))
        self._closings = frozenset(merge("closings", languages)) | self._thanks
        verbs = {phrase.split()[0] for phrase in merge("speech_verbs", languages)}
        self._verbs = {verb for verb in verbs if not _WEAK.fullmatch(verb)}
        fields = ("greetings", "thanks", "closings", "group_words", "titles", "openers", "praise")
        phrases = {phrase for field in fields for phrase in merge(field, languages)}
        self._never = {word for phrase in phrases for word in phrase.split()}
        self._whole = frozenset(phrases)
        self._memo: dict[str, list[Sight]] = {}
        self._fit: dict[str, bool] = {}

    def find(self, text: str) -> list[Sight]:
        """Every word in a place where names stand; what was looked at last is remembered."""
        if text not in self._memo:
            if len(self._memo) >= REMEMBERED:
                self._memo.clear()
            told = self._mentioned(text)
            called = (sight for sight in self._addressed(text) if self._may_sign(sight.word))
            found = {sight.start: sight for sight in (*told, *called)}
            self._memo[text] = [found[start] for start in sorted(found)]
        return self._memo[text]

    def _mentioned(self, text: str) -> Iterator[Sight]:
        """Words in mid-text that what stands around them makes people."""
        fitting = {word for word in set(WORD.findall(text)) if self._fits(word)}
        if not fitting:
            return
        words = list(WORD.finditer(text))
        small = [word[0].lower().replace("’", "'") for word in words]
        for at, word in enumerate(words):
            if word[0] in fitting and self._is_mentioned(text, words, small, at):
                bare = _ITS.sub("", word[0])
                yield Sight(bare, word.start(), word.start() + len(bare))

    def _addressed(self, text: str) -> Iterator[Sight]:
        """Words after a greeting, on a closing line or after an @."""
        at = 0
        for line in text.split("\n"):
            yield from self._called(line, at)
            at += len(line) + 1
        yield from self._signed(text)
        for handle in _AT.finditer(text):
            yield Sight(handle[1], *handle.span(1))

    def _called(self, line: str, start: int) -> Iterator[Sight]:
        """What follows a greeting that opens a line: "hi mary,"."""
        said = ""
        for word in islice(WORD.finditer(line[:80]), 6):
            if said in self._calls:
                if _AFTER_CALL.match(line, word.end()) or not word[0].islower():
                    yield Sight(word[0], start + word.start(), start + word.end())
                return
            said = f"{said} {word[0].lower()}".strip().replace("’", "'")

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
        if _ITS.search(words[at][0]):
            return follows and any(map(_NOUNS.fullmatch, small[at + 1 : at + 3]))
        return follows and small[at + 1] in self._verbs

    def _signed(self, text: str) -> Iterator[Sight]:
        """The words of a short line at the very end, or below a closing."""
        at, lines = 0, []
        for line in text.split("\n"):
            if line.strip():
                lines.append((at, line))
            at += len(line) + 1
        last = lines[-LAST_LINES:]
        for place, (start, line) in enumerate(last):
            above = place and last[place - 1][1].strip(" \t,.!–-").lower() in self._closings
            alone = place == len(last) - 1 and len(lines) > 1
            if (above or alone) and len(line) < 60 and not re.search(r"[?]|[.!] *\w", line):
                words = list(WORD.finditer(line))
                several = len(words) > 1 and any(word[0].islower() for word in words)
                for word in words if len(words) <= 3 and not several else ():
                    yield Sight(word[0], start + word.start(), start + word.end())

    def _may_sign(self, word: str) -> bool:
        """Whether a word may be a name where people sign and are greeted: with a capital, any."""
        key = fold(word)
        if len(word) < 2 or key in self._spared:
            return False
        if key in (self._whole if word.isupper() else self._never):
            return False
        return not (is_place(word) or (word.islower() and self.is_something(word)))

    def _fits(self, word: str) -> bool:
        """Whether a word may be a name in mid-text: with a capital, and known as nothing else."""
        if word not in self._fit:
            bare = _ITS.sub("", word)
            self._fit[word] = (
                not word.islower() and self._may_sign(bare) and not self.is_something(bare)
            )
        return self._fit[word]

    def is_something(self, word: str) -> bool:
        """Whether a word is known as something other than a person."""
        return _is_something(word, self._languages)


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

    def find(self, text: str) -> list[Sight]:
        """Every known name that no citation explains."""
        if not any(map(self._is_name, set(WORD.findall(text)))):
            return []
        return [
            Sight(word[0], *word.span())
            for word in WORD.finditer(text)
            if self._is_name(word[0]) and self._judge.judge(text, word[0], *word.span()) == ""
        ]

    def _is_name(self, word: str) -> bool:
        if word not in self._memo:
            self._memo[word] = self._decide(_ITS.sub("", word))
        return self._memo[word]

    def _decide(self, word: str) -> bool:
        key = fold(word)
        if len(key) < 2 or key in self._spared:
            return False
        ordinary = is_ordinary(word, self._languages)
        if key in self.registered:
            return not (ordinary and (word.islower() or len(key) < 3))
        if ordinary or not word.istitle() or is_place(word) or is_technology(word):
            return False
        info = given_names().get(word)
        return info is not None and (info.weight or 0) >= COMMON


@lru_cache(maxsize=100_000)
def _is_something(word: str, languages: tuple[str, ...]) -> bool:
    """Whether a word is known as something other than a person."""
    return is_ordinary(word, languages) or is_technology(word) or is_place(word)
