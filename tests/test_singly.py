"""What holds in one place alone: another label, other words, or nothing."""

from __future__ import annotations

import pytest

from onym.mapping import format, parse
from onym.model import Entry, Mapping, Override, Policy
from onym.project.decisions import Decision as D
from onym.project.replay import replay, revert
from onym.replace.singly import stretches
from test_replace import corpus_of, run

TEXT = "Vega wrote. Vega is far. Vega: vega@post.example"
OWNED = Mapping(entries=(Entry("U01", "Vega"),))
NAMES = Policy(style="id", scope="corpus", preset="names-only")
FORUM = Policy(style="id", scope="corpus", preset="forum")

HERE = [
    (Override("1", "Vega", None, 2), "[U01] wrote. Vega is far. [U01]: "),
    (Override("1", "Vega", "U01", 2, 12, None, "she"), "[U01] wrote. she is far. [U01]: "),
    (Override("1", "Vega", None, 2, 12, None, "[person]"), "[U01] wrote. [person] is far. [U01]: "),
    (Override("1", "Vega", None, 2, 12, "city", "Lyra"), "[U01] wrote. Lyra is far. [U01]: "),
    (Override("1", "Vega", None, None, None, None, "X"), "X wrote. X is far. X: "),
    (Override("2", "Vega", None, 2, 12, None, "she"), "[U01] wrote. [U01] is far. [U01]: "),
]  # fmt: skip


@pytest.mark.parametrize(("said", "expected"), HERE)
def test_only_here(said: Override, expected: str) -> None:
    mapping = Mapping(entries=OWNED.entries, overrides=(said,))
    done = run(corpus_of(TEXT), mapping, FORUM)
    assert done.messages["text"][0].startswith(expected)
    assert "post.example" not in done.messages["text"][0]


def test_a_label_of_one_place_draws_what_fits_it() -> None:
    said = Override("1", "Vega", None, 2, 12, "city")
    done = run(corpus_of(TEXT), Mapping(entries=OWNED.entries, overrides=(said,)), NAMES)
    [mention] = [each for each in done.mentions if each.start == 12]
    assert (mention.category, mention.sublabel, mention.by) == ("PLACE", "city", "override")
    assert mention.replacement not in (None, "Vega", "[U01]")


def test_a_place_can_be_left_alone_in_one_message() -> None:
    policy = Policy(style="id", scope="corpus", preset="essay")
    texts = "I live in Stockholm.", "I live in Stockholm."
    before = run(corpus_of(*texts), Mapping(), policy).messages["text"].to_list()
    assert "Stockholm" not in "".join(before)
    kept = Mapping(overrides=(Override("1", "Stockholm", None),))
    after = run(corpus_of(*texts), kept, policy).messages["text"].to_list()
    assert after == [texts[0], before[1]]


def test_words_for_a_detail_hold_wherever_it_stands() -> None:
    policy = Policy(style="id", scope="corpus", preset="essay")
    shown = Mapping(shown={"Stockholm": "Lakeside"})
    done = run(corpus_of("I live in Stockholm.", "To stockholm!"), shown, policy)
    assert done.messages["text"].to_list() == ["I live in Lakeside.", "To Lakeside!"]


def test_what_was_said_outlives_a_run_and_can_be_taken_back() -> None:
    said = D("assign", "Vega", None, "1", 2, "Lyra", label="city", start=12)
    shown = D("show", "Stockholm", replacement="Lakeside")
    mapping = replay(OWNED, [said, shown])
    assert mapping.overrides == (Override("1", "Vega", None, 2, 12, "city", "Lyra"),)
    assert mapping.shown == {"Stockholm": "Lakeside"}
    back = revert(OWNED, [said, shown], [said, shown])
    assert replay(OWNED, [said, shown, *back]) == OWNED


def test_the_mapping_file_leaves_it_to_the_log() -> None:
    said = Override("1", "Vega", None, 2, 12, "city")
    assert parse(format(Mapping(overrides=(said, Override("1", "Vega", "U2"))))).overrides == (
        Override("1", "Vega", "U2"),
    )


PLACES = [
    (Override("1", "Ann Lee", None, None, 4), [(4, 12)]),
    (Override("1", "ann lee", None, 1), [(4, 12)]),
    (Override("1", "Ann Lee", None, None, 3), [(4, 12), (14, 21)]),
    (Override("1", "Lee", None, 3), []),
]


@pytest.mark.parametrize(("said", "found"), PLACES)
def test_where_it_stood_goes_before_its_number(
    said: Override, found: list[tuple[int, int]]
) -> None:
    assert stretches("Hi, Ann\n Lee, Ann Lee Leeds", said) == found
