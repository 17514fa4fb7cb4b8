"""What a name is a part of: an office that somebody holds, the title of a work, a place."""

from __future__ import annotations

import re

from onym import language
from onym.find.descriptions import roles
from onym.find.lexicon import Lexicon

OFFICE_BEFORE = re.compile(
    r"(?<![^\W\d_])([^\W\d_]+)\.?[ \t]{0,2}\n?[ \t>]{0,4}"
    r"(?:(?<=\s)[A-ZÀ-Þ][\w'’-]+(?:,? (?:and|und|et|och|&) |, ?|/)){0,4}(?<=[\s/])\Z"
)
"""The office of several people: "Sens. Poe, Ash and "."""
TITLED_BEFORE = re.compile(r"[a-zß-ÿ,;][ \t]*[ \t\n][ \t>]*([A-ZÀ-Þ][a-zß-ÿ]{2,})[ \t]\Z")
"""A word with a capital in the middle of a sentence: "of Silent "."""
TITLED_AFTER = re.compile(r" (?:of|de|von|av) (?:the )?[A-ZÀ-Þ]")
"""What makes a title of a name that is a word too: "Bill of Rights"."""
JOINTS = frozenset({"and", "und", "et", "och"})
"""What stands between the names of several who hold an office, as in the pattern above."""


def holds_office(before: str, words: Lexicon) -> bool:
    """Whether what stands before a name is an office: "Sen. ", "Sens. Ash and "."""
    last = before.rstrip(" \t\n>").rsplit(None, 1)[-1:]
    if not last or (last[0].islower() and last[0][-1] not in ",/" and last[0] not in JOINTS):
        return False  # most names follow a small word
    found = OFFICE_BEFORE.search(before)
    if found is None or not found[1][0].isupper():
        return False
    return found[1].casefold() in words.offices


def names_title(word: str, after: str, words: Lexicon) -> bool:
    """Whether what stands behind a name that is a word too makes a title: "Bill of Rights"."""
    return TITLED_AFTER.match(after) is not None and words.ordinary(word)


def ends_title(before: str, words: Lexicon) -> bool:
    """Whether what stands before a name begins a title or a place: "Silent ", "Cape "."""
    found = TITLED_BEFORE.search(before)
    return found is not None and is_thing(found[1], words)


def is_thing(word: str, words: Lexicon) -> bool:
    """Whether a capitalised word before a name is nothing that people are called by."""
    small = word.casefold()
    if words.nameable(word) or not (words.ordinary(word) or language.is_place(small)):
        return False
    others = (words.never, words.heralds, words.suffixes, words.dates, roles())
    return not any(small in each for each in others)
