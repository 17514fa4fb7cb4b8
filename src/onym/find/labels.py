"""Names in the fields of a form and in bylines: "Name: Mary Poe", "written by Mary Poe"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from onym.find.glance import FIELD, Line
from onym.find.lexicon import Lexicon
from onym.find.name_lines import is_name_line
from onym.find.names import WORD, Slot, bare, drop_degrees, make, skip_titles
from onym.language import surnames

AT_TOP, AT_END = 10, 3
"""Lines of a message in which it may be said who wrote it."""
LABEL = re.compile(r"\W{0,4}([^\W\d_][^:\n]{1,30}?)[*_\s]*:[*_ \t\r\xa0]*(?=[^\W\d_])")
LONGEST_BYLINE, LONGEST_FIELD = 60, 200
BYLINE = re.compile(
    r"\W{0,4}((?:[^\W\d_]+[ \t\r\xa0]+){1,2}?[a-z]{2,3}|[^\W\d_]{2,3})[ \t\r\xa0]+(?=[^\W\d_a-z])"
)
CELL = re.compile(r"\s{2,}|\t|\s?[|;(]|,(?=[^,]*\d)|[ \t.*_~-]*$")
"""What ends a field: another one in the same line, brackets, or the line."""
BETWEEN = re.compile(r"[ \t]*(?:,[ \t]*(?:and|und|et|och)?|&|\+|/|\b(?:and|und|et|och)\b)[ \t]+")


def labelled(text: str, lines: list[Line], words: Lexicon) -> Iterator[Slot]:
    """Names of those who wrote a message, from what labels them near its beginning or its end."""
    chosen = lines if len(lines) <= AT_TOP + AT_END else [*lines[:AT_TOP], *lines[-AT_END:]]
    for line in chosen:
        field = LABEL.match(line.text) if line.marks & FIELD else None
        label = field
        if field is None and len(line.text) < LONGEST_BYLINE:
            label = BYLINE.match(line.text)
        if label and " ".join(label[1].casefold().replace("’", "'").split()) in words.labels:
            start = line.start + label.end()
            if cell := CELL.search(text, start, min(line.end, start + LONGEST_FIELD)):
                yield from people(text, start, cell.start(), words, field is not None)


def people(text: str, start: int, end: int, words: Lexicon, field: bool) -> Iterator[Slot]:
    """One name or several that fill a field; several people wrote it together."""
    spans, at = [], start
    for cut in BETWEEN.finditer(text, start, end):
        spans.append((at, cut.start()))
        at = cut.end()
    spans.append((at, end))
    if len(spans) == 2 and "," in text[start:end] and not any(" " in text[a:b] for a, b in spans):
        spans = [(start, end)]  # "Poe, Mary"
    named = [(skip_titles(text, a, b, words), b) for a, b in spans]
    named = [(a, drop_degrees(text, a, b, words)) for a, b in named]
    if all(is_somebody(text[a:b], words, field) for a, b in named):
        kind = "cosigned" if len(named) > 1 else "introduced"
        yield from (make(kind, text, a, b) for a, b in named)


def is_somebody(stretch: str, words: Lexicon, field: bool) -> bool:
    """Whether there is a name: a known one, or several words of which one is, or in a field any."""
    found = [bare(word) for word in WORD.findall(stretch)]
    if not found or not is_name_line(stretch, words):
        return False
    if len(found) > 1:
        return field or any(map(words.given, found))
    return words.given(found[0]) or found[0].casefold() in surnames()
