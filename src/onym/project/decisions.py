"""What people decided, one at a time, and how it is written down.

Decisions are kept in an append-only log, `decisions.jsonl`. How they are read off an edited
mapping, and laid over each new proposal, is in `replay`.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from collections.abc import Mapping as Lookup
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from onym.disk.records import current
from onym.errors import ProjectError

VERSION = 1

ACTIONS = {
    "add": "this participant goes by this name",
    "reject": "this participant does not go by this name; without a participant: nobody does",
    "keep": "leave this name alone",
    "hide": "this is a name, but nobody knows whose",
    "glue": "this glued word becomes that replacement",
    "assign": "in this message this name means that participant, has that label or becomes that "
    "replacement; without any of them: leave it alone",
    "case": "names count as written (exact) or in any case (smart)",
    "unreject": "nobody says any longer that this is no name",
    "unkeep": "do not leave this name alone any longer",
    "unhide": "do not hide this name any longer",
    "unglue": "this glued word is not replaced any longer",
    "unassign": "this message needs no special treatment any longer",
    "forget": "nobody says any longer whether this participant goes by this name",
    "same": "this participant and the one with this id as name are one person",
    "different": "they are two people",
    "unsame": "nobody says any longer whether they are one person",
    "leave": "whether this participant goes by this name, or is the one with this id, stays open",
    "unleave": "it is asked again",
    "mask": "this participant is shown under this masking name",
    "unmask": "this participant's masking name is drawn again",
    "label": "this is no name but a detail with that label, wherever it stands",
    "unlabel": "nobody says any longer what this is",
    "show": "this detail becomes that replacement, wherever it stands",
    "unshow": "what this detail becomes is drawn again",
    "tell": "this field of this participant's form says that",
    "untell": "this field of this participant's form is as it came",
}
"""Every action and what it says."""
IDENTITY = ("same", "different", "unsame")
"""The actions that speak of two participants; the name is the other one's id."""
LEAVING = ("leave", "unleave")
"""The actions that leave a question open; where that is about two participants, so is the name."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing a person decided."""

    action: str
    name: str
    participant: str | None = None
    message: str | None = None
    nth: int | None = None
    replacement: str | None = None
    time: str = ""
    by: str = ""
    label: str | None = None
    """What it is in this one place, for assign."""
    start: int | None = None
    """Where in the message, for assign."""
    salt: str = ""
    """Random, so that the hash of a decision in the log tells nothing once it is erased."""


def identities(decided: Iterable[Decision]) -> dict[tuple[str, str], Decision]:
    """Give the last word on pairs of participants that may be one person."""
    said: dict[tuple[str, str], Decision] = {}
    for decision in decided:
        if decision.action in IDENTITY and decision.participant is not None:
            one, other = sorted((decision.participant, decision.name))
            said.pop((one, other), None)
            if decision.action != "unsame":
                said[one, other] = decision
    return said


def left_open(decided: Iterable[Decision]) -> dict[tuple[str, str], None]:
    """Give the names, or ids, and participants about which a person wants to be asked no more."""
    left: dict[tuple[str, str], None] = {}
    for decision in decided:
        if decision.action in LEAVING and decision.participant is not None:
            pair = decision.name, decision.participant
            left.pop(pair, None)
            if decision.action == "leave":
                left[pair] = None
    return left


def one_person(decided: Iterable[Decision]) -> dict[str, str]:
    """Give each participant who is one person with another, and the one they count as."""
    known_as: dict[str, str] = {}

    def first(who: str) -> str:
        while who in known_as:
            who = known_as[who]
        return who

    # In an order of its own, so that it does not matter what was said or undone first.
    for _, decision in sorted(identities(decided).items()):
        if decision.action == "same" and decision.participant is not None:
            who, other = first(decision.participant), first(decision.name)
            if who != other:
                known_as[other] = who
    return {who: first(who) for who in known_as}


def stamp(decisions: Iterable[Decision], time: str, by: str) -> list[Decision]:
    """Say when decisions were made and by whom."""
    return [replace(decision, time=time, by=by) for decision in decisions]


def salted(decisions: Iterable[Decision]) -> list[Decision]:
    """Give each decision its salt."""
    return [each if each.salt else replace(each, salt=secrets.token_hex(16)) for each in decisions]


def write_lines(decisions: Iterable[Decision]) -> str:
    """Write decisions as JSON, a line each."""
    rows = ({"version": VERSION, **asdict(decision)} for decision in decisions)
    return "".join(json.dumps(_filled(row), ensure_ascii=False) + "\n" for row in rows)


def read_lines(text: str, where: str = "decisions.jsonl") -> list[Decision]:
    """Read decisions back."""
    decisions = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                decisions.append(_read_line(line))
            except (ValueError, TypeError, KeyError):
                raise ProjectError(
                    f"{where}, line {number}: not understood; damaged, or written by a newer Onym"
                ) from None
    return decisions


def _filled(row: Lookup[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in row.items() if value not in (None, "")}


@lru_cache(1 << 14)
def _read_line(line: str) -> Decision:
    row = current(json.loads(line), "decisions.jsonl", version=VERSION)
    if row["action"] not in ACTIONS:
        raise ValueError
    return Decision(**row)
