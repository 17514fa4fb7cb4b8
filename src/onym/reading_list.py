"""The course's reading list: cited authors, whose names are to be left alone.

    load("course.bib")   BibTeX
    load("course.json")  CSL JSON, as Zotero and others write it
    load("course.txt")   names, one a line

An author's whole name is kept in the ways it is cited: "Jane Q. Doe", "Doe, J. Q.", "J. Doe". A
bare surname is not: a participant may bear it. Alone it is taken for the author's unless its place
says that a person is meant: "Hi Doe", but not "as Doe shows".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from onym.disk.files import read_bytes
from onym.errors import InputError
from onym.model import Corpus, Mapping
from onym.names.forms import PARTICLES, parse_name
from onym.names.styles import THIRD
from onym.text import latex
from onym.text.text import fold

PEOPLE = frozenset({"author", "editor", "bookauthor", "translator", "director", "holder"})
"""BibTeX fields that hold people."""
LAST = frozenset({"others", "et al", "et al."})
"""What stands for authors who are not named."""
JUNIOR = re.compile(r"(?:jr|sr|junior|senior|ii|iii|iv|ph\.?d|m\.?d)\.?", re.IGNORECASE)
SHORT = re.compile(r"[A-ZÀ-Þ]{2,3}")
"""Initials run together, as medical databases write them: Doe JQ."""
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]{2,})*")
_BIBTEX = re.compile(r"\A\s*(?:%[^\n]*\n\s*)*@[A-Za-z]+\s*[{(]")


@dataclass(frozen=True)
class ReadingList:
    """Names on a reading list."""

    full: tuple[str, ...]
    """Whole names, in every way they are cited."""
    surnames: frozenset[str] = frozenset()
    """Surnames alone: authors where they are cited, and else whoever bears them."""
    listed: bool = False
    """Whether a person wrote the names down one a line, to be kept just so."""


@dataclass(frozen=True, slots=True)
class Author:
    """A cited author's name, taken apart."""

    given: tuple[str, ...]
    particle: tuple[str, ...]
    family: str

    @property
    def surname(self) -> str:
        """The family name with its particle: van der Berg."""
        return " ".join((*self.particle, self.family))


def load(path: str | Path) -> ReadingList:
    """Read a reading list; its ending or its beginning tells the format."""
    path = Path(path)
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8; save the file as UTF-8") from None
    if path.suffix.lower() in (".bib", ".bibtex") or _BIBTEX.match(text):
        return _cited(read_bibtex(text), path)
    if path.suffix.lower() in (".json", ".csl"):
        return _cited(read_csl(_json(text, path)), path)
    return read_lines(text)


def read_lines(text: str) -> ReadingList:
    """Names one a line, as they stand; empty lines and lines that start with # are passed over."""
    lines = tuple(x.strip() for x in text.splitlines() if x.strip() and not x.startswith("#"))
    surnames = (parse_name(line).family for line in lines)
    return ReadingList(lines, frozenset(" ".join(words) for words in surnames if words), True)


def read_bibtex(text: str) -> list[Author]:
    """The authors and editors of a BibTeX file."""
    values = [value for name, value in latex.fields(text) if name in PEOPLE]
    names = (name for value in values for name in split_names(value))
    return [author for name in names if (author := read_name(name))]


def split_names(value: str) -> list[str]:
    """The names of a BibTeX field, which have "and" between them outside of braces."""
    names: list[list[str]] = [[]]
    depth = 0
    for piece in re.split(r"(\s+|[{}])", value):
        depth += {"{": 1, "}": -1}.get(piece, 0)
        if depth == 0 and piece.lower() == "and":
            names.append([])
        else:
            names[-1].append(piece)
    found = ["".join(pieces).strip() for pieces in names]
    return [name for each in found if each for name in _mend(each)]


def _mend(name: str) -> list[str]:
    """Take names apart that wrongly have commas between them: "Jane Doe, Mary Poe, Ann Day"."""
    parts = [part.strip() for part in name.split(",")]
    if len(parts) < 4 or "{" in name:
        return [name]
    if all(" " in part for part in parts):
        return parts
    return [", ".join(parts[at : at + 2]) for at in range(0, len(parts), 2)]


def read_name(raw: str) -> Author | None:
    """An author from "Last, First", "von Last, Jr, First" or "First von Last".

    None for others, and for a name wholly in braces: that is an organisation's.
    """
    if re.fullmatch(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", raw) and " " in raw:
        return None
    name = latex.plain(raw)
    if not name or name.lower() in LAST:
        return None
    parts = [words for part in name.split(",") if (words := _without_junior(part.split()))]
    if len(parts) > 1:
        return _author(parts[-1], parts[0])
    words = parts[0] if parts else []
    at = next((at for at, word in enumerate(words) if at and word[0].islower()), len(words) - 1)
    return _author(words[:at], words[at:]) if words else None


def _without_junior(words: list[str]) -> list[str]:
    while words and JUNIOR.fullmatch(words[-1]):
        words = words[:-1]
    return words


def _author(given: list[str], last: list[str]) -> Author | None:
    at = 0
    while at < len(last) - 1 and (last[at][0].islower() or fold(last[at]) in PARTICLES):
        at += 1
    family = " ".join(last[at:])
    if not any(letter.isalpha() for letter in family):
        return None
    return Author(tuple(given), tuple(last[:at]), family)


def read_csl(items: Any) -> list[Author]:
    """The people of CSL JSON: a list of works, one work, or works under "items"."""
    if isinstance(items, dict):
        items = items.get("items", [items])
    works = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    people = (name for work in works for value in work.values() for name in _dicts(value))
    return [author for name in people if (author := _read_csl_name(name))]


def _dicts(value: Any) -> list[Lookup[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _read_csl_name(name: Lookup[str, Any]) -> Author | None:
    parts = ("given", "non-dropping-particle", "dropping-particle", "family")
    given, fixed, loose, family = (str(name.get(part) or "").split() for part in parts)
    return _author(given, [*loose, *fixed, *family]) if family else None


def _json(text: str, path: Path) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        raise InputError(f"{path}, line {line}: not JSON; export it as CSL JSON again") from None


def _cited(authors: list[Author], path: Path) -> ReadingList:
    if not authors:
        raise InputError(
            f"{path}: no author or editor in it; give BibTeX, CSL JSON or names one a line"
        )
    full = dict.fromkeys(form for author in authors for form in forms(author))
    surnames = {name for author in authors for name in (author.surname, author.family)}
    return ReadingList(tuple(full), frozenset(surnames))


def forms(author: Author) -> Iterator[str]:
    """The ways in which an author's whole name is cited, the longest first."""
    last = author.surname
    for given in _given_forms(author.given):
        yield f"{given} {last}"
        yield f"{last}, {given}"
    if letters := "".join(_initials(author.given)):
        yield from (f"{last} {letters}", f"{letters} {last}")


def _given_forms(given: tuple[str, ...]) -> list[str]:
    """All given names, the first alone, and initials with dots and without."""
    letters = _initials(given)
    if not letters:
        return []
    found = [" ".join(given), given[0], ". ".join(letters) + ".", f"{letters[0]}."]
    found.append("".join(f"{letter}." for letter in letters))
    if "-" in given[0]:
        found.append("-".join(f"{part[0]}." for part in given[0].split("-") if part))
    return list(dict.fromkeys(found))


def _initials(given: Iterable[str]) -> list[str]:
    """The first letters: J and Q of "Jane Q.", of "J.Q." and of "JQ"."""
    parts = [part for word in given for part in re.split(r"[-.]", word) if part]
    return [
        letter for part in parts for letter in (part if SHORT.fullmatch(part) else part[0].upper())
    ]


def names_to_keep(
    lists: Iterable[ReadingList], corpus: Corpus, proposal: Mapping
) -> tuple[str, ...]:
    """The names on reading lists that are left alone in a corpus.

    What a person listed is kept as it stands. Of cited authors, the forms that occur are kept, less
    those that fit a participant: whoever teaches with their own paper is a participant here.
    """
    lists = list(lists)
    listed = [name for each in lists if each.listed for name in each.full]
    cited = [name for each in lists if not each.listed for name in each.full]
    found = _occurring(cited, corpus)
    people = _people(corpus, proposal) if found else []
    kept = [name for name in found if not any(_fits(name, words) for words in people)]
    return tuple(dict.fromkeys([*listed, *kept]))


def mark_cited(lists: Iterable[ReadingList], proposal: Mapping) -> Mapping:
    """Doubt the surnames on reading lists: alone they are an author's unless a person is meant.

    Somebody who takes no part and bears one is the author.
    """
    cited = {fold(name) for each in lists if not each.listed for name in each.surnames}
    entries = []
    for entry in proposal.entries if cited else ():
        if fold(entry.name) in cited and "surname" in entry.traits:
            entry = replace(entry, traits=tuple(sorted({*entry.traits, "cited"})))
        elif THIRD.fullmatch(entry.participant) and fold(entry.name.split()[-1]) in cited:
            continue
        entries.append(entry)
    return replace(proposal, entries=tuple(entries)) if cited else proposal


def _occurring(names: list[str], corpus: Corpus) -> list[str]:
    if not names:
        return []
    from onym.names.matcher import Matcher

    hits = Matcher(names).find(corpus.messages["text"].to_list())
    seen = {name for hit in hits for name in hit.names}
    return [name for name in names if name in seen]


def _people(corpus: Corpus, proposal: Mapping) -> list[frozenset[str]]:
    """The words and letters of every participant's names, registered or found."""
    names = {who: [*person.names] for who, person in corpus.participants.items()}
    for entry in proposal.entries:
        if entry.participant in names:
            names[entry.participant].append(entry.name)
    people = (WORD.findall(fold(" ".join(written))) for written in names.values())
    return [frozenset(words) for words in people if words]


def _fits(name: str, words: frozenset[str]) -> bool:
    """Whether a cited name may be that of the person with these words."""
    parts = [part for part in WORD.findall(name) if fold(part) not in PARTICLES]
    short = [part for part in parts if len(part) == 1 or SHORT.fullmatch(part)]
    full = {fold(part) for part in parts if part not in short}
    return full <= words and set(fold("".join(short))) <= {word[0] for word in words}
