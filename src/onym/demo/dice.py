"""Chance that falls the same way on every machine and Python version."""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Random choices drawn from `Random.random` alone, whose sequence Python guarantees."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed).random

    def chance(self, probability: float) -> bool:
        """Come up true this often."""
        return self.random() < probability

    def pick(self, items: Sequence[T]) -> T:
        """Choose one item."""
        return items[int(self.random() * len(items))]

    def weigh(self, items: Sequence[T], weights: Sequence[float]) -> T:
        """Choose one item, each as likely as its weight says."""
        left = self.random() * math.fsum(weights)
        for item, weight in zip(items, weights, strict=True):
            left -= weight
            if left < 0:
                return item
        return items[-1]

    def between(self, low: float, high: float) -> float:
        """Choose a number from a range."""
        return low + (high - low) * self.random()

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put a list in random order."""
        for last in range(len(items) - 1, 0, -1):
            other = int(self.random() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def sample(self, items: Sequence[T], size: int) -> list[T]:
        """Choose several different items."""
        copy = list(items)
        self.shuffle(copy)
        return copy[:size]
