"""A folder of text files, an essay or a message each; who wrote it, where the file names say so.

File names are cut at _ (or else - or blanks): U12_essay1.txt, poe_mary_2.txt. Parts that are
numbers or words such as "essay" tell of the text, the others of its author. Where that is not
clear, --columns author=1 says which part it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from onym.disk.files import read_bytes
from onym.errors import InputError
from onym.formats.corpus import Draft
from onym.formats.encoding import Encoding, decode, encode, mend, unmend
from onym.formats.folders import (
    TASKS,
    copies,
    list_files,
    number_names,
    other_files,
    write_folder,
)
from onym.formats.format import Format
from onym.formats.mask import Mask
from onym.formats.replies import Cells
from onym.model import Corpus, Policy, Replaced, Source

SUFFIX = ".txt"
_LETTERS = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"\d+(?:-\d+)?")


class Layout(NamedTuple):
    """The files, their texts as they stood, and how each was encoded."""

    names: list[Path]
    texts: list[str]
    encodings: list[Encoding]
    others: list[Path]


def recognise(path: Path, head: bytes) -> bool:
    """Tell a folder that has text files in it."""
    return path.is_dir() and any(each.suffix.lower() == SUFFIX for each in list_files(path))


def read(path: Path, columns: Mapping[str, str] | None = None) -> Draft:
    """Read every text file of a folder as one message."""
    files = list_files(path) if path.is_dir() else []
    names = [each for each in files if each.suffix.lower() == SUFFIX]
    if not names:
        raise InputError(f"{path} has no text files; give a folder of .txt files")
    decoded = [decode(read_bytes(path / name), path / name) for name in names]
    texts, encodings = [text for text, _ in decoded], [encoding for _, encoding in decoded]
    others = [each for each in files if each.suffix.lower() != SUFFIX]
    authors = find_authors([name.stem for name in names], (columns or {}).get("author"))
    cells: dict[str, Cells] = {
        "id": [str(number) for number in range(1, len(names) + 1)],
        "text": [mend(text, encoding) for text, encoding in decoded],
    }
    if authors is not None:
        cells["author"] = list(authors)
    layout = Layout(names, texts, encodings, others)
    source = Source(path, "texts", {"text": "file"}, layout, {"file name": "filename"})
    return Draft(cells, range(1, len(names) + 1), source, _notes(layout))


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the folder, the files under names that tell nothing."""
    layout: Layout = corpus.source.layout
    source = corpus.source.path
    if source is None:
        raise InputError("the texts came from no folder; there is nothing to write back")
    mask = Mask(corpus, replaced, policy)
    names = layout.names if mask.idle else _new_names(layout, replaced)
    written = zip(names, _written(layout, corpus, replaced, mask), strict=True)
    others = [] if mask.drops(None) else layout.others
    write_folder(path, chain(written, copies(source, others)))


def find_authors(stems: Sequence[str], said: str | None = None) -> list[str] | None:
    """Find the authors in the names of files, or None where they do not tell them clearly."""
    if said == "":
        return None
    mark = next((sign for sign in "_- " if all(sign in stem for stem in stems)), None)
    rows = [stem.split(mark) if mark else [stem] for stem in stems]
    if said is not None:
        return _chosen(rows, said)
    if len({len(row) for row in rows}) != 1 or len(rows[0]) < 2:
        return None
    parts = [list(part) for part in zip(*rows, strict=True)]
    telling = [part for part in parts if any(map(_tells, part))]
    if telling and all(_tells(value) for part in telling for value in part):
        return [" ".join(values) for values in zip(*telling, strict=True)]
    # A student's number stands in the names of several files, the number of a text in one.
    repeated = [p for p in parts if len(set(p)) < len(p) and all(v.isdigit() for v in p)]
    return repeated[0] if not telling and len(repeated) == 1 and len(set(repeated[0])) > 1 else None


def _chosen(rows: Sequence[Sequence[str]], said: str) -> list[str]:
    if not _PARTS.fullmatch(said):
        raise InputError(
            f"author={said} is no part of a file name; give its place: author=1, or 1-2"
        )
    first, _, last = said.partition("-")
    start, stop = int(first) - 1, int(last or first)
    short = next((place for place, row in enumerate(rows, 1) if len(row) < stop), None)
    if short is not None or start < 0:
        raise InputError(f"file {short or 1}: its name has no part {said}; check author={said}")
    return [" ".join(row[start:stop]) for row in rows]


def _tells(part: str) -> bool:
    """Whether a part of a file name may tell of a person: mary, U12, but not essay2 or 7."""
    words = _LETTERS.findall(part)
    return bool(words) and any(word.casefold() not in TASKS for word in words)


def _new_names(layout: Layout, replaced: Replaced) -> list[Path]:
    authors = replaced.messages["author"].to_list()
    if not any(authors):
        return number_names(layout.names)
    return number_names(layout.names, [re.sub(r"[\W_]+", "-", who or "person") for who in authors])


def _written(layout: Layout, corpus: Corpus, replaced: Replaced, mask: Mask) -> Iterator[bytes]:
    rows = zip(
        *(layout.names, layout.texts, layout.encodings),
        *(corpus.messages["text"], replaced.messages["text"]),
        strict=True,
    )
    for number, (_, raw, encoding, old, new) in enumerate(rows, 1):
        new = mask.links(new)
        try:
            yield encode(raw if new == old else unmend(new, raw, encoding), encoding)
        except InputError as error:
            raise InputError(f"file {number}: {error}") from None


def _notes(layout: Layout) -> tuple[str, ...]:
    legacy = [str(n) for n, e in enumerate(layout.encodings, 1) if e.legacy != "none"]
    notes = []
    if legacy:
        more = f" and {len(legacy) - 10} more" * (len(legacy) > 10)
        notes.append(f"not UTF-8; read as Windows-1252: files {', '.join(legacy[:10])}{more}")
    return (*notes, *other_files(len(layout.others)))


FORMAT = Format(
    recognise,
    read,
    write,
    "folder of text files",
    "an essay or message a file; authors in the file names where these are clear",
)
