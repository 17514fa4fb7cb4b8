"""How likely single words are names, from counts that Onym's own method has anyway.

The ledger asks about words that stand where names stand and that no table knows. No message is
read for it: how often a word is written small, large, in capitals, large inside a sentence, before
a year and before *test* or *model* comes from the vocabulary of the run, the rest from the word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from onym.possible.features import Table
from onym.possible.knowledge import LEXICAL, LISTED, describe_word, look_up
from onym.possible.model import shipped
from onym.possible.spellings import SPELLINGS, spell

if TYPE_CHECKING:
    from onym.find.vocabulary import Vocabulary

MODEL = "witness"
COUNTED = ("log_count", "capital", "upper", "inside", "cited", "in_term")
WITNESS = (*COUNTED, *LISTED, *LEXICAL, *SPELLINGS)
"""What the witness is told of a word."""


def describe_words(
    words: Sequence[str], vocabulary: Vocabulary, languages: tuple[str, ...]
) -> Table:
    """The features of some words by what a vocabulary counted of them."""
    rows = [
        (
            *_counted(word, vocabulary),
            *look_up(word, languages),
            *describe_word(word, languages),
            *spell(word, languages),
        )
        for word in words
    ]
    values = np.array(rows, dtype=np.float32).reshape(-1, len(WITNESS))
    return Table(tuple(words), np.expm1(values[:, 0]).astype(np.int64), WITNESS, values)


def judge(word: str, vocabulary: Vocabulary, languages: tuple[str, ...]) -> float:
    """The probability that a word, as it is written somewhere, is a name."""
    table = describe_words((word.lower(),), vocabulary, languages)
    return float(shipped(MODEL).predict(table)[0])


def _counted(word: str, vocabulary: Vocabulary) -> tuple[float, ...]:
    large, upper = word.capitalize(), word.upper()
    written = [vocabulary.words[form] for form in (word, large, upper)]
    total = max(sum(written), 1)
    marks = vocabulary.inside, vocabulary.cited, vocabulary.terms
    shares = (min(mark[large] / total, 1.0) for mark in marks)
    return (
        float(np.log1p(sum(written))),
        (total - written[0]) / total,
        written[2] / total,
        *shares,
    )
