"""Short forms, misspellings and glued words, found in the vocabulary once names are known."""

from __future__ import annotations

from collections import defaultdict

from onym import language
from onym.find.signatures import unglue
from onym.kinship import IN_WORDS, STRENGTH, close
from onym.ledger import Ledger, is_given
from onym.text import fold


def learn_from_vocabulary(ledger: Ledger) -> None:
    """Enter short forms and misspellings that stand in no slot."""
    names = {key for key in ledger.owners if " " not in key and len(key) > 2}
    vocabulary = ledger.tally.vocabulary
    unknown: dict[str, str] = {}
    for word in vocabulary.words:
        key = fold(word)
        if key in names or len(key) < 3 or key in unknown or not key.isalpha():
            continue
        if word[0].isupper() and not word.isupper() and not ledger.words.ordinary(word):
            unknown[key] = word
    add_short_forms(ledger, unknown)
    add_clipped(ledger)
    add_misspellings(ledger, unknown, sorted(names))


def add_short_forms(ledger: Ledger, unknown: dict[str, str]) -> None:
    """Enter known short forms of given names: Rob for Robert."""
    holders: dict[str, set[str]] = defaultdict(set)
    for who, person in ledger.people.items():
        for given in person.given:
            holders[given].add(who)
    vocabulary = ledger.tally.vocabulary
    for key, word in unknown.items():
        if not ledger.slots[key] and vocabulary.large(word) > 4:
            continue
        for full in sorted(language.formal_names(key)):
            for who in sorted(holders.get(fold(full), ())):
                if key not in ledger.owners or who not in ledger.owners[key]:
                    line = ledger.line(who, word)
                    line.add(STRENGTH["short"] - 1, IN_WORDS["short"])
                    ledger.settle(who, word, word)


def add_clipped(ledger: Ledger) -> None:
    """Enter short forms of names that people use here: Rock for Rocky."""
    vocabulary = ledger.tally.vocabulary
    for word in sorted(vocabulary.inside | ledger.tally.used):
        key = fold(word)
        if key in ledger.owners or len(key) < 3 or not key.isalpha() or word.isupper():
            continue
        written = vocabulary.words[key.capitalize()]
        if not written or (ledger.slots[key] * 5 < written and vocabulary.small(key)):
            continue
        for who in sorted({w for n, ws in ledger.owners.items() if n.startswith(key) for w in ws}):
            names = [n for n, line in ledger.lines[who].items() if is_given(ledger, who, n, line)]
            if any(
                name in (key + "y", key + "ie")
                or (ledger.slots[key] and language.is_short_form(key, name))
                for name in names
            ):
                line = ledger.line(who, key)
                line.add(STRENGTH["short"] - 1, "is short for a name of theirs")
                ledger.settle(who, key, key.capitalize())


def add_misspellings(ledger: Ledger, unknown: dict[str, str], names: list[str]) -> None:
    """Enter words that are no words and one slip away from an accepted name."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import cdist

    doubtful = [
        key
        for key, word in unknown.items()
        if len(key) >= 5
        and key not in ledger.owners
        and not is_well_known(word)
        and not genitive_of(ledger, word)
        and rare(ledger, word)
    ]
    targets = [name for name in names if len(name) >= 4]
    if not doubtful or not targets:
        return
    distances = cdist(doubtful, targets, scorer=OSA.distance, score_cutoff=2)
    for row, key in enumerate(doubtful):
        for at in (distances[row] <= 2).nonzero()[0]:
            name = targets[at]
            if close(key, name) and not is_glued(ledger, key, name):
                for who in sorted(ledger.owners[name]):
                    source = ledger.lines[who].get(name)
                    if source is None or source.traits & {"handle", "word"}:
                        continue
                    line = ledger.line(who, key)
                    line.add(STRENGTH["misspelt"], "is close to a name of theirs")
                    trait = "surname" if "surname" in source.traits else None
                    ledger.settle(who, key, unknown[key], trait)


def is_well_known(word: str) -> bool:
    """Whether a word is a name of its own rather than a slip of another."""
    given, family = language.given_names().get(word), language.surnames().get(word)
    return (given is not None and ((given.weight or 0) > 1 or len(given.cultures) > 2)) or (
        family is not None and ((family.weight or 0) > 2 or len(family.cultures) > 3)
    )


def is_glued(ledger: Ledger, word: str, name: str) -> bool:
    """Whether a word is a greeting or thanks and the name run together: HiJohn."""
    return word.endswith(name) and word.removesuffix(name) in ledger.words.never


def genitive_of(ledger: Ledger, word: str) -> set[str]:
    """Whose name a word is with a bare s behind it, in languages that write genitives so."""
    stem = fold(word[:-1])
    if (
        not word.endswith("s")
        or not word[0].isupper()
        or not {"sv", "de"} & set(ledger.words.languages)
    ):
        return set()
    if len(stem) < 3 or fold(word) in ledger.owners:
        return set()
    return {
        who
        for who in ledger.owners.get(stem, ())
        if not ledger.lines[who][stem].traits & {"handle", "word"}
    }


def rare(ledger: Ledger, word: str) -> bool:
    """Whether a word is seldom enough to be a slip: few times, by few people, in no term."""
    vocabulary = ledger.tally.vocabulary
    return (
        vocabulary.words[word] <= 4
        and vocabulary.small(word) <= 2
        and not vocabulary.terms[word]
        and not vocabulary.cited[word]
    )


def glued_words(ledger: Ledger) -> dict[str, str]:
    """Words that are more than a name and what they become: thanksMary, Swedish Marias."""
    found = {}
    for word in sorted(ledger.tally.vocabulary.words):
        if owners := genitive_of(ledger, word):
            who = next(iter(owners)) if len(owners) == 1 else "person"
            found[word] = f"[{who}]s"
            continue
        at = unglue(word, ledger.words)
        owners = ledger.owners.get(fold(word[at:]), set()) if at else set()
        if owners and fold(word) not in ledger.owners:
            who = next(iter(owners)) if len(owners) == 1 else "person"
            found[word] = f"{word[:at]} [{who}]"
    return found
