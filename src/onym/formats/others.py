"""The columns of a table beside ours: which of them may be shared as they are.

A column stays where its content cannot tell of anybody: yes or no, numbers of a few digits, times,
ids of records. The rest is not understood and goes out empty, unless the user says that it stays
(`keep`) or that people write in it, so that names are replaced there (`text_2`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from onym import language
from onym.formats.columns import fold
from onym.formats.pile import Aside
from onym.formats.replies import Cells
from onym.model import Participant

UNKNOWN, KEPT, TEXT, EMPTY = "unknown", "kept", "text", "empty"
_EXTRA = re.compile(r"(?:keep(?:_\d+)?|text_\d+)")
_PARTS = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![a-z])|\d+")
_FLAGS = {"true", "false", "yes", "no", "y", "n", "on", "off", "0", "1", "ja", "nej", "nein"}
_FLAGS |= {"oui", "non"}
_NUMBER = re.compile(r"[-+]?\d{1,6}(?:[.,]\d+)?(?:[eE][-+]?\d{1,3})?\s?%?")
_LONG = re.compile(r"\d{4,}")
_TIME = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s?(?:Z|UTC|[+-]\d\d:?\d\d)?)?"
    r"|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?:,? \d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?)?"
    r"|1\d{9}(?:\d{3})?(?:\.\d+)?"
)
_CODE = re.compile(
    r"[A-Za-z]?[-_#]?\d+|(?=.*\d)[0-9a-f]{8,40}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4,12}){4}"
)
_TIMES = {"time", "date", "datetime", "timestamp", "created", "modified", "updated", "edited"}
_TIMES |= {"deleted", "sent", "posted", "submitted", "published", "deadline", "due"}
_RECORDS = (
    *("post", "message", "msg", "comment", "reply", "thread", "topic", "discussion", "forum"),
    *("parent", "root", "course", "section", "module", "week", "unit", "task", "assignment"),
    *("essay", "text", "document", "doc", "row", "line", "question", "answer", "category"),
    *("conversation", "channel", "session", "revision", "version", "item", "entry", "page"),
)
_PERSONAL = {
    *("birth", "birthday", "birthdate", "birthyear", "born", "dob", "age", "phone", "mobile"),
    *("tel", "telephone", "fax", "zip", "zipcode", "postcode", "postal", "plz", "lat", "lon"),
    *("lng", "latitude", "longitude", "geo", "location", "ssn", "passport", "matriculation"),
    *("salary", "income", "tax", "account", "iban", "card", "insurance", "personnummer"),
    *("personnr", "alter", "geburtsdatum", "telefon", "postnummer", "ålder", "mobil", "handy"),
    *("matrikelnummer", "postleitzahl", "geburtsjahr", "gehalt", "einkommen", "födelseår"),
    *("födelsedatum", "lön", "âge", "téléphone", "portable", "codepostal", "naissance", "salaire"),
}
_WORDED = re.compile(r"[^\W\d_]{3}|@")
_WORDS = re.compile(r"[^\W\d_]{3,}")
_ID_ENDS = ("id", "ids", "nr", "no", "number", "key", "code", "hash", "pin")


class Extras(NamedTuple):
    """What the user says of columns that are not ours."""

    columns: dict[str, str]
    """Our columns, as the user maps them."""
    kept: tuple[str, ...]
    texts: tuple[str, ...]


def part(mapped: Mapping[str, str] | None) -> Extras:
    """Tell our columns from those to keep (keep, keep_2) and further texts (text_2, text_3)."""
    given = mapped or {}
    ours = {name: theirs for name, theirs in given.items() if not _EXTRA.fullmatch(name)}
    kept = tuple(
        theirs for name, theirs in given.items() if name[:4] == "keep" and name not in ours
    )
    texts = tuple(
        theirs for name, theirs in given.items() if name[:4] == "text" and name not in ours
    )
    return Extras(ours, kept, texts)


class Judge:
    """Looks at the other columns of a table, piece by piece, and says what each holds."""

    def __init__(self, names: Iterable[str], kept: Sequence[str], texts: Sequence[str]) -> None:
        said = {fold(name): KEPT for name in kept} | {fold(name): TEXT for name in texts}
        self._said = {name: said[fold(name)] for name in names if fold(name) in said}
        self._open = {name: _Column(name) for name in names if name not in self._said}
        self._names = tuple(names)

    @property
    def texts(self) -> list[str]:
        """The columns that people write in."""
        return [name for name in self._names if self._said.get(name) == TEXT]

    def look(self, read: Callable[[str], Cells], authors: Cells) -> None:
        """Look at the next rows; a column that is not understood is not looked at again."""
        for name, column in self._open.items():
            if column.fits or column.empty:
                column.look(read(name), authors)

    def roles(self) -> dict[str, str]:
        """Say of every column what it holds."""
        return {name: self._said.get(name) or self._open[name].role() for name in self._names}


class _Column:
    """What the cells of a column have in common."""

    def __init__(self, name: str) -> None:
        words = [word.casefold() for word in _PARTS.findall(name)]
        personal = bool(_PERSONAL.intersection((*words, fold(name))))
        self.fits = {} if personal else dict(_kinds(words, fold(name)))
        self.empty = True
        self._values: dict[str, str | None] | None = {}
        self._owners: dict[str, str] = {}

    def look(self, cells: Cells, authors: Cells) -> None:
        distinct = {cell.strip() for cell in cells if cell and not cell.isspace()}
        self.empty = self.empty and not distinct
        self.fits = {kind: fit for kind, fit in self.fits.items() if all(map(fit, distinct))}
        if self.fits and self._values is not None:
            self._compare(cells, authors)

    def _compare(self, cells: Cells, authors: Cells) -> None:
        """See whether each author has a value that nobody else has."""
        assert self._values is not None
        for author, cell in dict.fromkeys(zip(authors, cells, strict=False)):
            if author and cell and cell.strip():
                own, owner = self._values.setdefault(author, cell), self._owners.get(cell)
                self._owners.setdefault(cell, author)
                if own != cell or owner not in (None, author):
                    self._values, self._owners = None, {}
                    return

    def role(self) -> str:
        if self.empty:
            return EMPTY
        numbers = self._values or {}
        telling = len(numbers) > 1 and all(
            value and _LONG.search(value) for value in numbers.values()
        )
        # A number of its own for everybody is another id of theirs.
        kinds = [kind for kind in self.fits if not (telling and kind == "number")]
        return kinds[0] if kinds else UNKNOWN


def _kinds(words: list[str], folded: str) -> Iterator[tuple[str, Callable[[str], object]]]:
    """The kinds of content that a column of this name may have."""
    yield "yes or no", lambda cell: cell.casefold() in _FLAGS
    records = any(folded.startswith(record) for record in _RECORDS)
    is_id = folded.endswith("id") or bool(words and words[-1] in _ID_ENDS)
    if is_id and records:
        yield "id", _CODE.fullmatch
    if not is_id:
        yield "number", _NUMBER.fullmatch
    if _TIMES.intersection(words) or folded.endswith(("time", "date", "created", "modified")):
        yield "time", _TIME.fullmatch


def telling(ids: Iterable[str | None], people: Mapping[str, Participant]) -> set[str]:
    """Find the ids of messages and threads that hold an address or a name of somebody."""
    worded = {each for each in ids if each and _WORDED.search(each)}
    if not worded:
        return set()
    known = {
        word
        for person in people.values()
        for name in (*person.names, *person.handles)
        for word in _WORDS.findall(name.casefold())
    }
    return {
        each
        for each in worded
        if "@" in each or not known.isdisjoint(_WORDS.findall(each.casefold()))
    }


def is_date(cell: str | None) -> bool:
    """Tell whether all words of a cell are months and days: "Mon, 3 May", not "by May, 3 April"."""
    words = [word.casefold() for word in _WORDS.findall(cell or "")]
    return _date_words().issuperset(words)


@cache
def _date_words() -> frozenset[str]:
    kinds = ("months", "weekdays")
    return frozenset(word for kind in kinds for word in language.merge(kind, language.CODES))


def advice(columns: Sequence[str]) -> str:
    """Say how columns that are left out can be kept."""
    if not columns:
        return "to copy all give --unknown keep"
    name = columns[0]
    return (
        f"to copy one give --columns keep={name}, to have names in it replaced"
        f" --columns text_2={name}, to copy all --unknown keep"
    )


def asides(read: Callable[[str], Cells], texts: Sequence[str], start: int) -> list[Aside]:
    """What people wrote in other columns, column by column; rows are counted from start."""
    return [
        Aside(f"{row}/{name}", cell)
        for name in texts
        for row, cell in enumerate(read(name), start)
        if cell
    ]
