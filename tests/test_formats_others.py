"""Columns of a table that are not ours: which stay, which go, and how a user says otherwise."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exports import ODS, _ods_row
from onym import formats
from onym.errors import InputError
from onym.formats.others import Judge, asides, part
from onym.line import start
from onym.model import Policy
from onym.policy import parse_columns
from rewriting import KEEP_ALL, renamed

HOLDS = [
    ("flag", ["true", "False", "", "TRUE"], "yes or no"),
    ("wordCount", ["12", "7", "", "1043"], "number"),
    ("score", ["0.5", "-3,25", "1e-4", "87 %"], "number"),
    ("modifiedAt", ["2020-01-02", "2020-01-02 10:11:12", ""], "time"),
    ("date_modified", ["2020-01-02", "2020-01-02T10:11:12Z", ""], "time"),
    ("updated", ["1700000000", "1700000000123", "1700000001.5"], "time"),
    ("rootPostId", ["12", "p-13", "507f1f77bcf86cd799439011"], "id"),
    ("nothing", ["", "  ", ""], "empty"),
    # What has letters in it may be anything at all.
    ("genre", ["letter", "letter", "review"], "unknown"),
    ("mood", ["ok", "2", "3"], "unknown"),
    ("tags", ["[1, 2]", "[]"], "unknown"),
    # Numbers that may tell of somebody, by their length or by the name of the column.
    ("contact", ["46701234567", "46701234568"], "unknown"),
    ("mobile", ["123456", "123457"], "unknown"),
    ("birthYear", ["1994", "1995"], "unknown"),
    ("age", ["19", "20"], "unknown"),
    ("date_of_birth", ["1994-04-21", "1995-04-21"], "unknown"),
    ("since", ["1994-04-21", "1995-04-21"], "unknown"),
    ("graderId", ["17", "18"], "unknown"),
    ("studentNumber", ["4711", "4712"], "unknown"),
    # Mary's own code, and nobody else's.
    ("reg", ["4711", "4712", "4711", "4713"], "unknown"),
]


@pytest.mark.parametrize(("name", "cells", "holds"), HOLDS, ids=[each[0] for each in HOLDS])
def test_what_a_column_holds(name: str, cells: list[str], holds: str) -> None:
    judge = Judge([name], [], [])
    judge.look(lambda _: [*cells], [*("mary", "ann", "mary", "eve")[: len(cells)]])
    assert judge.roles() == {name: holds}


def test_a_number_of_four_digits_that_people_share_is_nobodys() -> None:
    judge = Judge(["points"], [], [])
    judge.look(lambda _: ["1200", "1200", "1300"], ["mary", "ann", "mary"])
    assert judge.roles() == {"points": "number"}


@settings(max_examples=50, deadline=None)
@given(cells=st.lists(st.sampled_from(["", "1", "22", "x", "2020-01-02"])), cut=st.integers(0, 5))
def test_in_pieces_a_column_holds_the_same(cells: list[str], cut: int) -> None:
    names = ["n", "date"]
    authors = [str(place % 3) for place in range(len(cells))]
    whole, pieces = Judge(names, [], []), Judge(names, [], [])
    whole.look(lambda _: [*cells], [*authors])
    for piece in (slice(0, cut), slice(cut, None)):
        pieces.look(lambda _, piece=piece: [*cells[piece]], [*authors[piece]])  # type: ignore[misc]
    assert pieces.roles() == whole.roles()


def test_columns_can_be_named_more_than_once() -> None:
    given = parse_columns("text=body,text=notes,keep=genre,keep=grade")
    assert given == {"text": "body", "text_2": "notes", "keep": "genre", "keep_2": "grade"}
    assert part(given) == ({"text": "body"}, ("genre", "grade"), ("notes",))


def test_what_stands_in_other_columns_is_named_by_its_row() -> None:
    told = asides(lambda name: [f"{name} 1", "", f"{name} 2"], ["a", "b"], 11)
    assert [each.id for each in told] == ["11/a", "13/a", "11/b", "13/b"]


ROWS = {
    "id": ["1", "2"],
    "userid": ["7", "8"],
    "fullname": ["Mary Poe", "Ann Lee"],
    "message": ["Hi Ann", "Hi Mary"],
    "words": ["2", "2"],
    "genre": ["letter", "review"],
    "remark": ["Mary Poe was late", "so was Mary"],
}


def csv_of(path: Path) -> Path:
    pl.DataFrame(ROWS).write_csv(path)
    return path


def tsv_of(path: Path) -> Path:
    pl.DataFrame(ROWS).write_csv(path, separator="\t")
    return path


def jsonl_of(path: Path) -> Path:
    rows = ({**row, "nested": {"by": "Mary"}} for row in pl.DataFrame(ROWS).to_dicts())
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def parquet_of(path: Path) -> Path:
    frame = pl.DataFrame(ROWS).with_columns(pl.col("words").cast(int), by=pl.struct("remark"))
    frame.write_parquet(path)
    return path


def xlsx_of(path: Path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append([*ROWS])
    for row in zip(*ROWS.values(), strict=True):
        sheet.append([*row, "Mary without a title"])
    sheet["E2"].comment = openpyxl.comments.Comment("ask Mary", "Mary Poe")
    sheet["E3"] = '=IF(C3="Mary Poe",1,0)'
    book.create_sheet("Mary's sheet").append(["Mary", "Poe"])
    book.properties.title = "The course of Mary Poe"
    book.save(path)
    return path


def ods_of(path: Path) -> Path:
    rows = [[*ROWS], *([*row] for row in zip(*ROWS.values(), strict=True))]
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    remark = "<office:annotation><text:p>ask Mary</text:p></office:annotation>"
    table = "".join(map(_ods_row, rows)).replace(
        "<text:p>2</text:p>", f"{remark}<text:p>2</text:p>", 1
    )
    other = f'<table:table table:name="Mary">{_ods_row(["Mary Poe"])}</table:table>'
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", ODS)
        archive.writestr(
            "content.xml",
            f"<office:document-content {spaces}><office:body><office:spreadsheet>"
            f'<table:table table:name="posts">{table}</table:table>{other}'
            "</office:spreadsheet></office:body></office:document-content>",
        )
        archive.writestr("Pictures/mary.txt", "Mary Poe")
    return path


def parts_of(path: Path) -> Path:
    path.mkdir()
    csv_of(path / "part-0.csv")
    return path


BUILDERS: dict[str, Callable[[Path], Path]] = {
    "forum.csv": csv_of,
    "forum.tsv": tsv_of,
    "forum.jsonl": jsonl_of,
    "forum.parquet": parquet_of,
    "forum.xlsx": xlsx_of,
    "forum.ods": ods_of,
    "folder": parts_of,
}
PSEUDONYMS = {"7": "P1", "8": "P2"}
NAMES = {"Mary": "[P1]", "Ann": "[P2]"}


def everything(path: Path) -> bytes:
    """The bytes of a file, unpacked, or of all files of a folder."""
    if path.is_dir():
        return b"".join(each.read_bytes() for each in path.iterdir())
    if not zipfile.is_zipfile(path):
        return path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        return b"".join(name.encode() + archive.read(name) for name in archive.namelist())


@pytest.mark.parametrize("name", BUILDERS)
def test_what_is_not_understood_goes_unless_it_is_kept(name: str, tmp_path: Path) -> None:
    path = BUILDERS[name](tmp_path / name)
    corpus = formats.read(path)
    unknown = {field for field, role in corpus.source.fields.items() if role == "unknown"}
    assert unknown >= {"genre", "remark"} and corpus.source.fields["words"] == "number"
    assert any(note.startswith("not known to Onym, left out: ") for note in corpus.notes)
    new = renamed(corpus, PSEUDONYMS, NAMES)
    formats.write(corpus, new, tmp_path / f"new {name}")
    assert b"Mary" not in everything(tmp_path / f"new {name}")
    again = formats.read(tmp_path / f"new {name}")
    assert again.messages["text"].to_list() == ["Hi [P2]", "Hi [P1]"]
    assert {again.source.fields[field] for field in ("genre", "remark")} == {"empty"}
    assert formats.column(again, "words") == formats.column(corpus, "words")
    formats.write(corpus, new, tmp_path / f"kept {name}", KEEP_ALL)
    kept = formats.read(tmp_path / f"kept {name}")
    assert formats.column(kept, "genre") == ROWS["genre"]
    assert formats.column(kept, "remark") == ROWS["remark"]


@pytest.mark.parametrize("name", ["forum.csv", "forum.jsonl", "forum.parquet", "forum.xlsx"])
def test_single_columns_can_be_kept(name: str, tmp_path: Path) -> None:
    corpus = formats.read(BUILDERS[name](tmp_path / name), columns={"keep": "Genre"})
    formats.write(corpus, renamed(corpus, PSEUDONYMS, NAMES), tmp_path / f"new {name}")
    again = formats.read(tmp_path / f"new {name}")
    assert formats.column(again, "genre") == ROWS["genre"]
    assert again.source.fields["remark"] == "empty"


def test_a_frame_has_its_other_columns_empty_in_their_own_type() -> None:
    frame = pl.DataFrame({"userid": [7], "text": ["Hi"], "tags": [["Mary"]], "n": [3]})
    corpus = formats.read(frame)
    written = formats.to_frame(corpus, renamed(corpus, {"7": "P1"}))
    assert written.rows() == [("P1", "Hi", None, 3)]
    assert written.schema["tags"] == pl.List(pl.String)
    kept = formats.to_frame(corpus, renamed(corpus, {"7": "P1"}), KEEP_ALL)
    assert kept["tags"].to_list() == [["Mary"]]


@pytest.mark.parametrize("spool", [True, False])
@pytest.mark.parametrize("name", ["forum.csv", "forum.jsonl", "forum.parquet", "folder"])
def test_names_are_replaced_in_further_texts(name: str, spool: bool, tmp_path: Path) -> None:
    path = BUILDERS[name](tmp_path / name)
    (tmp_path / "spool").mkdir()
    columns = {"text_2": "remark"}
    corpus = formats.read(path, columns=columns, spool=tmp_path / "spool" if spool else None)
    assert corpus.asides is not None
    assert corpus.asides.select("id", "author", "text").rows() == [
        ("1/remark", "7", "Mary Poe was late"),
        ("2/remark", "8", "so was Mary"),
    ]
    line = start(tmp_path / "out", path, {"columns": columns, "seed": 1})
    line.find()
    done = line.apply()
    again = formats.read(line.shared_file, columns=columns)
    said = done.pseudonyms["7"]
    assert formats.column(again, "remark") == [f"[{said}] was late", f"so was [{said}]"]
    assert again.source.fields["genre"] == "empty"


def test_a_column_that_is_not_there_cannot_be_kept(tmp_path: Path) -> None:
    path = csv_of(tmp_path / "forum.csv")
    with pytest.raises(InputError, match="there is no column mood for keep; found: id, userid"):
        formats.read(path, columns={"keep": "mood"})
    with pytest.raises(InputError, match=r"use one of: id, .*, subject, keep, text_2"):
        formats.read(path, columns={"author_first_name": "fullname"})


def test_a_column_of_ours_may_be_kept_as_it_is(tmp_path: Path) -> None:
    corpus = formats.read(csv_of(tmp_path / "forum.csv"), columns={"keep": "fullname"})
    assert corpus.source.fields["fullname"] == "kept"
    formats.write(corpus, renamed(corpus, PSEUDONYMS), tmp_path / "new.csv", Policy())
    assert formats.column(formats.read(tmp_path / "new.csv"), "fullname") == ROWS["fullname"]


def test_ids_that_tell_of_somebody_get_codes_and_links_stay(tmp_path: Path) -> None:
    source, roster = tmp_path / "list.csv", tmp_path / "class.csv"
    source.write_text(
        "id,parent,thread,author,text\n"
        "<1@poe.example>,,week1,U1,Hello all\n"
        "<2@roe.example>,<1@poe.example>,week1,U2,Hi Mary\n"
        "17,<2@roe.example>,about mary,U1,Thanks\n"
    )
    roster.write_text("id,name\nU1,Mary Poe\nU2,Jane Roe\n")
    job = start(tmp_path / "out", source, {"roster": roster})
    job.find()
    job.apply()
    assert not job.check()
    rows = pl.read_csv(job.shared_file, infer_schema=False).rows()
    ids, parents, threads, *_ = zip(*rows, strict=True)
    assert parents[1:] == ids[:2]
    assert ids[2] == "17"
    assert threads[:2] == ("week1", "week1")
    assert not any("mary" in cell or "@" in cell for cell in (*ids, *threads))
