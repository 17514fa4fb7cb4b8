"""Who owns which name: small invented forums, before and after."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping as Lookup
from typing import NamedTuple

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import onym
from onym.find.lexicon import lexicon
from onym.link.ledger import ACCEPT, TOP, Line, calibrate, grow, times, words_of
from onym.link.link import entry_of, link_names
from onym.model import Corpus, Mapping, People, Policy, Replaced

ROSTER = {"u1": "Robert Ashdown", "u2": "Margaret Quill", "u3": "Arthur Pembrook"}


class Said(NamedTuple):
    """One message of an invented forum."""

    author: str
    text: str
    to: int | None = None
    """The number of the message it answers, from 1; 0 opens a thread, None answers the last."""
    session: str = "spring"


def forum(*messages: Said, roster: Lookup[str, str] | None = None) -> Corpus:
    """A forum as a researcher's frame would hold it, with a roster of names by id."""
    rows = []
    for number, said in enumerate(messages, 1):
        to = number - 1 if said.to is None else said.to
        rows.append((str(number), str(to) if to else None, said.session, said.author, said.text))
    columns = ("id", "parent", "session", "author", "text")
    frame = pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")
    names = {"id": list(roster), "name": list(roster.values())} if roster else None
    return onym.read(frame, pl.DataFrame(names) if names else None)


class Outcome(NamedTuple):
    """What became of a forum."""

    texts: list[str]
    mapping: Mapping
    replaced: Replaced


def hide(corpus: Corpus, people: People = "private") -> Outcome:
    """Find, link and replace; pseudonyms are the ids, so that a text shows who was meant."""
    policy = Policy(style="id", people=people)
    mapping = onym.link(onym.find(corpus, policy=policy), corpus, policy)
    replaced = onym.replace(corpus, mapping, policy)
    return Outcome(replaced.messages["text"].to_list(), mapping, replaced)


def hidden(
    *messages: Said, roster: Lookup[str, str] | None = None, people: People = "private"
) -> list[str]:
    """The texts of a forum with its people hidden."""
    return hide(forum(*messages, roster=roster), people).texts


THREAD = (
    Said("u1", "Which one is better?\n\nRobert"),
    Said("u2", "Hi Robbie,\n\nthe second one.\n\nMargaret"),
    Said("u3", "I agree with Margaret, and with Rob.\n\nArthur"),
    Said("u1", "Thanks Arthur and Maggie.\n\nRobert"),
)
HIDDEN = [
    "Which one is better?\n\n[u1]",
    "Hi [u1],\n\nthe second one.\n\n[u2]",
    "I agree with [u2], and with [u1].\n\n[u3]",
    "Thanks [u3] and [u2].\n\n[u1]",
]


class TestRosters:
    @pytest.mark.parametrize(
        "roster",
        [
            pytest.param(ROSTER, id="whole"),
            pytest.param(None, id="none at all"),
            pytest.param({"u1": "Robert Ashdown"}, id="half the people missing"),
            pytest.param(
                {"u1": "Ashdown, Robert", "u2": "Quill, Margaret Anne", "u3": "Pembrook, Arthur"},
                id="Last, First",
            ),
            pytest.param(
                {
                    "u1": "robert.ashdown@mail.example",
                    "u2": "mquill@mail.example",
                    "u3": "ap77@mail.example",
                },
                id="addresses instead of names",
            ),
        ],
    )
    def test_any_roster_will_do(self, roster: dict[str, str] | None) -> None:
        assert hidden(*THREAD, roster=roster) == HIDDEN

    @pytest.mark.parametrize(
        "roster",
        [
            pytest.param({"u1": "Margaret Quill", "u2": "Robert Ashdown"}, id="rows swapped"),
            pytest.param({"u1": "Ottoline Frayne", "u2": "Dragan Pell"}, id="another class"),
        ],
    )
    def test_what_people_sign_with_outweighs_a_wrong_roster(self, roster: dict[str, str]) -> None:
        texts = hidden(
            Said("u1", "Which one?\n\nRobert"),
            Said("u2", "Hi Robert,\n\nthe second one.\n\nMargaret"),
            Said("u1", "Thanks Margaret.\n\nRobert"),
            Said("u2", "You are welcome.\n\nMargaret"),
            roster=roster,
        )
        assert texts[1:3] == ["Hi [u1],\n\nthe second one.\n\n[u2]", "Thanks [u2].\n\n[u1]"]

    def test_authors_that_are_addresses_have_names_in_them(self) -> None:
        texts = hidden(
            Said("robert.ashdown@mail.example", "Which one?\n\nRob"),
            Said("mquill@mail.example", "Hi Robert,\n\nthe second.\n\nMargaret"),
        )
        assert texts == ["Which one?\n\n[U001]", "Hi [U001],\n\nthe second.\n\n[U002]"]

    def test_a_slip_that_is_just_how_somebody_else_is_called_is_theirs(self) -> None:
        texts = hidden(
            Said("u1", "Which one?\n\nSimon", 0),
            Said("u2", "The second.\n\nSimone", 1),
            Said("u3", "> The second.\n>\n> Simone\n\nYes.\n\nArthur", 1),
            Said("u1", "> The second.\n>\n> Simone\n\nThanks Simone.\n\nSimon", 2),
            roster={"u1": "Simon Ashdown", "u2": "Simone Quill", "u3": "Arthur Pembrook"},
        )
        assert texts[2] == "> The second.\n>\n> [u2]\n\nYes.\n\n[u3]"
        assert texts[3] == "> The second.\n>\n> [u2]\n\nThanks [u2].\n\n[u1]"

    @pytest.mark.parametrize(
        ("line", "rest"),
        [
            ("On Mon, Jun 3, 2024 at 10:03 AM, {}", "<m at example.org> wrote:"),
            ("On Mon, Jun 3, 2024 at 10:03 AM, {}", "<m@example.org>wrote:"),
            ("Le lun. 3 juin 2024 à 10:03, {}", "<m@example.org> a écrit :"),
            ("Am Mo., 3. Juni 2024 um 10:03 Uhr schrieb {}", "<m@example.org>:"),
            ("Den mån 3 juni 2024 kl 10:03 skrev {}", "<m@example.org>:"),
        ],
    )
    @pytest.mark.parametrize("registered", [True, False])
    def test_who_is_quoted_does_not_sign(self, line: str, rest: str, registered: bool) -> None:
        """Mail programs break the line before the address; what is left looks like a sign-off."""
        texts = hidden(
            Said("u1", "Which one is better?\n\nMargaret Quill", 0),
            Said("u2", f"{line.format('Margaret Quill')}\n{rest}\n> Which?\n\nThat.\n\nRobert"),
            roster={"u1": "Margaret Quill", "u2": "Robert Ashdown"} if registered else None,
        )
        assert texts[1] == f"{line.format('[u1]')}\n{rest}\n> Which?\n\nThat.\n\n[u2]"

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("On 3 June 2024, Pip So wrote:\n> Which?", "On 3 June 2024, [u1] wrote:\n> Which?"),
            ("I have it from Pip So.", "I have it from [u1]."),
            ("But not the pip so the top.", "But not the pip so the top."),
            ("I have all so, pip aside, that one.", "I have all so, pip aside, that one."),
        ],
    )
    def test_a_family_name_that_is_a_small_word_goes_with_the_given_name(
        self, before: str, after: str
    ) -> None:
        texts = hidden(
            Said("u1", "Which one is better?\n\nPip", 0),
            Said("u2", f"{before}\n\nI am sure.\n\nRolf"),
            roster={"u1": "Pip So", "u2": "Rolf Ash"},
        )
        assert texts[1] == f"{after}\n\nI am sure.\n\n[u2]"


class TestWhatPeopleSign:
    @pytest.mark.parametrize("nickname", ["Kit", "Zaff"])
    @pytest.mark.parametrize("roster", [None, {"u1": "Arthur Pembrook", "u2": "Margaret Quill"}])
    def test_a_nickname_is_learnt_from_evidence_alone(
        self, nickname: str, roster: dict[str, str] | None
    ) -> None:
        outcome = hide(
            forum(
                Said("u1", f"Which one?\n\n{nickname}"),
                Said("u2", f"Hi {nickname},\n\nthe second one.\n\nMargaret"),
                Said("u1", f"Thanks!\n\n{nickname}"),
                roster=roster,
            )
        )
        assert outcome.mapping.names()["u1"] == {nickname: 3}
        assert outcome.texts[1] == "Hi [u1],\n\nthe second one.\n\n[u2]"

    @pytest.mark.parametrize(
        ("signature", "after"),
        [
            ("Robert\n-- \nRobert Ashdown\nUppsala", "[u1]\n-- \n[u1]\nUppsala"),
            ("--\nRobert Ashdown\nUniversity of Leeds", "--\n[u1]\nUniversity of Leeds"),
            (
                "Robert\nInstitute of Soil Research, Uppsala",
                "[u1]\nInstitute of Soil Research, Uppsala",
            ),
            ("Robert\nUppsala", "[u1]\nUppsala"),
        ],
    )
    def test_places_and_organisations_below_are_no_names(self, signature: str, after: str) -> None:
        texts = hidden(
            Said("u1", f"Which of the two models is better?\n\n{signature}"),
            Said("u2", "The second. Is Soil Research in Uppsala or in Leeds?\n\nMargaret"),
            Said("u1", f"It is in Uppsala, not in Leeds.\n\n{signature}"),
        )
        assert texts[0] == f"Which of the two models is better?\n\n{after}"
        assert texts[1] == "The second. Is Soil Research in Uppsala or in Leeds?\n\n[u2]"
        assert texts[2] == f"It is in Uppsala, not in Leeds.\n\n{after}"

    def test_a_house_that_several_sign_with_is_nobodys_name(self) -> None:
        house = "\n\n--\nQuorvex"
        texts = hidden(
            Said("u1", f"Which one is better?\n\nRobert{house}", 0),
            Said("u2", f"Hi Robert,\n\nthe second one.\n\nMargaret{house}", 1),
            Said("u1", f"It is not.\n\nRobert{house}", 0),
            Said("u2", f"Hi Robert,\n\nit is the third.\n\nMargaret{house}", 3),
            Said("u1", f"It is.\n\nRobert{house}", 0),
            Said("u3", "Is it at Quorvex that you work?\n\nArthur", 5),
            roster=ROSTER,
        )
        assert texts[0] == f"Which one is better?\n\n[u1]{house}"
        assert texts[5] == "Is it at Quorvex that you work?\n\n[u3]"

    def test_a_nickname_stays_one_though_it_is_quoted_below_by_others(self) -> None:
        texts = hidden(
            Said("u1", "Which one is better?\n\nQuorvex", 0),
            Said("u2", "Hi Quorvex,\n\nthe second one.\n\nIt is not.\n\nQuorvex", 1),
            Said("u1", "It is not.\n\nQuorvex", 0),
            Said("u2", "Hi Robert,\n\nit is.\n\nMargaret", 3),
            Said("u1", "It is.\n\nQuorvex", 0),
            Said("u3", "Hi Robert,\n\nit is.\n\nArthur", 5),
            roster=ROSTER,
        )
        assert texts[0] == "Which one is better?\n\n[u1]"

    def test_a_place_alone_is_no_signature(self) -> None:
        said = [Said("u1", "Which one is better?\n\nUppsala", 0)] * 3
        assert hide(forum(*said)).mapping.entries == ()

    @pytest.mark.parametrize("answer", ["The second, I think.", "The second.\n\nMargaret"])
    def test_a_reply_at_the_wrong_level_teaches_no_name(self, answer: str) -> None:
        """Arthur greets Robert below Margaret's message; Robert is who signs so."""
        outcome = hide(
            forum(
                Said("u1", "Which one?\n\nRobert"),
                Said("u2", answer),
                Said("u3", "Hi Robert,\n\nI say the first.\n\nArthur"),
                Said("u1", "Thanks.\n\nRobert"),
            )
        )
        assert outcome.texts[2] == "Hi [u1],\n\nI say the first.\n\n[u3]"
        assert "Robert" not in outcome.mapping.names().get("u2", {})

    def test_the_long_form_is_whose_everybody_calls_so(self) -> None:
        """One of many thanks to Robert, who signs nothing, stands in an answer to Rob."""
        often = [
            said
            for number in range(12)
            for said in (
                Said("u1", f"Number {number} is the better one."),
                Said("u2", "Thanks Robert!\n\nMargaret"),
            )
        ]
        outcome = hide(
            forum(
                Said("u3", "Which one?\n\nRob"),
                *often,
                Said("u3", "And mine?\n\nRob"),
                Said("u2", "It is. Thanks to Robert for the table.\n\nMargaret"),
            )
        )
        assert outcome.mapping.names()["u1"] == {"Robert": 13}
        assert "Robert" not in outcome.mapping.names()["u3"]
        assert outcome.texts[-1] == "It is. Thanks to [u1] for the table.\n\n[u2]"

    def test_who_is_greeted_by_what_is_a_town_elsewhere_is_called_so(self) -> None:
        texts = hidden(
            Said("u1", "Which of the two is better?"),
            Said("u2", "Trier Frayne wrote:\n> Which of the two is better?\n\nThe second."),
            Said("u1", "Are you sure?"),
            Said("u2", "Trier Frayne wrote:\n> Are you sure?\n\nHi Trier,\n\nYes, it is better."),
            Said("u3", "As Trier says, it is."),
        )
        assert texts[3:] == [
            "[u1] wrote:\n> Are you sure?\n\nHi [u1],\n\nYes, it is better.",
            "As [u1] says, it is.",
        ]

    def test_what_everybody_talks_of_is_not_whoever_has_it_in_a_signature(self) -> None:
        """The user name of somebody who teaches Quimble spells it, and so does the block below."""
        block = "-- \nMary Frayne\nQuimble lessons"
        texts = hidden(
            *(
                Said("u1", f"Does Quimble {n} run on Quimble {n + 1}?\n\n{block}")
                for n in range(40)
            ),
            Said("u2", "Dear Quimble users,\n\nI use Big Quimble.\n\n-- \nQuimble\n\nRobert"),
            roster={"u1": "quimblejet", "u2": "Robert Ashdown"},
        )
        assert "[u1]" not in texts[-1]
        assert "[u1] users" not in "".join(texts)

    @pytest.mark.parametrize("said", ["It is an old hand.", "Old hand, I say.", "To NoRain it is."])
    def test_words_of_which_a_display_name_is_made_are_words(self, said: str) -> None:
        roster = {"u1": "Frobnix old hand", "u2": "block_rain Frobnix"}
        assert hidden(Said("u1", "Which one?"), Said("u2", said), roster=roster)[1] == said

    def test_an_author_behind_a_title_is_not_the_participant_of_that_first_name(self) -> None:
        texts = hidden(
            Said("u1", "Which one?\n\nOttoline"),
            Said("u2", 'Read "A Book of Ferns", Frayne, Ottoline.\n\nMargaret'),
        )
        assert texts[1] == 'Read "A Book of Ferns", Frayne, Ottoline.\n\n[u2]'

    def test_a_user_name_that_is_no_word_is_one_in_small_letters_too(self) -> None:
        texts = hidden(
            Said("u1", "The second one, I think."),
            Said("u2", "Thanks Quimblewick!"),
            Said("u1", "Any time."),
            Said("u2", "Hi Quimblewick,\n\nI have one more."),
            Said(
                "u1", "It is in what quimblewick wrote; I am quimblewick on the page, quimblewick!"
            ),
        )
        assert "uimblewick" not in "".join(texts)

    @pytest.mark.parametrize("roster", [None, {"u1": "Robert Ashdown", "u2": "Margaret Quill"}])
    def test_whoever_has_a_full_name_gets_no_other(self, roster: dict[str, str] | None) -> None:
        """Robert is answered at the wrong level: the quoted words are somebody else's."""
        outcome = hide(
            forum(
                Said("u1", "Which one?\n\nRobert Ashdown"),
                Said(
                    "u2", "Ottoline Frayne <o.frayne@mail.example> wrote:\n> Which one?\n\nMargaret"
                ),
                roster=roster,
            )
        )
        assert "Ottoline Frayne" not in outcome.mapping.names()["u1"]
        assert "Ottoline" not in outcome.texts[1]

    @pytest.mark.parametrize(
        ("mentioned", "after", "elsewhere"),
        [
            (
                "Ottoline Frayne answered that in a post. Ottoline's way is the quick one.",
                "[u1] answered that in a post. [u1]'s way is the quick one.",
                "See [u1]'s package.",
            ),
            (  # an author is cited further by the family name
                "Ottoline Frayne answered that in a book. Frayne's way is the quick one.",
                "Ottoline Frayne answered that in a book. Frayne's way is the quick one.",
                "See Ottoline Frayne's package.",
            ),
            (  # there are two of whom one does not know
                "Ottoline Frayne answered that. Ottoline's way is the quick one. As Ottoline"
                " Wragge said, it is.",
                "Ottoline Frayne answered that. [u1]'s way is the quick one. As Ottoline"
                " Wragge said, it is.",
                "See Ottoline Frayne's package.",
            ),
        ],
    )
    def test_a_full_name_that_fits_one_alone(
        self, mentioned: str, after: str, elsewhere: str
    ) -> None:
        texts = hidden(
            Said("u1", "It is the second.\n\nOttoline", 0),
            Said("u3", "Which one?\n\nArthur", 0),
            Said("u2", f"{mentioned}\n\nMargaret", 0),
            Said("u3", "See Ottoline Frayne's package.\n\nArthur", 0),
        )
        assert texts[2] == f"{after}\n\n[u2]"
        assert texts[3] == f"{elsewhere}\n\n[u3]"

    def test_a_greeting_is_no_part_of_a_name(self) -> None:
        outcome = hide(
            forum(Said("u1", "Which one?\n\nHi Robert"), roster={"u1": "Robert Ashdown"})
        )
        assert outcome.texts == ["Which one?\n\nHi [u1]"]


class TestPeopleWhoTakeNoPart:
    def ids(self, corpus: Corpus, former: Mapping | None = None) -> dict[str, str]:
        """The names of people who take no part, and their ids."""
        policy = Policy().settled(corpus)
        ledger = link_names(onym.find(corpus, policy=policy), corpus, policy, former)
        found = {name: min(owners) for name, owners in ledger.owners.items()}
        return {name: who for name, who in found.items() if who not in corpus.participants}

    def test_their_ids_stay_when_more_is_read(self) -> None:
        """Ottoline would come before Philippa by the alphabet; Philippa was first."""
        first = Said("u1", "My sister Philippa says so.\n\nRobert")
        then = Said("u2", "My brother Barnaby and my sister Ottoline do not.\n\nMargaret")
        before = hide(forum(first, roster=ROSTER)).mapping
        assert before.names()["X1"] == {"Philippa": 1}
        after = self.ids(forum(first, then, roster=ROSTER), before)
        assert after == {"philippa": "X1", "barnaby": "X2", "ottoline": "X3"}
        assert self.ids(forum(first, then, roster=ROSTER))["philippa"] == "X3"

    @pytest.mark.parametrize("written", ["Fang Chun Gong", "Gong, Fang Chun"])
    def test_whose_name_it_is_in_another_order_is_no_stranger(self, written: str) -> None:
        texts = hidden(
            Said("u1", "Which one is better?\n\nFang Chun Gong", 0),
            Said("u1", "Nobody?\n\nGong"),
            Said("u2", f"> From: {written}\n> Which?\n\nThe second.\n\nMargaret"),
            Said("u3", f"{written} wrote:\n> Nobody?\n\nThe first.\n\nArthur", 2),
        )
        assert texts[2].startswith("> From: [u1]\n")
        assert texts[3].startswith("[u1] wrote:")

    @pytest.mark.parametrize("written", ["Kamila Lindqvist", "Lindqvist, Kamila"])
    @pytest.mark.parametrize(("thread", "who"), [("one", "u1"), ("two", "X1")])
    def test_who_is_quoted_in_full_is_who_writes_there_by_the_first_name(
        self, written: str, thread: str, who: str
    ) -> None:
        rows = [
            ("one", "u1", "Which one is better?\n\nKamila"),
            (thread, "u2", "The second.\n\nMargaret"),
            (thread, "u3", f"> {written} wrote:\n>> Which?\n>\n> The second.\n\nYes.\n\nArthur"),
        ]
        frame = pl.DataFrame(rows, schema=["thread", "author", "text"], orient="row")
        frame = frame.with_row_index("id")
        assert hide(onym.read(frame)).texts[2].startswith(f"> [{who}] wrote:")
        registered = pl.DataFrame({"id": ["u1", "u2"], "name": ["Kamila L", written]})
        assert hide(onym.read(frame, registered)).texts[2].startswith("> [u2] wrote:")

    def test_what_is_shouted_all_the_time_is_a_thing(self) -> None:
        talk = "The BLAS is slow, but the new BLAS is fast. Which BLAS is it? That BLAS, I think."
        often = [Said("u1", f"{talk}\n\nRobert", 0) for _ in range(5)]
        texts = hidden(*often, Said("u2", "Thanks, BLAS is what I meant.\n\nMargaret"))
        assert texts[-1].startswith("Thanks, BLAS is what")


class TestHowSure:
    @given(st.lists(st.floats(-40, 40), min_size=2, max_size=2))
    def test_more_evidence_is_never_less_sure(self, scores: list[float]) -> None:
        low, high = (calibrate(score) for score in sorted(scores))
        assert 0 <= low <= high <= TOP

    def test_even_odds_are_accepted(self) -> None:
        assert calibrate(0.0) == ACCEPT == 0.5


class TestMarkup:
    PAGES = (
        Said("u1", "<p>Hi all,</p><p>it depends.</p><p>Regards,<br>Zephandra</p>"),
        Said("u2", "<p>Hi <b>Zephandra</b>,</p><p>I think so.</p><p>Best,<br/>Quennell</p>"),
        Said("u1", "<blockquote><p>Quennell</p></blockquote><p>Thanks Quennell.</p>Zephandra"),
    )

    def test_a_page_is_read_as_its_reader_sees_it(self) -> None:
        assert hidden(*self.PAGES) == [
            "<p>Hi all,</p><p>it depends.</p><p>Regards,<br>[u1]</p>",
            "<p>Hi <b>[u1]</b>,</p><p>I think so.</p><p>Best,<br/>[u2]</p>",
            "<blockquote><p>[u2]</p></blockquote><p>Thanks [u2].</p>[u1]",
        ]


class TestTogether:
    def test_people_who_sign_together_are_not_one(self) -> None:
        assert (
            hidden(
                Said("u1", "Which one is better?\n\nRobert"),
                Said("u2", "The first one, I think.\n\nMargaret"),
                Said("u1", "We have looked at it again now.\n\nBest,\nRobert and Margaret", 0),
            )[2]
            == "We have looked at it again now.\n\nBest,\n[u1] and [u2]"
        )


class TestThirdPersons:
    QUESTION = Said("u1", "Which one? My sister Mary likes the first one.\n\nRobert")
    ANSWER = Said("u2", "Hi Robert,\n\nyour sister Mary is right. Greet Mary.\n\nMargaret")

    def test_private_people_get_their_own_pseudonym(self) -> None:
        assert hidden(self.QUESTION, self.ANSWER, roster=ROSTER) == [
            "Which one? My sister [X1] likes the first one.\n\n[u1]",
            "Hi [u1],\n\nyour sister [X1] is right. Greet [X1].\n\n[u2]",
        ]

    def test_they_stay_when_only_participants_are_hidden(self) -> None:
        assert hidden(self.QUESTION, self.ANSWER, roster=ROSTER, people="participants") == [
            "Which one? My sister Mary likes the first one.\n\n[u1]",
            "Hi [u1],\n\nyour sister Mary is right. Greet Mary.\n\n[u2]",
        ]

    def test_a_full_name_and_its_parts_are_one_person(self) -> None:
        texts = hidden(
            Said("u1", "Which one? I asked my supervisor Walter Grimley.\n\nRobert"),
            Said("u2", "Hi Robert,\n\nWalter is right.\n\nMargaret"),
            Said("u1", "Thanks. Walter said so too.\n\nRobert"),
            roster=ROSTER,
        )
        assert [text.split("\n\n")[-2] for text in texts] == [
            "Which one? I asked my supervisor [X1].",
            "[X1] is right.",
            "Thanks. [X1] said so too.",
        ]

    @pytest.mark.parametrize(
        ("named", "after"),
        [
            ("Yes.\n\nThanks, Ottoline - Moderator", "Yes.\n\nThanks, [u2]"),
            ("@**Ottoline - Moderator** is it?", "@**[X1]** is it?"),
        ],
    )
    def test_an_office_beside_a_name_is_nobody(self, named: str, after: str) -> None:
        texts = hidden(
            Said("u1", "Which one?\n\nThis was moved.\n\nModerator"),
            Said("u2", named),
            Said("u3", "The third.\n\nThis was moved.\n\nModerator"),
        )
        assert texts[1] == after
        assert texts[0] + texts[2] == (
            "Which one?\n\nThis was moved.\n\nModeratorThe third.\n\nThis was moved.\n\nModerator"
        )

    def test_greeted_by_a_part_of_it(self) -> None:
        texts = hidden(
            Said("u1", "My supervisor Walter Grimley reads this.\n\nRobert"),
            Said("u2", "Hi Robert, hi Walter,\n\nthe second.\n\nMargaret"),
            Said("u3", "Hi Walter,\n\nI agree.\n\nArthur"),
            roster=ROSTER,
        )
        assert texts[0] == "My supervisor [X1] reads this.\n\n[u1]"
        assert texts[2] == "Hi [X1],\n\nI agree.\n\n[u3]"

    def test_who_got_a_mail_is_one_person_in_each_way_of_writing_it(self) -> None:
        header = "From: Ramsden, Arthur\nSent: Monday\nTo: {}\nSubject: Ferns"
        texts = hidden(
            Said("u1", f"Yes.\n\n{header.format('Grimley, Lisbeth K.; Stock, Otto')}\n\nSo?"),
            Said("u2", f"No.\n\n{header.format('Lisbeth Grimley/Corp@FROB, All Staff')}\n\nSo?"),
            Said("u1", "I hear that Lisbeth Grimley and Otto Stock know them.\n\nRobert"),
            roster=ROSTER,
        )
        assert "To: [X1].; [X3]\n" in texts[0]
        assert "To: [X1]/Corp@FROB, All Staff\n" in texts[1]
        assert texts[2] == "I hear that [X1] and [X3] know them.\n\n[u1]"

    def test_a_short_form_in_a_header_is_no_stranger(self) -> None:
        header = "From: Roe, Jane\nSent: Monday\nTo: Maggie Poe\nSubject: Ferns"
        question = Said("u1", "Which one?\n\nRobert")
        answer = Said("u2", f"Yes.\n\n{header}\n\nSo?")
        roster = {"u1": "Robert Ash", "u2": "Margaret Poe"}
        assert "To: [u2]\n" in hidden(question, answer, roster=roster)[1]

    def test_somebody_who_signs_along(self) -> None:
        texts = hidden(
            Said("u1", "Which one?\n\nRobert and Lisbeth"),
            Said("u2", "Hi Robert and Lisbeth,\n\nthe second one.\n\nMargaret"),
            roster=ROSTER,
        )
        assert texts[0] == "Which one?\n\n[u1] and [X1]"
        assert texts[1] == "Hi [u1] and [X1],\n\nthe second one.\n\n[u2]"

    def test_a_sister_is_not_the_participant_of_her_name(self) -> None:
        texts = hidden(
            Said("u1", "My sister Margaret likes the first one.\n\nRobert"),
            Said("u2", "Hi Robert,\n\nthe second.\n\nMargaret"),
            Said("u3", "Hi Margaret,\n\nI agree.\n\nArthur"),
            roster=ROSTER,
        )
        assert texts[2] == "Hi [u2],\n\nI agree.\n\n[u3]"
        assert not {"Margaret", "[u2]"} & set(texts[0].split())


COURSES = {
    "sv": (
        {"u1": "Maria Lindqvist", "u2": "Göran Åkerby", "u3": "Siv Hedlund"},
        [
            ("Hej alla,\n\njag undrar vilken som är bäst?\n\nHälsningar\n{u1}", "Maria"),
            ("Hej {u1},\n\njag tycker att den andra är bäst.\n\nMvh {u2}", "Göran"),
            ("Tack {u2}, jag håller med {u1} om det.\n\nVänliga hälsningar\n{u3}", "Siv"),
        ],
    ),
    "de": (
        {"u1": "Jürgen Altmühl", "u2": "Heike Sandvoss", "u3": "Uwe Krahl"},
        [
            ("Hallo zusammen,\n\nwelches ist das bessere?\n\nViele Grüße\n{u1}", "Jürgen"),
            ("Hallo {u1},\n\nich denke, das zweite ist besser.\n\nLiebe Grüße\n{u2}", "Heike"),
            ("Danke {u2}, das sehe ich auch so wie {u1}.\n\nMfG\n{u3}", "Uwe"),
        ],
    ),
    "fr": (
        {"u1": "Hélène Ravoire", "u2": "Thierry Comblat", "u3": "Solange Pertuis"},
        [
            ("Bonjour à tous,\n\nlequel est le meilleur ?\n\nCordialement,\n{u1}", "Hélène"),
            ("Bonjour {u1},\n\nje pense que c'est le deuxième.\n\nBien à vous\n{u2}", "Thierry"),
            ("Merci {u2}, je suis d'accord avec {u1}.\n\nAmicalement\n{u3}", "Solange"),
        ],
    ),
}


class TestLanguages:
    @pytest.mark.parametrize("with_roster", [True, False])
    @pytest.mark.parametrize("language", COURSES)
    def test_a_course_in_miniature(self, language: str, with_roster: bool) -> None:
        roster, lines = COURSES[language]
        names = {f"u{at}": name for at, (_, name) in enumerate(lines, 1)}
        said = [
            Said(who, text.format(**names)) for who, (text, _) in zip(names, lines, strict=True)
        ]
        corpus = forum(*said, roster=roster if with_roster else None)
        assert corpus.languages == (language,)
        brackets = {who: f"[{who}]" for who in names}
        assert hide(corpus).texts == [text.format(**brackets) for text, _ in lines]


class TestLedger:
    def test_a_reason_counts_once(self) -> None:
        line = Line()
        line.add(1.5, "signs so once")
        line.add(1.5, "signs so once")
        assert (line.score, len(line.reasons)) == (0.5, 1)
        assert line.probability == calibrate(0.5)

    def test_a_line_without_evidence_is_not_accepted(self) -> None:
        assert Line().probability < ACCEPT

    def test_evidence_grows_by_its_logarithm(self) -> None:
        assert grow(1) == 1
        assert grow(2) - grow(1) == pytest.approx(grow(8) - grow(4))

    @pytest.mark.parametrize(("count", "words"), [(1, "once"), (2, "2 times")])
    def test_counts_in_words(self, count: int, words: str) -> None:
        assert times(count) == words

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("Robert Ashdown", ["Robert", "Ashdown"]),
            ("R o b e r t", ["Robert"]),
            ("R G", ["RG"]),
            ("Anna-Karin", ["Anna-Karin"]),
            ("Ashdown, Robert J.", ["Robert", "J", "Ashdown"]),
            ("Ashdown, Prof. Dr. Robert", ["Robert", "Ashdown"]),
        ],
    )
    def test_words_of_a_name(self, name: str, words: list[str]) -> None:
        assert words_of(name) == words

    def test_an_entry_tells_its_strongest_reason_first(self) -> None:
        line = Line(surfaces=words_counter("Robert"))
        line.add(0.0, "says nothing")
        line.add(1.0, "is a known given name")
        line.add(-3.0, "is the name of somebody else")
        entry = entry_of("u1", line)
        assert entry.reasons == ("is the name of somebody else", "is a known given name")
        assert entry.score == round(line.probability, 3)

    def test_the_mapping_explains_itself(self) -> None:
        entries = {
            (e.participant, e.name): e for e in hide(forum(*THREAD, roster=ROSTER)).mapping.entries
        }
        assert "signs so 2 times" in entries["u1", "Robert"].reasons
        assert entries["u1", "Robert"].score > 0.9
        assert all(entry.reasons and ACCEPT <= entry.score <= 1 for entry in entries.values())

    def test_more_signatures_make_it_surer(self) -> None:
        def score(times_signed: int) -> float:
            said = [Said("u1", "Which one is it?\n\nZaff", 0)] * times_signed
            corpus = forum(*said)
            ledger = link_names(onym.find(corpus), corpus, Policy().settled(corpus))
            return ledger.lines["u1"]["zaff"].probability

        assert score(1) < score(2) < score(5)

    def test_words_count_against_names(self) -> None:
        assert lexicon(("en",)).given("Robert")
        corpus = forum(*[Said("u1", "Which one?\n\nHowever", 0)] * 2)
        assert hide(corpus).mapping.entries == ()


def words_counter(*words: str) -> Counter[str]:
    return Counter(words)


class TestOtherMethods:
    def test_clues_of_the_papers_are_added_up_as_they_are(self) -> None:
        clues = (
            onym.Clue("u1", "Rose", "signed", 2),
            onym.Clue("u1", "Rose", "greeted", 1),
            onym.Clue(None, "Ann", "greeted", 5),
        )
        mapping = onym.link(onym.Evidence("farrow", clues), forum(*THREAD))
        assert mapping.names() == {"u1": {"Rose": 3}}
        assert mapping.case == "exact"


NAMES = [
    *("Robert", "Margaret", "Arthur", "Siobhan", "Tamsin", "Zaff", "Ottoline", "Brannoc"),
    *("Ysolde", "Quentin", "Mirela", "Dragan", "Göran", "Hélène", "Anna-Karin"),
]
OPENINGS = [
    *("Hi {},", "Dear {},", "Hello {}!", "{},", "Thanks {}.", "@{}", "I agree with {}."),
    *("As {} said,", "{}'s idea is good.", "Good morning {},", ""),
]
BODIES = [
    "the second model is better than the first.",
    "I would try the first one again.",
    "what does the plot show?",
    "we could meet on Tuesday and use Python. Ramsden et al. (2015) do.",
]
CLOSINGS = ["{}", "Best,\n{}", "Thanks,\n{}", "Cheers, {}", "Best wishes\n\n{}", "- {}", "{} :-)"]


class Sketch(NamedTuple):
    """A random forum: who signs how, and what is said."""

    signs: dict[str, str]
    said: list[Said]

    def regulars(self) -> list[str]:
        """The names of those who sign twice or more."""
        written = Counter(said.author for said in self.said)
        return [name for who, name in self.signs.items() if written[who] > 1]

    def read(self, with_roster: bool) -> Corpus:
        roster = {who: f"{name} Ashdown" for who, name in self.signs.items()}
        return forum(*self.said, roster=roster if with_roster else None)


@st.composite
def sketches(draw: st.DrawFn) -> Sketch:
    people = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True))
    signs = {f"u{at}": name for at, name in enumerate(people)}
    said: list[Said] = []
    for who in draw(st.lists(st.sampled_from(sorted(signs)), min_size=4, max_size=9)):
        other = draw(st.sampled_from([name for name in people if name != signs[who]]))
        opening = draw(st.sampled_from(OPENINGS)).format(other)
        closing = draw(st.sampled_from(CLOSINGS)).format(signs[who])
        to = draw(st.integers(0, len(said)))
        said.append(Said(who, f"{opening}\n\n{draw(st.sampled_from(BODIES))}\n\n{closing}", to))
    return Sketch(signs, said)


class TestProperties:
    @settings(max_examples=60, deadline=None)
    @given(sketches(), st.booleans())
    def test_no_name_that_somebody_signs_with_survives(self, sketch: Sketch, roster: bool) -> None:
        texts = "\n".join(hide(sketch.read(roster)).texts)
        left = [name for name in sketch.regulars() if re.search(rf"\b{name}\b", texts)]
        assert left == []
        assert texts.count("Ramsden et al. (2015)") == sum(
            "Ramsden" in said.text for said in sketch.said
        )

    @settings(max_examples=25, deadline=None)
    @given(sketches(), st.booleans())
    def test_nobody_gets_a_name_that_another_signs_with(self, sketch: Sketch, roster: bool) -> None:
        signers = {sketch.signs[said.author]: said.author for said in sketch.said}
        for entry in hide(sketch.read(roster)).mapping.entries:
            word = entry.name.split()[0]
            assert signers.get(word, entry.participant) == entry.participant

    @settings(max_examples=15, deadline=None)
    @given(sketches())
    def test_the_same_forum_gives_the_same_text(self, sketch: Sketch) -> None:
        assert (
            hide(sketch.read(True)).replaced.mentions == hide(sketch.read(True)).replaced.mentions
        )
        assert hide(sketch.read(False)).mapping == hide(sketch.read(False)).mapping


def test_a_double_name_without_its_hyphen() -> None:
    texts = hidden(
        Said("u1", "Which one?\n\nMary"),
        Said("u2", "As Mary Poe Ash said, and I asked Mrs Poe Ash.\n\nRobert"),
        roster={"u1": "Mary Poe-Ash", "u2": "Robert Quill"},
    )
    assert texts[1] == "As [u1] said, and I asked Mrs [u1].\n\n[u2]"


def test_who_says_and_signs_another_name_than_the_registered_one_goes_by_it() -> None:
    """Somebody may write from an account that is in another's name."""
    texts = hidden(
        Said("u1", "My name is Mary Poe and I have a question on this.\n\nMary Poe"),
        Said("u2", "Hi Mary,\n\nwhich one is it?\n\nMargaret"),
        Said("u1", "It is the second one that I mean.\n\nMary Poe"),
        roster=ROSTER,
    )
    assert texts == [
        "My name is [u1] and I have a question on this.\n\n[u1]",
        "Hi [u1],\n\nwhich one is it?\n\n[u2]",
        "It is the second one that I mean.\n\n[u1]",
    ]


@pytest.mark.parametrize("account", ["marypoe", "marypoe7", "mary-poe", "mary.poe"])
def test_a_user_name_tells_a_full_name_that_it_spells(account: str) -> None:
    texts = hidden(
        Said("u1", "Which one is it?\n\nRobert"),
        Said("u4", "We are Mary Poe (39) and a dog, and it is the second."),
        roster={**ROSTER, "u4": account},
    )
    assert texts[1] == "We are [u4] (39) and a dog, and it is the second."
