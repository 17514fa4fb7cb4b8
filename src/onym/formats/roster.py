"""The roster: who takes part, from a class list in any of the forms people have one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from onym.disk.files import read_bytes
from onym.errors import InputError
from onym.formats import transcript
from onym.formats.columns import MESSAGES, ROSTER, recognise
from onym.formats.encoding import decode, mend
from onym.formats.foreign import refuse_foreign
from onym.formats.format import HEAD
from onym.formats.kinds import Opened, open_table
from onym.formats.people import LONGEST, Person, combine, number
from onym.formats.replies import Cells, normal_ids
from onym.formats.rosters import read_export
from onym.model import Participant

_NAMES = ("name", "first", "middle", "last", "preferred")
_POINTS_POSSIBLE = re.compile(r"\s*points possible\s*", re.IGNORECASE)


def read_roster(
    source: object, columns: Mapping[str, str] | None = None
) -> tuple[Participant, ...]:
    """Read the participants from a table or from plain text, one name a line.

    Those for whom the roster gives no id are R001, R002 and so on.
    """
    people = read_people(source, columns)
    number(people, "R", {person.id for person in people if person.id})
    return tuple(person.freeze() for person in people)


def read_people(source: object, columns: Mapping[str, str] | None = None) -> list[Person]:
    """Read the people of a roster, the id left open where the roster gives none."""
    if isinstance(source, str | Path) and Path(source).is_file():
        _refuse_messages(Path(source))
    people = read_export(Path(source)) if isinstance(source, str | Path) and not columns else None
    if people is None and _is_text(source) and not columns:
        people = _read_text(Path(str(source)))
    elif people is None:
        people = _read_table(open_table(source, ROSTER, columns), columns)
    if not people:
        raise InputError(f"{_name(source)} names nobody; give a roster with a person a row")
    return combine(people)


def _refuse_messages(path: Path) -> None:
    """Refuse what is clearly no class list."""
    head = read_bytes(path, HEAD)
    refuse_foreign(path, head)
    if transcript.recognise(path, head):
        raise _no_class_list(path)


def _are_messages(names: Sequence[str]) -> bool:
    found = recognise(names, MESSAGES).keys()
    return "text" in found and ("parent" in found or {"thread", "time"} <= found)


def _no_class_list(path: Path | None) -> InputError:
    return InputError(
        f"{path or 'the roster'} holds messages and is no class list; leave the roster out if "
        "there is none: whoever writes is known from the messages"
    )


def _is_text(source: object) -> bool:
    return isinstance(source, str | Path) and Path(source).suffix.lower() == ".txt"


def _read_text(path: Path) -> list[Person]:
    """Read a list of names, or the table that the file may be after all."""
    text, encoding = decode(read_bytes(path), path)
    lines = [mend(line, encoding).strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    first = re.split(r"[,;\t|]", lines[0]) if lines else []
    if recognise([name.strip(' "') for name in first], ROSTER):
        return _read_table(open_table(path, ROSTER, format="csv"), None)
    for row, line in enumerate(lines, 1):
        _check({"name": [line]}, f"{path}, name {row}")
    return [_person({"name": [line]}, {}) for line in lines]


def _read_table(opened: Opened, columns: Mapping[str, str] | None) -> list[Person]:
    table = opened.table
    found = recognise(table.names, ROSTER, columns)
    if not columns and _are_messages(table.names):
        raise _no_class_list(opened.path)
    names = [name for choices in found.values() for name in choices]
    if not found.keys() & {"name", "first", "last", "preferred", "email", "login"}:
        if len(table.names) > 1 or found or opened.path is None:
            raise InputError(
                f"{opened.path or 'the roster'} has no column for names; call it name in its first "
                "row, or first and last where there are two"
            )
        return _read_text(opened.path)
    cells = {name: opened.column(table, place) for place, name in enumerate(table.names)}
    for name in found.get("id", []):
        cells[name] = normal_ids(cells[name])
    people = []
    for row in range(len(table.numbers)):
        known = {ours: _cells(cells, theirs, row) for ours, theirs in found.items()}
        rest = {name: cells[name][row] or "" for name in table.names if name not in names}
        _check(known, f"{opened.path or 'the roster'}, row {table.numbers[row]}")
        if not _is_second_header(known):
            people.append(_person(known, rest))
    return [person for person in people if person.id or person.names or person.handles]


def _check(known: Mapping[str, list[str]], where: str) -> None:
    """Refuse texts that stand where names should."""
    names = (name for ours in _NAMES for name in known.get(ours, ()))
    if any(len(name) > LONGEST for name in names):
        raise InputError(
            f"{where} has a name of more than {LONGEST} letters; is that column the right one?"
        )


def _cells(cells: Mapping[str, Cells], names: Sequence[str], row: int) -> list[str]:
    return [(cells[name][row] or "").strip() for name in names]


def _is_second_header(known: Mapping[str, list[str]]) -> bool:
    """Recognise the line that Canvas puts below the header of a gradebook."""
    return any(_POINTS_POSSIBLE.fullmatch(name) for name in known.get("name", []))


def _person(known: Mapping[str, list[str]], rest: Mapping[str, str]) -> Person:
    ids = [value for value in known.get("id", []) if value]
    person = Person(id=ids[0] if ids else None, other_ids=ids[1:])
    for name in known.get("name", []):
        person.call(name)
    parts = [value for kind in ("first", "middle", "last") for value in known.get(kind, [])]
    person.call(" ".join(filter(None, parts)))
    for name in known.get("preferred", []):
        person.call(name)
    for handle in (*known.get("email", []), *known.get("login", [])):
        person.reach(handle)
    person.role = next(filter(None, known.get("role", [])), None)
    person.gender = next(filter(None, known.get("gender", [])), None)
    person.profile = {name: value for name, value in rest.items() if value.strip()}
    return person


def _name(source: object) -> str:
    return str(source) if isinstance(source, str | Path) else "the roster"
