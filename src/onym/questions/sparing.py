"""What nobody need be asked: what the message tells, what cannot matter, what nobody could say.

Nothing becomes of a mention by not asking: a placeholder stays one, and is counted as left open.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import polars as pl

from onym import language
from onym.conversation.threads import membership
from onym.names.kinship import Person, person_of
from onym.names.names import is_third
from onym.questions.doubts import HIGH, Case, is_wordlike
from onym.questions.sightings import Sightings
from onym.text.text import fold

WORD = re.compile(r"[^\W\d_]+")


class Around(NamedTuple):
    """What is known of a message in question."""

    row: int
    answered: str | None
    inside: frozenset[str]
    """Who writes in its thread."""


class Sparing:
    """Says of cases, before they are put together, what of them is worth asking."""

    def __init__(self, cases: Iterable[Case], seen: Sightings) -> None:
        self.cases, self.seen = list(cases), seen
        self._people: dict[str, Person] = {}

    def asked(self) -> list[Case]:
        """The cases that a person can settle, without the messages that tell by themselves."""
        found = (self._worth_asking(case) for case in self.cases)
        return [case for case in found if case is not None]

    def left(self) -> list[Case]:
        """The shared names that stay open, since nobody could say who is meant."""
        shared = (case for case in self.cases if case.kind == "shared")
        return [case for case in shared if not self._can_be_answered(case)]

    def _worth_asking(self, case: Case) -> Case | None:
        if case.kind == "outside":
            return self._unclear(case)
        asked = {"shared": self._can_be_answered, "owner": self._matters, "name": self._matters}
        return case if case.kind not in asked or asked[case.kind](case) else None

    def _can_be_answered(self, case: Case) -> bool:
        """Whether anybody is known by the name, and it is more than a letter."""
        key = self.seen.key(case.name)
        return len(key) > 1 and any(self._is_known_by(who, key) for who in case.participants)

    def _is_known_by(self, who: str, key: str) -> bool:
        """Whether somebody was seen under a name or is registered with it, not just like it."""
        if is_third(who, self.seen.corpus) or self.seen.rows_of(who, key):
            return True
        return bool(words := _words(key)) and self._person(who).words >= words

    def _matters(self, case: Case) -> bool:
        """Whether the answer changes anything that Onym is not sure of without it."""
        key = self.seen.key(case.name)
        if case.count == 0 or len(key) == 1:
            return False
        if any(self._is_sure(who, case.name) for who in case.participants):
            return False
        # that a stranger has a pseudonym is right whoever they are, unless it is no name
        strange = all(is_third(who, self.seen.corpus) for who in case.participants)
        return not strange or is_wordlike(key, case.participants, self.seen)

    def _is_sure(self, who: str, name: str) -> bool:
        """Whether it is a sure name with other signs, order or initials: "m.poe", "Poe, M. J"."""
        participant = self.seen.corpus.participants.get(who)
        if participant is None:
            return False
        if any(_letters(name) == _letters(each) for each in participant.names):
            return True
        words, known = _words(name), self._person(who).words
        for key in self._keys.get(who, ()):
            if max(entry.score for entry in self.seen.entries[who, key]) > HIGH:
                known |= _words(key)
        whole = {word for word in words if len(word) > 1}
        return len(words) > 1 and bool(whole) and known >= whole

    def _unclear(self, case: Case) -> Case | None:
        """The messages that do not tell that the owner of a name is meant."""
        [who], key = case.participants, self.seen.key(case.name)
        elsewhere = {*self.seen.rows_of(who, key)} - {self._around[m].row for m in case.messages}
        if self._is_full_name(who, key) or (elsewhere and _is_whole(key)):
            return None
        untold = [message for message in case.messages if not self._tells_of(message, who)]
        if len(untold) == len(case.messages):
            return case
        stretches = self.seen.within(who, key, untold)
        places = self.seen.places(key, stretches)
        left = replace(case, messages=tuple(untold), count=len(stretches), places=places)
        return left if untold else None

    def _is_full_name(self, who: str, key: str) -> bool:
        """Whether it is the whole registered name, or a first name and more of it."""
        words, known = _words(key), self._person(who).words
        return len(words) > 1 and known >= words and (_is_whole(key) or known == words)

    def _tells_of(self, message: str, who: str) -> bool:
        """Whether a message answers somebody, names them in full, or stands in their thread."""
        row, answered, inside = self._around[message]
        return who == answered or who in inside or row in self._rows_in_full[who]

    @cached_property
    def _rows_in_full(self) -> dict[str, set[int]]:
        """The rows of messages that name somebody in full, for those in question."""
        people = {case.participants[0] for case in self.cases if case.kind == "outside"}
        return {
            who: {
                row
                for key in self._keys.get(who, ())
                if self._is_full_name(who, key)
                for row in self.seen.rows_of(who, key)
            }
            for who in people
        }

    @cached_property
    def _keys(self) -> dict[str, list[str]]:
        """The names of each who is in question, as they are compared."""
        people = {who for case in self.cases for who in case.participants}
        found: dict[str, list[str]] = defaultdict(list)
        for who, key in self.seen.entries:
            if who in people:
                found[who].append(key)
        return found

    @cached_property
    def _around(self) -> dict[str, Around]:
        """The messages in question, for names whose owner does not write there."""
        outside = (case for case in self.cases if case.kind == "outside")
        wanted = sorted({message for case in outside for message in case.messages})
        messages = self.seen.corpus.messages.select("id", "parent_author", "thread")
        chosen = messages.with_row_index().filter(pl.col("id").is_in(wanted))
        threads = membership(self.seen.corpus).threads
        return {
            message: Around(row, answered, threads.get(thread or "", frozenset()))
            for row, message, answered, thread in chosen.iter_rows()
        }

    def _person(self, who: str) -> Person:
        if who not in self._people:
            self._people[who] = person_of(self.seen.participant(who))
        return self._people[who]


def _words(name: str) -> frozenset[str]:
    return frozenset(WORD.findall(fold(name)))


def _is_whole(name: str) -> bool:
    """Whether it is a first name and more."""
    words = [word for word in _words(name) if len(word) > 1]
    return len(words) > 1 and any(word in language.given_names() for word in words)


def _letters(name: str) -> str:
    return "".join(letter for letter in fold(name) if letter.isalnum())
