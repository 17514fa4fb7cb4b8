"""Macs and Windows: the whole line where what Linux alone has is taken away; all is invented."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import zipfile
from dataclasses import dataclass, replace
from http.client import HTTPConnection
from pathlib import Path
from queue import SimpleQueue
from urllib.parse import urlsplit

import pytest

from foreign import at_home_in
from onym import formats
from onym.deciding.keyboard import console_key
from onym.disk.files import fingerprint
from onym.engine import remote
from onym.engine.worker import Task
from onym.errors import OnymError

LARGE = """
from onym import matter
from onym.check import passes
from onym.commands import exports
from onym.engine import parts, processes

matter.LARGE = processes.SMALL = passes.ENOUGH = exports.LARGE = 0
parts.LETTERS = 30_000
"""
"""Makes every corpus a large one."""
COMMANDS = """
import shlex, sys
from onym.cli import main

for command in sys.argv[1:]:
    sys.argv = ["onym", *shlex.split(command)]
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise
"""
WEEK = """\
courseCategoryId,topicId,postId,postParentId,postUserId,postCreationTime,postBody
9,9000,90001,0,U01,2010-01-01 10:00:00,"Hello all,
here I am again.
Mirela"
"""
PEOPLE = "id,name\nU1,Łukasz Šimić\nU2,Łukasz Đurić\nU3,Zoë Quimble\n"
NAMES = """\
id,thread,author,text
1,a,U1,"Hello all, Łukasz"
2,a,U2,"Hello from me too, Łukasz"
3,a,U3,"I am with Łukasz. Zoë"
"""


@dataclass
class World:
    """A folder in some system, and a hand that types commands in it."""

    folder: Path
    env: dict[str, str]
    first: str = ""
    """What is done before the commands."""

    def onym(self, *commands: str, given: bytes = b"", status: int = 0) -> bytes:
        """Give commands in one process, and one session: what they say, or why they fail."""
        done = subprocess.run(
            [sys.executable, "-c", self.first + COMMANDS, *commands],
            cwd=self.folder,
            env=self.env,
            input=given,
            capture_output=True,
            start_new_session=True,
        )
        assert done.returncode == status, done.stderr.decode()
        return done.stderr if status else done.stdout


def make_world(system: str, folder: Path, first: str = "") -> World:
    (folder / "start").mkdir()
    plain = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent / "src")}
    env = plain if system == "linux" else at_home_in(system, folder / "start")
    return World(folder, env, first)


def with_a_course(system: str, folder: Path) -> World:
    """A world in which the demo course has been pseudonymised on two cores."""
    world = make_world(system, folder, LARGE)
    world.onym(
        "demo demo --messages 120",
        "run demo/forum.csv --roster demo/class.csv --out course --preset everything --seed 7"
        " --cores 2",
    )
    return world


@pytest.fixture(scope="module")
def linux(tmp_path_factory: pytest.TempPathFactory) -> World:
    return with_a_course("linux", tmp_path_factory.mktemp("linux"))


@pytest.fixture(scope="module")
def mac(tmp_path_factory: pytest.TempPathFactory) -> World:
    return with_a_course("mac", tmp_path_factory.mktemp("mac"))


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> World:
    return with_a_course("windows", tmp_path_factory.mktemp("windows"))


@pytest.fixture(params=["mac", "windows"])
def there(request: pytest.FixtureRequest) -> World:
    world: World = request.getfixturevalue(request.param)
    return world


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Windows, and a course of people whose names have letters that it lacks in pipes."""
    world = make_world("windows", tmp_path_factory.mktemp("letters"))
    (world.folder / "class.csv").write_text(PEOPLE, encoding="utf-8", newline="\n")
    (world.folder / "forum.csv").write_text(NAMES, encoding="utf-8", newline="\n")
    world.onym("run forum.csv --roster class.csv --out course")
    return world


def test_what_comes_out_is_the_same_to_the_byte(linux: World, there: World) -> None:
    demo = ("forum.csv", "class.csv", "gold.jsonl", "gold_mapping.txt", "gold_categories.csv")
    made = ("onym.toml", "share/forum.csv", "private/mapping.txt", "private/mentions.jsonl")
    for file in (*(Path("demo", name) for name in demo), *(Path("course", name) for name in made)):
        assert (there.folder / file).read_bytes() == (linux.folder / file).read_bytes(), file
    assert b"\r" not in (there.folder / "course/share/report.html").read_bytes()


def test_what_large_corpora_need_is_gone_in_the_end(there: World) -> None:
    assert not (there.folder / "course/private/.work").exists()


def test_looking_once_more_takes_every_core(there: World) -> None:
    checked, asked = there.onym("check course --json", "questions course --json").splitlines()
    assert json.loads(checked)["project"] == json.loads(asked)["project"] == "course"


def test_a_large_file_is_inspected_and_leaves_nothing(windows: World, tmp_path: Path) -> None:
    world = replace(windows, env={**windows.env, "TMPDIR": str(tmp_path)})
    assert b"120 messages" in world.onym("inspect demo/forum.csv")
    assert list(tmp_path.iterdir()) == []


def test_more_messages_join_and_somebody_is_forgotten(windows: World) -> None:
    shutil.copytree(windows.folder / "course", windows.folder / "longer")
    (windows.folder / "phrase").write_text("plum orbit sandal kettle\n", encoding="utf-8")
    for week in ("week2.csv", "week3.csv"):
        (windows.folder / week).write_text(WEEK, encoding="utf-8", newline="\n")
    windows.onym(
        "add longer week2.csv --cores 1",
        "add longer week3.csv --cores 1",
        "rotate longer",
        "forget longer U01 --yes",
        "seal longer --passphrase-file phrase",
        "unseal longer --passphrase-file phrase",
    )
    assert not (windows.folder / "longer/private/.work").exists()
    assert b"U01 |" not in (windows.folder / "longer/private/mapping.txt").read_bytes()


IN_USE = """
import threading
from pathlib import Path
from onym.disk.files import write_atomically

Path("looked-at").write_bytes(b"old")
held = open("looked-at", "rb")
threading.Timer(0.05, held.close).start()
write_atomically(Path("looked-at"), b"new")
"""


def test_a_virus_scanner_is_waited_for(windows: World) -> None:
    replace(windows, first=IN_USE).onym()
    assert (windows.folder / "looked-at").read_bytes() == b"new"


def test_a_result_that_is_open_elsewhere_is_told_and_replaced_later(letters: World) -> None:
    shared = letters.folder / "course/share/forum.csv"
    before = shared.stat().st_ino
    spreadsheet = replace(letters, first=f"held = open({str(shared)!r}, 'rb')\n")
    said = spreadsheet.onym("rotate course", status=1)
    assert said.endswith(b"Permission denied; close it in other programs and start again\r\n")
    assert shared.stat().st_ino == before
    letters.onym("check course")
    assert shared.stat().st_ino != before


def test_the_review_shows_its_page_and_stops(windows: World) -> None:
    command = [sys.executable, "-m", "onym", "review", "course", "--no-browser", "--json"]
    page = subprocess.Popen(
        command, cwd=windows.folder, env=windows.env, stdout=subprocess.PIPE, text=True
    )
    assert page.stdout is not None
    with page.stdout:
        try:
            assert (
                kind_of_script(json.loads(page.stdout.readline())["address"]) == "text/javascript"
            )
            page.send_signal(signal.SIGINT)
            assert page.wait(30) == 0
        finally:
            page.kill()
            page.wait()


def kind_of_script(address: str) -> str:
    """What a browser is told that the page's script is."""
    parts = urlsplit(address)
    link = HTTPConnection(parts.netloc, timeout=60)
    link.request("GET", f"/?{parts.query}")
    cookie = str(link.getresponse().headers["set-cookie"]).partition(";")[0]
    link.close()
    link.request("GET", "/static/app.js", headers={"Cookie": cookie})
    kind = str(link.getresponse().headers["content-type"])
    link.close()
    return kind.partition(";")[0]


def test_letters_that_a_pipe_of_windows_lacks_stop_nobody(letters: World) -> None:
    """Code page 1252 has the letters Š and ë, and neither Ł nor ć."""
    told = letters.onym("explain course Łukasz", "explain course Zoë", "questions course")
    assert "Who is meant by ?ukasz: U1 (?ukasz Šimi?)" in told.decode("cp1252")
    assert "Zoë" in told.decode("cp1252")


def test_nor_do_those_that_ascii_lacks(letters: World) -> None:
    bare = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    told = replace(letters, env={**letters.env, **bare}).onym("questions course", "--help")
    assert b"Who is meant by ?ukasz: U1 (?ukasz ?imi?)" in told


def test_json_keeps_every_letter(letters: World) -> None:
    told = letters.onym("questions course --json").decode("ascii")
    assert {question["name"] for question in json.loads(told)["questions"]} == {"Łukasz"}
    listed = letters.onym("categories --language fr --json").decode("ascii")
    assert not str(json.loads(listed)).isascii()


def test_a_text_comes_back_with_its_letters_and_line_ends(letters: World) -> None:
    key = json.loads((letters.folder / "course/private/key.json").read_bytes())
    given = f"Hello {key['pseudonyms']['U1']},\nand good-bye\n".encode()
    told = letters.onym("reverse course", given=given).decode()
    assert told == "Hello Łukasz Šimić,\nand good-bye\n"


def test_keys_of_a_console() -> None:
    typed = iter("Q\xe0H\x00;u\x1a\x03")
    assert [console_key(lambda: next(typed)) for _ in range(5)] == ["q", " ", " ", "u", ""]
    with pytest.raises(KeyboardInterrupt):
        console_key(lambda: next(typed))


def test_what_takes_long_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "GLANCE", 0.01)
    finished: SimpleQueue[Task | OnymError] = SimpleQueue()
    task = Task(0, 1, None, Path("out"))
    threading.Timer(0.1, finished.put, [task]).start()
    assert remote.hear(finished) == task


NOTES = (".DS_Store", "._1.csv", "Thumbs.db", "desktop.ini")
"""What Finder and Explorer leave where somebody has looked."""


def test_looking_at_a_folder_does_not_change_it(tmp_path: Path) -> None:
    for number in "12":
        row = f"{number},U{number},Hello\n"
        (tmp_path / f"{number}.csv").write_text("id,author,text\n" + row, encoding="utf-8")
    before, known = fingerprint(tmp_path), formats.read(tmp_path).messages
    for name in NOTES:
        (tmp_path / name).write_bytes(b"\0\1notes")
    assert fingerprint(tmp_path) == before
    assert formats.read(tmp_path).messages.equals(known)


def test_a_zip_that_finder_has_packed(tmp_path: Path) -> None:
    chat = "".join(f"[12/01/2024, 10:0{n}:00] Zoë Quimble: Hello\n" for n in range(4))
    with zipfile.ZipFile(tmp_path / "chat.zip", "w") as packed:
        packed.writestr("_chat.txt", chat)
        packed.writestr("__MACOSX/.__chat.txt", b"\0\5\x16\7")
        packed.writestr(".DS_Store", b"\0\0\0\1Bud1")
    assert formats.read(tmp_path / "chat.zip").messages.height == 4
