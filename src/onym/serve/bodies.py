"""What a request asks for: JSON, or form data as the SVALA editor and web pages send it."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any
from urllib.parse import parse_qs

LARGEST = 1 << 20
"""Bytes of a request; an essay has a few thousand."""
TEXT, FORM, MULTIPART, JSON = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/json",
)


class BadRequest(Exception):
    """A request that cannot be answered: the status, and why in one line without its text."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


@dataclass(frozen=True)
class Asked:
    """A text to pseudonymise."""

    text: str
    project: str | None = None
    language: str | None = None


KNOWN = tuple(each.name for each in fields(Asked))


def understand(body: bytes, content_type: str) -> Asked:
    """Read a request's body by its content type."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == JSON:
        return _asked(_json(body))
    if kind == MULTIPART:
        return _asked(_multipart(body, content_type))
    if kind == FORM or (kind in (TEXT, "") and body.startswith(b"text=")):
        return _asked(_form(body))
    raise BadRequest(415, f"send {JSON} or {FORM}, not {kind or 'nothing'}")


def _json(body: bytes) -> dict[str, Any]:
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequest(400, "the body is no JSON in UTF-8") from None
    if not isinstance(asked, dict):
        raise BadRequest(422, 'the body must be an object: {"text": "..."}')
    return asked


def _form(body: bytes) -> dict[str, Any]:
    try:
        found = parse_qs(
            body.decode(), keep_blank_values=True, strict_parsing=True, errors="strict"
        )
    except ValueError:
        raise BadRequest(400, "the body is no form data in UTF-8") from None
    return {name: values[0] for name, values in found.items()}


def _multipart(body: bytes, content_type: str) -> dict[str, Any]:
    head = f"Content-Type: {content_type}\r\n\r\n".encode("latin-1", "replace")
    message = BytesParser(policy=HTTP).parsebytes(head + body)
    if not message.is_multipart():
        raise BadRequest(400, "the body is no multipart form data")
    found = {}
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        payload = part.get_payload(decode=True)
        try:
            found[str(name)] = payload.decode() if isinstance(payload, bytes) else ""
        except UnicodeDecodeError:
            raise BadRequest(400, "a field of the form is not UTF-8") from None
    return found


def _asked(values: dict[str, Any]) -> Asked:
    unknown = [name for name in values if name not in KNOWN]
    if unknown:
        raise BadRequest(422, f"there is no such field here; known are {', '.join(KNOWN)}")
    if "text" not in values:
        raise BadRequest(422, "the field text is missing")
    for name, value in values.items():
        if not isinstance(value, str) and not (value is None and name != "text"):
            raise BadRequest(422, f"the field {name} must be a text")
    return Asked(values["text"], values.get("project") or None, values.get("language") or None)
