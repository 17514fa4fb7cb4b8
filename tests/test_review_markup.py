"""HTML in the review: a page is seen, and places in the source are counted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from desk import SLOW, opened
from onym import line
from onym.review.conversation import _piece, seen
from onym.text.layout import markup
from test_review_browser import select

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TEXT = "<p>Hi <b>Ren&eacute;</b> <b>M&uuml;ller</b>,</p><ul><li>ask <i>Zorblina</i> too</li></ul>"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    source = tmp_path / "forum.csv"
    rows = [f'1,u1,Zoe Ash,t,"{TEXT}"', "2,u2,René Müller,t,<p>Yes.</p>", "3,u3,Zoe Elm,t,No."]
    rows.append("4,u4,Ottoline Quill,t,I think that Zoe is right there.")
    rows = [f"{row},{1760000000 + 60 * at}" for at, row in enumerate(rows)]
    source.write_text("\n".join(["id,author,name,thread,text,created", *rows, ""]), "utf-8")
    course = line.start(tmp_path / "course", source, {})
    with course.project.locked():
        course.find()
        course.apply()
        course.close()
    return tmp_path / "course"


def test_what_a_page_shows() -> None:
    assert seen(TEXT) == "Hi René Müller,\n\n• ask Zorblina too"
    assert seen("a < b & c") == "a < b & c"
    assert seen(None) == ""


def test_a_tag_that_holds_a_mention_is_not_seen_around_it() -> None:
    text = 'see <a href="x.org">this</a>'
    pieces = [_piece(text, *place, markup(text)) for place in ((0, 13), (13, 18), (18, len(text)))]
    assert [piece["text"] for piece in pieces] == ['see <a href="', "x.org", '">this</a>']
    shown = [[p.get("seen", p["text"]) for p in piece.get("parts", [piece])] for piece in pieces]
    assert shown == [["see ", ""], ["x.org"], ["", "this", ""]]


@pytest.mark.browser
def test_tags_are_not_seen_and_places_fit(browser: Browser, course: Path) -> None:
    with opened(browser, course) as desk:
        desk.go("text")
        page = desk.page
        page.wait_for_selector(".original")
        name = page.locator(".original button.span").first
        assert name.evaluate("node => node.textContent") == "Ren&eacute;</b> <b>M&uuml;ller"
        assert name.get_attribute("aria-label").startswith("René Müller")  # type: ignore[union-attr]
        assert "<" not in page.locator(".result button.span").first.inner_text()
        assert page.locator(".time").first.inner_text() == "1 · 2025-10-09 08:53"
        desk.picture("markup")
        select(desk, "Zorblina")
        page.get_by_role("button", name="Somebody new").click()
        page.wait_for_selector(".original button.span:text-is('Zorblina')", timeout=SLOW)
        desk.settle()
    found = line.resume(course)
    with found.project.locked():
        found.apply()
        found.close()
    written = (course / "share/forum.csv").read_text("utf-8")
    assert "Zorblina" not in written and "<i>[" in written and "<b></b>" in written
