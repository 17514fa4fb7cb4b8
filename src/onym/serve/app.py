"""The service: texts in, pseudonymised texts and their graphs out.

It answers on the loopback only, under its own host name (so no web page can reach it by another),
to programs and to pages whose origin was named when it was started. No text is kept or logged.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection
from functools import cached_property
from typing import TYPE_CHECKING, Any

from onym.errors import OnymError, PolicyError
from onym.language import CODES
from onym.pseudonymiser import Essay, Pseudonymiser
from onym.serve.bodies import LARGEST, Asked, BadRequest, understand
from onym.serve.openapi import describe

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost")
Answer = tuple[int, Any]


class Service:
    """An ASGI application around a pseudonymiser."""

    def __init__(
        self,
        mask: Pseudonymiser,
        port: int,
        origins: Collection[str] = (),
        largest: int = LARGEST,
    ) -> None:
        self.mask, self.origins, self.largest = mask, frozenset(origins), largest
        self._hosts = {f"{name}:{port}" for name in LOOPBACK}
        self._paths: dict[str, tuple[str, Callable[[Asked], Any]]] = {
            "/pseudonymise": ("POST", self._whole),
            "/pseuws": ("POST", self._tokens),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or say in one line why not."""
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1"): v.decode("latin-1") for name, v in scope["headers"]}
        try:
            status, answer = await self._answer(scope, headers, receive)
        except BadRequest as error:
            status, answer = error.status, {"error": str(error)}
        except PolicyError as error:
            status, answer = 422, {"error": str(error)}
        except OnymError as error:
            status, answer = 409, {"error": str(error)}
        await _send(send, status, answer, self._allowed(headers))

    async def _answer(self, scope: Scope, headers: dict[str, str], receive: Receive) -> Answer:
        self._admit(headers)
        path, method = scope["path"].rstrip("/") or "/", scope["method"]
        if path in ("/", "/openapi.json"):
            if method not in ("GET", "HEAD"):
                raise BadRequest(405, f"{path} answers GET")
            return 200, self._description
        if path not in self._paths:
            raise BadRequest(404, "there is nothing here; see /openapi.json")
        if method == "OPTIONS":
            return 204, None
        allowed, work = self._paths[path]
        if method != allowed:
            raise BadRequest(405, f"{path} answers {allowed}")
        body = await self._read(headers, receive)
        return 200, work(understand(body, headers.get("content-type", "")))

    def _admit(self, headers: dict[str, str]) -> None:
        """Refuse what a foreign page sends, or what comes under another host's name."""
        if headers.get("host", "") not in self._hosts:
            raise BadRequest(403, "this service answers under its own address only")
        origin = headers.get("origin")
        if origin is not None and origin not in self.origins:
            raise BadRequest(403, "this page was not allowed: start with --allow-origin")

    def _allowed(self, headers: dict[str, str]) -> str | None:
        origin = headers.get("origin")
        return origin if origin in self.origins else None

    async def _read(self, headers: dict[str, str], receive: Receive) -> bytes:
        told = headers.get("content-length", "0")
        if told.isdigit() and int(told) > self.largest:
            raise BadRequest(413, f"the request is larger than {self.largest:,} bytes")
        body = bytearray()
        while True:
            message = await receive()
            body += message.get("body", b"")
            if len(body) > self.largest:
                raise BadRequest(413, f"the request is larger than {self.largest:,} bytes")
            if not message.get("more_body", False):
                return bytes(body)

    def _essay(self, asked: Asked) -> Essay:
        if asked.language is not None and asked.language not in CODES:
            raise BadRequest(422, f"the language must be one of {', '.join(CODES)}")
        languages = (asked.language,) if asked.language else ()
        return self.mask.pseudonymise(asked.text, asked.project, languages)

    def _whole(self, asked: Asked) -> dict[str, Any]:
        essay = self._essay(asked)
        return {"text": essay.text, "svala": essay.graph}

    def _tokens(self, asked: Asked) -> list[list[dict[str, Any]]]:
        """A list of sentences of tokens, as the SVALA editor's pseudonymisation expects it."""
        graph = self._essay(asked).graph
        words = {token["id"]: token["text"].strip() for token in graph["target"]}
        said: dict[str, tuple[str, list[str]]] = {}
        for edge in graph["edges"].values():
            new = " ".join(words[one] for one in edge["ids"] if one in words)
            said |= dict.fromkeys(edge["ids"], (new, edge["labels"]))
        rows = ((token["text"].strip(), *said[token["id"]]) for token in graph["source"])
        return [[{"string": new if labels else old, "label": labels} for old, new, labels in rows]]

    @cached_property
    def _description(self) -> dict[str, Any]:
        return describe(self.largest)


async def _send(
    send: Callable[[Any], Awaitable[None]], status: int, answer: Any, origin: str | None
) -> None:
    body = (
        b""
        if answer is None
        else json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode()
    )
    headers = [
        (b"content-type", b"application/json; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    if origin is not None:
        headers += [
            (b"access-control-allow-origin", origin.encode("latin-1")),
            (b"access-control-allow-headers", b"content-type"),
            (b"access-control-allow-methods", b"POST"),
            (b"vary", b"origin"),
        ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
