"""People in doubt: two ids that may be one person, one id that may be two, and strangers who
look like a participant."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import zip_longest

from onym import language
from onym.conversation.threads import membership
from onym.find.gather import OWN
from onym.model import Corpus, Evidence, Mapping, Participant
from onym.names.forms import parse_name
from onym.names.kinship import IN_WORDS, Person, person_of, persons_of, relate
from onym.names.names import is_third
from onym.questions.doubts import Case, Claim
from onym.text.text import fold

MANY = 4
"""A user name or address of more people than this is everybody's."""
REGULARLY = 3
"""How often somebody has to sign with a name to bear it."""
SAMPLES = 3


def same_cases(corpus: Corpus, mapping: Mapping) -> Iterator[Case]:
    """Ids that share a whole name, a user name or an address, a case for each group."""
    shared = _shared(corpus, mapping)
    known = {who for bearers in shared.values() for who in bearers}
    written = membership(corpus).written
    threads, samples = _threads_of(corpus, known), _first_messages(corpus, known)
    for people, marks in _groups(shared):
        ranked = tuple(sorted(people, key=lambda who: (-written[who], who)))
        kinds = {kind for kind, _ in marks}
        told = [f"{' and '.join(sorted(shared[mark]))}: share {_called(mark)}" for mark in marks]
        seen = Counter(thread for who in people for thread in threads[who])
        apart = all(count < 2 for count in seen.values())
        told.append("never write in the same thread" if apart else "write in the same thread")
        yield Case(
            "same",
            next(shown for _, shown in sorted(marks, reverse=True)),
            ranked,
            _in_turn([samples[who] for who in ranked]),
            sum(written[who] for who in ranked[1:]) or 1,
            min(0.95, 0.5 + 0.15 * len(kinds) + (0.1 if apart else -0.15)),
            tuple(told),
        )


Mark = tuple[str, str]
"""Kind ("name" or "handle") and what is shared, as written by the first."""


def _shared(corpus: Corpus, mapping: Mapping) -> dict[Mark, tuple[str, ...]]:
    """What several participants have in common that one person has alone."""
    bearers: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for who, participant in corpus.participants.items():
        for kind, key, shown in _marks(participant):
            bearers[kind, key].setdefault(who, shown)
    for entry in mapping.entries:
        key = _name_key(entry.name)
        if key and entry.participant in corpus.participants and entry.score > 0.5:
            bearers["name", key].setdefault(entry.participant, entry.name)
    return {
        (kind, next(iter(people.values()))): tuple(people)
        for (kind, _), people in bearers.items()
        if 1 < len(people) <= MANY
    }


def _marks(participant: Participant) -> Iterator[tuple[str, str, str]]:
    for name in participant.names:
        if key := _name_key(name):
            yield "name", key, name
    for handle in participant.handles:
        yield "handle", fold(handle), handle


def _name_key(name: str) -> str:
    """A whole name whatever its order; nothing for a single word."""
    parsed = parse_name(name)
    parts = sorted(fold(part) for part in (*parsed.words, *parsed.initials))
    full = [part for part in parts if len(part) > 1]
    return " ".join(parts) if len(full) > 1 else ""


def _called(mark: Mark) -> str:
    return f"the name {mark[1]}" if mark[0] == "name" else f"the user name or address {mark[1]}"


def _groups(shared: dict[Mark, tuple[str, ...]]) -> list[tuple[set[str], list[Mark]]]:
    """People who hang together by what they share, and what that is, in the order of the marks."""
    found: dict[str, tuple[set[str], list[Mark]]] = {}
    for mark, bearers in shared.items():
        joined: tuple[set[str], list[Mark]] = (set(bearers), [mark])
        for people, marks in {
            id(found[who]): found[who] for who in bearers if who in found
        }.values():
            joined[0].update(people)
            joined[1].extend(marks)
        found.update(dict.fromkeys(joined[0], joined))
    unique = {id(group): group for group in found.values()}.values()
    order = {mark: place for place, mark in enumerate(shared)}
    return [(people, sorted(marks, key=order.__getitem__)) for people, marks in unique]


def _threads_of(corpus: Corpus, people: set[str]) -> dict[str, set[str]]:
    """The threads that each of these people writes in."""
    found: dict[str, set[str]] = {who: set() for who in people}
    for who, thread in corpus.messages.select("author", "thread").drop_nulls().unique().iter_rows():
        if who in found:
            found[who].add(thread)
    return found


def _first_messages(corpus: Corpus, people: set[str]) -> dict[str, list[str]]:
    """A few messages of each of these people."""
    found: dict[str, list[str]] = {who: [] for who in people}
    for message, author in corpus.messages.select("id", "author").iter_rows():
        if author in found and len(found[author]) < SAMPLES:
            found[author].append(message)
    return found


def _in_turn(lists: list[list[str]]) -> tuple[str, ...]:
    turns = zip_longest(*lists)
    return tuple(message for turn in turns for message in turn if message is not None)


def split_cases(evidence: Evidence, corpus: Corpus) -> Iterator[Case]:
    """Ids that sign regularly with two whole names that have nothing to do with each other."""
    signed: dict[str, Counter[str]] = defaultdict(Counter)
    where: dict[tuple[str, str], tuple[str, ...]] = {}
    for clue in evidence.clues:
        if clue.kind in OWN and clue.participant is not None and _is_whole(clue.name):
            signed[clue.participant][clue.name] += clue.count
            where[clue.participant, clue.name] = clue.messages
    for who, names in signed.items():
        usual = [(name, count) for name, count in names.most_common() if count >= REGULARLY]
        for name, count in usual[1:]:
            if not _related(name, usual[0][0]):
                first, often = usual[0]
                yield Case(
                    "split",
                    name,
                    (who,),
                    (*where[who, name], *where[who, first]),
                    count,
                    reasons=(
                        f"{who}: signs {often} times as {first}",
                        f"{who}: signs {count} times as {name}",
                    ),
                )
                break


def _is_whole(name: str) -> bool:
    words = parse_name(name).words
    return len(words) > 1 and words[0] in language.given_names()


def _related(one: str, other: str) -> bool:
    person = person_of(Participant("", (other,)))
    words = [word for word in parse_name(one).words if len(word) > 1]
    return any(relate(word, person) for word in words)


def stranger_claims(corpus: Corpus, mapping: Mapping) -> Iterator[Claim]:
    """People who take no part but whose whole name fits a participant's, word for word."""
    lettered: dict[str, list[Person]] = defaultdict(list)
    for person in persons_of(corpus.participants).values():
        for letter in sorted({word[0] for word in person.words}):
            lettered[letter].append(person)
    for entry in mapping.entries:
        words = [word for word in parse_name(entry.name).words if len(word) > 1]
        if len(words) < 2 or entry.decision or not is_third(entry.participant, corpus):
            continue
        for person in lettered.get(fold(words[-1])[0], ()):
            known = [IN_WORDS[kind] for word in reversed(words) if (kind := relate(word, person))]
            if len(known) == len(words):
                known.reverse()
                told = tuple(dict.fromkeys(known))
                yield Claim(person.id, entry.name, 0.5, told, (), entry.count)
