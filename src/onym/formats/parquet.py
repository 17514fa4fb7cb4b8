"""Parquet: the same schema, metadata and compression, some cells changed."""

from __future__ import annotations

import io
import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import polars as pl

from onym.errors import InputError
from onym.formats.columns import unique
from onym.formats.frames import as_text, is_emptied
from onym.formats.records import Score
from onym.formats.replies import Cells
from onym.formats.tables import Changes, Piece, Shape, Table, TableFormat

_SPARK = b"org.apache.spark.sql.parquet.row.metadata"
_KNOWN = {b"pandas", b"ARROW:schema", b"org.apache.spark.version", _SPARK}
_FIELD = b"PARQUET:field_id"
_PANDAS = ("index_columns", "column_indexes", "columns", "creator", "pandas_version")

_PIECE = 4 << 20
"""Bytes of a file that make a piece, unpacked."""


class Layout(NamedTuple):
    """The file's bytes, and its Arrow table."""

    data: bytes
    table: Any
    bare: bool = False
    """Whether something beside the columns is left out."""
    options: Mapping[str, Any] = {}
    """How a large file was written, of which this is a piece."""


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
    beside = ("metadata of the file",) if _foreign(table.schema.metadata) else ()
    rows = range(1, table.num_rows + 1)
    return Table(unique(table.column_names), rows, Layout(data, table), beside=beside)


def strip(table: Table) -> Table:
    """Leave out what people and programs have noted in the file beside their own business."""
    import pyarrow  # type: ignore[import-untyped,unused-ignore]

    arrow = table.layout.table
    schema = _bare_schema(arrow.schema)
    if schema.equals(arrow.schema, check_metadata=True):
        return table
    arrow = pyarrow.Table.from_arrays(arrow.columns, schema=schema)
    return replace(table, layout=table.layout._replace(table=arrow, bare=True))


def _bare_schema(schema: Any) -> Any:
    """A schema with what pandas and Spark must know, and nothing that anybody has written."""
    import pyarrow  # type: ignore[import-untyped,unused-ignore]

    known = {key: _bare(key, value) for key, value in (schema.metadata or {}).items()}
    fields = [
        field.with_metadata({k: v for k, v in field.metadata.items() if k == _FIELD} or None)
        if field.metadata
        else field
        for field in schema
    ]
    kept = {key: value for key, value in known.items() if value is not None}
    return pyarrow.schema(fields, metadata=kept or None)


def _bare(key: bytes, value: bytes) -> bytes | None:
    """What stays of a program's note; None if nothing does."""
    if key not in _KNOWN:
        return None
    if key not in (b"pandas", _SPARK):
        return value
    try:
        note = json.loads(value)
        bare = _bare_pandas(note) if key == b"pandas" else _bare_spark(note)
    except (ValueError, TypeError, AttributeError):
        return None
    return value if bare == note else json.dumps(bare).encode()


def _bare_pandas(note: dict[str, Any]) -> dict[str, Any]:
    """Without the attributes of the frame, and without names for what is no column."""
    bare = {name: note[name] for name in _PANDAS if name in note}
    for name in ("index_columns", "column_indexes"):
        bare[name] = [_nameless(each) if isinstance(each, dict) else each for each in bare[name]]
    return bare


def _nameless(note: dict[str, Any]) -> dict[str, Any]:
    return {key: None if key in ("name", "field_name") else note[key] for key in note}


def _bare_spark(note: Any) -> Any:
    """Without what is noted of the fields."""
    if isinstance(note, list):
        return [_bare_spark(each) for each in note]
    if isinstance(note, dict):
        return {k: {} if k == "metadata" else _bare_spark(v) for k, v in note.items()}
    return note


def _foreign(metadata: dict[bytes, bytes] | None) -> set[bytes]:
    return set(metadata or ()) - _KNOWN


def column(table: Table, place: int) -> Cells:
    """Read one column's values as text."""
    return as_text(_series(table.layout.table.column(place)))


def render(table: Table, changes: Changes) -> bytes:
    """Write the file again with some cells changed."""
    import pyarrow.parquet  # type: ignore[import-untyped,unused-ignore]

    if not changes and not table.layout.bare:
        return bytes(table.layout.data)
    written = io.BytesIO()
    known = pyarrow.parquet.ParquetFile(io.BytesIO(table.layout.data)).metadata
    options = {**_options(known), **_grouping(known)}
    pyarrow.parquet.write_table(_changed(table, changes), written, **options)
    return written.getvalue()


def survey(path: Path, score: Score) -> Shape:
    """Say what columns a file of any size has, and how it was written."""
    with _opened(path) as file:
        schema = file.schema_arrow
        beside = ("metadata of the file",) if _foreign(schema.metadata) else ()
        return Shape(unique(schema.names), _options(file.metadata), beside=beside)


def pieces(path: Path, shape: Shape) -> Iterator[Table]:
    """Read a file piece by piece, no piece reaching over the end of a row group."""
    rows = 0
    with _opened(path) as file:
        for group in range(file.num_row_groups):
            known = file.metadata.row_group(group)
            each = max(known.total_byte_size // max(known.num_rows, 1), 1)
            size = min(max(_PIECE // each, 50), 50_000)
            for table in _batches(file, group, size):
                count = table.num_rows
                numbers = range(rows + 1, rows + count + 1)
                yield Table(shape.names, numbers, Layout(b"", table, options=shape.layout))
                rows += count


def save(file: BinaryIO, found: Iterator[Piece]) -> None:
    """Write pieces as they come, each as a row group, all with the schema of the first."""
    import pyarrow.parquet  # type: ignore[import-untyped,unused-ignore]

    writer = None
    try:
        for piece in found:
            arrow = _changed(piece.table, piece.changes, piece.texts)
            if writer is None:
                options = piece.table.layout.options
                writer = pyarrow.parquet.ParquetWriter(file, arrow.schema, **options)
            writer.write_table(arrow.cast(writer.schema), max(arrow.num_rows, 1))
    finally:
        if writer is not None:
            writer.close()


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    import pyarrow  # type: ignore[import-untyped,unused-ignore]
    import pyarrow.parquet  # type: ignore[import-untyped,unused-ignore]

    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            yield file
    except (pyarrow.ArrowException, OSError):
        raise InputError(f"{path} is a damaged Parquet file; make it anew") from None


def _batches(file: Any, group: int, size: int) -> Iterator[Any]:
    import pyarrow  # type: ignore[import-untyped,unused-ignore]

    for batch in file.iter_batches(size, row_groups=[group]):
        yield pyarrow.Table.from_batches([batch])


def _changed(table: Table, changes: Changes, texts: Collection[int] = ()) -> Any:
    """The Arrow table with some cells changed; columns of texts are text in any case."""
    arrow = table.layout.table
    for place in dict.fromkeys((*changes, *texts)):
        new = column(table, place)
        if place in changes:
            pairs = zip(new, changes[place], strict=True)
            new = [was if now is None else now for was, now in pairs]
        keeps = place not in texts and is_emptied(new)
        arrow = _empty(arrow, place) if keeps else _set(arrow, place, new)
    return arrow


def _series(values: Any) -> pl.Series:
    series = pl.from_arrow(values)
    assert isinstance(series, pl.Series)
    return series


def _empty(table: Any, place: int) -> Any:
    """Leave nothing in a column, which keeps its type."""
    import pyarrow  # type: ignore[import-untyped,unused-ignore]

    field = table.schema.field(place).with_nullable(True)
    return table.set_column(place, field, pyarrow.nulls(table.num_rows, field.type))


def _set(table: Any, place: int, values: Cells) -> Any:
    """Replace a column, in its own type where that can hold text."""
    import pyarrow  # type: ignore[import-untyped,unused-ignore]

    field = table.schema.field(place)
    kind = field.type
    inner = kind.value_type if pyarrow.types.is_dictionary(kind) else kind
    texts = (pyarrow.types.is_string, pyarrow.types.is_large_string, pyarrow.types.is_string_view)
    if not any(holds(inner) for holds in texts):
        kind = pyarrow.string()
        table = table.replace_schema_metadata(_as_text_in_pandas(table.schema.metadata, field.name))
    cells = pl.Series(values, dtype=pl.String).to_arrow().cast(kind)
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


def _options(known: Any) -> dict[str, Any]:
    """Tell from a file's metadata how it was written, to write it so again."""
    if not known.num_row_groups or not known.num_columns:
        return {}
    compression = known.row_group(0).column(0).compression
    return {
        "compression": "NONE" if compression == "UNCOMPRESSED" else compression,
        "version": known.format_version,
    }


def _grouping(known: Any) -> dict[str, int]:
    return {"row_group_size": max(known.row_group(0).num_rows, 1)} if known.num_row_groups else {}


FORMAT = TableFormat(recognise, parse, column, render, survey, pieces, strip, save)
