"""People who are spoken to, quoted or called but take no part: who they are, and their ids."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from onym.find.gather import OWN
from onym.find.names import RELATED, TOLD
from onym.find.vocabulary import dates
from onym.language import formal_names, is_place, is_technology, is_widely_known, merge, surnames
from onym.link.hearing import reads_like_name
from onym.link.ledger import BIAS, Ledger, owners_of_words, words_of
from onym.link.lexical import is_only_mentioned, lexical, slots_share, voted
from onym.link.spelling import is_first_name
from onym.model import Mapping
from onym.names.forms import TITLES, handle_words
from onym.names.kinship import close, is_office, relate
from onym.names.styles import THIRD
from onym.text.text import fold

LETTERS = re.compile(r"[^\W\d_]{3,}")
UNKNOWN = "signed by nobody"
"""Stands among the kinds of claims on who signs where nobody knows who writes."""
TELLING = frozenset(
    {"greeted", "thanked", "addressed", "answered", "attributed", "relayed", "signed"}
    | {"related", "fellow", "titled", "cosigned", "met"}
    | {"requoted", "read quoted", "called", "credited", "listed", "forwarding"}
)
"""Slots in which a name that no participant owns is a private person's."""
SMALL_TOO = frozenset({"greeted", "thanked", "addressed", "signed", "introduced", "presented"})
"""Slots in which names in small letters are read as well."""
FEW = 4
"""How often a private person is mentioned at most in a course; others are there in the next."""
RARELY = 20
"""One use in so many as an author or in a term makes none of a first name."""
PER_MENTION = 2_000
"""Words of a corpus for each mention that a private person may have: whom a corpus is about is
named more often."""
TITLED = 4.0
"""What a title adds: behind it every word is a name."""
MARKED = 2.0
"""What a name weighs at least that a platform marks as a mention: it knows whom it marks."""
LISTED = 1.0
"""What it adds that a full name is in the header of a mail as whoever got it."""
HEADED = frozenset({"listed", "answered", "attributed", "requoted"})
"""Slots in the headers of messages."""
INVERTED = 2.0
"""What "Poe, Mary" weighs there at least, whatever word the family name is."""
CALLED = frozenset({"greeted", "thanked", "addressed"})
"""Slots in which somebody is spoken to: who is cited as well takes part in the conversation."""
SPOKEN = frozenset({"greeted", "thanked"})
"""Slots in which a word that no table has is somebody's name if it reads like one."""
SIGNED = frozenset({"signed", "thanksigned"})
"""The same where nobody knows who writes; elsewhere the last line may be a place."""


def add_outsiders(ledger: Ledger, everyone: bool = False, former: Mapping | None = None) -> None:
    """Enter people who are spoken to or quoted but take no part; each gets an id X1, X2, ..."""
    claims: dict[str, Counter[str]] = defaultdict(Counter)
    kinds: dict[str, set[str]] = defaultdict(set)
    single = first_names_of_one(ledger)
    for (kind, name, who), count in ledger.tally.claims.items():
        key = in_order(name)
        kinds[key].add(kind)
        if kind in OWN and who is None:
            kinds[key].add(UNKNOWN)
        tokens = words_of(name)
        telling = kind in TELLING or (kind in OWN and who is None)  # nobody knows who writes
        called = kind in ("handle", "pinged") and fold(name) in ledger.accounts
        if kind == "credited" or called:
            telling = True
            kinds[key].add("called")
        mentioned = everyone and kind == "read mention"  # an author reads the same
        if kind != "credited" and not (tokens or "called" in kinds[key]):
            continue
        owned = is_owned(ledger, fold(name))
        if kind != "credited" and not owned:
            owned = bool(owners_of_words(ledger, without_office(tokens)))
        if kind == "listed" and not owned:
            owned = is_relative(ledger, tokens) or tokens[0] in single
        if (telling or mentioned) and not owned:
            claims[key][name] += count
    ids = ids_of(ledger, former)
    for key in sorted(claims, key=lambda key: (-len(words_of(key)), key)):
        names, count = [name for name, _ in claims[key].most_common()], claims[key].total()
        name = next((name for name in names if name[:1].isupper()), names[0])
        tokens = account_words(name) if "called" in kinds[key] else words_of(name)
        tokens = [token for token in tokens if len(token) > 1]
        account = "credited" in kinds[key]  # whatever it looks like
        marked = "called" in kinds[key]
        if not account and not (tokens and may_be_somebody(ledger, name, tokens, kinds[key])):
            continue
        weight = weigh(ledger, tokens, kinds[key], everyone)
        if ", " in name and ledger.words.given(tokens[0]) and not kinds[key].isdisjoint(HEADED):
            weight = max(weight, INVERTED)
        last = tokens[-1] if tokens and not (account or marked) else ""
        cited = ledger.tally.vocabulary.cited[last] and ledger.is_cited(last)
        if kinds[key] <= TOLD and is_wider_used(ledger, tokens, count):
            continue
        met = "titled" in kinds[key] and not kinds[key].isdisjoint(CALLED)
        if weight >= 1.0 and (everyone or met or not cited):
            who = ids.id_of(key)
            enter(ledger, who, name, tokens, weight, count, kinds[key])
            enter_forms(ledger, who, [name, *names])


def account_words(name: str) -> list[str]:
    """The words of an account, or all of one that begins with a number: 99z7000123."""
    return [name] if name[:1].isdigit() else words_of(name)


def add_first_names(ledger: Ledger, former: Mapping | None = None) -> None:
    """Enter people of whom nothing but a first name is mentioned."""
    ids = ids_of(ledger, former)
    for name in first_names(ledger):
        who = ids.id_of(fold(name))
        ledger.line(who, name).add(2.7, "is a first name that nobody has who takes part")
        ledger.settle(who, name, name, "lone")


def first_names(ledger: Ledger) -> list[str]:
    """Common first names that are used a few times in mid-sentence and are nobody's here: Nele.

    Whom everybody talks of is in a book, and whoever is cited has a family name.
    """
    vocabulary = ledger.tally.vocabulary
    peoples = set(merge("peoples", ledger.words.languages))
    courses = len({session for mine in ledger.sessions.values() for session in mine})
    # a name of several courses is not in all of them, and a list's years are no courses
    written = vocabulary.words.total() - vocabulary.quoted.total()
    few = max(FEW * math.sqrt(max(1, courses)), written / PER_MENTION)
    said = {name for kind, name, _ in ledger.tally.claims if kind in TOLD and " " not in name}
    near = said | {name for kind, name, _ in ledger.tally.claims if kind in RELATED}
    small = small_names(ledger)
    return sorted(
        word
        for word in vocabulary.inside.keys() | said | small
        if word.istitle()
        and not ledger.owners.get(fold(word))
        and (is_first_name(ledger, word, word in near) or is_pet_name(word))
        and vocabulary.own(word.upper()) <= vocabulary.own(word) + vocabulary.small(word) <= few
        and (vocabulary.small(word) * 2 <= vocabulary.large(word) or word in small)
        and (vocabulary.cited[word] + vocabulary.terms[word]) * RARELY <= vocabulary.own(word)
        and not (ledger.words.ordinary(word) or fold(word) in dates() | peoples)
        and not (is_place(word.casefold()) or is_technology(word.casefold()))
        and not is_widely_known(word)
    )


def small_names(ledger: Ledger) -> set[str]:
    """Given names in small letters, with a capital, where many names are written small: chats."""
    written = Counter[bool]()
    for (kind, name, _), count in ledger.tally.claims.items():
        if kind in SMALL_TOO and len(name) > 2:
            written[name.islower()] += count
    if written[True] * 3 <= written.total():
        return set()
    words = ledger.tally.vocabulary.words
    return {
        word.capitalize()
        for word in words
        if word.islower() and len(word) > 2 and ledger.words.given(word)
        if not any(
            word.endswith(end) and ledger.words.ordinary(word.removesuffix(end))
            for end in ("s", "nt")  # theres, arent
        )
    }


def is_pet_name(word: str) -> bool:
    """Whether a word is a short form of a given name rather than a family name: Roffe, not Beck."""
    return word.casefold() not in surnames() and bool(formal_names(word))


def is_relative(ledger: Ledger, tokens: list[str]) -> bool:
    """Whether each word is a form of a name of one participant's: Maggie Poe of Margaret Poe."""
    bearers = ledger.owners.get(fold(tokens[-1]), set()) & ledger.people.keys()
    return any(all(relate(word, ledger.people[who]) for word in tokens) for who in bearers)


def first_names_of_one(ledger: Ledger) -> set[str]:
    """First names in lists of people by which one participant is registered, and nothing else.

    Of several people in these lists who have it, nobody can tell which the participant is.
    """
    named: dict[str, set[str]] = defaultdict(set)
    for kind, name, _ in ledger.tally.claims:
        tokens = words_of(name) if kind == "listed" else []
        if len(tokens) > 1:
            named[tokens[0]].add(fold(name))
    return {
        word
        for word, people in named.items()
        if len(people) == 1
        and len(owners := ledger.owners.get(fold(word), set())) == 1
        and all(who in ledger.people and not ledger.people[who].family for who in owners)
    }


def in_order(name: str) -> str:
    """A folded name, the given one first: "Poe, Mary" is Mary Poe."""
    return fold(" ".join(words_of(name)) if ", " in name else name)


def without_office(tokens: list[str]) -> list[str]:
    """The words of a name without signs of an office or a "Jr" among them: Mary A Poe BOT-NFD."""
    names = [
        token
        for number, token in enumerate(tokens)
        if not (token.isupper() and "-" in token) and not (number and fold(token) in TITLES)
    ]
    return names if len(names) > 1 else tokens


def is_owned(ledger: Ledger, key: str) -> bool:
    """Whether a name is somebody's, in this order or the other: "Poe, Mary"."""
    family, comma, given = key.partition(", ")
    first, _, last = key.rpartition(" ")
    other = f"{given} {family}" if comma else f"{last}, {first}"
    return bool(ledger.owners.get(key) or (first and ledger.owners.get(other)))


def may_be_somebody(ledger: Ledger, name: str, tokens: list[str], kinds: set[str]) -> bool:
    """Whether a name may be a person's at all; one that is marked as a mention is an account's."""
    if ledger.words.never.issuperset(map(str.casefold, tokens)):
        return False  # @**everyone**
    if "called" in kinds:
        product = any(is_only_mentioned(ledger, part) for part in LETTERS.findall(name))
        return " " in name or not product
    if len(tokens) == 1 and name.islower() and not ledger.words.ordinary(name):
        # a user name: half of its uses greet or thank somebody
        small = ledger.tally.vocabulary.small(name)
        return len(name) > 3 and ledger.spoken[fold(name)] * 2 >= small
    if not all(token[0].isupper() for token in tokens):
        return False
    if len(tokens) == 1:
        return not (name.isupper() and is_term(ledger, name))
    listed = "listed" in kinds and ledger.words.given(tokens[0])  # "Stock, Mary"
    return listed or not any(is_term(ledger, token) for token in tokens)


def weigh(ledger: Ledger, tokens: list[str], kinds: set[str], everyone: bool) -> float:
    """How much speaks for a person."""
    weight = sum(weight for weight, _ in lexical(ledger, tokens))
    if "called" in kinds:
        weight = max(weight, MARKED)
    weight += 1.5 * bool(kinds & {*RELATED, "introduced", "presented"})
    weight += TITLED * ("titled" in kinds)
    weight += 1.0 * bool(kinds & {"answered", "attributed", "requoted", "listed"})
    weight += LISTED * ("listed" in kinds and len(tokens) > 1)
    if 0 <= weight < 1 and len(tokens) == 1:
        # whoever signs is spoken to as well, and nobody knows who writes
        answers = UNKNOWN in kinds and not kinds.isdisjoint(SPOKEN)
        weight += 1.0 * (answers or is_stranger(ledger, tokens[0], kinds))
    return weight + 1.0 * bool(everyone and voted(ledger, tokens))


def is_stranger(ledger: Ledger, word: str, kinds: set[str]) -> bool:
    """Whether a word that no table has is somebody's: it is spoken to, and reads like a name."""
    if kinds.isdisjoint(SPOKEN if ledger.people else SPOKEN | SIGNED) or is_place(word.casefold()):
        return False
    if any(part in ledger.owners for part in handle_words(word)):
        return False  # "HiMary"
    called = not ledger.people and not kinds.isdisjoint(SPOKEN)
    return called or reads_like_name(ledger, word)


def enter(
    ledger: Ledger,
    who: str,
    name: str,
    tokens: list[str],
    weight: float,
    count: int,
    kinds: set[str],
) -> None:
    """Enter one of them, with the words of a full name that are theirs alone."""
    marked = "called" in kinds
    line, votes = ledger.line(who, name), voted(ledger, tokens)
    line.add(
        weight + 1 - sum(share for share, _ in votes), "is spoken to or quoted but takes no part"
    )
    for share, reason in votes:
        line.add(share, reason)
    line.count += count
    formal = "titled" in kinds and kinds <= {"titled"} | TOLD
    trait = "surname" if formal else "handle" if marked else None
    ledger.settle(who, name, name, trait if " " not in name else None)
    for at, token in enumerate(tokens if len(tokens) > 1 and not is_office(tokens) else ()):
        if is_plain(ledger, token):
            continue
        slots = ledger.slots[fold(token)]
        taken = fold(token) in ledger.owners or token.casefold() in ledger.words.titles
        often = slots > 5 * (count + 1) or is_wider(ledger, token, count)  # a word, not theirs
        if (slots > 1 or (marked and not at)) and not taken and not often:
            ledger.line(who, token).add(1.0, "is a part of a full name of theirs")
            ledger.settle(who, token, token, "surname" if at else None)


def is_plain(ledger: Ledger, word: str) -> bool:
    """Whether a word of a full name or an account is nobody's alone: "de", "of Frobnix"."""
    words = ledger.words
    if fold(word) in words.particles or word.casefold() in words.never:
        return True
    return word.islower() and words.ordinary(word)


def enter_forms(ledger: Ledger, who: str, names: list[str]) -> None:
    """Enter how else a full name is written: "Poe, Mary A." is Mary A. Poe, and Mary Poe."""
    score, tokens = ledger.line(who, names[0]).score, words_of(names[0])
    whole = [" ".join(tokens), " ".join(token for token in tokens if len(token) > 1)]
    for form in dict.fromkeys([*names[1:], *whole]):
        if " " in form and not ledger.owners.get(fold(form)):
            ledger.line(who, form).add(score - BIAS, "is a full name of theirs, written otherwise")
            ledger.settle(who, form, form)


def is_wider_used(ledger: Ledger, tokens: list[str], count: int) -> bool:
    """Whether a name is mostly used otherwise: "I work with Julia", "done with Monte Carlo"."""
    rarest = min(map(ledger.tally.vocabulary.large, tokens), default=0)
    return rarest > (2 if len(tokens) == 1 else 3) * count


def is_wider(ledger: Ledger, word: str, count: int) -> bool:
    """Whether a word that is no known name is used far more than the full name it is part of."""
    known = ledger.words.given(word) or word.casefold() in surnames()
    return not known and ledger.tally.vocabulary.large(word) > 10 * (count + 1)


def is_term(ledger: Ledger, word: str) -> bool:
    """Whether a word is used often and hardly ever as a name: "thanks to the Rx LO"."""
    often, share = ledger.tally.vocabulary.large(word) > 10, slots_share(ledger, word)
    if word.isupper():  # BLAS, though there may be a Blas
        return often and share < 0.25
    return often and share < 0.1 and not ledger.words.given(word)


def former_ids(former: Mapping | None, people: Iterable[str]) -> dict[str, str]:
    """The ids that people who take no part had in a former mapping, by folded name."""
    taken = frozenset(people)
    entries = former.entries if former else ()
    return {
        in_order(entry.name): entry.participant
        for entry in entries
        if THIRD.fullmatch(entry.participant) and entry.participant not in taken
    }


def ids_of(ledger: Ledger, former: Mapping | None) -> Ids:
    """The ids that are given: in a former mapping, and in this ledger so far."""
    outside = (who for who in ledger.lines if who not in ledger.people and THIRD.fullmatch(who))
    given = {in_order(key): who for who in outside for key in ledger.lines[who]}
    return Ids(former_ids(former, ledger.people) | given)


class Ids:
    """The ids of people who take no part: X1, X2, ..."""

    def __init__(self, known: dict[str, str]) -> None:
        self.known = known
        self.bearers: dict[str, list[str]] = defaultdict(list)
        """First word to the full names with it."""
        for name in known:
            if " " in name:
                self.bearers[name.split()[0]].append(name)
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
