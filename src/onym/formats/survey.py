"""What a file is and what is in it, before anything is done with it: counts and field names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from onym.formats import FORMATS
from onym.formats.authors import base
from onym.formats.fields import PERSONAL, TEXTS
from onym.formats.kinds import TABLES
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
    """Columns of a table that are copied as they are, and what they seem to hold."""
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
        written=tuple(name for name, role in source.fields.items() if role in TEXTS)
        or tuple(source.columns[name] for name in TEXT_COLUMNS if name in source.columns),
        unknown=tuple(name for name, role in source.fields.items() if role == "unknown"),
        kept=dict(_kept(corpus)),
        notes=corpus.notes,
    )


def _personal(corpus: Corpus) -> Iterator[tuple[str, str]]:
    for name, role in corpus.source.fields.items():
        if role in (*PERSONAL, "person", "code"):
            yield name, role
    if not corpus.source.fields:
        for ours, theirs in corpus.source.columns.items():
            if base(ours) in PERSONAL_COLUMNS:
                yield theirs, ours


def _kept(corpus: Corpus) -> Iterator[tuple[str, str]]:
    table = corpus.source.layout
    if isinstance(table, Streamed):
        table = next(reread(TABLES[corpus.source.format], corpus))
    if corpus.source.format not in TABLES or not isinstance(table, Table):
        return
    names = {name_key(name) for who in corpus.participants.values() for name in who.names}
    column, used = TABLES[corpus.source.format].column, set(corpus.source.columns.values())
    for place, name in enumerate(table.names):
        if name not in used:
            cells = [cell for cell in column(table, place)[:_ROWS] if cell]
            yield name, _seems(cells, names)


def _seems(cells: list[str], names: set[str]) -> str:
    """Tell what a column seems to hold that should not be shared."""
    found = [what for what, looks in _LOOKS.items() if any(map(looks.search, cells))]
    if any(name_key(cell) in names for cell in cells):
        found.append("names of participants")
    return " and ".join(found)
