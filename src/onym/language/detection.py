"""Which of the four languages a corpus is written in, from its small words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import islice

from onym.language.phrases import CODES, load

WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
SAMPLE = 400_000
"""Letters that are enough to know."""
TEXTS = 20_000
"""Texts that are enough to know, however short they are."""
SHARE = 0.2
"""A second language counts when it has this part of the small words."""


def detect(texts: Iterable[str]) -> tuple[str, ...]:
    """The languages of some texts, the most frequent first; English when nothing tells."""
    counts: Counter[str] = Counter()
    for text in _sample(texts):
        counts.update(_count(text))
    total = sum(counts.values())
    found = [code for code, count in counts.most_common() if count >= SHARE * total]
    return tuple(found) or (CODES[0],)


def _count(text: str) -> Counter[str]:
    """Small words of the language that has most of them; none at a tie.

    One text is one language: a Swedish message that quotes English is Swedish.
    """
    words = Counter(WORD.findall(text.lower().replace("’", "'")))
    found = Counter({code: _weight(words, code) for code in CODES})
    (best, most), (_, second) = found.most_common(2)
    return Counter({best: most}) if most > second else Counter()


def _weight(words: Counter[str], code: str) -> int:
    """How many words of a text are small words of one language."""
    small = _small_words(code)
    return sum(count for word, count in words.items() if word in small)


@cache
def _small_words(code: str) -> frozenset[str]:
    """The small words of a language."""
    return frozenset(load(code).function_words)


def _sample(texts: Iterable[str]) -> Iterable[str]:
    """Texts until there are letters enough, each cut where it is very long."""
    left = SAMPLE
    for text in islice(texts, TEXTS):
        if left <= 0:
            return
        yield text[:5_000]
        left -= min(len(text), 5_000)
