"""The questions as the page shows them, and where the work stands."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from onym.deciding.excerpts import SHOWN, Excerpt, excerpts
from onym.deciding.live import Live
from onym.model import Question
from onym.questions.answers import choices
from onym.questions.questions import identify, identify_all
from onym.questions.sightings import is_open
from onym.questions.together import Item, enough, likely, mentions
from onym.review.people import person

Row = dict[str, Any]
AHEAD = 3
"""Questions that are sent at a time: the one on the screen and what follows it."""
WIDTH = 90
"""Characters of an excerpt on each side of the name."""
SINGLY = 40
"""Messages that can be gone through one by one."""


def state(live: Live) -> Row:
    """Where the work stands, in figures."""
    answered = [question for step in live.steps for question in step.questions]
    found: Row = {
        "version": live.version,
        "stage": live.stage,
        "busy": live.is_busy(),
        "ready": live.ready.is_set(),
        "asked": live.asked,
        "error": live.error,
        "project": live.line.project.root.resolve().name,
        "open": len(live.questions),
        "left": live.left,
        "unasked": live.unasked,
        "answered": len(answered),
        "settled": sum(question.count for question in answered),
        "undo": live.steps[-1].says if live.steps else None,
    }
    return found


def counts(live: Live) -> Row:
    """What was found so far."""
    found = [each for here in live.mentions.values() for each in here]
    mapping, corpus = live.line.mapping, live.line.corpus
    return {
        "messages": corpus.messages.height,
        "participants": len(corpus.participants),
        "names": len(mapping.entries),
        "replaced": sum(each.replacement is not None for each in found),
        "marked": sum(each.replacement is None for each in found),
        "unclear": sum(map(is_open, found)),
        "kept": len(mapping.keep),
    }


def queue(live: Live, blind: bool) -> Row:
    """The questions that come next."""
    waiting = live.agenda()
    return {
        "questions": [_item_row(live, each, blind) for each in waiting[:AHEAD]],
        "total": sum(map(len, waiting)),
        "answers": len(waiting),
        "enough": enough(waiting),
        "gains": [*accumulate(map(mentions, waiting))],
        "mentions": sum(map(mentions, waiting)),
    }


def _item_row(live: Live, item: Item, blind: bool) -> Row:
    """What is asked at a time: a question, or several that are answered in one go."""
    if len(item) == 1:
        return question_row(live, item[0], blind)
    return {
        "id": identify_all(item),
        "kind": item[0].kind,
        "count": mentions(item),
        "together": [question_row(live, each, blind, places=1) for each in item],
    }


def question_row(live: Live, question: Question, blind: bool, places: int = SHOWN) -> Row:
    """One question: who may be meant, what speaks for each, and where the name stands."""
    people = [
        {**person(live, who), "reasons": _reasons(question, who)} for who in question.participants
    ]
    marks = tuple(f"{who}: " for who in question.participants)
    others = [each for each in question.reasons if not each.startswith(marks)]
    found: Row = {
        "id": identify(question),
        "kind": question.kind,
        "name": question.name,
        "count": question.count,
        "score": question.score,
        "people": people,
        "notes": others,
        "likely": likely(question),
        "choices": [choice._asdict() for choice in choices(question)],
        "messages": len(question.messages),
        "singly": question.kind in ("shared", "outside") and len(question.messages) > 1,
    }
    if not blind:
        shown = excerpts(live.line.corpus, question, places, WIDTH)
        found["excerpts"] = [excerpt_row(live, each) for each in shown]
    return found


def singly(live: Live, name: str) -> list[Row]:
    """The messages of a shared name one by one."""
    question = next((each for each in live.questions if identify(each) == name), None)
    if question is None:
        return []
    found = excerpts(live.line.corpus, question, limit=SINGLY, width=2 * WIDTH, among=SINGLY)
    return [excerpt_row(live, each) for each in found]


def excerpt_row(live: Live, excerpt: Excerpt) -> Row:
    """A few words around a name, and who wrote them to whom."""
    row = excerpt._asdict()
    for role in ("author", "answered"):
        row[role] = person(live, row[role]) if row[role] else None
    return row


def _reasons(question: Question, who: str) -> list[str]:
    """What speaks for somebody, reason by reason."""
    mark = f"{who}: "
    own = [each.removeprefix(mark) for each in question.reasons if each.startswith(mark)]
    return [reason for each in own for reason in each.split("; ")]
