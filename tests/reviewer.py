"""Projects to review, and `onym review` as a program of its own, which can be killed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from onym import demo, line
from visitor import Visitor

PATIENCE = 120


def make_course(folder: Path, messages: int | None = 300) -> Path:
    """The demo course or its beginning, with much to ask: names count within a thread alone."""
    (demo.generate(messages=messages) if messages else demo.generate()).write(folder)
    options = {"roster": folder / "class.csv", "scope": "thread"}
    line.start(folder / "course", folder / "forum.csv", options).find()
    return folder / "course"


class Review:
    """A running `onym review`."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "onym", "review", str(folder), "--no-browser", "--json"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout is not None
        self.address: str = json.loads(self.process.stdout.readline())["address"]

    def visitor(self) -> Visitor:
        """Somebody who has come in, once everything is worked out."""
        visitor = Visitor(self.address)
        visitor.enter()
        wait(visitor)
        return visitor

    def kill(self) -> None:
        """Stop it without a chance to save anything."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=PATIENCE)

    def stop(self) -> tuple[str, str]:
        """Stop it as a person would, and give what it said."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        said, complained = self.process.communicate(timeout=PATIENCE)
        return said.decode(), complained.decode()


@contextmanager
def reviewing(folder: Path) -> Iterator[Review]:
    """Run `onym review` meanwhile."""
    review = Review(folder)
    try:
        yield review
    finally:
        review.stop()


def wait(visitor: Visitor) -> None:
    """Wait until nothing is being worked out any more."""
    end = time.monotonic() + PATIENCE
    while (state := visitor.look("state")["state"])["busy"] and time.monotonic() < end:
        time.sleep(0.05)
    assert not state["busy"]
    assert not state["error"]
