"""One look at a part of what will be shared: everything that is counted there, to be added up.

surveyor = Surveyor(known)
survey = surveyor.look(source, shared)          # a part: rows of both correspond
survey.merge(surveyor.look(more, shared_more))  # or from another process
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as Lookup
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from onym.check.details import Teller, Tellings, Told
from onym.check.estimate import Captures, Pair
from onym.check.finders import Structure, Vocabulary
from onym.check.finding import Place
from onym.check.known import Known
from onym.check.named import Stay
from onym.check.pages import WORD, Lexicon, Page
from onym.check.search import Hits, bare_authors, note
from onym.check.seek import folded
from onym.check.sightings import Watcher
from onym.check.suspects import Suspecter, Use
from onym.check.sweep import sweep_of
from onym.model import TEXT_COLUMNS
from onym.names.matcher import batches


@dataclass
class Survey:
    """What was counted in a part, without one text of it."""

    messages: int = 0
    hits: Hits = field(default_factory=dict)
    authors: dict[str, list[Place]] = field(default_factory=dict)
    words: Counter[str] = field(default_factory=Counter)
    """Every word as it is written."""
    uses: dict[str, Use] = field(default_factory=dict)
    captures: Captures = field(default_factory=Captures)
    told: Tellings = field(default_factory=dict)
    stays: dict[str, Stay] = field(default_factory=dict)
    """Who is named, as it is written."""

    def merge(self, other: Survey) -> None:
        """Add what was counted in another part."""
        self.messages += other.messages
        for key, places in other.hits.items():
            self.hits.setdefault(key, []).extend(places)
        for author, places in other.authors.items():
            self.authors.setdefault(author, []).extend(places)
        self.words.update(other.words)
        for word, use in other.uses.items():
            self.uses.setdefault(word, Use()).merge(use)
        for name, stay in other.stays.items():
            self.stays.setdefault(name, Stay()).merge(stay)
        self.captures.merge(other.captures)
        for detail, told in other.told.items():
            self.told[detail] = self.told[detail].merge(told) if detail in self.told else told


def pack(survey: Survey) -> dict[str, Any]:
    """A survey as plain values."""
    return {
        "messages": survey.messages,
        "hits": [[*key, places] for key, places in survey.hits.items()],
        "authors": survey.authors,
        "words": survey.words,
        "uses": {word: use.pack() for word, use in survey.uses.items()},
        "captures": [survey.captures.words, survey.captures.replaced],
        "told": [[*key, told.places, [*told.tellers]] for key, told in survey.told.items()],
        "stays": {name: stay.pack() for name, stay in survey.stays.items()},
    }


def unpack(values: Lookup[str, Any]) -> Survey:
    """What `pack` gave."""
    places = partial(map, Place._make)
    words, replaced = values["captures"]
    captures = Captures()
    captures.words = {word: Counter(count) for word, count in words.items()}
    captures.replaced = {name: Counter(count) for name, count in replaced.items()}
    return Survey(
        values["messages"],
        {(name, why, apart): [*places(at)] for name, why, apart, at in values["hits"]},
        {author: [*places(at)] for author, at in values["authors"].items()},
        Counter(values["words"]),
        {word: Use.unpack(use) for word, use in values["uses"].items()},
        captures,
        {
            (kind, value): Told(tuple(places(at)), frozenset(tellers))
            for kind, value, at, tellers in values["told"]
        },
        {name: Stay.unpack(stay) for name, stay in values["stays"].items()},
    )


class Surveyor:
    """Looks at parts; what was worked out for a piece of text is remembered for the next."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.sweep = sweep_of(known)
        seeker = self.sweep.seeker
        structure = Structure(known.languages, known.spared)
        vocabulary = Vocabulary(known.registered, seeker.judge, known.languages, known.spared)
        names = {word for name in seeker.names for word in folded(name)}
        self.pair = Pair(structure, vocabulary, names)
        self.suspecter = Suspecter(seeker.judge, [*names, *known.spared], known.languages)
        self.watcher = Watcher(known, seeker.judge)
        self.teller = Teller(known.languages)
        traits = [self.sweep.traits, structure.traits, vocabulary.traits]
        traits += [self.suspecter.traits, self.teller.traits, self.watcher.traits]
        self.lexicon = Lexicon(*traits)

    def look(
        self, source: pl.DataFrame, shared: pl.DataFrame, asides: pl.DataFrame | None = None
    ) -> Survey:
        """Look at a part: rows of the source and of what will be shared correspond."""
        survey = Survey(shared.height)
        for author, place in bare_authors(source, shared, self.known.pseudonyms):
            survey.authors.setdefault(author, []).append(place)
        for frame in (shared, asides):
            for column in TEXT_COLUMNS if frame is not None else ():
                if frame is not None and column in frame.columns:
                    main = frame is shared and column == "text"
                    self._look_at(frame, column, main, survey)
        every = self.known.every
        before, after = source["text"].gather_every(every), shared["text"].gather_every(every)
        self._compare(before.to_list(), after.to_list(), survey)
        return survey

    def _look_at(self, frame: pl.DataFrame, column: str, main: bool, survey: Survey) -> None:
        kept = frame.filter(pl.col(column) != "")
        texts, ids, authors = (kept[name].to_list() for name in (column, "id", "author"))
        for first, last in batches(texts):
            page = Page(texts[first:last], self.lexicon)
            self._count(page, survey.words)
            for text, found in self.sweep.search(page):
                note(survey.hits, ids[first + text], found)
            placed = self.pair.structure.find(page)
            self.suspecter.watch(page, ids[first:last], placed, survey.uses)
            self.watcher.watch(page, ids[first:last], survey.stays)
            if main:
                survey.captures.left(placed, self.pair.vocabulary.find(page))
                self._tell(page, ids[first:last], authors[first:last], survey.told)
            self.lexicon.tidy()

    def _count(self, page: Page, words: Counter[str]) -> None:
        numbers = np.bincount(page.ids)
        for piece in np.flatnonzero(numbers).tolist():
            for word in self.lexicon.words[piece]:
                words[word] += int(numbers[piece])

    def _tell(
        self, page: Page, ids: Sequence[str], authors: Sequence[str | None], told: Tellings
    ) -> None:
        for kind, value, start in self.teller.find(page):
            text, offset = page.place(start)
            fresh = Told((Place(ids[text], offset),), frozenset((authors[text],)))
            known = told.get((kind, value))
            told[kind, value] = fresh if known is None else known.merge(fresh)

    def _compare(self, before: Sequence[str], after: Sequence[str], survey: Survey) -> None:
        """See what the finders would have seen of the names that were replaced."""
        changed = [(old, new) for old, new in zip(before, after, strict=True) if old and old != new]
        for first, last in batches([old for old, _ in changed]):
            page = Page([old for old, _ in changed[first:last]], self.lexicon)
            gone = (_gone(old, new) for old, new in changed[first:last])
            survey.captures.gone(page, gone, self.pair)
            self.lexicon.tidy()


def _gone(before: str, after: str) -> Counter[str]:
    """The words of one text that another does not have any more."""
    old, new = Counter(before.split()), Counter(after.split())
    words: Counter[str] = Counter()
    for piece in old.keys() | new.keys():
        number = old[piece] - new[piece]
        if number:
            for word in WORD.findall(piece):
                words[word] += number
    return +words
