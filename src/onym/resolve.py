"""Who is meant: every occurrence of an accepted name is judged where it stands.

A name in a mapping may belong to several people, be a cited author's here and a participant's
there, or be an ordinary word. `Resolver.read` looks at the hits in one message with the people
around it and says for each: this participant, one of several, or (by silence) leave it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import NamedTuple

from onym.find.gather import OWN
from onym.find.lexicon import lexicon
from onym.find.names import WORD, Slot, bare
from onym.find.slots import find_slots
from onym.forms import ADDRESS
from onym.habits import habits
from onym.kinship import close, person_of, relate
from onym.matcher import Hit
from onym.model import Corpus, Entry, Mapping, Policy
from onym.surroundings import Surroundings
from onym.text import fold
from onym.threads import Setting, membership, settings

BETWEEN = re.compile(
    r"(?:[ \t]+|[ \t]*\n[ \t]*|[ \t]*,[ \t]*)?(?:[^\W\d_]\.?(?:[ \t]+|(?<=\.)))*\Z"
)
"""What may stand between two words of one name: a space, a line end, a comma, initials."""
NOT_TEXT = re.compile(rf"{ADDRESS.pattern}|https?://\S+|www\.\S+")
PERSONAL = OWN | {
    "greeted",
    "attributed",
    "relayed",
    "thanked",
    "addressed",
    "related",
    "quoted",
    "handle",
}
"""Slots in which nothing but a person's name stands."""
WHOLE = frozenset({"signed", "signature", "attributed", "relayed", "greeted", "thanksigned"})
"""Slots that are hidden whole once a part of them is known."""


class Found(NamedTuple):
    """An occurrence of one accepted name, or of several words of one person's name."""

    start: int
    end: int
    keys: tuple[str, ...]
    owners: frozenset[str]


class Verdict(NamedTuple):
    """What an occurrence means."""

    start: int
    end: int
    owners: tuple[str, ...]
    """One owner when it is clear who is meant; else everybody it may be; none: a stranger."""
    score: float
    by: str


class Stand(NamedTuple):
    """A stretch that is somebody's name, and whose it may be."""

    start: int
    end: int
    owners: frozenset[str]


def key_of(name: str) -> str:
    """How names are compared: folded, single spaces."""
    return " ".join(fold(name).split())


class Resolver:
    """Judges occurrences of the names in a mapping."""

    def __init__(self, corpus: Corpus, mapping: Mapping, policy: Policy) -> None:
        self.forms: dict[str, dict[str, Entry]] = defaultdict(dict)
        self.letters: dict[str, set[str]] = defaultdict(set)
        """Participant to the first letters of their names."""
        self.tails: dict[str, set[str]] = defaultdict(set)
        """Participant to single letters that end one of their names: "Mary T"."""
        self.shouted: set[str] = set()
        """Names that are written in capitals only: RG."""
        for entry in mapping.entries:
            key = key_of(entry.name)
            self.forms[key][entry.participant] = entry
            self.letters[entry.participant].add(key[:1])
            if entry.name.isupper():
                self.shouted.add(key)
            if key[-2:-1] == " ":
                self.tails[entry.participant].add(key[-1])
        self.participants = corpus.participants
        self.people = {who: person_of(person) for who, person in corpus.participants.items()}
        self.members = membership(corpus.messages)
        self.settings = list(settings(corpus.messages))
        self.scope = policy.scope
        known = frozenset(word for person in self.people.values() for word in person.words)
        self.words = lexicon(policy.languages, known)
        self.habits = habits(policy.languages)

    def read(self, index: int, text: str, hits: list[Hit]) -> list[Verdict]:
        """The verdicts on the hits in one message, in the order of the text."""
        setting = self.settings[index]
        slots = find_slots(text, self.words, self.habits)
        verdicts = []
        for found in self.runs(text, self.words_of(text, hits)):
            here = [slot for slot in slots if slot.start < found.end and slot.end > found.start]
            if verdict := self.judge(text, found, here, setting):
                verdicts.append(verdict)
        return non_overlapping(verdicts)

    def words_of(self, text: str, hits: list[Hit]) -> list[Found]:
        """The hits outside addresses and links, with their owners."""
        barred = [found.span() for found in NOT_TEXT.finditer(text)]
        found = []
        for hit in hits:
            if any(start <= hit.start < end for start, end in barred):
                continue
            keys = {key_of(name) for name in hit.names}
            owners = frozenset(who for key in keys for who in self.forms.get(key, ()))
            if owners:
                found.append(Found(hit.start, hit.end, (min(keys),), owners))
        return found

    def runs(self, text: str, found: list[Found]) -> list[Found]:
        """Join neighbouring words that belong to one person into one occurrence."""
        joined: list[Found] = []
        for word in found:
            if joined and (shared := joined[-1].owners & word.owners):
                last = joined[-1]
                if self.joins(text[last.end : word.start], last, word, shared):
                    joined[-1] = Found(last.start, word.end, last.keys + word.keys, shared)
                    continue
            joined.append(word)
        return joined

    def joins(self, gap: str, last: Found, word: Found, shared: frozenset[str]) -> bool:
        """Whether two neighbouring words of one person are one name and not "Mary, Mary"."""
        if len(gap) > 12 or not BETWEEN.match(gap) or set(last.keys) & set(word.keys):
            return False
        if "," in gap:
            return any("surname" in self.traits(last.keys[-1], who) for who in shared)
        return True

    def traits(self, key: str, who: str) -> tuple[str, ...]:
        """The traits of somebody's name."""
        entry = self.forms[key].get(who)
        return entry.traits if entry else ()

    def judge(self, text: str, found: Found, slots: list[Slot], setting: Setting) -> Verdict | None:
        """Decide on one occurrence; None leaves it as it is."""
        kinds = {slot.kind for slot in slots}
        around = Surroundings(text, found.start, found.end, self.words)
        if around.listed:
            return None
        if len(found.keys) > 1 or " " in found.keys[0]:
            stand: Stand | None = Stand(found.start - len(around.initials), found.end, found.owners)
        else:
            stand = self.stands(found, around, kinds)
        if stand is None:
            return None
        owners, score = self.choose(stand.owners, kinds, setting, found.keys)
        start, end = self.with_particles(text, stand.start, stand.owners), stand.end
        glued = start > 0 and text[start - 1].isalpha()
        for slot in slots:
            if slot.kind in WHOLE and len(slot.name) < 45 and not glued:
                if self.is_name(text[slot.start : start]):
                    start = min(start, slot.start)
                if self.is_name(text[end : slot.end]):
                    end = max(end, slot.end)
        return Verdict(start, end, owners, score, "+".join(sorted(kinds)) or "name")

    def with_particles(self, text: str, start: int, owners: frozenset[str]) -> int:
        """Take the particles of a family name along: "van der" in "Mr van der Quast"."""
        while found := re.search(r"([^\W\d_]+)[ \t\n]\Z", text[max(0, start - 12) : start]):
            small = fold(found[1])
            if small not in self.words.particles or not any(
                small in fold(name).split()
                for who in owners
                if who in self.participants
                for name in self.participants[who].names
            ):
                break
            start -= len(found[0])
        return start

    def is_name(self, stretch: str) -> bool:
        """Whether what surrounds a name in its slot is more of the name: no ordinary word."""
        words = [bare(word) for word in WORD.findall(stretch)]
        return all(
            len(word) == 1 or self.words.nameable(word) or fold(word) in self.words.particles
            for word in words
        )

    def stands(self, found: Found, around: Surroundings, kinds: set[str]) -> Stand | None:
        """Whether a single word is a participant's name here, with what belongs to it."""
        key, owners = found.keys[0], found.owners
        traits = {who: self.traits(key, who) for who in owners}
        personal = bool(kinds & PERSONAL)
        if all("handle" in each for each in traits.values()):
            plain = any("word" in each for each in traits.values()) and not personal
            return None if plain else Stand(found.start, found.end, owners)
        if len(around.word) == 1:
            if around.word in "IA" and not kinds & OWN:
                return None
            known = personal or "said" in kinds or around.acts
            return Stand(found.start, found.end, owners) if known else None
        if around.word.islower() and not personal and self.words.ordinary(around.word):
            return None
        if all("initials" in each for each in traits.values()):
            known = personal or "said" in kinds or around.acts
            return Stand(found.start, found.end, owners) if known else None
        if (around.term or around.month) and not personal:
            return None
        surname = all("surname" in each for each in traits.values())
        if full := self.with_neighbours(found, around, personal):
            return full if full.owners else None
        if surname and not self.surname_stands(around, traits, kinds):
            return None
        doubtful = any("word" in each for each in traits.values())
        if not self.written_as_name(key, around, doubtful, personal or around.title):
            return None
        return Stand(found.start, found.end, owners)

    def with_neighbours(self, found: Found, around: Surroundings, personal: bool) -> Stand | None:
        """Take initials and other names beside a word along; no owners: it is somebody else."""
        nobody = Stand(found.start, found.end, frozenset())
        if around.initials:
            fitting = self.fitting(found.owners, around.initials[0], self.letters)
            if fitting:
                return Stand(found.start - len(around.initials), found.end, fitting)
            if not personal:
                return nobody
        if around.other_before and not personal:
            fitting = frozenset(
                who
                for who in found.owners
                if who in self.people and relate(around.other_before, self.people[who])
            )
            return Stand(found.start - around.neighbour_width, found.end, fitting)
        if around.letter:
            fitting = self.fitting(found.owners, around.letter, self.tails)
            if fitting:
                return Stand(found.start, found.end + 2, fitting)
        if around.other_after and not around.title:
            return self.with_surname(found, around, personal)
        return None

    def with_surname(self, found: Found, around: Surroundings, personal: bool) -> Stand:
        """A word before another name: a slip of the owner's family name, or somebody else."""
        small = fold(around.other_after)
        end = found.end + around.reach
        fitting = frozenset(
            who
            for who in found.owners
            if who in self.people and any(close(small, name) for name in self.people[who].family)
        )
        if fitting:
            return Stand(found.start, end, fitting)
        nameless = not any(self.people[w].family for w in found.owners if w in self.people)
        if personal and nameless:
            return Stand(found.start, end, found.owners)
        return Stand(found.start, found.end, frozenset())

    def fitting(
        self, owners: frozenset[str], letter: str, known: dict[str, set[str]]
    ) -> frozenset[str]:
        """The owners with a name that begins, or family name that is shortened, so."""
        small = fold(letter)
        people = self.people
        return frozenset(
            who
            for who in owners
            if small in known[who]
            or (
                who in people
                and (
                    small in people[who].letters
                    or any(name[0] == small for name in people[who].family)
                    or (known is self.letters and any(n[0] == small for n in people[who].given))
                )
            )
        )

    def surname_stands(
        self, around: Surroundings, traits: dict[str, tuple[str, ...]], kinds: set[str]
    ) -> bool:
        """Whether a bare family name is a participant's: authors are cited by it too."""
        if kinds & {"signed", "signature"}:
            return True
        if around.dated:
            return False
        if around.title or kinds & PERSONAL:
            return True
        doubtful = any("cited" in each or "word" in each for each in traits.values())
        return not doubtful and not around.cited and around.word[0].isupper()

    def written_as_name(
        self, key: str, around: Surroundings, doubtful: bool, personal: bool
    ) -> bool:
        """Whether the word is written as this corpus writes names."""
        if around.word.isupper() and len(around.word) < 5 and not personal:
            # SAS and GUI are seldom Sas and Gui
            return key in self.shouted or around.in_capitals
        if around.word[0].isupper():
            return not doubtful or personal or around.acts or not around.opens_sentence
        return personal or not (doubtful or self.words.ordinary(around.word))

    def choose(
        self, owners: frozenset[str], kinds: set[str], setting: Setting, keys: tuple[str, ...]
    ) -> tuple[tuple[str, ...], float]:
        """Whom of its owners the name means here, and how sure that is."""
        if kinds == {"related"} and not owners - self.people.keys():
            # "my sister Mary" is not the participant Mary, and nobody knows who she is
            return (), 0.5
        usual = self.usual(owners, keys)
        own = kinds & OWN
        if own and setting.author in (usual if own == {"thanksigned"} else owners):
            return (setting.author or "",), 0.98
        if own & {"signed", "signature"} and setting.author is not None:
            # signed with somebody else's name: quoted without a mark, or another bearer of it
            return tuple(sorted(owners | {setting.author})), 0.3
        if len(owners) == 1:
            return tuple(owners), 0.95
        others = owners - {setting.author}
        others = self.usual(others & self.present(setting) or others, keys)
        if len(others) == 1:
            return tuple(others), 0.9
        if setting.answered in others and kinds & PERSONAL:
            return (setting.answered,), 0.95
        if not kinds & PERSONAL:
            # somebody spoken to has mostly written before; somebody mentioned may be anybody
            return tuple(sorted(others)), 0.4
        return self.nearest(others, setting, keys)

    def present(self, setting: Setting) -> frozenset[str]:
        """Everybody in scope of a message."""
        if self.scope == "session":
            return self.members.sessions.get(setting.session or "", frozenset())
        if self.scope == "thread":
            return self.members.threads.get(setting.thread or "", frozenset())
        return frozenset()

    def nearest(
        self, owners: frozenset[str], setting: Setting, keys: tuple[str, ...]
    ) -> tuple[tuple[str, ...], float]:
        """The owner who wrote last in the thread, or is alone in it, or far better known."""
        for who in setting.earlier:
            if who in owners:
                return (who,), 0.9
        inside = owners & self.members.threads.get(setting.thread or "", frozenset())
        if len(inside) == 1:
            return tuple(inside), 0.85
        owners = inside or owners
        ranked = sorted(owners, key=lambda who: (-self.weight(who, keys), who))
        if self.weight(ranked[0], keys) >= 4 * self.weight(ranked[1], keys):
            return (ranked[0],), 0.75
        return tuple(sorted(owners)), 0.4

    def usual(self, owners: frozenset[str], keys: tuple[str, ...]) -> frozenset[str]:
        """The owners without those who bear the name but hardly ever go by it."""
        used = {who: self.count(who, keys) for who in owners}
        most = max(used.values(), default=0)
        return frozenset(who for who in owners if used[who] * 10 >= most) if most > 2 else owners

    def count(self, who: str, keys: tuple[str, ...]) -> int:
        """How often somebody was seen under these names."""
        return sum(self.forms[key][who].count for key in keys if who in self.forms[key])

    def weight(self, who: str, keys: tuple[str, ...]) -> float:
        """How well known somebody is under a name, beside how much they write."""
        return 1 + self.count(who, keys) + self.members.written[who] / 10


def non_overlapping(verdicts: list[Verdict]) -> list[Verdict]:
    """Drop verdicts inside longer ones."""
    kept: list[Verdict] = []
    for verdict in sorted(verdicts, key=lambda verdict: (verdict.start, -verdict.end)):
        if not kept or verdict.start >= kept[-1].end:
            kept.append(verdict)
        elif verdict.end - verdict.start > kept[-1].end - kept[-1].start:
            kept[-1] = verdict
    return kept
