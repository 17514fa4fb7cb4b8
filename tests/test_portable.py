"""Nothing in the source holds on Linux alone, as far as reading it can tell."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import onym

SOURCE = Path(onym.__file__).parent
UNIX = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
"""Modules that Windows does not have."""
LINUX = {
    *("sched_getaffinity", "sched_setaffinity", "fork", "forkpty", "getuid", "geteuid", "getgid"),
    *("getegid", "setsid", "getpgid", "killpg", "mkfifo", "statvfs", "fchmod", "chown"),
    *("posix_fadvise", "posix_fallocate", "pread", "pwrite", "sendfile", "memfd_create", "wait4"),
    *("SIGKILL", "SIGHUP", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGPIPE", "alarm", "CDLL"),
    *("preexec_fn", "start_new_session"),
}
"""What other systems do not have, of whatever module."""
ASKS = re.compile(r"sys\.platform|os\.name|hasattr\(")
"""How the code asks where it is."""
ENCODED = {"read_text": 0, "write_text": 1, "TextIOWrapper": 1}
"""What reads or writes text, and the place of the encoding among its arguments."""
STARTED = ("run", "Popen", "check_output", "getoutput")


def faults(code: str) -> list[str]:
    """What a module does that is not the same everywhere, with the line."""
    tree = ast.parse(code)
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found = []
    for node in ast.walk(tree):
        told = [*_of_text(node)] if isinstance(node, ast.Call) else []
        told += [fault for fault in _of_systems(node) if not _is_guarded(node, above)]
        found += [f"line {getattr(node, 'lineno', 0)}: {fault}" for fault in told]
    return found


def _of_text(call: ast.Call) -> Iterator[str]:
    name, given = _name(call.func), {each.arg for each in call.keywords}
    if name in ("open", "fdopen") and _is_text(call):
        if "encoding" not in given:
            yield "text is opened without an encoding"
        if _mode(call)[:1] in "wax" and "newline" not in given:
            yield "text is written with the line ends of the system"
    if name in ENCODED and "encoding" not in given and len(call.args) <= ENCODED[name]:
        yield f"{name} without an encoding"
    if name == "write_text" and "newline" not in given:
        yield "text is written with the line ends of the system"
    if name in STARTED and given & {"text", "universal_newlines"} and "encoding" not in given:
        yield "a process is heard without an encoding"
    if ast.unparse(call.func) == "os.write":
        yield "os.write changes line ends on Windows; write to a binary file"


def _of_systems(node: ast.AST) -> Iterator[str]:
    names: list[str] = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names if alias.name in UNIX]
    elif isinstance(node, ast.ImportFrom):
        names = [node.module or ""] if node.module in UNIX else []
    elif isinstance(node, ast.Attribute | ast.Name):
        names = [_name(node)] if _name(node) in LINUX else []
    elif isinstance(node, ast.keyword):
        names = [node.arg or ""] if node.arg in LINUX else []
    yield from (f"{name} is not everywhere" for name in names)


def _name(node: ast.AST) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _is_text(call: ast.Call) -> bool:
    """Whether a file is opened as text: not Image.open(path), nor Project.open(folder)."""
    of = call.func.value if isinstance(call.func, ast.Attribute) else None
    if isinstance(of, ast.Name) and (of.id in ("tarfile", "gzip", "bz2", "lzma", "webbrowser")):
        return False
    return re.fullmatch(r"[rwax]\+?t?\+?", _mode(call)) is not None


def _mode(call: ast.Call) -> str:
    """The mode in which a file is opened; a path that opens itself is given it first."""
    given = [each.value for each in call.keywords if each.arg == "mode"]
    is_path = isinstance(call.func, ast.Attribute) and _name(call.func.value) not in ("os", "io")
    places = call.args[:1] if is_path else call.args[1:2]
    for value in (*given, *places):
        return str(value.value) if isinstance(value, ast.Constant) else ""
    return "" if is_path and call.args else "r"


def _is_guarded(node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    """Whether the code asks where it is before it comes here."""
    at = node
    while at in above:
        at = above[at]
        if isinstance(at, ast.If) and ASKS.search(ast.unparse(at.test)):
            return True
        if isinstance(at, ast.FunctionDef) and any(_leaves(each, node) for each in at.body):
            return True
    return False


def _leaves(statement: ast.stmt, node: ast.AST) -> bool:
    """Whether a function ends in a statement before the node on another system."""
    before = isinstance(statement, ast.If) and statement.lineno < getattr(node, "lineno", 0)
    return (
        before
        and isinstance(statement, ast.If)
        and isinstance(statement.body[-1], ast.Return)
        and ASKS.search(ast.unparse(statement.test)) is not None
    )


WRONG = {
    "open(path)": "without an encoding",
    "open(path, 'rt')": "without an encoding",
    "path.open()": "without an encoding",
    "path.open('w', encoding='utf-8')": "line ends",
    "io.open(path, mode='a', encoding='utf-8')": "line ends",
    "os.fdopen(1, 'w', newline='')": "without an encoding",
    "path.read_text()": "without an encoding",
    "path.write_text(text, newline='')": "without an encoding",
    "path.write_text(text, 'utf-8')": "line ends",
    "TextIOWrapper(raw)": "without an encoding",
    "subprocess.run(command, text=True)": "without an encoding",
    "os.write(1, data)": "os.write",
    "import fcntl": "fcntl",
    "def f():\n    from termios import tcgetattr": "termios",
    "cores = len(os.sched_getaffinity(0))": "sched_getaffinity",
    "libc = ctypes.CDLL(None)": "CDLL",
    "subprocess.Popen(command, start_new_session=True)": "start_new_session",
    "if fast:\n    os.fork()": "fork",
}
RIGHT = (
    "open(path, 'rb')",
    "path.open('wb')",
    "open(path, 'w', encoding='utf-8', newline='')",
    "path.open(encoding='utf-8')",
    "path.read_text('utf-8')",
    "path.write_text(text, encoding='utf-8', newline='\\n')",
    "Project.open(folder)",
    "archive.open(name)",
    "tarfile.open(path)",
    "if sys.platform == 'win32':\n    pass\nelse:\n    import fcntl",
    "if hasattr(os, 'sched_getaffinity'):\n    cores = len(os.sched_getaffinity(0))",
    "def f():\n    if sys.platform != 'linux':\n        return\n    ctypes.CDLL(None)",
)


@pytest.mark.parametrize("code", WRONG)
def test_what_is_not_everywhere_is_noticed(code: str) -> None:
    (fault,) = faults(code)
    assert WRONG[code] in fault


@pytest.mark.parametrize("code", RIGHT)
def test_what_is_everywhere_is_left_alone(code: str) -> None:
    assert faults(code) == []


def test_nothing_in_the_source_holds_on_linux_alone() -> None:
    found = {
        path.relative_to(SOURCE).as_posix(): faults(path.read_text(encoding="utf-8"))
        for path in SOURCE.rglob("*.py")
    }
    assert len(found) > 300
    assert {name: told for name, told in found.items() if told} == {}
