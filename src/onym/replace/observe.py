"""Counting: which of the names that somebody may go by the corpus really uses for them.

Linking knows forms; a mapping lists names as they stand in the text. One pass of the resolver
over the corpus turns the one into the other: what never occurs is dropped, full names that are
put together ("Bob Poe") appear as they are written, and the counts are real.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from onym.garbage import no_collection
from onym.model import Corpus, Entry, Mapping, Policy
from onym.names.forms import handle_words
from onym.names.matcher import longest
from onym.names.names import matcher_of, read_names, word_test
from onym.resolve.resolve import Resolver
from onym.resolve.verdicts import TAG, Verdict, key_of
from onym.text.view import read_out

NOBODY = ""
"""In place of an owner where somebody else is meant: "my sister Mary", and no participant Mary."""
Count = Callable[[Corpus, Mapping, Policy], Counter[tuple[str, str]]]
"""What counts the names of a mapping in a corpus."""


def observe(
    corpus: Corpus, mapping: Mapping, policy: Policy, count: Count | None = None
) -> Mapping:
    """The mapping with the names as the corpus writes them, and how often."""
    counts = (count or count_names)(corpus, mapping, policy)
    known = {(entry.participant, key_of(entry.name)): entry for entry in mapping.entries}
    entries = [
        written_as(known, who, name, count)
        for (who, name), count in sorted(counts.items(), key=lambda item: (item[0][0], -item[1]))
        # who only might be meant does not come to own a name by that
        if count or any((who, key) in known for key in (key_of(name), *key_of(name).split()))
    ]
    found = {(entry.participant, key_of(entry.name)) for entry in entries}
    others = {key_of(name) for who, name in counts if who == NOBODY}
    entries += (
        replace(entry, count=0)
        for (who, key), entry in known.items()
        if key in others and (who, key) not in found
    )
    return replace(mapping, entries=tuple(entries))


def count_names(corpus: Corpus, mapping: Mapping, policy: Policy) -> Counter[tuple[str, str]]:
    """How often each participant is meant by each way of writing; 0 when it is never clear."""
    return Observer(corpus, mapping, policy).count(corpus)


class Observer:
    """Counts names in a corpus, or in one part of it after another."""

    def __init__(self, corpus: Corpus, mapping: Mapping, policy: Policy) -> None:
        self.names = read_names(mapping, corpus, policy)
        self.matcher = matcher_of(self.names, word_test(mapping, policy))
        self.resolver = Resolver(corpus, mapping, policy)

    def count(self, part: Corpus) -> Counter[tuple[str, str]]:
        """How often each participant is meant by each way of writing in a part."""
        self.resolver.enter(part)
        special = self.names.special
        texts = part.messages["text"].to_list()
        counts: Counter[tuple[str, str]] = Counter()
        with no_collection():
            for index, hits in groupby(self.matcher.find(texts), itemgetter(0)):
                chosen = [hit for hit in longest(list(hits)) if special.isdisjoint(hit.names)]
                for verdict in self.resolver.read(index, texts[index], chosen):
                    add(counts, texts[index], verdict)
        return counts


def add(counts: Counter[tuple[str, str]], text: str, verdict: Verdict) -> None:
    """Count one verdict; what stands for a name in one message only is no name of theirs."""
    if verdict.by == TAG:
        return
    name = read_out(text[verdict.start : verdict.end])
    settled = len(verdict.owners) == 1
    for who in verdict.owners or (NOBODY,):
        counts[who, name] += settled


def written_as(known: dict[tuple[str, str], Entry], who: str, name: str, count: int) -> Entry:
    """The entry of a name as it is written, with what linking knew of it or of its words."""
    own = known.get((who, key_of(name)))
    if own:
        return replace(own, name=name, count=count)
    pieces = key_of(name).replace("-", " ").split()
    found = [known.get((who, word)) for word in pieces]
    if not any(found):
        found = [known.get((who, word)) for word in handle_words(name)]  # Mary42
    words = [entry for entry in found if entry]
    score = max((entry.score for entry in words), default=0.5)
    reasons = ("is written with other names of theirs",) if words else ()
    # what a program is called makes no name of "program-users"
    weak = {trait for entry in words for trait in entry.traits if " " not in name} - {"surname"}
    return Entry(who, name, count, score, reasons, traits=tuple(sorted(weak)))
