"""What a detail is, and the labels it may carry: Table 1 of Volodina et al. (2020) and SVALA's.

A label says what a detail is ("city"), its category what the project's files call it ("PLACE"),
and SVALA's taxonomy what the SweLL editor calls it. What is done with a detail is the policy's
business and not said here, except that some are only ever marked.
"""

from __future__ import annotations

from typing import NamedTuple


class Part(NamedTuple):
    """A piece of a detail that has a label of its own: the number of "30 years old"."""

    start: int
    end: int
    sublabel: str


class Detail(NamedTuple):
    """A stretch of a text that tells something about a person."""

    start: int
    end: int
    category: str
    """The coarse label of mentions.jsonl: NAME, PLACE, DATE."""
    sublabel: str
    """The fine label, a key of LABELS: firstname_female, city, month_word."""
    form: str | None = None
    """What the ending says, in the order of the endings: "genitive", "definite genitive"."""
    score: float = 1.0
    value: str = ""
    """The thing itself, folded and without endings: "Stokholm" and "stockholms" are stockholm."""
    parts: tuple[Part, ...] = ()
    """What is to be replaced inside the stretch, if not all of it; the rest only belongs to it.

    Anna Berg is one person and two labels, "1st of May 2019" a day, a month and a year, and in
    "30 years old" or "my brother" only the number or the relative itself is meant.
    """


class Label(NamedTuple):
    """What a fine label means to others."""

    category: str
    svala: str
    title: str


LABELS = {
    "firstname_female": Label("NAME", "firstname_female", "a woman's given name"),
    "firstname_male": Label("NAME", "firstname_male", "a man's given name"),
    "firstname_unknown": Label("NAME", "firstname_unknown", "a given name of either gender"),
    "middlename": Label("NAME", "middlename", "a middle name"),
    "surname": Label("NAME", "surname", "a family name"),
    "fullname": Label("NAME", "firstname_unknown", "several names of one person"),
    "initials": Label("NAME", "initials", "initials"),
    "nickname": Label("NAME", "nickname", "a nickname"),
    "username": Label("HANDLE", "username", "a user name"),
    "country": Label("PLACE", "country", "a country"),
    "city": Label("PLACE", "city", "a city, town or village"),
    "region": Label("PLACE", "region", "a region, state or county"),
    "area": Label("PLACE", "area", "a part of a city"),
    "island": Label("PLACE", "island", "an island"),
    "geo": Label("PLACE", "geo", "a lake, river, mountain or the like"),
    "place": Label("PLACE", "place", "a square, park, station or other place"),
    "street": Label("ADDRESS", "place", "a street"),
    "street_nr": Label("ADDRESS", "street_nr", "the number of a house"),
    "zip_code": Label("ADDRESS", "zip_code", "a postal code"),
    "signature": Label("SIGNATURE", "extra", "what a signature block tells of whoever signs"),
    "school": Label("ORG", "school", "a school or university"),
    "work": Label("ORG", "work", "a place of work"),
    "other_institution": Label("ORG", "other_institution", "a club, church or other body"),
    "public_authority": Label("ORG", "public_authority", "a public authority"),
    "transport_name": Label("ORG", "transport_name", "a line or company of transport"),
    "transport_nr": Label("ID", "transport_nr", "the number of a bus, tram or train"),
    "age_digits": Label("AGE", "age_digits", "an age in digits"),
    "age_string": Label("AGE", "age_string", "an age in words"),
    "date_digits": Label("DATE", "date_digits", "a date in digits"),
    "date_string": Label("DATE", "date_digits", "a date with its month in words"),
    "day": Label("DATE", "day", "a day of the month"),
    "weekday": Label("DATE", "day", "a day of the week"),
    "month_word": Label("DATE", "month_word", "a month"),
    "year": Label("DATE", "year", "a year"),
    "email": Label("EMAIL", "email", "a mail address"),
    "url": Label("URL", "url", "a web address"),
    "phone_nr": Label("PHONE", "phone_nr", "a telephone number"),
    "personid_nr": Label("ID", "personid_nr", "a personal identity number"),
    "account_nr": Label("ID", "account_nr", "a bank account or card"),
    "license_nr": Label("ID", "license_nr", "a licence plate or licence"),
    "home": Label("ID", "username", "whose folder a file lies in, or who is logged in"),
    "messenger": Label("ID", "username", "a name on a messenger or network that is named"),
    "other_nr_seq": Label("ID", "other_nr_seq", "another number that stands for somebody"),
    "fam": Label("FAMILY", "fam", "a family member"),
    "prof": Label("PROF", "prof", "a profession"),
    "edu": Label("EDU", "edu", "an education"),
    "ethnic": Label("SENSITIVE", "sensitive", "ethnic information"),
    "political": Label("SENSITIVE", "sensitive", "political views"),
    "religious": Label("SENSITIVE", "sensitive", "religious views"),
    "sexual": Label("SENSITIVE", "sensitive", "sexual information"),
}
"""Fine label to category, SVALA's label and what it is, in the order of the documentation."""

CATEGORIES = tuple(dict.fromkeys(label.category for label in LABELS.values()))
"""The coarse labels, in the same order."""

MARKED = frozenset({"FAMILY", "PROF", "EDU", "SENSITIVE"})
"""Categories that are marked and never replaced (seed 002, Table 1)."""

FORM_MARKS = {"genitive": "gen", "definite": "def", "plural": "pl"}
"""What an ending is to SVALA."""


def svala_labels(sublabel: str, form: str | None = None) -> list[str]:
    """SVALA's label of a detail or of a part, with the marks of its form."""
    return [LABELS[sublabel].svala, *(FORM_MARKS[word] for word in (form or "").split())]
