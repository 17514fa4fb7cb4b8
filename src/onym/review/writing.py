"""What the overview's buttons write: every form that Onym knows beside the source's own."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from onym.errors import InputError
from onym.export import EXPORTS, export

if TYPE_CHECKING:
    from onym.line import Line


def exports() -> list[dict[str, Any]]:
    """The forms that the result can be written in beside its own."""
    return [{"name": name} for name in (*TABLES, *EXPORTS)]


def write(line: Line, name: str) -> Path:
    """Write the result in one of the forms into share/, and give where it lies."""
    if name in EXPORTS:
        files = export(line, name, shared=True)
        return files[0] if len(files) == 1 else files[0].parent
    if name not in TABLES:
        raise InputError(f"there is no such export; use one of: {', '.join((*TABLES, *EXPORTS))}")
    target = line.project.share / f"{line.shared_file.stem}-messages.{name}"
    with line.project.change() as change:
        change.put(target, TABLES[name](line.replaced.messages), 0o644)
    return target


def _csv(frame: pl.DataFrame) -> bytes:
    return frame.write_csv().encode()


def _jsonl(frame: pl.DataFrame) -> bytes:
    return frame.write_ndjson().encode()


def _parquet(frame: pl.DataFrame) -> bytes:
    made = BytesIO()
    frame.write_parquet(made)
    return made.getvalue()


def _xlsx(frame: pl.DataFrame) -> bytes:
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book, made = Workbook(write_only=True), BytesIO()
    sheet = book.create_sheet("messages")
    for row in (frame.columns, *frame.iter_rows()):
        cells = [WriteOnlyCell(sheet, _printable(value)) for value in row]
        for cell in cells:
            cell.data_type = "s"  # a text that begins with = is no formula
        sheet.append(cells)
    book.save(made)
    return made.getvalue()


def _printable(value: str | None) -> str:
    """A text without what a workbook cannot hold."""
    kept = (sign for sign in value or "" if sign in "\t\n" or ord(sign) >= 32)
    return "".join(sign for sign in kept if sign not in "\ufffe\uffff")[:32_767]


TABLES: dict[str, Callable[[pl.DataFrame], bytes]] = {
    "csv": _csv,
    "jsonl": _jsonl,
    "parquet": _parquet,
    "xlsx": _xlsx,
}
"""Tables of the pseudonymised messages, by the name of their files."""
