"""Details other than participants' names, brought among the mentions of a message.

A name that the mapping knows comes first; a longer detail around it (an address, a company) takes
it in. In code and tags only addresses are replaced, as anything else could break them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Sequence
from collections.abc import Mapping as Lookup
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache, partial

from onym.conversation.threads import stand_apart
from onym.details.blocks import find_blocks
from onym.details.model import LABELS, MARKED, Detail
from onym.errors import PolicyError
from onym.fitting import Fitter, parts_of
from onym.language import CODES
from onym.model import Corpus, Mapping, Mention, People, Policy
from onym.presets import HARMLESS, actions
from onym.replace.opinion import second
from onym.replace.singly import Rulings, obey, rulings
from onym.svala.labels import name_detail
from onym.text.text import Stretch, fold, protected

Detect = Callable[[str], Sequence[Detail]]
SHAPED = frozenset({"EMAIL", "URL", "PHONE", "ID"})
"""What is known by its shape alone."""
IN_CODE = frozenset({"email", "url", "home"})
"""What is hidden in code and tags too: nothing runs differently for it."""
BLOCK = "SIGNATURE"
"""What is found line by line, below names, and not word by word."""
PERSONAL = frozenset({"EMAIL", "HANDLE"})
"""What is somebody's own if it holds their name."""


@dataclass(frozen=True)
class Hider:
    """Finds the details of messages and says what stands for them."""

    detect: Detect
    fitter: Fitter
    actions: dict[str, str]
    """Fine label to what is done with it; what is missing is kept."""
    ids: Sequence[str] = ()
    places: Sequence[str] = ()
    """Where each message stands: within a place a thing has one pseudonym."""
    off: AbstractSet[int] = field(default_factory=frozenset)
    """Rows that are left alone."""
    keep: AbstractSet[str] = field(default_factory=frozenset)
    """What a person said to keep, folded: names, and places too."""
    participants: Container[str] = ()
    """Ids of those who take part; others who are named are details as well."""
    single: Rulings = field(default_factory=dict)
    """What a person said of single places, by message."""
    shown: Lookup[str, str] = field(default_factory=dict)
    """What a person wants in the place of details, which are folded."""

    def read(self, index: int, text: str, names: list[Mention]) -> list[Mention]:
        """The mentions of one message with its details among them, in the order of the text."""
        found = self._read(index, text, names)
        if not self.single or self.ids[index] not in self.single:
            return found
        message, place = self.ids[index], self.places[index]
        make = partial(self.mention, text=text, message=message, place=place)
        return obey(self.single[message], text, found, make)

    def _read(self, index: int, text: str, names: list[Mention]) -> list[Mention]:
        if index in self.off:
            return names
        names = [self._recast(each, text, self.places[index]) for each in names]
        found = [each for each in self.detect(text) if each.sublabel in self.actions]
        if (done := self.actions.get("signature", "keep")) != "keep":
            blocks = find_blocks(text, [(each.start, each.end) for each in names])
            found = _together(found, blocks) if done in HARMLESS else _together(blocks, found)
        if not found:
            return names
        stretches = protected(text)
        kept, place = sorted(names, key=_start), self.places[index]
        sizes = [each.end - each.start for each in found]
        longest = max(*sizes, *(each.end - each.start for each in names), 0)
        self.fitter.settle_in(found, place)
        for detail in found:
            if stretches and detail.sublabel not in IN_CODE and _touches(detail, stretches):
                continue
            if self.keep and fold(text[detail.start : detail.end]) in self.keep:
                continue
            if not names and (not kept or kept[-1].end <= detail.start):
                kept.append(self.mention(detail, text, self.ids[index], place))
            else:
                near = slice(
                    bisect_left(kept, detail.start - longest, key=_start),
                    bisect_left(kept, detail.end, key=_start),
                )
                put = self._add(kept[near], detail, text, self.ids[index], place)
                kept[near] = sorted(put, key=_start)
        return kept

    def mention(
        self, detail: Detail, text: str, message: str, place: str = "", who: str | None = None
    ) -> Mention:
        """A detail as a mention."""
        return Mention(
            message,
            detail.start,
            detail.end,
            detail.category,
            who,
            self._put(detail, text, place),
            detail.score,
            "details",
            detail.sublabel,
            detail.form,
            detail.value,
            tuple([(part.start, part.end, part.sublabel) for part in detail.parts]),
        )

    def _recast(self, mention: Mention, text: str, place: str) -> Mention:
        """Somebody who does not take part gets the pseudonym that the details' people get."""
        who = mention.participant
        if who is None or who in self.participants or mention.replacement is None:
            return mention
        detail = name_detail(text, mention.start, mention.end, mention.score)
        if self.actions.get(detail.sublabel, "mark") == "mark":
            return mention
        made = self.mention(detail, text, mention.message, place, who)
        return made._replace(by=mention.by)

    def _put(self, detail: Detail, text: str, place: str) -> str | None:
        if self.shown and (words := self.shown.get(fold(text[detail.start : detail.end]))):
            return words
        action = self.actions[detail.sublabel]
        if action == "pseudonym":
            return self.fitter.pseudonym(detail, text, place)
        if action == "fixed":
            return self.fitter.fixed(detail, text)
        return self.fitter.placeholder(detail, text, place) if action == "placeholder" else None

    def _add(
        self, mentions: list[Mention], detail: Detail, text: str, message: str, place: str
    ) -> list[Mention]:
        over = [each for each in mentions if each.start < detail.end and each.end > detail.start]
        if not over:
            return [*mentions, self.mention(detail, text, message, place)]
        if detail.category == "NAME" or self.actions[detail.sublabel] == "mark":
            return mentions + self._rest(over, detail, text, message, place)
        inside = all(detail.start <= each.start and each.end <= detail.end for each in over)
        # a name in code is only marked, but whose folder it is can be hidden there
        known = [each for each in over if each.by != "code"]
        whole = any((each.start, each.end) == (detail.start, detail.end) for each in known)
        if whole or not inside:
            return mentions
        people = {each.participant for each in over if detail.category in PERSONAL}
        who = people.pop() if len(people) == 1 else None
        rest = [each for each in mentions if each not in over]
        return [*rest, self.mention(detail, text, message, place, who)]

    def _rest(
        self, over: list[Mention], detail: Detail, text: str, message: str, place: str
    ) -> list[Mention]:
        """What a known name leaves of a longer one: Berg, where only Anna was known."""
        free = [
            part
            for part in parts_of(detail, text)
            if not any(each.start < part.end and each.end > part.start for each in over)
            if self.actions.get(part.sublabel, "mark") != "mark"
        ]
        return [self.mention(part, text, message, place) for part in free]


def _start(mention: Mention) -> int:
    return mention.start


def _together(found: Sequence[Detail], more: Sequence[Detail]) -> list[Detail]:
    """Details, and those of others that touch none of them, in the order of the text."""
    starts, ends = [each.start for each in found], [each.end for each in found]
    free = (
        each for each in more if bisect_right(ends, each.start) == bisect_left(starts, each.end)
    )
    return sorted([*found, *free])


def rows_off(corpus: Corpus, policy: Policy) -> frozenset[int]:
    """The rows whose topic or genre the policy leaves alone (seed 002, section 5)."""
    rows: set[int] = set()
    for column, values in policy.off.items():
        wanted = re.compile("|".join(_as_pattern(value) for value in values) or r"(?!)")
        found = cells(corpus, column)
        rows |= {
            at for at, cell in enumerate(found) if wanted.fullmatch((cell or "").strip().casefold())
        }
    return frozenset(rows)


def _as_pattern(value: str) -> str:
    """A value as a pattern, in any case; a star in it stands for anything."""
    return re.escape(value.strip().casefold()).replace(r"\*", ".*")


def hider_for(
    corpus: Corpus,
    policy: Policy,
    fitter: Fitter,
    places: Sequence[str | None],
    keep: Iterable[str] = (),
    said: Mapping | None = None,
) -> Hider | None:
    """What hides a corpus' details; None where the policy has nothing to do with any.

    A mapping may say more of them: what is one, what becomes of it, and what holds in one place.
    """
    said = said or Mapping()
    chosen, labels = actions(policy), said.labels
    single = rulings(said.overrides, bool(chosen or labels))
    if not chosen and not labels and not single:
        return None
    ids = corpus.messages["id"].to_list()
    essays = policy.scope != "corpus" and stand_apart(corpus)
    where = ids if essays else [place or "" for place in places]
    kept = frozenset(fold(name) for name in keep)
    off = rows_off(corpus, policy)
    detect: Detect = detector(policy) if chosen else lambda text: ()
    if said.readings:
        detect = second(detect, said.readings, policy.languages, policy.people == "everyone")
    given = {each.label for listed in single.values() for each in listed if each.label}
    if labels:
        detect = labelled(detect, labels)
        given |= set(labels.values())
    chosen = {**{label: _usual(label) for label in given}, **chosen}
    shown = {fold(name): words for name, words in said.shown.items()}
    people = corpus.participants
    return Hider(detect, fitter, chosen, ids, where, off, kept, people, single, shown)


def labelled(detect: Detect, labels: Lookup[str, str]) -> Detect:
    """Find what a person gave a label as well, and let that go before what was found."""
    known = {fold(name): label for name, label in labels.items()}
    longest_first = sorted(known, key=lambda name: (-len(name), name))
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

    def find(text: str) -> list[Detail]:
        own = [
            Detail(*found.span(), LABELS[label].category, label, value=found[0])
            for found in pattern.finditer(fold(text))
            for label in (known[found[0]],)
        ]
        free = (
            detail
            for detail in detect(text)
            if not any(each.start < detail.end and each.end > detail.start for each in own)
        )
        return sorted([*own, *free])

    return find


def _usual(label: str) -> str:
    """What is done with a detail that the policy does not speak of."""
    return "mark" if LABELS[label].category in MARKED else "pseudonym"


def detector(policy: Policy) -> Detect:
    """What finds the details that a policy does something with."""
    wanted = sorted({LABELS[name].category for name in actions(policy)} - {BLOCK})
    codes = tuple(code for code in policy.languages if code in CODES) or CODES[:1]
    return _detector(codes, tuple(wanted), policy.people)


@lru_cache(maxsize=16)
def _detector(languages: tuple[str, ...], wanted: tuple[str, ...], people: People) -> Detect:
    """A detector, made once for all parts and texts: what it learns of a word it keeps."""
    from onym.details import Detector
    from onym.details.lexicon import load
    from onym.details.patterns import Patterns

    if SHAPED.issuperset(wanted):
        # Their shape is all there is to them: nothing else of a text needs to be read.
        return Patterns(load(languages)).find
    return Detector(languages, wanted, people).detect


def cells(corpus: Corpus, column: str) -> Sequence[str | None]:
    """What stands in a column of the source, for each message."""
    from onym import formats

    cells = formats.column(corpus, column)
    if cells is None:
        raise PolicyError(
            f"off.{column}: the source has no column, field or attribute {column}; "
            "a folder of texts has file"
        )
    return cells


def _touches(detail: Detail, stretches: list[Stretch]) -> bool:
    return any(start < detail.end and end > detail.start for start, end in stretches)
