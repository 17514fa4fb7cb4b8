"""Questions in the terminal: one key a question or several, stopped and resumed at will.

What is shown here is private, and shown to whoever sits at the project's own machine.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from onym.deciding.excerpts import Excerpt, clean, excerpts
from onym.deciding.keyboard import ESCAPE, Keys
from onym.model import Question
from onym.project.decisions import Decision
from onym.questions.answers import Answer, Choice, choices, parts_of
from onym.questions.questions import decide, undo
from onym.questions.together import Item, agenda

if TYPE_CHECKING:
    from onym.line import Line

Say = Callable[[str], None]

STOP = ("q", "", "\x04", ESCAPE)
LISTED = 9
"""Participants, or questions, that a key can be given to."""
ENDS = "l leave open   s skip   r leave the rest open   u undo   q stop"
TOGETHER = {
    "shared": "Is the best-known bearer of these names meant? Probably:",
    "outside": "Are these people meant, who do not write there? Probably:",
    "owner": "Do these people go by these names? Probably:",
    "name": "Are these names, and of these people? Probably:",
    "same": "Are these one person each, under two ids? Probably:",
}


def ask(
    line: Line, found: Sequence[Question], keys: Keys, say: Say, blind: bool = False
) -> Sitting:
    """Ask questions one after the other until they are answered or somebody stops.

    Those with a likely answer are asked together.
    """
    sitting = Sitting(line, found, keys, say, blind)
    while sitting.items and sitting.put():
        pass
    return sitting


class Answered(NamedTuple):
    """An answer of a sitting, and what was open before it."""

    before: list[Item]
    questions: Item
    made: tuple[Decision, ...]


class Sitting:
    """A person at the questions: where they are and what they have answered."""

    def __init__(
        self, line: Line, found: Sequence[Question], keys: Keys, say: Say, blind: bool
    ) -> None:
        self.line, self.keys, self.say, self.blind = line, keys, say, blind
        self.whole = len(found)
        self.items = agenda(found, most=LISTED)
        """What is still to be asked."""
        self._done: list[Answered] = []
        self._undone: list[Decision] = []

    @property
    def answered(self) -> list[Question]:
        """The questions that have an answer now."""
        return [question for step in self._done if step.made for question in step.questions]

    def put(self) -> bool:
        """Put what is next; False to stop."""
        first, *others = self.items
        at = self.whole - sum(map(len, self.items)) + 1
        to = f"s {at} to {at + len(first) - 1}" if len(first) > 1 else f" {at}"
        self.say(f"\nQuestion{to} of {self.whole}")
        key = self._put_several(first) if len(first) > 1 else self._put_one(first[0])
        if key == "u":
            self._take_back()
        elif key == "r":
            self._answer(tuple(each for item in self.items for each in item), "leave", [])
            self.say("  left open; u takes that back, any other key ends")
            if self.keys() == "u":
                self._take_back()
        elif key == "l":
            self._answer(first, "leave", others)
        elif key == "s":
            self._answer(first, "skip", others)
        return key not in STOP

    def _put_one(self, question: Question) -> str:
        """Put one question; give the key unless it was an answer of its own."""
        for row in describe(question, self.line, self.blind):
            self.say(row)
        offered = choices(question)
        several = question.kind in ("shared", "outside") and len(question.messages) > 1
        singly = several and not self.blind
        self.say(_offer(offered, singly))
        chosen = {choice.key: choice for choice in offered if choice.answer != "leave"}
        key = self._key((*chosen, *("m" * singly), "l", "s", "r", "u", *STOP))
        if key == "m":
            self._answer((question,), self._each(question), self.items[1:])
        elif key in chosen:
            self.say(f"  {chosen[key].says}")
            self._answer((question,), chosen[key].answer, self.items[1:])
        return key

    def _put_several(self, several: Item) -> str:
        """Put questions with a likely answer; what is crossed out is asked one by one."""
        self.say(TOGETHER[several[0].kind])
        ticked = dict.fromkeys(range(len(several)), True)
        for at, question in enumerate(several):
            for row in _listed(at, question, self.line, self.blind):
                self.say(row)
        self.say("  y yes to all   1-9 cross out   e one by one   " + ENDS)
        numbers = [str(at + 1) for at in ticked]
        while (key := self._key((*numbers, "y", "e", "l", "s", "r", "u", *STOP))) in numbers:
            at = int(key) - 1
            ticked[at] = not ticked[at]
            self.say(f"  {key} {'yes' if ticked[at] else 'crossed out'}")
        if key == "e":
            ticked = dict.fromkeys(ticked, False)
        if key in ("y", "e"):
            right = tuple(each for at, each in enumerate(several) if ticked[at])
            wrong = [(each,) for at, each in enumerate(several) if not ticked[at]]
            self.say(f"  yes to {len(right)}")
            self._answer(right, "likely", [*wrong, *self.items[1:]])
        return key

    def _answer(self, asked: Item, answer: Answer, left: Sequence[Item]) -> None:
        made: tuple[Decision, ...] = ()
        if answer != "skip" and asked:
            with self.line.project.locked():
                made = decide(self.line, asked, answer)
        self._done.append(Answered(self.items, asked, made))
        self.items = [*left]

    def _take_back(self) -> None:
        if not self._done:
            self.say("  nothing has been answered yet")
            return
        step = self._done.pop()
        self.items = step.before
        if step.made:
            with self.line.project.locked():
                self._undone += (*step.made, *undo(self.line, step.made, self._undone))
        self.say("  taken back")

    def _each(self, question: Question) -> dict[str, str]:
        """Ask for each message who is meant; what is left out stays open."""
        people = {str(at): who for at, who in enumerate(question.participants[:LISTED], start=1)}
        offered = [f"{key} {who}" for key, who in people.items()]
        self.say("  " + "   ".join([*offered, "k leave it", "s skip", "q enough"]))
        said: dict[str, str] = {}
        for message in question.messages:
            part = next(part for part in parts_of(question) if message in part.messages)
            only = Question(part.kind, part.name, messages=(message,))
            for excerpt in excerpts(self.line.corpus, only, width=_width()):
                self.say(_shown(excerpt))
            key = self._key((*people, "k", "s", *STOP))
            if key in STOP:
                break
            if key != "s":
                said[message] = people.get(key, "keep")
        return said

    def _key(self, awaited: Sequence[str]) -> str:
        """The next key that means something here."""
        while (key := self.keys()) not in awaited:
            pass
        return key


def describe(question: Question, line: Line, blind: bool = False) -> Iterator[str]:
    """Put a question in words: what is asked, what speaks for it, and where it stands."""
    people = [_person(who, line) for who in question.participants]
    yield clean(_sentence(question, people))
    yield f"  settles {_settles(question)}; score {question.score:.2f}"
    yield from (f"  {clean(reason)}" for reason in question.reasons)
    if not blind:
        yield from map(_shown, excerpts(line.corpus, question, width=_width()))


def _listed(at: int, question: Question, line: Line, blind: bool) -> Iterator[str]:
    """A question among others: its likely answer, and where it stands."""
    people = [_person(who, line) for who in question.participants]
    said = " and ".join(people) if question.kind == "same" else f"{question.name}: {people[0]}"
    yield clean(f"  {at + 1} {said}, {_settles(question)}")
    if question.reasons:
        yield clean(f"    {question.reasons[0]}")
    if not blind:
        shown = excerpts(line.corpus, question, limit=1, width=_width())
        yield from (f"  {_shown(excerpt)}" for excerpt in shown)


def _settles(question: Question) -> str:
    return "one mention" if question.count == 1 else f"{question.count:,} mentions"


def _person(who: str, line: Line) -> str:
    participant = line.corpus.participants.get(who)
    return f"{who} ({participant.names[0]})" if participant and participant.names else who


def _sentence(question: Question, people: list[str]) -> str:
    either, name = " or ".join(people), question.name
    return {
        "shared": f"Who is meant by {name}: {either}?",
        "outside": f"Is {name} here {either}, who does not write there?",
        "owner": f"Does {either} go by {name}?",
        "name": f"Is {name} a name, and that of {either}?",
        "same": f"Are {' and '.join(people)} one person?",
        "split": f"Is {name}, under the id of {either}, somebody else?",
    }[question.kind]


def _shown(excerpt: Excerpt) -> str:
    people = f", {excerpt.author}" if excerpt.author else ""
    people += f" to {excerpt.answered}" if excerpt.answered else ""
    name = _marked(excerpt.name) if excerpt.name.strip() else ""
    return f"  message {clean(excerpt.message + people)}: {excerpt.before}{name}{excerpt.after}"


def _marked(name: str) -> str:
    # Not every console of Windows understands colours.
    plain = "NO_COLOR" in os.environ or os.name == "nt" or not sys.stdout.isatty()
    return f"*{name}*" if plain else f"\x1b[1;7m{name}\x1b[0m"


def _offer(offered: Sequence[Choice], singly: bool) -> str:
    ways = [f"{choice.key} {choice.says}" for choice in offered if choice.answer != "leave"]
    ways += ["m message by message"] if singly else []
    return "  " + "   ".join([*ways, ENDS])


def _width() -> int:
    return max(32, (shutil.get_terminal_size().columns - 40) // 2)
