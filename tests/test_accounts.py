"""User names on a forum, with a class list of them and without; every one of them is invented."""

from __future__ import annotations

from collections import Counter

import pytest

from onym.find.gather import Claim, Tally
from onym.find.lexicon import lexicon
from onym.find.vocabulary import count
from onym.link.accounts import count_uses, find_accounts
from onym.model import Participant
from onym.names.kinship import person_of
from test_conversations import Message, hidden

HANDLES = {"u1": "zorbitt", "u2": "quimble", "u3": "Anna_Berg1", "u4": "plinker3d"}
QUESTION: Message = ("u1", "How do I build it?")
ANSWER: Message = ("u2", "Like this: make all.")


def after(*texts: str, roster: dict[str, str] | None = HANDLES) -> list[str]:
    """Further messages of the thread, by the third participant, with ids for names."""
    return hidden(QUESTION, ANSWER, *(("u3", text) for text in texts), roster=roster)[2:]


class TestRegistered:
    """A user name on the class list is hidden wherever it stands, in whatever case."""

    @pytest.mark.parametrize(
        "text",
        [
            "thanks {}, it works now",
            "the script mentioned by {} may be easier",
            "See GitHub - {}/tools: A tool.",
            "It works for me as well - #3 by {}",
            "Hi, Dear {}\n\nI am new here.",
            "Contribute to {}'s project.",
        ],
    )
    @pytest.mark.parametrize("name", ["quimble", "Quimble"])
    def test_in_running_text(self, text: str, name: str) -> None:
        assert after(text.format(name)) == [text.format("[u2]")]

    @pytest.mark.parametrize("text", ["@{} could help", "{}:\n\nDid you try it?", "cc: @{}"])
    def test_as_a_whole_though_it_spells_out_a_name(self, text: str) -> None:
        assert after(text.format("Anna_Berg1")) == [text.format("[u3]")]

    def test_a_slip_where_somebody_is_thanked(self) -> None:
        assert after("Thank you Quimle! It works.") == ["Thank you [u2]! It works."]

    @pytest.mark.parametrize("text", ["Thanks {}.", "hi {}, it works", "Thank you {}!", "hey {}"])
    def test_one_that_is_a_word_too_where_somebody_is_greeted_or_thanked(self, text: str) -> None:
        roster = {"u1": "bob", "u2": "lantern"}
        told = after(text.format("lantern"), "Take a lantern along.", roster=roster)
        assert told == [text.format("[u2]"), "Take a lantern along."]

    def test_whom_the_platform_marks_though_an_author_has_that_name(self) -> None:
        call = '<span class="user-mention">@{}</span> may know, see Pell (2015) and Pell (2018).'
        assert after(call.format("Tomasz Pell")) == [call.format("[X1]")]

    def test_a_program_that_somebody_is_called_after_stays(self) -> None:
        talk = [f"I built Plinker3D with option {n}; Plinker3D is fast." for n in range(9)]
        assert after(*talk, "@plinker3d could you look?")[-1] == "@[u4] could you look?"
        assert after(*talk)[0] == talk[0]


class TestCalled:
    """What @ calls is somebody where it calls people, and a part of a program elsewhere."""

    THREAD: tuple[Message, ...] = (
        ("u1", "How do I build it?"),
        ("u2", "Like this: make all."),
        ("u1", "quimble:\n\nLike this: make all.\n\nThat fails. @wumpel42 @quimble any idea?"),
        ("u3", "@quimble is right. The tools by wumpel42 are good. Thanks quimble!"),
    )

    def test_who_is_quoted_under_it_or_takes_no_part(self) -> None:
        texts = hidden(*self.THREAD)
        assert texts[2:] == [
            "[u2]:\n\nLike this: make all.\n\nThat fails. @[X1] @[u2] any idea?",
            "@[u2] is right. The tools by [X1] are good. Thanks [u2]!",
        ]

    def test_another_name_is_no_rival_of_a_user_name(self) -> None:
        signed = [("u2", f"It is number {n}.\n\nBest,\nRobert") for n in range(3)]
        texts = hidden(*self.THREAD, *signed)
        assert texts[3].startswith("@[u2] is right.")
        assert texts[4].endswith("Best,\n[u2]")

    @pytest.mark.parametrize(
        "text",
        [
            "The @coefs slot has them, and @fixef the others.",
            "then ask for slots:\n@coefs\nand so on",
            "as.numeric(summary(fit)@coefs[2,3])",
            "@book{poe2015,\n title = {Trees}\n}",
        ],
    )
    def test_nobody_is_called_on_a_list_about_programs(self, text: str) -> None:
        assert after(text, roster=None) == [text]

    @pytest.mark.parametrize("word", ["everyone", "here", "python"])
    def test_nobody_alone_is_meant(self, word: str) -> None:
        texts = hidden(*self.THREAD, ("u3", f"@{word} please look"))
        assert texts[-1] == f"@{word} please look"


def test_names_are_accounts_if_a_third_of_what_is_called_is_known() -> None:
    people = [person_of(Participant("u2", ("quimble",)))]
    claims = Counter({Claim("handle", "quimble", "u2"): 1, Claim("handle", "wumpel", None): 2})
    tally = Tally(claims=claims)
    assert find_accounts(tally, people, lexicon())[0] == {"quimble", "wumpel"}
    claims[Claim("handle", "override", None)] = 20  # a word may be anything, and tells nothing
    assert find_accounts(tally, people, lexicon())[0] == {"quimble", "wumpel"}
    claims[Claim("handle", "coefs", None)] = 1
    assert not find_accounts(tally, people, lexicon())[0]


def test_uses_are_counted_in_whatever_case() -> None:
    vocabulary = count(["WoodBox, woodbox and Plinker3D/Plinker3d"])
    assert count_uses(vocabulary, {"woodbox", "plinker3d"}) == {"woodbox": 2, "plinker3d": 2}
    assert not count_uses(vocabulary, set())
