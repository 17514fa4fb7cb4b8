"""Learn how much runs of letters look like a name's: `letters.npy` of `onym.possible`.

    python tools/train_letters.py src/onym/possible

From the tables of names against the dictionaries, and against what no dictionary lists and is no
name either, made at random: variables, slips, abbreviations, and words of other languages.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from onym.language import CODES, dictionary, fold, given_names, surnames, zipf
from onym.possible.letters import BUCKETS, runs
from onym.possible.spellings import ELSEWHERE, usual_words

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def learn_letters(size: int = 60_000) -> NDArray[np.float16]:
    """The weights of each run of letters: names of the tables against words, and against junk."""
    names = {name for name in given_names().keys() | surnames().keys() if is_plain(name)}
    words = {word for code in CODES for word in dictionary(code) if is_plain(word)}
    draw = random.Random(1)
    chosen = draw.sample(sorted(names), size)
    others = draw.sample(sorted(word for word in words if fold(word) not in names), size)
    usual = sorted(word for word in dictionary("en") if is_plain(word) and zipf(word) >= 3)
    junk = [spoil(usual, draw) for _ in range(2 * size // 3)]
    foreign = {w for code in ELSEWHERE for w in strangers(code) if fold(w) not in names}
    junk += draw.sample(sorted(foreign), size - len(junk))
    junk = [word for word in junk if fold(word) not in names]
    return np.stack([weigh(chosen, others), weigh(chosen, junk)])


def spoil(usual: list[str], draw: random.Random) -> str:
    """What is written that is no word: glued, cut, without vowels, misspelt, letters at random."""
    one, two, kind = draw.choice(usual), draw.choice(usual), draw.randrange(8)
    letter = draw.choice(LETTERS)
    at = draw.randrange(len(one))
    return [
        one + two,
        one[: draw.randint(2, 5)] + two[: draw.randint(2, 5)],
        draw.choice("xyznvpr") + two[: draw.randint(3, 8)],
        "".join(c for c in one + two[:4] if c not in "aeiou")[:8] + letter,
        one[: draw.randint(3, 5)],
        one[:at] + one[at + 1 :] + letter * (len(one) < 4),
        one[:at] + letter + one[at:],
        "".join(draw.choices(LETTERS, k=draw.randint(3, 7))),
    ][kind]


def strangers(code: str) -> list[str]:
    """The usual words of a language."""
    return [word for word, often in usual_words(code).items() if is_plain(word) and often >= 4]


def weigh(names: list[str], others: list[str]) -> NDArray[np.float16]:
    """The weight of each run of letters that tells names from others."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    chosen, size = names + others, len(names)
    order = np.random.default_rng(0).permutation(len(chosen))
    found = [runs(chosen[row]) for row in order]
    ends = np.cumsum([0, *map(len, found)])
    shares = np.concatenate([np.full(len(each), 1 / len(each)) for each in found])
    inputs = csr_matrix((shares, np.concatenate(found), ends), shape=(len(found), BUCKETS))
    model = LogisticRegression(C=30, max_iter=200, solver="liblinear").fit(inputs, order < size)
    return np.asarray(model.coef_[0], dtype=np.float16)


def is_plain(word: str) -> bool:
    """Whether a word is of letters alone, and of more than one."""
    return len(word) > 1 and word.isalpha()


if __name__ == "__main__":
    np.save(Path(sys.argv[1]) / "letters.npy", learn_letters())
