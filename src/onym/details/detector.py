"""Find every personal detail of a text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import get_args
from unicodedata import is_normalized, normalize

from onym.details import bodies, dates, marks, signatures, spots
from onym.details.checksums import STATES
from onym.details.citations import find_citations
from onym.details.lexicon import Lexicon, load
from onym.details.model import CATEGORIES, LABELS, Detail
from onym.details.page import Page
from onym.details.patterns import Patterns
from onym.details.people import CITED, Finder
from onym.details.readings import SHOUTED, SMALL, Reading, Readings
from onym.details.title_lines import find_title_lines
from onym.errors import PolicyError
from onym.language import CODES
from onym.model import People

_CLUSTER = re.compile(r"[\s\S][\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]*")
Ranked = tuple[int, Detail]
PATTERN, DATE, BODY, PHRASE, FULL_NAME, PLACE, NAME, MARK, GUESS = range(9, 0, -1)
"""Which reading wins where two overlap; then the longer one does."""


class Detector:
    """Finds details in texts of some languages; what it learns of a word it keeps."""

    def __init__(
        self,
        languages: Iterable[str] = ("en",),
        categories: Iterable[str] | None = None,
        people: People = "private",
    ) -> None:
        codes = tuple(dict.fromkeys(code for code in languages if code in CODES)) or (CODES[0],)
        self.languages = codes
        self.categories = _checked(categories)
        if people not in get_args(People):
            raise PolicyError(f"people must be one of {', '.join(get_args(People))}")
        self.people = people
        self._lexicon: Lexicon = load(codes)
        self._readings = Readings(self._lexicon)
        self._patterns = Patterns(self._lexicon)

    def detect(self, text: str) -> list[Detail]:
        """The details of a text, in order and apart; offsets are code points."""
        if not text.isascii() and not is_normalized("NFC", text):
            return _detect_composed(self, text)
        return self.detect_plain(text)

    def detect_plain(self, text: str) -> list[Detail]:
        """The details of a text whose accents are no characters of their own."""
        page = Page(text, self._readings, self._lexicon)
        shaped = self._patterns.find(text)
        ranked: list[Ranked] = [(PATTERN, detail) for detail in shaped]
        ranked += self._walk(page)
        if self.people != "everyone":
            cited = (Detail(start, end, "", CITED) for start, end in find_citations(page))
            ranked += ((PATTERN, detail) for detail in cited)
        named = [detail for rank, detail in ranked if rank == BODY]
        ranked += ((BODY, detail) for detail in bodies.find_again(page, named))
        if self.people != "participants" and self._wants("NAME"):
            ranked += self._people(page, shaped)
        ranked += ((NAME, detail) for detail in signatures.echoes(page, shaped))
        chosen = settle(ranked)
        return [each for each in chosen if each.sublabel != CITED and self._wants(each.category)]

    def _wants(self, category: str) -> bool:
        return self.categories is None or category in self.categories

    def _people(self, page: Page, shaped: list[Detail]) -> Iterator[Ranked]:
        hints = signatures.hints(shaped)
        for detail in signatures.find_signatures(page, shaped):
            yield FULL_NAME, detail
        for detail in find_title_lines(page):
            yield FULL_NAME if detail.parts else NAME, detail
        finder = Finder(page, self.people == "everyone", hints)
        for detail in finder.find():
            yield FULL_NAME if detail.parts else NAME, detail
        for detail in finder.cited:
            yield FULL_NAME, detail

    def _walk(self, page: Page) -> list[Ranked]:
        """What each word that tells anything may be."""
        found: list[Ranked] = []
        reads, lows, guesses = page.reads, page.lows, page.lexicon.guess_lasts
        for at in page.hot:
            reading = reads[at]
            assert reading is not None
            if reading.thing:
                found += _read_thing(page, at, reading)
            if reading.case != SMALL:
                if at and lows[at - 1] in guesses:
                    found += _read_unknown(page, at, reading)
                if reading.case == SHOUTED and page.words[at] in STATES:
                    found += [_rank_place(each) for each in spots.read_state(page, at)]
        return found


def _read_thing(page: Page, at: int, reading: Reading) -> Iterator[Ranked]:
    """What a word may be or open by itself: a number, a mark, a body, a place."""
    phrased = reading.low in page.lexicon.phrases
    if reading.number >= 0:
        yield from _read_number(page, at, reading)
    elif reading.month or reading.weekday:
        yield from _read_calendar(page, at, reading)
    if reading.label or phrased:
        for each in marks.read_mark(page, at, reading):
            yield MARK, each
        if reading.label in bodies.NAMED or phrased:
            for each in bodies.read_named(page, at, reading):
                yield BODY, each
    if reading.head and (reading.case != SMALL or reading.sure or _follows(page, at)):
        for each in bodies.read_compound(page, at, reading):
            yield BODY, each
        for each in bodies.read_headed(page, at, reading):
            yield BODY, each
    if reading.low in page.lexicon.first_heads:
        for each in bodies.read_first_head(page, at):
            yield BODY, each
    if reading.place is not None or (reading.seconds and not reading.digits):
        for each in spots.read_places(page, at, reading):
            yield _rank_place(each)


def _follows(page: Page, at: int) -> bool:
    """Whether a head in small letters may end a name: a capital or a compound is there."""
    return page.lows[at] not in page.lexicon.heads or page.capital(at - 1)


def _detect_composed(detector: Detector, text: str) -> list[Detail]:
    """The details of a text whose accents are characters of their own, with its own offsets."""
    pieces = _CLUSTER.findall(text)
    composed = [normalize("NFC", piece) for piece in pieces]
    before = [0, *accumulate(map(len, pieces))]
    after = [0, *accumulate(map(len, composed))]

    def back(at: int, end: bool) -> int:
        place = bisect_left(after, at) if end else bisect_right(after, at) - 1
        return before[place]

    return [
        detail._replace(
            start=back(detail.start, False),
            end=back(detail.end, True),
            parts=tuple(
                part._replace(start=back(part.start, False), end=back(part.end, True))
                for part in detail.parts
            ),
        )
        for detail in detector.detect_plain("".join(composed))
    ]


def _rank_place(detail: Detail) -> Ranked:
    rank = PHRASE if " " in detail.value else PLACE
    return (rank if detail.score > 0.6 else GUESS), detail


def _read_calendar(page: Page, at: int, reading: Reading) -> Iterator[Ranked]:
    if reading.month and (date := dates.read_month(page, at, reading)):
        yield DATE, date
    if reading.weekday and (date := dates.read_weekday(page, at, reading)):
        yield DATE, date


def _read_number(page: Page, at: int, reading: Reading) -> Iterator[Ranked]:
    for detail in dates.read_number(page, at, reading):
        yield DATE, detail
    for detail in bodies.read_line_number(page, at, reading):
        yield DATE, detail


def _read_unknown(page: Page, at: int, reading: Reading) -> Iterator[Ranked]:
    """What an unknown capitalised word may be by what stands before it."""
    for detail in bodies.read_employer(page, at, reading):
        yield GUESS, detail
    for detail in spots.read_unknown(page, at, reading):
        yield GUESS, detail


def settle(ranked: Iterable[Ranked]) -> list[Detail]:
    """Details that do not overlap: the higher rank first, then the longer, then the earlier."""
    kept: list[tuple[int, int, Detail]] = []
    for _, detail in sorted(
        ranked, key=lambda pair: (-pair[0], pair[1].start - pair[1].end, pair[1].start)
    ):
        place = bisect_left(kept, (detail.start,))
        if place and kept[place - 1][1] > detail.start:
            continue
        if place < len(kept) and kept[place][0] < detail.end:
            continue
        kept.insert(place, (detail.start, detail.end, detail))
    return [detail for _, _, detail in kept]


def _checked(categories: Iterable[str] | None) -> frozenset[str] | None:
    """Categories by their coarse or fine labels, as coarse ones."""
    if categories is None:
        return None
    chosen = set()
    for name in categories:
        category = LABELS[name].category if name in LABELS else name.upper()
        if category not in CATEGORIES:
            raise PolicyError(f"no category {name!r}: choose among {', '.join(CATEGORIES)}")
        chosen.add(category)
    return frozenset(chosen)
