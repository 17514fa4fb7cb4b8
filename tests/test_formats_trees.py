"""Exports that are one JSON tree: Canvas and Discourse."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import onym
from exports import (
    COURSE,
    Course,
    canvas_json,
    canvas_topic,
    copy,
    discourse_json,
    discourse_topic,
    shape,
    tell_story,
)

Builder = Callable[[Course, Path], Path]
BUILDERS: dict[str, Builder] = {"canvas": canvas_json, "discourse": discourse_json}


@pytest.mark.parametrize("format", BUILDERS)
def test_the_story_of_a_course(format: str, tmp_path: Path) -> None:
    path = BUILDERS[format](COURSE, tmp_path / "topics.json")
    line, _ = tell_story(path)
    assert line.corpus.source.format == format
    assert shape(json.loads(line.shared_file.read_text())) == shape(json.loads(path.read_text()))


@pytest.mark.parametrize("format", BUILDERS)
def test_nothing_replaced_is_nothing_changed(format: str, tmp_path: Path) -> None:
    path = BUILDERS[format](COURSE, tmp_path / "topics.json")
    assert copy(path).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("format", BUILDERS)
def test_who_is_named_in_a_title_alone(format: str, tmp_path: Path) -> None:
    silent = tuple(replace(message, lines=("It is at nine.",)) for message in COURSE.messages)
    titles = dict.fromkeys(COURSE.threads, "Talk of Ysoline Pettigrove")
    quiet = replace(COURSE, messages=silent, threads=titles)
    tell_story(BUILDERS[format](quiet, tmp_path / "topics.json"))


def test_fields_that_are_not_known_are_told_and_taken_out(tmp_path: Path) -> None:
    topic = canvas_topic(COURSE, 70)
    topic["view"][0]["shoe_size"] = 43
    topic["friends"] = {"Quennell": ["Oxbarrow"], "none": []}
    path = tmp_path / "topic.json"
    path.write_text(json.dumps(topic))
    line, _ = tell_story(path)
    assert line.corpus.notes[0].endswith(": friends, view[].shoe_size")
    written = json.loads(line.shared_file.read_text())
    assert written["friends"] == {"none": []}
    assert set(written["view"][0]) == set(topic["view"][0]) - {"shoe_size"}


class Page(HTMLParser):
    """Sees whether every tag that is opened is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.seen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.opened.append(tag)
        self.seen += tag == "p"

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag


def test_html_stays_html_and_numbers_numbers(tmp_path: Path) -> None:
    line, again = tell_story(canvas_json(COURSE, tmp_path / "topics.json"))
    written = json.loads(line.shared_file.read_text())
    assert all(isinstance(each["id"], int) for each in written[0]["participants"])
    for text in again.messages["text"]:
        page = Page()
        page.feed(text)
        assert page.opened == [] and page.seen == text.count("<p>") > 0
    ids = {each["id"] for each in written[0]["participants"]}
    assert {each["user_id"] for each in written[0]["view"]} <= ids


def test_markdown_and_its_html_twin(tmp_path: Path) -> None:
    line, again = tell_story(discourse_json(COURSE, tmp_path / "topics.json", raw=True))
    given = line.replaced.pseudonyms
    assert again.messages["text"][1].split("\n") == [
        f"Hi [{given['11']}],",
        "that depends on the spread. I have put my notes into a file.",
        "Regards,",
        f"[{given['12']}]",
        f"[me](/u/{given['12']}) @{given['12']}",
    ]
    (topic, *_) = json.loads(line.shared_file.read_text())
    assert f"<p>[{given['12']}]</p>" in topic["post_stream"]["posts"][1]["cooked"]


@pytest.mark.parametrize("style", ["role", "name"])
def test_records_hold_together_in_any_style(style: str, tmp_path: Path) -> None:
    """Also where a pseudonym is several people's: ids and user names keep them apart."""
    tell_story(discourse_json(COURSE, tmp_path / "topics.json"), style=style)


def test_what_is_not_known_in_many_files_is_said_once(tmp_path: Path) -> None:
    for number, field in enumerate(("zodiac", "weather", "zodiac")):
        topic = discourse_topic(COURSE, next(iter(COURSE.threads))) | {field: "fair"}
        (tmp_path / f"{number}.json").write_text(json.dumps(topic))
    notes = [note for note in onym.read(tmp_path).notes if "not known" in note]
    assert [note.partition(": ")[2] for note in notes] == ["weather, zodiac"]
