"""What is not asked, and what one question stands for: as few as a person would want to answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from onym import line
from onym.line import Line
from onym.model import Entry, Mapping, Policy
from onym.policy import Settings
from onym.project.decisions import Decision
from onym.project.project import Project
from onym.questions.answers import made
from onym.questions.doubts import Case
from onym.questions.questions import consider, decide, questions

ROSTER = """\
id,name
U1,Kay Lund
U2,Osric Thorne
U3,Robert Quince
U4,Robert Zebulon
U5,"Ames, Robert"
U6,Robert Ames
"""
WRITERS = """\
w1,,t1,s1,U2,Here I am.
w2,,t2,s2,U3,Here I am.
w3,,t2,s2,U4,Here I am.
w4,,t3,s3,U3,Here I am.
w5,,t3,s3,U5,Here I am.
"""
"""Who writes in which session."""

Make = Callable[..., Line]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes a project of messages and names, read session by session."""
    monkeypatch.chdir(tmp_path)

    def course(*messages: str, entries: tuple[Entry, ...]) -> Line:
        rows = "\n".join(messages)
        Path("forum.csv").write_text(
            f"id,parent,thread,session,author,text\n{WRITERS}{rows}\n", encoding="utf-8"
        )
        Path("class.csv").write_text(ROSTER, encoding="utf-8")
        policy = Policy("class-list", style="id")
        settings = Settings(policy, source="../forum.csv", roster="../class.csv")
        Project.create("course", settings).propose(Mapping(entries))
        return line.resume("course")

    return course


def asked(course: Line, *kinds: str) -> list[tuple[str, str, int]]:
    found = [(q.kind, q.name, q.count) for q in questions(course)]
    return [each for each in found if each[0] in kinds]


OSRIC = (Entry("U2", "Osric", 3), Entry("U2", "Osric Thorne", 2))


class TestWhatTheMessageTells:
    @pytest.mark.parametrize(
        ("message", "open_mentions"),
        [
            ("1,,t9,s2,U1,Osric said so.", 1),
            ("1,,t9,s2,U1,Osric Thorne said so.", 0),
            ("1,,t9,s2,U1,Osric Thorne said so. I trust Osric.", 0),
            ("1,w1,t9,s2,U1,Osric: thanks.", 0),
            ("1,,t1,s2,U1,I agree with Osric.", 0),
        ],
        ids=["first name", "full name", "full name near", "answers him", "his thread"],
    )
    def test_who_is_meant_though_not_writing_there(
        self, make: Make, message: str, open_mentions: int
    ) -> None:
        course = make(message, entries=OSRIC)
        wanted = [("outside", "Osric", open_mentions)] if open_mentions else []
        assert asked(course, "outside") == wanted

    def test_only_the_messages_that_do_not_tell_are_asked_about(self, make: Make) -> None:
        clear, unclear = "1,w1,t9,s2,U1,Osric: thanks.", "2,,t9,s2,U1,Osric is away."
        course = make(clear, unclear, entries=OSRIC)
        [question] = [q for q in questions(course) if q.kind == "outside"]
        assert (question.messages, question.count) == (("2",), 1)


class TestWhatNobodyCouldSay:
    def test_a_name_that_is_only_like_those_of_its_bearers(self, make: Make) -> None:
        entries = (Entry("U3", "Robi", 0), Entry("U4", "Robi", 0))
        course = make("1,,t2,s2,U1,The robi of the matrix. Robi is large.", entries=entries)
        found = consider(course)
        assert asked(course, "shared") == []
        assert found.unasked > 0
        assert "[U3|U4]" in course.replaced.messages["text"][-1]

    def test_it_is_asked_once_somebody_was_seen_under_it(self, make: Make) -> None:
        entries = (Entry("U3", "Robi", 1), Entry("U4", "Robi", 0))
        alone = "1,,t3,s3,U5,Robi was first."
        course = make(alone, "2,,t2,s2,U1,Robi is large.", entries=entries)
        assert asked(course, "shared") == [("shared", "Robi", 1)]

    def test_somebody_whom_the_mapping_alone_knows_may_be_meant(self, make: Make) -> None:
        entries = (Entry("U9", "Robert", 1), Entry("U3", "Robert", 1))
        course = make("1,,t9,s9,U1,Robert said so.", entries=entries)
        assert asked(course, "shared") == [("shared", "Robert", 1)]

    def test_a_letter(self, make: Make) -> None:
        entries = (Entry("U3", "R", 2), Entry("U4", "R", 1))
        assert asked(make("1,,t2,s2,U1,Ask R.", entries=entries), "shared") == []


class TestWhatCannotMatter:
    @pytest.mark.parametrize(
        ("entry", "is_asked"),
        [
            (Entry("U1", "Kitt", 1, 0.6), True),
            (Entry("U1", "Lund Kay", 1, 0.6), False),  # another order
            (Entry("U1", "k.lund", 1, 0.6), False),  # other signs
            (Entry("U1", "KayLund", 1, 0.6), False),
            (Entry("X1", "Heidi", 1, 0.7), False),  # a stranger whatever the answer
            (Entry("X1", "Quill", 1, 0.7), True),  # which may be a word
        ],
        ids=lambda value: value.name if isinstance(value, Entry) else "",
    )
    def test_a_doubtful_name(self, make: Make, entry: Entry, is_asked: bool) -> None:
        course = make(f"1,,t2,s2,U1,We met {entry.name} there.", entries=(entry,))
        assert bool(asked(course, "owner", "name")) is is_asked

    def test_a_name_that_never_occurs(self, make: Make) -> None:
        entry = Entry("U1", "Kitt", 0, 0.6)
        assert asked(make("1,,t2,s2,U1,Nothing.", entries=(entry,)), "owner") == []


ROBERTS = tuple(Entry(who, "Robert", 2) for who in ("U3", "U4", "U5"))
IN_BOTH = ("1,,t2,s2,U1,Ask Robert.", "2,,t3,s3,U1,Robert knows. Robert does.")


class TestOneQuestionForSeveralCases:
    def test_a_name_whose_bearers_write_here_and_there(self, make: Make) -> None:
        course = make(*IN_BOTH, entries=ROBERTS)
        [question] = [q for q in questions(course) if q.kind == "shared"]
        assert isinstance(question, Case)
        assert (question.count, {*question.messages}) == (3, {"1", "2"})
        assert {*question.participants} == {"U3", "U4", "U5"}
        assert {part.participants for part in question.parts} == {("U3", "U4"), ("U3", "U5")}

    def test_an_answer_settles_what_it_fits(self, make: Make) -> None:
        course = make(*IN_BOTH, entries=ROBERTS)
        [question] = [q for q in questions(course) if q.kind == "shared"]
        decide(course, question, "always U4")  # who does not write where the second stands
        assert course.replaced.messages["text"].to_list()[-2:] == [
            "Ask [U4].",
            "[U3|U5] knows. [U3|U5] does.",
        ]
        assert asked(course, "shared") == [("shared", "Robert", 2)]
        decide(course, questions(course)[0], {"2": "U5"})
        assert asked(course, "shared") == []

    def test_nobody_loses_the_name_where_others_may_be_meant(self, make: Make) -> None:
        unseen = tuple(Entry(who, "Robert", 0) for who in ("U3", "U4", "U5"))
        course = make(*IN_BOTH, entries=unseen)
        [question] = [q for q in questions(course) if q.kind == "shared"]
        decide(course, question, "always U4")
        assert {entry.participant for entry in course.mapping.entries} == {"U3", "U4", "U5"}

    def test_everybody_else_is_one_person_in_all_parts(self, make: Make) -> None:
        course = make(*IN_BOTH, entries=ROBERTS)
        [question] = [q for q in questions(course) if q.kind == "shared"]
        given = {decision.participant for decision in made(question, "other", course.mapping)}
        assert given == {"X100001"}

    def test_who_have_nobody_in_common_are_asked_about_apart(self, make: Make) -> None:
        entries = (*ROBERTS[:2], Entry("U5", "Robert", 2), Entry("U6", "Robert", 2))
        elsewhere = ("3,,t4,s4,U5,Hello.", "4,,t4,s4,U6,Hello.", "5,,t4,s4,U1,Robert?")
        course = make(IN_BOTH[0], *elsewhere, entries=entries)
        decide(course, [q for q in questions(course) if q.kind == "same"], "no")
        assert asked(course, "shared") == [("shared", "Robert", 1)] * 2

    def test_two_names_of_the_same_people(self, make: Make) -> None:
        entries = (*ROBERTS[:2], Entry("U3", "Bob", 1), Entry("U4", "Bob", 1))
        known = "3,,t3,s3,U1,Bob was first."
        course = make(IN_BOTH[0], "2,,t2,s2,U1,Bob again.", known, entries=entries)
        [question] = [q for q in questions(course) if q.kind == "shared"]
        assert question.count == 2
        assert any(reason.startswith("also as ") for reason in question.reasons)

    def test_all_names_of_somebody_who_does_not_write_there(self, make: Make) -> None:
        entries = (Entry("U2", "Osric", 3), Entry("U2", "Ossie", 2))
        course = make("1,,t9,s2,U1,Osric said so.", "2,,t9,s2,U1,Ossie did.", entries=entries)
        [question] = [q for q in questions(course) if q.kind == "outside"]
        assert (question.count, question.messages) == (2, ("1", "2"))
        assert {(d.action, d.name) for d in decide(course, question, "always U2")} == {
            ("add", "Osric"),
            ("add", "Ossie"),
        }

    def test_shared_names_of_one_person_wait_for_that_answer(self, make: Make) -> None:
        entries = (Entry("U5", "Robert", 2), Entry("U6", "Robert", 2))
        course = make("1,,t4,s4,U6,Hello.", "2,,t4,s4,U5,Robert?", entries=entries)
        open_now = asked(course, "shared", "same")
        assert [kind for kind, _, _ in open_now] == ["same"]
        decide(course, questions(course)[0], "no")
        assert asked(course, "shared", "same") == [("shared", "Robert", 1)]

    def test_the_best_known_is_asked_about_first(self, make: Make) -> None:
        sure = [f"{at},,t3,s3,U1,Bert is fine." for at in range(10, 14)]
        entries = (Entry("U3", "Bert", 4), Entry("U4", "Bert", 1))
        course = make(*sure, "1,,t2,s2,U1,Bert?", entries=entries)
        [question] = [q for q in questions(course) if q.kind == "shared"]
        assert question.participants == ("U3", "U4")
        assert question.score == pytest.approx(5 / 6, abs=0.001)
        assert made(question, "likely", course.mapping) == [Decision("assign", "Bert", "U3", "1")]
