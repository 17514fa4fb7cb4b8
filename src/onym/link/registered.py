"""Entering registered names: what people are called before anybody has written a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Lookup

from onym import language
from onym.link.ledger import USER_NAME, Ledger
from onym.model import Participant
from onym.names.forms import handle_words, parse_name
from onym.names.kinship import IN_WORDS, STRENGTH, Person
from onym.text.text import fold

SEPARATED = re.compile(r"([^\W\d_]{3,})[-._]([^\W\d_]{3,})")
DIGITS = "0123456789"


def register(ledger: Ledger) -> None:
    """Enter registered names: given names and, marked as such, family names."""
    taken = {fold(handle) for person in ledger.people.values() for handle in person.handles}
    for who, person in ledger.people.items():
        for word in sorted(person.words - ledger.words.small):
            if word in taken and is_of_longer(person, word) and not ledger.words.given(word):
                continue  # bowline_away is bowline, who is away
            line = ledger.line(who, word)
            line.add(STRENGTH["registered"], IN_WORDS["registered"])
            weak = word not in person.given or not ledger.words.nameable(word)
            ledger.settle(who, word, word, "surname" if weak else None)
            if "-" in word:  # Poe-Ash is Poe Ash to others
                apart = word.replace("-", " ")
                ledger.line(who, apart).add(STRENGTH["registered"], IN_WORDS["registered"])
                ledger.settle(who, apart, apart, "surname" if weak else None)
        for handle in person.handles:
            line = ledger.line(who, handle)
            line.add(STRENGTH["registered"], USER_NAME)
            ledger.settle(who, handle, handle, "handle")


def is_of_longer(person: Person, word: str) -> bool:
    """Whether a registered word is but a part of somebody's user names."""
    names = [handle for handle in person.handles if "@" not in handle]
    return word not in map(fold, names) and any(word in handle_words(name) for name in names)


def register_whole(ledger: Ledger, people: Lookup[str, Participant]) -> None:
    """Enter full names with a word in them that is nobody's alone: Pip So, So, Pip; Rue Larkham.

    A given name that names streets or firms in languages which nobody speaks here is theirs alone.
    """
    languages = ledger.words.languages
    firms = {fold(word.rstrip(".")) for word in language.merge("organisation_words", languages)}
    for who, participant in people.items():
        alone = ledger.people[who].words - ledger.words.small
        for name in map(parse_name, participant.names):
            given, family = " ".join(name.given), " ".join(name.family)
            if not (given and family) or alone.issuperset(map(fold, name.words)):
                continue
            if ledger.people[who].words <= alone and all(map(ledger.words.ordinary, name.words)):
                continue  # the University Library
            own = [
                word
                for word in name.given
                if fold(word) not in {*alone, *firms, *ledger.words.small}
            ]
            for known in (f"{given} {family}", f"{family}, {given}", *own):
                line = ledger.line(who, known)
                line.add(STRENGTH["registered"], IN_WORDS["registered"])
                ledger.settle(who, known, known)


def register_run_together(ledger: Ledger) -> None:
    """Enter full names that user names spell, if both words are written: marypoe, mary-poe.

    One of them must be known as a name, and neither be another word.
    """
    for who, person in ledger.people.items():
        for handle in person.handles if not person.family else ():
            for first, last in halves(handle.rstrip(DIGITS)):
                if is_spelt(ledger, first, last):
                    line = ledger.line(who, f"{first} {last}")
                    line.add(STRENGTH["handle"], IN_WORDS["handle"])
                    ledger.settle(who, f"{first} {last}", f"{first} {last}")


def halves(handle: str) -> Iterator[tuple[str, str]]:
    """The two words that a user name may be made of, as names are written."""
    if apart := SEPARATED.fullmatch(handle):
        yield apart[1].capitalize(), apart[2].capitalize()
    elif handle.isalpha():
        for at in range(3, len(handle) - 2):
            yield handle[:at].capitalize(), handle[at:].capitalize()


def is_spelt(ledger: Ledger, first: str, last: str) -> bool:
    """Whether two words are a full name that is written here."""
    written, words = ledger.tally.vocabulary.words, ledger.words
    if not written[first] or not written[last] or not words.nameable(first):
        return False
    family = last.casefold() in language.surnames()
    return family or (words.given(first) and words.nameable(last))
