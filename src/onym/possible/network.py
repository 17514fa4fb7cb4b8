"""The small network of Bosch et al. (Figure 2), trained with numpy.

Dense and sparse inputs each pass a layer of their own, with L2 on the weights of the dense one and
L1 on those of the sparse one; the two are joined and pass further layers with dropout, down to one
output. Trained by Adam on weighted cross-entropy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from onym.possible.model import Floats, Member, sigmoid

DROPOUT = 0.2
BATCH = 64
EPOCHS = 60
MOMENTS = 0.9, 0.999


def fit_net(
    values: NDArray[np.float32],
    truth: NDArray[np.bool_],
    weight: Floats,
    dense: int,
    width: int = 8,
    l2: float = 0.001,
    l1: float = 0.001,
    depth: int = 1,
    rate: float = 0.01,
    epochs: int = EPOCHS,
    seed: int = 0,
) -> Member:
    """Train it; the first inputs, so many as `dense`, are the dense ones."""
    logs = np.log1p(np.maximum(values, 0)).astype(np.float64)
    mean, spread = logs.mean(axis=0), logs.std(axis=0)
    spread[spread < 1e-6] = 1.0
    net = Net(dense, logs.shape[1] - dense, width, depth, l2, l1, seed)
    net.train((logs - mean) / spread, truth, weight / weight.mean(), rate, epochs)
    return {"mean": mean, "spread": spread, "dense": np.array([dense]), **net.weights}


class Net:
    """The weights while they are being learnt."""

    def __init__(
        self, dense: int, sparse: int, width: int, depth: int, l2: float, l1: float, seed: int
    ) -> None:
        self.dense, self.depth, self.l2, self.l1 = dense, depth, l2, l1
        self.random = np.random.default_rng(seed)
        sizes = {"dense_": (dense, width), "sparse_": (sparse, width)}
        shapes = [(2 * width, width), *[(width, width)] * (depth - 1)] if depth else []
        last = shapes[-1][1] if shapes else 2 * width
        self.weights: Member = {}
        for name, (rows, columns) in sizes.items():
            self._start(f"{name}weights", f"{name}bias", rows, columns)
        for layer, (rows, columns) in enumerate(shapes):
            self._start(f"weights{layer}", f"bias{layer}", rows, columns)
        self.weights["out_weights"] = self.random.normal(0, last**-0.5, last)
        self.weights["out_bias"] = np.zeros(1)
        self._moments = {
            name: (np.zeros_like(a), np.zeros_like(a)) for name, a in self.weights.items()
        }
        self._steps = 0

    def _start(self, weights: str, bias: str, rows: int, columns: int) -> None:
        self.weights[weights] = self.random.normal(0, (2 / max(rows, 1)) ** 0.5, (rows, columns))
        self.weights[bias] = np.zeros(columns)

    def train(
        self, inputs: Floats, truth: NDArray[np.bool_], weight: Floats, rate: float, epochs: int
    ) -> None:
        """Go over all words so many times, in another order each time."""
        for epoch in range(epochs):
            pace = rate * (1 - epoch / epochs)
            order = self.random.permutation(len(inputs))
            for start in range(0, len(order), BATCH):
                rows = order[start : start + BATCH]
                self._step(inputs[rows], truth[rows].astype(np.float64), weight[rows], pace)

    def _step(self, inputs: Floats, truth: Floats, weight: Floats, rate: float) -> None:
        w = self.weights
        dense, sparse = inputs[:, : self.dense], inputs[:, self.dense :]
        first = np.concatenate(
            [
                dense @ w["dense_weights"] + w["dense_bias"],
                sparse @ w["sparse_weights"] + w["sparse_bias"],
            ],
            axis=1,
        )
        layers, masks = [np.maximum(first, 0)], []
        for layer in range(self.depth):
            kept = (self.random.random(layers[-1].shape) >= DROPOUT) / (1 - DROPOUT)
            masks.append(kept)
            layers.append(
                np.maximum((layers[-1] * kept) @ w[f"weights{layer}"] + w[f"bias{layer}"], 0)
            )
        guess = sigmoid(layers[-1] @ w["out_weights"] + w["out_bias"])
        slope = weight * (guess - truth) / len(truth)
        slopes: dict[str, Any] = {
            "out_weights": layers[-1].T @ slope,
            "out_bias": slope.sum(keepdims=True),
        }
        back = np.outer(slope, w["out_weights"]) * (layers[-1] > 0)
        for layer in reversed(range(self.depth)):
            slopes[f"weights{layer}"] = (layers[layer] * masks[layer]).T @ back
            slopes[f"bias{layer}"] = back.sum(axis=0)
            back = (back @ w[f"weights{layer}"].T) * masks[layer] * (layers[layer] > 0)
        half = w["dense_weights"].shape[1]
        slopes["dense_weights"] = dense.T @ back[:, :half] + self.l2 * w["dense_weights"]
        slopes["dense_bias"] = back[:, :half].sum(axis=0)
        slopes["sparse_weights"] = sparse.T @ back[:, half:] + self.l1 * np.sign(
            w["sparse_weights"]
        )
        slopes["sparse_bias"] = back[:, half:].sum(axis=0)
        self._move(slopes, rate)

    def _move(self, slopes: dict[str, Any], rate: float) -> None:
        """Adam."""
        self._steps += 1
        first, second = MOMENTS
        for name, slope in slopes.items():
            mean, square = self._moments[name]
            mean += (1 - first) * (slope - mean)
            square += (1 - second) * (slope**2 - square)
            fair = mean / (1 - first**self._steps), square / (1 - second**self._steps)
            self.weights[name] -= rate * fair[0] / (np.sqrt(fair[1]) + 1e-8)
