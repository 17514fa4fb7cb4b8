"""Ordinary words: how frequent a word is, and whether it is a word and no name.

Frequencies come from wordfreq, which counts names among the words ("robert" is frequent), so
whether a word is ordinary needs more. English has SCOWL, where what is written small is a word;
the other languages take frequent words that are no name, no place and no English proper noun.
Each language's words_and_names.txt settles the words that are both.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from onym.language.folding import fold, read_lines, read_set, read_table
from onym.language.people import NameInfo, given_names, surnames
from onym.language.phrases import CODES, load
from onym.language.variants import formal_names

FREQUENT = 5.6
"""From this zipf on a word is a word, whoever may be called so: Swedish "hans", "alla"."""
USUAL = 3.0
"""From this zipf on a word of a language without a dictionary is taken for known."""
PET_NAME = 4.5
"""Below this zipf a known short form of a name is a name: Swedish "nisse", "bosse"."""
COMMON_LEVEL, KNOWN_LEVEL = 1, 3
"""The sizes of SCOWL's lists of the most common words and of those everybody knows, in tens."""


def zipf(word: str, languages: Iterable[str] = ("en",)) -> float:
    """How frequent a word is on the Zipf scale, in the language that has it most; 0 if unknown.

    3 is once in a million words, 6 once in a thousand.
    """
    key = word.casefold()
    return max((_zipf(key, code) for code in languages), default=0.0)


def is_word(word: str, languages: Iterable[str] = ("en",), threshold: float = USUAL) -> bool:
    """Whether a word, name or not, is at least so frequent."""
    return zipf(word, languages) >= threshold


def is_ordinary(word: str, languages: Iterable[str] = ("en",)) -> bool:
    """Whether a word written small is a word of one of the languages, and not just a name."""
    return any(_is_ordinary(word.lower(), code) for code in languages)


def is_word_and_name(word: str, languages: Iterable[str] = ("en",)) -> bool:
    """Whether a word is ordinary and also a given name or surname: will, hope, king."""
    named = given_names().get(word) or surnames().get(word)
    return named is not None and is_ordinary(word, languages)


def is_place(word: str) -> bool:
    """Whether a word or phrase is the name of a country, a state or a larger city."""
    return fold(word) in _places()


def place_kinds(word: str) -> str:
    """In what places' names a single word stands: c a city's, r a region's, n a country's."""
    return _place_words().get(fold(word), "")


def place_words(kind: str) -> frozenset[str]:
    """Every word of the names of one kind of place."""
    return frozenset(word for word, kinds in _place_words().items() if kind in kinds)


@cache
def dictionary(code: str) -> frozenset[str]:
    """The words of a language in small letters; without a dictionary its usual words, names too."""
    if code == "en":
        return frozenset(_english_words())
    return frozenset(word for word, found in _frequencies(code).items() if found >= USUAL)


def is_proper(word: str) -> bool:
    """Whether English writes the word with a capital only: Obama, Poisson, Kleenex."""
    return fold(word) in _english_proper()


def is_technology(word: str) -> bool:
    """Whether a word names a program, a platform, a method or a part of a course."""
    return word.lower() in _technology()


@lru_cache(maxsize=200_000)
def _is_ordinary(word: str, code: str) -> bool:
    """Whether a lower-case word is ordinary in one language."""
    if word in _words_and_names(code):
        return True
    return _is_ordinary_english(word) if code == "en" else _is_ordinary_elsewhere(word, code)


def _is_ordinary_english(word: str) -> bool:
    """Whether SCOWL writes the word small, and not only because of a plant or a coin."""
    level = int(_english_words().get(word, "0"))
    if not level or (level > KNOWN_LEVEL and is_place(word)):
        return False
    return level <= COMMON_LEVEL or not _is_strong_name(given_names().get(word), "en")


def _is_ordinary_elsewhere(word: str, code: str) -> bool:
    """Whether the word is frequent and nothing says that it is a name."""
    if word in _calendar(code):
        return True
    frequency = _zipf(word.casefold(), code)
    if frequency < USUAL or is_place(word) or _is_genitive_name(word, code):
        return False
    if frequency >= FREQUENT:
        return True
    return not _is_proper(word, frequency) and not _is_known_name(word, code)


def _is_genitive_name(word: str, code: str) -> bool:
    """Whether the word is a place or a name with an s: Swedish and German "Stockholms"."""
    stem = word.removesuffix("s")
    if stem == word or len(stem) < 4 or code == "fr" or _is_ordinary(stem, code):
        return False
    rarer = _zipf(word.casefold(), code) < _zipf(stem.casefold(), code)
    return rarer and (is_place(stem) or _is_known_name(stem, code))


def _is_proper(word: str, frequency: float) -> bool:
    """Whether English knows the word with a capital only, and about as well: Obama, Paris."""
    return fold(word) in _english_proper() and _zipf(word.casefold(), "en") > frequency - 1


def _is_known_name(word: str, code: str) -> bool:
    """Whether the word is well known as a given name, or in its own language as a surname.

    Keys have no accents, so a word that has must be listed with them: "svårt" is not Svart.
    """
    if word != fold(word) and word not in _accented_names():
        return False
    if _zipf(word.casefold(), code) < PET_NAME and _is_pet_name(word, code):
        return True
    if _is_strong_name(given_names().get(word), code):
        return True
    family = surnames().get(word)
    return family is not None and (family.weight or 0) >= 4 and _is_native(family, code)


def _is_pet_name(word: str, code: str) -> bool:
    """Whether the word is a short form of a name that the language's own countries list."""
    formal = (given_names().get(name) for name in formal_names(word))
    return any(info is not None and _is_native(info, code) for info in formal)


def _is_strong_name(info: NameInfo | None, code: str) -> bool:
    """Whether a given name is common somewhere, or listed in the language's own countries."""
    if info is None:
        return False
    common = (info.weight or 0) >= 3 or len(info.cultures) >= 4
    return common or (code != "en" and _is_native(info, code))


def _is_native(info: NameInfo, code: str) -> bool:
    """Whether a culture of the language lists the name."""
    return any(culture.partition("_")[0] == code for culture in info.cultures)


def _zipf(key: str, code: str) -> float:
    """The frequency of a case-folded word in one language."""
    return _frequencies(code).get(key, 0.0)


@cache
def _frequencies(code: str) -> dict[str, float]:
    """wordfreq's table of a language; its data alone, as importing it takes half a second.

    The data is a heading and then the words of each frequency, a hundredth of a Zipf apart.
    """
    import gzip
    from importlib.util import find_spec

    import msgpack

    spec = find_spec("wordfreq")
    places = (spec and spec.submodule_search_locations) or []
    names = [f"{size}_{code}.msgpack.gz" for size in ("large", "small")]
    found = [
        file for place in places for name in names if (file := Path(place, "data", name)).is_file()
    ]
    table: dict[str, float] = {}
    for rank, words in enumerate(msgpack.unpackb(gzip.decompress(found[0].read_bytes()))[1:]):
        table.update(dict.fromkeys(words, round(9 - rank / 100, 2)))
    return table


@cache
def _calendar(code: str) -> frozenset[str]:
    """Weekdays and months in full, which are words though April and Juni are also people."""
    language = load(code)
    return frozenset(word for word in language.weekdays + language.months if len(word) > 3)


@cache
def _english_words() -> dict[str, str]:
    """SCOWL's lower-case words with the size of the smallest list that holds them, in tens."""
    return read_table("en/words.z")


@cache
def _english_proper() -> frozenset[str]:
    """SCOWL's words that are only written with a capital."""
    return read_set("en/proper.z")


@cache
def _accented_names() -> frozenset[str]:
    """Names as they are spelt with accents."""
    return read_set("names/accented.z")


@cache
def _places() -> frozenset[str]:
    """Countries, states and cities."""
    return read_set("names/places.z")


@cache
def _place_words() -> dict[str, str]:
    """The words of places' names and the kinds of places."""
    return read_table("names/place_words.z")


@cache
def _technology() -> frozenset[str]:
    """Programs, platforms and parts of a course."""
    lines = read_lines("names/technology.txt")
    return frozenset(word.replace("_", " ") for line in lines for word in line.split())


@cache
def _words_and_names(code: str) -> frozenset[str]:
    """The words of a language that are also names."""
    if code not in CODES:
        return frozenset()
    lines = read_lines(f"{code}/words_and_names.txt")
    return frozenset(word for line in lines for word in line.split())
