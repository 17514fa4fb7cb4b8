"""Given names and surnames: how common, of which gender, from which cultures.

The tables are compiled by `tools/build_language.py`; LICENSES.md says from what.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from onym.language.folding import fold, read_lines, read_table

CULTURES_KEY = ""
"""The row that lists the cultures; no name is empty."""


@dataclass(frozen=True, slots=True)
class NameInfo:
    """What is known about one name."""

    name: str
    """The key: lower case, without accents."""
    weight: int | None
    """How common, from 0 (rarer than one in a hundred thousand) to 9; None when unknown."""
    gender: str | None
    """For a given name m, f or u (either, or not known); None for a surname."""
    cultures: tuple[str, ...]
    """Locales that list the name: en_US, sv_SE."""


class Names:
    """A table of names, looked up in any case and with or without accents."""

    def __init__(self, path: str) -> None:
        self._rows = read_table(path)
        self._cultures = self._rows.pop(CULTURES_KEY).split(",")

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and fold(name) in self._rows

    def __len__(self) -> int:
        return len(self._rows)

    def get(self, name: str) -> NameInfo | None:
        """What is known about a name, or None."""
        key = fold(name)
        row = self._rows.get(key)
        return None if not row else self._parse(key, row)

    def keys(self) -> frozenset[str]:
        """Every name as its key."""
        return frozenset(self._rows)

    def _parse(self, key: str, row: str) -> NameInfo:
        """A row is the weight, the gender, and one letter a culture."""
        weight = None if row[0] == "." else int(row[0])
        gender = None if row[1] == "." else row[1]
        cultures = tuple(self._cultures[culture_index(letter)] for letter in row[2:])
        return NameInfo(key, weight, gender, cultures)


@cache
def given_names() -> Names:
    """Given names of all cultures."""
    return Names("names/given.z")


@cache
def surnames() -> Names:
    """Surnames of all cultures."""
    return Names("names/surnames.z")


def is_widely_known(name: str) -> bool:
    """Whether a whole name means somebody whom everybody knows, and nobody the writer knows."""
    return fold(name).replace("-", " ") in _widely_known()


@cache
def _widely_known() -> frozenset[str]:
    return frozenset(fold(name).replace("-", " ") for name in read_lines("names/public.txt"))


def culture_letter(index: int) -> str:
    """The letter that stands for a culture in a row."""
    return chr(0x21 + index if index < 0x5E else 0xA1 + index - 0x5E)


def culture_index(letter: str) -> int:
    """The culture that a letter in a row stands for."""
    code = ord(letter)
    return code - 0x21 if code < 0x7F else code - 0xA1 + 0x5E
