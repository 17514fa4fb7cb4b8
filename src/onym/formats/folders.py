"""Folders as a corpus: which files are in one, what they may be called, and writing one anew."""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from onym.disk.files import in_order, is_litter, read_bytes

TASKS = {
    *("essay", "essays", "text", "texts", "txt", "message", "messages", "msg", "mail", "mails"),
    *("email", "post", "posts", "task", "tasks", "week", "unit", "draft", "version", "file", "doc"),
    *("document", "assignment", "answer", "response", "exercise", "exam", "test", "part", "page"),
    *("group", "class", "course", "session", "nr", "no", "uppsats", "uppgift", "grupp"),
    *("aufsatz", "aufgabe", "gruppe", "redaction", "texte", "groupe"),
}
"""Words of file names that tell of a text."""
ROLES = {
    *("student", "user", "participant", "learner", "author", "writer", "id", "deltagare", "elev"),
    *("teilnehmer", "schueler", "apprenant", "eleve"),
}
"""Words that stand with a number for a person and tell nothing else."""

_WORDS = re.compile(r"[^\W\d_]+")


def list_files(folder: Path) -> list[Path]:
    """List the files of a folder in order, as paths seen from it; links lead out and are left."""
    found = [
        Path(base, name).relative_to(folder)
        for base, _, names in os.walk(folder)
        for name in names
        if not (name.startswith(".") or is_litter(name) or Path(base, name).is_symlink())
    ]
    return sorted(found, key=in_order)


def other_files(count: int) -> list[str]:
    """Say in one line that there are files that nobody knows, if there are any."""
    files = "1 other file" if count == 1 else f"{count:,} other files"
    return [f'{files}: left out unless unknown = "keep"'] if count else []


def is_plain(stem: str) -> bool:
    """Tell a file name that cannot tell of a person: numbers, single letters, words like essay."""
    words = (word.casefold() for word in _WORDS.findall(stem))
    return all(len(word) == 1 or word in TASKS or word in ROLES for word in words)


def number_names(paths: Sequence[Path], tails: Sequence[str] | None = None) -> list[Path]:
    """Give files names that tell nothing and sort as the old ones did.

    A tail is written behind the number. Folders are numbered likewise; plain names stay.
    """
    if tails is None and all(is_plain(part) for path in paths for part in _stems(path)):
        return list(paths)
    levels: dict[tuple[str, ...], dict[str, None]] = {}
    for path in paths:
        for depth in range(len(path.parts)):
            levels.setdefault(path.parts[:depth], {})[path.parts[depth]] = None
    numbers = {
        (*above, name): f"{place:0{len(str(len(names)))}}"
        for above, names in levels.items()
        for place, name in enumerate(names, 1)
    }
    return [
        Path(*(numbers[path.parts[:depth]] for depth in range(1, len(path.parts))))
        / (numbers[path.parts] + (tail and f"_{tail}") + path.suffix.lower())
        for path, tail in zip(paths, tails or [""] * len(paths), strict=True)
    ]


def _stems(path: Path) -> tuple[str, ...]:
    return (*path.parts[:-1], path.stem)


def write_folder(target: Path, files: Iterable[tuple[Path, bytes]]) -> None:
    """Write a folder of files, whole or not at all, in the place of what is there."""
    partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}.partial")
    former = partial.with_suffix(".former")
    partial.mkdir()
    try:
        for name, data in files:
            _write_file(partial / name, data)
        if target.exists():
            target.rename(former)
        partial.rename(target)
    finally:
        for left in (partial, former):
            with suppress(FileNotFoundError):
                shutil.rmtree(left)


def copies(source: Path, names: Iterable[Path]) -> Iterator[tuple[Path, bytes]]:
    """Read files of a folder to write them as they are."""
    return ((name, read_bytes(source / name)) for name in names)


def _write_file(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
