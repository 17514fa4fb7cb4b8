"""What is marked and never replaced: relatives, professions, education, and sensitive words."""

from __future__ import annotations

from collections.abc import Iterator

from onym.details.model import LABELS, Detail, Part
from onym.details.page import Page
from onym.details.readings import SMALL, Reading
from onym.language import fold

SENSITIVE = frozenset({"ethnic", "political", "religious", "sexual"})


def read_mark(page: Page, at: int, reading: Reading) -> Iterator[Detail]:
    """What a word or the phrase it opens marks."""
    for rest, label in page.lexicon.phrases.get(reading.low, ()):
        if LABELS[label].category in ("PROF", "EDU", "SENSITIVE") and page.matches(at, rest):
            first = _widened(page, at) if label == "prof" else at
            yield _detail(page, first, at + len(rest), label, None, at)
            return
    if reading.label == "fam":
        yield from _relative(page, at, reading)
    elif reading.label == "prof":
        yield from _profession(page, at, reading)
    elif reading.label == "edu" or reading.label in SENSITIVE:
        yield _detail(page, at, at, reading.label, reading.form, at)


def _relative(page: Page, at: int, reading: Reading) -> Iterator[Detail]:
    """A relative with the possessive and the adjectives before: my little brother."""
    words, first = page.lexicon.words, at
    if reading.form == "plural" and {reading.base, reading.low} & words["friends"]:
        return  # A friend may be the writer's partner, several are friends.
    while (
        at - first < 3
        and page.joined(first)
        and page.lows[first - 1] in words["relation_modifiers"]
    ):
        first -= 1
    before = page.reads[first - 1]
    possessed = page.joined(first) and (
        page.lows[first - 1] in words["possessives"]
        or (before is not None and before.form == "genitive" and before.named)
    )
    if possessed:
        own = page.lows[first - 1] in words["possessives"]
        yield _detail(page, first - 1 if own else first, at, "fam", reading.form, at)
    elif reading.base in page.lexicon.relatives and (
        reading.case != SMALL or "en" not in page.lexicon.codes
    ):
        yield _detail(page, at, at, "fam", reading.form, at)
    elif first < at and page.lows[first - 1] in words["have_words"]:
        yield _detail(page, first, at, "fam", reading.form, at)


def _profession(page: Page, at: int, reading: Reading) -> Iterator[Detail]:
    """A profession that somebody has: I'm a nurse, jobbar som kock, freelance writer."""
    if "plural" in (reading.form or "") and not reading.low.endswith("ing"):
        return
    first = _widened(page, at)
    if (
        first < at
        or _is_claimed(page, first)
        or "/" in (page.gaps[first], page.gaps[at + 1])
        or (reading.case != SMALL and not page.opens(at) and not page.lexicon.capital_nouns)
    ):
        yield _detail(page, first, at, "prof", reading.form, at)


def _is_claimed(page: Page, at: int) -> bool:
    """Whether somebody is said to be it, perhaps with an adjective: a young undergrad."""
    if page.before(at, "profession_before", 3):
        return True
    if page.reads[at - 1] is not None or not page.joined(at):
        before = page.reads[at - 1]
        return page.joined(at) and before is not None and before.label == "fam"
    # An adjective in between may agree with either: in German and English only, as it comes first.
    leads = bool({"en", "de"} & set(page.lexicon.codes))
    return leads and page.before(at - 1, "profession_before", 3)


def _widened(page: Page, at: int) -> int:
    """The first word of a profession of several: computer science student, freelance writer."""
    modifiers = page.lexicon.words.get("profession_modifiers", frozenset())
    first = at
    while at - first < 5 and page.joined(first) and page.lows[first - 1] in modifiers:
        first -= 1
    while first < at and page.lows[first] in ("and", "of", "och", "före", "detta", "new"):
        first += 1
    return first


def read_field(page: Page, at: int) -> Iterator[Detail]:
    """What somebody is said to work in: worked in Recruitment."""
    if page.capital(at) and page.before(at, "profession_fields", 3):
        reading, last = page.reads[at], at
        if reading is not None and (reading.place is not None or not reading.plain):
            return
        while page.capital(last + 1) and page.joined(last + 1):
            last += 1
        yield _detail(page, at, last, "prof", None, at)


def _detail(page: Page, first: int, last: int, label: str, form: str | None, core: int) -> Detail:
    """The mark from the first word to the last, its core being what the label means."""
    start, end = page.starts[first], page.ends[last]
    value = " ".join(fold(page.lows[at]) for at in range(core, last + 1))
    parts: tuple[Part, ...] = ()
    if label == "fam" and first < core:
        parts = (Part(page.starts[core], page.ends[last], label),)
    return Detail(start, end, LABELS[label].category, label, form, 0.8, value, parts)
