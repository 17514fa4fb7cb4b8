"""Asking the reader: which messages, for how long, and what its readings say in the ledger.

A reading is a claim like any other. A name read in a signature points at the writer, one read in
a line that attributes a quote at whoever is answered, one in running text at nobody in
particular. Beside that every word that was read as a person anywhere gets its votes: in how many
messages it was read so, and in how many it was passed over.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from onym import language
from onym.anatomy import dissect
from onym.errors import PolicyError
from onym.find.gather import Tally, evidence_of
from onym.find.names import bare
from onym.habits import Habits, habits
from onym.ledger import VOTES, Ledger
from onym.link import link_names
from onym.model import Corpus, Evidence, Policy
from onym.tagger.reader import Reader, Reading
from onym.text import fold
from onym.threads import settings

SURE = 0.6
"""Odds from which a reading is a claim."""
WORD = re.compile(r"[^\W\d_]{2,}")
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
Advance = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """How much the reader was asked, and how much it read in its time."""

    wanted: int
    read: int


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
    if seconds is None:
        rows: Sequence[int] = range(corpus.messages.height)
    else:
        rows = choose(corpus, link_names(found, corpus, settled))
    tally: Tally = found.statistics
    asked = ask(corpus, tally, rows, settled.languages, seconds, cores, advance)
    return evidence_of(tally), asked


def open_words(ledger: Ledger) -> set[str]:
    """Words as written that may be names and that nobody, or more than one person, owns."""
    known = ledger.words
    found = set()
    for word in ledger.tally.vocabulary.words:
        key = fold(word)
        owners = ledger.owners.get(key, ())
        if len(owners) > 1:
            found.add(word)
        elif not owners and word[0].isupper() and word[1:].islower() and len(word) > 2:
            low = word.casefold()
            if low in known.never or known.ordinary(word) or language.is_technology(low):
                continue
            if not language.is_place(low) and not known.ordinary(word.removesuffix("s")):
                found.add(word)
    return found


def choose(corpus: Corpus, ledger: Ledger) -> list[int]:
    """The rows of messages with undecided words, those that wait longest first."""
    words = open_words(ledger)
    rows, at = [], 0
    for batch in corpus.messages.select("text").iter_slices(2000):
        for text in batch["text"].to_list():
            if not words.isdisjoint(WORD.findall(text)):
                rows.append(at)
            at += 1
    times = corpus.messages["time"]
    return sorted(rows, key=lambda row: (times[row] or "~", row))


def ask(
    corpus: Corpus,
    tally: Tally,
    rows: Sequence[int],
    languages: tuple[str, ...],
    seconds: float | None = None,
    cores: int | None = None,
    advance: Advance | None = None,
) -> Asked:
    """Let the reader read messages while there is time, and enter what it says as claims."""
    deadline = None if seconds is None else time.monotonic() + seconds
    wanted = set(rows)
    around = {at: s for at, s in enumerate(settings(corpus.messages)) if at in wanted}
    texts, ids = corpus.messages["text"], corpus.messages["id"]

    def waiting() -> Iterator[str]:
        for row in rows:
            if deadline is not None and time.monotonic() > deadline:
                return
            yield texts[row]

    votes, seen = Counter[str](), Counter[str]()
    done = 0
    patterns = habits(languages)
    for row, readings in zip(rows, Reader(cores).read(waiting()), strict=False):
        text, setting = texts[row], around[row]
        people = [each for each in readings if each.label == "PER" and each.probability >= SURE]
        enter(tally, ids[row], text, people, setting.author, setting.answered, patterns)
        said = {w for r in people for w in WORD.findall(text[r.start : r.end])}
        votes.update(said)
        seen.update(set(WORD.findall(text)))
        done += 1
        if advance and done % 20 == 0:
            advance(done, len(rows))
    for word, count in votes.items():
        for kind, times in (("read", count), ("passed", seen[word] - count)):
            if times:
                tally.claims[kind, word, None] += times
                tally.samples.setdefault((kind, word, None), [])
    give_way(tally)
    return Asked(len(rows), done)


def give_way(tally: Tally) -> None:
    """Take back claims on names that other evidence knows, and what was signed but once.

    Whose a name is, the slots tell better; a name read once below a message may be quoted.
    """
    known = {fold(name) for kind, name, _ in tally.claims if kind not in CLAIMS | VOTES}
    for key in [key for key in tally.claims if key[0] in POINTING]:
        kind, name, who = key
        once = tally.claims[key] < 2 and ("signed", name.split()[0], who) not in tally.claims
        if fold(name) in known or (kind == "read signing" and once):
            del tally.claims[key], tally.samples[key]


def enter(
    tally: Tally,
    message: str,
    text: str,
    people: Sequence[Reading],
    author: str | None,
    answered: str | None,
    patterns: Habits,
) -> None:
    """Enter the people read in one message as claims, by the part of it they stand in."""
    if not people:
        return
    parts = dissect(text, patterns)
    found: set[tuple[str, str, str | None]] = set()
    for reading in people:
        kind = next((p.kind for p in parts if p.start <= reading.start < p.end), "own")
        name = bare(" ".join(text[reading.start : reading.end].split()))
        if kind == "code" or not is_name(name, text[reading.end : reading.end + 20]):
            continue
        if kind in OWN_PARTS and author is not None:
            if SIGNED.search(text, 0, reading.start):
                found.add(("read signing", name, author))
        elif kind in OTHER_PARTS:
            found.add(("read quoted", name, answered))
        else:
            found.add(("read mention", name, None))
    for claim, name, who in sorted(found, key=str):
        tally.claim(claim, name, who, message)


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
