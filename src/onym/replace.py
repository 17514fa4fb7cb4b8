"""Replace names by pseudonyms, in one pass over spans that do not overlap.

Nothing is replaced twice, so Rose -> Will and Will -> Rose do not run into each other. What
becomes of each name is decided in `mentions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Lookup
from itertools import groupby
from operator import itemgetter

import polars as pl

from onym.fitting import Fitter
from onym.garbage import no_collection
from onym.hide import Hider, hider_for
from onym.matcher import Matcher
from onym.mentions import Pass, Reader, questions_of
from onym.model import TEXT_COLUMNS, Corpus, Mapping, Mention, Policy, Replaced
from onym.names import known_people, matcher_of, people_of, read_names, word_test
from onym.styles import BARE, Crowd, give
from onym.threads import AROUND
from onym.wording import Wording


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
        fits: type[Fitter] = Fitter,
    ) -> None:
        self.mapping, self.policy, self.given = mapping, policy, given
        names = read_names(mapping, corpus, policy)
        people = known_people(corpus, names)
        taken = [name for person in people.values() for name in person.names]
        taken += given.values() if policy.style in BARE else ()
        invented = policy.places == "invented"
        self.fitter = fits(policy.seed, policy.languages, details, taken, invented)
        wording = Wording(policy, given, people, self.fitter)
        self.work = Pass(corpus, names, policy, wording, reader)
        self.matcher = matcher_of(names, is_word or word_test(mapping, policy))

    def put(self, part: Corpus) -> Replaced:
        """Replace the names in the messages of a part."""
        known, work = self.mapping, self.work
        work.enter(part)
        kept = (*known.keep, *known.rejected)
        hider = hider_for(part, self.policy, self.fitter, work.places, kept, known)
        mentions: list[Mention] = []
        columns: dict[str, list[str | None]] = {}
        with no_collection():
            for column in TEXT_COLUMNS:
                if column in part.messages.columns:
                    texts = part.messages[column].to_list()
                    columns[column], found = _rewrite_all(texts, self.matcher, work, hider)
                    mentions += found if column == "text" else ()
        messages = _with(part.messages.drop(list(AROUND), strict=False), columns, self.given)
        asked = tuple(questions_of(work.asked))
        return Replaced(messages, tuple(mentions), self.given, asked, self.fitter.table)


def _rewrite_all(
    column: list[str | None], matcher: Matcher, work: Pass, hider: Hider | None
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
