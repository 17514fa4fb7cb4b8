"""JSON that is edited where it stands: what is not changed stays, to the byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym import formats
from onym.errors import InputError
from onym.formats import json_tree
from onym.formats.fields import Fields, summary
from onym.formats.mask import Mask
from onym.model import Policy, Replaced

KEYS = st.sampled_from(["a", "b", "id", "name", "x.y", "é", '"', "\\", ""])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


def load(text: str) -> json_tree.Document:
    return json_tree.load(text.encode(), Path("tree.json"))


def masked(people: dict[str, str] | None = None, **policy: Any) -> Mask:
    rows = {"id": ["1", "2"], "author": ["12", "13"], "author_name": ["Zoe Poe", "Rob Hood"]}
    corpus = formats.read(pl.DataFrame({**rows, "text": ["a", "b"]}))
    given = {"12": "P1", "13": "P2"} if people is None else people
    authors = corpus.messages.with_columns(pl.col("author").replace(given))
    return Mask(corpus, Replaced(authors, (), given), Policy(**policy))


IDLE = masked({}, unknown="keep")
STRICT = masked()


def rewrite(text: str, roles: dict[str, str], mask: Mask) -> str:
    written = json_tree.rewrite(load(text), Fields(roles), mask, lambda node: "NEW")
    return written.decode()


ROLES = {"**.id": "person", "**.name": "name id", "**.a": "keep", "**.t": "text", "**.p": "profile"}

# A text, and what becomes of it.
BEFORE_AND_AFTER = [
    ('{ "id" : 12 , "name":"Zoe Poe" }', '{ "id" : 10001 , "name":"P1" }'),
    ('{"id": "12", "name": "R\\u00f3b"}', '{"id": "10001", "name": "P1"}'),
    ('{"a": 1.50, "new": 2, "b": {}}', '{"a": 1.50, "b": {}}'),
    ('{"new": 2, "a": 1e3}', '{"a": 1e3}'),
    ('{"a": 1,\n "x": [1, {"y": 2}],\n "b": []}', '{"a": 1,\n "b": []}'),
    ('[{"x": 1}, {"a": 2}, {"x": 3}]', '[{"a": 2}]'),
    (
        '{"t": "old", "p": "\\/", "a": {"deep": [1, "kept"]}}',
        '{"t": "NEW", "p": "", "a": {"deep": [1, "kept"]}}',
    ),
    ('{"x": 1}', "null"),
    ('{"id": null, "name": null, "a": null}', '{"id": null, "name": null, "a": null}'),
    ('{"a": 1, "a": 2}', '{"a": 1, "a": 2}'),
    ('{"p": {"any": 1}, "a": 1}', '{"a": 1}'),
]


@pytest.mark.parametrize(("before", "after"), BEFORE_AND_AFTER)
def test_before_and_after(before: str, after: str) -> None:
    assert rewrite(before, ROLES, STRICT) == after


@settings(deadline=None)
@given(VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_with_nothing_to_change_nothing_changes(values: Any, indent: Any, ascii: bool) -> None:
    text = json.dumps(values, indent=indent, ensure_ascii=ascii)
    assert rewrite(text, {"**.name": "keep"}, IDLE) == text


@settings(deadline=None)
@given(VALUES)
def test_what_is_left_out_leaves_json(values: Any) -> None:
    """The same as taking the members out of the values and writing those."""
    left = json.loads(rewrite(json.dumps(values), {"**.a": "keep"}, STRICT))
    kept = _keep(values, False)
    assert left == (None if kept is _GONE else kept)


_GONE = object()


def _keep(value: Any, known: bool) -> Any:
    if known or value in ([], {}):
        return value
    if isinstance(value, dict):
        items = {key: _keep(item, key == "a") for key, item in value.items()}
        return {key: item for key, item in items.items() if item is not _GONE} or _GONE
    if isinstance(value, list):
        return [item for each in value if (item := _keep(each, False)) is not _GONE] or _GONE
    return _GONE


@settings(deadline=None)
@given(VALUES)
def test_every_value_is_found_where_it_stands(values: Any) -> None:
    document = load(json.dumps(values))
    found = [json.loads(document.text[leaf.start : leaf.end]) for leaf in document.root.leaves()]
    assert found == list(_leaves(values))


def _leaves(value: Any) -> Any:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _leaves(item)
    else:
        yield value


def test_bytes_that_are_no_utf8_stay() -> None:
    data = b'{"a": "caf\xe9", "t": "na\xefve"}'
    document = json_tree.load(data, Path("tree.json"))
    assert document.values == {"a": "café", "t": "naïve"}
    written = json_tree.rewrite(document, Fields(ROLES), STRICT, lambda node: "ö")
    assert written == b'{"a": "caf\xe9", "t": "\xf6"}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1', "tree.json is broken JSON at line 1, column 8"),
        ('{"a": 1}\n{"b": 2}', "tree.json is broken JSON at line 2, column 1"),
        ("[" * 300 + "]" * 300, "tree.json is nested more than 200 deep"),
    ],
)
def test_what_is_no_json(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        load(text).root  # noqa: B018


def test_no_key_below_an_unknown_one_is_told() -> None:
    found = {"a.id": "id", "a.zoe": None, "friends.zoe.[]": None, "friends.rob": None}
    told = summary(found)  # type: ignore[arg-type]
    assert told == {"a.id": "id", "a.zoe": "unknown", "friends": "unknown"}
