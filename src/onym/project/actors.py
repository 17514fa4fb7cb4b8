"""The actors of a corpus: the masking name and the form of each (Teutsch et al., section 4.3).

A form holds what its owner alone knows of an actor: role, gender, age, place, mother tongue, level.
Both are decisions like any other, so they lie in private/, outlive every run and can be undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import replace

from onym.model import Participant
from onym.project.decisions import Decision

FIELDS = ("role", "gender", "age", "place", "mother tongue", "level")
"""What a form asks for; any other field may be added."""


def masks(decided: Iterable[Decision]) -> dict[str, str]:
    """Give the masking names that a person chose, by participant (Teutsch et al., 4.3)."""
    chosen: dict[str, str] = {}
    for decision in decided:
        if decision.action in ("mask", "unmask") and decision.participant is not None:
            chosen.pop(decision.participant, None)
            if decision.action == "mask":
                chosen[decision.participant] = decision.name
    return chosen


def taken_back(decided: Iterable[Decision]) -> set[tuple[str, str]]:
    """Give the masking names that a person chose and then took back, with their participants."""
    decided = list(decided)
    ever = {
        (decision.participant, decision.name)
        for decision in decided
        if decision.action == "mask" and decision.participant is not None
    }
    return ever - set(masks(decided).items())


def forms(decided: Iterable[Decision]) -> dict[tuple[str, str], str]:
    """Give what people wrote into actors' forms, by participant and field."""
    told: dict[tuple[str, str], str] = {}
    for decision in decided:
        if decision.action in ("tell", "untell") and decision.participant is not None:
            told.pop((decision.participant, decision.name), None)
            if decision.action == "tell":
                told[decision.participant, decision.name] = decision.replacement or ""
    return told


def fill_forms(
    people: Lookup[str, Participant], decided: Iterable[Decision]
) -> Lookup[str, Participant]:
    """Give the participants with what was written into their forms."""
    filled = dict(people)
    for (who, name), value in forms(decided).items():
        if who not in filled:
            continue
        if name == "role":
            filled[who] = replace(filled[who], role=value or None)
        elif name == "gender":
            filled[who] = replace(filled[who], gender=value or None)
        else:
            filled[who] = replace(filled[who], profile={**filled[who].profile, name: value})
    return filled


def changes(log: Sequence[Decision], left: Sequence[Decision]) -> Iterator[Decision]:
    """Give the decisions that make what one log says of actors what another one says."""
    yield from _mask_changes(masks(log), masks(left))
    yield from _form_changes(forms(log), forms(left))


def _mask_changes(before: Lookup[str, str], after: Lookup[str, str]) -> Iterator[Decision]:
    for who in dict.fromkeys((*before, *after)):
        if before.get(who) != after.get(who):
            name = after.get(who)
            yield (
                Decision("unmask", before[who], who)
                if name is None
                else Decision("mask", name, who)
            )


def _form_changes(
    before: Lookup[tuple[str, str], str], after: Lookup[tuple[str, str], str]
) -> Iterator[Decision]:
    for who, name in dict.fromkeys((*before, *after)):
        value = after.get((who, name))
        if before.get((who, name)) != value:
            action = "untell" if value is None else "tell"
            yield Decision(action, name, who, replacement=value)
