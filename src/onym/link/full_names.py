"""Full names of people who are known by a first name only, from how others write of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from onym.language import short_forms
from onym.link.learn import QUOTED, WEAK
from onym.link.ledger import ACCEPT, Ledger, accept, owners_of_words, words_of
from onym.link.lexical import lexical
from onym.text.text import fold

ATTRIBUTED = frozenset({"answered", "attributed", "requoted", "listed"})


def learn_mentioned(ledger: Ledger) -> None:
    """Enter a full name that is only mentioned, and in the same message by its first word too.

    Authors are cited further by their family names. One participant alone may go by that word
    and have no family name yet, and no other full name with it may lack its bearer.
    """
    claims = claims_of(ledger)
    unborne: dict[str, list[str]] = defaultdict(list)
    for name, tokens in unowned(ledger, claims):
        if min(map(len, tokens)) > 1:
            unborne[tokens[0]].append(name)
    for first, names in sorted(unborne.items()):
        nameless, name = bearers(ledger, {fold(first)}), names[0]
        if len(names) != 1 or len(nameless) != 1 or not set(claims[name]) <= WEAK:
            continue
        formal = "titled" in claims[name]  # "Dr Mary Poe" is nobody from a book
        if formal or not ledger.messages(first).isdisjoint(ledger.messages(name)):
            reason = "is the only one of that name without a family name"
            enter(ledger, nameless[0], name, claims[name].total(), reason)


def learn_quoted(ledger: Ledger) -> None:
    """Enter a full name under which somebody is only quoted: "On Monday Mary Poe wrote:".

    It is whoever goes by its first word, has no family name yet and, alone of those, writes in
    the thread before most of its uses.
    """
    claims = claims_of(ledger)
    found = []
    for name, tokens in unowned(ledger, claims):
        kinds, uses = claims[name], ledger.tally.used[name]
        if owners_of_words(ledger, tokens):
            continue
        if kinds.keys() & ATTRIBUTED and set(kinds) <= QUOTED | WEAK and uses:
            given = fold(tokens[0])
            found.append((-uses, name, {given, *short_forms(given)}))
    for uses, name, forms in sorted(found, key=lambda each: each[:2]):
        around = ledger.tally.around.get(name, Counter())
        near = [who for who in bearers(ledger, forms) if around[who] * 2 >= -uses]
        if len(near) == 1:
            reason = "writes where it is quoted, and has no family name yet"
            enter(ledger, near[0], name, claims[name].total(), reason)


def claims_of(ledger: Ledger) -> dict[str, Counter[str]]:
    """How each name of several words is used."""
    claims: dict[str, Counter[str]] = defaultdict(Counter)
    for (kind, name, _), count in ledger.tally.claims.items():
        if " " in name:
            claims[name][kind] += count
    return claims


def unowned(ledger: Ledger, claims: dict[str, Counter[str]]) -> Iterator[tuple[str, list[str]]]:
    """The full names that nobody owns, with their words."""
    for name in claims:
        if len(tokens := words_of(name)) > 1 and not ledger.owners.get(fold(name)):
            yield name, tokens


def bearers(ledger: Ledger, forms: set[str]) -> list[str]:
    """The participants who go by one of some first names and have no family name yet."""
    found = {who for form in forms for who in ledger.owners.get(form, ())} & ledger.people.keys()
    return sorted(who for who in found if not ledger.people[who].family)


def enter(ledger: Ledger, who: str, name: str, count: int, reason: str) -> None:
    """Enter a full name of somebody, if it reads like one."""
    line, tokens = ledger.line(who, name), words_of(name)
    line.count += count
    line.add(3.0, reason)
    for weight, why in lexical(ledger, tokens):
        line.add(weight, why)
    if line.probability >= ACCEPT:
        accept(ledger, who, name, tokens, line)
