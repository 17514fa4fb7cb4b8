"""The project folder: settings, what is private, and what may be shared.

    course/
      onym.toml          settings
      private/           mode 0700, its files 0600; never share
        mapping.txt      the file a person edits
        ledger.jsonl     what the machine proposed last
        decisions.jsonl  what people decided, append-only
        mentions.jsonl   what was replaced where
        key.json         the seed, and whose pseudonym is whose
        log.jsonl        who did what and when; no name in it
        sealed.onym      all of these but the log, when they are sealed
      share/             the pseudonymised source under its own name, and report.html

Every file is written whole or not at all, and files that belong together change together.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Lookup
from contextlib import contextmanager
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from onym import mapping, policy
from onym.disk import whereabouts
from onym.disk.changes import Change, changing, finish, is_leftover, sweep
from onym.disk.files import read_bytes, write_atomically, writing
from onym.disk.lock import locked
from onym.disk.records import Key, Proposal, read_replacements, write_mentions
from onym.disk.whereabouts import typed
from onym.errors import ProjectError
from onym.model import Mapping, Mention
from onym.policy import Settings
from onym.project import decisions, journal
from onym.project.decisions import Decision
from onym.project.replay import compare, merge, replay


class Project:
    """A project folder that is known to be one."""

    def __init__(self, root: Path, settings: Settings) -> None:
        self.root = root
        self.settings = settings
        self.private = root / "private"
        self.share = root / "share"
        self.mapping_file = self.private / "mapping.txt"
        self.ledger_file = self.private / "ledger.jsonl"
        self.decisions_file = self.private / "decisions.jsonl"
        self.mentions_file = self.private / "mentions.jsonl"
        self.key_file = self.private / "key.json"
        self.log_file = self.private / "log.jsonl"
        self.sealed_file = self.private / "sealed.onym"
        self.review_file = self.private / "review.json"
        self.evidence_file = self.private / "evidence.arrow"
        self.earlier = self.private / "earlier"
        """What is known from earlier batches of messages."""
        self.work = self.private / ".work"
        """What large corpora need on the way; gone when all is done."""
        self.report_file = self.share / "report.html"
        self.warnings: list[str] = []
        """What makes the folder an unsafe place, a line each."""
        self._loaded: dict[Path, tuple[Stamp, Any]] = {}
        self._standing: tuple[Mapping, list[Decision], Mapping] | None = None
        """A proposal, decisions, and what came of laying them over it."""
        self._unedited: tuple[Stamp, ...] = ()
        """Stamps of mapping.txt and what it rests on when nothing in it was a person's edit."""

    @classmethod
    def open(cls, root: str | Path, even_sealed: bool = False) -> Project:
        """Open the project in a folder; one that is sealed only for those who can unseal it."""
        root = Path(root)
        if not (root / "onym.toml").is_file():
            if root.is_file():
                raise ProjectError(f"{root} is a file; give the folder of a project")
            raise ProjectError(
                f"{root} is no Onym project; make one with onym run SOURCE --out {typed(root)}"
            )
        project = cls(root, policy.load(root / "onym.toml"))
        project._make_folders()
        with project.locked():
            finish(root, project.private)
            sweep(root, project.private, project.share)
            project._look_around()
            if not project.is_sealed:
                project._adopt()
            elif not even_sealed:
                raise ProjectError(f"{root} is sealed; open it with onym unseal {typed(root)}")
        return project

    @classmethod
    def at(cls, root: str | Path) -> Project:
        """Open the project in a folder, or plan one there: nothing is made before `establish`."""
        root = Path(root)
        if (root / "onym.toml").is_file():
            return cls.open(root)
        _refuse_foreign(root)
        return cls(root, Settings())

    @classmethod
    def create(cls, root: str | Path, settings: Settings | None = None) -> Project:
        """Make a project in a new or empty folder, or open the one that is there."""
        project = cls.at(root)
        known = (project.root / "onym.toml").is_file()
        project.establish(project.settings if known else settings or Settings())
        return project

    def establish(self, settings: Settings) -> None:
        """Make the folder if need be, and write down the settings if they have changed."""
        file = self.root / "onym.toml"
        if not file.exists():
            # The settings come first: a folder without them would not be known as ours.
            _make_root(self.root)
            policy.save(settings, file)
            self._make_folders()
            self._look_around()
        elif settings != self.settings:
            with self.locked():
                policy.save(settings, file)
        self.settings = settings

    @contextmanager
    def tentatively(self) -> Iterator[None]:
        """Take away again what was made in a folder that has not become a project."""
        new = not self.root.exists()
        try:
            yield
        except BaseException:
            if new:
                shutil.rmtree(self.root, ignore_errors=True)
            raise

    @property
    def is_sealed(self) -> bool:
        """Whether names and key are shut away."""
        return self.sealed_file.exists()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep every other Onym out of this folder meanwhile."""
        with locked(self.private / ".lock", self.root):
            yield

    @contextmanager
    def change(self) -> Iterator[Change]:
        """Change several files together."""
        with self.locked(), changing(self.root, self.private) as change:
            yield change

    def log(
        self, change: Change, event: str, details: Lookup[str, Any], by: str | None = None
    ) -> None:
        """Write an entry into the log, as a part of a change."""
        text = change.read(self.log_file).decode()
        change.put(
            self.log_file, journal.append(text, event, details, by or journal.user()).encode()
        )

    def note(self, event: str, details: Lookup[str, Any]) -> None:
        """Write an entry into the log."""
        with self.change() as change:
            self.log(change, event, details)

    def place(self, stored: str) -> Path:
        """Give the path that a setting means."""
        return Path(os.path.normpath(self.root / stored))

    def load_mapping(self) -> Mapping:
        """Give the mapping as it stands: the machine's proposal with every decision of a person.

        Changes made to mapping.txt are written into the log of decisions first.
        """
        if not self.mapping_file.exists() and not self.ledger_file.exists():
            raise ProjectError("names have not been looked for yet: run onym find first")
        decided = self.take_edits()
        merged = self._merge(decided)
        if not self.mapping_file.exists():
            with self.change() as change:
                self._write_mapping(change, merged)
        return merged

    def propose(
        self,
        proposal: Mapping,
        sources: Lookup[str, str] | None = None,
        also: Callable[[Change], None] = lambda change: None,
    ) -> Mapping:
        """Take in a new proposal of the machine, lay all decisions over it and write mapping.txt.

        Sources are the fingerprints of the files the names were found in; `also` adds to the
        change what else is known of them.
        """
        with self.locked():
            merged = replay(proposal, self.take_edits())
            text = mapping.format(merged, self.comments()).encode()
            record = Proposal(proposal, sources or {}, sha256(text).hexdigest())
            told = {"names": len(merged.entries), "people": len(merged.names())}
            with self.change() as change:
                change.put(self.ledger_file, record.write().encode())
                change.put(self.mapping_file, text)
                also(change)
                self.log(
                    change,
                    "found",
                    {**told, "sources": dict(record.sources), "settings": self.said()},
                )
            self._loaded[self.ledger_file] = _stamp(self.ledger_file), record
        return merged

    def decide(self, made: Iterable[Decision], by: str | None = None) -> Mapping:
        """Write down what a person decided, and bring mapping.txt up to date."""
        with self.locked():
            decided = self.take_edits()
            with self.change() as change:
                fresh = self.write_decisions(change, made, by)
                merged = self._merge([*decided, *fresh])
                self._write_mapping(change, merged)
            self._unedited = self._stamps()
        return merged

    def take_edits(self) -> list[Decision]:
        """Write what a person changed in mapping.txt into the log; give all decisions."""
        decided = self.load_decisions()
        stamps = self._stamps()
        if not self.mapping_file.exists() or stamps == self._unedited:
            return decided
        proposal = self.load_proposal().mapping
        edited = mapping.load(self.mapping_file)
        merged, made = merge(self._merge(decided), edited, proposal, earlier=decided)
        if made:
            with self.change() as change:
                decided += self.write_decisions(change, made)
                if compare(merged, edited):
                    # What contradicts itself (a rejected word left on a line) is not read twice.
                    self._write_mapping(change, merged)
        else:
            self._unedited = stamps
        return decided

    def _merge(self, decided: list[Decision]) -> Mapping:
        """The machine's proposal with decisions laid over it; made once while neither changes."""
        proposal, known = self.load_proposal().mapping, self._standing
        if known is None or known[0] is not proposal or known[1] != decided:
            known = self._standing = proposal, [*decided], replay(proposal, decided)
        return known[2]

    def _stamps(self) -> tuple[Stamp, ...]:
        return tuple(map(_stamp, (self.mapping_file, self.ledger_file, self.decisions_file)))

    def _load(self, path: Path, read: Callable[[str], Any]) -> Any:
        """A record, read again only when its file has changed."""
        stamp = _stamp(path)
        known = self._loaded.get(path)
        if known is None or known[0] != stamp:
            known = self._loaded[path] = (stamp, read(read_text(path)))
        return known[1]

    def load_decisions(self) -> list[Decision]:
        """Give every decision made so far, the oldest first."""
        return list(self._load(self.decisions_file, decisions.read_lines))

    def load_proposal(self) -> Proposal:
        """Give what the machine proposed last."""
        found: Proposal = self._load(self.ledger_file, Proposal.read)
        return found

    def load_key(self, seed: int | None = None) -> Key:
        """Give the seed and the pseudonyms given so far; a new project draws its seed now."""
        if self.key_file.exists():
            return Key.read(read_text(self.key_file)).reseed(seed)
        key = Key.draw(seed)
        self.save_key(key)
        return key

    def said(self) -> dict[str, Any]:
        """Give the settings as the log tells them: no path, no seed."""
        said = asdict(self.settings.policy)
        said.pop("seed")
        return said

    def save_key(self, key: Key, change: Change | None = None) -> None:
        """Write down whose pseudonym is whose."""
        if change is None:
            write_atomically(self.key_file, key.write().encode(), 0o600)
        else:
            change.put(self.key_file, key.write().encode())

    def load_replacements(self) -> set[str]:
        """Everything that was put in place of something, each once."""
        return read_replacements(read_text(self.mentions_file))

    def save_mentions(
        self, messages: Iterable[str], mentions: Iterable[Mention], change: Change | None = None
    ) -> None:
        """Write down what was replaced or marked where, one line a message."""
        opened = (
            change.writing(self.mentions_file) if change else writing(self.mentions_file, 0o600)
        )
        with opened as file:
            file.writelines(write_mentions(messages, mentions))

    def _make_folders(self) -> None:
        for folder, mode in ((self.private, 0o700), (self.share, 0o755)):
            try:
                folder.mkdir(mode=mode, exist_ok=True)
            except OSError as error:
                raise ProjectError(f"{folder} cannot be made: {error.strerror}") from None
        ignore = self.private / ".gitignore"
        if not ignore.exists():
            write_atomically(ignore, b"*\n", 0o600)

    def _look_around(self) -> None:
        self.warnings = [*whereabouts.close(self.private), *whereabouts.warnings(self.root)]

    def _adopt(self) -> None:
        """Log decisions that a crash, or somebody's own hand, left out of the log."""
        text = read_text(self.decisions_file)
        lines = journal.unlogged(read_text(self.log_file), text)
        if not lines:
            return
        kept = [line for line in text.split("\n") if line.strip() and line not in lines]
        salted = decisions.salted(decisions.read_lines("\n".join(lines)))
        with self.change() as change:
            self._put_decisions(change, "".join(f"{line}\n" for line in kept), salted, "adopted")

    def write_decisions(
        self, change: Change, made: Iterable[Decision], by: str | None = None
    ) -> list[Decision]:
        """Write decisions down and into the log, as a part of a change."""
        fresh = decisions.salted(decisions.stamp(made, journal.now(), by or journal.user()))
        if fresh:
            self._put_decisions(change, read_text(self.decisions_file), fresh, "decided", by)
        return fresh

    def _put_decisions(
        self, change: Change, before: str, fresh: list[Decision], event: str, by: str | None = None
    ) -> None:
        lines = decisions.write_lines(fresh)
        change.put(self.decisions_file, (before + lines).encode())
        actions = dict(Counter(decision.action for decision in fresh))
        self.log(change, event, {"actions": actions, "marks": journal.marks(lines)}, by)

    def _write_mapping(self, change: Change, merged: Mapping) -> None:
        change.put(self.mapping_file, mapping.format(merged, self.comments()).encode())

    def comments(self) -> dict[str, list[str]]:
        """Give the comments a person wrote in mapping.txt, by the lines they stand before."""
        if not self.mapping_file.exists():
            return {}
        return mapping.comments(mapping.read_text(self.mapping_file))


Stamp = tuple[int, int, int] | None
"""Tells one version of a file from another; None where there is none."""


def _stamp(path: Path) -> Stamp:
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_mtime_ns, about.st_size, about.st_ino


def _refuse_foreign(root: Path) -> None:
    if root.exists() and not root.is_dir():
        raise ProjectError(f"{root} is a file; give the name of a folder")
    if root.is_dir() and not all(is_leftover(path) for path in root.iterdir()):
        raise ProjectError(f"{root} is not empty and no Onym project; give a new folder")


def _make_root(root: Path) -> None:
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        root.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise ProjectError(f"{root} cannot be made: {error.strerror}") from None
    sweep(root)


def read_text(path: Path) -> str:
    """Read a record; one that was never written is empty."""
    if not path.exists():
        return ""
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError:
        raise ProjectError(f"{path.name}: damaged; restore it from a backup") from None
