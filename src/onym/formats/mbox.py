"""mbox: mail messages one after the other in a file, each behind a line that begins with From.

A file is read and written message by message, so its size does not matter. A separator is told
from a sentence that begins with "From" by its date and by the header below it; a Content-Length
counts where it leads to the next separator, and not where it is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from onym.disk.files import writing
from onym.errors import InputError
from onym.formats.corpus import Draft
from onym.formats.edits import edit
from onym.formats.format import Format
from onym.formats.headers import read_addresses
from onym.formats.letters import Reader, changes
from onym.formats.mail import Message, mask_letter, read_letter
from onym.formats.mask import NOWHERE, Mask
from onym.formats.pile import Pile
from onym.model import Corpus, Policy, Replaced

BLOCK = 1 << 20
LARGEST = 256 << 20
"""No message may be longer."""
_LINE = 1024
"""How far the longest separator and the line below it reach."""

_DAY = rb"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_SEPARATOR = re.compile(
    rb"From [^\n]{1,300}?\b" + _DAY + rb"\b[^\n]{1,40}?\d\d?:\d\d[^\n]{1,40}?\d{4}[^\n]{0,99}\n"
    rb"(?=[!-9;-~]+[ \t]*:|>?From )"
)
_DATE = re.compile(
    _DAY + rb",? +(?:[A-Z][a-z]{2} +\d\d?|\d\d? +[A-Z][a-z]{2}) +\d\d?:\d\d(?::\d\d)?"
    rb"(?: +(?:[A-Z]{1,5}|[+-]\d{4}))* +\d{4}(?: +[+-]\d{4})?"
)
_BLANK = re.compile(rb"\n\r?\n")
_LENGTH = re.compile(rb"^Content-Length:[ \t]*(\d{1,12})[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)


class Layout(NamedTuple):
    """What the file was when it was read."""

    size: int
    messages: int


def recognise(path: Path, head: bytes) -> bool:
    """Tell an mbox file by its first separator."""
    return _SEPARATOR.match(head.lstrip(b"\r\n")) is not None


def read(path: Path, columns: Mapping[str, str] | None = None, pile: Pile | None = None) -> Draft:
    """Read a mailbox; what people wrote goes on the pile."""
    reader = Reader(pile)
    for message in split(path):
        reader.take(read_letter(message))
    return reader.draft(path, "mbox", Layout(path.stat().st_size, len(reader.ids)))


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the mailbox, message by message, from the file it was read from."""
    source, layout = corpus.source.path, corpus.source.layout
    if source is None or not source.exists() or source.stat().st_size != layout.size:
        raise _changed(source)
    mask = Mask(corpus, replaced, policy, in_order=True)
    rows = changes(corpus, replaced, mask)
    with writing(path) as file:
        for message in split(source):
            change = next(rows, None)
            if change is None:
                raise _changed(source)
            edits = mask_letter(message, change, mask)
            file.write(_mask_separator(message.data[: message.start], mask))
            file.write(edit(message.data, edits, message.start))


def _changed(source: Path | None) -> InputError:
    return InputError(f"{source} has changed since it was read; run onym again")


def split(path: Path) -> Iterator[Message]:
    """Give the messages of a mailbox, each with the separator before it."""
    for number, data in enumerate(_cut(path), 1):
        where = f"{path}, message {number}"
        begin = _SEPARATOR.match(data, len(data) - len(data.lstrip(b"\r\n")))
        if begin is None:
            raise InputError(f"{path} does not begin with a From line; is it an mbox file?")
        start, end = begin.end(), len(data)
        for blank in (b"\n\r\n", b"\n\n"):  # A blank line ends a message and is not in it.
            if data.endswith(blank) and end - len(blank) >= start:
                end -= len(blank) - 1
                break
        yield Message(data, start, end, where, True)


def _cut(path: Path) -> Iterator[bytes]:
    """Cut a file before each separator."""
    waiting, searched, number, ended = bytearray(), 1, 1, False
    with path.open("rb") as file:
        while not ended:
            block = file.read(BLOCK)
            ended = not block
            waiting += block
            while (stop := _find(waiting, searched, ended)) >= 0:
                claimed = _claim(waiting, stop)
                if not ended and claimed > len(waiting) - _LINE:
                    break
                if _ends_there(waiting, claimed):
                    searched = claimed
                    continue
                yield bytes(waiting[:stop])
                del waiting[:stop]
                searched, number = 1, number + 1
            else:
                searched = max(1, searched, len(waiting) - _LINE)
            if len(waiting) > LARGEST:
                raise InputError(
                    f"{path}, message {number} is longer than {LARGEST >> 20} MB; take it out"
                )
    yield bytes(waiting)


def _find(waiting: bytearray, searched: int, ended: bool) -> int:
    """Find the next separator that can be seen whole, or -1."""
    found = waiting.find(b"\nFrom ", searched - 1)
    while found >= 0 and (ended or found + _LINE < len(waiting)):
        if _SEPARATOR.match(waiting, found + 1):
            return found + 1
        found = waiting.find(b"\nFrom ", found + 1)
    return -1


def _claim(waiting: bytearray, stop: int) -> int:
    """Tell where the message ends by its own word, if that is behind the separator found."""
    header = _BLANK.search(waiting)
    if header is None or header.end() > stop:
        return -1
    said = _LENGTH.search(waiting, 0, header.end())
    end = header.end() + int(said[1]) if said else -1
    return end if stop < end <= LARGEST else -1


def _ends_there(waiting: bytearray, claimed: int) -> bool:
    if not 0 < claimed <= len(waiting):
        return False
    rest = bytes(waiting[claimed : claimed + _LINE]).lstrip(b"\r\n")
    return not rest or _SEPARATOR.match(rest) is not None


def _mask_separator(lines: bytes, mask: Mask) -> bytes:
    """Write the separator without the address in it."""
    if mask.idle:
        return lines
    rest = lines.lstrip(b"\r\n").removeprefix(b"From ")
    date = _DATE.search(rest)
    sender = read_addresses(rest[: date.start()].strip()) if date else []
    mail = mask.email(sender[0].mail) if sender and sender[0].mail else f"person@{NOWHERE}"
    if sender and sender[0].spaced:
        mail = mail.replace("@", " at ")
    day = date[0].decode("ascii") if date else "Thu Jan  1 00:00:00 1970"
    end = "\r\n" if rest.endswith(b"\r\n") else "\n"
    return f"From {mail}  {day}{end}".encode()


FORMAT = Format(
    recognise,
    read,
    write,
    "mailbox (mbox)",
    "senders and recipients, threads, subjects; plain and HTML texts",
    read,
)
