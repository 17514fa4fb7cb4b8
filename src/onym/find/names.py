"""Reading a name off the text: where it begins and ends, titles and possessives aside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from onym import language
from onym.find.lexicon import Lexicon, is_mangled_name
from onym.text.text import fold

WORD = re.compile(r"[^\W\d_]+(?:[?'’`-]+[^\W\d_]+)*")
ACCOUNT = re.compile(
    r"(?:[^\W\d_]{2}|[^\W\d_](?=[_.][^\W\d_]{2}))[\w.-]*"
    r"(?:[\d_]|(?<!\.)\.(?=[^\W\d_]))[\w.-]*"
)
"""A user name that no name looks like: "mary42", "mary_poe", "m_poe", "mary.poe"."""
INITIALS = re.compile(r"(?:[^\W\d_]\.(?:\s|-(?=[^\W\d_]\.))?){1,4}")
GAP = re.compile(r"[ \t]{1,2}(?=\S)")
ENDS = re.compile(r"[ \t]*(?:[,:!;)]|\n|$|(?:and|und|et|och|&) )")
TITLE = re.compile(r"([^\W\d_]+)\.?[ \t]+")
DEGREE = re.compile(r"(?:[^\W\d_A-Z]{1,5}\.[ \t]*)+(?=[^\W\d_a-z])")
"""What follows a title in small letters: "Dr. rer. nat. Mary Poe"."""
POSSESSIVE = re.compile(r"['’`]s?$")
AFTER_NAME = frozenset({"dr", "prof"})
"""Titles that are put behind a name as well: "Poe, Mary Dr."."""
JOINT = re.compile(
    r"[ \t]{0,20}+(?:(?:,[ \t]{1,20}+|(?<=[ \t]))(?:and|und|et(?! al\b)|och)[ \t]+|[&/,+][ \t]*)"
)
ENDS_THERE = re.compile(r"[ \t]*(?:[,;:!.–—)-]|$|\n|(?:and|und|et|och|&) )")
LIST_END = re.compile(r"[ \t]*(?:[,;:!.)–—-]|\n|$|(?:and|und|et|och)\b|&)")
AGE = re.compile(r"[ \t]?\(\d{1,2}(?![\d:/-])[^()\n]{0,24}\)")
"""How old somebody is behind the name: "Amy (8), Ben(5 1/2)"."""
AGED = re.compile(rf"[A-ZÀ-Þ][^\W\d_]+{AGE.pattern}")
SMALL = re.compile(r"[^\W\d_]{3,}(?![\w@]|[.-]\w)")
"""A word that may be a name in small letters."""
SENTENCE = re.compile(r"[.!?]\s|\n[ \t]*\n")
"""Where a sentence ends."""
TOLD = frozenset({"said", "met"})
"""Kinds of slots in which somebody is spoken of."""
RELATED = frozenset({"related", "fellow"})
"""Kinds of slots in which is told who somebody is to the writer; a fellow may take part."""
LISTED = 12
"""How many names are read of a list."""
OUTER = " \t\r\n.,;:!?()[]{}*~_=\"'“”‘<>^|/\\-–—…•·#&+"


class Slot(NamedTuple):
    """A stretch of a message that stands where a name would."""

    kind: str
    start: int
    end: int
    name: str
    """The words there, single spaces between them, without titles and decoration."""


def make(kind: str, text: str, start: int, end: int) -> Slot:
    """A slot over a stretch of the text; where a quoted name is wrapped its marks are left out."""
    words = text[start:end].split()
    if ">" in text[start:end]:
        words = [word for word in words if word.strip(">|")]
    return Slot(kind, start, end, " ".join(words))


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
    """A word without its possessive: Mary's, Mary’s, Mary` and, with broken letters, Mary?s."""
    if word.isalpha():
        return word
    if word.endswith("?s") and not is_mangled_name(word):  # In?s is Inés
        return word[:-2]
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
        if more := DEGREE.match(text, start, end):
            start = more.end()
    return start


def drop_degrees(text: str, start: int, end: int, words: Lexicon) -> int:
    """Where the name ends before its degrees and titles: "Mary Poe, Ph.D.", "Poe, Mary Dr."."""
    while (last := text.rfind(" ", start, end)) > start:
        word = text[last:end].strip(" .,")
        small = word.replace(".", "").casefold()
        marked = text[last - 1] == "," or "." in word or not (word.istitle() or word.isupper())
        if small not in AFTER_NAME and not (marked and small in words.suffixes):
            break  # Ma, and Dean, are family names too
        end = start + len(text[start:last].rstrip(" \t,"))
    return end


def name_list(text: str, start: int, end: int, kind: str, words: Lexicon) -> Iterator[Slot]:
    """One name or several joined by "and", "&" or commas, from `start` on."""
    listed = False
    end = min(end, start + 400)
    for number in range(LISTED):
        start = skip_titles(text, start, end, words)
        small = WORD.match(text, start, end)
        ends_there = small is not None and ENDS_THERE.match(text, start + len(bare(small[0])), end)
        loose = ends_there is not None or (number > 0 and is_small_name(small, words))
        stop = read_name(text, start, end, words, loose)
        if stop == start and small and ends_there:
            word = bare(small[0])
            short = kind == "greeted" and len(word) < 5 and word.casefold() in words.dates
            if words.possible(word) or (short and word[0].isupper()):  # "Hi Dec,"
                stop = start + len(word)
        if stop == start:
            return
        aged = AGE.match(text, stop, end)
        behind = aged.end() if aged else stop
        if listed and not LIST_END.match(text, behind, end):
            return
        yield make(kind, text, start, stop)
        joint = JOINT.match(text, behind, end)
        if not joint:
            return
        # "Hi Ben, Will you ..." is no list
        listed = "," in joint[0]
        start = joint.end()
        again = WORD.match(text, start, end)
        if again and again[0].casefold() in words.closing and text.startswith(" ", again.end()):
            start = again.end() + 1  # "Hi Mary, hi Robert"


def is_small_name(found: re.Match[str] | None, words: Lexicon) -> bool:
    """Whether a word in small letters is a given name and no other word: "Greg and ben"."""
    word = bare(found[0]) if found else ""
    return word.islower() and words.given(word) and not words.ordinary(word)
