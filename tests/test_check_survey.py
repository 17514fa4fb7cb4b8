"""Parts of a corpus looked at one by one, and what all of them together show."""

import pickle
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib import resources
from pathlib import Path

import polars as pl
import pytest

import onym
from onym.check import (
    Crew,
    Examination,
    as_dict,
    check_files,
    count_cases,
    describe,
    examine,
    prepare,
)
from onym.check.details import Told, rare_details
from onym.check.finding import Place
from onym.check.judge import Judge
from onym.check.passes import Job
from onym.demo import course
from onym.engine.parts import Stretch
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


def test_what_is_often_used_and_never_as_a_name_is_no_suspect() -> None:
    tool = [(str(n), "P1", f"I put change {n} into Alfred, on a Korean server.") for n in range(90)]
    once = [("x", "P2", "I met Tabitha there.")]
    assert [each.word for each in examined(tool + once).suspects] == ["Tabitha"]
    assert "Alfred" in [each.word for each in examined(tool[:3]).suspects]


def test_each_name_is_told_once_and_those_seen_once_together() -> None:
    people = ("Rosalind Quist", "Mortimer Thorne", "Zerlina Voss", "Hope Adler")
    rows = [
        ("1", "P1", "I met Rosalind. Hope this helps, I hope so."),
        ("2", "P1", "I met Mortimer, said Zerlina. I do hope that it helps."),
        *((str(n), "P1", "I met Quist, and Quist met me.") for n in range(3, 15)),
    ]
    found = examined(rows, *people)
    lines = describe(found)[1:6]
    assert lines == [
        "Known names that can still be seen: 41, 5 different ones.",
        "  part of a registered name 24 times in messages 3, 4, 5, 6, 7, 8, 9, 10 and 4 more",
        "  an author's own id 14 times in messages 1, 2, 3, 4, 5, 6, 7, 8 and 6 more",
        "  3 names once each in messages 2, 1",
        "Seen, and probably not meant: ordinary words 1.",
    ]
    private = describe(found, private=True)
    assert "  part of a registered name, Mortimer, once in message 2" in private
    assert "Seen, and probably not meant: ordinary words 1 (Hope 1)." in private
    assert as_dict(found)["places apart"] == [["1", 16, "word"]]


@pytest.mark.parametrize(
    "text",
    [
        "Hi [P0012], Many thanks",
        "> Many people",
        "Dear [P7] - Many thanks",
        "So. Many do",
        "<p>Many do",
    ],
)
def test_a_word_opens_a_sentence(text: str) -> None:
    judge = Judge(ordinary=frozenset({"many"}))
    start = text.index("Many")
    assert judge.judge(text, start, start + 4) == "word"
    called = "Hi Many, thanks"
    assert judge.judge(called, 3, 7) == ""


def test_the_report_s_own_style_is_nobody(tmp_path: Path) -> None:
    style = resources.files("onym").joinpath("report", "style.css").read_text(encoding="utf-8")
    assert "max-width" in style
    page = f"<!doctype html>\n<style>\n{style.strip()}\n</style>\n"
    (tmp_path / "report.html").write_text(page + "all is well", encoding="utf-8")
    assert check_files(tmp_path, ["Max"]) == ()
    (tmp_path / "report.html").write_text(page + "I met Max", encoding="utf-8")
    assert [found.count for found in check_files(tmp_path, ["Max"])] == [1]


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


@pytest.mark.parametrize(
    "street",
    ["14 Elm Street", "7b Old Mill Road", "Lindenstraße 14", "Björkgatan 3", "12, rue des Lilas"],
)
def test_where_somebody_lives_is_a_rare_detail(street: str) -> None:
    found = examined([("1", "P1", f"come to {street} at nine"), ("2", "P2", "see you there")])
    assert [(each.kind, each.value) for each in found.details] == [("a street", street.casefold())]
    assert examined([("1", "P1", "12 Angry Men, chapter 3, street 4 of 5")]).details == ()


def test_a_detail_that_onym_put_in_is_none() -> None:
    told = {
        ("a long number", "0000-000000"): Told((Place("1", 0),), frozenset({"P1"})),
        ("a place", "craiova"): Told((Place("2", 0),), frozenset({"P1"})),
        ("a place", "uppsala"): Told((Place("3", 0),), frozenset({"P1"})),
    }
    assert [each.value for each in rare_details(told, ["0000-000000", "Craiova"])] == ["uppsala"]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Replaced, Corpus, Mapping]:
    folder = tmp_path_factory.mktemp("course")
    course.generate(31, 150).write(folder)
    corpus = onym.read(folder / "forum.csv", folder / "class.csv")
    mapping = METHODS["class-list"](corpus, Policy(method="class-list"))
    return onym.replace(corpus, mapping, Policy(method="class-list")), corpus, mapping


@pytest.fixture
def shared(done: tuple[Replaced, Corpus, Mapping], tmp_path: Path) -> Path:
    """A folder to hand over, whose files show names that the messages do not."""
    folder = tmp_path / "share"
    folder.mkdir()
    done[0].messages.write_csv(folder / "forum.csv")
    (folder / "about Robert.txt").write_text("Hi Robert", encoding="utf-8")
    (folder / "packed.zip").write_bytes(b"PK\x03\x04 cut off")
    return folder


@pytest.mark.parametrize("size", [7, 60])
def test_parts_come_to_the_same_as_the_whole(
    done: tuple[Replaced, Corpus, Mapping], size: int, shared: Path
) -> None:
    def cut_finer(job: Job, frame: pl.DataFrame, cut: Sequence[Stretch]) -> Iterator[pl.DataFrame]:
        for start, rows in cut:
            for first in range(start, start + rows, size):
                worker = pickle.loads(pickle.dumps(job))
                yield worker(frame.slice(first, min(size, start + rows - first)))

    whole = as_dict(examine(*done, folder=shared), private=True)
    assert as_dict(examine(*done, folder=shared, run=cut_finer), private=True) == whole
    assert whole["leaks"] > 0 and whole["unsearched"]


def test_several_processes_say_the_same_as_one(
    done: tuple[Replaced, Corpus, Mapping], shared: Path, tmp_path: Path
) -> None:
    steps: list[str] = []
    counts: list[tuple[int, int]] = []
    folder = tmp_path / "work"
    crew = Crew(folder, 2, steps.append, lambda *count: counts.append(count))
    with closing(crew):
        found = examine(*done, folder=shared, run=crew)
        assert {oct(path.stat().st_mode)[-3:] for path in folder.iterdir()} == {"600"}
    assert as_dict(found, private=True) == as_dict(examine(*done, folder=shared), private=True)
    assert steps == ["Searching the files"]
    assert counts == [(150, 150)]
    assert not folder.exists()


def test_what_was_written_aside_is_looked_at_as_well() -> None:
    rows = [{"id": str(n), "author": "P1", "text": "All is well."} for n in range(3)]
    frame = pl.DataFrame(rows, schema=SCHEMA)
    asides = pl.DataFrame({"id": ["title 1"], "author": ["P1"], "text": ["Ask Zorblina"]})
    people = {"U1": Participant("U1", ("Zorblina",))}
    corpus = Corpus(frame, people, Source(None, "csv", {}))
    found = examine(Replaced(frame, (), {"P1": "P1"}, asides=asides), corpus, Mapping())
    assert [(each.name, each.messages) for each in found.findings] == [("Zorblina", ("title 1",))]


def test_a_file_is_told_of_for_what_it_has_beyond_its_messages(tmp_path: Path) -> None:
    rows = [{"id": str(n), "author": "P1", "text": "I met Zorblina."} for n in range(20)]
    frame = pl.DataFrame(rows, schema=SCHEMA)
    corpus = Corpus(frame, {"U1": Participant("U1", ("Zorblina",))}, Source(None, "csv", {}))
    frame.write_csv(tmp_path / "forum.csv")
    replaced = Replaced(frame, (), {"P1": "P1"})
    assert examine(replaced, corpus, Mapping(), folder=tmp_path).leaks == 20
    with (tmp_path / "forum.csv").open("a") as file:
        file.write("made for Zorblina\n")
    found = examine(replaced, corpus, Mapping(), folder=tmp_path).findings
    assert [(each.kind, each.count) for each in found] == [("registered", 20), ("file", 1)]


def test_cases_are_counted_for_whole_words() -> None:
    texts = pl.Series(["Will you? I will, will.", "goodwill and WILL's\nwill"])
    cases = count_cases(texts, ["will", "art"])
    assert cases == {("will", "small"): 3, ("will", "capital"): 1, ("will", "all"): 1}


def test_an_abbreviation_and_an_address_that_onym_put_in_are_nobody() -> None:
    rows = [(str(n), "P1", "We tried ROS there, email@dot.com has more.") for n in range(30)]
    rows += [("a", "P1", "Thanks Ros!"), ("b", "P1", "THANKS ROS!"), ("c", "P1", "Ask Dot.")]
    frame = pl.DataFrame(
        [{"id": id, "author": who, "text": text} for id, who, text in rows], schema=SCHEMA
    )
    people = {"U1": Participant("U1", ("Ros",)), "U2": Participant("U2", ("Dot",))}
    corpus = Corpus(frame, people, Source(None, "csv", {}))
    pseudonyms = {"P1": "P1"}
    found = examine(
        Replaced(frame, (), pseudonyms), corpus, Mapping(), put_in=["email@dot.com"]
    ).findings
    told = [(each.name, each.apart, each.count) for each in found]
    assert told == [("Ros", "", 2), ("Dot", "", 1), ("Ros", "abbreviation", 30)]


def test_what_is_counted_and_known_shows_no_name(done: tuple[Replaced, Corpus, Mapping]) -> None:
    replaced, corpus, mapping = done
    known = prepare(corpus.participants, mapping, replaced.pseudonyms)
    assert repr(known) == "Known(languages=('en',), every=1)"
