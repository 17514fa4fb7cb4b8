"""The measures of Farrow et al. on mappings small enough to score by hand."""

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.errors import InputError
from onym.model import MESSAGE_COLUMNS, Corpus, Entry, Mapping, Participant, Source
from onym.score.score import (
    as_mapping,
    combine,
    compare,
    connections,
    score,
    score_mapping,
    split_words,
)
from onym.tables import render

GOLD = {
    "U01": ["Robbie", "Robert", "Robbie Jones"],
    "U04": ["Robert", "RG"],
    "U12": ["Arthur", "Arhtur"],
    "U43": ["Mary Jane", "MJ"],
}
FOUND = {
    "U01": ["Robbie", "Robert", "Jones", "html"],
    "U04": ["RG", "Cheers", "Robert"],
    "U12": ["Arthur"],
    "U43": ["Mary", "Jane", "MJ", "thanksMary"],
}


def test_the_measures_worked_out_by_hand() -> None:
    # Right: Robbie, Robert, RG, Robert, Arthur, MJ = 6 of the 9 gold and of the 12 found.
    # Everything is found for U04 alone of the four.
    result = score_mapping(FOUND, GOLD)
    assert result.gold == 9
    assert result.found == 12
    assert result.recall == pytest.approx(6 / 9)
    assert result.precision == pytest.approx(6 / 12)
    assert result.f1 == pytest.approx(12 / 21)
    assert result.coverage == 0.25
    assert result.missed == (("U01", "Robbie Jones"), ("U12", "Arhtur"), ("U43", "Mary Jane"))
    assert ("U43", "thanksMary") in result.wrong


def test_single_words_as_in_table_3() -> None:
    # Gold becomes Robbie, Robert, Jones | Robert, RG | Arthur, Arhtur | Mary, Jane, MJ.
    result = score_mapping(split_words(FOUND), split_words(GOLD))
    assert result.gold == 10
    assert result.missed == (("U12", "Arhtur"),)
    assert result.precision == pytest.approx(9 / 12)
    assert result.coverage == 0.75


def test_splitting_adds_up_the_counts() -> None:
    mapping = Mapping(entries=(Entry("U43", "Mary Jane", 3), Entry("U43", "Mary", 2)))
    assert split_words(mapping).names() == {"U43": {"Mary": 5, "Jane": 3}}


def test_a_name_found_for_the_wrong_person_is_missed_and_wrong() -> None:
    result = score_mapping({"U03": ["Maggie"]}, {"U02": ["Maggie"]})
    assert (result.recall, result.precision, result.f1, result.coverage) == (0, 0, 0, 0)
    assert result.missed == (("U02", "Maggie"),)
    assert result.wrong == (("U03", "Maggie"),)


def test_nothing_found_scores_nothing() -> None:
    result = score_mapping({}, GOLD)
    assert (result.recall, result.precision, result.f1, result.coverage) == (0, 0, 0, 0)
    assert len(result.missed) == 9


def test_names_count_as_they_are_written_for_every_method() -> None:
    gold = {"U01": ["Robert", "RObert"]}
    smart = Mapping(entries=(Entry("U01", "Robert"),))
    exact = Mapping(entries=(Entry("U01", "Robert"),), case="exact")
    assert score_mapping(smart, gold).recall == score_mapping(exact, gold).recall == 0.5


def test_rejected_names_and_outsiders_are_no_connections() -> None:
    mapping = Mapping(
        entries=(
            Entry("U01", "Robert"),
            Entry("U01", "html"),
            Entry("U02", "Again", decision="rejected"),
            Entry("X1", "Anna Berg"),
        ),
        rejected=("html",),
    )
    assert connections(mapping) == {("U01", "Robert")}
    assert connections(mapping, {"X1"}) == {("U01", "Robert"), ("X1", "Anna Berg")}


def test_spaces_and_composed_accents_make_no_difference() -> None:
    found = {"U01": ["Zoe\u0301  Berg"]}
    assert score_mapping(found, {"U01": ["Zo\u00e9 Berg"]}).recall == 1


def test_gold_without_a_name_is_refused() -> None:
    with pytest.raises(InputError, match="gold mapping connects no participant"):
        score_mapping(FOUND, {})


def test_paths_and_mappings_mix(tmp_path: Path) -> None:
    path = tmp_path / "gold.txt"
    path.write_text("U12 | Arthur [2] | Arhtur [1]\n", encoding="utf-8")
    assert score({"U12": ["Arthur"]}, path).recall == 0.5
    assert score(path, str(path)).f1 == 1


def test_neither_repr_nor_figures_show_a_name() -> None:
    result = score_mapping(FOUND, GOLD)
    shown = repr(result) + str(result.figures())
    assert not [
        name for names in (*GOLD.values(), *FOUND.values()) for name in names if name in shown
    ]
    assert result.figures()["missed"] == 3


def test_combining_keeps_each_connection_once() -> None:
    both = combine({"U01": ["Robert", "Bob"]}, Mapping(entries=(Entry("U01", "Bob"),)))
    assert both.names() == {"U01": {"Bob": 0, "Robert": 0}}


def test_counts_of_a_plain_dict_are_kept() -> None:
    assert as_mapping({"U12": {"Arthur": 2}}).names() == {"U12": {"Arthur": 2}}


def test_tables_2_and_3_side_by_side() -> None:
    messages = pl.DataFrame([], schema=dict.fromkeys(MESSAGE_COLUMNS, pl.String))
    people = {name: Participant(name) for name in GOLD}
    corpus = Corpus(messages, people, Source(None, "csv", {}))
    methods = {
        "found": lambda _: as_mapping(FOUND),
        "roster": lambda given: as_mapping({who: GOLD[who][:1] for who in given.participants}),
    }
    table2, table3 = compare(corpus, GOLD, methods)
    assert render(table2).splitlines()[2:] == [
        "Approach  Coverage  Missed Connections  Recall  Precision     F1",
        "----------------------------------------------------------------",
        "found        25.0%                 3/9   66.7%      50.0%  57.1%",
        "roster        0.0%                 5/9   44.4%     100.0%  61.5%",
    ]
    assert [row[2] for row in table3.rows] == [(1, 10), (5, 10)]


NAMES = st.dictionaries(
    st.sampled_from(["U1", "U2", "U3"]),
    st.lists(st.sampled_from(["Ann", "Bo", "Cy", "Ann Bo"]), min_size=1),
    min_size=1,
)


@given(NAMES, NAMES)
def test_measures_agree_with_their_definitions(
    found: dict[str, list[str]], gold: dict[str, list[str]]
) -> None:
    has, wants = connections(found), connections(gold)
    result = score_mapping(found, gold)
    assert result.recall == pytest.approx(len(has & wants) / len(wants))
    assert result.precision == pytest.approx(len(has & wants) / len(has))
    whole = [who for who in gold if all((who, name) in has for name in gold[who])]
    assert result.coverage == pytest.approx(len(whole) / len(gold))
    swapped = score_mapping(gold, found)
    assert swapped.precision == pytest.approx(result.recall)
    assert swapped.f1 == pytest.approx(result.f1)


@given(NAMES)
def test_a_mapping_scores_full_marks_against_itself(names: dict[str, list[str]]) -> None:
    result = score_mapping(names, names)
    assert (result.recall, result.precision, result.f1, result.coverage) == (1, 1, 1, 1)
    assert not result.missed and not result.wrong
