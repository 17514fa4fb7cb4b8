"""The methods by which names are found, and what each makes of a corpus."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Lookup
from dataclasses import replace as changed
from functools import partial
from typing import TYPE_CHECKING

from onym.engine import Engine, Here, reads_context
from onym.model import Corpus, Evidence, Mapping, Policy, Replaced
from onym.policy import checked, choose

if TYPE_CHECKING:
    from onym.link.ledger import Ledger


def _find_onym(corpus: Corpus, policy: Policy, engine: Engine) -> Evidence:
    from onym.find.gather import evidence_of

    return evidence_of(engine.gather(corpus, policy.settled(corpus)))


def _find_farrow(corpus: Corpus, policy: Policy, engine: Engine) -> Evidence:
    from onym.find.farrow import farrow

    return farrow(corpus)


def _find_class_list(corpus: Corpus, policy: Policy, engine: Engine) -> Evidence:
    from onym.find.farrow import class_list

    return class_list(corpus)


def _find_both(corpus: Corpus, policy: Policy, engine: Engine) -> Evidence:
    from onym.find.farrow import farrow_and_class_list

    return farrow_and_class_list(corpus)


def _find_bosch(corpus: Corpus, policy: Policy, engine: Engine) -> Evidence:
    from onym.possible import find_possible

    return find_possible(corpus)


HERE = Here()
FINDERS: dict[str, Callable[[Corpus, Policy, Engine], Evidence]] = {
    "onym": _find_onym,
    "farrow": _find_farrow,
    "class-list": _find_class_list,
    "farrow+class-list": _find_both,
    "bosch": _find_bosch,
}
"""The name of a method and what gathers its evidence."""


def find(
    corpus: Corpus, method: str = "onym", policy: Policy | None = None, engine: Engine = HERE
) -> Evidence:
    """Gather the evidence for who goes by which name, with one of the methods."""
    choose("method", method, FINDERS)
    return FINDERS[method](corpus, changed(checked(policy), method=method), engine)


def propose(
    corpus: Corpus, policy: Policy, method: str | None = None, engine: Engine = HERE
) -> Mapping:
    """Find names and settle who owns them, as the policy or the given method says."""
    chosen = changed(policy, method=method or policy.method)
    return settle(find(corpus, chosen.method, chosen, engine), corpus, chosen, engine)


def settle(
    evidence: Evidence,
    corpus: Corpus,
    policy: Policy,
    engine: Engine = HERE,
    ledger: Ledger | None = None,
) -> Mapping:
    """Settle who owns the names that were found, from a ledger if one is added up already."""
    from onym.link.link import link

    if policy.method == "bosch":  # it knows what is a name, and not whose
        return Mapping(hidden=tuple(clue.name for clue in evidence.clues))
    return link(evidence, corpus, policy, engine.count, ledger)


def replace(
    corpus: Corpus,
    mapping: Mapping,
    policy: Policy | None = None,
    pseudonyms: Lookup[str, str] | None = None,
    details: Lookup[str, str] | None = None,
    engine: Engine = HERE,
) -> Replaced:
    """Put pseudonyms in place of the names; Onym's own method reads each in its context."""
    from onym.replace.asides import replace_asides
    from onym.replace.replace import give_all

    chosen = checked(policy).settled(corpus)
    given = give_all(corpus, mapping, chosen, pseudonyms or {})
    done = engine.replace(corpus, mapping, chosen, given, details or {})
    return replace_asides(corpus, mapping, chosen, done, reads_context(chosen, mapping))


METHODS: dict[str, Callable[[Corpus, Policy], Mapping]] = {
    name: partial(propose, method=name) for name in FINDERS
}
"""The name of a method and what makes its mapping."""


def unite(corpus: Corpus, one: Lookup[str, str]) -> Corpus:
    """Let ids that a person said are one person write as one: who signs is then who is known so."""
    if not one:
        return corpus
    columns = [corpus.messages[name].replace(dict(one)) for name in ("author", "parent_author")]
    return changed(corpus, messages=corpus.messages.with_columns(columns))
