"""Bytes to text and back, losing nothing: UTF-8, UTF-16, Windows-1252 and mixtures of them.

A text that is not all UTF-8 is kept with its foreign bytes as lone surrogates, so untouched
stretches encode to the very bytes they were; `mend` turns a single value into what it says.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from onym.errors import InputError

Legacy = Literal["none", "mixed", "all"]

BLOCK = 1 << 20
"""How much of a file is decoded at a time."""

_FOREIGN = re.compile("[\udc80-\udcff]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
# Windows-1252 leaves five bytes undefined; Latin-1's meaning makes every byte readable.
_TABLE = "".join(
    bytes([byte]).decode("cp1252", "ignore") or bytes([byte]).decode("latin-1")
    for byte in range(256)
)
_INVERSE = {character: byte for byte, character in enumerate(_TABLE)}


class Encoding(NamedTuple):
    """How a text was encoded: its mark, its codec, and whether foreign bytes were in it."""

    mark: bytes = b""
    codec: str = "utf-8"
    legacy: Legacy = "none"


class Decoding:
    """Decodes a file block by block; how it was encoded is known in the end."""

    def __init__(self, file: BinaryIO, path: Path, block: int = BLOCK) -> None:
        self.encoding = Encoding()
        self.ascii = True
        self._file, self._path, self._block = file, path, block
        self._foreign = self._sound = False

    def __iter__(self) -> Iterator[str]:
        block = self._file.read(self._block)
        self.encoding = _recognise(block)
        mark, codec, _ = self.encoding
        utf8 = codec == "utf-8"
        decoder = codecs.getincrementaldecoder(codec)("surrogateescape" if utf8 else "strict")
        at, line = 0, 1
        while True:
            try:
                text = decoder.decode(block if at else block[len(mark) :], final=not block)
            except UnicodeDecodeError as error:
                place = at - len(error.object) + len(block) + error.start
                raise InputError(
                    f"{self._path} is broken {codec} at byte {place}; save it as UTF-8"
                ) from None
            _check_text(text, self._path, line)
            if not text.isascii():
                self._look(text, utf8)
            yield text
            if not block:
                return
            at, line = at + len(block), line + text.count("\n")
            block = self._file.read(self._block)

    def _look(self, text: str, utf8: bool) -> None:
        self.ascii = False
        foreign = utf8 and is_foreign(text)
        self._foreign |= foreign
        self._sound |= not foreign or not _FOREIGN.sub("", text).isascii()
        legacy: Legacy = "none" if not self._foreign else "mixed" if self._sound else "all"
        self.encoding = self.encoding._replace(legacy=legacy)


def decode(data: bytes, path: Path) -> tuple[str, Encoding]:
    """Decode a file's bytes so that `encode` gives the same bytes back."""
    decoding = Decoding(BytesIO(data), path, -1)
    text = "".join(decoding)
    return text, decoding.encoding


def peek(head: bytes) -> str:
    """Show how a file begins, as far as it is text."""
    encoding = _recognise(head)
    return head[len(encoding.mark) :].decode(encoding.codec, "replace").lstrip()


def encode(text: str, encoding: Encoding) -> bytes:
    """Encode what `decode` gave, with whatever was replaced in it."""
    return encoding.mark + text.encode(encoding.codec, _handler(encoding))


def mend(value: str, encoding: Encoding) -> str:
    """Say what a value reads as, taking each line with foreign bytes for Windows-1252."""
    if encoding.legacy == "none" or not is_foreign(value):
        return value
    return "\n".join(_mend_line(line) for line in value.split("\n"))


def unmend(value: str, old: str, encoding: Encoding) -> str:
    """Prepare a new value for its place in the text where `old` stood unmended."""
    if encoding.legacy == "none" or value.isascii():
        return value
    if encoding.legacy == "all":
        return _unmend_line(value)
    lines, old_lines = value.split("\n"), old.split("\n")
    if len(lines) != len(old_lines):
        return value
    return "\n".join(
        _unmend_line(line) if is_foreign(old_line) and _fits(line) else line
        for line, old_line in zip(lines, old_lines, strict=True)
    )


def is_foreign(value: str) -> bool:
    """Tell whether a value has bytes that are not UTF-8."""
    if value.isascii():
        return False
    try:
        value.encode()  # far quicker than to search where there is nothing to find
    except UnicodeEncodeError:
        return _FOREIGN.search(value) is not None
    return False


def legacy_note(encoding: Encoding, rows: Sequence[int]) -> str:
    """Say that a file is not UTF-8, and where when only some of it is not."""
    if encoding.legacy == "all":
        return "the file is not UTF-8; read and written as Windows-1252"
    listed = ", ".join(map(str, rows[:10])) + (f" and {len(rows) - 10} more" * (len(rows) > 10))
    return f"UTF-8 and Windows-1252 are mixed; read as Windows-1252: rows {listed or '(header)'}"


def _recognise(data: bytes) -> Encoding:
    for mark, codec in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            return Encoding(mark, codec)
    return Encoding()


def _handler(encoding: Encoding) -> str:
    return "strict" if encoding.legacy == "none" else "surrogateescape"


def _mend_line(line: str) -> str:
    if not is_foreign(line):
        return line
    return codecs.charmap_decode(line.encode("utf-8", "surrogateescape"), "strict", _TABLE)[0]


def _fits(line: str) -> bool:
    return all(character in _INVERSE for character in line)


def _unmend_line(line: str) -> str:
    if not _fits(line):
        raise InputError(
            "the new text needs characters that Windows-1252 lacks; save the source as UTF-8 first"
        )
    return bytes(_INVERSE[character] for character in line).decode("utf-8", "surrogateescape")


def _check_text(text: str, path: Path, line: int) -> None:
    if line == 1 and text.startswith("PK\x03\x04"):
        raise InputError(f"{path} is a zip, damaged or of unknown contents; unpack it if you can")
    zero = text.find("\0")
    if zero >= 0:
        line += text.count("\n", 0, zero)
        raise InputError(
            f"{path} holds a NUL byte at line {line}, so it is no text file; save it as UTF-8"
        )
    head = text[:4096] if line == 1 else ""
    if len(_CONTROL.findall(head)) * 10 > len(head):
        raise InputError(f"{path} is no text file and no other format that Onym knows")
