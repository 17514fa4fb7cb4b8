"""The words of a corpus as numbers, so that everything after is arithmetic on whole arrays.

A batch of messages is split once into tokens; a token seen before costs one look-up. `Lexicon`
keeps what is known of each distinct token and word: the thinking is done once a word, and
counting (`counts`) never looks at a letter.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from onym.language import CODES, given_names, merge, place_kinds, surnames
from onym.possible.words import is_possible, key_of

Numbers = NDArray[np.int64]
Small = NDArray[np.int32]

(PUNCTUATION, WORD, NUMBER, BREAK, STOP, MESSAGE, QUOTE, COMMA, CODE, OPEN, AT, ADDRESS, DASH,
 COLON) = range(14)  # fmt: skip
"""Kinds of tokens; a break is a line's end, an address a mail address or a link."""

TOKEN = re.compile(r"\w+(?:['’?]\w+)*|[^\w\s]|\n[\s>|]*")
"""A question mark inside a word stands for a letter that an encoding lost: J?rgen."""
SPELT_OUT = re.compile(r" at [\w-]+\.[\w-]")
EMAIL = re.compile(r"[\w.+-]+(?:@| at )[\w-]+(?:\.[\w-]+)+")
LINK = re.compile(r"(?:https?://|ftp://|www\.)[^\s<>\"]+", re.IGNORECASE)
TAG = re.compile(r"</?(?:[a-zA-Z][^<>]*|!--.*?--)>")
DOTTED = re.compile(r"\.(?<=[\w)\]]\.)(?=[a-z_])")
"""A dot inside a name of code: data.frame. The dot stands first, for it is quickly found."""
BOUND, MAIL, URL, DOT = "\x00", "\x01", "\x02", "\x03"
INSIDE = re.compile("['’?]")
NOISE = "_0123456789"
CONTROL = dict.fromkeys(map(ord, (BOUND, MAIL, URL, DOT)), " ")
KINDS = {
    "\n": BREAK, ",": COMMA, "(": OPEN, "@": AT, BOUND: MESSAGE, MAIL: ADDRESS, URL: ADDRESS,
    ":": COLON, DOT: CODE,
} | dict.fromkeys(".!?…", STOP) | dict.fromkeys("\"'“”„«»‘’*[", QUOTE) | dict.fromkeys(
    "-–—•", DASH
) | dict.fromkeys("=$]{}<>/\\_#+|~^%&;", CODE)  # fmt: skip

(GREETS, CLOSES, TITLES, SPEAKS, SMALL, RELATES, NAMES, GIVEN, FAMILY, PLACE, TERM, BODY,
 COURTESY, CALENDAR, ARTICLE, WHERE, JOINS, ALSO, PEOPLE) = (1 << n for n in range(19))  # fmt: skip
"""What a word does beside a name, as bits."""
CAPITAL, UPPER, INNER, GENITIVE, SINGLE, JOINED, BLANK, QUOTED = (1 << place for place in range(8))
"""How a token is written, as bits; inner: a capital inside a word that is not all capitals, but
for the joined: McArthur. Of a break: whether lines are empty there, and whether it quotes."""
PREFIXES = re.compile(
    r"(?:Mc|Mac|O['’]|D['’]|De|Del|Della|Den|Der|Di|Du|El|Fitz|La|Le|Lo|St|Ten|Ter|Van|Vander|Von)"
    r"[A-Z][a-z]+(?:['’]s)?$"
)
"""Names of one word with a capital inside."""


ARTICLES = frozenset((
    "the", "a", "an", "this", "that", "these", "those", "each", "every", "some", "any", "no", "my",
    "your", "his", "her", "our", "their", "its", "der", "die", "das", "ein", "eine", "le", "la",
    "les", "un", "une", "des", "den", "det", "de", "en", "ett",
))  # fmt: skip
PREPOSITIONS = frozenset((
    "in", "at", "near", "from", "to", "i", "på", "från", "till", "aus", "nach", "bei", "à", "dans",
    "près",
))  # fmt: skip
"""What stands before a place."""


def split(texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """The tokens of several messages with a bound before, between and after, and mail addresses."""
    addresses: list[str] = []
    joined = f"\n{BOUND}\n".join(("", *(_plain(text, addresses) for text in texts), ""))
    if not joined.isascii():
        joined = unicodedata.normalize("NFC", joined)
    return TOKEN.findall(joined), addresses


def words_in(text: str) -> Iterator[tuple[str, int, int]]:
    """The words of a text, as `key_of` gives them, and where they stand."""
    for pattern in (EMAIL, LINK, TAG):
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    for match in TOKEN.finditer(text):
        if kind_of(match[0]) == WORD:
            yield key_of(match[0].strip(NOISE)), match.start(), match.end()


def _plain(text: str, addresses: list[str]) -> str:
    """A message without control characters, markup and addresses, which are noted."""
    if BOUND in text or MAIL in text or URL in text or DOT in text:
        text = text.translate(CONTROL)
    if "@" in text or SPELT_OUT.search(text):
        addresses += EMAIL.findall(text)
        text = EMAIL.sub(MAIL, text)
    if "://" in text or "www." in text:
        text = LINK.sub(URL, text)
    if "<" in text:
        text = TAG.sub("\n", text)
    text = DOTTED.sub(DOT, text)
    return html.unescape(text) if "&" in text else text


class Lexicon(dict[str, int]):
    """Every distinct token by number, and tables of what each is."""

    def __init__(self, languages: tuple[str, ...]) -> None:
        super().__init__()
        self.languages = languages
        self.words: dict[str, int] = {"": 0}
        """Distinct words by number, as `key_of` gives them; 0 is no word."""
        self.possible = [False]
        self.flags = [0]
        self._rows: list[tuple[int, int, int]] = []

    def __missing__(self, token: str) -> int:
        self[token] = number = len(self)
        self._rows.append(self._describe(token))
        return number

    def encode(self, tokens: list[str]) -> Small:
        """The tokens as numbers; new ones are learnt."""
        return np.fromiter(map(self.__getitem__, tokens), np.int32, len(tokens))

    def tables(self) -> tuple[Small, Small, Small]:
        """For each token its kind, its word and how it is written."""
        kind, word, shape = np.array(self._rows, dtype=np.int32).reshape(-1, 3).T
        return kind.copy(), word.copy(), shape.copy()

    def _describe(self, token: str) -> tuple[int, int, int]:
        kind = kind_of(token)
        if kind == WORD:
            core = token.strip(NOISE)
            return kind, self._number(key_of(core)), _shape(core)
        if kind in (NUMBER, ADDRESS):
            return kind, self._number("<number>" if kind == NUMBER else "<address>"), 0
        return kind, 0, _break_shape(token) if kind == BREAK else 0

    def _number(self, word: str) -> int:
        if word not in self.words:
            self.words[word] = len(self.words)
            self.possible.append(is_possible(word, self.languages))
            self.flags.append(flags(word))
        return self.words[word]


def _shape(token: str) -> int:
    rest, upper = token[1:], len(token) > 1 and token.isupper()
    shape = CAPITAL * token[0].isupper() | UPPER * upper | SINGLE * (not rest)
    if not upper and rest.lower() != rest:
        shape |= JOINED if PREFIXES.match(token) else INNER
    return shape | GENITIVE * token.lower().endswith(("'s", "’s"))


def _break_shape(token: str) -> int:
    return BLANK * (token.count("\n") > 1) | QUOTED * (">" in token or "|" in token)


def kind_of(token: str) -> int:
    """Mary, _Mary_ and Mary2 are words, 2nd is a number, my_data and x1y are code."""
    first = token[0]
    if not (first.isalnum() or first == "_"):
        return KINDS.get(first, PUNCTUATION)
    if first.isdigit():
        return NUMBER
    return WORD if INSIDE.sub("", token.strip(NOISE)).isalpha() else CODE


def flags(word: str) -> int:
    """What a word does beside a name, in any of the languages."""
    found = sum(bit for bit, words in _companions().items() if word in words)
    found |= GIVEN * (word in given_names()) | FAMILY * (word in surnames())
    return found | PLACE * bool(place_kinds(word))


@cache
def _companions() -> dict[int, frozenset[str]]:
    """The last words of greetings and closings, and single words of the other kinds."""
    small = frozenset(merge("function_words", CODES))
    courtesy = ("greetings", "closings", "thanks", "openers", "group_words", "postscripts")
    return {
        GREETS: _last("greetings") - small,
        CLOSES: _last("closings", "thanks") - small,
        NAMES: _last("introductions") | _whole("naming_words"),
        TITLES: _whole("titles", "suffixes", "role_words"),
        SPEAKS: _whole("speech_verbs"),
        SMALL: small,
        RELATES: _whole("relations"),
        TERM: _whole("term_words"),
        BODY: _whole("organisation_words"),
        COURTESY: _whole(*courtesy),
        CALENDAR: _whole("weekdays", "months"),
        PEOPLE: _whole("peoples"),
        JOINS: _whole("conjunctions"),
        ARTICLE: ARTICLES,
        WHERE: PREPOSITIONS,
        ALSO: frozenset(("et", "al")),
    }


def _last(*kinds: str) -> frozenset[str]:
    return frozenset(phrase.split()[-1] for kind in kinds for phrase in merge(kind, CODES))


def _whole(*kinds: str) -> frozenset[str]:
    return frozenset(phrase.rstrip(".") for kind in kinds for phrase in merge(kind, CODES))
