"""Who answers what: ids made unique, parents looked up, circles cut."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

Cells = list[str | None]

_INTEGER = re.compile(r"-?\d+(?:\.0+)?")
_NOTHING = re.compile(r"NA|(?i:null|none|nan|<na>)")
_ROOT = {"0", "-1", "0.0", "-1.0"}
_SHOWN = 10


class Replies(NamedTuple):
    """Ids that are unique, parents that exist, and what had to be put right."""

    ids: list[str]
    parents: Cells
    above: list[int | None]
    """The row that each row answers."""
    notes: list[str]


def normal_ids(values: Sequence[str | None]) -> Cells:
    """Write ids one way: stripped, and 7 for 7.0 when the whole column is of whole numbers."""
    stripped = (value and value.strip() for value in values)
    given: Cells = [
        None if not value or (len(value) < 5 and _NOTHING.fullmatch(value)) else value
        for value in stripped
    ]
    if all(value is None or _INTEGER.fullmatch(value) for value in given):
        return [value.split(".")[0] if value and "." in value else value for value in given]
    return given


def normal_parents(values: Sequence[str | None]) -> Cells:
    """Write ids of others likewise, where platforms put 0 or -1 for nobody."""
    return [None if value in _ROOT else value for value in normal_ids(values)]


def link_replies(ids: Cells | None, parents: Cells | None, numbers: Sequence[int]) -> Replies:
    """Make ids unique and find the row that each row answers."""
    notes: list[str] = []
    first: dict[str, int] = {}
    unique = _unique_ids(ids, numbers, first, notes)
    above = _rows_above(parents, first, unique, numbers, notes)
    _cut_circles(above, unique, numbers, notes)
    linked: Cells = [None if row is None else unique[row] for row in above]
    return Replies(unique, linked, above, notes)


def some(notes: Sequence[str]) -> list[str]:
    """Keep the first few of many notes of a kind and count the rest."""
    more = len(notes) - _SHOWN
    return [*notes[:_SHOWN], *([f"... and {more} more like the last"] if more > 0 else [])]


def _unique_ids(
    ids: Cells | None, numbers: Sequence[int], first: dict[str, int], notes: list[str]
) -> list[str]:
    if ids is None:
        notes.append(f"no id column: the messages are numbered 1 to {len(numbers)}")
        ids = [str(place) for place in range(1, len(numbers) + 1)]
    used: set[str] = set()
    counts: dict[str, int] = {}
    unique: list[str] = []
    problems: list[str] = []
    for row, value in enumerate(ids):
        if value is not None and value not in first:
            first[value] = row
            unique.append(value)
            continue
        used = used or {value for value in ids if value is not None}
        if value is None:
            fresh = _fresh(f"row{numbers[row]}", used, counts)
            problems.append(f"row {numbers[row]}: no id; kept as {fresh}")
        else:
            fresh = _fresh(value, used, counts)
            seen = numbers[first[value]]
            problems.append(
                f"row {numbers[row]}: id {value} was already used in row {seen}; kept as {fresh}"
            )
        first[fresh] = row
        unique.append(fresh)
    notes.extend(some(problems))
    return unique


def _fresh(base: str, used: set[str], counts: dict[str, int]) -> str:
    fresh = base
    while fresh in used:
        counts[base] = counts.get(base, 1) + 1
        fresh = f"{base}#{counts[base]}"
    used.add(fresh)
    return fresh


def _rows_above(
    parents: Cells | None,
    first: dict[str, int],
    ids: list[str],
    numbers: Sequence[int],
    notes: list[str],
) -> list[int | None]:
    if parents is None:
        return [None] * len(ids)
    above: list[int | None] = []
    problems: list[str] = []
    for row, parent in enumerate(parents):
        found = None if parent is None else first.get(parent)
        if parent is not None and found is None and parent not in _ROOT:
            problems.append(
                f"row {numbers[row]}: message {ids[row]} answers {parent}, which is not here; "
                "taken as a first message"
            )
        above.append(None if found == row else found)
    notes.extend(some(problems))
    return above


def _cut_circles(
    above: list[int | None], ids: list[str], numbers: Sequence[int], notes: list[str]
) -> None:
    state = [0] * len(above)  # 0 not seen, 1 on the path now walked, 2 known to end
    problems: list[str] = []
    for start in range(len(above)):
        path: list[int] = []
        row: int | None = start
        while row is not None and state[row] == 0:
            state[row] = 1
            path.append(row)
            row = above[row]
        if row is not None and state[row] == 1:
            circle = path[path.index(row) :]
            top = min(circle)
            above[top] = None
            named = ", ".join(ids[member] for member in sorted(circle)[:5])
            more = ", ..." if len(circle) > 5 else ""
            problems.append(
                f"row {numbers[top]}: messages {named}{more} answer each other in a circle; "
                f"{ids[top]} taken as a first message"
            )
        for member in path:
            state[member] = 2
    notes.extend(some(problems))
