"""Learning the codes that people sign with beside their name: numbers of students, call signs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from onym.find.tags import NUMBER
from onym.link.ledger import Ledger, grow, is_given, times
from onym.text.text import fold

WEIGHT = 1.7
"""What a code is worth that somebody signs with once."""
AGAIN = 2
"""Messages that somebody must sign with a code that nothing else shows to be theirs; a long number
is nobody else's."""
WIDER = 10
"""Times as often as it is signed with, quotes included, that a code of somebody is written."""


def learn_tags(ledger: Ledger) -> None:
    """Enter codes that one person alone signs with: each tells who they are as a name does."""
    signers: dict[str, Counter[str]] = defaultdict(Counter)
    surfaces: dict[str, Counter[str]] = defaultdict(Counter)
    for (kind, name, who), count in ledger.tally.claims.items():
        if kind == "tagged" and who is not None:
            signers[fold(name)][who] += count
            surfaces[fold(name)][name] += count
    for tag, people in sorted(signers.items()):
        if ledger.tally.vocabulary.coded[tag] > WIDER * people.total():
            continue  # what everybody talks of: the course
        name = surfaces[tag].most_common(1)[0][0]
        enough = 1 if NUMBER.fullmatch(tag) else AGAIN
        theirs = [who for who in people if people[who] >= enough or is_known(ledger, who, tag)]
        if len(theirs) > 1 and not share_a_name(ledger, theirs):
            most, often = people.most_common(1)[0]
            # several sign with it: a group, a course, a place
            theirs = [most] if often * 4 >= people.total() * 3 else []
        for who in sorted(theirs):
            enter(ledger, who, name, people[who])


def enter(ledger: Ledger, who: str, name: str, count: int) -> None:
    """Settle a code on somebody; slips of it are theirs as well."""
    line = ledger.line(who, name)
    line.count += count
    line.add(WEIGHT * grow(count) + 1, f"signs with it beside the name {times(count)}")
    ledger.settle(who, name, name, "handle")
    if who in ledger.people:
        ledger.people[who] = ledger.people[who].go_by(name)


def share_a_name(ledger: Ledger, people: Iterable[str]) -> bool:
    """Whether all of them are called the same: one person under several ids, for all we know."""
    called = (
        {key for key, line in ledger.lines[who].items() if is_given(ledger, who, key, line)}
        for who in people
    )
    return bool(set.intersection(*called))


def is_known(ledger: Ledger, who: str, tag: str) -> bool:
    """Whether a code is a part of a registered name, a user name or an address of somebody."""
    person = ledger.people.get(who)
    return person is not None and (
        tag in person.words or any(tag in fold(handle) for handle in person.handles)
    )
