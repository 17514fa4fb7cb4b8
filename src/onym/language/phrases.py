"""What each language says around names: greetings, closings, titles, quoted-reply headers.

All of it is data, one `phrases.toml` a language; a new language is a new folder. Entries are
lower case with straight apostrophes, so a caller compares them with `text.casefold()`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from typing import Any

from onym.errors import PolicyError

CODES = ("en", "sv", "fr", "de")
"""The languages with a folder of their own."""

Phrases = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Language:
    """The words and phrases of one language, in the order of its file.

    Templates hold {name} (a name, an address or both), {date} (a date, a time or both),
    {verb} (one of `speech_verbs`) or {number}.
    """

    code: str
    name: str
    greetings: Phrases = ()
    """Open a message before a name: hi, dear, good morning."""
    openers: Phrases = ()
    """Other words before a name that is spoken to: yes, sorry, congratulations."""
    praise: Phrases = ()
    """Praise before a name that is spoken to: great post, well said."""
    group_words: Phrases = ()
    """Follow a greeting and name nobody: all, everyone, sir."""
    thanks: Phrases = ()
    """Thanks with its abbreviations and slips: many thanks, thx, tia."""
    closings: Phrases = ()
    """Stand before a signature: best regards, br, hope this helps."""
    titles: Phrases = ()
    """Before anybody's name, without the dot: mr, dr."""
    honorifics: Phrases = ()
    """Of these, what people are called whom the writer knows, without the dot: mr, aunt."""
    public_titles: Phrases = ()
    """Before a name that is rarely a participant's: president, poet."""
    suffixes: Phrases = ()
    """After a name: jr, iii, phd."""
    speech_verbs: Phrases = ()
    """What a person does with words: said, pointed out."""
    citation_verbs: Phrases = ()
    """What a cited author does: found, proposed."""
    agreements: Phrases = ()
    """Templates that mention somebody in mid-text: i agree with {name}."""
    notices: Phrases = ()
    """Templates of what a chat says of its people: {name} added {names}."""
    introductions: Phrases = ()
    """Before the writer's own name: my name is, call me."""
    after_introduction: Phrases = ()
    """Behind the writer's first name in "I am Mary from Bath": from, and."""
    presence: Phrases = ()
    """Behind the writer's own name at the beginning: "Mary here, from Bath"."""
    things: Phrases = ()
    """What is called by a name as well, and is nobody: a book called Emma."""
    naming_words: Phrases = ()
    """Before somebody's name: called, named."""
    name_labels: Phrases = ()
    """Before a colon and the names of those who wrote it: name, student, written by."""
    attendance_labels: Phrases = ()
    """Before a colon and the names of those who were there, or were not: present, apologies."""
    attributions: Phrases = ()
    """Templates of the line above a quoted reply: on {date}, {name} wrote:"""
    separators: Phrases = ()
    """Lines above a quoted message that name nobody: -----original message-----"""
    header_fields: Lookup[str, Phrases] = field(default_factory=dict)
    """Mail header fields by role (from, sender, sent, to, cc, bcc, subject, reply_to, other)."""
    postscripts: Phrases = ()
    """Open what follows a signature: p.s."""
    machine_lines: Phrases = ()
    """Beginnings of lines that a program or a law firm added: sent from my iphone."""
    peoples: Phrases = ()
    """Names that say where something is from, or what somebody believes: german, christian."""
    weekdays: Phrases = ()
    """Days of the week with abbreviations and slips."""
    months: Phrases = ()
    """Months with abbreviations and slips."""
    month_cues: Phrases = ()
    """Before a month, or a part of one: in, since, mid."""
    articles: Phrases = ()
    """Before things, and not before people: the."""
    no_name_after: Phrases = ()
    """Behind which nobody is named, whatever the word: German "im Ernst"."""
    particles: Phrases = ()
    """Small words inside a name: von, de la, bin."""
    first_person: Phrases = ()
    """Words by which somebody speaks of themselves."""
    second_person: Phrases = ()
    """Words with which somebody is asked or told something: you, please."""
    possessives: Phrases = ()
    """Before a relation: my, our."""
    relations: Phrases = ()
    """Announce a private third person: wife, supervisor."""
    fellows: Phrases = ()
    """Announce somebody who may well take part: tutor, classmate."""
    others: Phrases = ()
    """Before the name of somebody who is called like the writer: the other Mary."""
    indefinites: Phrases = ()
    """Before a relation whose name follows behind a comma: a friend, Mary Poe, ..."""
    kin_of: Phrases = ()
    """Before somebody whose relative is spoken of: mother of, mom to."""
    counts: Phrases = ()
    """Before several relations, as a possessive would be: two daughters, both students."""
    contacts: Phrases = ()
    """Before somebody whom one has to do with: spoke to, supervised by, me and."""
    staff: Phrases = ()
    """People in an office or a house nearby: caretaker, course administrator."""
    nearby: Phrases = ()
    """Behind the name of somebody whom one has to do with: and i, in the office, says hi."""
    term_words: Phrases = ()
    """Follow a surname inside a term: distribution, theorem, street."""
    eponym_words: Phrases = ()
    """Follow a surname that a law is named after, and seldom what somebody has: Murphy's law."""
    work_words: Phrases = ()
    """What an author has written: book, article."""
    term_links: Phrases = ()
    """Between a term and the surname after it: law of Moore, loi de Poisson."""
    citation_cues: Phrases = ()
    """Before or around a cited work: see, cf, et al."""
    genitive_endings: Phrases = ()
    """What a name may carry as a possessive."""
    plural_endings: Phrases = ()
    """What a name may carry as a plural."""
    conjunctions: Phrases = ()
    """Between two names: and, &."""
    role_words: Phrases = ()
    """What a signature block says of the person: professor, phd student."""
    organisation_words: Phrases = ()
    """What a signature block says of the place: university, tel."""
    organisation_stems: Phrases = ()
    """How words for a place of work begin: universi, labora."""
    body_links: Phrases = ()
    """Small words in the name of an institution: of, für."""
    office_words: Phrases = ()
    """Words in the name of a mailing list, a desk or a team that sends mail."""
    function_words: Phrases = ()
    """The small words that give a language away."""
    elisions: Phrases = ()
    """Run into the next word with an apostrophe: j, qu."""


KEYS = tuple(item.name for item in fields(Language))


@cache
def load(code: str) -> Language:
    """The phrases of a language: en, sv, fr or de; `other` holds mail habits of more."""
    path = files("onym.language") / code / "phrases.toml"
    if code not in CODES and code != "other":
        raise PolicyError(f"no language {code!r}: choose among {', '.join(CODES)}")
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return Language(**{key: _entries(key, value) for key, value in table.items()})


def merge(attribute: str, codes: Iterable[str]) -> Phrases:
    """One kind of phrase over several languages, each once, the longest first."""
    every = {entry for code in codes for entry in getattr(load(code), attribute)}
    return tuple(sorted(every, key=lambda entry: (-len(entry), entry)))


def _entries(key: str, value: Any) -> Any:
    """A TOML value as phrases: text is split at commas and line ends, a list stays whole."""
    if key in ("code", "name"):
        return value
    if isinstance(value, dict):
        return {role: _entries(role, words) for role, words in value.items()}
    parts = value if isinstance(value, list) else value.replace("\n", ",").split(",")
    entries = [part.strip() for part in parts if part.strip()]
    # who compares without regard to case has "ss" where a text has "ß"
    return tuple(dict.fromkeys(form for entry in entries for form in (entry, entry.casefold())))
