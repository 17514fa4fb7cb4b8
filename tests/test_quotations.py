"""Whose words are quoted, where nothing says whom a message answers; all people are invented."""

from __future__ import annotations

import polars as pl
import pytest

from onym.model import MESSAGE_COLUMNS
from onym.quotations import quoted_authors

LONG = "I would rather keep the third specimen as it grows near the bridge every spring."
OTHER = "The herbarium opens at nine and closes at four, except on the first Monday."


def quoted(*rows: tuple[str | None, str], parent: str | None = None) -> str | None:
    """Whom the last of some messages of one thread quotes."""
    columns: dict[str, list[str | None]] = {name: [None] * len(rows) for name in MESSAGE_COLUMNS}
    columns |= {"author": [who for who, _ in rows], "text": [text for _, text in rows]}
    columns |= {"thread": ["T"] * len(rows), "parent_author": [parent] * len(rows)}
    columns |= {"id": [str(number) for number in range(len(rows))]}
    return quoted_authors(pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String)))[-1]


QUOTES = [
    f"> {LONG}\n\nAgreed.",
    f"> {LONG[:40]}\n> {LONG[40:]}\n\nAgreed.",
    f"<blockquote><p>{LONG}</p></blockquote><p>Agreed.</p>",
    f"[quote=somebody]{LONG}[/quote] Agreed.",
    f"Well.\n\n> {LONG.upper()}\n> {OTHER[:20]}",
]


@pytest.mark.parametrize("text", QUOTES)
def test_the_words_tell_who_is_quoted(text: str) -> None:
    assert quoted(("ann", LONG), ("bob", OTHER), ("cat", text)) == "ann"


def test_who_quotes_words_does_not_come_to_own_them() -> None:
    again = f"> {LONG}\n\nAgreed."
    assert quoted(("ann", LONG), ("bob", again), ("cat", again)) == "ann"


@pytest.mark.parametrize(
    "text", ["> yes\n\nAgreed.", LONG, f"> {OTHER}\n\nAgreed.", "<blockquote>yes</blockquote>"]
)
def test_too_little_or_nothing_tells_nobody(text: str) -> None:
    assert quoted(("ann", LONG), ("cat", text)) is None


def test_where_the_export_says_whom_a_message_answers_nobody_looks() -> None:
    assert quoted(("ann", LONG), ("cat", QUOTES[0]), parent="bob") is None


def test_an_unknown_writer_is_nobody() -> None:
    assert quoted((None, LONG), ("cat", QUOTES[0])) is None
