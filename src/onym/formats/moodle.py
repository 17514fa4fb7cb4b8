"""Moodle: a forum's export as a table (CSV, Excel, OpenDocument) or as JSON."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, cast

from onym.disk.files import read_bytes, write_atomically
from onym.formats import fields, kinds, tables, trees
from onym.formats.archives import BROKEN
from onym.formats.columns import MESSAGES, pick
from onym.formats.corpus import Draft
from onym.formats.encoding import peek
from onym.formats.fields import TEXTS, Role, unknown_note
from onym.formats.format import HEAD, Format
from onym.formats.kinds import TABLES
from onym.formats.mask import Mask
from onym.formats.others import part
from onym.formats.pile import Aside
from onym.formats.replies import Cells
from onym.formats.trees import Record, join, text
from onym.model import TEXT_COLUMNS, Corpus, Policy, Replaced, Source

NAME = "moodle-forum"
_HEADER = ("discussion", "parent", "message", "messageformat", "messagetrust")
"""Columns that together are only a Moodle forum's."""
_STRINGS = ("xl/sharedStrings.xml", "xl/worksheets/sheet1.xml", "content.xml")


class Layout(NamedTuple):
    """A table and the kind of file that holds it."""

    kind: str
    table: tables.Table


def recognise(path: Path, head: bytes) -> bool:
    """Tell a forum's export by the names of its columns."""
    if path.is_dir() or not head:
        return False
    start = _begin_zip(path) if head.startswith(b"PK\x03\x04") else peek(head)
    if start[:1] in ("{", "["):
        return all(f'"{name}"' in start for name in _HEADER)
    if not head.startswith(b"PK\x03\x04"):
        start = start.partition("\n")[0]
    return all(name in start for name in _HEADER)


def _begin_zip(path: Path) -> str:
    """The beginning of the texts of a workbook."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = [name for name in _STRINGS if name in archive.namelist()]
            parts = [archive.open(name).read(HEAD) for name in names]
    except BROKEN:
        return ""
    return b" ".join(parts).decode("utf-8", "replace")


def read(path: Path, columns: Mapping[str, str] | None) -> Draft:
    """Read the export from whatever kind of file it is in."""
    head = read_bytes(path, HEAD)
    if peek(head)[:1] in ("{", "["):
        return _read_tree(path)
    kind = kinds.recognise(path, head)
    opened = kinds.open_table(path, MESSAGES, columns, kind)
    made = tables.pick_ours(opened.table, opened.column, NAME, path, columns)
    told = _roles(opened.table, columns)
    layout = Layout(kind, opened.table)
    unknown = unknown_note(name for name, role in told.items() if role == "unknown")
    source = replace(made.source, layout=layout, fields=told)
    asides = list(_asides(source))
    return replace(made, source=source, notes=(*made.notes, *unknown), asides=asides)


def _roles(table: tables.Table, columns: Mapping[str, str] | None) -> dict[str, str]:
    """What each column holds, by the user's word first."""
    known, extras = fields.load("moodle_forum"), part(columns)
    found = {name: known.role(name) or "unknown" for name in table.names}
    said = {pick(table.names, name, "keep"): "keep" for name in extras.kept}
    said |= {pick(table.names, name, "text_2"): "text" for name in extras.texts}
    return {**found, **said, **dict.fromkeys(table.beside, "unknown")}


def _read_tree(path: Path) -> Draft:
    document = trees.open_tree(path)
    records = list(_records(document.values, ""))
    return trees.draft(document, fields.load("moodle_forum"), NAME, records)


def _records(values: Any, pointer: str) -> Iterator[Record]:
    if isinstance(values, list):
        for place, item in enumerate(values):
            yield from _records(item, join(pointer, place))
    elif isinstance(values, dict) and "message" in values:
        ours = {"id": "id", "parent": "parent", "thread": "discussion", "author": "userid"}
        ours |= {"author_name": "userfullname", "time": "created", "text": "message"}
        ours |= {"subject": "subject", "parent_author": "privatereplyto"}
        ours["parent_author_name"] = "privatereplytofullname"
        told = {name: text(values.get(theirs)) for name, theirs in ours.items() if theirs in values}
        texts = {
            name: join(pointer, ours[name]) for name in TEXT_COLUMNS if told.get(name) is not None
        }
        yield Record(pointer, told, texts)


def _asides(source: Source) -> Iterator[Aside]:
    """Texts of a table that are no message and no subject."""
    taken, layout = set(source.columns.values()), source.layout
    column = TABLES[layout.kind].column
    for place, name in enumerate(layout.table.names):
        if source.fields[name] in TEXTS and name not in taken:
            for row, cell in enumerate(column(layout.table, place)):
                if cell:
                    yield Aside(f"{name}/{row}", cell)


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the export again, in the kind of file it came in."""
    layout = corpus.source.layout
    if isinstance(layout, trees.Layout):
        trees.write(corpus, replaced, path, policy)
        return
    changes = _changes(corpus, replaced, Mask(corpus, replaced, policy))
    kind, table = TABLES[layout.kind], layout.table
    if kind.strip and policy.unknown == "drop":
        table = kind.strip(table)
    write_atomically(path, kind.render(table, changes))


def _changes(corpus: Corpus, replaced: Replaced, mask: Mask) -> dict[int, Cells]:
    layout: Layout = corpus.source.layout
    column, names = TABLES[layout.kind].column, layout.table.names
    table = fields.load("moodle_forum")
    texts = {corpus.source.columns[name]: name for name in TEXT_COLUMNS if name in corpus.messages}
    old = {name: column(layout.table, place) for place, name in enumerate(names)}
    changes: dict[int, Cells] = {}
    for place, name in enumerate(names):
        said = corpus.source.fields[name]
        role = None if said == "unknown" else cast(Role, said)
        owners = old.get(table.owner(name) or "", [])
        new: Cells
        if name in texts:
            new = [mask.links(said or "") for said in replaced.messages[texts[name]]]
        elif mask.drops(role):
            new = ["" for _ in old[name]]
        elif role in TEXTS:
            new = [mask.text(f"{name}/{row}", cell or "") for row, cell in enumerate(old[name])]
        elif role is not None:
            told = owners or [None] * len(old[name])
            pairs = zip(old[name], told, strict=True)
            new = [cell and mask.put(role, cell, owner) for cell, owner in pairs]
        else:
            continue
        changes[place] = _changed(old[name], new)
    return {place: cells for place, cells in changes.items() if any(c is not None for c in cells)}


def _changed(old: Cells, new: Cells) -> Cells:
    return [now if (now or "") != (was or "") else None for was, now in zip(old, new, strict=True)]


FORMAT = Format(
    recognise,
    read,
    write,
    "Moodle forum export (CSV, JSON, XLSX, ODS)",
    "posts as HTML; full names, subjects, attachments, private replies",
)
