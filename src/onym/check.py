"""What may still leak: a second, independent look for every known name in what will be shared.

This shares nothing with the matcher that replaced the names. It cuts each text into words,
takes case and accents away and looks each run of words up; so what a mistake in replacing
left behind is seen here. It is a search for known names and says nothing about unknown ones.
"""

from __future__ import annotations

import gzip
import html
import re
import unicodedata
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

import polars as pl

from onym.errors import InputError
from onym.files import read_bytes
from onym.language.folding import read_set
from onym.language.people import given_names
from onym.model import Corpus, Mapping, Participant, Replaced
from onym.text import fold

SHORTEST = 3
"""Parts of registered names below this many letters are not looked for."""
COMMON = 3.5
"""The Zipf frequency from which a word in small letters may be an ordinary word."""
RARELY_SMALL = 4
"""A word written with a capital more than so many times as often as without is a name."""
SHOWN = 8

_SIGN = "\u0e00-\u109f\u1780-\u17ff\u3005-\u31ff\u3400-\u9fff\uac00-\ud7ff\uf900-\ufaff"
_WORD = re.compile(rf"[^\W_{_SIGN}]+(?:[\u0300-\u036f]+[^\W_{_SIGN}]*)*|[{_SIGN}]")
_JSON_LETTER = re.compile(r"\\u([0-9a-fA-F]{4})")
_JSON_SPACE = re.compile(r"\\[nrtbf]")
_WHAT = {
    "name": "a name",
    "registered": "part of a registered name",
    "handle": "a user name or address",
    "author": "an author's own id",
    "file": "a name",
}

Words = tuple[str, ...]
Index = dict[str, dict[Words, str]]
"""First word to runs of words to the name they stand for."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A known name that still stands in what will be shared."""

    kind: str
    """name: a name of the mapping; registered: part of a registered name; handle: a user name
    or address; author: an id in the author column; file: any of these in a file."""
    name: str = field(repr=False)
    """Private: the real name."""
    count: int
    messages: tuple[str, ...]
    """Ids of the messages, or paths of the files, where it stands."""

    def line(self, private: bool = False) -> str:
        """Say what was found and where in one line, with the name itself only in private."""
        times = "once" if self.count == 1 else f"{self.count:,} times"
        noun = "file" if self.kind == "file" else "message"
        places = ", ".join(self.messages[:SHOWN])
        more = len(self.messages) - SHOWN
        rest = f" and {more:,} more" if more > 0 else ""
        what = f"{_WHAT[self.kind]}, {self.name}," if private else _WHAT[self.kind]
        return f"{what} {times} in {noun}{'s' * (len(self.messages) > 1)} {places}{rest}"


def check(
    replaced: Replaced, corpus: Corpus, mapping: Mapping, languages: Sequence[str] = ("en",)
) -> tuple[Finding, ...]:
    """Look for every known name in the replaced messages, the most frequent finding first."""
    kinds = names_to_seek(corpus, mapping, replaced.pseudonyms.values())
    ordinary = _ordinary_words(kinds, languages, corpus.messages["text"])
    rows = replaced.messages.select("id", "text").iter_rows()
    hits = _search(rows, kinds, mapping.keep, ordinary)
    _forgive(hits, mapping)
    findings = [_finding(kinds[name], name, places) for name, places in hits.items() if places]
    return _ordered([*findings, *_bare_authors(replaced, corpus)])


def check_files(
    folder: str | Path,
    names: Iterable[str],
    keep: Iterable[str] = (),
    languages: Sequence[str] = ("en",),
) -> tuple[Finding, ...]:
    """Look for names in every file of a folder, inside packed ones too, and in file names."""
    folder, names = Path(folder), list(names)
    if not folder.is_dir():
        raise InputError(f"{folder} is no folder; give the folder that will be shared")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    paths = [(path, path.relative_to(folder).as_posix()) for path in files]
    ordinary = _ordinary_words(names, languages)
    telling = _search(((label, label) for _, label in paths), names, keep, ordinary)
    unsafe = {label for places in telling.values() for label in places}
    texts = (
        (f"number {number}, whose own name tells" if label in unsafe else label, text)
        for number, (path, label) in enumerate(paths, 1)
        for text in (label, *map(_decoded, _contents(path)))
    )
    hits = _search(texts, names, keep, ordinary)
    return _ordered(_finding("file", name, places) for name, places in hits.items())


def names_to_seek(
    corpus: Corpus, mapping: Mapping, pseudonyms: Iterable[str] = ()
) -> dict[str, str]:
    """Give every name that must not be left, with its kind; what is a pseudonym may stay."""
    accepted = (entry.name for entry in mapping.entries if entry.decision != "rejected")
    names = dict.fromkeys([*accepted, *mapping.hidden, *mapping.composites], "name")
    for participant in corpus.participants.values():
        for name in _registered(participant):
            names.setdefault(name, "registered")
        for handle in participant.handles:
            names.setdefault(handle, "handle")
    spared = {(), *map(_folded, mapping.rejected), *map(_folded, pseudonyms)}
    return {name: kind for name, kind in names.items() if _folded(name) not in spared}


def _registered(participant: Participant) -> Iterator[str]:
    for name in participant.names:
        for part in re.split(r"[\s,;.()\"]+", name):
            particle = part.islower() and not name.islower()  # the "von" of Arthur von Trapp
            long_enough = len(part) >= SHORTEST or re.fullmatch(f"[{_SIGN}]{{2,}}", part)
            if long_enough and not particle:
                yield part


def _search(
    texts: Iterable[tuple[str, str]],
    names: Iterable[str],
    keep: Iterable[str],
    ordinary: frozenset[str],
) -> dict[str, Counter[str]]:
    """Count for each name the places where it stands, kept names and small words aside."""
    sought, kept = _index(names), _index(keep)
    hits: dict[str, Counter[str]] = defaultdict(Counter)
    for place, text in texts:
        written = _words(text)
        words = tuple(map(_fold_word, written))
        spared = {i for start, end, _ in _matches(words, kept) for i in range(start, end)}
        for start, end, name in _matches(words, sought):
            small = end - start == 1 and written[start].islower() and words[start] in ordinary
            if not small and not spared.issuperset(range(start, end)):
                hits[name][place] += 1
    return hits


def _index(names: Iterable[str]) -> Index:
    index: Index = defaultdict(dict)
    for name in names:
        if words := _folded(name):
            index[words[0]].setdefault(words, name)
    return dict(index)


def _matches(words: Words, index: Index) -> Iterator[tuple[int, int, str]]:
    for start, word in enumerate(words):
        for run, name in index.get(word, {}).items():
            if words[start : start + len(run)] == run:
                yield start, start + len(run), name


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFC", text))


def _folded(name: str) -> Words:
    return tuple(map(_fold_word, _words(name)))


@lru_cache(maxsize=100_000)
def _fold_word(word: str) -> str:
    return "".join(letter for letter in fold(word) if not unicodedata.combining(letter))


def _ordinary_words(
    names: Iterable[str], languages: Sequence[str], texts: Iterable[str] = ()
) -> frozenset[str]:
    """Give the names that mean nothing when written small: in a dictionary, and so used here."""
    words = {words[0] for name in names if len(words := _folded(name)) == 1}
    words = {word for word in words if any(_is_word(word, language) for language in languages)}
    small, capital = Counter[str](), Counter[str]()
    for text in texts if words else ():
        for written in _words(text):
            if (word := _fold_word(written)) in words:
                (small if written.islower() else capital)[word] += 1
    return frozenset(word for word in words if small[word] * RARELY_SMALL >= capital[word])


@lru_cache(maxsize=100_000)
def _is_word(word: str, language: str) -> bool:
    # Frequency alone would not do: "mary" is as frequent as "tea".
    from wordfreq import zipf_frequency

    listed = word in _english() if language == "en" else word not in given_names()
    return listed and float(zipf_frequency(word, language)) >= COMMON


@cache
def _english() -> frozenset[str]:
    return read_set("en/words.z")


def _forgive(hits: Lookup[str, Counter[str]], mapping: Mapping) -> None:
    """Take away the single mentions that a person has decided to keep."""
    names = {_folded(name): name for name in hits}
    for override in mapping.overrides:
        name = names.get(_folded(override.name))
        if override.participant is None and name is not None:
            places = hits[name]
            places[override.message] -= 1 if override.nth else places[override.message]
            if places[override.message] <= 0:
                del places[override.message]


def _bare_authors(replaced: Replaced, corpus: Corpus) -> Iterator[Finding]:
    before = corpus.messages.select("id", "author").iter_rows()
    places: dict[str, Counter[str]] = defaultdict(Counter)
    for (message, author), after in zip(before, replaced.messages["author"], strict=True):
        if author and after == author and replaced.pseudonyms.get(author) != author:
            places[author][message] += 1
    return (_finding("author", author, where) for author, where in places.items())


def _finding(kind: str, name: str, places: Counter[str]) -> Finding:
    return Finding(kind, name, places.total(), tuple(places))


def _ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda found: (-found.count, found.kind, found.name)))


def _contents(path: Path) -> list[bytes]:
    """Give what a file holds, unpacked where it is packed and can be unpacked."""
    try:
        return _unpacked(path)
    except (zipfile.BadZipFile, EOFError, OSError, RuntimeError, pl.exceptions.PolarsError):
        return [read_bytes(path)]


def _unpacked(path: Path) -> list[bytes]:
    if path.suffix.lower() == ".parquet":
        return [pl.read_parquet(path).write_ndjson().encode()]
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return [name.encode() + b"\n" + archive.read(name) for name in archive.namelist()]
    data = read_bytes(path)
    return [gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data]


def _decoded(data: bytes) -> str:
    """Read bytes as text in whichever encoding fits, with the escapes of JSON and HTML undone."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
    if text.lstrip()[:1] in ("{", "["):
        text = _JSON_SPACE.sub(" ", text)
    return html.unescape(_JSON_LETTER.sub(lambda found: chr(int(found[1], 16)), text))
