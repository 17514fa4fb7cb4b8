"""Somebody as the columns of a table tell of them, and when two records mean one person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from onym.model import Participant

LONGEST = 200
"""Letters that a name may have; what is longer is a text that stands where a name should."""

_TWO_WORDS = re.compile(r"[^\W\d_][.,]*\s+[^\W\d_]|[^\W\d_]{2},")
_ONE_WORD = re.compile(r"[^\W\d_]{3,}(?:[-'’][^\W\d_]+)*")
_MAIL = re.compile(r"[^\s<>@]+@[^\s<>@]+")
_NAME_AND_MAIL = re.compile(r"\"?(?P<name>[^<>\"]*?)\"?\s*<(?P<mail>[^\s<>@]+@[^\s<>@]+)>")
_HANDLE = re.compile(r"(?=.*[^\W\d_]{3})@?[\w.-]+")
_LETTER = re.compile(r"[^\W\d_]")
_HEXADECIMAL = re.compile(r"[0-9a-fA-F-]{12,}")
_NOBODY = {
    *("anonymous", "anonymous user", "deleted", "deleted account", "deleted user", "guest"),
    *("guest user", "unknown", "unknown user", "admin", "administrator", "admin user"),
    *("moderator", "system", "user", "teacher", "tutor", "instructor", "student"),
}
"""What platforms write where a name should be; taken for a name it would blank common words."""


@dataclass
class Person:
    """What is known of somebody so far; the id is None while the source gives none."""

    id: str | None = None
    names: list[str] = field(default_factory=list)
    handles: list[str] = field(default_factory=list)
    other_ids: list[str] = field(default_factory=list)
    role: str | None = None
    gender: str | None = None
    profile: dict[str, str] = field(default_factory=dict)

    def call(self, value: str) -> None:
        """Add a name, an address, or both from one mail header; what is too long is neither."""
        value = " ".join(value.split())
        both = _NAME_AND_MAIL.fullmatch(value)
        name, mail = (both["name"].strip(), both["mail"]) if both else (value, "")
        if _MAIL.fullmatch(name):
            name, mail = "", name
        if len(name) > LONGEST:
            return
        if name not in self.names and name.casefold() not in _NOBODY and _LETTER.search(name):
            self.names.append(name)
        self.reach(mail)

    def reach(self, handle: str) -> None:
        """Add a user name or a mail address."""
        handle = handle.strip()
        if handle and handle not in self.handles:
            self.handles.append(handle)

    def take(self, other: Person) -> None:
        """Add what another record knows of the same person."""
        for name in other.names:
            self.call(name)
        for handle in other.handles:
            self.reach(handle)
        self.role = self.role or other.role
        self.gender = self.gender or other.gender
        self.profile = {**other.profile, **self.profile}

    def keys(self) -> set[str]:
        """What else than the id this person may be known by."""
        names = {name_key(name) for name in self.names}
        return names | {handle.casefold() for handle in self.handles}

    def freeze(self) -> Participant:
        """Make the participant of it."""
        return Participant(
            id=self.id or "",
            names=tuple(self.names),
            handles=tuple(self.handles),
            role=self.role,
            gender=self.gender,
            profile=self.profile,
        )


def name_key(name: str) -> str:
    """Reduce a name to what "Poe, Mary Jane" and "mary jane poe" share."""
    return " ".join(sorted(re.findall(r"[^\s,]+", name.casefold())))


def is_name(value: str) -> bool:
    """Tell a name or an address from a code, where ids should stand."""
    if _MAIL.search(value) or _TWO_WORDS.search(value):
        return True
    return value[:1].isupper() and not value.isupper() and bool(_ONE_WORD.fullmatch(value))


def is_handle(value: str) -> bool:
    """Tell an id that people may well call each other by from a mere number or hash."""
    return bool(_HANDLE.fullmatch(value)) and not _HEXADECIMAL.fullmatch(value)


def combine(people: Iterable[Person]) -> list[Person]:
    """Make one of the records that share an id, keeping all the names they give."""
    combined: list[Person] = []
    by_id: dict[str, Person] = {}
    for person in people:
        if person.id is not None and person.id in by_id:
            by_id[person.id].take(person)
            continue
        combined.append(person)
        if person.id is not None:
            by_id[person.id] = person
    return combined


def number(people: Iterable[Person], letter: str, taken: Set[str]) -> None:
    """Give those without an id one that tells nothing: U001, U002 and so on."""
    used, place = set(taken), 0
    for person in people:
        while person.id is None:
            place += 1
            if f"{letter}{place:03}" not in used:
                person.id = f"{letter}{place:03}"


def settle(authors: Sequence[Person], roster: Sequence[Person]) -> list[Person]:
    """Join authors and roster into one list with an id for everybody, the roster first.

    The authors of the list get their ids in place, so whoever holds one can read it there.
    """
    pairs = match(authors, roster)
    for place, line in pairs.items():
        _join(authors[place], roster[line])
    strangers = [author for place, author in enumerate(authors) if place not in pairs]
    number(authors, "U", {person.id for person in (*authors, *roster) if person.id})
    for place, line in pairs.items():
        roster[line].id = authors[place].id
    everybody = [*roster, *strangers]
    number(everybody, "R", {person.id for person in everybody if person.id})
    return everybody


def match(authors: Sequence[Person], roster: Sequence[Person]) -> dict[int, int]:
    """Find each author's line of the roster: by id, else by what only these two share."""
    by_id = {person.id: line for line, person in enumerate(roster) if person.id is not None}
    pairs = {place: by_id[author.id] for place, author in enumerate(authors) if author.id in by_id}
    # Once ids fit they are of one system, and another id is another person, namesake or not.
    foreign = not pairs
    found = set(pairs.values())
    free_lines = _only(
        {
            line: person.keys() | _id_keys(person, foreign)
            for line, person in enumerate(roster)
            if line not in found
        }
    )
    free_authors = _only(
        {
            place: author.keys() | _id_keys(author, foreign)
            for place, author in enumerate(authors)
            if place not in pairs
        }
    )
    for key, place in free_authors.items():
        line = free_lines.get(key)
        if line is None or place in pairs or line in found:
            continue
        if foreign or authors[place].id is None or roster[line].id is None:
            pairs[place] = line
            found.add(line)
    return pairs


def _join(author: Person, line: Person) -> None:
    if author.id is not None and line.id not in (None, author.id):
        line.profile.setdefault("roster id", line.id or "")
    author.id = author.id if author.id is not None else line.id
    line.take(author)


def _id_keys(person: Person, foreign: bool) -> set[str]:
    ids = [person.id or "", *person.other_ids] if foreign else [person.id or ""]
    return {identity.casefold() for identity in ids if identity}


def _only(keys: Mapping[int, Set[str]]) -> dict[str, int]:
    """Turn place to keys around, leaving out the keys that two places have."""
    owners: dict[str, list[int]] = {}
    for place, its_keys in keys.items():
        for key in sorted(its_keys):
            owners.setdefault(key, []).append(place)
    return {key: places[0] for key, places in owners.items() if len(places) == 1}
