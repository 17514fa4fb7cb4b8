"""Whose words a message quotes: they stand in an earlier message of its thread.

Where an export does not say which message is answered, the quoted words do.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import polars as pl

from onym.layout import laid_out
from onym.text import fold

QUOTES = r"(?i)(?:^|\n)[ \t]*>|<blockquote|\[quote"
QUOTED_LINE = re.compile(r"^[ \t]*>+[> \t]*(.*)$", re.MULTILINE)
BRACKETS = re.compile(r"\[quote[^\]\n]*\](.*?)\[/quote\]", re.IGNORECASE | re.DOTALL)
WORD = re.compile(r"\w+")
PHRASE = 5
"""Words in a row that two messages have in common by quoting only, more or less."""


def quoted_authors(messages: pl.DataFrame) -> list[str | None]:
    """Who wrote what each message quotes first, where nothing else says whom it answers."""
    found: list[str | None] = [None] * len(messages)
    rows = messages.select(
        "thread",
        "author",
        pl.int_range(pl.len()).alias("row"),
        (pl.col("parent_author").is_null() & pl.col("text").str.contains(QUOTES)).alias("quotes"),
    ).drop_nulls("thread")
    quoting = rows.filter("quotes")["thread"].unique()
    texts = messages["text"]
    threads = (
        rows.filter(pl.col("thread").is_in(quoting.implode()))
        .group_by("thread")
        .agg("author", "row", "quotes")
    )
    for _, authors, places, quotes in threads.iter_rows():
        said: dict[int, str] = {}
        for author, row, does_quote in zip(authors, places, quotes, strict=True):
            text = laid_out(texts[row]).text
            own, others = _parted(text) if does_quote else (text, "")
            votes = Counter(said[phrase] for phrase in _phrases(others) if phrase in said)
            if votes and max(votes.values()) > 1:
                found[row] = votes.most_common(1)[0][0]
            if author is not None:
                for phrase in _phrases(own):
                    said.setdefault(phrase, author)
    return found


def _parted(text: str) -> tuple[str, str]:
    """A writer's own words, and the first words that are quoted."""
    if brackets := BRACKETS.search(text):
        return BRACKETS.sub("\n", text), brackets[1]
    lines = list(QUOTED_LINE.finditer(text))
    quoted = [lines[0][1]] if lines else []
    for before, line in pairwise(lines):
        if text[before.end() : line.start()].strip():
            break
        quoted.append(line[1])
    return QUOTED_LINE.sub("", text), "\n".join(quoted)


def _phrases(text: str) -> list[int]:
    """Every few words in a row, as a number."""
    words = WORD.findall(fold(text))
    return [hash(tuple(words[at : at + PHRASE])) for at in range(len(words) - PHRASE + 1)]
