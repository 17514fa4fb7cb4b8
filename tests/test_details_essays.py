"""The Swedish essays: F2 over all labels, surnames, forms (Tables 5 and 6 of Volodina et al.)."""

from __future__ import annotations

import pytest

from onym.details import LABELS, Detector
from sv_essays import items, measure, read_essays


@pytest.fixture(scope="module")
def detector() -> Detector:
    return Detector(["sv"])


@pytest.mark.parametrize("half", ["tune", "held"])
def test_the_gold_is_sound(half: str) -> None:
    essays = list(read_essays(half))
    assert len(essays) == 32
    for essay in essays:
        assert {item.label for item in essay.gold} <= set(LABELS)
        assert "[" not in essay.text and "{" not in essay.text


@pytest.mark.parametrize("half", ["tune", "held"])
def test_figures_of_the_issue(detector: Detector, half: str) -> None:
    tally = measure(detector, half)
    assert tally.f2() >= 0.95, (tally.missed, tally.false)
    assert tally.recall("surname") >= 0.9
    assert tally.forms[True] >= 0.9 * tally.forms.total()


def test_essays_that_argue_have_no_details(detector: Detector) -> None:
    arguing = [essay for half in ("tune", "held") for essay in read_essays(half) if not essay.gold]
    assert len(arguing) == 4
    for essay in arguing:
        assert items(detector.detect(essay.text)) == [], essay.id
