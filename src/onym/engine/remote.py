"""A process that works, seen from the one that tells it what to do."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from weakref import finalize

import onym
from onym.engine.worker import Task
from onym.errors import OnymError

GLANCE = 0.25
"""Seconds after which somebody who pressed Ctrl-C is noticed at the latest."""


class Remote:
    """A process that is told what to do through a pipe."""

    def __init__(self, messages: Path) -> None:
        home = str(Path(onym.__file__).parent.parent)
        path = os.pathsep.join([home, *filter(None, [os.environ.get("PYTHONPATH")])])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "onym.engine.worker", str(messages)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "POLARS_MAX_THREADS": "1", "PYTHONPATH": path},
        )
        self.stop = finalize(self, _end, self.process)
        """Ends the process; so does whatever lets go of this without asking."""

    def work(
        self, job: bytes, waiting: SimpleQueue[Task], finished: SimpleQueue[Task | OnymError]
    ) -> None:
        """Do waiting tasks until there are no more, or one fails."""
        tell, replies = self.process.stdin, self.process.stdout
        assert tell is not None and replies is not None
        try:
            tell.write(job)
            while task := take(waiting):
                pickle.dump(task, tell)
                tell.flush()
                if said := json.loads(replies.readline()):
                    finished.put(OnymError(said.get("error") or _broken(said["broken"])))
                    return
                finished.put(task)
        except (OSError, ValueError):
            finished.put(OnymError("a process that read messages was ended; start again to go on"))


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    if process.stdout is not None:
        # Python in a venv of Windows is a child of what was killed: it has gone when this ends.
        with suppress(OSError, ValueError):
            process.stdout.read()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


def hear(finished: SimpleQueue[Task | OnymError]) -> Task | OnymError:
    """Wait for what is finished next; Windows notices Ctrl-C only between two waits."""
    while True:
        with suppress(Empty):
            return finished.get(timeout=GLANCE)


def take(waiting: SimpleQueue[Task]) -> Task | None:
    """Take the next task that waits, if there is one."""
    try:
        return waiting.get_nowait()
    except Empty:
        return None


def _broken(where: str) -> str:
    return f"internal error {where}; please report this line; no file is left half written"
