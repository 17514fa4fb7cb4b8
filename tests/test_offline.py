"""The whole line runs where no network can be reached, and tries to reach none."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from inside import CLASS, FORUM

PROGRAM = '''
import ctypes, json, sys

tried = []
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def listen(event, arguments):
    """Refuse every connection but to this machine, and note that it was tried."""
    if event in ("socket.connect", "socket.bind", "socket.sendto"):
        address = arguments[1]
        if isinstance(address, tuple) and address[0] in LOOPBACK:
            return
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "urllib.Request"):
        if str(arguments[0]) in LOOPBACK:
            return
    else:
        return
    tried.append(event)
    raise OSError("no network here")


def cut_off():
    """Leave the network altogether, where that is allowed: native code is held to it too."""
    new_network, new_user = 0x40000000, 0x10000000
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(new_network) and libc.unshare(new_user | new_network):
        return False
    import fcntl, socket, struct

    with socket.socket() as handle:  # loopback is down in a new network
        fcntl.ioctl(handle, 0x8914, struct.pack("16sh", b"lo", 1 | 64))
    return True


def packets():
    rows = [line.split() for line in open("/proc/net/dev").read().splitlines()[2:]]
    return {row[0]: int(row[10]) for row in rows if row[0] != "lo:"}


cut = sys.platform == "linux" and cut_off()
sys.addaudithook(listen)

from onym.cli import app
from onym.terminal import guard


def onym(*arguments):
    try:
        status = guard(lambda: app([*arguments, "--quiet"], prog_name="onym"), True)
    except SystemExit as end:
        status = end.code or 0
    assert status == 0, arguments


def review(folder):
    import http.client
    from urllib.parse import urlsplit
    from onym import line
    from onym.deciding.live import Live
    from onym.review import application
    from onym.web import running

    live = Live(line.resume(folder))
    live.start()
    with running(application(live)) as address:
        parts = urlsplit(address)
        link = http.client.HTTPConnection(parts.hostname, parts.port, timeout=120)
        link.request("GET", f"/?{parts.query}")
        status = link.getresponse().status
        link.close()
    live.stop()
    return status


phrase = ("--passphrase-file", "phrase")
onym("demo", "demo", "--messages", "30")
onym("run", "forum.csv", "--roster", "class.csv", "--out", "course")
for command in ("apply", "check", "report", "questions", "log"):
    onym(command, "course")
onym("seal", "course", *phrase)
onym("reverse", "course", "forum.csv", "--out", "reversed.csv", *phrase)
onym("unseal", "course", *phrase)
onym("rotate", "course")
onym("forget", "course", "U01", "--yes")
onym("log", "course", "--export", "record.html")
answer = review("course")
before = list(tried)
try:
    import socket

    socket.create_connection(("192.0.2.1", 80), timeout=1)
    refused = False
except OSError:
    refused = True
print(json.dumps({"tried": before, "cut": cut, "review": answer, "refused": refused,
                  "packets": packets() if cut else {}}))
'''


def test_the_whole_line_without_a_network(tmp_path: Path) -> None:
    (tmp_path / "forum.csv").write_text(FORUM)
    (tmp_path / "class.csv").write_text(CLASS)
    (tmp_path / "phrase").write_text("plum orbit sandal kettle\n")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["tried"] == []
    assert told["review"] in (200, 303)
    assert told["refused"]
    assert not any(told["packets"].values())


def test_no_page_of_ours_loads_anything_from_elsewhere(tmp_path: Path) -> None:
    """What is written or served for a browser refers to nothing outside."""
    import onym

    root = Path(onym.__file__).parent
    pages = [path for path in root.rglob("*") if path.suffix in (".html", ".css", ".js", ".svg")]
    loads = re.compile(
        r"""(?:src|href)\s*=\s*["']?\s*(?:https?:)?//|@import|url\(\s*["']?https?:"""
    )
    assert pages
    assert [path.name for path in pages if loads.search(path.read_text(encoding="utf-8"))] == []


def test_every_dependency_is_pinned_with_its_hash() -> None:
    root = Path(__file__).parent.parent
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = settings["optional-dependencies"]
    asked = [*settings["dependencies"], *extras["age"], *extras["figures"], *extras["train"]]
    lock = (root / "requirements.lock").read_text(encoding="utf-8")
    pinned = re.findall(
        r"^([a-z0-9_.-]+)==\S+(?: ;[^\\\n]*)? \\\n    --hash=sha256:", lock, re.MULTILINE
    )
    wanted = {re.split(r"[<>=~!\[; ]", name)[0].lower() for name in asked}
    assert wanted <= set(pinned)
    assert len(re.findall(r"^\S+==", lock, re.MULTILINE)) == len(pinned)
    assert "://" not in lock
