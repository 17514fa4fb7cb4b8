"""Pseudonyms of details: examples first, then what holds for every one of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym.details import Detector
from onym.details.model import LABELS, Detail, Part
from onym.fitting import Fitter, calendar, places, pools
from onym.text.text import fold

SWEDISH = Fitter(1, ("sv", "en"))


def detail(text: str, label: str, value: str = "", form: str | None = None) -> Detail:
    return Detail(0, len(text), LABELS[label].category, label, form, 1.0, value or fold(text))


def fit(text: str, label: str, value: str = "", form: str | None = None) -> str:
    return SWEDISH.pseudonym(detail(text, label, value, form), text)


HARD = [
    ("anna.berg@skola.se", "email", "email@dot.com"),
    ("email@dot.com", "email", "email@dot.org"),
    ("www.annas-sida.se", "url", "url.com"),
    ("070-123 45 67", "phone_nr", "0000-000000"),
    ("850709-9805", "personid_nr", "123456-0000"),
    ("6152-12 345 67", "account_nr", "0000-00 000 00"),
    ("MLB 84A", "license_nr", "ABC 000"),
    ("412 58", "zip_code", "000 00"),
    ("41258", "zip_code", "00000"),
    ("M3 5JX", "zip_code", "A0 0AA"),
    ("2012-03-04", "date_digits", "1111-11-11"),
    ("4.3.2012", "date_digits", "1.1.1111"),
    ("11/11/1111", "date_digits", "22/22/2222"),
    ("4", "day", "11"),
    ("1st", "day", "11th"),
    ("11th", "day", "12th"),
]


@pytest.mark.parametrize(("before", "label", "after"), HARD)
def test_hard_replacements_have_one_form_and_keep_delimiters(
    before: str, label: str, after: str
) -> None:
    assert fit(before, label) == after


CARRIED = [
    # the pseudonym of the plain word, then the word in another form or spelling
    ("Maria", "firstname_female", "Marias", "maria", "genitive", "{}s"),
    ("Maria", "firstname_female", "Maria's", "maria", "genitive", "{}'s"),
    ("Maria", "firstname_female", "MARIA", "maria", None, "{upper}"),
    ("Maria", "firstname_female", "maria", "maria", None, "{lower}"),
    ("Odense", "city", "Odenses", "odense", "genitive", "{}s"),
    ("Stockholm", "city", "Stokholm", "stockholm", None, "{}"),
    ("Stockholm", "city", "stockholms", "stockholm", "genitive", "{lower}s"),
    ("Danmark", "country", "Danmarks", "danmark", "genitive", "{}s"),
]


@pytest.mark.parametrize(("plain", "label", "written", "value", "form", "after"), CARRIED)
def test_the_form_is_carried_over(
    plain: str, label: str, written: str, value: str, form: str | None, after: str
) -> None:
    base = fit(plain, label)
    expected = after.format(base, upper=base.upper(), lower=base.lower())
    if base.endswith("s"):  # Mats is Mats in the genitive too
        expected = expected.removesuffix("s")
    assert fit(written, label, value, form) == expected


def test_a_city_lies_in_the_country_that_its_country_became() -> None:
    country, city = fit("Danmark", "country"), fit("Odense", "city")
    code = next(c for c in places.countries() if places.country_name(c, "sv") == country)
    assert country != "Danmark"
    assert city in places.cities(code)
    assert fit("Århus", "city") in places.cities(code)


def test_no_country_stands_for_another_that_wants_an_article() -> None:
    assert {"US", "GB", "NL", "PH"}.isdisjoint(places.countries())
    assert Fitter(1, ("en",)).pseudonym(detail("the US", "country"), "the US").istitle()


def test_schools_and_streets_keep_what_kind_of_thing_they_are() -> None:
    assert fit("Odense universitet", "school") == f"{fit('Odense', 'city')} universitet"
    assert fit("Odenses universitet", "school") == f"{fit('Odense', 'city')}s universitet"
    assert fit("Björkskolan", "school").endswith("skolan")
    assert fit("Storgatan", "street").endswith("gatan")
    assert fit("Bergs Bygg AB", "work").endswith(" AB")
    hugo = Fitter(1, ("fr",)).pseudonym(detail("rue Victor Hugo", "street"), "rue Victor Hugo")
    assert hugo.removeprefix("rue ") in places.inventions("fr").stems  # Hugo is a town as well


def streets(text: str, seed: int, language: str = "sv") -> list[str]:
    """The streets and schools of a text, pseudonymised, each with the city it is said to lie in."""
    found = Detector([language]).detect(text)
    fitter = Fitter(seed, (language,))
    fitter.settle_in(found)
    made = {each.sublabel: fitter.pseudonym(each, text) for each in found}
    assert made["city"] not in ("Odense", "Linköping")
    own = places.stems_of(made["city"], language)
    return [made[label] for label in ("street", "school") if any(map(made[label].startswith, own))]


@pytest.mark.parametrize("seed", range(5))
def test_streets_and_schools_are_those_of_the_city(seed: int) -> None:
    text = "Jag bor på Björkgatan 12 i Odense och går på Frejaskolan."
    street, school = streets(text, seed)
    assert street.endswith("gatan") and street != "Björkgatan"
    assert school.endswith("skolan") and school != "Frejaskolan"


def test_every_city_has_streets_of_its_own() -> None:
    lyon, viseu = places.stems_of("Lyon", "sv"), places.stems_of("Viseu", "sv")
    assert lyon == places.stems_of("Lyon", "sv") != viseu
    assert len(set(lyon)) == places.OWN
    assert set(lyon) < set(places.stems_of("", "sv"))
    many = Fitter(1, ("sv",))
    named = [f"{one}{other}gatan" for one in "ABCDEFGHIJKLMNOPQ" for other in "abcdefghijklmnopq"]
    made = {many.pseudonym(detail(street, "street"), street) for street in named}
    assert len(made) == len(named) and "".join(made).isalpha()


def test_a_small_country_becomes_one_of_its_continent() -> None:
    europe = set(places.neighbours("SE")) | {"SE"}
    for seed in range(20):
        city = Fitter(seed, ("sv",)).pseudonym(detail("Odense", "city"), "Odense")
        assert any(city in places.cities(code, "sv") for code in europe)
    assert "DK" not in places.countries()


def test_cities_are_called_what_the_language_calls_them() -> None:
    assert {"Lissabon"} <= set(places.cities("PT", "de")) & set(places.cities("PT", "sv"))
    assert "Lisbon" in places.cities("PT") and "Lisbonne" in places.cities("PT", "fr")


def test_places_that_no_table_knows_get_letters() -> None:
    fitter = Fitter(1, ("en",))
    made = [
        fitter.pseudonym(detail(name, "city"), name) for name in ("Yxby", "Zettun", "Yxby", "Qvux")
    ]
    assert made == ["A-city", "B-city", "A-city", "C-city"]
    assert [places.lettered(n) for n in (0, 25, 26, 27, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "AB",
        "ZZ",
        "AAA",
    ]


def test_short_codes_are_no_capitals() -> None:
    fitter = Fitter(1, ("en",))
    assert fitter.pseudonym(detail("ZX", "region"), "ZX") == "A-region"
    assert fitter.pseudonym(detail("QUUXLAND", "region"), "QUUXLAND") == "B-REGION"


def test_cities_can_all_be_invented() -> None:
    fitter = Fitter(1, ("sv",), invented=True)
    assert fitter.pseudonym(detail("Stockholm", "city"), "Stockholm") == "A-stad"


def test_a_short_form_becomes_a_short_form() -> None:
    fitter = Fitter(3)
    whole, short, other = (
        fitter.pseudonym(detail(name, "firstname_male"), name)
        for name in ("Robert", "Robbie", "Rob")
    )
    assert short in pools.shorts()[fold(whole)]
    assert other in pools.shorts()[fold(whole)]
    assert short.endswith(("y", "ie"))
    assert short != other


def test_the_short_form_may_come_first() -> None:
    fitter = Fitter(3)
    short = fitter.pseudonym(detail("Robbie", "firstname_male"), "Robbie")
    whole = fitter.pseudonym(detail("Robert", "firstname_male"), "Robert")
    assert short in pools.shorts()[fold(whole)]


def test_names_keep_gender_and_culture() -> None:
    known = pools.pools()
    assert fit("Agnieszka", "firstname_female") in known["pl"].female
    assert fit("Ahmed", "firstname_male") in known["ar"].male
    assert fit("Kim", "firstname_unknown") in known["sv"].neutral
    assert fit("Lindberg", "surname") in known["sv"].surname
    for name, culture in [
        *(("Sophie Ballantyne", "en"), ("Walter Marsh", "en"), ("Mathieu Saint-Amand", "fr")),
        *(("Zdeněk Wiśniewski", "pl"), ("Weiying Gao", "zh"), ("Robert", "en"), ("Qxz", "en")),
    ]:
        assert pools.culture_of(name.split(), ("en",)) == culture, name
    assert pools.culture_of(["Robert"], ("sv", "en")) in ("sv", "en")
    assert pools.gender_of("Kim") == "u"
    assert pools.gender_of("Kim", "female") == "f"


def test_a_full_name_is_replaced_word_by_word() -> None:
    text = "Anna Bergs"
    parts = (Part(0, 4, "firstname_female"), Part(5, 10, "surname"))
    whole = Detail(0, 10, "NAME", "fullname", "genitive", 1.0, "anna berg", parts)
    family = fit("Berg", "surname")
    ending = "" if family.endswith("s") else "s"
    assert SWEDISH.pseudonym(whole, text) == f"{fit('Anna', 'firstname_female')} {family}{ending}"
    assert SWEDISH.fixed(whole, text) == "[firstname_female] [surname]"


def test_what_stands_around_a_part_stays() -> None:
    text = "I am 30 years old"
    age = Detail(5, 17, "AGE", "age_digits", None, 1.0, "30", (Part(5, 7, "age_digits"),))
    made = SWEDISH.pseudonym(age, text)
    assert made in {f"{n} years old" for n in (28, 29, 31, 32)}


CALENDAR = [
    ("months", "Mars", "mars", "sv", "Maj"),
    ("months", "Jan.", "januari", "sv", "Mar."),
    ("months", "DECEMBER", "december", "en", "FEBRUARY"),
    ("weekdays", "måndagarna", "mandag", "sv", "onsdagarna"),
    ("weekdays", "Sundays", "sunday", "en", "Tuesdays"),
    ("weekdays", "Samstag", "samstag", "de", "Montag"),
    ("months", "août", "aout", "fr", "octobre"),
]


@pytest.mark.parametrize(("kind", "before", "value", "language", "after"), CALENDAR)
def test_another_month_or_weekday_with_the_same_ending(
    kind: str, before: str, value: str, language: str, after: str
) -> None:
    assert calendar.other_in_calendar(kind, before, value, 2, language) == after


AGES = [
    ("21", "21", 2, "23"),
    ("1", "1", -2, "3"),
    ("twenty-one", "21", -1, "twenty"),
    ("Tjugoett", "21", 1, "Tjugotvå"),
    ("einundzwanzig", "21", 1, "zweiundzwanzig"),
    ("vingt et un", "21", 1, "22"),
]


@pytest.mark.parametrize(("before", "value", "by", "after"), AGES)
def test_ages_in_digits_and_words(before: str, value: str, by: int, after: str) -> None:
    language = {"t": "en", "T": "sv", "e": "de", "v": "fr"}.get(before[0], "en")
    assert calendar.other_age(before, value, by, language) == after


def test_years_are_written_as_they_were() -> None:
    assert calendar.other_year("1998", "1998", 2) == "2000"
    assert calendar.other_year("'98", "1998", 2) == "'00"


# -- what holds for all ---------------------------------------------------------------------------

DRAWN = ("firstname_female", "firstname_male", "firstname_unknown", "surname", "city", "country")
INVENTED = ("region", "area", "island", "school", "work", "street", "username", "nickname")
TEXTS = ("Anna", "Maria", "Robert", "Robbie", "Kim", "Berg", "Poe", "Lee", "Sten", "Zyxtrop")
MORE = ("Malmö", "Odense", "France", "Norge", "Lindskolan", "Acme Ltd")
things = st.tuples(
    st.sampled_from(DRAWN + INVENTED),
    st.sampled_from(TEXTS + MORE),
)
seeds = st.integers(min_value=0, max_value=2**63)


@settings(deadline=None)
@given(st.lists(things, min_size=1, max_size=12), seeds)
def test_never_the_original_never_two_for_one_and_always_the_same(
    listed: list[tuple[str, str]], seed: int
) -> None:
    fitter = Fitter(seed, ("en", "sv"), taken=["Emma Green"])
    given_names: dict[tuple[str, str], str] = {}
    for label, text in listed + listed:
        made = fitter.pseudonym(detail(text, label), text)
        assert fold(made) != fold(text)
        assert not {"emma", "green"} & set(fold(made).split())
        assert given_names.setdefault((label, text), made) == made
    for kind in DRAWN:
        of_kind = {text: made for (label, text), made in given_names.items() if label == kind}
        assert len(set(of_kind.values())) == len(of_kind), kind


@settings(deadline=None)
@given(st.lists(things, min_size=1, max_size=8), seeds)
def test_the_seed_repeats_and_the_table_goes_on(listed: list[tuple[str, str]], seed: int) -> None:
    def run(fitter: Fitter) -> list[str]:
        return [fitter.pseudonym(detail(text, label), text) for label, text in listed]

    first = Fitter(seed)
    made = run(first)
    assert run(Fitter(seed)) == made
    assert run(Fitter(seed + 1, given=first.table)) == made


@settings(deadline=None)
@given(st.integers(1, 120), seeds, st.text("abc", max_size=3))
def test_ages_and_years_move_by_at_most_two(number: int, seed: int, place: str) -> None:
    fitter = Fitter(seed)
    for label, value in (("age_digits", number), ("year", 1900 + number)):
        made = int(fitter.pseudonym(detail(str(value), label), str(value), place))
        assert 1 <= abs(made - value) <= 2
        assert made > 0


@settings(deadline=None)
@given(seeds, st.sampled_from(["sv", "en", "fr", "de"]))
def test_months_and_weekdays_are_dealt_out_anew(seed: int, language: str) -> None:
    fitter = Fitter(seed, (language,))
    for label, kind in (("month_word", "months"), ("weekday", "weekdays")):
        words = [row[0] for row in calendar.calendar(kind, language)]
        made = [fitter.pseudonym(detail(word, label), word) for word in words]
        assert sorted(made) == sorted(words)
        assert all(before != after for before, after in zip(words, made, strict=True))


def test_a_crowd_never_runs_out_of_names() -> None:
    fitter = Fitter(4)
    names = [fitter.first_name(f"\0{n}", "en", "f") for n in range(150)]
    assert len({fold(name) for name in names}) == 150


def test_numbers_of_placeholders_follow_the_things() -> None:
    fitter = Fitter(0)
    told = [("Leeds", "leeds"), ("York", "york"), ("leeds", "leeds"), ("Leads", "leeds")]
    made = [fitter.placeholder(detail(text, "city", value), text) for text, value in told]
    assert made == ["[city_1]", "[city_2]", "[city_1]", "[city_1]"]
    assert fitter.placeholder(detail("York", "city"), "York", "another essay") == "[city_1]"


def test_a_short_form_keeps_its_pseudonym_when_other_long_forms_turn_up() -> None:
    for names in (["alex", "alexandra", "alexander"], ["robbie", "roberta", "robin", "robert"]):
        fitter = Fitter(5, ("en",))
        first = fitter.name("firstname_unknown", names[0])
        for name in names[1:]:
            fitter.name("firstname_unknown", name)
            assert fitter.name("firstname_unknown", names[0]) == first
