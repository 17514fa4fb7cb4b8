"""Who is meant: every occurrence of an accepted name is judged where it stands.

A name in a mapping may belong to several people, be a cited author's here and a participant's
there, or be an ordinary word. `Resolver.read` looks at the hits in one message with the people
around it and says for each: this participant, one of several, or (by silence) leave it.
"""

from __future__ import annotations

import re
from collections import defaultdict

from onym.find.gather import BATCH, OWN
from onym.find.lexicon import lexicon
from onym.find.names import WORD, Slot, bare
from onym.find.slots import find_all, find_slots
from onym.habits import habits
from onym.kinship import close, person_of, relate
from onym.matcher import Hit
from onym.model import Corpus, Entry, Mapping, Policy
from onym.surroundings import Surroundings
from onym.text import fold, laid_out
from onym.threads import Setting, membership, settings
from onym.verdicts import Found, Stand, Verdict, is_barred, key_of, non_overlapping

BETWEEN = re.compile(
    r"(?:[ \t]+|[ \t]*\n[ \t]*|[ \t]*,[ \t]*)?(?:[^\W\d_]\.?(?:[ \t]+|(?<=\.)))*\Z"
)
"""What may stand between two words of one name: a space, a line end, a comma, initials."""
PERSONAL = OWN | {
    "greeted",
    "attributed",
    "relayed",
    "thanked",
    "addressed",
    "related",
    "cosigned",
    "quoted",
    "handle",
}
"""Slots in which nothing but a person's name stands."""
WHOLE = frozenset({"signed", "signature", "attributed", "relayed", "greeted", "thanksigned"})
"""Slots that are hidden whole once a part of them is known."""


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
        self.texts = corpus.messages["text"]
        self.window: tuple[int, list[tuple[str, tuple[Slot, ...]]]] = (0, [])

    def read(self, index: int, text: str, hits: list[Hit]) -> list[Verdict]:
        """The verdicts on the hits in one message, in the order of the text."""
        setting = self.settings[index]
        text = laid_out(text)
        slots = self.slots(index, text)
        verdicts = []
        for found in self.runs(text, self.words_of(text, hits)):
            here = [slot for slot in slots if slot.start < found.end and slot.end > found.start]
            if verdict := self.judge(text, found, here, setting):
                verdicts.append(verdict)
        return non_overlapping(verdicts)

    def slots(self, index: int, text: str) -> tuple[Slot, ...]:
        """The slots of a message; those that follow are read with it."""
        first, read = self.window
        if not first <= index < first + len(read):
            ahead = [laid_out(each) for each in self.texts.slice(index, BATCH)]
            first = index
            read = list(zip(ahead, find_all(ahead, self.words, self.habits), strict=True))
            self.window = first, read
        known, slots = read[index - first]
        return slots if known == text else find_slots(text, self.words, self.habits)

    def words_of(self, text: str, hits: list[Hit]) -> list[Found]:
        """The hits outside addresses and links, with their owners."""
        found = []
        for hit in hits:
            if is_barred(text, hit.start, hit.end):
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
            if any("word" in each for each in traits.values()) and not personal:
                return None
            # who is registered with one word may be called by two: "Thibauld Garnsworthy"
            further = around.reach if around.word.istitle() and around.other_after else 0
            return Stand(found.start, found.end + further, owners)
        if len(around.word) == 1:
            if around.word in "IA" and not kinds & OWN:
                return None
            known = personal or "said" in kinds or around.acts
            return Stand(found.start, found.end, owners) if known else None
        insisted = self.insisted(found, around.word)
        if around.word.islower() and not personal and self.words.ordinary(around.word):
            return insisted
        if all("initials" in each for each in traits.values()):
            known = personal or "said" in kinds or around.acts
            return Stand(found.start, found.end, owners) if known else None
        if (around.term or around.month) and not personal:
            return None
        surname = all("surname" in each for each in traits.values())
        if full := self.with_neighbours(found, around, personal):
            return full if full.owners else insisted
        if surname and not self.surname_stands(around, traits, kinds):
            return None
        doubtful = any("word" in each for each in traits.values())
        if not self.written_as_name(key, around, doubtful, personal or around.title):
            return None
        return Stand(found.start, found.end, owners)

    def insisted(self, found: Found, word: str) -> Stand | None:
        """What a person added by hand, written just so, is a name whatever stands beside it."""
        forms = self.forms[found.keys[0]]
        people = [w for w in found.owners if w in forms and forms[w].decision == "added"]
        mine = frozenset(who for who in people if forms[who].name == word)
        return Stand(found.start, found.end, mine) if mine else None

    def with_neighbours(self, found: Found, around: Surroundings, personal: bool) -> Stand | None:
        """Take initials and other names beside a word along; no owners: it is somebody else."""
        nobody = Stand(found.start, found.end, frozenset())
        if around.initials:
            fitting = self.fitting(found.owners, around.initials[0], self.letters)
            if around.before_initials and not personal:
                # "Arthur C. Clarke" is not Catherine Clarke
                first = around.before_initials
                fitting = frozenset(w for w in fitting if self.is_called(w, first))
            if fitting:
                return Stand(found.start - len(around.initials), found.end, fitting)
            if not personal:
                return nobody
        if around.listed_under and not personal:
            family = fold(around.listed_under)
            if not any(
                family in self.people[who].family for who in found.owners & self.people.keys()
            ):
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
        if "cosigned" in kinds and setting.author in owners:
            return (setting.author or "",), 0.95
        if own & {"signed", "signature"} and setting.author is not None:
            # signed with somebody else's name: quoted without a mark, or another bearer of it
            return tuple(sorted(owners | {setting.author})), 0.3
        if len(owners) == 1:
            return tuple(owners), 0.95
        others = owners - {setting.author}
        others = others & self.present(setting) or others
        # whoever bears a name but hardly ever goes by it may be spoken of, but not spoken to by it
        borne = () if kinds & PERSONAL else (w for w in others if self.is_registered(w, keys))
        others = self.usual(others, keys) | frozenset(borne)
        if len(others) == 1:
            return tuple(others), 0.9
        if setting.answered in others and kinds & PERSONAL:
            return (setting.answered,), 0.95
        if not kinds & PERSONAL:
            # somebody spoken to has mostly written before; somebody mentioned may be anybody
            return tuple(sorted(others)), 0.4
        return self.nearest(others, setting, keys)

    def is_called(self, who: str, name: str) -> bool:
        """Whether somebody goes by a name, or bears one like it."""
        known = who in self.forms.get(key_of(name), ())
        return known or (who in self.people and relate(name, self.people[who]) is not None)

    def is_registered(self, who: str, keys: tuple[str, ...]) -> bool:
        """Whether these are somebody's registered names."""
        person = self.people.get(who)
        return person is not None and any(key in person.given for key in keys)

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
        recent = [who for who in setting.earlier if who in owners]
        if len(recent) == 1:
            return (recent[0],), 0.9
        if recent:
            return tuple(sorted(recent)), 0.4
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
