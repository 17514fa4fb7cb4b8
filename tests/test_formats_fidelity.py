"""What holds of every platform's export, whatever is written in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import exports
import exports_chats
from exports import COURSE, KEEP_ALL, WORDS, Course, courses, graph, members, unchanged
from onym import formats
from onym.model import Corpus, Policy, Replaced

BUILDERS: dict[str, tuple[str, Callable[[Course, Path], Path]]] = {
    "moodle csv": ("posts.csv", exports.moodle_csv),
    "moodle json": ("posts.json", exports.moodle_json),
    "moodle xlsx": ("posts.xlsx", exports.moodle_xlsx),
    "moodle ods": ("posts.ods", exports.moodle_ods),
    "moodle zip": ("course.mbz", exports.moodle_zip),
    "moodle tar": ("course.mbz", exports.moodle_tar),
    "canvas": ("topics.json", exports.canvas_json),
    "discourse": ("topics.json", exports.discourse_json),
    "discord": ("channel.json", exports_chats.discord_json),
    "telegram": ("result.json", exports_chats.telegram_json),
    "edx": ("forum.mongo", exports.edx_mongo),
    "coursera folder": ("export", exports.coursera_folder),
    "coursera zip": ("export.zip", exports.coursera_zip),
}
QUICK = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))


def renamed(corpus: Corpus, shown: str = "P{place}") -> Replaced:
    """Everybody under a pseudonym, and the texts as they are."""
    given = {
        who: shown.format(place=place, who=who) for place, who in enumerate(corpus.participants, 1)
    }
    people = pl.col("author", "parent_author").replace(given)
    return Replaced(corpus.messages.with_columns(people), (), given, asides=corpus.asides)


@pytest.mark.parametrize("name", BUILDERS)
@QUICK
@given(course=courses())
def test_with_nothing_replaced_an_export_stays_as_it_was(name: str, course: Course) -> None:
    file, build = BUILDERS[name]
    with TemporaryDirectory() as folder:
        path = build(course, Path(folder) / file)
        corpus = formats.read(path)
        target = Path(folder) / f"copy-{file}"
        formats.write(corpus, unchanged(corpus), target, KEEP_ALL)
        assert members(target) == members(path)
        if path.is_file() and file.endswith((".csv", ".json", ".mongo")):
            assert target.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", BUILDERS)
@QUICK
@given(texts=st.lists(WORDS, min_size=len(COURSE.messages), max_size=len(COURSE.messages)))
def test_new_texts_are_read_as_they_were_written(name: str, texts: list[str]) -> None:
    """Quotes, brackets, ampersands, spaces and signs of any script come through."""
    file, build = BUILDERS[name]
    with TemporaryDirectory() as folder:
        path = build(COURSE, Path(folder) / file)
        corpus = formats.read(path)
        new = renamed(corpus)
        texts = [f"A {text} Z" for text in texts]
        new = replace(new, messages=new.messages.with_columns(pl.Series("text", texts)))
        target = Path(folder) / f"new-{file}"
        formats.write(corpus, new, target, Policy(seed=3))
        again = formats.read(target)
        assert again.messages["text"].to_list() == texts
        assert again.messages["time"].equals(corpus.messages["time"])
        assert graph(again) == graph(corpus)


@pytest.mark.parametrize("name", BUILDERS)
def test_the_seed_draws_the_codes_and_nothing_else(name: str, tmp_path: Path) -> None:
    file, build = BUILDERS[name]
    corpus = formats.read(build(COURSE, tmp_path / file))
    new = renamed(corpus)
    for place, seed in ((f"a-{file}", 1), (f"b-{file}", 1), (f"c-{file}", 2)):
        formats.write(corpus, new, tmp_path / place, Policy(seed=seed))
    once, twice, other = (members(tmp_path / f"{letter}-{file}") for letter in "abc")
    assert once == twice
    drawn = any("filename" in role or "code" in role for role in corpus.source.fields.values())
    assert (once != other) == drawn


def test_a_new_number_is_nobodys_old_one(tmp_path: Path) -> None:
    corpus = formats.read(exports.moodle_csv(COURSE, tmp_path / "posts.csv"))
    formats.write(corpus, renamed(corpus, "P{who}"), tmp_path / "new.csv")
    again = formats.read(tmp_path / "new.csv")
    assert set(again.participants).isdisjoint(corpus.participants)
