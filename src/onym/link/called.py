"""Learning names from what people are called by others: greeted, thanked, quoted, mentioned."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from onym.find.gather import OWN, Claim
from onym.link.full_names import learn_mentioned, learn_quoted
from onym.link.learn import (
    OTHER_WEIGHT,
    SAYS,
    WEAK,
    begins_alike,
    is_account,
    slip,
    somebody_elses,
    together,
)
from onym.link.ledger import (
    ACCEPT,
    HAILING,
    NEVER,
    Ledger,
    Line,
    accept,
    grow,
    is_given,
    kinship,
    owners_of_words,
    times,
    words_of,
)
from onym.link.lexical import lexical
from onym.link.usage import Use, part, uses_of
from onym.names.kinship import IN_WORDS, STRENGTH, is_long_form
from onym.text.text import fold

SELDOM = 0.2
"""Share of a name's uses for which whoever is called so is around, at least."""
OFTEN = 5
"""Answers that quote somebody under a name, after which a few that quote others say little."""
CALLING = frozenset({"handle", "pinged"})
"""Claims on whoever has a user name."""
MOSTLY = 0.5
"""Share of the messages that begin with a user name which answer whoever has it, at least."""
CALLED = 5
"""Calls with @ of one person from which on others are not called so."""
LONG_FORM = [(STRENGTH["formal"], IN_WORDS["formal"])]
"""What it says for a name that it is the long form of another."""
RATHER = 10
"""Times as often that others are called by a long form, of whom it is rather the name."""
UNCLAIMED = Counter[str]()
"""The claims on somebody on whom there are none."""


def learn_from_others(ledger: Ledger) -> None:
    """Enter what people are called by others, where nobody is known to own the name."""
    pointing: dict[str, list[Claim]] = defaultdict(list)
    totals: dict[str, dict[str, int]] = defaultdict(dict)
    for claim, count in ledger.tally.claims.items():
        kind, name, who = claim
        if kind not in OWN and who is not None:
            pointing[fold(name)].append(claim)
            total = totals[fold(name)]
            total[who] = total.get(who, 0) + count
    closed = closeness(ledger)
    learn_mentioned(ledger)

    def turn(key: str) -> tuple[bool, int, int, str]:
        """Names in full come first, and of them what one person is called most, or words of it."""
        words = words_of(key)
        if len(words) < 2:
            return True, -max(totals[key].values()), -len(words), key
        said = [totals[each] for each in (key, *map(fold, words)) if each in totals]
        most = max(sum(one.get(who, 0) for one in said) for who in totals[key])
        return False, -most, -len(words), key

    for key in sorted(pointing, key=turn):
        name, claims = sort_out(ledger, pointing[key])
        tokens = words_of(name)
        if tokens:
            write_otherwise(ledger, name, tokens)
            for use in uses_of(ledger, name, tokens, part(ledger, claims)):
                weigh_others(ledger, name, tokens, use, closed)
    learn_quoted(ledger)


def sort_out(ledger: Ledger, claims: list[Claim]) -> tuple[str, dict[str, Counter[str]]]:
    """How a name is written most, and whom it points at, in which ways."""
    people: dict[str, Counter[str]] = defaultdict(Counter)
    surfaces: Counter[str] = Counter()
    for claim in claims:
        kind, written, who = claim
        surfaces[written] += ledger.tally.claims[claim]
        if who is not None:
            people[who][kind] += ledger.tally.claims[claim]
    return surfaces.most_common(1)[0][0], people


def write_otherwise(ledger: Ledger, name: str, tokens: list[str]) -> None:
    """Enter M.J. and R o b e r t: ways to write what somebody owns."""
    key = fold(name)
    digits = any(map(str.isdigit, key))  # the program's second version is not the program
    if len(tokens) == 1 and fold(tokens[0]) != key and not digits:
        known = ledger.owners.get(key)
        for owner in known or owners_of_words(ledger, tokens):
            if not known:
                ledger.line(owner, name).score = ledger.line(owner, tokens[0]).score
            ledger.settle(owner, name, name)


def closeness(ledger: Ledger) -> float:
    """The log-odds that a greeting by an unknown name is for whom it answers, in a closed group.

    In a course nearly all greetings name somebody who takes part; on an open list one in six
    names nobody there is, and then an unknown name tells nothing of whom it answers.
    """
    known = reached = strange = 0
    for (kind, name, who), count in ledger.tally.claims.items():
        if kind != "greeted" or who is None:
            continue
        owners = ledger.owners.get(fold(name), set())
        if who in owners or kinship(ledger, who, words_of(name)):
            reached += count
        elif owners:
            known += count
        else:
            strange += count
    known += reached
    if not known or strange * 20 > known:
        return 0.0
    return math.log((reached + 1) / (known - reached + 1))


def weigh_others(
    ledger: Ledger, name: str, tokens: list[str], use: Use, closed: float = 0.0
) -> None:
    """Weigh the claims on one name in a group and settle it on whoever they point at."""
    key = fold(name)
    # "@Mary" may be what everybody calls her
    account = key in ledger.accounts and not ledger.words.given(name)
    best: tuple[float, str] | None = None
    calls = max((kinds["handle"] for kinds in use.claims.values()), default=0)
    for who in sorted(set(use.claims) | use.nearby):
        kinds, barred = use.claims.get(who, UNCLAIMED), frozenset[str]()
        if is_account(ledger, name, who):
            barred = CALLING  # they call whoever has the user name
        elif not account:
            barred = frozenset({"pinged"})  # "Summary:" is nobody
        if barred and barred.issuperset(kinds) and (kinds or len(barred) > 1):
            continue
        kinds = Counter({kind: count for kind, count in kinds.items() if kind not in barred})
        owned = {o for o in use.owners if o == who or together(ledger, o, who)}
        kin = kin_of(ledger, who, tokens, kinds, owned - {who})
        if kin == LONG_FORM and is_rather(kinds, use, owned - {who}):
            kin = []  # Bob is no Robert where another is called so all the time
        if len(barred) > 1 and not kin and not ledger.words.given(name):
            continue
        fits = fit(tokens, who, kinds, use, account)
        if passes_by(ledger, who, tokens, use, kin, owned, fits):
            continue
        line = ledger.line(who, name)
        for kind, count in kinds.most_common():
            line.count += count
            line.add(OTHER_WEIGHT[kind] * grow(count), f"{SAYS[kind]} {times(count)}")
        if who in owned:
            if hailings(kinds) > 1:
                ledger.goes_by(who, key)
            continue
        says = lexical(ledger, tokens)
        if not kin and opens_full_name(ledger, who, key) and hailings(kinds) > 1:
            kin, says = [(STRENGTH["part"], "is a part of a full name of theirs")], []
        if hailings(kinds) and any(reason == IN_WORDS["short"] for _, reason in kin):
            says = []  # "Thanks Pip" to Philippa: that it is a word says nothing
        for weight, reason in kin + says:
            # a user name may be any word, in small letters
            line.add(max(0.0, weight) if account else weight, reason)
        if kin and line.probability >= ACCEPT:
            accept(ledger, who, name, tokens, line)
        elif not kin:
            if account:
                line.add(0.8, "is a user name")
                if set(kinds) <= CALLING and fits.share <= MOSTLY:
                    line.add(NEVER, "is called so no more than others are")
            else:
                judge_stranger(ledger, who, line, fits, name, kinds)
                if calls >= CALLED and kinds["handle"] * 2 < calls:
                    line.add(-3.0, "is called so with @ less than somebody else")
            judge_fit(line, fits, set(kinds) <= WEAK and use.uses < 3)
            if is_registered(ledger, {who}) and is_registered(ledger, owned - {who}):
                line.add(-3.0, "is registered otherwise, and somebody else so")
            unknown = not use.owners and ledger.words.given(name)
            if closed and unknown and kinds["greeted"] == use.uses:
                line.add(closed, "answers whom it greets, as nearly everybody does here")
            if line.probability >= ACCEPT and (best is None or line.score > best[0]):
                best = (line.score, who)
    if best and not (ledger.owners.get(key, set()) & use.claims.keys()) - use.owners:
        if account:
            enter_account(ledger, best[1], name)
        else:
            accept(ledger, best[1], name, tokens, ledger.line(best[1], name))


def is_rather(kinds: Counter[str], use: Use, others: set[str]) -> bool:
    """Whether a name is rather that of others: they own it, or are called so far more often."""
    return kinds.total() * RATHER < use.total and (bool(others) or use.total >= RATHER)


def hailings(kinds: Counter[str]) -> int:
    """How often somebody is greeted, thanked or addressed."""
    return sum(kinds[kind] for kind in HAILING)


def opens_full_name(ledger: Ledger, who: str, key: str) -> bool:
    """Whether a full name that somebody goes by begins with a word, whatever else that is."""
    names = (name for name in ledger.lines[who] if name.startswith(f"{key} "))
    return any(who in ledger.owners.get(name, ()) for name in names)


def enter_account(ledger: Ledger, who: str, name: str) -> None:
    """Settle a user name on somebody; slips of it are theirs as well."""
    ledger.settle(who, name, name, "handle")
    if who in ledger.people:
        ledger.people[who] = ledger.people[who].go_by(name)


class Fit(NamedTuple):
    """How well the uses of a name fit somebody."""

    share: float
    """How many of its claims point at them."""
    cover: float
    """How many of its uses they are around for."""
    apart: bool
    """Whether nobody else who owns it is around when they are spoken to by it."""


def fit(tokens: list[str], who: str, kinds: Counter[str], use: Use, account: bool) -> Fit:
    """How well the uses of a name fit somebody: all of them, or those with no owner around.

    Who is called with @ need not be answered: of a user name, only other uses are counted.
    """
    if account:
        of_all = sum(each.total() - each["handle"] for each in use.claims.values())
        mine = kinds.total() - kinds["handle"]
        return Fit(mine / max(1, of_all), use.around[who] / use.uses, False)
    spoken_to = kinds["greeted"] + kinds["thanked"]
    absent = use.uses - use.present
    apart = len(tokens) == 1 and absent / 2 <= spoken_to <= min(absent, use.around[who])
    if use.owners and who not in use.owners and apart and spoken_to:
        return Fit(spoken_to / absent, min(1.0, use.around[who] / absent), True)
    return Fit(kinds.total() / use.total, use.around[who] / use.uses, False)


def kin_of(
    ledger: Ledger, who: str, tokens: list[str], kinds: Counter[str], others: set[str]
) -> list[tuple[float, str]]:
    """What somebody's names say for another; a slip or short form that fits nobody says nothing.

    Nor does a slip that is just how one of the others is called: Marta beside Martha; nor Danny of
    Daniel beside a Danny, unless he is spoken to so in answers.
    """
    spoken_to = kinds["greeted"] + kinds["thanked"]
    kin = kinship(ledger, who, tokens) or slip(ledger, who, tokens, spoken_to)
    kin = kin or spelt_out(ledger, who, tokens)
    if not {reason for _, reason in kin} <= {IN_WORDS["misspelt"], IN_WORDS["short"]}:
        return kin
    if not spoken_to and ledger.is_cited(tokens[0]):
        return []
    # "Philips" and "BERT" are mentioned to everybody alike
    everywhere = ledger.slots[fold(tokens[0])]
    alike = not set(kinds) - WEAK and everywhere > 4 and kinds.total() * 4 < everywhere
    slipped = {reason for _, reason in kin} == {IN_WORDS["misspelt"]}
    named = (ledger.people[other].given for other in others if other in ledger.people)
    taken = (slipped or not spoken_to) and any(fold(tokens[0]) in given for given in named)
    return [] if alike or taken or (slipped and is_usual(ledger, tokens[0])) else kin


def spelt_out(ledger: Ledger, who: str, tokens: list[str]) -> list[tuple[float, str]]:
    """What it says for a full name that somebody signs with the beginning of it: Ott."""
    person = ledger.people.get(who)
    if len(tokens) < 2 or person is None or person.family:
        return []
    mine = ledger.lines.get(who, {}).items()
    known = frozenset(key for key, line in mine if is_given(ledger, who, key, line))
    fits = is_long_form(tokens[0], known)
    return [(STRENGTH["formal"], IN_WORDS["formal"])] if fits else []


def passes_by(
    ledger: Ledger,
    who: str,
    tokens: list[str],
    use: Use,
    kin: list[tuple[float, str]],
    owned: set[str],
    fits: Fit,
) -> bool:
    """Whether claims on somebody say nothing of them: others own the name."""
    full = len(tokens) > 1
    if full and kin and owned - {who} and somebody_elses(ledger, who, tokens):
        return True
    if not kin and who not in use.owners and not use.personal:
        return True
    if fits.apart or kin or not owned or who in owned:
        return False
    return full or fits.cover < 0.5 or use.present * 2 > fits.cover * use.uses


def is_registered(ledger: Ledger, people: Iterable[str]) -> bool:
    """Whether the class list has the given and family name of one of them."""
    return any(who in ledger.people and ledger.people[who].registered for who in people)


def is_usual(ledger: Ledger, name: str) -> bool:
    """Whether a word stands mostly where names do not, so often that it is no slip: Philips."""
    return ledger.tally.vocabulary.own(name) > 4 * max(1, ledger.slots[fold(name)])


def most_in_full(ledger: Ledger, who: str) -> int:
    """How often somebody's most frequent full name is seen; a second one wants more, and two."""
    mine = ledger.lines[who].items()
    full = (line.count for key, line in mine if " " in key and who in ledger.owners.get(key, ()))
    return max(full, default=1)


def judge_stranger(
    ledger: Ledger, who: str, line: Line, fits: Fit, name: str, kinds: Counter[str]
) -> None:
    """Weigh a name that nothing but the conversation ties to a participant."""
    person = ledger.people.get(who)
    known = [own for key, own in ledger.lines[who].items() if is_given(ledger, who, key, own)]
    mostly = fits.share > 0.7 or (fits.share > 0.5 and kinds["answered"] > OFTEN)
    quoted = mostly and (kinds["answered"] > 0 or kinds["attributed"] > 2)
    if person and person.given and person.family and len(words_of(name)) > 1:
        sure = quoted and not person.registered and kinds["answered"] > most_in_full(ledger, who)
        line.add(-3.0 if sure else NEVER, "has another full name")
    if known:
        # programs quote people again and again by a name with which they never sign
        alike = kinds["greeted"] > 0 and begins_alike(name, person)
        most = 2.0 if quoted or alike else 5.0
        # who is known in full has no second given name that nobody has heard of
        second = person and person.family and ledger.words.given(name) and not alike
        least = 4.0 if second else 0.0
        other = min(most, max(least, *(own.score for own in known)))
        line.add(-other, "goes by another name")
        often = max(own.count for own in known)
        if not quoted and 2 < line.count < often / 5 and ledger.words.given(name):
            # once or twice it may be a slip, and a family name is no other given name
            line.add(-1.5, "goes by it far more often")
    elif person and (person.words or any(ledger.words.given(word) for word in person.spelt)):
        # one known given name does not stand for another that it has nothing to do with
        strong = -5.0 if person.registered else -3.0
        line.add(strong if ledger.words.given(name) else -2.0, "has another name")
    else:
        line.add(0.8, "has no other name")
        if person and any(fold(handle)[:1] == fold(name)[:1] for handle in person.handles):
            line.add(0.7, "has a user name with that letter first")


def judge_fit(line: Line, fits: Fit, slight: bool) -> None:
    """Weigh how well the uses of a name fit somebody; a few mentions fit whoever is around."""
    line.add(fits.cover, f"is there in {round(fits.cover * 100)} % of its uses")
    if fits.share < 0.5 and fits.cover < 0.7:
        line.add(-2.0, "is used of others more often")
    if fits.cover < SELDOM:
        line.add(-2.0, "is hardly ever there when it is used")
    if slight:
        line.add(-1.0, "is only around when it is used")
