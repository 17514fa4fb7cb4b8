"""The commands for whoever may not read: words, redact, annotate, raters, train."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from onym.cli import app
from onym.methods import METHODS
from onym.model import Policy

FORUM = """id,author,text
1,u1,"Hi Adaeze,
thanks for the notes on the wormhole. Mail me: theo-bald@example.org or +46 70 123 45 67.
Best wishes,
Theobald"
2,u2,"Dear Theobald, I think that adaeze is right, see https://example.org/notes.
Ingeborg"
3,u3,"As Ingeborg said, the exersise is hard. I hope so. 42 of us live in Uppsala."
"""


@pytest.fixture
def forum(tmp_path: Path) -> Path:
    path = tmp_path / "forum.csv"
    path.write_text(FORUM, encoding="utf-8")
    return path


def run(*arguments: object, typed: str = "") -> str:
    result = CliRunner().invoke(app, [str(each) for each in arguments], input=typed)
    assert result.exit_code == 0, result.output + str(result.exception)
    return result.output


def rows(path: Path) -> Iterator[dict[str, str]]:
    return csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines())


def test_from_a_forum_to_its_list_and_without_its_names(forum: Path) -> None:
    words, out = forum.parent / "words.csv", forum.parent / "redacted"
    said = run("words", forum, "--out", words)
    assert "97% of the names found" in said
    listed = {row["possible_name"]: row for row in rows(words)}
    assert listed["adaeze"]["name"] == "yes" and listed["adaeze"]["occurrences"] == "2"
    assert listed["exersise"]["name"] == "no" and "wormhole" not in listed
    run("redact", forum, "--words", words, "--out", out)
    text = (out / "forum.csv").read_text(encoding="utf-8")
    for gone in ("adaeze", "theobald", "ingeborg", "uppsala", "example.org", "123", "42", "u1"):
        assert gone not in text.lower()
    for kind in ("name", "email", "url", "phone", "number"):
        assert f"{kind}_placeholder" in text
    assert "exersise" in text and "wormhole" in text


def test_a_person_has_the_last_word(forum: Path) -> None:
    words, out = forum.parent / "words.csv", forum.parent / "redacted"
    words.write_text("possible_name,occurrences,probability,name\nexersise,1,0.01,yes\n")
    run("redact", forum, "--words", words, "--out", out)
    text = (out / "forum.csv").read_text(encoding="utf-8")
    assert "exersise" not in text and "Adaeze" in text


def test_more_recall_marks_more_words(forum: Path) -> None:
    few, many = (
        json.loads(run("words", forum, "--out", forum.parent / "w.csv", "--json", "--recall", at))
        for at in ("0.8", "0.995")
    )
    assert few["names"] <= many["names"] and few["precision"] > many["precision"]


def test_annotating_and_comparing_two_raters(forum: Path) -> None:
    words = forum.parent / "words.csv"
    run("words", forum, "--out", words, "--features")
    shown = run("annotate", words, "--rater", "A", "--sample", "4", typed="y\nn\ny\nn\n")
    assert "thanks for the notes" not in shown and "theo-bald" not in shown
    run("annotate", words, "--rater", "B", "--sample", "4", typed="y\ny\ny\nn\n")
    settled = forum.parent / "settled.csv"
    said = run(
        "raters", words.with_name("words.A.csv"), words.with_name("words.B.csv"), "--out", settled
    )
    assert "75.0% of 4 words" in said and "kappa 0.500" in said
    assert [row["name"] for row in rows(settled)].count("") == 1


def test_training_on_annotated_words(tmp_path: Path) -> None:
    pytest.importorskip("lightgbm")
    texts = [f"Hi {name}, see the {word}." for name, word in zip(names(), typos(), strict=True)]
    source = tmp_path / "forum.csv"
    source.write_text("id,text\n" + "".join(f'{n},"{t}"\n' for n, t in enumerate(texts)))
    words, model = tmp_path / "words.csv", tmp_path / "mine.npz"
    run("words", source, "--out", words, "--features")
    answers = tmp_path / "answers.csv"
    answers.write_text(
        "possible_name,name\n"
        + "".join(f"{n},yes\n" for n in names())
        + "".join(f"{w},no\n" for w in typos())
    )
    said = run("train", words, "--labels", answers, "--out", model, "--kind", "boosted")
    assert "FN" in said and "Kappa" in said
    run("words", source, "--out", words, "--model", model)
    listed = {row["possible_name"]: row["name"] for row in rows(words)}
    assert listed[names()[0]] == "yes"


def names() -> list[str]:
    return [
        f"{first}{last}"
        for first in ("bel", "kar", "mon", "tib", "vel")
        for last in ("ana", "dor", "ika", "lun", "ossa", "ud", "yra", "zon")
    ]


def typos() -> list[str]:
    return [
        f"{first}{last}"
        for first in ("exersi", "notse", "lectur", "answre", "questin")
        for last in ("be", "ce", "de", "fe", "ge", "he", "je", "ke")
    ]


def test_the_method_hides_names_whoever_they_mean(forum: Path) -> None:
    from onym.formats import read

    mapping = METHODS["bosch"](read(forum), Policy(method="bosch"))
    assert {"adaeze", "theobald", "ingeborg"} <= set(mapping.hidden) and not mapping.entries


def test_a_wrong_model_or_list_leaves_nothing_behind(forum: Path) -> None:
    out = forum.parent / "words.csv"
    result = CliRunner().invoke(app, ["words", str(forum), "--out", str(out), "--model", "no.npz"])
    assert result.exit_code != 0 and not out.exists()
    result = CliRunner().invoke(
        app, ["redact", str(forum), "--words", str(forum), "--out", str(forum.parent / "r")]
    )
    assert result.exit_code != 0 and not (forum.parent / "r").exists()
