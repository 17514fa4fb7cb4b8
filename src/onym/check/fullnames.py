"""How a person's full name is written: Ken Poe, K. J. Poe, Ken van Poe, Poe, K. and Poe KJ.

Everything is decided on the words themselves, once for each different name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from onym.check.contexts import is_first_name
from onym.check.finders import is_compound, is_identifier
from onym.language import (
    CODES,
    fold,
    given_names,
    is_ordinary,
    is_place,
    is_proper,
    is_technology,
    merge,
    surnames,
)

COMMON, USUAL, VERY = 3, 6, 8
"""How common a name must be that is a word or a place as well: a little, rather, very."""
LONGEST = 5
"""Words that a full name has at most."""

_INITIALS = re.compile(r"(?:[^\W\d_]\.-?){1,4}|[^\W\d_]")
_SPOKEN = re.compile(r"[aeiouyà-öø-ÿāăąēĕėęěīĭįıōŏőūŭůűų]|[^\x00-\u024f]", re.IGNORECASE)
"""What no name lacks, and many an abbreviation: Blvd."""
_SHORTEST = 3
"""Letters of a family name that nobody knows."""
_PARTICLES = frozenset(
    word for phrase in merge("particles", CODES) for word in phrase.split() if len(word) > 1
)


class Parts(NamedTuple):
    """A full name as it is compared: folded given names or initials, and the family name."""

    given: tuple[str, ...]
    family: str

    def fits(self, other: Parts) -> bool:
        """Whether both may be one person's: K. J. Poe and Ken Poe; a bare Poe fits every Poe."""
        if self.family != other.family:
            return False
        pairs = zip(self.given, other.given, strict=False)
        return all(one.startswith(two) or two.startswith(one) for one, two in pairs)

    @property
    def rank(self) -> tuple[int, int]:
        """How little it tells: the fuller of two names comes first."""
        return -sum(map(len, self.given)), -len(self.given)


def is_initials(word: str) -> bool:
    """Whether a word is one initial or several: K, K., K.-J."""
    return word[0].isupper() and _INITIALS.fullmatch(word) is not None


def is_particle(word: str) -> bool:
    """Whether a word may stand small inside a name: van, de."""
    return word in _PARTICLES


def parts_of(written: str) -> Parts:
    """Take a name apart, whichever way round it is written."""
    family, comma, given = written.partition(", ")
    words = written.split()
    if comma:
        return Parts(_letters(given.split()), fold(family))
    if len(words) == 2 and words[1].isupper() and len(words[1]) < 4 and not is_initials(words[0]):
        return Parts(tuple(words[1].lower()), fold(words[0]))  # Poe KJ
    first = next((at for at, word in enumerate(words) if at and is_particle(word)), len(words) - 1)
    return Parts(_letters(words[:first]), fold(" ".join(words[first:])))


def _letters(words: Sequence[str]) -> tuple[str, ...]:
    """Given names as words, initials as single letters."""
    given: list[str] = []
    for word in words:
        given += [fold(each) for each in re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", word)]
    return tuple(given)


class Writing:
    """Knows which words people are called by in some languages."""

    def __init__(self, languages: Sequence[str]) -> None:
        self._languages = tuple(languages)
        lists = ("months", "weekdays", "peoples", "organisation_words", "term_words", "titles")
        calls = ("greetings", "thanks", "closings", "group_words", "openers")
        self._things = _words_of((*lists, *calls, "suffixes", "public_titles"), self._languages)
        self.may_open = cache(self._may_open)
        self.may_close = cache(self._may_close)
        self.may_go_on = cache(self._may_go_on)
        self.is_person = cache(self._is_person)

    def _may_open(self, word: str) -> bool:
        """Whether a full name may begin with this word."""
        if not _is_written_so(word) or is_technology(word):
            return False
        if fold(word) in self._things:
            return _is_known(word, USUAL)
        return _is_known(word, USUAL if is_particle(word.lower()) else 0)

    def _may_go_on(self, word: str) -> bool:
        """Whether a word may stand inside a full name: a middle name, initials, van."""
        if is_initials(word) or is_particle(word) or self.may_open(word):
            return True
        known = is_ordinary(word, self._languages) or is_technology(word)
        return _is_written_so(word) and not known and fold(word) not in self._things

    def _may_close(self, word: str) -> bool:
        """Whether a full name may end with this word."""
        if not (_is_written_so(word) and word.replace("-", "").replace("'", "").isalpha()):
            return False
        halves = word.split("-")
        double = len(halves) == 2 and all(map(how_common, halves)) and halves[1].istitle()
        if is_particle(word) or (is_compound(word, self._languages) and not double):
            return False
        if fold(word) in self._things or self.is_thing(word):
            return how_common(word) >= COMMON and not word.isupper()
        return not is_technology(word) and (word in surnames() or _SPOKEN.search(word) is not None)

    def is_thing(self, word: str) -> bool:
        """Whether a word is one of the dictionary, or a place."""
        return is_ordinary(word, self._languages) or is_place(word)

    def _is_person(self, words: tuple[str, ...]) -> bool:
        """Whether words that may open and close a name are one person's."""
        first, last, whole = words[0], words[-1], " ".join(words)
        if is_place(whole) or is_technology(whole):
            return False
        if is_initials(first):
            return self.is_author(last)
        loud = first.isupper() or last.isupper()
        if loud and not (first.isupper() and last.isupper() and how_common(last)):
            return False
        doubtful = loud or is_ordinary(first, self._languages)
        doubtful = doubtful or (is_place(first) and not _is_known(first, USUAL))
        if self.is_thing(last):  # Ada Lane, and no Harrison Street
            needed, common = (VERY, USUAL) if doubtful else (COMMON, COMMON)
            usual = _is_known(first, needed) and how_common(last) >= common
            return usual and is_first_name(first)
        if doubtful:
            return _is_known(first, USUAL) and (how_common(last) > 0 or not is_proper(last))
        return how_common(last) > 0 or _is_known(first, COMMON)

    def is_author(self, word: str, surely: bool = False) -> bool:
        """Whether a family name is known as nothing else, so that initials make it a person's.

        Where a name surely stands, a common one may be a word too: Brown (1999), J. K. Brown.
        """
        if fold(word) in self._things:
            return False
        if self.is_thing(word):
            return surely and how_common(word) >= USUAL
        return word in surnames() or not (
            is_proper(word) or word.isupper() or len(word) < _SHORTEST
        )


def how_common(word: str) -> int:
    """How common a family name is, from 1; 0 for none."""
    found = surnames().get(word)
    return 0 if found is None else 1 + (found.weight or 0)


def _is_known(word: str, least: int) -> bool:
    """Whether a given name, or each half of a double one, is at least so common."""
    halves = [word] if word in given_names() else word.split("-")
    found = [given_names().get(half) for half in halves]
    return all(info is not None and (info.weight or 0) >= least for info in found)


def _is_written_so(word: str) -> bool:
    """Whether a word is written as names are: with a capital, and not as programs write theirs."""
    return len(word) > 1 and word[0].isupper() and not is_identifier(word)


@cache
def _words_of(fields: tuple[str, ...], languages: tuple[str, ...]) -> frozenset[str]:
    phrases = (phrase for field in fields for phrase in merge(field, languages))
    return frozenset(fold(word.rstrip(".")) for phrase in phrases for word in phrase.split())
