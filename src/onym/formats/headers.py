"""The header fields of a mail message: what they say, and what they say when masked."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from email.header import Header, decode_header
from email.message import Message
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from onym.formats.encoding import Encoding, mend
from onym.formats.mime import CODINGS, is_codec

if TYPE_CHECKING:
    from onym.formats.mask import Mask

_ID = re.compile(r"<[^<>\s]+>")
_FOLD = re.compile(r"\r?\n(?=[ \t])")
_WORD = re.compile(r"=\?[\w.*-]+\?[bqBQ]\?[^?]*\?=")
_NEXT = re.compile(
    r"""("(?:[^"\\]|\\.)*+(?:"|\Z)?)|(\((?:[^()\\]|\\.)*+\)?)|(<[^<>]*+>?)|([,;])|(:)""", re.DOTALL
)
# What is never closed is passed over whole, so no value takes more than its length in steps.
_ANGLE = re.compile(r"(?P<name>[^<>]*)<(?P<mail>[^<>]*)>(?P<rest>.*)", re.DOTALL)
_COMMENT = re.compile(
    r"\s*(?P<mail>[^\s()<>]+(?:@|\s+at\s+)[^\s()<>]+)\s*\((?P<name>.*)\)\s*", re.DOTALL
)
_BARE = re.compile(r"\s*(?P<mail>[^\s<>@\"]+(?:@|\s+at\s+)[^\s<>@\"]+)\s*")
_AT = re.compile(r"\s+at\s+")
_BARE_NAME = re.compile(r"[\w ]*", re.ASCII)
_VIA = re.compile(r"\s+via\s+.*", re.DOTALL | re.IGNORECASE)
_ZONE = re.compile(r"\([A-Z]{1,5}\)")
_COMMENTS = re.compile(r"\([^()]*\)")
_WHEN = re.compile(r"[\w ,:+()-]{8,60}")
_NAMED = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTHS = {name: place for place, name in enumerate(_NAMED, 1)}
_DATE = re.compile(
    rf"(?:[A-Z][a-z]{{2}}, )?(\d\d?) ({'|'.join(_MONTHS)}) (\d{{4}}) (\d\d):(\d\d):(\d\d)"
    r" ([+-])(\d\d)(\d\d)",
    re.ASCII,
)
"""What nearly every date is like; the others are left to the standard library."""


_PARAMETER = re.compile(r""";\s*([\w*.-]+)\s*=\s*("(?:[^"\\]|\\.)*+"?|[^;"]*)""", re.DOTALL)
_KIND = re.compile(r"[\w.+-]+(?:/[\w.+-]+)?", re.ASCII)
_PLAIN = {
    *("boundary", "format", "delsp", "type", "micalg", "protocol", "report-type"),
    *("size", "x-unix-mode", "reply-type"),
}
"""Parameters of a part's description that tell of nobody."""
_WIDTH = 76
_LONGEST_ADDRESS = 1000
_LONGEST_VALUE = 50_000
"""Longer values are no mail program's; nothing is looked for in them."""


class Address(NamedTuple):
    """Somebody in an address field, and how they are written there."""

    name: str
    mail: str
    shape: str
    """angle: Name <mail>; comment: mail (Name); bare: mail; name: nothing but a name."""
    spaced: bool = False
    """Whether the address is written "mary at example.org"."""
    via: bool = False
    """Whether a list or a service wrote in their name, "Mary Poe via Botany", from its own."""


def read_value(raw: bytes) -> str:
    """Read a field's value: unfolded, its encoded words decoded."""
    if raw.isascii() and b"=?" not in raw:
        return _FOLD.sub("", raw.decode("ascii")).strip()
    legacy = Encoding(legacy="mixed")
    text = mend(raw.decode("utf-8", "surrogateescape"), legacy)
    return _decode_words(_FOLD.sub("", text).strip())


def write_value(value: str) -> bytes:
    """Write a field's value in ASCII, as encoded words where it needs them."""
    if value.isascii():
        return value.encode()
    words = Header(value, "utf-8", maxlinelen=10_000).encode()
    return words.replace("\n", "").encode()


@lru_cache(maxsize=20_000)
def read_addresses(raw: bytes) -> tuple[Address, ...]:
    """List who stands in an address field, as RFC 5322 or as mail archives write them."""
    legacy = Encoding(legacy="mixed")
    text = _FOLD.sub("", mend(raw.decode("utf-8", "surrogateescape"), legacy))
    return tuple(found for piece in _split(text) if (found := _address(piece)))


def mask_addresses(raw: bytes, mask: Mask) -> str:
    """Write an address field anew, everybody under the pseudonym."""
    if raw not in mask.written:
        masked = (_masked(each, mask) for each in read_addresses(raw))
        mask.written[raw] = ", ".join(masked) or "undisclosed-recipients:;"
    return mask.written[raw]


def mask_sender(raw: bytes, author: str | None, mask: Mask) -> str:
    """Write who sent a message anew; who wrote through a list, under their own address."""
    senders = read_addresses(raw)
    if not (author and senders and senders[0].via):
        return mask_addresses(raw, mask)
    first = senders[0]
    name, mail = (mask.put(role, first.mail, author) for role in ("name", "email"))
    return ", ".join([_written(first, name, mail), *(_masked(each, mask) for each in senders[1:])])


def read_ids(value: str) -> list[str]:
    """List the message ids in a field, without their brackets."""
    return [found[1:-1] for found in _ID.findall(value)]


def mask_ids(ids: list[str], mask: Mask) -> str:
    """Write message ids anew, each under the same code everywhere."""
    from onym.formats.mask import NOWHERE

    return " ".join(f"<{mask.message(each)}@{NOWHERE}>" for each in ids)


def read_time(value: str) -> str | None:
    """Read a date as ISO 8601, or not at all where it is none."""
    try:
        if plain := _DATE.fullmatch(value):
            day, month, year, hour, minute, second, sign, hours, minutes = plain.groups()
            shift = timedelta(hours=int(hours), minutes=int(minutes))
            zone = timezone(-shift if sign == "-" else shift)
            clock = (int(hour), int(minute), int(second))
            return datetime(int(year), _MONTHS[month], int(day), *clock, tzinfo=zone).isoformat()
        when = parsedate_to_datetime(value[:_LONGEST_ADDRESS])
        return when.replace(tzinfo=when.tzinfo or UTC).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def mask_time(value: str) -> str:
    """Give a date without comments in it; what is no date goes."""
    if read_time(value) is None:
        return ""
    plain = _COMMENTS.sub(lambda found: found[0] if _ZONE.fullmatch(found[0]) else "", value)
    return plain.strip() if _WHEN.fullmatch(plain.strip()) else ""


def mask_parameters(name: str, raw: bytes, charset: str | None, mask: Mask) -> str | None:
    """Give a field that describes a part anew where it names a file or another charset."""
    value = _FOLD.sub("", raw.decode("utf-8", "replace")).strip()
    if name == "content-transfer-encoding":
        if value.lower() not in CODINGS:
            return "" if mask.drops(None) else None
        return "8bit" if charset and value.lower() == "7bit" else None
    found = _PARAMETER.findall(value)
    kind = _KIND.match(value)
    odd = _PARAMETER.sub("", value).strip(" ;") != (kind[0] if kind else "")
    kept = [(key, text.strip()) for key, text in found if mask.idle or _is_plain(key, text)]
    if charset is not None and name == "content-type":
        kept = [
            *((k, t) for k, t in kept if k.partition("*")[0].lower() != "charset"),
            ("charset", charset),
        ]
    if len(kept) == len(found) and charset is None and (mask.idle or not odd):
        return None
    file = _file_name(name, value)
    if file is not None and not mask.idle:
        kept.append(("filename" if name == "content-disposition" else "name", mask.filename(file)))
    return "; ".join([kind[0] if kind else "text/plain", *(f"{key}={text}" for key, text in kept)])


def _is_plain(parameter: str, value: str) -> bool:
    """Whether a parameter tells of nobody; name*0 and name* are parts of one, encoded."""
    name = parameter.partition("*")[0].lower()
    if name == "charset":
        return is_codec(value.strip().strip('"').rpartition("'")[2])
    return name in _PLAIN and (value.startswith('"') or not re.search(r"\s", value.strip()))


def changed(raw: bytes, new: str) -> str | None:
    """Give a text for a field in ASCII, or None where the field says it already."""
    return None if read_value(raw) == new else write_value(" ".join(new.split())).decode() or " "


def fold(value: str, newline: bytes) -> bytes:
    """Write a value behind its colon, in lines that are not too long."""
    if len(value) < _WIDTH:
        return b" " + value.encode() + newline
    lines, line = [], ""
    for word in value.split(" "):
        if line.strip() and len(line) + len(word) > _WIDTH:
            lines.append(line)
            line = ""
        line += f" {word}"
    return newline.join(each.encode() for each in [*lines, line]) + newline


def _file_name(name: str, value: str) -> str | None:
    header = Message()
    header[name] = value
    try:
        return header.get_filename()
    except (ValueError, LookupError, TypeError):
        return "file"


def _split(text: str) -> list[str]:
    """Cut a field at its commas, groups opened; strings, comments and addresses stay whole."""
    pieces, at = [], 0
    for found in _NEXT.finditer(text):
        if found[4]:
            pieces.append(text[at : found.start()])
        if found[4] or found[5]:
            at = found.end()
    return [*pieces, text[at:]]


def _address(piece: str) -> Address | None:
    if len(piece) > _LONGEST_ADDRESS:
        return None
    for shape, pattern in (("angle", _ANGLE), ("comment", _COMMENT), ("bare", _BARE)):
        if found := pattern.fullmatch(piece):
            mail = found["mail"].strip()
            name = "" if shape == "bare" else _name(found["name"])
            own = _VIA.sub("", name).strip("'\"")
            spaced = _AT.search(mail) is not None
            return Address(own, _AT.sub("@", mail), shape, spaced, own != name)
    name = _VIA.sub("", _name(piece))
    return Address(name, "", "name") if name else None


def _name(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = re.sub(r"\\(.)", r"\1", text[1:-1])
    name = _decode_words(text).strip().strip("'\"")
    return " ".join(name.split())


def _masked(address: Address, mask: Mask) -> str:
    mail = mask.email(address.mail) if address.mail else ""
    name = mask.owner(address.mail) or mask.name(address.name) if address.name else ""
    return _written(address, name, mail)


def _written(address: Address, name: str, mail: str) -> str:
    """Write a name and an address in the shape of another."""
    quoted = name if _BARE_NAME.fullmatch(name) else f'"{name}"'
    if not name.isascii():
        quoted = write_value(name).decode()
    mail = mail.replace("@", " at ") if address.spaced else mail
    if address.shape == "angle":
        return f"{quoted} <{mail}>".strip()
    if address.shape == "comment":
        return f"{mail} ({name})" if name.isascii() else f"{mail} ({quoted})"
    return mail if address.shape == "bare" else quoted


def _decode_words(text: str) -> str:
    if "=?" not in text or len(text) > _LONGEST_VALUE or not _WORD.search(text):
        return text
    try:
        return "".join(_decode_word(*piece) for piece in decode_header(text))
    except (ValueError, LookupError):
        return text


def _decode_word(word: bytes | str, charset: str | None) -> str:
    if isinstance(word, str):
        return word
    try:
        return word.decode(charset or "ascii")
    except (LookupError, UnicodeError):
        return mend(word.decode("utf-8", "surrogateescape"), Encoding(legacy="mixed"))
