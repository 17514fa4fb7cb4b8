"""Annotating without exposure, and how far two raters agree (seed 003, 2.4 and 3.2).

A rater sees a word and numbers about it: never a text, never two words together, and not what a
model thinks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from onym.errors import InputError
from onym.possible import sheet as sheets
from onym.possible.measures import Outcome, kappa, kappa_interval, measure
from onym.possible.sheet import Sheet

ANSWERS = {"y": True, "n": False}
KEYS = "y a name, n no name, b back, s later, q stop"
SHOWN = {
    "capitalised": "with a capital",
    "capitalised_of_inside": "with a capital where no sentence begins",
    "sentence_start": "at the beginning of a sentence",
    "greeted": "after a greeting",
    "closed": "after a closing",
    "alone": "alone in a line",
    "capital_after": "before a capital",
    "small_before": "after a small word",
    "code_line": "in a line of code",
}
"""Shares that tell a person most, and how they are said."""
LISTED = {
    "dictionary": "the dictionary",
    "given_name": "given names",
    "surname": "surnames",
    "city": "cities",
    "region": "regions",
    "country": "countries",
}


@dataclass(frozen=True)
class Agreement:
    """Two raters on the words that both have rated."""

    words: tuple[str, ...]
    first: tuple[bool, ...]
    second: tuple[bool, ...]
    agreed: float
    kappa: float | None
    interval: tuple[float, float] | None
    outcomes: tuple[Outcome, Outcome]
    """Each rater's as the truth in turn."""

    def disagreements(self) -> tuple[str, ...]:
        """What is still to be settled."""
        rows = zip(self.words, self.first, self.second, strict=True)
        return tuple(word for word, one, two in rows if one != two)


def rater_file(words: Path, rater: str) -> Path:
    """Where a rater's answers go: words.A.csv beside words.csv."""
    if not rater.isidentifier():
        raise InputError("a rater is called by letters and digits, such as A")
    return words.with_name(f"{words.stem}.{rater}.csv")


def sample(words: Sequence[str], size: int | None) -> list[str]:
    """So many words at random, for every rater the same and in the same order."""
    order = sorted(words)
    random.Random("\n".join(order)).shuffle(order)
    return order[:size]


def show(word: str, table: Sheet) -> list[str]:
    """A word and what is known of it, in a few lines."""
    at = table.words.index(word)
    if table.values is None:
        raise InputError("the list has no features to show; make it with onym words --features")
    known = dict(zip(table.features, table.values[at].tolist(), strict=True))
    found = int(known.get("occurrences", 0))
    lists = [label for name, label in LISTED.items() if known.get(name)]
    near = f"{known.get('one_edit', 0):.0f} and {known.get('two_edits', 0):.0f}"
    often = "once" if found == 1 else f"{found:,} times"
    lines = [word, f"  {often}; in {', '.join(lists) or 'no list'}"]
    shares = [f"{known[name]:.0%} {label}" for name, label in SHOWN.items() if known.get(name)]
    return [
        *lines,
        *(f"  {share}" for share in shares),
        f"  {near} words are one and two slips away",
    ]


def rate(
    todo: Sequence[str],
    table: Sheet,
    answers: dict[str, bool],
    keys: Callable[[], str],
    tell: Callable[[str], None],
    keep: Callable[[dict[str, bool]], None],
) -> int:
    """Ask for each word; every answer is kept at once. Gives how many words were answered."""
    at = 0
    open_words = [word for word in todo if word not in answers]
    while at < len(open_words):
        word = open_words[at]
        tell("\n".join(("", *show(word, table), f"[{at + 1}/{len(open_words)}] {KEYS}")))
        key = keys()
        if key in ANSWERS:
            answers[word] = ANSWERS[key]
            keep(answers)
        if key in ("q", ""):
            break
        at += (key in ANSWERS or key == "s") - (key == "b" and at > 0)
    return sum(word in answers for word in open_words)


def compare(first: Path, second: Path) -> Agreement:
    """How far two raters' files agree."""
    one, two = (_labels(path) for path in (first, second))
    words = tuple(sorted(one.keys() & two.keys()))
    if not words:
        raise InputError(f"{first.name} and {second.name} have no rated word in common")
    a, b = (np.array([rater[word] for word in words]) for rater in (one, two))
    outcomes = measure(a, b.astype(float)), measure(b, a.astype(float))
    agreed = float((a == b).mean())
    pairs = tuple(map(bool, a)), tuple(map(bool, b))
    return Agreement(words, *pairs, agreed, kappa(a, b), kappa_interval(a, b), outcomes)


def settle(found: Agreement, path: Path, raters: tuple[str, str]) -> None:
    """Write both raters' answers; name is left empty where they differ, and these come first."""
    rows = sorted(
        zip(found.words, found.first, found.second, strict=True), key=lambda row: row[1] == row[2]
    )
    names = tuple(one if one == two else None for _, one, two in rows)
    extra: dict[str, Sequence[str]] = {
        f"rater {rater}": ["yes" if row[column] else "no" for row in rows]
        for column, rater in enumerate(raters, 1)
    }
    sheets.write(Sheet(tuple(row[0] for row in rows), names=names), path, extra)


def _labels(path: Path) -> dict[str, bool]:
    table = sheets.read(path)
    rows = zip(table.words, table.names, strict=True)
    return {word: name for word, name in rows if name is not None}
