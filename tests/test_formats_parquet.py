from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

from onym import formats
from onym.errors import InputError
from rewriting import renamed, rewrite

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
    formats.write(corpus, renamed(corpus, {"7": "P1", "8": "P2"}, {"Mary": "[P2]"}), target)
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
    formats.write(corpus, renamed(corpus, {"7": "P1", "8": "P2"}), target)
    again = pd.read_parquet(target)
    assert again["userid"].tolist() == ["P1", "P2"]
    assert again["message"].tolist() == ["Hi", "Ho"]
    assert again.index.tolist() == ["a", "b"]


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "forum.parquet"
    FORUM.write_parquet(path)
    for name in ("one", "two"):
        corpus = formats.read(path)
        formats.write(corpus, renamed(corpus, {"7": "P1", "8": "P2"}), tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    whole = io.BytesIO()
    FORUM.write_parquet(whole)
    path = tmp_path / "forum.parquet"
    path.write_bytes(whole.getvalue()[:-30])
    with pytest.raises(InputError, match=r"forum\.parquet is a damaged Parquet file"):
        formats.read(path)
