from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.text.view import clear, outline, see, sketch, squeeze

CLEARED = {
    "Mary  Jane": "Mary Jane",
    "Mary\r\nJane": "Mary Jane",
    "Mary \n\t Jane": "Mary Jane",
    "Mary\u00a0Jane": "Mary Jane",
    "Mary\n> Jane": "Mary Jane",
    "Mary\n>> > Jane": "Mary Jane",
    "Mary > Jane": "Mary > Jane",
    "Thanks Mary\n\nJane": "Thanks Mary  Jane",
    "Andr&eacute; &amp; Zo&#235;": "André & Zoë",
    "Mary&nbsp;Jane": "Mary Jane",
    "AT&T; &nosuch;": "AT&T; &nosuch;",
    "Andre\u0301": "André",
    "Nguye\u0302\u0303n": "Nguyễn",
    "Ro\u00adbert \u200bJones": "Robert Jones",
    "\u0301x": "x",
    "<b>Ma</b>ry <i>Jane</i>": "Mary Jane",
    "Mary </b> <i>Jane": "Mary Jane",
    "Mary\n\n<i>Jane": "Mary  Jane",
    "Mary<p>Jane a<b": "Mary<p>Jane a<b",
}


@pytest.mark.parametrize(("text", "seen"), CLEARED.items())
def test_what_a_reader_sees(text: str, seen: str) -> None:
    assert clear(text) == seen


OUTLINES = {
    "Hi Mary-Jane!": b"hi mary jane ",
    "Andr&eacute; 2": b"andre  ",
    "R o b e r t": b"r o b e r t",
    "Robert_J.": b"robert j ",
    "Robert🙂田中": b"robert   ",
    "Zoë’s": b"zoe s",
}


@pytest.mark.parametrize(("text", "drawn"), OUTLINES.items())
def test_outlines(text: str, drawn: bytes) -> None:
    assert see(text).outline == drawn


def test_names_as_they_are_compared() -> None:
    assert squeeze("  Mary   Jane ") == "Mary Jane"
    assert squeeze("J.") == "J"
    assert squeeze("J. R.") == "J. R."
    assert squeeze("Andre\u0301") == "André"


TEXT = st.lists(
    st.sampled_from(
        [*"aB é>\n\r\t.\u0301\u00ad\u200bЖ田&;", "&eacute;", "&nbsp;", "\n>", "<b>", "</i>"]
    )
).map("".join)


@given(TEXT)
def test_every_offset_of_the_outline_leads_back(text: str) -> None:
    outline_, breaks, shifts = see(text)
    seen = clear(text)
    assert len(outline_) == len(seen)
    assert breaks == sorted(breaks)
    back = [max(s for b, s in zip(breaks, shifts, strict=True) if b <= at) + at
            for at in range(len(seen))]  # fmt: skip
    assert back == sorted(set(back))
    for at, character in enumerate(seen):
        if character.isalpha() and character.isascii():
            assert text[back[at]] == character


@given(st.text(), st.text("Жёлтыйa \u0301\u2003\u200b—", min_size=40))
def test_a_sketch_has_one_byte_a_character_in_any_script(text: str, other: str) -> None:
    assert len(sketch(text)) == len(text)
    # Few foreign letters and many take different ways.
    assert sketch(other) == sketch("a" * 1000 + other)[1000:]


def test_lone_surrogates_do_no_harm() -> None:
    assert outline("Rob\ud800ert") == b"rob ert"
