"""Score the details of the invented essays and write the figures into docs/accuracy.md.

python tools/accuracy_of_details.py            half a minute
python tools/accuracy_of_details.py --print    writes nothing
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from accuracy import markdown, put_into  # noqa: E402
from essay_gold import Tally, coarse, measure, read_essays  # noqa: E402
from onym.details import LABELS, Detector  # noqa: E402
from onym.tables import Cell, Table  # noqa: E402

LANGUAGES = {"sv": "Swedish", "fr": "French", "de": "German"}
HALVES = {"tune": "looked at", "held": "held back"}
Counts = tuple[int, int, int]
"""Found, missed and found for nothing."""


def figures(counts: Counts) -> tuple[str, str, str, str]:
    """Precision, recall, F1 and F2."""
    found, missed, false = counts
    shares = (
        found / max(found + false, 1),
        found / max(found + missed, 1),
        2 * found / max(2 * found + missed + false, 1),
        5 * found / max(5 * found + 4 * missed + false, 1),
    )
    precision, recall, f1, f2 = (f"{share:.3f}".removeprefix("0") for share in shares)
    return precision, recall, f1, f2


def tables() -> Iterator[Table]:
    """The sets as a whole, then label by label over both halves (Table 6 of the paper)."""
    tallies = {
        (code, half): measure(detector, half)
        for code in LANGUAGES
        for detector in (Detector([code]),)
        for half in HALVES
    }
    rows: list[tuple[Cell, ...]] = []
    for (code, half), tally in tallies.items():
        counts = (tally.found.total(), tally.missed.total(), tally.false.total())
        texts = len(list(read_essays(half, code)))
        name = f"{LANGUAGES[code]}, {HALVES[half]}"
        rows.append((name, texts, counts[0] + counts[1], *figures(counts)))
    header = ("set", "texts", "details", "precision", "recall", "F1", "F2")
    yield Table("Invented texts of learners", header, tuple(rows))
    wanted = dict.fromkeys(coarse(label) for label in LABELS)
    shown = [(label, *(_cell(tallies, code, label) for code in LANGUAGES)) for label in wanted]
    yield Table(
        "Label by label, both halves: precision, recall, F1, F2 (how many there are)",
        ("label", *LANGUAGES.values()),
        tuple(row for row in shown if any(row[1:])),
    )


def _cell(tallies: dict[tuple[str, str], Tally], code: str, label: str) -> str | None:
    both = [tallies[code, half] for half in HALVES]
    found = sum(tally.found[label] for tally in both)
    missed = sum(tally.missed[label] for tally in both)
    false = sum(tally.false[label] for tally in both)
    if not found + missed + false:
        return None
    said = figures((found, missed, false))
    return f"{'1' if set(said) == {'1.000'} else ', '.join(said)} ({found + missed})"


def main() -> None:
    """Score, print and write."""
    text = "\n\n".join(map(markdown, tables()))
    print(text)
    if "--print" not in sys.argv[1:]:
        put_into(ROOT / "docs" / "accuracy.md", "details", text)


if __name__ == "__main__":
    main()
