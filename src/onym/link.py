"""The ledger: who owns which name, how sure, and why.

Every claim adds its log-odds to one sum per (participant, name). Nothing here reads a text:
all is decided on counts, once per name. `link` goes from the surest evidence to the least:
registered names, what people sign with, what they are called by others, short forms and
misspellings in the vocabulary, and at last people who do not take part.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from onym.called import learn_from_others
from onym.find.lexicon import lexicon
from onym.find.names import WORD
from onym.hearing import hear_witness
from onym.kinship import close, person_of
from onym.language import spell_out
from onym.learn import learn_from_owners, register
from onym.ledger import (
    Ledger,
    Line,
    is_only_mentioned,
    lexical,
    owners_of_words,
    slots_share,
    voted,
    words_of,
)
from onym.model import Corpus, Entry, Evidence, Mapping, Policy
from onym.observe import Count, observe
from onym.spelling import glued_words, learn_from_vocabulary
from onym.styles import THIRD as THIRD_ID
from onym.text import fold


def link_names(
    evidence: Evidence, corpus: Corpus, policy: Policy, former: Mapping | None = None
) -> Ledger:
    """Add up the ledger of a corpus; people who take no part keep the ids of the former mapping."""
    people = {who: person_of(participant) for who, participant in corpus.participants.items()}
    languages = policy.settled(corpus).languages
    ledger = Ledger(people, evidence.statistics, lexicon(languages))
    raw = {w for p in corpus.participants.values() for name in p.names for w in WORD.findall(name)}
    ledger.spelt_out.update((spell_out(word), fold(word)) for word in raw if not word.isascii())
    pairs = corpus.messages.select("author", "session").drop_nulls().unique().sort("author")
    for who, session in pairs.iter_rows():
        ledger.sessions[who] = ledger.sessions.get(who, frozenset()) | {session}
    register(ledger)
    learn_from_owners(ledger)
    learn_from_others(ledger)
    learn_from_vocabulary(ledger)
    hear_witness(ledger)
    if policy.people != "participants":
        add_third_persons(ledger, policy.people == "everyone", former)
    return ledger


LETTERS = re.compile(r"[^\W\d_]{3,}")
THIRD = frozenset(
    {"greeted", "thanked", "addressed", "attributed", "relayed", "signed", "related", "cosigned"}
    | {"requoted", "read quoted", "called"}
)
"""Slots in which a name that no participant owns is a private person's."""


def ids_of_thirds(former: Mapping | None, people: Iterable[str]) -> dict[str, str]:
    """The ids that people who take no part had in a former mapping, by folded name."""
    taken = frozenset(people)
    entries = former.entries if former else ()
    return {
        fold(entry.name): entry.participant
        for entry in entries
        if THIRD_ID.fullmatch(entry.participant) and entry.participant not in taken
    }


class Thirds:
    """The ids of people who take no part: X1, X2, ..."""

    def __init__(self, known: dict[str, str]) -> None:
        self.known = known
        self.bearers: dict[str, list[str]] = defaultdict(list)
        """First word to the full names with it."""
        for name in known:
            self.bearers[name.split()[0]] += [name] if " " in name else []
        self.last = max((int(who[1:]) for who in known.values()), default=0)

    def id_of(self, key: str) -> str:
        """The id of a folded name: Jane Poe is Jane, and Jane M. Poe, but not Jane Roe."""
        if key in self.known:
            return self.known[key]
        first, _, family = key.partition(" ")
        bearers = self.bearers[first]
        if not family or not bearers:
            who = self.known.get(first)
        else:
            who = next((self.known[name] for name in bearers if _is_same(name, key)), None)
        if who is None:
            self.last += 1
            who = f"X{self.last}"
        self.known[key] = who
        self.known.setdefault(first, who)
        if family:
            bearers.append(key)
        return who


def _is_same(one: str, other: str) -> bool:
    """Whether two folded full names end in one family name, slips apart."""
    mine, theirs = one.split()[-1], other.split()[-1]
    return mine == theirs or close(mine, theirs)


def add_third_persons(
    ledger: Ledger, everyone: bool = False, former: Mapping | None = None
) -> None:
    """Enter people who are spoken to or quoted but take no part; each gets an id X1, X2, ..."""
    claims: dict[str, Counter[str]] = defaultdict(Counter)
    for (kind, name, _), count in ledger.tally.claims.items():
        tokens = words_of(name)
        mentioned = everyone and kind == "read mention"  # an author reads the same
        if (kind in THIRD or mentioned) and tokens and not owners_of_words(ledger, tokens):
            claims[fold(name)][name] += count
    related = {fold(name) for kind, name, _ in ledger.tally.claims if kind == "related"}
    marked = {fold(name) for kind, name, _ in ledger.tally.claims if kind == "called"}
    programs = ("attributed", "requoted")
    quoted = {fold(name) for kind, name, _ in ledger.tally.claims if kind in programs}
    thirds = Thirds(ids_of_thirds(former, ledger.people))
    for key in sorted(claims, key=lambda key: (-len(words_of(key)), key)):
        name = claims[key].most_common(1)[0][0]
        tokens = [token for token in words_of(name) if len(token) > 1]
        if not tokens or ledger.words.never.issuperset(map(str.casefold, tokens)):
            continue  # @**everyone**
        if key not in marked and (
            not all(token[0].isupper() for token in tokens)
            or (len(tokens) > 1 and any(is_term(ledger, token) for token in tokens))
        ):
            continue
        is_login = key in marked and " " not in key
        if is_login and any(is_only_mentioned(ledger, part) for part in LETTERS.findall(name)):
            continue  # a product's account
        weight = sum(weight for weight, _ in lexical(ledger, tokens))
        if key in marked:
            weight = max(weight, 2.0)  # a platform knows whom it marks
        weight += 1.5 * (key in related) + 1.0 * (key in quoted)
        if everyone and voted(ledger, tokens):
            weight += 1.0
        cited = ledger.tally.vocabulary.cited[tokens[-1]] and ledger.is_cited(tokens[-1])
        if weight < 1.0 or (cited and not everyone):
            continue
        who = thirds.id_of(key)
        line = ledger.line(who, name)
        votes = voted(ledger, tokens)
        rest = weight + 1 - sum(share for share, _ in votes)
        line.add(rest, "is spoken to or quoted but takes no part")
        for share, reason in votes:
            line.add(share, reason)
        line.count += claims[key].total()
        ledger.settle(who, name, name, "handle" if is_login else None)
        for at, token in enumerate(tokens if len(tokens) > 1 else ()):
            taken = fold(token) in ledger.owners or token.casefold() in ledger.words.titles
            often = ledger.slots[fold(token)] > 5 * (claims[key].total() + 1)  # a word, not theirs
            known = ledger.slots[fold(token)] > 1 or (key in marked and not at)
            if known and not taken and not often:
                ledger.line(who, token).add(1.0, "is a part of a full name of theirs")
                ledger.settle(who, token, token, "surname" if at else None)


def is_term(ledger: Ledger, word: str) -> bool:
    """Whether a word is used often and hardly ever as a name: "thanks to the Rx LO"."""
    often = ledger.tally.vocabulary.large(word) > 10
    return often and slots_share(ledger, word) < 0.1 and not ledger.words.given(word)


def link(
    evidence: Evidence,
    corpus: Corpus,
    policy: Policy | None = None,
    count: Count | None = None,
    ledger: Ledger | None = None,
) -> Mapping:
    """Settle who owns which name; each entry carries its score and reasons.

    `count` counts the names in the corpus in another way; a ledger is one already added up.
    """
    if evidence.method != "onym":
        return tally_clues(evidence)
    chosen = (policy or Policy()).settled(corpus)
    ledger = ledger or link_names(evidence, corpus, chosen)
    entries = [
        entry_of(who, line)
        for who, lines in sorted(ledger.lines.items())
        for key, line in sorted(lines.items())
        if who in ledger.owners.get(key, ())
    ]
    settled = Mapping(tuple(entries), composites=glued_words(ledger))
    return observe(corpus, settled, chosen, count)


def entry_of(who: str, line: Line) -> Entry:
    """A line of the ledger as an entry of the mapping."""
    reasons = sorted(line.reasons, key=lambda item: -abs(item[0]))
    return Entry(
        who,
        line.surfaces.most_common(1)[0][0],
        line.count,
        round(line.probability, 3),
        tuple(reason for weight, reason in reasons if weight),
        traits=tuple(sorted(line.traits)),
    )


def tally_clues(evidence: Evidence) -> Mapping:
    """Add up clues as the paper does: every name found is a candidate (seed 000, 4.2)."""
    counts: Counter[tuple[str, str]] = Counter()
    for clue in evidence.clues:
        if clue.participant is not None:
            counts[clue.participant, clue.name] += clue.count
    ordered = sorted(counts.items(), key=lambda item: (item[0][0], -item[1], item[0][1]))
    return Mapping(tuple(Entry(who, name, count) for (who, name), count in ordered), case="exact")
