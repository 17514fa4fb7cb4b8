"""Counts what the report tells. The only module of the report that sees names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from collections.abc import Mapping as Lookup
from importlib.metadata import version
from itertools import chain, groupby
from operator import attrgetter

import polars as pl

from onym.model import Corpus, Mapping, Mention, Policy, Replaced
from onym.report.kinds import KINDS, Connection, kinds_of
from onym.report.network import compare
from onym.report.reasons import decisions, grounds
from onym.report.summary import Category, Incoming, Kind, Open, Person, Session, Summary
from onym.report.times import activity, moments, years
from onym.report.veil import veil

PARTICIPANTS = "Participants' names"
OUTSIDERS = "Other people's names"
UNSETTLED = "Names whose owner is open"

IN_WORDS = {
    "EMAIL": "Mail addresses",
    "PHONE": "Telephone numbers",
    "URL": "Web addresses",
    "HANDLE": "User names",
    "ADDRESS": "Postal addresses",
    "ORG": "Organisations",
    "PLACE": "Places",
    "AGE": "Ages",
    "DATE": "Dates",
    "ID": "Personal numbers",
    "PROF": "Professions",
    "FAMILY": "Family members",
}

SHOWN_MESSAGES = 5
SLICE = 2000

Cover = Callable[[str], str]


def build(
    corpus: Corpus, mapping: Mapping, replaced: Replaced, policy: Policy | None = None
) -> Summary:
    """Count everything the report shows; the result holds no real name."""
    cover = veil(corpus, mapping, replaced.pseudonyms)
    names = _name_mentions(corpus, replaced)
    people, kinds = _people(corpus, replaced, names)
    known = moments(corpus.messages["time"])
    return Summary(
        incoming=_incoming(corpus, years(known)),
        activity=activity(known, corpus.messages.height),
        kinds=kinds,
        categories=_categories(corpus, replaced.mentions),
        grounds=grounds(mapping, corpus),
        decisions=decisions(mapping),
        sessions=_sessions(corpus, replaced, cover),
        people=people,
        outsiders=len({who for who in replaced.pseudonyms if who not in corpus.participants}),
        questions=_questions(replaced, cover),
        network=compare(corpus.messages, replaced.messages, replaced.pseudonyms),
        settings=_settings((policy or Policy()).settled(corpus)),
        notes=tuple(cover(note) for note in corpus.notes),
    )


def words(text: pl.Expr) -> pl.Expr:
    """Count words as a reader would: markup is not read."""
    return text.str.replace_all(r"<[^<>]*>", " ").str.count_matches(r"\S+")


def _incoming(corpus: Corpus, span: tuple[int, int] | None) -> Incoming:
    messages = corpus.messages
    authors = set(messages["author"].drop_nulls())
    return Incoming(
        messages=messages.height,
        authors=len(authors),
        silent=sum(1 for who in corpus.participants if who not in authors),
        threads=messages["thread"].drop_nulls().n_unique(),
        sessions=messages["session"].drop_nulls().n_unique(),
        words=int(messages.select(words(pl.col("text")).sum()).item() or 0),
        years=span,
        format=corpus.source.format,
    )


Named = tuple[str, bool, str]
"""A participant, whether they name themselves, and the name."""


def _name_mentions(corpus: Corpus, replaced: Replaced) -> Counter[Named]:
    """How often participants are named, by whom and how; one message is looked at at a time."""
    columns = corpus.messages.select("id", "author", "text")
    rows = chain.from_iterable(piece.iter_rows() for piece in columns.iter_slices(SLICE))
    named: Counter[Named] = Counter()
    for message, mentions in groupby(replaced.mentions, key=attrgetter("message")):
        author, text = next((row[1:] for row in rows if row[0] == message), (None, ""))
        for each in mentions:
            who = each.participant
            if who is None or who not in corpus.participants:
                continue
            if each.category == "NAME" and each.replacement:
                name = " ".join(text[each.start : each.end].casefold().split())
                named[who, who == author, name] += 1
    return named


def _people(
    corpus: Corpus, replaced: Replaced, named: Counter[Named]
) -> tuple[tuple[Person, ...], tuple[Kind, ...]]:
    """One row a participant, busiest first, and the table of kinds of names beside it."""
    connections: Counter[Connection] = Counter()
    own: Counter[str] = Counter()
    all_: Counter[str] = Counter()
    for (who, by_self, name), count in named.items():
        connections[who, name] += count
        own[who] += count * by_self
        all_[who] += count
    roster = {who: person.names for who, person in corpus.participants.items()}
    kind_of = kinds_of(connections, roster)
    kinds = _kinds(connections, kind_of)
    per_person: Counter[tuple[str, str]] = Counter(
        (who, kind) for (who, _), kind in kind_of.items()
    )
    written = Counter(dict(corpus.messages["author"].drop_nulls().value_counts().iter_rows()))
    rows = [
        Person(
            pseudonym=pseudonym,
            messages=written[who],
            by_others=all_[who] - own[who],
            by_self=own[who],
            names=tuple(per_person[who, kind.kind] for kind in kinds),
        )
        for who, pseudonym in replaced.pseudonyms.items()
        if who in corpus.participants
    ]
    rows.sort(key=lambda row: (-row.messages, -row.by_others, row.pseudonym))
    return tuple(rows), kinds


def _kinds(
    connections: Lookup[Connection, int], kind_of: Lookup[Connection, str]
) -> tuple[Kind, ...]:
    present = set(kind_of.values())
    order = [kind for kind in KINDS if kind in present]
    names: dict[str, set[str]] = defaultdict(set)
    links: Counter[str] = Counter(kind_of.values())
    mentions: Counter[str] = Counter()
    for connection, times in connections.items():
        kind = kind_of[connection]
        names[kind].add(connection[1])
        mentions[kind] += times
    return tuple(Kind(kind, len(names[kind]), links[kind], mentions[kind]) for kind in order)


def _categories(corpus: Corpus, mentions: Iterable[Mention]) -> tuple[Category, ...]:
    replaced: Counter[str] = Counter()
    marked: Counter[str] = Counter()
    for mention in mentions:
        label = _label(corpus, mention)
        (marked if mention.replacement is None else replaced)[label] += 1
    order = sorted({*replaced, *marked}, key=lambda label: (-replaced[label], label))
    return tuple(Category(label, replaced[label], marked[label]) for label in order)


def _label(corpus: Corpus, mention: Mention) -> str:
    if mention.category != "NAME":
        return IN_WORDS.get(mention.category, mention.category.capitalize())
    if mention.participant is None:
        return UNSETTLED
    return PARTICIPANTS if mention.participant in corpus.participants else OUTSIDERS


def _sessions(corpus: Corpus, replaced: Replaced, cover: Cover) -> tuple[Session, ...]:
    names = Counter(m.message for m in replaced.mentions if m.category == "NAME" and m.replacement)
    counts = pl.DataFrame(
        {"id": list(names), "names": list(names.values())},
        schema={"id": pl.String, "names": pl.Int64},
    )
    # The result's own session column, should a format or policy have rewritten it.
    rows = (
        replaced.messages.select("id", "session", "author", "thread")
        .with_columns(corpus.messages.select(words(pl.col("text")).alias("words"))["words"])
        .join(counts, on="id", how="left")
        .group_by("session")
        .agg(
            pl.col("author").drop_nulls().n_unique().alias("authors"),
            pl.col("thread").drop_nulls().n_unique().alias("threads"),
            pl.len().alias("messages"),
            pl.col("words").mean().alias("mean"),
            pl.col("words").median().alias("median"),
            pl.col("names").sum().alias("names"),
        )
        .rows()
    )
    sessions = [Session("" if row[0] is None else cover(row[0]), *row[1:]) for row in rows]
    return tuple(sorted(sessions, key=lambda row: _natural(row.label)))


def _natural(label: str) -> list[tuple[int, int, str]]:
    """Sort session 2 before session 10."""
    parts = re.split(r"(\d+)", label)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part]


def _questions(replaced: Replaced, cover: Cover) -> tuple[Open, ...]:
    rows = [
        Open(
            kind=question.kind,
            pseudonyms=tuple(
                sorted(replaced.pseudonyms.get(who, "somebody") for who in question.participants)
            ),
            mentions=question.count,
            messages=tuple(cover(key) for key in question.messages[:SHOWN_MESSAGES]),
            more=len(question.messages) > SHOWN_MESSAGES,
        )
        for question in replaced.questions
    ]
    return tuple(sorted(rows, key=lambda row: (-row.mentions, row.kind, row.pseudonyms)))


def _settings(policy: Policy) -> tuple[tuple[str, str], ...]:
    """Everything that can be told; the seed would give the order of the codes away."""
    return (
        ("Method", policy.method),
        ("Scope", policy.scope),
        ("Style", policy.style),
        ("People", policy.people),
        ("Details", policy.preset),
        ("Languages", ", ".join(policy.languages)),
        ("Adjacent copies", "made one" if policy.collapse else "kept"),
        ("Onym", version("onym")),
    )
