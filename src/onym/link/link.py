"""The ledger: who owns which name, how sure, and why.

Every claim adds its log-odds to one sum per (participant, name). Nothing here reads a text:
all is decided on counts, once per name. `link` goes from the surest evidence to the least:
registered names, what people sign with, what they are called by others, short forms and
misspellings in the vocabulary, and at last people who do not take part.
"""

from __future__ import annotations

from collections import Counter

from onym.find.lexicon import lexicon
from onym.find.names import WORD
from onym.language import spell_out
from onym.link.called import learn_from_others
from onym.link.hearing import hear_witness
from onym.link.learn import learn_from_owners
from onym.link.ledger import Ledger, Line
from onym.link.outsiders import add_first_names, add_outsiders
from onym.link.quoted_names import learn_credited
from onym.link.registered import register, register_run_together, register_whole
from onym.link.spelling import glued_words, learn_from_vocabulary
from onym.link.tags import learn_tags
from onym.model import Corpus, Entry, Evidence, Mapping, Policy
from onym.names.kinship import one_set, persons_of
from onym.presets import finds_names
from onym.replace.observe import Count, observe
from onym.text.text import fold


def link_names(
    evidence: Evidence, corpus: Corpus, policy: Policy, former: Mapping | None = None
) -> Ledger:
    """Add up the ledger of a corpus; people who take no part keep the ids of the former mapping."""
    people = dict(persons_of(corpus.participants))  # of whom more names will be known
    languages = policy.settled(corpus).languages
    ledger = Ledger(people, evidence.statistics, lexicon(languages))
    raw = {w for p in corpus.participants.values() for name in p.names for w in WORD.findall(name)}
    ledger.spelt_out.update((spell_out(word), fold(word)) for word in raw if not word.isascii())
    pairs = corpus.messages.select("author", "session").drop_nulls().unique().sort("author")
    for who, session in pairs.iter_rows():
        ledger.sessions[who] = one_set(ledger.sessions.get(who, frozenset()) | {session})
    register(ledger)
    register_run_together(ledger)
    register_whole(ledger, corpus.participants)
    learn_credited(ledger)
    learn_from_owners(ledger)
    learn_tags(ledger)
    learn_from_others(ledger)
    learn_from_vocabulary(ledger)
    hear_witness(ledger)
    if policy.people != "participants":
        add_outsiders(ledger, policy.people == "everyone", former)
        if not finds_names(policy):
            add_first_names(ledger, former)
    ledger.lexical.clear()  # it is not asked so often again
    return ledger


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
        max(line.surfaces, key=line.surfaces.__getitem__),
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
