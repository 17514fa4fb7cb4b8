"""The passes of a check: what is done to one part, and where the parts are done.

    Casing      how words are written in the source
    Looking     a `Survey` of messages or asides
    Searching   the known names in stretches of files

Each takes a frame and gives a frame, as the batches of the engines do. `one_by_one` does them in
this process and `Crew` on every core; what comes out is the same. Results are laid down as JSON,
since a file in a project must not be able to run anything.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from onym.check.cases import Cases, count_cases
from onym.check.contents import SLICE, Unsearched, slices, stretch_of
from onym.check.finding import Place
from onym.check.known import Known
from onym.check.pages import Lexicon, Page
from onym.check.search import Hits, note
from onym.check.survey import Survey, Surveyor, pack, unpack
from onym.check.sweep import Sweep, sweep_of
from onym.disk.files import make_folder
from onym.disk.spool import mapped, spooling
from onym.engine.parts import Stretch, stretches
from onym.model import TEXT_COLUMNS, Corpus, Replaced

if TYPE_CHECKING:
    from onym.engine.processes import Advance

BEFORE, WRITER = "source text", "source author"
"""Columns beside the messages that will be shared."""
FILES = {"path": pl.String, "start": pl.Int64, "end": pl.Int64}
"""Columns for stretches of files."""
ENOUGH = 4_000_000
"""Below so many bytes of text, starting processes takes longer than they would save."""
ROWS = 10_000
"""Rows that are laid down at once."""

Job = Callable[[pl.DataFrame], pl.DataFrame]
Run = Callable[[Job, pl.DataFrame, Sequence[Stretch]], Iterable[pl.DataFrame]]
"""Has a job done on stretches of a frame, and gives the results in order."""


Begin = Callable[[str], None]


def silent(*said: object) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Casing:
    """Counts how words are written in the source."""

    words: frozenset[str]

    def __call__(self, part: pl.DataFrame) -> pl.DataFrame:
        """The counts in a part."""
        cases = count_cases(part[BEFORE], self.words)
        return _told([[*key, number] for key, number in cases.items()])


@dataclass(frozen=True)
class Looking:
    """Looks at messages beside their source, or at asides."""

    known: Known

    @cached_property
    def surveyor(self) -> Surveyor:
        """What looks, made once for all parts."""
        return Surveyor(self.known)

    def __call__(self, part: pl.DataFrame) -> pl.DataFrame:
        """The survey of a part."""
        if part[BEFORE].is_null().all():
            empty = part.clear()
            return _told(pack(self.surveyor.look(empty, empty, part)))
        source = part.select("id", pl.col(BEFORE).alias("text"), pl.col(WRITER).alias("author"))
        return _told(pack(self.surveyor.look(source, part)))


@dataclass(frozen=True)
class Searching:
    """Searches stretches of files for every known name."""

    known: Known

    @cached_property
    def sweep(self) -> Sweep:
        """What searches, made once for all files."""
        return sweep_of(self.known)

    @cached_property
    def lexicon(self) -> Lexicon:
        """What was decided about pieces, remembered from file to file."""
        return Lexicon(self.sweep.traits)

    def __call__(self, part: pl.DataFrame) -> pl.DataFrame:
        """The names in some stretches, and what could not be looked into."""
        hits: Hits = {}
        unsearched: list[Unsearched] = []
        for path, start, end in part.select(*FILES).iter_rows():
            for text in stretch_of(Path(path), (start, end), unsearched):
                for _, found in self.sweep.search(Page([text], self.lexicon), letters=False):
                    note(hits, path, found)
                self.lexicon.tidy()
        rows = [[*key, places] for key, places in hits.items()]
        return _told({"hits": rows, "unsearched": unsearched})


def _told(result: Any) -> pl.DataFrame:
    return pl.DataFrame({"told": [json.dumps(result, ensure_ascii=False)]})


def _hear(frames: Iterable[pl.DataFrame]) -> Iterator[Any]:
    return (json.loads(frame["told"][0]) for frame in frames)


@dataclass(frozen=True)
class Ground:
    """Everything that a check looks at in one frame, and where in it each kind stands."""

    frame: pl.DataFrame
    messages: Sequence[Stretch]
    asides: Sequence[Stretch] = ()
    files: Sequence[Stretch] = ()


def ground(corpus: Corpus, replaced: Replaced, paths: Iterable[Path] = ()) -> Ground:
    """The messages that will be shared beside their source, asides, and stretches of files."""
    source, shared, asides = corpus.messages, replaced.messages, replaced.asides
    columns = [name for name in ("id", "author", *TEXT_COLUMNS) if name in shared.columns]
    before = source["text"].alias(BEFORE), source["author"].alias(WRITER)
    frames = [shared.select(columns).with_columns(before)]
    if asides is not None:
        frames.append(asides.select(name for name in columns if name in asides.columns))
    files = files_only(paths)
    frames.append(files.frame)
    second = shared.height + (0 if asides is None else asides.height)
    return Ground(
        pl.concat(frames, how="diagonal"),
        list(stretches(shared["text"])),
        [] if asides is None else _moved(stretches(asides["text"]), shared.height),
        _moved(files.files, second),
    )


def files_only(paths: Iterable[Path]) -> Ground:
    """Stretches of files and nothing else."""
    rows = [(str(path), *part) for path in paths for part in slices(path)]
    frame = pl.DataFrame(rows, schema=FILES, orient="row")
    return Ground(frame, (), (), list(_batches([end - start for _, start, end in rows])))


def _batches(sizes: Sequence[int]) -> Iterator[Stretch]:
    """Rows that are searched in one go: many small files, or one slice of a long one."""
    first = total = 0
    for row, size in enumerate(sizes):
        if row > first and total + size > SLICE:
            yield first, row - first
            first, total = row, 0
        total += size
    if sizes:
        yield first, len(sizes) - first


def _moved(cut: Iterable[Stretch], by: int) -> list[Stretch]:
    return [(start + by, rows) for start, rows in cut]


def cases_in(on: Ground, words: Iterable[str], run: Run) -> Cases:
    """How often each of the words is written small in the source, and how often not."""
    cases: Cases = Counter()
    for part in _hear(run(Casing(frozenset(words)), on.frame, on.messages)):
        cases.update({(word, small): number for word, small, number in part})
    return cases


def look(on: Ground, known: Known, run: Run) -> Survey:
    """A survey of all messages and asides."""
    survey = Survey()
    for part in _hear(run(Looking(known), on.frame, [*on.messages, *on.asides])):
        survey.merge(unpack(part))
    return survey


def search(on: Ground, known: Known, run: Run) -> tuple[Hits, list[Unsearched]]:
    """Every known name in files, by their paths, and what could not be looked into."""
    hits: Hits = {}
    unsearched: dict[Unsearched, None] = {}
    for part in _hear(run(Searching(known), on.frame, on.files)):
        for name, why, apart, places in part["hits"]:
            hits.setdefault((name, why, apart), []).extend(map(Place._make, places))
        unsearched |= dict.fromkeys(map(Unsearched._make, part["unsearched"]))
    return hits, list(unsearched)


def one_by_one(job: Job, frame: pl.DataFrame, cut: Sequence[Stretch]) -> Iterator[pl.DataFrame]:
    """Do a job on each stretch in this process."""
    return (job(frame.slice(start, rows)) for start, rows in cut)


class Crew:
    """Several processes for the passes of a check, by way of files in a private folder.

    `begin` hears what is being done, `advance` how many messages of how many were looked at.
    """

    def __init__(
        self, folder: Path, cores: int | None, begin: Begin = silent, advance: Advance = silent
    ) -> None:
        from onym.engine.processes import Processes

        self._processes = Processes(folder, cores)
        self._begin, self._advance = begin, advance
        self._laid: pl.DataFrame | None = None
        self._jobs = 0

    def __call__(
        self, job: Job, frame: pl.DataFrame, cut: Sequence[Stretch]
    ) -> Iterator[pl.DataFrame]:
        """Have a job done on each stretch; the results in order."""
        from onym.engine.worker import Task

        if isinstance(job, Searching):
            self._begin("Searching the files")
        self._processes.advance = self._advance if isinstance(job, Looking) else silent
        self._lay(frame)
        self._jobs += 1
        tasks = [
            Task(start, rows, None, self._processes.folder / f"{self._jobs}-{at:05}.arrow")
            for at, (start, rows) in enumerate(cut)
        ]
        self._processes.spread(job, tasks, 0, sum(task.rows for task in tasks))
        return (mapped(task.out) for task in tasks)

    def _lay(self, frame: pl.DataFrame) -> None:
        """Lay a frame where every process finds it."""
        if self._laid is frame:
            return
        self._processes.close()
        make_folder(self._processes.folder)
        with spooling(self._processes.folder / "parts.arrow") as add:
            for first in range(0, max(frame.height, 1), ROWS):
                add(frame.slice(first, ROWS))
        self._laid = frame

    def close(self) -> None:
        """Send the processes away and remove what lies in the folder."""
        self._processes.close()


@contextmanager
def crewed(
    corpus: Corpus, folder: Path, cores: int | None, begin: Begin, advance: Advance
) -> Iterator[Run]:
    """Every core for a large corpus, and this process for a small one."""
    if corpus.messages["text"].str.len_bytes().sum() < ENOUGH:
        yield one_by_one
        return
    crew = Crew(folder, cores, begin, advance)
    try:
        yield crew
    finally:
        crew.close()
