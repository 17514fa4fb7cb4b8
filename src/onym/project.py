"""The project folder: settings, what is private, and what may be shared.

    course/
      onym.toml          settings
      private/           mode 0700, its files 0600; never share
        mapping.txt      the file a person edits
        ledger.jsonl     what the machine proposed last
        decisions.jsonl  what people decided, append-only
        mentions.jsonl   what was replaced where
        key.json         the seed, and whose pseudonym is whose
      share/             the pseudonymised source under its own name, and report.html

Every file is written whole or not at all.
"""

from __future__ import annotations

import getpass
import json
import os
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from onym import decisions, mapping, policy
from onym.decisions import Decision
from onym.errors import ProjectError
from onym.files import read_bytes, write_atomically, writing
from onym.model import Mapping, Mention
from onym.policy import Settings
from onym.records import Key, Proposal


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
        self.report_file = self.share / "report.html"

    @classmethod
    def open(cls, root: str | Path) -> Project:
        """Open the project in a folder."""
        root = Path(root)
        if not (root / "onym.toml").is_file():
            raise ProjectError(
                f"{root} is no Onym project; make one with onym run SOURCE --out {root}"
            )
        project = cls(root, policy.load(root / "onym.toml"))
        project._make_folders()
        project._finish_proposal()
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
        self.root.mkdir(parents=True, exist_ok=True)
        self._make_folders()
        file = self.root / "onym.toml"
        if settings != self.settings or not file.exists():
            policy.save(settings, file)
            self.settings = settings

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep every other Onym out of this folder meanwhile."""
        with _lock(self.private / ".lock", self.root):
            yield

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
        merged = decisions.replay(self.load_proposal().mapping, decided)
        if not self.mapping_file.exists():
            self._write_mapping(merged)
        return merged

    def propose(self, proposal: Mapping, sources: Lookup[str, str] | None = None) -> Mapping:
        """Take in a new proposal of the machine, lay all decisions over it and write mapping.txt.

        Sources are the fingerprints of the files the names were found in.
        """
        merged = decisions.replay(proposal, self.take_edits())
        text = mapping.format(merged, self._comments()).encode()
        record = Proposal(proposal, sources or {}, sha256(text).hexdigest())
        # Two files change together: `_finish_proposal` puts right what a crash in between leaves.
        write_atomically(self._staged, record.write().encode(), 0o600)
        write_atomically(self.mapping_file, text, 0o600)
        self._staged.replace(self.ledger_file)
        return merged

    def decide(self, made: Iterable[Decision], by: str | None = None) -> Mapping:
        """Write down what a person decided, and bring mapping.txt up to date."""
        decided = self.take_edits()
        fresh = self._log(made, by)
        merged = decisions.replay(self.load_proposal().mapping, [*decided, *fresh])
        self._write_mapping(merged)
        return merged

    def take_edits(self) -> list[Decision]:
        """Write what a person changed in mapping.txt into the log; give all decisions."""
        decided, proposal = self.load_decisions(), self.load_proposal().mapping
        if not self.mapping_file.exists():
            return decided
        edited = mapping.load(self.mapping_file)
        merged, fresh = decisions.merge(
            decisions.replay(proposal, decided), edited, proposal, earlier=decided
        )
        decided += self._log(fresh)
        if fresh and decisions.compare(merged, edited):
            # What contradicts itself (a rejected word left on a line) must not be read twice.
            self._write_mapping(merged)
        return decided

    def load_decisions(self) -> list[Decision]:
        """Give every decision made so far, the oldest first."""
        return decisions.read_lines(_read_text(self.decisions_file))

    def load_proposal(self) -> Proposal:
        """Give what the machine proposed last."""
        return Proposal.read(_read_text(self.ledger_file))

    def load_key(self, seed: int | None = None) -> Key:
        """Give the seed and the pseudonyms given so far; a new project draws its seed now."""
        if self.key_file.exists():
            return Key.read(_read_text(self.key_file)).reseed(seed)
        key = Key.draw(seed)
        self.save_key(key)
        return key

    def save_key(self, key: Key) -> None:
        """Write down whose pseudonym is whose."""
        write_atomically(self.key_file, key.write().encode(), 0o600)

    def save_mentions(self, messages: Iterable[str], mentions: Iterable[Mention]) -> None:
        """Write down what was replaced or marked where, one line a message."""
        spans: dict[str, list[dict[str, Any]]] = {}
        for mention in mentions:
            spans.setdefault(mention.message, []).append(_span(mention))
        with writing(self.mentions_file, 0o600) as file:
            for message in messages:
                row = {"id": message, "spans": spans.get(message, [])}
                file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")

    @property
    def _staged(self) -> Path:
        return self.private / "ledger.next.jsonl"

    def _make_folders(self) -> None:
        for folder, mode in ((self.private, 0o700), (self.share, 0o755)):
            folder.mkdir(mode=mode, exist_ok=True)
        self.private.chmod(0o700)
        ignore = self.private / ".gitignore"
        if not ignore.exists():
            write_atomically(ignore, b"*\n", 0o600)

    def _finish_proposal(self) -> None:
        """Complete a proposal that was cut short, or forget it where it had not begun."""
        if not self._staged.exists():
            return
        written = Proposal.read(_read_text(self._staged)).written
        if self.mapping_file.exists() and fingerprint(self.mapping_file) == written:
            self._staged.replace(self.ledger_file)
        else:
            self._staged.unlink()

    def _log(self, made: Iterable[Decision], by: str | None = None) -> list[Decision]:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        fresh = decisions.stamp(made, now, by or _user())
        if fresh:
            text = _read_text(self.decisions_file) + decisions.write_lines(fresh)
            write_atomically(self.decisions_file, text.encode(), 0o600)
        return fresh

    def _write_mapping(self, merged: Mapping) -> None:
        text = mapping.format(merged, self._comments())
        write_atomically(self.mapping_file, text.encode(), 0o600)

    def _comments(self) -> dict[str, list[str]]:
        if not self.mapping_file.exists():
            return {}
        return mapping.comments(mapping.read_text(self.mapping_file))


def relate(root: Path, path: str | Path) -> str:
    """Write a path as a setting: absolute if it was given so, else seen from the folder."""
    if Path(path).is_absolute():
        return str(path)
    return Path(os.path.relpath(path, root)).as_posix()


def fingerprint(path: Path) -> str:
    """Give the SHA-256 of a file, or of everything in a folder."""
    if not path.is_dir():
        return sha256(read_bytes(path)).hexdigest()
    whole = sha256()
    for file in sorted(each for each in path.rglob("*") if each.is_file()):
        whole.update(f"{file.relative_to(path).as_posix()}\0{fingerprint(file)}\n".encode())
    return whole.hexdigest()


def _refuse_foreign(root: Path) -> None:
    if root.exists() and not root.is_dir():
        raise ProjectError(f"{root} is a file; give the name of a folder")
    if root.is_dir() and any(root.iterdir()):
        raise ProjectError(f"{root} is not empty and no Onym project; give a new folder")


@contextmanager
def _lock(path: Path, root: Path) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # no such locks on Windows
        yield
        return
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise ProjectError(f"{root} is in use by another onym; wait until it is done") from None
    try:
        yield
    finally:
        os.close(handle)


def _span(mention: Mention) -> dict[str, Any]:
    span = {
        "start": mention.start,
        "end": mention.end,
        "label": mention.category,
        "participant": mention.participant,
        "replacement": mention.replacement,
        "score": mention.score,
        "by": mention.by,
    }
    finer = {"sublabel": mention.sublabel, "form": mention.form}
    return span | {name: value for name, value in finer.items() if value is not None}


def _read_text(path: Path) -> str:
    """Read a record; one that was never written is empty."""
    if not path.exists():
        return ""
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError:
        raise ProjectError(f"{path.name}: damaged; restore it from a backup") from None


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"
