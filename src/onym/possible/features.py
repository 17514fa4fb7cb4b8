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
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from onym import language
from onym.possible import tokens as t
from onym.possible.counts import SIDES, SUMS, Counts
from onym.possible.letters import name_likeness
from onym.possible.neighbours import count_neighbours
from onym.possible.standing import MARKS
from onym.possible.tokens import Numbers, flags
from onym.possible.words import base, is_name

Matrix = NDArray[np.float32]

TOP = 10
"""How many words that stand before a possible name are looked at."""
CONTEXTS = 25
"""How many of them are features of their own."""
OTHER = "other"
DENSE = (
    "occurrences", "first_index", "first_length", "capitalised", "sentence_start",
    "capitalised_of_inside", "inside_capitalised", "dictionary", "given_name", "surname",
    "given_frequency", "surname_frequency", "city", "region", "country", "one_edit", "two_edits",
)  # fmt: skip
SHARES = tuple(name for name in MARKS if name not in ("occurrences", "capital", "starts", "inside"))
LEXICAL = (
    "letters", "length", "vowels", "accents", "zipf", "zipf_here", "ordinary", "proper",
    "technology", "place", "short_form", "cultures", "plural_of_word", "of_a_country", "known",
    "in_address", "courtesy", "title", "relation", "term", "body", "calendar",
)  # fmt: skip
ROLES = (t.COURTESY, t.TITLES, t.RELATES, t.TERM, t.BODY, t.CALENDAR)
"""What the last six of them tell."""
OF = ("ish", "ian", "ians", "ese", "an", "ans", "i", "is", "ic", "lander", "landers")
"""Endings of words made from a country's name: Danish, Iraqi."""
EVIDENCE = ("inside_capital", "inside_small", "code_line")
"""Marks whose number says something beside their share, as logarithms."""
MORE = (*SHARES, "spread", *(f"log_{name}" for name in EVIDENCE), *LEXICAL)


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


def describe(counts: Counts, contexts: Sequence[str] | None = None) -> Table:
    """Work out the features; without a list of context words, with the corpus's own."""
    work = _Work(counts)
    chosen = most_common(work.before()) if contexts is None else tuple(contexts)
    names = (*DENSE, *sparse_names(chosen), *MORE)
    columns = [work.dense(), work.sparse(chosen), work.shares(), work.lexical()]
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

    def dense(self) -> NDArray[np.float64]:
        """The 17 features of the paper."""
        total, inside = self.sum("occurrences"), self.sum("inside")
        capital = self.sum("inside_capital")
        first = self._counts.first[self.rows]
        slips = count_neighbours(self.words, self.languages)
        listed = np.array([self._listed(word) for word in self.words]).reshape(-1, 8)
        columns = [total, first[:, 0], first[:, 1], self.sum("capital") / total]
        columns += [self.sum("starts") / total, capital / np.maximum(inside, 1), capital / total]
        return np.column_stack((*columns, listed, slips))

    def _listed(self, word: str) -> tuple[float, ...]:
        name = base(language.fold(word))
        given, family = language.given_names().get(name), language.surnames().get(name)
        kinds = language.place_kinds(name)
        weights = (1 + (info.weight or 0) if info else 0 for info in (given, family))
        known = any(word in language.dictionary(code) for code in self.languages)
        return (
            known,
            given is not None,
            family is not None,
            *weights,
            *(k in kinds for k in "crn"),
        )

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
        """What the letters of a word say, and the tables about it."""
        total = max(self._counts.sums[:, 0].sum(), 1)
        here = np.log10(self.sum("occurrences") / total) + 9
        pieces, ends = _address_parts(self._counts.locals)
        addressed = [word in pieces or (len(word) > 3 and word in ends) for word in self.words]
        table = np.array([self._lexical(word) for word in self.words]).reshape(-1, 14)
        roles = [[bool(flags(word) & role) for role in ROLES] for word in self.words]
        return np.column_stack(
            (
                table[:, :5],
                here,
                table[:, 5:],
                addressed,
                np.array(roles).reshape(-1, len(ROLES)),
            )
        )

    def _lexical(self, word: str) -> tuple[float, ...]:
        plain = language.fold(word)
        info = language.given_names().get(base(plain))
        return (
            name_likeness(word),
            len(word),
            sum(letter in "aeiouy" for letter in plain) / len(plain),
            plain != word,
            language.zipf(word, self.languages),
            language.is_ordinary(word, self.languages),
            language.is_proper(word),
            language.is_technology(word),
            language.is_place(word),
            bool(language.formal_names(word)),
            len(info.cultures) if info else 0,
            word[-1] == "s" and language.is_ordinary(word[:-1], self.languages),
            plain.endswith(OF) and plain[:4] in _country_stems(),
            is_name(base(plain)),
        )


@cache
def _country_stems() -> frozenset[str]:
    """The first four letters of countries' names."""
    return frozenset(word[:4] for word in language.place_words("n"))


def _address_parts(locals: set[str]) -> tuple[set[str], set[str]]:
    """The parts of mail addresses before the @, and what follows their first letter: j|smith."""
    pieces = {piece for local in locals for piece in re.split(r"[\W\d_]+", local) if len(piece) > 1}
    return pieces, {piece[1:] for piece in pieces}
