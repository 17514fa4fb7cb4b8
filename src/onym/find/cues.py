"""Where it pays to look for a name in running text: beside the words that give one away.

Announcing phrases ("thanks", "agree with", "my sister"), verbs of saying and possessives are
looked for all at once in a whole sheet of messages. A place is only a place to look at: `slots`
decides what stands there.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

import numpy as np
from ahocorasick_rs import BytesAhoCorasick

from onym.find.glance import Numbers, Sheet
from onym.find.lexicon import Lexicon
from onym.find.names import AGE

CAPITAL = re.compile(r"(?<![\w@/.&$\\'’-])[A-ZÀ-Þ][^\W\d_]+(?:['’?-]+[^\W\d_]+)*")
NEXT_WORD = re.compile(r"[^\w\n]{0,8}\n?[^\w\n]{0,8}([^\W\d_]+)")
LAST_CAPITAL = re.compile(r"[A-ZÀ-Þ][^\W\d_]+(?:['’?-]+[^\W\d_]+)*[^\w]{0,12}$")
LAST_SMALL = re.compile(r"(?<!\w)[a-zß-ÿ]{3,}\Z")
"""A word in small letters right before another: "leo here"."""
VOCATIVE = re.compile(r",[ \n]([A-ZÀ-Þ][^\W\d_]+)(?=[.!?](?:\s|$))")
"""A name spoken to at the end of a sentence."""
ASKED = re.compile(r"[.!?][ \t\n]+([A-ZÀ-Þ][^\W\d_]+),[ \t]+(?=[a-z]|I\b)")
"""A name at the beginning of a sentence that may speak to somebody: "Mary, could you"."""
GENITIVE = re.compile(r"(?<![\w'’.-])[A-ZÀ-Þ][^\W\d_]{2,}s(?= [^\W\d_])")
BARE_GENITIVES = frozenset({"sv", "de"})
"""Languages that write genitives without an apostrophe."""
REACH = 80
"""How far before a verb of saying a name may begin."""

OPENED = 50
"""Letters of a message in which the writer may say who they are: "Hi all, it's Mary"."""

APART = frozenset(",(–—-")
"""What stands between a name and who that is."""
PHRASE_ENDS = frozenset(",.!–—\n")
KEPT = b"abcdefghijklmnopqrstuvwxyz0123456789'@\xdf\xe0\xe1\xe2\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xea\xeb"
KEPT += bytes(range(0xEC, 0x100)) + b"?"
PLAIN = bytes(code if code in KEPT and code != ord("?") else 32 for code in range(256))


def flatten(text: str) -> bytes:
    """A text in small letters, one byte a character, spaces for all that is no letter or digit."""
    small = text.lower()
    if len(small) != len(text):
        small = "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)
    return small.replace("’", "'").encode("latin-1", "replace").translate(PLAIN)


def phrases(listed: frozenset[str]) -> list[bytes]:
    """Patterns that find phrases as whole words."""
    flat = {b" ".join(flatten(phrase).split()) for phrase in listed}
    return [b" %b " % phrase for phrase in sorted(flat) if phrase]


@lru_cache(maxsize=8)
def finders(words: Lexicon) -> tuple[BytesAhoCorasick, BytesAhoCorasick, int, int, int]:
    """What looks for phrases before and behind names, and how many of each need no more.

    Of those before names, some count at the beginning of a message alone.
    """
    before = words.thanks | words.addressing | words.leads | words.naming | words.relations
    before |= words.honorifics | words.named | words.being | words.contacts | words.kin_of
    whole = phrases(before | frozenset(words.frames))
    behind = phrases(words.speech | words.nearby)
    apposed = phrases(words.possessives)
    glued = [phrase[:-1] for phrase in phrases(words.thanks) if phrase.count(b" ") == 2]
    opening = phrases(words.opening - before)
    finders = BytesAhoCorasick(whole + opening + glued), BytesAhoCorasick(behind + apposed)
    return *finders, len(whole), len(whole + opening), len(behind)


def places(sheet: Sheet, words: Lexicon) -> list[list[int]]:
    """For every message the offsets of capitalised words beside a cue, in order."""
    flat = b" %b " % flatten(sheet.text)
    announcing, following, whole, opening, plain = finders(words)
    found: set[int] = set()
    ends: set[int] = set()
    opened: list[int] = []
    for number, _, end in announcing.find_matches_as_indexes(flat, True):
        if number < whole:
            ends.add(end - 2)
        elif number < opening:
            opened.append(end - 2)
        elif is_glued(sheet.text, end - 1):
            found.add(end - 1)
    starts = {
        start
        for number, start, _ in following.find_matches_as_indexes(flat, True)
        # "Mary Poe, my boss"
        if number < plain or not APART.isdisjoint(sheet.text[max(0, start - 2) : start])
    }
    found |= _behind(sheet, ends | _early(sheet, opened), words)
    found |= _before(sheet, starts)
    found |= _possessives(sheet)
    if not BARE_GENITIVES.isdisjoint(words.languages):
        found |= {word.start() for word in GENITIVE.finditer(sheet.text)}
    found |= {word.start(1) for word in VOCATIVE.finditer(sheet.text)}
    found |= {word.start(1) for word in ASKED.finditer(sheet.text)}
    found |= _aged(sheet)
    for word in words.presence:
        found |= _present(sheet.text, f" {word}")
    return _by_message(sheet, found)


def _early(sheet: Sheet, places: list[int]) -> set[int]:
    """Those places that are near the beginning of their message."""
    near: Numbers = np.array(places, dtype=np.int64)
    far = near - np.asarray(sheet.starts)[sheet.locate(near)]
    return set(near[far < OPENED].tolist())


def _present(text: str, word: str) -> set[int]:
    """Where names begin that stand before a word that ends a phrase: "Mary Poe here,"."""
    found: set[int] = set()
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if text[end : end + 1] in PHRASE_ENDS:
            near = CAPITAL.finditer(text, max(0, at - 40), at)
            found.update(name.start() for name in near)
            found.update(name.start() for name in LAST_SMALL.finditer(text, max(0, at - 20), at))
        at = text.find(word, end)
    return found


def is_glued(text: str, place: int) -> bool:
    """Whether a capital stands in the middle of a word: "thanksMary"."""
    return text[place - 1 : place].islower() and text[place : place + 1].isupper()


def _behind(sheet: Sheet, ends: set[int], words: Lexicon) -> set[int]:
    """Capitals and known names right behind an announcing phrase, "to" and titles aside."""
    text, titles = sheet.text, words.titles
    found: set[int] = set()
    for at in ends:
        for _ in range(4):
            word = NEXT_WORD.match(text, at)
            if word is None:
                break
            if word[1][0].isupper() or words.given(word[1]):
                found.add(word.start(1))
            if word[1] != "to" and word[1].casefold() not in titles:
                break
            at = word.end()
    return found


def _before(sheet: Sheet, starts: set[int]) -> set[int]:
    """Capitalised words before a verb of saying."""
    text = sheet.text
    found: set[int] = set()
    for at in starts:
        if LAST_CAPITAL.search(text, max(0, at - 40), at):
            near = CAPITAL.finditer(text, max(0, at - REACH), at)
            found.update(word.start() for word in near)
    return found


def _possessives(sheet: Sheet) -> set[int]:
    """Capitalised words with a possessive s."""
    codes, text = sheet.codes, sheet.text
    found: set[int] = set()
    marks = np.flatnonzero((codes == ord("'")) | (codes == ord("’")))
    for at in marks.tolist():
        if text[at + 1 : at + 2] == "s" and not text[at + 2 : at + 3].isalpha():
            found.update(word.start() for word in CAPITAL.finditer(text, max(0, at - 40), at + 2))
    return found


def _aged(sheet: Sheet) -> set[int]:
    """Capitalised words with an age behind them: "Amy (8)"."""
    codes, text = sheet.codes, sheet.text
    digits = (codes >= ord("0")) & (codes <= ord("9"))
    found: set[int] = set()
    for at in np.flatnonzero((codes[:-1] == ord("(")) & digits[1:]).tolist():
        near = LAST_CAPITAL.search(text, max(0, at - 40), at)
        if near and AGE.match(text, near.start() + len(near[0].rstrip())):
            found.update(word.start() for word in CAPITAL.finditer(text, max(0, at - 40), at))
    return found


def _by_message(sheet: Sheet, found: set[int]) -> list[list[int]]:
    places: Numbers = np.array(sorted(found), dtype=np.int64)
    owners = sheet.locate(places)
    local = (places - np.asarray(sheet.starts)[owners]).tolist()
    cuts = np.searchsorted(owners, np.arange(len(sheet.starts))).tolist()
    return [local[a:b] for a, b in pairwise(cuts)]
