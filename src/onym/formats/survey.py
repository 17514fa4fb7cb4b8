"""What a file is and what is in it, before anything is done with it: counts and field names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from onym.formats import FORMATS
from onym.formats.authors import base
from onym.formats.fields import PERSONAL, TEXTS
from onym.formats.kinds import TABLES
from onym.formats.others import KEPT, TEXT, UNKNOWN
from onym.formats.people import name_key
from onym.formats.tables import PERSONAL as PERSONAL_COLUMNS
from onym.formats.tables import Streamed, Table, reread
from onym.model import TEXT_COLUMNS, Corpus

_ROWS = 200
"""How many rows of a column are looked at."""
_LOOKS = {
    "mail addresses": re.compile(r"[^\s@<>]+@[\w-]+\.[\w.-]+"),
    "IP addresses": re.compile(r"(?:\d{1,3}\.){3}\d{1,3}"),
    "phone numbers": re.compile(r"\+\d[\d ()-]{7,}\d"),
}


@dataclass(frozen=True)
class Survey:
    """What was recognised in a source."""

    format: str
    title: str
    messages: int
    people: int
    named: int
    """People of whom the source, or the roster, gives a name."""
    listed: int
    """People whom the source itself lists: the class list inside it."""
    threads: int
    sessions: int
    languages: tuple[str, ...]
    columns: dict[str, str]
    """Our columns and the source's own."""
    personal: dict[str, str]
    """Fields that tell of people, and what each holds; they are replaced."""
    written: tuple[str, ...]
    """Fields that people write in; names are replaced in them."""
    unknown: tuple[str, ...]
    """Fields of an export that are not known; left out unless the policy keeps them."""
    kept: dict[str, str]
    """Other columns of a table that stay as they are, and what they hold."""
    seems: dict[str, str]
    """Columns that are not known or that the user keeps, and what personal things they seem to
    hold."""
    notes: tuple[str, ...]


def survey(corpus: Corpus) -> Survey:
    """Say what was recognised in a corpus, by counts and names of fields."""
    source, messages = corpus.source, corpus.messages
    known = FORMATS.get(source.format)
    people = corpus.participants.values()
    return Survey(
        format=source.format,
        title=known.title if known else "a frame",
        messages=messages.height,
        people=len(people),
        named=sum(bool(who.names) for who in people),
        listed=source.listed,
        threads=messages["thread"].drop_nulls().n_unique(),
        sessions=messages["session"].drop_nulls().n_unique(),
        languages=corpus.languages,
        columns=dict(source.columns),
        personal=dict(_personal(corpus)),
        written=tuple(_written(corpus)),
        unknown=tuple(name for name, role in source.fields.items() if role == "unknown"),
        kept={name: role for name, role in _others(corpus).items() if role not in (UNKNOWN, TEXT)},
        seems=dict(_seems(corpus)),
        notes=corpus.notes,
    )


def _personal(corpus: Corpus) -> Iterator[tuple[str, str]]:
    for name, role in corpus.source.fields.items():
        if role in (*PERSONAL, "person", "code"):
            yield name, role
    if _is_table(corpus):
        for ours, theirs in corpus.source.columns.items():
            if base(ours) in PERSONAL_COLUMNS:
                yield theirs, ours


def _written(corpus: Corpus) -> Iterator[str]:
    """The fields that people write in."""
    source = corpus.source
    if _is_table(corpus):
        yield from (source.columns[name] for name in TEXT_COLUMNS if name in source.columns)
    yield from (name for name, role in source.fields.items() if role in TEXTS)


def _is_table(corpus: Corpus) -> bool:
    return corpus.source.format in (*TABLES, "parts", "frame")


def _others(corpus: Corpus) -> Mapping[str, str]:
    return corpus.source.fields if _is_table(corpus) else {}


def _seems(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """What the first rows of columns show that are not understood."""
    table, kind = corpus.source.layout, TABLES.get(corpus.source.format)
    if kind is not None and isinstance(table, Streamed):
        table = next(reread(kind, corpus))
    if kind is None or not isinstance(table, Table):
        return
    names = {name_key(name) for who in corpus.participants.values() for name in who.names}
    for name, role in _others(corpus).items():
        if role in (UNKNOWN, KEPT) and name in table.names:
            cells = kind.column(table, table.names.index(name))[:_ROWS]
            if found := _look([cell for cell in cells if cell], names):
                yield name, found


def _look(cells: list[str], names: set[str]) -> str:
    """Tell what a column seems to hold that should not be shared."""
    found = [what for what, looks in _LOOKS.items() if any(map(looks.search, cells))]
    if any(name_key(cell) in names for cell in cells):
        found.append("names of participants")
    return " and ".join(found)
