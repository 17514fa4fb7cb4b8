"""Files on disk: read whole, or written so that nobody ever sees half of one."""

from __future__ import annotations

import errno
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest, sha256
from pathlib import Path
from typing import BinaryIO

from onym.errors import InputError

_NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
PAUSES = (0.02, 0.1, 0.4)
"""Seconds after which a file that may be in use is looked at again."""
_NO_SYNC = (errno.EINVAL, errno.ENOTSUP)
_LITTER = re.compile(r"(?:.*/)?(?:\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)|__MACOSX/.*", re.I)


def read_bytes(path: Path, limit: int = -1) -> bytes:
    """Read a file, or as many bytes of it as asked, or say in one line why it cannot be read."""
    if path.is_dir():
        raise InputError(f"{path} is a folder; give a file in it")
    try:
        with path.open("rb") as file:
            return file.read(limit)
    except FileNotFoundError:
        raise InputError(f"{path} does not exist; check the name") from None
    except PermissionError:
        raise InputError(f"{path} may not be read; check its permissions") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None


def write_atomically(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file whole or not at all; the mode is that of a new file, less the umask."""
    with writing(path, mode) as file:
        file.write(data)


def fingerprint(path: Path) -> str:
    """Give the SHA-256 of a file, or of everything in a folder."""
    if not path.is_dir():
        read_bytes(path, 0)  # says in one line why a file cannot be read
        with path.open("rb") as content:
            return file_digest(content, "sha256").hexdigest()
    whole = sha256()
    for file in sorted((each for each in path.rglob("*") if each.is_file()), key=in_order):
        name = file.relative_to(path).as_posix()
        if not is_litter(name):
            whole.update(f"{name}\0{fingerprint(file)}\n".encode())
    return whole.hexdigest()


def is_litter(name: str) -> bool:
    """Whether a file is a note that Finder or Explorer left, in a folder or in a zip they made."""
    return _LITTER.fullmatch(name) is not None


def in_order(path: Path) -> tuple[str, ...]:
    """What to sort files by: paths of Windows would else be sorted without regard to case."""
    return path.parts


@contextmanager
def writing(path: Path, mode: int = 0o644) -> Iterator[BinaryIO]:
    """Open a file that takes its name only when the block ends without an error."""
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")
    try:
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _take_name(partial, path)
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        # A full disk shows only while writing.
        raise InputError(f"{path} cannot be written: {error.strerror}; make room") from None
    finally:
        partial.unlink(missing_ok=True)


def _take_name(partial: Path, path: Path) -> None:
    try:
        rename(partial, path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    sync_folder(path.parent)


def rename(old: Path, new: Path) -> None:
    """Give a file another name, or that of another file.

    Windows refuses that while any program has one of them open: a virus scanner for a moment, a
    spreadsheet for good.
    """
    for pause in PAUSES:
        try:
            old.replace(new)
            return
        except PermissionError:
            time.sleep(pause)
    old.replace(new)


def make_folder(folder: Path) -> None:
    """Make a private folder, with those above it, if it is not there."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} cannot be made: {error.strerror}") from None


def sync_folder(folder: Path) -> None:
    """Let a folder reach the disk: only then is a rename in it safe."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NO_SYNC:  # some network disks cannot do this
            raise
    finally:
        os.close(handle)
