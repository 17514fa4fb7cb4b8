"""Chats as text: WhatsApp's export, Zoom's chat file, logs of IRC. A line opens a message.

    [15/03/2024, 10:11:12] Mary Poe: text         15.03.24, 10:11 - Mary Poe: text
    10:11:12 From Mary Poe to Everyone: text      2024-03-15 10:11 <mary> text
                                                  2024-03-15 10:11 * mary has quit

Lines without such a beginning go on with the message above. What a program says itself ("Mary Poe
added Tom") is a message of nobody; whoever is named in it is on the class list, and hidden. A
telephone may pack the file into a zip, with pictures beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from onym.disk.files import read_bytes, write_atomically
from onym.errors import InputError
from onym.formats import notices
from onym.formats.archives import Archive, Written, rewrite, zip_names
from onym.formats.corpus import Draft
from onym.formats.encoding import Encoding, decode, encode, legacy_note, mend, peek, unmend
from onym.formats.folders import other_files
from onym.formats.format import HEAD, Format
from onym.formats.mask import NOBODY, Mask
from onym.formats.notices import LONGEST, MARKS, NUMBER
from onym.formats.people import Person, name_key
from onym.formats.replies import Cells
from onym.model import Corpus, Policy, Replaced, Source

SUFFIXES = (".txt", ".log", "")
_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_CLOCK = r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:[ \u00a0\u202f]?[AaPp]\.?[ \u00a0]?[Mm]\.?)?"
_WHO = rf"[~\u202f\u00a0 {MARKS}]*(?P<name>[^:\n\"“”<>]{{1,60}}?)"
_HEADS = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        rf"^[{MARKS}]*(?P<open>\[)?(?P<time>{_DATE},?[ \u202f]{_CLOCK})(?(open)\]| -)"
        rf"[ \u00a0](?:{_WHO}:(?: |(?=\r?$)))?",
        rf"^(?P<time>\d\d:\d\d:\d\d)[ \t]+From +{_WHO}(?: +to +(?P<to>[^:\n]{{1,99}}?))? ?:[ \t]*",
        rf"^\[?(?P<time>(?:{_DATE}[T ])?\d\d:\d\d(?::\d\d)?)\]?[ \t]"
        rf"(?:<[ @+%&~]?(?P<name>[^>\s]{{1,40}})> |(?:\*{{1,3}}|-!-|-->|<--)[ \t]+"
        rf"(?:(?P<event>Joins|Parts|Quits):[ \t]+)?(?P<nick>[^\s<>*:]{{1,40}})(?=[ \t\r\n]))",
    )
)
"""Of WhatsApp, Zoom and IRC."""
_IRC = _HEADS[2]
_HOST = r"(?:[ \t]+[(\[](?P<host>[^()\[\]\n]{1,200})[)\]])?"
_NOTICE = re.compile(
    rf"{_HOST}[ \t]+(?:(?:has )?(?:joined|left|quit|parted)\b|was kicked\b|sets? mode"
    r"|(?:has )?changed? the topic|is now known as[ \t]+(?P<new>[^\s<>]{1,40}))",
    re.IGNORECASE,
)
_EVENT = re.compile(_HOST)
"""What a program says of somebody on IRC, and no action of theirs: "* mary has quit"."""
_EVERYBODY = frozenset(
    ("everyone", "all", "all panelists", "alle", "alla", "tous", "tout le monde")
)
_PACKED = "_chat.txt"
"""What the text is called in a zip; on some telephones it is called after the people in it."""
_FEW = 3
"""Messages from which on a file is taken for a chat."""


class Turn(NamedTuple):
    """A message: where in the file its writer's name and its text stand."""

    line: int
    time: str | None
    name: tuple[int, int] | None
    to: tuple[tuple[int, int], ...]
    """Where others are named: who gets the message, or of whom the program speaks."""
    text: tuple[int, int]


class Layout(NamedTuple):
    """The file's text, how it was encoded, and its messages."""

    text: str
    encoding: Encoding
    turns: list[Turn]
    member: str | None = None
    """Which member of a zip it is."""


def recognise(path: Path, head: bytes) -> bool:
    """Tell a chat by its first lines."""
    if member := _member(path, head):
        with Archive(path) as archive:
            head = archive.read(member)[:HEAD]
    elif path.is_dir() or path.suffix.lower() not in SUFFIXES or b"\0" in head[:64]:
        return False
    text = peek(head)
    pattern = _pattern(text)
    return pattern is not None and sum(1 for _ in pattern.finditer(text)) >= _FEW


def _member(path: Path, head: bytes) -> str | None:
    """The one text in a zip."""
    texts = [name for name in zip_names(path, head) if name.lower().endswith(".txt")]
    return texts[0] if len(texts) == 1 else None


def _pattern(text: str) -> re.Pattern[str] | None:
    """The way in which messages begin, if the text begins so."""
    start = len(text) - len(text.lstrip())
    return next((head for head in _HEADS if head.match(text, start)), None)


def read(path: Path, columns: Mapping[str, str] | None = None) -> Draft:
    """Read a chat; all of it is one conversation."""
    member, others = _member(path, read_bytes(path, HEAD)), 0
    if member is None:
        text, encoding = decode(read_bytes(path), path)
    else:
        with Archive(path) as archive:
            text, encoding = decode(archive.read(member), path)
            others = len(archive.names) - 1
    pattern = _pattern(text)
    if pattern is None:
        raise InputError(f"{path} is no chat: line 1 has no time and name; see onym formats")
    turns = list(_turns(text, pattern))
    names = [text[slice(*turn.name)] if turn.name else None for turn in turns]
    handles = [pattern is _IRC or NUMBER.fullmatch(name or "") is not None for name in names]
    cells: dict[str, Cells] = {
        "id": [str(number) for number in range(1, len(turns) + 1)],
        "thread": ["chat"] * len(turns),
        "author_name": [None if h else n for n, h in zip(names, handles, strict=True)],
        "author_login": [n if h else None for n, h in zip(names, handles, strict=True)],
        "time": [turn.time for turn in turns],
        "text": [mend(text[slice(*turn.text)], encoding) for turn in turns],
    }
    ours = {"author_name": "name", "time": "time", "text": "text"}
    source = Source(path, "chat", ours, Layout(text, encoding, turns, member))
    notes = [] if encoding.legacy == "none" else [legacy_note(encoding, [])]
    silent = _silent(text, turns, names)
    return Draft(
        *(cells, [turn.line for turn in turns], source, (*notes, *other_files(others)), silent)
    )


def _silent(text: str, turns: list[Turn], writers: Cells) -> list[Person]:
    """Whom the chat itself tells of, or somebody writes to, and who writes nothing."""
    named: list[str] = []
    for turn, writer in zip(turns, writers, strict=True):
        said = text[slice(*turn.text)]
        if writer is None or said[:1] in tuple(MARKS):
            named += notices.names(said)
        for span in turn.to if turn.name else ():
            named += _recipients(text[slice(*span)])
        named += notices.card(said)
    known = {name_key(writer) for writer in writers if writer}
    silent = [notices.person(name) for name in dict.fromkeys(named) if name_key(name) not in known]
    came = sorted(notices.comers(text) - known) if known else []
    return [*silent, *(Person(handles=[name]) for name in came)]


def _turns(text: str, pattern: re.Pattern[str]) -> Iterator[Turn]:
    heads = list(pattern.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    line, counted = 1, 0
    for head, end in zip(heads, ends, strict=True):
        line += text.count("\n", counted, head.start())
        counted = head.start()
        start, name = head.end(), head["name"] if head["name"] else None
        if name and len(name.split()) > LONGEST:
            start, name = head.start("name"), None
        stop = start + len(text[start:end].rstrip("\r\n"))
        who = head.span("name") if name else None
        others = ["to"] if "to" in pattern.groupindex and head["to"] else []
        to = tuple(map(head.span, others))
        if pattern is _IRC and head["nick"]:
            told = _EVENT if head["event"] else _NOTICE
            if notice := told.match(text, start, stop):
                named = [notice.span(group) for group, value in notice.groupdict().items() if value]
                to, start = (head.span("nick"), *named), notice.end()
            else:
                who = head.span("nick")  # "* mary waves"
        yield Turn(line, head["time"], who, to, (start, stop))


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the chat with pseudonyms before the messages and in them."""
    layout: Layout = corpus.source.layout
    mask = Mask(corpus, replaced, policy)
    old, new = corpus.messages["text"], replaced.messages["text"]
    parts: list[str] = []
    at = 0
    for turn, was, now, author in zip(
        layout.turns, old, new, replaced.messages["author"], strict=True
    ):
        changes = [(turn.text, now)] if now != was else []
        # a number for an id is in no file: what stands there is a name, whatever it is called
        if turn.name and not mask.idle:
            changes.append((turn.name, author or NOBODY))
        for span in turn.to if not mask.idle else ():
            if people := _recipients(layout.text[slice(*span)]):
                changes.append((span, ", ".join(map(mask.name, people))))
        for (start, end), value in sorted(changes):
            parts += (layout.text[at:start], _put(value, layout.text[start:end], layout, turn))
            at = end
    data = encode("".join([*parts, layout.text[at:]]), layout.encoding)
    if layout.member is None or corpus.source.path is None:
        write_atomically(path, data)
        return

    def change(name: str, read: object) -> Written | None:
        if name == layout.member:
            return Written(_PACKED, data)
        return Written(name) if policy.unknown == "keep" else None

    rewrite(corpus.source.path, path, change)


def _put(value: str, raw: str, layout: Layout, turn: Turn) -> str:
    try:
        return unmend(value, raw, layout.encoding)
    except InputError as error:
        raise InputError(f"line {turn.line}: {error}") from None


def _recipients(value: str) -> list[str]:
    """Whom a message went to; everybody is nobody."""
    people = [each.partition("(")[0].strip() for each in value.split(",")]
    return [] if people[0].casefold() in _EVERYBODY else people


FORMAT = Format(
    recognise,
    read,
    write,
    "chat (WhatsApp, Zoom, IRC)",
    "a text file, or a zip with one: writers, times, notices; messages may have several lines",
)
