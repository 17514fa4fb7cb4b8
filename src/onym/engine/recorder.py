"""A fitter that remembers what it was asked for and did not know.

A thing must have the same pseudonym in every part of a corpus. So the parts are replaced once,
each with what is known so far; what they lacked is drawn in the order of the corpus and put into
one table; and the parts are replaced again with that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from onym.details.model import Detail, Part
from onym.fitting import Fitter
from onym.fitting.things import homes


class Recorder(Fitter):
    """Remembers the calls that drew something new."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._calls: list[list[Any]] = []

    def take(self) -> list[list[Any]]:
        """Give the calls so far, and forget them."""
        calls, self._calls = self._calls, []
        return calls

    def pseudonym(self, detail: Detail, text: str, place: str = "") -> str:
        """What to write for a detail."""
        known = len(self.table)
        made = super().pseudonym(detail, text, place)
        return self._noted(known, made, "pseudonym", *_cut_out(detail, text), place)

    def placeholder(self, detail: Detail, text: str, place: str = "") -> str:
        """The label with the number of the thing."""
        known = len(self.table)
        made = super().placeholder(detail, text, place)
        return self._noted(known, made, "placeholder", *_cut_out(detail, text), place)

    def short_name(self, value: str, mask: str, place: str = "") -> str:
        """A short form of a masking name."""
        known = len(self.table)
        made = super().short_name(value, mask, place)
        return self._noted(known, made, "short_name", value, mask, place)

    def letter(self, who: str, form: str) -> str:
        """The letter of one of a person's nicknames."""
        known = len(self.table)
        return self._noted(known, super().letter(who, form), "letter", who, form)

    def settle_in(self, details: Sequence[Detail], place: str = "") -> None:
        """Take note of the cities that the streets and bodies of a text lie in."""
        for value, city in homes(details):
            known = len(self.table)
            self.give("home", value, city, place)
            self._noted(known, city, "give", "home", value, city, place)

    def _noted(self, known: int, made: str, *call: Any) -> str:
        if len(self.table) > known:
            self._calls.append(list(call))
        return made


def replay(fitter: Fitter, call: list[Any]) -> None:
    """Ask a fitter what another was asked."""
    name, *given = call
    if name in ("pseudonym", "placeholder"):
        read = Detail._make(given[0])
        given[0] = read._replace(parts=tuple(map(Part._make, read.parts)))
    getattr(fitter, name)(*given)


def _cut_out(detail: Detail, text: str) -> tuple[Detail, str]:
    """A detail and nothing of the text around it."""
    start = detail.start
    parts = tuple(
        part._replace(start=part.start - start, end=part.end - start) for part in detail.parts
    )
    moved = detail._replace(start=0, end=detail.end - start, parts=parts)
    return moved, text[start : detail.end]
