"""What stands behind the pictures: graphs, places for dots, times and axes."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.report.network import compare, layout
from onym.report.pictures import steps
from onym.report.times import activity, moments, years

ties = st.lists(st.tuples(st.integers(0, 6), st.one_of(st.none(), st.integers(0, 6))), min_size=2)


@given(rows=ties, seed=st.permutations(range(7)))
def test_giving_pseudonyms_keeps_the_graph(
    rows: list[tuple[int, int | None]], seed: list[int]
) -> None:
    pseudonyms = {f"u{number}": f"P{other}" for number, other in enumerate(seed)}
    before = pl.DataFrame(
        [(f"u{a}", None if b is None else f"u{b}") for a, b in rows],
        schema={"author": pl.String, "parent_author": pl.String},
        orient="row",
    )
    after = before.with_columns(pl.all().replace(pseudonyms))
    network = compare(before, after, pseudonyms)
    assert network.same
    assert (network.nodes_before, network.ties_before) == (network.nodes_after, network.ties_after)
    assert network.before == network.after
    lost = compare(before, after.with_columns(pl.lit("P0").alias("author")), pseudonyms)
    assert lost.same == (set(after["author"]) == {"P0"})


@given(st.integers(0, 12), ties)
def test_every_node_is_placed_in_the_square(size: int, rows: list[tuple[int, int | None]]) -> None:
    known = [(a, b, 1) for a, b in rows if b is not None and max(a, b) < size]
    points = layout(size, known)
    assert len(points) == size
    assert all(-1e-9 <= x <= 1 + 1e-9 and -1e-9 <= y <= 1 + 1e-9 for x, y in points)
    assert points == layout(size, known)


TIMES = (
    # as the source writes it            year
    ("2021-03-04T10:00:00Z", 2021),
    ("2021-03-04 10:00", 2021),
    ("1614852000", 2021),
    ("1614852000000", 2021),
    ("Thu, 04 Mar 2021 10:00:00 +0100", 2021),
    ("04.03.2021 10:00", 2021),
    ("[4.3.21, 10:00:01]", 2021),
    ("25/03/2021, 10:00", 2021),
    ("3/25/21, 10:00 PM", 2021),
    ("03/04/2021", None),  # in March or in April?
    ("31.02.2021", None),
    ("last Tuesday", None),
    ("12", None),
)


@pytest.mark.parametrize(("time", "year"), TIMES)
def test_reads_times_as_platforms_write_them(time: str, year: int | None) -> None:
    assert years(moments(pl.Series([time, None]))) == (None if year is None else (year, year))


def test_one_day_after_the_twelfth_tells_how_all_are_written() -> None:
    day, later = moments(pl.Series(["03/04/2021", "13/04/2021"]))
    assert later - day == 10 * 86_400


def test_activity_is_counted_from_the_first_message_without_a_date() -> None:
    days = pl.Series(["2021-03-04", "2021-03-05", "2021-03-26"])
    told = activity(moments(days), 3)
    assert told is not None and (told.unit, told.counts) == ("week", (2, 0, 0, 1))
    assert activity(moments(days), 10) is None  # most times cannot be read


def test_axis_steps_are_round_and_reach_the_top() -> None:
    assert [steps(top) for top in (0, 4, 7, 230)] == [
        [0, 1],
        [0, 1, 2, 3, 4],
        [0, 2, 4, 6, 8],
        [0, 100, 200, 300],
    ]
