"""What stands around an occurrence of a name: titles, initials, other names, citations.

"... by Arthur C. Clarke (1953) ..."   follower "Clarke", cited
"... thank Dr. Poe, who ..."           title
"... and Mary's point ..."             acts
"""

from __future__ import annotations

import re

from onym import language
from onym.find.habits import plain_words
from onym.find.lexicon import Lexicon
from onym.find.names import bare
from onym.find.vocabulary import dates, term_words
from onym.once import once, remembers
from onym.resolve.citing import (
    BIBLIOGRAPHY,
    CITED_AFTER,
    CITED_BEFORE,
    LAST_FIRST,
    LISTED_AFTER,
    LISTED_BEFORE,
    WORK_AFTER,
)
from onym.resolve.coded import is_code
from onym.resolve.tables import greetings, is_family_name, is_first_name
from onym.resolve.titles import ends_title, holds_office, names_title

ARTICLES = ("I", "A")
"""Letters that are words."""
INITIALS_BEFORE = re.compile(
    r"((?:\b[^\W\d_]\.[ \t-]?){1,3}|\b[A-ZÀ-Þ]\.[ \t]*\n[ \t]*|\b[A-ZÀ-Þ][ \t])\Z"
)
ABBREVIATED = re.compile(
    r"(?:\b(?:[Pp]\. ?){1,3}[Ss]|\b(?:N\.B|U\.[SK]|U\.S\.A|E\.U|D\.C|Ph\.D)|\d ?[AP]\.M)\.\s*\Z"
    r"|\b[a-zß-ÿ]\.[ -]?[^\W\d_]\.\s*\Z"
)
"""What only looks like initials: "P.S. Mary is late", "in the U.S. Mary ...", "e.g. Poe"."""
TITLE_ABOVE = re.compile(r"\b([^\W\d_]{2,9})\.?[ \t]*\n[ \t>]*\Z")
"""The last word of the line above: "as Dr.\nPoe said"."""
WORD_BEFORE = re.compile(r"([^\W\d_][\w'’?-]*)(\.?)[ \t]{1,2}\Z")
HYPHEN_BEFORE = re.compile(r"([^\W\d_a-zß-ÿ][\w'’]+)()-\Z")
WORD_AFTER = re.compile(
    r"(?:[ \t]{1,2}|-(?=[A-ZÀ-Þ][a-zß-ÿ]))(?:[A-ZÀ-Þ]\.?[ \t]+){0,2}"
    r"(?:(?:[Dd]e[lnrs]?|[Dd][aiu]|[Vv][ao]n|[Ll][ae])[ \t]+){0,3}([^\W\d_][\w'’?-]+)"
)
WRAPPED_AFTER = re.compile(r"[ \t]?\n[ \t>]{0,4}([^\W\d_][\w'’?-]++)(?![ \t]?:)")
"""The next word on the line below, unless that is a header's: "Sent: ..."."""
LETTER_AFTER = re.compile(
    r"[ \t](?![IA][ \t\n]+[a-z])([A-ZÀ-Þ])"  # "Hi Mary I think"
    r"(?!\w|[?'’]\w|\.?[ \t]+[A-ZÀ-Þ]\w|[ \t]?[=+*/^<>]|[ \t]?-[ \t]*\d)"
)
ACTS = re.compile(r"['’]s [a-z]|,? and I\b| and me\b")
SENTENCE_SIGNS = frozenset('.!?:;)"“”>*-')
"""What stands before the first word of a sentence, as lines do."""
CALLED = re.compile(r"(?:^|\n)[ \t]*[^\W\d]+[ \t]+[^\W\d]+,\Z")
"""Two words at the beginning of a line: "Hello Mary, ..."."""
DETERMINED = re.compile(r"\b(?:the|a|an|this|that|our|your|my)\s+(?:\w+\s+)?\Z", re.IGNORECASE)
DAY_BEFORE = re.compile(r"\d(?:st|nd|rd|th)?\.?\s\Z", re.IGNORECASE)
ALONE_AFTER = re.compile(r"[ \t]*[,.!*~_-]{0,3}[ \t]*(?:\n|\Z)")
ENCLOSED_BY = re.compile(r"([^\W\d_][\w'’?-]*) \(\Z")
COMPOUND = re.compile(r"[A-ZÀ-Þ][^\W\d_]+[-–]\Z")
IN_PLACE = re.compile(r"\b(?:in|at|near)\s\Z")
TIED = re.compile(r"-[a-zß-ÿ]{4}")
"""What is tied to a name that is a part of a term: "Chi-squared"."""
SAINT = re.compile(r"(?<!\w)(?:St|Ste|Saint|Sankt|[Pp]roph(?:et|eten|ète))\.?[ \t]\Z")
SENTENCE_END = re.compile(r"[.!?]\s|\n")
HAILED_AFTER = re.compile(r"[ \t]*(?:[,.!?;:)\n–—-]|\Z)")
BEFORE_LETTER = frozenset({"as", "what", "that", "when", "like", "with"})
PLAIN_TITLES = frozenset({"dr", "prof", "mr", "mrs", "ms"})


def ends_with_letter(before: str) -> bool:
    """Whether a text ends with a letter that stands alone, or with one and a full stop."""
    letters = before.removesuffix(".")
    last, further = letters[-1:], letters[-2:-1]
    return last.isalnum() and not (further.isalnum() or further == "_")


@remembers
class Surroundings:
    """The text on both sides of a stretch, looked at only as far as asked."""

    def __init__(self, text: str, start: int, end: int, words: Lexicon) -> None:
        self.word = text[start:end]
        self.before = text[max(0, start - 100) : start]
        self.after = text[end : end + 80]
        self.words = words

    @once
    def neighbour(self) -> str:
        """The word right before, on the same line."""
        return self._neighbour[1] if self._neighbour else ""

    @once
    def _neighbour(self) -> re.Match[str] | None:
        near = self.before[-40:]
        gap = len(near) - len(near.rstrip(" \t"))
        if near[-1:] == "-" and near[-2:-1].isalpha():  # "Bradley-Terry"
            return HYPHEN_BEFORE.search(near)
        if not 0 < gap < 3:
            return None
        word = max(near.rfind(" ", 0, -gap), near.rfind("\n", 0, -gap)) + 1
        return WORD_BEFORE.search(near, word)

    @property
    def neighbour_width(self) -> int:
        """How far the word before reaches to the left."""
        found = self._neighbour
        return len(found.string) - found.start(1) if found else 0

    @once
    def _said(self) -> list[str]:
        """A few words before it in its sentence."""
        return plain_words(SENTENCE_END.split(self.before[-40:])[-1])

    @once
    def other(self) -> bool:
        """Whether it is somebody else of that name: "the other Mary"."""
        return bool(self._said) and self._said[-1] in self.words.others

    @property
    def asked(self) -> bool:
        """Whether it is all of a question: "It is so. Mark?"."""
        return self.after[:1] == "?" and self.before.rstrip(" \t")[-1:] in (".", "!", "?", "\n")

    @once
    def is_self(self) -> bool:
        """Whether the writer says who they are: "I am the other Mary"."""
        said = self._said[:-1]
        said = said[:-1] if said and said[-1] in self.words.articles else said
        return any(" ".join(said[-size:]) in self.words.being for size in (1, 2, 3))

    @once
    def hailed(self) -> bool:
        """Whether it is greeted or thanked, in small letters even: "Thanks lantern."."""
        hails = self.words.thanks | greetings()
        return HAILED_AFTER.match(self.after) is not None and any(
            " ".join(self._said[-size:]) in hails for size in (1, 2, 3)
        )

    @property
    def month(self) -> bool:
        """Whether it stands as a month does: "in May", "5 May", "May 2015"."""
        if self.word.casefold() not in dates():
            return False
        if DAY_BEFORE.search(self.before) or self.after[1:2].isdigit():
            return True
        said = plain_words(self.before[-30:])[-2:]
        return any(" ".join(said[-size:]) in self.words.month_cues for size in (1, 2))

    @property
    def hour(self) -> bool:
        """Whether it says which half of the day: "6:30 PM"."""
        return self.word in ("AM", "PM") and self.before.rstrip()[-1:].isdigit()

    @once
    def title(self) -> bool:
        """Whether a title stands before: "Dr. Poe", but not the French "me" in "to me. Poe"."""
        near = self.before[-20:].rstrip(" \t>")
        above = TITLE_ABOVE.search(near) if near[-1:] == "\n" != near[-2:-1] else None
        word = above[1] if above else self.neighbour
        if not word or not (word[0].isupper() or word in PLAIN_TITLES):
            return self.words.is_title(word)
        small = word.casefold()
        return small in self.words.titles and (len(small) > 1 or small in self.words.honorifics)

    @once
    def office(self) -> bool:
        """Whether it is somebody's in public office: "Sen. Poe", "Sens. Ash and Poe"."""
        return holds_office(self.before[-60:], self.words)

    @once
    def titled(self) -> bool:
        """Whether it is a part of a title, a place or a term: "Silent Bob", "Bill of Rights".

        Where all nouns have a capital that says nothing.
        """
        if not self.word.istitle() or "de" in self.words.languages:
            return False
        if names_title(self.word, self.after, self.words):
            return True
        return self.neighbour[:1].isupper() and ends_title(self.before[-40:], self.words)

    @once
    def initials(self) -> str:
        """Initials right before: "J. " in "J. Poe"."""
        if not ends_with_letter(self.before[-12:].rstrip(" \t\n-")):
            return ""  # most names follow a word
        near = self.before[-12:]
        found = None if ABBREVIATED.search(near) else INITIALS_BEFORE.search(near)
        letters = found[1].lstrip() if found else ""
        if "." not in letters and not (self.word.istitle() and self._is_initial(letters)):
            return ""  # "I will"
        return letters

    def _is_initial(self, letter: str) -> bool:
        return letter.strip() not in ARTICLES or not self.words.ordinary(self.word)

    @once
    def before_initials(self) -> str:
        """Another name before the initials: "Arthur" in "Arthur C. Clarke"."""
        found = self._before_initials
        return found[1] if found and not found[2] and self._is_name(found[1]) else ""

    @property
    def before_initials_width(self) -> int:
        """How far that name reaches to the left."""
        found = self._before_initials
        return len(self.initials) + len(found.string) - found.start(1) if found else 0

    @once
    def _before_initials(self) -> re.Match[str] | None:
        if not self.initials:
            return None
        return WORD_BEFORE.search(self.before[: -len(self.initials)][-40:])

    @once
    def enclosed_by(self) -> str:
        """The word before an opening bracket: "Robert" in "Robert (Bob) Poe"."""
        found = ENCLOSED_BY.search(self.before[-40:])
        return found[1] if found and self._is_name(found[1]) else ""

    @once
    def other_before(self) -> str:
        """Another capitalised name right before: "Walter" in "Walter Poe"."""
        word = self.neighbour
        none = self.title or self.ends_before or not self._is_name(word)
        return "" if none or self._only_opens(word) else word

    def _only_opens(self, word: str) -> bool:
        """Whether the word before has its capital from the sentence: "Perdón Charlie!"."""
        before = self.before[: len(self.before) - self.neighbour_width].rstrip(" \t")
        opens = before[-1:] in ("", ".", "!", "?", "\n")
        return opens and not self.words.given(word) and is_first_name(self.word)

    @once
    def ends_before(self) -> bool:
        """Whether a sentence ends right before: "... in Bath. Poe", "... in Bath? Poe"."""
        found = self._neighbour
        if found is None:
            return False
        return bool(found[2]) or (found[1][-1] == "?" and not self.words.given(found[1]))

    @property
    def listed_under(self) -> str:
        """The family name before it in a list of works: "Doe" in "Doe, Jane I. (1999)"."""
        found = LAST_FIRST.search(self.before[-40:])
        if found is None or self.words.given(found[1]) or not self._is_name(found[1]):
            return ""
        return found[1]

    @once
    def _follower(self) -> re.Match[str] | None:
        found = WORD_AFTER.match(self.after)
        if found is None and len(self.before) - self.before.rfind("\n") > 50:
            return WRAPPED_AFTER.match(self.after)  # the line is full, the name goes on below
        return found

    @once
    def other_after(self) -> str:
        """Another capitalised name right behind, over initials: "Clarke" in "Arthur C. Clarke"."""
        word = bare(self._follower[1]) if self._follower else ""
        return word if self._is_name(word) or is_family_name(word) else ""

    @property
    def goes_on(self) -> bool:
        """Whether it is a part of a longer name: "Holger Poe", "Holger, A. B.", "Neo4j"."""
        if self.after[:1].isdigit():
            return True
        if self._follower is not None and self._follower[1][0].isupper():
            return True
        if LISTED_AFTER.match(self.after) or self.other_before or self.initials:
            return True
        listed = LISTED_BEFORE.search(self.before[-40:])
        return listed is not None and not self.words.given(listed[1])  # "Nadine, Holger and I"

    @property
    def reach(self) -> int:
        """How far the name behind it reaches."""
        return self._follower.start(1) + len(self.other_after) if self._follower else 0

    @property
    def letter(self) -> str:
        """A single letter behind: "T" in "Hi Mary T,"."""
        found = LETTER_AFTER.match(self.after)
        return found[1] if found else ""

    @property
    def cited(self) -> bool:
        """Whether it is cited here: with a year, "et al.", or beside another author."""
        return bool(CITED_AFTER.match(self.after) or CITED_BEFORE.search(self.before))

    @property
    def dated(self) -> bool:
        """Whether a year or a co-author follows."""
        return CITED_AFTER.match(self.after) is not None

    @property
    def work(self) -> bool:
        """Whether a work is cited under it: "Poe (2015)", "Poe, M. J., ...", "Poe 8.59"."""
        return WORK_AFTER.match(self.after) is not None

    @once
    def coded(self) -> bool:
        """Whether it stands among the signs of code: "poe <- 3", "fit(poe", "fit$Poe[1]"."""
        return is_code(self.word, self.before, self.after)

    @once
    def common(self) -> bool:
        """Whether it is code, or a small word rather than a name: "3rd ed", "yi <- 3"."""
        if not self.word.islower() or self.coded:
            return self.coded or self.neighbour.casefold() in self.words.no_name_after
        if self.words.ordinary(self.word) or self.word in self.words.function_words:
            return True
        return len(self.word) < 3 and not self.acts

    @property
    def article(self) -> bool:
        """Whether an article stands before: "the Poe equations" are nobody."""
        last = self.before[-8:].split()[-1:] if self.before[-1:].isspace() else []
        return bool(last) and last[0].casefold() in self.words.articles

    @property
    def listed(self) -> bool:
        """Whether it stands in the author field of a bibliography."""
        return "=" in self.before and BIBLIOGRAPHY.search(self.before) is not None

    @property
    def term(self) -> bool:
        """Whether it is part of a term: "the default Vega data set"."""
        following = self.after.split(maxsplit=1)[:1] if self.after[:1] == " " else []
        word = following[0].strip(".,;:)") if following else ""
        small = self.word.casefold()
        if SAINT.search(self.before[-12:]) or TIED.match(self.after):
            return True  # "St. John's Cemetery", "Chi-squared"
        if language.is_place(f"{self.neighbour.casefold()} {small}") or (
            language.is_place(small) and IN_PLACE.search(self.before[-6:]) and not self.acts
        ):
            return True  # "Santa Monica", "in Florence"
        if word[:1].isupper() and word.casefold() in self.words.organisations:
            return not is_family_name(word)  # "40 George Street"
        return (
            word in term_words()
            and (DETERMINED.search(self.before[-30:]) or COMPOUND.search(self.before[-30:]))
            is not None
        )

    @once
    def acts(self) -> bool:
        """Whether what follows tells that it is a person: "'s point", "and I", "said"."""
        if len(self.word) == 1 and not (
            self.opens_sentence or self.neighbour.casefold() in BEFORE_LETTER
        ):
            # "the density of G tells you"
            return False
        if ACTS.match(self.after):
            return True
        following = self.after.split(maxsplit=2)[:2] if self.after[:1] == " " else []
        said = [word.rstrip(".,;:!?)") for word in following]
        return bool(said) and (said[0] in self.words.speech or " ".join(said) in self.words.speech)

    @property
    def alone(self) -> bool:
        """Whether it stands on a line by itself, as in a quote whose author signs: "> Mary"."""
        if not self.word.istitle() or not ALONE_AFTER.match(self.after):
            return False
        return not self.before[self.before.rfind("\n") + 1 :].strip(" \t>|-–—*~_")

    @property
    def in_capitals(self) -> bool:
        """Whether everything around is shouted too, and not just the same again: "NA NA NA"."""
        around = f"{self.before[-30:]}{self.after[:30]}"
        return around.isupper() and around.replace(self.word, "").isupper()

    @property
    def in_small(self) -> bool:
        """Whether everything around is in small letters, as people write in chats."""
        return f"{self.before}{self.after}".islower()

    @once
    def opens_sentence(self) -> bool:
        """Whether it stands where any word is written with a capital."""
        near = self.before[-40:]
        last = near.rstrip()
        if not last or last[-1] in SENTENCE_SIGNS or "\n" in near[len(last) :]:
            return True
        return last[-1] == "," and CALLED.search(last) is not None

    @property
    def proper(self) -> bool:
        """Whether it has a capital that its place does not give it."""
        return self.word.istitle() and not self.opens_sentence

    def _is_name(self, word: str) -> bool:
        if len(word) < 2 or not word[0].isupper() or word.isupper():
            return False
        return self.words.nameable(word)
