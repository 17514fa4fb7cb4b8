"""JSON as it stands in a file: where each value is, so that only what changes is written anew."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from onym.errors import InputError
from onym.formats.encoding import Encoding, decode, encode, mend, unmend
from onym.formats.fields import TEXTS, WHOLE, Fields, Role, step
from onym.formats.mask import Mask

DEEPEST = 200
"""Values nested deeper than this are no export of anybody's."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}]|[^\s\[\]{},:"]++', re.DOTALL)
"""Strings, brackets and what is bare; what parts them is passed over."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_DECODER = json.JSONDecoder(strict=False)
_AS_WRITTEN = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str, strict=False)
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""How half of a pair of surrogates is escaped; it may be without its other half."""


class Node:
    """A value of a JSON text and where it stands."""

    __slots__ = (
        "children",
        "end",
        "holds",
        "member",
        "path",
        "pointer",
        "quoted",
        "start",
        "value",
    )

    def __init__(self, path: str, pointer: str, member: int, start: int) -> None:
        self.path, self.pointer = path, pointer
        """The keys that lead to it, "view.[].message", and with places: "view/0/message"."""
        self.member, self.start, self.end = member, start, start
        """The member begins with the key, where there is one."""
        self.value: str | None = None
        """What a string says or how a number is written; None for null, true and false."""
        self.quoted = False
        self.holds = False
        """Whether it is a list or an object."""
        self.children: list[Node] = []

    @property
    def said(self) -> str | None:
        """What it says: its value, or what the pieces of a text say together."""
        if not self.holds:
            return self.value
        return "".join(piece.value or "" for child in self.children for piece in child._piece())

    def _piece(self) -> Iterator[Node]:
        if not self.holds:
            yield self
        for child in self.children:
            if not child.holds and child.pointer == f"{self.pointer}/text":
                yield child

    def leaves(self) -> Iterator[Node]:
        """Walk over the values that hold no others, in the order of the text."""
        if not self.holds:
            yield self
        for child in self.children:
            yield from child.leaves()


Change = Callable[[Node], str | None]
"""Says what a text becomes; None takes it out."""


@dataclass(frozen=True)
class Document:
    """A JSON text, and how it was encoded."""

    text: str
    encoding: Encoding
    path: Path
    line: int | None = None

    @cached_property
    def values(self) -> Any:
        """All of it as lists and dicts, numbers as they are written."""
        found = parse(self)
        plain = self.encoding.legacy == "none" and _HALF.search(self.text) is None
        return found if plain else _sound(found, self.encoding)

    @cached_property
    def root(self) -> Node:
        """All of it as nodes."""
        _ = self.values
        return _scan(self)


def load(data: bytes, path: Path) -> Document:
    """Decode a JSON file and see that it is one."""
    text, encoding = decode(data, path)
    return Document(text, encoding, path)


def parse(document: Document) -> Any:
    """Read JSON, or say in one line where it is none."""
    where = f"{document.path}, line {document.line}" if document.line else str(document.path)
    try:
        _check_depth(document.text, where)
        return _AS_WRITTEN.decode(document.text)
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if document.line is None else ""
        raise InputError(
            f"{where} is broken JSON at {line}column {error.colno}; export it again"
        ) from None
    except RecursionError:
        raise InputError(f"{where} is nested too deeply; this is no export") from None


def _check_depth(text: str, where: str) -> None:
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for found in _TOKEN.finditer(text):
        mark = text[found.start()]
        depth += (mark in "[{") - (mark in "]}")
        if depth > DEEPEST:
            raise InputError(f"{where} is nested more than {DEEPEST} deep; this is no export")


def _scan(document: Document) -> Node:
    """Find every value of a text that is known to be JSON."""
    text, encoding = document.text, document.encoding
    top = Node("", "", 0, 0)
    stack, key_start = [top], -1
    key: str | None = None
    in_object = [False]
    for found in _TOKEN.finditer(text):
        start, mark = found.start(), text[found.start()]
        if mark in "]}":
            stack.pop().end = found.end()
            in_object.pop()
            continue
        if in_object[-1] and key is None:
            key, key_start = _decode(found[0], encoding), start
            continue
        path, pointer = _place(stack[-1], key) if len(stack) > 1 else ("", "")
        node = Node(path, pointer, key_start if key is not None else start, start)
        stack[-1].children.append(node)
        key = None
        if mark in "[{":
            node.holds = True
            stack.append(node)
            in_object.append(mark == "{")
            continue
        node.end, node.quoted = found.end(), mark == '"'
        node.value = _decode(found[0], encoding) if node.quoted else _bare(found[0])
    return top.children[0]


def _place(parent: Node, key: str | None) -> tuple[str, str]:
    """The path and the pointer of the next value in a list or an object."""
    tail = str(len(parent.children)) if key is None else key
    pointer = f"{parent.pointer}/{tail}" if parent.pointer else tail
    return step(parent.path, "[]" if key is None else key), pointer


def _decode(token: str, encoding: Encoding) -> str:
    value: str = _DECODER.decode(token) if "\\" in token else token[1:-1]
    return _mended(value, encoding)


def _mended(value: str, encoding: Encoding) -> str:
    return value if value.isascii() else _LONE_SURROGATE.sub("\ufffd", mend(value, encoding))


def _sound(values: Any, encoding: Encoding) -> Any:
    """The same values with their texts as they read."""
    if isinstance(values, str):
        return _mended(values, encoding)
    if isinstance(values, list):
        return [_sound(value, encoding) for value in values]
    if isinstance(values, dict):
        return {_mended(key, encoding): _sound(value, encoding) for key, value in values.items()}
    return values


def _bare(token: str) -> str | None:
    return None if token in ("null", "true", "false") else token


def roles(root: Node, table: Fields) -> Iterator[tuple[Node, Role | None]]:
    """Walk over the values and tell what each holds; below keep and drop nothing is told apart."""
    role = table.role(root.path) if root.path else None
    if not root.holds or role in WHOLE:
        yield root, role
        return
    for child in root.children:
        yield from roles(child, table)


def owners(root: Node, table: Fields) -> dict[str, str]:
    """Pointer to id of every value that is a person's id."""
    return {
        leaf.pointer: leaf.value
        for leaf, role in roles(root, table)
        if role == "person" and leaf.value is not None
    }


def rewrite(document: Document, table: Fields, mask: Mask, change: Change) -> bytes:
    """Write a document with what is personal masked and its texts changed."""
    writer = _Writer(document, table, mask, change)
    written = writer.write(document.root)
    text = document.text
    whole = text[: document.root.start] + (written or "null") + text[document.root.end :]
    return encode(whole, document.encoding)


class _Writer:
    """Writes a document anew, value by value."""

    def __init__(self, document: Document, table: Fields, mask: Mask, change: Change) -> None:
        self.document, self.text = document, document.text
        self.table, self.mask, self.change = table, mask, change
        self.owners = {} if mask.idle else owners(document.root, table)
        self.ascii = document.text.isascii()

    def write(self, node: Node) -> str | None:
        """Give a value as it is written from now on; None takes it out."""
        role = self.table.role(node.path) if node.path else None
        old = self.text[node.start : node.end]
        if node.holds and role not in WHOLE:
            return self._container(node) if node.children else old
        if self.mask.drops(role) or (role == "profile" and self._goes(node)):
            return None
        if node.holds and role == "pieces" and not self.mask.idle:
            # Formats, links and ids of the pieces go: they may tell of somebody.
            return self._token(self.change(node) or "", node, old)
        return old if node.value is None or role is None else self._leaf(node, role, old)

    def _goes(self, node: Node) -> bool:
        return not self.mask.idle and (node.holds or not node.quoted)

    def _container(self, node: Node) -> str | None:
        parts: list[str] = []
        at, children = node.start, node.children
        for child in children:
            written = self.write(child)
            if written is not None:
                # Behind something that was taken out, the first separator is not needed.
                lead = self.text[at : child.start] if parts or child is children[0] else None
                if lead is None:
                    opening = self.text[node.start : children[0].member]
                    lead = opening + self.text[child.member : child.start]
                parts += (lead, written)
            at = child.end
        if not parts:
            return None
        return "".join(parts) + self.text[children[-1].end : node.end]

    def _leaf(self, node: Node, role: Role, old: str) -> str | None:
        if node.value is None:
            return old
        if role in TEXTS:
            new = self.change(node)
        else:
            beside = self.table.owner(node.path)
            owner = self.owners.get(_beside(node.pointer, beside)) if beside else None
            new = self.mask.put(role, node.value, owner)
        if new is None or new == node.value:
            return old if new is not None else None
        return self._token(new, node, old)

    def _token(self, value: str, node: Node, old: str) -> str:
        """Write a value the way the old one was written."""
        if not node.quoted and not node.holds:
            return value if _NUMBER.fullmatch(value) else json.dumps(value)
        escape = old.isascii() and ("\\u" in old or self.ascii)
        written = json.dumps(value, ensure_ascii=escape)
        if "\\/" in old:
            written = written.replace("/", "\\/")
        return written if escape else unmend(written, old, self.document.encoding)


def _beside(pointer: str, path: str) -> str:
    parent = pointer.rpartition("/")[0]
    while path.startswith("../"):
        parent, path = parent.rpartition("/")[0], path.removeprefix("../")
    return f"{parent}/{path.replace('.', '/')}".lstrip("/")
