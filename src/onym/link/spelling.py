"""Short forms, misspellings and glued words, found in the vocabulary once names are known."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from functools import cache

from onym import language
from onym.find.lexicon import is_common_name
from onym.find.names import bare
from onym.find.signatures import unglue
from onym.language import spell_out
from onym.link.ledger import BIAS, DRAWN, Ledger, Line, is_given
from onym.names.forms import ADDRESS
from onym.names.kinship import IN_WORDS, STRENGTH, close, matches_mangled
from onym.text.text import fold

DRAWN_OUT = re.compile(r"(.)\1{2,}")
"""A letter three times or more: Manuuu."""
FEW = 12
"""How often a short form in small letters is used at most; what is used more is a word."""
LAST = chr(0x10FFFF)
"""Comes behind every letter."""


def learn_from_vocabulary(ledger: Ledger) -> None:
    """Enter short forms and misspellings that stand in no slot."""
    names = {key for key in ledger.owners if " " not in key and len(key) > 2}
    vocabulary = ledger.tally.vocabulary
    unknown: dict[str, str] = {}
    for word in map(bare, vocabulary.words):
        key = fold(word)
        if key in names or len(key) < 3 or key in unknown or not key.isalpha():
            continue
        if word[0].isupper() and not word.isupper() and not ledger.words.ordinary(word):
            unknown[key] = word
    add_other_ways(ledger)
    add_joined(ledger)
    add_short_forms(ledger, unknown | written_small(ledger, names))
    add_spellings(ledger, unknown)
    add_initials(ledger)
    add_spelt(ledger, unknown)
    add_clipped(ledger)
    add_misspellings(ledger, unknown, sorted(names))


def written_small(ledger: Ledger, names: set[str]) -> dict[str, str]:
    """Words of a chat that may be short forms, only ever in small letters: krille."""
    vocabulary = ledger.tally.vocabulary
    return {
        key: word
        for word in vocabulary.words
        if word.islower()
        and len(key := fold(word)) > 3
        and key not in names
        and not ledger.slots[key]
        and language.formal_names(key)
        and not vocabulary.large(word)
        and vocabulary.small(word) <= FEW
        and not ledger.words.ordinary(word)
        and (ledger.words.given(word) or not is_known_word(ledger, word))
    }


def add_other_ways(ledger: Ledger) -> None:
    """Enter names that are spaced out, mangled, or written without umlauts: R o b e r t, J?rgen."""
    initials: dict[str, list[str]] = defaultdict(list)
    for name in sorted(ledger.owners):
        if " " not in name and len(name) > 2:
            initials[name[0]].append(name)
    for word in sorted(ledger.tally.vocabulary.words):
        key = fold(word)
        if " " in word:
            names, says = [key.replace(" ", "")], "is a name of theirs, spaced out"
        elif "?" in key and word[0].isupper():
            names = [name for name in initials[key[0]] if matches_mangled(key, name)]
            says = IN_WORDS["mangled"]
        elif not word.isascii() and (long := spell_out(word)) != key and long in ledger.owners:
            names, says = [long], IN_WORDS["variant"]
        elif key in ledger.spelt_out:
            names, says = [ledger.spelt_out[key]], IN_WORDS["variant"]
        elif DRAWN_OUT.search(key):
            names = [DRAWN_OUT.sub(letters, key) for letters in (r"\1", r"\1\1")]
            says = DRAWN
        else:
            continue
        for name in names:
            for who in sorted(ledger.owners.get(name, ())):
                enter_way(ledger, who, name, word, says)


def add_joined(ledger: Ledger) -> None:
    """Enter given and family name run together: MaryPoe, robertramsden."""
    joined: dict[str, list[str]] = defaultdict(list)
    for who, person in ledger.people.items():
        for given in person.given:
            for family in person.family:
                for both in {given + family, family + given}:
                    if len(both) > 5:
                        joined[both].append(who)
    for word in sorted(ledger.tally.vocabulary.words):
        key = fold(word)
        if key not in joined or key in ledger.owners or ledger.words.ordinary(word):
            continue
        if len(key) < 7 and is_well_known(word):  # Al Bert
            continue
        for who in joined[key]:
            line = ledger.line(who, word)
            line.add(STRENGTH["part"], "are names of theirs run together")
            ledger.settle(who, word, word, "handle")
            line.traits -= {"word"}  # in small letters it is a user name


def enter_way(ledger: Ledger, who: str, name: str, word: str, says: str) -> None:
    """Enter another way of writing a name that somebody owns."""
    source = ledger.lines[who][name]
    if who in ledger.owners.get(fold(word), ()) or source.traits & {"handle", "word"}:
        return
    ledger.line(who, word).add(STRENGTH["mangled"], says)
    ledger.settle(who, word, word, "surname" if "surname" in source.traits else None)


def add_short_forms(ledger: Ledger, unknown: dict[str, str]) -> None:
    """Enter known short forms of given names: Rob for Robert."""
    holders: dict[str, set[str]] = defaultdict(set)
    for who, person in ledger.people.items():
        for given in person.given:
            holders[given].add(who)
    vocabulary = ledger.tally.vocabulary
    for key, word in unknown.items():
        if ledger.slots[key] * 20 < vocabulary.large(word) - 4 or is_foreign_word(word):
            continue
        if len(key) < 4 and not (ledger.slots[key] or ledger.words.given(word)):
            continue  # Swiss Res for Andreas
        if ledger.is_cited(word):
            continue
        for full in sorted(language.formal_names(key)):
            for who in sorted(holders.get(fold(full), ())):
                if key not in ledger.owners or who not in ledger.owners[key]:
                    line = ledger.line(who, word)
                    line.add(STRENGTH["short"] - 1, IN_WORDS["short"])
                    ledger.settle(who, word, word, "small" if word.islower() else None)


def add_spellings(ledger: Ledger, unknown: dict[str, str]) -> None:
    """Enter other spellings of given names, that nobody else goes by: Kristoffer for Kristofer."""
    sounds: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for who, person in ledger.people.items():
        for given in person.given:
            sounds[language.sound(given)].add((given, who))
    for key, word in unknown.items():
        cited = ledger.tally.vocabulary.cited[word]
        if cited or ledger.spoken[key] or key in ledger.owners or not is_first_name(ledger, word):
            continue
        for given, who in sorted(sounds.get(language.sound(key), ())):
            if language.variants(key, given):
                line = ledger.line(who, word)
                line.add(STRENGTH["variant"] - 1, IN_WORDS["variant"])
                ledger.settle(who, word, word)


def is_first_name(ledger: Ledger, word: str, near: bool = False) -> bool:
    """Whether a word is a common given name rather than a family name: Kristoffer, not Rubin.

    It may be as common a family name where people say that they have to do with somebody so called.
    """
    given, family = language.given_names().get(word), language.surnames().get(word)
    weight = (given.weight or 0) if given else 0
    family_weight = (family.weight or 0) if family else 0
    return ledger.words.given(word) and weight > max(4, family_weight) - 2 * near


def add_spelt(ledger: Ledger, unknown: dict[str, str]) -> None:
    """Enter the first name of whom nothing but an address is known: Mary of mary@x.org."""
    nameless: dict[str, set[str]] = defaultdict(set)
    for who, person in ledger.people.items():
        for handle in person.handles if not person.words else ():
            if address := ADDRESS.fullmatch(handle):
                nameless[fold(address[1])].add(who)
    for key, word in unknown.items():
        people = nameless.get(key, set())
        if len(people) == 1 and key not in ledger.owners and is_first_name(ledger, word):
            (who,) = people
            ledger.line(who, word).add(STRENGTH["handle"], IN_WORDS["handle"])
            ledger.settle(who, word, word)


def add_initials(ledger: Ledger) -> None:
    """Enter the initials of double given names: M-J, and MJ where names stand, for Mary-Jane."""
    vocabulary = ledger.tally.vocabulary
    for who, person in ledger.people.items():
        for given in sorted(name for name in person.given if "-" in name):
            letters = [piece[0].upper() for piece in given.split("-") if piece]
            plain = "".join(letters)
            for form in ("-".join(letters), ".-".join(letters), plain):
                stands = form != plain or ledger.slots[fold(plain)]
                if stands and vocabulary.words[form]:
                    line = ledger.line(who, form)
                    line.add(STRENGTH["initials"], IN_WORDS["initials"])
                    ledger.settle(who, form, form)


def add_clipped(ledger: Ledger) -> None:
    """Enter short forms of names that people use here: Rock for Rocky."""
    vocabulary = ledger.tally.vocabulary
    owned = sorted(ledger.owners)
    for word in sorted(vocabulary.inside | ledger.tally.used):
        key = fold(word)
        if key in ledger.owners or len(key) < 3 or not key.isalpha() or word.isupper():
            continue
        if key in ledger.words.dates:
            continue
        written = vocabulary.words[key.capitalize()]
        if written <= vocabulary.words[key.upper()] // 2:  # SQL, though somebody wrote Sql
            continue
        if ledger.slots[key] * 5 < written and vocabulary.small(key):
            continue
        longer = owned[bisect_left(owned, key) : bisect_left(owned, key + LAST)]
        for who in sorted({who for name in longer for who in ledger.owners[name]}):
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

    targets = [name for name in names if len(name) >= 4]
    usual = max(targets, key=ledger.tally.vocabulary.large, default="")
    doubtful = [
        key
        for key, word in unknown.items()
        if len(key) >= 5
        and key not in ledger.owners
        and not is_well_known(word)
        and not is_known_word(ledger, word)
        and not genitive_of(ledger, word)
        and rare(ledger, word, usual)
    ]
    if not doubtful or not targets:
        return
    distances = cdist(doubtful, targets, scorer=OSA.distance, score_cutoff=2)
    for row, key in enumerate(doubtful):
        for at in (distances[row] <= 2).nonzero()[0]:
            name = targets[at]
            slip = close(key, name) and not is_glued(ledger, key, name)
            if slip and rare(ledger, unknown[key], name):
                for who in sorted(ledger.owners[name]):
                    source = ledger.lines[who].get(name)
                    if source is None or source.traits & {"handle", "word"}:
                        continue
                    line = ledger.line(who, key)
                    line.add(STRENGTH["misspelt"], "is close to a name of theirs")
                    # that they go by the name itself does not speak against a slip of it
                    line.score = max(line.score, BIAS + STRENGTH["misspelt"])
                    trait = "surname" if "surname" in source.traits else None
                    ledger.settle(who, key, unknown[key], trait)


def is_well_known(word: str) -> bool:
    """Whether a word is a name of its own rather than a slip of another."""
    given, family = language.given_names().get(word), language.surnames().get(word)
    return (given is not None and ((given.weight or 0) > 1 or len(given.cultures) > 2)) or (
        family is not None and ((family.weight or 0) > 2 or len(family.cultures) > 3)
    )


def is_known_word(ledger: Ledger, word: str) -> bool:
    """Whether a word is one that people know how to write: Christmas, Zurich, August."""
    small = word.casefold()
    if small in ledger.words.dates or language.is_place(small):
        return True
    return language.zipf(small, ledger.words.languages) >= 3.5 or is_foreign_word(word)


def is_foreign_word(word: str) -> bool:
    """Whether a word is a small one of another language that is known here: German "dann"."""
    return word.casefold() in small_words()


@cache
def small_words() -> frozenset[str]:
    """The small words of all languages but those that are names as well."""
    return frozenset(
        w for w in language.merge("function_words", language.CODES) if not is_common_name(w)
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
    if is_foreign_word(word) or weight_of(word) > weight_of(word[:-1]):
        return set()  # "This" is not Thi's, nor Jonas Jona's
    owners = ledger.owners.get(stem, ())
    return {who for who in owners if is_inflected(ledger.lines[who][stem])}


def is_inflected(line: Line) -> bool:
    """Whether a name is one that people inflect; a user name must look like a name."""
    if "handle" in line.traits and any(name.istitle() for name in line.surfaces):
        return "word" not in line.traits or "proper" in line.traits
    return not line.traits & {"handle", "word"}


def weight_of(word: str) -> int:
    """How common a given name is; -1 for what is none."""
    known = language.given_names().get(word)
    return -1 if known is None else known.weight or 0


def rare(ledger: Ledger, word: str, name: str) -> bool:
    """Whether a word is seldom enough to be a slip of a name: one in twenty, in no term."""
    vocabulary = ledger.tally.vocabulary
    most = max(4.0, vocabulary.large(name) / 20)
    return (
        vocabulary.own(word) <= most
        and vocabulary.small(word) <= most / 2
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
        key = fold(word[at:]) if at else ""
        owners = {
            who
            for who in ledger.owners.get(key, ())
            if "word" not in ledger.lines[who][key].traits  # "NoRain"
        }
        if owners and fold(word) not in ledger.owners:
            who = next(iter(owners)) if len(owners) == 1 else "person"
            found[word] = f"{word[:at]} [{who}]"
    return found
