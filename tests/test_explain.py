"""Why a name is whose it is, as the command line tells it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from onym import line
from onym.deciding.explain import Explanation, Owner, explain, places, rows
from onym.line import Line
from onym.model import Entry, Mapping, Policy
from onym.policy import Settings
from onym.project.decisions import Decision
from onym.project.project import Project

FORUM = """\
id,parent,author,text
1,,U1,"Read Arthur C. Clarke, says Robert.
Arthur"
2,1,U2,"Hi Arthur, which html?
Robert"
3,2,U3,"thanksArthur. Kit may know.
Robert"
"""
PROPOSED = Mapping(
    (
        Entry("U1", "Arthur", 2, 0.98, ("signs so once", "is greeted so once")),
        Entry("U2", "Robert", 1, 0.97, ("signs so once",)),
        Entry("U3", "Robert", 1, 0.6, ("signs so once",)),
        Entry("U2", "html", 1, 0.55, ("is thanked so once",)),
        Entry("U3", "Kit", 1, 0.7, ("has no other name",)),
    ),
    keep=("Arthur C. Clarke",),
    composites={"thanksArthur": "thanks [U1]"},
)


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Line:
    """A project with a proposal written by hand and a few decisions."""
    monkeypatch.chdir(tmp_path)
    Path("forum.csv").write_text(FORUM)
    project = Project.create("course", Settings(Policy("class-list"), source="../forum.csv"))
    project.propose(PROPOSED)
    decided = [
        Decision("reject", "html"),
        Decision("reject", "Kit", "U3"),
        Decision("hide", "Kit"),
        Decision("add", "Arthur", "U1"),
        Decision("assign", "Robert", "U3", "1"),
    ]
    project.decide(decided, by="jo")
    return line.resume("course")


def test_everybody_who_goes_by_it(course: Line) -> None:
    found = explain(course, "robert")
    assert found.name == "Robert"
    assert [(o.participant, o.score, o.decision, o.used) for o in found.owners] == [
        ("U2", 0.97, None, True),
        ("U3", 0.6, None, True),
    ]
    assert (found.owners[1].count, found.owners[1].messages) == (1, ("1",))
    assert found.open == ("2", "3")
    assert found.notes == ("in message 1 means U3, as a person said",)


def test_a_decision_has_its_date_and_author(course: Line) -> None:
    [owner] = explain(course, "Arthur").owners
    assert owner.decision is not None
    assert owner.decision.startswith("accepted by jo on 20")
    assert owner.reasons == ("signs so once", "is greeted so once")
    assert (owner.count, owner.messages) == (2, ("1", "2"))


WHY_NOT = [
    # a name and what is said of it
    ("html", "is rejected: it counts as no name; said by jo on "),
    ("Kit", "is hidden: it is a name, but nobody knows whose; said by jo on "),
    ("Arthur C. Clarke", "is kept: it is left alone wherever it stands whole"),
    ("Clarke", "is left alone as a part of Arthur C. Clarke"),
    ("Clarke", "occurs once, in message 1"),
    ("thanksArthur", "is two words run together and becomes thanks [U1]"),
    ("Which", "occurs once, in message 2"),
    ("Which", "is nobody's: nothing, or too little, ties it to anybody"),
    ("Which", "is an ordinary word"),
    ("Zebulon", "does not occur in the messages"),
]


@pytest.mark.parametrize(("name", "why"), WHY_NOT)
def test_why_a_name_is_nobodys(course: Line, name: str, why: str) -> None:
    found = explain(course, name)
    assert not any(owner.used for owner in found.owners)
    assert any(note.startswith(why) for note in found.notes), found.notes


def test_from_whom_a_name_was_taken(course: Line) -> None:
    [owner] = explain(course, "Kit").owners
    assert (owner.participant, owner.used, owner.score) == ("U3", False, 0.7)
    assert owner.decision is not None
    assert owner.decision.startswith("rejected by jo on 20")


def test_it_is_written_for_a_person() -> None:
    found = Explanation(
        "Bo",
        (
            Owner("U1", 0.98, "accepted by jo on 2024-05-01", True, ("signs so",), 2, ("1", "9")),
            Owner("U2", 0.41, None, False, ("is around",), 1, ("4",)),
            Owner("U3", 0.02, None, False),
        ),
        ("7",),
        ("is an ordinary word",),
    )
    assert list(rows(found)) == [
        "Bo is an ordinary word.",
        "U1 goes by Bo: score 0.98; accepted by jo on 2024-05-01",
        "  signs so",
        "  2 times, in messages 1, 9",
        "U2 may go by Bo: score 0.41",
        "  is around",
        "  once, in message 4",
        "U3 does not go by Bo: score 0.02",
        "It is open who is meant by Bo in message 7.",
    ]
    assert places(tuple("abcdefghij")) == "in messages a, b, c, d, e, f, g, h and 2 more"


def test_those_who_nearly_got_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [
        '1,,U1,"Hello all.\n\nBest,\nMarta"\n',
        '2,1,U2,"Hi Osric,\nthank you.\n\nBest,\nTove"\n',
    ]
    Path("forum.csv").write_text("id,parent,author,text\n" + "".join(rows) * 1)
    work = line.start("course", "forum.csv", {"people": "participants"})
    work.find()
    found = explain(work, "Osric")
    assert [owner.participant for owner in found.owners if owner.messages] == ["U1"]
    assert any("greeted so once" in reason for reason in found.owners[0].reasons)


def onym(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "onym", *arguments]
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120"}
    return subprocess.run(command, capture_output=True, text=True, env=environment)


class TestCommand:
    def test_in_words(self, course: Line) -> None:
        told = onym("explain", "course", "Robert").stdout.split("\n")
        assert told[:4] == [
            "Robert in message 1 means U3, as a person said.",
            "U2 goes by Robert: score 0.97",
            "  signs so once",
            "U3 goes by Robert: score 0.60",
        ]

    def test_as_json(self, course: Line) -> None:
        told = json.loads(onym("explain", "course", "Robert", "--json").stdout)
        assert (told["name"], told["open"]) == ("Robert", ["2", "3"])
        assert [owner["participant"] for owner in told["owners"]] == ["U2", "U3"]

    def test_a_folder_that_is_no_project(self, tmp_path: Path) -> None:
        done = onym("explain", str(tmp_path), "Zebulon")
        assert done.returncode == 1
        assert "is no Onym project" in done.stderr
        assert "Zebulon" not in done.stderr
