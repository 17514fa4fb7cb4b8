"""Review in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onym import options
from onym.commands.work import resume, working
from onym.terminal import show

if TYPE_CHECKING:
    from onym.line import Line


def review(
    folder: options.Folder,
    port: options.Port = 0,
    browser: options.Browser = True,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Review a project in the browser: questions, people, the text side by side.

    It runs on this machine alone until you stop it with Ctrl C. Every decision is kept at once.
    """
    with working(1, quiet=True) as tell:
        _serve(resume(folder, tell), port, browser, quiet, json)


def _serve(line: Line, port: int, browser: bool, quiet: bool, as_json: bool) -> None:
    import sys
    import webbrowser

    from onym.deciding.live import Live
    from onym.review import application
    from onym.web import running

    # what is missing or does not fit is said in one line, before anything is opened
    _ = line.mapping
    line.refuse_stale()
    live = Live(line)
    live.start()
    with running(application(live), port) as address:
        told = [f"Review of {line.project.root}:", f"  {address}"]
        told.append("The address opens once. Stop with Ctrl C; every decision is kept.")
        # The address is the point of the command, so it is printed in quiet too.
        show([address] if quiet else told, {"address": address}, as_json=as_json, quiet=False)
        sys.stdout.flush()
        if browser:
            webbrowser.open(address)
        _wait()
        live.stop()


def _wait() -> None:
    """Wait until somebody wants it to stop."""
    import signal
    from threading import Event

    from onym.deciding.keyboard import GLANCE

    stopped = Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda number, frame: stopped.set())
    while not stopped.wait(GLANCE):  # Windows notices Ctrl-C only between two waits
        pass
