"""Fit how much the reader counts beside the words model, and measure what it adds.

    python tools/hear_words.py sources.toml

The sources are those of `tools/train_words.py`; of them only sets with marked messages that the
words model was not trained on are used. Each set is measured with weights fitted on the others;
what ships, in `onym/tagger/words.py`, is fitted on all of them, every set counting the same.
"""

from __future__ import annotations

import argparse
import tomllib
from dataclasses import replace as changed
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

import onym
from onym.possible import count
from onym.possible.features import describe
from onym.possible.measures import area
from onym.possible.model import choose
from onym.tables import Table, render
from onym.tagger.words import Floats, log_odds, read_about, weigh
from train_words import RECALL, at_recall, label, read

STEPS = 4000
RATE = 0.05


class Judged(NamedTuple):
    """The marked words of a set: whether each is a name, and what model and reader say."""

    truth: NDArray[np.bool_]
    found: Floats
    mean: Floats
    aside: NDArray[np.bool_]
    """No names, but parts of other personal details: an address, an employer, a user name."""


def judge(path: Path) -> dict[str, Judged]:
    """Every set, read by both."""
    judged = {}
    model = choose(None)
    for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).items():
        if entry.get("use") not in ("test", "again") or "gold" not in entry:
            continue
        texts, gold = next(read(entry, path.parent))
        frame = pl.DataFrame({"id": list(texts), "text": list(texts.values())})
        corpus = changed(onym.read(frame), languages=tuple(entry.get("languages", ["en"])))
        table = describe(count(corpus), model.contexts, model.wants_two_slips)
        found = model.predict(table)
        labels, details = label(texts, gold)
        rows = [row for row, word in enumerate(table.words) if word in labels]
        words = [table.words[row] for row in rows]
        mean = read_about(corpus, words, found[rows])
        truth = np.array([labels[word] for word in words], dtype=bool)
        aside = np.array([word in details for word in words], dtype=bool) & ~truth
        judged[name] = Judged(truth, found[rows], mean, aside)
        print(f"{name}: {len(rows):,} words, {int(truth.sum()):,} of them names", flush=True)
    return judged


def fit(sets: list[Judged], heard: bool) -> Floats:
    """The weights of a start, the model and, if it was heard, the reader: logistic regression."""
    columns, truth, weight = [], [], []
    for each in sets:
        chosen = ~np.isnan(each.mean) if heard else np.ones(len(each.truth), bool)
        parts = [np.ones(chosen.sum()), log_odds(each.found[chosen])]
        columns.append(np.column_stack([*parts, log_odds(each.mean[chosen])] if heard else parts))
        truth.append(each.truth[chosen])
        weight.append(np.full(chosen.sum(), 1 / max(1, chosen.sum())))
    values, right, share = map(np.concatenate, (columns, truth, weight))
    weights = np.zeros(values.shape[1])
    for _ in range(STEPS):
        wrong = 1 / (1 + np.exp(-values @ weights)) - right
        weights -= RATE * (values.T @ (share * wrong))
    return weights


def main() -> None:
    """Measure each set with the weights of the others; print the weights of all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sources", type=Path)
    sets = judge(parser.parse_args().sources)
    rows = []
    for name, own in sets.items():
        rest = [each for other, each in sets.items() if other != name]
        fitted = [fit(rest, heard=heard).tolist() for heard in (True, False)]
        likely = weigh(own.found, own.mean, *fitted)
        cells = []
        for kept in (np.ones(len(likely), bool), ~own.aside):
            for each in (own.found, likely):
                right = own.truth[kept]
                cells.append(f"{area(right, each[kept]) or 0:.3f}")
                cells.append(f"{at_recall(right, each[kept]).precision:.3f}")
        rows.append((name, *cells))
    pair = ("AUC", f"precision at {RECALL}")
    header = ("set", *pair, *(f"{each}, reader" for each in pair))
    header += tuple(f"{each}, details aside" for each in header[1:])
    print(render(Table("What the reader adds to the words model", header, tuple(rows))))
    for heard in (True, False):
        weights = ", ".join(f"{each:.2f}" for each in fit(list(sets.values()), heard))
        print("HEARD" if heard else "UNHEARD", f"= ({weights})")


if __name__ == "__main__":
    main()
