"""Places: words and phrases of the gazetteer, and unknown words where a place must stand."""

from __future__ import annotations

from collections.abc import Iterator

from onym.details.checksums import STATES
from onym.details.cues import is_term
from onym.details.model import Detail
from onym.details.page import Page
from onym.details.places import Place, find_place, place_phrases
from onym.details.readings import SHOUTED, SMALL, Reading
from onym.language import fold, is_ordinary

PLACE_WEIGHT = {"country": 4.0, "region": 3.5, "area": 3.0, "island": 3.0, "geo": 3.0, "place": 3.0}
NAME_WEIGHT = (0.0, 1.0, 2.5, 3.5)
NATURAL = frozenset({"geo", "island", "region"})
CONTEXT = 2.0
"""What a word before or after adds to a reading."""
EITHER = 0.4
"""What a word adds that stands before people as well: a letter to Sofia."""
ENOUGH = 2.4
"""What a place must weigh to be taken for one."""


def read_places(page: Page, at: int, reading: Reading) -> Iterator[Detail]:
    """The place that begins at a word, with a state or an unknown town beside it."""
    found = _phrase(page, at, reading) if reading.seconds else None
    if found is None and reading.place is not None and is_place_here(page, at, reading):
        found = at, at, reading.place, reading.form
    if found is None:
        return
    first, last, place, form = found
    first, last = _widened(page, first, last)
    start, end = page.starts[first], page.ends[last] + _has_dot(page, last, place)
    score = 0.8 if reading.slip or reading.case == SMALL else 1.0
    yield Detail(start, end, "PLACE", place.kind, form, score, place.key)
    yield from _beside(page, first, last)


def _has_dot(page: Page, last: int, place: Place) -> bool:
    """Whether the dot behind an abbreviation is its own, and no sentence's: the U.S. and I."""
    if not place.key.endswith(".") or page.gaps[last + 1] != ". ":
        return False
    return not page.capital(last + 1)


def is_place_here(page: Page, at: int, reading: Reading) -> bool:
    """Whether a word that may be a place is one where it stands."""
    place = reading.place
    if place is None or is_term(page, at):
        return False
    if reading.case == SMALL and not _is_small_place(page, at, reading, place):
        return False
    if reading.shouts_country and not _is_lived_in(page, at):
        return False
    weight = place_weight(page, at, reading, place)
    return weight >= ENOUGH and weight > name_weight(page, at, reading)


def _is_small_place(page: Page, at: int, reading: Reading, place: Place) -> bool:
    """Whether a place may be written small here: well known, and no word or name as well."""
    if reading.plain or (len(reading.low) < 4 and not page.small):
        return False
    if not place.known and not page.before(at, "live_before", 4):
        return False
    return reading.given < 2 or page.before(at, "place_before")


def _is_lived_in(page: Page, at: int) -> bool:
    """Whether a small word in capitals stands where a country does: "in US", and not "told US"."""
    before = page.reads[at - 1]
    if before is not None and before.case == SHOUTED:
        return False  # all of it is written so
    if page.before(at, "live_before", 4):
        return True
    either = page.lows[at - 1] in page.lexicon.words["people_too"]
    return page.before(at, "place_before") and not either


def place_weight(page: Page, at: int, reading: Reading, place: Place) -> float:
    """How much speaks for a place."""
    weight = PLACE_WEIGHT.get(place.kind) or {7: 4.0, 6: 3.5, 5: 3.0, 4: 2.5}.get(place.size, 1.5)
    if page.before(at, "live_before", 4):
        weight += CONTEXT + 0.5
    elif page.before(at, "place_before"):
        either = reading.given == 3 and page.lows[at - 1] in page.lexicon.words["people_too"]
        weight += EITHER if either else CONTEXT
    if _followed_by_place(page, at):
        weight += CONTEXT
    if reading.plain and page.lexicon.capital_nouns and place.kind in NATURAL:
        weight -= CONTEXT / 4  # German counts rivers among its words.
    elif reading.plain:
        weight -= 2.5 if page.opens(at) else 1.5
    if reading.case == SHOUTED and len(reading.low) <= 3 and place.kind == "city":
        weight -= 0.5
    return weight


def name_weight(page: Page, at: int, reading: Reading) -> float:
    """How much speaks for a person's name instead."""
    weight = max(NAME_WEIGHT[reading.given], min(reading.family, 2) * 0.8)
    if not reading.named:
        return 0.0
    if page.before(at, "name_before") or page.before(at, "friends") or page.before(at, "titles"):
        weight += CONTEXT
    words, following = page.lexicon.words, page.reads[at + 1]
    if page.lows[at + 1] in words["name_verbs"] and page.gaps[at + 1] == " ":
        strict = reading.given >= 2 and page.lows[at + 1] not in words["weak_verbs"]
        weight += CONTEXT if strict else 0.3
    before = page.reads[at - 1]
    if following is not None and following.family and following.case != SMALL and reading.given:
        alone = following.place or following.head or not page.joined(at + 1)
        weight += 0.0 if alone else CONTEXT + 1
    if page.joined(at) and before is not None and before.case != SMALL and before.given >= 2:
        # "In Texas": what opens a sentence has its capital from that
        opens = before.plain and page.opens(at - 1)
        weight += CONTEXT + 1 if not (before.place or opens) else 0.0
    # "the Washington area"; but "die Anna" is a person
    if not page.lexicon.capital_nouns and page.joined(at):
        weight -= CONTEXT * (page.lows[at - 1] in words["articles"])
    return weight


def _followed_by_place(page: Page, at: int) -> bool:
    """Whether a comma and the larger place follow: Ashland, Oregon."""
    if page.gaps[at + 1].strip() != "," or at + 1 >= len(page):
        return False
    if page.words[at + 1] in STATES:
        return True
    following = page.reads[at + 1]
    return (
        following is not None
        and following.case != SMALL
        and following.place is not None
        and following.place.kind in ("country", "region", "city")
        and following.given < 2
        and not following.plain
    )


def _phrase(page: Page, at: int, reading: Reading) -> tuple[int, int, Place, str | None] | None:
    """The longest place of several words that begins here."""
    if fold(page.lows[at + 1]) not in reading.seconds:
        return None
    for rest, key in place_phrases(reading.low, page.lows[at + 1]):
        last = at + len(rest)
        if last >= len(page) or not _fits(page, at, rest):
            continue
        place = find_place(key)
        if len(reading.low) == 1 and (page.gaps[at + 1] != "." or not _is_country(place)):
            continue  # L. A. Poe
        article = page.lows[at] in page.lexicon.words["articles"]
        capital = (page.capital(at) or article) and page.capital(last)
        if place is not None and (capital or _is_telling(page, at, last)):
            genitive = fold(page.lows[last]) != rest[-1]
            return at, last, place, "genitive" if genitive else None
    return None


def _is_country(place: Place | None) -> bool:
    return place is not None and place.kind == "country"


def _fits(page: Page, at: int, rest: tuple[str, ...]) -> bool:
    """Whether these folded words follow; the last may carry an s."""
    for step, word in enumerate(rest, 1):
        gap = page.gaps[at + step]
        if len(gap) > 2 or gap.strip() not in ("", ".", "-", "'"):
            return False
        said = fold(page.lows[at + step])
        if said != word and not (
            step == len(rest) and said.removesuffix("'s").removesuffix("s") == word
        ):
            return False
    return True


def _is_telling(page: Page, at: int, last: int) -> bool:
    """Whether a phrase in small letters can mean nothing but the place."""
    words = [page.lows[step] for step in range(at, last + 1)]
    return any(len(word) > 3 and not is_ordinary(word, page.lexicon.codes) for word in words)


def _widened(page: Page, first: int, last: int) -> tuple[int, int]:
    """A place with the words that belong to it: North London, Akobo East."""
    words = page.lexicon.words
    if (
        page.capital(last + 1)
        and page.joined(last + 1)
        and page.lows[last + 1] in words["place_after"]
    ):
        last += 1
    if page.capital(first - 1) and page.joined(first) and not page.opens(first - 1):
        first -= page.lows[first - 1] in words["place_first_words"]
    return first, last


def _beside(page: Page, first: int, last: int) -> Iterator[Detail]:
    """A state's code behind a town, and an unknown town before its country."""
    if (
        page.gaps[last + 1].strip() == ","
        and last + 1 < len(page)
        and page.words[last + 1] in STATES
    ):
        yield _region(page, last + 1)
    if first and page.gaps[first].strip() == "," and "\n" not in page.gaps[first]:
        yield from _town_before(page, first - 1)


def read_state(page: Page, at: int) -> Iterator[Detail]:
    """A state's code behind a comma and a town that nobody knows: Ridgewood, NJ."""
    if page.gaps[at].strip() == "," and page.capital(at - 1):
        yield _region(page, at)
        yield from _town_before(page, at - 1)


def _region(page: Page, at: int) -> Detail:
    return Detail(page.starts[at], page.ends[at], "PLACE", "region", None, 0.9, page.lows[at])


def _town_before(page: Page, last: int) -> Iterator[Detail]:
    """The capitalised words that end here, where only a town can stand."""
    first = last
    while first > 0 and page.capital(first - 1) and page.joined(first) and last - first < 2:
        first -= 1
    while first <= last and page.opens(first) and _is_plain(page, first) and first < last:
        first += 1
    reading = page.reads[last]
    if not page.capital(last) or _is_plain(page, first) or (reading and reading.given == 3):
        return
    if page.opens(first) and not _is_line(page, first) and reading is None:
        return
    key = " ".join(fold(page.lows[step]) for step in range(first, last + 1))
    yield Detail(page.starts[first], page.ends[last], "PLACE", "city", None, 0.6, key)


def _is_plain(page: Page, at: int) -> bool:
    reading = page.reads[at]
    return reading is None or (reading.plain and not reading.place)


def _is_line(page: Page, at: int) -> bool:
    return at == 0 or "\n" in page.gaps[at]


def read_unknown(page: Page, at: int, reading: Reading | None) -> Iterator[Detail]:
    """A capitalised word that nobody knows, where somebody is said to live."""
    if reading is None or reading.case == SMALL or page.opens(at) or reading.given >= 2:
        return
    if reading.plain or reading.place is not None or not page.before(at, "live_before", 4):
        return
    last = at
    while (
        page.capital(last + 1)
        and page.joined(last + 1)
        and last - at < 2
        and not _is_plain(page, last + 1)
    ):
        last += 1
    key = " ".join(fold(page.lows[step]) for step in range(at, last + 1))
    yield Detail(page.starts[at], page.ends[last], "PLACE", "city", None, 0.5, key)
