"""People of whom no class list and no table knows; every one of them is invented.

Many forums are handed on without the column of who wrote: then everybody who is spoken to, signs
or introduces themselves is a stranger.
"""

from __future__ import annotations

import pytest

from test_conversations import Message, hidden

NOBODY: list[Message] = [(None, "When is the deadline?"), (None, "On Friday, I think.")]


def unsigned(*texts: str) -> list[str]:
    """Messages of which nobody knows who wrote them, with ids for names."""
    return hidden(*NOBODY, *((None, text) for text in texts))[len(NOBODY) :]


@pytest.mark.parametrize(
    "text",
    [
        "Hi {},\n\nwhich lecture do you mean?",
        "Thank you {}, that was a great help.",
        "I shall try that tonight.\n\nBest,\n{}",
    ],
)
@pytest.mark.parametrize("name", ["Brimsley", "Ojelumi"])
def test_a_name_in_no_table_where_somebody_is_spoken_to_or_signs(text: str, name: str) -> None:
    assert unsigned(text.format(name)) == [text.format("[X1]")]


@pytest.mark.parametrize("who", [None, "u1"])
def test_the_same_where_it_is_known_who_writes(who: str | None) -> None:
    text = "Hi Brimsley,\n\nwhich lecture do you mean?"
    assert hidden((who, text), roster={"u1": "Mary Poe"}) == [text.replace("Brimsley", "[X1]")]


def test_who_signs_where_nobody_knows_who_writes_and_is_greeted() -> None:
    texts = hidden(
        *(("u1", "Who has the notes?"), (None, "I have them.\n\nPri"), ("u1", "Hi Pri, thanks!")),
        roster={"u1": "Mary Poe"},
    )
    assert texts[1:] == ["I have them.\n\n[X1]", "Hi [X1], thanks!"]


@pytest.mark.parametrize(
    "word", ["Helsinki", "USA", "Nevermind", "Everybody", "netters", "PostgreSQL"]
)
def test_no_place_no_word_no_program(word: str) -> None:
    text = f"Hi {word},\n\nwhich lecture do you mean?"
    assert hidden(("u1", text), roster={"u1": "Mary Poe"}) == [text]


@pytest.mark.parametrize("name", ["vpoe", "treehugger"])
def test_a_user_name_that_is_greeted(name: str) -> None:
    assert unsigned(f"Hi {name},\n\nyes.") == ["Hi [X1],\n\nyes."]


def test_user_names_that_are_called_with_a_sign() -> None:
    texts = unsigned("@MaryPoe could you look?", "@vpoe77 yes, both of you", "@MaryPoe thanks")
    assert texts == ["@[X1] could you look?", "@[X2] yes, both of you", "@[X1] thanks"]


def test_signs_of_a_program_call_nobody() -> None:
    texts = ["It says @Autowired there.", "Then @Qualifier above it.", "What is @Autowired for?"]
    assert unsigned(*texts) == texts


@pytest.mark.parametrize("text", ["I am {} and I teach maths.", "I'm {}, a student from Bath."])
def test_who_introduces_themselves_by_a_name_in_no_table(text: str) -> None:
    assert unsigned(text.format("Brimsley")) == [text.format("[X1]")]
    signed = hidden(("u1", text.format("Brimsley")))
    assert signed == [text.format("[u1]")]


@pytest.mark.parametrize("word", ["Bolivian", "Vegan", "Slovene", "Sorry"])
def test_who_says_what_they_are(word: str) -> None:
    text = f"I am {word} and I teach maths."
    assert unsigned(text) == [text]


def test_a_teacher_who_is_spoken_to_and_cited() -> None:
    asked = ["I asked Dr. Thurlow about it.", "Professor Thurlow,\n\nwhen is it due?"]
    cited = ["See Thurlow et al. (2008) for more.", "It is in Thurlow & Poe (2011)."]
    hides = ["I asked Dr. [X1] about it.", "Professor [X1],\n\nwhen is it due?"]
    assert unsigned(*asked, *cited) == [*hides, *cited]


def test_a_country_behind_a_comma_is_nobody() -> None:
    texts = ["I teach maths in Bath, USA.", "Thanks USA!", "I am a student from Ohio, USA."]
    assert unsigned(*texts) == texts


@pytest.mark.parametrize(
    "text",
    [
        "Dear Mrs {},\n\nI shall be late.",
        "I would like to thank Mrs {} for the key.",
        "We owe it to Mrs {} at the desk.",
    ],
)
def test_a_title_makes_somebody_of_a_word_in_no_table_also_where_they_are_thanked(
    text: str,
) -> None:
    mine = text.format("Frobisham")
    assert hidden(("u1", mine), roster={"u1": "Mary Poe"}) == [text.format("[X1]")]


def test_a_german_name_in_s_behind_a_title_is_no_genitive() -> None:
    texts = ["Ich habe gefragt. Frau Annas sagt nein.", "Danach kommt Frau Annas Antwort dazu."]
    said = hidden(*(("u1", text) for text in texts), roster={"u1": "Mary Poe"})
    assert said[0] == "Ich habe gefragt. Frau [X1] sagt nein."


def test_short_forms_are_names_of_people_one_has_to_do_with() -> None:
    texts = ["I spoke to Micke about the key.", "The caretaker Roffe has it, and Micke knows."]
    assert hidden(*(("u1", text) for text in texts), roster={"u1": "Mary Poe"}) == [
        "I spoke to [X1] about the key.",
        "The caretaker [X2] has it, and [X1] knows.",
    ]


def test_first_names_in_a_row_are_no_list_of_works() -> None:
    text = "We went there with Nadine, Holger and the dog.\n\nMary"
    assert hidden(("u1", text), roster={"u1": "Mary Poe"}) == [
        "We went there with [X2], [X1] and the dog.\n\n[u1]"
    ]


def test_a_child_is_named_more_often_where_more_is_written() -> None:
    named = ["Then Silas laughed about it.", "We laughed when Silas fell."] * 3
    assert hidden(*(("u1", text) for text in named)) == named
    walk = "we walked along the river and came back late in the evening, tired. " * 900
    longer = hidden(*(("u1", f"{walk}\n\n{text}") for text in named))
    assert not any("Silas" in text for text in longer)


def test_families_with_their_ages_and_whose_mother_somebody_is() -> None:
    said = hidden(
        ("u1", "We are\n\nAnna Larkham(39), Tom (41), Rosalba(19mo)\n\nMary"),
        ("u2", "So are we.\n\nRobert\nDad to Ben (8), Fenella (11) & Torvil (14)"),
        ("u1", "And she is mother of Will and Dana.\n\nMary"),
        roster={"u1": "Mary Poe", "u2": "Robert Ash"},
    )
    names = ("Anna", "Larkham", "Tom", "Rosalba", "Ben", "Fenella", "Torvil", "Will", "Dana")
    assert not any(name in text for name in names for text in said)
    assert "Mary" not in "".join(said)


def test_numbers_in_brackets_are_no_ages() -> None:
    text = "See Method (8), Section (9) and Ramsden (12), then f(2), g(3).\n\nMary"
    assert hidden(("u1", text), roster={"u1": "Mary Poe"}) == [text.replace("Mary", "[u1]")]


def test_a_relative_who_is_called_like_a_participant_and_named_nowhere_else() -> None:
    roster = {"u1": "Mary Poe", "u2": "Rebecca Ash"}
    said = hidden(("u1", "My sister Becky is four."), ("u2", "How nice."), roster=roster)
    assert said == ["My sister [person] is four.", "How nice."]


def test_a_registered_name_with_a_word_that_names_streets_or_firms() -> None:
    texts = ["In this issue is Rue Larkham's column.", "The University Library is closed."]
    roster = {"u1": "Mary Poe", "u2": "Rue Larkham", "u3": "University Library"}
    said = hidden(*(("u1", text) for text in texts), roster=roster)
    assert said == ["In this issue is [u2]'s column.", texts[1]]


def test_a_pronoun_a_letter_and_an_office_are_nobody() -> None:
    talk = ["No, Sen. Ash will not.", "My sister. She said so.", "Thanks. I\n\nwill try."]
    assert unsigned(*talk) == talk


def test_what_is_in_capitals_all_the_time_is_no_first_name() -> None:
    texts = ["All roles of ARIA are there.", "I read of Aria, and ARIA it is.", "See ARIA."]
    assert unsigned(*texts) == texts


def test_a_list_that_is_quoted_is_nobody() -> None:
    text = "On Monday Mailing List wrote:\n> Which one?\n\nThe second."
    assert unsigned(text) == [text]


def test_who_is_a_recipient_is_a_person_whatever_word_the_family_name_is() -> None:
    text = "See below.\n\nMary\n\n-----Original Message-----\nFrom: Ash, Robert\nTo: Port, Edwin\n"
    text += "Subject: keys\n\nThey lie there."
    said = hidden(("u1", text), roster={"u1": "Mary Poe", "u2": "Robert Ash"})
    assert "Port" not in said[0] and "Edwin" not in said[0]


def test_a_first_name_that_is_mentioned_alone_opens_sentences_too() -> None:
    texts = ["I hear that Leonie took it.", "Leonie strongly advised to wait.", "Leonie is late."]
    said = hidden(*(("u1", text) for text in texts), roster={"u1": "Mary Poe"})
    assert not any("Leonie" in text for text in said)


def test_what_a_club_is_about_is_nobody_who_is_registered_with_it() -> None:
    talk = [
        f"The {word} of {n} friends, and a Frobmobil too." for n, word in enumerate("abcde" * 6)
    ]
    roster = {"u1": "Mary Poe", "u2": "Frobmobil Tom"}
    said = hidden(*(("u1", text) for text in talk), ("u2", "Yes.\n\nTom"), roster=roster)
    assert said == [*talk, "Yes.\n\n[u2]"]


def test_whom_everybody_knows_by_one_word_stays() -> None:
    texts = ["I heard Elvis on the radio.", "We all liked Elvis then."]
    assert hidden(*(("u1", text) for text in texts), roster={"u1": "Mary Poe"}) == texts
