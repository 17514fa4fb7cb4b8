"""What a person said of one stretch of one message, and of no other: "only here".

A participant or none (leave it alone) is what `replace` obeys by itself. A label or words of its
own are obeyed here, after everything else has been found; and so is leaving alone what is no name
of anybody but a place or a date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Lookup

from onym.details.model import LABELS, Detail
from onym.model import Mention, Override
from onym.text.text import Stretch, fold

BY = "override"
Make = Callable[[Detail], Mention]
"""Makes a detail a mention, with what stands for it."""
Rulings = Lookup[str, tuple[Override, ...]]
"""What was said of single stretches, by message."""


def rulings(overrides: Iterable[Override], details: bool = True) -> Rulings:
    """Give what must be obeyed here, by message; without details there are none to leave alone."""
    found: dict[str, tuple[Override, ...]] = {}
    for override in overrides:
        kept = details and override.participant is None
        if kept or override.label or override.replacement:
            found[override.message] = (*found.get(override.message, ()), override)
    return found


def obey(said: Iterable[Override], text: str, mentions: list[Mention], make: Make) -> list[Mention]:
    """Give the mentions of a message as a person wants single ones of them."""
    for override in said:
        for start, end in stretches(text, override):
            if not (override.label or override.replacement):
                mentions = [each for each in mentions if (each.start, each.end) != (start, end)]
                continue
            over = [each for each in mentions if each.start < end and each.end > start]
            # A mail address with the name in it is not what was meant.
            whole = all(start <= each.start and each.end <= end for each in over)
            if whole or start == override.start:
                own = _made(override, Detail(start, end, "NAME", ""), make)
                mentions = [*(each for each in mentions if each not in over), own]
    return sorted(mentions, key=lambda mention: mention.start)


def stretches(text: str, override: Override) -> list[Stretch]:
    """Find what was meant: where it stood, else the occurrence with its number, else all."""
    found = list(_occurrences(text, override.name))
    if here := [each for each in found if each[0] == override.start]:
        return here
    return found if override.nth is None else found[override.nth - 1 : override.nth]


def _occurrences(text: str, name: str) -> Iterator[Stretch]:
    """Where a name stands as words of its own, however many spaces are in it."""
    words = r"\s+".join(map(re.escape, fold(name).split()))
    return (found.span() for found in re.finditer(rf"(?<!\w){words}(?!\w)", fold(text)))


def _made(override: Override, detail: Detail, make: Make) -> Mention:
    """The mention that a label or words of its own make."""
    if override.label in LABELS:
        label = override.label
        value = fold(override.name)
        made = make(detail._replace(category=LABELS[label].category, sublabel=label, value=value))
    else:
        made = Mention("", detail.start, detail.end, participant=override.participant)
    words = override.replacement or made.replacement
    return made._replace(message=override.message, replacement=words, by=BY)
