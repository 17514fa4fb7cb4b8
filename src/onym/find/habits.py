"""Habits of opening, closing and quoting: the phrases of several languages, compiled once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from onym.language import CODES, given_names, load, merge, surnames

FORWARDED = re.compile(r"-+ ?([^{}]+) \{name\} \S+ \{date\}")
"""A separator that names whoever passed a mail on, and when."""


@dataclass(frozen=True, eq=False)
class Habits:
    """What several languages together know of opening, closing and quoting, compiled once."""

    greetings: frozenset[str]
    closers: frozenset[str]
    """Closings and thanks alike: either may stand above a signature."""
    farewells: frozenset[str]
    """Closings behind which a name signs and is not spoken to: regards, but not thanks."""
    openings: frozenset[str]
    """First words of greetings."""
    endings: frozenset[str]
    """First words of closers."""
    postscripts: frozenset[str]
    conjunctions: frozenset[str]
    verbs: frozenset[str]
    """Last words of what stands behind the name in an attribution."""
    name_then_verb: re.Pattern[str]
    """The end of an attribution in which the name comes first: "Mary wrote:"."""
    verb_then_name: re.Pattern[str]
    """The start of what stands before the name in other attributions: "schrieb Mary:"."""
    leading: frozenset[str]
    """First words of that."""
    name_verb_date: re.Pattern[str]
    """An attribution with the date behind its verb: "Mary wrote on 3 June:"."""
    header: re.Pattern[str]
    """A field of a header."""
    named: re.Pattern[str]
    """A field of a header that names people: "From: ...", "To: ..."."""
    listing: re.Pattern[str]
    """A field of a header that names those who got the message: "To: ...", "cc:"."""
    forwarded: re.Pattern[str]
    """The start of a rule that names whoever passed a message on: "--- Forwarded by Mary"."""
    responding: re.Pattern[str]
    """The start of a line that names somebody else: "Please respond to Mary", "Sent by: Mary"."""
    separators: frozenset[str]
    machine_lines: tuple[str, ...]
    """Beginnings of lines that a program added: "sent from my phone"."""
    adding: frozenset[str]
    """First words of postscripts."""
    parting: frozenset[str]
    """First words of separators."""
    machine_words: frozenset[str]
    """First words of a program's lines."""
    told: dict[str, int] = field(default_factory=dict)
    """What the first words of lines seen so far say of their lines; `glance` keeps it."""

    def is_separator(self, line: str) -> bool:
        """Whether a line stands above a forwarded message: "-----Original Message-----"."""
        words = line.strip("-=*_>:. ").casefold() if len(line) < 90 else ""
        return words in self.separators or (words == "original" and line.startswith("------"))


@cache
def habits(spoken: tuple[str, ...] = ("en",)) -> Habits:
    """Gather the habits of a corpus that is written in the given languages.

    Mail clients and polite people speak many languages in one corpus, so quoting and longer
    closings of all languages count; short words of a foreign one might be names here.
    """
    languages = (*CODES, "other")
    templates = merge("attributions", languages)
    closers = merge("closings", languages) + merge("thanks", languages)
    spoken_closers = merge("closings", spoken) + merge("thanks", spoken)
    after = {m[1] for t in templates if (m := re.search(r"\{name\}\W* ([^\W\d{}][^{}]*?)\s?:$", t))}
    before = {
        m[1] for t in templates if (m := re.search(r"(?:^|\} )([^\W\d][^{}]*?) \{name\}:?$", t))
    }
    before -= {"on", "at", "re", "re:", "by", "sa", "from"}
    people = header_fields(languages, "from", "to", "cc")
    listing = header_fields(languages, "to", "cc", "bcc")
    people |= listing
    fields = people | {f for f in header_fields(languages, "sent", "subject") if len(f) > 2}
    separators = {phrase.strip("-=*_>:. ") for phrase in merge("separators", languages)}
    passed = map(FORWARDED.match, merge("separators", languages))
    forwarded = {found[1] for found in passed if found}
    responding = header_fields(languages, "sender", "reply_to")
    flags = re.IGNORECASE
    greetings = frozenset(merge("greetings", spoken)) - {"to"}
    postscripts = frozenset(p.strip(".:") for p in merge("postscripts", spoken))
    machine_lines = tuple(p for p in merge("machine_lines", spoken) if " " in p)
    foreign = {p for p in closers if " " in p or (len(p) > 4 and not is_a_name(p))}
    all_closers = frozenset(broken for p in (*spoken_closers, *foreign) for broken in spellings(p))
    spoken_to = {p for listed in ("thanks", "openers", "praise") for p in merge(listed, languages)}
    farewells = frozenset(merge("closings", languages)) - spoken_to
    return Habits(
        greetings=greetings,
        closers=all_closers,
        farewells=all_closers & farewells,
        openings=frozenset(first_word(phrase) for phrase in greetings),
        endings=frozenset(first_word(phrase) for phrase in all_closers),
        postscripts=postscripts,
        conjunctions=frozenset(merge("conjunctions", languages)),
        verbs=frozenset(w for p in after for w in spellings(p.split()[-1].casefold())),
        name_then_verb=re.compile(
            rf"(?:(?<=[\w>)\"'\].,*]) |(?<=>))(?:{alternation(after)})\s?(?:[:?]|\.\.\.)\W{{0,4}}$",
            flags,
        ),
        verb_then_name=re.compile(
            rf"(?:^|\W)(?:{alternation(before)}) ",
            flags,
        ),
        leading=frozenset(s for p in before for s in spellings(p.split()[0].casefold().strip(":"))),
        name_verb_date=re.compile(
            rf"\W{{0,4}}(?P<name>[^\W\d_][^:\n\d<]{{1,50}}?)(?:\s*<[^>\n]*>)? "
            rf"(?:{alternation(after | {'hat', 'said', 'wrote'})})"
            r"(?!\w)[^:\n]{0,40}\d[^\n]{0,40}:$",
            flags,
        ),
        header=re.compile(rf"\W{{0,4}}(?:{alternation(fields)})\s?:\*?", flags),
        named=re.compile(rf"\W{{0,4}}(?:{alternation(people)})\s?:\*?\s*\S", flags),
        listing=re.compile(rf"\W{{0,4}}(?:{alternation(listing)})\s?:\*?", flags),
        forwarded=re.compile(rf"-{{3,}} ?(?:{alternation(forwarded)}) ", flags),
        responding=re.compile(rf"\W{{0,4}}(?:{alternation(responding)})\s?:? ", flags),
        separators=frozenset(phrase for phrase in separators if phrase and "{" not in phrase),
        machine_lines=machine_lines,
        adding=frozenset(first_word(phrase) for phrase in postscripts),
        parting=frozenset(first_word(phrase) for phrase in separators),
        machine_words=frozenset(phrase.split()[0] for phrase in machine_lines),
    )


def header_fields(languages: Iterable[str], *roles: str) -> set[str]:
    """What mail programs call the fields of a header that have some roles."""
    return {
        f for code in languages for role in roles for f in load(code).header_fields.get(role, ())
    }


def is_a_name(word: str) -> bool:
    """Whether a foreign word might be somebody's name here."""
    return word in given_names() or word in surnames()


def alternation(phrases: Iterable[str]) -> str:
    """A regular expression for any of the phrases, longest first."""
    ordered = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    # a broken encoding leaves a question mark where an accented letter stood
    return "|".join(re.sub(r"[À-ɏ]", "(?:\\g<0>|\\\\?)", re.escape(p)) for p in ordered)


def spellings(word: str) -> tuple[str, ...]:
    """A word as it is, and as a broken encoding leaves it with or without its last mark."""
    broken = re.sub(r"[À-ɏ]", "?", word)
    return word, broken, broken.rstrip("?")


def first_word(line: str) -> str:
    """The first word of a line as the phrase lists write it."""
    for word in line.split(maxsplit=3):
        if bare := word.strip(PUNCTUATION):
            return bare.replace("’", "'").casefold()
    return ""


def last_word(stretch: str) -> str:
    """The last word of a stretch as the phrase lists write it."""
    for word in reversed(stretch.split()):
        if bare := word.replace("’", "'").strip(PUNCTUATION):
            return bare.casefold()
    return ""


PUNCTUATION = ".,;:!?()[]{}*~_\"'“”<>^|/\\-–—…"


def plain_words(line: str) -> list[str]:
    """The words of a line as the phrase lists write them: small, no outer punctuation."""
    words = line.replace("’", "'").casefold().split()
    return [bare for word in words if (bare := word.strip(PUNCTUATION))]


def phrase_at(words: list[str], phrases: frozenset[str], at: int = 0, longest: int = 6) -> int:
    """How many words from `at` on make up the longest known phrase; 0 for none."""
    for size in range(min(longest, len(words) - at), 0, -1):
        if " ".join(words[at : at + size]) in phrases:
            return size
    return 0


def takes_leave(words: list[str], patterns: Habits) -> bool:
    """Whether a line begins with a closing behind which nobody is spoken to: "Regards, Mary"."""
    size = closes(words, patterns)
    return size > 0 and " ".join(words[:size]) in patterns.farewells


def closes(words: list[str], patterns: Habits) -> int:
    """How many words at the start of a line are closing phrases: "Thanks and best regards"."""
    at, endings = 0, patterns.endings
    while at < len(words) and words[at] in endings:
        size = phrase_at(words, patterns.closers, at)
        if not size:
            break
        at += size
        if at + 1 < len(words) and words[at] in patterns.conjunctions:
            at += words[at + 1] in endings and bool(phrase_at(words, patterns.closers, at + 1))
    return at
