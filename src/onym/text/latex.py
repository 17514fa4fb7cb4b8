r"""BibTeX as text: its fields, and LaTeX accents as the letters they make.

    plain(r"G{\"o}del, K.")           -> "Gödel, K."
    plain(r"{\'E}tienne \L ukasz")    -> "Étienne Łukasz"
    fields("@book{a, author = {X}}")  -> ("author", "X")

Broken entries are passed over: a reading list is never refused for a missing brace.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

ENTRY = re.compile(r"@[ \t]*([A-Za-z]+)[ \t\n]*[{(]")
FIELD = re.compile(r"\s*,?\s*([A-Za-z][\w:.+/-]*)\s*=\s*")
KEY = re.compile(r"\s*[^\s,={}\"]*\s*(?=[,})])")
BARE = re.compile(r"[^\s,#{}\"()]+")
JOINED = re.compile(r"\s*#\s*")
SIGN = re.compile(r"\\.|[{}\"]", re.DOTALL)
"""What may end a value; an accent such as \\" does not."""

MARKS = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "d": "\u0323",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
}
LETTERS = {
    "ss": "ß",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "o": "ø",
    "O": "Ø",
    "aa": "å",
    "AA": "Å",
    "l": "ł",
    "L": "Ł",
    "i": "i",
    "j": "j",
    "dh": "ð",
    "DH": "Ð",
    "th": "þ",
    "TH": "Þ",
    "dj": "đ",
    "DJ": "Đ",
    "ng": "ŋ",
}
ACCENT = re.compile(
    r"\\(?:([`'^\"~=.])\s*|([uvHcdbkr])(?![A-Za-z])\s*)(?:\{\s*\\?([^\W\d_])\s*\}|\\?([^\W\d_]))"
)
LETTER = re.compile(
    rf"\\({'|'.join(sorted(LETTERS, key=len, reverse=True))})(?![A-Za-z])(?:\{{\}}|\s+)?"
)
COMMAND = re.compile(r"\\[A-Za-z]+\*?\s*")


def plain(text: str) -> str:
    """What LaTeX would print, without braces and commands."""
    if "\\" in text:
        text = ACCENT.sub(_accented, text)
        text = LETTER.sub(lambda found: LETTERS[found[1]], text)
        text = COMMAND.sub("", text).replace("\\", "")
    return " ".join(text.replace("~", " ").replace("{", "").replace("}", "").split())


def _accented(found: re.Match[str]) -> str:
    mark = MARKS[found[1] or found[2]]
    return unicodedata.normalize("NFC", (found[3] or found[4]) + mark)


def fields(text: str) -> Iterator[tuple[str, str]]:
    """Every field of every entry, by name in small letters, with its value as written."""
    macros: dict[str, str] = {}
    # An entry that has lost a brace is given up where the next one opens a line.
    for chunk in re.split(r"^[ \t]*(?=@)", text, flags=re.MULTILINE):
        at = 0
        while at >= 0 and (entry := ENTRY.search(chunk, at)):
            kind, at = entry[1].lower(), entry.end()
            if kind == "comment":
                continue
            if kind != "string" and (key := KEY.match(chunk, at)):
                at = key.end()
            while at >= 0 and (name := FIELD.match(chunk, at)):
                value, at = _value(chunk, name.end(), macros)
                if kind == "string":
                    macros[name[1].lower()] = value
                elif at >= 0:
                    yield name[1].lower(), value


def _value(text: str, at: int, macros: dict[str, str]) -> tuple[str, int]:
    """The value that begins at a place, pieces with # between them joined, and where it ends.

    It ends at -1 when it is never closed.
    """
    pieces: list[str] = []
    while at < len(text):
        if text[at] in '{"':
            end = _closing(text, at)
            if end < 0:
                return "", -1
            pieces.append(text[at + 1 : end])
            at = end + 1
        elif bare := BARE.match(text, at):
            pieces.append(macros.get(bare[0].lower(), bare[0]))
            at = bare.end()
        more = JOINED.match(text, at)
        if not more:
            break
        at = more.end()
    return "".join(pieces), at


def _closing(text: str, at: int) -> int:
    """Where the brace or quotation mark that opens at a place is closed again, or -1."""
    ends = "}" if text[at] == "{" else '"'
    depth = 0
    for sign in SIGN.finditer(text, at + 1):
        if sign[0] == ends and depth == 0:
            return sign.start()
        if sign[0] in "{}":
            depth += 1 if sign[0] == "{" else -1
    return -1
