"""Who was around when names were used: a count for each name and person, in little room."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter

Row = tuple[str, str, int]
"""A name, somebody, and how often they were around."""


class Crowds(Mapping[str, Counter[str]]):
    """Name to everybody who had written in the thread when it was used of another.

    In a large corpus there are millions of pairs. What was counted before is packed; a name's
    counts are made of that when they are asked for.
    """

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._packed: dict[str, tuple[tuple[str, ...], array[int]]] = {}
        self._counts: dict[str, Counter[str]] = {}
        for name, some in groupby(rows, itemgetter(0)):
            people = {who: count for _, who, count in some}
            self._packed[name] = tuple(people), array("q", people.values())

    def __iter__(self) -> Iterator[str]:
        return iter({**self._packed, **self._counts})

    def __len__(self) -> int:
        return len(self._packed.keys() | self._counts.keys())

    def __getitem__(self, name: str) -> Counter[str]:
        """How often each was around."""
        if name not in self._packed:
            return self._counts[name]
        counts = Counter(dict(zip(*self._packed[name], strict=True)))
        counts.update(self._counts.get(name, ()))
        return counts

    def add(self, name: str, people: Iterable[str]) -> None:
        """Count people once more."""
        self._counts.setdefault(name, Counter()).update(people)

    def rows(self) -> Iterator[Row]:
        """Everything, name by name."""
        for name, people in self.items():
            for who, count in people.items():
                yield name, who, count
