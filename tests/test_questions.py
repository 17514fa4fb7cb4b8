"""What only a person can settle: which questions there are, and what the answers decide."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from onym import line
from onym.deciding.asking import Sitting, ask
from onym.deciding.excerpts import clean, excerpts
from onym.errors import PolicyError
from onym.find.gather import Tally
from onym.find.lexicon import lexicon
from onym.line import Line
from onym.link.ledger import Ledger
from onym.mapping import parse
from onym.model import Entry, Mapping, Override, Policy, Question
from onym.policy import Settings
from onym.project.decisions import Decision, identities, left_open, one_person
from onym.project.project import Project
from onym.project.replay import compare, replay, revert
from onym.questions.answers import Answer, choices, made
from onym.questions.doubts import NOTHING, Case, rejected_claims
from onym.questions.identities import stranger_claims
from onym.questions.merging import merged
from onym.questions.questions import decide, identify, questions, to_dict, undo
from onym.questions.sightings import Sightings
from onym.questions.together import worth

FORUM = """\
id,parent,thread,session,author,text
1,,t1,s1,U1,"I wonder what Robert thinks, or ROBERT.
Kay"
2,1,t1,s1,U2,"As Robert said, yes.
Robert"
3,2,t1,s1,U3,"Thanks. The other Robert agrees, and Anna.
Rob"
4,,t2,s2,U1,"Where is Kitt now? Ask Quill."
5,4,t2,s2,U4,"Kitt knows.
Anna"
"""
ROSTER = """\
id,name,email
U1,Kay Lund,kay@a.example
U2,Robert Zebulon,rob@a.example
U3,Robert Quince,quince@a.example
U4,"Berg, Anna",anna@a.example
U5,Anna Berg,berg@b.example
U6,Ann Other,kay@a.example
"""
PROPOSED = Mapping(
    (
        Entry("U1", "Kay", 1, 0.99, ("signs so once",)),
        Entry("U2", "Robert", 1, 0.99, ("signs so once", "is a registered name")),
        Entry("U3", "Robert", 2, 0.95, ("is a registered name",)),
        Entry("U3", "Rob", 1, 0.9, ("signs so once",)),
        Entry("U4", "Anna", 1, 0.98, ("signs so once",)),
        Entry("U1", "Kitt", 2, 0.6, ("is around",)),
        Entry("X1", "Quill", 1, 0.7, ("takes no part",)),
    ),
    overrides=(Override("2", "Robert", "U2", 2),),
)


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Line:
    """A project with a proposal written by hand, so that it is known what is in doubt."""
    monkeypatch.chdir(tmp_path)
    Path("forum.csv").write_text(FORUM)
    Path("class.csv").write_text(ROSTER)
    policy = Policy("class-list", style="id")
    settings = Settings(policy, source="../forum.csv", roster="../class.csv")
    Project.create("course", settings).propose(PROPOSED)
    return line.resume("course")


def pick(course: Line, kind: str, name: str) -> Question:
    [found] = [q for q in questions(course) if (q.kind, q.name) == (kind, name)]
    return found


def kinds(course: Line) -> list[tuple[str, str]]:
    return [(question.kind, question.name) for question in questions(course)]


ALL = [
    ("shared", "Robert"),
    ("owner", "Kitt"),
    ("name", "Quill"),
    ("outside", "Anna"),
    ("same", "Berg, Anna"),
    ("same", "kay@a.example"),
]


class TestQuestions:
    def test_there_is_one_for_each_case_and_the_most_worthwhile_comes_first(
        self, course: Line
    ) -> None:
        found = questions(course)
        assert [(q.kind, q.name) for q in found] == ALL
        assert [q.count for q in found] == [4, 2, 1, 1, 1, 1]
        assert [round(worth(q), 2) for q in found] == [2.66, 1.6, 0.6, 0.5, 0.5, 0.5]
        assert found == questions(course.project)

    def test_it_is_about_the_open_occurrences_alone(self, course: Line) -> None:
        shared = pick(course, "shared", "Robert")
        assert isinstance(shared, Case)
        assert shared.participants == ("U2", "U3")
        assert shared.places == (("1", None), ("2", 1), ("3", None))

    def test_the_evidence_is_told_in_words(self, course: Line) -> None:
        assert pick(course, "shared", "Robert").reasons == (
            "U2: signs so once; is a registered name",
            "U3: is a registered name",
        )
        assert pick(course, "same", "kay@a.example").reasons == (
            "U1 and U6: share the user name or address kay@a.example",
            "never write in the same thread",
        )

    def test_they_can_be_written_down_without_any_text(self, course: Line) -> None:
        [row] = [to_dict(q) for q in questions(course) if q.kind == "owner"]
        assert row == {
            "id": identify(pick(course, "owner", "Kitt")),
            "kind": "owner",
            "name": "Kitt",
            "participants": ("U1",),
            "count": 2,
            "score": 0.6,
            "reasons": ("U1: is around",),
            "messages": ("4", "5"),
        }


ANSWERS: list[tuple[str, str, Answer, str]] = [
    # kind and name of a question, an answer, and what it leaves in the mapping
    ("shared", "Robert", "always U2", "message 2: Robert #1 -> U2"),
    ("shared", "Robert", "always U2", "message 3: Robert -> U2"),
    ("shared", "Robert", {"1": "U3", "3": "keep"}, "message 3: Robert -> keep"),
    ("shared", "Robert", "keep", "message 1: Robert -> keep"),
    ("shared", "Robert", "other", "message 1: Robert -> X100001"),
    ("outside", "Anna", "other", "message 3: Anna -> X100001"),
    ("outside", "Anna", "keep", "message 3: Anna -> keep"),
    ("owner", "Kitt", "other", "hide: Kitt"),
    ("owner", "Kitt", "word", "reject: Kitt"),
    ("owner", "Kitt", "keep", "keep: Kitt"),
    ("name", "Quill", "word", "reject: Quill"),
    ("same", "Berg, Anna", "yes", ""),
    ("same", "kay@a.example", "no", ""),
]


class TestAnswers:
    @pytest.mark.parametrize(("kind", "name", "answer", "left"), ANSWERS)
    def test_an_answer_is_a_decision_and_is_not_asked_again(
        self, course: Line, kind: str, name: str, answer: Answer, left: str
    ) -> None:
        decided = decide(course, pick(course, kind, name), answer)
        assert decided == tuple(course.project.load_decisions())
        assert {decision.by for decision in decided} != {""}
        assert left in course.project.mapping_file.read_text().split("\n")
        open_now = kinds(line.resume("course"))
        assert open_now == [each for each in ALL if each != (kind, name)] or (
            isinstance(answer, dict) and (kind, name) in open_now
        )

    @pytest.mark.parametrize(("kind", "name"), [("owner", "Kitt"), ("outside", "Anna")])
    def test_a_name_that_is_confirmed_stays_and_is_not_asked_about(
        self, course: Line, kind: str, name: str
    ) -> None:
        question = pick(course, kind, name)
        decide(course, question, f"always {question.participants[0]}")
        assert (kind, name) not in kinds(course)
        [entry] = [entry for entry in course.mapping.entries if entry.name == name]
        assert entry.decision == "accepted"

    def test_answers_outlive_a_new_run(self, course: Line) -> None:
        decide(course, pick(course, "owner", "Kitt"), "word")
        decide(course, pick(course, "same", "Berg, Anna"), "yes")
        more = replace(PROPOSED, entries=(*PROPOSED.entries, Entry("U5", "Annie", 3)))
        course.project.propose(more)
        after = line.resume("course")
        assert {("owner", "Kitt"), ("same", "Berg, Anna")}.isdisjoint(kinds(after))
        assert after.mapping.names()["U4"] == {"Anna": 1, "Annie": 3}
        assert "U5" not in after.mapping.names()

    def test_what_a_line_has_made_before_is_made_anew(self, course: Line) -> None:
        assert "[U2|U3]" in course.replaced.messages["text"][0]
        decide(course, pick(course, "shared", "Robert"), "always U3")
        assert course.replaced.messages["text"].to_list()[:3] == [
            "I wonder what [U3] thinks, or [U3].\n[U1]",
            "As [U3] said, yes.\n[U2]",
            "Thanks. The other [U3] agrees, and [U4].\n[U3]",
        ]

    def test_somebody_never_meant_loses_the_name(self) -> None:
        mapping = Mapping((Entry("U2", "Robrt", 0), Entry("U3", "Robrt", 0)))
        question = Question("shared", "Robrt", ("U2", "U3"), ("9",), 1)
        assert made(question, "always U3", mapping) == [
            Decision("add", "Robrt", "U3"),
            Decision("reject", "Robrt", "U2"),
        ]

    def test_a_stranger_who_is_a_participant_brings_all_their_names(self) -> None:
        mapping = parse("X4 | Kit Lund | Kit\nU1 | Kay")
        question = Question("owner", "Kit Lund", ("U1",))
        assert replay(mapping, made(question, "always U1", mapping)).names() == {
            "U1": {"Kay": 0, "Kit Lund": 0, "Kit": 0}
        }
        assert replay(mapping, made(question, "other", mapping)).names() == mapping.names()

    def test_one_id_of_two_people(self) -> None:
        mapping = parse("U1 | Kay Lund | Kay | Ann Other | Ann\nX7 | Di")
        question = Question("split", "Ann Other", ("U1",))
        assert replay(mapping, made(question, "yes", mapping)).names() == {
            "U1": {"Kay Lund": 0, "Kay": 0},
            "X7": {"Di": 0},
            "X100001": {"Ann Other": 0, "Ann": 0},
        }
        assert replay(mapping, made(question, "no", mapping)).names() == mapping.names()

    @pytest.mark.parametrize(
        ("kind", "answer"),
        [("shared", "always U9"), ("owner", "yes"), ("same", "always U1"), ("split", "keep")],
    )
    def test_an_answer_that_does_not_fit(self, kind: str, answer: str) -> None:
        question = Question(kind, "Zebulon", ("U1",), ("1",))
        with pytest.raises(PolicyError) as error:
            made(question, answer, Mapping())
        assert "Zebulon" not in str(error.value)
        with pytest.raises(PolicyError, match="not about message 7"):
            made(Question("shared", "Zebulon", ("U1",), ("1",)), {"7": "U1"}, Mapping())

    def test_every_kind_offers_answers_that_it_takes(self) -> None:
        for kind in ("shared", "outside", "owner", "name", "same", "split"):
            people = ("U1", "U2") if kind in ("shared", "same") else ("U1",)
            question = Question(kind, "Kit", people, ("1",), 1)
            offered = choices(question)
            assert len({choice.key for choice in offered} - set("smurq")) == len(offered)
            assert all(made(question, choice.answer, Mapping()) for choice in offered)
            assert made(question, "skip", Mapping()) == []


class TestUndo:
    @pytest.mark.parametrize(("kind", "name", "answer", "left"), ANSWERS)
    def test_everything_is_as_before_and_the_log_has_grown(
        self, course: Line, kind: str, name: str, answer: Answer, left: str
    ) -> None:
        written = course.project.mapping_file.read_text()
        decided = decide(course, pick(course, kind, name), answer)
        taken_back = undo(course, decided)
        assert course.project.load_decisions() == [*decided, *taken_back]
        assert course.project.mapping_file.read_text() == written
        assert kinds(line.resume("course")) == ALL

    def test_an_earlier_answer_can_be_undone_without_a_later_one(self, course: Line) -> None:
        first = decide(course, pick(course, "owner", "Kitt"), "word")
        decide(course, pick(course, "name", "Quill"), "word")
        undo(course, first)
        assert course.mapping.rejected == ("Quill",)
        assert ("owner", "Kitt") in kinds(course)


names = st.sampled_from(["Bo", "Al", "Di"])
people = st.sampled_from(["U1", "U2", "X1"])
some_decisions = st.lists(
    st.one_of(
        st.builds(Decision, st.sampled_from(["add", "reject", "forget"]), names, people),
        st.builds(Decision, st.sampled_from(["reject", "keep", "hide", "unkeep", "unhide"]), names),
        st.builds(Decision, st.just("assign"), names, people, st.just("7")),
        st.builds(Decision, st.sampled_from(["same", "different", "unsame"]), people, people),
        st.builds(Decision, st.sampled_from(["leave", "unleave"]), names, people),
    ),
    max_size=6,
)


@given(some_decisions, some_decisions)
@example([Decision("add", "Al", "U1"), Decision("hide", "Al")], [Decision("reject", "Al", "U1")])
@example(
    [Decision("reject", "Bo", "U1"), Decision("same", "U1", "U2")], [Decision("add", "Bo", "U2")]
)
def test_undoing_is_as_if_it_had_never_been_said(
    earlier: list[Decision], answer: list[Decision]
) -> None:
    proposal = parse("U1 | Bo | Al\nU2 | Bo\nX1 | Di")
    log = [*earlier, *answer]
    inverse = revert(proposal, log, answer)
    after, before = replay(proposal, [*log, *inverse]), replay(proposal, earlier)
    assert compare(after, before) == []
    assert {(e.participant, e.name): e.decision for e in after.entries} == {
        (e.participant, e.name): e.decision for e in before.entries
    }
    assert identities([*log, *inverse]).keys() == identities(earlier).keys()
    assert left_open([*log, *inverse]).keys() == left_open(earlier).keys()


def test_one_person_with_three_ids() -> None:
    log = [Decision("same", "U2", "U1"), Decision("same", "U3", "U2")]
    assert one_person(log) == {"U2": "U1", "U3": "U1"}
    assert one_person([*log, Decision("unsame", "U1", "U2")]) == {"U3": "U2"}
    assert one_person([*log, Decision("different", "U2", "U3")]) == {"U2": "U1"}
    mapping = parse("U1 | Bo [2]\nU2 | Bo [3]\nU3 | Al\nglued: HiAl -> Hi [U3]")
    joined = replay(mapping, log)
    assert joined.names() == {"U1": {"Bo": 5, "Al": 0}}
    assert joined.composites == {"HiAl": "Hi [U1]"}


def test_who_is_only_answered_somewhere_is_not_offered_for_all_messages(tmp_path: Path) -> None:
    source = tmp_path / "forum.csv"
    source.write_text('id,author,text\n1,U1,"Hi\n\nBest, Eliza"\n2,U2,"Hi\n\nBest, Eliza"\n')
    made = line.start(tmp_path / "course", source)
    made.find()
    signs = ("U1: signs so once", "U2: signs so once")
    cases = [
        Case("shared", "Eliza", ("U1", "U2", who), (at,), 1, reasons=(*signs, f"{who}: {NOTHING}"))
        for at, who in (("7", "U3"), ("8", "U4"))
    ]
    (asked,) = merged(cases, Sightings(made))
    assert {*asked.participants} == {"U1", "U2"}
    assert asked.messages == ("7", "8")
    assert {*asked.reasons} == {*signs}
    (alone,) = merged(cases[:1], Sightings(made))
    assert {*alone.participants} == {"U1", "U2", "U3"}


SIGNING = """\
id,parent,author,text
{}"""


def test_an_id_that_two_people_use_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    signed = ["Walter Hobbs", "Ingrid Falk"] * 4 + ["Walter Hobbs"]
    rows = [f'{at},,U1,"Here it is.\n\nBest,\n{name}"\n' for at, name in enumerate(signed)]
    Path("forum.csv").write_text(SIGNING.format("".join(rows)))
    line.start("course", "forum.csv").find()
    course = line.resume("course")
    question = pick(course, "split", "Ingrid Falk")
    assert (question.participants, question.count) == (("U1",), 4)
    assert "U1: signs 5 times as Walter Hobbs" in question.reasons
    decide(course, question, "yes")
    assert ("split", "Ingrid Falk") not in kinds(course)
    owners = {e.participant for e in course.mapping.entries if e.name == "Ingrid Falk"}
    assert owners == {"X100001"} or owners <= {"X1"}


class TestClaims:
    def test_what_the_ledger_nearly_accepted(self, course: Line) -> None:
        tally = Tally()
        for message in ("4", "5"):
            tally.claim("greeted", "Osric", "U1", message)
            tally.claim("greeted", "Kay", "U4", message)
        tally.vocabulary.add(["Osric and Osric and Osric"])
        ledger = Ledger({}, tally, lexicon(("en",)))
        for who, name in (("U1", "Osric"), ("U4", "Kay"), ("U2", "Unseen")):
            ledger.line(who, name).add(1.0, "is greeted so 2 times")
        [claim] = rejected_claims(ledger, Sightings(course))
        assert claim == ("U1", "Osric", 0.5, ("is greeted so 2 times",), ("4", "5"), 3)

    @pytest.mark.parametrize(
        ("stranger", "like"),
        [("Bob Quince", "U3"), ("Robert Quinse", "U3"), ("Robert Poe", None), ("Robert", None)],
    )
    def test_strangers_who_look_like_a_participant(
        self, course: Line, stranger: str, like: str | None
    ) -> None:
        mapping = Mapping((Entry("X1", stranger, 2), Entry("U1", "Rob Quince")))
        assert [c.participant for c in stranger_claims(course.corpus, mapping)] == (
            [like] if like else []
        )


class TestExcerpts:
    def test_the_name_stands_apart(self, course: Line) -> None:
        question = pick(course, "shared", "Robert")
        found = excerpts(course.corpus, question, width=9)
        assert [(e.message, e.before, e.name, e.after) for e in found] == [
            ("1", "…der what ", "Robert", " thinks, …"),
            ("2", "As ", "Robert", " said, ye…"),
            ("3", "…he other ", "Robert", " agrees, …"),
        ]
        assert (found[1].author, found[1].answered) == ("U2", "U1")

    def test_without_the_name_it_is_the_end_of_the_message(self, course: Line) -> None:
        found = excerpts(course.corpus, pick(course, "same", "Berg, Anna"), width=5)
        assert [(e.before, e.name) for e in found] == [("…nows. Anna", " ")]

    def test_a_terminal_obeys_nothing_in_it(self) -> None:
        assert clean("a\x1b[2Jb\u202ec\n\n d") == "a [2Jb c d"


def sit(course: Line, keys: str, blind: bool = False) -> tuple[Sitting, str]:
    typed: Iterator[str] = iter(keys)
    said: list[str] = []
    sitting = ask(course, questions(course), lambda: next(typed, ""), said.append, blind)
    return sitting, "\n".join(said)


class TestAsking:
    def test_one_key_a_question(self, course: Line) -> None:
        sitting, said = sit(course, "2kw1yn")
        assert [q.name for q in sitting.answered] == [name for _, name in ALL]
        assert "Who is meant by Robert: U2 (Robert Zebulon) or U3 (Robert Quince)?" in said
        assert "1 always U2   2 always U3   o somebody else   k keep it as written" in said
        assert "message 2, U2 to U1: As *Robert* said" in said
        assert kinds(line.resume("course")) == []

    def test_stopping_and_resuming(self, course: Line) -> None:
        sitting, _ = sit(course, "2q1")
        assert [q.name for q in sitting.answered] == ["Robert"]
        assert kinds(line.resume("course")) == ALL[1:]

    def test_skipped_questions_come_again(self, course: Line) -> None:
        sitting, _ = sit(course, "sss")
        assert sitting.answered == []
        assert course.project.load_decisions() == []
        assert kinds(course) == ALL

    def test_undoing_goes_back(self, course: Line) -> None:
        sitting, said = sit(course, "u2suw")
        assert "nothing has been answered yet" in said
        assert said.count("taken back") == 1
        assert [q.name for q in sitting.answered] == ["Robert", "Kitt"]
        sitting, _ = sit(line.resume("course"), "ku")
        assert sitting.answered == []
        assert kinds(line.resume("course")) == ALL[2:]

    def test_message_by_message(self, course: Line) -> None:
        sit(course, "m1sk")
        written = course.project.mapping_file.read_text()
        assert "message 1: Robert -> U2\n" in written
        assert "message 2: Robert #1" not in written
        assert "message 3: Robert -> keep\n" in written

    def test_blind_shows_no_text(self, course: Line) -> None:
        _, said = sit(course, "mssssss", blind=True)
        assert "is a registered name" in said
        assert not re.search("wonder|agrees|thinks", said)

    def test_other_keys_do_nothing(self, course: Line) -> None:
        sitting, _ = sit(course, "zZ9 q")
        assert (len(sitting.items), sitting.answered) == (6, [])


ENVIRONMENT = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1", "TERM": "dumb"}


def onym(*arguments: str) -> str:
    command = [sys.executable, "-m", "onym", *arguments]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=ENVIRONMENT
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


AT_TERMINAL = """
import fcntl, runpy, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
runpy.run_module("onym", run_name="__main__")
"""


class Terminal:
    """A person at a terminal: types when something is shown."""

    def __init__(self, *arguments: str) -> None:
        self.screen, other = pty.openpty()
        command = [sys.executable, "-c", AT_TERMINAL, *arguments]
        self.process = subprocess.Popen(
            command,
            stdin=other,
            stdout=other,
            stderr=other,
            env=ENVIRONMENT,
            start_new_session=True,
        )
        os.close(other)
        self.shown = ""

    def wait(self, words: str) -> None:
        until = time.monotonic() + 240
        while words not in self.shown:
            ready, _, _ = select.select([self.screen], [], [], 1)
            if ready:
                self.shown += os.read(self.screen, 4096).decode().replace("\r\n", "\n")
            assert time.monotonic() < until, self.shown
        self.shown = self.shown[self.shown.index(words) + len(words) :]

    def type(self, key: str) -> None:
        os.write(self.screen, key.encode())

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.screen)


class TestCommand:
    def test_the_list_where_nobody_can_answer(self, course: Line) -> None:
        listed = onym("questions", "course", "--limit", "2")
        assert listed.startswith("2 questions open, on 6 mentions.\n\nWho is meant by Robert")
        assert "Does U1 (Kay Lund) go by Kitt?" in listed
        assert "what *Robert* thinks" in listed
        assert "thinks" not in onym("questions", "course", "--blind")
        assert onym("questions", "course", "--quiet") == ""

    def test_json_for_other_programs(self, course: Line) -> None:
        told = json.loads(onym("questions", "course", "--json"))
        assert [(q["kind"], q["name"]) for q in told["questions"]] == ALL
        assert told["questions"][0]["messages"] == ["1", "2", "3"]
        assert "thinks" not in json.dumps(told)

    def test_a_sitting(self, course: Line) -> None:
        with Terminal("questions", "course") as person:
            person.wait("6 questions open, on 10 mentions.")
            for shown, key in (
                ("Question 1 of 6", "\x1b[A"),
                ("q stop", "2"),
                ("always U3", ""),
                ("Question 2 of 6", "w"),
                ("Question 3 of 6", "u"),
                ("taken back", ""),
                ("Question 2 of 6", "1"),
                ("Question 3 of 6", "s"),
                ("Question 4 of 6", "q"),
                ("Answered 2 questions: 6 mentions settled.\nNext: onym apply course", ""),
            ):
                person.wait(shown)
                person.type(key)
            assert person.process.wait(240) == 0
        assert kinds(line.resume("course")) == ALL[2:]

    def test_ctrl_c_loses_no_answer(self, course: Line) -> None:
        with Terminal("questions", "course") as person:
            person.wait("Question 1 of 6")
            person.type("2")
            person.wait("Question 2 of 6")
            person.type("\x03")
            person.wait("stopped")
            assert person.process.wait(240) == 130
        assert ("shared", "Robert") not in kinds(line.resume("course"))
