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

from onym.find.glance import (
    ADDS,
    ENDS,
    LISTS,
    MACHINE,
    OPENS,
    QUOTES,
    RULES,
    TRAILS,
    Line,
    Sheet,
    glance,
    lay_out,
)
from onym.find.habits import Habits, closes, first_word, habits, phrase_at, plain_words, takes_leave
from onym.find.headers import mark_headers
from onym.find.names import AGED
from onym.find.quoting import LONGEST_LINE, RULE, mark_quotes


class Part(NamedTuple):
    """A run of lines with one function; `start` and `end` are offsets into the message."""

    kind: str
    start: int
    end: int


CODE_ENDS = frozenset("{};\\")
CODE_START = re.compile(
    r"#|[{}()\[\]]+$|\s*(?:def|class|import|from) \w+[.:(]|from \w+ import \w"
    r"|\s*(?:library|require|function|for|while|if|return|print|source|summary|plot)\s?\("
    r"|(?:Error|Warning)\b|[\w.]+\([\w.]*\)$|[+>]\s(?!(?<=\+\s)\w{3,}$)|\[\d+\]|</?\w+[ />]"
)
CALL = re.compile(r"\w\(.*[=,].*\)")
FORMULA = re.compile(r"~\s*\w+\s*[+|*(]")
VARIABLE = re.compile(r"\$[A-Za-z_]")
SPACED = re.compile(r"\W*[^\W\d_](?:[ ._*-]{1,2}[^\W\d_]){2,}\W*$")
"""Letters with spaces between them: R o b e r t."""
CONTACT = re.compile(
    r"@(?!\*\*)|\bat\b \S+\.\S|https?:|www\.|\+\d|\(\d+\)|\d{3}[ .-]\d{3}"
    r"|\b(?:tel|fax|phone|e-?mail|univ\w*|dep\w*t\b|dep\w*ment|institut\w*|school|facult\w*|college|hospital|centre|center|laborator\w*)\b",
    re.IGNORECASE,
)
SIGNS = re.compile(r"[^,]+,[ \t]*(?:[A-ZÀ-Þ][\w'’-]*\.?[ \t]*){1,3}[^\w\s]{0,3}")
"""A phrase, a comma and a name."""
CARD = re.compile(r"\s[|•·]\s|\s{3,}|\t")
NUMBERS = re.compile(r"\d[\d.,:e+-]*")
SENTENCE_END = re.compile(r"[.!?;]\s")


def split_lines(text: str) -> list[Line]:
    """The non-blank lines of a text with their offsets."""
    return glance(lay_out([text]), habits())[0]


def is_code(line: str) -> bool:
    """Whether a line reads like code, a formula or a program's output."""
    clipped = line[:LONGEST_LINE]
    if CODE_START.match(clipped) or clipped[-1:] in CODE_ENDS:
        return True
    if "<-" in clipped or "==" in clipped or "!=" in clipped or ":::" in clipped:
        return True
    if (
        ("(" in clipped and CALL.search(clipped) and len(AGED.findall(clipped)) < 2)
        or ("~" in clipped and FORMULA.search(clipped))
        or ("$" in clipped and VARIABLE.search(clipped))
    ):
        return True
    numbers = NUMBERS.findall(clipped)
    return len(numbers) > 2 and sum(map(len, numbers)) * 2 > len(clipped)


class Anatomy(NamedTuple):
    """A message's lines and what they make up."""

    lines: list[Line]
    parts: list[Part]
    firsts: list[int]
    """The number of each part's first line, and behind the last part that of the next."""


def dissect(text: str, habits_: Habits | None = None) -> list[Part]:
    """Label every non-blank line of a message and join neighbours with the same label."""
    return dissect_all(lay_out([text]), habits_ or habits())[0].parts


def dissect_all(sheet: Sheet, patterns: Habits) -> list[Anatomy]:
    """The same for every message of a sheet."""
    return [join(lines, label(lines, patterns)) for lines in glance(sheet, patterns)]


def join(lines: list[Line], kinds: list[str]) -> Anatomy:
    """Make one part of neighbouring lines with the same label."""
    parts: list[Part] = []
    firsts: list[int] = []
    last = ""
    for i, kind in enumerate(kinds):
        if kind != last or kind == "greeting" or kind == "closing":
            if i:
                parts.append(Part(last, lines[firsts[-1]].start, lines[i - 1].end))
            firsts.append(i)
            last = kind
    if lines:
        parts.append(Part(last, lines[firsts[-1]].start, lines[-1].end))
    return Anatomy(lines, parts, [*firsts, len(lines)])


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
        if line.marks & LISTS and kinds[i] == "own" and is_code(line.text):
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
        if kinds[i] != "own" or not lines[i].marks & OPENS:
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
        marks, words = lines[i].marks, lines[i].text
        if not marks & NOTABLE or kinds[i] != "own":
            continue
        if marks & MACHINE and words.casefold().startswith(patterns.machine_lines):
            kinds[i] = "signature"
            continue
        if marks & ADDS and phrase_at(plain_words(words[:12]), patterns.postscripts, longest=2):
            for k in range(i, end):
                if k > i and (lines[k].gap or is_closing(lines, k, end, patterns)):
                    break
                kinds[k] = "postscript"
        elif ends_in_closer(lines[i], patterns):
            follow = i + 1
            while follow < end and ends_in_closer(lines[follow], patterns):
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


LEGAL = 60
"""Lines of the longest small print."""
NOTABLE = MACHINE | ADDS | ENDS | TRAILS
"""What a line must have to be more than the writer's own words."""


def is_closing(lines: list[Line], i: int, end: int, patterns: Habits) -> bool:
    """Whether a line closes, or closes and signs."""
    return ends_in_closer(lines[i], patterns) or is_closing_line(lines, i, end, patterns)


def is_closing_line(lines: list[Line], i: int, end: int, patterns: Habits) -> bool:
    """Whether a line closes and signs at once: "Cheers,  Mary Poe", "Regards, Mary."

    Apart from others it may be anything short; amid them, a farewell and a name alone.
    """
    text = lines[i].text
    if not i or len(text) > 45 or "," not in text or not lines[i].marks & ENDS:
        return False
    plain = plain_words(text)
    if len(plain) > 6 or not closes(plain, patterns) or is_code(text):
        return False
    if lines[i].gap and (i + 1 == end or lines[i + 1].gap):
        return True
    return takes_leave(plain, patterns) and SIGNS.fullmatch(text) is not None


def ends_in_closer(line: Line, patterns: Habits) -> bool:
    """Whether a line is a closing, or its last sentence is: "... any help! Best wishes,"."""
    text = line.text.removesuffix("?")  # "Thanks,?"
    plain = plain_words(text) if line.marks & ENDS and len(text) <= 60 else []
    if not plain or closes(plain, patterns) < len(plain):
        if not line.marks & TRAILS:
            return False
        text = SENTENCE_END.split(text[-60:-1])[-1]
        if first_word(text) not in patterns.endings:
            return False
        plain = plain_words(text)
    return bool(plain) and closes(plain, patterns) == len(plain) and not is_code(text)


def mark_signature(
    lines: list[Line], kinds: list[str], first: int, last: int, patterns: Habits
) -> int:
    """Label the block below a rule, or the contact lines at the end; return where it begins."""
    while last > first + 1 and is_added(lines[last - 1], patterns):
        last -= 1
        kinds[last] = "signature"
    end = last
    while (above := paragraph(lines, end - 1, LEGAL)) > first and is_legal(
        lines, above, end, patterns
    ):
        end = above
    kinds[end:last] = ["signature"] * (last - end)
    last = end
    for i in range(last - 1, max(first - (first > 0), last - 25), -1):
        if lines[i].marks & RULES and RULE.match(lines[i].text) and last - i > 1:
            below = lines[i + 1 : last]
            if any(ends_in_closer(line, patterns) or is_prose(line.text) for line in below):
                break
            end = i
    while (above := paragraph(lines, end - 1)) > first and is_contact(lines[above:end], patterns):
        end = above
    kinds[end:last] = ["signature"] * (last - end)
    return end


def is_added(line: Line, patterns: Habits) -> bool:
    """Whether a program added a line: "Sent from my phone", "[[... deleted]]"."""
    if line.text.startswith("[[") and line.text.endswith("]]"):
        return True
    return bool(line.marks & MACHINE) and line.text.casefold().startswith(patterns.machine_lines)


def is_legal(lines: list[Line], first: int, end: int, patterns: Habits) -> bool:
    """Whether a paragraph is the small print that an employer's program adds."""
    if not lines[first].marks & MACHINE or end - first < 2:
        return False
    return lines[first].text.casefold().startswith(patterns.machine_lines)


def paragraph(lines: list[Line], i: int, reach: int = 15) -> int:
    """The first line of the paragraph that a line is in; -1 when that is far up."""
    for above in range(i, max(-1, i - reach), -1):
        if lines[above].gap:
            return above
    return -1


def is_prose(line: str) -> bool:
    """Whether a line asks or goes on at length, as signature blocks do not."""
    return line[-1] == "?" or len(line) > 120


def is_contact(lines: list[Line], patterns: Habits) -> bool:
    """Whether the short lines of a paragraph say where to find somebody."""
    block: list[str] = []
    for line in lines[:16]:
        if block and line.gap:
            break
        if ends_in_closer(line, patterns):
            return False
        block.append(line.text)
    if not 1 < len(block) < 15 or max(map(len, block)) > 90:
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
    if i < first or kinds[i] != "own":
        return
    if i and lines[i].gap and is_card(lines[i].text):
        kinds[i] = "signature"
        return
    if len(lines[i].text) > 60:
        return
    words = plain_words(lines[i].text)
    if closes(words, patterns) or (
        i > 0
        and stands_apart(lines, i, first)
        and (len(words) <= 4 or SPACED.match(lines[i].text))
        and not is_code(lines[i].text)
    ):
        kinds[i] = "closing"


def is_card(line: str) -> bool:
    """Whether a line says in one who somebody is and where: "Mary Poe | botanist | m@x.org"."""
    return len(line) < 120 and len(CARD.findall(line)) > 1 and CONTACT.search(line) is not None


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
        if kind == "closing" and i:  # "Thanks for your answer" opens a message
            closed = True
        elif kind == "quote" and lines[i].marks & QUOTES:
            closed = False  # who answers below what they quote goes on
        elif closed and i + 1 < len(kinds) and begins_quote(lines, kinds, i):
            first = i if kind == "greeting" else i + 1
            for k in range(first, len(kinds)):
                if kinds[k] not in ("attribution", "header"):
                    kinds[k] = "quote"
            return


def begins_quote(lines: list[Line], kinds: list[str], i: int) -> bool:
    """Whether a line greets anew, or says whose words without marks follow."""
    if kinds[i] != "attribution":
        return kinds[i] == "greeting"
    return not is_marked(lines, kinds, i + 1)


def is_marked(lines: list[Line], kinds: list[str], first: int) -> bool:
    """Whether the lines of a quote are told from others: by marks, or as more than one is set in.

    Some programs set in the first line alone.
    """
    begun = [i for i in range(first, min(first + 3, len(kinds))) if kinds[i] == "quote"]
    return len(begun) > 1 or any(lines[i].marks & QUOTES for i in begun)
