"""What is known of each possible name: the paper's 95 features, and some more.

DENSE are the 17 of Bosch et al. (2.3) in their order; `sparse_names` the 78 context words: whether
a word is among the ten that most often stand before the possible name, for any occurrence, for
capitalised ones and for those capitalised inside a sentence, and how many others are. MORE is
Onym's own: its place in greetings, closings and lines, its letters, what stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from onym import language
from onym.possible.counts import SIDES, SUMS, Counts
from onym.possible.knowledge import LEXICAL, LISTED, describe_word, look_up
from onym.possible.neighbours import count_near, count_neighbours
from onym.possible.spellings import BESIDE, SPELLINGS, compare, cuts, spell
from onym.possible.standing import MARKS
from onym.possible.tokens import Numbers
from onym.possible.words import is_name

Matrix = NDArray[np.float32]

TOP = 10
"""How many words that stand before a possible name are looked at."""
CONTEXTS = 25
"""How many of them are features of their own."""
OTHER = "other"
DENSE = (
    "occurrences", "first_index", "first_length", "capitalised", "sentence_start",
    "capitalised_of_inside", "inside_capitalised", *LISTED, "one_edit", "two_edits",
)  # fmt: skip
SHARES = tuple(name for name in MARKS if name not in ("occurrences", "capital", "starts", "inside"))
EVIDENCE = ("inside_capital", "inside_small", "code_line")
"""Marks whose number says something beside their share, as logarithms."""
HERE = ("zipf_here", "in_address")
COUNTED = (*SHARES, "spread", *(f"log_{name}" for name in EVIDENCE))
MORE = (*COUNTED, *LEXICAL, *HERE, *SPELLINGS, *BESIDE)


def sparse_names(contexts: Sequence[str]) -> tuple[str, ...]:
    """The names of the context-word features."""
    return tuple(f"{side}:{word}" for side in SIDES for word in (*contexts, OTHER))


@dataclass(frozen=True)
class Table:
    """The features of every possible name of a corpus, the most frequent first."""

    words: tuple[str, ...]
    counts: Numbers
    names: tuple[str, ...]
    values: Matrix

    def column(self, name: str) -> NDArray[np.float32]:
        """One feature of all words."""
        return self.values[:, self.names.index(name)]

    def choose(self, names: Sequence[str]) -> Matrix:
        """Some features of all words, in the order asked for."""
        places = {name: place for place, name in enumerate(self.names)}
        return self.values[:, [places[name] for name in names]]


def describe(
    counts: Counts, contexts: Sequence[str] | None = None, two_slips: bool = True
) -> Table:
    """Work out the features; without a list of context words, with the corpus's own.

    Words two slips away take as long to count as all the rest; a model may do without them.
    """
    work = _Work(counts)
    chosen = most_common(work.contexts()) if contexts is None else tuple(contexts)
    names = (*DENSE, *sparse_names(chosen), *MORE)
    columns = [work.dense(two_slips), work.sparse(chosen), work.shares()]
    columns += [work.lexical(), work.spelt()]
    values = np.concatenate(columns, axis=1).astype(np.float32)
    return Table(tuple(work.words), work.sum("occurrences").astype(np.int64), names, values)


def context_shares(counts: Counts) -> dict[str, float]:
    """For each word of a corpus before what share of its possible names it stands."""
    return _Work(counts).before()


def most_common(shares: dict[str, float]) -> tuple[str, ...]:
    """The context words that become features."""
    return tuple(sorted(shares, key=lambda word: (-shares[word], word))[:CONTEXTS])


def extract(
    texts: Iterable[str | None],
    languages: tuple[str, ...] = ("en",),
    contexts: Sequence[str] | None = None,
) -> Table:
    """The possible names of some messages and their features."""
    return describe(Counts(languages).add(texts), contexts)


class _Work:
    """The words of a count in the order of the table."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self.languages = counts.lexicon.languages
        listed = list(counts.lexicon.words)
        seen = np.flatnonzero(counts.sums[:, 0]) if len(counts.sums) else np.zeros(0, np.int64)
        self.rows = np.array(
            sorted(seen, key=lambda row: (-counts.sums[row, 0], listed[row])), dtype=np.int64
        )
        self.words = [listed[row] for row in self.rows]
        self._all = listed

    def sum(self, name: str) -> NDArray[np.float64]:
        return np.asarray(self._counts.sums[self.rows, SUMS.index(name)])

    def dense(self, two_slips: bool = True) -> NDArray[np.float64]:
        """The 17 features of the paper."""
        total, inside = self.sum("occurrences"), self.sum("inside")
        capital = self.sum("inside_capital")
        first = self._counts.first[self.rows]
        slips = self._slips(two_slips)
        rows = [look_up(word, self.languages) for word in self.words]
        listed = np.array(rows).reshape(-1, len(LISTED))
        columns = [total, first[:, 0], first[:, 1], self.sum("capital") / total]
        columns += [self.sum("starts") / total, capital / np.maximum(inside, 1), capital / total]
        return np.column_stack((*columns, listed, slips))

    def _slips(self, two: bool) -> NDArray[np.float64]:
        """Words one and two slips away; not a number where two were not asked for."""
        if two:
            return count_neighbours(self.words, self.languages).astype(np.float64)
        one = count_near(self.words, self.languages)
        return np.column_stack((one, np.full(len(one), np.nan)))

    @cached_property
    def _before(self) -> dict[str, tuple[Numbers, Numbers]]:
        """For each condition the row and the word before it, ten a row at most."""
        place = np.full(len(self._all), -1)
        place[self.rows] = np.arange(len(self.rows))
        found = {}
        for side, (pairs, counts) in self._counts.pairs.items():
            word, before = pairs >> 32, pairs & 0xFFFFFFFF
            order = np.lexsort((before, -counts, word))
            word, before = word[order], before[order]
            starts = np.flatnonzero(np.diff(word, prepend=-1))
            rank = np.arange(len(word)) - np.repeat(starts, np.diff(np.append(starts, len(word))))
            found[side] = place[word[rank < TOP]], before[rank < TOP]
        return found

    def before(self) -> dict[str, float]:
        """For each word before what share of the possible names it stands."""
        often = np.bincount(self._before["all"][1], minlength=len(self._all))
        size = len(self.rows)
        return {self._all[word]: float(often[word]) / size for word in np.flatnonzero(often)}

    def contexts(self) -> dict[str, float]:
        """The same without possible names: a model is handed on, and with it its context words."""
        named = set(self.words)
        return {word: share for word, share in self.before().items() if word not in named}

    def sparse(self, contexts: tuple[str, ...]) -> NDArray[np.float64]:
        """The context words of the paper; a list with fewer words has fewer columns."""
        column = np.full(len(self._all), len(contexts))
        for place, word in enumerate(contexts):
            if word in self._counts.lexicon.words:
                column[self._counts.lexicon.words[word]] = place
        width = len(contexts) + 1
        found = np.zeros((len(self.rows), width * len(SIDES)))
        for number, side in enumerate(SIDES):
            rows, before = self._before[side]
            np.add.at(found, (rows, column[before] + number * width), 1)
        return found

    def shares(self) -> NDArray[np.float64]:
        """In what share of its occurrences a mark is true of a word, and its spread."""
        total = self.sum("occurrences")
        shares = [self.sum(name) / total for name in (*SHARES, "messages")]
        return np.column_stack([*shares, *(np.log1p(self.sum(name)) for name in EVIDENCE)])

    def lexical(self) -> NDArray[np.float64]:
        """What the letters of a word say and the tables about it; how frequent it is here."""
        total = max(self._counts.sums[:, 0].sum(), 1)
        here = np.log10(self.sum("occurrences") / total) + 9
        pieces, ends = _address_parts(self._counts.locals)
        addressed = [word in pieces or (len(word) > 3 and word in ends) for word in self.words]
        rows = [describe_word(word, self.languages) for word in self.words]
        return np.column_stack((np.array(rows).reshape(-1, len(LEXICAL)), here, addressed))

    def spelt(self) -> NDArray[np.float64]:
        """What the spelling of a word tells, also beside names of the same corpus."""
        large = self.sum("capital") * 2 > self.sum("occurrences")
        plain = [language.fold(word) for word in self.words]
        names = {name for name, each in zip(plain, large, strict=True) if each and is_name(name)}
        cut = {less for name in names if len(name) > 4 for less in cuts(name)}
        rows = [
            (*spell(word, self.languages), *compare(word, self.languages, names, cut))
            for word in self.words
        ]
        return np.array(rows, dtype=np.float64).reshape(-1, len(SPELLINGS) + len(BESIDE))


def _address_parts(locals: set[str]) -> tuple[set[str], set[str]]:
    """The parts of mail addresses before the @, and what follows their first letter: j|smith."""
    pieces = {piece for local in locals for piece in re.split(r"[\W\d_]+", local) if len(piece) > 1}
    return pieces, {piece[1:] for piece in pieces}
