"""Known names that can be seen, in messages and in files, told as findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from pathlib import Path

import polars as pl

from onym.check.contents import Unsearched, contents
from onym.check.finding import Finding, Place, gather, ordered
from onym.check.judge import Judge, doubtful_words, ordinary_words
from onym.check.known import Known
from onym.check.pages import Lexicon, Page
from onym.check.seek import Hit, Seeker, folded
from onym.check.sweep import Sweep
from onym.errors import InputError
from onym.model import Override

Hits = dict[tuple[str, str, str], list[Place]]
"""Name, disguise and why it may be none, to the places."""


def note(hits: Hits, where: str, found: Iterable[Hit]) -> None:
    """Add what was found in a message or file."""
    for hit in found:
        hits.setdefault((hit.name, hit.why, hit.apart), []).append(Place(where, hit.start))


def tell(hits: Hits, authors: Lookup[str, Sequence[Place]], known: Known) -> tuple[Finding, ...]:
    """What was found in messages, without the single mentions that a person decided to keep."""
    _forgive(hits, known.overrides)
    findings = [
        gather(known.kinds[name], name, why, apart, places)
        for (name, why, apart), places in hits.items()
        if places
    ]
    bare = (gather("author", author, "", "", places) for author, places in authors.items())
    return ordered([*findings, *bare])


def _forgive(hits: Hits, overrides: Iterable[Override]) -> None:
    kept = [o for o in overrides if not (o.participant or o.label or o.replacement)]
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


def bare_authors(
    source: pl.DataFrame, shared: pl.DataFrame, pseudonyms: Lookup[str, str]
) -> Iterator[tuple[str, Place]]:
    """Authors that are shown as the source has them."""
    same = (source["author"] == shared["author"]).fill_null(False)
    for id, author in source.filter(same).select("id", "author").iter_rows():
        if author and pseudonyms.get(author) != author:
            yield author, Place(id, 0)


def check_files(
    folder: str | Path,
    names: Iterable[str],
    keep: Iterable[str] = (),
    languages: Sequence[str] = ("en",),
) -> tuple[Finding, ...]:
    """Look for names in every file of a folder, inside packed ones too, and in file names."""
    names = list(names)
    single = {words[0] for name in names if len(words := folded(name)) == 1}
    ordinary = ordinary_words(doubtful_words(single, languages), Counter(), languages)
    seeker = Seeker(names, keep, judge=Judge(ordinary=ordinary, languages=languages))
    hits = search_files(folder, Sweep(seeker), [])
    return ordered(gather("file", *key, places) for key, places in hits.items())


def search_files(folder: str | Path, sweep: Sweep, unsearched: list[Unsearched]) -> Hits:
    """Search every file of a folder; what could not be looked into is added to the list."""
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder; give the folder that will be shared")
    hits: Hits = {}
    lexicon = Lexicon(sweep.traits)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for number, path in enumerate(files, 1):
        label = path.relative_to(folder).as_posix()
        telling = sweep.seeker.seek(label)
        label = f"number {number}, whose own name tells" if telling else label
        note(hits, label, telling)
        for text in contents(path, label, unsearched):
            for _, found in sweep.search(Page([text], lexicon)):
                note(hits, label, found)
            lexicon.tidy()
    return hits


def beyond(files: Hits, messages: Iterable[Finding]) -> tuple[Finding, ...]:
    """What files show beyond the messages themselves: a name more often than messages have it."""
    seen: Counter[str] = Counter()
    for finding in messages:
        seen[finding.name] += finding.count
    total: Counter[str] = Counter()
    for (name, _, _), places in files.items():
        total[name] += len(places)
    return ordered(
        gather("file", name, why, apart, places)
        for (name, why, apart), places in files.items()
        if total[name] > seen[name] and apart != "initial"
    )
