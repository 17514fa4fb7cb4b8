from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.errors import ProjectError
from onym.mapping import format, parse
from onym.model import Entry, Mapping
from onym.project.decisions import ACTIONS, Decision, read_lines, stamp, write_lines
from onym.project.replay import compare, merge, replay

EDITS = [
    # what the machine wrote, what a person made of it, what that decides
    ("U1 | Bo [3] | html [1]", "U1 | Bo", [Decision("reject", "html", "U1")]),
    ("U1 | Bo [3]", "U1 | Bo [3] | Bob", [Decision("add", "Bob", "U1")]),
    (
        "U1 | Bo [3]\nU2 | Al [1]",
        "U2 | Al | Bo",
        [Decision("reject", "Bo", "U1"), Decision("add", "Bo", "U2")],
    ),
    ("U1 | Bo", "U1 | Bo\nkeep: Bo Derek", [Decision("keep", "Bo Derek")]),
    ("keep: Bo Derek", "", [Decision("unkeep", "Bo Derek")]),
    ("hide: Kit", "reject: Kit", [Decision("reject", "Kit"), Decision("unhide", "Kit")]),
    ("", "glued: HiBo -> Hi [U1]", [Decision("glue", "HiBo", replacement="Hi [U1]")]),
    ("glued: HiBo -> Hi [U1]", "", [Decision("unglue", "HiBo")]),
    (
        "",
        "message 7: Bo #2 -> U2",
        [Decision("assign", "Bo", "U2", message="7", nth=2)],
    ),
    ("message 7: Bo -> U2", "", [Decision("unassign", "Bo", "U2", message="7")]),
    ("U1 | Bo [3]", "U1 | Bo [9]", []),
    ("case: exact", "", [Decision("case", "smart")]),
]


@pytest.mark.parametrize(("written", "edited", "decided"), EDITS)
def test_edits_are_decisions(written: str, edited: str, decided: list[Decision]) -> None:
    base, now = parse(written), parse(edited)
    assert compare(base, now) == decided
    again = replay(base, decided)
    assert compare(again, now) == []


RUNS = [
    # written last, edited by a person, proposed now, written next
    ("U1 | Bo [3] | html [1]", "U1 | Bo [3]", "U1 | Bo [5] | html [2]", "U1 | Bo [5]"),
    ("U1 | Bo [3]", "U1 | Bo [3] | Bob", "U1 | Bo [4]", "U1 | Bo [4] | Bob"),
    ("U1 | Bo [3]", "U1 | Bo [3] | Bob", "U1 | Bo [4] | Bob [2]", "U1 | Bo [4] | Bob [2]"),
    ("U1 | Bo\nU2 | Al", "U2 | Al | Bo", "U1 | Bo [7]\nU2 | Al", "U2 | Al | Bo"),
    ("U1 | Bo", "U1 | Bo\nkeep: Bo Derek", "U1 | Bo | Di", "U1 | Bo | Di\nkeep: Bo Derek"),
    ("U1 | Bo\nkeep: Cy", "U1 | Bo", "U1 | Bo\nkeep: Cy", "U1 | Bo"),
    ("U1 | html", "U1 | html\nreject: html", "U1 | html\nU2 | html", "reject: html"),
    ("reject: May", "U1 | May\nreject: May", "reject: May", "U1 | May"),
    ("hide: Kit", "U1 | Kit\nhide: Kit", "hide: Kit", "U1 | Kit"),
    ("", "message 7: Bo -> keep", "U1 | Bo", "U1 | Bo\nmessage 7: Bo -> keep"),
    ("", "case: exact", "U1 | Bo", "case: exact\nU1 | Bo"),
    ("U1 | Bo", "U1 | Bo", "U2 | Al", "U2 | Al"),
]


@pytest.mark.parametrize(("base", "edited", "new", "merged"), RUNS)
def test_a_persons_edits_outlive_a_new_run(base: str, edited: str, new: str, merged: str) -> None:
    result, _ = merge(parse(base), parse(edited), parse(new))
    assert format(result) == format(parse(merged))


def test_accepted_names_keep_the_machines_reasons() -> None:
    proposal = Mapping((Entry("U1", "Bo", 3, 0.4, ("greeted so",), traits=("word",)),))
    [entry] = replay(proposal, [Decision("add", "Bo", "U1")]).entries
    assert entry == Entry("U1", "Bo", 3, 0.4, ("greeted so",), "accepted", ("word",))
    [entry] = replay(Mapping(), [Decision("add", "Bo", "U1")]).entries
    assert entry == Entry("U1", "Bo", decision="added")


def test_the_last_word_counts() -> None:
    proposal = parse("U1 | Bo")
    back_and_forth = [Decision("reject", "Bo", "U1"), Decision("add", "Bo", "U1")]
    assert replay(proposal, back_and_forth).names() == {"U1": {"Bo": 0}}
    assert replay(proposal, back_and_forth[::-1]).names() == {}
    everywhere = [Decision("add", "Bo", "U1"), Decision("reject", "Bo")]
    assert replay(proposal, everywhere).names() == {}
    assert replay(proposal, [*everywhere, Decision("unreject", "Bo")]).names() == {"U1": {"Bo": 0}}


def test_the_log_is_read_back() -> None:
    made = [
        Decision("assign", "Bo", None, "7", 2),
        Decision("glue", "HiBo", replacement="Hi [U1]"),
        Decision("add", "Zoé | x", "U1"),
    ]
    stamped = stamp(made, "2024-05-01T10:00:00+00:00", "jo")
    text = write_lines(stamped)
    assert text.splitlines()[2] == (
        '{"version": 1, "action": "add", "name": "Zoé | x", "participant": "U1",'
        ' "time": "2024-05-01T10:00:00+00:00", "by": "jo"}'
    )
    assert read_lines(text) == stamped


@pytest.mark.parametrize(
    "line",
    [
        "Zebulon",
        '{"version": "2", "action": "add", "name": "Zebulon"}',
        '{"version": 1, "action": "dance", "name": "Zebulon"}',
        '{"version": 1, "action": "add", "shoes": "Zebulon"}',
        '["Zebulon"]',
    ],
)
def test_a_damaged_log_is_named_by_line(line: str) -> None:
    good = write_lines([Decision("keep", "Bo")])
    with pytest.raises(ProjectError, match=r"^decisions\.jsonl, line 2: not understood") as caught:
        read_lines(good + line + "\n")
    assert "Zebulon" not in str(caught.value)


pairs = st.tuples(st.sampled_from(["U1", "U2", "U3"]), st.sampled_from(["Al", "Bo", "Cy"]))
tables = st.lists(pairs, max_size=6, unique=True).map(
    lambda found: Mapping(tuple(Entry(*pair) for pair in found))
)
listed = st.lists(st.sampled_from(["Al", "Bo", "Cy", "Di"]), unique=True, max_size=2).map(tuple)


@given(tables, tables, tables)
def test_merging_keeps_what_was_added_and_drops_what_was_deleted(
    base: Mapping, edited: Mapping, new: Mapping
) -> None:
    def connections(mapping: Mapping) -> set[tuple[str, str]]:
        return {(entry.participant, entry.name) for entry in mapping.entries}

    before, now, proposed = connections(base), connections(edited), connections(new)
    merged, _ = merge(base, edited, new)
    assert connections(merged) == (proposed - (before - now)) | (now - before)


@given(tables, listed, tables, listed, listed, tables)
def test_an_edit_is_taken_in_once(
    base: Mapping,
    keep: tuple[str, ...],
    edited: Mapping,
    kept: tuple[str, ...],
    rejected: tuple[str, ...],
    new: Mapping,
) -> None:
    written = Mapping(base.entries, keep=keep)
    now = Mapping(edited.entries, keep=kept, rejected=rejected)
    merged, decided = merge(written, now, new)
    assert replay(new, decided) == merged
    assert compare(merged, parse(format(merged))) == []
    assert {decision.action for decision in decided} <= set(ACTIONS)
