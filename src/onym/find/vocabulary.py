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

import polars as pl

from onym.language import CODES, given_names, merge
from onym.once import once, remembers

# polars looks for these (no look-around there); what they find is taken apart once for each
# way it is written
TOKEN = r"\p{L}+(?:['’?-]\p{L}+)*"
CODED = r"\p{L}+\d[\p{L}\d]*"
CAP = r"[A-ZÀ-Þ][\w'’?-]+"
INSIDE = r"[a-zß-ÿ,;](?: [A-ZÀ-Þ][\w'’-]+)+"
INITIALS = r"(?:,?\s+(?:[A-Z]{1,3}\b|[A-Z]\.)){0,3}"
CITED = (
    rf"{CAP}{INITIALS}"
    rf"(?:(?:,|,?\s+and|\s*&|\s+und|\s+et|\s+och)\s+{CAP}(?:,?\s+[A-Z]\.){{0,3}}){{0,4}}"
    rf"(?:,?\s+et\s+al\b|(?:,?\s*[(\[]|,?\s+)(?:1[89]|20)\d\d[a-z]?\b|\s+&\s+{CAP})"
)
TERM = (
    r"(?:^|[^\w'’?-])(?:\p{L}+\s(?:de|du|von|av)\s[A-ZÀ-Þ][\w'’?-]*"
    r"|[A-ZÀ-Þ][\w'’?-]*\s+[a-z]+)"
)
MARKED = r"(?m)^[ \t]*>.*$"
SPACED = r"\b\p{L}(?: \p{L}){2,}\b"
COMPOUND = r"(?:^|[^\w-])[A-ZÀ-Þ]\w+-[A-ZÀ-Þ]\w+(?:[^\w-]|$)"
NAME = re.compile(CAP)
LAST_TWO = re.compile(r"([A-ZÀ-Þ][\w'’?-]*)\s+([a-z]+)$")
LINKED = re.compile(r"([^\W\d_]+)\s[a-z]+\s([A-ZÀ-Þ][\w'’?-]*)$")
DATED = re.compile(r"\bet\s+al\b|\d")
POSSESSIVE = re.compile(r"['’`]s?$")


def is_author(name: str) -> bool:
    """Whether a word before a year may be an author: no initials, no month."""
    return not name.isupper() and name.casefold() not in dates()


@cache
def dates() -> frozenset[str]:
    """Weekdays and months."""
    return frozenset(merge("weekdays", CODES) + merge("months", CODES))


@cache
def term_words() -> frozenset[str]:
    """Words that make a term of the name before them: test, model, theorem."""
    return frozenset(merge("term_words", CODES))


def cited_names(citation: str) -> Iterator[str]:
    """The names in a stretch that ends in a year, "et al." or a second author."""
    names = [POSSESSIVE.sub("", name) for name in NAME.findall(citation)]
    if not DATED.search(citation) and all(name in given_names() for name in names):
        return  # "Hi Mary & Robert"
    yield from (name for name in names if is_author(name))


def term_names(stretch: str) -> Iterator[str]:
    """The name in "the Poisson model" and "le test de Ramsden"; none in "The model"."""
    found = LAST_TWO.search(stretch)
    if found and found[2] in term_words():
        yield POSSESSIVE.sub("", found[1]).partition("-")[0]
    linked = LINKED.search(stretch)
    if linked and linked[1].casefold() in term_words():
        yield POSSESSIVE.sub("", linked[2])


@remembers
@dataclass
class Vocabulary:
    """Counts over words as written; `add` takes messages, `merge` joins two counts."""

    words: Counter[str] = field(default_factory=Counter)
    """Words, and letters with spaces between them: R o b e r t."""
    inside: Counter[str] = field(default_factory=Counter)
    """Capitalised words that do not open a sentence."""
    cited: Counter[str] = field(default_factory=Counter)
    terms: Counter[str] = field(default_factory=Counter)
    quoted: Counter[str] = field(default_factory=Counter)
    """Words in lines that are marked as quoted: a long thread says them again and again."""
    coded: Counter[str] = field(default_factory=Counter)
    """Words with digits in them, in small letters: robert2, mp3."""

    def add(self, texts: Iterable[str]) -> None:
        """Count the words of some messages."""
        series = pl.Series(texts, dtype=pl.String)
        pieces = split(series)
        self.words.update(count_words(pieces))
        self.words.update(found(series, SPACED))
        for word, count in count_words(pieces, CODED).items():
            self.coded[word.casefold()] += count
        marked = series.filter(series.str.contains(MARKED)).str.extract_all(MARKED).explode()
        self.quoted.update(count_words(split(marked)))
        for run, count in found(series, INSIDE).items():
            for name in run.split(" ")[1:]:
                self.inside[name] += count
        for citation, count in found(series, CITED).items():
            for name in cited_names(citation):
                self.cited[name] += count
        for stretch, count in found(series, TERM).items():
            for name in term_names(stretch):
                self.terms[name] += count
        for pair, count in found(series, COMPOUND).items():
            for name in NAME.findall(pair.replace("-", " ")):
                self.terms[name] += count

    def small(self, word: str) -> int:
        """How often the word is written all small, quotes apart."""
        return self.own(word.casefold())

    def large(self, word: str) -> int:
        """How often the word is written with a capital, quotes apart."""
        usual = {word.capitalize(), word.upper()}
        return sum(map(self.own, usual)) + self._mixed.get(word.casefold(), 0)

    @once
    def _mixed(self) -> dict[str, int]:
        """Words with capitals within, in small letters: McPoe, Anna-Maria, MySQL."""
        found = Counter[str]()
        for word in self.words:
            if word[:1].isupper() and word not in (word.capitalize(), word.upper()):
                found[word.casefold()] += self.own(word)
        return found

    def own(self, word: str) -> int:
        """How often a word is written just so by people themselves, quotes apart."""
        return self.words[word] - self.quoted[word]


def found(texts: pl.Series, pattern: str) -> dict[str, int]:
    """What matches a pattern in some texts, and how often."""
    counts = texts.str.extract_all(pattern).explode().drop_nulls().value_counts()
    return dict(counts.iter_rows())


def split(texts: pl.Series) -> pl.DataFrame:
    """Everything that stands between two spaces in some texts, and how often."""
    return texts.alias("piece").str.split(" ").explode().value_counts()


def count_words(pieces: pl.DataFrame, pattern: str = TOKEN) -> dict[str, int]:
    """The words of some texts, looked for once in each piece of them."""
    words = pieces.select(pl.col("piece").str.extract_all(pattern).alias("word"), "count")
    counts = words.explode("word").drop_nulls("word").group_by("word").agg(pl.col("count").sum())
    return dict(counts.iter_rows())


def count(texts: Iterable[str]) -> Vocabulary:
    """The vocabulary of some texts."""
    vocabulary = Vocabulary()
    vocabulary.add(texts)
    return vocabulary
