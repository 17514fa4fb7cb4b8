"""How many names are left that nobody has seen: two finders, captured and recaptured.

Both finders look at what will be shared. What one of them sees and the other does not gives
Chapman's estimate of what both missed. Finders of names are never quite independent: a name that
is hard for one is hard for the other. How much so is learnt where the truth is known, from the
known names that were replaced: they are sought in the source by the same two finders. The interval
is wide enough for names that are harder than those; `tests/test_check_estimate.py` holds it to
generated courses, where what is left is known. Known names that are probably not meant are no
evidence of anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Lookup
from typing import NamedTuple

import numpy as np

from onym.check.finders import Sight, Structure, Vocabulary
from onym.check.pages import Page
from onym.language import given_names, surnames
from onym.language.folding import fold

HARDER = 0.75
"""A name that was missed once is seen again less often than others, by this factor."""
UNSURE = 7.0
"""How many names' worth of trust the chance of being seen gets."""
DEPENDENCE = (3.0, 6.0)
"""What both finders miss, against Chapman's estimate: as measured, and at worst."""
MOST = 1.0
"""What both finders miss is at worst so many times what they see, by Chapman's estimate."""
MEANT = 0.5
"""The chance that a known name which can be seen is meant, at least."""
CATEGORIES = ("registered names", "other names", "user names and addresses")


class Table(NamedTuple):
    """How many names both finders saw, only one of them, or neither."""

    both: float = 0
    by_place: float = 0
    by_word: float = 0
    neither: float = 0

    @property
    def chapman(self) -> float:
        """Chapman's estimate of what neither saw."""
        return self.by_place * self.by_word / (self.both + 1)

    @property
    def seen(self) -> float:
        """What at least one of them saw."""
        return self.both + self.by_place + self.by_word


class Seen(NamedTuple):
    """A word that one of the finders took for a name."""

    table: Table
    """At how many places, weighed by the chance that it is one."""
    places: float


class Estimate(NamedTuple):
    """How many names of a category are probably left."""

    category: str
    messages: int
    left: Table
    """What the finders see in what will be shared, weighed by how surely it is a name."""
    missed: float
    """What both have probably missed."""
    low: int
    high: int
    """Nineteen times out of twenty the true number lies between these."""

    def line(self) -> str:
        """Say it in words: expect 0 to 3 names left in 1,747 messages."""
        many = f"{self.low:,}" if self.low == self.high else f"{self.low:,} to {self.high:,}"
        noun = "message" if self.messages == 1 else "messages"
        what = "names" if self.category == "all" else self.category
        return f"expect {many} {what} left in {self.messages:,} {noun}"


class Pair:
    """The two finders, and what they know of words that are names here."""

    def __init__(
        self, structure: Structure, vocabulary: Vocabulary, known: Iterable[str] = ()
    ) -> None:
        self.structure, self.vocabulary = structure, vocabulary
        self._known = frozenset(known)

    def is_known(self, word: str) -> bool:
        """Whether a word is a part of a known name."""
        return fold(word) in self._known

    def category(self, word: str) -> str:
        """Which kind of name a word would be."""
        if "@" in word:
            return CATEGORIES[2]
        return CATEGORIES[0] if fold(word) in self.vocabulary.registered else CATEGORIES[1]

    def prior(self, word: str) -> tuple[float, float]:
        """How much speaks for a name before its places are counted, and against."""
        if fold(word) in self._known:
            return 2.0, 0.5
        if self.structure.is_something(word) or not word[1:].islower():
            return 0.2, 6.0
        if word in given_names() or word in surnames():
            return 0.3, 0.7
        return (0.1, 3.0) if word.islower() else (0.2, 1.5)


class Captures:
    """What the two finders saw: of what is left, and of what was replaced."""

    def __init__(self) -> None:
        self.words: dict[str, Counter[str]] = {}
        self.replaced: dict[str, Counter[str]] = {name: Counter() for name in CATEGORIES}

    def left(self, placed: Iterable[Sight], known: Iterable[Sight]) -> None:
        """Count what both finders see of what will be shared."""
        one = {sight.start: sight.word for sight in placed}
        other = {sight.start: sight.word for sight in known}
        for start, word in (one | other).items():
            how = "both" if start in one and start in other else ""
            how = how or ("by_place" if start in one else "by_word")
            self.words.setdefault(word, Counter())[how] += 1

    def gone(self, page: Page, words: Iterable[Counter[str]], pair: Pair) -> None:
        """Count what they would have seen of the words that went from each text of a page."""
        placed, known = (
            _by_text(page, finder.find(page)) for finder in (pair.structure, pair.vocabulary)
        )
        for text, went in enumerate(words):
            for word, number in went.items():
                if pair.is_known(word):  # else a detail, or a word that went with a name
                    seen = placed[text, word], known[text, word]
                    self._count(pair.category(word), number, *seen)

    def _count(self, category: str, number: int, placed: int, known: int) -> None:
        one, other = min(number, placed), min(number, known)
        both = min(one, other)
        self.replaced[category].update(
            both=both,
            by_place=one - both,
            by_word=other - both,
            neither=number - one - other + both,
        )

    def merge(self, other: Captures) -> None:
        """Add what was seen in another part."""
        for word, count in other.words.items():
            self.words.setdefault(word, Counter()).update(count)
        for name, count in other.replaced.items():
            self.replaced[name].update(count)


def _by_text(page: Page, sights: Iterable[Sight]) -> Counter[tuple[int, str]]:
    return Counter((page.place(sight.start)[0], sight.word) for sight in sights)


def estimate(
    captures: Captures,
    words: Lookup[str, int],
    messages: int,
    pair: Pair,
    known: Lookup[str, int] | None = None,
) -> tuple[Estimate, tuple[Estimate, ...]]:
    """Estimate what is left: over all, and category by category.

    `words` counts every word as it is written; `known` how often each known name can be seen
    and is probably meant.
    """
    left = {
        word: _weighed(Table(**count), words.get(word, 0), pair.prior(word))
        for word, count in captures.words.items()
        if not _is_plural(word, words)
    }
    gone = {name: Table(**count) for name, count in captures.replaced.items()}
    total = _judge("all", messages, [*left.values()], _sum(gone.values()))
    each = tuple(
        _judge(
            name,
            messages,
            [seen for word, seen in left.items() if pair.category(word) == name],
            gone[name],
        )
        for name in CATEGORIES
    )
    low, high = _surely(list((known or {}).values()))
    total = total._replace(low=max(total.low, low), high=max(total.high, high))
    # Of one kind there are no more than of all kinds, however little is known of it alone.
    return total, tuple(kind._replace(high=min(kind.high, total.high)) for kind in each)


def _is_plural(word: str, words: Lookup[str, int]) -> bool:
    """Whether the users of something are meant: "Hi Frobnixers", where Frobnixer is a program."""
    stem = word.removesuffix("s")
    return word != stem not in given_names() and words.get(stem, 0) > words.get(word, 0)


def _surely(counts: Sequence[int]) -> tuple[int, int]:
    """How many of the known names are meant, of which each is at all its places or at none."""
    total = sum(counts)
    doubt = float(np.sqrt(MEANT * (1 - MEANT) * sum(number * number for number in counts)))
    return max(0, int(MEANT * total - 2 * doubt)), total


def _weighed(seen: Table, total: int, prior: tuple[float, float]) -> Seen:
    """A word that is often written and seldom where names stand is hardly a name."""
    good, bad = prior
    share = (seen.both + seen.by_place + good) / (max(total, seen.seen) + good + bad)
    return Seen(Table(*(share * number for number in seen)), seen.seen)


def _sum(tables: Iterable[Table]) -> Table:
    return Table(*(sum(column) for column in zip(*tables, strict=True)))


def _judge(category: str, messages: int, left: Sequence[Seen], gone: Table) -> Estimate:
    table = _sum([Table(), *(each.table for each in left)])
    chance = (gone.seen + 1) / (gone.seen + gone.neither + 2)
    likely, worst = _unseen(table.seen, HARDER * chance)
    missed = max(likely, min(DEPENDENCE[0] * table.chapman, MOST * table.seen / 2))
    low, high = _spread(left)
    if not gone.seen and not table.seen:
        return Estimate(category, messages, table, 0.0, 0, 0)
    # With nothing in common the two see different kinds of words, and Chapman says nothing.
    above = max(worst, min(DEPENDENCE[1] * table.chapman, MOST * table.seen))
    return Estimate(category, messages, table, missed, int(low), int(np.ceil(high + above)))


def _unseen(seen: float, chance: float) -> tuple[float, float]:
    """What was not seen if each is seen with about this chance: expected, and 97.5 in 100."""
    good, bad = UNSURE * chance, UNSURE * (1 - chance)
    odds = np.random.default_rng(0).beta(good, bad, 4_000).clip(0.02, 1)
    drawn = np.random.default_rng(1).negative_binomial(max(seen, 0) + 0.5, odds)
    return float(np.median(drawn)), float(np.quantile(drawn, 0.975))


def _spread(left: Sequence[Seen]) -> tuple[float, float]:
    """The spread of what is seen, as each word is a name at all its places or at none.

    What only one of the finders sees may be that finder's mistake; at worst half of it is.
    """
    mean = sum(each.table.seen for each in left)
    sure = sum(each.table.both + each.table.seen for each in left) / 2
    # A word's weight is how often it stands times the chance that it is a name.
    doubt = sum(each.table.seen * (each.places - each.table.seen) for each in left)
    deviation = float(np.sqrt(mean + doubt))
    return max(0.0, sure - 2 * deviation), mean + deviation
