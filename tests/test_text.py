from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.text.text import Markup, fold, is_boundary, protected, segments, tokens

FOLDED = {
    "Robert": "robert",
    "ŠIMIĆ": "simic",
    "Zoë Ødegård": "zoe odegard",
    "Łukasz Đorđe": "lukasz dorde",
    "O’Neil": "o'neil",
    "Weiß": "weiß",
    "İpek ISIK ısık": "ipek isik isik",
    "Σοφός": "σοφοσ",
    "Ёлка": "елка",
    "がく": "がく",
    "ﬁn": "ﬁn",
    "x² …": "x² …",
}


@pytest.mark.parametrize(("text", "folded"), FOLDED.items())
def test_folding(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text())
def test_folding_keeps_offsets_and_is_settled(text: str) -> None:
    folded = fold(text)
    assert len(folded) == len(text)
    assert fold(folded) == folded


@given(st.text(st.characters(max_codepoint=0x17F, categories=["Ll", "Lu"])))
def test_case_and_accents_make_no_difference(text: str) -> None:
    if len(text.upper()) == len(text):
        assert fold(text.upper()) == fold(text)
    bare = [unicodedata.normalize("NFD", letter)[0] for letter in text]
    assert fold("".join(bare)) == fold(text)


BOUNDARIES = [
    ("Robert", 0, True),
    ("Robert", 6, True),
    ("Robert", 3, False),
    ("Robert's", 6, True),
    ("Robert’s", 6, True),
    ("Roberts'", 6, False),
    ("Robert_J", 6, True),
    ("Robert2", 6, True),
    ("rob77", 4, False),
    ("Mary-Jane", 4, True),
    ("Andre\u0301", 5, False),
    ("naïve", 2, False),
    ("Анна", 2, False),
    ("田中さん", 2, True),
    ("Robertさん", 6, True),
    ("Robert🙂", 6, True),
]


@pytest.mark.parametrize(("text", "at", "expected"), BOUNDARIES)
def test_word_boundaries(text: str, at: int, expected: bool) -> None:
    assert is_boundary(text, at) is expected


TOKENS = {
    "Hi O'Neil, it’s Mary-Jane!": ["Hi", "O'Neil", "it’s", "Mary-Jane"],
    "Robert_J and Robert2": ["Robert", "J", "and", "Robert2"],
    "Andre\u0301 -- 'quoted' word-": ["Andre\u0301", "quoted", "word"],
    "नमस्ते दुनिया": ["नमस्ते", "दुनिया"],
    "... !": [],
}


@pytest.mark.parametrize(("text", "words"), TOKENS.items())
def test_tokens(text: str, words: list[str]) -> None:
    assert [token.text for token in tokens(text)] == words


@given(st.text())
def test_tokens_are_cut_from_the_text_in_order(text: str) -> None:
    end = 0
    for token in tokens(text):
        assert token.start >= end
        assert text[token.start : token.end] == token.text
        end = token.end


# The parts of each message that are text; the rest must stay as it is.
SEGMENTS = [
    # HTML: tags stay, what people read does not hide in them
    ('<p>Hi <a href="/u/mary">Mary</a></p>', ["Hi ", "Mary"]),
    ('<img src="mary.png" alt="Mary Poe" title=\'Mary\'>', ["Mary Poe", "Mary"]),
    ("<img alt=Mary src=mary.png><a title=Mary>", ["Mary", "Mary"]),
    ("<p>Run <code>mary()</code> Mary</p>", ["Run ", " Mary"]),
    ("<script>var mary = 1</script>Mary<br/>", ["Mary"]),
    ("<code> never closed, Mary", [" never closed, Mary"]),
    ("<code> lost <code>x</code> Mary", [" lost ", " Mary"]),
    ("<p>Mary <!-- Mary --></p>", ["Mary <!-- Mary -->"]),
    ("<P CLASS=x hidden>Mary</P >", ["Mary"]),
    ("<pre>Mary wrote</pre>", ["Mary wrote"]),
    ("<o:p>Mary</o:p>", ["Mary"]),
    # what only looks like it
    ("a < b and c > d", ["a < b and c > d"]),
    ("x <b and Mary> y", ["x <b and Mary> y"]),
    ("Mary Poe <mary@example.org>", ["Mary Poe <mary@example.org>"]),
    ("<Mary> hi", ["<Mary> hi"]),
    ("see <https://example.org/mary>", ["see <https://example.org/mary>"]),
    # Markdown: code and targets stay, link text and alt text are text
    ("use `mary()` Mary", ["use ", " Mary"]),
    ("``a ` mary`` Mary", [" Mary"]),
    ("```r\nmary <- 1\n```\nMary", ["\nMary"]),
    ("```\nnever closed, Mary", ["```\nnever closed, Mary"]),
    ("[Mary](https://example.org/mary)", ["[Mary](", ")"]),
    ('![Mary](mary.png "Mary at sea")', ["![Mary](", ' "Mary at sea")']),
    ("[1]: https://example.org/mary", ["[1]: "]),
    # what only looks like it
    ("`Mary' and `Jane' came", ["`Mary' and `Jane' came"]),
    ("`Mary',`Jane'", ["`Mary',`Jane'"]),
    ("``Mary'' and ``Jane''", ["``Mary'' and ``Jane''"]),
    ("a ` b Mary\nc ` d", ["a ` b Mary\nc ` d"]),
    ("[sic](Mary)", ["[sic](Mary)"]),
    ("[Mary]: hello", ["[Mary]: hello"]),
    ("    Mary, indented", ["    Mary, indented"]),
    ("~~~~~~\nMary\n~~~~~~", ["~~~~~~\nMary\n~~~~~~"]),
]


@pytest.mark.parametrize(("text", "expected"), SEGMENTS)
def test_segments(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in segments(text)] == expected


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("plain", ["<b>Mary</b> `mary`"]),
        ("html", ["Mary", " `mary`"]),
        ("markdown", ["<b>Mary</b> "]),
        ("auto", ["Mary", " "]),
    ],
)
def test_the_markup_can_be_said(markup: Markup, expected: list[str]) -> None:
    text = "<b>Mary</b> `mary`"
    assert [text[start:end] for start, end in segments(text, markup)] == expected


PIECES = "<p>|</p>|<code>|</code>|<a href=\"|\">|<b |alt='x'|>|`|``|```|[a](|b/c)|]: |Mary|(|'| |\n"
MARKUP = st.lists(st.sampled_from(PIECES.split("|"))).map("".join)


@given(MARKUP)
def test_segments_and_the_rest_make_up_the_text(text: str) -> None:
    pieces = sorted(segments(text) + protected(text))
    assert "".join(text[start:end] for start, end in pieces) == text
    assert all(start < end for start, end in pieces)


@pytest.mark.parametrize(
    "piece", ["<a ", "<code>", '<a href="', "`", "```\n", "](", "[a](b(", "<b x='", "<!--", "[a]: "]
)
def test_time_grows_with_the_text_only(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    start = time.process_time()
    protected(text)
    assert time.process_time() - start < 2
