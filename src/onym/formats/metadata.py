"""What a source says of each message beside its text: a column, a file's name, an attribute.

`onym.toml` may leave the details of some messages alone by it (seed 002, section 5): by the genre
of an essay, the folder it lies in, a field of its record or of what stands around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePath
from sys import intern
from typing import Any

from onym.formats import (
    coursera,
    edx,
    eml,
    frames,
    headers,
    mbox,
    mime,
    parted,
    quoted,
    several,
    swell,
    trees,
    xml_corpus,
)
from onym.formats.archives import Archive
from onym.formats.kinds import TABLES
from onym.formats.mail import Message
from onym.formats.tables import Streamed, reread
from onym.formats.xml_paths import parse_path
from onym.formats.xml_scan import scan_text
from onym.model import Corpus

Values = list[str | None]
FILE = "file"
"""What the name of a message's own file is asked for by."""


def column(corpus: Corpus, name: str) -> Values | None:
    """Give what the source says of every message under a name; None if it says nothing."""
    if name in corpus.messages.columns:
        return corpus.messages[name].to_list()
    read = _tables if corpus.source.format in (*TABLES, "frame") else READERS.get(_kind(corpus))
    found = read(corpus, name) if read else None
    return found if found is not None and any(value is not None for value in found) else None


def _kind(corpus: Corpus) -> str:
    layout = corpus.source.layout
    return "tree" if isinstance(layout, trees.Layout) else corpus.source.format


def _tables(corpus: Corpus, name: str) -> Values | None:
    """A column of a table, or of the table that a platform's export is."""
    table, kind = corpus.source.layout, corpus.source.format
    if kind == "moodle-forum":
        table, kind = table.table, table.kind
    if isinstance(table, Streamed):
        if name not in table.shape.names:
            return None
        place, form = table.shape.names.index(name), TABLES.get(kind, parted.KIND)
        cells = (cell for piece in reread(form, corpus) for cell in form.column(piece, place))
        return [cell and intern(cell) for cell in cells]
    if name not in table.names:
        return None
    read = TABLES[kind].column if kind in TABLES else frames.column
    return list(read(table, table.names.index(name)))


def _names(corpus: Corpus, name: str) -> Values | None:
    """The names of files, with the folders they lie in: reviews/7.txt."""
    layout = corpus.source.layout
    names: Iterable[PurePath | str] = layout if isinstance(layout, list) else layout.names
    return [PurePath(each).as_posix() for each in names] or None if name == FILE else None


def _tree(corpus: Corpus, name: str) -> Values:
    """A field of a message's record, or else of what the record stands in."""
    layout: trees.Layout = corpus.source.layout
    found: Values = [None] * corpus.messages.height
    for pointer, (text, row) in layout.places.items():
        if text == "text":
            found[row] = _nearest(layout.document.values, pointer.split("/"), name)
    return found


def _exports(corpus: Corpus, name: str) -> Values:
    """The same for every file of a folder, and the names of the files."""
    found: Values = []
    for part in several.parts_of(corpus):
        file = part.corpus.source.path
        inside = file.relative_to(corpus.source.path or "").as_posix() if file else None
        named = [inside] * part.corpus.messages.height if name == FILE else None
        found += named or _tree(part.corpus, name)
    return found


def _nearest(values: Any, way: list[str], name: str) -> str | None:
    best = None
    for key in way:
        if isinstance(values, dict):
            best = _field(values, name) or best
        values = values[int(key)] if isinstance(values, list) else values[key]
    return best


def _field(record: Any, name: str) -> str | None:
    """A value of a record, by its name or by the way to it: author.role."""
    for key in name.split("."):
        record = record.get(key) if isinstance(record, dict) else None
    return record if isinstance(record, str) else None


def _edx(corpus: Corpus, name: str) -> Values | None:
    if corpus.source.path is None:
        return None
    records = (document.values for document in edx.lines(corpus.source.path) if document.line)
    return [_field(record, name) for record in records]


def _coursera(corpus: Corpus, name: str) -> Values | None:
    if corpus.source.path is None:
        return None
    layout: coursera.Layout = corpus.source.layout
    found: Values = []
    with Archive(corpus.source.path) as archive:
        for member in sorted(layout.starts, key=layout.starts.__getitem__):
            table = quoted.parse(archive.read(member), corpus.source.path, member)
            found += [table.cell(row, name) or None for row in range(len(table.rows))]
    return found


def _swell(corpus: Corpus, name: str) -> Values:
    """An attribute of an essay, or else of its task or its student, or what stands in them."""
    layout: swell.Layout = corpus.source.layout
    root = layout.document.elements[0]
    meta = {
        (kind, each.attributes["id"].value): each
        for kind in ("task", "student")
        for each in root.find("meta", kind)
        if "id" in each.attributes
    }
    found: Values = [None] * corpus.messages.height
    for number, row in layout.rows.items():
        essay = layout.document.elements[number].parent
        about = [essay] if essay else []
        for kind in ("task", "student"):
            key = essay.attributes.get(kind) if essay else None
            about += [meta[kind, key.value]] if key and (kind, key.value) in meta else []
        told = (
            each.attributes[name].value if name in each.attributes else each.child(name).strip()
            for each in about
        )
        found[row] = next((value for value in told if value), None)
    return found


def _xml(corpus: Corpus, name: str) -> Values | None:
    """What stands nearest to a message on a path, or in an attribute or element of this name."""
    layout: xml_corpus.Layout = corpus.source.layout
    if name == FILE:
        counts = [sum(found.column == "text" for found in each.found) for each in layout.scans]
        files = [path.as_posix() for path in layout.names]
        return [file for file, count in zip(files, counts, strict=True) for _ in range(count)]
    paths = {"text": parse_path(corpus.source.columns["text"])}
    paths["value"] = parse_path(name if name.startswith("/") else f"//@{name}|//{name}")
    found: Values = []
    for each in layout.scans:
        again = scan_text(each.text, each.path, paths).found
        messages = [one for one in again if one.column == "text"]
        values = [one for one in again if one.column == "value"]
        near = xml_corpus.find_nearest(messages, values)
        found += [one.value.strip() if one else None for one in near]
    return found


def _headers(messages: Iterable[Message], name: str) -> Iterator[str | None]:
    """A header field of each mail message."""
    for message in messages:
        fields = mime.split(message.data, message.start, message.end, message.where)[0].fields
        first = next((field for field in fields if field.name == name.lower()), None)
        yield headers.read_value(message.data[first.value : first.end]) if first else None


def _mbox(corpus: Corpus, name: str) -> Values | None:
    path = corpus.source.path
    return None if path is None else list(_headers(mbox.split(path), name))


def _eml(corpus: Corpus, name: str) -> Values | None:
    path, mails = corpus.source.path, corpus.source.layout
    if path is None or name == FILE:
        return _names(corpus, name)
    return list(_headers((eml.open_message(Path(path, mail)) for mail in mails), name))


READERS: dict[str, Callable[[Corpus, str], Values | None]] = {
    "coursera": _coursera,
    "edx": _edx,
    "eml": _eml,
    "exports": _exports,
    "mbox": _mbox,
    "moodle-forum": _tables,
    "parts": _tables,
    "svala": _names,
    "swell-xml": _swell,
    "texts": _names,
    "tree": _tree,
    "xml": _xml,
}
"""How each kind of source is asked; of the others only our own columns are known."""
