"""Whether a known name that is still to be seen is meant: authors, terms and words are not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Lookup
from functools import lru_cache

from onym.check.contexts import Terms, initials_before, is_field, is_first_name, is_reference
from onym.check.spots import Spot
from onym.language import (
    CODES,
    given_names,
    is_ordinary,
    is_place,
    is_proper,
    is_technology,
    merge,
    surnames,
)
from onym.language.folding import fold

BEFORE, AFTER = 60, 80
"""Characters around a name that are looked at."""
NEAR = 20
"""Characters beside a word in capitals in which others are small if nobody shouts."""
ENDING = 300
"""Characters at the end of a message among which people sign."""
SHORT_LINE = 20
"""Characters that a greeting has at most."""

_SMALL = re.compile(r"[a-zß-ÿ]")
_INITIALS = re.compile(r"(?:[A-ZÀ-Þ]\.?[ -]?){2,3}")
_PARAGRAPH = re.compile(r"\n[>\s]*\n[>\s*–~/-]*$|\][ \t]*\n[>\s*–~/-]*$")
_SIGNS = re.compile(r"[^\w\s.-]|_")
_ITS = re.compile(r"^\w['’]s?\W*$", re.I)
_DETERMINER = re.compile(r"\b(?:the|an?|his|her|our|their|this|that|some|each|every|no)\s+$", re.I)
_OPENS = re.compile(
    r"(?:[.!?:…]['\"”’)\]]*\s+|(?:^|\n)[ \t]*(?:\[\w+\])?[-*>•\"“(\s]*|[\"“(\[]\s*"
    r"|</?(?:p|br|div|li|td|h[1-6]|blockquote)\b[^<>]*>\s*"
    r"|(?:^|\n)[>\s]*[^\W\d_]+(?: [^\W\d_]+)? \[[^\[\]\n]{1,30}\](?:,|\s[–-])\s+)$"
)
"""What stands before the first word of a sentence; a greeting too: "Hi [P0012], Many thanks"."""
_FOLLOWS = re.compile(r"[ \t]+(?:[a-zà-ÿ\d]|I\b)|\s*$")
_FOLLOWS_WRAPPED = re.compile(r"\s+(?:[a-zà-ÿ\d]|I\b)|\s*$")
"""What follows the first word of a sentence."""


WEAK = re.compile(
    r"(?:ha(?:s|ve|d)|is|was|are|were|do(?:es)?|did|made|tried|got|puts?|w(?:ill|ould)|can)"
)
"""What machines and firms do as well as people."""


class Judge:
    """Knows what a name can be beside a person's: a word, an author's, a term, an initial."""

    def __init__(
        self,
        owners: Lookup[str, frozenset[str]] | None = None,
        ordinary: frozenset[str] = frozenset(),
        languages: Sequence[str] = ("en",),
        abbreviations: frozenset[str] = frozenset(),
        names: Iterable[str] = (),
    ) -> None:
        self._abbreviations = abbreviations
        self._owners: dict[str, set[str]] = {}
        self._letters: set[tuple[str, str]] = set()
        """Who, and a letter with which a name of theirs begins."""
        for name, who in (owners or {}).items():
            for word in map(fold, re.findall(r"[^\W\d_]+", name)):
                self._owners.setdefault(word, set()).update(who)
                self._letters.update((each, word[0]) for each in who)
        self._alone = {fold(name) for name in (*(owners or ()), *names) if " " not in name}
        self.ordinary = ordinary
        self._languages = languages = tuple(languages)
        self._terms = Terms(languages)
        self._greetings = {*merge("greetings", languages), *merge("thanks", languages)}
        self._closings = {*merge("closings", languages), *merge("thanks", languages)}
        self._titles = frozenset(merge("titles", languages))
        self._particles = frozenset(merge("particles", CODES))
        verbs = {phrase.split()[0] for phrase in merge("speech_verbs", languages)}
        self._verbs = {verb for verb in verbs if not WEAK.fullmatch(verb)}

    def judge(
        self, text: str, start: int, end: int, bounds: tuple[int, int] | None = None
    ) -> str | None:
        """Why a name is probably not meant, empty if it probably is, None if it surely is not.

        Bounds say where in the text the message of the name begins and ends.
        """
        low, high = bounds or (0, len(text))
        before, after = text[max(low, start - BEFORE) : start], text[end : min(high, end + AFTER)]
        spot = Spot(text[start:end], before, after, high - end)
        if self._signs(spot):
            return ""
        if end - start == 1:
            return None if spot.written.islower() and spot.written in self.ordinary else "initial"
        as_word = self._as_word(spot)
        if as_word != "":
            return as_word
        if is_field(text, low, start):
            return "cited"
        if len(spot.written.split()) > 1:
            return ""
        if is_reference(spot.written, before, after) or self._has_other_initials(spot):
            return "cited"
        if self._is_body(spot):
            return "term"
        if self._is_called(spot):
            return ""
        if self._is_term(spot):
            return "term"
        if self._terms.is_identifier(spot.written, before, after):
            return "code"
        return "cited" if self._is_another_s(spot) else ""

    def is_known_word(self, word: str) -> bool:
        """Whether a word needs no explanation: of a dictionary, a place, a name of its own."""
        return _is_known_word(word, self._languages)

    def is_owned(self, words: Sequence[str]) -> bool:
        """Whether all words of a name are those of one person who is known: K. Shaw, Ken Shaw."""
        owners = [self._owners.get(word, set()) for word in words if len(word) > 1]
        letters = [word for word in words if len(word) == 1]
        return bool(owners) and any(
            all((who, letter) in self._letters for letter in letters)
            for who in set.intersection(*owners)
        )

    def is_glued(self, name: str, others: Iterable[str]) -> bool:
        """Whether a name that is run together with others is rather a part of an identifier."""
        if not self._terms.is_thing(name):
            return False
        return not all(
            other.isdigit() or fold(other) in self._alone or other.lower() in self._greetings
            for other in others
        )

    def _signs(self, spot: Spot) -> bool:
        """Whether a name follows an @, opens a quoted line, or stands alone where people sign."""
        if spot.before.endswith("@"):
            return True
        line = spot.line.strip("–~/")
        if line and not (line.rstrip(",").lower() in self._closings and spot.left < ENDING):
            return False
        if spot.after.startswith(">"):  # MJ> I think so
            return True
        if spot.rest.strip("-–"):
            return False
        if line:  # Regards, mj
            return True
        if spot.above.lower() in self._closings:
            return True
        own = not spot.above or _PARAGRAPH.search(spot.before) is not None
        # "the needs of\na", where a line was only wrapped
        doubtful = len(spot.written) < 3 or is_ordinary(spot.written, self._languages)
        return spot.left < ENDING and (own or not doubtful)

    def _as_word(self, spot: Spot) -> str | None:
        """Whether a name is a word, an abbreviation or initials as it is written here."""
        written, before, after, _ = spot
        if after[:2] in ("'t", "’t") or _ITS.search(written):  # Don't; R's is no R. S.
            return None
        key, single = fold(written), len(written.split()) == 1
        if single and key in self.ordinary:
            if written.islower():
                return None
            follows = _FOLLOWS_WRAPPED if spot.line else _FOLLOWS
            if _OPENS.search(before) and follows.match(after):
                return "word"
            if key not in given_names() and not self._is_called(spot):
                return "word"
        if single and self._is_no_name(spot, key):
            return "word"
        short = written.isupper() and key in self._abbreviations
        if short and _SMALL.search(before[-NEAR:] + after[:NEAR]):
            return "abbreviation"
        return self._as_initials(spot, key)

    def _is_no_name(self, spot: Spot, key: str) -> bool:
        """Whether a word is met that nobody is called by: "the gang", "van", "biomedical"."""
        if key in self._particles and (key not in given_names() or is_ordinary(key, ("en",))):
            return not self._is_called(spot)
        parts = spot.written.split("-")
        if len(parts) > 2:  # the address of a list
            return sum(is_ordinary(part, self._languages) for part in parts) * 2 >= len(parts)
        if not is_ordinary(spot.written, self._languages):
            return False
        if self._alone and key not in self._alone:
            return True
        named = key in given_names() or key in surnames()
        return spot.written.islower() and not (named and not _DETERMINER.search(spot.before))

    def _as_initials(self, spot: Spot, key: str) -> str:
        """Initials are somebody's where one is called, signs or says something."""
        written = spot.written
        letters = sum(map(str.isalpha, written))
        if letters <= 3 and _SIGNS.search(written):  # a*b, M_j
            return "initial"
        if len(written) > 2 and (not _INITIALS.fullmatch(written) or key in given_names()):
            return ""
        if self._is_called(spot):
            return ""
        if not written.isupper() and "." not in written:
            return "initial"
        verb = re.match(r"\s+([^\W\d_]+)", spot.after)
        return "" if verb is not None and verb[1] in self._verbs else "initial"

    def _is_called(self, spot: Spot) -> bool:
        """Whether the name stands where one is called or signs: after a greeting, on its own."""
        line = spot.line.rstrip(",").lower()
        last = line.rpartition(" ")[2].rstrip(".")
        if line in self._greetings or last in self._titles:
            return True
        if last in self._greetings and len(line) < SHORT_LINE:  # Hi, dear Mary
            return True
        rest = spot.rest
        short = len(rest.split()) < 3 and not re.search(r"[\d()]|\b[a-z]", rest)
        return short and (not line or line in self._closings)

    def _is_body(self, spot: Spot) -> bool:
        """Whether it is a part of an institution's name, and no owner's surname follows."""
        following = spot.following()
        if following and not self._is_another(fold(spot.written), fold(following)):
            return False
        return self._terms.is_body(*spot[:3])

    def _is_term(self, spot: Spot) -> bool:
        """Whether a name is a part of a term: Taylor series, Shaw-Poe test."""
        if self._terms.is_term(*spot[:3]):
            return True
        half = self._terms.half(spot.before, spot.after)
        if not half or fold(half) in self._alone or half.lower() in self._greetings:
            return False
        both = is_first_name(spot.written) and half in given_names()  # Mary-Ann
        return not both or self._terms.is_method(spot.after)

    def _is_another_s(self, spot: Spot) -> bool:
        """Whether a name beside it makes this somebody else's: Mary Shaw, Shaw and Poe."""
        word = fold(spot.written)
        if self._is_paired(spot) or self._terms.is_cited_work(spot.written, spot.after):
            return True
        following, wrapped, previous = spot.following(), spot.wrapped(), spot.previous()
        if following and self._is_another(word, fold(following)):
            return True
        if wrapped and self._is_strange(wrapped) and self._is_another(word, fold(wrapped)):
            return True
        if not previous or is_ordinary(previous, self._languages):
            return False
        return self._is_another(word, fold(previous))

    def _is_paired(self, spot: Spot) -> bool:
        """Whether it is named together with somebody nobody knows, as authors are."""
        if spot.written.islower():
            return False
        first = is_first_name(spot.written)
        for other in spot.beside():
            if fold(other.name) in self._alone or (first and is_first_name(other.name)):
                continue
            if self._is_strange(other.name) or (other.follows and _is_surname(other.name)):
                return True
            if other.sign == "&" and not first:
                return True  # a publisher, Thorne & Hall
        listed = [] if first else spot.listed()
        others = [other for other in listed if fold(other) not in self._alone]
        return any(self._is_strange(other) or _is_surname(other) for other in others)

    def _is_strange(self, word: str) -> bool:
        """Whether a word with a capital is a name, and of nobody who is known."""
        if fold(word) in self._alone or word.lower() in self._greetings:
            return False
        return not (is_ordinary(word, self._languages) or is_place(word))

    def _has_other_initials(self, spot: Spot) -> bool:
        """Whether initials stand before a family name that are of none of its owners: T. Shaw."""
        letter = initials_before(spot.before)
        owners = self._owners.get(fold(spot.written), set())
        return bool(letter) and not any((who, letter) in self._letters for who in owners)

    def _is_another(self, word: str, other: str) -> bool:
        """Whether a capitalised neighbour makes this the name of somebody who takes no part."""
        mine, theirs = self._owners.get(word, set()), self._owners.get(other)
        return not mine.intersection(theirs or ())


def _is_surname(word: str) -> bool:
    return word in surnames() and not is_first_name(word)


@lru_cache(maxsize=100_000)
def _is_known_word(word: str, languages: tuple[str, ...]) -> bool:
    small = word.lower()
    if is_ordinary(small, languages) or is_proper(small):
        return True
    if is_place(small) or is_technology(small):
        return True
    if small in given_names() or small in surnames():
        return True
    return any(is_ordinary(stem, languages) for stem in _stems(small))


def _stems(word: str) -> Iterable[str]:
    for ending in ("'s", "s", "es", "ed", "d", "ing", "er", "ers", "ly", "ian", "ness", "en", "n"):
        if word.endswith(ending) and len(word) - len(ending) > 3:
            yield word.removesuffix(ending)
