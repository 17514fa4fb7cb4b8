"""The measures of Bosch et al.: their Table 2 for a model, their Table 1 for two raters."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from onym.tables import Cell, Percent, Table

HEADER = ("FN", "FP", "AUC", "Acc", "Kappa", "Precision", "Recall", "Base rate", "N")
NORMAL = 1.96
"""Standard errors on each side of a 95 % confidence interval."""


@dataclass(frozen=True)
class Outcome:
    """How well guesses agree with the truth."""

    missed: int
    taken: int
    auc: float | None
    accuracy: float
    kappa: float | None
    precision: float | None
    recall: float | None
    base: float
    n: int

    def cells(self) -> tuple[Cell, ...]:
        """A row of Table 2."""
        shares = (self.precision, self.recall, self.base)
        rounded = [None if each is None else f"{each:.3f}" for each in shares]
        auc, kappa = (None if x is None else f"{x:.3f}" for x in (self.auc, self.kappa))
        return (self.missed, self.taken, auc, Percent(self.accuracy), kappa, *rounded, self.n)


def measure(
    truth: NDArray[np.bool_], guess: NDArray[np.float64], threshold: float = 0.5
) -> Outcome:
    """Compare probabilities, or a rater's yes and no, with the truth."""
    taken = guess >= threshold
    right, n = int((taken & truth).sum()), len(truth)
    missed, wrong = int((truth & ~taken).sum()), int((taken & ~truth).sum())
    return Outcome(
        missed, wrong, area(truth, guess), (n - missed - wrong) / n if n else 0.0,
        kappa(truth, taken), _share(right, right + wrong), _share(right, right + missed),
        (right + missed) / n if n else 0.0, n,
    )  # fmt: skip


def area(truth: NDArray[np.bool_], guess: NDArray[np.float64]) -> float | None:
    """The area under the receiver operating characteristic curve; ties count half."""
    names, others = int(truth.sum()), int((~truth).sum())
    if not names or not others:
        return None
    _, place, counts = np.unique(guess, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    return float((ranks[truth].sum() - names * (names + 1) / 2) / (names * others))


def kappa(one: NDArray[np.bool_], two: NDArray[np.bool_]) -> float | None:
    """Cohen's kappa; none when chance alone already agrees on everything."""
    agreed = float((one == two).mean()) if len(one) else 1.0
    chance = _chance(one, two)
    return None if chance == 1 else (agreed - chance) / (1 - chance)


def kappa_interval(one: NDArray[np.bool_], two: NDArray[np.bool_]) -> tuple[float, float] | None:
    """The 95 % confidence interval of kappa, from its large-sample standard error."""
    found = kappa(one, two)
    if found is None:
        return None
    agreed, chance = float((one == two).mean()), _chance(one, two)
    error = sqrt(agreed * (1 - agreed) / len(one)) / (1 - chance)
    return found - NORMAL * error, min(1.0, found + NORMAL * error)


def table2(rows: dict[str, Outcome], title: str) -> Table:
    """The paper's Table 2: one row a model."""
    lines = tuple((name, *outcome.cells()) for name, outcome in rows.items())
    return Table(title, ("Model", *HEADER), lines)


def table1(first: Outcome, second: Outcome, raters: tuple[str, str]) -> Table:
    """The paper's Table 1: each rater as the truth in turn."""
    pairs = zip(HEADER, first.cells(), second.cells(), strict=True)
    header = ("", f"{raters[0]} is right", f"{raters[1]} is right")
    return Table("Rater against rater", header, tuple(pairs))


def _chance(one: NDArray[np.bool_], two: NDArray[np.bool_]) -> float:
    if not len(one):
        return 1.0
    first, second = float(one.mean()), float(two.mean())
    return first * second + (1 - first) * (1 - second)


def _share(n: int, of: int) -> float | None:
    return n / of if of else None
