"""Who is around a message; every person here is invented."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import settings as running
from hypothesis import strategies as st

from onym.model import MESSAGE_COLUMNS, Corpus, Source
from onym.threads import RECENT, Setting, membership, settings, surround, whole_of

Row = tuple[str | None, str | None, str | None]


def messages(*rows: Row, session: str | None = "S") -> pl.DataFrame:
    """Messages of (author, parent's author, thread)."""
    columns: dict[str, list[str | None]] = {name: [None] * len(rows) for name in MESSAGE_COLUMNS}
    columns["id"] = [str(number) for number in range(len(rows))]
    columns["author"], columns["parent_author"], columns["thread"] = (
        [row[at] for row in rows] for at in range(3)
    )
    columns["session"] = [session] * len(rows)
    return pl.DataFrame(columns, schema=dict.fromkeys(MESSAGE_COLUMNS, pl.String))


def last(*rows: Row) -> Setting:
    """The setting of the last of some messages."""
    return list(settings(messages(*rows)))[-1]


ANSWERED: list[tuple[str, list[Row], str | None]] = [
    ("nobody has written yet", [("ann", None, "T")], None),
    ("the one whose message it hangs on", [("ann", None, "T"), ("bob", "ann", "T")], "ann"),
    (
        "the parent's author, whoever wrote last",
        [("ann", None, "T"), ("bob", "ann", "T"), ("cat", "ann", "T")],
        "ann",
    ),
    (
        "without a parent the one who wrote last",
        [("ann", None, "T"), ("bob", None, "T"), ("cat", None, "T")],
        "bob",
    ),
    (
        "in answer to oneself the last one else",
        [("ann", None, "T"), ("bob", "ann", "T"), ("bob", "bob", "T")],
        "ann",
    ),
    ("nobody else has written", [("ann", None, "T"), ("ann", "ann", "T")], None),
    ("another thread is elsewhere", [("ann", None, "T"), ("bob", None, "U")], None),
    ("without threads only the parent counts", [("ann", None, None), ("bob", None, None)], None),
    ("a parent without a thread", [("ann", None, None), ("bob", "ann", None)], "ann"),
    ("a message without an author", [("ann", None, "T"), (None, None, "T")], "ann"),
    ("nobody known wrote last", [("ann", None, "T"), (None, None, "T"), ("bob", None, "T")], "ann"),
]


@pytest.mark.parametrize(
    ("rows", "answered"), [case[1:] for case in ANSWERED], ids=[case[0] for case in ANSWERED]
)
def test_whom_a_message_answers(rows: list[Row], answered: str | None) -> None:
    assert last(*rows).answered == answered


def test_earlier_writers_come_latest_first_and_once() -> None:
    rows: list[Row] = [(who, None, "T") for who in ("ann", "bob", "cat", "ann", "dan")]
    assert last(*rows).earlier == ("ann", "cat", "bob")


def test_the_writer_is_not_among_the_earlier_ones() -> None:
    assert last(("ann", None, "T"), ("bob", None, "T"), ("ann", None, "T")).earlier == ("bob",)


def test_only_the_latest_writers_are_remembered() -> None:
    rows: list[Row] = [(f"U{number}", None, "T") for number in range(RECENT + 5)]
    setting = last(*rows, ("ann", None, "T"))
    assert setting.earlier == tuple(f"U{number}" for number in range(RECENT + 4, 4, -1))


def test_a_setting_tells_where_a_message_stands() -> None:
    assert list(settings(messages(("ann", None, "T"), session="S1"))) == [
        Setting("ann", None, (), "T", "S1")
    ]


def test_who_writes_where() -> None:
    frame = pl.concat(
        [
            messages(("ann", None, "T"), ("bob", None, "T"), ("ann", None, "T"), session="S1"),
            messages(("ann", None, "U"), (None, None, "U"), ("cat", None, None), session="S2"),
        ]
    )
    found = membership(Corpus(frame, {}, Source(None, "frame", {})))
    assert found.threads == {"T": {"ann", "bob"}, "U": {"ann"}}
    assert found.sessions == {"S1": {"ann", "bob"}, "S2": {"ann", "cat"}}
    assert found.written == {"ann": 3, "bob": 1, "cat": 1}


PEOPLE = st.sampled_from([None, *"abcdefghijklmnop"])
ROWS = st.lists(st.tuples(PEOPLE, PEOPLE, st.sampled_from(["T", "U", None])), max_size=40)


@running(deadline=None)
@given(ROWS)
def test_every_message_has_a_setting_of_people_who_were_there(rows: list[Row]) -> None:
    found = list(settings(messages(*rows)))
    assert [(setting.author, setting.thread) for setting in found] == [(a, t) for a, _, t in rows]
    for at, setting in enumerate(found):
        before = {who for who, _, thread in rows[:at] if thread == setting.thread}
        assert len(setting.earlier) == len(set(setting.earlier)) <= RECENT
        assert set(setting.earlier) <= (before if setting.thread else set())
        assert setting.author is None or setting.author not in (*setting.earlier, setting.answered)
        assert setting.answered in {None, rows[at][1], *setting.earlier[:1]}


@running(deadline=None)
@given(ROWS, st.integers(1, 7))
def test_a_part_knows_what_the_whole_does(rows: list[Row], size: int) -> None:
    frame = messages(*rows)
    whole = Corpus(frame, {}, Source(None, "frame", {}))
    told, members = list(settings(frame)), membership(whole)
    at = 0
    for around in surround(frame, size):
        piece = frame.slice(at, around.height).with_columns(around)
        part = replace(whole, messages=piece, whole=whole_of(whole))
        assert list(settings(piece)) == told[at : at + size]
        here = membership(part)
        threads = members.threads.keys() & {thread for _, _, thread in rows[at : at + size]}
        assert here.threads == {thread: members.threads[thread] for thread in threads}
        assert (here.sessions, here.written) == (members.sessions, members.written)
        at += around.height
    assert at == len(rows)
