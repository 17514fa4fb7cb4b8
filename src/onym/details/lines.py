"""What each line around a name is: somebody's words, a name, a farewell, or a part of a signature.

A line is judged by itself, by how it is written and by words of all languages together.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from onym.language import CODES, is_place, load, merge
from onym.text.text import Stretch

WORDS, GAP, NAME, CLOSE, SHORT, ROLE, REACH, STREET, TOWN, BODY = range(10)
"""What a line is: somebody's words; empty or a rule; a name; a farewell; a few words with
capitals; a job, a degree or a town; how to reach somebody; a number and a street; a town with its
code; an institution."""

COMPOUNDING = ("sv", "de")
"""Languages that write a compound as one word."""
LONGEST = 110
"""Letters of the longest line of a block."""
FEW = 4
"""Words that make a line long enough to be a sentence."""
HOUSE = re.compile(
    r"(?<![\w.])\d{1,5}[a-z]?,? (?:[NSEW]\.? )?[^\W\d_a-z][^\W\d_]"
    r"|[^\W\d_]{4,} \d{1,4}[a-z]?,?$"
)
"""12 Elm Street, or Gaverstraat 4."""
POSTAL = re.compile(
    r"(?:^|[\s,-])(?:[A-Z]{1,2}-)?(?!(?:1[89]|20)\d\d\b)\d{4,6}(?:-\d{4})?(?=$|[\s,.])"
    r"|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b|\b\d{3} \d{2}\b"
)
PHONE = re.compile(r"(?<![\w.])(?:\+|\(?\d)(?:[ ()/.-]{0,3}\d){6,14}(?![\w.])")
LINK = re.compile(
    r"https?://|www\.|[^\s@]@[^\s@]+\.\w|\w ?[ <(\[]at[ >)\]] ?\S+(?:\.| dot )\w{2,}\b",
    re.IGNORECASE,
)
TABLE = re.compile(r"\d\.\d\S*\s+[(<-]?\d+\.\d|\d\.\d{3}(?!\d?[.-])|\d[eE][+-]\d")
"""Numbers as programs print them."""
CODED = re.compile(
    r"[{}\[\]\\=$]|;$|<-|\w\(\S*\)|::|\d{4}\)\W*$|-{5,}[A-Z]|\d×\d|\d ?[KMG]i?B\b"
    r"|(?i:version) v?\d"
)
"""Code, a reference, or what a program puts around a message or a file."""
TOWNWARD = re.compile(r"(?:[A-Z]{1,2}-)?(?!(?:1[89]|20)\d\d )\d{4,6} [^\W\d_a-z]")
"""79360 Northfield: what begins so is a town, whatever small words it has."""
LABEL = re.compile(r"[^\W\d_][\w ./-]{0,30}:\s")
"""Operating system: Linux 64. What labels an address is a word for one."""
REFERENCE = re.compile(r"(?!P\. ?O\.)(?:[A-Z]\.[ ,&]*){1,3}.*\b(?:1[89]|20)\d\d\b")
MARKS = re.compile(r"[ \t]*(?:[>|»][ \t]?)*")
RULE = re.compile(r"[\W_]*")
WORD = re.compile(r"[^\W\d_][\w'’.&-]*")


class Words(NamedTuple):
    """The words by which lines are told apart, of all languages."""

    small: frozenset[str]
    """Words of sentences; those that names of institutions have are none."""
    links: frozenset[str]
    bodies: frozenset[str]
    stems: tuple[str, ...]
    """How words begin that mean an institution in further languages."""
    ends: tuple[str, ...]
    """How compounds end that are a street or an institution."""
    roles: frozenset[str]
    titles: frozenset[str]
    opening: frozenset[str]
    closing: frozenset[str]
    dates: frozenset[str]
    header: re.Pattern[str]


@cache
def words() -> Words:
    """What the language data has for all languages together: blocks are often in another."""
    every = (*CODES, "other")
    links = frozenset(merge("body_links", every))
    bodies = frozenset(entry.rstrip(".") for entry in merge("organisation_words", every))
    compounds = merge("organisation_words", COMPOUNDING)
    roles = (part for key in ("role_words", "suffixes") for part in merge(key, every))
    fields = {f for code in every for names in load(code).header_fields.values() for f in names}
    attributing = {entry.split()[0] for entry in merge("attributions", every) if entry[0] != "{"}
    return Words(
        small=frozenset(merge("function_words", every)) - links,
        links=links,
        bodies=bodies,
        stems=merge("organisation_stems", every),
        ends=tuple(word for word in compounds if len(word) > 4 and word.isalpha()),
        roles=frozenset(part.strip(".") for role in roles for part in role.split()) - links,
        titles=frozenset(merge("titles", every)),
        opening=frozenset(merge("greetings", every)),
        closing=frozenset(merge("closings", every)),
        dates=frozenset((*merge("months", every), *merge("weekdays", every))),
        header=re.compile(
            rf"\W*(?:(?:{'|'.join(map(re.escape, sorted(fields, key=len, reverse=True)))})"
            rf"\b[^:]{{0,12}}:|(?:{'|'.join(map(re.escape, sorted(attributing)))})(?![\w-]).*\d)",
            re.IGNORECASE,
        ),
    )


class Lines:
    """The lines of a text; what one is, is found out when it is asked for."""

    def __init__(self, text: str, names: Sequence[Stretch]) -> None:
        self.text, self.names = text, names
        self.raw = text.split("\n")
        self.starts = [0, *accumulate(len(line) + 1 for line in self.raw)]
        self._begins = [name[0] for name in names]
        self._kinds: dict[int, int] = {}
        self._depths: dict[int, int] = {}

    def at(self, place: int) -> int:
        """The number of the line that a place is in."""
        return bisect_right(self.starts, place) - 1

    def kind(self, at: int) -> int:
        """What a line is."""
        known = self._kinds.get(at)
        if known is None:
            known = self._kinds[at] = self._read(at)
        return known

    def depth(self, at: int) -> int:
        """How many marks of quoting stand before a line."""
        return self._depths[at] if self.kind(at) else -1

    def span(self, at: int) -> Stretch:
        """Where a line is, without marks and spaces around it."""
        line = self.raw[at]
        return self.starts[at] + _marks(line), self.starts[at] + len(line.rstrip())

    def run(self, at: int) -> range:
        """The lines around one that hang together, none of which is somebody's words."""
        depth, first, last = self.depth(at), at, at
        if depth < 0:
            return range(at, at)
        while first and self.depth(first - 1) == depth:
            first -= 1
        while last + 1 < len(self.raw) and self.depth(last + 1) == depth:
            last += 1
        return range(first, last + 1)

    def _read(self, at: int) -> int:
        line = self.raw[at]
        if len(line) > LONGEST:
            return WORDS
        skipped = _marks(line)
        self._depths[at] = line.count(">", 0, skipped)
        start = self.starts[at] + skipped
        line = line[skipped:].rstrip()
        number = bisect_left(self._begins, start)
        cuts = list[Stretch]()
        while number < len(self.names) and self._begins[number] < start + len(line):
            cuts.append((self.names[number][0] - start, self.names[number][1] - start))
            number += 1
        return _kind(line, cuts, words())


def _marks(line: str) -> int:
    """How many signs of quoting and spaces a line begins with."""
    found = MARKS.match(line)
    return found.end() if found else 0


def _kind(line: str, names: list[Stretch], known: Words) -> int:
    """What a line is by itself."""
    if len(line) < 3 or RULE.fullmatch(line):
        return GAP
    pieces = line.split()
    town = len(pieces) < 2 * FEW and TOWNWARD.match(line)
    if len(pieces) >= FEW and not town and not known.small.isdisjoint(pieces):
        return WORDS
    if line[-1] in "?!…:" or CODED.search(line) or TABLE.search(line) or known.header.match(line):
        return WORDS
    head = line.casefold().rstrip(" ,.!-")
    if head in known.closing:
        return CLOSE
    if head in known.opening or head.partition(" ")[0].rstrip(",") in known.opening:
        return WORDS
    if names:
        return _named(line, names, known)
    if REFERENCE.match(line) or (line[-1] == "." and len(pieces) > 6):
        return WORDS
    return _worded(line, pieces, known)


def _named(line: str, names: list[Stretch], known: Words) -> int:
    """What a line with a name in it is: a sign-off, a part of a block, or somebody's words."""
    rest, at = "", 0
    for start, end in names:
        rest, at = rest + line[at:start] + " ", end
    rest += line[at:]
    left = WORD.findall(rest)
    if POSTAL.search(rest):
        return TOWN
    if len(left) <= 2 or all(word[0].isupper() or _is_role(word, known) for word in left):
        return NAME
    if LINK.search(rest) or PHONE.search(rest):
        return NAME if names[0][0] < 6 else REACH
    return WORDS


def _worded(line: str, pieces: list[str], known: Words) -> int:
    """What a line of words is, in which nobody is named."""
    found = [word.rstrip(".") for word in WORD.findall(line)]
    low = [word.casefold() for word in found]
    figures = any(map(str.isdigit, line))
    if figures and not known.dates.isdisjoint(map(str.casefold, filter(_no_state, found))):
        return WORDS
    reach = LINK.search(line) or PHONE.search(line)
    named = [word for word, each in zip(low, found, strict=True) if each[0].isupper()]
    if (len(found) > 1 or figures) and any(_is_body(word, known) for word in named):
        return BODY
    if line[0].isdigit() and low and low[0] in known.bodies:
        return STREET
    small = sum(each[0].islower() and len(each) > 1 and not _is_role(each, known) for each in found)
    small -= sum(each in known.links for each in found)
    if small > 1 and small > len(named) and not reach:
        return WORDS
    if reach:
        return REACH
    if LABEL.match(line):
        return WORDS
    if POSTAL.search(line):
        return TOWN
    if HOUSE.search(line):
        return STREET
    if not named:
        return ROLE if 0 < len(found) <= 5 and low[0] in known.roles else WORDS
    towns = [part for piece in line.split(",") if (part := piece.strip(" .").casefold())]
    if all(map(is_place, towns)) or any(_is_role(word, known) for word in found):
        return ROLE
    return SHORT if len(found) < 8 and small <= 1 else WORDS


def _is_body(word: str, known: Words) -> bool:
    """Whether a word is of an institution's name or of an address."""
    return word in known.bodies or word.startswith(known.stems) or word.endswith(known.ends)


def _no_state(word: str) -> bool:
    """Whether a word cannot be short for a state: MI and MO are no days."""
    return len(word) != 2 or not word.isupper()


def _is_role(word: str, known: Words) -> bool:
    return word.casefold().strip(".") in known.roles
