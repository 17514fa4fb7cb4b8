"""What CSV, TSV, JSONL, Parquet, XLSX and frames share: named columns and rows of cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from onym.errors import InputError
from onym.formats.authors import AUTHOR_COLUMNS, PARENT_AUTHOR_COLUMNS, base
from onym.formats.columns import MESSAGES, recognise, show
from onym.formats.corpus import Draft
from onym.formats.replies import Cells, normal_ids, normal_parents
from onym.model import TEXT_COLUMNS, Corpus, Replaced, Source

Changes = Mapping[int, Cells]
"""Column to new cells, row by row; None leaves a cell as it stands."""

Score = Callable[[Sequence[str]], int]
"""Tells how many column names are known."""

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


class TableFormat(NamedTuple):
    """A way to keep a table in a file."""

    recognise: Callable[[Path, bytes], bool]
    """From the path and the file's first bytes."""
    parse: Callable[[bytes, Path, Score], Table]
    """From a file's bytes; the score says which of several readings has our columns."""
    column: Column
    render: Callable[[Table, Changes], bytes]


def draft(
    table: Table,
    column: Column,
    format: str,
    path: Path | None,
    mapped: Mapping[str, str] | None,
) -> Draft:
    """Pick our columns out of a table."""
    found = recognise(table.names, MESSAGES, mapped)
    if "text" not in found:
        raise InputError(
            f"{path or 'the frame'} has no column for the text; {show(table.names)}; "
            'name it with --columns text=NAME, or text = "NAME" under [columns] in onym.toml'
        )
    names = _flatten(found)
    cells = {ours: column(table, table.names.index(names[ours])) for ours in names}
    notes = (*table.notes, *_doubts(found))
    return Draft(cells, table.numbers, Source(path, format, names, table), notes)


def changes(corpus: Corpus, replaced: Replaced, column: Column) -> dict[int, Cells]:
    """Work out which cells of the source's table get a new value."""
    table: Table = corpus.source.layout
    if not replaced.messages["id"].equals(corpus.messages["id"]):
        raise InputError("the replaced messages are not those of this corpus, row by row")
    result: dict[int, Cells] = {}
    for ours, theirs in corpus.source.columns.items():
        place = table.names.index(theirs)
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
