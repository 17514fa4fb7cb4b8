"""Several files that change together: all of them or none, whatever happens meanwhile.

    with changing(root, root / "private") as change:
        change.put(key_file, data)
        change.drop(old_file)

What is new is gathered in a folder `.next`. Renaming that to `.commit` is the moment at which the
change has happened; `finish` then moves each file to its place. A process that dies before that
moment has changed nothing, and one that dies after it leaves a `.commit` for the next to finish.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from onym.disk.files import read_bytes, rename, sync_folder, write_atomically, writing
from onym.errors import ProjectError

_NEXT, _COMMIT, _LIST = ".next", ".commit", "list.json"
OWN = (_NEXT, _COMMIT)
"""The folders of a change that is under way."""


class Change:
    """A change that is being put together."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root, self._folder = root, folder
        self._staged: dict[Path, Path] = {}
        self._dropped: dict[Path, None] = {}

    def stage(self, path: Path) -> Path:
        """Give the place to write what shall become this file or folder, under the same name."""
        if path not in self._staged:
            place = self._folder / str(len(self._staged))
            place.mkdir(mode=0o700)
            self._staged[path] = place / path.name
        self._dropped.pop(path, None)
        return self._staged[path]

    def put(self, path: Path, data: bytes, mode: int = 0o600) -> None:
        """Give a file new contents."""
        write_atomically(self.stage(path), data, mode)

    @contextmanager
    def writing(self, path: Path, mode: int = 0o600) -> Iterator[BinaryIO]:
        """Open a file to give it new contents."""
        with writing(self.stage(path), mode) as file:
            yield file

    def drop(self, path: Path) -> None:
        """Take a file or folder away."""
        self._staged.pop(path, None)
        self._dropped[path] = None

    def read(self, path: Path) -> bytes:
        """Read a file as it will be; one that is not there is empty."""
        staged = self._staged.get(path, path)
        return read_bytes(staged) if staged.exists() and path not in self._dropped else b""

    def close(self) -> None:
        """Write down what goes where; a change of nothing leaves nothing to do."""
        moves = [
            [staged.relative_to(self._folder).as_posix(), self._name(path)]
            for path, staged in self._staged.items()
            if staged.exists()
        ]
        told = {"move": moves, "drop": [self._name(path) for path in self._dropped]}
        write_atomically(self._folder / _LIST, json.dumps(told).encode(), 0o600)

    def _name(self, path: Path) -> str:
        return path.relative_to(self._root).as_posix()


@contextmanager
def changing(root: Path, private: Path) -> Iterator[Change]:
    """Change files below root together, when the block ends without an error."""
    folder = private / _NEXT
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(mode=0o700)
    except OSError as error:
        raise ProjectError(f"{private} cannot be written: {error.strerror}") from None
    try:
        change = Change(root, folder)
        yield change
        change.close()
        rename(folder, private / _COMMIT)
        sync_folder(private)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    finish(root, private)


def finish(root: Path, private: Path) -> None:
    """Complete a change that had happened, and forget one that had not."""
    shutil.rmtree(private / _NEXT, ignore_errors=True)
    folder = private / _COMMIT
    if not folder.exists():
        return
    told = folder / _LIST
    if told.exists():
        listed = json.loads(read_bytes(told))
        _carry_out(root, folder, listed["move"], listed["drop"])
        told.unlink()
    shutil.rmtree(folder)


def _carry_out(root: Path, folder: Path, moves: list[list[str]], drops: list[str]) -> None:
    for staged, name in moves:
        if (folder / staged).exists():
            _move(folder / staged, root / name)
    for name in drops:
        _remove(root / name)
    for parent in {(root / name).parent for _, name in moves}:
        sync_folder(parent)


def _move(staged: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.is_dir():
        # A folder cannot be renamed over another; the old one goes with the change.
        place.replace(staged.with_name(f"{staged.name}.old"))
    try:
        rename(staged, place)
    except PermissionError as error:
        told = f"{place} cannot be written: {error.strerror}"
        raise ProjectError(f"{told}; close it in other programs and start again") from None
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise ProjectError(f"{place} cannot be written: {error.strerror}") from None
        _move_across(staged, place)


def _move_across(staged: Path, place: Path) -> None:
    """Move to another disk, where share/ may be a link to."""
    near = place.with_name(f".{place.name}.partial")
    _remove(near)
    if staged.is_dir():
        shutil.copytree(staged, near)
    else:
        shutil.copy2(staged, near)
    near.replace(place)
    _remove(staged)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def sweep(*folders: Path) -> None:
    """Remove what writers that died left half written."""
    for folder in folders:
        for left in folder.glob(".*.partial"):
            _remove(left)


def is_leftover(path: Path) -> bool:
    """Whether a file is what a writer that died left half written."""
    return path.name.startswith(".") and path.name.endswith(".partial")


def unfinished(private: Path) -> bool:
    """Whether a change that had happened waits to be completed."""
    return os.path.lexists(private / _COMMIT)
