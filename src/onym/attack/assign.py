"""Guesses from a table of scores: the best one-to-one assignment, and how good guesses are."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]
"""A row a pseudonym, a column a person; the higher the likelier."""

RARE = 0.01
"""Success that chance brings less often than this beats chance."""


class Success(NamedTuple):
    """How many guesses were right, and what chance would bring."""

    people: int
    candidates: int
    top1: float
    """Right with the first guess; equal scores share the credit."""
    top5: float
    """Right within five guesses."""

    @property
    def chance1(self) -> float:
        """What blind guessing would get right."""
        return self.people / self.candidates if self.candidates else 0.0

    @property
    def chance5(self) -> float:
        """What five blind guesses each would get right."""
        return min(5, self.candidates) * self.chance1

    @property
    def beats_chance(self) -> bool:
        """Whether luck would hardly do as well."""
        one = _tail(self.chance1, self.top1) < RARE
        return one or _tail(self.chance5, self.top5) < RARE


def measure(scores: Scores, truth: NDArray[np.int64]) -> Success:
    """Rank the candidates of every pseudonym and see where the true one stands."""
    rows = np.arange(len(truth))
    right = scores[rows, truth][:, None]
    above = (scores > right + 1e-12).sum(axis=1)
    equal = (np.abs(scores - right) <= 1e-12).sum(axis=1)
    top1 = np.clip((1 - above) / equal, 0, 1).sum()
    top5 = np.clip((5 - above) / equal, 0, 1).sum()
    return Success(len(truth), scores.shape[1], float(top1), float(top5))


def measure_assigned(scores: Scores, truth: NDArray[np.int64]) -> Success:
    """Like `measure`, with the first guesses made all at once so that nobody is guessed twice."""
    ranked = measure(scores, truth)
    # The best assignment of equal scores would be that of the order of rows, so mix them.
    mixed = scores + np.random.default_rng(0).random(scores.shape) * 1e-9
    hits = float((assign(mixed) == truth).sum())
    return ranked._replace(top1=hits, top5=max(ranked.top5, hits))


def assign(scores: Scores) -> NDArray[np.int64]:
    """The best one-to-one assignment of rows to columns (the Hungarian method, by rows)."""
    size, width = scores.shape
    if size > width:
        raise ValueError("more rows than columns")
    cost = -scores
    price = np.zeros(width + 1)
    worth = np.zeros(size)
    owner = np.full(width + 1, -1)
    for row in range(size):
        owner[width], column = row, width
        best, came = np.full(width, np.inf), np.full(width, width)
        used = np.zeros(width + 1, dtype=bool)
        while owner[column] >= 0:
            used[column] = True
            current = owner[column]
            open_ = ~used[:width]
            change = cost[current] - worth[current] - price[:width]
            better = open_ & (change < best)
            best[better], came[better] = change[better], column
            nearest = int(np.where(open_, best, np.inf).argmin())
            step = best[nearest]
            worth[owner[used]] += step
            price[used] -= step
            best[open_] -= step
            column = nearest
        while column != width:
            owner[column] = owner[came[column]]
            column = int(came[column])
    result = np.full(size, -1, dtype=np.int64)
    for column in range(width):
        if owner[column] >= 0:
            result[owner[column]] = column
    return result


def _tail(mean: float, hits: float) -> float:
    """The chance of at least so many hits where so many are expected."""
    if mean <= 0:
        return float(hits < 1)
    # in logarithms: with many people the powers and factorials are too large
    terms = (k * math.log(mean) - mean - math.lgamma(k + 1) for k in range(math.floor(hits)))
    return 1 - sum(map(math.exp, terms))
