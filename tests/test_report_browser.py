"""The report of the demo course, opened in a real browser as a reader opens it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from onym import demo, line

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PICTURES = Path(__file__).parent.parent / "build"
WIDTHS = (1280, 800, 390)


@dataclass
class Opened:
    """A page, and what it said and asked for while it was opened."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    demo.generate().write(folder)
    whole = line.start(folder / "course", folder / "forum.csv", {"roster": folder / "class.csv"})
    whole.find()
    return whole.report()


@pytest.fixture
def opened(browser: Browser, report: Path) -> Iterator[Opened]:
    seen = Opened(browser.new_page(viewport={"width": WIDTHS[0], "height": 900}))
    seen.page.on("request", lambda request: seen.requests.append(request.url))
    seen.page.on("console", lambda message: seen.complaints.append(message.text))
    seen.page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    seen.page.goto(report.as_uri())
    yield seen
    seen.page.close()


def test_it_complains_of_nothing_and_asks_for_nothing(opened: Opened, report: Path) -> None:
    assert opened.complaints == []
    assert opened.requests == [report.as_uri()]


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_sticks_out_to_the_right(opened: Opened, width: int) -> None:
    opened.page.set_viewport_size({"width": width, "height": 900})
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_pictures_are_drawn(opened: Opened) -> None:
    pictures = opened.page.locator("figure svg")
    assert pictures.count() >= 4
    for picture in pictures.all():
        box = picture.bounding_box()
        assert box is not None
        assert box["width"] > 200
        assert box["height"] > 50


def test_every_heading_can_be_seen(opened: Opened) -> None:
    headings = opened.page.locator("h1, h2")
    assert headings.count() >= 5
    assert all(heading.is_visible() for heading in headings.all())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_readable_by_day_and_by_night(opened: Opened, scheme: str) -> None:
    """Text and ground differ enough; the picture of the page is kept to be looked at."""
    opened.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    ink, ground = (
        opened.page.evaluate(f"getComputedStyle(document.body).{name}")
        for name in ("color", "backgroundColor")
    )
    PICTURES.mkdir(exist_ok=True)
    opened.page.screenshot(path=PICTURES / f"report-{scheme}.png", full_page=True)
    assert contrast(ink, ground) >= 7


def contrast(one: str, other: str) -> float:
    """Compare two colours as WCAG 2 does; 7 is its stricter demand for text."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [float(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
