"""Asking the reader, and what its readings say in the ledger.

A reading is a claim like any other. A name read in a signature points at the writer, one read in
a line that attributes a quote at whoever is answered, one in running text at nobody in
particular. Beside that every word that was read as a person anywhere gets its votes: in how many
passages it was read so, and in how many it was passed over. Where details are looked for, what
it says of every word goes with the mapping to where they are found (`onym.opinion`).
"""

from __future__ import annotations

import re
import time
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from onym import language
from onym.conversation.threads import Setting, settings
from onym.details.model import LABELS
from onym.errors import PolicyError
from onym.find.anatomy import dissect
from onym.find.gather import Claim, Tally, evidence_of
from onym.find.habits import Habits, habits
from onym.find.names import bare
from onym.link.hearing import INITIALS
from onym.link.ledger import VOTES
from onym.link.link import link_names
from onym.model import Corpus, Evidence, Policy
from onym.presets import actions
from onym.replace.hide import detector
from onym.replace.opinion import text_key
from onym.tagger import reads
from onym.tagger.passages import (
    ENOUGH,
    WORD,
    Passage,
    index_words,
    open_rows,
    open_words,
    passages,
)
from onym.tagger.reader import Odds, Reader, Reading, readings
from onym.text.text import fold

SURE = 0.6
"""Odds from which a reading is a claim."""
POINTING = frozenset({"read signing", "read quoted"})
CLAIMS = POINTING | {"read mention"}
OWN_PARTS = frozenset({"closing", "signature"})
OTHER_PARTS = frozenset({"attribution", "header"})
SIGNED = re.compile(r"(?:^|\n|\s{3})[ \t]*(?:(?:Dr|Prof|Mr|Mrs|Ms)\.?[ \t]+)?\Z")
"""What stands before a name in a signature: nothing, a title, or the gap between two columns."""
AFTER = re.compile(
    r"['’]t\b|\s+(?:School|Street|Way|Road|Building|University|College|Institute|Inc)\b"
)
"""What shows that a reading is no name: Don't, Johnson Street."""
ALONE = re.compile(r"[ \t]*(?:,[ \t]*(?:PhD|Ph\.D\.|MSc|MD|M\.D\.)[ \t]*)?(?=\n|\Z)", re.IGNORECASE)
"""What may stand after a name that has its line to itself."""
SENTENCE = re.compile(r"[.!?]+\s+|\n\s*\n")
"""What stands between two sentences."""
Advance = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """How many messages the reader was asked about, how many it read, and what it said."""

    wanted: int
    read: int
    readings: dict[str, list[Odds]] = field(default_factory=dict)
    """The odds of words by their text, where details are looked for."""


def witness(
    found: Evidence,
    corpus: Corpus,
    policy: Policy,
    seconds: float | None = None,
    cores: int | None = None,
    advance: Advance | None = None,
) -> tuple[Evidence, Asked]:
    """Add what the reader reads to the evidence; without a limit it reads all messages."""
    if policy.method != "onym":
        raise PolicyError("the reader is a witness of the method onym; leave --tagger out")
    settled = policy.settled(corpus)
    if not reads(settled.languages):
        return found, Asked(0, 0)
    tally: Tally = found.statistics
    desk = Desk(corpus, tally, settled, seconds, cores, advance)
    if seconds is None:
        desk.read_whole(range(corpus.messages.height))
    else:
        words = open_words(link_names(found, corpus, settled))
        if desk.heard:
            desk.read_whole(open_rows(corpus, words, detector(settled)))
        else:
            desk.read_about(words)
    desk.vote()
    return evidence_of(tally), Asked(len(desk.wanted), len(desk.done), desk.readings)


class Desk:
    """Where passages are read one lot after another while there is time."""

    def __init__(
        self,
        corpus: Corpus,
        tally: Tally,
        policy: Policy,
        seconds: float | None = None,
        cores: int | None = None,
        advance: Advance | None = None,
    ) -> None:
        self.tally, self.advance = tally, advance
        found = {LABELS[name].category for name in actions(policy)}
        self.heard = not found.isdisjoint(("NAME", "PLACE"))
        """Whether details are looked for that the reader is heard on."""
        self.texts, self.ids = corpus.messages["text"], corpus.messages["id"]
        self.patterns = habits(policy.languages)
        self.corpus, self.reader = corpus, Reader(cores)
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.votes, self.seen = Counter[str](), Counter[str]()
        self.readings: dict[str, list[Odds]] = {}
        self.wanted, self.done = set[int](), set[int]()
        self.first: dict[tuple[bool, str], str] = {}
        """Where a word was first read as a person, and first passed over."""
        self.about = set[str]()
        self.around: dict[int, Setting] = {}
        self.entered: defaultdict[int, set[Claim]] = defaultdict(set)

    def read_whole(self, rows: Sequence[int]) -> None:
        """Read whole messages; keep what is said of each word if details are to hear it."""
        plan = [Passage(row, 0, len(self.texts[row])) for row in rows]
        for passage, text, odds in self._read(plan):
            if self.heard:
                self.readings[text_key(text)] = [each.rounded() for each in odds]
            self._take(passage, text, odds)

    def read_about(self, words: set[str]) -> None:
        """Read some passages about each word, and more where they do not agree."""
        self.about = words
        places, known = index_words(self.corpus, words), set[str]()
        before = 0
        for limit in ENOUGH:
            ahead = [each for word in places for each in places[word][before:limit]]
            plan = list(passages(ahead, self.texts, known))
            for passage, text, odds in self._read(plan):
                self._take(passage, text, odds)
            places = {word: at for word, at in places.items() if self._is_open(word)}
            before = limit

    def _is_open(self, word: str) -> bool:
        return 0 < self.votes[word] < self.seen[word]

    def _take(self, passage: Passage, text: str, odds: Sequence[Odds]) -> None:
        """Enter the people of a passage as claims, and count the votes on its words."""
        people = [
            each
            for each in readings(text, odds)
            if each.label == "PER" and each.probability >= SURE
        ]
        said, seen = set[tuple[str, int]](), set[tuple[str, int]]()
        ends = [match.end() for match in SENTENCE.finditer(text)]
        for match in WORD.finditer(text):
            sentence = (match[0], bisect(ends, match.start()))
            seen.add(sentence)
            if any(each.start <= match.start() < each.end for each in people):
                said.add(sentence)
        self.votes.update(word for word, _ in said)
        self.seen.update(word for word, _ in seen)
        for sentence in seen:
            self.first.setdefault((sentence in said, sentence[0]), self.ids[passage.row])
        if people:
            self._enter(passage, people)

    def _enter(self, passage: Passage, people: Sequence[Reading]) -> None:
        whole, setting = self.texts[passage.row], self.around[passage.row]
        found = claims(whole, people, passage.start, setting, self.patterns, self.tally)
        for claim in sorted(found - self.entered[passage.row], key=str):
            # Where details are looked for, each mention is judged in its own sentence.
            if not self.heard or claim[0] in POINTING:
                self.tally.claim(*claim, self.ids[passage.row])
        self.entered[passage.row] |= found

    def vote(self) -> None:
        """Write the votes on words into the tally: on what was read as a person, or named so."""
        named = {word for _, name, _ in self.tally.claims for word in WORD.findall(name)}
        for word in sorted(set(self.votes) | ((named | self.about) & set(self.seen))):
            if word.isupper() and len(word) <= INITIALS:
                continue  # of initials the reader knows nothing
            count = self.votes[word]
            for kind, times in (("read", count), ("passed", self.seen[word] - count)):
                if times:
                    claim = Claim(kind, word, None)
                    self.tally.claims[claim] += times
                    self.tally.samples[claim] = self.first[kind == "read", word]
        give_way(self.tally)

    def _read(self, plan: Sequence[Passage]) -> Iterator[tuple[Passage, str, list[Odds]]]:
        """Read passages while there is time."""
        rows = {passage.row for passage in plan}
        self.wanted |= rows
        self.around |= {
            at: each for at, each in enumerate(settings(self.corpus.messages)) if at in rows
        }

        def waiting() -> Iterator[str]:
            for passage in plan:
                if self.deadline is not None and time.monotonic() > self.deadline:
                    return
                yield self.texts[passage.row][passage.start : passage.end]

        read = zip(plan, self.reader.read_words(waiting()), strict=False)
        for at, (passage, (text, odds)) in enumerate(read, 1):
            self.done.add(passage.row)
            yield passage, text, odds
            if self.advance and at % 20 == 0:
                self.advance(at, len(plan))


def give_way(tally: Tally) -> None:
    """Take back claims on names that other evidence knows, and a word that was signed but once.

    Whose a name is, the slots tell better; a word read once below a message may be quoted.
    """
    known = {fold(name) for kind, name, _ in tally.claims if kind not in CLAIMS | VOTES}
    for key in [key for key in tally.claims if key[0] in POINTING]:
        kind, name, _ = key
        once = tally.claims[key] < 2 and " " not in name
        if fold(name) in known or (kind == "read signing" and once):
            del tally.claims[key], tally.samples[key]


def claims(
    text: str,
    people: Sequence[Reading],
    offset: int,
    setting: Setting,
    patterns: Habits,
    tally: Tally,
) -> set[Claim]:
    """The people read in a part of a message as claims, by what it is a part of."""
    parts = dissect(text, patterns)
    found: set[Claim] = set()
    for reading in people:
        start, end = reading.start + offset, reading.end + offset
        kind = next((part.kind for part in parts if part.start <= start < part.end), "own")
        name = bare(" ".join(text[start:end].split()))
        if kind == "code" or not is_name(name, text[end : end + 20]):
            continue
        own = ("signed", name.split()[0], setting.author) in tally.claims
        signed = kind in OWN_PARTS or (kind == "own" and own and is_alone(text, start, end))
        if signed and setting.author is not None:
            if SIGNED.search(text, 0, start):
                found.add(Claim("read signing", name, setting.author))
        elif kind in OTHER_PARTS:
            found.add(Claim("read quoted", name, setting.answered))
        else:
            found.add(Claim("read mention", name, None))
    return found


def is_alone(text: str, start: int, end: int) -> bool:
    """Whether a full name has a line of its own: so begins a block that no line announces."""
    return " " in text[start:end] and ALONE.match(text, end) is not None


def is_name(name: str, after: str) -> bool:
    """Whether a reading may be a claim: a given name, alone or with others that are written out."""
    words = [word for word in name.replace(".", " ").split() if len(word) > 1]
    if not words or not all(word[0].isupper() for word in (words[0], words[-1])):
        return False
    if AFTER.match(after) or (len(words) > 1 and words[-1].isupper()):
        return False
    if words[0] in language.given_names():
        return True
    usual = any(language.is_ordinary(word) or language.is_place(word) for word in words)
    return len(words) > 1 and not usual
