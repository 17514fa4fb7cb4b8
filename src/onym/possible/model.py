"""A trained model: features in, the probability of being a name out, with nothing but numpy.

A model file is a zip of plain arrays (`.npz`, read without pickle) and a note in JSON. Nothing in
it can run. It holds one or more members, whose probabilities are averaged (seed 003, 2.5: decision
fusion): a forest, boosted trees, or a small network.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from onym.disk.files import read_bytes, write_atomically
from onym.errors import InputError, PolicyError
from onym.possible.features import Matrix, Table

VERSION = 1
SHIPPED = ("boosted", "fusion")
"""The models that come with Onym: its own, and the paper's kind trained on the same words."""
ROWS = 512
"""Words a step when walking down trees."""

Floats = NDArray[np.float64]
Member = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Model:
    """Members, the features they ask for, and what was measured on words they never saw."""

    members: tuple[tuple[str, Member], ...]
    """Kind (forest, boosted, net) and arrays of each."""
    features: tuple[str, ...]
    contexts: tuple[str, ...]
    calibration: tuple[tuple[float, float, float], ...]
    """Threshold, recall and precision at it, by rising threshold."""
    note: dict[str, Any] = field(default_factory=dict)

    def predict(self, table: Table) -> Floats:
        """The probability that each word of a table is a name."""
        if not set(self.features) <= set(table.names):
            raise InputError("the model asks for features that this Onym has not; train it anew")
        values = table.choose(self.features)
        if not len(values):
            return np.zeros(0)
        found = [PREDICT[kind](member, values) for kind, member in self.members]
        return np.asarray(np.mean(found, axis=0))

    @property
    def wants_two_slips(self) -> bool:
        """Whether it asks how many words are two slips away, which takes long to count."""
        return "two_edits" in self.features

    def threshold(self, recall: float) -> tuple[float, float]:
        """The highest threshold that finds so large a share of names, and the precision there."""
        fit = [(at, precision) for at, found, precision in self.calibration if found >= recall]
        if not fit:
            best = max(found for _, found, _ in self.calibration)
            raise PolicyError(
                f"this model has not reached a recall of {recall}; at most {best:.3f}"
            )
        return max(fit)


def expect(likely: Floats, recall: float) -> tuple[float, float]:
    """The threshold at which probabilities promise a recall, and the precision they promise."""
    if not len(likely):
        return 1.0, 1.0
    ordered = np.sort(likely)[::-1]
    sums = np.cumsum(ordered)
    last = min(int(np.searchsorted(sums, recall * sums[-1])), len(ordered) - 1)
    return float(ordered[last]), float(sums[last] / (last + 1))


def predict_trees(member: Member, values: Matrix) -> Floats:
    """The sum of the leaves that each row falls into."""
    feature, limit = member["feature"].astype(np.int64), member["limit"]
    right, value = member["right"].astype(np.int64), member["value"]
    totals = np.zeros(len(values))
    for start in range(0, len(values), ROWS):
        rows = values[start : start + ROWS]
        node = np.repeat(member["roots"].astype(np.int64)[None, :], len(rows), axis=0)
        row = np.arange(len(rows))[:, None]
        while (inner := feature[node] >= 0).any():
            goes_left = rows[row, np.maximum(feature[node], 0)] <= limit[node]
            # the left child always follows its parent
            node = np.where(inner, np.where(goes_left, node + 1, right[node]), node)
        totals[start : start + ROWS] = value[node].sum(axis=1)
    return totals


def predict_forest(member: Member, values: Matrix) -> Floats:
    """The mean share of names in the leaves."""
    return predict_trees(member, values) / len(member["roots"])


def predict_boosted(member: Member, values: Matrix) -> Floats:
    """The sum of the leaves as log-odds."""
    return sigmoid(predict_trees(member, values))


def predict_net(member: Member, values: Matrix) -> Floats:
    """A layer for the dense and one for the sparse inputs, then layers over both."""
    scaled = scale(values, member["mean"], member["spread"])
    dense = int(member["dense"][0])
    hidden = np.concatenate(
        [
            np.maximum(scaled[:, :dense] @ member["dense_weights"] + member["dense_bias"], 0),
            np.maximum(scaled[:, dense:] @ member["sparse_weights"] + member["sparse_bias"], 0),
        ],
        axis=1,
    )
    layer = 0
    while f"weights{layer}" in member:
        hidden = np.maximum(hidden @ member[f"weights{layer}"] + member[f"bias{layer}"], 0)
        layer += 1
    return sigmoid(hidden @ member["out_weights"] + member["out_bias"])


PREDICT = {"forest": predict_forest, "boosted": predict_boosted, "net": predict_net}


def scale(values: Matrix, mean: NDArray[Any], spread: NDArray[Any]) -> Floats:
    """Counts as logarithms, everything around zero."""
    return np.asarray((np.log1p(np.maximum(values, 0)) - mean) / spread, dtype=np.float64)


def sigmoid(values: Floats) -> Floats:
    """Log-odds as probabilities."""
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -60, 60))))


def save(model: Model, path: Path) -> None:
    """Write a model file."""
    note = {
        "version": VERSION,
        "members": [kind for kind, _ in model.members],
        "features": model.features,
        "contexts": model.contexts,
        "calibration": model.calibration,
        "note": model.note,
    }
    arrays: dict[str, Any] = {
        f"{number}.{name}": array
        for number, (_, member) in enumerate(model.members)
        for name, array in member.items()
    }
    out = io.BytesIO()
    written = np.frombuffer(json.dumps(note).encode(), dtype=np.uint8)
    np.savez_compressed(out, note=written, **arrays)
    write_atomically(path, out.getvalue())


def load(path: Path) -> Model:
    """Read a model file; one that is something else is refused."""
    try:
        return parse(read_bytes(path))
    except (ValueError, KeyError, TypeError, OSError, zipfile.BadZipFile):
        raise InputError(f"{path} is no model of Onym; make one with onym train") from None


def parse(data: bytes) -> Model:
    """Understand the bytes of a model file."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        note = json.loads(arrays["note"].tobytes())
        if note["version"] > VERSION:
            raise InputError("the model was written by a newer Onym; please update Onym")
        members = tuple(
            (
                kind,
                {
                    name.partition(".")[2]: arrays[name]
                    for name in arrays.files
                    if name.startswith(f"{number}.")
                },
            )
            for number, kind in enumerate(note["members"])
        )
    if unknown := set(note["members"]) - set(PREDICT):
        raise InputError(f"the model has members of an unknown kind: {', '.join(sorted(unknown))}")
    calibration = tuple((float(a), float(b), float(c)) for a, b, c in note["calibration"])
    return Model(
        members, tuple(note["features"]), tuple(note["contexts"]), calibration, note["note"]
    )


@cache
def shipped(name: str = SHIPPED[0]) -> Model:
    """A model that comes with Onym."""
    return parse((files("onym.possible") / f"{name}.npz").read_bytes())


def choose(name: str | None) -> Model:
    """A model by the name of a shipped one or as a file; without a name Onym's own."""
    if name is None or name in SHIPPED:
        return shipped(name or SHIPPED[0])
    return load(Path(name))
