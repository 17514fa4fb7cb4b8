from __future__ import annotations

import json
from pathlib import Path

import pytest

from onym.errors import InputError
from onym.terminal import Progress, guard, show


def fail(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (
            InputError("forum.csv, row 3: no id\n(twice)"),
            1,
            "onym: forum.csv, row 3: no id (twice)",
        ),
        (FileNotFoundError(2, "No such file", "x.csv"), 1, "onym: x.csv: No such file"),
        (KeyboardInterrupt(), 130, "onym: stopped; every file is as it was before or complete"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(
    error: BaseException, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guard(lambda: fail(error)) == status
    assert capsys.readouterr().err == said + "\n"


def test_what_goes_well_is_not_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    assert guard(lambda: None) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("error", [KeyError("Zebulon"), ValueError("Zebulon"), MemoryError()])
def test_our_own_mistakes_are_told_by_place_alone(
    error: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guard(lambda: fail(error), debug=True) == 70
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith(f"onym: internal error {type(error).__name__} in test_terminal.py:")
    assert all(line.startswith("  ") for line in said[1:])
    assert "Zebulon" not in "".join(said)
    assert str(Path(__file__).parent) not in "".join(said)


def test_an_exit_is_an_exit() -> None:
    with pytest.raises(SystemExit) as caught:
        guard(lambda: fail(SystemExit(2)))
    assert caught.value.code == 2


def test_results_for_readers_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    show(["one", "two"], {"n": 2}, as_json=False, quiet=False)
    assert capsys.readouterr().out == "one\ntwo\n"
    show(["one", "two"], {"n": 2}, as_json=True, quiet=True)
    assert json.loads(capsys.readouterr().out) == {"n": 2}
    show(["one", "two"], {"n": 2}, as_json=False, quiet=True)
    assert capsys.readouterr().out == ""


def test_progress_is_silent_where_nobody_watches(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onym.terminal.PATIENCE", 0.0)
    with Progress(2) as progress:
        progress.tell("Reading")
        progress.tell("Writing")
    assert capsys.readouterr() == ("", "")
