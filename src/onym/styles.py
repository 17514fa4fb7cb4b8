"""What a pseudonym looks like: a style turns participant ids into pseudonyms.

A pseudonym that was given once stays, and no value that was given, to whomever, is given again.
The same ids and seed give the same pseudonyms on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from itertools import count
from random import Random

from onym.errors import PolicyError
from onym.text import fold

Style = Callable[[Sequence[str], int, Lookup[str, str]], dict[str, str]]

THIRD = re.compile(r"X[0-9]+")
"""Ids of people who are mentioned and do not take part."""
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


def give(
    style: str, ids: Iterable[str], seed: int, given: Lookup[str, str], names: Iterable[str] = ()
) -> dict[str, str]:
    """Pseudonyms in a style for these ids, none of them equal to one of the names."""
    if style not in STYLES:
        raise PolicyError(f"no style {style!r}: choose among {', '.join(sorted(STYLES))}")
    wanted = sorted(set(ids))
    taken = {f"\0{name}": name for name in names}
    return STYLES[style](wanted, seed, {**taken, **given})


def by_id(ids: Sequence[str], seed: int, given: Lookup[str, str]) -> dict[str, str]:
    """The source's own ids, as in Farrow et al., Figure 1."""
    return {who: given.get(who, who) for who in ids}


def by_code(ids: Sequence[str], seed: int, given: Lookup[str, str]) -> dict[str, str]:
    """P01, P02, ... (X01, ... for people who do not take part) in an order drawn from the seed."""
    fresh = sorted(set(ids) - given.keys())
    Random(seed).shuffle(fresh)
    thirds = {who for who in ids if THIRD.fullmatch(who)}
    taken = (*(who for who in ids if who not in thirds), *given.values())
    used = {_bare(value) for value in taken if value[-1:].isdigit()}
    codes = {
        "P": _codes("P", len(ids) - len(thirds), used),
        # The ids X1, X2, ... are ours, so only the very same must not come back.
        "X": (code for code in _codes("X", len(thirds), used) if code not in thirds),
    }
    drawn = {who: next(codes["X" if who in thirds else "P"]) for who in fresh}
    return {who: given[who] if who in given else drawn[who] for who in ids}


def _codes(prefix: str, people: int, used: set[str]) -> Iterator[str]:
    width = max(2, len(str(people)))
    codes = (f"{prefix}{number:0{width}}" for number in count(1))
    return (code for code in codes if _bare(code) not in used)


def _bare(value: str) -> str:
    """A value as it is compared: p7 for P07 and P007, which nobody would tell apart."""
    return _ZEROS.sub("", fold(value)) if "0" in value else fold(value)


STYLES: dict[str, Style] = {"code": by_code, "id": by_id}
"""Name of a style to the function that gives its pseudonyms."""
