"""Short forms, slips, glued words and endings: one way of writing a name, before and after."""

from __future__ import annotations

import pytest

import onym
from onym.link.ledger import Ledger
from onym.link.link import link_names
from onym.link.spelling import genitive_of, glued_words, is_glued, is_well_known, rare
from onym.model import Corpus, Policy
from test_link import ROSTER, Said, forum, hidden, hide

QUESTION = Said("u1", "Hi all,\n\nwhich of the two models is better?\n\nRobert")


def answered(first_line: str, roster: dict[str, str] = ROSTER) -> str:
    """What becomes of the first line of Margaret's answer to Robert; Arthur answers too."""
    texts = hidden(
        QUESTION,
        Said("u2", f"{first_line}\n\nI think the second model is better.\n\nMargaret"),
        Said("u3", "I agree with both of you.\n\nArthur"),
        roster=roster,
    )
    assert texts[0] == "Hi all,\n\nwhich of the two models is better?\n\n[u1]"
    assert texts[1].endswith("\n\n[u2]")
    return texts[1].split("\n\n")[0]


def ledger_of(corpus: Corpus) -> Ledger:
    """The ledger of a corpus."""
    return link_names(onym.find(corpus), corpus, Policy().settled(corpus))


BEFORE_AFTER = [
    ("Hi Robert,", "Hi [u1],"),
    # short forms
    ("Hi Robbie,", "Hi [u1],"),
    ("Hi Bob,", "Hi [u1],"),
    ("I like what Bob says.", "I like what [u1] says."),
    ("I like it, Roberttt!", "I like it, [u1]!"),
    # another spelling that nobody else goes by
    ("Here is what you and Artur had.", "Here is what you and [u3] had."),
    # slips
    ("Hi Robrt,", "Hi [u1],"),
    ("As Robrt said,", "As [u1] said,"),
    ("Do you agree, Arhtur?", "Do you agree, [u3]?"),
    # case
    ("Hi RObert,", "Hi [u1],"),
    ("Hi ROBERT,", "Hi [u1],"),
    ("hi robert,", "hi [u1],"),
    ("as robert said", "as [u1] said"),
    # glued
    ("HiRobert", "Hi [u1]"),
    ("thanksRobert for asking.", "thanks [u1] for asking."),
    # decorated, possessive
    ("~*Robert*~", "~*[u1]*~"),
    ("@Robert", "@[u1]"),
    ("Robert's question is good.", "[u1]'s question is good."),
    # spaced out
    ("Hi R o b e r t,", "Hi [u1],"),
    ("I agree with R o b e r t.", "I agree with [u1]."),
    # more than the given name
    ("Hi Mr Ashdown,", "Hi Mr [u1],"),
    ("Robert Ashdown asked it.", "[u1] asked it."),
    ("Ashdown, Robert asked it.", "[u1] asked it."),
    ("Hi Rob Ashdown,", "Hi [u1],"),
    ("Hi R. Ashdown,", "Hi [u1],"),
    # initials
    ("Hi RA,", "Hi [u1],"),
]


class TestOneLine:
    @pytest.mark.parametrize(("before", "after"), BEFORE_AFTER)
    def test_before_and_after(self, before: str, after: str) -> None:
        assert answered(before) == after

    @pytest.mark.parametrize(
        "line",
        [
            "We can meet on Monday, or on Friday.",
            "Python and Java can do it, Excel can not.",
            "In that case, an idea in an hour.",
            "The robber took it.",
        ],
    )
    def test_other_words_stay(self, line: str) -> None:
        assert answered(line) == line


class TestSignatures:
    def test_slips_in_ones_own_name(self) -> None:
        texts = hidden(
            QUESTION,
            Said("u2", "The second one.\n\nMargret"),
            Said("u3", "Thanks Margrat and Robet, I agree.\n\nArhtur"),
            roster=ROSTER,
        )
        assert texts[1:] == ["The second one.\n\n[u2]", "Thanks [u2] and [u1], I agree.\n\n[u3]"]

    def test_spaced_out(self) -> None:
        texts = hidden(
            QUESTION,
            Said("u2", "The second one.\n\nM a r g a r e t"),
            Said("u3", "Hi M a r g a r e t,\n\nI agree.\n\nA r t h u r"),
            roster=ROSTER,
        )
        assert texts[1:] == ["The second one.\n\n[u2]", "Hi [u2],\n\nI agree.\n\n[u3]"]

    def test_accents_dropped_and_mangled(self) -> None:
        texts = hidden(
            Said("u1", "Which one?\n\nŠimić"),
            Said("u2", "Hi Simic,\n\nthe second.\n\nNov?k"),
            Said("u1", "Thanks Novak!\n\nMarko"),
            roster={"u1": "Marko Šimić", "u2": "Jana Novák"},
        )
        assert texts == [
            "Which one?\n\n[u1]",
            "Hi [u1],\n\nthe second.\n\n[u2]",
            "Thanks [u2]!\n\n[u1]",
        ]

    def test_hyphens_and_sounds(self) -> None:
        texts = hidden(
            Said("u1", "Which one?\n\nAnna-Karin"),
            Said("u2", "Hi Anna,\n\nthe second.\n\nElisabeth"),
            Said("u1", "Thanks Elizabeth.\n\nAnna-Karin Berg-Lund"),
            roster={"u1": "Anna-Karin Berg-Lund", "u2": "Elisabeth Quill"},
        )
        assert texts[1:] == ["Hi [u1],\n\nthe second.\n\n[u2]", "Thanks [u2].\n\n[u1]"]

    def test_names_of_any_script_and_order(self) -> None:
        texts = hidden(
            Said("u1", "Which one is better?\n\nМарина"),
            Said("u2", "Hi Марина,\n\nthe second one is better.\n\nWei Ling"),
            Said("u3", "Thanks Wei Ling, that is what I thought.\n\nJan van der Quast"),
            roster={"u1": "Марина Зимова", "u2": "Tam Wei Ling", "u3": "Jan van der Quast"},
        )
        assert texts == [
            "Which one is better?\n\n[u1]",
            "Hi [u1],\n\nthe second one is better.\n\n[u2]",
            "Thanks [u2], that is what I thought.\n\n[u3]",
        ]


class TestInitials:
    @pytest.mark.parametrize(
        ("greeting", "signature", "after"),
        [
            ("Hi MJ,", "-RG-", "Hi [u1],\n\nthe second.\n\n-[u2]-"),
            ("Hi MJ,", "RG", "Hi [u1],\n\nthe second.\n\n[u2]"),
            ("Hi M.J.,", "RG", "Hi [u1],\n\nthe second.\n\n[u2]"),
            ("Hi MJ,", "R.G.", "Hi [u1],\n\nthe second.\n\n[u2]"),
        ],
    )
    def test_greeted_and_signed(self, greeting: str, signature: str, after: str) -> None:
        texts = hidden(
            Said("u1", "Which one?\n\nMJ"),
            Said("u2", f"{greeting}\n\nthe second.\n\n{signature}"),
            roster={"u1": "Mary Jane Quill", "u2": "Robert Grimley"},
        )
        assert texts == ["Which one?\n\n[u1]", after]

    def test_with_a_hyphen(self) -> None:
        texts = hidden(
            Said("u1", "Which one?\n\nR-J"),
            Said("u2", "Hi R-J,\n\nthe second.\n\nMary"),
            roster={"u1": "Ragnar-Johan Quill", "u2": "Mary Grimley"},
        )
        assert texts == ["Which one?\n\n[u1]", "Hi [u1],\n\nthe second.\n\n[u2]"]

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("Hi RG,\n\nI agree.", "Hi [u2],\n\nI agree."),
            ("Thanks RG!", "Thanks [u2]!"),
        ],
    )
    def test_used_by_others(self, before: str, after: str) -> None:
        texts = hidden(
            Said("u1", "Which one?\n\nMary"),
            Said("u2", "Hi Mary,\n\nthe second.\n\n-RG-"),
            Said("u1", f"{before}\n\nMary"),
            roster={"u1": "Mary Jane Quill", "u2": "Robert Grimley"},
        )
        assert texts[2] == f"{after}\n\n[u1]"


SWEDES = {"u1": "Maria Lindqvist", "u2": "Göran Åkerby", "u3": "Siv Hedlund"}


def swedish(line: str) -> Corpus:
    """A Swedish thread in which Siv writes a line."""
    return forum(
        Said("u1", "Hej alla,\n\njag undrar vilken modell som är bäst?\n\nHälsningar\nMaria"),
        Said("u2", "Hej Maria,\n\njag tycker att den andra är bäst.\n\nMvh Göran"),
        Said("u3", f"{line}\n\nVänliga hälsningar\nSiv"),
        roster=SWEDES,
    )


class TestSwedishEndings:
    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("Jag tycker som Maria och Goran.", "Jag tycker som [u1] och [u2]."),
            ("Det är Sivs svar, inte mitt.", "Det är [u3]s svar, inte mitt."),
            ("Marias fråga var bra.", "[u1]s fråga var bra."),
            ("Jag läste Görans svar.", "Jag läste [u2]s svar."),
            (
                "Marias är bra, och Marias är lång, och Marias är kort, och Marias, ja, Marias!",
                "[u1]s är bra, och [u1]s är lång, och [u1]s är kort, och [u1]s, ja, [u1]s!",
            ),
        ],
    )
    def test_a_genitive_keeps_its_s(self, before: str, after: str) -> None:
        assert hide(swedish(before)).texts[2] == f"{after}\n\nVänliga hälsningar\n[u3]"

    @pytest.mark.parametrize(
        ("word", "owners"), [("Sivs", {"u3"}), ("Siv", set()), ("sivs", set())]
    )
    def test_whose_genitive_it_is(self, word: str, owners: set[str]) -> None:
        assert genitive_of(ledger_of(swedish("Det är bra, och så vidare.")), word) == owners

    def test_english_has_no_bare_s(self) -> None:
        assert genitive_of(ledger_of(forum(QUESTION, roster=ROSTER)), "Ashdowns") == set()


class TestGermanUmlauts:
    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("Hallo Juergen,", "Hallo [u1],"),
            ("Hallo Jurgen,", "Hallo [u1],"),
            ("Das sehe ich so wie Juergen.", "Das sehe ich so wie [u1]."),
            ("Das sehe ich so wie J?rgen.", "Das sehe ich so wie [u1]."),
        ],
    )
    def test_before_and_after(self, before: str, after: str) -> None:
        texts = hidden(
            Said("u1", "Hallo zusammen,\n\nwelches Modell ist das bessere?\n\nGrüße\nJürgen"),
            Said("u2", "Ich denke, das zweite ist besser.\n\nLiebe Grüße\nHeike"),
            Said("u3", f"{before}\n\nIch nehme das erste.\n\nMfG\nUwe"),
            roster={"u1": "Jürgen Altmühl", "u2": "Heike Sandvoss", "u3": "Uwe Krahl"},
        )
        assert texts[2].split("\n\n")[0] == after


class TestRegisteredWithoutUmlauts:
    @pytest.mark.parametrize("written", ["Jürgen", "Juergen", "J?rgen"])
    def test_with_them_it_is_the_same_person(self, written: str) -> None:
        texts = hidden(
            Said("u1", "Hallo zusammen,\n\nwelches Modell ist das bessere?\n\nGrüße\nJuergen"),
            Said("u2", f"Ich denke, {written} hat recht.\n\nLiebe Grüße\nHeike"),
            Said("u3", f"Fragt doch {written}.\n\nMfG\nUwe"),
            roster={"u1": "Juergen Altmühl", "u2": "Heike Sandvoss", "u3": "Uwe Krahl"},
        )
        assert texts[1].split(".")[0] == "Ich denke, [u1] hat recht"
        assert texts[2].split("\n")[0] == "Fragt doch [u1]."


def test_a_name_and_an_s_may_be_another_name_or_a_word_of_another_language() -> None:
    corpus = forum(
        Said("u1", "Hallo zusammen, ich habe eine Frage, und zwar diese hier.\n\nGrüße\nJona"),
        Said("u2", "This is what it says. Jonas und die anderen sind da.\n\nGrüße\nThi"),
        roster={"u1": "Jona Sandvoss", "u2": "Thi Krahl"},
    )
    ledger = link_names(onym.find(corpus), corpus, Policy(languages=("de", "en")))
    assert genitive_of(ledger, "Jonas") == set()
    assert genitive_of(ledger, "This") == set()
    assert genitive_of(ledger, "Krahls") == {"u2"}


class TestVocabulary:
    def test_glued_words_of_shared_names_name_nobody(self) -> None:
        corpus = forum(
            Said("u1", "Which one?\n\nRobert"),
            Said("u2", "The second.\n\nRobert"),
            Said("u3", "thanksRobert, I agree.\n\nArthur"),
            roster={"u1": "Robert Ashdown", "u2": "Robert Grimley", "u3": "Arthur Pembrook"},
        )
        assert glued_words(ledger_of(corpus)) == {"thanksRobert": "thanks [person]"}

    @pytest.mark.parametrize(
        ("word", "known"),
        [("margaret", True), ("robert", True), ("arhtur", False), ("robrt", False)],
    )
    def test_names_of_their_own_are_no_slips(self, word: str, known: bool) -> None:
        assert is_well_known(word) is known

    @pytest.mark.parametrize(
        ("word", "glued"), [("hirobert", True), ("thanksrobert", True), ("frobert", False)]
    )
    def test_a_greeting_run_together_is_no_slip(self, word: str, glued: bool) -> None:
        assert is_glued(ledger_of(forum(QUESTION, roster=ROSTER)), word, "robert") is glued

    @pytest.mark.parametrize(
        ("text", "seldom"),
        [
            ("I asked Robrt.", True),
            ("Robrt, Robrt, Robrt, so Robrt and Robrt.", False),
            ("The robrt is a robrt, as a robrt is.", False),
            ("See Robrt et al. (2015) for that.", False),
        ],
    )
    def test_a_slip_is_rare(self, text: str, seldom: bool) -> None:
        ledger = ledger_of(forum(QUESTION, Said("u2", text), roster=ROSTER))
        assert rare(ledger, "Robrt", "robert") is seldom
