"""The places in a message where names stand: greetings, sign-offs, attributions, mentions.

A slot is only a claim that a stretch of text may be a name and who it may point at; linking
weighs the claims of the whole corpus. Kinds:

    greeted      "Hi Mary," to whoever is answered     signed      "Best, Robert", by the writer
    thanked      "Thanks Mary"                         signature   in the block below, by the writer
    addressed    "Mary, could you ..."                 attributed  "On ... Mary Poe wrote:"
    said         "as Mary said", "Mary's point"        relayed     a sign-off inside quoted text
    handle       "@mary"                               introduced  "my name is Mary", by the writer
    related      "my sister Mary", who takes no part
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

from onym.anatomy import Part, dissect
from onym.find.attributions import attributed, furniture
from onym.find.lexicon import Lexicon
from onym.find.names import WORD, Slot, bare, make, read_name, skip_titles
from onym.find.signatures import names_below, signature, signed, tail
from onym.habits import Habits, closes, habits, phrase_at, plain_words

CAPITAL = re.compile(r"(?<![\w@/.&$\\'’-])[A-ZÀ-Þ][^\W\d_]+(?:['’?-]+[^\W\d_]+)*")
PARAGRAPH = re.compile(r"(?:^|\n[ \t]*\n)[ \t]*(?=[^\W\d_a-z])|(?<!.)(?=[^\W\d_a-z])", re.DOTALL)
OPENS = re.compile(r",[ \t]+[a-zI]|[ \t]+[-–—]+[ \t]")
OPENS_ALONE = re.compile(r"[ \t]*(?:[,:!][ \t]*(?:\n|[a-zI])|[ \t]+[-–—]+[ \t]|[-–—]?[ \t]*\n)")


@lru_cache(maxsize=1 << 14)
def find_slots(text: str, words: Lexicon, patterns: Habits | None = None) -> tuple[Slot, ...]:
    """Every slot of a message, in the order of the text; a small corpus is read only once."""
    known = patterns or habits()
    found: list[Slot] = []
    parts = dissect(text, known)
    for at, part in enumerate(parts):
        found += slots_of_part(text, part, at, parts, words, known)
    found += furniture(text)
    return tuple(sorted(set(found), key=lambda slot: (slot.start, -slot.end, slot)))


def slots_of_part(
    text: str, part: Part, at: int, parts: list[Part], words: Lexicon, known: Habits
) -> Iterator[Slot]:
    """The slots of one part of a message."""
    if part.kind == "greeting":
        yield from greeted(text, part, words, known)
        yield from mentions(text, part, words)
    elif part.kind == "closing":
        if at or len(parts) == 1:
            yield from signed(text, part.start, part.end, "signed", words, known)
        # "Thanks Mary," above everything else speaks to her
        yield from mentions(text, part, words)
    elif part.kind in ("own", "postscript"):
        yield from opened(text, part, words, at == 0)
        yield from mentions(text, part, words)
        # "Robert" above "Uppsala", but not a sentence above "Cheers," and "Robert"
        below = takewhile(lambda part: part.kind == "closing", parts[at + 1 :])
        if not any(
            slot
            for line in below
            for slot in signed(text, line.start, line.end, "signed", words, known)
        ):
            yield from tail(text, part, words, known)
        if part.kind == "own":
            yield from names_below(text, part, words)
    elif part.kind == "signature":
        yield from signature(text, part, words, known)
    elif part.kind in ("attribution", "header"):
        yield from attributed(text, part, words, known)
    elif part.kind == "quote":
        yield from relayed(text, part, words, known)


def greeted(text: str, part: Part, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """Names after a greeting: "Hi Mary and Tom,", "Dear Dr Poe", "hi robert,"."""
    line = text[part.start : min(part.end, part.start + 120)]
    size = phrase_at(plain_words(line), known.greetings)
    skip = re.match(rf"\W*(?:\S+\s+){{{size - 1}}}[^\s,;:!.–—-]+[\s,;:!.–—*~_\"“'-]*", line)
    if not skip:
        return
    yield from name_list(text, part.start + skip.end(), part.end, "greeted", words)


def name_list(text: str, start: int, end: int, kind: str, words: Lexicon) -> Iterator[Slot]:
    """One name or several joined by "and", "&" or commas, from `start` on."""
    listed = False
    end = min(end, start + 400)
    for _ in range(6):
        start = skip_titles(text, start, end, words)
        small = WORD.match(text, start, end)
        ends_there = small is not None and re.compile(r"[ \t]*(?:[,;:!.–—)-]|$|\n|and |& )").match(
            text, start + len(bare(small[0])), end
        )
        stop = read_name(text, start, end, words, loose=ends_there is not None)
        if stop == start and small and ends_there and words.possible(bare(small[0])):
            stop = start + len(bare(small[0]))
        if stop == start:
            return
        if listed and not LIST_END.match(text, stop, end):
            return
        yield make(kind, text, start, stop)
        joint = re.compile(
            r"[ \t]*(?:,?[ \t]+(?:and|und|et(?! al\b)|och)[ \t]+|[ \t]*[&/,+][ \t]*)"
        ).match(text, stop, end)
        if not joint:
            return
        # "Hi Ben, Will you ..." is no list
        listed = "," in joint[0]
        start = joint.end()
        again = WORD.match(text, start, end)
        if again and again[0].casefold() in words.closing and text[again.end() :][:1] == " ":
            start = again.end() + 1  # "Hi Mary, hi Robert"


LIST_END = re.compile(r"[ \t]*(?:[,;:!.–—-]|\n|$|and\b|&)")


def opened(text: str, part: Part, words: Lexicon, first: bool) -> Iterator[Slot]:
    """A name that opens a paragraph: "Mary - ", "Mary, could you ..."."""
    for line in PARAGRAPH.finditer(text, part.start, part.end):
        start = skip_titles(text, line.end(), part.end, words)
        stop = read_name(text, start, min(part.end, start + 60), words)
        top = first and line.start() == part.start
        if top and stop == start and (word := WORD.match(text, start)) and words.possible(word[0]):
            stop = word.end()
        names = list(name_list(text, start, part.end, "greeted", words)) if top else []
        if len(names) > 1 and OPENS_ALONE.match(text, names[-1].end):
            yield from names
        elif stop > start and (OPENS_ALONE if top else OPENS).match(text, stop):
            yield make("greeted" if top else "addressed", text, start, stop)


def mentions(text: str, part: Part, words: Lexicon) -> Iterator[Slot]:
    """Names that the words around them give away: "thanks Mary", "as Mary said"."""
    done = part.start
    for found in CAPITAL.finditer(text, part.start, part.end):
        word = bare(found[0])
        if found.start() < done or not words.possible(word):
            continue
        kind = announced(text, part.start, found.start(), words)
        if word.isupper() and len(word) < 6 and not words.given(word) and kind != "thanked":
            continue
        if not words.nameable(word) and kind != "thanked":
            continue
        if kind is None and not speaks(text, found, part.end, words):
            continue
        for slot in name_list(text, found.start(), part.end, kind or "said", words):
            done = slot.end
            yield slot
            if kind == "introduced":
                break


def announced(text: str, floor: int, start: int, words: Lexicon) -> str | None:
    """What kind of name the words before it announce."""
    stretch = text[max(floor, start - 40) : start]
    if cut := max(stretch.rfind(". "), stretch.rfind("! "), stretch.rfind("? "), -1) + 1:
        stretch = stretch[cut:]
    before = plain_words(stretch)[-4:]
    while before:
        if kind := announcement(before, words):
            return kind
        if before[-1] not in words.titles and before[-1] != "to":
            return None
        before.pop()
    return None


def announcement(before: list[str], words: Lexicon) -> str | None:
    """What the last words before a name say of it."""
    for size in range(len(before), 0, -1):
        phrase = " ".join(before[-size:])
        if phrase in words.thanks:
            return "thanked"
        if phrase in words.relations and " ".join(before[:-size][-1:]) in words.possessives:
            return "related"
        if phrase in words.naming:
            return "introduced"
        if phrase in words.addressing and size == len(before):
            return "addressed"
        if phrase in words.leads:
            return "said"
    return None


def speaks(text: str, found: re.Match[str], limit: int, words: Lexicon) -> bool:
    """Whether what follows a name tells of a person: "Mary Poe mentioned", "Mary's point"."""
    if found[0][-2:] in ("'s", "’s") and words.given(bare(found[0])):
        return text[found.end() : found.end() + 2].strip().islower()
    near = min(limit, found.start() + 80)
    stop = max(found.end(), read_name(text, found.start(), near, words))
    after = plain_words(text[stop : min(limit, stop + 30)])[:3]
    return phrase_at(after, words.speech, longest=3) > 0


def relayed(text: str, part: Part, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """Greetings and sign-offs of quoted people, line by line."""
    at = part.start
    lines = text[part.start : part.end].split("\n")
    closed = False
    for number, line in enumerate(lines):
        body = line.lstrip("> \t|")
        start = at + len(line) - len(body)
        plain = plain_words(body[:60])
        if 0 < len(plain) <= 5 and (closed or closes(plain, known) or number == len(lines) - 1):
            yield from signed(text, start, start + len(body.rstrip()), "relayed", words, known)
        if plain:
            closed = len(plain) <= 8 and closes(plain, known) == len(plain)
            if phrase_at(plain, known.greetings):
                fake = Part("greeting", start, start + len(body))
                yield from (
                    slot._replace(kind="addressed") for slot in greeted(text, fake, words, known)
                )
        at += len(line) + 1
