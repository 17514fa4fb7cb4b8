"""Mail messages one by one: every part and field of them in, the same out."""

from __future__ import annotations

import email
import time
from email.message import EmailMessage, Message
from email.policy import default
from pathlib import Path

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exports import COURSE, KEEP_ALL, Course, copy, courses, leaks, tell_story, unchanged
from exports_mail import eml
from onym import formats
from onym.errors import InputError, OnymError
from onym.formats import headers
from onym.methods import replace
from onym.model import Entry, Mapping, Policy, Replaced

SLOW = settings(
    deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
ZOE = "From: Zoe Poe <zoe@poe.example>\n"


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def mask(path: Path, data: bytes, policy: Policy | None = None) -> bytes:
    """The message with Zoe replaced."""
    path.write_bytes(data)
    corpus = formats.read(path)
    names = ("Zoe", "Zoe Poe", "Zoé")
    mapping = Mapping(tuple(Entry("U001", name) for name in names))
    policy = policy or Policy(method="farrow", style="id")
    replaced = replace(corpus, mapping, policy)
    formats.write(corpus, replaced, path.with_name("out.eml"), policy)
    return path.with_name("out.eml").read_bytes()


def masked(path: Path, text: str) -> Message:
    return email.message_from_bytes(mask(path, text.encode()), policy=default)


def test_a_folder_of_mails_is_told_without_a_name(tmp_path: Path) -> None:
    line, _ = tell_story(eml(COURSE, tmp_path / "mails"))
    assert line.corpus.source.format == "eml"
    assert line.check() == ()
    assert sorted(files(line.shared_file)) == [f"{number}.eml" for number in range(1, 8)]
    for data in files(line.shared_file).values():
        parsed = email.message_from_bytes(data, policy=default)
        assert parsed["From"].addresses[0].domain == "example.invalid"
        assert parsed["Date"].datetime is not None


def test_nothing_replaced_is_byte_for_byte_the_same(tmp_path: Path) -> None:
    path = eml(COURSE, tmp_path / "mails")
    (path / "notes.bin").write_bytes(b"\0\1")
    assert files(copy(path)) == files(path)


@SLOW
@given(courses())
def test_whatever_is_written_in_it_stays_the_same(
    tmp_path_factory: pytest.TempPathFactory, course: Course
) -> None:
    from exports_mail import mail

    folder = tmp_path_factory.mktemp("any") / "mails"
    folder.mkdir()
    for message in course.messages:
        (folder / f"{message.id}.eml").write_bytes(mail(course, message, "\r\n"))
    assert files(copy(folder)) == files(folder)


PIECES = (
    *(b"\n", b"\r\n", b"Content-Type: multipart/mixed; boundary=b\n", b"--b\n", b"--b--\n"),
    *(b"Content-Type: text/html; charset=", b"utf-8", b"latin1", b"utf-16", b"iso-2022-jp\n"),
    *(b"Content-Type: message/rfc822\n", b"Content-Transfer-Encoding: base64\n", b"Subject: "),
    *(b"Content-Transfer-Encoding: quoted-printable\n", b"SGkgWm9l\n", b"=?utf-8?q?Zo=C3=A9?=\n"),
    *(b'To: a, <b@c>, "d', b"filename*0*=x''Zoe; ", b"\xe9\x92\xff", b"Zoe", b"\t", b" ", b"=E9"),
)


@SLOW
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=8)), max_size=25))
def test_no_message_breaks_it(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[bytes]
) -> None:
    path = tmp_path_factory.mktemp("junk") / "in.eml"
    data = ZOE.encode() + b"".join(pieces)
    path.write_bytes(data)
    try:
        corpus = formats.read(path)
    except OnymError:
        return
    formats.write(corpus, unchanged(corpus), path.with_name("copy.eml"), KEEP_ALL)
    assert path.with_name("copy.eml").read_bytes() == data
    list(email.message_from_bytes(mask(path, data)).walk())


CONTENT = st.builds("{} Zoe {} Zoe Poe.\n{}".format, *[st.text("aé€字 =\n", max_size=9)] * 3)
CODING = st.sampled_from(["base64", "quoted-printable", "8bit"])


@st.composite
def mails(draw: st.DrawFn, depth: int = 0) -> EmailMessage:
    """A message that tells of Zoe in every part, made by the standard library."""
    made = EmailMessage()
    made["From"] = "Zoe Poe <zoe@poe.example>"
    made["Subject"] = draw(st.sampled_from(["Zoe", "é Zoe Poe", "of Zoé"]))
    made["X-Zoe"] = "Zoe"
    made["Message-ID"] = f"<{depth}.zoe@poe.example>"
    made.set_content(draw(CONTENT), cte=draw(CODING))
    if draw(st.booleans()):
        made.add_alternative(f"<p>{draw(CONTENT)}</p>", subtype="html", cte=draw(CODING))
    if draw(st.booleans()):
        name = draw(st.sampled_from(["Zoe.pdf", "Zoe Poe é.pdf"]))
        made.add_attachment(b"of Zoe", maintype="application", subtype="pdf", filename=name)
    if depth < 2 and draw(st.booleans()):
        made.add_attachment(draw(mails(depth + 1)))
    return made


@SLOW
@given(mails(), st.sampled_from(["\n", "\r\n"]))
def test_nothing_of_her_is_left_in_any_message(
    tmp_path_factory: pytest.TempPathFactory, made: EmailMessage, newline: str
) -> None:
    folder = tmp_path_factory.mktemp("any")
    before = made.as_bytes(policy=default.clone(linesep=newline))
    after = mask(folder / "in.eml", before)
    (folder / "in.eml").unlink()
    assert leaks(folder, ["Zoe", "Zoé", "poe"]) == []
    old, new = (
        email.message_from_bytes(before, policy=default),
        email.message_from_bytes(after, policy=default),
    )
    kinds = [[part.get_content_type() for part in each.walk()] for each in (old, new)]
    assert kinds[0] == kinds[1]
    for was, now in zip(old.walk(), new.walk(), strict=True):
        if was.get_content_maintype() == "text" and not was.get_filename():
            expected = was.get_content().replace("Zoe Poe", "[U001]").replace("Zoe", "[U001]")
            assert now.get_content().splitlines() == expected.splitlines()


def test_what_the_header_becomes(tmp_path: Path) -> None:
    before = (
        ZOE + "To: rob at hood.example (Robert Hood), undisclosed\n"
        "Cc: team: =?utf-8?q?Zo=C3=A9?= <zoe@poe.example>, tom@owl.example;\n"
        "Message-ID: <7.zoe@poe.example>\nReferences: <5@x.example>\n <7.zoe@poe.example>\n"
        "Date: Thu, 5 Jan 2006 12:00:00 +0100 (Zoe's time)\nSubject: Zoe's question\n"
        "Received: from poe.example\n\tby x\nX-Mailer: Zoemail\nOrganization: Poe\n"
        "MIME-Version: 1.0\n\nHi\n"
    )
    after = mask(tmp_path / "in.eml", before.encode()).decode()
    assert "From: U001 <U001@example.invalid>\n" in after
    assert "To: R001 at example.invalid (R001), person\n" in after
    assert "Cc: U001 <U001@example.invalid>, R002@example.invalid\n" in after
    assert "Date: Thu, 5 Jan 2006 12:00:00 +0100\n" in after
    assert "Subject: [U001]'s question\n" in after
    assert "MIME-Version: 1.0\n" in after
    for word in ("Zoe", "poe", "Robert", "hood", "tom", "owl", "Received", "X-Mailer"):
        assert word not in after
    parsed = email.message_from_string(after)
    assert parsed["References"].split()[-1] == parsed["Message-ID"]


CODINGS = {
    "plain": ("us-ascii", "7bit", "Hi Zoe,\nbye.\n"),
    "quoted-printable": ("iso-8859-1", "quoted-printable", "Hi Zoe, h=E9!=\n bye.\n"),
    "base64": ("utf-8", "base64", "SGkgWm9lLCBow6khIGJ5ZS4K\n"),
    "two bytes a letter": ("utf-16-le", "base64", "SABpACAAWgBvAGUALAAgAGgA6QAKAA==\n"),
    "Japanese": ("iso-2022-jp", "base64", "SGkgWm9lLCAbJEJGfGtcGyhCCg==\n"),
}


@pytest.mark.parametrize(("charset", "coding", "text"), CODINGS.values(), ids=CODINGS)
def test_a_text_comes_back_as_it_was_encoded(
    tmp_path: Path, charset: str, coding: str, text: str
) -> None:
    head = f"{ZOE}Content-Type: text/plain; charset={charset}\n"
    before = f"{head}Content-Transfer-Encoding: {coding}\n\n{text}"
    old = email.message_from_string(before, policy=default)
    new = masked(tmp_path / "in.eml", before)
    assert new["Content-Transfer-Encoding"] == coding
    assert new.get_content_charset() == charset
    assert new.get_content() == old.get_content().replace("Zoe", "[U001]")  # type: ignore[attr-defined]


LYING = {
    "says UTF-8, is Windows-1252": (b"utf-8", b"Hi Zoe, Zoe\x92s h\xe9\n"),
    "says Latin-1, is UTF-8": (b"iso-8859-1", "Hi Zoe, hé’s\n".encode()),
    "says nothing that is known": (b"x-none", b"Hi Zoe, h\xe9\n"),
    "says UTF-16, is ASCII": (b"utf-16", b"Hi Zoe, how are you? Bye!\n"),
    "says EBCDIC, is Windows-1252": (b"cp500", b"Hi Zoe, h\xe9! How are you?\n"),
    "names a codec that is none": (b"unicode_escape", b"Hi Zoe, \\x5aoe\n"),
    "both in one text": (b"utf-8", "hé Zoe\n".encode() + b"h\xe9 Zoe\n"),
}


@pytest.mark.parametrize(("charset", "body"), LYING.values(), ids=LYING)
def test_where_the_charset_lies_the_bytes_decide(
    tmp_path: Path, charset: bytes, body: bytes
) -> None:
    head = ZOE.encode() + b"Content-Type: text/plain; charset=" + charset
    head += b"\nContent-Transfer-Encoding: 8bit\n\n"
    after = mask(tmp_path / "in.eml", head + body)
    assert after.partition(b"\n\n")[2] == body.replace(b"Zoe", b"[U001]")


def test_letters_that_the_charset_lacks_make_it_utf_8(tmp_path: Path) -> None:
    from onym.formats import mime

    data = ZOE.encode() + b"Content-Type: text/plain; charset=koi8-r\n\nHi\n"
    part = mime.split(data, 0, len(data), "here")[0]
    content = mime.decode(data, part)
    assert content is not None
    assert mime.encode(content, "Zoé", "8bit", b"", b"\n") == ("Zoé".encode(), "utf-8")


def test_a_part_that_becomes_utf_8_says_so(tmp_path: Path) -> None:
    data = b"From: x@y.example\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nZoe\n--b--\n"
    path = tmp_path / "in.eml"
    path.write_bytes(data)
    corpus = formats.read(path)
    messages = corpus.messages.with_columns(text=pl.lit("Zoé"))
    formats.write(corpus, Replaced(messages, (), {"U001": "Zoé"}), tmp_path / "out.eml")
    written = email.message_from_bytes((tmp_path / "out.eml").read_bytes(), policy=default)
    part = next(written.iter_parts())
    assert part.get_content() == "Zoé"


def test_fields_that_come_twice(tmp_path: Path) -> None:
    before = f"{ZOE}{ZOE}Subject: of Zoe\nSubject: again Zoe\nThread-Topic: Zoe\n\nHi\n"
    after = mask(tmp_path / "in.eml", before.encode()).decode()
    sender = "From: U001 <U001@example.invalid>\n"
    told = "Subject: of [U001]\nSubject: again [U001]\nThread-Topic: [U001]\n"
    assert after == f"{sender}{sender}{told}\nHi\n"


def test_the_html_twin_is_its_authors_too(tmp_path: Path) -> None:
    """Two people of one name: in the HTML as in the text it is the sender who signs."""
    first, second = "Zoe Poe <zoe@poe.example>", "Zoe Hood <zoe@hood.example>"
    folder = tmp_path / "mails"
    folder.mkdir()
    for number, sender in enumerate((first, second)):
        made = EmailMessage()
        made["From"] = sender
        made.set_content("Dear all,\nwhat is a sample?\nBest wishes,\nZoe\n")
        made.add_alternative("<p>Best wishes,<br>\nZoe</p>\n", subtype="html")
        (folder / f"{number}.eml").write_bytes(made.as_bytes())
    corpus = formats.read(folder)
    assert corpus.asides is not None
    assert corpus.asides["author"].to_list() == corpus.messages["author"].to_list()


def test_html_forwarded_messages_and_loose_text_are_masked_too(tmp_path: Path) -> None:
    before = (
        ZOE + 'Content-Type: multipart/mixed; boundary="b"\n\nSent by Zoe.\n--b\n\nI am Zoe.\n--b\n'
        "Content-Type: text/html\n\n<p>I am <b>Zoe</b>.</p>\n--b\nContent-Type: message/rfc822\n\n"
        "From: zoe@poe.example\nSubject: Zoe again\nX-Zoe: Zoe\n\nZoe here.\n--b\n"
        'Content-Type: text/x-list; name="Zoe\'s\n list.txt"\nContent-Disposition: attachment;\n'
        " filename*0*=utf-8''Zo;\n filename*1=e.txt\nContent-Description: of Zoe\n\nZoe's list\n"
        "--b--\nZoe's footer\n"
    )
    after = mask(tmp_path / "in.eml", before.encode()).decode()
    assert "zoe" not in after.lower()
    parsed = email.message_from_string(after)
    kinds = [part.get_content_type() for part in parsed.walk()]
    assert kinds == [part.get_content_type() for part in email.message_from_string(before).walk()]
    assert "<p>I am <b>[U001]</b>.</p>" in after
    name = parsed.get_payload()[-1].get_filename()  # type: ignore[union-attr,index]
    assert isinstance(name, str) and name.startswith("file-") and name.endswith(".txt")


BROKEN = {
    "cut in half": "SGkgWm9lLA=",
    "a footer in plain text below": "SGkgWm9lLA==\n____\nZoe's list\n",
    "no base64 at all": "Hi Zoe, this is plain text.",
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_decoded_is_told_and_left_out(tmp_path: Path, body: str) -> None:
    text = f"{ZOE}Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n{body}"
    after = mask(tmp_path / "in.eml", text.encode())
    assert b"Zoe" not in after and body.encode() not in after
    notes = formats.read(tmp_path / "in.eml").notes
    assert any(note.startswith("message 1: part 1 cannot be decoded") for note in notes)
    kept = mask(
        tmp_path / "in.eml", text.encode(), Policy(method="farrow", style="id", unknown="keep")
    )
    assert body.encode() in kept


def test_absurd_nesting_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "in.eml"
    forwarded = "Content-Type: message/rfc822\n\n" * 200
    parts = "".join(f"Content-Type: multipart/x; boundary=b{n}\n\n--b{n}\n" for n in range(200))
    for text in (forwarded, parts):
        path.write_text(ZOE + text, encoding="utf-8")
        with pytest.raises(InputError, match=r"in\.eml: parts lie more than 32 deep"):
            formats.read(path)


SLOW_VALUES = (
    *(
        '"',
        '\\"',
        '"\\',
        "(",
        "((a",
        "<",
        "@",
        "a@",
        "a at ",
        ';a="',
        ';a="\\',
        "=?a?q?",
        "=?a?q?b",
    ),
    *(",", ":", "<a@b", "<>", "&", " ", "\n ", "From ", ">From ", "a (", "mailto:"),
)


@pytest.mark.parametrize("piece", SLOW_VALUES)
def test_no_value_takes_long(tmp_path: Path, piece: str) -> None:
    """Patterns that go back and forth would take hours for these."""
    value = piece * (60_000 // len(piece))
    fields = ("To", "Subject", "Date", "Content-Type", "Content-Disposition", "References", "X")
    text = ZOE + "".join(f"{name}: {value}\n" for name in fields) + f"\n{value}\n"
    began = time.process_time()
    mask(tmp_path / "in.eml", text.encode())
    assert time.process_time() - began < 5


def test_a_file_that_is_no_mail_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "in.eml").write_text("Zoe is not a header\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"in\.eml does not begin with a mail header"):
        formats.read(tmp_path / "in.eml")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zoe Poe <zoe@poe.example>", [("Zoe Poe", "zoe@poe.example")]),
        (
            '"Poe, Zoe" <zoe@poe.example>, x@y.example',
            [("Poe, Zoe", "zoe@poe.example"), ("", "x@y.example")],
        ),
        ("zoe at poe.example (Zoe Poe)", [("Zoe Poe", "zoe@poe.example")]),
        ("=?iso-8859-1?q?Zo=E9_Poe?= <z@p.example>", [("Zoé Poe", "z@p.example")]),
        ("Zoe Poe via List <list@x.example>", [("Zoe Poe", "list@x.example")]),
        ("friends: a@b.example, c@d.example;", [("", "a@b.example"), ("", "c@d.example")]),
        ("undisclosed-recipients:;", []),
        ("Zoe Poe", [("Zoe Poe", "")]),
    ],
)
def test_addresses(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(a.name, a.mail) for a in headers.read_addresses(text.encode())] == expected


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), max_size=200))
def test_a_value_says_the_same_when_it_is_written(text: str) -> None:
    text = " ".join(text.split())
    raw = headers.fold(headers.write_value(text).decode(), b"\r\n")
    assert "=?" in text or headers.read_value(raw) == text
    assert all(len(line) < 998 for line in raw.split(b"\r\n"))


def test_no_name_in_share_with_any_style(tmp_path: Path) -> None:
    line, _ = tell_story(eml(COURSE, tmp_path / "mails"), style="id")
    assert leaks(line.project.share) == []
