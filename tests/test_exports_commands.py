"""onym formats and onym inspect."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import exports
from exports import CANARIES, COURSE
from onym.formats import FORMATS, read
from onym.formats.survey import survey


def onym(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "onym", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def test_formats_lists_every_format() -> None:
    listed = json.loads(onym("formats", "--json").stdout)["formats"]
    assert [each["name"] for each in listed] == list(FORMATS)
    assert all(each["title"] and each["carries"] for each in listed)
    shown = onym("formats").stdout
    assert all(known.title in shown for known in FORMATS.values())


def test_inspect_says_what_a_file_is_and_writes_nothing(tmp_path: Path) -> None:
    path = exports.moodle_zip(COURSE, tmp_path / "course.mbz")
    done = onym("inspect", path)
    assert done.returncode == 0, done.stderr
    for said in (
        "Moodle backup",
        "7 messages by 4 participants, 4 of them with a name",
        "2 threads, 1 session",
        "a class list inside: 4 participants",
        "users.xml users.user.lastip (ip)",
        "completion.xml",
    ):
        assert said in done.stdout
    assert not any(canary in done.stdout for canary in CANARIES)
    assert [each.name for each in tmp_path.iterdir()] == ["course.mbz"]


def test_what_is_not_known_is_said_before_anything_is_written(tmp_path: Path) -> None:
    path = exports.moodle_zip(COURSE, tmp_path / "course.mbz")
    done = onym("run", path, "--out", tmp_path / "out")
    assert done.stderr.startswith("Not known to Onym, left out")
    assert "completion.xml" in done.stderr
    kept = onym("run", path, "--out", tmp_path / "out", "--unknown", "keep")
    assert kept.stderr.startswith("Not known to Onym, copied as it is")
    names = exports.members(tmp_path / "out/share/course.mbz")
    assert exports.attached(COURSE).encode() in names.values()
    assert COURSE.people[0].full.encode() in names["/completion.xml"]


def test_what_is_left_out_is_said_once(tmp_path: Path) -> None:
    path = tmp_path / "forum.csv"
    path.write_text("id,author,text,remark\n1,u1,Hi,was late\n2,u2,Hello,\n")
    done = onym("run", path, "--out", tmp_path / "out")
    assert done.stderr.startswith("Not known to Onym, left out: remark; to copy one give")
    assert "left out" not in done.stdout


def test_columns_of_a_table_that_look_personal(tmp_path: Path) -> None:
    path = tmp_path / "forum.csv"
    path.write_text(
        "id,author,author_name,text,extra,plain,host\n"
        "1,12,Zoe Poe,Hi,zoe@poe.example,7,192.0.2.1\n"
        "2,13,Robert Hood,Ho,Zoe Poe,8,\n"
    )
    found = survey(read(path))
    assert found.unknown == ("extra", "host") and found.kept == {"plain": "number"}
    assert found.seems == {
        "extra": "mail addresses and names of participants",
        "host": "IP addresses",
    }
    assert found.personal == {"author": "author", "author_name": "author_name"}


@pytest.mark.parametrize("name", ["canvas", "edx"])
def test_another_format_can_be_asked_for(name: str, tmp_path: Path) -> None:
    path = exports.edx_mongo(COURSE, tmp_path / "forum.txt")
    done = onym("inspect", path, "--format", name, "--json")
    if name == "edx":
        assert json.loads(done.stdout)["messages"] == len(COURSE.messages)
    else:
        assert done.returncode == 1 and "is broken JSON at line 2" in done.stderr
