"""What the report tells, as plain numbers and pseudonyms.

Nothing here may hold a real name, a participant's source id or a word of a message.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Incoming:
    """What was read."""

    messages: int
    authors: int
    """People who wrote at least one message."""
    silent: int
    """People in the class list who wrote none."""
    threads: int
    sessions: int
    words: int
    years: tuple[int, int] | None
    """First and last year, when the messages carry times."""
    format: str


@dataclass(frozen=True, slots=True)
class Activity:
    """How many messages were written in each week, month or year, counted from the first."""

    unit: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of name, as in the paper's Table 4."""

    kind: str
    """A key of `kinds.KINDS`."""
    names: int
    """Different names, whoever they belong to."""
    connections: int
    """Different pairs of a name and a participant."""
    mentions: int


@dataclass(frozen=True, slots=True)
class Category:
    """A category of personal detail and what became of it."""

    label: str
    replaced: int
    marked: int = 0


@dataclass(frozen=True, slots=True)
class Ground:
    """One ground for calling a name somebody's, and how many names rest on it first of all."""

    words: str
    names: int


@dataclass(frozen=True, slots=True)
class Session:
    """One session's row."""

    label: str
    authors: int
    threads: int
    messages: int
    mean_words: float
    median_words: float
    mentions: int


@dataclass(frozen=True, slots=True)
class Person:
    """One person's row, under the pseudonym."""

    pseudonym: str
    messages: int
    by_others: int
    """How often others name this person."""
    by_self: int
    names: tuple[int, ...]
    """How many different names of each kind, in the order of `Summary.kinds`."""

    @property
    def total_names(self) -> int:
        """How many different names were used for this person."""
        return sum(self.names)


@dataclass(frozen=True, slots=True)
class Open:
    """A question nobody has settled yet."""

    kind: str
    pseudonyms: tuple[str, ...]
    mentions: int
    messages: tuple[str, ...]
    """Ids of the first few messages it concerns."""
    more: bool = False
    """Whether there are more messages than those."""


@dataclass(frozen=True, slots=True)
class Network:
    """Who answers whom, in the source and in the result, over the same list of people."""

    nodes: tuple[str, ...]
    """Pseudonyms, sorted."""
    before: tuple[tuple[int, int, int], ...]
    """Ties of the source: who answers, who is answered (places in `nodes`), how often."""
    after: tuple[tuple[int, int, int], ...]
    nodes_before: int
    nodes_after: int
    ties_before: int
    ties_after: int
    same: bool
    """Whether giving pseudonyms turns the first graph into the second, and nothing is lost."""


@dataclass(frozen=True, slots=True)
class Clue:
    """One way to guess who is who, and how many of a hundred people it finds."""

    words: str
    first: float
    """Right at the first guess, in per cent."""
    fifth: float
    """Right within five guesses, in per cent."""
    beats: bool
    """Whether luck would hardly do as well."""


@dataclass(frozen=True, slots=True)
class Risk:
    """What could still be found in what is shared."""

    leaks: int
    """Places where a known name can be seen."""
    low: int
    high: int
    """Between so many and so many names are probably left."""
    suspects: int
    details: int
    chance: tuple[float, float]
    """What blind guessing finds with one guess and with five, in per cent."""
    stranger: tuple[Clue, ...]
    """With the class list alone; the last is all of them together."""
    insider: tuple[Clue, ...]
    """With knowledge of the course; the last is everything together."""
    named: tuple[tuple[str, int], ...] = ()
    """Why people are named who stay, in words, and how many."""


@dataclass(frozen=True)
class Summary:
    """Everything on the page."""

    incoming: Incoming
    activity: Activity | None
    kinds: tuple[Kind, ...]
    categories: tuple[Category, ...]
    grounds: tuple[Ground, ...]
    decisions: tuple[tuple[str, int], ...]
    """What people decided, in words, and how often."""
    sessions: tuple[Session, ...]
    people: tuple[Person, ...]
    outsiders: int
    """People who are not participants and got a pseudonym of their own."""
    questions: tuple[Open, ...]
    network: Network
    settings: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    risk: Risk | None = None
    """None where nothing has been shared yet."""
    unasked: int = 0
    """Mentions that stay open without a question."""
    left: int = 0
    """Mentions that a person has left as they are."""

    @property
    def replaced(self) -> int:
        """How many stretches of text were replaced."""
        return sum(category.replaced for category in self.categories)
