"""A project kept up to date while a person decides: what `onym review` shows.

A decision is in the log, and the log on the disk, before anything else happens. What it changes
in the messages is then worked out in the background, and only for those that its names stand in;
so an answer never waits for the corpus. `onym apply` reads everything anew.
"""

from __future__ import annotations

import copy
import gc
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from onym.deciding.shown import Shown
from onym.deciding.standing import Standing, load, save
from onym.deciding.touched import touched
from onym.errors import OnymError, ProjectError
from onym.model import Mapping, Mention, Question, Replaced
from onym.project.decisions import Decision
from onym.questions import questions
from onym.questions.answers import Answer
from onym.questions.together import Item, agenda

if TYPE_CHECKING:
    from onym.line import Line

PAUSE = 0.4
"""Seconds without a decision before the questions are worked out anew."""
TURN = 0.0001
"""Seconds that one thread may keep the others waiting."""
AT_ONCE = 400
"""Messages that are read anew in one go; those on the screen come first."""
RARELY = 1_000_000
"""Looks for young garbage before one for old: that walks over all that is shown."""
PATIENCE = 10.0
"""Seconds that the background gets to leave off."""


Job = Callable[["Line"], None]


class Step(NamedTuple):
    """Something that was decided in this sitting, and can be undone."""

    says: str
    made: tuple[Decision, ...]
    questions: tuple[Question, ...] = ()
    """What was answered by it."""


class Stopped(Exception):
    """Nobody waits any more for what is being worked out."""


class Live(Shown):
    """The messages, mentions and questions of a project as they stand now."""

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        line.tell = self._tell
        self.version = 0
        """Grows with every change, so that a page can tell whether it is out of date."""
        self.stage = "Reading"
        """What is being worked out just now; nothing when all is done."""
        self.error = ""
        self.steps: list[Step] = []
        self._undone: list[Decision] = []
        self._taken_back: set[Decision] = set()
        """What was taken back in this sitting, and what that was taken back with."""
        self.asked = False
        """Whether the questions are known."""
        self.questions: list[Question] = []
        self.unasked, self.left = 0, 0
        """Mentions that stay open without a question, and those that a person has left so."""
        self.keys: dict[int, tuple[tuple[Mention, ...], set[str]]] = {}
        """By row, the mentions that were looked at last and the names as which they compare."""
        self.watched: frozenset[int] = frozenset()
        """The rows on the screen."""
        self._skipped: dict[str, None] = {}
        self._alone: set[str] = set()
        """Questions that are asked one by one, though they have a likely answer."""
        self._dirty: set[int] = set()
        self._reading: set[int] = set()
        self._stale = False
        self._decided_at = 0.0
        self._stopped = False
        self.named: tuple[Mapping | None, dict[str, str]] = None, {}
        """A mapping, and the name that each goes by most in it."""
        self._lock = threading.RLock()
        self._wake = threading.Condition(self._lock)
        self._jobs: list[Job] = []
        self._doing = False
        """Whether a job is being done: the questions, beside it, have a stage of their own."""
        self._threads: list[threading.Thread] = []
        self.ready = threading.Event()
        """The messages can be shown."""

    def start(self) -> None:
        """Read and work everything out, in the background."""
        self._begin(self._work)

    def stop(self) -> None:
        """Let the background work end."""
        with self._wake:
            self._stopped = True
            self._wake.notify_all()
        for thread in self._threads:
            thread.join(PATIENCE)
        if self.ready.is_set():
            self._save()

    def agenda(self) -> list[Item]:
        """What is asked at a time, what was skipped last."""
        with self._lock:
            named = {questions.identify(each): each for each in self.questions}
            alone = {each for name, each in named.items() if name in self._alone}
            again = [named[name] for name in self._skipped if name in named]
            first = [each for name, each in named.items() if name not in self._skipped]
            return [*agenda(first, alone), *agenda(again, alone)]

    def answer(self, names: str | Collection[str], answer: Answer, says: str) -> None:
        """Take one answer to the question with this id, or to several."""
        wanted = {names} if isinstance(names, str) else {*names}
        with self._deciding():
            found = [each for each in self.questions if questions.identify(each) in wanted]
            if not found or len(found) < len(wanted):
                raise ProjectError("this question has been answered; load the page again")
            if answer == "skip":
                later = dict.fromkeys(map(questions.identify, found))
                kept = [name for name in self._skipped if name not in later]
                self._skipped = {**dict.fromkeys(kept), **later}
                return
            made = questions.decide(self.line, found, answer)
            self.questions = [each for each in self.questions if each not in found]
            self.steps.append(Step(says, made, tuple(found)))

    def leave(self, says: str) -> None:
        """Let everything that is open stay so."""
        self.answer([questions.identify(each) for each in self.questions], "leave", says)

    def reopen(self, says: str) -> None:
        """Ask again about everything that was left open."""
        with self._deciding():
            self.steps.append(Step(says, questions.reopen(self.line)))

    def ask_alone(self, names: Iterable[str]) -> None:
        """Ask these questions one by one, and not with others of their kind."""
        with self._lock:
            self._alone.update(names)
            self.version += 1

    def decide(self, make: Callable[[], list[Decision]], says: str) -> None:
        """Write down what a person did to the table or the text."""
        with self._deciding():
            project = self.line.project
            before = len(project.take_edits())
            project.decide(make())
            self.steps.append(Step(says, tuple(project.load_decisions()[before:])))

    def undo(self) -> Step | None:
        """Take back the last step of this sitting, and give it."""
        with self._deciding():
            if not self.steps:
                return None
            step = self.steps.pop()
            self._take_back(step.made)
            self.questions[:0] = step.questions
            for question in step.questions:
                self._skipped.pop(questions.identify(question), None)
            return step

    def take_back(self, decision: Decision) -> None:
        """Take back one decision of the log, from whatever sitting."""
        with self._deciding():
            self._take_back([decision])
            self.steps = [step for step in self.steps if decision not in step.made]

    def _take_back(self, made: Sequence[Decision]) -> None:
        self._taken_back.update(made)
        self._undone += (*made, *questions.undo(self.line, made, self._undone))

    def is_taken_back(self, decision: Decision) -> bool:
        """Whether a decision was taken back in this sitting."""
        return decision in self._taken_back

    def find(self, words: str) -> list[int]:
        """The rows of messages in which folded words stand."""
        return self.folded.str.contains(words, literal=True).arg_true().to_list()

    def run(self, job: Job) -> None:
        """Do something long with the whole line in the background, after what is being done."""
        with self._wake:
            self._jobs.append(job)
            self._wake.notify_all()

    def is_busy(self) -> bool:
        """Whether something of what is shown is still being worked out."""
        waiting = self._dirty or self._reading or self._stale or self._jobs or self._doing
        return bool(waiting or not self.asked or self.stage)

    def is_dirty(self, rows: Iterable[int]) -> bool:
        """Whether some of these messages are still to be read anew."""
        return not (self._dirty | self._reading).isdisjoint(rows)

    def _tell(self, stage: str, done: int = 0, whole: int = 0) -> None:
        self._pause()
        self.stage = f"{stage}, {100 * done // whole} %" if whole else stage

    def _pause(self) -> None:
        """Let the work wait while somebody decides, and leave off at the end."""
        with self._lock:
            if self._stopped:
                raise Stopped

    @contextmanager
    def _deciding(self) -> Iterator[None]:
        """Keep others out while a decision is written down; then see what it touches."""
        with self._wake, self.line.project.locked():
            before, known = self.line.mapping, dict(self.pseudonyms)
            yield
            for made_before in ("mapping", "corpus"):
                self.line.__dict__.pop(made_before, None)
            after = self.line.mapping
            self.pseudonyms.update(self.line.pseudonyms)
            renamed = {who for who, name in self.pseudonyms.items() if known.get(who) != name}
            if self.ready.is_set():
                self._dirty |= touched(self, before, after, renamed)
            self._stale = True
            self._decided_at = time.monotonic()
            self.version += 1
            self._wake.notify_all()

    def _work(self) -> None:
        """What the background does, one thing at a time; questions are worked out beside it."""
        # An answer must not wait for its turn behind the background's.
        sys.setswitchinterval(TURN)
        gc.set_threshold(*gc.get_threshold()[:2], RARELY)
        self._prepare()
        self._begin(self._wonder)
        while not self._stopped:
            with self._wake:
                if not (self._dirty or self._jobs):
                    self._wake.wait(PAUSE)
                    continue
                rows = self._take_rows()
                job = None if rows else self._jobs.pop(0)
                self._doing = job is not None
                line = copy.copy(self.line)
            if job:
                self._do(job, line)
            else:
                self._read(line, rows)

    def _wonder(self) -> None:
        """Work out the questions anew whenever nobody has decided anything for a moment."""
        while not self._stopped:
            with self._wake:
                idle = time.monotonic() - self._decided_at
                if not self._stale or self._dirty or self._reading or idle < PAUSE:
                    self._wake.wait(PAUSE)
                    continue
                line = copy.copy(self.line)
            self._ask(line)

    def _begin(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=self._guarded, args=(work,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do work in the background; what goes wrong is told."""
        try:
            work()
        except Stopped:
            return
        except OnymError as error:
            self.error = str(error)
        except Exception as error:  # told, not raised: its message might quote the corpus
            self.error = f"internal error {type(error).__name__}; please report this line"
        if self.error:
            self.stage, self._doing = "", False
            self.version += 1

    def _take_rows(self) -> list[int]:
        """Some of the rows to be read anew, those on the screen first."""
        rows = sorted(self._dirty & self.watched or self._dirty)[:AT_ONCE]
        # A decision that comes while they are read makes them dirty once more.
        self._reading = set(rows)
        self._dirty -= self._reading
        return rows

    def _prepare(self) -> None:
        """Read the corpus and replace what the mapping says."""
        line = self.line
        self.look()
        if standing := load(line):
            self._stand(standing)
        else:
            self.take(line.replaced, range(len(self.ids)))
            del line.replaced  # what is decided from now on is not in it
        self.ready.set()
        _ = self.folded
        self._stale = self._stale or not self.asked

    def _stand(self, standing: Standing) -> None:
        """Go on where a review was left."""
        self.take(
            Replaced(
                self.line.corpus.messages,
                standing.mentions,
                standing.pseudonyms,
                standing.unclear,
            ),
            range(len(self.ids)),
        )
        self.subjects, self.questions = standing.subjects, standing.questions
        self.unasked, self.left = standing.unasked, standing.left
        self.asked, self._stale, self.stage = True, standing.stale, ""

    def _save(self) -> None:
        """Keep what is shown for the next time, unless it is being worked out anew."""
        with self._lock:
            if self.asked and not (self._dirty or self._reading or self.error):
                found = self.replaced()
                shown = (self.questions, self.pseudonyms, self.subjects, self._stale)
                left = self.unasked, self.left
                save(self.line, Standing(tuple(found.mentions), self.open, *shown, *left))

    def _read(self, line: Line, rows: Sequence[int]) -> None:
        """Read some messages anew, as if the others were empty."""
        chosen = set(rows)
        empty = pl.Series("row", [row not in chosen for row in range(len(self.ids))])
        corpus = line.corpus
        blank = [
            pl.when(empty).then(pl.lit("")).otherwise(pl.col(column)).alias(column)
            for column in ("text", "subject")
            if column in corpus.messages.columns
        ]
        left = replace(corpus, messages=corpus.messages.with_columns(blank), asides=None)
        done = line.replace_in(left)
        with self._lock:
            self._reading = set()
            self.take(done, rows)
            self.version += 1

    def _ask(self, line: Line) -> None:
        """Work out what is open; a decision in the meantime makes that out of date."""
        with self._lock:
            version, self._stale = self.version, False
            self.stage = "Looking for questions"
            line.replaced = self.replaced()
        found = questions.consider(line, self._pause)
        with self._lock:
            found_once = {"evidence", "ledger"} & line.__dict__.keys()
            self.line.__dict__.update({name: line.__dict__[name] for name in found_once})
            first = not self.asked
            if version == self.version or first:
                self.questions, self.asked = [*found.asked], True
                self.unasked, self.left = found.unasked, found.left
                self._stale = version != self.version
                self.version += 1
            else:
                self._stale = True
            self.stage = self.stage if self._doing else ""
        if first:
            self._save()

    def _do(self, job: Job, line: Line) -> None:
        """Do a job on the line as it stands; what goes wrong is told."""
        version, self.error = self.version, ""
        try:
            job(line)
        except OnymError as error:
            self.error = str(error)
        except OSError as error:
            self.error = f"a file could not be written: {error.strerror}"
        with self._lock:
            self.line.adopt(line)
            if "replaced" in line.__dict__ and version == self.version:
                self.take(line.replaced, range(len(self.ids)))
            self.stage, self._doing = "", False
            self.version += 1
