"""Names in the headers of mails inside a message: who wrote, who got it and who passed it on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from onym.find.anatomy import Part
from onym.find.habits import Habits
from onym.find.headers import STAMP
from onym.find.lexicon import Lexicon
from onym.find.name_lines import is_name_line
from onym.find.names import ACCOUNT, OUTER, WORD, Slot, drop_degrees, make, skip_titles
from onym.find.quoting import RULE

ADDRESS_AT = re.compile(r"\s*[<\[(]|\s*(?<![^\s<\[(])\S{1,99}@|\s+[^\s\"<]{1,99} at \S+\.")
NOTES = re.compile(r"(?<=[^\W_])\.?/(?=\w)|(?<=\w)[ \t]?@[ \t]?(?=[^\W\d_][^\s.,;/]*(?:[\s,;/]|$))")
"""Where a user's place in the directory begins: "Mary Poe/Corp/Frob@FROB", "Mary Poe @ FROB"."""
FIELD = 400
"""How far a name reaches into a header field; what is longer lists addresses."""
PIECES = re.compile(r"[^;\n]+")
LINE = re.compile(r"[^\s\n][^\n]*")
NEXT_LINE = re.compile(r"[ \t]*\n[> \t|]*(?![^\W\d]+(?: [^\W\d]+)?\s?:)[^\n:;]{1,40}(?=\n)")
"""A short line below another that is no field of a header itself."""
VIA = re.compile(r"[\s>]via[\s>]")
"""Behind it stands the list that wrote in somebody's name: "Mary Poe via Botany"."""
DATED = re.compile(r" (?:on|at|am|den|le|el|il|op|em|um) (?=[^;\n]*\d)")
BETWEEN = re.compile(
    r"\"[^\"]{0,99}\"|<[^<>]{0,199}>|\([^()]{0,99}\)|\[[^\[\]]{0,199}\]|(?P<cut>[;,])"
)
"""What stands between the people of a list, or holds such a sign and is passed over."""
ALONE = re.compile(r"[\s\"'“]*[^\W\d_][\w'’-]*(?: [Jj]r)?\.?\s*")
"""A word and nothing else: the first half of "Poe, Mary"."""


def in_header(text: str, part: Part, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """Names in the lines of a header."""
    for start, end in stretches(text, part, known):
        field = text[start:end]
        if known.listing.match(field):
            yield from header_field(text, start, end, words, known)
        elif known.header.match(field):
            line = text.find("\n", start, end)
            yield from header_field(text, start, end if line < 0 else line, words, known)
        elif passed := known.forwarded.match(field):
            yield from named(text, start + passed.end(), end, words, "forwarding")
        elif answers := known.responding.match(field):
            yield from named(text, start + answers.end(), end, words, "listed")
        elif not RULE.match(field) and not known.is_separator(field):
            yield from named(text, start, end, words, "attributed")


def stretches(text: str, part: Part, known: Habits) -> Iterator[tuple[int, int]]:
    """The fields of a header, each with the lines that it is wrapped over, and its other lines."""
    start = end = part.start
    wraps = False
    for line in LINE.finditer(text, part.start, part.end):
        body = line[0].rstrip()
        field, rule = known.header.match(body[:80]), known.forwarded.match(body)
        apart = field or rule or known.is_separator(body) or (RULE.match(body) and not wraps)
        if wraps and not apart:
            end = line.start() + len(body)
        else:
            yield start, end
            start, end = line.start(), line.start() + len(body)
            wraps = field is not None or rule is not None
        if known.forwarded.match(text, start, end) and body.endswith("---"):
            wraps = False
    yield start, end


def header_field(text: str, start: int, end: int, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """Names in a field of a header, if it names any: "From: ... on behalf of Mary Poe"."""
    field = text[start:end]
    if listing := known.listing.match(field):
        while listing:  # "cc: (bcc: Mary Poe)"
            start += listing.end()
            listing = known.listing.match(text[start:end])
        for begin, stop in items(text, start, end):
            yield from named(text, begin, stop, words, "listed")
    elif behalf := known.verb_then_name.search(f"{field[:FIELD]} "):
        if known.named.match(field):
            sender = start + field.index(":") + 1
            yield from named(text, sender, start + behalf.start(), words, "listed")
        start += behalf.end()
        below = NEXT_LINE.match(text, end)
        if below and "<" not in text[start:end] and len(text[start:end].split()) < 2:
            end = below.end()  # the name, or the rest of it, is on the next line
        yield from named(text, min(start, end), end, words, "attributed")
    elif known.named.match(field.strip()):
        yield from header_names(text, start + field.index(":") + 1, end, words)


def items(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The people in a list: semicolons stand between them, or commas if there are none."""
    cuts = [cut for cut in BETWEEN.finditer(text, start, end) if cut["cut"]]
    strong = [cut for cut in cuts if cut["cut"] == ";"]
    ends = [*(cut.start() for cut in strong or cuts), end]
    starts = [start, *(cut.end() for cut in strong or cuts)]
    spans = list(zip(starts, ends, strict=True))
    alone = [bool(not strong and ALONE.fullmatch(text, *span)) for span in spans]
    joined = False
    for number, (begin, stop) in enumerate(spans):
        if joined:
            joined = False
        elif alone[number] and number + 1 < len(spans) and (len(spans) == 2 or not all(alone)):
            yield begin, spans[number + 1][1]  # "Poe, Mary <m@x.org>, Ash, Robert <r@x.org>"
            joined = True
        else:
            yield begin, stop


def named(text: str, start: int, end: int, words: Lexicon, kind: str) -> Iterator[Slot]:
    """The name in a stretch of a header, if it is somebody's and no list's: "All Staff"."""
    for slot in header_name(text, start, min(end, start + FIELD), words):
        family, comma, given = slot.name.partition(", ")
        turned = bool(comma) and is_turned(slot.name, words)  # "Port, Edwin"
        account = kind == "attributed" and ACCOUNT.fullmatch(slot.name)
        if account or turned or is_somebody(f"{given} {family}" if comma else slot.name, words):
            yield slot._replace(kind=kind)


def is_somebody(name: str, words: Lexicon) -> bool:
    """Whether what stands for a person in a header is one, and no list of people."""
    full = [word for word in WORD.findall(name) if len(word) > 1]
    if len(full) > 1 and words.never.issuperset(map(str.casefold, full)):
        return False  # "All Staff"
    able = sum(map(words.nameable, full))  # "Pip Market Participants"
    return (len(full) < 3 or able * 2 >= len(full)) and is_name_line(name, words)


def header_names(text: str, start: int, end: int, words: Lexicon) -> Iterator[Slot]:
    """Names in a header field, several split at semicolons: "Poe, Mary <m@x.org>; Tom Ash"."""
    for piece in PIECES.finditer(text, start, end):
        yield from header_name(text, *piece.span(), words)


def header_name(text: str, start: int, end: int, words: Lexicon) -> Iterator[Slot]:
    """The name at the beginning of a stretch, before an address, a date or an employer."""
    limit = name_limit(text, start, min(end, start + FIELD), words)
    begin = start + len(text[start:limit]) - len(text[start:limit].lstrip(OUTER))
    begin = skip_titles(text, begin, limit, words)
    limit = drop_degrees(text, begin, begin + len(text[begin:limit].rstrip(OUTER)), words)
    body = text[begin:limit]
    names = WORD.findall(body)
    if not 1 <= len(names) <= 5 or re.search(r"[\d@]| at \S+\.| (?:and|und|och|et) ", body):
        return
    if all(word.casefold() not in words.dates or words.given(word) for word in names):
        yield make("attributed", text, begin, begin + len(body))


def name_limit(text: str, start: int, limit: int, words: Lexicon) -> int:
    """Where a name in a header ends at the latest."""
    for place in NOTES.finditer(text, start, limit):
        if len(text[start : place.start()].split()) > 1:  # "mary@FROB" is an address
            limit = place.start()
            break
    for cut in (ADDRESS_AT, STAMP, VIA, DATED):
        if found := cut.search(text, start, limit):
            limit = found.start()
    comma = re.compile(r"[^\W\d_]+\.? [^,]*[^\W\d_](?=,)").match(text, start, limit)
    if comma and not is_turned(text[start:limit], words):
        # "Mary Poe, University of ...": only "Poe, Mary" is a name with a comma
        limit = comma.end()
    return limit


def is_turned(body: str, words: Lexicon) -> bool:
    """Whether a given name stands behind the comma, and none at the beginning: "Poe Jr, Mary"."""
    family, _, given = body.partition(",")
    first, second = WORD.search(family), WORD.search(given)
    if not first or not second or len(given.split()) > 3:
        return False
    return words.given(second[0]) and not words.given(first[0])
