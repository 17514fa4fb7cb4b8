"""Possible names with the reader's help: what it makes of each of them in a few passages.

The model of `onym.possible` sees how a word is spelt and where it stands; the reader reads the
sentence. Each is right where the other is not, so their log-odds are added up. How much each
counts is fitted by `tools/hear_words.py`, which also measures it.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from onym.model import Corpus
from onym.possible.tokens import words_in
from onym.tagger.passages import passages
from onym.tagger.reader import Odds, Reader

FEW = 4
"""Passages that are read for a word."""
FAINT = 0.01
"""What the model thinks less likely is not read."""
FLOOR = 0.005
"""Odds nearer to nothing or all say no more."""
HEARD = (-1.05, 0.57, 0.41)
"""What a word that was read starts with, and what model and reader count for."""
UNHEARD = (-1.23, 1.05)
"""The same for words that were not."""

Floats = NDArray[np.float64]
Advance = Callable[[int, int], None]


def weigh(
    found: Floats,
    mean: Floats,
    heard: Sequence[float] = HEARD,
    unheard: Sequence[float] = UNHEARD,
) -> Floats:
    """How likely words are names, by the model and by what the reader made of those it read."""
    own = log_odds(found)
    both = heard[0] + heard[1] * own + heard[2] * log_odds(mean)
    alone = unheard[0] + unheard[1] * own
    likely: Floats = 1 / (1 + np.exp(-np.where(np.isnan(mean), alone, both)))
    return likely


def read_about(
    corpus: Corpus,
    words: Sequence[str],
    found: Floats,
    seconds: float | None = None,
    cores: int | None = None,
    advance: Advance = lambda done, whole: None,
) -> Floats:
    """What the reader makes of words in the mean, the most doubtful first: person or place.

    What it has not read, for want of time or because it is hardly a name, is no number.
    """
    doubt = np.abs(log_odds(found))
    order = [words[at] for at in np.argsort(doubt, kind="stable") if found[at] >= FAINT]
    places, done = find_places(corpus, frozenset(order)), set[str]()
    texts = corpus.messages["text"]
    plan = [each for word in order for each in passages(places[word], texts, done)]
    deadline = None if seconds is None else time.monotonic() + seconds

    def waiting() -> Iterator[str]:
        for at, passage in enumerate(plan):
            if deadline is not None and time.monotonic() > deadline:
                return
            if at % 20 == 0:
                advance(at, len(plan))
            yield texts[passage.row][passage.start : passage.end]

    said: dict[str, list[float]] = defaultdict(list)
    for text, odds in Reader(cores).read_words(waiting()):
        for word, share in shares(text, odds):
            said[word].append(share)
    return np.array([np.mean(said[word]) if word in said else np.nan for word in words])


def find_places(corpus: Corpus, words: frozenset[str]) -> dict[str, list[tuple[int, int, int]]]:
    """Where each word stands, for the first few times: rank, row and place."""
    found: dict[str, list[tuple[int, int, int]]] = {word: [] for word in words}
    for row, text in enumerate(corpus.messages["text"]):
        for word, start, _ in words_in(text):
            if word in words and len(found[word]) < FEW:
                found[word].append((row, row, start))
    return found


def shares(text: str, odds: Sequence[Odds]) -> Iterator[tuple[str, float]]:
    """Each word of a passage with the odds that it is a part of a name, of whatever kind."""
    for word, start, end in words_in(text):
        here = (each for each in odds if each.start < end and start < each.end)
        yield word, max((max(each.person, each.place) for each in here), default=0.0)


def log_odds(shares: Floats) -> Floats:
    """The log-odds of shares, none of them without end."""
    held = np.clip(shares, FLOOR, 1 - FLOOR)
    odds: Floats = np.log(held / (1 - held))
    return odds
