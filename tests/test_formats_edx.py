"""edX: the forum dump, line by line."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from exports import COURSE, class_list, copy, edx_mongo, shape, tell_story, unchanged
from onym import formats
from onym.errors import InputError


def test_the_story_of_a_dump(tmp_path: Path) -> None:
    roster = class_list(COURSE, tmp_path / "class.csv")
    path = edx_mongo(COURSE, tmp_path / "forum.mongo")
    line, _ = tell_story(path, roster=str(roster))
    assert line.corpus.source.format == "edx"
    source = [json.loads(row) for row in path.read_text().splitlines()]
    written = [json.loads(row) for row in line.shared_file.read_text().splitlines()]
    assert shape(written) == shape(source)
    authors = {row["author_id"] for row in written}
    assert len(authors) == len(COURSE.people)
    assert {voter for row in written for voter in row["votes"]["up"]} <= authors
    former = written[2]["edit_history"][0]["original_body"]
    assert former == f"Bye, [{line.replaced.pseudonyms['13']}]"


def test_nothing_replaced_is_nothing_changed(tmp_path: Path) -> None:
    path = edx_mongo(COURSE, tmp_path / "forum.mongo")
    path.write_bytes(path.read_bytes().replace(b"}\n", b"}\r\n\n", 2))
    assert copy(path).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda data: data[:-40], "line 7 is broken JSON at column"),
        (lambda data: data.replace(b"sample", b"sam\xffple"), "line 1 is no UTF-8 at byte"),
        (lambda data: data + b"[1, 2]\n", "line 8 is no JSON object"),
        (lambda data: data + b"[" * 5000 + b"\n", "line 8 is nested more than 200 deep"),
    ],
)
def test_a_damaged_dump_is_refused_by_line(
    damage: Callable[[bytes], bytes], said: str, tmp_path: Path
) -> None:
    path = edx_mongo(COURSE, tmp_path / "forum.mongo")
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(InputError, match=said) as caught:
        formats.read(path, format="edx")
    assert "\n" not in str(caught.value) and "Quennell" not in str(caught.value)


def test_writing_holds_one_line_at_a_time(tmp_path: Path) -> None:
    """Most of this dump is a field that no message needs, so memory must not grow with it."""
    path = edx_mongo(COURSE, tmp_path / "forum.mongo")
    record = json.loads(path.read_text().splitlines()[0])
    padding = "x" * 20_000
    with path.open("w") as file:
        for number in range(500):
            record |= {"_id": {"$oid": f"{number:024x}"}, "tags_array": [padding]}
            file.write(json.dumps(record) + "\n")
    for measured in (False, True):  # The first time modules are loaded, which takes memory too.
        if measured:
            tracemalloc.start()
        corpus = formats.read(path)
        formats.write(corpus, unchanged(corpus), tmp_path / "out.mongo")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert path.stat().st_size > 10_000_000 > 4 * peak
