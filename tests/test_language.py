"""What Onym knows of languages, names and words; every person here is invented."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym import language
from onym.errors import PolicyError
from onym.language import CODES, Language

ROOT = Path(__file__).parent.parent
KEYS = [item.name for item in fields(Language)]
ROLES = {"from", "sender", "sent", "to", "cc", "bcc", "subject", "reply_to", "other"}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("key", KEYS)
def test_every_language_has_every_key(code: str, key: str) -> None:
    assert getattr(language.load(code), key)


@pytest.mark.parametrize("code", [*CODES, "other"])
def test_entries_are_lower_case_trimmed_and_unique(code: str) -> None:
    loaded = language.load(code)
    for key in KEYS[2:]:
        value = getattr(loaded, key)
        for entries in value.values() if isinstance(value, dict) else [value]:
            assert len(entries) == len(set(entries)), key
            for entry in entries:
                assert entry == entry.lower().strip(), (key, entry)
                assert "’" not in entry and "  " not in entry, (key, entry)


@pytest.mark.parametrize("code", [*CODES, "other"])
def test_templates_name_somebody_and_header_fields_have_every_role(code: str) -> None:
    loaded = language.load(code)
    unnamed = [line for line in loaded.attributions if "{name}" not in line]
    assert all(
        any(word in line for word in ("you", "sie", "du", "vous", "tu ", "вы")) for line in unnamed
    )
    assert all("{name}" in line for line in loaded.agreements)
    assert set(loaded.header_fields) == ROLES


def test_an_unknown_language_is_refused_in_one_line() -> None:
    with pytest.raises(PolicyError, match="choose among en, sv, fr, de") as caught:
        language.load("xx")
    assert "\n" not in str(caught.value)


PHRASES = [
    ("en", "greetings", "good morning"),
    ("en", "closings", "kind regards"),
    ("en", "closings", "hope this helps"),
    ("en", "thanks", "thx"),
    ("en", "group_words", "everyone"),
    ("en", "titles", "prof"),
    ("en", "separators", "-----original message-----"),
    ("en", "attributions", "on {date}, {name} wrote:"),
    ("en", "term_words", "sampler"),
    ("en", "relations", "supervisor"),
    ("sv", "greetings", "hejsan"),
    ("sv", "closings", "mvh"),
    ("sv", "attributions", "den {date} skrev {name}:"),
    ("sv", "months", "maj"),
    ("fr", "greetings", "bonjour"),
    ("fr", "closings", "bien à vous"),
    ("fr", "attributions", "le {date}, {name} a écrit :"),
    ("fr", "group_words", "tous"),
    ("de", "greetings", "sehr geehrte frau"),
    ("de", "closings", "mit freundlichen grüßen"),
    ("de", "attributions", "am {date} schrieb {name}:"),
    ("de", "particles", "von und zu"),
    ("other", "attributions", "op {date} schreef {name}:"),
    ("other", "attributions", "el {date}, {name} escribió:"),
    ("other", "attributions", "il giorno {date} {name} ha scritto:"),
]


@pytest.mark.parametrize(("code", "key", "entry"), PHRASES)
def test_phrases_people_use(code: str, key: str, entry: str) -> None:
    assert entry in getattr(language.load(code), key)


def test_header_fields_in_four_languages() -> None:
    subjects = [language.load(code).header_fields["subject"][0] for code in CODES]
    assert subjects == ["subject", "ämne", "objet", "betreff"]


def test_merge_puts_the_longest_first() -> None:
    merged = language.merge("greetings", ["en", "sv"])
    assert {"hello", "hejsan"} <= set(merged)
    assert [len(entry) for entry in merged] == sorted(map(len, merged), reverse=True)


GIVEN = [
    ("Robert", "m"),
    ("mary", "f"),
    ("ÅSA", "u"),
    ("Jürgen", "m"),
    ("Juergen", "m"),
    ("Zoé", "f"),
    ("zoe", "f"),
    ("Robin", "u"),
    ("Fatima", "f"),
    ("Xiaoming", "u"),
    ("Priya", "f"),
    ("Olumide", "m"),
    ("Дмитрий", "m"),
    ("Dmitriy", "m"),
    ("민준", "m"),
]


@pytest.mark.parametrize(("name", "gender"), GIVEN)
def test_given_names_in_any_case_and_with_or_without_accents(name: str, gender: str) -> None:
    info = language.given_names().get(name)
    assert info is not None and name in language.given_names()
    assert info.gender == gender


@pytest.mark.parametrize("name", ["Smith", "Šimić", "simic", "O'Brien", "Müller", "Nguyen", "Kim"])
def test_surnames(name: str) -> None:
    info = language.surnames().get(name)
    assert info is not None and info.gender is None and info.cultures


@pytest.mark.parametrize("word", ["intercept", "qwzx", "", "whereas"])
def test_what_is_no_name(word: str) -> None:
    assert language.given_names().get(word) is None
    assert word not in language.surnames()


def test_weights_and_cultures_tell_common_from_rare() -> None:
    names = language.given_names()
    common, rare, unknown = names.get("james"), names.get("siobhan"), names.get("dmitriy")
    assert common and rare and unknown
    assert common.weight == 9 and rare.weight is not None and rare.weight < 5
    assert unknown.weight is None
    assert "sv_SE" in (names.get("lars") or common).cultures


SHORT = [
    ("Bob", "Robert"),
    ("robbie", "Robert"),
    ("Bert", "Robert"),
    ("Bobby", "Robert"),
    ("Kit", "Christopher"),
    ("Kit", "Katherine"),
    ("Maggie", "Margaret"),
    ("Meg", "Margaret"),
    ("Peggy", "Margaret"),
    ("Liz", "Elizabeth"),
    ("Jack", "John"),
    ("Ted", "Edward"),
    ("Kalle", "Karl"),
    ("Lasse", "Lars"),
    ("Pelle", "Per"),
    ("Nisse", "Nils"),
    ("Lotta", "Charlotte"),
    ("Janne", "Jan"),
    ("Micke", "Mikael"),
    ("Kattis", "Katarina"),
    ("Hansi", "Johannes"),
    ("Sepp", "Josef"),
    ("Uli", "Ulrich"),
    ("Uli", "Ulrike"),
    ("Steffi", "Stefanie"),
    ("Uschi", "Ursula"),
    ("Jeannot", "Jean"),
    ("Manu", "Emmanuel"),
    ("Seb", "Sébastien"),
    ("Fred", "Frédéric"),
    ("Titi", "Thierry"),
    ("Pepe", "José"),
    ("Paco", "Francisco"),
    ("Nacho", "Ignacio"),
    ("Sasha", "Alexander"),
    ("Sasha", "Alexandra"),
    ("Misha", "Mikhail"),
    ("Katya", "Ekaterina"),
    ("Wim", "Willem"),
    ("Kees", "Cornelis"),
    ("Beppe", "Giuseppe"),
    ("Kasia", "Katarzyna"),
    ("Kostas", "Konstantinos"),
    # by rule
    ("Ben", "Benjamin"),
    ("Steph", "Stephanie"),
    ("Abby", "Abigail"),
    ("Krish", "Krishnamurthy"),
    ("Siddy", "Siddharth"),
    ("Olu", "Olumide"),
]
NOT_SHORT = [
    ("Tim", "Thomas"),
    ("Mary", "Margaret"),
    ("Simon", "Simone"),
    ("Daniel", "Danielle"),
    ("Mar", "Mark"),
    ("Robert", "Robert"),
    ("Jo", "Jasmine"),
    ("", "Robert"),
    ("Rob", ""),
]


@pytest.mark.parametrize(("short", "full"), SHORT)
def test_short_forms(short: str, full: str) -> None:
    assert language.is_short_form(short, full)
    assert not language.is_short_form(full, short)


@pytest.mark.parametrize(("short", "full"), NOT_SHORT)
def test_what_is_no_short_form(short: str, full: str) -> None:
    assert not language.is_short_form(short, full)


@pytest.mark.parametrize("name", ["robert", "karl", "josef", "sébastien", "francisco"])
def test_the_two_lookups_mirror_each_other(name: str) -> None:
    shorts = language.short_forms(name)
    assert shorts
    assert all(language.fold(name) in language.formal_names(short) for short in shorts)


SAME = [
    ("Elisabeth", "Elizabeth"),
    ("Catherine", "Kathryn"),
    ("Stephen", "Steven"),
    ("Jon", "John"),
    ("Mohammed", "Muhammad"),
    ("Sara", "Sarah"),
    ("Sophie", "Sofie"),
    ("Eric", "Erik"),
    ("Mikael", "Michael"),
    ("Natalia", "Natalya"),
    ("Bryan", "Brian"),
    ("Gillian", "Jillian"),
    ("Jürgen", "Juergen"),
    ("Karim", "Kareem"),
    ("Xenia", "Ksenia"),
    ("Jonathon", "Jonathan"),
    ("Filip", "Philip"),
    ("Maja", "Maya"),
    ("Thomas", "Tomas"),
    ("Zoë", "Zoe"),
]
DIFFERENT = [
    ("Simon", "Simone"),
    ("Marie", "Mary"),
    ("Jan", "Jane"),
    ("Jean", "Jin"),
    ("Neil", "Nell"),
    ("John", "Ivan"),
    ("Anna", "Hannah"),
    ("Maria", "Marie"),
    ("Robert", "Roberta"),
    ("Colin", "Colleen"),
    ("Ian", "Ann"),
    ("Lena", "Lina"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_spellings_of_one_name(a: str, b: str) -> None:
    assert language.variants(a, b) and language.variants(b, a)


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_names_that_are_different(a: str, b: str) -> None:
    assert not language.variants(a, b) and not language.variants(b, a)


@given(st.text(max_size=20), st.text(max_size=20))
def test_folding_is_stable_and_variants_are_symmetric(a: str, b: str) -> None:
    assert language.fold(language.fold(a)) == language.fold(a)
    assert language.variants(a, a)
    assert language.variants(a, b) == language.variants(b, a)


BOTH = (
    "will mark hope rose may grace long in young brown frank bill jack art faith dean drew rob sue "
    "pat gene ray miles max iris ivy jade ruby olive penny sunny rich dick josh chuck grant lance "
    "reed pierce chase hunter mason carter cook baker king page bush rice wood stone field hill"
)


@pytest.mark.parametrize("word", BOTH.split())
def test_english_words_that_are_names_too(word: str) -> None:
    assert language.is_ordinary(word, ["en"]) and language.is_word_and_name(word, ["en"])


ORDINARY = {
    "en": "table model regression house question colour color thanks",
    "sv": "hus fråga hans alla björn sten stig dag liv hand svart svårt uppgift april",
    "fr": "maison pierre rose petit question merci étudiant ciel avril",
    "de": "haus frage ernst wolf leider anders jahr schneider schön weiß",
}
NAMES_ONLY = {
    "en": "robert mary john timothy laura smith jones london berlin arhtur",
    "sv": "erik anna johan karl andersson stockholm stockholms nisse lars",
    "fr": "michel jean marie paris macquart moreau",
    "de": "peter klaus jürgen uwe berlin schmidt",
}


@pytest.mark.parametrize(
    ("code", "word"), [(c, w) for c, ws in ORDINARY.items() for w in ws.split()]
)
def test_ordinary_words(code: str, word: str) -> None:
    assert language.is_ordinary(word, [code])


@pytest.mark.parametrize(
    ("code", "word"), [(c, w) for c, ws in NAMES_ONLY.items() for w in ws.split()]
)
def test_names_are_no_ordinary_words_however_frequent(code: str, word: str) -> None:
    assert not language.is_ordinary(word, [code])


def test_any_of_the_languages_will_do() -> None:
    assert language.is_ordinary("hans", ["en", "sv"])
    assert not language.is_ordinary("hus", ["en"])
    assert not language.is_ordinary("hus", [])


def test_frequency_counts_names_as_words() -> None:
    assert language.zipf("the") > 7 > language.zipf("robert") > 4
    assert language.zipf("qwzxv") == 0
    assert language.is_word("Robert") and not language.is_word("arhtur")
    assert language.zipf("och", ["en", "sv"]) == language.zipf("och", ["sv"])


@pytest.mark.parametrize(
    "place", ["Sverige", "Göteborg", "goteborg", "New York", "München", "Wien"]
)
def test_places(place: str) -> None:
    assert language.is_place(place)


def test_what_is_no_place_and_what_is_technology() -> None:
    assert not language.is_place("table")
    assert language.is_technology("Moodle") and language.is_technology("visual studio")
    assert not language.is_technology("robert")


LANGUAGES = [
    ("I think that the answer is not in the book", ("en",)),
    ("Jag tycker att det är bra men inte så mycket", ("sv",)),
    ("Je pense que ce n’est pas la peine", ("fr",)),
    ("Ich glaube, dass das nicht so einfach ist", ("de",)),
    ("", ("en",)),
]


@pytest.mark.parametrize(("text", "found"), LANGUAGES)
def test_detect(text: str, found: tuple[str, ...]) -> None:
    assert language.detect([text]) == found


def test_a_corpus_may_have_two_languages() -> None:
    swedish, english = LANGUAGES[1][0], LANGUAGES[0][0]
    assert set(language.detect([swedish, english])) == {"sv", "en"}
    assert language.detect([english] * 20 + [swedish]) == ("en",)


def test_importing_loads_neither_tables_nor_wordfreq() -> None:
    code = "import sys, onym.language; sys.exit('wordfreq' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_data_is_small_and_every_file_has_an_origin() -> None:
    folder = ROOT / "src" / "onym" / "language"
    data = [path for path in folder.rglob("*") if path.suffix in {".z", ".txt", ".toml"}]
    assert sum(path.stat().st_size for path in data) < 6_000_000
    origins = (folder / "LICENSES.md").read_text(encoding="utf-8")
    for path in data:
        if path.suffix == ".z":
            assert path.relative_to(folder).as_posix() in origins


def test_the_compiled_names_are_what_the_tool_builds() -> None:
    pytest.importorskip("faker")
    pytest.importorskip("mimesis")
    pytest.importorskip("nicknames")
    command = [sys.executable, str(ROOT / "tools" / "build_language.py"), "--check"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
