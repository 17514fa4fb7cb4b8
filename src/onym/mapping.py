"""The mapping file: which participant goes by which name, for a person to read and edit.

The format is that of Farrow et al. (section 4.3, Figure 3), `U12 | Arthur [2] | Arhtur [1]`, and
what we add stands on lines of its own without any `|`, which the paper's scripts pass over:

    # Onym mapping 1                      a comment
    case: exact                           names only as written; without it in any case
    U12 | Arthur [2] | Arhtur [1]         a participant and names, with counts or without
    keep: Arthur C. Clarke; Jane Goodall  names to leave alone
    reject: html; Cheers                  never names
    hide: Kit                             names whose owner is not known
    glued: thanksMary -> thanks [U43]     a glued word and what it becomes
    message 12: Robert #2 -> U04          who the second Robert of message 12 is (keep: nobody)

A backslash before one of | ; # : - > [ ] \\ takes its meaning away. A literal `|` is written \\x7c,
so that nothing that splits lines at `|` is misled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from pathlib import Path

from onym.disk.files import read_bytes, write_atomically
from onym.errors import MappingError
from onym.model import Entry, Mapping, Override
from onym.notation import (
    COUNT,
    NTH,
    escape,
    escape_id,
    escape_name,
    escape_word,
    plain,
    split,
    split_number,
    tidy,
)

VERSION = 1

HEADER = f"""\
# Onym mapping {VERSION}
# Each line is a participant and the names used for that person, the most frequent first.
# Delete what is wrong, add what is missing, move a name to another line; then run onym apply.
# A later run keeps your changes. Other lines you may write:
#   keep: Jane Goodall                   leave this name alone
#   reject: html; Cheers                 these are no names
#   hide: Kit                            a name, but nobody knows whose
#   glued: thanksMary -> thanks [U43]    two words run together
#   message 12: Robert -> U04            in message 12, Robert is U04 (or keep)
"""

LISTS = {"keep": "keep", "reject": "rejected", "hide": "hidden"}
"""The keyword of a line and the field of `Mapping` it fills."""

_STARTS = "case:, keep:, reject:, hide:, glued: or message ID:"
_KEYWORD = re.compile(r"(case|keep|reject|hide|glued|message\s+\S.*)", re.IGNORECASE | re.DOTALL)
_VERSION = re.compile(r"#\s*Onym mapping ([0-9]+)$")
_EXPLANATION = re.compile(r"# .+ [01]\.[0-9]{2}: ")
_WIDTH = 100


def load(path: str | Path) -> Mapping:
    """Read a mapping file."""
    return parse(read_text(path), Path(path).name)


def save(mapping: Mapping, path: str | Path) -> None:
    """Write a mapping file in one piece, for its owner's eyes only."""
    write_atomically(Path(path), format(mapping).encode(), mode=0o600)


def read_text(path: str | Path) -> str:
    """Read a mapping file as text."""
    data = read_bytes(Path(path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        name = Path(path).name
        raise MappingError(f"{name}, line {line}: not UTF-8; save the file as UTF-8") from None


def parse(text: str, where: str = "mapping") -> Mapping:
    """Understand the text of a mapping file; `where` names it in errors."""
    draft = _Draft()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        try:
            draft.take(line.strip())
        except ValueError as error:
            raise MappingError(f"{where}, line {number}: {error}") from None
    return draft.mapping()


def format(mapping: Mapping, comments: Lookup[str, Iterable[str]] | None = None) -> str:
    """Write a mapping as text: names by frequency, then length, then alphabet.

    A person's comments, as `comments` finds them, go before the lines they belong to.
    """
    todo = {anchor: list(lines) for anchor, lines in (comments or {}).items()}
    parts = [HEADER]
    for block in (_case_lines(mapping), _name_lines(mapping), _other_lines(mapping)):
        lines = []
        for anchor, line in block:
            lines += [*todo.pop(anchor, []), line]
        parts += ["\n".join(lines) + "\n"] if lines else []
    left = [line for lines in todo.values() for line in lines]
    parts += ["\n".join(left) + "\n"] if left else []
    return "\n".join(parts)


def comments(text: str) -> dict[str, list[str]]:
    """Find the comments a person wrote, by the line each stands before ("" for the end)."""
    found: dict[str, list[str]] = {}
    waiting: list[str] = []
    ours = False
    for line in map(str.strip, text.removeprefix("\ufeff").split("\n")):
        ours = bool(_VERSION.match(line)) or (ours and line.startswith("#"))
        if line.startswith("#"):
            if not ours and not _EXPLANATION.match(line):
                waiting.append(line)
        elif line and waiting:
            found.setdefault(_anchor(line), []).extend(waiting)
            waiting = []
    return {**found, "": waiting} if waiting else found


def homonyms(mapping: Mapping) -> dict[str, tuple[str, ...]]:
    """Give the names that several people go by, each with those people."""
    owners: dict[str, dict[str, str]] = {}
    for entry in mapping.entries:
        if entry.decision != "rejected":
            key = entry.name if mapping.case == "exact" else entry.name.casefold()
            owners.setdefault(key, {}).setdefault(entry.participant, entry.name)
    shared = (people for people in owners.values() if len(people) > 1)
    return {next(iter(people.values())): tuple(people) for people in shared}


def doubles(pseudonyms: Lookup[str, str]) -> dict[str, tuple[str, ...]]:
    """Give the pseudonyms that several people bear, each with those people."""
    bearers: dict[str, list[str]] = {}
    for participant, pseudonym in pseudonyms.items():
        bearers.setdefault(pseudonym.casefold(), []).append(participant)
    shared = (people for people in bearers.values() if len(people) > 1)
    return {pseudonyms[people[0]]: tuple(people) for people in shared}


def changed_names(before: Mapping, after: Mapping) -> set[str]:
    """Give the names of which two mappings say different things."""
    pairs = [{(e.participant, e.name) for e in each.entries} for each in (before, after)]
    names = {name for _, name in pairs[0] ^ pairs[1]}
    for field in ("keep", "rejected", "hidden"):
        names |= set(getattr(before, field)) ^ set(getattr(after, field))
    for field in ("composites", "labels", "shown"):
        said = [set(getattr(each, field).items()) for each in (before, after)]
        names |= {word for word, _ in said[0] ^ said[1]}
    return names


class _Draft:
    """A mapping while its lines are read."""

    def __init__(self) -> None:
        self.names: dict[tuple[str, str], int] = {}
        self.lists: dict[str, dict[str, None]] = {field: {} for field in LISTS.values()}
        self.composites: dict[str, str] = {}
        self.overrides: dict[tuple[str, str, int | None], Override] = {}
        self.exact = False

    def take(self, line: str) -> None:
        """Take in one line; a ValueError says what is wrong with it."""
        if not line or line.startswith("#"):
            _refuse_newer(line)
            return
        keyword = _keyword(line)
        if keyword is None:
            self._take_names(split(line, "|"))
        elif len(split(line, "|")) > 1:
            raise ValueError(r"a | may stand only between names; write \| for the character")
        else:
            self._take_extension(*keyword)

    def _take_names(self, pieces: list[str]) -> None:
        if len(pieces) == 1:
            raise ValueError("neither 'participant | name' nor a line that starts with " + _STARTS)
        participant = plain(pieces[0])
        if not participant:
            raise ValueError("no participant before the first |")
        for piece in pieces[1:]:
            rest, count = split_number(piece.strip(), COUNT)
            if name := tidy(plain(rest)):
                key = participant, name
                self.names[key] = max(count or 0, self.names.get(key, 0))

    def _take_extension(self, head: str, value: str) -> None:
        kind = head.split()[0].lower()
        if kind == "case":
            self._take_case(value.strip().lower())
        elif kind == "glued":
            self._take_glued(value)
        elif kind == "message":
            self._take_override(plain(head[len("message") :]), value)
        else:
            names = (tidy(plain(name)) for name in split(value, ";"))
            self.lists[LISTS[kind]].update((name, None) for name in names if name)

    def _take_case(self, value: str) -> None:
        if value not in ("exact", "smart"):
            raise ValueError("case is either exact or smart")
        self.exact = value == "exact"

    def _take_glued(self, value: str) -> None:
        word, replacement = (tidy(plain(side)) for side in _sides(value))
        if not word:
            raise ValueError("no word before the ->")
        self.composites[word] = replacement

    def _take_override(self, message: str, value: str) -> None:
        left, right = _sides(value)
        rest, nth = split_number(left.strip(), NTH)
        name = tidy(plain(rest))
        if not name or not right.strip() or nth == 0:
            raise ValueError("write 'message ID: name -> participant', or 'name #2 -> participant'")
        who = None if right.strip().lower() == "keep" else plain(right)
        self.overrides[message, name, nth] = Override(message, name, who, nth)

    def mapping(self) -> Mapping:
        """Give what was read."""
        return Mapping(
            entries=tuple(Entry(*key, count) for key, count in self.names.items()),
            keep=tuple(self.lists["keep"]),
            rejected=tuple(self.lists["rejected"]),
            hidden=tuple(self.lists["hidden"]),
            composites=self.composites,
            overrides=tuple(self.overrides.values()),
            case="exact" if self.exact else "smart",
        )


def _refuse_newer(line: str) -> None:
    version = _VERSION.match(line)
    if version and int(version[1]) > VERSION:
        raise ValueError("the file was written by a newer Onym; please update Onym")


def _keyword(line: str) -> tuple[str, str] | None:
    """Split an extension line at its colon; None for a line of names."""
    head, *value = split(line, ":", 1)
    head = head.strip()
    if not value or len(split(head, "|")) > 1 or not _KEYWORD.fullmatch(head):
        return None
    return head, value[0]


def _anchor(line: str) -> str:
    """What a comment before this line is attached to: the participant or the keyword."""
    keyword = _keyword(line)
    return plain(split(line, "|")[0]) if keyword is None else keyword[0].lower() + ":"


def _sides(value: str) -> list[str]:
    sides = split(value, "->", 1)
    if len(sides) == 1:
        raise ValueError("no -> in it")
    return sides


def _case_lines(mapping: Mapping) -> Iterator[tuple[str, str]]:
    if mapping.case == "exact":
        yield "case:", "case: exact"


def _name_lines(mapping: Mapping) -> Iterator[tuple[str, str]]:
    people: dict[str, dict[str, Entry]] = {}
    for entry in sorted(mapping.entries, key=_rank):
        if tidy(entry.name) and entry.decision != "rejected":
            people.setdefault(entry.participant, {}).setdefault(tidy(entry.name), entry)
    for participant in sorted(people, key=_natural):
        entries = people[participant].values()
        yield participant, " | ".join([_written_owner(participant), *map(_written_entry, entries)])
        for entry in entries:
            if entry.reasons:
                yield "\n", _explanation(entry)


def _rank(entry: Entry) -> tuple[int, int, str]:
    name = tidy(entry.name)
    return -entry.count, -len(name), name


def _natural(participant: str) -> list[tuple[int, int, str]]:
    """Sort U2 before U10."""
    parts = re.findall(r"[0-9]+|[^0-9]+", participant)
    return [(0, int(part), part) if part.isdecimal() else (1, 0, part) for part in parts]


def _written_owner(participant: str) -> str:
    head, colon, _ = participant.partition(":")
    misread = colon and _KEYWORD.fullmatch(head.strip())
    written = escape_id(participant, ":" if misread else "")
    return "\\" + written if written.startswith("#") else written


def _written_entry(entry: Entry) -> str:
    written = escape_name(entry.name, COUNT)
    return f"{written} [{entry.count}]" if entry.count else written


def _explanation(entry: Entry) -> str:
    who, name = escape_id(entry.participant), escape(tidy(entry.name))
    return f"# {who} {name} {entry.score:.2f}: {escape(tidy('; '.join(entry.reasons)))}"


def _other_lines(mapping: Mapping) -> Iterator[tuple[str, str]]:
    for keyword, field in LISTS.items():
        names = dict.fromkeys(tidy(name) for name in getattr(mapping, field))
        for line in _wrapped(keyword, [escape(name, ";") for name in names if name]):
            yield keyword + ":", line
    for word, replacement in mapping.composites.items():
        left = escape(tidy(word)).replace("->", r"\->")
        yield "glued:", f"glued: {left} -> {escape(tidy(replacement))}".rstrip()
    for override in mapping.overrides:
        if override.label or override.replacement:
            continue  # said in the review, and kept in the log alone
        head = f"message {escape_id(override.message, ':')}:"
        yield head.lower(), f"{head} {_written_override(override)}"


def _written_override(override: Override) -> str:
    name = escape_name(override.name, NTH).replace("->", r"\->")
    nth = f" #{override.nth}" if override.nth else ""
    if override.participant is None:
        return f"{name}{nth} -> keep"
    who = escape_id(override.participant)
    return f"{name}{nth} -> {escape_word(who) if who.lower() == 'keep' else who}"


def _wrapped(keyword: str, names: list[str]) -> Iterator[str]:
    """Set names behind a keyword, on as many lines as they need."""
    line = ""
    for name in names:
        if line and len(line) + len(name) + 2 > _WIDTH:
            yield line
            line = ""
        line = f"{line}; {name}" if line else f"{keyword}: {name}"
    if line:
        yield line
