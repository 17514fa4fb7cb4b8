"""A Linux that lacks what Macs or Windows lack, and refuses what they refuse.

    subprocess.run([sys.executable, ...], env=at_home_in("windows", folder))

Every Python that is started so, and every one that it starts, begins with `become`. A running
Python cannot give up all of what it is: paths stay those of Linux, files are locked as there, and
on "windows" `sys.platform` says so.
"""

from __future__ import annotations

import builtins
import errno
import io
import mimetypes
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

CALLS = {
    "mac": ("sched_getaffinity", "posix_fadvise", "memfd_create"),
    "windows": (
        *("sched_getaffinity", "posix_fadvise", "memfd_create", "fork", "getuid", "geteuid"),
        *("getgid", "getegid", "mkfifo", "killpg", "setsid", "statvfs", "fchmod", "chown"),
    ),
}
"""What their `os` does not have."""
UNIX = ("grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
"""Modules that Windows does not have."""
LINUX = ("/proc/meminfo", "/sys/")
"""Files that only Linux has, and that are looked for on any system."""
FORBIDDEN = re.compile(
    r'[<>:"|?*\\\x00-\x1f]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)', re.IGNORECASE
)
"""What is no name of a file on Windows."""
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT

Hear = Callable[[str, tuple[Any, ...]], None]
_busy = threading.local()


def at_home_in(system: str, folder: Path) -> dict[str, str]:
    """The environment of a Python that lives in another system; what it needs lies in a folder."""
    here = Path(__file__).parent
    start = ["import sys", f"sys.path.append({str(here)!r})", "import foreign"]
    start += [f"foreign.become({system!r})", ""]
    (folder / "sitecustomize.py").write_text("\n".join(start), encoding="utf-8")
    told = {"PYTHONPATH": os.pathsep.join(map(str, (folder, here.parent / "src")))}
    told |= {"PYTHONTZPATH": "", "COLUMNS": "200"}
    if system == "windows":
        told |= {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0", "LC_ALL": "C.UTF-8"}
    return {**os.environ, **told}


def become(system: str) -> None:
    """Live in another system from now on."""
    for name in CALLS[system]:
        delattr(os, name)
    _listen(_hide_linux)
    if system == "mac":
        import urllib.request  # noqa: F401, which would ask a Mac itself for its proxies

        sys.platform = "darwin"
        return
    sys.modules.update(dict.fromkeys(UNIX))  # type: ignore[arg-type]
    _speak_cp1252()
    mimetypes.add_type("text/plain", ".js")  # as an editor writes into the registry
    _listen(_refuse)


def _speak_cp1252() -> None:
    """Read and write text as Windows does where nobody says how."""
    plain = io.open

    def opened(
        file: Any,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        *more: Any,
        **named: Any,
    ) -> Any:
        if "b" not in mode:
            encoding = "cp1252" if encoding in (None, "locale") else encoding
            newline = "\r\n" if newline is None and "r" not in mode else newline
        return plain(file, mode, buffering, encoding, errors, newline, *more, **named)

    io.open = builtins.open = opened
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(newline="\r\n")  # type: ignore[union-attr]


def _listen(act: Hear) -> None:
    """Act before everything that is done to files; what it raises comes instead."""

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        if not getattr(_busy, "now", False):
            _busy.now = True
            try:
                act(event, arguments)
            finally:
                _busy.now = False

    sys.addaudithook(hear)


def _hide_linux(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and isinstance(arguments[0], str) and arguments[0].startswith(LINUX):
        raise _error(errno.ENOENT, Path(arguments[0]))


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse names that are none, and to move, replace or remove what is open or mapped."""
    if event == "open" and isinstance(arguments[0], str) and arguments[2] & WRITES:
        _check_name(Path(arguments[0]))
    elif event == "os.mkdir":
        _check_name(_path(arguments[0], arguments[2]))
    elif event == "os.remove":
        _check_unused(_path(arguments[0], arguments[1]))
    elif event == "os.rename":
        old, new = _path(arguments[0], arguments[2]), _path(arguments[1], arguments[3])
        _check_name(new)
        _check_unused(old)
        _check_unused(new)
        if new.is_dir():
            raise _error(errno.EACCES, new)


def _error(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))


def _path(name: str | bytes, folder: int) -> Path:
    base = Path() if folder < 0 else Path(f"/proc/self/fd/{folder}").readlink()
    return (base / os.fsdecode(name)).absolute()


def _check_name(path: Path) -> None:
    if FORBIDDEN.search(path.name):
        raise _error(errno.EINVAL, path)


def _check_unused(path: Path) -> None:
    place = str(path.resolve())
    if any(used == place or used.startswith(f"{place}/") for used in _used()):
        raise _error(errno.EACCES, path)


def _used() -> Iterator[str]:
    """The files that this process, or another of the same test, has open or mapped."""
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and os.getsid(int(process.name)) == os.getsid(0):
                maps = (process / "maps").read_bytes().decode("utf-8", "replace")
                yield from re.findall(r"^(?:\S+ ){5} *(/.*)$", maps, re.MULTILINE)
                yield from (str(handle.readlink()) for handle in (process / "fd").iterdir())
        except OSError:  # it has ended meanwhile
            continue
