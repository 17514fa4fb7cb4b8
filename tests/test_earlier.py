"""New batches of messages that join a project; every person in them is invented."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from inside import onym
from onym import line
from onym.disk.records import Key
from onym.errors import ProjectError
from onym.line import Line

HEADER = ("id", "parent", "thread", "session", "author", "text")
BARNABY = "Barnaby Featherstonehaugh"
WEEK1 = [
    ("1", "", "T1", "S", "u1", "Hello everybody,\n\nwhich chapter comes first?\n\nBest,\nRosalind"),
    ("2", "1", "T1", "S", "u2", "Hi Rosalind,\n\nthe second one, I think.\n\nCheers,\nBarnaby"),
    ("3", "2", "T1", "S", "u1", "Thanks Barnaby!\n\nRosalind"),
]
WEEK2 = [
    ("4", "3", "T1", "S", "u2", "You are welcome, Rosalind.\n\nBarnaby"),
    ("5", "", "T2", "S", "u3", "Hello,\n\nI join late. Barnaby, is it the same book?\n\nWinifred"),
    ("6", "5", "T2", "S", "u1", "Hi Winifred,\n\nit is.\n\nRosalind"),
]


def put(path: Path, rows: Sequence[tuple[str, ...]]) -> Path:
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([HEADER, *rows])
    return path


def texts(path: Path) -> dict[str, str]:
    with path.open(newline="") as file:
        return {row["id"]: row["text"] for row in csv.DictReader(file)}


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    put(Path("week1.csv"), WEEK1)
    begun = line.start("course", "week1.csv", {"seed": 3})
    begun.find()
    begun.apply()
    return Path("course")


def go_on(course: Path, name: str, rows: Sequence[tuple[str, ...]]) -> Line:
    joined = line.add(course, put(Path(name), rows))
    joined.find()
    joined.apply()
    return joined


def given(course: Path) -> dict[str, str]:
    return dict(Key.read((course / "private/key.json").read_text()).pseudonyms)


def test_everybody_keeps_the_pseudonym(course: Path) -> None:
    before, first = given(course), (course / "share/week1.csv").read_bytes()
    go_on(course, "week2.csv", WEEK2)
    after = given(course)
    assert after.keys() == before.keys() | {"u3"}
    assert {who: after[who] for who in before} == before
    assert (course / "share/week1.csv").read_bytes() == first
    assert texts(course / "share/week2.csv") == {
        "4": f"You are welcome, [{after['u1']}].\n\n[{after['u2']}]",
        "5": f"Hello,\n\nI join late. [{after['u2']}], is it the same book?\n\n[{after['u3']}]",
        "6": f"Hi [{after['u3']}],\n\nit is.\n\n[{after['u1']}]",
    }


def test_what_is_known_from_before_helps(course: Path) -> None:
    # nobody signs here: only the posts of the first week tell whose name Barnaby is
    late = [("7", "", "T3", "S", "u3", "What does Barnaby say to that?")]
    joined = go_on(course, "late.csv", late)
    assert (
        texts(course / "share/late.csv")["7"] == f"What does [{given(course)['u2']}] say to that?"
    )
    assert joined.mapping.names()["u2"]["Barnaby"] == 3
    assert joined.mapping.names()["u1"]["Rosalind"] == 3


def test_what_was_decided_stays_decided(course: Path) -> None:
    mapping = course / "private/mapping.txt"
    mapping.write_text(mapping.read_text() + "reject: Barnaby\n")
    joined = go_on(course, "week2.csv", WEEK2)
    assert "Barnaby" in joined.mapping.rejected
    assert "Barnaby" in texts(course / "share/week2.csv")["4"]


def test_a_reply_to_an_earlier_message_knows_whom_it_answers(course: Path) -> None:
    joined = go_on(course, "week2.csv", WEEK2)
    row = joined.corpus.messages.row(0, named=True)
    assert row["answered"] == "u1"
    assert set(row["inside"]) == {"u1", "u2"}


def test_the_same_numbers_again_are_other_messages(course: Path) -> None:
    again = [(number, parent, "T9", *rest) for number, parent, _, *rest in WEEK1]
    joined = go_on(course, "again.csv", again)
    assert joined.corpus.messages["id"].to_list() == ["again.csv/1", "again.csv/2", "again.csv/3"]
    assert joined.corpus.messages["parent"].to_list() == [None, "again.csv/1", "again.csv/2"]
    assert list(texts(course / "share/again.csv")) == ["1", "2", "3"]


def test_batch_after_batch(course: Path) -> None:
    go_on(course, "week2.csv", WEEK2)
    third = [("8", "6", "T2", "S", "u3", "Thank you, Rosalind, and Barnaby too.\n\nWinifred")]
    names = go_on(course, "week3.csv", third).mapping.names()
    assert (names["u1"], names["u3"]) == ({"Rosalind": 6}, {"Winifred": 3})
    earlier = sorted(file.name for file in (course / "private/earlier").iterdir())
    assert earlier == [
        *("evidence.arrow", "ledger.jsonl", "mentions-week1.csv.jsonl"),
        *("mentions-week2.csv.jsonl", "people.jsonl", "threads.arrow"),
    ]


def test_the_old_messages_are_not_needed_any_more(course: Path) -> None:
    Path("week1.csv").unlink()
    go_on(course, "week2.csv", WEEK2)
    assert "Rosalind" not in (course / "share/week2.csv").read_text()


def test_forgetting_reaches_earlier_batches(course: Path) -> None:
    named = [("9", "8", "T2", "S", "u2", f"It is the same.\n\nBest wishes,\n{BARNABY}")]
    go_on(course, "week2.csv", [*WEEK2, *named])
    assert b"Featherstonehaugh" in (course / "private/evidence.arrow").read_bytes()
    assert onym("forget", "course", "u2", "--yes", folder=Path.cwd()).status == 0
    for file in (course / "private").rglob("*"):
        if file.is_file():
            held = file.read_bytes()
            assert b"Barnaby" not in held and b"Featherstonehaugh" not in held, file


def test_a_file_that_cannot_be_read_changes_nothing(course: Path) -> None:
    before = {file: file.read_bytes() for file in course.rglob("*") if file.is_file()}
    done = onym("add", "course", "nowhere.csv", folder=Path.cwd())
    assert (done.status, done.err) == (1, "onym: nowhere.csv does not exist; check the name\n")
    assert {file: file.read_bytes() for file in course.rglob("*") if file.is_file()} == before


def test_a_batch_of_the_same_name_is_refused(course: Path) -> None:
    with pytest.raises(ProjectError, match=r"week1\.csv is there already; give the new file"):
        line.add(course, "week1.csv")


def test_what_is_not_finished_is_finished_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    line.start("course", put(Path("week1.csv"), WEEK1)).find()
    put(Path("week2.csv"), WEEK2)
    with pytest.raises(ProjectError, match="not finished: run onym run on it first"):
        line.add("course", "week2.csv")
    assert not Path("course/private/earlier").exists()


def test_other_methods_cannot_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begun = line.start("course", put(Path("week1.csv"), WEEK1), {"method": "farrow"})
    begun.find()
    begun.apply()
    with pytest.raises(ProjectError, match="only the method onym goes on with new messages"):
        line.add("course", put(Path("week2.csv"), WEEK2))


def test_the_command_tells_what_came_out(course: Path) -> None:
    put(Path("week2.csv"), WEEK2)
    done = onym("add", "course", "week2.csv", "--json", folder=Path.cwd())
    assert done.status == 0, done.err
    told = json.loads(done.out)
    assert (told["messages"], told["participants"], told["people"]) == (3, 3, 3)
