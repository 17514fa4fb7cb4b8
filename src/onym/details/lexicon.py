"""The words around details and the lists of them, merged over the languages of a text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from onym.details.numbers import spelled_numbers
from onym.details.slips import Slips
from onym.errors import PolicyError
from onym.language import CODES, fold, is_ordinary
from onym.language import load as load_phrases

MARKS = {
    "professions": "prof",
    "educations": "edu",
    "ethnic": "ethnic",
    "political": "political",
    "religious": "religious",
    "sexual": "sexual",
}
"""Lists whose words are marked wherever they stand."""
NAMED = {"authorities": "public_authority", "transports": "transport_name", "companies": "work"}
"""Lists of bodies that are known by name."""
HEADS = {
    "street": "street",
    "school": "school",
    "work": "work",
    "institution": "other_institution",
    "authority": "public_authority",
    "place": "place",
    "geo": "geo",
    "island": "island",
}
"""Kinds of head words, `street_heads` and so on, and the label of what they end or begin."""

PHRASES = ("titles", "public_titles", "particles", "closings", "greetings", "function_words")
"""Lists of phrases.toml that help here too."""

COUNTS = ("age_before", "age_modifiers", "age_at", "age_verbs", "transport_before")
"""Lists that announce a number."""

CALLS = (
    "name_before",
    "name_labels",
    "greetings",
    "friends",
    "closings",
    "titles",
    "public_titles",
)
"""Lists that announce a name."""

NO_SLIPS = Slips(())
Phrase = tuple[tuple[str, ...], str]


class _Lists(dict[str, frozenset[str]]):
    """Lists by name; a language that has no such list has nothing in it."""

    def __missing__(self, key: str) -> frozenset[str]:
        return frozenset()


@dataclass(frozen=True)
class Lexicon:
    """Words by what they are for, for some languages together."""

    codes: tuple[str, ...]
    words: dict[str, frozenset[str]]
    """Every list of plain words: lists["place_before"] and the like."""
    lasts: dict[str, frozenset[str]]
    """The last words of every list's phrases, to pass over most words quickly."""
    ends: dict[str, frozenset[str]]
    """The same the other way round: a word to the lists with a phrase that ends in it."""
    labels: dict[str, tuple[str, ...]]
    """A single word that is marked or named to its labels."""
    phrases: dict[str, list[Phrase]]
    """The first word of a phrase to its further words and its label, the longest first."""
    months: dict[str, int]
    weekdays: dict[str, int]
    numbers: dict[str, int]
    """Numbers in words, up to 110."""
    ordinals: dict[str, int]
    heads: dict[str, str]
    """A head word that stands by itself to its label."""
    first_heads: dict[str, list[Phrase]]
    """Words that open the name of a place or a body: "university of", "lake"."""
    suffixes: tuple[tuple[str, str, bool], ...]
    """The end of a compound, its label and whether it is sure: gatan, street, True."""
    common: frozenset[str]
    """Words with such an end that name nothing: grundskolan."""
    endings: tuple[tuple[str, str], ...]
    """Endings and the forms they make, the longest first."""
    capital_nouns: bool = False
    ages_need_units: bool = False
    count_firsts: frozenset[str] = frozenset()
    """What may follow a number that is worth a look: years, birthday."""
    count_lasts: frozenset[str] = frozenset()
    """What may stand before such a number: aged, bus."""
    guess_lasts: frozenset[str] = frozenset()
    """What may stand before a place or an employer that nobody knows: lives in, works at."""
    call_lasts: frozenset[str] = frozenset()
    """What may stand before a name that nobody knows: called, Mr, dear."""
    relatives: frozenset[str] = frozenset()
    """Words that mean a relative wherever they stand, folded: mum, bror."""
    closing_slips: Slips = NO_SLIPS
    """The last words of closings, to know them misspelt."""
    never_names: frozenset[str] = frozenset()
    """Words that open sentences and are no names, though some people are called so."""


@cache
def load(codes: tuple[str, ...]) -> Lexicon:
    """The lexicon of some languages."""
    tables = [_read(code) for code in codes if code in CODES]
    words = _word_lists(tables, codes)
    labels, phrases = _labels(tables)
    return Lexicon(
        codes=codes,
        words=words,
        lasts=_Lists({key: _lasts(words, (key,)) for key in words}),
        ends=_ends(words),
        labels=labels,
        phrases=phrases,
        months=_counted(tables, "months"),
        weekdays=_counted(tables, "weekdays"),
        numbers={word: n for code in codes for word, n in spelled_numbers(code).items()},
        ordinals={w: n for t in tables for n, w in enumerate(_split(t.get("ordinals", "")), 1)},
        heads=_heads(tables),
        first_heads=_first_heads(tables),
        suffixes=_suffixes(tables),
        common=frozenset(
            w for t in tables for k in t if k.endswith("_common") for w in _split(t[k])
        ),
        endings=_endings(tables),
        capital_nouns=any(table.get("nouns_have_capitals") for table in tables),
        ages_need_units=any(table.get("age_needs_unit") for table in tables),
        relatives=frozenset(map(fold, words["relation_alone"])),
        closing_slips=Slips(
            word for word in _lasts(words, ("closings",)) if is_ordinary(word, codes)
        ),
        never_names=_never_names(words),
        count_firsts=frozenset(
            w.split()[0].partition("-")[0].partition("/")[0]
            for key in ("age_units", "age_after", "transport_after")
            for w in words.get(key, ())
        ),
        count_lasts=_lasts(words, COUNTS),
        call_lasts=_lasts(words, CALLS),
        guess_lasts=_lasts(words, ("live_before", "work_before", "school_before")),
    )


def read_examples(code: str) -> dict[str, str]:
    """A sentence for each label, the detail in brackets."""
    if code not in CODES:
        raise PolicyError(f"no language {code!r}: choose among {', '.join(CODES)}")
    examples: dict[str, str] = _read(code)["examples"]
    return examples


def _read(code: str) -> dict[str, Any]:
    path = files("onym.language") / code / "details.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _split(text: str) -> list[str]:
    parts = text.replace("\n", ",").split(",")
    return list(dict.fromkeys(part.strip() for part in parts if part.strip()))


def _word_lists(tables: list[dict[str, Any]], codes: Iterable[str]) -> dict[str, frozenset[str]]:
    """Every string of the tables as a set, with the phrases that other modules also use."""
    lists: dict[str, set[str]] = {}
    for table in tables:
        for key, value in table.items():
            if isinstance(value, str):
                lists.setdefault(key, set()).update(_split(value))
    for key in PHRASES:
        lists[key] = {entry for code in codes for entry in getattr(load_phrases(code), key)}
    return _Lists({key: frozenset(value) for key, value in lists.items()})


def _lasts(words: dict[str, frozenset[str]], keys: Iterable[str]) -> frozenset[str]:
    return frozenset(phrase.split()[-1] for key in keys for phrase in words.get(key, ()))


def _ends(words: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for key in words:
        for word in _lasts(words, (key,)):
            found.setdefault(word, set()).add(key)
    return {word: frozenset(keys) for word, keys in found.items()}


def _never_names(words: dict[str, frozenset[str]]) -> frozenset[str]:
    keys = ("not_names", "not_named", "sentence_words", "function_words", "possessives")
    never = {word for key in keys for word in words.get(key, ())}
    announced = {word for word in words.get("name_before", ()) if " " not in word}
    return frozenset(never | announced | {word for word in words["greetings"] if " " not in word})


def _labels(
    tables: list[dict[str, Any]],
) -> tuple[dict[str, tuple[str, ...]], dict[str, list[Phrase]]]:
    """Marked and named words, single ones and phrases."""
    labels: dict[str, tuple[str, ...]] = {}
    phrases: dict[str, list[Phrase]] = {}
    for entry, label in _listed(tables):
        first, *rest = entry.replace("&", " & ").split() or [""]
        if rest:
            phrases.setdefault(first, []).append((tuple(rest), label))
        else:
            labels[first] = tuple(dict.fromkeys((*labels.get(first, ()), label)))
    for options in phrases.values():
        options.sort(key=lambda phrase: -len(phrase[0]))
    return labels, phrases


def _listed(tables: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    for table in tables:
        schools = frozenset(_split(table.get("company_schools", "")))
        bodies = frozenset(_split(table.get("company_institutions", "")))
        for key, label in (MARKS | NAMED).items():
            for entry in _split(table.get(key, "")):
                if key == "companies" and entry in schools:
                    yield entry, "school"
                elif key == "companies" and entry in bodies:
                    yield entry, "other_institution"
                else:
                    yield entry, label


def _counted(tables: list[dict[str, Any]], key: str) -> dict[str, int]:
    """Months or weekdays to their number, from 1."""
    return {
        word: number
        for table in tables
        for number, entry in enumerate(table.get(key, ()), 1)
        for word in _split(entry)
    }


def _heads(tables: list[dict[str, Any]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for table in tables:
        for kind, label in HEADS.items():
            for head in _split(table.get(f"{kind}_heads", "")):
                if not head.startswith("-"):
                    found.setdefault(head, label)
    return found


def _first_heads(tables: list[dict[str, Any]]) -> dict[str, list[Phrase]]:
    found: dict[str, list[Phrase]] = {}
    for table in tables:
        for kind, label in HEADS.items():
            for head in _split(table.get(f"{kind}_first", "")):
                first, *rest = head.split()
                found.setdefault(first, []).append((tuple(rest), label))
    for options in found.values():
        options.sort(key=lambda phrase: -len(phrase[0]))
    return found


def _suffixes(tables: list[dict[str, Any]]) -> tuple[tuple[str, str, bool], ...]:
    found: dict[str, tuple[str, bool]] = {}
    for table in tables:
        sure = frozenset(_split(table.get("street_heads_sure", "")))
        for kind, label in HEADS.items():
            for head in _split(table.get(f"{kind}_heads", "")):
                if head.startswith("-"):
                    certain = kind == "school" or head in sure
                    found.setdefault(head[1:], (label, certain))
    ranked = sorted(found.items(), key=lambda item: -len(item[0]))
    return tuple((suffix, label, certain) for suffix, (label, certain) in ranked)


def _endings(tables: list[dict[str, Any]]) -> tuple[tuple[str, str], ...]:
    pairs = {
        (ending, form)
        for table in tables
        for form, endings in table.get("endings", {}).items()
        for ending in _split(endings)
    }
    return tuple(sorted(pairs, key=lambda pair: (-len(pair[0]), pair)))
