"""Who is quoted, where a forum says so; every person and user name here is invented."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.text.credits import MOST, credits, lines_said, speaker, speakers, tags
from onym.text.layout import laid_out
from test_conversations import hidden

MESSAGE = """
> @**wobblefish**:
> > @**the lamp post** said:
> > Which one?
> The second.
Thanks!

@**Zoe Ash** wrote:

> Never.
Well.
> Nobody.
"""


def test_a_line_says_who_is_quoted() -> None:
    assert [(each.name, each.depth) for each in credits(MESSAGE)] == [
        ("wobblefish", 1),
        ("the lamp post", 2),
        ("Zoe Ash", 1),
    ]
    for each in credits(MESSAGE):
        assert MESSAGE[each.start : each.end] == each.name


def test_each_line_stands_below_one_of_them_or_none() -> None:
    said = {line.body: line.credit for line in lines_said(MESSAGE)}
    assert said == {
        "Which one?": 1,
        "The second.": 0,
        "Thanks!": None,
        "Never.": 2,
        "Well.": None,
        "Nobody.": None,
    }


def test_whose_words_stand_at_a_place() -> None:
    known = speakers(MESSAGE, ("u1", None, "u3"))
    told = ("second", "Which", "Never", "Thanks")
    assert [speaker(MESSAGE, MESSAGE.index(word), known) for word in told] == [
        "u1",
        None,
        "u3",
        None,
    ]


@pytest.mark.parametrize("text", ["Ask @**Zoe Ash** why:", "> @**Zoe** is right.", "@**: no"])
def test_a_mention_is_no_quote(text: str) -> None:
    assert credits(text) == []


@given(st.text('a<>@*|:\n [quote=]/"', max_size=60))
def test_whatever_is_written_there_is_a_way_back(text: str) -> None:
    layout = laid_out(text)
    for each in credits(layout.text):
        start, end = layout.source(each.start, each.end)
        assert html.unescape(text[start:end]) == each.name


USERS = ["wobblefish", "the lamp post", "56 teapots", "e m b e r", "Salt&Pepper", "miles"]
SAID = [
    "I would rather keep the third specimen, as it grows by the bridge in spring.",
    "The herbarium opens at nine and closes at four, except on the first Monday.",
    "Nobody has seen the green one since the storm took the roof off the barn.",
    "It was fifty miles to the coast and fifty miles back, and never again for me.",
    "My own one is in the shed, and the key to the shed is under the third pot.",
    "Bring a lamp and some rope, the post by the gate is not to be trusted.",
]
NOTATIONS = [
    "<blockquote><div><cite>{} wrote:</cite>{}</div></blockquote>Agreed, all of it.",
    '<div class="quotetitle">{} wrote:</div><div class="quotecontent">{}</div>Agreed, all of it.',
    '<aside class="quote" data-username="x"><div class="title">{}:</div>'
    "<blockquote>{}</blockquote></aside>Agreed, all of it.",
]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_user_names_that_only_quotes_tell_are_hidden_and_their_owners_known(notation: str) -> None:
    asked = [(f"u{n}", text) for n, text in enumerate(SAID)]
    answers = [
        ("u9", notation.format(html.escape(name), said))
        for name, said in zip(USERS, SAID, strict=True)
    ]
    texts = hidden(*asked, *answers, parents=(0,) * 12)
    assert texts[:6] == SAID
    for number, text in enumerate(texts[6:]):
        assert text == notation.format(f"[u{number}]", SAID[number])


def test_who_signs_in_quoted_words_is_who_wrote_them() -> None:
    one = ("u1", f"{SAID[0]}\n\nCheers,\nArthur")
    two = ("u2", f"{SAID[1]}\n\nCheers,\nArthur")
    quote = f'[quote="wobblefish"]{one[1]}[/quote]\nAgreed, all of it.'
    texts = hidden(one, two, ("u3", quote), parents=(0, 0, 0))
    assert texts[2] == quote.replace("wobblefish", "[u1]").replace("Arthur", "[u1]")


def test_who_is_quoted_and_never_writes_is_hidden_too() -> None:
    quote = f'[quote="wobblefish"]{SAID[2]}[/quote]\nAgreed, all of it.'
    texts = hidden(("u1", SAID[0]), ("u2", quote), parents=(0, 0))
    assert "wobblefish" not in texts[1]


MARGINS = """    {0}> I would rather keep the third specimen,
    {0}> as it grows by the bridge in spring.
"""


@pytest.mark.parametrize("name", ["Arthur", "AR"])
def test_a_name_before_each_line_of_a_quote_is_its_writers(name: str) -> None:
    quote = MARGINS.format(name) + f"    {name}>\n    {name}> Arthur\n"
    texts = hidden(("u1", f"{SAID[0]}\n\nArthur"), ("u2", f"No.\n\nMartin\n\n{quote}"))
    assert texts[1] == f"No.\n\n[u2]\n\n{quote}".replace(name, "[u1]").replace("Arthur", "[u1]")


def test_the_prompt_of_a_program_is_nobody() -> None:
    shown = "It says:\n\nSQL> select all\nSQL> from all\nSQL> where all\n"
    assert hidden(("u1", SAID[0]), ("u2", shown))[1] == shown


def test_two_lines_are_no_quote_yet() -> None:
    assert laid_out("Ash> yes\nAsh> no").margins == ()


TAGGED = '>>>>> "{0}" == {1} <x at nowhere.org>\n>>>>>     on Mon, 3 Jun 2024 10:03:00 writes:\n\n'


@pytest.mark.parametrize("short", ["RP", "IF", "Robert"])
def test_a_short_name_that_a_message_gives_to_whom_it_quotes(short: str) -> None:
    quote = f"{TAGGED}    {{0}}> which one?\n\nThe third, I think.\n\n    {{0}}> And why?\n\nMary"
    names = {"u1": "Robert Poe", "u2": "Mary Ash"}
    texts = hidden(("u1", "which one?"), ("u2", quote.format(short, "Robert Poe")), roster=names)
    assert texts[1] == quote.replace("Mary", "[u2]").format("[u1]", "[u1]")


def test_a_short_name_in_brackets() -> None:
    quote = ">>>>> Robert Poe (RP) wrote:\n\n    RP> which one?\n\nThe third.\n\n    RP> And why?"
    names = {"u1": "Robert Poe", "u2": "Mary Ash"}
    texts = hidden(("u1", "which one?"), ("u2", quote), roster=names)
    assert texts[1] == quote.replace("Robert Poe (RP)", "[u1]").replace("RP", "[u1]")


def test_a_short_name_counts_in_its_message_only() -> None:
    quote = TAGGED.format("IF", "Ida Fell") + "    IF> which one?\n\nThe third.\n\nMary"
    names = {"u1": "Ida Fell", "u2": "Mary Ash"}
    later = "IF you ask me: IF> is no prompt."
    asked = ("u1", "which one?\n\nIda")
    texts = hidden(asked, ("u2", quote), ("u2", later), roster=names)
    assert "IF" not in texts[1] and texts[2] == later


def test_the_short_name_of_somebody_who_takes_no_part() -> None:
    quote = TAGGED.format("PK", "Petra Kowal") + "    PK> which one?\n\nThe third.\n\nMary"
    text = hidden(("u1", "Nothing."), ("u2", quote), parents=(0, 0))[1]
    assert "PK" not in text and "Petra" not in text


def test_a_short_name_before_the_header_of_what_is_quoted() -> None:
    quote = (
        "RP> From: Robert Poe <r at x.org>\nRP> Subject: both\nRP>\nRP> which one?\n\nThe third."
    )
    names = {"u1": "Robert Poe", "u2": "Mary Ash"}
    texts = hidden(("u1", "Nothing."), ("u2", quote), roster=names)
    assert texts[1] == quote.replace("Robert Poe", "[u1]").replace("RP", "[u1]")


def test_a_message_gives_so_many_short_names_and_each_once() -> None:
    lines = [f"A{'BCDEFGHIJK'[n % 10]}{n}> From: Mary Poe\n" for n in range(200)]
    assert len(tags("".join(lines * 2))) == MOST
    assert [len(tag.places) for tag in tags("AB> From: Mary Poe\n" * 50)] == [50]
