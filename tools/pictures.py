"""Take the pictures of docs/images anew: the review and the report of the demo course.

    python tools/pictures.py            about a minute; needs Chromium and the extra `test`
    python tools/pictures.py overview   only some of them

What is on them is made by the program as it stands, on people who do not exist.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from onym import demo, line
from onym.deciding.live import Live
from onym.disk.files import write_atomically
from onym.review import application
from onym.web import running

IMAGES = Path(__file__).parent.parent / "docs" / "images"
CHROMIUM = Path("/usr/bin/chromium")
SIZE = ViewportSize(width=1280, height=800)
SLOW = 120_000
COLOURS = 256
"""Enough for a page; a picture takes a third of the space with so many."""

Go = Callable[[Page], None]


def main() -> None:
    """Take every picture, or those that are named, in light and dark."""
    chosen = sys.argv[1:] or [*REVIEW, "together", "report"]
    with tempfile.TemporaryDirectory() as folder:
        course = make(Path(folder))
        with browsing() as browser, reviewing(course) as address:
            page = browser.new_page(viewport=SIZE, device_scale_factor=1.5)
            page.goto(address)
            page.wait_for_selector(".question", timeout=SLOW)
            page.wait_for_function(IDLE, timeout=SLOW)
            for name in filter(REVIEW.get, chosen):
                view, go = REVIEW[name]
                page.goto(f"{address.partition('?')[0]}#/{view}")
                page.wait_for_selector(f"main .view-{view.partition('/')[0]} h1")
                go(page)
                take(page, f"review-{name}")
            page.close()
            if "together" in chosen:
                picture_together(browser, course.parent)
            if "report" in chosen:
                picture_report(browser, course)


IDLE = "fetch('/look/state').then(a => a.json()).then(a => !a.state.busy)"


def make(folder: Path) -> Path:
    """A project on the demo course, run to the end."""
    demo.generate().write(folder)
    options = {"roster": folder / "class.csv"}
    whole = line.start(folder / "course", folder / "forum.csv", options)
    whole.find()
    whole.apply()
    whole.check()
    whole.report()
    return folder / "course"


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def reviewing(course: Path) -> Iterator[str]:
    """The address of a review of a project."""
    live = Live(line.resume(course))
    live.start()
    with running(application(live)) as address:
        yield address
    live.stop()


def take(page: Page, name: str, full: bool = False) -> None:
    """Write a picture in light and one in dark."""
    for scheme, ending in (("dark", "-dark"), ("light", "")):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.wait_for_timeout(400)  # colours fade
        data = page.screenshot(full_page=full)
        file = IMAGES / f"{name}{ending}.png"
        write_atomically(file, few_colours(data), 0o644)
        print(f"{file.name}, {file.stat().st_size // 1000} kB")


def few_colours(data: bytes) -> bytes:
    """A picture with a palette."""
    from PIL import Image

    made = BytesIO()
    whole = Image.open(BytesIO(data)).convert("RGB")
    # Every colour counts, however little of it there is: a thin red bar must stay red.
    few = whole.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(made, "PNG", optimize=True)
    return made.getvalue()


def stay(page: Page) -> None:
    """The page as it opens."""
    page.wait_for_timeout(300)


def open_name(page: Page) -> None:
    """Why a name is somebody's."""
    page.locator(".name-chip").nth(1).click()
    page.wait_for_selector(".popover .result")


def open_graph(page: Page) -> None:
    """The first message word by word, as far as there are names in it."""
    page.wait_for_selector(".message.found")
    number = page.locator(".message.found .meta button").last
    number.click()
    page.locator(".message.found").evaluate("one => scrollTo(0, one.offsetTop - 110)")


def open_span(page: Page) -> None:
    """What can be said of a name, only here."""
    page.wait_for_selector(".message.found")
    page.locator(".message.found").evaluate("one => scrollTo(0, one.offsetTop - 110)")
    page.locator(".message.found .original button.span").first.click()
    page.wait_for_selector(".popover .result")
    page.get_by_role("radio", name="only here").check()


def pick_words(page: Page) -> None:
    """Words that are gone through by keyboard."""
    page.wait_for_selector(".message")
    page.keyboard.press("a")
    page.wait_for_selector(".picking")
    words = page.locator(".word").all_inner_texts()
    for _ in range(words.index("Auckland")):
        page.keyboard.press("ArrowRight")


def open_person(page: Page) -> None:
    """The actor's form."""
    page.wait_for_selector(".sheet .result")


def open_warnings(page: Page) -> None:
    """What to be warned of, with the ways out."""
    page.keyboard.press("Escape")
    page.locator(".warning summary").first.click()


def check(page: Page) -> None:
    """What could still leak."""
    page.get_by_role("button", name="Check again").click()
    page.wait_for_selector(".findings, .good", state="attached", timeout=SLOW)
    page.wait_for_function(IDLE, timeout=SLOW)
    page.wait_for_selector(".toast", state="detached", timeout=SLOW)


def open_named(page: Page) -> None:
    """Who is named and left, two of them ticked."""
    check(page)
    page.locator(".stays input").nth(1).check()
    page.locator(".stays input").nth(2).check()
    page.locator(".stays button").first.click()
    page.wait_for_selector(".stays .quote")
    page.locator("#named").evaluate("e => scrollBy(0, e.getBoundingClientRect().top - 90)")


REVIEW: dict[str, tuple[str, Go]] = {
    "questions": ("questions", stay),
    "people": ("people", open_name),
    "warnings": ("people", open_warnings),
    "person": ("people/U41", open_person),
    "words": ("text", pick_words),
    "text": ("text/message/5", open_span),
    "graph": ("text/message/5", open_graph),
    "overview": ("overview", check),
    "named": ("overview", open_named),
}
"""The name of a picture, the view it is of, and what is opened there."""


PARTS = "#sessions, #people, #questions, #risk, #left, #how, #replaced table, #replaced p"
"""What is left out of the picture of the report, so that it fits a page."""


def picture_together(browser: Browser, folder: Path) -> None:
    """Several questions at once; there are many where names count within a thread alone."""
    options = {"roster": folder / "class.csv", "scope": "thread"}
    line.start(folder / "threads", folder / "forum.csv", options).find()
    with reviewing(folder / "threads") as address:
        page = browser.new_page(viewport=SIZE, device_scale_factor=1.5)
        page.goto(address)
        page.wait_for_selector(".together", timeout=SLOW)
        page.locator(".ticks input").nth(1).uncheck()
        take(page, "review-together")
        page.close()


def picture_report(browser: Browser, course: Path) -> None:
    """What came in, what was replaced, and that the conversation is the same."""
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    page.goto((course / "share" / "report.html").as_uri())
    page.add_style_tag(content=f"{PARTS} {{ display: none }}")
    take(page, "report", full=True)
    page.close()


if __name__ == "__main__":
    main()
