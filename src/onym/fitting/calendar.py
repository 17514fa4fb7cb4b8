"""Ages, years, months and weekdays: near the original and never the same.

One shift holds for all ages and years of a place (an essay, a session, the corpus), so that what
lies between two of them stays as it was, and two never become one.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from random import Random

from onym.fitting.shapes import fit_case, fit_tail
from onym.language import fold, load

SHIFTS = (-2, -1, 1, 2)
"""Seed 002, 3.5: within a span of two from the original."""


@lru_cache(maxsize=1024)
def shift(seed: str) -> int:
    """What is added to ages and years of a place."""
    return Random(seed).choice(SHIFTS)


@lru_cache(maxsize=1024)
def turn(seed: str, size: int) -> int:
    """By how many months or weekdays a place is turned: never none."""
    return Random(seed).randrange(1, size)


def other_number(number: int, by: int) -> int:
    """A number moved by so much, but never below one: there is no age of minus one."""
    return number + by if number + by > 0 else number + abs(by)


def other_year(surface: str, value: str, by: int) -> str:
    """A year moved, written as it was: 1998, '98, 98."""
    digits = re.search(r"\d+", surface)
    if digits is None:
        return str(int(value) + by) if value.isdigit() else surface
    year = int(digits[0]) + by
    width = len(digits[0])
    moved = f"{year % 10**width:0{width}}"
    return surface[: digits.start()] + moved + surface[digits.end() :]


def other_age(surface: str, value: str, by: int, language: str) -> str:
    """An age moved, in digits or in words as it was."""
    digits = re.search(r"\d+", surface)
    if digits is not None:
        age = other_number(int(digits[0]), by)
        return surface[: digits.start()] + str(age) + surface[digits.end() :]
    if not value.isdigit():
        return surface
    age = other_number(int(value), by)
    return fit_case(_cased(in_words(age, language) or str(age), surface), surface)


@cache
def calendar(kind: str, language: str) -> tuple[tuple[str, ...], ...]:
    """The months or weekdays of a language in order, each with its short forms."""
    words = getattr(load(language), kind)
    full = [word for word in words if len(word) > 2]
    names = _MONTHS if kind == "months" else _WEEKDAYS
    found = []
    for name in names[language].split():
        short = [
            word for word in full if len(word) < len(name) and fold(name).startswith(fold(word))
        ]
        found.append((name, *sorted(short, key=len, reverse=True)))
    return tuple(found)


def other_in_calendar(kind: str, surface: str, value: str, by: int, language: str) -> str | None:
    """Another month or weekday with the same ending and case; None for what is none."""
    rows = calendar(kind, language)
    low = fold(surface)
    for at, row in enumerate(rows):
        fits = [word for word in row if low.startswith(fold(word))]
        if fold(row[0]) != fold(value) and not fits:
            continue
        written, target = (fits or row)[0], rows[(at + by) % len(rows)]
        short = written != row[0] and low.rstrip(".") == fold(written)
        name = _cased(target[-1] if short else target[0], surface)
        return fit_case(fit_tail(name, surface, written, fold), surface)
    return None


def _cased(name: str, surface: str) -> str:
    return name.capitalize() if surface[:1].isupper() else name


_MONTHS = {
    "en": "january february march april may june july august september october november december",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "de": "januar februar märz april mai juni juli august september oktober november dezember",
}
_WEEKDAYS = {
    "en": "monday tuesday wednesday thursday friday saturday sunday",
    "sv": "måndag tisdag onsdag torsdag fredag lördag söndag",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "de": "montag dienstag mittwoch donnerstag freitag samstag sonntag",
}


def in_words(number: int, language: str) -> str | None:
    """A number from 1 to 99 in words; None where we cannot write it."""
    rules = _NUMBERS.get(language)
    if rules is None or not 0 < number < 100:
        return None
    units, tens = rules[0].split(), rules[1].split()
    if number < len(units):
        return units[number]
    ten, unit = divmod(number, 10)
    if not unit:
        return tens[ten]
    return rules[2].format(
        ten=tens[ten], unit=("ein" if (language, unit) == ("de", 1) else units[unit])
    )


_NUMBERS = {
    "en": (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen seventeen eighteen nineteen",
        "- - twenty thirty forty fifty sixty seventy eighty ninety",
        "{ten}-{unit}",
    ),
    "sv": (
        "noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton"
        " sjutton arton nitton",
        "- - tjugo trettio fyrtio femtio sextio sjuttio åttio nittio",
        "{ten}{unit}",
    ),
    "de": (
        "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn"
        " fünfzehn sechzehn siebzehn achtzehn neunzehn",
        "- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
        "{unit}und{ten}",
    ),
}
"""Units up to nineteen, tens, and how the two are put together; French goes into digits."""
