"""Parquet: the same schema, metadata and compression, some cells changed."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from onym.errors import InputError
from onym.formats.columns import unique
from onym.formats.frames import as_text
from onym.formats.records import Score
from onym.formats.replies import Cells
from onym.formats.tables import Changes, Table, TableFormat


class Layout(NamedTuple):
    """The file's bytes, and its Arrow table."""

    data: bytes
    table: Any


def recognise(path: Path, head: bytes) -> bool:
    """Tell Parquet by its first bytes."""
    return head.startswith(b"PAR1")


def parse(data: bytes, path: Path, score: Score) -> Table:
    """Read a Parquet file."""
    import pyarrow  # type: ignore[import-untyped,unused-ignore]
    import pyarrow.parquet  # type: ignore[import-untyped,unused-ignore]

    try:
        table = pyarrow.parquet.read_table(io.BytesIO(data))
    except (pyarrow.ArrowException, OSError):
        raise InputError(f"{path} is a damaged Parquet file; make it anew") from None
    return Table(unique(table.column_names), range(1, table.num_rows + 1), Layout(data, table))


def column(table: Table, place: int) -> Cells:
    """Read one column's values as text."""
    return as_text(_series(table.layout.table.column(place)))


def render(table: Table, changes: Changes) -> bytes:
    """Write the file again with some cells changed."""
    import pyarrow.parquet  # type: ignore[import-untyped,unused-ignore]

    if not changes:
        return bytes(table.layout.data)
    arrow = table.layout.table
    for place, cells in changes.items():
        old = column(table, place)
        new = [was if now is None else now for was, now in zip(old, cells, strict=True)]
        arrow = _set(arrow, place, pl.Series(new, dtype=pl.String))
    written = io.BytesIO()
    pyarrow.parquet.write_table(arrow, written, **_options(table.layout.data))
    return written.getvalue()


def _series(values: Any) -> pl.Series:
    series = pl.from_arrow(values)
    assert isinstance(series, pl.Series)
    return series


def _set(table: Any, place: int, values: pl.Series) -> Any:
    """Replace a column, in its own type where that can hold text."""
    import pyarrow  # type: ignore[import-untyped,unused-ignore]

    field = table.schema.field(place)
    kind = field.type
    inner = kind.value_type if pyarrow.types.is_dictionary(kind) else kind
    texts = (pyarrow.types.is_string, pyarrow.types.is_large_string, pyarrow.types.is_string_view)
    if not any(holds(inner) for holds in texts):
        kind = pyarrow.string()
        table = table.replace_schema_metadata(_as_text_in_pandas(table.schema.metadata, field.name))
    cells = values.to_arrow().cast(kind)
    return table.set_column(place, field.with_type(kind), cells)


def _as_text_in_pandas(metadata: dict[bytes, bytes] | None, name: str) -> Any:
    """Tell pandas, which keeps a note of its own in the metadata, that a column is text now."""
    if not metadata or b"pandas" not in metadata:
        return metadata
    note = json.loads(metadata[b"pandas"])
    for described in note.get("columns", []):
        if described.get("field_name") == name:
            described |= {"pandas_type": "unicode", "numpy_type": "object", "metadata": None}
    return {**metadata, b"pandas": json.dumps(note).encode()}


def _options(data: bytes) -> dict[str, Any]:
    """Read how the file was written, to write it so again."""
    import pyarrow.parquet  # type: ignore[import-untyped,unused-ignore]

    written = pyarrow.parquet.ParquetFile(io.BytesIO(data)).metadata
    if not written.num_row_groups or not written.num_columns:
        return {}
    group = written.row_group(0)
    compression = group.column(0).compression
    return {
        "compression": "NONE" if compression == "UNCOMPRESSED" else compression,
        "row_group_size": max(group.num_rows, 1),
        "version": written.format_version,
    }


FORMAT = TableFormat(recognise, parse, column, render)
