"""What tables and letters say of a word on its own, wherever it stands."""

from __future__ import annotations

from functools import cache

from onym import language
from onym.possible import tokens as t
from onym.possible.letters import name_likeness
from onym.possible.tokens import flags
from onym.possible.words import base, is_name

LISTED = (
    "dictionary", "given_name", "surname", "given_frequency", "surname_frequency", "city",
    "region", "country",
)  # fmt: skip
LEXICAL = (
    "letters", "letters_of_junk", "length", "vowels", "accents", "zipf", "ordinary", "proper",
    "technology", "place", "short_form", "cultures", "plural_of_word", "of_a_country", "known",
    "courtesy", "title", "relation", "term", "body", "calendar", "people",
)  # fmt: skip
ROLES = (t.COURTESY, t.TITLES, t.RELATES, t.TERM, t.BODY, t.CALENDAR, t.PEOPLE)
"""What the last seven of them tell."""
OF = ("ish", "ian", "ians", "ese", "an", "ans", "i", "is", "ic", "lander", "landers")
"""Endings of words made from a country's name: Danish, Iraqi."""


def look_up(word: str, languages: tuple[str, ...]) -> tuple[float, ...]:
    """The features of LISTED: what the paper looks up in tables."""
    name = base(language.fold(word))
    given, family = language.given_names().get(name), language.surnames().get(name)
    kinds = language.place_kinds(name)
    weights = (1 + (info.weight or 0) if info else 0 for info in (given, family))
    known = any(word in language.dictionary(code) for code in languages)
    return (known, given is not None, family is not None, *weights, *(k in kinds for k in "crn"))


def describe_word(word: str, languages: tuple[str, ...]) -> tuple[float, ...]:
    """The features of LEXICAL."""
    plain = language.fold(word)
    info = language.given_names().get(base(plain))
    does = flags(word)
    return (
        *name_likeness(word),
        len(word),
        sum(letter in "aeiouy" for letter in plain) / max(len(plain), 1),
        plain != word,
        language.zipf(word, languages),
        language.is_ordinary(word, languages),
        language.is_proper(word),
        language.is_technology(word),
        language.is_place(word),
        bool(language.formal_names(word)),
        len(info.cultures) if info else 0,
        word[-1] == "s" and language.is_ordinary(word[:-1], languages),
        plain.endswith(OF) and plain[:4] in _country_stems(),
        is_name(base(plain)),
        *(bool(does & role) for role in ROLES),
    )


@cache
def _country_stems() -> frozenset[str]:
    """The first four letters of countries' names."""
    return frozenset(word[:4] for word in language.place_words("n"))
