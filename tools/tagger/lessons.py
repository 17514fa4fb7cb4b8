"""Texts as tensors: encoded once, kept flat, cut into batches of about equal length."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from onym.tagger.pieces import PLACES, Pieces
from tagger.network import LABELS
from tagger.texts import Text

NONE = -100
PAD = 0
SMALL, NO_WORD = 0, 5


@dataclass
class Lessons:
    """Windows of many texts, one after another."""

    ids: Tensor
    kinds: Tensor
    labels: Tensor
    """The label of a word at its first piece, NONE elsewhere."""
    heads: Tensor
    """Whether a piece begins a word."""
    starts: Tensor
    """Where each window begins, and where the last one ends."""

    def to(self, device: str) -> Lessons:
        """The same where it will be used."""
        return Lessons(**{name: value.to(device) for name, value in vars(self).items()})

    @property
    def lengths(self) -> Tensor:
        """Pieces of each window."""
        return self.starts[1:] - self.starts[:-1]

    def batches(self, size: int, dice: random.Random | None) -> Iterator[Tensor]:
        """Indices of windows, `size` pieces together at most; shuffled when there are dice."""
        lengths = self.lengths.tolist()
        order = list(range(len(lengths)))
        if dice:
            dice.shuffle(order)
            chunk = 4000
            parts = [order[at : at + chunk] for at in range(0, len(order), chunk)]
            order = [at for part in parts for at in sorted(part, key=lengths.__getitem__)]
        else:
            order.sort(key=lengths.__getitem__)
        groups: list[list[int]] = [[]]
        for at in order:
            longest = max(lengths[at], max((lengths[i] for i in groups[-1][-1:]), default=0))
            if groups[-1] and longest * (len(groups[-1]) + 1) > size:
                groups.append([])
            groups[-1].append(at)
        if dice:
            dice.shuffle(groups)
        for group in groups:
            yield torch.tensor(group)

    def take(self, batch: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Ids, kinds, mask, labels and positions in the flat tensors of a batch."""
        batch = batch.to(self.ids.device)
        starts, lengths = self.starts[batch], self.lengths[batch]
        steps = torch.arange(int(lengths.max()), device=self.ids.device)
        mask = steps < lengths[:, None]
        at = (starts[:, None] + steps).clamp(max=len(self.ids) - 1)
        labels = torch.where(mask, self.labels[at].long(), NONE)
        ids = torch.where(mask, self.ids[at].long(), PAD)
        return ids, self.kinds[at].long(), mask, labels, at


def encode(texts: Sequence[Text], pieces: Pieces, doubtful: Sequence[bool] = ()) -> Lessons:
    """Encode texts; in doubtful ones a word with a capital that is not marked teaches nothing."""
    ids, kinds, labels, heads, starts = [], [], [], [], [0]
    for number, text in enumerate(texts):
        doubt = bool(doubtful) and doubtful[number]
        marks = sorted(text.spans)
        for window in pieces.windows(text.text):
            row = [NONE] * len(window.ids)
            for (start, end), head in zip(window.words, window.heads, strict=True):
                while marks and marks[0][1] <= start:
                    marks.pop(0)
                row[head] = NONE
                label = label_of(start, end, marks)
                case = window.kinds[head] // PLACES
                if label or not doubt or case in (SMALL, NO_WORD):
                    row[head] = label
            ids += window.ids
            kinds += window.kinds
            labels += row
            begins = set(window.heads)
            heads += [at in begins for at in range(len(row))]
            starts.append(len(ids))
    return Lessons(
        torch.tensor(ids, dtype=torch.int32),
        torch.tensor(kinds, dtype=torch.uint8),
        torch.tensor(labels, dtype=torch.int16),
        torch.tensor(heads),
        torch.tensor(starts),
    )


def label_of(start: int, end: int, marks: list[tuple[int, int, str]]) -> int:
    """The label of a word, given the marks that do not end before it."""
    if not marks or marks[0][0] >= end:
        return 0
    begins = marks[0][0] >= start
    return LABELS.index(f"{'B' if begins else 'I'}-{marks[0][2]}")


def join(parts: Sequence[Lessons]) -> Lessons:
    """Several lots of lessons as one."""
    starts, total = [torch.zeros(1, dtype=torch.int64)], 0
    for part in parts:
        starts.append(part.starts[1:] + total)
        total += len(part.ids)
    flat = {
        name: torch.cat([getattr(part, name) for part in parts])
        for name in ("ids", "kinds", "labels", "heads")
    }
    return Lessons(starts=torch.cat(starts), **flat)
