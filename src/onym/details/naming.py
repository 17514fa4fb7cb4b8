"""A name as a detail: the label of each of its words, and where else they stand in the text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from onym.details import cues
from onym.details.model import Detail, Part
from onym.details.page import Page
from onym.details.readings import SMALL, Reading
from onym.language import fold

REPEATED = 0.6
"""How sure a name is that stands alone once more."""
LONE = "lone"
PATRONYMICS = ("vich", "vitj", "vitch", "vna", "ovna", "evna", "dóttir", "dottir")


def name_detail(
    page: Page, first: int, last: int, score: float, lone: str = "firstname_unknown"
) -> Detail:
    """The detail of a run of words, with a label for each of them.

    `lone` is what a single word is that may be a surname only: in private texts people go by
    their given names, in the news by their surnames.
    """
    reading = page.reads[last]
    form = reading.form if reading is not None else None
    start, end = page.starts[first], page.ends[last]
    if first == last:
        label = _sublabel(page, first, first, first)
        label = lone if label == LONE else label
        return Detail(start, end, "NAME", label, form, score, _base(page, first))
    value = " ".join([_base(page, at) for at in range(first, last + 1)])
    parts = tuple(_parts(page, first, last))
    return Detail(start, end, "NAME", "fullname", form, score, value, parts)


def _base(page: Page, at: int) -> str:
    reading = page.reads[at]
    return reading.base if reading is not None and reading.base else fold(page.lows[at])


def _parts(page: Page, first: int, last: int) -> Iterator[Part]:
    for at in range(first, last + 1):
        yield Part(page.starts[at], page.ends[at], _sublabel(page, at, first, last))


def _sublabel(page: Page, at: int, first: int, last: int) -> str:
    """What a word of a name is."""
    reading, word = page.reads[at], page.words[at]
    if len(word) == 1 or (word.isupper() and len(word) <= 3 and not (reading and reading.named)):
        return "initials"
    if at > first:
        if at == last or is_particle(page, at) or is_particle(page, at - 1):
            return "surname"
        middle = reading is not None and (reading.given or reading.low.endswith(PATRONYMICS))
        return "middlename" if middle else "surname"
    if reading is None:
        return "firstname_unknown"
    if first == last and (kind := _kind_alone(page, at, reading)):
        return kind
    gender = {"f": "firstname_female", "m": "firstname_male"}
    return gender.get(reading.gender, "firstname_unknown")


def _kind_alone(page: Page, at: int, reading: Reading) -> str | None:
    """What a single word is, unless it is a given name."""
    before = page.reads[at - 1]
    related = before is not None and before.label == "fam" and reading.given == 3
    if reading.family and cues.is_titled(page, at) and not related:
        return "surname"
    quoted = page.gaps[at].strip()[-1:] in cues.QUOTES and cues.is_called(page, at)
    if quoted or page.before(at, "nick_before"):
        return "nickname"
    if not reading.given and reading.family and not cues.is_called(page, at):
        return LONE
    return None


def find_repeated(page: Page, found: list[Detail]) -> list[Detail]:
    """Words of the names found that stand elsewhere by themselves."""
    kinds: dict[str, str] = {}
    for detail in found:
        for start, end, sublabel in detail.parts or ((detail.start, detail.end, detail.sublabel),):
            if end - start > 2:
                kinds[page.text[start:end].lower()] = sublabel
    text = page.text.lower()
    known: dict[str, str] = {}
    for said, sublabel in kinds.items():
        if text.count(said) > 1:
            known |= dict.fromkeys((said, said + "s", said + "'s"), sublabel)
    if not known:
        return []
    taken = {start for detail in found for start in range(detail.start, detail.end)}
    more = []
    for at in compress(range(len(page)), map(known.__contains__, page.lows)):
        reading, start = page.reads[at], page.starts[at]
        if start in taken or (not page.capital(at) and not page.small) or reading is None:
            continue
        if reading.place or (reading.plain and reading.case == SMALL):
            continue
        if not (reading.plain and page.opens(at)) or _is_meant(page, at, reading):
            label = known[page.lows[at]]
            value = reading.base or fold(reading.low)
            more.append(Detail(start, page.ends[at], "NAME", label, reading.form, REPEATED, value))
    return more


def _is_meant(page: Page, at: int, reading: Reading) -> bool:
    """Whether a name that is a word too is meant where it opens a sentence: Pat's car, Pat ran."""
    if cues.acts(page, at) or cues.owns(page, at):
        return True
    return page.lows[at] == reading.base and cues.is_rare(page, at)


def is_particle(page: Page, at: int) -> bool:
    """Whether a word stands between the names of one person: von, bin."""
    return page.lows[at] in page.lexicon.words["particles"] and len(page.lows[at]) > 1
