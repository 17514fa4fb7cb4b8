"""Learning names from what people sign with and from what others call them."""

from __future__ import annotations

from collections import Counter, defaultdict

from onym.find.gather import OWN
from onym.kinship import IN_WORDS, STRENGTH, relate
from onym.ledger import (
    ACCEPT,
    NEVER,
    Ledger,
    Line,
    accept,
    grow,
    is_given,
    kinship,
    lexical,
    owners_of_words,
    times,
    words_of,
)
from onym.text import fold

OWN_WEIGHT = {"signed": 1.7, "thanksigned": 0.8, "signature": 1.7, "introduced": 2.5}
OWN_WEIGHT["read signing"] = 1.2
OTHER_WEIGHT = {
    "greeted": 1.3,
    "thanked": 1.0,
    "addressed": 0.7,
    "said": 0.0,
    "attributed": 1.0,
    "quoted": 1.0,
    "relayed": 0.8,
    "handle": 0.0,
    "related": -1.0,
    "cosigned": 0.0,
    "read quoted": 0.8,
}
SAYS = {
    "signed": "signs so",
    "thanksigned": "ends with thanks and it",
    "signature": "has it in the signature block",
    "introduced": "introduces themselves so",
    "greeted": "is greeted so",
    "thanked": "is thanked so",
    "addressed": "is addressed so",
    "said": "is mentioned so when answered",
    "attributed": "is quoted under it",
    "quoted": "is quoted under it",
    "relayed": "signs so in quoted words",
    "handle": "is called with @",
    "related": "is somebody's relative or friend",
    "cosigned": "signs so together with others",
    "read signing": "is read as a person where they sign",
    "read quoted": "is read as a person where they are quoted",
}


WEAK = frozenset({"said", "handle", "related", "cosigned"})
"""Claims that name somebody without speaking to them."""


def register(ledger: Ledger) -> None:
    """Enter registered names: given names and, marked as such, family names."""
    for who, person in ledger.people.items():
        for word in sorted(person.words - ledger.words.small):
            line = ledger.line(who, word)
            line.add(STRENGTH["registered"], IN_WORDS["registered"])
            weak = word not in person.given or not ledger.words.nameable(word)
            ledger.settle(who, word, word, "surname" if weak else None)
        for handle in person.handles:
            line = ledger.line(who, handle)
            line.add(STRENGTH["registered"], "is a user name or address")
            ledger.settle(who, handle, handle, "handle")
            if handle.isalpha() and not ledger.words.nameable(handle.capitalize()):
                line.traits.add("word")


def learn_from_owners(ledger: Ledger) -> None:
    """Enter what people call themselves, full names first: they explain the short ones."""
    claims: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    surfaces: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    signers: dict[str, Counter[str]] = defaultdict(Counter)
    for (kind, name, who), count in ledger.tally.claims.items():
        if kind == "attributed" and who is not None and " " in name:
            signers[fold(name)][who] += count
        if kind in OWN and who is not None:
            claims[who, fold(name)][kind] += count
            surfaces[who, fold(name)][name] += count
            signers[fold(name)][who] += count
    order = sorted(claims, key=lambda p: (len(words_of(p[1])) < 2, -claims[p].total(), p))
    for who, key in order:
        name = surfaces[who, key].most_common(1)[0][0]
        tokens = words_of(name)
        if tokens:
            kinds = claims[who, key]
            rivals = signers[key].total() - signers[key][who]
            weigh_own(ledger, who, name, kinds, rivals)


def weigh_own(ledger: Ledger, who: str, name: str, kinds: Counter[str], rivals: int) -> None:
    """Weigh what somebody signs with."""
    tokens = words_of(name)
    line = ledger.line(who, name)
    for kind, count in kinds.most_common():
        line.count += count
        line.add(OWN_WEIGHT[kind] * grow(count), f"{SAYS[kind]} {times(count)}")
    kin = kinship(ledger, who, tokens) or slip(ledger, who, tokens, kinds["signed"])
    for weight, reason in kin + lexical(ledger, tokens):
        line.add(weight, reason)
    if not kin:
        doubt_own(ledger, who, line, tokens, kinds, rivals)
    if line.probability >= ACCEPT:
        accept(ledger, who, name, tokens, line)


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
        line.add(-3.0, "is signed by somebody else more often")
    if not single and somebody_elses(ledger, who, tokens):
        line.add(-5.0, "is the name of somebody else")
    if set(kinds) == {"thanksigned"} and ledger.tally.used[name] > 2 * total:
        line.add(-3.0, "is used of others more often")
    if "signed" not in kinds and single and not ledger.words.given(name):
        line.add(-2.0, "is no known given name")
    if not single and ledger.people[who].registered:
        line.add(NEVER, "is not their registered name")
    elif known and (total < 3 or not single):
        mine = ledger.lines[who].items()
        most = max(own.count for key, own in mine if who in ledger.owners.get(key, ()))
        line.add(-1.5 if single or total >= most else -3.0, "goes by another name")


def somebody_elses(ledger: Ledger, who: str, tokens: list[str]) -> bool:
    """Whether a full name fits another participant's registered names word for word."""
    rivals = {other for token in tokens for other in ledger.owners.get(fold(token), ())} - {who}
    return any(
        all(relate(token, ledger.people[other]) for token in tokens)
        for other in rivals
        if other in ledger.people
    )


def learn_from_others(ledger: Ledger) -> None:
    """Enter what people are called by others, where nobody is known to own the name."""
    claims: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    surfaces: dict[str, Counter[str]] = defaultdict(Counter)
    for (kind, name, who), count in ledger.tally.claims.items():
        if kind not in OWN and who is not None:
            claims[fold(name)][who][kind] += count
            surfaces[fold(name)][name] += count
    for key in sorted(claims, key=lambda key: (-len(words_of(key)), key)):
        name = surfaces[key].most_common(1)[0][0]
        tokens = words_of(name)
        if tokens:
            weigh_others(ledger, name, tokens, claims[key])


def weigh_others(
    ledger: Ledger, name: str, tokens: list[str], claims: dict[str, Counter[str]]
) -> None:
    """Weigh the claims on one name and settle it on whoever they point at."""
    key = fold(name)
    total = sum(sum(kinds.values()) for kinds in claims.values())
    uses = max(1, ledger.tally.used[name])
    around = ledger.tally.around.get(name, Counter())
    everywhere = ledger.owners.get(key) or owners_of_words(ledger, tokens)
    if len(tokens) == 1 and fold(tokens[0]) != key:
        for owner in everywhere:  # M.J. and R o b e r t are ways to write what they own
            ledger.line(owner, name).score = ledger.line(owner, tokens[0]).score
            ledger.settle(owner, name, name)
    present = sum(around[owner] for owner in everywhere) / uses
    personal = any(set(kinds) - WEAK for kinds in claims.values())
    nearby = {who for who, count in around.most_common(4) if count * 2 >= uses}
    best: tuple[float, str] | None = None
    for who in sorted(set(claims) | nearby):
        kinds = claims.get(who, Counter())
        spoken_to = kinds["greeted"] + kinds["thanked"]
        kin = kinship(ledger, who, tokens) or slip(ledger, who, tokens, spoken_to)
        if is_usual(ledger, name) and {reason for _, reason in kin} == {IN_WORDS["misspelt"]}:
            kin = []
        cover = around[who] / uses
        owned = {o for o in everywhere if o == who or together(ledger, o, who)}
        full = len(tokens) > 1
        if full and kin and owned - {who} and somebody_elses(ledger, who, tokens):
            continue
        if not kin and who not in everywhere and not personal:
            continue
        strange = owned and who not in owned and not kin
        if strange and (len(tokens) > 1 or cover < 0.5 or present * 2 > cover):
            continue
        line = ledger.line(who, name)
        for kind, count in kinds.most_common():
            line.count += count
            line.add(OTHER_WEIGHT[kind] * grow(count), f"{SAYS[kind]} {times(count)}")
        if who in owned:
            continue
        for weight, reason in kin + lexical(ledger, tokens):
            line.add(weight, reason)
        if kin and line.probability >= ACCEPT:
            accept(ledger, who, name, tokens, line)
        elif not kin:
            judge_stranger(ledger, who, line, sum(kinds.values()) / total, cover, name)
            if not set(kinds) - WEAK and uses < 3:
                line.add(-1.0, "is only around when it is used")
            if line.probability >= ACCEPT and (best is None or line.score > best[0]):
                best = (line.score, who)
    if best and not (ledger.owners.get(key, set()) - everywhere):
        accept(ledger, best[1], name, tokens, ledger.line(best[1], name))


def is_usual(ledger: Ledger, name: str) -> bool:
    """Whether a word stands mostly where names do not, so often that it is no slip: Philips."""
    return ledger.tally.vocabulary.words[name] > 4 * max(1, ledger.slots[fold(name)])


def together(ledger: Ledger, one: str, other: str) -> bool:
    """Whether two people write in a common session, or in none that is known."""
    mine, theirs = ledger.sessions.get(one), ledger.sessions.get(other)
    return not mine or not theirs or bool(mine & theirs)


def slip(ledger: Ledger, who: str, tokens: list[str], sure: int) -> list[tuple[float, str]]:
    """What a short misspelling is worth where somebody signs or is spoken to: "Hi Ein" to Erin."""
    from rapidfuzz.distance import OSA

    if len(tokens) != 1 or not sure or len(tokens[0]) < 3 or ledger.words.given(tokens[0]):
        return []
    word = fold(tokens[0])
    names = [key for key, line in ledger.lines[who].items() if is_given(ledger, who, key, line)]
    if any(name[0] == word[0] and OSA.distance(name, word) == 1 for name in names):
        return [(3.5, "is one slip away from a name of theirs")]
    return []


def judge_stranger(
    ledger: Ledger, who: str, line: Line, share: float, cover: float, name: str
) -> None:
    """Weigh a name that nothing but the conversation ties to a participant."""
    person = ledger.people.get(who)
    known = [own for key, own in ledger.lines[who].items() if is_given(ledger, who, key, own)]
    if person and person.given and person.family and len(words_of(name)) > 1:
        line.add(NEVER, "has another full name")
    if known:
        line.add(-min(5.0, max(own.score for own in known)), "goes by another name")
    elif person and (person.words or any(ledger.words.given(word) for word in person.spelt)):
        # one known given name does not stand for another that it has nothing to do with
        line.add(-3.0 if ledger.words.given(name) else -2.0, "has another name")
    else:
        line.add(0.8, "has no other name")
        if person and any(fold(handle)[:1] == fold(name)[:1] for handle in person.handles):
            line.add(0.7, "has a user name with that letter first")
    line.add(cover, f"is there in {round(cover * 100)} % of its uses")
    if share < 0.5 and cover < 0.7:
        line.add(-2.0, "is used of others more often")
