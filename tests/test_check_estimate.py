"""What is probably left, held to courses where what is left is known."""

import random
from dataclasses import replace as changed
from pathlib import Path
from typing import NamedTuple

import polars as pl
import pytest

import onym
from onym.check import Examination, describe, examine, refuse
from onym.check.estimate import Estimate, Table
from onym.check.finders import Structure, Vocabulary
from onym.check.judge import Judge
from onym.check.pages import Lexicon, Page
from onym.demo import course
from onym.errors import LeakError
from onym.methods import METHODS
from onym.model import Corpus, Mapping, Policy, Replaced

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


class Course(NamedTuple):
    """A generated course, and what a method made of it."""

    method: str
    invented: course.Course
    corpus: Corpus
    mapping: Mapping
    replaced: Replaced

    def examined(self, replaced: Replaced | None = None) -> tuple[int, Examination]:
        """How many names are left, and what the check says of that."""
        done = replaced or self.replaced
        return left_behind(self.invented, done), examine(done, self.corpus, self.mapping)

    def with_misses(self, number: int) -> Replaced:
        """The same as if so many names, drawn at random, had not been seen."""
        named = [m for m in self.replaced.mentions if m.participant and m.category == "NAME"]
        missed = set(random.Random(number).sample(named, number))
        kept = [m for m in self.replaced.mentions if m not in missed and m.replacement is not None]
        texts = []
        for id, text in self.corpus.messages.select("id", "text").iter_rows():
            for mention in sorted((m for m in kept if m.message == id), key=lambda m: -m.start):
                text = f"{text[: mention.start]}{mention.replacement}{text[mention.end :]}"
            texts.append(text)
        messages = self.replaced.messages.with_columns(text=pl.Series(texts))
        return changed(self.replaced, messages=messages, mentions=tuple(kept))


def run(folder: Path, seed: int, method: str, roster: bool) -> Course:
    invented = course.generate(seed, MESSAGES)
    invented.write(folder)
    corpus = onym.read(folder / "forum.csv", folder / "class.csv" if roster else None)
    policy = Policy(method=method)
    mapping = METHODS[method](corpus, policy)
    return Course(method, invented, corpus, mapping, onym.replace(corpus, mapping, policy))


SETTINGS = [(21, "onym", True), (22, "onym", False), (23, "class-list", True)]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Course]:
    return [run(tmp_path_factory.mktemp("course"), *each) for each in SETTINGS]


@pytest.fixture(scope="module")
def courses(made: list[Course]) -> list[tuple[str, int, Examination]]:
    return [(each.method, *each.examined()) for each in made]


def test_names_that_are_missed_at_random_are_expected(made: list[Course]) -> None:
    cases = [
        each.examined(each.with_misses(number))
        for each in made
        if each.method == "onym"
        for number in (1, 4, 9, 20, 45)
    ]
    held = [found.estimate.low <= left <= found.estimate.high for left, found in cases]
    assert sum(held) >= 0.9 * len(held), [(left, found.estimate) for left, found in cases]
    assert all(found.estimate.high < 5 * left + 10 for left, found in cases)


def test_the_interval_holds_what_is_left(courses: list[tuple[str, int, Examination]]) -> None:
    for method, left, found in courses:
        assert found.estimate.low <= left <= found.estimate.high, (method, left, found.estimate)


def test_the_estimate_follows_the_truth(courses: list[tuple[str, int, Examination]]) -> None:
    good = [found.estimate for method, _, found in courses if method == "onym"]
    poor = [found.estimate for method, _, found in courses if method == "class-list"]
    assert max(each.low for each in good) < min(each.low for each in poor)
    assert max(each.high for each in good) * 2 < min(each.high for each in poor)


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
    finder = Structure(["en"])
    assert [sight.word for sight in finder.find(Page([text], Lexicon(finder.traits)))] == words


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
    assert [sight.word for sight in finder.find(Page([text], Lexicon(finder.traits)))] == words
