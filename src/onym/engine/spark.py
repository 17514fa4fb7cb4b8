"""A Spark cluster: the numbers of parts go through `mapInArrow`, the counts through its groupBy.

What is done to a part is what every engine does (`batches`); names, mapping and policy are
broadcast. The project's folder must lie where all machines of the cluster see it, and their
Python must have Onym: the parts, and what is made of them, lie in files there. So no message
goes through Java.
"""

from __future__ import annotations

import pickle
import shutil
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace as changed
from functools import cached_property, partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from onym.disk.files import make_folder
from onym.disk.spool import mapped, spooling
from onym.engine import parts
from onym.engine.batches import CLAIMED, COUNTED, Counting, Gathering, counts_in, head_of, lean
from onym.engine.cluster import SAID, explain, join, quiet
from onym.engine.processes import Advance, Processes, mark
from onym.engine.worker import Worker
from onym.errors import OnymError
from onym.model import Corpus, Mapping, Policy

if TYPE_CHECKING:
    from pyspark import Broadcast
    from pyspark.sql import DataFrame, SparkSession

    from onym.find.gather import Tally

ROWS = 1 << 32
"""More rows than any part has."""
PAUSE = 0.5
"""Seconds between two looks at how far Spark is."""
TYPES = {pl.String(): "string", pl.Int64(): "bigint", pl.List(pl.String): "array<string>"}

_workers: dict[bytes, Worker] = {}
"""In a process of the cluster: what works there, by the hash of the job it does."""


class Spark(Processes):
    """Takes a corpus in parts, on the machines of a Spark cluster."""

    def __init__(
        self, folder: Path, master: str, advance: Advance = lambda done, whole: None
    ) -> None:
        super().__init__(folder, 1, advance)
        self.master = master

    def gather(self, corpus: Corpus, policy: Policy) -> Tally:
        """Count the claims that names belong to people, and the vocabulary."""
        from onym.find.gather import Tally

        return Tally.read(self._sum(corpus, Gathering(head_of(corpus), policy), CLAIMED))

    def count(self, corpus: Corpus, mapping: Mapping, policy: Policy) -> Counter[tuple[str, str]]:
        """How often each participant is meant by each way of writing."""
        job = Counting(head_of(corpus), lean(mapping), policy)
        return counts_in(self._sum(corpus, job, COUNTED))

    def close(self) -> None:
        """Leave the cluster and remove what lies in the folder."""
        if "session" in self.__dict__:
            self.session.stop()
            del self.session
        super().close()

    @cached_property
    def session(self) -> SparkSession:
        """The cluster, joined."""
        make_folder(self.folder)
        return join(self.master, self.folder / "spark.log")

    def _sum(self, corpus: Corpus, job: Any, keys: tuple[str, ...]) -> pl.DataFrame:
        """What a job counts in the whole corpus, in the order in which it stands there."""
        out = self._place(corpus, job).with_suffix(".arrow")
        if not out.exists():
            with self._watched(corpus.messages.height):
                table = add_up(self._mapped(corpus, job), keys).toArrow()
            frame = pl.from_arrow(table)
            assert isinstance(frame, pl.DataFrame)
            with spooling(out) as add:
                add(frame.sort("first").drop("first"))
        return mapped(out)

    def _do(self, corpus: Corpus, job: Any) -> list[Path]:
        """The files with what a job makes of each part, in order."""
        folder = self._place(corpus, job)
        make_folder(folder)
        stage, count = self._stage(corpus, job.policy)
        files = [folder / f"{part:06}.arrow" for part in range(count)]
        if not all(file.exists() for file in files):
            with self._watched(corpus.messages.height):
                work = partial(keep, self._broadcast(job), stage, folder)
                self._spread(work, "part bigint", count).collect()
        return files

    def _place(self, corpus: Corpus, job: Any) -> Path:
        digest = self._lay(corpus, job.policy)
        return self.folder.resolve() / f"{type(job).__name__.lower()}-{mark(job, digest)}"

    def _mapped(self, corpus: Corpus, job: Any) -> DataFrame:
        """What a job makes of every part, with the part's number and the row's place in it."""
        stage, count = self._stage(corpus, job.policy)
        example = changed(job)(job.head.messages)
        kinds = {**example.schema, "part": pl.Int64(), "nth": pl.Int64()}
        schema = ", ".join(f"`{name}` {TYPES[kind]}" for name, kind in kinds.items())
        return self._spread(partial(give, self._broadcast(job), stage), schema, count)

    def _broadcast(self, job: Any) -> Broadcast[bytes]:
        return self.session.sparkContext.broadcast(pickle.dumps(job))

    def _spread(
        self, work: Callable[[Iterable[Any]], Iterator[Any]], schema: str, count: int
    ) -> DataFrame:
        """Have something done to the numbers of all parts."""
        with quiet():
            return self.session.range(0, count, 1, count).mapInArrow(work, schema)

    def _stage(self, corpus: Corpus, policy: Policy) -> tuple[Path, int]:
        """The folder with the parts as Parquet files, a file each, and how many there are."""
        stage = self.folder.resolve() / f"stage-{self._lay(corpus, policy)}"
        if not stage.exists():
            building = stage.with_suffix(".new")
            shutil.rmtree(building, ignore_errors=True)
            make_folder(building)
            messages = mapped(self.folder / "parts.arrow")
            for number, (start, rows) in enumerate(parts.stretches(messages["text"])):
                messages.slice(start, rows).write_parquet(_part(building, number))
            make_folder(_slots(stage))
            building.rename(stage)
        return stage, len(list(stage.glob("*.parquet")))

    @contextmanager
    def _watched(self, rows: int) -> Iterator[None]:
        """Tell how far Spark is, and put what goes wrong there in a line."""
        done, session = threading.Event(), self.session  # what is wrong with it is said here
        watch = threading.Thread(target=self._watch, args=(session, rows, done), daemon=True)
        watch.start()
        try:
            yield
        except OnymError:
            raise
        except Exception as error:
            raise OnymError(explain(error)) from None
        finally:
            done.set()
            watch.join()
        self.advance(rows, rows)

    def _watch(self, session: SparkSession, rows: int, done: threading.Event) -> None:
        tracker = session.sparkContext.statusTracker()
        while not done.wait(PAUSE):
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            if known := [stage for stage in stages if stage and stage.numTasks]:
                finished = sum(stage.numCompletedTasks for stage in known)
                self.advance(rows * finished // sum(stage.numTasks for stage in known), rows)


def add_up(made: DataFrame, keys: Iterable[str]) -> DataFrame:
    """Join the counts of parts; samples are the first few of all."""
    from pyspark.sql import functions as f

    sums = [f.sum("count").alias("count")]
    if "samples" in made.columns:
        each = f.when(f.size("samples") > 0, f.struct("part", f.col("samples").alias("of")))
        in_order = f.transform(f.array_sort(f.collect_list(each)), lambda one: one["of"])
        sums.append(f.slice(f.flatten(in_order), 1, 5).alias("samples"))
    # one number, and no record of two: Spark sorts everything to find the least of those
    first = f.min(f.col("part") * ROWS + f.col("nth")).alias("first")
    return made.groupBy(*keys).agg(*sums, first)


def _slots(stage: Path) -> Path:
    """Where the slots of staged parts are kept from one job to the next."""
    return stage.with_suffix(".slots")


def _part(stage: Path, number: int) -> Path:
    """Where a part lies."""
    return stage / f"{number:06}.parquet"


def give(packed: Broadcast[bytes], stage: Path, batches: Iterable[Any]) -> Iterator[Any]:
    """Do a job on the parts whose numbers come, and give what it makes; runs on the cluster."""
    for number in _numbers(batches):
        made = make(packed, stage, number)
        yield from _batches(
            made.with_columns(
                pl.lit(number, pl.Int64).alias("part"), pl.int_range(pl.len()).alias("nth")
            )
        )


def keep(
    packed: Broadcast[bytes], stage: Path, folder: Path, batches: Iterable[Any]
) -> Iterator[Any]:
    """Do a job on the parts whose numbers come, each into its file; runs on the cluster."""
    for number in _numbers(batches):
        out = folder / f"{number:06}.arrow"
        if not out.exists():
            made = make(packed, stage, number)
            with spooling(out) as add:
                add(made)
        yield from _batches(pl.DataFrame({"part": [number]}))


def _numbers(batches: Iterable[Any]) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()


def make(packed: Broadcast[bytes], stage: Path, number: int) -> pl.DataFrame:
    """What a job makes of a part; what goes wrong is said without a word of it."""
    try:
        part = pl.read_parquet(_part(stage, number))
        return _worker(packed).make(part, _slots(stage) / f"{number:06}.slots")
    except OnymError as error:
        raise RuntimeError(f"{SAID}{error}") from None
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} in {Path(place.filename).name}:{place.lineno}"
        raise RuntimeError(f"{SAID}internal error {where}; please report this line") from None


def _worker(packed: Broadcast[bytes]) -> Worker:
    """What does the job in this process; the last one's is let go."""
    key = blake2b(packed.value).digest()
    if key not in _workers:
        _workers.clear()
        _workers[key] = Worker(pl.DataFrame())
        _workers[key].take(pickle.loads(packed.value))
    return _workers[key]


def _batches(frame: pl.DataFrame) -> list[Any]:
    """A frame as Arrow batches with the plain types that Spark knows."""
    import pyarrow as pa  # type: ignore[import-untyped,unused-ignore]

    table = frame.to_arrow(compat_level=pl.CompatLevel.oldest())
    plain = {
        pl.String(): pa.string(),
        pl.Int64(): pa.int64(),
        pl.List(pl.String): pa.list_(pa.string()),
    }
    schema = pa.schema([(name, plain[kind]) for name, kind in frame.schema.items()])
    batches: list[Any] = table.cast(schema).to_batches(parts.MESSAGES)
    return batches
