"""Names in running text that the words around them give away: "thanks Mary", "as Mary said"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from onym import language
from onym.find.anatomy import Part
from onym.find.cues import BARE_GENITIVES, CAPITAL, GENITIVE, VOCATIVE, is_glued
from onym.find.habits import last_word, phrase_at, plain_words
from onym.find.lexicon import Lexicon
from onym.find.names import (
    AGE,
    AGED,
    JOINT,
    RELATED,
    SENTENCE,
    SMALL,
    Slot,
    bare,
    make,
    name_list,
    read_name,
)
from onym.find.presenting import presented, presents, presents_in_full, there
from onym.text.text import fold

GLUED = re.compile(r"[A-ZÀ-Þ][^\W\d_]+")
LETTER = re.compile(r"(?<![\w@/.&$\\'’-])[B-HJ-ZÀ-Þ](?=[,.!?;:)]*(?:\n|$)|[,!?;:)])")
"""A single letter for a name; "I" and "A" are words."""
TITLE = re.compile(r"(?<![^\W\d_])([^\W\d_]+)\.?[ \t]{1,2}\Z")
"""The last word before a name."""
THINGS = "its"
"""Whose name is told is a thing: "its real name is"."""
LISTED_UNDER = re.compile(r"[,;\"”][ \t]+[A-ZÀ-Þ][\w'’-]+\Z")
"""A family name behind a title or another author: 'in "A Frob", Poe, Mary.'"""
SMALL_TOO = RELATED | {"thanked", "met"}
"""What announces names in small letters too."""
SPOKEN = frozenset({"thanked", "addressed"})
NEAR = (None, "said")
"""What the words behind a name may add something to."""
APART = re.compile(r"[ \t]{0,2}[,(–—-]")
"""Behind a name, before what is said of whoever it is."""
QUOTED = re.compile(r"(?:^|[\s(])[\"“”„«‘'][^\"“”»’'\n]*\Z")
"""Behind a quotation mark that is still open."""
ASKED = re.compile(r",[ \t]+([^\n.!?]{1,40})")
ASKING = 4
"""How many words behind a name and a comma are looked at."""
SPOKEN_TO = re.compile(r"[ \t]*(?:[,.!?:;)–—-]|\n|$|and\b|&)")


class Following(NamedTuple):
    """What stands behind a name."""

    stop: int
    words: list[str]
    """A few, as the phrase lists write them."""


def mentions(text: str, places: list[int], part: Part, words: Lexicon) -> Iterator[Slot]:
    """Names that the words around them give away: "thanks Mary", "as Mary said"."""
    done = part.start
    for place in places[bisect_left(places, part.start) :]:
        if place >= part.end:
            return
        found = (GLUED if is_glued(text, place) else CAPITAL).match(text, place, part.end)
        if not found or place < done:
            if slot := letter_or_small(text, part, place, words, place < done):
                yield slot
            continue
        word = bare(found[0])
        if stem := genitive_stem(text, found, part, words):
            yield make("said", text, place, place + len(stem))
            continue
        if not words.possible(word) or words.is_title(word):
            continue
        kind = announced(text, part.start, found.start(), words)
        if kind == "introduced" and QUOTED.search(text, max(part.start, place - 40), place):
            kind = None  # the novel "My Name is Red"
        elif kind == "introduced" and presents(text, part, place, words):
            kind = "presented"
        if kind in (None, "being") and is_one_of_family(text, found, words):
            kind = "related"
        if slot := whole(text, found, part, kind, words):
            done = slot.end
            yield slot
            if kind in RELATED and (joint := JOINT.match(text, done, part.end)):
                # "mother of Will and Dana"
                yield from name_list(text, joint.end(), part.end, kind, words)
            continue
        if kind in ("titled", "being", "named"):
            plain = words.given(word) and not words.ordinary(word)
            kind = "related" if kind == "named" and plain else None
        if word.isupper() and len(word) < 6 and not words.given(word) and kind != "thanked":
            continue
        if not words.nameable(word) and kind != "thanked":
            continue
        follows = following(text, found, part.end, words) if kind in NEAR else None
        kind = (near(text, follows, words) if follows else None) or kind
        if kind is None and (spoken := spoken_to(text, part, place, word, words)):
            yield make(spoken, text, place, place + len(word))
            continue
        if kind is None and not (
            (follows and speaks(text, found, follows, words)) or framed(text, found, part, words)
        ):
            continue
        for slot in name_list(text, found.start(), part.end, kind or "said", words):
            if kind == "addressed" and not SPOKEN_TO.match(text, slot.end):
                # "Agreed, Monte Carlo is not the answer"
                break
            done = slot.end
            yield slot
            if kind == "thanked" and has_title(text[max(0, slot.start - 40) : slot.start], words):
                yield slot._replace(kind="titled")
            if kind in ("introduced", "presented"):
                break


def letter_or_small(
    text: str, part: Part, place: int, words: Lexicon, is_inside: bool
) -> Slot | None:
    """A letter or a name in small letters that the words around it give away: "Thanks M"."""
    if LETTER.match(text, place) and announced(text, part.start, place, words) in SPOKEN:
        return make("thanked", text, place, place + 1)
    if is_inside:
        return None
    if end := presented(text, part, place, words):
        return make("presented", text, place, end)
    if end := there(text, place, words):
        return make("introduced", text, place, end)
    return small_name(text, part, place, words)


def whole(
    text: str, found: re.Match[str], part: Part, kind: str | None, words: Lexicon
) -> Slot | None:
    """A name that is read in one go, whatever words it is made of: "Mrs Winter", "my son Will"."""
    start, word = found.start(), bare(found[0])
    if kind == "titled" and (end := titled(text, found, part.end, words)):
        return make(kind, text, start, end)
    if end := presents_in_full(text, found, part, kind, words):
        return make("introduced", text, start, end)
    told = kind in RELATED or kind == "presented"
    if kind and told and not words.nameable(word) and is_name_here(word, words):
        return make(kind, text, start, start + len(word))
    return None


def small_name(text: str, part: Part, place: int, words: Lexicon) -> Slot | None:
    """A given name in small letters that is announced: "my sister lena", "thanks lena so much"."""
    found = SMALL.match(text, place, part.end)
    if not found or not words.given(found[0]) or words.ordinary(found[0]):
        return None
    kind = announced(text, part.start, place, words)
    kind = "related" if kind == "named" else kind
    return make(kind, text, place, found.end()) if kind in SMALL_TOO else None


def is_name_here(word: str, words: Lexicon) -> bool:
    """Whether any word with a capital is a name: "my brother Will", "they call me Mags".

    Not where all nouns have one.
    """
    small = word.casefold()
    other = small in words.titles or small in words.organisations or small in words.dates
    return "de" not in words.languages and not other and small not in words.never


def titled(text: str, found: re.Match[str], end: int, words: Lexicon) -> int:
    """Where the name behind a title ends, whatever word it is: "Frau Winter"; 0 for none."""
    word = bare(found[0])
    small = word.casefold()
    others = (words.titles, words.suffixes, words.organisations, words.never)
    if any(small in listed for listed in others):
        return 0
    return max(found.start() + len(word), read_name(text, found.start(), end, words))


def genitive_stem(text: str, found: re.Match[str], part: Part, words: Lexicon) -> str:
    """The name in a genitive without an apostrophe, in languages that write it so: Marias.

    Behind a title only that of somebody known here, or before a noun: not "Frau Brandes sagt".
    """
    word = found[0]
    if BARE_GENITIVES.isdisjoint(words.languages) or not GENITIVE.match(text, found.start()):
        return ""
    stem, known = language.given_names().get(word[:-1]), language.given_names().get(word)
    if stem is None or not words.given(word[:-1]):
        return ""
    if fold(word[:-1]) not in words.known and text[found.end() + 1].islower():
        before = text[max(part.start, found.start() - 40) : found.start()]
        if has_title(before, words):
            return ""
    return word[:-1] if known is None or (stem.weight or 0) > (known.weight or 0) else ""


def framed(text: str, found: re.Match[str], part: Part, words: Lexicon) -> bool:
    """Whether a phrase goes on behind the name: "ich stimme Maria zu"."""
    stretch = text[max(part.start, found.start() - 40) : found.start()]
    if last_word(stretch) not in words.framing:
        return False
    before = plain_words(SENTENCE.split(stretch)[-1])[-4:]
    after = plain_words(text[found.end() : found.end() + 30])[:4]
    return any(
        after[: len(frame.split())] == frame.split()
        for size in range(1, len(before) + 1)
        for frame in words.frames.get(" ".join(before[-size:]), ())
    )


def is_one_of_family(text: str, found: re.Match[str], words: Lexicon) -> bool:
    """Whether an age follows, and on the same line another name with one: "Amy (8), Skye (5)"."""
    stop = read_name(text, found.start(), found.end() + 40, words)
    if not AGE.match(text, max(stop, found.end())):
        return False
    end = text.find("\n", found.end())
    line = text[text.rfind("\n", 0, found.start()) + 1 : end if end >= 0 else None]
    if len(AGED.findall(line)) < 2:
        return False
    return any(words.given(w) and not words.ordinary(w) for w in CAPITAL.findall(line))


def is_vocative(text: str, place: int, word: str, words: Lexicon) -> bool:
    """Whether a name is spoken to at the end of a sentence; "Marias" is rather a genitive."""
    if not VOCATIVE.match(text, place - 2) or not words.given(word):
        return False
    if LISTED_UNDER.search(text, max(0, place - 40), place - 2):
        return False
    return not (word.endswith("s") and words.given(word[:-1]))


def spoken_to(text: str, part: Part, place: int, word: str, words: Lexicon) -> str | None:
    """The kind of slot where a sentence speaks to somebody: "You are right about it, Mary."."""
    if part.kind != "greeting" and is_vocative(text, place, word, words):
        return "addressed"
    return "asked" if is_asked(text, place, word, words) else None


def is_asked(text: str, place: int, word: str, words: Lexicon) -> bool:
    """Whether a sentence asks somebody for something: "It is. Mary, could you have a look?"."""
    asked = ASKED.match(text, place + len(word))
    before = text[max(0, place - 8) : place].rstrip(" \t")
    if asked is None or before[-1:] not in (".", "!", "?") or not words.given(word):
        return False
    told = plain_words(asked[1])[:ASKING]
    return told[:1] == ["i"] or not words.second_person.isdisjoint(told)


def announced(text: str, floor: int, start: int, words: Lexicon) -> str | None:
    """What kind of name the words before it announce."""
    stretch = text[max(floor, start - 40) : start]
    last = last_word(stretch)
    if last not in words.heralds:
        return None
    named = "titled" if has_title(stretch, words) else None
    before = plain_words(SENTENCE.split(stretch)[-1])[-5:]
    apposed = stretch.rstrip()[-1:] == ","
    led = False
    while before:
        kind = announcement(before, words, apposed)
        if kind and not (named and kind in ("said", "met")) and not (led and kind in RELATED):
            return kind
        if before[-1] not in words.titles and before[-1] != "to":
            return named
        led = before.pop() == "to"  # "my parents to France"
    return named


def has_title(stretch: str, words: Lexicon) -> bool:
    """Whether a stretch of text ends in a title: "thanks to Mrs "."""
    title = TITLE.search(stretch) if last_word(stretch) in words.honorifics else None
    return title is not None and words.is_title(title[1])


def announcement(before: list[str], words: Lexicon, apposed: bool = False) -> str | None:
    """What the last words before a name say of it, perhaps with a comma: "a friend, Mary Poe"."""
    for size in range(len(before), 0, -1):
        phrase = " ".join(before[-size:])
        if phrase in words.thanks:
            return "thanked"
        if phrase in words.relations and is_owned(before[:-size], words, apposed):
            return "fellow" if phrase in words.fellows else "related"
        if phrase in words.kin_of:
            return "related"
        if phrase in words.naming:
            return None if THINGS in before[:-size] else "introduced"
        if phrase in words.named:
            thing = len(before) > size and before[-size - 1] in words.things
            return None if thing else "named"
        if phrase in words.being:
            return "being"
        if phrase in words.addressing and size == len(before) and not leads_on(before, words):
            return "addressed"
        if phrase in words.contacts:
            return "met"
        if phrase in words.leads:
            return "said"
    return None


def is_owned(before: list[str], words: Lexicon, apposed: bool) -> bool:
    """Whether words before a relative say whose: "my own", "the bride's"."""
    near = before[-3:]
    if apposed and near and near[-1] in words.indefinites:
        return True
    return any(word in words.possessives or word.endswith("'s") for word in near)


def leads_on(before: list[str], words: Lexicon) -> bool:
    """Whether a phrase mentions rather than addresses: "in reply to", but not "well done"."""
    return " ".join(before) in words.leads and before[-1] in words.small_words


def following(text: str, found: re.Match[str], limit: int, words: Lexicon) -> Following:
    """Where the name ends that begins with a word, and the words behind it."""
    near = min(limit, found.start() + 80)
    stop = max(found.end(), read_name(text, found.start(), near, words))
    return Following(stop, plain_words(text[stop : min(limit, stop + 40)])[:4])


def speaks(text: str, found: re.Match[str], follows: Following, words: Lexicon) -> bool:
    """Whether what follows a name tells of a person: "Mary Poe mentioned", "Mary's point"."""
    if found[0][-2:] in ("'s", "’s") and words.given(bare(found[0])):
        return text[found.end() : found.end() + 2].strip().islower()
    return phrase_at(follows.words, words.speech, longest=3) > 0


def near(text: str, follows: Following, words: Lexicon) -> str | None:
    """What follows tells of whom one has to do with: "Mary in the office", "Mary, my boss"."""
    stop, after = follows
    first = after[0] if after else ""
    if first in words.near and phrase_at(after, words.nearby, longest=4):
        return "met"
    if first not in words.possessives or not APART.match(text, stop):
        return None
    told = [at for at in range(1, len(after)) if phrase_at(after, words.relations, at)]
    # "Mary, my old boss" says who Mary is, and she may well take part
    return None if not told else "fellow" if told[0] < 3 else "met"
