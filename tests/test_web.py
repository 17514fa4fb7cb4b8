"""A real server on the loopback, asked as a browser, a stranger and another site would ask."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from onym.errors import InputError, ProjectError
from onym.web import ERRORS, HEADERS, LOOPBACK, listen, running
from visitor import Visitor

SECRET = "Ottilie Quenneville"


def page(request: Request) -> Response:
    return JSONResponse({"shown": SECRET})


def refuse(request: Request) -> Response:
    raise ProjectError("the project is in use")


def break_down(request: Request) -> Response:
    raise ValueError(SECRET)


APP = Starlette(
    routes=[
        Route("/", page, methods=["GET", "POST"]),
        Route("/refuse", refuse),
        Route("/break", break_down),
    ],
    exception_handlers=ERRORS,
)


@pytest.fixture
def stranger() -> Iterator[Visitor]:
    with running(APP) as address:
        yield Visitor(address)


@pytest.fixture(scope="module")
def owner() -> Iterator[Visitor]:
    with running(APP) as address:
        visitor = Visitor(address)
        visitor.enter()
        yield visitor


def test_nobody_enters_without_the_token(stranger: Visitor) -> None:
    answer = stranger.ask("/")
    assert answer.status == 403
    assert SECRET.encode() not in answer.body
    assert stranger.ask("/?token=guessed").status == 403


def test_the_token_opens_once_and_becomes_a_cookie(stranger: Visitor) -> None:
    answer = stranger.ask(f"/?token={stranger.token}")
    cookie = str(answer.headers["set-cookie"])
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert stranger.ask(f"/?token={stranger.token}").status == 403


def test_the_owner_sees_the_page_and_may_open_the_address_again(owner: Visitor) -> None:
    assert json.loads(owner.ask("/").body) == {"shown": SECRET}
    assert owner.ask(f"/?token={owner.token}").headers["location"] == "/"


@pytest.mark.parametrize("other", ['of={"another": 1}', "a(b=1", "said", "a=b c", "a=\xe9"])
def test_cookies_of_other_programs_lock_nobody_out(owner: Visitor, other: str) -> None:
    cookies = f"{other}; {owner.headers['Cookie']}"
    assert json.loads(owner.ask("/", Cookie=cookies).body) == {"shown": SECRET}


@pytest.mark.parametrize("host", ["onym.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil:80"])
def test_a_request_under_another_host_name_is_refused(owner: Visitor, host: str) -> None:
    assert owner.ask("/", Host=host).status == 403


OTHERS: list[dict[str, str]] = [
    {"Origin": "http://onym.example"},
    {"Origin": "null"},
    {"Origin": f"http://{LOOPBACK}:1"},
    {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"},
]


@pytest.mark.parametrize("headers", OTHERS)
def test_a_request_from_another_page_is_refused(owner: Visitor, headers: dict[str, str]) -> None:
    assert owner.ask("/", "GET", None, **headers).status == 403


def test_writing_takes_the_page_s_own_origin(owner: Visitor) -> None:
    assert owner.ask("/", "POST").status == 403
    assert owner.ask("/", "POST", Origin="http://onym.example").status == 403
    assert owner.ask("/", "POST", Origin=f"http://{owner.host}").status == 200


@pytest.mark.parametrize("path", ["/", "/nowhere", "/refuse", "/break"])
def test_every_answer_carries_the_headers(owner: Visitor, path: str) -> None:
    told = owner.ask(path).headers
    assert {name: told[name] for name in HEADERS} == HEADERS
    assert "server" not in told


def test_what_is_refused_carries_them_too(stranger: Visitor) -> None:
    assert stranger.ask("/").headers["Cache-Control"] == "no-store"


def test_an_error_is_told_in_one_line_and_without_the_text(
    owner: Visitor, capfd: pytest.CaptureFixture[str]
) -> None:
    told: Any = json.loads(owner.ask("/refuse").body)
    assert told == {"error": "the project is in use"}
    broken = owner.ask("/break")
    assert broken.status == 500
    assert b"internal error ValueError in test_web.py:" in (body := broken.body)
    assert SECRET.encode() not in body
    assert capfd.readouterr() == ("", "")


def test_it_listens_on_the_loopback_alone() -> None:
    with listen() as opened:
        assert opened.getsockname()[0] == LOOPBACK


def test_a_port_that_is_taken_is_told() -> None:
    told = "is taken or not allowed; give another --port"
    with listen() as opened, pytest.raises(InputError, match=told):
        listen(opened.getsockname()[1])


def test_answers_are_sent_at_once() -> None:
    # asyncio asks for that only where the protocol is named; else each waits 40 ms
    with listen() as opened:
        assert opened.proto == socket.IPPROTO_TCP
