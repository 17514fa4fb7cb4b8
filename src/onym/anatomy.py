"""The anatomy of a message: which lines greet, speak, quote, attribute, sign or list code.

Everything that links names to people rests on this. `dissect` labels stretches of whole lines:

    greeting     "Hi Mary,"                    closing      "Best, Robert" or "Cheers" + "Robert"
    own          the writer's own words        signature    the block below a closing or a rule
    attribution  "On Monday Mary wrote:"       postscript   "P.S. ..."
    header       "From: ... Sent: ..."         code         code, formulas, program output
    quote        marked, or unmarked below a header

Every pattern runs on one line of bounded length, so time is linear in the text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from onym.habits import Habits, closes, first_word, habits, phrase_at, plain_words
from onym.quoting import LONGEST_LINE, RULE, Line, mark_headers, mark_quotes


class Part(NamedTuple):
    """A run of lines with one function; `start` and `end` are offsets into the message."""

    kind: str
    start: int
    end: int


CODE = re.compile(
    r"<-|[{};]$|^[{}()\[\]]+$|==|!=|~\s*\w+\s*[+|*(]|\$[A-Za-z_]|^#|:::"
    r"|^\s*(?:def|class|import|from) \w+[.:(]"
    r"|^\s*(?:library|require|function|for|while|if|return|print|source|summary|plot)\s?\("
    r"|^(?:Error|Warning)\b|\w\(.*[=,].*\)|^[\w.]+\([\w.]*\)$|^[+>]\s|^\[\d+\]|^</?\w+[ />]"
)
SPACED = re.compile(r"\W*[^\W\d_](?:[ ._*-]{1,2}[^\W\d_]){2,}\W*$")
"""Letters with spaces between them: R o b e r t."""
CONTACT = re.compile(
    r"@|\bat\b \S+\.\S|https?:|www\.|\+\d|\(\d+\)|\d{3}[ .-]\d{3}"
    r"|\b(?:tel|fax|phone|e-?mail|univ\w*|dep\w*t\b|dep\w*ment|institut\w*|school|facult\w*|college|hospital|centre|center|laborator\w*)\b",
    re.IGNORECASE,
)
HINT = re.compile(r"[<{};=~$#(+\[>)]|:::|\d.*\d.*\d|^(?:def|class|import|from|Error|Warning)\b")
"""What a line must hold to be looked at as code at all."""
NUMBERS = re.compile(r"\d[\d.,:e+-]*")


def split_lines(text: str) -> list[Line]:
    """The non-blank lines of a text with their offsets."""
    lines: list[Line] = []
    at, gap = 0, True
    for raw in text.split("\n"):
        content = raw.strip()
        if content:
            start = at + raw.index(content)
            lines.append(Line(start, start + len(content), content, gap, start - at))
        gap = not content
        at += len(raw) + 1
    return lines


def is_code(line: str) -> bool:
    """Whether a line reads like code, a formula or a program's output."""
    clipped = line[:LONGEST_LINE]
    if not HINT.search(clipped):
        return False
    if CODE.search(clipped):
        return True
    numbers = NUMBERS.findall(clipped)
    return len(numbers) > 2 and sum(map(len, numbers)) * 2 > len(clipped)


def dissect(text: str, habits_: Habits | None = None) -> list[Part]:
    """Label every non-blank line of a message and join neighbours with the same label."""
    lines = split_lines(text)
    kinds = label(lines, habits_ or habits())
    parts: list[Part] = []
    for line, kind in zip(lines, kinds, strict=True):
        if parts and parts[-1].kind == kind and kind not in ("greeting", "closing"):
            parts[-1] = Part(kind, parts[-1].start, line.end)
        else:
            parts.append(Part(kind, line.start, line.end))
    return parts


def label(lines: list[Line], patterns: Habits) -> list[str]:
    """One label a line, in the order in which the later ones depend on the earlier ones."""
    kinds = ["own"] * len(lines)
    mark_quotes(lines, kinds, patterns)
    mark_headers(lines, kinds, patterns)
    for first, last in own_blocks(kinds):
        mark_greetings(lines, kinds, first, last, patterns)
        mark_closings(lines, kinds, first, last, patterns)
    mark_unmarked_quotes(lines, kinds, patterns)
    for i, line in enumerate(lines):
        if kinds[i] == "own" and is_code(line.text):
            kinds[i] = "code"
    return kinds


def own_blocks(kinds: list[str]) -> list[tuple[int, int]]:
    """The runs of own lines, as half-open line ranges."""
    blocks, first = [], None
    for i, kind in enumerate([*kinds, "end"]):
        if kind == "own" and first is None:
            first = i
        elif kind != "own" and first is not None:
            blocks.append((first, i))
            first = None
    return blocks


def mark_greetings(
    lines: list[Line], kinds: list[str], first: int, last: int, patterns: Habits
) -> None:
    """Label the line that opens a block when it begins with a greeting."""
    for i in range(first, min(last, first + 2)):
        if kinds[i] != "own" or first_word(lines[i].text) not in patterns.openings:
            continue
        plain = plain_words(lines[i].text[:60])
        size = phrase_at(plain, patterns.greetings)
        # German "Liebe" greets and, in "Liebe Grüße", closes
        if size and (i == 0 or closes(plain, patterns) <= size):
            kinds[i] = "greeting"
            return


def mark_closings(
    lines: list[Line], kinds: list[str], first: int, last: int, patterns: Habits
) -> None:
    """Label closings, the block below them and postscripts in one run of own lines."""
    end = mark_signature(lines, kinds, first, last, patterns)
    for i in range(first, end):
        words = lines[i].text
        if kinds[i] != "own":
            continue
        if words.casefold().startswith(patterns.machine_lines):
            kinds[i] = "signature"
            continue
        if words[0] in "PpEeUuNnAaBb" and phrase_at(
            plain_words(words[:12]), patterns.postscripts, longest=2
        ):
            for k in range(i, end):
                if k > i and lines[k].gap:
                    break
                kinds[k] = "postscript"
        elif ends_in_closer(words, patterns):
            follow = i + 1
            while follow < end and ends_in_closer(lines[follow].text, patterns):
                follow += 1
            kinds[i:follow] = ["closing"] * (follow - i)
            if len(plain_words(words)) > 6:
                kinds[i] = "own"
            if follow < end and len(lines[follow].text) <= 45 and not is_code(lines[follow].text):
                kinds[follow] = "closing"
                mark_contact(lines, kinds, follow + 1, end)
        elif is_closing_line(lines, i, end, patterns):
            kinds[i] = "closing"
    mark_last_line(lines, kinds, first, end, patterns)


def is_closing_line(lines: list[Line], i: int, end: int, patterns: Habits) -> bool:
    """Whether a line apart from others closes and signs at once: "Cheers,  Mary Poe"."""
    text = lines[i].text
    if not i or not lines[i].gap or len(text) > 45 or first_word(text) not in patterns.endings:
        return False
    if "," not in text or (i + 1 < end and not lines[i + 1].gap):
        return False
    plain = plain_words(text)
    return closes(plain, patterns) > 0 and len(plain) <= 6


def ends_in_closer(line: str, patterns: Habits) -> bool:
    """Whether a line is a closing, or its last sentence is: "... any help! Best wishes,"."""
    whole = len(line) <= 60 and first_word(line) in patterns.endings
    plain = plain_words(line) if whole else []
    if not plain or closes(plain, patterns) < len(plain):
        if line[-1] not in ",!":
            return False
        line = re.split(r"[.!?;]\s", line[-60:-1])[-1]
        plain = plain_words(line)
    return bool(plain) and closes(plain, patterns) == len(plain) and not is_code(line)


def mark_signature(
    lines: list[Line], kinds: list[str], first: int, last: int, patterns: Habits
) -> int:
    """Label the block below a rule, or the contact lines at the end; return where it begins."""
    end = last
    for i in range(last - 1, max(first, last - 25), -1):
        if RULE.match(lines[i].text) and last - i > 1:
            below = [line.text for line in lines[i + 1 : last]]
            if any(ends_in_closer(text, patterns) or is_prose(text) for text in below):
                break
            end = i
    i = end
    while i - 1 > first and is_contact(lines, i - 1):
        i -= 1
        if lines[i].gap:
            end = i
    kinds[end:last] = ["signature"] * (last - end)
    return end


def is_prose(line: str) -> bool:
    """Whether a line asks or goes on at length, as signature blocks do not."""
    return line[-1] == "?" or len(line) > 120


def is_contact(lines: list[Line], i: int) -> bool:
    """Whether a line belongs to a paragraph of short lines that say where to find somebody."""
    first = last = i
    while first > 0 and not lines[first].gap and i - first < 15:
        first -= 1
    while last + 1 < len(lines) and not lines[last + 1].gap and last - i < 15:
        last += 1
    block = [line.text for line in lines[first : last + 1]]
    if not 1 < len(block) < 15 or any(len(text) > 90 for text in block):
        return False
    sentences = sum(text[-1] in ".!?" and len(text.split()) > 5 for text in block)
    wordy = sum(len(text.split()) for text in block) > 9 * len(block)
    if wordy or sentences * 4 > len(block):
        return False
    return any(CONTACT.search(text) for text in block)


def mark_contact(lines: list[Line], kinds: list[str], first: int, end: int) -> None:
    """Label the short lines right below a closing as its signature block."""
    for i in range(first, end):
        if lines[i].gap or len(lines[i].text) > 70:
            return
        kinds[i] = "signature"


def mark_last_line(
    lines: list[Line], kinds: list[str], first: int, end: int, patterns: Habits
) -> None:
    """Label a short last line that is no sentence, or starts with a closing word."""
    i = end - 1
    while i > first and kinds[i] in ("postscript", "signature"):
        i -= 1
    if i < first or kinds[i] != "own" or len(lines[i].text) > 60:
        return
    words = plain_words(lines[i].text)
    if closes(words, patterns) or (
        i > 0
        and stands_apart(lines, i, first)
        and (len(words) <= 4 or SPACED.match(lines[i].text))
        and not is_code(lines[i].text)
    ):
        kinds[i] = "closing"


def stands_apart(lines: list[Line], i: int, first: int) -> bool:
    """Whether a short line is more than the end of a wrapped paragraph or of a listing."""
    if lines[i].gap or i == first:
        return True
    before = lines[i - 1].text
    if is_code(before):
        return False
    return len(before) < 50 or before[-1] in ".!?…:;,)\"'”’-–—" or len(before) > 120


def mark_unmarked_quotes(lines: list[Line], kinds: list[str], patterns: Habits) -> None:
    """Label what follows a closing as quoted when it is attributed or greets anew."""
    closed = False
    for i, kind in enumerate(kinds):
        if kind == "closing":
            closed = True
        elif closed and kind in ("attribution", "greeting") and i + 1 < len(kinds):
            marked = any(later == "quote" for later in kinds[i + 1 : i + 4])
            if kind == "greeting" or not marked:
                first = i if kind == "greeting" else i + 1
                for k in range(first, len(kinds)):
                    if kinds[k] not in ("attribution", "header"):
                        kinds[k] = "quote"
                return
