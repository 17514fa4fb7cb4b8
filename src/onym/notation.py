"""How the mapping file writes what would be misread: backslashes, spaces and numbers."""

from __future__ import annotations

import re
from functools import lru_cache

COUNT = re.compile(r"(?:^|\s)\[([0-9]+)\]$")
"""The count behind a name: `Arthur [2]`."""
NTH = re.compile(r"(?:^|\s)#([0-9]+)$")
"""Which of several equal names in a message: `Robert #2`."""

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([|;#:\-\[\]\\>]))")
_FRAGILE_SPACE = re.compile(r"^\s|\s$|(?<=\s)\s|[^\S ]")


@lru_cache(1 << 16)
def tidy(name: str) -> str:
    """Bring the spaces of a name into the form the file keeps: single, and none around it."""
    return " ".join(name.split())


def split(text: str, separator: str, times: int = -1) -> list[str]:
    """Split at a separator wherever no backslash stands before it."""
    if "\\" not in text:
        return text.split(separator, times)
    pieces, start, at = [], 0, 0
    while at < len(text) and times:
        if text[at] == "\\":
            at += 2
        elif text.startswith(separator, at):
            pieces.append(text[start:at])
            at = start = at + len(separator)
            times -= 1
        else:
            at += 1
    return [*pieces, text[start:]]


def split_number(piece: str, pattern: re.Pattern[str]) -> tuple[str, int | None]:
    """Take the number off the end of a piece, if there is one."""
    found = pattern.search(piece)
    return (piece[: found.start()], int(found[1])) if found else (piece, None)


def plain(piece: str) -> str:
    """Take the backslashes out of a piece; one that escapes nothing is a backslash."""
    return _ESCAPE.sub(lambda found: found[3] or chr(int(found[1] or found[2], 16)), piece.strip())


def escape(text: str, marks: str = "") -> str:
    """Set a backslash before backslashes and the given marks, and write `|` as \\x7c."""
    for mark in "\\" + marks:
        text = text.replace(mark, "\\" + mark)
    return text.replace("|", r"\x7c")


def escape_id(identifier: str, marks: str = "") -> str:
    """Write an id so that it is read back letter by letter, spaces too."""
    return _FRAGILE_SPACE.sub(_coded, escape(identifier, marks))


def escape_name(name: str, pattern: re.Pattern[str], marks: str = "") -> str:
    """Write a name, even one whose own end looks like a count or a number."""
    written = escape(tidy(name), marks)
    found = pattern.search(written)
    if not found:
        return written
    mark = found.start(1) - 1
    return written[:mark] + "\\" + written[mark:]


def escape_word(word: str) -> str:
    """Write the same word in a way that is not taken for a keyword."""
    return rf"\x{ord(word[0]):02x}{word[1:]}"


def _coded(found: re.Match[str]) -> str:
    code = ord(found[0])
    return rf"\x{code:02x}" if code < 256 else rf"\u{code:04x}"
