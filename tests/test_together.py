"""Several questions answered in one go, the rest left open, and what the next answers settle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from onym import line
from onym.deciding.asking import Sitting, ask
from onym.deciding.live import Live
from onym.errors import ProjectError
from onym.line import Line
from onym.model import Entry, Mapping, Policy, Question
from onym.policy import Settings
from onym.project import custody
from onym.project.decisions import left_open
from onym.project.project import Project
from onym.questions.answers import choices
from onym.questions.questions import consider, decide, identify, questions, reopen, undo
from onym.questions.together import FEW, agenda, enough, likely
from test_live import opened
from test_questions import onym

PAIRS = ("Kay Lund", "Osric Thorne", "Marta Quince", "Bo Zebulon")
"""Each is on the list twice."""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Line:
    """Four people under two ids each, a name that two share, and one that may be somebody's."""
    monkeypatch.chdir(tmp_path)
    rows = [f"U{at},{name}\nV{at},{name}" for at, name in enumerate(PAIRS, start=1)]
    Path("class.csv").write_text("id,name\n" + "\n".join(rows) + "\nU8,Ada Ash\nU9,Ada Ames\n")
    texts = [f'm{at},,t{at},V{at},"I am here."' for at in range(1, 5)]
    texts += ['5,,t5,U8,"Ask Ada."', '6,,t6,U9,"Ask Ada, and Kitt."']
    Path("forum.csv").write_text("id,parent,thread,author,text\n" + "\n".join(texts) + "\n")
    entries = (Entry("U8", "Ada", 1), Entry("U9", "Ada", 1), Entry("U1", "Kitt", 1, 0.6))
    policy = Policy("class-list", style="id", scope="corpus")
    settings = Settings(policy, source="../forum.csv", roster="../class.csv")
    Project.create("course", settings).propose(Mapping(entries))
    return line.resume("course")


def names(found: tuple[Question, ...] | list[Question]) -> list[str]:
    return [question.name for question in found]


def fresh() -> Line:
    return line.resume("course")


class TestAgenda:
    def test_likely_answers_of_a_kind_stand_together(self, course: Line) -> None:
        items = agenda(questions(course))
        assert sorted(map(len, items)) == [1, 1, 4]
        several = max(items, key=len)
        assert {question.kind for question in several} == {"same"}
        assert {likely(question) for question in several} == {"yes"}

    def test_no_more_than_can_be_looked_through_and_none_that_is_asked_alone(
        self, course: Line
    ) -> None:
        found = questions(course)
        assert sorted(map(len, agenda(found, most=3))) == [1, 1, 2, 2]
        same = [question for question in found if question.kind == "same"]
        assert sorted(map(len, agenda(found, alone=same[: 5 - FEW]))) == [1] * 6

    def test_the_most_worthwhile_comes_first(self) -> None:
        small = [Question("same", str(at), ("U1", "U2"), (), 1, 0.75) for at in range(3)]
        large = Question("shared", "Di", ("U1", "U2"), (), 9)
        assert agenda([*small, large]) == [(large,), tuple(small)]
        assert agenda([*small, Question("shared", "Di", (), (), 1)])[0] == tuple(small)

    def test_it_is_told_when_most_is_settled(self) -> None:
        counts = (60, 20, 10, 6, 4)
        items = [(Question("shared", "Di", (), (), count),) for count in counts]
        assert enough(items) == 2
        assert enough(items[:1]) == 1
        assert enough([]) == 0

    def test_an_unsure_answer_is_never_proposed(self) -> None:
        assert likely(Question("shared", "Di", ("U1", "U2"), score=0.6)) is None
        assert likely(Question("split", "Di", ("U1",), score=0.9)) is None
        assert likely(Question("shared", "Di", ("U1", "U2"), score=0.9)) == "always U1"


def same_of(course: Line) -> list[Question]:
    return [question for question in questions(course) if question.kind == "same"]


class TestSeveralAtOnce:
    def test_one_answer_to_all(self, course: Line) -> None:
        made = decide(course, same_of(course), "likely")
        assert [decision.action for decision in made] == ["same"] * 4
        assert same_of(fresh()) == []

    def test_undoing_takes_all_of_them_back(self, course: Line) -> None:
        before = questions(course)
        undo(course, decide(course, same_of(course), "likely"))
        assert questions(fresh()) == before

    def test_a_question_without_a_likely_answer_stays(self, course: Line) -> None:
        [kitt] = [question for question in questions(course) if question.name == "Kitt"]
        assert decide(course, [kitt], "likely") == ()
        assert "Kitt" in names(questions(fresh()))


class TestLeavingOpen:
    def test_the_placeholders_stay_and_nobody_is_asked(self, course: Line) -> None:
        text = course.replaced.messages["text"].to_list()
        number = sum(question.count for question in questions(course))
        decide(course, questions(course), "leave")
        after = fresh()
        assert consider(after) == ((), 0, number)
        assert after.replaced.messages["text"].to_list() == text
        assert "[U8|U9]" in text[-1]

    def test_it_outlives_a_new_run(self, course: Line) -> None:
        decide(course, questions(course), "leave")
        course.project.propose(course.project.load_proposal().mapping)
        assert questions(fresh()) == ()

    def test_somebody_else_of_the_name_is_asked_about(self, course: Line) -> None:
        decide(course, questions(course), "leave")
        proposed = course.project.load_proposal().mapping
        more = Mapping((*proposed.entries, Entry("U2", "Ada", 1)))
        course.project.propose(more)
        assert names(questions(fresh())) == ["Ada"]

    def test_it_can_be_reopened_and_undone(self, course: Line) -> None:
        before = questions(course)
        made = decide(course, before, "leave")
        reopen(course)
        assert questions(fresh()) == before
        decide(course, before[:1], "leave")
        assert len(questions(fresh())) == len(before) - 1
        undo(course, course.project.load_decisions()[-len(before[0].participants) :])
        assert questions(fresh()) == before
        assert len(made) > len(before)

    def test_reopening_nothing_writes_nothing(self, course: Line) -> None:
        assert reopen(course) == ()
        assert course.project.load_decisions() == []

    def test_every_question_can_be_left(self) -> None:
        for kind in ("shared", "outside", "owner", "name", "same", "split"):
            people = ("U1", "U2") if kind in ("shared", "same") else ("U1",)
            offered = choices(Question(kind, "Kit", people, ("1",), 1))
            assert offered[-1].answer == "leave"

    def test_who_is_forgotten_is_not_left_in_it(self, course: Line) -> None:
        course.apply()
        decide(course, same_of(course), "leave")
        assert ("U1", "V1") in left_open(course.project.load_decisions())
        custody.forget(course.project, "U1")
        kept = left_open(fresh().project.load_decisions())
        assert [*kept] == [("U4", "V4"), ("U3", "V3"), ("U2", "V2")]

    def test_the_report_counts_it(self, course: Line) -> None:
        decide(course, questions(course), "leave")
        whole = fresh()
        whole.apply()
        page = whole.report().read_text(encoding="utf-8")
        assert "mentions were left open by whoever answered" in page


def sit(course: Line, keys: str, blind: bool = False) -> tuple[Sitting, str]:
    typed: Iterator[str] = iter(keys)
    said: list[str] = []
    sitting = ask(course, questions(course), lambda: next(typed, ""), said.append, blind)
    return sitting, "\n".join(said)


class TestTerminal:
    def test_yes_to_all(self, course: Line) -> None:
        sitting, said = sit(course, "yq")
        assert "Questions 1 to 4 of 6" in said
        assert "Are these one person each, under two ids? Probably:" in said
        assert "1 V4 (Bo Zebulon) and U4 (Bo Zebulon), one mention" in said
        assert len(sitting.answered) == 4
        assert same_of(fresh()) == []

    def test_what_is_crossed_out_is_asked_alone(self, course: Line) -> None:
        sitting, said = sit(course, "2113yn")
        # 1 is crossed out and taken in again; 2 and 3 are asked by themselves, 2 answered no
        assert "yes to 2" in said
        assert "Question 3 of 6" in said
        assert len(sitting.answered) == 3
        assert len(same_of(fresh())) == 1

    def test_one_by_one(self, course: Line) -> None:
        sitting, _ = sit(course, "eyn")
        assert len(sitting.answered) == 2
        assert [d.action for d in course.project.load_decisions()] == ["same", "different"]

    def test_undoing_goes_back_before_all_of_them(self, course: Line) -> None:
        before = questions(course)
        _, said = sit(course, "yuq")
        assert said.count("Questions 1 to 4 of 6") == 2
        assert questions(fresh()) == before

    def test_the_rest_is_left_open(self, course: Line) -> None:
        sitting, _ = sit(course, "yr")
        assert len(sitting.answered) == 6
        assert questions(fresh()) == ()
        assert "left" not in onym("questions", "course")
        again = json.loads(onym("questions", "course", "--again", "--json"))
        assert sorted(each["name"] for each in again["questions"]) == ["Ada", "Kitt"]

    def test_that_can_be_taken_back_at_once(self, course: Line) -> None:
        before = questions(course)
        sit(course, "ruq")
        assert questions(fresh()) == before

    def test_blind_shows_no_text(self, course: Line) -> None:
        assert "I am here" in sit(course, "q")[1]
        assert "I am here" not in sit(course, "q", blind=True)[1]

    def test_the_list_tells_how_much_the_first_answers_settle(self, course: Line) -> None:
        assert "of them." in onym("questions", "course").splitlines()[0]


@pytest.fixture
def live(course: Line) -> Iterator[Live]:
    with opened(course.project.root) as found:
        yield found


class TestLive:
    def test_a_batch_is_one_step(self, live: Live) -> None:
        [several] = [item for item in live.agenda() if len(item) > 1]
        live.answer([identify(each) for each in several], "likely", "4 questions: yes")
        assert {len(item) for item in live.agenda()} == {1}
        assert len(live.steps) == 1
        live.undo()
        assert {*live.agenda()} == {*agenda(live.questions)}
        assert several in live.agenda()

    def test_a_batch_that_is_partly_answered_is_refused_whole(self, live: Live) -> None:
        several = [identify(each) for each in live.questions if each.kind == "same"]
        live.answer(several[0], "no", "")
        with pytest.raises(ProjectError):
            live.answer(several, "likely", "")
        assert len(live.line.project.load_decisions()) == 1

    def test_what_is_skipped_together_comes_last_together(self, live: Live) -> None:
        first = live.agenda()[0]
        live.answer([identify(each) for each in first], "skip", "")
        assert live.agenda()[-1] == first

    def test_asked_alone(self, live: Live) -> None:
        live.ask_alone([identify(each) for each in live.questions])
        assert {len(item) for item in live.agenda()} == {1}

    def test_left_and_reopened(self, live: Live) -> None:
        number = len(live.questions)
        live.leave("left")
        assert live.agenda() == []
        live.undo()
        assert len(live.questions) == number
        live.leave("left")
        live.reopen("again")
        assert questions(line.resume(live.line.project.root))
