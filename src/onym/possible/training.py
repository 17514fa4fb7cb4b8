"""Training on annotated words as Bosch et al. do (2.5), and boosted trees beside it.

Extra-Trees and a small network, false negatives weighing double, are tuned and tested by nested
four-fold cross-validation and averaged. Needs the extra `train` (scikit-learn, LightGBM); applying
a model does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Mapping as Lookup
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from onym.errors import InputError, PolicyError
from onym.possible.counts import SIDES
from onym.possible.features import DENSE, OTHER, Matrix, sparse_names
from onym.possible.measures import Outcome, measure
from onym.possible.model import PREDICT, Floats, Member, Model
from onym.possible.network import fit_net
from onym.possible.sheet import Sheet

Truth = NDArray[np.bool_]
Fit = Callable[..., Member]
Grid = Lookup[str, Iterable[Any]]
Grids = Lookup[str, Grid]

FOLDS = 4
MISS = 2.0
"""How much heavier a name that is missed weighs than a word that is taken."""
FEWEST = 40
"""Fewer annotated words than this teach nothing, and cannot be split four times twice."""

PAPER: Grids = {
    "forest": {"leaf": (1, 2, 4, 8, 16, 32), "share": (0.25, 0.5, 0.75, 1.0)},
    "net": {
        "width": (2, 4, 8, 16, 32), "l2": (0.1, 0.01, 0.001), "l1": (0.0, 0.25, 0.5),
        "depth": (0, 1, 2, 4), "rate": (0.01, 0.001, 0.0001),
    },
}  # fmt: skip
"""The settings that the paper tries: 24 and 540, which took them days."""
QUICK: Grids = {
    "forest": {"leaf": (1, 4), "share": (0.25, 0.5)},
    "net": {"width": (8, 32), "l2": (0.01, 0.001), "l1": (0.001,), "depth": (1,), "rate": (0.01,)},
    "boosted": {"leaves": (8, 16)},
}
"""A choice of them that differs enough to be worth trying."""


TRIAL = {"forest": {"trees": 50}, "net": {"epochs": 20}, "boosted": {"trees": 60}}
"""Settings are compared on smaller models; that tells them apart as well."""
KINDS = {"fusion": ("forest", "net"), "paper": ("forest", "net"), "boosted": ("boosted",)}
"""What can be trained, and its members; paper keeps to the paper's features."""


@dataclass(frozen=True)
class Sample:
    """Annotated words: their features, which are names, and how much each counts."""

    values: Matrix
    features: tuple[str, ...]
    truth: Truth
    weight: Floats

    def take(self, rows: NDArray[np.int64]) -> Sample:
        """Some of the words."""
        return Sample(self.values[rows], self.features, self.truth[rows], self.weight[rows])


def sample_of(table: Sheet, paper: bool = False) -> tuple[Sample, tuple[str, ...]]:
    """The annotated words of a list as a sample, and the context words among its features."""
    if table.values is None:
        raise InputError("the list has no features to learn from; make it with --features")
    contexts = tuple(
        name.partition(":")[2]
        for name in table.features
        if name.startswith(f"{SIDES[0]}:") and not name.endswith(f":{OTHER}")
    )
    dense = DENSE if paper else tuple(name for name in table.features if ":" not in name)
    features = (*dense, *sparse_names(contexts))
    if missing := set(features) - set(table.features):
        raise InputError(f"the list lacks features, {min(missing)} for one; make it anew")
    rows = [row for row, name in enumerate(table.names) if name is not None]
    values = table.values[rows][:, [table.features.index(name) for name in features]]
    truth = np.array([table.names[row] for row in rows], dtype=bool)
    return Sample(values, features, truth, np.ones(len(rows))), contexts


def train(
    sample: Sample,
    kinds: tuple[str, ...] = ("forest", "net"),
    contexts: tuple[str, ...] = (),
    search: Grids = QUICK,
    tell: Callable[[str], None] = lambda step: None,
) -> tuple[Model, dict[str, Outcome]]:
    """Tune, test and train; gives the model on all words and each member's cross-validation."""
    check(sample)
    found: dict[str, Floats] = {}
    members = []
    for kind in kinds:
        tell(f"Testing the {kind}")
        found[kind] = cross_validate(sample, kind, search[kind])
        tell(f"Training the {kind}")
        settings = tune(sample, kind, search[kind])
        members.append((kind, FITS[kind](sample, **settings)))
    if len(kinds) > 1:
        found["fusion"] = np.mean(list(found.values()), axis=0)
    outcomes = {kind: measure(sample.truth, guess) for kind, guess in found.items()}
    best = found["fusion" if len(kinds) > 1 else kinds[0]]
    model = Model(tuple(members), sample.features, contexts, calibrate(sample.truth, best))
    return model, outcomes


def check(sample: Sample) -> None:
    """Refuse words that nothing can be learnt from."""
    names = int(sample.truth.sum())
    if len(sample.truth) < FEWEST or not FOLDS <= names <= len(sample.truth) - FOLDS:
        raise InputError(
            f"{len(sample.truth)} annotated words, {names} of them names, are too few to train on:"
            f" annotate {FEWEST} or more, some names and some not"
        )


def cross_validate(sample: Sample, kind: str, grid: Grid, seed: int = 0) -> Floats:
    """Predict each word by a model that was tuned and trained without it."""
    found = np.zeros(len(sample.truth))
    for rest, test in split(sample.truth, seed):
        seen = sample.take(rest)
        member = FITS[kind](seen, **tune(seen, kind, grid, seed + 1))
        found[test] = PREDICT[kind](member, sample.values[test])
    return found


def tune(sample: Sample, kind: str, grid: Grid, seed: int = 1) -> dict[str, Any]:
    """The settings with the least squared error in a cross-validation of their own."""
    choices = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    if len(choices) == 1:
        return choices[0]
    small = {name: value for name, value in TRIAL[kind].items() if name not in grid}
    errors = np.zeros(len(choices))
    for rest, test in split(sample.truth, seed):
        seen = sample.take(rest)
        for number, settings in enumerate(choices):
            guess = PREDICT[kind](FITS[kind](seen, **small, **settings), sample.values[test])
            errors[number] += ((guess - sample.truth[test]) ** 2).sum()
    return choices[int(errors.argmin())]


def split(truth: Truth, seed: int) -> Iterable[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Four parts with as many names each, and for each part the rest."""
    order = np.random.default_rng(seed).permutation(len(truth))
    fold = np.zeros(len(truth), dtype=np.int64)
    for names in (True, False):
        rows = order[truth[order] == names]
        fold[rows] = np.arange(len(rows)) % FOLDS
    for number in range(FOLDS):
        yield np.flatnonzero(fold != number), np.flatnonzero(fold == number)


def calibrate(
    truth: Truth, guess: Floats, weight: Floats | None = None
) -> tuple[tuple[float, float, float], ...]:
    """For a hundred thresholds the recall and precision on words that the model did not see."""
    counts = np.ones(len(truth)) if weight is None else weight
    rows = []
    for limit in np.unique(np.quantile(guess[truth], np.linspace(0, 0.5, 101))):
        taken = guess >= limit
        right = counts[taken & truth].sum()
        rows.append((limit, right / counts[truth].sum(), right / counts[taken].sum()))
    return tuple((float(a), float(b), float(c)) for a, b, c in rows)


def fit_forest(sample: Sample, leaf: int = 1, share: float = 0.25, trees: int = 500) -> Member:
    """Extra-Trees."""
    forest = _package("sklearn.ensemble").ExtraTreesClassifier(
        trees, min_samples_leaf=leaf, max_features=share, random_state=0
    )
    forest.fit(sample.values, sample.truth, sample_weight=_costs(sample))
    return _pack([_tree(each.tree_) for each in forest.estimators_])


def fit_boosted(
    sample: Sample, leaves: int = 16, trees: int = 200, rate: float = 0.06, runs: int = 3
) -> Member:
    """Gradient-boosted trees, the mean of several runs with other random choices."""
    package, found = _package("lightgbm"), []
    for run in range(runs):
        model = package.LGBMClassifier(
            n_estimators=trees, learning_rate=rate, num_leaves=leaves, min_child_samples=20,
            reg_lambda=5.0, colsample_bytree=0.4, subsample=0.8, subsample_freq=1, n_jobs=1,
            random_state=run, deterministic=True, verbose=-1,
        )  # fmt: skip
        model.fit(sample.values, sample.truth, sample_weight=_costs(sample))
        steps = model.booster_.dump_model()["tree_info"]
        found += [_boosted_tree(step["tree_structure"]) for step in steps]
    member = _pack(found)
    return member | {"value": member["value"] / np.float32(runs)}


def fit_network(sample: Sample, **settings: Any) -> Member:
    """The paper's network: L2 on the dense inputs, L1 on the sparse ones."""
    dense = [place for place, name in enumerate(sample.features) if ":" not in name]
    if dense != list(range(len(dense))):
        raise PolicyError("the context words must be the last features of a network")
    return fit_net(sample.values, sample.truth, _costs(sample), len(dense), **settings)


FITS: dict[str, Fit] = {"forest": fit_forest, "net": fit_network, "boosted": fit_boosted}


def _costs(sample: Sample) -> Floats:
    return np.asarray(sample.weight * np.where(sample.truth, MISS, 1.0))


def _package(name: str) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise PolicyError("training needs more packages: pip install 'onym[train]'") from None


Nodes = list[tuple[int, float, int, float]]


def _tree(tree: Any) -> Nodes:
    """A tree of scikit-learn's forest; the left child of node n is n + 1 there, too."""
    shares = tree.value[:, 0, 1] / tree.value[:, 0].sum(axis=1)
    left = tree.children_left
    return [
        (-1 if left[node] < 0 else tree.feature[node], tree.threshold[node], right, shares[node])
        for node, right in enumerate(tree.children_right)
    ]


def _boosted_tree(root: dict[str, Any]) -> Nodes:
    """A tree of LightGBM's, left children first."""
    ordered: Nodes = []

    def visit(node: dict[str, Any]) -> int:
        place = len(ordered)
        if "leaf_value" in node:
            ordered.append((-1, 0.0, 0, node["leaf_value"]))
            return place
        ordered.append((node["split_feature"], node["threshold"], 0, 0.0))
        visit(node["left_child"])
        ordered[place] = (*ordered[place][:2], visit(node["right_child"]), 0.0)
        return place

    visit(root)
    return ordered


def _pack(trees: list[Nodes]) -> Member:
    sizes = np.array([len(tree) for tree in trees])
    roots = np.cumsum(sizes) - sizes
    nodes = [node for tree in trees for node in tree]
    feature, limit, right, value = (np.array(column) for column in zip(*nodes, strict=True))
    short = limit.astype(np.float32)
    # rounded down, so that a feature compares with it as with the original
    short = np.where(short > limit, np.nextafter(short, np.float32(-np.inf)), short)
    return {
        "roots": roots.astype(np.int32),
        "feature": feature.astype(np.int16),
        "limit": short.astype(np.float32),
        "right": (right + np.repeat(roots, sizes)).astype(np.int32),
        "value": value.astype(np.float32),
    }
