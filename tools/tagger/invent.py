"""Invented people and places to put into texts, from Onym's own lists."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache

from onym.details.places import find_places
from onym.language import fold, given_names, surnames, zipf
from onym.language.folding import read_lines, read_set, read_table
from onym.language.people import Names

TITLES = ("Mr.", "Mrs.", "Ms.", "Dr.", "Mr", "Mrs", "Ms", "Dr", "Prof.", "Professor", "Miss", "Sir")
PARTICLES = ("van", "van der", "de", "von", "de la", "di", "da", "el", "al", "bin", "Le", "St.")
VOWELS = "aeiou"
STATES = tuple(
    f"{a}{b}"
    for a, b in zip(
        "CNTFWOMIPOGNVMNACMWTMMILAKOUNOB", "AYXLARALAHACAIJZONINODNALYKTVNC", strict=True
    )
)


def write(key: str) -> str:
    """A key with capitals where a name has them."""
    parts = []
    for word in key.split(" "):
        pieces = [piece[:1].upper() + piece[1:] for piece in word.split("-")]
        parts.append("-".join(pieces))
    name = " ".join(parts)
    if name[:2] == "Mc" and len(name) > 4:
        name = "Mc" + name[2].upper() + name[3:]
    if name[1:2] == "'":
        name = name[:2] + name[2:].capitalize()
    return name


@cache
def accented() -> dict[str, str]:
    """Keys of names to the names as they are spelt with accents."""
    return {fold(name): name for name in sorted(read_set("names/accented.z")) if name.islower()}


@cache
def short_forms() -> list[str]:
    """Short forms of given names."""
    lines = read_lines("names/short_forms.txt")
    return sorted({word for line in lines for word in line.partition(":")[2].split()})


@cache
def pools(kind: str) -> tuple[list[str], list[str], list[list[str]]]:
    """Names that are common, all of them, and all by culture; in Latin letters."""
    table: Names = given_names() if kind == "given" else surnames()
    common, everyone, cultures = [], [], defaultdict(list)
    for key in sorted(table.keys()):
        info = table.get(key)
        if info is None or not key.isascii() or len(key) < 2 or not key[-1].isalpha():
            continue
        everyone.append(key)
        if (info.weight or 0) >= 5 and any(c.startswith("en") for c in info.cultures):
            common.append(key)
        for culture in info.cultures:
            cultures[culture].append(key)
    return common, everyone, [names for _, names in sorted(cultures.items()) if len(names) > 50]


@cache
def towns() -> dict[str, list[str]]:
    """Places by kind: country, region, large and small cities, the rest."""
    found = defaultdict(list)
    for key in sorted(read_table("places/gazetteer.z")):
        place = find_places(key)[0]
        kind = ("big" if place.size >= 6 else "city") if place.kind == "city" else place.kind
        if len(key) > 2 and key.replace(" ", "").replace("-", "").isascii():
            found[kind].append(key)
    return dict(found)


@cache
def famous() -> dict[str, list[str]]:
    """The places of each kind that English texts name often."""
    return {kind: [key for key in keys if zipf(key) >= 3.5] for kind, keys in towns().items()}


class Inventor:
    """Draws people and places."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def _draw(self, kind: str) -> str:
        common, everyone, cultures = pools(kind)
        chance = self.dice.random()
        if chance < 0.45:
            key = self.dice.choice(common)
        elif chance < 0.85:
            key = self.dice.choice(self.dice.choice(cultures))
        else:
            key = self.dice.choice(everyone)
        if self.dice.random() < 0.07:
            key = self._twist(key)
        if self.dice.random() < 0.5:
            key = accented().get(key, key)
        return write(key)

    def _twist(self, key: str) -> str:
        """A name that no list has: a vowel or a letter changed, two names run together."""
        at = self.dice.randrange(len(key))
        letter = self.dice.choice(VOWELS if key[at] in VOWELS else "bcdfghjklmnprstvz")
        key = key[:at] + letter + key[at + 1 :]
        return key + self.dice.choice(("", "", "ski", "o", "ez", "y", "ian", "ova", "sen"))

    def given(self) -> str:
        """A given name or short form."""
        if self.dice.random() < 0.12:
            return write(self.dice.choice(short_forms()))
        name = self._draw("given")
        if self.dice.random() < 0.04:
            name += self.dice.choice((" ", "-")) + self._draw("given")
        return name

    def last(self) -> str:
        """A surname."""
        name = self._draw("surname")
        chance = self.dice.random()
        if chance < 0.04:
            return f"{self.dice.choice(PARTICLES)} {name}"
        return f"{name}-{self._draw('surname')}" if chance < 0.07 else name

    def full(self) -> str:
        """A given name and a surname, with or without what may stand between."""
        given, last = self.given(), self.last()
        first = given[0]
        middle = self.dice.choice("ABCDEFGHJKLMNPRSTW")
        forms = (
            (f"{given} {last}", 70),
            (f"{given} {middle}. {last}", 10),
            (f"{given} {middle} {last}", 3),
            (f"{first}. {last}", 4),
            (f"{first} {last}", 2),
            (f"{first}. {middle}. {last}", 3),
            (f"{first}.{middle}. {last}", 2),
            (f"{given} {self.given()} {last}", 4),
            (f"{given} {last} {self.last()}", 3),
            (f"{last} {given}", 2),
            (f"{given} {last[0]}.", 3),
            (f"{given} {last} {self.dice.choice(('Jr.', 'III', 'Jr', 'Sr.'))}", 1),
        )
        return self.dice.choices([form for form, _ in forms], [weight for _, weight in forms])[0]

    def titled(self) -> str:
        """A title, which is no part of the name, and a name."""
        name = self.last() if self.dice.random() < 0.8 else self.full()
        return f"{self.dice.choice(TITLES)} \0{name}"

    def initials(self) -> str:
        """Two or three capitals."""
        letters = self.dice.choices("ABCDEFGHJKLMNPRSTW", k=self.dice.choice((2, 2, 3)))
        return self.dice.choice(("", ".")).join(letters)

    def place(self) -> str:
        """A city, region, country or other place."""
        kinds = ("big", "city", "region", "country", "area", "island", "geo", "place")
        weights = (40, 22, 12, 14, 4, 3, 3, 2)
        known = [(k, w) for k, w in zip(kinds, weights, strict=True) if k in towns()]
        kind = self.dice.choices([k for k, _ in known], [w for _, w in known])[0]
        return self._spell(kind)

    def country(self) -> str:
        """A country."""
        return self._spell("country")

    def two(self) -> str:
        """A city and the state, region or country it lies in, as two places."""
        city = self._spell(self.dice.choice(("big", "city")))
        chance = self.dice.random()
        outer = self.dice.choice(STATES) if chance < 0.3 else self._spell("region")
        return f"{city},\0 {outer if chance < 0.6 else self.country()}"

    def _spell(self, kind: str) -> str:
        small = {"of", "and", "the", "de", "la", "del", "on", "upon", "am", "der", "i", "in"}
        known = famous()[kind]
        keys = known if known and self.dice.random() < 0.5 else towns()[kind]
        words = self.dice.choice(keys).split(" ")
        return " ".join(
            word if at and word in small else write(word) for at, word in enumerate(words)
        )
