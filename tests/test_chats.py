"""People in chats: called by user names first thing, seldom greeted, never signing. Invented."""

from __future__ import annotations

import pytest

from slot_tables import slots
from test_conversations import Message, hidden

PEOPLE = {"u1": "bosvig", "u2": "plimcod", "u3": "lantern"}
TALK: tuple[Message, ...] = (
    ("u1", "plimcod: did you build it?"),
    ("u2", "bosvig: yes, it works"),
    ("u1", "plimcod: great, and the tests?"),
    ("u2", "bosvig - they pass"),
    ("u1", "plimcod, then we can release"),
    ("u2", "bosvig: let us do that on Monday"),
)


def after(*texts: str, roster: dict[str, str] | None = PEOPLE) -> list[str]:
    """What somebody else says at the end of the chat, with ids for names."""
    return hidden(*TALK, *(("u3", text) for text in texts), roster=roster)[len(TALK) :]


@pytest.mark.parametrize("roster", [PEOPLE, None])
def test_whom_messages_begin_with_is_somebody_though_nobody_is_registered(
    roster: dict[str, str] | None,
) -> None:
    assert after("ask plimcod about that", roster=roster) == ["ask [u2] about that"]


@pytest.mark.parametrize(
    "text", ["ok, thanks {}", "good point, {}", "I see {}", "bye {}", "_@{}_ is right", "@{}?"]
)
def test_who_ends_a_message_of_one_line_is_not_its_writer(text: str) -> None:
    told = after(text.format("bosvig"), "that is what bosvig said")
    assert told == [text.format("[u1]"), "that is what [u1] said"]


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("yes it is, Mary", "addressed Mary"),
        ("thanks, Mary", "thanked Mary"),
        ("Yes it is. Mary", "signed Mary"),
        ("Bye, Mary", "signed Mary"),
        # a post of several sentences whose lines an export has lost
        ("We can only wait. Regards, Mary", "signed Mary"),
    ],
)
def test_what_the_last_word_of_one_line_is(text: str, slot: str) -> None:
    assert slots(text) == [slot]


def test_what_everybody_is_told_to_use_is_nobody_for_being_first() -> None:
    lines = [("u1", "frob-error: it is not defined"), ("u2", "warning: frob is old")] * 4
    assert hidden(*TALK, *lines)[-2:] == [text for _, text in lines[:2]]


def test_who_is_talked_of_all_the_time_is_no_program() -> None:
    talk = [f"I saw plimcod again, plimcod is in room {n}" for n in range(8)]
    assert after(*talk)[-1] == "I saw [u2] again, [u2] is in room 7"


def test_a_user_name_is_its_bearers_however_somebody_else_is_greeted() -> None:
    others = [("u3", "hi bosvig, are you there?"), ("u2", "he is not"), ("u3", "hi bosvig")]
    assert hidden(*TALK, *others, roster=PEOPLE)[-1] == "hi [u1]"


def test_who_is_away_is_called_as_ever() -> None:
    roster = {**PEOPLE, "u4": "lantern_away"}
    told = hidden(*TALK, ("u1", "lantern: hello"), ("u4", "hi"), roster=roster)
    assert told[-2] == "[u3]: hello"


@pytest.mark.parametrize("name", ["Hope", "Rose"])
def test_a_display_name_that_is_a_word_has_a_capital_in_mid_sentence(name: str) -> None:
    talk: list[Message] = [("u1", f"I asked {name} about part {n}.") for n in range(4)]
    word = f"we {name.lower()} so"
    told = hidden(*talk, ("u2", word), ("u1", word), ("u2", word), roster={"u2": name, "u1": "Ott"})
    assert told[3:5] == ["I asked [u2] about part 3.", word]


def test_genitives_of_display_names() -> None:
    talk: list[Message] = [
        ("u1", "Jag tycker att det var en bra idé som vi pratade om på mötet i går."),
        ("u2", "Ja, det är Tornblads idé, och den är inte så svår att förstå för oss."),
        ("u1", "Då frågar jag Tornblad om det, för det var han som tog upp det."),
    ]
    told = hidden(*talk, roster={"u1": "Mirja", "u2": "Vidar", "u3": "Tornblad"})
    assert told[1:] == [text.replace("Tornblad", "[u3]") for _, text in talk[1:]]


@pytest.mark.parametrize(
    "text",
    [
        "It rained.\n\nPresent: Orla Quimby, Tam Fenwick\nand Ines Marl.\n\nNext time we dig.",
        "Apologies: Orla Quimby; Tam Fenwick; Ines Marl",
        "Attendees:\n- Orla Quimby\n- Tam Fenwick (late)\n- Ines Marl\n",
    ],
)
def test_who_was_there_is_private(text: str) -> None:
    told = hidden(("u1", text), ("u2", "Thanks."), roster={"u1": "Zorbitt", "u2": "Plim"})[0]
    assert not any(name in told for name in ("Orla", "Quimby", "Tam", "Fenwick", "Ines", "Marl"))


def test_things_that_were_there_are_not() -> None:
    text = "Present: two spades, a fork, Danish pastry and rain."
    assert hidden(("u1", text), ("u2", "Thanks."))[0] == text


def test_a_first_name_on_the_list_is_one_of_several_or_the_participant() -> None:
    roster = {"u1": "Orla", "u2": "Plim"}
    text = "Present: Orla Quimby, Tam Fenwick."
    assert hidden(("u1", text), roster=roster)[0] == "Present: [u1], [X1]."
    assert "[u1]" not in hidden(("u2", f"{text[:-1]}, Orla Marsh."), roster=roster)[0]
