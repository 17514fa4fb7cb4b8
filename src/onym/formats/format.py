"""What a format is: how a kind of file or folder is recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from onym.formats.corpus import Draft
from onym.formats.pile import Pile
from onym.model import Corpus, Policy, Replaced

HEAD = 65536
"""How many bytes of a file are looked at to recognise it."""


class Format(NamedTuple):
    """How a kind of file or folder is recognised, read and written."""

    recognise: Callable[[Path, bytes], bool]
    """From the path and the first bytes, which are empty for a folder."""
    read: Callable[[Path, Mapping[str, str] | None], Draft]
    """From the path and the user's own column names."""
    write: Callable[[Corpus, Replaced, Path, Policy], None]
    title: str = ""
    """What a person would call it."""
    carries: str = ""
    """What it holds beside the messages, in a few words."""
    stream: Callable[[Path, Mapping[str, str] | None, Pile], Draft] | None = None
    """Reads a file of any size, if the format can: what people wrote goes on the pile."""
