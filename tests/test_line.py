from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import onym
from onym import line, methods, policy
from onym.errors import InputError, PolicyError, ProjectError
from onym.model import Corpus, Mapping, Policy

FORUM = """\
id,parent,author,text
1,,U1,"Here it is.
Rose"
2,1,U2,"Hi Rose
thanks.
Will"
3,2,U1,"Hi Wil
you are welcome.
Rose"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "forum.csv").write_text(FORUM)
    (tmp_path / "class.csv").write_text("id,name\nU1,Rose Tyler\nU2,Will Byers\n")
    return tmp_path


@pytest.fixture
def corpus(folder: Path) -> Corpus:
    return onym.read("forum.csv", "class.csv")


class TestMethods:
    def test_every_method_a_policy_allows_exists(self) -> None:
        assert tuple(methods.METHODS) == tuple(methods.FINDERS) == policy.METHODS

    @pytest.mark.parametrize(
        ("method", "names"),
        [
            ("farrow", {"U1": {"Rose": 3}, "U2": {"Will": 1, "Wil": 1}}),
            ("class-list", {"U1": {"Rose": 3}, "U2": {"Will": 1}}),
        ],
    )
    def test_the_papers_methods(
        self, corpus: Corpus, method: str, names: dict[str, dict[str, int]]
    ) -> None:
        mapping = methods.METHODS[method](corpus, Policy())
        assert mapping.names() == names
        assert mapping.case == "exact"
        assert onym.link(onym.find(corpus, method), corpus) == mapping

    def test_an_unknown_method_is_named(self, corpus: Corpus) -> None:
        with pytest.raises(PolicyError, match="did you mean farrow"):
            onym.find(corpus, "farow")


class TestLine:
    def test_the_whole_line(self, folder: Path) -> None:
        steps: list[str] = []
        options = {"method": "farrow", "roster": Path("class.csv"), "style": "id"}
        work = line.start("course", "forum.csv", options, steps.append)
        work.find()
        work.apply()
        assert work.check() == ()
        assert work.report() == Path("course/share/report.html")
        assert steps == [
            *("Reading", "Finding names", "Settling whose they are", "Replacing"),
            *("Looking for questions", "Writing", "Checking", "Reporting"),
        ]
        assert Path("course/share/forum.csv").read_text() == (
            FORUM.replace("Rose", "[U1]").replace("Will", "[U2]").replace("Wil\n", "[U2]\n")
        )
        assert work.figures() == {
            "messages": 3,
            "participants": 2,
            "names": 3,
            "people": 2,
            "replaced": 5,
            "questions": 0,
        }

    def test_a_step_alone_does_what_it_needs(self, folder: Path) -> None:
        line.start("course", "forum.csv", {"method": "farrow"}).find()
        steps: list[str] = []
        line.resume("course", tell=steps.append).report()
        assert steps == ["Reading", "Replacing", "Looking for questions", "Reporting"]
        assert not Path("course/share/forum.csv").exists()

    def test_steps_that_come_too_early(self, folder: Path) -> None:
        work = line.start("course", "forum.csv", {"method": "farrow"})
        with pytest.raises(ProjectError, match="names have not been looked for yet"):
            work.apply()
        with pytest.raises(ProjectError, match="names have not been looked for yet"):
            work.report()
        with pytest.raises(ProjectError, match=r"nothing to check in .*share: run onym apply"):
            work.check()

    def test_a_project_can_be_moved_with_its_source(self, folder: Path, tmp_path: Path) -> None:
        Path("here").mkdir()
        Path("forum.csv").rename("here/forum.csv")
        line.start("here/course", "here/forum.csv", {"method": "farrow"}).find()
        Path("here").rename("there")
        line.resume("there/course").apply()
        assert Path("there/course/share/forum.csv").exists()

    def test_names_to_keep_come_from_files(self, folder: Path) -> None:
        Path("keep.txt").write_text("\ufeff# authors\nRose Tyler\n\n Will \n", encoding="utf-8")
        options = {"method": "farrow", "keep": ["keep.txt"]}
        mapping = line.start("course", "forum.csv", options).find()
        assert mapping.keep == ("Rose Tyler", "Will")
        Path("keep.txt").write_bytes(b"Ros\xe9\n")
        with pytest.raises(InputError, match=r"keep\.txt: not UTF-8"):
            line.start("course", "forum.csv")

    def test_a_shared_file_that_does_not_fit(self, folder: Path) -> None:
        work = line.start("course", "forum.csv", {"method": "farrow"})
        work.find()
        work.apply()
        Path("course/share/forum.csv").write_text("id,parent,author,text\n1,,P01,x\n")
        with pytest.raises(ProjectError, match="does not fit the source any more"):
            line.resume("course").check()

    def test_an_edited_setting_counts(self, folder: Path) -> None:
        line.start("course", "forum.csv", {"method": "farrow"}).find()
        settings = Path("course/onym.toml")
        settings.write_text(settings.read_text().replace('style = "code"', 'style = "id"'))
        assert line.resume("course").apply().pseudonyms == {"U1": "U1", "U2": "U2"}


class TestPython:
    def test_the_verbs_work_on_frames(self, folder: Path) -> None:
        frame = pl.read_csv("forum.csv", infer_schema=False)
        corpus = onym.read(frame)
        mapping = onym.link(onym.find(corpus, "farrow"), corpus)
        replaced = onym.replace(corpus, mapping, onym.Policy(style="id"))
        assert onym.check(replaced, corpus, mapping) == ()
        after = onym.to_frame(corpus, replaced)
        assert after["text"].to_list()[1] == "Hi [U1]\nthanks.\n[U2]"
        assert after.columns == frame.columns
        assert onym.score(mapping, Mapping(mapping.entries)).f1 == 1

    def test_names_are_sorted_and_all_there(self) -> None:
        assert onym.__all__ == sorted(onym.__all__)
        assert {"read", "find", "link", "replace", "check", "score"} <= set(onym.__all__)
        for name in onym.__all__:
            assert getattr(onym, name).__doc__, name
        assert set(onym.__all__) <= set(dir(onym))
        with pytest.raises(AttributeError, match="has no attribute 'teleport'"):
            _ = onym.teleport  # type: ignore[attr-defined]

    @pytest.mark.parametrize(
        "code",
        [
            "import onym.replace.replace, onym.find.farrow, onym.link.link; import onym",
            "from onym.replace.replace import replace; import onym.find.farrow, onym",
            "import onym; onym.find; import onym.find.farrow; from onym import find",
            "from onym import check, score; import onym.check, onym.score; import onym",
        ],
    )
    def test_verbs_are_functions_whatever_was_imported_before(self, code: str) -> None:
        verbs = "[onym.read, onym.find, onym.link, onym.replace, onym.check, onym.score]"
        code += f"\nimport types; assert all(isinstance(v, types.FunctionType) for v in {verbs})"
        subprocess.run([sys.executable, "-c", code], check=True)

    def test_importing_is_cheap(self) -> None:
        code = "import sys, onym; assert not {'polars', 'typer', 'rich'} & sys.modules.keys()"
        subprocess.run([sys.executable, "-c", code], check=True)
