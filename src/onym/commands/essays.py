"""Essays: for the SVALA editor and the SweLL portal, line by line, and on the fly."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from onym import options
from onym.commands.work import count, resume, working
from onym.terminal import show

if TYPE_CHECKING:
    from onym.pseudonymiser import Pseudonymiser


def export(
    folder: options.Folder,
    form: options.ExportForm = "svala",
    shared: options.Shared = False,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Write a project's texts for the SVALA editor, the SweLL portal, or with the details marked.

    The files have the original beside the pseudonyms and lie in private/; with --shared they
    have nothing of the original and lie in share/.
    """
    with working(3, quiet or json) as tell:
        from onym.export import export as write

        line = resume(folder, tell)
        with line.project.locked():
            files = write(line, form, shared)
    where = files[0].parent if len(files) > 1 else files[0]
    lines = [f"Wrote {count(len(files), 'file')}: {where}"]
    if not shared:
        lines.append("The original texts are in it: never share it.")
    show(lines, {"files": [str(file) for file in files]}, as_json=json, quiet=quiet)


def pipe(
    preset: options.Preset = None,
    language: options.Language = None,
    store: options.Store = None,
    project: options.ProjectName = None,
    people: options.People = None,
    places: options.Places = None,
    seed: options.Seed = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Pseudonymise standard input line by line; nothing is kept.

    With --store and --project the lines get the pseudonyms that the project's earlier texts got.
    --json writes an object with the text and its SVALA graph for each line.
    """
    with working(1, quiet=True):
        mask = _mask(preset, people, places, store, seed)
        languages = (language,) if language else ()
        sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")  # type: ignore[union-attr]
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")  # type: ignore[union-attr]
        for line in sys.stdin:
            body, end = (line[:-1], "\n") if line.endswith("\n") else (line, "")
            essay = mask.pseudonymise(body, project, languages)
            if json:
                import json as notation

                said = notation.dumps({"text": essay.text, "svala": essay.graph})
                print(said, flush=True)
            elif not quiet:
                print(essay.text, end=end, flush=True)


def serve(
    port: options.ServicePort = 8765,
    preset: options.Preset = None,
    store: options.Store = None,
    allow_origin: options.Origins = None,
    people: options.People = None,
    places: options.Places = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Answer on this machine with pseudonymised texts and their SVALA graphs; no text is kept.

    POST {"text": "..."} to /pseudonymise; /openapi.json says more. Stop it with Ctrl-C.
    """
    with working(1, quiet or json) as tell:
        tell("Loading the languages")
        mask = _mask(preset, people, places, store)
        mask.warm_up()
    with working(1, quiet=True):
        from onym.serve import server
        from onym.web import listen

        opened = listen(port)
        where = server.address(opened)
        lines = [f"Answering at {where}/pseudonymise; stop with Ctrl-C."]
        show(lines, {"address": where}, as_json=json, quiet=quiet)
        sys.stdout.flush()
        server.run(mask, opened, allow_origin or ())


def _mask(
    preset: str | None,
    people: str | None,
    places: str | None,
    store: Path | None,
    seed: int | None = None,
) -> Pseudonymiser:
    from onym.policy import Settings, update
    from onym.pseudonymiser import Pseudonymiser

    chosen = update(Settings(), preset=preset or "essay", people=people, places=places)
    return Pseudonymiser(chosen.policy, store, seed)
