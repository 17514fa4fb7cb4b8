"""Keys under which names and words are stored: lower case, without accents.

Keys are for looking up only. Offsets into a text are the business of `onym.text`.
"""

from __future__ import annotations

import unicodedata
import zlib
from functools import lru_cache
from importlib.resources import files

LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
    | {"ə": "e", "ŋ": "n", "ħ": "h", "’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'", "‐": "-"}
)
DIGRAPHS = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("å", "aa"), ("ø", "oe"))


@lru_cache(maxsize=100_000)
def fold(word: str) -> str:
    """A word in lower case without accents: "Šimić" and "simic" are one key."""
    low = word.lower()
    if low.isascii():
        return low
    apart = unicodedata.normalize("NFD", low.translate(LETTERS))
    bare = "".join(letter for letter in apart if not "\u0300" <= letter <= "\u036f")
    return unicodedata.normalize("NFC", bare)


def spell_out(word: str) -> str:
    """The key with umlauts written as two letters: "Jürgen" as "juergen"."""
    low = unicodedata.normalize("NFC", word.lower())
    for letter, pair in DIGRAPHS:
        low = low.replace(letter, pair)
    return fold(low)


def read_table(path: str) -> dict[str, str]:
    """A compiled table of `tools/build_language.py`: keys, an empty line, their values."""
    packed = (files("onym.language") / path).read_bytes()
    keys, _, values = zlib.decompress(packed).decode("utf-8").partition("\n\n")
    return dict(zip(keys.split("\n"), values.split("\n"), strict=True))


def read_set(path: str) -> frozenset[str]:
    """A compiled list of keys."""
    packed = (files("onym.language") / path).read_bytes()
    return frozenset(zlib.decompress(packed).decode("utf-8").split("\n"))


def read_lines(path: str) -> list[str]:
    """The lines of a text file that say something, without comments."""
    text = (files("onym.language") / path).read_text(encoding="utf-8")
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]
