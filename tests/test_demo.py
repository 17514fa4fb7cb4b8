"""The demo course has the numbers of Farrow et al., and its gold standard is exact."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import statistics
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym.demo import Course, generate
from onym.demo.dice import Dice
from onym.demo.names import misspell
from onym.demo.sentences import mark, unmark
from onym.find.farrow import class_list, farrow, farrow_and_class_list
from onym.model import MESSAGE_COLUMNS, Corpus, Evidence, Participant, Source

Pairs = set[tuple[str | None, str]]

TABLE_1 = {  # session: participants, threads, messages, mean, deviation and median of their length
    "1": (16, 15, 212, 107.6, 99.7, 78.5),
    "2": (24, 23, 633, 137.6, 124.5, 104.0),
    "3": (12, 11, 243, 147.9, 95.8, 126.0),
    "4": (9, 8, 63, 123.0, 74.5, 107.0),
    "5": (15, 14, 359, 133.1, 85.0, 117.0),
    "6": (13, 13, 237, 148.4, 123.6, 124.0),
}
TABLE_2 = [  # method, coverage, recall, precision
    (farrow, 71.4, 82.8, 52.1),
    (class_list, 41.7, 50.9, 83.0),
    (farrow_and_class_list, 79.8, 88.3, 51.1),
]
TABLE_4 = {  # category: unique names, connections, substitutions
    "full": (8, 8, 10),
    "subset": (75, 80, 2159),
    "nickname": (36, 41, 669),
    "misspelt": (34, 34, 50),
}
DIGEST = "ac927a33d4b205e9"
"""Of all texts of the default course."""
TRAPS = {"G", "Will", "Hope", "Grace", "Rose", "Joy", "Mark"}
"""Names that are also a symbol or a word, which may stand where nobody is named."""


@pytest.fixture(scope="module", params=[2023, 7])
def course(request: pytest.FixtureRequest) -> Course:
    return generate(request.param)


def read(course: Course) -> Corpus:
    messages = course.messages
    authors = dict(messages.select("postId", "postUserId").iter_rows())
    frame = messages.select(
        id="postId",
        parent="postParentId",
        thread="topicId",
        session="courseCategoryId",
        author="postUserId",
        parent_author=pl.Series([authors.get(p) for p in messages["postParentId"]]),
        time="postCreationTime",
        text="postBody",
    )
    people = {id: Participant(id, (name,)) for id, name in course.roster.iter_rows()}
    return Corpus(frame.select(MESSAGE_COLUMNS), people, Source(None, "csv", {}))


def gold(course: Course) -> Pairs:
    return {(entry.participant, entry.name) for entry in course.mapping().entries}


def named(course: Course) -> list[tuple[str, int, int, str, str]]:
    texts = dict(course.messages.select("postId", "postBody").iter_rows())
    return [
        (id, start, end, who, texts[id][start:end])
        for id, spans in course.spans.items()
        for start, end, label, who in spans
        if label == "NAME"
    ]


def test_table_1(course: Course) -> None:
    people: dict[str, set[str]] = defaultdict(set)
    for session, author in course.messages.select("courseCategoryId", "postUserId").iter_rows():
        people[session].add(author)
    for session, (_, threads, messages, *lengths) in TABLE_1.items():
        rows = course.messages.filter(pl.col("courseCategoryId") == session)
        words = [len(text.split()) for text in rows["postBody"]]
        assert (rows["topicId"].n_unique(), rows.height) == (threads, messages)
        assert rows.filter(pl.col("postParentId") == "0").height == threads
        found = (statistics.mean(words), statistics.stdev(words), statistics.median(words))
        assert found == pytest.approx(lengths, rel=0.05)
    assert {s: len(p) for s, p in people.items()} == {s: row[0] for s, row in TABLE_1.items()}
    assert course.roster.height == len(set.union(*people.values())) == 84


def test_table_4(course: Course) -> None:
    for category, numbers in TABLE_4.items():
        rows = course.categories.filter(pl.col("category") == category)
        assert (rows["name"].n_unique(), rows.height, rows["count"].sum()) == numbers
    names = course.categories["name"]
    total = course.categories["count"].sum()
    assert (names.n_unique(), len(names), total) == (148, 163, 2888)


@pytest.mark.parametrize(("method", "coverage", "recall", "precision"), TABLE_2)
def test_table_2(
    course: Course,
    method: Callable[[Corpus], Evidence],
    coverage: float,
    recall: float,
    precision: float,
) -> None:
    """The paper's methods do here what they do there, within six points."""
    found: Pairs = {(clue.participant, clue.name) for clue in method(read(course)).clues}
    true = gold(course)
    missed = {participant for participant, _ in true - found}
    assert 100 * len(true & found) / len(true) == pytest.approx(recall, abs=6)
    assert 100 * len(true & found) / len(found) == pytest.approx(precision, abs=6)
    assert 100 * (1 - len(missed) / 84) == pytest.approx(coverage, abs=6)


def test_misspellings_and_what_the_expressions_miss(course: Course) -> None:
    """Section 5.4: 26 of 34 misspellings are found, and 15 of those missed have several words."""
    found = {(clue.participant, clue.name) for clue in farrow(read(course)).clues}
    missed = [
        (name, category)
        for who, name, category, _ in course.categories.iter_rows()
        if (who, name) not in found
    ]
    assert sum(category == "misspelt" for _, category in missed) == 8
    words = [name for name, _ in missed if len(name) > 2 and " " in name.strip()]
    assert len([name for name in words if len(name.split()) < 5]) == 15


def test_single_words(course: Course) -> None:
    """Splitting gives 169 connections of 153 words in the paper, and about as many here."""
    split = {(who, word) for who, name in gold(course) for word in name.split()}
    assert len(split) == pytest.approx(169, abs=3)
    assert len({word for _, word in split}) == pytest.approx(153, abs=3)


def test_shared_names(course: Course) -> None:
    """Section 5.5: 4 cases of a name shared within a session, 12 names shared across sessions."""
    owners: dict[str, set[str]] = defaultdict(set)
    for who, name in gold(course):
        owners[name].add(str(who))
    sessions: dict[str, set[str]] = defaultdict(set)
    for session, author in course.messages.select("courseCategoryId", "postUserId").iter_rows():
        sessions[session].add(author)
    shared = {name: people for name, people in owners.items() if len(people) > 1}
    cases = [
        (s, n) for s, p in sessions.items() for n, owned in shared.items() if len(owned & p) > 1
    ]
    assert len(cases) == 4
    assert len(set(shared) - {name for _, name in cases}) == 12


def test_spans_are_the_mapping(course: Course) -> None:
    counts: dict[tuple[str, str], int] = defaultdict(int)
    people = set(course.roster["userid"])
    for _, start, end, who, name in named(course):
        assert start < end and name == name.strip()
        assert who in people or who in ("author", "eponym", "third")
        if who in people:
            counts[who, name] += 1
    entries = course.mapping().entries
    assert counts == {(entry.participant, entry.name): entry.count for entry in entries}


def test_no_name_outside_its_spans(course: Course) -> None:
    names = sorted({name for _, name in gold(course)}, key=len, reverse=True)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    for id, text in course.messages.select("postId", "postBody").iter_rows():
        spans = [(start, end) for start, end, *_ in course.spans[id]]
        for match in pattern.finditer(text):
            inside = any(start <= match.start() and match.end() <= end for start, end in spans)
            assert inside or match[0] in TRAPS, match[0]


CURIOSITIES = [
    ("spaced out", r"\n\w( \w){4,}$"),
    ("dashed", r"\n-[A-Z]{2}-$"),
    ("glued greeting", r"^Hi[A-Z]\w+"),
    ("glued thanks", r"\nthanks[A-Z]\w+$"),
    ("Hi all", r"^Hi all\b"),
    ("Hi Again", r"^Hi Again\b"),
    ("Thanks X", r"(Thanks|Cheers)\s\w$"),
    ("formula", r"\bG = \(V, E\)"),
    ("smiley", r"\w :-?\)$"),
    ("capital slip", r"\b[A-Z]{2}[a-z]+$"),
    ("postscript", r"\nP\.?S"),
    ("quotation", r"^> "),
    ("mail address", r"@example\.edu"),
    ("link", r"https?://"),
    ("possessive", r"\w's (question|video|remark|thread)"),
    ("full stop", r"(Best|Regards|Thanks|Cheers),? \w+\.$"),
]


@pytest.mark.parametrize(("what", "pattern"), CURIOSITIES)
def test_what_sections_3_and_5_tell_of(what: str, pattern: str) -> None:
    assert COURSE.messages["postBody"].str.contains(pattern).any(), what


COURSE = generate()


def test_people_beside_the_participants(course: Course) -> None:
    """Cited authors, eponyms and private people; some authors bear a participant's name."""
    names = {entry.name for entry in course.mapping().entries}
    others = defaultdict(set)
    for _, _, _, who, name in named(course):
        others[who].add(name)
    assert others["author"] and others["eponym"] and others["third"]
    assert any(set(author.split()) & names for author in others["author"])


def test_wrong_levels_and_absent_people(course: Course) -> None:
    """Some greet another than the author of the parent, some name who is not in the thread."""
    rows = {row["postId"]: row for row in course.messages.iter_rows(named=True)}
    writers: dict[str, set[str]] = defaultdict(set)
    for row in rows.values():
        writers[row["topicId"]].add(row["postUserId"])
    people = set(course.roster["userid"])
    wrong = absent = 0
    for id, start, _, who, _ in named(course):
        row = rows[id]
        parent = rows.get(row["postParentId"])
        greeted = row["postBody"][:start] == "Hi " and who in people
        wrong += greeted and parent is not None and parent["postUserId"] != who
        absent += who in people and who not in writers[row["topicId"]]
    assert wrong > 15
    assert absent > 50


def test_replies_follow_their_parents(course: Course) -> None:
    seen: dict[str, tuple[str, str]] = {"0": ("", "")}
    for row in course.messages.iter_rows(named=True):
        thread, time = seen[row["postParentId"]]
        assert thread in ("", row["topicId"]) and time <= row["postCreationTime"]
        seen[row["postId"]] = (row["topicId"], row["postCreationTime"])


def test_the_seed_decides() -> None:
    again = generate()
    assert again.messages.equals(COURSE.messages) and again.spans == COURSE.spans
    other = generate(1)
    assert set(other.roster["fullname"]) != set(COURSE.roster["fullname"])
    assert not other.messages.equals(COURSE.messages)


def test_the_default_course_stays_what_it_is() -> None:
    """The same on every machine and Python: a change here changes every figure in the docs."""
    first = COURSE.messages.row(0, named=True)
    assert (first["postId"], first["postParentId"]) == ("1", "0")
    text = "".join(COURSE.messages["postBody"]).encode()
    assert hashlib.sha256(text).hexdigest()[:16] == DIGEST


@pytest.mark.parametrize(
    ("messages", "sessions"), [(0, 0), (1, 1), (300, 2), (1748, 7), (3600, 13)]
)
def test_any_size(messages: int, sessions: int) -> None:
    course = generate(messages=messages)
    assert course.messages.height == len(course.spans) == messages
    assert course.messages["courseCategoryId"].n_unique() == sessions
    assert course.messages["postId"].n_unique() == messages
    assert set(course.messages["postUserId"]) <= set(course.roster["userid"])
    assert course.roster["userid"].n_unique() == course.roster.height


def test_files(tmp_path: Path) -> None:
    course = generate(messages=100)
    course.write(tmp_path)
    with (tmp_path / "forum.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["postBody"] for row in rows] == course.messages["postBody"].to_list()
    with (tmp_path / "class.csv").open(encoding="utf-8", newline="") as file:
        assert next(csv.reader(file)) == ["userid", "fullname"]
    lines = (tmp_path / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    spans = {line["id"]: [tuple(span) for span in line["spans"]] for line in map(json.loads, lines)}
    assert spans == course.spans
    mapping = (tmp_path / "gold_mapping.txt").read_text(encoding="utf-8").splitlines()
    assert mapping[0] == "# Onym mapping 1"
    entries = [line.split(" | ") for line in mapping if " | " in line]
    found = {(who, name) for who, *names in entries for name in names}
    assert found == {(e.participant, f"{e.name} [{e.count}]") for e in course.mapping().entries}
    categories = pl.read_csv(tmp_path / "gold_categories.csv", infer_schema=False)
    assert categories.columns == ["participant", "name", "category", "count"]


@given(st.lists(st.tuples(st.text("ab .\n", max_size=5), st.text("XYZ", min_size=1, max_size=4))))
def test_unmark_finds_what_was_marked(parts: list[tuple[str, str]]) -> None:
    marked = "".join(text + mark(name, f"U{n}") for n, (text, name) in enumerate(parts))
    text, spans = unmark(marked)
    assert text == "".join(before + name for before, name in parts)
    assert [text[start:end] for start, end, *_ in spans] == [name for _, name in parts]
    assert [who for *_, who in spans] == [f"U{n}" for n in range(len(parts))]


@given(st.sampled_from(["Arthur", "Anna", "Zoë", "Bert", "Małgorzata"]), st.integers(0, 99))
def test_misspell_changes_a_little(name: str, seed: int) -> None:
    slip = misspell(name, Dice(str(seed)), {"Ana", "Anne"})
    assert slip != name and slip not in ("Ana", "Anne")
    assert slip[0] == name[0] and abs(len(slip) - len(name)) <= 1


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 10**6))
def test_every_seed_has_the_totals(seed: int) -> None:
    test_table_4(generate(seed))
