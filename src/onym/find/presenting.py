"""How writers say who they are: "my name is Mary", "everybody calls me Mags", "it's tom"."""

from __future__ import annotations

import re

from onym import language
from onym.find.anatomy import Part
from onym.find.cues import CAPITAL
from onym.find.habits import plain_words
from onym.find.lexicon import Lexicon
from onym.find.names import SENTENCE, SMALL, bare, read_name
from onym.text.text import fold

BEGINS = re.compile(r"(?:\A|[\n.!,:])[ \t]*\Z")
PRESENT = re.compile(r"[ \t]([^\W\d_]+)[ \t]*(?:[,.!\n–—-]|[^\w\s\x00-\x7f]|\Z)")
"""One word behind a name, and the end of what is said: "Mary here,"."""
MARGIN = re.compile(r"[ \t]*\w{1,12}[>|]")
"""What stands before each line of a quote: "mp> I'm Mary."."""
SHORT, RARE = 3, 2.0
"""Letters of a word, and how often it is used at most (Zipf), that tell nothing otherwise."""
GOES_ON = re.compile(r"[ \t]*(?:[,.!;()\n–—]|\Z|([^\W\d_]+))")
"""What stands behind a name: the end of what is said, or the next word."""
SOON = 60
"""How far from its beginning a message says who writes, at most."""


def presented(text: str, part: Part, place: int, words: Lexicon) -> int:
    """Where a name in small letters ends with which the writer presents themselves, or 0."""
    if not presents(text, part, place, words):
        return 0
    end, found = 0, SMALL.match(text, place, part.end)
    while found and not words.ordinary(found[0]):
        if not (fold(found[0]) in words.known if end else words.given(found[0])):
            break
        end = found.end()
        found = SMALL.match(text, end + 1, part.end) if text[end : end + 1] == " " else None
    return end


def presents(text: str, part: Part, place: int, words: Lexicon) -> bool:
    """Whether the writer says what they are called: "my name is", "everybody calls me"."""
    before = plain_words(SENTENCE.split(text[max(part.start, place - 40) : place])[-1])
    said = (" ".join(before[-size:]) for size in range(2, 6))
    return any(phrase in words.presenting for phrase in said)


def presents_in_full(
    text: str, found: re.Match[str], part: Part, kind: str | None, words: Lexicon
) -> int:
    """Where the full name ends by which the writer is there, or 0: "I am Mary Poe", "Mary here"."""
    start = found.start()
    if kind is None and (end := there(text, start, words)):
        return end
    if kind is None:
        opened = BEGINS.search(text, max(part.start, start - 3), start)
        if not opened or not any(word in text[start : start + 60] for word in words.presence):
            return 0
    if kind not in (None, "being"):
        return 0
    known = words.given(bare(found[0]))
    if not known and kind is None and not is_here(text, found.end(), words):
        return 0
    if not known and not is_unheard_of(bare(found[0]), words):
        return 0
    end = read_name(text, start, min(part.end, start + 60), words)
    if kind == "being":
        full = known and " " in text[start:end]
        return end if full or is_introduced(text, start, end, words) else 0
    return end if is_here(text, end, words) else 0


def is_here(text: str, end: int, words: Lexicon) -> bool:
    """Whether a name ends before "here," or "här.": whoever has it says that they write."""
    here = PRESENT.match(text, end)
    return here is not None and here[1].casefold() in words.presence


def there(text: str, place: int, words: Lexicon) -> int:
    """Where a given name ends by which the writer is there, or 0: "Hi, it's tom", "tom here"."""
    begins = BEGINS.search(text, max(0, place - 3), place) is not None
    found = (
        SMALL.match(text, place) or CAPITAL.match(text, place) if begins or place < SOON else None
    )
    if not found or not words.given(found[0]):
        return 0
    small, end = found[0].casefold(), found.end()
    if begins and is_here(text, end, words):
        return end
    if not 0 < place < SOON:
        return 0
    if words.ordinary(small) or (language.is_place(small) and fold(small) not in words.known):
        return 0
    said = text[:place].rstrip(" \t")
    behind, before = GOES_ON.match(text, end), plain_words(said)
    if not said[-1:].isalpha() or not behind:
        return 0
    if behind[1] and behind[1] not in words.after_introduction:
        return 0
    for size in range(1, 4):
        if " ".join(before[-size:]) in words.opening and words.never.issuperset(before[:-size]):
            return end
    return 0


def is_unheard_of(word: str, words: Lexicon) -> bool:
    """Whether a capitalised word is in hardly any text: behind "I am" that is a name."""
    if not word.istitle() or len(word) <= SHORT:
        return False
    small = word.casefold()
    heard = words.ordinary(small) or language.zipf(small, words.languages) >= RARE
    heard = heard or small in words.peoples
    return not (heard or language.is_place(small) or language.is_technology(small))


def is_introduced(text: str, start: int, end: int, words: Lexicon) -> bool:
    """Whether a first name alone says who is there: "I'm Mary from Bath", "I am Mary and I ..."."""
    behind = GOES_ON.match(text, end)
    if behind is None or text[start:end].casefold() in words.peoples:
        return False
    if MARGIN.match(text, text.rfind("\n", 0, start) + 1):
        return False
    before = plain_words(text[max(0, start - 20) : start])
    said = [phrase for size in (1, 2, 3) if (phrase := " ".join(before[-size:])) in words.being]
    if not any(" " in phrase or "'" in phrase for phrase in said):
        return False  # French "pour moi Antoine"
    return not behind[1] or behind[1].casefold() in words.after_introduction
