"""How decisions outlive every new run.

Editing mapping.txt is deciding: `compare` reads the decisions off the difference between what the
machine wrote and what stands there now. `replay` lays them over each new proposal, so that not even
a lost mapping file loses one, and `revert` takes some of them back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import asdict, replace

from onym.mapping import LISTS, format, parse
from onym.model import Case, Entry, Mapping, Override
from onym.notation import tidy
from onym.project import actors
from onym.project.decisions import Decision, identities, left_open, one_person


def merge(
    base: Mapping, edited: Mapping, new: Mapping, earlier: Iterable[Decision] = ()
) -> tuple[Mapping, list[Decision]]:
    """Lay what a person changed between base and edited, and decided earlier, over a new proposal.

    Base is what the machine wrote last, edited the file as it stands now. The decisions that come
    back are those read off the file.
    """
    fresh = compare(base, edited)
    return replay(new, [*earlier, *fresh]), fresh


def compare(base: Mapping, edited: Mapping) -> list[Decision]:
    """Read the decisions off the difference between what was written and what stands there now."""
    base = parse(format(base))
    decisions = list(_list_changes(base, edited))
    before, after = base.names(), edited.names()
    for who, names in before.items():
        gone = (name for name in names if name not in after.get(who, {}))
        decisions += [Decision("reject", name, who) for name in gone]
    for who, names in after.items():
        come = (name for name in names if name not in before.get(who, {}))
        decisions += [Decision("add", name, who) for name in come]
    decisions += _worded(base.composites, edited.composites, "glue")
    decisions += _assign_changes(_by_place(base.overrides), _by_place(edited.overrides))
    if base.case != edited.case:
        decisions.append(Decision("case", edited.case))
    return decisions


def replay(proposal: Mapping, decisions: Iterable[Decision]) -> Mapping:
    """Lay decisions, the oldest first, over what the machine proposes."""
    decided = list(decisions)
    return _laid(proposal, decided, one_person(decided)).mapping()


def revert(
    proposal: Mapping, log: Sequence[Decision], undone: Iterable[Decision]
) -> list[Decision]:
    """Give the decisions that, written behind a log, take some of its decisions back."""
    left = list(log)
    for decision in undone:
        left.reverse()
        left.remove(decision)
        left.reverse()
    ids = one_person(left)
    after, before = _laid(proposal, log, ids), _laid(proposal, left, ids)
    inverse = [*_verdict_changes(after.verdicts, before.verdicts)]
    for decision in inverse:
        after.take(decision)  # which may change the lists
    inverse += _list_changes(after.mapping(), before.mapping())
    inverse += _worded(after.composites, before.composites, "glue")
    inverse += _assign_changes(after.overrides, before.overrides)
    inverse += _worded(after.labels, before.labels, "label")
    inverse += _worded(after.shown, before.shown, "show")
    if after.case != before.case:
        inverse.append(Decision("case", before.case))
    inverse += _identity_changes(identities(log), identities(left))
    inverse += _left_changes(left_open(log), left_open(left))
    return [*inverse, *actors.changes(log, left)]


def _list_changes(base: Mapping, edited: Mapping) -> Iterator[Decision]:
    for action, field in LISTS.items():
        before, after = getattr(base, field), getattr(edited, field)
        yield from (Decision("un" + action, name) for name in before if name not in after)
        yield from (Decision(action, name) for name in after if name not in before)


def _worded(before: Lookup[str, str], after: Lookup[str, str], action: str) -> Iterator[Decision]:
    yield from (Decision(f"un{action}", word) for word in before if word not in after)
    for word, replacement in after.items():
        if before.get(word) != replacement:
            yield Decision(action, word, replacement=replacement)


def _verdict_changes(
    before: Lookup[tuple[str, str], str], after: Lookup[tuple[str, str], str]
) -> Iterator[Decision]:
    actions = {"added": "add", "rejected": "reject", None: "forget"}
    for who, name in dict.fromkeys((*before, *after)):
        verdict = after.get((who, name))
        if before.get((who, name)) != verdict:
            yield Decision(actions[verdict], name, who)


def _identity_changes(
    before: Lookup[tuple[str, str], Decision], after: Lookup[tuple[str, str], Decision]
) -> Iterator[Decision]:
    for one, other in dict.fromkeys((*before, *after)):
        said = after.get((one, other))
        if before.get((one, other)) != said:
            action, who = (said.action, said.participant) if said else ("unsame", one)
            yield Decision(action, other if who == one else one, who)


def _left_changes(
    before: Lookup[tuple[str, str], None], after: Lookup[tuple[str, str], None]
) -> Iterator[Decision]:
    yield from (Decision("unleave", *pair) for pair in before if pair not in after)
    yield from (Decision("leave", *pair) for pair in after if pair not in before)


def _laid(
    proposal: Mapping, decided: Iterable[Decision], known_as: Lookup[str, str] | None = None
) -> _State:
    """A proposal with decisions laid over it, one person's ids taken together."""
    ids = known_as or {}
    state = _State(_joined(proposal, ids) if ids else proposal)
    for decision in decided:
        who = _known_as(ids, decision.participant)
        state.take(decision if who == decision.participant else replace(decision, participant=who))
    return state


def _joined(proposal: Mapping, ids: Lookup[str, str]) -> Mapping:
    """A proposal in which people with several ids have one; their counts are added up."""
    entries: dict[tuple[str, str], Entry] = {}
    for entry in proposal.entries:
        who = ids.get(entry.participant, entry.participant)
        known = entries.get((who, entry.name))
        if known is None:
            alone = who == entry.participant
            entries[who, entry.name] = entry if alone else replace(entry, participant=who)
            continue
        better = max((known, entry), key=lambda each: each.score)
        count = entry.count + known.count
        entries[who, entry.name] = replace(better, participant=who, count=count)
    return replace(
        proposal,
        entries=tuple(entries.values()),
        overrides=tuple(
            replace(each, participant=_known_as(ids, each.participant))
            for each in proposal.overrides
        ),
        composites={
            word: re.sub(r"(?<=\[)[^\[\]]+(?=\])", lambda who: ids.get(who[0], who[0]), text)
            for word, text in proposal.composites.items()
        },
    )


def _known_as(ids: Lookup[str, str], who: str | None) -> str | None:
    return None if who is None else ids.get(who, who)


Place = tuple[str, str, int | None]


def _by_place(overrides: Sequence[Override]) -> dict[Place, Override]:
    return {(each.message, each.name, each.nth): each for each in overrides}


def _assign_changes(
    before: Lookup[Place, Override], after: Lookup[Place, Override]
) -> Iterator[Decision]:
    for (message, name, nth), override in before.items():
        if (message, name, nth) not in after:
            yield Decision("unassign", name, override.participant, message, nth)
    for place, override in after.items():
        if before.get(place) != override:
            yield Decision("assign", **asdict(override))


class _State:
    """A mapping while decisions are laid over it."""

    def __init__(self, proposal: Mapping) -> None:
        named = ((tidy(entry.name), entry) for entry in proposal.entries)
        self.entries = {
            (entry.participant, name): entry if entry.name == name else replace(entry, name=name)
            for name, entry in named
            if name
        }
        self.verdicts: dict[tuple[str, str], str] = {}
        self.lists: dict[str, dict[str, None]] = {
            action: dict.fromkeys(getattr(proposal, field)) for action, field in LISTS.items()
        }
        self.composites = dict(proposal.composites)
        self.overrides = _by_place(proposal.overrides)
        self.labels = dict(proposal.labels)
        self.shown = dict(proposal.shown)
        self.readings = proposal.readings
        self.case: Case = proposal.case

    def take(self, decision: Decision) -> None:
        """Take in one decision; a later one overrides an earlier one."""
        action, name = decision.action, decision.name
        if action == "add" and decision.participant is not None:
            self.verdicts[decision.participant, name] = "added"
            # Whoever says whose a name is says that it is one, and known.
            self.lists["reject"].pop(name, None)
            self.lists["hide"].pop(name, None)
        elif action == "reject" and decision.participant is not None:
            self.verdicts[decision.participant, name] = "rejected"
        elif action in LISTS:
            self._take_listed(action, name)
        elif action.removeprefix("un") in LISTS:
            self.lists[action.removeprefix("un")].pop(name, None)
        elif action == "forget":
            self.verdicts.pop((decision.participant or "", name), None)
        elif action == "case":
            self.case = "exact" if name == "exact" else "smart"
        else:
            self._take_other(decision)

    def _take_listed(self, action: str, name: str) -> None:
        self.lists[action][name] = None
        if action == "reject":
            added = [
                pair for pair, it in self.verdicts.items() if pair[1] == name and it == "added"
            ]
            for pair in added:
                del self.verdicts[pair]

    def _take_other(self, decision: Decision) -> None:
        place = (decision.message or "", decision.name, decision.nth)
        if decision.action == "glue":
            self.composites[decision.name] = decision.replacement or ""
        elif decision.action == "unglue":
            self.composites.pop(decision.name, None)
        elif decision.action == "assign":
            here = Override(*place[:2], decision.participant, place[2], decision.start)
            if decision.label or decision.replacement:
                here = replace(here, label=decision.label, replacement=decision.replacement)
            self.overrides[place] = here
        elif decision.action == "unassign":
            self.overrides.pop(place, None)
        elif decision.action.removeprefix("un") in ("label", "show"):
            table = self.labels if decision.action.endswith("label") else self.shown
            table.pop(decision.name, None)
            if not decision.action.startswith("un") and decision.replacement:
                table[decision.name] = decision.replacement

    def mapping(self) -> Mapping:
        """Give the mapping as it stands after all decisions."""
        return Mapping(
            entries=tuple(self._entries()),
            keep=tuple(self.lists["keep"]),
            rejected=tuple(self.lists["reject"]),
            hidden=tuple(self.lists["hide"]),
            composites=self.composites,
            overrides=tuple(self.overrides.values()),
            labels=self.labels,
            shown=self.shown,
            readings=self.readings,
            case=self.case,
        )

    def _entries(self) -> Iterator[Entry]:
        for pair, entry in self.entries.items():
            verdict = self.verdicts.get(pair)
            if verdict == "added":
                yield replace(entry, decision="accepted")
            elif verdict is None and entry.name not in self.lists["reject"]:
                yield entry
        for pair, verdict in self.verdicts.items():
            if verdict == "added" and pair not in self.entries:
                yield Entry(*pair, decision="added")
