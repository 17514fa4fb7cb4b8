"""Whom of its owners a name means: by who writes, who is answered and who is in the thread."""

from __future__ import annotations

from collections.abc import Mapping as Lookup
from functools import lru_cache

from onym.find.gather import OWN
from onym.kinship import Person
from onym.model import Entry, Scope
from onym.threads import Membership, Setting

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


class Chooser:
    """Chooses among the people who own a name."""

    members: Membership

    def __init__(
        self, forms: Lookup[str, Lookup[str, Entry]], people: Lookup[str, Person], scope: Scope
    ) -> None:
        self.forms, self.people, self.scope = forms, people, scope
        # a name may have hundreds of owners and occur thousands of times
        self.usual = lru_cache(1 << 16)(self._usual)

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

    def _usual(self, owners: frozenset[str], keys: tuple[str, ...]) -> frozenset[str]:
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
