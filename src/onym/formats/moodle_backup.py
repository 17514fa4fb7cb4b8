"""Moodle: a course backup (.mbz, gzipped tar or zip), its forums and its users."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from onym.errors import InputError
from onym.formats import fields, markup
from onym.formats.archives import Archive, Written, rewrite
from onym.formats.corpus import Draft
from onym.formats.edits import Edit
from onym.formats.fields import TEXTS, Fields, unknown_note
from onym.formats.format import Format
from onym.formats.markup import Document, Element
from onym.formats.mask import Mask
from onym.formats.people import Person
from onym.formats.pile import Aside
from onym.formats.replies import Cells
from onym.model import Corpus, Policy, Replaced, Source

NAME = "moodle-backup"
NULL = "$@NULL@$"
"""What Moodle writes where a field has nothing."""
_TABLES = (
    *("forum", "users", "moodle_backup", "files", "inforef", "module"),
    *("course", "section", "groups", "roles"),
)
_FORUM = re.compile(r"(?:^|/)activities/forum_\d+/forum\.xml$")
_ACTIVITY = re.compile(r"(?:^|/)activities/([a-z_0-9]+?)_\d+/")
_EXPECTED = re.compile(
    r"(?:(?:course|sections/section_\d+|activities/forum_\d+)/)?[a-z_]{1,40}\.xml", re.ASCII
)
"""Files that Moodle writes, whatever is in them."""
_ROOT = re.compile(rb"<([a-z_]{1,40})[\s/>]")
_INDEX = ".ARCHIVE_INDEX"
"""Tells the sizes of all members; Moodle does without it where it is not there."""
_POST = ("forum", "discussions", "discussion", "posts", "post")
_COLUMNS = ("id", "parent", "thread", "session", "author", "time", "subject", "text")

Places = dict[tuple[str, int], tuple[str, int]]
"""Member and element to the column and row of `Corpus.messages` that hold its text."""


class Layout(NamedTuple):
    """Where the messages' texts stand."""

    places: Places


def recognise(path: Path, head: bytes) -> bool:
    """Tell a backup by its name or by the manifest in it."""
    if path.is_dir():
        return (path / "moodle_backup.xml").is_file()
    packed = head.startswith((b"PK\x03\x04", b"\x1f\x8b"))
    return packed and (path.suffix.lower() == ".mbz" or b"moodle_backup.xml" in head)


def read(path: Path, columns: Mapping[str, str] | None) -> Draft:
    """Read the forums' posts, and the users as a roster."""
    reading = _Reading(path)
    with Archive(path) as archive:
        known = [name for name in archive.names if _table(name) is not None]
        if not any(_FORUM.search(name) for name in known):
            raise InputError(f"{path} is no Moodle backup with a forum in it; back one up with it")
        for name in known:
            reading.take(name, markup.parse(archive.read(name), path, name))
        others = {_kind(name) for name in archive.names if _table(name) is None}
        reading.fields |= dict.fromkeys(sorted(others), "unknown")
    return reading.draft()


def _table(member: str) -> Fields | None:
    """The roles of a member's fields, if its name is one that is known."""
    place = PurePosixPath(member)
    if place.suffix != ".xml" or place.stem not in _TABLES:
        return None
    if place.stem == "forum" and not _FORUM.search(member):
        return None
    return fields.load("moodle_backup", place.stem)


def _kind(member: str) -> str:
    """Name a member that is not known, without what may be a person's file name."""
    first, _, rest = member.partition("/")
    if first == "activities" and "/" in rest:
        folder, _, name = rest.partition("/")
        folder = re.sub(r"[0-9]+", "N", folder)
        return f"activities/{folder}/{name}" if name.endswith(".xml") else first
    return member if member.endswith(".xml") or not rest else first


class _Reading:
    """What has been read of a backup so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.columns: dict[str, Cells] = {name: [] for name in _COLUMNS}
        self.people: list[Person] = []
        self.asides: list[Aside] = []
        self.places: Places = {}
        self.fields: dict[str, str] = {}
        self.session: str | None = None

    def take(self, member: str, document: Document) -> None:
        """Take in one XML file."""
        table, root = _table(member), document.elements[0]
        if member.endswith("users.xml"):
            self.people += map(_person, root.find("user"))
        if member.endswith("moodle_backup.xml"):
            told = root.find("information", "original_course_id")
            self.session = next((each.text for each in told), None)
        if _FORUM.search(member):
            for post in root.find(*_POST):
                self._post(member, post)
        stem = PurePosixPath(member).stem
        for element, attribute, role in markup.roles(document, table or Fields({})):
            tail = f".@{attribute}" if attribute else ""
            self.fields[f"{stem}.xml {fields.show(element.path)}{tail}"] = role or "unknown"
            if role in TEXTS and (member, element.number) not in self.places:
                self._aside(member, element)

    def _post(self, member: str, post: Element) -> None:
        discussion = post.parent.parent if post.parent else None
        row = len(self.columns["id"])
        told = {
            "id": post.attributes["id"].value if "id" in post.attributes else None,
            "parent": post.child("parent"),
            "thread": _attribute(discussion, "id"),
            "session": None,
            "author": _value(post.child("userid")),
            "time": post.child("created"),
            "subject": _value(post.child("subject")),
            "text": _value(post.child("message")),
        }
        for name, value in told.items():
            self.columns[name].append(value)
        for child in post.children:
            ours = {"subject": "subject", "message": "text"}.get(child.name)
            if ours and child.text != NULL:
                self.places[member, child.number] = ours, row

    def _aside(self, member: str, element: Element) -> None:
        if element.text != NULL:
            author = _attribute(element.parent, "id") if member.endswith("users.xml") else None
            self.asides.append(Aside(f"{member}#{element.number}", element.text, author))

    def draft(self) -> Draft:
        """Give all of it."""
        columns = {**self.columns, "session": [self.session] * len(self.columns["id"])}
        notes = unknown_note(path for path, role in self.fields.items() if role == "unknown")
        named = {name: name for name in columns}
        source = Source(self.path, NAME, named, Layout(self.places), self.fields)
        numbers = range(1, len(columns["id"]) + 1)
        return Draft(columns, numbers, source, notes, self.people, self.asides)


def _person(user: Element) -> Person:
    person = Person(id=_attribute(user, "id"))
    person.call(" ".join(filter(None, (_value(user.child(n)) for n in ("firstname", "lastname")))))
    person.call(_value(user.child("alternatename")) or "")
    for name in ("username", "email"):
        person.reach(_value(user.child(name)) or "")
    told = {name: _value(user.child(name)) for name in ("city", "institution", "department")}
    person.profile = {name: value for name, value in told.items() if value}
    return person


def read_people(data: bytes, path: Path) -> list[Person]:
    """Read the users of a users.xml that was taken out of a backup."""
    root = markup.parse(data, path).elements[0]
    return [_person(user) for user in root.find("user")]


def _value(text: str) -> str | None:
    return None if text in ("", NULL) else text


def _attribute(element: Element | None, name: str) -> str | None:
    found = element.attributes.get(name) if element else None
    return found.value if found else None


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the backup again, member for member; what is not known is left out."""
    layout: Layout = corpus.source.layout
    source = corpus.source.path
    assert source is not None
    mask = Mask(corpus, replaced, policy)
    texts = {name: replaced.messages[name].to_list() for name in ("text", "subject")}

    def change(member: str, unpack: Callable[[], bytes]) -> Written | None:
        table = _table(member)
        if policy.unknown == "drop" and (table is None or _is_other(member)):
            return None if _is_other(member) else _emptied(member, unpack)
        if table is None:
            return None if member == _INDEX and not mask.idle else Written(member)
        document = markup.parse(unpack(), source, member)

        def say(element: Element) -> str:
            place = layout.places.get((member, element.number))
            if place is None:
                return mask.text(f"{member}#{element.number}", element.text)
            return mask.links(texts[place[0]][place[1]] or "")

        data = markup.rewrite(document, table, mask, say, NULL)
        if policy.unknown == "drop" and member.endswith("moodle_backup.xml"):
            data = _without_others(data, source, member)
        return Written(member, data)

    rewrite(source, path, change)


def _is_other(member: str) -> bool:
    """Tell what belongs to an activity that is no forum."""
    found = _ACTIVITY.search(member)
    return found is not None and found[1] != "forum"


def _emptied(member: str, unpack: Callable[[], bytes]) -> Written | None:
    """Give a file with nothing in it, as Moodle looks for each that it wrote; others go."""
    if not _EXPECTED.fullmatch(member):
        return None
    root = _ROOT.search(unpack()[:4096])
    name = root[1].decode() if root else ""
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<{name}>\n</{name}>'
    return Written(member, text.encode()) if name else None


def _without_others(data: bytes, path: Path, member: str) -> bytes:
    """Take what is left out from the manifest too, or Moodle would look for it."""
    document = markup.parse(data, path, member)
    told = next(document.elements[0].find("information"), document.elements[0])
    listed = told.find("contents", "activities", "activity")
    settings = told.find("settings", "setting")
    gone = [
        *(each for each in listed if _is_other(f"{each.child('directory')}/")),
        *(each for each in settings if _is_other(f"activities/{each.child('activity')}/")),
    ]
    return document.render([Edit(each.start, each.end, b"") for each in gone])


FORMAT = Format(
    recognise,
    read,
    write,
    "Moodle backup (.mbz)",
    "forums with their posts; users with names, addresses, IPs and profiles; groups; file names",
)
