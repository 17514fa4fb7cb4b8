"""How pseudonyms of people look, in columns and in texts, in every style."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym.fitting import Fitter, pools
from onym.model import Participant, Policy
from onym.names.styles import STYLES, Crowd, give
from onym.names.wording import Wording
from onym.text.text import fold

PEOPLE = {
    "U1": Participant("U1", ("Mary Jane Poe",), role="tutor", profile={"Mother tongue": "Welsh"}),
    "U2": Participant("U2", ("Robert Poe",)),
    "U3": Participant("U3", ("Lee, Robert",), gender="m"),
    "U4": Participant("U4", ("Kim Oakes",)),
    "U5": Participant("U5"),
}
CROWD = Crowd(PEOPLE)


def wording(style: str, given_: dict[str, str] | None = None, **policy: object) -> Wording:
    chosen = Policy(style=style, **policy)  # type: ignore[arg-type]
    drawn = given_ or give(style, PEOPLE, 3, {}, crowd=CROWD)
    return Wording(chosen, drawn, PEOPLE, Fitter(3, taken=["Mary Jane Poe", "Robert Lee"]))


def test_a_masking_name_follows_the_real_one() -> None:
    words = wording("name", {"U1": "Sarah Bell", "U2": "Thomas Hill"})
    for who, before, after in [
        ("U2", "Robert", "Thomas"),
        ("U2", "Robbie", "Tommy"),
        ("U2", "Rob", "Tom"),
        ("U2", "Robert Poe", "Thomas Hill"),
        ("U2", "ROBERT POE", "THOMAS HILL"),
        ("U2", "robert", "thomas"),
        ("U2", "Poe", "Hill"),
        ("U2", "Poe, Robert", "Hill, Thomas"),
        ("U2", "R. Poe", "T. Hill"),
        ("U2", "R.", "T."),
        ("U2", "R o b e r t", "Thomas"),
        ("U2", "Robrt", "Thomas"),
        ("U2", "Robert's", "Thomas's"),
        ("U2", "Dr Poe", "Dr Hill"),
        ("U2", "@robert_p", "@thomas.hill"),
        ("U2", "robert.poe@example.org", "thomas.hill@dot.com"),
        ("U1", "Mary Jane", "Sarah"),
        ("U1", "Mary", "Sarah"),
        ("U1", "MJP", "SB"),
        ("U1", "", "Sarah"),
        ("U1", "Mary Jane Poe", "Sarah Bell"),
    ]:
        assert words.shown(who, before) == after, before


def test_a_genitive_is_carried_over() -> None:
    people = {"U1": Participant("U1", ("Maria Berg",))}
    policy = Policy(style="name", languages=("sv",))
    words = Wording(policy, {"U1": "Anna Lund"}, people, Fitter(0, ("sv",)))
    assert [words.shown("U1", each) for each in ("Marias", "Bergs")] == ["Annas", "Lunds"]


def test_masking_names_keep_gender_and_culture() -> None:
    people = {
        "a": Participant("a", ("Agnieszka Nowak",)),
        "b": Participant("b", ("Robert Poe",)),
        "c": Participant("c", ("Zyx Poe",)),
        "d": Participant("d", ("Zyx Roe",), gender="Female"),
    }
    drawn = give("name", people, 1, {}, crowd=Crowd(people))
    first = {who: value.split()[0] for who, value in drawn.items()}
    known = pools.pools()
    assert first["a"] in known["pl"].female
    assert first["b"] in known["en"].male
    assert first["c"] in known["en"].neutral
    assert first["d"] in known["en"].female


def test_homonyms_stay_apart_or_stay_homonyms() -> None:
    people = {who: PEOPLE[who] for who in ("U2", "U3")}
    apart = give("name", people, 1, {}, crowd=Crowd(people))
    same = give("name", people, 1, {}, crowd=Crowd(people, homonyms="same"))
    assert apart["U2"].split()[0] != apart["U3"].split()[0]
    assert same["U2"].split()[0] == same["U3"].split()[0]
    assert same["U2"] != same["U3"]
    twins = {who: Participant(who, ("Robert Poe",)) for who in "ab"}
    both = give("name", twins, 1, {}, crowd=Crowd(twins, homonyms="same"))
    assert both["b"] == f"{both['a']} 2"
    words = Wording(Policy(style="name"), both, twins, Fitter(1))
    assert words.shown("a", "Robert Poe") == words.shown("b", "Robert Poe") == both["a"]


COLUMNS = [
    ("role", {"U1": "Tutor"}),
    ("initials", {"U1": "M.J.P.", "U2": "R.P.", "U3": "R.L."}),
    ("first-name", {"U1": "Mary Jane", "U2": "Robert", "U3": "Robert 2"}),
]


@pytest.mark.parametrize(("style", "expected"), COLUMNS)
def test_styles_in_a_column(style: str, expected: dict[str, str]) -> None:
    assert expected.items() <= give(style, PEOPLE, 3, {}, crowd=CROWD).items()


TEXTS = [
    ("role", "U1", "Mary Jane", "[Tutor]"),
    ("initials", "U2", "Robbie", "[R.P.]"),
    ("first-name", "U2", "Robert Poe", "Robert"),
    ("first-name", "U2", "Poe", "Robert"),
    ("first-name", "U1", "Mary Jane Poe", "Mary Jane"),
    ("first-name", "U3", "Robert", "Robert"),
]


@pytest.mark.parametrize(("style", "who", "before", "after"), TEXTS)
def test_styles_in_a_text(style: str, who: str, before: str, after: str) -> None:
    assert wording(style).shown(who, before) == after


def test_learners_are_numbered() -> None:
    drawn = give("role", PEOPLE, 3, {}, crowd=CROWD)
    assert sorted(drawn.values()) == ["Learner#1", "Learner#2", "Learner#3", "Learner#4", "Tutor"]
    assert give("role", ["X1"], 3, {}) == {"X1": "Person#1"}


def test_placeholders_say_which_part_of_the_name_it_was() -> None:
    words = wording("placeholder", {"U1": "firstname_female_2"})
    assert words.shown("U1", "Mary Jane Poe") == "[firstname_female_2] [surname_2]"
    assert words.shown("U1", "M. Poe") == "[initials_2] [surname_2]"


def test_a_profile_is_shown_with_the_name() -> None:
    drawn = give("name+profile", PEOPLE, 3, {}, crowd=CROWD)
    assert drawn["U1"].endswith(" (Welsh)")
    assert "(" not in drawn["U2"]
    words = wording("name+profile", {"U1": "Sarah Bell (Welsh)"})
    assert words.shown("U1", "Mary") == "Sarah (Welsh)"
    other = {"U1": Participant("U1", ("Mary Poe",), profile={"level": "B1", "L1": "Welsh"})}
    chosen = give("name+profile", ["U1"], 3, {}, crowd=Crowd(other, profile=("level", "L1")))
    assert chosen["U1"].endswith(" (B1, Welsh)")


def test_short_forms_may_have_pseudonyms_of_their_own() -> None:
    words = wording("id", {who: who for who in PEOPLE}, variants="related")
    forms = ("Mary Jane", "MJ", "Mary", "Poe", "Polly", "MJ", "Mary Jane Poe")
    assert [words.shown("U1", each) for each in ("Molly", *forms)] == [
        *("[U1a]", "[U1]", "[U1]", "[U1]", "[U1]", "[U1b]", "[U1]", "[U1]")
    ]


names = st.lists(
    st.tuples(
        st.sampled_from(["Mary", "Robert", "Kim", "Sarah", "Thomas", "Anna", "Zyx"]),
        st.sampled_from(["Poe", "Lee", "Smith", "Bell", "Lund"]),
    ),
    min_size=1,
    max_size=8,
)


@settings(deadline=None)
@given(names, st.integers(0, 2**32), st.sampled_from(sorted({*STYLES} - {"id", "first-name"})))
def test_nobody_gets_a_real_name_or_somebody_elses(
    people: list[tuple[str, str]], seed: int, style: str
) -> None:
    crowd = {f"U{n}": Participant(f"U{n}", (" ".join(name),)) for n, name in enumerate(people)}
    drawn = give(style, crowd, seed, {}, crowd=Crowd(crowd))
    real = {fold(word) for name in people for word in name}
    assert len({fold(value) for value in drawn.values()}) == len(crowd)
    assert all(real.isdisjoint(fold(value).split()) for value in drawn.values())
    assert give(style, crowd, seed, {}, crowd=Crowd(crowd)) == drawn
    if style == "name":
        assert len({value.split()[0] for value in drawn.values()}) == len(crowd)
        words = Wording(Policy(style=style), drawn, crowd, Fitter(seed, taken=real))
        for who, (first, last) in zip(crowd, people, strict=True):
            shown = words.shown(who, f"{first} {last}")
            assert real.isdisjoint(fold(shown).split())
            assert words.shown(who, first) == shown.split()[0]
