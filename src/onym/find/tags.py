"""Codes that people sign with beside their name: a student's number, a call sign, a user name."""

from __future__ import annotations

import re
from typing import NamedTuple

CODE = r"(?=\w*\d)(?:(?=\w*[^\W\d_])\w{3,12}|\d{6,10})"
"""A word with digits among its letters, or a long number."""
TAGGED = re.compile(
    r"(?P<name>.*[^\W\d_]{2}\.?)(?:[ \t]*[,/|–—-][ \t]*|[ \t]+)[(\[]?"
    rf"(?P<tag>{CODE})[)\]]?\W*"
)
"""A name, perhaps a comma, a stroke or a bracket, and a word with digits: "Mary (s1801234)"."""
MEASURE = re.compile(
    r"\d+(?:st|nd|rd|th|am|pm|h|hrs?|min|sec|m|s|x|k|kb|mb|gb|tb|bit|px|pt|p|e|er|ème)",
    re.IGNORECASE,
)
"""A number with what it counts, or a rank: 2nd, 64bit."""
NUMBER = re.compile(r"[^\W\d_]{0,3}\d{5,10}")
"""What students and members are numbered with: s1801234."""
ALONE = re.compile(CODE)
LONGEST = 80
"""Letters of a line with a name and a code."""


class Tag(NamedTuple):
    """Where the name ends and the code stands in a line."""

    name_end: int
    start: int
    end: int
    is_number: bool
    """Whether it is a long number, with a letter or two before it perhaps."""


def tag_of(line: str) -> Tag | None:
    """The code behind the name at the start of a line that has nothing else."""
    short = len(line) <= LONGEST and any(map(str.isdigit, line))
    found = TAGGED.fullmatch(line) if short else None
    if found is None or MEASURE.fullmatch(found["tag"]):
        return None
    number = NUMBER.fullmatch(found["tag"]) is not None
    return Tag(found.end("name"), *found.span("tag"), number)


def code_in(line: str) -> str:
    """The code of a line that has nothing else, brackets aside; nothing if there is more."""
    word = line.strip("()[] \t")
    return word if ALONE.fullmatch(word) and not MEASURE.fullmatch(word) else ""
