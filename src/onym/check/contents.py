"""What a file holds, as texts to search: unpacked, decoded, with its properties.

Archives are opened inside archives, down to a depth and within a budget of bytes; what was not
looked into is said, never passed over.
"""

from __future__ import annotations

import base64
import binascii
import bz2
import gzip
import io
import lzma
import re
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import IO, Any, NamedTuple

import polars as pl

from onym.check.disguises import unescape
from onym.disk.files import read_bytes
from onym.formats.frames import as_text

DEPTH = 4
BUDGET = 1 << 29
"""Bytes that are unpacked from one file."""
SLICE = 1 << 23
"""Bytes after which a text is cut, so that memory stays bounded and several can search."""
HEAD = 1 << 12
"""Bytes by which a file is known."""
BLOCK = 1 << 20
"""Characters of a text that are searched at once."""

_LOCKED = {b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!": "RAR", b"\x28\xb5\x2f\xfd": "Zstandard"}
_ASCII = re.compile(rb"[\t\n\r\x20-\x7e\x80-\xff]{4,}")
_WIDE = re.compile(rb"(?:[\t\n\r\x20-\x7e\xa0-\xff][\x00\x01]){4,}")
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
_PACKED_LINE = re.compile(rb"[A-Za-z0-9+/]{60,80}\r?\n")
_PACKED = re.compile(rb"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{60,80}+\r?\n){2,}[A-Za-z0-9+/]*={0,2}")


class Unsearched(NamedTuple):
    """Something in a file that could not be looked into."""

    where: str
    why: str


Span = tuple[int, int]
Unpack = Callable[[bytes, Any, int], Iterator[str]]


class _Budget:
    """How much may still be unpacked."""

    def __init__(self, where: str, unsearched: list[Unsearched]) -> None:
        self.left, self.where, self._unsearched = BUDGET, where, unsearched

    def miss(self, why: str) -> None:
        """Say that something was not looked into."""
        found = Unsearched(self.where, why)
        if found not in self._unsearched:
            self._unsearched.append(found)

    def read(self, file: IO[bytes] | gzip.GzipFile) -> bytes:
        """Read what is packed, as far as the budget goes."""
        data = file.read(self.left + 1)
        if len(data) > self.left:
            self.miss("too much to unpack")
            data = data[: self.left]
        self.left -= len(data)
        return data


def contents(path: Path, unsearched: list[Unsearched]) -> Iterator[str]:
    """Every text in a file, in blocks; what cannot be looked into is added to the list."""
    budget = _Budget(str(path), unsearched)
    if path.suffix.lower() == ".parquet":
        yield from _parquet(path)
    for text in _texts(read_bytes(path), budget, DEPTH):
        yield from _blocks(text)


def slices(path: Path) -> Iterator[Span]:
    """Where a file may be cut so that each stretch can be searched for itself; texts only."""
    size = path.stat().st_size
    if size <= SLICE or not _is_plain(path):
        yield 0, size
        return
    start = 0
    with path.open("rb") as file:
        while start < size:
            end = _cut(file, start + SLICE, size)
            yield start, end
            start = end


def _is_plain(path: Path) -> bool:
    """Whether a file is a text that has no beginning to be known by."""
    with path.open("rb") as file:
        head = file.read(BLOCK)
    known = (*_LOCKED, b"%PDF", b"\x89PNG", b"\xff\xfe", b"\xfe\xff", b"PAR1")
    return _opener(head) is None and not head.startswith(known) and b"\0" not in head


def _cut(file: IO[bytes], at: int, size: int) -> int:
    """The end of the first line from here on after which nothing packed goes on."""
    file.seek(at)
    while at < size:
        line = file.readline(BLOCK)
        at += len(line)
        if line.endswith(b"\n") and not _PACKED_LINE.fullmatch(line):
            return at
    return size


def stretch_of(path: Path, span: Span, unsearched: list[Unsearched]) -> Iterator[str]:
    """Every text in a stretch of a file, as `slices` cuts it, in blocks."""
    if span == (0, path.stat().st_size):
        yield from contents(path, unsearched)
        return
    with path.open("rb") as file:
        head = file.read(HEAD)
        file.seek(span[0])
        data = file.read(span[1] - span[0])
    for text in _plain_texts(data, _Budget(str(path), unsearched), DEPTH, head):
        yield from _blocks(text)


def _blocks(text: str) -> Iterator[str]:
    """A text in blocks that end with a line, so that no word is cut."""
    at = 0
    while at < len(text):
        end = at + BLOCK
        if end < len(text):
            end = max(text.rfind("\n", at, end), text.rfind(" ", at, end), at + BLOCK // 2) + 1
        yield text[at:end]
        at = end


def _parquet(path: Path) -> Iterator[str]:
    try:
        frame = pl.read_parquet(path)
    except (pl.exceptions.PolarsError, OSError):
        return  # searched as bytes all the same
    for part in frame.iter_slices():
        yield from _blocks("\n".join(part.columns))
        for series in part:
            yield from _blocks("\n".join(filter(None, as_text(series))))


def _texts(data: bytes, budget: _Budget, depth: int) -> Iterator[str]:
    for magic, name in _LOCKED.items():
        if data.startswith(magic):
            budget.miss(f"packed with {name}")
    unpack = _opener(data) if depth else None
    if unpack is None:
        if _opener(data) is not None:
            budget.miss("packed too deep")
        yield from _plain_texts(data, budget, depth)
        return
    try:
        yield from unpack(data, budget, depth - 1)
    except (zipfile.BadZipFile, tarfile.TarError, lzma.LZMAError, EOFError, OSError, zlib.error):
        budget.miss("damaged")
        yield from _plain_texts(data, budget, 0)


def _opener(data: bytes) -> Unpack | None:
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip
    for magic, unpack in _STREAMS.items():
        if data.startswith(magic):
            return unpack
    return _tar if data[257:262] == b"ustar" else None


def _zip(data: bytes, budget: _Budget, depth: int) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        yield archive.comment.decode("utf-8", "replace")
        for member in archive.infolist():
            yield f"{member.filename}\n{member.comment.decode('utf-8', 'replace')}"
            if member.flag_bits & 1:
                budget.miss("encrypted")
                continue
            try:
                with archive.open(member) as file:
                    inner = budget.read(file)
            except (NotImplementedError, RuntimeError):
                budget.miss("packed in an unknown way")
                continue
            yield from _texts(inner, budget, depth)


def _tar(data: bytes, budget: _Budget, depth: int) -> Iterator[str]:
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            owner = [member.name, member.uname, member.gname, member.linkname]
            yield "\n".join([*owner, *map(str, member.pax_headers.values())])
            file = archive.extractfile(member) if member.isfile() else None
            if file is not None:
                yield from _texts(budget.read(file), budget, depth)


def _gzip(data: bytes, budget: _Budget, depth: int) -> Iterator[str]:
    if data[3] & 8:  # the name the file had before
        yield data[10:300].split(b"\0")[0].decode("latin-1")
    with gzip.open(io.BytesIO(data)) as file:
        yield from _texts(budget.read(file), budget, depth)


def _bz2(data: bytes, budget: _Budget, depth: int) -> Iterator[str]:
    with bz2.open(io.BytesIO(data)) as file:
        yield from _texts(budget.read(file), budget, depth)


def _xz(data: bytes, budget: _Budget, depth: int) -> Iterator[str]:
    with lzma.open(io.BytesIO(data)) as file:
        yield from _texts(budget.read(file), budget, depth)


_STREAMS = {b"\x1f\x8b": _gzip, b"BZh": _bz2, b"\xfd7zXZ": _xz}


def _plain_texts(
    data: bytes, budget: _Budget, depth: int, head: bytes | None = None
) -> Iterator[str]:
    """The texts in what is not packed; the head is that of the file this is a stretch of."""
    first = (head or data[:HEAD]).decode("utf-8-sig", "ignore").lstrip()[:1]
    if data.startswith(b"%PDF"):
        yield from _pdf(data)
    elif data.startswith(b"\x89PNG"):
        yield from _png(data)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        yield data.decode("utf-16", "replace")
    elif b"\0" not in data[:BLOCK]:
        text = _decoded(data)
        # a quotation mark in JSON would look like an accent of LaTeX
        yield unescape(text.replace('\\"', '"')) if first in ("{", "[") else text
        if depth:
            yield from _attachments(data, budget, depth)
    else:
        yield from _strings(data)


def _decoded(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    return text.replace(_own_style(), "") if "<style>" in text[:HEAD] else text


@cache
def _own_style() -> str:
    """The style sheet of the report, in which max-width is nobody called Max."""
    sheet = resources.files("onym").joinpath("report", "style.css")
    return sheet.read_text(encoding="utf-8").strip()


def _strings(data: bytes) -> Iterator[str]:
    """What can be read in a file that is no text: photographs, old documents, databases."""
    yield "\n".join(_decoded(found[0]) for found in _ASCII.finditer(data))
    for shift in (data, data[1:]):
        wide = [found[0][: len(found[0]) // 2 * 2] for found in _WIDE.finditer(shift)]
        yield "\n".join(part.decode("utf-16-le", "replace") for part in wide)


def _attachments(data: bytes, budget: _Budget, depth: int) -> Iterator[str]:
    """Files inside a mail or a page: long base64 that is an archive, a picture or a document."""
    long = (line for line in data.split(b"\n") if len(line) >= 60)
    if not any(b" " not in line for line in long):
        return
    for found in _PACKED.finditer(data):
        try:
            inner = base64.b64decode(b"".join(found[0].split()) + b"==")
        except binascii.Error:
            continue
        if _opener(inner) or inner.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8", b"\xd0\xcf")):
            yield from _texts(inner, budget, depth - 1)


def _pdf(data: bytes) -> Iterator[str]:
    """The text of a PDF's streams, piece by piece and run together as it is shown."""
    for found in _STREAM.finditer(data):
        try:
            stream = zlib.decompressobj().decompress(found[1], BLOCK)
        except zlib.error:
            continue
        for line in re.findall(rb"\[[^\[\]]*\]\s*TJ|\((?:\\.|[^\\()])*\)\s*Tj", stream):
            pieces = re.findall(rb"\(((?:\\.|[^\\()])*)\)|<([0-9A-Fa-f]+)>", line)
            yield "".join(_pdf_string(*piece) for piece in pieces)
        yield stream.decode("latin-1")


def _pdf_string(plain: bytes, digits: bytes) -> str:
    if digits:
        plain = bytes.fromhex(digits.decode()[: len(digits) // 2 * 2])
    wide = plain.startswith(b"\xfe\xff") or (len(plain) > 1 and plain[0] == 0)
    return plain.decode("utf-16-be" if wide else "latin-1", "replace")


def _png(data: bytes) -> Iterator[str]:
    """The comments of a picture, packed or not."""
    at = 8
    while at + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        if kind in (b"zTXt", b"iTXt"):
            for packed in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", body):
                try:
                    yield _decoded(zlib.decompressobj().decompress(body[packed.start() :], BLOCK))
                except zlib.error:
                    continue
        at += 12 + size
