"""The search for known names over whole pages: only pieces that could hide one are looked at.

`Seeker.seek` searches one text from end to end. A sweep decides for each different piece whether it
could be a part of a known name, as it is or in a disguise, and seeks around those pieces only. The
tests hold the one to the other.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from onym.check.disguises import AROUND, SET_APART, readings
from onym.check.known import Known
from onym.check.pages import REMEMBERED, Numbers, Page
from onym.check.seek import WORD, Hit, Seeker, apart, folded
from onym.language.folding import fold

NAME, MAYBE, SECOND, HIDES, LONE, PAIR, CARRIED, OPEN = (1 << bit for bit in range(16, 24))
LETTER = 1 << 24
"""Traits of pieces: begins a known name; only before a second word; is such a second word; hides a
name; letters set apart; pairs of hexadecimal digits; goes on in the next line, in the next piece;
somebody's only letter."""

WIDE = 2 * AROUND
"""Characters around a disguise that are looked at."""
TAG = 600
"""The same around a tag that is open at the end of a piece."""

_SIMPLE = re.compile(r"[(\"'“‘]*([A-Za-z]+|[A-Za-z]{2,}['’][a-z]+|\d+)[.;:!?)\"'”’]*")
_PLAIN = re.compile(r"[A-Za-z]{1,7}|[A-Za-z][a-z]+(?:['’-][a-z]{2,})*")
"""Nothing is hidden in these but by turning letters about."""
_POOR = re.compile(r"(?:[^\W\d_]?[0-9:.;/()+=\"'<>#\[\]-]*+){2}")
"""Numbers and signs with at most two letters: no name, unless one is written in digits."""
_CODED = re.compile(r"[0-9a-fA-F]{8}|=[0-9A-Fa-f]{2}|=$")
_LETTER = r"[^\W\d_]"
_LONE = re.compile(rf"[\W_]*+{_LETTER}(?:[\W_]{{1,2}}{_LETTER})*[\W_]*")
_PAIR = re.compile(r"(?:0x)?[0-9a-fA-F]{2}(?:[:,](?:0x)?[0-9a-fA-F]{2})*[:,]?")
_CARRIED = re.compile(rf"{_LETTER}[-\u00ad\u2010\u2011]$|=$|^[A-Za-z0-9+/]{{60,80}}$")
_OPEN = re.compile(rf"{_LETTER}(?:<[^<>\s]*>)*<[^<>]*$|\\(?:[\"'`^~=.]|[cvuHkrdbt])\{{?$")


class Window(NamedTuple):
    """A stretch of a page to look at, and the pieces for which it is looked at."""

    start: int
    end: int
    cores: tuple[tuple[int, int], ...]


class Sweep:
    """A seeker that knows which pieces are worth a look."""

    def __init__(self, seeker: Seeker) -> None:
        self.seeker = seeker
        runs = [run for table in seeker.index.values() for run in table]
        spared = [*seeker.spared_runs()]
        self._longest = max([1, *map(len, [*runs, *spared])])
        self._kept = {word for run in spared for word in run}
        self._seconds = {run[1] for run in runs if len(run) > 1}
        self._words = {word for run in runs for word in run}
        self._memo: dict[str, int] = {}

    def traits(self, piece: str, words: Sequence[str]) -> int:
        """How a piece may take part in a known name."""
        simple = _SIMPLE.fullmatch(piece)
        core = piece if simple is None else simple[1]
        if core not in self._memo:
            if len(self._memo) > REMEMBERED:
                self._memo.clear()
            self._memo[core] = self._decide(core)
        return self._memo[core]

    def _decide(self, piece: str) -> int:
        if _PLAIN.fullmatch(piece) and piece.isalpha():
            hides = HIDES if self.seeker.read_once(piece) else 0
            short = LONE if len(piece) == 1 else PAIR if _PAIR.fullmatch(piece) else 0
            return self._named(piece) | hides | short
        if _POOR.fullmatch(piece) and not _CODED.search(piece):
            bits = self._named(piece)
        else:
            bits = self._named(piece) | (HIDES if self._hides(piece) else 0)
        bits |= LONE if _LONE.fullmatch(piece) else 0
        bits |= PAIR if _PAIR.fullmatch(piece) else 0
        if not piece.isalpha() or len(piece) > 59:
            bits |= CARRIED if _CARRIED.search(piece) else 0
            bits |= OPEN if _OPEN.search(piece) else 0
        return bits

    def _named(self, piece: str) -> int:
        bits = 0
        for written in WORD.findall(piece):
            word = fold(written)
            bits |= SECOND if word in self._seconds else 0
            for run in self.seeker.index.get(word, ()):
                nothing = written.islower() and word in self.seeker.judge.ordinary
                alone = LETTER if len(word) == 1 else NAME
                bits |= MAYBE if len(run) > 1 or nothing else alone
        return bits

    def _hides(self, piece: str) -> bool:
        if self.seeker.within(piece) or self.seeker.digests(piece):
            return True
        if _PLAIN.fullmatch(piece):
            return False
        own: set[str] | None = None
        for reading in readings(piece):
            own = set(folded(piece)) if own is None else own
            if not self._words.isdisjoint(set(folded(reading.text)) - own):
                return True
            if self.seeker.within(reading.text):
                return True
            if reading.why == SET_APART and any(self.seeker.inside(fold(reading.text))):
                return True
        return False

    def search(self, page: Page, letters: bool = True) -> Iterator[tuple[int, list[Hit]]]:
        """The known names of each text of a page that has any, with offsets in that text.

        Without `letters`, single ones are nobody's: a report has "A" in every other line.
        """
        found: dict[int, list[Hit]] = defaultdict(list)
        for hit in (*self._plain(page, NAME | LETTER if letters else NAME), *self._hidden(page)):
            text, start = page.place(hit.start)
            found[text].append(hit._replace(start=start, end=start + hit.end - hit.start))
        for text in sorted(found):
            yield text, apart(found[text])

    def _plain(self, page: Page, named: int) -> Iterator[Hit]:
        near = self._longest
        following = page.traits & SECOND
        later = page.after(following, 1) | page.after(following, 2)
        alone = (page.after(page.lines, 1) != page.lines) & (
            page.after(page.lines, -1) != page.lines
        )
        wanted = (page.traits & named) | np.where(following | later | alone, page.traits & MAYBE, 0)
        bare = np.flatnonzero((wanted == LETTER) & (page.ends - page.starts == 1)).tolist()
        quick = {place: hit for place in bare if (hit := self._letter(page, place)) is not None}
        yield from quick.values()
        at = np.setdiff1d(np.flatnonzero(wanted), list(quick))
        spans = (page.around(place, near, near) for place in at.tolist())
        for window in _merged(page, at, spans):
            bounds = page.bounds(window.start)
            hits = self.seeker.plain(page.text, bounds, (window.start, window.end))
            yield from _touching(hits, window)

    def _letter(self, page: Page, at: int) -> Hit | None:
        """A letter in mid-sentence, which needs no closer look: there are thousands of them."""
        start, end = int(page.starts[at]), int(page.ends[at])
        if page.text[end : end + 1] != " " or not page.text[end + 1 : end + 2].isalnum():
            return None
        key = fold(page.text[start:end])
        if key in self._kept:
            return None
        return Hit(self.seeker.index[key][key,], start, end, "", "initial")

    def _hidden(self, page: Page) -> Iterator[Hit]:
        traits = page.traits
        wanted = (traits & HIDES) | (traits & OPEN)
        wanted |= np.where(page.after(page.lines, 1) != page.lines, traits & CARRIED, 0)
        beside = page.after(traits, 1) | page.after(traits, -1)
        wanted |= traits & beside & (LONE | PAIR)
        for window in _stretches(page, np.flatnonzero(wanted)):
            hits = self.seeker.hidden(page.text[window.start : window.end])
            moved = (
                hit._replace(start=hit.start + window.start, end=hit.end + window.start)
                for hit in hits
            )
            yield from _touching(moved, window)


@lru_cache(maxsize=1)
def sweep_of(known: Known) -> Sweep:
    """The sweep for what is known, the same for messages and files: their pieces are the same."""
    return Sweep(known.seeker())


def _stretches(page: Page, at: Numbers) -> Iterator[Window]:
    """Stretches of so many characters around pieces, of whole pieces and within a text."""
    starts, ends, bases = page.starts[at], page.ends[at], np.asarray(page.bases)
    text = bases.searchsorted(starts, "right") - 1
    far = np.where(page.traits[at] & OPEN, TAG, WIDE)
    first = page.starts.searchsorted(np.maximum(bases[text], starts - WIDE))
    last = page.ends.searchsorted(np.minimum(bases[text + 1] - 1, ends + far), "right") - 1
    low, high = np.minimum(page.starts[first], starts), np.maximum(page.ends[last], ends)
    yield from _merged(page, at, zip(low.tolist(), high.tolist(), strict=True))


def _merged(page: Page, at: Numbers, spans: Iterable[tuple[int, int]]) -> Iterator[Window]:
    start = end = -1
    cores: list[tuple[int, int]] = []
    for place, (low, high) in zip(at.tolist(), spans, strict=True):
        if low > end and cores:
            yield Window(start, end, tuple(cores))
            cores = []
        start = low if not cores else start
        end = max(end, high) if cores else high
        cores.append((int(page.starts[place]), int(page.ends[place])))
    if cores:
        yield Window(start, end, tuple(cores))


def _touching(hits: Iterable[Hit], window: Window) -> Iterator[Hit]:
    """The hits that have to do with the pieces a window was opened for."""
    for hit in hits:
        place = bisect_left(window.cores, (hit.end, 0)) - 1
        if place >= 0 and window.cores[place][1] > hit.start:
            yield hit
