"""The whole examination of what will be shared: leaks, suspects, rare details and an estimate."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from onym.check.contents import Unsearched
from onym.check.details import Detail, rare_details
from onym.check.estimate import Estimate, estimate
from onym.check.finding import Finding, leaks
from onym.check.judge import count_cases
from onym.check.known import doubtful, informed, prepare
from onym.check.search import beyond, search_files, tell
from onym.check.survey import Survey, Surveyor
from onym.check.suspects import Suspect, suspects
from onym.model import Corpus, Mapping, Replaced

PART = 10_000
"""Messages that are looked at in one go."""


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

    @property
    def leaks(self) -> int:
        """How many places surely show a known name."""
        return leaks(self.findings)


def examine(
    replaced: Replaced,
    corpus: Corpus,
    mapping: Mapping,
    languages: Sequence[str] = ("en",),
    folder: Path | None = None,
    put_in: Iterable[str] = (),
) -> Examination:
    """Attack one's own output: the messages, and every file of the folder that will be shared.

    What Onym itself put in, masking names and other cities, is nothing that was left.
    """
    known = prepare(corpus.participants, mapping, replaced.pseudonyms, languages, put_in)
    cases = count_cases(corpus.messages["text"], doubtful(known))
    surveyor = Surveyor(informed(known, cases, corpus.messages.height))
    survey = surveyor.look(corpus.messages.clear(), replaced.messages.clear(), replaced.asides)
    for first in range(0, corpus.messages.height, PART):
        part = corpus.messages.slice(first, PART), replaced.messages.slice(first, PART)
        survey.merge(surveyor.look(*part))
    return settle(survey, surveyor, folder)


def settle(survey: Survey, surveyor: Surveyor, folder: Path | None = None) -> Examination:
    """Say what all parts together show, and search the files of the folder as well."""
    known, pair = surveyor.known, surveyor.pair
    findings = tell(survey.hits, survey.authors, known)
    unsearched: list[Unsearched] = []
    if folder is not None:
        files = search_files(folder, surveyor.sweep, unsearched)
        findings += beyond(files, findings)
    total, each = estimate(survey.captures, survey.words, survey.messages, pair, leaks(findings))
    return Examination(
        survey.messages,
        findings,
        suspects(survey.uses, survey.words, surveyor.suspecter.names, known.languages),
        rare_details(survey.told),
        total,
        each,
        tuple(unsearched),
    )


def check(
    replaced: Replaced, corpus: Corpus, mapping: Mapping, languages: Sequence[str] = ("en",)
) -> tuple[Finding, ...]:
    """Look for every known name in the replaced messages, what is surely a leak first."""
    return examine(replaced, corpus, mapping, languages).findings
