"""A text as a reader sees it, with the way back to the offsets of what was written.

    clear("Andr&eacute;")           -> "André"
    clear("Mary\\n> Jane")          -> "Mary Jane"
    clear("<b>Ma</b>ry <i>Jane")    -> "Mary Jane"
    see("Mary\\n> Jane").outline    -> b"mary jane"

Names are compared with the clear text. They are looked for in the *outline*, which has one byte for
each character of the clear text: a plain small letter for every letter of a spaced script and a
space for everything else. So " outline of a name " is found as bytes, whole words from the start.
"""

from __future__ import annotations

import codecs
import html
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from onym.text.layout import ENTITY
from onym.text.text import INLINE, KINDS, LETTER, TAG, fold

Edit = tuple[int, int, str]
_MANY = 0.25
"""Share of bytes beyond one a character from which a text is not mainly Latin script."""
_SPACE, _HIDDEN, _REST = b" \x01."
_HIDDEN_RANGES = (
    (0x00AD, 0x00AD),
    (0x0300, 0x036F),
    (0x0591, 0x05BD),  # Hebrew points
    (0x05BF, 0x05C7),
    (0x0610, 0x061A),  # Arabic vowels
    (0x0640, 0x0640),
    (0x064B, 0x065F),
    (0x0670, 0x0670),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x200B, 0x200F),
    (0x2060, 0x2064),
    (0x20D0, 0x20FF),
    (0xFE00, 0xFE0F),
    (0xFE20, 0xFE2F),
    (0xFEFF, 0xFEFF),
)


class _Sketches(dict[int, int]):
    """Code point to the byte that stands for it in a sketch."""

    def __missing__(self, point: int) -> int:
        character = chr(point)
        drawn = _SPACE if character.isspace() else _REST
        if character in "\n>\x01":
            drawn = point
        elif any(low <= point <= high for low, high in _HIDDEN_RANGES):
            drawn = _HIDDEN
        elif KINDS[character] == LETTER:
            folded = ord(fold(character))
            # Other scripts share the 26 letters: a false proposal costs a comparison, no more.
            drawn = folded if 97 <= folded <= 122 else 97 + folded % 26
        self[point] = drawn
        return drawn


_SKETCHES = _Sketches()
_CODEC = "cp1252"
"""One byte for most of what Western texts hold, curly quotes and dashes included."""
_TABLE = bytes(_SKETCHES[ord(letter)] for letter in bytes(range(256)).decode(_CODEC, "replace"))
_LETTERS = bytes(point if 97 <= point <= 122 else _SPACE for point in range(256))


def _sketch_run(error: UnicodeError) -> tuple[bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    run = error.object[error.start : error.end]
    return run.translate(_SKETCHES).encode("ascii"), error.end


codecs.register_error("onym.sketch", _sketch_run)


def sketch(text: str) -> bytes:
    """One byte a character: small letters, spaces, line ends, >, hidden marks, else a dot."""
    if text.isascii():
        return text.encode("ascii").translate(_TABLE)
    if len(text.encode("utf-8", "replace")) > len(text) * (1 + _MANY):
        return text.translate(_SKETCHES).encode("ascii")
    return text.encode(_CODEC, "onym.sketch").translate(_TABLE)


class View(NamedTuple):
    """The outline of a text and the way back to the text's own offsets."""

    outline: bytes
    breaks: list[int]
    shifts: list[int]
    """From each break on, this much more is the offset in the text."""


def see(text: str, tags: bool = False) -> View:
    """The outline of a text as a reader sees it, or, with its tags, as it is written."""
    drawn = sketch(text)
    parts: list[bytes] = []
    breaks, shifts = [0], [0]
    at = seen = 0
    for start, end, shown in _edits(text, drawn, tags):
        parts += (drawn[at:start], b" " if shown == " " else sketch(shown))
        seen += start - at + len(shown)
        breaks.append(seen)
        shifts.append(end - seen)
        at = end
    parts.append(drawn[at:])
    return View(b"".join(parts).translate(_LETTERS), breaks, shifts)


def clear(text: str, tags: bool = False) -> str:
    """A text as a reader sees it: single spaces, entities and combined letters as one letter.

    Tags go, unless they are asked for.
    """
    if text.isascii() and not {"&", "<"} & set(text) and " ".join(text.split()) == text:
        return text
    parts: list[str] = []
    at = 0
    for start, end, shown in _edits(text, sketch(text), tags):
        parts += (text[at:start], shown)
        at = end
    seen = "".join([*parts, text[at:]])
    return "".join([" " if character.isspace() else character for character in seen])


@lru_cache(maxsize=1 << 16)
def read_out(piece: str) -> str:
    """A name as a reader sees it, single spaces between its words; the same come again."""
    return " ".join(clear(piece).split())


def squeeze(name: str) -> str:
    """A name as it is compared: cleared, and without a dot after a single letter."""
    seen = " ".join(name.split())
    if not seen.isascii() or "&" in seen:
        seen = clear(seen).strip()
    return seen[0] if len(seen) == 2 and seen[1] == "." else seen


def outline(name: str) -> bytes:
    """The outline of a squeezed name."""
    return sketch(name).translate(_LETTERS)


def _edits(text: str, drawn: bytes, tags: bool = False) -> list[Edit]:
    """What a reader sees differently, in order and apart."""
    edits = [*(() if tags else _tags(text)), *_entities(text), *_hidden(text, drawn)]
    if not edits:
        return list(_gaps(drawn))
    kept: list[Edit] = []
    # where two begin together, the longer one
    for edit in sorted([*edits, *_gaps(drawn)], key=lambda edit: (edit[0], -edit[1])):
        if not kept or edit[0] >= kept[-1][1]:
            kept.append(edit)
    return kept


_LINE = re.compile(rb"\n[ >]")
_GAP = re.compile(rb" *+(?:\n(?:>[> ]*+| *+))?")
_MARKS = re.compile(rb"\x01+")


def _gaps(drawn: bytes) -> Iterator[Edit]:
    """White space inside a paragraph, with the quotation marks of a wrapped line, as one space."""
    found = [*_starts(drawn, b"  "), *_starts(drawn, b" \n")]
    found += [line.start() for line in _LINE.finditer(drawn)]
    at = 0
    for start in sorted(found):
        if start >= at and (gap := _GAP.match(drawn, start)):
            at = gap.end()
            yield start, at, " "


def _starts(drawn: bytes, pair: bytes) -> Iterator[int]:
    # Faster than a pattern, as most of a text is single spaces.
    at = drawn.find(pair)
    while at >= 0:
        yield at
        at = drawn.find(pair, at + 2)


def _tags(text: str) -> Iterator[Edit]:
    """Tags inside a line as nothing, or with the space around them as a space."""
    if "<" not in text:
        return
    for tags in INLINE.finditer(text):
        start, end = tags.span()
        while start and text[start - 1].isspace():
            start -= 1
        around = TAG.sub("", text[start:end])
        # what a blank line parts is no phrase
        yield start, end, "  " if around.count("\n") > 1 else " " if around else ""


def _entities(text: str) -> Iterator[Edit]:
    if "&" not in text or ";" not in text:
        return
    for entity in ENTITY.finditer(text):
        shown = html.unescape(entity[0])
        if len(shown) == 1:
            yield *entity.span(), shown


def _hidden(text: str, drawn: bytes) -> Iterator[Edit]:
    """Letters with combining marks as one letter; soft hyphens and the like as nothing."""
    if _HIDDEN not in drawn:
        return
    for run in _MARKS.finditer(drawn):
        start, end = run.span()
        if start and KINDS[text[start - 1]] == LETTER:
            start -= 1
        marked = text[start:end]
        marks = [character for character in marked if unicodedata.combining(character)]
        base = marked[0] if end - start > len(run[0]) else ""
        yield start, end, unicodedata.normalize("NFC", base + "".join(marks))[:1] if base else ""
