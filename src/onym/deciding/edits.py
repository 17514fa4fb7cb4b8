"""What a person may do to the conversion table and to single mentions, as decisions.

Each function gives the decisions of one act over a mapping, for `Project.decide`; none writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import replace
from secrets import randbits
from typing import TYPE_CHECKING

from onym.details.model import LABELS
from onym.errors import MappingError
from onym.model import Corpus, Mapping, Override, Policy
from onym.names.matcher import longest
from onym.names.names import Names, matcher_of, read_names, word_test
from onym.names.styles import THIRD, Crowd, give
from onym.notation import tidy
from onym.project.decisions import Decision
from onym.questions.answers import new_stranger

if TYPE_CHECKING:
    from onym.line import Line

NEW = "new"
"""Stands for somebody who takes no part and is not known yet."""


def add(mapping: Mapping, name: str, who: str) -> list[Decision]:
    """Say that a participant goes by a name, whatever was said against that before."""
    name = _name(name)
    key = Names(mapping.case).key
    lifted = [Decision("unkeep", kept) for kept in mapping.keep if key(kept) == key(name)]
    owner = new_stranger(mapping) if who == NEW else who
    return [*lifted, Decision("add", name, owner)]


def move(mapping: Mapping, names: Iterable[str], one: str, other: str) -> list[Decision]:
    """Give names of one participant to another, in every way of writing them."""
    forms = [form for name in names for form in _forms(mapping, one, name)]
    owner = new_stranger(mapping) if other == NEW else other
    given = [Decision("add", form, owner) for form in dict.fromkeys(forms)]
    return [*given, *(Decision("reject", decision.name, one) for decision in given)]


def split(mapping: Mapping, who: str, names: Iterable[str]) -> list[Decision]:
    """Say that some names under an id are those of somebody else, who gets an id of their own."""
    return move(mapping, names, who, NEW)


def merge(one: str, other: str) -> list[Decision]:
    """Say that two ids are one person."""
    if one == other:
        raise MappingError(f"{one} is one person already; choose somebody else")
    return [Decision("same", other, one)]


def part(one: str, other: str) -> list[Decision]:
    """Say that two ids are two people."""
    return [Decision("different", other, one)]


def reject(mapping: Mapping, name: str, who: str | None = None) -> list[Decision]:
    """Say that somebody does not go by a name; without somebody, that it is no name at all."""
    if who is not None:
        return [Decision("reject", form, who) for form in _forms(mapping, who, name)]
    key = Names(mapping.case).key
    forms = [entry.name for entry in mapping.entries if key(entry.name) == key(name)]
    return [Decision("reject", form) for form in dict.fromkeys((_name(name), *forms))]


def keep(name: str) -> list[Decision]:
    """Leave a name alone wherever it stands whole: an author's, for example."""
    return [Decision("keep", _name(name))]


def keep_people(people: Iterable[Sequence[str]]) -> list[Decision]:
    """Leave people alone who are named, each by several ways of writing the name.

    A surname alone is kept only if there is nothing fuller, since others may bear it.
    """
    forms = (form for own in people for form in (_full(own) or own))
    return [Decision("keep", _name(form)) for form in dict.fromkeys(forms)]


def hide_people(mapping: Mapping, people: Iterable[Sequence[str]]) -> list[Decision]:
    """Hide people who take no part, each under an id of their own however the name is written."""
    first = int(new_stranger(mapping)[1:])
    return [
        decision
        for at, own in enumerate(people)
        for form in own
        for decision in add(mapping, form, f"X{first + at}")
    ]


def hide(name: str) -> list[Decision]:
    """Say that this is a name, but nobody knows whose."""
    return [Decision("hide", _name(name))]


def label(mapping: Mapping, name: str, kind: str) -> list[Decision]:
    """Say that this is no person's name but a detail of another kind: a place, a school."""
    kind = _label(kind)
    key = Names(mapping.case).key
    bearers = [entry for entry in mapping.entries if key(entry.name) == key(name)]
    taken = [Decision("reject", entry.name, entry.participant) for entry in bearers]
    lists = {"unkeep": mapping.keep, "unreject": mapping.rejected, "unhide": mapping.hidden}
    lifted = [
        Decision(action, each)
        for action, names in lists.items()
        for each in names
        if key(each) == key(name)
    ]
    return [*taken, *lifted, Decision("label", _name(name), replacement=kind)]


def unlist(action: str, name: str) -> list[Decision]:
    """Take a name off the list of those to keep, reject or hide."""
    return [Decision(f"un{action}", _name(name))]


def assign(
    line: Line,
    message: str,
    span: tuple[int, int],
    who: str | None = None,
    kind: str | None = None,
    words: str | None = None,
) -> list[Decision]:
    """Say who is meant by one stretch of one message, what it is or what stands there instead.

    Nothing of that leaves it alone.
    """
    text = _text(line.corpus, message)
    name = _name(" ".join(text[slice(*span)].split()))
    owner = new_stranger(line.mapping) if who == NEW else who
    policy = line.settings.policy.settled(line.corpus)
    nth = _number(line, policy, Override(message, name, owner), text, span)
    shown = None if words is None else _name(words)
    label = None if kind is None else _label(kind)
    return [Decision("assign", name, owner, message, nth, shown, label=label, start=span[0])]


def show(name: str, words: str | None) -> list[Decision]:
    """Choose what a detail becomes wherever it stands; None lets it be drawn again."""
    made = Decision("unshow", _name(name))
    return [made if words is None else replace(made, action="show", replacement=_name(words))]


def mask(who: str, name: str | None) -> list[Decision]:
    """Choose the masking name of a participant; None lets it be drawn again."""
    return [Decision("unmask", "", who) if name is None else Decision("mask", _name(name), who)]


def draw(line: Line, who: str, shown: Lookup[str, str], style: str) -> list[Decision]:
    """Draw another masking name for a participant, one that fits what the form says."""
    policy = line.settings.policy.settled(line.corpus)
    crowd = Crowd(line.corpus.participants, policy.languages)
    others = {one: name for one, name in shown.items() if one != who}
    barred = [*read_names(line.mapping, line.corpus, policy).patterns(), shown.get(who, "")]
    # The same seed would give the same name again.
    drawn = give(style, [who], randbits(48), others, filter(None, barred), crowd)
    return mask(who, drawn[who])


def tell(who: str, field: str, value: str) -> list[Decision]:
    """Write something into a participant's form."""
    return [Decision("tell", _name(field), who, replacement=" ".join(value.split()))]


def is_person(line: Line, who: str) -> bool:
    """Whether an id is that of somebody, in the corpus or mentioned in it."""
    return who == NEW or who in line.corpus.participants or THIRD.fullmatch(who) is not None


def _label(kind: str) -> str:
    if kind not in LABELS:
        raise MappingError("there is no such label; see onym categories")
    return kind


def _name(name: str) -> str:
    """A name as it is listed; nothing at all is no name."""
    found = tidy(name)
    if not found:
        raise MappingError("a name has at least one character; write it once more")
    return found


def _full(forms: Iterable[str]) -> list[str]:
    return [form for form in forms if len(form.split()) > 1]


def _forms(mapping: Mapping, who: str, name: str) -> list[str]:
    """The ways in which somebody's name is written."""
    key = Names(mapping.case).key
    own = (entry.name for entry in mapping.entries if entry.participant == who)
    return [form for form in own if key(form) == key(name)] or [_name(name)]


def _text(corpus: Corpus, message: str) -> str:
    found = corpus.messages.filter(corpus.messages["id"] == message)["text"]
    if found.is_empty():
        raise MappingError(f"there is no message {message} any more; load the page again")
    return str(found[0])


def _number(
    line: Line, policy: Policy, override: Override, text: str, span: tuple[int, int]
) -> int | None:
    """Which occurrence of the name a stretch is; None when it is the only one."""
    mapping = replace(line.mapping, overrides=(*line.mapping.overrides, override))
    names = read_names(mapping, line.corpus, policy)
    hits = longest(list(matcher_of(names, word_test(mapping, policy)).find([text])))
    key = names.key(override.name)
    alike = [hit for hit in hits if any(names.key(name) == key for name in hit.names)]
    meant = [at for at, hit in enumerate(alike, start=1) if _overlap((hit.start, hit.end), span)]
    return meant[0] if meant and len(alike) > 1 else None


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
