"""The ledger while it is added up: lines of evidence, and what words and names say."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from onym import language
from onym.find.gather import Claim, Tally
from onym.find.lexicon import Lexicon
from onym.find.names import WORD, bare
from onym.link.accounts import find_accounts
from onym.names.forms import parse_name
from onym.names.kinship import IN_WORDS, STRENGTH, Person, is_among, is_long_form, one_set, relate
from onym.text.text import fold

ACCEPT = 0.5
"""Names with a lower score are asked about, not used."""
SURE = 0.95
"""A word in no table that somebody goes by so surely is as good as a known given name."""
BIAS = -1.0
FLAT, STEEP, TOP = 0.6, 1.05, 0.99
"""How fast a sum below and above zero turns into certainty, and how sure one can be at most;
`tools/calibrate.py` measures them. A sum of zero is even odds, so ACCEPT is where it was."""
DOTTED = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")
TITLES = re.compile(r"(?:(?:Dr|Prof|Mr|Mrs|Ms)\b\.? *)+(?=\w)", re.IGNORECASE)
"""What may stand before a given name: "Poe, Dr. Mary"."""
VOTES = frozenset({"read", "passed"})
"""Kinds of claims that count messages in which the optional reader took a word for a person."""
MENTIONS = frozenset({"said", "met", "handle", "titled"})
"""Kinds of claims that speak of somebody, or of something: "as Python does"."""
HAILING = frozenset({"greeted", "thanked", "addressed"})
"""Kinds of claims that speak to somebody."""
OFTEN = 1000
"""One in so many words is what everybody talks of; less may be a list that is posted again."""
INSIDE = 3
"""How often a word has a capital in mid-sentence at least that is somebody's name."""
SPOKEN = 50
"""Uses for each one in which somebody is spoken to, signs or is quoted, of what is no person."""
SUBJECT = 20
"""Uses with a capital for each one where names stand, and how many there are at least, of a word
that is registered and yet no name."""
DISTINCT = 6
"""Letters of a user name that is hardly anything else; with a digit among them fewer will do."""
DRAWN = "is a name of theirs, drawn out"
"""What speaks for a name with a letter many times: leoooo."""
USER_NAME = "is a user name or address"
"""What speaks for a user name that somebody is registered with."""
NEVER = -30.0
"""What no number of signatures outweighs: the last line of a block is often a place."""


class Reason(NamedTuple):
    """An item of evidence: its log-odds, and what it says in words."""

    weight: float
    words: str


@dataclass(slots=True)
class Line:
    """One line of the ledger while it is being added up."""

    score: float = BIAS
    reasons: list[Reason] = field(default_factory=list)
    surfaces: dict[str, int] = field(default_factory=dict)
    """How it is written, how often."""
    traits: frozenset[str] = frozenset()
    count: int = 0
    """How many messages show the person under the name."""

    def add(self, weight: float, reason: str) -> None:
        """Put one item of evidence on the line, once."""
        if any(reason == known for _, known in self.reasons):
            return
        self.score += weight
        self.reasons.append(_once(weight, reason))

    @property
    def probability(self) -> float:
        """The score as a probability."""
        return calibrate(self.score)


@lru_cache(1 << 16)
def _once(weight: float, reason: str) -> Reason:
    """An item of evidence; a few thousand stand on millions of lines."""
    return Reason(weight, reason)


def calibrate(score: float, flat: float = FLAT, steep: float = STEEP, top: float = TOP) -> float:
    """How many of the names with such a sum are right: 0.9 for nine in ten."""
    if score < 0:
        return 1 / (1 + math.exp(-flat * score))
    return 0.5 + (top - 0.5) * (2 / (1 + math.exp(-steep * score)) - 1)


@dataclass
class Ledger:
    """All lines, by participant and folded name."""

    people: dict[str, Person]
    tally: Tally
    words: Lexicon
    lines: dict[str, dict[str, Line]] = field(default_factory=lambda: defaultdict(dict))
    owners: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Folded name to the participants whose line is accepted."""
    sessions: dict[str, frozenset[str]] = field(default_factory=dict)
    """Participant to the sessions they write in."""
    slots: Counter[str] = field(default_factory=Counter)
    """How often a folded word stands in a slot."""
    spoken: Counter[str] = field(default_factory=Counter)
    """How often it does where somebody is spoken to, signs or is quoted."""
    spelt_out: dict[str, str] = field(default_factory=dict)
    """Registered words with their umlauts as two letters, and the words folded: juergen."""

    houses: set[str] = field(default_factory=set)
    """Folded words that people sign with to say where they work."""
    votes: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Folded word to the messages in which the reader read it as a person, or passed over it."""

    def __post_init__(self) -> None:
        self.said = self.tally.vocabulary.words.total()
        """How many words the corpus has."""
        self.listed = {word for person in self.people.values() for word in person.words}
        """Every word of a registered name, folded."""
        found = find_accounts(self.tally, list(self.people.values()), self.words)
        self.accounts, self.uses = found
        """Folded names that are called with @, where that calls people, and how often such names,
        and registered user names, are written."""
        self.claims: dict[str, list[Claim]] = defaultdict(list)
        """Name, as it is written, to the claims on it."""
        self.claimed: Counter[str] = Counter()
        """Folded name to how often it is claimed."""
        self.lexical: dict[tuple[str, ...], list[tuple[float, str]]] = {}
        """What the words of a name say for it, as `lexical` remembers it."""
        self.hailed: set[str] = set()
        """Folded names by which somebody is spoken to."""
        self.named: set[str] = set()
        """Folded words that make a full name with a known given name."""
        for claim, count in self.tally.claims.items():
            kind, name, _ = claim
            self.claims[name].append(claim)
            self.claimed[fold(name)] += count
            if kind in VOTES:
                self.votes[fold(name)][kind] += count
                continue
            if kind in HAILING:
                self.hailed.add(fold(name))
            words = words_of(name)
            if len(words) == 2 and " - " not in name:
                known = map(self.words.given, reversed(words))
                self.named.update(
                    fold(word) for word, other in zip(words, known, strict=True) if other
                )
            for word in set(words):
                self.slots[fold(word)] += count
                if kind not in MENTIONS:
                    self.spoken[fold(word)] += count

    def line(self, who: str, name: str) -> Line:
        """The line of a name, new when there is none yet."""
        lines, key = self.lines[who], fold(name)
        if key not in lines:
            lines[key] = Line()
        return lines[key]

    def messages(self, name: str) -> set[str]:
        """A few messages with a name where names stand."""
        messages, claims = self.tally.messages, self.claims.get(name, ())
        return {message for claim in claims for message in messages(claim)}

    def settle(self, who: str, name: str, surface: str, trait: str | None = None) -> None:
        """Record an accepted line."""
        line = self.line(who, name)
        line.surfaces[surface] = line.surfaces.get(surface, 0) + 1
        traits = {*line.traits, trait} if trait else {*line.traits}
        strange = not self.words.given(surface.capitalize()) and fold(name) not in self.listed
        small = surface.islower() and strange
        short = any(reason in (IN_WORDS["short"], DRAWN) for _, reason in line.reasons)
        letters = surface.isupper() and not (short or self.is_signed(surface))
        if len(name) < 4 and (small or letters):
            traits.add("initials")
        alone = " " not in name and trait != "lone"  # that nobody is spoken to by it says nothing
        if alone and self.is_word(name, "handle" in traits, short):
            traits.add("word")
        if "handle" in traits and "word" in traits and self.is_proper(surface):
            traits.add("proper")
        subject = "handle" not in traits and self.is_subject(name)
        if " " not in name and (subject or self.is_topic(name)):
            traits.add("topic")
        if self.is_cited(name.capitalize()):
            traits.add("cited")
        line.traits = one_set(frozenset(traits))
        self.owners[fold(name)].add(who)
        if DOTTED.fullmatch(surface):  # the last dot of R.G. goes with it
            dotted = replace(line, surfaces={f"{surface}.": 1})
            self.lines[who].setdefault(f"{fold(name)}.", dotted)
            self.owners[f"{fold(name)}."].add(who)

    def goes_by(self, who: str, key: str) -> None:
        """Note that somebody really goes by a given name that is a word or a place: Gang, Bath."""
        if who in self.people and key in self.people[who].given:
            self.line(who, key).traits -= {"surname"}

    def is_cited(self, word: str) -> bool:
        """Whether one in twenty uses of a word cites a work or is part of a term."""
        vocabulary = self.tally.vocabulary
        cited = vocabulary.cited[word] + vocabulary.terms[word]
        uses = vocabulary.words[word.capitalize()] + vocabulary.words[word.upper()]
        return cited > 0 and cited * 20 >= uses  # both with what is quoted

    def is_signed(self, surface: str) -> bool:
        """Whether initials of several letters stand where names stand rather than elsewhere."""
        slots = self.slots[fold(surface)]
        return len(surface) > 1 and slots > 2 and slots * 3 >= self.tally.vocabulary.own(surface)

    def is_topic(self, name: str) -> bool:
        """Whether everybody talks of it and nobody to it: the program that an office is called by.

        What is known as a name may be somebody's who never writes.
        """
        vocabulary = self.tally.vocabulary
        uses = vocabulary.large(name) + vocabulary.small(name)
        if len(name) < 4 or uses * OFTEN < self.said:
            return False  # initials: that "am" is everywhere says nothing of AM
        if uses < SPOKEN * max(1, self.spoken[fold(name)]):
            return False
        return not self.words.given(name) and name.casefold() not in language.surnames()

    def is_subject(self, name: str) -> bool:
        """Whether a registered word is what people here talk of: the cars that a club is about."""
        large = self.tally.vocabulary.large(name)
        if len(name) < 2 or large <= SUBJECT or self.slots[fold(name)] * SUBJECT >= large:
            return False
        return not self.words.given(name) and name.casefold() not in language.surnames()

    def is_proper(self, surface: str) -> bool:
        """Whether a word that somebody is registered with has a capital where others have none."""
        if not surface.istitle() or "de" in self.words.languages:
            return False
        inside = self.tally.vocabulary.inside[surface]
        return inside >= INSIDE and inside * OFTEN < max(self.said, SUBJECT * OFTEN)

    def is_spoken(self, name: str) -> bool:
        """Whether one in four uses of a word that is in no dictionary stands where names stand."""
        known = self.words.ordinary(name) or language.is_technology(name.casefold())
        uses = self.tally.vocabulary.small(name) + self.tally.vocabulary.large(name)
        return not known and len(name) >= DISTINCT and self.slots[fold(name)] * 4 > uses

    def is_word(self, name: str, handle: bool = False, short: bool = False) -> bool:
        """Whether a name is also a word that this corpus or language uses.

        That a known short form is written small says nothing: people do so in chats.

        A user name is written small anyway: only how often it stands elsewhere speaks against it,
        and of a word how often it is written small where nobody is called so.
        """
        if not any(map(str.isalnum, name)):
            return True  # there are users called "***"
        vocabulary = self.tally.vocabulary
        small, large = vocabulary.small(name), vocabulary.large(name)
        ordinary, given = self.words.ordinary(name), self.words.given(name)
        usual = ordinary or language.is_place(name.casefold())
        if usual and language.zipf(name.casefold(), self.words.languages) > 5.3:
            return True
        if handle:
            key = fold(name)
            uses, claimed = self.uses[key], max(self.claimed[key], self.slots[key])
            known = usual or language.is_technology(name.casefold())
            short = len(name) < DISTINCT and name.isalpha()
            often = known or short or uses * OFTEN > self.said or uses > max(1, claimed) * SPOKEN
            if uses > 10 and claimed * 10 < uses and often:
                return True  # the program that everybody talks of
            return usual and small * 2 > claimed * 3  # "2,500 miles"
        return (
            (ordinary and small * 10 > large)
            or (usual and not given)
            or (small > large and not (short or given or self.is_spoken(name)))
            or (large > 10 and self.slots[fold(name)] * 10 < large)
        )


def accept(ledger: Ledger, who: str, name: str, tokens: list[str], line: Line) -> None:
    """Settle an accepted name and, for a full name, its words."""
    ledger.settle(who, name, name)
    if who not in ledger.people:
        return
    if len(tokens) > 1:
        enter_words(ledger, who, name, line)
    elif ledger.words.given(name) or (line.probability > SURE and ledger.words.nameable(name)):
        ledger.people[who] = ledger.people[who].learn(fold(name), given=True)


def enter_words(ledger: Ledger, who: str, name: str, whole: Line) -> None:
    """Enter the words of an accepted full name; from now on they count as registered."""
    parsed = parse_name(name)
    person = ledger.people[who]
    for word in parsed.words:
        given = word in parsed.given and fold(word) not in person.family
        if len(word) < 2 or not word[0].isupper() or fold(word) in ledger.houses:
            continue
        if fold(word) in ledger.words.particles and not given:
            continue
        if not given and is_far_wider(ledger, word, max(whole.count, ledger.claimed[fold(name)])):
            continue
        called = ledger.words.nameable(word) or fold(word) in ledger.hailed  # a place, and greeted
        office = fold(word) in ledger.words.never and word.casefold() not in language.surnames()
        if (given and not called) or office or fold(word) in ledger.words.small:
            continue
        line = ledger.line(who, word)
        if who not in ledger.owners.get(fold(word), ()):
            line.score = max(line.score, whole.score - 0.5)
            line.reasons.append(Reason(whole.score, "is a part of a full name of theirs"))
        given = given or fold(word) in person.given
        ledger.settle(who, word, word, None if given else "surname")
        person = person.learn(fold(word), given)
    ledger.people[who] = person


def is_far_wider(ledger: Ledger, word: str, whole: int) -> bool:
    """Whether a word that is no known family name is hardly ever used as part of a full name."""
    uses = ledger.tally.vocabulary.large(word)
    return uses > 50 * max(1, whole) and word.casefold() not in language.surnames()


def owners_of_words(ledger: Ledger, tokens: list[str]) -> set[str]:
    """Who owns every full word of a phrase, particles apart."""
    particles = ledger.words.particles
    full = [fold(token) for token in tokens if len(token) > 1 and token not in particles]
    if len(tokens) > 2:
        full = [fold(t) for t in tokens if fold(t) in full and not (len(t) == 2 and t.isupper())]
    owners = [ledger.owners.get(token, set()) for token in full]
    return set.intersection(*owners) if owners else set()


def is_given(ledger: Ledger, who: str, key: str, line: Line) -> bool:
    """Whether a line holds a name by which the person would be addressed."""
    return (
        who in ledger.owners.get(key, ())
        and not line.traits & {"surname", "handle"}
        and " " not in key
        and len(key) > 2
    )


def times(count: int) -> str:
    """A count in words."""
    return "once" if count == 1 else f"{count} times"


def grow(count: int) -> float:
    """How evidence grows when it is seen again: by its logarithm."""
    return 1 + 0.7 * math.log2(count)


def words_of(name: str) -> list[str]:
    """The words of a name, the given ones first; a spaced-out name is one word."""
    if ", " in name:
        family, _, given = name.partition(", ")
        name = f"{TITLES.sub('', given)} {family}"
    found = [bare(word) for word in WORD.findall(name)]
    if len(found) > 1 and all(len(word) == 1 for word in found):
        return ["".join(found)]
    return found


def is_theirs(person: Person, tokens: list[str], kinds: list[str | None]) -> bool:
    """Whether a full name may be the person's: Mary Ziegler and Jane Pol are not Mary Poe."""
    if set(kinds) <= {None, "expanded", "initials"}:
        return False
    if not kinds[-1]:
        # Mary Poe Ziegler is, by a second family name; Margaret too if Mags is registered
        family = any(is_among(token, person.family) for token in tokens[1:-1])
        first, given = tokens[0], person.given
        return family and (is_among(first, given) or is_long_form(first, given))
    exact = {fold(token) for token in tokens} & person.words
    return bool(exact) or all(kinds) or not person.given


def kinship(ledger: Ledger, who: str, tokens: list[str]) -> list[tuple[float, str]]:
    """What the registered names say for it: the kinship of the weakest related word."""
    person = ledger.people.get(who)
    if person is None or not tokens:
        return []
    kinds = [relate(token, person) for token in tokens]
    related = [kind for kind in kinds if kind]
    full = [kind for token, kind in zip(tokens, kinds, strict=True) if len(token) > 1]
    if not related or (len(tokens) > 1 and not any(full)):
        return []
    if len(tokens) > 1 and person.family and not is_theirs(person, tokens, kinds):
        return []
    weakest = min(related, key=lambda kind: STRENGTH[kind])
    weight = STRENGTH[weakest] if all(full) else STRENGTH[weakest] / 2
    return [(weight, IN_WORDS[weakest])]
