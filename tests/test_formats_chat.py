"""Chats as text files; every person here is invented."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import onym
from onym import formats
from onym.errors import InputError
from onym.formats import notices, transcript
from onym.model import Policy
from rewriting import KEEP_ALL, renamed, rewrite

CHATS = {
    "WhatsApp on a telephone": (
        "\ufeff[15/03/2024, 10:11:12] Botany: \u200eMessages are encrypted.\n"
        "[15/03/2024, 10:11:30] Mary Poe: Hi all:\nthe key?\n\nBy the door.\n"
        "\u200e[15/03/2024, 10:12:01] ~\u202fTom Ash: @Mary Poe yes\n"
        "[15/03/2024, 10:12:44] +49 170 1234567: thanks\n",
        ["Botany", "Mary Poe", "Tom Ash", "+49 170 1234567"],
        "Hi all:\nthe key?\n\nBy the door.",
    ),
    "WhatsApp elsewhere": (
        "3/15/24, 10:11\u202fPM - Mary Poe added Tom Ash\r\n"
        "3/15/24, 10:12\u202fPM - Mary Poe: Hi Tom\r\nyes\r\n"
        '3/15/24, 10:13\u202fPM - Mary Poe changed the subject to "Trip: Rome"\r\n'
        "3/15/24, 10:14\u202fPM - Tom Ash:\r\n",
        [None, "Mary Poe", None, "Tom Ash"],
        "Hi Tom\r\nyes",
    ),
    "Zoom": (
        "10:11:12 From Mary Poe to Everyone:\n\tHi all\n"
        "10:12:12 From Tom Ash to Mary Poe(Direct Message):\n\tHi Mary\n\n"
        "10:13:12\t From Mary Poe : yes\n",
        ["Mary Poe", "Tom Ash", "Mary Poe"],
        "\n\tHi Mary",
    ),
    "IRC": (
        "[10:11] <mary> hi all\n[10:12] <@tom> mary: hello\n[10:13] <mary> thanks tom\n",
        ["mary", "tom", "mary"],
        "mary: hello",
    ),
    "IRC with what the program says": (
        "10:10 -!- mary [~m@example.org] has joined #garden\n10:11 <mary> hi all\n"
        "10:12 * tom waves at mary\n10:13 -!- tom is now known as tom_away\n10:14 <mary> bye\n",
        [None, "mary", "tom", None, "mary"],
        "hi all",
    ),
}


def test_nobody_is_left_in_what_a_program_says_of_them(tmp_path: Path) -> None:
    path = tmp_path / "garden.log"
    path.write_text(
        "10:10 -!- lurker [~l@example.org] has joined #garden\n10:11 <mary> hi lurker\n"
        "10:12 * Parts: mary (~m@example.org)\n10:13 -!- mary is now known as mary_away\n"
        "10:14 <mary> * is no sign\n10:15 * mary waves\n"
    )
    corpus = formats.read(path)
    policy = Policy(style="id")
    done = onym.replace(corpus, onym.link(onym.find(corpus), corpus), policy)
    formats.write(corpus, done, tmp_path / "out.log", policy)
    lines = (tmp_path / "out.log").read_text().splitlines()
    assert lines[0] == "10:10 -!- R001 [person] has joined #garden"
    assert lines[2:4] == ["10:12 * Parts: U001 (person)", "10:13 -!- U001 is now known as person"]
    assert lines[4:] == ["10:14 <U001> * is no sign", "10:15 * U001 waves"]


@pytest.mark.parametrize("name", CHATS)
def test_a_chat_is_read_and_written_as_it_was(name: str, tmp_path: Path) -> None:
    text, writers, second = CHATS[name]
    path = tmp_path / "chat.txt"
    path.write_bytes(text.encode())
    assert rewrite(path) == text.encode()
    corpus = formats.read(path)
    assert corpus.source.format == "chat"
    people = corpus.participants
    called = {who: (*people[who].names, *people[who].handles)[0] for who in people}
    assert [who and called[who] for who in corpus.messages["author"]] == writers
    assert corpus.messages["text"][1] == second
    assert corpus.messages["id"].to_list() == [str(n) for n in range(1, len(writers) + 1)]


def pack(path: Path, *members: tuple[str, bytes]) -> Path:
    """A zip with some members."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def unpack(path: Path) -> dict[str, bytes]:
    """The members of a zip."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("unknown", ["drop", "keep"])
def test_a_chat_in_a_zip_comes_back_in_one(
    unknown: Literal["drop", "keep"], tmp_path: Path
) -> None:
    text = CHATS["WhatsApp on a telephone"][0]
    photo = ("00000012-PHOTO.jpg", b"\xff\xd8\xff")
    name = "WhatsApp Chat with Mary Poe.txt"
    corpus = formats.read(pack(tmp_path / "chat.zip", (name, text.encode()), photo))
    assert corpus.source.format == "chat"
    assert "1 other file" in corpus.notes[-1]
    policy = Policy(style="id", unknown=unknown)
    done = onym.replace(corpus, onym.link(onym.find(corpus), corpus), policy)
    formats.write(corpus, done, tmp_path / "out.zip", policy)
    packed = unpack(tmp_path / "out.zip")
    assert packed.keys() == {"_chat.txt", *([photo[0]] if unknown == "keep" else [])}
    assert b"Mary" not in packed["_chat.txt"] and b"By the door." in packed["_chat.txt"]


@pytest.mark.parametrize(
    "members",
    [
        [("a.txt", CHATS["IRC"][0].encode()), ("b.txt", CHATS["IRC"][0].encode())],
        [("a.txt", b"no chat at all")],
        [("picture.jpg", b"x")],
    ],
)
def test_other_zips_are_no_chats(members: list[tuple[str, bytes]], tmp_path: Path) -> None:
    path = pack(tmp_path / "chat.zip", *members)
    assert not transcript.recognise(path, path.read_bytes())
    with pytest.raises(InputError):
        formats.read(path)


def test_a_damaged_zip_is_refused(tmp_path: Path) -> None:
    path = pack(tmp_path / "chat.zip", ("_chat.txt", CHATS["IRC"][0].encode() * 50))
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(InputError, match="is a zip, damaged") as refused:
        formats.read(path)
    assert "mary" not in str(refused.value)


def test_writers_and_recipients_get_their_pseudonyms(tmp_path: Path) -> None:
    path, target = tmp_path / "chat.txt", tmp_path / "out.txt"
    text = CHATS["Zoom"][0] + "10:14:12 From Tom Ash to Zoe Quill, Mary Poe:\n\tno\n"
    path.write_text(text, "utf-8")
    corpus = formats.read(path)
    ids = {person.names[0]: who for who, person in corpus.participants.items()}
    given = {ids["Mary Poe"]: "P1", ids["Tom Ash"]: "P2"}
    formats.write(corpus, renamed(corpus, given, {"Mary": "[P1]"}), target, KEEP_ALL)
    written = target.read_text("utf-8")
    assert written.startswith("10:11:12 From P1 to Everyone:\n\tHi all\n10:12:12 From P2 to P1:")
    assert written.endswith("10:14:12 From P2 to person, P1:\n\tno\n")
    assert "Hi [P1]" in written and "Zoe" not in written


@pytest.mark.parametrize("style", ["id", "code", "name", "role", "initials", "placeholder"])
@pytest.mark.parametrize("name", CHATS)
def test_no_writer_is_left_in_any_style(name: str, style: str, tmp_path: Path) -> None:
    path, target = tmp_path / "chat.txt", tmp_path / "out.txt"
    path.write_bytes(CHATS[name][0].encode())
    corpus, policy = formats.read(path), Policy(style=style)
    mapping = onym.link(onym.find(corpus, policy=policy), corpus, policy)
    formats.write(corpus, onym.replace(corpus, mapping, policy), target, policy)
    written = target.read_text("utf-8")
    assert not [who for who in ("Mary Poe", "Tom Ash", "1234567", "<mary>") if who in written]


NO_CHATS = [
    "id,text\n1,15/03/2024, 10:11 - Mary: hi\n",
    "Dear Mary,\n[15/03/2024, 10:11:30] Tom: hi\n",
    "10:11:12 it rained\n10:12:12 it snowed\n10:13:12 no\n",
    "[15/03/2024, 10:11:30] Mary: hi\n",
]


@pytest.mark.parametrize("text", NO_CHATS)
def test_other_texts_are_no_chats(text: str) -> None:
    assert not transcript.recognise(Path("a.txt"), text.encode())


def test_what_is_no_chat_is_refused_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Dear Mary,\n")
    with pytest.raises(InputError, match=r"a\.txt is no chat: line 1 has no time and name") as seen:
        formats.read(path, format="chat")
    assert "Mary" not in str(seen.value)


PIECES = ["[15/03/2024, 10:11:30] ", "15.03.24, 10:11 - ", "Mary Poe: ", "10:11:12 From ", " to "]
PIECES += ["[10:11] <mary> ", "hi", "\n", "\r\n", ":", " ", "é", "\u202f", '"', "~ ", "Everyone:"]


@given(st.sampled_from(list(CHATS)), st.lists(st.sampled_from(PIECES), max_size=30))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_whatever_follows_survives(tmp_path: Path, name: str, more: list[str]) -> None:
    path, target = tmp_path / "chat.txt", tmp_path / "out.txt"
    data = (CHATS[name][0] + "".join(more)).encode()
    path.write_bytes(data)
    assert rewrite(path) == data
    corpus = formats.read(path)
    given = {who: f"P{number}" for number, who in enumerate(corpus.participants)}
    formats.write(corpus, renamed(corpus, given, {}), target, KEEP_ALL)
    written, said = target.read_text("utf-8"), "".join(corpus.messages["text"])
    assert all(written.count(who) == said.count(who) for who in ("Mary Poe", "Tom Ash"))


NOTICES = [
    ("Zebulon Marsh left", ["Zebulon Marsh"]),
    (
        "Zebulon added Mary Poe, Tom and +49 170 1234567",
        ["Zebulon", "Mary Poe", "Tom", "+49 170 1234567"],
    ),
    ("\u200eTom joined using this group's invite link", ["Tom"]),
    ("Tom’s security code changed. Tap to learn more.", ["Tom"]),
    ('Mary Poe changed the subject to "Trip: Rome"', ["Mary Poe"]),
    ("Tom hat die Gruppe verlassen.", ["Tom"]),
    ("Tom hat Mary Poe und Ann hinzugefügt.", ["Tom", "Mary Poe", "Ann"]),
    ("Du hast Mary Poe hinzugefügt", ["Mary Poe"]),
    ("Tom lade till Mary Poe och Ann", ["Tom", "Mary Poe", "Ann"]),
    ("Tom a ajouté Mary Poe", ["Tom", "Mary Poe"]),
    ("You added Tom", ["Tom"]),
    ("This group was added to the community", []),
    ("Messages and calls are encrypted.", []),
    ("Waiting for this message", []),
]


@pytest.mark.parametrize(("notice", "named"), NOTICES)
def test_whom_a_notice_names(notice: str, named: list[str]) -> None:
    assert list(notices.names(notice)) == named


SILENT = {
    "chat.txt": (
        "[15/03/2024, 10:11:12] Botany: \u200eZebulon Marsh left\n"
        "[15/03/2024, 10:11:20] Mary Poe added Zanderloo Ash\n"
        "[15/03/2024, 10:11:30] Mary Poe: Hi all, Zanderloo is here, thanks Zebulon\n"
        "[15/03/2024, 10:12:01] Tom Ash: Tessaly Brook.vcf (file attached)\n"
    ),
    "zoom.txt": (
        "10:11:12 From Mary Poe to Everyone: Hi all\n"
        "10:12:12 From Mary Poe to Zebulon Marsh(Direct Message): Zanderloo, yes\n"
        "10:12:19 From Mary Poe to Zanderloo Ash, Tessaly Brook: no\n"
    ),
    "irc.log": (
        "[10:10] *** zebulon (~qm@192.0.2.1) has joined #botany\n[10:11] <mary> hi zebulon\n"
        "[10:12] <tom> hello\n[10:13] * zanderloo waves\n[10:14] <mary> hi zanderloo\n"
        "10:15 -!- tessaly [tb@192.0.2.2] has quit\n"
    ),
}


@pytest.mark.parametrize("name", SILENT)
def test_who_is_in_a_chat_and_writes_nothing_is_hidden(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(
        SILENT[name].replace("[10:10] ***", "[10:10] <tom> yes\n[10:10] ***")
    )
    corpus = formats.read(tmp_path / name)
    done = onym.replace(corpus, onym.link(onym.find(corpus), corpus), Policy(style="id"))
    formats.write(corpus, done, tmp_path / "out.txt", Policy())
    shared = (tmp_path / "out.txt").read_text().lower()
    assert not [who for who in ("zebulon", "zanderloo", "tessaly") if who in shared]
