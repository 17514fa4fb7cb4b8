"""What a name can stand in that makes it nobody's here: a reference, a term, an address, code.

Everything looks at the few characters before a name and after it, and knows no participant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from onym.check.spots import JOIN, NAME
from onym.language import given_names, is_ordinary, is_place, merge, surnames
from onym.language.folding import fold

FIELD = 400
"""Characters before a name in which a field of a reference manager may begin."""
SHORT = 3
"""Letters up to which an identifier is no name that somebody gave it."""

_CALLED_SO = r"(?:['’]s?)?"
_YEAR = r"(?:1[6-9]|20)\d\d"

_AFTER_CITED = re.compile(
    rf"(?:['’]s)?(?:,?\s+{JOIN}\s+[^\W\d_][\w'’-]+)?"
    rf"(?:,?\s+et\s+al\b|,?\s*[(\[]?{_YEAR}[a-z]?\b|\.\s+{_YEAR}[.:)])"
)
_OTHERS_CITED = re.compile(
    r"(?:,\s+[A-Z][\w'’-]+(?:\s+[A-Z]\.)*){1,4},?\s+(?:and|&)\s+[A-Z][\w'’-]+,?\s*\(?\d{4}"
)
_PAGES = re.compile(
    rf"(?:['’]s)?(?:,?\s+{JOIN}\s+[^\W\d_][\w'’-]+)?,?\s*[(\[]?"
    r"(?:pp?|pgs?|pages?|chap|chapter|ch|sec|section|vol)\b\.?\s*\d"
)
_REFERENCE = re.compile(rf",\s+(?:[A-Z]\.[ -]?){{1,4}}|,\s+{NAME}(?:\s[A-Z]\.)+")
_INITIALS_BEFORE = re.compile(r"(?<!\w)(?:[A-Z]\.[ -]?){1,3}$")
_GIVEN = re.compile(rf"{NAME},\s+$")
_MIDDLE = re.compile(r"(?:\s[A-Z]\.)+")
_BARE_INITIALS = re.compile(
    rf"\s[A-Z]{{1,3}}(?:,\s+{NAME}\s[A-Z]{{1,3}}\b|\s+{JOIN}\s{NAME}\s|\s+\({_YEAR})"
)
_BARE_BEFORE = re.compile(rf"{NAME}\s[A-Z]{{1,3}},\s+$|,\s+[A-Z]{{1,3}}\s+$")
_KEY = re.compile(r"\w:\0|\0:\w")
"""A part of a citation key: Shaw:Poe:2007."""
_FIELD = re.compile(
    r"\b(?:author|editor|publisher|journal|booktitle)s?\s*=\s*[{\"]+[^{}\"=]*$"
    r"|(?:^|\n)(?:A[U1-4]|ED)\s{1,3}-\s[^\n]*$",
    re.IGNORECASE,
)

_MADE_BY = re.compile(r"(?:^|[^\w-])((?:[^\W\d_]+ ){1,3})$")
_WORD_AFTER = re.compile(rf"({_CALLED_SO})(?: +|[ ]?\n[> ]*)([^\W\d_]+)")
_HALF_BEFORE = re.compile(rf"({NAME})[-–]\s?$")
_HALF_AFTER = re.compile(rf"[-–]\s?({NAME})")
_WORDS_AFTER = re.compile(r"(?:['’]s)?((?:[ ][A-ZÀ-Þ][\w.]*){1,3})")
_FIRM = re.compile(r"\s+(?:and|&|&amp;)\s+(?:Sons|Co|Company)\b")
_WORDS_BEFORE = re.compile(
    r"(?:(?<=\s)|^)((?:[A-ZÀ-Þ][\w.'’-]*|of|for|at|and|&|the|de|van|f[üo]r)\s)+$"
)
LINKS = frozenset(("of", "for", "at", "de", "van", "fur"))
"""Between an institution and what it is called after, folded."""
_LINK = re.compile(r"\b(?:of|for|at|de|van|f[üu]r)\s")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s+$")
_PLACE_CUE = re.compile(r"\b(?:in|at|near|à|en|i|bei)\s+$")
_DAY_BEFORE = re.compile(rf"(?:\b\d{{1,2}}(?:st|nd|rd|th|\.)?|{_YEAR}[a-z]?),?\s+$|[-/]$")
_DAY_AFTER = re.compile(r"\.?,?\s*\d|[-–/]\s?([^\W\d_]+)")

_CODE_BEFORE = re.compile(r"[$~^]$|::$|->$|\w_$|[\w.)]=$|<-\s?$|[^\s(]\($")
_CODE_AFTER = re.compile(r"_\w|\s?<-|\(\S|=[^=>\s]|\s=\s|\$\w|\[\S|\^")
_DOTTED = re.compile(r"\.[a-z]{1,6}\b(?![\w.]*(?:\s+at\b|@))")
_TERM_BEFORE, _TERM_AFTER = re.compile(r"[+*:~|(,]\s?$"), re.compile(r"\s?(?:[+*:|^)]|\.[a-z])")


def is_reference(written: str, before: str, after: str) -> bool:
    """Whether a year, pages, "et al." or a citation key make this a cited author."""
    if any(each.match(after) for each in (_AFTER_CITED, _OTHERS_CITED, _PAGES, _REFERENCE)):
        return True
    if not written.islower() and _KEY.search(f"{before[-2:]}\0{after[:2]}"):
        return True
    if _GIVEN.search(before) and _MIDDLE.match(after):  # Poe, Mary J.
        return True
    # Poe MJ, Shaw T
    return bool(_BARE_INITIALS.match(after) or _BARE_BEFORE.search(before))


def initials_before(before: str) -> str:
    """The first of the initials right before a name: M of M. J. Shaw."""
    found = _INITIALS_BEFORE.search(before)
    return fold(found[0][0]) if found else ""


def is_field(text: str, low: int, start: int) -> bool:
    """Whether this stands in a field of BibTeX or RIS: author = {Poe, Mary}."""
    before = text[max(low, start - FIELD) : start]
    return bool(_FIELD.search(before))


@lru_cache(maxsize=1 << 16)
def is_first_name(word: str) -> bool:
    """Whether a word is better known as a given name than as a surname."""
    given, family = given_names().get(word), surnames().get(word)
    if given is None:
        return False
    return family is None or (given.weight or 0) >= (family.weight or 0)


class Terms:
    """Knows what terms, institutions and months are made of in some languages."""

    def __init__(self, languages: Sequence[str]) -> None:
        self._languages = tuple(languages)
        self._nouns = frozenset(merge("term_words", languages))
        self._laws = frozenset(merge("eponym_words", languages))
        self._works = frozenset(merge("work_words", languages))
        labels, links = merge("name_labels", languages), merge("term_links", languages)
        cues = (*merge("citation_cues", languages), *_phrases(self._works, links))
        ends = tuple(f" {link}" for link in links)
        self._made_by = frozenset(cue for cue in cues if cue.endswith(ends) and cue not in labels)
        bodies = merge("organisation_words", languages)
        self._bodies = frozenset(fold(word.rstrip(".")) for word in bodies if len(word) > 2)
        self._months = frozenset(merge("months", languages))
        self._cues = frozenset(merge("month_cues", languages))

    def is_cited_work(self, written: str, after: str) -> bool:
        """Whether somebody's book is meant: Shaw's article, the Shaw book."""
        following = _WORD_AFTER.match(after)
        if following is None or is_first_name(written):
            return False
        return following[2].lower() in self._works

    def is_made_by(self, before: str) -> bool:
        """Whether what stands right before a name says who made a work: a novel by."""
        found = _MADE_BY.search(before)
        words = found[1].lower().split() if found else []
        return any(" ".join(words[at:]) in self._made_by for at in range(len(words) - 1))

    def is_term(self, written: str, before: str, after: str) -> bool:
        """Whether a name is part of a term or of a place, or a month."""
        if self._is_month(written, before, after):
            return True
        return self._is_eponym(written, after) or _is_part_of_place(written, before, after)

    def half(self, before: str, after: str) -> str:
        """The other half of a hyphenated name: Shaw of Shaw-Poe."""
        found = _HALF_AFTER.match(after) or _HALF_BEFORE.search(before)
        return found[1] if found else ""

    def is_method(self, after: str) -> bool:
        """Whether a word follows with which terms end: model, test."""
        following = _WORD_AFTER.match(after)
        return following is not None and following[2].lower() in self._nouns

    def _is_eponym(self, written: str, after: str) -> bool:
        """Whether a law or a method is called so: Taylor series, Murphy's law."""
        following = _WORD_AFTER.match(after)
        if following is None:
            return False
        noun = following[2].lower()
        if noun in self._laws and not following[1] and len(noun) > 1:
            return True
        nouns = self._laws if following[1] else self._nouns
        return noun in nouns and not is_first_name(written)

    def is_body(self, written: str, before: str, after: str) -> bool:
        """Whether capitals around it name an institution or a building: University of Shaw."""
        if _FIRM.match(after):
            return True
        following = _WORDS_AFTER.match(after)
        nouns = self._bodies if is_first_name(written) else self._bodies | self._nouns
        if following and any(fold(word.rstrip(".")) in nouns for word in following[1].split()):
            return True
        previous = _WORDS_BEFORE.search(before) if _LINK.search(before) else None
        return previous is not None and self._opens_body(previous[0].split())

    def _opens_body(self, words: Sequence[str]) -> bool:
        """Whether a body and "of" or "at" stand among capitals before a name."""
        small = [fold(word.rstrip(".,")) for word in words]
        return any(
            word in self._bodies and not LINKS.isdisjoint(small[at + 1 :])
            for at, word in enumerate(small)
        )

    def _is_month(self, written: str, before: str, after: str) -> bool:
        if written.lower() not in self._months:
            return False
        following = _DAY_AFTER.match(after)
        if following and (not following[1] or following[1].lower() in self._months):
            return True
        cue = _WORD_BEFORE.search(before)
        return bool(_DAY_BEFORE.search(before) or (cue and cue[1].lower() in self._cues))

    def is_identifier(self, written: str, before: str, after: str) -> bool:
        """Whether a short name or a word stands in code: log_ANN, x$Ann, ann=2."""
        if not self.is_thing(written):
            return False
        if _CODE_BEFORE.search(before) or _CODE_AFTER.match(after):
            return True
        small = not written.istitle()
        if small and (_DOTTED.match(after) or re.search(r"\w\.$", before)):
            return True
        return small and bool(_TERM_BEFORE.search(before) and _TERM_AFTER.match(after))

    def is_thing(self, written: str) -> bool:
        """Whether programs are written with it: too short to be anybody's name, or a word."""
        return len(written) <= SHORT or is_ordinary(written, self._languages)


def _phrases(words: Iterable[str], links: Sequence[str]) -> Iterator[str]:
    return (f"{word} {link}" for word in words for link in links)


def _is_part_of_place(written: str, before: str, after: str) -> bool:
    """Whether a place is called so: Long Beach, in Lyon."""
    if is_place(written) and _PLACE_CUE.search(before):
        return True
    previous, following = re.search(rf"({NAME})[ ]$", before), re.match(rf"[ ]({NAME})", after)
    return bool(
        (previous and is_place(f"{previous[1]} {written}"))
        or (following and is_place(f"{written} {following[1]}"))
    )
