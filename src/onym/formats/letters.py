"""From mail messages to a corpus: numbers, replies, threads, who wrote and who else is named.

A message's id is its number in the file or folder: the Message-ID tells of people and machines.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from itertools import accumulate
from pathlib import Path
from sys import intern
from typing import Any

import polars as pl

from onym.disk.spool import relaxing
from onym.formats.corpus import Draft
from onym.formats.fields import load, unknown_note
from onym.formats.mail import Change, Letter, Message, read_letter
from onym.formats.mask import NOWHERE, Mask
from onym.formats.people import Person, name_key
from onym.formats.pile import Aside, Pile
from onym.formats.replies import Cells, some
from onym.model import Corpus, Replaced, Source

_LIST_SHARE = 0.5
"""An address that never writes and gets more than this share of all messages is a list."""


class Reader:
    """Takes in one message after the other and makes the draft of a corpus of them."""

    def __init__(self, pile: Pile | None = None) -> None:
        self.pile = pile or Pile()
        self.columns: dict[str, Cells] = {
            name: [] for name in ("author", "author_email", "author_name")
        }
        self.ids = array("q")
        """A hash of each message's own id, 0 for none: millions of ids need little room so."""
        self.answers = array("q")
        self.counts = array("q")
        """Hashes of what messages answer, one message's behind the other's, and how many."""
        self.problems: list[str] = []
        self.attachments = 0
        self.received = Counter[str]()
        self.others: dict[str, Person] = {}
        self.lists: set[str] = set()
        self.fields: dict[str, str] = {}

    def take(self, letter: Letter) -> None:
        """Take in the next message."""
        number = len(self.ids) + 1
        self.ids.append(hash(letter.id) if letter.id else 0)
        self.answers.extend(map(hash, letter.answers))
        self.counts.append(len(letter.answers))
        sender = letter.sender
        values = {
            "author": pseudonym(sender.mail) if sender else None,
            "author_email": sender.mail if sender else None,
            "author_name": sender.name if sender else None,
        }
        for name, value in values.items():
            self.columns[name].append(value and intern(value))
        texts = {"time": letter.time, "text": letter.text, "subject": letter.subject}
        self.pile.add(texts, [Aside(f"{number}/{key}", text) for key, text in letter.asides])
        for field in letter.fields:
            if field not in self.fields:
                self.fields[field] = load("mail").role(field) or "unknown"
        self._note(letter, number)
        self._meet(letter)

    def draft(self, path: Path, format: str, layout: Any, notes: tuple[str, ...] = ()) -> Draft:
        """Make the draft of all that was taken in."""
        numbers = range(1, len(self.ids) + 1)
        parents = _parents(self.ids, self.answers, self.counts)
        ids: Cells = [str(number) for number in numbers]
        columns: dict[str, Cells] = {
            "id": ids,
            "parent": [None if above < 0 else ids[above] for above in parents],
            "thread": [ids[top] for top in self._threads(parents)],
            **{name: cells for name, cells in self.columns.items() if any(cells)},
        }
        named = {"author_email": "From", "subject": "Subject", "time": "Date", "text": "body"}
        source = Source(path, format, named, layout, self.fields)
        unknown = [name for name, role in self.fields.items() if role == "unknown"]
        told = (*notes, *self._told(), *unknown_note(unknown))
        return Draft(columns, numbers, source, told, self._people(), pile=self.pile)

    def _threads(self, parents: Sequence[int]) -> list[int]:
        """Give the first message of each one's thread; those that answer a lost one share it."""
        begun: dict[int, int] = {}
        threads: list[int] = []
        ends = list(accumulate(self.counts))
        for place in range(len(self.ids)):
            top, seen = place, {place}
            while (above := parents[top]) >= 0 and above not in seen:
                if above < len(threads):
                    top = threads[above]
                    break
                top = above
                seen.add(top)
            alone = self.counts[top] and parents[top] < 0
            lost = self.answers[ends[top] - 1] if alone else self.ids[top]
            threads.append(begun.setdefault(lost, min(top, place)) if lost else top)
        return threads

    def _note(self, letter: Letter, number: int) -> None:
        self.attachments += letter.lost.count("attachment")
        self.problems += (
            f'message {number}: {part} cannot be decoded; left out unless unknown = "keep"'
            for part in letter.lost
            if part != "attachment"
        )

    def _meet(self, letter: Letter) -> None:
        self.lists.update(letter.lists)
        self.received.update({each.mail.casefold() for each in letter.others if each.mail})
        for each in letter.others:
            if each.mail:
                new = Person(id=pseudonym(each.mail))
                person = self.others.setdefault(each.mail.casefold(), new)
                person.reach(each.mail)
                if each.name:
                    person.call(each.name)

    def _people(self) -> list[Person]:
        """Whoever was written to; addresses that everybody writes to are mailing lists."""
        senders = {mail.casefold() for mail in self.columns["author_email"] if mail}
        enough = max(3.0, _LIST_SHARE * len(self.ids))
        often = {mail for mail, count in self.received.items() if count > enough}
        lists = self.lists | (often - senders)
        owners = self._owners()
        people: dict[str, Person] = {}
        for mail, person in self.others.items():
            if mail not in lists:
                owner = mail if mail in senders else _one_of(owners, person) or mail
                people.setdefault(owner, Person()).take(person)
        for mail, person in people.items():
            person.id = pseudonym(mail)
            person.reach(mail)
        return list(people.values())

    def _owners(self) -> dict[str, set[str]]:
        """Whole names to the addresses that write under them."""
        owners: dict[str, set[str]] = {}
        mails, names = self.columns["author_email"], self.columns["author_name"]
        for mail, name in set(zip(mails, names, strict=True)):
            if mail and name and len(name.split()) > 1:
                owners.setdefault(name_key(name), set()).add(mail.casefold())
        return owners

    def _told(self) -> list[str]:
        count = self.attachments
        left = 'left out unless unknown = "keep"'
        notes = [f"{count:,} attachment{'s' * (count > 1)}: {left}"] if count else []
        return [*notes, *some(self.problems)]


def _one_of(owners: Lookup[str, set[str]], person: Person) -> str | None:
    """Tell which one sender somebody is to whom others write at another address."""
    found = set[str]().union(*(owners.get(name_key(name), set()) for name in person.names))
    return found.pop() if len(found) == 1 else None


def list_senders(messages: Iterable[Message]) -> list[Person]:
    """List whoever wrote one of the messages, as their own headers name them."""
    people: dict[str, Person] = {}
    for message in messages:
        sender = read_letter(message).sender
        if sender is not None:
            key = sender.mail.casefold() or name_key(sender.name)
            person = people.setdefault(key, Person())
            person.reach(sender.mail)
            person.call(sender.name)
    reached = {name_key(name) for who in people.values() if who.handles for name in who.names}
    return [who for key, who in people.items() if who.handles or key not in reached]


def pseudonym(mail: str) -> str | None:
    """Tell whose an address is that Onym has made; None for any other."""
    local, _, host = mail.rpartition("@")
    return local if host == NOWHERE else None


def changes(corpus: Corpus, replaced: Replaced, mask: Mask) -> Iterator[Change]:
    """Give each message's id and author, and its text and subject where they are new."""
    old = corpus.messages.select("id", "author", "text", "subject")
    new = replaced.messages.select(now="text", called="subject")
    rows = pl.concat([old, new], how="horizontal").iter_rows(buffer_size=50)
    for number, author, text, subject, now, called in relaxing(rows):
        now, called = mask.links(now), mask.links(called)
        body, title = now if now != text else None, called if called != subject else None
        yield Change(number, author, body, title)


def _parents(ids: Sequence[int], answers: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Find the message that each one answers, the nearest before it that is here; -1 for none."""
    import numpy as np

    own, told = np.asarray(ids, np.int64), np.asarray(answers, np.int64)
    places = np.repeat(np.arange(len(own)), np.asarray(counts, np.int64))
    order = np.argsort(own, kind="stable")  # so that of two with one id the first is found
    found = np.minimum(np.searchsorted(own[order], told), max(len(own) - 1, 0))
    rows = order[found]
    good = (own[rows] == told) & (rows != places) & (told != 0)
    parents = np.full(len(own), -1)
    answered, first = np.unique(places[good], return_index=True)
    parents[answered] = rows[good][first]
    return list(map(int, parents))
