"""Gathering evidence: one pass over the messages, counts that can be joined across batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from itertools import islice

import polars as pl

from onym.find.lexicon import lexicon
from onym.find.names import bare
from onym.find.slots import find_all
from onym.find.vocabulary import Vocabulary
from onym.garbage import no_collection
from onym.habits import habits
from onym.kinship import registered_words
from onym.model import Clue, Corpus, Evidence, Policy
from onym.text import laid_out
from onym.threads import Setting, settings

OWN = frozenset({"signed", "signature", "introduced", "thanksigned", "read signing"})
"""Slots that speak of the writer; all others speak of somebody else."""

SAMPLES = 5
BATCH = 2000
"""Messages read in one go."""


Row = tuple[str, str | None, str, str | None, int, list[str]]
TABLE: dict[str, pl.DataType | type[pl.DataType]] = {
    "what": pl.String,
    "kind": pl.String,
    "name": pl.String,
    "who": pl.String,
    "count": pl.Int64,
    "samples": pl.List(pl.String),
}


CLAIMED = ("what", "kind", "name", "who")


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

    def table(self) -> pl.DataFrame:
        """Write the counts as rows that can be kept, sent and added up anywhere."""
        rows: list[Row] = [
            ("claim", kind, name, who, count, self.samples[kind, name, who])
            for (kind, name, who), count in self.claims.items()
        ]
        for name, people in self.around.items():
            rows += (("around", None, name, who, count, []) for who, count in people.items())
        rows += (("used", None, name, None, count, []) for name, count in self.used.items())
        for each in fields(Vocabulary):
            counts: Counter[str] = getattr(self.vocabulary, each.name)
            rows += ((each.name, None, word, None, count, []) for word, count in counts.items())
        return pl.DataFrame(rows, schema=TABLE, orient="row")

    @classmethod
    def read(cls, table: pl.DataFrame) -> Tally:
        """Read the counts of a table, in which no row occurs twice."""
        tally = cls()
        for what, kind, name, who, count, samples in table.iter_rows():
            if what == "claim":
                tally.claims[kind, name, who] = count
                tally.samples[kind, name, who] = samples
            elif what == "around":
                tally.around.setdefault(name, Counter())[who] = count
            elif what == "used":
                tally.used[name] = count
            else:
                getattr(tally.vocabulary, what)[name] = count
        return tally


def add_up(tables: Iterable[pl.DataFrame], keys: Iterable[str]) -> pl.DataFrame:
    """Join the counts of parts; samples are the first few of all."""
    whole = pl.concat(list(tables))
    sums = [pl.col("count").sum()]
    if "samples" in whole.columns:
        sums.append(pl.col("samples").explode().drop_nulls().head(SAMPLES))
    return whole.group_by(list(keys), maintain_order=True).agg(sums)


def gather(corpus: Corpus, policy: Policy) -> Evidence:
    """Find every claim that a name belongs to somebody, and count the vocabulary."""
    return evidence_of(gather_tally(corpus, policy.settled(corpus)))


def evidence_of(tally: Tally) -> Evidence:
    """What was counted, as linking takes it."""
    clues = tuple(
        Clue(who, name, kind, count, tuple(tally.samples[kind, name, who]))
        for (kind, name, who), count in sorted(tally.claims.items(), key=lambda item: str(item[0]))
    )
    return Evidence("onym", clues, tally)


def gather_tally(corpus: Corpus, policy: Policy) -> Tally:
    """Count the claims and words of a corpus, or of a part of it."""
    tally = Tally()
    known = registered_words(corpus.participants)
    with no_collection():
        around = settings(corpus.messages)
        for batch in corpus.messages.select("id", "text").iter_slices(BATCH):
            ids, texts = batch["id"].to_list(), batch["text"].to_list()
            collect(zip(ids, texts, islice(around, BATCH), strict=True), tally, policy, known)
    return tally


def collect(
    rows: Iterable[tuple[str, str, Setting]], tally: Tally, policy: Policy, known: frozenset[str]
) -> None:
    """Add the claims and words of some messages to a tally."""
    words, patterns = lexicon(policy.languages, known), habits(policy.languages)
    rows = list(rows)
    texts = [laid_out(text) for _, text, _ in rows]
    tally.vocabulary.add(texts)
    for (message, _, setting), slots in zip(rows, find_all(texts, words, patterns), strict=True):
        seen: set[tuple[str, str, str | None]] = set()
        for slot in slots:
            name = bare(slot.name)
            who = setting.author if slot.kind in OWN else setting.answered
            if slot.kind == "cosigned":
                who = None
            key = (slot.kind, name, who)
            if key not in seen:
                seen.add(key)
                tally.claim(slot.kind, name, who, message)
                if slot.kind not in OWN:
                    tally.used[name] += 1
                    if setting.earlier:
                        tally.around.setdefault(name, Counter()).update(setting.earlier)
