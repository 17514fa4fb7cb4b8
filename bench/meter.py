"""What a process and all that it has started use: seconds of their processors, and memory."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

PAUSE = 1.0
"""Seconds between two looks at the memory, at least."""
SHARE = 50
"""How many times as long as a look takes the next one waits: looking slows the processes down."""
TICK = os.sysconf("SC_CLK_TCK")


class Step(NamedTuple):
    """A step that has been done."""

    name: str
    wall: float
    processor: float
    """Seconds of all cores together."""


class Meter:
    """Notes the steps that it is told of, and the most memory there was at one time (Linux)."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.peak = 0
        """Bytes; what processes share counts once."""
        self._current: tuple[str, float, float] | None = None
        self._stopped = threading.Event()
        self._watch = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Meter:
        self._watch.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._finish()
        self._stopped.set()
        self._watch.join()

    def tell(self, name: str, done: int = 0, whole: int = 0) -> None:
        """Hear that the next step begins; how far it is does not matter here."""
        if not whole:
            self._finish()
            self._current = (name, time.perf_counter(), processor())

    def _finish(self) -> None:
        if self._current is not None:
            name, wall, used = self._current
            step = Step(name, time.perf_counter() - wall, processor() - used)
            self.steps.append(step)
            self._current = None

    def _look(self) -> None:
        pause = PAUSE
        while not self._stopped.wait(pause):
            begun = time.perf_counter()
            self.peak = max(self.peak, memory())
            pause = max(PAUSE, SHARE * (time.perf_counter() - begun))


def family() -> list[int]:
    """This process and those below it."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := _fields(int(entry.name))):
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found = [os.getpid()]
    for each in found:
        found += parents.get(each, [])
    return found


def processor() -> float:
    """Seconds of processor time of this process and those below it, also those that have ended."""
    used = [_fields(process) for process in family()]
    return sum(int(field) for fields in used if fields for field in fields[11:15]) / TICK


def memory() -> int:
    """Bytes of memory in use; pages that several processes share are counted once."""
    size = 0
    for process in family():
        try:
            rows = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8").splitlines()
        except OSError:
            continue
        size += sum(int(row.split()[1]) for row in rows if row.startswith("Pss:"))
    return size * 1024


def _fields(process: int) -> list[str]:
    """What the system tells of a process, from its state on; nothing if it has ended."""
    try:
        said = Path(f"/proc/{process}/stat").read_text("utf-8", "replace")
    except OSError:
        return []
    return said.rpartition(")")[2].split()
