"""Slack: the export of a workspace, a folder or a zip of users.json, channels.json and day files.

    users.json  channels.json  general/2024-01-05.json

A thread is what shares a thread_ts; messages outside threads are together day by day.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from onym.errors import InputError
from onym.formats import archives, json_tree
from onym.formats.archives import Archive, Written
from onym.formats.corpus import Draft
from onym.formats.fields import TEXTS, Fields, Role, load, summary, unknown_note
from onym.formats.folders import other_files
from onym.formats.format import Format
from onym.formats.json_tree import Document, Node
from onym.formats.mask import Mask
from onym.formats.people import Person
from onym.formats.pile import Aside
from onym.formats.replies import Cells
from onym.formats.trees import objects
from onym.model import Corpus, Policy, Replaced, Source

LISTS = ("channels.json", "groups.json", "dms.json", "mpims.json")
_DAY = re.compile(r"(?P<channel>[^/]+)/\d{4}-\d{2}-\d{2}\.json")
_WRITTEN = {None, "thread_broadcast", "file_share", "me_message", "bot_message", "file_comment"}
"""Kinds of messages that somebody wrote; the others tell who joined or left."""
_MENTION = re.compile(r"<@\[?(?P<who>[^<>|\]]+)\]?(?:\|[^<>]*)?>")
_MAIL = re.compile(r"<mailto:([^<>|]+)(?:\|[^<>]*)?>")
_CHANNEL = re.compile(r"<#(\w+)\|([^<>]*)>")
_WORD = re.compile(r"[^\W\d_]{2,}")


class Layout(NamedTuple):
    """Which member of the export is what, and where the messages' texts stand."""

    base: str
    places: dict[str, dict[str, int]]
    """Day file to the pointers of texts to rows of `Corpus.messages`."""
    unknown: tuple[str, ...]
    """Members that nobody knows."""


def recognise(path: Path, head: bytes) -> bool:
    """Tell an export by the list of its users and of its channels."""
    if path.is_dir():
        return (path / "users.json").is_file() and any((path / n).is_file() for n in LISTS)
    if not head.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(path) as packed:
            names = {name.rpartition("/")[2] for name in packed.namelist()}
    except (zipfile.BadZipFile, OSError):
        return False
    return "users.json" in names and not names.isdisjoint(LISTS)


def read(path: Path, columns: Mapping[str, str] | None = None) -> Draft:
    """Read a workspace."""
    with Archive(path) as archive:
        base = _base(archive)
        reader = _Reader(archive, base)
        for name in archive.names:
            if _table(name, base) in ("users", "channels"):
                reader.take_list(name)
        for name in reader.days():
            reader.take_day(name)
    return reader.draft(path)


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the workspace, member for member."""
    if corpus.source.path is None:
        raise InputError("the messages came from no export; there is nothing to write back")
    layout: Layout = corpus.source.layout
    mask = Mask(corpus, replaced, policy)
    writer = _Writer(corpus, replaced, layout, mask)
    archives.rewrite(corpus.source.path, path, writer.change)


def _base(archive: Archive) -> str:
    """Give the folder of the archive that the export lies in."""
    found = min((n for n in archive.names if n.rpartition("/")[2] == "users.json"), key=len)
    return found.removesuffix("users.json")


def _table(name: str, base: str) -> str | None:
    """Tell what a member holds: users, channels, messages, or nobody knows."""
    inside = name.removeprefix(base) if name.startswith(base) else "/"
    if inside == "users.json":
        return "users"
    if inside in LISTS:
        return "channels"
    return "messages" if _DAY.fullmatch(inside) else None


def _texts(value: Any, *keys: str) -> Iterator[str]:
    found = value if isinstance(value, dict) else {}
    return (each for key in keys if isinstance(each := found.get(key), str) and each)


class _Reader:
    """Takes in the members of an export."""

    def __init__(self, archive: Archive, base: str) -> None:
        self.archive, self.base = archive, base
        self.people: list[Person] = []
        self.channels: dict[str, str] = {}
        """Folder to the channel's id, in the order of the list."""
        self.rows: list[dict[str, str | None]] = []
        self.places: dict[str, dict[str, int]] = {}
        self.asides: list[Aside] = []
        self.fields: dict[str, dict[str, Role | None]] = {}
        """What was found in each table, by path."""

    def take_list(self, name: str) -> None:
        """Read users, or channels of one kind."""
        table = _table(name, self.base) or ""
        document = self._open(name)
        self._note(name, table, document, {})
        for each in objects(document.values):
            if table == "users":
                self.people += _person(each, each.get("profile"))
            else:
                identity = next(_texts(each, "id"), "")
                self.channels[next(_texts(each, "name"), identity)] = identity

    def days(self) -> list[str]:
        """List the day files, channel by channel in the order of the lists."""
        order = {channel: place for place, channel in enumerate(self.channels)}
        names = [name for name in self.archive.names if _table(name, self.base) == "messages"]
        return sorted(names, key=lambda name: (order.get(self._channel(name), len(order)), name))

    def take_day(self, name: str) -> None:
        """Read the messages of a day in a channel."""
        places: dict[str, int] = {}
        channel, day = self._channel(name), name.rpartition("/")[2].removesuffix(".json")
        document = self._open(name)
        for place, each in enumerate(document.values if isinstance(document.values, list) else ()):
            if not isinstance(each, dict) or each.get("subtype") not in _WRITTEN:
                continue
            if not isinstance(each.get("text"), str) or not isinstance(each.get("ts"), str):
                continue
            places[f"{place}/text"] = len(self.rows)
            self.rows.append(_row(each, self.channels.get(channel) or channel, day))
            self.people += _person({"id": each.get("user")}, each.get("user_profile"))
        if places:
            self.places[name] = places
        self._note(name, "messages", document, places)

    def draft(self, path: Path) -> Draft:
        """Make the draft of all that was taken in."""
        if not self.rows:
            raise InputError(f"{path} has no messages in it; nothing to read")
        _tell_apart(self.rows)
        columns: dict[str, Cells] = {
            name: [row[name] for row in self.rows] for name in self.rows[0]
        }
        left = tuple(n for n in self.archive.names if _table(n, self.base) is None)
        told = {
            f"{table}{path}": role
            for table, found in self.fields.items()
            for path, role in summary(found).items()
        }
        unknown = [path for path, role in told.items() if role == "unknown"]
        layout = Layout(self.base, self.places, left)
        source = Source(path, "slack", {name: name for name in columns}, layout, told)
        notes = (*other_files(len(left)), *unknown_note(unknown))
        numbers = range(1, len(self.rows) + 1)
        return Draft(columns, numbers, source, notes, self.people, self.asides)

    def _open(self, name: str) -> Document:
        return json_tree.load(self.archive.read(name), self.archive.path / name)

    def _note(self, name: str, table: str, document: Document, places: Mapping[str, int]) -> None:
        """Note a member's fields, and the texts in it that are no messages."""
        for node, role in json_tree.roles(document.root, load("slack", table)):
            self.fields.setdefault(table, {})[node.path] = role
            if role in TEXTS and node.value and node.pointer not in places:
                self.asides.append(Aside(f"{name}#{node.pointer}", node.value))

    def _channel(self, name: str) -> str:
        return name.removeprefix(self.base).partition("/")[0]


def _person(each: Any, profile: Any) -> Iterator[Person]:
    for identity in _texts(each, "id"):
        person = Person(id=identity)
        parts = " ".join(_texts(profile, "first_name", "last_name"))
        real = [
            *_texts(each, "real_name"),
            *_texts(profile, "real_name"),
            *[parts] * (" " in parts),
        ]
        for name in real:
            person.call(name)
        known = {word for name in real for word in name.casefold().split()}
        shown = [n for n in _texts(profile, "display_name") if not known >= {*n.casefold().split()}]
        for handle in (*_texts(each, "name"), *_texts(profile, "name", "email"), *shown):
            person.reach(handle)
        yield person


def _row(each: Mapping[str, Any], channel: str, day: str) -> dict[str, str | None]:
    own, thread = each["ts"], next(_texts(each, "thread_ts"), None)
    author = next(_texts(each, "user", "bot_id", "username"), None)
    return {
        "id": own,
        "parent": thread if thread != own else None,
        "thread": thread or f"{channel} {day}",
        "session": channel,
        "author": author,
        "time": own,
        "text": each["text"],
    }


def _tell_apart(rows: list[dict[str, str | None]]) -> None:
    """Name the channel too where two messages were sent in the same instant."""
    channels: dict[str | None, set[str | None]] = {}
    for row in rows:
        channels.setdefault(row["id"], set()).add(row["session"])
    for row in rows:
        for name in ("id", "parent"):
            if len(channels.get(row[name], ())) > 1:
                row[name] = f"{row['session']} {row[name]}"


class _Writer:
    """Knows what each member becomes."""

    def __init__(self, corpus: Corpus, replaced: Replaced, layout: Layout, mask: Mask) -> None:
        self.layout, self.mask = layout, mask
        self.path = corpus.source.path or Path()
        self.texts = replaced.messages["text"].to_list()
        self.given = set(replaced.pseudonyms.values())
        people = corpus.participants.values()
        told = (each for who in people for each in (*who.names, *who.handles))
        self.words = {word.casefold() for each in told for word in _WORD.findall(each)}

    def change(self, name: str, get: Callable[[], bytes]) -> Written | None:
        """Give a member's new name and content; None leaves it out."""
        table = _table(name, self.layout.base)
        if table is None:
            return None if self.mask.drops(None) else Written(name)
        document = json_tree.load(get(), self.path / name)
        fields: Fields = load("slack", table)
        places = self.layout.places.get(name, {})

        def text(node: Node) -> str:
            if node.pointer in places:
                return self._mentions(self.mask.links(self.texts[places[node.pointer]]))
            if table == "channels" and node.path.endswith((".name", ".previous_names.[]")):
                return self._channel(node.value or "")
            return self._mentions(self.mask.text(f"{name}#{node.pointer}", node.value or ""))

        data = json_tree.rewrite(document, fields, self.mask, text)
        inside = name.removeprefix(self.layout.base)
        if table == "messages":
            channel, _, day = inside.partition("/")
            inside = f"{self._channel(channel)}/{day}"
        return Written(self.layout.base + inside, data)

    def _channel(self, name: str) -> str:
        """Give a channel's name, or a code where somebody's name is in it."""
        telling = any(word.casefold() in self.words for word in _WORD.findall(name))
        return self.mask.code("channel", name) if telling else name

    def _mentions(self, text: str) -> str:
        """Mask whom a text mentions by id, and addresses and channels in brackets."""
        if self.mask.idle or "<" not in text:
            return text
        text = _MENTION.sub(lambda found: f"<@{self._who(found['who'])}>", text)
        text = _MAIL.sub(self._mail, text)
        return _CHANNEL.sub(lambda found: f"<#{found[1]}|{self._channel(found[2])}>", text)

    def _who(self, value: str) -> str:
        return value if value in self.given else self.mask.person(value)

    def _mail(self, found: re.Match[str]) -> str:
        mail = self.mask.email(found[1])
        return f"<mailto:{mail}|{mail}>"


FORMAT = Format(
    recognise,
    read,
    write,
    "Slack export",
    "folder or zip: members and their profiles, channels, threads, reactions, edits, files",
)
