"""What the tables of names and of greetings say."""

from __future__ import annotations

from functools import cache

from onym import language


def is_family_name(word: str) -> bool:
    """Whether a capitalised word, ordinary or not, is a common family name: Shaw, Page."""
    if len(word) < 3 or not word[0].isupper() or word.isupper():
        return False
    info = language.surnames().get(word)
    return info is not None and (info.weight or 0) > 1 and language.zipf(word) < 4.5


def is_first_name(word: str) -> bool:
    """Whether a word is a given name and hardly anybody's family name: Charlie, and not Martin."""
    given, family = language.given_names().get(word), language.surnames().get(word)
    if given is None:
        return False
    return family is None or (family.weight or 0) + 1 < (given.weight or 0)


@cache
def greetings() -> frozenset[str]:
    """How people greet in any language."""
    return frozenset(language.merge("greetings", language.CODES))
