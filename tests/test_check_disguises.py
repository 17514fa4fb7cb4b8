"""Every disguise in which a name could leave, and innocent texts that must not be suspected."""

import base64
import bz2
import codecs
import gzip
import hashlib
import io
import lzma
import quopri
import sys
import tarfile
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym.check import check_files
from onym.check.contents import Unsearched, contents, slices
from onym.check.judge import Judge
from onym.check.pages import Lexicon, Page
from onym.check.seek import Hit, Seeker
from onym.check.sweep import Sweep

NAMES = (
    *("Rosalind", "Quist", "Søren Blåvand", "Mary Jane", "Bob", "Zoë", "Müller", "Ann", "Li Wei"),
    *("rquist@uni.example", "quist_r", "O'Neil", "Will"),
)
ORDINARY = frozenset({"will"})


JUDGE = Judge({name: frozenset({name}) for name in NAMES}, ORDINARY)
SWEEP = Sweep(Seeker(NAMES, judge=JUDGE))
LEXICON = Lexicon(SWEEP.traits)


def seek(text: str, pseudonyms: tuple[str, ...] = ()) -> list[Hit]:
    return Seeker(NAMES, pseudonyms=pseudonyms, judge=JUDGE).seek(text)


def sweep(*texts: str) -> list[list[Hit]]:
    """The same over a page of texts."""
    found = dict(SWEEP.search(Page(texts, LEXICON)))
    return [found.get(place, []) for place in range(len(texts))]


def plain(hits: list[Hit]) -> list[tuple[str, int, str, str]]:
    return [(hit.name, hit.start, hit.why, hit.apart) for hit in hits]


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


DISGUISED = [
    # (text, name, words of the disguise)
    ("Thanks Rosalind!", "Rosalind", ""),
    ("ROSALIND, rosalind and RoSaLiNd", "Rosalind", ""),
    ("soren blavand wrote", "Søren Blåvand", ""),
    ("Soeren Blaavand wrote", "Søren Blåvand", ""),
    ("Zoe\u0308 wrote", "Zoë", ""),
    ("Herr Mueller", "Müller", ""),
    ("mr oneil said", "O'Neil", ""),
    ("see MaryJane's", "Mary Jane", ""),
    ("mail maryjane about it", "Mary Jane", ""),
    ("thanksRosalind", "Rosalind", "run together"),
    ("user rosalind2004 joined", "Rosalind", "run together"),
    ("uploads/Rosalind_essay_v2.docx", "Rosalind", ""),
    ("https://forum.example/u/rosalind/posts", "Rosalind", ""),
    ("<rquist@uni.example>", "rquist@uni.example", ""),
    ("rquist at uni example", "rquist@uni.example", ""),
    ("see @quist_r", "quist_r", ""),
    ("Ros\u200balind", "Rosalind", "invisible"),
    ("R\u00ados\u2060al\ufeffind", "Rosalind", "invisible"),
    ("Mary\u200b\u200bJane", "Mary Jane", ""),
    ("\u202edrol\u202c Rosal\u200dind", "Rosalind", "invisible"),
    ("Rоsаlind", "Rosalind", "look alike"),  # Cyrillic o and a
    ("Rοsalind", "Rosalind", "look alike"),  # Greek o
    ("Ｒｏｓａｌｉｎｄ", "Rosalind", "look alike"),
    ("𝓡𝓸𝓼𝓪𝓵𝓲𝓷𝓭", "Rosalind", "look alike"),
    ("Ⓡⓞⓢⓐⓛⓘⓝⓓ", "Rosalind", "look alike"),
    ("🆁🅾🆂🅰🅻🅸🅽🅳", "Rosalind", "look alike"),
    ("ʀᴏꜱᴀʟɪɴᴅ", "Rosalind", "look alike"),
    ("puᴉlɐsoɹ", "Rosalind", "look alike"),
    ("ZoÃ«", "Zoë", "wrong encoding"),
    ("R0s4l1nd", "Rosalind", "signs for letters"),
    ("Ro$alind", "Rosalind", "signs for letters"),
    ("ask B0b!", "Bob", "signs for letters"),
    ("R o s a l i n d", "Rosalind", "set apart"),
    ("R.o.s.a.l.i.n.d.", "Rosalind", "set apart"),
    ("R-O-S-A-L-I-N-D", "Rosalind", "set apart"),
    ("R_o_s_a_l_i_n_d", "Rosalind", "set apart"),
    ("R\u2009o\u2009s\u2009a\u2009l\u2009i\u2009n\u2009d", "Rosalind", "set apart"),
    ("I R o s a l i n d", "Rosalind", "set apart"),
    ("M a r y  J a n e", "Mary Jane", "set apart"),
    ("dnilasor", "Rosalind", "backwards"),
    (codecs.encode("rosalind", "rot13"), "Rosalind", "rot13"),
    ("megarosalind", "Rosalind", "inside a longer word"),
    ("Ro<b>sal</b>ind", "Rosalind", "markup"),
    ('Ro<span class="a b">sal</span>ind', "Rosalind", "markup"),
    ("Ros<!-- x -->alind", "Rosalind", "markup"),
    ("Ro**sal**ind", "Rosalind", "markup"),
    ("Ro[i]sal[/i]ind", "Rosalind", "markup"),
    ("Ro{\\bf{}sal}ind and Ro\\textbf{sal}ind", "Rosalind", "markup"),
    ("<w:t>Rosa</w:t></w:r><w:r><w:t>lind</w:t>", "Rosalind", "markup"),
    ('Zo\\"e and M{\\"u}ller', "Müller", "LaTeX"),
    ("Rosa-\nlind", "Rosalind", "two lines"),
    ("> Rosa-\n> lind", "Rosalind", "two lines"),
    ("Rosa\u00ad\nlind", "Rosalind", ""),
    ("/~r%6Fsalind/", "Rosalind", "percent"),
    (quote("Zoë"), "Zoë", "percent"),
    ("%2552osalind".replace("%25", "%"), "Rosalind", "percent"),
    ("Zo=C3=AB wrote", "Zoë", "quoted-printable"),
    ("Rosa=\nlind", "Rosalind", "quoted-printable"),
    (quopri.encodestring("Hi Müller,".encode()).decode(), "Müller", "quoted-printable"),
    ("Subject: =?utf-8?b?Um9zYWxpbmQ=?=", "Rosalind", "header"),
    ("=?iso-8859-1?q?M=FCller?=", "Müller", "header"),
    ("&#82;osalind", "Rosalind", "entities"),
    ("Zo&euml;", "Zoë", "entities"),
    ("&amp;#82;osalind", "Rosalind", "entities"),
    ("&#x52;&#x6f;salind", "Rosalind", "entities"),
    ("S&oslash;ren Bl&aring;vand", "Søren Blåvand", "entities"),
    ('{"t": "Hi\\nRosalind"}', "Rosalind", "escapes"),
    ('"Zo\\u00eb"', "Zoë", "escapes"),
    ("\\x52osalind", "Rosalind", "escapes"),
    (b64("Hi Rosalind"), "Rosalind", "base64"),
    (b64("rosalind"), "Rosalind", "base64"),
    (b64("Dear Zoë,\nthanks for all of this and for everything else.\n" * 3), "Zoë", "base64"),
    (b64(quote("Mary%20Jane Rosalind x")), "Rosalind", "base64"),
    (b"rosalind".hex(), "Rosalind", "hexadecimal"),
    (b"Rosalind".hex(" "), "Rosalind", "hexadecimal"),
    (f"http://{'zoë'.encode('idna').decode()}.example/", "Zoë", "punycode"),
    (hashlib.md5(b"rquist@uni.example").hexdigest(), "rquist@uni.example", "digest"),
    (hashlib.sha256(b"Rosalind").hexdigest().upper(), "Rosalind", "digest"),
    ("李维 met Li Wei", "Li Wei", ""),
]


@pytest.mark.parametrize(("text", "name", "why"), DISGUISED)
def test_every_disguise_is_seen_through(text: str, name: str, why: str) -> None:
    found = [hit for hit in seek(text) if hit.name == name]
    assert found, seek(text)
    assert why in found[0].why
    assert bool(why) == bool(found[0].why) or why == ""


INNOCENT = [
    "",
    "I will be there. Ordinary text about annual planning, an announcement, and bobsleigh.",
    "plan next week; go to m and b o b",
    "a b c d e f g, x y z, U.S.A. and e.g. i.e.",
    "MD5 d41d8cd98f00b204e9800998ecf8427e, SHA 356a192b7913b04c54574d18c28d46e6395428ab",
    "3.14159 26535 89793, B2B, P2P, 1000 m, 4ever, l8r, gr8, 50 % of x = y",
    "https://example.org/a%20b?c=d&amp;e=f#annex",
    "YW4gb3JkaW5hcnkgc2VudGVuY2UgYWJvdXQgbm90aGluZw==",
    "The summary of Maryland, Rosemary and Rosaline",
    "2008-01-17 04:20:17, 0x1F4A9, 52 6f 6d 65",
    "for i in range(10): print(i)\nreturn {'a': 1}",
    "<p>to</p><p>m</p><td>An</td><td>n</td>",
    "Тот текст по-русски, κείμενο στα ελληνικά",
    "=== heading === and a\\b\\c, C:\\new\\table",
    "mannequin Annapolis Hannover Joanne",
]


@pytest.mark.parametrize("text", INNOCENT)
def test_innocent_texts_are_left_alone(text: str) -> None:
    assert seek(text) == []


def test_pseudonyms_are_no_names_in_disguise() -> None:
    assert [hit.name for hit in seek("[B0b] wrote to [B0b]")] == ["Bob", "Bob"]
    assert seek("[B0b] wrote to [B0b]", pseudonyms=("B0b",)) == []


JUDGED = [
    ("Hi Rosalind, thanks", ""),
    ("as Rosalind said", ""),
    ("Quist (2019) found", "cited"),
    ("Quist et al. say", "cited"),
    ("J. K. Quist on graphs", "cited"),
    ("the books of Rosalind Tremblay are good", "cited"),
    ("Hi Rosalind Tremblay,", ""),
    ("Regards,\nRosalind Tremblay", ""),
    ("Quist and Tremblay (2001)", "cited"),
    ("as Quist & Tremblay say", "cited"),
    ("Tremblay and Quist agree", "cited"),
    ("See Quist, J. R., 2006. Fitting", "cited"),
    ("A good word is not data.\n~ Rosalind Tremblay", "cited"),
    ("@book{Poe:Quist:2007}", "cited"),
    ("It is done. Will you come?", "word"),
    ("It is done. Will I come?", "word"),
    ("It is done. So Will, you come?", ""),
]


@pytest.mark.parametrize(("text", "apart"), JUDGED)
def test_authors_and_words_are_set_apart(text: str, apart: str) -> None:
    assert [hit.apart for hit in seek(text)] == [apart]


def test_two_participants_side_by_side_are_no_authors() -> None:
    assert [hit.apart for hit in seek("I am with Rosalind and Zoë here")] == ["", ""]


TEXTS = [*(text for text, *_ in DISGUISED), *INNOCENT, *(text for text, _ in JUDGED)]


@pytest.mark.parametrize("around", ["", "the rain (2019) said so.\n", "tea, "])
def test_a_page_of_texts_shows_what_each_text_shows(around: str) -> None:
    texts = [f"{around}{text}{around}" for text in TEXTS]
    for text, found in zip(texts, sweep(*texts), strict=True):
        assert plain(found) == plain(seek(text)), text


COVERS: tuple[Callable[[str], str], ...] = (
    str.upper,
    lambda name: "\u200b".join(name),
    lambda name: " ".join(name),
    lambda name: "".join(f"&#{ord(letter)};" for letter in name),
    lambda name: "".join(f"%{byte:02X}" for byte in name.encode()),
    lambda name: "".join(f"\\u{ord(letter):04x}" for letter in name),
    lambda name: name[:3] + "<i>" + name[3:] + "</i>",
    b64,
    lambda name: name.encode().hex(),
    lambda name: codecs.encode(name, "rot13"),
    lambda name: name[::-1],
)
PLAIN = st.lists(st.sampled_from(["the", "tea", "Rain", "is", "x1", "[P1]", "(2019)"]), max_size=5)


@settings(deadline=None)
@given(PLAIN, PLAIN, st.sampled_from(COVERS), st.sampled_from([" ", "\n", ", ", "\t(", '"']))
def test_a_disguised_name_is_found_in_any_company(
    before: list[str], after: list[str], cover: Callable[[str], str], edge: str
) -> None:
    text = " ".join(before) + edge + cover("Rosalind") + edge + " ".join(after)
    assert "Rosalind" in {hit.name for hit in seek(text)}
    assert "Rosalind" in {hit.name for hit in sweep(text)[0]}
    assert seek(" ".join(before + after)) == sweep(" ".join(before + after))[0] == []


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_searched(text: str) -> None:
    for hit in seek(text):
        assert 0 <= hit.start < hit.end <= len(text)


LONG = ["a", "A1", "a b ", "<b>", "%41", "12 34 ", "&amp;", "é", "Rosalind ", "hi\n", "xn--"]
LONG += ["RosalindPoe", "\\author{", "<b>Rosalind"]


@pytest.mark.parametrize("unit", LONG)
def test_long_texts_take_time_that_grows_with_their_length_alone(unit: str) -> None:
    def spent(size: int) -> float:
        before = time.process_time()
        sweep(unit * (size // len(unit)))
        return time.process_time() - before

    short = min(spent(10_000), spent(10_001))
    long = min(spent(80_000), spent(80_001), spent(80_002))  # other work may slow one down
    assert long < 8 * 4 * (short + 0.01)


@settings(deadline=None)
@given(st.lists(st.text(max_size=80), max_size=4))
def test_any_texts_can_be_swept(texts: list[str]) -> None:
    for text, found in zip(texts, sweep(*texts), strict=True):
        assert all(0 <= hit.start < hit.end <= len(text) for hit in found)


def zipped(**members: bytes) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), data)
    return whole.getvalue()


def tarred(name: str, data: bytes, owner: str = "") -> bytes:
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.size, member.uname = len(data), owner
        archive.addfile(member, io.BytesIO(data))
    return whole.getvalue()


def png(kind: bytes, body: bytes) -> bytes:
    chunk = len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")
    return b"\x89PNG\r\n\x1a\n" + chunk


def pdf(stream: bytes) -> bytes:
    packed = zlib.compress(stream)
    return b"%PDF-1.7\n1 0 obj <<>> stream\n" + packed + b"\nendstream endobj"


def parquet(text: str) -> bytes:
    whole = io.BytesIO()
    pl.DataFrame({"text": [text]}).write_parquet(whole)
    return whole.getvalue()


CORE = b"<cp:coreProperties><dc:creator>Rosalind Quist</dc:creator></cp:coreProperties>"
RUNS = b"<si><r><t>Rosa</t></r><r><rPr><b/></rPr><t>lind</t></r></si>"
HIDING = [
    ("essays/Rosalind.txt", b"nothing"),
    ("plain.csv", b"id,text\n1,Hi Rosalind\n"),
    ("wide.csv", "Hi Rosalind".encode("utf-16")),
    ("properties.docx", zipped(docProps__core_xml=CORE)),
    ("runs.xlsx", zipped(xl__sharedStrings_xml=RUNS)),
    ("member.zip", zipped(Rosalind_txt=b"")),
    ("nested.zip", zipped(a_zip=zipped(b_txt=b"Rosalind"))),
    ("old.tar.gz", gzip.compress(tarred("a.txt", b"Rosalind"))),
    ("owner.tar", tarred("a.txt", b"", owner="rosalind")),
    ("inside.zip", zipped(b_tgz=gzip.compress(tarred("a.txt", b"Hi Rosalind")))),
    ("lines.bz2", bz2.compress(b"Rosalind")),
    ("lines.xz", lzma.compress(b"Rosalind")),
    ("named.gz", b"\x1f\x8b\x08\x08\0\0\0\0\0\x03rosalind.csv\0" + gzip.compress(b"x")[10:]),
    ("comment.png", png(b"tEXt", b"Author\0Rosalind")),
    ("packed.png", png(b"zTXt", b"Author\0\0" + zlib.compress(b"Rosalind"))),
    ("photo.jpg", b"\xff\xd8\xff\xe1\0\0Exif\0\0Rosalind\0\0"),
    ("old.doc", b"\xd0\xcf\x11\xe0\0\0\0" + "Rosalind Quist".encode("utf-16-le") + b"\0\0\0"),
    ("shown.pdf", pdf(b"BT [(Ros) -12 (alind)] TJ ET")),
    ("table.parquet", parquet("Hi Rosalind")),
    ("mail.eml", base64.encodebytes(zipped(a_txt=b"Rosalind " * 400 + bytes(range(256))))),
    ("hidden.json", b'{"a": "Ros\\u0061lind"}'),
]


@pytest.mark.parametrize(("name", "data"), HIDING)
def test_every_file_is_looked_into(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(data)
    found = check_files(tmp_path, ["Rosalind"])
    assert {finding.name for finding in found} == {"Rosalind"}
    assert "Rosalind" not in "".join(finding.line() for finding in found)


def test_what_cannot_be_looked_into_is_said(tmp_path: Path) -> None:
    deep = b"Rosalind"
    for _ in range(6):
        deep = zipped(a_zip=deep)
    files = {
        "rest.7z": b"7z\xbc\xaf\x27\x1c\0\0",
        "deep.zip": deep,
        "cut.zip": zipped(a_txt=b"x" * 999)[:-40],
    }
    unsearched: list[Unsearched] = []
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
        list(contents(tmp_path / name, unsearched))
    assert [(Path(where).name, why) for where, why in unsearched] == [
        ("rest.7z", "packed with 7z"),
        ("deep.zip", "packed too deep"),
        ("cut.zip", "damaged"),
    ]


def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["onym.check.contents"], "BUDGET", 1 << 16)
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(b"\n" * (1 << 22)))
    unsearched: list[Unsearched] = []
    texts = list(contents(tmp_path / "bomb.gz", unsearched))
    assert sum(map(len, texts)) <= 1 << 16
    assert unsearched == [(str(tmp_path / "bomb.gz"), "too much to unpack")]


def test_a_long_text_is_searched_in_slices_and_nothing_packed_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["onym.check.contents"], "SLICE", 500)
    packed = base64.encodebytes(zipped(a_txt=b"Rosalind " + bytes(range(256)) * 4))
    line = b'{"id": 7, "text": "Hi R\\u006fsalind, all is well"}\n'
    path = tmp_path / "forum.jsonl"
    path.write_bytes(line * 40 + packed + line * 40)
    cut = list(slices(path))
    assert len(cut) > 5
    assert [start for start, _ in cut] == [0, *(end for _, end in cut[:-1])]
    assert cut[-1][1] == path.stat().st_size
    (found,) = check_files(tmp_path, ["Rosalind"])
    assert found.count == 81
    assert found.messages == ("forum.jsonl",)
