"""A reader with the class list: what the defaults give away, and what would give people away."""

import json
from dataclasses import replace as changed
from itertools import permutations
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import exports
import onym
from onym import line
from onym.attack import Attack, attack, set_scene
from onym.attack.assign import Success, assign, measure
from onym.attack.telling import describe, verdict
from onym.check import examine
from onym.cli import app
from onym.demo import course
from onym.model import Corpus, Mapping, Policy, Replaced
from onym.report import build, weigh
from onym.report.risk import what_could_be_found


def test_many_people_are_no_trouble() -> None:
    assert Success(2_000, 2_000, 2_000.0, 2_000.0).beats_chance
    assert not Success(2_000, 2_000, 1.0, 5.0).beats_chance


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("attack")
    course.generate(11, 700).write(folder)
    return onym.read(folder / "forum.csv", folder / "class.csv")


def publish(corpus: Corpus, pseudonyms: dict[str, str] | None = None, seed: int = 5) -> Replaced:
    """The corpus with its authors under pseudonyms, drawn or given, and its texts empty."""
    bare = changed(corpus, messages=corpus.messages.with_columns(text=pl.lit("nothing to see")))
    policy = Policy(seed=seed)
    if pseudonyms is None:
        return onym.replace(bare, Mapping(), policy)
    columns = [corpus.messages[name].replace(pseudonyms) for name in ("author", "parent_author")]
    return Replaced(bare.messages.with_columns(columns), (), pseudonyms)


def guess(replaced: Replaced, corpus: Corpus) -> Attack:
    found = attack(replaced, corpus)
    assert found is not None
    return found


def numbered(order: list[str]) -> dict[str, str]:
    return {who: f"P{number:03}" for number, who in enumerate(order, 1)}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_defaults_give_the_class_list_nothing(corpus: Corpus, seed: int) -> None:
    found = guess(publish(corpus, seed=seed), corpus)
    assert found.leaking == ()
    assert not found.stranger_together.beats_chance
    assert verdict(found).startswith("The class list alone is no better than chance")


def test_all_clues_together_tell_no_more_than_the_graph(corpus: Corpus) -> None:
    found = guess(publish(corpus), corpus)
    graph = {guess.clue: guess.success for guess in found.insider}["who answers whom"]
    times = {guess.clue: guess.success for guess in found.insider}["when each first wrote"]
    assert found.insider_together.top1 <= max(graph.top1, times.top1)


def by_name(corpus: Corpus, place: int) -> list[str]:
    return sorted(
        corpus.participants, key=lambda who: corpus.participants[who].names[0].split()[place]
    )


def test_pseudonyms_that_leak_are_caught(corpus: Corpus) -> None:
    people = list(corpus.participants)
    names = {who: corpus.participants[who].names[0] for who in people}
    leaking = {
        "the order of the pseudonyms, as in the class list": numbered(people),
        "the order of the pseudonyms, by family name": numbered(by_name(corpus, -1)),
        "the order of the pseudonyms, by given name": numbered(by_name(corpus, 0)),
        "the pseudonym is an id of the class list": {who: who for who in people},
        "letters of the pseudonym, as initials": {
            who: "".join(f"{word[0]}. " for word in name.split()) + str(number * 37 % 101)
            for number, (who, name) in enumerate(names.items())
        },
        "the length of the pseudonym": {
            who: "x" * len(name) + f"{number * 37 % 101:03}"
            for number, (who, name) in enumerate(names.items())
        },
    }
    for clue, pseudonyms in leaking.items():
        found = guess(publish(corpus, pseudonyms), corpus)
        assert clue in [guess.clue for guess in found.leaking], clue
        assert verdict(found).startswith("The pseudonyms give people away")


def test_names_that_were_left_give_their_bearers_away(corpus: Corpus) -> None:
    replaced = publish(corpus)
    signed = {who: person.names[0].split()[0] for who, person in corpus.participants.items()}
    lines = [
        f"Hello,\nall is well.\n\nRegards,\n{signed[who]}" for who in corpus.messages["author"]
    ]
    replaced = changed(replaced, messages=replaced.messages.with_columns(pl.Series("text", lines)))
    found = guess(replaced, corpus)
    assert "real names left where people sign or are greeted" in [
        guess.clue for guess in found.leaking
    ]
    assert found.stranger_together.top1 > 10


def test_the_scene_holds_only_who_wrote(corpus: Corpus) -> None:
    replaced = publish(corpus)
    scene = set_scene(replaced, corpus)
    assert set(scene.pseudonyms) == set(replaced.messages["author"])
    truth = [scene.people[place] for place in scene.truth]
    assert [replaced.pseudonyms[who] for who in truth] == list(scene.pseudonyms)


def test_of_a_thousand_people_a_sample_is_guessed(corpus: Corpus) -> None:
    who = [f"U{number}" for number in range(1_000)]
    rows = {
        "author": who,
        "parent_author": who[1:] + who[:1],
        "time": [f"{n:04}" for n in range(1_000)],
    }
    empty = pl.DataFrame(schema=corpus.messages.schema)
    frame = pl.concat([empty, pl.DataFrame(rows | {"id": who, "text": who})], how="diagonal")
    crowd = changed(corpus, messages=frame, participants={})
    found = guess(publish(crowd), crowd)
    assert (found.stranger_together.people, found.stranger_together.candidates) == (250, 1_000)
    assert not found.stranger_together.beats_chance
    insider = {guess.clue: guess.success for guess in found.insider}
    assert insider["when each first wrote"].top1 == 250
    assert insider["who answers whom"].top1 < 5, "all stand alike in a ring"


def test_one_writer_cannot_be_told_apart(corpus: Corpus) -> None:
    alone = changed(corpus, messages=corpus.messages.head(1))
    assert attack(publish(alone), alone) is None


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 5), st.integers(0, 3), st.integers(0, 10**6))
def test_the_assignment_is_the_best_there_is(rows: int, more: int, seed: int) -> None:
    scores = np.random.default_rng(seed).integers(0, 9, (rows, rows + more)).astype(float)
    chosen = assign(scores)
    assert len(set(chosen)) == rows
    best = max(
        sum(scores[row, column] for row, column in enumerate(columns))
        for columns in permutations(range(rows + more), rows)
    )
    assert scores[np.arange(rows), chosen].sum() == best


def test_equal_scores_are_worth_what_chance_is() -> None:
    blind = measure(np.zeros((20, 20)), np.arange(20))
    assert blind.top1 == pytest.approx(blind.chance1)
    assert blind.top5 == pytest.approx(blind.chance5)
    assert not blind.beats_chance
    assert measure(np.eye(20), np.arange(20)).beats_chance


@given(st.integers(0, 10**6))
@settings(deadline=None, max_examples=50)
def test_luck_does_not_beat_chance_often(seed: int) -> None:
    scores = np.random.default_rng(seed).random((60, 60))
    success = measure(scores, np.arange(60))
    assert success.top1 < 7  # a Poisson of mean one exceeds six once in ten thousand


def test_the_command_tells_no_name(tmp_path: Path) -> None:
    course.generate(4, 60).write(tmp_path / "demo")

    demo, project = tmp_path / "demo", tmp_path / "course"
    work = line.start(project, demo / "forum.csv", {"roster": demo / "class.csv"})
    work.find()
    work.apply()

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["attack", str(project), *arguments])
        assert done.exit_code == 0
        return done.stdout

    told = run()
    assert "With the class list alone:" in told
    assert "BRATsynthetic" in told
    result = json.loads(run("--json"))
    assert result["leaking"] == []
    names = (demo / "class.csv").read_text(encoding="utf-8").split("\n")[1:]
    for name in (row.partition(",")[2] for row in names if row):
        assert name not in told


def test_the_words_fit_the_numbers(corpus: Corpus) -> None:
    lines = describe(guess(publish(corpus), corpus))
    assert any(told.startswith("Somebody who was there finds people") for told in lines)
    assert lines[0].startswith("Guessing who is who: ")
    assert any("chance" in line for line in lines)


def test_the_report_shows_it_without_a_name(corpus: Corpus) -> None:
    replaced = publish(corpus)
    summary = build(corpus, Mapping(), replaced)
    assert what_could_be_found(summary) == ""
    risk = weigh(examine(replaced, corpus, Mapping()), guess(replaced, corpus))
    page = what_could_be_found(changed(summary, risk=risk))
    assert "With the class list alone a reader does no better than chance" in page
    assert f"names left in {corpus.messages.height} messages" in page
    assert page.count('class="plain light"') == len(risk.stranger) + len(risk.insider)
    for person in corpus.participants.values():
        assert person.names[0] not in page


def test_the_report_warns_of_pseudonyms_that_leak(corpus: Corpus) -> None:
    shown = publish(corpus, {who: who for who in corpus.participants})
    risk = weigh(examine(shown, corpus, Mapping()), guess(shown, corpus))
    page = what_could_be_found(changed(build(corpus, Mapping(), shown), risk=risk))
    assert '<p class="warn">The pseudonyms give people away' in page


WRITERS = {
    "posts.csv": exports.moodle_csv,
    "course.mbz": exports.moodle_zip,
    "topic.json": exports.discourse_json,
    "discussion.json": exports.canvas_json,
    "forum.mongo": exports.edx_mongo,
    "research.zip": exports.coursera_zip,
}


@pytest.mark.parametrize("file", WRITERS)
def test_writers_are_told_apart_where_ids_become_other_numbers(file: str, tmp_path: Path) -> None:
    """P07 is 10007 in an export with numbers for ids; what a reader sees is the name beside it."""
    done = line.start(tmp_path / "out", WRITERS[file](exports.COURSE, tmp_path / file))
    done.find()
    done.apply()
    found = done.attack()
    wrote = done.corpus.messages["author"].drop_nulls().n_unique()
    assert {guess.success.people for guess in found.stranger} == {wrote}
    assert not found.leaking
