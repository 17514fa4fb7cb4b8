"""Invented conversations in four languages, who is named where, and how well Onym sees it.

A file of tests/data/threads has the class list, a blank line and the messages; names are marked:

    ##### id=d001 thread=t01 parent=- author=U05 date=2021-04-12T10:15:00
    Hallo {{U07|Steffi}}, wie {{author|Max Weber}} sagt, ... meine Schwester {{third|Lena}}

`third` is somebody private who takes no part; authors and eponyms are to be kept. Whoever wrote
them did not know how Onym works. `hard_*` were written to be difficult, and were looked at while
rules were made; the English one was looked at late, and of all of them, later still, which private
people stayed. `weeks` (the first weeks of three courses) and `chats` (of students) are English too;
t01 to t04 of the one and t01 and t03 of the other were looked at, the rest was only counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import polars as pl

import onym
from onym.model import Corpus, Mention, Policy

FOLDER = Path(__file__).parent / "data" / "threads"
MARK = re.compile(r"\{\{([^|{}]+)\|([^{}]*)\}\}")
SETS = ("en", "weeks", "chats", "de", "fr", "sv", "hard_de", "hard_fr", "hard_sv")
KEPT = ("author", "eponym")


class Name(NamedTuple):
    """A marked name: where it stands in a message, and whose it is."""

    start: int
    end: int
    who: str


class Threads(NamedTuple):
    """A set of conversations."""

    people: dict[str, str]
    messages: pl.DataFrame
    names: dict[str, list[Name]]
    """Message to its names."""


@cache
def read_threads(name: str) -> Threads:
    """Read a file of conversations."""
    listed, *blocks = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n##### ")
    people = dict(line.split("|", 1) for line in listed.split("\n") if line.strip())
    rows, names = [], {}
    for block in blocks:
        head, _, body = block.partition("\n")
        fields = dict(field.split("=", 1) for field in head.split())
        text, names[fields["id"]] = unmark(body.strip("\n"))
        parent = None if fields["parent"] == "-" else fields["parent"]
        rows.append((fields["id"], parent, fields["thread"], "1", fields["author"], text))
    columns = ("id", "parent", "thread", "session", "author", "text")
    frame = pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")
    return Threads(people, frame, names)


def unmark(body: str) -> tuple[str, list[Name]]:
    """A text without its marks, and the names that they mark."""
    text, names, at = "", [], 0
    for mark in MARK.finditer(body):
        text += body[at : mark.start()]
        names.append(Name(len(text), len(text) + len(mark[2]), mark[1]))
        text, at = text + mark[2], mark.end()
    return text + body[at:], names


class Score(NamedTuple):
    """What was seen of the names in a set."""

    participants: int
    found: int
    right: int
    """Names of participants that go to the right person."""
    wrong: int
    """Those that go to another participant."""
    outside: int
    """Those that go to somebody who takes no part."""
    thirds: int
    hidden: int
    """Names of private people who take no part that are hidden."""
    kept: int
    touched: int
    """Authors and eponyms, and how many of them were replaced."""
    replaced: int
    """Everything that was replaced as a name."""
    good: int

    @property
    def precision(self) -> float:
        """How much of what was replaced is a name to be hidden."""
        return self.good / max(1, self.replaced)


def measure(name: str, listed: bool) -> Score:
    """Have Onym replace the names of a set, with its class list or without, and count."""
    threads = read_threads(name)
    roster = pl.DataFrame({"id": [*threads.people], "name": [*threads.people.values()]})
    corpus = onym.read(threads.messages, roster if listed else None)
    replaced = onym.replace(corpus, _mapping(corpus), Policy())
    mentions: dict[str, list[Mention]] = {}
    for mention in replaced.mentions:
        if mention.replacement is not None:
            mentions.setdefault(mention.message, []).append(mention)
    counts: Counter[str] = Counter()
    for message, text in threads.messages.select("id", "text").iter_rows():
        names = threads.names[message]
        counts.update(_seen(text, names, mentions.get(message, []), threads.people))
    return Score(*(counts[field] for field in Score._fields))


def _mapping(corpus: Corpus) -> onym.Mapping:
    return onym.link(onym.find(corpus), corpus)


def _seen(
    text: str, names: list[Name], mentions: list[Mention], people: dict[str, str]
) -> Iterator[str]:
    for name in names:
        over = [each for each in mentions if each.start < name.end and each.end > name.start]
        covered = {place for each in over for place in range(each.start, each.end)}
        if name.who in KEPT:
            yield "kept"
            yield from ["touched"] * bool(over)
            continue
        yield "thirds" if name.who == "third" else "participants"
        letters = {at for at in range(name.start, name.end) if text[at].isalnum()}
        if not over or not letters <= covered:
            continue
        yield "hidden" if name.who == "third" else "found"
        owners = {each.participant for each in over}
        if name.who != "third" and owners == {name.who}:
            yield "right"
        elif name.who != "third" and owners - {None, name.who}:
            yield "wrong" if owners & people.keys() - {name.who} else "outside"
    hide = [name for name in names if name.who not in KEPT]
    for mention in mentions:
        yield "replaced"
        yield from ["good"] * any(
            name.start < mention.end and name.end > mention.start for name in hide
        )
