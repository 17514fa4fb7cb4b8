"""An examination in words, and as plain values: by ids and counts, by name only in private."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from onym.check.examination import Examination
from onym.check.finding import Finding, Place
from onym.errors import LeakError

SHOWN = 5
_GROUPS = {
    "cited": "cited authors and other people of that name",
    "word": "words at the start of a sentence",
    "initial": "bare initials",
    "guess": "inside other words or turned about",
}


def describe(found: Examination, private: bool = False) -> list[str]:
    """Tell what could still be found, the worst first, in a few lines."""
    sure = [finding for finding in found.findings if not finding.apart]
    lines = [f"Known names that can still be seen: {found.leaks:,}."]
    lines += _first([finding.line(private) for finding in sure])
    lines += _probably_none([finding for finding in found.findings if finding.apart])
    plain = [suspect for suspect in found.suspects if not suspect.cited]
    cited = len(found.suspects) - len(plain)
    beside = f", and {cited:,} that only stand as authors do" if cited else ""
    lines.append(f"Unknown words that behave like names: {len(plain):,}{beside}.")
    lines += _first([suspect.line(private) for suspect in plain])
    lines.append(f"Rare details that one person alone tells: {len(found.details):,}.")
    lines += _first([detail.line(private) for detail in found.details])
    lines += _estimated(found)
    if found.unsearched:
        lines.append("Not looked into, so not safe:")
        lines += _first([f"{each.where}: {each.why}" for each in found.unsearched])
    return lines


def _probably_none(findings: Sequence[Finding]) -> list[str]:
    counts = {kind: sum(each.count for each in findings if each.apart == kind) for kind in _GROUPS}
    told = [f"{number:,} {_GROUPS[kind]}" for kind, number in counts.items() if number]
    return [f"Seen, and probably not meant: {'; '.join(told)}."] if told else []


def _estimated(found: Examination) -> list[str]:
    told = [each.line().removeprefix("expect ") for each in found.categories if each.high]
    by_kind = "; ".join(line.partition(" left in ")[0] for line in told)
    lines = [f"By two independent finders, {found.estimate.line()}."]
    return [*lines, f"  {by_kind}"] if by_kind else lines


def _first(lines: Sequence[str]) -> list[str]:
    rest = len(lines) - SHOWN
    shown = [f"  {line}" for line in lines[:SHOWN]]
    return [*shown, f"  and {rest:,} more"] if rest > 0 else shown


def as_dict(found: Examination, private: bool = False) -> dict[str, Any]:
    """The examination as plain values, every finding by message and offset."""
    return {
        "messages": found.messages,
        "leaks": found.leaks,
        "findings": [each.line(private) for each in found.findings if not each.apart],
        "apart": [each.line(private) for each in found.findings if each.apart],
        "places": [list(place) for place in _places(found.findings)],
        "suspects": [
            {"line": each.line(private), "score": each.score, "cited": each.cited}
            for each in found.suspects
        ],
        "details": [each.line(private) for each in found.details],
        "estimate": {
            "line": found.estimate.line(),
            "low": found.estimate.low,
            "high": found.estimate.high,
            "categories": {each.category: [each.low, each.high] for each in found.categories},
        },
        "unsearched": [list(each) for each in found.unsearched],
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
