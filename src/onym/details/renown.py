"""People so widely known that their whole name means them, and nobody whom the writer knows."""

from __future__ import annotations

from collections.abc import Iterable

from onym.details import cues
from onym.details.page import Page
from onym.language import fold, is_widely_known

Run = tuple[int, int]
"""The first and the last word of a name."""


def is_renowned(page: Page, first: int, last: int) -> bool:
    """Whether a name of several words is a widely known person's."""
    return last > first and is_widely_known(" ".join(words_of(page, first, last)))


def words_of(page: Page, first: int, last: int) -> list[str]:
    """The words of a name, folded and without endings."""
    readings = ((at, page.reads[at]) for at in range(first, last + 1))
    bases = (
        reading.base if reading and reading.base else page.lows[at] for at, reading in readings
    )
    return [word for base in bases for word in fold(base).split("-")]


def public_runs(
    page: Page, known: list[Run], runs: Iterable[Run], hints: frozenset[str]
) -> set[Run]:
    """The mentions of widely known people who are no private people here.

    Whoever is called, greeted, signed for, has an address or a relative here is nobody's idol,
    whatever the name; a word of the name that merely stands elsewhere means the same person.
    """
    words = {run: words_of(page, *run) for run in (*runs, *known)}
    public, private = set[Run](), set[Run]()
    for run in known:
        own = set(words[run])
        same = [other for other in words if own.issuperset(words[other])]
        named_so = [said for said in words.values() if said[-1] == words[run][-1]]
        kin = not all(own.issuperset(said) for said in named_so)
        called = any(_is_called(page, first) for first, _ in same)
        (private if called or kin or hints & own else public).update(same)
    return (public - private) & set(runs)


def _is_called(page: Page, at: int) -> bool:
    return cues.is_called(page, at) or cues.is_titled(page, at)
