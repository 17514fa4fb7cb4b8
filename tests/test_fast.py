"""What `make fast` compiles does what the same modules do uncompiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
SHOWN = ("share/forum.csv", "private/mapping.txt", "private/mentions.jsonl", "private/ledger.jsonl")
COMPILER = shutil.which("cc") or shutil.which("gcc")

pytestmark = [
    pytest.mark.compiler,
    pytest.mark.skipif(not COMPILER, reason="needs a C compiler"),
]


def onym(*arguments: str, modules: Path) -> None:
    """Run a command line with the modules in a folder."""
    command = [sys.executable, "-m", "onym", *arguments]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": str(modules)})


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled package, as a wheel has it."""
    folder = tmp_path_factory.mktemp("compiled")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(
        ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so")
    )
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    environment = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_MYPYC": "1"}
    subprocess.run([*build, str(source)], check=True, cwd=folder, env=environment)
    (wheel,) = folder.glob("*.whl")
    ZipFile(wheel).extractall(folder / "modules")
    return folder / "modules"


def test_what_reads_every_word_is_compiled(compiled: Path) -> None:
    names = ("onym.find.slots", "onym.names.matcher", "onym.resolve.resolve")
    asked = (
        f"from importlib import import_module as load; print(*(load(n).__file__ for n in {names}))"
    )
    told = subprocess.run(
        [sys.executable, "-c", asked],
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(compiled)},
    )
    suffixes = [Path(file).suffix for file in told.stdout.decode().split()]
    assert suffixes == [Path(EXTENSION_SUFFIXES[0]).suffix] * len(names)


@pytest.mark.parametrize("preset", ["forum", "everything"])
def test_the_same_comes_out(compiled: Path, preset: str, tmp_path: Path) -> None:
    onym("demo", str(tmp_path / "data"), "--quiet", modules=compiled)
    forum, roster = (str(tmp_path / "data" / name) for name in ("forum.csv", "class.csv"))
    options = ("--roster", roster, "--seed", "7", "--preset", preset, "--quiet")
    made = []
    for name, modules in (("compiled", compiled), ("plain", ROOT / "src")):
        onym("run", forum, *options, "--out", str(tmp_path / name), modules=modules)
        made.append([(tmp_path / name / file).read_bytes() for file in SHOWN])
    assert made[0] == made[1]
