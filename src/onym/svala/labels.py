"""SVALA's labels of mentions: what it is, the number of the person or thing, and the form.

One number stands for one person or thing of an essay, from 1, however it is written; a full name
and its given name alone share one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from onym.details.model import FORM_MARKS, LABELS, Detail, Part
from onym.fitting.pools import gender_of
from onym.language import given_names, surnames
from onym.model import Mention
from onym.names.forms import TITLES, WORD, is_initial
from onym.text.text import fold

FIRST_NAMES = {"f": "firstname_female", "m": "firstname_male", "u": "firstname_unknown"}


class Labelled(NamedTuple):
    """A stretch of an essay, what stands for it, and SVALA's labels."""

    start: int
    end: int
    new: str | None
    """None where it is only marked."""
    labels: tuple[str, ...]


def labels_of(text: str, mentions: Iterable[Mention]) -> list[Labelled]:
    """The mentions of one essay as SVALA labels them, names and dates word by word."""
    numbers = _Numbers()
    return [each for mention in mentions for each in _label(text, mention, numbers)]


def name_label(word: str, alone: bool = True, last: bool = False) -> str:
    """The label of a word of a name that nobody has labelled yet."""
    if is_initial(word) or (word.isupper() and len(word) < 4):
        return "initials"
    if any(letter.isdigit() or letter in "@_" for letter in word):
        return "username"
    given, family = given_names().get(word), surnames().get(word)
    more = ((family.weight or 0) if family else -1) - ((given.weight or 0) if given else -1)
    if family is not None and more > (-1 if last and not alone else 3):
        return "surname"
    return "surname" if given is None and last and not alone else FIRST_NAMES[gender_of(word)]


def name_detail(text: str, start: int, end: int, score: float = 1.0) -> Detail:
    """A name that nobody has labelled as a detail, its words told apart."""
    words = list(WORD.finditer(text, start, end))
    names = [word for word in words if fold(word[0].rstrip(".")) not in TITLES] or words
    parts = tuple(
        Part(*word.span(), name_label(word[0], len(names) == 1, place == len(names) - 1))
        for place, word in enumerate(names)
    )
    value = " ".join(fold(word[0].rstrip(".")) for word in names) or fold(text[start:end])
    label = parts[0].sublabel if len(parts) == 1 else "fullname" if parts else "username"
    whole = len(parts) == 1 and parts[0][:2] == (start, end)
    return Detail(start, end, "NAME", label, None, score, value, () if whole else parts)


class _Numbers:
    """The numbers of people and things in one essay."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], str] = {}
        self.count = 0

    def of(self, kind: str, words: Iterable[str]) -> str:
        """The number of whatever is called by one of these words."""
        keys = [(kind, word) for word in words]
        number = next((self.known[key] for key in keys if key in self.known), None)
        if number is None:
            self.count += 1
            number = str(self.count)
        self.known |= dict.fromkeys(keys, number)
        return number


def _label(text: str, mention: Mention, numbers: _Numbers) -> Iterator[Labelled]:
    pieces = list(_pieces(text, mention))
    marks = [FORM_MARKS[form] for form in (mention.form or "").split() if form in FORM_MARKS]
    for place, (start, end, new, sublabels) in enumerate(pieces):
        names = [LABELS[label].svala if label in LABELS else label for label in sublabels]
        number = [] if new is None else [_number(text[start:end], mention, sublabels, numbers)]
        ending = marks if place == len(pieces) - 1 else []
        yield Labelled(start, end, new, tuple(dict.fromkeys((*names, *number, *ending))))


def _number(surface: str, mention: Mention, sublabels: list[str], numbers: _Numbers) -> str:
    if mention.participant is not None:
        return numbers.of("person", [mention.participant])
    if mention.category == "NAME":
        return numbers.of("name", (mention.value or fold(surface)).split())
    value = fold(surface) if mention.parts else mention.value or fold(surface)
    return numbers.of(sublabels[0], [value])


def _pieces(text: str, mention: Mention) -> Iterator[tuple[int, int, str | None, list[str]]]:
    """The words of a mention with what stands for each, where that can be told apart."""
    if mention.parts:
        new = _split(text, mention)
        if new is not None:
            for (start, end, label), word in zip(mention.parts, new, strict=True):
                yield start, end, word, [label]
            return
    labels = [label for _, _, label in mention.parts] or [mention.sublabel or ""]
    if not labels[0]:
        labels = _guess(text[mention.start : mention.end])
    yield mention.start, mention.end, mention.replacement, labels


def _split(text: str, mention: Mention) -> list[str | None] | None:
    """What stands for each part: what is between the parts is the same before and after."""
    if mention.replacement is None:
        return [None] * len(mention.parts)
    pattern, at = "", mention.start
    for start, end, _ in mention.parts:
        pattern += re.escape(text[at:start]) + "(.+?)"
        at = end
    found = re.fullmatch(
        pattern + re.escape(text[at : mention.end]), mention.replacement, re.DOTALL
    )
    return list(found.groups()) if found else None


def _guess(surface: str) -> list[str]:
    """The labels of a name that the mapping knows."""
    if any(letter.isdigit() or letter in "@_" for letter in surface):
        return ["username"]
    words = [word[0] for word in WORD.finditer(surface)]
    words = [word for word in words if fold(word.rstrip(".")) not in TITLES] or [surface]
    labels = [
        name_label(word, len(words) == 1, place == len(words) - 1)
        for place, word in enumerate(words)
    ]
    return list(dict.fromkeys(labels))
