"""Possible names: for a corpus with no class list, no threads, or no permission to read it.

    probabilities(corpus)               word -> how likely it is a name
    list_names(corpus, recall=0.97)     the list that a person corrects (`sheet`)
    features.extract(texts, ("en",))    possible names and their features, in one pass

Bosch, Crues, Shaik and Paquette, "Hello, [REDACTED]" (EDM 2020), whole, with more features and
models: words less a dictionary (`words`), features (`features`), models (`model`, `training`),
annotating without exposure (`ratings`), redacting (`redact`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from onym.model import TEXT_COLUMNS, Clue, Corpus, Evidence

if TYPE_CHECKING:
    from onym.possible.counts import Counts
    from onym.possible.model import Floats, Model
    from onym.possible.sheet import Sheet

    Hear = Callable[[Corpus, Sequence[str], Floats], Floats]

RECALL = 0.97
"""How large a share of the names is to be found unless somebody says otherwise."""


def texts(corpus: Corpus) -> Iterator[str | None]:
    """Everything that people wrote in a corpus."""
    for column in TEXT_COLUMNS:
        if column in corpus.messages.columns:
            yield from corpus.messages[column]


def count(corpus: Corpus) -> Counts:
    """Count the possible names of a corpus in one pass."""
    from onym.possible.counts import Counts

    return Counts(corpus.languages).add(texts(corpus))


def probabilities(corpus: Corpus, model: Model | None = None) -> dict[str, float]:
    """How likely each possible name of a corpus is a name; keys are in small letters."""
    from onym.possible.features import describe
    from onym.possible.model import choose

    chosen = model or choose(None)
    table = describe(count(corpus), chosen.contexts, chosen.wants_two_slips)
    return dict(zip(table.words, chosen.predict(table).tolist(), strict=True))


def list_names(
    corpus: Corpus,
    model: Model | None = None,
    recall: float = RECALL,
    features: bool = False,
    hear: Hear | None = None,
) -> tuple[Sheet, float]:
    """The list of possible names, the likely ones marked, and the precision to expect.

    Its features, if they are asked for, are those of a new model: with the corpus's own words.
    `hear` may think again, having read some of the words in their sentences.
    """
    from onym.possible.features import describe
    from onym.possible.model import choose, expect
    from onym.possible.sheet import Sheet

    chosen = model or choose(None)
    limit, precision = chosen.threshold(recall)
    counted = count(corpus)
    table = describe(counted, chosen.contexts, chosen.wants_two_slips)
    judged = chosen.predict(table)
    if hear is not None:
        judged = hear(corpus, table.words, judged)
        limit, precision = expect(judged, recall)
    found = judged.tolist()
    sheet = Sheet(
        table.words,
        tuple(table.counts.tolist()),
        tuple(found),
        tuple(each >= limit for each in found),
    )
    if features:
        own = describe(counted)
        sheet = replace(sheet, features=own.names, values=own.values)
    return sheet, precision


def find_possible(corpus: Corpus) -> Evidence:
    """The likely names of a corpus as evidence for nobody in particular."""
    sheet, _ = list_names(corpus)
    rows = zip(sheet.words, sheet.counts, sheet.names, strict=True)
    clues = (Clue(None, word, "possible", count) for word, count, name in rows if name)
    return Evidence("bosch", tuple(clues))
