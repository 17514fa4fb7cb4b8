"""Any XML corpus, by the paths of what stands where (seed 004, 4.3): identifiers and bodies.

    text=//message/body, author=//message/@from

The identifiers that stand before the messages are replaced first, then names inside the bodies;
everything else stays byte for byte, but for names in other texts and attributes. TEI needs no
paths: its utterances, posts and speeches are known, and its list of persons is a roster.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from onym.disk.files import read_bytes
from onym.errors import InputError
from onym.formats.corpus import Draft
from onym.formats.encoding import peek
from onym.formats.folders import list_files, other_files
from onym.formats.markup import outermost
from onym.formats.people import Person
from onym.formats.pile import Aside
from onym.formats.replies import Cells
from onym.formats.xml_paths import parse_path
from onym.formats.xml_scan import Found, Scan, scan
from onym.model import Source

SUFFIX = ".xml"

TEI = {
    "text": "//u|//post|//sp/p|//sp/l|//sp/ab",
    "id": "//u/@xml:id|//post/@xml:id",
    "author": "//u/@who|//post/@who|//sp/@who",
    "author_name": "//sp/speaker",
    "parent": "//post/@replyTo",
    "time": "//post/@when|//post/@when-iso",
    "thread": "//div[@type='thread']/@xml:id",
    "person": "//person/@xml:id",
    "person_name": "//person//persName|//person/name",
    "person_email": "//person//email",
}
"""Where the Text Encoding Initiative has what; `person` lists who takes part."""

COLUMNS = (
    *("id", "parent", "thread", "session", "time", "text", "subject"),
    *("author", "author_name", "author_email", "author_login", "parent_author"),
    *("person", "person_name", "person_email"),
)
"""What can be said where it stands."""

_ROLES = {
    **{"text": "text", "subject": "text", "time": "time"},
    **dict.fromkeys(("id", "parent", "thread", "session"), "code"),
    **dict.fromkeys(("author_name", "person_name"), "name"),
    **dict.fromkeys(("author_email", "person_email"), "email"),
    "author_login": "handle",
}
_POINTERS = ("author", "parent", "parent_author", "person", "id")


class Layout(NamedTuple):
    """What was found in each file, and which text is which message or aside."""

    scans: tuple[Scan, ...]
    names: tuple[Path, ...]
    rows: dict[tuple[int, int], tuple[str, int]]
    """Of file and place in its list of finds: the column and row of `Corpus.messages`."""
    asides: dict[str, str]
    """Text to the id of its aside."""
    people: dict[str, int]
    """How an author is written to a row of theirs."""


def recognise(path: Path, head: bytes) -> bool:
    """Tell XML by how it begins, or a folder by the files in it."""
    if path.is_dir():
        return any(each.suffix.lower() == SUFFIX for each in list_files(path))
    start = peek(head)
    if path.suffix.lower() == SUFFIX:
        return start.startswith("<")
    return start.startswith("<?xml") or _root(start) in ("TEI", "teiCorpus")


def read(path: Path, columns: Mapping[str, str] | None = None) -> Draft:
    """Read the messages of an XML file, or of all those in a folder."""
    names, others = split_files(path)
    raws = [read_bytes(path / name) for name in names]
    said = _said(columns or {}, raws, path)
    paths = {name: parse_path(said[name]) for name in said}
    scans = [scan(raw, path / name, paths) for raw, name in zip(raws, names, strict=True)]
    draft = _draft(path, said, scans, names)
    return replace(draft, notes=(*draft.notes, *other_files(len(others))))


def split_files(path: Path) -> tuple[list[Path], list[Path]]:
    """List the XML files of a folder, and what else lies beside them."""
    if not path.is_dir():
        return [Path()], []
    files = list_files(path)
    return [f for f in files if f.suffix.lower() == SUFFIX], [
        f for f in files if f.suffix.lower() != SUFFIX
    ]


def find_nearest(messages: Sequence[Found], values: Sequence[Found]) -> list[Found | None]:
    """Give each message the value that belongs to it: the one that shares most elements with it.

    Of two, the one before it: a speaker stands before what is said. Where most messages have
    theirs inside one element, a message without one gets none of another's.
    """
    values = sorted(values, key=lambda found: found.order)
    orders = [found.order for found in values]
    chosen: list[tuple[Found | None, int]] = []
    for message in messages:
        place = bisect_right(orders, message.order)
        around = values[max(place - 1, 0) : place + 1]
        near = [(_shared(message, value), -abs(i), value) for i, value in enumerate(around)]
        best = max(near, key=lambda each: each[:2], default=None)
        distance = len(message.place) - best[0] if best else 0
        chosen.append((best[2] if best else None, distance))
    usual = Counter(distance for found, distance in chosen if found).most_common(1)
    limit = usual[0][0] if usual else 0
    return [found if distance <= limit else None for found, distance in chosen]


def bare(value: str) -> str:
    """Give an id without the sign that makes a pointer of it: #MP is MP."""
    value = " ".join(value.split())
    return value.removeprefix("#") if " " not in value else value.replace("#", "")


def _value(name: str, found: Found) -> str:
    return bare(found.value) if name in _POINTERS else found.value.strip()


def _shared(one: Found, other: Found) -> int:
    count = 0
    for a, b in zip(one.place, other.place, strict=False):
        if a != b:
            break
        count += 1
    return count


def _root(start: str) -> str:
    return outermost(start).rpartition(":")[2]


def _said(columns: Mapping[str, str], raws: Sequence[bytes], path: Path) -> dict[str, str]:
    """Say where to look: as the user says, and for TEI what the user leaves open."""
    known = {}
    if all(_root(peek(raw[:65536])) in ("TEI", "teiCorpus") for raw in raws):
        known = TEI
    for name in columns:
        if name not in COLUMNS:
            raise InputError(f"there is no column {name}; use: {', '.join(COLUMNS)}")
    said = {**known, **columns}
    if not said.get("text"):
        raise InputError(
            f"{path}: say where the messages and their authors stand, such as "
            "--columns text=//message/body,author=//message/@from"
        )
    return {name: path for name, path in said.items() if path}


def _draft(
    path: Path, columns: Mapping[str, str], scans: Sequence[Scan], names: Sequence[Path]
) -> Draft:
    cells: dict[str, Cells] = {}
    rows: dict[tuple[int, int], tuple[str, int]] = {}
    people: list[Person] = []
    first = 0
    for file, each in enumerate(scans):
        messages = [found for found in each.found if found.column == "text"]
        for name in {found.column for found in each.found} - {"text"}:
            values = [found for found in each.found if found.column == name]
            near = find_nearest(messages, values)
            column = cells.setdefault(name, [])
            column += [None] * (first - len(column))
            own = f"{file + 1}:" if len(scans) > 1 and name in ("id", "parent", "thread") else ""
            column += [own + _value(name, found) if found else None for found in near]
            if name == "subject":
                rows |= _subject_rows(each, file, near, first)
        cells.setdefault("text", []).extend(found.value for found in messages)
        places = [at for at, found in enumerate(each.found) if found.column == "text"]
        rows |= {(file, at): ("text", first + row) for row, at in enumerate(places)}
        people += _people(each)
        first += len(messages)
    if not first:
        raise InputError(f"{path} has nothing where the messages should be; check the paths")
    cells = {name: [*column, *[None] * (first - len(column))] for name, column in cells.items()}
    asides = _asides(scans, rows)
    people_rows = {value: row for row, value in enumerate(cells.get("author", [])) if value}
    layout = Layout(tuple(scans), tuple(names), rows, asides, people_rows)
    used = {found.column for each in scans for found in each.found}
    fields = {columns[name]: _ROLES.get(name, "person") for name in columns if name in used}
    said = {name: columns[name] for name in cells if not name.startswith("person")}
    messages_only = {name: cells[name] for name in said}
    if "id" not in messages_only:
        messages_only["id"] = [str(number) for number in range(1, first + 1)]
    source = Source(path, "xml", said, layout, fields)
    extra = [Aside(identity, text) for text, identity in asides.items()]
    return Draft(messages_only, range(1, first + 1), source, (), people, extra)


def _subject_rows(
    each: Scan, file: int, near: Sequence[Found | None], first: int
) -> dict[tuple[int, int], tuple[str, int]]:
    """Say which title is which message's subject; one above several messages is an aside."""
    counts = Counter(id(found) for found in near if found)
    places = {id(found): at for at, found in enumerate(each.found)}
    return {
        (file, places[id(found)]): ("subject", first + row)
        for row, found in enumerate(near)
        if found is not None and counts[id(found)] == 1
    }


def _people(each: Scan) -> list[Person]:
    """Read the persons that the file itself lists."""
    listed = [found for found in each.found if found.column == "person"]
    people = [Person(id=bare(found.value)) for found in listed]
    places = {id(found): place for place, found in enumerate(listed)}
    for column in ("person_name", "person_email"):
        told = [found for found in each.found if found.column == column]
        for found, owner in zip(told, find_nearest(told, listed), strict=True):
            if owner is not None:
                person = people[places[id(owner)]]
                name = " ".join(found.value.split())
                (person.call if column == "person_name" else person.reach)(name)
    return people


def _asides(scans: Iterable[Scan], rows: Mapping[tuple[int, int], object]) -> dict[str, str]:
    """Number every other text of the files, each different one once."""
    texts: dict[str, str] = {}
    for file, each in enumerate(scans):
        for found in each.loose:
            texts.setdefault(found.value, f"other/{len(texts) + 1}")
        for at, found in enumerate(each.found):
            if found.column == "subject" and (file, at) not in rows:
                texts.setdefault(found.value, f"other/{len(texts) + 1}")
    return texts
