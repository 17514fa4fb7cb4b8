"""Whatever stops Onym, and wherever: a project is then the old one or the new, and goes on."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from crashing import Nursery
from onym.disk.changes import changing, finish, unfinished
from onym.errors import ProjectError
from onym.project import journal
from onym.project.project import Project, read_text

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs fork and signals")

FORUM = """\
id,parent,author,text
1,,U01,"Hello all.
Zebulon"
2,1,U02,"Hi Zebulon, welcome!
Quillon"
"""
MORE = FORUM + '3,2,U03,"Thanks Quillon.\nTessaly"\n'
CLASS = "id,name\nU01,Zebulon Farthing\nU02,Quillon Marsh\nU03,Tessaly Brook\n"
PHRASE = "plum orbit sandal kettle"

RUN = (
    "onym('run', 'forum.csv', '--roster', 'class.csv', '--out', 'course',"
    " '--method', 'farrow+class-list', '--seed', '7')"
)
DECIDE = (
    "from onym.project.project import Project; from onym.project.decisions import Decision\n"
    "Project.open('course').decide([Decision('add', 'Zeb', 'U01'), Decision('hide', 'Kit')])"
)
CHEAP = (
    "from onym.project import custody; from onym.project.project import Project\n"
    "from onym.disk.seal import *\n"
    "course = Project.open('course', even_sealed=True)\n"
)
SEAL = CHEAP + f"custody.seal_project(course, {PHRASE!r}, (), Cost(32, 1, 4))"
UNSEAL = CHEAP + f"custody.unseal_project(course, Opener({PHRASE!r}))"
FORGET = "onym('forget', 'course', 'U01', '--yes')"
ROTATE = "onym('rotate', 'course')"

TOGETHER = (
    ("private/mapping.txt", "private/ledger.jsonl"),
    ("private/key.json", "private/mentions.jsonl", "share/forum.csv"),
    ("private/sealed.onym", "private/decisions.jsonl"),
)
"""Files that must be of one state; each group is old or new as a whole."""

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    made = Nursery()
    yield made
    made.close()


def lay_out(folder: Path) -> None:
    folder.mkdir()
    (folder / "forum.csv").write_text(FORUM)
    (folder / "class.csv").write_text(CLASS)


class Shelf:
    """Folders after some steps, made once and copied."""

    def __init__(self, nursery: Nursery, folder: Path) -> None:
        self.nursery, self.folder = nursery, folder
        self.made: dict[tuple[str, ...], Path] = {}

    def take(self, folder: Path, *steps: str) -> Path:
        """Put a copy of the folder after these steps somewhere."""
        return Path(shutil.copytree(self._after(steps), folder))

    def _after(self, steps: tuple[str, ...]) -> Path:
        if steps not in self.made:
            place = self.folder / str(len(self.made))
            self.made[steps] = place
            if steps:
                shutil.copytree(self._after(steps[:-1]), place)
                self._do(place, steps[-1])
            else:
                lay_out(place)
        return self.made[steps]

    def _do(self, folder: Path, step: str) -> None:
        if step == "edit":
            mapping = folder / "course/private/mapping.txt"
            mapping.write_text(mapping.read_text().replace("Quillon", "Quill"))
            (folder / "forum.csv").write_text(MORE)
        else:
            assert self.nursery.run(folder, step) == (0, ""), step


@pytest.fixture(scope="module")
def shelf(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(nursery, tmp_path_factory.mktemp("shelf"))


def files(folder: Path) -> Files:
    """What lies in a project, without what differs each time: seeds, salts and times."""
    found: Files = {}
    for path in sorted((folder / "course").rglob("*")):
        if path.is_file() and path.name not in (".lock", "log.jsonl"):
            data = re.sub(rb'"(salt|time)": "[^"]*"|"seed": \d+', b"", path.read_bytes())
            name = path.relative_to(folder / "course").as_posix()
            found[name] = b"sealed" if path.name == "sealed.onym" else data
    if b'"pseudonyms": {},' in found.get("private/key.json", b""):
        del found["private/key.json"]  # a seed that was drawn and never used
    return found


def states(found: Files) -> list[Files]:
    """The files group by group; those that belong to no group one by one."""
    grouped = {name for group in TOGETHER for name in group}
    singles = [(name,) for name in found if name not in grouped]
    return [{name: found[name] for name in group if name in found} for group in TOGETHER] + [
        {name: found[name] for name in group} for group in singles
    ]


def is_either(found: Files, old: Files, new: Files) -> bool:
    known = [*states(old), *states(new), {}]
    return all(state in known for state in states(found))


def reopen(folder: Path) -> Files | None:
    """What a project holds after whatever happened to it; None where none has come to be."""
    course = folder / "course"
    if not (course / "onym.toml").exists():
        assert not course.exists() or all(p.name.endswith(".partial") for p in course.iterdir())
        return None
    project = Project.open(course, even_sealed=True)
    left = [path.name for path in course.rglob(".*") if path.name not in (".gitignore", ".lock")]
    assert left == []
    decided = None if project.is_sealed else read_text(project.decisions_file)
    assert journal.verify(read_text(project.log_file), decided).problems == ()
    return files(folder)


KILLED = [
    ("a first run", (), RUN),
    ("a run after an edit, on more messages", (RUN, "edit"), RUN),
    ("an answer in a review", (RUN,), DECIDE),
    ("sealing", (RUN, DECIDE), SEAL),
    ("opening", (RUN, DECIDE, SEAL), UNSEAL),
    ("forgetting", (RUN, DECIDE), FORGET),
    ("new pseudonyms", (RUN,), ROTATE),
]


@pytest.mark.parametrize(("steps", "command"), [k[1:] for k in KILLED], ids=[k[0] for k in KILLED])
def test_killed_at_every_step(
    nursery: Nursery, shelf: Shelf, tmp_path: Path, steps: tuple[str, ...], command: str
) -> None:
    work = shelf.take(tmp_path / "work", *steps)
    old = files(work)
    assert nursery.run(work, command, copies=tmp_path / "copies") == (0, "")
    new = files(work)
    assert old != new
    copies = sorted((tmp_path / "copies").iterdir())
    assert len(copies) > 10
    for number, copy in enumerate(copies, start=1):
        assert is_either(reopen(copy) or {}, old, new), f"killed at step {number} of {len(copies)}"
        if number % 30 == 1:
            _go_on(nursery, copy, command, new)


def _go_on(nursery: Nursery, copy: Path, command: str, new: Files) -> None:
    """Give the command again, unless it had come to its end."""
    if files(copy) != new or command == RUN:
        assert nursery.run(copy, command) == (0, "")
    assert command == ROTATE or files(copy) == new


def test_a_process_that_was_killed_leaves_what_the_copies_show(
    nursery: Nursery, shelf: Shelf, tmp_path: Path
) -> None:
    copied = shelf.take(tmp_path / "copied", RUN)
    nursery.run(copied, DECIDE, copies=tmp_path / "copies")
    copies = sorted((tmp_path / "copies").iterdir())
    for point in range(1, len(copies) + 1, 4):
        killed = shelf.take(tmp_path / f"killed{point}", RUN)
        assert nursery.run(killed, DECIDE, kill_at=point)[0] == -signal.SIGKILL
        named = [
            sorted(re.sub(r"\.\w{8}\.partial", ".partial", path.name) for path in folder.rglob("*"))
            for folder in (copies[point - 1], killed)
        ]
        assert named[0] == named[1]
    alive = shelf.take(tmp_path / "alive", RUN)
    assert nursery.run(alive, DECIDE, kill_at=len(copies) + 1)[0] == 0


@pytest.mark.parametrize(("steps", "command"), [KILLED[1][1:], KILLED[5][1:]])
@pytest.mark.parametrize("torn", [False, True], ids=["full disk", "killed while writing"])
def test_writing_that_fails_half_way(
    nursery: Nursery,
    shelf: Shelf,
    tmp_path: Path,
    steps: tuple[str, ...],
    command: str,
    torn: bool,
) -> None:
    old = files(shelf.take(tmp_path / "old", *steps))
    new = files(shelf.take(tmp_path / "new", *steps, command))
    for limit in (0, 300, 1200):
        work = shelf.take(tmp_path / f"work{limit}", *steps)
        status, stderr = nursery.run(work, command, limit=limit, torn=torn)
        assert status == (-signal.SIGXFSZ if torn else 1)
        assert torn or re.fullmatch(r"onym: .* cannot be written: File too large; .*\n", stderr)
        assert is_either(reopen(work) or {}, old, new), limit


def test_a_folder_that_may_not_be_written(nursery: Nursery, shelf: Shelf, tmp_path: Path) -> None:
    work = shelf.take(tmp_path / "old", RUN)
    for path in (work, *work.rglob("*")):
        if os.geteuid() == 0:
            os.chown(path, 65534, 65534)
        path.chmod(0o500 if path.is_dir() else 0o400)
    before = {path: path.read_bytes() for path in work.rglob("*") if path.is_file()}
    user = 65534 if os.geteuid() == 0 else None
    for command in (RUN, FORGET, RUN.replace("course", "new")):
        status, stderr = nursery.run(work, command, user=user)
        assert status == 1, stderr
        assert re.fullmatch(r"onym: .*: (Permission denied|Read-only file system)\n", stderr)
    after = {path: path.read_bytes() for path in work.rglob("*") if path.is_file()}
    assert after == before
    for path in (work, *work.rglob("*")):
        path.chmod(0o700)


def test_two_at_once(nursery: Nursery, shelf: Shelf, tmp_path: Path) -> None:
    shelf.take(tmp_path / "old", RUN)
    project = Project.open(tmp_path / "old" / "course")
    before = files(tmp_path / "old")
    told = "onym: course is in use by another onym; wait until it is done\n"
    with project.locked():
        for command in (RUN, FORGET, ROTATE, "onym('check', 'course')"):
            assert nursery.run(tmp_path / "old", command) == (1, told)
        assert files(tmp_path / "old") == before
    assert nursery.run(tmp_path / "old", ROTATE) == (0, "")


class TestChanges:
    def put(self, root: Path, **contents: str) -> None:
        with changing(root, root / "private") as change:
            for name, content in contents.items():
                change.put(root / f"{name}.txt", content.encode())

    @pytest.fixture
    def root(self, tmp_path: Path) -> Path:
        (tmp_path / "private").mkdir()
        return tmp_path

    def test_an_error_inside_changes_nothing(self, root: Path) -> None:
        self.put(root, a="old")
        with pytest.raises(RuntimeError), changing(root, root / "private") as change:
            change.put(root / "a.txt", b"new")
            change.drop(root / "a.txt")
            raise RuntimeError
        assert (root / "a.txt").read_text() == "old"
        assert list((root / "private").iterdir()) == []

    def test_files_and_folders_are_put_and_dropped(self, root: Path) -> None:
        self.put(root, a="old", b="old")
        (root / "folder").mkdir()
        (root / "folder" / "former").touch()
        with changing(root, root / "private") as change:
            change.put(root / "a.txt", b"new")
            change.drop(root / "b.txt")
            place = change.stage(root / "folder")
            place.mkdir()
            (place / "latter").touch()
            assert change.read(root / "a.txt") == b"new"
            assert change.read(root / "b.txt") == b""
        assert (root / "a.txt").read_text() == "new"
        assert not (root / "b.txt").exists()
        assert [path.name for path in (root / "folder").iterdir()] == ["latter"]

    def test_what_had_happened_is_completed(self, root: Path) -> None:
        self.put(root, a="old", b="old")
        half = root / "private" / ".commit"
        (half / "0").mkdir(parents=True)
        (half / "0" / "a.txt").write_text("new")
        told = {"move": [["0/a.txt", "a.txt"], ["1/b.txt", "b.txt"]], "drop": ["c.txt"]}
        (half / "list.json").write_text(json.dumps(told))
        assert unfinished(root / "private")
        finish(root, root / "private")
        assert ((root / "a.txt").read_text(), (root / "b.txt").read_text()) == ("new", "old")
        assert not unfinished(root / "private")

    def test_a_place_that_cannot_be_written(self, root: Path) -> None:
        with pytest.raises(ProjectError, match="cannot be written: No such file"):
            self.put(root / "absent", a="new")
