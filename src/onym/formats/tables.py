"""What CSV, TSV, JSONL, Parquet, XLSX and frames share: named columns and rows of cells."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from sys import intern
from typing import Any, NamedTuple

from onym.errors import InputError
from onym.formats.authors import AUTHOR_COLUMNS, PARENT_AUTHOR_COLUMNS, base
from onym.formats.columns import MESSAGES, recognise, score, show
from onym.formats.corpus import PILED, Draft
from onym.formats.pile import Pile, frame_of, tell
from onym.formats.records import Score
from onym.formats.replies import Cells, normal_ids, normal_parents
from onym.model import TEXT_COLUMNS, Corpus, Replaced, Source

Changes = Mapping[int, Cells]
"""Column to new cells, row by row; None leaves a cell as it stands."""

PERSONAL = (*AUTHOR_COLUMNS, *PARENT_AUTHOR_COLUMNS)


@dataclass(frozen=True)
class Table:
    """A table as read, with whatever its format needs to write it back."""

    names: tuple[str, ...]
    numbers: Sequence[int]
    """What a person would call each row."""
    layout: Any
    notes: tuple[str, ...] = ()


Column = Callable[[Table, int], Cells]
"""Reads one column of a table, counted from 0, as text."""


class Shape(NamedTuple):
    """What all the pieces of a large table share."""

    names: tuple[str, ...]
    layout: Any
    notes: tuple[str, ...] = ()


class TableFormat(NamedTuple):
    """A way to keep a table in a file."""

    recognise: Callable[[Path, bytes], bool]
    """From the path and the file's first bytes."""
    parse: Callable[[bytes, Path, Score], Table]
    """From a file's bytes; the score says which of several readings has our columns."""
    column: Column
    render: Callable[[Table, Changes], bytes]
    survey: Callable[[Path, Score], Shape] | None = None
    """Says what a file of any size is like, if it can be read in pieces."""
    pieces: Callable[[Path, Shape], Iterator[Table]] | None = None
    """Gives the file as tables whose renderings, one behind the other, are the file again."""


def draft(
    table: Table,
    column: Column,
    format: str,
    path: Path | None,
    mapped: Mapping[str, str] | None,
) -> Draft:
    """Pick our columns out of a table."""
    names, doubts = _choose(table.names, path, mapped)
    places = _places(table.names)
    cells = {ours: column(table, places[theirs]) for ours, theirs in names.items()}
    notes = (*table.notes, *doubts)
    return Draft(cells, table.numbers, Source(path, format, names, table), notes)


def _choose(
    names: Sequence[str], path: Path | None, mapped: Mapping[str, str] | None
) -> tuple[dict[str, str], list[str]]:
    """Give our columns the source's names for them, and say where that is in doubt."""
    found = recognise(names, MESSAGES, mapped)
    if "text" not in found:
        raise InputError(
            f"{path or 'the frame'} has no column for the text; {show(names)}; "
            'name it with --columns text=NAME, or text = "NAME" under [columns] in onym.toml'
        )
    return _flatten(found), _doubts(found)


class Streamed(NamedTuple):
    """A table too large to hold: what its pieces share, and how large the file was."""

    shape: Shape
    size: int


def stream(
    kind: TableFormat, format: str, path: Path, mapped: Mapping[str, str] | None, pile: Pile
) -> Draft:
    """Pick our columns out of a table piece by piece; what people wrote goes on the pile."""
    assert kind.survey is not None and kind.pieces is not None
    shape = kind.survey(path, partial(score, aliases=MESSAGES, mapped=mapped or {}))
    names, doubts = _choose(shape.names, path, mapped)
    cells: dict[str, Cells] = {ours: [] for ours in names if ours not in PILED}
    places, numbers = _places(shape.names), array("q")
    for table in kind.pieces(path, shape):
        found = {ours: kind.column(table, places[theirs]) for ours, theirs in names.items()}
        numbers.extend(table.numbers)
        for ours, column in cells.items():
            # People and threads come again and again: one string will do for each.
            column += map(_share, found[ours]) if ours != "id" else found[ours]
        told = [name for name in TEXT_COLUMNS if name in found]
        texts = {name: [text or "" for text in found[name]] for name in told}
        times = found.get("time") or [None] * len(table.numbers)
        pile.texts.add(frame_of({"time": times, **texts}))
        pile.asides.add(tell(()))
    source = Source(path, format, names, Streamed(shape, path.stat().st_size))
    return Draft(cells, numbers, source, (*shape.notes, *doubts), pile=pile)


def _places(names: Sequence[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


def _share(cell: str | None) -> str | None:
    return cell and intern(cell)


def written(kind: TableFormat, corpus: Corpus, replaced: Replaced) -> Iterator[bytes]:
    """Write a large table piece by piece, from the file it was read from."""
    at, source = 0, corpus.source
    for table in reread(kind, corpus):
        rows = slice(at, at + len(table.numbers))
        layout = replace(source, layout=table)
        part = replace(corpus, messages=corpus.messages[rows], source=layout)
        new = replace(replaced, messages=replaced.messages[rows])
        yield kind.render(table, changes(part, new, kind.column))
        at = rows.stop


def reread(kind: TableFormat, corpus: Corpus) -> Iterator[Table]:
    """Give the pieces of a large table again, as long as it is still the same."""
    path, (shape, size) = corpus.source.path, corpus.source.layout
    assert kind.pieces is not None
    if path is None or not path.exists() or path.stat().st_size != size:
        raise InputError(f"{path} has changed since it was read; run onym again")
    return kind.pieces(path, shape)


def changes(corpus: Corpus, replaced: Replaced, column: Column) -> dict[int, Cells]:
    """Work out which cells of the source's table get a new value."""
    table: Table = corpus.source.layout
    if not replaced.messages["id"].equals(corpus.messages["id"]):
        raise InputError("the replaced messages are not those of this corpus, row by row")
    result: dict[int, Cells] = {}
    places = _places(table.names)
    for ours, theirs in corpus.source.columns.items():
        place = places[theirs]
        if ours in TEXT_COLUMNS:
            result[place] = _new_texts(corpus, replaced, ours)
        elif base(ours) in PERSONAL:
            result[place] = _new_people(ours, column(table, place), corpus, replaced)
    return {place: cells for place, cells in result.items() if any(c is not None for c in cells)}


def _flatten(found: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Number further columns about people, which must not stay as they are: author_2."""
    names = {}
    for ours, choices in found.items():
        names[ours] = choices[0]
        if ours in PERSONAL:
            names |= {f"{ours}_{place}": name for place, name in enumerate(choices[1:], 2)}
    return names


def _doubts(found: Mapping[str, Sequence[str]]) -> list[str]:
    return [
        f"columns {' and '.join(choices)} could each be the {ours}; took {choices[0]}"
        for ours, choices in found.items()
        if len(choices) > 1 and ours not in PERSONAL
    ]


def _new_texts(corpus: Corpus, replaced: Replaced, ours: str) -> Cells:
    old, new = corpus.messages[ours].to_list(), replaced.messages[ours].to_list()
    return [b if a != b else None for a, b in zip(old, new, strict=True)]


def _new_people(ours: str, cells: Cells, corpus: Corpus, replaced: Replaced) -> Cells:
    who = "parent_author" if base(ours) in PARENT_AUTHOR_COLUMNS else "author"
    old, new = corpus.messages[who].to_list(), replaced.messages[who].to_list()
    normal = normal_ids if who == "author" else normal_parents
    ids = normal(cells) if base(ours) == who else cells
    result: Cells = []
    for identity, was, now in zip(ids, old, new, strict=True):
        untouched = was == now and (identity == was or not replaced.pseudonyms)
        if untouched or identity is None or not identity.strip():
            result.append(None)
        else:
            # A cell about somebody of whom nothing else is known (an IP address) is emptied.
            result.append(now or "")
    return result
