"""A web application for one person at one machine: it cannot be reached from anywhere else.

    with running(app) as address:
        webbrowser.open(address)

It listens on the loopback alone. The address carries a token that opens the door once and becomes
a cookie. Requests under another host name or from another page are refused, so no site that is
open in the same browser can read along or write. Pages may load nothing but from here. Nothing is
logged, and an error of ours is told by file and line, never by what was being shown.
"""

from __future__ import annotations

import secrets
import socket
import threading
import traceback
from collections.abc import Iterator
from collections.abc import Mapping as Lookup
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request, cookie_parser
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from onym.errors import InputError, OnymError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = "127.0.0.1"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; frame-src 'self'; form-action 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What every answer carries, unless it says otherwise itself."""
SAFE = ("GET", "HEAD")
LOCKED = "This address opens once. Start Onym again for a new one, or use the first window.\n"
STRANGE = "Refused: this did not come from Onym's own page.\n"


class Door:
    """Stands before an application and lets in only the person who started it."""

    def __init__(self, app: ASGIApp, port: int, token: str | None = None) -> None:
        self.app = app
        self.token = token or secrets.token_urlsafe(24)
        self._unused = True
        self._pass = secrets.token_urlsafe(24)
        self._cookie = f"onym-{port}"
        self._hosts = {f"{name}:{port}" for name in (LOOPBACK, "localhost")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            return
        headers = Headers(scope=scope)
        send = _hardened(send)
        if refused := self._refuse(scope, headers):
            await refused(scope, receive, send)
        else:
            await self._admit(scope, receive, send)

    def _refuse(self, scope: Scope, headers: Headers) -> Response | None:
        """What is wrong with a request, if anything is."""
        if not self._is_ours(scope["method"], headers):
            return PlainTextResponse(STRANGE, 403)
        token = parse_qs(scope["query_string"].decode("ascii", "replace")).get("token", [""])[0]
        if self._is_known(headers):
            return RedirectResponse(scope["path"], 303) if token else None
        if self._unused and secrets.compare_digest(token.encode(), self.token.encode()):
            self._unused = False
            return self._welcome(scope["path"])
        return PlainTextResponse(LOCKED, 403)

    def _is_ours(self, method: str, headers: Headers) -> bool:
        """Whether a request is addressed to us, and comes from our own page."""
        host, origin = headers.get("host", ""), headers.get("origin")
        site = headers.get("sec-fetch-site", "none")
        if host not in self._hosts or origin not in (None, f"http://{host}"):
            return False
        if method in SAFE:
            return site in ("none", "same-origin") or headers.get("sec-fetch-mode") == "navigate"
        return origin is not None and site in ("none", "same-origin")

    def _is_known(self, headers: Headers) -> bool:
        # other programs on this machine leave cookies of any form, which must not lock anybody out
        given = cookie_parser(headers.get("cookie", "")).get(self._cookie, "")
        return secrets.compare_digest(given.encode(), self._pass.encode())

    def _welcome(self, path: str) -> Response:
        """Change the token for a cookie, and take it out of the address."""
        answer = RedirectResponse(path, 303)
        answer.set_cookie(self._cookie, self._pass, httponly=True, samesite="strict")
        return answer

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        except Exception:
            # It has been told to the person (ERRORS); raised further it would only be logged.
            return


def _tell(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": str(error)}, 409)


def _confess(request: Request, error: Exception) -> Response:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(frame.filename).name}:{frame.lineno}"
    told = f"internal error {type(error).__name__} in {place}; please report this line"
    return JSONResponse({"error": told}, 500)


ERRORS: Lookup[Any, Any] = {OnymError: _tell, Exception: _confess}
"""How an application tells what went wrong: `Starlette(routes, exception_handlers=ERRORS)`."""


def _hardened(send: Send) -> Send:
    """Send what is sent with the headers above."""

    async def hardened(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return hardened


def listen(port: int = 0) -> socket.socket:
    """Open a port on the loopback; 0 takes any that is free."""
    # With the protocol named, asyncio sends answers at once and waits for no acknowledgement.
    opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # On Windows SO_REUSEADDR would let another program take the same port.
    alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    opened.setsockopt(socket.SOL_SOCKET, alone, 1)
    try:
        opened.bind((LOOPBACK, port))
        opened.listen()
    except (OSError, OverflowError):
        opened.close()
        raise InputError(f"port {port} is taken or not allowed; give another --port") from None
    return opened


@contextmanager
def running(app: ASGIApp, port: int = 0, token: str | None = None) -> Iterator[str]:
    """Serve an application meanwhile; gives the address that opens it once."""
    import uvicorn

    opened = listen(port)
    number = opened.getsockname()[1]
    door = Door(app, number, token)
    server = uvicorn.Server(
        uvicorn.Config(
            door,
            access_log=False,
            date_header=False,
            lifespan="off",
            log_config=None,
            log_level="critical",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
    )
    worker = threading.Thread(target=server.run, args=([opened],), name="onym-web", daemon=True)
    worker.start()
    try:
        yield f"http://{LOOPBACK}:{number}/?token={door.token}"
    finally:
        server.should_exit = True
        worker.join(timeout=5)
        opened.close()
