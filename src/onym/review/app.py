"""The routes: what the page asks for, and what it may do."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from onym.deciding import conversion
from onym.deciding.explain import explain, rows
from onym.deciding.live import Live
from onym.details.model import LABELS
from onym.errors import InputError
from onym.review import asked, people
from onym.review.acts import ACTS
from onym.review.conversation import Conversation
from onym.review.overview import Overview
from onym.web import ERRORS

STATIC = Path(__file__).parent / "static"
for _kind, _ending in (("text/javascript", ".js"), ("text/css", ".css"), ("image/svg+xml", ".svg")):
    # Windows lets every program say otherwise, and a browser runs no script that is plain text.
    mimetypes.add_type(_kind, _ending)
LARGEST = 16 << 20
"""Bytes that may be sent to us at once."""

REPORT = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; "
        "sandbox allow-same-origin"
    ),
    "X-Frame-Options": "SAMEORIGIN",
}
"""The report carries its own style, and has no script."""

View = Callable[[Live, dict[str, str]], Any]


def _questions(live: Live, given: dict[str, str]) -> Any:
    return asked.queue(live, blind="blind" in given)


def _singly(live: Live, given: dict[str, str]) -> Any:
    return {"messages": asked.singly(live, given.get("question", ""))}


def _table(live: Live, given: dict[str, str]) -> Any:
    return people.table(live)


def _state(live: Live, given: dict[str, str]) -> Any:
    return {}


def _labels(live: Live, given: dict[str, str]) -> Any:
    return {"labels": [{"name": name, **label._asdict()} for name, label in LABELS.items()]}


def _saved(live: Live, given: dict[str, str]) -> Any:
    return {"table": conversion.save(live.line, live.pseudonyms)}


def _explain(live: Live, given: dict[str, str]) -> Any:
    found = explain(live.line, given.get("name", ""))
    return {"name": found.name, "rows": [*rows(found)]}


VIEWS: dict[str, View] = {
    "state": _state,
    "explain": _explain,
    "questions": _questions,
    "singly": _singly,
    "table": _table,
    "saved": _saved,
    "labels": _labels,
}
"""What can be looked at."""


def application(live: Live) -> Starlette:
    """The review of a project as a web application."""
    talk = Conversation(live)
    pages = {"threads": talk.contents, "thread": talk.show}
    pages |= {"search": talk.search, "next": talk.next}
    whole = Overview(live)
    pages |= {"overview": whole.show, "where": whole.where}
    acts = {**ACTS, "apply": whole.apply, "check": whole.check}
    acts |= {"export": whole.export, "take_back": whole.take_back}

    def look(request: Request) -> Response:
        name, given = request.path_params["view"], dict(request.query_params)
        if name not in VIEWS and name not in pages:
            return JSONResponse({"error": "there is no such page"}, 404)
        state = asked.state(live)  # first: what is shown is never older than it says
        if name != "state" and not live.ready.is_set():
            shown = {"waiting": True}
        elif name in pages:
            shown = pages[name](given)
        else:
            shown = VIEWS[name](live, given)
        return JSONResponse({**shown, "state": state})

    async def act(request: Request) -> Response:
        given = await _body(request)
        name = request.path_params["act"]
        if name not in acts:
            return JSONResponse({"error": "there is no such act"}, 404)
        told = await run_in_threadpool(acts[name], live, given)
        return JSONResponse({**(told or {}), "state": asked.state(live)})

    def report(request: Request) -> Response:
        file = live.line.project.report_file
        return FileResponse(file, headers=REPORT) if file.exists() else Response(status_code=404)

    def first(request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    return Starlette(
        routes=[
            Route("/", first),
            Route("/report", report),
            Route("/look/{view}", look),
            Route("/do/{act}", act, methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        exception_handlers=ERRORS,
    )


async def _body(request: Request) -> dict[str, Any]:
    """What was sent: one JSON object."""
    sent = b""
    async for piece in request.stream():
        sent += piece
        if len(sent) > LARGEST:
            raise InputError("this is too large; give a file below 16 MB")
    try:
        given = json.loads(sent or b"{}")
    except ValueError:
        given = None
    if not isinstance(given, dict):
        raise InputError("the page sent something that is not understood; load it again")
    return given
