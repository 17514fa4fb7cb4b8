"""Details that are known by their shape: patterns.toml, tried only where something may stand."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from onym.details.checksums import CHECKS, Check
from onym.details.lexicon import Lexicon
from onym.details.model import LABELS, Detail

REACH = 45
"""How many characters before a number a word may stand that tells what it is."""
_CHUNK = re.compile(r"\d(?:[ ()./–-]{0,3}\d){2,}|\d/\d")
_PLAIN = re.compile(r"\d{3,4}$|\d+\.\d+(?![.\d/-])")
_LIKELY = re.compile(r"0\d|\d{6}|\d+[-/]")
NEAR = 6
"""Numbers so near to each other are columns of a table, unless they look like more."""
_INSIDE = re.compile(r"\d{6,}|\d{2,}-\d")
# A pattern that opens with a set of characters is searched for much faster than one that opens
# with a look behind, so that comes second.
_LETTERS = re.compile(r"[A-ZÄÖÜ](?<![\w-][A-ZÄÖÜ])[A-ZÄÖÜ]{0,2}(?:[ -][A-Z]{1,2})?[ -]?\d")
_LED = re.compile(r"(?<![\w-])[a-z]{1,2}\Z")
"""The small letters of a student's number: s1234567."""
LETTERS = 7
"""Characters that stand before the digit at most."""
_DIGIT = re.compile(r"\d")
_AT = re.compile(r"[@\[({<](?:(?<=@)|\s?(?:at|@|på|chez|bei)\s?[\])}>])")
_BRACKETED = re.compile(r"[\[({<] ?at ?[\])}>]")
_SERVICES = ("kype", "AIM", "IM:", "MSN", "ICQ", "chat", "Chat", "abber", "witter", "elegram")
_SERVICE = re.compile(
    r"\b(?:(?i:skype|gchat|wechat|snapchat|jabber|twitter|telegram)|AIM|IM|MSN|ICQ)\b"
)
_HOMES = ("/home/", "Users", "Settings", "/u/")
_HOME = re.compile(
    r"(?:[A-Za-z]:)?[/\\]{1,2}"
    r"(?:(?:(?:export|nfs|mnt|data)/)?home|u|Users|Documents and Settings)[/\\]"
)
_PROMPTS = (":~", ":/", "]$", "]#")
_PROMPT = re.compile(r"(?:@| at )(?=[\w.-]{1,63}(?::[~/]| [^\]\s]{1,100}\][$#]))")
_BOX = re.compile(r"(?:P\.? ?O\.? ?)?B(?:ox|OX) \d|Post(?:fach|box) \d|BP \d")
_SAID_AT = re.compile(
    r" (?:at|AT|snabel-a|snabela|arobase) (?=[\w-]+(?:\.| dot | DOT )\w|\.{2,3}>)"
)
_DOT = re.compile(r"\.(?=[a-zA-Z]{2,9}(?![\w-]))")
_LINK = re.compile(r"https?://|ftp://|www\.")
LONGEST = 100
"""Characters of the longest name or host that is looked for."""
LONG, MANY = 25, 20
"""Beyond so many digits a chunk of numbers is a table, and only long numbers in it are tried."""
_QUERY = re.compile(r"/(?<![\w/]/)[\w./-]*\?")
_SENTENCE_END = re.compile(r"(?<=[^\W\d_]{4})[.!?]\s|\n\n")
_WORDS = re.compile(r"[^\W\d_]+(?:[.-][^\W\d_]+)*")
_CLOSING = ".,;:!?'\"’”»*_"


class Pattern(NamedTuple):
    """One entry of patterns.toml, ready to use."""

    label: str
    regex: re.Pattern[str]
    check: Check | None
    near: frozenset[str]
    """Words of which one tells what it is."""
    phrases: tuple[str, ...]
    """Phrases that do."""
    within: int
    needs_near: bool


class Patterns:
    """The patterns of some languages, by where they are tried."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._at: dict[str, list[Pattern]] = {}
        for entry in entries():
            if not entry.get("languages") or set(entry["languages"]) & set(lexicon.codes):
                self._at.setdefault(entry["at"], []).append(_compile(entry, lexicon))

    def find(self, text: str) -> list[Detail]:
        """Every detail of a known shape, in order and apart."""
        found: list[Detail] = []
        for start, kind in _anchors(text):
            if not found or start >= found[-1].end:
                detail = self._match(text, start, kind)
                if detail is not None:
                    found.append(detail)
        return found

    def _match(self, text: str, start: int, kind: str) -> Detail | None:
        for pattern in self._at.get(kind, ()):
            match = pattern.regex.match(text, start)
            if match is None:
                continue
            left, right = match.span(1)
            if pattern.label == "url":
                right = _unwrapped(text, _trim(text, left, right))
            if _holds(pattern, text, left, right):
                value = _value(pattern.label, text[left:right])
                category = LABELS[pattern.label].category
                return Detail(left, right, category, pattern.label, value=value)
        return None


@cache
def entries() -> list[dict[str, Any]]:
    """The entries of patterns.toml."""
    path = files("onym.details") / "patterns.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    listed: list[dict[str, Any]] = table["pattern"]
    return listed


def _compile(entry: dict[str, Any], lexicon: Lexicon) -> Pattern:
    words = lexicon.words.get(entry.get("near", ""), frozenset())
    return Pattern(
        entry["label"],
        re.compile(entry["regex"]),
        CHECKS[entry["check"]] if "check" in entry else None,
        frozenset(word for word in words if " " not in word),
        tuple(word for word in words if " " in word),
        entry.get("within", REACH),
        entry.get("needs_near", False),
    )


def _anchors(text: str) -> list[tuple[int, str]]:
    """Where a pattern may begin, in order; most texts have very few such places."""
    found: list[tuple[int, str]] = []
    bracketed = any(map(text.__contains__, "([{<")) and _BRACKETED.search(text)
    if "@" in text or bracketed:
        for match in _AT.finditer(text):
            start, end = match.span()
            spaced = start > 0 and text[start - 1] == " "
            found += ((_back(text, start - spaced), "@"), (end - 1, "@"))
    if "snabel" in text or "arobase" in text or _says_at(text):
        found += ((_back(text, match.start()), "at") for match in _SAID_AT.finditer(text))
    if "." in text:
        found += ((_back(text, match.start()), ".") for match in _DOT.finditer(text))
        if "://" in text or "www." in text:
            found += ((match.start(), ".") for match in _LINK.finditer(text))
    if "?" in text and "/" in text:
        found += ((match.start(), "?") for match in _QUERY.finditer(text))
    if any(map(text.__contains__, _HOMES)):
        found += ((match.start(), "home") for match in _HOME.finditer(text))
    if any(map(text.__contains__, _PROMPTS)):
        found += ((_back(text, match.start()), "prompt") for match in _PROMPT.finditer(text))
    if any(map(text.__contains__, _SERVICES)):
        found += ((match.start(), "messenger") for match in _SERVICE.finditer(text))
    if "ox " in text or "OX " in text or "Postfach " in text or "BP " in text:
        found += ((match.start(), "box") for match in _BOX.finditer(text))
    if (digit := _DIGIT.search(text)) is not None:
        found += _numbers(text, digit.start())
    found.sort()
    return found


def _back(text: str, at: int) -> int:
    """The first character of the word with dots and dashes that ends here."""
    least = max(0, at - LONGEST)
    while at > least and (text[at - 1].isalnum() or text[at - 1] in ".+%-_'"):
        at -= 1
    while at < len(text) and text[at] in ".+%-_'":
        at += 1
    return at


def _says_at(text: str) -> bool:
    """Whether "at" may stand for the sign: a host or a spelt-out dot comes soon after it."""
    at = text.find(" at ")
    while at >= 0:
        if "." in text[at : at + 40] or " dot " in text[at : at + 40]:
            return True
        at = text.find(" at ", at + 4)
    return " AT " in text


def _numbers(text: str, digit: int) -> Iterator[tuple[int, str]]:
    """Where a number may begin, with the + or the letters before it, from the first digit on."""
    after = -NEAR
    for chunk in _CHUNK.finditer(text, digit):
        start, end = chunk.span()
        beside, after = start - after < NEAR, end
        if end - start > LONG and sum(map(str.isdigit, chunk[0])) > MANY:
            yield from ((run.start(), "digit") for run in _INSIDE.finditer(text, start, end))
        elif _is_first(text, start) and not _is_only_number(chunk[0], text, start, beside):
            yield start, "digit"
            while start and (text[start - 1] in "+(" or text[start - 2 : start] == "+ "):
                start -= 1
                yield start, "digit"
        elif end - start > 4 and (letters := _LED.search(text, max(0, start - 3), start)):
            yield letters.start(), "letters"
    for run in _LETTERS.finditer(text, max(0, digit - LETTERS)):
        yield run.start(), "letters"


def _is_only_number(chunk: str, text: str, start: int, beside: bool) -> bool:
    """Whether digits are a year, a decimal or a column of a table and nothing else."""
    if _PLAIN.match(chunk) is not None:
        return text[start - 1 : start] not in ("", "\n")
    return beside and not _LIKELY.match(chunk) and text[start - 1 : start] not in ("+", "(")


def _is_first(text: str, start: int) -> bool:
    """Whether a run of digits goes on no word and no number with dots in it."""
    if not start:
        return True
    before = text[start - 1]
    if before.isalnum() or before == "_":
        return False
    return not (before in ".,:/-" and start > 1 and text[start - 2].isdigit())


def _holds(pattern: Pattern, text: str, left: int, right: int) -> bool:
    """Whether the check agrees, or else a word before it tells what it is."""
    if pattern.check is not None and pattern.check(text[left:right], text, right):
        return not pattern.needs_near or _is_near(pattern, text, left)
    if pattern.check is None and not pattern.needs_near:
        return True
    return (pattern.check is None or not pattern.needs_near) and _is_near(pattern, text, left)


def _is_near(pattern: Pattern, text: str, left: int) -> bool:
    """Whether a word stands before it, in the same sentence, that tells what it is."""
    if not pattern.near:
        return False
    window = text[max(0, left - pattern.within) : left].lower()
    if window.upper() == window:
        return False
    for end in _SENTENCE_END.finditer(window):
        window = " " * end.end() + window[end.end() :]
    if not pattern.near.isdisjoint(_WORDS.findall(window)):
        return True
    return any(phrase in window for phrase in pattern.phrases)


def _trim(text: str, left: int, right: int) -> int:
    """The end of a web address without the punctuation of the sentence around it."""
    while right > left + 1:
        last = text[right - 1]
        closes = {")": "(", "]": "[", "}": "{", ">": "<"}.get(last)
        piece = text[left:right]
        if last in _CLOSING or (closes and piece.count(last) > piece.count(closes)):
            right -= 1
        else:
            break
    return right


_WRAPPED = re.compile(r"\n(?=[^\s<>]*[\d/.=?])[\w./?=&%~+-]+[\w/]")


def _unwrapped(text: str, right: int) -> int:
    """The end of a web address that a line break cut after a slash."""
    if text[right - 1 : right + 1] != "/\n":
        return right
    more = _WRAPPED.match(text, right)
    return more.end() if more is not None else right


def _value(label: str, piece: str) -> str:
    if label in ("email", "url", "username", "home", "messenger", "street"):
        return piece.lower().lstrip("@")
    return "".join(letter for letter in piece.upper() if letter.isalnum())
