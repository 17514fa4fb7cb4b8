"""Whether a known name that is still to be seen is meant: authors, words and initials are not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Lookup
from functools import lru_cache

import polars as pl

from onym.check.pages import REMEMBERED
from onym.language import (
    given_names,
    is_ordinary,
    is_place,
    is_proper,
    is_technology,
    merge,
    surnames,
)
from onym.language.folding import fold

BEFORE, AFTER = 60, 80
"""Characters around a name that are looked at."""
NEAR = 20
"""Characters beside a word in capitals in which others are small if nobody shouts."""
RARELY_SMALL = 4
"""A word written with a capital more than so many times as often as without is a name."""

_AFTER_CITED = re.compile(
    r"(?:['’]s)?(?:,?\s+(?:and|&|&amp;|und|och|et|og)\s+[^\W\d_][\w'’-]+)?"
    r"(?:,?\s+et\s+al\b|,?\s*[(\[]?(?:1[6-9]|20)\d\d[a-z]?\b)"
)
_OTHERS_CITED = re.compile(
    r"(?:,\s+[A-Z][\w'’-]+(?:\s+[A-Z]\.)*){1,4},?\s+(?:and|&)\s+[A-Z][\w'’-]+,?\s*\(?\d{4}"
)
_BESIDE_BEFORE = re.compile(r"([A-ZÀ-Þ][^\W\d_]+),?\s+(?:and|&|&amp;|und|och|et|og)\s+$")
_BESIDE_AFTER = re.compile(r",?\s+(?:and|&|&amp;|und|och|et|og)\s+([A-ZÀ-Þ][^\W\d_]+)(?:['’]s)?\b")
_REFERENCE = re.compile(r",\s+(?:[A-Z]\.[ -]?){1,4}")
_TOKEN, _SMALL = re.compile(r"\w+"), re.compile(r"[a-zß-ÿ]")
_KEY = re.compile(r"\w:\0|\0:\w")
"""A part of a citation key: Shaw:Poe:2007."""
_INITIALS_BEFORE = re.compile(r"(?<!\w)(?:[A-Z]\.[ -]?){1,3}$")
_NAME_BEFORE = re.compile(r"(?<![\w.!?\]])([A-ZÀ-Þ][^\W\d_]+(?:[-'’][^\W\d_]+)*)(?:\s[A-Z]\.)*[ ]$")
_NAME_AFTER = re.compile(r"(?:[ ][A-Z]\.){0,2}[ ]([A-ZÀ-Þ][^\W\d_]+(?:[-'’][^\W\d_]+)*)")
_OPENS = re.compile(
    r"(?:[.!?:…]['\"”’)\]]*\s+|(?:^|\n)\s*[-*>•\"“(]*\s*|[\"“(]\s*"
    r"|(?:^|\n)[>\s]*[^\W\d_]+(?: [^\W\d_]+)? \[[^\[\]\n]{1,30}\](?:,|\s[–-])\s+)$"
)
"""What stands before the first word of a sentence; a greeting too: "Hi [P0012], Many thanks"."""


class Judge:
    """Knows what a name can be beside a person's: a word, an author's, an initial."""

    def __init__(
        self,
        owners: Lookup[str, frozenset[str]] | None = None,
        ordinary: frozenset[str] = frozenset(),
        languages: Sequence[str] = ("en",),
        abbreviations: frozenset[str] = frozenset(),
    ) -> None:
        self._abbreviations = abbreviations
        self._owners: dict[str, set[str]] = {}
        for name, who in (owners or {}).items():
            for word in re.findall(r"[^\W\d_]+", name):
                self._owners.setdefault(fold(word), set()).update(who)
        self.ordinary = ordinary
        self._languages = tuple(languages)
        fields = ("greetings", "thanks", "closings")
        self._calls = {phrase for field in fields for phrase in merge(field, self._languages)}

    def judge(
        self, text: str, start: int, end: int, bounds: tuple[int, int] | None = None
    ) -> str | None:
        """Why a name is probably not meant, empty if it probably is, None if it surely is not.

        Bounds say where in the text the message of the name begins and ends.
        """
        low, high = bounds or (0, len(text))
        written = text[start:end]
        before = text[max(low, start - BEFORE) : start]
        after = text[end : min(high, end + AFTER)]
        single = " " not in written.strip()
        if after[:2] in ("'t", "’t"):
            return None  # Don't
        if single and fold(written) in self.ordinary:
            if written.islower():
                return None
            if _OPENS.search(before) and re.match(r"[ \t]+(?:[a-zà-ÿ]|I\b)|\s*$", after):
                return "word"
            if fold(written) not in given_names() and not self._is_called(before, after):
                return "word"
        short = written.isupper() and fold(written) in self._abbreviations
        if short and _SMALL.search(before[-NEAR:] + after[:NEAR]):
            return "abbreviation"
        if len(written) < 3 and not (len(written) == 2 and written.isupper()):
            return "" if self._stands_alone(before, after) else "initial"
        if not single:
            return ""
        if _is_reference(before, after):
            return "cited"
        if self._is_called(before, after):
            return ""
        return "cited" if self._is_another_s(fold(written), before, after) else ""

    def is_known_word(self, word: str) -> bool:
        """Whether a word needs no explanation: of a dictionary, a place, a name of its own."""
        return _is_known_word(word, self._languages)

    def _stands_alone(self, before: str, after: str) -> bool:
        return bool(re.search(r"(?:^|\n)[\s\-~–]*$", before) and re.match(r"[.\s]*(?:\n|$)", after))

    def _is_called(self, before: str, after: str) -> bool:
        """Whether the name stands where one is called or signs: after a greeting, on its own."""
        line = before.rpartition("\n")[2].strip(" \t>*-")
        if line.rstrip(",").lower() in self._calls:
            return True
        rest = after.partition("\n")[0].strip(" \t.,!")
        return not line and len(rest.split()) < 3 and not re.search(r"[\d()]|\b[a-z]", rest)

    def _is_another_s(self, word: str, before: str, after: str) -> bool:
        """Whether a name beside it makes this somebody else's: Mary Shaw, Shaw and Poe."""
        pair = _BESIDE_BEFORE.search(before) or _BESIDE_AFTER.match(after)
        if pair and fold(pair[1]) not in self._owners:
            return not is_ordinary(pair[1], self._languages)
        previous, following = _NAME_BEFORE.search(before), _NAME_AFTER.match(after)
        if following and self._is_another(word, fold(following[1])):
            return True
        if previous is None or is_ordinary(previous[1], self._languages):
            return False
        return self._is_another(word, fold(previous[1]))

    def _is_another(self, word: str, other: str) -> bool:
        """Whether a capitalised neighbour makes this the name of somebody who takes no part."""
        mine, theirs = self._owners.get(word, set()), self._owners.get(other)
        return not mine.intersection(theirs or ())


def _is_reference(before: str, after: str) -> bool:
    """Whether a year, "et al.", initials or a citation key make this a cited author."""
    if _AFTER_CITED.match(after) or _OTHERS_CITED.match(after) or _REFERENCE.match(after):
        return True
    return bool(_INITIALS_BEFORE.search(before) or _KEY.search(f"{before[-2:]}\0{after[:2]}"))


@lru_cache(maxsize=100_000)
def _is_known_word(word: str, languages: tuple[str, ...]) -> bool:
    small = word.lower()
    if is_ordinary(small, languages) or is_proper(small):
        return True
    if is_place(small) or is_technology(small):
        return True
    if small in given_names() or small in surnames():
        return True
    return any(is_ordinary(stem, languages) for stem in _stems(small))


def _stems(word: str) -> Iterable[str]:
    for ending in ("'s", "s", "es", "ed", "d", "ing", "er", "ers", "ly", "ian", "ness", "en", "n"):
        if word.endswith(ending) and len(word) - len(ending) > 3:
            yield word.removesuffix(ending)


Cases = Counter[tuple[str, str]]
"""How often a word is written small, with a capital, and in capitals alone (all)."""


def doubtful_words(words: Iterable[str], languages: Sequence[str]) -> frozenset[str]:
    """Those of the single words that may be words rather than names."""
    return frozenset(
        word
        for word in words
        if is_ordinary(word, languages) or (word not in given_names() and word not in surnames())
    )


def count_cases(texts: pl.Series, words: Iterable[str]) -> Cases:
    """How often each of the words is written small, with a capital and in capitals alone."""
    cases: Cases = Counter()
    sought = frozenset(words)
    pieces: Counter[str] = Counter()
    for text in texts if sought else ():
        pieces.update(text.split())
        if len(pieces) > REMEMBERED:
            _add_cases(cases, pieces, sought)
            pieces.clear()
    _add_cases(cases, pieces, sought)
    return cases


def _add_cases(cases: Cases, pieces: Counter[str], sought: frozenset[str]) -> None:
    """Words have no space in them, so each different piece is looked at once."""
    for piece, number in pieces.items():
        for written in _TOKEN.findall(piece):
            if written.lower() in sought:
                how = "small" if written.islower() else "all" if written.isupper() else "capital"
                cases[fold(written), how] += number


def ordinary_words(
    doubtful: Iterable[str], cases: Cases, languages: Sequence[str]
) -> frozenset[str]:
    """Those of the doubtful words that mean nothing written small, as they are used here."""
    return frozenset(
        word
        for word in doubtful
        for small, capital in [(cases[word, "small"], cases[word, "capital"] + cases[word, "all"])]
        if small * RARELY_SMALL >= capital
        and (is_ordinary(word, languages) or small > RARELY_SMALL * (capital + 1))
    )


def abbreviations(words: Iterable[str], cases: Cases) -> frozenset[str]:
    """Those of the words that are something else in capitals: Ros signs, and ROS is a system."""
    return frozenset(
        word for word in words if cases[word, "all"] > RARELY_SMALL * (cases[word, "capital"] + 1)
    )
