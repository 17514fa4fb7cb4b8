"""What the languages say of single words, asked many times and so remembered."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from onym import language
from onym.language import CODES, merge
from onym.text.text import fold

if TYPE_CHECKING:
    from onym.find.names import Slot

NO_NAME = re.compile(
    r"(.)\1\1|([a-z]{2,3})\2\2|n['’?]t$"
    r"|^(?:he|i|it|let|she|that|there|they|we|what|who|you)\?(?:d|ll|m|re|s|ve)$"
)
"""Hmmm, hahaha, don't: no name has a letter or two three times in a row, or ends so; I?m."""


@dataclass(frozen=True, eq=False)
class Lexicon:
    """What the languages say of single words, asked many times and so remembered."""

    languages: tuple[str, ...]
    known: frozenset[str]
    """Registered words, folded: names here whatever the dictionary says."""
    closing: frozenset[str]
    """Words that close, thank or greet: never a signature."""
    small: frozenset[str]
    """Function words that are nobody's name: an, my."""
    small_words: frozenset[str]
    """Function words of all languages: to, with, an."""
    function_words: frozenset[str]
    """Function words of the languages spoken here, names or not: per, will."""
    month_cues: frozenset[str]
    no_name_after: frozenset[str]
    articles: frozenset[str]
    """Before what is a thing and no person: "the Poe equations"."""
    elisions: frozenset[str]
    """Words that run into the next one: j, qu."""
    groups: frozenset[str]
    """Whom one greets all at once: everybody, folks."""
    never: frozenset[str]
    """Words that greet, close, thank or address a group: never a name in a slot."""
    titles: frozenset[str]
    honorifics: frozenset[str]
    """Before the name of somebody who is known to the writer: mr, frau, tante."""
    small_titles: frozenset[str]
    """Of these, what is written small too; in English "I miss Mary"."""
    offices: frozenset[str]
    """Before the name of somebody in public office, in the languages spoken here: sen, judge."""
    suffixes: frozenset[str]
    particles: frozenset[str]
    dates: frozenset[str]
    thanks: frozenset[str]
    addressing: frozenset[str]
    """Thanks, praise and wishes that may stand before somebody else's name."""
    leads: frozenset[str]
    """What stands before a name that is mentioned: "agree with", "according to"."""
    contacts: frozenset[str]
    """Before the name of somebody whom people have to do with: "spoke to", "caretaker"."""
    nearby: frozenset[str]
    """Behind such a name: "and I", "in the office"."""
    near: frozenset[str]
    """First words of these."""
    frames: dict[str, frozenset[str]]
    """What stands before a name and, in the same phrase, behind it: "ich stimme ... zu"."""
    framing: frozenset[str]
    """Last words of what stands before it."""
    naming: frozenset[str]
    named: frozenset[str]
    """Before the name of somebody else: "called", "som hette"."""
    things: frozenset[str]
    """Before these words, what is a thing: "a text called"."""
    presenting: frozenset[str]
    """Of these, those with which somebody speaks of themselves: "my name is", "call me"."""
    being: frozenset[str]
    opening: frozenset[str]
    """With which a message may say who writes: "this is", "it's"."""
    """What stands before one's own full name, and before much else: "I am"."""
    presence: frozenset[str]
    after_introduction: frozenset[str]
    peoples: frozenset[str]
    labels: frozenset[str]
    """What stands before a colon and the names of those who wrote something: "name"."""
    attendance: frozenset[str]
    """What stands before a colon and the names of those who were there: "present"."""
    speech: frozenset[str]
    conjunctions: frozenset[str]
    organisations: frozenset[str]
    relations: frozenset[str]
    others: frozenset[str]
    second_person: frozenset[str]
    fellows: frozenset[str]
    """Those of the relations who may take part."""
    indefinites: frozenset[str]
    kin_of: frozenset[str]
    """Before somebody whose relative is spoken of: "mom to"."""
    possessives: frozenset[str]
    heralds: frozenset[str]
    """Last words of all that may stand before a name and announce it."""
    memo: dict[str, bool] = field(default_factory=dict)
    names: dict[str, bool] = field(default_factory=dict)
    likely: dict[str, bool] = field(default_factory=dict)
    read: dict[str, tuple[Slot, ...]] = field(default_factory=dict)
    """Messages and their slots; `slots` keeps it."""

    def ordinary(self, word: str) -> bool:
        """Whether the word, written small, is an ordinary word and no more."""
        return language.is_ordinary(word.casefold(), self.languages)

    def given(self, word: str) -> bool:
        """Whether the word is a known given name, and not just one somewhere in the world."""
        if word not in self.names:
            self.names[word] = self._given(word)
        return self.names[word]

    def _given(self, word: str) -> bool:
        info = language.given_names().get(word)
        if info is None and "?" in word and word[0].isupper():
            return is_mangled_name(word)
        if info is None or word.casefold() in self.never:
            return False
        if any(culture[:2] in self.languages for culture in info.cultures):
            return True
        small = word.casefold()
        place = language.is_place(small) and small not in language.surnames()
        if info.weight is None and (place or small in self.offices):
            return False  # Lille is hardly anybody's name but where people are called so
        return not self.ordinary(word)

    def is_title(self, word: str) -> bool:
        """Whether a word is a title, and written as one: "Ms", "frau", but not "MS" nor "miss"."""
        small = word.casefold()
        if small not in self.honorifics or word == "m":
            return False
        if word.islower():
            return small in self.small_titles
        return len(word) == 1 or not word.isupper()

    def nameable(self, word: str) -> bool:
        """Whether the word may be a name on its own: unknown, or a name whatever else it is."""
        if word not in self.memo:
            self.memo[word] = self._nameable(word)
        return self.memo[word]

    def possible(self, word: str) -> bool:
        """Whether a capitalised word may be a name where nothing but a name would stand."""
        if word not in self.likely:
            self.likely[word] = self._possible(word)
        return self.likely[word]

    def _possible(self, word: str) -> bool:
        small = word.casefold()
        if not word[0].isupper() or small in self.never or self.is_compound(word):
            return False
        if self.is_elided(word):
            return False
        if NO_NAME.search(small):
            return False
        return small not in self.dates or self.given(word)

    def opens(self, word: str) -> bool:
        """Whether a name may begin with the word: a part of one, an initial or a title."""
        return len(word) == 1 or self.nameable(word) or word.casefold() in self.titles

    def is_compound(self, word: str) -> bool:
        """Whether a hyphen ties a word to an ordinary one: "R-users", "list-members"."""
        tied = word.split("-")[1:]
        return any(part.islower() and (self.ordinary(part) or part in self.never) for part in tied)

    def is_elided(self, word: str) -> bool:
        """Whether a small word runs into an ordinary one: "J'arrive", but not D'Artagnan."""
        short, mark, rest = word.replace("’", "'").partition("'")
        return bool(mark) and rest[:1].islower() and short.casefold() in self.elisions

    def _nameable(self, word: str) -> bool:
        small = word.casefold().replace("’", "'")
        if fold(word) in self.known and not self.ordinary(word):
            return True
        if small in self.never or self.is_compound(word) or NO_NAME.search(small):
            return False
        if "'" in small and small.split("'")[0] in self.small_words:
            return False  # I'll, that's
        if self.is_elided(word) and not self.given(word):
            return False
        if self.given(word):
            return True
        if any(small in each for each in (self.dates, self.titles, self.suffixes, self.offices)):
            return False
        return not (
            self.ordinary(word) or language.is_place(small) or language.is_technology(small)
        )


@cache
def all_given_names() -> str:
    """Every given name, one a line."""
    return "\n".join(sorted(language.given_names().keys()))


@cache
def is_mangled_name(word: str) -> bool:
    """Whether a broken encoding may have made the word of a given name: Am?lie."""
    if len(word.replace("?", "")) < 3:
        return False
    pattern = "[a-z]{1,2}".join(re.escape(piece) for piece in re.split(r"\?+", fold(word)))
    return re.search(rf"(?m)^{pattern}$", all_given_names()) is not None


def is_common_name(word: str) -> bool:
    """Whether a function word is a common given name too: will."""
    return len(word) > 2 and is_common(word)


def is_common(name: str) -> bool:
    """Whether a given name is a common one."""
    info = language.given_names().get(name)
    return info is not None and (info.weight or 0) > 3


def telling(kind: str, languages: tuple[str, ...]) -> frozenset[str]:
    """The phrases of a kind but those that are other small words in a language beside it.

    In a corpus that is in English and German, "an" is no article.
    """
    found: set[str] = set()
    for code in languages:
        others = [other for other in languages if other != code]
        found |= set(merge(kind, (code,))) - set(merge("function_words", others))
    return frozenset(found)


@cache
def lexicon(languages: tuple[str, ...] = ("en",), known: frozenset[str] = frozenset()) -> Lexicon:
    """The lexicon of a corpus's languages; greetings and titles of all of them count."""
    fields = ("greetings", "closings", "thanks", "openers", "praise", "postscripts")
    closing = {p for kind in fields for p in merge(kind, languages) if " " not in p}
    groups = {p for p in merge("group_words", languages) if " " not in p}
    # "will" is a function word and a name; "an" and "my" are names elsewhere
    closed = {w for w in merge("function_words", languages) if not is_common_name(w)}
    leads = {t.removesuffix(" {name}") for t in merge("agreements", CODES) if t.endswith(" {name}")}
    framing: dict[str, set[str]] = {}
    for before, name, after in (t.partition(" {name} ") for t in merge("agreements", CODES)):
        if name and "{" not in before + after:
            framing.setdefault(before, set()).add(after)
    greetings = set(merge("greetings", CODES))
    # people greet in other languages than they write in: "Hola", but "Cari" may be somebody
    names = language.given_names()
    hailing = {w for w in merge("greetings", (*CODES, "other")) if w not in names}
    small_words = set(merge("function_words", CODES)) | {"here", "go", "prefer", "it's", "i'm"}
    naming = [p for p in merge("introductions", CODES) if " " in p and set(p.split()) - small_words]
    persons = frozenset(merge("first_person", CODES))
    being = frozenset(
        p for p in merge("introductions", CODES) if not persons.isdisjoint(p.split())
    ) - frozenset(naming)
    thanks = frozenset(merge("thanks", CODES))
    addressing = frozenset(p for f in ("thanks", "openers", "praise") for p in merge(f, CODES))
    leads = leads - greetings - {"like", "see", "with", "per", "following", "meet"}
    fellows = frozenset(merge("fellows", CODES))
    relations = frozenset(merge("relations", CODES)) | fellows
    contacts = frozenset(merge("contacts", CODES) + merge("staff", CODES))
    titles = frozenset(t.rstrip(".") for t in merge("titles", CODES)) | {"ir"}
    kin_of = frozenset(merge("kin_of", CODES))
    # the French "M." is an initial elsewhere
    honorifics = {t for t in merge("honorifics", CODES) if len(t) > 1}
    honorifics |= set(merge("honorifics", languages))
    nearby = merge("nearby", CODES)
    labels = frozenset(merge("name_labels", CODES))
    nouns = {label.split()[-1] for label in labels}  # "surname" has a name of its own behind it
    naming_words = (p for p in merge("naming_words", CODES) if " " in p or len(p) > 4)
    named = frozenset(p for p in naming_words if p.split()[-1] not in nouns)
    heralds = (*thanks, *addressing, *leads, *contacts, *relations, *naming, *named, *being)
    heralds = (*heralds, *honorifics, *kin_of)
    announcing = {p.split()[-1] for p in heralds if p}
    return Lexicon(
        languages=languages,
        known=known,
        closing=frozenset(closing | closed),
        small=frozenset(closed),
        small_words=frozenset(small_words),
        function_words=frozenset(merge("function_words", languages)),
        month_cues=frozenset(merge("month_cues", languages)),
        no_name_after=telling("no_name_after", languages),
        articles=telling("articles", languages),
        elisions=frozenset(merge("elisions", languages)),
        groups=frozenset(groups),
        never=frozenset(closing | groups | closed | hailing),
        titles=titles,
        honorifics=frozenset(honorifics),
        small_titles=frozenset(merge("honorifics", [c for c in CODES if c != "en"])) - {"m"},
        offices=frozenset(p for p in merge("public_titles", languages) if " " not in p),
        suffixes=frozenset(merge("suffixes", CODES)),
        particles=frozenset(p for p in merge("particles", CODES) if len(p) > 1)
        - frozenset(merge("conjunctions", CODES)),
        dates=frozenset(merge("weekdays", CODES) + merge("months", CODES))
        - {"may", "april", "june"},
        thanks=thanks,
        addressing=addressing,
        leads=frozenset(leads) - contacts,
        contacts=contacts,
        nearby=frozenset(nearby),
        near=frozenset(phrase.split()[0] for phrase in nearby),
        framing=frozenset(before.split()[-1] for before in framing if before),
        frames={before: frozenset(after) for before, after in framing.items()},
        naming=frozenset(naming),
        named=named,
        things=frozenset(merge("things", CODES)),
        being=being,
        opening=frozenset(merge("introductions", CODES)) - being - frozenset(naming),
        presence=frozenset(merge("presence", CODES)),
        after_introduction=frozenset(merge("after_introduction", CODES)),
        peoples=frozenset(merge("peoples", CODES)),
        presenting=frozenset(p for p in naming if not persons.isdisjoint(p.split())),
        labels=labels,
        attendance=frozenset(merge("attendance_labels", CODES)),
        speech=frozenset(merge("speech_verbs", CODES)),
        conjunctions=frozenset(w for w in merge("conjunctions", CODES) if len(w) > 1),
        organisations=frozenset(w.rstrip(".") for w in merge("organisation_words", CODES)),
        relations=relations,
        others=frozenset(merge("others", CODES)),
        second_person=frozenset(merge("second_person", CODES)),
        fellows=fellows,
        indefinites=frozenset(merge("indefinites", CODES)),
        kin_of=kin_of,
        possessives=frozenset(merge("possessives", CODES) + merge("counts", CODES)),
        heralds=titles | announcing | {"to"},
    )
