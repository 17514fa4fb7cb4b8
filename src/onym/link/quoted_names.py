"""Learning user names from quotes: a forum says under which name it quotes somebody.

What is quoted was looked up in the thread, so a claim of this kind names the account of whoever
wrote it. One account is one person's, and hardly anybody has two.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from onym.link.learn import OTHER_WEIGHT, SAYS
from onym.link.ledger import Ledger, accept, grow, times, words_of
from onym.text.text import fold

SHARE = 2 / 3
"""How many of the quotes under a name must be one person's words."""


def learn_credited(ledger: Ledger) -> None:
    """Enter the names under which a forum quotes people, the most frequent first."""
    people: dict[str, Counter[str]] = defaultdict(Counter)
    surfaces: dict[str, Counter[str]] = defaultdict(Counter)
    for (kind, name, who), count in ledger.tally.claims.items():
        if kind == "credited":
            surfaces[fold(name)][name] += count
            if who is not None:
                people[fold(name)][who] += count
    known: set[str] = set()
    for key in sorted(people, key=lambda key: (-max(people[key].values()), key)):
        who, count = people[key].most_common(1)[0]
        if ledger.owners.get(key) or who in known or count < SHARE * people[key].total():
            continue
        known.add(who)
        enter_credited(ledger, who, surfaces[key].most_common(1)[0][0], count)


def enter_credited(ledger: Ledger, who: str, name: str, count: int) -> None:
    """Settle the name of an account: a full name with its words, any other as a user name."""
    line, tokens = ledger.line(who, name), words_of(name)
    line.count += count
    line.add(OTHER_WEIGHT["credited"] * grow(count), f"{SAYS['credited']} {times(count)}")
    if is_full_name(ledger, tokens):
        accept(ledger, who, name, tokens, line)
        return
    ledger.settle(who, name, name, "handle")
    if who in ledger.people:
        ledger.people[who] = ledger.people[who].go_by(name)


def is_full_name(ledger: Ledger, tokens: list[str]) -> bool:
    """Whether a user name is a name in full, so that each of its words is a name of theirs."""
    known = len(tokens) > 1 and ledger.words.given(tokens[0]) and all(map(str.istitle, tokens))
    # "Red Panda"
    return known and not any(map(ledger.words.ordinary, tokens))
