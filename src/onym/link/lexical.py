"""What the words of a name say for or against it: dictionaries, lists, how the corpus uses them."""

from __future__ import annotations

import math
import re
from collections import Counter

from onym import language
from onym.link.ledger import NEVER, SPOKEN, Ledger, times
from onym.names.forms import names_organisation
from onym.names.kinship import is_office
from onym.text.text import fold

VOTE_FOR, VOTE_AGAINST, VOTE_MOST = 0.3, 1.0, 3.0
"""How much of the reader's log-odds counts for a word and against it, and how much at most;
`tools/calibrate_reader.py` measures them."""
ABBREVIATION = re.compile(r"[B-DF-HJ-NP-TV-XZ]{4,}")
"""Four letters or more and no vowel; who signs so does it again."""
OFTEN = 5
"""Times that somebody signs with a word before it counts as a nickname."""
WORTH = {"signed": 1, "presented": OFTEN}
"""How many signatures it counts."""
TOLD_SHARE = 0.3
"""Share of a word's uses that are a name's, at least, if somebody says that they are called so."""
KNOWN_VOTE = 0.05
"""What it counts for a known given name: that it is a name is known already."""


def voted(ledger: Ledger, tokens: list[str]) -> list[tuple[float, str]]:
    """What the reader says, if it was asked: the votes on the word it was least sure of."""
    votes = [ledger.votes[key] for token in tokens if (key := fold(token)) in ledger.votes]
    if not votes:
        return []
    least = min(votes, key=lambda each: each["read"] / max(1, each.total()))
    share = (least["read"] + 0.5) / (least.total() + 1)
    known = any(ledger.words.given(token) for token in tokens)
    weight = weigh_vote(math.log(share / (1 - share)), known)
    return [(weight, f"is read as a person in {least['read']} of {least.total()} sentences")]


def weigh_vote(odds: float, known: bool) -> float:
    """What the reader's log-odds count in the ledger; less for what is known as a name."""
    weight = VOTE_AGAINST * odds if odds < 0 else KNOWN_VOTE if known else VOTE_FOR * odds
    return max(-VOTE_MOST, min(VOTE_MOST, weight))


def lexical(ledger: Ledger, tokens: list[str]) -> list[tuple[float, str]]:
    """What the words themselves say for or against being a name, and what the reader says.

    In many courses the same name is weighed for hundreds of people: the words say it once.
    """
    key = tuple(tokens)
    if key not in ledger.lexical:
        ledger.lexical[key] = [*from_words(ledger, tokens), *voted(ledger, tokens)]
    return ledger.lexical[key]


def from_words(ledger: Ledger, tokens: list[str]) -> list[tuple[float, str]]:
    """What dictionaries, lists and the words' use in the corpus say."""
    full = [token for token in tokens if len(token) > 1]
    if is_pronoun(ledger, tokens):
        return [(-4.0, "greets, closes or is a small word")]
    if len(full) != 1:
        return full_name(ledger, full) if full else []
    word = full[0]
    vocabulary = ledger.tally.vocabulary
    if is_only_mentioned(ledger, word):
        name = ledger.words.given(word) or word.casefold() in language.surnames()
        return [(-3.0 if name else NEVER, "hardly ever stands where names stand")]
    if is_name_here(ledger, word) or is_nickname(ledger, word):
        return [(-0.5, "is also an ordinary word")]
    if word.isupper() and len(word) < 5 and ledger.is_signed(word):
        return []  # initials: that "am" is a word says nothing of AM
    if word.casefold() in ledger.words.never:
        return [(-4.0, "greets, closes or is a small word")]
    if ledger.words.given(word):
        known = [(1.2, "is a known given name")]
        if ledger.words.ordinary(word):
            known.append((-0.7, "is also an ordinary word"))
        if language.is_place(word.casefold()):
            known.append((-0.5, "is also a place"))
        if slots_share(ledger, word) < 0.05:
            known.append((-3.0, "hardly ever stands where names stand"))
        return known
    found: list[tuple[float, str]] = []
    if word.istitle() and not ledger.words.ordinary(word) and language.formal_names(word):
        found.append((1.0, "is a known short form"))
    if word.isupper() and ABBREVIATION.fullmatch(word) and ledger.slots[fold(word)] < 4:
        found.append((-2.0, "looks like an abbreviation"))
    if ledger.words.ordinary(word):
        initials = len(tokens) > 1  # "D. Long" is a name
        found.append((-0.5 if initials else -3.0, "is an ordinary word"))
    elif language.is_place(word.casefold()):
        listed = fold(word) in ledger.listed or is_hailed(ledger, word)
        listed = listed or (len(tokens) > 1 and word.casefold() in language.surnames())  # G Bath
        found.append((-0.5, "is also a place") if listed else (NEVER, "is a place"))
    small, large = vocabulary.small(word), vocabulary.large(word)
    if language.is_technology(word.casefold()):
        found.append((-3.0, "names a program or a method"))
    slots = ledger.slots[fold(word)]
    if small > 2 + large and (large or small > 2 * slots or not is_hailed(ledger, word)):
        weight = -1.5 - math.log2(small / (slots + 1)) if small > slots else -1.5
        found.append((weight, f"is written small {times(small)}"))
    if large > 4 and slots < large / 4:
        weight = -math.log2(large / (slots + 1))
        found.append((weight, f"stands where names stand {times(slots)} of {large}"))
    return found


def is_pronoun(ledger: Ledger, tokens: list[str]) -> bool:
    """Whether a letter is how the writer speaks of themselves: "I", and the line ends."""
    if len(tokens) != 1 or len(tokens[0]) > 1:
        return False
    return tokens[0].casefold() in language.merge("first_person", ledger.words.languages)


def is_hailed(ledger: Ledger, word: str) -> bool:
    """Whether somebody is greeted or thanked by a word, as by a user name in small letters."""
    return any(kind in ("greeted", "thanked") for kind, _, _ in ledger.claims.get(word, ()))


def is_name_here(ledger: Ledger, word: str) -> bool:
    """Whether an ordinary word that is a name somewhere is hardly used but as one: Gang, Rune."""
    small = word.casefold()
    if ledger.words.given(word) or not word.istitle() or slots_share(ledger, word) < 0.6:
        return False
    if not ledger.words.ordinary(word) and small not in ledger.words.never:
        return False
    return small in language.given_names() or small in language.surnames()


def is_nickname(ledger: Ledger, word: str) -> bool:
    """Whether one person signs with an ordinary word again and again, and hardly anybody says it.

    Everybody's signatures are quoted, so that half of its uses are enough. To say that one is
    called so is as good as to sign often.
    """
    if not ledger.words.ordinary(word) or word.casefold() in ledger.words.never:
        return False
    claims = ledger.claims.get(word, ())
    signs = Counter[str]()
    for claim in claims:
        if claim[0] in WORTH and claim[2]:
            signs[claim[2]] += WORTH[claim[0]] * ledger.tally.claims[claim]
    often = max(signs.values(), default=0)
    told = any(claim[0] == "presented" for claim in claims)
    stands = slots_share(ledger, word) > (TOLD_SHARE if told else 0.5)
    return often >= OFTEN and often * 1.2 >= signs.total() and stands


def slots_share(ledger: Ledger, word: str) -> float:
    """How much of a word's use is in places where names stand."""
    vocabulary = ledger.tally.vocabulary
    uses = vocabulary.large(word) + vocabulary.small(word)
    return ledger.slots[fold(word)] / uses if uses else 1.0


def is_abbreviated(ledger: Ledger, words: list[str]) -> bool:
    """Whether words are an abbreviation, or one and a place: "MSS SIG", "MSS Uppsala"."""
    short = [word for word in words if word.isupper() and len(word) < 5]
    rest = [word for word in words if word not in short]
    if not short or any(not language.is_place(word.casefold()) for word in rest):
        return False
    known = (word.casefold() in language.surnames() for word in short)
    return not any(known) and not any(map(ledger.words.given, words))


def is_only_mentioned(ledger: Ledger, word: str) -> bool:
    """Whether a word is spoken of all the time but hardly ever to, as a program is."""
    return ledger.tally.vocabulary.large(word) > SPOKEN * max(1, ledger.spoken[fold(word)])


def full_name(ledger: Ledger, words: list[str]) -> list[tuple[float, str]]:
    """What several words together say: a given name before words that are no others."""
    pieces = [piece for word in words for piece in word.split("-")]
    if names_organisation(pieces, ledger.words.organisations):
        return [(NEVER, "names an organisation")]
    if is_office(words):
        return [(NEVER, "names a list, a desk or a team")]
    if any(
        word.casefold() in ledger.words.small and fold(word) not in ledger.words.particles
        for word in words[1:]
    ):
        return [(NEVER, "is a part of a sentence")]
    tail = " ".join(pieces[1:]) if not ledger.words.given(pieces[0]) else ""
    if language.is_place(" ".join(words)) or (" " in tail and language.is_place(tail)):
        return [(NEVER, "is a place")]  # "UNC-Chapel Hill"
    if len({fold(word) for word in words}) < len(words):
        return [(NEVER, "repeats itself")]
    if is_abbreviated(ledger, words):
        return [(NEVER, "is an abbreviation")]
    if is_only_mentioned(ledger, words[0]):
        return [(-3.0, "begins with what hardly ever stands where names stand")]
    if ledger.tally.vocabulary.large(words[-1]) > 10 and slots_share(ledger, words[-1]) < 0.1:
        return [(-3.0, "ends in what hardly ever stands where names stand")]
    known = words[-1].casefold() in language.surnames()
    if language.is_technology("".join(words).casefold()):
        return [(NEVER, "names a program or a method")]  # "Red Hat"
    if not known and any(language.is_technology(word.casefold()) for word in words[1:]):
        return [(-3.0, "names a program or a method")]  # "Mac OS"
    names = (ledger.words.given(word) or word.casefold() in language.surnames() for word in words)
    odd = [
        word
        for word in (() if all(names) else words[:-1] if known else words)
        if not ledger.words.given(word)
        and (ledger.words.ordinary(word) or language.is_place(word.casefold()))
    ]
    if ledger.words.given(words[0]) and len(odd) < len(words):
        return [(2.0, "looks like a full name")]
    if any(ledger.words.given(word) for word in words) and not odd:
        return [(1.5, "looks like a full name")]
    if odd:
        return [(-3.0, "has ordinary words in it")]
    return [(1.0, "ends in a family name")] if known else [(0.0, "may be a full name")]
