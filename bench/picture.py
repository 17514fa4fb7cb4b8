"""The picture of a bench: how time grows with the messages, and the rate with the names."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from names import Rates
from rivals import RIVALS

from onym.disk.files import write_atomically
from onym.score.figures import COLOURS, FAINT, INK, SETTINGS, UNDATED

STEPS = {
    "whole": ("the whole line", INK, "-"),
    "find": ("find", COLOURS["full"], "--"),
    "link": ("link", COLOURS["misspelt"], "--"),
    "replace": ("replace", COLOURS["subset"], "--"),
    "read": ("read", "#8a8a8a", ":"),
    "write": ("write", "#b5b5b5", ":"),
}
OTHERS = {
    "alternation": ("one re pattern", COLOURS["subset"], "s"),
    "sequence": ("name by name (the paper)", COLOURS["misspelt"], "^"),
    "presidio": ("presidio-analyzer", "#c9a227", "D"),
    "scrubadub": ("scrubadub", "#8a8a8a", "v"),
}


def draw(grown: list[dict[str, Any]], named: list[Rates], path: Path) -> None:
    """Draw both as an SVG or PNG file."""
    import matplotlib
    import matplotlib.figure

    figure = matplotlib.figure.Figure(figsize=(9.2, 3.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    for step, (title, colour, dash) in STEPS.items():
        points = [(row["messages"], row["steps"][step][1]) for row in grown]
        left.plot(*zip(*points, strict=True), dash, color=colour, marker="o", ms=3, label=title)
    left.set(xlabel="Messages", ylabel="Seconds of processor time")
    counts = [rates.names for rates in named]
    right.plot(counts, [rates.onym for rates in named], color=INK, marker="o", ms=4, label="Onym")
    for name in RIVALS:
        title, colour, sign = OTHERS[name]
        known = [(r.names, rate) for r in named if (rate := r.rivals[name]) is not None]
        if known:
            look = {"color": colour, "marker": sign, "ms": 4, "lw": 1, "label": title}
            right.plot(*zip(*known, strict=True), **look)
    right.set(xlabel="Names", ylabel="MB of text a second, one core")
    for axes in (left, right):
        _dress(axes)
    _save(matplotlib, figure, path)


def _dress(axes: Any) -> None:
    axes.set(xscale="log", yscale="log")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(INK)
    axes.tick_params(which="both", length=0, colors=INK, labelsize=8)
    axes.grid(axis="y", color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    for text in (axes.xaxis.label, axes.yaxis.label):
        text.set(color=INK, fontsize=9)
    axes.legend(frameon=False, fontsize=8, labelcolor=INK, handlelength=2.0)


def _save(matplotlib: Any, figure: Any, path: Path) -> None:
    picture, kind = io.BytesIO(), path.suffix.lower()
    with matplotlib.rc_context(SETTINGS):
        figure.savefig(picture, format=kind[1:], dpi=200, metadata=UNDATED[kind])
    write_atomically(path, picture.getvalue())
