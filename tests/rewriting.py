"""What tests of formats share: replacing nothing, and replacing by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import polars as pl

from onym import formats
from onym.model import Corpus, Policy, Replaced

KEEP_ALL = Policy(unknown="keep")


def unchanged(corpus: Corpus) -> Replaced:
    """Replace nothing at all."""
    return Replaced(corpus.messages, (), {})


def renamed(
    corpus: Corpus, pseudonyms: Mapping[str, str], texts: Mapping[str, str] | None = None
) -> Replaced:
    """Give people their pseudonyms, and words of the texts their replacements."""
    messages = corpus.messages.with_columns(
        pl.col("author", "parent_author").replace(dict(pseudonyms))
    )
    for old, new in (texts or {}).items():
        messages = messages.with_columns(pl.col("text").str.replace_all(old, new, literal=True))
    return Replaced(messages, (), pseudonyms)


def rewrite(source: Path, **columns: str) -> bytes:
    """Read a file and write it with nothing replaced and everything kept."""
    target = source.with_name(f"again-{source.name}")
    corpus = formats.read(source, columns=columns)
    formats.write(corpus, unchanged(corpus), target, KEEP_ALL)
    return target.read_bytes()
