"""A folder of one platform's exports, a JSON file for each channel or topic: one corpus.

Whoever writes in two channels is one person with one pseudonym. Each file is read and written by
its own format. Pictures and whatever else programs save beside them are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import polars as pl

from onym.disk.files import read_bytes
from onym.errors import InputError
from onym.formats import canvas, discord, discourse, telegram
from onym.formats.corpus import Draft
from onym.formats.fields import unknown_note
from onym.formats.folders import copies, list_files, number_names, other_files, write_folder
from onym.formats.format import HEAD, Format
from onym.formats.pile import Aside
from onym.formats.replies import Cells
from onym.model import Corpus, Policy, Replaced, Source

KINDS = {
    "canvas": canvas.FORMAT,
    "discourse": discourse.FORMAT,
    "discord": discord.FORMAT,
    "telegram": telegram.FORMAT,
}
"""Exports that hold one conversation, of which a course has many."""


class File(NamedTuple):
    """One file of the folder."""

    source: Source
    rows: int


class Layout(NamedTuple):
    """The platform, and its files in the order of their messages."""

    kind: str
    files: tuple[File, ...]


class Part(NamedTuple):
    """What one file holds, as its own format knows it."""

    corpus: Corpus
    number: int
    start: int
    """The first of its rows among all messages."""


def recognise(path: Path, head: bytes) -> bool:
    """Tell a folder by its JSON files, which are all of one platform."""
    return path.is_dir() and _kind(path, _files(path)) is not None


def _kind(path: Path, files: Sequence[Path]) -> str | None:
    """The platform that all files come from."""

    def is_like(kind: Format, file: Path) -> bool:
        return kind.recognise(path / file, read_bytes(path / file, HEAD))

    first = (name for name, kind in KINDS.items() if files and is_like(kind, files[0]))
    found = next(first, None)
    return found if found and all(is_like(KINDS[found], file) for file in files[1:]) else None


def _files(path: Path) -> list[Path]:
    """The JSON files of a folder and the folders in it, as seen from it."""
    return [file for file in list_files(path) if file.suffix.lower() == ".json"]


def read(path: Path, columns: Mapping[str, str] | None = None) -> Draft:
    """Read all files of a folder as one."""
    files = _files(path) if path.is_dir() else []
    kind = _kind(path, files)
    if kind is None:
        raise InputError(f"{path} is no folder of one platform's exports; give one file of them")
    drafts = [KINDS[kind].read(path / file, columns) for file in files]
    left = other_files(len(list_files(path)) - len(files))
    _tell_apart(drafts)
    parts = tuple(File(draft.source, len(draft.numbers)) for draft in drafts)
    names = dict.fromkeys(name for draft in drafts for name in draft.columns)
    cells: dict[str, Cells] = {
        name: [cell for draft in drafts for cell in _column(draft, name)] for name in names
    }
    fields = {name: role for draft in drafts for name, role in draft.source.fields.items()}
    return Draft(
        cells,
        range(1, sum(part.rows for part in parts) + 1),
        Source(path, "exports", {name: name for name in names}, Layout(kind, parts), fields),
        (*left, *_notes(drafts), *_unknown(fields)),
        [person for draft in drafts for person in draft.people],
        [_named(aside, at) for at, draft in enumerate(drafts) for aside in draft.asides],
    )


def _notes(drafts: Sequence[Draft]) -> list[str]:
    """What is to be said of the files, each thing once; of unknown fields it is said of all."""
    told = {
        note: None
        for draft in drafts
        for note in draft.notes
        if note not in _unknown(draft.source.fields)
    }
    return list(told)


def _unknown(fields: Mapping[str, str]) -> tuple[str, ...]:
    return unknown_note(name for name, role in fields.items() if role == "unknown")


def _column(draft: Draft, name: str) -> Cells:
    return draft.columns.get(name) or [None] * len(draft.numbers)


def _tell_apart(drafts: Sequence[Draft]) -> None:
    """Number messages by their file where two files count theirs alike."""
    ids = [set(_column(draft, "id")) - {None} for draft in drafts]
    if len(set().union(*ids)) == sum(map(len, ids)):
        return
    for at, draft in enumerate(drafts, 1):
        for name in draft.columns.keys() & {"id", "parent", "thread"}:
            draft.columns[name] = [cell and f"{at}/{cell}" for cell in draft.columns[name]]


def _named(aside: Aside, at: int) -> Aside:
    return aside._replace(id=f"{at}:{aside.id}")


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the folder again, file by file, under names that tell nothing."""
    layout: Layout = corpus.source.layout
    home = corpus.source.path or Path()
    places = (each.source.path for each in layout.files)
    files = [place.relative_to(home) for place in places if place is not None]
    written = _rendered(corpus, replaced, policy, path.parent)
    others = [file for file in list_files(home) if file not in files]
    kept = copies(home, others if policy.unknown == "keep" else ())
    write_folder(path, chain(zip(number_names(files), written, strict=True), kept))


def _rendered(corpus: Corpus, replaced: Replaced, policy: Policy, beside: Path) -> Iterator[bytes]:
    """What each file becomes, as its own format writes it."""
    kind = KINDS[corpus.source.layout.kind]
    with TemporaryDirectory(prefix=".", dir=beside) as folder:
        for own, number, start in parts_of(corpus):
            messages = replaced.messages.slice(start, own.messages.height)
            new = replace(replaced, messages=messages, asides=_own(replaced.asides, number))
            place = Path(folder) / f"{number}.json"
            kind.write(own, new, place, policy)
            yield read_bytes(place)


def parts_of(corpus: Corpus) -> Iterator[Part]:
    """The corpus file by file."""
    layout: Layout = corpus.source.layout
    start = 0
    for number, (source, rows) in enumerate(layout.files):
        messages = corpus.messages.slice(start, rows)
        yield Part(replace(corpus, messages=messages, source=source), number, start)
        start += rows


def _own(asides: pl.DataFrame | None, number: int) -> pl.DataFrame | None:
    """The asides of one file, under the names that it knows them by."""
    if asides is None:
        return None
    mine = asides.filter(pl.col("id").str.starts_with(f"{number}:"))
    return mine.with_columns(pl.col("id").str.strip_prefix(f"{number}:"))


FORMAT = Format(
    recognise,
    read,
    write,
    "folder of exports",
    "a JSON file for each channel or topic of Discord, Telegram, Discourse or Canvas",
)
