"""A process that works on parts of a corpus, as another tells it.

    python -m onym.engine.worker MESSAGES.arrow

Standard input brings pickled jobs and tasks; each task is answered by a line of JSON when its
result lies in its file. Standard input that ends, because the other process did, ends this one.
Nothing of the corpus is ever said, whatever goes wrong.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
import traceback
from pathlib import Path
from typing import Any, NamedTuple

import msgpack
import polars as pl

from onym.disk.files import read_bytes, write_atomically
from onym.disk.spool import mapped, relax, spooling
from onym.engine.written import Writing
from onym.errors import OnymError
from onym.find.lexicon import Lexicon, lexicon
from onym.find.names import Slot
from onym.garbage import no_collection
from onym.names.kinship import registered_words
from onym.text.layout import laid_out


class Task(NamedTuple):
    """A part to work on."""

    start: int
    rows: int
    slots: Path | None
    """Where the slots of the part are kept for the next pass, if the job needs any."""
    out: Path


class Worker:
    """Does one job after another on the messages in a file."""

    def __init__(self, messages: pl.DataFrame) -> None:
        self.messages = messages
        self.job: Any = None

    def take(self, job: Any) -> None:
        """Be told what to do: one of `batches`."""
        self.job = job
        self.words: Lexicon | None = None

    def do(self, task: Task) -> None:
        """Do the job on a part; a result that is there already is not made again."""
        if isinstance(self.job, Writing):
            with no_collection():
                self.job(self.messages, task.out)
        elif not task.out.exists():
            with spooling(task.out) as add:
                add(self.make(self.messages.slice(task.start, task.rows), task.slots))
            relax()

    @no_collection()
    def make(self, part: pl.DataFrame, slots: Path | None) -> pl.DataFrame:
        """What the job makes of a part; its slots are kept in a file for the next job."""
        made: pl.DataFrame
        if slots is None:
            made = self.job(part)
            return made
        if self.words is None:
            known = registered_words(self.job.head.participants)
            self.words = lexicon(self.job.policy.languages, known)
        laid_out.cache_clear()
        self.words.read.clear()
        texts = [laid_out(text).text for text in part["text"]]
        read_before = slots.exists()
        if read_before:
            self.words.read.update(zip(texts, read_slots(slots), strict=True))
        made = self.job(part)
        if not read_before:
            keep_slots(slots, self.words, texts)
        return made


def keep_slots(path: Path, words: Lexicon, texts: list[str]) -> None:
    """Keep the slots of messages, so that no later pass need look for them."""
    if all(text in words.read for text in texts):
        slots = [words.read[text] for text in texts]
        write_atomically(path, msgpack.packb(slots), 0o600)


def read_slots(path: Path) -> list[tuple[Slot, ...]]:
    """Read the slots that were kept."""
    kept = msgpack.unpackb(read_bytes(path), use_list=False)
    return [tuple(map(Slot._make, slots)) if slots else () for slots in kept]


def answer(worker: Worker, told: Any) -> dict[str, str]:
    """Do what was told, and say what went wrong."""
    try:
        worker.do(told)
    except OnymError as error:
        return {"error": str(error)}
    except BaseException as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        return {"broken": f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}"}
    return {}


def main() -> None:
    """Work until there is nothing more to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whatever a library prints must not be taken for an answer.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    import onym.engine.batches  # noqa: F401, what jobs need is loaded before one comes

    worker: Worker | None = None
    while True:
        try:
            told = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        # the messages may still be on their way to their file until the first job comes
        worker = worker or Worker(mapped(Path(sys.argv[1])))
        if isinstance(told, Task):
            print(json.dumps(answer(worker, told)), file=replies, flush=True)
        else:
            worker.take(told)


if __name__ == "__main__":
    # Tasks are of the module's own class, not of the script's.
    from onym.engine.worker import main as run

    run()
