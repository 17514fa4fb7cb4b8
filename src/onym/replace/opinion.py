"""A second opinion on the details of a text: what the optional reader makes of names and places.

Rules and lists see a name, the reader reads the sentence around it. Neither is right by itself:
a name that the reader passes over goes unless it is likely all the same, and what only the reader
sees comes in if it is likely enough. How much each counts is fitted by
`tools/calibrate_reader.py` on texts that the reader never learnt from.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from hashlib import blake2b

from onym.details.lexicon import load
from onym.details.model import Detail
from onym.details.readings import Readings
from onym.language import CODES
from onym.svala.labels import name_detail

Word = Sequence[float]
"""Start and end of a word, and the odds that it is a part of a person's and a place's name."""
Features = dict[str, float]
COLUMNS = {"NAME": 2, "PLACE": 3}
DROP = 0.3
ADD = {"NAME": 0.8, "PLACE": 0.7}
"""What is less likely goes; what only the reader sees must be likelier than that. A name that is
let go by mistake gives somebody away, one that is hidden by mistake costs a word."""
NOTICED = 0.3
FLOOR = 0.002
"""Odds nearer to nothing or all than this say no more."""
WHOLE = 0.9
"""Odds from which a longer name is taken as it is read."""
SHORTEST = 4
"""Of fewer letters the reader knows nothing: they are initials, or may be."""
KNOWN_BETTER = frozenset({"NAME", "PLACE", "EMAIL", "URL", "HANDLE", "ADDRESS"})
LETTERS = re.compile(r"[^\W\d_]+")
JOINTS = frozenset({" ", "-", "'", "’", ". ", "."})

WEIGHTS: dict[str, Features] = {
    "NAME": {"base": 0.62, "read": 0.49, "doubtful": -0.68, "sure": 0.31},
    "PLACE": {"base": -0.67, "read": 0.58, "guessed": -0.29},
    "new NAME": {"base": -1.16, "read": 0.53, "given": 0.97, "family": 0.91, "other": -0.59},
    "new PLACE": {"base": -2.76, "read": 0.74},
}
"""What speaks for a name or a place, in log-odds: the reader's own, how sure the rules are,
whether lists have a word that only the reader sees and whether it is taken for something else."""

Detect = Callable[[str], Sequence[Detail]]


def text_key(text: str) -> str:
    """What a text is known by among those that were read."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


def second(
    detect: Detect, read: Lookup[str, Sequence[Word]], languages: Sequence[str], everyone: bool
) -> Detect:
    """Let the reader be heard on what is found in texts that it has read."""
    lists = Readings(load(tuple(code for code in languages if code in CODES) or CODES[:1]))

    def find(text: str) -> Sequence[Detail]:
        details = detect(text)
        words = read.get(text_key(text))
        return details if words is None else hear(text, details, words, lists, everyone)

    return find


def hear(
    text: str, details: Sequence[Detail], words: Sequence[Word], lists: Readings, everyone: bool
) -> list[Detail]:
    """The details that stand when the reader has been heard, in their order.

    Names that only the reader sees are hidden if everybody's are: a cited author reads the same.
    """
    kept = [detail for detail in details if stays(text, detail, words)]
    for category in COLUMNS:
        for start, end, share in runs(text, words, category):
            over = [each for each in kept if each.start < end and each.end > start]
            sure = 0.0
            if category == "NAME" and is_longer(over, start, end, share):
                sure = max(each.score for each in over)
            elif any(each.category in KNOWN_BETTER for each in over):
                continue
            elif is_new(category, text[start:end], everyone, bool(over)):
                features = new_features(text[start:end], share, lists, bool(over))
                sure = round(likely(f"new {category}", features), 2)
            if sure >= ADD[category]:
                new = name_detail(text, start, end, sure)
                if category == "PLACE":
                    new = Detail(start, end, "PLACE", "city", None, sure, new.value)
                kept = [each for each in kept if each not in over] + [new]
    return sorted(kept)


def is_longer(over: Sequence[Detail], start: int, end: int, share: float) -> bool:
    """Whether the reader sees more of a name than the rules: Poe-Okonkwo, where they have Poe."""
    return (
        share > WHOLE
        and any(each.category == "NAME" for each in over)
        and all(each.category in COLUMNS for each in over)
        and all(start <= each.start and each.end <= end for each in over)
        and any(each.start > start or each.end < end for each in over)
    )


def is_new(category: str, stretch: str, everyone: bool, other: bool) -> bool:
    """Whether something may be hidden that only the reader sees."""
    if category == "NAME":
        return everyone
    return stretch[0].isupper() and not other and len(stretch) >= SHORTEST


def stays(text: str, detail: Detail, words: Sequence[Word]) -> bool:
    """Whether a detail is likely enough when the reader has been heard."""
    return not may_go(text, detail) or likely(detail.category, features(text, detail, words)) > DROP


def may_go(text: str, detail: Detail) -> bool:
    """Whether the reader is heard on a detail: a name that is no initials, a city."""
    stretch = text[detail.start : detail.end]
    if detail.category == "PLACE":
        return detail.sublabel == "city"
    return detail.category == "NAME" and len(stretch) >= (SHORTEST if stretch.isupper() else 3)


def features(text: str, detail: Detail, words: Sequence[Word]) -> Features:
    """What speaks for a detail: how sure the rules are, and what the reader says of its words."""
    letters = sum(letter.isalnum() for letter in text[detail.start : detail.end])
    inside = [word for word in words if word[0] < detail.end and word[1] > detail.start]
    weights = [sum(c.isalnum() for c in text[int(w[0]) : int(w[1])]) / letters for w in inside]
    read = {
        name: sum(word[column] * weight for word, weight in zip(inside, weights, strict=True))
        for name, column in COLUMNS.items()
    }
    if detail.category == "PLACE":
        # Which of the two it is, the lists know better; the reader knows that it is a name.
        told = log_odds(max(read.values()))
        return {"base": 1, "read": told, "guessed": detail.score < 1}
    told = log_odds(read["NAME"])
    return {"base": 1, "read": told, "doubtful": detail.score < 0.7, "sure": detail.score > 0.9}


def runs(text: str, words: Sequence[Word], category: str) -> Iterator[tuple[int, int, float]]:
    """Stretches that are read as one name: start, end and odds."""
    column, run = COLUMNS[category], list[Word]()
    for word in words:
        if word[column] < NOTICED or not text[int(word[0])].isalnum():
            continue
        if run and text[int(run[-1][1]) : int(word[0])] not in JOINTS:
            yield whole(run, column)
            run = []
        run.append(word)
    if run:
        yield whole(run, column)


def whole(run: Sequence[Word], column: int) -> tuple[int, int, float]:
    """Words that belong together as one stretch."""
    return int(run[0][0]), int(run[-1][1]), sum(word[column] for word in run) / len(run)


def new_features(stretch: str, share: float, lists: Readings, other: bool) -> Features:
    """What speaks for a name or a place that only the reader sees."""
    known = [found for word in LETTERS.findall(stretch) if (found := lists[word]) is not None]
    return {
        "base": 1,
        "read": log_odds(share),
        "given": any(each.given >= 2 for each in known),
        "family": any(each.family >= 2 for each in known),
        "other": other,
    }


def likely(kind: str, found: Features) -> float:
    """How likely a name or place is, given what speaks for it."""
    score = sum(weight * found[name] for name, weight in WEIGHTS[kind].items())
    return 1 / (1 + math.exp(-score))


def log_odds(share: float) -> float:
    """A probability as log-odds, not too far out."""
    share = max(FLOOR, min(1 - FLOOR, share))
    return math.log(share / (1 - share))
