"""Essays as the SVALA editor and the SweLL portal know them: graphs of source, target and edges."""

from __future__ import annotations

from onym.svala.graph import Graph, build, check, read_text, veil
from onym.svala.labels import Labelled, labels_of
from onym.svala.spans import GraphSpan, spans

__all__ = [
    "Graph",
    "GraphSpan",
    "Labelled",
    "build",
    "check",
    "labels_of",
    "read_text",
    "spans",
    "veil",
]
