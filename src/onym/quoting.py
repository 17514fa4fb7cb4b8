"""Quoted text: lines with a mark, lines that say who is quoted, headers and what is below them."""

from __future__ import annotations

import re
from typing import NamedTuple

from onym.habits import Habits

LONGEST_LINE = 300
"""Longer lines are paragraphs: only their beginning and their end are looked at."""


class Line(NamedTuple):
    """One non-blank line without its surrounding white space."""

    start: int
    end: int
    text: str
    gap: bool
    """Whether a blank line stands before it."""
    indent: int = 0
    """How far it is set in."""


DATED_ADDRESS = re.compile(
    r"\W{0,4}\d{4}[/-]\d{1,2}[/-]\d{1,2}(?:\s+[\d:]+)?(?:\s+[A-Z]{2,4}[+-][\d:]+)?\s+[^\d\W][^<]*<"
)
QUOTE_MARK = re.compile(r"(?:>|\|\s|[A-Z]{1,3}>\s|%\s)")
BEGINS = re.compile(
    r"\W{0,4}(?:(?:On|At|Am|Le|El|Den|Il|Op|Em|In|Quoting)\b|\d|[^\W\d_]+ [^\W\d_]+ <).*[\d<]"
)
RULE = re.compile(r"--$|([-_=*~+–—])\1{3,}|(?:[-_=*~+]\s?){6,}$")


def mark_quotes(lines: list[Line], kinds: list[str], patterns: Habits) -> None:
    """Label lines with a quoting mark, and the lines that say who is quoted."""
    bracket = False
    for i, line in enumerate(lines):
        words = line.text
        if "[quote" in words.casefold():
            bracket = True
        if bracket:
            kinds[i] = "quote"
            bracket = "[/quote]" not in words.casefold()
        elif (words[0] in "|%" or ">" in words[:4]) and QUOTE_MARK.match(words):
            kinds[i] = "quote"
        elif len(words) <= LONGEST_LINE:
            mark_attribution(lines, kinds, i, patterns)


def mark_attribution(lines: list[Line], kinds: list[str], i: int, patterns: Habits) -> None:
    """Label a line that says who is quoted, with the lines it is wrapped over."""
    text = lines[i].text
    hint = text[-1] in ":>?" or "<" in text or text.endswith("...") or " by " in text[:30]
    if not hint:
        return
    for back in (0, 1, 2):
        first = i - back
        if first < 0 or any(line.gap for line in lines[first + 1 : i + 1]):
            return
        if back and (kinds[first] != "own" or len(lines[first].text) > 120):
            return
        whole = " ".join(line.text for line in lines[first : i + 1])
        if (not back or BEGINS.match(whole)) and attributes(whole, patterns):
            above = first - 1
            if not back and above >= 0 and not lines[i].gap and kinds[above] == "own":
                first -= begins_attribution(lines[above].text)
            kinds[first : i + 1] = ["attribution"] * (i + 1 - first)
            mark_indented(lines, kinds, i + 1)
            return


def mark_indented(lines: list[Line], kinds: list[str], first: int) -> None:
    """Label the lines set in below an attribution as quoted."""
    for i in range(first, len(lines)):
        if lines[i].indent < 2:
            return
        kinds[i] = "quote"


def attributes(line: str, patterns: Habits) -> bool:
    """Whether a line says who wrote what follows: "On Monday Mary Poe <m@x.org> wrote:"."""
    if patterns.name_then_verb.search(line) or patterns.name_verb_date.match(line):
        # "this is the code that I wrote:" attributes nothing
        return not re.search(r"\b(?:I|i|we|We)\s+\w+\W*$", line)
    if DATED_ADDRESS.match(line):
        return True
    found = patterns.verb_then_name.search(line[:120])
    if found is None:
        return False
    before = line[: found.start()].strip("-> \t|*")
    if not (line.endswith(":") or "<" in line[found.end() :]):
        # a forum's "Originally posted by Mary" needs no colon
        return not before and " by " in found[0] and len(line) < 60
    return len(line) - found.end() < 90 and (not before or any(c.isdigit() for c in before))


def begins_attribution(line: str) -> bool:
    """Whether a line may be the first half of a wrapped attribution."""
    return BEGINS.match(line) is not None and (line[-1] in ",>" or "<" in line)


def mark_headers(lines: list[Line], kinds: list[str], patterns: Habits) -> None:
    """Label forwarded headers, and everything below them as an unmarked quote."""
    for i, line in enumerate(lines):
        original = patterns.is_separator(line.text)
        if not original and ":" not in line.text[:30]:
            continue
        stop = i + original
        while stop < len(lines) and patterns.header.match(lines[stop].text[:80]):
            stop += 1
        if stop - i >= (1 if original else 2):
            first = i - (i > 0 and RULE.match(lines[i - 1].text) is not None)
            for k in range(first, len(kinds)):
                if kinds[k] == "own":
                    kinds[k] = "header" if k < stop else "quote"
            return
