"""What the exports that are one JSON tree share: messages picked out of it, and put back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from onym.disk.files import read_bytes, write_atomically
from onym.errors import InputError
from onym.formats import json_tree
from onym.formats.corpus import Draft
from onym.formats.fields import TEXTS, Fields, summary, unknown_note
from onym.formats.json_tree import Document, Node
from onym.formats.mask import Mask
from onym.formats.people import Person
from onym.formats.pile import Aside
from onym.model import Corpus, Policy, Replaced, Source

Places = dict[str, tuple[str, int]]
"""Pointer of a text to the column and row of `Corpus.messages` that hold it."""
Polish = Callable[[str, Mask], str]
"""Masks what else is a platform's own way to name somebody in a text."""


class Record(NamedTuple):
    """A message in the tree: where it stands, and its values under our column names."""

    pointer: str
    values: dict[str, str | None]
    texts: dict[str, str]
    """Our text column to the pointer of what it holds."""


class Layout(NamedTuple):
    """The document, what its fields hold, and where the messages' texts stand."""

    document: Document
    table: Fields
    places: Places


def open_tree(path: Path) -> Document:
    """Read a JSON file."""
    data = read_bytes(path)
    if not data.strip():
        raise InputError(f"{path} is empty; nothing to read")
    return json_tree.load(data, path)


def draft(
    document: Document,
    table: Fields,
    format: str,
    records: Sequence[Record],
    people: Iterable[Person] = (),
) -> Draft:
    """Make a draft of the messages, with everything else that people wrote as asides."""
    if not records:
        raise InputError(f"{document.path} has no messages in it; nothing to read")
    told = dict.fromkeys(name for record in records for name in record.values)
    columns = {name: [record.values.get(name) for record in records] for name in told}
    places = {
        pointer: (column, row)
        for row, record in enumerate(records)
        for column, pointer in record.texts.items()
    }
    found = list(json_tree.roles(document.root, table))
    fields = summary({node.path: role for node, role in found})
    unknown = [name for name, role in fields.items() if role == "unknown"]
    source = Source(
        document.path,
        format,
        {name: name for name in told},
        Layout(document, table, places),
        fields,
    )
    texts = (node for node, role in found if role in TEXTS and node.pointer not in places)
    by_pointer = {record.pointer: record for record in records}
    asides = [_aside(node, by_pointer) for node in texts]
    numbers = range(1, len(records) + 1)
    return Draft(columns, numbers, source, unknown_note(unknown), list(people), asides)


def _aside(node: Node, records: dict[str, Record]) -> Aside:
    """Take a text for one of the person whose message it stands in, if it stands in one."""
    at = node.pointer
    while at and at not in records:
        at = at.rpartition("/")[0]
    values = records[at].values if at in records else {}
    author, thread, session = (values.get(name) for name in ("author", "thread", "session"))
    return Aside(node.pointer, node.said or "", author, thread, session)


def render(
    corpus: Corpus, replaced: Replaced, policy: Policy, polish: Polish | None = None
) -> bytes:
    """Write the tree again with its texts replaced and its people masked."""
    layout: Layout = corpus.source.layout
    mask = Mask(corpus, replaced, policy)
    names = {name for name, _ in layout.places.values()}
    columns = {name: replaced.messages[name].to_list() for name in names}

    def change(node: Node) -> str | None:
        if node.pointer in layout.places:
            column, row = layout.places[node.pointer]
            new = mask.links(columns[column][row] or "")
        else:
            new = mask.text(node.pointer, node.said or "")
        return polish(new, mask) if polish and not mask.idle else new

    return json_tree.rewrite(layout.document, layout.table, mask, change)


def write(
    corpus: Corpus, replaced: Replaced, path: Path, policy: Policy, polish: Polish | None = None
) -> None:
    """Write the tree to a file."""
    write_atomically(path, render(corpus, replaced, policy, polish))


def text(value: Any) -> str | None:
    """Give a value as text, if it is one that holds no others."""
    return value if isinstance(value, str) else None


def as_object(value: Any) -> dict[str, Any]:
    """Give a value that should be an object as one."""
    return value if isinstance(value, dict) else {}


def items(values: Any) -> list[tuple[int, dict[str, Any]]]:
    """Give the objects of a list with their places; what is no list has none."""
    listed = enumerate(values if isinstance(values, list) else ())
    return [(place, each) for place, each in listed if isinstance(each, dict)]


def objects(values: Any) -> list[dict[str, Any]]:
    """Give the objects of a list."""
    return [each for _, each in items(values)]


def join(*parts: object) -> str:
    """Write a pointer."""
    return "/".join(str(part) for part in parts if part != "")
