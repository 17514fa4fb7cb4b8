"""What CSV, TSV, JSONL, Parquet, XLSX and frames share: named columns and rows of cells."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from sys import intern
from typing import Any, BinaryIO, NamedTuple

from onym.disk.spool import relax
from onym.errors import InputError
from onym.formats.authors import AUTHOR_COLUMNS, PARENT_AUTHOR_COLUMNS, base
from onym.formats.columns import MESSAGES, ROSTER, pick, recognise, score, show
from onym.formats.corpus import PILED, Draft
from onym.formats.mask import Mask, Texts, asides_of, message_code, salt_of
from onym.formats.others import TEXT, UNKNOWN, Extras, Judge, advice, asides, is_date, part, telling
from onym.formats.pile import Pile, frame_of, tell
from onym.formats.records import Score
from onym.formats.replies import Cells, normal_ids, normal_parents
from onym.model import TEXT_COLUMNS, Corpus, Policy, Replaced, Source

Changes = Mapping[int, Cells]
"""Column to new cells, row by row; None leaves a cell as it stands."""

PERSONAL = (*AUTHOR_COLUMNS, *PARENT_AUTHOR_COLUMNS)
LINKED = ("id", "parent", "thread", "session")
_SHOWN = 20


@dataclass(frozen=True)
class Table:
    """A table as read, with whatever its format needs to write it back."""

    names: tuple[str, ...]
    numbers: Sequence[int]
    """What a person would call each row."""
    layout: Any
    notes: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    """What else is in the file: other sheets, remarks. It is not understood."""


def sheets_beside(count: int) -> tuple[str, ...]:
    """Say how many other sheets there are; their names might tell of somebody."""
    return (f"{count} other sheet{'s' * (count > 1)}",) if count else ()


Column = Callable[[Table, int], Cells]
"""Reads one column of a table, counted from 0, as text."""


class Shape(NamedTuple):
    """What all the pieces of a large table share."""

    names: tuple[str, ...]
    layout: Any
    notes: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class Piece(NamedTuple):
    """A piece of a table and what changes in it."""

    table: Table
    changes: Changes
    texts: frozenset[int]
    """Columns that hold text from now on, whether or not they change in this piece."""


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
    strip: Callable[[Table], Table] | None = None
    """Leaves out what is beside the table in its file, where there can be anything."""
    save: Callable[[BinaryIO, Iterator[Piece]], None] | None = None
    """Writes the pieces of a file, where that is more than putting one behind the other."""


def draft(
    table: Table,
    column: Column,
    format: str,
    path: Path | None,
    mapped: Mapping[str, str] | None,
) -> Draft:
    """Pick our columns out of a table, and judge the others."""
    made, extras, places = (
        pick_ours(table, column, format, path, mapped),
        part(mapped),
        _places(table.names),
    )
    judge = _judge(table.names, made.source.columns, extras)

    def read(name: str) -> Cells:
        return column(table, places[name])

    judge.look(read, _authors(made.columns, len(table.numbers)))
    roles = {**judge.roles(), **dict.fromkeys(table.beside, UNKNOWN)}
    return replace(
        made,
        source=replace(made.source, fields=roles),
        notes=(*made.notes, *_unknown_note(roles, table.beside)),
        asides=asides(read, judge.texts, 1),
        by_row=bool(judge.texts),
    )


def pick_ours(
    table: Table,
    column: Column,
    format: str,
    path: Path | None,
    mapped: Mapping[str, str] | None,
) -> Draft:
    """Pick our columns out of a table."""
    names, doubts = _choose(table.names, path, part(mapped))
    places = _places(table.names)
    cells = {ours: column(table, places[theirs]) for ours, theirs in names.items()}
    return Draft(cells, table.numbers, Source(path, format, names, table), (*table.notes, *doubts))


def _authors(cells: Mapping[str, Cells], rows: int) -> Cells:
    """Whatever tells the authors of rows apart."""
    told = (cells[name] for name in AUTHOR_COLUMNS if name in cells)
    return next(told, [None] * rows)


def _judge(names: Sequence[str], ours: Mapping[str, str], extras: Extras) -> Judge:
    taken = set(ours.values())
    others = [name for name in names if name not in taken]
    kept = [pick(names, theirs, "keep") for theirs in extras.kept]
    return Judge(others, kept, [pick(names, theirs, "text_2") for theirs in extras.texts])


def _unknown_note(roles: Mapping[str, str], beside: Sequence[str]) -> tuple[str, ...]:
    """Say in one line which columns are left out and how to keep them."""
    unknown = [name for name, role in roles.items() if role == UNKNOWN]
    if not unknown:
        return ()
    more = f" and {len(unknown) - _SHOWN} more" if len(unknown) > _SHOWN else ""
    listed = ", ".join(unknown[:_SHOWN]) + more
    how = advice([name for name in unknown if name not in beside])
    return (f"not known to Onym, left out: {listed}; {how}",)


def _choose(
    names: Sequence[str], path: Path | None, extras: Extras
) -> tuple[dict[str, str], list[str]]:
    """Give our columns the source's names for them, and say where that is in doubt."""
    apart = {pick(names, theirs, "keep") for theirs in (*extras.kept, *extras.texts)}
    found = recognise([name for name in names if name not in apart], MESSAGES, extras.columns)
    if "text" not in found:
        is_list = "id" not in found and _has_names(names)
        raise InputError(
            f"{path or 'the frame'} has no column for the text; {show(names)}; "
            'name it with --columns text=NAME, or text = "NAME" under [columns] in onym.toml'
            + ("; a class list goes with --roster" if is_list else "")
        )
    return _flatten(found), _doubts(found)


def _has_names(names: Sequence[str]) -> bool:
    return bool(recognise(names, ROSTER).keys() & {"name", "first", "last"})


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
    extras = part(mapped)
    names, doubts = _choose(shape.names, path, extras)
    judge = _judge(shape.names, names, extras)
    cells: dict[str, Cells] = {ours: [] for ours in names if ours not in PILED}
    places, numbers = _places(shape.names), array("q")

    def read(table: Table, name: str) -> Cells:
        return kind.column(table, places[name])

    for table in kind.pieces(path, shape):
        found = {ours: read(table, theirs) for ours, theirs in names.items()}
        judge.look(partial(read, table), _authors(found, len(table.numbers)))
        told = asides(partial(read, table), judge.texts, len(numbers) + 1)
        numbers.extend(table.numbers)
        for ours, column in cells.items():
            # People and threads come again and again: one string will do for each.
            column += map(_share, found[ours]) if ours != "id" else found[ours]
        texts = {
            name: [text or "" for text in found[name]] for name in TEXT_COLUMNS if name in found
        }
        times = found.get("time") or [None] * len(table.numbers)
        pile.texts.add(frame_of({"time": times, **texts}))
        pile.asides.add(tell(told))
    roles = {**judge.roles(), **dict.fromkeys(shape.beside, UNKNOWN)}
    source = Source(path, format, names, Streamed(shape, path.stat().st_size), roles)
    notes = (*shape.notes, *doubts, *_unknown_note(roles, shape.beside))
    return Draft(cells, numbers, source, notes, pile=pile, by_row=bool(judge.texts))


def _places(names: Sequence[str]) -> dict[str, int]:
    return {name: place for place, name in enumerate(names)}


def _share(cell: str | None) -> str | None:
    return cell and intern(cell)


def written(
    kind: TableFormat, corpus: Corpus, replaced: Replaced, policy: Policy
) -> Iterator[bytes]:
    """Write a large table piece by piece, from the file it was read from."""
    pieces = changed(kind, corpus, replaced, policy)
    return (kind.render(piece.table, piece.changes) for piece in pieces)


def changed(
    kind: TableFormat, corpus: Corpus, replaced: Replaced, policy: Policy
) -> Iterator[Piece]:
    """Go along a large table again, piece by piece, and say what changes."""
    at, source = 0, corpus.source
    texts = asides_of(replaced.asides, in_order=True)
    mask = Mask(corpus, replaced, policy, in_order=True)
    moving: frozenset[int] = frozenset()
    if replaced.pseudonyms:
        ours = [(name, base(name)) for name in source.columns]
        taken = [name for name, kind_of in ours if kind_of in (*PERSONAL, *TEXT_COLUMNS)]
        places = _places(source.layout.shape.names)
        moving = frozenset(places[source.columns[name]] for name in taken)
    for table in reread(kind, corpus):
        rows = slice(at, at + len(table.numbers))
        layout = replace(source, layout=table)
        part = replace(corpus, messages=corpus.messages[rows], source=layout)
        new = replace(replaced, messages=replaced.messages[rows])
        if kind.strip and policy.unknown == "drop":
            table = kind.strip(table)
        new_cells = changes(part, new, kind.column, policy, at + 1, texts, mask)
        yield Piece(table, new_cells, moving)
        relax()
        at = rows.stop


def reread(kind: TableFormat, corpus: Corpus) -> Iterator[Table]:
    """Give the pieces of a large table again, as long as it is still the same."""
    path, (shape, size) = corpus.source.path, corpus.source.layout
    assert kind.pieces is not None
    if path is None or not path.exists() or path.stat().st_size != size:
        raise InputError(f"{path} has changed since it was read; run onym again")
    return kind.pieces(path, shape)


def changes(
    corpus: Corpus,
    replaced: Replaced,
    column: Column,
    policy: Policy,
    start: int = 1,
    texts: Texts | None = None,
    mask: Mask | None = None,
) -> dict[int, Cells]:
    """Work out which cells of the source's table, or of a piece of it, get a new value."""
    mask = mask or Mask(corpus, replaced, policy)
    table: Table = corpus.source.layout
    if not replaced.messages["id"].equals(corpus.messages["id"]):
        raise InputError("the replaced messages are not those of this corpus, row by row")
    result: dict[int, Cells] = {}
    places = _places(table.names)
    for ours, theirs in corpus.source.columns.items():
        place = places[theirs]
        if ours in TEXT_COLUMNS:
            result[place] = _new_texts(corpus, replaced, ours, mask)
        elif base(ours) in PERSONAL:
            result[place] = _new_people(ours, column(table, place), corpus, replaced)
        elif ours in LINKED and replaced.pseudonyms:
            result[place] = _new_ids(column(table, place), corpus, policy)
        elif ours == "time" and replaced.pseudonyms:
            cells = column(table, place)
            undated = (cell for cell in cells if not is_date(cell))
            if named := telling(undated, corpus.participants):
                result[place] = ["" if cell in named else None for cell in cells]
    told = asides_of(replaced.asides) if texts is None else texts
    for name, role in corpus.source.fields.items():
        if role == UNKNOWN and policy.unknown == "drop" and name in places:
            result[places[name]] = [cell and "" for cell in column(table, places[name])]
        elif role == TEXT and (replaced.pseudonyms or replaced.asides is not None):
            rows = enumerate(column(table, places[name]), start)
            result[places[name]] = [
                new if cell and (new := mask.tags(told.get(f"{row}/{name}", ""))) != cell else None
                for row, cell in rows
            ]
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


def _new_texts(corpus: Corpus, replaced: Replaced, ours: str, mask: Mask) -> Cells:
    old, new = corpus.messages[ours].to_list(), replaced.messages[ours].to_list()
    masked = [text and mask.tags(text) for text in new]
    return [b if a != b else None for a, b in zip(old, masked, strict=True)]


def _new_ids(cells: Cells, corpus: Corpus, policy: Policy) -> Cells:
    """Ids that tell of somebody get a code, the same wherever they stand."""
    found, salt = telling(cells, corpus.participants), salt_of(policy)
    return [message_code(cell.strip(), salt) if cell and cell in found else None for cell in cells]


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
