"""Where a review stood when it was left, so that it opens at once the next time.

All of it can be worked out again. It is used only while nothing that it rests on has changed: the
source, the class list, the settings, the proposal, the decisions, the key and Onym itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields, replace
from hashlib import sha256
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple

from onym.disk.files import fingerprint, read_bytes, write_atomically
from onym.model import Mention, Question
from onym.questions.doubts import Case

if TYPE_CHECKING:
    from onym.line import Line


class Standing(NamedTuple):
    """What a review shows before anything is decided."""

    mentions: tuple[Mention, ...]
    unclear: tuple[Question, ...]
    """What replacing left open."""
    questions: list[Question]
    pseudonyms: dict[str, str]
    subjects: list[str | None]
    stale: bool = False
    """Whether something was decided after the questions had been worked out."""
    unasked: int = 0
    left: int = 0


def save(line: Line, standing: Standing) -> None:
    """Write down where a review stands, in private/."""
    told = {
        "rests_on": _rests_on(line),
        "mentions": standing.mentions,
        "unclear": [_values(each) for each in standing.unclear],
        "questions": [_values(each) for each in standing.questions],
        "pseudonyms": standing.pseudonyms,
        "subjects": standing.subjects,
        "stale": standing.stale,
        "left": [standing.unasked, standing.left],
    }
    data = json.dumps(told, ensure_ascii=False).encode()
    write_atomically(line.project.review_file, data, 0o600)


def load(line: Line) -> Standing | None:
    """Read where a review stood, if that still holds."""
    try:
        told = json.loads(read_bytes(line.project.review_file))
        if told["rests_on"] != _rests_on(line):
            return None
        return Standing(
            tuple(Mention(*_frozen(row)) for row in told["mentions"]),
            tuple(_questions(told["unclear"])),
            [*_questions(told["questions"])],
            told["pseudonyms"],
            told["subjects"],
            told["stale"],
            *told["left"],
        )
    except Exception:  # damaged or of another version: it is worked out again
        return None


def _rests_on(line: Line) -> str:
    """A fingerprint of everything that a standing is made from."""
    project = line.project
    files = (project.mapping_file, project.ledger_file, project.decisions_file, project.key_file)
    marks = [fingerprint(file) if file.exists() else "" for file in files]
    whole = [version("onym"), repr(line.settings), sorted(line.fingerprints().items()), marks]
    return sha256(repr(whole).encode()).hexdigest()


def _values(record: Question) -> list[Any]:
    values = [getattr(record, field.name) for field in fields(record)]
    if isinstance(record, Case):
        values[-1] = [_values(part) for part in record.parts]
    return values


def _questions(rows: Iterable[list[Any]]) -> Iterable[Question]:
    """Questions, and cases, which have one field more."""
    for row in rows:
        yield _case(row) if len(row) == len(fields(Case)) else Question(*_frozen(row))


def _case(row: list[Any]) -> Case:
    return replace(Case(*_frozen(row[:-1])), parts=tuple(map(_case, row[-1])))


def _frozen(row: list[Any]) -> list[Any]:
    return [_tuple(value) if isinstance(value, list) else value for value in row]


def _tuple(values: list[Any]) -> tuple[Any, ...]:
    return tuple(_tuple(each) if isinstance(each, list) else each for each in values)
