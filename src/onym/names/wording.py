"""How a person's pseudonym appears in a text, for each way of naming the person.

A code stands in brackets, whatever the person was called. A masking name follows the real one:
where Robert Poe is Thomas Bell, *Robert* becomes *Thomas*, *Robbie* becomes *Tommy*, *Mr Poe*
becomes *Mr Bell* and *ROBERT POE* becomes *THOMAS BELL*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Lookup

from onym.fitting import Fitter
from onym.fitting.shapes import fit_case, fit_form
from onym.language import is_short_form, variants
from onym.model import Participant, Policy
from onym.names.forms import PARTICLES, TITLES, WORD
from onym.names.kinship import Person, close, person_of
from onym.names.styles import BARE
from onym.once import once, remembers
from onym.text.text import fold

_APOSTROPHE = re.compile(r"(?<=\w)['’]s$", re.IGNORECASE)
_NUMBER = re.compile(r" \d+$| \([^()]*\)$")


@remembers
class Wording:
    """Writes pseudonyms; what a person is called here and there is kept in the fitter's table."""

    def __init__(
        self,
        policy: Policy,
        given: Lookup[str, str],
        participants: Lookup[str, Participant],
        fitter: Fitter,
    ) -> None:
        self.policy, self.given, self.fitter = policy, given, fitter
        self.participants = participants
        self._shown: dict[tuple[str, str], str] = {}
        self._people: dict[str, Person] = {}

    @once
    def plain(self) -> bool:
        """Whether a person looks the same however they are named."""
        kept = self.policy.style in BARE or self.policy.style == "placeholder"
        return not kept and self.policy.variants == "one"

    def forget(self) -> None:
        """Work everything out anew, as the fitter begins anew."""
        self._shown.clear()

    def shown(self, who: str, piece: str) -> str:
        """What stands in the text for a person who is named so."""
        if self.plain:
            return f"[{self.given[who]}]"
        key = who, piece
        if key not in self._shown:
            self._shown[key] = self._make(who, piece)
        return self._shown[key]

    def _make(self, who: str, piece: str) -> str:
        style = self.policy.style
        if not piece.strip() and style in BARE:
            return _NUMBER.sub("", _NUMBER.sub("", self.given[who])).partition(" ")[0]
        if style in ("name", "name+profile"):
            return self._mask(who, piece)
        if style == "first-name":
            return self._first_name(who, piece)
        if style == "placeholder":
            return self._labelled(who, piece)
        return f"[{self.given[who]}{self._letter(who, piece)}]"

    def _mask(self, who: str, piece: str) -> str:
        """The masking name in the shape of what is written."""
        told = re.search(r" \([^()]*\)$", self.given[who])
        first, _, last = _NUMBER.sub("", _NUMBER.sub("", self.given[who])).partition(" ")
        if _is_handle(piece):
            return _handle(piece, first, last)
        made: list[str] = []
        for gap, word, kind in self._words(who, piece):
            new = self._word(word, kind, first, last, bool(made))
            if not (made and fold(made[-1]) == fold(new)):
                made += (gap if made else "", new)
        return "".join(made) + (told[0] if told else "")

    def _word(self, word: str, kind: str, first: str, last: str, follows: bool) -> str:
        """What stands for one word of a name."""
        stem, ending = _split(word)
        if kind == "title":
            return word
        if kind == "initial":
            return (last if follows and last else first)[0] + word[1:]
        if kind == "initials":
            return fit_case((first[0] + last[:1]).upper(), word)
        if kind == "short":
            return self.fitter.short_word(fold(stem), first, stem) + ending
        new = last if kind.startswith("family") and last else first
        if kind.endswith("genitive"):
            new = fit_form(new, word, "genitive")
        return fit_case(new, stem) + ending

    def _first_name(self, who: str, piece: str) -> str:
        """The given names as they are written; the family name goes."""
        own = [(gap, word) for gap, word, kind in self._words(who, piece) if kind[:6] != "family"]
        kept = "".join(gap + word for gap, word in own).strip(" ,\n\t")
        return kept or fit_case(_NUMBER.sub("", self.given[who]), piece)

    def _labelled(self, who: str, piece: str) -> str:
        """[firstname_female_1], [surname_1] and both for a full name."""
        label, _, number = self.given[who].rpartition("_")
        if _is_handle(piece):
            return f"[username_{number}]"
        names = {"family": "surname", "initial": "initials", "initials": "initials"}
        names["short"] = "nickname"
        kinds = [kind.partition(" ")[0] for _, _, kind in self._words(who, piece)]
        labels = [names.get(kind, label) for kind in kinds if kind != "title"]
        return " ".join(f"[{each}_{number}]" for each in dict.fromkeys(labels))

    def _letter(self, who: str, piece: str) -> str:
        """The letter of a short form or nickname: a, b, ...; none for the registered name."""
        words = [fold(word) for _, word, kind in self._words(who, piece) if kind == "short"]
        if self.policy.variants == "one" or not words:
            return ""
        return self.fitter.letter(who, " ".join(words))

    def _words(self, who: str, piece: str) -> Iterator[tuple[str, str, str]]:
        """The words of a piece: what stands before each, the word, and which part of the name."""
        person = self._person(who)
        found = list(WORD.finditer(piece))
        if len(found) > 2 and all(len(word[0]) == 1 for word in found):
            joined = "".join(word[0] for word in found)  # R o b e r t
            yield "", joined.capitalize(), self._kind(joined, person)
            return
        at = 0
        for word in found:
            yield piece[at : word.start()], word[0], self._kind(word[0], person)
            at = word.end()

    def _kind(self, word: str, person: Person) -> str:
        """Whether a word is a given or the family name, a short form or an initial."""
        low = fold(_split(word)[0]).rstrip(".")
        if len(low) == 1:
            return "initial"
        if low in TITLES and low not in person.words:
            return "title"
        for kind, names in (("given", person.given), ("family", person.family)):
            if low in names or any(low in re.split(r"['’-]", name) for name in names):
                return kind
            if low.endswith("s") and low[:-1] in names:
                return f"{kind} genitive"
        if any(is_short_form(low, name) for name in person.given):
            return "short"
        for kind, names in (("given", person.given), ("family", person.family)):
            if any(variants(low, name) or close(low, name) for name in names):
                return kind
        if low in PARTICLES:
            return "family"
        if low in person.shrunk:
            return "initials"
        return "short" if person.given else "given"

    def _person(self, who: str) -> Person:
        if who not in self._people:
            self._people[who] = person_of(self.participants.get(who, Participant(who)))
        return self._people[who]


def _split(word: str) -> tuple[str, str]:
    """A word and the ending that an apostrophe sets off: Robert, 's."""
    found = _APOSTROPHE.search(word)
    return (word[: found.start()], found[0]) if found else (word, "")


def _is_handle(piece: str) -> bool:
    return any(letter.isdigit() or letter in "@_" for letter in piece)


def _handle(piece: str, first: str, last: str) -> str:
    """A user name or address made of the masking name."""
    name = ".".join(fold(part).replace(" ", "") for part in (first, last) if part)
    if "@" in piece.lstrip("@"):
        return f"{name}@dot.com"
    return ("@" if piece.startswith("@") else "") + name
