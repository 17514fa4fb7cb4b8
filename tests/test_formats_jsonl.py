from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onym import formats
from onym.errors import InputError
from onym.model import Replaced
from rewriting import KEEP_ALL, renamed, rewrite, unchanged

BEFORE_AFTER = {
    "spacing, order and numbers stay": (
        '{ "id" :7,"author": "U1",  "score":1.50e2, "text" : "Hi Mary" , "n":[1, {"a":null}]}\r\n',
        '{ "id" :7,"author": "P1",  "score":1.50e2, "text" : "Hi [P2]" , "n":[1, {"a":null}]}\r\n',
    ),
    "a number for the author becomes a pseudonym": (
        '{"id":1,"author":12,"text":"Hi Mary"}',
        '{"id":1,"author":"P12","text":"Hi [P2]"}',
    ),
    "escapes stay escapes": (
        '{"id":1,"text":"Zo\\u00eb and Mary","title":"Zo\\u00eb \\/"}',
        '{"id":1,"text":"Zo\\u00eb and [P2]","title":"Zo\\u00eb \\/"}',
    ),
    "letters stay letters": (
        '{"id":1,"text":"Zoë and Mary \\/ Ann"}',
        '{"id":1,"text":"Zoë and [P2] \\/ Ann"}',
    ),
    "line ends in the text stay": (
        '{"id":1,"text":"Mary,\\r\\n\\tyes"}\n\n{"text":"Mary","id":2}\n',
        '{"id":1,"text":"[P2],\\r\\n\\tyes"}\n\n{"text":"[P2]","id":2}\n',
    ),
    "a list is written as it was": (
        '[\n  {"id": 1, "author": "U1",\n   "text": "Mary"},\n  {"text": "Mary", "id": 2}\n]\n',
        '[\n  {"id": 1, "author": "P1",\n   "text": "[P2]"},\n  {"text": "[P2]", "id": 2}\n]\n',
    ),
    "what a text says is no key": (
        '{"id":1,"text":"{\\"text\\":\\"Mary\\",\\"author\\":\\"U1\\"}","author":"U1"}',
        '{"id":1,"text":"{\\"text\\":\\"[P2]\\",\\"author\\":\\"U1\\"}","author":"P1"}',
    ),
    "values may have keys of their own": (
        '{"id": 1, "n": {"text": "Mary"}, "text": "Mary"}',
        '{"id": 1, "n": {"text": "Mary"}, "text": "[P2]"}',
    ),
    "a line may lack a key": (
        '{"id":1,"author":"U1"}\n{"id":2,"text":null}\n{"id":3,"text":"Mary"}',
        '{"id":1,"author":"P1"}\n{"id":2,"text":null}\n{"id":3,"text":"[P2]"}',
    ),
}


@pytest.mark.parametrize("name", BEFORE_AFTER)
def test_only_changed_values_are_written_anew(name: str, tmp_path: Path) -> None:
    before, after = BEFORE_AFTER[name]
    path, target = tmp_path / "forum.jsonl", tmp_path / "out.jsonl"
    path.write_bytes(before.encode())
    assert rewrite(path) == before.encode()
    corpus = formats.read(path)
    formats.write(
        corpus, renamed(corpus, {"U1": "P1", "12": "P12"}, {"Mary": "[P2]"}), target, KEEP_ALL
    )
    assert target.read_bytes() == after.encode()


@pytest.mark.parametrize(
    "words", ["<swell a", '<?xml version="1.0"?>', "<TEI>", "From: a", "[quote"]
)
def test_what_a_message_says_makes_no_other_format_of_the_file(words: str, tmp_path: Path) -> None:
    path = tmp_path / "forum.jsonl"
    path.write_text(json.dumps({"author": "u1", "text": words}) + "\n", encoding="utf-8")
    corpus = formats.read(path)
    assert (corpus.source.format, corpus.messages["text"].to_list()) == ("jsonl", [words])


def test_values_are_read_as_text(tmp_path: Path) -> None:
    path = tmp_path / "forum.json"
    path.write_text('{"id":7,"parent":0,"author":null,"text":"a"}\n{"id":8.0,"parent":7.0}\n')
    corpus = formats.read(path)
    assert corpus.source.format == "jsonl"
    assert corpus.messages.select("id", "parent", "author", "text").rows() == [
        ("7", None, None, "a"),
        ("8", "7", None, ""),
    ]


def test_half_a_character_is_read_as_a_replacement_character(tmp_path: Path) -> None:
    path = tmp_path / "forum.jsonl"
    path.write_bytes(b'{"id":1,"text":"half \\ud83d of it"}\n')
    assert formats.read(path).messages["text"].to_list() == ["half \ufffd of it"]
    assert rewrite(path) == path.read_bytes()


def test_values_within_values_may_be_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "forum.jsonl"
    path.write_bytes('{"text":"a","time":["Zoë"]}\n'.encode("cp1252"))
    assert formats.read(path).messages["time"].to_list() == ['["Zoë"]']


def test_lines_in_another_encoding(tmp_path: Path) -> None:
    path, target = tmp_path / "forum.jsonl", tmp_path / "out.jsonl"
    path.write_bytes('{"text":"Zoë, 東京"}\n'.encode() + '{"text":"Zoë – Mary"}\n'.encode("cp1252"))
    corpus = formats.read(path)
    assert corpus.messages["text"].to_list() == ["Zoë, 東京", "Zoë – Mary"]
    assert corpus.notes[0].endswith("read as Windows-1252: rows 2")
    formats.write(corpus, renamed(corpus, {}, {"Mary": "[P2]"}), target, KEEP_ALL)
    assert target.read_bytes() == path.read_bytes().replace(b"Mary", b"[P2]")


BROKEN = [
    '{"id":1,"text":"Mary"}\n{"id":2,"text":"Mary}\n',
    '{"id":1,"text":"Mary"}\n["Mary"]\n',
    '{"id":1,"text":"Mary"}\n{"text":"Mary"} {"text":"Mary"}\n',
    '{"id":1,"text":"Mary"}\n{"text":"Mary","text":"Ann"}\n',
    '{"id":1,"text":"Mary"}\n{"text":"Mary",}\n',
    '{"id":1,"text":"Mary"}\n{"text" "Mary"}\n',
    '{"id":1,"text":"Mary"}\n{text:"Mary"}\n',
    '{"id":1,"text":"Mary"}\n{7:"Mary"}\n',
    '{"id":1,"text":"Mary"}\n' + '{"a":' * 9999,
]


BROKEN_LISTS = [
    '[{"id":1,"text":"Mary"},["Mary"]]',
    '[{"id":1,"text":"Mary"},{"id":2,"text":"Mary]',
    '[{"id":1,"text":"Mary"},]',
    '[{"id":1,"text":"Mary"}',
    '[{"id":1,"text":"Mary"}] {"id":2}',
    '[{"id":1,"text":"Mary"},{"text":"Mary","text":"Ann"}]',
    '[{"id":1,"text":"Mary"},' + '{"a":' * 9999,
]


@pytest.mark.parametrize(
    ("content", "where"),
    [
        *((content, "forum.json, line 2 is not") for content in BROKEN),
        *((content, "forum.json, element 2 of the list is not") for content in BROKEN_LISTS),
    ],
)
def test_what_is_broken_is_numbered(content: str, where: str, tmp_path: Path) -> None:
    path = tmp_path / "forum.json"
    path.write_text(content)
    with pytest.raises(InputError, match=re.escape(f"{where} one JSON object")) as caught:
        formats.read(path)
    assert "Mary" not in str(caught.value)


def test_an_empty_list_holds_nothing_to_read(tmp_path: Path) -> None:
    path = tmp_path / "forum.json"
    path.write_text("[ ]")
    with pytest.raises(InputError, match="is empty; nothing to read"):
        formats.read(path)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=4,
)
OBJECTS = st.fixed_dictionaries(
    {"text": st.text(max_size=20)}, optional={"": VALUES, "ö": VALUES, "time": VALUES}
)
STYLES = st.fixed_dictionaries(
    {
        "ensure_ascii": st.booleans(),
        "separators": st.sampled_from([(",", ":"), (", ", ": "), (" , ", " :\t")]),
    }
)
INDENTS = st.sampled_from([None, 0, 2])


@given(st.lists(OBJECTS, min_size=1, max_size=4), STYLES, st.text(max_size=9))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_object_survives(
    tmp_path: Path, rows: list[dict[str, object]], style: dict[str, object], new: str
) -> None:
    path, target = tmp_path / "forum.jsonl", tmp_path / "out.jsonl"
    lines = [json.dumps(row, **style) for row in rows]  # type: ignore[arg-type]
    path.write_bytes("\n".join(lines).encode())
    corpus = formats.read(path)
    assert corpus.messages["text"].to_list() == [row["text"] for row in rows]
    formats.write(corpus, unchanged(corpus), target, KEEP_ALL)
    assert target.read_bytes() == path.read_bytes()
    texts = corpus.messages.with_columns(text=corpus.messages["text"] + new)
    formats.write(corpus, Replaced(texts, (), {}), target, KEEP_ALL)
    again = [json.loads(line) for line in target.read_text("utf-8").split("\n")]
    assert again == [{**row, "text": f"{row['text']}{new}"} for row in rows]


@given(st.lists(OBJECTS, min_size=1, max_size=4), STYLES, INDENTS, st.text(max_size=9))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_list_survives(
    tmp_path: Path,
    rows: list[dict[str, object]],
    style: dict[str, object],
    indent: int | None,
    new: str,
) -> None:
    path, target = tmp_path / "forum.json", tmp_path / "out.json"
    path.write_bytes(json.dumps(rows, indent=indent, **style).encode())  # type: ignore[arg-type]
    corpus = formats.read(path)
    formats.write(corpus, unchanged(corpus), target, KEEP_ALL)
    assert target.read_bytes() == path.read_bytes()
    texts = corpus.messages.with_columns(text=corpus.messages["text"] + new)
    formats.write(corpus, Replaced(texts, (), {}), target, KEEP_ALL)
    again = json.loads(target.read_text("utf-8"))
    assert again == [{**row, "text": f"{row['text']}{new}"} for row in rows]
