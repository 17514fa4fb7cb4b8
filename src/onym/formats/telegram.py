"""Telegram: a chat as Telegram Desktop exports it as JSON, or all the chats of an account."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from onym.formats import fields, trees
from onym.formats.corpus import Draft
from onym.formats.encoding import peek
from onym.formats.format import Format
from onym.formats.people import Person
from onym.formats.trees import Record, as_object, items, join, objects, text

_CHAT = re.compile(
    r'"type"\s*:\s*"(?:saved_messages|replies|verification_codes|personal_chat|bot_chat'
    r'|(?:private|public)_(?:group|supergroup|channel))"'
)
_ACCOUNT = ("personal_information", "contacts", "frequent_contacts", "chats")
_LISTS = ("chats", "left_chats")
_TOLD = ("service", "unsupported")
"""Kinds of messages that nobody wrote: who joined, what was pinned."""
Chat = dict[str, Any]


def recognise(path: Path, head: bytes) -> bool:
    """Tell a chat by its kind, and an account by what stands before its chats."""
    start = peek(head) if head else ""
    if start[:1] != "{":
        return False
    if _CHAT.search(start) and '"messages"' in start:
        return True
    return '"about"' in start and sum(f'"{key}"' in start for key in _ACCOUNT) > 1


def read(path: Path, columns: Mapping[str, str] | None) -> Draft:
    """Read one chat, or those of an account."""
    document = trees.open_tree(path)
    account = as_object(document.values)
    chats = list(_chats(account))
    records = [
        record for pointer, chat in chats for record in _records(pointer, chat, len(chats) > 1)
    ]
    people = [person for _, chat in chats for person in _people(chat)]
    people += _owner(as_object(account.get("personal_information")))
    people += _others([chat for _, chat in chats], people)
    return trees.draft(document, fields.load("telegram"), "telegram", records, people)


def _chats(account: dict[str, Any]) -> Iterator[tuple[str, Chat]]:
    if isinstance(account.get("messages"), list):
        yield "", account
    for key in _LISTS:
        for place, chat in items(as_object(account.get(key)).get("list")):
            yield join(key, "list", place), chat


def _records(pointer: str, chat: Chat, several: bool) -> Iterator[Record]:
    thread, messages = text(chat.get("id")), items(chat.get("messages"))
    written = [each for each in messages if each[1].get("type") not in _TOLD]
    # Every chat counts its messages from 1.
    mark = f"{thread} " if several else ""
    ids = {text(message.get("id")) for _, message in written}
    for place, message in written:
        here, own = join(pointer, "messages", place), text(message.get("id"))
        above = text(message.get("reply_to_message_id"))
        near = above in ids and text(message.get("reply_to_peer_id")) is None
        values = {
            "id": own and mark + own,
            "parent": mark + above if above and near else None,
            "thread": thread,
            "author": text(message.get("from_id")) or text(message.get("from")),
            "time": text(message.get("date")),
            "text": "".join(words for words, _ in _pieces(message.get("text"))),
        }
        yield Record(here, values, {"text": join(here, "text")} if "text" in message else {})


def _pieces(value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The pieces of a text, and what is said of each."""
    for piece in value if isinstance(value, list) else [value]:
        about = piece if isinstance(piece, dict) and isinstance(value, list) else {"text": piece}
        yield text(about.get("text")) or "", about


def _people(chat: Chat) -> Iterator[Person]:
    """Whoever writes, does something, reacts or is talked to."""
    if text(chat.get("type")) in ("personal_chat", "bot_chat"):
        yield from _person(f"user{text(chat.get('id'))}", chat.get("name"))
    for message in objects(chat.get("messages")):
        yield from _person(message.get("from_id"), message.get("from"))
        yield from _person(message.get("actor_id"), message.get("actor"))
        forwarded = text(message.get("forwarded_from_id")) or ""
        if forwarded.startswith("user"):
            yield from _person(forwarded, message.get("forwarded_from"))
        for reaction in objects(message.get("reactions")):
            for each in objects(reaction.get("recent")):
                yield from _person(each.get("from_id"), each.get("from"))


def _person(identity: Any, name: Any) -> Iterator[Person]:
    if text(identity):
        person = Person(id=text(identity))
        person.call(text(name) or "")
        yield person


def _owner(told: dict[str, Any]) -> Iterator[Person]:
    """Whose account it is."""
    if text(told.get("user_id")):
        names = (text(told.get(key)) or "" for key in ("first_name", "last_name"))
        person = next(_person(f"user{text(told['user_id'])}", " ".join(names)))
        person.reach((text(told.get("username")) or "").removeprefix("@"))
        yield person


def _others(chats: list[Chat], people: list[Person]) -> Iterator[Person]:
    """Members of whom nothing is told but a name, and those who are mentioned alone."""
    known = set[str]().union(*(person.keys() for person in people))
    ids = {person.id for person in people}
    for message in (each for chat in chats for each in objects(chat.get("messages"))):
        members = message.get("members")
        for name in (*(members if isinstance(members, list) else ()), message.get("inviter")):
            person = Person()
            person.call(text(name) or "")
            if person.names and known.isdisjoint(person.keys()):
                known |= person.keys()
                yield person
        for words, about in _pieces(message.get("text")):
            identity, handle = text(about.get("user_id")), words.removeprefix("@")
            if identity and f"user{identity}" not in ids:
                yield from _person(f"user{identity}", words)
            if about.get("type") == "mention" and handle.casefold() not in known:
                known.add(handle.casefold())
                yield Person(handles=[handle])


FORMAT = Format(
    recognise,
    read,
    trees.write,
    "Telegram chat (JSON)",
    "one chat or an account's; names, ids and user names, reactions, polls, contacts, file names",
)
