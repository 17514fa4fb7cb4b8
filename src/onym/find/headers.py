"""Headers of mails inside a message: where each begins and ends, and what stands below it."""

from __future__ import annotations

import re

from onym.find.glance import FIELD, PARTS, QUOTES, RULES, Line
from onym.find.habits import Habits
from onym.find.quoting import RULE

STAMP = re.compile(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+(?:\w{1,2}\s)?\d{1,2}[:.]\d\d(?:[:.]\d\d)?"
    r"(?:\s?[AaPp]\.?[Mm]\b\.?)?(?:[ \t][A-Z]{2,4}\b)?"
)
"""When a mail was sent, in figures: "04/12/2001 09:05 PM"."""
LONGEST_LIST = 60
"""Lines over which the people who got a mail are wrapped at most."""
LONGEST_NAME = 90
"""Letters of the longest line that says who wrote."""
ABOVE = 3
"""Lines above "To:" in one of which it stands when a mail was sent, if no field says so."""


def mark_headers(lines: list[Line], kinds: list[str], patterns: Habits) -> None:
    """Label headers inside a message, and what is below the first as an unmarked quote."""
    at, found = 0, False
    while at < len(lines):
        stop = at
        if lines[at].marks & (FIELD | PARTS | RULES) and kinds[at] != "quote":
            stop = header_end(lines, at, patterns)
        if stop > at:
            found = True
            for i in range(header_start(lines, at), stop):
                if kinds[i] == "own" or i < at:
                    kinds[i] = "header"
        elif found and kinds[at] == "own":
            kinds[at] = "quote"
        at = max(stop, at + 1)


def header_end(lines: list[Line], at: int, patterns: Habits) -> int:
    """Where the header ends that begins on a line; there when none does."""
    ruled = rule_end(lines, at, patterns)
    if ruled == at and not is_field(lines[at], patterns):
        return at
    stop = fields_end(lines, ruled, patterns)
    if ruled > at:
        return stop
    people = any(patterns.named.match(line.text[:80]) for line in lines[at:stop])
    # "Subject: Botany" above "Date: 12 March" heads an essay
    return stop if stop - at > 1 and (people or notes_start(lines, at) < at) else at


def rule_end(lines: list[Line], at: int, patterns: Habits) -> int:
    """Where a rule ends that says that a mail follows, or who passed it on; there if none does."""
    text = lines[at].text
    if patterns.is_separator(text):
        return at + 1
    if not (lines[at].marks & RULES and patterns.forwarded.match(text)):
        return at
    broken = text[-3:] != "---" and at + 1 < len(lines) and not lines[at + 1].gap
    return at + 1 + (broken and lines[at + 1].text.endswith("---"))


def fields_end(lines: list[Line], at: int, patterns: Habits) -> int:
    """Where a run of fields ends, with the lines over which they are wrapped."""
    stop, reach = at, 1
    while stop < len(lines):
        if is_field(lines[stop], patterns):
            reach = LONGEST_LIST if patterns.listing.match(lines[stop].text) else 1
            stop += 1
        elif rest := rest_of_field(lines, stop, reach, patterns):
            stop += rest
        else:
            break
    return stop


def is_field(line: Line, patterns: Habits) -> bool:
    """Whether a line is a field of a header."""
    return bool(line.marks & FIELD) and patterns.header.match(line.text[:80]) is not None


def rest_of_field(lines: list[Line], at: int, reach: int, patterns: Habits) -> int:
    """How many lines from one on belong to the field above, since another field follows them."""
    for i in range(at, min(at + reach, len(lines) - 1)):
        if lines[i].gap:
            break
        if is_field(lines[i + 1], patterns):
            return i + 1 - at
    return int(reach > 1 and not lines[at].gap and lines[at - 1].text[-1] in ",;")


def header_start(lines: list[Line], at: int) -> int:
    """Where a header begins whose first field or rule is on a line."""
    if at and RULE.match(lines[at - 1].text):
        return at - 1
    return notes_start(lines, at)


def notes_start(lines: list[Line], at: int) -> int:
    """Where it stands, without a field, who wrote and when: "Mary Poe", "04/12/2001 09:05 PM"."""
    for i in range(at - 1, max(-1, at - 1 - ABOVE), -1):
        text = lines[i].text
        if len(text) > LONGEST_NAME or lines[i].marks & QUOTES:
            break
        if not (stamp := STAMP.search(text)):
            continue
        if text[stamp.end() :].strip():
            break
        return i if stamp.start() else name_above(lines, i)
    return at


def name_above(lines: list[Line], at: int) -> int:
    """Where the name stands of who wrote at the time on a line, maybe with who sent it."""
    first = at
    while first and not lines[first].gap and len(lines[first - 1].text) <= LONGEST_NAME:
        first -= 1
        if ":" not in lines[first].text:  # "Sent by: Mary Poe"
            break
    return first
