"""Mail messages in files of their own: one .eml file, or a folder of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from onym.disk.files import read_bytes, write_atomically
from onym.errors import InputError
from onym.formats.corpus import Draft
from onym.formats.edits import edit
from onym.formats.folders import copies, list_files, number_names, other_files, write_folder
from onym.formats.format import Format
from onym.formats.letters import Reader, changes
from onym.formats.mail import Message, mask_letter, read_letter
from onym.formats.mask import Mask
from onym.model import Corpus, Policy, Replaced

SUFFIX = ".eml"
_FIELD = re.compile(rb"[!-9;-~]+[ \t]*:|From ")
_MARK = b"\xef\xbb\xbf"


def recognise(path: Path, head: bytes) -> bool:
    """Tell by the name of the file, or of files in the folder."""
    if path.is_dir():
        return any(each.suffix.lower() == SUFFIX for each in list_files(path))
    return path.suffix.lower() == SUFFIX


def read(path: Path, columns: Mapping[str, str] | None = None) -> Draft:
    """Read a message, or all those in a folder."""
    reader = Reader()
    mails, others = _files(path)
    for mail in mails:
        reader.take(read_letter(open_message(path / mail)))
    return reader.draft(path, "eml", mails, tuple(other_files(len(others))))


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the message, or a folder of them with names that tell nothing."""
    source = corpus.source.path
    if source is None:
        raise InputError("the messages came from no file; there is nothing to write back")
    mails, others = _files(source)
    if mails != corpus.source.layout:
        raise InputError(f"{source} has changed since it was read; run onym again")
    mask = Mask(corpus, replaced, policy)
    written = _written(corpus, replaced, mask, [source / mail for mail in mails])
    if not source.is_dir():
        write_atomically(path, next(written))
        return
    names = mails if mask.idle else number_names(mails)
    kept = copies(source, [] if mask.drops(None) else others)
    write_folder(path, chain(zip(names, written, strict=True), kept))


def _files(path: Path) -> tuple[list[Path], list[Path]]:
    """List the messages, and what else lies beside them."""
    if not path.is_dir():
        return [Path()], []
    files = list_files(path)
    mails = [each for each in files if each.suffix.lower() == SUFFIX]
    return mails, [each for each in files if each.suffix.lower() != SUFFIX]


def _written(corpus: Corpus, replaced: Replaced, mask: Mask, paths: list[Path]) -> Iterator[bytes]:
    for path, change in zip(paths, changes(corpus, replaced, mask), strict=True):
        message = open_message(path)
        yield edit(message.data, mask_letter(message, change, mask))


def open_message(path: Path) -> Message:
    """Give the message that a file holds."""
    data = read_bytes(path)
    start = len(_MARK) if data.startswith(_MARK) else 0
    start = len(data) - len(data[start:].lstrip(b"\r\n"))
    if not _FIELD.match(data, start):
        raise InputError(f"{path} does not begin with a mail header; is it a mail message?")
    return Message(data, start, len(data), str(path))


FORMAT = Format(
    recognise,
    read,
    write,
    "mail messages (.eml)",
    "one file or a folder: senders and recipients, threads, subjects; plain and HTML texts",
)
