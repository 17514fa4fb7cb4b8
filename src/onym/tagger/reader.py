"""Reading texts with the network: people and places with their place in the text and odds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from onym.errors import PolicyError
from onym.tagger.pieces import Pieces, Window

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Label = Literal["PER", "LOC"]
LABELS: tuple[Label, ...] = ("PER", "LOC")
NOTICED = 0.3
"""Words with lower odds are no part of a reading."""
FAINT = 0.005
"""Words with lower odds of both are as good as passed over."""
PIECES = 4096
"""What is read in one go, filling included."""
TEXTS = 128
"""Texts that are sorted by length together."""


class Odds(NamedTuple):
    """How surely a word is read as a part of a person's and of a place's name."""

    start: int
    end: int
    person: float
    place: float
    begins: bool = False
    """Whether it begins such a name rather than going on with it."""

    def rounded(self) -> Odds:
        """The same as it is kept: three digits are enough."""
        return self._replace(person=round(self.person, 3), place=round(self.place, 3))


@dataclass(frozen=True, slots=True)
class Reading:
    """A stretch of a text that is read as a person or a place."""

    start: int
    end: int
    label: Label
    probability: float


class Reader:
    """The network, loaded when it is first needed."""

    def __init__(self, cores: int | None = None) -> None:
        self.cores = cores or os.cpu_count() or 1

    def read(self, texts: Iterable[str]) -> Iterator[list[Reading]]:
        """Read texts in their order, some hundred at a time."""
        for text, odds in self.read_words(texts):
            yield list(readings(text, odds))

    def read_words(self, texts: Iterable[str]) -> Iterator[tuple[str, list[Odds]]]:
        """Each text with the odds of its words, without those that are hardly worth telling."""
        waiting = iter(texts)
        while lot := list(islice(waiting, TEXTS)):
            yield from zip(lot, self._read_lot(lot), strict=True)

    @cached_property
    def pieces(self) -> Pieces:
        """The vocabulary."""
        listed = (files("onym.tagger") / "pieces.txt").read_text(encoding="utf-8")
        return Pieces(listed.split("\n"))

    @cached_property
    def session(self) -> InferenceSession:
        """What runs the network."""
        try:
            from onnxruntime import InferenceSession, SessionOptions
        except ImportError:
            raise PolicyError("the reader is not installed: pip install onym[tagger]") from None
        options = SessionOptions()
        options.intra_op_num_threads = self.cores
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        network = (files("onym.tagger") / "reader.onnx").read_bytes()
        return InferenceSession(network, options, providers=["CPUExecutionProvider"])

    def _read_lot(self, texts: Sequence[str]) -> list[list[Odds]]:
        windows = [
            (number, window)
            for number, text in enumerate(texts)
            for window in self.pieces.windows(text)
        ]
        found: list[list[Odds]] = [[] for _ in texts]
        for group in by_length([window for _, window in windows]):
            odds = self._run([windows[at][1] for at in group])
            for at, rows in zip(group, odds, strict=True):
                number, window = windows[at]
                found[number] += odds_of(window, rows)
        return [sorted(each) for each in found]

    def _run(self, windows: Sequence[Window]) -> NDArray[np.float32]:
        longest = max(len(window.ids) for window in windows)
        ids, kinds = (np.zeros((len(windows), longest), np.int64) for _ in range(2))
        mask = np.zeros((len(windows), longest), np.float32)
        for row, window in enumerate(windows):
            length = len(window.ids)
            ids[row, :length], kinds[row, :length], mask[row, :length] = window.ids, window.kinds, 1
        fed = {"ids": ids, "kinds": kinds, "mask": mask}
        odds: Any = self.session.run(None, fed)[0]
        found: NDArray[np.float32] = odds
        return found


def by_length(windows: Sequence[Window]) -> Iterator[list[int]]:
    """Group windows of about one length, so that little is filled up."""
    order = sorted(range(len(windows)), key=lambda at: -len(windows[at].ids))
    while order:
        many = max(1, PIECES // len(windows[order[0]].ids))
        yield order[:many]
        order = order[many:]


def odds_of(window: Window, rows: NDArray[np.float32]) -> Iterator[Odds]:
    """The odds of the words of a window; its labels are those of the training, B- before I-."""
    words = rows[window.heads].astype(float)
    people, places = words[:, 1] + words[:, 2], words[:, 3] + words[:, 4]
    for at in np.flatnonzero(np.maximum(people, places) >= FAINT).tolist():
        first = 1 if people[at] > places[at] else 3
        begins = bool(words[at, first] > words[at, first + 1])
        yield Odds(*window.words[at], float(people[at]), float(places[at]), begins)


def readings(text: str, words: Iterable[Odds]) -> Iterator[Reading]:
    """Put the words of a text together to people and places."""
    run: list[Odds] = []
    label: Label = "PER"
    for word in words:
        its: Label = "PER" if word.person >= word.place else "LOC"
        if max(word.person, word.place) < NOTICED:
            continue
        tied = run and not text[run[-1].end : word.start].strip() and its == label
        if not tied or word.begins:
            yield from close(text, run, label)
            run, label = [], its
        if run or text[word.start].isalnum():
            run.append(word)
    yield from close(text, run, label)


def close(text: str, run: Sequence[Odds], label: Label) -> Iterator[Reading]:
    """End a reading; its odds are those of its words in the mean, signs at its end are left off."""
    if not run:
        return
    start, end = run[0].start, run[-1].end
    while not text[end - 1].isalnum() and text[end - 1] != ".":
        end -= 1
    shares = [word.person if label == "PER" else word.place for word in run]
    yield Reading(start, end, label, sum(shares) / len(shares))
