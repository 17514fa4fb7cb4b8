"""SVALA: an essay's graph as the SweLL editor keeps it (JSON), one file or a folder of them.

What is read is the source text. What is written has the pseudonymised text on both sides, so that
nothing of the original is left; `onym export` writes graphs with both texts for those who may see.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from onym.disk.files import read_bytes, write_atomically
from onym.errors import InputError
from onym.formats.corpus import Draft
from onym.formats.folders import list_files, write_folder
from onym.formats.format import Format
from onym.model import Corpus, Mention, Policy, Replaced, Source
from onym.svala import Graph, GraphSpan, build, check, read_text, spans, veil

SUFFIX = ".json"
LARGEST = 16 << 20
"""Bytes of a file that are looked through; no essay's graph has as many."""
_SIGNS = (b'"source"', b'"target"', b'"edges"')


class Layout(NamedTuple):
    """The files in a folder, by name; a file alone has no name here."""

    names: list[str]


def recognise(path: Path, head: bytes) -> bool:
    """Tell a graph by its three keys, or a folder by the graphs in it."""
    if path.is_dir():
        return any(_is_graph(path / name) for name in _graphs(path)[:1])
    begins = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"
    return begins and any(sign in head for sign in _SIGNS) and _is_graph(path)


def read(path: Path, columns: Mapping[str, str] | None = None) -> Draft:
    """Read the source texts of graphs; a file's name is the essay's id."""
    names = [str(name) for name in _graphs(path)] if path.is_dir() else []
    files = [path / name for name in names] or [path]
    texts = [read_text(load(file)) for file in files]
    ids = [Path(name).with_suffix("").as_posix() for name in names] or [path.stem]
    source = Source(path, "svala", {"text": "source"}, Layout(names), {"file name": "filename"})
    return Draft({"id": list(ids), "text": list(texts)}, range(1, len(ids) + 1), source)


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write graphs of the pseudonymised texts, files of a folder under numbers."""
    layout: Layout = corpus.source.layout
    graphs = [veil(graph) for graph in graphs_of(corpus, replaced)]
    if not layout.names:
        write_atomically(path, dump(graphs[0]))
        return
    names = map(Path, number_essays(len(graphs)))
    write_folder(path, zip(names, map(dump, graphs), strict=True))


def number_essays(count: int) -> list[str]:
    """Names of files that tell nothing: essay-01.json."""
    width = len(str(count))
    return [f"essay-{number:0{width}}{SUFFIX}" for number in range(1, count + 1)]


def load(path: Path) -> Graph:
    """Read one graph, or say in one line what is wrong with it."""
    try:
        graph: Any = json.loads(read_bytes(path).decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise InputError(f"{path}: no JSON in UTF-8; export it from SVALA again") from None
    faults = check(graph)
    if faults:
        raise InputError(f"{path}: no graph of SVALA's: {faults[0]}")
    return dict(graph)


def read_spans(path: Path) -> dict[str, list[GraphSpan]]:
    """Read the labelled stretches of one graph or of a folder of them, by the essay's id."""
    if not path.is_dir():
        return {path.stem: spans(load(path))}
    return {name.with_suffix("").as_posix(): spans(load(path / name)) for name in _graphs(path)}


def dump(graph: Graph) -> bytes:
    """A graph as JSON."""
    return json.dumps(graph, ensure_ascii=False, indent=1).encode() + b"\n"


def graphs_of(corpus: Corpus, replaced: Replaced) -> list[Graph]:
    """The graphs of all messages, with the original as their source."""
    mentions: defaultdict[str, list[Mention]] = defaultdict(list)
    for mention in replaced.mentions:
        mentions[mention.message].append(mention)
    rows = corpus.messages.select("id", "text").iter_rows()
    return [build(text, mentions[name]) for name, text in rows]


def _graphs(folder: Path) -> list[Path]:
    return [name for name in list_files(folder) if name.suffix.lower() == SUFFIX]


def _is_graph(path: Path) -> bool:
    data = read_bytes(path, LARGEST)
    return all(sign in data for sign in _SIGNS)


FORMAT = Format(
    recognise,
    read,
    write,
    "SVALA graphs (SweLL editor)",
    "an essay a file: source, target and edges; written with the pseudonymised text on both sides",
)
