"""What the end of a text and the addresses in it tell about names."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from onym.details.cues import ends_closing, follows_closing
from onym.details.model import Detail
from onym.details.naming import name_detail
from onym.details.page import Page
from onym.details.readings import SMALL
from onym.language import fold

LAST_LINES = 8
"""How many lines at the end of a text may be a signature."""
LIKELY = 0.8
LONGEST = 3
"""Words that a name in a signature has at most."""
_PIECES = re.compile(r"[^\W\d_]{3,}")


def hints(shaped: list[Detail]) -> frozenset[str]:
    """The words of the mail addresses, which are often a name: ada.poe@example.org."""
    return frozenset(
        fold(piece)
        for detail in shaped
        if detail.sublabel == "email"
        for piece in _PIECES.findall(detail.value.partition("@")[0].partition(" ")[0])
    )


def echoes(page: Page, shaped: list[Detail]) -> Iterator[Detail]:
    """User names and the names of mail addresses where they stand by themselves."""
    names = {
        fold(detail.value.partition("@")[0])
        for detail in shaped
        if detail.sublabel in ("email", "username")
    }
    names = {name for name in names if len(name) > 4 and name.isalnum()}
    if not names:
        return
    openings = {name[:4] for name in names}
    stems = {name[:-1] for name in names}
    for at in [at for at, low in enumerate(page.lows) if low[:4] in openings]:
        reading, said = page.reads[at], fold(page.lows[at])
        if reading is not None and (reading.plain or reading.named):
            continue
        if any(said.startswith(stem) and len(said) - len(stem) <= 4 for stem in stems):
            yield Detail(page.starts[at], page.ends[at], "HANDLE", "username", None, LIKELY, said)


def find_signatures(page: Page, shaped: list[Detail]) -> Iterator[Detail]:
    """Names on a line of their own at the end, beside an address or under a closing."""
    lines = _last_lines(page.text) if "\n" in page.text else []
    addressed = {detail.start for detail in shaped if detail.category in ("EMAIL", "HANDLE", "URL")}
    if not addressed and not _is_closed(page, lines):
        return
    for number, (start, end) in enumerate(lines):
        first, last = bisect_left(page.starts, start), bisect_left(page.starts, end)
        words = list(range(first, last)) if 0 < last - first <= LONGEST else []
        if (
            not words
            or page.lows[words[0]] in page.lexicon.words["greetings"]
            or any(start <= at < end for at in addressed)
        ):
            continue
        closed = follows_closing(page, words[0])
        if (not closed and not addressed) or ends_closing(page, words[-1]):
            continue
        near = [lines[n] for n in (number + 1, number - 1, number + 2) if 0 <= n < len(lines)]
        beside = [any(left <= at < right for at in addressed) for left, right in near]
        if _is_name_line(page, words, bool(beside and beside[0]), any(beside), closed):
            yield name_detail(page, words[0], words[-1], LIKELY)


def _is_closed(page: Page, lines: list[tuple[int, int]]) -> bool:
    """Whether a word that may end a closing stands in the last lines, or right before them."""
    first = bisect_left(page.starts, lines[0][0]) if lines else len(page)
    return not page.lexicon.lasts["closings"].isdisjoint(page.lows[max(0, first - 1) :])


def _last_lines(text: str) -> list[tuple[int, int]]:
    """The last lines that are not empty, with their offsets."""
    found: list[tuple[int, int]] = []
    end = len(text)
    while end > 0 and len(found) < LAST_LINES:
        start = text.rfind("\n", 0, end) + 1
        if text[start:end].strip():
            found.append((start, end))
        end = start - 1
    return found[::-1]


def _is_name_line(page: Page, words: list[int], above: bool, near: bool, closed: bool) -> bool:
    """Whether a short line is the writer's name."""
    readings = [page.reads[at] for at in words if len(page.words[at]) > 1 or len(words) == 1]
    if not readings:
        return (above or closed) and all(page.words[at].isupper() for at in words)
    text = page.text[page.starts[words[0]] : page.ends[words[-1]]]
    if any(reading is not None and (reading.digits or reading.head) for reading in readings):
        return False
    if "," in text or any(
        reading is not None and reading.place and not reading.named for reading in readings
    ):
        return False
    named = [reading is not None and reading.named for reading in readings]
    if all(named) and (near or closed):
        first = readings[0]
        return first is not None and (first.given > 0 or not (first.place or first.plain))
    strange = all(
        reading is not None and not (reading.plain and reading.case == SMALL)
        for reading in readings
    )
    capital = near and all(reading is not None and reading.case != SMALL for reading in readings)
    return (
        strange
        and (above or closed or capital)
        and not all(r is not None and r.plain for r in readings)
    )
