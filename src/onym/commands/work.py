"""What every command needs: its project, progress and an orderly end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from onym.terminal import INTERRUPTED, Progress, complain

if TYPE_CHECKING:
    from onym.line import Line, Tell


@contextmanager
def working(steps: int, quiet: bool) -> Iterator[Tell]:
    """Show progress meanwhile, and end cleanly when a person stops it."""
    try:
        with Progress(steps, quiet) as progress:
            yield progress.tell
    except KeyboardInterrupt:
        status = complain("stopped; every file is whole, old or new", INTERRUPTED)
        raise typer.Exit(status) from None


def start(out: Path, source: Path, chosen: dict[str, Any], tell: Tell) -> Line:
    """Begin a project, or go on with it from its source."""
    from onym import line

    return line.start(out, source, chosen, tell)


def resume(folder: Path, tell: Tell, chosen: dict[str, Any] | None = None) -> Line:
    """Go on with a project that is there."""
    from onym import line

    return line.resume(folder, chosen, tell)


def count(number: int, noun: str) -> str:
    """Say how many: "no name", "1 name", "1,200 names"."""
    return (
        f"{number or 'no'} {noun}{'s' * (number != 1)}" if number < 1000 else f"{number:,} {noun}s"
    )
