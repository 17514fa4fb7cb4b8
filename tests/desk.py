"""Somebody at the review in a real browser: goes, waits, takes pictures, and is never lied to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reviewer import reviewing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PICTURES = Path(__file__).parent.parent / "build" / "screenshots"
VIEWS = ("questions", "people", "text", "overview")
SLOW = 120_000
LONG = 300_000
"""Milliseconds for what works on the whole corpus, on a machine that has other things to do."""
SIZE = (1280, 860)


class Desk:
    """A page of the review, and what it complained of and asked for."""

    def __init__(self, context: BrowserContext, address: str, course: Path) -> None:
        self.course = course
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.address = address.partition("?")[0]
        self.page.goto(address)
        self.page.wait_for_selector(".question", timeout=SLOW)

    def go(self, view: str) -> None:
        """Open a view anew."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}#/{view}")
        self.page.wait_for_selector(f"main .view-{view.partition('/')[0]} h1", timeout=SLOW)

    def settle(self) -> None:
        """Wait until nothing is being worked out."""
        self.until(lambda: not self.state()["busy"], LONG)

    def picture(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")

    def size(self, width: int = SIZE[0], height: int = SIZE[1]) -> None:
        """Make the window so large; half as wide is what a zoom of 200 % leaves."""
        self.page.set_viewport_size({"width": width, "height": height})

    def light(self, scheme: str) -> None:
        self.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")

    def undo(self) -> None:
        """Take the last step back, from wherever the focus is not in a field."""
        before = self.state()["version"]
        self.page.evaluate("document.activeElement.blur()")
        self.page.keyboard.press("u")
        self.until(lambda: self.state()["version"] > before)
        self.settle()

    def until(self, so: Callable[[], bool], patience: int = SLOW) -> None:
        """Wait until something is so."""
        end = time.monotonic() + patience / 1000
        while not so():
            assert time.monotonic() < end
            self.page.wait_for_timeout(50)

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = self.page.evaluate("fetch('/look/state').then(a => a.json())")
        state: dict[str, Any] = told["state"]
        return state

    def elsewhere(self, act: str, given: dict[str, Any]) -> None:
        """Do something of which the views of this page are not told."""
        told = self.page.evaluate(
            """([act, given]) => fetch(`/do/${act}`, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify(given),
            }).then(a => a.json())""",
            [act, given],
        )
        assert "error" not in told

    def asked(self) -> str | None:
        """The id of the question on the screen."""
        return self.page.locator(".question").get_attribute("data-id")

    def ask_one(self) -> None:
        """Come to a question that is asked alone."""
        while self.page.locator(".together").count():
            asked = self.asked()
            self.page.keyboard.press("e")
            self.wait_for_another(asked)

    def wait_for_another(self, asked: str | None) -> None:
        self.page.wait_for_selector(f".question:not([data-id='{asked}'])", timeout=SLOW)

    def check(self) -> None:
        """Nothing was complained of, and nothing asked for elsewhere."""
        assert not self.complaints, self.complaints
        assert all(url.startswith((self.address, "blob:")) for url in self.requests)


@contextmanager
def opened(browser: Browser, course: Path) -> Iterator[Desk]:
    context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
    with reviewing(course) as review:
        desk = Desk(context, review.address, course)
        yield desk
        desk.check()
        context.close()
