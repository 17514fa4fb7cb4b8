"""Sentences on a topic, filled from templates, with every name in them marked.

A name is written between marks until its message is complete, and only then becomes a span; so the
gold standard cannot disagree with the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from onym.demo.cast import Person
from onym.demo.dice import Dice
from onym.demo.names import load, words

MARKED = re.compile("\x02([^\x03]*)\x03([^\x04]*)\x04")
SLOT = re.compile(r"\{([^}]+)\}")
AN = re.compile(r"\b[aA] \{adj\}")

Span = tuple[int, int, str, str]
Template = tuple[str, ...]
"""Literal, slot, literal, slot, ..., literal."""


def mark(name: str, who: str, label: str = "NAME") -> str:
    """Write a name so that its place in the finished message can be found."""
    return f"\x02{label} {who}\x03{name}\x04"


def unmark(text: str) -> tuple[str, list[Span]]:
    """Give a finished text without marks, and the spans of what was marked."""
    spans: list[Span] = []
    parts: list[str] = []
    at = done = 0
    for match in MARKED.finditer(text):
        parts += (text[done : match.start()], match[2])
        start = at + match.start() - done
        at, done = start + len(match[2]), match.end()
        label, _, who = match[1].partition(" ")
        spans.append((start, at, label, who))
    parts.append(text[done:])
    return "".join(parts), spans


@cache
def templates(function: str) -> tuple[Template, ...]:
    """The templates for one thing to say: praise, question, cite and so on."""
    lines = load("sentences.toml")[function].strip().splitlines()
    return tuple(tuple(SLOT.split(AN.sub("{an}", line))) for line in lines)


@cache
def topics() -> tuple[dict[str, Any], ...]:
    """What students present, each topic with its own vocabulary."""
    return tuple(load("topics.toml")["topic"])


@cache
def lexicon() -> dict[str, list[str]]:
    """The words for slots that no topic fills."""
    data = load("sentences.toml")
    lists = {slot: words(text) for slot, text in data["words"].items()}
    vowel = re.compile(r"(?!use|uni)[aeiou]|honest")
    lists["an"] = [f"an {w}" if vowel.match(w) else f"a {w}" for w in lists["adj"]]
    slots = [slot for text in data.values() if isinstance(text, str) for slot in SLOT.findall(text)]
    return lists | {slot: slot.split("|") for slot in slots if "|" in slot}


@dataclass(frozen=True, slots=True)
class Library:
    """The people who are cited or spoken of without taking part."""

    authors: tuple[tuple[str, str], ...]
    """Given names and surname."""
    public: tuple[str, ...]
    private: tuple[str, ...]


def stock(people: list[Person], taken: set[str], dice: Dice) -> Library:
    """Choose whom the course cites; some bear a participant's given name or surname."""
    known = lexicon()
    plain = [p for p in people if p.role == "plain" and len(p.forms) == 1 and p.last.isalpha()]
    surnames = [name for name in known["author"] if name not in taken]
    surnames += [person.last for person in dice.sample(plain, 1)]
    usual = [p.given for p in people if p.role in ("plain", "namesake", "nickname", "gee")]
    givens = known["author_given"] + dice.sample(usual, 8)
    middles = ("", "", "", " G.", " G.", " L.", " J.")
    authors = [(dice.pick(givens) + dice.pick(middles), surname) for surname in surnames]
    given = {form.name for person in people for form in person.forms}
    public = sorted(known["public"], key=lambda name: name.split()[0] not in given)
    private = [name for name in known["third"] if name not in taken]
    return Library(tuple(authors), (*public[:8], *public[:4]), tuple(private))


class Writer:
    """Says things about one topic."""

    def __init__(self, topic: dict[str, Any], library: Library, dice: Dice) -> None:
        self.topic, self.library, self.dice = topic, library, dice
        own = {slot: terms for slot, terms in topic.items() if isinstance(terms, list)}
        self.lists: dict[str, list[str]] = lexicon() | own | {"title": [topic["title"]]}
        # These become names, whatever list stands under them.
        self.named = {
            "cite": self._cite,
            "paren": self._paren,
            "author": self._author,
            "public": self._public,
            "third": self._third,
            "eponym": self._eponym,
        }
        for slot in self.named:
            self.lists.pop(slot, None)

    def say(self, function: str, used: set[int], **given: str) -> str:
        """Fill a template that this message has not used yet, if there is one."""
        choice = templates(function)
        template = self.dice.pick(choice)
        for _ in range(4):
            if id(template) not in used:
                break
            template = self.dice.pick(choice)
        used.add(id(template))
        return self._fill(template, given)

    def _fill(self, template: Template, given: dict[str, str]) -> str:
        parts = list(template)
        last: dict[str, str] = {}
        for at in range(1, len(parts), 2):
            slot = parts[at]
            value = given.get(slot) or self._value(slot)
            while slot in last and last[slot] == value:
                value = self._value(slot)
            parts[at] = last[slot] = value
        text = "".join(parts)
        return text[0].upper() + text[1:]

    def _value(self, slot: str) -> str:
        choice = self.lists.get(slot)
        if choice is None:
            return self.named[slot]()
        return choice[int(self.dice.random() * len(choice))]

    def _year(self) -> str:
        return str(int(self.dice.between(1974, 2016)))

    def _surname(self) -> str:
        # Squaring makes a few authors much cited, as they are.
        authors = self.library.authors
        return mark(authors[int(self.dice.random() ** 2 * len(authors))][1], "author")

    def _cite(self) -> str:
        form = self.dice.weigh(("{0} ({2})", "{0} and {1} ({2})", "{0} et al. ({2})"), (5, 2, 2))
        return form.format(self._surname(), self._surname(), self._year())

    def _paren(self) -> str:
        form = self.dice.pick(("({0}, {2})", "({0} & {1}, {2})", "({0}, {2}; {1}, {3})"))
        return form.format(self._surname(), self._surname(), self._year(), self._year())

    def _author(self) -> str:
        return mark(" ".join(self.dice.pick(self.library.authors)), "author")

    def _public(self) -> str:
        return mark(self.dice.pick(self.library.public), "author")

    def _third(self) -> str:
        return mark(self.dice.pick(self.library.private), "third")

    def _eponym(self) -> str:
        name, apostrophe, law = self.dice.pick(lexicon()["eponym"]).partition("'")
        return mark(name, "eponym") + apostrophe + law
