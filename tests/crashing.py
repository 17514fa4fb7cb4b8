"""A nursery of processes that die: commands in children that are killed at a given step.

Dying at each of many steps takes long, so a child can also copy what it would leave behind before
each change and live on: to a file it is the same.

Run as a program it reads one JSON object a line and answers with one. Everything is imported
before, so that a child is born in a moment; nothing is computed before, as threads do not survive
a fork.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.link", "os.symlink"}


class Nursery:
    """Starts children and hears how they ended."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(
        self,
        folder: Path,
        code: str,
        *,
        kill_at: int = 0,
        copies: Path | None = None,
        limit: int | None = None,
        torn: bool = False,
        user: int | None = None,
    ) -> tuple[int, str]:
        """Run code in a folder; give the status (negative: killed by that signal) and stderr.

        It dies before the so-many-th change of a file there, or leaves a copy of the folder before
        each. A limit is the most bytes that any file may have: then writing fails, or kills when
        torn.
        """
        told = {"folder": str(folder), "code": code, "kill_at": kill_at, "limit": limit}
        told["copies"] = None if copies is None else str(copies)
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps({**told, "torn": torn, "user": user}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return answer["status"], answer["stderr"]

    def close(self) -> None:
        """Let the nursery end."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def _serve() -> None:
    _import_everything()
    for line in sys.stdin:
        told = json.loads(line)
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _live(told, writer)
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            stderr = pipe.read().decode()
        _, status = os.waitpid(child, 0)
        answer = {"status": os.waitstatus_to_exitcode(status), "stderr": stderr}
        print(json.dumps(answer), flush=True)


def _import_everything() -> None:
    import importlib
    import pkgutil

    import onym
    import onym.commands

    names = [m.name for m in pkgutil.walk_packages(onym.__path__, "onym.")]
    for name in names:
        if name != "onym.__main__":
            importlib.import_module(name)
    for codec in ("utf-8-sig", "utf-16", "utf-32", "cp1252", "latin-1"):
        "".encode(codec)  # another user may not be able to read Python's own files


def _live(told: dict[str, Any], writer: int) -> None:
    """Be a child: run the code and end, one way or another."""
    os.dup2(writer, 2)
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False)
    os.chdir(told["folder"])
    if told["user"] is not None:
        os.setgroups([])
        os.setgid(told["user"])
        os.setuid(told["user"])
    if told["limit"] is not None:
        if told["torn"]:
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (told["limit"], told["limit"]))
    if told["kill_at"]:
        _before_changes(told["folder"], lambda number: _die(number == told["kill_at"]))
    if told["copies"]:
        _before_changes(
            told["folder"],
            lambda number: shutil.copytree(told["folder"], f"{told['copies']}/{number:03}"),
        )
    status = 99
    try:
        status = _do(told["code"])
    except SystemExit as end:
        status = int(end.code or 0)
    finally:
        sys.stderr.flush()
        os._exit(status)


def _do(code: str) -> int:
    from onym.cli import app
    from onym.terminal import guard

    def onym(*arguments: str) -> None:
        app([*arguments, "--quiet"], prog_name="onym")

    return guard(lambda: exec(code, {"onym": onym}), debug=True)


def _die(now: bool) -> None:
    if now:
        os.kill(os.getpid(), signal.SIGKILL)


def _before_changes(folder: str, act: Callable[[int], object]) -> None:
    """Act before each change of a file in a folder, with its number."""
    seen, busy = 0, False

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal seen, busy
        writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & 3
        if busy or not (event in CHANGES or writes) or not _is_path(arguments[0]):
            return
        if str(Path(os.fsdecode(arguments[0])).absolute()).startswith(folder):
            seen += 1
            busy = True
            act(seen)
            busy = False

    sys.addaudithook(hear)


def _is_path(value: object) -> bool:
    return isinstance(value, str | bytes | os.PathLike)


if __name__ == "__main__":
    _serve()
