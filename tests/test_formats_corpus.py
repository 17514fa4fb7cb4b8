from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onym import formats
from onym.errors import InputError
from onym.formats.replies import link_replies, normal_ids
from onym.model import MESSAGE_COLUMNS
from rewriting import renamed, rewrite, unchanged

FARROW = """\
courseCategoryId,topicId,postId,postParentId,postUserId,postUserPseudonym,postCreationTime,postBody
S1,T1,10,0,12,u-12,2011-02-03 10:11:12,"Hi all,
Arthur"
S1,T1,11,10,43,u-43,2011-02-03 12:00:00,"Thanks Arthur, Mary"
S1,T1,12,11,12,u-12,2011-02-04 09:00:00,
"""


def write(tmp_path: Path, content: str, name: str = "forum.csv") -> Path:
    path = tmp_path / name
    path.write_text(content, newline="")
    return path


def test_the_papers_columns(tmp_path: Path) -> None:
    path = write(tmp_path, FARROW)
    corpus = formats.read(path)
    assert tuple(corpus.messages.columns) == MESSAGE_COLUMNS
    assert set(corpus.messages.dtypes) == {pl.String}
    assert corpus.messages.rows() == [
        ("10", None, "T1", "S1", "12", None, "2011-02-03 10:11:12", "Hi all,\nArthur"),
        ("11", "10", "T1", "S1", "43", "12", "2011-02-03 12:00:00", "Thanks Arthur, Mary"),
        ("12", "11", "T1", "S1", "12", "43", "2011-02-04 09:00:00", ""),
    ]
    assert corpus.source.columns["text"] == "postBody"
    assert list(corpus.participants) == ["12", "43"]
    assert corpus.notes == ()


def test_the_papers_columns_with_pseudonyms(tmp_path: Path) -> None:
    corpus = formats.read(write(tmp_path, FARROW))
    target = tmp_path / "out.csv"
    formats.write(corpus, renamed(corpus, {"12": "P1", "43": "P2"}, {"Arthur": "[P1]"}), target)
    after = FARROW.replace(",12,u-12,", ",P1,P1,").replace(",43,u-43,", ",P2,P2,")
    assert target.read_text() == after.replace("Arthur", "[P1]")


def test_essays_need_only_an_id_and_a_text(tmp_path: Path) -> None:
    corpus = formats.read(write(tmp_path, "id,text\ne1,My town\ne2,My dog\n"))
    assert corpus.messages.drop("id", "text").null_count().row(0) == (2,) * 6
    assert corpus.messages.select("id", "text").rows() == [("e1", "My town"), ("e2", "My dog")]
    assert corpus.participants == {}


def test_a_subject_is_remembered(tmp_path: Path) -> None:
    corpus = formats.read(write(tmp_path, "id,Title,text\n1,a,b\n"))
    assert corpus.source.columns["subject"] == "Title"


# What is wrong in a table, the ids and parents that come of it, and the note that says so.
REPLIES = [
    ("id,parent\n1,0\n2,1\n", [("1", None), ("2", "1")], []),
    ("id,parent\n1,\n2,null\n3,None\n4,-1\n5,NA\n", [(i, None) for i in "12345"], []),
    ("id,parent\n1,0.0\n2,1.0\n3,2\n", [("1", None), ("2", "1"), ("3", "2")], []),
    ("id,parent\n1.0,\n2.0,1\n3.0,2.0\n", [("1", None), ("2", "1"), ("3", "2")], []),
    ("id,parent\n0,\n1,0\n2,1\n", [("0", None), ("1", "0"), ("2", "1")], []),
    ("id,parent\n007,\n8, 007 \n", [("007", None), ("8", "007")], []),
    ("id,parent\n1,1\n", [("1", None)], []),
    (
        "id,parent\na,\nb,z\n",
        [("a", None), ("b", None)],
        ["row 3: message b answers z, which is not here; taken as a first message"],
    ),
    (
        "id,parent\n12,\n13,12\n12,13\n12,\n",
        [("12", None), ("13", "12"), ("12#2", "13"), ("12#3", None)],
        [
            "row 4: id 12 was already used in row 2; kept as 12#2",
            "row 5: id 12 was already used in row 2; kept as 12#3",
        ],
    ),
    (
        "id,parent\n12,\n12#2,12\n12,\n",
        [("12", None), ("12#2", "12"), ("12#3", None)],
        ["row 4: id 12 was already used in row 2; kept as 12#3"],
    ),
    (
        "id,parent\n1,\n,1\n3,\n",
        [("1", None), ("row3", "1"), ("3", None)],
        ["row 3: no id; kept as row3"],
    ),
    (
        "id,parent\n1,\n2,4\n3,2\n4,3\n5,4\n",
        [("1", None), ("2", None), ("3", "2"), ("4", "3"), ("5", "4")],
        ["row 3: messages 2, 3, 4 answer each other in a circle; 2 taken as a first message"],
    ),
]


@pytest.mark.parametrize(("content", "replies", "notes"), REPLIES)
def test_replies_are_put_right_and_noted(
    content: str, replies: list[tuple[str, str | None]], notes: list[str], tmp_path: Path
) -> None:
    lines = content.splitlines()
    path = write(
        tmp_path, "\n".join([f"{lines[0]},text", *(f"{line},hello" for line in lines[1:])])
    )
    corpus = formats.read(path)
    assert corpus.messages.select("id", "parent").rows() == replies
    assert list(corpus.notes) == notes
    assert rewrite(path) == path.read_bytes()


def test_rows_without_an_id_column_are_numbered(tmp_path: Path) -> None:
    corpus = formats.read(write(tmp_path, "author,text\nU1,a\nU2,b\n"))
    assert corpus.messages["id"].to_list() == ["1", "2"]
    assert corpus.notes == ("no id column: the messages are numbered 1 to 2",)


def test_many_notes_of_a_kind_are_cut_short(tmp_path: Path) -> None:
    corpus = formats.read(write(tmp_path, "id,parent,text\n" + "7,99,a\n" * 25))
    assert len(corpus.notes) == 22
    assert corpus.notes[10] == "... and 14 more like the last"


def test_one_may_answer_oneself(tmp_path: Path) -> None:
    corpus = formats.read(write(tmp_path, "id,parent,author,text\n1,,U1,a\n2,1,U1,b\n"))
    assert corpus.messages["parent_author"].to_list() == [None, "U1"]


def test_numeric_ids_do_not_split_a_person(tmp_path: Path) -> None:
    corpus = formats.read(write(tmp_path, "id,author,text\n1,7,a\n2,7.0,b\n3,,c\n"))
    assert corpus.messages["author"].to_list() == ["7", "7", None]
    assert list(corpus.participants) == ["7"]


IDS = st.sampled_from(["1", "2", "3", "4", "5", "9", "", "0"]) | st.none()


@given(st.lists(st.tuples(IDS, IDS), min_size=1, max_size=9))
def test_replies_always_lead_to_a_first_message(rows: list[tuple[str | None, str | None]]) -> None:
    ids, parents = normal_ids([a for a, _ in rows]), normal_ids([b for _, b in rows])
    replies = link_replies(ids, parents, range(1, len(rows) + 1))
    assert len(set(replies.ids)) == len(rows)
    above = dict(zip(replies.ids, replies.parents, strict=True))
    for start in replies.ids:
        steps, row = 0, above[start]
        while row is not None:
            steps, row = steps + 1, above[row]
            assert steps <= len(rows)


def test_the_users_columns_and_format(tmp_path: Path) -> None:
    path = write(tmp_path, "nr\twer\twas\n1\tU1\ta, b\n", "forum.dat")
    corpus = formats.read(path, columns={"id": "nr", "author": "wer", "text": "was"}, format="tsv")
    assert corpus.messages.select("id", "author", "text").rows() == [("1", "U1", "a, b")]
    with pytest.raises(InputError, match=r"there is no format odt; use one of: .*parquet, xlsx"):
        formats.read(path, format="odt")


def test_two_columns_that_could_be_the_text(tmp_path: Path) -> None:
    corpus = formats.read(write(tmp_path, "id,message,body\n1,a,b\n"))
    assert corpus.messages["text"].to_list() == ["b"]
    assert corpus.notes == (
        "columns body and message could each be the text; took body",
        "not known to Onym, left out: message; to copy one give --columns keep=message, to have "
        "names in it replaced --columns text_2=message, to copy all --unknown keep",
    )


def test_the_source_is_not_overwritten(tmp_path: Path) -> None:
    path = write(tmp_path, "id,text\n1,a\n")
    corpus = formats.read(path)
    with pytest.raises(InputError, match="is the source itself; write to another file"):
        formats.write(corpus, unchanged(corpus), path)


def test_rows_of_another_corpus_are_refused(tmp_path: Path) -> None:
    corpus = formats.read(write(tmp_path, "id,text\n1,a\n2,b\n"))
    other = formats.read(write(tmp_path, "id,text\n2,a\n1,b\n"))
    with pytest.raises(InputError, match="are not those of this corpus"):
        formats.write(corpus, unchanged(other), tmp_path / "out.csv")


UNREADABLE = {
    "an empty file": ("forum.csv", b"", "is empty"),
    "a file of blank lines": ("forum.csv", b"\n \n", "is empty"),
    "only a mark": ("forum.csv", b"\xef\xbb\xbf", "is empty"),
    "an empty JSONL": ("forum.jsonl", b"\n", "is empty"),
    "a header alone": ("forum.csv", b"id,text\n", "has no rows"),
    "a NUL byte": ("forum.csv", b"id,text\n1,Mary\0\n", "holds a NUL byte at line 2"),
    "binary junk": ("forum.csv", bytes(range(1, 32)) * 9 + b"Mary", "is no text file"),
    "an old workbook": ("forum.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "old Office program"),
    "half of UTF-16": ("forum.csv", b"\xff\xfei\0d\0,", "is broken utf-16-le at byte 6"),
    "no text column": ("forum.csv", b"id,tekst\n1,Mary\n", "no column for the text; found: id, t"),
    "no header": ("forum.csv", b"1,Mary Poe\n2,Mary Poe\n", "no column name that Onym knows"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_cannot_be_read_is_said_in_one_line(case: str, tmp_path: Path) -> None:
    name, content, problem = UNREADABLE[case]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=problem) as caught:
        formats.read(tmp_path / name)
    assert "\n" not in str(caught.value)
    assert "Mary" not in str(caught.value)
    assert name in str(caught.value)


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent\.csv does not exist"):
        formats.read(tmp_path / "absent.csv")
    with pytest.raises(InputError, match="is a folder"):
        formats.read(tmp_path)


def test_how_to_name_the_text_column_is_said(tmp_path: Path) -> None:
    path = write(tmp_path, "id,tekst\n1,a\n")
    with pytest.raises(InputError, match=r"--columns text=NAME, or .* \[columns\] in onym\.toml"):
        formats.read(path)


@given(st.binary(max_size=60))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_bytes_are_read_or_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "forum.csv"
    path.write_bytes(b"id,text\n" + content)
    try:
        corpus = formats.read(path)
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert rewrite(path) == path.read_bytes()
        assert corpus.messages.height > 0
