"""Garbage is not collected while anybody does not want it, and is again afterwards."""

from __future__ import annotations

import gc
from threading import Event, Thread

from onym.garbage import no_collection


def test_the_last_one_to_leave_collects_again() -> None:
    inside, leave = Event(), Event()

    def other() -> None:
        with no_collection():
            inside.set()
            leave.wait()

    thread = Thread(target=other)
    with no_collection():
        thread.start()
        inside.wait()
    assert not gc.isenabled()
    leave.set()
    thread.join()
    assert gc.isenabled()


def test_where_nothing_was_collected_nothing_is() -> None:
    gc.disable()
    try:
        with no_collection():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
