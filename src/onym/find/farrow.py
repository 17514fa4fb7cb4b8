"""Farrow, Moore and Gašević's own method (LAK 2023, sections 4.2 to 4.4), as they describe it.

A last word signs, the word after an opening "Hi" greets the author of the parent message, and the
class list gives every subset of the parts of a registered name. Nothing is repaired here: what
the paper's expressions miss ("Best, Robert.", "Hello Robert") is missed, so that anyone can
compare.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from onym.model import Clue, Corpus, Evidence

SENDER = re.compile(r"(\w+(-\w+)?(\s+\w\.?)?)$")
RECIPIENT = re.compile(r"^[hH][iI]\W+(\w+(-\w+)?)")

SHOWN = 5
"""How many message ids a clue carries."""

PARTS = 8
"""A registered name of more parts gives only its runs of neighbours, or there would be 2^n."""


def farrow(corpus: Corpus) -> Evidence:
    """Collect the candidate names of senders and of assumed recipients (section 4.2)."""
    found: dict[tuple[str, str, str], list[str]] = {}
    columns = corpus.messages.select("id", "author", "parent_author", "text")
    for id, author, parent_author, text in columns.iter_rows():
        for key in dict.fromkeys(_candidates(author, parent_author, normalise(text))):
            found.setdefault(key, []).append(id)
    clues = (_clue(*key, messages) for key, messages in found.items())
    return Evidence("farrow", tuple(clues))


def class_list(corpus: Corpus) -> Evidence:
    """Collect the subsets of registered names that occur in the data (section 4.2, baseline)."""
    owners: dict[str, list[str]] = {}
    for participant in corpus.participants.values():
        names = (subset for name in participant.names for subset in subsets(name))
        for name in dict.fromkeys(names):
            owners.setdefault(name, []).append(participant.id)
    seen = _occurrences(tuple(owners), corpus)
    clues = (
        _clue(owner, name, "registered", seen[name])
        for name, people in owners.items()
        for owner in people
        if name in seen
    )
    return Evidence("class-list", tuple(clues))


def farrow_and_class_list(corpus: Corpus) -> Evidence:
    """Collect both, as the paper's mapping file does before it is edited (section 4.3)."""
    clues = (*farrow(corpus).clues, *class_list(corpus).clues)
    return Evidence("farrow+class-list", clues)


def sender(text: str) -> str | None:
    """Give the last word of a normalised text, or last word and initial, unless it has a digit."""
    match = SENDER.search(text)
    return _undigited(match[1].rstrip(".")) if match else None


def recipient(text: str) -> str | None:
    """Give the word that follows an opening "Hi" in a normalised text, unless it has a digit."""
    match = RECIPIENT.search(text)
    return _undigited(match[1]) if match else None


def subsets(registered: str) -> Iterator[str]:
    """List every choice of a registered name's parts, in order: first, first last, and so on."""
    parts = reorder(registered).split()
    for size in range(1, len(parts) + 1):
        if len(parts) <= PARTS:
            yield from map(" ".join, combinations(parts, size))
        else:
            starts = range(len(parts) - size + 1)
            yield from (" ".join(parts[start : start + size]) for start in starts)


def reorder(registered: str) -> str:
    """Write "Poe, Mary Jane" as "Mary Jane Poe"; any other name stays as it is."""
    last, comma, first = registered.partition(",")
    return f"{first.strip()} {last.strip()}".strip() if comma else registered


def normalise(text: str) -> str:
    """Make every run of white space one space and drop it at both ends."""
    return " ".join(text.split())


def _candidates(
    author: str | None, parent_author: str | None, text: str
) -> Iterator[tuple[str, str, str]]:
    signed, greeted = sender(text), recipient(text)
    if author and signed:
        yield author, signed, "signed"
    # A message counts once for a name: who answers himself may greet and sign with the same one.
    if parent_author and greeted and (parent_author, greeted) != (author, signed):
        yield parent_author, greeted, "greeted"


def _clue(participant: str, name: str, kind: str, messages: list[str]) -> Clue:
    return Clue(participant, name, kind, len(messages), tuple(messages[:SHOWN]))


def _undigited(name: str) -> str | None:
    return None if any(map(str.isdecimal, name)) else name


def _occurrences(names: tuple[str, ...], corpus: Corpus) -> dict[str, list[str]]:
    """Find the messages that hold each name as whole words; names that occur nowhere are left out.

    This is the paper's \\b{NAME}\\b for all names in one pass.
    """
    if not names:
        return {}
    from ahocorasick_rs import AhoCorasick

    automaton = AhoCorasick(names)
    seen: dict[str, list[str]] = {}
    for id, text in corpus.messages.select("id", "text").iter_rows():
        text = normalise(text)
        matches = automaton.find_matches_as_indexes(text, overlapping=True)
        whole = (which for which, start, end in matches if _is_whole(text, start, end))
        for which in dict.fromkeys(whole):
            seen.setdefault(names[which], []).append(id)
    return seen


def _is_whole(text: str, start: int, end: int) -> bool:
    return _is_boundary(text, start) and _is_boundary(text, end)


def _is_boundary(text: str, at: int) -> bool:
    before, after = text[at - 1 : at] if at else "", text[at : at + 1]
    return _is_word(before) != _is_word(after)


def _is_word(character: str) -> bool:
    return character == "_" or character.isalnum()
