"""Names of people in a text that has no greetings and no roster to go by.

A run of capitalised words is looked at as a whole: given names, surnames, initials and particles
of the name lists, unknown words beside them, and what is said before and after. What was taken for
a name once in a text is one again where it stands alone.
"""

from __future__ import annotations

from onym.details import cues
from onym.details.model import Detail
from onym.details.naming import find_repeated, is_particle, name_detail
from onym.details.page import Page
from onym.details.readings import CAPITAL, SHOUTED, SMALL, Reading
from onym.details.renown import Run, is_renowned, public_runs
from onym.details.runs import before_link, continues, ends_name, is_tied, linked
from onym.details.spots import is_place_here

LONGEST = 5
"""Words that one name has at most."""
CITED = "cited"
"""The label of what is told apart only to be left alone."""
SURE, LIKELY, DOUBTFUL = 0.95, 0.8, 0.6


class Finder:
    """Looks for names in one text."""

    def __init__(self, page: Page, everyone: bool, hints: frozenset[str]) -> None:
        self._page = page
        self._everyone = everyone
        self._hints = hints
        self.cited: list[Detail] = []
        """Makers of works and titles, which nothing else may be read into."""
        self._cited_to = -2

    def find(self) -> list[Detail]:
        """Every name of the text; of public people too if everyone is asked for."""
        page, runs, known, after = self._page, dict[Run, float](), list[Run](), 0
        for at in page.hot:
            reading = page.reads[at]
            if at < after or reading is None or not reading.person:
                continue
            if not (reading.named or self._is_marked(at)) or not self._may_open(at, reading):
                continue
            last = self._run_end(at)
            end = None if self._everyone else self._cited_end(at, last)
            if end is not None:
                known += self._cite_pair(runs, at, end)
                after = end + 1
                continue
            score = self._weigh(at, last)
            if score is None and last > at:
                last, score = self._shorter(at, last)
            if score is not None:
                runs[at, last] = score
                after = last + 1
                if not self._everyone and is_renowned(page, at, last):
                    known.append((at, last))
        for run in public_runs(page, known, runs, self._hints) if known else ():
            del runs[run]
            self._cite(*run)
        lone = "surname" if self._everyone else "firstname_unknown"
        found = [name_detail(page, *run, score, lone) for run, score in runs.items()]
        if found:
            found += self._beside(found + self.cited)
            found += find_repeated(page, found)
        return found

    def _cited_end(self, at: int, last: int) -> int | None:
        """The last word of what is cited here: a maker, a title, an entry in a list of sources."""
        page = self._page
        end = cues.source_end(page, at)
        if end is not None:
            return max(end, last)
        beside = page.lows[at - 1] in page.lexicon.words["and_words"] and page.joined(at)
        paired = beside and last > at and self._cited_to == at - 2
        return last if paired or cues.is_cited(page, at, last) else None

    def _cite_pair(self, runs: dict[Run, float], at: int, last: int) -> list[Run]:
        """Cite words, and the name that an "and" puts before them; whole names among them."""
        page, first = self._page, at
        if page.lows[at - 1] in page.lexicon.words["and_words"] and page.joined(at):
            first = next((run[0] for run in runs if run[1] == at - 2 and run[1] > run[0]), at)
        cited = [(at, last)] if first == at else [(first, at - 2), (at, last)]
        for run in cited:
            runs.pop(run, None)
            self._cite(*run)
        self._cited_to = last
        return [run for run in cited if 0 < run[1] - run[0] < LONGEST]

    def _cite(self, first: int, last: int) -> None:
        page = self._page
        self.cited.append(Detail(page.starts[first], page.ends[last], "", CITED))

    def _is_marked(self, at: int) -> bool:
        """Whether anything around an unknown word can make it a name, seen at a glance."""
        page = self._page
        before, after = page.reads[at - 1], page.reads[at + 1]
        if at < 2 or page.lows[at - 1] in page.lexicon.call_lasts or "\n" in page.gaps[at]:
            return True
        if before is not None and before.label in ("fam", "prof"):
            return True
        if after is not None and (after.case != SMALL or page.small):
            return True
        if cues.has_family(page, at):
            return True
        return page.lows[at + 1] in page.lexicon.words["name_verbs"] or cues.owns(page, at)

    def _may_open(self, at: int, reading: Reading) -> bool:
        """Whether a name may begin with this word here."""
        page = self._page
        if cues.avoided(page, at) or cues.is_work(page, at) or cues.ends_closing(page, at):
            return False
        if reading.low in page.lexicon.never_names and page.opens(at):
            return "!" not in page.gaps[at] and cues.is_called(page, at)
        if cues.is_possessive(page, at):
            return False
        if reading.given < 3 and cues.is_titled(page, at + 1):
            return False
        if reading.label or reading.month:
            return reading.given >= 2 and cues.is_called(page, at)
        return True

    def _run_end(self, at: int) -> int:
        """The last word of the run of name-like words that begins here."""
        page, last = self._page, at
        while last - at < LONGEST - 1:
            step, before = last + 1, page.reads[last]
            if not is_tied(page, step) or (before is not None and before.form == "genitive"):
                break
            linked = (
                is_particle(page, step) and page.lows[step] not in page.lexicon.words["and_words"]
            )
            if linked and is_tied(page, step + 1) and continues(page, step + 1):
                last = step + 1
            elif continues(page, step) or ends_name(page, last, step):
                last = step
            else:
                break
        return last

    def _shorter(self, first: int, last: int) -> tuple[int, float | None]:
        """The name that a run begins with, when the whole of it is none."""
        for end in range(last - 1, first - 1, -1):
            if (score := self._weigh(first, end)) is not None:
                return end, score
        return last, None

    def _weigh(self, first: int, last: int) -> float | None:
        if not self._everyone and cues.is_public(self._page, first):
            return None
        return self._weigh_run(first, last) if last > first else self._weigh_word(first)

    def _weigh_run(self, first: int, last: int) -> float | None:
        """How sure a run of several words is one person's name."""
        page, head, tail = self._page, self._page.reads[first], self._page.reads[last]
        if head is None or tail is None:
            return None
        called = (
            cues.is_called(page, first)
            or cues.is_titled(page, first)
            or cues.has_office(page, first)
        )
        called = called or bool(self._hints & {head.base, tail.base})
        if len(page.words[first]) == 1:
            if page.words[first] in "AI" and "." not in page.gaps[first + 1]:
                return None
            whole = tail.family or (not tail.known and not tail.place) or called
            return LIKELY if whole and len(page.words[last]) > 1 and not tail.plain else None
        if head.case == SHOUTED and (
            cues.is_shouted(page, first, last) or head.plain or tail.plain
        ):
            return None
        if head.place and head.given < 3 and not called and is_place_here(page, first, head):
            return None
        if head.given >= 2:
            return self._weigh_given_run(first, head, tail, called)
        if called:
            return LIKELY if not head.plain or head.named else None
        return self._weigh_strange_run(first, last, head, tail)

    def _weigh_given_run(
        self, first: int, head: Reading, tail: Reading, called: bool
    ) -> float | None:
        """A run that begins with a given name."""
        page = self._page
        if called:
            return SURE
        if tail.case == SMALL and head.case != SMALL:
            return None
        if head.plain and page.opens(first):
            surname = tail.family == 3 or tail.given < 3
            whole = head.given == 3 and surname and not tail.plain
            return DOUBTFUL if whole and (tail.family or not tail.known) else None
        if head.plain and tail.plain:
            return DOUBTFUL if tail.family == 3 and head.given == 3 else None
        if tail.plain and not tail.family:
            return LIKELY if head.given == 3 and not cues.in_title(page, first) else None
        return SURE if tail.family or not tail.known else LIKELY

    def _weigh_strange_run(
        self, first: int, last: int, head: Reading, tail: Reading
    ) -> float | None:
        """A run that begins with no known given name."""
        page = self._page
        if head.plain or (head.case == SMALL and not page.small):
            return None
        if (head.given or head.family >= 2 or not head.known) and tail.family >= 2:
            return DOUBTFUL if not tail.plain or not page.opens(first) else None
        if tail.given == 3 and head.family >= 2 and not tail.plain:
            return DOUBTFUL
        if tail.plain:
            return None
        if (cues.acts(page, last) or cues.is_told_of(page, last)) and (
            head.named or tail.named or not (head.known or tail.known)
        ):
            return DOUBTFUL
        strange = not head.known and not tail.known and head.case != SHOUTED
        return DOUBTFUL if strange and self._everyone and not tail.place else None

    def _weigh_word(self, at: int) -> float | None:
        """How sure a single word is a person's name."""
        page, reading = self._page, self._page.reads[at]
        if reading is None:
            return None
        short = len(page) == 1 and len(reading.low) <= 3 and reading.case != SMALL
        if self._everyone and short and reading.low not in page.lexicon.never_names:
            return DOUBTFUL if not reading.plain or len(reading.low) == 1 else None
        if len(reading.low) == 1:
            exact = page.before(at, "name_before", 4) and page.words[at] not in ("A", "I")
            return (
                DOUBTFUL if exact and page.gaps[at + 1][:1] in (".", ",", "!", "\n", "") else None
            )
        called = cues.is_called(page, at)
        if reading.base in self._hints and not reading.plain:
            return SURE
        if reading.place is not None and is_place_here(page, at, reading):
            return None
        if cues.is_titled(page, at) and reading.case != SMALL:
            return LIKELY
        if reading.case == SMALL:
            return _weigh_small(page, reading, called)
        if reading.head and not called:
            return None
        if reading.given >= 2 and not reading.plain:
            return _weigh_given(page, at, reading, called)
        if reading.plain:
            return self._weigh_plain(at, reading, called)
        return self._weigh_strange(at, reading, called)

    def _weigh_plain(self, at: int, reading: Reading, called: bool) -> float | None:
        """A name that is a word too: Will, Rose, Hans."""
        page = self._page
        if called and reading.given >= 2:
            return LIKELY
        office = cues.has_office(page, at) and reading.named
        strict = cues.acts_strictly(page, at) or office
        if office and self._everyone:
            return DOUBTFUL
        if page.opens(at):
            strict = strict or (cues.acts_weakly(page, at) and reading.given >= 2)
            family = self._everyone and reading.family == 3
            return DOUBTFUL if strict and (reading.given >= 2 or family) else None
        if page.lexicon.capital_nouns or reading.case == SHOUTED or cues.in_title(page, at):
            return None
        if cues.is_determined(page, at) and not cues.has_kin(page, at):
            return DOUBTFUL if strict and reading.named else None
        if reading.given == 3 or office:
            return DOUBTFUL
        if self._everyone and reading.family == 3 and not page.lexicon.capital_nouns:
            links = page.lexicon.words["linking_words"]
            acts = cues.acts(page, at) and page.lows[at + 1] not in links
            kin = cues.owns(page, at) or cues.has_kin(page, at)
            return DOUBTFUL if acts or kin else None
        return DOUBTFUL if strict and reading.named else None

    def _weigh_strange(self, at: int, reading: Reading, called: bool) -> float | None:
        """A capitalised word that is no given name and no ordinary word."""
        page = self._page
        shouted = reading.case == SHOUTED and cues.is_shouted(page, at, at)
        if called and not reading.label and (reading.named or not shouted):
            return LIKELY if reading.named or not reading.known else DOUBTFUL
        if reading.case != CAPITAL or reading.label or reading.place is not None:
            return None
        compound = page.opens(at) and bool({"sv", "de"} & set(page.lexicon.codes))
        if compound and not reading.named:
            return None
        if cues.has_family(page, at) and not page.opens(at):
            return DOUBTFUL if self._everyone or reading.named or not reading.known else None
        if cues.speaks(page, at) and not reading.known and "-" not in reading.low:
            return DOUBTFUL
        if cues.acts_strictly(page, at) or cues.has_office(page, at):
            return DOUBTFUL if self._everyone or reading.named else None
        return DOUBTFUL if self._everyone and self._is_somebody(at, reading) else None

    def _is_somebody(self, at: int, reading: Reading) -> bool:
        """Whether an unknown word or a bare surname is a person rather than a thing."""
        page = self._page
        if cues.owns(page, at) or cues.has_kin(page, at):
            return True
        if not page.opens(at):
            return reading.family >= 2 or (not reading.known and not cues.in_title(page, at))
        called = page.gaps[at + 1][:1] == "," and (reading.named or at == 0)
        return called or (reading.named and (len(page) <= 2 or cues.acts(page, at)))

    def _beside(self, found: list[Detail]) -> list[Detail]:
        """Names that are words too, beside another name: Steve, Rod and Elyse."""
        page = self._page
        names = {start for detail in found for start in range(detail.start, detail.end)}
        more = []
        for at in page.hot:
            reading = page.reads[at]
            if reading is None or not reading.person:
                continue
            if reading.case != CAPITAL and not (page.small and not reading.plain):
                continue
            if reading.given < 2 and (reading.known or not self._everyone):
                continue
            if reading.place or reading.low in page.lexicon.never_names or page.starts[at] in names:
                continue
            after, before = linked(page, at + 1), linked(page, at)
            ahead = after is not None and after < len(page) and page.starts[after] in names
            behind = before is not None and at > 0 and page.ends[before_link(page, at)] - 1 in names
            if ahead or behind:
                more.append(name_detail(page, at, at, DOUBTFUL))
        return more


def _weigh_small(page: Page, reading: Reading, called: bool) -> float | None:
    """A given name without its capital."""
    if called:
        return LIKELY
    usual = reading.given == 3 and len(reading.low) > 3
    if page.small:
        return DOUBTFUL if usual else None
    return DOUBTFUL if usual and reading.family < 3 and reading.known else None


def _weigh_given(page: Page, at: int, reading: Reading, called: bool) -> float | None:
    """A given name that is no ordinary word."""
    if called:
        return SURE
    if reading.label:
        return None
    if reading.case == SHOUTED:
        return (
            DOUBTFUL
            if reading.given == 3 and len(reading.low) > 3 and not cues.is_shouted(page, at, at)
            else None
        )
    return LIKELY if reading.given == 3 else DOUBTFUL
