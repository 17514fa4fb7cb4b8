"""The list of possible names as a table that a person opens, corrects and gives back.

    possible_name,occurrences,probability,name
    mary,41,0.994,yes
    hope,38,0.212,no

Sorted by occurrences, as Bosch et al. advise (5.2): what is wrong and frequent stands on top. A
row that is deleted is no name; `name` is yes or no. With features, a column more for each.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from onym.disk.files import read_bytes, write_atomically
from onym.errors import InputError
from onym.possible.features import Matrix

WORD, COUNT, PROBABILITY, NAME = "possible_name", "occurrences", "probability", "name"
YES = frozenset(("yes", "y", "true", "1", "name", "ja", "oui"))
NO = frozenset(("no", "n", "false", "0", "nej", "nein", "non"))


@dataclass(frozen=True)
class Sheet:
    """Words, what is said of each, and their features if they are there."""

    words: tuple[str, ...]
    counts: tuple[int, ...] = ()
    probabilities: tuple[float | None, ...] = ()
    names: tuple[bool | None, ...] = ()
    """Whether each is a name; None where nobody has said."""
    features: tuple[str, ...] = ()
    values: Matrix | None = None

    def chosen(self) -> frozenset[str]:
        """The words that are names."""
        return frozenset(word for word, name in zip(self.words, self.names, strict=True) if name)

    def labelled(self, labels: dict[str, bool]) -> Sheet:
        """The same words with other labels; a word without one has None."""
        return replace(self, names=tuple(labels.get(word) for word in self.words))


def read(path: Path) -> Sheet:
    """Read a list of possible names; whoever saved it, with commas, semicolons or tabs."""
    rows = _rows(path)
    header = [cell.strip().lower() for cell in rows[0]]
    if WORD not in header:
        raise InputError(f"{path}: no column {WORD}; make the list with onym words")
    place = {name: number for number, name in enumerate(header)}
    body = [row for row in rows[1:] if len(row) > place[WORD] and row[place[WORD]].strip()]
    features = tuple(name for name in rows[0] if _is_feature(name))
    if features == (COUNT,):
        features = ()
    return Sheet(
        tuple(row[place[WORD]].strip().lower() for row in body),
        tuple(int(_number(_cell(row, place, COUNT), path) or 0) for row in body),
        tuple(_number(_cell(row, place, PROBABILITY), path) for row in body),
        tuple(_answer(_cell(row, place, NAME), path, at) for at, row in enumerate(body, 2)),
        features,
        _values(body, [rows[0].index(name) for name in features], path) if features else None,
    )


def write(sheet: Sheet, path: Path, extra: dict[str, Sequence[str]] | None = None) -> None:
    """Write a list of possible names whole or not at all."""
    columns: dict[str, Sequence[str]] = {WORD: sheet.words}
    if sheet.counts:
        columns[COUNT] = [str(count) for count in sheet.counts]
    if sheet.probabilities:
        columns[PROBABILITY] = ["" if p is None else f"{p:.4f}" for p in sheet.probabilities]
    columns |= extra or {}
    columns[NAME] = [_word(name) for name in sheet.names]
    if sheet.values is not None:
        for number, name in enumerate(sheet.features):
            columns[name] = [f"{value:.6g}" for value in sheet.values[:, number]]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    # Spreadsheets take a file for UTF-8 only when it says so. It holds names: nobody else's.
    write_atomically(path, out.getvalue().encode("utf-8-sig"), 0o600)


def _is_feature(name: str) -> bool:
    """Whether a column is a feature; how often a word occurs is one of them."""
    other = name.strip().lower() in (WORD, PROBABILITY, NAME) or name.startswith("rater ")
    return bool(name.strip()) and not other


def _rows(path: Path) -> list[list[str]]:
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8; save it as CSV UTF-8") from None
    first = text.partition("\n")[0]
    mark = max(",;\t", key=first.count)
    rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=mark) if row]
    if not rows:
        raise InputError(f"{path} is empty; make the list with onym words")
    return rows


def _cell(row: list[str], place: dict[str, int], name: str) -> str:
    at = place.get(name)
    return row[at].strip() if at is not None and at < len(row) else ""


def _number(text: str, path: Path) -> float | None:
    if not text:
        return None
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise InputError(f"{path}: a number was expected in a column of numbers") from None


def _answer(text: str, path: Path, row: int) -> bool | None:
    low = text.lower()
    if not low:
        return None
    if low not in YES | NO:
        raise InputError(f"{path}, row {row}: {NAME} is yes or no")
    return low in YES


def _word(name: bool | None) -> str:
    return "" if name is None else "yes" if name else "no"


def _values(body: list[list[str]], places: list[int], path: Path) -> Matrix:
    rows = [[_number(row[at], path) or 0.0 for at in places if at < len(row)] for row in body]
    if any(len(row) != len(places) for row in rows):
        raise InputError(f"{path}: some rows have no features; make it again with --features")
    return np.array(rows, dtype=np.float32).reshape(-1, len(places))
