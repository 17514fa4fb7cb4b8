"""The places in a message where names stand: greetings, sign-offs, attributions, mentions.

A slot is only a claim that a stretch of text may be a name and who it may point at; linking
weighs the claims of the whole corpus. Kinds:

    greeted      "Hi Mary," to whoever is answered     signed      "Best, Robert", by the writer
    thanked      "Thanks Mary"                         signature   in the block below, by the writer
    addressed    "Mary, could you ..."                 attributed  "On ... Mary Poe wrote:"
    said         "as Mary said", "Mary's point"        relayed     a sign-off inside quoted text
    requoted     an attribution inside quoted text
    handle       "@mary"                               introduced  "my name is Mary", "Name: Mary"
    pinged       "mary42: yes" in a chat
    called       "@**Mary Poe**", marked as a mention    credited    "@**Mary Poe**:" above a quote
    related      "my sister Mary", who takes no part    cosigned    "Robert and Mary" at the end
    titled       "I asked Mrs Poe"                      met         "I spoke to Mary", "Mary and I"
    tagged       "Robert, s1801234": the code        listed       "To: Mary Poe; Robert Ash",
                                                      "Present: Mary Poe, Robert Ash"
    forwarding   "--- Forwarded by Robert Ash on ...", by the writer
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from onym.find.anatomy import Anatomy, Part, dissect_all
from onym.find.attendance import attending
from onym.find.attributions import attributed, furniture
from onym.find.cues import places
from onym.find.descriptions import describes, introduced, signed_on
from onym.find.glance import Line, lay_out
from onym.find.greetings import greeted, opened
from onym.find.habits import Habits, closes, habits, plain_words, takes_leave
from onym.find.labels import labelled
from onym.find.lexicon import Lexicon, is_common
from onym.find.mentions import mentions
from onym.find.name_lines import is_name_line
from onym.find.names import OUTER, RELATED, TOLD, WORD, Slot, bare, make, name_list
from onym.find.quotes import relayed
from onym.find.recipients import in_header
from onym.find.signatures import may_sign, names_below, signature, signed, tail
from onym.names.kinship import close
from onym.text.text import fold

MOTTO = re.compile(
    r"(?:[-–—]{1,3}|~)[ \t]*[^\W\d_][\w.'’-]*"
    r"(?:[ \t]+[^\W\d_][\w.'’-]*)*[ \t]+[^\W\d_][\w'’-]+[\W\d]*$"
)
"""Two words or more behind a dash, and maybe a year; who signs as Mary P is the writer."""
TOWN = re.compile(r"(?:[^\W\d_a-z][\w.'’-]+[ \t]?){1,3},[ \t]+[A-Z]{2,3}\.?")
"""A town and its state or country: "Northfield, ND"."""
ENDED = frozenset({"signed", "signature", "thanksigned"})
"""Slots at the end of a message."""
ENDING = frozenset(".!?…–—-~*(/")
"""Signs before a name that stands apart from what is said."""
KISSES = re.compile(r"[ \t][xX]{1,5}\Z")
"""What stands before who signs: "Lovely boy. xx Dani"."""
PAUSE = re.compile(r"[.!?…–—][ \t]+")
SHORTEST = 400
"""Letters of a message of one line, as people write them in chats."""
OTHERS = frozenset({"attribution", "header", "quote"})
"""Parts that are, or begin, what somebody else wrote."""
HAILED = 6
"""Lines at the top of a message that may each greet somebody."""
TAGGED = 8
"""Letters between a name and the code with which it is signed, at most."""
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
    found = {text: memory[text] for text in texts if text in memory}
    if fresh := [text for text in dict.fromkeys(texts) if text not in found]:
        found |= zip(fresh, read(fresh, words, known), strict=True)
        if len(memory) + len(fresh) > REMEMBERED:
            memory.clear()
        memory |= found
    return [found[text] for text in texts]


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
    found = hand_back(spoken_to(found, page, words, known), page, known)
    if any(slot.kind == "titled" for slot in found):
        others = [slot for slot in found if slot.kind not in ("titled", "greeted", "thanked")]
        found = [slot for slot in found if slot.kind != "titled" or not is_inside(slot, others)]
    if present := [*attending(page.text, page.anatomy.lines, words)]:
        first, last = present[0].start, present[-1].end
        found = [slot for slot in found if slot.end <= first or slot.start >= last] + present
    around = list(furniture(page.text, outside_headers(page), words))
    if called := [slot for slot in around if slot.kind == "called"]:
        # what is "said" of a name tells less than that it is marked as a mention
        found = [slot for slot in found if slot.kind not in TOLD or not is_inside(slot, called)]
    if quoted := [slot for slot in around if slot.kind in ("credited", "margin")]:
        found = [slot for slot in found if not is_inside(slot, quoted)]
    taken = {(slot.start, slot.end) for slot in found}
    found += (slot for slot in around if (slot.start, slot.end) not in taken)
    return tuple(sorted(set(found), key=lambda slot: (slot.start, -slot.end, slot)))


def spoken_to(found: list[Slot], page: Page, words: Lexicon, known: Habits) -> list[Slot]:
    """Slots as they are in a message of one line: "thanks, Mary", "yes it is, Mary" speak to her.

    Who signs there stands apart: "Yes it is. Robert", "Bye, Robert", "It is. Thanks, Robert".
    """
    if len(page.anatomy.lines) != 1 or len(page.text) > SHORTEST:
        return found
    changed: list[Slot] = []
    for slot in found:
        said = page.text[: slot.start].rstrip(" \t")
        before = plain_words(said)
        if slot.kind in ENDED and before and not stands_apart(said, before, words, known):
            thanks = any(" ".join(before[-size:]) in words.thanks for size in (1, 2, 3))
            slot = slot._replace(kind="thanked" if thanks else "addressed")
        changed.append(slot)
    return changed


def stands_apart(said: str, before: list[str], words: Lexicon, known: Habits) -> bool:
    """Whether what is said ends before a name, takes leave or greets all: the name signs."""
    last = plain_words(PAUSE.split(said)[-1])
    leaves = (last != before and closes(last, known) == len(last)) or takes_leave(last, known)
    leaves = leaves or before[-1] in words.groups  # "hi all, mary"
    return said[-1:] in ENDING or (said[-1:] == "," and leaves) or bool(KISSES.search(said))


def outside_headers(page: Page) -> list[Line]:
    """The lines of a message that are in no header: an empty "cc:" is nobody."""
    parts = page.anatomy.parts
    if all(part.kind != "header" for part in parts):
        return page.anatomy.lines
    return [
        line for at, part in enumerate(parts) if part.kind != "header" for line in page.lines(at)
    ]


def is_inside(slot: Slot, others: list[Slot]) -> bool:
    """Whether a slot is a part of another, or the whole of it."""
    return any(other.start <= slot.start and slot.end <= other.end for other in others)


def hand_back(found: list[Slot], page: Page, known: Habits) -> list[Slot]:
    """Give sign-offs to whom the message greets or quotes: their words stand there unmarked.

    A first sign-off like the greeting may be the writer's: two may share a name. So may one on a
    line of its own when the quote is marked: people answer themselves. "Thanks a lot, Mary!"
    above a quote of hers thanks her.
    """
    signed = [slot for slot in found if slot.kind in ("signed", "signature", "thanksigned")]
    signed.sort(key=lambda slot: slot.start)
    if not signed:
        return found
    own = first_name(signed[0])
    greeted = {first_name(slot) for slot in found if slot.kind == "greeted"} - {own}
    quoted = [slot for slot in found if slot.kind in ("attributed", "credited")]
    above = min((slot.start for slot in quoted), default=0)
    named = {first_name(slot) for slot in quoted}
    if not greeted and not named:
        return found
    apart = {first_name(slot) for slot in quoted if is_marked_below(page, slot.end)}
    handed: set[Slot] = set()
    for number, slot in enumerate(signed):
        name, before = first_name(slot), line_before(page.text, slot.start)
        below = slot.start > above or (before and not takes_leave(plain_words(before), known))
        back = below and is_like(name, named) and (before or not is_like(name, apart))
        if back or (number and is_like(name, greeted)):
            handed.add(slot)
    kept = without_tags(found, handed)
    return [slot._replace(kind="relayed") if slot in handed else slot for slot in kept]


def without_tags(found: list[Slot], handed: set[Slot]) -> list[Slot]:
    """Slots without the codes beside sign-offs that are not the writer's."""
    ends = [slot.end for slot in handed]
    return [
        slot
        for slot in found
        if slot.kind != "tagged" or not any(0 <= slot.start - end < TAGGED for end in ends)
    ]


def is_marked_below(page: Page, at: int) -> bool:
    """Whether a quote with marks follows a place, and not words without."""
    below = next((part for part in page.anatomy.parts if part.start >= at), None)
    return below is not None and below.kind == "quote" and page.text[below.start] in ">|"


def line_before(text: str, at: int) -> str:
    """What stands before a place on its line, decoration aside."""
    return text[text.rfind("\n", 0, at) + 1 : at].strip(OUTER)


def is_like(name: str, others: set[str]) -> bool:
    """Whether a name is one of others, or a slip of one."""
    return name in others or any(close(name, other) for other in others)


def first_name(slot: Slot) -> str:
    """The word by which one is called, folded: the first, or what follows in "Poe, Mary"."""
    family, _, given = fold(slot.name).partition(",")
    return (given or family).split()[0]


def slots_of_part(page: Page, at: int, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """The slots of one part of a message."""
    text, parts = page.text, page.anatomy.parts
    part = parts[at]
    if part.kind in ("own", "postscript"):
        yield from labelled(text, page.lines(at), words)
        below = at > 0 and parts[at - 1].kind == "quote"
        begins = not at or parts[at - 1].kind == "greeting"
        own = [*introduced(text, part.start, part.end, words)] if begins else []
        yield from own
        if not own:
            yield from opened(text, part, page.lines(at), words, first=not at, below=below)
        yield from mentions(text, page.places, part, words)
        yield from at_the_end(page, at, words, known)
    elif part.kind == "greeting":
        hailed = list(greeted(text, part, words, known))
        yield from hailed
        yield from mentions(text, page.places, part, words)
        if at + 1 == len(parts) or parts[at + 1].kind in OTHERS:
            yield from signed_at_once(page, part, hailed, words, known)
    elif part.kind == "closing" and hails(page, at):
        yield from name_list(text, part.start, part.end, "greeted", words)
    elif part.kind == "closing":
        yield from labelled(text, page.lines(at), words)
        if (
            (at or len(parts) == 1)
            and not ends_motto(page, at)
            and not is_under_name(page, at, words)
        ):
            yield from signed(text, part.start, part.end, "signed", words, known)
            yield from like_a_closing(page, at)
        # "Thanks Mary," above everything else speaks to her; "Regards, Mary." does not
        if not takes_leave(plain_words(text[part.start : part.end]), known):
            yield from mentions(text, page.places, part, words)
    elif part.kind == "signature":
        yield from in_block(page, at, words, known)
        told = mentions(text, page.places, part, words)
        yield from (slot for slot in told if slot.kind in RELATED)  # "mother of Amy and Ben"
    elif part.kind == "attribution":
        yield from attributed(text, part, words, known)
    elif part.kind == "header":
        first = not any(part.kind in OTHERS for part in islice(parts, at))
        yield from passed_on(in_header(text, part, words, known), first)
    elif part.kind == "quote":
        yield from in_quote(page, at, words, known)


def in_quote(page: Page, at: int, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """Names in quoted words; without marks they are laid out as their writer has done."""
    part, lines = page.anatomy.parts[at], page.lines(at)
    yield from relayed(page.text, lines, words, known)
    if page.text[part.start] not in ">|":
        below = names_below(page.text, lines, part, words, False)
        yield from (slot._replace(kind="relayed") for slot in below)


def at_the_end(page: Page, at: int, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """Who signs at the end of a part in the writer's own words."""
    text, parts = page.text, page.anatomy.parts
    part, alone = parts[at], list[Slot]()
    if part.kind == "own":
        closed = at > 0 and parts[at - 1].kind == "closing"
        alone += names_below(text, page.lines(at), part, words, closed)
    yield from alone
    if described := [*signed_on(text, page.lines(at), words)]:
        yield from described
        return
    if not may_sign(page.lines(at)[-1].text, words):
        return
    # "Robert" above "Uppsala", but not a sentence above "Cheers," and "Robert"
    under = is_under_name(page, at + 1, words)
    below = takewhile(lambda n: parts[n].kind == "closing", range(at + 1, len(parts)))
    if under or not any(
        signed(text, parts[n].start, parts[n].end, "signed", words, known) for n in below
    ):
        starts = {slot.start for slot in alone} if under else set()
        last = tail(text, part, words, known)
        yield from (slot for slot in last if slot.start not in starts)


def signed_at_once(
    page: Page, part: Part, hailed: list[Slot], words: Lexicon, known: Habits
) -> Iterator[Slot]:
    """Who signs in the line that greets: "Hi Tom, yes, it is. Best, Mary"."""
    told = max((slot.end for slot in hailed), default=part.start)
    for slot in tail(page.text, part, words, known):
        said = page.text[told : slot.start].rstrip(" \t")
        before = plain_words(said)
        if slot.start > told and before and stands_apart(said, before, words, known):
            yield slot


def passed_on(found: Iterator[Slot], first: bool) -> Iterator[Slot]:
    """The names in a header: only what is passed on in the first line of all is by the writer."""
    for slot in found:
        yield slot if first or slot.kind != "forwarding" else slot._replace(kind="listed")
        first = False


def in_block(page: Page, at: int, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """Names in a signature block; who has signed in full has it there once more, or none."""
    text, parts = page.text, page.anatomy.parts
    above, own = parts[at - 1] if at else parts[at], list[Slot]()
    if above.kind == "closing":
        own = signed(text, above.start, above.end, "signed", words, known)
    whole = {fold(word) for slot in own if " " in slot.name for word in slot.name.split()}
    for slot in signature(text, parts[at], words, known, own):
        if slot.kind == "tagged" or not whole or not whole.isdisjoint(fold(slot.name).split()):
            yield slot


def hails(page: Page, at: int) -> bool:
    """Whether a line is one of several at the top with a comma each: "Mary, ⏎ Robert,"."""
    last = page.anatomy.firsts[at + 1]
    lines = page.anatomy.lines[: last if last <= HAILED else 0]
    together = not any(line.gap for line in lines[1:])
    return len(lines) > 1 and together and all(line.text.endswith(",") for line in lines)


def like_a_closing(page: Page, at: int) -> Iterator[Slot]:
    """A given name below a closing that would close elsewhere: "Best wishes," and "Tia"."""
    parts = page.anatomy.parts
    part, last = parts[at], at + 1 == len(parts) or parts[at + 1].kind != "closing"
    name = page.text[part.start : part.end]
    if at and last and parts[at - 1].kind == "closing" and name.istitle() and is_common(name):
        yield make("signed", page.text, part.start, part.end)


def is_under_name(page: Page, at: int, words: Lexicon) -> bool:
    """Whether a last line says what or where the person is whose name stands above it."""
    parts, lines = page.anatomy.parts, page.anatomy.lines
    if at >= len(parts) or parts[at].kind != "closing" or not at or parts[at - 1].kind != "own":
        return False
    number = page.anatomy.firsts[at]
    line, above = lines[number], lines[number - 1]
    if line.gap or not above.gap or len(above.text) > 45:
        return False
    if describes(line.text, words):
        return is_name_line(above.text, words)
    if TOWN.fullmatch(line.text):
        return "," not in above.text and is_name_line(above.text, words)
    if " " in line.text:
        return False
    name, last = WORD.match(above.text), WORD.match(line.text)
    if not name or not last or not is_name_line(above.text, words):
        return False
    return words.given(bare(name[0])) and not words.given(bare(last[0]))


def ends_motto(page: Page, at: int) -> bool:
    """Whether a line says whose the words above it are: "... of data. ⏎ ~ Jane Roe"."""
    number = page.anatomy.firsts[at]
    line, above = page.anatomy.lines[number], page.anatomy.lines[number - 1]
    if line.gap or not number or not MOTTO.match(line.text):
        return False
    if len(above.text.split()) > 5 or above.text[-1] in "\"”’'»":
        return True
    # the last line of a wrapped sentence may be short
    return above.text[-1] in ".!?" and number > 1 and not above.gap
