"""Where names stand after replacing: whose each was taken for, and which were left open."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from onym.matcher import Matcher, longest
from onym.model import Entry, Mention
from onym.names import Names, matcher_of, read_names, word_test

if TYPE_CHECKING:
    from onym.line import Line

Place = tuple[str, int | None]
"""A message, and which occurrence in it; None for all of them."""
NEAR = 256
"""Messages whose texts are held at a time."""
NOT_OPEN = frozenset({"hidden", "composite", "override", "code"})
"""Mentions without an owner that wait for no answer."""


class Sighting(NamedTuple):
    """A stretch of a message."""

    message: str
    start: int
    end: int


class Texts:
    """The texts of messages by id, a few at a time from wherever they lie."""

    def __init__(self, messages: pl.DataFrame) -> None:
        self._texts = messages["text"]
        self._rows = {message: row for row, message in enumerate(messages["id"])}
        self._first, self._near = 0, [""][:0]

    def __getitem__(self, message: str) -> str:
        """The text of a message; those behind it are mostly wanted next."""
        row = self._rows[message]
        if not self._first <= row < self._first + len(self._near):
            self._first, self._near = row, self._texts.slice(row, NEAR).to_list()
        return self._near[row - self._first]


class Sightings:
    """Every mention of a pseudonymised corpus, by person and name."""

    def __init__(self, line: Line, pause: Callable[[], None] = lambda: None) -> None:
        self.corpus, self.mapping = line.corpus, line.mapping
        self.policy = line.settings.policy.settled(line.corpus)
        self.texts = Texts(self.corpus.messages)
        self.key = Names(self.mapping.case).key
        self.entries: dict[tuple[str, str], list[Entry]] = defaultdict(list)
        """What the mapping says of a person and a name, in all its ways of writing."""
        self._owners: dict[str, dict[str, None]] = defaultdict(dict)
        for entry in self.mapping.entries:
            key = self.key(entry.name)
            self.entries[entry.participant, key].append(entry)
            self._owners[key][entry.participant] = None
        self.of: dict[tuple[str, str], list[Sighting]] = defaultdict(list)
        """By participant and name."""
        self.open: dict[str, list[Sighting]] = defaultdict(list)
        """By name, those that nobody could be given."""
        self.forms: dict[str, Counter[str]] = defaultdict(Counter)
        """How a name is written, how often."""
        for number, mention in enumerate(line.replaced.mentions):
            if number % NEAR == 0:
                pause()
            if mention.category != "NAME":
                continue
            written = " ".join(self.texts[mention.message][mention.start : mention.end].split())
            key = self.key(written)
            place = Sighting(mention.message, mention.start, mention.end)
            self.forms[key][written] += 1
            if mention.participant is not None:
                self.of[mention.participant, key].append(place)
            elif mention.by not in NOT_OPEN:
                self.open[key].append(place)

    def owners(self, key: str) -> list[str]:
        """Everybody who goes by a name."""
        return list(self._owners.get(key, ()))

    def spelling(self, key: str, default: str) -> str:
        """How a name is written most."""
        forms = self.forms.get(key)
        return min(forms, key=lambda form: (-forms[form], form)) if forms else default

    def places(self, key: str, sightings: Iterable[Sighting]) -> tuple[Place, ...]:
        """Say of sightings of one name which occurrences in which messages they are."""
        by_message: dict[str, list[Sighting]] = defaultdict(list)
        for sighting in sightings:
            by_message[sighting.message].append(sighting)
        return tuple(
            (message, nth)
            for message, meant in by_message.items()
            for nth in self._numbers(key, self.texts[message], meant)
        )

    def _numbers(self, key: str, text: str, meant: list[Sighting]) -> list[int | None]:
        """The numbers of sightings among all occurrences of the name; None for all of them."""
        hits = longest(list(self._matcher.find([text])))
        alike = [hit for hit in hits if any(self.key(name) == key for name in hit.names)]
        numbers = [
            number
            for number, hit in enumerate(alike, start=1)
            if any(each.start < hit.end and hit.start < each.end for each in meant)
        ]
        return [None] if len(numbers) == len(alike) else [*numbers]

    @cached_property
    def _matcher(self) -> Matcher:
        names = read_names(self.mapping, self.corpus, self.policy)
        return matcher_of(names, word_test(self.mapping, self.policy))


def messages_of(sightings: Iterable[Sighting]) -> tuple[str, ...]:
    """The messages of sightings, each once."""
    return tuple(dict.fromkeys(sighting.message for sighting in sightings))


def is_open(mention: Mention) -> bool:
    """Whether it is not clear who is meant."""
    unknown = mention.participant is None and mention.by not in NOT_OPEN
    return unknown and mention.category == "NAME"
