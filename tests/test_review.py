"""What the review answers, and that neither a killed server nor two tabs lose a decision."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from onym import line
from onym.project.decisions import Decision
from onym.questions.questions import questions, to_dict
from onym.questions.together import agenda
from reviewer import make_course, reviewing, wait
from visitor import Visitor

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_course(tmp_path_factory.mktemp("review")).parent


@pytest.fixture
def course(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "copy") / "course"


@pytest.fixture(scope="module")
def reader(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """Somebody who looks and takes back what they do."""
    folder = shutil.copytree(made, tmp_path_factory.mktemp("reader") / "copy")
    with reviewing(folder / "course") as review:
        yield review.visitor()


def decisions(course: Path) -> list[Decision]:
    return line.resume(course).project.load_decisions()


def participants(made: Path) -> set[str]:
    return set(line.resume(made / "course").corpus.participants)


def strangers(saved: dict[str, Any], made: Path) -> int:
    return len({row["id"] for row in saved["people"]} - participants(made))


def asked_of(visitor: Visitor, how: str = "") -> list[dict[str, Any]]:
    """The questions that come next, one by one."""
    items = visitor.look(f"questions{how}")["questions"]
    return [question for item in items for question in item.get("together", [item])]


def test_a_killed_server_loses_no_answer(course: Path) -> None:
    with reviewing(course) as review:
        visitor = review.visitor()
        question = asked_of(visitor)[0]
        visitor.act("answer", question=question["id"], answer="keep", says="kept")
        review.kill()
    assert question["name"] in {each.name for each in decisions(course)}
    with reviewing(course) as review:
        again = review.visitor()
        assert question["id"] not in [each["id"] for each in asked_of(again)]
        assert again.look("state")["state"]["answered"] == 0


def test_what_is_decided_in_a_first_sitting_is_written_by_it(course: Path) -> None:
    """Nothing was worked out before: what the sitting began with must not be written."""
    with reviewing(course) as review:
        visitor = review.visitor()
        visitor.act("add", name="Auckland", who="new", says="")
        visitor.act("apply")
        wait(visitor)
    source = (course.parent / "forum.csv").read_text(encoding="utf-8")
    assert "Auckland" in source
    assert "Auckland" not in (course / "share/forum.csv").read_text(encoding="utf-8")


def test_two_tabs_lose_nothing(course: Path) -> None:
    with reviewing(course) as review:
        one = review.visitor()
        other = Visitor(review.address)
        other.headers = one.headers
        first, second = asked_of(one)[:2]
        one.act("answer", question=first["id"], answer="keep", says="")
        other.act("answer", question=second["id"], answer="keep", says="")
        refused = other.act("answer", question=first["id"], answer="keep", says="")
        assert "has been answered" in refused["error"]
        wait(one)  # until then a message that is read anew may come between the two looks
        assert one.look("state")["state"] == other.look("state")["state"]
    assert {first["name"], second["name"]} <= {each.name for each in decisions(course)}


def test_several_are_answered_undone_and_left_in_one_go(course: Path) -> None:
    with reviewing(course) as review:
        visitor = review.visitor()
        [item, *_] = [each for each in visitor.look("questions")["questions"] if "together" in each]
        several = [each["id"] for each in item["together"]]
        visitor.act("answer", questions=several, answer="likely", says="yes to all")
        state = visitor.look("state")["state"]
        assert (state["answered"], state["undo"]) == (len(several), "yes to all")
        assert visitor.act("undo")["undone"] == "yes to all"
        wait(visitor)
        before = visitor.look("state")["state"]["open"]
        visitor.act("leave", says="the rest is left")
        wait(visitor)
        state = visitor.look("state")["state"]
        assert state["open"] == 0
        assert state["left"] >= before
        assert questions(line.resume(course)) == ()
        visitor.act("reopen", says="again")
        wait(visitor)
        assert visitor.look("state")["state"]["open"] == before


def test_it_prints_the_address_and_nothing_of_the_corpus(course: Path) -> None:
    with reviewing(course) as review:
        visitor = review.visitor()
        visitor.look("thread")
        visitor.ask("/nowhere/Felicity")
        visitor.act("move", names=[3])
        said, complained = review.stop()
    assert (said, complained) == ("", "")
    assert review.process.returncode == 0


def test_the_questions_are_those_of_the_command_line(reader: Visitor, made: Path) -> None:
    told = reader.look("questions")
    found = questions(line.resume(made / "course"))
    known = {each["id"]: each for each in map(to_dict, found)}
    assert (told["total"], told["answers"]) == (len(known), len(agenda(found)))
    assert told["gains"][-1] == told["mentions"] == sum(each.count for each in found)
    fields = ("id", "kind", "name", "count", "score")
    for one in asked_of(reader):
        assert {f: one[f] for f in fields} == {f: known[one["id"]][f] for f in fields}
        assert 1 <= len(one["excerpts"]) <= 3


def test_everybody_counts_the_same_questions(reader: Visitor, made: Path, tmp_path: Path) -> None:
    """The run, the questions, the review and the report."""
    folder = shutil.copytree(made, tmp_path / "counted")
    whole = line.resume(folder / "course")
    whole.apply()
    page = whole.report().read_text()
    number = whole.figures()["questions"]
    assert number == len(questions(line.resume(folder / "course")))
    assert number == reader.look("state")["state"]["open"]
    assert f"{number} questions are open." in page


def test_the_blind_mode_sends_no_text(reader: Visitor) -> None:
    blind = asked_of(reader, "?blind=yes")
    assert blind
    assert all("excerpts" not in each for each in blind)
    assert all(person["reasons"] for each in blind for person in each["people"])


def test_the_table_has_everybody_with_names_and_masks(reader: Visitor, made: Path) -> None:
    table = reader.look("table")
    people = line.resume(made / "course").corpus.participants
    rows = {row["id"]: row for row in table["people"]}
    assert set(people) <= set(rows)
    assert len({row["mask"] for row in rows.values()}) == len(rows)
    assert any(shared["name"] == "Felicity" for shared in table["homonyms"])


def test_the_text_is_whole_on_both_sides(reader: Visitor, made: Path) -> None:
    shown = reader.look("thread")
    whole = line.resume(made / "course")
    before = dict(whole.corpus.messages.select("id", "text").iter_rows())
    for message in shown["messages"]:
        assert "".join(piece["text"] for piece in message["pieces"]) == before[message["id"]]
        for piece in message["pieces"]:
            if "start" in piece:
                assert before[message["id"]][piece["start"] : piece["end"]] == piece["text"]


def test_searching_finds_in_any_case_and_accent(reader: Visitor) -> None:
    found = reader.look("search?words=FELICITY")
    assert found["total"] > 0
    assert all(one["name"].lower() == "felicity" for one in found["found"])
    assert reader.look("search?words=%20")["found"] == []


def test_the_next_unclear_message_goes_round(reader: Visitor) -> None:
    first = reader.look("next")
    seen, at = [], first["message"]
    for _ in range(first["left"]):
        seen.append(at)
        at = reader.look(f"next?after={at}")["message"]
    assert at == first["message"]
    assert len(set(seen)) == first["left"]


def test_a_name_with_markup_is_only_a_name(reader: Visitor) -> None:
    who = reader.look("table")["people"][0]["id"]
    reader.act("add", name=HOSTILE, who=who, says=HOSTILE)
    answer = reader.ask("/look/table")
    assert answer.headers["content-type"] == "application/json"
    assert any(each["name"] == HOSTILE for each in json.loads(answer.body)["people"][0]["names"])
    assert reader.act("undo")["undone"] == HOSTILE


def test_a_table_is_saved_and_reused_in_another_project(
    reader: Visitor, made: Path, tmp_path: Path
) -> None:
    who = reader.look("table")["people"][0]["id"]
    for act, given in (
        ("mask", {"people": [who], "name": "Alma Grünwald"}),
        ("tell", {"who": who, "form": {"mother tongue": "Danish"}}),
        ("add", {"name": "Zibby", "who": who}),
        ("keep", {"name": "Ada Lovelace"}),
    ):
        reader.act(act, **given, says="")
    saved = reader.look("saved")["table"]
    for _ in range(4):
        reader.act("undo")
    folder = shutil.copytree(made, tmp_path / "other")
    with reviewing(folder / "course") as review:
        visitor = review.visitor()
        told = visitor.act("reuse", table=saved, says="")
        rows = {row["id"]: row for row in visitor.look("table")["people"]}
        assert (told["people"], told["left"]) == (len(participants(made)), strangers(saved, made))
        assert rows[who]["mask"] == "Alma Grünwald"
        assert rows[who]["form"]["mother tongue"] == "Danish"
        assert "Zibby" in {name["name"] for name in rows[who]["names"]}
        assert "Ada Lovelace" in visitor.look("table")["keep"]


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("answer", {"question": "gone", "answer": "keep"}, "answered"),
    ("add", {"name": " ", "who": "U01"}, "at least one character"),
    ("add", {"name": "Zibby", "who": "nobody"}, "no such person"),
    ("merge", {"who": "U01", "to": "U01"}, "one person already"),
    ("move", {"names": "Zibby", "who": "U01", "to": "U03"}, "list of texts"),
    ("unlist", {"list": "everything", "name": "x"}, "no such list"),
    ("assign", {"message": "nowhere", "start": 0, "end": 3}, "no message"),
    ("tell", {"who": "U01", "form": "x"}, "form is empty"),
    ("reuse", {"table": {"people": []}}, "no conversion table"),
    ("reuse", {"table": {"version": 99}}, "newer Onym"),
    ("reuse", {"table": {"version": 1, "people": [{"id": 3}]}}, "damaged"),
    ("take_back", {"at": 10**9}, "no such decision"),
]


@pytest.mark.parametrize(("act", "given", "told"), BAD)
def test_what_cannot_be_is_refused_in_one_line(
    reader: Visitor, act: str, given: dict[str, Any], told: str
) -> None:
    before = reader.look("overview")["decisions"]
    answer = reader.act(act, **given)
    assert told in answer["error"]
    assert "\n" not in answer["error"]
    assert reader.look("overview")["decisions"] == before


@pytest.mark.parametrize("path", ["/look/nothing", "/static/../app.py", "/report"])
def test_what_is_not_there_is_not_found(reader: Visitor, path: str) -> None:
    assert reader.ask(path).status == 404


def test_a_homonym_may_keep_its_ambiguity(reader: Visitor) -> None:
    """One masking name for both, as Teutsch et al. recommend for homonyms."""
    shared = next(each for each in reader.look("table")["homonyms"] if each["name"] == "Felicity")
    reader.act("mask", people=shared["people"], name="Flora", says="")
    assert {"mask": "Flora", "people": shared["people"]} in reader.look("table")["doubles"]
    wait(reader)
    found = reader.look("search?words=felicity")["found"][0]["message"]
    pieces = [
        piece
        for message in reader.look(f"thread?message={found}")["messages"]
        for piece in message["pieces"]
        if piece["text"].lower() == "felicity"
    ]
    reader.act("undo")
    assert pieces
    assert {piece["to"] for piece in pieces if "to" in piece} == {"[Flora]"}


def test_who_is_one_person_wrote_the_messages_of_both_ids(reader: Visitor) -> None:
    rows = {row["id"]: row for row in reader.look("table")["people"]}
    one, other = [who for who, row in rows.items() if row["written"]][:2]
    reader.act("merge", who=one, to=other, says="one person")
    (merged,) = [row for row in reader.look("table")["people"] if row["also"]]
    assert merged["written"] == rows[one]["written"] + rows[other]["written"]

    reader.act("undo")
    wait(reader)
    latest = reader.look("overview")["decisions"]
    assert next(row["undone"] for row in latest if row["action"] == "same")
    assert not any(row["undone"] for row in latest if row["action"].startswith("un"))


@pytest.mark.parametrize("change", ["gone", "changed"])
def test_a_source_that_does_not_fit_is_told_before_the_page_opens(
    tmp_path: Path, change: str
) -> None:
    source = tmp_path / "forum.csv"
    source.write_text("id,author,text\n1,u1,Hi Zoe\n")
    line.start(tmp_path / "course", source).find()
    if change == "gone":
        source.unlink()
    else:
        source.write_text("id,author,text\n1,u1,Hi Robert\n")
    command = [sys.executable, "-m", "onym", "review", str(tmp_path / "course"), "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 1
    told = "does not exist" if change == "gone" else "has changed: run onym run or onym find again"
    assert told in done.stderr
