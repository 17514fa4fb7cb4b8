"""On what grounds names were given to people, and what people decided themselves."""

from __future__ import annotations

import re
from collections import Counter

from onym.model import Corpus, Entry, Mapping
from onym.report.summary import Ground

OTHER = "Other grounds"

_GROUNDS = (
    ("Sign so themselves", r"sign|ends with thanks|introduc"),
    ("User name or address", r"user name|handle|@"),
    ("Greeted, thanked or addressed so", r"greet|thank|addressed|mentioned|called"),
    ("Quoted under it", r"quoted|attribut|header|wrote"),
    ("Short form or initials", r"short|initial|nick"),
    ("Other spelling of a known name", r"close to|spel|broken letters"),
    ("In the class list", r"regist|class list|roster"),
    ("Looks like a name", r"given name|full name"),
    ("Judged a name by a model", r"model|read as a person|reads like"),
)
"""Our words for a reason, and what an explanation of that sort says. The explanation itself may
hold a name, so it never reaches the page."""


def grounds(mapping: Mapping, corpus: Corpus) -> tuple[Ground, ...]:
    """Count participants' names by the strongest reason behind each, where reasons are given."""
    names = [entry for entry in mapping.entries if entry.decision != "rejected"]
    counts = Counter(_ground(entry) for entry in names if entry.participant in corpus.participants)
    order = sorted(counts, key=lambda words: (words == OTHER, -counts[words], words))
    return tuple(Ground(words, counts[words]) for words in order) if order != [OTHER] else ()


def _ground(entry: Entry) -> str:
    if entry.decision == "added":
        return "Added by a person"
    for reason in entry.reasons:
        for words, sign in _GROUNDS:
            if re.search(sign, reason):
                return words
    return OTHER


def decisions(mapping: Mapping) -> tuple[tuple[str, int], ...]:
    """What people said about names, as numbers; what nobody said is left out."""
    said = Counter(entry.decision for entry in mapping.entries)
    told = (
        ("Names added by hand", said["added"]),
        ("Names confirmed", said["accepted"]),
        ("Names taken from a participant", said["rejected"]),
        ("Names kept as they are", len(mapping.keep)),
        ("Words that are no names", len(mapping.rejected)),
        ("Names hidden without an owner", len(mapping.hidden)),
        ("Glued words taken apart", len(mapping.composites)),
        ("Details named by hand", len({*mapping.labels, *mapping.shown})),
        ("Single mentions decided", len(mapping.overrides)),
    )
    return tuple((words, number) for words, number in told if number)
