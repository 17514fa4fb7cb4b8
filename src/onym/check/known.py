"""Every known name, and the search for it in the messages and files that will be shared."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from pathlib import Path

from onym.check.contents import Unsearched, contents
from onym.check.finding import Finding, Place, gather, ordered
from onym.check.judge import Judge, ordinary_words
from onym.check.seek import SIGN, Hit, Seeker, folded
from onym.errors import InputError
from onym.language import CODES, merge
from onym.model import TEXT_COLUMNS, Corpus, Mapping, Participant, Replaced

SHORTEST = 3
"""Parts of registered names below this many letters are not looked for."""

_PARTICLES = frozenset(merge("particles", CODES))

Hits = dict[tuple[str, str, str], list[Place]]
"""Name, disguise and why it may be none, to the places."""


def check(
    replaced: Replaced, corpus: Corpus, mapping: Mapping, languages: Sequence[str] = ("en",)
) -> tuple[Finding, ...]:
    """Look for every known name in the replaced messages, what is surely a leak first."""
    return search(replaced, corpus, mapping, make_seeker(replaced, corpus, mapping, languages))


def search(
    replaced: Replaced, corpus: Corpus, mapping: Mapping, seeker: Seeker
) -> tuple[Finding, ...]:
    """Look for every name that a seeker knows in the replaced messages."""
    kinds = names_to_seek(corpus, mapping, replaced.pseudonyms.values())
    hits: Hits = defaultdict(list)
    for id, text in written(replaced):
        found = seeker.seek(text)
        if not found:
            seeker.remember(text)
        _note(hits, id, found)
    _forgive(hits, mapping)
    findings = [
        gather(kinds[name], name, why, apart, places)
        for (name, why, apart), places in hits.items()
        if places
    ]
    return ordered([*findings, *_bare_authors(replaced, corpus)])


def make_seeker(
    replaced: Replaced, corpus: Corpus, mapping: Mapping, languages: Sequence[str]
) -> Seeker:
    """A search for every known name of a project."""
    kinds = names_to_seek(corpus, mapping, replaced.pseudonyms.values())
    single = {words[0] for name in kinds if len(words := folded(name)) == 1}
    ordinary = ordinary_words(
        single, languages, corpus.messages["text"] if corpus.messages.width else ()
    )
    judge = Judge(_owners(corpus, mapping), ordinary, languages)
    return Seeker(kinds, mapping.keep, replaced.pseudonyms.values(), judge)


def written(replaced: Replaced) -> Iterator[tuple[str, str]]:
    """Everything people wrote that will be shared: ids and texts, subjects and asides too."""
    for frame in (replaced.messages, getattr(replaced, "asides", None)):
        if frame is None:
            continue
        for column in TEXT_COLUMNS:
            if column in frame.columns:
                yield from (row for row in frame.select("id", column).iter_rows() if row[1])


def check_files(
    folder: str | Path,
    names: Iterable[str],
    keep: Iterable[str] = (),
    languages: Sequence[str] = ("en",),
) -> tuple[Finding, ...]:
    """Look for names in every file of a folder, inside packed ones too, and in file names."""
    names = list(names)
    single = {words[0] for name in names if len(words := folded(name)) == 1}
    judge = Judge(ordinary=ordinary_words(single, languages), languages=languages)
    hits = search_files(folder, Seeker(names, keep, judge=judge), [])
    return ordered(gather("file", *key, places) for key, places in hits.items())


def search_files(folder: str | Path, seeker: Seeker, unsearched: list[Unsearched]) -> Hits:
    """Search every file of a folder; what could not be looked into is added to the list."""
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder; give the folder that will be shared")
    hits: Hits = defaultdict(list)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for number, path in enumerate(files, 1):
        label = path.relative_to(folder).as_posix()
        telling = seeker.seek(label)
        label = f"number {number}, whose own name tells" if telling else label
        _note(hits, label, telling)
        for text in contents(path, label, unsearched):
            _note(hits, label, seeker.seek(seeker.forget_known(text)))
    return hits


def names_to_seek(
    corpus: Corpus, mapping: Mapping, pseudonyms: Iterable[str] = ()
) -> dict[str, str]:
    """Give every name that must not be left, with its kind; what is a pseudonym may stay."""
    accepted = (entry.name for entry in mapping.entries if entry.decision != "rejected")
    names = dict.fromkeys([*accepted, *mapping.hidden, *mapping.composites], "name")
    for participant in corpus.participants.values():
        for name in registered(participant):
            names.setdefault(name, "registered")
        for handle in participant.handles:
            names.setdefault(handle, "handle")
    spared = {(), *map(folded, mapping.rejected), *map(folded, pseudonyms)}
    return {name: kind for name, kind in names.items() if folded(name) not in spared}


def registered(participant: Participant) -> Iterator[str]:
    """The parts of a participant's registered names that tell who it is."""
    for name in participant.names:
        for part in re.split(r"[\s,;()\"<>]+|(?<!\w)\.|\.(?![^\s@]*@)(?!\w+@)", name):
            # the "von" of Arthur von Trapp
            particle = (part.islower() and not name.islower()) or part.lower() in _PARTICLES
            long_enough = len(part) >= SHORTEST or re.fullmatch(f"[{SIGN}]{{2,}}", part)
            if long_enough and not particle:
                yield part


def _owners(corpus: Corpus, mapping: Mapping) -> dict[str, frozenset[str]]:
    owners: dict[str, set[str]] = defaultdict(set)
    for entry in mapping.entries:
        owners[entry.name].add(entry.participant)
    for participant in corpus.participants.values():
        for name in registered(participant):
            owners[name].add(participant.id)
    return {name: frozenset(who) for name, who in owners.items()}


def _note(hits: Hits, where: str, found: Iterable[Hit]) -> None:
    for hit in found:
        hits[hit.name, hit.why, hit.apart].append(Place(where, hit.start))


def _forgive(hits: Hits, mapping: Mapping) -> None:
    """Take away the single mentions that a person has decided to keep."""
    kept = [override for override in mapping.overrides if override.participant is None]
    for override in kept:
        mine = sorted(
            (place, key)
            for key, places in hits.items()
            if folded(key[0]) == folded(override.name)
            for place in places
            if place.where == override.message
        )
        nth = override.nth and min(override.nth, len(mine))
        for place, key in mine[nth - 1 : nth] if nth else mine:
            hits[key].remove(place)


def _bare_authors(replaced: Replaced, corpus: Corpus) -> Iterator[Finding]:
    before = corpus.messages.select("id", "author").iter_rows()
    places: dict[str, Counter[str]] = defaultdict(Counter)
    for (message, author), after in zip(before, replaced.messages["author"], strict=True):
        if author and after == author and replaced.pseudonyms.get(author) != author:
            places[author][message] += 1
    return (
        gather("author", author, "", "", (Place(id, 0) for id in where.elements()))
        for author, where in places.items()
    )


def beyond(files: Hits, messages: Lookup[str, int]) -> tuple[Finding, ...]:
    """What files show beyond the messages themselves: a name more often than messages have it."""
    total: Counter[str] = Counter()
    for (name, _, _), places in files.items():
        total[name] += len(places)
    return ordered(
        gather("file", name, why, apart, places)
        for (name, why, apart), places in files.items()
        if total[name] > messages.get(name, 0) and apart != "initial"
    )
