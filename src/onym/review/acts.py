"""What a person may do on the page: from what was sent to decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from onym.deciding import conversion, edits
from onym.deciding.live import Live
from onym.errors import InputError
from onym.project.decisions import Decision

Given = dict[str, Any]
Act = Callable[[Live, Given], dict[str, Any] | None]
Edit = Callable[[Live, Given], list[Decision]]


def _answer(live: Live, given: Given) -> None:
    names = _texts(given, "questions") or _text(given, "question")
    live.answer(names, given.get("answer", "skip"), _text(given, "says"))


def _leave(live: Live, given: Given) -> None:
    live.leave(_text(given, "says"))


def _reopen(live: Live, given: Given) -> None:
    live.reopen(_text(given, "says"))


def _ask_alone(live: Live, given: Given) -> None:
    live.ask_alone(_texts(given, "questions"))


def _undo(live: Live, given: Given) -> dict[str, Any]:
    step = live.undo()
    return {"undone": step.says if step else None}


def _decide(edit: Edit) -> Act:
    """An act that changes the table or the text."""

    def act(live: Live, given: Given) -> None:
        live.decide(lambda: edit(live, given), _text(given, "says"))

    return act


def _add(live: Live, given: Given) -> list[Decision]:
    return edits.add(live.line.mapping, _text(given, "name"), _who(live, given, "who"))


def _move(live: Live, given: Given) -> list[Decision]:
    one, other = _who(live, given, "who"), _who(live, given, "to")
    return edits.move(live.line.mapping, _texts(given, "names"), one, other)


def _merge(live: Live, given: Given) -> list[Decision]:
    return edits.merge(_who(live, given, "who"), _who(live, given, "to"))


def _part(live: Live, given: Given) -> list[Decision]:
    return edits.part(_who(live, given, "who"), _who(live, given, "to"))


def _split(live: Live, given: Given) -> list[Decision]:
    return edits.split(live.line.mapping, _who(live, given, "who"), _texts(given, "names"))


def _reject(live: Live, given: Given) -> list[Decision]:
    who = _who(live, given, "who") if given.get("who") else None
    return edits.reject(live.line.mapping, _text(given, "name"), who)


def _keep(live: Live, given: Given) -> list[Decision]:
    return edits.keep(_text(given, "name"))


def _hide(live: Live, given: Given) -> list[Decision]:
    return edits.hide(_text(given, "name"))


def _hide_people(live: Live, given: Given) -> list[Decision]:
    return edits.hide_people(live.line.mapping, _people(given))


def _keep_people(live: Live, given: Given) -> list[Decision]:
    return edits.keep_people(_people(given))


def _label(live: Live, given: Given) -> list[Decision]:
    return edits.label(live.line.mapping, _text(given, "name"), _text(given, "label"))


def _unlist(live: Live, given: Given) -> list[Decision]:
    if given.get("list") not in ("keep", "reject", "hide"):
        raise InputError("there is no such list; load the page again")
    return edits.unlist(_text(given, "list"), _text(given, "name"))


def _assign(live: Live, given: Given) -> list[Decision]:
    who = _who(live, given, "who") if given.get("who") else None
    span = (int(given.get("start", 0)), int(given.get("end", 0)))
    kind, words = _text(given, "label") or None, _text(given, "words") or None
    return edits.assign(live.line, _text(given, "message"), span, who, kind, words)


def _show(live: Live, given: Given) -> list[Decision]:
    return edits.show(_text(given, "name"), _text(given, "words") or None)


def _mask(live: Live, given: Given) -> list[Decision]:
    name = given.get("name") or None
    return [
        decision
        for who in _texts(given, "people")
        for decision in edits.mask(_person(live, who), name)
    ]


def _tell(live: Live, given: Given) -> list[Decision]:
    who = _who(live, given, "who")
    fields = given.get("form")
    if not isinstance(fields, dict):
        raise InputError("the form is empty; fill in a field")
    return [each for name, value in fields.items() for each in edits.tell(who, name, str(value))]


def _draw(live: Live, given: Given) -> list[Decision]:
    style = "name" if given.get("fit") else live.line.settings.policy.style
    people = [_person(live, who) for who in _texts(given, "people")]
    shown = live.pseudonyms
    return [each for who in people for each in edits.draw(live.line, who, shown, style)]


def _reuse(live: Live, given: Given) -> dict[str, Any]:
    told: dict[str, Any] = {}

    def make() -> list[Decision]:
        made, told["people"], told["left"] = conversion.reuse(live.line, given.get("table", {}))
        return made

    live.decide(make, _text(given, "says"))
    return told


def _who(live: Live, given: Given, field: str) -> str:
    return _person(live, _text(given, field))


def _person(live: Live, who: str) -> str:
    if not edits.is_person(live.line, who):
        raise InputError("there is no such person any more; load the page again")
    return who


def _text(given: Given, field: str) -> str:
    value = given.get(field, "")
    if not isinstance(value, str):
        raise InputError(f"{field} must be a text")
    return value


def _texts(given: Given, field: str) -> list[str]:
    values = given.get(field, [])
    if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
        raise InputError(f"{field} must be a list of texts")
    return values


def _people(given: Given) -> list[list[str]]:
    """People, each by the ways in which the name is written."""
    people = given.get("people", [])
    if not isinstance(people, list) or not people or not all(people):
        raise InputError("people must be a list of lists of texts")
    return [_texts({"forms": own}, "forms") for own in people]


EDITS: dict[str, Edit] = {
    "add": _add,
    "move": _move,
    "merge": _merge,
    "part": _part,
    "split": _split,
    "reject": _reject,
    "keep": _keep,
    "hide": _hide,
    "hide_people": _hide_people,
    "keep_people": _keep_people,
    "label": _label,
    "unlist": _unlist,
    "assign": _assign,
    "mask": _mask,
    "show": _show,
    "draw": _draw,
    "tell": _tell,
}
ACTS: dict[str, Act] = {
    "answer": _answer,
    "leave": _leave,
    "reopen": _reopen,
    "ask_alone": _ask_alone,
    "undo": _undo,
    "reuse": _reuse,
    **{name: _decide(edit) for name, edit in EDITS.items()},
}
"""Everything the page can do."""
