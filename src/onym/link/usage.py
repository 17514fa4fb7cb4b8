"""How names are used among people who write together: whom they point at, and who is around."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from onym.link.learn import QUOTED, WEAK
from onym.link.ledger import Ledger, owners_of_words
from onym.text.text import fold


class Use(NamedTuple):
    """How a name is used among people who write together."""

    claims: dict[str, Counter[str]]
    """Whom it points at, and how."""
    around: Counter[str]
    uses: int
    total: int
    owners: frozenset[str]
    """Who is known by it already."""
    spoken: bool
    """Whether anybody is spoken to by it, rather than mentioned or quoted."""
    personal: bool

    @property
    def present(self) -> int:
        """In how many uses somebody is around who owns it."""
        return min(self.uses, sum(self.around[owner] for owner in self.owners))

    @property
    def nearby(self) -> set[str]:
        """Who is there in most of its uses, where somebody is spoken to by it."""
        near = self.around.most_common(4) if self.spoken else ()
        return {who for who, count in near if count * 2 >= self.uses}


def part(ledger: Ledger, claims: dict[str, Counter[str]]) -> list[dict[str, Counter[str]]]:
    """Part the people a name points at into those who have a session in common."""
    groups: dict[str, dict[str, Counter[str]]] = {}
    """By the session that stands for each; a name may point at people in hundreds of courses."""
    group_of: dict[str, str] = {}
    """Session to the one that stands for its group."""
    for who, kinds in claims.items():
        mine = ledger.sessions.get(who)
        if not mine:
            return [claims]
        met = sorted({group_of[session] for session in mine if session in group_of})
        home = met[0] if met else min(mine)
        for other in met[1:]:
            groups[home] |= groups.pop(other)
            group_of.update((session, home) for session in group_of if group_of[session] == other)
        groups.setdefault(home, {})[who] = kinds
        group_of.update(dict.fromkeys(mine, home))
    return list(groups.values())


class Placed:
    """People by the sessions they write in, so that no group need look at all of them."""

    def __init__(self, ledger: Ledger, people: Iterable[str]) -> None:
        self._sessions = ledger.sessions
        self._by_session: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._anywhere: list[tuple[int, str]] = []
        self._people: set[str] = set()
        self.add(people)

    def add(self, people: Iterable[str]) -> None:
        """Place more people behind the others."""
        for at, who in enumerate(people, len(self._people)):
            sessions = self._sessions.get(who)
            if sessions is None:
                self._anywhere.append((at, who))
            for session in sessions or ():
                self._by_session[session].append((at, who))
            self._people.add(who)

    def follow(self, people: set[str]) -> None:
        """Place whoever has come to a set that only grows."""
        if len(people) > len(self._people):
            self.add(people - self._people)

    def near(self, sessions: Iterable[str]) -> list[str]:
        """Who writes in one of the sessions, or in none that is known, in their order."""
        found = set(self._anywhere)
        for session in sessions:
            found.update(self._by_session.get(session, ()))
        return [who for _, who in sorted(found)]


def uses_of(
    ledger: Ledger, name: str, tokens: list[str], groups: list[dict[str, Counter[str]]]
) -> Iterator[Use]:
    """How a name is used in each group of people; who owns it may grow from one to the next."""
    around = ledger.tally.around.get(name, Counter())
    if len(groups) == 1:
        owners = ledger.owners.get(fold(name)) or owners_of_words(ledger, tokens)
        yield use_of(groups[0], around, owners, ledger.tally.used[name])
        return
    present, known = Placed(ledger, around), Placed(ledger, ())
    for claims in groups:
        if owners := ledger.owners.get(fold(name), set()):
            known.follow(owners)
        of_words = Placed(ledger, () if owners else owners_of_words(ledger, tokens))
        near = frozenset[str]().union(*(ledger.sessions.get(who, frozenset()) for who in claims))
        here = Counter({who: around[who] for who in present.near(near)})
        yield use_of(claims, here, known.near(near) + of_words.near(near))


def use_of(
    claims: dict[str, Counter[str]],
    around: Counter[str],
    owners: Iterable[str],
    uses: int | None = None,
) -> Use:
    """How a name is used among some people; all its uses are theirs unless it is said."""
    total = sum(kinds.total() for kinds in claims.values())
    return Use(
        claims,
        around,
        max(1, total if uses is None else uses),
        total,
        frozenset(owners),
        any(set(kinds) - WEAK - QUOTED for kinds in claims.values()),
        any(set(kinds) - WEAK for kinds in claims.values()),
    )
