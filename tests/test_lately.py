"""Who wrote last, whatever the thread; every person here is invented."""

from __future__ import annotations

import polars as pl
import pytest

from onym.conversation.lately import WRITERS, last_writers, moments

NINE = 1717405200
"""The third of June 2024 at nine in Greenwich."""


@pytest.mark.parametrize(
    "written",
    [
        "2024-06-03T09:00:00Z",
        "2024-06-03 09:00:00 UTC",
        "2024-06-03 09:00",
        "2024/06/03 09:00:00.123",
        "2024-06-03T11:00:00+02:00",
        "2024-06-03T04:30:00-0430",
        "20240603090000",
        "1717405200",
        "1717405200000",
        "1717405200.0001",
    ],
)
def test_one_moment_in_many_notations(written: str) -> None:
    assert moments(pl.Series([written])).to_list() == [NINE]


@pytest.mark.parametrize("written", ["", None, "3/4/2024", "2024-13-01", "yesterday", "2024", "17"])
def test_what_may_be_anything_is_no_moment(written: str | None) -> None:
    assert moments(pl.Series([written], dtype=pl.String)).to_list() == [None]


def test_a_day_without_a_time_is_its_beginning() -> None:
    assert moments(pl.Series(["2024-06-03"])).to_list() == [NINE - 9 * 3600]


def messages(*rows: tuple[str, str | None, str | None, str]) -> pl.DataFrame:
    """Messages of author, session, whom they answer, and hour."""
    names = ("author", "session", "parent_author", "time")
    frame = pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")
    return frame.with_columns(time=pl.lit("2024-06-03T") + pl.col("time"))


def test_who_wrote_before_in_time_and_not_in_the_file() -> None:
    rows = messages(
        ("ann", "s", None, "12:00"),
        ("bob", "s", None, "10:00"),
        ("cid", "s", "ann", "11:00"),
        ("bob", "s", None, "13:00"),
    )
    assert last_writers(rows) == [("cid", "bob"), (), (), ("ann", "cid")]


def test_a_session_is_a_course_of_its_own() -> None:
    rows = messages(("ann", "s", None, "10:00"), ("bob", "t", None, "11:00"))
    assert last_writers(rows) == [(), ()]


def test_so_many_are_remembered() -> None:
    rows = [(f"u{n}", None, None, f"10:{n:02}") for n in range(WRITERS + 5)]
    latest = [f"u{n}" for n in reversed(range(WRITERS + 4))]
    assert last_writers(messages(*rows))[-1] == tuple(latest[:WRITERS])


def test_messages_without_times_have_nobody() -> None:
    assert last_writers(messages(("ann", None, None, "10:00")).drop("time")) == [()]
