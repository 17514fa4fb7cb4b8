"""Why a name is whose it is: the ledger's scores and reasons, and what people decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from onym import language
from onym.details.model import LABELS
from onym.link.ledger import words_of
from onym.link.lexical import voted
from onym.model import Override
from onym.names.matcher import Matcher
from onym.project.decisions import Decision
from onym.questions.doubts import LOW
from onym.questions.sightings import Sightings, messages_of
from onym.text.text import fold

if TYPE_CHECKING:
    from onym.find.gather import Tally
    from onym.line import Line

CLOSEST = 3
"""How many of those who were not given the name are told of."""
LISTS = {
    "keep": "is kept: it is left alone wherever it stands whole",
    "reject": "is rejected: it counts as no name",
    "hide": "is hidden: it is a name, but nobody knows whose",
}


@dataclass(frozen=True, slots=True)
class Owner:
    """Somebody who goes by a name, or may, or was said not to."""

    participant: str
    score: float
    decision: str | None = None
    """What a person said, when and by whom; None when nobody was asked."""
    used: bool = True
    """Whether the name is replaced as theirs."""
    reasons: tuple[str, ...] = ()
    count: int = 0
    messages: tuple[str, ...] = ()


@dataclass(frozen=True)
class Explanation:
    """Everything that is known of one name."""

    name: str
    owners: tuple[Owner, ...] = ()
    open: tuple[str, ...] = ()
    """Messages in which it is not clear who is meant."""
    notes: tuple[str, ...] = ()
    """What else is said of the name; why nobody owns it."""


def explain(line: Line, name: str) -> Explanation:
    """Tell whose a name is in a project, how sure that is, and why."""
    seen, log = Sightings(line), line.project.load_decisions()
    key = seen.key(name)
    owners = [*_entered(key, seen, log), *_said_not(line, key, seen, log)]
    known = {owner.participant for owner in owners}
    owners += [owner for owner in _near(line, key) if owner.participant not in known]
    notes = [*_listed(key, seen, log), *_within(key, seen)]
    if not any(owner.used for owner in owners):
        notes += _occurring(name, line, bool(notes))
    unclear = messages_of(seen.of(None, key))
    return Explanation(seen.spelling(key, name), tuple(owners), unclear, tuple(notes))


def _entered(key: str, seen: Sightings, log: list[Decision]) -> Iterator[Owner]:
    """Those who go by the name."""
    found = [(who, entries) for (who, name), entries in seen.entries.items() if name == key]
    for who, entries in sorted(found, key=lambda item: -max(e.score for e in item[1])):
        best = max(entries, key=lambda entry: (entry.score, entry.count))
        decision = next((entry.decision for entry in entries if entry.decision), None)
        places = seen.of(who, key)
        yield Owner(
            who,
            best.score,
            _decided(decision, log, seen, who, key) if decision else None,
            True,
            tuple(dict.fromkeys(reason for entry in entries for reason in entry.reasons)),
            len(places),
            messages_of(places),
        )


def _said_not(line: Line, key: str, seen: Sightings, log: list[Decision]) -> Iterator[Owner]:
    """Those whom the machine gave the name and a person took it from."""
    proposed = line.project.load_proposal().mapping.entries
    for entry in proposed:
        who = entry.participant
        if seen.key(entry.name) == key and (who, key) not in seen.entries:
            told = _decided("rejected", log, seen, who, key)
            yield Owner(who, entry.score, told, False, entry.reasons)


def _decided(word: str, log: list[Decision], seen: Sightings, who: str, key: str) -> str:
    """A verdict with its date and whose it is."""
    made = [each for each in log if each.participant in (who, None) and seen.key(each.name) == key]
    return f"{word}{_stamp(made[-1])}" if made else word


def _stamp(decision: Decision) -> str:
    by = f" by {decision.by}" if decision.by else ""
    return f"{by} on {decision.time[:10]}" if decision.time else by


def _near(line: Line, key: str) -> list[Owner]:
    """Those whose evidence did not suffice, the closest first."""
    policy = line.settings.policy
    if policy.method != "onym" or line.mapping.case != "smart":
        return []
    ledger = line.ledger
    found = []
    for who, lines in ledger.lines.items():
        own = lines.get(key)
        if own and own.reasons and who not in ledger.owners.get(key, ()):
            reasons = sorted(own.reasons, key=lambda reason: -abs(reason[0]))
            told = tuple(reason for weight, reason in reasons if weight)
            where = _samples(ledger.tally, key, who)
            score = round(own.probability, 3)
            found.append(Owner(who, score, None, False, told, own.count, where))
    return sorted(found, key=lambda owner: (-owner.score, owner.participant))[:CLOSEST]


def _samples(tally: Tally, key: str, who: str) -> tuple[str, ...]:
    """Some messages in which a name points at somebody."""
    claims = [each for each in tally.samples if each[2] == who and fold(each[1]) == key]
    return tuple(dict.fromkeys(message for claim in claims for message in tally.messages(claim)))


def _listed(key: str, seen: Sightings, log: list[Decision]) -> Iterator[str]:
    """What a keep, reject, hide or glued line says of the name."""
    lists = {"keep": seen.mapping.keep, "reject": seen.mapping.rejected}
    for action, names in {**lists, "hide": seen.mapping.hidden}.items():
        if any(seen.key(name) == key for name in names):
            said = [
                each
                for each in log
                if each.action == action and not each.participant and seen.key(each.name) == key
            ]
            yield LISTS[action] + (f"; said{_stamp(said[-1])}" if said else "")
    for word, replacement in seen.mapping.composites.items():
        if seen.key(word) == key:
            yield f"is two words run together and becomes {replacement}"
    for override in seen.mapping.overrides:
        if seen.key(override.name) == key:
            yield f"in message {override.message} {_meant(override)}, as a person said"


def _meant(override: Override) -> str:
    """What a person said of a name in one message."""
    means = f"means {override.participant}" if override.participant else "is left alone"
    if override.label:
        means = f"is {LABELS[override.label].title}"
    return f"becomes {override.replacement}" if override.replacement else means


def _within(key: str, seen: Sightings) -> Iterator[str]:
    """The kept names that the name is a part of."""
    whole = [kept for kept in seen.mapping.keep if f" {key} " in f" {seen.key(kept)} "]
    whole = [kept for kept in whole if seen.key(kept) != key]
    if whole:
        yield f"is left alone as a part of {', '.join(whole)}"


def _occurring(name: str, line: Line, told: bool) -> Iterator[str]:
    """Why nobody goes by the name."""
    messages = line.corpus.messages
    hits = list(Matcher([name]).find(messages["text"].to_list()))
    if not hits:
        yield "does not occur in the messages"
        return
    ids = messages["id"].to_list()
    where = tuple(dict.fromkeys(ids[hit.message] for hit in hits))
    times = "once" if len(hits) == 1 else f"{len(hits):,} times"
    yield f"occurs {times}, {places(where)}"
    if not told:
        yield "is nobody's: nothing, or too little, ties it to anybody"
    if line.settings.policy.method == "onym":
        yield from (reason for _, reason in voted(line.ledger, words_of(name)))
    if language.is_ordinary(name.lower(), line.settings.policy.settled(line.corpus).languages):
        yield "is an ordinary word"


def places(messages: tuple[str, ...], shown: int = 8) -> str:
    """Name some messages."""
    more = f" and {len(messages) - shown:,} more" if len(messages) > shown else ""
    return f"in message{'s' * (len(messages) > 1)} {', '.join(messages[:shown])}{more}"


def rows(explanation: Explanation) -> Iterator[str]:
    """Write an explanation for a person to read."""
    name = explanation.name
    yield from (f"{name} {note}." for note in explanation.notes)
    for owner in explanation.owners:
        decision = f"; {owner.decision}" if owner.decision else ""
        yield f"{owner.participant} {_verb(owner)} {name}: score {owner.score:.2f}{decision}"
        yield from (f"  {reason}" for reason in owner.reasons)
        if owner.messages:
            times = "once" if owner.count == 1 else f"{owner.count:,} times"
            yield f"  {times}, {places(owner.messages)}"
    if explanation.open:
        yield f"It is open who is meant by {name} {places(explanation.open)}."


def _verb(owner: Owner) -> str:
    if owner.used:
        return "goes by"
    return "may go by" if owner.score >= LOW and not owner.decision else "does not go by"
