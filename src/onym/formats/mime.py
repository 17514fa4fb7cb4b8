"""The parts of a mail message as stretches of its bytes, and their texts in and out of them.

A message is never built anew: what is not changed stays as it stood, byte for byte. What the
standard library forgives is forgiven here in the same way, so both see the same parts.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from email.message import Message
from functools import lru_cache
from typing import NamedTuple

from onym.errors import InputError
from onym.formats.encoding import Encoding, is_foreign, mend, unmend

DEEPEST = 32
"""How deep parts may lie in parts."""

_HEADER = re.compile(rb"([!-9;-~]+)[ \t]*:|([ \t])|>?From ")
_FIELD = re.compile(rb"([!-9;-~]+)([ \t]*:)[^\n]*(?:\n[ \t][^\n]*)*+\n")
"""A field as nearly all are, with the lines that go on from it."""
_BOUNDARY_END = re.compile(rb"(--)?[ \t]*(?:\r?\n|\Z)")
_FOREIGN = re.compile("[\udc80-\udcff]")
_PLAIN = {
    "",
    "utf-8",
    "utf8",
    "us-ascii",
    "ascii",
    "iso-8859-1",
    "latin1",
    "windows-1252",
    "cp1252",
}
"""What programs claim when they do not know; the bytes themselves decide between these."""
_NO_CHARSETS = {"unicode_escape", "raw_unicode_escape", "idna", "punycode", "undefined"}
_AS_IT_IS = ("", "7bit", "8bit", "binary")
CODINGS = ("7bit", "8bit", "binary", "base64", "quoted-printable")
"""How a body may be written so that mail can carry it."""
_LONGEST = 8192
"""A longer description of a part is none; reading it would take the standard library too long."""
_LETTERS = b"azAZ09"
_PRINTED = bytes([9, 10, 13, *range(32, 127)])
_MIME = ("content-type", "content-transfer-encoding", "content-disposition")


class Field(NamedTuple):
    """A header field: its name in small letters, and where it stands with its line end."""

    name: str
    start: int
    value: int
    end: int


class Part(NamedTuple):
    """A part of a message: its header fields, and where its body stands."""

    path: str
    fields: tuple[Field, ...]
    start: int
    end: int
    type: str
    charset: str
    coding: str
    attached: bool
    is_message: bool = False
    """Whether the fields are those of a message, the outer one or one forwarded in it."""
    is_leaf: bool = True
    """Whether it has a body of its own and no parts."""
    is_loose: bool = False
    """Whether it stands before the first or after the last part, where no program shows it."""


class Content(NamedTuple):
    """The text of a part, and how it was encoded."""

    text: str
    codec: str | None
    """None where the bytes had to decide."""
    legacy: Encoding
    raw: str = ""
    """The text with its foreign bytes, where it has some."""


def split(data: bytes, start: int, end: int, where: str) -> list[Part]:
    """List a message's parts, each before those inside it."""
    return list(_walk(data, start, end, where, "1", 0, True))


def decode(data: bytes, part: Part) -> Content | None:
    """Read the text of a part; None where it cannot be understood."""
    body = _decode_body(data[part.start : part.end], part.coding)
    if body is None:
        return None
    codec = part.charset.lower()
    if codec in _PLAIN or codec in _NO_CHARSETS or not is_codec(codec) or _lies(body, codec):
        return _read_plain(body)
    try:
        text = body.decode(codec)
    except UnicodeError:
        return None
    return Content(_no_surrogates(text), codec, Encoding())


def encode(
    content: Content, new: str, coding: str, old: bytes, newline: bytes
) -> tuple[bytes, str | None]:
    """Write a new text as the old bytes were; also name the charset where it is another now."""
    body, charset = _encode_text(content, new)
    if coding == "base64":
        lines = binascii.b2a_base64(body, newline=False)
        wrapped = [lines[at : at + 76] for at in range(0, len(lines), 76)]
        return newline.join(wrapped) + newline * old.endswith(b"\n"), charset
    if coding == "quoted-printable":
        return _quote(body, newline), charset
    return body, charset


def read_fields(data: bytes, start: int, end: int) -> tuple[tuple[Field, ...], int]:
    """Find the header fields at the beginning of a stretch, and where the body begins."""
    fields: list[Field] = []
    at = start
    while at < end:
        if whole := _FIELD.match(data, at, end):
            fields.append(Field(_lower(whole[1]), at, whole.end(2), whole.end()))
            at = whole.end()
            continue
        stop = data.find(b"\n", at, end) + 1 or end
        line = _HEADER.match(data, at, stop)
        if line is None or (line[2] and not fields):
            blank = not data[at:stop].strip(b"\r\n")
            return tuple(fields), stop if blank else at
        while stop < end and data[stop] in b" \t":  # A line that begins so goes on.
            stop = data.find(b"\n", stop, end) + 1 or end
        name = _lower(line[1]) if line[1] else "from "
        fields.append(Field(name, at, line.end(), stop))
        at = stop
    return tuple(fields), end


@lru_cache(maxsize=10_000)
def _lower(name: bytes) -> str:
    return name.decode("ascii").lower()


def _walk(
    data: bytes, start: int, end: int, where: str, path: str, depth: int, is_message: bool
) -> Iterator[Part]:
    if depth > DEEPEST:
        raise InputError(f"{where}: parts lie more than {DEEPEST} deep in each other; take it out")
    fields, body = read_fields(data, start, end)
    part, boundary = _describe(data, fields, body, end, path, is_message)
    pieces = _pieces(data, body, end, boundary) if boundary else []
    if len(pieces) < 2:
        forwarded = part.type == "message/rfc822" and part.coding in _AS_IT_IS
        kind = "text/plain" if boundary else part.type
        yield part._replace(type=kind, is_leaf=not forwarded)
        if forwarded:
            yield from _walk(data, body, end, where, f"{path}.1", depth + 1, True)
        return
    yield part._replace(is_leaf=False)
    (_, preamble), *inner, (epilogue, _) = pieces
    yield _loose(f"{path}.0", body, preamble)
    for number, (first, last) in enumerate(inner, 1):
        yield from _walk(data, first, last, where, f"{path}.{number}", depth + 1, False)
    yield _loose(f"{path}.{len(inner) + 1}", epilogue, end)


def _describe(
    data: bytes, fields: tuple[Field, ...], body: int, end: int, path: str, is_message: bool
) -> tuple[Part, bytes]:
    """Say what a part is by its header, and what its own parts lie between."""
    said: dict[str, bytes] = {}
    for field in fields:
        if field.name in _MIME and field.end - field.start < _LONGEST:
            said.setdefault(field.name, data[field.value : field.end])
    kind, charset, coding, attached, named, boundary = _understand(*map(said.get, _MIME))
    attached = attached or (named and path.strip("1.") != "")
    part = Part(path, fields, body, end, kind, charset, coding, attached, is_message)
    return part, boundary.encode("ascii", "replace")


@lru_cache(maxsize=1000)
def _understand(*said: bytes | None) -> tuple[str, str, str, bool, bool, str]:
    """Read what is said in the fields of _MIME as the standard library does."""
    header = Message()
    for name, value in zip(_MIME, said, strict=True):
        if value is not None:
            header[name] = " ".join(value.decode("ascii", "replace").split())
    coding = str(header.get("content-transfer-encoding", "")).strip().lower()
    try:
        kind = header.get_content_type()
        charset = header.get_content_charset("") or ""
        attached = header.get_content_disposition() == "attachment"
        named = header.get_filename() is not None
        boundary = (header.get_boundary() or "") if kind.startswith("multipart/") else ""
    except (ValueError, LookupError, TypeError):
        return "application/octet-stream", "", coding, True, True, ""
    return kind, charset, coding, attached, named, boundary


def _pieces(data: bytes, start: int, end: int, boundary: bytes) -> list[tuple[int, int]]:
    """Cut a body at its boundary lines: what is before, the parts, and what is after."""
    pieces = []
    at, closed = start, False
    for line, after, closed in _boundary_lines(data, start, end, b"--" + boundary):
        stop = line  # The line end before a boundary belongs to it.
        stop -= 2 if data[max(at, stop - 2) : stop] == b"\r\n" else int(stop > at)
        pieces.append((at, stop))
        at = after
        if closed:
            break
    pieces.append((at, end))
    return pieces if closed or len(pieces) < 2 else [*pieces, (end, end)]


def _boundary_lines(
    data: bytes, start: int, end: int, mark: bytes
) -> Iterator[tuple[int, int, bool]]:
    """Give where each boundary line begins and ends, and whether it is the last."""
    at = data.find(mark, start, end)
    while at >= 0:
        line = _BOUNDARY_END.match(data, at + len(mark), end)
        if line and (at == start or data[at - 1] == ord("\n")):
            yield at, line.end(), bool(line[1])
        at = data.find(mark, at + 1, end)


def _loose(path: str, start: int, end: int) -> Part:
    """Describe text before the first or after the last part."""
    return Part(path, (), start, end, "text/plain", "", "", False, is_loose=True)


def _decode_body(raw: bytes, coding: str) -> bytes | None:
    if coding == "base64":
        try:
            return binascii.a2b_base64(b"".join(raw.split()), strict_mode=True) if raw else b""
        except binascii.Error:
            return None
    if coding == "quoted-printable":
        return binascii.a2b_qp(raw)
    return raw if coding in _AS_IT_IS else None


def _read_plain(body: bytes) -> Content:
    text = body.decode("utf-8", "surrogateescape")
    if not is_foreign(text):
        return Content(text, None, Encoding())
    legacy = Encoding(legacy="all" if _FOREIGN.sub("", text).isascii() else "mixed")
    return Content(mend(text, legacy), None, legacy, text)


def _encode_text(content: Content, new: str) -> tuple[bytes, str | None]:
    """Encode in the old charset if it can be done, or else in UTF-8."""
    if content.codec is not None:
        try:
            body = new.encode(content.codec)
            if body.decode(content.codec) == new:
                return body, None
        except UnicodeError:
            pass
        return new.encode(), "utf-8"
    if content.legacy.legacy == "none":
        became = not new.isascii() and content.text.isascii()
        return new.encode(), "utf-8" if became else None
    try:
        return unmend(new, content.raw, content.legacy).encode("utf-8", "surrogateescape"), None
    except InputError:
        return new.encode(), "utf-8"


def _lies(body: bytes, codec: str) -> bool:
    """Whether a text said to be UTF-16, or of a large computer's, is plainly letters as we know.

    Read as it says, it would be signs that mean nothing, and every name in it would stay.
    """
    try:
        if _LETTERS.decode(codec) == _LETTERS.decode():
            return False
    except UnicodeError:
        pass
    return len(body.translate(None, _PRINTED)) < len(body) / 5


def is_codec(name: str) -> bool:
    """Tell whether a charset is one that can be read."""
    try:
        b"a".decode(name)
    except UnicodeError:
        return True
    except (LookupError, ValueError):
        return False
    return True


def _no_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text


def _quote(body: bytes, newline: bytes) -> bytes:
    """Write bytes as quoted-printable, the lines as they were."""
    lines = [_quote_line(line.rstrip(b"\r")) for line in body.split(b"\n")]
    return newline.join(line.replace(b"\n", newline) for line in lines)


def _quote_line(line: bytes) -> bytes:
    quoted = binascii.b2a_qp(line, istext=True)
    # A line that begins as a mailbox's own separator does would end the message there.
    return b"=46rom " + quoted[5:] if quoted.startswith(b"From ") else quoted
