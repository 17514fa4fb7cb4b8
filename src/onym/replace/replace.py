"""Replace names by pseudonyms, in one pass over spans that do not overlap.

Nothing is replaced twice, so Rose -> Will and Will -> Rose do not run into each other. What
becomes of each name is decided in `mentions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import replace as changed
from itertools import groupby, pairwise
from operator import itemgetter

import polars as pl

from onym.conversation.threads import AROUND
from onym.fitting import OPEN, Call, Fitter, Notes, draw, fill, guard
from onym.garbage import no_collection
from onym.model import TEXT_COLUMNS, Corpus, Mapping, Mention, Policy, Replaced
from onym.names.matcher import Matcher
from onym.names.names import known_people, matcher_of, people_of, read_names, word_test
from onym.names.styles import BARE, Crowd, give
from onym.names.wording import Wording
from onym.replace.hide import Hider, hider_for
from onym.replace.mentions import Pass, Reader, questions_of


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
    given = give_all(corpus, mapping, policy, pseudonyms or {})
    return Replacer(corpus, mapping, policy, given, reader, is_word, details).put(corpus)


def give_all(
    corpus: Corpus, mapping: Mapping, policy: Policy, pseudonyms: Lookup[str, str]
) -> dict[str, str]:
    """Everybody's pseudonym in the policy's style; those already given are kept."""
    names = read_names(mapping, corpus, policy)
    people = known_people(corpus, names)
    crowd = Crowd(people, policy.languages, policy.homonyms, policy.profile)
    everybody = people_of(corpus, names)
    return give(policy.style, everybody, policy.seed, pseudonyms, names.patterns(), crowd)


def fitter_of(
    corpus: Corpus,
    mapping: Mapping,
    policy: Policy,
    given: Lookup[str, str],
    details: Lookup[str, str] | None,
) -> Fitter:
    """What draws the pseudonyms of details: none that a participant has."""
    people = known_people(corpus, read_names(mapping, corpus, policy))
    taken = [name for person in people.values() for name in person.names]
    taken += given.values() if policy.style in BARE else ()
    return Fitter(policy.seed, policy.languages, details, taken, policy.places == "invented")


class Replacer:
    """Replaces the names in a corpus, or in one part of it after another."""

    def __init__(
        self,
        corpus: Corpus,
        mapping: Mapping,
        policy: Policy,
        given: Lookup[str, str],
        reader: Reader | None = None,
        is_word: Callable[[str], bool] | None = None,
        details: Lookup[str, str] | None = None,
    ) -> None:
        self.mapping, self.policy, self.given = mapping, policy, given
        names = read_names(mapping, corpus, policy)
        self.fitter = fitter_of(corpus, mapping, policy, given, details)
        self.notes = Notes(self.fitter)
        self.wording = Wording(policy, given, known_people(corpus, names), self.notes)
        self.work = Pass(corpus, names, policy, self.wording, reader)
        self.matcher = matcher_of(names, is_word or word_test(mapping, policy))

    def put(self, part: Corpus) -> Replaced:
        """Replace the names in the messages of a part."""
        done, calls = self.note(part)
        drawn = [made for listed in calls for made in draw(self.fitter, listed)]
        mentions = tuple(_filled(mention, drawn) for mention in done.mentions)
        messages = fill_columns(done.messages, TEXT_COLUMNS, drawn)
        return changed(done, messages=messages, mentions=mentions, details=self.fitter.table)

    def note(self, part: Corpus) -> tuple[Replaced, list[list[Call]]]:
        """Replace the names in a part, with notes for what is still to be drawn.

        What is to be drawn stands beside it, for each column of texts.
        """
        known, work = self.mapping, self.work
        self.wording.forget()
        work.enter(part)
        kept = (*known.keep, *known.rejected)
        hider = hider_for(part, self.policy, self.notes, work.places, kept, known)
        mentions: list[Mention] = []
        columns: dict[str, list[str | None]] = {}
        sizes: list[int] = []
        with no_collection():
            for column in TEXT_COLUMNS:
                if column in part.messages.columns:
                    texts = part.messages[column].to_list()
                    columns[column], found = _rewrite_all(texts, self.matcher, work, hider)
                    mentions += found if column == "text" else ()
                sizes.append(len(self.notes))
        messages = _with(part.messages.drop(list(AROUND), strict=False), columns, self.given)
        asked = tuple(questions_of(work.asked))
        done = Replaced(messages, tuple(mentions), self.given, asked, self.fitter.table)
        calls = self.notes.take()
        return done, [calls[start:end] for start, end in pairwise((0, *sizes))]


def fill_columns(
    messages: pl.DataFrame, columns: Iterable[str], drawn: Sequence[str]
) -> pl.DataFrame:
    """Messages with the notes in some columns replaced by what was drawn for them."""
    for name in columns:
        if name in messages.columns and holds_notes(messages[name]):
            texts = [fill(text, drawn) if text else text for text in messages[name]]
            messages = messages.with_columns(pl.Series(name, texts, dtype=pl.String))
    return messages


def holds_notes(texts: pl.Series) -> bool:
    """Whether there is anything to fill in."""
    return bool(texts.str.contains(OPEN, literal=True).any())


def _filled(mention: Mention, drawn: Sequence[str]) -> Mention:
    noted = mention.replacement
    if noted is None or OPEN not in noted:
        return mention
    return mention._replace(replacement=fill(noted, drawn))


def _rewrite_all(
    column: list[str | None], matcher: Matcher, work: Pass, hider: Hider | None
) -> tuple[list[str | None], list[Mention]]:
    """One column of texts with the names and details replaced, and the mentions in it."""
    texts = [text or "" for text in column]
    written = [guard(text) if text else text for text in column]
    mentions: list[Mention] = []
    for index, found in _found(texts, matcher, work, hider):
        if found:
            written[index] = rewrite(texts[index], found, guard)
            mentions += found
    return written, mentions


def _found(
    texts: list[str], matcher: Matcher, work: Pass, hider: Hider | None
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


def rewrite(text: str, mentions: Iterable[Mention], kept: Callable[[str], str] = str) -> str:
    """A message's text with its mentions, in order, replaced; those only marked stay.

    What is not replaced is written as `kept` says.
    """
    parts: list[str] = []
    at = 0
    for mention in mentions:
        if mention.replacement is not None:
            parts += (kept(text[at : mention.start]), mention.replacement)
            at = mention.end
    parts.append(kept(text[at:]))
    return "".join(parts)


def _with(
    messages: pl.DataFrame, texts: Lookup[str, list[str | None]], given: Lookup[str, str]
) -> pl.DataFrame:
    columns = [pl.Series(name, values, dtype=pl.String) for name, values in texts.items()]
    for column in ("author", "parent_author"):
        values = [None if who is None else given.get(who, who) for who in messages[column]]
        columns.append(pl.Series(column, values, dtype=pl.String))
    return messages.with_columns(columns)
