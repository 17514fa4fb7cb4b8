"""Where a passphrase or key comes from: a file, the environment or the keyboard, never argv."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onym.disk.seal import Opener

VARIABLE = "ONYM_PASSPHRASE"


def opener(identity: Path | None, file: Path | None) -> Opener:
    """What somebody opens a seal with: an age identity or a passphrase."""
    from onym.disk.files import read_bytes
    from onym.disk.seal import Opener

    if identity is not None:
        return Opener(identity=read_bytes(identity).decode(errors="replace"))
    return Opener(passphrase=passphrase(file))


def passphrase(file: Path | None, twice: bool = False) -> str:
    """A passphrase from a file, the environment or the keyboard; never from the command line."""
    from onym.errors import SealError

    if file is not None:
        return _first_line(file)
    if os.environ.get(VARIABLE):
        return os.environ[VARIABLE]
    if not sys.stdin.isatty():
        raise SealError(
            f"no passphrase: nobody can be asked here; give --passphrase-file or set {VARIABLE}"
        )
    return _ask_passphrase(twice)


def _ask_passphrase(twice: bool) -> str:
    from getpass import getpass

    from onym.errors import SealError

    secret = getpass("Passphrase: ")
    if twice and getpass("Once more: ") != secret:
        raise SealError("the two passphrases differ; nothing was changed")
    return secret


def _first_line(file: Path) -> str:
    from onym.disk.files import read_bytes
    from onym.errors import SealError

    try:
        first = read_bytes(file).decode("utf-8-sig").partition("\n")[0].rstrip("\r")
    except UnicodeDecodeError:
        raise SealError(f"{file}: not UTF-8; a passphrase is text") from None
    if not first:
        raise SealError(f"{file}: its first line is empty; the passphrase stands there")
    return first


def recipient(value: str) -> str:
    """An age key, given as it is or as a file with it."""
    from onym.disk.files import read_bytes

    if not value or value.startswith(("age1", "ssh-")):
        return value
    text = read_bytes(Path(value)).decode(errors="replace")
    keys = [line.strip() for line in text.splitlines() if line.strip() and line[:1] != "#"]
    return keys[0] if keys else ""
