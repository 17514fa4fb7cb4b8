"""The whole examination of what will be shared: leaks, suspects, rare details and an estimate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from onym.check.contents import Unsearched
from onym.check.details import Detail, rare_details
from onym.check.estimate import Estimate, estimate
from onym.check.finding import Finding, gather, leaking, leaks, ordered
from onym.check.known import Known, doubtful, informed, only, prepare
from onym.check.named import Named, named
from onym.check.passes import Ground, Run, cases_in, files_only, ground, look, one_by_one, search
from onym.check.search import Hits, beyond, files_in, forgive, labels, tell
from onym.check.survey import Survey, Surveyor
from onym.check.suspects import Suspect, suspects
from onym.model import Corpus, Mapping, Replaced


@dataclass(frozen=True)
class Examination:
    """Everything that could still give somebody away."""

    messages: int
    findings: tuple[Finding, ...]
    """Known names that can be seen, leaks first, then what is probably none."""
    suspects: tuple[Suspect, ...]
    details: tuple[Detail, ...]
    estimate: Estimate
    categories: tuple[Estimate, ...]
    unsearched: tuple[Unsearched, ...] = ()
    named: tuple[Named, ...] = ()
    """People who are named and stay; no leaks."""

    @property
    def leaks(self) -> int:
        """How many places surely show a known name."""
        return leaks(self.findings)


class Shown(NamedTuple):
    """What files show."""

    hits: Hits
    unsearched: tuple[Unsearched, ...] = ()


def examine(
    replaced: Replaced,
    corpus: Corpus,
    mapping: Mapping,
    languages: Sequence[str] = ("en",),
    folder: Path | None = None,
    put_in: Iterable[str] = (),
    run: Run = one_by_one,
) -> Examination:
    """Attack one's own output: the messages, and every file of the folder that will be shared.

    What Onym itself put in, masking names and other cities, is nothing that was left.
    """
    known = prepare(corpus.participants, mapping, replaced.pseudonyms, languages, put_in)
    on = ground(corpus, replaced, files_in(folder) if folder is not None else ())
    known = informed(known, cases_in(on, doubtful(known), run), corpus.messages.height)
    survey = look(on, known, run)
    seen = search_files(on, folder, known, run) if folder is not None else Shown({})
    return settle(survey, Surveyor(known), seen)


def settle(survey: Survey, surveyor: Surveyor, files: Shown) -> Examination:
    """Say what all parts together show, and the files of the folder beyond them."""
    known, pair = surveyor.known, surveyor.pair
    forgiven = forgive(survey.hits, known.overrides)
    findings = tell(survey.hits, survey.authors, known)
    findings += beyond(files.hits, findings, forgiven)
    seen = leaking(findings)
    total, each = estimate(survey.captures, survey.words, survey.messages, pair, seen)
    return Examination(
        survey.messages,
        findings,
        suspects(survey.uses, survey.words, surveyor.suspecter.names, known.languages),
        rare_details(survey.told, known.spared),
        total,
        each,
        files.unsearched,
        named(survey.stays, known),
    )


def search_files(on: Ground, folder: str | Path, known: Known, run: Run) -> Shown:
    """Search every file of a folder, and their names."""
    hits: Hits = {}
    called = labels(folder, known.seeker(), hits)
    found, unsearched = search(on, known, run)
    for key, places in found.items():
        named = (place._replace(where=called[place.where]) for place in places)
        hits.setdefault(key, []).extend(named)
    return Shown(hits, tuple(each._replace(where=called[each.where]) for each in unsearched))


def check_files(
    folder: str | Path,
    names: Iterable[str],
    keep: Iterable[str] = (),
    languages: Sequence[str] = ("en",),
) -> tuple[Finding, ...]:
    """Look for names in every file of a folder, inside packed ones too, and in file names."""
    known = informed(only(names, keep, languages), Counter(), 0)
    seen = search_files(files_only(files_in(folder)), folder, known, one_by_one)
    return ordered(gather("file", *key, places) for key, places in seen.hits.items())


def check(
    replaced: Replaced, corpus: Corpus, mapping: Mapping, languages: Sequence[str] = ("en",)
) -> tuple[Finding, ...]:
    """Look for every known name in the replaced messages, what is surely a leak first."""
    return examine(replaced, corpus, mapping, languages).findings
