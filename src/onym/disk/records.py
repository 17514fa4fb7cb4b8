"""The machine's own records of a project: what it proposed last, and whose pseudonym is whose."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from onym.disk.spool import relaxing
from onym.errors import ProjectError
from onym.model import Corpus, Entry, Mapping, Mention, Override

if TYPE_CHECKING:
    import polars as pl

VERSION = 1

_ENCODER = json.JSONEncoder(ensure_ascii=False)

Row = dict[str, Any]
UPGRADES: dict[tuple[str, int], Callable[[Row], Row]] = {}
"""A file and a former version of it, and what makes a row of the next version of such a row."""


def current(row: Row, where: str, field: str = "version", version: int = VERSION) -> Row:
    """Give a row of one of our files as this version writes it, without its version number."""
    row = dict(row)
    written = row.pop(field)
    if written > version:
        raise ProjectError(f"{where}: written by a newer Onym; please update Onym")
    for former in range(written, version):
        if (where, former) not in UPGRADES:
            raise ProjectError(
                f"{where}: written by a former Onym (version {written} of the file);"
                " make the project anew, or open it once with an Onym between that one and this"
            )
        row = UPGRADES[where, former](row)
    return row


@dataclass(frozen=True)
class Proposal:
    """What the machine proposed last (ledger.jsonl)."""

    mapping: Mapping = field(default_factory=Mapping)
    sources: Lookup[str, str] = field(default_factory=dict)
    """Fingerprints of the files the names were found in: {"source": ..., "roster": ...}."""
    written: str = ""
    """SHA-256 of the mapping.txt that was written with it."""

    def write(self) -> str:
        """Write the proposal as JSON: a line on the whole, then a line a name."""
        whole = asdict(replace(self.mapping, entries=()))
        whole.pop("entries")
        head = {"version": VERSION, "sources": dict(self.sources), "written": self.written, **whole}
        rows = [head, *(_without_defaults(entry) for entry in self.mapping.entries)]
        return "".join(_ENCODER.encode(row) + "\n" for row in rows)

    @classmethod
    def read(cls, text: str, where: str = "ledger.jsonl") -> Proposal:
        """Read a proposal back; nothing at all is an empty one."""
        lines = [line for line in text.split("\n") if line]
        if not lines:
            return cls()
        try:
            head, *rows = map(json.loads, lines)
            head = current(head, where)
            sources, written = head.pop("sources"), head.pop("written")
            return cls(_mapping(head, rows), sources, written)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise ProjectError(f"{where}: damaged; delete it and run onym find again") from None


@dataclass(frozen=True)
class Key:
    """The seed, and the pseudonyms given so far (key.json)."""

    seed: int
    style: str = ""
    pseudonyms: Lookup[str, str] = field(default_factory=dict)
    """Those of the style used last."""
    former: Lookup[str, Lookup[str, str]] = field(default_factory=dict)
    """Those of other styles, which may already be in somebody's hands."""
    names: Lookup[str, str] = field(default_factory=dict)
    """The name each participant was registered or known under."""
    past: Lookup[str, str | None] = field(default_factory=dict)
    """Pseudonyms that are given no longer, and whose they were; nobody's once forgotten."""
    details: Lookup[str, str] = field(default_factory=dict)
    """What details other than names became, as `fitting.Fitter` keeps it."""

    @classmethod
    def draw(cls, seed: int | None = None) -> Key:
        """Make the key of a new project, with a seed nobody can guess unless one is given."""
        return cls(secrets.randbits(63) if seed is None else seed)

    def given(self, style: str) -> Lookup[str, str]:
        """Give the pseudonyms that stand fast in a style."""
        return self.pseudonyms if style == self.style else self.former.get(style, {})

    def give(
        self, style: str, pseudonyms: Lookup[str, str], chosen: Lookup[str, str] | None = None
    ) -> Key:
        """Add pseudonyms of a style; one that a person put another in place of is given no more."""
        former = {**self.former, self.style: self.pseudonyms} if self.style else {}
        former.pop(style, None)
        before = self.given(style)
        given = {**pseudonyms, **before, **(chosen or {})}
        gone = {old: who for who, old in before.items() if given[who] != old}
        past = {
            old: who for old, who in {**self.past, **gone}.items() if given.get(who or "") != old
        }
        return replace(self, style=style, pseudonyms=given, former=former, past=past)

    def take_back(self, chosen: Iterable[tuple[str, str]]) -> Key:
        """Give masking names no more that a person chose for somebody and took back."""
        gone = {name: who for who, name in chosen if self.pseudonyms.get(who) == name}
        given = {who: name for who, name in self.pseudonyms.items() if gone.get(name) != who}
        return replace(self, pseudonyms=given, past={**self.past, **gone}) if gone else self

    def know(self, corpus: Corpus, mapping: Mapping) -> Key:
        """Write down the name everybody is registered under, or else called by most often."""
        called = {who: max(names, key=lambda n: names[n]) for who, names in mapping.names().items()}
        people = corpus.participants.items()
        registered = {who: _straight(each.names[0]) for who, each in people if each.names}
        return replace(self, names={**self.names, **called, **registered})

    def taken(self, style: str) -> dict[str, str]:
        """Give the pseudonyms of a style, and under keys of no participant those of the past."""
        return {**{f"\0{each}": each for each in self.past}, **self.given(style)}

    def owners(self) -> dict[str, str]:
        """Give every pseudonym there ever was with its participant."""
        past = {pseudonym: who for pseudonym, who in self.past.items() if who is not None}
        styles = (*self.former.values(), self.pseudonyms)
        return {**past, **{given: who for style in styles for who, given in style.items()}}

    def rotate(self) -> Key:
        """Draw a new seed and give no pseudonym of the present style again."""
        if not self.pseudonyms:
            raise ProjectError("no pseudonym has been given yet: run onym apply first")
        gone = {pseudonym: who for who, pseudonym in self.pseudonyms.items()}
        past = {**self.past, **gone}
        return replace(self, seed=secrets.randbits(63), pseudonyms={}, past=past, details={})

    def forget(self, who: str) -> Key:
        """Erase a participant; nobody gets the pseudonyms again, and none can be drawn anew."""
        styles = (self.pseudonyms, *self.former.values())
        gone = [given[who] for given in styles if given.get(who, who) != who]
        past = {each: None if owner == who else owner for each, owner in self.past.items()}
        return replace(
            self,
            # Whoever has the seed and the ids could draw the same pseudonyms once more.
            seed=secrets.randbits(63),
            pseudonyms=_without(self.pseudonyms, who),
            former={style: _without(given, who) for style, given in self.former.items()},
            names=_without(self.names, who),
            past={**past, **dict.fromkeys(gone)},
            details=self._details_without(who),
        )

    def _details_without(self, who: str) -> dict[str, str]:
        """The details less those that are called like somebody."""
        words = set(self.names.get(who, "").lower().split())
        rows = ((key, key.split("\t"), base) for key, base in self.details.items())
        return {
            key: base
            for key, (*_, kind, value), base in rows
            if words.isdisjoint(value.split()) and kind != f"form of {who}"
        }

    def reseed(self, seed: int | None) -> Key:
        """Take another seed, as long as no pseudonym depends on the old one."""
        if seed is None or seed == self.seed:
            return self
        if self.pseudonyms:
            raise ProjectError(
                "this project has given pseudonyms with another seed; use a new folder for this one"
            )
        return replace(self, seed=seed)

    def write(self) -> str:
        """Write the key as JSON."""
        return json.dumps({"version": VERSION, **asdict(self)}, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def read(cls, text: str, where: str = "key.json") -> Key:
        """Read a key back."""
        try:
            key = cls(**current(json.loads(text), where))
            if not isinstance(key.seed, int) or not isinstance(key.pseudonyms, dict):
                raise ValueError
            return key
        except (ValueError, TypeError, KeyError, AttributeError):
            raise ProjectError(f"{where}: damaged; restore it from a backup") from None


def _straight(name: str) -> str:
    """A name as it is said: Mary Jane Poe for Poe, Mary Jane."""
    return " ".join(reversed([part.strip() for part in name.split(",", 1)]))


def _without(table: Lookup[str, str], who: str) -> dict[str, str]:
    return {each: value for each, value in table.items() if each != who}


def _mapping(head: dict[str, Any], rows: list[dict[str, Any]]) -> Mapping:
    overrides = tuple(Override(**each) for each in head.pop("overrides"))
    entries = tuple(Entry(**_frozen(row)) for row in rows)
    return Mapping(entries, overrides=overrides, **_frozen(head))


def _frozen(row: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(v) if isinstance(v, list) else v for name, v in row.items()}


_ALWAYS = frozenset({"participant", "name", "count", "score", "reasons"})
_BARE = asdict(Entry("", ""))


def _without_defaults(entry: Entry) -> dict[str, Any]:
    return {
        name: value
        for name, bare in _BARE.items()
        if (value := getattr(entry, name)) != bare or name in _ALWAYS
    }


class Written(Sequence[Mention]):
    """Mentions that are written down already and read when they are asked for."""

    def __init__(self, lines: pl.Series) -> None:
        self.lines = lines
        """What `write_spans` wrote for each message of a corpus; null where there are none."""

    def __iter__(self) -> Iterator[Mention]:
        lines = relaxing(self.lines)
        return (mention for line in lines if line is not None for mention in read_spans(line))

    def __len__(self) -> int:
        return self.counts.total()

    def rows(self) -> Iterator[tuple[int, list[Row]]]:
        """The spans of every message that has any, as they are written, with its row."""
        for row, line in enumerate(relaxing(self.lines)):
            if line is not None:
                yield row, json.loads(line)["spans"]

    @cached_property
    def counts(self) -> Counter[tuple[str, bool]]:
        """How many there are of each category, replaced or only marked."""
        spans = (span for _, spans in self.rows() for span in spans)
        return Counter((span["label"], span["replacement"] is not None) for span in spans)

    def __getitem__(self, at: Any) -> Any:
        return list(self)[at]


def count_mentions(mentions: Iterable[Mention]) -> Counter[tuple[str, bool]]:
    """How many there are of each category, replaced or only marked."""
    if isinstance(mentions, Written):
        return mentions.counts
    return Counter((each.category, each.replacement is not None) for each in mentions)


def write_mentions(messages: Iterable[str], mentions: Iterable[Mention]) -> Iterator[bytes]:
    """Write what was replaced or marked where, one line a message (mentions.jsonl).

    The mentions come in the order of the messages, so that none need wait for the others.
    """
    if isinstance(mentions, Written):
        for message, line in zip(messages, relaxing(mentions.lines), strict=True):
            yield (line or write_spans(message, ())).encode() + b"\n"
        return
    groups = groupby(mentions, key=lambda mention: mention.message)
    whose, spans = next(groups, (None, iter(())))
    for message in messages:
        here: Iterable[Mention] = ()
        if message == whose:
            here = list(spans)
            whose, spans = next(groups, (None, iter(())))
        yield write_spans(message, here).encode() + b"\n"
    if whose is not None:
        raise ValueError("mentions out of order")


def write_spans(message: str, mentions: Iterable[Mention]) -> str:
    """Write the mentions of one message."""
    return _ENCODER.encode({"id": message, "spans": [_span(mention) for mention in mentions]})


def read_spans(line: str) -> Iterator[Mention]:
    """Read what `write_spans` wrote."""
    row = json.loads(line)
    for span in row["spans"]:
        parts = tuple(tuple(part) for part in span.pop("parts", ()))
        yield Mention(row["id"], category=span.pop("label"), parts=parts, **span)


def read_replacements(text: str) -> set[str]:
    """Everything that mentions.jsonl says was put in place of something, each once."""
    try:
        spans = [span for line in text.split("\n") if line for span in json.loads(line)["spans"]]
        return {str(span["replacement"]) for span in spans if span["replacement"]}
    except (ValueError, TypeError, KeyError):
        raise ProjectError("mentions.jsonl: damaged; run onym apply again") from None


def _span(mention: Mention) -> dict[str, Any]:
    span = {
        "start": mention.start,
        "end": mention.end,
        "label": mention.category,
        "participant": mention.participant,
        "replacement": mention.replacement,
        "score": mention.score,
        "by": mention.by,
    }
    if mention.sublabel is mention.form is mention.value is None and not mention.parts:
        return span  # a name: only details have more
    finer: dict[str, Any] = {"sublabel": mention.sublabel, "form": mention.form}
    finer |= {"value": mention.value, "parts": mention.parts or None}
    return span | {name: value for name, value in finer.items() if value is not None}
