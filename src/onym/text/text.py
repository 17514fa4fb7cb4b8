"""Letters, words and markup: folding that keeps offsets, tokens, word boundaries, segments.

fold("Šimić")                       -> "simic"      one code point for each code point
tokens("O'Neil_2, Mary-Jane")       -> O'Neil, 2, Mary-Jane, with their offsets
is_boundary("Robert_J", 6)          -> True         an underscore ends a name
segments('<a href="x">Mary</a>')    -> [(12, 16)]   tags and code are not text
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

Markup = Literal["auto", "plain", "html", "markdown"]
Stretch = tuple[int, int]

OTHER, LETTER, DIGIT, SIGN = range(4)
"""Kinds of characters; a sign is a letter of a script that does not set words apart by spaces."""

_SIGNS = (
    (0x0E00, 0x109F),  # Thai, Lao, Tibetan, Myanmar
    (0x1100, 0x11FF),  # Hangul: spaced, but particles are written onto the name
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),
    (0x3040, 0x31FF),  # kana, bopomofo, Hangul
    (0x3400, 0x9FFF),  # Han
    (0xA960, 0xD7FF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFFDC),
    (0x20000, 0x3FFFF),
)
_SPECIAL = dict(zip("øłđðħŧıŀ’‘ʼ´‐‑", "olddhtil''''--", strict=True))


class _Folds(dict[int, int]):
    """A table for str.translate that works out each code point when it is first met."""

    def __missing__(self, point: int) -> int:
        self[point] = folded = ord(_fold_character(chr(point)))
        return folded


class _Kinds(dict[str, int]):
    """The kind of each character, worked out when it is first met."""

    def __missing__(self, character: str) -> int:
        self[character] = found = _kind(character)
        return found


def _fold_character(character: str) -> str:
    small = character.casefold()
    small = small if len(small) == 1 else character.lower()
    small = _SPECIAL.get(small[0], small[0])
    if not small.isalpha() or KINDS[small] == SIGN:
        return small
    parts = unicodedata.normalize("NFKD", small)
    if not all(unicodedata.category(mark) == "Mn" for mark in parts[1:]):
        return small
    base = parts[0].lower()
    return _SPECIAL.get(base, base) if len(base) == 1 else small


def _kind(character: str) -> int:
    category = unicodedata.category(character)
    if category[0] not in "LMN":
        return OTHER
    if any(low <= ord(character) <= high for low, high in _SIGNS):
        return SIGN
    return DIGIT if category[0] == "N" else LETTER


_FOLDS = _Folds()
KINDS = _Kinds()
"""Character to OTHER, LETTER, DIGIT or SIGN; marks count as letters."""


def fold(text: str) -> str:
    """Small letters without accents, exactly one code point for each code point."""
    return text.lower() if text.isascii() else text.translate(_FOLDS)


def is_boundary(text: str, at: int) -> bool:
    """Whether a word may begin or end before the character at this offset.

    Letters with their marks hold together, and so do digits; between the two, at an underscore
    and around signs of unspaced scripts a name may end: Robert_J, Robert2, 田中さん.
    """
    if not 0 < at < len(text):
        return True
    before, after = KINDS[text[at - 1]], KINDS[text[at]]
    return before != after or before in (OTHER, SIGN)


class Token(NamedTuple):
    """A word and where it stands."""

    text: str
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The words of a text; apostrophes and hyphens inside a word belong to it."""
    return [Token(found[0], *found.span()) for found in _word().finditer(text)]


@cache
def _word() -> re.Pattern[str]:
    marks = "".join(
        re.escape(chr(point))
        for low, high in ((0x300, 0x1E00), (0xA660, 0xAC00), (0xFB1E, 0xFB1F), (0xFE20, 0xFE30))
        for point in range(low, high)
        if unicodedata.category(chr(point))[0] == "M"
    )
    letter = rf"(?:[^\W_]|[{marks}])"
    return re.compile(rf"[^\W_]{letter}*(?:['’‘ʼ‐‑-]{letter}+)*")


def segments(text: str, markup: Markup = "auto") -> list[Stretch]:
    """The stretches of a message that are text: no tags, no code, no link targets."""
    found, at = [], 0
    for start, end in protected(text, markup):
        if start > at:
            found.append((at, start))
        at = end
    if at < len(text):
        found.append((at, len(text)))
    return found


def protected(text: str, markup: Markup = "auto") -> list[Stretch]:
    """The stretches of a message that must stay as they are, in order and apart.

    With "auto" only what cannot be anything else counts: tags of HTML's own names with
    well-formed attributes, closed code, targets that look like addresses. So "a < b and c > d",
    <ada@example.org> and `quotes' of this kind remain text.
    """
    found: list[Stretch] = []
    if markup in ("auto", "html") and "<" in text:
        found += _html(text)
    if markup in ("auto", "markdown"):
        if "`" in text:
            found += code(text)
        if "]" in text and ("](" in text or "]:" in text):
            found += _targets(text)
    return _merge(found) if found else found


def _merge(stretches: list[Stretch]) -> list[Stretch]:
    stretches.sort()
    merged = [stretches[0]]
    for start, end in stretches[1:]:
        last = merged[-1]
        if start <= last[1]:
            merged[-1] = (last[0], max(last[1], end))
        else:
            merged.append((start, end))
    return merged


_NAMES = (
    "a abbr acronym address area article aside audio b base basefont bdi bdo big blockquote body br"
    " button canvas caption center cite code col colgroup data datalist dd del details dfn dialog"
    " dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h[1-6] head"
    " header hgroup hr html i iframe img input ins kbd label legend li link main map mark meta"
    " meter nav nobr noframes noscript object ol optgroup option output p param picture pre"
    " progress q rp rt ruby s samp script section select slot small source span strike strong style"
    " sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt"
    " u ul var video wbr at (?:o|v|w|m|st1):[a-z]+"
)
_FLAGS = (
    "allowfullscreen alt async autofocus autoplay checked compact controls default defer disabled"
    " hidden ismap loop multiple muted nohref noshade novalidate nowrap open readonly required"
    " reversed selected"
)
_VALUE = r"""(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+)"""
_REST = (
    rf"(?:\s++(?:[a-z_:@][\w:.@-]*+\s*+=\s*+{_VALUE}|(?:{'|'.join(_FLAGS.split())})(?=[\s/>])))*+"
    r"\s*+/?>"
)
TAG = re.compile(rf"</?+({'|'.join(_NAMES.split())}){_REST}", re.IGNORECASE)
"""A tag of HTML's own names, with well-formed attributes."""
_WITHIN = "a abbr b bdi big em font i ins mark s small span strong sub sup u (?:o|st1):[a-z]+"
INLINE = re.compile(rf"(?:</?+(?:{'|'.join(_WITHIN.split())}){_REST}\s*+)++", re.IGNORECASE)
"""Tags that may stand inside a name, and the space after each."""
_READ = re.compile(
    r"""(?<=\s)(?:alt|title|aria-label|placeholder|summary|label)\s*=\s*"""
    r"""(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+?)(?=\s|/?>))""",
    re.IGNORECASE,
)
CODE_TAGS = frozenset(("script", "style", "code", "kbd", "samp"))
"""Elements whose content nobody says."""
_COLOURED = re.compile(r"[^<]{0,200}<span\b", re.IGNORECASE)


def _html(text: str) -> Iterator[Stretch]:
    """Tags without the attributes that people read, and what stands inside code elements."""
    opened: dict[str, int] = {}
    for tag in TAG.finditer(text):
        yield from _tag(tag)
        name = tag[1].lower()
        if not tag[0].startswith("</"):
            if is_code_tag(text, tag):
                opened[name] = tag.end()
        elif name in opened:
            yield opened.pop(name), tag.start()


def is_code_tag(text: str, tag: re.Match[str]) -> bool:
    """Whether a tag opens code; <pre> does where its words have colours, else it may be a letter.

    That the code is closed somewhere is not said.
    """
    name = tag[1].lower()
    return name in CODE_TAGS or (name == "pre" and _COLOURED.match(text, tag.end()) is not None)


def _tag(tag: re.Match[str]) -> Iterator[Stretch]:
    at = tag.start()
    for start, end in read_attributes(tag):
        yield at, start
        at = end
    yield at, tag.end()


def read_attributes(tag: re.Match[str]) -> Iterator[Stretch]:
    """Where the attributes of a tag stand that people read: a picture's description, a title."""
    for attribute in _READ.finditer(tag[0]):
        group = attribute.lastindex or 1
        yield tag.start() + attribute.start(group), tag.start() + attribute.end(group)


_TICKS = re.compile(r"`+")


def code(text: str) -> Iterator[Stretch]:
    """Fenced blocks and code spans; what is never closed is no code."""
    at = 0
    for fence in _fences(text):
        yield from _spans(text, at, fence[0])
        yield fence
        at = fence[1]
    yield from _spans(text, at, len(text))


SPOKEN = frozenset(("quote", "spoiler"))
"""What fences of Zulip enclose that is no code."""


def _fences(text: str) -> Iterator[Stretch]:
    opened: tuple[int, int] | None = None
    for line in re.finditer(r"^[ \t>]*(`{3,})([^`\n]*)$", text, re.MULTILINE):
        if line[2].strip().lower() in SPOKEN:
            continue
        if opened is None:
            opened = line.start(), len(line[1])
        elif len(line[1]) >= opened[1] and not line[2].strip():
            yield opened[0], line.end()
            opened = None


def _spans(text: str, start: int, end: int) -> Iterator[Stretch]:
    waiting: dict[int, int] = {}
    line = start
    for run in _TICKS.finditer(text, start, end):
        if text.find("\n", line, run.start()) >= 0:
            waiting.clear()
        line = run.end()
        size = run.end() - run.start()
        opened = waiting.pop(size, None)
        if opened is not None and _is_code(text[opened : run.start()], size):
            waiting.clear()
            yield opened - size, run.end()
        else:
            waiting[size] = run.end()


def _is_code(inside: str, size: int) -> bool:
    """Whether two runs of backticks enclose code; `these' and ``those'' are quotation marks."""
    if inside.count("'") % 2 or not inside.strip():
        return False
    left, right = inside[0].isspace(), inside[-1].isspace()
    return left == right if size > 1 else not (left or right)


_TARGET = re.compile(r"\]\(\s*+(<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)")
_DEFINITION = re.compile(r"^ {0,3}\[[^\]\n]+\]:[ \t]*(\S+)", re.MULTILINE)
_ADDRESS = re.compile(r"<|#|\.{0,2}/|[a-z][a-z0-9+.-]*:|[^/\s]+[./]\S", re.IGNORECASE)


def _targets(text: str) -> Iterator[Stretch]:
    for pattern in (_TARGET, _DEFINITION):
        for found in pattern.finditer(text):
            if _ADDRESS.match(found[1]):
                yield found.span(1)
