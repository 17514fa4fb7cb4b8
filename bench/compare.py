"""Two versions of Onym on the same corpus, in turns: what each step takes, and the same output?

    python bench/compare.py ../other/src
    python bench/compare.py ../other/src --source forum.jsonl --preset everything --rounds 3

The other version is another working tree's src/. Seconds are of the processors, of all processes
together, the least of all rounds: other work on the machine only ever adds to them.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import corpus

HERE = Path(__file__).parent
OURS = HERE.parent / "src"
OUTPUT = ("private/mapping.txt", "private/ledger.jsonl", "private/mentions.jsonl", "share")
Seconds = dict[str, float]


def line(src: Path, source: Path, folder: Path, *options: str) -> Seconds:
    """One run of the line with the code of a version; gives what each step used."""
    command = [sys.executable, str(HERE / "line.py"), str(source), str(folder), *options]
    env = {**os.environ, "PYTHONPATH": str(src)}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=env)
    steps = json.loads(done.stdout)["steps"]
    return {step: processor for step, (_, processor) in steps.items()}


def same(one: Path, other: Path) -> bool:
    """Whether two projects have the same output, byte for byte."""
    quiet = subprocess.DEVNULL
    told = [
        subprocess.run(["diff", "-rq", one / each, other / each], stdout=quiet) for each in OUTPUT
    ]
    return not any(done.returncode for done in told)


def compare(other: Path, source: Path, folder: Path, rounds: int, *options: str) -> bool:
    """Run both versions in turns and print the least that each step took; gives if they agree."""
    least: dict[Path, Seconds] = {other: {}, OURS: {}}
    agree = True
    for number in range(rounds):
        places = {src: folder / f"{number}-{at}" for at, src in enumerate(least)}
        for src, place in places.items():
            for step, used in line(src, source, place, "--seed", "1", *options).items():
                least[src][step] = min(used, least[src].get(step, used))
        agree = agree and same(*places.values())
    print(f"{'step':10}{'other':>9}{'this':>9}{'ratio':>8}")
    for step in (*least[OURS], "whole"):
        before, after = (
            sum(used.values()) if step == "whole" else used[step] for used in least.values()
        )
        print(f"{step:10}{before:>8.1f}s{after:>8.1f}s{after / max(before, 0.01):>8.2f}")
    print("the same output" if agree else "DIFFERENT output")
    return agree


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", type=Path)
    parser.add_argument("--source", type=Path, help="a corpus with its class list beside it")
    parser.add_argument("--messages", type=int, default=20_000, help="else so many invented ones")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--preset", default="names-only")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        source = given.source or Path(made, "forum.jsonl")
        if given.source is None:
            corpus.write(given.messages, source)
        options = ("--preset", given.preset)
        agree = compare(given.other, source, Path(made), given.rounds, *options)
    sys.exit(not agree)
