"""Engines: every way of making the passes gives the same answer; every person is invented."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace as changed
from functools import partial
from pathlib import Path

import polars as pl
import pytest

import onym
from essay_gold import read_essays
from onym.demo import course
from onym.disk.spool import mapped, spooling
from onym.engine import Engine, parts, processes
from onym.engine.batches import add_up
from onym.engine.processes import Processes
from onym.errors import OnymError
from onym.find.gather import Tally, gather_tally
from onym.methods import HERE, propose, replace
from onym.model import Corpus, Policy, Replaced


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    invented = course.generate(5, 400)
    return onym.read(invented.messages.with_columns(pl.all().cast(pl.String)), invented.roster)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    whole, parts.LETTERS = parts.LETTERS, 60_000
    made = Processes(tmp_path_factory.mktemp("engine") / "work", 2)
    yield made
    made.close()
    parts.LETTERS = whole


def told(replaced: Replaced) -> tuple[object, ...]:
    """All that a replaced corpus says, in an order that no engine chooses."""
    asked = {
        (q.kind, q.name, q.participants, frozenset(q.messages), q.count) for q in replaced.questions
    }
    return replaced.messages.rows(), tuple(replaced.mentions), dict(replaced.pseudonyms), asked


POLICIES = {
    "session": Policy(preset="forum"),
    "thread": Policy(preset="forum", scope="thread"),
    "corpus": Policy(preset="forum", scope="corpus"),
    "every detail": Policy(preset="everything", scope="corpus", style="name", seed=3),
    "numbered": Policy(
        scope="corpus", variants="related", details={"PLACE": "placeholder", "NAME": "pseudonym"}
    ),
}


@pytest.mark.parametrize("name", POLICIES)
def test_parts_on_two_processes_give_what_the_whole_gives(
    corpus: Corpus, engine: Engine, name: str
) -> None:
    policy = POLICIES[name].settled(corpus)
    mapping = propose(corpus, policy)
    assert propose(corpus, policy, engine=engine) == mapping
    whole, apart = replace(corpus, mapping, policy), replace(corpus, mapping, policy, engine=engine)
    assert told(apart) == told(whole)
    assert dict(apart.details) == dict(whole.details)
    assert replace(corpus, mapping, policy, details=whole.details).messages.equals(whole.messages)


def test_a_thing_has_one_pseudonym_in_all_parts(corpus: Corpus, engine: Engine) -> None:
    policy = POLICIES["every detail"].settled(corpus)
    done = replace(corpus, propose(corpus, policy), policy, engine=engine)
    places = [m for m in done.mentions if m.category == "PLACE" and m.sublabel == "city"]
    assert len(places) > 5
    drawn = {(m.value, m.form): set[str | None]() for m in places}
    for mention in places:
        drawn[mention.value, mention.form].add(mention.replacement and mention.replacement.lower())
    assert all(len(names) == 1 for names in drawn.values())
    assert not any("\ufdd0" in text for text in done.messages["text"])


def test_a_folder_of_essays_in_parts_gives_what_the_whole_gives(
    engine: Engine, tmp_path: Path
) -> None:
    essays = [each.text for half in ("tune", "held") for each in read_essays(half, "sv")]
    for number in range(400):
        text = essays[number % len(essays)] + "\n" + essays[number * 7 % len(essays)]
        (tmp_path / f"essay{number:03}.txt").write_text(text, encoding="utf-8")
    corpus = onym.read(tmp_path)
    assert sum(map(len, corpus.messages["text"])) > 2 * parts.LETTERS
    policy = Policy(preset="everything", style="name", seed=3).settled(corpus)
    mapping = propose(corpus, policy, engine=engine)
    whole, apart = replace(corpus, mapping, policy), replace(corpus, mapping, policy, engine=engine)
    assert told(apart) == told(whole)
    assert len(whole.mentions) > 5 * corpus.messages.height


@pytest.fixture
def streamed(tmp_path: Path) -> Corpus:
    """The course in a file that is read and written piece by piece."""
    course.generate(5, 400).messages.write_ndjson(tmp_path / "forum.jsonl")
    return onym.read(tmp_path / "forum.jsonl", spool=tmp_path)


def test_another_process_writes_the_same(
    streamed: Corpus, engine: Processes, tmp_path: Path
) -> None:
    policy = POLICIES["session"].settled(streamed)
    done = replace(streamed, propose(streamed, policy), policy, engine=engine)
    write = engine.write(streamed, done, tmp_path / "there.jsonl", policy)
    assert not isinstance(write, partial), "it is left to this process"
    onym.write(streamed, done, tmp_path / "here.jsonl", policy)
    write()
    assert (tmp_path / "there.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()


def test_another_process_tells_why_it_did_not_write(
    streamed: Corpus, engine: Processes, tmp_path: Path
) -> None:
    policy = POLICIES["session"].settled(streamed)
    done = replace(streamed, propose(streamed, policy), policy, engine=engine)
    with (tmp_path / "forum.jsonl").open("a", encoding="utf-8") as file:
        file.write("\n")
    with pytest.raises(OnymError, match="has changed since it was read"):
        engine.write(streamed, done, tmp_path / "there.jsonl", policy)()
    assert not (tmp_path / "there.jsonl").exists()


def test_what_is_done_is_not_done_again(corpus: Corpus, engine: Processes) -> None:
    policy = Policy().settled(corpus)
    engine.gather(corpus, policy)
    folder = max(engine.folder.glob("gathering-*"), key=lambda each: each.stat().st_mtime_ns)
    files = sorted(folder.iterdir())
    assert len(files) > 2
    files[1].unlink()
    before = {file: file.stat().st_mtime_ns for file in files if file.exists()}
    engine.gather(corpus, policy)
    assert sorted(folder.iterdir()) == files
    assert {file: file.stat().st_mtime_ns for file in before} == before


def test_other_messages_or_settings_are_worked_on_anew(corpus: Corpus, engine: Processes) -> None:
    policy = Policy(languages=("en",))
    engine.gather(corpus, policy)
    known = set(engine.folder.glob("gathering-*"))
    less = changed(corpus, messages=corpus.messages.head(300))
    assert engine.gather(less, policy) == HERE.gather(less, policy)
    assert engine.gather(corpus, Policy(languages=("en", "sv")))
    assert len(set(engine.folder.glob("gathering-*")) - known) == 2


def test_a_process_that_is_killed_is_told_of_and_the_rest_goes_on_later(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "LETTERS", 60_000)
    engine = Processes(tmp_path / "work", 2)
    policy = Policy().settled(corpus)
    engine.gather(corpus, policy)
    assert engine._workers
    for worker in engine._workers:
        worker.process.send_signal(signal.SIGKILL)
        worker.process.wait()
    mapping = propose(corpus, policy)
    with pytest.raises(OnymError, match="start again to go on"):
        engine.count(corpus, mapping, policy)
    assert engine.count(corpus, mapping, policy) == HERE.count(corpus, mapping, policy)
    engine.close()


def test_processes_end_with_a_long_pass(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "LETTERS", 60_000)
    monkeypatch.setattr(processes, "MANY", 1)
    engine = Processes(tmp_path / "work", 2)
    policy = Policy().settled(corpus)
    engine.gather(corpus, policy)
    fresh = list(engine._workers)
    assert len(fresh) == 2, "others get ready for the next pass"
    mapping = propose(corpus, policy)
    assert engine.count(corpus, mapping, policy) == HERE.count(corpus, mapping, policy)
    assert all(worker.process.poll() is not None for worker in fresh)
    replace(corpus, mapping, policy, engine=engine)
    assert not engine._workers, "there is no next pass"
    engine.close()


def test_processes_end_with_the_one_that_started_them(corpus: Corpus, tmp_path: Path) -> None:
    path = tmp_path / "parts.arrow"
    parts.lay(corpus, path)
    script = (
        "import sys, os\nfrom pathlib import Path\nfrom onym.engine.remote import Remote\n"
        f"worker = Remote(Path({str(path)!r}))\n"
        "print(worker.process.pid, flush=True)\nsys.stdin.read()"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    for _ in range(200):
        if not _runs(child):
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the process went on alone")


def _runs(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_processes_end_when_nobody_needs_them(corpus: Corpus, tmp_path: Path) -> None:
    engine = Processes(tmp_path / "work", 1)
    engine.gather(corpus, Policy(seed=8).settled(corpus))
    (process,) = [worker.process for worker in engine._workers]
    assert process.poll() is None
    del engine
    gc.collect()
    assert process.poll() is not None


def test_counts_of_parts_add_up_to_those_of_the_whole(corpus: Corpus) -> None:
    policy = Policy(languages=("en",))
    whole = gather_tally(corpus, policy)
    assert Tally.read(whole.table()) == whole
    twice = Tally.read(add_up([whole.table(), whole.table()], ("what", "kind", "name", "who")))
    assert twice.claims == {key: 2 * count for key, count in whole.claims.items()}
    assert twice.vocabulary.words["the"] == 2 * whole.vocabulary.words["the"]


@pytest.mark.parametrize("size", [1, 30_000, 10**9])
def test_parts_are_the_whole_in_order(
    corpus: Corpus, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "LETTERS", size)
    stretches = list(parts.stretches(corpus.messages["text"]))
    assert [start for start, _ in stretches] == [
        sum(rows for _, rows in stretches[:at]) for at in range(len(stretches))
    ]
    assert sum(rows for _, rows in stretches) == corpus.messages.height
    assert all(rows > 0 for _, rows in stretches)


def test_a_spooled_frame_is_the_frame(tmp_path: Path) -> None:
    frame = pl.DataFrame({"id": ["1", None, "3"], "people": [["a"], [], ["b", "c"]]})
    with spooling(tmp_path / "f.arrow") as add:
        for piece in frame.iter_slices(2):
            add(piece)
    assert mapped(tmp_path / "f.arrow").equals(frame)
    assert (tmp_path / "f.arrow").stat().st_mode & 0o777 == 0o600


def test_what_is_spooled_in_vain_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OnymError), spooling(tmp_path / "f.arrow") as add:
        add(pl.DataFrame({"id": ["1"]}))
        raise OnymError("stop")
    assert list(tmp_path.iterdir()) == []


RUN = """
from onym import line
from onym.engine import parts, processes

processes.SMALL, parts.LETTERS = 0, 60_000
begun = line.start("course", "forum.csv", {"seed": 7})
begun.find()
begun.apply()
"""


def test_a_run_that_was_killed_goes_on_from_the_last_finished_part(
    corpus: Corpus, tmp_path: Path
) -> None:
    columns = ("id", "parent", "thread", "session", "author", "text")
    corpus.messages.select(columns).write_csv(tmp_path / "forum.csv")
    work = tmp_path / "course/private/.work"
    running = subprocess.Popen([sys.executable, "-c", RUN], cwd=tmp_path)
    while not (done := sorted(work.glob("counting-*/*.arrow"))):
        assert running.poll() is None
        time.sleep(0.02)
    running.kill()
    running.wait()
    assert not (tmp_path / "course/share/forum.csv").exists()
    found = {file: file.stat().st_mtime_ns for file in (*work.glob("gathering-*/*"), *done)}
    subprocess.run([sys.executable, "-c", RUN], cwd=tmp_path, check=True)
    assert {file: file.stat().st_mtime_ns for file in found} == found
    shared = onym.read(tmp_path / "course/share/forum.csv").messages
    assert shared["text"].to_list() != corpus.messages["text"].to_list()
    assert shared.height == corpus.messages.height
