"""What is probably left, held to courses where what is left is known."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import onym
from onym.check import Examination, describe, examine, refuse
from onym.check.estimate import Estimate, Table
from onym.check.finders import Structure, Vocabulary
from onym.check.judge import Judge
from onym.check.suspects import rare_details, suspects
from onym.demo import course
from onym.errors import LeakError
from onym.methods import METHODS
from onym.model import Policy, Replaced

MESSAGES = 200


def left_behind(found: course.Course, replaced: Replaced) -> int:
    """How many names of participants and other private people were not replaced."""
    covered: dict[str, list[tuple[int, int]]] = {}
    for mention in replaced.mentions:
        if mention.replacement is not None:
            covered.setdefault(mention.message, []).append((mention.start, mention.end))
    return sum(
        not any(low <= start and end <= high for low, high in covered.get(id, ()))
        for id, spans in found.spans.items()
        for start, end, label, who in spans
        if label == "NAME" and (who.startswith("U") or who == "third")
    )


def run(folder: Path, seed: int, method: str, roster: bool) -> tuple[int, Examination]:
    invented = course.generate(seed, MESSAGES)
    invented.write(folder)
    corpus = onym.read(folder / "forum.csv", folder / "class.csv" if roster else None)
    policy = Policy(method=method)
    mapping = METHODS[method](corpus, policy)
    replaced = onym.replace(corpus, mapping, policy)
    return left_behind(invented, replaced), examine(replaced, corpus, mapping)


SETTINGS = [(21, "onym", True), (22, "onym", False), (23, "class-list", True)]


@pytest.fixture(scope="module")
def courses(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, int, Examination]]:
    def each() -> Iterator[tuple[str, int, Examination]]:
        for seed, method, roster in SETTINGS:
            left, found = run(tmp_path_factory.mktemp("course"), seed, method, roster)
            yield method, left, found

    return list(each())


def test_the_interval_holds_what_is_left(courses: list[tuple[str, int, Examination]]) -> None:
    for method, left, found in courses:
        assert found.estimate.low <= left <= found.estimate.high, (method, left, found.estimate)


def test_the_estimate_follows_the_truth(courses: list[tuple[str, int, Examination]]) -> None:
    good = [found.estimate.high for method, _, found in courses if method == "onym"]
    poor = [found.estimate.low for method, _, found in courses if method == "class-list"]
    assert max(good) < min(poor)


def test_it_is_said_in_words(courses: list[tuple[str, int, Examination]]) -> None:
    estimate = Estimate("all", 1747, Table(), 0.0, 0, 3)
    assert estimate.line() == "expect 0 to 3 names left in 1,747 messages"
    told = "\n".join(describe(courses[0][2]))
    assert "By two independent finders, expect " in told
    assert f"left in {MESSAGES} messages" in told


def test_past_what_is_allowed_it_is_refused(courses: list[tuple[str, int, Examination]]) -> None:
    found = max((found for _, _, found in courses), key=lambda found: found.leaks)
    refuse(found, found.leaks)
    if found.leaks:
        with pytest.raises(LeakError, match=r"allowed: correct the mapping"):
            refuse(found, found.leaks - 1)


def test_chapman() -> None:
    assert Table(both=9, by_place=10, by_word=5).chapman == 5
    assert Table(both=9, by_place=0, by_word=5).chapman == 0
    assert Table(9, 10, 5, 3).seen == 24


PLACED = [
    ("Hi Zorblina,\nthanks", ["Zorblina"]),
    ("hello zorblina,\nthanks", ["zorblina"]),
    ("All is well.\n\nBest regards,\nZorblina Quux", ["Zorblina", "Quux"]),
    ("All is well.\nZorblina", ["Zorblina"]),
    ("I think Zorblina said so.", ["Zorblina"]),
    ("Many thanks Zorblina for this", ["Zorblina"]),
    ("I like Zorblina's point about it", ["Zorblina"]),
    ("ask @zorblina", ["zorblina"]),
    ("Hi all,\nthe example with Zorblina was good. We went to Zorblina.", []),
    ("Hello everyone, see Boeing and IBM. They said no.", []),
]


@pytest.mark.parametrize(("text", "words"), PLACED)
def test_one_finder_goes_by_the_place_alone(text: str, words: list[str]) -> None:
    assert [sight.word for sight in Structure(["en"]).find(text)] == words


KNOWN = [
    ("the example with Rosalind was good", ["Rosalind"]),
    ("see rosalind", ["rosalind"]),
    ("I met Jennifer there", ["Jennifer"]),
    ("Jennifer (2019) says", []),
    ("the Zorblina tool", []),
    ("we will see", []),
]


@pytest.mark.parametrize(("text", "words"), KNOWN)
def test_the_other_goes_by_the_word_alone(text: str, words: list[str]) -> None:
    finder = Vocabulary(["Rosalind"], Judge(), ["en"])
    assert [sight.word for sight in finder.find(text)] == words


def test_suspects_are_ranked_and_tell_why() -> None:
    texts = [
        ("1", "Hi Zorblina,\nI agree.\n\nRegards,\nMortimer"),
        ("2", "Hi Zorblina,\nthe tool Frobnix is good, and Frobnix is quick."),
        ("3", "As Thistlewood (2003) says, it is so."),
    ]
    found = suspects(texts, Structure(["en"]), Judge(), ["Zorblino"], ["en"])
    assert [each.word for each in found][:2] == ["Zorblina", "Mortimer"]
    first = found[0]
    assert first.reasons == (
        "stands where names stand 2 of 2 times",
        "is one slip away from a known name",
        "has a capital in mid-sentence",
        "is in no dictionary",
    )
    assert first.line().startswith("a word 2 times in messages 1, 2: stands where names stand")
    assert "Zorblina" in first.line(private=True)
    assert "Zorblina" not in repr(first)
    assert all(each.cited for each in found if each.word == "Thistlewood")


def test_rare_details_are_those_of_one_person() -> None:
    messages = [
        ("1", "P1", "Call +46 70 123 45 67 or write to a.b@c.example; I live in Uppsala."),
        ("2", "P2", "I live in Lisbon and was born on 3 May 1961. Item 1234567 costs 12."),
        ("3", "P1", "Lisbon again, in 2019 and with 100 people"),
    ]
    found = [(each.kind, each.value) for each in rare_details(messages, ["en"])]
    assert found == [
        ("a mail address", "a.b@c.example"),
        ("a long number", "+46 70 123 45 67"),
        ("a long number", "1234567"),
        ("a full date", "3 may 1961"),
        ("a place", "uppsala"),
    ]
