"""SweLL portal: essays of students for tasks in one XML file, as raw text or as SVALA graphs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from onym.disk.files import read_bytes, write_atomically
from onym.errors import InputError
from onym.formats import fields, markup
from onym.formats.corpus import Draft
from onym.formats.encoding import peek
from onym.formats.fields import show, step, unknown_note
from onym.formats.format import Format
from onym.formats.markup import Document, Element
from onym.formats.mask import Mask
from onym.formats.people import Person
from onym.formats.replies import Cells
from onym.formats.svala import graphs_of
from onym.model import Corpus, Policy, Replaced, Source
from onym.svala import check, read_text, veil

TABLE = fields.load("swell")


class Layout(NamedTuple):
    """The document, and the row of each essay's content in it."""

    document: Document
    rows: dict[int, int]


def recognise(path: Path, head: bytes) -> bool:
    """Tell the portal's XML by its outermost element."""
    return markup.outermost(peek(head)) == "swell"


def read(path: Path, columns: Mapping[str, str] | None = None) -> Draft:
    """Read the essays; students are their authors, tasks their threads."""
    document = markup.parse(read_bytes(path), path)
    found = list(_contents(document))
    if not found:
        raise InputError(f"{path} has no essays in it; nothing to read")
    cells: dict[str, Cells] = {
        "id": [str(number) for number in range(1, len(found) + 1)],
        "thread": [_attribute(essay, "task") for essay, _ in found],
        "author": [_attribute(essay, "student") for essay, _ in found],
        "text": [_text(content, path, n) for n, (_, content) in enumerate(found, 1)],
    }
    roles = {
        show(step(each.path, f"@{name}") if name else each.path): role or "unknown"
        for each, name, role in markup.roles(document, TABLE)
    }
    layout = Layout(document, {content.number: row for row, (_, content) in enumerate(found)})
    source = Source(path, "swell-xml", {"text": "content"}, layout, roles)
    unknown = unknown_note(name for name, role in roles.items() if role == "unknown")
    return Draft(cells, range(1, len(found) + 1), source, unknown, list(_students(document)))


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the file with the pseudonymised texts; graphs have them on both sides."""
    layout: Layout = corpus.source.layout
    graphs, texts = graphs_of(corpus, replaced), replaced.messages["text"].to_list()
    originals = corpus.messages["text"].to_list()

    def change(content: Element) -> str:
        row = layout.rows[content.number]
        if _attribute(content, "type") == "svala":
            kept = originals[row] == texts[row] and not replaced.pseudonyms
            return content.text if kept else json.dumps(veil(graphs[row]), ensure_ascii=False)
        return str(texts[row])

    mask = Mask(corpus, replaced, policy)
    write_atomically(path, markup.rewrite(layout.document, TABLE, mask, change))


def _contents(document: Document) -> Iterator[tuple[Element, Element]]:
    root = document.elements[0]
    for essay in root.find("essays", "essay"):
        for content in essay.find("content"):
            yield essay, content


def _text(content: Element, path: Path, number: int) -> str:
    if _attribute(content, "type") != "svala":
        return content.text
    try:
        graph: Any = json.loads(content.text)
    except (ValueError, RecursionError):
        raise InputError(
            f"{path}, essay {number}: its content is no JSON; export it again"
        ) from None
    faults = check(graph)
    if faults:
        raise InputError(f"{path}, essay {number}: no graph of SVALA's: {faults[0]}")
    return read_text(graph)


def _students(document: Document) -> Iterator[Person]:
    for student in document.elements[0].find("meta", "student"):
        told = [each.text.strip() for each in student.find("language") if each.text.strip()]
        profile = {"mother tongue": ", ".join(told)} if told else {}
        yield Person(id=_attribute(student, "id"), profile=profile)


def _attribute(element: Element, name: str) -> str | None:
    found = element.attributes.get(name)
    return found.value if found else None


FORMAT = Format(
    recognise,
    read,
    write,
    "SweLL portal XML",
    "essays with student, task and grade; students' mother tongues",
)
