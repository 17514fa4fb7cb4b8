"""What stands around a name; the name looked at is marked with guillemets."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from onym.find.lexicon import lexicon
from onym.resolve.surroundings import ABBREVIATED, INITIALS_BEFORE, TITLE_ABOVE, Surroundings

WORDS = lexicon(("en",), frozenset({"ramsden", "pembrook"}))


def around(marked: str) -> Surroundings:
    """The surroundings of the word in guillemets."""
    before, word, after = marked.replace("»", "«").split("«")
    text = before + word + after
    return Surroundings(text, len(before), len(before) + len(word), WORDS)


class TestTitlesAndInitials:
    @pytest.mark.parametrize(
        ("text", "title"),
        [
            ("I thank Dr. «Ramsden» for it.", True),
            ("I thank Mr «Ramsden» for it.", True),
            ("I thank dr «Ramsden» for it.", True),
            ("It is up to me. «Ramsden» knows.", False),
            ("I thank «Ramsden» for it.", False),
            ("as Dr.\n«Ramsden» knows.", True),
            ("I like art.\n«Ramsden» knows.", False),
        ],
    )
    def test_title(self, text: str, title: bool) -> None:
        assert around(text).title is title

    @pytest.mark.parametrize(
        ("text", "initials"),
        [
            ("as J. «Ramsden» said", "J. "),
            ("as J.-P. «Ramsden» said", "J.-P. "),
            ("as J «Ramsden» said", "J "),
            ("as «Ramsden» said", ""),
            ("as J. \n«Ramsden» said", "J. \n"),
            ("others, e.g. «Ramsden», said", ""),
            ("heute, z.B. «Ramsden»", ""),
            ("P.S. «Ramsden» is late", ""),
            ("P.P.S. «Ramsden» is late", ""),
            ("N.B. «Ramsden» is late", ""),
            ("in the U.S. «Ramsden» is known", ""),
            ("my Ph.D. «Ramsden» knows", ""),
            ("at 9 A.M. «Ramsden» came", ""),
            ("as A.M. «Ramsden» said", "A.M. "),
        ],
    )
    def test_initials(self, text: str, initials: str) -> None:
        assert around(text).initials == initials

    @pytest.mark.parametrize(
        ("text", "letter"),
        [
            ("Hi «Mary» T,", "T"),
            ("Hi «Mary» T. Ramsden,", ""),
            ("Set «Mary» X = 3.", ""),
            ("Hi «Mary» Tess,", ""),
            ("Hi «Mary» T?ss,", ""),
            ("Hi «Mary»,", ""),
        ],
    )
    def test_letter_behind(self, text: str, letter: str) -> None:
        assert around(text).letter == letter


class TestNeighbours:
    @pytest.mark.parametrize(
        ("text", "before"),
        [
            ("as Walter «Ramsden» said", "Walter"),
            ("as Dr. «Ramsden» said", ""),
            ("as the «Ramsden» test", ""),
            ("the BBC «Ramsden» show", ""),
        ],
    )
    def test_before(self, text: str, before: str) -> None:
        assert around(text).other_before == before

    @pytest.mark.parametrize(
        ("text", "after", "end"),
        [
            ("by «Arthur» C. Clarke (1953)", "Clarke", "by Arthur C. Clarke"),
            ("by «Arthur» Pembrook.", "Pembrook", "by Arthur Pembrook"),
            ("by «Arthur» himself", "", "by Arthur"),
            ("by «Arthur»\nPembrook", "", "by Arthur"),
        ],
    )
    def test_after(self, text: str, after: str, end: str) -> None:
        found = around(text)
        plain = text.replace("«", "").replace("»", "")
        assert found.other_after == after
        if after:
            assert plain[: plain.index("Arthur") + len("Arthur") + found.reach] == end


class TestCitations:
    @pytest.mark.parametrize(
        ("text", "dated"),
        [
            ("«Ramsden» et al. (2015) say", True),
            ("«Ramsden» (2015) says", True),
            ("«Ramsden», 2015", True),
            ("«Ramsden»'s (1999) test", True),
            ("«Ramsden» & Pembrook", True),
            ("«Ramsden» and Pembrook (2015)", True),
            ("«Ramsden» JB, Pembrook A", True),
            ("«Ramsden» and Pembrook agree", False),
            ("«Ramsden» said (in class) so", False),
            ("«Ramsden» has 2015 words", False),
        ],
    )
    def test_dated(self, text: str, dated: bool) -> None:
        assert around(text).dated is dated
        assert around(text).cited is dated

    @pytest.mark.parametrize(
        "text", ["Pembrook & «Ramsden»", "see «Ramsden»", "cf. «Ramsden» on it"]
    )
    def test_cited_by_what_stands_before(self, text: str) -> None:
        assert around(text).cited
        assert not around(text).dated

    @pytest.mark.parametrize(
        ("text", "work"),
        [
            ("as «Ramsden» (2015) wrote", True),
            ("as «Ramsden» et al. 2015 wrote", True),
            ("see «Ramsden», 2015", True),
            ("«Ramsden» & Pell (2015)", True),
            ("«Ramsden», R. J., Pell, S. (2015)", True),
            ("«Mary», M. B. (2000). Mosses.", True),
            ("«Ramsden» et al. wrote", False),
            ("«Mary», I think so.", False),
            ("«Mary», A. is right.", False),
            ("«Mary» (2015-03-01 10:15):", False),
            ("as «Ramsden» 8.59 has it", True),
            ("at «Ramsden» 8.30 pm", False),
        ],
    )
    def test_works(self, text: str, work: bool) -> None:
        assert around(text).work is work

    @pytest.mark.parametrize(
        ("text", "coded"),
        [
            ("«yi» <- c(1, 2)", True),
            ("«yi» = c(1, 2)", True),
            ("fit(«yi», vi)", True),
            ("vi ~ «yi» + x", True),
            ("fit$«Sol»[1]", True),
            ("x + «FS» + y", True),
            ("the file «RS»05.csv", True),
            ("the fit_«Sol» and more", True),
            ("the «Sol»_2 and more", True),
            ("as _«Sol» and more", True),
            ("as _«Sol»_ wrote", False),
            ("as __«Sol» wrote__, it is", False),
            ("_thanks to «Sol»_, it is", False),
            ("I agree with «Sol» + all of you.", False),
            ("I agree with «yi» (and vi).", False),
            ("thanks «yi», it works", False),
            ("* «sol» waves", False),
            ("asked:\n * «sol» for help", False),
            ("x * «sol», it is", True),
        ],
    )
    def test_coded(self, text: str, coded: bool) -> None:
        assert around(text).coded is coded

    @pytest.mark.parametrize(
        ("text", "common"),
        [
            ("the 3rd «ed» is out", True),
            ("it is «will» to live", True),
            ("ask «tom» about it", False),
            ("I think «robert» did", False),
            ("I think «Ed» did", False),
        ],
    )
    def test_common_words(self, text: str, common: bool) -> None:
        assert around(text).common is common

    @pytest.mark.parametrize(
        ("text", "article"), [("the «Ramsden» equations", True), ("as «Ramsden» has it", False)]
    )
    def test_articles(self, text: str, article: bool) -> None:
        assert around(text).article is article

    def test_a_hyphen_ties_two_names(self) -> None:
        assert around("a Lunt-«Arthur» plot").other_before == "Lunt"
        assert around("in «Karl»-Ramsden-Strasse").other_after == "Ramsden-Strasse"

    def test_a_name_may_go_on_below_a_full_line(self) -> None:
        full = "It is all said in the second chapter of the book by «Anders»\nSkogdal, I think."
        assert around(full).other_after == "Skogdal"
        assert around("It is by «Anders»\nSkogdal, I think.").other_after == ""

    @pytest.mark.parametrize(
        ("text", "listed"),
        [
            ("@book{a, author = {«Ramsden», Robert}}", True),
            ('author = "Pembrook, A. and «Ramsden», R."', True),
            ("Editors = {«Ramsden»}", True),
            ("author = {Pembrook, A.}, title = {«Ramsden»}", False),
            ("the author «Ramsden»", False),
        ],
    )
    def test_listed_in_a_bibliography(self, text: str, listed: bool) -> None:
        assert around(text).listed is listed

    @pytest.mark.parametrize(
        ("text", "term"),
        [
            ("the «Ramsden» test", True),
            ("a simple «Ramsden» model,", True),
            ("the «Ramsden»\ntest", False),
            ("«Ramsden» test it", False),
            ("the «Ramsden» car", False),
            ("4 «Mary» Street", True),
            ("the Santa «Monica» hills", True),
            ("I live in «Florence» now.", True),
            ("I agree with «Florence» now.", False),
            ("I believe in «Florence»'s idea.", False),
            ("buried at St. «Ramsden»'s, Dixie", True),
            ("at Saint «Ramsden»", True),
            ("a «Chi»-squared test", True),
            ("a «Mary»-Jane", False),
        ],
    )
    def test_term(self, text: str, term: bool) -> None:
        assert around(text).term is term


class TestSentences:
    @pytest.mark.parametrize(
        ("text", "acts"),
        [
            ("«Will»'s point", True),
            ("«Will» and I think", True),
            ("«Will» said so", True),
            ("«Will» it run", False),
            ("«Will»", False),
        ],
    )
    def test_acts(self, text: str, acts: bool) -> None:
        assert around(text).acts is acts

    @pytest.mark.parametrize(
        ("text", "opens"),
        [
            ("«Will» it run?", True),
            ("It runs. «Will» it stop?", True),
            ("It runs:\n«Will» it stop?", True),
            ("Dear all, «Will» it stop?", True),
            ("It runs \n  \t«Will» it stop?", True),
            ("   «Will» it stop?", True),
            ("It runs\u00a0«Will» it stop?", False),
            ("I asked «Will» about it.", False),
            ("It runs, and «Will» knows.", False),
        ],
    )
    def test_opens_sentence(self, text: str, opens: bool) -> None:
        assert around(text).opens_sentence is opens

    @pytest.mark.parametrize(
        ("text", "shouted"), [("DOES «WILL» KNOW", True), ("so «WILL» it", False)]
    )
    def test_in_capitals(self, text: str, shouted: bool) -> None:
        assert around(text).in_capitals is shouted


PIECES = [
    "Ramsden",
    "J. ",
    "(2015)",
    " et al",
    "\n",
    ", ",
    "the ",
    " test",
    "Dr. ",
    "é",
    "?",
    " & ",
]


class TestAnyText:
    @given(st.lists(st.sampled_from(PIECES)), st.lists(st.sampled_from(PIECES)))
    def test_looking_never_fails_and_stays_inside(self, left: list[str], right: list[str]) -> None:
        before, after = "".join(left), "".join(right)
        assume(not before.endswith("\n"))
        found = around(f"{before}«Ramsden»{after}")
        assert before.endswith(found.initials)
        assert found.other_before in before
        assert after[: found.reach].endswith(found.other_after)
        assert found.cited or not found.dated
        assert 0 <= found.reach <= len(after)

    @given(st.text("aB É_9.-\t\n", max_size=12))
    def test_initials_that_are_told_at_a_glance_are_told_right(self, before: str) -> None:
        found = None if ABBREVIATED.search(before) else INITIALS_BEFORE.search(before)
        assert around(f"{before}«Ramsden»").initials == (found[1].lstrip() if found else "")

    @given(st.text("aMr. >\t\n", max_size=12).map("as {}".format))
    def test_titles_that_are_told_at_a_glance_are_told_right(self, before: str) -> None:
        found = around(f"{before}«Ramsden»")
        if above := TITLE_ABOVE.search(before):
            assert found.title is (above[1] == "Mr" or WORDS.is_title(above[1]))
        elif "\n" in before.rstrip(" \t>")[-1:]:
            assert not found.title


class TestOtherLanguages:
    """What stands before a month, or before no name at all, is language data."""

    @pytest.mark.parametrize(
        ("code", "text", "month"),
        [
            ("de", "Das ist im «Mai» so.", True),
            ("de", "Das war Mitte «Mai» so.", True),
            ("de", "Das war mit «Mai» so.", False),
            ("sv", "Det var i «Maj» så.", True),
            ("en", "It was in «May» so.", True),
            ("en", "It was im «May» so.", False),
        ],
    )
    def test_month(self, code: str, text: str, month: bool) -> None:
        before, word, after = text.replace("»", "«").split("«")
        words = lexicon((code,))
        whole, start = before + word + after, len(before)
        assert Surroundings(whole, start, start + len(word), words).month is month

    def test_the_french_m_is_a_title_where_french_is_spoken(self) -> None:
        text = "Merci à M. Ramsden pour tout."
        at = text.index("Ramsden")
        for code, title in (("fr", True), ("en", False)):
            assert Surroundings(text, at, at + 7, lexicon((code,))).title is title


@pytest.mark.parametrize(
    ("text", "longer"),
    [
        ("I asked «Charlotte» about it.", False),
        ("I read «Charlotte» Pell.", True),
        ("Pell, «Charlotte» (1999)", True),
        ("«Charlotte», A. B. 1999", True),
        ("«Charlotte» AB, Ash C", True),
        ("«Charlotte» et al.", True),
        ("I asked «Charlotte» (in Bath).", False),
    ],
)
def test_a_first_name_that_is_part_of_a_longer_name(text: str, longer: bool) -> None:
    assert around(text).goes_on is longer


@pytest.mark.parametrize(
    ("text", "small"), [("och «krille» kommer", True), ("Och «krille» kommer", False)]
)
def test_where_everything_is_written_small(text: str, small: bool) -> None:
    assert around(text).in_small is small


@pytest.mark.parametrize(
    ("text", "office"),
    [
        ("I asked Sen. «Ramsden» about it.", True),
        ("It is said\nthat Chairman\n«Ramsden» left.", True),
        ("I asked Reps. Ash, Pell and «Ramsden» about it.", True),
        ("I asked Senators Ash/«Ramsden» about it.", True),
        ("It is said that Senator\n> «Ramsden» left.", True),
        ("I asked Sens. Ash & «Ramsden» about it.", True),
        ("I asked the judge «Ramsden» knows.", False),
        ("I asked you and «Ramsden» about it.", False),
        ("I asked Dr. «Ramsden» about it.", False),
        ("I asked Sen. Ash before «Ramsden» came.", False),
    ],
)
def test_who_is_in_public_office(text: str, office: bool) -> None:
    assert around(text).office is office


@pytest.mark.parametrize(
    ("text", "titled"),
    [
        ("We saw Loud and Silent «Bob» today.", True),
        ("We live in Cape «Elizabeth» now.", True),
        ("It is in our «Bill» of Rights.", True),
        ("It is what «Sam»'s point is.", False),
        ("I asked Uncle «Bob» today.", False),
        ("I asked our Tutor «Bob» today.", False),
        ("I asked Mary «Bob» today.", False),
        ("They fell. Silent «Bob» left.", False),  # a sentence begins
        ("I asked «Bob» of all people.", False),
    ],
)
def test_a_name_in_a_title_a_place_or_a_term(text: str, titled: bool) -> None:
    assert around(text).titled is titled


def test_where_nouns_have_capitals_no_title_is_told_by_them() -> None:
    text = "Ich habe im Sommer Maria gesehen."
    at = text.index("Maria")
    assert not Surroundings(text, at, at + 5, lexicon(("de",))).titled
