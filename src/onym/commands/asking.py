"""Questions that only a person can settle, and why a name is whose."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from onym import options
from onym.commands.work import count, resume, working
from onym.disk.whereabouts import typed
from onym.terminal import show

if TYPE_CHECKING:
    from onym.line import Line
    from onym.model import Question


def questions(
    folder: options.Folder,
    limit: options.Limit = None,
    blind: options.Blind = False,
    again: options.Again = False,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Answer what only a person can settle, one key a question, the most worthwhile first.

    Questions with a likely answer come together. Every answer is kept at once: stop whenever you
    like, and go on another day; or leave the rest open for good. It shows names and, without
    --blind, short excerpts.
    """
    with working(3, quiet or json) as tell:
        line = resume(folder, tell)
        found = _questions(line, again)[:limit]
    if json or quiet or not sys.stdin.isatty():
        _list_questions(line, found, blind, json, quiet)
    else:
        _ask(line, found, blind)


def explain(
    folder: options.Folder,
    name: options.Name,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Tell whose a name is, how sure that is and why, or why it is nobody's."""
    with working(3, quiet or json) as tell:
        from dataclasses import asdict

        from onym.deciding import explain as reasons

        line = resume(folder, tell)
        found = reasons.explain(line, name)
    show([*reasons.rows(found)], asdict(found), as_json=json, quiet=quiet)


def _questions(line: Line, again: bool) -> tuple[Question, ...]:
    from onym.questions.questions import reopen

    with line.project.locked():
        if again:
            reopen(line)
        return line.questions


def _list_questions(
    line: Line, found: tuple[Question, ...], blind: bool, as_json: bool, quiet: bool
) -> None:
    from onym.deciding.asking import describe
    from onym.questions.questions import to_dict
    from onym.questions.together import agenda, enough

    lines = [_open(found)]
    if not (as_json or quiet):
        lines += [row for question in found for row in ("", *describe(question, line, blind))]
    items, doubts = agenda(found), line.doubts
    result = {
        "project": str(line.project.root),
        "questions": [to_dict(each) for each in found],
        "answers": len(items),
        "enough": enough(items),
        "unasked": doubts.unasked,
        "left": doubts.left,
    }
    show(lines, result, as_json=as_json, quiet=quiet)


def _ask(line: Line, found: tuple[Question, ...], blind: bool) -> None:
    from onym.deciding.asking import ask
    from onym.deciding.keyboard import keyboard

    print(_open(found))
    with working(1, quiet=True), keyboard() as keys:
        answered = ask(line, found, keys, print, blind).answered
    settled = sum(question.count for question in answered)
    print(f"\nAnswered {count(len(answered), 'question')}: {count(settled, 'mention')} settled.")
    if answered:
        print(f"Next: onym apply {typed(line.project.root)}")


def _open(found: tuple[Question, ...]) -> str:
    from onym.deciding.asking import LISTED
    from onym.questions.together import ENOUGH, agenda, enough

    mentions = sum(question.count for question in found)
    if not found:
        return "No question is open."
    said = f"{count(len(found), 'question').capitalize()} open, on {count(mentions, 'mention')}."
    items = agenda(found, most=LISTED)
    first = enough(items)
    if first == len(items):
        return said
    answers = "The first answer settles" if first == 1 else f"The first {first} answers settle"
    return f"{said} {answers} {100 * ENOUGH:.0f} % of them."
