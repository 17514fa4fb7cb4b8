"""One Onym at a time in a project folder: other processes are refused, other threads wait."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from onym.errors import ProjectError

_held: dict[str, threading.RLock] = {}
_depth: dict[str, int] = {}
_registry = threading.Lock()


@contextmanager
def locked(path: Path, root: Path) -> Iterator[None]:
    """Hold the lock file of a folder meanwhile; who holds it already may take it again."""
    name = str(path.resolve())
    with _registry:
        ours = _held.setdefault(name, threading.RLock())
    with ours:
        if _depth.get(name):
            yield
            return
        handle = _take(path, root)
        _depth[name] = 1
        try:
            yield
        finally:
            del _depth[name]
            _unlock(handle)
            os.close(handle)


def _take(path: Path, root: Path) -> int:
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ProjectError(f"{root} cannot be worked in: {error.strerror}") from None
    try:
        _lock(handle)
    except OSError:
        os.close(handle)
        raise ProjectError(f"{root} is in use by another onym; wait until it is done") from None
    return handle


if sys.platform == "win32":

    def _lock(handle: int) -> None:
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _unlock(handle: int) -> None:
        import msvcrt

        # Windows itself may take its time to let go of what a closed file had locked.
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:

    def _lock(handle: int) -> None:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(handle: int) -> None:
        """Leave it to closing the file."""
