"""The data-protection record of a project, made from its log alone: no name can get into it.

What only the people responsible know (purpose, legal basis, who is in charge, who receives the
data, how long it is kept) they write into record.toml beside onym.toml.
"""

from __future__ import annotations

import html
import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from onym.disk.files import write_atomically
from onym.errors import InputError, ProjectError
from onym.project import journal
from onym.project.journal import Event
from onym.project.project import Project, read_text

FIELDS = {
    "purpose": "What the data is processed for",
    "legal_basis": "On what legal basis",
    "controller": "Who is responsible, and how to reach them",
    "recipients": "Who receives the pseudonymised data",
    "retention": "How long data and key are kept",
}
"""What only people can say."""
OPEN = "not stated"

CATEGORIES = {
    "NAME": "names and forms of names",
    "HANDLE": "user names",
    "EMAIL": "mail addresses",
    "PHONE": "telephone numbers",
    "URL": "web addresses",
    "ID": "identification numbers",
    "ADDRESS": "postal addresses",
    "PLACE": "places",
    "ORG": "organisations",
    "DATE": "dates",
    "AGE": "ages",
    "FAMILY": "family relations",
    "PROF": "occupations",
}

MEASURES = (
    "Work is done offline, on one machine; the source is never changed.",
    "Names and key lie in a folder that only its owner can enter (0700, files 0600).",
    "Every step and decision is logged; entries are chained by SHA-256, so that edits show.",
)
RISKS = (
    "Pseudonymised is not anonymous: whoever knows the group may recognise people by what they"
    " tell, how they write, when they write and whom they answer.",
    "Names that nothing pointed to may have been missed; a sample should be read before sharing.",
    "Whoever holds the key, or both the source and the output, can undo the pseudonyms.",
)

Record = dict[str, Any]


def build(project: Project) -> Record:
    """Gather the record of a project from its log and record.toml."""
    text = read_text(project.log_file)
    events = journal.read(text)
    if not events:
        raise ProjectError("the log is empty; the record tells what was done: run onym run first")
    decided = None if project.is_sealed else read_text(project.decisions_file)
    verdict = journal.verify(text, decided)
    return {
        "record": 1,
        "made": journal.now(),
        "stated": stated(project),
        "what was done": _work(events),
        "persons": _persons(events),
        "categories of data": _categories(events),
        "decisions of people": _decisions(events),
        "measures": [*MEASURES, *_sealing(project, events)],
        "residual risk": [*_seen(events), *RISKS],
        "log": {
            "entries": verdict.entries,
            "head": verdict.head,
            "problems": list(verdict.problems),
        },
    }


def stated(project: Project) -> dict[str, str]:
    """Give what people have written into record.toml."""
    path = project.root / "record.toml"
    try:
        told = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError:
        raise InputError(f'{path}: not understood; each line is written: purpose = "..."') from None
    return {name: str(told.get(name) or OPEN) for name in FIELDS}


def export(project: Project, path: Path) -> None:
    """Write the record of a project, and a record.toml to fill in if there is none."""
    write(build(project), path)
    form = project.root / "record.toml"
    if not form.exists():
        lines = [f'# {question}.\n{name} = ""\n' for name, question in FIELDS.items()]
        write_atomically(form, "\n".join(lines).encode())
    project.note("exported", {})


def write(record: Record, path: Path) -> None:
    """Write a record as JSON, Markdown or HTML, as the name of the file says."""
    kinds = {".json": to_json, ".md": to_markdown, ".html": to_html}
    if path.suffix.lower() not in kinds:
        raise InputError(f"{path}: a record ends in .json, .md or .html")
    write_atomically(path, kinds[path.suffix.lower()](record).encode())


def to_json(record: Record) -> str:
    """Write a record as JSON."""
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"


def to_markdown(record: Record) -> str:
    """Write a record as Markdown."""
    parts = ["# Record of processing: pseudonymisation\n", f"Made {record['made']} by Onym.\n"]
    for title, lines in _sections(record):
        parts += [f"## {title}\n", "".join(f"- {line}\n" for line in lines)]
    return "\n".join(parts)


def to_html(record: Record) -> str:
    """Write a record as one HTML page without any outside reference."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>Record of processing</title>",
        "<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;"
        "padding:0 1rem}h2{font-size:1.1rem;margin-top:1.6rem}code{overflow-wrap:anywhere}</style>",
        "<h1>Record of processing: pseudonymisation</h1>",
        f"<p>Made {html.escape(record['made'])} by Onym.</p>",
    ]
    for title, lines in _sections(record):
        rows = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
        parts.append(f"<h2>{html.escape(title)}</h2><ul>{rows}</ul>")
    return "\n".join(parts) + "\n"


def _sections(record: Record) -> Iterator[tuple[str, list[str]]]:
    yield (
        "Stated by those responsible",
        [f"{question}: {record['stated'][name]}" for name, question in FIELDS.items()],
    )
    for title in ("what was done", "persons", "categories of data", "decisions of people"):
        yield title.capitalize(), _lines(record[title])
    yield "Measures", record["measures"]
    yield "Residual risk", record["residual risk"]
    log = record["log"]
    yield (
        "Log",
        [f"{log['entries']} entries; the last has the hash {log['head']}", *log["problems"]],
    )


def _lines(table: Record) -> list[str]:
    return [f"{name}: {value}" for name, value in table.items()] or ["none"]


def _last(events: list[Event], *kinds: str) -> Event | None:
    return next((entry for entry in reversed(events) if entry.event in kinds), None)


def _work(events: list[Event]) -> Record:
    done = Counter(entry.event for entry in events)
    applied = _last(events, "applied", "rotated", "found")
    settings = applied.details.get("settings", {}) if applied else {}
    return {
        "from": events[0].time,
        "until": events[-1].time,
        "versions of Onym": ", ".join(sorted({entry.version for entry in events})),
        **{
            journal.EVENTS[event]: "once" if count == 1 else f"{count} times"
            for event, count in done.items()
        },
        **{f"setting {name}": _shown(value) for name, value in settings.items()},
    }


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value


def _persons(events: list[Event]) -> Record:
    applied = _last(events, "applied", "rotated")
    if applied is None:
        return {"participants": "names have not been replaced yet"}
    told = applied.details
    outside = max(told["people"] - told["participants"], 0)
    return {
        "messages": told["messages"],
        "participants": told["participants"],
        "other people mentioned": outside,
        "erased on request": sum(entry.event == "forgot" for entry in events),
    }


def _categories(events: list[Event]) -> Record:
    applied = _last(events, "applied", "rotated")
    found = applied.details["mentions"] if applied else {}
    return {
        CATEGORIES.get(name, name.lower()): f"{count} mentions" for name, count in found.items()
    }


def _decisions(events: list[Event]) -> Record:
    """Who decided how much, people as numbers: a login is often a name."""
    numbers: dict[str, int] = {}
    made: dict[str, Counter[str]] = {}
    for entry in events:
        person = f"person {numbers.setdefault(entry.by, len(numbers) + 1)}"
        if entry.event in ("decided", "adopted"):
            made.setdefault(person, Counter()).update(entry.details["actions"])
    return {
        person: ", ".join(f"{action} {count}" for action, count in actions.items())
        for person, actions in made.items()
    }


def _sealing(project: Project, events: list[Event]) -> Iterator[str]:
    last = _last(events, "sealed")
    if project.is_sealed and last is not None:
        ways = Counter(last.details["opens with"])
        told = {"passphrase": "a passphrase (Argon2id)", "age": "another person's age key"}
        opens = " or ".join(told[way] for way in ways)
        yield f"Names and key are sealed (AES-256-GCM) since {last.time}; {opens} opens them."
    else:
        yield "Names and key are not sealed at present."


def _seen(events: list[Event]) -> Iterator[str]:
    checked, applied = _last(events, "checked"), _last(events, "applied", "rotated")
    if checked is None or (applied is not None and checked.number < applied.number):
        yield "The present result has not been searched for names: run onym check."
        return
    for name, count in checked.details.items():
        yield f"The last check of the result, {checked.time}: {name}: {count}."
    if applied is not None and applied.details["questions"]:
        yield f"{applied.details['questions']} questions that only a person can settle are open."
