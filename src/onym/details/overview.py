"""What is detected in a language, with an example of each."""

from __future__ import annotations

from onym.details.lexicon import read_examples
from onym.details.model import LABELS, MARKED
from onym.language import load
from onym.tables import Table


def overview(code: str) -> Table:
    """One row a label that a language has an example for."""
    examples = read_examples(code)
    rows = tuple(
        (label, kind.category, kind.svala, kind.title, _done(kind.category), _line(examples[label]))
        for label, kind in LABELS.items()
        if label in examples
    )
    header = ("Label", "Category", "SVALA", "What it is", "Done", "Example")
    return Table(f"Details found in {load(code).name}", header, rows)


def _done(category: str) -> str:
    return "marked" if category in MARKED else "replaced"


def _line(example: str) -> str:
    """An example of several lines as one."""
    return " / ".join(example.splitlines())
