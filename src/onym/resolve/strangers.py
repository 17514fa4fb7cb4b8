"""Names that are somebody else's in one message: "Sen. Poe ... Poe said", "Kit Ash ... Kit"."""

from __future__ import annotations

from collections import Counter

from onym.find.lexicon import Lexicon
from onym.resolve.bearers import Bearers
from onym.resolve.surroundings import Surroundings
from onym.resolve.verdicts import Found
from onym.text.text import fold


def after_strangers(text: str, runs: list[Found], bearers: Bearers, words: Lexicon) -> list[Found]:
    """The runs of a message, those marked with whose name it has called somebody else before."""
    often = Counter(run.keys[0] for run in runs if len(run.keys) == 1)
    if all(count == 1 for count in often.values()):
        return runs
    strange: set[str] = set()
    marked = []
    for run in runs:
        key = run.keys[0]
        if len(run.keys) == 1 and often[key] > 1 and text[run.start].isupper():
            if key in strange:
                run = run._replace(again=True)
            elif is_stranger(run, Surroundings(text, run.start, run.end, words), bearers):
                strange.add(key)
        marked.append(run)
    return marked


def is_stranger(run: Found, around: Surroundings, bearers: Bearers) -> bool:
    """Whether somebody in public office is named, or a first name goes on as none of its owners'.

    Whose family name nobody has told yet may be the one that follows.
    """
    if around.office:
        return True
    people = bearers.people
    if around.title or not around.other_after:
        return False
    if not all(who in people and people[who].family for who in run.owners):
        return False
    return run.owners.isdisjoint(bearers.namesakes(fold(around.other_after)))
