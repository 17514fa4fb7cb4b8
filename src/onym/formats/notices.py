"""What a chat says itself of those who are in it: who came, left, was added or renamed the group.

Many people of a group never write. Their names stand in such notices alone, and tell all the same
who belongs to it; so whoever is named in one is on the class list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

from onym import language
from onym.formats.people import Person

MARKS = "\u200e\u200f\u202a\u202c\ufeff"
"""Invisible characters that WhatsApp puts around names and before notices."""
NUMBER = re.compile(rf"[+\d{MARKS}][\d\s().{MARKS}-]{{5,}}")
"""A telephone number, where the writer is nobody's contact."""
LONGEST = 6
"""Words of a display name; what is longer is a notice with a colon in it."""
_NAME = r"[^\n:\"“”„«»<>]{1,60}?"
_NAMES = r"[^\n:\"“”„«»<>]{1,400}?"
_EDGES = f"~ \u202f\u00a0{MARKS}"
_SPEAKS_OF = {
    *("you", "your", "this", "the", "a", "an", "someone", "du", "dein", "deine", "die", "der"),
    *("das", "diese", "dieser", "jemand", "vous", "votre", "le", "la", "les", "ce", "cette"),
    *("quelqu'un", "din", "ditt", "den", "det", "denna", "någon", "ni", "er", "ihr", "ihre", "tu"),
}
"""First words of what stands where a name could, and is nobody: "This group was added"."""
_CARD = re.compile(rf"[{MARKS}]*(?:<[^:<>\n]+: )?(?:\d{{8}}-)?(?P<name>{_NAME})\.vcf\b")
"""The card of a contact, called after them: "Mary Poe.vcf (file attached)"."""
_CAME = re.compile(
    r"^\S* ?(?:\*\*\*|-!-|-->|<--|[→←⇐])\s+(?:\w+: )?"
    r"(?P<name>[^\s:]{1,40}) [\[(][^\s@\])]+@[^\s\])]+[\])]",
    re.MULTILINE,
)
_ACTS = re.compile(
    r"^\[?(?:\S+[T ])?\d\d:\d\d(?::\d\d)?\]?\s+\* (?P<name>[^\s:]{1,40}) ", re.MULTILINE
)
"""What IRC says of a user: "[10:11] *** mary (~mpoe@host) has joined", "[10:12] * mary waves"."""


def names(notice: str) -> Iterator[str]:
    """Give the names in a notice, if it is one: "Mary Poe added Tom and Ann"."""
    for pattern in _patterns():
        if found := pattern.match(notice.strip(_EDGES)):
            told = {"name": "", "names": "", **found.groupdict()}
            each = (told["name"], *_links().split(told["names"]))
            yield from filter(_is_name, map(_bare, each))
            return


def card(message: str) -> Iterator[str]:
    """Give whose card a message hands on."""
    if found := _CARD.match(message):
        yield _bare(found["name"])


def comers(log: str) -> set[str]:
    """Give the user names of all who came to a channel, left it or did something there."""
    told = chain(_CAME.finditer(log), _ACTS.finditer(log))
    return {found["name"].lstrip("@+%&~") for found in told}


def person(name: str) -> Person:
    """Make a person of a display name, or of the telephone number that stands for one."""
    made = Person()
    (made.reach if NUMBER.fullmatch(name) else made.call)(name)
    return made


def _bare(name: str) -> str:
    return name.strip(_EDGES + "\r.")


def _is_name(name: str) -> bool:
    words = name.casefold().split()
    return bool(words) and len(words) <= LONGEST and words[0] not in _SPEAKS_OF


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """The templates of all languages, those first that name one person: "Tom was added"."""
    templates = language.merge("notices", language.CODES)
    templates = tuple(sorted(templates, key=lambda each: "{names}" in each))
    return tuple(re.compile(_written(each), re.IGNORECASE) for each in templates)


def _written(template: str) -> str:
    pattern = re.escape(template).replace("'", "['’]").replace(r"\ ", r"[ \u00a0]")
    pattern = pattern.replace(r"\{name\}", f"(?P<name>{_NAME})")
    pattern = pattern.replace(r"\{names\}", f"(?P<names>{_NAMES})")
    return pattern + (r"(?=\s*\Z|[.:]\s)" if template.endswith("}") else r"(?!\w)")


@cache
def _links() -> re.Pattern[str]:
    """What stands between the names of several people."""
    words = map(re.escape, language.merge("conjunctions", language.CODES))
    return re.compile(rf",\s|\s(?:{'|'.join(words)})\s", re.IGNORECASE)
