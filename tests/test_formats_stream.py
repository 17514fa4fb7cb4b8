"""Files too large for memory: read, written and measured piece by piece."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exports import unchanged
from onym import formats
from onym.disk.spool import mapped, relax, spooling
from onym.errors import InputError
from onym.formats.encoding import Decoding, decode
from onym.formats.pile import ROWS, SIZE
from onym.formats.records import Dialect, Malformed, Record, records
from onym.model import Corpus, Policy, Replaced

LONG = "A word from Quillon. " * (SIZE // 300)
"""A text of which a few make a piece."""


def csv_of(path: Path, rows: int = ROWS + 500) -> Path:
    """Many short rows, some in quotes over several lines."""
    lines = ["\ufeffid;parent;userid;fullname;note;message"]
    for row in range(1, rows):
        said = f'"Dear Quillon,\r\n""yes""; {row}"' if row % 3 else f"No. {row}"
        lines.append(f"{row};{row // 2 or ''};{row % 50};Quillon Vex{row % 50};x;{said}")
    path.write_text("\r\n".join(lines) + "\r\n\r\n", encoding="utf-8", newline="")
    return path


def tsv_of(path: Path) -> Path:
    """Quotes that are just characters, and bytes of Windows-1252 far down."""
    rows = [f'{row}\tu{row % 7}\tShe said "{row}, and no more' for row in range(ROWS + 20)]
    text = "id\tuser\ttext\n" + "\n".join(rows)
    path.write_bytes(text.encode() + "\n99999\tu1\tGöran och Åsa".encode("cp1252"))
    return path


def jsonl_of(path: Path, rows: int = ROWS + 500) -> Path:
    """Lines of which the last has a key of its own."""
    records = [{"id": row, "user": f"u{row % 9}", "text": f"Hej då {row}"} for row in range(rows)]
    records.append({"id": "last", "user": "u1", "text": "Quillon", "title": "The end"})
    path.write_text("\n\n".join(json.dumps(r, ensure_ascii=r["id"] == 0) for r in records))
    return path


def mongo_of(path: Path, texts: int = 40, said: str = LONG) -> Path:
    """Long comments with former versions that are as long."""
    with path.open("w") as file:
        for row in range(texts):
            record = {
                "_id": {"$oid": f"{row:024x}"},
                "_type": "Comment" if row else "CommentThread",
                "author_id": str(row % 5 + 1),
                "author_username": f"quillon{row % 5}",
                "body": f"{row} {said}",
                "comment_thread_id": {"$oid": "0" * 24},
                "edit_history": [{"original_body": f"Before {row}: {said}"}],
            }
            file.write(json.dumps(record) + "\n")
    return path


def mbox_of(path: Path, texts: int = 30, said: str = LONG) -> Path:
    """Long messages, each in plain text and in HTML."""
    with path.open("w") as file:
        for row in range(texts):
            file.write(
                f"From quillon{row % 5}@quillmere.example Thu Jan  2 10:{row:02}:11 2020\n"
                f"From: Quillon Vex{row % 5} <quillon{row % 5}@quillmere.example>\n"
                f"Message-ID: <{row}@quillmere.example>\n"
                + (f"In-Reply-To: <{row // 2}@quillmere.example>\n" if row else "")
                + f"Subject: number {row}\nMIME-Version: 1.0\n"
                'Content-Type: multipart/alternative; boundary="==="\n\n'
                f"--===\nContent-Type: text/plain\n\n{row} {said}\n"
                f"--===\nContent-Type: text/html\n\n<p>{row} {said}</p>\n--===--\n\n"
            )
    return path


LARGE: dict[str, Callable[[Path], Path]] = {
    "forum.csv": csv_of,
    "forum.tsv": tsv_of,
    "forum.jsonl": jsonl_of,
    "forum.mongo": mongo_of,
    "list.mbox": mbox_of,
}


def spooled(path: Path, spool: Path) -> Corpus:
    spool.mkdir()
    return formats.read(path, spool=spool)


def renamed(corpus: Corpus) -> Replaced:
    """Everybody under a pseudonym, in the texts too."""
    given = {who: f"P{place}" for place, who in enumerate(corpus.participants, 1)}
    people = pl.col("author", "parent_author").replace(given)
    texts = pl.col("text").str.replace_all("Quillon", "[P1]", literal=True)
    asides = None if corpus.asides is None else corpus.asides.with_columns(texts)
    return Replaced(corpus.messages.with_columns(people, texts), (), given, asides=asides)


@pytest.mark.parametrize("name", LARGE)
def test_in_pieces_a_file_says_and_becomes_the_same(name: str, tmp_path: Path) -> None:
    path = LARGE[name](tmp_path / name)
    whole, pieces = formats.read(path), spooled(path, tmp_path / "spool")
    assert pieces.messages["text"].n_chunks() > 1
    assert pieces.messages.equals(whole.messages)
    told = [None if each.asides is None else each.asides.to_dicts() for each in (pieces, whole)]
    assert told[0] == told[1]
    assert pieces.participants == whole.participants
    assert (pieces.notes, pieces.languages) == (whole.notes, whole.languages)
    assert dict(pieces.source.columns) == dict(whole.source.columns)
    for corpus, target in ((whole, "whole"), (pieces, "pieces")):
        formats.write(corpus, renamed(corpus), tmp_path / target, Policy(seed=3))
    written = (tmp_path / "pieces").read_bytes()
    assert written == (tmp_path / "whole").read_bytes() and b"Quillon" not in written
    formats.write(pieces, unchanged(pieces), tmp_path / "same", Policy(unknown="keep"))
    assert (tmp_path / "same").read_bytes() == path.read_bytes()


def test_how_far_reading_is_can_be_heard(tmp_path: Path) -> None:
    heard: list[int] = []
    path, spool = csv_of(tmp_path / "forum.csv"), tmp_path / "spool"
    spool.mkdir()
    corpus = formats.read(path, spool=spool, hear=heard.append)
    assert len(heard) > 1 and heard == sorted(heard) and heard[-1] == corpus.messages.height


def test_other_columns_are_asked_for_again(tmp_path: Path) -> None:
    corpus = spooled(csv_of(tmp_path / "forum.csv"), tmp_path / "spool")
    assert formats.column(corpus, "note") == ["x"] * corpus.messages.height
    assert formats.column(corpus, "nothing") is None
    assert formats.to_frame(corpus, unchanged(corpus))["note"].n_unique() == 1


@pytest.mark.parametrize(
    ("name", "end", "said"),
    [
        ("forum.csv", b'9;9;9;9;9;"cut', r"row 10502 \(line 17502\) opens a quote that is never"),
        ("forum.csv", b"9;9\r\n", "row 10502 has 2 fields where the header has 6"),
        ("forum.jsonl", b'\n{"id": 7, "te', "line 21002 is not one JSON object"),
        ("forum.mongo", b'{"_id": {"$oid"', "line 41 is broken JSON at column"),
    ],
)
def test_what_is_cut_far_down_is_refused_and_leaves_nothing(
    name: str, end: bytes, said: str, tmp_path: Path
) -> None:
    path = LARGE[name](tmp_path / name)
    with path.open("ab") as file:
        file.write(end)
    with pytest.raises(InputError, match=said):
        spooled(path, tmp_path / "spool")
    assert list((tmp_path / "spool").iterdir()) == []


def test_a_source_that_has_changed_is_not_written(tmp_path: Path) -> None:
    path = csv_of(tmp_path / "forum.csv")
    corpus = spooled(path, tmp_path / "spool")
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(InputError, match="has changed since it was read"):
        formats.write(corpus, unchanged(corpus), tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()


@settings(max_examples=200, deadline=None)
@given(
    text=st.text(st.sampled_from('ab,"\n\r;'), max_size=40),
    cuts=st.lists(st.integers(0, 40), max_size=5),
    quote=st.booleans(),
    newline=st.sampled_from("\n\r"),
)
def test_wherever_a_text_is_cut_its_records_are_the_same(
    text: str, cuts: list[int], quote: bool, newline: str
) -> None:
    dialect = Dialect(",", quote, newline)
    marks = [0, *sorted(cuts), len(text)]
    blocks = [text[a:b] for a, b in pairwise(marks)]
    assert _split([text], dialect) == _split(blocks, dialect)


def _split(blocks: list[str], dialect: Dialect) -> object:
    found: list[Record] = []
    try:
        found.extend(records(blocks, dialect))
    except Malformed as problem:
        return found, problem.row, problem.line, str(problem)
    return found


@settings(max_examples=200, deadline=None)
@given(
    data=st.lists(st.sampled_from(b"A\n\xe5\xc3\xa5\xd8\xdc"), max_size=30).map(bytes),
    mark=st.sampled_from([b"", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"]),
)
def test_wherever_bytes_are_cut_they_read_the_same(data: bytes, mark: bytes) -> None:
    assert _decoded(mark + data, 4) == _decoded(mark + data, -1)


def _decoded(data: bytes, block: int) -> object:
    decoding = Decoding(io.BytesIO(data), Path("forum.csv"), block)
    try:
        return "".join(decoding), decoding.encoding, decoding.ascii
    except InputError as error:
        return str(error)


def test_decoding_tells_how_a_text_was_encoded() -> None:
    assert decode("Åsa".encode("cp1252"), Path("a"))[1].legacy == "all"
    assert decode("Åsa".encode("cp1252") + "é".encode(), Path("a"))[1].legacy == "mixed"


MEASURE = """
import sys, threading, time
from pathlib import Path
import polars as pl
import pyarrow.ipc
from onym import formats
from onym.model import Policy, Replaced
from onym.disk.spool import mapped, spooling

def held():
    status = Path("/proc/self/status").read_text()
    return int(status.partition("RssAnon:")[2].split()[0]) // 1024

def watch():
    while True:
        peak[0] = max(peak[0], held())
        time.sleep(0.01)

path, spool = Path(sys.argv[1]), Path(sys.argv[2])
before, peak = held(), [0]
threading.Thread(target=watch, daemon=True).start()
corpus = formats.read(path, spool=spool)
given = {who: f"P{place}" for place, who in enumerate(corpus.participants, 1)}
with spooling(spool / "replaced.arrow") as add:
    for part in corpus.messages.iter_slices(20):
        add(part.with_columns(pl.col("author", "parent_author").replace(given)))
replaced = Replaced(mapped(spool / "replaced.arrow"), (), given, asides=corpus.asides)
formats.write(corpus, replaced, spool / "out", Policy(seed=3))
print(max(peak[0], held()) - before)
"""


def long_csv(path: Path, rows: int, said: str) -> Path:
    path.write_text("id,user,text\n" + "".join(f"{row},u1,{said}\n" for row in range(rows)))
    return path


def long_jsonl(path: Path, rows: int, said: str) -> Path:
    texts = (json.dumps({"id": row, "user": "u1", "text": said}) for row in range(rows))
    path.write_text("\n".join(texts))
    return path


def long_parquet(path: Path, rows: int, said: str) -> Path:
    frame = pl.DataFrame({"id": range(rows), "user": ["u1"] * rows, "text": [said] * rows})
    frame = frame.with_columns(pl.col("text") + pl.col("id").cast(pl.String))
    frame.write_parquet(path, compression="uncompressed", row_group_size=20)
    return path


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured on Linux")
@pytest.mark.parametrize(
    ("build", "rows"),
    [(mongo_of, 1100), (mbox_of, 1100), (long_jsonl, 2400), (long_csv, 2400), (long_parquet, 4800)],
)
def test_memory_does_not_grow_with_the_file(
    build: Callable[[Path, int, str], Path], rows: int, tmp_path: Path
) -> None:
    """A file of 100 to 240 MB is read, replaced and written in less than half of that."""
    path = build(tmp_path / "source", rows, LONG[:50_000])
    (tmp_path / "spool").mkdir()
    run = [sys.executable, "-c", MEASURE, str(path), str(tmp_path / "spool")]
    grown = int(subprocess.run(run, check=True, capture_output=True, text=True).stdout)
    assert grown < path.stat().st_size / (1 << 20) / 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux is asked")
def test_pages_that_were_read_are_let_go_of(tmp_path: Path) -> None:
    frame = pl.DataFrame({"text": [LONG[:10_000]] * 4000})
    with spooling(tmp_path / "a.arrow") as add:
        add(frame)
    rows = mapped(tmp_path / "a.arrow")
    assert rows["text"].str.len_bytes().sum() == 40_000_000 and rows["text"].hash().n_unique() == 1
    before = _mapped_pages()
    relax()
    assert before > 30 and _mapped_pages() < before - 30
    assert rows["text"].hash().n_unique() == 1 and rows.equals(frame)


def _mapped_pages() -> int:
    status = Path("/proc/self/status").read_text()
    return int(status.partition("RssFile:")[2].split()[0]) >> 10


SMALL = {
    "a.csv": b'id,user,text\n1,u1,"Hi ""Quillon"",\nbye"\n2,u2,"yes"\n',
    "a.tsv": b'id\tuser\ttext\n1\tu1\tHi "Quillon\n2\tu2\tyes\n',
    "a.jsonl": b'{"id": 1, "user": "u1", "text": "Hi"}\n\n{"id": 2, "text": ["a"]}\n',
}


@pytest.mark.parametrize("name", SMALL)
@settings(max_examples=60, deadline=None)
@given(
    place=st.floats(0, 1),
    taken=st.integers(0, 4),
    put=st.lists(st.sampled_from([b'"', b"\n", b"\r", b"\t", b",", b"{", b"[", b"\xe5", b"x"])),
)
def test_whatever_happens_to_a_file_its_pieces_say_the_same(
    name: str, place: float, taken: int, put: list[bytes]
) -> None:
    data = bytearray(SMALL[name])
    at = int(place * len(data))
    data[at : at + taken] = b"".join(put)
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        assert _told(path, None) == _told(path, Path(folder))


def _told(path: Path, spool: Path | None) -> object:
    """What is read of a file and how it is written again, or why it is refused."""
    kind = path.suffix[1:]
    try:
        corpus = formats.read(path, format=kind, spool=spool)
    except InputError as error:
        return str(error)
    formats.write(corpus, unchanged(corpus), path.with_name("copy"), Policy(unknown="keep"))
    assert path.with_name("copy").read_bytes() == path.read_bytes()
    return corpus.messages.to_dicts(), corpus.notes, dict(corpus.participants)
