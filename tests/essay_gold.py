"""The invented essays of tests/data, by language, and how well a detector finds their gold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from onym.details import Detail, Detector, svala_labels

FOLDER = Path(__file__).parent / "data"
TAG = re.compile(r"\[([^\]\n]*)\]\{([a-z_]+)(?: ([a-z ]+))?\}")


class Item(NamedTuple):
    """A labelled stretch of an essay."""

    start: int
    end: int
    label: str
    forms: tuple[str, ...]


class Essay(NamedTuple):
    """A text and what is to be found in it."""

    id: str
    text: str
    gold: list[Item]


class Tally:
    """What was found, missed and found for nothing, by label."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()
        self.missed: Counter[str] = Counter()
        self.false: Counter[str] = Counter()
        self.forms: Counter[bool] = Counter()

    def recall(self, label: str) -> float:
        return self.found[label] / (self.found[label] + self.missed[label])

    def f2(self) -> float:
        """F2 over all labels together."""
        found, missed, false = (c.total() for c in (self.found, self.missed, self.false))
        return 5 * found / (5 * found + 4 * missed + false)


def read_essays(half: str, language: str = "sv") -> Iterator[Essay]:
    """The essays of one half, tune or held, in a language."""
    for block in (
        (FOLDER / f"{language}_essays" / f"{half}.txt")
        .read_text(encoding="utf-8")
        .split("=== ")[1:]
    ):
        name, _, marked = block.partition("\n")
        yield _parse(name, marked.rstrip("\n"))


def _parse(name: str, marked: str) -> Essay:
    text, gold, at = "", list[Item](), 0
    for tag in TAG.finditer(marked):
        text += marked[at : tag.start()]
        gold.append(Item(len(text), len(text) + len(tag[1]), tag[2], tuple((tag[3] or "").split())))
        text += tag[1]
        at = tag.end()
    return Essay(name, text + marked[at:], gold)


def coarse(label: str) -> str:
    """Given names count as one label, as in Table 6 of the paper."""
    return "firstname" if label.startswith(("firstname", "nickname")) else label


def items(details: list[Detail]) -> list[Item]:
    """Details as labelled stretches; the parts of a detail instead of the whole."""
    found = []
    for detail in details:
        forms = tuple(svala_labels(detail.sublabel, detail.form)[1:])
        pieces = detail.parts or ((detail.start, detail.end, detail.sublabel),)
        found += [Item(start, end, label, forms) for start, end, label in pieces]
    return found


def measure(detector: Detector, half: str) -> Tally:
    """Compare what a detector finds with the gold of one half."""
    tally = Tally()
    for essay in read_essays(half, detector.languages[0]):
        found = items(detector.detect(essay.text))
        for item in essay.gold:
            hits = [one for one in found if _covers(one, item)]
            if hits:
                found.remove(hits[0])
                tally.found[coarse(item.label)] += 1
                if item.forms:
                    tally.forms[set(item.forms) <= set(hits[0].forms)] += 1
            else:
                tally.missed[coarse(item.label)] += 1
        tally.false.update(coarse(one.label) for one in found)
    return tally


def _covers(found: Item, gold: Item) -> bool:
    same = coarse(found.label) == coarse(gold.label)
    return same and found.start <= gold.start and found.end >= gold.end
