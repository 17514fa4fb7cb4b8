"""Names inside quoted text: who signs and is greeted there, and whom it quotes in turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from onym.find.anatomy import Part
from onym.find.attributions import attributed
from onym.find.glance import ENDS, MACHINE, OPENS, Line
from onym.find.greetings import greeted
from onym.find.habits import Habits, closes, phrase_at, plain_words
from onym.find.lexicon import Lexicon
from onym.find.names import Slot, name_list
from onym.find.quoting import BEGINS, DATED_ADDRESS, LONGEST_LINE, RULE, attributes, is_unclosed
from onym.find.recipients import header_field
from onym.find.signatures import signed
from onym.find.tags import tag_of

DASHED = re.compile(r"[.!?)][ \t]+[-–—]{1,2}[ \t]?(?P<name>[^\W\d_][\w.'’-]*(?: [^\W\d_]+)?)$")
"""A sign-off behind the last sentence: "Good luck! - MJ"."""
LONGEST_SIGN = 60
"""Letters of the longest line that may be a sign-off."""
FURTHEST = 14
"""Letters of the longest field of a header that names people, and its colon."""
LONGEST_BLOCK = 6
"""Lines of the longest signature block."""
BEHALF = re.compile(r"[\[<(]?mailto:|[^\s<>]+(?:@| at )\S+[\])>]* On ", re.IGNORECASE)
"""The second line of a field that says in whose name a list wrote."""
FOOTER = re.compile(r"([_-])\1{9}|\W{0,12}\[\[")
"""What a mailing list puts below a message: a rule, "[[alternative HTML version deleted]]"."""
SUPERCITED = 5
"""Marks that Emacs puts before the line that says who is quoted, whatever the words have."""
WRAPPED = 3
"""Lines over which mail programs wrap an attribution."""


class Quoted(NamedTuple):
    """A line of a quote without its marks."""

    body: str
    start: int
    depth: int
    marks: int


def quoted_lines(lines: list[Line]) -> list[Quoted]:
    """The lines of a quote, without those that have nothing but marks."""
    found = []
    for line in lines:
        if body := line.text.lstrip("> \t|\xa0»›¦"):
            marks = line.text[: len(line.text) - len(body)]
            found.append(Quoted(body, line.end - len(body), marks.count(">"), line.marks))
    return found


def relayed(text: str, whole: list[Line], words: Lexicon, known: Habits) -> Iterator[Slot]:
    """Greetings and sign-offs of quoted people, and whom they quote, line by line."""
    lines, closed, begins = quoted_lines(whole), False, True
    for number, line in enumerate(lines):
        body, start = line.body, line.start
        begins = begins or line.depth != lines[number - 1].depth
        if begins and body[-1] == ",":
            hailed = list(named_alone(text, start, start + len(body), words))
            yield from hailed
            begins = bool(hailed)
        else:
            begins = body[-1] == ":"
        last = ends_block(lines, number, known)
        cites = body[-1] == ":" or (body[-1] == ">" and DATED_ADDRESS.match(body))
        if cites and line.depth and (part := requoted(lines, number, known)):
            kind = "attributed" if heads_quote(lines, number, part.start) else "requoted"
            yield from (slot._replace(kind=kind) for slot in attributed(text, part, words, known))
        elif ":" in body[:FURTHEST] and line.depth and known.named.match(body):
            top = number == 0 or (number == 1 and known.is_separator(lines[0].body))
            kind = (
                "attributed" if top and heads_quote(lines, number, lines[0].start) else "requoted"
            )
            end = start + len(body)
            if number + 1 < len(lines) and BEHALF.match(lines[number + 1].body):
                end = lines[number + 1].start + len(lines[number + 1].body)
            found = header_field(text, start, end, words, known)
            yield from (
                slot._replace(kind=kind) if slot.kind == "attributed" else slot for slot in found
            )
        elif last and (dashed := DASHED.search(body)):
            behind = start + dashed.start("name")
            yield from signed(text, behind, start + len(body), "relayed", words, known)
        ruled = number > 0 and lines[number - 1].body == "--"
        if not (closed or last or ruled or line.marks & (OPENS | ENDS)):
            continue
        plain = plain_words(body[:60])
        # a lone letter may be all that a line was broken for: "in R"
        ends = last and len(body) > 1 and body[-1] != "," and not is_credit(body)
        if 0 < len(plain) <= 5 and (closed or closes(plain, known) or ends or ruled):
            yield from signed(text, start, start + len(body.rstrip()), "relayed", words, known)
        if plain:
            closed = len(plain) <= 8 and closes(plain, known) == len(plain)
            if phrase_at(plain, known.greetings):
                fake = Part("greeting", start, start + len(body))
                yield from (
                    slot._replace(kind="addressed") for slot in greeted(text, fake, words, known)
                )


def named_alone(text: str, start: int, end: int, words: Lexicon) -> Iterator[Slot]:
    """Who is spoken to on a first line that has nothing else: "Mary, Robert,"."""
    names = list(name_list(text, start, end, "addressed", words))
    known = any(words.given(slot.name.split()[0]) for slot in names)
    if names and known and text[names[-1].end : end].strip() == ",":
        yield from names


def heads_quote(lines: list[Quoted], number: int, start: int) -> bool:
    """Whether what says who is quoted is marked itself, above words that are no deeper."""
    below = lines[number + 1].depth if number + 1 < len(lines) else 0
    level = below == lines[0].depth or (lines[0].depth == SUPERCITED and below == 1)
    return level and start == lines[0].start


def ends_block(lines: list[Quoted], number: int, known: Habits) -> bool:
    """Whether a line of a quote is the last before somebody else's words, or a program's."""
    if number == len(lines) - 1 or lines[number + 1].depth != lines[number].depth:
        return True
    if len(lines[number].body) >= LONGEST_SIGN:
        return False
    below = lines[number + 1].body
    if BEGINS.match(below):
        return True
    if is_motto(lines, number):
        return False
    if FOOTER.match(below) or (below[-1] == ":" and attributes(below, known)):
        return True
    marked = lines[number + 1].marks & MACHINE
    return bool(marked) and below.casefold().startswith(known.machine_lines)


def is_motto(lines: list[Quoted], number: int) -> bool:
    """Whether a line of a quote belongs to a motto below a signature, or says whose that is."""
    block = (line.body for line in reversed(lines[max(0, number - LONGEST_BLOCK) : number]))
    return is_credit(lines[number].body) or any(map(RULE.match, block))


def is_credit(body: str) -> bool:
    """Whether a line says whose a motto is: "-- Robert Poe", but "- Robert" is a sign-off."""
    return body[0] in "~-–—/" and " " in body.strip("~-–—/ ") and tag_of(body) is None


def requoted(lines: list[Quoted], last: int, known: Habits) -> Part | None:
    """The lines of a quote that say whom it quotes, up to one that ends so; None if none do."""
    whole, found, depth = "", None, lines[last].depth
    for number in range(last, max(-1, last - WRAPPED), -1):
        line = lines[number]
        if number < last and line.depth == depth - 1 and is_unclosed(line.body):
            depth -= 1  # "... Mary Poe <mary@x.org" above "> > wrote:"
        if line.depth != depth or len(line.body) > LONGEST_LINE:
            break
        whole = f"{line.body} {whole}".rstrip()
        if (number == last or BEGINS.match(whole)) and attributes(whole, known):
            found = line.start
    end = lines[last].start + len(lines[last].body)
    return None if found is None else Part("attribution", found, end)
