"""Slack: a workspace's export in, the same export out."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exports import COURSE, Course, copy, courses, leaks, tell_story
from exports_mail import slack_folder, slack_id, slack_members, slack_zip
from onym import formats
from onym.errors import InputError, OnymError
from onym.methods import replace
from onym.model import Mapping, Policy

SLOW = settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def members(path: Path) -> dict[str, bytes]:
    if path.is_dir():
        files = (each for each in path.rglob("*") if each.is_file())
        return {each.relative_to(path).as_posix(): each.read_bytes() for each in files}
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def workspace(path: Path, messages: list[dict[str, Any]], channel: str = "general") -> Path:
    """A workspace of two with these messages in one channel."""
    users = [
        {
            "id": "U01",
            "name": "zpoe",
            "profile": {"real_name": "Zoe Poe", "email": "z@p.example"},
        },
        {"id": "U02", "name": "rhood", "profile": {"real_name": "Robert Hood"}},
    ]
    days = [{"type": "message", "user": "U01", **message} for message in messages]
    files = {"users.json": users, "channels.json": [{"id": "C1", "name": channel}]}
    for name, values in {**files, f"{channel}/2024-01-05.json": days}.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(json.dumps(values), encoding="utf-8")
    return path


def mask(path: Path, policy: Policy | None = None) -> dict[str, Any]:
    policy = policy or Policy(method="farrow")
    corpus = formats.read(path)
    out = path.with_name("out")
    formats.write(corpus, replace(corpus, Mapping(), policy), out, policy)
    return {name: json.loads(data) for name, data in members(out).items()}


@pytest.mark.parametrize("packed", [True, False], ids=["zip", "folder"])
def test_a_workspace_is_told_without_a_name(tmp_path: Path, packed: bool) -> None:
    path = (slack_zip if packed else slack_folder)(COURSE, tmp_path / ("w.zip" if packed else "w"))
    line, again = tell_story(path)
    assert line.corpus.source.format == "slack"
    assert line.check() == ()
    assert members(line.shared_file).keys() == members(path).keys()
    assert again.messages["time"].equals(line.corpus.messages["time"])
    users = {each["id"] for each in json.loads(members(line.shared_file)["users.json"])}
    days = json.loads(members(line.shared_file)["topic-70/2023-11-15.json"])
    assert {day["user"] for day in days} <= users
    assert days[2]["text"].startswith(f"<@{days[1]['user']}> ")
    assert days[2]["reactions"][0]["users"] == [days[1]["user"]]


def test_members_are_the_roster_and_threads_the_replies(tmp_path: Path) -> None:
    corpus = formats.read(slack_folder(COURSE, tmp_path / "w"))
    zephandra = corpus.participants[slack_id(12)]
    assert zephandra.names == ("Zephandra Mirrowick",)
    assert zephandra.handles[:2] == ("zmirrowick", "zmirrowick@quillmere.example")
    parents = corpus.messages["parent"].to_list()
    first = corpus.messages["id"].to_list()
    assert parents == [None, first[0], first[0], first[0], None, first[4], first[4]]
    assert corpus.messages["session"].to_list() == ["C070"] * 4 + ["C071"] * 3
    assert corpus.messages.height == len(COURSE.messages)  # and not who joined


@pytest.mark.parametrize("packed", [True, False], ids=["zip", "folder"])
def test_nothing_replaced_is_member_for_member_the_same(tmp_path: Path, packed: bool) -> None:
    path = (slack_zip if packed else slack_folder)(COURSE, tmp_path / ("w.zip" if packed else "w"))
    if not packed:
        (path / "canvases").mkdir()
        (path / "canvases" / "one.html").write_text("<p>kept</p>", encoding="utf-8")
    assert members(copy(path)) == members(path)


@SLOW
@given(courses())
def test_whatever_is_written_in_it_stays_the_same(
    tmp_path_factory: pytest.TempPathFactory, course: Course
) -> None:
    path = slack_zip(course, tmp_path_factory.mktemp("any") / "w.zip")
    assert members(copy(path)) == members(path)


TEXTS = {
    "a mention": ("<@U02> see this", "<@{0[U02]}> see this"),
    "a mention with a label": ("<@U02|rhood>!", "<@{0[U02]}>!"),
    "somebody who left": ("<@U99>", "<@user-"),
    "an address": ("<mailto:z@p.example|z@p.example>", "<mailto:{0[U01]}@example.invalid|"),
    "a channel with a name in it": ("<#C7|ask-robert>", "<#C7|channel-"),
    "a link stays": ("<https://example.org|the book>", "<https://example.org|the book>"),
}


@pytest.mark.parametrize(("before", "after"), TEXTS.values(), ids=TEXTS)
def test_what_stands_in_brackets(tmp_path: Path, before: str, after: str) -> None:
    written = mask(workspace(tmp_path / "w", [{"ts": "1.1", "text": before}]))
    given = {"U01": written["users.json"][0]["id"], "U02": written["users.json"][1]["id"]}
    assert written["general/2024-01-05.json"][0]["text"].startswith(after.format(given))


def test_what_is_personal_beside_the_texts(tmp_path: Path) -> None:
    message = {
        **{"ts": "1.1", "text": "Hi", "username": "Zoe Poe", "client_msg_id": "1-2"},
        "edited": {"user": "U02", "ts": "2"},
        "files": [
            {"id": "F1", "name": "Poe.pdf", "title": "x", "preview": "by Zoe", "user": "U01"}
        ],
        "brand_new": {"who": "Zoe"},
    }
    path = workspace(tmp_path / "w", [message], "mpdm-zpoe--rhood-1")
    (path / "integration_logs.json").write_text('[{"user_name": "zpoe"}]', encoding="utf-8")
    corpus = formats.read(path)
    assert any("messages[].brand_new" in note for note in corpus.notes)
    assert any("1 other file" in note for note in corpus.notes)
    written = mask(path)
    assert leaks(tmp_path / "out", ["Zoe", "Poe", "zpoe", "rhood"]) == []
    day = next(values for name, values in written.items() if name.startswith("channel-"))[0]
    ids = [user["id"] for user in written["users.json"]]
    assert day["edited"]["user"] == ids[1]
    assert day["files"][0]["name"].endswith(".pdf")
    assert "preview" not in day["files"][0] and "brand_new" not in day
    assert written.keys() == {
        "users.json",
        "channels.json",
        f"{written['channels.json'][0]['name']}/2024-01-05.json",
    }


def test_messages_of_one_instant_in_two_channels(tmp_path: Path) -> None:
    path = workspace(tmp_path / "w", [{"ts": "1.1", "text": "a", "thread_ts": "1.1"}])
    other = [
        {"type": "message", "user": "U02", "ts": "1.1", "text": "b", "thread_ts": "1.1"},
        {"type": "message", "user": "U02", "ts": "1.2", "text": "c", "thread_ts": "1.1"},
    ]
    (path / "random").mkdir()
    (path / "random" / "2024-01-05.json").write_text(json.dumps(other), encoding="utf-8")
    messages = formats.read(path).messages
    assert messages["id"].n_unique() == 3
    assert messages["parent"].to_list() == [None, None, messages["id"][1]]


def hostile(path: Path, name: str, data: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for member, values in slack_members(COURSE):
            packed.writestr(member, json.dumps(values))
        packed.writestr(name, data)
    return path


HOSTILE = {
    "a way out": ("../../evil.json", b"[]", "leads out of it"),
    "a bomb": ("topic-70/2023-11-16.json", b" " * 20_000_000, "is a bomb"),
    "cut in half": ("topic-70/2023-11-16.json", b'[{"text": "Zo', "is broken JSON at line 1"),
    "absurdly deep": ("topic-70/2023-11-16.json", b"[" * 5000, "nested more than 200 deep"),
}


@pytest.mark.parametrize(("name", "data", "told"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_refused_in_one_line(
    tmp_path: Path, name: str, data: bytes, told: str
) -> None:
    path = hostile(tmp_path / "w.zip", name, data)
    with pytest.raises(InputError, match=told) as caught:
        formats.read(path)
    assert "w.zip" in str(caught.value) and "\n" not in str(caught.value)


def test_a_zip_cut_short_is_refused(tmp_path: Path) -> None:
    path = slack_zip(COURSE, tmp_path / "w.zip")
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(InputError):
        formats.read(path, format="slack")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@SLOW
@given(VALUES, VALUES, VALUES)
def test_no_values_break_it(
    tmp_path_factory: pytest.TempPathFactory, users: Any, channels: Any, day: Any
) -> None:
    path = tmp_path_factory.mktemp("junk") / "w"
    workspace(path, [{"ts": "1.1", "text": "Hi"}])
    for name, values in (("users", users), ("channels", channels), ("x/2024-01-06", day)):
        (path / f"{name}.json").parent.mkdir(exist_ok=True)
        (path / f"{name}.json").write_text(json.dumps(values), encoding="utf-8")
    try:
        assert members(copy(path)) == members(path)
    except OnymError as error:
        assert "w" in str(error)
