"""The example at the top of the README is what Onym really makes of those messages."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl

import onym

README = Path(__file__).parent.parent / "README.md"
SEED = 6


def example() -> list[list[str]]:
    """The table's rows: author and text before, author and text after."""
    text = README.read_text(encoding="utf-8").replace("<br>", "\\n")
    table = text[text.index("| author | before") : text.index("Nicknames, short forms")]
    rows = re.findall(r"^\| (.+) \| (.+) \| (P\d+) \| (.+) \|$", table, re.MULTILINE)
    return [[cell.replace("\\n", "\n") for cell in row] for row in rows]


def test_the_example_is_true() -> None:
    rows = example()
    assert len(rows) == 4
    people = list(dict.fromkeys(author for author, *_ in rows))
    ids = {name: f"u{n}" for n, name in enumerate(people, 1)}
    forum = pl.DataFrame(
        {
            "id": [str(n) for n in range(len(rows))],
            "parent": [None, *(str(n) for n in range(len(rows) - 1))],
            "thread": ["one"] * len(rows),
            "author": [ids[author] for author, *_ in rows],
            "text": [text for _, text, *_ in rows],
        }
    )
    roster = pl.DataFrame({"userid": list(ids.values()), "fullname": people})
    corpus = onym.read(forum, roster)
    replaced = onym.replace(
        corpus, onym.link(onym.find(corpus), corpus), onym.Policy(seed=SEED)
    ).messages
    made = [list(row) for row in replaced.select("author", "text").iter_rows()]
    assert made == [row[2:] for row in rows]
