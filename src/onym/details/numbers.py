"""Numbers written in words, from nought to 110, in the four languages."""

from __future__ import annotations

from functools import cache

MOST = 110
"""The greatest age."""

_ONES = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen",
    "sv": "noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton "
    "sjutton arton nitton",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze "
    "seize dix-sept dix-huit dix-neuf",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "sv": "tjugo trettio fyrtio femtio sextio sjuttio åttio nittio",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix",
}
_MORE = {
    "en": {"hundred": 100, "fourty": 40},
    "sv": {"hundra": 100, "en": 1, "aderton": 18, "tjugi": 20, "tretti": 30, "fyrti": 40},
    "de": {"hundert": 100, "ein": 1, "dreissig": 30},
    "fr": {"cent": 100, "une": 1, "quatre-vingt": 80},
}


@cache
def spelled_numbers(code: str) -> dict[str, int]:
    """Every number up to 99, and a hundred, to its value."""
    if code not in _ONES:
        return {}
    ones = _ONES[code].split()
    found = {word: number for number, word in enumerate(ones)}
    for ten, word in enumerate(_TENS[code].split(), 2):
        found[word] = 10 * ten
        for one in range(1, 20 if code == "fr" and ten in (6, 8) else 10):
            for spelling in _spell(code, word, ones[one], one):
                found.setdefault(spelling, 10 * ten + one)
    return found | _MORE[code]


def _spell(code: str, ten: str, one: str, value: int) -> tuple[str, ...]:
    """The ways of writing a ten and a one together."""
    if code == "en":
        return (f"{ten}-{one}", f"{ten}{one}", f"{ten} {one}")
    if code == "sv":
        short = ten.removesuffix("o") if ten.endswith("io") else ten
        return (f"{ten}{one}", f"{ten}-{one}", f"{ten} {one}", f"{short}{one}")
    if code == "de":
        unit = "ein" if value == 1 else one
        return (f"{unit}und{ten}", f"{unit}und{ten.replace('ß', 'ss')}")
    stem = ten.rstrip("s")
    return (f"{stem}-{one}", f"{stem} {one}", f"{stem} et {one}", f"{stem}-et-{one}")
