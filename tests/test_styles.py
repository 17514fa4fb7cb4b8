from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.errors import PolicyError
from onym.names.styles import STYLES, give

IDS = [f"U{number:02}" for number in range(1, 21)]


def test_ids_are_the_sources_own() -> None:
    assert give("id", ["U43", "U12", "X1"], 0, {}) == {"U12": "U12", "U43": "U43", "X1": "X1"}


def test_codes_are_numbered_without_gaps() -> None:
    assert sorted(give("code", IDS, 0, {}).values()) == [f"P{n:02}" for n in range(1, 21)]


def test_codes_do_not_follow_the_order_of_the_source() -> None:
    drawn = give("code", IDS, 0, {})
    assert [drawn[who] for who in IDS] != sorted(drawn.values())
    assert drawn != give("code", IDS, 1, {})


def test_the_order_in_which_ids_come_makes_no_difference() -> None:
    assert give("code", IDS, 5, {}) == give("code", reversed(IDS), 5, {})


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_seed_alone_decides_in_every_process(hash_seed: str) -> None:
    program = (
        "from onym.names.styles import give\n"
        "print(sorted(give('code', set('abcdef'), 7, {}).items()))"
    )
    run = [sys.executable, "-c", program]
    out = subprocess.run(run, env={"PYTHONHASHSEED": hash_seed}, capture_output=True, text=True)
    # Written down: another machine must come to the same.
    assert out.stdout == (
        "[('a', 'P02'), ('b', 'P05'), ('c', 'P06'), ('d', 'P04'), ('e', 'P01'), ('f', 'P03')]\n"
    )


def test_codes_grow_wider_with_the_crowd() -> None:
    drawn = give("code", [f"u{n}" for n in range(120)], 0, {})
    assert min(drawn.values()) == "P001"
    assert max(drawn.values()) == "P120"


def test_people_who_do_not_take_part_have_codes_of_their_own() -> None:
    assert give("code", ["X1"], 0, {}) == {"X1": "X01"}
    drawn = give("code", [*IDS, "X1", "X2"], 0, {})
    assert {drawn["X1"], drawn["X2"]} == {"X01", "X02"}
    assert sorted(drawn[who] for who in IDS) == [f"P{n:02}" for n in range(1, 21)]


@pytest.mark.parametrize("style", sorted(STYLES))
def test_what_was_given_stays(style: str) -> None:
    before = give(style, IDS[:10], 3, {})
    after = give(style, IDS, 4, before)
    assert before.items() <= after.items()
    assert len(set(after.values())) == len(IDS)


def test_a_code_is_never_an_id_a_name_or_given_to_another() -> None:
    drawn = give("code", ["P1", "a"], 0, {"gone": "P02"}, names=["p03", "P004"])
    assert sorted(drawn.values()) == ["P05", "P06"]


def test_an_unknown_style_is_named_with_the_known_ones() -> None:
    with pytest.raises(PolicyError, match=re.escape("no style 'rune': choose among code, first")):
        give("rune", ["a"], 0, {})


@given(
    st.sets(st.text("PX0123ab", min_size=1, max_size=4), max_size=12),
    st.sets(st.text("PX0123ab", min_size=1, max_size=4), max_size=6),
    st.integers(),
)
def test_everybody_has_one_code_and_no_two_share_it(
    ids: set[str], names: set[str], seed: int
) -> None:
    drawn = give("code", ids, seed, {}, names)
    assert drawn.keys() == ids
    assert len(set(drawn.values())) == len(ids)
    assert not set(drawn.values()) & (ids | names)
