"""ODS: one sheet of an OpenDocument workbook read as a table; its other parts are copied."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from onym.errors import InputError
from onym.formats import markup
from onym.formats.archives import Archive
from onym.formats.columns import unique
from onym.formats.edits import Edit
from onym.formats.markup import Element
from onym.formats.records import Score
from onym.formats.replies import Cells
from onym.formats.tables import Changes, Table, TableFormat, sheets_beside

_KIND = b"application/vnd.oasis.opendocument.spreadsheet"
_CONTENT, _META, _MANIFEST = "content.xml", "meta.xml", "META-INF/manifest.xml"
_STYLES = "styles.xml"
_OWN = ("mimetype", _CONTENT, _META, _MANIFEST, _STYLES)
_TITLE = b"Messages"
"""What the sheet is called: its own title may be somebody's name."""
_ENTRY = re.compile(rb'<manifest:file-entry[^>]*?full-path="([^"]*)"[^>]*>\s*')
_CELLS = ("table:table-cell", "table:covered-table-cell")
_MOST_REPEATS = 100_000
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_VALUES = (
    *("office:value", "office:date-value", "office:time-value", "office:boolean-value"),
    *("office:string-value", "office:currency", "table:formula", "calcext:value-type"),
    *("office:value-type", "table:number-columns-repeated"),
)
_LAID_OUT = (
    *("table:table-row", "table:table-rows", "table:table-header-rows", "table:table-row-group"),
    *("table:table-column", "table:table-columns", "table:table-header-columns"),
    "table:table-column-group",
)
_TEXT = ("text:p", "text:span", "text:s", "text:tab", "text:line-break")
_MARGINS = tuple(
    f"style:{where}{which}" for where in ("header", "footer") for which in ("", "-left", "-first")
)
_TELLING_NOTHING = (
    *("meta:creation-date", "dc:date", "meta:generator", "meta:editing-duration"),
    *("meta:editing-cycles", "meta:document-statistic"),
)
_PERSONAL = (
    *("dc:creator", "meta:initial-creator", "meta:printed-by", "meta:user-defined"),
    *("dc:title", "dc:description", "dc:subject", "meta:keyword"),
)


class Cell(NamedTuple):
    """A cell as it is written; one that is written once for several columns has several places."""

    element: Element
    value: str | None


class Layout(NamedTuple):
    """The file's bytes, its content, and the rows of the sheet that is the table."""

    data: bytes
    document: markup.Document
    rows: list[list[Cell]]
    places: list[int]
    sheet: Element
    bare: bool = False
    """Whether only the table itself is written."""


def recognise(path: Path, head: bytes) -> bool:
    """Tell a workbook by the kind that its first member names, or by its name."""
    return head.startswith(b"PK\x03\x04") and (_KIND in head or path.suffix.lower() == ".ods")


def parse(data: bytes, path: Path, score: Score) -> Table:
    """Read the sheet that looks most like a table of ours."""
    with Archive(path, data) as archive:
        if _CONTENT not in archive.names:
            raise InputError(f"{path} is no workbook that can be read; save it as .ods anew")
        document = markup.parse(archive.read(_CONTENT), path, _CONTENT)
    sheets = [(rows, sheet) for sheet in _sheets(document) if (rows := list(_rows(sheet, path)))]
    if not sheets:
        raise InputError(f"{path} has no cells; nothing to read")
    grid, sheet = max(sheets, key=lambda found: score([c.value or "" for c in found[0][0][1]]))
    (_, header), *rows = grid
    width = max(len(cells) for _, cells in grid)
    titles = [header[place].value if place < len(header) else None for place in range(width)]
    places = [p for p, title in enumerate(titles) if title or _has_cells(rows, p)]
    names = unique([titles[place] or "" for place in places])
    layout = Layout(data, document, [cells for _, cells in rows], places, sheet)
    beside = sheets_beside(len(list(_sheets(document))) - 1)
    return Table(names, [number for number, _ in rows], layout, beside=beside)


def _has_cells(rows: list[tuple[int, list[Cell]]], place: int) -> bool:
    return any(place < len(cells) and cells[place].value for _, cells in rows)


def strip(table: Table) -> Table:
    """Leave out other sheets, and remarks."""
    return replace(table, layout=table.layout._replace(bare=True))


def column(table: Table, place: int) -> Cells:
    """Read one column's values as text."""
    layout: Layout = table.layout
    index = layout.places[place]
    return [row[index].value if index < len(row) else None for row in layout.rows]


def render(table: Table, changes: Changes) -> bytes:
    """Write the workbook again with some cells changed."""
    layout: Layout = table.layout
    if not changes and not layout.bare:
        return layout.data
    new: dict[int, dict[int, str]] = {}
    for place, cells in changes.items():
        for row, value in enumerate(cells):
            if value is not None:
                new.setdefault(row, {})[layout.places[place]] = value
    edits = [edit for row, values in new.items() for edit in _change(layout.rows[row], values)]
    if layout.bare:
        edits += _strip(layout, edits)
    try:
        content = layout.document.render(edits)
    except ValueError:
        raise InputError("rows that are alike are written once; save the file as .xlsx") from None
    return _save(layout.data, content, layout.bare)


def _strip(layout: Layout, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Leave the cells of the sheet, where no edit has changed them, and take out the rest."""
    sheet, changed = layout.sheet, {each.start for each in edits}
    above = sheet.parent.children if sheet.parent else []
    scripts = [each for each in layout.document.elements if each.name == "office:scripts"]
    yield from map(_gone, (*scripts, *(each for each in above if each is not sheet)))
    for name, told in (("table:name", _TITLE), ("table:print-ranges", b"")):
        if name in sheet.attributes:
            yield Edit(*sheet.attributes[name][1:], told)
    yield from _strip_rows(sheet, changed)


def _strip_rows(element: Element, changed: Set[int]) -> Iterator[Edit]:
    for child in element.children:
        if child.start in changed:
            continue
        if child.name in _CELLS:
            yield from _strip_cell(child)
        elif child.name in _LAID_OUT:
            yield from _strip_rows(child, changed)
        else:
            yield _gone(child)


def _strip_cell(cell: Element) -> Iterator[Edit]:
    formula = cell.attributes.get("table:formula")
    if formula and '"' in formula.value:  # There may be a name in it.
        times = _repeats(cell, "table:number-columns-repeated")
        yield Edit(cell.start, cell.end, b"<table:table-cell/>" * times)
    else:
        yield from _strip_text(cell)


def _strip_text(element: Element) -> Iterator[Edit]:
    """Leave a text without where its links lead, and without what is attached to it."""
    for child in element.children:
        if child.name == "text:a":
            yield Edit(child.start, child.opened, b"")
            yield Edit(child.closing, child.end, b"")
        elif child.name not in _TEXT:
            yield _gone(child)
            continue
        yield from _strip_text(child)


def _gone(element: Element) -> Edit:
    return Edit(element.start, element.end, b"")


def _sheets(document: markup.Document) -> Iterator[Element]:
    return (each for each in document.elements if each.name == "table:table")


def _rows(sheet: Element, path: Path) -> Iterator[tuple[int, list[Cell]]]:
    """Rows with something in them, by number."""
    number = 0
    for row in _descend(sheet):
        cells = [cell for each in row.children if each.name in _CELLS for cell in _cells(each)]
        times = _repeats(row, "table:number-rows-repeated")
        if any(cell.value for cell in cells):
            if times > _MOST_REPEATS:
                raise InputError(f"{path}, row {number + 1} is repeated absurdly often; not opened")
            yield from ((number + copy, cells) for copy in range(1, times + 1))
        number += times


def _descend(element: Element) -> Iterator[Element]:
    for child in element.children:
        if child.name == "table:table-row":
            yield child
        elif child.name in ("table:table-header-rows", "table:table-rows", "table:table-row-group"):
            yield from _descend(child)


def _cells(element: Element) -> list[Cell]:
    value, times = _value(element), _repeats(element, "table:number-columns-repeated")
    return [Cell(element, value)] * (times if value else min(times, 1024))


def _repeats(element: Element, attribute: str) -> int:
    found = element.attributes.get(attribute)
    return int(found.value) if found and found.value.isdigit() else 1


def _value(element: Element) -> str | None:
    values = {name: stretch.value for name, stretch in element.attributes.items()}
    kind = values.get("office:value-type", "string")
    if kind in ("float", "percentage", "currency") and "office:value" in values:
        return re.sub(r"\.0+$", "", values["office:value"])
    if kind in ("date", "time", "boolean"):
        return values.get(f"office:{kind}-value")
    if not element.children:
        return values.get("office:string-value")
    lines = [_text(each) for each in element.children if each.name == "text:p"]
    return "\n".join(lines) if lines else None


def _text(element: Element) -> str:
    """The text of a paragraph, spaces and breaks that are elements included."""
    parts: list[tuple[int, str]] = [(piece.start, piece.value) for piece in element.pieces]
    for child in element.children:
        if child.name == "text:s":
            said = " " * _repeats(child, "text:c")
        else:
            said = {"text:tab": "\t", "text:line-break": "\n"}.get(child.name) or _text(child)
        parts.append((child.start, said))
    return "".join(said for _, said in sorted(parts))


def _change(row: Sequence[Cell], values: dict[int, str]) -> Iterator[Edit]:
    """Write the cells of a row that get a value, apart where several were written as one."""
    places: dict[int, list[int]] = {}
    for place, cell in enumerate(row):
        places.setdefault(cell.element.number, []).append(place)
    for taken in places.values():
        if any(place in values for place in taken):
            element = row[taken[0]].element
            written = [_write(element, values.get(p, row[p].value or "")) for p in taken]
            yield Edit(element.start, element.end, b"".join(written))


def _write(element: Element, value: str) -> bytes:
    kept = {n: s.value for n, s in element.attributes.items() if n not in _VALUES}
    number = "office:value" in element.attributes and _NUMBER.fullmatch(value)
    kept["office:value-type"] = "float" if number else "string"
    if number:
        kept["office:value"] = value
    told = b"".join(
        b' %s="%s"' % (name.encode(), markup.escape(said, quotes=True))
        for name, said in kept.items()
    )
    name = element.name.encode()
    lines = b"".join(b"<text:p>%s</text:p>" % _spaced(line) for line in value.split("\n"))
    return b"<%s%s>%s</%s>" % (name, told, lines if value else b"", name)


def _spaced(line: str) -> bytes:
    """Write a paragraph's text, where only a single space inside stands for itself."""
    written = markup.escape(line)
    written = re.sub(rb"^ | $|(?<= ) +", _spaces, written)
    return written.replace(b"\t", b"<text:tab/>")


def _spaces(found: re.Match[bytes]) -> bytes:
    return b'<text:s text:c="%d"/>' % len(found[0])


def _save(data: bytes, content: bytes, bare: bool) -> bytes:
    """Pack the workbook again, without its picture and without who wrote it."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(target, "w") as new:
        for info in old.infolist():
            if info.filename.startswith("Thumbnails/") or (bare and info.filename not in _OWN):
                continue
            part = content if info.filename == _CONTENT else old.read(info.filename)
            if info.filename == _META:
                part = _strip_meta(part) if bare else _without(part, _PERSONAL)
            elif info.filename == _STYLES and bare:
                part = _without(part, _MARGINS)
            elif info.filename == _MANIFEST:
                part = _ENTRY.sub(lambda entry: _listed(entry, bare), part)
            entry = zipfile.ZipInfo(info.filename, info.date_time)
            entry.compress_type, entry.external_attr = info.compress_type, info.external_attr
            new.writestr(entry, part)
    return target.getvalue()


def _listed(entry: re.Match[bytes], bare: bool) -> bytes:
    """An entry of the list of members, as far as there still is such a member."""
    name = entry[1].decode("utf-8", "replace")
    gone = name.startswith("Thumbnails/") or (bare and name not in ("/", *_OWN))
    return b"" if gone else entry[0]


def _without(data: bytes, names: Sequence[str]) -> bytes:
    """A member with nothing in some of its elements."""
    document = markup.parse(data, Path(_META))
    taken = [
        each for each in document.elements if each.name in names and each.opened < each.closing
    ]
    return document.render([Edit(each.opened, each.closing, b"") for each in taken])


def _strip_meta(data: bytes) -> bytes:
    """What the file says of itself, as far as that can tell of nobody."""
    document = markup.parse(data, Path(_META))
    told = [each for each in document.elements if each.parent and each.parent.name == "office:meta"]
    return document.render([_gone(each) for each in told if each.name not in _TELLING_NOTHING])


FORMAT = TableFormat(recognise, parse, column, render, strip=strip)
