"""How the corpus writes words that are also names: small, with a capital, in capitals alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import polars as pl

from onym.check.pages import REMEMBERED
from onym.language import given_names, is_ordinary, is_word, surnames
from onym.language.folding import fold

RARELY_SMALL = 4
"""A word written with a capital more than so many times as often as without is a name."""

_TOKEN = re.compile(r"\w+")

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
        and (is_ordinary(word, languages) or _is_used_as_word(word, small, capital, languages))
    )


def _is_used_as_word(word: str, small: int, capital: int, languages: Sequence[str]) -> bool:
    """Whether a word of no dictionary is one here; a user name is written small as well."""
    return small > RARELY_SMALL * (capital + 1) and is_word(word, languages)


def abbreviations(words: Iterable[str], cases: Cases) -> frozenset[str]:
    """Those of the words that are something else in capitals: Ros signs, and ROS is a system."""
    return frozenset(
        word for word in words if cases[word, "all"] > RARELY_SMALL * (cases[word, "capital"] + 1)
    )
