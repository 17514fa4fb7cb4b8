"""Parts of a corpus looked at one by one, and what all of them together show."""

import pickle
from pathlib import Path

import polars as pl
import pytest

import onym
from onym.check import (
    Examination,
    Survey,
    Surveyor,
    as_dict,
    count_cases,
    doubtful,
    examine,
    informed,
    prepare,
    settle,
)
from onym.demo import course
from onym.methods import METHODS
from onym.model import MESSAGE_COLUMNS, Corpus, Mapping, Participant, Policy, Replaced, Source

SCHEMA = dict.fromkeys(MESSAGE_COLUMNS, pl.String)


def examined(rows: list[tuple[str, str, str]], *people: str) -> Examination:
    """What is said of messages (id, author, text) in which nothing was replaced."""
    empty = dict.fromkeys(MESSAGE_COLUMNS)
    keys = ("id", "author", "text")
    frame = pl.DataFrame([empty | dict(zip(keys, row, strict=True)) for row in rows], schema=SCHEMA)
    listed = {name: Participant(name, (name,)) for name in people}
    corpus = Corpus(frame, listed, Source(None, "csv", {}))
    return examine(Replaced(frame, (), {}), corpus, Mapping())


def test_suspects_are_ranked_and_tell_why() -> None:
    found = examined(
        [
            ("1", "P1", "Hi Zorblina,\nI agree.\n\nRegards,\nMortimer"),
            ("2", "P2", "Hi Zorblina,\nthe tool Frobnix is good, and Frobnix is quick."),
            ("3", "P3", "As Thistlewood (2003) says, it is so."),
        ],
        "Zorblino",
    ).suspects
    assert [each.word for each in found][:2] == ["Zorblina", "Mortimer"]
    first = found[0]
    assert first.reasons == (
        "is one slip away from a known name",
        "stands where names stand 2 of 2 times",
        "has a capital in mid-sentence",
        "is in no dictionary",
    )
    assert first.line().startswith("a word 2 times in messages 1, 2: is one slip away from")
    assert "Zorblina" in first.line(private=True)
    assert "Zorblina" not in repr(first)
    assert all(each.cited for each in found if each.word == "Thistlewood")


def test_a_known_word_is_suspected_only_where_it_mostly_stands_as_a_name() -> None:
    signed = [(str(n), "P1", "All is well.\n\nRegards,\nRobin") for n in range(3)]
    used = [(str(n), "P2", "A Robin sat there. Robin song is fine, and Robin eggs.") for n in "ab"]
    assert "Robin" in [each.word for each in examined(signed).suspects]
    assert "Robin" not in [each.word for each in examined(signed + used * 3).suspects]


def test_rare_details_are_those_of_one_person() -> None:
    rows = [
        ("1", "P1", "Call +46 70 123 45 67 or write to a.b@c.example; I live in Uppsala."),
        ("2", "P2", "I live in Lisbon and was born on 3 May 1961. Item 1234567 costs 12."),
        ("3", "P1", "Lisbon again, in 2019 and with 100 people. I am 34 years old."),
        ("4", "P3", "It cost 7,654,321 in Lisbon"),
    ]
    found = [(each.kind, each.value) for each in examined(rows).details]
    assert found == [
        ("a mail address", "a.b@c.example"),
        ("a long number", "+46 70 123 45 67"),
        ("a long number", "1234567"),
        ("a full date", "3 may 1961"),
        ("an age", "i am 34"),
        ("a place", "uppsala"),
    ]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Replaced, Corpus, Mapping]:
    folder = tmp_path_factory.mktemp("course")
    course.generate(31, 150).write(folder)
    corpus = onym.read(folder / "forum.csv", folder / "class.csv")
    mapping = METHODS["class-list"](corpus, Policy(method="class-list"))
    return onym.replace(corpus, mapping, Policy(method="class-list")), corpus, mapping


@pytest.mark.parametrize("size", [7, 60])
def test_parts_come_to_the_same_as_the_whole(
    done: tuple[Replaced, Corpus, Mapping], size: int, tmp_path: Path
) -> None:
    replaced, corpus, mapping = done
    (tmp_path / "forum.csv").write_text("Hi Robert", encoding="utf-8")
    whole = as_dict(examine(replaced, corpus, mapping, folder=tmp_path), private=True)
    known = prepare(corpus.participants, mapping, replaced.pseudonyms)
    starts = range(0, corpus.messages.height, size)
    parts = [corpus.messages.slice(first, size) for first in starts]
    cases = count_cases(parts[0]["text"], doubtful(known))
    for part in parts[1:]:
        cases += count_cases(part["text"], doubtful(known))
    known = pickle.loads(pickle.dumps(informed(known, cases, corpus.messages.height)))
    total = Survey()
    for first, part in zip(starts, parts, strict=True):
        seen = Surveyor(known).look(part, replaced.messages.slice(first, size))
        total.merge(pickle.loads(pickle.dumps(seen)))
    assert as_dict(settle(total, Surveyor(known), tmp_path), private=True) == whole
    assert whole["leaks"] > 0


def test_what_is_counted_and_known_shows_no_name(done: tuple[Replaced, Corpus, Mapping]) -> None:
    replaced, corpus, mapping = done
    known = prepare(corpus.participants, mapping, replaced.pseudonyms)
    assert repr(known) == "Known(languages=('en',), every=1)"
