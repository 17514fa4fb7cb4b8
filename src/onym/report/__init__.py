"""The report: one HTML page of counts and pictures with no real name in it.

    summary = build(corpus, mapping, replaced, policy)
    write_report(summary, "share/report.html")

`build` is the only step that sees names; a `Summary` holds numbers, pseudonyms, session ids and
message ids, and the page is made from the summary alone.
"""

from __future__ import annotations

from pathlib import Path

from onym.disk.files import write_atomically
from onym.report.count import build
from onym.report.page import render
from onym.report.risk import weigh
from onym.report.summary import Summary

__all__ = ["Summary", "build", "render", "weigh", "write_report"]


def write_report(summary: Summary, path: str | Path) -> None:
    """Write the page in one piece: a reader finds the old report or the new one, never half."""
    write_atomically(Path(path), render(summary).encode("utf-8"))
