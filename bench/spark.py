"""Spark beside the local engine: the same passes on the same corpus, on a cluster of this machine.

Both are warm: they have done a small corpus before. What is counted is processor time of all
processes, Spark's own among them, so the ratio is that of rates a core.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import corpus
from meter import processor

from onym import formats
from onym.engine import Engine
from onym.engine.processes import Processes
from onym.engine.spark import Spark
from onym.methods import propose, replace
from onym.model import Corpus, Policy

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
import cluster

WARMING = 2_000


def compare(count: int, folder: Path) -> None:
    """Print the rate of both engines on so many messages."""
    if missing := cluster.is_possible():
        print(f"Spark is left out: it {missing}")
        return
    made = {}
    for size in (WARMING, count):
        source = folder / f"spark-{size}.jsonl"
        corpus.write(size, source)
        made[size] = formats.read(source, corpus.class_list(source))
    megabytes = int(made[count].messages["text"].str.len_bytes().sum()) / 1e6
    home = folder / "cluster"
    home.mkdir()
    with cluster.running(home) as started:
        os.environ |= cluster.environment(home)
        used = {}
        engines = {
            "local": Processes(folder / "local-work", 2),
            "spark": Spark(folder / "spark-work", started.url),
        }
        for name, engine in engines.items():
            passes(engine, made[WARMING])
            before = processor()
            passes(engine, made[count])
            used[name] = processor() - before
            engine.close()
    rates = {name: megabytes / seconds for name, seconds in used.items()}
    told = "; ".join(f"{name} {rate:.2f} MB/s" for name, rate in rates.items())
    print(f"find, link and replace {count:,} messages, both warm: {told};", end=" ")
    print(f"Spark to local {rates['spark'] / rates['local']:.2f}")


def passes(engine: Engine, messages: Corpus) -> None:
    """Every pass over the messages."""
    policy = Policy(seed=1).settled(messages)
    mapping = propose(messages, policy, engine=engine)
    replace(messages, mapping, policy, engine=engine)


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        compare(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000, Path(place))
