"""Which name stands in which message: signatures, greetings and people spoken of.

The rare names are placed first, each in the manner that was planned for it. Then people sign and
greet as their habits go, and at last names are put into or taken out of running text until each
category is used as often as in Farrow et al.'s Table 4.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from onym.demo.cast import Form, Person
from onym.demo.dice import Dice
from onym.demo.threads import Mention, Message

TOTALS = {"subset": 2159, "nickname": 669}
"""How often the names of the two large categories are used (Table 4)."""

GLUED = 4
"""How many greetings, and how many signatures, lack the space before the name."""


@dataclass(slots=True)
class Habit:
    """How somebody writes: how often signed, how often with a greeting, and which."""

    signs: float
    greets: float
    says_hi: float
    style: str


def place(messages: list[Message], people: list[Person], dice: Dice) -> None:
    """Put every name of every person into the messages."""
    _Placing(messages, people, dice).run()


def habit(dice: Dice) -> Habit:
    """Invent somebody's habits; most people sign nearly always, some hardly ever."""
    low, high = dice.weigh(((0.8, 0.98), (0.4, 0.8), (0.02, 0.3)), (0.52, 0.28, 0.2))
    style = dice.weigh(("line", "closing", "inline", "dash"), (0.5, 0.32, 0.13, 0.05))
    return Habit(dice.between(low, high), dice.between(0.25, 0.9), dice.between(0.35, 0.95), style)


class _Placing:
    def __init__(self, messages: list[Message], people: list[Person], dice: Dice) -> None:
        self.messages, self.people, self.dice = messages, people, dice
        self.habits = {person.id: habit(dice) for person in people}
        self.by_author: dict[str, list[Message]] = defaultdict(list)
        self.by_target: dict[str, list[Message]] = defaultdict(list)
        self.by_session: dict[int, list[Message]] = defaultdict(list)
        for message in messages:
            self.by_author[message.author.id].append(message)
            self.by_session[message.session].append(message)
            if message.target is not None and message.target is not message.author:
                self.by_target[message.target.id].append(message)

    def run(self) -> None:
        """Place rare names, then everyday ones, then make the numbers right."""
        for rare in (True, False):
            for person in self.people:
                for form in person.forms:
                    if (form.manner != "usual") == rare:
                        self._plan(person, form)
        for message in self.messages:
            self._sign(message)
            self._greet(message)
        for category, total in TOTALS.items():
            self._even_out(category, total)
        self._glue([message.signature for message in self.messages])
        self._glue([message.greeting for message in self.messages])

    def _glue(self, mentions: list[Mention | None]) -> None:
        """Leave out the space before a few names: HiRobert, thanksMary (section 3)."""
        able = [m for m in mentions if m and not m.fixed and len(m.form.name) > 3]
        for mention in self.dice.sample(able, GLUED):
            mention.style = "glued"

    def _plan(self, person: Person, form: Form) -> None:
        """Place a name in its manner; an everyday one once where it is sure to be seen."""
        manner = form.manner
        if manner == "usual":
            manner = "signed" if self.dice.chance(0.5) else "greeted"
        for _ in range(form.uses):
            ways = {"greeted": ("greeted", "signed"), "signed": ("signed", "greeted")}
            for way in ways.get(manner, (manner, "aside")):
                if self._put(person, form, way):
                    break

    def _put(self, person: Person, form: Form, way: str) -> bool:
        if way in ("signed", "spaced", "dashed", "thanks"):
            style = "plain" if way == "signed" else way
            free = [m for m in self.by_author[person.id] if m.signature is None]
            return self._fix(free, "signature", Mention(person, form, style, fixed=True))
        if way in ("greeted", "hello"):
            free = [m for m in self.by_target[person.id] if m.greeting is None]
            if way == "greeted":
                free = [m for m in free if m.well_placed]
            return self._fix(free, "greeting", Mention(person, form, way, fixed=True))
        message = self._own(person) if way == "own" else self._elsewhere(person)
        if message is not None:
            style = "address" if message.target is person else way
            message.asides.append(Mention(person, form, style, fixed=True))
        return message is not None

    def _fix(self, free: list[Message], slot: str, mention: Mention) -> bool:
        if free:
            setattr(self.dice.pick(free), slot, mention)
        return bool(free)

    def _own(self, person: Person) -> Message | None:
        return next((m for m in self.by_author[person.id] if m.kind == "present"), None)

    def _elsewhere(self, person: Person) -> Message | None:
        """Choose a message of somebody else that is long enough to speak of a person."""
        for _ in range(60):
            message = self.dice.pick(self.by_session[self.dice.pick(person.sessions)])
            if message.author is not person and message.words > 30 and len(message.asides) < 4:
                return message
        return None

    def _sign(self, message: Message) -> None:
        habit = self.habits[message.author.id]
        if message.signature is None and message.author.usual and self.dice.chance(habit.signs):
            form = self._choose(message.author)
            message.signature = Mention(message.author, form, habit.style)

    def _greet(self, message: Message) -> None:
        habit, target = self.habits[message.author.id], message.target
        if target is None or target is message.author or message.greeting is not None:
            return
        if target.usual and self.dice.chance(habit.greets):
            style = "hi" if self.dice.chance(habit.says_hi) else "hello"
            message.greeting = Mention(target, self._choose(target), style)

    def _choose(self, person: Person) -> Form:
        forms = person.usual
        return self.dice.weigh(forms, [form.weight for form in forms])

    def _even_out(self, category: str, total: int) -> None:
        """Speak of people more, or greet and sign less, until a category has its total."""
        spare = self._spare(category)
        surplus = sum(1 for m in self.messages for f in _all(m) if f.form.category == category)
        for remove in spare[: max(0, surplus - total)]:
            remove()
        able = [p for p in self.people if any(f.category == category for f in p.usual)]
        share = [len(self.by_author[p.id]) for p in able]
        while surplus < total:
            surplus += self._speak_of(self.dice.weigh(able, share), category)

    def _speak_of(self, person: Person, category: str) -> bool:
        forms = [form for form in person.usual if form.category == category]
        message = self._elsewhere(person)
        if message is None:
            return False
        style = "address" if message.target is person else "aside"
        message.asides.append(Mention(person, self.dice.pick(forms), style))
        return True

    def _spare(self, category: str) -> Sequence[Callable[[], None]]:
        """Ways to take one use of a category away, in random order."""
        ways: list[Callable[[], None]] = []
        for message in self.messages:
            for slot in ("greeting", "signature"):
                mention = getattr(message, slot)
                if mention and not mention.fixed and mention.form.category == category:
                    ways.append(lambda m=message, s=slot: setattr(m, s, None))  # type: ignore[misc]
        self.dice.shuffle(ways)
        return ways


def _all(message: Message) -> list[Mention]:
    ends = [mention for mention in (message.greeting, message.signature) if mention]
    return ends + message.asides
