"""Whose words are quoted, where nothing says whom a message answers; all people are invented."""

from __future__ import annotations

import polars as pl
import pytest

from onym.conversation.quotations import Quoted, quoted_authors
from onym.model import MESSAGE_COLUMNS

LONG = "I would rather keep the third specimen as it grows near the bridge every spring."
OTHER = "The herbarium opens at nine and closes at four, except on the first Monday."


def look_up(*rows: tuple[str | None, str], parent: str | None = None) -> Quoted:
    """Whose words the last of some messages of one thread quotes."""
    columns: dict[str, list[str | None]] = {name: [None] * len(rows) for name in MESSAGE_COLUMNS}
    columns |= {"author": [who for who, _ in rows], "text": [text for _, text in rows]}
    columns |= {"thread": ["T"] * len(rows), "parent_author": [parent] * len(rows)}
    columns |= {"id": [str(number) for number in range(len(rows))]}
    return quoted_authors(pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String)))[-1]


def quoted(*rows: tuple[str | None, str], parent: str | None = None) -> str | None:
    """Whom the last of some messages quotes first."""
    return look_up(*rows, parent=parent).first


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


THREAD = [("ann", LONG), ("bob", OTHER), ("cat", "Well done you.")]
CREDITED = [
    (f'[quote="a1"]{LONG}[/quote] Yes. [quote="b2"]{OTHER}[/quote] No.', ("ann", "bob")),
    # each answers for what stands below it, however deep
    (
        f"<blockquote><cite>a1 wrote:</cite><blockquote><cite>b2 wrote:</cite>{OTHER}</blockquote>"
        f"{LONG}</blockquote>Yes.",
        ("ann", "bob"),
    ),
    (f"<cite>b2 wrote:</cite><blockquote>{OTHER}</blockquote>Yes.", ("bob",)),
    # a few words are enough where they are all, and nobody else's
    ("[quote=c3]Well done you.[/quote] Thanks!", ("cat",)),
    ("[quote=c3]Done.[/quote] Thanks!", (None,)),
    (f"[quote=a1]{OTHER[:45]}[/quote]{LONG}", ("bob",)),
]


@pytest.mark.parametrize(("text", "authors"), CREDITED)
def test_what_stands_below_a_user_name_tells_whose_it_is(
    text: str, authors: tuple[str | None, ...]
) -> None:
    assert look_up(*THREAD, ("dan", text)) == (authors[0], authors)
    assert look_up(*THREAD, ("dan", text), parent="eve") == (None, authors)


def test_a_list_that_is_handed_on_is_the_last_ones() -> None:
    names = "1. the red bridge by the river 2. the old mill behind the church"
    longer = f"{names} 3. the tower on the hill by the sea"
    last = f'[quote="c3"]{longer}[/quote] Fine.'
    assert look_up(("ann", names), ("cat", longer), ("dan", last)).credited == ("cat",)


def test_what_several_say_is_nobodys() -> None:
    rows = [("ann", "Well done you."), ("cat", "Well done you."), ("dan", CREDITED[3][0])]
    assert look_up(*rows).credited == (None,)
