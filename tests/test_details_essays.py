"""The invented essays: F2 over all labels, surnames, forms (Tables 5 and 6 of Volodina et al.)."""

from __future__ import annotations

from functools import cache

import pytest

from essay_gold import items, measure, read_essays
from onym.details import LABELS, Detector

LANGUAGES = {"sv": 32, "fr": 18, "de": 18}
"""Essays of each half."""
HALVES = [(code, half) for code in LANGUAGES for half in ("tune", "held")]
ARGUING = {"sv": 4, "fr": 4, "de": 4}


@cache
def detector(code: str) -> Detector:
    return Detector([code])


@pytest.mark.parametrize(("code", "half"), HALVES)
def test_the_gold_is_sound(code: str, half: str) -> None:
    essays = list(read_essays(half, code))
    assert len(essays) == LANGUAGES[code]
    for essay in essays:
        assert {item.label for item in essay.gold} <= set(LABELS)
        assert "[" not in essay.text and "{" not in essay.text


@pytest.mark.parametrize(("code", "half"), HALVES)
def test_figures_of_the_issue(code: str, half: str) -> None:
    tally = measure(detector(code), half)
    assert tally.f2() >= 0.95, (tally.missed, tally.false)
    assert tally.recall("surname") >= 0.9 - 0.1 * (code != "sv")
    assert tally.forms[True] >= 0.9 * tally.forms.total()


@pytest.mark.parametrize("code", LANGUAGES)
def test_essays_that_argue_have_no_details(code: str) -> None:
    essays = [essay for half in ("tune", "held") for essay in read_essays(half, code)]
    arguing = [essay for essay in essays if not essay.gold]
    assert len(arguing) == ARGUING[code]
    for essay in arguing:
        assert items(detector(code).detect(essay.text)) == [], essay.id
