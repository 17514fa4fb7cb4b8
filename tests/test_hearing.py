"""The words model as the last witness: it tips what the conversation leaves open, and no more."""

from __future__ import annotations

import math

import pytest

from onym.find.gather import Tally
from onym.find.lexicon import lexicon
from onym.find.vocabulary import Vocabulary, count
from onym.link.hearing import MOST, UNDECIDED, hear_witness
from onym.link.ledger import Ledger
from onym.possible.witness import WITNESS, describe_words, judge

TEXTS = [
    "Thanks for the notes on row updating.\nbest\ndownweighting",
    "I use downweighting and rowupdating in my code; downweighting is slow.",
    "Hi all,\nI asked Okonkwo about it, and Okonkwo said no.\nTjerkstra",
    "As Tjerkstra wrote, it is slow.",
]


def ledger_of(*lines: tuple[str, float]) -> Ledger:
    """Somebody with accepted names and how sure each is, in log-odds."""
    ledger = Ledger({}, Tally(vocabulary=count(TEXTS)), lexicon(("en",)))
    for name, score in lines:
        ledger.line("u1", name).score = score
        ledger.settle("u1", name, name)
    return ledger


HEARD = [
    ("downweighting", 0.2, False),  # stood alone in a last line, once; it is no name
    ("Tjerkstra", 0.2, True),  # the same, and it reads like one
    ("downweighting", UNDECIDED + 1, True),  # signed so again and again: not asked
    ("Mary", 0.2, True),  # a table knows it: not asked
    ("QXZ", 0.2, True),  # initials: the words model knows nothing of them
    ("dxc13", 0.2, True),  # a user name
]


@pytest.mark.parametrize(("name", "score", "stays"), HEARD)
def test_it_tips_the_scales_and_no_more(name: str, score: float, stays: bool) -> None:
    ledger = ledger_of((name, score))
    hear_witness(ledger)
    assert ("u1" in ledger.owners.get(name.casefold(), ())) is stays


def test_what_it_said_stands_in_the_ledger() -> None:
    ledger = ledger_of(("Tjerkstra", 0.2))
    hear_witness(ledger)
    line = ledger.line("u1", "Tjerkstra")
    (weight, reason) = line.reasons[-1]
    assert 0 < weight <= MOST and reason.startswith("reads like a name (")
    assert line.score == pytest.approx(0.2 + weight)


def test_the_witness_needs_no_message_but_the_counts() -> None:
    counted, nothing = count(TEXTS), Vocabulary()
    table = describe_words(("okonkwo", "downweighting"), counted, ("en",))
    assert table.names == WITNESS and len(set(WITNESS)) == len(WITNESS)
    assert table.counts.tolist() == [2, 3]
    assert judge("Okonkwo", counted, ("en",)) > 0.5 > judge("downweighting", counted, ("en",))
    assert not math.isnan(judge("Okonkwo", nothing, ("en",)))
