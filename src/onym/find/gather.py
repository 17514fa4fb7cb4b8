"""Gathering evidence: one pass over the messages, counts that can be joined across batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from typing import Any, NamedTuple, TypeVar

import polars as pl

from onym.conversation.threads import Setting, lists, settings
from onym.find.crowds import Crowds, Row
from onym.find.habits import habits
from onym.find.lexicon import lexicon
from onym.find.names import bare
from onym.find.slots import find_all
from onym.find.vocabulary import Vocabulary
from onym.garbage import no_collection
from onym.model import Clue, Corpus, Evidence, Policy
from onym.names.kinship import registered_words
from onym.text.credits import speaker, speakers
from onym.text.layout import laid_out

OWN = frozenset(
    {"signed", "signature", "introduced", "presented", "thanksigned", "tagged", "forwarding"}
    | {"read signing"}
)
"""Slots that speak of the writer; all others speak of somebody else."""

SELF = frozenset({"introduced", "presented"})
"""Slots in which people say who they are."""
SILENT = frozenset({"asked"})
"""Slots that hold a name but do not tell whose: anybody may be asked something."""
SAMPLES = 5
BETWEEN = "\0"
"""Between the messages of a sample: as one text they take half the room, and no id has it."""
BATCH = 10_000
"""Messages read in one go: no part of a corpus has more."""


PIECE = 100_000
"""Rows of counts written in one go."""
_T = TypeVar("_T")

TABLE: dict[str, pl.DataType | type[pl.DataType]] = {
    "what": pl.String,
    "kind": pl.String,
    "name": pl.String,
    "who": pl.String,
    "count": pl.Int64,
    "samples": pl.List(pl.String),
}


CLAIMED = ("what", "kind", "name", "who")
VOCABULARY = ("used", *(each.name for each in fields(Vocabulary)))
"""What is counted of words alone."""


class Claim(NamedTuple):
    """That a name belongs to somebody."""

    kind: str
    """A kind of evidence."""
    name: str
    """As it is written."""
    who: str | None
    """Whom it points at."""


@dataclass
class Tally:
    """Counts of who is called what where, and of the words around it."""

    claims: Counter[Claim] = field(default_factory=Counter)
    """How many messages make a claim."""
    samples: dict[Claim, str] = field(default_factory=dict)
    """A few messages of each claim, BETWEEN each two."""
    around: Crowds = field(default_factory=Crowds)
    """Name to everybody who had written in the thread when it was used of another."""
    used: Counter[str] = field(default_factory=Counter)
    """How many messages use the name of another."""
    vocabulary: Vocabulary = field(default_factory=Vocabulary)

    def claim(self, kind: str, name: str, who: str | None, message: str) -> None:
        """Count one claim and remember where it was seen."""
        key = Claim(kind, name, who)
        self.claims[key] += 1
        if key not in self.samples:
            self.samples[key] = message
        elif self.claims[key] <= SAMPLES:
            self.samples[key] += BETWEEN + message

    def messages(self, claim: Claim) -> list[str]:
        """A few messages that make a claim."""
        return self.samples[claim].split(BETWEEN)

    def table(self) -> pl.DataFrame:
        """Write the counts as rows that can be kept, sent and added up anywhere."""
        return pl.concat(self.tables())

    def tables(self) -> Iterator[pl.DataFrame]:
        """Write the counts so, a table after another, since there may be millions."""
        for some in _pieces(self.claims.items()):
            samples = lists([self.messages(claim) for claim, _ in some])
            yield _counts("claim", [(*claim, count) for claim, count in some], samples)
        for some_rows in _pieces(self.around.rows()):
            yield _counts("around", [(None, *row) for row in some_rows])
        for what in VOCABULARY:
            counts = self._words(what)
            yield _counts(what, [(None, word, None, n) for word, n in counts.items()])

    def _words(self, what: str) -> Counter[str]:
        counts: Counter[str] = self.used if what == "used" else getattr(self.vocabulary, what)
        return counts

    @classmethod
    def read(cls, table: pl.DataFrame) -> Tally:
        """Read the counts of a table, in which no row occurs twice."""
        tally = cls()
        one = _Once()
        claims = table.filter(what="claim").select("kind", "name", "who", "count", "samples")
        for kind, name, who, count, samples in claims.iter_rows():
            key = Claim(one[kind], one[name], None if who is None else one[who])
            tally.claims[key] = count
            tally.samples[key] = BETWEEN.join(samples)
        around = table.filter(what="around").select("name", "who", "count")
        tally.around = Crowds(one.rows(around.sort("name", maintain_order=True)))
        for what in VOCABULARY:
            tally._words(what).update(
                dict(table.filter(what=what).select("name", "count").iter_rows())
            )
        return tally


class _Once(dict[str, str]):
    """A text for an equal one, so that many that are equal take the room of one."""

    def __missing__(self, text: str) -> str:
        self[text] = text
        return text

    def rows(self, around: pl.DataFrame) -> Iterator[Row]:
        """Names, people and counts, a row after another."""
        for name, who, count in around.iter_rows():
            yield self[name], self[who], count


class Clues(Sequence[Clue]):
    """What was counted as clues, which are made when they are asked for."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally

    def __len__(self) -> int:
        return len(self.tally.claims)

    def __iter__(self) -> Iterator[Clue]:
        for claim, count in sorted(self.tally.claims.items(), key=lambda item: str(item[0])):
            kind, name, who = claim
            yield Clue(who, name, kind, count, tuple(self.tally.messages(claim)))

    def __getitem__(self, at: Any) -> Any:
        return list(self)[at]


def _pieces(rows: Iterable[_T]) -> Iterator[list[_T]]:
    """Rows, many at a time."""
    rest = iter(rows)
    while piece := list(islice(rest, PIECE)):
        yield piece


def _counts(
    what: str, rows: list[tuple[Any, ...]], samples: pl.Series | None = None
) -> pl.DataFrame:
    """Rows of kind, name, whom and count as a part of a table."""
    schema = {name: kind for name, kind in TABLE.items() if name not in ("what", "samples")}
    table = pl.DataFrame(rows, schema=schema, orient="row")
    some = samples if samples is not None else pl.lit([], dtype=TABLE["samples"])
    return table.select(pl.lit(what).alias("what"), pl.all(), some.alias("samples"))


def add_up(tables: Iterable[pl.DataFrame], keys: Iterable[str]) -> pl.DataFrame:
    """Join the counts of parts; samples are the first few of all."""
    whole, keys = pl.concat(list(tables)), list(keys)
    if "samples" not in whole.columns:
        return _sum(whole, keys)
    shown = pl.col("what") == "claim"
    samples = pl.col("samples").explode().drop_nulls().head(SAMPLES)
    none = pl.lit([], dtype=TABLE["samples"]).alias("samples")
    # only claims have samples, and most rows are none: apart they take far less room
    bare = _sum(whole.filter(~shown).drop("samples"), keys).with_columns(none)
    return pl.concat([_sum(whole.filter(shown), keys, samples), bare])


def _sum(table: pl.DataFrame, keys: list[str], *more: pl.Expr) -> pl.DataFrame:
    return table.group_by(keys, maintain_order=True).agg(pl.col("count").sum(), *more)


def gather(corpus: Corpus, policy: Policy) -> Evidence:
    """Find every claim that a name belongs to somebody, and count the vocabulary."""
    return evidence_of(gather_tally(corpus, policy.settled(corpus)))


def evidence_of(tally: Tally) -> Evidence:
    """What was counted, as linking takes it."""
    return Evidence("onym", Clues(tally), tally)


def gather_tally(corpus: Corpus, policy: Policy, registered: frozenset[str] | None = None) -> Tally:
    """Count the claims and words of a corpus, or of a part of it.

    The registered words are given where they serve for many parts.
    """
    tally = Tally()
    known = registered_words(corpus.participants) if registered is None else registered
    with no_collection():
        around = settings(corpus.messages)
        for batch in corpus.messages.select("id", "text", "parent_author").iter_slices(BATCH):
            rows = zip(batch.iter_rows(), islice(around, BATCH), strict=True)
            collect(((*row, setting) for row, setting in rows), tally, policy, known)
    return tally


def collect(
    rows: Iterable[tuple[str, str, str | None, Setting]],
    tally: Tally,
    policy: Policy,
    known: frozenset[str],
) -> None:
    """Add the claims and words of some messages to a tally."""
    words, patterns = lexicon(policy.languages, known), habits(policy.languages)
    rows = list(rows)
    texts = [laid_out(text).text for _, text, _, _ in rows]
    tally.vocabulary.add(texts)
    read = zip(rows, texts, find_all(texts, words, patterns), strict=True)
    for (message, _, parent, setting), text, slots in read:
        seen: set[tuple[str, str, str | None]] = set()
        quoted = False
        credited, said = iter(setting.credited), speakers(text, setting.credited)
        for slot in slots:
            kind, name = slot.kind, bare(slot.name)
            if kind in SILENT:
                continue
            who = setting.author if kind in OWN else setting.answered
            if kind == "attributed":
                # the first attribution is of whom is answered, the next of whom they answered
                full = " " in name or words.nameable(name)  # "That:" may stand above a list
                kind = "answered" if parent and not quoted and full else kind
                who, quoted = None if quoted else parent or setting.answered, True
            elif kind in ("credited", "margin"):
                name, who, quoted = slot.name, next(credited, None), True
                if kind == "margin" and who is None:
                    continue  # a program's prompt, for all we know
                kind = "credited"
            elif kind in ("cosigned", "requoted", "called", "listed"):
                who = None
            elif kind == "quoted":
                who = parent  # whoever wrote last is rather not the one
            elif quoted_of := speaker(text, slot.start, said):
                # whom somebody who is quoted speaks to, nobody knows
                who = quoted_of if kind == "relayed" else None
            key = Claim(kind, name, who)
            if key not in seen:
                seen.add(key)
                tally.claim(kind, name, who, message)
                if kind not in OWN:
                    tally.used[name] += 1
                    if setting.earlier:
                        tally.around.add(name, setting.earlier)
