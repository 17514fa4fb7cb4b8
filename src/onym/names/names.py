"""The names that a mapping knows: whose they are, what else is said of them, how to find them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, replace

from onym.conversation.threads import membership
from onym.model import Case, Corpus, Mapping, Override, Participant, Policy
from onym.names.matcher import Matcher
from onym.names.styles import THIRD
from onym.once import once, remembers
from onym.text.text import fold
from onym.text.view import squeeze


@remembers
@dataclass
class Names:
    """What a mapping says of each name, as it is listed there."""

    case: Case
    owners: dict[str, tuple[str, ...]] = field(default_factory=dict)
    keep: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    composites: dict[str, str] = field(default_factory=dict)
    overrides: dict[str, list[Override]] = field(default_factory=dict)
    """By message."""
    local: frozenset[str] = frozenset()
    """Names that only overrides know of."""

    @once
    def special(self) -> frozenset[str]:
        """Names that are not simply their owners'."""
        return frozenset((*self.keep, *self.hidden, *self.composites))

    def patterns(self) -> dict[str, None]:
        """Every name to look for, once."""
        return dict.fromkeys(
            (*self.owners, *self.keep, *self.hidden, *self.composites, *self.local)
        )

    def key(self, name: str) -> str:
        """A name as it is compared with another."""
        return fold(squeeze(name)) if self.case == "smart" else squeeze(name)


def read_names(mapping: Mapping, corpus: Corpus, policy: Policy) -> Names:
    """Take from a mapping what replacing needs; rejected names and entries are left out."""
    rejected = {squeeze(name) for name in mapping.rejected}
    owners: dict[str, tuple[str, ...]] = {}
    for entry in mapping.entries:
        outsider = policy.people == "participants" and is_third(entry.participant, corpus)
        people = owners.get(entry.name, ())
        if entry.decision == "rejected" or outsider or entry.participant in people:
            continue
        if not rejected or squeeze(entry.name) not in rejected:
            owners[entry.name] = (*people, entry.participant)
    names = Names(
        mapping.case,
        owners,
        frozenset(mapping.keep),
        frozenset(mapping.hidden),
        dict(mapping.composites),
    )
    if mapping.overrides:
        known = {names.key(name) for name in names.patterns()}
        names.local = frozenset(o.name for o in mapping.overrides if names.key(o.name) not in known)
    for override in mapping.overrides:
        names.overrides.setdefault(override.message, []).append(override)
    return names


def matcher_of(names: Names, is_word: Callable[[str], bool]) -> Matcher:
    """A matcher of all the names, comparing as the mapping says."""
    patterns = names.patterns()
    if names.case == "exact":
        return Matcher(exact=patterns)
    # A word to keep that is written small ("may") must not shield the name (May).
    exact = {name for name in names.keep if name.islower()} - names.owners.keys()
    return Matcher([name for name in patterns if name not in exact], exact, is_word)


def word_test(mapping: Mapping, policy: Policy) -> Callable[[str], bool]:
    """Whether a small word is an ordinary one: linking said so, or the language does."""
    from onym import language

    marked = {entry.name.lower() for entry in mapping.entries if "word" in entry.traits}
    return lambda word: word in marked or language.is_ordinary(word, policy.languages)


def is_third(who: str, corpus: Corpus) -> bool:
    """Whether an id is that of somebody who does not take part."""
    return who not in corpus.participants and THIRD.fullmatch(who) is not None


def known_people(corpus: Corpus, names: Names) -> dict[str, Participant]:
    """Everybody with a name: as registered, or else as the mapping calls them."""
    called: dict[str, list[str]] = {}
    for name, owners in names.owners.items():
        for who in owners:
            called.setdefault(who, []).append(name)
    people = dict(corpus.participants)
    for who, listed in called.items():
        person = people.get(who, Participant(who))
        if not person.names:
            fullest = max(listed, key=lambda name: len(name.split()))
            people[who] = replace(person, names=(fullest,))
    return people


def people_of(corpus: Corpus, names: Names) -> set[str]:
    """Everybody who needs a pseudonym."""
    people = {who for owners in names.owners.values() for who in owners} | set(corpus.participants)
    for column in ("author", "parent_author"):
        people |= set(corpus.messages[column].drop_nulls().unique())
    chosen = (o.participant for listed in names.overrides.values() for o in listed)
    return people | {who for who in chosen if who is not None}


def registered_to(corpus: Corpus, policy: Policy) -> dict[str, set[str]]:
    """Who is registered to each session or thread, whether they write there or not."""
    registered: dict[str, set[str]] = {}
    if policy.scope != "corpus":
        for who, participant in corpus.participants.items():
            if places := participant.profile.get(policy.scope):
                for place in places.split(";"):
                    registered.setdefault(place.strip(), set()).add(who)
    return registered


def scope_of(
    corpus: Corpus, policy: Policy, registered: Lookup[str, set[str]]
) -> tuple[Sequence[str | None], dict[str, frozenset[str]]]:
    """The place of every message, and who writes in or is registered to each place."""
    if policy.scope == "corpus":
        return [None] * corpus.messages.height, {}
    around = membership(corpus)
    members = dict(around.sessions if policy.scope == "session" else around.threads)
    for place, people in registered.items():
        members[place] = members.get(place, frozenset()) | people
    return corpus.messages[policy.scope].to_list(), members
