"""Questions in the terminal: one key a question, stopped and resumed at will.

What is shown here is private, and shown to whoever sits at the project's own machine.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING

from onym.deciding.excerpts import Excerpt, clean, excerpts
from onym.model import Question
from onym.project.decisions import Decision
from onym.questions.answers import Answer, Choice, choices
from onym.questions.questions import decide, undo

if TYPE_CHECKING:
    from onym.line import Line

Keys = Callable[[], str]
"""Gives the next key; nothing when there is none any more."""
Say = Callable[[str], None]

ESCAPE = "\x1b"
STOP = ("q", "", "\x04", ESCAPE)
PATIENCE = 0.05
"""Seconds within which the rest of an arrow key follows."""
GLANCE = 0.25
"""Seconds after which somebody who pressed Ctrl-C is noticed at the latest."""
LISTED = 9
"""Participants that a key can be given to."""


def ask(
    line: Line, found: Sequence[Question], keys: Keys, say: Say, blind: bool = False
) -> Sitting:
    """Ask questions one after the other until they are answered or somebody stops."""
    sitting = Sitting(line, found, keys, say, blind)
    while sitting.at < len(found) and sitting.put():
        pass
    return sitting


class Sitting:
    """A person at the questions: where they are and what they have answered."""

    def __init__(
        self, line: Line, found: Sequence[Question], keys: Keys, say: Say, blind: bool
    ) -> None:
        self.line, self.found, self.keys, self.say, self.blind = line, found, keys, say, blind
        self.at = 0
        self._done: list[tuple[int, tuple[Decision, ...]]] = []

    @property
    def answered(self) -> list[Question]:
        """The questions that have an answer now."""
        return [self.found[at] for at, made in self._done if made]

    def put(self) -> bool:
        """Put the question that is next; False to stop."""
        question = self.found[self.at]
        self.say(f"\nQuestion {self.at + 1} of {len(self.found)}")
        for row in describe(question, self.line, self.blind):
            self.say(row)
        offered = choices(question)
        several = question.kind in ("shared", "outside") and len(question.messages) > 1
        singly = several and not self.blind
        self.say(_offer(offered, singly))
        chosen = {choice.key: choice for choice in offered}
        key = self._key((*chosen, *("m" * singly), "s", "u", *STOP))
        if key in STOP:
            return False
        if key == "u":
            self._take_back()
        elif key == "m":
            self._answer(question, self._each(question))
        elif key == "s":
            self._answer(question, "skip")
        else:
            self.say(f"  {chosen[key].says}")
            self._answer(question, chosen[key].answer)
        return True

    def _answer(self, question: Question, answer: Answer) -> None:
        made: tuple[Decision, ...] = ()
        if answer != "skip":
            with self.line.project.locked():
                made = decide(self.line, question, answer)
        self._done.append((self.at, made))
        self.at += 1

    def _take_back(self) -> None:
        if not self._done:
            self.say("  nothing has been answered yet")
            return
        self.at, made = self._done.pop()
        if made:
            with self.line.project.locked():
                undo(self.line, made)
        self.say("  taken back")

    def _each(self, question: Question) -> dict[str, str]:
        """Ask for each message who is meant; what is left out stays open."""
        people = {str(at): who for at, who in enumerate(question.participants[:LISTED], start=1)}
        offered = [f"{key} {who}" for key, who in people.items()]
        self.say("  " + "   ".join([*offered, "k leave it", "s skip", "q enough"]))
        said: dict[str, str] = {}
        for message in question.messages:
            only = Question(question.kind, question.name, messages=(message,))
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
    settles = "one mention" if question.count == 1 else f"{question.count:,} mentions"
    yield f"  settles {settles}; score {question.score:.2f}"
    yield from (f"  {clean(reason)}" for reason in question.reasons)
    if not blind:
        yield from map(_shown, excerpts(line.corpus, question, width=_width()))


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
    plain = "NO_COLOR" in os.environ or not sys.stdout.isatty()
    return f"*{name}*" if plain else f"\x1b[1;7m{name}\x1b[0m"


def _offer(offered: Sequence[Choice], singly: bool) -> str:
    ways = [f"{choice.key} {choice.says}" for choice in offered]
    ways += ["m message by message"] if singly else []
    return "  " + "   ".join([*ways, "s skip", "u undo", "q stop"])


def _width() -> int:
    return max(32, (shutil.get_terminal_size().columns - 40) // 2)


def forgive_letters() -> None:
    """Let a terminal show a ? for a letter it does not have, and go on."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


@contextmanager
def keyboard() -> Iterator[Keys]:
    """Give a keyboard that is read key by key; where there is none, line by line."""
    try:
        import termios
        import tty
    except ImportError:  # Windows
        yield lambda: sys.stdin.readline()[:1]
        return
    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    tty.setcbreak(handle, termios.TCSADRAIN)
    try:
        yield lambda: _read_key(handle)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def _read_key(handle: int) -> str:
    """The next key; one that sends several characters, as arrows do, is no answer."""
    from select import select

    def read() -> str:
        # A signal that comes between Python's last look and a read would wait for a key.
        while not select([handle], [], [], GLANCE)[0]:
            pass
        try:
            return os.read(handle, 1).decode("ascii", "replace").lower()
        except OSError:  # the terminal has gone
            return ""

    key = read()
    if key != ESCAPE or not select([handle], [], [], PATIENCE)[0]:
        return key
    if read() in "[o":
        while not (read() or "~") >= "@":
            pass
    return " "
