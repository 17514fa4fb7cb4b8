"""Who is named in what will be shared: full names and cited surnames, place by place.

A `Watcher` decides for each different piece whether a name may begin or end there, reads only what
stands around such pieces, and counts each name with what tells why it stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from onym.check.contexts import Terms, is_field, is_first_name, is_reference
from onym.check.finders import ITS
from onym.check.fullnames import (
    LONGEST,
    USUAL,
    Writing,
    how_common,
    is_initials,
    is_particle,
)
from onym.check.judge import AFTER, BEFORE, Judge
from onym.check.known import Known
from onym.check.named import Stay
from onym.check.pages import Page
from onym.check.seek import folded
from onym.check.spots import JOIN, LONG_LINE, Spot
from onym.language import surnames

OPENS, FAMILY, INITIALS, LINK, DATED = (1 << bit for bit in range(26, 31))
"""Traits of pieces: ends with a given name; begins with a family name; initials; what may stand
inside a name; a year or "et al."."""
FAR = 5
"""Pieces after a surname among which a year makes it a cited one."""

_OPENING = "(\"'“‘«[{*_>-"
_HEAD = re.compile(r"(?:(?:[^\W\d_]\.-?){1,4}|[^\W\d_]+(?:['’-][^\W\d_]+)*)$")
_GIVEN = re.compile(r"(?<![^\s({\"“])([^\W\d_]{3,}) $")
_NEXT = re.compile(
    r"(?P<gap> {1,2}|[ ]?\n[> ]{0,9})"
    r"(?P<word>(?:[^\W\d_]\.-?){1,4}(?!\w)|[^\W\d_]+(?:['’-][^\W\d_]+)*+)(?![\w@/]|\.\w)"
)
_TURNED = re.compile(
    r",\s{1,2}(?P<given>(?:[A-Z]\.[ -]?){1,4}|[^\W\d_]+(?:\s[A-Z]\.)+)|\s(?P<letters>[A-Z]{1,3})\b"
)
_FIELDED = re.compile(
    r",\s{1,2}(?P<given>[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}?)(?P<letters>)"
    r"(?=\s+and\b|[}\",]|$)"
)
_INITIALS = re.compile(rf"[{re.escape(_OPENING)}]*(?:[^\W\d_]\.-?){{1,4}}|[A-Z]{{1,3}}[.:;)]?")
_DATED = re.compile(r"[(\[]?(?:1[6-9]|20)\d\d[a-z]?\b.*|al\b\W*", re.DOTALL)
_JOINED = re.compile(rf"(?:['’]s)?(?:,\s+|,?\s+{JOIN}\s+)(?:{JOIN}\s+)?")
_LISTED = re.compile(rf"(?:[,;({{\n]|\b(?:{JOIN}|by))\s*$")
"""What stands before somebody of whom only initials are given, and not before a sentence's end."""
_SURELY = re.compile(r"(?:['’]s)?,?\s+(?:\(\d{4}|et\s+al\b)")
_YEARED = re.compile(r"['’s]*,?\s*\d")
"""A bare year, which may be a date: Ken, 2003."""
SHORT = 24
"""Characters that initials or a year with its brackets have at most."""


class Sighting(NamedTuple):
    """A name of somebody where it stands on a page."""

    name: str
    start: int
    end: int
    family: int
    """Where the family name begins."""
    cited: bool = False


class Watcher:
    """Sees who is named, but for participants and pseudonyms."""

    def __init__(self, known: Known, judge: Judge) -> None:
        self._judge = judge
        self._writing = Writing(known.languages)
        self._terms = Terms(known.languages)
        self._masks = {word for name in known.pseudonyms.values() for word in folded(name)}
        put_in = {*known.spared} - {*known.keep}
        self._sought = {folded(name) for name in known.kinds}
        self._others = {*self._sought, *map(folded, put_in)}

    def traits(self, piece: str, words: Sequence[str]) -> int:
        """Whether a name may begin, go on or end in a piece, or a year makes one cited."""
        if not words or piece.islower():
            short = len(piece) < SHORT and _DATED.fullmatch(piece)
            return (DATED if short else 0) | (LINK if is_particle(piece) else 0)
        bits = INITIALS if len(piece) < SHORT and _INITIALS.fullmatch(piece) else 0
        if piece.endswith(words[-1]) and self._writing.may_open(words[-1]):
            bits |= OPENS
        bits |= LINK if self._writing.may_go_on(words[0]) else 0
        if self._writing.may_close(ITS.sub("", words[0])):
            bits |= FAMILY if piece.lstrip(_OPENING).startswith(words[0]) else 0
        return bits

    def watch(self, page: Page, messages: Sequence[str], stays: dict[str, Stay]) -> None:
        """Note who is named on a page."""
        seen = [each for each in self._find(page) if not self._is_other(each.name)]
        for each, why in zip(seen, self._judged(page, seen), strict=True):
            text, _ = page.place(each.start)
            stays.setdefault(each.name, Stay()).note(messages[text], why)

    def _is_other(self, name: str) -> bool:
        """Whether this is told elsewhere or no name: a participant's, a pseudonym, rejected."""
        words = folded(name)
        if words in self._others or words[0] in self._masks:
            return True
        runs = (words[at:end] for at in range(len(words)) for end in range(at + 1, len(words) + 1))
        return self._judge.is_owned(words) and not self._sought.isdisjoint(runs)

    def _find(self, page: Page) -> list[Sighting]:
        """Every name on a page, in order; none inside another."""
        full = list(self._full(page))
        taken = np.zeros(len(page.starts) + 1, dtype=bool)
        for each in full:
            first = int(page.starts.searchsorted(each.start, "right")) - 1
            taken[first : int(page.starts.searchsorted(each.end))] = True
        return sorted([*full, *self._cited(page, ~taken[:-1])], key=lambda each: each.start)

    def _full(self, page: Page) -> Iterator[Sighting]:
        """Given names or initials, and a family name behind them."""
        opens = page.traits & (OPENS | INITIALS)
        follows = page.after(page.traits & (FAMILY | LINK), 1)
        done = 0
        for at in np.flatnonzero(np.where(follows, opens, 0)).tolist():
            found = self._read(page, at) if page.starts[at] >= done else None
            if found is not None:
                done = found.end
                yield found

    def _read(self, page: Page, at: int) -> Sighting | None:
        """The longest name that begins at the end of a piece."""
        text, end = page.text, int(page.ends[at])
        words, first = self._head(page, at)
        found = None
        low, high = page.bounds(first)
        surely = first == low or _LISTED.search(text, max(low, first - SHORT), first) is not None
        for _ in range(LONGEST - 1 if words else 0):
            step = _NEXT.match(text, end, high)
            if step is None or ("\n" in step["gap"] and not _goes_on(text, first, step)):
                break
            word, end = ITS.sub("", step["word"]), step.end()
            name = (*words, word)
            if self._writing.may_close(word) and (
                self._writing.is_person(name)
                or (is_initials(words[0]) and self._writing.is_author(word, surely))
            ):
                start = step.start("word")
                found = Sighting(" ".join(name), first, start + len(word), start)
            elif not self._writing.may_go_on(word):
                break
            if word != step["word"]:
                break
            words.append(word)
        return found

    def _head(self, page: Page, at: int) -> tuple[list[str], int]:
        """The first word of a name at the end of a piece, and where it begins; none if none does.

        Initials may follow a given name that nobody knows, and are a street's after a number.
        """
        end = int(page.ends[at])
        head = _HEAD.search(page.text, max(int(page.starts[at]), end - SHORT), end)
        if head is None or len(head[0]) == 1:
            return [], end
        if not is_initials(head[0]):
            return ([head[0]] if self._writing.may_open(head[0]) else []), head.start()
        low, _ = page.bounds(head.start())
        before = page.text[max(low, head.start() - SHORT) : head.start()]
        given = _GIVEN.search(before)
        if given is not None and self._writing.is_author(given[1]):
            return [given[1], head[0]], head.start() - len(given[1]) - 1
        return ([] if before[-2:-1].isdigit() else [head[0]]), head.start()

    def _cited(self, page: Page, free: np.ndarray[Any, np.dtype[np.bool_]]) -> Iterator[Sighting]:
        """Surnames with a year or "et al.", and those of references: Poe, K. and Poe KJ."""
        dated = page.traits & DATED
        near = page.after(page.traits & (INITIALS | OPENS), 1)
        for steps in range(1, FAR + 1):
            near = near | page.after(dated, steps)
        done = 0
        for at in np.flatnonzero(np.where(near * free, page.traits & FAMILY, 0)).tolist():
            piece, start = page.piece(at), int(page.starts[at])
            start += len(piece) - len(piece.lstrip(_OPENING))
            word = _NEXT.match(f" {piece.lstrip(_OPENING)}")
            if word is not None and start >= done:
                for found in self._reference(page, start, ITS.sub("", word["word"])):
                    done = found.end
                    yield found

    def _reference(self, page: Page, start: int, word: str) -> Iterator[Sighting]:
        """The name of a reference that begins with this surname, if it is one."""
        end = start + len(word)
        before, after = _around(page, start, end)
        listed = is_field(page.text, page.bounds(start)[0], start)
        if word.isupper() or not (listed or is_reference(word, before, after)):
            return
        turned = (_FIELDED if listed else _TURNED).match(after)
        known = self._writing.is_author(word, surely=_SURELY.match(after) is not None)
        if turned is not None and (known or how_common(word)):
            given, letters = turned["given"], turned["letters"]
            name = f"{word}, {given.strip()}" if given else f"{word} {letters}"
            yield Sighting(name, start, end + len(turned[0].rstrip()), start, True)
        dated = is_first_name(word) and _YEARED.match(after)
        if turned is None and not dated and (known or self._is_beside(word, before, after)):
            yield Sighting(word, start, end, start, True)

    def _is_beside(self, word: str, before: str, after: str) -> bool:
        """Whether a surname that is a word too stands beside another: Poe and White (1999)."""
        others = [each.name for each in Spot(word, before, after, 0).beside()]
        return how_common(word) >= USUAL and any(map(self._writing.is_author, others))

    def _judged(self, page: Page, seen: Sequence[Sighting]) -> list[str]:
        """Why each of the names stays; who is named beside a cited author is one, too."""
        reasons = [self._why(page, each) for each in seen]
        beside = [
            _JOINED.fullmatch(page.text, one.end, min(other.start, page.bounds(one.start)[1]))
            is not None
            for one, other in pairwise(seen)
        ]
        for at, joined in enumerate(beside):
            if joined and reasons[at] == "cited":
                reasons[at + 1] = "cited"
        for at in reversed(range(len(beside))):
            if beside[at] and reasons[at + 1] == "cited":
                reasons[at] = "cited"
        return reasons

    def _why(self, page: Page, seen: Sighting) -> str:
        """What tells why a name stays: a citation, a term, or nothing."""
        if seen.cited:
            return "cited"
        family = page.text[seen.family : seen.end]
        before, after = _around(page, seen.family, seen.end)
        low, _ = page.bounds(seen.start)
        whole, _ = _around(page, seen.start, seen.end)
        if is_field(page.text, low, seen.start) or is_reference(family, before, after):
            return "cited"
        if self._terms.is_made_by(whole) or self._terms.is_cited_work(family, after):
            return "cited"
        if self._terms.is_body(family, whole, after) or self._terms.is_term(family, before, after):
            return "term"
        return ""


def _goes_on(text: str, start: int, step: re.Match[str]) -> bool:
    """Whether a name goes on in the next line: a long one was wrapped, and a surname follows."""
    line = start - text.rfind("\n", max(0, start - 200), start)
    return line > LONG_LINE and ITS.sub("", step["word"]) in surnames()


def _around(page: Page, start: int, end: int) -> tuple[str, str]:
    low, high = page.bounds(start)
    return page.text[max(low, start - BEFORE) : start], page.text[end : min(high, end + AFTER)]
