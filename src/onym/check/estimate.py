"""How many names are left that nobody has seen: two finders, captured and recaptured.

Both finders look at what will be shared. What one of them sees and the other does not gives
Chapman's estimate of what both missed. Finders of names are never quite independent: a name that
is hard for one is hard for the other. How much so is learnt where the truth is known, from the
names that were replaced: they are sought in the source by the same two finders. The interval is
wide enough for names that are harder than those; `tests/test_check_estimate.py` holds it to
generated courses, where what is left is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from onym.check.finders import WORD, Sight, Structure, Vocabulary
from onym.language.folding import fold

SAMPLE = 1_000
"""Messages of the source that the finders are tried on."""
HARDER = 0.75
"""A name that was missed once is seen again less often than others, by this factor."""
UNSURE = 6.0
"""How many names' worth of trust the chance of being seen gets."""
DEPENDENCE = (3.0, 6.0)
"""What both finders miss, against Chapman's estimate: as measured, and at worst."""
MOST = 2.0
"""What both finders miss is at worst so many times what they see."""
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

    def see(self, text: str) -> tuple[set[Sight], set[Sight]]:
        """What each of them finds in a text."""
        return set(self.structure.find(text)), set(self.vocabulary.find(text))

    def category(self, word: str) -> str:
        """Which kind of name a word would be."""
        if "@" in word:
            return CATEGORIES[2]
        return CATEGORIES[0] if fold(word) in self.vocabulary.registered else CATEGORIES[1]

    def prior(self, word: str) -> tuple[float, float]:
        """How much speaks for a name before its places are counted, and against."""
        if fold(word) in self._known:
            return 2.0, 0.5
        return (0.3, 3.0) if self.structure.is_something(word) else (0.3, 0.7)


def estimate(
    before: Sequence[str], after: Sequence[str], pair: Pair, found: int = 0
) -> tuple[Estimate, tuple[Estimate, ...]]:
    """Estimate what is left: over all, and category by category.

    `found` known names are sure to be left.
    """
    left = _left(after, pair)
    gone = _replaced(before, after, pair)
    total = _judge("all", len(after), [*left.items()], _sum(gone.values()))
    total = total._replace(low=max(total.low, found // 3), high=max(total.high, found))
    each = tuple(
        _judge(
            name,
            len(after),
            [(word, table) for word, table in left.items() if pair.category(word) == name],
            gone.get(name, Table()),
        )
        for name in CATEGORIES
    )
    return total, each


def _left(texts: Iterable[str], pair: Pair) -> dict[str, Table]:
    """How often each word is seen in what will be shared, weighed by how surely it is a name."""
    counts: dict[str, Counter[str]] = {}
    total: Counter[str] = Counter()
    for text in texts:
        placed, known = pair.see(text)
        total.update(_words(text))
        for sight in placed | known:
            how = (
                "both" if sight in placed & known else "by_place" if sight in placed else "by_word"
            )
            counts.setdefault(sight.word, Counter())[how] += 1
    return {
        word: _weighed(Table(**count), total[word], pair.prior(word))
        for word, count in counts.items()
    }


def _weighed(seen: Table, total: int, prior: tuple[float, float]) -> Table:
    """A word that is often written and seldom where names stand is hardly a name."""
    good, bad = prior
    share = (seen.both + seen.by_place + good) / (max(total, seen.seen) + good + bad)
    return Table(*(share * number for number in seen))


def _replaced(before: Sequence[str], after: Sequence[str], pair: Pair) -> dict[str, Table]:
    """What the finders would have seen of the names that were replaced."""
    step = max(1, len(before) // SAMPLE)
    counts: dict[str, Counter[str]] = {name: Counter() for name in CATEGORIES}
    for source, shared in zip(before[::step], after[::step], strict=True):
        gone = _words(source) - _words(shared)
        if not gone:
            continue
        placed, known = (Counter(sight.word for sight in seen) for seen in pair.see(source))
        for word, number in gone.items():
            if word.islower() and not placed[word] and not known[word]:
                continue  # an ordinary word that went with a name
            one, other = min(number, placed[word]), min(number, known[word])
            both = min(one, other)
            count = counts[pair.category(word)]
            count["both"] += both
            count["by_place"] += one - both
            count["by_word"] += other - both
            count["neither"] += number - one - other + both
    return {name: Table(**count) for name, count in counts.items()}


def _words(text: str) -> Counter[str]:
    return Counter(WORD.findall(text))


def _sum(tables: Iterable[Table]) -> Table:
    return Table(*(sum(column) for column in zip(*tables, strict=True)))


def _judge(
    category: str, messages: int, left: Sequence[tuple[str, Table]], gone: Table
) -> Estimate:
    table = _sum([Table(), *(each for _, each in left)])
    chance = (gone.seen + 1) / (gone.seen + gone.neither + 2)
    likely, worst = _unseen(table.seen, HARDER * chance)
    missed = max(likely, min(DEPENDENCE[0] * table.chapman, MOST * table.seen / 2))
    low, high = _spread([each.seen for _, each in left])
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


def _spread(seen: Sequence[float]) -> tuple[float, float]:
    """The spread of what is seen, as each word is a name or is not."""
    mean = sum(seen)
    # A word's weight is how often it stands times the chance that it is a name.
    deviation = float(np.sqrt(sum(seen)))
    return max(0.0, mean - 2 * deviation), mean + deviation
