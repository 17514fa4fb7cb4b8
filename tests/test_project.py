from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from onym import mapping
from onym.disk.files import fingerprint
from onym.disk.records import Key, Proposal, read_replacements, write_spans
from onym.disk.whereabouts import relate
from onym.errors import MappingError, PolicyError, ProjectError
from onym.mapping import parse
from onym.model import Entry, Mapping, Mention, Policy
from onym.policy import Settings
from onym.project.decisions import Decision
from onym.project.project import Project

FIRST = Mapping(
    (
        Entry("U01", "Robert", 5, 0.98, ("signs so 5 times",)),
        Entry("U01", "html", 2, 0.6, ("signs so 2 times",), traits=("word",)),
        Entry("U04", "Bob", 3, 0.9),
    ),
    keep=("Arthur C. Clarke",),
)
SECOND = Mapping((*FIRST.entries, Entry("U43", "MJ", 4)), keep=("Arthur C. Clarke",))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project.create(tmp_path / "course")


def edit(project: Project, old: str, new: str) -> None:
    text = project.mapping_file.read_text()
    assert old in text
    project.mapping_file.write_text(text.replace(old, new))


def written_names(project: Project) -> dict[str, dict[str, int]]:
    return mapping.load(project.mapping_file).names()


class TestFolder:
    def test_a_new_project_keeps_private_things_private(self, project: Project) -> None:
        project.propose(FIRST)
        project.load_key()
        assert mode(project.private) == 0o700
        for file in project.private.iterdir():
            assert mode(file) == 0o600, file.name
        assert (project.private / ".gitignore").read_text() == "*\n"
        assert project.share.is_dir()

    def test_a_project_is_opened_with_its_settings(self, tmp_path: Path) -> None:
        settings = Settings(Policy(scope="thread"), source="../forum.csv", columns={"text": "body"})
        Project.create(tmp_path / "a" / "course", settings)
        assert Project.open(tmp_path / "a" / "course").settings == settings
        assert Project.create(tmp_path / "a" / "course").settings == settings

    def test_loose_permissions_are_tightened(self, project: Project) -> None:
        project.private.chmod(0o755)
        Project.open(project.root)
        assert mode(project.private) == 0o700

    def test_a_foreign_folder_is_not_touched(self, tmp_path: Path) -> None:
        (tmp_path / "thesis.txt").write_text("mine")
        with pytest.raises(ProjectError, match="is not empty and no Onym project"):
            Project.create(tmp_path)
        with pytest.raises(ProjectError, match="is no Onym project; make one with onym run"):
            Project.open(tmp_path)
        with pytest.raises(ProjectError, match="is a file; give the name of a folder"):
            Project.create(tmp_path / "thesis.txt")
        assert files(tmp_path) == {"thesis.txt": b"mine"}

    def test_an_empty_folder_will_do(self, tmp_path: Path) -> None:
        assert Project.create(tmp_path).root == tmp_path

    def test_a_newer_project_is_left_alone(self, project: Project) -> None:
        (project.root / "onym.toml").write_text("version = 2\n")
        before = files(project.root)
        with pytest.raises(PolicyError, match=r"onym\.toml: written by a newer Onym"):
            Project.open(project.root)
        assert files(project.root) == before

    def test_paths_are_seen_from_the_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        project = Project.create("deep/course")
        assert relate(project.root, "forum.csv") == "../../forum.csv"
        assert project.place("../../forum.csv") == Path("forum.csv")
        assert relate(project.root, tmp_path / "forum.csv") == str(tmp_path / "forum.csv")
        assert project.place(str(tmp_path / "forum.csv")) == tmp_path / "forum.csv"

    def test_two_at_once_are_kept_apart(self, project: Project) -> None:
        code = (
            "import sys; from onym.project.project import Project\n"
            "with Project.open(sys.argv[1]).locked(): pass"
        )
        command = [sys.executable, "-c", code, str(project.root)]
        with project.locked():
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert "is in use by another onym" in done.stderr
        assert subprocess.run(command, check=False).returncode == 0


class TestMapping:
    def test_a_proposal_becomes_the_mapping_file(self, project: Project) -> None:
        merged = project.propose(FIRST)
        assert merged == FIRST
        assert mapping.load(project.mapping_file).names() == FIRST.names()
        assert project.load_mapping() == FIRST
        assert project.load_decisions() == []

    def test_what_was_proposed_is_what_is_read_back(self, project: Project) -> None:
        project.propose(FIRST, {"source": "1"})
        assert project.load_proposal() == Project.open(project.root).load_proposal()

    def test_what_a_person_deletes_stays_deleted(self, project: Project) -> None:
        project.propose(FIRST)
        edit(project, " | html [2]", "")
        project.propose(SECOND)
        assert "html" not in written_names(project)["U01"]
        assert project.load_mapping().names()["U43"] == {"MJ": 4}
        [decision] = project.load_decisions()
        assert (decision.action, decision.participant, decision.name) == ("reject", "U01", "html")
        assert decision.time.endswith("+00:00")
        assert decision.by
        project.propose(SECOND)
        assert "html" not in written_names(project)["U01"]
        assert len(project.load_decisions()) == 1

    def test_every_kind_of_edit_survives(self, project: Project) -> None:
        project.propose(FIRST)
        extra = "reject: Cheers\nhide: Kit\nglued: thanksBob -> thanks [U04]\n"
        extra += "message 4: Robert -> keep\n"
        edit(project, "keep: Arthur C. Clarke\n", "keep: Jane Goodall\n" + extra)
        edit(project, "U04 | Bob [3]", "U04 | Bob [3] | Bert | Robert")
        edit(project, "U01 | Robert [5] | html [2]", "U01 | html [2]")
        expected = parse(project.mapping_file.read_text())
        for proposal in (FIRST, SECOND, Mapping(), FIRST):
            project.propose(proposal)
        after = mapping.load(project.mapping_file)
        assert after.names() == expected.names()
        assert (after.keep, after.rejected) == (("Jane Goodall",), ("Cheers",))
        assert (after.hidden, after.composites) == (("Kit",), {"thanksBob": "thanks [U04]"})
        assert after.overrides == expected.overrides

    def test_a_lost_mapping_file_loses_no_decision(self, project: Project) -> None:
        project.propose(FIRST)
        edit(project, "U04 | Bob [3]", "U04 | Bert")
        project.load_mapping()
        project.mapping_file.unlink()
        assert project.load_mapping().names()["U04"] == {"Bert": 0}
        assert "U04 | Bert" in project.mapping_file.read_text()
        project.mapping_file.unlink()
        assert project.propose(SECOND).names()["U04"] == {"Bert": 0}

    def test_a_rejected_word_left_on_a_line_goes_for_good(self, project: Project) -> None:
        project.propose(FIRST)
        edit(project, "\nkeep:", "\nreject: html\nkeep:")
        for _ in range(3):
            assert "html" not in project.load_mapping().names()["U01"]
        assert project.propose(SECOND).rejected == ("html",)
        assert [decision.action for decision in project.load_decisions()] == ["reject"]

    def test_the_mapping_keeps_what_the_file_does_not_say(self, project: Project) -> None:
        project.propose(FIRST)
        edit(project, "U04 | Bob [3]", "U04 | Bob [3] | Bert")
        by_name = {entry.name: entry for entry in project.load_mapping().entries}
        assert by_name["html"] == FIRST.entries[1]
        assert by_name["Bert"].decision == "added"

    def test_reading_leaves_a_persons_file_as_it_is(self, project: Project) -> None:
        project.propose(FIRST)
        mine = "# mine\n\nU04|Bert\n   U01 | Robert\n"
        project.mapping_file.write_text(mine)
        project.load_mapping()
        project.load_mapping()
        assert project.mapping_file.read_text() == mine
        assert len(project.load_decisions()) == 4

    def test_a_persons_comments_survive(self, project: Project) -> None:
        project.propose(FIRST)
        edit(project, "U04 |", "# ask Jo\nU04 |")
        project.propose(SECOND)
        assert "# ask Jo\nU04 | Bob [3]\n" in project.mapping_file.read_text()
        assert project.mapping_file.read_text().count("# Onym mapping 1") == 1

    def test_a_file_that_is_not_understood_stops_everything(self, project: Project) -> None:
        project.propose(FIRST)
        project.mapping_file.write_text("U01 | Robert\nU04, Bob\n")
        before = files(project.root)
        with pytest.raises(MappingError, match=r"mapping\.txt, line 2: neither"):
            project.propose(SECOND)
        assert files(project.root) == before

    def test_a_mapping_file_from_elsewhere_is_a_persons_word(self, project: Project) -> None:
        project.mapping_file.write_text("U01 | Robbie | Jones\n")
        assert project.load_mapping().names() == {"U01": {"Robbie": 0, "Jones": 0}}
        assert "Robbie" in project.propose(FIRST).names()["U01"]

    def test_decisions_can_be_made_without_the_file(self, project: Project) -> None:
        project.propose(FIRST)
        edit(project, "U04 | Bob [3]", "U04 | Bob [3] | Bert")
        merged = project.decide([Decision("reject", "html", "U01")], by="jo")
        assert merged.names() == {"U01": {"Robert": 5}, "U04": {"Bob": 3, "Bert": 0}}
        assert "html" not in written_names(project)["U01"]
        assert [decision.action for decision in project.load_decisions()] == ["add", "reject"]
        assert project.load_decisions()[1].by == "jo"


class TestRecords:
    def test_a_proposal_is_read_back(self) -> None:
        everything = parse("keep: A\nreject: B\nhide: C\nglued: d -> e\nmessage 1: F #2 -> G")
        proposal = Mapping(
            FIRST.entries,
            everything.keep,
            everything.rejected,
            everything.hidden,
            everything.composites,
            everything.overrides,
            case="exact",
        )
        record = Proposal(proposal, {"source": "abc"}, "def")
        assert Proposal.read(record.write()) == record
        assert json.loads(record.write().splitlines()[3]) == {
            "participant": "U04",
            "name": "Bob",
            "count": 3,
            "score": 0.9,
            "reasons": [],
        }

    def test_damage_is_named_without_names(self, project: Project) -> None:
        project.ledger_file.write_text('{"version": 1, "Zebulon": 3}\n')
        with pytest.raises(ProjectError, match=r"^ledger\.jsonl: damaged") as caught:
            project.load_mapping()
        assert "Zebulon" not in str(caught.value)
        project.key_file.write_text("Zebulon")
        with pytest.raises(ProjectError, match=r"^key\.json: damaged"):
            project.load_key()
        project.key_file.write_text('{"version": 7, "seed": 1}')
        with pytest.raises(ProjectError, match=r"^key\.json: written by a newer Onym"):
            project.load_key()

    def test_the_seed_is_drawn_once(self, project: Project, tmp_path: Path) -> None:
        seed = project.load_key().seed
        assert project.load_key().seed == seed
        assert Project.create(tmp_path / "other").load_key().seed != seed
        assert Project.create(tmp_path / "given").load_key(7).seed == 7

    def test_pseudonyms_stay_once_given(self, project: Project) -> None:
        key = project.load_key(7).give("code", {"U01": "P02"})
        project.save_key(key)
        again = project.load_key(7)
        assert again.given("code") == {"U01": "P02"}
        assert again.give("code", {"U01": "P09", "U04": "P01"}).pseudonyms == {
            "U01": "P02",
            "U04": "P01",
        }
        with pytest.raises(ProjectError, match="pseudonyms with another seed"):
            project.load_key(8)

    def test_a_change_of_style_forgets_nothing(self) -> None:
        key = Key(1).give("code", {"U01": "P02"}).give("id", {"U01": "U01"})
        assert key.given("id") == {"U01": "U01"}
        back = Key.read(key.write()).give("code", {"U01": "P77", "U02": "P01"})
        assert back.pseudonyms == {"U01": "P02", "U02": "P01"}
        assert back.former == {"id": {"U01": "U01"}}

    def test_mentions_are_a_line_a_message(self, project: Project) -> None:
        mentions = [
            Mention("m1", 3, 7, "NAME", "U01", "[P02]", 0.98),
            Mention("m1", 9, 12, "PLACE", replacement=None, by="places", sublabel="city"),
        ]
        project.save_mentions(["m0", "m1"], mentions)
        rows = [json.loads(line) for line in project.mentions_file.read_text().splitlines()]
        assert rows[0] == {"id": "m0", "spans": []}
        assert rows[1]["spans"][0] == {
            "start": 3,
            "end": 7,
            "label": "NAME",
            "participant": "U01",
            "replacement": "[P02]",
            "score": 0.98,
            "by": "mapping",
        }
        assert rows[1]["spans"][1]["sublabel"] == "city"
        assert mode(project.mentions_file) == 0o600

    def test_fingerprints_tell_files_and_folders_apart(self, tmp_path: Path) -> None:
        one, two = tmp_path / "one", tmp_path / "two"
        for folder in (one, two):
            folder.mkdir()
            (folder / "a.txt").write_text("text")
        assert fingerprint(one) == fingerprint(two)
        (two / "a.txt").write_text("other")
        assert fingerprint(one) != fingerprint(two)
        assert fingerprint(one / "a.txt") != fingerprint(two / "a.txt")


def test_a_line_separator_in_what_was_put_in_ends_no_line_of_the_record() -> None:
    spans = [
        Mention("1", 0, 4, "NAME", "U1", "[U1]\u2028\x85"),
        Mention("1", 5, 9, replacement="b"),
    ]
    told = "".join(f"{write_spans('1', [span])}\n" for span in spans)
    assert read_replacements(told) == {"[U1]\u2028\x85", "b"}
