"""XML corpora: two paths say who and what, and nothing else is touched."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exports import COURSE, KEEP_ALL, Course, copy, courses, graph, leaks, tell_story, unchanged
from exports_mail import LOG_PATHS, log, tei
from onym import formats
from onym.errors import InputError, OnymError
from onym.formats.xml_paths import Open, is_there, parse_path
from onym.formats.xml_write import changes
from onym.line import start
from onym.methods import replace
from onym.model import Entry, Mapping, Policy

SLOW = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="\ufffe\uffff")
)


def mask(path: Path, text: str, columns: dict[str, str] | None = None, codec: str = "utf-8") -> str:
    """The file with Zoe replaced."""
    path.write_bytes(text.encode(codec))
    corpus = formats.read(path, columns=columns)
    names = ("Zoe", "Zoe Poe", "Zoé")
    zoe = next(iter(corpus.participants), "U001")
    policy = Policy(method="farrow", style="id")
    replaced = replace(corpus, Mapping(tuple(Entry(zoe, name) for name in names)), policy)
    formats.write(corpus, replaced, path.with_name("out.xml"), policy)
    return path.with_name("out.xml").read_bytes().decode(codec)


def test_tei_is_told_without_a_name(tmp_path: Path) -> None:
    line, again = tell_story(tei(COURSE, tmp_path / "chat.xml"))
    assert line.corpus.source.format == "xml"
    assert line.check() == ()
    names = {name for who in line.corpus.participants.values() for name in who.names}
    assert names == {person.full for person in COURSE.people}
    assert again.messages["thread"].to_list() == ["t70"] * 4 + ["t71"] * 3
    root = ET.parse(line.shared_file).getroot()
    spaces = {"t": "http://www.tei-c.org/ns/1.0"}
    ids = {f"#{each.get('{http://www.w3.org/XML/1998/namespace}id')}" for each in root.iter()}
    whose = {post.get("who") for post in root.findall(".//t:post", spaces)}
    assert whose <= ids


def test_a_corpus_by_two_paths_is_told_without_a_name(tmp_path: Path) -> None:
    path = log(COURSE, tmp_path / "forum.xml")
    line = start(tmp_path / "project", path, {"seed": 7, "columns": LOG_PATHS})
    line.find()
    line.apply()
    again = formats.read(line.shared_file, columns=LOG_PATHS)
    assert graph(again) == graph(line.corpus)
    assert leaks(line.project.share) == []
    assert line.check() == ()


@pytest.mark.parametrize("build", [tei, log])
def test_nothing_replaced_is_byte_for_byte_the_same(tmp_path: Path, build: object) -> None:
    path = (tei if build is tei else log)(COURSE, tmp_path / "a.xml")
    corpus = formats.read(path, columns=None if build is tei else LOG_PATHS)
    formats.write(corpus, unchanged(corpus), tmp_path / "b.xml", KEEP_ALL)
    assert (tmp_path / "b.xml").read_bytes() == path.read_bytes()


@SLOW
@given(courses(TEXT))
def test_whatever_is_written_in_it_stays_the_same(
    tmp_path_factory: pytest.TempPathFactory, course: Course
) -> None:
    path = tei(course, tmp_path_factory.mktemp("any") / "chat.xml")
    assert copy(path).read_bytes() == path.read_bytes()


PIECES = ("<u>", "</u>", "<b x='Zoe'>", "</b>", "&amp;", "&#10;", "\r\n", "Zoe", "é", "<![CDATA[")
MORE = ("]]>", "<!-- Zoe -->", "<?x y?>", "&lt;", "a", "]", "<u who='#z1'>", '<u who="a b">')


@SLOW
@given(
    st.lists(st.sampled_from((*PIECES, *MORE)), max_size=15), st.sampled_from(["utf-8", "utf-16"])
)
def test_every_piece_keeps_its_place(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str], codec: str
) -> None:
    """Nothing replaced gives the same bytes; Zoe replaced gives the same text but for her."""
    path = tmp_path_factory.mktemp("any") / "in.xml"
    text = f"<TEI><u who='#z1'>Zoe</u>{''.join(pieces)}</TEI>"
    path.write_bytes(text.encode(codec))
    try:
        corpus = formats.read(path)
    except InputError:
        with pytest.raises(ET.ParseError):
            ET.fromstring(text)
        return
    formats.write(corpus, unchanged(corpus), path.with_name("copy.xml"), KEEP_ALL)
    assert path.with_name("copy.xml").read_bytes() == path.read_bytes()
    written = ET.fromstring(mask(path, text, codec=codec).encode("utf-16"))
    before = "".join(ET.fromstring(text).itertext())
    after = "".join(written.itertext())
    assert after.replace("[z1]", "").replace("Zoe", "") == before.replace("Zoe", "")


REPLACING = {
    "a name across tags": ("Hi Zo<b>e P</b>oe!", "Hi [z1]<b></b>!"),
    "a name with a reference": ("Hi Zo&#xe9;!", "Hi [z1]!"),
    "beside a reference": ("&lt;Zoe&gt; &amp; Zoe", "&lt;[z1]&gt; &amp; [z1]"),
    "in a section of characters": ("<![CDATA[a < Zoe]]>", "<![CDATA[a < [z1]]]>"),
    "with a comment inside": ("Hi <!-- hers -->Zoe", "Hi <!-- hers -->[z1]"),
    "an instruction stays": ("<?page 3?>Zoe", "<?page 3?>[z1]"),
}


@pytest.mark.parametrize(("before", "after"), REPLACING.values(), ids=REPLACING)
def test_a_name_goes_and_the_markup_stays(tmp_path: Path, before: str, after: str) -> None:
    text = "<TEI><u who='#z1'>{}</u></TEI>\n"
    written = mask(tmp_path / "in.xml", text.format(before))
    assert written == text.format(after)


def test_names_elsewhere_go_too(tmp_path: Path) -> None:
    text = '<log title="of Zoe"><!-- by Zoe --><line by="Zoe Poe">Hi</line><end>Zoe</end></log>'
    written = mask(tmp_path / "in.xml", text, {"text": "//line", "author": "//line/@by"})
    assert written == (
        '<log title="of [U001]"><!-- by [U001] --><line by="U001">Hi</line><end>[U001]</end></log>'
    )


def test_pointers_still_lead_somewhere(tmp_path: Path) -> None:
    text = (
        "<TEI><person xml:id='Zoe'/><u xml:id='zoepoe.1' who='#Zoe'>Hi</u>"
        "<u who='#Zoe' corresp='#zoepoe.1'>ho</u><note target='#Zoe #zoepoe.1'/></TEI>"
    )
    path = tmp_path / "in.xml"
    path.write_text(text, encoding="utf-8")
    corpus = formats.read(path)
    policy = Policy(style="code", method="farrow")
    replaced = replace(corpus, Mapping(), policy)
    formats.write(corpus, replaced, tmp_path / "out.xml", policy)
    written = (tmp_path / "out.xml").read_text(encoding="utf-8")
    assert "oe" not in written
    root = ET.fromstring(written)
    named = root[1].get("{http://www.w3.org/XML/1998/namespace}id")
    assert root[2].get("corresp") == f"#{named}"
    assert root[3].get("target") == f"#P01 #{named}"


ASSOCIATION = {
    "an attribute of the message": ("<m by='A'>1</m><m by='B'>2</m>", "//m/@by", ["A", "B"]),
    "one that is missing": ("<m by='A'>1</m><m>2</m><m by='C'>3</m>", "//m/@by", ["A", None, "C"]),
    "an element beside it": ("<r><a>A</a><m>1</m></r><r><m>2</m><a>B</a></r>", "//a", ["A", "B"]),
    "a speaker of several lines": ("<r><a>A</a><m>1</m><m>2</m></r>", "//a", ["A", "A"]),
    "a flat log": ("<a>A</a><m>1</m><a>B</a><m>2</m>", "//a", ["A", "B"]),
    "inside the message": ("<m><a>A</a>1</m><m><a>B</a>2</m>", "//m/a", ["A", "B"]),
    "of the thread": ("<t by='A'><m>1</m><m>2</m></t><t by='B'><m>3</m></t>", "//t/@by", [*"AAB"]),
}


@pytest.mark.parametrize(("inside", "path", "expected"), ASSOCIATION.values(), ids=ASSOCIATION)
def test_whose_a_message_is(
    tmp_path: Path, inside: str, path: str, expected: list[str | None]
) -> None:
    (tmp_path / "a.xml").write_text(f"<log>{inside}</log>", encoding="utf-8")
    corpus = formats.read(tmp_path / "a.xml", columns={"text": "//m", "author": path})
    assert corpus.messages["author"].to_list() == expected
    assert corpus.messages["text"].to_list() == [str(n + 1) for n in range(len(expected))]


def test_a_folder_of_files_is_one_corpus(tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    for person in COURSE.people[:2]:
        said = f"Dear all,\nwhat is a sample?\nBest,\n{person.first}"
        text = f"<TEI><u xml:id='one' who='#p{person.id}'>{said}</u></TEI>"
        (folder / f"{person.last}.xml").write_text(text, encoding="utf-8")
    (folder / "Mirrowick.dtd").write_text("<!-- Mirrowick -->", encoding="utf-8")
    assert formats.read(folder).messages.height == 2
    assert {path.name for path in copy(folder).iterdir()} == {
        path.name for path in folder.iterdir()
    }
    line, _ = tell_story(folder)
    assert sorted(path.name for path in line.shared_file.iterdir()) == ["1.xml", "2.xml"]


PATHS = [
    ("//u/p", "TEI text u p", True),
    ("u/p", "TEI u p", True),
    ("/TEI//p", "TEI text u p", True),
    ("/TEI/p", "TEI text p", False),
    ("//u/*", "TEI u p", True),
    ("//div[@type='thread']", "TEI div", True),
    ("//div[@type='other']", "TEI div", False),
    ("//u", "TEI tei:u", True),
    ("//x|//u", "TEI u", True),
]


@pytest.mark.parametrize(("path", "elements", "fits"), PATHS)
def test_paths(path: str, elements: str, fits: bool) -> None:
    stack = [Open(n, name, {"type": "thread"}) for n, name in enumerate(elements.split())]
    assert any(is_there(route, stack) for route in parse_path(path)) is fits


@pytest.mark.parametrize("path", ["//", "//u[", "//@who/u", "u p", ""])
def test_what_is_no_path_is_told(path: str) -> None:
    with pytest.raises(InputError, match="is no path; write it like"):
        parse_path(path)


BOMB = "<!DOCTYPE a [<!ENTITY b 'Zoe'><!ENTITY c '&b;&b;&b;'>]><TEI><u>&c;</u></TEI>"
OUTSIDE = "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/hostname'>]><TEI><u>&b;</u></TEI>"
HOSTILE = {
    "a bomb": (BOMB, r"in\.xml, line 1 declares an entity"),
    "another file": (OUTSIDE, r"in\.xml, line 1 declares an entity"),
    "cut short": ("<TEI>\n<u>Zoe", r"in\.xml is broken XML at line 2, column \d"),
    "absurdly deep": (
        "<TEI>" + "<u>" * 100_000,
        r"in\.xml, line 1: nested more than 200 deep",
    ),
    "no paths": ("<log><m>Zoe</m></log>", "say where the messages and their authors stand"),
    "nothing there": ("<TEI><p>Zoe</p></TEI>", "has nothing where the messages should be"),
}


@pytest.mark.parametrize(("text", "told"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_refused_in_one_line(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "in.xml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=told) as caught:
        formats.read(path)
    assert "\n" not in str(caught.value) and "Zoe" not in str(caught.value)


def test_for_a_hostile_file_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "in.xml").write_text(BOMB, encoding="utf-8")
    run = [sys.executable, "-m", "onym", "run", "in.xml", "--out", "project"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0
    assert "in.xml, line 1 declares an entity" in " ".join(done.stderr.split())
    assert "Zoe" not in done.stdout + done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in.xml"]


def test_a_wrong_encoding_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "in.xml"
    path.write_bytes(b"<?xml version='1.0' encoding='utf-8'?><TEI><u>Zo\xe9</u></TEI>")
    with pytest.raises(InputError, match=r"in\.xml is broken utf-8 at byte 48"):
        formats.read(path)


def test_a_document_type_is_allowed_and_not_fetched(tmp_path: Path) -> None:
    text = (
        '<!DOCTYPE TEI SYSTEM "http://nowhere.invalid/tei.dtd"><TEI><u who="#a">Hi&nbsp;!</u></TEI>'
    )
    path = tmp_path / "in.xml"
    path.write_text(text, encoding="utf-8")
    assert copy(path).read_text(encoding="utf-8") == text


@SLOW
@given(st.binary(max_size=200))
def test_no_bytes_break_it(tmp_path_factory: pytest.TempPathFactory, junk: bytes) -> None:
    path = tmp_path_factory.mktemp("junk") / "in.xml"
    path.write_bytes(b"<TEI><u>" + junk + b"</u></TEI>")
    try:
        formats.read(path, format="xml")
    except OnymError as error:
        assert "in.xml" in str(error)


@given(st.text("ab ", max_size=12), st.text("ab ", max_size=12))
def test_changes_lead_from_one_text_to_the_other(old: str, new: str) -> None:
    made = old
    for first, last, piece in reversed(changes(old, new)):
        made = made[:first] + piece + made[last:]
    assert made == new
