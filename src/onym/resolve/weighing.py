"""Whether a word is a participant's name where it stands, weighed by what stands around it."""

from __future__ import annotations

from onym import language
from onym.conversation.threads import Setting
from onym.find.gather import OWN
from onym.find.lexicon import Lexicon
from onym.find.names import TOLD, WORD
from onym.names.kinship import language_knows
from onym.resolve.bearers import Bearers
from onym.resolve.choosing import PERSONAL, Chooser
from onym.resolve.extent import with_neighbours
from onym.resolve.surroundings import ARTICLES, Surroundings
from onym.resolve.verdicts import Found, Stand, surname_stands
from onym.text.text import fold

SIGNED = OWN | {"relayed"}
"""Slots in which somebody signs."""


class Weigher:
    """Weighs single words that somebody is called."""

    def __init__(self, bearers: Bearers, chooser: Chooser, words: Lexicon, everyone: bool) -> None:
        self.bearers, self.chooser, self.words = bearers, chooser, words
        self.people = bearers.people
        self.everyone = everyone

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
            if doubtful and not (personal or around.hailed or (traits.proper and around.proper)):
                return None  # len() is not Len
            # who is registered with one word may be called by two: "Thibauld Garnsworthy"
            further = around.reach if around.word.istitle() and around.other_after else 0
            return Stand(found.start, found.end + further, owners)
        if len(around.word) == 1:
            if (around.word in ARTICLES or around.word.islower()) and not kinds & SIGNED:
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
        if not personal and (
            around.term
            or around.month
            or around.work
            or (around.titled and not self.writes(owners, setting))
        ):
            return None
        if not personal and (
            self.is_another(found, around, setting)
            or (around.article and self.words.ordinary(key))  # "on the Hill"
        ):
            return None
        if not personal and (
            (traits.lone and around.goes_on) or (traits.small and not around.in_small)
        ):
            return None
        if full := with_neighbours(self.bearers, found, around, personal):
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

    def is_another(self, found: Found, around: Surroundings, setting: Setting) -> bool:
        """Whether somebody in public office is meant, or else whom the message names in full."""
        if self.everyone and not found.owners <= self.people.keys():
            return False
        return around.office or (found.again and not self.writes(found.owners, setting))

    def hails(self, found: Found, around: Surroundings, setting: Setting) -> bool:
        """Whether a message opens with it, aloud, and answers who goes by it: "Hope! You here?".

        Or whether it is all that is asked: "... on Monday. Mark?".
        """
        if around.asked and self.writes(found.owners, setting):
            return True
        return (
            around.after[:1] == "!"
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
        return any(
            not self.people[w].given.isdisjoint(words) for w in owners.intersection(self.people)
        )

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
