"""Reading a name off the text: where it begins and ends, titles and possessives aside."""

from __future__ import annotations

import re
from typing import NamedTuple

from onym import language
from onym.find.lexicon import Lexicon
from onym.text import fold

WORD = re.compile(r"[^\W\d_]+(?:[?'’`-]+[^\W\d_]+)*")
INITIALS = re.compile(r"(?:[^\W\d_]\.(?:\s|-(?=[^\W\d_]\.))?){1,4}")
GAP = re.compile(r"[ \t]{1,2}(?=\S)")
ENDS = re.compile(r"[ \t]*(?:[,:!;]|\n|$)")
TITLE = re.compile(r"([^\W\d_]+)\.?[ \t]+")
POSSESSIVE = re.compile(r"['’`]s?$")
OUTER = " \t\r\n.,;:!?()[]{}*~_=\"'“”‘<>^|/\\-–—…•·#&+"


class Slot(NamedTuple):
    """A stretch of a message that stands where a name would."""

    kind: str
    start: int
    end: int
    name: str
    """The words there, single spaces between them, without titles and decoration."""


def make(kind: str, text: str, start: int, end: int) -> Slot:
    """A slot over a stretch of the text."""
    return Slot(kind, start, end, " ".join(text[start:end].split()))


def read_name(text: str, start: int, end: int, words: Lexicon, loose: bool = False) -> int:
    """Where the name that starts at `start` ends; `start` itself when none stands there.

    A name is a run of capitalised words and initials on one line; ordinary words end it.
    With `loose` a first word in small letters counts too.
    """
    at = stop = start
    first = True
    while at < end:
        if found := INITIALS.match(text, at, end):
            at = stop = found.end()
        elif found := WORD.match(text, at, end):
            word = bare(found[0])
            capital = word[0].isupper() or (not word.isupper() and not word.islower())
            if not capital and fold(word) in words.particles and not first:
                at = found.end()
            elif (capital or (loose and first)) and (
                words.nameable(word) or (not first and surname_last(text, found, end, word))
            ):
                at = stop = found.start() + len(word)
            else:
                break
        else:
            break
        first = False
        gap = GAP.match(text, at, end)
        if not gap:
            break
        at = gap.end()
    return start + len(text[start:stop].rstrip())


def surname_last(text: str, found: re.Match[str], end: int, word: str) -> bool:
    """Whether an ordinary word that ends the line behind a given name is a family name."""
    ends = ENDS.match(text, found.end(), end)
    return ends is not None and word.casefold() in language.surnames()


def bare(word: str) -> str:
    """A word without its possessive: Mary's, Mary’s and Mary` give Mary."""
    if word.isalpha():
        return word
    return POSSESSIVE.sub("", word) or word


def skip_titles(text: str, start: int, end: int, words: Lexicon) -> int:
    """Where the name begins behind its titles: "Dr. Poe", "Prof Poe"."""
    while found := TITLE.match(text, start, end):
        if (
            found[1].casefold() not in words.titles
            or len(found[1]) == 1
            or not text[found.end() : found.end() + 1].isalpha()
        ):
            break
        start = found.end()
    return start
