"""Whether two names are one name: short forms, pet forms and other spellings.

A table decides where it can (names/nicknames.txt and names/short_forms.txt for short forms,
names/variants.txt for spellings); a rule decides for the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from onym.language.folding import fold, read_lines, spell_out
from onym.language.people import given_names

ENDINGS = ("ito", "ita", "ie", "ey", "an", "is", "ka", "y", "i", "o", "a", "s", "e")
"""What a clipped name may take: Abby, Steffi, Theo, Becks, Robban."""
COMMON = 7
"""A name of this weight stands for itself and is not taken for a clipped one: Mary, Maria."""
DISTINCT = (frozenset({"mari", "marie", "mary"}),)
"""Names that sound alike and are different."""

SOUNDS = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"[^a-z]", ""),
        (r"(?<=.)j", "y"),
        (r"sch", "sh"),
        (r"^ch(?=[aeiou])", "sh"),
        (r"ch|ck|qu|q", "k"),
        (r"ph", "f"),
        (r"x", "ks"),
        (r"sh", "S"),
        (r"(?<=.)h|(?<=t)h", ""),
        (r"c(?=[eiy])", "s"),
        (r"c", "k"),
        (r"^dy", "j"),
        (r"g(?=[eiy])", "j"),
        (r"z", "s"),
        (r"w", "v"),
        (r"ou|oo", "u"),
        (r"ee(?!$)", "i"),
        (r"(?<=[aou])e(?!$)", ""),
        (r"(?:ie|ey)$", "i"),
        (r"y", "i"),
        (r"(.)\1+", r"\1"),
        (r"(?<=...)[aeio]n$", "en"),
    )
)


def short_forms(name: str) -> frozenset[str]:
    """The short and pet forms of a formal name: robert to bob, rob, robbie."""
    return _short_table().get(fold(name), frozenset())


def formal_names(nick: str) -> frozenset[str]:
    """The formal names that a short form may stand for: kit to christopher, katherine."""
    return _formal_table().get(fold(nick), frozenset())


def is_short_form(short: str, full: str) -> bool:
    """Whether one name is a short form of another, by the table or by clipping its end."""
    low, whole = fold(short), fold(full)
    if low == whole:
        return False
    return low in short_forms(whole) or _is_clipped(low, whole)


def _is_clipped(short: str, full: str) -> bool:
    """Three letters or more of the full name, perhaps with an ending: Steph, Abby, Maxi."""
    if len(short) < 3 or not short.isalpha() or short[0] != full[:1] or _differ(short, full):
        return False
    if full in short_forms(short):
        return False
    if full.startswith(short):
        return len(full) - len(short) >= 2
    if len(short) > 3 and short[-1] == short[-2] and full.startswith(short[:-1]):
        return len(full) - len(short) >= 1  # Raff, Matt
    info = given_names().get(short)
    if info and (info.weight or 0) >= COMMON:
        return False
    return any(_has_stem(short, ending, full) for ending in ENDINGS)


def _has_stem(short: str, ending: str, full: str) -> bool:
    """Whether the short form less an ending begins the full name; its last letter may double."""
    stem = short.removesuffix(ending)
    if stem == short or len(stem) < 3 or len(stem) >= len(full):
        return False
    single = stem[:-1] if stem[-1] == stem[-2] else stem
    return full.startswith(stem) or (len(single) < len(stem) and full.startswith(single))


def _differ(a: str, b: str) -> bool:
    """Whether one is a man's name and the other a woman's: Simon and Simone."""
    first, second = given_names().get(a), given_names().get(b)
    return first is not None and second is not None and {first.gender, second.gender} == {"m", "f"}


def variants(a: str, b: str) -> bool:
    """Whether two names are spellings of one: Elisabeth and Elizabeth, Jon and John."""
    first, second = fold(a), fold(b)
    if first == second or spell_out(a) == second or spell_out(b) == first:
        return True
    table = _variant_table()
    if table.get(first, frozenset()) & table.get(second, frozenset()):
        return True
    return _sound_alike(first, second)


@lru_cache(maxsize=200_000)
def kindred(name: str) -> frozenset[str]:
    """Marks of a name: two that share none are no forms, spellings or slips of one another."""
    small = fold(name)
    tables = {small} | short_forms(small) | formal_names(small)
    groups = _variant_table().get(small, frozenset())
    # one slip that changes the first letter leaves the last four
    slip = {f"-{small[-4:]}"} if len(small) > 5 else set()
    marks = {small[:1], f"/{sound(small)}", *(f"#{group}" for group in groups), *slip}
    return frozenset(marks | {f"={name}" for name in tables})


def _sound_alike(a: str, b: str) -> bool:
    """Whether two names of four letters or more have one phonetic key."""
    if min(len(a), len(b)) < 4 or not (a + b).isalpha() or sound(a) != sound(b):
        return False
    return not _differ(a, b) and not any({a, b} <= names for names in DISTINCT)


@lru_cache(maxsize=200_000)
def sound(name: str) -> str:
    """A key that spellings of one name share: "Sophie" and "Sofie" are both "sofi"."""
    key = fold(name)
    for pattern, replacement in SOUNDS:
        key = pattern.sub(replacement, key)
    return key


@cache
def _short_table() -> dict[str, frozenset[str]]:
    """Formal name to short forms."""
    return _gather((formal, short) for formal, short in _pairs())


@cache
def _formal_table() -> dict[str, frozenset[str]]:
    """Short form to formal names."""
    return _gather((short, formal) for formal, short in _pairs())


@cache
def _variant_table() -> dict[str, frozenset[str]]:
    """Name to the groups of names/variants.txt that hold it, by number."""
    groups = enumerate(read_lines("names/variants.txt"))
    return _gather((fold(name), str(number)) for number, line in groups for name in line.split())


def _pairs() -> list[tuple[str, str]]:
    """Every formal name with every short form, from both files."""
    pairs = []
    for line in read_lines("names/nicknames.txt") + read_lines("names/short_forms.txt"):
        formals, _, shorts = line.partition(":")
        forms = [key for short in shorts.split() for key in _keys(short)]
        for formal in (key for name in formals.split() for key in _keys(name)):
            pairs += [(formal, form) for form in forms if form != formal]
    return pairs


def _keys(name: str) -> set[str]:
    """The keys under which a name is looked up."""
    return {name.lower()} if name.isascii() else {fold(name), spell_out(name)}


def _gather(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """Pairs as a table of sets."""
    table: dict[str, set[str]] = {}
    for key, value in pairs:
        table.setdefault(key, set()).add(value)
    return {key: frozenset(values) for key, values in table.items()}
