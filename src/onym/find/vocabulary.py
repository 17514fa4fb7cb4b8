"""What a corpus does with its words, counted in one pass: how they are written and cited.

Linking asks these counts whether a word behaves like a name here: *Will* written small 300
times is a verb, *Ramsden* followed by a year is an author, *Poisson* before *model* is a term.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from onym.language import CODES, merge

TOKEN = re.compile(r"[^\W\d_]+(?:['’?-][^\W\d_]+)*")
INSIDE = re.compile(r"(?<=[a-zß-ÿ,;] )[A-ZÀ-Þ][\w'’-]+")
CAP = r"[A-ZÀ-Þ][\w'’?-]+"
DATE = re.compile(r"\bet\s+al\b|[(\[, ](?:1[89]|20)\d\d[a-z]?(?!\w)|\s&\s(?=[A-ZÀ-Þ])")
"""What gives a citation away; the names stand before it."""
AUTHORS = re.compile(
    rf"{CAP}(?:,?\s+(?:[A-Z]{{1,3}}\b|[A-Z]\.)){{0,3}}"
    rf"(?:(?:,|,?\s+and|\s*&|\s+und|\s+et|\s+och)\s+{CAP}(?:,?\s+[A-Z]\.){{0,3}}){{0,4}},?\s*[(\[]?$"
)
POSSESSIVE = re.compile(r"['’`]s?$")
AUTHOR = re.compile(rf"\s&\s({CAP})")
TERM = re.compile(r"(?<![\w'’?-])([A-ZÀ-Þ][\w'’?-]*+)\s+([a-z]+)")
COMPOUND = re.compile(r"(?<![\w-])([A-ZÀ-Þ]\w++)-([A-ZÀ-Þ]\w++)(?![\w-])")


def is_author(name: str) -> bool:
    """Whether a word before a year may be an author: no initials, no month."""
    return not name.isupper() and name.casefold() not in dates()


@cache
def dates() -> frozenset[str]:
    """Weekdays and months."""
    return frozenset(merge("weekdays", CODES) + merge("months", CODES))


def cited_names(text: str) -> Iterator[str]:
    """Names before a year or "et al.", and on both sides of "&"."""
    for date in DATE.finditer(text):
        if found := AUTHORS.search(text[max(0, date.start() - 70) : date.start()]):
            names = (POSSESSIVE.sub("", name) for name in re.findall(CAP, found[0]))
            yield from (name for name in names if is_author(name))
        if second := AUTHOR.match(text, date.start()):
            yield second[1]


@cache
def term_words() -> frozenset[str]:
    """Words that make a term of the name before them: test, model, theorem."""
    return frozenset(merge("term_words", CODES))


@dataclass
class Vocabulary:
    """Counts over words as written; `add` takes messages, `merge` joins two counts."""

    words: Counter[str] = field(default_factory=Counter)
    inside: Counter[str] = field(default_factory=Counter)
    """Capitalised words that do not open a sentence."""
    cited: Counter[str] = field(default_factory=Counter)
    terms: Counter[str] = field(default_factory=Counter)
    writers: dict[str, set[str]] = field(default_factory=dict)
    """Who writes a capitalised word inside a sentence."""

    def add(self, author: str | None, text: str) -> None:
        """Count the words of one message."""
        self.words.update(TOKEN.findall(text))
        inside = INSIDE.findall(text)
        self.inside.update(inside)
        for word in set(inside):
            self.writers.setdefault(word, set()).add(author or "")
        self.cited.update(cited_names(text))
        after = term_words()
        self.terms.update(
            POSSESSIVE.sub("", name).partition("-")[0]
            for name, word in TERM.findall(text)
            if word in after
        )
        self.terms.update(name for pair in COMPOUND.findall(text) for name in pair)

    def merge(self, other: Vocabulary) -> None:
        """Join the counts of another part of the corpus."""
        for mine, theirs in zip(
            (self.words, self.inside, self.cited, self.terms),
            (other.words, other.inside, other.cited, other.terms),
            strict=True,
        ):
            mine.update(theirs)
        for word, writers in other.writers.items():
            self.writers.setdefault(word, set()).update(writers)

    def small(self, word: str) -> int:
        """How often the word is written all small."""
        return self.words[word.casefold()]

    def large(self, word: str) -> int:
        """How often the word is written with a capital."""
        return self.words[word.capitalize()] + self.words[word.upper()]


def count(messages: Iterable[tuple[str | None, str]]) -> Vocabulary:
    """The vocabulary of (author, text) pairs."""
    vocabulary = Vocabulary()
    for author, text in messages:
        vocabulary.add(author, text)
    return vocabulary
