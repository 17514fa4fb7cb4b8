"""How replacing grows with the number of names: Onym beside what one would otherwise take.

All replace the same invented names in the same generated text, in one process, one after another.
Onym's is the whole of `replace`: scopes, owners, mentions and markup included. The others are too
slow for the whole text at many names, so each is given as much of it as takes a second or two.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import polars as pl
from rivals import RIVALS, Rival
from wordfreq import top_n_list, word_frequency

from onym.model import MESSAGE_COLUMNS, Corpus, Entry, Mapping, Participant, Policy, Source
from onym.replace.replace import Replacer, give_all

NAME_EVERY = 500
"""Characters of text for each name in it."""
VOCABULARY = 30_000
NAMES_EACH = 4
"""Names a participant goes by."""
LIMIT = 1.0
"""Seconds that a rival must work until its rate is taken down."""
HOPELESS = 0.0005
"""MB/s below which a rival is not tried with still more names."""

STARTS = "Al An Ar Be Bo Ca Da De El Em Fa Fi Ga Ha Il Jo Ka La Le Ma Mi Na No Or Pe Ro Sa Ta Vi Zo"
MIDDLES = (
    "ba ca da den fin ga har ja ka lan le mi mor na no nu ra ri ro sa shi ta tha va vi wen ya zi"
)
ENDS = (
    "a an as bert by da dra el en er eth ia ick in is la lyn na nor o old on ra ric sa t us van vin"
)


class Rates(NamedTuple):
    """MB of text a second of processor time, at one number of names."""

    names: int
    onym: float
    setup: float
    """Seconds in which Onym takes the names in, not counted above."""
    rivals: dict[str, float | None]
    """None where it is not installed or would take for ever."""


def is_compiled() -> bool:
    """Whether the modules that read every word are: with `make fast`."""
    return not str(sys.modules[Replacer.__module__].__file__).endswith(".py")


def measure(counts: tuple[int, ...], size: int, repeats: int) -> Iterator[Rates]:
    """The rates at each number of names, in so many characters of text."""
    hopeless: set[str] = set()
    for count in counts:
        dice = random.Random(count)
        names = invent(count, dice)
        messages = write(names, size, dice)
        setup, seconds = time_onym(gather(messages, count // NAMES_EACH, dice), names, repeats)
        found: dict[str, float | None] = {}
        for name, make in RIVALS.items():
            found[name] = None if name in hopeless else time_rival(make, names, messages)
            if (found[name] or 0) < HOPELESS:
                hopeless.add(name)
        yield Rates(count, sum(map(len, messages)) / 1e6 / seconds, setup, found)


def invent(count: int, dice: random.Random) -> list[str]:
    """Invented names, half of them one word and half of them two."""
    names: dict[str, None] = {}
    words = {word.capitalize() for word in top_n_list("en", VOCABULARY)}
    while len(names) < count:
        name = _word(dice) if len(names) % 2 else f"{_word(dice)} {_word(dice)}"
        if name not in words:
            names[name] = None
    return list(names)


def _word(dice: random.Random) -> str:
    middle = "".join(dice.choices(MIDDLES.split(), k=dice.choice((0, 1, 1, 2))))
    return dice.choice(STARTS.split()) + middle + dice.choice(ENDS.split())


def write(names: list[str], size: int, dice: random.Random) -> list[str]:
    """Messages of English words at their own frequencies, with names among them."""
    words = top_n_list("en", VOCABULARY, ascii_only=True)
    weights = [word_frequency(word, "en") for word in words]
    messages, written = [], 0
    while written < size:
        length = min(1_500, max(5, int(dice.lognormvariate(4.4, 0.8))))
        drawn = dice.choices(words, weights, k=length)
        for at in range(length):
            if dice.random() < 5.2 / NAME_EVERY:
                drawn[at] = dice.choice(names)
            if at % 11 == 10:
                drawn[at] += dice.choice((".", ".", ",", "?", ".\n", ".\n\n"))
        messages.append(" ".join(drawn).replace("\n ", "\n"))
        written += len(messages[-1])
    return messages


def gather(messages: list[str], people: int, dice: random.Random) -> Corpus:
    """The messages as a corpus: one session of a class, threads of twenty messages."""
    table = pl.DataFrame(
        {
            "id": [str(number) for number in range(len(messages))],
            "thread": [str(number // 20) for number in range(len(messages))],
            "session": ["1"] * len(messages),
            "author": [f"u{dice.randrange(people)}" for _ in messages],
            "text": messages,
        }
    )
    missing = [pl.lit(None, pl.String).alias(c) for c in MESSAGE_COLUMNS if c not in table.columns]
    roster = {f"u{at}": Participant(f"u{at}", profile={"session": "1"}) for at in range(people)}
    return Corpus(table.with_columns(missing).select(MESSAGE_COLUMNS), roster, Source(None, "", {}))


def spent(work: Callable[[], object]) -> float:
    """Seconds of processor time that some work takes."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def time_onym(corpus: Corpus, names: list[str], repeats: int) -> tuple[float, float]:
    """Seconds to take in the names, and seconds for the text after that."""
    entries = tuple(Entry(f"u{at // NAMES_EACH}", name) for at, name in enumerate(names))
    mapping, policy = Mapping(entries), Policy(scope="session").settled(corpus)
    setup, text = [], []
    for _ in range(repeats):
        made: list[Replacer] = []

        def take_in(made: list[Replacer] = made) -> None:
            given = give_all(corpus, mapping, policy, {})
            made.append(Replacer(corpus, mapping, policy, given))

        setup.append(spent(take_in))
        text.append(spent(lambda made=made: made[0].put(corpus)))  # type: ignore[misc]
    return min(setup), min(text)


def time_rival(
    make: Callable[[list[str]], Rival], names: list[str], messages: list[str]
) -> float | None:
    """MB a second of a rival, on as many messages as it needs to be sure; None if it is missing."""
    try:
        rival = make(names)
    except ImportError:
        return None
    rival(messages[0])
    few = 1
    while True:
        part = messages[:few]
        seconds = spent(lambda part=part: [rival(text) for text in part])  # type: ignore[misc]
        if seconds > LIMIT / 2 or few >= len(messages):
            return sum(map(len, part)) / 1e6 / max(seconds, 1e-9)
        few *= 2
