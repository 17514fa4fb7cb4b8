"""Figure 4 of Farrow et al. (2023): how many names each participant goes by, by category.

The picture shows participants by rank and never by id or name, so it may be shared.
"""

from __future__ import annotations

import io
from collections.abc import Mapping as Lookup
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from onym.disk.files import write_atomically
from onym.errors import InputError, OnymError
from onym.score.categories import CATEGORIES

COLOURS = {"full": "#0b2f4a", "subset": "#6aaedb", "nickname": "#f7d36b", "misspelt": "#b3392b"}
"""Four steps of lightness as well as of hue: told apart in grey and by colour-blind readers."""
INK, FAINT = "#333333", "#dddddd"
X_TITLE, Y_TITLE = "Participants, by number of names", "Names"

UNDATED: dict[str, dict[str, None]] = {
    ".png": {},
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
}
"""Suffix of a picture to the metadata that keeps two drawings of the same data alike."""
SETTINGS = {"svg.hashsalt": "onym", "pdf.fonttype": 42}
"""The same ids in every SVG, and fonts in a PDF as publishers want them."""

Counts = Lookup[str, Lookup[str, int]]
"""Participant to category to number of names."""
Column = tuple[int, ...]
"""Names of one participant, one number a category in the order of CATEGORIES."""


def draw_names(counts: Counts, path: str | Path) -> Path:
    """Draw the names of each participant as stacked bars into a PNG, SVG or PDF file."""
    path = Path(path)
    matplotlib = _matplotlib(path)
    columns = ranked(counts)
    width = min(max(4.2, 1.2 + 0.085 * len(columns)), 10)
    figure = matplotlib.figure.Figure(figsize=(width, 3.0), layout="constrained")
    axes = figure.add_subplot()
    _draw_bars(axes, columns)
    _dress(axes, columns)
    _draw_key(figure, width)
    return _save(matplotlib, figure, path)


def _save(matplotlib: Any, figure: Any, path: Path) -> Path:
    """Write a picture in the kind that its name ends in."""
    picture, kind = io.BytesIO(), path.suffix.lower()
    with matplotlib.rc_context(SETTINGS):
        figure.savefig(picture, format=kind[1:], dpi=300, metadata=UNDATED[kind])
    write_atomically(path, picture.getvalue())
    return path


def draw_confusion(counts: Lookup[tuple[str, str], int], path: str | Path) -> Path:
    """Draw which label was taken for which, gold down and found across, without the agreed rest.

    A cell is darker the larger its share of the gold label's words.
    """
    path = Path(path)
    matplotlib = _matplotlib(path)
    labels = [*sorted({label for pair in counts for label in pair} - {"none"}), "none"]
    size = 1.6 + 0.34 * len(labels)
    figure = matplotlib.figure.Figure(figsize=(size + 0.6, size), layout="constrained")
    axes = figure.add_subplot()
    rows = [[0 if (one, other) == ("none", "none") else counts.get((one, other), 0)
             for other in labels] for one in labels]  # fmt: skip
    shares = [[n / max(sum(row), 1) for n in row] for row in rows]
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1.25)
    for down, row in enumerate(rows):
        for across, n in enumerate(row):
            if n:
                dark = shares[down][across] > 0.6
                look = {"ha": "center", "va": "center", "fontsize": 7}
                axes.text(across, down, str(n), color="white" if dark else INK, **look)
    places = range(len(labels))
    axes.set_xticks(places, labels, rotation=90)
    axes.set_yticks(places, labels)
    axes.set(xlabel="Found", ylabel="Gold")
    axes.tick_params(length=0, labelsize=8, colors=INK)
    axes.spines[:].set_visible(False)
    return _save(matplotlib, figure, path)


def names_svg(counts: Counts, *, width: int = 760, height: int = 260) -> str:
    """Draw the same picture as inline SVG for a web page, with nothing to install."""
    columns = ranked(counts)
    left, top, right, bottom = 44, 34, 8, 40
    tall, wide = height - top - bottom, width - left - right
    highest = max((sum(column) for column in columns), default=1)
    step, unit = wide / max(len(columns), 1), tall / highest
    parts = [_svg_key(left)]
    for value in _ticks(highest):
        parts.append(_svg_line(left, width - right, top + tall - value * unit, value))
    for place, column in enumerate(columns):
        parts += _svg_bar(left + place * step, step, top + tall, unit, column)
    parts.append(f'<path d="M{left} {top + tall}H{width - right}" stroke="{INK}"/>')
    parts.append(_svg_text(left + wide / 2, height - 6, X_TITLE, "middle"))
    parts.append(
        f'<g transform="rotate(-90)">{_svg_text(-top - tall / 2, 14, Y_TITLE, "middle")}</g>'
    )
    for rank in _ranks(len(columns)):
        parts.append(_svg_text(left + (rank - 0.5) * step, top + tall + 16, str(rank), "middle"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="inherit" font-size="12"><title>{escape(describe(counts))}</title>'
        + "".join(parts)
        + "</svg>"
    )


def describe(counts: Counts) -> str:
    """Say in a sentence what the picture shows."""
    columns = ranked(counts)
    several = sum(sum(column) > 1 for column in columns)
    most = max((sum(column) for column in columns), default=0)
    return f"{several} of {len(columns)} participants go by more than one name, one by {most}."


def ranked(counts: Counts) -> list[Column]:
    """Put the participants in order: most names first, then most registered ones."""
    columns = [
        tuple(theirs.get(category, 0) for category in CATEGORIES) for theirs in counts.values()
    ]
    return sorted(
        (c for c in columns if sum(c)), key=lambda c: (sum(c), c[0] + c[1], c), reverse=True
    )


def _matplotlib(path: Path) -> Any:
    """What draws, once the picture's name is one that can be drawn."""
    if path.suffix.lower() not in UNDATED:
        raise InputError(f"{path}: end the picture's name in .png, .svg or .pdf")
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError:
        raise OnymError(
            "drawing needs matplotlib, which is not installed: pip install onym[figures]"
        ) from None
    return matplotlib


def _draw_bars(axes: Any, columns: list[Column]) -> None:
    ranks, base = range(1, len(columns) + 1), [0] * len(columns)
    for place, (category, title) in enumerate(CATEGORIES.items()):
        heights = [column[place] for column in columns]
        look = {"color": COLOURS[category], "edgecolor": "white", "linewidth": 0.5}
        axes.bar(ranks, heights, 0.86, bottom=base, label=title, **look)
        base = [low + height for low, height in zip(base, heights, strict=True)]


def _dress(axes: Any, columns: list[Column]) -> None:
    highest = max((sum(column) for column in columns), default=1)
    axes.set(xlabel=X_TITLE, ylabel=Y_TITLE, yticks=_ticks(highest), xticks=_ranks(len(columns)))
    axes.set_xlim(0.2, len(columns) + 0.8)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(length=0, colors=INK)
    axes.grid(axis="y", color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines["bottom"].set_color(INK)
    for text in (axes.xaxis.label, axes.yaxis.label):
        text.set(color=INK, fontsize=9)
    axes.tick_params(labelsize=8)


def _draw_key(figure: Any, width: float) -> None:
    columns = 4 if width > 7 else 2
    look = {"frameon": False, "fontsize": 8, "handlelength": 1.0, "labelcolor": INK}
    figure.legend(loc="outside upper left", ncols=columns, **look)


def _ticks(highest: int) -> list[int]:
    step = 1 if highest < 9 else -(-highest // 6)
    return list(range(0, highest + 1, step))


def _ranks(number: int) -> list[int]:
    if number <= 12:
        return list(range(1, number + 1))
    step = 10 if number > 30 else 5
    return [1, *range(step, number + 1, step)]


def _svg_bar(x: float, step: float, floor: float, unit: float, column: Column) -> list[str]:
    bars, low = [], 0
    for category, number in zip(CATEGORIES, column, strict=True):
        if number:
            top = floor - (low + number) * unit
            bars.append(_svg_box(x + step * 0.07, top, step * 0.86, number * unit, category))
        low += number
    return bars


def _svg_box(x: float, y: float, width: float, height: float, category: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{COLOURS[category]}" stroke="#fff" stroke-width=".5"/>'
    )


def _svg_line(left: float, right: float, y: float, value: int) -> str:
    return f'<path d="M{left} {y:.1f}H{right}" stroke="{FAINT}"/>' + _svg_text(
        left - 8, y + 4, str(value), "end"
    )


def _svg_key(x: float) -> str:
    parts = []
    for category, title in CATEGORIES.items():
        parts.append(_svg_box(x, 6, 11, 11, category) + _svg_text(x + 16, 16, title, "start"))
        x += 34 + 5.9 * len(title)
    return "".join(parts)


def _svg_text(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}" text-anchor="{anchor}">{escape(text)}</text>'
    )
