"""Looks for known names in a text, as they are and in every disguise.

This shares nothing with the matcher that replaced the names. It cuts a text into words, takes case
and accents away and looks each run of words up; so what a mistake in replacing left behind is seen.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from onym.check.disguises import SET_APART, readings
from onym.check.judge import Judge
from onym.check.letters import blurred, leet
from onym.language.folding import fold, spell_out

SIGN = "\u0e00-\u109f\u1780-\u17ff\u3005-\u31ff\u3400-\u9fff\uac00-\ud7ff\uf900-\ufaff"
"""Scripts that do not set words apart by spaces."""
WORD = re.compile(rf"[^\W_{SIGN}]+(?:[\u0300-\u036f]+[^\W_{SIGN}]*)*|[{SIGN}]")
TOKEN = re.compile(r"(?<![\w@$|])[\w@$!|+]{3,24}(?![\w@$|])")
DIGEST = re.compile(
    r"(?<![0-9a-fA-F])(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{64})(?![0-9a-fA-F])"
)
_BORDER = re.compile(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])|(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])")

LONG = 5
"""Letters from which a name is believed backwards, in rot13 or inside a longer word."""
NEAR = 200
"""Letters on either side of a name inside a longer word that tell whether it is code."""

Words = tuple[str, ...]
Bounds = tuple[int, int]


class Hit(NamedTuple):
    """A known name in a text."""

    name: str
    start: int
    end: int
    why: str = ""
    apart: str = ""


class Seeker:
    """Finds names in texts; what was worked out for a word is remembered."""

    def __init__(
        self,
        names: Iterable[str],
        keep: Iterable[str] = (),
        pseudonyms: Iterable[str] = (),
        judge: Judge | None = None,
    ) -> None:
        self.names = list(dict.fromkeys(names))
        self.judge = judge or Judge()
        self.index = index(self.names)
        self._spared = index([*keep, *pseudonyms])
        self._single = {"".join(folded(name)): name for name in self.names}
        self._memo: dict[str, tuple[tuple[str, str, str], ...]] = {}

    def seek(self, text: str) -> list[Hit]:
        """Every known name in a text, each place once."""
        return apart([*self.plain(text, (0, len(text))), *self.hidden(text)])

    def hidden(self, text: str) -> list[Hit]:
        """Every name in disguise."""
        return [*self._disguised(text), *self.within(text), *self.digests(text)]

    def plain(self, text: str, bounds: Bounds, window: Bounds | None = None) -> list[Hit]:
        """Every name that stands as it is, in a window of the text between these bounds."""
        hits = _longest(self._runs(text, *(window or bounds)))
        judged = ((hit, self.judge.judge(text, hit.start, hit.end, bounds)) for hit in hits)
        return [hit._replace(apart=apart) for hit, apart in judged if apart is not None]

    def _runs(self, text: str, low: int, high: int) -> list[Hit]:
        found = list(WORD.finditer(text, low, high))
        words = tuple([fold(word[0]) for word in found])
        starts = [at for at, word in enumerate(words) if word in self.index]
        spared = self._kept(words) if starts else set()
        hits = []
        for at in starts:
            for run, name in self.index[words[at]].items():
                end = at + len(run)
                if words[at:end] != run or spared.issuperset(range(at, end)):
                    continue
                hits.append(Hit(name, found[at].start(), found[end - 1].end()))
        return hits

    def spared_runs(self) -> Iterator[Words]:
        """The words of everything that may stay."""
        return (run for runs in self._spared.values() for run in runs)

    def _kept(self, words: Words) -> set[int]:
        return {
            place
            for at, word in enumerate(words)
            for run in self._spared.get(word, ())
            if words[at : at + len(run)] == run
            for place in range(at, at + len(run))
        }

    def _disguised(self, text: str) -> list[Hit]:
        hits = []
        for reading in readings(text):
            plain = self.plain(reading.text, (0, len(reading.text)))
            plain += self._glued(reading.text, text[reading.start : reading.end])
            if not plain and reading.why == SET_APART:  # "I, R o s a"
                inside = self.inside(fold(reading.text))
                plain = [Hit(name, 0, 0, apart="guess") for name, _ in inside]
            if not plain:
                continue
            known = Counter(hit.name for hit in self._runs(text, reading.start, reading.end))
            for hit in plain:
                known[hit.name] -= 1
                if known[hit.name] < 0 and len("".join(folded(hit.name))) >= reading.shortest:
                    hits.append(Hit(hit.name, reading.start, reading.end, reading.why, hit.apart))
        return hits

    def _glued(self, plain: str, disguised: str) -> list[Hit]:
        """Names inside words that a disguise hid; those in sight are found where they are."""
        hits = [hit for hit in self.within(plain) if hit.apart != "guess"]
        seen = set(WORD.findall(disguised)) if hits else set()
        return [hit for hit in hits if plain[hit.start : hit.end] not in seen]

    def within(self, text: str) -> list[Hit]:
        """Names that single words hide, whatever stands around them."""
        hits = []
        for pattern in (WORD, TOKEN):
            if not any(map(self.read_once, set(pattern.findall(text)))):
                continue  # nearly every text
            for word in pattern.finditer(text):
                for name, why, apart in self.read_once(word[0]):
                    hits.append(Hit(name, *word.span(), why, apart))
        return hits

    def read_once(self, written: str) -> tuple[tuple[str, str, str], ...]:
        """The names that a single word hides: name, disguise and why it may be none."""
        if written not in self._memo:
            self._memo[written] = tuple(self._read_word(written))
        return self._memo[written]

    def _read_word(self, written: str) -> Iterator[tuple[str, str, str]]:
        word = fold(written)
        if word in self.index or word in self._spared or len(word) < 3:
            return
        if _BORDER.search(written):
            apart = _BORDER.sub(" ", written)
            glued = [hit for hit in self.plain(apart, (0, len(apart))) if len(hit.name) > 2]
            for hit in glued:
                before = apart[max(0, hit.start - NEAR) : hit.start]
                others = WORD.findall(f"{before} {apart[hit.end : hit.end + NEAR]}")
                code = self.judge.is_glued(apart[hit.start : hit.end], others)
                # a term is no term without its spaces
                kind = "code" if code else hit.apart.replace("term", "")
                yield hit.name, "run together with others", kind
            if glued:
                return
        if not written.isalpha():
            yield from self._read_signs(written)
        elif len(word) >= LONG:
            keys = ((word[::-1], "spelt backwards"), (_turned(word), "in rot13"))
            turned = [(self._single[key], why) for key, why in keys if key in self._single]
            hidden = turned or list(self.inside(word))
            if hidden and not self.judge.is_known_word(written):
                yield from ((name, why, "guess") for name, why in hidden)

    def _read_signs(self, written: str) -> Iterator[tuple[str, str, str]]:
        """The name that letters and signs spell: R0s4."""
        closed = written.rstrip("!|+")
        for token in (closed, closed.strip("$@")):
            name = self._blurred.get(leet(token))
            if name and len(token) > 2 and fold(token) != fold(name):
                # a number after a name, or a line beside it
                chance = "guess" if token[:-1].isalpha() or token[0] == "|" else ""
                yield name, "with signs for letters", chance
                return

    def inside(self, word: str) -> Iterator[tuple[str, str]]:
        """The name that a longer word begins or ends with."""
        # Overlapping, since "mary" must not hide "maryann"; the longest speaks.
        found = [self._long[at] for at, *_ in self._automaton.find_matches_as_indexes(word, True)]
        ends = [key for key in found if word.startswith(key) or word.endswith(key)]
        if ends and (key := max(ends, key=len)) != word:
            yield self._single[key], "inside a longer word"

    def digests(self, text: str) -> list[Hit]:
        """Names that stand as a digest without salt."""
        return [
            Hit(self._hashes[found[0].lower()], *found.span(), "as an unsalted digest")
            for found in DIGEST.finditer(text)
            if found[0].lower() in self._hashes
        ]

    @cached_property
    def _blurred(self) -> dict[str, str]:
        return {blurred(key): name for key, name in self._single.items() if len(key) > 2}

    @cached_property
    def _long(self) -> list[str]:
        return [key for key in self._single if len(key) >= LONG and key.isalpha()]

    @cached_property
    def _automaton(self) -> Any:
        from ahocorasick_rs import AhoCorasick

        return AhoCorasick(self._long or ["\0"])

    @cached_property
    def _hashes(self) -> dict[str, str]:
        table = {}
        for name in self.names:
            for form in {name, name.lower(), name.strip().lower()}:
                for digest in ("md5", "sha1", "sha256"):
                    coded = hashlib.new(digest, form.encode(), usedforsecurity=False)
                    table[coded.hexdigest()] = name
        return table


def folded(name: str) -> Words:
    """The words of a name as they are compared."""
    return tuple(fold(word) for word in WORD.findall(name))


def index(names: Iterable[str]) -> dict[str, dict[Words, str]]:
    """First word to runs of words to the name they stand for; umlauts also as two letters."""
    table: dict[str, dict[Words, str]] = defaultdict(dict)
    for name in names:
        forms = {folded(name)}
        if "@" in name:
            spoken = name.replace("@", " at ")
            forms |= {folded(spoken), folded(spoken.replace(".", " dot "))}
        if not name.isascii():
            forms.add(tuple(spell_out(word) for word in WORD.findall(name)))
        for words in forms:
            if words:
                table[words[0]].setdefault(words, name)
            if len(words) > 1 and len(glued := "".join(words)) >= LONG and glued.isalpha():
                table[glued].setdefault((glued,), name)
    return dict(table)


def _turned(word: str) -> str:
    return codecs.encode(word, "rot13") if word.isascii() else ""


def _longest(hits: list[Hit]) -> list[Hit]:
    """Without those that stand inside a longer one."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        if not kept or hit.end > kept[-1].end:
            kept.append(hit)
    return kept


def apart(hits: Iterable[Hit]) -> list[Hit]:
    """Each name once at each place, the plainest first."""
    seen: dict[str, list[Hit]] = defaultdict(list)
    for hit in hits:
        others = seen[hit.name]
        at = bisect_left(others, hit.end, key=lambda other: other.start)
        # Those that are kept do not overlap, so only the last one before can.
        if at == 0 or others[at - 1].end <= hit.start:
            others.insert(at, hit)
    return sorted((hit for others in seen.values() for hit in others), key=lambda hit: hit.start)
