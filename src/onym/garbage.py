"""Passes over many messages leave no cycles behind: they need not be looked for meanwhile."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_held = 0
"""How many, in whatever thread, want no collection just now."""
_collecting = True
"""Whether there was any before the first of them."""


@contextmanager
def no_collection() -> Iterator[None]:
    """Make no garbage collection meanwhile: walking over all names again and again is slow."""
    global _held, _collecting
    with _lock:
        if not _held:
            _collecting = gc.isenabled()
            gc.disable()
        _held += 1
    try:
        yield
    finally:
        with _lock:
            _held -= 1
            if not _held and _collecting:
                gc.enable()
