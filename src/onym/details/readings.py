"""What a word may be, decided once for each way of writing it.

A text of a million words has few thousands of different ones, so everything that a word tells by
itself is worked out here and kept: whether it is an ordinary word, a given name, a surname, a
place, a month, the head of a street or a school, the mark of a profession. Most words are nothing
of the kind, and their reading is None.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from onym.details.lexicon import NAMED, Lexicon
from onym.details.places import Place, find_place, place_seconds, well_known
from onym.details.slips import Slips
from onym.language import fold, formal_names, given_names, is_ordinary, surnames, zipf
from onym.once import once, remembers

SMALL, CAPITAL, SHOUTED, MIXED = range(4)
"""How a word is written: anna, Anna, ANNA, aNNa."""
UNKNOWN = 2.8
"""Below this zipf a word that is not ordinary may be misspelt: "stokholm" has 1.9."""
RARER = 1.5
"""By so much is a slip rarer than what was meant, on the Zipf scale."""
FIRST_YEAR, LAST_YEAR = 1915, 2040
"""The years that say something about a person who writes."""
LONGEST = 40
"""Letters of the longest word that is looked at."""
ROOM = 200_000
"""How many readings are kept before the store is emptied."""
ARTICLES = ("al", "el", "abd", "abu", "ben", "bin", "ibn", "bou", "ould")
"""Open a surname of two words: al-Poe."""
INNER = ("Mc", "Mac", "De", "Di", "La", "Le", "Van", "Von", "Fitz", "San")
"""After these a name may go on with a capital: McPoe, DeVille."""
STRONG_ENDINGS = (
    *("sson", "ström", "qvist", "kvist", "stedt", "ovic", "ović", "evic", "ić"),
    *("wicz", "czyk", "escu", "idis", "akis", "opoulos", "enko", "shvili", "oğlu"),
    *("oglu", "zadeh", "ovich", "evich", "vski", "wski", "nski", "ński", "wska"),
    *("ńska", "ova", "eva", "lainen", "kainen", "worth"),
)
"""How surnames end that no table has."""


NONE: frozenset[str] = frozenset()


@dataclass(slots=True)
class Reading:
    """What one way of writing may mean; not changed once it is kept."""

    low: str
    case: int
    plain: bool
    """An ordinary word of the languages."""
    given: int = 0
    """How sure a given name: 1 listed somewhere, 2 usual, 3 common."""
    gender: str = "u"
    family: int = 0
    """How sure a surname."""
    place: Place | None = None
    seconds: frozenset[str] = NONE
    """What may stand second in a phrase that the word opens: a place, a profession."""
    alone: bool = False
    """Whether the word tells something without such a phrase."""
    person: bool = False
    """Whether a person's name may begin with the word."""
    label: str = ""
    """What the word itself marks or names: fam, prof, work."""
    head: str = ""
    """The label of what this word is the head of: Street, -skolan."""
    sure: bool = False
    """A compound with its head at the end that needs nothing else: Frejaskolan."""
    month: int = 0
    weekday: int = 0
    number: int = -1
    digits: bool = False
    form: str | None = None
    base: str = ""
    """The word without its ending, folded."""
    known: bool = True
    """Whether any dictionary has the word."""
    slip: bool = False
    """Recognised although misspelt."""
    named: bool = False
    """Whether the word may be a part of a person's name."""
    thing: bool = False
    """Whether it may be or open anything but a person's name."""

    @property
    def shouts_country(self) -> bool:
        """Whether it is a country in capitals and otherwise a small word: US."""
        place = self.place
        return self.plain and self.case == SHOUTED and place is not None and place.kind == "country"


@remembers
class Readings(dict[str, Reading | None]):
    """Words as written to their readings, worked out when first met."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__()
        self._lexicon = lexicon
        self._codes = lexicon.codes

    def __missing__(self, word: str) -> Reading | None:
        if len(self) >= ROOM:
            self.clear()
        self[word] = reading = self._count(word) if word[0].isdecimal() else self._read(word)
        if reading is not None:
            reading.thing = self._may_be_thing(reading)
        return reading

    def _count(self, digits: str) -> Reading | None:
        """The reading of a number of up to four digits, which alone is only ever a year."""
        if len(digits) > 4 or not digits.isascii():
            return None
        number = int(digits)
        return Reading(
            low=digits,
            case=SMALL,
            plain=True,
            number=number,
            digits=True,
            alone=len(digits) == 4 and FIRST_YEAR <= number <= LAST_YEAR,
            seconds=self._lexicon.count_firsts,
        )

    def _read(self, word: str) -> Reading | None:
        if len(word) > LONGEST:
            return None
        if len(word) == 1:
            initial = word.isupper() and word != "I"
            low = word.lower()
            person = initial and Reading(low=low, case=CAPITAL, plain=True, person=True)
            return replace(person, alone=True, seconds=self._seconds(low)) if person else None
        low = word.lower().replace("’", "'")
        if low.startswith("i'") and "en" in self._codes:
            return None
        case = _case(word)
        reading = self._look_up(low, case)
        weak = reading is None or (reading.given < 3 and not reading.place and not reading.label)
        if weak:
            stemmed = self._without_ending(low, case)
            if stemmed is not None and _is_better(stemmed, reading):
                reading = stemmed
        if reading is not None and self._is_strange(reading):
            reading = self._mend(low, case) or reading
        return reading

    def _look_up(self, low: str, case: int) -> Reading | None:
        """The reading of a word as it stands, None when it says nothing."""
        lexicon, plain = self._lexicon, is_ordinary(low, self._codes)
        labels = lexicon.labels.get(low, ())
        if plain and case == SMALL and labels and labels[0] in NAMED.values():
            labels = ()
        head, sure = self._head(low, plain)
        given, gender = _given(low, self._codes)
        family = _family(low, case)
        place = find_place(low)
        if place is not None and place.known and low not in lexicon.heads:
            head, sure = "", False
        seconds = self._seconds(low)
        known = plain or self._zipf(low) >= UNKNOWN
        fam = low in lexicon.words.get("relations", ())
        reading = Reading(
            low=low,
            case=case,
            plain=plain,
            given=given,
            gender=gender,
            family=family,
            named=bool(given or family),
            place=place,
            seconds=seconds | lexicon.count_firsts if low in lexicon.numbers else seconds,
            label="fam" if fam else (labels[0] if labels else ""),
            head=head,
            sure=sure,
            month=lexicon.months.get(low, 0),
            weekday=lexicon.weekdays.get(low, 0),
            number=lexicon.numbers.get(low, -1),
            base=fold(low),
            known=known,
        )
        alone = self._tells(reading)
        if not alone and not seconds and reading.number < 0 and (plain or known or case != SMALL):
            return None
        reading.alone, reading.person = alone, alone and self._may_be_person(reading)
        return reading

    def _seconds(self, low: str) -> frozenset[str]:
        """The second words of all phrases that a word opens."""
        lexicon, found = self._lexicon, set(place_seconds(low))
        for phrases in (lexicon.phrases.get(low, ()), lexicon.first_heads.get(low, ())):
            found.update(fold(rest[0]) for rest, _ in phrases if rest)
        return frozenset(found) if found else NONE

    def _may_be_thing(self, reading: Reading) -> bool:
        lexicon, low = self._lexicon, reading.low
        told = reading.number >= 0 or reading.month or reading.weekday or reading.label
        if told or reading.head or reading.place is not None or reading.seconds:
            return True
        return low in lexicon.phrases or low in lexicon.first_heads

    def _may_be_person(self, reading: Reading) -> bool:
        lexicon = self._lexicon
        if reading.digits or reading.weekday or reading.low.startswith("i'"):
            return False
        if reading.low in lexicon.words["not_names"]:
            return False
        if reading.case == SMALL:
            return reading.given >= 2 and not reading.plain and len(reading.low) > 2
        return reading.given == 3 or reading.low not in lexicon.never_names

    def _tells(self, reading: Reading) -> bool:
        """Whether anything about the word may make it a detail."""
        if reading.label or reading.month or reading.weekday:
            return True
        if reading.head or reading.low in self._lexicon.first_heads:
            return True
        if reading.case != SMALL:
            named = reading.given >= 2 or reading.family >= 2
            if reading.low in self._lexicon.never_names:
                return reading.given == 3 or reading.shouts_country
            return not reading.plain or named or reading.place is not None
        if reading.plain:
            return False
        return reading.given >= 2 or reading.place is not None

    def _head(self, low: str, plain: bool) -> tuple[str, bool]:
        """The label of a head word or of the end of a compound."""
        lexicon = self._lexicon
        if low in lexicon.heads:
            return lexicon.heads[low], False
        if low in lexicon.common:
            return "", False
        for suffix, label, sure in lexicon.suffixes:
            stem = low.removesuffix(suffix)
            if stem == low or len(stem) < 3:
                continue
            if sure or not plain or (lexicon.capital_nouns and begins_with_name(stem, self._codes)):
                return label, sure
        return "", False

    def _without_ending(self, low: str, case: int) -> Reading | None:
        """The reading of a word less its ending: Stockholms, läraren, Anna's."""
        plain = is_ordinary(low, self._codes)
        for ending, form in self._lexicon.endings:
            stem = low.removesuffix(ending)
            if stem == low or len(stem) < 3:
                continue
            if "'" in ending and (reading := self._look_up(stem, case)):
                return replace(reading, form=form)
            reading = self._look_up(stem, case)
            if reading is None or not _takes(reading, form, ending):
                continue
            proper = not plain or (case != SMALL and reading.place is not None)
            if (form == "genitive" and proper) or reading.label or reading.weekday:
                return replace(reading, form=form, month=0, number=-1, seconds=NONE)
        return None

    def _is_strange(self, reading: Reading) -> bool:
        """Whether a word is known to nobody, so that it may be misspelt."""
        nothing = not (reading.place or reading.label or reading.month or reading.weekday)
        return nothing and not reading.known and not reading.sure and reading.given < 2

    def _mend(self, low: str, case: int) -> Reading | None:
        """The reading of the place, month or weekday that a misspelt word was meant to be."""
        if len(low) < 5 or not low.isalpha() or (case != SMALL and _family(low, case) > 1):
            return None
        meant = self._slips.nearest(fold(low))
        if meant is None or self._zipf(low) > self._zipf(meant) - RARER:
            return None
        months, weekdays = self._calendar
        return Reading(
            low=low,
            case=case,
            plain=False,
            place=None if meant in months or meant in weekdays else find_place(meant),
            month=months.get(meant, 0),
            weekday=weekdays.get(meant, 0),
            base=meant,
            alone=True,
            known=False,
            slip=True,
        )

    def _zipf(self, low: str) -> float:
        return zipf(low, (*self._codes, "en"))

    @once
    def _calendar(self) -> tuple[dict[str, int], dict[str, int]]:
        """Months and weekdays, folded, to their numbers."""
        months, weekdays = self._lexicon.months, self._lexicon.weekdays
        return {fold(w): n for w, n in months.items()}, {fold(w): n for w, n in weekdays.items()}

    @once
    def _slips(self) -> Slips:
        months, weekdays = self._calendar
        return Slips({*months, *weekdays, *well_known(self._codes)})


def _case(word: str) -> int:
    if word.islower():
        return SMALL
    if word.isupper() and len(word) > 1:
        return SHOUTED
    if word.partition("-")[0] in ARTICLES:
        return CAPITAL
    if not word[0].isupper():
        return MIXED
    parts = [part for part in re.split("['’-]", word) if part]
    inner = all(part[1:].islower() or part.startswith(INNER) or len(part) == 1 for part in parts)
    return CAPITAL if inner else MIXED


def _takes(reading: Reading, form: str, ending: str) -> bool:
    """Whether this word can carry this ending."""
    if form == "genitive" and "'" not in ending:
        named = reading.given >= 2 or reading.family >= 2
        place = reading.place is not None and (not reading.plain or reading.case != SMALL)
        return bool(reading.label) or named or (place and not reading.low.endswith("s"))
    return bool(reading.label or reading.weekday)


def _is_better(stemmed: Reading, reading: Reading | None) -> bool:
    """Whether a word is rather what it is without its ending: Marias is Maria's."""
    if reading is None or stemmed.label:
        return True
    if reading.named:
        return stemmed.given == 3 or (stemmed.family == 3 > reading.family and not reading.given)
    return not reading.plain or stemmed.weekday > 0


def _given(low: str, codes: tuple[str, ...]) -> tuple[int, str]:
    """How sure a given name, and whose."""
    parts = low.split("-")
    if len(parts) == 2 and all(len(part) > 1 for part in parts):
        first, second = _given(parts[0], codes), _given(parts[1], codes)
        words = sum(is_ordinary(part, codes) for part in parts)
        return (min(first[0], second[0]), first[1]) if second[0] and words < 2 else (0, "u")
    info = given_names().get(low)
    if info is None:
        return (1, "u") if formal_names(low) and len(low) > 2 else (0, "u")
    gender = info.gender or "u"
    weight = info.weight or 0
    native = any(culture.partition("_")[0] in codes for culture in info.cultures)
    if weight >= 4 or len(info.cultures) >= 5:
        return 3, gender
    if weight >= 2 or len(info.cultures) >= 2 or native or formal_names(low):
        return 2, gender
    return 1, gender


def begins_with_name(stem: str, codes: tuple[str, ...]) -> bool:
    """Whether the first half of a compound is a common given name: Marien-kirche."""
    return any(_given(name, codes)[0] == 3 for name in (stem, stem[:-1]))


def _family(low: str, case: int) -> int:
    """How sure a surname."""
    info = surnames().get(low)
    if info is not None:
        weight = info.weight or 0
        if weight >= 3 or len(info.cultures) >= 3:
            return 3
        return 2 if weight >= 1 or len(info.cultures) >= 2 else 1
    if case != SMALL and len(low) > 5 and low.endswith(STRONG_ENDINGS):
        return 2
    parts = low.split("-")
    if len(parts) == 2 and (parts[0] in ARTICLES or all(part in surnames() for part in parts)):
        return 0 if all(is_ordinary(part) for part in parts) else 2
    return 0
