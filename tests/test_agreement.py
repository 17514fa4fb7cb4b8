"""Precision, recall, F1 and F2 by label, and agreement beyond chance, by hand-counted examples."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.evaluate import Standard
from onym.formats.svala import dump
from onym.model import Mention
from onym.score import agreement
from onym.score.agreement import Agreement, LabelScore
from onym.score.figures import draw_confusion
from onym.score.span_score import Span, load_spans
from onym.svala import build
from onym.tables import render

TEXT = "Anna Berg bor i Lund i maj"
GOLD = {
    "1": (
        Span(0, 4, "firstname_female"),
        Span(5, 9, "surname"),
        Span(16, 20, "city"),
        Span(23, 26, "month_word"),
    )
}
FOUND = {
    "1": (
        Span(
            0, 9, "NAME", sublabel="fullname", parts=((0, 4, "firstname_female"), (5, 9, "surname"))
        ),
        Span(14, 20, "PLACE", sublabel="city"),
        Span(23, 26, "NAME", sublabel="firstname_female"),
    )
}


def test_labels_are_counted_one_by_one() -> None:
    found = agreement.compare({"1": TEXT}, GOLD, FOUND)
    assert found.labels == {
        "city": LabelScore(1, 1, 1, 1),
        "firstname_female": LabelScore(1, 1, 2, 1),
        "month_word": LabelScore(1, 0, 0, 0),
        "surname": LabelScore(1, 1, 1, 1),
    }
    assert found.whole == LabelScore(4, 3, 4, 3)


def test_the_f_scores() -> None:
    row = LabelScore(gold=4, found=2, predicted=10, right=2)
    assert (row.precision, row.recall) == (0.2, 0.5)
    assert row.f(1) == pytest.approx(2 * 0.2 * 0.5 / 0.7)
    assert row.f(2) == pytest.approx(5 * 0.2 * 0.5 / (4 * 0.2 + 0.5))
    assert LabelScore(0, 0, 0, 0).f(2) == 0


def test_coarse_gold_is_compared_by_category() -> None:
    gold = {"1": (Span(16, 20, "PLACE"), Span(0, 9, "NAME", "self"), Span(0, 4, "NAME", "author"))}
    assert set(agreement.compare({"1": TEXT}, gold, FOUND).labels) == {"PLACE", "NAME"}
    assert agreement.is_fine(GOLD)
    assert not agreement.is_fine(gold)


def test_names_that_only_the_mapping_knows_are_labelled() -> None:
    predicted = {"1": (Span(0, 4, "NAME", "U1"),)}
    assert agreement.compare({"1": TEXT}, GOLD, predicted).labels["firstname_female"].found == 1


def test_agreement_by_hand() -> None:
    # Krippendorff's own example of two observers and nominal data (2011, section B): 10 objects.
    one, two = "abbbbbaaaa", "abbabbaabb"
    pairs: dict[tuple[str, str], int] = {}
    for pair in zip(one, two, strict=True):
        pairs[pair] = pairs.get(pair, 0) + 1
    found = Agreement({}, pairs)
    assert found.accuracy == pytest.approx(0.7)
    share = (one + two).count("a") / 20
    expected = share**2 + (1 - share) ** 2
    assert found.kappa == pytest.approx((0.7 - expected) / (1 - expected))
    a, b = 20 * share, 20 * (1 - share)
    assert found.alpha == pytest.approx(1 - 19 * 6 / (a * b * 2))


pairs = st.dictionaries(
    st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), st.integers(1, 50), min_size=1
)


@given(pairs)
def test_alpha_is_kappa_corrected_for_few_words(counts: dict[tuple[str, str], int]) -> None:
    found, words = Agreement({}, counts), sum(counts.values())
    assert found.alpha <= 1
    if any(one != other for one, other in counts):
        assert found.alpha < 1
        assert 1 - found.alpha == pytest.approx((1 - found.kappa) * (2 * words - 1) / (2 * words))
    else:
        assert found.alpha == found.kappa == 1


def test_tables() -> None:
    scores = {"onym": agreement.compare({"1": TEXT}, GOLD, FOUND)}
    table = render(agreement.label_table(scores), "csv").splitlines()
    assert table[0] == "Label,Gold,Found,Precision,Recall,F1,F2"
    assert "city,1,1,1.0,1.0,1.0,1.0" in table
    assert table[-1].startswith("all,4,4,0.75,0.75")
    told = render(agreement.agreement_table(scores), "csv").splitlines()
    assert told[1].startswith("onym,7,")
    genres = agreement.genre_table("genre", {"1": "letter"}, {"gold": GOLD, "onym": FOUND}, GOLD)
    assert render(genres, "csv").splitlines()[1:] == ["letter,4,3", "Total,4,3"]


def test_the_confusion_as_a_picture(tmp_path: Path) -> None:
    counts = agreement.compare({"1": TEXT}, GOLD, FOUND).confusion
    assert counts["month_word", "firstname_female"] == 1
    assert counts["none", "none"] == 2
    first = draw_confusion(counts, tmp_path / "a.svg").read_bytes()
    assert first == draw_confusion(counts, tmp_path / "b.svg").read_bytes()
    assert draw_confusion(counts, tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_gold_may_be_graphs_of_the_editor(tmp_path: Path) -> None:
    city = Mention("1", 16, 20, "PLACE", None, "Falun", 1.0, "", "city", None, "lund")
    (tmp_path / "essay1.json").write_bytes(dump(build(TEXT, [city])))
    standard = Standard(tmp_path)
    assert standard.is_spans
    assert standard.spans == {"essay1": (Span(16, 20, "city"),)}
    assert Standard(tmp_path / "essay1.json").spans == standard.spans


def test_sublabels_and_parts_are_read_from_mentions(tmp_path: Path) -> None:
    file = tmp_path / "mentions.jsonl"
    file.write_text(
        '{"id": "1", "spans": [{"start": 0, "end": 9, "label": "NAME", "sublabel": "fullname",'
        ' "parts": [[0, 4, "firstname_female"], [5, 9, "surname"]], "replacement": "x"}]}\n'
    )
    assert load_spans(file)["1"] == (FOUND["1"][0],)
