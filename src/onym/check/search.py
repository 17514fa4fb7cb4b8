"""Known names that can be seen, in messages and in files, told as findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from pathlib import Path

import polars as pl

from onym.check.finding import Finding, Place, gather, ordered
from onym.check.known import Known
from onym.check.seek import Hit, Seeker, folded
from onym.errors import InputError
from onym.model import Override

TELLS = "whose own name tells"
"""Said in place of a file's name that has somebody's name in it."""

Hits = dict[tuple[str, str, str], list[Place]]
"""Name, disguise and why it may be none, to the places."""


def note(hits: Hits, where: str, found: Iterable[Hit]) -> None:
    """Add what was found in a message or file."""
    for hit in found:
        hits.setdefault((hit.name, hit.why, hit.apart), []).append(Place(where, hit.start))


def tell(hits: Hits, authors: Lookup[str, Sequence[Place]], known: Known) -> tuple[Finding, ...]:
    """What was found in messages, but for what `forgive` took out."""
    findings = [
        gather(known.kinds[name], name, why, apart, places)
        for (name, why, apart), places in hits.items()
        if places
    ]
    bare = (gather("author", author, "", "", places) for author, places in authors.items())
    return ordered([*findings, *bare])


def forgive(hits: Hits, overrides: Iterable[Override]) -> Counter[tuple[str, str, str]]:
    """Take out the single mentions that a person decided to keep, and count them."""
    forgiven: Counter[tuple[str, str, str]] = Counter()
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
            forgiven[key] += 1
    return forgiven


def bare_authors(
    source: pl.DataFrame, shared: pl.DataFrame, pseudonyms: Lookup[str, str]
) -> Iterator[tuple[str, Place]]:
    """Authors that are shown as the source has them."""
    same = (source["author"] == shared["author"]).fill_null(False)
    for id, author in source.filter(same).select("id", "author").iter_rows():
        if author and pseudonyms.get(author) != author:
            yield author, Place(id, 0)


def files_in(folder: str | Path) -> list[Path]:
    """Every file of a folder."""
    if not Path(folder).is_dir():
        raise InputError(f"{folder} is no folder; give the folder that will be shared")
    return sorted(path for path in Path(folder).rglob("*") if path.is_file())


def labels(folder: str | Path, seeker: Seeker, hits: Hits) -> dict[str, str]:
    """What to call each file; names that are in file names are noted, and the file numbered."""
    called = {}
    for number, path in enumerate(files_in(folder), 1):
        label = path.relative_to(folder).as_posix()
        telling = seeker.seek(label)
        label = f"number {number}, {TELLS}" if telling else label
        note(hits, label, telling)
        called[str(path)] = label
    return called


def beyond(
    files: Hits, messages: Iterable[Finding], forgiven: Lookup[tuple[str, str, str], int]
) -> tuple[Finding, ...]:
    """What files show beyond the messages themselves: a name more often than messages have it."""
    told = [((each.name, each.why, each.apart), each.count) for each in messages]
    seen: Counter[tuple[str, ...]] = Counter()
    for key, count in (*told, *forgiven.items()):
        seen[key] += count
        seen[key[0],] += count
    more: Counter[str] = Counter()
    for (name, _, _), places in files.items():
        more[name] += len(places)
    found = []
    for key, places in files.items():
        # Only what is more, in all and of this kind: the file has the messages in it.
        number = min(more[key[0]] - seen[key[0],], len(places) - seen[key])
        if number > 0 and key[2] != "initial":
            found.append(gather("file", *key, places[-number:]))
    return ordered(found)
