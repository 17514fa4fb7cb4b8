"""Who is quoted, where a program says so: "@**Mary Poe** wrote:" in a message that is laid out.

Forums write that in many notations; `layout` brings all of them to this one, with a mark before
every line of the quote. What stands in it is the name of an account, whatever it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

QUOTING = re.compile(
    r"""\sclass\s*=\s*["']?[^"'>]*\b(?:quotecontent|quote_?body|bbCodeBlock-content)\b""",
    re.IGNORECASE,
)
"""In the tag of a block that is a quote though its name does not say so."""
TITLING = re.compile(
    r"""\sclass\s*=\s*["']?[^"'>]*\b(?:quote_?-?(?:title|header|author)|bbCodeBlock-title"""
    r"""|bbcode_postedby|ipsQuote_citation)\b|\sdata-username\s*=""",
    re.IGNORECASE,
)
"""In the tag of the line above a quote that says whose it is."""
VERBS = (
    "wrote|writes|said|says|posted|skrev|skriver|sade|a écrit|schrieb|hat geschrieben|schreef"
    "|escribió|dijo|escreveu|disse|ha scritto|ha detto|napisał|napisała|napsal|napsala|írta"
)
"""What stands behind the name in the languages of forums; any other word is a part of it."""
TITLE = re.compile(
    r"(?:\s|<[^<>]{1,300}>)*+"
    r"(?P<by>(?:originally posted by|quote from|quote|zitat von|citat från|citation de)\b:?"
    r"|author=)?"
    r"(?:[\s*]|<[^<>]{1,300}>)*+"
    r"(?P<name>[^\s<>:*][^<>\n:*|]{0,60}?)\**"
    rf"(?:(?:\s*</[^<>]{{1,20}}>)?(?:\s+(?:{VERBS}))?\s*:"
    r"|\s+(?:on|am|le|den)\s[^<>\n]{0,60}\d[^<>\n]{0,20}|\s+link=[^<>\n]{0,150}"
    r"|(?(by)(?=\s*<)|(?!)))",
    re.IGNORECASE,
)
"""What such a line says: "Mary Poe wrote:", "Quote from: Mary Poe on 3 May"."""
BRACKET = re.compile(
    r"\[(?P<end>/)?quote(?:(?:=|\s+(?:name|author|user)=)[\"'“”]?"
    r"(?P<name>[^\s\"'“”\]][^\"'“”,;\]\n]{0,60}?)(?=[\"'“”,;\]]| \w+=))?[^\]\n]{0,200}\]",
    re.IGNORECASE,
)
"""The notation of bulletin boards: [quote="Mary Poe"] and [/quote]."""
LINE = re.compile(r"^(?P<marks>[> \t]*)(?P<body>.*)$", re.MULTILINE)
CREDIT = re.compile(
    r"@\*\*(?P<name>[^*|\n]{1,80}?)\*\*(?:(?P<margin>>)|(?: [^\W\d_]+){0,2}) ?:[^\w\n]*$"
)
MARGIN = re.compile(r"^[ \t]*(?P<name>[^\W\d_a-z][\w.'’-]{1,14})>(?=\s|\Z)", re.MULTILINE)
"""A name before a line of a quote, as some mail programs put it before each: "Mary> yes"."""
TAGGED = re.compile(
    r"^[> \t]*\"(?P<tag>[^\W\d_][\w.'’-]{0,14})\" == "
    r"(?P<name>[^\W\d_][^\"<>\n]{1,60}?)[ \t]*(?:<|$)"
    r"|^[> \t]*(?P<whole>[^\W\d_a-z][^\"<>()\n]{2,50}?)[ \t]+\((?P<short>[^\W\d_a-z]{2,4})\)"
    r"[ \t]+wr(?:ote|ites):"
    r"|^[ \t]*(?P<before>[^\W\d_a-z][\w.'’-]{1,14})>[ \t]*From:[ \t]*"
    r"(?P<sender>[^\W\d_][^\"<>\n]{1,60}?)[ \t]*(?:<|$)",
    re.MULTILINE,
)
"""What says for whom the name before each line stands: '"MP" == Mary Poe <...>', "Mary Poe (MP)
wrote:", "MP> From: Mary Poe"."""
TAGS = (("tag", "name"), ("short", "whole"), ("before", "sender"))
MOST = 30
"""Short names that a message may give."""
RUN = 3
"""Lines with one name before each that make a quote; fewer may be anything."""


def title_in(text: str, at: int, tag: str, name: str) -> re.Match[str] | None:
    """What says who is quoted, right behind a tag; in a quote itself it must say that it does."""
    told = name == "cite" or (" " in tag and TITLING.search(tag) is not None)
    if not told and name != "blockquote":
        return None
    title = TITLE.match(text, at, at + 1000)
    return title if title and (told or title["by"]) else None


class Credit(NamedTuple):
    """A line that says who wrote the quote below it."""

    start: int
    end: int
    """Where the name stands."""
    name: str
    depth: int
    """How many marks the lines of the quote have."""
    margin: bool = False
    """Whether a name before each line is all that says it: it may be a program's prompt."""


class Said(NamedTuple):
    """A line of a message, and whose it is."""

    start: int
    body: str
    depth: int
    """How many marks it has: none in the writer's own words."""
    credit: int | None
    """The number of the credit that it stands below."""


def credits(text: str) -> list[Credit]:
    """The lines of a message that say who is quoted."""
    if "@**" not in text:
        return []
    return [found for line in LINE.finditer(text) if (found := _credit(line))]


def lines_said(text: str) -> Iterator[Said]:
    """The lines of a message that have words, with the credit that each stands below."""
    below: dict[int, int] = {}
    """How deep a quote is to its credit."""
    number = -1
    for line in LINE.finditer(text):
        depth = line["marks"].count(">")
        if found := _credit(line):
            number += 1
            below[found.depth] = number
        elif line["body"].strip():
            yield Said(line.start("body"), line["body"], depth, below.get(depth))
            below = {deep: of for deep, of in below.items() if deep <= depth}


def speakers(text: str, credited: Sequence[str | None]) -> dict[int, str]:
    """Where the lines of quotes begin to whose words they are, as far as that is known."""
    return {
        line.start: who
        for line in (lines_said(text) if any(credited) else ())
        # a text that somebody is just changing may have more of them
        if line.credit is not None
        and line.credit < len(credited)
        and (who := credited[line.credit])
    }


def speaker(text: str, at: int, known: dict[int, str]) -> str | None:
    """Whose words stand at a place; None where they are the writer's, or nobody knows."""
    line = LINE.match(text, text.rfind("\n", 0, at) + 1) if known else None
    return known.get(line.start("body")) if line else None


def _credit(line: re.Match[str]) -> Credit | None:
    """What a line says of who is quoted."""
    found = CREDIT.match(line["body"]) if line["body"].startswith("@**") else None
    if not found:
        return None
    at, name = line.start("body") + found.start("name"), found["name"]
    deep = max(1, line["marks"].count(">"))
    return Credit(at, at + len(name), name, deep, found["margin"] is not None)


class Tag(NamedTuple):
    """A short name that a message gives to somebody whom it quotes."""

    name: tuple[int, int]
    """Where the name stands for which it is."""
    places: tuple[tuple[int, int], ...]
    """Where it stands itself."""
    short: str
    quoted: bool
    """Whether nothing else says that this person is quoted."""


def tags(text: str) -> list[Tag]:
    """The short names that a message gives to those whom it quotes."""
    if ">" not in text or not any(told in text for told in ('" == ', ") wr", "> From:")):
        return []
    before: dict[str, list[tuple[int, int]]] = {}
    for line in MARGIN.finditer(text):
        before.setdefault(line["name"], []).append(line.span("name"))
    found: dict[str, Tag] = {}
    for line in TAGGED.finditer(text):
        short, name = next(pair for pair in TAGS if line[pair[0]])
        if line[short] not in found and len(found) < MOST:
            places = sorted({line.span(short), *before.get(line[short], ())})
            tag = Tag(line.span(name), tuple(places), line[short], short == "tag")
            found[line[short]] = tag
    return list(found.values())


def margins(text: str, known: Collection[str] = ()) -> Iterator[list[re.Match[str]]]:
    """Runs of lines that have the same name before each, other lines of theirs in between.

    For names that are known to stand for somebody one line is enough.
    """
    run: list[re.Match[str]] = []
    for line in MARGIN.finditer(text):
        near = run and not text[run[-1].end() : line.start()].partition("\n")[2].strip()
        if not near or line["name"] != run[0]["name"]:
            if _is_quote(run, known):
                yield run
            run = []
        run.append(line)
    if _is_quote(run, known):
        yield run


def _is_quote(run: list[re.Match[str]], known: Collection[str]) -> bool:
    return len(run) >= RUN or (bool(run) and run[0]["name"] in known)
