"""What the command line shows: results, progress and errors, never a word of the corpus."""

from __future__ import annotations

import json
import os
import re
import sys
import threading
import time
import traceback
from codecs import lookup
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import Any

from onym.errors import OnymError

PATIENCE = 2.0
"""Seconds before progress is shown."""
OK, FAILED, BROKEN, INTERRUPTED = 0, 1, 70, 130
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


def guard(job: Callable[[], object], debug: bool = False) -> int:
    """Do a job and give the exit status; whatever goes wrong is said in one line."""
    try:
        job()
    except OnymError as error:
        return complain(str(error), FAILED)
    except KeyboardInterrupt:
        return complain("stopped; every file is as it was before or complete", INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has gone; nothing may complain about that when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return complain(f"{place}{error.strerror or type(error).__name__}", FAILED)
    except SystemExit:
        raise
    except BaseException as error:
        return _confess(error, debug)
    return OK


def complain(message: str, status: int) -> int:
    """Say what is wrong on stderr and give the exit status."""
    print(f"onym: {' '.join(message.split())}", file=sys.stderr)
    return status


def _confess(error: BaseException, debug: bool) -> int:
    """Tell of a mistake of our own by file and line; its message might quote the corpus."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames]
    where = places[-1] if places else "?"
    status = complain(
        f"internal error {type(error).__name__} in {where}; please report this line;"
        " no file is left half written",
        BROKEN,
    )
    if debug:
        print("\n".join(f"  {place}" for place in places), file=sys.stderr)
    return status


def show(lines: list[str], result: dict[str, Any], *, as_json: bool, quiet: bool) -> None:
    """Print a result: one JSON object, or lines to read, or nothing."""
    if as_json:
        put(json.dumps(result, ensure_ascii=False) + "\n", "json")
    elif not quiet:
        print("\n".join(lines))


def put(text: str, style: str) -> None:
    """Print "text" to read, "json", or what another program gets: that is always UTF-8."""
    if style == "json" and not _has_all_letters():
        text = _BEYOND_ASCII.sub(lambda found: json.dumps(found[0])[1:-1], text)
    elif style not in ("text", "json") and isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    sys.stdout.write(text)


def forgive_letters() -> None:
    """Let standard output have a ? for a letter that it cannot write, and go on."""
    out = sys.stdout
    if isinstance(out, TextIOWrapper) and (out.errors == "strict" or not _has_all_letters()):
        out.reconfigure(errors="replace")


def _has_all_letters() -> bool:
    return lookup(sys.stdout.encoding or "utf-8").name.startswith("utf")


class Progress:
    """Shows on stderr what is being done, once it takes longer than a moment.

    Nothing is shown where nobody watches, or in quiet.
    """

    def __init__(self, steps: int, quiet: bool = False) -> None:
        self._shown = not quiet and sys.stderr.isatty()
        self._steps, self._done, self._what = steps, -1, ""
        self._share, self._began = 0.0, time.monotonic()
        self._lock = threading.Lock()
        self._timer = threading.Timer(PATIENCE, self._appear)
        self._timer.daemon = True
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Progress:
        if self._shown:
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._shown = False
            if self._bar is not None:
                self._bar.stop()

    def tell(self, what: str, done: int = 0, whole: int = 0) -> None:
        """Say that the next step begins, or how many messages of how many are done in it."""
        with self._lock:
            if not whole:
                self._done, self._began = self._done + 1, time.monotonic()
            self._what, self._share = what, done / whole if whole else 0.0
            if done:
                self._what += _pace(done, whole, time.monotonic() - self._began)
            self._refresh()

    def _appear(self) -> None:
        from rich import progress
        from rich.console import Console

        with self._lock:
            if not self._shown:
                return
            self._bar = progress.Progress(
                progress.SpinnerColumn(),
                progress.TextColumn("{task.description}"),
                progress.BarColumn(),
                progress.TimeElapsedColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._bar.add_task(self._what, total=self._steps)
            self._bar.start()
            self._refresh()

    def _refresh(self) -> None:
        if self._bar is not None:
            completed = max(self._done, 0) + self._share
            self._bar.update(self._task, description=self._what, completed=completed)


def _pace(done: int, whole: int, seconds: float) -> str:
    """How far a step is, how fast it goes and how long it will still take."""
    rate = done / max(seconds, 0.001)
    left = round((whole - done) / rate)
    paced = f"{rate:,.0f} a second, {left // 60}:{left % 60:02} left"
    return f": {done:,} of {whole:,} messages, {paced}"
