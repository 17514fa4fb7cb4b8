"""Unmistakable names go through every command; outside private/ not one of them may be seen."""

from __future__ import annotations

import http.client
import io
import json
import logging
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import typer.main

from crashing import Nursery
from inside import Done, onym, snapshot
from onym import line, methods
from onym.cli import app
from onym.model import Corpus, Evidence, Policy
from visitor import Visitor

PEOPLE = {
    "U01": "Zebulonia Farthingwick",
    "U02": "Quillonard Marshbanks",
    "U03": "Tessalyn Brooksworth",
}
CANARY = re.compile(
    "zebulon|farthing|quillon|marshbank|tessalyn|brooksw|0?7700 ?900461", re.IGNORECASE
)
SAYINGS = (
    "Hello all, I am {me}.\n{first}",
    "Hi {other},\nyour talk was good. Write to {mail} or call +44 7700 900461.\n{first}",
    "Thanks {other}! I agree with {other_full}.\nBest\n{full}",
    "@{other} see https://example.org/~{login}/ and tell {other}'s group\n{first}",
)
PHRASE = "plum orbit sandal kettle"
PRIVATE_OUTPUT = {"questions", "explain", "reverse", "export", "pipe", "annotate", "raters"}
"""Commands whose standard output is for the holder of private/ alone, as their pages say."""


def forum() -> str:
    rows = ["id,parent,author,text"]
    ids = list(PEOPLE)
    for number in range(24):
        me, other = ids[number % 3], ids[(number + 1) % 3]
        first, last = PEOPLE[me].split()
        text = SAYINGS[number % 4].format(
            me=PEOPLE[me],
            first=first,
            full=PEOPLE[me],
            other=PEOPLE[other].split()[0],
            other_full=PEOPLE[other],
            mail=f"{first}.{last}@example.org".lower(),
            login=last.lower(),
        )
        rows.append(f'{number + 1},{number or ""},{me},"{text}"')
    return "\n".join(rows) + "\n"


class Desk:
    """A folder with a source, and everything that was shown or left behind meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.temporary = folder, folder / "temporary"
        self.shown: list[str] = []
        self.temporary.mkdir()
        (folder / "forum.csv").write_text(forum())
        rows = [f"{who},{name}" for who, name in PEOPLE.items()]
        (folder / "class.csv").write_text("\n".join(["id,name", *rows]) + "\n")
        (folder / "phrase").write_text(PHRASE)
        (folder / "gold.txt").write_text("U01 | Zebulonia\nU02 | Quillonard\n")
        later = 'id,parent,author,text\n91,,U01,"Hello again.\nZebulonia"\n'
        (folder / "later.csv").write_text(later)

    def do(self, *arguments: str, status: int = 0, given: str = "") -> Done:
        """Give a command, and keep what anybody near the screen could see."""
        done = onym(*arguments, folder=self.folder, given=given)
        assert done.status == status, done
        self.shown.append(done.err)
        if arguments[0] not in PRIVATE_OUTPUT:
            self.shown.append(done.out)
        return done

    def run(self, *options: str, status: int = 0) -> Done:
        files = ("forum.csv", "--roster", "class.csv", "--out", "course")
        return self.do("run", *files, *options, status=status)

    def leaks(self) -> list[str]:
        """Where a name can be seen outside private/ and the source."""
        found = [text for text in self.shown if CANARY.search(text)]
        for name, data in snapshot(self.folder).items():
            private = "private" in Path(name).parts or name in (
                "forum.csv",
                "class.csv",
                "gold.txt",
                "later.csv",
            )
            if not private and CANARY.search(f"{name}\n{data.decode('latin-1')}"):
                found.append(name)
        return found


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A desk at which everything is written down: temporary files, and every word of any logger."""
    desk = Desk(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(desk.temporary))
    monkeypatch.setenv("TMPDIR", str(desk.temporary))
    heard = io.StringIO()
    handler = logging.StreamHandler(heard)
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield desk
    root.removeHandler(handler)
    root.setLevel(before)
    assert not CANARY.search(heard.getvalue())
    assert desk.leaks() == []


def test_the_alarm_goes_off(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    (tmp_path / "temporary" / "x").write_text("dear zebulonia")
    desk.shown.append("Quillonard")
    assert desk.leaks() == ["Quillonard", "temporary/x"]


def test_every_command(desk: Desk) -> None:
    desk.run()
    commands: list[tuple[str, ...]] = [
        ("formats",),
        ("categories",),
        ("words", "forum.csv", "--out", "course/private/words.csv", "--features"),
        ("redact", "forum.csv", "--words", "course/private/words.csv", "--out", "redacted"),
        ("annotate", "course/private/words.csv", "--rater", "A", "--sample", "3"),
        ("annotate", "course/private/words.csv", "--rater", "B", "--sample", "3"),
        ("raters", "course/private/words.A.csv", "course/private/words.B.csv"),
        ("inspect", "forum.csv", "--roster", "class.csv"),
        ("find", "forum.csv", "--roster", "class.csv", "--out", "found"),
        ("apply", "course"),
        ("check", "course", "--json"),
        ("report", "course"),
        ("questions", "course"),
        ("explain", "course", "Zebulonia"),
        ("export", "course", "--as", "svala"),
        ("score", "course", "--gold", "gold.txt"),
        ("demo", "demo", "--messages", "20"),
        ("seal", "course", "--passphrase-file", "phrase"),
        ("log", "course"),
        ("log", "course", "--verify"),
        ("log", "course", "--export", "record.html"),
        ("log", "course", "--export", "record.json"),
        ("reverse", "course", "--passphrase-file", "phrase"),
        ("unseal", "course", "--passphrase-file", "phrase"),
        ("rotate", "course"),
        ("forget", "course", "U03", "--yes"),
        ("add", "course", "later.csv"),
    ]
    group: object = typer.main.get_command(app)
    known = set(group.commands)  # type: ignore[attr-defined]
    for command in commands:
        if command[0] in known:
            desk.do(*command, given="y\nn\n[P01] and P02")
    apart = {"run", "review", "serve", "pipe", "attack", "train"}
    assert known - apart <= {command[0] for command in commands}, "a command nobody listens to"


def test_attacking_and_piping(desk: Desk) -> None:
    desk.run()
    desk.do("attack", "course")
    desk.do("attack", "course", "--json")
    desk.do("pipe", given="Hello Zebulonia,\nthanks.\n")


def test_training(desk: Desk) -> None:
    """A model is made to be handed on: it may know no word it was trained on."""
    pytest.importorskip("lightgbm")
    private = desk.folder / "private"
    private.mkdir()
    ends = [first + last for first in ("ba", "do", "ku", "mi", "ra") for last in "bdgkmnrt"]
    named, others = [f"zebulon{end}" for end in ends], [f"exersi{end}" for end in ends]
    rows = [
        f'{n},"Hi {a}, see the {b}."' for n, (a, b) in enumerate(zip(named, others, strict=True))
    ]
    (private / "forum.csv").write_text("\n".join(["id,text", *rows]) + "\n")
    answers = [*(f"{word},yes" for word in named), *(f"{word},no" for word in others)]
    (private / "answers.csv").write_text("\n".join(["possible_name,name", *answers]) + "\n")
    words = ("private/words.csv", "--labels", "private/answers.csv")
    desk.do("words", "private/forum.csv", "--out", "private/words.csv", "--features")
    desk.do("train", *words, "--out", "mine.npz", "--kind", "boosted")
    with zipfile.ZipFile(desk.folder / "mine.npz") as model:
        desk.shown += [model.read(member).decode("latin-1") for member in model.namelist()]


def test_the_service_tells_nobody(desk: Desk, capfd: pytest.CaptureFixture[str]) -> None:
    from onym.pseudonymiser import Pseudonymiser
    from onym.serve.server import running

    mask = Pseudonymiser(Policy(preset="essay"), desk.folder / "store")
    text = "I am Zebulonia Farthingwick. Call +44 7700 900461."
    form = {"Content-Type": "application/json"}
    asked = [
        ("/pseudonymise", json.dumps({"text": text, "language": "en"}), 200),
        ("/pseudonymise", json.dumps({"text": text, "project": "course"}), 200),
        ("/pseudonymise", json.dumps({"text": text, "project": "../Zebulonia"}), 422),
        ("/pseudonymise", json.dumps({"text": text, "language": "Zebulonia"}), 422),
        ("/pseudonymise", '{"text": "Zebulonia', 400),
        ("/Zebulonia", "{}", 404),
    ]
    with running(mask, ["https://editor.example"]) as address:
        for path, body, status in asked:
            connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
            connection.request("POST", path, body, form)
            answer = connection.getresponse()
            said = json.loads(answer.read() or b"null")
            assert answer.status == status, (path, status, said)
            # The graph is the editor's: it holds the text that was sent, for whoever sent it.
            shown = {key: value for key, value in (said or {}).items() if key != "svala"}
            desk.shown.append(f"{answer.getheaders()}\n{shown}")
            connection.close()
    desk.shown += capfd.readouterr()


@pytest.mark.parametrize(
    "command",
    [
        ("apply", "absent"),
        ("run", "class.csv", "--out", "new"),
        ("run", "forum.csv", "--out", "new", "--columns", "text=nothing"),
        ("unseal", "course", "--passphrase-file", "phrase"),
        ("forget", "course", "Zebulonia", "--yes"),
        ("score", "course", "--gold", "forum.csv"),
    ],
)
def test_forced_errors(desk: Desk, command: tuple[str, ...]) -> None:
    desk.run("--quiet")
    done = onym(*command, folder=desk.folder)
    assert done.status == 1 or command[1] == "class.csv", done
    desk.shown += [done.out, done.err]


@pytest.mark.parametrize("edit", ["Zebulonia\n", "glued: Zebulonia\n", "U01 | Zebulonia\n\xff"])
def test_a_mapping_that_is_not_understood(desk: Desk, edit: str) -> None:
    desk.run("--quiet")
    (desk.folder / "course/private/mapping.txt").write_bytes(edit.encode("latin-1"))
    desk.do("apply", "course", status=1)


def _raise(corpus: Corpus, policy: Policy, engine: object) -> Evidence:
    raise KeyError(corpus.messages["text"][0])


def _nest(corpus: Corpus, policy: Policy, engine: object) -> Evidence:
    try:
        return _raise(corpus, policy, engine)
    except KeyError as error:
        raise RuntimeError(f"Zebulonia: {error}") from error


@pytest.mark.parametrize("finder", [_raise, _nest])
def test_an_internal_error(
    desk: Desk,
    finder: Callable[[Corpus, Policy, object], Evidence],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(methods.FINDERS, "onym", finder)
    done = desk.run(status=70)
    assert "internal error" in done.err
    assert "test_canary.py:" in done.err


def test_a_process_that_is_killed(desk: Desk) -> None:
    nursery = Nursery()
    code = (
        "import tempfile; tempfile.tempdir = 'temporary'\n"
        "onym('run', 'forum.csv', '--roster', 'class.csv', '--out', 'course')"
    )
    status, stderr = nursery.run(desk.folder, code, copies=desk.folder.parent / "copies")
    nursery.close()
    assert status == 0, stderr
    desk.shown.append(stderr)
    copies = sorted((desk.folder.parent / "copies").iterdir())
    assert len(copies) > 20
    for copy in copies:
        found = Desk.__new__(Desk)
        found.folder, found.shown = copy, []
        assert found.leaks() == [], copy.name
    shutil.rmtree(desk.folder.parent / "copies")


def test_the_review_server_tells_strangers_nothing(
    desk: Desk, capfd: pytest.CaptureFixture[str]
) -> None:
    from onym.deciding.live import Live
    from onym.review import application
    from onym.web import running

    desk.run("--quiet")
    live = Live(line.resume(desk.folder / "course"))
    live.start()
    with running(application(live)) as address:
        stranger, guest = Visitor(address), Visitor(address)
        guest.enter()
        asked = [
            stranger.ask(path, method)
            for path in ("/", "/?token=wrong", "/look/questions", "/look/people", "/do/answer")
            for method in ("GET", "POST")
        ]
        asked += [
            guest.ask(f"/look/{word}") for word in ("absent", "message/Zebulonia", "..%2fprivate")
        ]
        asked += [guest.ask("/do/answer", "POST", b"{Zebulonia", Origin=f"http://{guest.host}")]
        for answer in asked:
            assert answer.status >= 300
            desk.shown.append(f"{answer.headers}\n{answer.body.decode()}")
        guest.look("questions")
    live.stop()
    desk.shown += capfd.readouterr()
