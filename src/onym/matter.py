"""What a line works on: each thing is read or made when it is first asked for, once."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace as changed
from functools import cached_property
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

import polars as pl

from onym.disk.files import fingerprint, make_folder
from onym.disk.records import Key
from onym.disk.spool import mapped
from onym.disk.whereabouts import refuse_own
from onym.engine import Engine
from onym.errors import ProjectError
from onym.garbage import no_collection
from onym.methods import HERE, find
from onym.model import Corpus, Evidence, Mapping, Replaced
from onym.policy import Settings
from onym.project import earlier
from onym.project.actors import fill_forms, masks, taken_back
from onym.project.project import Project

if TYPE_CHECKING:
    from onym.link.ledger import Ledger
    from onym.reading_list import ReadingList
    from onym.tagger.votes import Asked

Tell = Callable[..., None]
"""Hears what is being done, and perhaps how many messages of how many are done."""
LARGE = 64_000_000
"""Files of more bytes are not read into memory."""


def silent(step: str, done: int = 0, whole: int = 0) -> None:
    """Tell nobody."""


def _names_seen(shared: Corpus, pseudonyms: AbstractSet[str]) -> dict[str, str]:
    """What a reader sees of those whose id is only a number: made of the pseudonym, or for want."""
    seen = {}
    for who, person in shared.participants.items():
        called = (*person.names, *person.handles)
        mine = [name for name in called if name in pseudonyms]
        mine = mine or [*called] * (who in shared.numbered)
        if mine and who not in pseudonyms:
            seen[who] = mine[0]
    return seen


def _is_made(kind: type, name: str) -> bool:
    """Whether an attribute is made when it is first asked for."""
    return isinstance(getattr(kind, name, None), cached_property)


class Matter:
    """The messages and people of a project, and everything known of them."""

    def __init__(
        self,
        project: Project,
        settings: Settings,
        tell: Tell = silent,
        seed: int | None = None,
        cores: int | None = None,
        master: str | None = None,
        tagger: str | None = None,
        tagger_budget: str | None = None,
    ) -> None:
        self.project = project
        self.settings = settings
        self.tell = tell
        self.seed = seed
        self.cores = cores
        self._unmasking = False
        self.master = master
        self.tagger, self.tagger_budget = tagger or "off", tagger_budget or "60s"
        self.asked: Asked | None = None
        self._step = ""

    @cached_property
    def shared(self) -> Replaced:
        """What lies in share/, read anew as anybody would read it, once until it is written."""
        from onym import formats

        if not self.shared_file.exists():
            raise ProjectError(f"nothing to check in {self.project.share}: run onym apply first")
        columns = self.settings.columns
        form, spool = self.corpus.source.format, self._spool("shared") if self.is_large else None
        shared = formats.read(self.shared_file, columns=columns, format=form, spool=spool)
        if shared.messages.height != self.corpus.messages.height:
            raise ProjectError("share/ does not fit the source any more: run onym apply again")
        pseudonyms = self._key.given(self.settings.policy.style)
        shown = _names_seen(shared, set(pseudonyms.values()))
        messages = shared.messages.with_columns(pl.col("author", "parent_author").replace(shown))
        return Replaced(messages, (), pseudonyms, asides=shared.asides)

    @cached_property
    def corpus(self) -> Corpus:
        """What was read, with what a person wrote into the participants' forms."""
        read = self._read if self._earlier is None else earlier.join(self._read, self._earlier)
        people = fill_forms(read.participants, self.project.load_decisions())
        return changed(read, participants=people)

    @cached_property
    @no_collection()
    def _read(self) -> Corpus:
        from onym import formats

        self.tell("Reading")
        roster = self.settings.roster
        return formats.read(
            self._source,
            None if roster is None else self.project.place(roster),
            columns=self.settings.columns or None,
            format=self.settings.format,
            roster_columns=self.settings.roster_columns or None,
            spool=self._spool("source") if self.is_large else None,
            hear=lambda count: self.tell(f"Reading: {count:,} messages so far", 0, 1),
        )

    @property
    def is_large(self) -> bool:
        """Whether the source is a file that is not read into memory."""
        return self._source.is_file() and self._source.stat().st_size > LARGE

    def _spool(self, name: str) -> Path:
        folder = self.project.work / name
        make_folder(folder)
        return folder

    @cached_property
    def engine(self) -> Engine:
        """Where the passes over the messages are made: on all cores if there are many messages."""
        from onym.engine.processes import Processes, is_large

        if self.master is not None:
            from onym.engine.spark import Spark

            return Spark(self.project.work, self.master, self._advance)
        if not is_large(self.corpus):
            return HERE
        return Processes(self.project.work, self.cores, self._advance)

    def _begin(self, step: str) -> None:
        self._step = step
        self.tell(step)

    def _advance(self, done: int, whole: int) -> None:
        self.tell(self._step, done, whole)

    def close(self) -> None:
        """Let go of what was only needed on the way; what is asked for again is made again."""
        engine = self.__dict__.pop("engine", None)
        if self.project.work.exists():
            # Windows removes no file that is still mapped.
            for name in [name for name in self.__dict__ if _is_made(type(self), name)]:
                del self.__dict__[name]
        if engine is not None:
            engine.close()
        rmtree(self.project.work, ignore_errors=True)

    @cached_property
    def reading_lists(self) -> tuple[ReadingList, ...]:
        """Names to leave alone, from the files the settings name."""
        from onym.reading_list import load

        return tuple(load(self.project.place(file)) for file in self.settings.keep)

    @cached_property
    def mapping(self) -> Mapping:
        """The mapping as it stands, with everything a person has decided."""
        return self.project.load_mapping()

    @property
    def pseudonyms(self) -> dict[str, str]:
        """The pseudonyms that stand fast: given before, or chosen by a person."""
        return {**self.key.given(self.settings.policy.style), **self._masks()}

    @property
    def key(self) -> Key:
        """Whose pseudonym is whose, without masking names that were taken back."""
        return self._key.take_back(taken_back(self.project.load_decisions()))

    def _masks(self) -> dict[str, str]:
        return {} if self._unmasking else masks(self.project.load_decisions())

    @cached_property
    def evidence(self) -> Evidence:
        """What was found, whatever was decided about it."""
        from onym.find.gather import Tally, evidence_of

        kept, policy = self.project.evidence_file, self.settings.policy
        fresh = self.project.load_proposal().sources == self.fingerprints()
        if policy.method == "onym" and fresh and kept.exists():
            return self._with_earlier(evidence_of(Tally.read(mapped(kept))))
        return self._with_earlier(find(self.corpus, policy.method, policy, self.engine))

    def _with_earlier(self, found: Evidence) -> Evidence:
        from onym.find.gather import evidence_of

        if self._earlier is None or found.method != "onym":
            return found
        return evidence_of(earlier.tally_with(found.statistics, self._earlier))

    @cached_property
    def _earlier(self) -> earlier.Earlier | None:
        """What is known from the batches of messages before this one."""
        return earlier.load(self.project.earlier)

    @cached_property
    def ledger(self) -> Ledger:
        """The sums of evidence that Onym's own method comes to."""
        from onym.link.link import link_names

        made = self.project.ledger_file.exists()
        former = self.project.load_proposal().mapping if made else None
        return link_names(self.evidence, self.corpus, self.settings.policy, former)

    @property
    def shared_file(self) -> Path:
        """Where the pseudonymised source goes."""
        return self.project.share / self._source.name

    @cached_property
    def _key(self) -> Key:
        return self.project.load_key(self.seed)

    @property
    def _source(self) -> Path:
        if self.settings.source is None:
            raise ProjectError(
                "onym.toml names no source; run onym find SOURCE --out with this folder"
            )
        source = self.project.place(self.settings.source)
        refuse_own(source, self.project.root)
        return source

    def fingerprints(self) -> dict[str, str]:
        """Give the fingerprints of the files the names come from."""
        roster = self.settings.roster
        files = {"source": self._source}
        if roster is not None:
            files["roster"] = self.project.place(roster)
        return {name: fingerprint(file) for name, file in files.items()}

    def refuse_stale(self) -> None:
        """Names that came with a later version of the source have not been looked for."""
        known = self.project.load_proposal().sources
        if known and known != self.fingerprints():
            raise ProjectError("the source or roster has changed: run onym run or onym find again")
