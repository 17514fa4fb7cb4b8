from __future__ import annotations

import subprocess
import sys

import pandas as pd
import polars as pl
import pytest

from onym import formats
from onym.errors import InputError
from onym.formats.frames import as_text
from rewriting import renamed, unchanged

FORUM = pl.DataFrame(
    {"id": [1, 2], "parent": [None, 1.0], "author": [7, 8], "body": ["Hi Ann", None], "n": [3, 4]}
)


@pytest.mark.parametrize("frame", [FORUM, FORUM.lazy(), FORUM.to_pandas()])
def test_a_frame_is_read_and_given_back(frame: pl.DataFrame) -> None:
    corpus = formats.read(frame)
    assert corpus.source.path is None
    assert corpus.messages.select("id", "parent", "author", "text").rows() == [
        ("1", None, "7", "Hi Ann"),
        ("2", "1", "8", ""),
    ]
    assert formats.to_frame(corpus, unchanged(corpus)).equals(FORUM)
    replaced = renamed(corpus, {"7": "P1", "8": "P2"}, {"Ann": "[P2]"})
    after = FORUM.with_columns(
        author=pl.Series(["P1", "P2"]), body=pl.Series(["Hi [P2]", None], dtype=pl.String)
    )
    assert formats.to_frame(corpus, replaced).equals(after)


def test_pandas_columns_of_mixed_kinds_are_read() -> None:
    frame = pd.DataFrame({"id": [1, "x2", None], "text": ["a", "b", "c"], 5: [1.0, "?", 2]})
    corpus = formats.read(frame)
    assert corpus.messages["id"].to_list() == ["1", "x2", "row3"]
    assert formats.to_frame(corpus, unchanged(corpus)).columns == ["id", "text", "5"]


@pytest.mark.parametrize(
    ("series", "cells"),
    [
        (pl.Series([7.0, 7.5, None, float("nan")]), ["7", "7.5", None, "nan"]),
        (pl.Series([1e300]), ["1e+300"]),
        (pl.Series([True, None]), ["true", None]),
        (pl.Series(["a", None], dtype=pl.Categorical), ["a", None]),
        (pl.Series([b"caf\xc3\xa9"]), ["café"]),
        (pl.Series([[1, 2]]), ["[1, 2]"]),
        (pl.Series([{"ö": "é"}]), ['{"ö": "é"}']),
    ],
)
def test_cells_as_text(series: pl.Series, cells: list[str | None]) -> None:
    assert as_text(series) == cells


def test_a_frame_is_not_written_to_a_file() -> None:
    corpus = formats.read(FORUM)
    with pytest.raises(InputError, match="use to_frame"):
        formats.write(corpus, unchanged(corpus), "out.csv")


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(InputError, match="a list is no table; give a path or a frame"):
        formats.read([1, 2, 3])


def test_pandas_is_not_imported_for_nothing() -> None:
    lazily = "import sys, onym.formats; print({'pandas', 'openpyxl', 'pyarrow'} & {*sys.modules})"
    result = subprocess.run([sys.executable, "-c", lazily], capture_output=True, text=True)
    assert result.stdout.strip() == "set()"
