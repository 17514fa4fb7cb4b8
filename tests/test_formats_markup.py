"""XML that is edited where it stands: what is not changed stays, to the byte."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym.errors import InputError
from onym.formats import markup
from onym.formats.fields import Fields
from test_formats_json_tree import IDLE, STRICT

ROLES = {
    "users.user.@id": "person",
    "users.user.name": "name @id",
    "users.user.said": "text",
    "users.user.city": "profile",
    "users.user.kept": "keep",
    "users.user.prefs": "drop",
}

# What stands in a user, and what stands there then; the user's id is 12.
BEFORE_AND_AFTER = [
    ("<name>Zoe Poe</name>", "<name>P1</name>"),
    ("<name\n lang='en'>Zoe <!-- x -->Poe</name>", "<name\n lang=''>P1</name>"),
    ("<said><![CDATA[Hi & bye]]></said>", "<said>a &lt; b &amp; c</said>"),
    ("<city>Utrecht</city><city/><city></city>", "<city></city><city/><city></city>"),
    ("<kept a='1'><b>x</b> y</kept>", "<kept a='1'><b>x</b> y</kept>"),
    ("<prefs><pref>Zoe</pref>Poe</prefs>", "<prefs></prefs>"),
    ("<new>Zoe</new><new><in>Poe</in></new>", "<new></new><new><in></in></new>"),
    ("loose <kept>x</kept> text", "<kept>x</kept>"),
    ("<name>$@NULL@$</name>", "<name>$@NULL@$</name>"),
]


def rewrite(text: str, encoding: str = "utf-8") -> str:
    document = markup.parse(text.encode(encoding), Path("users.xml"))
    written = markup.rewrite(document, Fields(ROLES), STRICT, lambda _: "a < b & c", "$@NULL@$")
    return written.decode(encoding)


@pytest.mark.parametrize(("before", "after"), BEFORE_AND_AFTER)
def test_before_and_after(before: str, after: str) -> None:
    head = '<?xml version="1.0"?>\r\n<!-- made by hand -->\r\n<users>\n  <user\tid="{}">'
    tail = "</user></users>\n"
    assert rewrite(head.format("12") + before + tail) == head.format("10001") + after + tail


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "cp1252"])
def test_encodings_come_back(encoding: str) -> None:
    declared = encoding.removesuffix("-sig")
    text = (
        f'<?xml version="1.0" encoding="{declared}"?><users><user id="12"><kept>café</kept>'
        "<name>Zoé</name></user></users>"
    )
    written = rewrite(text, encoding)
    assert written == text.replace("Zoé", "P1").replace('id="12"', 'id="10001"')


def test_a_sign_that_the_encoding_lacks_is_written_by_number() -> None:
    text = '<?xml version="1.0" encoding="ascii"?><users><user id="1"><said>x</said></user></users>'
    document = markup.parse(text.encode(), Path("users.xml"))
    written = markup.rewrite(document, Fields(ROLES), STRICT, lambda _: "Łódź")
    assert b"<said>&#321;&#243;d&#378;</said>" in written


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co")))


@settings(deadline=None)
@given(st.lists(st.tuples(TEXTS, TEXTS, st.booleans()), max_size=5))
def test_texts_are_found_and_written_as_any_reader_sees_them(rows: list[tuple[str, ...]]) -> None:
    said = [
        f"<user id='1'><said>{escape(old)}</said>{'<city/>' if empty else ''}</user>"
        for old, _, empty in rows
    ]
    data = f"<users>{''.join(said)}</users>".encode()
    document = markup.parse(data, Path("users.xml"))
    assert markup.rewrite(document, Fields(ROLES), IDLE, lambda e: e.text) == data
    found = [each for each in document.elements if each.name == "said"]
    assert [each.text for each in found] == [old for old, _, _ in rows]
    new = {each.number: put for each, (_, put, _) in zip(found, rows, strict=True) if each.text}
    written = markup.rewrite(document, Fields(ROLES), STRICT, lambda e: new[e.number])
    tree = ElementTree.fromstring(written)
    shown = [each.text or "" for each in tree.iter("said")]
    wanted = [put if old.strip() else old for old, put, _ in rows]
    assert shown == wanted


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<users><user></users>", "users.xml is broken XML at line 1, column 16"),
        (b"<users>\xff</users>", "users.xml is broken utf-8 at byte 7; save it as UTF-8"),
        (b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "line 1 declares an entity"),
        (b"<a>" * 300, "nested more than 200 deep"),
    ],
)
def test_what_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        markup.parse(data, Path("users.xml"))
