"""Keep the key apart: seal and unseal private/, put names back, and forget a person for good."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from onym import mapping
from onym.disk import seal
from onym.disk.changes import OWN, Change, is_leftover
from onym.disk.files import read_bytes
from onym.disk.records import Key, Proposal
from onym.disk.seal import Cost, Opener
from onym.errors import ProjectError
from onym.model import Entry, Mapping
from onym.project import earlier, journal
from onym.project.decisions import IDENTITY, LEAVING, Decision
from onym.project.project import Project, read_text
from onym.project.replay import replay

OPEN = (".gitignore", ".lock", "log.jsonl", "sealed.onym", *OWN)
"""What stays outside the seal: nothing that names anybody."""

_NAMING = ("add", "reject", "forget", "assign", "unassign")


def seal_project(
    project: Project, passphrase: str | None, recipients: tuple[str, ...], cost: Cost | None = None
) -> int:
    """Shut everything in private/ that names somebody into sealed.onym; give how many files."""
    if project.is_sealed:
        raise ProjectError(f"{project.root} is sealed already")
    with project.change() as change:
        files = list(_to_seal(project))
        if not files:
            raise ProjectError("there is nothing to seal yet: run onym find first")
        with change.writing(project.sealed_file) as target:
            key = seal.seal(target, files, passphrase, recipients, cost)
        _prove(change.stage(project.sealed_file), key, files)
        for _, path in files:
            change.drop(path)
        change.drop(project.work)
        ways = ["passphrase"] * bool(passphrase) + ["age"] * len(recipients)
        told = {"files": len(files), "opens with": ways}
        digest = sha256(read_bytes(change.stage(project.sealed_file))).hexdigest()
        project.log(change, "sealed", {**told, "sha256": digest})
    return len(files)


def unseal_project(project: Project, opener: Opener) -> int:
    """Put everything back that was sealed; nothing is changed unless all of it is whole."""
    if not project.is_sealed:
        raise ProjectError(f"{project.root} is not sealed")
    with project.change() as change:
        count = 0
        for name, data in _opened(project, opener):
            change.put(project.private / name, data)
            count += 1
        change.drop(project.sealed_file)
        project.log(change, "unsealed", {"files": count})
    return count


def reverse(project: Project, text: str, opener: Opener | None = None) -> tuple[str, int]:
    """Put names in place of pseudonyms; give the text and how many were put back.

    A sealed project stays sealed: its key is read into memory only.
    """
    key, names = _key_of(project, opener)
    if not key.owners():
        raise ProjectError("no pseudonym has been given yet: run onym apply first")
    known = {each: key.names.get(who) or names.get(who, who) for each, who in key.owners().items()}
    done, count = put_back(text, known)
    project.note("reversed", {"replaced": count})
    return done, count


def put_back(text: str, known: Lookup[str, str]) -> tuple[str, int]:
    """Write what each pseudonym stands for in its place: [P07] and P07, but not P071."""
    longest = sorted(map(re.escape, known), key=len, reverse=True)
    pattern = re.compile(rf"\[({'|'.join(longest)})\]|(?<!\w)({'|'.join(longest)})(?!\w)")
    return pattern.subn(lambda found: known[found[1] or found[2]], text)


@dataclass(frozen=True)
class Forgotten:
    """What forgetting a person came to."""

    pseudonyms: tuple[str, ...]
    """What the person was called in old outputs."""
    records: int
    """How many entries, decisions and mentions were erased."""
    left: tuple[str, ...]
    """Files of private/ that Onym did not write and that still tell of the person."""


def forget(project: Project, who: str) -> Forgotten:
    """Erase a participant from mapping, ledger, decisions, mentions, key and log, for good."""
    with project.locked():
        decided, proposal = project.take_edits(), project.load_proposal()
        key, before = project.load_key(), replay(proposal.mapping, decided)
        person = _Person(who, key, [*before.entries, *proposal.mapping.entries], decided)
        pseudonyms = tuple(each for each, owner in key.owners().items() if owner == who)
        if not (person.names or pseudonyms or who in key.names):
            raise ProjectError(
                "no such participant in this project; ids stand first on the lines of mapping.txt"
            )
        with project.change() as change:
            records = _erase(project, change, person, decided, proposal)
            project.save_key(key.forget(who), change)
            change.drop(project.review_file)
            change.drop(project.work)
        left = tuple(_still_told(project, person))
    return Forgotten(pseudonyms, records, left)


def _erase(
    project: Project,
    change: Change,
    person: _Person,
    decided: list[Decision],
    proposal: Proposal,
) -> int:
    """Write mapping, ledger, decisions, mentions and log without a person."""
    kept = [decision for decision in decided if not person.is_in(decision)]
    lines = [line for line in read_text(project.decisions_file).split("\n") if line.strip()]
    gone = [line for line, it in zip(lines, decided, strict=True) if person.is_in(it)]
    rest = person.leave(proposal.mapping)
    comments = {
        anchor: [line for line in lines if not person.is_told_in(line)]
        for anchor, lines in project.comments().items()
        if anchor != person.who
    }
    text = mapping.format(replay(rest, kept), comments).encode()
    erased = len(decided) - len(kept) + len(proposal.mapping.entries) - len(rest.entries)
    if project.ledger_file.exists():
        fresh = replace(proposal, mapping=rest, written=sha256(text).hexdigest())
        change.put(project.ledger_file, fresh.write().encode())
    if project.mapping_file.exists():
        change.put(project.mapping_file, text)
    left = "".join(f"{line}\n" for line in lines if line not in gone)
    change.put(project.decisions_file, left.encode())
    for file in (project.mentions_file, *project.earlier.glob("mentions-*.jsonl")):
        erased += _erase_mentions(file, change, person)
    _erase_known(project, change, person)
    marks = [journal.mark(line) for line in gone]
    project.log(change, "forgot", {"records": erased, "marks": marks})
    return erased


def _erase_known(project: Project, change: Change, person: _Person) -> None:
    """Write what is kept for later batches, and what earlier ones left, without a person."""
    for folder in (project.private, project.earlier):
        earlier.erase(folder, change, person.who, person.is_theirs_in_part)
    names = project.earlier / "ledger.jsonl"
    if names.exists():
        before = Proposal.read(read_text(names))
        change.put(names, replace(before, mapping=person.leave(before.mapping)).write().encode())


def _erase_mentions(path: Path, change: Change, person: _Person) -> int:
    if not path.exists():
        return 0
    erased = 0
    with change.writing(path) as file, path.open("rb") as old:
        for line in old:
            row = _mentions(line)
            spans = [span for span in row["spans"] if span.get("participant") != person.who]
            erased += len(row["spans"]) - len(spans)
            file.write(json.dumps({**row, "spans": spans}, ensure_ascii=False).encode() + b"\n")
    return erased


def _mentions(line: bytes) -> dict[str, list[dict[str, str]]]:
    try:
        row: dict[str, list[dict[str, str]]] = json.loads(line)
        if all(isinstance(span, dict) for span in row["spans"]):
            return row
        raise ValueError
    except (ValueError, KeyError, TypeError):
        raise ProjectError(
            "mentions.jsonl: damaged; run onym apply, which writes it anew"
        ) from None


def _words(names: Iterable[str]) -> set[str]:
    return {word for name in names for word in name.casefold().split()}


class _Person:
    """What the records say of one participant, and what they would say without."""

    def __init__(
        self, who: str, key: Key, entries: Iterable[Entry], decided: Iterable[Decision]
    ) -> None:
        self.who = who
        owners: dict[str, set[str]] = {}
        for entry in entries:
            owners.setdefault(entry.name, set()).add(entry.participant)
        for decision in decided:
            if decision.participant and decision.action in _NAMING:
                owners.setdefault(decision.name, set()).add(decision.participant)
        self.names = {name for name, people in owners.items() if who in people}
        self.alone = {name for name in self.names if owners[name] == {who}}
        others = (name for name, people in owners.items() if people != {who})
        self.words = _words(self.alone) - _words(others)
        told = {who, *self.alone, *([key.names[who]] if who in key.names else ())}
        words = sorted(map(re.escape, told), key=len, reverse=True)
        self._told = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)

    def is_told_in(self, text: str) -> bool:
        """Whether a text tells of the person."""
        return bool(self._told.search(text))

    def is_theirs_in_part(self, name: str) -> bool:
        """Whether a name tells of the person, or has a word that only their names have."""
        return self.is_told_in(name) or not self.words.isdisjoint(_words((name,)))

    def is_in(self, decision: Decision) -> bool:
        """Whether a decision tells of the person."""
        if decision.participant == self.who or f"[{self.who}]" in (decision.replacement or ""):
            return True
        if decision.action in (*IDENTITY, *LEAVING):
            return decision.name == self.who
        return decision.participant is None and self._is_theirs(decision.name)

    def leave(self, proposal: Mapping) -> Mapping:
        """A mapping without the person."""
        return replace(
            proposal,
            keep=self._without(proposal.keep),
            rejected=self._without(proposal.rejected),
            hidden=self._without(proposal.hidden),
            entries=tuple(
                replace(entry, reasons=tuple(r for r in entry.reasons if not self.is_told_in(r)))
                for entry in proposal.entries
                if entry.participant != self.who
            ),
            composites={
                word: text
                for word, text in proposal.composites.items()
                if f"[{self.who}]" not in text
            },
            overrides=tuple(
                each
                for each in proposal.overrides
                if each.participant != self.who and not self._is_theirs(each.name)
            ),
        )

    def _without(self, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in names if not self._is_theirs(name))

    def _is_theirs(self, name: str) -> bool:
        return any(name.casefold() == each.casefold() for each in self.alone)


def _to_seal(project: Project) -> Iterator[tuple[str, Path]]:
    for path in sorted(project.private.rglob("*")):
        name = path.relative_to(project.private)
        passing = name.parts[0] in (*OPEN, project.work.name) or is_leftover(path)
        if path.is_file() and not passing:
            yield name.as_posix(), path


def _prove(sealed: Path, key: bytes, files: list[tuple[str, Path]]) -> None:
    """Open what was sealed before the originals go."""
    with sealed.open("rb") as source:
        for (name, file), (known, path) in zip(
            seal.contents(source, key, sealed.name), files, strict=True
        ):
            if name != known or file.read() != read_bytes(path):
                raise ProjectError("what was sealed is not what lies in private/; nothing changed")


def _opened(project: Project, opener: Opener) -> Iterator[tuple[str, bytes]]:
    name = project.sealed_file.name
    with project.sealed_file.open("rb") as source:
        key = seal.unlock(source, opener, name)
        for inside, file in seal.contents(source, key, name):
            yield inside, file.read()


def _key_of(project: Project, opener: Opener | None) -> tuple[Key, dict[str, str]]:
    """The key, and the most frequent name of everybody in the mapping."""
    if not project.is_sealed:
        key = project.load_key() if project.key_file.exists() else Key(0)
        return key, _usual_names(read_text(project.mapping_file))
    opened = dict(_opened(project, opener or Opener()))
    written, names = (
        opened.get(name, b"").decode("utf-8-sig") for name in ("key.json", "mapping.txt")
    )
    return (Key.read(written) if written else Key(0)), _usual_names(names)


def _usual_names(text: str) -> dict[str, str]:
    table = mapping.parse(text, "mapping.txt").names()
    return {who: max(names, key=lambda name: names[name]) for who, names in table.items()}


def _still_told(project: Project, person: _Person) -> Iterator[str]:
    for name, path in _to_seal(project):
        if person.is_told_in(read_bytes(path).decode(errors="replace")):
            yield name
