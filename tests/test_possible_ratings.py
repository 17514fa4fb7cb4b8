"""The list of possible names, annotating without exposure, and agreement."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from onym.errors import InputError
from onym.possible import ratings, sheet
from onym.possible.features import extract
from onym.possible.measures import area, kappa, kappa_interval, measure, table1, table2
from onym.possible.sheet import Sheet
from onym.tables import render

COURSE = ["Hi Adaeze Okonkwo,\nthe secret word is zanzibarian.\nTheobald"]


def features(texts: list[str]) -> Sheet:
    table = extract(texts)
    names: tuple[bool | None, ...] = (None,) * len(table.words)
    counts = tuple(table.counts.tolist())
    return Sheet(table.words, counts, (0.5,) * len(counts), names, table.names, table.values)


def test_a_list_is_written_and_read_back(tmp_path: Path) -> None:
    before = features(COURSE).labelled({"adaeze": True, "zanzibarian": False})
    sheet.write(before, tmp_path / "words.csv")
    after = sheet.read(tmp_path / "words.csv")
    assert (after.words, after.counts, after.names) == (before.words, before.counts, before.names)
    assert after.features == before.features
    assert after.values is not None and before.values is not None
    assert np.allclose(after.values, before.values, rtol=1e-5)


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_spreadsheet_may_change_marks_and_case(tmp_path: Path, mark: str) -> None:
    rows = ["possible_name,occurrences,probability,name", "MARY,3,0.9,YES", "hope,2,0.1,no", ",,,"]
    (tmp_path / "w.csv").write_text("\r\n".join(rows).replace(",", mark), "utf-8-sig")
    assert sheet.read(tmp_path / "w.csv").chosen() == {"mary"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        ("word,name\nmary,yes\n", "possible_name"),
        ("possible_name,name\nmary,maybe\n", "row 2"),
        ("possible_name,occurrences,name\nmary,many,yes\n", "number"),
    ],
)
def test_a_list_that_cannot_be_used(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "w.csv").write_text(text)
    with pytest.raises(InputError, match=told) as error:
        sheet.read(tmp_path / "w.csv")
    assert "mary" not in str(error.value)


def test_a_rater_sees_a_word_and_numbers_and_no_other_word() -> None:
    table = features(COURSE)
    shown = "\n".join(ratings.show("adaeze", table))
    assert "100% after a greeting" in shown
    assert "0.5" not in shown, "nor what a model thinks"
    assert not any(word in shown for word in ("okonkwo", "theobald", "zanzibarian", "secret"))


def test_every_answer_is_kept_at_once_and_can_be_taken_back() -> None:
    table, kept = features(COURSE), []
    todo = ratings.sample(table.words, None)
    keys = iter("ynbyq")
    done = ratings.rate(
        todo, table, {}, lambda: next(keys), lambda text: None, lambda a: kept.append(dict(a))
    )
    assert done == 2  # the second one twice
    assert kept == [
        {todo[0]: True},
        {todo[0]: True, todo[1]: False},
        {todo[0]: True, todo[1]: True},
    ]


def test_both_raters_get_the_same_words_in_the_same_order() -> None:
    words = [f"word{number}" for number in range(50)]
    assert ratings.sample(words, 10) == ratings.sample(words[::-1], 10)
    assert ratings.sample(words, 10) != sorted(words)[:10]


def paper() -> tuple[np.ndarray, np.ndarray]:
    """600 words as the paper's raters had them: 37 differ, 30 one way and 7 the other."""
    one = np.array([True] * 193 + [False] * 7 + [True] * 30 + [False] * 370)
    two = np.array([True] * 193 + [True] * 7 + [False] * 30 + [False] * 370)
    return one, two


def test_the_paper_s_table_1_and_kappa() -> None:
    one, two = paper()
    assert kappa(one, two) == pytest.approx(0.864, abs=0.002)
    assert kappa_interval(one, two) == pytest.approx((0.823, 0.907), abs=0.003)
    outcome = measure(one, two.astype(float))
    assert (outcome.missed, outcome.taken) == (30, 7)
    assert outcome.accuracy == pytest.approx(0.938, abs=0.001)
    assert outcome.auc == pytest.approx(0.923, abs=0.004)
    text = render(table1(outcome, measure(two, one.astype(float)), ("A", "B")))
    assert "93.8%" in text and "A is right" in text


def test_table_2_has_the_paper_s_columns() -> None:
    truth, guess = np.array([True, True, False, False]), np.array([0.9, 0.2, 0.6, 0.1])
    assert area(truth, guess) == 0.75
    text = render(table2({"Fusion": measure(truth, guess)}, "Results"))
    for column in ("FN", "FP", "AUC", "Acc", "Kappa", "Precision", "Recall", "Base rate", "N"):
        assert column in text


def test_raters_who_never_differ_from_chance_have_no_kappa() -> None:
    same = np.array([True, True])
    assert kappa(same, same) is None and kappa_interval(same, same) is None


def test_agreement_of_two_files_and_what_is_left_to_settle(tmp_path: Path) -> None:
    words = ("adaeze", "hope", "paris", "exersise")
    for rater, names in (("A", (True, False, True, False)), ("B", (True, True, True, False))):
        sheet.write(Sheet(words, names=names), tmp_path / f"words.{rater}.csv")
    found = ratings.compare(tmp_path / "words.A.csv", tmp_path / "words.B.csv")
    assert found.disagreements() == ("hope",) and found.agreed == 0.75
    ratings.settle(found, tmp_path / "settled.csv", ("A", "B"))
    settled = sheet.read(tmp_path / "settled.csv")
    assert settled.words[0] == "hope" and settled.names[0] is None
    assert settled.chosen() == {"adaeze", "paris"} and settled.features == ()


def test_raters_without_a_common_word(tmp_path: Path) -> None:
    for rater, word in (("A", "adaeze"), ("B", "hope")):
        sheet.write(Sheet((word,), names=(True,)), tmp_path / f"{rater}.csv")
    with pytest.raises(InputError, match="in common"):
        ratings.compare(tmp_path / "A.csv", tmp_path / "B.csv")
