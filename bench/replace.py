"""How fast names are replaced: Onym, one alternation in `re`, and the paper's loop over names.

    python bench/replace.py            about three minutes
    python bench/replace.py --quick    about half a minute

All three replace the same names in the same generated text, one after another in this process.
Figures are MB of text for each second of processor time, so other work on the machine changes them
little. Onym's is the whole of `replace`: scopes, owners, mentions and markup included.
"""

from __future__ import annotations

import argparse
import gc
import platform
import random
import re
import time
from collections.abc import Callable

import polars as pl
from wordfreq import top_n_list, word_frequency

from onym.model import MESSAGE_COLUMNS, Corpus, Entry, Mapping, Participant, Policy, Source
from onym.replace import replace

NAMES = (100, 1_000, 10_000, 100_000)
NAME_EVERY = 500
"""Characters of text for each name in it."""
VOCABULARY = 30_000
NAMES_EACH = 4
"""Names a participant goes by."""

STARTS = "Al An Ar Be Bo Ca Da De El Em Fa Fi Ga Ha Il Jo Ka La Le Ma Mi Na No Or Pe Ro Sa Ta Vi Zo"
MIDDLES = (
    "ba ca da den fin ga har ja ka lan le mi mor na no nu ra ri ro sa shi ta tha va vi wen ya zi"
)
ENDS = (
    "a an as bert by da dra el en er eth ia ick in is la lyn na nor o old on ra ric sa t us van vin"
)


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
        written += len(messages[-1]) + 1
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
    mapping, policy = Mapping(entries), Policy(scope="session")
    nothing = Corpus(corpus.messages.head(1), corpus.participants, corpus.source)
    setup = min(spent(lambda: replace(nothing, mapping, policy)) for _ in range(repeats))
    whole = min(spent(lambda: replace(corpus, mapping, policy)) for _ in range(repeats))
    return setup, whole - setup


def time_alternation(names: list[str], text: str, limit: float) -> tuple[float, int]:
    """MB a second of one `re` alternation, the longest names first, and the characters it did."""
    longest = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b")
    return _grow(lambda part: pattern.sub("[P01]", part), text, limit)


def time_sequence(names: list[str], text: str, limit: float) -> tuple[float, int]:
    """The same of a substitution for each name in turn, the longest first (seed 000, 4.4)."""
    patterns = [rf"\b{re.escape(name)}\b" for name in sorted(names, key=len, reverse=True)]
    compiled = [re.compile(pattern) for pattern in patterns]

    def substitute(part: str) -> str:
        for pattern in compiled:
            part = pattern.sub("[P01]", part)
        return part

    return _grow(substitute, text, limit)


def _grow(work: Callable[[str], str], text: str, limit: float) -> tuple[float, int]:
    """Time some work on ever longer parts of a text until it takes long enough to be sure."""
    size = 2_000
    while True:
        part = text[:size]
        seconds = spent(lambda part=part: work(part))  # type: ignore[misc]
        if seconds > limit / 4 or size >= len(text):
            return len(part) / 1e6 / max(seconds, 1e-9), len(part)
        size *= 2


def row(count: int, quick: bool) -> str:
    """A row of the table: one number of names."""
    dice = random.Random(count)
    size, limit, repeats = (2_000_000, 2.0, 2) if quick else (10_000_000, 4.0, 4)
    names = invent(count, dice)
    messages = write(names, size, dice)
    setup, seconds = time_onym(gather(messages, count // NAMES_EACH, dice), names, repeats)
    text = "\n\n".join(messages)
    onym, whole = len(text) / 1e6 / seconds, len(text) / 1e6 / (seconds + setup)
    alternation, first = time_alternation(names, text, limit)
    sequence, second = time_sequence(names, text, limit)
    return (
        f"{count:9,} {onym:9.1f} {setup:9.2f} {whole:9.1f} "
        f"{alternation:11.4f} ({first / 1e6:6.3f} MB) {sequence:9.4f} ({second / 1e6:6.3f} MB) "
        f"{onym / alternation:9.0f}x {onym / sequence:9.0f}x"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="less text and fewer repeats")
    quick = parser.parse_args().quick
    size = 2 if quick else 10
    print(f"Python {platform.python_version()}, {platform.machine()}; {size} MB of text, one name")
    print(
        f"every {NAME_EVERY} characters. MB/s of processor time; in brackets how much of the text"
    )
    print("the slow ones were given, their speed being the same on the rest.\n")
    print(
        f"{'names':>9} {'onym':>9} {'names in':>9} {'with it':>9} {'alternation':>11} {'':>11} "
        f"{'sequence':>9} {'':>11} {'onym/alt':>10} {'onym/seq':>10}"
    )
    for count in NAMES:
        print(row(count, quick), flush=True)


if __name__ == "__main__":
    main()
