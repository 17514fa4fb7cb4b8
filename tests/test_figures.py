"""Figure 4: names per participant."""

import builtins
import sys
from collections.abc import Mapping as Lookup
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from onym.errors import InputError, OnymError
from onym.score.figures import COLOURS, describe, draw_names, names_svg, ranked

COUNTS = {
    "quill-7": {"subset": 1},
    "brook-2": {"full": 1, "subset": 2, "nickname": 1, "misspelt": 2},
    "silent-9": {"subset": 0},
    "ember-4": {"nickname": 1, "misspelt": 1},
    "fern-1": {"subset": 1, "nickname": 1},
}
SIGNATURES = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}


def test_most_names_come_first_and_registered_ones_before_others() -> None:
    assert ranked(COUNTS) == [(1, 2, 1, 2), (0, 1, 1, 0), (0, 0, 1, 1), (0, 1, 0, 0)]


@pytest.mark.parametrize("suffix", SIGNATURES)
def test_the_suffix_says_what_to_draw(tmp_path: Path, suffix: str) -> None:
    path = draw_names(COUNTS, tmp_path / f"names.{suffix}")
    assert path.read_bytes().startswith(SIGNATURES[suffix])


def test_drawing_again_gives_the_same_file(tmp_path: Path) -> None:
    for suffix in SIGNATURES:
        one, two = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
        draw_names(COUNTS, one)
        draw_names(COUNTS, two)
        assert one.read_bytes() == two.read_bytes()


def test_other_suffixes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"end the picture's name in \.png, \.svg or \.pdf"):
        draw_names(COUNTS, tmp_path / "names.docx")


def test_without_matplotlib_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: str, *rest: Any, real: Any = builtins.__import__, **more: Any) -> Any:
        if name.split(".")[0] == "matplotlib":
            raise ImportError(name)
        return real(name, *rest, **more)

    for module in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(OnymError, match=r"pip install onym\[figures\]"):
        draw_names(COUNTS, tmp_path / "names.png")
    assert not list(tmp_path.iterdir())


def boxes(svg: str) -> list[Lookup[str, str]]:
    return [node.attrib for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("rect")]


def test_the_inline_picture_has_a_box_a_stack_piece() -> None:
    drawn = boxes(names_svg(COUNTS))
    pieces = sum(number > 0 for theirs in COUNTS.values() for number in theirs.values())
    assert len(drawn) == len(COLOURS) + pieces
    assert {box["fill"] for box in drawn} == set(COLOURS.values())


def test_heights_are_in_proportion_to_the_names() -> None:
    key, bars = len(COLOURS), boxes(names_svg(COUNTS))
    heights = [float(box["height"]) for box in bars[key:]]
    assert heights[1] == pytest.approx(2 * heights[0], abs=0.2)  # two parts above one full name


def test_no_participant_is_named() -> None:
    assert not [who for who in COUNTS if who in names_svg(COUNTS)]
    assert describe(COUNTS) == "3 of 4 participants go by more than one name, one by 6."


def test_an_empty_course_still_draws(tmp_path: Path) -> None:
    assert boxes(names_svg({}))[len(COLOURS) :] == []
    assert draw_names({}, tmp_path / "none.png").exists()
