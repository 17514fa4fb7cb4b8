from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from onym import mapping
from onym.errors import InputError, MappingError
from onym.model import Entry, Mapping, Override
from onym.notation import tidy

GOLDEN = Path(__file__).parent / "golden" / "mapping.txt"

COURSE = Mapping(
    entries=(
        Entry("X1", "Anna Berg", 3),
        Entry("U43", "MJ", 4),
        Entry("U43", "Mary Jane", 4),
        Entry("U43", "Jane"),
        Entry("U43", "Mary"),
        Entry("U12", "Arthr", 1),
        Entry("U12", "Arhtur", 1),
        Entry("U12", "Arthur von Trapp", 1),
        Entry("U12", "Arthur", 2, 0.991, ("signed so 2 times", "greeted so 1 time")),
        Entry("U2", "Maggie", 3),
    ),
    keep=("Arthur C. Clarke", "Jane Goodall"),
    rejected=("html", "Cheers"),
    hidden=("Kit",),
    composites={"thanksMary": "thanks [U43]"},
    overrides=(Override("12", "Robert", "U04"), Override("12", "Robert", None, 2)),
    case="exact",
)

FIGURE_3 = """\
U01 | Robbie | Jones | Robert | Thanks Robert | R o b e r t | RObert | html
U02 | Margaret | Maggie | Smith | Margret | Again | all | S
U03 | Brown | E | Elisabeth | E Brown | Elisabeth Brown | Elizabeth | Maggie
U04 | Bob | RG | Bert | Robert Grey | Cheers | Robert | Grey | Rob
U12 | Arthur | Arthur | Arthr | Arthur von Trapp | Artur | Arthur Trapp | von Trapp
U43 | Mary Jane | Mary | MJ | Mary Jane Poe | Jane | Poe | thanksMary
"""


def read_like_the_paper(text: str) -> dict[str, dict[str, int]]:
    """Read a mapping file as scripts do that know participants, names and counts alone."""
    table: dict[str, dict[str, int]] = {}
    for line in text.splitlines():
        if "|" not in line:
            continue
        participant, *names = (part.strip() for part in line.split("|"))
        for name in names:
            found = re.fullmatch(r"(.*) \[(\d+)\]", name)
            plain, count = (found[1], int(found[2])) if found else (name, 0)
            table.setdefault(participant, {})[plain] = count
    return table


def test_a_written_file_looks_like_this() -> None:
    assert mapping.format(COURSE) == GOLDEN.read_text()


def test_the_written_file_is_read_back() -> None:
    read = mapping.load(GOLDEN)
    assert read.names() == COURSE.names()
    assert (read.keep, read.rejected, read.hidden) == (COURSE.keep, COURSE.rejected, COURSE.hidden)
    assert (read.composites, read.overrides) == (COURSE.composites, COURSE.overrides)
    assert read.case == "exact"
    assert mapping.format(read) == "".join(
        line for line in GOLDEN.read_text().splitlines(True) if "0.99" not in line
    )


def test_the_papers_scripts_read_the_same_table() -> None:
    assert read_like_the_paper(GOLDEN.read_text()) == COURSE.names()


def test_the_papers_figure_3_is_read() -> None:
    names = mapping.parse(FIGURE_3).names()
    assert list(names) == ["U01", "U02", "U03", "U04", "U12", "U43"]
    assert list(names["U01"]) == [
        *("Robbie", "Jones", "Robert", "Thanks Robert", "R o b e r t", "RObert", "html"),
    ]
    assert set(names["U12"].values()) == {0}
    assert mapping.parse(FIGURE_3).case == "smart"


def test_names_stand_by_frequency_then_length_then_alphabet() -> None:
    entries = [Entry("U1", "b", 2), Entry("U1", "a", 2), Entry("U1", "cc", 2), Entry("U1", "d", 9)]
    line = "U1 | d [9] | cc [2] | a [2] | b [2]"
    assert line in mapping.format(Mapping(tuple(entries))).splitlines()


def _named(participant: str, *names: str) -> Mapping:
    return Mapping(tuple(Entry(participant, name) for name in names))


LINES = [
    # what a person writes, what it means
    ("U1|Ann|  Bo  [3]", Mapping((Entry("U1", "Ann"), Entry("U1", "Bo", 3)))),
    ("U1 | Ann [2]\nU1 | Ann [5]\r\nU1 |", Mapping((Entry("U1", "Ann", 5),))),
    ("# U1 | Ann\n\n", Mapping()),
    ("\ufeffU1 | Ann", _named("U1", "Ann")),
    ("KEEP: Ann  Lee;; Bo", Mapping(keep=("Ann Lee", "Bo"))),
    ("keep: Ann\nkeep: Bo; Ann", Mapping(keep=("Ann", "Bo"))),
    (r"keep: a\; b", Mapping(keep=("a; b",))),
    ("hide: Kit", Mapping(hidden=("Kit",))),
    ("case: smart", Mapping()),
    ("keep | Ann", _named("keep", "Ann")),
    ("message 4 | re: Ann", _named("message 4", "re: Ann")),
    (r"keep\: me | Ann", _named("keep: me", "Ann")),
    (r"\#7 | Ann", _named("#7", "Ann")),
    (r"U1 | Ann \[2] | a\|b | AC\DC", _named("U1", "Ann [2]", "a|b", r"AC\DC")),
    ("glued: HiJohn -> Hi, [U2]", Mapping(composites={"HiJohn": "Hi, [U2]"})),
    ("message 12: Robert->U04", Mapping(overrides=(Override("12", "Robert", "U04"),))),
    (r"message m\:1: Ann -> Keep", Mapping(overrides=(Override("m:1", "Ann", None),))),
    (r"message 1: Ann #3 -> \x6beep", Mapping(overrides=(Override("1", "Ann", "keep", 3),))),
]


@pytest.mark.parametrize(("text", "meant"), LINES)
def test_what_lines_mean(text: str, meant: Mapping) -> None:
    assert mapping.parse(text) == meant


ERRORS = [
    ("U1 | Ann\n\nZebulon", "mapping.txt, line 3: neither 'participant | name' nor"),
    ("| Zebulon", "line 1: no participant"),
    ("keep: Zebulon | Bo", "line 1: a | may stand only between names"),
    ("case: Zebulon", "line 1: case is either exact or smart"),
    ("glued: Zebulon", "line 1: no -> in it"),
    ("glued: -> Zebulon", "line 1: no word before the ->"),
    ("message 4: Zebulon #0 -> U1", "line 1: write 'message ID: name -> participant'"),
    ("message 4: Zebulon ->", "line 1: write 'message ID: name -> participant'"),
    ("# Onym mapping 2\nZebulon", "line 1: the file was written by a newer Onym"),
]


@pytest.mark.parametrize(("text", "message"), ERRORS)
def test_errors_name_the_line_and_never_the_name(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "mapping.txt"
    file.write_text(text)
    with pytest.raises(MappingError) as caught:
        mapping.load(file)
    assert message in str(caught.value)
    assert "Zebulon" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"mapping\.txt does not exist"):
        mapping.load(tmp_path / "mapping.txt")
    (tmp_path / "mapping.txt").write_bytes("U1 | Ann\nU2 | Zoé".encode("latin-1"))
    with pytest.raises(MappingError, match=r"mapping\.txt, line 2: not UTF-8"):
        mapping.load(tmp_path / "mapping.txt")


def test_a_saved_file_is_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "mapping.txt"
    mapping.save(COURSE, file)
    assert mapping.load(file).names() == COURSE.names()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["mapping.txt"]


def test_long_lists_run_over_several_lines() -> None:
    words = tuple(f"word{number}" for number in range(60))
    text = mapping.format(Mapping(rejected=words))
    assert max(map(len, text.splitlines())) <= 100
    assert mapping.parse(text).rejected == words


def test_a_persons_comments_stay_where_they_are() -> None:
    text = GOLDEN.read_text().replace("U12 |", "# ask Jo about her\nU12 |")
    text = text.replace("\nkeep:", "\n# our reading list\nkeep:") + "# the end\n"
    found = mapping.comments(text)
    assert found == {
        "U12": ["# ask Jo about her"],
        "keep:": ["# our reading list"],
        "": ["# the end"],
    }
    assert mapping.format(COURSE, found).replace("\n\n# the end", "\n# the end") == text
    gone = Mapping(tuple(entry for entry in COURSE.entries if entry.participant != "U12"))
    assert "# ask Jo about her" in mapping.format(gone, found)


def test_homonyms_are_names_of_several_people() -> None:
    read = mapping.parse(FIGURE_3)
    assert mapping.homonyms(read) == {"Robert": ("U01", "U04"), "Maggie": ("U02", "U03")}
    shared = (Entry("U1", "Ann"), Entry("U2", "ANN"), Entry("U3", "Ann", decision="rejected"))
    assert mapping.homonyms(Mapping(shared)) == {"Ann": ("U1", "U2")}
    assert mapping.homonyms(Mapping(shared, case="exact")) == {}


def test_doubles_are_pseudonyms_of_several_people() -> None:
    assert mapping.doubles({"U1": "P07", "U2": "P08", "U3": "p07"}) == {"P07": ("U1", "U3")}
    assert mapping.doubles({"U1": "P07", "U2": "P08"}) == {}


marks = st.sampled_from([*"|;#:->[]\\ 1x", "->", " [2]", " #2", "\\|", "keep", "\n", "\u2028"])
words = st.lists(st.one_of(marks, st.text(max_size=3)), max_size=5).map("".join)
names = words.filter(tidy)
ids = st.one_of(words.filter(bool), st.sampled_from(["keep", "case", "message 3", "glued:"]))
counts = st.integers(0, 99)
mappings = st.builds(
    Mapping,
    entries=st.lists(st.builds(Entry, ids, names, counts), max_size=4).map(tuple),
    keep=st.lists(names, max_size=3).map(tuple),
    rejected=st.lists(names, max_size=3).map(tuple),
    hidden=st.lists(names, max_size=3).map(tuple),
    composites=st.dictionaries(names, words, max_size=2),
    overrides=st.lists(
        st.builds(Override, ids, names, st.none() | ids, st.none() | st.integers(1, 9)), max_size=2
    ).map(tuple),
    case=st.sampled_from(["smart", "exact"]),
)


@given(mappings)
@example(Mapping((Entry(" #a ", "b", 1), Entry("keep: x", "[1]"), Entry("U1", "\\", 2))))
@example(Mapping(overrides=(Override("1:2", "a #1->b", "KEEP", 3),)))
def test_whatever_is_written_is_read_back(before: Mapping) -> None:
    after = mapping.parse(mapping.format(before))
    expected: dict[tuple[str, str], int] = {}
    for entry in before.entries:
        key = entry.participant, tidy(entry.name)
        expected[key] = max(entry.count, expected.get(key, 0))
    assert {(entry.participant, entry.name): entry.count for entry in after.entries} == expected
    assert after.keep == tuple(dict.fromkeys(map(tidy, before.keep)))
    assert after.rejected == tuple(dict.fromkeys(map(tidy, before.rejected)))
    assert after.hidden == tuple(dict.fromkeys(map(tidy, before.hidden)))
    assert after.composites == {tidy(k): tidy(v) for k, v in before.composites.items()}
    assert after.case == before.case
    assert {(each.message, each.name, each.nth): each.participant for each in after.overrides} == {
        (each.message, tidy(each.name), each.nth): each.participant for each in before.overrides
    }


@given(mappings)
def test_only_lines_of_names_have_a_bar(before: Mapping) -> None:
    people = {entry.participant for entry in before.entries}
    lines = [line for line in mapping.format(before).split("\n") if "|" in line]
    assert len(lines) == len(people)


@given(mappings)
def test_writing_again_changes_nothing(before: Mapping) -> None:
    once = mapping.format(mapping.parse(mapping.format(before)))
    assert mapping.format(mapping.parse(once)) == once


letters = st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=4)
ordinary = st.lists(letters, min_size=1, max_size=3).map(" ".join)


@given(
    st.dictionaries(ordinary, st.dictionaries(ordinary, counts, min_size=1, max_size=4), max_size=4)
)
def test_the_papers_scripts_read_every_ordinary_table(
    table: dict[str, dict[str, int]],
) -> None:
    entries = (Entry(who, name, n) for who, names in table.items() for name, n in names.items())
    assert read_like_the_paper(mapping.format(Mapping(tuple(entries)))) == table
