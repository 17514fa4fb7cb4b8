"""What tests of slots share: tables in which a line is a case.

A line has what is written, an arrow, and the slots that it makes; "⏎" stands for a line's end.
"""

from __future__ import annotations

import pytest

from onym.find.habits import habits
from onym.find.lexicon import lexicon
from onym.find.slots import find_slots


def slots(text: str, code: str = "en") -> list[str]:
    """The slots of a message as "kind name", in the order of the alphabet."""
    found = find_slots(text, lexicon((code,)), habits((code,)))
    return sorted(f"{slot.kind} {slot.name}" for slot in found)


def cases(table: str) -> list[object]:
    """The lines of a table as parameters: what is written, and the slots that it makes."""
    found: list[object] = []
    for line in filter(str.strip, table.split("\n")):
        written, _, expected = line.partition("→")
        wanted = sorted(part for slot in expected.split(";") if (part := slot.strip()))
        written = written.strip().replace("⏎", "\n").replace("\n ", "\n").replace(" \n", "\n")
        found.append(pytest.param(written, wanted, id=written))
    return found
