"""How a written word may stand for a registered name; every person here is invented."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym import language
from onym.model import Participant
from onym.names.kinship import (
    IN_WORDS,
    STRENGTH,
    Person,
    close,
    matches_mangled,
    person_of,
    relate,
    relate_phrase,
)


def person(*names: str, handles: tuple[str, ...] = ()) -> Person:
    """A participant of these registered names."""
    return person_of(Participant("U1", names, handles))


KINSHIP = [
    # as registered, as written, how the one stands for the other
    ("Robert James Ramsden", "Robert", "registered"),
    ("Robert James Ramsden", "James", "registered"),
    ("Ramsden, Robert James", "Ramsden", "registered"),
    ("Robert Ramsden", "robert", "registered"),
    ("Robert Ramsden", "ROBERT", "registered"),
    ("Robert Ramsden", "RObert", "registered"),
    ("Mary-Jane Poe", "Mary", "part"),
    ("Mary-Jane Poe", "Jane", "part"),
    ("Mary-Jane Poe", "Maryjane", "part"),
    ("Mary Poe-Pell", "Pell", "part"),
    ("Conor O'Neil", "ONeil", "part"),
    ("Conor O'Neil", "O’Neil", "registered"),
    ("Jan van der Berg", "Berg", "registered"),
    ("Ana Šimić", "Simic", "registered"),
    ("Ana Simic", "Šimić", "registered"),
    ("Björk Guðmundsdóttir", "Gudmundsdottir", "registered"),
    ("Jürgen Hollenbach", "Juergen", "variant"),
    ("Jürgen Hollenbach", "J?rgen", "mangled"),
    ("Petr Novák", "Nov?k", "mangled"),
    ("Petr Nov?k", "Novak", "mangled"),
    ("Дмитрий Иванов", "Дмитрий", "registered"),
    ("田中 太郎", "田中", "registered"),
    ("Robert Ramsden", "Bob", "short"),
    ("Robert Ramsden", "Rob", "short"),
    ("Robert Ramsden", "Robbie", "short"),
    ("Margaret Pell", "Maggie", "short"),
    ("Elizabeth Pell", "Liz", "short"),
    ("Christopher Pell", "Kit", "short"),
    ('Robert "Bob" Ramsden', "Bob", "registered"),
    ("Wei (Walter) Pell", "Walter", "registered"),
    ("Elizabeth Pell", "Elisabeth", "variant"),
    ("Jon Pell", "John", "variant"),
    ("Stephen Pell", "Steven", "variant"),
    ("Sara Pell", "Sarah", "variant"),
    ("Robert James Ramsden", "RJR", "initials"),
    ("Robert James Ramsden", "RJ", "initials"),
    ("Robert James Ramsden", "R", "initials"),
    ("Robert James Ramsden", "r.", "initials"),
    ("Mary-Jane Poe", "MJ", "initials"),
    ("Mary-Jane Poe", "M-J", "initials"),
    ("Mary-Jane Poe", "M.-J.", "initials"),
    ("A. R. Ramsden", "A", "initials"),
    ("A. R. Ramsden", "Anna", "expanded"),
    ("A. R. Ramsden", "Mary", None),
    ("Robert Ramsden", "Robrt", "misspelt"),
    ("Robert Ramsden", "Robetr", "misspelt"),
    ("Christopher Pell", "Christoper", "misspelt"),
    # short names are not misspelt, they are other words
    ("Ian Pell", "in", None),
    ("Ian Pell", "an", None),
    ("Ian Pell", "Ina", None),
    ("Mary Poe", "Moe", None),
    # other names stay other names
    ("Robert Ramsden", "Albert", None),
    ("Mary Poe", "Marie", None),
    ("Mary Poe", "Maria", None),
    ("Mary Poe", "Robert", None),
    ("Mary Pell Ltd", "Ltd", None),
    ("Jan van der Berg", "van", None),
    ("Jan van der Berg", "der", None),
    ("A. R. Ramsden", "AR", "initials"),
    ("M. J. Ramsden", "M", "initials"),
    ("Petr Novák", "Nov??k", "mangled"),
    ("Mary Poe", "Poe-Ramsden", "part"),
    ("Mary Poe", "Mary-Ann", None),
]


@pytest.mark.parametrize(("registered", "written", "expected"), KINSHIP)
def test_how_a_word_stands_for_a_name(registered: str, written: str, expected: str | None) -> None:
    assert relate(written, person(registered)) == expected


SLIPS = [
    ("Arthur Pell", "Arhtur"),
    ("Margaret Pell", "Margret"),
    ("Robert Ramsden", "Ramsdn"),
    ("Robert Ramsden", "Rammsden"),
]


@pytest.mark.parametrize(("registered", "written"), SLIPS)
def test_a_slip_is_a_misspelling_or_another_spelling(registered: str, written: str) -> None:
    assert relate(written, person(registered)) in {"misspelt", "variant"}


HANDLES = [
    # names, handles, as written
    ((), ("mary.poe@example.org",), "Mary", "handle"),
    ((), ("mary.poe@example.org",), "Poe", "handle"),
    (("Mary Poe",), ("mpoe@example.org",), "mpoe", "handle"),
    (("Mary Poe",), ("kittycat42",), "Kittycat", "handle"),
    (("kitten42",), (), "kitten42", "handle"),
    (("quimble",), (), "quimle", "misspelt"),
    (("quimb",), (), "kuimb", None),
    (("Mary",), (), "Mary", "registered"),
    ((), ("mpoe@example.org",), "Robert", None),
]


@pytest.mark.parametrize(("names", "handles", "written", "expected"), HANDLES)
def test_handles(
    names: tuple[str, ...], handles: tuple[str, ...], written: str, expected: str | None
) -> None:
    assert relate(written, person(*names, handles=handles)) == expected


def test_a_person_is_folded_once() -> None:
    mary = person("Poe, Mary J.", handles=("mary.poe@example.org",))
    assert mary.given == {"mary"}
    assert mary.family == {"poe"}
    assert mary.letters == {"j"}
    assert mary.spelt == {"mary", "poe"}
    assert mary.words == {"mary", "poe"}


def test_a_particle_is_a_name_only_where_a_given_name_stands() -> None:
    assert person("Ben Quill").words == {"ben", "quill"}
    assert person("Omar Ben Quill").words == {"omar", "quill"}


def test_a_lone_user_name_is_a_handle_and_no_name() -> None:
    kitten = person("kitten42")
    assert not kitten.words
    assert kitten.handles == ("kitten42",)


def test_a_user_name_may_spell_out_a_name() -> None:
    mary = person("Mary_Poe1")
    assert mary.words == {"mary", "poe"}
    assert mary.handles == ("Mary_Poe1",)
    assert person("Poe,Mary").handles == person("Mary Poe").handles == ()


def test_a_person_learns_more_of_their_name() -> None:
    mary = person("Mary")
    assert relate("Poe", mary) is None
    assert relate("Poe", mary.learn("poe", given=False)) == "registered"
    assert mary.learn("jane", given=True).given == {"mary", "jane"}


def test_every_word_of_a_phrase_has_its_kinship() -> None:
    robert = person("Robert James Ramsden")
    assert relate_phrase(["Bob", "J.", "Ramsden", "said"], robert) == [
        "short",
        "initials",
        "registered",
        None,
    ]


CLOSE = [
    ("arhtur", "arthur", True),
    ("artur", "arthur", True),
    ("robret", "robert", True),
    ("hobert", "robert", True),
    ("ro", "rob", False),
    ("ian", "jan", False),
    ("mory", "mary", True),
    ("cary", "mary", False),
    ("christofer", "christopher", True),
    ("margret", "robert", False),
]


@pytest.mark.parametrize(("word", "name", "expected"), CLOSE)
def test_a_slip_is_one_edit_from_four_letters_two_from_eight(
    word: str, name: str, expected: bool
) -> None:
    assert close(word, name) is expected


def test_every_kinship_has_a_strength_and_words() -> None:
    assert STRENGTH.keys() == IN_WORDS.keys()
    assert STRENGTH["registered"] == max(STRENGTH.values())
    assert min(STRENGTH.values()) > 0


WORD = st.text("abcdeåö?'-.", max_size=8)
NAME = st.text("abcdefgåéö", min_size=4, max_size=9)


@settings(deadline=None)
@given(WORD, st.lists(st.text(max_size=12), max_size=2))
def test_any_word_and_any_name_may_be_compared(word: str, names: list[str]) -> None:
    assert relate(word, person(*names)) in {None, *STRENGTH}


@settings(deadline=None)
@given(NAME, st.integers(0, 8))
def test_a_letter_that_broke_is_any_letter(name: str, at: int) -> None:
    broken = name[: at % len(name)] + "?" + name[at % len(name) + 1 :]
    assert matches_mangled(broken, name)


@settings(deadline=None)
@given(NAME, NAME)
def test_being_close_is_mutual(word: str, name: str) -> None:
    assert close(word, name) == close(name, word)
    assert close(name, name)


NAMES = sorted(
    {"robert", "bob", "rob", "robbie", "catherine", "katherine", "kate", "kit", "elisabeth"}
    | {"elizabeth", "eliza", "stephanie", "steffi", "jon", "john", "philip", "filip", "sofie"}
    | {"sophie", "margaret", "margret", "peggy", "william", "bill", "gulielm", "ohn", "hilip"}
)


@given(st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_names_without_a_mark_in_common_are_not_akin(one: str, other: str) -> None:
    akin = language.is_short_form(one, other) or language.variants(one, other) or close(one, other)
    assert not akin or language.kindred(one) & language.kindred(other)


@given(
    st.sampled_from(NAMES),
    st.integers(0, 8),
    st.sampled_from(["", "x", "ae"]),
    st.integers(0, 2),
)
def test_nor_are_slips(name: str, at: int, put: str, cut: int) -> None:
    slip = name[:at] + put + name[at + cut :]
    assert not close(slip, name) or language.kindred(slip) & language.kindred(name)


@pytest.mark.parametrize("sender", ["Botany Support", "Garden Discussion List", "Garden Team"])
def test_a_desk_a_list_or_a_team_has_no_names_of_its_own(sender: str) -> None:
    office = person(sender)
    assert not office.words
    assert relate(sender.split()[0], office) is None


def test_a_number_or_call_sign_beside_the_name_is_theirs_too() -> None:
    assert person("Zoe Poe G4ABC").handles == ("G4ABC",)
    assert person("Poe, Mary (s1234567)").handles == ("s1234567",)
    assert person("Mary Poe").handles == person("Mary 2").handles == ()


def test_people_may_be_called_like_one() -> None:
    assert person("Anna List").words == {"anna", "list"}
    assert person("Staff Anna Maria").words == {"staff", "anna", "maria"}


def test_a_country_in_brackets_is_no_nickname() -> None:
    assert person("Poe, Mary (USA)").words == {"mary", "poe"}


@pytest.mark.parametrize("sender", ["The Frob (Simon)", "Le Frobigraphe (Simon)"])
def test_a_house_with_a_name_in_brackets_is_that_person(sender: str) -> None:
    assert person(sender).words == {"simon"}


def test_an_article_is_not_the_name_of_an_office() -> None:
    assert not person("Office of the Secretariat").words
    assert person("Le Thi (Anna)").words >= {"thi", "anna"}
