"""The reader heard on possible names; everybody here is invented."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

import onym
from onym.possible.model import expect
from onym.possible.tokens import words_in
from onym.tagger.words import HEARD, UNHEARD, log_odds, read_about, weigh

TEXTS = [
    "Dear Ragnhild,\n\nthank you for the notes.\n\nBest wishes,\nThaddeus",
    "My sister Ragnhild lives in Gothenburg now.",
    "We fitted a Poisson regression, and the Poisson model did not converge.",
]
WORDS = ("ragnhild", "thaddeus", "gothenburg", "poisson", "unseen")


def corpus(texts: list[str]) -> onym.Corpus:
    """A corpus of these messages and no more."""
    return onym.read(pl.DataFrame({"id": [str(n) for n, _ in enumerate(texts)], "text": texts}))


def test_it_hears_a_name_in_its_sentence() -> None:
    doubtful = np.full(len(WORDS), 0.5)
    likely = weigh(doubtful, read_about(corpus(TEXTS), WORDS, doubtful))
    *names, product, unseen = likely.tolist()
    assert min(names) > 0.6 > 0.2 > product
    assert unseen == 1 / (1 + np.exp(-UNHEARD[0]))
    assert HEARD[1] > 0 < HEARD[2]


def test_what_is_hardly_a_name_is_not_read() -> None:
    found = np.array([0.5, 0.001])
    read = read_about(corpus(TEXTS), ("ragnhild", "thaddeus"), found)
    assert read[0] > 0.8
    assert np.isnan(read[1]) or log_odds(read)[1] > 0  # it stands in a passage of another's


def test_no_time_is_no_reading() -> None:
    assert np.isnan(read_about(corpus(TEXTS), WORDS, np.full(len(WORDS), 0.5), -1.0)).all()


@given(st.lists(st.floats(0, 1), min_size=1), st.floats(0.01, 1))
def test_a_threshold_keeps_what_the_probabilities_promise(
    likely: list[float], asked: float
) -> None:
    shares = np.array(likely)
    limit, precision = expect(shares, asked)
    taken = shares[shares >= limit]
    assert taken.sum() >= asked * shares.sum() - 1e-9
    assert -1e-9 <= precision <= 1 + 1e-9


def test_nothing_possible_promises_nothing() -> None:
    assert expect(np.array([]), 0.97) == (1.0, 1.0)


def test_words_stand_where_they_stand() -> None:
    text = "Mary's page https://x.example/mary is <b>Bob</b>'s"
    assert [(word, text[start:end]) for word, start, end in words_in(text)] == [
        ("mary", "Mary's"),
        ("page", "page"),
        ("is", "is"),
        ("bob", "Bob"),
        ("s", "s"),
    ]


def test_the_command_lists_what_it_heard(tmp_path: Path) -> None:
    source = tmp_path / "forum.csv"
    pl.DataFrame({"id": ["1", "2", "3"], "text": TEXTS}).write_csv(source)
    lists = {}
    for name in ("off", "all", "ask"):
        out = tmp_path / f"{name}.csv"
        command = ["words", str(source), "--out", str(out), "--tagger", name, "--quiet"]
        subprocess.run([sys.executable, "-m", "onym", *command], check=True)
        with out.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            lists[name] = {row["possible_name"]: float(row["probability"]) for row in rows}
    assert lists["all"] == lists["ask"]
    assert lists["all"].keys() == lists["off"].keys()
    assert lists["all"]["poisson"] < lists["off"]["poisson"]
