"""Works that are cited by their authors and year, which say nothing of whoever cites them.

    Ash (2016)    Ash and Larkham (2014)    Larkham et al. (2003)    (Ash, 2015; Poe & Ash, 2019)

A name in such a place is an author's and the year is the work's, so nothing is read into either.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache

from onym.details.cues import is_called
from onym.details.page import Page
from onym.language import merge
from onym.text.text import Stretch

_NAME = r"(?:(?:de|du|van|von|der|den|la|le) ){0,2}[A-ZÀ-ÖØ-Þ][\w'’-]*[a-zß-ÿ]"
_NAMES = (
    rf"{_NAME}(?:(?:,| &|,? (?:and|und|och|et))(?: &)? {_NAME}){{0,5}}"
    r"(?:,? et al\.?|,? m\. ?fl\.|,? u\. ?a\.)?"
)
_YEAR = r"(?:1[5-9]|20)\d\d[a-z]?"
_TOLD = re.compile(
    rf"\b(?P<names>{_NAMES})(?:['’]s?)? \({_YEAR}(?:, {_YEAR})*(?:[,:;][^()\n]{{0,60}})?\)"
)
_ENTRY = re.compile(rf"\b(?P<names>{_NAME}, (?:[A-Z]\. ?){{1,3}})[^()\n]{{0,120}}\({_YEAR}\)")
"""An entry of a list of sources: "Ash, M. (2010). Rain"."""
_BRACKETS = re.compile(r"\([^()\n]{6,300}\)")
_LISTED = re.compile(rf"(?:^\(|[;:] )(?:[a-zß-ÿ.]+,? ){{0,3}}(?P<names>{_NAMES}),? {_YEAR}\b")
"""One of several in brackets: "(see e.g. Ash, 2015; Poe & Ash, 2019)"."""
_SEVERAL = re.compile(r"[,&.]| (?:and|und|och|et) ")


def find_citations(page: Page) -> Iterator[Stretch]:
    """Where works are cited: their authors with the year."""
    text = page.text
    if "(" not in text:
        return
    for pattern in (_TOLD, _ENTRY):
        for found in pattern.finditer(text):
            if _cites(page, found):
                yield found.span()
    for brackets in _BRACKETS.finditer(text):
        start, end = brackets.span()
        for found in _LISTED.finditer(brackets[0]):
            if _cites(page, found, start):
                yield start + found.start("names"), min(end, start + found.end())


def _cites(page: Page, found: re.Match[str], offset: int = 0) -> bool:
    """Whether names before a year are authors', and no friend's, month or town: Anna (2001)."""
    first = bisect_left(page.starts, offset + found.start("names"))
    if first >= len(page) or is_called(page, first) or _is_relatives(page, first):
        return False
    if _SEVERAL.search(found["names"]):
        return True
    reading = page.reads[first]
    if reading is None:
        return True
    if reading.month or reading.weekday or reading.label or reading.head:
        return False
    after = bisect_left(page.starts, offset + found.end())
    if page.lows[after] in _verbs(page.lexicon.codes):
        return True
    is_town = reading.place is not None and not reading.slip and reading.family < 3
    return reading.given < 3 and not is_town


@cache
def _verbs(codes: tuple[str, ...]) -> frozenset[str]:
    """What a cited author does: found, proposed."""
    return frozenset(merge("citation_verbs", codes))


def _is_relatives(page: Page, at: int) -> bool:
    """Whether a relative or a friend is named: my sister Larkham."""
    before = page.reads[at - 1] if at and page.joined(at) else None
    return before is not None and before.label in ("fam", "prof")
