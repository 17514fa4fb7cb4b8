"""How long the reader may read, as a person writes it."""

from __future__ import annotations

import re

from onym.errors import PolicyError

BUDGET = re.compile(r"(\d+(?:\.\d+)?)\s*(s|m|h|)")
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}


def parse_budget(value: str) -> float:
    """Understand `60s`, `2m` or a number of seconds."""
    match = BUDGET.fullmatch(value.strip())
    if match is None or not float(match[1]):
        raise PolicyError("the reader's time is a number of seconds or minutes: 60s, 2m")
    return float(match[1]) * UNITS[match[2]]
