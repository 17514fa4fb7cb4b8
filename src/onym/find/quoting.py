"""Quoted text: lines with a mark, and lines that say who is quoted."""

from __future__ import annotations

import re

from onym.find.glance import CLAIMS, QUOTES, Line
from onym.find.habits import Habits, plain_words
from onym.text.credits import CREDIT

LONGEST_LINE = 300
"""Longer lines are paragraphs: only their beginning and their end are looked at."""


DATED_ADDRESS = re.compile(
    r"\W{0,4}\d{4}[/-]\d{1,2}[/-]\d{1,2}(?:\s+[\d:]+)?(?:\s+[A-Z]{2,4}[+-][\d:]+)?\s+[^\d\W][^<]*<"
)
QUOTE_MARK = re.compile(r"(?:>|\|\s|[A-Z][A-Za-z]{0,2}>\s|%\s)")
OTHER_MARKS = "»›:}¦?"
"""What may stand before each line below an attribution; a broken encoding makes » a ?."""
CITES = re.compile(r'>+ "[^"]{1,8}" == .*:$')
"""An attribution in the manner of supercite: >>>>> "MP" == Mary Poe writes:"""
BEGINS = re.compile(
    r"\W{0,4}(?:(?:On|At|Am|Le|El|Den|Il|Op|Em|In|Quoting)\b|\d|[^\W\d_]+ [^\W\d_]+ <).*[\d<]"
)
ADDRESSED = re.compile(
    r"(?:[^<>]{0,100}<[^<>\s@]+(?:@| at )[^<>]+>|[^<>\s()@]+(?:@| at )\S+ \([^()]{2,60}\))"
    r"[^?!]{0,120}(?::|\.\.\.|>)\W{0,3}$"
)
"""A name and an address, and what ends an attribution: "Mary Poe <m@x.org> told us all:"."""
SENT_BY = re.compile(r"<[^<>\s@]+(?:@| at )|^[^\s@]+(?:@| at )\S+ \(")
FULL, FITS = 80, 12
"""Letters of the longest line that programs leave as it is, and how much less is full as well."""
DIGIT = re.compile(r"\d")
FIRST_PERSON = re.compile(r"\b(?:I|i|we|We)\s+\w+\W*$")
RULE = re.compile(r"--$|([-_=*~+–—])\1{3,}|(?:[-_=*~+]\s?){6,}$")


def mark_quotes(lines: list[Line], kinds: list[str], patterns: Habits) -> None:
    """Label lines with a quoting mark, and the lines that say who is quoted."""
    for i, line in enumerate(lines):
        if not line.marks & (QUOTES | CLAIMS) or kinds[i] == "quote":
            continue
        if line.marks & QUOTES and QUOTE_MARK.match(line.text):
            kinds[i] = "attribution" if CITES.match(line.text) else "quote"
            wraps = i and line.text[-1] == ":" and not line.gap and kinds[i - 1] != "quote"
            if wraps and closes_address(lines, i, patterns):
                kinds[i - 1 : i + 1] = ["attribution"] * 2
        elif CREDIT.match(line.text):
            kinds[i] = "attribution"
        elif line.marks & CLAIMS and len(line.text) <= LONGEST_LINE:
            mark_attribution(lines, kinds, i, patterns)
    if "quote" in kinds:
        mark_wrapped(lines, kinds)
        mark_addressed(lines, kinds)


def mark_wrapped(lines: list[Line], kinds: list[str]) -> None:
    """Label what a program broke off quoted lines: the rest stands below, without a mark.

    An answer between two quoted lines looks the same, so one line alone must go on in mid-sentence.
    """
    broken = [
        i
        for i in range(1, len(lines) - 1)
        if kinds[i] == "own" and kinds[i - 1] == kinds[i + 1] == "quote" and is_rest(lines, i)
    ]
    for i in broken:
        above, text = lines[i - 1].text, lines[i].text
        if len(broken) > 1 or above[-1] == "-" or (text[0].islower() and above[-1] not in ".!?:"):
            kinds[i] = "quote"


def is_rest(lines: list[Line], i: int) -> bool:
    """Whether a line without a mark is what did not fit on the quoted line above it."""
    above, text = lines[i - 1], lines[i].text
    if lines[i].gap or lines[i + 1].gap or not (above.marks & lines[i + 1].marks & QUOTES):
        return False
    return len(text) < len(above.text) <= FULL < len(above.text) + 1 + len(text.split()[0]) + FITS


def mark_addressed(lines: list[Line], kinds: list[str]) -> None:
    """Label who is quoted by form alone, in any language: an address right above marked lines."""
    for i in range(1, len(lines)):
        if kinds[i] != "quote" or kinds[i - 1] != "own" or not lines[i].marks & QUOTES:
            continue
        above = range(i - 1, max(-1, i - 4), -1)
        short = (k for k in above if len(lines[k].text) <= LONGEST_LINE)
        first = next((k for k in short if SENT_BY.search(lines[k].text)), i)
        if first and lines[first].text[0] == "<" and not lines[first].gap:
            first -= 1  # the name is on the line above its address
        if any(line.gap for line in lines[first + 1 : i]) or set(kinds[first:i]) != {"own"}:
            continue
        whole = " ".join(line.text for line in lines[first:i])
        if len(whole) <= LONGEST_LINE and ADDRESSED.match(whole):
            kinds[first:i] = ["attribution"] * (i - first)


def mark_attribution(lines: list[Line], kinds: list[str], i: int, patterns: Habits) -> None:
    """Label a line that says who is quoted, with the lines it is wrapped over."""
    text = lines[i].text
    spoken = text[-1] == ":" or "<" in text or " by " in text[:30]
    if not spoken and not ends_in_verb(text, patterns):
        # most lines that end so are questions
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
                first -= begins_attribution(lines[above].text, text)
            kinds[first : i + 1] = ["attribution"] * (i + 1 - first)
            mark_indented(lines, kinds, i + 1)
            return


def closes_address(lines: list[Line], i: int, patterns: Habits) -> bool:
    """Whether a line only looks like a quote: "... Mary Poe <mary@x.org" is above "> wrote:"."""
    above = lines[i - 1].text
    return is_unclosed(above) and attributes(above + lines[i].text, patterns)


def is_unclosed(line: str) -> bool:
    """Whether a line breaks off inside an address: "Mary Poe <mary@x.org"."""
    return line.rfind("<") > line.rfind(">")


def mark_indented(lines: list[Line], kinds: list[str], first: int) -> None:
    """Label the lines set in below an attribution as quoted, or those with a mark of their own."""
    mark = own_mark(lines[first : first + 3])
    for i in range(first, len(lines)):
        if lines[i].indent < 2 and lines[i].text[0] != mark:
            return
        kinds[i] = "quote"


def own_mark(lines: list[Line]) -> str:
    """The mark that a quote has before each of its first three lines, if not the usual one."""
    marks = {line.text[0] if line.text[1:2] in ("", " ") else "" for line in lines}
    mark = marks.pop() if len(lines) == 3 and len(marks) == 1 else ""
    return mark if mark in OTHER_MARKS else ""


def attributes(line: str, patterns: Habits) -> bool:
    """Whether a line says who wrote what follows: "On Monday Mary Poe <m@x.org> wrote:"."""
    colon = line[-1] == ":"
    if (ends_in_verb(line, patterns) and patterns.name_then_verb.search(line, len(line) - 60)) or (
        colon and DIGIT.search(line) and patterns.name_verb_date.match(line)
    ):
        # "this is the code that I wrote:" attributes nothing
        return not FIRST_PERSON.search(line, len(line) - 60)
    if DATED_ADDRESS.match(line):
        return True
    if not colon and "<" not in line and (len(line) >= 60 or " by " not in line):
        return False
    if patterns.leading.isdisjoint(plain_words(line[:120])):
        return False
    found = patterns.verb_then_name.search(line[:120])
    if found is None:
        return False
    before = line[: found.start()].strip("-> \t|*")
    if not (line.endswith(":") or "<" in line[found.end() :]):
        # a forum's "Originally posted by Mary" needs no colon
        return not before and " by " in found[0] and len(line) < 60
    return len(line) - found.end() < 90 and (not before or any(c.isdigit() for c in before))


def ends_in_verb(line: str, patterns: Habits) -> bool:
    """Whether the last word of a line may be a verb of saying."""
    last = line.rstrip(" .:?>*_\"'“”)]").rsplit(None, 1)[-1:]
    word = last[0].rpartition(">")[2] if last else ""  # "<m@x.org>wrote:"
    return word.casefold().lstrip("(*_") in patterns.verbs


def begins_attribution(line: str, rest: str) -> bool:
    """Whether a line may be the first half of an attribution whose rest is on the next."""
    if rest[0] == "<":
        line += rest  # "In frob@x.org, Mary Poe" above "<mary@x.org> wrote:"
    return BEGINS.match(line) is not None and (line[-1] in ",>" or "<" in line or rest[0] == "(")
