"""Who was there, where minutes and reports tell it: "Present: Mary Poe, Robert Ash and Tim"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice, pairwise

from onym.find.glance import FIELD, Line
from onym.find.lexicon import Lexicon
from onym.find.name_lines import is_name_line
from onym.find.names import OUTER, Slot, make

LABEL = re.compile(r"\W{0,4}([^\W\d_][^:\n]{1,30}?)[*_ \t]*:[*_]*")
SPLIT = re.compile(r"[,;(){}]|\n[ \t]*[-*•]|\s(?:and|und|et|och|samt|&)\s")
"""What parts a list; a name may be wrapped."""
ENDS = re.compile(r"\n[ \t]*\n|\Z")
LONGEST = 3000
"""Letters of a list."""
FEWEST = 2
"""Names that make a list."""


def attending(text: str, lines: list[Line], words: Lexicon) -> Iterator[Slot]:
    """The names in lists of who was there, or was not."""
    for line in lines:
        label = LABEL.match(line.text) if line.marks & FIELD else None
        if label and " ".join(label[1].casefold().split()) in words.attendance:
            start = line.start + label.end()
            end = ENDS.search(text, start, min(len(text), start + LONGEST))
            yield from people_of(text, start, end.start() if end else start + LONGEST, words)


def people_of(text: str, start: int, end: int, words: Lexicon) -> Iterator[Slot]:
    """The names of a list, most of whose pieces are names."""
    cuts = [cut.span() for cut in SPLIT.finditer(text, start, end)]
    pieces = pairwise((start, *chain.from_iterable(cuts), end))
    spans = [inner for piece in islice(pieces, 0, None, 2) if (inner := trimmed(text, *piece))]
    named = [(a, b) for a, b in spans if is_name_line(" ".join(text[a:b].split()), words)]
    if len(named) >= FEWEST and len(named) * 2 > len(spans):
        yield from (make("listed", text, a, b) for a, b in named)


def trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A stretch without the signs around it, where anything is left."""
    body = text[start:end]
    start += len(body) - len(body.lstrip(OUTER))
    end = start + len(body.strip(OUTER))
    return (start, end) if start < end else None
