"""A message as its reader sees it, and the way back; every person here is invented."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.text.layout import laid_out, markup

SEEN = [
    ("Hi Zoe,\nyes", "Hi Zoe,|yes"),
    ("<p>Hi Zoe,</p><p>yes,<br/>no</p>", "Hi Zoe,|yes,|no"),
    ('<div class="a">Hi <b>Zoe</b>,</div>a < b', "Hi Zoe,|a < b"),
    ("<b>Zo</b>e <i>Ash</i>", "Zoe Ash"),
    ("<zoe@example.org> wrote", "<zoe@example.org> wrote"),
    ("<blockquote><p>yes</p></blockquote><p>no", ">|> yes|>|no"),
    ("<p>&gt; yes<br>Ask&nbsp;Ash &lt;a@b.example&gt;", "> yes|Ask Ash <a@b.example>"),
    ("AT&amp;T <b>&Ouml;rebro</b>", "AT&T Örebro"),
    ("a &gt; b", "a &gt; b"),
    ('see <img alt="Zoe" src="z.png"> here', "see  here"),
    # code is nobody's name
    ("use <code>Zoe</code> and `Ash`", "use 0 and 0"),
    ("<pre>Hi Zoe,\nyes</pre>", "Hi Zoe,|yes"),
    ('<pre><span class="k">def</span> Zoe</pre>yes', "0|yes"),
    ("never <code>closed", "never closed"),
    ("no <script>Zoe()</script>script", "no script"),
    # marked as mentions
    ('<span class="user-mention" data-user-id="7">@Zoe Ash</span>, yes', "@**Zoe Ash**, yes"),
    ('<span class="user-mention silent">Zoe Ash</span> said:', "@**Zoe Ash** said:"),
    ('<a class="mention" href="/u/zoe">@zoe</a> yes', "@**zoe** yes"),
    ('<at id="0">Zoe Ash</at> yes', "@**Zoe Ash** yes"),
    ("@_**Zoe Ash|17** [said](https://x.org):", "@**Zoe Ash** said:"),
    ("```quote\nyes\n\nno\n```\nwhy", "> yes|> no|why"),
    ("see [Zoe](/u/zoe(1)) here ![z](z.png)", "see Zoe here ![z](z.png)"),
    ('<span class="user-group-mention">@tutors</span> yes', "@tutors yes"),
    # lines of a quote have a mark each, and one more for a quote in it
    (
        "<blockquote>yes<br>\nno<blockquote>why</blockquote></blockquote>so",
        "> yes|>|> no|> > why|>|so",
    ),
    ("[quote]yes\nno [quote]why[/quote] so[/quote]\nwell", "> yes|> no|> > why|>  so|well"),
    ("[QUOTE]yes[/QUOTE]no", "> yes|no"),
    ('<div class="quotecontent">yes <div>no</div></div>so', "> yes|> no|>|so"),
    ("see [quote] there", "see [quote] there"),
    # who is quoted
    ("<blockquote><cite>zoe wrote:</cite>yes</blockquote>no", ">|> @**zoe**:|> yes|no"),
    ("<cite>Zoe &amp; Ash wrote:</cite><blockquote>yes", "@**Zoe & Ash**:|> yes"),
    ('<cite><a href="/z">*zoe a*</a> wrote: <a>↑</a></cite>yes', "@**zoe a**:|↑yes"),
    (
        '<div class="quotetitle">zoe a wrote:</div><div class="quotecontent">yes',
        "@**zoe a**:|> yes",
    ),
    ('<div class="bbCodeBlock-title"><a href="/z">Zoe A said:</a></div>', "@**Zoe A**:"),
    ('<div class="quoteheader"><a>Quote from: Zoe Ash on May 3, 2012</a></div>', "@**Zoe Ash**:"),
    ('<div class="bbcode_postedby">Originally Posted by <b>Zoe</b></div>', "@**Zoe**:"),
    ('<aside class="quote" data-username="zoe"><div class="title"> zoe:</div>', "@**zoe**:"),
    ("<cite>Zoe a écrit :</cite>", "@**Zoe**:"),
    ("<cite> author=Zoe Ash link=topic=1.msg2#msg2 date=3 wrote:</cite>", "@**Zoe Ash**:"),
    ("<blockquote>Quote from: zoe on May 3, 2012, 05:25 AM<br>yes", "> @**zoe**:|>|> yes"),
    ("<blockquote>Hi Zoe:<br>yes", "> Hi Zoe:|> yes"),
    ('[quote="Zoe Ash, post:3, topic:1"]yes[/quote]', "> @**Zoe Ash**:|> yes"),
    ("[quote author=zoe date=3]yes[/quote]", "> @**zoe**:|> yes"),
    ("[quote=zoe post_id=3 user_id=4]yes[/quote]", "> @**zoe**:|> yes"),
    ("[quote= ]yes[/quote]", "> yes"),
    ("as in <cite>Zoe's Garden</cite>, yes", "as in Zoe's Garden, yes"),
]


@pytest.mark.parametrize(("written", "lines"), SEEN)
def test_what_is_seen(written: str, lines: str) -> None:
    seen = laid_out(written).text
    assert "|".join(line.strip() for line in seen.split("\n") if line.strip()) == lines


def test_the_way_there_and_back() -> None:
    written = "<p>Hi <b>Zo&euml;</b> <i>Ash</i>, <code>Zoe</code></p>"
    layout = laid_out(written)
    start = layout.text.index("Zoë")
    assert layout.see(written.index("Zo&"), written.index("Ash") + 3) == (start, start + 7)
    found = layout.source(start, start + 7)
    assert written[slice(*found)] == "Zo&euml;</b> <i>Ash"
    assert layout.see(written.index("Zoe"), written.index("Zoe") + 3) is None


def test_what_people_read_in_tags_is_told_apart() -> None:
    written = 'a <img alt="Zoe Ash" src="z.png" title=\'Ash\'> b'
    assert [written[start:end] for start, end in laid_out(written).asides] == ["Zoe Ash", "Ash"]


PIECES = ["Zoe", " ", "\n", "&euml;", "&nbsp;", "<b>", "</b>", "<p>", "<br/>", "<blockquote>"]
PIECES += ["</blockquote>", "<code>", "</code>", '<img alt="Zoe">', "`", "<", "&", "é", "@"]
PIECES += ['<span class="mention">', "</span>", "<pre>", "</pre>", "<span>", "```\n"]
PIECES += ["```quote\n", "[Zoe](x.org)", "[", "](", "@_**", "**", "|7**"]


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_every_letter_that_is_seen_leads_back_to_itself(written: str) -> None:
    layout = laid_out(written)
    for at, letter in enumerate(written):
        place = layout.see(at, at + 1)
        if place is None:
            continue
        start, end = layout.source(*place)
        assert start <= at < end
        if end - start == 1:
            assert layout.text[slice(*place)] == letter
    for at, letter in enumerate(layout.text):
        start, end = layout.source(at, at + 1)
        if end - start == 1:
            assert written[start] == letter


HOSTILE = [
    "<code>",
    "<pre>",
    "<p>",
    "[",
    "[a](",
    "@**",
    "`",
    "```quote\n",
    "&amp",
    "<",
    "<b ",
    "**",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_with_the_text_only(piece: str) -> None:
    text = piece * 20_000
    start = time.process_time()
    laid_out(text)
    markup(text)
    assert time.process_time() - start < 3


@pytest.mark.parametrize("mark", ["[quote]", "<blockquote>", "<div class='quotecontent'>"])
def test_deep_quotes_take_hardly_more_room_than_flat_ones(mark: str) -> None:
    deep = laid_out(f"{mark}\nyes\n" * 3000 + "[/quote]")
    assert len(deep.text) < 20 * len(deep.written)
