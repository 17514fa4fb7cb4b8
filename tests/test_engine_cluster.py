"""What is said when there is no cluster to join, or something goes wrong on one."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from onym.cli import app
from onym.engine.cluster import SAID, explain, join
from onym.errors import OnymError


def test_without_pyspark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(OnymError, match=r"pip install 'onym\[spark\]'"):
        join("local[1]", tmp_path / "log")


def test_without_java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OnymError, match="needs Java 17 or newer"):
        join("local[1]", tmp_path / "log")


@pytest.mark.parametrize("master", ["http://127.0.0.1:1", "spark:/x", ""])
def test_what_is_no_master(tmp_path: Path, master: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(OnymError, match="is no Spark master: use spark://HOST:PORT"):
        join(master, tmp_path / "log")


def test_where_nobody_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(OnymError, match=f"no Spark master answers at spark://127.0.0.1:{port}:"):
        join(f"spark://127.0.0.1:{port}", tmp_path / "log")


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (f"RuntimeError: {SAID}internal error KeyError in a.py:3\n  at java", "internal error"),
        ("ModuleNotFoundError: No module named 'onym'", "the Python of the cluster has no onym"),
        ("Job aborted: Dear Ada Poe, ...", "Spark could not finish (RuntimeError)"),
    ],
)
def test_what_goes_wrong_is_said_without_a_word_of_the_corpus(said: str, line: str) -> None:
    told = explain(RuntimeError(said))
    assert line in told
    assert "Ada" not in told and "\n" not in told


@pytest.mark.parametrize("given", [["--engine", "spark"], ["--master", "spark://a:1"]])
def test_the_two_options_go_together(tmp_path: Path, given: list[str]) -> None:
    (tmp_path / "a.csv").write_text("text\nHi\n", "utf-8")
    command = ["run", str(tmp_path / "a.csv"), "--out", str(tmp_path / "out"), *given]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 2
    assert "--engine spark and --master URL go together" in result.output


def test_what_is_wrong_with_the_cluster_is_said_by_nobody_else(tmp_path: Path) -> None:
    from onym.engine.spark import Spark

    class Unreached(Spark):
        @property
        def session(self) -> Any:
            raise OnymError("no Spark master answers")

    # a thread that failed would be a warning, and so an error here
    with pytest.raises(OnymError, match="no Spark"), Unreached(tmp_path, "x")._watched(1):
        raise AssertionError("nobody was to come here")
