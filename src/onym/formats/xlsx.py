"""XLSX: one sheet read as a table; other sheets, formulas and styles are carried over."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from onym.errors import InputError
from onym.formats.archives import Archive
from onym.formats.columns import unique
from onym.formats.records import Score
from onym.formats.replies import Cells
from onym.formats.tables import Changes, Table, TableFormat, sheets_beside

SUFFIXES = (".xlsx", ".xlsm")

_TITLE = "Messages"
"""What the sheet is called: its own title may be somebody's name."""
_WORDED = re.compile(r'"[^"]*[^\W\d_]{2}[^"]*"')
_LONGEST_CELL = 32767
_ILLEGAL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


class Layout(NamedTuple):
    """The file's bytes, and where in which sheet the table stands."""

    data: bytes
    sheet: str
    rows: list[int]
    """The sheet's row number of each row."""
    places: list[int]
    """The sheet's column number of each column."""
    cells: list[tuple[Any, ...]]
    bare: bool = False
    """Whether only the table itself is written."""


def recognise(path: Path, head: bytes) -> bool:
    """Tell a workbook by its name or by what a zip file of it begins with."""
    zipped = head.startswith(b"PK\x03\x04")
    return zipped and (path.suffix.lower() in SUFFIXES or b"[Content_Types].xml" in head)


def parse(data: bytes, path: Path, score: Score) -> Table:
    """Read the sheet that looks most like a table of ours."""
    with Archive(path, data):  # refuses bombs
        book = _open(data, path, values=True)
    sheets = [(sheet.title, _grid(sheet)) for sheet in book.worksheets]
    book.close()
    sheets = [(title, grid) for title, grid in sheets if grid]
    if not sheets:
        raise InputError(f"{path} has no cells; nothing to read")
    title, grid = max(sheets, key=lambda sheet: score(_header(sheet[1])))
    header = next(iter(grid))
    names = grid.pop(header)
    names += (None,) * (max(map(len, grid.values()), default=0) - len(names))
    places = [place for place, name in enumerate(names) if name or _has_cells(grid, place)]
    layout = Layout(data, title, list(grid), [place + 1 for place in places], list(grid.values()))
    beside = sheets_beside(len(book.sheetnames) - 1)
    named = unique([_text(names[p]) or "" for p in places])
    return Table(named, list(grid), layout, beside=beside)


def strip(table: Table) -> Table:
    """Leave out other sheets, remarks, macros and what the file says of itself."""
    return replace(table, layout=table.layout._replace(bare=True))


def column(table: Table, place: int) -> Cells:
    """Read one column's values as text."""
    layout: Layout = table.layout
    index = layout.places[place] - 1
    return [_text(row[index]) if index < len(row) else None for row in layout.cells]


def render(table: Table, changes: Changes) -> bytes:
    """Write the workbook again with some cells changed."""
    layout: Layout = table.layout
    if not changes and not layout.bare:
        return layout.data
    book = _open(layout.data, Path(layout.sheet), values=False, bare=layout.bare)
    sheet = book[layout.sheet]
    if layout.bare:
        _strip(book, sheet, _empty_cells(layout))
    book.properties.creator = book.properties.lastModifiedBy = None
    for place, cells in changes.items():
        for row, value in zip(layout.rows, cells, strict=True):
            if value is not None:
                _set(sheet.cell(row, layout.places[place]), value, row)
    return _save(book)


def _strip(book: Any, sheet: Any, empty: Callable[[int, int], bool]) -> None:
    """Leave the cells of the sheet and their formats, and nothing else that anybody has typed."""
    from openpyxl.packaging.core import DocumentProperties
    from openpyxl.packaging.custom import CustomPropertyList

    for other in [each for each in book._sheets if each is not sheet]:
        book.remove(other)
    times = {"created": book.properties.created, "modified": book.properties.modified}
    book.properties, book.custom_doc_props = DocumentProperties(**times), CustomPropertyList()
    book.defined_names.clear()
    book._external_links, book.code_name = [], None
    _strip_sheet(sheet)
    _strip_formats(book)
    for row in sheet.iter_rows():
        for cell in row:
            _strip_cell(cell, empty)


def _strip_cell(cell: Any, empty: Callable[[int, int], bool]) -> None:
    if cell.hyperlink and empty(cell.row, cell.column):
        cell.value = None  # openpyxl writes where a link leads into a cell that has no text.
    if cell.comment or cell.hyperlink:
        cell.comment = cell.hyperlink = None
    if cell.data_type == "f" and '"' in str(cell.value):
        cell.value = None  # There may be a name in it.


def _strip_sheet(sheet: Any) -> None:
    """Leave out what stands beside the cells: filters, rules, scenarios, pictures and the like."""
    from openpyxl.formatting.formatting import ConditionalFormattingList
    from openpyxl.worksheet.datavalidation import DataValidationList
    from openpyxl.worksheet.filters import AutoFilter
    from openpyxl.worksheet.header_footer import HeaderFooter
    from openpyxl.worksheet.scenario import ScenarioList

    sheet.title = _TITLE
    sheet.defined_names.clear()
    sheet.tables.clear()
    sheet.data_validations, sheet.HeaderFooter = DataValidationList(), HeaderFooter()
    sheet.auto_filter, sheet.scenarios = AutoFilter(ref=sheet.auto_filter.ref), ScenarioList()
    sheet.conditional_formatting = ConditionalFormattingList()
    sheet.sheet_properties.codeName = None
    sheet._images, sheet._charts, sheet._pivots = [], [], []


def _strip_formats(book: Any) -> None:
    """Take words out of the formats of numbers, and the names that styles were given."""
    for place, style in enumerate(book._named_styles):
        if style.builtinId is None:
            style.name = f"Style {place}"
    formats = book._number_formats
    formats[:] = [_WORDED.sub("", each) or "General" for each in formats]


def _empty_cells(layout: Layout) -> Callable[[int, int], bool]:
    """Tell by row and column, as the sheet numbers them, whether a cell had nothing in it."""
    cells = dict(zip(layout.rows, layout.cells, strict=True))

    def is_empty(row: int, column: int) -> bool:
        told = cells.get(row, ())
        return row in cells and (column > len(told) or told[column - 1] is None)

    return is_empty


def _has_cells(grid: dict[int, tuple[Any, ...]], place: int) -> bool:
    return any(place < len(row) and row[place] not in (None, "") for row in grid.values())


def _open(data: bytes, path: Path, values: bool, bare: bool = False) -> Any:
    import openpyxl

    try:
        with warnings.catch_warnings(action="ignore"):
            return openpyxl.load_workbook(
                io.BytesIO(data),
                read_only=values,
                data_only=values,
                rich_text=not values,
                keep_vba=not values and not bare and b"vbaProject.bin" in data,
            )
    except Exception:
        raise InputError(f"{path} is no workbook that can be read; save it as .xlsx anew") from None


def _grid(sheet: Any) -> dict[int, tuple[Any, ...]]:
    """Rows by number, leaving out the empty ones."""
    sheet.reset_dimensions()  # Some programs write a size that is not the sheet's.
    rows = enumerate(sheet.iter_rows(values_only=True), 1)
    return {number: row for number, row in rows if any(cell not in (None, "") for cell in row)}


def _header(grid: dict[int, tuple[Any, ...]]) -> list[str]:
    return [_text(cell) or "" for cell in next(iter(grid.values()))]


def _text(cell: Any) -> str | None:
    if cell is None:
        return None
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.isoformat(" ")
    return cell.isoformat() if isinstance(cell, date) else str(cell)


def _set(cell: Any, value: str, row: int) -> None:
    if len(value) > _LONGEST_CELL:
        raise InputError(f"row {row}: the new text is longer than the 32,767 that a cell can hold")
    # Checked here because openpyxl's own error would show the whole text.
    if _ILLEGAL.search(value):
        raise InputError(f"row {row}: the new text has control characters that no cell can hold")
    cell.value = value
    # A text that begins with = must not turn into a formula.
    cell.data_type = "s"
    cell.hyperlink = None
    cell.comment = None


def _save(book: Any) -> bytes:
    """Write a workbook so that the same content gives the same bytes."""
    from openpyxl.writer.excel import ExcelWriter

    written = io.BytesIO()
    ExcelWriter(book, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, allowZip64=True)).save()
    fixed = io.BytesIO()
    with zipfile.ZipFile(written) as old, zipfile.ZipFile(fixed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            new.writestr(entry, old.read(name), zipfile.ZIP_DEFLATED)
    return fixed.getvalue()


FORMAT = TableFormat(recognise, parse, column, render, strip=strip)
