"""Every known name: what must not be left, whose it is, and what may stay."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, replace

from onym.check.cases import Cases, abbreviations, doubtful_words, ordinary_words
from onym.check.judge import Judge
from onym.check.seek import SIGN, Seeker, folded
from onym.language import CODES, fold, merge
from onym.model import Mapping, Override, Participant
from onym.names.forms import ADDRESS, TITLES, parse_name
from onym.names.kinship import is_office, organisation_words, person_of

SAMPLE = 1_000
"""Messages of the source that the finders are tried on, about."""
SHORT = 5
"""Letters that an abbreviation has at most."""
SHORTEST = 3
"""Parts of registered names below this many letters are not looked for."""

_ADDRESS = re.compile(r"\w[@./]\w")
"""What stands in addresses and in no name: email@dot.com is nobody called Dot."""
_PARTICLES = frozenset(merge("particles", CODES))

People = Lookup[str, Participant]


@dataclass(frozen=True, eq=False)
class Known:
    """What the check has to know of a project; small, so that every process can have it."""

    kinds: Lookup[str, str] = field(repr=False)
    """Every name that must not be left, and what it is."""
    owners: Lookup[str, frozenset[str]] = field(repr=False)
    registered: tuple[str, ...] = field(repr=False)
    pseudonyms: Lookup[str, str] = field(repr=False)
    keep: tuple[str, ...] = field(repr=False)
    spared: tuple[str, ...] = field(repr=False)
    """What is nothing that was left: put in by Onym, kept, or no name."""
    overrides: tuple[Override, ...] = field(repr=False)
    languages: tuple[str, ...]
    ordinary: frozenset[str] = field(default=frozenset(), repr=False)
    """Names that mean nothing when they are written small."""
    abbreviations: frozenset[str] = field(default=frozenset(), repr=False)
    """Names that are something else when they are written in capitals alone."""
    every: int = 1
    """One message of so many is looked at in the source as well."""

    def seeker(self) -> Seeker:
        """A search for every known name."""
        judge = Judge(self.owners, self.ordinary, self.languages, self.abbreviations, self.kinds)
        return Seeker(self.kinds, self.keep, self.pseudonyms.values(), judge)


def prepare(
    people: People,
    mapping: Mapping,
    pseudonyms: Lookup[str, str],
    languages: Sequence[str] = ("en",),
    put_in: Iterable[str] = (),
) -> Known:
    """Gather what is known of a project, but for what the whole text has to tell."""
    given = [*pseudonyms.values(), *put_in]
    return Known(
        kinds=names_to_seek(people, mapping, pseudonyms.values()),
        owners=_owners(people, mapping),
        registered=tuple(part for person in people.values() for part in registered(person)),
        pseudonyms=dict(pseudonyms),
        keep=(*mapping.keep, *filter(_ADDRESS.search, given)),
        spared=(*given, *mapping.keep, *mapping.rejected),
        overrides=mapping.overrides,
        languages=tuple(languages),
    )


def only(names: Iterable[str], keep: Iterable[str], languages: Sequence[str]) -> Known:
    """Just some names, where nothing else is known of a project."""
    kinds, keep = dict.fromkeys(names, "file"), tuple(keep)
    return Known(kinds, {}, (), {}, keep, keep, (), tuple(languages))


def doubtful(known: Known) -> frozenset[str]:
    """The names of one word that may be words; count how they are written in the source."""
    return doubtful_words(_single(known), known.languages) | _short(known)


def informed(known: Known, cases: Cases, messages: int) -> Known:
    """The same with what the whole text tells: how words are written, and how long it is."""
    words = doubtful_words(_single(known), known.languages)
    return replace(
        known,
        ordinary=ordinary_words(words, cases, known.languages),
        abbreviations=abbreviations(_short(known), cases),
        every=-(-messages // SAMPLE) or 1,
    )


def _single(known: Known) -> set[str]:
    return {words[0] for name in known.kinds if len(words := folded(name)) == 1}


def _short(known: Known) -> set[str]:
    """Names that are as short as abbreviations and none themselves."""
    written = {name for name in known.kinds if 2 <= len(name) <= SHORT}
    upper = {fold(name) for name in written if name.isupper()}
    return {fold(name) for name in written if name.isalpha()} - upper


def names_to_seek(
    people: People, mapping: Mapping, pseudonyms: Iterable[str] = ()
) -> dict[str, str]:
    """Give every name that must not be left, with its kind; what is a pseudonym may stay."""
    accepted = (entry.name for entry in mapping.entries if entry.decision != "rejected")
    names = dict.fromkeys([*accepted, *mapping.hidden, *mapping.composites], "name")
    for participant in people.values():
        for name in registered(participant):
            names.setdefault(name, "registered")
        for handle in participant.handles:
            names.setdefault(handle, "handle")
    spared = {(), *map(folded, mapping.rejected), *map(folded, pseudonyms)}
    return {name: kind for name, kind in names.items() if folded(name) not in spared}


def registered(participant: Participant) -> Iterator[str]:
    """The parts of a participant's registered names that tell who it is."""
    own = person_of(participant).words
    for raw in participant.names:
        if is_office(parse_name(raw).words):
            continue
        name = ADDRESS.sub(lambda address: f"{address[1]} ", raw)  # ".org" is nobody's name
        for part in re.split(r"[\s,;()\"<>]+|(?<!\w)\.|\.(?![^\s@]*@)(?!\w+@)", name):
            # the "von" of Arthur von Trapp
            particle = (part.islower() and not name.islower()) or part.lower() in _PARTICLES
            long_enough = len(part) >= SHORTEST or re.fullmatch(f"[{SIGN}]{{2,}}", part)
            small = fold(part)
            other = (small in TITLES or small in organisation_words()) and small not in own
            if long_enough and not particle and not other:
                yield part


def _owners(people: People, mapping: Mapping) -> dict[str, frozenset[str]]:
    owners: dict[str, set[str]] = defaultdict(set)
    for entry in mapping.entries:
        if entry.decision != "rejected":
            owners[entry.name].add(entry.participant)
    for participant in people.values():
        for name in registered(participant):
            owners[name].add(participant.id)
    return {name: frozenset(who) for name, who in owners.items()}
