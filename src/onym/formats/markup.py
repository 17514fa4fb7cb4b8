"""XML as it stands in a file: where each text and attribute is, so that only those change."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from onym.formats.edits import Edit, edit
from onym.formats.fields import SEPARATOR, TEXTS, Fields, Role, step
from onym.formats.mask import Mask
from onym.formats.xml_walk import Text, Walker, decode

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

_OUTERMOST = re.compile(
    r"(?s:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*+<([\w:.-]+)"
)


def outermost(start: str) -> str:
    """The name of the outermost element of a text; nothing if it does not begin as XML does."""
    found = _OUTERMOST.match(start)
    return found[1] if found else ""


class Stretch(NamedTuple):
    """A value and where it stands."""

    value: str
    start: int
    end: int


@dataclass
class Element:
    """An element and where it stands, in bytes of UTF-8."""

    number: int
    """Its place in the document."""
    name: str
    path: str
    parent: Element | None
    start: int
    opened: int
    """Where its start tag ends; an empty tag ends there too."""
    attributes: dict[str, Stretch]
    closing: int = 0
    """Where its end tag begins."""
    end: int = 0
    children: list[Element] = field(default_factory=list)
    pieces: list[Stretch] = field(default_factory=list)
    """The stretches of text that stand directly in it."""

    @property
    def text(self) -> str:
        """The text that stands directly in it."""
        return "".join(piece.value for piece in self.pieces)

    def child(self, name: str) -> str:
        """Give the text of the first child of this name, or nothing."""
        return next((each.text for each in self.children if each.name == name), "")

    def find(self, *names: str) -> Iterator[Element]:
        """Walk over the descendants that these names lead to."""
        if not names:
            yield self
            return
        for each in self.children:
            if each.name == names[0]:
                yield from each.find(*names[1:])


@dataclass(frozen=True)
class Document:
    """An XML file: its text, and its elements in order."""

    text: Text
    elements: tuple[Element, ...]

    def render(self, edits: list[Edit]) -> bytes:
        """Write it with some stretches changed, in its own encoding."""
        return self.text.restore(edit(self.text.data, edits))


def parse(data: bytes, path: Path, member: str = "") -> Document:
    """Read an XML file, or say in one line where it is none."""
    where = f"{path}: {member}" if member else str(path)
    text = decode(data, where)
    reader = _Reader(text.data, where)
    reader.walk()
    return Document(text, tuple(reader.elements))


class _Reader(Walker):
    """Walks over a document and notes where everything is."""

    def __init__(self, data: bytes, where: str) -> None:
        super().__init__(data, where)
        self.elements: list[Element] = []
        self.stack: list[Element] = []
        self.piece: tuple[int, list[str]] | None = None

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        parent = self.stack[-1] if self.stack else None
        path = step(parent.path if parent else "", name)
        places = {
            key: Stretch(value, start, end)
            for key, value, start, end in self.spans(name, attributes)
        }
        last = max((place.end + 1 for place in places.values()), default=self.at)
        opened = self.data.index(b">", last) + 1
        element = Element(len(self.elements), name, path, parent, self.at, opened, places)
        if parent is not None:
            parent.children.append(element)
        self.elements.append(element)
        self.stack.append(element)

    def close(self) -> None:
        element = self.stack.pop()
        empty = self.data.endswith(b"/>", element.start, element.opened)
        element.closing = element.opened if empty else self.at
        element.end = element.opened if empty else self.data.find(b">", self.at) + 1

    def take(self, text: str) -> None:
        if self.piece is None:
            self.piece = self.at, []
        self.piece[1].append(text)

    def turn(self) -> None:
        if self.piece is not None and self.stack:
            start, parts = self.piece
            self.stack[-1].pieces.append(Stretch("".join(parts), start, self.at))
        self.piece = None

    def pause(self) -> None:
        self.turn()


def escape(value: str, quotes: bool = False) -> bytes:
    """Write a text as XML; what XML cannot hold is left out."""
    value = _ILLEGAL.sub("", value)
    value = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    value = value.replace("\r", "&#13;")
    if quotes:
        value = value.replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")
    return value.encode()


Change = Callable[[Element], str]
"""Says what the text of an element becomes."""


def roles(document: Document, table: Fields) -> Iterator[tuple[Element, str | None, Role | None]]:
    """Tell of each text and attribute what it holds: element, attribute's name or None, role."""
    below: dict[int, Role] = {}
    for element in document.elements:
        above = below.get(element.parent.number) if element.parent else None
        role = above or table.role(element.path)
        if role in ("keep", "drop"):
            below[element.number] = role
        for name in element.attributes:
            own = table.role(step(element.path, f"@{name}")) or below.get(element.number)
            yield element, name, above or own
        if (role == "drop" and above is None) or element.text.strip():
            yield element, None, role


def rewrite(document: Document, table: Fields, mask: Mask, change: Change, null: str = "") -> bytes:
    """Write a document with what is personal masked and its texts changed."""
    edits: list[Edit] = []
    dropped = -1
    for element, attribute, role in roles(document, table):
        if element.start < dropped:
            continue
        if attribute is not None:
            edits += _change_attribute(element, attribute, role, mask)
        elif mask.drops(role):
            whole = not element.children or role == "drop"
            edits += [Edit(element.opened, element.closing, b"")] if whole else _empty(element)
            dropped = element.closing if whole else dropped
        elif element.children:
            edits += _empty(element) if role != "keep" and not mask.idle else []
        elif element.text != null and role is not None:
            old = element.text
            owner = _owner(element, table.owner(element.path))
            new = change(element) if role in TEXTS else mask.put(role, old, owner)
            if new != old:
                edits.append(Edit(element.opened, element.closing, escape(new)))
    return document.render(edits)


def _empty(element: Element) -> list[Edit]:
    """Take out the text that stands between the children of an element."""
    return [Edit(piece.start, piece.end, b"") for piece in element.pieces if piece.value.strip()]


def _change_attribute(element: Element, name: str, role: Role | None, mask: Mask) -> Iterator[Edit]:
    value, start, end = element.attributes[name]
    new = "" if mask.drops(role) else value if role is None else mask.put(role, value)
    if new != value:
        yield Edit(start, end, escape(new, quotes=True))


def _owner(element: Element, beside: str | None) -> str | None:
    if beside is None or element.parent is None:
        return None
    *up, name = beside.split(SEPARATOR)
    holder: Element | None = element.parent
    for _ in up:
        holder = holder.parent if holder else None
    if holder is None:
        return None
    if name.startswith("@"):
        found = holder.attributes.get(name[1:])
        return found.value if found else None
    return holder.child(name)
