"""Fit how much the optional reader counts beside the rules, and write how reliable that is.

    python tools/calibrate_reader.py sets/wnut17/emerging.dev.conll build/tagger/held.jsonl.xz
    python tools/calibrate_reader.py ... --print            writes nothing; about a minute

With --messages and --roster it also measures the votes on words in the ledger, on a real list
that is linked as if it had no class list and judged by it, and on generated courses.

The texts are comments by real people with their people and places marked (CC BY 4.0) and what
`train_tagger.py prepare` generated and held back, both kept out of the reader's training; each
set counts alike. Prints `WEIGHTS` for `onym.replace.opinion`, and writes the table of how often
names and places were right into docs/accuracy.md.
"""

from __future__ import annotations

import math
import random
import re
import tempfile
from argparse import ArgumentParser
from collections.abc import Container, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from accuracy import ROOT, markdown, put_into
from calibrate import Related, named_in
from onym import demo, formats
from onym.details import Detector
from onym.details.lexicon import load
from onym.details.readings import Readings
from onym.find.gather import gather
from onym.link.ledger import calibrate, words_of
from onym.link.lexical import weigh_vote
from onym.link.link import link_names
from onym.model import Corpus, Participant, Policy
from onym.replace import opinion
from onym.replace.opinion import Features
from onym.tables import Cell, Table
from onym.tagger.reader import Reader
from onym.tagger.votes import witness
from tagger.texts import Text, conll
from train_tagger import load as load_texts

SEED = 2026
RIDGE = 1.0
"""Keeps what few examples speak for near to nothing."""
COURSES = (11, 12)
READING = 900.0
"""Seconds the reader may take for a course or a list."""
VOTED = re.compile(r"is read as a person in (\d+) of (\d+)")
VOTE_BANDS = (-9, -2, 0, 2, 9)
BANDS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 1.0)
GENERATED = 700


class Case(NamedTuple):
    """What speaks for a name or place, and whether it is one."""

    kind: str
    features: Features
    right: bool


def cases(texts: Sequence[Text]) -> Iterator[Case]:
    """Everything in some texts that rules or the reader take for a name or a place."""
    detector, lists = Detector(("en",), None, "everyone"), Readings(load(("en",)))
    bodies = [text.text for text in texts]
    for text, (body, words) in zip(texts, Reader().read_words(bodies), strict=True):
        details = detector.detect(body)
        for each in details:
            if opinion.may_go(body, each):
                right = is_marked(text, each.start, each.end, "NAME")
                if each.category == "PLACE":  # it is hidden all the same if it is a name
                    right = right or is_marked(text, each.start, each.end, "PLACE")
                yield Case(each.category, opinion.features(body, each, words), right)
        left = [each for each in details if opinion.stays(body, each, words)]
        for category in opinion.COLUMNS:
            for start, end, share in opinion.runs(body, words, category):
                over = [each for each in left if each.start < end and each.end > start]
                known = any(each.category in opinion.KNOWN_BETTER for each in over)
                if known or not opinion.is_new(category, body[start:end], True, bool(over)):
                    continue
                found = opinion.new_features(body[start:end], share, lists, bool(over))
                yield Case(f"new {category}", found, is_marked(text, start, end, category))


def is_marked(text: Text, start: int, end: int, category: str) -> bool:
    """Whether a stretch meets one that is marked."""
    label = "PER" if category == "NAME" else "LOC"
    return any(a < end and b > start and mark == label for a, b, mark in text.spans)


def fit(groups: Sequence[Sequence[Case]], names: Sequence[str]) -> Features:
    """The weights under which the truth is likeliest, each group counting alike.

    It is logistic regression by Newton's method.
    """
    groups = [group for group in groups if group]
    least = min(map(len, groups))
    x = np.array([[float(c.features[name]) for name in names] for g in groups for c in g])
    y = np.array([float(case.right) for group in groups for case in group])
    counts = np.array([least / len(group) for group in groups for _ in group])
    keep = np.diag([0.0 if name == "base" else RIDGE for name in names])
    weights = np.zeros(len(names))
    for _ in range(40):
        sure = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (counts * (y - sure)) - keep @ weights
        curve = (x * (counts * sure * (1 - sure))[:, None]).T @ x + keep
        weights = weights + np.linalg.solve(curve, slope)
    return {name: round(float(each), 2) for name, each in zip(names, weights, strict=True)}


def reliability(sets: dict[str, list[Case]]) -> Table:
    """How often names and places were right, by how likely they were said to be."""
    rows = []
    for low, high in pairwise(BANDS):
        cells: list[Cell] = [f"{low:.1f} to {high:.1f}"]
        for found in sets.values():
            for new in (False, True):
                inside = [
                    case.right
                    for case in found
                    if case.kind.startswith("new") == new
                    and low <= opinion.likely(case.kind, case.features) < high
                ]
                cells.append(f"{sum(inside) / len(inside):.2f} of {len(inside)}" if inside else "")
        rows.append(tuple(cells))
    heads = [f"{name}{what}" for name in sets for what in ("", ", only read")]
    return Table("How often names and places were right", ("Likely", *heads), tuple(rows))


class Vote(NamedTuple):
    """The sum of a line without its votes, the votes as log-odds, and whether it is right."""

    rest: float
    odds: float
    known: bool
    """Whether a word of it is a known given name."""
    right: bool


def votes(corpus: Corpus, truth: Lookup[str, Container[str]]) -> Iterator[Vote]:
    """Every line of a corpus's ledger that the reader voted on."""
    policy = Policy().settled(corpus)
    evidence, _ = witness(gather(corpus, policy), corpus, policy, READING)
    ledger = link_names(evidence, corpus, policy)
    for who, lines in ledger.lines.items():
        for key, line in lines.items() if who in truth else ():
            if not line.count and who not in ledger.owners.get(key, ()):
                continue
            for weight, reason in line.reasons:
                if counted := VOTED.match(reason):
                    share = (int(counted[1]) + 0.5) / (int(counted[2]) + 1)
                    known = any(ledger.words.given(word.capitalize()) for word in words_of(key))
                    odds = math.log(share / (1 - share))
                    yield Vote(line.score - weight, odds, known, key in truth[who])


def vote_groups(messages: Path, roster: Path) -> dict[str, list[Vote]]:
    """The votes on generated courses, with their class list and without, and on a real list."""
    groups: dict[str, list[Vote]] = {"generated courses": []}
    for seed, listed in product(COURSES, (True, False)):
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            demo.generate(seed).write(folder)
            corpus = formats.read(folder / "forum.csv", folder / "class.csv" if listed else None)
            groups["generated courses"] += votes(corpus, named_in(corpus, folder / "gold.jsonl"))
    corpus = formats.read(messages, roster)
    people = {who: person for who, person in corpus.participants.items() if person.names}
    unnamed = {who: Participant(who) for who in corpus.participants}
    truth = {who: Related(person) for who, person in people.items()}
    groups["other years of list A"] = list(votes(replace(corpus, participants=unnamed), truth))
    return groups


def reliability_of_votes(groups: dict[str, list[Vote]]) -> Table:
    """How often lines were right by their votes, beside what was expected without and with them."""
    rows = []
    for known, (low, high) in product((True, False), pairwise(VOTE_BANDS)):
        cells: list[Cell] = [f"{'known given' if known else 'other'} name, {low:+d} to {high:+d}"]
        for found in groups.values():
            inside = [vote for vote in found if vote.known == known and low <= vote.odds < high]
            if inside:
                told = [vote.rest + weigh_vote(vote.odds, known) for vote in inside]
                right = sum(vote.right for vote in inside) / len(inside)
                without = sum(calibrate(vote.rest) for vote in inside) / len(inside)
                heard = sum(map(calibrate, told)) / len(inside)
                cells.append(f"{right:.2f} of {len(inside)} ({without:.2f}, {heard:.2f})")
            else:
                cells.append("")
        rows.append(tuple(cells))
    heads = ("Votes as log-odds", *(f"{name}: right (expected without, with)" for name in groups))
    return Table("What the reader's votes on a word are worth", heads, tuple(rows))


def main() -> None:
    """Fit, print and write."""
    parser = ArgumentParser()
    parser.add_argument("comments", type=Path, help="sentences with a token and its tag a line")
    parser.add_argument("held", type=Path, help="what train_tagger.py prepare held back")
    parser.add_argument("--messages", type=Path)
    parser.add_argument("--roster", type=Path)
    parser.add_argument("--print", action="store_true")
    given = parser.parse_args()
    generated = [text for name, text in load_texts(given.held) if name == "generated"]
    sets = {
        "comments": list(cases(list(conll([given.comments], random.Random(SEED))))),
        "generated messages": list(cases(generated[:GENERATED])),
    }
    print("WEIGHTS = {")
    for kind, weights in opinion.WEIGHTS.items():
        groups = [[case for case in found if case.kind == kind] for found in sets.values()]
        print(f'    "{kind}": {fit(groups, list(weights))},  # {list(map(len, groups))} cases')
    print("}")
    text = markdown(reliability(sets))
    if given.messages and given.roster:
        heard = vote_groups(given.messages, given.roster)
        text += "\n\n" + markdown(reliability_of_votes(heard))
    print(text)
    if not given.print:
        put_into(ROOT / "docs" / "accuracy.md", "reader calibration", text)


if __name__ == "__main__":
    main()
