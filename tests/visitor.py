"""Somebody who asks a server on this machine, with the headers they choose."""

from __future__ import annotations

import http.client
import json
from email.message import Message
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from onym.web import LOOPBACK


class Answer(NamedTuple):
    """What a server answered."""

    status: int
    headers: Message
    body: bytes


class Visitor:
    """Knows the address, and after `enter` has the cookie."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host, self.token = parts.netloc, parts.query.removeprefix("token=")
        self.headers: dict[str, str] = {}

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> Answer:
        """Ask for a path; headers are written with _ for -."""
        link = http.client.HTTPConnection(LOOPBACK, int(self.host.rpartition(":")[2]), timeout=120)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            link.request(method, path, body, {**self.headers, **named})
            found = link.getresponse()
            return Answer(found.status, found.headers, found.read())
        finally:
            link.close()

    def enter(self) -> None:
        """Change the token for the cookie."""
        answer = self.ask(f"/?token={self.token}")
        assert answer.status == 303
        self.headers["Cookie"] = str(answer.headers["set-cookie"]).partition(";")[0]

    def look(self, path: str) -> Any:
        """Look at a view of the review."""
        return json.loads(self.ask(f"/look/{path}").body)

    def act(self, act: str, **given: Any) -> Any:
        """Do something, as the page would."""
        origin = f"http://{self.host}"
        answer = self.ask(f"/do/{act}", "POST", json.dumps(given).encode(), Origin=origin)
        return json.loads(answer.body)
