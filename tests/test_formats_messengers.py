"""Discord and Telegram: a channel's or chat's export in, the same export out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from exports import CANARIES, COURSE, KEEP_ALL, Course, copy, leaks, shape, tell_story, unchanged
from exports_chats import (
    PHONE,
    discord_channel,
    discord_id,
    discord_json,
    discord_user,
    telegram_account,
    telegram_chat,
    telegram_json,
)
from onym import formats
from onym.errors import InputError
from onym.methods import replace as replace_names
from onym.model import Mapping, Policy

BUILDERS: dict[str, Callable[[Course, Path], Path]] = {
    "discord": discord_json,
    "telegram": telegram_json,
    "account": telegram_account,
}
SECRETS = (*CANARIES, PHONE, "8100000000", "7100000")


def save(values: Any, path: Path) -> Path:
    path.write_text(json.dumps(values, ensure_ascii=False), encoding="utf-8")
    return path


def mask(values: Any, path: Path) -> Any:
    """What an export becomes with nobody asked and no name looked for."""
    policy = Policy(method="farrow")
    corpus = formats.read(save(values, path))
    target = path.with_name("new.json")
    formats.write(corpus, replace_names(corpus, Mapping(), policy), target, policy)
    return json.loads(target.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", BUILDERS)
def test_the_story_of_a_chat(name: str, tmp_path: Path) -> None:
    line, again = tell_story(BUILDERS[name](COURSE, tmp_path / "chat.json"))
    assert line.corpus.source.format == ("discord" if name == "discord" else "telegram")
    assert line.corpus.notes == ()
    assert leaks(line.project.share, SECRETS) == []
    assert again.messages["time"].equals(line.corpus.messages["time"])
    assert again.messages["text"].equals(formats.read(line.shared_file).messages["text"])


@pytest.mark.parametrize("name", BUILDERS)
def test_nothing_replaced_is_nothing_changed(name: str, tmp_path: Path) -> None:
    path = BUILDERS[name](COURSE, tmp_path / "chat.json")
    assert copy(path).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("name", BUILDERS)
def test_who_joined_wrote_nothing(name: str, tmp_path: Path) -> None:
    corpus = formats.read(BUILDERS[name](COURSE, tmp_path / "chat.json"))
    ids = corpus.messages["id"].to_list()
    assert [number.split()[-1] for number in ids[:7]] == [str(m.id) for m in COURSE.messages]


@pytest.mark.parametrize("name", BUILDERS)
def test_a_chat_that_is_cut_off_is_refused(name: str, tmp_path: Path) -> None:
    path = BUILDERS[name](COURSE, tmp_path / "chat.json")
    path.write_bytes(path.read_bytes()[:-400])
    command = [sys.executable, "-m", "onym", "run", str(path), "--out", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "is broken JSON at line" in done.stderr
    assert not (tmp_path / "out").exists()


def channels(folder: Path) -> Path:
    """Two channels of one server, in which the same people write other messages."""
    folder.mkdir()
    for number in (1, 2):
        channel = discord_channel(COURSE)
        channel["channel"] |= {"id": f"7{number}"}
        text = json.dumps(channel, indent=2, ensure_ascii=False)
        for message in channel["messages"] if number == 2 else ():
            text = text.replace(f'"{message["id"]}"', f'"9{message["id"]}"')
        (folder / f"group {number}.json").write_text(text, encoding="utf-8")
    return folder


def test_a_folder_of_channels_is_one_corpus(tmp_path: Path) -> None:
    line, again = tell_story(channels(tmp_path / "server"))
    assert line.corpus.source.format == "exports"
    assert leaks(line.project.share, SECRETS) == []
    first, second = (json.loads(file.read_text()) for file in sorted(line.shared_file.iterdir()))
    authors = [[each["author"] for each in every["messages"]] for every in (first, second)]
    assert authors[0] == authors[1], "who writes in both has one pseudonym"
    whole = formats.read(discord_json(COURSE, tmp_path / "channel.json"))
    assert line.corpus.participants == whole.participants
    assert line.corpus.messages["thread"].unique().sort().to_list() == ["71", "72"]
    assert again.messages["text"].equals(formats.read(line.shared_file).messages["text"])


def test_a_folder_of_which_nothing_is_replaced_stays_as_it_is(tmp_path: Path) -> None:
    folder = channels(tmp_path / "server")
    new = copy(folder)
    names = [file.name for file in sorted(folder.iterdir())]
    assert [file.name for file in sorted(new.iterdir())] == names
    assert all((new / name).read_bytes() == (folder / name).read_bytes() for name in names)


def test_chats_that_count_their_messages_alike(tmp_path: Path) -> None:
    (tmp_path / "chats").mkdir()
    for number in (1, 2):
        telegram_json(COURSE, tmp_path / "chats" / f"{number}.json")
    corpus = formats.read(tmp_path / "chats")
    half = corpus.messages.height // 2
    ids, parents = corpus.messages["id"], corpus.messages["parent"].drop_nulls()
    assert ids.n_unique() == 2 * half
    assert len(parents) and set(parents) <= set(ids)
    assert formats.column(corpus, "file") == ["1.json"] * half + ["2.json"] * half


def test_what_programs_save_beside_the_channels_is_left_out(tmp_path: Path) -> None:
    folder = channels(tmp_path / "server")
    (folder / "group 2").mkdir()
    (folder / "group 2.json").rename(folder / "group 2" / "result.json")
    (folder / "group 2" / "zoe.png").write_bytes(b"a picture")
    line, _ = tell_story(folder)
    assert line.corpus.notes[0].startswith("1 other file: left out")
    assert len(line.corpus.messages) == 2 * len(COURSE.messages)
    written = [file for file in line.shared_file.rglob("*") if file.is_file()]
    assert {file.suffix for file in written} == {".json"}
    assert len(written) == 2
    kept = [file.suffix for file in copy(folder).rglob("*") if file.is_file()]
    assert sorted(kept) == [".json", ".json", ".png"]


def test_exports_of_two_platforms_are_no_corpus(tmp_path: Path) -> None:
    folder = channels(tmp_path / "server")
    telegram_json(COURSE, folder / "group 3.json")
    with pytest.raises(InputError, match="no folder of one platform's exports"):
        formats.read(folder, format="exports")


def test_a_channel_keeps_its_shape(tmp_path: Path) -> None:
    path = discord_json(COURSE, tmp_path / "channel.json")
    line, _ = tell_story(path)
    assert shape(json.loads(line.shared_file.read_text())) == shape(json.loads(path.read_text()))


def test_who_only_reacts_or_is_mentioned_is_somebody(tmp_path: Path) -> None:
    channel = discord_channel(COURSE)
    quiet = replace(COURSE.people[0], id=19, first="Oswinna", last="Thackberry", login="othack")
    robot = {**discord_user(COURSE.people[1]), "id": "5", "name": "pollster", "isBot": True}
    channel["messages"][1]["mentions"] = [discord_user(quiet)]
    channel["messages"][1]["content"] = "Ask @Oswinna Thackberry"
    channel["messages"][2]["reactions"][0]["users"] = [{**robot, "nickname": "pollster"}]
    corpus = formats.read(save(channel, tmp_path / "channel.json"))
    assert corpus.participants[discord_id(19)].names == ("Oswinna Thackberry",)
    assert corpus.participants[discord_id(19)].handles == ("othack",)
    assert corpus.participants["5"].handles == ("pollster",)


def test_mentions_by_any_nickname_and_by_number(tmp_path: Path) -> None:
    """Whatever people call themselves; an export may also leave mentions as numbers."""
    channel = discord_channel(COURSE)
    odd = {**channel["messages"][1]["author"], "nickname": "~*quill of q*~"}
    channel["messages"][1]["author"] = odd
    who = discord_id(COURSE.messages[0].author)
    channel["messages"][2] |= {"mentions": [odd], "content": f"@~*quill of q*~ and <@{who}>, hi"}
    written = mask(channel, tmp_path / "channel.json")
    given, number = (written["messages"][1]["author"][key] for key in ("name", "id"))
    assert written["messages"][2]["content"] == f"@{given} and <@{number}>, hi"
    assert number != who and "quill" not in given


def test_a_conversation_of_two_on_discord(tmp_path: Path) -> None:
    """It is called after the other, who may never have answered."""
    channel = discord_channel(COURSE)
    channel["messages"] = channel["messages"][1:2]
    channel["messages"][0]["content"] = "Hello Oswinna Thackberry"
    channel["channel"] |= {"type": "DirectTextChat", "name": "Oswinna Thackberry", "topic": None}
    path = save(channel, tmp_path / "chat.json")
    line, _ = tell_story(path)
    assert leaks(line.project.share, ("Oswinna", "Thackberry")) == []


def test_forwards_are_no_replies_and_replies_to_what_is_not_here_none(tmp_path: Path) -> None:
    channel = discord_channel(COURSE)
    channel["messages"][2]["reference"]["type"] = "Forward"
    channel["messages"][2]["forwardedMessage"] = {"content": "By Ysoline Pettigrove"}
    channel["messages"][3]["reference"]["messageId"] = "99"
    path = save(channel, tmp_path / "channel.json")
    corpus = formats.read(path)
    assert corpus.messages["parent"].to_list()[:4] == [None, None, None, "102"]
    assert corpus.notes == ()
    tell_story(path)


def test_a_text_in_pieces_is_written_as_one(tmp_path: Path) -> None:
    """A name may lie over two pieces; addresses behind words go with the pieces."""
    path = telegram_json(COURSE, tmp_path / "result.json")
    line, again = tell_story(path)
    given = {who.removeprefix("user71000000"): p for who, p in line.replaced.pseudonyms.items()}
    written = json.loads(line.shared_file.read_text())["messages"][2]
    assert written["text"].startswith(f"[{given['11']}] Hi [{given['11']}],\n")
    assert written["text"].endswith(f"Regards,\n[{given['12']}]\nmail")
    assert "text_entities" not in written
    assert again.messages["text"][1] == written["text"]


def test_what_service_messages_tell_is_masked(tmp_path: Path) -> None:
    chat = telegram_chat(COURSE)
    chat["messages"][0]["members"] += ["Oswinna Thackberry", None]
    chat["messages"][1]["text"] = "Welcome, Oswinna Thackberry"
    corpus = formats.read(save(chat, tmp_path / "result.json"))
    assert [who.names for who in corpus.participants.values()][-1] == ("Oswinna Thackberry",)
    line, _ = tell_story(tmp_path / "result.json")
    assert leaks(line.project.share, ("Oswinna", "Thackberry")) == []
    told = json.loads(line.shared_file.read_text())["messages"][0]
    given = line.replaced.pseudonyms
    assert told["actor"] == told["actor_id"] == given["user7100000011"]
    assert told["members"][0] == given["user7100000012"] and told["members"][-1] is None


def test_whom_a_telegram_message_alone_names(tmp_path: Path) -> None:
    chat = telegram_chat(COURSE)
    pieces = [{"type": "mention_name", "text": "Oswinna", "user_id": 7100000077}, " and "]
    chat["messages"][1]["text"] = [*pieces, {"type": "mention", "text": "@thackberry"}]
    del chat["messages"][1]["text_entities"]
    chat["messages"][2] |= {"forwarded_from": "Ulfrida", "forwarded_from_id": "user7100000078"}
    chat["messages"][3] |= {"via_bot": "@thackbot", "author": "Oswinna"}
    line, again = tell_story(save(chat, tmp_path / "result.json"))
    assert leaks(line.project.share, ("Oswinna", "thackb", "Ulfrida", "7100000")) == []
    given = line.replaced.pseudonyms
    assert again.messages["text"][0] == f"[{given['user7100000077']}] and @{given['R001']}"


def test_of_an_account_the_chats_stay(tmp_path: Path) -> None:
    path = telegram_account(COURSE, tmp_path / "result.json")
    line, _ = tell_story(path)
    written = json.loads(line.shared_file.read_text())
    assert set(written) == {"about", "chats"}
    assert line.corpus.participants["user7100000011"].handles[0] == "qoxbarrow"
    card = written["chats"]["list"][1]["messages"][1]
    assert card["contact_information"]["phone_number"] == ""
    assert "location_information" not in card


def test_a_long_list_of_contacts_before_the_chats(tmp_path: Path) -> None:
    account = json.loads(telegram_account(COURSE, tmp_path / "a.json").read_text())
    account["contacts"]["list"] *= 1_000
    assert formats.read(save(account, tmp_path / "b.json")).source.format == "telegram"


@pytest.mark.parametrize("key", ["text", "reactions", "members", "content", "author", "type"])
@pytest.mark.parametrize("value", [None, 5, True, "x", [], [5, None, ["y"]], {"text": {}}, {}])
def test_fields_of_a_wrong_kind_are_read(key: str, value: object, tmp_path: Path) -> None:
    for values in (discord_channel(COURSE), telegram_chat(COURSE)):
        values["messages"][1][key] = value
        mask(values, tmp_path / "chat.json")
        corpus = formats.read(path := save(values, tmp_path / "same.json"))
        formats.write(corpus, unchanged(corpus), tmp_path / "copy.json", KEEP_ALL)
        assert (tmp_path / "copy.json").read_bytes() == path.read_bytes()
