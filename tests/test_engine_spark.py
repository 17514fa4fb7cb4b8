"""The Spark engine gives what the local ones give, on a real cluster, also when a worker dies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
import pytest

import cluster
import onym
from onym import line
from onym.demo import generate
from onym.engine import Engine, Here, parts
from onym.engine.processes import Processes
from onym.engine.spark import Spark
from onym.methods import propose, replace
from onym.model import Corpus, Policy, Replaced

pytestmark = pytest.mark.spark

POLICIES = {
    "names": Policy(seed=7),
    "details": Policy(seed=7, preset="forum", style="name"),
    "the paper's method": Policy(seed=7, method="farrow", scope="corpus"),
}
KINDS: dict[str, Callable[[pl.DataFrame, Path], None]] = {
    "parquet": lambda frame, file: frame.write_parquet(file),
    "csv": lambda frame, file: frame.write_csv(file),
    "jsonl": lambda frame, file: frame.write_ndjson(file),
}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[cluster.Cluster]:
    """A master and two workers."""
    if wanting := cluster.is_possible():
        pytest.skip(wanting)
    folder = tmp_path_factory.mktemp("cluster")
    with pytest.MonkeyPatch.context() as patch, cluster.running(folder) as started:
        for name, value in cluster.environment(folder).items():
            patch.setenv(name, value)
        yield started


@pytest.fixture(scope="module")
def spark(running: cluster.Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spark]:
    engine = Spark(tmp_path_factory.mktemp("spark") / "work", running.url)
    yield engine
    engine.close()


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MESSAGES", 30)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    course = generate(11, 300)
    return onym.read(course.messages, course.roster)


def told(engine: Engine, corpus: Corpus, policy: Policy) -> tuple[object, ...]:
    """All that a run makes, in an order of its own."""
    chosen = policy.settled(corpus)
    mapping = propose(corpus, chosen, engine=engine)
    made: Replaced = replace(corpus, mapping, chosen, engine=engine)
    rows = sorted(made.messages.iter_rows(), key=str)
    return mapping, rows, sorted(made.mentions, key=str), made.questions, dict(made.details)


@pytest.mark.parametrize("name", POLICIES)
def test_every_engine_says_the_same(
    spark: Spark, corpus: Corpus, tmp_path: Path, name: str
) -> None:
    expected = told(Here(), corpus, POLICIES[name])
    local = Processes(tmp_path / "local", cores=1)
    try:
        assert told(local, corpus, POLICIES[name]) == expected
    finally:
        local.close()
    assert told(spark, corpus, POLICIES[name]) == expected


def test_a_folder_of_any_kind_comes_out_as_on_this_machine(
    running: cluster.Cluster, spark: Spark, tmp_path: Path
) -> None:
    course = generate(12, 90)
    course.roster.write_csv(tmp_path / "class.csv")
    for kind, write in KINDS.items():
        source = tmp_path / kind
        source.mkdir()
        for number, part in enumerate(course.messages.iter_slices(40)):
            write(part, source / f"part-{number}.{kind}")
        shared = []
        for place, master in (("here", None), ("there", running.url)):
            options = {"roster": tmp_path / "class.csv", "seed": 5, "master": master}
            job = line.start(tmp_path / place / kind, source, options)
            job.find()
            job.apply()
            shared.append({file.name: file.read_bytes() for file in job.shared_file.iterdir()})
        assert len(shared[0]) == 3
        assert shared[0] == shared[1]
        assert shared[0] != {file.name: file.read_bytes() for file in source.iterdir()}


def test_a_new_batch_joins_as_on_this_machine(
    running: cluster.Cluster, spark: Spark, tmp_path: Path
) -> None:
    course = generate(12, 90)
    course.roster.write_csv(tmp_path / "class.csv")
    course.messages[:60].write_csv(tmp_path / "spring.csv")
    course.messages[60:].write_csv(tmp_path / "autumn.csv")
    shared = []
    for place, master in (("here", None), ("there", running.url)):
        options = {"roster": tmp_path / "class.csv", "seed": 5, "master": master}
        for begin, name in ((line.start, "spring.csv"), (line.add, "autumn.csv")):
            job = begin(tmp_path / place, tmp_path / name, options)
            job.find()
            job.apply()
        shared.append([file.read_bytes() for file in sorted(job.project.share.glob("*.csv"))])
    assert len(shared[0]) == 2
    assert shared[0] == shared[1]


def test_a_worker_that_dies_in_mid_run_changes_nothing(
    running: cluster.Cluster, spark: Spark, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    died_at: list[tuple[int, int]] = []

    def kill(done: int, whole: int) -> None:
        if done < whole and not died_at:
            died_at.append((done, whole))
            running.kill(running.workers[0])

    monkeypatch.setattr("onym.engine.spark.PAUSE", 0.02)
    monkeypatch.setattr(spark, "advance", kill)
    policy = Policy(seed=8, scope="thread")
    assert told(spark, corpus, policy) == told(Here(), corpus, policy)
    assert died_at
