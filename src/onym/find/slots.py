"""The places in a message where names stand: greetings, sign-offs, attributions, mentions.

A slot is only a claim that a stretch of text may be a name and who it may point at; linking
weighs the claims of the whole corpus. Kinds:

    greeted      "Hi Mary," to whoever is answered     signed      "Best, Robert", by the writer
    thanked      "Thanks Mary"                         signature   in the block below, by the writer
    addressed    "Mary, could you ..."                 attributed  "On ... Mary Poe wrote:"
    said         "as Mary said", "Mary's point"        relayed     a sign-off inside quoted text
    handle       "@mary"                               introduced  "my name is Mary", by the writer
    related      "my sister Mary", who takes no part    cosigned    "Robert and Mary" at the end
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from onym.anatomy import Anatomy, Part, dissect_all
from onym.find.attributions import attributed, furniture
from onym.find.cues import CAPITAL, VOCATIVE, places
from onym.find.lexicon import Lexicon
from onym.find.names import WORD, Slot, bare, make, read_name, skip_titles
from onym.find.signatures import may_sign, names_below, signature, signed, tail
from onym.glance import CAPITAL as CAPITALISED
from onym.glance import ENDS, Line, lay_out
from onym.glance import OPENS as OPENING
from onym.habits import Habits, closes, habits, phrase_at, plain_words

MOTTO = re.compile(r"(?:[-–—]{1,3}|~)[ \t]*[^\W\d_][\w.'’-]*(?:[ \t]+[^\W\d_][\w.'’-]*)+[\W\d]*$")
"""Two words or more behind a dash, and maybe a year."""
SPOKEN_TO = re.compile(r"[ \t]*(?:[,.!?:;)–—-]|\n|$|and\b|&)")
SENTENCE = re.compile(r"[.!?]\s|\n[ \t]*\n")
SPACED_OUT = re.compile(r"[^\W\d_](?: [^\W\d_]){2,}(?=[ \t]*(?:[,!.:;-]|\n|$))")
OPENS = re.compile(r",[ \t]+[a-zI]|[ \t]+[-–—]+[ \t]")
OPENS_ALONE = re.compile(r"[ \t]*(?:[,:!][ \t]*(?:\n|[a-zI])|[ \t]+[-–—]+[ \t]|[-–—]?[ \t]*\n)")


SHEET = 1000
"""Messages read in one go."""
REMEMBERED = 1 << 14


class Page(NamedTuple):
    """A message that is being read."""

    text: str
    anatomy: Anatomy
    places: list[int]
    """Where words stand that the words beside them give away as names."""

    def lines(self, at: int) -> list[Line]:
        """The lines of one part."""
        firsts = self.anatomy.firsts
        return self.anatomy.lines[firsts[at] : firsts[at + 1]]


def find_slots(text: str, words: Lexicon, patterns: Habits | None = None) -> tuple[Slot, ...]:
    """Every slot of a message, in the order of the text."""
    return find_all([text], words, patterns or habits())[0]


def find_all(texts: Sequence[str], words: Lexicon, known: Habits) -> list[tuple[Slot, ...]]:
    """The slots of many messages; what was read last is remembered."""
    memory = words.read
    if fresh := [text for text in dict.fromkeys(texts) if text not in memory]:
        found = dict(zip(fresh, read(fresh, words, known), strict=True))
        if len(memory) + len(found) > REMEMBERED:
            memory.clear()
        memory.update(found)
    return [memory[text] for text in texts]


def read(texts: list[str], words: Lexicon, known: Habits) -> Iterator[tuple[Slot, ...]]:
    """Read messages a sheet at a time."""
    for first in range(0, len(texts), SHEET):
        chosen = texts[first : first + SHEET]
        sheet = lay_out(chosen)
        read = zip(chosen, dissect_all(sheet, known), places(sheet, words), strict=True)
        for page in map(Page._make, read):
            yield slots_of(page, words, known)


def slots_of(page: Page, words: Lexicon, known: Habits) -> tuple[Slot, ...]:
    """The slots of one message."""
    found: list[Slot] = []
    for at in range(len(page.anatomy.parts)):
        found += slots_of_part(page, at, words, known)
    taken = {(slot.start, slot.end) for slot in found}
    around = furniture(page.text, page.anatomy.lines)
    found += (slot for slot in around if (slot.start, slot.end) not in taken)
    return tuple(sorted(set(found), key=lambda slot: (slot.start, -slot.end, slot)))


def slots_of_part(page: Page, at: int, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """The slots of one part of a message."""
    text, parts = page.text, page.anatomy.parts
    part = parts[at]
    if part.kind in ("own", "postscript"):
        yield from opened(page, at, words)
        yield from mentions(page, part, words)
        # "Robert" above "Uppsala", but not a sentence above "Cheers," and "Robert"
        below = takewhile(lambda part: part.kind == "closing", parts[at + 1 :])
        if may_sign(page.lines(at)[-1].text, words) and not any(
            signed(text, line.start, line.end, "signed", words, known) for line in below
        ):
            yield from tail(text, part, words, known)
        if part.kind == "own":
            yield from names_below(text, page.lines(at), part, words)
    elif part.kind == "greeting":
        yield from greeted(text, part, words, known)
        yield from mentions(page, part, words)
    elif part.kind == "closing":
        if (at or len(parts) == 1) and not ends_motto(page, at):
            yield from signed(text, part.start, part.end, "signed", words, known)
        # "Thanks Mary," above everything else speaks to her
        yield from mentions(page, part, words)
    elif part.kind == "signature":
        yield from signature(text, part, words, known)
    elif part.kind in ("attribution", "header"):
        yield from attributed(text, part, words, known)
    elif part.kind == "quote":
        yield from relayed(page, at, words, known)


def ends_motto(page: Page, at: int) -> bool:
    """Whether a line says whose the words above it are: "... of data. ⏎ ~ Jane Roe"."""
    number = page.anatomy.firsts[at]
    line, above = page.anatomy.lines[number], page.anatomy.lines[number - 1]
    if line.gap or not number or not MOTTO.match(line.text):
        return False
    return len(above.text.split()) > 5 or above.text[-1] in "\"”’'»"


def greeted(text: str, part: Part, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """Names after a greeting: "Hi Mary and Tom,", "Dear Dr Poe", "hi robert,"."""
    line = text[part.start : min(part.end, part.start + 120)]
    size = phrase_at(plain_words(line), known.greetings)
    skip = re.match(rf"\W*(?:\S+\s+){{{size - 1}}}[^\s,;:!.–—-]+[\s,;:!.–—*~_\"“'-]*", line)
    if not skip:
        return
    start = part.start + skip.end()
    if spaced := SPACED_OUT.match(text, start, part.end):
        yield make("greeted", text, start, spaced.end())
    else:
        yield from name_list(text, start, part.end, "greeted", words)


def name_list(text: str, start: int, end: int, kind: str, words: Lexicon) -> Iterator[Slot]:
    """One name or several joined by "and", "&" or commas, from `start` on."""
    listed = False
    end = min(end, start + 400)
    for _ in range(6):
        start = skip_titles(text, start, end, words)
        small = WORD.match(text, start, end)
        ends_there = small is not None and ENDS_THERE.match(text, start + len(bare(small[0])), end)
        stop = read_name(text, start, end, words, loose=ends_there is not None)
        if stop == start and small and ends_there:
            word = bare(small[0])
            short = kind == "greeted" and len(word) < 5 and word.casefold() in words.dates
            if words.possible(word) or (short and word[0].isupper()):  # "Hi Dec,"
                stop = start + len(word)
        if stop == start:
            return
        if listed and not LIST_END.match(text, stop, end):
            return
        yield make(kind, text, start, stop)
        joint = JOINT.match(text, stop, end)
        if not joint:
            return
        # "Hi Ben, Will you ..." is no list
        listed = "," in joint[0]
        start = joint.end()
        again = WORD.match(text, start, end)
        if again and again[0].casefold() in words.closing and text.startswith(" ", again.end()):
            start = again.end() + 1  # "Hi Mary, hi Robert"


JOINT = re.compile(r"[ \t]*(?:,?[ \t]+(?:and|und|et(?! al\b)|och)[ \t]+|[ \t]*[&/,+][ \t]*)")
ENDS_THERE = re.compile(r"[ \t]*(?:[,;:!.–—)-]|$|\n|and |& )")
LIST_END = re.compile(r"[ \t]*(?:[,;:!.–—-]|\n|$|and\b|&)")


def opened(page: Page, at: int, words: Lexicon) -> Iterator[Slot]:
    """A name that opens a paragraph: "Mary - ", "Mary, could you ..."."""
    text, part = page.text, page.anatomy.parts[at]
    for number, line in enumerate(page.lines(at)):
        top = not at and not number
        if not line.marks & CAPITALISED or not (top or (line.gap and number)):
            continue
        word = WORD.match(line.text)
        if not word or not (words.opens(bare(word[0])) or (top and words.possible(word[0]))):
            continue
        start = skip_titles(text, line.start, part.end, words)
        stop = read_name(text, start, min(part.end, start + 60), words)
        if (
            top
            and stop == start
            and (found := WORD.match(text, start))
            and words.possible(found[0])
        ):
            stop = found.end()
        names = list(name_list(text, start, part.end, "greeted", words)) if top else []
        if len(names) > 1 and OPENS_ALONE.match(text, names[-1].end):
            yield from names
        elif stop > start and (OPENS_ALONE if top else OPENS).match(text, stop):
            yield make("greeted" if top else "addressed", text, start, stop)


def mentions(page: Page, part: Part, words: Lexicon) -> Iterator[Slot]:
    """Names that the words around them give away: "thanks Mary", "as Mary said"."""
    text, done = page.text, part.start
    for place in page.places[bisect_left(page.places, part.start) :]:
        if place >= part.end:
            return
        found = CAPITAL.match(text, place, part.end)
        if not found or place < done:
            continue
        word = bare(found[0])
        if not words.possible(word):
            continue
        kind = announced(text, part.start, found.start(), words)
        if word.isupper() and len(word) < 6 and not words.given(word) and kind != "thanked":
            continue
        if not words.nameable(word) and kind != "thanked":
            continue
        if kind is None and part.kind != "greeting" and is_vocative(text, place, word, words):
            # "You are right about it, Mary."
            yield make("addressed", text, place, place + len(word))
            continue
        if kind is None and not speaks(text, found, part.end, words):
            continue
        for slot in name_list(text, found.start(), part.end, kind or "said", words):
            if kind == "addressed" and not SPOKEN_TO.match(text, slot.end):
                # "Agreed, Monte Carlo is not the answer"
                break
            done = slot.end
            yield slot
            if kind == "introduced":
                break


def is_vocative(text: str, place: int, word: str, words: Lexicon) -> bool:
    """Whether a name is spoken to at the end of a sentence; "Marias" is rather a genitive."""
    if not VOCATIVE.match(text, place - 2) or not words.given(word):
        return False
    return not (word.endswith("s") and words.given(word[:-1]))


def announced(text: str, floor: int, start: int, words: Lexicon) -> str | None:
    """What kind of name the words before it announce."""
    stretch = text[max(floor, start - 40) : start]
    before = plain_words(SENTENCE.split(stretch)[-1])[-4:]
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
        if phrase in words.addressing and size == len(before) and not leads_on(before, words):
            return "addressed"
        if phrase in words.leads:
            return "said"
    return None


def leads_on(before: list[str], words: Lexicon) -> bool:
    """Whether a phrase mentions rather than addresses: "in reply to", but not "well done"."""
    return " ".join(before) in words.leads and before[-1] in words.small_words


def speaks(text: str, found: re.Match[str], limit: int, words: Lexicon) -> bool:
    """Whether what follows a name tells of a person: "Mary Poe mentioned", "Mary's point"."""
    if found[0][-2:] in ("'s", "’s") and words.given(bare(found[0])):
        return text[found.end() : found.end() + 2].strip().islower()
    near = min(limit, found.start() + 80)
    stop = max(found.end(), read_name(text, found.start(), near, words))
    after = plain_words(text[stop : min(limit, stop + 30)])[:3]
    return phrase_at(after, words.speech, longest=3) > 0


def relayed(page: Page, at: int, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """Greetings and sign-offs of quoted people, line by line."""
    text, lines = page.text, page.lines(at)
    closed = False
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        if not (closed or last or line.marks & (OPENING | ENDS)):
            continue
        body = line.text.lstrip("> \t|")
        start = line.end - len(body)
        plain = plain_words(body[:60])
        if 0 < len(plain) <= 5 and (closed or closes(plain, known) or last):
            yield from signed(text, start, start + len(body.rstrip()), "relayed", words, known)
        if plain:
            closed = len(plain) <= 8 and closes(plain, known) == len(plain)
            if phrase_at(plain, known.greetings):
                fake = Part("greeting", start, start + len(body))
                yield from (
                    slot._replace(kind="addressed") for slot in greeted(text, fake, words, known)
                )
