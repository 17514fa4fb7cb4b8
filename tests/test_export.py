"""A project's essays for the SVALA editor, the SweLL portal, and as XML with the details marked."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from onym.disk.records import Key
from onym.errors import ProjectError
from onym.export import EXPORTS, export
from onym.line import Line, resume, start
from onym.svala import check, read_text

TEXT = "My name is Maria and I live in Gothenburg & work there. My mail is maria@example.org"


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> Line:
    folder = tmp_path_factory.mktemp("essays")
    (folder / "essays.csv").write_text(f"id,author,task,text\n7,ann,t1,{TEXT}\n8,bo,t1,Hello\n")
    made = start(folder / "out", folder / "essays.csv", {"preset": "essay", "seed": 2})
    made.find()
    made.apply()
    return made


@pytest.mark.parametrize("form", EXPORTS)
@pytest.mark.parametrize("shared", [False, True])
def test_the_original_is_in_private_files_only(line: Line, form: str, shared: bool) -> None:
    files = export(line, form, shared)
    folder = line.project.share if shared else line.project.private
    assert all(folder in file.parents for file in files)
    text = "".join(file.read_text("utf-8") for file in files)
    for original in ("Maria", "Gothenburg", "maria@example.org"):
        assert (original in text) != shared
    if not shared:
        assert all(file.stat().st_mode & 0o077 == 0 for file in files)


def test_graphs_are_well_formed_and_hold_the_shared_text(line: Line) -> None:
    files = export(line, "svala")
    assert [file.name for file in files] == ["essay-1.json", "essay-2.json"]
    graph = json.loads(files[0].read_text("utf-8"))
    assert check(graph) == []
    assert read_text(graph).strip() == TEXT
    shared = line.shared_file.read_text("utf-8")
    assert read_text(graph, "target").strip() in shared
    index = json.loads((files[0].parent / "index.txt").read_text("utf-8"))
    assert index == {"7": "essay-1.json", "8": "essay-2.json"}


def test_the_portals_xml_has_students_and_graphs(line: Line) -> None:
    (file,) = export(line, "swell-xml", shared=True)
    root = ElementTree.parse(file).getroot()
    students = [student.get("id") for student in root.iter("student")]
    assert len(students) == 2
    assert not {"ann", "bo"} & set(students)
    assert all(check(json.loads(each.text or "")) == [] for each in root.iter("content"))


def test_inline_xml_can_be_read(line: Line) -> None:
    (file,) = export(line, "inline-xml")
    essay = next(ElementTree.parse(file).getroot().iter("essay"))
    marks = [(each.get("label"), each.get("original")) for each in essay]
    assert ("city", "Gothenburg") in marks
    assert ("email", "maria@example.org") in marks


def test_there_must_be_something_to_export(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,text\n1,Hello\n")
    start(tmp_path / "out", tmp_path / "a.csv").find()
    with pytest.raises(ProjectError, match="run onym apply first"):
        export(resume(tmp_path / "out"), "svala")


def test_details_stay_as_they_were_when_messages_are_added(tmp_path: Path) -> None:
    source = tmp_path / "a.csv"
    old = "2,I live in Leeds with my friend Karl."
    options = {"preset": "everything", "scope": "corpus"}

    def run(rows: str) -> str:
        source.write_text(f"id,text\n{rows}\n")
        line = start(tmp_path / "out", source, options)
        line.find()
        line.apply()
        return line.shared_file.read_text("utf-8").splitlines()[-1]

    before = run(old)
    assert "Leeds" not in before
    assert run(f"1,In York and Hull my friend Ivan met Peter.\n{old}") == before


def test_rotating_draws_details_anew_and_forgetting_forgets_them() -> None:
    details = {"\tgiven\tanna": "Maria", "\tcity\tlund": "Falun", "\tform of U1\tannie": "a"}
    key = Key(1, "name", {"U1": "Sarah Bell"}, names={"U1": "Anna Berg"}, details=details)
    assert key.rotate().details == {}
    assert key.forget("U1").details == {"\tcity\tlund": "Falun"}
