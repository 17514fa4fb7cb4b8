"""Pseudonymise one text after the other, as they come: nothing of them is kept.

    mask = Pseudonymiser(Policy(preset="essay"))
    mask.pseudonymise("Jag heter Anna.").text

A text that belongs to a named project gets the pseudonyms that the project's earlier texts got; the
project keeps things and their pseudonyms, and no text. Without one every text stands alone.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from functools import cached_property, partial
from pathlib import Path

from onym.disk.files import read_bytes
from onym.errors import PolicyError, ProjectError
from onym.fitting import Fitter
from onym.language import CODES, detect
from onym.model import Mention, Policy
from onym.policy import checked
from onym.presets import actions
from onym.project.project import Project
from onym.replace.hide import Hider, detector
from onym.replace.replace import rewrite
from onym.svala import Graph, build

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
"""What a project may be called: it is the name of a folder."""
RECORD = "details.jsonl"


@dataclass(frozen=True)
class Essay:
    """A text before and after."""

    original: str
    mentions: tuple[Mention, ...]

    @cached_property
    def text(self) -> str:
        """The pseudonymised text."""
        return rewrite(self.original, self.mentions)

    @cached_property
    def graph(self) -> Graph:
        """SVALA's graph of the two texts."""
        return build(self.original, self.mentions)


class Pseudonymiser:
    """Gives texts pseudonyms; with a store, the steady ones of named projects."""

    def __init__(self, policy: Policy, store: Path | None = None, seed: int | None = None) -> None:
        self.policy, self.store, self.seed = checked(policy), store, seed
        self.actions = actions(policy)
        self._projects: dict[str, Memory] = {}

    def warm_up(self) -> None:
        """Load what the languages need, so that the first text does not wait for it."""
        for code in self.policy.languages or CODES:
            self.pseudonymise("Anna, 21.", None, (code,))

    def pseudonymise(
        self, text: str, project: str | None = None, languages: Sequence[str] = ()
    ) -> Essay:
        """Put pseudonyms in a text; a project's name makes them steady."""
        spoken = tuple(languages) or self.policy.languages or detect([text])
        memory = None if project is None else self.project(project)
        fitter = self._stranger(spoken) if memory is None else memory.fitter(spoken)
        fitter.invented = self.policy.places == "invented"
        policy = changed(self.policy, languages=spoken)
        hider = Hider(detector(policy), fitter, self.actions, ("1",), ("",))
        essay = Essay(text, tuple(hider.read(0, text, [])))
        if memory is not None:
            memory.keep()
        return essay

    def _stranger(self, languages: Sequence[str]) -> Fitter:
        """What gives pseudonyms to a text that stands alone."""
        return Fitter(secrets.randbits(63) if self.seed is None else self.seed, languages)

    def project(self, name: str) -> Memory:
        """What a named project remembers."""
        if self.store is None:
            raise PolicyError("no projects are kept here; start with --store FOLDER")
        if not NAME.fullmatch(name):
            raise PolicyError("a project's name has letters, digits, - and _ only, 64 at most")
        if name not in self._projects:
            self._projects[name] = Memory(self.store / name)
        return self._projects[name]


class Memory:
    """The seed of a project, and what became of the things in its texts: no text."""

    def __init__(self, folder: Path) -> None:
        project = Project.create(folder)
        self.file = project.private / RECORD
        self.seed = project.load_key().seed
        self._fitter = Fitter(self.seed, given=_read(self.file))
        self._written = len(self._fitter.table)

    def fitter(self, languages: Sequence[str]) -> Fitter:
        """What gives this project's pseudonyms, to a text in these languages."""
        self._fitter.languages = tuple(languages)
        return self._fitter

    def keep(self) -> None:
        """Write down what is new since the last time."""
        rows = list(self._fitter.table.items())[self._written :]
        if not rows:
            return
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        with open(self.file, "ab", opener=partial(os.open, mode=0o600)) as file:
            file.write(lines.encode())
        self._written += len(rows)


def _read(file: Path) -> dict[str, str]:
    if not file.exists():
        return {}
    try:
        content = read_bytes(file)
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            # A crash cut the last line short; what it said is drawn from the seed again.
            os.truncate(file, whole)
        rows = [json.loads(line) for line in content[:whole].split(b"\n")[:-1]]
        return {str(key): str(base) for key, base in rows}
    except (UnicodeDecodeError, ValueError, TypeError):
        raise ProjectError(f"{file.name}: damaged; restore it from a backup") from None
