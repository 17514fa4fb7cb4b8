"""Names in doubt, a case each: shared ones that stayed open, and those with a middling score.

shared    several people in scope go by it, and the context does not tell
outside   its owner does not write where it stands
owner     somebody may go by it
name      the same, and it may be no name at all
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from onym import language
from onym.find.gather import Tally
from onym.link.ledger import Ledger
from onym.model import Entry, Question, Replaced
from onym.names.names import is_third
from onym.questions.sightings import Place, Sightings, messages_of
from onym.text.text import fold

LOW, HIGH = 0.4, 0.8
"""Scores in between are asked about."""
TOLD = 3
"""How many reasons are told of a person."""


NOTHING = "nothing is known"
"""What is told of somebody for whom nothing speaks but where they stand."""


@dataclass(frozen=True, slots=True)
class Case(Question):
    """A question, with the single occurrences it is about where it is not about all."""

    places: tuple[Place, ...] = ()
    parts: tuple[Case, ...] = ()
    """The cases that it stands for: an answer to it answers each of them that it fits."""


class Claim(NamedTuple):
    """Somebody who may go by a name, and why."""

    participant: str
    name: str
    score: float
    reasons: tuple[str, ...]
    messages: tuple[str, ...] = ()
    mentions: int = 0


def open_cases(replaced: Replaced, seen: Sightings) -> Iterator[Case]:
    """The shared names that replacing left open, every way of writing a name in one case."""
    together: dict[tuple[str, str, tuple[str, ...]], list[Question]] = defaultdict(list)
    for question in replaced.questions:
        if question.kind in ("shared", "outside"):
            case = question.kind, seen.key(question.name), question.participants
            together[case].append(question)
    open_ones = (each for parts in together.values() for each in parts)
    rows = seen.rows(message for each in open_ones for message in each.messages)
    for (kind, key, people), parts in together.items():
        if kind == "outside" and is_decided(seen.entries.get((people[0], key), [])):
            continue
        messages = tuple(dict.fromkeys(each for part in parts for each in part.messages))
        chosen = {rows[message] for message in messages}
        stretches = seen.within(None if kind == "shared" else people[0], key, messages)
        yield Case(
            kind,
            seen.spelling(key, parts[0].name),
            people,
            messages,
            sum(part.count for part in parts),
            reasons=tuple(_told(who, key, seen, chosen) for who in people),
            places=seen.places(key, stretches),
        )


def is_decided(entries: list[Entry]) -> bool:
    """Whether a person has had their say on a name."""
    return any(entry.decision for entry in entries)


def _told(who: str, key: str, seen: Sightings, asked: set[int]) -> str:
    """What speaks for somebody, in words; the rows of what is asked tell nothing."""
    entries = seen.entries.get((who, key), [])
    reasons = [reason for entry in entries for reason in entry.reasons]
    clear = sum(1 for row in seen.rows_of(who, key) if row not in asked)
    times = "once" if clear == 1 else f"{clear} times"
    meant = [f"is meant elsewhere {times}"] if clear else []
    return f"{who}: {'; '.join([*dict.fromkeys(reasons)][:TOLD] + meant) or NOTHING}"


def doubtful_claims(seen: Sightings) -> Iterator[Claim]:
    """Entries of the mapping that are used and not sure, and that nobody has decided on."""
    settled = {seen.key(name) for name in (*seen.mapping.keep, *seen.mapping.hidden)}
    for (who, key), entries in seen.entries.items():
        score = max(entry.score for entry in entries)
        if key in settled or is_decided(entries) or not LOW <= score <= HIGH:
            continue
        best = max(entries, key=lambda entry: (entry.score, entry.count))
        found = [*seen.of(who, key), *seen.of(None, key)]
        name, messages = seen.spelling(key, best.name), messages_of(found)
        yield Claim(who, name, score, best.reasons, messages, len(found))


def rejected_claims(ledger: Ledger, seen: Sightings) -> Iterator[Claim]:
    """Lines of the ledger that were not accepted, but nearly, on names no participant owns."""
    spellings = _spellings(ledger.tally)
    for who, lines in ledger.lines.items():
        for key, line in lines.items():
            near = line.probability >= LOW and who not in ledger.owners.get(key, ())
            if not near or who not in seen.corpus.participants or key not in spellings:
                continue
            name = spellings[key]
            reasons = sorted(line.reasons, key=lambda reason: -abs(reason[0]))
            told = tuple(reason for weight, reason in reasons if weight)
            if told and not _is_anybodys(ledger, who, key, seen):
                where, count = _uses(ledger, name, who)
                yield Claim(who, name, round(line.probability, 3), told, where, count)


def _spellings(tally: Tally) -> dict[str, str]:
    """How a name that stands in a slot is written most, by its key."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for (_, name, _), count in tally.claims.items():
        counts[fold(name)][name] += count
    return {key: max(forms, key=lambda form: forms[form]) for key, forms in counts.items()}


def _is_anybodys(ledger: Ledger, who: str, key: str, seen: Sightings) -> bool:
    """Whether a participant owns the name already, or this one each of its words."""
    owners = ledger.owners.get(key, set()) | set(seen.owners(key))
    words = key.replace(".", " ").split()
    parts = [word for word in words if len(word) > 1]
    return any(owner in seen.corpus.participants for owner in owners) or (
        len(words) > 1 and all(who in ledger.owners.get(word, ()) for word in parts)
    )


def _uses(ledger: Ledger, name: str, who: str) -> tuple[tuple[str, ...], int]:
    """Some messages in which a name stands where names stand, and how often it is used."""
    tally = ledger.tally
    mine: list[str] = []
    others: list[str] = []
    claimed = 0
    for claim in ledger.claims.get(name, ()):
        claimed += tally.claims[claim]
        (mine if claim[2] == who else others).extend(tally.messages(claim))
    # Elsewhere a letter or an ordinary word is hardly ever the name.
    rare = len(name) > 2 and " " not in name and not ledger.words.ordinary(name)
    uses = max(claimed, tally.vocabulary.large(name)) if rare else claimed
    return tuple(dict.fromkeys(mine + others)), uses


def cases(claims: Iterable[Claim], seen: Sightings) -> Iterator[Case]:
    """One case a name, however many people may go by it."""
    by_name: dict[str, dict[str, Claim]] = defaultdict(dict)
    for claim in claims:
        by_name[seen.key(claim.name)].setdefault(claim.participant, claim)
    for key, people in by_name.items():
        ranked = sorted(people.values(), key=lambda claim: (-claim.score, claim.participant))
        inside = [each for each in ranked if not is_third(each.participant, seen.corpus)]
        chosen = inside or ranked
        strangers = [who for who in seen.owners(key) if is_third(who, seen.corpus)]
        told = [_claimed(each) for each in chosen]
        if inside and strangers:
            told.append(f"{strangers[0]}: counts as somebody who takes no part")
        name = seen.spelling(key, chosen[0].name)
        claimants = tuple(each.participant for each in chosen)
        yield Case(
            "owner" if inside and not is_wordlike(key, claimants, seen) else "name",
            name,
            claimants,
            tuple(dict.fromkeys(message for each in ranked for message in each.messages)),
            max(each.mentions for each in ranked),
            chosen[0].score,
            tuple(told),
        )


def _claimed(claim: Claim) -> str:
    return f"{claim.participant}: {'; '.join(claim.reasons[:TOLD]) or NOTHING}"


def is_wordlike(key: str, people: tuple[str, ...], seen: Sightings) -> bool:
    """Whether a name of some people may be no name at all."""
    entries = [entry for who in people for entry in seen.entries.get((who, key), ())]
    if any("word" in entry.traits for entry in entries):
        return True
    word = key.split()[0]
    return word not in language.given_names() and language.is_ordinary(word, seen.policy.languages)
