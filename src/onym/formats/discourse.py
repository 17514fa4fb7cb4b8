"""Discourse: a topic with its posts, /t/ID.json, as Markdown (raw) or HTML (cooked)."""

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
    """Tell a topic by its stream of posts."""
    start = peek(head) if head else ""
    return start[:1] in ("{", "[") and '"post_stream"' in start


def read(path: Path, columns: Mapping[str, str] | None) -> Draft:
    """Read one topic, or a list of them."""
    document = trees.open_tree(path)
    values = document.values
    listed = list(enumerate(values)) if isinstance(values, list) else [("", values)]
    topics = [(join(place), topic) for place, topic in listed if isinstance(topic, dict)]
    records = [record for pointer, topic in topics for record in _records(pointer, topic)]
    people = [person for _, topic in topics for person in _people(topic)]
    return trees.draft(document, fields.load("discourse"), "discourse", records, people)


def _people(topic: dict[str, Any]) -> Iterator[Person]:
    details = as_object(topic.get("details"))
    listed = [
        *objects(details.get("participants")),
        details.get("created_by"),
        details.get("last_poster"),
    ]
    for each in listed:
        if isinstance(each, dict) and text(each.get("id")):
            person = Person(id=text(each.get("id")))
            person.call(text(each.get("name")) or "")
            person.reach(text(each.get("username")) or "")
            yield person


def _records(pointer: str, topic: dict[str, Any]) -> Iterator[Record]:
    posts = objects(as_object(topic.get("post_stream")).get("posts"))
    ids = {text(post.get("post_number")): text(post.get("id")) for post in posts}
    first = text(posts[0].get("id")) if posts else None
    for place, post in enumerate(posts):
        here = join(pointer, "post_stream/posts", place)
        body = "raw" if text(post.get("raw")) is not None else "cooked"
        own = text(post.get("id"))
        above = ids.get(text(post.get("reply_to_post_number"))) or first
        values = {
            "id": own,
            "parent": None if above == own else above,
            "thread": text(post.get("topic_id")) or text(topic.get("id")),
            "author": text(post.get("user_id")) or text(post.get("username")),
            "author_login": text(post.get("username")),
            "author_name": text(post.get("name")),
            "time": text(post.get("created_at")),
            "text": text(post.get(body)),
        }
        texts = {"text": join(here, body)}
        if place == 0 and text(topic.get("title")):
            values["subject"], texts["subject"] = text(topic["title"]), join(pointer, "title")
        yield Record(here, values, texts)


FORMAT = Format(
    recognise,
    read,
    trees.write,
    "Discourse topic (JSON)",
    "posts as Markdown or HTML; user names, names, pictures, @mentions, links",
)
