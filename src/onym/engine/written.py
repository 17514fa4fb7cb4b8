"""Writing the pseudonymised source in a process of its own, while others have more to do."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as changed
from pathlib import Path

import polars as pl

from onym import formats
from onym.disk.spool import mapped
from onym.model import Corpus, Policy, Replaced


@dataclass(frozen=True)
class Writing:
    """Writes what a corpus became, from the files in which its messages lie."""

    corpus: Corpus
    """Without its messages, of which only the columns are there."""
    replaced: Replaced
    files: tuple[Path, ...]
    """Where the replaced messages lie, part by part."""
    policy: Policy

    def __call__(self, messages: pl.DataFrame, path: Path) -> None:
        """Write the source again; the messages may have more columns than the corpus."""
        corpus = changed(self.corpus, messages=messages.select(self.corpus.messages.columns))
        new = pl.concat(map(mapped, self.files), rechunk=False)
        formats.write(corpus, changed(self.replaced, messages=new), path, self.policy)


def can_be_left(corpus: Corpus, replaced: Replaced) -> bool:
    """Whether a source is written from its file again, with nothing beside its messages."""
    streamed = isinstance(corpus.source.layout, formats.tables.Streamed)
    return streamed and corpus.asides is None and replaced.asides is None


def writing(corpus: Corpus, replaced: Replaced, files: tuple[Path, ...], policy: Policy) -> Writing:
    """What another process must know to write a source."""
    head = changed(corpus, messages=corpus.messages.clear(), notes=())
    bare = changed(replaced, messages=replaced.messages.clear(), mentions=(), questions=())
    return Writing(head, bare, files, policy)
