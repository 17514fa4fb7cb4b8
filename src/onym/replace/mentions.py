"""From hits to mentions: what becomes of each name that a matcher found in a message.

    matches  ->  longest  ->  overrides, kept names, composites  ->  whose, within the scope
             ->  mentions

A name of several people in scope is never given to the first listed: it becomes a neutral
placeholder and a question. A name inside code or a tag is left, as replacing it could break the
code, but marked.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

from onym.model import Corpus, Mention, Override, Policy, Question
from onym.names.matcher import Hit, longest
from onym.names.names import Names, is_third, registered_to, scope_of
from onym.names.wording import Wording
from onym.resolve.verdicts import Verdict
from onym.text.layout import laid_out
from onym.text.text import Stretch, protected
from onym.text.view import read_out

PLACEHOLDER = "person"
"""Stands for somebody who is not known or must not be told: [person]."""


Reader = Callable[[int, str, list[Hit]], list[Verdict]]
"""Reads one message (its row and text) and says who is meant by the hits in it."""


Asked = dict[tuple[str, str, tuple[str, ...]], list[str]]
"""Kind, name and participants of a question, and the messages of its mentions."""


def questions_of(asked: Asked) -> list[Question]:
    """What is open after a pass, the most frequent first."""
    found = [
        Question(kind, name, people, tuple(dict.fromkeys(where)), len(where))
        for (kind, name, people), where in asked.items()
    ]
    return sorted(found, key=lambda q: (-q.count, q.kind, q.name, q.participants))


class Outcome(NamedTuple):
    """What becomes of a match."""

    replacement: str | None
    participant: str | None = None
    question: tuple[str, str, tuple[str, ...]] | None = None
    """Kind, name and participants."""
    score: float = 1.0
    by: str = "mapping"


class Pass:
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
        self.shown = {*self.given.values(), PLACEHOLDER}
        self.thirds = {who for who in self.given if is_third(who, corpus)}
        self.registered = registered_to(corpus, policy)
        self.enter(corpus)

    def enter(self, corpus: Corpus) -> None:
        """Turn to a corpus, or to another part of it."""
        self.ids: list[str] = corpus.messages["id"].to_list()
        self.places, self.members = scope_of(corpus, self.policy, self.registered)
        self._settled: dict[tuple[tuple[str, ...], str, str | None], Outcome | None] = {}
        self.asked: Asked = {}

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
        if stretches:
            mentions = [_with_tags(text, mention) for mention in mentions]
        return _collapse(text, mentions) if self.policy.collapse else mentions

    def _is_open(self, hit: Hit) -> bool:
        """Whether it takes a reader to say whom a hit means."""
        return self.names.special.isdisjoint(hit.names)

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

    def _mention(self, index: int, hit: Hit, outcome: Outcome, code: bool) -> Mention:
        if code:
            outcome = Outcome(None, outcome.participant, by="code")
        if outcome.question:
            self.asked.setdefault(outcome.question, []).append(self.ids[index])
        text, who, _, score, by = outcome
        return Mention(self.ids[index], hit.start, hit.end, "NAME", who, text, score, by)

    def _obey(self, override: Override, piece: str) -> Outcome | None:
        who = override.participant
        return None if who is None else Outcome(self.shown_as(who, piece), who, by="override")

    def _decide(self, index: int, text: str, hit: Hit) -> Outcome | None:
        """What a hit becomes by the mapping and the scope; None keeps it."""
        key = hit.names, text[hit.start : hit.end], self.places[index]
        if key not in self._settled:
            self._settled[key] = self._settle(*key)
        return self._settled[key]

    def _hear(self, index: int, text: str, verdict: Verdict) -> Mention:
        """The mention that a reader's verdict makes."""
        piece = text[verdict.start : verdict.end]
        name = read_out(piece)
        if not verdict.owners:
            outcome = Outcome(f"[{PLACEHOLDER}]")
        elif len(verdict.owners) > 1:
            outcome = self._ambiguous(("shared", name, verdict.owners), piece)
        else:
            owner = verdict.owners[0]
            outside = not self._present((owner,), self.places[index])
            question = ("outside", name, (owner,)) if outside else None
            outcome = Outcome(self.shown_as(owner, piece), owner, question)
        if outcome.question:
            self.asked.setdefault(outcome.question, []).append(self.ids[index])
        start, end, _, score, by = verdict
        shown, who = outcome.replacement, outcome.participant
        return Mention(self.ids[index], start, end, "NAME", who, shown, score, by)

    def _settle(self, names: tuple[str, ...], piece: str, place: str | None) -> Outcome | None:
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
        return Outcome(self.shown_as(who, piece), who, question)

    def _treat(self, names: tuple[str, ...]) -> Outcome | None:
        """What becomes of names to keep, composites and hidden names."""
        if not self.names.keep.isdisjoint(names):
            return None
        for name in names:
            if name in self.names.composites:
                return self._compose(self.names.composites[name])
        return Outcome(f"[{PLACEHOLDER}]", by="hidden")

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
        members = self.members.get(place, frozenset())
        return tuple([who for who in owners if who in members or who in self.thirds])

    def _ambiguous(self, question: tuple[str, str, tuple[str, ...]], piece: str) -> Outcome:
        """What stands for a name of several people; homonyms that look alike stay so."""
        alike = {self.shown_as(who, piece) for who in question[2]}
        if len(alike) == 1:
            return Outcome(alike.pop(), None, question)
        told = "|".join(self.given[who] for who in question[2])
        return Outcome(f"[{told if self.policy.style == 'id' else PLACEHOLDER}]", None, question)

    def _compose(self, text: str) -> Outcome:
        """The text of a composite, with the pseudonyms of the people it names."""
        people = [who for who in re.findall(r"\[([^\[\]]+)\]", text) if who in self.given]
        for who in people:
            text = text.replace(f"[{who}]", f"[\0{who}]")
        for who in people:
            text = text.replace(f"[\0{who}]", self.shown_as(who, ""))
        return Outcome(text, people[0] if len(set(people)) == 1 else None, by="composite")


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
    """Whether a hit is inside code or a tag; tags inside a hit do not matter."""
    before = bisect_left(stretches, (hit.end,))
    while before > 0 and stretches[before - 1][1] > hit.start:
        before -= 1
        if stretches[before][0] <= hit.start or stretches[before][1] >= hit.end:
            return True
    return False


def _with_tags(text: str, mention: Mention) -> Mention:
    """A mention that leaves the markup inside it: "<b>Mary</b> <i>Poe</i>" keeps all four tags."""
    written = text[mention.start : mention.end]
    if mention.replacement is None or not ("<" in written or "](" in written):
        return mention
    edits = laid_out(text).edits or ()
    inside = [
        e for e in edits if mention.start <= e.start and e.end <= mention.end and not e.letter
    ]
    kept = "".join([text[edit.start : edit.end] for edit in inside])
    return mention._replace(replacement=mention.replacement + kept)


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
            kept[-1] = last._replace(end=mention.end)
        else:
            kept.append(mention)
    return kept
