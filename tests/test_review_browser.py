"""A newcomer reviews the whole demo course in a real browser, mostly by keyboard."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from desk import LONG, SLOW, Desk, opened
from onym import line
from reviewer import make_course

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_course(tmp_path_factory.mktemp("story"), messages=None)


def test_the_story_of_a_newcomer(browser: Browser, course: Path) -> None:
    with opened(browser, course) as desk:
        desk.picture("1-questions")
        settle_a_shared_name(desk)
        answer_by_keyboard(desk, 10)
        merge_two_people(desk)
        missed = add_a_missed_name(desk)
        author = keep_an_author(desk)
        keep_and_undo(desk)
        decided = desk.state()["answered"]
        assert decided == 11
    log = line.resume(course).project.load_decisions()
    assert {"same", "add", "keep"} <= {decision.action for decision in log}

    with opened(browser, course) as desk:
        desk.settle()
        apply_and_export(desk)
    shared = (course / "share/forum.csv").read_text()
    assert missed not in shared
    assert author in shared
    assert len(line.resume(course).project.load_decisions()) == len(log)
    assert (course / "share/forum-messages.csv").exists()


def settle_a_shared_name(desk: Desk) -> None:
    """Skip to the name that two people share, and say who is meant."""
    page = desk.page
    for _ in range(60):
        if page.locator(".kind").inner_text() == "Shared name":
            break
        asked = desk.asked()
        page.keyboard.press("s")
        desk.wait_for_another(asked)
    assert page.locator("#asked mark").inner_text() == "Felicity"
    desk.picture("2-shared-name")
    page.keyboard.press("1")
    page.wait_for_selector("text=1 question answered")


def answer_by_keyboard(desk: Desk, number: int) -> None:
    page = desk.page
    before = desk.state()["answered"]
    for at in range(1, number + 1):
        desk.ask_one()
        asked = desk.asked()
        page.keyboard.press("1" if page.locator("button.card").count() else "n")
        page.wait_for_selector(f"text={before + at} questions answered", timeout=SLOW)
        desk.wait_for_another(asked)
    desk.picture("3-ten-answered")


def merge_two_people(desk: Desk) -> None:
    page = desk.page
    page.keyboard.press("g")
    page.keyboard.press("p")
    page.wait_for_selector(".conversion tbody tr")
    desk.picture("4-people")
    one, other = page.locator(".conversion tbody tr").all()[:2]
    second = other.get_attribute("data-id")
    one.locator("button.link").press("Enter")
    page.get_by_role("textbox", name="Merge with").fill(second or "")
    page.wait_for_selector(f".sheet .result:has-text('{second}')")
    desk.picture("5-person")
    page.keyboard.press("Enter")
    page.wait_for_selector(".conversion .ids:has-text('+')")


def select(desk: Desk, word: str) -> None:
    """Select a word of the original with the mouse, as a person would."""
    spot = desk.page.evaluate(
        """word => {
            for (const side of document.querySelectorAll(".original")) {
                const nodes = [...side.childNodes].filter(n => n.nodeType === 3);
                const node = nodes.find(n => n.textContent.includes(word));
                if (!node) continue;
                const range = document.createRange();
                range.setStart(node, node.textContent.indexOf(word));
                range.setEnd(node, node.textContent.indexOf(word) + word.length);
                range.startContainer.parentElement.scrollIntoView({ block: "center" });
                const box = range.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }
        }""",
        word,
    )
    desk.page.mouse.dblclick(*spot)
    desk.page.wait_for_selector(".popover")


def add_a_missed_name(desk: Desk) -> str:
    """Say of a word in the first message that it is somebody's name."""
    page = desk.page
    desk.go("text")
    page.wait_for_selector(".original")
    word = "Auckland"
    select(desk, word)
    desk.picture("6-missed-name")
    page.get_by_role("button", name="Somebody new").click()
    page.wait_for_selector(f".original button.span:text-is('{word}')", timeout=SLOW)
    pair = page.locator(f".original button.span:text-is('{word}')").first
    pair.hover()
    assert page.locator(".result .lit").count() == 1
    desk.picture("7-lit")
    return word


def keep_an_author(desk: Desk) -> str:
    """Find a cited author by searching, and say that the name stays."""
    page = desk.page
    texts = line.resume(desk.course).corpus.messages["text"]
    cited = next(found for text in texts if (found := re.search(r"([A-Z][a-z]+) \(\d{4}\)", text)))
    page.keyboard.press("/")
    page.keyboard.type(cited[0])
    # what was found for the first letters alone may still stand there
    page.locator("a.entry", has=page.locator("mark", has_text=cited[0])).first.click()
    page.wait_for_selector(".message.found")
    select(desk, cited[1])
    page.get_by_role("button", name="Leave it as it is").click()
    page.wait_for_selector(f".toast:has-text('{cited[1]} stays as it is')")
    return cited[1]


def keep_and_undo(desk: Desk) -> None:
    page = desk.page
    desk.go("people")
    chip = page.locator(".name-chip").nth(4)
    name = chip.inner_text().split("\n")[0]
    chip.press("Enter")
    desk.picture("8-name")
    page.get_by_role("button", name="Leave it as it is").click()
    page.wait_for_selector(f"#lists button:has-text('{name}')")
    page.locator("h1").click()
    page.keyboard.press("u")
    page.wait_for_selector(".toast:has-text('Taken back')")
    page.wait_for_selector(f"#lists button:has-text('{name}')", state="detached")


def apply_and_export(desk: Desk) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = desk.page
    desk.go("overview")
    page.get_by_role("button", name="Apply, check and report").click()
    page.wait_for_selector(".files th:has-text('share/forum.csv')", timeout=LONG)
    desk.settle()
    page.get_by_role("button", name="CSV").click()
    page.wait_for_selector(".files th:has-text('forum-messages.csv')", timeout=LONG)
    page.wait_for_selector("iframe")
    page.locator("section.panel details summary").press("Enter")
    desk.picture("9-overview")
    assert Axe().run(page).violations_count == 0
