"""Language data: phrases, names, words and places, as facts with as little code as possible.

load("sv").greetings        what a Swedish message opens with
given_names().get("Åsa")    how common a name is, its gender and cultures
is_short_form("Bob", "Robert"), variants("Jon", "John")
is_ordinary("will", ["en"]), is_place("Uppsala")
detect(texts)               which of the four languages a corpus is written in
"""

from __future__ import annotations

from onym.language.detection import detect
from onym.language.folding import fold, spell_out
from onym.language.people import NameInfo, Names, given_names, is_widely_known, surnames
from onym.language.phrases import CODES, Language, load, merge
from onym.language.variants import (
    formal_names,
    is_short_form,
    kindred,
    short_forms,
    sound,
    variants,
)
from onym.language.words import (
    dictionary,
    is_ordinary,
    is_place,
    is_proper,
    is_technology,
    is_word,
    is_word_and_name,
    place_kinds,
    place_words,
    zipf,
)

__all__ = [
    "CODES",
    "Language",
    "NameInfo",
    "Names",
    "detect",
    "dictionary",
    "fold",
    "formal_names",
    "given_names",
    "is_ordinary",
    "is_place",
    "is_proper",
    "is_short_form",
    "is_technology",
    "is_widely_known",
    "is_word",
    "is_word_and_name",
    "kindred",
    "load",
    "merge",
    "place_kinds",
    "place_words",
    "short_forms",
    "sound",
    "spell_out",
    "surnames",
    "variants",
    "zipf",
]
