"""A project kept up to date: what a decision changes, and that nothing of it can be lost."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from onym import demo, line
from onym.deciding import edits
from onym.deciding.live import Live
from onym.deciding.standing import load
from onym.errors import MappingError, ProjectError
from onym.line import Line
from onym.model import Mention, Question
from onym.project import custody
from onym.project.decisions import Decision
from onym.questions.questions import identify
from test_questions import FORUM, PROPOSED, ROSTER

PATIENCE = 120


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a project in which names have been found."""
    folder = tmp_path_factory.mktemp("live")
    demo.generate(messages=160).write(folder)
    line.start(folder / "course", folder / "forum.csv", {"roster": folder / "class.csv"}).find()
    return folder


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A small project with two Roberts, proposed by hand."""
    (tmp_path / "forum.csv").write_text(FORUM)
    (tmp_path / "class.csv").write_text(ROSTER)
    files = {"roster": tmp_path / "class.csv", "scope": "corpus"}
    line.start(tmp_path / "course", tmp_path / "forum.csv", files).project.propose(PROPOSED)
    return tmp_path / "course"


@contextmanager
def opened(course: Path) -> Iterator[Live]:
    found = Live(line.resume(course))
    found.start()
    settle(found)
    yield found
    found.stop()


@pytest.fixture
def live(course: Path) -> Iterator[Live]:
    with opened(course) as found:
        yield found


@pytest.fixture(scope="module")
def shared(found: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """One for all that take back what they did."""
    folder = shutil.copytree(found, tmp_path_factory.mktemp("shared") / "copy")
    with opened(folder / "course") as live:
        yield live


def settle(live: Live) -> None:
    """Wait until everything is worked out."""
    end = time.monotonic() + PATIENCE
    while live.is_busy() and time.monotonic() < end:
        time.sleep(0.02)
    assert not live.error
    assert not live.is_busy()


def mentions(of: Live | Line) -> list[Mention]:
    if isinstance(of, Line):
        return sorted(of.replaced.mentions, key=lambda each: (each.message, each.start))
    return sorted(
        (each for found in of.mentions.values() for each in found),
        key=lambda each: (each.message, each.start),
    )


def queue(live: Live) -> list[Question]:
    """What is asked, one after the other."""
    return [question for item in live.agenda() for question in item]


Make = Callable[[Live], list[Decision]]


def most_named(live: Live) -> list[str]:
    """The people with most mentions."""
    counts = {who: sum(n.values()) for who, n in live.line.mapping.names().items()}
    return sorted(counts, key=lambda who: (-counts[who], who))


def a_name(live: Live) -> str:
    names = live.line.mapping.names()[most_named(live)[0]]
    return max(names, key=lambda name: names[name])


def first_place(live: Live) -> tuple[str, tuple[int, int]]:
    whose = most_named(live)[0]
    found = next(each for each in mentions(live) if each.participant == whose)
    return found.message, (found.start, found.end)


DECISIONS: dict[str, Make] = {
    "keep": lambda live: edits.keep(a_name(live)),
    "reject": lambda live: edits.reject(live.line.mapping, a_name(live)),
    "hide": lambda live: edits.hide(a_name(live)),
    "add": lambda live: edits.add(live.line.mapping, "Auckland", most_named(live)[1]),
    "add for somebody new": lambda live: edits.add(live.line.mapping, "Auckland", edits.NEW),
    "hide people": lambda live: edits.hide_people(
        live.line.mapping, [["Auckland"], ["Alan Turing"]]
    ),
    "keep people": lambda live: edits.keep_people([[a_name(live)], ["Alan Turing", "Turing"]]),
    "move": lambda live: edits.move(live.line.mapping, [a_name(live)], *most_named(live)[:2]),
    "split": lambda live: edits.split(live.line.mapping, most_named(live)[0], [a_name(live)]),
    "label": lambda live: edits.label(live.line.mapping, a_name(live), "city"),
    "merge": lambda live: edits.merge(*most_named(live)[:2]),
    "mask": lambda live: edits.mask(most_named(live)[0], "Alma"),
    "assign": lambda live: edits.assign(live.line, *first_place(live), most_named(live)[2]),
    "leave one": lambda live: edits.assign(live.line, *first_place(live)),
    "another kind here": lambda live: edits.assign(live.line, *first_place(live), kind="city"),
    "other words here": lambda live: edits.assign(
        live.line, *first_place(live), most_named(live)[0], words="my friend"
    ),
    "show": lambda live: [
        *edits.label(live.line.mapping, a_name(live), "city"),
        *edits.show(a_name(live), "Lakeside"),
    ],
}


@pytest.mark.parametrize("act", DECISIONS)
def test_what_is_read_anew_is_what_reading_everything_would_give(shared: Live, act: str) -> None:
    live, course = shared, shared.line.project.root
    before = mentions(live)
    live.decide(lambda: DECISIONS[act](live), act)
    settle(live)
    assert mentions(live) == mentions(line.resume(course))
    assert mentions(live) != before
    live.undo()
    settle(live)
    assert mentions(live) == mentions(line.resume(course))
    assert mentions(live) == before


def test_an_answer_is_in_the_log_before_it_is_given(live: Live, course: Path) -> None:
    question = queue(live)[0]
    live.answer(identify(question), "always " + question.participants[0], "")
    assert line.resume(course).project.load_decisions()


def test_an_answered_question_does_not_come_back_and_an_undone_one_does(live: Live) -> None:
    question = queue(live)[0]
    live.answer(identify(question), "keep", "left")
    assert question not in queue(live)
    settle(live)
    assert identify(question) not in map(identify, queue(live))
    assert (step := live.undo()) and step.says == "left"
    assert identify(queue(live)[0]) == identify(question)
    settle(live)
    assert identify(question) in map(identify, queue(live))


def test_what_is_skipped_comes_last(live: Live) -> None:
    first, *rest = queue(live)
    live.answer(identify(first), "skip", "")
    assert queue(live) == [*rest, first]
    assert live.undo() is None


def test_a_question_cannot_be_answered_twice(live: Live) -> None:
    question = queue(live)[0]
    live.answer(identify(question), "keep", "")
    with pytest.raises(ProjectError, match="has been answered"):
        live.answer(identify(question), "keep", "")


def test_a_decision_of_an_earlier_sitting_can_be_taken_back(live: Live, course: Path) -> None:
    before = live.line.mapping
    live.decide(lambda: edits.keep("Auckland"), "")
    with opened(course) as later:
        later.take_back(later.line.project.load_decisions()[-1])
        assert later.line.mapping == before


def test_a_job_that_tells_nothing_is_waited_for(live: Live) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def job(line: Line) -> None:
        begun.set()
        assert go_on.wait(PATIENCE)

    live.run(job)
    assert begun.wait(PATIENCE)
    assert (live.stage, live.is_busy()) == ("", True)
    go_on.set()
    settle(live)


def test_steps_on_one_thing_are_undone_one_by_one(live: Live) -> None:
    who = next(iter(live.pseudonyms))
    drawn = live.pseudonyms[who]
    for mask in ("Imogen", "Petra", "Beatrice"):
        live.decide(partial(edits.mask, who, mask), mask)
    seen = []
    while live.undo():
        seen.append(live.pseudonyms[who])
    assert seen == ["Petra", "Imogen", drawn]


def test_a_form_is_kept_and_undone(live: Live, course: Path) -> None:
    who = most_named(live)[0]
    live.decide(lambda: edits.tell(who, "mother tongue", " Norwegian "), "")
    live.decide(lambda: edits.tell(who, "role", "tutor"), "")
    kept = line.resume(course).corpus.participants[who]
    assert (kept.role, kept.profile["mother tongue"]) == ("tutor", "Norwegian")
    assert live.line.corpus.participants[who] == kept
    live.undo()
    live.undo()
    assert "mother tongue" not in live.line.corpus.participants[who].profile


def test_it_opens_where_it_was_left(live: Live, course: Path) -> None:
    live.decide(lambda: edits.keep("Auckland"), "")
    settle(live)
    live.stop()
    with opened(course) as later:
        assert queue(later) == queue(live)
        assert later.mentions == live.mentions
        assert "replaced" not in later.line.__dict__
        question = queue(later)[0]
        later.answer(identify(question), "keep", "")
        settle(later)
        assert mentions(later) == mentions(line.resume(course))


def test_where_it_was_left_counts_only_while_nothing_has_changed(live: Live, course: Path) -> None:
    live.stop()
    assert load(line.resume(course)) is not None
    line.resume(course).project.decide(edits.keep("Auckland"))
    assert load(line.resume(course)) is None
    live.line.project.review_file.write_text("{")
    assert load(line.resume(course)) is None


def test_somebody_who_is_forgotten_is_not_left_there(live: Live, course: Path) -> None:
    live.stop()
    assert b"Robert" in live.line.project.review_file.read_bytes()
    custody.forget(line.resume(course).project, "U2")
    assert not live.line.project.review_file.exists()


def test_a_masking_name_goes_into_the_key(live: Live, course: Path) -> None:
    who = most_named(live)[0]
    live.decide(lambda: edits.mask(who, "Alma"), "")
    whole = line.resume(course)
    whole.apply()
    assert whole.project.load_key().pseudonyms[who] == "Alma"
    assert "[Alma]" in whole.shared_file.read_text()


@pytest.mark.parametrize("act", [lambda: edits.keep("  "), lambda: edits.merge("U1", "U1")])
def test_what_makes_no_sense_is_refused_and_leaves_no_trace(
    live: Live, act: Callable[[], list[Decision]]
) -> None:
    with pytest.raises(MappingError):
        live.decide(act, "")
    assert live.line.project.load_decisions() == []
    assert live.steps == []


def test_how_far_a_long_step_is_can_be_seen(live: Live) -> None:
    live.line.tell("Replacing", 700, 1400)
    assert live.stage == "Replacing, 50 %"
    live.line.tell("")
    assert live.stage == ""


def test_a_long_step_waits_for_a_decision_and_ends_with_the_review(live: Live) -> None:
    done, left = [], []

    def job(line: Line) -> None:
        try:
            for number in range(10**9):
                line.tell("Writing", number, 10**9)
                done.append(number)
        finally:
            left.append("ended")

    live.run(job)
    while not done:
        time.sleep(0.01)
    with live._deciding():
        before = len(done)
        time.sleep(0.2)
        assert len(done) - before <= 1
    live.stop()
    assert left == ["ended"]
    assert not any(thread.is_alive() for thread in live._threads)
    assert live.error == ""
