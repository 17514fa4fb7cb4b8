"""A project's essays for the SVALA editor, the SweLL portal, or as XML with the details marked.

For those who may see the originals these files have both texts and lie in private/; the shared ones
have nothing of the original.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from onym.disk.files import write_atomically
from onym.errors import ProjectError
from onym.formats.svala import dump, graphs_of, number_essays
from onym.line import Line
from onym.model import Mention
from onym.svala import Graph, labels_of, veil
from onym.svala.inline import mark_up, write_inline
from onym.svala.portal import Essay, write_portal

Writer = Callable[[Line, Path, bool], list[Path]]


def export(line: Line, form: str, shared: bool = False) -> list[Path]:
    """Write the essays in a form, for sharing or with the originals; gives the files."""
    if not line.project.mentions_file.exists():
        raise ProjectError("nothing has been replaced yet: run onym apply first")
    folder = line.project.share if shared else line.project.private
    line.tell("Exporting")
    return EXPORTS[form](line, folder, shared)


def export_svala(line: Line, folder: Path, shared: bool) -> list[Path]:
    """A folder of SVALA graphs, one an essay."""
    graphs, target = _graphs(line, shared), folder / "svala"
    target.mkdir(mode=0o755 if shared else 0o700, exist_ok=True)
    files = [target / name for name in number_essays(len(graphs))]
    for file, graph in zip(files, graphs, strict=True):
        write_atomically(file, dump(graph), _mode(shared))
    index = dict(zip(line.corpus.messages["id"].to_list(), (f.name for f in files), strict=True))
    if not shared:
        write_atomically(target / "index.txt", json.dumps(index, indent=1).encode(), 0o600)
    return files


def export_portal(line: Line, folder: Path, shared: bool) -> list[Path]:
    """The SweLL portal's XML."""
    replaced, given = line.replaced, line.replaced.pseudonyms
    rows = replaced.messages.select("author", "thread").iter_rows()
    people = line.corpus.participants.values()
    told = {given.get(each.id, each.id): each.profile.get("mother tongue") for each in people}
    essays = [
        Essay(student or f"S{number}", task or "1", graph)
        for number, ((student, task), graph) in enumerate(
            zip(rows, _graphs(line, shared), strict=True), 1
        )
    ]
    languages = {who: [tongue] for who, tongue in told.items() if tongue}
    return _write(folder / "essays.swell.xml", write_portal(essays, languages), shared)


def export_inline(line: Line, folder: Path, shared: bool) -> list[Path]:
    """One XML file with an element around everything that was replaced or marked."""
    mentions: defaultdict[str, list[Mention]] = defaultdict(list)
    for mention in line.replaced.mentions:
        mentions[mention.message].append(mention)
    rows = line.corpus.messages.select("id", "text").iter_rows()
    essays = [
        (
            str(number) if shared else name,
            mark_up(text, labels_of(text, mentions[name]), not shared),
        )
        for number, (name, text) in enumerate(rows, 1)
    ]
    return _write(folder / "essays.inline.xml", write_inline(essays), shared)


EXPORTS: dict[str, Writer] = {
    "svala": export_svala,
    "swell-xml": export_portal,
    "inline-xml": export_inline,
}
"""Name of a form to what writes it."""


def _graphs(line: Line, shared: bool) -> list[Graph]:
    graphs = graphs_of(line.corpus, line.replaced)
    return [veil(graph) for graph in graphs] if shared else graphs


def _write(file: Path, text: str, shared: bool) -> list[Path]:
    write_atomically(file, text.encode(), _mode(shared))
    return [file]


def _mode(shared: bool) -> int:
    return 0o644 if shared else 0o600
