"""A keyboard that is read key by key, without waiting for Enter."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Keys = Callable[[], str]
"""Gives the next key; nothing when there is none any more."""

ESCAPE = "\x1b"
PATIENCE = 0.05
"""Seconds within which the rest of an arrow key follows."""
GLANCE = 0.25
"""Seconds after which somebody who pressed Ctrl-C is noticed at the latest."""


@contextmanager
def keyboard() -> Iterator[Keys]:
    """Give a keyboard that is read key by key."""
    if sys.platform == "win32":
        import msvcrt

        yield lambda: console_key(msvcrt.getwch)
    else:
        import termios
        import tty

        handle = sys.stdin.fileno()
        before = termios.tcgetattr(handle)
        tty.setcbreak(handle, termios.TCSADRAIN)
        try:
            yield lambda: _read_key(handle)
        finally:
            termios.tcsetattr(handle, termios.TCSADRAIN, before)


def console_key(read: Keys) -> str:
    """The next key of a console of Windows: arrows come as two, Ctrl-C and Ctrl-Z as letters."""
    key = read()
    if key in ("\x00", "\xe0"):
        read()
        return " "
    if key == "\x03":
        raise KeyboardInterrupt
    return "" if key == "\x1a" else key.lower()


def _read_key(handle: int) -> str:
    """The next key; one that sends several characters, as arrows do, is no answer."""
    from select import select

    def read() -> str:
        # A signal that comes between Python's last look and a read would wait for a key.
        while not select([handle], [], [], GLANCE)[0]:
            pass
        try:
            return os.read(handle, 1).decode("ascii", "replace").lower()
        except OSError:  # the terminal has gone
            return ""

    key = read()
    if key != ESCAPE or not select([handle], [], [], PATIENCE)[0]:
        return key
    if read() in "[o":
        while not (read() or "~") >= "@":
            pass
    return " "
