"""How good a mapping is, by the measures of Farrow et al. (2023), section 4.5.

A *connection* is a participant and a name used for that participant. People who are not
participants (X1, X2, ...) are left out on both sides: those measures know participants only.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable
from collections.abc import Mapping as Lookup
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from onym.errors import InputError
from onym.model import Corpus, Entry, Mapping
from onym.tables import Part, Percent, Table

Connection = tuple[str, str]
Names = Lookup[str, Iterable[str]]
"""A mapping as plain Python: participant to names, or to names and counts."""

HEADER = ("Approach", "Coverage", "Missed Connections", "Recall", "Precision", "F1")
OUTSIDER = re.compile(r"X\d+")


@dataclass(frozen=True, slots=True)
class MappingScore:
    """How far a mapping agrees with the gold mapping."""

    gold: int
    """Connections in the gold mapping."""
    found: int
    """Connections in the mapping that is scored."""
    recall: float
    precision: float
    f1: float
    coverage: float
    """Share of participants all of whose names were found."""
    missed: tuple[Connection, ...] = field(repr=False)
    """Connections not found. Private: these are real names."""
    wrong: tuple[Connection, ...] = field(repr=False)
    """Connections found that do not hold. Private as well."""

    def figures(self) -> dict[str, float]:
        """Give the measures alone, without any name."""
        return {
            "gold": self.gold,
            "missed": len(self.missed),
            "recall": round(self.recall, 4),
            "precision": round(self.precision, 4),
            "f1": round(self.f1, 4),
            "coverage": round(self.coverage, 4),
        }


def score(
    found: Mapping | Names | str | Path,
    gold: Mapping | Names | str | Path,
    participants: Collection[str] = (),
) -> MappingScore:
    """Score a mapping against the gold mapping; either may be the path of a mapping file.

    Participants matter only where a corpus itself has ids like X1.
    """
    return score_mapping(_read(found), _read(gold), participants)


def score_mapping(
    found: Mapping | Names, gold: Mapping | Names, participants: Collection[str] = ()
) -> MappingScore:
    """Compare the connections of two mappings, names as they are written."""
    wanted = connections(gold, participants)
    if not wanted:
        raise InputError("the gold mapping connects no participant with a name: nothing to score")
    return measure(connections(found, participants), wanted)


def measure(found: AbstractSet[Connection], gold: AbstractSet[Connection]) -> MappingScore:
    """Work out the measures from two sets of connections, of which the gold is not empty."""
    missed, wrong = tuple(sorted(gold - found)), tuple(sorted(found - gold))
    recall = 1 - len(missed) / len(gold)
    precision = 1 - len(wrong) / len(found) if found else 0.0
    people = {participant for participant, _ in gold}
    open_people = {participant for participant, _ in missed}
    return MappingScore(
        gold=len(gold),
        found=len(found),
        recall=recall,
        precision=precision,
        f1=2 * recall * precision / (recall + precision) if recall + precision else 0.0,
        coverage=1 - len(open_people) / len(people),
        missed=missed,
        wrong=wrong,
    )


def connections(
    mapping: Mapping | Names, participants: Collection[str] = ()
) -> frozenset[Connection]:
    """Give every (participant, name) that a mapping holds and nobody has rejected."""
    mapping = as_mapping(mapping)
    rejected = set(mapping.rejected)
    return frozenset(
        (entry.participant, name)
        for entry in mapping.entries
        if _is_participant(entry.participant, participants) and entry.decision != "rejected"
        if (name := tidy(entry.name)) and name not in rejected
    )


def as_mapping(names: Mapping | Names) -> Mapping:
    """Turn a plain dict of participants and their names into a mapping of exact case."""
    if isinstance(names, Mapping):
        return names
    entries = (
        Entry(participant, name, their[name] if isinstance(their, dict) else 0)
        for participant, their in names.items()
        for name in ([their] if isinstance(their, str) else their)
    )
    return Mapping(entries=tuple(entries), case="exact")


def tidy(name: str) -> str:
    """Bring a name into one form, whatever its spaces and however its accents are composed."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def split_words(mapping: Mapping | Names) -> Mapping:
    """Split names of several words into single words, as for Table 3 of the paper."""
    mapping = as_mapping(mapping)
    counts: dict[Connection, int] = {}
    for entry in mapping.entries:
        if entry.decision == "rejected" or entry.name in mapping.rejected:
            continue
        for word in tidy(entry.name).split():
            key = entry.participant, word
            counts[key] = counts.get(key, 0) + entry.count
    return Mapping(entries=tuple(Entry(*key, n) for key, n in counts.items()), case=mapping.case)


def combine(*mappings: Mapping | Names) -> Mapping:
    """Put the connections of several mappings together: Textwash + class list, say."""
    pairs = chain.from_iterable(connections(mapping) for mapping in mappings)
    return Mapping(entries=tuple(Entry(*pair) for pair in sorted(set(pairs))), case="exact")


def compare(
    corpus: Corpus,
    gold: Mapping | Names,
    methods: Lookup[str, Callable[[Corpus], Mapping]],
) -> tuple[Table, Table]:
    """Run each method on the corpus and set their scores side by side (Tables 2 and 3)."""
    found = {approach: method(corpus) for approach, method in methods.items()}
    return compare_mappings(found, gold, corpus.participants.keys())


def compare_mappings(
    found: Lookup[str, Mapping | Names],
    gold: Mapping | Names,
    participants: Collection[str] = (),
) -> tuple[Table, Table]:
    """Set the scores of several mappings side by side, with whole names and with single words."""
    whole = {name: score_mapping(each, gold, participants) for name, each in found.items()}
    words = {
        name: score_mapping(split_words(each), split_words(gold), participants)
        for name, each in found.items()
    }
    return (
        scores_table("Connections found by each approach, against the gold mapping", whole),
        scores_table("The same after splitting names into single words", words),
    )


def scores_table(title: str, scores: Lookup[str, MappingScore]) -> Table:
    """Lay out scores in the columns of the paper, one approach a row."""
    rows = tuple((approach, *_cells(score)) for approach, score in scores.items())
    return Table(title, HEADER, rows)


def _cells(score: MappingScore) -> tuple[Percent, Part, Percent, Percent, Percent]:
    return (
        Percent(score.coverage),
        Part(len(score.missed), score.gold),
        Percent(score.recall),
        Percent(score.precision),
        Percent(score.f1),
    )


def _is_participant(person: str, participants: Collection[str]) -> bool:
    return person in participants or OUTSIDER.fullmatch(person) is None


def _read(mapping: Mapping | Names | str | Path) -> Mapping | Names:
    if not isinstance(mapping, str | Path):
        return mapping
    from onym.mapping import load

    return load(Path(mapping))
