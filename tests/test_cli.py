"""The command line as a person uses it: real runs, on the forum of the paper's Figure 1."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

FORUM = """\
courseCategoryId,topicId,postId,postParentId,postUserId,postCreationTime,postBody
1,5,10,0,U43,2020-01-01,"Here is my presentation.
Mary Jane"
1,5,12,10,U12,2020-01-02,"Hi Mary
Interesting presentation. In fact, I was reminded of a science fiction novel by Arthur C. Clarke!
What do you think?
Arthur"
1,5,14,12,U43,2020-01-03,"Hi Arhtur
I am not sure if I understand what you mean. Can you explain a bit more?
Thanks
Mary Jane"
1,5,15,14,U01,2020-01-04,"Hello MJ - I think I understand what our friend Arthr was
trying to say.
Hope that helps!
Robert"
"""

PSEUDONYMISED = """\
courseCategoryId,topicId,postId,postParentId,postUserId,postCreationTime,postBody
1,5,10,0,U43,2020-01-01,"Here is my presentation.
[U43]"
1,5,12,10,U12,2020-01-02,"Hi [U43]
Interesting presentation. In fact, I was reminded of a science fiction novel by Arthur C. Clarke!
What do you think?
[U12]"
1,5,14,12,U43,2020-01-03,"Hi [U12]
I am not sure if I understand what you mean. Can you explain a bit more?
Thanks
[U43]"
1,5,15,14,U01,2020-01-04,"Hello [U43] - I think I understand what our friend [U12] was
trying to say.
Hope that helps!
[U01]"
"""

CLASS = """\
userid,fullname
U01,Robert Zebulon
U12,Arthur von Trapp
U43,Mary Jane Poe
"""

CANARY = re.compile("zebulon|robert|mary|arth", re.IGNORECASE)
PAPER = ("--method", "farrow+class-list", "--style", "id", "--keep", "reading.txt")


@dataclass
class Desk:
    """A folder with a forum, and a hand that types commands in it."""

    folder: Path

    def onym(self, *arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        return self.python("-m", "onym", *arguments, status=status)

    def python(self, *arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "COLUMNS": "200", "NO_COLOR": "1"},
        )
        assert done.returncode == status, (done.stdout, done.stderr)
        return done

    def run(self, *options: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        files = ("forum.csv", "--roster", "class.csv", "--out", "course")
        return self.onym("run", *files, *(options or PAPER), status=status)

    def read(self, path: str) -> str:
        return (self.folder / "course" / path).read_text()

    def edit(self, old: str, new: str) -> None:
        text = self.read("private/mapping.txt")
        assert old in text
        (self.folder / "course/private/mapping.txt").write_text(text.replace(old, new))

    def names(self) -> dict[str, set[str]]:
        lines = [line for line in self.read("private/mapping.txt").splitlines() if "|" in line]
        rows = [[re.sub(r" \[\d+\]", "", name.strip()) for name in x.split("|")] for x in lines]
        return {who: set(names) for who, *names in rows}


def laid_out(folder: Path) -> Desk:
    (folder / "forum.csv").write_text(FORUM)
    (folder / "class.csv").write_text(CLASS)
    (folder / "reading.txt").write_text("# on our list\nArthur C. Clarke\n")
    return Desk(folder)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return laid_out(tmp_path)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `onym run` leaves behind, made once."""
    folder = tmp_path_factory.mktemp("finished")
    laid_out(folder).run()
    return folder


@pytest.fixture
def course(tmp_path: Path, finished: Path) -> Desk:
    """A desk on which `onym run` has been done."""
    return Desk(shutil.copytree(finished, tmp_path / "desk"))


def with_finder(body: str, *arguments: str) -> tuple[str, ...]:
    """Run the command line with a method of our own under the name of farrow."""
    code = (
        "import sys, os, signal, time\nfrom onym import cli, line, methods, terminal\n"
        f"def finder(corpus, policy, engine):\n    {body}\n"
        "methods.FINDERS['farrow'] = finder\ncli.main()"
    )
    return ("-c", code, *arguments)


FIND = ("find", "forum.csv", "--out", "course", "--method", "farrow")


class TestTheWholeJob:
    def test_figure_1_comes_out_as_printed(self, course: Desk) -> None:
        course.edit("U43 | ", "U43 | MJ | ")
        course.edit("U12 | ", "U12 | Arthr | ")
        course.onym("apply", "course")
        assert course.read("share/forum.csv") == PSEUDONYMISED

    def test_it_says_what_to_open_next(self, desk: Desk) -> None:
        said = desk.run().stdout
        assert said.startswith("Read 4 messages and 3 participants.\n")
        assert "edit course/private/mapping.txt; then: onym apply course" in said
        assert "Open course/share/report.html; share nothing but course/share." in said
        assert len(said.splitlines()) < 10
        assert (desk.folder / "course/share/report.html").exists()

    def test_no_name_is_said_or_shared(self, desk: Desk) -> None:
        done = desk.run("--method", "farrow+class-list", "--json")
        done_again = desk.run("--method", "class-list")
        for text in (done.stdout, done.stderr, done_again.stdout, done_again.stderr):
            assert not CANARY.search(text)
        assert not re.search("zebulon|robert", desk.read("share/report.html"), re.IGNORECASE)
        assert not re.search("zebulon|robert|U43", desk.read("share/forum.csv"), re.IGNORECASE)

    def test_the_result_can_be_read_by_a_program(self, desk: Desk) -> None:
        done = desk.run(*PAPER, "--json")
        result = json.loads(done.stdout)
        assert done.stderr == ""
        assert result["project"] == "course"
        assert (result["messages"], result["participants"]) == (4, 3)
        assert (result["people"], result["questions"], result["findings"]) == (3, 0, [])
        assert Path(desk.folder, result["shared"]).read_text() == desk.read("share/forum.csv")

    def test_it_needs_neither_options_nor_a_class_list(self, desk: Desk) -> None:
        done = desk.onym("run", "forum.csv", "--out", "course")
        assert not CANARY.search(done.stdout + done.stderr)
        assert 'method = "onym"' in desk.read("onym.toml")
        shared = desk.read("share/forum.csv")
        assert not re.search("robert|U01|U12|U43", shared, re.IGNORECASE)
        assert len(shared.splitlines()) == len(FORUM.splitlines())
        assert "Robert" in desk.names()["U01"]

    def test_essays_that_say_who_wrote_them(self, desk: Desk) -> None:
        essays = {
            "one.txt": "Name: Tamsin Quillfeather\n\nA leaf is green because it is.\n",
            "two.txt": "My name is Ottoline and I like leaves.\n\nWritten by Ottoline Ash\n",
        }
        (desk.folder / "essays").mkdir()
        for name, text in essays.items():
            (desk.folder / "essays" / name).write_text(text)
        said = desk.onym("run", "essays", "--out", "corpus").stdout
        assert "if these are essays: --preset essay hides" in said
        shared = [(desk.folder / f"corpus/share/essays/{n}.txt").read_text() for n in (1, 2)]
        assert not re.search("Tamsin|Quillfeather|Ottoline|Ash", "".join(shared))
        assert shared[0].startswith("Name: [X") and "\n\nWritten by [X" in shared[1]
        again = desk.onym("run", "essays", "--out", "corpus", "--preset", "essay").stdout
        assert "if these are essays" not in again

    def test_quiet_is_quiet(self, desk: Desk) -> None:
        done = desk.run(*PAPER, "--quiet")
        assert (done.stdout, done.stderr) == ("", "")

    def test_the_same_seed_gives_the_same_pseudonyms(self, desk: Desk) -> None:
        outputs = set()
        for folder in ("one", "two"):
            files = ("forum.csv", "--roster", "class.csv", "--out", folder)
            desk.onym("run", *files, "--method", "class-list", "--seed", "7")
            outputs.add((desk.folder / folder / "share/forum.csv").read_text())
        assert len(outputs) == 1
        assert re.search(r"\[P0[123]\]", outputs.pop())


class TestSecondRuns:
    def test_edits_survive(self, course: Desk) -> None:
        assert course.names()["U12"] == {"Arthur", "Arhtur"}
        course.edit("U12 | Arthur [2] | Arhtur [1]", "U12 | Arthr | Arhtur [1]")
        course.edit("U01 | Robert [2]", "# was checked\nU01 | Robert [2]\nX1 | Anna Berg")
        course.edit("keep: ", "hide: Kit\nkeep: ")
        course.run()
        assert course.names()["U12"] == {"Arthr", "Arhtur"}
        assert course.names()["X1"] == {"Anna Berg"}
        assert "# was checked\nU01 | Robert [2]\n" in course.read("private/mapping.txt")
        assert "\nhide: Kit\n" in course.read("private/mapping.txt")

    def test_deleted_stays_deleted_with_another_method_and_without_the_file(
        self, course: Desk
    ) -> None:
        course.edit("U12 | Arthur [2] | Arhtur [1]", "U12 | Arhtur [1]")
        course.onym("apply", "course")
        assert '\nArthur"' in course.read("share/forum.csv")
        (course.folder / "course/private/mapping.txt").unlink()
        course.run("--method", "farrow")
        course.run("--method", "class-list")
        course.run("--method", "farrow+class-list")
        assert course.names()["U12"] == {"Arhtur"}

    def test_settings_are_remembered(self, course: Desk) -> None:
        course.run("--scope", "thread")
        settings = course.read("onym.toml")
        for line in ('style = "id"', 'scope = "thread"', 'keep = ["../reading.txt"]'):
            assert line in settings
        assert "seed" not in settings

    def test_pseudonyms_stay_when_people_join(self, desk: Desk) -> None:
        desk.run("--method", "class-list")
        before = json.loads(desk.read("private/key.json"))["pseudonyms"]
        with (desk.folder / "forum.csv").open("a") as file:
            file.write('1,5,16,15,U00,2020-01-05,"Hi Robert\nthanks"\n')
        desk.run("--method", "class-list")
        after = json.loads(desk.read("private/key.json"))["pseudonyms"]
        assert len(after) == 4
        assert before.items() <= after.items()
        desk.run("--method", "class-list", "--seed", "3", status=1)


class TestSteps:
    def test_step_by_step_is_the_whole_job(self, desk: Desk) -> None:
        desk.run(*PAPER, "--seed", "1")
        together = {name: desk.read(f"share/{name}") for name in ("forum.csv", "report.html")}
        (desk.folder / "course").rename(desk.folder / "other")
        files = ("forum.csv", "--roster", "class.csv", "--out", "course")
        desk.onym("find", *files, *PAPER, "--seed", "1")
        assert list((desk.folder / "course/share").iterdir()) == []
        desk.onym("apply", "course")
        desk.onym("check", "course")
        desk.onym("report", "course")
        assert {name: desk.read(f"share/{name}") for name in together} == together

    def test_check_finds_what_was_put_back(self, course: Desk) -> None:
        shared = course.folder / "course/share/forum.csv"
        shared.write_text(shared.read_text().replace("[U01]", "Zebulon"))
        done = course.onym("check", "course")
        assert "part of a registered name once in message 15" in done.stdout
        assert not CANARY.search(done.stdout + done.stderr)
        findings = json.loads(course.onym("check", "course", "--json").stdout)["findings"]
        assert findings == ["part of a registered name once in message 15"]

    def test_a_changed_source_must_be_searched_again(self, course: Desk) -> None:
        (course.folder / "forum.csv").write_text(FORUM.replace("presentation.", "talk, Kit."))
        assert "has changed: run onym run" in course.onym("apply", "course", status=1).stderr
        course.run()
        course.onym("apply", "course")

    def test_a_decision_on_one_message(self, course: Desk) -> None:
        course.edit("keep: ", "message 12: Arthur -> keep\nkeep: ")
        course.onym("apply", "course")
        assert 'What do you think?\nArthur"' in course.read("share/forum.csv")
        mentions = [json.loads(line) for line in course.read("private/mentions.jsonl").splitlines()]
        assert [row["id"] for row in mentions] == ["10", "12", "14", "15"]
        assert [span["participant"] for span in mentions[1]["spans"]] == ["U43"]


class TestScore:
    def test_a_project_by_the_papers_measures(self, course: Desk) -> None:
        (course.folder / "gold.txt").write_text("U01 | Robert\nU12 | Arthur | Arhtur | Arthr\n")
        said = course.onym("score", "course", "--gold", "gold.txt").stdout
        assert re.search(r"farrow\+class-list +50\.0% +1/4 +75\.0% +50\.0%", said)
        assert "after splitting names into single words" in said
        assert "Substitutions" in said
        assert not CANARY.search(said)

    def test_methods_side_by_side(self, desk: Desk) -> None:
        (desk.folder / "gold.txt").write_text("U01 | Robert\nU12 | Arthur | Arhtur\n")
        (desk.folder / "tool.jsonl").write_text('{"id": "12", "spans": [[3, 7, "PERSON"]]}\n')
        files = ("forum.csv", "--roster", "class.csv", "--gold", "gold.txt")
        more = ("--spans", "textwash=tool.jsonl", "--figure", "names.svg")
        asked = ("score", *files, "--compare", "farrow,class-list")
        tables = json.loads(desk.onym(*asked, *more, "--json").stdout)["tables"]
        rows = [row["Approach"] for row in tables[0]["rows"]]
        assert rows == ["farrow", "class-list", "textwash", "textwash+class-list"]
        assert tables[0]["rows"][1]["Missed Connections"] == [1, 3]
        assert (desk.folder / "names.svg").read_text().lstrip().startswith("<?xml")
        assert r"\toprule" in desk.onym(*asked, "--style", "latex").stdout
        assert desk.onym(*asked, "--style", "csv").stdout.startswith("Approach,Coverage")

    def test_gold_spans_are_recognised(self, course: Desk) -> None:
        gold = {"id": "14", "spans": [[3, 9, "NAME", "U12"]]}
        (course.folder / "gold.jsonl").write_text(json.dumps(gold) + "\n")
        said = course.onym("score", "course", "--gold", "gold.jsonl").stdout
        assert re.search(r"farrow\+class-list +100\.0% +100\.0%", said)
        files = ("forum.csv", "--roster", "class.csv", "--gold", "gold.jsonl")
        said = course.onym("score", *files, "--compare", "farrow,class-list").stdout
        assert re.search(r"farrow +100\.0% +100\.0%", said)
        assert re.search(r"class-list +0\.0% +0\.0%", said)


class TestMistakes:
    @pytest.mark.parametrize(
        ("arguments", "status", "said"),
        [
            (("run", "nowhere.csv", "--out", "new"), 1, "onym: nowhere.csv does not exist"),
            (("run", "forum.csv", "--out", "."), 1, "onym: . is not empty and no Onym project"),
            (("apply", "."), 1, "onym: . is no Onym project; make one with onym run"),
            (("run", "forum.csv"), 2, "--out"),
            (("run", "forum.csv", "--out", "new", "--scope", "sesion"), 2, "did you mean session?"),
            (("find", "forum.csv", "--out", "new", "--columns", "text"), 2, "ours=theirs"),
            (("find", "forum.csv", "--out", "new", "--columns", "text=x"), 1, "onym: "),
            (("find", "forum.csv", "--out", "new", "--keep", "no.txt"), 1, "onym: no.txt does not"),
            (
                ("score", "forum.csv", "--gold", "x", "--compare", "farow"),
                2,
                "did you mean farrow?",
            ),
            (("dance",), 2, "dance"),
        ],
    )
    def test_mistakes_are_said_in_one_line_and_nothing_is_made(
        self, desk: Desk, arguments: tuple[str, ...], status: int, said: str
    ) -> None:
        done = desk.onym(*arguments, status=status)
        assert said in done.stderr
        assert done.stdout == ""
        assert status == 2 or len(done.stderr.splitlines()) == 1
        assert sorted(path.name for path in desk.folder.iterdir()) == [
            "class.csv",
            "forum.csv",
            "reading.txt",
        ]

    def test_a_line_of_the_mapping_that_is_not_understood(self, course: Desk) -> None:
        course.edit("U01 | Robert [2]", "U01: Robert")
        shared = course.read("share/forum.csv")
        for command in (("apply", "course"), ("run", "forum.csv", "--out", "course")):
            done = course.onym(*command, status=1)
            assert re.fullmatch(r"onym: mapping\.txt, line 13: neither .*\n", done.stderr)
            assert not CANARY.search(done.stderr)
        assert course.read("share/forum.csv") == shared

    def test_the_result_is_not_taken_for_a_source(self, course: Desk) -> None:
        done = course.onym("run", "course/share/forum.csv", "--out", "course", status=1)
        assert "is a result of Onym; give the original file" in done.stderr

    def test_another_method_needs_another_search(self, course: Desk) -> None:
        done = course.onym("apply", "course", "--method", "farrow", status=1)
        assert "run onym find with it first" in done.stderr

    def test_an_internal_error_tells_no_name(self, desk: Desk) -> None:
        broken = with_finder("return {}['Zebulon']", *FIND)
        done = desk.python(*broken, status=70)
        assert re.fullmatch(
            r"onym: internal error KeyError in <string>:4; please report this line;"
            r" no file is left half written\n",
            done.stderr,
        )
        done = desk.python(*broken, "--debug", status=70)
        assert re.search(r"^  line\.py:\d+$", done.stderr, re.MULTILINE)
        assert not CANARY.search(done.stdout + done.stderr)

    def test_ctrl_c_ends_cleanly(self, desk: Desk) -> None:
        stopped = with_finder("os.kill(os.getpid(), signal.SIGINT); time.sleep(9)", *FIND)
        done = desk.python(*stopped, status=130)
        assert done.stderr == "onym: stopped; every file is whole, old or new\n"


class TestTerminal:
    def test_help_shows_the_main_job_first(self, desk: Desk) -> None:
        said = desk.onym("--help").stdout
        places = [said.index(word) for word in ("The whole job", "Step by step", "Measure")]
        assert places == sorted(places)
        assert "onym run forum.csv --roster class.csv --out course" in said

    def test_the_version(self, desk: Desk) -> None:
        assert re.fullmatch(r"onym \d+\.\d+\.\d+\n", desk.onym("--version").stdout)

    def test_nothing_heavy_is_loaded_for_help(self, desk: Desk) -> None:
        heavy = "{'polars', 'pyarrow', 'rich', 'matplotlib', 'rapidfuzz', 'wordfreq', 'openpyxl'}"
        code = f"import sys, onym.cli; print(sorted({heavy} & sys.modules.keys()))"
        assert desk.python("-c", code).stdout == "[]\n"

    @pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
    @pytest.mark.parametrize("quiet", [False, True])
    def test_progress_is_shown_where_somebody_waits(self, desk: Desk, quiet: bool) -> None:
        import pty

        slow = with_finder(
            "time.sleep(1.5); from onym.find.farrow import farrow; return farrow(corpus)", *FIND
        )
        patient = ("-c", slow[1].replace("cli.main()", "terminal.PATIENCE = 0.2\ncli.main()"))
        watcher, watched = pty.openpty()
        command = [sys.executable, *patient, *slow[2:], *(["--quiet"] if quiet else [])]
        process = subprocess.Popen(command, cwd=desk.folder, stderr=watched, stdout=-3)
        os.close(watched)
        seen = b""
        deadline = time.monotonic() + 240
        while time.monotonic() < deadline:
            try:
                chunk = os.read(watcher, 4096)
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
        os.close(watcher)
        assert process.wait() == 0
        assert (b"Finding names" in seen) is not quiet

    def test_a_demo_to_try(self, desk: Desk) -> None:
        said = desk.onym("demo", "demo", "--messages", "60").stdout
        assert "Next: onym run demo/forum.csv --roster demo/class.csv --out demo/course" in said
        assert (desk.folder / "demo/gold_mapping.txt").exists()
        assert "is not empty" in desk.onym("demo", "demo", status=1).stderr
        files = ("demo/forum.csv", "--roster", "demo/class.csv", "--out", "demo/course")
        result = json.loads(desk.onym("run", *files, "--method", "farrow", "--json").stdout)
        assert result["messages"] == 60
        assert result["replaced"] > 20
