from __future__ import annotations

import csv
import io
import time
from pathlib import Path
from typing import Literal

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onym import formats
from onym.errors import InputError
from onym.formats.records import DELIMITERS
from onym.model import Replaced
from rewriting import KEEP_ALL, renamed, rewrite, unchanged

# One row each: how the file begins, and the columns and texts read from it.
DIALECTS = [
    ("id,text\n1,Hi Mary\n", ["Hi Mary"]),
    ("id;text\r\n1;Hi, Mary, and Ann\r\n", ["Hi, Mary, and Ann"]),
    ("id\ttext\n1\tHi; a, b | c\n", ["Hi; a, b | c"]),
    ("id|text\n1|Hi\n2|Ho\n", ["Hi", "Ho"]),
    ('id,text\n1,"Hi; there; Mary"\n2,"a; b; c"\n', ["Hi; there; Mary", "a; b; c"]),
    ('id,text\n1,"He said ""hi"",\nand left"\n', ['He said "hi",\nand left']),
    ('id,text\n1,"two\r\nlines"\r\n', ["two\r\nlines"]),
    ('id,text\n1,a 5" disk\n', ['a 5" disk']),
    ("sep=;\nid;text\n1;Hi, Mary\n", ["Hi, Mary"]),
    ("id,text\r1,old\r2,Macintosh\r", ["old", "Macintosh"]),
    ("id,text\n\n1,Hi\n\n,\n2,\n", ["Hi", ""]),
    ("text\nHi, Mary; or | Ann\n", ["Hi, Mary; or | Ann"]),
    ('text\n"Hi" said Mary\n', ['"Hi" said Mary']),
    ("text\nHi Mary\n\nBye\n", ["Hi Mary", "Bye"]),
    ("\n id , text \n1,spaced header\n", ["spaced header"]),
    ('id\ttext\n1\t"Hi" said Mary\n2\tOh "well\n', ['"Hi" said Mary', 'Oh "well']),
    ("id,text\n1,Ünï ✓\n", ["Ünï ✓"]),
]


@pytest.mark.parametrize(("content", "texts"), DIALECTS)
def test_dialects_are_recognised_and_kept(content: str, texts: list[str], tmp_path: Path) -> None:
    path = tmp_path / "forum.csv"
    path.write_bytes(content.encode())
    assert formats.read(path).messages["text"].to_list() == texts
    assert rewrite(path) == content.encode()


ENCODINGS = {
    "UTF-8": "id,text\n1,Zoë\n".encode(),
    "UTF-8 with its mark": b"\xef\xbb\xbf" + "id,text\n1,Zoë\n".encode(),
    "UTF-16 little end first": b"\xff\xfe" + "id,text\n1,Zoë\n".encode("utf-16-le"),
    "UTF-16 big end first": b"\xfe\xff" + "id,text\n1,Zoë\n".encode("utf-16-be"),
    "Windows-1252": "id,text\n1,Zoë\n".encode("cp1252"),
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_encodings_are_recognised_and_kept(name: str, tmp_path: Path) -> None:
    path = tmp_path / "forum.csv"
    path.write_bytes(ENCODINGS[name])
    corpus = formats.read(path)
    assert corpus.messages.rows()[0][0] == "1"
    assert corpus.messages["text"].to_list() == ["Zoë"]
    assert rewrite(path) == ENCODINGS[name]
    target = tmp_path / "changed.csv"
    formats.write(corpus, renamed(corpus, {}, {"Zo": "Chlo"}), target, KEEP_ALL)
    assert formats.read(target).messages["text"].to_list() == ["Chloë"]
    assert formats.read(target).notes == corpus.notes
    assert bool(corpus.notes) == (name == "Windows-1252")


def test_mixed_encodings_are_read_line_by_line_and_keep_their_bytes(tmp_path: Path) -> None:
    rows = [
        b"id,author,text",
        "1,U1,Zoë – 東京".encode(),
        "2,U2,“Zoë” – €".encode("cp1252"),
        b"3,U3,undefined \x81\x9d here",
        "4,U4,plain Ann".encode("cp1252"),
        b'5,U5,"' + "東京\n".encode() + 'Zoë"'.encode("cp1252"),
    ]
    path = tmp_path / "forum.csv"
    path.write_bytes(b"\n".join(rows))
    corpus = formats.read(path)
    texts = ["Zoë – 東京", "“Zoë” – €", "undefined \x81\x9d here", "plain Ann", "東京\nZoë"]
    assert corpus.messages["text"].to_list() == texts
    assert corpus.notes == ("UTF-8 and Windows-1252 are mixed; read as Windows-1252: rows 3, 4, 6",)
    assert rewrite(path) == path.read_bytes()
    target = tmp_path / "changed.csv"
    formats.write(corpus, renamed(corpus, {}, {"Zo": "Chlo"}), target, KEEP_ALL)
    assert target.read_bytes() == path.read_bytes().replace(b"Zo", b"Chlo")


def test_a_character_that_windows_1252_lacks_is_refused_with_its_row(tmp_path: Path) -> None:
    path = tmp_path / "forum.csv"
    path.write_bytes("id,text\n1,Zoë\n2,Ann\n".encode("cp1252"))
    corpus = formats.read(path)
    with pytest.raises(InputError, match="row 3: the new text needs characters that Windows-1252"):
        formats.write(corpus, renamed(corpus, {}, {"Ann": "Łucja"}), tmp_path / "out.csv")


def test_only_changed_fields_are_quoted_anew(tmp_path: Path) -> None:
    before = (
        "id;author;text;seen\r\n"
        '"1";U1;Hi Mary;"yes"\r\n'
        '2;"U2";"Hi ""Mary""";no\n'
        "\r\n"
        '3;U1;Bye;"a\nb"'
    )
    after = (
        "id;author;text;seen\r\n"
        '"1";P1;"Hi [P2]; dear";"yes"\r\n'
        '2;"P2";"Hi ""[P2]; dear""";no\n'
        "\r\n"
        '3;P1;Bye;"a\nb"'
    )
    path = tmp_path / "forum.csv"
    path.write_bytes(before.encode())
    corpus = formats.read(path)
    target = tmp_path / "out.csv"
    formats.write(
        corpus, renamed(corpus, {"U1": "P1", "U2": "P2"}, {"Mary": "[P2]; dear"}), target, KEEP_ALL
    )
    assert target.read_bytes() == after.encode()


BROKEN = [
    ("id,text\n1,a\n2,b,c\n", "row 3 has 3 fields where the header has 2"),
    ('id,text\n1,"a\nb"\n2\n', "row 3 has 1 fields where the header has 2"),
    ('id,text\n1,"a\nb"\n2,"never closed\n3,c\n', r"row 3 \(line 4\) opens a quote that is never"),
    ('id,text\n1,"a" b\n2,c\n', r"row 2 \(line 2\) goes on after a closing quote"),
    ('id,text\n1,"Mary\n2,"b"\n', r"row 2 \(line 2\) goes on after a closing quote"),
    ("id\ttext\n1\ta\nb\n", "row 3 has 1 fields"),
]


@pytest.mark.parametrize(("content", "problem"), BROKEN)
def test_broken_rows_are_named(content: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "forum.csv"
    path.write_bytes(content.encode())
    with pytest.raises(InputError, match=problem) as caught:
        formats.read(path)
    assert "\n" not in str(caught.value)
    assert "Mary" not in str(caught.value)


PIECES = st.text(
    st.sampled_from("ab,;\t|\"'\r\n ÅŽé✓\U0001f600[]=#\ufeff\u2028\x0b\x85"), max_size=12
)


@st.composite
def tables(draw: st.DrawFn) -> bytes:
    """A nasty CSV that is well formed all the same."""
    delimiter = draw(st.sampled_from(DELIMITERS))
    width = draw(st.integers(1, 4))
    header = [*draw(st.permutations(["id", "text", "author", "score"]))[:width]]
    if "text" not in header:
        header[0] = "text"
    content = delimiter.join(header)
    for _ in range(draw(st.integers(1, 5))):
        content += draw(st.sampled_from(["\n", "\r\n", "\n\n"]))
        content += delimiter.join(draw(fields(delimiter)) for _ in header)
    content += draw(st.sampled_from(["", "\n", "\r\n"]))
    mark, codec = draw(
        st.sampled_from([("", "utf-8"), ("\ufeff", "utf-8"), ("\ufeff", "utf-16-le")])
    )
    return (mark + content).encode(codec)


@st.composite
def fields(draw: st.DrawFn, delimiter: str) -> str:
    """A field, quoted when it must be and sometimes when it need not."""
    value = draw(PIECES)
    special = any(character in value for character in (delimiter, "\n", "\r"))
    if special or value.startswith('"') or not value.strip() or draw(st.booleans()):
        return '"' + value.replace('"', '""') + '"'
    return value


@given(tables())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_replacing_nothing_changes_no_byte(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "forum.csv"
    path.write_bytes(content)
    assert rewrite(path) == content


@given(tables(), PIECES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_replacing_all_texts_changes_them_alone(tmp_path: Path, content: bytes, new: str) -> None:
    path, target = tmp_path / "forum.csv", tmp_path / "out.csv"
    path.write_bytes(content)
    corpus = formats.read(path)
    texts = pl.lit(new).alias("text")
    everything = unchanged(corpus).messages.with_columns(texts)
    formats.write(corpus, Replaced(everything, (), {}), target, KEEP_ALL)
    again = formats.read(target)
    assert again.messages["text"].to_list() == [new] * corpus.messages.height
    assert again.messages.drop("text").equals(corpus.messages.drop("text"))
    before, after = (
        formats.to_frame(corpus, unchanged(corpus), KEEP_ALL),
        formats.to_frame(again, unchanged(again), KEEP_ALL),
    )
    assert after.drop("text").equals(before.drop("text"))


ROWS = st.lists(st.tuples(PIECES, PIECES), min_size=2, max_size=6)


@given(ROWS, st.sampled_from(DELIMITERS), st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_what_the_csv_module_writes_is_read_as_it_was(
    tmp_path: Path, rows: list[tuple[str, str]], delimiter: str, quoting: Literal[0, 1]
) -> None:
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter, quoting=quoting)
    writer.writerows([("id", "text", "score"), *((f"m{n}", *row) for n, row in enumerate(rows))])
    path = tmp_path / "forum.csv"
    path.write_bytes(file.getvalue().encode())
    corpus = formats.read(path)
    assert corpus.messages["text"].to_list() == [text for text, _ in rows]
    assert formats.to_frame(corpus, unchanged(corpus), KEEP_ALL)["score"].to_list() == [
        s for _, s in rows
    ]


def test_reading_is_fast_enough(tmp_path: Path) -> None:
    path = tmp_path / "forum.csv"
    rows = [
        f'{n},{n - 1},t{n % 9},U{n % 99},"Hi ""all"", {"some words " * 30}"' for n in range(9000)
    ]
    path.write_text("id,parent,thread,author,text\n" + "\n".join(rows))
    start = time.process_time()
    formats.read(path)
    seconds = time.process_time() - start
    # Ten times slower than measured, for machines that are busy.
    assert path.stat().st_size / seconds > 1_500_000
