"""Coursera: the discussions of a research export, a folder or zip of CSV files.

Its users are hashes without names: the case without a class list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from onym.errors import InputError
from onym.formats import fields, quoted
from onym.formats.archives import Archive, Written, rewrite, zip_names
from onym.formats.corpus import Draft
from onym.formats.fields import TEXTS, Fields, unknown_note
from onym.formats.format import Format
from onym.formats.mask import Mask
from onym.formats.pile import Aside
from onym.formats.quoted import Table
from onym.formats.replies import Cells
from onym.model import Corpus, Policy, Replaced, Source

NAME = "coursera"
QUESTIONS, ANSWERS = "discussion_questions", "discussion_answers"
_TABLES = (
    *(QUESTIONS, ANSWERS, "discussion_question_votes", "discussion_answer_votes"),
    *("discussion_question_followings", "discussion_course_forums"),
)
_OURS = {
    QUESTIONS: {
        "id": "discussion_question_id",
        "subject": "discussion_question_title",
        "text": "discussion_question_details",
        "session": "course_id",
        "time": "discussion_question_created_ts",
    },
    ANSWERS: {
        "id": "discussion_answer_id",
        "text": "discussion_answer_content",
        "session": "course_id",
        "time": "discussion_answer_created_ts",
    },
}
_COLUMNS = ("id", "parent", "thread", "session", "author", "time", "subject", "text")


class Layout(NamedTuple):
    """The members that hold messages and the row of `Corpus.messages` that each begins at."""

    starts: dict[str, int]


def recognise(path: Path, head: bytes) -> bool:
    """Tell an export by the names of its discussion tables."""
    wanted = {f"{QUESTIONS}.csv", f"{ANSWERS}.csv"}
    if path.is_dir():
        return any((path / name).is_file() for name in wanted)
    return any(PurePosixPath(name).name in wanted for name in zip_names(path, head))


def read(path: Path, columns: Mapping[str, str] | None) -> Draft:
    """Read questions and answers; whoever wrote them is known by a hash alone."""
    cells: dict[str, Cells] = {name: [] for name in _COLUMNS}
    starts: dict[str, int] = {}
    asides: list[Aside] = []
    found: dict[str, str] = {}
    with Archive(path) as archive:
        # Questions come first, as what is answered.
        known = sorted((name for name in archive.names if _stem(name)), key=_order)
        for member in known:
            table = quoted.parse(archive.read(member), path, member)
            if _stem(member) in _OURS:
                starts[member] = len(cells["id"])
                _take(cells, _stem(member), table)
            asides += _asides(member, table)
            roles = fields.load("coursera", _stem(member))
            found |= {f"{_stem(member)}.{n}": roles.role(n) or "unknown" for n in table.names}
        others = sorted({PurePosixPath(name).name for name in archive.names if not _stem(name)})
        found |= dict.fromkeys(others, "unknown")
    if not cells["id"]:
        raise InputError(f"{path} has no questions or answers in it; nothing to read")
    notes = unknown_note(name for name, role in found.items() if role == "unknown")
    source = Source(path, NAME, {name: name for name in _COLUMNS}, Layout(starts), found)
    return Draft(cells, range(1, len(cells["id"]) + 1), source, notes, [], asides)


def _stem(member: str) -> str:
    """The table that a member holds, or nothing where it is none that is known."""
    place = PurePosixPath(member)
    return place.stem if place.suffix == ".csv" and place.stem in _TABLES else ""


def _order(member: str) -> tuple[int, str]:
    return _TABLES.index(_stem(member)), member


def _take(cells: dict[str, Cells], stem: str, table: Table) -> None:
    ours = _OURS[stem]
    for row in range(len(table.rows)):
        told = {name: table.cell(row, theirs) or None for name, theirs in ours.items()}
        question = f"q{table.cell(row, 'discussion_question_id')}"
        told["thread"], told["author"] = question, table.cell(row, _user(table)) or None
        if stem == ANSWERS:
            above = table.cell(row, "discussion_answer_parent_discussion_answer_id")
            told["id"], told["parent"] = f"a{told['id']}", f"a{above}" if above else question
        else:
            told["id"] = question
        for name in _COLUMNS:
            cells[name].append(told.get(name))


def _user(table: Table) -> str:
    return next((name for name in table.names if name.endswith("_user_id")), "")


def _asides(member: str, table: Table) -> Iterator[Aside]:
    """Texts that are no message: forums' titles and what they are for."""
    roles, ours = fields.load("coursera", _stem(member)), _OURS.get(_stem(member), {})
    for name in table.names:
        if roles.role(name) in TEXTS and name not in ours.values():
            for row in range(len(table.rows)):
                if said := table.cell(row, name):
                    yield Aside(f"{member}/{name}/{row}", said)


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the export again, table by table; what is not known is left out."""
    source, layout = corpus.source.path, corpus.source.layout
    if source is None:
        raise InputError("the export was not read from a folder; give it as one")
    mask = Mask(corpus, replaced, policy)
    texts = {name: replaced.messages[name].to_list() for name in ("text", "subject")}

    def change(member: str, unpack: Callable[[], bytes]) -> Written | None:
        if not _stem(member):
            return Written(member) if policy.unknown == "keep" else None
        table = quoted.parse(unpack(), source, member)
        start = layout.starts.get(member, 0)
        ours = {theirs: name for name, theirs in _OURS.get(_stem(member), {}).items()}
        new = {name: texts[ours[name]][start:] for name in table.names if ours.get(name) in texts}
        return Written(member, _rewrite(member, table, mask, new))

    rewrite(source, path, change)


def _rewrite(member: str, table: Table, mask: Mask, new: Mapping[str, Sequence[str]]) -> bytes:
    roles: Fields = fields.load("coursera", _stem(member))
    changes: dict[tuple[int, str], str] = {}
    for name in table.names:
        role = roles.role(name)
        for row in range(len(table.rows)):
            old = table.cell(row, name)
            if name in new:
                changes[row, name] = mask.links(new[name][row] or "")
            elif mask.drops(role):
                changes[row, name] = ""
            elif role in TEXTS:
                changes[row, name] = mask.text(f"{member}/{name}/{row}", old) if old else old
            elif role is not None:
                changes[row, name] = mask.put(role, old)
    return table.render(changes)


FORMAT = Format(
    recognise,
    read,
    write,
    "Coursera research export (folder or zip of CSV)",
    "questions and answers; users as hashes, votes, followings",
)
