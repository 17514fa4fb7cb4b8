"""XML as it stands in a file: where each text and attribute is, so that only those change.

Nothing is fetched and no entity is defined: a file that declares entities is refused.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from onym.errors import InputError
from onym.formats.edits import Edit, edit
from onym.formats.fields import SEPARATOR, TEXTS, Fields, Role, step
from onym.formats.mask import Mask

DEEPEST = 200
"""Elements nested deeper than this are no export of anybody's."""

_DECLARATION = re.compile(rb"""<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_START_TAG = re.compile(rb"""<[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>""")
_ATTRIBUTE = re.compile(rb"""([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')""")
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


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
    """An XML file: its text in UTF-8, how it was encoded, and its elements in order."""

    data: bytes
    mark: bytes
    codec: str
    elements: tuple[Element, ...]

    def render(self, edits: list[Edit]) -> bytes:
        """Write it with some stretches changed, in its own encoding."""
        whole = edit(self.data, edits) if edits else self.data
        if self.codec == "utf-8":
            return self.mark + whole
        return self.mark + whole.decode().encode(self.codec, "xmlcharrefreplace")


def parse(data: bytes, path: Path, member: str = "") -> Document:
    """Read an XML file, or say in one line where it is none."""
    where = f"{path}: {member}" if member else str(path)
    mark, codec = _encoding(data)
    try:
        text = data[len(mark) :].decode(codec).encode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{where} is broken {codec} at byte {error.start + len(mark)}; save it as UTF-8"
        ) from None
    reader = _Reader(text, where)
    return Document(text, mark, codec, tuple(reader.read()))


def _encoding(data: bytes) -> tuple[bytes, str]:
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return mark, codec
    found = _DECLARATION.match(data[:200].lstrip())
    name = found[1].decode() if found else "utf-8"
    try:
        return b"", codecs.lookup(name).name
    except LookupError:
        return b"", "utf-8"


class _Reader:
    """Walks over a document and notes where everything is."""

    def __init__(self, data: bytes, where: str) -> None:
        self.data, self.where = data, where
        self.elements: list[Element] = []
        self.stack: list[Element] = []
        self.open_piece: tuple[Element, int, list[str]] | None = None

    def read(self) -> list[Element]:
        parser = self.parser = expat.ParserCreate("utf-8")
        parser.buffer_text = False
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._refuse
        for name in ("Comment", "ProcessingInstruction", "StartCdataSection", "EndCdataSection"):
            setattr(parser, f"{name}Handler", self._other)
        try:
            parser.Parse(self.data, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise InputError(
                f"{self.where} is broken XML at line {error.lineno}, column {error.offset + 1}"
                f" ({reason}); export it again"
            ) from None
        return self.elements

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._close_piece()
        at = self.parser.CurrentByteIndex
        if len(self.stack) >= DEEPEST:
            raise InputError(f"{self.where} is nested more than {DEEPEST} deep; this is no export")
        parent = self.stack[-1] if self.stack else None
        tag = _START_TAG.match(self.data, at)
        opened = tag.end() if tag else at
        path = step(parent.path if parent else "", name)
        places = dict(self._attributes(at, opened, attributes))
        element = Element(len(self.elements), name, path, parent, at, opened, places)
        if parent is not None:
            parent.children.append(element)
        self.elements.append(element)
        self.stack.append(element)

    def _attributes(
        self, start: int, end: int, values: dict[str, str]
    ) -> Iterator[tuple[str, Stretch]]:
        for found in _ATTRIBUTE.finditer(self.data, start, end):
            name = found[1].decode()
            if name in values:
                yield name, Stretch(values[name], found.start(2) + 1, found.end(2) - 1)

    def _end(self, name: str) -> None:
        self._close_piece()
        element = self.stack.pop()
        at = self.parser.CurrentByteIndex
        empty = self.data.endswith(b"/>", element.start, element.opened)
        element.closing = element.opened if empty else at
        element.end = element.opened if empty else self.data.find(b">", at) + 1

    def _characters(self, text: str) -> None:
        if not self.stack:
            return
        if self.open_piece is None or self.open_piece[0] is not self.stack[-1]:
            self._close_piece()
            self.open_piece = self.stack[-1], self.parser.CurrentByteIndex, []
        self.open_piece[2].append(text)

    def _other(self, *_: object) -> None:
        self._close_piece()

    def _close_piece(self) -> None:
        if self.open_piece is not None:
            element, start, parts = self.open_piece
            element.pieces.append(Stretch("".join(parts), start, self.parser.CurrentByteIndex))
            self.open_piece = None

    def _refuse(self, *_: object) -> None:
        line = self.parser.CurrentLineNumber
        raise InputError(f"{self.where} declares an entity in line {line}; not opened")


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
