from __future__ import annotations

import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

from onym import formats
from onym.check.contents import contents
from onym.errors import InputError
from onym.model import Policy
from rewriting import KEEP_ALL, renamed, rewrite

FORUM = pl.DataFrame(
    {
        "id": [1, 2, 3],
        "parent": [None, 1.0, 2.0],
        "author": [7, 8, 7],
        "posted": pl.Series(["2011-02-03 10:11:12"] * 3).str.to_datetime(),
        "score": [0.5, None, 2.0],
        "tags": [["a", "b"], [], None],
        "body": ["Hi Mary", None, "Bye"],
    }
)


def test_cells_are_read_as_text(tmp_path: Path) -> None:
    path = tmp_path / "forum.parquet"
    FORUM.write_parquet(path)
    corpus = formats.read(path)
    assert corpus.source.format == "parquet"
    assert corpus.messages.select("id", "parent", "author", "parent_author", "text").rows() == [
        ("1", None, "7", None, "Hi Mary"),
        ("2", "1", "8", "7", ""),
        ("3", "2", "7", "8", "Bye"),
    ]
    assert rewrite(path) == path.read_bytes()


def test_schema_metadata_and_the_other_columns_stay(tmp_path: Path) -> None:
    import pyarrow.parquet as pq  # type: ignore[import-untyped,unused-ignore]

    path, target = tmp_path / "forum.parquet", tmp_path / "out.parquet"
    table = FORUM.with_columns(pl.col("body").cast(pl.Categorical)).to_arrow()
    table = table.replace_schema_metadata({"course": "botany", "made": "in 2011"})
    pq.write_table(table, path, compression="gzip", row_group_size=2)
    corpus = formats.read(path)
    formats.write(
        corpus, renamed(corpus, {"7": "P1", "8": "P2"}, {"Mary": "[P2]"}), target, KEEP_ALL
    )
    before, after = pq.read_table(path), pq.read_table(target)
    assert after.schema.metadata == before.schema.metadata
    assert after.drop_columns(["author", "body"]).equals(before.drop_columns(["author", "body"]))
    assert after.schema.field("body").type == before.schema.field("body").type
    assert after["body"].to_pylist() == ["Hi [P2]", None, "Bye"]
    assert after["author"].to_pylist() == ["P1", "P2", "P1"]
    written = pq.ParquetFile(target).metadata
    assert written.row_group(0).column(0).compression == "GZIP"
    assert written.num_row_groups == 2


def test_pandas_reads_what_was_written(tmp_path: Path) -> None:
    path, target = tmp_path / "forum.parquet", tmp_path / "out.parquet"
    frame = pd.DataFrame({"userid": [7, 8], "message": ["Hi", "Ho"]}, index=["a", "b"])
    frame.to_parquet(path)
    corpus = formats.read(path)
    formats.write(corpus, renamed(corpus, {"7": "P1", "8": "P2"}), target, KEEP_ALL)
    again = pd.read_parquet(target)
    assert again["userid"].tolist() == ["P1", "P2"]
    assert again["message"].tolist() == ["Hi", "Ho"]
    assert again.index.tolist() == ["a", "b"]


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "forum.parquet"
    FORUM.write_parquet(path)
    for name in ("one", "two"):
        corpus = formats.read(path)
        formats.write(corpus, renamed(corpus, {"7": "P1", "8": "P2"}), tmp_path / name, KEEP_ALL)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    whole = io.BytesIO()
    FORUM.write_parquet(whole)
    path = tmp_path / "forum.parquet"
    path.write_bytes(whole.getvalue()[:-30])
    with pytest.raises(InputError, match=r"forum\.parquet is a damaged Parquet file"):
        formats.read(path)


def test_in_pieces_a_file_says_and_becomes_the_same(tmp_path: Path) -> None:
    import pyarrow.parquet as pq  # type: ignore[import-untyped,unused-ignore]

    path, spool = tmp_path / "forum.parquet", tmp_path / "spool"
    spool.mkdir()
    rows = 5000
    frame = pl.DataFrame(
        {
            "id": range(rows),
            "author": [None if row < 1500 else row % 7 for row in range(rows)],
            "body": [f"Hi Mary, {row}" for row in range(rows)],
            "score": [row / 8 for row in range(rows)],
            "tags": [["Mary"]] * rows,
        }
    )
    table = frame.to_arrow().replace_schema_metadata({"by": "Mary"})
    pq.write_table(table, path, row_group_size=1200, compression="zstd")
    whole, pieces = formats.read(path), formats.read(path, spool=spool)
    assert pieces.messages["text"].n_chunks() > 4
    assert pieces.messages.equals(whole.messages)
    assert (pieces.notes, pieces.source.fields) == (whole.notes, whole.source.fields)
    given = {str(number): f"P{number}" for number in range(7)}
    for corpus, name in ((whole, "whole"), (pieces, "pieces")):
        formats.write(corpus, renamed(corpus, given, {"Mary": "[P1]"}), tmp_path / name)
        formats.write(corpus, renamed(corpus, {}), tmp_path / f"same {name}", KEEP_ALL)
    once, twice = pq.read_table(tmp_path / "whole"), pq.read_table(tmp_path / "pieces")
    assert once.equals(twice) and once.schema.equals(twice.schema, check_metadata=True)
    assert b"Mary" not in (tmp_path / "pieces").read_bytes()
    assert once["tags"].null_count == rows and once["tags"].type == table["tags"].type
    assert pq.read_table(tmp_path / "same pieces").equals(pq.read_table(path))
    written = pq.ParquetFile(tmp_path / "pieces").metadata
    assert [written.row_group(group).num_rows for group in (0, 1)] == [1200, 1200]
    assert written.row_group(0).column(0).compression == "ZSTD"


def test_a_file_damaged_far_down_is_named(tmp_path: Path) -> None:
    path, spool = tmp_path / "forum.parquet", tmp_path / "spool"
    spool.mkdir()
    frame = pl.DataFrame({"id": range(9000), "body": [f"Mary {row}" for row in range(9000)]})
    frame.write_parquet(path, row_group_size=3000)
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 2000] = bytes(2000)
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"forum\.parquet is a damaged Parquet file") as caught:
        formats.read(path, spool=spool)
    assert "Mary" not in str(caught.value) and list(spool.iterdir()) == []


def test_what_is_noted_beside_the_columns_is_left_out(tmp_path: Path) -> None:
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]
    import pyarrow.parquet as pq  # type: ignore[import-untyped,unused-ignore]

    frame = pd.DataFrame({"userid": [7, 8], "message": ["Hi Mary", "Ho"]}, index=["a", "b"])
    frame.attrs["owner"] = "Zebulon"
    frame.columns.name = "Zebulon's"
    table = pa.Table.from_pandas(frame)
    spark = {"type": "struct", "fields": [{"name": "message", "metadata": {"by": "Zebulon"}}]}
    told = {
        "org.apache.spark.sql.parquet.row.metadata": json.dumps(spark),
        "huggingface": '{"features": {"who": {"names": ["Zebulon"]}}}',
        **table.schema.metadata,
    }
    fields = [field.with_metadata({"said by": "Zebulon"}) for field in table.schema]
    table = pa.Table.from_arrays(table.columns, schema=pa.schema(fields, metadata=told))
    pq.write_table(table, tmp_path / "forum.parquet")
    corpus = formats.read(tmp_path / "forum.parquet")
    target = tmp_path / "out.parquet"
    formats.write(corpus, renamed(corpus, {"7": "P1", "8": "P2"}, {}), target, Policy())
    assert b"Zebulon" in (tmp_path / "forum.parquet").read_bytes()
    assert "Zebulon" not in str(pq.read_schema(target).metadata)
    assert all(
        not field.metadata or b"said by" not in field.metadata for field in pq.read_schema(target)
    )
    again = pd.read_parquet(target)
    assert again["message"].tolist() == ["Hi Mary", "Ho"]


def test_columns_of_any_type_are_read_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "forum.parquet"
    odd: dict[str, list[Any]] = {
        "bytes": [b"Zebulon", b"\xff", None],
        "lasts": [timedelta(seconds=5), None, timedelta(0)],
        "listed": [[b"x"], [], None],
        "nested": [{"a": b"x", "b": [{"c": 1}]}] * 3,
    }
    FORUM.with_columns(**{name: pl.Series(cells) for name, cells in odd.items()}).write_parquet(
        path
    )
    assert formats.read(path).messages["text"].to_list() == ["Hi Mary", "", "Bye"]
    assert any("Zebulon" in text for text in contents(path, []))
