"""The forms a registered name can take: its parts, subsets, initials and what a handle tells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from onym.language import CODES, NameInfo, given_names, is_place, merge, surnames
from onym.text.text import fold

PARTICLES = frozenset(p for p in merge("particles", CODES) if len(p) > 1)
TITLES = frozenset(
    title
    for title in (t.rstrip(".") for t in merge("titles", CODES) + merge("suffixes", CODES))
    if len(title) > 1
)
GIVEN_TOO = frozenset(
    word
    for word in PARTICLES | TITLES
    if (info := given_names().get(word)) and len(info.cultures) > 4 and (info.weight or 0) > 3
)
"""Particles and titles that are common given names as well: Ben Quill, Dean Quill, Van Quill."""
FAMILY_FIRST = frozenset({"hu", "ja", "ko", "vi", "zh"})
"""Languages whose speakers put the family name first."""
WORD = re.compile(r"[^\W\d_]+(?:[?'’`-][^\W\d_]+)*\.?")
ADDRESS = re.compile(
    r"(?<![\w.+-])([\w.+-]+)(?:@\s*|\s+@\s+|\s*(?:\s(?:at|AT)\s|[<(\[]at[>)\]])\s*)"
    r"[\w-]+(?:\.[\w-]+)+"
)
CAMEL = re.compile(r"[A-ZÀ-Þ]?[a-zß-ÿ]+|[A-ZÀ-Þ]+(?![a-zß-ÿ])")
ASIDE = re.compile(r"\s[-–—|/]+\s|;\s")
UNIT = re.compile(r"(?:\s+[A-Z]{2,}\b){2,}\s*$")
"""Abbreviations behind a name."""


@dataclass(frozen=True, slots=True)
class Registered:
    """A registered name taken apart; words as written, in reading order."""

    given: tuple[str, ...]
    family: tuple[str, ...]
    initials: tuple[str, ...] = ()
    """Parts of which only the first letter is registered: "A. R. Ramsden"."""

    @property
    def words(self) -> tuple[str, ...]:
        """Every full word of the name."""
        return self.given + self.family


def parse_name(raw: str) -> Registered:
    """Take "Mary Jane Poe", "Poe, Mary Jane", "POE, M. J." or "mary_poe" apart.

    Where somebody works is left out: "Mary Poe | Botany", "Frobnix - Mary Poe",
    "Poe, Mary CIV NAVY (US)".
    """
    text = re.sub(r"[<(\[\"].*?[>)\]\"]", " ", raw)
    if not text.strip():
        text = raw.strip('<>()[]" ')
    text = ADDRESS.sub(" ", text).replace("_", " ")
    last, comma, first = personal_part(text).partition(",")
    if comma and (unit := UNIT.search(first)) and not first[: unit.start()].isupper():
        first = first[: unit.start()]
    if comma and not set(fold(first).replace(".", "").split()) <= TITLES:
        family, given = words_of(last), words_of(first)
        while len(given) > 1 and fold(given[-1]) in PARTICLES:
            family.insert(0, given.pop())
    else:
        given, family = split_family(words_of(last))
    initials = tuple(word.rstrip(".") for word in given if is_initial(word))
    return Registered(
        tuple(word for word in given if not is_initial(word)),
        tuple(word for word in family if not is_initial(word)),
        initials + tuple(word.rstrip(".") for word in family if is_initial(word)),
    )


def personal_part(text: str) -> str:
    """The side of a dash or bar that alone has known names, else a first one of several words.

    What stands on the other is a house or a remark: "Frobnix - Mary Poe", "Mary - Editor".
    """
    sides = ASIDE.split(text)
    named = [side for side in sides if has_name(side, family=True)] if sides[1:] else []
    if len(named) == 1 and has_name(named[0]):
        return named[0]
    return sides[0] if len(words_of(sides[0])) > 1 else text


def has_name(text: str, family: bool = False) -> bool:
    """Whether a common given name is among some words, or any family name if that will do."""
    words = [piece for word in words_of(text) for piece in (word, *word.split("-"))]
    given = any((info := given_names().get(word)) and info.weight is not None for word in words)
    return given or (family and any(word in surnames() for word in words))


def words_of(text: str) -> list[str]:
    """The words of a name without titles; all-capital and all-small words are capitalised."""
    listed = WORD.findall(text)
    found = [
        word
        for at, word in enumerate(listed)
        if fold(word.rstrip(".")) not in TITLES or (not at and opens_name(listed))
    ]
    return [tidy(word if len(word) == 2 else word.rstrip(".")) for word in found]


def opens_name(words: list[str]) -> bool:
    """Whether the first of some words is a given name, though it may be a title or a particle."""
    return words[0][0].isupper() and fold(words[0]) in GIVEN_TOO


def names_organisation(words: Sequence[str], organisations: frozenset[str]) -> bool:
    """Whether words name an organisation; a given name before Webb, Lane or Park makes a person."""
    odd = [word for word in words if word.casefold() in organisations]
    if not odd:
        return False
    known = [given_names().get(piece) for piece in words[0].split("-")]
    common = max((info.weight or 0 if info else -1) for info in known)
    if None in known or common < (3 if len(known) == 1 else 0) or is_place(words[0].casefold()):
        return True
    last = surnames().get(words[-1])
    return len(words) > 1 and (
        odd != [words[-1]] or last is None or (last.weight or 0) < 2 or len(words) > 3
    )


def tidy(word: str) -> str:
    """Write a shouted or whispered name as a name: POE and poe become Poe."""
    if len(word) > 2 and (word.isupper() or word.islower()) and fold(word) not in PARTICLES:
        return "-".join(piece.capitalize() for piece in word.split("-"))
    return word


def split_family(words: list[str]) -> tuple[list[str], list[str]]:
    """Given and family words of a name in reading order; particles belong to the family."""
    if len(words) < 2:
        return words, []
    if fold(words[0]) in PARTICLES and not opens_name(words):
        return [], words
    if is_family_first(words):
        return words[1:], words[:1]
    at = len(words) - 1
    while at > 1 and fold(words[at - 1]) in PARTICLES:
        at -= 1
    return words[:at], words[at:]


def is_family_first(words: list[str]) -> bool:
    """Whether the family name stands first, as in Kovács Péter and Lin Xiaoming.

    The first word is rather a family name and the last a given one where people write so.
    """
    if words[0] not in surnames() or words[-1] not in given_names():
        return False
    first, last = surnames().get(words[0]), given_names().get(words[-1])
    if first is None or last is None or not languages_of(first) & languages_of(last) & FAMILY_FIRST:
        return False
    return common(first) > max(
        common(given_names().get(words[0])), common(surnames().get(words[-1]))
    )


def languages_of(name: NameInfo) -> set[str]:
    """The languages of the cultures that have a name."""
    return {culture.partition("_")[0] for culture in name.cultures}


def common(name: NameInfo | None) -> int:
    """How common a name is; below nothing if it is none."""
    if name is None:
        return -1
    return 1 if name.weight is None else name.weight


def is_initial(word: str) -> bool:
    """Whether a word is a single letter, with or without its dot."""
    return len(word.rstrip(".")) == 1


def subsets(name: Registered) -> list[str]:
    """Every subset of a name's parts in order: first, last, first last, ... (seed 000, 4.2)."""
    parts = [*name.given, " ".join(name.family)] if name.family else [*name.given]
    if len(parts) > 6:
        parts = [*parts[:5], parts[-1]]
    found = [
        " ".join(chosen)
        for size in range(len(parts), 0, -1)
        for chosen in combinations(parts, size)
    ]
    return list(dict.fromkeys(part for part in found if part))


def initials_of(name: Registered) -> frozenset[str]:
    """What the name shrinks to, folded: Mary Jane Poe gives mjp, mj, mp."""
    given = "".join(part[0] for word in name.given for part in word.split("-") if part)
    family = "".join(word[0] for word in name.family if fold(word) not in PARTICLES)
    letters = "".join(name.initials)
    known = {given + family, given[:1] + family, given, letters, letters + family}
    known |= {given + letters, given + letters + family}
    return frozenset(fold(form) for form in known if len(form) >= 2)


def handle_words(handle: str) -> tuple[str, ...]:
    """The words that a user name or address spells out: mary.poe@x.org gives mary, poe."""
    local = ADDRESS.match(handle)
    stem = local.group(1) if local else handle
    pieces = [piece for part in re.split(r"[^\w]|_|\d", stem) for piece in CAMEL.findall(part)]
    return tuple(dict.fromkeys(fold(piece) for piece in pieces if len(piece) > 2))


def handle_fits(handle: str, words: tuple[str, ...]) -> bool:
    """Whether a handle may be built from a name: jpoe, poej, maryp, poe42 for Mary Jane Poe."""
    local = ADDRESS.match(handle)
    stem = re.sub(r"[^a-z]", "", fold(local.group(1) if local else handle))
    names = [re.sub(r"[^a-z]", "", fold(word)) for word in words]
    names = [name for name in names if len(name) > 1]
    if len(stem) < 3 or not names:
        return False
    first, last = names[0], names[-1]
    inits = "".join(name[0] for name in names)
    made = {first + last, last + first, inits[:-1] + last, last + inits[:-1], first + last[0]}
    made |= {first[0] + last, last + first[0], first, last, inits}
    made |= {name[0] + last for name in names[:-1]} | {last + name[0] for name in names[:-1]}
    if any(stem == form for form in made if len(form) > 2):
        return True
    return any(
        len(stem) >= 4 and (form.startswith(stem) or (len(form) >= 4 and stem.startswith(form)))
        for form in made
    )
