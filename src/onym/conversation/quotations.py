"""Whose words a message quotes: they stand in an earlier message of its thread.

Where an export does not say which message is answered, the quoted words do. Where a forum says
under which user name somebody is quoted, they tell whose name that is.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

import polars as pl

from onym.text.credits import credits, lines_said
from onym.text.layout import laid_out
from onym.text.text import fold

QUOTES = (
    r"(?i)(?:^|\n)[ \t]*(?:[[:alpha:]][\w.'’-]{1,14})?>"
    r"|<blockquote|\[quote|quotecontent|bbCodeBlock|```quote"
)
QUOTED_LINE = re.compile(r"^[ \t]*>+[> \t]*(.*)$", re.MULTILINE)
CREDITS = (
    r"(?i)@_?\*\*|mention|<cite|quote_?-?(?:title|header)|bbCodeBlock|\[quote[ =]|data-user"
    r"|(?:^|\n)[ \t]*[[:alpha:]][\w.'’-]{1,14}>\s"
)
WORD = re.compile(r"\w+")
PHRASE = 5
"""Words in a row that two messages have in common by quoting only, more or less."""
FEW = 60
"""Letters of the longest line that may have no more words than that."""


Said = dict[int, list[str]]
"""A few words in a row, as a number, to who has said them in a thread."""


class Quoted(NamedTuple):
    """Whose words a message quotes."""

    first: str | None = None
    """Who wrote what it quotes first, where nothing else says whom it answers."""
    credited: tuple[str | None, ...] = ()
    """Who wrote what stands below each line that says who is quoted."""


NOBODY = Quoted()


def quoted_authors(messages: pl.DataFrame) -> list[Quoted]:
    """Who wrote what each message quotes."""
    found = [NOBODY] * len(messages)
    quotes, names = (pl.col("text").str.contains(what) for what in (QUOTES, CREDITS))
    rows = messages.select(
        "thread",
        "author",
        pl.int_range(pl.len()).alias("row"),
        ((pl.col("parent_author").is_null() | names) & quotes).alias("quotes"),
    ).drop_nulls("thread")
    quoting = rows.filter("quotes")["thread"].unique()
    texts, parents = messages["text"], messages["parent_author"]
    threads = (
        rows.filter(pl.col("thread").is_in(quoting.implode()))
        .group_by("thread")
        .agg("author", "row", "quotes")
    )
    for _, authors, places, marked in threads.iter_rows():
        said: Said = {}
        for author, row, does_quote in zip(authors, places, marked, strict=True):
            text = laid_out(texts[row]).text
            own = text
            if does_quote:
                own, found[row] = _look_up(text, said, parents[row] is None)
            if author is not None:
                _remember(own, author, said)
    return found


def _look_up(text: str, said: Said, first: bool) -> tuple[str, Quoted]:
    """A writer's own words, and whose are those that are quoted."""
    named = credits(text)
    if not named:
        own, others = _parted(text)
        return own, Quoted(_author(others.splitlines(), said) if first else None)
    own_lines: list[str] = []
    below: list[list[str]] = [[] for _ in named]
    for line in lines_said(text):
        if line.credit is not None:
            below[line.credit].append(line.body)
        elif not line.depth:
            own_lines.append(line.body)
    authors = tuple(_author(lines, said) for lines in below)
    return "\n".join(own_lines), Quoted(authors[0] if first else None, authors)


def _author(lines: list[str], said: Said) -> str | None:
    """Who said some lines: of many words, two runs of a few; of few, all of them."""
    text = "\n".join(lines)
    votes = Counter(who for phrase in _phrases(text) for who in said.get(phrase, ()))
    if votes and max(votes.values()) > 1:
        return votes.most_common(1)[0][0]
    sayers = said.get(_whole(text), [])
    return sayers[0] if len(sayers) == 1 else None


def _remember(own: str, author: str, said: Said) -> None:
    """Note what somebody has said; others may have said it before."""
    few = {_whole(own), *map(_whole, own.splitlines())} - {0}
    for phrase in (*_phrases(own), *few):
        sayers = said.setdefault(phrase, [])
        if author not in sayers:
            sayers.append(author)


def _whole(text: str) -> int:
    """A few words, all that there are, as a number; 0 for one or many."""
    words = WORD.findall(fold(text)) if len(text) < FEW else ()
    return hash(("", *words)) if 1 < len(words) <= PHRASE else 0


def _parted(text: str) -> tuple[str, str]:
    """A writer's own words, and the first words that are quoted."""
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
