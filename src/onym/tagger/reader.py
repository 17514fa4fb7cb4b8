"""Reading texts with the network: people and places with their place in the text and odds."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from onym.errors import PolicyError
from onym.tagger.pieces import Pieces, Window

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Label = Literal["PER", "LOC"]
LABELS: tuple[Label, ...] = ("PER", "LOC")
COLUMNS = {"PER": (1, 2), "LOC": (3, 4)}
"""Which of the network's odds speak for a label: those that it begins and that it goes on."""
NOTICED = 0.3
"""Words with lower odds are not reported at all."""
PIECES = 4096
"""What is read in one go, filling included."""
TEXTS = 64
"""Texts that are sorted by length together."""


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
        waiting = iter(texts)
        while lot := list(islice(waiting, TEXTS)):
            yield from self._read_lot(lot)

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

    def _read_lot(self, texts: Sequence[str]) -> list[list[Reading]]:
        windows = [
            (number, window)
            for number, text in enumerate(texts)
            for window in self.pieces.windows(text)
        ]
        found: list[list[Reading]] = [[] for _ in texts]
        for group in by_length([window for _, window in windows]):
            odds = self._run([windows[at][1] for at in group])
            for at, rows in zip(group, odds, strict=True):
                number, window = windows[at]
                found[number] += readings(texts[number], window, rows)
        return [sorted(each, key=lambda reading: reading.start) for each in found]

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


def readings(text: str, window: Window, odds: NDArray[np.float32]) -> Iterator[Reading]:
    """Put the words of a window together to people and places."""
    words = odds[window.heads]
    shares = {label: words[:, COLUMNS[label]].sum(1) for label in LABELS}
    begun: tuple[int, Label, list[float]] | None = None
    end = 0
    for at, (start, stop) in enumerate(window.words):
        label = max(LABELS, key=lambda each: float(shares[each][at]))
        share = float(shares[label][at])
        column = COLUMNS[label]
        begins = words[at, column[0]] > words[at, column[1]]
        if begun and (share < NOTICED or label != begun[1] or begins):
            yield close(text, begun, end)
            begun = None
        if share >= NOTICED:
            if begun is None and text[start].isalnum():
                begun = (start, label, [])
            if begun:
                begun[2].append(share)
                end = stop
    if begun:
        yield close(text, begun, end)


def close(text: str, begun: tuple[int, Label, list[float]], end: int) -> Reading:
    """End a reading; its odds are those of its words in the mean, signs at its end are left off."""
    start, label, shares = begun
    while end > start and not text[end - 1].isalnum() and text[end - 1] != ".":
        end -= 1
    return Reading(start, end, label, sum(shares) / len(shares))
