"""How a name can hide from a plain search, and the text as it reads without the disguise.

    readings("https://forum.example/~r%6Fsa")   -> "https://forum.example/~rosa", percent encoding
    readings("R o s a l i n d")                 -> "Rosalind", letters set apart

Each disguise is a row of `DISGUISES`: where it may stand, and how to undo it. What comes out is
looked at again, so a disguise inside another is seen too.
"""

from __future__ import annotations

import base64
import binascii
import html
import quopri
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from urllib.parse import unquote

from onym.check.letters import HIDDEN, INVISIBLE, look_plain
from onym.text.latex import plain as plain_latex

DEPTH = 3
"""Disguises inside disguises that are followed."""
LONGEST = 100_000
"""No stretch is undone beyond so many characters at once."""

AROUND = 60
"""Characters on either side that may hold the rest of a name."""
_SPACE = re.compile(r"\s")

WIDEST = 2_000
"""Stretches that touch are undone together up to this length."""
SET_APART = "in letters set apart"

Undo = Callable[[str], str]
Span = tuple[int, int]


class Disguise(NamedTuple):
    """One way to hide a name."""

    why: str
    """In words, after the name: "in base64"."""
    hints: str
    """One of these characters must stand in the text; none: always look."""
    pattern: re.Pattern[str]
    undo: Undo
    shortest: int = 2
    """Names below this many letters are not believed in this disguise."""


class Reading(NamedTuple):
    """A stretch of a text as it reads without its disguise."""

    start: int
    end: int
    text: str
    why: str
    shortest: int


def readings(text: str, depth: int = DEPTH) -> Iterator[Reading]:
    """Every stretch of a text that reads otherwise once a disguise is taken away."""
    letters = set(text)
    for disguise in _PLAIN if text.isascii() else DISGUISES:
        if disguise.hints and letters.isdisjoint(disguise.hints):
            continue
        found = (match.span() for match in disguise.pattern.finditer(text))
        for start, end in _widened(text, found) if disguise.why in _WIDE else found:
            plain = disguise.undo(text[start : min(end, start + LONGEST)])
            if plain and plain != text[start:end]:
                yield Reading(start, end, plain, disguise.why, disguise.shortest)
                if depth > 1:
                    yield from _within((start, end), plain, disguise, depth - 1)


def _widened(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Each stretch with a few words around it, as a name may be disguised in part only."""
    last: Span | None = None
    for start, end in spans:
        wide = _whole_words(text, max(0, start - AROUND), end + AROUND, start, end)
        if last and wide[0] <= last[1] and wide[1] - last[0] <= WIDEST:
            last = last[0], wide[1]
        else:
            if last:
                yield last
            last = wide
    if last:
        yield last


def _whole_words(text: str, low: int, high: int, start: int, end: int) -> Span:
    """A window without the words that its ends cut; a word longer than the window is cut."""
    left = _SPACE.search(text, low, start) if low else None
    right = (
        [space.start() for space in _SPACE.finditer(text, end, high)] if high < len(text) else []
    )
    return left.end() if left else low, right[-1] if right else min(high, len(text))


def _within(span: Span, plain: str, disguise: Disguise, depth: int) -> Iterator[Reading]:
    for inner in readings(plain, depth):
        why = disguise.why if inner.why == disguise.why else f"{disguise.why}, {inner.why}"
        yield Reading(*span, inner.text, why, max(disguise.shortest, inner.shortest))


def _decode(data: bytes) -> str:
    """Bytes as text if they are text, else nothing."""
    try:
        text = data.decode("utf-16") if data[:2] in (b"\xff\xfe", b"\xfe\xff") else data.decode()
    except UnicodeDecodeError:
        return ""
    shown = sum(letter.isprintable() or letter.isspace() for letter in text)
    return text if shown >= 0.95 * len(text) else ""


def _base64(stretch: str) -> str:
    if stretch.isalpha() and (stretch[1:].islower() or stretch.isupper()):
        return ""  # a word
    packed = "".join(stretch.split()).rstrip("=").translate({45: 43, 95: 47})
    packed = packed[: len(packed) - (len(packed) % 4 == 1)]
    try:
        return _decode(base64.b64decode(packed + "=" * (-len(packed) % 4)))
    except (binascii.Error, ValueError):
        return ""


def _hex(stretch: str) -> str:
    digits = re.sub(r"0x|[^0-9a-fA-F]", "", stretch)
    return _decode(bytes.fromhex(digits)) if len(digits) % 2 == 0 else ""


def _quoted_printable(stretch: str) -> str:
    return _decode(quopri.decodestring(stretch.encode("utf-8", "replace")))


_CODED = re.compile(r"=\?([\w-]{1,40})\?([bBqQ])\?([^?\s]{0,400})\?=")


def _header(stretch: str) -> str:
    """A mail header as it is read: =?utf-8?b?...?="""

    def read(word: re.Match[str]) -> str:
        body = word[3].encode("ascii", "replace")
        try:
            data = (
                base64.b64decode(body)
                if word[2] in "bB"
                else quopri.decodestring(body, header=True)
            )
            return data.decode(word[1], "replace")
        except (binascii.Error, LookupError, ValueError):
            return ""

    return _CODED.sub(read, stretch)


def unescape(stretch: str) -> str:
    """A stretch with the escapes of JSON and programs undone."""

    def read(found: re.Match[str]) -> str:
        code = int(next(group for group in found.groups() if group), 16)
        return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else ""

    plain = _ESCAPE.sub(read, _PAIR.sub(_surrogates, stretch))
    return re.sub(r"\\[tbfv0/]", " ", re.sub(r"\\[nr]", "\n", plain))


def _surrogates(found: re.Match[str]) -> str:
    high, low = int(found[1], 16), int(found[2], 16)
    return chr(0x10000 + ((high - 0xD800) << 10) + low - 0xDC00)


_PAIR = re.compile(r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.IGNORECASE)
_ESCAPE = re.compile(
    r"\\u\{([0-9a-fA-F]{1,6})\}|\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\x([0-9a-fA-F]{2})"
)


def _punycode(stretch: str) -> str:
    try:
        return stretch.lower().encode("ascii").decode("idna")
    except UnicodeError:
        return ""


def _mended(stretch: str) -> str:
    """UTF-8 that was read as Windows-1252: "ZoÃ«"."""

    def mend(found: re.Match[str]) -> str:
        try:
            return found[0].encode("cp1252").decode("utf-8")
        except UnicodeError:
            return found[0]

    return re.sub(_WRONG, mend, stretch)


def _visible(stretch: str) -> str:
    return stretch.translate(INVISIBLE)


def _joined(stretch: str) -> str:
    """Letters set apart, run together; two spaces between words stay one."""
    wide = re.split(r"\s{2,}|[|/]", stretch) if re.search(r"\S \S", stretch) else [stretch]
    return " ".join(re.sub(r"[\W_]+", "", part) for part in wide)


_BLOCK = (
    "p|div|br|hr|li|ul|ol|dl|dt|dd|td|th|tr|table|thead|tbody|h[1-6]|pre|blockquote|section"
    "|article|si|row|c|v|is|w:p|w:br|w:tab|w:tr|w:tc|a:p|text:p|text:h|text:tab|text:line-break"
)
_MARK = (
    rf"(?:</?+(?!(?:{_BLOCK})\b)[a-zA-Z][\w:.-]{{0,30}}(?:\s[^<>]{{0,500}})?/?>|<!--.{{0,200}}?-->"
    r"|\[/?[a-zA-Z]{1,8}(?:=[^\]\s]{0,99})?\]|\*{1,3}|~~|`{1,3}|__|\\[a-z]{2,8}\{|[{}])"
)
_LETTER = r"[^\W\d_]"
_MARKS = re.compile(_MARK, re.DOTALL)


def _unmarked(stretch: str) -> str:
    return _MARKS.sub("", stretch)


_GAP = r"(?:[^\w\s]|_|\s)"

_WRONG = (
    "[\u0080-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc"
    "\u2013-\u203a\u20ac\u2122]{2,}"
)

DISGUISES: tuple[Disguise, ...] = (
    Disguise(
        "in HTML entities",
        "&",
        re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,30});"),
        html.unescape,
    ),
    Disguise("with invisible characters", "", re.compile(rf"{HIDDEN}+"), _visible),
    Disguise("in letters that look alike", "", re.compile(r"[^\x00-\x7f]+"), look_plain),
    Disguise("in a wrong encoding", "", re.compile(_WRONG), _mended),
    Disguise(
        "split by markup",
        "<*[`~_{",
        re.compile(rf"(?<!{_LETTER}){_LETTER}++(?:(?:{_MARK}){{1,20}}+{_LETTER}++)+", re.DOTALL),
        _unmarked,
        3,
    ),
    Disguise("with LaTeX accents", "\\", re.compile(r"\\[\"'`^~=.a-zA-Z]"), plain_latex),
    Disguise(
        "broken over two lines",
        "\n",
        re.compile(
            rf"(?<!{_LETTER}){_LETTER}++[-\u00ad\u2010\u2011][ \t]{{0,9}}\r?\n"
            rf"[> \t]{{0,20}}{_LETTER}+"
        ),
        lambda stretch: re.sub(r"[\W_]+", "", stretch),
        4,
    ),
    Disguise(
        "in percent encoding",
        "%",
        re.compile(r"%[0-9A-Fa-f]{2}"),
        lambda stretch: unquote(stretch.replace("+", " ")),
    ),
    Disguise(
        "in quoted-printable",
        "=",
        re.compile(r"=(?:[0-9A-Fa-f]{2}|\r?\n)"),
        _quoted_printable,
    ),
    Disguise("in a coded header", "?", _CODED, _header),
    Disguise(
        "in escapes",
        "\\",
        re.compile(r"\\(?:u[0-9a-fA-F{]|U[0-9a-fA-F]|x[0-9a-fA-F]|[nrtbfv0/])"),
        unescape,
    ),
    Disguise(
        "in base64",
        "",
        re.compile(r"(?<![\w+/=-])(?:[A-Za-z0-9+/]{60,80}\r?\n)*+[A-Za-z0-9+/_-]{8,}+={0,2}"),
        _base64,
        3,
    ),
    Disguise(
        "in hexadecimal",
        "",
        re.compile(
            r"(?<![0-9a-fA-F])(?:(?:[0-9a-fA-F]{2}){4,}+|(?:(?:0x)?[0-9a-fA-F]{2}[ :,]\s?){3,}+"
            r"(?:0x)?[0-9a-fA-F]{2})(?![0-9a-fA-F])"
        ),
        _hex,
        3,
    ),
    Disguise("in punycode", "-", re.compile(r"xn--[\w-]{1,60}"), _punycode),
    Disguise(
        SET_APART,
        "",
        re.compile(
            rf"(?<!\w){_LETTER}(?!{_LETTER})(?P<gap>{_GAP}{{1,2}}){_LETTER}(?!{_LETTER})"
            rf"(?:(?:(?P=gap)|\s{{2,3}}){_LETTER}(?!{_LETTER})){{1,40}}+"
        ),
        _joined,
        4,
    ),
)
"""Every way that is looked for; what reads as words is then searched like any text."""

_WIDE = frozenset(
    (
        "in HTML entities",
        "with invisible characters",
        "in letters that look alike",
        "in a wrong encoding",
        "with LaTeX accents",
        "in percent encoding",
        "in quoted-printable",
        "in escapes",
    )
)
"""What can be undone in a longer stretch as well."""
_PLAIN = tuple(
    each
    for each in DISGUISES
    if each.why
    not in ("with invisible characters", "in letters that look alike", "in a wrong encoding")
)
"""What a text of plain ASCII can have."""
