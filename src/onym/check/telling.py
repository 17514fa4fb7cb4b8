"""An examination in words, and as plain values: by ids and counts, by name only in private."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from onym.check.details import Detail
from onym.check.examination import Examination
from onym.check.finding import Finding, Place, shorten
from onym.check.named import WHY, Named, count_kinds
from onym.check.search import TELLS
from onym.check.suspects import Suspect
from onym.errors import LeakError

LEAKS, DOUBTED, SHOWN = 20, 40, 8
"""Lines that are shown of known names, of people of whom nothing tells, and of all else."""
_GROUPS = {
    "cited": "cited authors and other people of that name",
    "term": "terms, places, institutions and months",
    "code": "program code",
    "word": "ordinary words",
    "abbreviation": "abbreviations in capitals",
    "initial": "single letters and initials",
    "guess": "inside other words or turned about",
}


def describe(found: Examination, private: bool = False) -> list[str]:
    """Tell what could still be found, the worst first, in a few lines."""
    sure = [finding for finding in found.findings if not finding.apart]
    different = len({finding.name for finding in sure})
    beside = f", {different:,} different ones" if different < found.leaks else ""
    number = f"{found.leaks:,}" if found.leaks else "none"
    lines = [_verdict(found, private)]
    lines += [f"Known names that can still be seen: {number}{beside}."]
    lines += _first(_known(sure, private), LEAKS)
    lines += _probably_none([finding for finding in found.findings if finding.apart], private)
    lines += _suspected(found.suspects, private)
    lines += _named(found.named, private)
    lines += _rare(found.details, private)
    lines += _estimated(found)
    if found.unsearched:
        lines.append("Not looked into, so not safe:")
        lines += _first([f"{each.where}: {each.why}" for each in found.unsearched])
    return lines


def _verdict(found: Examination, private: bool) -> str:
    """Whether something has to be done, and what."""
    shown = "" if private else " with --names"
    likely = sum(not suspect.cited for suspect in found.suspects)
    if found.leaks:
        words = (
            f"look at the known names below{shown}, correct private/mapping.txt, then: onym apply"
        )
        named = any(place.endswith(TELLS) for each in found.findings for place in each.messages)
        also = ". A file is named after somebody: delete it from share/, rename the source and run"
        return f"To do before you share: {words}{f'{also} onym on it again' * named}."
    if likely:
        return (
            f"No known name can be seen. Look through the likely names below{shown}: what is one"
            " goes into private/mapping.txt, then: onym apply."
        )
    rest = "; see below what could not be looked into" if found.unsearched else ""
    return f"No known name can be seen, and no other word behaves like one{rest}."


def _known(findings: Sequence[Finding], private: bool) -> list[str]:
    """A line for each name; without names, one for all that are seen once in the same way."""
    alike: dict[tuple[str, str], list[Finding]] = {}
    lines = []
    for finding in findings:
        if private or finding.count > 1:
            lines.append(finding.line(private))
        else:
            alike.setdefault((finding.kind, finding.why), []).append(finding)
    return lines + [_alike(each) for each in alike.values()]


def _alike(findings: Sequence[Finding]) -> str:
    first, number = findings[0], len(findings)
    if number == 1:
        return first.line()
    how = f", {first.why}," if first.why else ""
    noun = "file" if first.kind == "file" else "message"
    places = tuple(dict.fromkeys(place for each in findings for place in each.messages))
    where = f"{noun}{'s' * (len(places) > 1)} {shorten(places)}"
    return f"{number:,} names{how} once each in {where}"


def _probably_none(findings: Sequence[Finding], private: bool) -> list[str]:
    """What was counted apart, with the most frequent names only in private."""
    told = []
    for kind, words in _GROUPS.items():
        names = Counter[str]()
        for each in findings:
            names.update({each.name: each.count} if each.apart == kind else {})
        if names:
            most = ", ".join(f"{name} {count:,}" for name, count in names.most_common(SHOWN))
            more = ", ..." if len(names) > SHOWN else ""
            told.append(f"{words} {names.total():,}" + (f" ({most}{more})" if private else ""))
    return [f"Seen, and probably not meant: {'; '.join(told)}."] if told else []


def _suspected(suspects: Sequence[Suspect], private: bool) -> list[str]:
    plain = [suspect for suspect in suspects if not suspect.cited]
    cited = len(suspects) - len(plain)
    beside = f", and {cited:,} that only stand as authors do" if cited else ""
    heading = f"Unknown words that behave like names: {len(plain):,}{beside}."
    return [heading, *_first([suspect.line(private) for suspect in plain])]


def _named(people: Sequence[Named], private: bool) -> list[str]:
    """How many people are named and stay, by kind; who they are only in private."""
    if not people:
        return ["People who are named and stay: none."]
    doubted = [each for each in people if not each.why]
    told = [f"{n:,} {kind}" for kind, n in count_kinds(people).items() if kind != WHY[""]]
    if doubted:
        hint = "" if private else ": look at these with --names"
        told.append(f"{len(doubted):,} that nothing tells{hint}")
    lines = [f"People who are named and stay: {len(people):,}; {', '.join(told)}."]
    if not private:
        return lines
    lines += _first([each.line(private) for each in doubted], DOUBTED)
    for why, kind in WHY.items():
        names = [f"{each.name} {each.count:,}" for each in people if why and each.why == why]
        more = ", ..." if len(names) > LEAKS else ""
        lines += [f"  {kind}: {', '.join(names[:LEAKS])}{more}"] if names else []
    return lines


def _rare(details: Sequence[Detail], private: bool) -> list[str]:
    """Rare details one by one in private, else kind by kind."""
    lines = [f"Rare details that one person alone tells: {len(details):,}."]
    if private:
        return [*lines, *_first([detail.line(private) for detail in details])]
    kinds: dict[str, list[str]] = {}
    for detail in details:
        kinds.setdefault(detail.kind, []).extend(place.where for place in detail.places)
    for kind, every in kinds.items():
        number = sum(detail.kind == kind for detail in details)
        where = tuple(dict.fromkeys(every))
        what = kind if number == 1 else f"{number:,} times {kind}"
        lines.append(f"  {what} in message{'s' * (len(where) > 1)} {shorten(where)}")
    return lines


def _estimated(found: Examination) -> list[str]:
    told = [each.line().removeprefix("expect ") for each in found.categories if each.high]
    by_kind = "; ".join(line.partition(" left in ")[0] for line in told)
    lines = [f"By two independent finders, {found.estimate.line()}."]
    return [*lines, f"  {by_kind}"] if by_kind else lines


def _first(lines: Sequence[str], most: int = SHOWN) -> list[str]:
    rest = len(lines) - most
    shown = [f"  {line}" for line in lines[:most]]
    return [*shown, f"  and {rest:,} more: --json has them all"] if rest > 0 else shown


def as_dict(found: Examination, private: bool = False) -> dict[str, Any]:
    """The examination as plain values, every finding by message and offset."""
    return {
        "messages": found.messages,
        "leaks": found.leaks,
        "findings": [each.line(private) for each in found.findings if not each.apart],
        "apart": [each.line(private) for each in found.findings if each.apart],
        "places": [list(place) for place in _places(found.findings)],
        "places apart": [
            [*place, each.apart] for each in found.findings if each.apart for place in each.places
        ],
        "suspects": [
            {"line": each.line(private), "score": each.score, "cited": each.cited}
            for each in found.suspects
        ],
        "named": _people(found.named, private),
        "details": [each.line(private) for each in found.details],
        "estimate": {
            "line": found.estimate.line(),
            "low": found.estimate.low,
            "high": found.estimate.high,
            "categories": {each.category: [each.low, each.high] for each in found.categories},
        },
        "unsearched": [list(each) for each in found.unsearched],
    }


def _people(people: Sequence[Named], private: bool) -> dict[str, Any]:
    """Who is named and stays, with the names only in private."""
    return {
        "people": len(people),
        "kinds": count_kinds(people),
        "list": [
            {
                **({"name": each.name, "forms": list(each.forms)} if private else {}),
                "why": WHY[each.why],
                "count": each.count,
                "messages": list(each.messages),
            }
            for each in people
        ],
    }


def _places(findings: Iterable[Finding]) -> list[Place]:
    return [place for each in findings if not each.apart for place in each.places]


def refuse(found: Examination, allowed: int) -> None:
    """Raise an error if known names can be seen more often than allowed."""
    if found.leaks > allowed:
        raise LeakError(
            f"known names can be seen {found.leaks:,} times in share/, {allowed:,} allowed:"
            " correct the mapping and apply it again"
        )
