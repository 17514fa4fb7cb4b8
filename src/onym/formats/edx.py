"""edX: the forum dump (.mongo), one JSON object a line, read and written line by line."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path
from sys import intern
from typing import Any

from onym.disk.files import writing
from onym.disk.spool import relaxing
from onym.errors import InputError
from onym.formats import fields, json_tree, json_values
from onym.formats.corpus import PILED, Draft
from onym.formats.encoding import Encoding, peek
from onym.formats.fields import Role, summary, unknown_note
from onym.formats.format import Format
from onym.formats.json_tree import Document
from onym.formats.json_values import Way
from onym.formats.mask import Mask
from onym.formats.pile import Aside, Pile
from onym.formats.replies import Cells
from onym.model import TEXT_COLUMNS, Corpus, Policy, Replaced, Source

NAME = "edx"
LONGEST = 64 << 20
"""Bytes that one line may have."""
_COLUMNS = ("id", "parent", "thread", "session", "author", "author_login")
_PLACES = {"text": "body", "subject": "title"}


def recognise(path: Path, head: bytes) -> bool:
    """Tell a dump by its first line."""
    start = peek(head).partition("\n")[0] if head else ""
    return start[:1] == "{" and '"_type"' in start and '"Comment' in start and '"_id"' in start


def read(path: Path, columns: Mapping[str, str] | None, pile: Pile | None = None) -> Draft:
    """Read threads and comments; what people wrote goes on the pile."""
    table, pile = fields.load("edx"), pile or Pile()
    cells: dict[str, Cells] = {name: [] for name in _COLUMNS}
    ways = Way(table)
    numbers = array("q")
    for document in lines(path):
        if document.line is None:
            continue
        record = document.values
        if not isinstance(record, dict):
            raise InputError(f"{path}, line {document.line} is no JSON object; export it again")
        told = _message(record)
        for name, column in cells.items():
            # Threads, courses and people come again and again: one string will do for each.
            column.append(intern(told[name] or "") or None)
        asides = [
            Aside(
                f"{document.line}/{pointer}", value, told["author"], told["thread"], told["session"]
            )
            for pointer, value in _texts(record, ways, "")
            if pointer not in _PLACES.values()
        ]
        texts = {name: told[name] or "" for name in TEXT_COLUMNS}
        pile.add({"time": told["time"], **texts}, asides)
        numbers.append(document.line)
    shown = summary(dict(_met(ways)))
    names = {name: name for name in (*_COLUMNS, *PILED)}
    source = Source(path, NAME, names, None, shown)
    notes = unknown_note(where for where, role in shown.items() if role == "unknown")
    return Draft(cells, numbers, source, notes, pile=pile)


def lines(path: Path) -> Iterator[Document]:
    """Walk over the lines of a file; a blank one has no number."""
    encoding = Encoding()
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(LONGEST + 1):
                number += 1
                if len(line) > LONGEST:
                    raise InputError(f"{path}, line {number} has more than 64 MB; this is no dump")
                text = _decode(line, path, number)
                yield Document(text, encoding, path, number if text.strip() else None)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None


def _decode(line: bytes, path: Path, number: int) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}, line {number} is no UTF-8 at byte {error.start + 1}; export it again"
        ) from None


def _message(record: dict[str, Any]) -> dict[str, str | None]:
    own = _oid(record.get("_id"))
    thread = _oid(record.get("comment_thread_id")) or own
    above = _oid(record.get("parent_id")) or thread
    return {
        "id": own,
        "parent": None if above == own else above,
        "thread": thread,
        "session": _text(record.get("course_id")),
        "author": _text(record.get("author_id")) or _text(record.get("author_username")),
        "author_login": _text(record.get("author_username")),
        "time": _oid(record.get("created_at"), "$date"),
        "subject": _text(record.get("title")),
        "text": _text(record.get("body")),
    }


def _oid(value: Any, key: str = "$oid") -> str | None:
    return _text(value.get(key)) if isinstance(value, dict) else _text(value)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _texts(record: Any, way: Way, pointer: str) -> list[tuple[str, str]]:
    """The texts in a list or an object, with the way to each; what else there is, is noted."""
    found: list[tuple[str, str]] = []
    ahead: Way | None
    for key, value in record.items() if type(record) is dict else enumerate(record):
        ahead = way.ahead.get(key) if type(key) is str else way.to("[]")
        if ahead is None:
            ahead = way.to(str(key))
        if ahead.whole or not (type(value) is dict or type(value) is list):
            ahead.leaf = True
            if ahead.written and type(value) is str:
                found.append((f"{pointer}{key}", value))
        elif value:
            found += _texts(value, ahead, f"{pointer}{key}/")
    return found


def _met(way: Way) -> Iterator[tuple[str, Role | None]]:
    """All paths that values were met on, and what each holds."""
    if way.leaf:
        yield way.path, way.role
    for ahead in way.ahead.values():
        yield from _met(ahead)


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the dump again, line by line from the source."""
    source = corpus.source.path
    if source is None:
        raise InputError("the dump was not read from a file; give it as one")
    mask, ways = Mask(corpus, replaced, policy, in_order=True), Way(fields.load("edx"))
    rows = relaxing(replaced.messages.select("text", "subject").iter_rows(buffer_size=50))
    with writing(path) as file:
        for document in lines(source):
            if document.line is None:
                file.write(document.text.encode())
                continue
            text, subject = next(rows)
            file.write(_rewrite(document, ways, mask, {"body": text, "title": subject}))


def _rewrite(document: Document, ways: Way, mask: Mask, new: dict[str, str | None]) -> bytes:
    def change(pointer: str, value: str) -> str:
        if pointer in new:
            return mask.links(new[pointer] or "")
        return mask.text(f"{document.line}/{pointer}", value)

    text = document.text
    body = text.rstrip("\r\n")
    try:
        return (json_values.rewrite(body, ways, mask, change) + text[len(body) :]).encode()
    except json_values.Odd:
        by_node: json_tree.Change = lambda node: change(node.pointer, node.value or "")  # noqa: E731
        return json_tree.rewrite(document, ways.table, mask, by_node)


FORMAT = Format(
    recognise,
    read,
    write,
    "edX forum dump (.mongo)",
    "threads and comments as Markdown; user names, voters, former versions",
    read,
)
