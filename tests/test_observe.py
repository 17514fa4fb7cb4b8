"""Names as the corpus writes them, and how often."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import onym
from onym.model import Entry, Mapping, Policy
from onym.replace.observe import add, observe, written_as
from onym.resolve.verdicts import Verdict
from test_link import ROSTER, Said, Sketch, forum, hide, sketches

ENGLISH = Policy(languages=("en",))
THREAD = (
    Said("u1", "Which one is better?\n\nRobert"),
    Said("u2", "Hi ROBERT,\n\nas Robert Ashdown said.\n\nMargaret"),
)


class TestObserve:
    def test_names_appear_as_they_are_written(self) -> None:
        names = hide(forum(*THREAD, roster=ROSTER)).mapping.names()
        assert names == {
            "u1": {"Robert": 1, "ROBERT": 1, "Robert Ashdown": 1},
            "u2": {"Margaret": 1},
        }

    def test_what_never_occurs_is_dropped(self) -> None:
        mapping = Mapping((Entry("u1", "Robert"), Entry("u1", "Bertie"), Entry("u3", "Arthur")))
        seen = observe(forum(*THREAD, roster=ROSTER), mapping, ENGLISH)
        assert {entry.name for entry in seen.entries} == {"Robert", "ROBERT", "Robert Ashdown"}

    def test_the_most_frequent_name_comes_first(self) -> None:
        more = (Said("u2", "Hi Robert,\n\nyes.\n\nMargaret"), Said("u2", "Hi Bob,\n\nMargaret", 1))
        entries = hide(forum(*THREAD, *more, roster=ROSTER)).mapping.entries
        counts = [entry.count for entry in entries if entry.participant == "u1"]
        assert counts[0] == 2
        assert counts == sorted(counts, reverse=True)

    def test_a_name_whose_owner_is_never_clear_is_kept_with_no_count(self) -> None:
        corpus = forum(
            Said("u1", "Which one is better, I ask?", 0),
            Said("u2", "The second one is better.", 0),
            Said("u3", "What does Robert think?\n\nArthur", 0),
            roster={"u1": "Robert Ashdown", "u2": "Robert Grimley", "u3": "Arthur Pembrook"},
        )
        names = hide(corpus).mapping.names()
        assert names["u1"] == names["u2"] == {"Robert": 0}

    @pytest.mark.parametrize("name", ["Robert42", "robert_42", "Robert.Xyz"])
    def test_a_user_name_is_as_sure_as_the_name_that_it_spells(self, name: str) -> None:
        robert = Entry("u1", "Robert", score=0.97)
        seen = written_as({("u1", "robert"): robert}, "u1", name, 3)
        assert (seen.name, seen.count, seen.score) == (name, 3, 0.97)
        assert written_as({}, "u1", name, 3).score == 0.5

    def test_glued_words_are_not_counted_as_names(self) -> None:
        corpus = forum(*THREAD, Said("u1", "thanksMargaret, I see.\n\nRobert"), roster=ROSTER)
        mapping = hide(corpus).mapping
        assert mapping.composites == {"thanksMargaret": "thanks [u2]"}
        assert mapping.names()["u2"] == {"Margaret": 1}


class TestParts:
    @pytest.mark.parametrize(
        ("owners", "counts"),
        [(("u1",), {("u1", "Robert Ashdown"): 1}), (("u1", "u2"), {})],
    )
    def test_only_clear_verdicts_count(
        self, owners: tuple[str, ...], counts: dict[tuple[str, str], int]
    ) -> None:
        found: Counter[tuple[str, str]] = Counter()
        add(found, "Hi Robert\nAshdown,", Verdict(3, 17, owners, 0.9, "greeted"))
        assert +found == counts
        assert {name for _, name in found} == {"Robert Ashdown"}
        assert {who for who, _ in found} == set(owners)

    def test_an_entry_keeps_what_linking_knew(self) -> None:
        known = {("u1", "robert"): Entry("u1", "Robert", 9, 0.97, ("signs so 9 times",))}
        assert written_as(known, "u1", "ROBERT", 2) == Entry(
            "u1", "ROBERT", 2, 0.97, ("signs so 9 times",)
        )

    def test_a_full_name_is_as_sure_as_its_surest_word(self) -> None:
        known = {
            ("u1", "robert"): Entry("u1", "Robert", 9, 0.97),
            ("u1", "ashdown"): Entry("u1", "Ashdown", 1, 0.8),
        }
        entry = written_as(known, "u1", "Robert Ashdown", 2)
        assert (entry.count, entry.score) == (2, 0.97)
        assert entry.reasons == ("is written with other names of theirs",)

    def test_a_name_that_linking_did_not_know_is_even_odds(self) -> None:
        assert written_as({}, "u1", "Zaff", 1) == Entry("u1", "Zaff", 1, 0.5)


class TestProperties:
    @settings(max_examples=40, deadline=None)
    @given(sketches(), st.booleans())
    def test_counts_are_the_mentions(self, sketch: Sketch, roster: bool) -> None:
        corpus = sketch.read(roster)
        outcome = hide(corpus)
        texts = dict(corpus.messages.select("id", "text").iter_rows())
        mentions = Counter(
            (mention.participant, texts[mention.message][mention.start : mention.end])
            for mention in outcome.replaced.mentions
            if mention.participant is not None
        )
        listed = {(entry.participant, entry.name): entry.count for entry in outcome.mapping.entries}
        assert mentions == +Counter(listed)

    @settings(max_examples=15, deadline=None)
    @given(sketches())
    def test_observing_twice_changes_nothing(self, sketch: Sketch) -> None:
        corpus = sketch.read(True)
        policy = Policy().settled(corpus)
        mapping = onym.link(onym.find(corpus), corpus)
        assert observe(corpus, mapping, policy).names() == mapping.names()
