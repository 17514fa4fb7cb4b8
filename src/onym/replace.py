"""Replace names by pseudonyms, in one pass over spans that do not overlap.

    matches  ->  longest  ->  overrides, kept names, composites  ->  whose, within the scope
             ->  mentions  ->  text

Nothing is replaced twice, so Rose -> Will and Will -> Rose do not run into each other. A name of
several people in scope is never given to the first listed: it becomes a neutral placeholder and a
question. A name inside code or a tag is left, as replacing it could break the code, but marked.
"""

from __future__ import annotations

import dataclasses
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Lookup
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import polars as pl

from onym.fitting import Fitter
from onym.garbage import no_collection
from onym.hide import Hider, hider_for
from onym.matcher import Hit, Matcher, longest
from onym.model import (
    TEXT_COLUMNS,
    Corpus,
    Mapping,
    Mention,
    Override,
    Participant,
    Policy,
    Question,
    Replaced,
)
from onym.names import (
    Names,
    is_third,
    known_people,
    matcher_of,
    people_of,
    read_names,
    scope_of,
    word_test,
)
from onym.styles import BARE, Crowd, give
from onym.text import Stretch, protected
from onym.verdicts import Verdict
from onym.wording import Wording

PLACEHOLDER = "person"
"""Stands for somebody who is not known or must not be told: [person]."""


Reader = Callable[[int, str, list[Hit]], list[Verdict]]
"""Reads one message (its row and text) and says who is meant by the hits in it."""


def replace(
    corpus: Corpus,
    mapping: Mapping,
    policy: Policy,
    pseudonyms: Lookup[str, str] | None = None,
    reader: Reader | None = None,
    is_word: Callable[[str], bool] | None = None,
    details: Lookup[str, str] | None = None,
) -> Replaced:
    """Put pseudonyms in place of the names of a corpus; those already given are kept.

    Without a reader a name means its owner in scope; a reader decides each time from the context.
    What `details` became in an earlier run they become again.
    """
    policy = policy.settled(corpus)
    names = read_names(mapping, corpus, policy)
    people = known_people(corpus, names)
    given = _give(corpus, names, policy, pseudonyms or {}, people)
    taken = [name for person in people.values() for name in person.names]
    taken += given.values() if policy.style in BARE else ()
    fitter = Fitter(policy.seed, policy.languages, details, taken, policy.places == "invented")
    work = _Pass(corpus, names, policy, Wording(policy, given, people, fitter), reader)
    kept = (*mapping.keep, *mapping.rejected)
    hider = hider_for(corpus, policy, fitter, work.places, kept, mapping.labels)
    mentions: list[Mention] = []
    columns: dict[str, list[str | None]] = {}
    with no_collection():
        matcher = matcher_of(names, is_word or word_test(mapping, policy))
        for column in TEXT_COLUMNS:
            if column in corpus.messages.columns:
                texts = corpus.messages[column].to_list()
                columns[column], found = _rewrite_all(texts, matcher, work, hider)
                mentions += found if column == "text" else ()
    messages = _with(corpus.messages, columns, given)
    return Replaced(messages, tuple(mentions), given, tuple(work.questions()), fitter.table)


def _give(
    corpus: Corpus,
    names: Names,
    policy: Policy,
    pseudonyms: Lookup[str, str],
    people: Lookup[str, Participant],
) -> dict[str, str]:
    """Everybody's pseudonym in the policy's style."""
    crowd = Crowd(people, policy.languages, policy.homonyms, policy.profile)
    everybody = people_of(corpus, names)
    return give(policy.style, everybody, policy.seed, pseudonyms, names.patterns(), crowd)


def _rewrite_all(
    column: list[str | None], matcher: Matcher, work: _Pass, hider: Hider | None
) -> tuple[list[str | None], list[Mention]]:
    """One column of texts with the names and details replaced, and the mentions in it."""
    texts = [text or "" for text in column]
    written = list(column)
    mentions: list[Mention] = []
    for index, found in _found(texts, matcher, work, hider):
        if found:
            written[index] = rewrite(texts[index], found)
            mentions += found
    return written, mentions


def _found(
    texts: list[str], matcher: Matcher, work: _Pass, hider: Hider | None
) -> Iterator[tuple[int, list[Mention]]]:
    """The mentions of each message that has some."""
    named = groupby(matcher.find(texts), itemgetter(0))
    if hider is None:
        for index, hits in named:
            yield index, work.read(index, texts[index], list(hits))
        return
    hits_of = {index: list(hits) for index, hits in named}
    for index, text in enumerate(texts):
        names = work.read(index, text, hits_of[index]) if index in hits_of else []
        yield index, hider.read(index, text, names)


def rewrite(text: str, mentions: Iterable[Mention]) -> str:
    """A message's text with its mentions, in order, replaced; those only marked stay."""
    parts: list[str] = []
    at = 0
    for mention in mentions:
        if mention.replacement is not None:
            parts += (text[at : mention.start], mention.replacement)
            at = mention.end
    parts.append(text[at:])
    return "".join(parts)


def _with(
    messages: pl.DataFrame, texts: Lookup[str, list[str | None]], given: Lookup[str, str]
) -> pl.DataFrame:
    columns = [pl.Series(name, values, dtype=pl.String) for name, values in texts.items()]
    for column in ("author", "parent_author"):
        values = [None if who is None else given.get(who, who) for who in messages[column]]
        columns.append(pl.Series(column, values, dtype=pl.String))
    return messages.with_columns(columns)


class _Outcome(NamedTuple):
    """What becomes of a match."""

    replacement: str | None
    participant: str | None = None
    question: tuple[str, str, tuple[str, ...]] | None = None
    """Kind, name and participants."""
    score: float = 1.0
    by: str = "mapping"


class _Pass:
    """One pass over a corpus: who is where, what was decided before, what is open."""

    def __init__(
        self,
        corpus: Corpus,
        names: Names,
        policy: Policy,
        wording: Wording,
        reader: Reader | None,
    ) -> None:
        self.names, self.policy, self.reader = names, policy, reader
        self.given, self.shown_as = wording.given, wording.shown
        given = self.given
        self.ids: list[str] = corpus.messages["id"].to_list()
        self.shown = {*given.values(), PLACEHOLDER}
        self.places, self.members = scope_of(corpus, policy)
        self.thirds = {who for who in given if is_third(who, corpus)}
        self._settled: dict[tuple[tuple[str, ...], str, str | None], _Outcome | None] = {}
        self._asked: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}

    def read(self, index: int, text: str, hits: list[Hit]) -> list[Mention]:
        """The mentions of one message, in the order of its text."""
        listed = self.names.overrides.get(self.ids[index], [])
        if self.names.local:
            hits = [hit for found in hits if (hit := self._here(found, listed))]
        if "[" in text:
            hits = [hit for hit in hits if not self._is_pseudonym(text, hit.start, hit.end)]
        stretches = protected(text)
        chosen = longest(hits)
        said = _said(chosen, listed, self.names) if listed else {}
        mentions: list[Mention] = []
        fixed: list[Stretch] = []
        free: list[Hit] = []
        for hit in chosen:
            code = bool(stretches) and _touches(hit, stretches)
            ruled = bool(said) and hit in said
            if self.reader and not (code or ruled) and self._is_open(hit):
                free.append(hit)
                continue
            fixed.append((hit.start, hit.end))
            outcome = (
                self._obey(said[hit], text[hit.start : hit.end])
                if ruled
                else self._decide(index, text, hit)
            )
            if outcome is not None:
                mentions.append(self._mention(index, hit, outcome, code))
        if free and self.reader:
            verdicts = self.reader(index, text, free)
            mentions += (
                self._hear(index, text, verdict)
                for verdict in verdicts
                if not any(verdict.start < end and verdict.end > start for start, end in fixed)
            )
            mentions.sort(key=lambda mention: mention.start)
        return _collapse(text, mentions) if self.policy.collapse else mentions

    def _is_open(self, hit: Hit) -> bool:
        """Whether it takes a reader to say whom a hit means."""
        return self.names.special.isdisjoint(hit.names)

    def questions(self) -> list[Question]:
        """What is open after the pass, the most frequent first."""
        found = [
            Question(kind, name, people, tuple(dict.fromkeys(where)), len(where))
            for (kind, name, people), where in self._asked.items()
        ]
        return sorted(found, key=lambda q: (-q.count, q.kind, q.name, q.participants))

    def _here(self, hit: Hit, listed: list[Override]) -> Hit | None:
        """A hit without the names that are names in other messages only."""
        here = {self.names.key(override.name) for override in listed}
        left = [n for n in hit.names if n not in self.names.local or self.names.key(n) in here]
        return hit._replace(names=tuple(left)) if left else None

    def _is_pseudonym(self, text: str, start: int, end: int) -> bool:
        """Whether a stretch stands in brackets as a pseudonym would: [P07], [U01|U04]."""
        if start == 0 or text[start - 1] not in "[|":
            return False
        left, right = text.rfind("[", 0, start), text.find("]", end)
        return all(part in self.shown for part in text[left + 1 : max(right, 0)].split("|"))

    def _mention(self, index: int, hit: Hit, outcome: _Outcome, code: bool) -> Mention:
        if code:
            outcome = _Outcome(None, outcome.participant, by="code")
        if outcome.question:
            self._asked.setdefault(outcome.question, []).append(self.ids[index])
        text, who, _, score, by = outcome
        return Mention(self.ids[index], hit.start, hit.end, "NAME", who, text, score, by)

    def _obey(self, override: Override, piece: str) -> _Outcome | None:
        who = override.participant
        return None if who is None else _Outcome(self.shown_as(who, piece), who, by="override")

    def _decide(self, index: int, text: str, hit: Hit) -> _Outcome | None:
        """What a hit becomes by the mapping and the scope; None keeps it."""
        key = hit.names, text[hit.start : hit.end], self.places[index]
        if key not in self._settled:
            self._settled[key] = self._settle(*key)
        return self._settled[key]

    def _hear(self, index: int, text: str, verdict: Verdict) -> Mention:
        """The mention that a reader's verdict makes."""
        piece = text[verdict.start : verdict.end]
        name = " ".join(piece.split())
        if not verdict.owners:
            outcome = _Outcome(f"[{PLACEHOLDER}]")
        elif len(verdict.owners) > 1:
            outcome = self._ambiguous(("shared", name, verdict.owners), piece)
        else:
            who = verdict.owners[0]
            outside = not self._present((who,), self.places[index])
            question = ("outside", name, (who,)) if outside else None
            outcome = _Outcome(self.shown_as(who, piece), who, question)
        outcome = outcome._replace(score=verdict.score, by=verdict.by)
        hit = Hit(index, verdict.start, verdict.end, (name,))
        return self._mention(index, hit, outcome, False)

    def _settle(self, names: tuple[str, ...], piece: str, place: str | None) -> _Outcome | None:
        """What a way of writing becomes in one place of the corpus."""
        if not self.names.special.isdisjoint(names):
            return self._treat(names)
        owners = self._owners(names, piece)
        here = self._present(owners, place)
        if not owners:
            return None
        if len(here or owners) > 1:
            return self._ambiguous(("shared", names[0], here or owners), piece)
        who = (here or owners)[0]
        question = None if here else ("outside", names[0], (who,))
        return _Outcome(self.shown_as(who, piece), who, question)

    def _treat(self, names: tuple[str, ...]) -> _Outcome | None:
        """What becomes of names to keep, composites and hidden names."""
        if not self.names.keep.isdisjoint(names):
            return None
        for name in names:
            if name in self.names.composites:
                return self._compose(self.names.composites[name])
        return _Outcome(f"[{PLACEHOLDER}]", by="hidden")

    def _owners(self, names: tuple[str, ...], piece: str) -> tuple[str, ...]:
        """Who goes by these names; a peculiar spelling (RObert, Zoé) is its owner's alone."""
        if len(names) == 1:
            return self.names.owners.get(names[0], ())
        peculiar = not piece.isascii() or piece not in (piece.lower(), piece.upper(), piece.title())
        if peculiar and piece in self.names.owners:
            return self.names.owners[piece]
        listed = (who for name in names for who in self.names.owners.get(name, ()))
        return tuple(dict.fromkeys(listed))

    def _present(self, owners: tuple[str, ...], place: str | None) -> tuple[str, ...]:
        """Those of the owners who are in scope."""
        if place is None:
            return owners
        members = self.members[place]
        return tuple([who for who in owners if who in members or who in self.thirds])

    def _ambiguous(self, question: tuple[str, str, tuple[str, ...]], piece: str) -> _Outcome:
        """What stands for a name of several people; homonyms that look alike stay so."""
        alike = {self.shown_as(who, piece) for who in question[2]}
        if len(alike) == 1:
            return _Outcome(alike.pop(), None, question)
        told = "|".join(self.given[who] for who in question[2])
        return _Outcome(f"[{told if self.policy.style == 'id' else PLACEHOLDER}]", None, question)

    def _compose(self, text: str) -> _Outcome:
        """The text of a composite, with the pseudonyms of the people it names."""
        people = [who for who in re.findall(r"\[([^\[\]]+)\]", text) if who in self.given]
        for who in people:
            text = text.replace(f"[{who}]", f"[\0{who}]")
        for who in people:
            text = text.replace(f"[\0{who}]", self.shown_as(who, ""))
        return _Outcome(text, people[0] if len(set(people)) == 1 else None, by="composite")


def _said(hits: list[Hit], listed: list[Override], names: Names) -> dict[Hit, Override]:
    """The hits that overrides speak of; one on a single occurrence goes before one on all."""
    said: dict[Hit, Override] = {}
    for override in sorted(listed, key=lambda override: override.nth or 0):
        key = names.key(override.name)
        meant = [hit for hit in hits if any(names.key(name) == key for name in hit.names)]
        if override.nth is not None:
            meant = meant[override.nth - 1 : override.nth]
        said.update(dict.fromkeys(meant, override))
    return said


def _touches(hit: Hit, stretches: list[Stretch]) -> bool:
    before = bisect_left(stretches, (hit.end,))
    return before > 0 and stretches[before - 1][1] > hit.start


def _collapse(text: str, mentions: list[Mention]) -> list[Mention]:
    """Make one of neighbouring mentions of one person with only white space between them."""
    kept: list[Mention] = []
    for mention in mentions:
        last = kept[-1] if kept else None
        if (
            last
            and last.participant is not None
            and last.replacement is not None
            and (last.participant, last.replacement) == (mention.participant, mention.replacement)
            and not text[last.end : mention.start].strip()
        ):
            kept[-1] = dataclasses.replace(last, end=mention.end)
        else:
            kept.append(mention)
    return kept
