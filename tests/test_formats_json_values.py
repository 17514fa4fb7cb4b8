"""JSON changed as values: the same as changing it in its text, only quicker."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym.formats import json_tree, json_values
from onym.formats.encoding import Encoding
from onym.formats.fields import Fields
from onym.formats.json_tree import Document
from onym.formats.json_values import Odd, Way
from test_formats_json_tree import masked

TABLE = Fields(
    {
        "id": "id",
        "by": "person",
        "login": "handle by",
        "inner.login": "handle ../by",
        "body": "text",
        "list[].body": "text",
        "city": "profile",
        "flags": "keep",
        "gone": "drop",
        "list[].n": "keep",
    }
)
STYLES = [(", ", ": "), (",", ":")]
VALUES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.just("12"))
KEYS = st.sampled_from(["id", "by", "login", "body", "city", "flags", "gone", "odd", "n", "inner"])
TREES = st.dictionaries(
    KEYS | st.just("list"),
    st.recursive(
        VALUES, lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner), max_leaves=8
    ),
)


MASKS = {unknown: masked({"12": "P1"}, unknown=unknown) for unknown in ("drop", "keep")}


def slowly(text: str, unknown: str = "drop") -> str:
    document = Document(text, Encoding(), Path("a.mongo"), 1)
    mask = MASKS[unknown]
    return json_tree.rewrite(document, TABLE, mask, lambda node: f"[{node.value}]").decode()


def quickly(text: str, unknown: str = "drop") -> str:
    mask = MASKS[unknown]
    return json_values.rewrite(text, Way(TABLE), mask, lambda _, said: f"[{said}]")


@settings(max_examples=150, deadline=None)
@given(
    values=TREES,
    style=st.sampled_from(STYLES),
    escape=st.booleans(),
    unknown=st.sampled_from(["drop", "keep"]),
)
def test_both_ways_write_the_same(
    values: Any, style: tuple[str, str], escape: bool, unknown: str
) -> None:
    text = json.dumps(values, separators=style, ensure_ascii=escape)
    try:
        text.encode()
        quick = quickly(text, unknown)
    except (Odd, UnicodeEncodeError):
        return
    assert quick == slowly(text, unknown)


def test_the_usual_line_is_not_odd() -> None:
    record = {"id": "1", "by": "12", "login": "zoe", "body": "Åsa \u2713", "list": [{"n": 1.5}]}
    for style in STYLES:
        for escape in (True, False):
            text = json.dumps(record, separators=style, ensure_ascii=escape)
            assert json.loads(quickly(text))["body"] == "[Åsa \u2713]"


def test_what_go_escapes_stays_escaped() -> None:
    text = '{"id":"1","body":"a \\u003c b \\u0026 c","flags":"\\u003e"}'
    assert quickly(text) == '{"id":"1","body":"[a \\u003c b \\u0026 c]","flags":"\\u003e"}'


@pytest.mark.parametrize(
    "text",
    [
        '{"id": 1,"by": 2}',
        '{"id": 1.50}',
        '{"a": 1, "a": 2}',
        '{"body": "\\ud800"}',
        '{"a": "\\/"}',
    ],
)
def test_what_no_program_writes_so_is_odd(text: str) -> None:
    with pytest.raises(Odd):
        quickly(text)
