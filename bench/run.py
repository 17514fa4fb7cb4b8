"""`make bench`: how fast the line is, how it grows, and what one would otherwise take.

    python bench/run.py             a quarter of an hour on two free cores
    python bench/run.py --quick     three minutes
    python bench/run.py --spark     Spark beside it, on a cluster of this machine

Rates are MB of text for each second of processor time, all processes together, so other work on
the machine changes them little; messages a second are by the clock. Growth is what a step takes for
each message, against the smallest size: 1.0 is linear. The picture goes to docs/images/scale.svg.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import corpus
import names
from picture import draw
from rivals import RIVALS

HERE = Path(__file__).parent
PICTURE = HERE.parent / "docs" / "images" / "scale.svg"
SIZES, QUICK_SIZES = (10_000, 100_000, 1_000_000), (2_000, 20_000)
NAMES, QUICK_NAMES = (100, 1_000, 10_000, 100_000), (100, 1_000, 10_000)
STEPS = ("read", "find", "link", "replace", "write")


def line(source: Path, folder: Path, *options: str) -> dict[str, Any]:
    """One run of the line in a process of its own."""
    command = [sys.executable, str(HERE / "line.py"), str(source), str(folder), *options]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def sizes(counts: tuple[int, ...], folder: Path) -> list[dict[str, Any]]:
    """The line on corpora of growing size, and the smallest with all categories too."""
    rows = []
    print(f"\n{'messages':>10}{'MB':>8}  {'step':9}{'MB/s':>8}{'growth':>8}", end="")
    print(f"{'messages/s':>12}{'peak':>10}")
    for count in counts:
        source = folder / f"{count}.jsonl"
        size = corpus.write(count, source) / 1e6
        row = {"size": size, **line(source, folder / f"project-{count}")}
        row["steps"]["whole"] = [
            sum(row["steps"][step][place] for step in STEPS) for place in (0, 1)
        ]
        rows.append(row)
        show(row, rows[0])
        source.unlink()
    return rows


def show(row: dict[str, Any], first: dict[str, Any]) -> None:
    """Print what a run of the line came to."""
    for step in (*STEPS, "whole"):
        wall, processor = row["steps"][step]
        growth = (processor / row["size"]) / (first["steps"][step][1] / first["size"])
        print(
            f"{row['messages']:>10,}{row['size']:>8.1f}  {step:9}{row['size'] / processor:>8.2f}"
            f"{growth:>8.2f}{row['messages'] / wall:>12,.0f}{row['peak'] / 1e6:>7,.0f} MB",
            flush=True,
        )


def many_names(counts: tuple[int, ...], size: int, repeats: int) -> list[names.Rates]:
    """Replacing with ever more names, and what one would otherwise take."""
    rows = []
    rivals = list(RIVALS)
    print(f"\n{'names':>8}{'onym':>8}{'names in':>10}" + "".join(f"{each:>20}" for each in rivals))
    for rates in names.measure(counts, size, repeats):
        rows.append(rates)
        told = "".join(_against(rates.onym, rates.rivals[each]) for each in rivals)
        print(f"{rates.names:>8,}{rates.onym:>8.1f}{rates.setup:>8.2f} s{told}", flush=True)
    return rows


def _against(onym: float, rival: float | None) -> str:
    if rival is None:
        return f"{'-':>20}"
    return f"{rival:>9.4f} ({onym / rival:>6,.0f} x)"


def details(count: int, folder: Path) -> None:
    """The line with all categories, and with checking and reporting."""
    source = folder / "details.jsonl"
    size = corpus.write(count, source) / 1e6
    row = line(source, folder / "details", "--preset", "everything", "--check")
    used = {step: processor for step, (_, processor) in row["steps"].items()}
    whole = sum(used[step] for step in STEPS)
    print(f"\nall categories, {count:,} messages: whole line {size / whole:.2f} MB/s;", end=" ")
    print(f"checking {size / used['check']:.2f} MB/s; reporting {size / used['report']:.2f} MB/s")


def cores(count: int, folder: Path) -> None:
    """How much faster two cores are than one, by the clock."""
    source = folder / "cores.jsonl"
    corpus.write(count, source)
    took = {}
    for number in (1, 2):
        row = line(source, folder / f"cores-{number}", "--cores", str(number))
        took[number] = sum(row["steps"][step][0] for step in STEPS)
    print(f"two cores, {count:,} messages: {took[1] / took[2]:.2f} x one, the whole line")


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="smaller sizes and fewer names")
    parser.add_argument("--messages", type=int, nargs="+", help="sizes of your own")
    parser.add_argument("--spark", action="store_true", help="set Spark beside the local engine")
    parser.add_argument("--picture", type=Path, default=PICTURE)
    given = parser.parse_args()
    counts = tuple(given.messages or (QUICK_SIZES if given.quick else SIZES))
    how = "compiled" if names.is_compiled() else "not compiled"
    print(f"Python {platform.python_version()}, {platform.machine()}, Onym {how}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        grown = sizes(counts, folder)
        details(counts[0], folder)
        cores(counts[min(1, len(counts) - 1)], folder)
        if given.spark:
            import spark

            spark.compare(counts[min(1, len(counts) - 1)], folder)
    named = many_names(*((QUICK_NAMES, 4_000_000, 2) if given.quick else (NAMES, 10_000_000, 3)))
    draw(grown, named, given.picture)
    print(f"\ndrawn: {given.picture}")


if __name__ == "__main__":
    main()
