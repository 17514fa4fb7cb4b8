"""Texts that are no messages: subjects, titles, profiles, former versions.

They go out with the messages, so the names in them are replaced, by the same mapping. Nothing is
looked for in them and nothing asked about them. So a mapping may not know whoever is named there
alone: the whole names that people are registered with are taken as theirs here, and user names
that no message has.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace as changed

import polars as pl

from onym.model import Corpus, Entry, Mapping, Policy, Replaced
from onym.names.kinship import language_knows, persons_of
from onym.names.matcher import Matcher
from onym.replace.replace import replace
from onym.resolve.resolve import Resolver
from onym.resolve.verdicts import is_barred

SLICE = 10_000
"""Messages looked at in one go."""


def replace_asides(
    corpus: Corpus, mapping: Mapping, policy: Policy, done: Replaced, in_context: bool
) -> Replaced:
    """Add to what was replaced the subjects and asides, as the method in context reads them."""
    if not in_context:
        return _put(corpus, mapping, policy, done, False)
    known = with_registered(mapping, corpus)
    if "subject" in corpus.messages.columns:
        done = _replace_subjects(corpus, known, policy, done, known.entries[len(mapping.entries) :])
    return _put(corpus, known, policy, done, True)


def with_registered(mapping: Mapping, corpus: Corpus) -> Mapping:
    """Add the whole names of people to a mapping that lists only those seen in messages."""
    listed = {(entry.participant, entry.name) for entry in mapping.entries}
    names = [
        Entry(who.id, name)
        for who in corpus.participants.values()
        for name in who.names
        if len(name.split()) > 1 and (who.id, name) not in listed
    ]
    names += _user_names(corpus, {entry.name.casefold() for entry in mapping.entries})
    return changed(mapping, entries=(*mapping.entries, *names)) if names else mapping


def _user_names(corpus: Corpus, listed: set[str]) -> list[Entry]:
    """The user names in asides alone; of one in messages that is not listed more is known."""
    owned = [
        (handle, person.id)
        for person in persons_of(corpus.participants).values()
        for handle in person.handles
        if handle.casefold() not in listed and is_nothing_else(handle)
    ]
    names, shown = {handle for handle, _ in owned}, set[str]()
    if corpus.asides is not None:
        shown |= _found(names, corpus.asides["text"])
    if "subject" in corpus.messages.columns:
        shown |= _found(names, corpus.messages["subject"].unique().drop_nulls())
    for texts in corpus.messages["text"].to_frame().iter_slices(SLICE) if shown else ():
        shown -= _found(shown, texts["text"])
    return [Entry(who, name, traits=("handle",)) for name, who in owned if name in shown]


def _found(names: Iterable[str], texts: pl.Series) -> set[str]:
    """Which of some names stand in texts, links and addresses apart."""
    written = texts.to_list()
    hits = Matcher(names).find(written)
    said = (hit for hit in hits if not is_barred(written[hit.message], hit.start, hit.end))
    return {name for hit in said for name in hit.names}


def is_nothing_else(handle: str) -> bool:
    """Whether a user name is nothing but that: no address, and nothing a language knows."""
    return "@" not in handle and len(handle) > 3 and not language_knows(handle)


def _replace_subjects(
    corpus: Corpus, known: Mapping, policy: Policy, done: Replaced, added: tuple[Entry, ...]
) -> Replaced:
    """Read the few subjects again in which a whole name still stands."""
    names = [entry.name for entry in added]
    if not names:
        return done
    left = done.messages["subject"].str.contains_any(names, ascii_case_insensitive=True)
    if not left.any():
        return done
    texts = corpus.messages.with_columns(text="subject").drop("subject").filter(left)
    rest = _read(texts, corpus, known, policy, done, True)
    subjects = done.messages["subject"].clone().scatter(left.arg_true(), rest.messages["text"])
    messages = done.messages.with_columns(subject=subjects)
    return changed(done, messages=messages, details=rest.details)


def _put(
    corpus: Corpus, mapping: Mapping, policy: Policy, done: Replaced, in_context: bool
) -> Replaced:
    if corpus.asides is None:
        return done
    rest = _read(corpus.asides, corpus, mapping, policy, done, in_context)
    return changed(done, asides=rest.messages, details=rest.details)


def _read(
    texts: pl.DataFrame,
    corpus: Corpus,
    mapping: Mapping,
    policy: Policy,
    done: Replaced,
    in_context: bool,
) -> Replaced:
    aside = changed(corpus, messages=texts, asides=None)
    reader = Resolver(aside, mapping, policy).read if in_context else None
    return replace(aside, mapping, policy, done.pseudonyms, reader, details=done.details)
