"""What a pseudonym looks like: a style turns participant ids into pseudonyms.

A pseudonym that was given once stays, and no value that was given, to whomever, is given again.
The same ids and seed give the same pseudonyms on every machine. How a pseudonym appears in a text,
for a short form or a family name alone, is the business of `onym.wording`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count
from random import Random

from onym.errors import PolicyError
from onym.model import Participant
from onym.text.text import fold

THIRD = re.compile(r"X[0-9]+")
"""Ids of people who are mentioned and do not take part."""
_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


@dataclass(frozen=True)
class Crowd:
    """What is known of the people behind the ids."""

    participants: Lookup[str, Participant] = field(default_factory=dict)
    languages: Sequence[str] = ("en",)
    homonyms: str = "apart"
    profile: Sequence[str] = ()


Style = Callable[[Sequence[str], int, Lookup[str, str], Crowd], dict[str, str]]


def give(
    style: str,
    ids: Iterable[str],
    seed: int,
    given: Lookup[str, str],
    names: Iterable[str] = (),
    crowd: Crowd | None = None,
) -> dict[str, str]:
    """Pseudonyms in a style for these ids, none of them equal to one of the names."""
    if style not in STYLES:
        raise PolicyError(f"no style {style!r}: choose among {', '.join(sorted(STYLES))}")
    wanted = sorted(set(ids))
    taken = {f"\0{name}": name for name in names}
    return STYLES[style](wanted, seed, {**taken, **given}, crowd or Crowd())


def by_id(ids: Sequence[str], seed: int, given: Lookup[str, str], crowd: Crowd) -> dict[str, str]:
    """The source's own ids, as in Farrow et al., Figure 1."""
    return {who: given.get(who, who) for who in ids}


def by_code(ids: Sequence[str], seed: int, given: Lookup[str, str], crowd: Crowd) -> dict[str, str]:
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


def by_role(ids: Sequence[str], seed: int, given: Lookup[str, str], crowd: Crowd) -> dict[str, str]:
    """Tutor, Learner#1, Learner#2: a person's role, with a number where several have it."""
    fresh = sorted(set(ids) - given.keys())
    Random(seed).shuffle(fresh)
    roles = {who: _role(who, crowd) for who in ids}
    alone = {role for role in roles.values() if sum(each == role for each in roles.values()) == 1}
    used = {_bare(value) for value in (*ids, *given.values())}
    drawn = dict(given)
    for who in fresh:
        role = roles[who]
        numbered = (f"{role}#{number}" for number in count(1))
        names = (role,) if role in alone and role not in NUMBERED else ()
        drawn[who] = next(name for name in chain(names, numbered) if _bare(name) not in used)
        used.add(_bare(drawn[who]))
    return {who: drawn[who] for who in ids}


NUMBERED = ("Learner", "Person")
"""Roles that have a number even where there is only one."""


def _role(who: str, crowd: Crowd) -> str:
    participant = crowd.participants.get(who)
    told = " ".join((participant.role or "").split()) if participant else ""
    if told:
        return told[0].upper() + told[1:]
    return "Person" if THIRD.fullmatch(who) and participant is None else "Learner"


def _codes(prefix: str, people: int, used: set[str]) -> Iterator[str]:
    width = max(2, len(str(people)))
    codes = (f"{prefix}{number:0{width}}" for number in count(1))
    return (code for code in codes if _bare(code) not in used)


def _bare(value: str) -> str:
    """A value as it is compared: p7 for P07 and P007, which nobody would tell apart."""
    return _ZEROS.sub("", fold(value)) if "0" in value else fold(value)


def _mask(
    style: str, ids: Sequence[str], seed: int, given: Lookup[str, str], crowd: Crowd
) -> dict[str, str]:
    from onym.names import masking

    return masking.STYLES[style](ids, seed, given, crowd)


STYLES: dict[str, Style] = {
    "code": by_code,
    "id": by_id,
    "name": partial(_mask, "name"),
    "name+profile": partial(_mask, "name+profile"),
    "first-name": partial(_mask, "first-name"),
    "initials": partial(_mask, "initials"),
    "role": by_role,
    "placeholder": partial(_mask, "placeholder"),
}
"""Name of a style to the function that gives its pseudonyms."""

BARE = frozenset({"name", "name+profile", "first-name"})
"""Styles that look like names and wear no brackets in a text."""
