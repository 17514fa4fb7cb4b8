"""Models: what they predict, how they are kept, and that a strange file does no harm."""

from __future__ import annotations

import io
import pickle
from pathlib import Path

import numpy as np
import pytest

from onym.errors import InputError, OnymError, PolicyError
from onym.formats import read
from onym.possible import list_names, probabilities
from onym.possible.features import extract
from onym.possible.model import SHIPPED, Model, choose, load, parse, predict_trees, save, shipped
from onym.possible.training import Grids, Sample, calibrate, sample_of, split, train

COURSE = [
    "Hi Adaeze,\nthanks for the notes.\nBest wishes,\nTheobald",
    "Dear Theobald,\nI think that Adaeze is right.\nCheers,\nIngeborg",
    "Hello everyone, the wormhole exersise is hard. As Ingeborg said, it is about enrgy.",
    "I hope so. Will you come? I moved from Uppsala to Lisbon last year.",
]
NAMES = {"adaeze", "theobald", "ingeborg", "uppsala", "lisbon"}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_model_tells_names_from_words(name: str) -> None:
    model = shipped(name)
    table = extract(COURSE, contexts=model.contexts)
    found = dict(zip(table.words, model.predict(table), strict=True))
    worst = min(found[word] for word in NAMES)
    assert worst > max(value for word, value in found.items() if word not in NAMES)
    assert all(0 <= value <= 1 for value in found.values())


def test_a_shipped_model_is_small_and_knows_no_rare_word() -> None:
    from importlib.resources import files

    for name in SHIPPED:
        assert len((files("onym.possible") / f"{name}.npz").read_bytes()) < 20_000_000
    from onym.language import zipf

    assert all(word.startswith("<") or zipf(word) > 4.5 for word in shipped().contexts)


def test_the_threshold_follows_the_recall_that_is_asked_for() -> None:
    model = shipped()
    (low, sure), (high, less) = model.threshold(0.99), model.threshold(0.9)
    assert low < high and sure < less
    with pytest.raises(PolicyError, match="recall"):
        Model((), (), (), ((0.5, 0.8, 0.9),)).threshold(0.9)


def test_probabilities_of_a_corpus() -> None:
    import polars as pl

    corpus = read(pl.DataFrame({"text": COURSE}))
    found = probabilities(corpus)
    assert found["adaeze"] > 0.5 > found["exersise"]
    sheet, precision = list_names(corpus)
    assert sheet.chosen() >= NAMES and 0 < precision <= 1
    assert list(sheet.counts) == sorted(sheet.counts, reverse=True)


def test_trees_are_walked_to_their_leaves() -> None:
    tree = {
        "roots": np.array([0]),
        "feature": np.array([0, -1, 1, -1, -1]),
        "limit": np.array([0.5, 0, 2.0, 0, 0]),
        "right": np.array([2, 0, 4, 0, 0]),
        "value": np.array([0, 1.0, 0, 2.0, 3.0]),
    }
    rows = np.array([[0, 9], [1, 2], [1, 3]], dtype=np.float32)
    assert predict_trees(tree, rows).tolist() == [1, 2, 3]


def test_a_model_file_is_read_back(tmp_path: Path) -> None:
    table = extract(COURSE, contexts=shipped().contexts)
    save(shipped(), tmp_path / "model.npz")
    again = load(tmp_path / "model.npz")
    assert again.predict(table).tolist() == shipped().predict(table).tolist()
    assert again.calibration == shipped().calibration


class Bomb:
    """What a hostile file would run."""

    def __reduce__(self) -> tuple[object, tuple[str, ...]]:
        return Path.touch, (Path("exploded"),)  # type: ignore[return-value]


def test_a_file_that_would_run_something_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.npz").write_bytes(pickle.dumps(Bomb()))
    out = io.BytesIO()
    np.savez(out, note=np.array([Bomb()], dtype=object))
    (tmp_path / "b.npz").write_bytes(out.getvalue())
    (tmp_path / "c.npz").write_bytes(b"PK not really")
    for name in "abc":
        with pytest.raises(InputError, match="no model"):
            load(tmp_path / f"{name}.npz")
    assert not (tmp_path / "exploded").exists()


def test_a_model_must_exist(tmp_path: Path) -> None:
    with pytest.raises(OnymError, match="does not exist"):
        choose(str(tmp_path / "none.npz"))


def sample(words: int = 240, seed: int = 1) -> Sample:
    """Words whose second feature tells names from others, with some noise."""
    random = np.random.default_rng(seed)
    truth = random.random(words) < 0.4
    values = random.random((words, 4)).astype(np.float32)
    values[:, 1] += truth * 0.7
    values[:, 3] = (random.random(words) < np.where(truth, 0.6, 0.1)).astype(np.float32)
    features = ("capitalised", "inside_capitalised", "all:the", "all:hi")
    return Sample(values, features, truth, np.ones(words))


SMALL: Grids = {
    "forest": {"leaf": (2,), "share": (0.5,), "trees": (20,)},
    "net": {"width": (4, 8), "l1": (0.001,), "epochs": (12,)},
    "boosted": {"leaves": (4,), "trees": (20,)},
}


@pytest.mark.parametrize("kinds", [("forest", "net"), ("boosted",)])
def test_training_learns_and_measures_itself(kinds: tuple[str, ...], tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    model, outcomes = train(sample(), kinds, (), SMALL)
    assert set(outcomes) == {*kinds, *(["fusion"] if len(kinds) > 1 else [])}
    assert all(each.auc is not None and each.auc > 0.85 for each in outcomes.values())
    save(model, tmp_path / "m.npz")
    assert parse((tmp_path / "m.npz").read_bytes()).features == sample().features


def test_a_forest_predicts_as_scikit_learn_does() -> None:
    ensemble = pytest.importorskip("sklearn.ensemble")
    from onym.possible.model import predict_forest
    from onym.possible.training import fit_forest

    given = sample()
    weight = np.where(given.truth, 2.0, 1.0)
    forest = ensemble.ExtraTreesClassifier(20, min_samples_leaf=2, max_features=0.5, random_state=0)
    forest.fit(given.values, given.truth, sample_weight=weight)
    ours = predict_forest(fit_forest(given, 2, 0.5, 20), given.values)
    assert np.allclose(ours, forest.predict_proba(given.values)[:, 1], atol=1e-5)


def test_boosted_trees_predict_as_lightgbm_does() -> None:
    lightgbm = pytest.importorskip("lightgbm")
    from onym.possible.model import predict_boosted
    from onym.possible.training import fit_boosted

    given = sample()
    boosted = lightgbm.LGBMClassifier(
        n_estimators=15, learning_rate=0.06, num_leaves=6, min_child_samples=20,
        reg_lambda=5.0, colsample_bytree=0.4, subsample=0.8, subsample_freq=1, n_jobs=1,
        random_state=0, deterministic=True, verbose=-1,
    ).fit(given.values, given.truth, sample_weight=np.where(given.truth, 2.0, 1.0))  # fmt: skip
    ours = predict_boosted(fit_boosted(given, 6, 15, runs=1), given.values)
    assert np.allclose(ours, boosted.booster_.predict(given.values), atol=1e-5)


def test_four_folds_have_as_many_names_each_and_no_word_twice() -> None:
    truth = sample().truth
    tests = [test for _, test in split(truth, 0)]
    assert sorted(np.concatenate(tests).tolist()) == list(range(len(truth)))
    names = [int(truth[test].sum()) for test in tests]
    assert max(names) - min(names) <= 1
    assert all(not set(rest) & set(test) for rest, test in split(truth, 0))


def test_calibration_counts_recall_and_precision() -> None:
    truth = np.array([True, True, True, False, False])
    rows = calibrate(truth, np.array([0.9, 0.8, 0.3, 0.7, 0.1]))
    assert rows[0] == (0.3, 1.0, 0.75)


def test_too_few_words_are_refused() -> None:
    with pytest.raises(InputError, match="too few"):
        train(sample(20), ("boosted",))


def test_a_list_without_features_cannot_be_learnt_from() -> None:
    from onym.possible.sheet import Sheet

    with pytest.raises(InputError, match="--features"):
        sample_of(Sheet(("mary",), names=(True,)))
