"""Teaching a network from labels or from another network's probabilities, and measuring it."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

import torch
from torch import Tensor, nn
from torch.nn import functional

from tagger.lessons import NONE, Lessons
from tagger.network import LABELS, Network

NEW = ("head", "kind")
"""Parts that begin from nothing and learn faster."""
FASTER = 5.0


def lower_precision(device: str) -> AbstractContextManager[object]:
    """Half the digits where the device is fast with them."""
    return torch.autocast(device, torch.bfloat16) if device == "cuda" else nullcontext()


def fit(
    network: Network,
    lessons: Lessons,
    epochs: int,
    rate: float,
    seed: int,
    soft: Tensor | None = None,
    size: int = 8192,
    say: Callable[[str], None] = print,
) -> Network:
    """Teach a network; with `soft`, a row of probabilities a word, it imitates them."""
    torch.manual_seed(seed)
    device = str(lessons.ids.device).partition(":")[0]
    network.to(device).train()
    fast = [p for name, p in network.named_parameters() if name.split(".")[0] in NEW]
    slow = [p for name, p in network.named_parameters() if name.split(".")[0] not in NEW]
    groups = [{"params": slow, "lr": rate}, {"params": fast, "lr": rate * FASTER}]
    learner = torch.optim.AdamW(groups, weight_decay=0.01, fused=device == "cuda")
    dice = random.Random(seed)
    plan = [batch for _ in range(epochs) for batch in lessons.batches(size, dice)]
    warm, steps = max(1, len(plan) // 20), max(2, len(plan))

    def pace(at: int) -> float:
        return min((at + 1) / warm, max(0.0, (steps - at) / (steps - warm)))

    course = torch.optim.lr_scheduler.LambdaLR(learner, pace)
    words = lessons.heads.long().cumsum(0) - 1
    begun, total = time.monotonic(), torch.zeros((), device=device)
    for step, batch in enumerate(plan, 1):
        ids, kinds, mask, labels, at = lessons.take(batch)
        with lower_precision(device):
            scores = network(ids, kinds, mask)
        loss = loss_of(scores.float(), labels, at, mask, lessons, soft, words)
        learner.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        learner.step()
        course.step()
        total += loss.detach()
        if step % max(1, len(plan) // 8) == 0:
            spent = time.monotonic() - begun
            say(f"  step {step}/{len(plan)} loss {total.item() / step:.4f} {spent:.0f} s")
    return network.eval()


def loss_of(
    scores: Tensor,
    labels: Tensor,
    at: Tensor,
    mask: Tensor,
    lessons: Lessons,
    soft: Tensor | None,
    words: Tensor,
) -> Tensor:
    """How far the scores are from the labels, or from a teacher's probabilities."""
    if soft is None:
        return functional.cross_entropy(scores.flatten(0, 1), labels.flatten(), ignore_index=NONE)
    begins = lessons.heads[at] & mask
    aim = soft[words[at[begins]]].float()
    guess = functional.log_softmax(scores[begins], -1)
    return (aim * (aim.clamp(min=1e-6).log() - guess)).sum(-1).mean()


@torch.no_grad()
def predict(networks: Sequence[Network], lessons: Lessons, size: int = 65536) -> Tensor:
    """The mean probabilities of some networks for every word, in the order of the texts."""
    device = str(lessons.ids.device).partition(":")[0]
    words = lessons.heads.long().cumsum(0) - 1
    count = int(words[-1]) + 1
    found = torch.zeros(count, len(LABELS), device=device)
    for network in networks:
        network.to(device).eval()
        for batch in lessons.batches(size, None):
            ids, kinds, mask, _, at = lessons.take(batch)
            with lower_precision(device):
                scores = network(ids, kinds, mask)
            begins = lessons.heads[at] & mask
            found[words[at[begins]]] += scores[begins].float().softmax(-1)
    return found / len(networks)


def measure(found: Tensor, lessons: Lessons) -> str:
    """Precision, recall and F1 of people and places, whole spans, as one line."""
    gold = lessons.labels[lessons.heads].tolist()
    guess = found.argmax(-1).tolist()
    parts = []
    for label in ("PER", "LOC"):
        truth, said = spans(gold, label), spans(guess, label)
        right = len(truth & said)
        precision, recall = right / max(1, len(said)), right / max(1, len(truth))
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        parts.append(f"{label} precision {precision:.3f} recall {recall:.3f} F1 {f1:.3f}")
    return ", ".join(parts)


def spans(labels: Sequence[int], label: str) -> set[tuple[int, int]]:
    """First and last word of every stretch with a label."""
    begin, inside = LABELS.index(f"B-{label}"), LABELS.index(f"I-{label}")
    found, start = set(), -1
    for at, each in enumerate([*labels, 0]):
        if start >= 0 and each != inside:
            found.add((start, at - 1))
            start = -1
        if each == begin or (each == inside and start < 0):
            start = at
    return found


def choose_pieces(counts: Counter[int], vocabulary: Sequence[str], size: int) -> list[int]:
    """The pieces a small network keeps: what is special, single letters, then the most used."""
    fixed = [
        at
        for at, piece in enumerate(vocabulary)
        if piece in ("[PAD]", "[UNK]", "[CLS]", "[SEP]") or len(piece.removeprefix("##")) == 1
    ]
    rest = [at for at, _ in counts.most_common() if at not in set(fixed)]
    return sorted(fixed + rest[: size - len(fixed)])
