"""Canvas: a discussion topic and its `view`, as the API and its clients save them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from onym.formats import fields, trees
from onym.formats.corpus import Draft
from onym.formats.encoding import peek
from onym.formats.format import Format
from onym.formats.people import Person
from onym.formats.trees import Record, as_object, join, objects, text


def recognise(path: Path, head: bytes) -> bool:
    """Tell a discussion by its participants and entries."""
    start = peek(head) if head else ""
    if start[:1] not in ("{", "[") or '"participants"' not in start:
        return False
    # The entries come last, and may begin beyond what is looked at.
    return any(f'"{key}"' in start for key in ("view", "unread_entries", "entry_ratings"))


def read(path: Path, columns: Mapping[str, str] | None) -> Draft:
    """Read one discussion, or a list of them."""
    document = trees.open_tree(path)
    topics = list(_topics(document.values, ""))
    records = [record for pointer, topic in topics for record in _records(pointer, topic)]
    people = [person for _, topic in topics for person in _people(topic)]
    return trees.draft(document, fields.load("canvas"), "canvas", records, people)


def _topics(values: Any, pointer: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object that has entries, with the topic beside or around them."""
    if isinstance(values, list):
        for place, item in enumerate(values):
            yield from _topics(item, join(pointer, place))
    elif isinstance(values, dict) and isinstance(values.get("view"), list):
        yield pointer, values
    elif isinstance(values, dict):
        for key, item in values.items():
            yield from _topics(item, join(pointer, key))


def _people(topic: dict[str, Any]) -> Iterator[Person]:
    for each in (*objects(topic.get("participants")), *objects([topic.get("author")])):
        person = Person(id=text(each.get("id")))
        person.call(text(each.get("display_name")) or "")
        yield person


def _records(pointer: str, topic: dict[str, Any]) -> Iterator[Record]:
    thread = text(topic.get("id")) or pointer or None
    first = None
    if text(topic.get("message")):
        first = f"topic-{thread}"
        author = as_object(topic.get("author"))
        values = {"id": first, "parent": None, "thread": thread, "author": text(author.get("id"))}
        values |= {"time": text(topic.get("posted_at")), "text": text(topic["message"])}
        values["subject"] = text(topic.get("title"))
        texts = {"text": join(pointer, "message")}
        texts |= {"subject": join(pointer, "title")} if values["subject"] else {}
        yield Record(pointer, values, texts)
    seen: set[str] = set()
    for key in ("view", "new_entries"):
        for record in _entries(join(pointer, key), topic.get(key), thread, first):
            # An entry may stand among the new ones too; there it is an aside.
            if record.values["id"] not in seen:
                seen.add(record.values["id"] or "")
                yield record


def _entries(pointer: str, entries: Any, thread: str | None, above: str | None) -> Iterator[Record]:
    if not isinstance(entries, list):
        return
    for place, entry in enumerate(entries):
        if not isinstance(entry, dict):
            continue
        here, own = join(pointer, place), text(entry.get("id"))
        values = {"id": own, "parent": text(entry.get("parent_id")) or above, "thread": thread}
        values |= {"author": text(entry.get("user_id")), "time": text(entry.get("created_at"))}
        body = text(entry.get("message"))
        texts = {} if body is None else {"text": join(here, "message")}
        yield Record(here, {**values, "text": body}, texts)
        yield from _entries(join(here, "replies"), entry.get("replies"), thread, own)


FORMAT = Format(
    recognise,
    read,
    trees.write,
    "Canvas discussion (JSON)",
    "topic, entries and replies; participants' names, pictures and profile links; attachments",
)
