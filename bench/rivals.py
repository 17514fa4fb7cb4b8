"""What one would otherwise take: other ways of taking names out of a text, each given the same.

A rival is made for a list of names and then takes a text; it gives the text without the names, or
where they stand. scrubadub and presidio-analyzer come with `pip install onym[bench]`; where one is
not installed, it is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Rival = Callable[[str], object]


def sequence(names: list[str]) -> Rival:
    """One substitution a name, the longest first (Farrow et al. 2023, section 4.4)."""
    longest = sorted(names, key=len, reverse=True)
    patterns = [re.compile(rf"\b{re.escape(name)}\b") for name in longest]

    def substitute(text: str) -> str:
        for pattern in patterns:
            text = pattern.sub("[P01]", text)
        return text

    return substitute


def alternation(names: list[str]) -> Rival:
    """One pattern of all names, the longest first."""
    longest = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b")
    return lambda text: pattern.sub("[P01]", text)


def scrubadub(names: list[str]) -> Rival:
    """scrubadub with the names given to it, and nothing else to look for."""
    from scrubadub import Scrubber
    from scrubadub.detectors import UserSuppliedFilthDetector

    known = [
        {"match": name, "filth_type": "name", "ignore_partial_word_matches": True} for name in names
    ]
    scrubber = Scrubber(detector_list=[UserSuppliedFilthDetector(known)])
    return lambda text: scrubber.clean(text)


def presidio(names: list[str]) -> Rival:
    """presidio-analyzer with one pattern recogniser, whose deny list the names are."""
    from presidio_analyzer import AnalyzerEngine, PatternRecognizer, RecognizerRegistry

    registry = RecognizerRegistry(recognizers=[PatternRecognizer("PERSON", deny_list=names)])
    engine = AnalyzerEngine(registry=registry, nlp_engine=no_language())
    return lambda text: engine.analyze(text, language="en")


def no_language() -> Any:
    """A language model that does nothing: patterns need none, and none comes with presidio."""
    from presidio_analyzer.nlp_engine import NlpArtifacts, NlpEngine

    class NoLanguage(NlpEngine):  # type: ignore[misc]
        def load(self) -> None:
            pass

        def is_loaded(self) -> bool:
            return True

        def process_text(self, text: str, language: str) -> Any:
            return NlpArtifacts([], None, [], [], self, language)

        def process_batch(self, texts: Any, language: str, **_: Any) -> Any:
            return ((text, self.process_text(text, language)) for text in texts)

        def is_stopword(self, word: str, language: str) -> bool:
            return False

        def is_punct(self, word: str, language: str) -> bool:
            return False

        def get_supported_entities(self) -> list[str]:
            return []

        def get_supported_languages(self) -> list[str]:
            return ["en"]

    return NoLanguage()


RIVALS: dict[str, Callable[[list[str]], Rival]] = {
    "alternation": alternation,
    "sequence": sequence,
    "presidio": presidio,
    "scrubadub": scrubadub,
}
