"""The log tells who did what, shows every edit, and gives a record without one real name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym import line
from onym.disk import records
from onym.disk.seal import Cost, Opener
from onym.errors import InputError, PolicyError, ProjectError
from onym.policy import Settings
from onym.project import custody, journal, processing_record
from onym.project.decisions import Decision
from onym.project.project import Project, read_text

FORUM = """\
id,parent,author,text
1,,Zebulon Farthing,"Hello all.
Zebulon"
2,1,Quillon Marsh,"Hi Zebulon, welcome!
Quillon"
"""
NAMES = re.compile("zebulon|farthing|quillon|marsh|zeb", re.IGNORECASE)
Edit = Callable[[list[str]], list[str]]


@pytest.fixture
def course(tmp_path: Path) -> Project:
    (tmp_path / "forum.csv").write_text(FORUM)
    work = line.start(tmp_path / "course", tmp_path / "forum.csv")
    work.find()
    work.apply()
    work.check()
    work.report()
    work.project.decide([Decision("hide", "Zeb"), Decision("reject", "welcome")], by="zebulon")
    return work.project


def verify(project: Project, head: str | None = None) -> journal.Verdict:
    return journal.verify(read_text(project.log_file), read_text(project.decisions_file), head)


def change(number: int, **fields: object) -> Edit:
    """Write other fields into an entry of the log, and its hash as it ought to be."""

    def edit(lines: list[str]) -> list[str]:
        row = {**json.loads(lines[number - 1]), **fields}
        row.pop("log")
        entry = journal.Event(**row)
        row = {"log": 1, **row, "hash": entry.seal() if "hash" not in fields else fields["hash"]}
        return [*lines[: number - 1], json.dumps(row), *lines[number:]]

    return edit


class TestChain:
    def test_every_step_is_there(self, course: Project) -> None:
        entries = journal.read(read_text(course.log_file))
        assert [entry.event for entry in entries] == [
            "found", "applied", "checked", "reported", "decided"
        ]  # fmt: skip
        assert entries[4].by == "zebulon"
        assert entries[4].details["actions"] == {"hide": 1, "reject": 1}
        assert entries[1].details["mentions"]["NAME"] > 1
        assert entries[1].details["settings"]["scope"] == "session"
        assert "seed" not in entries[1].details["settings"]
        assert entries[0].version
        assert entries[0].time.endswith("+00:00")

    def test_there_is_no_name_in_it(self, course: Project) -> None:
        text = read_text(course.log_file).replace('"by": "zebulon"', "")
        assert not NAMES.search(text)

    def test_a_log_that_nobody_touched_is_whole(self, course: Project) -> None:
        verdict = verify(course)
        assert (verdict.entries, verdict.problems, verdict.notes) == (5, (), ())
        assert verify(course, verdict.head).problems == ()

    @pytest.mark.parametrize(
        ("edit", "told"),
        [
            (change(5, by="somebody else", hash="0" * 64), "entry 5 was changed"),
            (change(2, time="2020-01-01T00:00:00+00:00"), "entry 3 does not follow"),
            (lambda lines: lines[1:], "entry 1 does not follow"),
            (lambda lines: [*lines[:2], *lines[3:]], "entry 3 does not follow"),
            (lambda lines: [lines[1], lines[0], *lines[2:]], "entry 1 does not follow"),
            (lambda lines: lines[:-1], "2 decisions of decisions.jsonl are not in the log"),
            (lambda lines: [], "2 decisions of decisions.jsonl are not in the log"),
        ],
    )
    def test_an_edit_shows(self, course: Project, edit: Edit, told: str) -> None:
        lines = edit(read_text(course.log_file).splitlines())
        course.log_file.write_text("".join(f"{line}\n" for line in lines))
        assert any(told in problem for problem in verify(course).problems)

    def test_a_log_written_anew_lacks_the_hash_that_was_noted(self, course: Project) -> None:
        head = verify(course).head
        text = ""
        for entry in journal.read(read_text(course.log_file)):
            text = journal.append(text, entry.event, entry.details, "somebody else")
        course.log_file.write_text(text)
        assert verify(course).problems == ()
        assert "rewritten or cut" in verify(course, head).problems[0]

    @pytest.mark.parametrize("text", ["Zebulon", "{}", "[1]", '{"log": 1, "Zebulon": 2}', "\0"])
    def test_damage_is_told_by_entry(self, text: str) -> None:
        good = journal.append("", "reported", {}, "jo")
        with pytest.raises(ProjectError, match=r"^log\.jsonl, entry 2: cannot be read") as caught:
            journal.read(good + text + "\n")
        assert "Zebulon" not in str(caught.value)

    def test_a_changed_decision_shows_even_after_more_work(self, course: Project) -> None:
        text = read_text(course.decisions_file)
        course.decisions_file.write_text(text.replace("welcome", "Quillon"))
        told = "1 logged decisions are missing from decisions.jsonl, or were changed there"
        assert told in verify(course).problems
        Project.open(course.root)
        assert verify(course).problems == (told,)
        assert journal.read(read_text(course.log_file))[-1].event == "adopted"

    def test_decisions_of_a_former_onym_are_taken_into_the_log(self, course: Project) -> None:
        course.log_file.unlink()
        bare = re.sub(r', "salt": "\w+"', "", read_text(course.decisions_file))
        course.decisions_file.write_text(bare)
        project = Project.open(course.root)
        assert verify(project).problems == ()
        assert all(decision.salt for decision in project.load_decisions())

    def test_a_clock_that_goes_back_is_noted_and_does_no_harm(
        self, course: Project, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(journal, "now", lambda: "1999-12-31T23:59:59+00:00")
        merged = course.decide([Decision("unhide", "Zeb"), Decision("add", "Zeb", "A1")])
        assert merged.hidden == ()
        assert course.load_mapping() == merged
        verdict = verify(course)
        assert verdict.problems == ()
        assert verdict.notes == ("entry 6 is dated before the one it follows: the clock went back",)

    @settings(max_examples=25, deadline=None)
    @given(
        st.lists(st.sampled_from(list(journal.EVENTS)), min_size=2, max_size=8),
        st.data(),
    )
    def test_no_part_of_a_chain_can_go_unnoticed(
        self, events: list[str], data: st.DataObject
    ) -> None:
        text = ""
        for event in events:
            text = journal.append(text, event, {"marks": []}, "Æ\u2028\\u")
        lines = text.split("\n")[:-1]
        assert journal.verify(text, None).problems == ()
        gone = data.draw(st.integers(0, len(lines) - 2))
        cut = "\n".join([*lines[:gone], *lines[gone + 1 :]])
        assert journal.verify(cut, None).problems != ()


class TestRecord:
    @pytest.mark.parametrize("ending", ["json", "md", "html"])
    def test_there_is_no_name_in_it(self, course: Project, tmp_path: Path, ending: str) -> None:
        path = tmp_path / f"record.{ending}"
        processing_record.write(processing_record.build(course), path)
        text = path.read_text()
        assert not NAMES.search(text)
        for told in ("names and forms of names", "person 2", "Pseudonymised is not anonymous"):
            assert told in text
        assert "http" not in text

    def test_it_says_what_people_state(self, course: Project) -> None:
        assert processing_record.build(course)["stated"]["purpose"] == "not stated"
        (course.root / "record.toml").write_text('purpose = "A <study>"\n')
        record = processing_record.build(course)
        assert record["stated"]["purpose"] == "A <study>"
        assert "A &lt;study&gt;" in processing_record.to_html(record)
        (course.root / "record.toml").write_text("purpose: Zebulon\n")
        with pytest.raises(InputError, match="not understood") as caught:
            processing_record.build(course)
        assert "Zebulon" not in str(caught.value)

    def test_it_follows_what_was_done(self, course: Project) -> None:
        record = processing_record.build(course)
        assert record["persons"]["participants"] == 2
        assert record["decisions of people"] == {"person 2": "hide 1, reject 1"}
        assert record["residual risk"][0].startswith("The last check of the result")
        assert "not sealed" in record["measures"][-1]
        line.resume(course.root).apply()
        custody.forget(course, next(iter(course.load_key().pseudonyms)))
        custody.seal_project(course, "plum orbit sandal", (), Cost(32, 1, 4))
        record = processing_record.build(course)
        assert record["residual risk"][0].startswith("The present result has not been searched")
        assert record["persons"]["erased on request"] == 1
        assert "a passphrase (Argon2id) opens them" in record["measures"][-1]
        custody.unseal_project(course, Opener("plum orbit sandal"))

    def test_mistakes(self, course: Project, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"record\.pdf: a record ends in \.json, \.md or"):
            processing_record.write({}, tmp_path / "record.pdf")
        with pytest.raises(ProjectError, match="the log is empty"):
            processing_record.build(Project.create(tmp_path / "new"))


class TestVersions:
    """A project of another version opens, or says how it can be opened."""

    FILES = ("key.json", "ledger.jsonl", "decisions.jsonl", "log.jsonl")

    def rewrite(self, course: Project, name: str, version: int) -> None:
        path = course.private / name
        field = "log" if name == "log.jsonl" else "version"
        path.write_text(path.read_text().replace(f'"{field}": 1,', f'"{field}": {version},'))

    def use(self, course: Project) -> None:
        project = Project.open(course.root)
        project.load_key(), project.load_proposal(), project.load_decisions()

    @pytest.mark.parametrize("name", FILES)
    def test_a_newer_file(self, course: Project, name: str) -> None:
        self.rewrite(course, name, 2)
        with pytest.raises(ProjectError, match=f"^{name}: written by a newer Onym; please update"):
            self.use(course)

    @pytest.mark.parametrize("name", FILES)
    def test_an_older_file_says_how(self, course: Project, name: str) -> None:
        self.rewrite(course, name, 0)
        with pytest.raises(ProjectError, match=f"^{name}: written by a former Onym"):
            self.use(course)

    @pytest.mark.parametrize("name", FILES)
    def test_an_older_file_is_brought_up_to_date(
        self, course: Project, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.use(course)
        self.rewrite(course, name, -1)
        monkeypatch.setitem(records.UPGRADES, (name, -1), lambda row: {**row, "new": 1})
        monkeypatch.setitem(
            records.UPGRADES,
            (name, 0),
            lambda row: (
                {**row, "new": None}
                and {field: value for field, value in row.items() if field != "new"}
            ),
        )
        self.use(course)

    def test_settings(self, tmp_path: Path) -> None:
        project = Project.create(tmp_path / "course", Settings())
        for version, told in ((2, "written by a newer Onym"), (0, "written by a former Onym")):
            (project.root / "onym.toml").write_text(f"version = {version}\n")
            with pytest.raises(PolicyError, match=told):
                Project.open(project.root)
