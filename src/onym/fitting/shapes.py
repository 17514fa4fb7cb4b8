"""What a pseudonym takes over from the way the original is written: case, ending, delimiters."""

from __future__ import annotations

import re
from collections.abc import Callable

APOSTROPHES = ("'s", "’s", "'S", "’S")
HISSING = tuple("sxzßSXZ")
"""A word that ends so takes no further s in Swedish and German."""


def fit_case(pseudonym: str, surface: str, shortest: int = 2) -> str:
    """Write a pseudonym in small letters or capitals if the original is; UK is no capitals."""
    if surface.islower():
        return pseudonym.lower()
    if surface.isupper() and sum(map(str.isalpha, surface)) >= shortest:
        return pseudonym.upper()
    return pseudonym


def fit_form(pseudonym: str, surface: str, form: str | None) -> str:
    """Give a name the ending that the original has: Marias, Maria's, Mathias', the Marias."""
    marks = (form or "").split()
    if not marks:
        return pseudonym
    for ending in APOSTROPHES:
        if surface.endswith(ending):
            return pseudonym + ending
    if surface[-1:] in "'’":
        return pseudonym + (surface[-1] if pseudonym[-1:] in HISSING else surface[-1] + "s")
    if {"genitive", "plural"} & set(marks) and surface[-1:] in "sS":
        return pseudonym if pseudonym[-1:] in HISSING else pseudonym + "s"
    return pseudonym


def fit_tail(pseudonym: str, surface: str, base: str, fold: Callable[[str], str]) -> str:
    """Keep what a word has behind its base: måndagarna, Mondays."""
    return pseudonym + surface[len(base) :] if fold(surface).startswith(fold(base)) else pseudonym


def masked_digits(surface: str, digit: str) -> str:
    """Every digit the same, delimiters kept: 1111-11-11."""
    return re.sub(r"\d", digit, surface)


def turned_letters(surface: str, by: int) -> str:
    """Every letter another one, the rest kept: M.K. becomes P.N."""

    def turn(match: re.Match[str]) -> str:
        letter = match[0]
        start = ord("a" if letter.islower() else "A")
        return chr(start + (ord(letter) - start + by) % 26)

    return re.sub(r"[A-Za-z]", turn, surface)
