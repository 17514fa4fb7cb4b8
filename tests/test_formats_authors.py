from __future__ import annotations

from pathlib import Path

import pytest

from onym import formats
from onym.formats.people import is_handle, is_name
from onym.model import Corpus, Replaced
from rewriting import renamed


def read(tmp_path: Path, content: str, roster: str | None = None) -> Corpus:
    (tmp_path / "forum.csv").write_text(content)
    if roster is None:
        return formats.read(tmp_path / "forum.csv")
    (tmp_path / "class.csv").write_text(roster)
    return formats.read(tmp_path / "forum.csv", tmp_path / "class.csv")


def rewritten(tmp_path: Path, replaced: Replaced, corpus: Corpus) -> list[str]:
    formats.write(corpus, replaced, tmp_path / "out.csv")
    return (tmp_path / "out.csv").read_text().splitlines()[1:]


def people(corpus: Corpus) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    return {person.id: (person.names, person.handles) for person in corpus.participants.values()}


# The author columns of a table; the author of each row, and everybody's names and handles.
AUTHORS = [
    ("author\nU1\nU2\nU1\n", ["U1", "U2", "U1"], {"U1": ((), ()), "U2": ((), ())}),
    (
        "author_name\nMary Poe\nAnn Lee\nmary  poe\n",
        ["U001", "U002", "U001"],
        {"U001": (("Mary Poe", "mary poe"), ()), "U002": (("Ann Lee",), ())},
    ),
    (
        "author\nMary Poe\nAnn Lee\n",
        ["U001", "U002"],
        {"U001": (("Mary Poe",), ()), "U002": (("Ann Lee",), ())},
    ),
    ("author\nMary\nU001\n", ["U002", "U001"], {"U002": (("Mary",), ()), "U001": ((), ())}),
    (
        "userid,userfullname\n7,Mary Poe\n7,Mary Lee\n8,Mary Poe\n",
        ["7", "7", "8"],
        {"7": (("Mary Poe", "Mary Lee"), ()), "8": (("Mary Poe",), ())},
    ),
    (
        "author,user_id\nMary Poe,7\nAnn Lee,8\n",
        ["7", "8"],
        {"7": (("Mary Poe",), ()), "8": (("Ann Lee",), ())},
    ),
    (
        "userid,name\n7,Mary Poe\n,Mary Poe\n,Ann Lee\n,\n",
        ["7", "7", "U001", None],
        {"7": (("Mary Poe",), ()), "U001": (("Ann Lee",), ())},
    ),
    (
        "first name,last name,email\nMary,Poe,m@poe.example\nMary,Poe,mary@poe.example\n",
        ["U001", "U002"],
        {
            "U001": (("Mary Poe",), ("m@poe.example",)),
            "U002": (("Mary Poe",), ("mary@poe.example",)),
        },
    ),
    (
        "name,email\nAnn Lee,\nAnn Lee,ann@lee.example\n",
        ["U001", "U001"],
        {"U001": (("Ann Lee",), ("ann@lee.example",))},
    ),
    (
        'from\n"""Poe, Mary"" <m@poe.example>"\nm@poe.example\n',
        ["U001", "U001"],
        {"U001": (("Poe, Mary",), ("m@poe.example",))},
    ),
    (
        "username\nmpoe77\nalee\n",
        ["U001", "U002"],
        {"U001": ((), ("mpoe77",)), "U002": ((), ("alee",))},
    ),
    (
        "author\nmpoe77\nalee\n",
        ["mpoe77", "alee"],
        {"mpoe77": ((), ("mpoe77",)), "alee": ((), ("alee",))},
    ),
    (
        "author_name\nDeleted user\nAnonymous\nDeleted user\n",
        ["U001", "U002", "U001"],
        {"U001": ((), ()), "U002": ((), ())},
    ),
    ("postUserPseudonym\nu-1\nu-2\n", ["u-1", "u-2"], {"u-1": ((), ()), "u-2": ((), ())}),
]


@pytest.mark.parametrize(("columns", "authors", "everybody"), AUTHORS)
def test_authors_are_told_from_whatever_there_is(
    columns: str,
    authors: list[str | None],
    everybody: dict[str, tuple[tuple[str, ...], tuple[str, ...]]],
    tmp_path: Path,
) -> None:
    header, *rows = columns.splitlines()
    corpus = read(tmp_path, "\n".join([f"{header},text", *(f"{row},hello" for row in rows)]))
    assert corpus.messages["author"].to_list() == authors
    assert people(corpus) == everybody


def test_every_column_about_an_author_carries_the_pseudonym(tmp_path: Path) -> None:
    corpus = read(
        tmp_path,
        "id,userid,userfullname,email,ip,parent,parent_author,text\n"
        "1,7,Mary Poe,m@poe.example,10.0.0.7,0,0,Hi\n"
        "2,8,Ann Lee,,10.0.0.8,1,7,Ho\n"
        "3,,,,10.0.0.9,1,,Hm\n",
    )
    assert rewritten(tmp_path, renamed(corpus, {"7": "P1", "8": "P2"}), corpus) == [
        "1,P1,P1,P1,P1,0,0,Hi",
        "2,P2,P2,,P2,1,P1,Ho",
        '3,,,,"",1,,Hm',
    ]


def test_names_go_even_when_the_pseudonym_is_the_id(tmp_path: Path) -> None:
    corpus = read(tmp_path, "author,name,text\n7.0,Mary Poe,Hi\nAnn Lee,,Ho\n")
    pseudonyms = {person: person for person in corpus.participants}
    assert rewritten(tmp_path, renamed(corpus, pseudonyms), corpus) == [
        "7.0,7.0,Hi",
        "U001,,Ho",
    ]


def test_the_parents_author_may_be_given(tmp_path: Path) -> None:
    corpus = read(
        tmp_path,
        "id,parent,author,name,privatereplyto,privatereplytofullname,text\n"
        "1,,7,Mary Poe,0,,a\n"
        "2,1,8,Ann Lee,0,,b\n"
        "3,1,7,Mary Poe,8,Ann Lee,c\n"
        "4,99,7,Mary Poe,9,Kit Fox,d\n",
    )
    assert corpus.messages["parent_author"].to_list() == [None, "7", "8", "9"]
    assert corpus.participants["9"].names == ("Kit Fox",)


def test_the_parents_author_may_be_given_by_name(tmp_path: Path) -> None:
    corpus = read(
        tmp_path,
        "id,author,parent_author,text\n1,Mary Poe,,a\n2,Ann Lee,Mary Poe,b\n3,Ann Lee,Kit Fox,c\n",
    )
    assert corpus.messages["parent_author"].to_list() == [None, "U001", "U003"]


# A roster, and what becomes of a table with authors 7 (Mary Poe) and 8 (Ann Lee).
ROSTERS = [
    (
        'id,name\n8,"Lee, Ann"\n9,Kit Fox\n',
        {"8": ("Lee, Ann", "Ann Lee"), "9": ("Kit Fox",), "7": ("Mary Poe",)},
    ),
    (
        'name\nKit Fox\n"Poe, Mary"\n',
        {"R001": ("Kit Fox",), "7": ("Poe, Mary", "Mary Poe"), "8": ("Ann Lee",)},
    ),
    (
        "id,name\n901,Mary Poe\n902,Kit Fox\n",
        {"7": ("Mary Poe",), "902": ("Kit Fox",), "8": ("Ann Lee",)},
    ),
    (
        "id,name\n7,Mary Poe\n9,Ann Lee\n",
        {"7": ("Mary Poe",), "9": ("Ann Lee",), "8": ("Ann Lee",)},
    ),
    (
        "name\nMary Poe\nMary Poe\n",
        {"R001": ("Mary Poe",), "R002": ("Mary Poe",), "7": ("Mary Poe",), "8": ("Ann Lee",)},
    ),
    (
        "id,name\n7,Mary Poe\n7,Mary Fox\n7.0,Mary Poe\n",
        {"7": ("Mary Poe", "Mary Fox"), "8": ("Ann Lee",)},
    ),
]


@pytest.mark.parametrize(("roster", "names"), ROSTERS)
def test_a_roster_is_joined(roster: str, names: dict[str, tuple[str, ...]], tmp_path: Path) -> None:
    corpus = read(tmp_path, "author,name,text\n7,Mary Poe,a\n8,Ann Lee,b\n", roster)
    assert {person.id: person.names for person in corpus.participants.values()} == names
    assert list(corpus.participants) == list(names)
    assert corpus.messages["author"].to_list() == ["7", "8"]


def test_names_alone_take_the_ids_of_the_roster(tmp_path: Path) -> None:
    corpus = read(
        tmp_path,
        "name,text\nKit Fox,a\nmary poe,b\nAnn Lee,c\n",
        'id,name\nU001,"Poe, Mary"\nU002,Bo Day\n',
    )
    assert corpus.messages["author"].to_list() == ["U003", "U001", "U004"]
    assert list(corpus.participants) == ["U001", "U002", "U003", "U004"]


def test_logins_and_addresses_match_too(tmp_path: Path) -> None:
    corpus = read(
        tmp_path,
        "author,email,text\n7,,a\nmpoe,,b\n9,Kit@Fox.example,c\n",
        "name,login,mail\nMary Poe,mpoe,\nKit Fox,,kit@fox.example\n",
    )
    names = {person.id: person.names for person in corpus.participants.values()}
    assert names == {"mpoe": ("Mary Poe",), "9": ("Kit Fox",), "7": ()}


def test_ids_that_look_like_names_stay_when_the_roster_has_them(tmp_path: Path) -> None:
    corpus = read(tmp_path, "author,text\nRavel,a\nSatie,b\n", "id,name\nRavel,Mary Poe\n")
    assert corpus.messages["author"].to_list() == ["Ravel", "U001"]


@pytest.mark.parametrize(
    "value", ["Mary Poe", "M. Poe", "Poe, Mary", "Mary", "m@poe.example", "李 小"]
)
def test_names(value: str) -> None:
    assert is_name(value)


@pytest.mark.parametrize(
    "value", ["7", "U12", "ABC", "mpoe", "mary_poe", "user 12", "A", "u-12", ""]
)
def test_codes(value: str) -> None:
    assert not is_name(value)


def test_handles() -> None:
    assert all(map(is_handle, ["mpoe", "mary_poe", "@mpoe77", "m.poe"]))
    assert not any(
        map(is_handle, ["7", "U12", "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "a b c", ""])
    )
