"""How quick the review is: a course of 14,000 messages, opened, looked at and decided on.

    python bench/review.py [FOLDER]

Without a folder a demo course is made. What is wanted: the first page within a second, a decision
answered within 200 ms, whatever is worked out in the background meanwhile.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from email.message import Message
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from onym import demo, line
from onym.deciding.live import Live
from onym.review import application
from onym.web import running

MESSAGES = 14_000
DECISIONS = 20


def main() -> None:
    """Measure, and print the figures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else make(Path(tempfile.mkdtemp()))
    began = time.perf_counter()
    live = Live(line.resume(folder))
    live.start()
    with running(application(live)) as address:
        page = Page(address)
        print(f"first page          {1000 * timed(lambda: page.get('/')):8.0f} ms")
        wait(lambda: live.ready.is_set() or bool(live.error))
        if live.error:
            sys.exit(live.error)
        print(f"text can be read    {time.perf_counter() - began:8.1f} s")
        wait(lambda: live.asked)
        print(f"questions are known {time.perf_counter() - began:8.1f} s")
        for view in ("questions", "table", "threads", "thread", "overview", "search?words=anna"):
            print(f"{view:19} {1000 * timed(partial(page.get, f'/look/{view}')):8.0f} ms")
        taken, shown = [], []
        for _ in range(DECISIONS):
            item = page.get("/look/questions")["questions"][0]
            question = item.get("together", [item])[0]
            taken.append(timed(partial(page.answer, question)))
            shown.append(timed(lambda: wait(lambda: not live.is_dirty(range(len(live.ids))))))
        for what, seconds in (("a decision", taken), ("text after it", shown)):
            usual, most = 1000 * statistics.median(seconds), 1000 * max(seconds)
            print(f"{what:19} {usual:8.0f} ms, at most {most:.0f}")
    live.stop()


def make(folder: Path) -> Path:
    """A project on a large demo course."""
    demo.generate(messages=MESSAGES).write(folder)
    options = {"roster": folder / "class.csv"}
    line.start(folder / "course", folder / "forum.csv", options).find()
    return folder / "course"


def timed(job: Callable[[], Any]) -> float:
    """How many seconds a job takes."""
    began = time.perf_counter()
    job()
    return time.perf_counter() - began


def wait(until: Callable[[], bool]) -> None:
    """Wait until something is so."""
    while not until():
        time.sleep(0.005)


class Page:
    """The page, as far as the server sees it."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host = parts.netloc
        self.cookie = ""
        self.cookie = str(self._ask("GET", f"/?{parts.query}")[1]["set-cookie"]).partition(";")[0]

    def get(self, path: str) -> Any:
        """Look at something."""
        told, headers = self._ask("GET", path)
        return json.loads(told) if "json" in headers["content-type"] else told

    def answer(self, question: dict[str, Any]) -> None:
        """Take the first answer to a question."""
        given = {"question": question["id"], "answer": question["choices"][0]["answer"], "says": ""}
        self._ask("POST", "/do/answer", json.dumps(given))

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[bytes, Message]:
        link = HTTPConnection(self.host, timeout=600)
        headers = {"Cookie": self.cookie, "Origin": f"http://{self.host}"}
        link.request(method, path, body, headers)
        answer = link.getresponse()
        told = answer.read()
        link.close()
        return told, answer.headers


if __name__ == "__main__":
    main()
