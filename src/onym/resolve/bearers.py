"""Who bears which name: the names of a mapping and the people behind them, looked up many times."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from functools import lru_cache

from onym.find.names import WORD
from onym.language import is_short_form
from onym.model import Corpus, Entry, Mapping
from onym.names.kinship import close, one_set, persons_of, relate
from onym.resolve.surroundings import ARTICLES
from onym.resolve.verdicts import Found, Traits, key_of
from onym.text.text import fold

BETWEEN = re.compile(
    r"[)\"”’]?(?:[ \t]+|[ \t]*\n[ \t]*|[ \t]*,[ \t]*)?(?:\([^\W\d_]{2,}\)[ \t]+)?"
    r"(?:(?!I[ \t])[^\W\d_]\.?(?:[ \t]+|(?<=\.)))*[(\"“‘]?\Z"
)
"""What may stand between two words of one name: a space, a line end, a comma, initials, and the
brackets of a nickname: Robert (Bob) Poe."""
NICKED = re.compile(r"[ \t]{1,2}[(\"“„‘'][^\W_][\w-]{1,15}[)\"”“’'][ \t]{1,2}")
"""A nickname between given and family name: Mary "Polly" Poe."""


class Bearers:
    """The names in a mapping, by their keys, and the people of a corpus."""

    def __init__(self, corpus: Corpus, mapping: Mapping) -> None:
        self.forms: dict[str, dict[str, Entry]] = defaultdict(dict)
        self.letters: dict[str, frozenset[str]] = defaultdict(frozenset)
        """Participant to the first letters of their names."""
        self.tails: dict[str, frozenset[str]] = defaultdict(frozenset)
        """Participant to the letters that the last words of their names begin with: "Mary T"."""
        self.shouted: set[str] = set()
        """Names that are written in capitals only: RG."""
        self.added: dict[str, dict[str, str]] = defaultdict(dict)
        """Key to the participants to whom a person has given a name, as they wrote it."""
        for entry in mapping.entries:
            key = key_of(entry.name)
            both = entry
            if other := self.forms[key].get(entry.participant):  # John, and john
                often = max(other, entry, key=lambda each: each.count)
                both = replace(often, count=other.count + entry.count)
            self.forms[key][entry.participant] = both
            _put(key[:1], self.letters, entry.participant)
            if entry.name.isupper() and not self._is_spelt_otherwise(entry, corpus):
                self.shouted.add(key)
            if entry.decision == "added":
                self.added[key][entry.participant] = entry.name
            if " " in key and "," not in key:
                _put(key.rpartition(" ")[2][:1], self.tails, entry.participant)
        self.participants = corpus.participants
        self.people = persons_of(corpus.participants)
        self._families: dict[str, set[str]] = defaultdict(set)
        """Family name to who bears it."""
        self._marked: dict[str, set[str]] = defaultdict(set)
        """First letter, or last four, to the family names that have them."""
        for who, person in self.people.items():
            for name in person.family:
                self._families[name].add(who)
                for mark in _marks_of(name):
                    self._marked[mark].add(name)
        # a name may have hundreds of owners and occur thousands of times
        once = lru_cache(1 << 16)
        self.known = once(self._known)
        self.traits_of = once(self._traits_of)
        self.namesakes = once(self._namesakes)
        self.fitting = once(self._fitting)
        self.called = once(self._called)

    def _is_spelt_otherwise(self, entry: Entry, corpus: Corpus) -> bool:
        """Whether a name is shouted that is registered in small letters: NA of "Na Poe"."""
        person = corpus.participants.get(entry.participant)
        written = {word for name in person.names for word in WORD.findall(name)} if person else ()
        return entry.name not in written and key_of(entry.name) in set(map(key_of, written))

    def _known(self, names: tuple[str, ...]) -> tuple[str, frozenset[str]]:
        """The key of names as they are listed, and whose they are."""
        keys = {key_of(name) for name in names}
        return min(keys), frozenset(who for key in keys for who in self.forms.get(key, ()))

    def _traits_of(self, key: str, owners: frozenset[str]) -> Traits:
        return Traits.of([self.traits(key, who) for who in owners])

    def _namesakes(self, small: str) -> frozenset[str]:
        """Everybody with a family name that a word is, or is a slip of."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        alike = [name for mark in _marks_of(small) for name in self._marked.get(mark, ())]
        near = extract(small, alike, scorer=OSA.distance, score_cutoff=2, limit=None)
        found = (self._families[name] for name, _, _ in near if close(small, name))
        return frozenset[str]().union(*found)

    def traits(self, key: str, who: str) -> tuple[str, ...]:
        """The traits of somebody's name."""
        entry = self.forms[key].get(who)
        return entry.traits if entry else ()

    def _fitting(self, owners: frozenset[str], letter: str, behind: bool) -> frozenset[str]:
        """The owners with a name that begins so, or whose family name is shortened so behind it."""
        small, known = fold(letter), self.tails if behind else self.letters
        people = self.people
        return frozenset(
            who
            for who in owners
            if small in known[who]
            or (
                who in people
                and (
                    small in people[who].letters
                    or any(name[0] == small for name in people[who].family)
                    or (not behind and any(name[0] == small for name in people[who].given))
                )
            )
        )

    def without_family(self, owners: frozenset[str]) -> frozenset[str]:
        """The owners of whom no family name is known, nor how it begins."""
        people, tails = self.people, self.tails
        known = {who for who in owners if tails.get(who) or (who in people and people[who].family)}
        return owners - known

    def _called(self, owners: frozenset[str], name: str) -> frozenset[str]:
        """The owners who go by a first name."""
        return frozenset(who for who in owners if self.is_called(who, name))

    def is_called(self, who: str, name: str) -> bool:
        """Whether somebody goes by a name, or bears one like it, or a part or short form of it."""
        if who in self.forms.get(key_of(name), ()):
            return True
        person = self.people.get(who)
        if person is None:
            return False
        first = name.partition("-")[0]  # Ann Poe is Ann-Marie Poe too, and Chris Poe Christopher
        return relate(name, person) is not None or any(
            is_short_form(given, name) or given == fold(first) for given in person.given
        )


def _put(letter: str, letters: dict[str, frozenset[str]], who: str) -> None:
    """Note a letter of somebody's names, in a set that all share who have the same ones."""
    letters[who] = one_set(letters[who] | {letter})


def _marks_of(name: str) -> tuple[str, str]:
    """What a name has in common with its slips: the first letter, or else the last four."""
    return name[:1], f"-{name[-4:]}"


def join_words(text: str, found: list[Found], bearers: Bearers) -> list[Found]:
    """Join neighbouring words that belong to one person into one occurrence."""
    joined: list[Found] = []
    for number, word in enumerate(found):
        if joined and is_initial(text, joined[-1], word, found[number + 1 : number + 2], bearers):
            continue
        if joined and (shared := joined[-1].owners & word.owners):
            last = joined[-1]
            gap = text[last.end : word.start]
            if joins(gap, last, word, shared, bearers) and not begins(text, last, word, bearers):
                bracket = text[last.start : word.start].endswith("(")
                end = word.end + (bracket and text[word.end : word.end + 1] == ")")
                joined[-1] = Found(last.start, end, last.keys + word.keys, shared)
                continue
        joined.append(word)
    return joined


def is_initial(text: str, last: Found, letter: Found, rest: list[Found], bearers: Bearers) -> bool:
    """Whether a letter that is somebody's is but an initial of a name here: Mary J. Poe."""
    if letter.end - letter.start > 1 or not rest or not (shared := last.owners & rest[0].owners):
        return False
    return joins(text[last.end : rest[0].start], last, rest[0], shared, bearers)


def begins(text: str, letter: Found, word: Found, bearers: Bearers) -> bool:
    """Whether a letter is a small word before another: "I will" is not William Iverly."""
    if text[letter.start : letter.end] not in ARTICLES or "." in text[letter.end : word.start]:
        return False
    if not text[word.start : word.end].istitle():
        return True
    return any("word" in bearers.traits(word.keys[0], who) for who in word.owners)


def joins(gap: str, last: Found, word: Found, shared: frozenset[str], bearers: Bearers) -> bool:
    """Whether two neighbouring words of one person are one name and not "Mary, Mary"."""
    if set(last.keys) & set(word.keys):
        return False
    if gap in ("_", ".") or NICKED.fullmatch(gap):
        return True
    if len(gap) > 12 or not BETWEEN.match(gap):
        return False
    if "," in gap:
        return any("surname" in bearers.traits(last.keys[-1], who) for who in shared)
    return True
