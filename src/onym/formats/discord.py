"""Discord: a channel as DiscordChatExporter saves it, one JSON object."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from onym.formats import fields, trees
from onym.formats.corpus import Draft
from onym.formats.encoding import peek
from onym.formats.format import Format
from onym.formats.mask import Mask
from onym.formats.people import Person, is_name
from onym.formats.trees import Record, as_object, items, join, objects, text
from onym.model import Corpus, Policy, Replaced

_KEYS = [re.compile(rf'"{key}"\s*:\s*[{{[]') for key in ("guild", "channel", "messages")]
_TOLD = {
    *("RecipientAdd", "RecipientRemove", "Call", "ChannelNameChange", "ChannelIconChange"),
    *("ChannelPinnedMessage", "GuildMemberJoin", "ThreadCreated", *map(str, range(1, 19))),
}
"""Kinds of messages that nobody wrote: who joined, what was pinned."""
_ID = re.compile(r"<@!?(\d+)>")
"""How somebody is mentioned where the export was told to leave the text as it is."""
_NEVER = r"(?!)"


def recognise(path: Path, head: bytes) -> bool:
    """Tell a channel by what stands before its messages."""
    start = peek(head) if head else ""
    return start[:1] == "{" and all(key.search(start) for key in _KEYS)


def read(path: Path, columns: Mapping[str, str] | None) -> Draft:
    """Read one channel."""
    document = trees.open_tree(path)
    channel = as_object(document.values)
    people = list(_people(channel))
    known = set[str]().union(*(person.keys() for person in people))
    people += [each for each in _partner(channel) if known.isdisjoint(each.keys())]
    records = list(_records(channel))
    return trees.draft(document, fields.load("discord"), "discord", records, people)


def _people(channel: dict[str, Any]) -> Iterator[Person]:
    """Whoever writes, is mentioned, reacts or calls a program."""
    for message in objects(channel.get("messages")):
        yield from _persons([message.get("author")])
        yield from _persons(message.get("mentions"))
        yield from _persons([as_object(message.get("interaction")).get("user")])
        for reaction in objects(message.get("reactions")):
            yield from _persons(reaction.get("users"))


def _persons(values: Any) -> Iterator[Person]:
    for each in objects(values):
        if identity := text(each.get("id")):
            person = Person(id=identity)
            _name(person, text(each.get("nickname")) or "")
            person.reach(text(each.get("name")) or "")
            yield person


def _name(person: Person, shown: str) -> None:
    """Take what somebody calls themselves for a name if it looks like one."""
    if is_name(shown):
        person.call(shown)
    else:
        person.reach(shown)


def _partner(channel: dict[str, Any]) -> Iterator[Person]:
    """Whom a private conversation is called after, as they may never have written."""
    about = as_object(channel.get("channel"))
    if about.get("type") == "DirectTextChat":
        person = Person()
        person.call(text(about.get("name")) or "")
        yield person


def _records(channel: dict[str, Any]) -> Iterator[Record]:
    thread = text(as_object(channel.get("channel")).get("id"))
    messages = items(channel.get("messages"))
    written = [each for each in messages if text(each[1].get("type")) not in _TOLD]
    ids = {text(message.get("id")) for _, message in written}
    for place, message in written:
        here, author = join("messages", place), as_object(message.get("author"))
        above = as_object(message.get("reference"))
        answered = None if above.get("type") == "Forward" else text(above.get("messageId"))
        body = text(message.get("content"))
        values = {
            "id": text(message.get("id")),
            "parent": answered if answered in ids else None,
            "thread": thread,
            "author": text(author.get("id")) or text(author.get("name")),
            "time": text(message.get("timestamp")),
            "text": body,
        }
        yield Record(here, values, {} if body is None else {"text": join(here, "content")})


def write(corpus: Corpus, replaced: Replaced, path: Path, policy: Policy) -> None:
    """Write the channel, with mentions by any name masked."""
    people = corpus.participants.values()
    shown = {each for who in people for each in (*who.names, *who.handles)}
    names = "|".join(re.escape(each) for each in sorted(shown, key=len, reverse=True))
    mention = re.compile(rf"(?<![\w@])@({names or _NEVER})(?!\w)")
    trees.write(corpus, replaced, path, policy, partial(_mentions, mention))


def _mentions(mention: re.Pattern[str], words: str, mask: Mask) -> str:
    if "@" not in words:
        return words
    words = _ID.sub(lambda found: f"<@{mask.person(found[1])}>", words)
    return mention.sub(lambda found: f"@{_who(found[1], mask)}", words)


def _who(shown: str, mask: Mask) -> str:
    return mask.owner(shown) or mask.known_as(mask.name(shown))


FORMAT = Format(
    recognise,
    read,
    write,
    "Discord channel (JSON)",
    "names, nicknames, pictures and roles of members; @mentions, reactions, embeds, attachments",
)
