"""From a table's columns to a Corpus: the same for every format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import polars as pl

from onym.errors import InputError
from onym.formats.authors import choose_author, gather_authors
from onym.formats.people import Person, combine, settle
from onym.formats.replies import Cells, link_replies, normal_ids
from onym.language import detect
from onym.model import MESSAGE_COLUMNS, TEXT_COLUMNS, Corpus, Source

Column = Sequence[str | None] | pl.Series | None


class Aside(NamedTuple):
    """Text of the source that is no message: a title, a profile, a former version."""

    id: str
    text: str
    author: str | None = None
    thread: str | None = None
    session: str | None = None


class Packed:
    """A column of texts that takes no more room while it grows than it will in a frame."""

    def __init__(self, size: int = 10_000) -> None:
        self._size = size
        self._open: list[str] = []
        self._packed = pl.Series(dtype=pl.String)

    def append(self, text: str | None) -> None:
        """Add the text of the next row."""
        self._open.append(text or "")
        if len(self._open) >= self._size:
            self._pack()

    def series(self) -> pl.Series:
        """Give the whole column."""
        self._pack()
        return self._packed

    def _pack(self) -> None:
        self._packed.append(pl.Series(self._open, dtype=pl.String))
        self._open = []


@dataclass(frozen=True)
class Draft:
    """What a format has read, under our column names but otherwise as it stood."""

    columns: dict[str, Cells]
    """`text` at least, unless it is packed; the others are named in `columns.MESSAGES`, author_2
    being one more."""
    numbers: Sequence[int]
    """What a person would call each row: its line, or its row in a spreadsheet."""
    source: Source
    notes: tuple[str, ...] = ()
    people: Sequence[Person] = field(default_factory=list)
    """The users whom the source itself lists."""
    asides: Sequence[Aside] = ()
    packed: Mapping[str, Packed] = field(default_factory=dict)
    """Columns that a large source has packed, of TEXT_COLUMNS."""


def build(draft: Draft, roster: Sequence[Person] = ()) -> Corpus:
    """Make the corpus: link the replies, tell the authors, join the roster."""
    if not draft.numbers:
        raise InputError(f"{draft.source.path or 'the frame'} has no rows; nothing to read")
    everybody = combine([*roster, *draft.people])
    roster_ids = {person.id for person in everybody if person.id}
    draft = _put_ids_first(draft, roster_ids)
    columns = draft.columns
    replies = link_replies(_ids(columns, "id"), _ids(columns, "parent"), draft.numbers)
    people, wrote, answered = gather_authors(columns, len(draft.numbers), roster_ids)
    participants = [person.freeze() for person in settle(people, everybody)]
    authors = [person.id if person else None for person in wrote]
    above = [None if row is None else authors[row] for row in replies.above]
    messages: dict[str, Column] = {
        **{name: columns.get(name) for name in MESSAGE_COLUMNS},
        "id": replies.ids,
        "parent": replies.parents,
        "thread": _ids(columns, "thread"),
        "session": _ids(columns, "session"),
        "author": authors,
        "parent_author": [
            person.id if person else derived
            for person, derived in zip(answered, above, strict=True)
        ],
    }
    for name in TEXT_COLUMNS:
        if name in draft.packed:
            messages[name] = draft.packed[name].series()
        elif name in columns:
            messages[name] = [text or "" for text in columns[name]]
    frame = _frame(messages, len(draft.numbers))
    return Corpus(
        messages=frame,
        participants={participant.id: participant for participant in participants},
        source=draft.source,
        languages=detect(text for text in frame["text"] if text),
        notes=(*draft.notes, *replies.notes),
        asides=_aside_frame(draft.asides, frame),
    )


def _put_ids_first(draft: Draft, roster_ids: set[str]) -> Draft:
    """Let `author` be the column that has the ids, when a table has several for the author."""
    chosen = choose_author(draft.columns, roster_ids)
    if chosen is None or chosen == "author":
        return draft
    swap = {chosen: "author", "author": chosen}
    columns = {swap.get(name, name): cells for name, cells in draft.columns.items()}
    named = {swap.get(ours, ours): theirs for ours, theirs in draft.source.columns.items()}
    return replace(draft, columns=columns, source=replace(draft.source, columns=named))


def _aside_frame(asides: Sequence[Aside], messages: pl.DataFrame) -> pl.DataFrame | None:
    """Lay out the asides like messages; the part 12/1.2 of message 12 is its author's."""
    if not asides:
        return None
    rows = {id: row for row, id in enumerate(messages["id"])}
    whole = [rows.get(aside.id.partition("/")[0]) for aside in asides]
    given: dict[str, Column] = {"id": [aside.id for aside in asides]}
    for name in MESSAGE_COLUMNS[1:]:
        told = [getattr(aside, name, None) for aside in asides]
        known = messages[name].to_list() if name != "text" else []
        given[name] = [
            value if value is not None or row is None else known[row]
            for value, row in zip(told, whole, strict=True)
        ]
    return _frame(given, len(asides))


def _ids(columns: Mapping[str, Cells], name: str) -> Cells | None:
    return normal_ids(columns[name]) if name in columns else None


def _frame(columns: Mapping[str, Column], rows: int) -> pl.DataFrame:
    return pl.DataFrame(
        [
            pl.Series(name, values if values is not None else [None] * rows, dtype=pl.String)
            for name, values in columns.items()
        ]
    )
