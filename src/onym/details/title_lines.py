"""Names that no list knows, where an essay says who wrote it: on a line of their own near its
beginning or its end, or at the end of a title.

Nothing but where they stand tells that these are names, so every word must be one that no
dictionary has, or part of a known name.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from onym.details.cues import is_cited
from onym.details.model import Detail
from onym.details.naming import is_particle, name_detail
from onym.details.page import Page
from onym.details.readings import CAPITAL
from onym.details.renown import is_renowned, words_of
from onym.text.text import Stretch

LIKELY = 0.8
TOP, END, TITLES = 6, 4, 4
"""Lines at the beginning and the end in which a name may stand alone, and lines of a title."""
TOWN = 5
"""The largest town that is taken for somebody's surname behind a word with a capital."""
LONGEST_NAME, LONGEST_TITLE, LONGEST_LINE = 4, 14, 240
_PARTED = re.compile(r"\s*[-–—:|]\s+|\s{3,}|\t\s*")
"""What parts a name from the title before it: Rain - Ada Poe."""


def find_title_lines(page: Page) -> Iterator[Detail]:
    """Names of strange words alone on a line, or behind a title."""
    for number, line in enumerate(_edge_lines(page.text)):
        if line[1] - line[0] > LONGEST_LINE:
            continue
        first, past = bisect_left(page.starts, line[0]), bisect_left(page.starts, line[1])
        if not 0 < past - first <= LONGEST_TITLE or not page.words[past - 1][0].isupper():
            continue
        name = _name_at_end(page, first, past, line)
        if name is None or (name > first and number >= TITLES):
            continue
        if not is_cited(page, name, past - 1) or _is_own_title(page, name, past - 1):
            yield name_detail(page, name, past - 1, LIKELY)


def _edge_lines(text: str) -> Iterator[Stretch]:
    """The first and the last lines of a text that are not empty, in order."""
    start = found = 0
    while found < TOP and start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if not text[start:end].isspace() and start < end:
            found += 1
            yield start, end
        start = end + 1
    ends = list[Stretch]()
    end = len(text)
    while len(ends) < END and end > start:
        begin = max(text.rfind("\n", start, end) + 1, start)
        if not text[begin:end].isspace() and begin < end:
            ends.append((begin, end))
        end = begin - 1
    yield from reversed(ends)


def _name_at_end(page: Page, first: int, past: int, line: Stretch) -> int | None:
    """The word from which a line is a name: its first, or one that something parts from a title."""
    if page.text[page.ends[past - 1] : line[1]].strip(" \t\r.,"):
        return None
    name = past
    while name > first and past - name < LONGEST_NAME and _may_name(page, name - 1):
        name -= 1
        if name > first and page.gaps[name] not in (" ", "-"):
            break
    alone = not page.text[line[0] : page.starts[first]].strip()
    if alone and _ends_in_surname(page, first, past):
        return first
    count = past - name
    if count > 1 and page.lows[name - 1] in page.lexicon.words["made_by"] and name - 1 > first:
        head = page.reads[name]
        if head is not None and head.given >= 2 and page.gaps[name] == " ":
            return name
    if not count or not any(_is_strange(page, at) for at in range(name, past)):
        return None
    if name == first:
        return name if count > 1 and alone else None
    parted = _PARTED.fullmatch(page.gaps[name]) is not None
    made = page.gaps[name] == " " and page.lows[name - 1] in page.lexicon.words["made_by"]
    wide = len(page.gaps[name]) > 2
    return name if made or (parted and (count > 1 or wide)) else None


def _is_own_title(page: Page, first: int, last: int) -> bool:
    """Whether the title that ends in a name is this text's: nothing else is said of its author.

    Whoever writes of a work comes back to its author, and writes the title in quotation marks.
    """
    if (
        page.gaps[last + 1][:1] not in ("", "\n", "\r")
        or page.gaps[first - 1].strip()
        or not page.capital(first - 2)
    ):
        return False
    if is_renowned(page, first, last):
        return False
    surname = words_of(page, last, last)[0]
    return not any(
        page.lows[at] == surname and page.gaps[at] == " " and not page.capital(at - 1)
        for at in range(last + 1, len(page))
    )


def _ends_in_surname(page: Page, first: int, past: int) -> bool:
    """Whether a line is two or three words with capitals, the last a surname: Velvet Poe."""
    reading = page.reads[past - 1]
    if reading is None or not 2 <= past - first <= 3 or reading.family < 2:
        return False
    town = reading.place is not None and reading.place.size <= TOWN and reading.family == 3
    if reading.plain or (reading.place and not town) or reading.label or reading.head:
        return False
    if not all(page.gaps[at] == " " for at in range(first + 1, past)):
        return False
    second, lexicon = page.reads[first + 1], page.lexicon
    if past - first == 3 and second is not None and second.given >= 2:
        return False  # found by itself
    if page.lows[first] in lexicon.lasts["closings"]:
        return False
    never = lexicon.never_names | lexicon.words["titles"]
    return all(page.words[at].istitle() and page.lows[at] not in never for at in range(first, past))


def _may_name(page: Page, at: int) -> bool:
    """Whether a word may be a part of somebody's name and is nothing else."""
    reading = page.reads[at]
    if reading is not None and is_particle(page, at):
        return True
    if reading is None or reading.case != CAPITAL or reading.plain or reading.digits:
        return False
    placed = reading.place is not None and reading.given < 3 and reading.family < 3
    told = placed or reading.label or reading.head or reading.month or reading.weekday
    return not told and (reading.named or not reading.known)


def _is_strange(page: Page, at: int) -> bool:
    reading = page.reads[at]
    return reading is not None and not reading.known
