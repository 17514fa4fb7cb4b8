"""How people say what they are called, in the first week of a course; everybody is invented."""

from __future__ import annotations

import pytest

from onym.find.lexicon import lexicon
from onym.find.slots import find_slots
from onym.names.forms import parse_name
from test_conversations import Message, hidden

CLASS = {
    "u1": "Marguerite Dalgaard",
    "u2": "Philippa Grange",
    "u3": "Gudrun Haldorsdottir",
    "u4": "Robert Ashdown",
    "u5": "Robert Quill",
    "u6": "Tobias Hale",
    "u7": "Will Thorne",
}


def slots(text: str) -> list[tuple[str, str]]:
    return [(slot.kind, slot.name) for slot in find_slots(text, lexicon(("en",)))]


@pytest.mark.parametrize(
    ("said", "kind", "name"),
    [
        ("I'm Marguerite but everybody calls me Mags.", "presented", "Mags"),
        ("Most people know me as Pip, by the way.", "presented", "Pip"),
        ("Summer here", "introduced", "Summer"),
        ("hey its yusra, new number", "introduced", "yusra"),
        ("Hi, this is Tom from the lab.", "introduced", "Tom"),
        ("morning everyone! leo here, with news", "introduced", "leo"),
        ("hi all, leo 👋", "signed", "leo"),
        ("Hello, you two! Chi-Chi here. More on paper.", "introduced", "Chi-Chi"),
        ("I will bring Will, my flatmate, if I may.", "fellow", "Will"),
        ("If it is unclear, ask our tutor Tobias.", "fellow", "Tobias"),
        ("I asked my brother Tobias.", "related", "Tobias"),
        ("It is unclear. Will, could you open the discussion?", "asked", "Will"),
        ("Dear Lan, yes, do read it. Your mother is right! Best, Helena", "signed", "Helena"),
        ("Hi Tom, what a good idea! Mary", "signed", "Mary"),
        ("He is one of mine. Lovely boy. xx Dani", "signed", "Dani"),
        ("What she says. Can you put it there??\nb.", "signed", "b"),
        ("My mum speaks Welsh, and so did her mother and father, and both of\nthem wrote it."
         "\n- Bobby Q", "signed", "Bobby Q"),
    ],
)  # fmt: skip
def test_who_says_what_they_are_called(said: str, kind: str, name: str) -> None:
    assert (kind, name) in slots(said)


@pytest.mark.parametrize(
    "said",
    [
        "It is unclear. However, you could open it.",
        "It is over. Bye Mary",
        "I agree with you, Mary.",
        "I read the novel 'My Name is Pip' again.",
        "It is Paris in May.",
        "This is Anna's book.",
        "It is better to light a candle than to curse the dark.\n- Mary Poe",
    ],
)
def test_who_is_only_spoken_to_or_quoted_has_not_signed(said: str) -> None:
    assert all(kind not in ("signed", "introduced", "presented") for kind, _ in slots(said))


def test_a_pet_name_that_is_a_word_is_theirs_who_say_so() -> None:
    texts = hidden(
        ("u1", "Hello! I'm Marguerite but everybody calls me Mags. I teach French."),
        ("u4", "Hi Mags, nice to meet you.\nRobert A."),
        ("u5", "What Mags says."),
        roster=CLASS,
    )
    assert texts[0].startswith("Hello! I'm [u1] but everybody calls me [u1].")
    assert texts[1].startswith("Hi [u1], nice")
    assert texts[2] == "What [u1] says."


def test_a_short_form_that_is_a_word_where_they_are_thanked_by_it() -> None:
    texts = hidden(("u2", "It is on page nine."), ("u4", "Thanks Pip, good to know."), roster=CLASS)
    assert texts[1] == "Thanks [u2], good to know."


def test_a_pet_name_that_begins_like_theirs_and_not_somebody_elses_name() -> None:
    texts = hidden(
        ("u3", "I am Gudrun. I live on a farm in the north."),
        ("u4", "Hi Gunna,\n\nwelcome! I like farms.\n\nRobert A."),
        ("u3", "Thanks!"),
        ("u4", "Hi Gunna,\n\nyou are welcome.\n\nRobert A."),
        roster=CLASS,
    )
    assert texts[1].startswith("Hi [u3],")


def test_what_begins_like_their_name_is_theirs_who_are_there_by_it() -> None:
    texts = hidden(("u3", "Hi you! Gud-Gud here. What else?"), ("u4", "Hello."), roster=CLASS)
    assert texts[0] == "Hi you! [u3] here. What else?"


def test_a_name_that_is_a_word_is_asked_where_it_is_a_whole_question() -> None:
    texts = hidden(
        ("u7", "I will.\nWill"), ("u4", "Is it on Monday? Will?\nRobert A."), roster=CLASS
    )
    assert texts[1].startswith("Is it on Monday? [u7]?")


def test_a_prophet_is_not_who_is_called_so() -> None:
    texts = hidden(
        ("u2", "I see."),
        ("u1", "In such schools the prophet Mohammed is a model."),
        roster={**CLASS, "u2": "Mohammed Al-Rashid"},
    )
    assert texts[1] == "In such schools the prophet Mohammed is a model."


def test_what_they_sign_with_beside_their_name_in_brackets_is_theirs() -> None:
    texts = hidden(
        ("u2", "It is not there yet.\n\nZee (Philippa)"),
        ("u4", "Sorry Zee!! Now it is."),
        roster=CLASS,
    )
    assert texts == ["It is not there yet.\n\n[u2]", "Sorry [u2]!! Now it is."]


def test_a_word_that_opens_a_sentence_is_no_first_name_of_theirs() -> None:
    texts = hidden(
        ("u2", "I forgot."),
        ("u1", "Perdón Charlie! Here it is."),
        roster={**CLASS, "u2": "Charlie Fenn"},
    )
    assert texts[1] == "Perdón [u2]! Here it is."


NAMESAKES: tuple[Message, ...] = (
    ("u4", "Hi all, I'm Robert. I work in a bank.\nRobert A."),
    ("u5", "Hi, I am the other Robert.\n- Bobby Q"),
)


def test_the_other_of_that_name_is_not_the_writer() -> None:
    told: Message = ("u4", "It was the other Robert, I only forwarded it.\nRobert A.")
    texts = hidden(*NAMESAKES, told, roster=CLASS)
    assert texts[1] == "Hi, I am the other [u5].\n- [u5]"
    assert texts[2].startswith("It was the other [u5], I only")


def test_a_short_form_is_whose_who_signs_with_it_and_an_initial() -> None:
    asked: Message = ("u6", "I liked what Bobby said about it. Groups: Bobby, Will and I.\nTobias")
    assert hidden(*NAMESAKES, asked, roster=CLASS)[2].startswith("I liked what [u5] said")


def test_the_tutor_takes_part_and_a_brother_does_not() -> None:
    texts = hidden(
        ("u1", "If it is unclear, ask our tutor Tobias."),
        ("u6", "Do.\nTobias"),
        ("u1", "I asked my brother Tobias."),
        roster=CLASS,
    )
    assert texts[0] == "If it is unclear, ask our tutor [u6]."
    assert "[u6]" not in texts[2] and "Tobias" not in texts[2]


def test_an_old_friend_with_a_full_name_takes_part() -> None:
    texts = hidden(
        ("u7", "I wrote it.\nWill"), ("u1", "Hi to my old mate Will Thorne!"), roster=CLASS
    )
    assert texts[1] == "Hi to my old mate [u7]!"


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("Kovács Péter", "Péter"),
        ("Lin Xiaoming", "Xiaoming"),
        ("Tanaka Hiroshi", "Hiroshi"),
        ("Nguyễn Thị Lan", "Lan"),
        ("Péter Kovács", "Péter"),
        ("Xiaoming Lin", "Xiaoming"),
        ("Grace Lin", "Grace"),
        ("Anna Maria", "Anna"),
        ("Robert Kim", "Robert"),
    ],
)
def test_the_family_name_stands_first_where_people_write_so(name: str, given: str) -> None:
    parsed = parse_name(name)
    assert given in parsed.given
    assert parsed.family


def test_a_given_name_behind_the_family_name_is_known_in_small_letters_too() -> None:
    texts = hidden(
        ("u1", "Is it so?"),
        ("u2", "lol xiaoming! And so am I."),
        roster={"u1": "Lin Xiaoming", "u2": "Grace Poe"},
    )
    assert texts[1] == "lol [u1]! And so am I."
