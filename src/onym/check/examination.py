"""The whole examination of what will be shared: leaks, suspects, rare details and an estimate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from onym.check.contents import Unsearched
from onym.check.estimate import Estimate, Pair, estimate
from onym.check.finders import Structure, Vocabulary
from onym.check.finding import Finding, leaks
from onym.check.known import (
    beyond,
    make_seeker,
    registered,
    search,
    search_files,
    written,
)
from onym.check.seek import Seeker, folded
from onym.check.suspects import Detail, Suspect, rare_details, suspects
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
    given = [*replaced.pseudonyms.values(), *put_in]
    seeker = make_seeker(replaced, corpus, mapping, languages)
    findings = search(replaced, corpus, mapping, seeker)
    unsearched: list[Unsearched] = []
    if folder is not None:
        seen: Counter[str] = Counter()
        for finding in findings:
            seen[finding.name] += finding.count
        findings += beyond(search_files(folder, seeker, unsearched), seen)
    pair = _finders([*given, *mapping.keep, *mapping.rejected], corpus, seeker, languages)
    before, after = corpus.messages["text"].to_list(), replaced.messages["text"].to_list()
    total, each = estimate(before, after, pair, leaks(findings))
    spared = [*seeker.names, *given, *mapping.keep, *mapping.rejected]
    columns = replaced.messages.select("id", "author", "text")
    return Examination(
        replaced.messages.height,
        findings,
        suspects(written(replaced), pair.structure, seeker.judge, spared, languages),
        rare_details(columns.iter_rows(), languages),
        total,
        each,
        tuple(unsearched),
    )


def _finders(
    spared: Sequence[str], corpus: Corpus, seeker: Seeker, languages: Sequence[str]
) -> Pair:
    listed = [part for person in corpus.participants.values() for part in registered(person)]
    vocabulary = Vocabulary(listed, seeker.judge, languages, spared)
    known = (word for name in seeker.names for word in folded(name))
    return Pair(Structure(languages, spared), vocabulary, known)
