"""The service on a real port, and the lines of a pipe."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from onym.errors import PolicyError, ProjectError
from onym.model import Policy
from onym.pseudonymiser import Pseudonymiser
from onym.serve.bodies import LARGEST
from onym.serve.openapi import ERRORS, describe
from onym.serve.server import running
from onym.svala import check, read_text

TEXT = "Jag heter Anna och bor i Göteborg. Min mejl är anna@skola.se."
PAGE = "https://editor.example"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("store")


@pytest.fixture(scope="module")
def service(store: Path) -> Iterator[str]:
    with running(Pseudonymiser(Policy(preset="essay"), store), [PAGE]) as address:
        yield address


def ask(
    address: str,
    body: str | bytes = b"",
    headers: dict[str, str] | None = None,
    path: str = "/pseudonymise",
    method: str = "POST",
) -> tuple[int, Any, http.client.HTTPResponse]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else None, answer
    finally:
        connection.close()


def said(address: str, text: str = TEXT, **more: str) -> Any:
    status, answer, _ = ask(address, json.dumps({"text": text, "language": "sv", **more}), JSON)
    assert status == 200, answer
    return answer


def test_a_text_comes_back_with_its_graph(service: str) -> None:
    answer = said(service)
    assert "Anna" not in answer["text"]
    assert "Göteborg" not in answer["text"]
    assert answer["text"].endswith("email@dot.com.")
    assert check(answer["svala"]) == []
    assert read_text(answer["svala"]).strip() == TEXT
    assert read_text(answer["svala"], "target").strip() == answer["text"]


MULTIPART = (
    '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n{text}\r\n'
    '--x\r\nContent-Disposition: form-data; name="language"\r\n\r\nsv\r\n--x--\r\n'
)


def test_form_data_will_do(service: str) -> None:
    bodies = [
        (urlencode({"text": TEXT, "language": "sv"}), FORM),
        (urlencode({"text": TEXT}), {"Content-Type": "text/plain;charset=UTF-8"}),
        (MULTIPART.format(text=TEXT), {"Content-Type": "multipart/form-data; boundary=x"}),
    ]
    for body, headers in bodies:
        status, answer, _ = ask(service, body.encode(), headers)
        assert status == 200, answer
        assert "anna@skola.se" not in answer["text"]
        assert read_text(answer["svala"]).strip() == TEXT


def test_the_editor_gets_a_token_for_each_of_its_own(service: str) -> None:
    body = urlencode({"text": TEXT, "language": "sv"})
    status, answer, _ = ask(service, body, {**FORM, "Origin": PAGE}, "/pseuws")
    assert status == 200
    tokens = [token for sentence in answer for token in sentence]
    assert len(tokens) == len(TEXT.split())
    assert tokens[0] == {"string": "Jag", "label": []}
    assert tokens[2]["label"] == ["firstname_female", "1"]
    assert tokens[2]["string"] not in ("Anna", "")


def test_a_project_is_steady_and_keeps_no_text(service: str, store: Path) -> None:
    first = said(service, project="kurs-1")["text"]
    assert said(service, project="kurs-1")["text"] == first
    name = first.split()[2]
    assert said(service, "Annas vän heter Anna.", project="kurs-1")["text"].endswith(f"{name}.")
    kept = "".join(
        file.read_text("utf-8") for file in (store / "kurs-1").rglob("*") if file.is_file()
    )
    assert "Jag heter" not in kept
    assert "anna@skola.se" not in kept
    again = Pseudonymiser(Policy(preset="essay"), store)
    assert again.pseudonymise(TEXT, "kurs-1", ("sv",)).text == first


def test_nothing_is_kept_without_a_project(service: str, store: Path) -> None:
    before = sorted(store.rglob("*"))
    answers = {said(service)["text"] for _ in range(6)}
    assert len(answers) > 1
    assert sorted(store.rglob("*")) == before


def test_a_record_cut_short_by_a_crash_is_no_loss(tmp_path: Path) -> None:
    mask = Pseudonymiser(Policy(preset="essay"), tmp_path)
    text = mask.pseudonymise(TEXT, "p", ("sv",)).text
    record = tmp_path / "p/private/details.jsonl"
    whole = record.read_bytes()
    for cut in range(1, len(whole) - whole[:-1].rfind(b"\n")):
        record.write_bytes(whole[:-cut])  # also in the middle of a letter of two bytes
        again = Pseudonymiser(Policy(preset="essay"), tmp_path)
        assert again.pseudonymise(TEXT, "p", ("sv",)).text == text
        assert record.read_bytes() == whole
    record.write_bytes(b"{}x\n" + whole)
    with pytest.raises(ProjectError, match=r"details\.jsonl: damaged"):
        Pseudonymiser(Policy(preset="essay"), tmp_path).pseudonymise(TEXT, "p")


REFUSED: list[tuple[int, str, dict[str, Any]]] = [
    (400, "no JSON", {"body": "{", "headers": JSON}),
    (400, "no form data", {"body": b"text=%FF", "headers": FORM}),
    (403, "own address", {"body": "{}", "headers": {**JSON, "Host": "evil.example:80"}}),
    (403, "--allow-origin", {"body": "{}", "headers": {**JSON, "Origin": "https://evil.example"}}),
    (404, "nothing here", {"path": "/", "method": "POST", "headers": JSON}),
    (404, "nothing here", {"path": "/elsewhere", "headers": JSON}),
    (405, "answers POST", {"method": "GET"}),
    (413, "larger than", {"body": b"x" * (LARGEST + 1), "headers": JSON}),
    (415, "send application/json", {"body": "x", "headers": {"Content-Type": "image/png"}}),
    (422, "must be an object", {"body": "[]", "headers": JSON}),
    (422, "text is missing", {"body": "{}", "headers": JSON}),
    (422, "text must be a text", {"body": '{"text": 1}', "headers": JSON}),
    (422, "no such field", {"body": '{"text": "", "x": ""}', "headers": JSON}),
    (422, "language must be", {"body": '{"text": "", "language": "tlh"}', "headers": JSON}),
    (422, "name has letters", {"body": '{"text": "", "project": "../x"}', "headers": JSON}),
]


@pytest.mark.parametrize(("status", "why", "request_"), REFUSED)
def test_what_cannot_be_answered_is_refused_in_one_line(
    service: str, status: int, why: str, request_: dict[str, Any]
) -> None:
    if request_.get("path") == "/":
        status, why = 405, "/ answers GET"
    found, answer, _ = ask(service, **request_)
    assert found == status, answer
    assert why in answer["error"]
    assert status in ERRORS


def test_a_page_that_was_named_may_ask(service: str) -> None:
    status, _, answer = ask(service, method="OPTIONS", headers={"Origin": PAGE})
    assert status == 204
    assert answer.headers["Access-Control-Allow-Origin"] == PAGE


def test_it_describes_itself(service: str) -> None:
    status, answer, _ = ask(service, path="/openapi.json", method="GET")
    assert (status, answer) == (200, describe(LARGEST))
    assert answer["openapi"].startswith("3.")
    assert set(answer["paths"]) == {"/pseudonymise", "/pseuws"}


def test_without_a_store_there_are_no_projects() -> None:
    with pytest.raises(PolicyError, match="start with --store"):
        Pseudonymiser(Policy(preset="essay")).pseudonymise("x", "p")


def test_a_seed_repeats() -> None:
    one, two = (Pseudonymiser(Policy(preset="essay"), seed=4) for _ in range(2))
    assert one.pseudonymise(TEXT).text == two.pseudonymise(TEXT).text


def run_pipe(given: bytes, *arguments: str) -> bytes:
    command = [sys.executable, "-m", "onym", "pipe", *arguments]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_lines_go_through_a_pipe(tmp_path: Path) -> None:
    given = "Anna bor i Göteborg.\n\nMin mejl är a@b.se\r\nslut \udcff".encode(
        "utf-8", "surrogateescape"
    )
    made = run_pipe(given, "--language", "sv", "--seed", "1")
    lines = made.split(b"\n")
    assert lines[1:] == [b"", "Min mejl är email@dot.com\r".encode(), b"slut \xff"]
    assert b"Anna" not in lines[0]
    rows = run_pipe(b"Anna\n", "--json", "--language", "sv").splitlines()
    assert check(json.loads(rows[0])["svala"]) == []
