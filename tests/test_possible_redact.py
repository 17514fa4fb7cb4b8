"""Taking names out, whatever their case, and addresses, links and numbers with them."""

from __future__ import annotations

from itertools import pairwise

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.formats import read
from onym.possible.redact import Redactor, redact_corpus

NAMES = ("mary", "okonkwo", "josé", "hope")

BEFORE_AFTER = [
    ("Hi MARY, hi mary!", "Hi name_placeholder, hi name_placeholder!"),
    ("Mary's idea", "name_placeholder's idea"),
    ("I hope so", "I name_placeholder so"),
    ("Maryland is no Mary", "Maryland is no name_placeholder"),
    ("Mary-Jane", "name_placeholder-Jane"),
    ("_Mary_ and Mary2", "_name_placeholder_ and name_placeholder2"),
    ("Write to first-last@my-uni.example.org.", "Write to email_placeholder."),
    ("(see https://example.org/a_(b))", "(see url_placeholder)"),
    ("see www.example.org/x, or not", "see url_placeholder, or not"),
    ("call +46 70 123 45 67 or so", "call phone_placeholder or so"),
    ("my id 1234567 and u7654321", "my id number_placeholder and number_placeholder"),
    ("1,234.5 of 20 %", "number_placeholder of number_placeholder"),
    ("the 2nd of x1", "the 2nd of x1"),
    ("Jos&eacute; and Jose\u0301", "name_placeholder and name_placeholder"),
    ('<img width="100" alt="Mary">', '<img width="100" alt="name_placeholder">'),
    ("a &#39;b&#39; &nbsp; c", "a &#39;b&#39; &nbsp; c"),
    ("<code>mary = 1</code>", "<code>name_placeholder = number_placeholder</code>"),
]


@pytest.mark.parametrize(("before", "after"), BEFORE_AFTER, ids=[b for b, _ in BEFORE_AFTER])
def test_redacting(before: str, after: str) -> None:
    assert Redactor(NAMES).redact(before)[0] == after


@given(st.lists(st.sampled_from([*NAMES, "MARY", "Okonkwo's", " ", ", ", "7", "\n", "so"])))
def test_no_name_and_no_number_is_left(parts: list[str]) -> None:
    redacted, _ = Redactor(NAMES).redact(" ".join(parts))
    words = redacted.lower().replace("'s", "").split()
    assert not set(words) & {*NAMES, "7"}


@given(st.text(max_size=80))
def test_spans_are_in_order_and_apart(text: str) -> None:
    _, spans = Redactor(NAMES).redact(text)
    assert all(one.end <= two.start for one, two in pairwise(spans))


def test_a_corpus_loses_its_authors_too() -> None:
    frame = pl.DataFrame({"id": ["1"], "author": ["mary"], "text": ["Mary, 12 of you"]})
    replaced, taken = redact_corpus(read(frame), NAMES, ("en",))
    assert replaced.messages["text"].to_list() == ["name_placeholder, number_placeholder of you"]
    assert replaced.messages["author"].to_list() == list(replaced.pseudonyms.values()) != ["mary"]
    assert taken == {"name": 1, "number": 1}
