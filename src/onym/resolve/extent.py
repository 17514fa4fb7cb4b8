"""How far a name reaches: the initials, particles and other names beside it."""

from __future__ import annotations

import re

from onym.resolve.bearers import Bearers
from onym.resolve.surroundings import Surroundings
from onym.resolve.verdicts import Found, Stand
from onym.text.text import fold

ADDED = re.compile(r",?[ \t]+(?:[JS]r|I{2,3}|IV)\b")
"""What tells a namesake of the family apart: Robert Poe Jr."""
LAST_WORD = re.compile(r"(?<![^\W\d_])([^\W\d_]+)[ \t\n]\Z")


def whole(bearers: Bearers, found: Found, around: Surroundings) -> Stand:
    """A name of several words, with initials and what its first word stands in brackets for."""
    if around.before[-1:] == "(" and ")" in around.word:  # "Robert (Bob) Poe", known as Bob
        opened = around.enclosed_by
        fitting = bearers.called(found.owners, opened) if opened else frozenset()
        if fitting:
            return Stand(found.start - len(opened) - 2, found.end, fitting)
        return Stand(found.start - 1, found.end, found.owners)
    added = ADDED.match(around.after)
    end = found.end + (added.end() if added else 0)
    return Stand(found.start - len(around.initials), end, found.owners)


def with_particles(
    bearers: Bearers, text: str, start: int, owners: frozenset[str], particles: frozenset[str]
) -> int:
    """Take the particles of a family name along: "van der" in "Mr van der Quast"."""
    while found := LAST_WORD.search(text[max(0, start - 12) : start]):
        small = fold(found[1])
        if small not in particles or not any(
            small in fold(name).split()
            for who in owners
            if who in bearers.participants
            for name in bearers.participants[who].names
        ):
            break
        start -= len(found[0])
    return start


def with_neighbours(
    bearers: Bearers, found: Found, around: Surroundings, personal: bool
) -> Stand | None:
    """Take initials and other names beside a word along; no owners: it is somebody else."""
    nobody = Stand(found.start, found.end, frozenset())
    if around.initials and not around.title:
        fitting = bearers.fitting(found.owners, around.initials[0], False)
        width = len(around.initials)
        if (first := around.before_initials) and not personal:
            # "Arthur C. Clarke" is not Catherine Clarke
            fitting = bearers.called(found.owners, first)
            width = around.before_initials_width
        if fitting:
            return Stand(found.start - width, found.end, fitting)
        if not personal:
            return nobody
    if not personal and around.listed_under:
        family = fold(around.listed_under)
        if not any(
            family in bearers.people[who].family
            for who in found.owners.intersection(bearers.people)
        ):
            return nobody
    if not personal and around.other_before:
        fitting = bearers.called(found.owners, around.other_before)
        return Stand(found.start - around.neighbour_width, found.end, fitting)
    if around.letter:
        fitting = bearers.fitting(found.owners, around.letter, True)
        if not fitting and around.after[2:3] == ".":  # it is of a name that nobody has told yet
            fitting = bearers.without_family(found.owners) or found.owners
        if fitting:
            return Stand(found.start, found.end + 2, fitting)
    if around.other_after and not (around.title and (personal or is_family(bearers, found))):
        return with_surname(bearers, found, around, personal)
    return None


def is_family(bearers: Bearers, found: Found) -> bool:
    """Whether a word is nobody's first name, so that a title before it needs no other behind."""
    people = bearers.people
    return not any(found.keys[0] in people[who].given for who in found.owners.intersection(people))


def with_surname(bearers: Bearers, found: Found, around: Surroundings, personal: bool) -> Stand:
    """A word before another name: a slip of the owner's family name, or somebody else."""
    end = found.end + around.reach
    if fitting := found.owners & bearers.namesakes(fold(around.other_after)):
        return Stand(found.start, end, fitting)
    nameless = not any(bearers.people[w].family for w in found.owners if w in bearers.people)
    if personal and nameless:
        return Stand(found.start, end, found.owners)
    return Stand(found.start, found.end, frozenset())
