"""What is sealed opens for the right person, whole, and for nobody else."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyrage
import pytest
import typer.main
from hypothesis import given, settings
from hypothesis import strategies as st

from inside import onym
from onym import line
from onym.cli import app
from onym.disk import seal, whereabouts
from onym.disk.records import Key
from onym.disk.seal import Cost, Opener
from onym.errors import PolicyError, ProjectError, SealError
from onym.project import custody, journal
from onym.project.actors import masks
from onym.project.decisions import Decision
from onym.project.project import Project, read_text

CHEAP = Cost(memory=8 * 4, passes=1, lanes=4)
PHRASE = "plum orbit sandal kettle"

FORUM = """\
id,parent,author,text
1,,U01,"Hello all. I am new here.
Zebulon"
2,1,U02,"Hi Zebulon, welcome!
Quillon"
3,2,U01,"Thanks Quillon. See you at Tessaly's talk.
Zebulon"
4,3,U03,"Thanks Zeb and Quillon!
Tessaly"
"""
CLASS = 'id,name\nU01,Zebulon Farthing\nU02,"Marsh, Quillon"\nU03,Tessaly Brook\n'
NAMES = re.compile("zebulon|farthing|quillon|marsh|tessaly|brook", re.IGNORECASE)


@pytest.fixture
def course(tmp_path: Path) -> Project:
    (tmp_path / "forum.csv").write_text(FORUM)
    (tmp_path / "class.csv").write_text(CLASS)
    work = line.start(
        tmp_path / "course", tmp_path / "forum.csv", {"roster": tmp_path / "class.csv", "seed": 7}
    )
    work.find()
    work.apply()
    work.project.decide([Decision("add", "Zeb", "U01"), Decision("reject", "talk")], by="jo")
    return work.project


def files(project: Project) -> dict[str, bytes]:
    """What lies in private/, but for the log."""
    return {
        path.relative_to(project.private).as_posix(): path.read_bytes()
        for path in sorted(project.private.rglob("*"))
        if path.is_file() and path.name != "log.jsonl"
    }


def sealed(data: bytes, **locks: object) -> tuple[bytes, bytes]:
    """One file "a" sealed, and its content key."""
    path = Path(os.environ["PYTEST_SCRATCH"])
    path.write_bytes(data)
    target = io.BytesIO()
    options = locks or {"passphrase": PHRASE}
    key = seal.seal(target, [("a", path)], cost=CHEAP, **options)  # type: ignore[arg-type]
    return target.getvalue(), key


@pytest.fixture(autouse=True)
def scratch(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_SCRATCH", str(tmp_path_factory.mktemp("scratch") / "a"))


def opened(data: bytes, opener: Opener) -> dict[str, bytes]:
    source = io.BytesIO(data)
    key = seal.unlock(source, opener, "it")
    return {name: file.read() for name, file in seal.contents(source, key, "it")}


class TestFile:
    @pytest.mark.parametrize("size", [0, 1, 512, seal.CHUNK - 1, seal.CHUNK, 3 * seal.CHUNK + 5])
    def test_what_is_sealed_comes_back(self, size: int) -> None:
        data = bytes(range(256)) * (size // 256 + 1)
        written, _ = sealed(data[:size])
        assert opened(written, Opener(PHRASE)) == {"a": data[:size]}

    def test_nothing_of_it_can_be_read(self) -> None:
        written, _ = sealed(b"Zebulon " * 1000)
        assert b"Zebulon" not in written

    def test_the_header_tells_how_to_open_it(self) -> None:
        header = json.loads(sealed(b"x")[0].split(b"\n")[0])
        assert (header["onym"], header["version"]) == ("sealed", 1)
        lock = header["locks"][0]
        assert (lock["kdf"], lock["memory"], lock["passes"]) == ("argon2id", 32, 1)
        assert Cost() == Cost(65536, 3, 4)

    @pytest.mark.parametrize("phrase", ["", "plum orbit sandal kettlE", PHRASE + " "])
    def test_a_wrong_passphrase(self, phrase: str) -> None:
        with pytest.raises(SealError, match=r"^it: wrong passphrase; nothing was changed$"):
            opened(sealed(b"x")[0], Opener(phrase))

    def test_letters_typed_in_another_way_are_the_same(self) -> None:
        written, _ = sealed(b"x", passphrase="caf\u00e9 caf\u00e9 caf\u00e9")
        assert opened(written, Opener("cafe\u0301 cafe\u0301 cafe\u0301")) == {"a": b"x"}

    @settings(max_examples=60, deadline=None)
    @given(place=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
    def test_a_single_changed_bit_is_noticed(self, place: float, bit: int) -> None:
        written, _ = sealed(b"Zebulon")
        changed = bytearray(written)
        changed[int(place * len(written))] ^= 1 << bit
        with pytest.raises(SealError) as caught:
            opened(bytes(changed), Opener(PHRASE))
        assert "Zebulon" not in str(caught.value)
        assert "\n" not in str(caught.value)

    @settings(max_examples=40, deadline=None)
    @given(place=st.floats(0, 1, exclude_max=True))
    def test_a_file_that_was_cut_off_is_noticed(self, place: float) -> None:
        written, _ = sealed(b"x" * 100_000)
        with pytest.raises(SealError, match="damaged or cut off; nothing was changed"):
            opened(written[: int(place * len(written))], Opener(PHRASE))

    def test_chunks_cannot_be_dropped_or_swapped(self) -> None:
        written, _ = sealed(b"x" * (4 * seal.CHUNK))
        header, _, body = written.partition(b"\n")
        size = seal.CHUNK + 16
        chunks = [body[at : at + size] for at in range(0, len(body), size)]
        for other in (chunks[:-1], [chunks[1], chunks[0], *chunks[2:]], [*chunks, chunks[0]]):
            with pytest.raises(SealError, match="damaged"):
                opened(header + b"\n" + b"".join(other), Opener(PHRASE))

    @pytest.mark.parametrize(
        ("data", "told"),
        [
            (b"", "damaged"),
            (b"Zebulon\n", "damaged"),
            (b'{"onym": "sealed", "version": 2}\n', "sealed by a newer Onym; please update"),
            (b'{"onym": "sealed", "version": 1}\n', "damaged"),
            (b"[]\n", "damaged"),
            (b"{" * 100_000, "damaged"),
        ],
    )
    def test_what_is_no_seal(self, data: bytes, told: str) -> None:
        with pytest.raises(SealError, match=f"^it: {told}"):
            opened(data, Opener(PHRASE))

    def test_a_header_cannot_exhaust_the_machine(self) -> None:
        header, _, body = sealed(b"x")[0].partition(b"\n")
        row = json.loads(header)
        row["locks"][0]["memory"] = 1 << 40
        with pytest.raises(SealError, match="damaged"):
            opened(json.dumps(row).encode() + b"\n" + body, Opener(PHRASE))

    def test_to_a_second_person(self) -> None:
        mine, other = (pyrage.x25519.Identity.generate() for _ in range(2))
        written, _ = sealed(b"x", recipients=[str(mine.to_public())])
        assert opened(written, Opener(identity=f"# a comment\n{mine}\n")) == {"a": b"x"}
        with pytest.raises(SealError, match="sealed to another age key"):
            opened(written, Opener(identity=str(other)))
        with pytest.raises(SealError, match="it opens with an age key"):
            opened(written, Opener(PHRASE))
        with pytest.raises(SealError, match="holds no age or SSH key"):
            opened(written, Opener(identity="Zebulon"))

    def test_either_of_two_ways(self) -> None:
        mine = pyrage.x25519.Identity.generate()
        written, _ = sealed(b"x", passphrase=PHRASE, recipients=[str(mine.to_public())])
        assert opened(written, Opener(PHRASE)) == {"a": b"x"}
        assert opened(written, Opener(identity=str(mine))) == {"a": b"x"}
        assert seal.describe(io.BytesIO(written), "it") == ["passphrase", "age"]

    def test_mistakes_in_sealing(self) -> None:
        with pytest.raises(SealError, match="not an age key"):
            sealed(b"x", recipients=["Zebulon"])
        with pytest.raises(SealError, match="needs a passphrase or somebody's age key"):
            sealed(b"x", recipients=[])
        with pytest.raises(SealError, match="at least 12 characters"):
            seal.check_passphrase("short")


class TestProject:
    def test_everything_that_names_somebody_is_sealed(self, course: Project) -> None:
        (course.private / "notes").mkdir()
        (course.private / "notes" / "mine.txt").write_text("ask Zebulon")
        before = files(course)
        custody.seal_project(course, PHRASE, (), CHEAP)
        assert sorted(files(course)) == [".gitignore", ".lock", "sealed.onym"]
        for path in course.private.rglob("*"):
            assert not path.is_file() or not NAMES.search(path.read_bytes().decode("latin-1"))
        custody.unseal_project(course, Opener(PHRASE))
        assert files(course) == before
        assert all(
            path.stat().st_mode & 0o777 == 0o600
            for path in course.private.rglob("*")
            if path.is_file()
        )

    def test_a_sealed_project_is_closed_to_the_rest(self, course: Project) -> None:
        custody.seal_project(course, PHRASE, (), CHEAP)
        with pytest.raises(ProjectError, match="is sealed; open it with onym unseal"):
            Project.open(course.root)
        with pytest.raises(ProjectError, match="is sealed already"):
            custody.seal_project(course, PHRASE, (), CHEAP)

    @pytest.mark.parametrize("harm", ["phrase", "cut", "bit", "empty"])
    def test_nothing_changes_when_it_cannot_be_opened(self, course: Project, harm: str) -> None:
        custody.seal_project(course, PHRASE, (), CHEAP)
        data = bytearray(course.sealed_file.read_bytes())
        data[-9] ^= harm == "bit"
        harmed = {"cut": bytes(data[:-20]), "empty": b""}
        course.sealed_file.write_bytes(harmed.get(harm, bytes(data)))
        before = files(course), course.log_file.read_bytes()
        with pytest.raises(SealError, match="nothing was changed"):
            custody.unseal_project(course, Opener("wrong" if harm == "phrase" else PHRASE))
        assert (files(course), course.log_file.read_bytes()) == before

    def test_what_is_not_sealed_or_empty(self, course: Project, tmp_path: Path) -> None:
        with pytest.raises(ProjectError, match="is not sealed"):
            custody.unseal_project(course, Opener(PHRASE))
        with pytest.raises(ProjectError, match="nothing to seal yet"):
            custody.seal_project(Project.create(tmp_path / "new"), PHRASE, (), CHEAP)


class TestReverse:
    def test_names_are_put_back(self, course: Project) -> None:
        key = course.load_key()
        zeb, quill = key.pseudonyms["U01"], key.pseudonyms["U02"]
        text = f"[{zeb}] asks {quill}, [{zeb}|{quill}]; {zeb}9 and [P99] stay.\n"
        after = "Zebulon Farthing asks Quillon Marsh, [Zebulon Farthing|Quillon Marsh];"
        assert custody.reverse(course, text) == (f"{after} {zeb}9 and [P99] stay.\n", 4)

    def test_a_sealed_project_stays_sealed(self, course: Project) -> None:
        code = course.load_key().pseudonyms["U01"]
        custody.seal_project(course, PHRASE, (), CHEAP)
        assert custody.reverse(course, code, Opener(PHRASE)) == ("Zebulon Farthing", 1)
        assert sorted(files(course)) == [".gitignore", ".lock", "sealed.onym"]
        with pytest.raises(SealError, match="wrong passphrase"):
            custody.reverse(course, code, Opener("wrong"))
        assert '"event": "reversed"' in read_text(course.log_file).splitlines()[-1]

    def test_before_any_was_given(self, tmp_path: Path) -> None:
        with pytest.raises(ProjectError, match="no pseudonym has been given yet"):
            custody.reverse(Project.create(tmp_path / "new"), "P01")


class TestRotate:
    def test_everybody_gets_another_pseudonym(self, course: Project) -> None:
        before = course.load_key()
        old = (course.share / "forum.csv").read_text()
        line.resume(course.root).rotate()
        after = course.load_key()
        assert before.seed != after.seed
        assert not {*before.pseudonyms.values()} & {*after.pseudonyms.values()}
        new = (course.share / "forum.csv").read_text()
        assert not any(code in new for code in before.pseudonyms.values())
        assert custody.reverse(course, old)[0] == custody.reverse(course, new)[0]
        line.resume(course.root).rotate()
        assert custody.reverse(course, old)[0] == custody.reverse(course, new)[0]

    def test_a_masking_name_that_stayed_would_tie_both_outputs(self, course: Project) -> None:
        course.decide([Decision("mask", "Heron", "U01")])
        line.resume(course.root).apply()
        assert course.load_key().pseudonyms["U01"] == "Heron"
        old = (course.share / "forum.csv").read_text()
        assert "Heron" in old
        line.resume(course.root).rotate()
        new = (course.share / "forum.csv").read_text()
        assert "Heron" not in new
        assert masks(course.load_decisions()) == {}
        assert custody.reverse(course, old)[0] == custody.reverse(course, new)[0]
        assert (
            journal.verify(*map(read_text, (course.log_file, course.decisions_file))).problems == ()
        )

    def test_a_code_that_a_masking_name_displaced_is_nobody_elses(self, course: Project) -> None:
        code = course.load_key().pseudonyms["U01"]
        course.decide([Decision("mask", "Heron", "U01")])
        line.resume(course.root).apply()
        key = course.load_key()
        assert key.past == {code: "U01"}
        assert code in key.taken("code").values()
        assert custody.reverse(course, f"[{code}] and [Heron]")[0].count("Zebulon Farthing") == 2
        course.decide([Decision("unmask", "Heron", "U01")])
        line.resume(course.root).apply()
        again = course.load_key()
        assert again.pseudonyms["U01"] not in ("Heron", code)
        assert again.past == {code: "U01", "Heron": "U01"}

    def test_ids_cannot_be_drawn_anew(self, course: Project) -> None:
        with pytest.raises(PolicyError, match="shows the source's own ids"):
            line.resume(course.root, {"style": "id"}).rotate()


class TestForget:
    def test_nothing_of_the_person_is_left(self, course: Project) -> None:
        course.mapping_file.write_text(
            course.mapping_file.read_text() + "# ask Zebulon\nglued: thanksZeb -> thanks [U01]\n"
        )
        code = course.load_key().pseudonyms["U01"]
        gone = custody.forget(course, "U01")
        assert gone.pseudonyms == (code,)
        assert gone.left == ()
        for path in course.private.rglob("*"):
            if path.is_file():
                held = path.read_bytes().decode(errors="replace")
                assert not re.search("zeb|farthing|U01", held, re.IGNORECASE), path
        assert "Quillon" in course.mapping_file.read_text()
        assert Project.open(course.root).load_mapping().names().keys() == {"U02", "U03"}

    def test_the_log_stays_whole(self, course: Project) -> None:
        from onym.project import journal

        custody.forget(course, "U01")
        custody.forget(course, "U02")
        texts = read_text(course.log_file), read_text(course.decisions_file)
        assert journal.verify(*texts).problems == ()
        assert Project.open(course.root).load_decisions() == [
            each for each in course.load_decisions() if each.participant is None
        ]
        assert journal.verify(*texts).entries == len(read_text(course.log_file).splitlines())

    def test_names_of_others_stay(self, course: Project) -> None:
        course.decide([Decision("add", "Zeb", "U03")])
        custody.forget(course, "U01")
        assert "Zeb" in course.load_mapping().names()["U03"]

    def test_the_pseudonym_is_never_given_again(self, course: Project) -> None:
        before = course.load_key()
        code = before.pseudonyms["U01"]
        custody.forget(course, "U01")
        after = course.load_key()
        assert after.seed != before.seed
        assert after.past == {code: None}
        assert custody.reverse(course, f"[{code}]") == (f"[{code}]", 0)
        line.resume(course.root).apply()
        assert course.load_key().pseudonyms["U01"] != code
        assert course.load_key().pseudonyms["U02"] == before.pseudonyms["U02"]

    def test_files_that_onym_did_not_write_are_pointed_out(self, course: Project) -> None:
        (course.private / "notes.txt").write_text("Zebulon called")
        assert custody.forget(course, "U01").left == ("notes.txt",)

    def test_a_stranger(self, course: Project) -> None:
        before = files(course)
        with pytest.raises(ProjectError, match="no such participant") as caught:
            custody.forget(course, "Zebulon")
        assert "Zebulon" not in str(caught.value)
        assert files(course) == before

    def test_ids_as_pseudonyms(self) -> None:
        key = Key(1).give("id", {"U01": "U01"}).give("code", {"U01": "P02"})
        assert "U01" not in replace(key, names={"U01": "Zebulon"}).forget("U01").write()


class TestWhereabouts:
    @pytest.mark.parametrize(
        ("place", "service"),
        [
            ("Dropbox/work", "Dropbox"),
            ("Dropbox (University)", "Dropbox"),
            ("OneDrive - University", "OneDrive"),
            ("Library/Mobile Documents/com~apple~CloudDocs", "iCloud Drive"),
            ("Nextcloud", "Nextcloud"),
            ("Google Drive/My Drive", "Google Drive"),
            ("GoogleDrive-me@example.org", "Google Drive"),
        ],
    )
    def test_folders_that_are_copied_elsewhere(
        self, tmp_path: Path, place: str, service: str
    ) -> None:
        project = Project.create(tmp_path / place / "course")
        assert project.warnings == [
            f"{project.root} lies in a folder that {service} copies elsewhere;"
            " move the project, or keep private/ sealed"
        ]

    @pytest.mark.parametrize("marker", [".stfolder", ".dropbox", ".sync_0123abcd.db"])
    def test_markers_that_services_leave(self, tmp_path: Path, marker: str) -> None:
        (tmp_path / marker).touch()
        assert "copies elsewhere" in Project.create(tmp_path / "a" / "b").warnings[0]

    def test_a_new_project_is_closed_to_others(self, tmp_path: Path) -> None:
        for folder in (tmp_path, *tmp_path.parents):
            if os.access(folder, os.W_OK) and folder.is_relative_to(tmp_path.parent):
                folder.chmod(0o755)
        project = Project.create(tmp_path / "course")
        assert project.warnings == []
        assert project.root.stat().st_mode & 0o777 == 0o700

    def test_a_folder_that_everybody_can_read(self, tmp_path: Path) -> None:
        everybody = [folder for folder in tmp_path.parents if not folder.stat().st_mode & 0o001]
        course = tmp_path / "course"
        course.mkdir()
        told = whereabouts.warnings(course)
        assert told == [] or not everybody
        for folder in (tmp_path, *everybody):
            folder.chmod(folder.stat().st_mode | 0o005)
        try:
            assert "can be read by every user" in Project.create(course).warnings[0]
        finally:
            for folder in (tmp_path, *everybody):
                folder.chmod(folder.stat().st_mode & ~0o005)

    def test_private_is_closed_again(self, course: Project) -> None:
        course.private.chmod(0o755)
        course.key_file.chmod(0o644)
        told = Project.open(course.root).warnings
        assert told == [f"{course.private} could be entered by others; it is closed again"]
        assert course.key_file.stat().st_mode & 0o777 == 0o600
        assert Project.open(course.root).warnings == []


def type_in(folder: Path, lines: list[str], *arguments: str) -> tuple[int, str]:
    """Run onym in a terminal of its own and type what it asks for; what was shown comes back."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execv(sys.executable, [sys.executable, "-m", "onym", *arguments])
    shown = "".join(_talk(terminal, lines))
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), shown


def _talk(terminal: int, lines: list[str]) -> Iterator[str]:
    waiting = list(lines)
    while True:
        try:
            chunk = os.read(terminal, 4096)
        except OSError:
            return
        if not chunk:
            return
        yield chunk.decode()
        if waiting and chunk.rstrip().endswith((b":", b"]")):
            os.write(terminal, waiting.pop(0).encode() + b"\n")


class TestCommands:
    def test_from_a_file_from_the_environment_and_from_the_keyboard(
        self, course: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "phrase").write_text(PHRASE + "\nanother line\n")
        assert onym("seal", "course", "--passphrase-file", "phrase", folder=tmp_path).status == 0
        assert course.is_sealed
        done = onym("unseal", "course", folder=tmp_path)
        assert (done.status, done.err) == (
            1,
            "onym: no passphrase: nobody can be asked here;"
            " give --passphrase-file or set ONYM_PASSPHRASE\n",
        )
        status, shown = type_in(tmp_path, [PHRASE], "unseal", "course")
        assert (status, PHRASE in shown) == (0, False)
        assert "Opened 8 files" in shown
        status, shown = type_in(tmp_path, [PHRASE, "something else"], "seal", "course")
        assert status == 1
        assert "the two passphrases differ; nothing was changed" in shown
        monkeypatch.setenv("ONYM_PASSPHRASE", PHRASE)
        assert onym("seal", "course", "--quiet", folder=tmp_path) == (0, "", "")
        monkeypatch.setenv("ONYM_PASSPHRASE", "wrong")
        done = onym("unseal", "course", folder=tmp_path)
        assert done == (1, "", "onym: sealed.onym: wrong passphrase; nothing was changed\n")
        done = onym("apply", "course", folder=tmp_path)
        assert done == (1, "", "onym: course is sealed; open it with onym unseal course\n")

    def test_no_option_takes_a_passphrase(self) -> None:
        group: Any = typer.main.get_command(app)
        for command in group.commands.values():
            for param in command.params:
                assert "passphrase" not in param.name or "file" in param.name

    def test_forgetting_asks_first(self, course: Project, tmp_path: Path) -> None:
        done = onym("forget", "course", "U01", folder=tmp_path)
        assert done == (1, "", "onym: nobody can be asked here; give --yes if you mean it\n")
        status, shown = type_in(tmp_path, ["n"], "forget", "course", "U01")
        assert status == 1
        assert "nothing was changed" in shown
        told = onym("forget", "course", "U01", "--yes", folder=tmp_path).out
        assert "no record of this project says any longer who that is" in told
        assert "Still there, and yours to settle: the source" in told

    def test_a_warning_on_stderr(self, course: Project, tmp_path: Path) -> None:
        (tmp_path / ".stfolder").mkdir()
        assert onym("log", "course", "--verify", folder=tmp_path).err == ""
        done = onym("apply", "course", "--json", folder=tmp_path)
        assert done.err == (
            "onym: warning: course lies in a folder that Syncthing copies elsewhere;"
            " move the project, or keep private/ sealed\n"
        )
        assert json.loads(done.out)["messages"] == 4
