"""Names in HTML: split over tags, marked as mentions, inside code; every person is invented."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import onym
from onym.model import Policy
from onym.text.text import TAG

NAMES = {"u1": "René Müller", "u2": "Zoe Ash"}


def hidden(*texts: str, names: bool = True, thread: bool = True) -> list[str]:
    """Messages by u1, u2, u1 and so on, with ids for names; nobody says who answers whom."""
    authors = [f"u{1 + at % 2}" for at in range(len(texts))]
    frame = pl.DataFrame({"author": authors, "text": texts})
    if names:
        frame = frame.with_columns(name=pl.col("author").replace_strict(NAMES))
    if thread:
        frame = frame.with_columns(thread=pl.lit("t"))
    policy = Policy(style="id")
    corpus = onym.read(frame)
    mapping = onym.link(onym.find(corpus, policy=policy), corpus, policy)
    return onym.replace(corpus, mapping, policy).messages["text"].to_list()


SPLIT = [
    ("<p>Hi <b>René</b> <b>Müller</b>, yes</p>", "<p>Hi <b>[u1]</b><b></b>, yes</p>"),
    (
        '<span style="color:red">Ren&eacute;&nbsp;</span><i>M&uuml;ller</i>',
        '<span style="color:red">[u1]</span><i></i>',
    ),
    ("<p>Thanks <b>Re</b>né!</p>", "<p>Thanks <b>[u1]</b>!</p>"),
    ("Thanks [René](/u/rene) Müller!", "Thanks [[u1]](/u/rene)!"),
    ('<img alt="René Müller" src="a.png"> yes', '<img alt="[u1]" src="a.png"> yes'),
    ("<p>a <code>René</code> here</p>", "<p>a <code>René</code> here</p>"),
    ('<b class="René">no</b>', '<b class="René">no</b>'),
]


@pytest.mark.parametrize(("written", "expected"), SPLIT)
def test_a_name_is_hidden_whatever_tags_are_in_it(written: str, expected: str) -> None:
    assert hidden("<p>Which one?</p>", written)[1] == expected


def test_the_mapping_has_names_as_they_are_read() -> None:
    texts = ["<p>Hi Zoe</p>", "<p>Thanks <b>Ren&eacute;</b> <i>M&uuml;ller</i></p>"]
    frame = pl.DataFrame({"author": ["u1", "u2"], "name": list(NAMES.values()), "text": texts})
    corpus = onym.read(frame)
    mapping = onym.link(onym.find(corpus), corpus)
    assert [entry.name for entry in mapping.entries] == ["René Müller", "Zoe"]


MARKED = [
    '<p><span class="user-mention" data-user-id="7">@Ottoline Quill</span> could you look?</p>',
    '<div><at id="0">Ottoline Quill</at> could you look?</div>',
    "@**Ottoline Quill** could you look?",
]


@pytest.mark.parametrize("written", MARKED)
def test_a_marked_mention_is_a_person_even_if_nobody_knows_the_name(written: str) -> None:
    first, second = hidden(written, "<p>Ottoline is away, I believe.</p>", names=False)
    assert "Ottoline" not in first + second
    assert "Quill" not in first
    assert "[X1]" in first


LONG = "I would rather keep the third specimen as it grows near the bridge every spring."


def test_a_quote_tells_whose_name_stands_above_it() -> None:
    quote = '<p><span class="user-mention silent">Ottoline Quill</span> said:</p><blockquote>'
    quote += f"<p>{LONG}</p></blockquote>"
    texts = hidden(
        f"<p>{LONG}</p>",
        "<p>The herbarium opens at nine.</p>",
        "<p>Does anybody know the way to the bridge?</p>",
        f"{quote}<p>Agreed, and I would add the fourth.</p>",
        "<p>The keys are with the porter until Friday.</p>",
        f"{quote}<p>Then we need a larger press.</p>",
        names=False,
    )
    assert "Quill" not in "".join(texts)
    assert "[u1]" in texts[3] and "[u1]" in texts[5]


def test_code_in_colours_is_nobodys_name() -> None:
    code = '<pre><span class="k">def</span> <span class="n">Margaret</span></pre>'
    texts = [f"<p>Try this</p>{code}", "<p>It works.</p>"] * 3
    assert hidden(*texts, names=False) == texts


def test_a_table_does_not_keep_the_numbers_of_people_in_tags(tmp_path: Path) -> None:
    source = tmp_path / "chat.csv"
    text = '<p><span class="user-mention" data-user-id="110038">@Zoe Ash</span> yes</p>'
    quoted = text.replace('"', '""')
    source.write_text(f'author,name,text\nu1,René Müller,"{quoted}"\nu2,Zoe Ash,no\n', "utf-8")
    corpus = onym.read(source)
    mapping = onym.link(onym.find(corpus), corpus)
    policy = Policy(seed=3)
    out = tmp_path / "out.csv"
    onym.write(corpus, onym.replace(corpus, mapping, policy), out, policy)
    written = out.read_text("utf-8")
    assert "110038" not in written and "data-user-id=" in written and "Zoe" not in written


PIECES = ["<b>", "</b>", "<i>", '<span class="x">', "</span>", "<p>", "</p>", "René", "Müller", " "]
PIECES += [
    "Hi ",
    "Zoe",
    "Ash",
    "Ren&eacute;",
    "&nbsp;",
    ", ",
    "\n",
    "[Zoe](/u/zoe)",
    "<code>",
    "</code>",
]


@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join))
@settings(deadline=None, max_examples=60)
def test_every_tag_is_left_where_it_was(written: str) -> None:
    after = hidden("<p>Which one?</p>", written or " ")[1]
    assert [tag[0] for tag in TAG.finditer(after)] == [tag[0] for tag in TAG.finditer(written)]
