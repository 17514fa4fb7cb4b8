"""How fast details are found and replaced, all categories on: python bench/details.py [messages].

Processor seconds of one core. Each piece of the course is read several times and the best counts,
so that other work on the machine disturbs little; what words mean is known by then.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace as changed

import polars as pl
from corpus import rows

from onym import formats
from onym.details import Detector
from onym.garbage import no_collection
from onym.model import Mapping, Policy
from onym.replace.replace import Replacer

PIECE = 250
"""Messages that are timed together."""
TIMES = 7


def best(work: Callable[[], object]) -> float:
    """The least processor seconds that some work takes."""
    took = []
    for _ in range(TIMES):
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    return min(took)


def detect_all(detector: Detector, texts: Iterable[str]) -> int:
    """Find the details of some texts, and count them."""
    return sum(len(detector.detect(text)) for text in texts)


def main(messages: int) -> None:
    """Measure finding alone, and finding with pseudonyms."""
    texts = [row[-1] for row in rows(messages)]
    corpus = formats.read(pl.DataFrame({"id": list(map(str, range(len(texts)))), "text": texts}))
    size = sum(len(text.encode()) for text in texts) / 1e6
    policy = Policy(preset="everything", seed=1, languages=("en",))
    detector, replacer = Detector(("en",)), Replacer(corpus, Mapping(), policy, {})
    found = detect_all(detector, texts)
    finding = replacing = 0.0
    with no_collection():
        for at in range(0, len(texts), PIECE):
            piece = changed(corpus, messages=corpus.messages.slice(at, PIECE))
            listed = texts[at : at + PIECE]
            finding += best(lambda listed=listed: detect_all(detector, listed))  # type: ignore[misc]
            replacing += best(lambda piece=piece: replacer.put(piece))  # type: ignore[misc]
    print(f"{size:.1f} MB of messages, a detail every {size * 1e6 / found:.0f} bytes")
    print(f"found at {size / finding:.2f} MB/s, found and replaced at {size / replacing:.2f} MB/s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
