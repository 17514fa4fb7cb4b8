"""Who is named in what will be shared, how often and why: people who stay, and are no leaks."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace as changed
from pathlib import Path

import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import onym
from onym import line
from onym.check import Examination, Named, as_dict, count_kinds, describe, examine
from onym.check.fullnames import parts_of
from onym.check.passes import Job
from onym.cli import app
from onym.deciding import edits
from onym.demo import course
from onym.engine.parts import Stretch
from onym.model import MESSAGE_COLUMNS, Corpus, Entry, Mapping, Participant, Replaced, Source
from onym.project.replay import replay

SCHEMA = dict.fromkeys(MESSAGE_COLUMNS, pl.String)
PEOPLE = {
    "U1": Participant("U1", ("Mary Quist",)),
    "U2": Participant("U2", ("Zerlina Voss",)),
}


def frame_of(texts: Sequence[str]) -> pl.DataFrame:
    empty = dict.fromkeys(MESSAGE_COLUMNS)
    rows = [empty | {"id": str(n), "author": "P1", "text": t} for n, t in enumerate(texts, 1)]
    return pl.DataFrame(rows, schema=SCHEMA)


def examined(*texts: str, mapping: Mapping | None = None, **shown: str) -> Examination:
    """What is said of messages in which nothing was replaced."""
    frame = frame_of(texts)
    corpus = Corpus(frame, PEOPLE, Source(None, "csv", {}))
    return examine(Replaced(frame, (), {"U1": "P1", **shown}), corpus, mapping or Mapping())


def told(*texts: str, mapping: Mapping | None = None, **shown: str) -> dict[str, str]:
    """Who is named, and why they stay."""
    return {each.name: each.why for each in examined(*texts, mapping=mapping, **shown).named}


NOTHING = [
    ("Ken Poe and Joe Ash, who wrote the game for our club", {"Ken Poe", "Joe Ash"}),
    ("I met Dr Ken Poe's brother there", {"Ken Poe"}),
    ("so says Tim van der Thorne, of course", {"Tim van der Thorne"}),
    ("with Mary-Ann Thorne and Ken Poe-Ash", {"Mary-Ann Thorne", "Ken Poe-Ash"}),
    ("Edwin Delft Thorne is away", {"Edwin Delft Thorne"}),
    ("the room is J.R. Thistlewood's", {"J.R. Thistlewood"}),
    ("<b>Ken Poe</b> &quot;Joe Ash&quot;", {"Ken Poe", "Joe Ash"}),
    ("a very long line that was wrapped between the two words Ken\nThorne did it", {"Ken Thorne"}),
    ("ask Åsa Öberg or Jörg Müller", {"Åsa Öberg", "Jörg Müller"}),
]


@pytest.mark.parametrize(("text", "names"), NOTHING)
def test_who_is_named_and_nothing_tells_why(text: str, names: set[str]) -> None:
    assert told(text) == dict.fromkeys(names, "")


CITED = [
    ("As Ken Poe (1999) found", {"Ken Poe"}),
    ("Ken Poe, Joe Ash and Tim Thorne (1999)", {"Ken Poe", "Joe Ash", "Tim Thorne"}),
    ("Thistlewood and Brown (1999), Okpara et al.", {"Thistlewood", "Brown", "Okpara"}),
    ("Thistlewood, K. J., & Thorne, T. (1999). A title.", {"Thistlewood, K. J.", "Thorne, T."}),
    ("Thistlewood KJ, Thorne T. A title.", {"Thistlewood KJ", "Thorne T"}),
    ("K. Brown, J. Thistlewood and T. Thorne", {"K. Brown", "J. Thistlewood", "T. Thorne"}),
    ("@book{x, author = {Thorne, Mary and Ken Poe}}", {"Thorne, Mary", "Ken Poe"}),
    ("I read the book by Ken Poe. Ash is", {"Ken Poe"}),
    ("Joe Ash's paper is good", {"Joe Ash"}),
]


@pytest.mark.parametrize(("text", "names"), CITED)
def test_who_is_cited(text: str, names: set[str]) -> None:
    assert told(text) == dict.fromkeys(names, "cited")


def test_who_is_widely_known_part_of_a_term_or_kept() -> None:
    text = "Virginia Woolf, the Ken Poe School, and Joe Ash and Grace Thorne too"
    mapping = Mapping(keep=("Joe Ash",))
    assert told(text, mapping=mapping) == {
        "Grace Thorne": "",
        "Virginia Woolf": "known",
        "Ken Poe": "term",
        "Joe Ash": "kept",
    }


NOBODY = [
    "In Monte Carlo, Santa Barbara and Virginia Beach it rains.",
    "Hi Ken, Please look. Thanks Joe! Will You? See Mark Down.",
    "I take vitamin C. Brown bread is fine, and so is Windows 2000.",
    "Dear Ken\nPlan for Monday. Best Regards, Max Width",
    "12 W. Thistlewood, and ken.poe@x.example, and Ken_Poe",
    "Table (1999), May (1999), Monday (1999), Paris, 1999",
    "at 12 Harrison Street and Wilson Blvd",
    "KEN AND JOE WROTE THIS",
    "Mary Quist, M. Quist, Voss (1999) and Voss, Z.",
]
"""Places, greetings, sentences, things and participants, whose own names are told elsewhere."""


@pytest.mark.parametrize("text", NOBODY)
def test_who_is_nobody(text: str) -> None:
    assert told(text) == {}


def test_pseudonyms_rejected_names_and_those_that_the_mapping_hides_are_not_listed() -> None:
    text = "Ola Berg met Ken Poe, Joe Ash and Tim Thorne."
    assert set(told(text)) == {"Ola Berg", "Ken Poe", "Joe Ash", "Tim Thorne"}
    mapping = Mapping(
        entries=(Entry("X1", "Ken Poe"),), rejected=("Joe Ash",), hidden=("Tim Thorne",)
    )
    assert told(text, mapping=mapping, U2="Ola Berg") == {}


def test_one_person_however_the_name_is_written() -> None:
    found = examined(
        "Ken Thistlewood wrote it",
        "As Thistlewood (1999) and Thistlewood, K. J. (2003) say",
        "K. Thistlewood did",
    ).named
    assert [(each.name, each.count, each.why) for each in found] == [
        ("Ken Thistlewood", 4, "cited")
    ]
    assert {*found[0].forms[1:]} == {"Thistlewood, K. J.", "K. Thistlewood", "Thistlewood"}
    assert {*found[0].messages} == {"1", "2", "3"}


def test_a_surname_that_two_people_have_stays_alone() -> None:
    found = told("Ken Thistlewood and Joe Thistlewood; Thistlewood (1999)")
    assert found == {"Ken Thistlewood": "", "Joe Thistlewood": "", "Thistlewood": "cited"}


def test_a_rare_citation_makes_no_author() -> None:
    often = ["I asked Ken Poe about it."] * 9
    assert told(*often, "Ken Poe, 1999, at the lake") == {"Ken Poe": ""}
    assert told(*often[:5], "Ken Poe, 1999, at the lake") == {"Ken Poe": "cited"}


@pytest.mark.parametrize(
    "written", ["Ken J. Thorne", "Thorne, Ken J.", "Thorne, K. J.", "K.J. Thorne", "Thorne KJ"]
)
def test_a_name_is_taken_apart_whichever_way_round(written: str) -> None:
    assert parts_of(written).fits(parts_of("Ken Thorne"))
    assert parts_of("Thorne").fits(parts_of(written))
    assert not parts_of(written).fits(parts_of("Joe Thorne"))
    assert not parts_of(written).fits(parts_of("Ken van Thorne"))


def test_they_are_counted_by_kind_and_told_by_name_only_in_private() -> None:
    found = examined("Ken Poe did. Virginia Woolf, and Thistlewood (1999)", "Ken Poe again")
    line = (
        "People who are named and stay: 3; 1 cited, 1 widely known,"
        " 1 that nothing tells: look at these with --names."
    )
    assert line in describe(found)
    private = describe(found, private=True)
    at = private.index(line.replace(": look at these with --names", ""))
    assert private[at + 1 : at + 4] == [
        "  Ken Poe, 2 times in messages 1, 2: nothing tells",
        "  cited: Thistlewood 1",
        "  widely known: Virginia Woolf 1",
    ]
    plain = as_dict(found)["named"]
    assert plain["kinds"] == {"nothing tells": 1, "cited": 1, "widely known": 1}
    assert plain["list"][0] == {"why": "nothing tells", "count": 2, "messages": ["1", "2"]}
    assert as_dict(found, private=True)["named"]["list"][0]["forms"] == ["Ken Poe"]
    assert not {"Poe", "Woolf", "Thistlewood"} & {*str(plain).replace("'", " ").split()}
    assert "Poe" not in repr(found.named)


def test_nobody_is_told_as_none() -> None:
    assert "People who are named and stay: none." in describe(examined("All is well."))


def test_they_are_no_leaks_and_change_no_estimate() -> None:
    plain = [f"Message {n} is about the lake and the weather." for n in range(30)]
    named = [f"{text} A friend of Grace Thorne and Ken Poe told us." for text in plain]
    one, other = examined(*plain), examined(*named)
    assert len(other.named) == 2
    assert one.leaks == other.leaks
    assert other.findings == one.findings
    assert (one.estimate.low, one.estimate.high) == (other.estimate.low, other.estimate.high)


PIECES = "Ken Poe Joe Ash Thistlewood Mary Quist K. J. van and , ( 1999 ) et al. book by . the"
WORDS = st.sampled_from([*PIECES.split(), "\n"])
TEXTS = st.lists(st.lists(WORDS, max_size=12).map(" ".join), min_size=1, max_size=8)


@given(TEXTS, st.integers(1, 4))
@example(["We met Ken Poe,", "Joe Ash (1999) did"], 1)
@example(["It was Ken", "Thistlewood (1999) did"], 1)
def test_parts_come_to_the_same_as_the_whole(texts: list[str], size: int) -> None:
    def cut_finer(job: Job, frame: pl.DataFrame, cut: Sequence[Stretch]) -> Iterator[pl.DataFrame]:
        for start, rows in cut:
            for first in range(start, start + rows, size):
                yield job(frame.slice(first, min(size, start + rows - first)))

    frame = frame_of(texts)
    corpus = Corpus(frame, PEOPLE, Source(None, "csv", {}))
    whole = examine(Replaced(frame, (), {}), corpus, Mapping()).named
    assert examine(Replaced(frame, (), {}), corpus, Mapping(), run=cut_finer).named == whole


UNITS = [
    "Ken ",
    "Ken Poe ",
    "K. ",
    "Ken Poe, ",
    "Poe, K., ",
    "Thistlewood 1999 ",
    "Ken\n>>>>> ",
    "Ken van de la ",
    "author = {Ken Poe ",
    "KenPoe-",
    "Ken'",
    "A.",
]


@pytest.mark.parametrize("unit", UNITS)
def test_long_lines_take_time_that_grows_with_their_length_alone(unit: str) -> None:
    from onym.check.judge import Judge
    from onym.check.known import only
    from onym.check.pages import Lexicon, Page
    from onym.check.sightings import Watcher

    def seconds(length: int) -> float:
        watcher = Watcher(only((), (), ("en",)), Judge())
        text = (unit * (length // len(unit) + 1))[:length]
        before = time.process_time()
        watcher.watch(Page([text], Lexicon(watcher.traits)), ["1"], {})
        return time.process_time() - before

    seconds(1_000)
    short, long = (min(seconds(length) for _ in range(3)) for length in (20_000, 80_000))
    assert long < 8 * max(short, 0.1)


def written(folder: Path, texts: Sequence[str]) -> Path:
    rows = [{"id": str(n), "author": f"u{n % 2}", "text": t} for n, t in enumerate(texts)]
    pl.DataFrame(rows).write_csv(folder / "forum.csv")
    return folder / "forum.csv"


STORY = [
    "The game was made by Ken Thorne and Grace Okpara for our club.",
    "Ken Thorne wrote the rules; see Okpara (1999) and K. Thorne, who is away. It is good.",
]


def people_in(folder: Path) -> tuple[Named, ...]:
    return line.resume(folder).examination.named


def test_who_is_put_into_the_mapping_is_gone_once_it_is_applied(tmp_path: Path) -> None:
    """The way of the terminal: a line of its own for somebody, and one to keep somebody."""
    source, folder = written(tmp_path, STORY), tmp_path / "club"
    done = line.start(folder, source)
    done.find()
    done.apply()
    ken, grace = people_in(folder)
    assert (ken.name, ken.why, grace.name, grace.why) == ("Ken Thorne", "", "Grace Okpara", "cited")
    with (folder / "private/mapping.txt").open("a", encoding="utf-8") as mapping:
        mapping.write("X9 | Ken Thorne | K. Thorne\nkeep: Grace Okpara\n")
    line.resume(folder).apply()
    assert [(each.name, each.why) for each in people_in(folder)] == [("Grace Okpara", "kept")]
    assert "Thorne" not in (folder / "share/forum.csv").read_text(encoding="utf-8")


def test_what_is_left_of_somebody_who_is_hidden_in_part_is_still_listed() -> None:
    mapping = Mapping(entries=(Entry("X9", "Ken Thorne"),))
    found = told("Thorne, K. (1999) and Ken Thorne", mapping=mapping)
    assert found == {"Thorne, K.": "cited"}
    assert told("Quist, M. (1999) and M. Quist") == {}


FORMS = ["Ken Thorne", "K. Thorne", "Thorne, K. (1999)", "Thorne (1999)", "Ken J. Thorne"]
FORMS += ["Grace Okpara", "Okpara et al.", "G. Okpara", "Joe Thistlewood", "Ken Poe"]
SENTENCES = st.lists(st.sampled_from(FORMS), min_size=1, max_size=4).map(
    lambda names: f"It was {' then '.join(names)} who made it."
)


@settings(max_examples=15)
@given(st.lists(SENTENCES, min_size=1, max_size=4))
def test_whoever_is_hidden_is_no_longer_listed(texts: list[str]) -> None:
    def shared(mapping: Mapping) -> tuple[Named, ...]:
        return examine(onym.replace(corpus, mapping), corpus, mapping).named

    corpus = Corpus(frame_of(texts), {"P1": Participant("P1")}, Source(None, "csv", {}))
    people = shared(Mapping())
    assert people
    hidden = replay(Mapping(), edits.hide_people(Mapping(), [each.forms for each in people]))
    assert shared(hidden) == ()
    left = replay(Mapping(), edits.keep_people([each.forms for each in people]))
    assert {each.why for each in shared(left)} == {"kept"}


def test_the_command_tells_and_its_exit_status_does_not_change(tmp_path: Path) -> None:
    source, folder = written(tmp_path, STORY), tmp_path / "club"
    done = line.start(folder, source)
    done.find()
    done.apply()
    run = CliRunner().invoke(app, ["check", str(folder), "--max-leaks", "0"])
    assert run.exit_code == 0
    assert "People who are named and stay: 2; 1 cited, 1 that nothing tells" in run.output
    assert "Thorne" not in run.output
    assert (
        "Ken Thorne, 3 times" in CliRunner().invoke(app, ["check", str(folder), "--names"]).output
    )
    assert "Thorne" not in (folder / "private/log.jsonl").read_text(encoding="utf-8")


def test_a_course_s_authors_are_listed_and_its_participants_are_not(tmp_path: Path) -> None:
    course.generate(31, 200).write(tmp_path)
    corpus = onym.read(tmp_path / "forum.csv", tmp_path / "class.csv")
    mapping = onym.link(onym.find(corpus), corpus)
    found = examine(onym.replace(corpus, mapping), corpus, mapping).named
    registered = {name for person in corpus.participants.values() for name in person.names}
    assert found
    assert not registered & {form for each in found for form in each.forms}
    assert count_kinds(found).get("cited", 0) * 2 > len(found)
    kept = changed(mapping, keep=(*mapping.keep, found[0].name))
    again = examine(onym.replace(corpus, kept), corpus, kept).named
    assert {each.name: each.why for each in again}[found[0].name] == "kept"
