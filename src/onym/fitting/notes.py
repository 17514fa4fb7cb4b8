"""Notes in the place of pseudonyms that are drawn later.

Which pseudonym a thing gets depends on which are taken already, and a part of a corpus does not
know what the parts before it took. So a part is read with notes in the place of pseudonyms, and a
list of what they ask for. Whoever has all lists draws in the order of the corpus and fills it in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from onym.details.model import LABELS, Detail
from onym.fitting.fitter import DIGITS, HARD, Fitter
from onym.fitting.things import homes
from onym.language import fold

OPEN, CLOSE = "\ufdd0", "\ufdd1"
"""Around the number of a note: characters that Unicode sets aside for use inside a program."""
_NOTE = re.compile(f"{OPEN}([0-9]*){CLOSE}")
STEADY = frozenset(("AGE", "DATE"))
"""Categories whose pseudonyms the seed and the place alone decide."""

Call = tuple[str, ...]
"""What a fitter is asked for, and with what."""


class Notes(Fitter):
    """Writes a note wherever a fitter would have to know what was drawn before."""

    def __init__(self, fitter: Fitter) -> None:
        super().__init__(fitter.seed, fitter.languages, invented=fitter.invented)
        self._numbers: dict[Call, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def take(self) -> list[Call]:
        """Give what was asked for, in order, and begin anew."""
        calls, self._numbers = list(self._numbers), {}
        return calls

    def pseudonym(self, detail: Detail, text: str, place: str = "") -> str:
        """What to write for a detail."""
        label = detail.sublabel
        if detail.parts or detail.category in STEADY or label in HARD or label in DIGITS:
            return super().pseudonym(detail, text, place)
        return self._note("pseudonym", *_told(detail, text), place)

    def placeholder(self, detail: Detail, text: str, place: str = "") -> str:
        """The label with the number of the thing."""
        if detail.parts:
            return super().placeholder(detail, text, place)
        return self._note("placeholder", *_told(detail, text), place)

    def short_word(self, value: str, mask: str, surface: str) -> str:
        """A short form of a masking name, written as the original is."""
        return self._note("short_word", value, mask, surface)

    def letter(self, who: str, form: str) -> str:
        """The letter of one of a person's nicknames."""
        return self._note("letter", who, form)

    def settle_in(self, details: Sequence[Detail], place: str = "") -> None:
        """Take note of the cities that the streets and bodies of a text lie in."""
        for value, city in homes(details):
            self._note("home", value, city, place)

    def _note(self, *call: str) -> str:
        return f"{OPEN}{self._numbers.setdefault(call, len(self._numbers))}{CLOSE}"


def draw(fitter: Fitter, calls: Sequence[Call]) -> list[str]:
    """What a fitter gives for each of the things that notes ask for."""
    return [_ask(fitter, *call) for call in calls]


def _ask(fitter: Fitter, name: str, *told: str) -> str:
    if name == "home":
        value, city, place = told
        return fitter.give("home", value, city, place)
    if name == "short_word":
        return fitter.short_word(*told)
    if name == "letter":
        return fitter.letter(*told)
    surface, sublabel, form, value, place = told
    category = LABELS[sublabel].category
    detail = Detail(0, len(surface), category, sublabel, form or None, value=value)
    asked = fitter.pseudonym if name == "pseudonym" else fitter.placeholder
    return asked(detail, surface, place)


def fill(text: str, drawn: Sequence[str]) -> str:
    """A text with the notes in it replaced by what was drawn for them."""
    if OPEN not in text:
        return text
    return _NOTE.sub(lambda note: drawn[int(note[1])] if note[1] else OPEN, text)


def guard(text: str) -> str:
    """A text from outside in which nothing is taken for a note."""
    return text.replace(OPEN, OPEN + CLOSE) if OPEN in text else text


def _told(detail: Detail, text: str) -> tuple[str, str, str, str]:
    surface = text[detail.start : detail.end]
    return surface, detail.sublabel, detail.form or "", detail.value or fold(surface)
