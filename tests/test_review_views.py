"""Every view of the review in a real browser: what it shows, and that everybody can use it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from desk import SIZE, SLOW, VIEWS, Desk, opened
from onym import line
from reviewer import make_course

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.browser

HOSTILE = "<b onmouseover=alert(1)>Zib</b>"


@pytest.fixture(scope="module")
def desk(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A review at which things are looked at and taken back."""
    with opened(browser, make_course(tmp_path_factory.mktemp("desk"))) as found:
        yield found


# ---- for everybody: axe, light and dark, 1280 px, a zoom of 200 % ----


def look_only(desk: Desk) -> None:
    """Nothing is opened."""


def open_warnings(desk: Desk) -> None:
    desk.page.locator(".warning summary").first.press("Enter")


def open_person(desk: Desk) -> None:
    desk.page.locator(".conversion button.link").first.press("Enter")
    desk.page.wait_for_selector(".sheet .result")


def open_name(desk: Desk) -> None:
    desk.page.locator(".name-chip").first.press("Enter")
    desk.page.wait_for_selector(".popover .result")


def open_span(desk: Desk) -> None:
    desk.page.locator(".original button.span").first.press("Enter")
    desk.page.wait_for_selector(".popover .result")


def open_graph(desk: Desk) -> None:
    desk.page.get_by_role("button", name="Word by word").first.press("Enter")


def open_words(desk: Desk) -> None:
    desk.page.keyboard.press("a")
    desk.page.wait_for_selector(".picking:focus")


def open_decisions(desk: Desk) -> None:
    desk.page.locator(".decisions summary").press("Enter")


def open_help(desk: Desk) -> None:
    desk.page.keyboard.press("?")
    desk.page.wait_for_selector("dialog")


def go_blind(desk: Desk) -> None:
    desk.page.keyboard.press("b")
    desk.page.wait_for_selector(".blind")


def ask_one(desk: Desk) -> None:
    desk.ask_one()
    desk.page.wait_for_selector(".quote")


def untick(desk: Desk) -> None:
    desk.page.locator(".ticks input").nth(1).press("Space")


def leave_the_rest(desk: Desk) -> None:
    desk.page.keyboard.press("r")
    desk.page.wait_for_selector(".empty:not(.waiting)")
    desk.settle()
    desk.page.wait_for_selector("text=Ask me again")


CORNERS: dict[str, tuple[str, Callable[[Desk], None]]] = {
    **{view: (view, look_only) for view in VIEWS},
    "together": ("questions", untick),
    "blind": ("questions", go_blind),
    "question": ("questions", ask_one),
    "help": ("questions", open_help),
    "warnings": ("people", open_warnings),
    "person": ("people", open_person),
    "name": ("people", open_name),
    "span": ("text", open_span),
    "graph": ("text", open_graph),
    "words": ("text", open_words),
    "decisions": ("overview", open_decisions),
}


def enter(desk: Desk, corner: str) -> None:
    view, open_it = CORNERS[corner]
    desk.page.evaluate("sessionStorage.clear()")
    desk.go(view)
    desk.page.wait_for_selector(".quote, .ticks, .conversion tbody tr, .message, .tile")
    open_it(desk)


CONTRAST = {"runOnly": ["color-contrast"]}
"""All that differs in the dark."""


@pytest.mark.parametrize("corner", CORNERS)
def test_everybody_can_use_it(desk: Desk, corner: str) -> None:
    """axe finds nothing, in light and dark; nothing sticks out at 1280 px or at a zoom of 200 %."""
    from axe_playwright_python.sync_playwright import Axe

    enter(desk, corner)
    for scheme, options in (("dark", CONTRAST), ("light", {})):
        desk.light(scheme)
        desk.page.wait_for_timeout(250)  # colours fade
        desk.picture(f"view-{corner}-{scheme}")
        found = Axe().run(desk.page, options=options)
        assert found.violations_count == 0, found.generate_report()
    try:
        for width in (SIZE[0], SIZE[0] // 2):
            desk.size(width)
            desk.page.wait_for_timeout(100)
            assert desk.page.evaluate("document.documentElement.scrollWidth") <= width
        desk.picture(f"zoom-{corner}")
    finally:
        desk.size()


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
    desk.ask_one()
    assert desk.page.locator(".quote").count() > 0
    desk.page.keyboard.press("b")
    desk.page.wait_for_selector(".blind")
    assert desk.page.locator(".quote").count() == 0
    assert desk.page.locator(".reasons").count() > 0
    desk.page.keyboard.press("b")
    desk.page.wait_for_selector(".quote")


def test_several_are_answered_at_once_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    """Untick what is wrong, say yes to the others; what was unticked is asked by itself."""
    with opened(browser, make_course(tmp_path)) as desk:
        page = desk.page
        desk.settle()
        page.wait_for_selector(".together")
        before, ticks = desk.state()["open"], page.locator(".ticks input")
        number, wrong = ticks.count(), ticks.nth(1).get_attribute("value")
        ticks.nth(1).press("Space")
        page.wait_for_selector(f"text=Yes to {number - 1}, ask the other one")
        desk.picture("together")
        page.keyboard.press("y")
        page.wait_for_selector(f"text={number - 1} questions answered", timeout=SLOW)
        desk.settle()
        assert desk.state()["open"] <= before - (number - 1)
        assert wrong not in page.locator(".ticks input").evaluate_all(
            "all => all.map(a => a.value)"
        )
        desk.undo()
        assert desk.state()["open"] == before
        assert line.resume(desk.course).project.load_mapping().entries


def test_the_rest_is_left_open_and_asked_again(browser: Browser, tmp_path: Path) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with opened(browser, make_course(tmp_path)) as desk:
        page = desk.page
        desk.settle()
        before = desk.state()["open"]
        assert page.locator(".rest").inner_text().count("settle") == 1
        leave_the_rest(desk)
        desk.picture("left-open")
        assert desk.state()["open"] == 0
        assert Axe().run(page).violations_count == 0
        desk.go("overview")
        page.wait_for_selector(".tile:has-text('you left open')")
        page.get_by_role("button", name="Ask me again").click()
        desk.until(lambda: desk.state()["open"] == before)
        desk.undo()
        assert desk.state()["open"] == 0


def test_messages_can_be_gone_through_one_by_one(desk: Desk) -> None:
    page = desk.page
    desk.go("questions")
    while not page.get_by_role("button", name="Message by message").count():
        desk.ask_one()
        asked = desk.asked()
        page.keyboard.press("s")
        desk.wait_for_another(asked)
    asked = desk.asked()
    page.keyboard.press("m")
    page.wait_for_selector("text=Message 1 of")
    desk.picture("message-by-message")
    page.keyboard.press("k")
    page.wait_for_selector("text=Message 2 of")
    page.keyboard.press("u")  # a step back, and no answer that was given before
    page.wait_for_selector("text=Message 1 of")
    page.keyboard.press("1")
    page.wait_for_selector("text=Message 2 of")
    page.keyboard.press("Escape")
    desk.wait_for_another(asked)
    assert desk.state()["undo"].endswith("1 message settled one by one")
    page.keyboard.press("u")
    page.wait_for_selector(f".question[data-id='{asked}']", timeout=SLOW)


def test_after_an_answer_the_keyboard_is_at_what_is_asked_next(desk: Desk) -> None:
    page = desk.page
    desk.go("questions")
    desk.ask_one()
    asked = desk.asked()
    page.keyboard.press("l")
    desk.wait_for_another(asked)
    desk.settle()
    page.wait_for_function("document.activeElement === document.querySelector('h1')")
    desk.undo()
    page.wait_for_function("document.activeElement !== document.body")


# ---- the text ----


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
    desk.ask_one()
    other.wait_for_selector(f".question[data-id='{desk.asked()}']", timeout=SLOW)
    asked = desk.asked()
    desk.page.keyboard.press("k")
    other.wait_for_selector(f".question:not([data-id='{asked}'])", timeout=SLOW)
    other.keyboard.press("u")
    desk.page.wait_for_selector(f".question[data-id='{asked}']", timeout=SLOW)
    other.close()


def shared_message(desk: Desk) -> tuple[str, str]:
    """A name that stands in two messages of the first thread, and the first of them."""
    desk.go("text")
    desk.page.wait_for_selector(".message")
    seen: dict[str, str] = {}
    for span in desk.page.locator(".original button.span.name").all():
        name = span.inner_text()
        message = span.evaluate("span => span.closest('.message').dataset.id")
        if seen.setdefault(name, message) != message:
            return name, seen[name]
    raise AssertionError("no name stands in two messages")


def open_here(desk: Desk, name: str, message: str) -> None:
    """Click a name in a message, and choose that what is said holds only here."""
    span = desk.page.locator(f"#m-{message} .original button.span", has_text=name).first
    span.press("Enter")
    desk.page.wait_for_selector(".popover .result")
    desk.page.get_by_role("radio", name="only here").press("Space")


SPANS = """() => [...document.querySelectorAll('.message')].map(message => [
    message.dataset.id,
    ...['.original', '.result'].map(side =>
        [...message.querySelectorAll(side + ' button.span')].map(span => span.innerText))
])"""


def become(desk: Desk, name: str) -> dict[str, set[str]]:
    """What a name becomes, by message, as the page shows it at one moment."""
    found: dict[str, set[str]] = {}
    for key, names, after in desk.page.evaluate(SPANS):
        pairs = zip(names, after, strict=True)
        found[key] = {now for before, now in pairs if before == name}
    return {key: now for key, now in found.items() if now}


def pick_kind(desk: Desk) -> None:
    desk.page.get_by_role("combobox", name="What it is").select_option("city")
    desk.page.get_by_role("button", name="Set", exact=True).press("Enter")


def write_words(desk: Desk) -> None:
    field = desk.page.get_by_role("textbox", name="Shown as")
    field.fill("my friend")
    field.press("Enter")


def pick_owner(desk: Desk) -> None:
    desk.page.get_by_role("button", name="Somebody new").press("Enter")


def leave_it(desk: Desk) -> None:
    desk.page.get_by_role("button", name="Leave it as it is").press("Enter")


HERE = {"kind": pick_kind, "words": write_words, "owner": pick_owner, "keep": leave_it}


@pytest.mark.parametrize("way", HERE)
def test_a_span_changes_only_here(desk: Desk, way: str) -> None:
    name, message = shared_message(desk)
    before = become(desk, name)
    open_here(desk, name, message)
    HERE[way](desk)
    desk.until(lambda: become(desk, name).get(message) != before[message])
    desk.settle()
    after = become(desk, name)
    assert {key: now for key, now in after.items() if key != message} == {
        key: now for key, now in before.items() if key != message
    }
    if way == "words":
        assert after[message] == {"my friend"}
    if way == "kind":
        assert desk.page.locator(f"#m-{message} .original .span.place").count() > 0
    desk.undo()
    desk.until(lambda: become(desk, name) == before)


def test_missed_words_are_added_by_keyboard_alone(desk: Desk) -> None:
    page = desk.page
    desk.go("text/message/1")
    page.wait_for_selector(".message.found")
    page.keyboard.press("a")
    page.wait_for_selector(".picking:focus")
    box = page.get_by_role("listbox", name="Words of message")
    assert box.get_attribute("aria-describedby") == "picking-help"
    page.keyboard.press("Home")
    words = box.get_by_role("option").all_inner_texts()
    for _ in range(words.index("Auckland") - 1):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    chosen = page.get_by_role("option", selected=True).all_inner_texts()
    assert chosen == [words[words.index("Auckland") - 1], "Auckland"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("option", selected=True).all_inner_texts() == ["Auckland"]
    desk.picture("missed-by-keyboard")
    page.keyboard.press("Enter")
    page.wait_for_selector(".popover h2:has-text('Auckland')")
    page.get_by_role("button", name="Somebody new").wait_for()
    page.keyboard.press("Tab")  # from the scope to whose it is
    page.keyboard.type("U01")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast:has-text('Auckland')")
    desk.settle()
    page.wait_for_selector(".picking:focus")
    page.keyboard.press("Escape")
    page.wait_for_selector(".original button.span:text-is('Auckland')", timeout=SLOW)
    desk.undo()


# ---- the people ----


def test_the_ways_out_of_a_homonym_and_of_a_double(desk: Desk) -> None:
    page = desk.page
    desk.go("people")
    page.locator(".warning summary").first.press("Enter")
    one = page.locator(".warning li", has=page.locator("mark:text-is('Felicity')"))
    ways = " ".join(one.locator(".button, button.small").all_inner_texts())
    for way in ("Settle it", "Same mask", "Only Felicity", "one person"):
        assert way in ways
    assert "goes by Felicity" in " ".join(one.locator(".bearer").all_inner_texts())
    one.get_by_role("button", name="Same mask for all").press("Enter")
    double = page.locator(".warning li", has_text="this may be meant")
    double.wait_for()
    desk.picture("double")
    double.get_by_role("button", name="Another mask").first.press("Enter")
    double.wait_for(state="detached")
    for _ in range(2):
        desk.undo()


def test_an_actors_form_is_kept_and_a_mask_drawn_to_fit(desk: Desk) -> None:
    page = desk.page
    desk.go("people")
    row = page.locator(".conversion tbody tr").first
    who = row.get_attribute("data-id")
    before = row.locator("input.mask-input").input_value()
    row.locator("button.link").press("Enter")
    for field, value in (("Mother tongue", "Danish"), ("Age", "34"), ("Gender", "female")):
        page.get_by_role("dialog").get_by_label(field).fill(value)
    page.get_by_role("textbox", name="What", exact=True).fill("cohort")
    page.get_by_role("textbox", name="Value").fill("B")
    page.get_by_role("button", name="Save the form").press("Enter")
    page.wait_for_selector(".toast:has-text('saved')")
    page.locator(f"tr[data-id={who}] button.link").press("Enter")
    form = page.get_by_role("dialog")
    assert form.get_by_label("Mother tongue").input_value() == "Danish"
    assert form.get_by_label("cohort").input_value() == "B"
    desk.picture("actors-form")
    page.get_by_role("button", name="Draw one that fits").press("Enter")
    mask = page.locator(f"tr[data-id={who}] input.mask-input")
    desk.until(lambda: mask.input_value() != before)
    assert " " in mask.input_value()
    for _ in range(2):
        desk.undo()
    desk.until(lambda: mask.input_value() == before)


def test_a_table_that_changes_meanwhile_leaves_the_keyboard_where_it_is(desk: Desk) -> None:
    page = desk.page
    desk.go("people")
    rows = page.locator(".conversion tbody tr")
    mine, theirs = (rows.nth(number).get_attribute("data-id") for number in (1, 0))
    field = page.locator(f"tr[data-id={mine}] input.mask-input")
    changed = page.locator(f"tr[data-id={theirs}] input.mask-input")
    before = field.input_value(), changed.input_value()
    other = page.context.new_page()
    other.goto(f"{desk.address}#/people")

    def rename(mask: str) -> None:
        there = other.locator(f"tr[data-id={theirs}] input.mask-input")
        there.fill(mask)
        there.press("Enter")

    page.locator(f"tr[data-id={mine}] button.link").focus()
    page.evaluate("window.row = document.activeElement")
    rename("Imogen")
    desk.until(lambda: changed.input_value() == "Imogen")
    assert not page.evaluate("window.row.isConnected")
    assert page.evaluate("document.activeElement.closest('tr').dataset.id") == mine
    assert page.evaluate("document.activeElement.matches('button.link')")

    field.fill("Bea")
    field.press("End")
    rename("Petra")
    desk.until(lambda: desk.state()["undo"] and "Petra" in desk.state()["undo"])
    page.wait_for_timeout(6_000)
    assert (field.input_value(), changed.input_value()) == ("Bea", "Imogen")
    page.keyboard.type("trice")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast:has-text('Beatrice')")
    desk.until(lambda: (field.input_value(), changed.input_value()) == ("Beatrice", "Petra"))
    other.close()
    for _ in range(3):
        desk.undo()
    desk.until(lambda: (field.input_value(), changed.input_value()) == before)


def test_a_sheet_that_was_closed_stays_closed(desk: Desk) -> None:
    """The table that was asked for while it was open comes only once it is closed."""
    page = desk.page
    desk.go("people")
    who = page.locator(".conversion tbody tr").first.get_attribute("data-id")
    link = page.locator(f"tr[data-id={who}] button.link")
    mask = page.locator(f"tr[data-id={who}] input.mask-input")
    before = mask.input_value()
    link.press("Enter")
    page.get_by_role("dialog").wait_for()
    late: list[Route] = []
    page.route("**/look/table", lambda route: late.append(route))
    change = {"people": [who], "name": "Imogen", "says": "Imogen"}
    desk.elsewhere("mask", change)
    desk.until(lambda: bool(late))
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    while late:
        late.pop().continue_()
    page.unroute("**/look/table")
    desk.until(lambda: mask.input_value() == "Imogen")
    assert page.get_by_role("dialog").count() == 0
    assert link.evaluate("one => one === document.activeElement")

    link.press("Enter")
    page.get_by_role("dialog").wait_for()
    desk.elsewhere("undo", {})
    desk.until(lambda: mask.input_value() == before)
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert link.evaluate("one => one === document.activeElement")


def test_a_table_is_saved_and_taken_over_again(desk: Desk, tmp_path: Path) -> None:
    page = desk.page
    desk.go("people")
    field = page.locator("input.mask-input").first
    before = field.input_value()
    field.fill("Alma")
    field.press("Enter")
    page.wait_for_selector(".toast:has-text('Alma')")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the table").press("Enter")
    saved = tmp_path / "table.json"
    download.value.save_as(saved)
    assert "Alma" in {row["mask"] for row in json.loads(saved.read_text())["people"]}
    desk.undo()
    desk.until(lambda: field.input_value() == before)
    page.get_by_role("button", name="Reuse a table").press("Enter")
    page.locator("input[type=file]").set_input_files(saved)
    page.get_by_role("button", name="Take it over").press("Enter")
    page.wait_for_selector(".toast:has-text('Taken over')")
    desk.until(lambda: field.input_value() == "Alma")
    desk.undo()


def test_escape_leaves_the_search_so_that_keys_count_again(desk: Desk) -> None:
    desk.go("text")
    desk.page.keyboard.press("/")
    desk.page.keyboard.type("go")
    assert desk.page.locator("#search").input_value() == "go"
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.type("gp")
    desk.page.wait_for_selector(".conversion")


def test_the_parts_of_the_page_fit_a_narrow_window(desk: Desk) -> None:
    desk.size(400)
    desk.go("overview")
    nav = desk.page.locator("nav").first
    assert nav.evaluate("nav => nav.scrollWidth <= nav.clientWidth")
    desk.size()


def test_the_text_is_searched_and_a_find_is_shown_in_its_thread(desk: Desk) -> None:
    page = desk.page
    desk.go("text")
    page.wait_for_selector(".message")
    page.keyboard.press("/")
    page.keyboard.type("AUCKLAND")
    find = page.locator("a.entry:has(mark)").first
    find.wait_for()
    assert find.locator("mark").inner_text() == "Auckland"
    find.press("Enter")
    page.wait_for_selector(".message.found")
    page.locator("#search").fill("")


@pytest.mark.parametrize("left", ["questions", "people", "text", "overview"])
def test_a_view_that_was_left_draws_no_more(desk: Desk, left: str) -> None:
    page = desk.page
    there = "people" if left == "overview" else "overview"
    desk.go(there)
    page.evaluate(
        """left => {
            const real = window.fetch;
            window.fetch = (...asked) => real(...asked).then((found) => new Promise((go) => {
                setTimeout(() => go(found), String(asked[0]).includes("state") ? 0 : 600);
            }));
            location.hash = `#/${left}`;
            setTimeout(() => { window.fetch = real; history.back(); }, 100);
        }""",
        left,
    )
    page.wait_for_selector(f"main .view-{left}", state="attached")
    page.wait_for_selector(f"main .view-{there} h1")
    page.wait_for_timeout(900)
    assert page.locator(f"main .view-{there} h1").count() == 1
    assert page.locator("main > *").count() == 1
    assert page.evaluate("location.hash") == f"#/{there}"


def test_a_search_that_is_left_while_it_runs_is_forgotten(desk: Desk) -> None:
    page = desk.page
    desk.go("text")
    page.wait_for_selector(".message")
    page.evaluate(
        """() => {
            const field = document.getElementById("search");
            field.value = "Auckland";
            field.dispatchEvent(new Event("input"));
            location.hash = "#/people";
        }"""
    )
    page.wait_for_selector("main .view-people h1")
    page.wait_for_timeout(500)
    assert page.locator("main .view-people h1").count() == 1
