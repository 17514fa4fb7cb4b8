"""The invented course as a mailing list, a chat, XML corpora and essays."""

from __future__ import annotations

import base64
import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from email.header import Header
from email.utils import format_datetime
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from exports import Course, Message, Person

LIST = "course-list@quillmere.example"


def message_id(message: Message, person: Person) -> str:
    return f"<{message.time}.{person.login}@mail.quillmere.example>"


def address(person: Person) -> str:
    name = person.full if person.full.isascii() else Header(person.full, "utf-8").encode()
    return f'"{name}" <{person.email}>' if person.full.isascii() else f"{name} <{person.email}>"


def header(course: Course, message: Message) -> dict[str, str]:
    """The header of a message as mail programs and lists write it."""
    person = course.person(message.author)
    above = [message]
    while above[0].parent is not None:
        above.insert(0, course.message(above[0].parent))
    ids = [message_id(each, course.person(each.author)) for each in above[:-1]]
    fields = {
        "Return-Path": f"<{person.email}>",
        "Received": f"from {person.login}.quillmere.example ([{person.ip}])\n\tby mx.example; Tue",
        "X-Originating-IP": f"[{person.ip}]",
        "X-Mailer": f"Quillmail of {person.full}",
        "DKIM-Signature": f"v=1; d=quillmere.example; i={person.email};\n\tb=AbCd",
        "From": address(person),
        "To": f"Course list <{LIST}>",
        "Date": format_datetime(datetime.fromtimestamp(message.time, UTC)),
        "Subject": ("Re: " if ids else "") + course.threads[message.thread],
        "Message-ID": message_id(message, person),
        "List-Post": f"<mailto:{LIST}>",
        "List-Id": "Course list <course-list.quillmere.example>",
    }
    if ids:
        first = course.person(above[-2].author)
        fields |= {"Cc": address(first), "In-Reply-To": ids[-1], "References": "\n\t".join(ids)}
    return {name: value for name, value in fields.items() if value.strip()}


def body(course: Course, message: Message) -> str:
    """What stands in a mail: the text, what it answers quoted below, and a signature."""
    text = message.plain
    if message.parent is not None:
        above = course.message(message.parent)
        quoted = "\n".join(f"> {line}" for line in above.lines)
        text += f"\n\nOn Tuesday, {course.person(above.author).full} wrote:\n{quoted}"
    return f"{text}\n\n-- \n{course.person(message.author).full}\n"


def mail(course: Course, message: Message, newline: str = "\n") -> bytes:
    """A message as its program would send it; every third with HTML and a file beside the text."""
    fields = header(course, message)
    text = body(course, message)
    if message.file:
        fields["MIME-Version"] = "1.0"
        fields["Content-Type"] = 'multipart/mixed; boundary="outer"'
        content = multipart(message, text)
    elif message.id % 2:
        fields |= {"MIME-Version": "1.0", "Content-Type": "text/plain; charset=utf-8"}
        fields["Content-Transfer-Encoding"] = "quoted-printable"
        content = quoted_printable(text)
    else:
        fields |= {"MIME-Version": "1.0", "Content-Type": 'text/plain; charset="utf-8"'}
        fields["Content-Transfer-Encoding"] = "8bit"
        content = text
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return (head + "\n" + content).replace("\n", newline).encode()


def quoted_printable(text: str) -> str:
    import quopri

    lines = [quopri.encodestring(line.encode()).decode() for line in text.split("\n")]
    return "\n".join(lines)


def multipart(message: Message, text: str) -> str:
    packed = base64.encodebytes(message.html.encode()).decode()
    file = base64.encodebytes(b"%PDF notes of " + message.file.encode()).decode()
    return (
        "This is a multi-part message in MIME format.\n--outer\n"
        'Content-Type: multipart/alternative; boundary="inner"\n\n--inner\n'
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
        f"{text}\n--inner\nContent-Type: text/html; charset=utf-8\n"
        f"Content-Transfer-Encoding: base64\n\n{packed}\n--inner--\n\n--outer\n"
        f'Content-Type: application/pdf; name="{message.file}"\n'
        f'Content-Disposition: attachment;\n\tfilename="{message.file}"\n'
        f"Content-Transfer-Encoding: base64\n\n{file}\n--outer--\n"
    )


def mbox(course: Course, path: Path) -> Path:
    """A mailbox as mboxrd."""
    with path.open("wb") as file:
        for message in course.messages:
            when = datetime.fromtimestamp(message.time, UTC).strftime("%a %b %d %H:%M:%S %Y")
            file.write(f"From {course.person(message.author).email} {when}\n".encode())
            file.write(stuff(mail(course, message)) + b"\n")
    return path


def stuff(data: bytes) -> bytes:
    lines = data.split(b"\n")
    return b"\n".join(b">" + at if at.lstrip(b">").startswith(b"From ") else at for at in lines)


def eml(course: Course, path: Path) -> Path:
    """A folder of messages as a mail program exports them, named by sender and subject."""
    path.mkdir()
    for message in course.messages:
        name = f"{message.id} {course.person(message.author).full}".replace("/", "-")
        (path / f"{name}.eml").write_bytes(mail(course, message, "\r\n"))
    return path


def slack_id(number: int) -> str:
    return f"U0QUILL{number}"


def slack_members(course: Course) -> Iterator[tuple[str, Any]]:
    """The files of a workspace's export by name."""
    yield (
        "users.json",
        [
            {
                "id": slack_id(person.id),
                "team_id": "T0QUILL",
                "name": person.login,
                "deleted": False,
                "real_name": person.full,
                "tz": "Europe/Stockholm",
                "profile": {
                    "title": f"student of {person.city}",
                    "phone": "",
                    "real_name": person.full,
                    "display_name": person.first,
                    "email": person.email,
                    "image_72": f"https://avatars.example/{person.login}.png",
                },
                "is_bot": False,
                "updated": 1700000000,
            }
            for person in course.people
        ],
    )
    people = [slack_id(person.id) for person in course.people]
    yield (
        "channels.json",
        [
            {
                "id": f"C0{thread}",
                "name": f"topic-{thread}",
                "created": 1700000000,
                "creator": people[0],
                "is_archived": False,
                "members": people,
                "topic": {"value": title, "creator": people[0], "last_set": 1700000000},
                "purpose": {"value": "", "creator": "", "last_set": 0},
            }
            for thread, title in course.threads.items()
        ],
    )
    for thread in course.threads:
        listed = [message for message in course.messages if message.thread == thread]
        yield (
            f"topic-{thread}/2023-11-15.json",
            [joined(course), *(slack_message(course, message, listed[0]) for message in listed)],
        )


def joined(course: Course) -> dict[str, str]:
    who = slack_id(course.people[0].id)
    text = f"<@{who}> has joined the channel"
    return {"type": "message", "subtype": "channel_join", "user": who, "text": text, "ts": "1.0"}


def slack_message(course: Course, message: Message, first: Message) -> dict[str, Any]:
    person = course.person(message.author)
    text = message.plain
    made: dict[str, Any] = {
        "client_msg_id": f"00000000-0000-4000-8000-000000000{message.id}",
        "type": "message",
        "user": slack_id(person.id),
        "text": text,
        "ts": f"{message.time}.000100",
        "team": "T0QUILL",
        "user_profile": {"real_name": person.full, "name": person.login, "avatar_hash": "a1"},
        "blocks": [
            {
                "type": "rich_text",
                "block_id": "b1",
                "elements": [
                    {
                        "type": "rich_text_section",
                        "elements": [{"type": "text", "text": line} for line in message.lines],
                    }
                ],
            }
        ],
        "edited": {"user": slack_id(person.id), "ts": f"{message.time + 60}.000000"},
        "thread_ts": f"{first.time}.000100",
    }
    if message.parent is not None:
        asked = course.person(course.message(message.parent).author)
        made["text"] = f"<@{slack_id(asked.id)}> {text}"
        made["parent_user_id"] = slack_id(first.author)
        made["reactions"] = [{"name": "tada", "users": [slack_id(asked.id)], "count": 1}]
    if message.file:
        made["files"] = [
            {
                "id": "F1",
                "name": message.file,
                "title": message.file.removesuffix(".pdf"),
                "mimetype": "application/pdf",
                "user": slack_id(person.id),
                "url_private": f"https://files.example/{person.login}/notes.pdf",
                "is_public": True,
            }
        ]
    return made


def slack_folder(course: Course, path: Path) -> Path:
    for name, values in slack_members(course):
        file = path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(values, indent=4).replace("/", "\\/")
        file.write_text(text, encoding="utf-8")
    return path


def slack_zip(course: Course, path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, values in slack_members(course):
            packed.writestr(name, json.dumps(values, ensure_ascii=False))
    return path


def tei(course: Course, path: Path) -> Path:
    """A chat corpus after the guidelines of the Text Encoding Initiative."""
    people = "".join(
        f"<person xml:id={quoteattr(person.login)}><persName><forename>{escape(person.first)}"
        f"</forename> <surname>{escape(person.last)}</surname></persName>"
        f"<email>{escape(person.email)}</email></person>\n"
        for person in course.people
    )
    posts = "".join(
        f"<div type='thread' xml:id='t{thread}'><head>{escape(title)}</head>\n"
        + "".join(tei_post(course, m) for m in course.messages if m.thread == thread)
        + "</div>\n"
        for thread, title in course.threads.items()
    )
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<!-- kept by hand -->\n'
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><profileDesc><particDesc>'
        f"<listPerson>\n{people}</listPerson></particDesc></profileDesc></teiHeader>\n"
        f"<text><body>\n{posts}</body></text></TEI>\n",
        encoding="utf-8",
    )
    return path


def tei_post(course: Course, message: Message) -> str:
    above = f' replyTo="#m{message.parent}"' if message.parent else ""
    lines = "<lb/>\n".join(escape(line) for line in message.lines)
    who = course.person(message.author).login
    return f'<post xml:id="m{message.id}" who="#{who}" when="{message.iso}"{above}>{lines}</post>\n'


def log(course: Course, path: Path) -> Path:
    """A corpus of one's own making, in Latin-1: who and what stand on two paths."""
    rows = "".join(
        f"  <contribution no='{m.id}' to='{m.parent or ''}'>\r\n"
        f"    <actor>{escape(course.person(m.author).full)}</actor>\r\n"
        f"    <body><![CDATA[{m.plain.replace(']]>', '')}]]></body>\r\n  </contribution>\r\n"
        for m in course.messages
    )
    text = f"<?xml version='1.0' encoding='iso-8859-1'?>\r\n<corpus>\r\n{rows}</corpus>\r\n"
    path.write_bytes(text.encode("latin-1", "replace"))
    return path


LOG_PATHS = {
    "text": "//contribution/body",
    "author": "//contribution/actor",
    "id": "//contribution/@no",
    "parent": "//contribution/@to",
}


def essays(course: Course, path: Path) -> Path:
    """A folder of texts, named by their authors."""
    path.mkdir()
    for message in course.messages:
        person = course.person(message.author)
        name = f"{person.last}_{person.first}_{message.id}.txt"
        (path / name).write_text(message.plain + "\n", encoding="utf-8")
    return path
