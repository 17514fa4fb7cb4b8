"""The command line from inside this process: as quick as a call, with its status and output."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import typer.main

from onym.cli import app
from onym.terminal import guard

FORUM = """\
id,parent,author,text
1,,U01,"Hello all.
Zebulon"
2,1,U02,"Hi Zebulon, welcome!
Quillon"
"""
CLASS = "id,name\nU01,Zebulon Farthing\nU02,Quillon Marsh\n"
COMMAND = typer.main.get_command(app)
"""Made once: making it takes most of the time of a short command."""
NAMES = ("zebulon", "farthing", "quillon", "marsh")


class Done(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str


def onym(*arguments: str, folder: Path, given: str = "") -> Done:
    """Give a command in a folder; standard input is no terminal."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with _standing_in(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8")
        try:
            status = guard(lambda: COMMAND(list(arguments), prog_name="onym"), debug=True)
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            sys.stdin = before
    return Done(status, _written(out), _written(err))


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@contextlib.contextmanager
def _standing_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def lay_out(folder: Path) -> Path:
    """A folder with a forum, its class list and a project made of them."""
    folder.mkdir()
    (folder / "forum.csv").write_text(FORUM)
    (folder / "class.csv").write_text(CLASS)
    (folder / "phrase.txt").write_text("plum orbit sandal kettle\n")
    files = ("forum.csv", "--roster", "class.csv", "--out", "course")
    done = onym("run", *files, "--seed", "7", "--quiet", folder=folder)
    assert done == (0, "", "")
    return folder


def put(folder: Path, files: dict[str, bytes | str | None]) -> None:
    """Write files: bytes are contents, "-> x" is a link, None takes a file away, a/ is a folder."""
    for name, content in files.items():
        path = folder / name
        if name.endswith("/"):
            path.mkdir(parents=True)
        elif content is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, str):
                path.symlink_to(content.removeprefix("-> "))
            else:
                path.write_bytes(content)


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, but for locks."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != ".lock")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def copy(pristine: Path, folder: Path) -> Path:
    """A fresh copy of a folder."""
    shutil.copytree(pristine, folder)
    return folder
