"""One run of the line over a corpus, step by step; what each step used is printed as JSON.

    python bench/line.py forum.jsonl FOLDER [--preset everything] [--cores 2] [--check]

bench/run.py calls it once for each size, as a process of its own: memory is then this run's alone.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from corpus import class_list
from meter import Meter

STEPS = {
    "Reading": "read",
    "Finding names": "find",
    "Settling whose they are": "link",
    "Replacing": "replace",
    "Looking for questions": "replace",
    "Writing": "write",
    "Checking": "check",
    "Reporting": "report",
}
"""What the line says it is doing, and what the bench calls that."""


def run(source: Path, folder: Path, options: dict[str, Any], check: bool) -> dict[str, Any]:
    """Do the steps; gives messages, names, peak memory and the seconds of each step."""
    from onym.line import start

    roster = class_list(source)
    with Meter() as meter:
        meter.tell("Reading")
        line = start(folder, source, {"roster": roster, **options}, meter.tell)
        with line.project.locked():
            line.find()
            line.apply()
            if check:
                line.check()
                line.report()
            figures = line.figures()
            line.close()
    steps: dict[str, list[float]] = {}
    for name, wall, processor in meter.steps:
        step = steps.setdefault(STEPS.get(name.partition(":")[0], name), [0.0, 0.0])
        step[0] += wall
        step[1] += processor
    return {**figures, "peak": meter.peak, "steps": steps}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--preset", default="names-only")
    parser.add_argument("--cores", type=int)
    parser.add_argument("--master", help="of a Spark cluster")
    parser.add_argument("--seed", type=int, help="of the pseudonyms")
    parser.add_argument("--check", action="store_true", help="check and report as well")
    given = parser.parse_args()
    options = {name: getattr(given, name) for name in ("preset", "cores", "master", "seed")}
    print(json.dumps(run(given.source, given.folder, options, given.check)))
