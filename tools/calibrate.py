"""Fit what a sum of evidence is worth, and write how reliable it is into docs/accuracy.md.

    python tools/calibrate.py                                    about three minutes
    python tools/calibrate.py --messages F.jsonl --roster F.csv  with a real list beside the courses
    python tools/calibrate.py --print                            writes nothing

On generated courses the truth is known. A real list is linked without its class list, which then
serves as truth: whoever is registered as Mary Poe is rightly called Mary and wrongly John.
"""

from __future__ import annotations

import math
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

from accuracy import ROOT, markdown, put_into
from onym import demo, formats
from onym.find.gather import gather
from onym.link.ledger import FLAT, STEEP, TOP, calibrate, words_of
from onym.link.link import link, link_names
from onym.model import Corpus, Participant, Policy
from onym.names.kinship import person_of, relate
from onym.score.span_score import load_spans
from onym.tables import Cell, Table
from onym.text.text import fold

SEEDS = (11, 12, 13)
BANDS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0)
GRID = (
    [at / 20 for at in range(4, 25)],
    [at / 20 for at in range(10, 41)],
    [0.95 + at / 200 for at in range(10)],
)


class Pair(NamedTuple):
    """The sum of a line, and whether the name is that person's."""

    score: float
    right: bool


def judged(corpus: Corpus, truth: dict[str, set[str]]) -> Iterator[Pair]:
    """Every line of a corpus's ledger that the text bears on."""
    policy = Policy().settled(corpus)
    evidence = gather(corpus, policy)
    ledger = link_names(evidence, corpus, policy)
    used = {
        (e.participant, fold(e.name)) for e in link(evidence, corpus, policy).entries if e.count
    }
    for who, lines in ledger.lines.items():
        for key, line in lines.items() if who in truth else ():
            accepted = who in ledger.owners.get(key, ())
            if (who, key) in used if accepted else line.count:
                yield Pair(line.score, key in truth[who])


def course(folder: Path, seed: int) -> Iterator[Pair]:
    """The lines of a generated course, with its class list and without."""
    demo.generate(seed).write(folder)
    for roster in (folder / "class.csv", None):
        corpus = formats.read(folder / "forum.csv", roster)
        yield from judged(corpus, named_in(corpus, folder / "gold.jsonl"))


def named_in(corpus: Corpus, gold: Path) -> dict[str, set[str]]:
    """The names that everybody goes by in a gold standard, folded."""
    texts = dict(corpus.messages.select("id", "text").iter_rows())
    truth: dict[str, set[str]] = {who: set() for who in corpus.participants}
    for message, spans in load_spans(gold).items():
        for span in spans:
            if span.label == "NAME" and span.who in truth:
                name = " ".join(texts[message][span.start : span.end].split())
                truth[span.who].add(fold(name))
    return truth


class Related(set[str]):
    """The names that may be a person's, by their registered ones."""

    def __init__(self, participant: Participant) -> None:
        super().__init__()
        self.person = person_of(participant)

    def __contains__(self, key: object) -> bool:
        words = [word for word in words_of(str(key)) if len(word) > 1]
        return bool(words) and all(relate(word, self.person) for word in words)


def listed(messages: Path, roster: Path) -> Iterator[Pair]:
    """The lines of a real list, linked as if it had no class list."""
    corpus = formats.read(messages, roster)
    truth: dict[str, set[str]] = {}
    for who, participant in corpus.participants.items():
        if person_of(participant).registered:
            truth[who] = Related(participant)
    unnamed = {who: Participant(who) for who in corpus.participants}
    yield from judged(replace(corpus, participants=unnamed), truth)


def fit(groups: Iterable[list[Pair]]) -> tuple[float, float, float]:
    """The three numbers under which the truth is likeliest, each group counting alike."""
    weighed = [(pair, 1 / len(group)) for group in groups if group for pair in group]
    below = [each for each in weighed if each[0].score < 0]
    above = [each for each in weighed if each[0].score >= 0]
    flat = max(GRID[0], key=lambda flat: likelihood(below, (flat, STEEP, TOP)))
    steep, top = max(product(*GRID[1:]), key=lambda two: likelihood(above, (flat, *two)))
    return flat, steep, top


def likelihood(pairs: list[tuple[Pair, float]], numbers: tuple[float, float, float]) -> float:
    """How likely the truth is, given the numbers; the logarithm of it."""
    found = 0.0
    for pair, weight in pairs:
        sure = calibrate(pair.score, *numbers)
        found += weight * math.log(max(1e-6, sure if pair.right else 1 - sure))
    return found


def reliability(groups: dict[str, list[Pair]], numbers: tuple[float, float, float]) -> Table:
    """How often names were right, by how sure Onym was."""
    rows = []
    for low, high in pairwise(BANDS):
        cells: list[Cell] = [f"{low:.2f} to {high:.2f}"]
        for pairs in groups.values():
            inside = [p.right for p in pairs if low <= calibrate(p.score, *numbers) < high + 1e-9]
            cells.append(f"{sum(inside) / len(inside):.2f} of {len(inside)}" if inside else "")
        rows.append(tuple(cells))
    return Table("How often a name was right", ("Score", *groups), tuple(rows))


def main() -> None:
    """Measure, fit, print and write."""
    parser = ArgumentParser()
    parser.add_argument("--messages", type=Path)
    parser.add_argument("--roster", type=Path)
    parser.add_argument("--print", action="store_true")
    given = parser.parse_args()
    groups: dict[str, list[Pair]] = {"generated courses": []}
    for seed in SEEDS:
        with tempfile.TemporaryDirectory() as folder:
            groups["generated courses"] += course(Path(folder), seed)
    if given.messages and given.roster:
        groups["statistics list A, other years"] = list(listed(given.messages, given.roster))
    best = fit(groups.values())
    print(f"FLAT, STEEP, TOP = {best}; in use: {(FLAT, STEEP, TOP)}")
    text = markdown(reliability(groups, (FLAT, STEEP, TOP)))
    print(text)
    if not given.print:
        put_into(ROOT / "docs" / "accuracy.md", "calibration", text)


if __name__ == "__main__":
    main()
