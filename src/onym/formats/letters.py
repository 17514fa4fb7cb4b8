"""From mail messages to a corpus: numbers, replies, threads, who wrote and who else is named.

A message's id is its number in the file or folder: the Message-ID tells of people and machines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from sys import intern
from typing import Any

import polars as pl

from onym.formats.corpus import Draft
from onym.formats.fields import load, unknown_note
from onym.formats.mail import Letter, Message, read_letter
from onym.formats.mask import NOWHERE, Mask
from onym.formats.people import Person
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
        self.ids: list[str | None] = []
        self.answers: list[tuple[str, ...]] = []
        self.problems: list[str] = []
        self.attachments = 0
        self.received = Counter[str]()
        self.others: dict[str, Person] = {}
        self.lists: set[str] = set()
        self.fields: dict[str, str] = {}

    def take(self, letter: Letter) -> None:
        """Take in the next message."""
        number = len(self.ids) + 1
        self.ids.append(letter.id and intern(letter.id))
        self.answers.append(tuple(map(intern, letter.answers)))
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
            self.fields.setdefault(field, load("mail").role(field) or "unknown")
        self._note(letter, number)
        self._meet(letter)

    def draft(self, path: Path, format: str, layout: Any, notes: tuple[str, ...] = ()) -> Draft:
        """Make the draft of all that was taken in."""
        numbers = range(1, len(self.ids) + 1)
        parents = _parents(self.ids, self.answers)
        threads = _threads(self.ids, self.answers, parents)
        columns: dict[str, Cells] = {
            "id": [str(number) for number in numbers],
            "parent": [None if above is None else str(above + 1) for above in parents],
            "thread": [str(top + 1) for top in threads],
            **{name: cells for name, cells in self.columns.items() if any(cells)},
        }
        named = {"author_email": "From", "subject": "Subject", "time": "Date", "text": "body"}
        source = Source(path, format, named, layout, self.fields)
        unknown = [name for name, role in self.fields.items() if role == "unknown"]
        told = (*notes, *self._told(), *unknown_note(unknown))
        return Draft(columns, numbers, source, told, self._people(), pile=self.pile)

    def _note(self, letter: Letter, number: int) -> None:
        self.attachments += letter.lost.count("attachment")
        self.problems += (
            f'message {number}: {part} cannot be decoded; left out unless unknown = "keep"'
            for part in letter.lost
            if part != "attachment"
        )

    def _meet(self, letter: Letter) -> None:
        self.lists |= {mail.casefold() for mail in letter.lists}
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
        return [person for mail, person in self.others.items() if mail not in lists]

    def _told(self) -> list[str]:
        count = self.attachments
        left = 'left out unless unknown = "keep"'
        notes = [f"{count:,} attachment{'s' * (count > 1)}: {left}"] if count else []
        return [*notes, *some(self.problems)]


def list_senders(messages: Iterable[Message]) -> list[Person]:
    """List whoever wrote one of the messages, as their own headers name them."""
    people: dict[str, Person] = {}
    for message in messages:
        sender = read_letter(message).sender
        if sender is not None and sender.mail:
            person = people.setdefault(sender.mail.casefold(), Person())
            person.reach(sender.mail)
            person.call(sender.name)
    return list(people.values())


def pseudonym(mail: str) -> str | None:
    """Tell whose an address is that Onym has made; None for any other."""
    local, _, host = mail.rpartition("@")
    return local if host == NOWHERE else None


def new_texts(
    corpus: Corpus, replaced: Replaced, mask: Mask
) -> Iterator[tuple[str, str | None, str | None]]:
    """Give each message's id, and its text and subject where they are new."""
    old = corpus.messages.select("id", "text", "subject")
    new = replaced.messages.select(now="text", called="subject")
    rows = pl.concat([old, new], how="horizontal").iter_rows(buffer_size=50)
    for number, text, subject, now, called in rows:
        now, called = mask.links(now), mask.links(called)
        yield number, now if now != text else None, called if called != subject else None


def _parents(ids: Sequence[str | None], answers: Sequence[tuple[str, ...]]) -> list[int | None]:
    """Find the message that each one answers: the nearest before it that is here."""
    first: dict[str, int] = {}
    for place, own in enumerate(ids):
        if own is not None:
            first.setdefault(own, place)
    return [
        next((first[each] for each in above if each in first and first[each] != place), None)
        for place, above in enumerate(answers)
    ]


def _threads(
    ids: Sequence[str | None], answers: Sequence[tuple[str, ...]], parents: Sequence[int | None]
) -> list[int]:
    """Give the first message of each one's thread; those that answer a lost one share it."""
    begun: dict[str, int] = {}
    threads: list[int] = []
    for place in range(len(ids)):
        top, seen = place, {place}
        while (above := parents[top]) is not None and above not in seen:
            if above < len(threads):
                top = threads[above]
                break
            top = above
            seen.add(top)
        lost = answers[top][-1] if answers[top] and parents[top] is None else ids[top]
        threads.append(top if lost is None else begun.setdefault(lost, min(top, place)))
    return threads
