"""The bare discussions of the demo course: who answers whom, when, and at what length (Table 1)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from statistics import NormalDist

from onym.demo.cast import Form, Person
from onym.demo.dice import Dice

WRONG_LEVEL = 0.05
"""How often an answer hangs below another message than the one it answers (section 4.3)."""


@dataclass(frozen=True, slots=True)
class Session:
    """A row of Table 1: messages and their length, as a log-normal with a width on each side."""

    messages: int
    median: float
    below: float
    above: float


SESSIONS = (
    Session(212, 79.0, 0.82, 0.80),
    Session(633, 104.5, 0.90, 0.77),
    Session(243, 126.5, 0.60, 0.59),
    Session(63, 107.5, 0.60, 0.56),
    Session(359, 117.5, 0.69, 0.56),
    Session(237, 124.5, 1.08, 0.68),
)
MESSAGES = sum(session.messages for session in SESSIONS)


@dataclass(slots=True)
class Mention:
    """A name that is to stand in a message."""

    person: Person
    form: Form
    style: str = ""
    fixed: bool = False
    """Fixed ones are part of the plan; the others may be taken away to make the numbers right."""


@dataclass(slots=True, eq=False)
class Message:
    """A message before it has words."""

    session: int
    thread: int
    author: Person
    parent: Message | None
    target: Person | None
    """Who is answered; not always the author of the parent."""
    kind: str
    time: float
    words: int = 0
    greeting: Mention | None = None
    signature: Mention | None = None
    asides: list[Mention] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    id: str = ""

    @property
    def well_placed(self) -> bool:
        """Whether it answers somebody else and hangs below what it answers."""
        here = self.parent is not None and self.parent.author is self.target
        return here and self.target is not self.author


def build(people: list[Person], dice: Dice) -> list[Message]:
    """Lay out the threads of all sessions."""
    messages: list[Message] = []
    thread = 0
    for number, session in enumerate(SESSIONS, 1):
        members = [person for person in people if number in person.sessions]
        students = [person for person in members if person.role != "instructor"]
        sizes = _sizes(session.messages, len(students), dice)
        found: list[Message] = []
        for owner, size in zip(students, sizes, strict=True):
            thread += 1
            found += _thread(number, thread, owner, members, size, dice)
        _hear_instructors(found, members, dice)
        _measure(found, session, dice)
        messages += found
    return messages


def _sizes(messages: int, threads: int, dice: Dice) -> list[int]:
    """Share a session's messages among its threads, some threads being livelier than others."""
    weights = [dice.between(0.5, 1.6) for _ in range(threads)]
    spare = messages - 4 * threads
    sizes = [4 + int(spare * weight / sum(weights)) for weight in weights]
    for place in range(messages - sum(sizes)):
        sizes[place % threads] += 1
    return sizes


def _thread(
    session: int, thread: int, owner: Person, members: list[Person], size: int, dice: Dice
) -> list[Message]:
    start = 86400 * dice.between(0, 21)
    first = Message(session, thread, owner, None, None, "present", start)
    found = [first]
    others = [person for person in members if person is not owner]
    talk = [0.02 if p.role == "instructor" else dice.between(0.15, 1.5) for p in others]
    waiting: list[Message] = []
    while len(found) < size:
        time = found[-1].time + 3600 * dice.between(0.05, 14)
        if waiting and dice.chance(0.42):
            parent = waiting.pop(int(dice.between(0, len(waiting))))
            message = _reply(session, thread, owner, parent, "answer", time)
        else:
            author = dice.weigh(others, talk)
            parent = first if dice.chance(0.55) else dice.pick(found)
            parent = first if parent.author is author else parent
            kind = "comment" if parent is first else "reply"
            message = _reply(session, thread, author, parent, kind, time)
            waiting.append(message)
        found.append(message)
    _misplace(found, dice)
    return found


def _reply(
    session: int, thread: int, author: Person, parent: Message, kind: str, time: float
) -> Message:
    return Message(session, thread, author, parent, parent.author, kind, time)


def _misplace(found: list[Message], dice: Dice) -> None:
    """Hang some replies below another message than the one they answer."""
    for at, message in enumerate(found[3:], 3):
        if dice.chance(WRONG_LEVEL):
            choice = [m for m in found[1:at] if m.author is not message.target]
            if choice:
                message.parent = dice.pick(choice)


def _hear_instructors(found: list[Message], members: list[Person], dice: Dice) -> None:
    """Let every instructor write at least twice, in place of somebody else."""
    for person in members:
        written = sum(message.author is person for message in found)
        if person.role == "instructor" and written < 2:
            free = [m for m in found if m.kind == "comment" and m.author is not person]
            for message in dice.sample(free, 2 - written):
                message.author = person


def _measure(found: list[Message], session: Session, dice: Dice) -> None:
    """Give each message a number of words, so that mean, deviation and median are the paper's."""
    quantiles = [NormalDist().inv_cdf((n + 0.5) / len(found)) for n in range(len(found))]
    widths = [session.below if z < 0 else session.above for z in quantiles]
    lengths = [
        max(3, round(session.median * math.exp(width * z)))
        for width, z in zip(widths, quantiles, strict=True)
    ]
    dice.shuffle(lengths)
    for message, words in zip(found, lengths, strict=True):
        message.words = words
