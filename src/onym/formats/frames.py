"""Polars and pandas frames, and the cells of any typed table as text."""

from __future__ import annotations

import json
from typing import Any

import polars as pl

from onym.errors import InputError
from onym.formats.columns import unique
from onym.formats.replies import Cells
from onym.formats.tables import Changes, Table


def is_frame(source: object) -> bool:
    """Tell a polars or pandas frame from anything else, importing neither for it."""
    return isinstance(source, pl.DataFrame | pl.LazyFrame) or _is_pandas(source)


def from_frame(source: Any) -> Table:
    """Take a polars or pandas frame as a table."""
    frame = source.collect() if isinstance(source, pl.LazyFrame) else source
    if _is_pandas(frame):
        frame = _from_pandas(frame)
    return Table(tuple(frame.columns), range(1, frame.height + 1), frame)


def column(table: Table, place: int) -> Cells:
    """Read one column's values as text."""
    return as_text(table.layout.to_series(place))


def change(frame: pl.DataFrame, changes: Changes) -> pl.DataFrame:
    """Give the frame with some cells changed; a changed column of numbers becomes text."""
    for place, cells in changes.items():
        old = frame.to_series(place)
        new = pl.Series(old.name, _overlay(as_text(old), cells), dtype=pl.String)
        frame = frame.with_columns(_like(new, old.dtype))
    return frame


def is_emptied(cells: Cells) -> bool:
    """Tell whether nothing is left in a column."""
    return not any(cells)


def as_text(series: pl.Series) -> Cells:
    """Write every cell as text, whole numbers without a point."""
    if series.dtype.is_float() or series.dtype.is_decimal():
        return [None if cell is None else _number(cell) for cell in series.to_list()]
    if series.dtype == pl.Binary:
        return [None if cell is None else cell.decode("utf-8", "replace") for cell in series]
    if series.dtype.is_nested() or series.dtype in (pl.Object, pl.Duration):
        return [None if cell is None else _other(cell) for cell in series.to_list()]
    return series.cast(pl.String).to_list()


def _overlay(old: Cells, new: Cells) -> Cells:
    return [was if now is None else now for was, now in zip(old, new, strict=True)]


def _like(series: pl.Series, dtype: pl.DataType) -> pl.Series:
    if dtype != pl.String and is_emptied(series.to_list()):
        return pl.Series(series.name, [None] * series.len(), dtype=dtype)
    return series.cast(pl.Categorical) if dtype == pl.Categorical else series


def _number(cell: Any) -> str:
    whole = cell == cell and abs(cell) < 1e15 and cell == int(cell)
    return str(int(cell)) if whole else str(cell)


def _other(cell: Any) -> str:
    if isinstance(cell, float):
        return _number(cell)
    if isinstance(cell, list | dict):
        return json.dumps(cell, ensure_ascii=False, default=str)
    return str(cell)


def _is_pandas(source: object) -> bool:
    kind = type(source)
    return kind.__name__ == "DataFrame" and kind.__module__.split(".")[0] == "pandas"


def _from_pandas(frame: Any) -> pl.DataFrame:
    names = unique([str(name) for name in frame.columns])
    columns = [_pandas_column(name, frame.iloc[:, place]) for place, name in enumerate(names)]
    return pl.DataFrame(columns)


def _pandas_column(name: str, values: Any) -> pl.Series:
    try:
        return pl.Series(name, pl.from_pandas(values, nan_to_null=True))
    except Exception:
        # Columns of mixed kinds, such as numbers beside text, have no Arrow type.
        cells = [None if cell is None or cell != cell else _other(cell) for cell in values]
    try:
        return pl.Series(name, cells, dtype=pl.String)
    except UnicodeEncodeError:
        raise InputError(f"column {name} of the frame has text that is not Unicode") from None
