"""Coursera: questions and answers of people known by a hash alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from exports import (
    COURSE,
    Course,
    class_list,
    copy,
    coursera_folder,
    coursera_zip,
    members,
    tell_story,
)

BUILDERS: dict[str, Callable[[Course, Path], Path]] = {
    "export": coursera_folder,
    "export.zip": coursera_zip,
}


@pytest.mark.parametrize("name", BUILDERS)
def test_the_story_of_an_export(name: str, tmp_path: Path) -> None:
    roster = class_list(COURSE, tmp_path / "class.csv", "{:040x}")
    line, _ = tell_story(BUILDERS[name](COURSE, tmp_path / name), roster=str(roster))
    assert line.corpus.source.format == "coursera"
    assert not any("users.csv" in name for name in members(line.shared_file))
    assert any("users.csv" in note for note in line.corpus.notes)


@pytest.mark.parametrize("name", BUILDERS)
def test_nothing_replaced_is_nothing_changed(name: str, tmp_path: Path) -> None:
    path = BUILDERS[name](COURSE, tmp_path / name)
    assert members(copy(path)) == members(path)
