"""The conversion table as a file: saved from one project, reused in another (seed 004, 4.4).

It says of each actor the names, the masking name and the form, and which names to leave alone.
People are recognised by id and registered name, so a table fits every corpus of the same course.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Lookup
from typing import TYPE_CHECKING, Any

from onym.errors import MappingError
from onym.model import Mapping, Participant
from onym.names.names import Names, is_third
from onym.notation import tidy
from onym.project.decisions import Decision

if TYPE_CHECKING:
    from onym.line import Line

VERSION = 1
LISTS = {"keep": "keep", "reject": "rejected", "hide": "hidden"}
Table = dict[str, Any]


def save(line: Line, pseudonyms: Lookup[str, str]) -> Table:
    """Give the conversion table of a project, ready to be written as JSON. It names people."""
    mapping, people = line.mapping, line.corpus.participants
    named = mapping.names()
    rows = [
        _row(people.get(who, Participant(who)), list(named.get(who, ())), pseudonyms.get(who))
        for who in dict.fromkeys((*people, *named))
    ]
    lists = {name: list(getattr(mapping, field)) for name, field in LISTS.items()}
    return {"version": VERSION, "people": rows, **lists}


def reuse(line: Line, table: Table) -> tuple[list[Decision], int, int]:
    """Give the decisions that take a table over, whom they concern, and how many are not here."""
    rows = _checked(table)
    made: list[Decision] = []
    found = 0
    for row in rows:
        who = _recognise(line, row)
        if who is not None:
            found += 1
            made += _of_person(line, who, row)
    for action, field in LISTS.items():
        known = getattr(line.mapping, field)
        made += [Decision(action, name) for name in table.get(action, ()) if name not in known]
    return made, found, len(rows) - found


def _row(known: Participant, names: list[str], mask: str | None) -> Table:
    form = {"role": known.role, "gender": known.gender, **known.profile}
    return {
        "id": known.id,
        "registered": list(known.names),
        "names": names,
        "mask": mask,
        "form": {name: value for name, value in form.items() if value},
    }


def _checked(table: Any) -> list[Table]:
    """The rows of a table, if it is one."""
    version = table.get("version") if isinstance(table, dict) else None
    if not isinstance(version, int):
        raise MappingError("this is no conversion table; save one in Onym's review")
    if version > VERSION:
        raise MappingError("this table was written by a newer Onym; please update Onym")
    rows = table.get("people")
    lists = [table.get(name, []) for name in LISTS]
    if not (isinstance(rows, list) and all(map(_is_row, rows)) and all(map(_are_texts, lists))):
        raise MappingError("this conversion table is damaged; save it anew")
    return rows


def _is_row(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and isinstance(row.get("id"), str)
        and isinstance(row.get("mask"), str | None)
        and _are_texts(row.get("registered"))
        and _are_texts(row.get("names"))
        and isinstance(row.get("form"), dict)
        and _are_texts([*row["form"], *row["form"].values()])
    )


def _are_texts(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(each, str) and tidy(each) for each in values)


def _recognise(line: Line, row: Table) -> str | None:
    """Who of this corpus a row is about: the same id unless the names speak against it."""
    people = line.corpus.participants
    names = {tidy(name) for name in row["registered"]}
    same = people.get(row["id"])
    if same is not None and (not names or not same.names or names & set(map(tidy, same.names))):
        return same.id
    alike = [who for who, each in people.items() if names & set(map(tidy, each.names))]
    return alike[0] if len(alike) == 1 else None


def _of_person(line: Line, who: str, row: Table) -> Iterator[Decision]:
    yield from _names(line.mapping, who, row["names"])
    if row["mask"] and line.pseudonyms.get(who) != row["mask"] and not is_third(who, line.corpus):
        yield Decision("mask", tidy(row["mask"]), who)
    known = line.corpus.participants[who]
    form = {"role": known.role, "gender": known.gender, **known.profile}
    for name, value in row["form"].items():
        if form.get(name) != value:
            yield Decision("tell", name, who, replacement=value)


def _names(mapping: Mapping, who: str, names: list[str]) -> Iterator[Decision]:
    key = Names(mapping.case).key
    own = {key(entry.name) for entry in mapping.entries if entry.participant == who}
    yield from (Decision("add", tidy(name), who) for name in names if key(name) not in own)
