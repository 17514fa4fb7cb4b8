"""Who is meant: the same word is a participant here, an author there, a plain word elsewhere."""

from __future__ import annotations

import time
from functools import lru_cache
from itertools import pairwise, zip_longest

import pytest
from hypothesis import given
from hypothesis import strategies as st

import onym
from onym.find.names import Slot
from onym.model import Entry, Mapping, Policy
from onym.names.matcher import Hit
from onym.resolve.reading import Placed
from onym.resolve.resolve import Resolver
from onym.resolve.verdicts import Verdict, key_of, non_overlapping
from test_link import Outcome, Said, forum, hidden, hide

TWINS = {
    "u1": "Robert Ashdown",
    "u2": "Robert Grimley",
    "u3": "Margaret Quill",
    "u4": "Arthur Pembrook",
}
NUMBERS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
FIRST = Said("u1", "Which one is better?\n\nRobert", 0)
SECOND = Said("u2", "I like the second one.\n\nRobert", 0)


def twins(*more: Said) -> Outcome:
    """Two Roberts, each in a thread of his own, and what is said then."""
    return hide(forum(FIRST, SECOND, *more, roster=TWINS))


class TestSharedNames:
    def test_a_signature_is_the_writers(self) -> None:
        assert twins().texts == [
            "Which one is better?\n\n[u1]",
            "I like the second one.\n\n[u2]",
        ]

    @pytest.mark.parametrize(("to", "who"), [(1, "u1"), (2, "u2")])
    @pytest.mark.parametrize("opening", ["Hi {},\n\nyes.", "Thanks {}.", "{},\n\nyes."])
    def test_somebody_spoken_to_is_who_is_answered(self, to: int, who: str, opening: str) -> None:
        answer = Said("u3", f"{opening.format('Robert')}\n\nMargaret", to)
        assert twins(answer).texts[2] == f"{opening.format(f'[{who}]')}\n\n[u3]"

    def test_nobody_speaks_of_themselves(self) -> None:
        outcome = twins(Said("u2", "I think Robert is right.\n\nRobert", 1))
        assert outcome.texts[2] == "I think [u1] is right.\n\n[u2]"

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("Robert Grimley is right.", "[u2] is right."),
            ("I agree with Robert Ashdown.", "I agree with [u1]."),
            ("I agree with R. Ashdown.", "I agree with [u1]."),
            ("I agree with Mr Grimley.", "I agree with Mr [u2]."),
            ("I agree with Robert G, not with Robert A.", "I agree with [u2], not with [u1]."),
        ],
    )
    def test_a_family_name_tells(self, before: str, after: str) -> None:
        assert twins(Said("u4", f"{before}\n\nArthur", 0)).texts[2] == f"{after}\n\n[u4]"

    def test_the_session_tells(self) -> None:
        texts = hidden(
            Said("u1", "Which one?\n\nRobert", 0, "spring"),
            Said("u3", "What does Robert think?\n\nMargaret", 0, "spring"),
            Said("u2", "The second one.\n\nRobert", 0, "autumn"),
            Said("u4", "I asked Robert too.\n\nArthur", 0, "autumn"),
            roster=TWINS,
        )
        assert texts[1] == "What does [u1] think?\n\n[u3]"
        assert texts[3] == "I asked [u2] too.\n\n[u4]"

    def test_what_is_unclear_is_a_placeholder_and_one_question(self) -> None:
        outcome = twins(
            Said("u3", "What does Robert think of it?\n\nMargaret", 0),
            Said("u4", "Dear Margaret,\n\nask Robert. I think Robert knows.\n\nArthur", 3),
        )
        assert outcome.texts[2] == "What does [u1|u2] think of it?\n\n[u3]"
        assert outcome.texts[3] == "Dear [u3],\n\nask [u1|u2]. I think [u1|u2] knows.\n\n[u4]"
        (question,) = outcome.replaced.questions
        assert (question.kind, question.name, question.count) == ("shared", "Robert", 3)
        assert question.participants == ("u1", "u2")

    def test_other_styles_say_nothing(self) -> None:
        corpus = forum(
            FIRST, SECOND, Said("u3", "What does Robert think?\n\nMargaret", 0), roster=TWINS
        )
        mapping = onym.link(onym.find(corpus), corpus)
        text = onym.replace(corpus, mapping, Policy()).messages["text"][2]
        assert text.startswith("What does [person] think?")

    def test_without_a_roster_too(self) -> None:
        outcome = hide(forum(FIRST, SECOND, Said("u3", "What does Robert think?\n\nMargaret", 0)))
        assert outcome.texts[2] == "What does [u1|u2] think?\n\n[u3]"

    @pytest.mark.parametrize(
        ("signs", "meant"),
        [
            ("Robert", "[u1|u2]"),  # he has no other name, however seldom he is heard of
            ("Bertie\n\nRobert Grimley", "[u1]"),
        ],
    )
    def test_who_hardly_ever_goes_by_a_name_may_be_meant_if_it_is_his_only_one(
        self, signs: str, meant: str
    ) -> None:
        often = [Said("u1", f"It is {word}.\n\nRobert", 0) for word in NUMBERS]
        once = Said("u2", f"I like the second one.\n\n{signs}", 0)
        asks = Said("u3", "What is Robert doing?\n\nMargaret", 0)
        assert hide(forum(*often, once, asks)).texts[-1] == f"What is {meant} doing?\n\n[u3]"

    @pytest.mark.parametrize("to", [0, 1, 2])
    @pytest.mark.parametrize(
        "line", ["Hi Robert,", "Robert is right.", "As Robert said,", "Thanks Robert!"]
    )
    def test_the_name_itself_never_stays(self, to: int, line: str) -> None:
        outcome = twins(Said("u3", f"{line}\n\nI agree.\n\nMargaret", to))
        assert "Robert" not in outcome.texts[2]
        if to:
            wrong = "[u2]" if to == 1 else "[u1]"
            assert wrong not in outcome.texts[2]


WORDS = {"u1": "Will Ashdown", "u2": "Hope Quill", "u3": "Mark Grimley", "u4": "May Pembrook"}


class TestWordsThatAreNames:
    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("I hope it will run.", "I hope it will run."),
            ("You may mark it.", "You may mark it."),
            ("Will it run? Mark the best. Hope it does. May I?",) * 2,
            ("Then Will said no.", "Then [u1] said no."),
            ("I think Will is right.", "I think [u1] is right."),
            ("Hi Will,", "Hi [u1],"),
            ("hi will,", "hi [u1],"),
            ("Thanks Hope and Mark.", "Thanks [u2] and [u3]."),
            ("WILL it run?", "WILL it run?"),
            ("We meet in May.", "We meet in May."),
            ("We meet on 5 May.", "We meet on 5 May."),
        ],
    )
    def test_before_and_after(self, before: str, after: str) -> None:
        texts = hidden(
            Said("u1", "Which one?\n\nWill"),
            Said("u2", "I hope the second one will do; you may mark it.\n\nHope"),
            Said("u3", "The first one.\n\nMark"),
            Said("u1", "Oh.\n\nWill"),
            Said("u4", f"{before}\n\nI am not sure.\n\nMay", 1),
            roster=WORDS,
        )
        assert texts[4] == f"{after}\n\nI am not sure.\n\n[u4]"


SCHOLARS = {"u1": "Robert Ramsden", "u2": "Margaret Quill", "u3": "Arthur Pembrook"}
CITED = [
    "Arthur, P. C. (2010). Mosses.",
    "the book of Lunt & Arthur (2010)",
    "the Lunt-Arthur model",
    "Ramsden et al. (2015) say so.",
    "See Ramsden (2015), and Quill & Ramsden.",
    "The Ramsden test fits.",
    "I ran the Arthur test.",
    "I read Arthur C. Clarke and Arthur Clarke.",
    "@book{ramsden15, author = {Ramsden, Robert and Quill, Margaret}, year = 2015}",
    "A Poisson model and a Gibbs sampler do.",
]
MEANT = [
    ("Hi Robert,", "Hi [u1],"),
    ("Dear Dr. Ramsden,", "Dear Dr. [u1],"),
    ("I agree with Mr Ramsden.", "I agree with Mr [u1]."),
    ("I agree with Robert Ramsden.", "I agree with [u1]."),
    ("Then Arthur said no.", "Then [u3] said no."),
    ("Arthur's book is by Arthur C. Clarke.", "[u3]'s book is by Arthur C. Clarke."),
]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Hope! How good to hear that.", "[u2]! How good to hear that."),
        ("Hope. That is all we have.", "Hope. That is all we have."),
        ("So much for it. Hope! What else?", "So much for it. Hope! What else?"),
    ],
)
@pytest.mark.parametrize("to", [1, 2])
def test_a_message_that_hails_whom_it_answers(before: str, after: str, to: int) -> None:
    texts = hidden(
        Said("u2", "Which one?\n\nHope Quill", 0),
        Said("u1", "The second.\n\nWill Ashdown"),
        Said("u3", f"{before}\n\nMark Grimley", to),
        roster=WORDS,
    )
    assert texts[2] == f"{after if to == 1 else before}\n\n[u3]"


class TestCitedAuthors:
    @pytest.mark.parametrize("roster", [SCHOLARS, None], ids=["roster", "no roster"])
    @pytest.mark.parametrize(("before", "after"), [*((line, line) for line in CITED), *MEANT])
    def test_authors_stay_and_participants_go(
        self, before: str, after: str, roster: dict[str, str] | None
    ) -> None:
        texts = hidden(
            Said("u1", "Ramsden et al. (2015) have a test.\n\nRobert Ramsden"),
            Said("u3", "I did not know.\n\nArthur"),
            Said("u2", f"{before}\n\nI am sure.\n\nMargaret", 1),
            Said("u1", "The Ramsden test, as Ramsden (1999) says.\n\nRobert Ramsden"),
            Said("u3", "Then it is clear.\n\nArthur"),
            roster=roster,
        )
        assert texts[0] == "Ramsden et al. (2015) have a test.\n\n[u1]"
        assert texts[2] == f"{after}\n\nI am sure.\n\n[u2]"
        assert texts[3] == "The Ramsden test, as Ramsden (1999) says.\n\n[u1]"


class TestWhatPeopleAdded:
    @pytest.mark.parametrize(
        ("text", "decision", "result"),
        [
            ("We asked M Zebulon.", "added", "We asked M [u1]."),
            ("We asked M Zebulon.", None, "We asked M Zebulon."),
            ("We will hope for it.", "added", "We will [u1] for it."),
            ("We will hope for it.", None, "We will hope for it."),
        ],
    )
    def test_a_name_added_by_hand_is_a_name(
        self, text: str, decision: str | None, result: str
    ) -> None:
        corpus = forum(Said("u1", text))
        entries = [Entry("u1", name, decision=decision) for name in ("Zebulon", "hope")]
        replaced = onym.replace(corpus, Mapping(tuple(entries)), Policy(style="id"))
        assert replaced.messages["text"].to_list() == [result]


class TestUserNames:
    def test_who_is_registered_with_one_word_may_be_called_by_two(self) -> None:
        texts = hidden(
            Said("u1", "Which one is better?"),
            Said("u2", "I agree with Thibauld Garnsworthy, and with Thibauld."),
            roster={"u1": "Thibauld", "u2": "Margaret Quill"},
        )
        assert texts[1] == "I agree with [u1], and with [u1]."

    def test_a_function_of_that_name_is_nobody(self) -> None:
        texts = hidden(
            Said("u1", "Which one is better?"),
            Said("u2", "Hi Len,\n\nI tried x = zeros((len(rows), 3)). Len may know."),
            roster={"u1": "Len", "u2": "Margaret Quill"},
        )
        assert texts[1] == "Hi [u1],\n\nI tried x = zeros((len(rows), 3)). [u1] may know."


class TestWholeNames:
    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("I agree with Jan van der Quast.", "I agree with [u1]."),
            ("I agree with Jan\nQuast.", "I agree with [u1]."),
            ("I agree with J. Quast.", "I agree with [u1]."),
            ("I agree with Jan Qaust.", "I agree with [u1]."),
            ("I asked Jan\nvan der Quast.", "I asked [u1]."),
            ("Hi Mr van der Quast,", "Hi Mr [u1],"),
            ("I agree with J. \nQuast.", "I agree with [u1]."),
            ("Jan Ziegler is a painter.", "Jan Ziegler is a painter."),
            ("Walter J. Quast is a painter.", "Walter J. Quast is a painter."),
            ("Jan P. Quast is here.", "[u1] is here."),
            ("See https://jan.example/Jan for it.", "See https://jan.example/Jan for it."),
        ],
    )
    def test_before_and_after(self, before: str, after: str) -> None:
        texts = hidden(
            Said("u1", "Which one is better?\n\nJan"),
            Said("u2", f"{before}\n\nI am sure.\n\nMargaret"),
            roster={"u1": "Jan van der Quast", "u2": "Margaret Quill"},
        )
        assert texts[1] == f"{after}\n\nI am sure.\n\n[u2]"

    @pytest.mark.parametrize(
        ("registered", "written", "after"),
        [
            ("Peg Grimley", "Margaret (Peg) L. Grimley", "[u1]"),
            ("Xu (Max) Yen", "Xu (Max) YEN", "[u1]"),
            ("Grimley, Chris", "Christopher J. Grimley", "[u1]"),
            ("Ann Grimley", "Ann-Marie Grimley", "[u1]"),
            ("Bob Grimley", "Walter (Bob) Grimley", "Walter [u1]"),
            ("Ann Grimley", "Catherine J. Grimley", "Catherine J. Grimley"),
        ],
    )
    def test_a_name_with_what_its_bearer_puts_in(
        self, registered: str, written: str, after: str
    ) -> None:
        texts = hidden(
            Said("u1", "Which one is better?\n\nBest,\nYour friend", 0),
            Said("u2", f"I have it from {written}, it is the second.\n\nMargaret"),
            roster={"u1": registered, "u2": "Margaret Quill"},
        )
        assert texts[1] == f"I have it from {after}, it is the second.\n\n[u2]"

    def test_an_initial_that_somebody_goes_by_is_an_initial(self) -> None:
        texts = hidden(
            Said("u1", "Which one is better?\n\nBest,\nC", 0),
            Said("u2", "The second.\n\nJoan", 1),
            Said("u3", "On 3 June 2024, JOAN C. TREVOR wrote:\n> The second.\n\nNo.\n\nRolf", 2),
            roster={"u1": "Carl Quill", "u2": "JOAN C. TREVOR", "u3": "Rolf Ash", "u4": "Joan Ely"},
        )
        assert texts[2].startswith("On 3 June 2024, [u2] wrote:")

    def test_a_full_name_is_its_registered_bearers(self) -> None:
        """Who is registered twice signs both ways; who is quoted is who is registered so."""
        texts = hidden(
            Said("u1", "Which one is better?\n\nWolfram Lindqvist", 0),
            Said("u2", "And which is worse?\n\nWolfram Lindqvist", 0),
            Said("u3", "Wolfram Lindqvist wrote:\n> And which is worse?\n\nThat.\n\nRolf", 2),
            roster={"u1": "Wob Lindqvist", "u2": "Wolfram Lindqvist", "u3": "Rolf Ash"},
        )
        assert texts[2].startswith("[u2] wrote:")

    def test_a_registered_name_is_not_shouted_to_mean_something_else(self) -> None:
        texts = hidden(
            Said("u1", "Which one is better?\n\nNa", 0),
            Said("u2", "There are 3 NA in it. Then an NA there.\n\nDear Na, that is all.\n\nRolf"),
            roster={"u1": "Na Lindqvist", "u2": "Rolf Ash"},
        )
        assert texts[1].startswith("There are 3 NA in it. Then an NA there.")


ELSEWHERE = [
    # a senator, somebody else of that first name, a place
    ("I asked Sen. Ashdown. Then Ashdown left.", "u1"),
    ("I asked Sens. Pell, Ashdown and Roe.", "u1"),
    ("I read Robert Zoller. Then Robert left.", "u1"),
    ("They are on the Hill today.", "u4"),
    ("I live in Cape Robert now.", "u1"),
]


@pytest.mark.parametrize(("text", "who"), ELSEWHERE)
def test_a_participant_who_is_not_meant(text: str, who: str) -> None:
    roster = {"u1": "Robert Ashdown", "u3": "Margaret Quill", "u4": "Hill Pembrook"}
    told = (Said("u1", "Which one?\n\nRobert", 0), Said("u4", "The second.\n\nHill", 0))
    asks = Said("u3", f"{text}\n\nMargaret", 0)
    assert hidden(*told, asks, roster=roster)[-1] == f"{text}\n\n[u3]"


def test_who_writes_in_the_thread_is_meant_though_a_namesake_is_named() -> None:
    texts = hidden(
        Said("u1", "I read Robert Zoller.\n\nRobert", 0),
        Said("u3", "You read Robert Zoller. Robert, why?\n\nMargaret", 1),
        roster=TWINS,
    )
    assert texts[1] == "You read Robert Zoller. [u1], why?\n\n[u3]"


ALONE = [
    ("> Hope\n>\n> The list is here.", "> [u1]\n>\n> The list is here."),
    ("> Hope,\n>\n> the list is here.", "> [u1],\n>\n> the list is here."),
    ("> Hope is all we have.", "> Hope is all we have."),
]


@pytest.mark.parametrize(("before", "after"), ALONE)
def test_a_word_alone_on_a_line_of_a_quote_is_who_writes_there(before: str, after: str) -> None:
    texts = hidden(
        Said("u1", "Which one is better?\n\nHope", 0),
        Said("u2", f"I know it.\n\n{before}\n> It is here.\n\nThe second.\n\nMargaret", 1),
        roster={"u1": "Hope Ashdown", "u2": "Margaret Quill"},
    )
    assert after in texts[1]


class TestResolver:
    def read(self, text: str, mapping: Mapping, *names: str) -> list[tuple[str, tuple[str, ...]]]:
        """The verdicts on names in Margaret's message, as she wrote them."""
        corpus = forum(FIRST, Said("u3", text, 1), roster=TWINS)
        hits = [Hit(1, at, at + len(name), (name,)) for name in names for at in [text.index(name)]]
        verdicts = Resolver(corpus, mapping, Policy(languages=("en",))).read(1, text, hits)
        return [(text[verdict.start : verdict.end], verdict.owners) for verdict in verdicts]

    def test_words_of_one_person_are_one_occurrence(self) -> None:
        mapping = Mapping((Entry("u1", "Robert"), Entry("u1", "Ashdown", traits=("surname",))))
        found = self.read("I asked Robert Ashdown about it.", mapping, "Robert", "Ashdown")
        assert found == [("Robert Ashdown", ("u1",))]

    def test_a_letter_that_is_somebodys_is_an_initial_in_a_longer_name(self) -> None:
        mapping = Mapping((Entry("u1", "C"), Entry("u4", "Pembrook", traits=("surname",))))
        text = "On 3 June 2024, J C Pembrook wrote:\n> Which one?\n\nThe second."
        assert self.read(text, mapping, "C", "Pembrook") == [("J C Pembrook", ("u4",))]

    def test_names_of_two_people_are_two(self) -> None:
        mapping = Mapping((Entry("u1", "Robert"), Entry("u4", "Arthur")))
        found = self.read("I asked Robert Arthur said.", mapping, "Robert", "Arthur")
        assert ("Robert Arthur", ("u1",)) not in found

    def test_a_name_without_owner_has_no_verdict(self) -> None:
        assert self.read("I asked Robert about it.", Mapping(), "Robert") == []

    @pytest.mark.parametrize("text", ["robert@mail.example", "see www.robert.example"])
    def test_addresses_are_not_read(self, text: str) -> None:
        assert self.read(text, Mapping((Entry("u1", "Robert"),)), "robert") == []

    @given(
        st.lists(st.sampled_from(["will", "Will", "Ash"]), min_size=2, max_size=5),
        st.lists(
            st.sampled_from([" ", "! ", "\n", " J. K. ", " (longer) ", " of whom nobody knows "])
        ),
    )
    def test_small_words_far_from_others_are_rightly_passed_over(
        self, words: list[str], gaps: list[str]
    ) -> None:
        text, hits = "", []
        for word, gap in zip_longest(words, gaps[: len(words)], fillvalue=" "):
            hits.append(Hit(1, len(text), len(text) + len(word), (word.lower(),)))
            text += word + gap
        corpus = forum(FIRST, Said("u3", text, 1), roster={"u1": "Will Ash", "u3": "Mark Quill"})
        mapping = Mapping((Entry("u1", "will", traits=("word",)), Entry("u1", "ash")))
        resolver = Resolver(corpus, mapping, Policy(languages=("en",)))
        told = resolver.read(1, text, hits)
        resolver.is_idle = lru_cache(lambda word, names: False)
        assert resolver.read(1, text, hits) == told

    def test_keys(self) -> None:
        assert key_of("  Šimić \n Robert ") == "simic robert"


spans = st.tuples(st.integers(0, 20), st.integers(1, 6)).map(
    lambda pair: Verdict(pair[0], pair[0] + pair[1], ("u1",), 0.9, "name")
)


@given(st.lists(spans))
def test_verdicts_never_overlap(verdicts: list[Verdict]) -> None:
    kept = non_overlapping(verdicts)
    assert set(kept) <= set(verdicts)
    assert all(one.end <= two.start for one, two in pairwise(kept))
    assert bool(kept) == bool(verdicts)


STRETCHES = st.tuples(st.integers(0, 2_000), st.integers(0, 400))


@given(st.lists(STRETCHES, max_size=40), st.lists(STRETCHES, max_size=8))
def test_slots_are_found_by_their_places(
    slots: list[tuple[int, int]], asked: list[tuple[int, int]]
) -> None:
    made = [Slot("signed", at, at + size, str(n)) for n, (at, size) in enumerate(slots)]
    placed = Placed(made)
    for start, size in asked:
        slow = [slot for slot in made if slot.start < start + size and slot.end > start]
        assert sorted(placed.at(start, start + size)) == sorted(slow)


def test_many_slots_are_not_all_looked_through_for_each_word() -> None:
    slots = [Slot("quoted", at, at + 4, "Mary") for at in range(0, 500_000, 10)]
    began = time.process_time()
    placed = Placed(slots)
    assert all(len(placed.at(slot.start, slot.end)) == 1 for slot in slots)
    assert time.process_time() - began < 20  # one by one it would be minutes
