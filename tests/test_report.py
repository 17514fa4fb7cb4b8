"""The report tells numbers and pseudonyms, draws the same graph twice, and names nobody."""

from __future__ import annotations

import dataclasses
import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

from onym.model import (
    MESSAGE_COLUMNS,
    Corpus,
    Entry,
    Mapping,
    Mention,
    Participant,
    Policy,
    Question,
    Replaced,
    Source,
)
from onym.report import Summary, build, render, write_report
from onym.report.kinds import kinds_of
from onym.report.network import compare
from onym.report.summary import Category, Kind, Open, Person, Risk, Session
from onym.report.veil import veil

# id, parent, session, author, answers, text; *name* is a mention of the participant after it.
MESSAGES = (
    ("1", None, "s2", "u1", None, "Welcome all! *Roberta|u1*"),
    ("2", "1", "s2", "u2", "u1", "Hi *Roberta Quill|u1*, thanks. *Bea|u2*"),
    ("3", "2", "s2", "u1", "u2", "You are welcome, *Beatirce|u2*! *Bobbie|u1*"),
    ("4", "3", "s2", "u2", "u1", "Is *Sam|?* here? *bea|u2*"),
    ("5", None, "s10", "u3", None, "Hello? My mum *Zora|X1* asks."),
)
PARTICIPANTS = (
    Participant("u1", ("Roberta Quill",), handles=("rquill@uni.example",)),
    Participant("u2", ("Ost, Beatrice",)),
    Participant("u3"),
    Participant("u4", ("Samuel Silent",)),
)
PSEUDONYMS = {"u1": "P03", "u2": "P01", "u3": "P04", "u4": "P02", "X1": "P05"}


def frame(rows: Sequence[Sequence[str | None]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=dict.fromkeys(MESSAGE_COLUMNS, pl.String), orient="row")


def course(notes: tuple[str, ...] = ()) -> tuple[Corpus, Mapping, Replaced]:
    """The messages above as a corpus, its mapping and the result."""
    rows, mentions = [], []
    for key, parent, session, author, answered, marked in MESSAGES:
        text, found = unmark(key, marked)
        mentions += found
        time = f"2023-01-{int(key):02}T10:00:00"
        rows.append((key, parent, f"t{session}", session, author, answered, time, text))
    corpus = Corpus(
        frame(rows),
        {person.id: person for person in PARTICIPANTS},
        Source(Path("canary-file.csv"), "csv", {}),
        notes,
    )
    entries = (
        Entry("u1", "Roberta", 2, 0.99, ("signs so once", "is a registered name")),
        Entry("u1", "Bobbie", 1, 0.9, ("is also an ordinary word", "is a short form of a name")),
        Entry("u2", "Bea", 2, 0.9, decision="added"),
        Entry("u2", "Cheers", 2, 0.2, ("signs so once",), decision="rejected"),
    )
    questions = (Question("shared", "Sam", ("u4", "u1"), ("4",), 1),)
    replaced = Replaced(rename(corpus.messages), tuple(mentions), PSEUDONYMS, questions)
    return corpus, Mapping(entries, keep=("Ada Lovelace",), rejected=("html",)), replaced


def unmark(key: str, marked: str) -> tuple[str, list[Mention]]:
    text, mentions = "", []
    for plain, name, who in re.findall(r"([^*]*)(?:\*([^|]*)\|([^*]*)\*)?", marked):
        text += plain
        if name:
            owner = None if who == "?" else who
            instead = f"[{PSEUDONYMS[owner]}]" if owner else "[person]"
            start = len(text)
            mentions.append(Mention(key, start, start + len(name), "NAME", owner, instead))
            text += name
    return text, mentions


def rename(messages: pl.DataFrame) -> pl.DataFrame:
    return messages.with_columns(
        pl.col("author", "parent_author").replace(PSEUDONYMS), pl.lit("gone").alias("text")
    )


def summary() -> Summary:
    return build(*course())


def test_counts_what_came_in() -> None:
    incoming = summary().incoming
    assert (incoming.messages, incoming.authors, incoming.silent) == (5, 3, 1)
    assert (incoming.threads, incoming.sessions, incoming.years) == (2, 2, (2023, 2023))
    assert incoming.words == sum(len(text.split()) for text in course()[0].messages["text"])


def test_markup_is_not_counted_as_words() -> None:
    corpus, mapping, replaced = course()
    texts = corpus.messages.with_columns(pl.lit('<p class="x y z">two words</p>').alias("text"))
    told = build(dataclasses.replace(corpus, messages=texts), mapping, replaced)
    assert told.incoming.words == 2 * 5


def test_counts_people_under_their_pseudonyms() -> None:
    """P03 is Roberta: greeted by her full name, signs by two others, is named once by P01."""
    rows = {row.pseudonym: row for row in summary().people}
    assert sorted(rows) == ["P01", "P02", "P03", "P04"]  # and not P05, who takes no part
    assert (rows["P03"].messages, rows["P03"].by_others, rows["P03"].by_self) == (2, 1, 2)
    assert (rows["P01"].messages, rows["P01"].by_others, rows["P01"].by_self) == (2, 1, 2)
    assert (rows["P03"].total_names, rows["P01"].total_names, rows["P02"].total_names) == (3, 2, 0)
    assert summary().outsiders == 1


def test_counts_kinds_of_names_as_in_the_papers_table_4() -> None:
    assert summary().kinds == (
        Kind("full", names=1, connections=1, mentions=1),
        Kind("subset", names=1, connections=1, mentions=1),
        Kind("nickname", names=2, connections=2, mentions=3),  # bea and Bea are one name
        Kind("misspelt", names=1, connections=1, mentions=1),
    )


def test_without_a_class_list_a_name_is_just_a_name() -> None:
    assert set(kinds_of({("u1", "rob"): 3, ("u1", "robert"): 1}, {"u1": ()}).values()) == {"name"}


def test_counts_categories() -> None:
    corpus, mapping, replaced = course()
    mail = Mention("1", 0, 3, "EMAIL", None, "[mail]")
    place = Mention("1", 4, 6, "PLACE")  # only marked
    replaced = dataclasses.replace(replaced, mentions=(*replaced.mentions, mail, place))
    assert build(corpus, mapping, replaced).categories == (
        Category("Participants' names", 6),
        Category("Mail addresses", 1),
        Category("Names whose owner is open", 1),
        Category("Other people's names", 1),
        Category("Places", 0, marked=1),
    )


def test_counts_sessions_in_natural_order() -> None:
    first, second = summary().sessions
    assert (first.label, second.label) == ("s2", "s10")
    assert (first.authors, first.threads, first.messages, first.mentions) == (2, 1, 4, 7)
    assert second == Session("s10", 1, 1, 1, 5.0, 5.0, 1)


def test_says_on_what_grounds_and_what_people_decided() -> None:
    told = summary()
    assert {(ground.words, ground.names) for ground in told.grounds} == {
        ("Sign so themselves", 1),
        ("Short form or initials", 1),
        ("Added by a person", 1),
    }
    assert ("Names taken from a participant", 1) in told.decisions
    assert ("Names kept as they are", 1) in told.decisions


def test_open_questions_tell_who_and_where_but_not_the_name() -> None:
    assert summary().questions == (Open("shared", ("P02", "P03"), 1, ("4",)),)
    page = render(summary())
    assert "P02, P03" in page
    assert "Sam" not in page.replace("same", "")


CANARIES = ("Xyrvane", "Qolbitz", "canaryfile", "qolbitzx@mail.example", "source-u-77")


def canary_course() -> tuple[Corpus, Mapping, Replaced, Policy]:
    """Names in every place a source can hold one."""
    person = Participant(
        "source-u-77", ("Qolbitz, Xyrvane",), ("qolbitzx@mail.example",), profile={"k": "Xyrvane"}
    )
    first, who = "<1.qolbitzx@mail.example>", person.id
    text = "Hi all, this is Xyrvane Qolbitz, and XYRVANE says hi"
    rows = [
        (first, None, "Xyrvane", "group of Xyrvane", who, None, "2020-05-01", text),
        ("<2@x>", first, "t", "xyrvane-2", who, who, None, "xyrvane again"),
    ]
    corpus = Corpus(
        frame(rows),
        {person.id: person},
        Source(Path("/home/xyrvane/canaryfile.csv"), "csv", {"text": "Xyrvane's words"}),
        ("row 2: author source-u-77 has no time", "row 3: Xyrvane and qolbitzx@mail.example"),
    )
    mentions = (Mention(first, 16, 31, "NAME", person.id, "[P01]"),)
    mapping = Mapping(
        (Entry(person.id, "Xyrvane", 2, 0.9, ("is short for Xyrvane",)),),
        keep=("Xyrvane Senior",),
        hidden=("Qolbitzy",),
    )
    question = Question("same", "Xyrvane", (person.id, "other-u"), (first,), 2)
    pseudonyms = {person.id: "P01"}
    after = corpus.messages.with_columns(pl.col("author", "parent_author").replace(pseudonyms))
    replaced = Replaced(after, mentions, pseudonyms, (question,))
    return corpus, mapping, replaced, Policy(seed=771_177)


def test_no_real_name_id_address_or_file_name_is_on_the_page(tmp_path: Path) -> None:
    told = build(*canary_course())
    write_report(told, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8").casefold()
    for canary in (*CANARIES, "771177", "771,177", "other-u"):
        assert canary.casefold() not in page
        assert canary.casefold() not in repr(told).casefold()
    assert "p01" in page and "row 2: author p01 has no time" in page


def test_an_author_left_unreplaced_is_not_printed_either() -> None:
    corpus, mapping, replaced, _ = canary_course()
    broken = dataclasses.replace(replaced, messages=corpus.messages, pseudonyms={})
    told = build(corpus, mapping, broken)
    assert not told.network.same
    assert "source-u-77" not in render(told)


VEILED = (
    # text from the source                  what the report may say
    ("row 12: no parent", "row 12: no parent"),
    ("author u1 twice", "author P03 twice"),
    ("Roberta's group", "[person]'s group"),
    ("quill_2", "[person]_2"),
    ("rquill@uni.example wrote", "P03 wrote"),
    ("stranger@else.example wrote", "[person] wrote"),
    ("rows 3 and 4 will be joined", "rows 3 and 4 will be joined"),
)


@pytest.mark.parametrize(("text", "told"), VEILED)
def test_what_is_quoted_from_the_source_is_veiled(text: str, told: str) -> None:
    corpus, mapping, _ = course()
    will = Participant("7", ("Will May",))
    corpus = dataclasses.replace(corpus, participants={**corpus.participants, "7": will})
    assert veil(corpus, mapping, PSEUDONYMS)(text) == told


def test_the_page_does_not_depend_on_the_order_of_the_source() -> None:
    corpus, mapping, replaced = course()
    turned = dataclasses.replace(
        corpus,
        messages=corpus.messages.reverse(),
        participants=dict(reversed(list(corpus.participants.items()))),
    )
    other = Replaced(
        replaced.messages.reverse(),
        replaced.mentions[::-1],
        dict(reversed(PSEUDONYMS.items())),
        replaced.questions,
    )
    back = dataclasses.replace(mapping, entries=mapping.entries[::-1])
    assert render(build(turned, back, other)) == render(build(corpus, mapping, replaced))


def test_refers_to_nothing_outside_itself() -> None:
    page = render(summary())
    assert not re.search(r"https?:|//|url\(|@import|<script|<link|<img|\b(src|href)=", page)


def test_every_picture_has_a_title_and_a_text_alternative() -> None:
    pictures = re.findall(r"<svg.*?</svg>", render(summary()), re.DOTALL)
    assert len(pictures) == 5  # activity, replacements, names, before, after
    ids = []
    for picture in pictures:
        root = ET.fromstring(picture)
        assert root.get("role") == "img"
        title, told = root.find("title"), root.find("desc")
        assert title is not None and title.text and told is not None and told.text
        assert root.get("aria-labelledby") == f"{title.get('id')} {told.get('id')}"
        ids += [root.get("id"), title.get("id"), told.get("id")]
    assert len(ids) == len(set(ids))


def test_what_looks_like_markup_is_escaped() -> None:
    told = dataclasses.replace(summary(), notes=("row 1: <b>&",))
    session = dataclasses.replace(told.sessions[0], label='"><i>')
    page = render(dataclasses.replace(told, sessions=(session,)))
    assert "row 1: &lt;b&gt;&amp;" in page
    assert "<i>" not in page


def test_the_seed_is_not_among_the_settings() -> None:
    told = build(*course(), Policy(method="farrow", seed=4242))
    assert ("Method", "farrow") in told.settings
    assert not any("seed" in setting.lower() or "4242" in value for setting, value in told.settings)


def test_two_people_under_one_pseudonym_are_not_the_same_graph() -> None:
    before = pl.DataFrame({"author": ["a", "b"], "parent_author": ["c", "c"]})
    after = pl.DataFrame({"author": ["P1", "P1"], "parent_author": ["P2", "P2"]})
    network = compare(before, after, {"a": "P1", "b": "P1", "c": "P2"})
    assert not network.same
    page = render(dataclasses.replace(summary(), network=network))
    assert "The graphs differ: 3 nodes and 2 ties in the source, 2 nodes and 1 tie" in page


def test_thousands_of_people_fit_on_a_readable_page() -> None:
    people = tuple(Person(f"P{n:04}", 5000 - n, n, 1, (1, 2)) for n in range(5000))
    kinds = (Kind("full", 5000, 5000, 5000), Kind("nickname", 9, 10_000, 10_000))
    page = render(dataclasses.replace(summary(), people=people, kinds=kinds))
    assert "Shown: 100 of 5,000 people, those who wrote most." in page
    assert '<th scope="row">P0099</th>' in page and '<th scope="row">P0100</th>' not in page
    assert len(page) < 200_000


def test_essays_without_authors_threads_or_times_have_a_report_too() -> None:
    rows = [(str(n), None, None, None, None, None, None, "An essay.") for n in range(3)]
    corpus = Corpus(frame(rows), {}, Source(None, "txt", {}))
    page = render(build(corpus, Mapping(), Replaced(corpus.messages, (), {})))
    assert "3 messages came in. 0 personal details were replaced." in page
    assert "<svg" not in page
    empty = Corpus(frame([]), {}, Source(None, "txt", {}))
    assert "0 messages" in render(build(empty, Mapping(), Replaced(empty.messages, (), {})))


def test_a_report_with_leaks_does_not_say_that_people_are_hidden() -> None:
    clean = Risk(0, 0, 3, 0, 0, (1.0, 5.0), (), ())
    assert "<h1>The people are hidden" in render(dataclasses.replace(summary(), risk=clean))
    leaking = dataclasses.replace(clean, leaks=2)
    page = render(dataclasses.replace(summary(), risk=leaking))
    assert "<h1>Known names can still be seen</h1>" in page
    assert "The people are hidden" not in page


@pytest.mark.browser
@pytest.mark.parametrize("width", [400, 1280])
def test_fits_the_window_and_asks_the_network_for_nothing(tmp_path: Path, width: int) -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no chromium")
    from playwright.sync_api import sync_playwright

    write_report(summary(), tmp_path / "report.html")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": 900})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((tmp_path / "report.html").as_uri())
        overflow = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        browser.close()
    assert overflow <= 0
    assert [url for url in asked if not url.endswith("report.html")] == []
