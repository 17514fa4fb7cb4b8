"""Gathering evidence: one pass over the messages, counts that can be joined across batches."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from onym.find.lexicon import lexicon
from onym.find.slots import find_slots
from onym.find.vocabulary import Vocabulary
from onym.habits import habits
from onym.kinship import person_of
from onym.model import Clue, Corpus, Evidence, Policy
from onym.threads import Setting, settings

OWN = frozenset({"signed", "signature", "introduced", "thanksigned"})
"""Slots that speak of the writer; all others speak of somebody else."""

SAMPLES = 5


@dataclass
class Tally:
    """Counts of who is called what where, and of the words around it."""

    claims: Counter[tuple[str, str, str | None]] = field(default_factory=Counter)
    """(kind, name, whom it points at) to the number of messages."""
    samples: dict[tuple[str, str, str | None], list[str]] = field(default_factory=dict)
    around: dict[str, Counter[str]] = field(default_factory=dict)
    """Name to everybody who had written in the thread when it was used of another."""
    used: Counter[str] = field(default_factory=Counter)
    """How many messages use the name of another."""
    vocabulary: Vocabulary = field(default_factory=Vocabulary)

    def claim(self, kind: str, name: str, who: str | None, message: str) -> None:
        """Count one claim and remember where it was seen."""
        key = (kind, name, who)
        self.claims[key] += 1
        seen = self.samples.setdefault(key, [])
        if len(seen) < SAMPLES:
            seen.append(message)

    def merge(self, other: Tally) -> None:
        """Join the counts of another part of the corpus."""
        self.claims.update(other.claims)
        for key, messages in other.samples.items():
            seen = self.samples.setdefault(key, [])
            seen += messages[: SAMPLES - len(seen)]
        for name, people in other.around.items():
            self.around.setdefault(name, Counter()).update(people)
        self.used.update(other.used)
        self.vocabulary.merge(other.vocabulary)


def gather(corpus: Corpus, policy: Policy) -> Evidence:
    """Find every claim that a name belongs to somebody, and count the vocabulary."""
    tally = Tally()
    policy = policy.settled(corpus)
    rows = corpus.messages.select("id", "text").iter_rows()
    pairs = zip(rows, settings(corpus.messages), strict=True)
    known = frozenset(w for p in corpus.participants.values() for w in person_of(p).words)
    collect(((message, text, setting) for (message, text), setting in pairs), tally, policy, known)
    clues = tuple(
        Clue(who, name, kind, count, tuple(tally.samples[kind, name, who]))
        for (kind, name, who), count in sorted(tally.claims.items(), key=lambda item: str(item[0]))
    )
    return Evidence("onym", clues, tally)


def collect(
    rows: Iterable[tuple[str, str, Setting]], tally: Tally, policy: Policy, known: frozenset[str]
) -> None:
    """Add the claims and words of some messages to a tally."""
    words, patterns = lexicon(policy.languages, known), habits(policy.languages)
    for message, text, setting in rows:
        tally.vocabulary.add(setting.author, text)
        seen: set[tuple[str, str, str | None]] = set()
        for slot in find_slots(text, words, patterns):
            name = re.sub(r"['’`]s?$", "", slot.name)
            who = setting.author if slot.kind in OWN else setting.answered
            key = (slot.kind, name, who)
            if key not in seen:
                seen.add(key)
                tally.claim(slot.kind, name, who, message)
                if slot.kind not in OWN:
                    tally.used[name] += 1
                    tally.around.setdefault(name, Counter()).update(setting.earlier)
