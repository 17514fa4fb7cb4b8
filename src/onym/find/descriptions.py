"""What people say of themselves behind their names: "Mary in ND", "Mary, mum to Tom"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from onym import language
from onym.find.glance import Line
from onym.find.habits import plain_words
from onym.find.lexicon import Lexicon
from onym.find.names import WORD, Slot, make, read_name
from onym.text.text import Stretch, fold

NAME = re.compile(
    r"[-–—~*_ \t]*(?P<name>(?P<first>[^\W\d_a-z][\w'’-]*)(?:[ \t]+[^\W\d_a-z][\w'’.-]*)?)"
    r"(?P<mark>,?)[ \t]+(?P<rest>(?:[^\W\d_]|\().*)"
)
AGES = re.compile(r"\((?![^()]*\d{3})[^\W\d_a-z][^\W\d_]*,?[ \t][^()]*\d[^()]*\)\W*")
"""Whose parent somebody is: "(Tom 5.5, Ann 13)"."""
CLAUSE = re.compile(r",[ \t]+([^,.;:!?\n(]{2,70})")
"""What stands between a comma and the next mark."""
LATE = 5
"""How many words behind a name may say who that is."""
BRACKETS = re.compile(r"\(([^()]*)\)\W*")
LONGEST = 90
"""Letters of the longest line that is signed so."""
PLACE, FURTHEST = 3, 4
"""Words of a place, and the small words before it."""


def signed_on(text: str, lines: list[Line], words: Lexicon) -> Iterator[Slot]:
    """The name with which a last line signs that says who or where that is."""
    last = lines[-1]
    apart = len(lines) > 1 and (last.gap or lines[-2].text[-1] in ".!?)")
    if (apart or last.text[0] in "-–—~") and (name := name_before(last.text, words)):
        yield make("signed", text, last.start + name[0], last.start + name[1])


def name_before(line: str, words: Lexicon) -> Stretch | None:
    """The name that a line signs with before it says who or where that is."""
    found = NAME.match(line) if len(line) <= LONGEST else None
    if found is None or not (words.given(found["first"]) or fold(found["first"]) in words.known):
        return None
    if AGES.fullmatch(found["rest"]) or describes(found["rest"], words, found["mark"]):
        return found.span("name")
    return None


def introduced(text: str, start: int, end: int, words: Lexicon) -> Iterator[Slot]:
    """The full name that begins a message and says who writes: "Mary Poe, retired nurse, ..."."""
    stop = read_name(text, start, min(end, start + 60), words)
    said = CLAUSE.match(text, stop)
    first = WORD.match(text, start)
    if said is None or first is None or " " not in text[start:stop] or not words.given(first[0]):
        return
    plain = plain_words(said[1])[:LATE]
    told = plain[:1] and plain[0] in words.after_introduction - words.conjunctions
    role = not roles().isdisjoint(plain)
    if words.second_person.isdisjoint(plain) and (told or role):
        yield make("introduced", text, start, stop)


@cache
def roles() -> frozenset[str]:
    """What people are, in any language: tutor, manager."""
    return frozenset(language.merge("role_words", language.CODES))


def describes(rest: str, words: Lexicon, mark: str = "") -> bool:
    """Whether words behind or below a name say who or where that is: "mum of Tom", "in ND"."""
    said = BRACKETS.fullmatch(rest)
    told = said[1] if said else rest
    return is_kin(told, words) or is_at(told, mark, words)


def is_kin(rest: str, words: Lexicon) -> bool:
    """Whether words say whose relative somebody is: "mum to Tom and Ann"."""
    plain = plain_words(rest)
    return len(plain) > 1 and plain[0] in words.relations and plain[1] in words.function_words


def is_at(rest: str, mark: str, words: Lexicon) -> bool:
    """Whether words say where somebody is: "in ND", behind a comma also "over here in Uppsala"."""
    tokens = rest.rstrip(" .!").split()
    small = [word for word in tokens if word.islower()]
    place = tokens[len(small) :]
    leads = words.after_introduction - words.conjunctions - words.particles
    if not 0 < len(small) <= FURTHEST or not 0 < len(place) <= PLACE or small[-1] not in leads:
        return False
    known = words.after_introduction | words.presence
    told = all(word in known or (mark and word not in words.function_words) for word in small)
    return told and all(word[0].isupper() for word in place)
