"""How a written word may stand for a registered name: itself, short, misspelt, an initial.

relate("Robbie", person)  ->  "short"       relate("Arhtur", person)  ->  "misspelt"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from onym import language
from onym.language import CODES, spell_out
from onym.model import Participant
from onym.names.forms import (
    ADDRESS,
    GIVEN_TOO,
    PARTICLES,
    Registered,
    handle_fits,
    handle_words,
    initials_of,
    names_organisation,
    parse_name,
)
from onym.once import once, remembers
from onym.text.text import fold

STRENGTH = {
    "registered": 5.0,
    "part": 4.0,
    "short": 4.0,
    "variant": 3.5,
    "mangled": 3.5,
    "formal": 3.0,
    "expanded": 3.0,
    "handle": 3.0,
    "initials": 2.5,
    "misspelt": 2.5,
}
"""Log-odds that each kind of kinship adds."""

IN_WORDS = {
    "registered": "is a registered name",
    "part": "is a part of a registered name",
    "short": "is a short form of a registered name",
    "variant": "is another spelling of a registered name",
    "mangled": "is a registered name with broken letters",
    "formal": "is the long form of a name of theirs",
    "expanded": "fits a registered initial",
    "handle": "fits the user name or address",
    "initials": "are the initials",
    "misspelt": "is close to a registered name",
}


@remembers
@dataclass(frozen=True, eq=False)
class Person:
    """A participant's registered names and handles, folded for comparing.

    Each is only like itself: people are the keys of what is remembered of them.
    """

    id: str
    given: frozenset[str]
    family: frozenset[str]
    letters: frozenset[str]
    """Initials that are registered without their names."""
    shrunk: frozenset[str]
    """Initials of the whole name: mjp."""
    handles: tuple[str, ...]
    spelt: frozenset[str]
    """Words that the handles spell out."""
    registered: bool = False
    """Whether given and family name are known from the roster."""

    @once
    def words(self) -> frozenset[str]:
        """Every registered word."""
        return self.given | self.family

    def learn(self, word: str, given: bool) -> Person:
        """The person with one more word of their full name known."""
        if given:
            return replace(self, given=one_set(self.given | {word}))
        return replace(self, family=one_set(self.family | {word}))

    def go_by(self, handle: str) -> Person:
        """The person with one more user name known."""
        spelt = _set(self.spelt | set(handle_words(handle)))
        return replace(self, handles=(*self.handles, handle), spelt=spelt)


@lru_cache(maxsize=1 << 16)
def one_set(words: frozenset[str]) -> frozenset[str]:
    """The same set for all that are equal: a hundred thousand people have few first names."""
    return words


def _set(words: Iterable[str]) -> frozenset[str]:
    return one_set(frozenset(words))


def person_of(participant: Participant) -> Person:
    """Take a participant's registered names and handles apart."""
    parsed: list[Registered] = []
    handles = [*participant.handles, *filter(None, map(call_sign, participant.names))]
    for raw in participant.names:
        if "@" in raw and MASKED.search(ADDRESS.sub(" ", raw)):
            handles.append(raw.split()[0])
            continue
        nicks, name = nicknames_in(raw), parse_name(raw)
        parsed += (Registered((nick,), ()) for nick in nicks)
        if nicks and is_house(name.words):
            continue
        whole = not re.search(r"[\s,]", raw.strip())
        lone = whole and len(name.words) == 1
        if "," not in raw and is_office(name.words):
            continue
        if whole or not name.words:  # mary_poe is a user name, though it tells her name
            handles.append(raw)
        if name.words and not (lone and not language_knows(raw)):
            parsed.append(name)
    return Person(
        participant.id,
        _set(known_words((word for name in parsed for word in name.given), GIVEN_TOO)),
        _set(known_words((word for name in parsed for word in name.family), surnames_of(parsed))),
        _set(fold(letter) for name in parsed for letter in name.initials),
        _set(form for name in parsed for form in initials_of(name)),
        tuple(dict.fromkeys(handles)),
        _set(word for handle in handles for word in handle_words(handle)),
        any(name.given and name.family for name in parsed),
    )


MASKED = re.compile(r"[^\W\d_]@+[^\W\d_].*@")
"""An address of which an archive has made something else: "mary m@iii@g oii x@org"."""
CALL_SIGN = re.compile(r"(?<![\w@.])(?:[^\W\d_]+\d{2,}\w*|[A-Z]{1,2}\d[A-Z]{1,4})(?![\w@.])")


def call_sign(raw: str) -> str:
    """A word of letters and digits beside a name: "Mary Poe s1234567", "Zoe G4ABC"."""
    found = CALL_SIGN.search(raw) if " " in raw.strip() else None
    return found[0] if found else ""


NICKNAME = re.compile(r"[(\"“']([^\W\d_]{2,})[)\"”']")


def nicknames_in(raw: str) -> list[str]:
    """Names in brackets or quotes: Wei (Walter) Tan, Robert "Bob" Poe."""
    shouted = raw.isupper()
    found = NICKNAME.findall(raw)
    return [nick for nick in found if language_knows(nick) and (shouted or not nick.isupper())]


def known_words(words: Iterable[str], allowed: frozenset[str] = frozenset()) -> set[str]:
    """Words folded, without initials and what names organisations."""
    barred = organisation_words() | PARTICLES
    found = {(fold(word.rstrip(".")), word[0].isupper()) for word in words}
    return {
        word
        for word, capital in found
        if len(word) > 1 and (word not in barred or (capital and word in allowed))
    }


def surnames_of(parsed: Iterable[Registered]) -> frozenset[str]:
    """Family names of people that would name an organisation elsewhere: Webb, Lane, Park."""
    people = (
        n for n in parsed if n.given and not names_organisation(n.words, organisation_words())
    )
    return frozenset(fold(word) for name in people for word in name.family) - PARTICLES


@cache
def organisation_words() -> frozenset[str]:
    """Words of a roster entry that name no person: Ltd, University."""
    return frozenset(fold(w.rstrip(".")) for w in language.merge("organisation_words", CODES))


def is_office(words: Sequence[str]) -> bool:
    """Whether mail comes from a list, a desk or a team: "Botany List", and not Anna List."""
    rest = [word for word in words if fold(word) not in office_words()]
    named = (word for word in rest if fold(word) not in articles())
    return len(rest) < len(words) and not any(map(language_knows, named))


def is_house(words: Sequence[str]) -> bool:
    """Whether words begin with an article and have no known name: "The Frob (Mary)"."""
    if not words or fold(words[0]) not in PARTICLES | articles():
        return False
    return not any(w in language.surnames() or language_knows(w) for w in words[1:])


@cache
def articles() -> frozenset[str]:
    """What stands before things: the, un."""
    return frozenset(language.merge("articles", CODES))


@cache
def office_words() -> frozenset[str]:
    """Words that make a name an office's, a list's or a team's."""
    return frozenset(fold(word) for word in language.merge("office_words", CODES))


def language_knows(word: str) -> bool:
    """Whether a lone roster word is a given name rather than a user name."""
    return word.casefold() in language.given_names()


def registered_words(people: Lookup[str, Participant]) -> frozenset[str]:
    """Every word of a registered name, folded."""
    return frozenset(word for person in persons_of(people).values() for word in person.words)


_LAST: list[tuple[Lookup[str, Participant], dict[str, Person]]] = []


def persons_of(people: Lookup[str, Participant]) -> dict[str, Person]:
    """All participants taken apart; every job on a part asks, so the last answer is kept."""
    if not _LAST or _LAST[0][0] is not people:
        _LAST[:] = [(people, {who: person_of(each) for who, each in people.items()})]
    return _LAST[0][1]


def relate(word: str, person: Person) -> str | None:
    """How a word may stand for one of the person's registered names; None when it does not."""
    small = fold(word).rstrip(".")
    if small in person.words or (not word.isascii() and spell_out(word) in person.words):
        return "registered"
    if len(small) == 1:
        known = {name[0] for name in person.words} | person.letters
        return "initials" if small in known else None
    return _relate(small, person)


APART = re.compile(r"(?:[^\W\d_](?:[.-]|\.-|$)){2,4}")
"""Initials with signs between them: M-J, M.-J."""


@lru_cache(maxsize=1 << 16)
def _relate(small: str, person: Person) -> str | None:
    pieces, glued, marks, broken = _pieces(person.words)
    letters = small if small.isalpha() else re.sub(r"\W", "", small)
    if small in pieces or letters in glued:
        return "part"
    if "-" in small and not person.family.isdisjoint(small.split("-")):
        return "part"  # Poe-Ash of Mary Poe
    if ("?" in small or broken) and any(
        matches_mangled(*((small, name) if "?" in small else (name, small)))
        for name in person.words
        if "?" in small or "?" in name
    ):
        return "mangled"
    near = not marks.isdisjoint(language.kindred(small))
    if near and any(language.is_short_form(small, name) for name in person.given | pieces):
        return "short"
    if small in person.shrunk or (letters in person.shrunk and APART.fullmatch(small)):
        return "initials"
    if near and any(language.variants(small, name) for name in person.words):
        return "variant"
    heard = () if person.registered or not near else person.given
    if any(language.is_short_form(name, small) for name in heard):
        return "formal"  # "Dan" was heard of them, and here they are quoted as "Daniel Poe"
    if near and any(close(small, name) for name in person.words):
        return "misspelt"
    handles = person.handles
    if handles and (small in person.spelt or any(handle_fits(each, (small,)) for each in handles)):
        return "handle"
    if handles and len(small) > 5 and any(close(small, fold(h)) for h in handles if "@" not in h):
        return "misspelt"
    if len(small) > 2 and small[0] in person.letters and not person.given and language_knows(small):
        return "expanded"
    return None


@lru_cache(maxsize=1 << 16)
def _pieces(words: frozenset[str]) -> tuple[frozenset[str], frozenset[str], frozenset[str], bool]:
    """The parts of hyphenated names, names without hyphens, the marks of all, if any is broken."""
    parts = (piece for name in words for piece in re.split(r"['’-]", name) if len(piece) > 2)
    pieces = frozenset(parts)
    marks = frozenset(mark for name in words | pieces for mark in language.kindred(name))
    glued = frozenset(re.sub(r"\W", "", name) for name in words)
    return pieces, glued, marks, any("?" in name for name in words)


def is_among(word: str, names: frozenset[str]) -> bool:
    """Whether a word is one of some names, perhaps with letters that an encoding broke."""
    small = fold(word)
    return small in names or ("?" in small and any(matches_mangled(small, name) for name in names))


def is_long_form(word: str, names: frozenset[str]) -> bool:
    """Whether one of some names is short for a word: Ott for Ottoline, Bob for Robert."""
    small = fold(word)
    return any(
        (len(name) > 2 and small.startswith(name)) or language.is_short_form(name, small)
        for name in names
    )


def matches_mangled(small: str, name: str) -> bool:
    """Whether a word whose odd letters became question marks may be the name: nov?k."""
    pattern = re.sub(r"(?:\\\?)+", ".{1,2}", re.escape(small))
    enough = len(small.replace("?", "")) >= 2 and small[1:] != "?s"  # "R?s way"
    return enough and re.fullmatch(pattern, name) is not None


@cache
def _measure() -> Callable[..., int]:
    """What counts slips; it is loaded when something is first compared."""
    from rapidfuzz.distance import OSA

    measure: Callable[..., int] = OSA.distance
    return measure


def close(word: str, name: str) -> bool:
    """Whether a word is a likely slip of the name: one edit from four letters, two from eight."""
    shortest = min(len(word), len(name))
    if shortest < 4:
        return False
    limit = 2 if shortest >= 8 else 1
    if abs(len(word) - len(name)) > limit:
        return False
    distance = _measure()(word, name, score_cutoff=limit)
    # slips rarely hit the first letter, and then they swap it with the second
    return distance <= limit and (word[0] == name[0] or (distance == 1 and shortest >= 6))


def relate_phrase(tokens: list[str], person: Person) -> list[str | None]:
    """The kinship of each word of a phrase."""
    return [relate(token, person) for token in tokens]
