"""A newcomer reviews the demo course in a real browser, mostly by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from onym import line
from reviewer import make_course, reviewing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser

PICTURES = Path(__file__).parent.parent / "build" / "screenshots"
VIEWS = ("questions", "people", "text", "overview")
SLOW = 30_000
HOSTILE = "<b onmouseover=alert(1)>Zib</b>"


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
        self.page.goto(f"{self.address}#/{view}")
        self.page.wait_for_selector(f"main.view-{view.partition('/')[0]} h1", timeout=SLOW)

    def settle(self) -> None:
        """Wait until nothing is being worked out."""
        self.page.wait_for_function(
            "fetch('/look/state').then(a => a.json()).then(a => !a.state.busy)", timeout=SLOW
        )

    def picture(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")

    def state(self) -> dict[str, Any]:
        told: dict[str, Any] = self.page.evaluate("fetch('/look/state').then(a => a.json())")
        state: dict[str, Any] = told["state"]
        return state

    def asked(self) -> str | None:
        """The id of the question on the screen."""
        return self.page.locator(".question").get_attribute("data-id")

    def wait_for_another(self, asked: str | None) -> None:
        self.page.wait_for_selector(f".question:not([data-id='{asked}'])", timeout=SLOW)

    def check(self) -> None:
        """Nothing was complained of, and nothing asked for elsewhere."""
        assert self.complaints == []
        assert all(url.startswith((self.address, "blob:")) for url in self.requests)


@contextmanager
def opened(browser: Browser, course: Path) -> Iterator[Desk]:
    context = browser.new_context(viewport={"width": 1280, "height": 860})
    with reviewing(course) as review:
        desk = Desk(context, review.address, course)
        yield desk
        desk.check()
        context.close()


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_course(tmp_path_factory.mktemp("story"))


@pytest.fixture(scope="module")
def desk(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A review at which things are looked at and taken back."""
    with opened(browser, make_course(tmp_path_factory.mktemp("desk"))) as found:
        yield found


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
    page.locator("a.entry:has(mark)").first.click()
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
    page = desk.page
    desk.go("overview")
    page.get_by_role("button", name="Apply, check and report").click()
    page.wait_for_selector(".files th:has-text('share/forum.csv')", timeout=SLOW)
    desk.settle()
    page.get_by_role("button", name="CSV").click()
    page.wait_for_selector(".files th:has-text('forum-messages.csv')", timeout=SLOW)
    page.wait_for_selector("iframe")
    desk.picture("9-overview")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_to_complain_of(desk: Desk, view: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    desk.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    desk.go(view)
    desk.page.wait_for_timeout(300)
    desk.picture(f"{view}-{scheme}")
    found = Axe().run(desk.page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [1280, 640])
@pytest.mark.parametrize("view", VIEWS)
def test_nothing_sticks_out_at_1280_or_at_twice_the_zoom(desk: Desk, view: str, width: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": 860})
    desk.go(view)
    desk.page.wait_for_timeout(200)
    wide = desk.page.evaluate("document.documentElement.scrollWidth")
    desk.page.set_viewport_size({"width": 1280, "height": 860})
    assert wide <= width


def test_markup_in_a_name_is_shown_as_text(desk: Desk) -> None:
    desk.go("people")
    desk.page.get_by_role("button", name="Add a name", exact=True).click()
    desk.page.get_by_label("A name, as it is written").fill(HOSTILE)
    desk.page.get_by_role("dialog").locator("button.result").first.click()
    chip = desk.page.locator(f".name-chip:has-text('{HOSTILE}')")
    chip.wait_for()
    assert chip.locator("b").count() == 0
    desk.page.locator("h1").click()
    desk.page.keyboard.press("u")
    chip.wait_for(state="detached")


def test_the_blind_mode_shows_no_text(desk: Desk) -> None:
    desk.go("questions")
    assert desk.page.locator(".quote").count() > 0
    desk.page.keyboard.press("b")
    desk.page.wait_for_selector(".blind")
    assert desk.page.locator(".quote").count() == 0
    assert desk.page.locator(".reasons").count() > 0
    desk.page.keyboard.press("b")
    desk.page.wait_for_selector(".quote")


def test_messages_can_be_gone_through_one_by_one(desk: Desk) -> None:
    page = desk.page
    desk.go("questions")
    while not page.get_by_role("button", name="Message by message").count():
        asked = desk.asked()
        page.keyboard.press("s")
        desk.wait_for_another(asked)
    asked = desk.asked()
    page.keyboard.press("m")
    page.wait_for_selector("text=Message 1 of")
    desk.picture("message-by-message")
    page.keyboard.press("1")
    page.wait_for_selector("text=Message 2 of")
    page.keyboard.press("Escape")
    desk.wait_for_another(asked)
    assert desk.state()["undo"].endswith("1 message settled one by one")
    page.keyboard.press("u")
    page.wait_for_selector(f".question[data-id='{asked}']", timeout=SLOW)


def test_words_are_linked_one_by_one_as_in_svala(desk: Desk) -> None:
    desk.go("text")
    desk.page.get_by_role("button", name="Word by word").first.click()
    graph = desk.page.locator("svg.graph").first
    texts = graph.locator("g.token").count()
    assert graph.locator("g.token path").count() == texts
    assert graph.locator("g.changed .label").count() == graph.locator("g.changed").count() > 0
    desk.picture("word-by-word")
    desk.page.get_by_role("button", name="Side by side").first.click()


def test_the_next_unclear_mention_is_found_by_a_key(desk: Desk) -> None:
    desk.go("text")
    desk.page.wait_for_selector(".message")
    desk.page.keyboard.press("n")
    desk.page.wait_for_selector(".message.found .span.open")


def test_what_one_tab_decides_the_other_shows(desk: Desk) -> None:
    other = desk.page.context.new_page()
    other.goto(f"{desk.address}#/questions")
    other.wait_for_selector(".question")
    desk.go("questions")
    asked = desk.asked()
    desk.page.keyboard.press("k")
    other.wait_for_selector(f".question:not([data-id='{asked}'])", timeout=SLOW)
    other.keyboard.press("u")
    desk.page.wait_for_selector(f".question[data-id='{asked}']", timeout=SLOW)
    other.close()
