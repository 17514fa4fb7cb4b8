"""What people do on the forum of a course and in a newsgroup; every person here is invented."""

from __future__ import annotations

from test_conversations import Message, hidden

CALLED: tuple[Message, ...] = (
    ("u1", "How do I build it? @quimble @zorbitt"),
    ("u2", "Like this: make all."),
    ("u1", "Thanks quimble! And the tests, @zorbitt?"),
)
ACCOUNTS = {"u1": "plinker3d", "u2": "quimble", "u3": "zorbitt"}


def test_a_number_that_is_called_is_an_account() -> None:
    texts = hidden(*CALLED, ("u3", "@99z7000123 has done it, and @98zz700045."), roster=ACCOUNTS)
    assert texts[-1] == "@[X2] has done it, and @[X1]."


def test_a_team_is_nobody_though_it_signs_and_is_called() -> None:
    signed: Message = ("u2", "The marks are out.\n\nKind regards,\nFrob Team")
    texts = hidden(
        *CALLED,
        *[signed] * 5,
        ("u1", "Dear Frob Team,\n\nthank you. I asked the Frob team and @POD_TEAM."),
        roster=ACCOUNTS,
    )
    assert texts[3] == signed[1]
    assert texts[-1].startswith("Dear Frob Team,\n\nthank you. I asked the Frob team and")


def test_whoever_wrote_last_is_not_quoted_where_nobody_is_answered() -> None:
    quoting: Message = ("u4", "quimble:\n\nLike this: make all.\n\nThat fails.")
    texts = hidden(
        ("u2", "Like this: make all."),
        ("u3", "I did that."),
        quoting,
        ("u1", "@quimble is right. Thanks quimble!"),
        parents=(0, 1, 0, 1),
    )
    assert texts[-1] == "@[u2] is right. Thanks [u2]!"


THANE = {"u1": "Robert Ashdown", "u2": "Lund Pembrook", "u3": "Mary Quill"}
SPOKEN: tuple[Message, ...] = (
    ("u2", "It is the second one."),
    ("u1", "Hi Lund,\n\nis it?\n\nRobert"),
    ("u2", "It is."),
    ("u3", "Hi Lund,\n\nI see.\n\nMary"),
    ("u2", "Good."),
    ("u1", "I agree with Lund, and Lund's book says so, too.\n\nRobert"),
)


def test_who_is_called_like_a_town_is_so_wherever_they_are_greeted_so() -> None:
    assert hidden(*SPOKEN, roster=THANE)[-1] == (
        "I agree with [u2], and [u2]'s book says so, too.\n\n[u1]"
    )


def test_the_same_without_a_list_where_they_are_quoted_in_full() -> None:
    quoted: Message = ("u1", "Lund Pembrook wrote:\n> Good.\n\nIt is.\n\nRobert")
    texts = hidden(*SPOKEN, ("u2", "Good."), quoted, ("u2", "Good."), quoted)
    assert texts[5] == "I agree with [u2], and [u2]'s book says so, too.\n\n[u1]"


def test_a_town_of_which_people_talk_stays_though_somebody_is_called_so() -> None:
    texts = hidden(
        ("u2", "It is the second one."),
        ("u1", "They teach it in Lund, and Lund is far.\n\nRobert"),
        roster=THANE,
    )
    assert texts[-1] == "They teach it in Lund, and Lund is far.\n\n[u1]"


def test_an_initial_and_a_family_name_that_is_a_town() -> None:
    texts = hidden(
        ("u2", "It is the second one."),
        ("u1", "G Bath wrote:\n> It is the second one.\n\nI see.\n\nRobert"),
    )
    assert texts[-1] == "[u2] wrote:\n> It is the second one.\n\nI see.\n\n[u1]"


def test_who_signs_with_a_firm_behind_the_name_is_not_spoken_to() -> None:
    signed = "Buy the book that all of them read.\n\nBob Marrow, frobnix\nChange the address."
    texts = hidden(
        ("u1", "Which one?"),
        ("u2", signed),
        ("u3", "And which one do I need?"),
        ("u2", signed),
    )
    assert texts[1] == texts[3] == signed.replace("Bob Marrow", "[u2]")


def test_who_is_greeted_below_a_quote_is_who_is_answered() -> None:
    texts = hidden(
        ("u1", "The first one.\n\nMary"),
        ("u2", "The second one.\n\nMary"),
        ("u3", "Mary Poe wrote:\n> The second one.\n\nMary,\nWhy that one?"),
        ("u2", "I like it.\n\nMary"),
        roster={"u1": "Mary Ash", "u2": "Mary Poe", "u3": "Robert Quill"},
    )
    assert texts[2] == "[u2] wrote:\n> The second one.\n\n[u2],\nWhy that one?"
