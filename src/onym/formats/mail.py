"""A mail message: what it says, and the edits that mask everybody in it.

mbox files and folders of .eml share this. The body is the first plain text, or else the first
HTML; other texts, forwarded messages and further subjects are asides. Attachments and parts that
cannot be decoded are not understood, and go or stay by the policy's word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from onym.formats import headers, mime
from onym.formats.edits import Edit
from onym.formats.fields import Role, load
from onym.formats.headers import Address
from onym.formats.mime import Content, Field, Part
from onym.formats.people import name_key

if TYPE_CHECKING:
    from onym.formats.mask import Mask

_STUFFED = re.compile(r"^>(>*From )", re.MULTILINE)
_TO_STUFF = re.compile(r"^(>*From )", re.MULTILINE)
_LETTER = re.compile(r"[^\W\d_]")
_MAILTO = re.compile(r"mailto:([^<>?\s]+)")
_AS_IT_IS = ("", "7bit", "8bit", "binary")
_READ = {"message-id", "in-reply-to", "references", "list-post", "date", "subject"}
"""Fields whose values are read, beside those with addresses."""


class Letter(NamedTuple):
    """What a message says."""

    id: str | None
    answers: tuple[str, ...]
    """Ids of the messages before it in the thread, the nearest first."""
    sender: Address | None
    others: tuple[Address, ...]
    """Who else stands in its header."""
    lists: frozenset[str]
    """Addresses of mailing lists, in small letters."""
    time: str | None
    subject: str
    text: str
    asides: tuple[tuple[str, str], ...]
    fields: tuple[str, ...]
    lost: tuple[str, ...]
    """Parts that cannot be understood: what is wrong with each."""


class Piece(NamedTuple):
    """A part's body and what is done with it."""

    part: Part
    kind: str
    """body, aside, or attachment, or broken."""
    content: Content | None


class Message(NamedTuple):
    """A message's bytes and where in them it stands."""

    data: bytes
    start: int
    end: int
    where: str
    """The file and the message's number, for errors."""
    stuffed: bool = False
    """Whether lines beginning with From have a > before them, as in an mbox file."""


def read_letter(message: Message) -> Letter:
    """Read what a message says."""
    data = message.data
    parts = mime.split(data, message.start, message.end, message.where)
    pieces = list(_pieces(message, parts))
    first: dict[str, str] = {}
    addresses: dict[str, tuple[Address, ...]] = {}
    for field in parts[0].fields:  # Where a field comes twice, programs show the first.
        if field.name in _READ:
            first.setdefault(field.name, headers.read_value(data[field.value : field.end]))
        elif _role(field.name) == "email":
            raw = data[field.value : field.end]
            addresses.setdefault(field.name, headers.read_addresses(raw))
    senders = addresses.pop("from", ()) or addresses.pop("sender", ())
    named = [*_MAILTO.findall(first.get("list-post", "")), *(s.mail for s in senders if s.via)]
    lists = frozenset(map(str.casefold, named))
    body = next((piece for piece in pieces if piece.kind == "body"), None)
    return Letter(
        id=next(iter(headers.read_ids(first.get("message-id", ""))), None),
        answers=_answers(first),
        sender=_sender(senders[0], addresses, lists) if senders else None,
        others=tuple(each for found in addresses.values() for each in found) + senders[1:],
        lists=lists,
        time=headers.read_time(first.get("date", "")),
        subject=first.get("subject", ""),
        text=_text(message, body) if body else "",
        asides=tuple(_asides(message, parts, pieces)),
        fields=tuple(field.name for part in parts if part.is_message for field in part.fields),
        lost=tuple(_why(piece) for piece in pieces if piece.kind in ("attachment", "broken")),
    )


def _sender(
    sender: Address, addresses: Mapping[str, tuple[Address, ...]], lists: frozenset[str]
) -> Address:
    """Give the writer's own address where a list sent the message from its own.

    Lists that do so leave it in another field: Mailman as an address for replies or a copy,
    Google Groups in a field for it. Without one the name is all that is known.
    """
    if sender.mail.casefold() not in lists:
        return sender
    for field in ("x-original-from", "reply-to", "mail-reply-to", "cc"):
        for each in addresses.get(field, ()):
            same = name_key(each.name) == name_key(sender.name)
            if same and each.mail.casefold() not in lists:
                return each
    return sender._replace(mail="") if sender.name else sender


class Change(NamedTuple):
    """What a message says from now on; a text or a subject of None stays as it is."""

    number: str
    author: str | None
    text: str | None
    subject: str | None


def mask_letter(message: Message, change: Change, mask: Mask) -> list[Edit]:
    """List the edits that give a message its new text and subject, and mask everything else."""
    parts = mime.split(message.data, message.start, message.end, message.where)
    charsets: dict[str, str] = {}
    edits: list[Edit] = []
    for piece in _pieces(message, parts):
        new = change.text if piece.kind == "body" else None
        edits += _mask_body(message, piece, change.number, new, mask, charsets)
    subjects = [change.subject]
    for part in parts:
        edits += _mask_fields(message, part, change, subjects, mask, charsets)
    return [*edits, *_new_lengths(message, parts[0], edits)] if edits else edits


@cache
def _role(name: str) -> Role | None:
    return load("mail").role(name)


def role_of(field: Field) -> Role | None:
    """Tell what a header field holds; None where nobody knows."""
    return _role(field.name)


def newline_of(data: bytes, start: int) -> bytes:
    """Tell how a message ends its lines, by its first one."""
    end = data.find(b"\n", start)
    return b"\r\n" if end > start and data[end - 1 : end] == b"\r" else b"\n"


def _answers(first: dict[str, str]) -> tuple[str, ...]:
    direct = headers.read_ids(first.get("in-reply-to", ""))
    earlier = headers.read_ids(first.get("references", ""))[::-1]
    return tuple(dict.fromkeys([*direct, *earlier]))


def _pieces(message: Message, parts: list[Part]) -> Iterator[Piece]:
    """Say what each part's body is; the first plain text is the message's own."""
    read = []
    for part in parts:
        if not part.is_leaf:
            continue
        if part.attached or part.type not in ("text/plain", "text/html", "text/markdown"):
            read.append(Piece(part, "attachment", None))
            continue
        content = mime.decode(message.data, part)
        read.append(Piece(part, "aside" if content else "broken", content))
    own = [p for p in read if p.kind == "aside" and not p.part.is_loose]
    plain = [p for p in own if p.part.type != "text/html"]
    body = next(iter(plain or own), None)
    for piece in read:
        yield piece._replace(kind="body") if piece is body else piece


def _why(piece: Piece) -> str:
    return "attachment" if piece.kind == "attachment" else f"part {piece.part.path}"


def _text(message: Message, piece: Piece) -> str:
    text = piece.content.text if piece.content else ""
    if message.stuffed and piece.part.coding in _AS_IT_IS and "From " in text:
        return _STUFFED.sub(r"\1", text)
    return text


def _asides(message: Message, parts: list[Part], pieces: list[Piece]) -> Iterator[tuple[str, str]]:
    """What else is written in a message, in the order in which `mask_letter` asks for it."""
    for piece in pieces:
        if piece.kind == "aside" and _LETTER.search(text := _text(message, piece)):
            yield piece.part.path, text
    seen = False
    for part in parts:
        for place, field in enumerate(part.fields if part.is_message else ()):
            if _role(field.name) != "text":
                continue
            if field.name == "subject" and not seen and part.path == "1":
                seen = True
            else:
                value = headers.read_value(message.data[field.value : field.end])
                yield f"{part.path}/{place}", value


def _mask_body(
    message: Message,
    piece: Piece,
    number: str,
    new: str | None,
    mask: Mask,
    charsets: dict[str, str],
) -> Iterator[Edit]:
    part = piece.part
    if piece.content is None:
        if mask.drops(None) and part.end > part.start:
            alone = part.path == "1"
            rest = newline_of(message.data, message.start) if alone else b""
            yield Edit(part.start, part.end, rest)
        return
    old = _text(message, piece)
    if piece.kind == "aside":
        new = mask.text(f"{number}/{part.path}", old) if _LETTER.search(old) else old
    if new is None or new == old:
        return
    if message.stuffed and part.coding in _AS_IT_IS and "From " in new:
        new = _TO_STUFF.sub(r">\1", new)
    newline = newline_of(message.data, message.start)
    raw = message.data[part.start : part.end]
    body, charset = mime.encode(piece.content, new, part.coding, raw, newline)
    if charset is not None:
        charsets[part.path] = charset
    yield Edit(part.start, part.end, body)


def _mask_fields(
    message: Message,
    part: Part,
    change: Change,
    subjects: list[str | None],
    mask: Mask,
    charsets: dict[str, str],
) -> Iterator[Edit]:
    """Mask the header of a part, and tell in it of a charset that is new."""
    data, newline = message.data, newline_of(message.data, message.start)
    charset = charsets.get(part.path)
    for place, field in enumerate(part.fields):
        raw = data[field.value : field.end]
        if field.name in ("content-type", "content-disposition", "content-transfer-encoding"):
            new = headers.mask_parameters(field.name, raw, charset, mask)
        elif field.name == "subject" and part.path == "1" and subjects:
            new = subjects.pop()
            new = None if new is None else headers.changed(raw, new)
        elif field.name == "from" and part.path == "1" and not mask.idle:
            new = headers.mask_sender(raw, change.author, mask)
        else:
            key = f"{change.number}/{part.path}/{place}"
            new = _mask_field(field, raw, key, part.is_message, mask)
        if new == "":
            yield Edit(field.start, field.end, b"")
        elif new is not None:
            yield Edit(field.value, field.end, headers.fold(new, newline))
    if charset is not None and not part.is_loose:
        yield from _add_charset(part, charset, newline)


def _mask_field(field: Field, raw: bytes, key: str, is_message: bool, mask: Mask) -> str | None:
    """Give a field's new value: None to leave it, nothing to take it out."""
    role = role_of(field) if is_message else None
    if mask.drops(role):
        return ""
    if mask.idle or role in ("keep", None):
        return None
    if role == "email":
        return headers.mask_addresses(raw, mask)
    value = headers.read_value(raw)
    if role == "code":
        return headers.mask_ids(headers.read_ids(value), mask)
    if role == "time":
        plain = headers.mask_time(value)
        return None if plain == value else plain
    return headers.changed(raw, mask.text(key, value))


def _add_charset(part: Part, charset: str, newline: bytes) -> Iterator[Edit]:
    named = {field.name for field in part.fields}
    lines = []
    if "content-type" not in named:
        lines += [b"MIME-Version: 1.0"] * ("mime-version" not in named)
        lines += [f"Content-Type: {part.type}; charset={charset}".encode()]
    if "content-transfer-encoding" not in named:
        lines += [b"Content-Transfer-Encoding: 8bit"]
    end = part.fields[-1].end if part.fields else part.start - len(newline)
    if lines:
        yield Edit(end, end, newline.join([*lines, b""]))


def _new_lengths(message: Message, part: Part, edits: list[Edit]) -> Iterator[Edit]:
    """Put right what the header says of the body's length."""
    said = {field.name: field for field in part.fields}
    inside = [each for each in edits if each.start >= part.start]
    newline = newline_of(message.data, message.start)
    if (length := said.get("content-length")) is not None:
        grown = sum(len(each.new) - (each.end - each.start) for each in inside)
        size = part.end - part.start + grown
        yield Edit(length.value, length.end, f" {size}".encode() + newline)
    if (lines := said.get("lines")) is not None:
        count = message.data.count(b"\n", part.start, part.end)
        for each in inside:
            count += each.new.count(b"\n") - message.data.count(b"\n", each.start, each.end)
        yield Edit(lines.value, lines.end, f" {count}".encode() + newline)
