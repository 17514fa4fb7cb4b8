"""Learning names from what people sign with; `called` has what others call them."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from typing import NamedTuple

from onym import language
from onym.find.gather import SELF
from onym.link.ledger import (
    ACCEPT,
    HAILING,
    NEVER,
    USER_NAME,
    Ledger,
    Line,
    accept,
    grow,
    is_given,
    kinship,
    times,
    words_of,
)
from onym.link.lexical import lexical
from onym.names.kinship import Person, relate
from onym.text.text import fold

OWN_WEIGHT = {"signed": 1.7, "thanksigned": 0.8, "signature": 1.7, "introduced": 2.5}
OWN_WEIGHT |= {"presented": 4.0}
OWN_WEIGHT |= {"read signing": 1.2, "forwarding": 1.7}
OTHER_WEIGHT = {
    "greeted": 1.3,
    "thanked": 1.0,
    "addressed": 0.7,
    "said": 0.0,
    "answered": 3.0,
    "attributed": 1.0,
    "requoted": 0.0,
    "listed": 0.0,
    "quoted": 1.0,
    "relayed": 0.8,
    "handle": 0.0,
    "pinged": 1.0,
    "called": 0.0,
    "credited": 3.0,
    "related": -1.0,
    "fellow": 0.0,
    "met": 0.0,
    "titled": 0.0,
    "cosigned": 0.0,
    "read quoted": 0.8,
}
SAYS = {
    "signed": "signs so",
    "thanksigned": "ends with thanks and it",
    "signature": "has it in the signature block",
    "introduced": "introduces themselves so",
    "presented": "says that they are called so",
    "forwarding": "passes mails on under it",
    "greeted": "is greeted so",
    "thanked": "is thanked so",
    "addressed": "is addressed so",
    "said": "is mentioned so when answered",
    "answered": "is quoted under it when answered",
    "attributed": "is quoted under it",
    "requoted": "is quoted under it in quoted words",
    "listed": "is in the header of a mail or in a list of who was there so",
    "quoted": "is quoted under it",
    "relayed": "signs so in quoted words",
    "handle": "is called with @",
    "pinged": "is called so at the start of a message",
    "called": "is called with @ and in full",
    "credited": "is quoted under it by the forum",
    "related": "is somebody's relative or friend",
    "fellow": "is somebody's tutor or classmate",
    "met": "is somebody people have to do with",
    "titled": "is mentioned so with a title",
    "cosigned": "signs so together with others",
    "read signing": "is read as a person where they sign",
    "read quoted": "is read as a person where they are quoted",
}


ALIKE = 2
"""First letters that most pet names have in common with what they are made of: Gunna of Gudrun."""
FAR = 8
"""Times as often that somebody signs otherwise, of whom a name that others go by is none."""
SHARED = 2
"""Times that others sign so too, and that somebody is called otherwise, of whom it is no name."""
WEAK = frozenset({"said", "handle", "related", "fellow", "met", "titled", "cosigned"})
"""Claims that name somebody without speaking to them."""
QUOTED = frozenset(
    {"answered", "attributed", "credited", "requoted", "listed", "quoted", "relayed"}
)
"""Claims that name whoever wrote the quoted message, not anybody around."""


def learn_from_owners(ledger: Ledger) -> None:
    """Enter what people call themselves, full names first: they explain the short ones."""
    claims: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    surfaces: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    signers: dict[str, Signers] = defaultdict(Signers)
    answered: dict[str, Counter[str]] = defaultdict(Counter)
    called: dict[str, Counter[str]] = defaultdict(Counter)
    for (kind, name, who), count in ledger.tally.claims.items():
        if kind in ("answered", "attributed") and who is not None and " " in name:
            signers[fold(name)].add(ledger, who, count)
            answered[fold(name)][who] += count if kind == "answered" else 0
        if kind in HAILING and who is not None:
            called[who][fold(name)] += count
        if kind in OWN_WEIGHT and who is not None:
            claims[who, fold(name)][kind] += count
            surfaces[who, fold(name)][name] += count
            signers[fold(name)].add(ledger, who, count)
    quoted = usual_names(ledger, answered)
    usual: dict[str, Counter[str]] = defaultdict(Counter)
    for who, key in claims:
        usual[who][key] += claims[who, key].total()

    def turn(claim: tuple[str, str]) -> tuple[bool, int, tuple[str, str]]:
        """Of full names that comes first with which others quote them, whose words they sign."""
        who, key = claim
        words = words_of(key)
        if len(words) < 2:
            return True, -usual[who][key], claim
        parts = sum(usual[who][fold(word)] for word in words)
        return False, -signers[key].people[who] - parts, claim

    for who, key in sorted(claims, key=turn):
        name = surfaces[who, key].most_common(1)[0][0]
        tokens = words_of(name)
        if tokens:
            kinds = claims[who, key]
            words = set(map(fold, tokens))
            others = (n for other, n in usual[who].items() if words.isdisjoint(other.split()))
            known, often = quoted.get(who, ("", 0))
            if len(tokens) > 1 and words.isdisjoint(known.split()) and often > kinds.total():
                line = ledger.line(who, name)
                line.add(-4.0, "is quoted under another full name more often")
            rivals, most = signers[key].rivals(ledger, who), max(others, default=0)
            weigh_own(ledger, who, name, kinds, Beside(rivals, most, signers[key].people, called))


def usual_names(ledger: Ledger, answered: Lookup[str, Counter[str]]) -> dict[str, tuple[str, int]]:
    """Under which full name somebody is quoted most when answered, and how often: thrice or more.

    It must be theirs more than anybody else's, and nobody else be registered with it.
    """
    usual: dict[str, tuple[str, int]] = {}
    for name, people in sorted(answered.items()):
        who, often = people.most_common(1)[0]
        most = often > max(2, people.total() / 2, usual.get(who, ("", 0))[1])
        if most and not somebody_elses(ledger, who, name.split()):
            usual[who] = name, often
    return usual


@dataclass
class Signers:
    """Who signs with a name, or is quoted under it, how often; there may be thousands."""

    people: Counter[str] = field(default_factory=Counter)
    sessions: Counter[str] = field(default_factory=Counter)
    """How often it is signed in each session, by whoever writes in one alone."""
    others: set[str] = field(default_factory=set)
    """Who writes in several sessions, or in none that is known."""

    def add(self, ledger: Ledger, who: str, count: int) -> None:
        """Count somebody who signs so."""
        self.people[who] += count
        mine = ledger.sessions.get(who, ())
        if len(mine) == 1:
            self.sessions.update(dict.fromkeys(mine, count))
        else:
            self.others.add(who)

    def rivals(self, ledger: Ledger, who: str) -> int:
        """How often others sign so who write in a common session."""
        mine = ledger.sessions.get(who, ())
        if len(mine) != 1:
            near = (each for each in self.people if together(ledger, each, who))
            return sum(self.people[each] for each in near if each != who)
        alone = sum(self.sessions[session] for session in mine) - self.people[who]
        return alone + sum(self.people[o] for o in self.others if together(ledger, o, who))


class Beside(NamedTuple):
    """What stands beside a name with which somebody signs."""

    rivals: int
    """How often others sign so who write in a common session."""
    usual: int
    """How often they sign with what else they sign with most."""
    signers: Iterable[str]
    """Who signs so."""
    called: Lookup[str, Counter[str]]
    """What people are called by others."""


def weigh_own(ledger: Ledger, who: str, name: str, kinds: Counter[str], beside: Beside) -> None:
    """Weigh what somebody signs with."""
    tokens = words_of(name)
    line = ledger.line(who, name)
    for kind, count in kinds.most_common():
        line.count += count
        line.add(OWN_WEIGHT[kind] * grow(count), f"{SAYS[kind]} {times(count)}")
    kin = kinship(ledger, who, tokens) or slip(ledger, who, tokens, kinds["signed"])
    if not kin and kinds.keys() & SELF and begins_alike(name, ledger.people.get(who)):
        kin = [(1.5, "begins like a name of theirs")]
    for weight, reason in kin + lexical(ledger, tokens):
        line.add(weight, reason)
    if not kin:
        doubt_own(ledger, who, line, tokens, kinds, beside.rivals)
        if len(tokens) > 1 and ledger.people[who].registered:
            # who says so, signs so and never otherwise may be registered under somebody's name
            told = bool(kinds.keys() & SELF) and "signed" in kinds and not beside.usual
            line.add(-2.0 if told else NEVER, "is not their registered name")
        if len(tokens) > 1 and beside.usual > 9 * kinds.total():
            line.add(-3.0, "signs otherwise far more often")
        if len(tokens) == 1 and is_shared(ledger, tokens[0], kinds.total(), beside):
            line.add(NEVER, "is signed by others too, and nobody is called so")
            ledger.houses.add(fold(tokens[0]))
    if line.probability >= ACCEPT:
        accept(ledger, who, name, tokens, line)
        if kinds["signed"] > 1:
            ledger.goes_by(who, fold(name))


def begins_alike(name: str, person: Person | None) -> bool:
    """Whether a name begins like a given name of somebody's, as most pet names do."""
    start = fold(name)[:ALIKE]
    return person is not None and any(given.startswith(start) for given in person.given)


def is_shared(ledger: Ledger, word: str, signs: int, beside: Beside) -> bool:
    """Whether a word in sign-offs says where people work: nobody is called so, but otherwise.

    Nor is it a full name with a given name, as a family name is.
    """
    surname = word.casefold() in language.surnames() and not ledger.words.ordinary(word)
    if ledger.words.given(word) or surname or len(word) < 4:
        return False
    key = fold(word)
    if key in ledger.hailed or key in ledger.named or beside.rivals < SHARED:
        return False
    otherwise = (
        count
        for each in beside.signers
        for name, count in beside.called.get(each, {}).items()
        if each in ledger.owners.get(name, ())
    )
    return beside.usual >= signs // 2 and sum(otherwise) >= SHARED


def doubt_own(
    ledger: Ledger, who: str, line: Line, tokens: list[str], kinds: Counter[str], rivals: int
) -> None:
    """Weigh what speaks against a name that somebody seems to sign with."""
    total = kinds.total()
    name = " ".join(tokens)
    single = len(tokens) == 1
    known = [own for key, own in ledger.lines[who].items() if is_given(ledger, who, key, own)]
    rivalled = rivals > 2 * total or (rivals >= total and not single and known)
    if rivalled and (known or not (single and ledger.words.given(name))):
        ratio = math.log2(rivals / total)
        line.add(-min(6.0, max(3.0, 1.5 * ratio)), "is signed by somebody else more often")
    if not single and somebody_elses(ledger, who, tokens):
        # who signs so as often as the other may be the same person under another id
        twice = "signed" in kinds and rivals <= total and not known
        line.add(-1.0 if twice else -5.0, "is the name of somebody else")
    if single and is_account(ledger, name, who) and not ledger.words.given(name):
        line.add(NEVER, "is the user name of somebody else")
    if set(kinds) == {"thanksigned"}:
        if ledger.tally.used[name] > 2 * total:
            line.add(-3.0, "is used of others more often")
        forms = {fold(name), *map(fold, language.formal_names(name))}
        others = {other for form in forms for other in ledger.owners.get(form, ())} - {who}
        if any(together(ledger, other, who) for other in others):
            line.add(-3.0, "is thanked rather, as somebody else goes by it")
    if "signed" not in kinds and single and not ledger.words.given(name):
        line.add(-1.0 if kinds.keys() & SELF else -2.0, "is no known given name")
    if known and (total < 3 if single else not ledger.people[who].registered):
        mine = ledger.lines[who].items()
        most = max(own.count for key, own in mine if who in ledger.owners.get(key, ()))
        taken = single and most >= FAR * total and ledger.owners.get(fold(name), set()) - {who}
        line.add(-1.5 if (single and not taken) or total >= most else -3.0, "goes by another name")


def is_account(ledger: Ledger, name: str, who: str) -> bool:
    """Whether somebody else is registered with a user name, which nobody shares."""
    key = fold(name)
    others = ledger.owners.get(key, set()) - {who}
    lines = (ledger.lines[other][key] for other in others)
    return any(reason == USER_NAME for line in lines for _, reason in line.reasons)


def somebody_elses(ledger: Ledger, who: str, tokens: list[str]) -> bool:
    """Whether a full name fits another participant's registered names word for word."""
    rivals = {other for token in tokens for other in ledger.owners.get(fold(token), ())} - {who}
    return any(
        all(relate(token, ledger.people[other]) for token in tokens)
        for other in rivals
        if other in ledger.people
    )


def together(ledger: Ledger, one: str, other: str) -> bool:
    """Whether two people write in a common session, or in none that is known."""
    mine, theirs = ledger.sessions.get(one), ledger.sessions.get(other)
    return not mine or not theirs or bool(mine & theirs)


def slip(ledger: Ledger, who: str, tokens: list[str], sure: int) -> list[tuple[float, str]]:
    """What a slip or two letters are worth where somebody signs or is spoken to: "Hi Ein"."""
    from rapidfuzz.distance import OSA

    if len(tokens) != 1 or not sure or len(tokens[0]) < 2:
        return []
    word, mine = fold(tokens[0]), ledger.lines[who]
    if len(word) != 2 and ledger.words.given(tokens[0]):
        return []
    names = [key for key, line in mine.items() if is_given(ledger, who, key, line)]
    if len(word) == 2:
        begun = sure > 1 and tokens[0].istitle() and any(name.startswith(word) for name in names)
        return [(3.5, "begins a name of theirs")] if begun else []
    if any(name[0] == word[0] and OSA.distance(name, word) == 1 for name in names):
        return [(3.5, "is one slip away from a name of theirs")]
    return []
