"""The machine's own records of a project: what it proposed last, and whose pseudonym is whose."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping as Lookup
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from onym.errors import ProjectError
from onym.model import Entry, Mapping, Override

VERSION = 1


@dataclass(frozen=True)
class Proposal:
    """What the machine proposed last (ledger.jsonl)."""

    mapping: Mapping = field(default_factory=Mapping)
    sources: Lookup[str, str] = field(default_factory=dict)
    """Fingerprints of the files the names were found in: {"source": ..., "roster": ...}."""
    written: str = ""
    """SHA-256 of the mapping.txt that was written with it."""

    def write(self) -> str:
        """Write the proposal as JSON: a line on the whole, then a line a name."""
        whole = asdict(replace(self.mapping, entries=()))
        whole.pop("entries")
        head = {"version": VERSION, "sources": dict(self.sources), "written": self.written, **whole}
        rows = [head, *(_without_defaults(entry) for entry in self.mapping.entries)]
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)

    @classmethod
    def read(cls, text: str, where: str = "ledger.jsonl") -> Proposal:
        """Read a proposal back; nothing at all is an empty one."""
        lines = [line for line in text.split("\n") if line]
        if not lines:
            return cls()
        try:
            head, *rows = map(json.loads, lines)
            _check_version(head.pop("version"), where)
            sources, written = head.pop("sources"), head.pop("written")
            return cls(_mapping(head, rows), sources, written)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise ProjectError(f"{where}: damaged; delete it and run onym find again") from None


@dataclass(frozen=True)
class Key:
    """The seed, and the pseudonyms given so far (key.json)."""

    seed: int
    style: str = ""
    pseudonyms: Lookup[str, str] = field(default_factory=dict)
    """Those of the style used last."""
    former: Lookup[str, Lookup[str, str]] = field(default_factory=dict)
    """Those of other styles, which may already be in somebody's hands."""

    @classmethod
    def draw(cls, seed: int | None = None) -> Key:
        """Make the key of a new project, with a seed nobody can guess unless one is given."""
        return cls(secrets.randbits(63) if seed is None else seed)

    def given(self, style: str) -> Lookup[str, str]:
        """Give the pseudonyms that stand fast in a style."""
        return self.pseudonyms if style == self.style else self.former.get(style, {})

    def give(self, style: str, pseudonyms: Lookup[str, str]) -> Key:
        """Add pseudonyms of a style; those given before stay."""
        former = {**self.former, self.style: self.pseudonyms} if self.style else {}
        former.pop(style, None)
        return replace(
            self, style=style, pseudonyms={**pseudonyms, **self.given(style)}, former=former
        )

    def reseed(self, seed: int | None) -> Key:
        """Take another seed, as long as no pseudonym depends on the old one."""
        if seed is None or seed == self.seed:
            return self
        if self.pseudonyms:
            raise ProjectError(
                "this project has given pseudonyms with another seed; use a new folder for this one"
            )
        return replace(self, seed=seed)

    def write(self) -> str:
        """Write the key as JSON."""
        return json.dumps({"version": VERSION, **asdict(self)}, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def read(cls, text: str, where: str = "key.json") -> Key:
        """Read a key back."""
        try:
            row = json.loads(text)
            _check_version(row.pop("version"), where)
            return cls(**row)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise ProjectError(f"{where}: damaged; restore it from a backup") from None


def _check_version(version: Any, where: str) -> None:
    if version > VERSION:
        raise ProjectError(f"{where}: written by a newer Onym; please update Onym")


def _mapping(head: dict[str, Any], rows: list[dict[str, Any]]) -> Mapping:
    overrides = tuple(Override(**each) for each in head.pop("overrides"))
    entries = tuple(Entry(**_frozen(row)) for row in rows)
    return Mapping(entries, overrides=overrides, **_frozen(head))


def _frozen(row: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(v) if isinstance(v, list) else v for name, v in row.items()}


def _without_defaults(entry: Entry) -> dict[str, Any]:
    row = asdict(entry)
    bare = asdict(Entry(entry.participant, entry.name))
    always = ("participant", "name", "count", "score", "reasons")
    return {name: value for name, value in row.items() if name in always or value != bare[name]}
