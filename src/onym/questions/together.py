"""What can be answered in one go, and how much the next answers settle.

A question with a likely answer stands with others of its kind; whoever looks through them says
yes to all but those that are crossed out, which are then asked one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate
from math import ceil

from onym.model import Question

LIKELY = {"same": 0.7, "shared": 0.8, "outside": 0.65, "owner": 0.65, "name": 0.65}
"""How sure the first answer to a question of a kind must be to be proposed."""
FEW = 3
"""As many are answered in one go; fewer are asked one by one."""
MOST = 15
"""More than these are too many to look through."""
ENOUGH = 0.8
"""The share of what is open after which going on is hardly worth it."""

Item = tuple[Question, ...]
"""What is asked at a time: one question, or several with a likely answer."""


def likely(question: Question) -> str | None:
    """Give the answer that is most likely right, if there is one."""
    if question.score < LIKELY.get(question.kind, 2):
        return None
    return "yes" if question.kind == "same" else f"always {question.participants[0]}"


def worth(question: Question) -> float:
    """Say how much an answer is worth: the mentions it settles, times how unsure they are."""
    return max(1, question.count) * (1 - abs(2 * question.score - 1))


def agenda(
    found: Sequence[Question], alone: Collection[Question] = (), most: int = MOST
) -> list[Item]:
    """Put questions in the order in which they are asked, the most worthwhile first.

    Those with a likely answer stand together, at most so many at a time; some are asked alone.
    """
    together: dict[str, list[Question]] = {}
    for question in found:
        if likely(question) and question not in alone:
            together.setdefault(question.kind, []).append(question)
    items = [
        item for group in together.values() if len(group) >= FEW for item in _shares(group, most)
    ]
    taken = {question for item in items for question in item}
    items += [(question,) for question in found if question not in taken]
    return sorted(items, key=lambda item: -sum(map(worth, item)))


def _shares(group: Sequence[Question], most: int) -> list[Item]:
    """A group in shares of about the same size."""
    size = ceil(len(group) / ceil(len(group) / most))
    return [tuple(group[start : start + size]) for start in range(0, len(group), size)]


def mentions(item: Item) -> int:
    """Count the mentions that an answer settles."""
    return sum(question.count for question in item)


def enough(items: Sequence[Item]) -> int:
    """Say how many answers settle most of what is open."""
    settled = [*accumulate(map(mentions, items))]
    return sum(so_far < ENOUGH * settled[-1] for so_far in settled) + 1 if settled else 0
