"""The optional reader: a small network that says which words it reads as a person or a place.

It is one more witness for the ledger, never a judge. The network lies beside this module and is
run by onnxruntime, which `pip install onym[tagger]` brings; nothing is ever fetched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onym.tagger.reader import Reading


LANGUAGE = "en"
"""What the reader reads. In Swedish, French and German it loses more than it finds."""


def reads(languages: Sequence[str]) -> bool:
    """Whether the reader can read what is written mostly in the first of some languages."""
    return languages[:1] == (LANGUAGE,)


def is_installed() -> bool:
    """Whether what runs the reader is installed."""
    return find_spec("onnxruntime") is not None


def read(texts: Iterable[str], cores: int | None = None) -> list[list[Reading]]:
    """What stands in each text that reads as a person or a place, and how surely."""
    from onym.tagger.reader import Reader

    return list(Reader(cores).read(texts))
