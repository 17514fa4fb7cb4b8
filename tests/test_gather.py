"""Gathering evidence in one pass, and what must hold for any text; every person is invented."""

from __future__ import annotations

import gc
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym.conversation.threads import Setting
from onym.find.anatomy import dissect
from onym.find.gather import CLAIMED, SAMPLES, Tally, add_up, collect, gather
from onym.find.habits import habits
from onym.find.lexicon import lexicon
from onym.find.slots import find_slots
from onym.find.vocabulary import Vocabulary
from onym.model import MESSAGE_COLUMNS, Corpus, Participant, Policy, Source

ENGLISH = Policy()
NOBODY: frozenset[str] = frozenset()


def corpus(*texts: tuple[str, str], people: Sequence[Participant] = ()) -> Corpus:
    """A thread of (author, text), each message in answer to the one before."""
    rows = [
        (str(number), None, "T", "S", author, texts[number - 1][0] if number else None, None, text)
        for number, (author, text) in enumerate(texts)
    ]
    frame = pl.DataFrame(rows, schema=dict.fromkeys(MESSAGE_COLUMNS, pl.String), orient="row")
    return Corpus(frame, {p.id: p for p in people}, Source(None, "frame", {}))


def claims(*texts: tuple[str, str], policy: Policy = ENGLISH) -> set[tuple[str, str, str | None]]:
    """What is claimed: how, which name, and whose."""
    found = gather(corpus(*texts), policy).clues
    return {(clue.kind, clue.name, clue.participant) for clue in found}


QUESTION = ("ann", "Hi all,\n\nwhich of the two models is the better one?\n\nAnn")
ANSWERS = [
    ("Hi Ann,\n\nthe second one is better than the first.\n", ("greeted", "Ann", "ann")),
    ("The second one is better than the first.\n\nBob\n", ("signed", "Bob", "bob")),
    ("The second one is better than the first.\n\nBest, Bob\n", ("signed", "Bob", "bob")),
    (
        "It is the second one.\n\n--\nBob Ramsden\n4 Mill Lane\n",
        ("signature", "Bob Ramsden", "bob"),
    ),
    ("My name is Bob and I like the second one.\n", ("presented", "Bob", "bob")),
    ("The second one, I think. Thanks Ann for asking that.\n", ("thanked", "Ann", "ann")),
    ("The second one, I think.\n\nAnn, which one do you like?\n", ("addressed", "Ann", "ann")),
    ("The second one is better, as Arthur said last week.\n", ("said", "Arthur", "ann")),
    ("@ann42 I like the second one best of all of them.\n", ("handle", "ann42", "ann")),
    ("I am sure.\n\nOn 3 June 2024, Ann wrote:\n> which?\n", ("answered", "Ann", "ann")),
    ("I am sure.\n\n> which one is it?\n> Best,\n> Ann\n", ("relayed", "Ann", "ann")),
    ("I asked my son Tom, who likes the second one best.\n", ("related", "Tom", "ann")),
]


@pytest.mark.parametrize(("answer", "claim"), ANSWERS)
def test_a_name_is_claimed_for_the_writer_or_for_whom_the_message_answers(
    answer: str, claim: tuple[str, str, str | None]
) -> None:
    found = claims(QUESTION, ("bob", answer))
    assert found == {("signed", "Ann", "ann"), claim}


def test_who_is_quoted_is_surely_who_is_answered_only_where_the_reply_says_so() -> None:
    answer = "I am sure.\n\nOn 3 June 2024, Ann Pell wrote:\n> which one is it?\n"
    told = corpus(QUESTION, ("bob", answer))
    guessed = replace(told, messages=told.messages.with_columns(parent_author=pl.lit(None)))
    for each, kind in ((told, "answered"), (guessed, "attributed")):
        clues = gather(each, ENGLISH).clues
        assert {clue.kind for clue in clues if clue.name == "Ann Pell"} == {kind}


def test_languages_come_from_the_policy() -> None:
    texts = (
        ("ann", "Vilken av de båda är bättre?\n\nMvh\nAnn"),
        ("bob", "Hejsan Ann!\n\nDen andra är bättre.\n\nMvh Bob"),
    )
    found = claims(*texts, policy=Policy(languages=("sv",)))
    assert found == {("signed", "Ann", "ann"), ("greeted", "Ann", "ann"), ("signed", "Bob", "bob")}


def test_a_claim_counts_once_a_message_and_keeps_a_few_of_them() -> None:
    text = "The second one is better.\n\nThanks Bob. And thanks Bob, for asking.\n\nAnn\n"
    found = gather(corpus(("bob", "Which?"), *[("ann", text)] * 7), ENGLISH).clues
    thanked = [clue for clue in found if clue.kind == "thanked"]
    assert [(clue.participant, clue.name, clue.count) for clue in thanked] == [("bob", "Bob", 7)]
    assert thanked[0].messages == ("1", "2", "3", "4", "5")
    assert len(thanked[0].messages) == SAMPLES


def test_a_name_is_counted_without_its_possessive() -> None:
    found = claims(QUESTION, ("bob", "I agree with Ann's answer, it is the second one.\n"))
    assert ("said", "Ann", "ann") in found


def test_who_was_around_when_a_name_was_used() -> None:
    texts = [
        ("ann", "Which one is better, the first or the second?"),
        ("bob", "The second one is much better than the first."),
        ("cat", "Hi Bob,\n\nI like the first one better than the second."),
        ("dan", "As Ann said, one of the two is better than the other."),
    ]
    tally = gather(corpus(*texts), ENGLISH).statistics
    assert tally.used == {"Bob": 1, "Ann": 1}
    assert tally.around == {
        "Bob": Counter({"ann": 1, "bob": 1}),
        "Ann": Counter({"ann": 1, "bob": 1, "cat": 1}),
    }


def test_the_vocabulary_is_counted_on_the_way() -> None:
    tally = gather(corpus(("ann", "I saw Will. Will he come?")), ENGLISH).statistics
    assert tally.vocabulary.words["Will"] == 2


def test_a_registered_word_that_is_also_a_place_is_a_name_here() -> None:
    text = ("bob", "It is the second one, I think. I agree with Uppsala about that.\n")
    someone = Participant("ann", ("Ann Uppsala",))
    known, unknown = (
        {clue.name for clue in gather(corpus(QUESTION, text, people=people), ENGLISH).clues}
        for people in ([someone], [])
    )
    assert known - unknown == {"Uppsala"}


def test_clues_come_in_a_fixed_order() -> None:
    texts = (QUESTION, ("bob", "Hi Ann,\n\nthe second one is better, as Arthur said.\n\nBob"))
    clues = gather(corpus(*texts), ENGLISH).clues
    keys = [str((clue.kind, clue.name, clue.participant)) for clue in clues]
    assert keys == sorted(keys)
    assert len(keys) == len(set(keys)) > 3


FRAGMENTS = """\
Hi Mary|Dear all|Hello|Mary|Robert Ramsden|Best|Cheers|Thanks|, |. |! |: |- |-- |> |>> | |    |
On 3 June 2024|wrote:|a écrit :|schrieb|skrev|<mary@example.org>|From: Mary|Sent: Monday|To: Robert|
-----Original Message-----|____|@mary42|[quote=mary42]|[/quote]|mary42:|P.S.|PS|x <- f(1, 2)|}|
R o b e r t|~*|*~|Nov?k|:-)|Åsa|田中|Дмитрий|Dr.|van der|O'Neil|Mary's|+44 555 010|I agree with|
Sent from my iPhone|my sister|as|said|and|&|(|)|"|’|é|e\u0301|1|2024|the second one is better|
"""
PIECES = st.sampled_from([*FRAGMENTS.replace("\n", "").split("|"), "\n", "\n\n", "\r\n", "\x00"])
MESSAGES = st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=40).map("".join))
patient = settings(deadline=None)
"""The first example waits for the language data."""

PARTS = {"greeting", "own", "closing", "signature", "postscript", "code"}
QUOTING = {"attribution", "header", "quote"}


@patient
@given(MESSAGES)
def test_any_text_falls_into_parts_that_cover_it_in_order(text: str) -> None:
    parts = dissect(text)
    assert {part.kind for part in parts} <= PARTS | QUOTING
    edges = [0, *(edge for part in parts for edge in (part.start, part.end)), len(text)]
    assert edges == sorted(edges)
    assert all(text[part.start : part.end].strip() for part in parts)
    rest = re.sub(r"\S", "x", text)
    for part in reversed(parts):
        rest = rest[: part.start] + rest[part.end :]
    assert not rest.strip()


@patient
@given(MESSAGES)
def test_a_message_quoted_whole_is_a_quote(text: str) -> None:
    quoted = "\n".join("> " + line for line in text.split("\n"))
    assert {part.kind for part in dissect(quoted)} <= {"quote"}


@patient
@given(MESSAGES)
def test_blank_lines_around_a_message_make_no_difference(text: str) -> None:
    moved = [part._replace(start=part.start + 3, end=part.end + 3) for part in dissect(text)]
    assert dissect(f"\n \n{text}\n\n") == moved


@patient
@given(MESSAGES, st.sampled_from(["en", "sv", "fr", "de"]))
def test_any_text_has_slots_that_stand_where_they_say(text: str, code: str) -> None:
    found = find_slots(text, lexicon((code,)), habits((code,)))
    assert [slot.start for slot in found] == sorted(slot.start for slot in found)
    assert len(found) == len(set(found))
    for slot in found:
        assert 0 <= slot.start < slot.end <= len(text)
        assert slot.name == " ".join(text[slot.start : slot.end].split())
        assert slot.name


@patient
@given(st.lists(st.tuples(MESSAGES, PIECES), max_size=5), st.integers(0, 5))
def test_batches_joined_are_the_whole(messages: list[tuple[str, str]], at: int) -> None:
    rows = [
        (str(number), text, "ann", Setting(who or None, "ann", ("ann",), "T", "S"))
        for number, (text, who) in enumerate(messages)
    ]
    whole, first, second = Tally(), Tally(), Tally()
    collect(rows, whole, ENGLISH, NOBODY)
    collect(rows[:at], first, ENGLISH, NOBODY)
    collect(rows[at:], second, ENGLISH, NOBODY)
    assert Tally.read(add_up([first.table(), second.table()], CLAIMED)) == whole


def find(text: str) -> object:
    """Dissect a message and find its slots."""
    return find_slots(text, lexicon(), habits())


def count(text: str) -> object:
    """Count the words of a message."""
    vocabulary = Vocabulary()
    vocabulary.add([text])
    return vocabulary


LONGEST = 200_000
BOUND, SQUARE = 8, 16
"""What may come of a text four times as long, and what comes of time that grows as the square."""


def seconds(work: Callable[[str], object], text: str, runs: int) -> float:
    """The least time of some runs, on texts that differ so that nothing is remembered."""
    taken = []
    gc.disable()
    for run in range(runs):
        start = time.process_time()
        work(text + "abc"[run] * runs)
        taken.append(time.process_time() - start)
    gc.enable()
    return min(taken)


def slowdown(work: Callable[[str], object], unit: str, enough: float) -> float:
    """How much longer a text four times as long takes, once it takes long enough to be told.

    The texts grow fourfold from a small one, so that one that would take for ever is not tried.
    """
    work(unit)
    short, long = unit, unit * (LONGEST // 4**5 // len(unit))
    before, now = 0.0, seconds(work, long, 1)
    while not before or (now < enough and len(long) < LONGEST * 0.9):
        short, long = long, long * 4
        before, now = now, seconds(work, long, 1)
    if BOUND <= now / before < 2 * SQUARE:  # perhaps the machine was busy
        before, now = seconds(work, short, 3), seconds(work, long, 3)
    return now / before


LONG_SHAPES = ["a ", ">", "On ", "((((", "X, ", "a\n"]
SHAPES = """\
"> a⏎", "@a ", "Mary ", "Mary, ", "Mary and ", "A. ", "R o b ", "Hi Mary,⏎", "Best,⏎", "mary:⏎",
"Robert⏎robert@example.org⏎⏎", "On 3 June 2024,⏎", "Mary wrote:⏎", "From: Mary⏎", "[quote=",
"P.S. a⏎", "----⏎", "Thanks Mary. ", "<a@x.org> ", "a⏎b⏎>⏎", "MP> From: Mary⏎", "> Mary,⏎"
"""
WORD_SHAPES = """\
"a ", "X, ", "Poe & ", "Poe and ", "Poe, ", "Poe (2015) ", "Mary's test ", "On 3 June 2024⏎"
"1 ", "A-", "X"
"""


def shapes(table: str) -> list[str]:
    """The quoted pieces of a table."""
    return [unit.replace("⏎", "\n") for unit in re.findall(r'"(.+?)"', table)]


@pytest.mark.parametrize("unit", LONG_SHAPES)
def test_time_grows_with_the_length_of_a_long_message(unit: str) -> None:
    assert slowdown(find, unit, enough=0.3) < BOUND


@pytest.mark.parametrize("unit", shapes(SHAPES))
def test_time_to_find_grows_with_the_length(unit: str) -> None:
    assert slowdown(find, unit, enough=0.05) < BOUND


@pytest.mark.parametrize("unit", shapes(WORD_SHAPES))
def test_time_to_count_grows_with_the_length(unit: str) -> None:
    assert slowdown(count, unit, enough=0.02) < BOUND
