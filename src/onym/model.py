"""The nouns of Onym: what moves along the line from reading to the report.

Everything here is frozen and holds no logic beyond looking itself up. This module imports
nothing of ours, so every other module may import it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as Lookup
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

import polars as pl

MESSAGE_COLUMNS = ("id", "parent", "thread", "session", "author", "parent_author", "time", "text")
"""The columns of `Corpus.messages`, all strings; only `id` and `text` are never null."""

TEXT_COLUMNS = ("text", "subject")
"""Where people write; `Corpus.messages` has a subject only when the source has one."""

Case = Literal["smart", "exact"]
Scope = Literal["session", "thread", "corpus"]
People = Literal["participants", "private", "everyone"]
Unknown = Literal["drop", "keep"]
Variants = Literal["one", "related"]
Homonyms = Literal["apart", "same"]
Places = Literal["real", "invented"]


@dataclass(frozen=True, slots=True)
class Participant:
    """A person who writes in the corpus or stands in its roster."""

    id: str
    names: tuple[str, ...] = ()
    """Registered names as the roster writes them: "Mary Jane Poe" or "Poe, Mary Jane"."""
    handles: tuple[str, ...] = ()
    """User names and mail addresses."""
    role: str | None = None
    gender: str | None = None
    profile: Lookup[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a corpus came from, and what its format needs to write it back."""

    path: Path | None
    format: str
    columns: Lookup[str, str]
    """Our column name to the source's own: {"text": "postBody"}."""
    layout: Any = None
    """The format's own business: dialect, encoding, raw fields."""
    fields: Lookup[str, str] = field(default_factory=dict)
    """Each field of the source and what it holds: {"users.lastip": "ip"}, or "unknown"."""
    listed: int = 0
    """How many people the source itself lists: users, members, recipients."""


@dataclass(frozen=True)
class Whole:
    """What a part of a corpus must know of the whole."""

    sessions: Lookup[str, frozenset[str]]
    """Who writes in each session."""
    written: Counter[str]
    """How many messages each participant wrote."""
    apart: bool = False
    """Whether no message has a thread or a session: each stands for itself, as essays do."""


@dataclass(frozen=True)
class Corpus:
    """Messages, the people behind them, and how to write it all back."""

    messages: pl.DataFrame
    """One row a message, in the source's order, with MESSAGE_COLUMNS."""
    participants: Lookup[str, Participant]
    source: Source
    notes: tuple[str, ...] = ()
    """What reading had to put right, a line each, with rows and ids but no text."""
    languages: tuple[str, ...] = ("en",)
    """What it is written in, the most frequent language first."""
    asides: pl.DataFrame | None = None
    """Text that is no message and goes out with them (titles, profiles, former versions): names
    are replaced in it and not looked for; the columns are MESSAGE_COLUMNS."""
    whole: Whole | None = None
    """Where the messages are but a part of a corpus: what it must know of the others."""
    numbered: frozenset[str] = frozenset()
    """Ids that Onym gave to authors whom the source tells apart by their names alone."""


@dataclass(frozen=True, slots=True)
class Clue:
    """One kind of evidence that a name belongs to a participant, and how often it was seen."""

    participant: str | None
    name: str
    kind: str
    count: int = 1
    messages: tuple[str, ...] = ()
    """Ids of a few messages that show it."""


@dataclass(frozen=True)
class Evidence:
    """What finding gathered: clues, and whatever statistics linking needs beside them."""

    method: str
    clues: Sequence[Clue]
    statistics: Any = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the ledger: this participant goes by this name."""

    participant: str
    name: str
    count: int = 0
    score: float = 1.0
    reasons: tuple[str, ...] = ()
    """The evidence in words, strongest first."""
    decision: str | None = None
    """What a person said: "added", "accepted" or "rejected"; None when nobody was asked."""
    traits: tuple[str, ...] = ()
    """What makes the name weak: "surname" (may be a cited author's), "handle", "word"."""


@dataclass(frozen=True, slots=True)
class Override:
    """A person's word on single mentions: in this message this name means that person."""

    message: str
    name: str
    participant: str | None
    """None keeps the name as it is."""
    nth: int | None = None
    """Which occurrence in the message, from 1; None for all of them."""
    start: int | None = None
    """Where it stands, as far as that is known."""
    label: str | None = None
    """What it is there, if no name: the fine label of a detail."""
    replacement: str | None = None
    """What stands there instead, if a person has chosen that."""


@dataclass(frozen=True)
class Mapping:
    """Which participant owns which name, and what else a person has decided."""

    entries: tuple[Entry, ...] = ()
    keep: tuple[str, ...] = ()
    """Names left as they are wherever they stand whole: "Arthur C. Clarke"."""
    rejected: tuple[str, ...] = ()
    """Words that are no names at all."""
    hidden: tuple[str, ...] = ()
    """Names that must go but whose owner is not known."""
    composites: Lookup[str, str] = field(default_factory=dict)
    """Glued words and what they become: {"thanksMary": "thanks [U43]"}."""
    overrides: tuple[Override, ...] = ()
    labels: Lookup[str, str] = field(default_factory=dict)
    """What a person said is a detail and no name, with its fine label: {"Vega": "city"}."""
    shown: Lookup[str, str] = field(default_factory=dict)
    """Details and what a person wants in their place: {"Vega": "Lyra"}."""
    readings: Lookup[str, Sequence[Sequence[float]]] = field(default_factory=dict)
    """What the optional reader says of the words of texts, as `onym.opinion` takes it."""
    case: Case = "smart"
    """exact: as written; smart: in any case, unless the name is also an ordinary word."""

    def names(self) -> dict[str, dict[str, int]]:
        """Participant to names to counts, the shape of the mapping file."""
        table: dict[str, dict[str, int]] = {}
        for entry in self.entries:
            table.setdefault(entry.participant, {})[entry.name] = entry.count
        return table


class Mention(NamedTuple):
    """A stretch of one message's original text that was replaced or marked."""

    message: str
    start: int
    end: int
    category: str = "NAME"
    participant: str | None = None
    replacement: str | None = None
    """What stands there now; None when the mention is only marked."""
    score: float = 1.0
    by: str = "mapping"
    sublabel: str | None = None
    form: str | None = None
    value: str | None = None
    """The thing itself, which other spellings of it share; None for a participant's name."""
    parts: tuple[tuple[int, int, str], ...] = ()
    """Start, end and sublabel of the words of a name or date of several."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something only a person can settle, located by message ids and never by text."""

    kind: str
    """shared: several people in scope own the name; outside: its owner is not in scope;
    name: is it a name; owner: whose is it; same: are two ids one person; split: is one id two."""
    name: str
    participants: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()
    count: int = 0
    """How many mentions an answer settles."""
    score: float = 0.5
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Policy:
    """What to look for and what to put in its place."""

    method: str = "onym"
    scope: Scope = "session"
    style: str = "code"
    people: People = "private"
    seed: int = 0
    collapse: bool = False
    """Make one of adjacent copies of the same pseudonym (seed 000, 4.3)."""
    languages: tuple[str, ...] = ()
    """What the messages are written in; none: what the corpus itself shows."""
    unknown: Unknown = "drop"
    """What becomes of fields of an export that Onym does not know."""
    preset: str = "names-only"
    """What is done with details other than names, unless `details` says otherwise."""
    details: Lookup[str, str] = field(default_factory=dict)
    """Category or finer label to pseudonym, fixed, placeholder, mark or keep."""
    off: Lookup[str, tuple[str, ...]] = field(default_factory=dict)
    """Column of the source to values for which details are left alone (seed 002, section 5)."""
    variants: Variants = "one"
    """related: a short form has a pseudonym of its own that shows whose it is, [U43a]."""
    homonyms: Homonyms = "apart"
    """same: people with the same name get the same masking name (seed 004, 4.3)."""
    places: Places = "real"
    profile: tuple[str, ...] = ()
    """Columns of the roster that the style name+profile shows."""

    def settled(self, corpus: Corpus) -> Policy:
        """The policy with the languages of the corpus where it names none."""
        return self if self.languages else replace(self, languages=corpus.languages)


@dataclass(frozen=True)
class Replaced:
    """The pseudonymised corpus and every mention that was touched to make it."""

    messages: pl.DataFrame
    """The rows of `Corpus.messages` with text, author and parent_author replaced."""
    mentions: Sequence[Mention]
    """In the order of the messages; those of a large corpus come from a file."""
    pseudonyms: Lookup[str, str]
    """Participant id to pseudonym, without the brackets it wears in a text."""
    questions: tuple[Question, ...] = ()
    details: Lookup[str, str] = field(default_factory=dict)
    """What details became, as `fitting.Fitter` keeps it. Private: these are real things."""
    asides: pl.DataFrame | None = None
    """The rows of `Corpus.asides` with the names in their texts replaced."""
