"""Names for invented people: pools by culture, short forms, misspellings."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from onym.demo.dice import Dice


@cache
def load(name: str) -> dict[str, Any]:
    """Read one of the data files beside this module."""
    text = files("onym.demo").joinpath(name).read_text(encoding="utf-8")
    return tomllib.loads(text)


def words(text: str) -> list[str]:
    """Split a list of names; an underscore or a tilde is a space inside one."""
    return [word.replace("_", " ").replace("~", " ") for word in text.split()]


def rows(text: str) -> list[list[str]]:
    """Split a list with one entry and its companions a line."""
    return [words(line) for line in text.strip().splitlines()]


@cache
def vocabulary() -> frozenset[str]:
    """Every word that people may write in the course, in lower case."""
    folder = files("onym.demo")
    texts = [folder.joinpath(f).read_text("utf-8") for f in ("sentences.toml", "topics.toml")]
    return frozenset(re.findall(r"\w+", " ".join(texts).lower()))


@dataclass
class Pool:
    """Names still to be given out; no name is ever given out twice unless it is asked for."""

    dice: Dice
    taken: set[str] = field(default_factory=set)
    shorts: dict[str, list[str]] = field(default_factory=dict)
    cultures: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)
    weights: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        for culture, data in load("people.toml").items():
            if isinstance(data, dict):
                given = rows(data["given"])
                self.shorts.update({first: shorts for first, *shorts in given})
                self.cultures[culture] = ([row[0] for row in given], words(data["surnames"]))
                self.weights.append(data["weight"])

    def culture(self) -> str:
        """Choose a culture, English-speaking half of the time."""
        return self.dice.weigh(list(self.cultures), self.weights)

    def given(self, culture: str, initial: str = "") -> str:
        """Take a given name that nobody has, the English pool standing in for an empty one."""
        for choice in (culture, "english", *self.cultures):
            free = [n for n in self.cultures[choice][0] if n.startswith(initial)]
            free = [n for n in free if not self.taken.intersection([n, *self.shorts[n]])]
            if free:
                return self.take(self.dice.pick(free))
        raise LookupError("people.toml has too few given names")

    def surname(self, culture: str, *, plain: bool = False) -> str:
        """Take a surname that nobody has; a plain one is a single word without a hyphen."""
        for choice in (culture, "english", *self.cultures):
            free = [n for n in self.cultures[choice][1] if n not in self.taken]
            free = [n for n in free if not plain or n.isalpha()]
            if free:
                return self.take(self.dice.pick(free))
        raise LookupError("people.toml has too few surnames")

    def choose(self, kind: str) -> str:
        """Take a name from one of the special lists: words, double, hyphen, middles, unrelated."""
        free = [n for n in words(load("people.toml")[kind]) if self.is_free(*n.split(), n)]
        return self.take(self.dice.pick(free))

    def group(self, kind: str) -> list[str]:
        """Take a row of names that belong together: shared_short, short_is_given, spellings."""
        free = [row for row in rows(load("people.toml")[kind]) if self.is_free(*row)]
        row = self.dice.pick(free)
        for name in row:
            self.take(name)
        return row

    def short(self, given: str) -> str:
        """Take a short form of a given name."""
        free = [n for n in self.shorts.get(given, ()) if n not in self.taken]
        return self.take(self.dice.pick(free)) if free else self.choose("unrelated")

    def has_short(self, given: str) -> bool:
        """Say whether a given name has a short form that is still free."""
        return any(n not in self.taken for n in self.shorts.get(given, ()))

    def is_free(self, *names: str) -> bool:
        """Say whether nobody has any of these names."""
        return not self.taken.intersection(names)

    def take(self, name: str) -> str:
        """Mark a name as given out."""
        self.taken.add(name)
        return name


def misspell(name: str, dice: Dice, taken: set[str]) -> str:
    """Misspell a name the way hasty writers do, into something that is not taken."""
    slips = [_swap, _drop, _double, _blur, _drop, _swap]
    while True:
        slip = dice.pick(slips)(name, dice)
        is_word = slip.lower() in vocabulary()
        if slip not in taken and slip != name and len(slip) > 2 and not is_word:
            return slip


def slip_capital(name: str) -> str:
    """Hold the shift key too long: RObert."""
    return name[:2].upper() + name[2:]


def _swap(name: str, dice: Dice) -> str:
    at = int(dice.between(1, len(name) - 1))
    return name[:at] + name[at + 1 : at + 2] + name[at] + name[at + 2 :]


def _drop(name: str, dice: Dice) -> str:
    at = int(dice.between(1, len(name)))
    return name[:at] + name[at + 1 :]


def _double(name: str, dice: Dice) -> str:
    at = int(dice.between(1, len(name)))
    return name[:at] + name[at] + name[at:]


def _blur(name: str, dice: Dice) -> str:
    """Write what sounds alike: another vowel, i for y, k for c, no accent."""
    alike = dict(zip("aeiouycksézéëçñöüøšćł", "eaeuoikczezeecnouosclx", strict=False))
    places = [at for at, letter in enumerate(name) if at and letter in alike]
    if not places:
        return name
    at = dice.pick(places)
    return name[:at] + alike[name[at]] + name[at + 1 :]
