"""Dates and ages: months, weekdays, years, and numbers that are somebody's age."""

from __future__ import annotations

from collections.abc import Iterator

from onym.details.model import LABELS, Detail, Part
from onym.details.page import Page
from onym.details.readings import FIRST_YEAR, LAST_YEAR, SMALL, Reading
from onym.language import fold

OLDEST = 110
_MONEY = ("$", "€", "£", "#", "%", "§", "¥")


def read_month(page: Page, at: int, reading: Reading) -> Detail | None:
    """A month with the day and the year around it."""
    parts: list[Part] = []
    first = at
    if (day := _day_before(page, at)) is not None:
        parts.append(_day(page, day))
        first = day
    parts.append(_part(page, at, "month_word"))
    last, after = _after_month(page, at, day is not None)
    parts += after
    if len(parts) == 1 and not _is_bare_month(page, at, reading):
        return None
    if len(parts) == 1:
        return _single(page, at, "month_word", str(reading.month), reading.form)
    start, end = page.starts[first], page.ends[last]
    value = " ".join(fold(page.text[part.start : part.end]) for part in parts)
    return Detail(start, end, "DATE", "date_string", None, 1.0, value, tuple(parts))


def _day_before(page: Page, at: int) -> int | None:
    """The day of the month before a month: 4 May, 4th of May, den 4:e maj."""
    links, back = page.lexicon.words["date_links"], at - 1
    while back >= 0 and page.lows[back] in links and len(page.gaps[back + 1]) <= 2:
        back -= 1
    if page.lows[back] in page.lexicon.words["ordinal_endings"] and page.gaps[back] in (
        "",
        ":",
        ".",
    ):
        back -= 1
    reading = page.reads[back]
    near = page.gaps[back + 1].strip() in ("", ".", ":", ",") or page.gaps[back + 1] in (
        ". ",
        ":e ",
    )
    if reading is None and page.lows[back] in page.lexicon.ordinals and near:
        return back
    if reading is None or not near:
        return None
    if (reading.digits and 1 <= reading.number <= 31) or reading.low in page.lexicon.ordinals:
        return back
    return None


def _after_month(page: Page, at: int, has_day: bool) -> tuple[int, list[Part]]:
    """The day, unless it came before, and the year behind a month."""
    parts: list[Part] = []
    last = at
    if not has_day and _is_day_after(page, at + 1):
        last = at + 1
        parts.append(_day(page, last))
        last += parts[-1].end > page.ends[last]
    year, gap = page.reads[last + 1], page.gaps[last + 1].strip()
    if year is not None and year.digits and len(year.low) == 4 and gap in ("", ",", "-", ".", "–"):
        if not _is_year(year.number):
            return last, parts
        last += 1
        parts.append(_part(page, last, "year"))
    return last, parts


def _day(page: Page, at: int) -> Part:
    """A day with the ending that is written to it: 1st, 1er."""
    ending = page.gaps[at + 1] == "" and page.lows[at + 1] in page.lexicon.words["ordinal_endings"]
    return Part(page.starts[at], page.ends[at + ending], "day")


def _is_day_after(page: Page, at: int) -> bool:
    """Whether a number behind a month is its day and no time of day."""
    reading = page.reads[at]
    if reading is None or not reading.digits or page.gaps[at] not in (" ", ". "):
        return False
    return 1 <= reading.number <= 31 and len(reading.low) <= 2 and not _is_clock(page, at)


def _is_clock(page: Page, at: int) -> bool:
    """Whether a number is a time of day: 10:30, 5 pm."""
    return page.gaps[at + 1] == ":" or page.lows[at + 1] in ("am", "pm", "uhr", "h")


def _is_bare_month(page: Page, at: int, reading: Reading) -> bool:
    """Whether a month stands for itself: "in May", but not "may" and not May who is a person."""
    words = page.lexicon.words
    before = page.lows[at - 1] in words["date_before"] and len(page.gaps[at]) <= 2
    full = len(reading.low) > 4 or reading.slip
    if reading.low in words["month_words"]:
        known = full or reading.low in ("may", "june", "july", "mai", "mars", "maj", "juni", "juli")
        return known and before and (reading.case != SMALL or "en" not in page.lexicon.codes)
    short = len(reading.low) == 4 and reading.low not in page.lexicon.numbers
    return full or (before and short)


def read_weekday(page: Page, at: int, reading: Reading) -> Detail | None:
    """A day of the week; short forms only beside a date."""
    if reading.low in page.lexicon.words["weekday_words"]:
        following = page.reads[at + 1]
        if reading.case == SMALL or following is None or not (following.digits or following.month):
            return None
    return _single(page, at, "weekday", str(reading.weekday), reading.form)


def read_year(page: Page, at: int, number: int) -> Detail | None:
    """Four digits that are a year, unless they count or cost something."""
    gap, after = page.gaps[at], page.gaps[at + 1]
    if (
        not _is_year(number)
        or gap[-1:] in _MONEY
        or page.lows[at + 1] in page.lexicon.words["not_year"]
    ):
        return None
    if (gap[-1:] in ".,:/-_=@" and len(gap) == 1) or after[:1] in _MONEY or after[:1] in ":_=@":
        return None
    tail = page.text[page.ends[at] : page.ends[at] + 2]
    if (tail[:1].isalpha() and not tail.startswith("-")) or (
        tail[:1] in ".," and tail[1:].isdigit()
    ):
        return None
    known = page.lows[at - 1] in page.lexicon.words["year_before"]
    if not known and page.lows[at - 1] in ("page", "sid", "room", "rum", "nr", "no", "number"):
        return None
    return _single(page, at, "year", str(number), None)


def _is_year(number: int) -> bool:
    return FIRST_YEAR <= number <= LAST_YEAR


def read_age(page: Page, at: int, reading: Reading) -> Detail | None:
    """A number that is an age, with the words that make it one."""
    number, last = reading.number, at
    if (
        not 0 < number <= OLDEST
        or page.gaps[at][-1:] in _MONEY
        or (reading.digits and len(reading.low) > 3)
    ):
        return None
    if not reading.digits:
        number, last = _spelled(page, at, reading)
    unit = _unit_after(page, last)
    if unit > last and (_is_full_unit(page, last, unit) or _has_age_before(page, at)):
        return _age(page, at, last, unit, reading.digits, number)
    if unit == last and _is_bare_age(page, at, last):
        return _age(page, at, last, last, reading.digits, number)
    return None


def _spelled(page: Page, at: int, reading: Reading) -> tuple[int, int]:
    """A number in one word or two: twenty five."""
    following = page.reads[at + 1]
    if following is None or reading.number < 20 or reading.number % 10 or not page.joined(at + 1):
        return reading.number, at
    if following.digits or not 0 < following.number < 10:
        return reading.number, at
    return reading.number + following.number, at + 1


def _unit_after(page: Page, at: int) -> int:
    """The last word of "years old" and the like behind a number, or the number itself."""
    units = page.lexicon.words["age_units"]
    said, found = "", at
    for step in range(1, 4):
        if at + step >= len(page) or page.gaps[at + step] not in (" ", "-", "", "/", "\u00a0", "–"):
            break
        said = f"{said} {page.lows[at + step].replace('-', ' ')}".strip()
        if said in units or said.replace(" ", "-") in units:
            found = at + step
    return found


def _is_full_unit(page: Page, last: int, unit: int) -> bool:
    """Whether the words say "old" and not only "years", which also counts how long."""
    said = " ".join(page.lows[at] for at in range(last + 1, unit + 1)).replace("-", " ")
    return said not in ("år", "ans", "an", "jahre", "jahren", "års")


def _has_age_before(page: Page, at: int) -> bool:
    """Whether somebody is said to be or become so old."""
    words = page.lexicon.words
    if page.lows[at - 1] in words["not_age_before"]:
        return False
    for back in range(1, 4):
        if at - back < 0 or any(sign in page.gaps[at - back + 1] for sign in ".!?;\n"):
            return False
        if page.before(at - back + 1, "age_before"):
            ago = page.lows[at - back] == "a" and page.lows[at - back - 1] == "y"
            return page.lows[at - back] != "av" and not ago
        if page.lows[at - back] not in words["age_modifiers"]:
            return False
    return False


def _is_bare_age(page: Page, at: int, last: int) -> bool:
    """Whether a number without a unit is an age: "I'm 24." but not "I'm 24 miles away"."""
    words = page.lexicon.words
    first = at - 1 if page.lows[at - 1] in words["age_modifiers"] else at
    if page.lows[at - 1] in words.get("age_at", ()):
        return page.gaps[last + 1] == ", " and page.lows[last + 1] in words["pronouns"]
    told = page.before(first, "age_before", 4) or _is_somebodys(page, first)
    if not told or page.lexicon.ages_need_units:
        return False
    after, following = page.gaps[last + 1], page.reads[last + 1]
    if after[:1] in (":", "%", "/", "°") or (after[:1] in ".," and after[1:2].isdigit()):
        return False
    if page.lows[last + 1] in words["age_after"]:
        return True
    ends = (
        last + 1 >= len(page)
        or after.strip()[:1] in (".", ",", "!", "?", ";", ")", "-", "–", "—", "\n", "(")
        or "\n" in after
    )
    linked = page.lows[last + 1] in words["age_links"]
    if following is not None and following.digits:
        return False
    return ends or linked


def _is_somebodys(page: Page, at: int) -> bool:
    """Whether a person is said to be so old: Robert is 31, my sister was 12."""
    if page.lows[at - 1] not in page.lexicon.words["age_verbs"]:
        return False
    who = page.reads[at - 2]
    return who is not None and (who.given == 3 or who.label == "fam") and page.joined(at - 1)


def _age(page: Page, at: int, last: int, unit: int, digits: bool, number: int) -> Detail:
    label = "age_digits" if digits else "age_string"
    part = Part(page.starts[at], page.ends[last], label)
    parts = (part,) if unit > last else ()
    return Detail(page.starts[at], page.ends[unit], "AGE", label, None, 1.0, str(number), parts)


def _part(page: Page, at: int, label: str) -> Part:
    return Part(page.starts[at], page.ends[at], label)


def _single(page: Page, at: int, label: str, value: str, form: str | None) -> Detail:
    category = LABELS[label].category
    return Detail(page.starts[at], page.ends[at], category, label, form, 1.0, value)


def read_number(page: Page, at: int, reading: Reading) -> Iterator[Detail]:
    """What a number may be: an age, a year."""
    if (age := read_age(page, at, reading)) is not None:
        yield age
    elif reading.digits and len(reading.low) == 4 and (year := read_year(page, at, reading.number)):
        yield year
