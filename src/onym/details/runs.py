"""Which words around a word belong to one name, and which are put beside it."""

from __future__ import annotations

from onym.details.page import Page
from onym.details.readings import CAPITAL, SMALL


def linked(page: Page, at: int) -> int | None:
    """The word that a comma or an "and" before it puts beside the one before that."""
    if at >= len(page):
        return None
    if page.gaps[at] == ", ":
        return at
    links = page.lexicon.words["and_words"]
    if page.lows[at] in links and page.gaps[at] == " ":
        return at + 1
    if at and page.lows[at - 1] in links and page.gaps[at] == " ":
        return at
    return None


def before_link(page: Page, at: int) -> int:
    """The word before the comma or the "and" that stands before a word."""
    return at - 1 if page.gaps[at] == ", " else max(0, at - 2)


def is_tied(page: Page, at: int) -> bool:
    """Whether a word can go on the name before it."""
    if at >= len(page):
        return False
    gap = page.gaps[at]
    if gap in (" ", "-", "  ", "\u00a0", "' ", "’ "):
        return True
    return gap in (". ", ".") and len(page.words[at - 1]) == 1 and page.words[at - 1].isupper()


def continues(page: Page, at: int) -> bool:
    """Whether a word can be a later word of a name."""
    if not 0 <= at < len(page):
        return False
    word, reading = page.words[at], page.reads[at]
    if len(word) == 1:
        follows = page.text[page.ends[at] : page.ends[at] + 1]
        return word.isupper() and word != "I" and follows in (".", " ", ",", "", "\n")
    if reading is None or reading.digits or reading.weekday or reading.month:
        return False
    if reading.case == SMALL:
        strange = reading.named or not reading.known
        return page.small and not reading.plain and strange and not reading.place
    if reading.head or reading.low in page.lexicon.words["not_names"]:
        return (
            reading.family == 3
            and reading.low not in page.lexicon.words["not_names"]
            and not reading.plain
        )
    if reading.label in ("work", "school", "public_authority") and not reading.family:
        return False
    return reading.named or (not reading.plain and reading.place is None)


def ends_name(page: Page, last: int, at: int) -> bool:
    """Whether an ordinary word with a capital ends a name: Ada Poe said."""
    before, reading, low = page.reads[last], page.reads[at], page.lows[at]
    if before is None or before.given < 3 or before.plain or before.case != CAPITAL:
        return False
    if not page.words[at].istitle() or low in page.lexicon.never_names:
        return False
    if page.capital(at + 1) and page.joined(at + 1):
        return False
    told = reading is not None and (
        reading.label or reading.head or reading.month or reading.weekday
    )
    return not told and page.gaps[at] == " " and len(low) > 2
