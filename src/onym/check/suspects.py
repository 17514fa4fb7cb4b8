"""Words that behave like names and were not replaced."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from onym.check.finders import ITS, Sight, is_compound, is_identifier, is_something
from onym.check.finding import shorten
from onym.check.judge import Judge
from onym.check.pages import WORD, Page
from onym.check.seek import folded
from onym.language import given_names, is_place, is_proper, surnames, zipf
from onym.language.folding import fold

MOST = 200
"""Suspects that are kept."""
LISTED = 1_000
"""Messages that are kept of each."""
JUDGED = 20
"""Places of each, in a part, that are looked at closely."""
LEAST = 0.3
"""Below this score a word is no suspect."""
NEAR = 5
"""Letters from which one slip away from a known name tells something."""
SIGNED = 2
"""Times that a word of the dictionary must stand where names stand to be suspected."""
ACCIDENT, RARELY = 0.02, 0.1
"""How much of a word's use where names stand may be an accident, and how much is little."""
OFTEN = 8
"""Who is spoken of more often than so many times is greeted or signs at some time."""
ELSEWHERE = frozenset(("cited", "term", "code"))
"""What makes a name somebody else's, or nobody's."""
UNKNOWN = 1 << 12
"""Trait of pieces: a capital, and known as nothing at all."""

_OPENS = re.compile(r"(?:^|[.!?:;…\n\"“(>*•-])\s*$")


@dataclass(frozen=True, slots=True)
class Suspect:
    """A word that behaves like a name."""

    word: str = field(repr=False)
    """Private: it may be a name."""
    score: float
    count: int
    messages: tuple[str, ...]
    reasons: tuple[str, ...]
    cited: bool = False
    """Whether it mostly stands as an author is cited, or in a term."""

    def line(self, private: bool = False) -> str:
        """Say why a word is suspected and where it stands, with the word only in private."""
        times = "once" if self.count == 1 else f"{self.count:,} times"
        what = f"a word, {self.word}," if private else "a word"
        noun = f"message{'s' * (len(self.messages) > 1)}"
        return f"{what} {times} in {noun} {shorten(self.messages)}: {'; '.join(self.reasons)}"


@dataclass(slots=True)
class Use:
    """How a word that may be a name is used."""

    seen: int = 0
    """How often it was looked at: everywhere, or where names stand if it is a known word."""
    inside: int = 0
    """With a capital in mid-sentence."""
    named: int = 0
    """Where names stand."""
    cited: int = 0
    judged: int = 0
    """Places of which it is known whether an author is cited there."""
    messages: dict[str, None] = field(default_factory=dict)

    def note(self, message: str) -> None:
        """Count one more place."""
        self.seen += 1
        if len(self.messages) < LISTED:
            self.messages[message] = None

    def pack(self) -> list[Any]:
        """The same as plain values."""
        return [self.seen, self.inside, self.named, self.cited, self.judged, [*self.messages]]

    @staticmethod
    def unpack(values: Sequence[Any]) -> Use:
        """What `pack` gave."""
        seen, inside, named, cited, judged, messages = values
        return Use(seen, inside, named, cited, judged, dict.fromkeys(messages))

    def merge(self, other: Use) -> None:
        """Add what was seen in another part."""
        self.seen += other.seen
        self.inside += other.inside
        self.named += other.named
        self.cited += other.cited
        self.judged += other.judged
        for message in other.messages:
            if len(self.messages) < LISTED:
                self.messages[message] = None


class Suspecter:
    """Watches how words are used that are no known names."""

    def __init__(self, judge: Judge, known: Iterable[str], languages: Sequence[str]) -> None:
        self._judge = judge
        self.names = {word for name in known for word in folded(name)}
        self._languages = tuple(languages)
        self._key = cache(self._look_up)

    def traits(self, piece: str, words: Sequence[str]) -> int:
        """Whether a piece holds a word that nobody knows."""
        for word in words:
            if self._key(word)[1]:
                return UNKNOWN
        return 0

    def _look_up(self, word: str) -> tuple[str, bool]:
        """The key of a word, empty for known names, and whether it is known as nothing at all."""
        key = fold(ITS.sub("", word))
        if len(key) < 2 or key in self.names:
            return "", False
        unknown = not (word.islower() or is_something(key, self._languages) or is_identifier(word))
        return key, unknown

    def watch(
        self, page: Page, messages: Sequence[str], placed: Sequence[Sight], uses: dict[str, Use]
    ) -> None:
        """Note how words are used on a page, of which some stand where names stand."""
        text, named = page.text, {sight.start for sight in placed}
        for at in page.having(UNKNOWN):
            for word in WORD.finditer(text, int(page.starts[at]), int(page.ends[at])):
                key, unknown = self._key(word[0])
                if unknown:
                    use = uses.setdefault(key, Use())
                    use.note(messages[page.place(word.start())[0]])
                    use.named += word.start() in named
                    use.inside += not _OPENS.search(text, max(0, word.start() - 4), word.start())
                    if use.seen <= JUDGED:
                        bounds = page.bounds(word.start())
                        use.judged += 1
                        use.cited += self._judge.judge(text, *word.span(), bounds) in ELSEWHERE
        for sight in placed:
            key, unknown = self._key(sight.word)
            if key and not unknown and text[max(0, sight.start - 1)] != "@":
                use = uses.setdefault(key, Use())
                use.note(messages[page.place(sight.start)[0]])
                use.named += 1


def suspects(
    uses: Lookup[str, Use], words: Lookup[str, int], names: set[str], languages: Sequence[str]
) -> tuple[Suspect, ...]:
    """The words that are most like names among those nobody knows, cited authors last.

    `words` counts every word as it is written.
    """
    written: dict[str, Counter[str]] = {}
    for word, number in words.items():
        if (key := fold(ITS.sub("", word))) in uses:
            written.setdefault(key, Counter())[word] += number
    near = _near({key for key in uses if len(key) >= NEAR}, names)
    found = (
        _weigh(key, use, written.get(key, Counter()), near.get(key), tuple(languages))
        for key, use in uses.items()
    )
    ranked = sorted(
        (suspect for suspect in found if suspect is not None),
        key=lambda each: (each.cited, -each.score, -each.count, each.word),
    )
    return tuple(ranked[:MOST])


def _near(words: set[str], names: set[str]) -> dict[str, str]:
    """Words that are one slip away from a known name."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import cdist

    listed, long = sorted(words), sorted(name for name in names if len(name) >= NEAR)
    if not listed or not long:
        return {}
    close = cdist(listed, long, scorer=OSA.distance, score_cutoff=1) <= 1
    return {listed[row]: long[column] for row, column in zip(*close.nonzero(), strict=True)}


def _weigh(
    key: str, use: Use, written: Counter[str], near: str | None, languages: tuple[str, ...]
) -> Suspect | None:
    capital = Counter({word: n for word, n in written.items() if not word.islower()})
    number = max(use.seen, sum(capital.values()))
    if is_something(key, languages) and (use.named < SIGNED or use.named * 2 < number):
        return None
    if is_proper(key) and key not in given_names() and use.named <= ACCIDENT * number:
        return None  # Monday, Korean, Turing
    if is_place(key) or is_compound(key, languages):
        return None
    word = (capital or written or Counter([key])).most_common(1)[0][0]
    small = max(0, sum(written.values()) - number)
    score, reasons = -2.2, []
    if near is not None:
        score, reasons = score + 1.2, ["is one slip away from a known name"]
    for weight, reason in _evidence(key, word, use, (number, small), languages):
        score += weight
        if weight > 0:
            reasons.append(reason)
    chance = 1 / (1 + math.exp(-score))
    if chance < LEAST or not reasons:
        return None
    cited = use.cited * 2 > use.judged and use.named <= ACCIDENT * number
    return Suspect(word, round(chance, 2), number, tuple(use.messages), tuple(reasons), cited)


def _evidence(
    key: str,
    word: str,
    use: Use,
    written: tuple[int, int],
    languages: tuple[str, ...],
) -> Iterator[tuple[float, str]]:
    """What speaks for a name, and against it, each with its weight.

    Written are the counts with a capital and without.
    """
    number, small = written
    if use.named:
        share = use.named / number
        yield (
            min(1.0, share / RARELY) + 2 * share,
            f"stands where names stand {use.named:,} of {number:,} times",
        )
    info = given_names().get(key)
    if info is not None:
        yield 0.6 + 0.2 * (info.weight or 0), "is a given name"
    elif key in surnames():
        yield 0.5, "is a surname"
    if use.named <= ACCIDENT * number and number > OFTEN:
        yield -min(2.0, 0.5 * math.log2(number / OFTEN)), ""
    if use.inside:
        yield 0.7 * use.inside / number, "has a capital in mid-sentence"
    if not zipf(key, languages):
        yield 0.5, "is in no dictionary"
    if word.isupper() and len(word) < 6:
        yield -1.5, ""
    elif not word[1:].islower():
        yield -0.8, ""
    if word.islower():
        yield -1.2, ""
    if small:
        yield -min(2.0, small / number), ""
