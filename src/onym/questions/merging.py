"""One question where one answer settles several cases.

shared    all of a name whose bearers overlap, though some of them write here and others there;
          all names of the same bearers: Bob and Robert
outside   all names of a person
owner     names of a person that share a word: Eva, Eva Poe
same      with the shared names of which only these ids are bearers
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from onym.names.kinship import person_of
from onym.questions.doubts import NOTHING, Case
from onym.questions.sightings import Sightings

SUREST = 0.95


def merged(cases: Iterable[Case], seen: Sightings) -> Iterator[Case]:
    """Give the cases as they are asked, each with those it stands for."""
    found: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        found[case.kind].append(case)
    same, shared = _with_their_names(found.pop("same", []), found.pop("shared", []))
    yield from same
    for parts in _by_name(shared, seen):
        yield _likeliest(_united(parts), seen)
    for parts in _by_person(found.pop("outside", [])):
        yield replace(_united(parts), score=_how_likely(parts, seen))
    for parts in _by_words(found.pop("owner", []), seen):
        yield _united(parts)
    for others in found.values():
        yield from others


def _with_their_names(same: list[Case], shared: list[Case]) -> tuple[list[Case], list[Case]]:
    """Shared names wait for the answer whether their bearers are one person."""
    group_of = {who: at for at, case in enumerate(same) for who in case.participants}
    left: list[Case] = []
    waiting: Counter[int] = Counter()
    for case in shared:
        groups = {group_of.get(who) for who in case.participants}
        group = groups.pop()
        if group is None or groups:
            left.append(case)
        else:
            waiting[group] += case.count
    return [replace(case, count=case.count + waiting[at]) for at, case in enumerate(same)], left


def _by_name(cases: list[Case], seen: Sightings) -> Iterator[list[Case]]:
    """Cases of one name whose bearers hang together, and of other names of the same bearers."""
    named: dict[str, list[tuple[set[str], list[Case]]]] = defaultdict(list)
    for case in cases:
        groups, people, parts = named[seen.key(case.name)], {*case.participants}, [case]
        for group in [group for group in groups if group[0] & people]:
            groups.remove(group)
            people |= group[0]
            parts = [*group[1], *parts]
        groups.append((people, parts))
    alike: dict[frozenset[str], list[Case]] = defaultdict(list)
    for people, parts in (group for groups in named.values() for group in groups):
        alike[frozenset(people)] += parts
    yield from alike.values()


def _by_person(cases: list[Case]) -> Iterator[list[Case]]:
    grouped: dict[tuple[str, ...], list[Case]] = defaultdict(list)
    for case in cases:
        grouped[case.participants].append(case)
    yield from grouped.values()


def _by_words(cases: list[Case], seen: Sightings) -> Iterator[list[Case]]:
    """Cases of one person whose names share a word."""
    for group in _by_person(cases):
        parts: list[tuple[set[str], list[Case]]] = []
        for case in group:
            words = {*seen.key(case.name).split()}
            known = next((part for part in parts if part[0] & words), None)
            if known is None:
                parts.append((words, [case]))
            else:
                known[0].update(words)
                known[1].append(case)
        yield from (found for _, found in parts)


def _united(parts: list[Case]) -> Case:
    """One case that stands for several; it goes by the name of the largest."""
    if len(parts) == 1:
        return parts[0]
    first = max(parts, key=lambda part: part.count)
    told = {reason.partition(":")[0]: reason for part in (*parts, first) for reason in part.reasons}
    people = _with_grounds([who for part in parts for who in part.participants], told)
    others = dict.fromkeys(part.name for part in parts if part.name != first.name)
    also = [f"also as {', '.join(others)}"] if others else []
    return Case(
        first.kind,
        first.name,
        people,
        tuple(dict.fromkeys(message for part in parts for message in part.messages)),
        sum(part.count for part in parts),
        max(part.score for part in parts),
        (*told.values(), *also),
        parts=tuple(parts),
    )


def _with_grounds(people: Iterable[str], told: dict[str, str]) -> tuple[str, ...]:
    """Those of the bearers for whom something speaks; who is only answered somewhere is none."""
    everybody = tuple(dict.fromkeys(people))
    known = tuple(who for who in everybody if told.get(who) != f"{who}: {NOTHING}")
    if len(known) < 2:
        return everybody
    for who in {*everybody} - {*known}:
        del told[who]
    return known


def _likeliest(case: Case, seen: Sightings) -> Case:
    """A shared name with its bearers ranked, as sure as the first is better known by it."""
    keys = {seen.key(part.name) for part in case.parts or (case,)}
    known = {who: sum(len(seen.rows_of(who, key)) for key in keys) for who in case.participants}
    ranked = sorted(case.participants, key=lambda who: -known[who])
    # as if each had been meant once more: who is hardly known is hardly likely
    share = (1 + known[ranked[0]]) / (len(known) + sum(known.values()))
    reasons = {reason.partition(":")[0]: reason for reason in case.reasons}
    told = (*(reasons.pop(who) for who in ranked if who in reasons), *reasons.values())
    return replace(
        case, participants=tuple(ranked), score=round(min(SUREST, max(0.5, share)), 3), reasons=told
    )


def _how_likely(parts: list[Case], seen: Sightings) -> float:
    """How likely somebody is meant who does not write there, by each of their names."""
    return min(_known(part, seen) for part in parts)


def _known(part: Case, seen: Sightings) -> float:
    """The likelier, the better they are known by it."""
    if not part.name[:1].isupper() or part.name.isupper():
        return 0.5  # a variable, a word or initials as often as a name
    [who], key = part.participants, seen.key(part.name)
    there = {sighting.row for sighting in seen.within(who, key, part.messages)}
    known = sum(row not in there for row in seen.rows_of(who, key))
    known += key in person_of(seen.participant(who)).given
    return round(min(SUREST, (1 + known) / (2 + known)), 3)
