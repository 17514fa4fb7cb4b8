"""An attack in words: what was tried, how far it led, and what a reader could still use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from onym.attack import Attack, Guess
from onym.attack.assign import Success

STILL = (
    (
        "Who answers whom.",
        "The network of replies is kept exact, as it is what the data is for. Somebody who was"
        " there and knows a few of its ties can find the people in it.",
    ),
    (
        "When and how much each wrote.",
        "Times and counts can be laid beside another log of the same course.",
    ),
    (
        "How people write.",
        "Favourite words, punctuation and mistakes are untouched and can be compared with other"
        " writing of the same person.",
    ),
    (
        "A name that was missed.",
        "Pseudonyms are steady: each person has one everywhere. So a single real name that was"
        " left stands out among them, and tells whose messages all the others are. Osborne et al."
        " (BRATsynthetic, 2022) found that steady replacements give away far more through such a"
        " slip than replacements that change from mention to mention; but those would end the"
        " conversation. Here, missing nothing is the only protection.",
    ),
)
"""What stays usable, and why, in plain words."""


INSIDERS = (
    "Somebody who was there finds people all the same, since the conversation is kept: share it"
    " only with people who have agreed to leave it so."
)


def describe(found: Attack) -> list[str]:
    """Tell how far a reader came: with the class list, and with knowledge of the course."""
    people = found.stranger_together.people
    among = f"{people:,} people, of {found.stranger_together.candidates:,} that it could be"
    lines = [f"Guessing who is who: {among}. Found at the first guess, and within five:"]
    lines.append("With the class list alone:")
    lines += _rows(found.stranger, "all of these together", found.stranger_together)
    lines.append("By somebody who was there:")
    lines += _rows(found.insider, "everything together", found.insider_together)
    lines.append(verdict(found))
    if found.insider_together.beats_chance:
        lines.append(INSIDERS)
    return [*lines, "What a reader could still use:", *(f"  {a} {b}" for a, b in STILL)]


def verdict(found: Attack) -> str:
    """Whether the pseudonyms themselves tell who is who."""
    if found.leaking:
        told = "; ".join(guess.clue for guess in found.leaking)
        return f"The pseudonyms give people away: {told}."
    if found.stranger_together.beats_chance:
        return "No clue of the class list tells by itself, but all of them together do."
    return "The class list alone is no better than chance: the pseudonyms tell nothing."


def _rows(guesses: Iterable[Guess], together: str, success: Success) -> list[str]:
    rows = [*guesses, Guess(together, success)]
    blind = f"  {'chance':<52} {success.chance1:5.1f} {success.chance5:6.1f}"
    return [*map(_row, rows), blind]


def _row(guess: Guess) -> str:
    success = guess.success
    mark = "  beats chance" if success.beats_chance else ""
    return f"  {guess.clue:<52} {success.top1:5.1f} {success.top5:6.1f}{mark}"


def as_dict(found: Attack) -> dict[str, Any]:
    """The attack as plain values."""
    return {
        "people": found.stranger_together.people,
        "stranger": {guess.clue: _values(guess.success) for guess in found.stranger},
        "stranger_together": _values(found.stranger_together),
        "insider": {guess.clue: _values(guess.success) for guess in found.insider},
        "insider_together": _values(found.insider_together),
        "leaking": [guess.clue for guess in found.leaking],
        "verdict": verdict(found),
    }


def _values(success: Success) -> dict[str, Any]:
    return {
        "top1": round(success.top1, 2),
        "top5": round(success.top5, 2),
        "chance1": round(success.chance1, 2),
        "chance5": round(success.chance5, 2),
        "beats_chance": success.beats_chance,
    }
