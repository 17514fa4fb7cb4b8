"""mbox: whole mailboxes in, the same mailboxes out."""

from __future__ import annotations

import mailbox
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exports import COURSE, KEEP_ALL, Course, copy, courses, graph, tell_story, unchanged
from exports_mail import mbox
from onym import formats
from onym.errors import InputError, OnymError
from onym.formats import mbox as module
from onym.methods import replace
from onym.model import Mapping, Policy

SLOW = settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@contextmanager
def opened(path: Path) -> Iterator[list[Message]]:
    """The messages as the standard library reads them."""
    box = mailbox.mbox(path, create=False)
    try:
        yield list(box)
    finally:
        box.close()


def write(path: Path, *messages: str) -> Path:
    path.write_text("\n".join(messages), encoding="utf-8", newline="")
    return path


FROM = "From zoe at poe.example  Thu Jan  5 12:00:00 2006\n"
HEADER = "From: Zoe Poe <zoe@poe.example>\nMessage-ID: <1@poe.example>\n"


def test_a_mailbox_is_told_without_a_name(tmp_path: Path) -> None:
    line, again = tell_story(mbox(COURSE, tmp_path / "list.mbox"))
    assert line.corpus.source.format == "mbox"
    assert line.check() == ()
    assert again.messages["time"].equals(line.corpus.messages["time"])
    with opened(line.shared_file) as messages:
        kinds = [[part.get_content_type() for part in message.walk()] for message in messages]
        ids = [str(message["Message-ID"]) for message in messages]
        answers = [str(message["In-Reply-To"]) for message in messages]
    assert len(kinds) == len(COURSE.messages)
    assert kinds[1] == [
        *("multipart/mixed", "multipart/alternative", "text/plain", "text/html"),
        "application/pdf",
    ]
    assert answers[1] == ids[0]


def test_nothing_replaced_is_byte_for_byte_the_same(tmp_path: Path) -> None:
    path = mbox(COURSE, tmp_path / "list.mbox")
    assert copy(path).read_bytes() == path.read_bytes()


@SLOW
@given(courses())
def test_whatever_is_written_in_it_stays_the_same(
    tmp_path_factory: pytest.TempPathFactory, course: Course
) -> None:
    path = mbox(course, tmp_path_factory.mktemp("any") / "list.mbox")
    assert copy(path).read_bytes() == path.read_bytes()


@SLOW
@given(st.binary(max_size=300), st.lists(st.sampled_from(["\n", "From x", FROM, HEADER, "--b"])))
def test_no_bytes_break_it(
    tmp_path_factory: pytest.TempPathFactory, junk: bytes, pieces: list[str]
) -> None:
    path = tmp_path_factory.mktemp("junk") / "list.mbox"
    path.write_bytes(FROM.encode() + HEADER.encode() + "".join(pieces).encode() + junk)
    try:
        corpus = formats.read(path, format="mbox")
    except OnymError:
        return
    formats.write(corpus, unchanged(corpus), path.with_name("copy"), KEEP_ALL)
    assert path.with_name("copy").read_bytes() == path.read_bytes()


SPLITTING = {
    "a sentence that begins with From": ("From Monday on we meet at 10:30 in 2006.\n", 1),
    "a stuffed line": (">From Monday on we meet.\n", 1),
    "a separator without a header below": (FROM + "not a header\n", 1),
    "another message": (f"{FROM}{HEADER}\nHello\n", 2),
}


@pytest.mark.parametrize(("text", "count"), SPLITTING.values(), ids=SPLITTING)
def test_where_a_message_ends(tmp_path: Path, text: str, count: int) -> None:
    path = write(tmp_path / "a.mbox", f"{FROM}{HEADER}\nHi.\n", text)
    corpus = formats.read(path)
    assert corpus.messages.height == count
    assert copy(path).read_bytes() == path.read_bytes()


def test_stuffed_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = write(tmp_path / "a.mbox", f"{FROM}{HEADER}\n>From Monday on.\n>>From here.\n")
    assert formats.read(path).messages["text"][0] == "From Monday on.\n>From here.\n"


def test_a_right_length_counts_and_a_wrong_one_does_not(tmp_path: Path) -> None:
    inside = f"{FROM}{HEADER}\nforwarded\n"
    for length, count in ((len(inside), 1), (len(inside) + 5, 2), (99999, 2)):
        claim = f"{FROM}{HEADER}Content-Length: {length}\n\n{inside}"
        path = write(tmp_path / f"{length}.mbox", claim, f"{FROM}{HEADER}\nlast\n")
        assert formats.read(path).messages.height == count + 1


def test_blocks_do_not_cut_a_separator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = mbox(COURSE, tmp_path / "list.mbox")
    whole = [message.data for message in module.split(path)]
    for block in (1, 7, 1000):
        monkeypatch.setattr(module, "BLOCK", block)
        assert [message.data for message in module.split(path)] == whole


def test_a_message_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 10_000)
    path = write(tmp_path / "a.mbox", f"{FROM}{HEADER}\n{'x' * 20_000}")
    with pytest.raises(InputError, match=r"a\.mbox, message 1 is longer than"):
        formats.read(path)


def test_a_large_mailbox_needs_little_memory(tmp_path: Path) -> None:
    """Message by message: what is not text (here 48 MB of files) never stands in memory at once."""
    kind = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHi.\n--b\n"
    file = "Content-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n"
    path = tmp_path / "large.mbox"
    with path.open("w", encoding="ascii", newline="") as box:
        for _ in range(48):
            box.write(f"{FROM}{HEADER}{kind}{file}{('A' * 76 + chr(10)) * 13_000}--b--\n\n")
    tracemalloc.start()
    corpus = formats.read(path)
    formats.write(corpus, replace(corpus, Mapping(), Policy()), tmp_path / "out.mbox")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert corpus.messages["text"].to_list() == ["Hi."] * 48
    assert path.stat().st_size > 48_000_000 > 4 * peak
    assert (tmp_path / "out.mbox").stat().st_size < 20_000


def test_replies_threads_and_people(tmp_path: Path) -> None:
    corpus = formats.read(mbox(COURSE, tmp_path / "list.mbox"))
    places = {message.id: place for place, message in enumerate(COURSE.messages)}
    assert [(parent) for _, parent, _ in graph(corpus)] == [
        None if message.parent is None else places[message.parent] for message in COURSE.messages
    ]
    assert corpus.messages["thread"].to_list() == ["1"] * 4 + ["5"] * 3
    registered = {name for who in corpus.participants.values() for name in who.names}
    assert registered == {person.full for person in COURSE.people}
    assert "list-id" in corpus.source.fields and corpus.source.fields["list-id"] == "unknown"
    assert any("x-mailer" in note for note in corpus.notes)
    assert any("1 attachment" in note for note in corpus.notes)


def test_a_mailbox_is_a_roster(tmp_path: Path) -> None:
    people = formats.read_roster(mbox(COURSE, tmp_path / "list.mbox"))
    assert {who.names for who in people} == {(person.full,) for person in COURSE.people}
    assert {who.handles for who in people} == {(person.email,) for person in COURSE.people}


def test_what_answers_a_lost_message_shares_its_thread(tmp_path: Path) -> None:
    def answer(number: int, above: str) -> str:
        ids = f"Message-ID: <{number}@x.example>\nReferences: <lost@x.example> {above}\n"
        return f"{FROM}From: Zoe Poe <zoe@poe.example>\n{ids}\nHi\n"

    path = write(tmp_path / "a.mbox", *(answer(n, "") for n in (1, 2)), answer(3, "<2@x.example>"))
    messages = formats.read(path).messages
    assert messages["thread"].to_list() == ["1", "1", "1"]
    assert messages["parent"].to_list() == [None, None, "2"]


LIST = "botany@lists.example"


def sent_on(number: int, sender: str, fields: str, text: str = "Hi") -> str:
    """A message that a list has sent on under its own address."""
    head = f"From: {sender} <{LIST}>\nMessage-ID: <{number}@lists.example>\nTo: {LIST}\n"
    return f"{FROM}{head}{fields}\n{text}\n"


def test_who_writes_through_a_list_is_not_the_list(tmp_path: Path) -> None:
    """Mailman and Google Groups put their own address into From, for everybody alike."""
    path = write(
        tmp_path / "list.mbox",
        sent_on(1, "Zoe Poe via Botany", "Reply-To: Zoe Poe <zoe@poe.example>\n", "Hi,\n\nZoe"),
        sent_on(2, '"Ask Ash via Botany"', "Cc: Ask Ash <ask@ash.example>\n", "Hi Zoe,\n\nAsk"),
        sent_on(3, "\"'Ida Oak' via Botany\"", "X-Original-From: Ida Oak <ida@oak.example>\n"),
        sent_on(4, "Ned Elm via Botany", f"Reply-To: Botany <{LIST}>\n"),
        sent_on(5, "Zoe Poe via Botany", ""),
    )
    corpus = formats.read(path)
    people = corpus.participants
    wrote = [people[who] for who in corpus.messages["author"]]
    assert [who.names for who in wrote] == [
        *(("Zoe Poe",), ("Ask Ash",), ("Ida Oak",), ("Ned Elm",), ("Zoe Poe",))
    ]
    assert [who.handles for who in wrote[:4]] == [
        *(("zoe@poe.example",), ("ask@ash.example",), ("ida@oak.example",), ())
    ]
    assert wrote[0] == wrote[4] and len(people) == 4
    listed = [who.names for who in formats.read_roster(path)]
    assert sorted(listed) == [("Ask Ash",), ("Ida Oak",), ("Ned Elm",), ("Zoe Poe",)]
    line, again = tell_story(path, style="id")
    shown = {who: line.corpus.messages["author"].to_list().count(who) for who in people}
    assert sorted(shown.values()) == sorted(again.messages["author"].value_counts()["count"])
    assert "Botany" not in line.shared_file.read_text()


def test_one_person_who_is_written_to_at_another_address(tmp_path: Path) -> None:
    copied = "Cc: Zoe Poe <z@home.example>, Zoe Poe <zoe@poe.example>, Zoe <zoe@elm.example>"
    path = write(
        tmp_path / "list.mbox",
        f"{FROM}{HEADER}\nHi\n",
        f"{FROM}From: Ask Ash <ask@ash.example>\nMessage-ID: <2@x.example>\n{copied}\n\nHi\n",
    )
    people = formats.read(path).participants.values()
    reached = {who.names: set(who.handles) for who in people}
    assert reached == {
        ("Zoe Poe",): {"zoe@poe.example", "z@home.example"},
        ("Ask Ash",): {"ask@ash.example"},
        ("Zoe",): {"zoe@elm.example"},
    }


def test_a_mailbox_that_changed_meanwhile_is_not_written(tmp_path: Path) -> None:
    path = mbox(COURSE, tmp_path / "list.mbox")
    corpus = formats.read(path)
    path.write_bytes(path.read_bytes() + b"more")
    with pytest.raises(InputError, match="has changed"):
        formats.write(corpus, unchanged(corpus), tmp_path / "out", KEEP_ALL)
    assert not (tmp_path / "out").exists()
