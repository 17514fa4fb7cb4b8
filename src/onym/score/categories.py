"""What kinds of name people go by: Table 4 and Figure 4 of Farrow et al. (2023).

A person who made the gold mapping knows the category of each name and can say so in a table
(participant, name, category, count). Where nobody has, a rule decides, and it is approximate:
it compares each name with the registered ones by their words and by edit distance, so it takes
*Tina* for *Dina* as misspelt and never sees that somebody was called by a wrong name.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Iterable
from collections.abc import Mapping as Lookup
from dataclasses import dataclass
from pathlib import Path

from onym.disk.files import read_bytes
from onym.errors import InputError
from onym.model import Entry, Mapping, Participant
from onym.score.score import Names, as_mapping, connections, tidy
from onym.tables import Cell, Table, share

CATEGORIES = {
    "full": "Full registered name",
    "subset": "Part of the registered name",
    "nickname": "Nickname, short or stylised form",
    "misspelt": "Misspelt name",
}
REGISTERED = ("full", "subset")
ALIASES = {
    "registered": "full",
    "part": "subset",
    "short": "nickname",
    "stylised": "nickname",
    "initials": "nickname",
    "misspelled": "misspelt",
    "misspelling": "misspelt",
}


@dataclass(frozen=True, slots=True)
class Usage:
    """A name that a participant goes by, its category and how often it was replaced."""

    participant: str
    name: str
    category: str
    count: int = 0


def categorise(
    gold: Mapping | Names,
    participants: Lookup[str, Participant],
    known: Iterable[Usage] = (),
) -> tuple[Usage, ...]:
    """Give each name of a gold mapping its category: the known one, else by rule."""
    given = {(usage.participant, usage.name): usage for usage in known}
    valid = connections(gold, participants)
    theirs: dict[str, list[Entry]] = {}
    for entry in as_mapping(gold).entries:
        if (entry.participant, tidy(entry.name)) in valid:
            theirs.setdefault(entry.participant, []).append(entry)
    return tuple(
        given.get((person, entry.name)) or _by_rule(entry, entries, participants.get(person))
        for person, entries in theirs.items()
        for entry in entries
    )


def category_of(name: str, registered: Collection[str], commoner: Collection[str] = ()) -> str:
    """Decide a name's category from the registered names and from names used more often."""
    words, official = name.split(), [full.split() for full in registered]
    if words in official:
        return "full"
    if any(not Counter(words) - Counter(full) for full in official):
        return "subset"
    parts = {part for full in official for part in full}
    kinds = {_kind_of_word(word, parts, commoner) for word in words}
    return next((kind for kind in ("nickname", "misspelt", "subset") if kind in kinds), "nickname")


def load_categories(path: str | Path) -> tuple[Usage, ...]:
    """Read categories from a CSV table with the columns participant, name, category and count."""
    path = Path(path)
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8; save the table as UTF-8") from None
    rows = csv.DictReader(io.StringIO(text, newline=""))
    return tuple(_usage(row, f"{path}, row {n}") for n, row in enumerate(rows, 2))


def table4(usages: Collection[Usage]) -> Table:
    """Count unique names, connections and substitutions in each category (Table 4)."""
    groups = (
        ("Registered name", REGISTERED),
        (CATEGORIES["nickname"], ("nickname",)),
        (CATEGORIES["misspelt"], ("misspelt",)),
        (CATEGORIES["full"], ("full",)),
        (CATEGORIES["subset"], ("subset",)),
        ("Total", tuple(CATEGORIES)),
    )
    counted = ("Connections", "Conn. %", "Substitutions", "Subst. %")
    header = ("Category of Name", "Unique Names", *counted)
    rows = tuple(_row(title, group, usages) for title, group in groups)
    return Table("Names, connections and substitutions by category", header, rows, breaks=(3, 5))


def names_by_category(usages: Iterable[Usage]) -> dict[str, dict[str, int]]:
    """Count each participant's names by category, for the picture of Figure 4."""
    table: dict[str, dict[str, int]] = {}
    for usage in usages:
        theirs = table.setdefault(usage.participant, dict.fromkeys(CATEGORIES, 0))
        theirs[usage.category] += 1
    return table


def _row(title: str, group: Collection[str], usages: Collection[Usage]) -> tuple[Cell, ...]:
    chosen = [usage for usage in usages if usage.category in group]
    replaced, total = sum(u.count for u in chosen), sum(u.count for u in usages)
    pairs = len(chosen), share(len(chosen), len(usages))
    return title, len({u.name for u in chosen}), *pairs, replaced, share(replaced, total)


def _by_rule(entry: Entry, theirs: Iterable[Entry], participant: Participant | None) -> Usage:
    commoner = [other.name for other in theirs if other.count > entry.count]
    category = category_of(entry.name, _registered(participant), commoner)
    return Usage(entry.participant, entry.name, category, entry.count)


def _registered(participant: Participant | None) -> list[str]:
    """Give the registered names in their spoken order: "Poe, Mary Jane" is Mary Jane Poe."""
    names = participant.names if participant else ()
    return [re.sub(r"^([^,]+),\s*(\S.*)$", r"\2 \1", name).strip() for name in names]


def _kind_of_word(word: str, parts: Collection[str], commoner: Collection[str]) -> str:
    if word in parts:
        return "subset"
    if len(word) < 3 or not all(len(p) > 1 and p.isalpha() for p in word.split("-")):
        return "nickname"  # an initial, MJ, R-J, -RG-, ~*Mary*~
    if any(_is_short_form(word.casefold(), part.casefold()) for part in parts):
        return "nickname"
    near = any(_is_slip(word, part) for part in parts)
    near = near or any(_is_slip(word, name) for name in commoner if len(name) > 4)
    return "misspelt" if near else "nickname"


def _is_short_form(word: str, part: str) -> bool:
    """Tell whether a word is a part cut short: Rob of Robert, but not Rober."""
    cut = len(part) - len(word)
    return cut > (len(part) > 4) and (part.startswith(word) or part.endswith(word))


def _is_slip(word: str, part: str) -> bool:
    """Tell whether a word is a slip of the pen for a part: one edit, or two in a long word."""
    from rapidfuzz.distance import OSA

    limit = 1 if min(len(word), len(part)) < 6 else 2
    return OSA.distance(word.casefold(), part.casefold(), score_cutoff=limit) <= limit


def _usage(row: Lookup[str, str | None], place: str) -> Usage:
    category = (row.get("category") or "").strip().lower()
    category = ALIASES.get(category, category)
    if category not in CATEGORIES:
        raise InputError(f"{place}: column category must be one of {', '.join(CATEGORIES)}")
    participant, name, count = row.get("participant"), row.get("name"), row.get("count") or "0"
    if not participant or not name or not count.isdecimal():
        raise InputError(f"{place}: needs a participant, a name and a whole number as count")
    return Usage(participant, name, category, int(count))
