"""Every block of the documentation runs, and nothing a user can choose is left undocumented."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer.main

from onym.cli import app
from onym.formats import FORMATS
from onym.formats.columns import MESSAGES, ROSTER
from onym.mapping import LISTS
from onym.methods import METHODS
from onym.names.styles import STYLES
from onym.policy import COMMENTS

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
REFERENCE = DOCS / "reference"
TUTORIAL = DOCS / "tutorial.md"
PAGES = sorted(page for page in DOCS.rglob("*.md") if page != TUTORIAL)

INSTALLING = ("make", "git", "pip", "python3", "uv", "cd")
"""Commands that set up a machine; they are shown and not run."""

QUICK = "onym demo demo", "onym demo demo --messages 240"
"""The tests do everything on the beginning of the demo course, which takes a tenth of the time."""


class Block(NamedTuple):
    """A fenced block of a page."""

    kind: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield Block(found[1], found[2], text.count("\n", 0, found.start()) + 1)


def commands(block: Block) -> Iterator[str]:
    for line in block.text.splitlines():
        if line.startswith("$ ") and line.split()[1] not in INSTALLING:
            yield line[2:]


def run_page(page: Path, folder: Path) -> None:
    """Do what a reader would do, block by block, in a folder."""
    names: dict[str, object] = {}
    for block in blocks(page):
        where = f"{page.relative_to(ROOT)}, line {block.line}"
        if block.kind == "console":
            for command in commands(block):
                run_command(command, folder, where)
        elif block.kind == "python":
            run_python(block, folder, where, names)
        elif block.kind in ("bash", "sh", "shell"):
            pytest.fail(f"{where}: write console, so that the block is run")


def run_command(command: str, folder: Path, where: str) -> None:
    fails = command.endswith("# fails")
    command = command.replace(*QUICK)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, shell=True, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True
    )
    told = f"{where}: {command}\n{done.stdout.decode()}{done.stderr.decode()}"
    assert (done.returncode != 0) == fails, told
    assert b"internal error" not in done.stderr, told


def run_python(block: Block, folder: Path, where: str, names: dict[str, object]) -> None:
    before = Path.cwd()
    os.chdir(folder)
    try:
        exec(compile("\n" * block.line + block.text, where, "exec"), names)
    finally:
        os.chdir(before)


@pytest.fixture(scope="module")
def after_tutorial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of somebody who has just done the tutorial, where every other page begins."""
    folder = tmp_path_factory.mktemp("tutorial")
    run_page(TUTORIAL, folder)
    return folder


def test_the_tutorial_leaves_a_project(after_tutorial: Path) -> None:
    assert (after_tutorial / "course/share/report.html").is_file()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_every_block_runs(page: Path, after_tutorial: Path, tmp_path: Path) -> None:
    run_page(page, lay_out(after_tutorial, tmp_path))


def test_every_block_of_the_readme_runs(after_tutorial: Path, tmp_path: Path) -> None:
    course = after_tutorial / "demo"
    for name in ("forum.csv", "class.csv"):
        shutil.copy(course / name, tmp_path / name)
    run_page(ROOT / "README.md", tmp_path)


def lay_out(after_tutorial: Path, folder: Path) -> Path:
    shutil.copytree(after_tutorial, folder, dirs_exist_ok=True)
    for name in ("forum.csv", "class.csv"):
        shutil.copy(folder / "demo" / name, folder / name)
    return folder


LINKED = [*PAGES, TUTORIAL, ROOT / "README.md"]


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)\s#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    lost = [link for link in links if ":" not in link and not (page.parent / link).exists()]
    assert not lost


def test_every_page_is_listed_on_the_first_one() -> None:
    listed = (DOCS / "index.md").read_text(encoding="utf-8")
    pages = [page.relative_to(DOCS).as_posix() for page in (*PAGES, TUTORIAL)]
    assert [page for page in pages if page != "index.md" and f"({page})" not in listed] == []


def command_line() -> dict[str, Any]:
    """Every command by name, onym itself under ""."""
    group: Any = typer.main.get_command(app)
    return {"": group, **group.commands}


def options(command: Any) -> set[str]:
    chosen = [param for param in command.params if param.param_type_name == "option"]
    flags = {flag for param in chosen for flag in (*param.opts, *param.secondary_opts)}
    return {flag for flag in flags if flag.startswith("--")}


def sections(page: Path) -> dict[str, str]:
    """The page's parts by heading; what stands before the first is under ""."""
    parts = re.split(r"^## (.*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(["", *parts[1::2]], parts[::2], strict=True))


def test_every_command_is_documented() -> None:
    documented = {title for title in sections(REFERENCE / "commands.md") if title[:5] == "onym "}
    assert documented == {f"onym {name}" for name in command_line() if name}


@pytest.mark.parametrize("name", command_line())
def test_every_option_is_documented_where_it_belongs(name: str) -> None:
    parts = sections(REFERENCE / "commands.md")
    told = parts["Options that hold everywhere"] + parts[f"onym {name}" if name else ""]
    missing = {flag for flag in options(command_line()[name]) if f"`{flag}" not in told}
    if not name:
        missing = {flag for flag in missing if flag not in parts[""]}
    assert not missing


def test_no_page_speaks_of_an_option_that_is_not_there() -> None:
    known = {flag for command in command_line().values() for flag in options(command)} | {"--help"}
    for page in LINKED:
        spoken = re.findall(r"(?<![\w-])--[a-z][\w-]*", page.read_text(encoding="utf-8"))
        assert set(spoken) <= known, page.name


KNOWN = (
    ("methods.md", METHODS),
    ("styles.md", STYLES),
    ("columns-and-formats.md", FORMATS),
    ("columns-and-formats.md", MESSAGES),
    ("columns-and-formats.md", ROSTER),
    ("project-folder.md", COMMENTS),
)


@pytest.mark.parametrize(("page", "known"), KNOWN)
def test_everything_to_choose_from_has_its_row(page: str, known: dict[str, object]) -> None:
    """A method, style, format, column or setting is a row of the page's table."""
    text = (REFERENCE / page).read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))
    assert set(known) <= rows


def test_every_kind_of_mapping_line_is_documented() -> None:
    text = (REFERENCE / "mapping-file.md").read_text(encoding="utf-8")
    for keyword in (*LISTS, "case", "glued", "message 12"):
        assert f"| `{keyword}:" in text
