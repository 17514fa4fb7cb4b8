"""Names with which a message or a paragraph opens: "Hi Mary and Tom,", "Mary - "."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from onym.find.anatomy import Part
from onym.find.descriptions import introduced, name_before
from onym.find.glance import CAPITAL, Line
from onym.find.habits import Habits, phrase_at, plain_words
from onym.find.lexicon import Lexicon
from onym.find.names import WORD, Slot, bare, make, name_list, read_name, skip_titles
from onym.names.kinship import office_words
from onym.text.text import fold

SPACED_OUT = re.compile(r"[^\W\d_](?: [^\W\d_]){2,}(?=[ \t]*(?:[,!.:;-]|\n|$))")
OPENS = re.compile(r",[ \t]+(?:[a-z]|I\b)|[ \t]+[-–—]+[ \t]")
OPENS_ALONE = re.compile(
    r"[ \t]{0,20}+(?:[,:;!][ \t]*(?:\n|[a-z]|I\b)|(?<=[ \t])[-–—]+[ \t]|[-–—]{0,3}[ \t]*\n)"
)
OPENS_BELOW = re.compile(r"[ \t]{0,20}+[,:;!][ \t]*(?:\n|[a-z]|I\b)|(?<=[ \t])[-–—]+[ \t]")
ENDED = re.compile(r"[.!][ \t\n]*\Z")
HOUSED = re.compile(r",[ \t]+[^\s,]+")
TEAM = re.compile(r"([^\W\d_][\w-]*)[ \t]+([^\W\d_]+)(?=[ \t]*(?:[,.!:;–-]|\n|$))")
OPENS_ALOUD = re.compile(r",[ \t]+([A-ZÀ-Þ][^\W\d_]+)(?=,?[ \t]+[a-z])")


def greeted(text: str, part: Part, words: Lexicon, known: Habits) -> Iterator[Slot]:
    """Names after a greeting: "Hi Mary and Tom,", "Dear Dr Poe", "hi robert,"."""
    line = text[part.start : min(part.end, part.start + 120)]
    size = phrase_at(plain_words(line), known.greetings)
    skip = re.match(rf"\W*(?:\S+\s+){{{size - 1}}}[^\s,;:!.–—-]+[\s,;:!.–—*~_\"“'-]*", line)
    if not skip:
        return
    start = part.start + skip.end()
    ends = ENDED.search(text, part.start, start)
    if own := [*introduced(text, start, part.end, words)] if ends else []:
        yield from own
    elif spaced := SPACED_OUT.match(text, start, part.end):
        yield make("greeted", text, start, spaced.end())
    elif not greets_team(text, start, part.end, words):
        yield from name_list(text, start, part.end, "greeted", words)


def greets_team(text: str, start: int, end: int, words: Lexicon) -> bool:
    """Whether a greeting is for a team or a list: "Dear Frobnix Team,"."""
    found = TEAM.match(text, start, end)
    return found is not None and fold(found[2]) in office_words() and not words.given(found[1])


def opened(
    text: str, part: Part, lines: list[Line], words: Lexicon, first: bool, below: bool = False
) -> Iterator[Slot]:
    """A name that opens a paragraph of a part: "Mary - ", "Mary, could you ...".

    People greet whom they answer at the top, or below what they quote.
    """
    for number, line in enumerate(lines):
        top, under = first and not number, below and not number
        if not line.marks & CAPITAL or not (top or under or (line.gap and number)):
            continue
        if number and number == len(lines) - 1 and name_before(line.text, words):
            continue  # "Mary, over here in ND" signs
        word = WORD.match(line.text)
        if not word or not (words.opens(bare(word[0])) or (top and words.possible(word[0]))):
            continue
        if word[0].casefold() in words.labels and line.text.startswith(":", word.end()):
            continue  # "Name: ..."
        start = skip_titles(text, line.start, part.end, words)
        stop = read_name(text, start, min(part.end, start + 60), words)
        if " " in text[start:stop] and HOUSED.fullmatch(text, stop, line.end):
            continue  # "Mary Poe, frobnix" signs
        if (
            top
            and stop == start
            and (found := WORD.match(text, start))
            and words.possible(found[0])
        ):
            stop = found.end()
        names = list(name_list(text, start, part.end, "greeted", words)) if top else []
        if top and line.text.endswith(","):
            names += each_below(text, lines[1:], words)
        if len(names) > 1 and OPENS_ALONE.match(text, names[-1].end):
            yield from names
        elif stop > start and (
            (OPENS_ALONE if top else OPENS_BELOW if under else OPENS).match(text, stop)
            or (top and opens_aloud(text, stop, words))
        ):
            yield make("greeted" if top else "addressed", text, start, stop)


def each_below(text: str, lines: list[Line], words: Lexicon) -> Iterator[Slot]:
    """Names that are each on a line below the first who is greeted, with a comma like that."""
    for line in takewhile(lambda line: not line.gap and line.text.endswith(","), lines):
        found = [*name_list(text, line.start, line.end, "greeted", words)]
        if not found or text[found[-1].end : line.end].strip() != ",":
            return
        yield from found


def opens_aloud(text: str, stop: int, words: Lexicon) -> bool:
    """Whether a sentence begins behind the name: "Mary, Well done", but not "Poe, Mary"."""
    found = OPENS_ALOUD.match(text, stop)
    if found is None:
        return False
    return words.ordinary(found[1]) and not words.given(found[1])
