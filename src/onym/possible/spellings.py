"""What the spelling of a word tells: whether it is glued, cut short, foreign, or near a name.

Most words that no dictionary lists are no names either: variables made of two words, misspelt
words, abbreviations, and words of other languages in a quoted line or an address.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

from onym import language

SPELLINGS = ("glued", "shortened", "clump", "lost")
BESIDE = ("foreign", "near_name", "plural_of_name")
"""What a word is beside other languages and beside the names of its own corpus."""
PIECE = 3
"""Shorter pieces than this are found in any word."""
FREQUENT = 3.6
"""From this zipf on a word is likely a part of a variable's name."""
USUAL = 3.8
"""From this zipf on people cut a word short: educ."""
USUAL_ELSEWHERE = 3.5
ELSEWHERE = ("da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "pt", "sv")
"""Languages in which quoted lines, headings and addresses often are."""


def spell(word: str, languages: tuple[str, ...]) -> tuple[float, ...]:
    """The features of SPELLINGS."""
    plain = language.fold(word)
    cut_short = plain in _beginnings(languages)
    return glued(plain, languages), cut_short, clump(plain), "?" in word


def compare(
    word: str, languages: tuple[str, ...], names: Collection[str], cut: Collection[str]
) -> tuple[float, ...]:
    """The features of BESIDE; `names` are names of the corpus, `cut` those less one letter."""
    plain = language.fold(word)
    return (
        _elsewhere(languages).get(word, 0.0),
        len(plain) > PIECE and plain not in names and is_near(plain, names, cut),
        plain.endswith("s") and plain[:-1] in names,
    )


def glued(word: str, languages: tuple[str, ...]) -> float:
    """What share of a word two or more frequent words cover that stand side by side in it."""
    words, size = _frequent(languages), len(word)
    best = [0] * (size + 1)
    for end in range(1, size + 1):
        best[end] = best[end - 1]
        for start in range(max(0, end - 14), end - PIECE + 1):
            if end - start < size and word[start:end] in words:
                best[end] = max(best[end], best[start] + end - start)
    return best[size] / size


def clump(word: str) -> int:
    """The longest run of consonants."""
    longest = run = 0
    for letter in word:
        run = 0 if letter in "aeiouy" else run + 1
        longest = max(longest, run)
    return longest


def cuts(word: str) -> Iterator[str]:
    """A word less each of its letters."""
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


def is_near(word: str, names: Collection[str], cut: Collection[str]) -> bool:
    """Whether a letter more, less or other makes a name of it."""
    return word in cut or any(each in names or each in cut for each in cuts(word))


@cache
def _frequent(languages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(
        language.fold(word)
        for code in languages
        for word, often in usual_words(code).items()
        if often >= FREQUENT and len(word) >= PIECE and word in language.dictionary(code)
    )


@cache
def _elsewhere(languages: tuple[str, ...]) -> dict[str, float]:
    """The usual words of other languages, and how frequent each is in the one that has it most."""
    found: dict[str, float] = {}
    for code in ELSEWHERE:
        if code not in languages:
            for word, often in usual_words(code).items():
                found[word] = max(often, found.get(word, 0.0))
    return found


@cache
def usual_words(code: str) -> dict[str, float]:
    """The usual words of a language by their Zipf frequency, from the short list of wordfreq."""
    import gzip
    from importlib.util import find_spec

    import msgpack

    spec = find_spec("wordfreq")  # its data alone, as importing it takes half a second
    folder = Path(((spec and spec.submodule_search_locations) or ["."])[0])
    packed = (folder / "data" / f"small_{code}.msgpack.gz").read_bytes()
    ranks = msgpack.unpackb(gzip.decompress(packed))[1 : round((9 - USUAL_ELSEWHERE) * 100) + 2]
    return {word: 9 - rank / 100 for rank, words in enumerate(ranks) for word in words}


@cache
def _beginnings(languages: tuple[str, ...]) -> frozenset[str]:
    """Beginnings of usual words that are no words themselves."""
    usual = {word for word in _frequent(languages) if language.zipf(word, languages) >= USUAL}
    found = {word[:size] for word in usual for size in range(PIECE, min(len(word) - 1, 7))}
    return frozenset(found - usual)
