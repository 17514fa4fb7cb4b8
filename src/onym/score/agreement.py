"""How far two annotations of the same texts agree, label by label: Tables 5 and 6 of seed 002.

Found and right are counted by spans: a gold span is found if a span of the same label overlaps it.
Agreement is counted by words, so that it does not matter how far a span reaches into punctuation;
a word that nobody labelled counts as agreed on, which kappa and alpha correct for chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass

from onym.details.model import CATEGORIES, LABELS
from onym.score.span_score import KEPT, Span, Spans
from onym.svala.labels import name_label
from onym.tables import Cell, Percent, Table
from onym.text.text import tokens

NONE = "none"
"""The label of a word that has none."""
_FINE = {name: label.svala for name, label in LABELS.items()}
_SVALA = frozenset(_FINE.values())


@dataclass(frozen=True, slots=True)
class LabelScore:
    """How well one label was found."""

    gold: int
    found: int
    """Gold spans that a span of the same label overlaps."""
    predicted: int
    right: int
    """Predicted spans that overlap a gold span of the same label."""

    @property
    def precision(self) -> float:
        """Share of the predicted spans that are right."""
        return self.right / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Share of the gold spans that were found."""
        return self.found / self.gold if self.gold else 0.0

    def f(self, beta: float) -> float:
        """The F score; with beta 2 recall weighs more, as what was missed is what harms."""
        precision, recall = self.precision, self.recall
        whole = beta * beta * precision + recall
        return (1 + beta * beta) * precision * recall / whole if whole else 0.0


@dataclass(frozen=True)
class Agreement:
    """Two annotations of the same texts side by side."""

    labels: Lookup[str, LabelScore]
    confusion: Lookup[tuple[str, str], int]
    """Gold label and predicted label of a word to how many words have them."""

    @property
    def whole(self) -> LabelScore:
        """All labels together."""
        rows = self.labels.values()
        sums = ([getattr(row, name) for row in rows] for name in LabelScore.__slots__)
        return LabelScore(*map(sum, sums))

    @property
    def accuracy(self) -> float:
        """Share of words with the same label."""
        same = sum(n for (one, other), n in self.confusion.items() if one == other)
        return same / max(sum(self.confusion.values()), 1)

    @property
    def kappa(self) -> float:
        """Fleiss' kappa of the two annotations."""
        shares = self._shares()
        expected = sum(share * share for share in shares.values())
        return 1.0 if expected == 1 else (self.accuracy - expected) / (1 - expected)

    @property
    def alpha(self) -> float:
        """Krippendorff's alpha of the two annotations, for labels without an order."""
        words = sum(self.confusion.values())
        values = 2 * words
        counts = {label: share * values for label, share in self._shares().items()}
        pairs = sum(count * (values - count) for count in counts.values())
        if not pairs:
            return 1.0
        differ = 2 * words * (1 - self.accuracy)
        return 1 - (values - 1) * differ / pairs

    def _shares(self) -> dict[str, float]:
        """The share of each label in both annotations together."""
        counts = Counter[str]()
        for (one, other), n in self.confusion.items():
            counts[one] += n
            counts[other] += n
        total = max(counts.total(), 1)
        return {label: n / total for label, n in counts.items()}


def compare(texts: Lookup[str, str], gold: Spans, predicted: Spans) -> Agreement:
    """Compare two annotations on the texts that have gold, by the labels that the gold uses."""
    fine = is_fine(gold)
    tally, confusion = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for name, spans in gold.items():
        text = texts[name]
        wanted = labelled(text, (span for span in spans if span.who not in KEPT), fine)
        found = labelled(text, predicted.get(name, ()), fine)
        for label, n in _tally(wanted, found):
            tally[label, n] += 1
        words = [(token.start, token.end) for token in tokens(text)]
        confusion.update(zip(_words(words, wanted), _words(words, found), strict=True))
    names = sorted({label for label, _ in tally})
    counted = ("gold", "found", "predicted", "right")
    scores = {name: LabelScore(*(tally[name, each] for each in counted)) for name in names}
    return Agreement(scores, confusion)


def is_fine(gold: Spans) -> bool:
    """Whether gold spans have SVALA's labels (city) and not the coarse ones (PLACE)."""
    used = {span.label for spans in gold.values() for span in spans}
    return bool(used & (_SVALA | set(LABELS))) and not used & set(CATEGORIES)


def labelled(text: str, spans: Iterable[Span], fine: bool) -> list[Span]:
    """Spans with the label they are compared by, in order; names and dates word by word if fine."""
    if not fine:
        return sorted(spans)
    made: list[Span] = []
    for span in spans:
        parts = span.parts or ((span.start, span.end, span.sublabel or span.label),)
        made += (Span(start, end, _fine(text[start:end], label)) for start, end, label in parts)
    return sorted(made)


def label_table(scores: Lookup[str, Agreement]) -> Table:
    """Precision, recall, F1 and F2 of each label (Table 6)."""
    rows: list[tuple[Cell, ...]] = []
    breaks = []
    for approach, score in scores.items():
        before = f"{approach}: " if len(scores) > 1 else ""
        rows += [(before + label, *_cells(row)) for label, row in score.labels.items()]
        breaks.append(len(rows))
        rows.append((before + "all", *_cells(score.whole)))
    header = ("Label", "Gold", "Found", "Precision", "Recall", "F1", "F2")
    return Table("Details by label", header, tuple(rows), tuple(breaks))


def agreement_table(scores: Lookup[str, Agreement]) -> Table:
    """How far each approach agrees with the gold, word by word."""
    rows = tuple(
        (
            approach,
            sum(score.confusion.values()),
            Percent(score.accuracy),
            round(score.kappa, 3),
            round(score.alpha, 3),
        )
        for approach, score in scores.items()
    )
    header = ("Approach", "Words", "Accuracy", "Fleiss' kappa", "Krippendorff's alpha")
    return Table("Agreement on the labels of words", header, rows)


def genre_table(
    column: str, values: Lookup[str, str], annotations: Lookup[str, Spans], gold: Spans
) -> Table:
    """Labels per genre, or any other column, and annotation (Table 5)."""
    genres = list(dict.fromkeys(values.get(name) or "" for name in gold))
    rows: list[tuple[Cell, ...]] = []
    for genre in sorted(genres):
        names = [name for name in gold if (values.get(name) or "") == genre]
        counts = (sum(len(spans.get(n, ())) for n in names) for spans in annotations.values())
        rows.append((genre or "(none)", *counts))
    total = (sum(len(spans.get(n, ())) for n in gold) for spans in annotations.values())
    rows.append(("Total", *total))
    return Table(f"Labels by {column}", (column, *annotations), tuple(rows), (len(rows) - 1,))


def _fine(surface: str, label: str) -> str:
    if label == "NAME":
        label = name_label(surface)
    return _FINE.get(label, label)


def _tally(gold: Sequence[Span], found: Sequence[Span]) -> Iterable[tuple[str, str]]:
    for span in gold:
        yield span.label, "gold"
        if any(_agree(span, other) for other in found):
            yield span.label, "found"
    for span in found:
        yield span.label, "predicted"
        if any(_agree(span, other) for other in gold):
            yield span.label, "right"


def _agree(one: Span, other: Span) -> bool:
    return one.label == other.label and one.start < other.end and other.start < one.end


def _words(words: Iterable[tuple[int, int]], spans: Sequence[Span]) -> list[str]:
    """The label of each word."""
    found = []
    for start, end in words:
        over = (span.label for span in spans if span.start < end and start < span.end)
        found.append(next(over, NONE))
    return found


def _cells(row: LabelScore) -> tuple[Cell, ...]:
    shares = (row.precision, row.recall, row.f(1), row.f(2))
    return row.gold, row.predicted, *(round(share, 3) for share in shares)
