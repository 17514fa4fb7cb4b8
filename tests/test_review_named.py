"""People who are named and left, in the review: listed, hidden, left, taken back and written."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from desk import LONG, Desk, opened
from onym import demo, line
from reviewer import reviewing, wait
from visitor import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STORY = (
    "The game in unit 3 was made by Ken Thorne and Grace Fenwick-Poe for our club.",
    "I have the rules that Ken Thorne wrote. They are long, and Tim van der Quist has others.",
    "Quist's dice are the best. K. Thorne, who is away, may tell more.",
)
"""Three messages that join a course; nothing around these names tells who is meant."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("named")
    demo.generate(messages=120).write(folder)
    with (folder / "forum.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    last = rows[-1]
    rows += [last | {"postId": f"90{n}", "postBody": text} for n, text in enumerate(STORY)]
    with (folder / "forum.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, last.keys())
        table.writeheader()
        table.writerows(rows)
    options = {"roster": folder / "class.csv", "scope": "thread"}
    begun = line.start(folder / "course", folder / "forum.csv", options)
    begun.find()
    begun.apply()
    return folder


@pytest.fixture
def course(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "copy") / "course"


@pytest.fixture
def visitor(course: Path) -> Iterator[Visitor]:
    with reviewing(course) as review:
        yield review.visitor()


def checked(visitor: Visitor) -> dict[str, dict[str, Any]]:
    """Everybody who is named, after a check."""
    visitor.act("check")
    wait(visitor)
    return listed(visitor)


def listed(visitor: Visitor) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in visitor.look("overview")["named"]["people"]}


def test_who_is_named_is_known_after_a_check(visitor: Visitor) -> None:
    assert visitor.look("overview")["named"] is None
    people = checked(visitor)
    ken = people["Ken Thorne"]
    assert (ken["why"], ken["count"], ken["forms"]) == ("", 3, ["Ken Thorne", "K. Thorne"])
    doubted = [name for name, one in people.items() if not one["why"]]
    assert doubted == [*people][: len(doubted)]
    assert {*doubted} >= {"Ken Thorne", "Grace Fenwick-Poe", "Tim van der Quist"}


def test_where_somebody_stands_is_shown_but_not_blind(visitor: Visitor) -> None:
    checked(visitor)
    found = visitor.look("where?name=Ken%20Thorne")["excerpts"]
    assert [each["message"] for each in found] == ["900", "901", "902"]
    assert found[0]["name"] == "Ken Thorne"
    assert visitor.look("where?name=Ken%20Thorne&blind=yes")["excerpts"] == []
    assert visitor.look("where?name=Nobody")["excerpts"] == []


def test_they_are_hidden_or_left_and_that_is_taken_back_in_one_step(visitor: Visitor) -> None:
    people = checked(visitor)
    both = [people["Ken Thorne"]["forms"], people["Grace Fenwick-Poe"]["forms"]]
    visitor.act("hide_people", people=both, says="two")
    visitor.act("keep_people", people=[people["Tim van der Quist"]["forms"]], says="one")
    now = listed(visitor)
    assert now["Ken Thorne"]["why"] == now["Grace Fenwick-Poe"]["why"] == "hidden"
    assert now["Tim van der Quist"]["why"] == "kept"
    table = visitor.look("table")
    owners = {name["name"]: one["id"] for one in table["people"] for name in one["names"]}
    assert owners["Ken Thorne"] == owners["K. Thorne"] != owners["Grace Fenwick-Poe"]
    assert owners["Ken Thorne"].startswith("X")
    assert "Tim van der Quist" in table["keep"]
    visitor.act("undo")
    visitor.act("undo")
    assert {one["why"] for one in listed(visitor).values()}.isdisjoint({"hidden", "kept"})


def test_what_is_decided_is_written_when_it_is_applied(course: Path) -> None:
    with reviewing(course) as review:
        visitor = review.visitor()
        people = checked(visitor)
        visitor.act("hide_people", people=[people["Ken Thorne"]["forms"]], says="")
        visitor.act("keep_people", people=[people["Grace Fenwick-Poe"]["forms"]], says="")
        visitor.act("apply")
        wait(visitor)
        now = listed(visitor)
    assert "Ken Thorne" not in now
    assert now["Grace Fenwick-Poe"]["why"] == "kept"
    shared = (course / "share/forum.csv").read_text(encoding="utf-8")
    assert "Thorne" not in shared
    assert "Grace Fenwick-Poe" in shared
    report = (course / "share/report.html").read_text(encoding="utf-8")
    assert "People who are named and stay" in report
    assert "kept by you" in report
    assert "Fenwick" not in report


@pytest.mark.parametrize("people", [None, [], "Ken", [["Ken", 3]], ["Ken"], [[]], [["  "]]])
def test_what_makes_no_sense_changes_nothing(visitor: Visitor, people: Any) -> None:
    for act in ("hide_people", "keep_people"):
        assert "error" in visitor.act(act, people=people, says="")
    assert visitor.look("state")["state"]["undo"] is None


# ---- in a real browser ----


def named(desk: Desk) -> list[str]:
    return desk.page.locator(".stays b").all_inner_texts()


def look_who_is_named(desk: Desk) -> None:
    desk.go("overview")
    desk.settle()
    desk.page.get_by_role("button", name="Look who is named").press("Enter")
    desk.page.wait_for_selector(".stays li", timeout=LONG)
    desk.settle()


def tick(desk: Desk, name: str) -> None:
    box = desk.page.get_by_role("checkbox", name=name, exact=True)
    box.press("Space")
    assert box.is_checked()


@pytest.mark.browser
def test_a_steward_looks_hides_and_leaves_by_keyboard(browser: Browser, course: Path) -> None:
    with opened(browser, course) as desk:
        page = desk.page
        look_who_is_named(desk)
        assert page.locator(".named [aria-pressed=true]").inner_text().startswith("Nothing tells")
        assert page.get_by_role("button", name="Hide these").is_disabled()
        page.get_by_role("button", name="Where Ken Thorne stands").press("Enter")
        page.wait_for_selector(".stays .quote mark:has-text('Ken Thorne')")
        tick(desk, "Ken Thorne")
        tick(desk, "Tim van der Quist")
        page.get_by_role("button", name="Hide these 2").press("Enter")
        page.wait_for_selector(".toast:has-text('2 people hidden')")
        desk.until(lambda: "Ken Thorne" not in named(desk))
        assert page.locator(".named [aria-pressed=true]").evaluate(
            "e => e === document.activeElement"
        )
        desk.undo()
        desk.until(lambda: {"Ken Thorne", "Tim van der Quist"} <= {*named(desk)})
        tick(desk, "Ken Thorne")
        page.get_by_role("button", name="Hide these 1").press("Enter")
        desk.until(lambda: "Ken Thorne" not in named(desk))
        tick(desk, "Grace Fenwick-Poe")
        page.get_by_role("button", name="Leave these 1").press("Enter")
        desk.until(lambda: "Grace Fenwick-Poe" not in named(desk))
        desk.settle()
        page.get_by_role("button", name="Apply, check and report").press("Enter")
        desk.until(lambda: "Thorne" not in (course / "share/forum.csv").read_text(), LONG)
        desk.settle()
        desk.until(lambda: not page.get_by_role("button", name="Hidden by you").count())
        page.get_by_role("button", name="Kept by you").press("Enter")
        desk.until(lambda: named(desk) == ["Grace Fenwick-Poe"])
        page.get_by_role("button", name="Nothing tells").press("Enter")
        desk.until(lambda: "Tim van der Quist" in named(desk))
        assert "Ken Thorne" not in named(desk)


@pytest.mark.browser
def test_blind_mode_shows_names_and_no_text(browser: Browser, course: Path) -> None:
    with opened(browser, course) as desk:
        look_who_is_named(desk)
        desk.page.locator(".stays button").first.press("Enter")
        desk.page.wait_for_selector(".stays .quote")
        desk.page.evaluate("location.hash = '#/questions'")
        desk.page.wait_for_selector(".question")
        desk.page.keyboard.press("b")
        desk.page.wait_for_selector(".blind")
        desk.page.evaluate("location.hash = '#/overview'")
        desk.page.wait_for_selector(".stays li")
        assert named(desk)
        assert desk.page.locator(".stays .quote").count() == 0
        assert desk.page.locator(".stays button").count() == 0


@pytest.mark.browser
def test_everybody_can_use_it(browser: Browser, course: Path) -> None:
    """axe finds nothing, in light and dark, and nothing sticks out at a zoom of 200 %."""
    from axe_playwright_python.sync_playwright import Axe

    with opened(browser, course) as desk:
        page = desk.page
        look_who_is_named(desk)
        tick(desk, "Ken Thorne")
        page.get_by_role("button", name="Where Ken Thorne stands").press("Enter")
        page.wait_for_selector(".stays .quote")
        page.locator(".named").scroll_into_view_if_needed()
        for scheme in ("dark", "light"):
            desk.light(scheme)
            page.wait_for_timeout(250)  # colours fade
            desk.picture(f"named-{scheme}")
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
        desk.size(640)
        page.wait_for_timeout(100)
        assert page.evaluate("document.documentElement.scrollWidth") <= 640
        desk.picture("named-zoom")
