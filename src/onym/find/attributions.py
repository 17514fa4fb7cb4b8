"""Names in what mail and forum programs put around quotes: "On ... Mary wrote:", @mary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from onym.find.anatomy import Part
from onym.find.glance import CLAIMS, Line
from onym.find.habits import Habits
from onym.find.lexicon import NO_NAME, Lexicon
from onym.find.names import ACCOUNT, INITIALS, OUTER, WORD, Slot, drop_degrees, make, skip_titles
from onym.find.recipients import ADDRESS_AT, FIELD, VIA, header_names
from onym.text.credits import VERBS, credits, tags

ENCLOSED = re.compile(r"\W{0,4}[^\s<>()@]+(?:@| at )\S+ \(([^()@\n]{2,60})\)")
"""A name behind its address: "m@x.org (Mary Poe) wrote"."""
BELOW = re.compile(r"\n[> \t|]+")
"""The marks of a quote at the start of a line."""
ASIDE = re.compile(r"(?<=[\w.] )([^\W\d_a-z][\w'’-]+) [-–|/] (?=[^\W\d_a-z])")
"""Where somebody works, behind a dash: "Mary Poe - Botany"."""
REVERSED = re.compile(r"[^\W\d_][\w'’.-]*,[^\W\d_][\w'’.-]*")
"""A family name and a given name without a space: "Poe,Mary", "Poe,Mary Jane"."""
HANDLE = re.compile(
    r"(?<![^\W_])(?<!\w_)(?<![@/.)\]])@([^\W_]\w*+(?:[.-]+\w++)*+)(?![({\[/=]|:[ \t]*[+(]?\d)"
)
"""A user name behind its sign, perhaps set off by underscores: "@mary", "_@mary_"."""
DOMAIN = re.compile(r"(?:[\w-]+\.)+(?:com|edu|gov|net|org)|(?:[\w-]+\.){2,}[a-z]{2}")
"""What stands behind the sign where a part of an address is told: "add @frobnix.ac.uk"."""
PING = re.compile(
    r"\s*(?P<at>_?@)?(?P<name>[^\W\d_](?:[\w|^`.-]{0,29}[\w|^`])?)(?P<sign>:|,|[ ][-–—])(?=[ \t])"
)
"""How a chat calls somebody: "mary42: yes", "mary42 - yes", "@mary42: yes"."""
MARKED = re.compile(r"@\*\*([^*|\n]{1,80}?)\*\*")
"""A mention that a platform has marked as one: @**Mary Poe**."""
MARKS = f"{OUTER}@"
CODE_LABELS = frozenset({"else", "try", "finally", "except", "default", "public", "private"})
HANDLE_LINE = re.compile(r"@?([^\s:@*]{2,40})(?: (?:said|wrote))?:")
NOT_IN_ATTRIBUTION = frozenset(
    {"on", "at", "am", "pm", "le", "el", "um", "den", "dnia", "op", "il", "em", "wrote", "a", "hat"}
    | {"de", "the", "by", "via", "message", "from", "gmt", "cet", "est", "utc", "pst", "edt", "och"}
    | {"article", "in", "news"}
    | {"cest", "bst", "user", "date", "time", "à", "пользователь", "usuario", "utilisateur"}
    | set(VERBS.split("|"))
)
"""Small words, time zones and header words at which a name in an attribution has ended."""
ZONES = frozenset(
    {"AEDT", "AEST", "CDT", "CST", "EEST", "EET", "HKT", "IST", "JST", "KST", "MDT", "MSK", "MST"}
    | {"NZDT", "NZST", "PDT", "PKT", "SAST", "SGT", "WET"}
)
"""Time zones that are words or names when they are not in capitals."""


def attributed(text: str, part: Part, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """Names in the lines that say who is quoted."""
    part = part._replace(start=max(part.start, part.end - 2 * FIELD))
    stretch = text[part.start : part.end]
    if enclosed := ENCLOSED.match(stretch):
        start, end = enclosed.span(1)
        yield from header_names(text, part.start + start, part.start + end, words)
        return
    dated = known.name_verb_date.match(stretch.rstrip())
    verb = known.name_then_verb.search(stretch.rstrip())
    if dated:
        yield from header_names(text, part.start, part.start + dated.end("name"), words)
    elif (lead := known.verb_then_name.search(stretch)) and "<" not in stretch[: lead.start()]:
        yield from header_names(text, part.start + lead.end(), part.end, words)
    else:
        # a message's number stands in such brackets too: "In article <...>, Mary Poe <m@x.org>"
        ends = [verb.start() + 1] if verb else (at.end() for at in re.finditer("<", stretch))
        names = ([*backwards(text, part.start, part.start + end, words)] for end in ends)
        yield from next(filter(None, names), ())


def name_end(text: str, start: int, end: int, words: Lexicon) -> int:
    """Where the name ends in an attribution: before the address, a list, a degree, an employer."""
    # a mark of the quote at the start of a line closes no bracket
    plain = BELOW.sub(lambda marks: " " * len(marks[0]), text[start:end])
    behind = [
        stop.start()
        for stop in ADDRESS_AT.finditer(text, start, end)
        if plain.rfind("<", 0, stop.start() - start) <= plain.rfind(">", 0, stop.start() - start)
    ]
    # "In article <...>, Mary Poe <...<mailto:...>>": the last address is hers
    stops = [stop for stop in behind[-1:] if stop > start + 2]
    if via := VIA.search(text, start, min([*stops, end])):
        stops = [via.start()]
    limit = start + len(text[start : min([*stops, end])].rstrip(MARKS))
    limit = drop_degrees(text, start, limit, words)
    for aside in ASIDE.finditer(text, start, limit):  # "Mary Poe - Botany"
        small = aside[1].casefold()
        if small in words.dates or small in NOT_IN_ATTRIBUTION or aside[1] in ZONES:
            continue  # "10:03 AM - Mary Poe"
        limit = aside.end(1)
        break
    opened = text.rfind("(", start, limit)
    if opened > start and text[limit : limit + 1] == ")":  # "Poe, Mary (External)"
        limit = start + len(text[start:opened].rstrip(OUTER))
    return limit


def backwards(text: str, start: int, end: int, words: Lexicon) -> Iterator[Slot]:
    """The name that ends right before `end`: walk back to the date, a number or a small word."""
    begin = limit = name_end(text, start, end, words)
    tokens = list(re.compile(r"\S+").finditer(text, start, limit))
    for token in reversed(tokens[-5:]):
        word, quoted = token[0].strip(MARKS), token[0][0] in '"“”'
        small = word.casefold()
        if not word and token[0].startswith(">"):
            continue  # wrapped inside a quote
        if begin == limit and ACCOUNT.fullmatch(word):
            begin = token.start() + token[0].index(word)
            break
        if REVERSED.fullmatch(word):
            begin = token.start() + token[0].index(word)
            break
        if not WORD.fullmatch(word) and not INITIALS.fullmatch(token[0]):
            break
        if small in words.particles and begin < limit and word.islower():
            continue
        if (
            small in words.conjunctions
            or word in ZONES
            or (word.islower() and text[begin:limit][:1].isupper() and not words.given(word))
            or (small in words.dates and not (words.given(word) and (begin < limit or quoted)))
            or (small in NOT_IN_ATTRIBUTION and not (len(word) == 1 and word.isupper()))
            or (token[0].endswith(",") and (begin == limit or word.islower()))
        ):
            break
        if token[0].endswith(",") and len(text[begin:limit].split()) > 2:
            break
        begin = token.start() + token[0].index(word)
    begin = skip_titles(text, begin, limit, words)
    if begin < limit and len(text[begin:limit]) > 1:
        yield make("attributed", text, begin, limit)


def is_called(ping: re.Match[str], words: Lexicon) -> bool:
    """Whether what opens a message may call somebody: "note:" may be a user, "Note:" is a label."""
    small = ping["name"].casefold()
    if small in words.never or small in words.small or NO_NAME.search(small):
        return False
    if ping["at"]:
        return True
    if small.replace("_", " ") in words.labels:
        return False
    return (ping["sign"] == ":" and ping["name"].islower()) or not words.ordinary(small)


def furniture(text: str, lines: list[Line], words: Lexicon) -> Iterator[Slot]:
    """What forum software puts around names: @mary, a line "mary:", who is mentioned or quoted."""
    if "@" in text:
        for found in HANDLE.finditer(text):
            if "." in found[1] and DOMAIN.fullmatch(found[1]):
                continue
            framed = text[found.start() - 1 : found.start()] == "_"
            name = found[1].rstrip("_") if framed else found[1]
            yield Slot("handle", found.start(1), found.start(1) + len(name), name)
        quoted = {credit.start: credit.margin for credit in credits(text)}
        for found in MARKED.finditer(text):
            margin = quoted.get(found.start(1))
            kind = "called" if margin is None else "margin" if margin else "credited"
            yield Slot(kind, found.start(1), found.end(1), found[1])
    if (ping := PING.match(text)) and is_called(ping, words):
        name = ping["name"].rstrip("_") if ping["at"] == "_@" else ping["name"]
        yield Slot("pinged", ping.start("name"), ping.start("name") + len(name), name)
    for tag in tags(text):
        if tag.quoted:
            yield make("attributed", text, *tag.name)
    for line, below in pairwise(lines):
        short = line.marks & CLAIMS and len(line.text) < 50
        handle = HANDLE_LINE.fullmatch(line.text) if short else None
        label = handle[1].casefold() if handle else ""
        if handle and label not in CODE_LABELS and label not in NOT_IN_ATTRIBUTION:
            start = line.start + handle.start(1)
            # "Output:" above what a program printed is nobody
            quotes = below.text[0] == ">" and words.opens(handle[1])
            kind = "attributed" if quotes else "quoted"
            yield Slot(kind, start, start + len(handle[1]), handle[1])
