"""Kinds of name: the paper's Table 4."""

from pathlib import Path

import pytest

from onym.errors import InputError
from onym.model import Entry, Mapping, Participant
from onym.score.categories import (
    Usage,
    categorise,
    category_of,
    load_categories,
    names_by_category,
    table4,
)
from onym.tables import render

EXAMPLES = [
    ("Robert Grey", "Robert Grey", "full"),
    ("Robert Grey", "Robert", "subset"),
    ("Mary Jane Poe", "Mary Jane", "subset"),
    ("Mary Jane Poe", "Jane Poe", "subset"),
    ("Mary Jane Poe", "MJ", "nickname"),
    ("Robert Grey", "Rob", "nickname"),
    ("Robert Grey", "Bert", "nickname"),
    ("Robert Grey", "Bob", "nickname"),
    ("Robert Grey", "RG", "nickname"),
    ("Robert Grey", "-RG-", "nickname"),
    ("Robert Grey", "R o b e r t", "nickname"),
    ("Robert Jones", "Robbie Jones", "nickname"),
    ("Elisabeth Brown", "E Brown", "nickname"),
    ("Alex Stone", "Lex", "nickname"),
    ("Arthur von Trapp", "Arhtur", "misspelt"),
    ("Arthur von Trapp", "Arthr", "misspelt"),
    ("Arthur von Trapp", "Arhtur Trapp", "misspelt"),
    ("Robert Grey", "RObert", "misspelt"),
    ("Margaret Smith", "Margret", "misspelt"),
    ("Elisabeth Brown", "Elizabeth", "misspelt"),
    ("Anne-Marie Lund", "Anne-Mari", "misspelt"),
]


@pytest.mark.parametrize(("registered", "name", "category"), EXAMPLES)
def test_the_rule(registered: str, name: str, category: str) -> None:
    assert category_of(name, [registered]) == category


def test_a_slip_in_a_commoner_nickname_is_misspelt() -> None:
    assert category_of("Maggei", ["Greta Smith"], ["Maggie"]) == "misspelt"
    assert category_of("Maggei", ["Greta Smith"]) == "nickname"


def test_nobody_without_registered_names_has_a_registered_name() -> None:
    assert category_of("Kit", []) == "nickname"


def test_names_last_name_first_are_turned_round() -> None:
    people = {"U43": Participant("U43", ("Poe, Mary Jane",))}
    usages = categorise({"U43": {"Mary Jane Poe": 1, "Poe": 2, "X": 3}, "X1": {"Ann": 1}}, people)
    assert usages == (
        Usage("U43", "Mary Jane Poe", "full", 1),
        Usage("U43", "Poe", "subset", 2),
        Usage("U43", "X", "nickname", 3),
    )


def test_a_known_category_beats_the_rule() -> None:
    people = {"U12": Participant("U12", ("Arthur Trapp",))}
    gold = Mapping(entries=(Entry("U12", "Albert", 1), Entry("U12", "Arthur", 9)))
    known = [Usage("U12", "Albert", "misspelt", 1)]
    assert [usage.category for usage in categorise(gold, people)] == ["nickname", "subset"]
    assert [usage.category for usage in categorise(gold, people, known)] == ["misspelt", "subset"]


USAGES = (
    Usage("U01", "Robert", "subset", 1500),
    Usage("U04", "Robert", "subset", 400),
    Usage("U04", "Robert Grey", "full", 2),
    Usage("U02", "Elisabeth", "subset", 59),
    Usage("U03", "Elisabeth", "misspelt", 1),
    Usage("U01", "Bob", "nickname", 38),
)


TABLE_4 = """\
Names, connections and substitutions by category

Category of Name                  Unique Names  Connections  Conn. %  Substitutions  Subst. %
---------------------------------------------------------------------------------------------
Registered name                              3            4    66.7%          1,961     98.0%
Nickname, short or stylised form             1            1    16.7%             38      1.9%
Misspelt name                                1            1    16.7%              1      0.1%
---------------------------------------------------------------------------------------------
Full registered name                         1            1    16.7%              2      0.1%
Part of the registered name                  2            3    50.0%          1,959     98.0%
---------------------------------------------------------------------------------------------
Total                                        4            6   100.0%          2,000    100.0%
"""


def test_table_4_counts_names_connections_and_substitutions() -> None:
    # Elisabeth is registered for U02 and misspelt for U03, so the total has one name less.
    assert render(table4(USAGES)) == TABLE_4


def test_names_are_counted_for_each_participant() -> None:
    assert names_by_category(USAGES)["U04"] == {
        "full": 1,
        "subset": 1,
        "nickname": 0,
        "misspelt": 0,
    }


def test_a_table_of_categories(tmp_path: Path) -> None:
    path = tmp_path / "categories.csv"
    path.write_text(
        "participant,name,category,count\r\nU12,Arthur,subset,2\r\nU12,Arhtur,Misspelled,1\r\n",
        encoding="utf-8-sig",
    )
    assert load_categories(path) == (
        Usage("U12", "Arthur", "subset", 2),
        Usage("U12", "Arhtur", "misspelt", 1),
    )


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("U12,Arthur,surname,2", "row 3: column category must be one of full, subset, nickname"),
        ("U12,Arthur,full,two", "row 3: needs a participant, a name and a whole number"),
        (",Arthur,full,2", "row 3: needs a participant"),
    ],
)
def test_a_bad_row_is_named_without_the_name(tmp_path: Path, row: str, complaint: str) -> None:
    path = tmp_path / "categories.csv"
    path.write_text(f"participant,name,category,count\nU1,Ann,full,1\n{row}\n", encoding="utf-8")
    with pytest.raises(InputError, match=complaint) as caught:
        load_categories(path)
    assert "Arthur" not in str(caught.value)
