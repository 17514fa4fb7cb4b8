"""What may still leak, planted and found again."""

import gzip
import json
import zipfile
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from onym import line
from onym.check import Finding, check, check_files, names_to_seek
from onym.cli import app
from onym.errors import InputError, LeakError
from onym.model import (
    MESSAGE_COLUMNS,
    Corpus,
    Entry,
    Mapping,
    Override,
    Participant,
    Replaced,
    Source,
)

PEOPLE = {
    "U12": Participant("U12", ("Arthur von Trapp",), ("atrapp", "a.trapp@uni.example")),
    "U43": Participant("U43", ("Poe, Mary Jane",)),
    "U07": Participant("U07", ("Zoë Šimić",)),
    "U08": Participant("U08", ("Will Li",)),
    "U09": Participant("U09", ("王小明",)),
}
MAPPING = Mapping(
    entries=(
        Entry("U12", "Arhtur"),
        Entry("U43", "Mary Jane"),
        Entry("U43", "MJ"),
        Entry("U02", "Again", decision="rejected"),
    ),
    keep=("Arthur C. Clarke", "Edgar Allan Poe"),
    rejected=("Trapp",),
    hidden=("Kit",),
    composites={"thanksMJ": "thanks [U43]"},
)
CODES = {"U12": "P1", "U43": "P2", "U07": "P3", "U08": "P4", "U09": "P5"}


def look(text: str, mapping: Mapping = MAPPING, before: str = "") -> tuple[Finding, ...]:
    """Check one message, number 14, as if replacing had left it like this."""
    empty = dict.fromkeys(MESSAGE_COLUMNS)
    schema = dict.fromkeys(MESSAGE_COLUMNS, pl.String)
    rows = [empty | {"id": "14", "author": "U12", "text": before}]
    corpus = Corpus(pl.DataFrame(rows, schema=schema), PEOPLE, Source(None, "csv", {}))
    after = pl.DataFrame([rows[0] | {"author": "P1", "text": text}], schema=schema)
    return check(Replaced(after, (), CODES), corpus, mapping)


LEFT = [
    ("Hi Arhtur", "name"),
    ("ARHTUR'S book", "name"),
    ("so says mary   jane.", "name"),
    ("<b>Mary</b> <i>Jane</i>", "registered"),
    ("Kit!", "name"),
    ("well, thanksmj", "name"),
    ("_Arthur_", "registered"),
    ("the Poe household", "registered"),
    ("zoe wrote", "registered"),
    ("Zoe\u0308 wrote", "registered"),
    ("SIMIC", "registered"),
    ("Will you?", "registered"),
    ("老师王小明说", "registered"),
    ("@atrapp", "handle"),
    ("<a.trapp@uni.example>", "handle"),
]


@pytest.mark.parametrize(("text", "kind"), LEFT)
def test_what_is_left_is_found(text: str, kind: str) -> None:
    assert kind in [finding.kind for finding in look(text)]


CLEAN = [
    "Hi [P1], thanks [P2]",
    "a novel by Arthur C. Clarke",
    "Edgar Allan Poe and ARTHUR C CLARKE",
    "i will be there, and von is no name",
    "Again and Trapp",
    "Li is two letters only",
    "Arthurian summary, Maryland",
]


@pytest.mark.parametrize("text", CLEAN)
def test_what_is_no_leak_is_passed_over(text: str) -> None:
    assert look(text) == ()


def test_a_word_that_this_corpus_writes_with_a_capital_is_a_name_when_small_too() -> None:
    mapping = Mapping(entries=(Entry("U08", "Hope"),))
    assert look("hope here", mapping, before="I hope so, Hope") == ()
    found = look("hope here", mapping, before="Hope said, thanks Hope! Hi Hope, Hope? Dear Hope.")
    assert [finding.name for finding in found] == ["Hope"]


def test_outside_a_kept_name_its_parts_count() -> None:
    found = look("Arthur C. Clarke, said Arthur; Arthur agreed")
    assert [(each.kind, each.name, each.count) for each in found] == [("registered", "Arthur", 2)]


def test_single_mentions_that_a_person_kept_are_forgiven() -> None:
    def kept(nth: int | None) -> Mapping:
        return Mapping(
            entries=(Entry("U12", "Art"),), overrides=(Override("14", "Art", None, nth),)
        )

    assert look("Art and Art", kept(None)) == ()
    assert [finding.count for finding in look("Art and Art", kept(2))] == [1]
    elsewhere = Mapping(entries=(Entry("U12", "Art"),), overrides=(Override("9", "Art", None),))
    assert sum(finding.count for finding in look("Art and Art", elsewhere)) == 2


def test_what_a_person_kept_is_forgiven_in_the_files_too(tmp_path: Path) -> None:
    (tmp_path / "forum.csv").write_text("id,author,text\n1,u1,Best. Odalys\n2,u2,Odalys says so\n")
    done = line.start(tmp_path / "out", tmp_path / "forum.csv")
    done.find()
    mapping = done.project.mapping_file
    mapping.write_text(mapping.read_text() + "u1 | Odalys\nmessage 2: Odalys -> keep\n")
    done = line.resume(tmp_path / "out")
    done.apply()
    assert "2,P02,Odalys says so" in done.shared_file.read_text().replace("P01", "P02")
    assert [each for each in done.check() if not each.apart] == []


def test_a_line_names_nobody_unless_in_private() -> None:
    finding = Finding("name", "Mary Jane", 12, tuple(str(n) for n in range(1, 12)))
    assert finding.line() == "a name 12 times in messages 1, 2, 3, 4, 5, 6, 7, 8 and 3 more"
    assert finding.line(private=True).startswith("a name, Mary Jane, 12 times in messages 1, 2")
    assert Finding("name", "Kit", 1, ("14",)).line() == "a name once in message 14"
    assert "Mary" not in repr(finding)


def test_an_author_left_as_it_was_is_found_unless_ids_are_the_style() -> None:
    rows = [dict.fromkeys(MESSAGE_COLUMNS) | {"id": "1", "author": "U12", "text": "x"}]
    frame = pl.DataFrame(rows, schema=dict.fromkeys(MESSAGE_COLUMNS, pl.String))
    corpus = Corpus(frame, PEOPLE, Source(None, "csv", {}))
    found = check(Replaced(frame, (), CODES), corpus, MAPPING)
    assert found == (Finding("author", "U12", 1, ("1",)),)
    assert check(Replaced(frame, (), {"U12": "U12"}), corpus, MAPPING) == ()


def test_pseudonyms_are_not_sought() -> None:
    people = {"kestrel": Participant("kestrel", handles=("kestrel",))}
    assert names_to_seek(people, Mapping()) == {"kestrel": "handle"}
    assert names_to_seek(people, Mapping(), ["Kestrel"]) == {}


NAME = "Zoë Quist"
"""In every file below, and with a letter that encodings write differently."""


def write_packed(folder: Path) -> None:
    (folder / "plain.csv").write_text(f"id,text\n1,Hi {NAME}!\n", encoding="utf-8")
    (folder / "old.csv").write_text(f"id,text\n1,Hi {NAME}!\n", encoding="cp1252")
    (folder / "wide.csv").write_text(f"id,text\n1,Hi {NAME}!\n", encoding="utf-16")
    (folder / "lines.jsonl").write_text(json.dumps({"text": f"Hi\n{NAME}"}), encoding="ascii")
    (folder / "page.html").write_text("<p>Zo&euml; Quist</p>", encoding="utf-8")
    (folder / "lines.jsonl.gz").write_bytes(gzip.compress(f"Hi {NAME}".encode()))
    pl.DataFrame({"text": [f"Hi {NAME}"]}).write_parquet(folder / "table.parquet")
    with zipfile.ZipFile(folder / "book.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/sharedStrings.xml", f"<t>Hi {NAME}</t>")


def test_files_are_searched_whatever_they_are_packed_in(tmp_path: Path) -> None:
    write_packed(tmp_path)
    found = check_files(tmp_path, [NAME])
    assert {finding.name for finding in found} == {NAME}
    places = {place for finding in found for place in finding.messages}
    assert places == {path.name for path in tmp_path.iterdir()}
    assert "in files book.xlsx, lines.jsonl, lines.jsonl.gz" in found[0].line()


def test_a_file_name_that_tells_is_not_repeated(tmp_path: Path) -> None:
    (tmp_path / "essays").mkdir()
    (tmp_path / "essays" / "Quist_essay.txt").write_text("by Quist", encoding="utf-8")
    (found,) = check_files(tmp_path, ["Quist"])
    assert found.line() == "a name 2 times in file number 1, whose own name tells"
    assert found.name == "Quist"


def test_clean_files_and_kept_names_give_nothing(tmp_path: Path) -> None:
    (tmp_path / "forum.csv").write_text("id,text\n1,Hi [P1], read Ada Quist\n", encoding="utf-8")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1")
    assert check_files(tmp_path, ["Quist"], keep=["Ada Quist"]) == ()


def test_a_file_that_is_named_after_somebody_is_to_be_renamed(tmp_path: Path) -> None:
    source = tmp_path / "Chat with Zoe Quist.csv"
    source.write_text("id,author,text\n1,Zoe Quist,Hi\n2,Ann Lee,Hi Zoe\n")
    done = line.start(tmp_path / "out", source)
    done.find()
    done.apply()
    first = CliRunner().invoke(app, ["check", str(tmp_path / "out")]).output.splitlines()[0]
    assert "A file is named after somebody: delete it from share/, rename the source" in first
    assert "Zoe" not in first


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no folder; give the folder that will be shared"):
        check_files(tmp_path / "share", ["Quist"])


FORUM = """\
id,parent,author,text
1,,U1,"Here it is.
Rosalind"
2,1,U2,"Hi Rosalind
thanks.
Mortimer"
3,2,U1,"Hi Mortimer
you are welcome.
Rosalind"
"""


@pytest.fixture
def leaking(tmp_path: Path) -> Path:
    """A project in whose share/ somebody has put two names back, one in disguise."""
    (tmp_path / "forum.csv").write_text(FORUM)
    (tmp_path / "class.csv").write_text("id,name\nU1,Rosalind Quist\nU2,Mortimer Thorne\n")
    options = {"roster": tmp_path / "class.csv"}
    work = line.start(tmp_path / "course", tmp_path / "forum.csv", options)
    work.find()
    work.apply()
    shared = work.shared_file.read_text()
    assert "thanks." in shared
    put = shared.replace("thanks.", "thanks. I met Quist at x.example/~m%6Frtimer, Zerlina said.")
    work.shared_file.write_text(put)
    return tmp_path / "course"


def test_the_command_names_nobody_unless_asked(leaking: Path) -> None:
    def told(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["check", str(leaking), *arguments])
        assert done.exit_code == 0
        return done.stdout

    plain, names = told(), told("--names")
    assert "Known names that can still be seen: 2." in plain
    assert "a name, in percent encoding, once in message 2" in plain
    assert "By two independent finders, expect " in plain
    for word in ("Quist", "Mortimer", "Zerlina"):
        assert word not in plain
        assert word in names
    result = json.loads(told("--json"))
    assert (result["leaks"], len(result["findings"])) == (2, 2)
    assert [place[0] for place in result["places"]] == ["2", "2"]
    assert "Quist" not in json.dumps(result)


@pytest.mark.parametrize(("allowed", "fails"), [("2", False), ("1", True), ("0", True)])
def test_past_so_many_leaks_it_fails(leaking: Path, allowed: str, fails: bool) -> None:
    done = CliRunner().invoke(app, ["check", str(leaking), "--max-leaks", allowed, "-q"])
    assert isinstance(done.exception, LeakError) == fails
    if fails:
        assert str(done.exception).startswith("known names can be seen 2 times in share/")


WORDS = st.lists(st.sampled_from(["the", "of", "tea", "Rain", "x1", "P1"]), max_size=6)


@settings(deadline=None)
@given(WORDS, WORDS, st.sampled_from(["Arhtur", "Mary Jane", "MJ", "Kit", "Šimić"]), st.data())
def test_a_planted_name_is_always_found(
    before: list[str], after: list[str], name: str, data: st.DataObject
) -> None:
    case = data.draw(st.sampled_from([str.upper, str.title, str.swapcase]))
    edge = data.draw(st.sampled_from([" ", "\n", "_", "*", "(", ", ", "-"]))
    text = " ".join(before) + edge + case(name) + edge + " ".join(after)
    found = look(text)
    assert [each for each in found if each.name == name and each.messages == ("14",)]
    assert look(" ".join(before + after)) == ()


def test_authors_told_apart_by_name_alone_are_not_left_bare(tmp_path: Path) -> None:
    """Both files have numbers for ids that are in neither."""
    source = tmp_path / "chat.csv"
    source.write_text("name,text\nMary Poe,Hi Tom\nTom Ash,Hi Mary\n", "utf-8")
    course = line.start(tmp_path / "course", source, {})
    with course.project.locked():
        course.find()
        course.apply()
        assert course.check() == ()
        course.close()
