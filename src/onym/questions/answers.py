"""What may be answered to a question, and the decisions that each answer makes.

shared, outside   always ID, other, keep; or {message: ID or "keep"}, message by message
owner, name       always ID, other, word, keep
same, split       yes, no
any               likely, if there is such an answer; leave: it stays open; skip
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Mapping as Lookup
from typing import NamedTuple

from onym.errors import PolicyError
from onym.model import Entry, Mapping, Question
from onym.names.names import Names
from onym.names.styles import THIRD
from onym.project.decisions import Decision
from onym.questions.doubts import Case
from onym.questions.sightings import Place
from onym.questions.together import likely

Answer = str | Lookup[str, str]
"""One word of those above, or for shared names a participant (or "keep") for each message."""
RESERVED = 100_000
"""Ids of strangers whom a person adds are X100001, ...: the machine counts from X1 anew."""


class Choice(NamedTuple):
    """A possible answer."""

    key: str
    """The key that gives it."""
    answer: str
    says: str


def choices(question: Question) -> tuple[Choice, ...]:
    """Give the answers to a question, those by participant first; all can be skipped."""
    if question.kind == "same":
        ways = [("y", "yes", "one person"), ("n", "no", "different people")]
    elif question.kind == "split":
        ways = [("y", "yes", "two people"), ("n", "no", "one person with two names")]
    else:
        ways = [*_by_person(question), ("o", "other", "somebody else")]
        if question.kind in ("owner", "name"):
            ways.append(("w", "word", "no name at all"))
        ways.append(("k", "keep", "keep it as written"))
    return tuple(Choice(*way) for way in (*ways, ("l", "leave", "leave it open")))


def _by_person(question: Question) -> list[tuple[str, str, str]]:
    always = {"shared": "always {}", "outside": "yes, {}", "name": "a name of {}"}
    says = always.get(question.kind, "{} goes by it")
    people = question.participants[:9]
    return [(str(at), f"always {who}", says.format(who)) for at, who in enumerate(people, start=1)]


def made(question: Question, answer: Answer, mapping: Mapping) -> list[Decision]:
    """Give the decisions that an answer makes over a mapping; none for skip."""
    if answer == "likely":
        answer = likely(question) or "skip"
    if answer == "skip":
        return []
    if answer == "leave":
        return [*dict.fromkeys(each for part in parts_of(question) for each in _leave(part))]
    book = _Book(mapping, len(parts_of(question)) > 1)
    decided = (_MAKERS[part.kind](part, said, book) for part, said in _to_parts(question, answer))
    return [*dict.fromkeys(decision for each in decided for decision in each)]


def parts_of(question: Question) -> tuple[Question, ...]:
    """Give the cases that a question stands for, or itself."""
    return (question.parts if isinstance(question, Case) else ()) or (question,)


def _to_parts(question: Question, answer: Answer) -> Iterator[tuple[Question, Answer]]:
    """What an answer says to each part of a question that it fits."""
    if not isinstance(answer, str):
        if strange := [message for message in answer if message not in question.messages]:
            raise PolicyError(f"the question is not about message {strange[0]}")
        for part in parts_of(question):
            yield part, {each: who for each, who in answer.items() if each in part.messages}
        return
    chosen = _person(question, answer) if answer.startswith("always ") else None
    for part in parts_of(question):
        if chosen is None or chosen in part.participants:
            yield part, answer


def _leave(question: Question) -> Iterator[Decision]:
    """What leaves a question open, whatever is found later."""
    if question.kind == "same":
        first, *others = question.participants
        yield from (Decision("leave", other, first) for other in others)
    else:
        yield from (Decision("leave", question.name, who) for who in question.participants)


def new_stranger(mapping: Mapping) -> str:
    """Give an id for somebody who takes no part and is not known yet."""
    return _Book(mapping).stranger()


class _Book:
    """A mapping to look names up in."""

    def __init__(self, mapping: Mapping, in_parts: bool = False) -> None:
        self.in_parts = in_parts
        """Whether the question has several parts, each with bearers of its own."""
        self.entries = mapping.entries
        self.overrides = mapping.overrides
        self.key = Names(mapping.case).key

    def of(self, who: str, name: str) -> list[Entry]:
        """The entries of a participant for a name, in all its ways of writing."""
        key = self.key(name)
        return [e for e in self.entries if e.participant == who and self.key(e.name) == key]

    def owners(self, name: str) -> list[str]:
        """Everybody who goes by a name."""
        key = self.key(name)
        return list(dict.fromkeys(e.participant for e in self.entries if self.key(e.name) == key))

    def say(self, action: str, who: str, name: str) -> list[Decision]:
        """A decision for every way in which a name is written."""
        forms = [entry.name for entry in self.of(who, name)] or [name]
        return [Decision(action, form, who) for form in forms]

    def stranger(self) -> str:
        """An id for somebody who takes no part and is not known yet."""
        known = [e.participant for e in self.entries]
        known += [each.participant for each in self.overrides if each.participant]
        numbers = [int(who[1:]) for who in known if THIRD.fullmatch(who)]
        return f"X{max([RESERVED, *numbers]) + 1}"


def _decide_shared(question: Question, answer: Answer, book: _Book) -> list[Decision]:
    if not isinstance(answer, str):
        return [
            decision
            for message, who in answer.items()
            if who != "skip"
            for decision in _assign(question, None if who == "keep" else who, message)
        ]
    if answer == "keep":
        return _assign(question, None)
    if answer == "other":
        return _assign(question, book.stranger())
    who = _person(question, answer)
    if question.kind == "outside":
        return book.say("add", who, question.name)
    rivals = [other for other in question.participants if other != who]
    # Whoever signs so elsewhere goes on bearing the name; only these places are settled.
    if book.in_parts or any(
        entry.count for other in rivals for entry in book.of(other, question.name)
    ):
        return _assign(question, who)
    taken = [d for other in rivals for d in book.say("reject", other, question.name)]
    return [*book.say("add", who, question.name), *taken]


def _assign(question: Question, who: str | None, only: str | None = None) -> list[Decision]:
    places: tuple[Place, ...] = tuple((message, None) for message in question.messages)
    if isinstance(question, Case) and question.places:
        places = question.places
    return [
        Decision("assign", question.name, who, message, nth)
        for message, nth in places
        if only in (None, message)
    ]


def _decide_name(question: Question, answer: Answer, book: _Book) -> list[Decision]:
    name = question.name
    if answer == "word":
        return [Decision("reject", form) for form in _forms(book, name)]
    if answer == "keep":
        return [Decision("keep", name)]
    if answer == "other":
        taken = [d for who in question.participants for d in book.say("reject", who, name)]
        left = set(book.owners(name)) - set(question.participants)
        return taken if left else [*taken, Decision("hide", name)]
    who = _person(question, answer)
    rivals = [other for other in question.participants if other != who]
    taken = [d for other in rivals for d in book.say("reject", other, name)]
    given = book.say("add", who, name)
    strangers = [each for each in book.owners(name) if THIRD.fullmatch(each) and each != who]
    for stranger in () if THIRD.fullmatch(who) else strangers:
        theirs = [entry.name for entry in book.entries if entry.participant == stranger]
        given += [Decision("add", each, who) for each in theirs]
        taken += [Decision("reject", each, stranger) for each in theirs]
    return [*dict.fromkeys(given), *taken]


def _forms(book: _Book, name: str) -> list[str]:
    key = book.key(name)
    written = (entry.name for entry in book.entries if book.key(entry.name) == key)
    return list(dict.fromkeys((name, *written)))


def _decide_same(question: Question, answer: Answer, book: _Book) -> list[Decision]:
    action = "same" if _is_yes(answer) else "different"
    first, *others = question.participants
    return [Decision(action, other, first) for other in others]


def _decide_split(question: Question, answer: Answer, book: _Book) -> list[Decision]:
    [who], name = question.participants, question.name
    strangers = [other for other in book.owners(name) if other != who]
    if not _is_yes(answer):
        taken = [d for other in strangers for d in book.say("reject", other, name)]
        return [*book.say("add", who, name), *taken]
    words = {book.key(word) for word in name.split()}
    parts = [e.name for e in book.entries if e.participant == who and book.key(e.name) in words]
    names = dict.fromkeys((name, *parts))
    second = strangers[0] if strangers else book.stranger()
    given = [Decision("add", each, second) for each in names]
    return [*given, *(Decision("reject", each, who) for each in names)]


def _person(question: Question, answer: Answer) -> str:
    """The participant of "always ID"."""
    word, _, who = answer.partition(" ") if isinstance(answer, str) else ("", "", "")
    if word != "always" or who not in question.participants:
        raise PolicyError(
            f"no such answer to a question of kind {question.kind}: take one of "
            + ", ".join([*(choice.answer for choice in choices(question)), "skip"])
        )
    return who


def _is_yes(answer: Answer) -> bool:
    if answer not in ("yes", "no"):
        raise PolicyError("answer yes or no, or skip")
    return answer == "yes"


_MAKERS: dict[str, Callable[[Question, Answer, _Book], list[Decision]]] = {
    "shared": _decide_shared,
    "outside": _decide_shared,
    "owner": _decide_name,
    "name": _decide_name,
    "same": _decide_same,
    "split": _decide_split,
}
