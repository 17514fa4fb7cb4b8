"""Pseudonyms that fit: the same kind of thing, in the same form, and always the same one.

A thing (`Detail.value`) has one pseudonym in a place (an essay, a session, the whole corpus), drawn
from the seed and kept in a table; no two things of a kind share one, and none is the original or
the name of a real participant.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Mapping as Lookup
from functools import partial
from hashlib import blake2b
from itertools import chain, filterfalse
from random import Random

from onym.details.model import LABELS, Detail
from onym.fitting import calendar, places, pools, things
from onym.fitting.shapes import fit_case, fit_form, masked_digits, turned_letters
from onym.language import fold, short_forms

HARD = {
    "email": ("email@dot.com", "email@dot.org"),
    "url": ("url.com", "url.org"),
    "phone_nr": ("0000-000000", "0000-111111"),
    "personid_nr": ("123456-0000", "654321-0000"),
    "account_nr": ("0000-00 000 00", "1111-11 111 11"),
    "license_nr": ("ABC 000", "ABC 111"),
    "signature": ("[signature]", "[block]"),
    "home": ("user", "user1"),
    "messenger": ("user", "user1"),
    "other_nr_seq": ("000000", "111111"),
    "transport_nr": ("00", "11"),
}
"""The standard form of a hard replacement (seed 002, Appendix B), and another for what is it."""
DIGITS = {"date_digits": ("1", "2"), "zip_code": ("0", "1")}
"""What every digit becomes, delimiters kept, and another for what looks like that."""
NAMED = {"firstname_female": "f", "firstname_male": "m"}
PET = ("y", "ie", "i", "e")
"""How pet forms end: Tommy, Robbie, Susi, Kalle."""


class Fitter:
    """Gives every thing its pseudonym; the table of what was given can be kept and given again."""

    def __init__(
        self,
        seed: int,
        languages: Sequence[str] = ("en",),
        given: Lookup[str, str] | None = None,
        taken: Iterable[str] = (),
        invented: bool = False,
    ) -> None:
        self.seed, self.languages, self.invented = seed, tuple(languages) or ("en",), invented
        self.table: dict[str, str] = dict(given or {})
        """Place, kind and thing, with tabs between, to the pseudonym's base."""
        self.taken = {fold(word) for name in taken for word in (name, *name.split())}
        self._used: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for key, base in self.table.items():
            place, kind, _ = key.split("\t", 2)
            self._used[place, kind].add(fold(base))

    def pseudonym(self, detail: Detail, text: str, place: str = "") -> str:
        """What to write for a detail: another thing of its kind, in its form."""
        if detail.parts:
            return join_parts(detail, text, lambda part: self.pseudonym(part, text, place))
        surface = text[detail.start : detail.end]
        made = self._fitted(detail, surface, place)
        return self.placeholder(detail, text, place) if fold(made) == fold(surface) else made

    def fixed(self, detail: Detail, text: str) -> str:
        """The one standard form of a category: email@dot.com, 1111-11-11, [city]."""
        if detail.parts:
            return join_parts(detail, text, lambda part: self.fixed(part, text))
        surface = text[detail.start : detail.end]
        return _hard(detail.sublabel, surface) or f"[{LABELS[detail.sublabel].svala}]"

    def placeholder(self, detail: Detail, text: str, place: str = "") -> str:
        """The label with the number of the thing: [city_1]."""
        if detail.parts:
            return join_parts(detail, text, lambda part: self.placeholder(part, text, place))
        label = LABELS[detail.sublabel].svala
        kind, value = f"#{label}", detail.value or fold(text[detail.start : detail.end])
        number = self._given(place, kind, value, lambda: str(len(self._used[place, kind]) + 1))
        return f"[{label}_{number}]"

    def _fitted(self, detail: Detail, surface: str, place: str) -> str:
        label, value = detail.sublabel, detail.value or fold(surface)
        if (made := _hard(label, surface)) is not None:
            return made
        if detail.category == "NAME":
            base = self.name(label, value, place)
        elif detail.category in ("AGE", "DATE") or label == "street_nr":
            return self._moved(label, surface, value, place)
        elif detail.category == "HANDLE":
            return ("@" if surface.startswith("@") else "") + self._handle(value, place)
        else:
            base = self._place(label, surface, value, place)
            return fit_case(fit_form(base, surface, detail.form), surface, shortest=4)
        return fit_case(fit_form(base, surface, detail.form), surface)

    def _handle(self, value: str, place: str) -> str:
        used = self._used[place, "username"]
        return self._given(place, "username", value, lambda: f"user{len(used) + 1}")

    def _moved(self, label: str, surface: str, value: str, place: str) -> str:
        """Ages and years near the original; another month, weekday or house."""
        if label not in ("month_word", "weekday"):
            by = calendar.shift(f"{self.seed}\t{place}\tyears")
            if label == "year":
                return calendar.other_year(surface, value, by)
            return calendar.other_age(surface, value, by, self.languages[0])
        kind, size = ("months", 12) if label == "month_word" else ("weekdays", 7)
        by = calendar.turn(f"{self.seed}\t{place}\t{kind}", size)
        for language in self.languages:
            if made := calendar.other_in_calendar(kind, surface, value, by, language):
                return made
        return f"[{label}]"

    def name(self, sublabel: str, value: str, place: str = "") -> str:
        """The masking name of one word of a name."""
        culture = pools.culture_of([value], self.languages)
        if sublabel == "initials":
            return turned_letters(value.upper(), Random(f"{self.seed}\t{place}").randrange(1, 26))
        if sublabel == "surname":
            return self.family_name(value, culture, place)
        gender = pools.as_gender(NAMED.get(sublabel, "u"))
        formal = self._formal(value, place)
        if formal is None:
            return self.first_name(value, culture, gender, place=place)
        mask = self.first_name(formal, culture, gender, place=place)
        return self.short_name(value, mask, place)

    def give(self, kind: str, value: str, base: str, place: str = "") -> str:
        """Take note of what was given before."""
        return self._given(place, kind, value, lambda: base)

    def first_name(
        self, value: str, culture: str, gender: pools.Gender, name: str = "", place: str = ""
    ) -> str:
        """A given name for whoever or whatever the value stands for; with short forms if `name`
        has some."""
        candidates = pools.given_candidates(culture, gender)
        shortened = bool(short_forms(name or value))
        return self._draw(
            place,
            "given",
            value,
            candidates,
            lambda: pools.more_names("given", culture, gender),
            (lambda mask: fold(mask) not in pools.shorts()) if shortened else None,
        )

    def family_name(self, value: str, culture: str, place: str = "") -> str:
        """A family name for whoever or whatever the value stands for."""
        candidates = pools.surname_candidates(culture)
        return self._draw(
            place, "surname", value, candidates, lambda: pools.more_names("surname", culture)
        )

    def _formal(self, value: str, place: str) -> str | None:
        """The name that a short form stood for before, stands for here, or commonly does."""
        formals, usual = pools.formals_of(value)
        masks = {each: self.table.get(_key(place, "given", each)) for each in formals}
        met = [each for each, mask in masks.items() if mask is not None]
        for each in met:
            if _key(place, "short", f"{masks[each]} {value}") in self.table:
                return each
        if _key(place, "given", value) in self.table:
            return None
        return met[0] if met else usual

    def short_name(self, value: str, mask: str, place: str = "") -> str:
        """A short form of a masking name, alike in its ending where there is one such."""
        pet = value.endswith(PET)
        known = sorted(
            pools.shorts().get(fold(mask), ()), key=lambda s: fold(s).endswith(PET) != pet
        )
        barred = self._used[place, "short"] | self._used[place, "given"] | self.taken | {value}
        free = [short for short in known if fold(short) not in barred]
        return self._given(place, "short", f"{mask} {value}", lambda: free[0] if free else mask)

    def short_word(self, value: str, mask: str, surface: str) -> str:
        """A short form of a masking name, written as the original is."""
        return fit_case(self.short_name(value, mask), surface)

    def letter(self, who: str, form: str) -> str:
        """The letter of one of a person's nicknames, a for the first."""
        kind = f"form of {who}"
        return self._given(
            "", kind, form, lambda: places.lettered(len(self._used["", kind])).lower()
        )

    def _place(self, label: str, surface: str, value: str, place: str) -> str:
        """Another place or body of the same kind."""
        if label == "country":
            code = places.country_of(value, "C") or value
            return places.country_name(self._country(code, place), self.languages[0])
        if label == "city":
            return self.city(value, place)
        language = self.languages[0]
        body = LABELS[label].category == "ORG" and things.is_kind_known(surface, language)
        if label == "street" or body:
            named = partial(self._city_in, place=place)
            return things.fit_thing(surface, language, self._stem(value, place), named)
        return self._lettered(label, value, place)

    def settle_in(self, details: Sequence[Detail], place: str = "") -> None:
        """Take note of the cities that the streets and bodies of a text lie in."""
        for value, city in things.homes(details):
            self.give("home", value, city, place)

    def _stem(self, value: str, place: str) -> str:
        """What a street or a body is called after: in a city, one of that city's own."""
        language, home = self.languages[0], self.table.get(_key(place, "home", value))
        city = self.city(home, place) if home else ""
        more = partial(places.more_stems, city, language)
        return self._draw(place, "stem", value, places.stems_of(city, language), more)

    def city(self, value: str, place: str = "") -> str:
        """A city of the country that this city's own country becomes, or an invented one."""
        code = None if self.invented else places.country_of(value)
        if code is None:
            return self._lettered("city", value, place)
        target = self._country(code, place)
        return self._draw(
            place, "city", value, places.cities(target, self.languages[0]), tuple
        ) or self._lettered("city", value, place)

    def _country(self, code: str, place: str) -> str:
        near = [other for other in places.neighbours(code) if other != code]
        drawn = self._draw(place, "country", code, near, places.countries)
        return drawn or (near or places.countries())[0]

    def _city_in(self, word: str, place: str) -> str | None:
        """The pseudonym of a word in a body's name that is a city, perhaps with an s."""
        low = fold(word)
        if places.is_large(low):
            return self.city(low, place)
        if low.endswith("s") and places.is_large(low[:-1]):
            return fit_form(self.city(low[:-1], place), word, "genitive")
        return None

    def _lettered(self, label: str, value: str, place: str) -> str:
        """A-city, B-city, ... in the language of the text."""
        words = places.inventions(self.languages[0]).letters
        kind, word = f"{label} letter", words.get(label, words["place"])
        return self._given(
            place, kind, value, lambda: f"{places.lettered(len(self._used[place, kind]))}-{word}"
        )

    def _draw(
        self,
        place: str,
        kind: str,
        value: str,
        candidates: Sequence[str],
        more: Callable[[], Sequence[str]],
        late: Callable[[str], bool] | None = None,
    ) -> str:
        """Draw one that nobody else has; `late` says which come only after the others."""
        if (base := self.table.get(_key(place, kind, value))) is not None:
            return base
        order = _turned(candidates, f"{self.seed}\t{place}\t{kind}\t{value}")
        early = chain(filterfalse(late, order), filter(late, order)) if late else order
        names = chain(early, _later(more))
        drawn = next((name for name in names if self._is_free(name, place, kind, value)), None)
        if drawn is None:
            if kind in ("city", "country"):
                return ""
            drawn = f"{order[0]}-{len(self._used[place, kind]) + 1}"
        return self._given(place, kind, value, lambda: drawn)

    def _is_free(self, name: str, place: str, kind: str, value: str) -> bool:
        key = fold(name)
        if key == value or key in self._used[place, kind] or key in self.taken:
            return False
        if kind == "given" and key in self._used[place, "short"]:
            return False
        return _key(place, kind, key) not in self.table

    def _given(self, place: str, kind: str, value: str, make: Callable[[], str]) -> str:
        key = _key(place, kind, value)
        if key not in self.table:
            base = self.table[key] = make()
            self._used[place, kind].add(fold(base))
        return self.table[key]


def parts_of(detail: Detail, text: str) -> list[Detail]:
    """The parts of a detail as details: the words of a name, the day and month of a date."""
    values = detail.value.split()
    if len(values) != len(detail.parts):
        values = [fold(text[part.start : part.end]) for part in detail.parts]
    if len(detail.parts) == 1 and detail.value:
        values = [detail.value]
    return [
        Detail(
            part.start,
            part.end,
            LABELS[part.sublabel].category,
            part.sublabel,
            detail.form if part is detail.parts[-1] else None,
            detail.score,
            value,
        )
        for part, value in zip(detail.parts, values, strict=True)
    ]


def join_parts(detail: Detail, text: str, put: Callable[[Detail], str]) -> str:
    """A detail's text with each part replaced and what stands between them kept."""
    made, at = "", detail.start
    for part in parts_of(detail, text):
        made += text[at : part.start] + put(part)
        at = part.end
    return made + text[at : detail.end]


def _key(place: str, kind: str, value: str) -> str:
    return f"{place}\t{kind}\t{value}"


def _turned(names: Sequence[str], key: str) -> Sequence[str]:
    """The names from one on that the key chooses; the others follow, the first ones last."""
    drawn = int.from_bytes(blake2b(key.encode(), digest_size=8).digest())
    start = drawn % max(len(names), 1)
    return (*names[start:], *names[:start])


def _later(more: Callable[[], Sequence[str]]) -> Iterable[str]:
    yield from more()


def _hard(label: str, surface: str) -> str | None:
    """The standard form of a hard replacement; None where there is none."""
    if label in HARD:
        first, second = HARD[label]
        return second if fold(surface) == fold(first) else first
    if label == "day" and re.search(r"\d", surface):
        plain = re.sub(r"(?<=\d)(?:er|ère|re)\b", "", surface)
        plain = re.sub(r"(?<=\d)(?:st|nd|rd)\b", "th", plain)
        first, second = (re.sub(r"\d+", day, plain) for day in ("11", "12"))
        return second if first == surface else first
    if label in DIGITS and any(letter.isdigit() for letter in surface):
        plain = re.sub(r"[^\W\d_]", "A", surface) if label == "zip_code" else surface
        first, second = (masked_digits(plain, digit) for digit in DIGITS[label])
        return second if first == surface else first
    return None
