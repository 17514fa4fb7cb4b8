"""Who wrote each message, from whatever columns a table has for it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import NamedTuple

from onym.formats.people import Person, is_handle, is_name, name_key
from onym.formats.replies import Cells, normal_ids, normal_parents

AUTHOR_COLUMNS = (
    *("author", "author_name", "author_first", "author_last"),
    *("author_email", "author_login", "author_pseudonym", "author_ip"),
)
"""Columns that tell of a message's author; each is overwritten with the pseudonym."""

PARENT_AUTHOR_COLUMNS = ("parent_author", "parent_author_name")
"""Columns that tell of the author of the message answered; overwritten likewise."""

Facts = tuple[str | None, ...]

_KINDS = {
    "author": "any",
    "author_name": "name",
    "author_first": "part",
    "author_last": "part",
    "author_email": "handle",
    "author_login": "handle",
}
_PARENT_KINDS = {"parent_author": "id", "parent_author_name": "name"}


class Authorship(NamedTuple):
    """The people met in a table, and for each row who wrote it and who is answered."""

    people: list[Person]
    authors: list[Person | None]
    answered: list[Person | None]
    """As the table itself says; None where it does not."""


def base(column: str) -> str:
    """Name a column without its number: author_2 is another author."""
    head, _, tail = column.rpartition("_")
    return head if tail.isdigit() else column


def choose_author(columns: Mapping[str, Cells], roster_ids: Set[str]) -> str | None:
    """Choose which author column has the ids: the one with the fewest names in it."""
    candidates = [column for column in columns if base(column) == "author"] or [
        column for column in columns if base(column) == "author_pseudonym"
    ]
    return min(
        candidates, key=lambda column: _share_of_names(columns[column], roster_ids), default=None
    )


def gather_authors(columns: Mapping[str, Cells], rows: int, roster_ids: Set[str]) -> Authorship:
    """Tell who wrote each row; rows that say the same of their authors share one person."""
    identity = choose_author(columns, roster_ids)
    writers = {c: _KINDS[base(c)] for c in columns if base(c) in _KINDS}
    if identity is not None:
        writers = {identity: "id", **{c: kind for c, kind in writers.items() if c != identity}}
    others = {c: _PARENT_KINDS[base(c)] for c in columns if base(c) in _PARENT_KINDS}
    people: list[Person] = []
    cells = [normal_ids(columns[c]) if kind == "id" else columns[c] for c, kind in writers.items()]
    wrote = _meet(people, cells or [[None] * rows], writers, roster_ids)
    told = [normal_parents(columns[c]) for c in others]
    answered = _meet(people, told or [[None] * rows], others, roster_ids)
    return Authorship(people, wrote, answered)


def _share_of_names(values: Cells, roster_ids: Set[str]) -> float:
    distinct = {value.strip() for value in values if value and value.strip()} - roster_ids
    return sum(map(is_name, distinct)) / len(distinct) if distinct else 0.0


def _meet(
    people: list[Person], cells: list[Cells], kinds: Mapping[str, str], roster_ids: Set[str]
) -> list[Person | None]:
    """Find or make the person behind each row, and add the new ones in the rows' order."""
    distinct: dict[Facts, None] = dict.fromkeys(zip(*cells, strict=True))
    read = {facts: _read(facts, kinds, roster_ids) for facts in distinct}
    # An id tells most and a bare name least, whichever comes first in the table.
    order = sorted(read, key=lambda facts: (read[facts].id is None, not read[facts].handles))
    index: dict[str, list[Person]] = {}
    for person in people:
        _enter(index, person)
    met = {facts: _find(index, read[facts], facts) for facts in order}
    known = set(map(id, people))
    for writer in (met[facts] for facts in read):
        if writer is not None and id(writer) not in known:
            known.add(id(writer))
            people.append(writer)
    return [met[facts] for facts in zip(*cells, strict=True)]


def _read(facts: Facts, kinds: Mapping[str, str], roster_ids: Set[str]) -> Person:
    person = Person()
    parts = []
    for cell, kind in zip(facts, kinds.values(), strict=False):
        value = (cell or "").strip()
        if kind == "id" and value and (value in roster_ids or not is_name(value)):
            person.id = value
        if kind == "handle" or (kind in ("id", "any") and is_handle(value) and not is_name(value)):
            person.reach(value)
        elif kind == "part":
            parts.append(value)
        elif kind == "name" or (kind in ("id", "any") and is_name(value)):
            person.call(value)
    person.call(" ".join(parts))
    return person


def _find(index: dict[str, list[Person]], person: Person, facts: Facts) -> Person | None:
    key = _key(person, facts)
    if key is None:
        return None
    owners = index.get(key, [])
    if len(owners) == 1:
        owners[0].take(person)
        _enter(index, owners[0])
        return owners[0]
    if owners:  # Several people have this name: all rows that give no more share one person.
        key = f"one of several {key}"
        if key in index:
            return index[key][0]
    index[key] = [person]
    _enter(index, person)
    return person


def _enter(index: dict[str, list[Person]], person: Person) -> None:
    for key in sorted(person.keys() | ({f"id {person.id}"} if person.id is not None else set())):
        owners = index.setdefault(key, [])
        if not any(owner is person for owner in owners):
            owners.append(person)


def _key(person: Person, facts: Facts) -> str | None:
    if person.id is not None:
        return f"id {person.id}"
    if person.handles:
        return person.handles[0].casefold()
    if person.names:
        return name_key(person.names[0])
    shown = [cell.strip() for cell in facts if cell and cell.strip()]
    return f"nobody {shown[0].casefold()}" if shown else None
