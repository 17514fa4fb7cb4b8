"""Words that behave like names and were not replaced, and rare details that single somebody out."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from onym.check.finders import WORD, Structure
from onym.check.finding import Place, shorten
from onym.check.judge import Judge
from onym.check.seek import folded
from onym.language import given_names, is_ordinary, is_place, is_technology, surnames, zipf
from onym.language.folding import fold

MOST = 200
"""Suspects that are kept."""
LEAST = 0.3
"""Below this score a word is no suspect."""
NEAR = 5
"""Letters from which one slip away from a known name tells something."""
SIGNED = 2
"""Times that a word of the dictionary must stand where names stand to be suspected."""
RARE = 3
"""Times that a detail may stand in the whole corpus and still be rare."""

_ITS = re.compile(r"['’]s$")
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
    """Whether it mostly stands as an author is cited."""

    def line(self, private: bool = False) -> str:
        """Say why a word is suspected and where it stands, with the word only in private."""
        times = "once" if self.count == 1 else f"{self.count:,} times"
        what = f"a word, {self.word}," if private else "a word"
        noun = f"message{'s' * (len(self.messages) > 1)}"
        return f"{what} {times} in {noun} {shorten(self.messages)}: {'; '.join(self.reasons)}"


@dataclass(slots=True)
class _Seen:
    """How a word is used."""

    places: list[Place] = field(default_factory=list)
    written: Counter[str] = field(default_factory=Counter)
    small: int = 0
    inside: int = 0
    """With a capital in mid-sentence."""
    named: int = 0
    """Where names stand."""
    cited: int = 0


def suspects(
    texts: Iterable[tuple[str, str]],
    structure: Structure,
    judge: Judge,
    known: Iterable[str],
    languages: Sequence[str],
) -> tuple[Suspect, ...]:
    """The words that are most like names among those nobody knows, cited authors last."""
    names = {word for name in known for word in folded(name)}
    seen = _survey(texts, structure, judge, names)
    near = _near({key for key in seen if len(key) >= NEAR}, names)
    found = (_weigh(key, use, near.get(key), tuple(languages)) for key, use in seen.items())
    ranked = sorted(
        (suspect for suspect in found if suspect is not None),
        key=lambda each: (each.cited, -each.score, -each.count, each.word),
    )
    return tuple(ranked[:MOST])


def _survey(
    texts: Iterable[tuple[str, str]], structure: Structure, judge: Judge, names: set[str]
) -> dict[str, _Seen]:
    seen: dict[str, _Seen] = defaultdict(_Seen)
    small: Counter[str] = Counter()
    for id, text in texts:
        placed = {sight.start for sight in structure.find(text)}
        for word in WORD.finditer(text):
            written = word[0]
            if written.islower() and word.start() not in placed:
                small[written] += 1
                continue
            key = fold(_ITS.sub("", written))
            if len(key) < 2 or key in names:
                continue
            use = seen[key]
            use.places.append(Place(id, word.start()))
            use.written[written] += 1
            use.named += word.start() in placed
            use.inside += not _OPENS.search(text, max(0, word.start() - 4), word.start())
            use.cited += judge.judge(text, written, *word.span()) == "cited"
    for written, number in small.items():
        if fold(written) in seen:
            seen[fold(written)].small += number
    return seen


def _near(words: set[str], names: set[str]) -> dict[str, str]:
    """Words that are one slip away from a known name."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import cdist

    listed, long = sorted(words), sorted(name for name in names if len(name) >= NEAR)
    if not listed or not long:
        return {}
    close = cdist(listed, long, scorer=OSA.distance, score_cutoff=1) <= 1
    return {listed[row]: long[column] for row, column in zip(*close.nonzero(), strict=True)}


def _weigh(key: str, use: _Seen, near: str | None, languages: tuple[str, ...]) -> Suspect | None:
    word = use.written.most_common(1)[0][0]
    known = is_ordinary(key, languages) or is_technology(key) or is_place(key)
    if known and (use.named < SIGNED or use.named * 2 < len(use.places)):
        return None
    if is_place(key) or any(is_ordinary(part, languages) for part in key.split("-")[1:]):
        return None
    score, reasons = -2.2, []
    for weight, reason in _evidence(key, word, use, near, languages):
        score += weight
        if weight > 0:
            reasons.append(reason)
    chance = 1 / (1 + math.exp(-score))
    if chance < LEAST or not reasons:
        return None
    ids = tuple(dict.fromkeys(place.where for place in use.places))
    cited = use.cited * 2 > len(use.places) and not use.named
    return Suspect(word, round(chance, 2), len(use.places), ids, tuple(reasons), cited)


def _evidence(
    key: str, word: str, use: _Seen, near: str | None, languages: tuple[str, ...]
) -> Iterator[tuple[float, str]]:
    """What speaks for a name, and against it, each with its weight."""
    number = len(use.places)
    if use.named:
        share = use.named / number
        yield 1.0 + 2 * share, f"stands where names stand {use.named:,} of {number:,} times"
    info = given_names().get(key)
    if info is not None:
        yield 0.6 + 0.2 * (info.weight or 0), "is a given name"
    elif key in surnames():
        yield 0.5, "is a surname"
    if near is not None:
        yield 1.2, "is one slip away from a known name"
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
    if use.small:
        yield -min(2.0, use.small / number), ""


@dataclass(frozen=True, slots=True)
class Detail:
    """Something rare that only one person tells."""

    kind: str
    value: str = field(repr=False)
    """Private: the detail itself."""
    places: tuple[Place, ...]

    def line(self, private: bool = False) -> str:
        """Say what kind of detail stands where, with the detail itself only in private."""
        what = f"{self.kind}, {self.value}," if private else self.kind
        where = tuple(dict.fromkeys(place.where for place in self.places))
        noun = f"message{'s' * (len(where) > 1)}"
        return f"{what} in {noun} {shorten(where)}"


_DETAILS = (
    ("a mail address", re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")),
    ("a web address with a path", re.compile(r"https?://[^\s<>\"')\]]{8,300}")),
    ("a long number", re.compile(r"(?<![\w.,-])\+?\d(?:[ ()./-]?\d){6,17}(?![\w-]|[.,]\d)")),
    (
        "a full date",
        re.compile(
            r"(?<!\d)(?:\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d"
            r"|\d{1,2}(?:st|nd|rd|th)? (?:[A-Z][a-z]{2,9}) (?:19|20)\d\d)(?!\d)"
        ),
    ),
    ("an age", re.compile(r"(?i)\b(?:\d{1,2}[ -]years?[ -]old|i am \d\d(?= [a-z]*\b)(?! %))")),
)


def rare_details(
    messages: Iterable[tuple[str, str | None, str]], languages: Sequence[str]
) -> tuple[Detail, ...]:
    """Numbers, dates, addresses and places that one person alone tells, and seldom."""
    found: dict[tuple[str, str], list[Place]] = defaultdict(list)
    tellers: dict[tuple[str, str], set[str | None]] = defaultdict(set)
    for id, author, text in messages:
        for kind, value, start in _details(text, tuple(languages)):
            found[kind, value].append(Place(id, start))
            tellers[kind, value].add(author)
    rare = (
        Detail(kind, value, tuple(places))
        for (kind, value), places in found.items()
        if len(places) <= RARE and len(tellers[kind, value]) == 1
    )
    return tuple(sorted(rare, key=lambda each: (_ORDER.index(each.kind), each.places)))


def _is_told(text: str, start: int, end: int) -> bool:
    """Whether a number stands among words, and not in a table or a program's output."""
    low, high = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line = text[max(low, start - 100) : high if 0 <= high < end + 100 else end + 100]
    return len(re.findall(r"[^\W\d_]{2,}", line)) >= len(re.findall(r"\d+", line))


_ORDER = [*(kind for kind, _ in _DETAILS), "a place"]


def _details(text: str, languages: tuple[str, ...]) -> Iterator[tuple[str, str, int]]:
    for kind, pattern in _DETAILS:
        for match in pattern.finditer(text):
            if kind != "a long number" or _is_told(text, match.start(), match.end()):
                yield kind, match[0].casefold(), match.start()
    if any(_is_telling(word, languages) for word in set(WORD.findall(text))):
        for word in WORD.finditer(text):
            if _is_telling(word[0], languages):
                yield "a place", word[0].casefold(), word.start()


@lru_cache(maxsize=1 << 16)
def _is_telling(word: str, languages: tuple[str, ...]) -> bool:
    """Whether a word names a place and nothing else."""
    return word.istitle() and is_place(word) and not is_ordinary(word, languages)
