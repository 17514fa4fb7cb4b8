"""People who are named and stay, as the page shows them: who, why, where, and what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onym.deciding.excerpts import SHOWN, Excerpt, excerpts
from onym.deciding.live import Live
from onym.model import Question
from onym.names.names import Names
from onym.review.asked import WIDTH, excerpt_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onym.check import Named

Row = dict[str, Any]
MOST = 1_000
"""People who are listed."""


def rows(live: Live, people: Sequence[Named]) -> Row:
    """Everybody of a check with what has been decided since, and how many more there are."""
    mapping = live.line.mapping
    key = Names(mapping.case).key
    kept = {key(name) for name in mapping.keep}
    hidden = {key(entry.name) for entry in mapping.entries if entry.decision != "rejected"}

    def why(one: Named) -> str:
        if key(one.name) in hidden:
            return "hidden"
        if any(key(form) in kept for form in one.forms):
            return "kept"
        return "" if one.why == "kept" else one.why

    return {
        "people": [
            {"name": one.name, "forms": list(one.forms), "count": one.count, "why": why(one)}
            for one in people[:MOST]
        ],
        "more": max(0, len(people) - MOST),
    }


def where(live: Live, one: Named) -> list[Row]:
    """A few words around the name, in each way it is written."""
    found: dict[str, Excerpt] = {}
    for form in one.forms:
        question = Question("name", form, messages=one.messages)
        for each in excerpts(live.line.corpus, question, SHOWN, WIDTH, len(one.messages)):
            if each.name.strip():
                found.setdefault(each.message, each)
    return [excerpt_row(live, each) for each in list(found.values())[:SHOWN]]
