"""Occurrences of names in a message, and what is thought of them."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import NamedTuple

from onym.conversation.threads import Setting
from onym.names.forms import ADDRESS
from onym.resolve.choosing import PERSONAL
from onym.resolve.surroundings import Surroundings
from onym.text.credits import Tag
from onym.text.text import fold

NOT_TEXT = re.compile(rf"{ADDRESS.pattern}|https?://\S+|www\.\S+")
AT = re.compile(r"\s(?:at|AT)\s|[<(\[]at[>)\]]")
"""How an address may write its @; with that, and what begins links, every one is found."""
FREE = ("", " ", "\n", "\t", ",", "!", ")", "(", ";")
ENDS = (".", ". ", ".\n", "?", "? ", "?\n", ":", ": ", ":\n")
"""Signs that end a sentence, and no part of an address."""
MARKED = re.compile(r"\n[ \t]*[>|]")
FURTHEST = 120
"""How far an address may reach beyond a name in it."""
SEVERAL = re.compile(r" |[^\W_]{2}[_.][^\W_]{2}")
"""In a name of several words, also run together: mary_poe."""
TAG = "tag"
"""What decides on a short name that stands for another in one message."""
INK = re.compile(r"\S")


class Found(NamedTuple):
    """An occurrence of one accepted name, or of several words of one person's name."""

    start: int
    end: int
    keys: tuple[str, ...]
    owners: frozenset[str]
    quoted: bool = False
    """Whether it stands in words that are not the writer's, as far as that matters."""
    again: bool = False
    """Whether the message has named somebody else so before."""


class Verdict(NamedTuple):
    """What an occurrence means."""

    start: int
    end: int
    owners: tuple[str, ...]
    """One owner when it is clear who is meant; else everybody it may be; none: a stranger."""
    score: float
    by: str


class Stand(NamedTuple):
    """A stretch that is somebody's name, and whose it may be."""

    start: int
    end: int
    owners: frozenset[str]


class Traits(NamedTuple):
    """What makes a name weak, taken over all its owners."""

    handle: bool
    """It is nobody's name but a user name."""
    initials: bool
    surname: bool
    word: bool
    """It is a word too, for one of them at least."""
    cited: bool
    topic: bool
    """Everybody talks of it, and hardly anybody to it."""
    lone: bool
    """It is a first name alone, of somebody who takes no part."""
    small: bool
    """It is a short form that is only ever written small."""
    proper: bool
    """It is a word, but with a capital in mid-sentence it is a name."""

    @classmethod
    def of(cls, traits: Sequence[Container[str]]) -> Traits:
        """The traits of a name of several people."""
        every = (all(name in each for each in traits) for name in ("handle", "initials", "surname"))
        some = (
            any(name in each for each in traits)
            for name in ("word", "cited", "topic", "lone", "small", "proper")
        )
        return cls(*every, *some)


def is_barred(text: str, start: int, end: int) -> bool:
    """Whether a stretch lies in an address or a link."""
    behind = text[end : end + 2]
    apart = text[start - 1 : start] in FREE and (behind[:1] in FREE or behind in ENDS)
    at = text.startswith((" at ", " AT ", " (at", " [at", " <at"), end)
    if apart and not at and text[max(0, start - 4) : start] != " at ":
        return False
    left, right = max(0, start - FURTHEST), end + FURTHEST
    near = text[left:right]
    if not ("@" in near or "://" in near or "www." in near or AT.search(near)):
        return False
    return any(
        found.start() <= start < found.end() for found in NOT_TEXT.finditer(text, left, right)
    )


def is_quoted(text: str, at: int, attributed: Sequence[int]) -> bool:
    """Whether a place is in a marked line, or below a line that says who is quoted unmarked."""
    start = text.rfind("\n", 0, at) + 1
    if text[start:at].lstrip()[:1] in (">", "|"):
        return True
    above = [end for end in attributed if end < at]
    return bool(above) and MARKED.search(text, min(above), at) is None


def key_of(name: str) -> str:
    """How names are compared: folded, single spaces."""
    return " ".join(fold(name).split())


def with_tags(verdicts: list[Verdict], tags: tuple[Tag, ...]) -> list[Verdict]:
    """Verdicts, and for each short name in a message that on the name for which it stands."""
    for tag in tags:
        start, end = tag.name
        named = [each for each in verdicts if each.start < end and each.end > start]
        if named:
            whole = max(named, key=lambda each: each.end - each.start)
            owners = whole.owners if len(whole.owners) == 1 else ()
            clear = {(each.start, each.end) for each in verdicts if len(each.owners) == 1}
            open_ = {place for place in tag.places if place not in clear}
            verdicts = [each for each in verdicts if (each.start, each.end) not in open_]
            verdicts += (Verdict(*place, owners, whole.score, TAG) for place in sorted(open_))
    return verdicts


def non_overlapping(verdicts: list[Verdict]) -> list[Verdict]:
    """Drop verdicts inside longer ones."""
    kept: list[Verdict] = []
    for verdict in sorted(verdicts, key=lambda verdict: (verdict.start, -verdict.end)):
        if not kept or verdict.start >= kept[-1].end:
            kept.append(verdict)
        elif verdict.end - verdict.start > kept[-1].end - kept[-1].start:
            kept[-1] = verdict
    return kept


def surname_stands(around: Surroundings, traits: Traits, kinds: set[str], inside: bool) -> bool:
    """Whether a bare family name is a participant's, who writes inside the thread or not.

    Authors are cited by it too.
    """
    if kinds & {"signed", "signature"}:
        return True
    if around.dated and "greeted" not in kinds:  # "Dear Poe,\nTwo (small) comments"
        return False
    if around.article and not kinds & PERSONAL:
        return False
    if around.title or kinds & PERSONAL:
        return True
    doubtful = traits.word or (traits.cited and not (inside and around.acts))
    return not doubtful and not around.cited and around.word[0].isupper()


def signs_apart(text: str, found: Found, setting: Setting, around: Surroundings) -> set[str]:
    """The kind of a slot where the writer's name stands on a line alone below other words."""
    own = setting.author in found.owners and not found.quoted
    apart = own and around.alone and around.after[:1] != ","  # "Mary," may greet another Mary
    return {"signed"} if apart and INK.search(text, 0, found.start) else set()


def is_several(key: str) -> bool:
    """Whether a name has several words, also run together."""
    return not key.isalpha() and SEVERAL.search(key) is not None


def named_in_full(runs: list[Found]) -> frozenset[str]:
    """Who has a full name among some that nobody else has."""
    whole = (run for run in runs if len(run.keys) > 1 or " " in run.keys[0])
    return frozenset(who for run in whole if len(run.owners) == 1 for who in run.owners)
