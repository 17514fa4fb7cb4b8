"""The words model as a last witness in the ledger: where the conversation leaves it open.

A word that stands once where names stand, and of which no table knows anything, is a toss-up: a
rare name, or *downdating* in the last line of a message. What the word model says (`possible`,
seed 003) then tips the scales, and only then: it is heard last, on single words whose line is
undecided, so that nothing else is learnt from it.
"""

from __future__ import annotations

import math

from onym.link.ledger import ACCEPT, Ledger, Line, words_of
from onym.possible.witness import judge

UNDECIDED = 1.2
"""Log-odds up to which a line is undecided: something spoke once, nothing else for it."""
STRENGTH = 0.25
MOST = 0.75
"""What the witness adds at most: half of what one signature does."""
LIKELY = 0.55
"""From here on a word that is greeted, thanked or signed and that no table has is a name."""
INITIALS = 4
"""So many capitals may be initials, of which the word model knows nothing."""


def reads_like_name(ledger: Ledger, word: str) -> bool:
    """Whether the word model rather takes a word for a name, of a person or a place."""
    vocabulary, languages = ledger.tally.vocabulary, ledger.words.languages
    return word.isalpha() and judge(word.lower(), vocabulary, languages) >= LIKELY


def hear_witness(ledger: Ledger) -> None:
    """Let the word model speak on what is undecided, and settle it anew."""
    for who, key, line in list(undecided(ledger)):
        found = judge(key, ledger.tally.vocabulary, ledger.words.languages)
        weight = STRENGTH * math.log(max(found, 1e-6) / max(1 - found, 1e-6))
        line.add(max(-MOST, min(weight, MOST)), f"reads like a name ({found:.0%})")
        if line.probability < ACCEPT:
            ledger.owners[key].discard(who)
            if not ledger.owners[key]:
                del ledger.owners[key]


def undecided(ledger: Ledger) -> list[tuple[str, str, Line]]:
    """Accepted lines of one word that neither a registered name nor a known one supports."""
    return [
        (who, key, line)
        for who, lines in ledger.lines.items()
        for key, line in lines.items()
        if who in ledger.owners.get(key, ())
        and line.score < UNDECIDED
        and len(words_of(key)) == 1
        and is_unknown(ledger, line, key)
    ]


def is_unknown(ledger: Ledger, line: Line, key: str) -> bool:
    """Whether no table has the word, as a name or as anything else; no initials, no user name."""
    words = ledger.words
    initials = len(key) <= INITIALS and any(form.isupper() for form in line.surfaces)
    return (
        key.isalpha()
        and not initials
        and not words.given(key.capitalize())
        and not words.ordinary(key)
    )
