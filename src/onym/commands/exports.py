"""What Onym can read, and what is in a file before anything is done with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from onym import options
from onym.commands.work import count, working
from onym.terminal import show

if TYPE_CHECKING:
    from onym.formats.survey import Survey

SHOWN = 40
LARGE = 64 << 20
"""Texts of a file with more bytes are kept in files of their own while it is read."""


def formats(quiet: options.Quiet = False, json: options.Json = False) -> None:
    """List the formats that Onym reads and writes, and what each carries."""
    from onym.formats import FORMATS

    width = max(map(len, FORMATS))
    lines = []
    for name, known in FORMATS.items():
        lines += [f"{name:{width}}  {known.title}", f"{'':{width}}  {known.carries}"]
    listed = [
        {"name": name, "title": known.title, "carries": known.carries}
        for name, known in FORMATS.items()
    ]
    show(lines, {"formats": listed}, as_json=json, quiet=quiet)


def inspect(
    source: options.Source,
    roster: options.Roster = None,
    columns: options.Columns = None,
    format: options.Format = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Say what a file was recognised as and what is in it; nothing is written."""
    with working(1, quiet or json) as tell:
        from dataclasses import asdict
        from tempfile import TemporaryDirectory

        from onym.formats import read
        from onym.formats.survey import survey

        tell("Reading")
        with TemporaryDirectory(prefix="onym-") as folder:
            # Nothing keeps the corpus: Windows removes no file that is still mapped.
            found = survey(
                read(
                    source,
                    roster,
                    columns=options.parse_columns(columns),
                    format=format,
                    spool=Path(folder) if _is_large(source) else None,
                    hear=lambda count: tell(f"Reading: {count:,} messages so far", 0, 1),
                )
            )
    show([f"{source}: {found.title}", *_lines(found)], asdict(found), as_json=json, quiet=quiet)


def _is_large(source: Path) -> bool:
    return source.is_file() and source.stat().st_size > LARGE


def _lines(found: Survey) -> list[str]:
    people = f"{count(found.people, 'participant')}, {found.named or 'none'} of them with a name"
    lines = [
        f"  {count(found.messages, 'message')} by {people}",
        f"  {count(found.threads, 'thread')}, {count(found.sessions, 'session')};"
        f" written in {', '.join(found.languages)}",
    ]
    if found.listed:
        lines.append(f"  a class list inside: {count(found.listed, 'participant')}")
    used = [f"{ours} = {theirs}" for ours, theirs in found.columns.items() if ours != theirs]
    lines += _listed("Columns used", used)
    lines += _listed("Written by people, names are replaced in", list(found.written))
    personal = [f"{name} ({role})" for name, role in found.personal.items()]
    lines += _listed("Personal, replaced", personal)
    seems = {name: f"; seems to hold {what}" for name, what in found.seems.items()}
    unknown = [name + seems.get(name, "") for name in found.unknown]
    lines += _listed("Not known, left out unless unknown is set to keep", unknown)
    kept = [f"{name} ({holds}){seems.get(name, '')}" for name, holds in found.kept.items()]
    lines += _listed("Copied as they are", kept)
    return lines + _listed("Notes", list(found.notes))


def _listed(title: str, items: list[str]) -> list[str]:
    more = len(items) - SHOWN
    rest = [f"    and {more:,} more"] if more > 0 else []
    return [f"  {title}:", *(f"    {item}" for item in items[:SHOWN]), *rest] if items else []
