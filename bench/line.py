"""How fast each step of the line is, on invented courses of growing size.

    python bench/line.py            about three minutes
    python bench/line.py --quick    about one minute

Figures are MB of text for each second of processor time, so other work on the machine changes them
little. Beside Onym's own method stands the paper's finder, on the same course in the same run. The
last column is what a step takes for each message, against the smallest course: 1.0 is linear.
"""

from __future__ import annotations

import os

# One thread, so that processor time is a core's time; polars reads it when it is imported.
os.environ.setdefault("POLARS_MAX_THREADS", "1")

import argparse
import time
from collections.abc import Callable
from typing import TypeVar

import polars as pl

import onym
from onym.demo import course
from onym.model import Corpus, Policy

SIZES = (1_747, 7_000, 28_000)
T = TypeVar("T")


def take(steps: dict[str, float], name: str, step: Callable[[], T]) -> T:
    """Run a step and note the processor time it takes."""
    start = time.process_time()
    result = step()
    steps[name] = time.process_time() - start
    return result


def measure(messages: int) -> tuple[float, dict[str, float]]:
    """The size of a course in MB, and the seconds that each step takes."""
    invented = course.generate(course.SEED, messages)
    frame = invented.messages.with_columns(pl.all().cast(pl.String))
    steps: dict[str, float] = {}
    corpus: Corpus = take(steps, "read", lambda: onym.read(frame, invented.roster))
    policy = Policy()
    evidence = take(steps, "find", lambda: onym.find(corpus, policy=policy))
    mapping = take(steps, "link", lambda: onym.link(evidence, corpus, policy))
    take(steps, "replace", lambda: onym.replace(corpus, mapping, policy))
    take(steps, "find as the paper does", lambda: onym.find(corpus, "farrow"))
    return sum(map(len, corpus.messages["text"])) / 1e6, steps


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave the largest course out")
    sizes = SIZES[:-1] if parser.parse_args().quick else SIZES
    onym.find(onym.read(course.generate(1, 50).messages.with_columns(pl.all().cast(pl.String))))
    print(f"{'messages':>10}{'MB':>7}  {'step':24}{'MB/s':>8}{'growth':>8}")
    first: dict[str, float] = {}
    for messages in sizes:
        size, steps = measure(messages)
        for name, seconds in steps.items():
            each = seconds / size
            growth = each / first.setdefault(name, each)
            print(f"{messages:>10,}{size:>7.1f}  {name:24}{1 / each:>8.2f}{growth:>8.2f}")


if __name__ == "__main__":
    main()
