"""A folder of tables is one corpus, read and written file by file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

import onym
from onym.errors import InputError
from onym.formats import FORMATS, column
from onym.formats import read as read_corpus
from onym.model import Entry, Mapping, Policy

ROWS = [
    {"id": "1", "thread": "a", "author": "u1", "likes": "3", "text": "Hi Tom,\nthanks. Ada"},
    {"id": "2", "thread": "a", "author": "u2", "likes": "0", "text": "You are welcome, Ada.\nTom"},
    {"id": "3", "thread": "b", "author": "u1", "likes": "7", "text": "Nobody here.\nAda"},
]
MAPPING = Mapping((Entry("u1", "Ada"), Entry("u2", "Tom")))
POLICY = Policy(style="id")
AFTER = ["Hi [u2],\nthanks. [u1]", "You are welcome, [u1].\n[u2]", "Nobody here.\n[u1]"]


def parquet(file: Path, rows: list[dict[str, str]]) -> None:
    pl.DataFrame(rows).write_parquet(file.with_suffix(".parquet"))


def csv(file: Path, rows: list[dict[str, str]]) -> None:
    pl.DataFrame(rows).write_csv(file.with_suffix(".csv"))


def jsonl(file: Path, rows: list[dict[str, str]]) -> None:
    lines = [json.dumps(row) + "\n" for row in rows]
    file.with_suffix(".json").write_text("".join(lines), "utf-8")


KINDS = {"parquet": parquet, "csv": csv, "jsonl": jsonl}


@pytest.fixture(params=KINDS)
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Two tables as Spark leaves them, with its notes beside them."""
    write: Callable[[Path, list[dict[str, str]]], None] = KINDS[request.param]
    made = tmp_path / "forum"
    made.mkdir()
    write(made / "part-00000", ROWS[:2])
    write(made / "part-00001", ROWS[2:])
    (made / "_SUCCESS").touch()
    (made / ".part-00000.crc").write_bytes(b"\0")
    return made


def texts(folder: Path) -> list[str]:
    return [row["text"] for row in table(folder)]


def table(folder: Path) -> list[dict[str, str]]:
    read: dict[str, Callable[[Path], pl.DataFrame]]
    read = {".parquet": pl.read_parquet, ".csv": pl.read_csv, ".json": pl.read_ndjson}
    return [
        row
        for file in sorted(folder.iterdir())
        for row in read[file.suffix](file).cast(pl.String).iter_rows(named=True)
    ]


@pytest.mark.parametrize("piled", [False, True])
def test_a_folder_is_read_and_written_as_one(folder: Path, tmp_path: Path, piled: bool) -> None:
    corpus = read_corpus(folder, spool=tmp_path if piled else None)
    assert corpus.source.format == "parts"
    assert corpus.messages["text"].to_list() == [row["text"] for row in ROWS]
    replaced = onym.replace(corpus, MAPPING, POLICY)
    onym.write(corpus, replaced, tmp_path / "shared")
    assert texts(tmp_path / "shared") == AFTER
    kept = [{**row, "text": ""} for row in ROWS]
    assert [{**row, "text": ""} for row in table(tmp_path / "shared")] == kept
    assert len(list((tmp_path / "shared").iterdir())) == 2


def test_where_nothing_is_replaced_every_file_is_as_it_was(folder: Path, tmp_path: Path) -> None:
    corpus = onym.read(folder)
    onym.write(corpus, onym.replace(corpus, Mapping(), POLICY), tmp_path / "shared")
    for file in (tmp_path / "shared").iterdir():
        assert file.read_bytes() == (folder / file.name).read_bytes()


def test_file_names_do_not_tell(folder: Path, tmp_path: Path) -> None:
    for file in sorted(folder.glob("part*")):
        file.rename(folder / f"ada poe {file.name}")
    corpus = onym.read(folder)
    onym.write(corpus, onym.replace(corpus, MAPPING, POLICY), tmp_path / "shared")
    assert [file.stem for file in sorted((tmp_path / "shared").iterdir())] == ["1", "2"]


def test_other_columns_can_be_asked_for(folder: Path) -> None:
    assert column(onym.read(folder), "likes") == ["3", "0", "7"]


def test_a_column_that_nobody_has_judged_is_refused(tmp_path: Path) -> None:
    csv(tmp_path / "a", ROWS)
    csv(tmp_path / "b", [{**ROWS[0], "name": "Ada Poe"}])
    with pytest.raises(InputError, match=r"b\.csv has columns that the first file lacks: name$"):
        onym.read(tmp_path)


def test_json_may_leave_out_what_is_empty(tmp_path: Path) -> None:
    jsonl(tmp_path / "a", ROWS)
    jsonl(tmp_path / "b", [{"id": "4", "text": "Tom was here."}])
    corpus = onym.read(tmp_path)
    assert corpus.messages["author"].to_list() == ["u1", "u2", "u1", None]
    onym.write(corpus, onym.replace(corpus, MAPPING, POLICY), tmp_path / "shared")
    assert (tmp_path / "shared" / "b.json").read_text("utf-8").count("[u2] was here.") == 1


@pytest.mark.parametrize("name", ["notes.txt", "roster.xlsx", "deeper/part.csv"])
def test_a_folder_with_anything_else_is_not_taken_for_one(tmp_path: Path, name: str) -> None:
    csv(tmp_path / "a", ROWS)
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("x", "utf-8")
    assert not FORMATS["parts"].recognise(tmp_path, b"")
