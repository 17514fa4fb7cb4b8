"""What every command needs: its project, progress and an orderly end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from onym.terminal import INTERRUPTED, Progress, complain

if TYPE_CHECKING:
    from onym.line import Line
    from onym.matter import Tell
    from onym.model import Source
    from onym.project.project import Project


SHOWN = 20


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

    begun = line.start(out, source, chosen, tell)
    warn(begun.project)
    return begun


def begin_batch(folder: Path, source: Path, chosen: dict[str, Any], tell: Tell) -> Line:
    """Turn to a new batch of messages in a project that is there."""
    from onym import line

    begun = line.add(folder, source, chosen, tell)
    warn(begun.project)
    return begun


def resume(folder: Path, tell: Tell, chosen: dict[str, Any] | None = None) -> Line:
    """Go on with a project that is there."""
    from onym import line

    resumed = line.resume(folder, chosen, tell)
    warn(resumed.project)
    return resumed


def warn(project: Project) -> None:
    """Say on stderr what makes a project's folder an unsafe place."""
    for warning in project.warnings:
        complain(f"warning: {warning}", 0)


def announce(line: Line, quiet: bool) -> None:
    """Say which parts of an export will be left out, before anything is written."""
    source, kept = line.corpus.source, line.settings.policy.unknown == "keep"
    unknown = [name for name, role in source.fields.items() if role == "unknown"]
    if unknown and not quiet:
        more = f" and {len(unknown) - SHOWN} more" if len(unknown) > SHOWN else ""
        shown = ", ".join(unknown[:SHOWN]) + more
        what, how = ("copied as it is", "") if kept else ("left out", f"; {_how(source, unknown)}")
        typer.echo(f"Not known to Onym, {what}: {shown}{how}", err=True)


def _how(source: Source, unknown: list[str]) -> str:
    """How to keep what is left out; columns of a table can be named."""
    from onym.formats.others import advice
    from onym.formats.tables import Shape, Streamed, Table

    layout = source.layout.shape if isinstance(source.layout, Streamed) else source.layout
    names = layout.names if isinstance(layout, Table | Shape) else ()
    return advice([name for name in unknown if name in names])


def count(number: int, noun: str) -> str:
    """Say how many: "no name", "1 name", "1,200 names"."""
    return (
        f"{number or 'no'} {noun}{'s' * (number != 1)}" if number < 1000 else f"{number:,} {noun}s"
    )
