"""What listing the possible names of a large course takes: python bench/words.py [messages].

Processor seconds of each step, and of the command `onym words` as a whole with its start.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from corpus import write

from onym import formats, possible
from onym.model import Corpus
from onym.possible.counts import Counts
from onym.possible.features import describe
from onym.possible.model import choose

Done = TypeVar("Done")


def megabytes(corpus: Corpus) -> float:
    """The size of its text."""
    return float(corpus.messages["text"].str.len_bytes().sum()) / 1e6


def clock(label: str, work: Callable[[], Done], size: float | None = None) -> Done:
    """Do it and say what it took."""
    start = time.process_time()
    done = work()
    took = time.process_time() - start
    rate = f", {size / took:.1f} MB/s" if size else ""
    print(f"{label:20} {took:6.2f} s{rate}")
    return done


def main(messages: int) -> None:
    """Measure the steps, then the command."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "forum.csv"
        write(messages, path)
        corpus = clock("reading", lambda: formats.read(path))
        size = megabytes(corpus)
        print(f"{messages:,} messages, {size:.1f} MB of text")
        model = clock("the model", lambda: choose(None))
        clock("language tables", lambda: describe(Counts(corpus.languages).add(["Mary met Ann"])))
        counts = clock(
            "counting", lambda: Counts(corpus.languages).add(possible.texts(corpus)), size
        )
        table = clock("features of words", lambda: describe(counts, model.contexts, False))
        clock(f"judging {len(table.words):,}", lambda: model.predict(table))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "onym", "words", str(path), "--quiet"]
        subprocess.run([*command, "--out", str(Path(folder) / "words.csv")], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"onym words, whole    {took:6.2f} s of one core")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 14_000)
