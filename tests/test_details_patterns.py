"""Details by their shape: every case that stands beside its pattern in patterns.toml."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.details import checksums
from onym.details.lexicon import load
from onym.details.patterns import Patterns, entries
from onym.language import CODES

FINDERS = {code: Patterns(load((code,))) for code in CODES}


def found_in(entry: dict[str, Any], text: str) -> set[tuple[str, str]]:
    """What the pattern's languages find in a text, each by itself."""
    return {
        (text[detail.start : detail.end], detail.sublabel)
        for code in entry.get("languages") or CODES
        for detail in FINDERS[code].find(text)
    }


def cases(kind: str) -> list[tuple[dict[str, Any], str]]:
    return [(entry, case) for entry in entries() for case in entry[kind]]


def split(case: str) -> tuple[str, str]:
    """A case as the text without its outer brackets and the stretch inside them."""
    start, end = case.index("["), case.rindex("]")
    return case[:start] + case[start + 1 : end] + case[end + 1 :], case[start + 1 : end]


def test_every_pattern_has_cases() -> None:
    assert all(entry["hit"] and entry["miss"] for entry in entries())
    assert len(entries()) > 30


@pytest.mark.parametrize(("entry", "case"), cases("hit"))
def test_hit(entry: dict[str, Any], case: str) -> None:
    text, stretch = split(case)
    assert (stretch, entry["label"]) in found_in(entry, text)


def test_who_is_logged_in_stands_in_the_brackets_of_a_prompt() -> None:
    assert ("ola", "home") in found_in({}, "[ola@host bin]$ cat x")


@pytest.mark.parametrize(("entry", "case"), cases("miss"))
def test_miss(entry: dict[str, Any], case: str) -> None:
    assert entry["label"] not in [label for _, label in found_in(entry, case)]


@pytest.mark.parametrize(
    ("check", "right", "wrong"),
    [
        ("is_swedish_id", "850612-2384", "850612-2385"),
        ("is_swedish_id", "850672-2381", "851332-2384"),
        ("is_iban", "SE45 5000 0000 0583 9825 7466", "SE45 5000 0000 0583 9825 7465"),
        ("is_card", "4111 1111 1111 1111", "4111 1111 1111 1112"),
        ("is_french_id", "2 55 08 14 168 025 38", "2 55 08 14 168 025 39"),
        ("is_german_tax_id", "36574261809", "36574261808"),
        ("is_social_security", "219-09-9998", "666-09-9998"),
    ],
)
def test_checksums(check: str, right: str, wrong: str) -> None:
    assert checksums.CHECKS[check](right, right, len(right))
    assert not checksums.CHECKS[check](wrong, wrong, len(wrong))


@given(st.text(alphabet="0123456789 -+/.@abcNY:(), \n", max_size=120))
def test_what_is_found_is_in_order_and_apart(text: str) -> None:
    for finder in FINDERS.values():
        end = 0
        for detail in finder.find(text):
            assert end <= detail.start < detail.end <= len(text)
            end = detail.end


def test_punctuation_never_hides_an_address() -> None:
    for before in ("", "(", "<", '"', "mejl:", ","):
        for after in ("", ".", ",", ")", ">", "!", '"', "?"):
            text = f"{before}ada.b@example.org{after}"
            assert [text[d.start : d.end] for d in FINDERS["en"].find(text)] == [
                "ada.b@example.org"
            ], text
