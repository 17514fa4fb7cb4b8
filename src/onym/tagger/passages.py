"""What the reader is given to read: a few passages for each word that is still open.

It is slow beside everything else, so it reads no more than is needed: of each open word the
messages that wait longest, of each message the lines around the word, nothing twice.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import polars as pl

from onym import language
from onym.details.lexicon import load
from onym.details.model import Detail
from onym.details.readings import Readings
from onym.language import CODES
from onym.link.ledger import Ledger
from onym.model import Corpus
from onym.text.text import fold

WORD = re.compile(r"[^\W\d_]{2,}")
ENOUGH = (3, 8)
"""How many passages are read for a word: at first, and if the first ones do not agree."""
AROUND = 2
"""Lines before and after the one with the word that go with it."""
LONG = 160
"""Letters of a long line that are read before and after the word."""
QUOTES = re.compile(r"^[\s>|:]+", re.MULTILINE)
SURE = 0.9
"""Details with a lower score are open."""


class Passage(NamedTuple):
    """A stretch of a message's text."""

    row: int
    start: int
    end: int


def open_words(ledger: Ledger) -> set[str]:
    """Words as written that may be names and that nobody, or more than one person, owns.

    A given name that several people own is none of them: that it is a name is known.
    """
    known = ledger.words
    codes = tuple(code for code in known.languages if code in CODES) or CODES[:1]
    lists = Readings(load(codes))
    found = set()
    for word in ledger.tally.vocabulary.words:
        owners = ledger.owners.get(fold(word), ())
        if len(owners) > 1:
            if not known.given(word):
                found.add(word)
        elif not owners and word[0].isupper() and word[1:].islower() and len(word) > 2:
            low = word.casefold()
            if low in known.never or known.ordinary(word) or language.is_technology(low):
                continue
            place = language.is_place(low) and low not in language.surnames()
            if place or known.ordinary(word.removesuffix("s")):
                continue
            told = lists[word]
            if told is None or not (told.weekday or told.month or told.label):
                found.add(word)
    return found


def index_words(corpus: Corpus, words: set[str]) -> dict[str, list[tuple[int, int, int]]]:
    """Where each word stands: rank of the message by its time, row and place; a few of them."""
    rank = {row: at for at, row in enumerate(by_age(corpus, range(corpus.messages.height)))}
    found: dict[str, list[tuple[int, int, int]]] = {}
    row = 0
    for batch in corpus.messages.select("text").iter_slices(2000):
        for text in batch["text"].to_list():
            if not words.isdisjoint(WORD.findall(text)):
                for match in WORD.finditer(text):
                    if match[0] in words:
                        places = found.setdefault(match[0], [])
                        insort(places, (rank[row], row, match.start()))
                        del places[ENOUGH[-1] :]
            row += 1
    return found


def passages(
    places: Iterable[tuple[int, int, int]], texts: pl.Series, done: set[str]
) -> Iterator[Passage]:
    """The passages around places, the oldest first, none that was read or quoted before."""
    for _, row, at in sorted(places):
        text = texts[row]
        start, end = lines_around(text, at)
        key = QUOTES.sub("", text[start:end])
        if key not in done:
            done.add(key)
            yield Passage(row, start, end)


def lines_around(text: str, at: int) -> tuple[int, int]:
    """Where the lines around a place begin and end; of long lines only what is near."""
    start = end = at
    for _ in range(AROUND + 1):
        start = max(text.rfind("\n", 0, max(0, start - 1)), -1) + 1
        stop = text.find("\n", end + 1)
        end = len(text) if stop < 0 else stop
    if at - start > LONG:
        start = max(start, text.find(" ", at - LONG) + 1)
    if end - at > LONG:
        end = max(at, min(end, text.rfind(" ", at, at + LONG) % (len(text) + 1)))
    return start, end


def open_rows(
    corpus: Corpus, words: set[str], detect: Callable[[str], Sequence[Detail]]
) -> list[int]:
    """The rows of messages with open words or with details that are not sure, oldest first."""
    rows, at = [], 0
    for batch in corpus.messages.select("text").iter_slices(2000):
        for text in batch["text"].to_list():
            if not words.isdisjoint(WORD.findall(text)) or any(
                each.score < SURE and each.category in ("NAME", "PLACE") for each in detect(text)
            ):
                rows.append(at)
            at += 1
    return by_age(corpus, rows)


def by_age(corpus: Corpus, rows: Iterable[int]) -> list[int]:
    """Rows of messages, those that wait longest first."""
    times = corpus.messages["time"].to_list()
    return sorted(rows, key=lambda row: (times[row] or "~", row))
