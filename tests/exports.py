"""One invented course, written as each platform would export it, and what must hold of any export.

The people are nobody's: their names are canaries, rare enough that finding one anywhere in what
is shared can only mean a leak.
"""

from __future__ import annotations

import base64
import binascii
import csv
import gzip
import hashlib
import html
import io
import json
import quopri
import re
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote
from xml.sax.saxutils import escape

from hypothesis import strategies as st

from onym import formats
from onym.line import Line, start
from onym.model import Corpus, Policy, Replaced


@dataclass(frozen=True)
class Person:
    """Somebody of the course."""

    id: int
    first: str
    last: str
    login: str
    ip: str = "192.0.2.17"
    city: str = "Zzyxborough"

    @property
    def full(self) -> str:
        return f"{self.first} {self.last}"

    @property
    def email(self) -> str:
        return f"{self.login}@quillmere.example"


@dataclass(frozen=True)
class Message:
    """A message of the course; lines are paragraphs."""

    id: int
    parent: int | None
    thread: int
    author: int
    lines: tuple[str, ...]
    file: str = ""

    @property
    def time(self) -> int:
        return 1_700_000_000 + 3600 * self.id

    @property
    def iso(self) -> str:
        return datetime.fromtimestamp(self.time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def plain(self) -> str:
        return "\n".join(self.lines)

    @property
    def html(self) -> str:
        return "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in self.lines)


@dataclass(frozen=True)
class Course:
    """A course: who is in it, what its threads are called, who wrote what."""

    id: int
    people: tuple[Person, ...]
    threads: dict[int, str]
    messages: tuple[Message, ...]

    def person(self, number: int) -> Person:
        return next(person for person in self.people if person.id == number)

    def message(self, number: int) -> Message:
        return next(message for message in self.messages if message.id == number)


PEOPLE = (
    Person(11, "Quennell", "Oxbarrow", "qoxbarrow", "192.0.2.11"),
    Person(12, "Zephandra", "Mirrowick", "zmirrowick", "192.0.2.12"),
    Person(13, "Thibauld", "Garnsworthy", "tgarnsworthy", "198.51.100.13"),
    Person(14, "Ysoline", "Pettigrove", "ypettigrove", "203.0.113.14"),
)

COURSE = Course(
    7,
    PEOPLE,
    {70: "Question on sampling", 71: "Thanks to Thibauld Garnsworthy"},
    (
        Message(
            *(101, None, 70, 11),
            (
                "Dear all,",
                "how large must a sample be before the mean is of any use?",
                "Best wishes,",
                "Quennell",
            ),
        ),
        Message(
            *(102, 101, 70, 12),
            (
                "Hi Quennell,",
                "that depends on the spread. I have put my notes into a file.",
                "Regards,",
                "Zephandra",
            ),
            "Mirrowick notes.pdf",
        ),
        Message(
            *(103, 102, 70, 13),
            (
                "Hello Zephandra,",
                "thank you, and Quennell Oxbarrow is right to ask.",
                "Cheers,",
                "Thibauld",
            ),
        ),
        Message(
            *(104, 102, 70, 11),
            ("Hi Zephandra,", "now I understand.", "Best,", "Quennell"),
        ),
        Message(
            *(105, None, 71, 14),
            (
                "Dear Thibauld,",
                "your summary of the chapter was a great help to us.",
                "Best wishes,",
                "Ysoline",
            ),
        ),
        Message(
            *(106, 105, 71, 13),
            (
                "Hi Ysoline,",
                "you are welcome. See also page 12 & the table, where a < b.",
                "Cheers,",
                "Thibauld",
            ),
        ),
        Message(
            *(107, 106, 71, 12),
            ("Hello Thibauld,", "Ysoline is right, it was.", "Regards,", "Zephandra"),
        ),
    ),
)

CANARIES = (
    *(word for person in PEOPLE for word in (person.first, person.last, person.login, person.ip)),
    *("quillmere", "Zzyxborough"),
)
"""What must stand nowhere in a folder that is shared."""


# What must hold of every format


def unchanged(corpus: Corpus) -> Replaced:
    """Replace nothing at all."""
    return Replaced(corpus.messages, (), {}, asides=corpus.asides)


KEEP_ALL = Policy(unknown="keep")


def copy(path: Path, format: str | None = None) -> Path:
    """Read an export and write it with nothing replaced and everything kept."""
    target = path.with_name("copy") / path.name
    target.parent.mkdir()
    corpus = formats.read(path, format=format)
    formats.write(corpus, unchanged(corpus), target, KEEP_ALL)
    return target


def members(path: Path) -> dict[str, bytes]:
    """What is packed in an archive, or stands in a folder, by name."""
    if path.is_dir():
        files = (each for each in path.rglob("*") if each.is_file())
        return {each.relative_to(path).as_posix(): each.read_bytes() for each in files}
    return dict(unpack("", path.read_bytes()))


def shape(values: Any, path: str = "") -> set[tuple[str, str]]:
    """Which keys a JSON value has and of what type each is: what a program that loads it needs."""
    if isinstance(values, dict):
        return {pair for key in values for pair in shape(values[key], f"{path}.{key}")}
    if isinstance(values, list):
        return {pair for item in values for pair in shape(item, f"{path}[]")}
    return {(path, type(values).__name__)}


def graph(corpus: Corpus) -> list[tuple[int, int | None, int]]:
    """Who answers whom, without ids: a message's place, its parent's, its author's first one."""
    ids = corpus.messages["id"].to_list()
    authors = corpus.messages["author"].to_list()
    places = {identity: place for place, identity in enumerate(ids)}
    return [
        (place, None if parent is None else places[parent], authors.index(authors[place]))
        for place, parent in enumerate(corpus.messages["parent"])
    ]


def tell_story(path: Path, **options: Any) -> tuple[Line, Corpus]:
    """Run the whole line over an export; what comes out must be the same graph, without a name."""
    line = start(path.parent / "project", path, {"seed": 7, **options})
    line.find()
    line.apply()
    line.report()
    again = formats.read(line.shared_file, format=line.corpus.source.format)
    assert graph(again) == graph(line.corpus)
    assert leaks(line.project.share) == []
    return line, again


def leaks(folder: Path, canaries: Iterable[str] = CANARIES) -> list[str]:
    """Where a canary can be read in the files of a folder, however it is packed or encoded."""
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        for label, data in unpack(path.relative_to(folder).as_posix(), path.read_bytes()):
            for text in (label, *readings(data)):
                low = text.casefold()
                found += [f"{name} in {label}" for name in canaries if name.casefold() in low]
    return sorted(set(found))


def unpack(label: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """A file, or what is packed in it, as deep as it goes."""
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                yield from unpack(f"{label}/{name}", archive.read(name))
    elif data.startswith(b"\x1f\x8b"):
        yield from unpack(label, gzip.decompress(data))
    elif data[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            for member in tar.getmembers():
                file = tar.extractfile(member)
                yield from unpack(f"{label}/{member.name}", file.read() if file else b"")
    else:
        yield label, data


def readings(data: bytes) -> Iterator[str]:
    """A file's text as it stands, and with every encoding undone that a mail or a web page uses."""
    for codec in ("utf-8", "utf-16", "latin-1"):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        yield text
        yield html.unescape(re.sub(r"\\u([0-9a-f]{4})", lambda at: chr(int(at[1], 16)), text))
        yield unquote(text)
    yield quopri.decodestring(data).decode("utf-8", "replace")
    for block in re.findall(rb"(?:[A-Za-z0-9+/]{16,}\s*)+={0,2}", data):
        bare = re.sub(rb"\s", b"", block)
        try:
            yield base64.b64decode(bare + b"=" * (-len(bare) % 4)).decode("utf-8", "replace")
        except binascii.Error:
            continue


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co")))


@st.composite
def courses(draw: st.DrawFn, words: st.SearchStrategy[str] = WORDS) -> Course:
    """The course with anything at all in its texts, titles and names."""
    people = tuple(replace(person, first=draw(words), last=draw(words)) for person in COURSE.people)
    messages = tuple(
        replace(message, lines=tuple(draw(st.lists(words, min_size=1, max_size=3))))
        for message in COURSE.messages
    )
    threads = {number: draw(words) for number in COURSE.threads}
    return replace(COURSE, people=people, messages=messages, threads=threads)


# The builders: from the field lists of each platform


def class_list(course: Course, path: Path, pattern: str = "{}") -> Path:
    """A class list, for the platforms that export no names; the pattern writes an id."""
    rows = [f"{pattern.format(person.id)},{person.full}" for person in course.people]
    path.write_text("\n".join(["id,name", *rows]), encoding="utf-8")
    return path


def moodle_rows(course: Course) -> list[dict[str, str]]:
    """The rows of a forum's export."""
    return [
        {
            "id": str(message.id),
            "discussion": str(message.thread),
            "parent": str(message.parent or 0),
            "userid": str(message.author),
            "userfullname": course.person(message.author).full,
            "created": str(message.time),
            "modified": str(message.time),
            "mailed": "1",
            "subject": course.threads[message.thread],
            "message": message.html,
            "messageformat": "1",
            "messagetrust": "0",
            "attachment": message.file,
            "totalscore": "0",
            "mailnow": "0",
            "deleted": "0",
            "privatereplyto": "13" if message.id == 107 else "0",
            "privatereplytofullname": course.person(13).full if message.id == 107 else "",
            "wordcount": str(len(message.plain.split())),
            "charcount": str(len(message.plain)),
        }
        for message in course.messages
    ]


def moodle_csv(course: Course, path: Path) -> Path:
    rows = moodle_rows(course)
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return path


def moodle_json(course: Course, path: Path) -> Path:
    rows = ",".join(json.dumps(row, ensure_ascii=False) for row in moodle_rows(course))
    path.write_text(f"[[{rows}]]", encoding="utf-8")
    return path


def moodle_xlsx(course: Course, path: Path) -> Path:
    import openpyxl

    book = openpyxl.Workbook()
    rows = moodle_rows(course)
    sheet: Any = book.active
    sheet.append(list(rows[0]))
    for row in rows:
        sheet.append([int(cell) if cell.isdigit() else cell for cell in row.values()])
    book.properties.creator = course.people[0].full
    book.save(path)
    return path


NULL = "$@NULL@$"
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def moodle_members(course: Course) -> dict[str, str]:
    """The files of a course's backup by name."""
    forum = "activities/forum_9"
    members = {
        "moodle_backup.xml": _moodle_manifest(course),
        "users.xml": _tag("users", *(_moodle_user(person) for person in course.people)),
        "files.xml": _tag("files", *(_moodle_file(message) for message in course.messages)),
        f"{forum}/forum.xml": _moodle_forum(course),
        f"{forum}/inforef.xml": _tag(
            "inforef",
            _tag("userref", *(_tag("user", _tag("id", str(p.id))) for p in course.people)),
        ),
        f"{forum}/module.xml": _tag("module", _leaves(modulename="forum", sectionid=3), id=9),
        f"{forum}/roles.xml": _tag("roles", _tag("role_overrides"), _tag("role_assignments")),
        f"{forum}/grades.xml": _tag(
            "activity_gradebook", _tag("grade", _leaves(feedback=f"{course.people[1].full}: good"))
        ),
        "activities/quiz_5/module.xml": _tag("module", _leaves(modulename="quiz"), id=5),
        "activities/quiz_5/quiz.xml": _tag("activity", _leaves(name=course.people[1].full), id=5),
        "completion.xml": _tag("course_completion", course.people[0].full),
    }
    named = {name: XML + text for name, text in members.items()}
    content = attached(course)
    return {**named, f"files/{_hash(content)[:2]}/{_hash(content)}": content}


def attached(course: Course) -> str:
    """What is in the file that somebody attached."""
    return f"a file by {course.people[1].full}"


def _hash(content: str) -> str:
    return hashlib.sha1(content.encode(), usedforsecurity=False).hexdigest()


def _tag(name: str, *inner: str, **attributes: object) -> str:
    told = "".join(f' {key}="{value}"' for key, value in attributes.items())
    return f"<{name}{told}>{''.join(inner)}</{name}>"


def _leaves(**values: object) -> str:
    return "\n".join(_tag(name, escape(str(value))) for name, value in values.items())


def _moodle_manifest(course: Course) -> str:
    told = _leaves(
        name="backup.mbz",
        moodle_version=2023100900,
        original_wwwroot="https://moodle.quillmere.example",
        original_course_id=course.id,
        original_course_fullname=f"Statistics with {course.people[0].full}",
    )
    activities = [
        _tag(
            "activity", _leaves(moduleid=number, modulename=name, directory=f"activities/{folder}")
        )
        for number, name, folder in ((9, "forum", "forum_9"), (5, "quiz", "quiz_5"))
    ]
    settings = [
        _tag(
            "setting",
            _leaves(level="activity", activity=folder, name=f"{folder}_included", value=1),
        )
        for folder in ("forum_9", "quiz_5")
    ]
    contents = _tag("contents", _tag("activities", *activities))
    return _tag("moodle_backup", _tag("information", told, contents, _tag("settings", *settings)))


def _moodle_user(person: Person) -> str:
    told = _leaves(
        username=person.login,
        idnumber=NULL,
        email=person.email,
        city=person.city,
        lastip=person.ip,
        firstname=person.first,
        lastname=person.last,
        description=f"<p>I am {html.escape(person.full)}.</p>",
        descriptionformat=1,
    )
    return _tag("user", told, id=person.id, contextid=person.id + 500)


def _moodle_file(message: Message) -> str:
    told = _leaves(
        contenthash=_hash(attached(COURSE)),
        filesize=len(attached(COURSE)),
        component="mod_forum",
        itemid=message.id,
        filename=message.file or ".",
        userid=message.author,
        author=COURSE.person(message.author).full,
    )
    return _tag("file", told, id=message.id)


def _moodle_forum(course: Course) -> str:
    threads = []
    for number, title in course.threads.items():
        listed = [message for message in course.messages if message.thread == number]
        posts = [
            _tag(
                "post",
                _leaves(
                    parent=message.parent or 0,
                    userid=message.author,
                    created=message.time,
                    subject=title,
                    message=message.html + (_plugin(message.file) if message.file else ""),
                    messageformat=1,
                ),
                id=message.id,
            )
            for message in listed
        ]
        told = _leaves(name=title, firstpost=listed[0].id, userid=listed[0].author, groupid=-1)
        threads.append(_tag("discussion", told, _tag("posts", *posts), id=number))
    forum = _leaves(type="general", name="Questions", intro="<p>Ask here.</p>")
    return _tag(
        "activity",
        _tag("forum", forum, _tag("discussions", *threads), id=9),
        id=9,
        modulename="forum",
    )


def _plugin(file: str) -> str:
    return f'<p><a href="@@PLUGINFILE@@/{quote(file)}">notes</a></p>'


def moodle_zip(course: Course, path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in moodle_members(course).items():
            archive.writestr(name, text)
    return path


def moodle_tar(course: Course, path: Path) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in moodle_members(course).items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return path


ODS = "application/vnd.oasis.opendocument.spreadsheet"
NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text", "meta")
)


def moodle_ods(course: Course, path: Path) -> Path:
    rows = moodle_rows(course)
    cells = [_ods_row(list(row.values())) for row in rows]
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {NAMESPACES}>'
        f'<office:body><office:spreadsheet><table:table table:name="posts">'
        f"{_ods_row(list(rows[0]))}{''.join(cells)}"
        f"</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    meta = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-meta {NAMESPACES}><office:meta>'
        f"<meta:initial-creator>{escape(course.people[0].full)}</meta:initial-creator>"
        f"</office:meta></office:document-meta>"
    )
    listed = (("/", ODS), ("content.xml", "text/xml"), ("meta.xml", "text/xml"))
    entries = "".join(
        f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="{kind}"/>'
        for name, kind in listed
    )
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f"{entries}</manifest:manifest>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("mimetype"), ODS)
        archive.writestr("content.xml", content)
        archive.writestr("meta.xml", meta)
        archive.writestr("META-INF/manifest.xml", manifest)
    return path


def _ods_row(values: list[str]) -> str:
    return f"<table:table-row>{''.join(map(_ods_cell, values))}</table:table-row>"


def _ods_cell(value: str) -> str:
    if value.isdigit() and value.isascii():
        return (
            f'<table:table-cell office:value-type="float" office:value="{value}">'
            f"<text:p>{value}</text:p></table:table-cell>"
        )
    return (
        f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p>'
        "</table:table-cell>"
    )


def canvas_topic(course: Course, thread: int) -> dict[str, Any]:
    """A topic with its view: the first message is the topic's own, the others entries."""
    listed = [message for message in course.messages if message.thread == thread]
    first, rest = listed[0], listed[1:]

    def entry(message: Message) -> dict[str, Any]:
        made: dict[str, Any] = {
            "id": message.id,
            "user_id": message.author,
            "parent_id": None if message.parent == first.id else message.parent,
            "created_at": message.iso,
            "updated_at": message.iso,
            "rating_count": None,
            "message": message.html,
            "deleted": False,
            "replies": [entry(other) for other in rest if other.parent == message.id],
        }
        if message.file:
            made["attachment"] = {
                "id": 900 + message.id,
                "display_name": message.file,
                "filename": message.file,
                "content-type": "application/pdf",
                "url": f"https://canvas.quillmere.example/files/{message.id}",
            }
        return made

    return {
        "id": thread,
        "title": course.threads[thread],
        "message": first.html,
        "posted_at": first.iso,
        "author": {
            "id": first.author,
            "display_name": course.person(first.author).full,
            "avatar_image_url": f"https://canvas.quillmere.example/{first.author}.png",
            "html_url": f"https://canvas.quillmere.example/courses/7/users/{first.author}",
        },
        "unread_entries": [],
        "entry_ratings": {},
        "participants": [
            {
                "id": person.id,
                "display_name": person.full,
                "avatar_image_url": f"https://canvas.quillmere.example/{person.login}.png",
            }
            for person in course.people
        ],
        "view": [entry(message) for message in rest if message.parent == first.id],
    }


def canvas_json(course: Course, path: Path) -> Path:
    topics = [canvas_topic(course, thread) for thread in course.threads]
    path.write_text(json.dumps(topics, indent=2), encoding="utf-8")
    return path


def discourse_topic(course: Course, thread: int) -> dict[str, Any]:
    listed = [message for message in course.messages if message.thread == thread]
    numbers = {message.id: number for number, message in enumerate(listed, 1)}

    def post(message: Message) -> dict[str, Any]:
        person = course.person(message.author)
        above = message.parent and course.person(course.message(message.parent).author)
        made: dict[str, Any] = {
            "id": message.id,
            "name": person.full,
            "username": person.login,
            "avatar_template": f"/user_avatar/{person.login}/{{size}}/1.png",
            "created_at": message.iso,
            "cooked": message.html,
            "post_number": numbers[message.id],
            "reply_to_post_number": numbers.get(message.parent or 0),
            "topic_id": thread,
            "topic_slug": re.sub(r"\W+", "-", course.threads[thread].lower()),
            "user_id": person.id,
        }
        if above:
            mention = f'<a class="mention" href="/u/{above.login}">@{above.login}</a>'
            made["cooked"] += f"<p>{mention}</p>"
            made["reply_to_user"] = {"username": above.login, "name": above.full}
        return made

    creator = course.person(listed[0].author)
    who = {"id": creator.id, "username": creator.login, "name": creator.full}
    return {
        "post_stream": {
            "posts": [post(message) for message in listed],
            "stream": [message.id for message in listed],
        },
        "id": thread,
        "title": course.threads[thread],
        "fancy_title": course.threads[thread],
        "slug": re.sub(r"\W+", "-", course.threads[thread].lower()),
        "posts_count": len(listed),
        "created_at": listed[0].iso,
        "details": {"created_by": who, "participants": [who]},
    }


def discourse_json(course: Course, path: Path, raw: bool = False) -> Path:
    topics = [discourse_topic(course, thread) for thread in course.threads]
    for post in (post for topic in topics for post in topic["post_stream"]["posts"] if raw):
        login = course.person(post["user_id"]).login
        post["raw"] = f"{course.message(post['id']).plain}\n[me](/u/{login}) @{login}"
    path.write_text(json.dumps(topics, ensure_ascii=False), encoding="utf-8")
    return path


def _oid(number: int) -> dict[str, str]:
    return {"$oid": f"{number:024x}"}


def edx_mongo(course: Course, path: Path) -> Path:
    """A dump with a voter and a former version, in the order of the messages."""
    first = {m.thread: m.id for m in reversed(course.messages) if m.parent is None}
    records = []
    for message in course.messages:
        person = course.person(message.author)
        record: dict[str, Any] = {
            "_id": _oid(message.id),
            "_type": "Comment" if message.parent else "CommentThread",
            "author_id": str(person.id),
            "author_username": person.login,
            "anonymous": False,
            "anonymous_to_peers": False,
            "body": message.plain,
            "course_id": f"course-v1:Quill+{course.id}+2023",
            "created_at": {"$date": message.time * 1000},
            "at_position_list": [],
            "votes": {"up": [str(course.people[0].id)], "down": [], "count": 1, "point": 1},
        }
        if message.parent is None:
            record |= {"title": course.threads[message.thread], "commentable_id": "general"}
        else:
            record["comment_thread_id"] = _oid(first[message.thread])
            if message.parent != first[message.thread]:
                record |= {"parent_id": _oid(message.parent), "parent_ids": [_oid(message.parent)]}
        if message.id == 103:
            old = {"original_body": f"Bye, {person.first}", "editor_username": person.login}
            record["edit_history"] = [old]
        records.append(json.dumps(record))
    path.write_text("\n".join(records) + "\n", encoding="utf-8")
    return path


def coursera_tables(course: Course) -> dict[str, list[dict[str, str]]]:
    """The tables of a research export, with users as hashes."""
    first = {m.thread: m.id for m in reversed(course.messages) if m.parent is None}
    questions, answers = [], []
    for message in course.messages:
        who = f"{message.author:040x}"
        if message.parent is None:
            questions.append(
                {
                    "discussion_question_id": str(message.id),
                    "quill_user_id": who,
                    "discussion_question_title": course.threads[message.thread],
                    "discussion_question_details": message.html,
                    "course_id": str(course.id),
                    "discussion_forum_id": "1",
                    "discussion_question_created_ts": message.iso,
                }
            )
        else:
            above = "" if message.parent == first[message.thread] else str(message.parent)
            answers.append(
                {
                    "discussion_answer_id": str(message.id),
                    "quill_user_id": who,
                    "discussion_answer_content": message.html,
                    "discussion_question_id": str(first[message.thread]),
                    "discussion_answer_parent_discussion_answer_id": above,
                    "discussion_answer_created_ts": message.iso,
                }
            )
    return {"discussion_questions": questions, "discussion_answers": answers}


def coursera_folder(course: Course, path: Path) -> Path:
    path.mkdir()
    for name, rows in coursera_tables(course).items():
        with (path / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(
                file, rows[0], quoting=csv.QUOTE_ALL, doublequote=False, escapechar="\\"
            )
            writer.writeheader()
            writer.writerows(rows)
    (path / "users.csv").write_text(f"user,city\n1,{course.people[0].city}\n", encoding="utf-8")
    return path


def coursera_zip(course: Course, path: Path) -> Path:
    folder = coursera_folder(course, path.with_suffix(""))
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, f"export/{file.name}")
    return path
