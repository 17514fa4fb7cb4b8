"""Generated texts: messages and paragraphs with invented people and places in them."""

from __future__ import annotations

import random
import re
import tomllib
from functools import cache
from pathlib import Path

from tagger.invent import Inventor
from tagger.texts import Span, Text

SLOT = re.compile(r"\{(\w+)\}")
MONTHS = ["Jan", "Feb", "March", "April", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"]
DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "Monday", "Tuesday", "Friday", "Sunday"]
HOSTS = ("gmail.com", "uni.example", "mail.example.org", "yahoo.com", "stat.example.edu")
QUOTES = ("> ", ">", ">> ", "| ", "")


@cache
def templates() -> dict[str, list[str]]:
    """Every list of templates by its name."""
    data = tomllib.loads((Path(__file__).parent / "templates.toml").read_text(encoding="utf-8"))
    separator = re.compile(r"\||\n")
    lists = {key: text.strip("\n").split("\n") for key, text in data.items()}
    for key in ("organisations", "terms", "things", "relations"):
        lists[key] = [each for each in separator.split(data[key]) if each]
    return lists


class Generator:
    """Writes texts; the same seed writes the same ones."""

    def __init__(self, seed: int, sentences: list[str]) -> None:
        self.dice = random.Random(seed)
        self.invent = Inventor(self.dice)
        self.sentences = sentences
        """Sentences in which nobody is named."""

    def message(self) -> Text:
        """A whole message: greeting, body, closing, signature, quotes, in the usual disorder."""
        chance = self.dice.random
        parts: list[Text] = []
        if chance() < 0.1:
            parts += [self._quote(), Text("")]
        if chance() < 0.7:
            parts += [self._one("greetings"), *([Text("")] * (chance() < 0.6))]
        for _ in range(self.dice.choice((1, 1, 2, 2, 3))):
            parts += [
                self.paragraph(self.dice.choice((1, 2, 3, 4))),
                *([Text("")] * (chance() < 0.7)),
            ]
        if chance() < 0.75:
            if chance() < 0.75:
                parts.append(self._one("closings"))
            parts += self._signature()
        if chance() < 0.12:
            parts += [Text(""), self._one("postscripts")]
        if chance() < 0.25:
            parts += [Text(""), self._quote()]
        return self._noise(glue(parts, "\n"))

    def paragraph(self, count: int) -> Text:
        """Some sentences after one another."""
        kinds = self.dice.choices(("people", "places", "nobody", "o"), (30, 12, 18, 40), k=count)
        sentences = [self._one(kind) for kind in kinds]
        if self.dice.random() < 0.4:
            return wrap(glue(sentences, " "), self.dice.choice((50, 65, 72, 78)))
        return glue(sentences, " ")

    def lines(self) -> Text:
        """Headers, lists and notes: a few short lines."""
        kind = self.dice.choice(("attributions", "people", "nobody", "places", "card", "signings"))
        parts = [self._one(kind) for _ in range(self.dice.choice((1, 2, 3, 4)))]
        return self._noise(glue(parts, "\n"))

    def essay(self) -> Text:
        """Paragraphs with more places and people in running text."""
        kinds = self.dice.choices(
            ("people", "places", "o"), (35, 35, 30), k=self.dice.choice((3, 5, 7))
        )
        return self._noise(glue([self._one(kind) for kind in kinds], " "))

    def any(self) -> Text:
        """One of them."""
        makers = (self.message, self.lines, self.essay, lambda: self._noise(self.paragraph(2)))
        return self.dice.choices(makers, (50, 12, 18, 20))[0]()

    def swap(self, text: Text) -> Text:
        """Put other people and places in place of most that are marked."""
        parts, done = [], 0
        for start, end, label in sorted(text.spans):
            old = text.text[start:end]
            new = old if label == "ORG" or self.dice.random() < 0.35 else self._like(old, label)
            parts += [Text(text.text[done:start]), Text(new, ((0, len(new), label),))]
            done = end
        return self._noise(glue([*parts, Text(text.text[done:])], ""))

    def _like(self, old: str, label: str) -> str:
        if label == "LOC":
            new = self.invent.place()
        else:
            new = self.invent.full() if " " in old.strip() else self.invent.given()
        if old.islower():
            return new.lower()
        return new.upper() if old.isupper() and len(old) > 3 else new

    def _signature(self) -> list[Text]:
        parts = [self._one("signings")]
        if self.dice.random() < 0.35:
            card = self.dice.sample(templates()["card"], self.dice.choice((1, 2, 3, 5)))
            full = Text(*self._name(self.invent.full()))
            parts = [full, *(self._fill(line) for line in card)]
            if self.dice.random() < 0.3:
                parts = [Text("-- "), *parts]
            if self.dice.random() < 0.4:
                parts = [self._one("signings"), Text(""), *parts]
        return parts

    def _name(self, name: str) -> tuple[str, tuple[Span, ...]]:
        return name, ((0, len(name), "PER"),)

    def _quote(self) -> Text:
        mark = self.dice.choice(QUOTES)
        inner = [self._one("attributions")] if self.dice.random() < 0.3 else []
        if self.dice.random() < 0.4:
            inner.append(self._one("greetings"))
        inner += [wrap(self.paragraph(2), 70)]
        if self.dice.random() < 0.4:
            inner += [self._one("closings"), *self._signature()]
        body = indent(glue(inner, "\n"), mark)
        return glue([self._one("attributions"), body], "\n")

    def _one(self, kind: str) -> Text:
        if kind == "o":
            return Text(self.dice.choice(self.sentences))
        return self._fill(self.dice.choice(templates()[kind]))

    def _fill(self, template: str) -> Text:
        parts, done = [], 0
        for slot in SLOT.finditer(template):
            parts += [Text(template[done : slot.start()]), self._value(slot[1])]
            done = slot.end()
        return glue([*parts, Text(template[done:])], "")

    def _value(self, slot: str) -> Text:
        if slot in ("given", "full", "last", "any", "titled", "init"):
            return self._person(slot)
        if slot in ("loc", "country", "two"):
            return self._place(slot)
        if slot == "org":
            inner = self._fill(self.dice.choice(templates()["organisations"]))
            return Text(inner.text, ((0, len(inner.text), "ORG"),))
        lists = {"thing": "things", "term": "terms", "rel": "relations"}
        if slot in lists:
            return Text(self.dice.choice(templates()[lists[slot]]))
        return Text(self.dice.choice(self.sentences) if slot == "o" else self._figure(slot))

    def _person(self, slot: str) -> Text:
        if slot == "any":
            slot = self.dice.choices(("given", "full", "titled", "last"), (50, 35, 8, 7))[0]
        if slot == "init":
            return Text(self.invent.initials())
        before, _, name = getattr(self.invent, slot)().rpartition("\0")
        chance = self.dice.random()
        if chance < 0.06:
            name = name.lower()
        elif chance < 0.08 and len(name) > 3:
            name = name.upper()
        return Text(before + name, ((len(before), len(before) + len(name), "PER"),))

    def _place(self, slot: str) -> Text:
        drawn = getattr(self.invent, "place" if slot == "loc" else slot)()
        if self.dice.random() < 0.06:
            drawn = drawn.lower()
        first, mark, second = drawn.partition(",\0 ")
        parts = [Text(first, ((0, len(first), "LOC"),))]
        if mark:
            parts += [Text(", "), Text(second, ((0, len(second), "LOC"),))]
        return glue(parts, "")

    def _figure(self, slot: str) -> str:
        number = self.dice.randrange
        if slot == "n":
            return str(self.dice.choice((number(1, 30), number(1900, 2020), number(10**6))))
        if slot == "time":
            return f"{number(1, 24)}:{number(10, 60)}{self.dice.choice(('', ' AM', ' PM'))}"
        if slot == "mail":
            user = re.sub(r"\W", "", self.invent.given().lower())
            return f"{user}{self.dice.choice(('@', '@', ' at '))}{self.dice.choice(HOSTS)}"
        if slot == "url":
            return f"http://www.{re.sub(r'[^a-z]', '', self.invent.last().lower())}.com/~x"
        day, month, year = number(1, 29), self.dice.choice(MONTHS), number(1999, 2021)
        forms = (
            f"{day} {month} {year}",
            f"{month} {day}, {year}",
            f"{self.dice.choice(DAYS)}, {month} {day}, {year}",
            f"{self.dice.choice(DAYS)} {day} {month}",
            f"{year}-{number(10, 13)}-{number(10, 29)}",
            self.dice.choice(DAYS),
        )
        return self.dice.choice(forms)

    def _noise(self, text: Text) -> Text:
        """Write a text as people write in haste: all small, all large, letters lost or swapped."""
        chance = self.dice.random()
        if chance < 0.06:
            return same_length(text, text.text.lower())
        if chance < 0.08:
            return same_length(text, text.text.upper())
        if chance < 0.16:
            return slip(text, self.dice)
        return text


def same_length(text: Text, changed: str) -> Text:
    """The changed text if every letter is still where it was."""
    return Text(changed, text.spans) if len(changed) == len(text.text) else text


def slip(text: Text, dice: random.Random) -> Text:
    """Swap two letters here and there."""
    letters = list(text.text)
    for at in range(len(letters) - 1):
        if dice.random() < 0.01 and letters[at].islower() and letters[at + 1].islower():
            letters[at], letters[at + 1] = letters[at + 1], letters[at]
    return Text("".join(letters), text.spans)


def glue(parts: list[Text], between: str) -> Text:
    """Join texts, moving their spans along."""
    text, spans = "", list[Span]()
    for at, part in enumerate(parts):
        text += between if at else ""
        spans += [(start + len(text), end + len(text), label) for start, end, label in part.spans]
        text += part.text
    return Text(text, tuple(spans))


def wrap(text: Text, width: int) -> Text:
    """Break lines at spaces, as mail programs do."""
    letters, begun = list(text.text), 0
    for match in re.finditer(r"\s", text.text):
        if match.start() - begun > width:
            letters[match.start()] = "\n"
            begun = match.start()
    return Text("".join(letters), text.spans)


def indent(text: Text, mark: str) -> Text:
    """Put a mark before every line; spans that a line break cuts become two."""
    parts, at = [], 0
    for line in text.text.split("\n"):
        end = at + len(line)
        inside = [
            (max(s, at) - at, min(e, end) - at, label)
            for s, e, label in text.spans
            if s < end and e > at
        ]
        parts.append(glue([Text(mark), Text(line, tuple(inside))], ""))
        at = end + 1
    return glue(parts, "\n")
