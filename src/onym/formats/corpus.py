"""From a table's columns to a Corpus: the same for every format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import polars as pl

from onym.errors import InputError
from onym.formats.authors import choose_author, gather_authors
from onym.formats.people import Person, combine, settle
from onym.formats.pile import Aside, Frames, Pile, cut, frame_of, tell
from onym.formats.replies import Cells, link_replies, normal_ids
from onym.language import detect
from onym.model import MESSAGE_COLUMNS, TEXT_COLUMNS, Corpus, Source

PILED = ("time", *TEXT_COLUMNS)
"""Columns that are only carried along, so that they need not be held in memory."""


@dataclass(frozen=True)
class Draft:
    """What a format has read, under our column names but otherwise as it stood."""

    columns: dict[str, Cells]
    """`text` at least, unless it is piled; the others are named in `columns.MESSAGES`, author_2
    being one more."""
    numbers: Sequence[int]
    """What a person would call each row: its line, or its row in a spreadsheet."""
    source: Source
    notes: tuple[str, ...] = ()
    people: Sequence[Person] = field(default_factory=list)
    """The users whom the source itself lists."""
    asides: Sequence[Aside] = ()
    pile: Pile | None = None
    """Has the asides and the columns of PILED, where a format puts them there."""
    by_row: bool = False
    """Whether asides are named by the row that they stand in, 12/notes, and not by message."""


def build(draft: Draft, roster: Sequence[Person] = ()) -> Corpus:
    """Make the corpus: link the replies, tell the authors, join the roster."""
    if not draft.numbers:
        raise InputError(f"{draft.source.path or 'the frame'} has no rows; nothing to read")
    pile = draft.pile or _pile(draft)
    pile.pack()
    listed = len({person.id or id(person) for person in draft.people})
    everybody = combine([*roster, *draft.people])
    roster_ids = {person.id for person in everybody if person.id}
    draft = _put_ids_first(draft, roster_ids)
    columns = draft.columns
    replies = link_replies(_ids(columns, "id"), _ids(columns, "parent"), draft.numbers)
    people, wrote, answered = gather_authors(columns, len(draft.numbers), roster_ids)
    nameless = [person for person in people if person.id is None]
    participants = [person.freeze() for person in settle(people, everybody)]
    authors = [person.id if person else None for person in wrote]
    rows: dict[str, Cells] = {
        "id": [*replies.ids],
        "parent": replies.parents,
        "thread": _ids(columns, "thread") or [],
        "session": _ids(columns, "session") or [],
        "author": authors,
        "parent_author": [
            person.id if person else None if above is None else authors[above]
            for person, above in zip(answered, replies.above, strict=True)
        ],
    }
    messages = _messages(rows, pile)
    return Corpus(
        messages=messages,
        participants={participant.id: participant for participant in participants},
        source=replace(draft.source, listed=listed),
        languages=detect(_texts(messages)),
        notes=(*draft.notes, *replies.notes),
        asides=_asides(messages, pile, draft.by_row),
        numbered=frozenset(person.id for person in nameless if person.id) - roster_ids,
    )


def _texts(messages: pl.DataFrame) -> Iterator[str]:
    return (text for part in messages.iter_slices(50) for text in part["text"] if text)


def _pile(draft: Draft) -> Pile:
    """Pile up what a source has in memory."""
    pile, columns = Pile(), draft.columns
    texts = {
        name: [text or "" for text in columns[name]] for name in TEXT_COLUMNS if name in columns
    }
    pile.texts.add(frame_of({"time": columns.get("time") or [None] * len(draft.numbers), **texts}))
    pile.asides.add(tell(draft.asides))
    return pile


def _messages(rows: Mapping[str, Cells], pile: Pile) -> pl.DataFrame:
    """Lay what tells who answers whom beside the texts."""
    with Frames(pile.folder, "rows") as frames:
        for piece in cut(pile.texts.lengths):
            empty = [None] * (piece.stop - piece.start)
            frames.add(frame_of({name: cells[piece] or empty for name, cells in rows.items()}))
        whole = pl.concat([frames.whole(), pile.texts.whole()], how="horizontal")
    return whole.select(*MESSAGE_COLUMNS, *(name for name in whole.columns if name == "subject"))


def _put_ids_first(draft: Draft, roster_ids: set[str]) -> Draft:
    """Let `author` be the column that has the ids, when a table has several for the author."""
    chosen = choose_author(draft.columns, roster_ids)
    if chosen is None or chosen == "author":
        return draft
    swap = {chosen: "author", "author": chosen}
    columns = {swap.get(name, name): cells for name, cells in draft.columns.items()}
    named = {swap.get(ours, ours): theirs for ours, theirs in draft.source.columns.items()}
    return replace(draft, columns=columns, source=replace(draft.source, columns=named))


def _asides(messages: pl.DataFrame, pile: Pile, by_row: bool) -> pl.DataFrame | None:
    """Lay out the asides like messages; the part 12/1.2 of message 12 is its author's."""
    if not sum(pile.asides.lengths):
        return None
    told = pile.asides.whole()
    with Frames(pile.folder, "asides") as frames:
        pieces = zip(cut(pile.texts.lengths), cut(pile.asides.lengths), strict=True)
        for place, piece in pieces:
            rows = messages[place].drop("text")
            if by_row:
                numbers = pl.Series("id", range(place.start + 1, place.stop + 1))
                rows = rows.with_columns(numbers.cast(pl.String))
            frames.add(_with_message(told[piece], rows))
        return frames.whole()


def _with_message(told: pl.DataFrame, messages: pl.DataFrame) -> pl.DataFrame:
    message = pl.col("id").str.split("/").list.first()
    both = told.with_columns(message=message).join(
        messages,
        how="left",
        left_on="message",
        right_on="id",
        maintain_order="left",
        suffix=" of it",
    )
    known = [pl.coalesce(name, f"{name} of it") for name in ("author", "thread", "session")]
    return both.with_columns(known).select(MESSAGE_COLUMNS)


def _ids(columns: Mapping[str, Cells], name: str) -> Cells | None:
    return normal_ids(columns[name]) if name in columns else None
