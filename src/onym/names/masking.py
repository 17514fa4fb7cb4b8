"""Masking names: pseudonyms that look like names, keep initials or say what part of a name it was.

A masking name is of the same gender and culture as the real one (seed 002, 3.5; seed 004, 4.3). It
has one given and one family name, so that *Mary Jane Poe* becomes *Sarah Bell*, and no two people
share either, unless they share their real one and homonyms are to stay homonyms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Mapping as Lookup
from random import Random

from onym.fitting import Fitter, pools
from onym.model import Participant
from onym.names.forms import Registered, parse_name
from onym.names.styles import Crowd, Style, by_code
from onym.text.text import fold

MOTHER_TONGUE = frozenset(
    {"l1", "mothertongue", "nativelanguage", "firstlanguage", "language", "modersmal"}
    | {"muttersprache", "languematernelle"}
)
"""What a column with the mother tongue may be called, without spaces and accents."""


def by_name(ids: Sequence[str], seed: int, given: Lookup[str, str], crowd: Crowd) -> dict[str, str]:
    """Sarah Bell: a common name of the same gender and culture."""
    barred = [value for who, value in given.items() if who.startswith("\0")]
    fitter = Fitter(seed, crowd.languages, taken=(*barred, *_real(crowd)))
    for who, value in given.items():
        first, _, last = value.partition(" ")
        name = registered(crowd.participants.get(who))
        fitter.give("given", _owner(who, name.given[:1], crowd), first)
        fitter.give("surname", _owner(who, name.family, crowd), last or first)
    fresh = [who for who in ids if who not in given]
    drawn = {who: _mask(who, crowd, fitter) for who in fresh}
    return _apart(ids, given, drawn)


def with_profile(
    ids: Sequence[str], seed: int, given: Lookup[str, str], crowd: Crowd
) -> dict[str, str]:
    """Sarah Bell (Spanish): a masking name with what the profile tells."""
    bare = {who: value.partition(" (")[0] for who, value in given.items()}
    names = by_name(ids, seed, bare, crowd)
    told = {who: _profile(crowd.participants.get(who), crowd) for who in ids}
    drawn = {who: names[who] + (f" ({told[who]})" if told[who] else "") for who in ids}
    return {who: given.get(who, drawn[who]) for who in ids}


def by_first_name(
    ids: Sequence[str], seed: int, given: Lookup[str, str], crowd: Crowd
) -> dict[str, str]:
    """Mary Jane: the given names stay, the family name goes."""
    return _kept(ids, seed, given, crowd, lambda name: " ".join(name.given))


def by_initials(
    ids: Sequence[str], seed: int, given: Lookup[str, str], crowd: Crowd
) -> dict[str, str]:
    """M.J.P.: the first letters of the registered name."""
    return _kept(ids, seed, given, crowd, lambda name: "".join(pools.initials(name.words)))


def by_placeholder(
    ids: Sequence[str], seed: int, given: Lookup[str, str], crowd: Crowd
) -> dict[str, str]:
    """firstname_female_1: SVALA's label of the given name, and a number for each person."""
    fresh = sorted(set(ids) - given.keys())
    Random(seed).shuffle(fresh)
    used = {value.rpartition("_")[2] for value in given.values()}
    numbers = (str(number) for number in range(1, len(used) + len(ids) + 1))
    free = (number for number in numbers if number not in used)
    drawn = {who: f"{_label(who, crowd)}_{next(free)}" for who in fresh}
    return {who: given[who] if who in given else drawn[who] for who in ids}


STYLES: dict[str, Style] = {
    "name": by_name,
    "name+profile": with_profile,
    "first-name": by_first_name,
    "initials": by_initials,
    "placeholder": by_placeholder,
}
"""The styles of this module."""


def registered(participant: Participant | None) -> Registered:
    """The fullest of a participant's names, taken apart."""
    names = [parse_name(name) for name in participant.names] if participant else []
    return max(names, key=lambda name: len(name.words), default=Registered((), ()))


def _mask(who: str, crowd: Crowd, fitter: Fitter) -> str:
    participant = crowd.participants.get(who)
    name = registered(participant)
    first = name.given[0] if name.given else ""
    gender = pools.gender_of(first, participant.gender if participant else None)
    culture = pools.culture_of(name.words, crowd.languages)
    mask = fitter.first_name(_owner(who, name.given[:1], crowd), culture, gender, first)
    if not name.family:
        return mask
    return f"{mask} {fitter.family_name(_owner(who, name.family, crowd), culture)}"


def _owner(who: str, real: Sequence[str], crowd: Crowd) -> str:
    """Whose a masking name is: a person's, or everybody's who has the real name."""
    return fold(" ".join(real)) if crowd.homonyms == "same" and real else f"\0{who}"


def _real(crowd: Crowd) -> Iterable[str]:
    return (name for participant in crowd.participants.values() for name in participant.names)


def _profile(participant: Participant | None, crowd: Crowd) -> str:
    if participant is None:
        return ""
    profile = participant.profile
    wanted = [name for name in crowd.profile if profile.get(name)]
    if not crowd.profile:
        wanted = [n for n in profile if fold("".join(c for c in n if c.isalnum())) in MOTHER_TONGUE]
    return ", ".join(profile[name] for name in wanted if profile[name])


def _kept(
    ids: Sequence[str],
    seed: int,
    given: Lookup[str, str],
    crowd: Crowd,
    keep: Callable[[Registered], str],
) -> dict[str, str]:
    """What is kept of each name; a code for those who have none."""
    names = {who: keep(registered(crowd.participants.get(who))) for who in ids}
    nameless = [who for who in ids if not names[who]]
    codes = by_code(nameless, seed, given, crowd)
    return _apart(ids, given, {who: names[who] or codes[who] for who in ids})


def _apart(ids: Sequence[str], given: Lookup[str, str], drawn: Lookup[str, str]) -> dict[str, str]:
    """Number the pseudonyms that several people would share: Robert, Robert 2."""
    real = {who: value for who, value in given.items() if not who.startswith("\0")}
    used = {fold(value) for value in real.values()}
    found = {}
    for who in ids:
        value, number = real.get(who, drawn.get(who, "")), 2
        while who not in real and fold(value) in used:
            value, number = f"{drawn[who]} {number}", number + 1
        used.add(fold(value))
        found[who] = value
    return found


def _label(who: str, crowd: Crowd) -> str:
    participant = crowd.participants.get(who)
    name = registered(participant)
    first = name.given[0] if name.given else ""
    gender = pools.gender_of(first, participant.gender if participant else None)
    return {"f": "firstname_female", "m": "firstname_male"}.get(gender, "firstname_unknown")
