"""The tagger's network in plain torch: a small BERT with a head that labels each word."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

LABELS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-ORG", "I-ORG")
WIDTH, HEADS, POSITIONS = 384, 12, 128


@dataclass(frozen=True)
class Shape:
    """What distinguishes one tagger from another."""

    pieces: int
    kinds: int
    layers: int = 6
    inner: int = 1536
    rank: int = WIDTH
    """Numbers a piece is stored as; fewer than WIDTH are widened by a matrix."""


class Layer(nn.Module):
    """Attention and two linear maps, as BERT has them."""

    def __init__(self, inner: int) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.up, self.down = nn.Linear(WIDTH, inner), nn.Linear(inner, WIDTH)
        self.calm, self.calm_too = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Let every piece look at every other; mask is 0 or very small."""
        batch, length = x.shape[0], x.shape[1]

        def split(y: Tensor) -> Tensor:
            return y.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        query, key, value = split(self.query(x)), split(self.key(x)), split(self.value(x))
        if self.training:
            seen = functional.scaled_dot_product_attention(query, key, value, mask, 0.1)
        else:
            scores = query @ key.transpose(2, 3) * (WIDTH // HEADS) ** -0.5 + mask
            seen = torch.softmax(scores, -1) @ value
        joined = seen.transpose(1, 2).reshape(batch, length, WIDTH)
        x = self.calm(x + self.drop(self.out(joined)))
        result: Tensor = self.calm_too(x + self.drop(self.down(functional.gelu(self.up(x)))))
        return result


class Network(nn.Module):
    """Pieces and kinds in, a score for each label out."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.piece = nn.Embedding(shape.pieces, shape.rank)
        self.widen = nn.Linear(shape.rank, WIDTH, bias=False) if shape.rank < WIDTH else None
        self.kind = nn.Embedding(shape.kinds, WIDTH)
        self.place = nn.Embedding(POSITIONS, WIDTH)
        self.calm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(0.1)
        self.layers = nn.ModuleList(Layer(shape.inner) for _ in range(shape.layers))
        self.head = nn.Linear(WIDTH, len(LABELS))

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """Label pieces; mask is 1 for a piece and 0 for filling."""
        x = self.piece(ids)
        if self.widen is not None:
            x = self.widen(x)
        return self.rest(x, kinds, mask)

    def rest(self, x: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """Everything after looking the pieces up."""
        places = torch.arange(x.shape[1], device=x.device)
        x = self.drop(self.calm(x + self.kind(kinds) + self.place(places)))
        hidden = (1.0 - mask[:, None, None, :].to(x.dtype)) * -1e4
        for layer in self.layers:
            x = layer(x, hidden)
        scores: Tensor = self.head(x)
        return scores


NAMES = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "out",
    "attention.output.LayerNorm": "calm",
    "intermediate.dense": "up",
    "output.dense": "down",
    "output.LayerNorm": "calm_too",
}


def from_base(base: dict[str, Tensor], kinds: int) -> Network:
    """The network with the weights of the pretrained encoder; every kind begins as type 0."""
    shape = Shape(base["embeddings.word_embeddings.weight"].shape[0], kinds)
    network = Network(shape)
    state = network.state_dict()
    state["piece.weight"] = base["embeddings.word_embeddings.weight"].float()
    state["place.weight"] = base["embeddings.position_embeddings.weight"][:POSITIONS].float()
    first = base["embeddings.token_type_embeddings.weight"][0].float()
    state["kind.weight"] = first.repeat(kinds, 1)
    for end in ("weight", "bias"):
        state[f"calm.{end}"] = base[f"embeddings.LayerNorm.{end}"].float()
        for at in range(shape.layers):
            for theirs, ours in NAMES.items():
                found = base[f"encoder.layer.{at}.{theirs}.{end}"]
                state[f"layers.{at}.{ours}.{end}"] = found.float()
    network.load_state_dict(state)
    return network


def shrink(large: Network, keep: list[int], layers: list[int], inner: int, rank: int) -> Network:
    """A smaller network that begins as parts of a large one: some pieces, layers, neurons."""
    small = Network(Shape(len(keep), large.shape.kinds, len(layers), inner, rank))
    with torch.no_grad():
        pieces = large.piece.weight[torch.tensor(keep, device=large.piece.weight.device)].float()
        left, strength, right = torch.linalg.svd(pieces, full_matrices=False)
        small.piece.weight.copy_(left[:, :rank] * strength[:rank])
        if small.widen is not None:
            small.widen.weight.copy_(right[:rank].T)
        for name in ("kind", "place", "calm", "head"):
            getattr(small, name).load_state_dict(getattr(large, name).state_dict())
        for mine, theirs in zip(small.layers, (large.layers[at] for at in layers), strict=True):
            copy_layer(mine, theirs, inner)
    return small


def crop(network: Network, keep: list[int]) -> Network:
    """The same network with only some of its pieces; the others are spelt with shorter ones."""
    shape = replace(network.shape, pieces=len(keep))
    state = network.state_dict()
    state["piece.weight"] = state["piece.weight"][
        torch.tensor(keep, device=state["piece.weight"].device)
    ]
    cropped = Network(shape)
    cropped.load_state_dict(state)
    return cropped.eval()


def copy_layer(mine: Any, theirs: Any, inner: int) -> None:
    """Copy a layer with the neurons that weigh most."""
    for name in ("query", "key", "value", "out", "calm", "calm_too"):
        getattr(mine, name).load_state_dict(getattr(theirs, name).state_dict())
    weights = theirs.up.weight.norm(dim=1) * theirs.down.weight.norm(dim=0)
    best = weights.topk(inner).indices
    mine.up.weight.copy_(theirs.up.weight[best])
    mine.up.bias.copy_(theirs.up.bias[best])
    mine.down.weight.copy_(theirs.down.weight[:, best])
    mine.down.bias.copy_(theirs.down.bias)


def save(network: Network, path: Path) -> None:
    """Keep a network in half the precision."""
    state = {name: value.detach().cpu().half() for name, value in network.state_dict().items()}
    torch.save({"shape": asdict(network.shape), "state": state}, path)


def load(path: Path) -> Network:
    """A network that was saved."""
    saved = torch.load(path, weights_only=True)
    network = Network(Shape(**saved["shape"]))
    network.load_state_dict({name: value.float() for name, value in saved["state"].items()})
    return network.eval()
