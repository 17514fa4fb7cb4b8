"""Where names stand after replacing: whose each was taken for, and which were left open."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from onym.disk.records import Written
from onym.disk.spool import relax
from onym.model import Entry, Mention, Participant
from onym.names.matcher import Matcher, longest
from onym.names.names import Names, matcher_of, read_names, word_test
from onym.resolve.verdicts import TAG

if TYPE_CHECKING:
    from onym.line import Line

Place = tuple[str, int | None]
"""A message, and which occurrence in it; None for all of them."""
Named = tuple[int, int, int, str | None, str]
"""Row, start and end of a name, who is meant, and what decided that."""
NEAR = 256
"""Messages whose texts are held at a time."""
NOT_OPEN = frozenset({"hidden", "composite", "override", "code", TAG})
"""Mentions without an owner that wait for no answer."""


_NOWHERE = array("q")


class Sighting(NamedTuple):
    """A stretch of a message."""

    message: str
    row: int
    start: int
    end: int


class Texts:
    """The texts of messages by row, a few at a time from wherever they lie."""

    def __init__(self, messages: pl.DataFrame) -> None:
        self._texts = messages["text"]
        self._first, self._near, self._turns = 0, [""][:0], 0

    def __getitem__(self, row: int) -> str:
        """The text of a message; those behind it are mostly wanted next."""
        if not self._first <= row < self._first + len(self._near):
            self._first, self._near = row, self._texts.slice(row, NEAR).to_list()
            self._turns += 1
            if self._turns % NEAR == 0:
                relax()
        return self._near[row - self._first]


class Sightings:
    """Every mention of a pseudonymised corpus, by person and name."""

    def __init__(self, line: Line, pause: Callable[[], None] = lambda: None) -> None:
        self.corpus, self.mapping = line.corpus, line.mapping
        self.policy = line.settings.policy.settled(line.corpus)
        self.texts = Texts(self.corpus.messages)
        self._ids = self.corpus.messages["id"].rechunk()
        self.key = Names(self.mapping.case).key
        self.entries: dict[tuple[str, str], list[Entry]] = defaultdict(list)
        """What the mapping says of a person and a name, in all its ways of writing."""
        self._owners: dict[str, dict[str, None]] = defaultdict(dict)
        for entry in self.mapping.entries:
            key = self.key(entry.name)
            self.entries[entry.participant, key].append(entry)
            self._owners[key][entry.participant] = None
        self._places: dict[tuple[str | None, str], array[int]] = defaultdict(lambda: array("q"))
        """Row, start and end of every mention, by participant and name: there may be millions."""
        self._by_message: dict[tuple[str | None, str], dict[str, list[Sighting]]] = {}
        """Some of them by message: hundreds of courses may ask whose the same name is."""
        self.forms: dict[str, Counter[str]] = defaultdict(Counter)
        """How a name is written, how often."""
        keys: dict[str, str] = {}
        for number, (row, start, end, who, by) in enumerate(self._names(line.replaced.mentions)):
            if number % NEAR == 0:
                pause()
            piece = self.texts[row][start:end]
            written = " ".join(piece.split())
            key = keys.get(piece) or keys.setdefault(piece, self.key(written))
            self.forms[key][written] += 1
            if who is not None or by not in NOT_OPEN:
                self._places[who, key].extend((row, start, end))

    def participant(self, who: str) -> Participant:
        """Somebody of the mapping; of whom it alone knows nothing is registered."""
        return self.corpus.participants.get(who) or Participant(who)

    def _names(self, mentions: Iterable[Mention]) -> Iterator[Named]:
        """The names among mentions, which come in the order of the messages."""
        if isinstance(mentions, Written):
            for row, spans in mentions.rows():
                for span in spans:
                    if span["label"] == "NAME":
                        yield row, span["start"], span["end"], span["participant"], span["by"]
            return
        rows = enumerate(self._ids)
        for message, here in groupby(mentions, key=attrgetter("message")):
            row = next(row for row, each in rows if each == message)
            for each in here:
                if each.category == "NAME":
                    yield row, each.start, each.end, each.participant, each.by

    def of(self, who: str | None, key: str) -> list[Sighting]:
        """Where somebody is meant by a name; with None, where nobody could be given."""
        found = iter(self._places.get((who, key), _NOWHERE))
        return [
            Sighting(self._ids[row], row, start, end)
            for row, start, end in zip(found, found, found, strict=True)
        ]

    def rows_of(self, who: str | None, key: str) -> array[int]:
        """The rows of the messages in which somebody is meant by a name, once for each time."""
        return self._places.get((who, key), _NOWHERE)[::3]

    def rows(self, messages: Iterable[str]) -> dict[str, int]:
        """The rows of some messages."""
        wanted = set(messages)
        return {message: row for row, message in enumerate(self._ids) if message in wanted}

    def within(self, who: str | None, key: str, messages: Iterable[str]) -> list[Sighting]:
        """Those of them that lie in some messages."""
        found = self._by_message.get((who, key))
        if found is None:
            found = self._by_message[who, key] = defaultdict(list)
            for sighting in self.of(who, key):
                found[sighting.message].append(sighting)
        return [sighting for message in messages for sighting in found.get(message, ())]

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
            for nth in self._numbers(key, self.texts[meant[0].row], meant)
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
