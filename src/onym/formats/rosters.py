"""Class lists that platforms export: users.xml of Moodle, users as JSON, senders of mail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from onym.disk.files import read_bytes
from onym.errors import InputError
from onym.formats import json_tree, mbox
from onym.formats.archives import Archive
from onym.formats.columns import ROSTER, fold
from onym.formats.encoding import peek
from onym.formats.format import HEAD
from onym.formats.letters import list_senders
from onym.formats.moodle_backup import read_people as read_users
from onym.formats.people import Person

_PACKED = (b"PK\x03\x04", b"\x1f\x8b")
_LISTS = ("users.xml", "users.json")


def read_export(path: Path) -> list[Person] | None:
    """Read the users of a platform's own file; None where it is another kind of file."""
    if path.is_dir():
        return _read_packed(path)
    head = read_bytes(path, HEAD)
    if mbox.recognise(path, head):
        return list_senders(mbox.split(path))
    start = peek(head)
    if head.startswith(_PACKED):
        book = path.suffix.lower() in (".xlsx", ".xlsm", ".ods")
        return None if book else _read_packed(path)
    if start.startswith(("<?xml", "<users")):
        return read_users(read_bytes(path), path)
    return _read_json(read_bytes(path), path) if start.startswith("[") else None


def _read_packed(path: Path) -> list[Person]:
    with Archive(path) as archive:
        listed = [name for name in archive.names if PurePosixPath(name).name in _LISTS]
        if not listed:
            raise InputError(f"{path} has no users.xml or users.json in it; give a class list")
        member = min(listed, key=len)
        data = archive.read(member)
    return read_users(data, path) if member.endswith(".xml") else _read_json(data, path)


def _read_json(data: bytes, path: Path) -> list[Person]:
    values = json_tree.load(data, path).values
    if not isinstance(values, list) or not all(isinstance(each, dict) for each in values):
        raise InputError(f"{path} is no list of users; give a class list")
    return [_person(user) for user in values]


def _person(user: dict[str, Any]) -> Person:
    """Make a person of whatever keys of a user are known; in Slack `name` is the user name."""
    profile = user.get("profile")
    inner = profile if isinstance(profile, dict) else {}
    person = Person()
    slack = "profile" in user
    for key, value in _known({**user, **inner}):
        if key == "id":
            person.id = person.id or value
        elif key in ("email", "login") or (slack and key == "name" and value == user.get("name")):
            person.reach(value)
        elif key in ("name", "preferred"):
            person.call(value)
        elif key in ("role", "gender"):
            setattr(person, key, value)
    parts = [value for name in ("first", "last") for key, value in _known(user) if key == name]
    person.call(" ".join(parts))
    return person


def _known(user: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The values of a user under our names for a roster's columns."""
    for ours, aliases in ROSTER.items():
        for key, value in user.items():
            if isinstance(value, str) and value.strip() and fold(key) in aliases:
                yield ours, value
