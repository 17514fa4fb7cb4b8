"""Whom of its owners a name means: by who writes, who is answered and who is in the thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as Lookup
from functools import lru_cache

from onym.conversation.threads import Membership, Setting
from onym.find.gather import OWN
from onym.model import Entry, Scope
from onym.names.kinship import Person

PERSONAL = OWN | {
    "greeted",
    "attributed",
    "requoted",
    "listed",
    "relayed",
    "thanked",
    "addressed",
    "asked",
    "related",
    "fellow",
    "cosigned",
    "quoted",
    "handle",
    "called",
    "credited",
}
"""Slots in which nothing but a person's name stands."""


SPOKEN = frozenset({"greeted", "thanked", "addressed"})
"""Slots in which somebody is spoken to."""


APART = 4
"""How many times as far back the next owner of a name must have written."""
MEMORY = 1 << 14
"""How many groups of people are remembered: a course has its own, and the next has others."""


def takes_one(members: Membership) -> bool:
    """Whether there are several sessions and nearly everybody writes in one: courses, not years."""
    sessions = members.sessions.values()
    return len(sessions) > 1 and sum(map(len, sessions)) < 1.2 * len(members.written)


class Chooser:
    """Chooses among the people who own a name."""

    def __init__(
        self, forms: Lookup[str, Lookup[str, Entry]], people: Lookup[str, Person], scope: Scope
    ) -> None:
        self.forms, self.people, self.scope = forms, people, scope
        self.names_of = Counter(who for owners in forms.values() for who in owners)
        """Participant to how many names they have."""
        self.called = frozenset(
            who
            for owners in forms.values()
            for who, entry in owners.items()
            if "handle" not in entry.traits
        )
        """Who goes by more than a user name."""
        # a name may have hundreds of owners and occur thousands of times
        self.take_part = lru_cache(MEMORY)(self._take_part)
        self.usual = lru_cache(MEMORY)(self._usual)
        self.registered = lru_cache(MEMORY)(self._registered)
        self.named = lru_cache(MEMORY)(self._named)
        self.wrote = lru_cache(MEMORY)(self._wrote)

    def enter(self, members: Membership) -> None:
        """Turn to a corpus, or to another part of it."""
        self.members, self.in_courses = members, takes_one(members)
        self.wrote.cache_clear()

    def choose(
        self,
        owners: frozenset[str],
        kinds: set[str],
        setting: Setting,
        keys: tuple[str, ...],
        quoted: bool = False,
    ) -> tuple[tuple[str, ...], float]:
        """Whom of its owners the name means here, and how sure that is.

        In quoted words the writer may be spoken to, or sign.
        """
        whole = len(keys) > 1 or " " in keys[0]
        if kinds == {"related"} and not whole and self.take_part(owners):
            # "my sister Mary" is not the participant Mary, and nobody knows who she is
            return (), 0.5
        if "credited" in kinds and len(known := self.accounts(owners, keys[0])) == 1:
            return tuple(known), 0.98
        usual = self.usual(owners, keys)
        own = kinds & OWN
        if own and setting.author in (usual if own == {"thanksigned"} else owners):
            return (setting.author or "",), 0.98
        if "cosigned" in kinds and setting.author in owners:
            return (setting.author or "",), 0.95
        if "tagged" in kinds and any(setting.author in self.forms.get(key, ()) for key in keys):
            # with a code that is known of the same person under another id
            return (setting.author or "",), 0.95
        strange = own & {"signed", "signature"} and not (whole and self.take_part(owners))
        if strange and setting.author is not None:
            return self.signs(owners, setting.author, keys if whole else ())
        if own == {"thanksigned"} and self.signs_alone(owners, setting):
            return (setting.author or "",), 0.85
        if self.is_elsewhere(owners, setting):
            return tuple(sorted({*owners, setting.answered or setting.author or ""} - {""})), 0.3
        if len(owners) == 1:
            return tuple(owners), 0.95
        if whole and usual == {setting.author} and not kinds & SPOKEN:
            # who is quoted in full in their own message
            return tuple(usual), 0.9
        if whole and setting.author in owners and not quoted and not kinds & PERSONAL:
            # who names oneself in full, and not another of that name
            return (setting.author or "",), 0.9
        if kinds == {"relayed"} and setting.author in usual and setting.answered not in owners:
            # who answers oneself
            return (setting.author or "",), 0.85
        if whole and len(named := self.named(owners, keys)) == 1:
            return tuple(named), 0.95
        if setting.author in owners and (quoted or "thanked" in kinds):
            # "Cheers, Mary." may be the end, and a quoted greeting is for whoever answers it
            inside = self.members.threads.get(setting.thread or "", frozenset())
            if usual & inside <= {setting.author} and setting.author in inside:
                return (setting.author or "",), 0.9
        return self.among(owners, kinds, setting, keys)

    def signs_alone(self, owners: frozenset[str], setting: Setting) -> bool:
        """Whether "Cheers, Mary" at the end is the writer's: no other Mary is there to be thanked.

        Nor does the writer go by any name but a user name.
        """
        inside = self.members.threads.get(setting.thread or "", frozenset())
        return (
            setting.author is not None
            and setting.author not in self.called
            and owners.isdisjoint(inside)
            and self.take_part(owners)
        )

    def accounts(self, owners: frozenset[str], key: str) -> frozenset[str]:
        """Whose user name it is, of those who own it."""
        forms = self.forms.get(key, {})
        return frozenset(who for who in owners if who in forms and "handle" in forms[who].traits)

    def signs(
        self, owners: frozenset[str], author: str, keys: tuple[str, ...]
    ) -> tuple[tuple[str, ...], float]:
        """Who signs with a name that the writer does not own; the keys are a full name's."""
        words = {word for key in keys for word in key.split()}
        if any(author in self.forms.get(word, ()) for word in words):
            return (author,), 0.9  # who signs in full for once
        # quoted without a mark, or another bearer of it
        return tuple(sorted(owners | {author})), 0.3

    def among(
        self, owners: frozenset[str], kinds: set[str], setting: Setting, keys: tuple[str, ...]
    ) -> tuple[tuple[str, ...], float]:
        """Whom of several owners a name means that the writer does not sign with."""
        others, author = owners, {setting.author}
        # a course has seldom heard of who writes in another; a name may have thousands of owners
        for near in (self.present(setting), self.members.sessions.get(setting.session or "")):
            if near and (closer := (others & near) - author):
                others = closer
        others -= author
        inside = self.members.threads.get(setting.thread or "", frozenset())
        if setting.answered in others and kinds & SPOKEN and others & inside <= {setting.answered}:
            # a name that they bear but do not go by, and nobody else is there who does
            return (setting.answered,), 0.9
        if setting.answered not in others and len(full := others & setting.named) == 1:
            return tuple(full), 0.85
        # whoever bears a name but hardly ever goes by it may be spoken of, but not spoken to by it
        borne = frozenset() if kinds & PERSONAL else self.registered(owners, keys) & others
        there = {who for who in others & inside if self.count(who, keys) > 1}
        others = self.usual(others, keys) | borne | there
        if len(others) == 1:
            return tuple(others), 0.9
        if setting.answered in others and kinds & PERSONAL:
            return (setting.answered,), 0.95
        if not kinds & PERSONAL:
            if one := self.mentioned(others, setting, keys):
                return (one,), 0.8
            # somebody spoken to has mostly written before; somebody mentioned may be anybody
            return tuple(sorted(others)), 0.4
        return self.nearest(others, kinds, setting, keys)

    def mentioned(
        self, others: frozenset[str], setting: Setting, keys: tuple[str, ...]
    ) -> str | None:
        """Who of some writes in the thread, and is far better known by the name than the others.

        In a course everybody knows everybody; on a list one speaks of those who are there.
        """
        inside = others & self.members.threads.get(setting.thread or "", frozenset())
        if self.in_courses or not inside:
            return None
        one = max(sorted(inside), key=lambda who: self.weight(who, keys))
        rivals = [(who, 4 if who in inside else 2) for who in others if who != one]
        known, used = self.weight(one, keys), self.count(one, keys)
        far = all(known >= times * self.weight(who, keys) for who, times in rivals)
        return one if far and all(used >= self.count(who, keys) for who, _ in rivals) else None

    def is_elsewhere(self, owners: frozenset[str], setting: Setting) -> bool:
        """Whether all owners take part in other courses only, and hardly anybody takes two."""
        here = self.members.sessions.get(setting.session or "") if self.in_courses else None
        return here is not None and owners.isdisjoint(here) and self.wrote(owners)

    def _wrote(self, owners: frozenset[str]) -> bool:
        """Whether all of them wrote anything."""
        return owners <= self.members.written.keys()

    def _take_part(self, owners: frozenset[str]) -> bool:
        """Whether all of them are participants."""
        return owners <= self.people.keys()

    def _registered(self, owners: frozenset[str], keys: tuple[str, ...]) -> frozenset[str]:
        """Those of whom these are registered names, or who have no other."""
        people = ((who, self.people.get(who)) for who in owners)
        return frozenset(
            who
            for who, person in people
            if (person and not person.given.isdisjoint(keys)) or self.names_of[who] == 1
        )

    def _named(self, owners: frozenset[str], keys: tuple[str, ...]) -> frozenset[str]:
        """Those who are registered with all these words."""
        words = {word for key in keys for word in key.split()}
        people = ((who, self.people.get(who)) for who in owners)
        return frozenset(who for who, person in people if person and words <= person.words)

    def present(self, setting: Setting) -> frozenset[str]:
        """Everybody in scope of a message."""
        if self.scope == "session":
            return self.members.sessions.get(setting.session or "", frozenset())
        if self.scope == "thread":
            return self.members.threads.get(setting.thread or "", frozenset())
        return frozenset()

    def nearest(
        self, owners: frozenset[str], kinds: set[str], setting: Setting, keys: tuple[str, ...]
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
        if not inside and kinds & SPOKEN and (one := self.wrote_last(owners, setting)):
            return (one,), 0.85
        owners = inside or owners
        ranked = sorted(owners, key=lambda who: (-self.weight(who, keys), who))
        if self.weight(ranked[0], keys) >= 4 * self.weight(ranked[1], keys):
            return (ranked[0],), 0.75
        return tuple(sorted(owners)), 0.4

    def wrote_last(self, owners: frozenset[str], setting: Setting) -> str | None:
        """Who of them wrote last anywhere, the others not at all lately or long before."""
        places = [place for place, who in enumerate(setting.lately, 1) if who in owners]
        if not places or (len(places) > 1 and places[1] < APART * places[0]):
            return None
        return setting.lately[places[0] - 1]

    def _usual(self, owners: frozenset[str], keys: tuple[str, ...]) -> frozenset[str]:
        """The owners without those who bear the name but hardly ever go by it."""
        used = {who: self.count(who, keys) for who in owners}
        most = max(used.values(), default=0)
        return frozenset(who for who in owners if used[who] * 10 >= most) if most > 2 else owners

    def count(self, who: str, keys: tuple[str, ...]) -> int:
        """How often somebody was seen under these names."""
        entries = (self.forms[key].get(who) for key in keys)
        return sum(entry.count for entry in entries if entry is not None)

    def weight(self, who: str, keys: tuple[str, ...]) -> float:
        """How well known somebody is under a name, beside how much they write."""
        return 1 + self.count(who, keys) + self.members.written[who] / 10
