"""Who is meant: every occurrence of an accepted name is judged where it stands.

A name in a mapping may belong to several people, be a cited author's here and a participant's
there, or be an ordinary word. `Resolver.read` looks at the hits in one message with the people
around it and says for each: this participant, one of several, or (by silence) leave it.
"""

from __future__ import annotations

import re
from typing import TypeVar

from onym import language
from onym.conversation.threads import Setting, membership, settings
from onym.find.gather import OWN
from onym.find.habits import habits
from onym.find.lexicon import lexicon
from onym.find.names import TOLD, WORD, Slot, bare
from onym.model import Corpus, Mapping, Policy
from onym.names.kinship import language_knows, registered_words
from onym.names.matcher import Hit
from onym.resolve.bearers import Bearers, join_words
from onym.resolve.choosing import PERSONAL, Chooser
from onym.resolve.reading import Reading
from onym.resolve.surroundings import Surroundings
from onym.resolve.verdicts import (
    Found,
    Stand,
    Verdict,
    is_barred,
    is_quoted,
    non_overlapping,
    surname_stands,
    with_tags,
)
from onym.text.credits import speaker, speakers
from onym.text.text import Stretch, fold

NEGATED = ("'t", "’t", "?t")
"""Don't is nobody, nor with a broken apostrophe."""
ADDED = re.compile(r",?[ \t]+(?:[JS]r|I{2,3}|IV)\b")
"""What tells a namesake of the family apart: Robert Poe Jr."""
SEVERAL = re.compile(r" |[^\W_]{2}[_.][^\W_]{2}")
"""In a name of several words, also run together: mary_poe."""
BROKEN = re.compile(r"[ \t]\?[a-zß-ÿ]{2,}(?![\w?])")
"""A family name whose first letter an archive has lost: "In?s ?berg"."""
ACCOUNT = re.compile(r"(?:[_.-]?[^\W_]+)+")
"""What a user name has behind a name."""
LAST_WORD = re.compile(r"(?<![^\W\d_])([^\W\d_]+)[ \t\n]\Z")
WHOLE = frozenset(
    {"signed", "signature", "attributed", "requoted", "relayed", "greeted", "thanksigned"}
)
"""Slots that are hidden whole once a part of them is known."""

SIGNED = OWN | {"relayed"}
"""Slots in which somebody signs."""

Placed = TypeVar("Placed", Hit, Verdict)


class Resolver:
    """Judges occurrences of the names in a mapping."""

    def __init__(self, corpus: Corpus, mapping: Mapping, policy: Policy) -> None:
        self.bearers = bearers = Bearers(corpus, mapping)
        self.people = bearers.people
        self.chooser = Chooser(bearers.forms, bearers.people, policy.scope)
        self.words = lexicon(policy.languages, registered_words(corpus.participants))
        self.habits = habits(policy.languages)
        self.enter(corpus)

    def enter(self, corpus: Corpus) -> None:
        """Turn to a corpus, or to another part of it."""
        self.chooser.enter(membership(corpus))
        self.settings = list(settings(corpus.messages))
        self.reading = Reading(corpus.messages["text"], self.words, self.habits)

    def read(self, index: int, text: str, hits: list[Hit]) -> list[Verdict]:
        """The verdicts on the hits in one message, in the order of the text."""
        setting = self.settings[index]
        layout, slots = self.reading.read(index, text)
        if not layout.edits:
            verdicts = self.judge_all(text, hits, slots, setting)
            return non_overlapping(with_tags(verdicts, layout.tags))
        seen = [_move(hit, place) for hit in hits if (place := layout.see(hit.start, hit.end))]
        judged = self.judge_all(layout.text, seen, slots, setting)
        verdicts = [_move(verdict, layout.source(*verdict[:2])) for verdict in judged]
        for start, end in layout.asides:
            # what people read in a tag, such as the description of a picture
            inside = [hit for hit in hits if start <= hit.start and hit.end <= end]
            here = [_move(hit, (hit.start - start, hit.end - start)) for hit in inside]
            for verdict in self.judge_all(text[start:end], here, (), setting):
                verdicts.append(_move(verdict, (verdict.start + start, verdict.end + start)))
        for start, end in layout.margins:
            inside = [hit for hit in hits if (hit.start, hit.end) == (start, end)]
            here = [_move(hit, (0, end - start)) for hit in inside]
            name = Slot("credited", 0, end - start, text[start:end])
            for verdict in self.judge_all(text[start:end], here, (name,), setting):
                verdicts.append(_move(verdict, (start, end)))
        return non_overlapping(with_tags(verdicts, layout.tags))

    def judge_all(
        self, text: str, hits: list[Hit], slots: tuple[Slot, ...], setting: Setting
    ) -> list[Verdict]:
        """The verdicts on hits in a text as it is seen."""
        verdicts = []
        known = speakers(text, setting.credited)
        runs = join_words(text, self.words_of(text, hits), self.bearers)
        if any(len(run.owners) > 1 for run in runs):
            setting = setting._replace(named=named_in_full(runs))
        for run in runs:
            here = [slot for slot in slots if slot.start < run.end and slot.end > run.start]
            if who := speaker(text, run.start, known):
                # quoted words are read as in the message that they are taken from
                here = [_own(slot) for slot in here]
                if verdict := self.judge(text, run, here, setting._replace(author=who)):
                    verdicts.append(verdict)
                continue
            if not here and self.is_ordinary(text, run, setting):
                continue
            if len(run.owners) > 1 and setting.author in run.owners:
                above = [slot.end for slot in slots if slot.kind in ("attributed", "credited")]
                run = run._replace(quoted=is_quoted(text, run.start, above))
            if verdict := self.judge(text, run, here, setting):
                verdicts.append(verdict)
        return verdicts

    def words_of(self, text: str, hits: list[Hit]) -> list[Found]:
        """The hits outside addresses and links, with their owners."""
        found = []
        for hit in hits:
            if is_barred(text, hit.start, hit.end) or text[hit.end : hit.end + 2] in NEGATED:
                continue
            key, owners = self.bearers.known(hit.names)
            if owners:
                found.append(Found(hit.start, hit.end, (key,), owners))
        return found

    def judge(self, text: str, found: Found, slots: list[Slot], setting: Setting) -> Verdict | None:
        """Decide on one occurrence; None leaves it as it is."""
        if found.end - found.start == 1 and slots and all(" " in slot.name for slot in slots):
            return None  # an initial: "J C Poe"
        kinds = {slot.kind for slot in slots}
        around = Surroundings(text, found.start, found.end, self.words)
        account = "credited" in kinds  # whatever it looks like
        if not account and (
            around.listed or (around.word.islower() and self.is_phrase(found.keys[0]))
        ):
            return None
        if account:
            stand: Stand | None = Stand(found.start, found.end, found.owners)
        elif len(found.keys) > 1 or SEVERAL.search(found.keys[0]):
            stand = self.whole(found, around)
        else:
            stand = self.stands(found, around, kinds, setting)
        if stand is None:
            return None
        choose = self.chooser.choose
        owners, score = choose(stand.owners, kinds, setting, found.keys, found.quoted)
        start, end = self.with_particles(text, stand.start, stand.owners), stand.end
        glued = start > 0 and text[start - 1].isalpha()
        for slot in slots:
            if slot.kind in WHOLE and len(slot.name) < 45 and not glued:
                if self.is_name(text[slot.start : start]):
                    start = min(start, slot.start)
                if self.is_name(text[end : slot.end]):
                    end = max(end, slot.end)
                if broken := BROKEN.match(text, end):
                    end = broken.end()
        if text[start - 1 : start] == "@" and (rest := ACCOUNT.match(text, end)):
            end = rest.end()  # @mary_p
        return Verdict(start, end, owners, score, "+".join(sorted(kinds)) or "name")

    def is_ordinary(self, text: str, found: Found, setting: Setting) -> bool:
        """Whether a word outside all slots is told at once: small, or opening a sentence as others.

        The second only where it is a name in other courses, as most words are of some people.
        """
        key, word = found.keys[0], text[found.start : found.end]
        known = len(found.keys) > 1 or key in self.bearers.added
        traits = self.bearers.traits_of(key, found.owners)
        if known or not traits.word:
            return False
        around = Surroundings(text, found.start, found.end, self.words)
        if len(word) > 1 and word.islower() and self.words.ordinary(word):
            return not (around.after.startswith("!") or (traits.handle and around.hailed))
        if not word[0].isupper() or not self.chooser.is_elsewhere(found.owners, setting):
            return False
        beside = around.title or around.acts or around.other_after
        beside = beside or around.letter or around.initials
        return around.opens_sentence and not beside

    def is_phrase(self, key: str) -> bool:
        """Whether a name in small letters would be a piece of a sentence: "so, pip"."""
        words = key.replace(",", " ").split()
        return len(words) > 1 and not self.words.small.isdisjoint(words)

    def whole(self, found: Found, around: Surroundings) -> Stand:
        """A name of several words, with initials and what its first word stands in brackets for."""
        if around.before[-1:] == "(" and ")" in around.word:  # "Robert (Bob) Poe", known as Bob
            opened = around.enclosed_by
            fitting = self.bearers.called(found.owners, opened) if opened else frozenset()
            if fitting:
                return Stand(found.start - len(opened) - 2, found.end, fitting)
            return Stand(found.start - 1, found.end, found.owners)
        added = ADDED.match(around.after)
        end = found.end + (added.end() if added else 0)
        return Stand(found.start - len(around.initials), end, found.owners)

    def with_particles(self, text: str, start: int, owners: frozenset[str]) -> int:
        """Take the particles of a family name along: "van der" in "Mr van der Quast"."""
        while found := LAST_WORD.search(text[max(0, start - 12) : start]):
            small = fold(found[1])
            if small not in self.words.particles or not any(
                small in fold(name).split()
                for who in owners
                if who in self.bearers.participants
                for name in self.bearers.participants[who].names
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

    def stands(
        self, found: Found, around: Surroundings, kinds: set[str], setting: Setting
    ) -> Stand | None:
        """Whether a single word is a participant's name here, with what belongs to it."""
        stand = self.weigh(found, around, kinds, setting)
        return stand if stand and stand.owners else self.insisted(found, around.word)

    def weigh(
        self, found: Found, around: Surroundings, kinds: set[str], setting: Setting
    ) -> Stand | None:
        """What the word itself and its surroundings say; no owners: it is somebody else."""
        key, owners = found.keys[0], found.owners
        traits = self.bearers.traits_of(key, owners)
        alone = around.alone and self.writes(owners, setting)
        personal = alone or bool(kinds & PERSONAL) or self.hails(found, around, setting)
        if traits.handle and len(around.word) > 1:
            doubtful = traits.word or traits.topic or around.month
            doubtful = doubtful or (around.coded and language_knows(around.word))
            if doubtful and not (personal or around.hailed):
                return None  # len() is not Len
            # who is registered with one word may be called by two: "Thibauld Garnsworthy"
            further = around.reach if around.word.istitle() and around.other_after else 0
            return Stand(found.start, found.end + further, owners)
        if len(around.word) == 1:
            if (around.word in "IA" or around.word.islower()) and not kinds & SIGNED:
                return None
            if language.is_technology(around.word) and not personal:
                return None  # "R gives another result"
            known = personal or bool(kinds & TOLD) or (around.acts and not traits.cited)
            return Stand(found.start, found.end, owners) if known else None
        if not personal and (around.common or (traits.topic and not around.title)):
            return None
        if around.hour and not kinds & OWN:
            return None
        if traits.initials:
            known = personal or bool(kinds & TOLD) or around.acts
            return Stand(found.start, found.end, owners) if known else None
        if not personal and (around.term or around.month or around.work):
            return None
        if not personal and (
            (traits.lone and around.goes_on) or (traits.small and not around.in_small)
        ):
            return None
        if full := self.with_neighbours(found, around, personal):
            return full
        if (
            traits.surname
            and not alone
            and not (
                surname_stands(around, traits, kinds, self.writes(owners, setting))
                and (personal or around.title or self.is_near(found.owners, around, setting))
            )
        ):
            return None
        if not self.written_as_name(key, around, traits.word, personal or around.title):
            return None
        return Stand(found.start, found.end, owners)

    def hails(self, found: Found, around: Surroundings, setting: Setting) -> bool:
        """Whether a message opens with it, aloud, and answers who goes by it: "Hope! You here?"."""
        return (
            around.after.startswith("!")
            and setting.answered in found.owners
            and found.start == len(around.before)
            and not around.before.strip()
        )

    def writes(self, owners: frozenset[str], setting: Setting) -> bool:
        """Whether somebody who goes by it writes in the thread."""
        inside = self.chooser.members.threads.get(setting.thread or "")
        return not owners.isdisjoint(inside or (setting.author, setting.answered, *setting.earlier))

    def insisted(self, found: Found, word: str) -> Stand | None:
        """What a person added by hand, written just so, is a name whatever stands beside it."""
        added = self.bearers.added.get(found.keys[0], {})
        mine = frozenset(who for who in added if added[who] == word and who in found.owners)
        return Stand(found.start, found.end, mine) if mine else None

    def with_neighbours(self, found: Found, around: Surroundings, personal: bool) -> Stand | None:
        """Take initials and other names beside a word along; no owners: it is somebody else."""
        nobody = Stand(found.start, found.end, frozenset())
        if around.initials and not around.title:
            fitting = self.bearers.fitting(found.owners, around.initials[0], False)
            width = len(around.initials)
            if (first := around.before_initials) and not personal:
                # "Arthur C. Clarke" is not Catherine Clarke
                fitting = self.bearers.called(found.owners, first)
                width = around.before_initials_width
            if fitting:
                return Stand(found.start - width, found.end, fitting)
            if not personal:
                return nobody
        if not personal and around.listed_under:
            family = fold(around.listed_under)
            if not any(
                family in self.people[who].family for who in found.owners & self.people.keys()
            ):
                return nobody
        if not personal and around.other_before:
            fitting = self.bearers.called(found.owners, around.other_before)
            return Stand(found.start - around.neighbour_width, found.end, fitting)
        if around.letter:
            fitting = self.bearers.fitting(found.owners, around.letter, True)
            if fitting:
                return Stand(found.start, found.end + 2, fitting)
        if around.other_after and not around.title:
            return self.with_surname(found, around, personal)
        return None

    def with_surname(self, found: Found, around: Surroundings, personal: bool) -> Stand:
        """A word before another name: a slip of the owner's family name, or somebody else."""
        end = found.end + around.reach
        if fitting := found.owners & self.bearers.namesakes(fold(around.other_after)):
            return Stand(found.start, end, fitting)
        nameless = not any(self.people[w].family for w in found.owners if w in self.people)
        if personal and nameless:
            return Stand(found.start, end, found.owners)
        return Stand(found.start, found.end, frozenset())

    def is_near(self, owners: frozenset[str], around: Surroundings, setting: Setting) -> bool:
        """Whether an owner writes in the thread or course, or is named otherwise right before."""
        members = self.chooser.members
        inside = members.threads.get(setting.thread or "")
        if inside is None or not owners.isdisjoint(inside):
            return True
        course = members.sessions.get(setting.session or "", frozenset())
        if not owners.isdisjoint(course) and self.chooser.in_courses:
            return True
        words = {fold(word) for word in WORD.findall(around.before)}
        return any(not self.people[w].given.isdisjoint(words) for w in owners & self.people.keys())

    def written_as_name(
        self, key: str, around: Surroundings, doubtful: bool, personal: bool
    ) -> bool:
        """Whether the word is written as this corpus writes names."""
        if around.word.isupper() and len(around.word) < 5 and not personal:
            # SAS and GUI are seldom Sas and Gui
            return key in self.bearers.shouted or around.in_capitals
        if around.word[0].isupper():
            return not doubtful or personal or around.acts or not around.opens_sentence
        return personal or not (doubtful or self.words.ordinary(around.word))


def _own(slot: Slot) -> Slot:
    """A sign-off in quoted words, as in the message that they are taken from."""
    return slot._replace(kind="signed") if slot.kind == "relayed" else slot


def named_in_full(runs: list[Found]) -> frozenset[str]:
    """Who has a full name among some that nobody else has."""
    whole = (run for run in runs if len(run.keys) > 1 or " " in run.keys[0])
    return frozenset(who for run in whole if len(run.owners) == 1 for who in run.owners)


def _move(found: Placed, place: Stretch) -> Placed:
    return found._replace(start=place[0], end=place[1])
