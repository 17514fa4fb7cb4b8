"""Every core of this machine: the messages lie in a file, and processes work on parts of it.

Each part's result is a file of its own that takes its name when it is whole. Whoever is stopped and
starts again finds those that are there; a result belongs to what it was made from, by its hash.
"""

from __future__ import annotations

import json
import os
import pickle
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from collections.abc import Mapping as Lookup
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass
from hashlib import blake2b, file_digest
from importlib.metadata import version
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

import polars as pl

from onym.disk.files import make_folder
from onym.disk.records import Written
from onym.disk.spool import mapped, relax, spooling
from onym.engine import Here, parts
from onym.engine.batches import (
    CLAIMED,
    COUNTED,
    Counting,
    Gathering,
    Replacing,
    add_up,
    counts_in,
    draw_all,
    fill_part,
    head_of,
    is_noted,
    lean,
    questions_in,
)
from onym.engine.remote import Remote, hear, take
from onym.engine.worker import Task
from onym.engine.written import can_be_left, writing
from onym.errors import OnymError
from onym.model import Corpus, Mapping, Policy, Replaced

if TYPE_CHECKING:
    from onym.find.gather import Tally

SMALL = 4_000_000
"""Below so many bytes of text, starting processes takes longer than they would save."""
MANY = 8
"""After so many parts each, processes end: what they took up for one job is no use to the next."""
Advance = Callable[[int, int], None]
"""Hears how many letters of how many are done."""


def _cores() -> int:
    """The cores that this process may use, where the system tells; elsewhere all there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def is_large(corpus: Corpus) -> bool:
    """Whether a corpus is worth several processes."""
    return int(corpus.messages["text"].str.len_bytes().sum()) > SMALL


class Processes:
    """Takes a corpus in parts, on several cores, by way of files in a private folder."""

    def __init__(
        self,
        folder: Path,
        cores: int | None = None,
        advance: Advance = lambda done, whole: None,
    ) -> None:
        self.folder, self.advance = folder, advance
        self.cores = cores or _cores()
        self._laid: tuple[Corpus, tuple[str, ...], str] | None = None
        self._workers: list[Remote] = []
        self._made: tuple[pl.DataFrame, tuple[Path, ...]] | None = None

    def gather(self, corpus: Corpus, policy: Policy) -> Tally:
        """Count the claims that names belong to people, and the vocabulary."""
        from onym.find.gather import Tally

        made = self._do(corpus, Gathering(head_of(corpus), policy))
        return Tally.read(add_up(map(mapped, made), CLAIMED))

    def count(self, corpus: Corpus, mapping: Mapping, policy: Policy) -> Counter[tuple[str, str]]:
        """How often each participant is meant by each way of writing."""
        made = self._do(corpus, Counting(head_of(corpus), lean(mapping), policy))
        return counts_in(add_up(map(mapped, made), COUNTED))

    def replace(
        self,
        corpus: Corpus,
        mapping: Mapping,
        policy: Policy,
        given: Lookup[str, str],
        details: Lookup[str, str],
    ) -> Replaced:
        """Put pseudonyms in place of the names in the messages."""
        job = Replacing(head_of(corpus), lean(mapping), policy, given, details)
        noted, fitter = self._do(corpus, job), job.fitter
        drawn = draw_all(map(mapped, noted), fitter)
        files = tuple(map(_fill, noted, drawn))
        made = pl.concat(map(mapped, files), rechunk=False)
        asked = questions_in(made["asked"], made["id"])
        messages = made.drop("mentions", "asked", "wanted")
        self._made = messages, files
        return Replaced(messages, Written(made["mentions"]), given, asked, fitter.table)

    def write(
        self, corpus: Corpus, replaced: Replaced, path: Path, policy: Policy
    ) -> Callable[[], None]:
        """Begin to write the source in another process; calling what it gives waits for that."""
        ours = self._made is not None and self._made[0] is replaced.messages
        laid = self._laid is not None and self._laid[0] is corpus
        if not (ours and laid and self.cores > 1 and can_be_left(corpus, replaced)):
            return Here().write(corpus, replaced, path, policy)
        assert self._made is not None
        told = pickle.dumps(writing(corpus, replaced, self._made[1], policy))
        waiting, finished = SimpleQueue[Task](), SimpleQueue[Task | OnymError]()
        waiting.put(Task(0, corpus.messages.height, None, path))
        writer = self._workers.pop() if self._workers else Remote(self.folder / "parts.arrow")
        Thread(target=writer.work, args=(told, waiting, finished), daemon=True).start()

        def wait() -> None:
            came = hear(finished)
            writer.stop()
            if isinstance(came, OnymError):
                raise came

        return wait

    def close(self) -> None:
        """Send the processes away and remove what lies in the folder."""
        self._stop()
        self._laid = self._made = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def _call(self, count: int) -> None:
        """Have so many processes get ready; they take a second, in which others have to work."""
        while len(self._workers) < count:
            self._workers.append(Remote(self.folder / "parts.arrow"))

    def _stop(self) -> None:
        for worker in self._workers:
            worker.stop()
        self._workers = []

    def _do(self, corpus: Corpus, job: Any) -> list[Path]:
        """The files with what a job makes of each part, in order."""
        digest = self._lay(corpus, job.policy)
        folder = self.folder / f"{type(job).__name__.lower()}-{mark(job, digest)}"
        make_folder(folder)
        source = mapped(self.folder / "parts.arrow")
        stretches = list(parts.stretches(source["text"]))
        slots = self.folder / f"slots-{digest}"
        make_folder(slots)
        tasks = [
            Task(start, rows, slots / f"{at:05}.slots", folder / f"{at:05}.arrow")
            for at, (start, rows) in enumerate(stretches)
        ]
        left = [task for task in tasks if not task.out.exists()]
        done = [task for task in tasks if task.out.exists()]
        relax()
        self.spread(job, left, sum(task.rows for task in done), source.height)
        if len(left) >= MANY * self.cores:
            self._stop()
            if not isinstance(job, Replacing):
                self._call(self.cores)
        return [task.out for task in tasks]

    def _lay(self, corpus: Corpus, policy: Policy) -> str:
        """Write the messages where every process finds them; give the hash of that."""
        more = tuple(sorted(set(policy.off) - set(corpus.messages.columns)))
        if self._laid is None or self._laid[0] is not corpus or self._laid[1] != more:
            self._stop()
            make_folder(self.folder)
            self._call(self.cores)
            path = self.folder / "parts.arrow"
            parts.lay(corpus, path, [_column(corpus, name) for name in more])
            with path.open("rb") as file:
                self._laid = corpus, more, file_digest(file, _hash).hexdigest()
        return self._laid[2]

    def spread(self, job: Any, tasks: Sequence[Task], done: int, whole: int) -> None:
        """Have tasks done by the processes, each taking the next as soon as it is free."""
        if not tasks:
            return
        waiting: SimpleQueue[Task] = SimpleQueue()
        for task in tasks:
            waiting.put(task)
        self._call(min(self.cores, len(tasks)))
        packed = pickle.dumps(job)
        finished: SimpleQueue[Task | OnymError] = SimpleQueue()
        with ThreadPoolExecutor(len(self._workers)) as threads:
            for worker in self._workers:
                threads.submit(worker.work, packed, waiting, finished)
            try:
                for _ in tasks:
                    came = hear(finished)
                    if isinstance(came, OnymError):
                        raise came
                    done += came.rows
                    self.advance(done, whole)
            except BaseException:
                while take(waiting):
                    pass
                self._stop()
                raise


def _fill(noted: Path, drawn: Sequence[str]) -> Path:
    """The file of a part in which what was drawn is filled in; the part's own if nothing is."""
    part = mapped(noted)
    if not is_noted(part):
        return noted
    path = noted.with_suffix(".filled.arrow")
    if not path.exists():
        with spooling(path) as add:
            add(fill_part(part, drawn))
    return path


def _column(corpus: Corpus, name: str) -> pl.Series:
    from onym.replace.hide import cells

    return pl.Series(name, cells(corpus, name), dtype=pl.String)


def _hash() -> Any:
    return blake2b(digest_size=16)


def mark(job: Any, digest: str) -> str:
    """What a result depends on, hashed: the messages, the job and the program."""
    told = {"job": job, "messages": digest, "version": version("onym")}
    text = json.dumps(told, sort_keys=True, default=_plain)
    return blake2b(text.encode(), digest_size=12).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Corpus):
        return value.participants
    if is_dataclass(value):
        return {each.name: getattr(value, each.name) for each in fields(value)}
    return sorted(value) if isinstance(value, set | frozenset) else str(value)
