"""What is found in a text: the examples of every label, and which reading the context chooses."""

from __future__ import annotations

from functools import cache
from time import process_time
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym.details import CATEGORIES, LABELS, MARKED, Detail, Detector, svala_labels
from onym.details.blocks import find_blocks
from onym.details.detector import settle
from onym.details.lexicon import read_examples
from onym.details.overview import overview
from onym.errors import PolicyError
from onym.language import CODES
from onym.model import People


@cache
def detector(code: str, people: People = "private") -> Detector:
    return Detector([code], people=people)


def found(text: str, code: str = "en", people: People = "private") -> list[tuple[str, str]]:
    """Stretches and labels; of a detail with parts the parts."""
    pairs = []
    for detail in detector(code, people).detect(text):
        pieces = detail.parts or ((detail.start, detail.end, detail.sublabel),)
        pairs += [(text[start:end], label) for start, end, label in pieces]
    return pairs


def whole(text: str, code: str = "en") -> list[tuple[str, str]]:
    return [(text[d.start : d.end], d.sublabel) for d in detector(code).detect(text)]


def below(text: str) -> list[tuple[str, str]]:
    """What the first line, taken for a name, has below it."""
    name = (0, len(text.partition("\n")[0]))
    return [(text[each.start : each.end], each.sublabel) for each in find_blocks(text, [name])]


@pytest.mark.parametrize("code", CODES)
def test_every_example_is_found(code: str) -> None:
    assert set(read_examples(code)) == set(LABELS)
    for label, example in read_examples(code).items():
        text = example.replace("[", "").replace("]", "")
        start, end = example.index("["), example.index("]") - 1
        read = found(text, code) + whole(text, code) + below(text)
        assert (text[start:end], label) in read, example


@pytest.mark.parametrize("text", ["Thx", "Heh, yes, I like it.", "Wow, so many!"])
def test_an_interjection_is_nobody(text: str) -> None:
    assert not found(text, people="everyone")


def test_english_and_swedish_have_an_example_of_every_label() -> None:
    assert set(read_examples("en")) == set(read_examples("sv")) == set(LABELS)


CONTEXT = [
    # name or town
    ("sv", "Hej Elena! Hur mår du?", "Elena", "firstname_female"),
    ("sv", "Jag bor i Elena i Bulgarien.", "Elena", "city"),
    ("en", "I live in Florence now.", "Florence", "city"),
    ("en", "In Texas, nobody walks.", "Texas", "region"),
    # a country with its article, or in capitals where a small word may be
    ("en", "I come from the US.", "the US", "country"),
    ("en", "I come from the U.S. and like it.", "the U.S.", "country"),
    ("en", "We lived in the U.S. My sister still does.", "the U.S", "country"),
    ("en", "I have lived in US for a year.", "US", "country"),
    ("en", "She emailed US to say so.", "US", None),
    ("en", "GIVE IT TO US IN US LETTERS.", "US", None),
    ("en", "L. A. Poe wrote it.", "L. A", None),
    ("de", "Wir wohnen in der Schweiz.", "der Schweiz", "country"),
    ("sv", "jag kommer från bosnien och bor i botkyrka.", "bosnien", "country"),
    ("de", "Ansbach ist eine schöne Stadt.", "Ansbach", "city"),
    ("en", "We left Gurgaon for good.", "Gurgaon", "city"),
    ("en", "The courts of the Washington area are slow.", "Washington", "region"),
    ("de", "Die Sofia hat es mir erzählt.", "Sofia", "firstname_female"),
    ("en", "My sister Florence called.", "Florence", "firstname_female"),
    ("en", "Charlotte told me everything.", "Charlotte", "firstname_female"),
    ("en", "I gave the book to Anna.", "Anna", "firstname_female"),
    ("en", "We flew to Victoria.", "Victoria", "city"),
    ("sv", "Jag fick ett kort från Elena.", "Elena", "firstname_female"),
    ("de", "Ich gehe zu Anna.", "Anna", "firstname_female"),
    ("fr", "Je pense à Anna.", "Anna", "firstname_female"),
    # somebody who is known for a work, or the work itself
    ("en", "She read a novel by Ada Poe to me.", "Ada", None),
    ("en", "The cake was made by Ada Poe.", "Ada", "firstname_female"),
    ("en", "Snow is cold.\n\nWritten by Ada Poe", "Ada", "firstname_female"),
    ("en", "Essay by Ada Poe\n\nSnow is cold.", "Ada", "firstname_female"),
    ("en", "Snow is cold.\nWritten by Ada Poe, it is a classic.", "Ada", None),
    ("en", 'I love "Ode to Snow" by Poe.', "Poe", None),
    ("en", "The solo in Julius by Fishbone is long.", "Julius", None),
    ("en", "I was given to Julius by Ada.", "Julius", "firstname_male"),
    ("en", '"To be is to do." - Ada Poe', "Ada", None),
    ("en", 'My favourite is "Jane Hood" by Ada Poe.', "Jane", None),
    ("en", "We saw a film by Ken Loach. My sister slept.", "Ken", None),
    ("en", "It grows like Moore's law says.", "Moore's", None),
    ("sv", "Jag läste boken av Ada Lind.", "Ada", None),
    ("sv", "Jag fick en present av Ada Lind.", "Ada", "firstname_female"),
    ("fr", "J'ai lu un roman de Camille Durand.", "Camille", None),
    ("fr", "C'est le livre de Camille.", "Camille", "firstname_female"),
    ("de", "Ich lese einen Roman von Annika Krause.", "Annika", None),
    ("de", "Ich bekam einen Brief von Annika Krause.", "Annika", "firstname_female"),
    # name or word
    ("sv", "Min bästa vän heter Hans.", "Hans", "firstname_male"),
    ("sv", "Hans bil är röd.", "Hans", None),
    ("sv", "Ring eller maila mig.", "maila", None),
    ("en", "We asked Will about it.", "Will", "firstname_male"),
    ("en", "Will you come?", "Will", None),
    # surname or town
    ("sv", "Jag bor i Lund.", "Lund", "city"),
    ("sv", "Hon heter Karin Lund.", "Lund", "surname"),
    # month or word or name
    ("en", "We met in May.", "May", "month_word"),
    ("en", "You may go.", "may", None),
    ("sv", "Vi ses i maj.", "maj", "month_word"),
    # four digits
    ("en", "I moved in 1998.", "1998", "year"),
    ("en", "It cost 1998 dollars.", "1998", None),
    ("sv", "Hyran är 2010 kronor.", "2010", None),
    # two digits, an age or how long ago
    ("fr", "Il a six ans.", "six", "age_string"),
    ("fr", "Il y a six ans, je suis parti.", "six", None),
    ("de", "Mit zwanzig Jahren ging er fort.", "zwanzig", "age_string"),
    ("de", "Seit zwanzig Jahren lebt er hier.", "zwanzig", None),
    ("en", "I'm 24 and happy.", "24", "age_digits"),
    ("en", "I'm 24 miles away.", "24", None),
    ("en", "Robert is 31 and tired.", "31", "age_digits"),
    ("en", "The answer is 31.", "31", None),
    ("en", "On Mondays I take the 36 bus.", "36", "transport_nr"),
    ("en", "I saw 36 people.", "36", None),
    ("sv", "Jag var 11 när vi flyttade.", "11", "age_digits"),
    ("sv", "Jag bodde där i 11 år.", "11", None),
    # phone or personal number
    ("en", "Student number: 20481", "20481", "other_nr_seq"),
    ("de", "Matrikelnummer: 1234567", "1234567", "other_nr_seq"),
    ("en", "My student number is s1234567.", "s1234567", "other_nr_seq"),
    ("en", "It broke in revision r1234567.", "r1234567", None),
    ("sv", "Ring mig på 0850612238.", "0850612238", "phone_nr"),
    ("sv", "Mitt personnummer är 8506122384.", "8506122384", "personid_nr"),
    # misspelt, small, run together
    ("sv", "jag bor i stokholm.", "stokholm", "city"),
    ("sv", "Vi kom i desember.", "desember", "month_word"),
    ("sv", "Jag gillar Göteborg.Anna,Erik gillar Malmö.", "Erik", "firstname_male"),
    ("sv", "Jag gillar Göteborg.Anna,Erik gillar Malmö.", "Göteborg", "city"),
    # a town that ends like a castle, a relative, a friend, a profession
    ("de", "ich wohne in hamburg.", "hamburg", "city"),
    ("de", "Mein großer Bruder Tobias kommt.", "Tobias", "firstname_male"),
    ("de", "Ich spiele mit Ali und Jonas.", "Jonas", "firstname_male"),
    ("de", "Meine Mutter Lehrerin, mein Vater Koch.", "Lehrerin", "prof"),
    ("fr", "Je joue avec mes copains.", "copains", None),
    ("fr", "J'ai un frère.", "frère", "fam"),
    ("fr", "Nous partons au mois d'août.", "août", "month_word"),
    ("fr", "Je commence le 1er mars.", "1er", "day"),
    # ordinary compounds are no schools and no streets
    ("de", "Er wohnt in der Nähe der Schule.", "Nähe der Schule", None),
    ("sv", "Min dotter går i grundskolan.", "grundskolan", "edu"),
    ("sv", "Jag stod på gatan.", "gatan", None),
]


@pytest.mark.parametrize(("code", "text", "word", "label"), CONTEXT)
def test_context_chooses(code: str, text: str, word: str, label: str | None) -> None:
    assert dict(found(text, code)).get(word) == label


def test_a_street_or_school_is_found_wherever_it_stands_again() -> None:
    text = (
        "Björkgatan är fin. Jag bor på Björkgatan 12. Björkgatans hus är gula, björkar finns inte."
    )
    streets = [word for word, label in found(text, "sv") if label == "street"]
    assert streets == ["Björkgatan", "Björkgatan", "Björkgatans"]


FORMS = [
    ("sv", "Marias klänning var vit.", "maria", "genitive"),
    ("sv", "Göteborgs hamn är stor.", "goteborg", "genitive"),
    ("en", "I read Hannah's letter.", "hannah", "genitive"),
    ("sv", "Min systers man är snäll.", "systers", "genitive"),
    ("sv", "Vi ses på måndagen.", "1", "definite"),
    ("en", "I work on Mondays.", "1", "plural"),
]


@pytest.mark.parametrize(("code", "text", "value", "form"), FORMS)
def test_endings_are_recognised(code: str, text: str, value: str, form: str) -> None:
    details = detector(code).detect(text)
    assert (value, form) in [(detail.value, detail.form) for detail in details]


def test_one_thing_has_one_value() -> None:
    text = "Stockholm, stockholm, Stokholm och Stockholms"
    assert {d.value for d in detector("sv").detect(text)} == {"stockholm"}


def test_a_full_name_is_one_detail_with_parts() -> None:
    (detail,) = detector("en").detect("I met Anna Maria von Berg.")
    assert (detail.sublabel, detail.value) == ("fullname", "anna maria von berg")
    labels = [part.sublabel for part in detail.parts]
    assert labels == ["firstname_female", "middlename", "surname", "surname"]


def test_a_name_once_found_is_found_again() -> None:
    text = "I wrote to Hannah Kerwick. Kerwick never answered."
    assert found(text)[-1] == ("Kerwick", "surname")


def test_addresses_tell_names() -> None:
    text = "See you!\nKjolbrix\nkjolbrix@example.org"
    assert ("Kjolbrix", "NAME") in [
        (text[d.start : d.end], d.category) for d in detector("en").detect(text)
    ]


PEOPLE = "President Poe spoke. My friend Hannah did too."


@pytest.mark.parametrize(
    ("people", "expected"),
    [("participants", []), ("private", ["Hannah"]), ("everyone", ["Poe", "Hannah"])],
)
def test_whose_names(people: People, expected: list[str]) -> None:
    details = detector("en", people).detect(PEOPLE)
    assert [PEOPLE[d.start : d.end] for d in details if d.category == "NAME"] == expected


def test_categories_can_be_chosen() -> None:
    text = "Hannah lives in Leeds, write to h@example.org."
    chosen = Detector(["en"], categories=["EMAIL", "city"]).detect(text)
    assert [d.category for d in chosen] == ["PLACE", "EMAIL"]
    with pytest.raises(PolicyError, match="no category"):
        Detector(["en"], categories=["shoe size"])


def test_accents_of_their_own_change_no_offset() -> None:
    text = "Jag bor i Göteborg med Åsa Öberg."
    apart = normalize("NFD", text)
    assert [normalize("NFC", apart[d.start : d.end]) for d in detector("sv").detect(apart)] == [
        text[d.start : d.end] for d in detector("sv").detect(text)
    ]


def test_marks_that_no_normal_form_puts_in_order_are_no_trouble() -> None:
    text = "\u05d1\u05bc\u05b0 and Leeds e\u0301"
    (city,) = Detector(["en"]).detect(text)
    assert text[city.start : city.end] == "Leeds"


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("I have read all of Virginia Woolf.", []),
        ("We played Frédéric Chopin. Chopin died young, says Anna.", ["Anna"]),
        ("I am a fan of Ada Poe, not of my aunt Ada.", ["Ada"]),
        ("My friend Virginia Woolf is here. Virginia Woolf sings.", ["Virginia Woolf"] * 2),
        ("Dear Virginia Woolf, how are you?", ["Virginia Woolf"]),
        ("My name is Franz Kafka and I study law.", ["Franz Kafka"]),
        ("Franz Kafka is great.\n\nBest wishes\nFranz", ["Franz Kafka", "Franz"]),
        ("Franz Kafka, and Hans Kafka, his brother.", ["Franz Kafka", "Hans Kafka"]),
        ("Franz Kafka writes from franz@example.org.", ["Franz Kafka"]),
    ],
)
def test_widely_known_people_are_kept_unless_the_writer_knows_them(
    text: str, hidden: list[str]
) -> None:
    found = [d for d in Detector(["en"]).detect(text) if d.category == "NAME"]
    assert [text[d.start : d.end] for d in found] == hidden
    everyone = Detector(["en"], people="everyone").detect(text)
    assert sum(d.category == "NAME" for d in everyone) >= max(1, len(hidden))


WORDS = [
    "Anna",
    "Berg",
    "bor",
    "i",
    "Göteborg",
    "12",
    "maj",
    "2015",
    "years",
    "old",
    "my",
    "brother",
    "@ab",
    "a@b.se",
    "www.x.se",
    "070-1234567",
    "och",
]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([*WORDS, *" .,!?\n"]), max_size=30).map("".join)
    | st.lists(st.sampled_from(WORDS), max_size=15).map(" ".join)
    | st.text(max_size=60)
)
def test_details_are_in_order_apart_and_inside_the_text(text: str) -> None:
    for code in ("en", "sv"):
        end = 0
        for detail in detector(code, "everyone").detect(text):
            assert end <= detail.start < detail.end <= len(text)
            assert detail.category == LABELS[detail.sublabel].category
            assert all(detail.start <= p.start < p.end <= detail.end for p in detail.parts)
            end = detail.end


def test_the_higher_rank_wins_then_the_longer() -> None:
    place, name = Detail(3, 9, "PLACE", "city"), Detail(5, 20, "NAME", "fullname")
    assert settle([(1, name), (2, place)]) == [place]
    assert settle([(1, name), (1, place)]) == [name]


def test_labels_map_to_svala() -> None:
    assert svala_labels("weekday", "definite genitive") == ["day", "def", "gen"]
    assert {LABELS[label].category for label in LABELS} == set(CATEGORIES)
    assert set(CATEGORIES) >= MARKED


def test_the_overview_has_a_row_for_each_label() -> None:
    table = overview("sv")
    assert [row[0] for row in table.rows] == list(LABELS)
    with pytest.raises(PolicyError, match="no language"):
        overview("xx")


HOSTILE = ["070-" * 3000, "x" * 30_000, "http://a" + ")" * 30_000, "a@" * 5000, "A B " * 1500]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:6])
def test_time_grows_with_the_text_only(text: str) -> None:
    before = process_time()
    detector("sv", "everyone").detect(text)
    assert process_time() - before < 5
