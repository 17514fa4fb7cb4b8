"""From a table's columns to a Corpus: the same for every format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import polars as pl

from onym.errors import InputError
from onym.formats.authors import choose_author, gather_authors
from onym.formats.people import Person, combine, settle
from onym.formats.replies import Cells, link_replies, normal_ids
from onym.language import detect
from onym.model import MESSAGE_COLUMNS, Corpus, Source


@dataclass(frozen=True)
class Draft:
    """What a format has read, under our column names but otherwise as it stood."""

    columns: dict[str, Cells]
    """`text` at least; the others are named in `columns.MESSAGES`, author_2 being one more."""
    numbers: Sequence[int]
    """What a person would call each row: its line, or its row in a spreadsheet."""
    source: Source
    notes: tuple[str, ...] = ()
    people: Sequence[Person] = field(default_factory=list)
    """The users whom the source itself lists."""


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
    messages = {
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
        "text": [text or "" for text in columns["text"]],
    }
    if "subject" in columns:
        messages["subject"] = [text or "" for text in columns["subject"]]
    return Corpus(
        messages=_frame(messages, len(draft.numbers)),
        participants={participant.id: participant for participant in participants},
        source=draft.source,
        languages=detect(text for text in columns["text"] if text),
        notes=(*draft.notes, *replies.notes),
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


def _ids(columns: Mapping[str, Cells], name: str) -> Cells | None:
    return normal_ids(columns[name]) if name in columns else None


def _frame(columns: Mapping[str, Sequence[str | None] | None], rows: int) -> pl.DataFrame:
    return pl.DataFrame(
        [
            pl.Series(name, values if values is not None else [None] * rows, dtype=pl.String)
            for name, values in columns.items()
        ]
    )
