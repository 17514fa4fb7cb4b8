"""Keeps names out of what the report quotes: session ids, message ids, notes from reading.

These come from the source, and a source may call a session after its tutor or use mail addresses
as ids. Whatever is known to belong to a person is veiled; a pseudonym takes its place where the
owner is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from collections.abc import Mapping as Lookup

from onym.model import Corpus, Mapping

PLACEHOLDER = "[person]"

_ADDRESS = re.compile(r"[^\s@<>\"']+@[^\s@<>\"',;]+")
_CHUNK = re.compile(r"[\w.+-]*\w")
_WORD = re.compile(r"[^\W\d_]+")

_OUR_WORDS = frozenset(
    re.findall(
        r"\w+",
        "all an and are art as at but by for from in is it line long mark may no not of on one or"
        " row rows so than the there they this to two was were will with",
    )
)
"""Words of our own notes: in small letters they stay, even where somebody bears the name."""


def veil(corpus: Corpus, mapping: Mapping, pseudonyms: Lookup[str, str]) -> Callable[[str], str]:
    """Make the function that takes everything personal out of a short text from the source."""
    owned = _owned(corpus, pseudonyms)
    registered = set(_registered_words(corpus))
    learnt = set(_learnt_words(mapping)) | (registered & _OUR_WORDS)
    registered -= _OUR_WORDS

    def cover_word(found: re.Match[str]) -> str:
        word, plain = found.group(), found.group().casefold()
        personal = plain in registered or (plain in learnt and word != plain)
        return PLACEHOLDER if personal and len(word) > 1 else word

    def cover_chunk(found: re.Match[str]) -> str:
        chunk = found.group()
        known = owned.get(chunk.casefold())
        return _WORD.sub(cover_word, chunk) if known is None else known

    def cover(text: str) -> str:
        text = _ADDRESS.sub(lambda found: owned.get(found.group().casefold(), PLACEHOLDER), text)
        return _CHUNK.sub(cover_chunk, text)

    return cover


def _owned(corpus: Corpus, pseudonyms: Lookup[str, str]) -> dict[str, str]:
    """Source ids and handles to pseudonyms; an id that is only a number may be a row number."""
    table: dict[str, str] = {}
    for participant in corpus.participants.values():
        pseudonym = pseudonyms.get(participant.id, PLACEHOLDER)
        for mark in (participant.id, *participant.handles):
            if not mark.isdecimal():
                table[mark.casefold()] = pseudonym
    return table


def _registered_words(corpus: Corpus) -> Iterable[str]:
    for person in corpus.participants.values():
        for name in (*person.names, *(handle.partition("@")[0] for handle in person.handles)):
            yield from (word.casefold() for word in _WORD.findall(name))


def _learnt_words(mapping: Mapping) -> Iterable[str]:
    names = [entry.name for entry in mapping.entries if entry.decision != "rejected"]
    for name in (*names, *mapping.hidden):
        yield from (word.casefold() for word in _WORD.findall(name))
