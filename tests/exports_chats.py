"""The invented course as a channel of Discord and as a chat of Telegram."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from exports import Course, Message, Person

PHONE = "+46 70 174 06 05"
"""A number that nobody has."""


def discord_id(number: int) -> str:
    return f"8100000000000000{number}"


def discord_user(person: Person, roles: bool = True) -> dict[str, Any]:
    user: dict[str, Any] = {
        "id": discord_id(person.id),
        "name": person.login,
        "discriminator": "0000",
        "nickname": person.full,
        "color": None,
        "isBot": False,
    }
    if roles:
        name = f"{person.city} team"
        user["roles"] = [{"id": "5550", "name": name, "color": "#3498DB", "position": 2}]
    avatar = f"https://cdn.quillmere.example/avatars/{discord_id(person.id)}/{person.login}.png"
    return {**user, "avatarUrl": avatar}


def discord_message(course: Course, message: Message) -> dict[str, Any]:
    above = course.person(course.message(message.parent).author) if message.parent else None
    made: dict[str, Any] = {
        "id": str(message.id),
        "type": "Reply" if above else "Default",
        "timestamp": message.iso,
        "timestampEdited": None,
        "callEndedTimestamp": None,
        "isPinned": False,
        "content": f"@{above.full} {message.plain}" if above else message.plain,
        "author": discord_user(course.person(message.author)),
        "attachments": [],
        "embeds": [],
        "stickers": [],
        "reactions": [],
        "mentions": [discord_user(above)] if above else [],
    }
    if message.file:
        url = f"https://cdn.quillmere.example/{message.file}"
        file = {"id": "7001", "url": url, "fileName": message.file, "fileSizeBytes": 512}
        made["attachments"] = [file]
        emoji = {"id": "", "name": "👍", "code": "thumbsup", "isAnimated": False}
        emoji["imageUrl"] = "https://cdn.quillmere.example/thumbsup.svg"
        users = [discord_user(person, roles=False) for person in course.people]
        made["reactions"] = [{"emoji": emoji, "count": len(users), "users": users}]
        made["embeds"] = [
            {
                "title": f"Notes of {course.people[1].full}",
                "url": "https://quillmere.example/notes",
                "timestamp": None,
                "description": course.people[1].full,
                "author": {"name": course.people[1].full, "url": "https://quillmere.example"},
                "images": [],
                "fields": [{"name": "By", "value": course.people[1].full, "isInline": True}],
                "inlineEmojis": [],
            }
        ]
    if above:
        made["reference"] = {"messageId": str(message.parent), "channelId": "70", "guildId": "7"}
    return {**made, "inlineEmojis": []}


def discord_channel(course: Course) -> dict[str, Any]:
    """A channel; one who joined is the first thing that it tells."""
    joined = discord_message(course, course.messages[0])
    joined |= {"id": "100", "type": "GuildMemberJoin", "content": "Joined the server."}
    messages = [joined, *(discord_message(course, message) for message in course.messages)]
    return {
        "guild": {"id": "7", "name": "Course", "iconUrl": "https://cdn.quillmere.example/7.png"},
        "channel": {
            "id": "70",
            "type": "GuildTextChat",
            "categoryId": "1",
            "category": "Talk",
            "name": "sampling",
            "topic": course.threads[71],
        },
        "dateRange": {"after": None, "before": None},
        "exportedAt": "2024-01-05T10:00:00+00:00",
        "messages": messages,
        "messageCount": len(messages),
    }


def discord_json(course: Course, path: Path) -> Path:
    text = json.dumps(discord_channel(course), indent=2, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    return path


def telegram_id(number: int) -> int:
    return 7100000000 + number


def telegram_name(person: Person, label: str = "from") -> dict[str, Any]:
    return {label: person.full, f"{label}_id": f"user{telegram_id(person.id)}"}


def telegram_message(course: Course, message: Message) -> dict[str, Any]:
    """A message in pieces if it answers one: whom, and the first name's first half in bold."""
    person = course.person(message.author)
    made: dict[str, Any] = {
        "id": message.id,
        "type": "message",
        "date": message.iso.removesuffix("Z"),
        "date_unixtime": str(message.time),
        **telegram_name(person),
        "text": message.plain,
        "text_entities": [{"type": "plain", "text": message.plain}],
    }
    if message.file:
        made |= {"file": f"files/{message.file}", "file_name": message.file, "file_size": 512}
        recent = [{**telegram_name(each), "date": made["date"]} for each in course.people]
        made["reactions"] = [{"type": "emoji", "count": 4, "emoji": "👍", "recent": recent}]
    if message.parent:
        above = course.person(course.message(message.parent).author)
        half = len(person.first) // 2
        mention = {"type": "mention_name", "text": above.first, "user_id": telegram_id(above.id)}
        link = {"type": "text_link", "text": "mail", "href": f"mailto:{person.email}"}
        plain = message.plain.removesuffix(person.first)
        tail = person.first if message.plain.endswith(person.first) else ""
        bold, rest = {"type": "bold", "text": tail[:half]}, tail[half:]
        made["text"] = [mention, f" {plain}", bold, rest, "\n", link]
        listed = [p if isinstance(p, dict) else {"type": "plain", "text": p} for p in made["text"]]
        made |= {"text_entities": listed, "reply_to_message_id": message.parent}
    return made


def telegram_chat(course: Course) -> dict[str, Any]:
    """A group; somebody has added the others to it."""
    first, others = course.people[0], [person.full for person in course.people[1:]]
    told: dict[str, Any] = {"id": 100, "type": "service", "date": "2023-11-14T22:00:00"}
    told |= {"date_unixtime": "1699999200", **telegram_name(first, "actor")}
    told |= {"action": "create_group", "title": course.threads[71], "members": others}
    told |= {"text": "", "text_entities": []}
    return {
        "name": course.threads[71],
        "type": "private_supergroup",
        "id": 1234567890,
        "messages": [told, *(telegram_message(course, message) for message in course.messages)],
    }


def telegram_json(course: Course, path: Path) -> Path:
    text = json.dumps(telegram_chat(course), indent=1, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    return path


def telegram_account(course: Course, path: Path) -> Path:
    """An account with the group, a chat of two that counts its messages alike, and its contacts."""
    owner, other = course.people[:2]
    contact = {"first_name": other.first, "last_name": other.last, "phone_number": PHONE}
    told = {"id": 101, "type": "message", "date": "2023-11-15T10:00:00", **telegram_name(owner)}
    card = {**told, "id": 102, "contact_information": contact, "text": "", "text_entities": []}
    card |= {"location_information": {"latitude": 59.1, "longitude": 18.1}}
    words = f"Hello {other.first}, write to @{other.login} or {other.email}"
    pieces = [f"Hello {other.first}, write to ", {"type": "mention", "text": f"@{other.login}"}]
    pieces += [" or ", {"type": "email", "text": other.email}]
    two = {"name": other.full, "type": "personal_chat", "id": telegram_id(other.id)}
    entities = [{"type": "plain", "text": words}]
    messages = [{**told, "text": pieces, "text_entities": entities}, card]
    account = {
        "about": "Here is the data you requested.",
        "personal_information": {
            "user_id": telegram_id(owner.id),
            "first_name": owner.first,
            "last_name": owner.last,
            "phone_number": PHONE,
            "username": f"@{owner.login}",
        },
        "contacts": {"about": "", "list": [{"user_id": telegram_id(other.id), **contact}]},
        "sessions": {"about": "", "list": [{"last_ip": owner.ip}]},
        "chats": {
            "about": "This page lists all chats.",
            "list": [telegram_chat(course), {**two, "messages": messages}],
        },
    }
    path.write_text(json.dumps(account, indent=1, ensure_ascii=False), encoding="utf-8")
    return path
