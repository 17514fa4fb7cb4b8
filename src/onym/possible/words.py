"""Possible names: the words of a corpus less a dictionary stripped of people and places.

The set operations of Bosch et al. (EDM 2020, 2.2). What a language calls a word, a name and a
place comes from the language data; a word is out only when a dictionary lists it and no table of
names does. "wormhole" is out, "will" and "paris" stay in, and so does everything unknown.
"""

from __future__ import annotations

import re
from functools import lru_cache

from onym.language import (
    NameInfo,
    dictionary,
    fold,
    formal_names,
    given_names,
    load,
    place_kinds,
    surnames,
)

ENDING = re.compile(r"(?:n['’]t|['’](?:s|ll|ve|re|d|m)|['’])$")
"""What a word may carry that is no part of it: Mary's, who'll, doesn't."""
SHORTEST = 2
"""A single letter is an initial or a symbol; redacting it would take every "a" and "I"."""
COMMON = 1
"""From this weight on a name is in general use; rarer ones are in the tables of the whole world
and would strip the dictionary of hundreds of words that nobody is called."""
USUAL = 4
"""From this weight on a small word of the language is also a name: will, but not an, so or my."""
CULTURES = 3
"""A name without a weight counts when so many cultures list it."""


def key_of(surface: str) -> str:
    """The word behind a token: in small letters, without a genitive or a contraction."""
    word = surface.lower().replace("’", "'")
    if "'" not in word or word in dictionary("en"):
        return word
    return ENDING.sub("", word)


@lru_cache(maxsize=1 << 17)
def is_name(word: str) -> bool:
    """Whether a table of people or of places lists the word as one in general use."""
    if place_kinds(word) or formal_names(word):
        return True
    return any(
        info is not None and _is_used(info)
        for info in (given_names().get(word), surnames().get(word))
    )


def _is_used(info: NameInfo) -> bool:
    if info.weight is None:
        return len(info.cultures) >= CULTURES
    return info.weight >= COMMON


@lru_cache(maxsize=1 << 17)
def base(word: str) -> str:
    """The name behind a genitive or plural that no table lists: stockholms, the fishers."""
    stem = word[:-1]
    if word[-1:] != "s" or len(stem) < 3 or is_name(word) or is_listed(word):
        return word
    return stem if is_name(stem) else word


@lru_cache(maxsize=1 << 17)
def is_listed(word: str) -> bool:
    """Whether a table lists the word at all, however rare."""
    return word in given_names() or word in surnames() or bool(place_kinds(word))


def is_possible(word: str, languages: tuple[str, ...] = ("en",)) -> bool:
    """Whether a word, as `key_of` gives it, may be a name.

    Two letters may only be a name that a table lists (Jo, Bo, Ng): the others are initials and
    abbreviations. Nobody is called by a small word of the language unless it says so (will).
    """
    if len(word) < SHORTEST or not word[0].isalpha():
        return False
    plain = fold(word)
    if any(word in load(code).function_words for code in languages):
        info = given_names().get(word)
        return len(word) > SHORTEST and info is not None and (info.weight or 0) >= USUAL
    if len(word) == SHORTEST:
        return is_name(plain)
    listed = any(each in dictionary(code) for code in languages for each in {word, plain})
    if not listed or is_name(plain):
        return True
    # "stockholms" is in a list of usual words; the English dictionary has no genitives
    return plain not in dictionary("en") and is_name(base(plain))
