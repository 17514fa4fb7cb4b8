from __future__ import annotations

import json
import zipfile
from pathlib import Path

import openpyxl
import polars as pl
import pytest

import exports
from onym.errors import InputError
from onym.formats import read_roster
from onym.formats.people import name_key
from onym.model import Participant

MOODLE = """\
First name,Surname,Email address,ID number,Roles,Groups
Mary Jane,Poe,m.poe@uni.example,s-0012,Student,Red
Ann,Lee,a.lee@uni.example,,Teacher,
"""
CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Essay (12)
    Points Possible,,,,,10.00
"Poe, Mary Jane",17,s12,mpoe,Botany,8.50
"Lee, Ann",18,s13,alee,Botany,
"""

# A roster file and the participants in it.
ROSTERS: list[tuple[str, list[Participant]]] = [
    (
        "userid,fullname\n12,Mary Poe\n13,Ann Lee\n",
        [Participant("12", ("Mary Poe",)), Participant("13", ("Ann Lee",))],
    ),
    ("id;name\n12;Poe, Mary\n", [Participant("12", ("Poe, Mary",))]),
    (
        "User ID\tGiven Name\tFamily Name\n12.0\tMary\tPoe\n\tAnn\t\n",
        [Participant("12", ("Mary Poe",)), Participant("R001", ("Ann",))],
    ),
    ("email,name\nm@poe.example,Mary\n", [Participant("R001", ("Mary",), ("m@poe.example",))]),
    ("login,gender,name\nmpoe,f,Mary\n", [Participant("R001", ("Mary",), ("mpoe",), gender="f")]),
    ("id,name,nickname\n1,Robert Day,Kit\n", [Participant("1", ("Robert Day", "Kit"))]),
    (
        "id,name\n1,Mary Poe\n2,Ann Lee\n1,Mary Day\n",
        [Participant("1", ("Mary Poe", "Mary Day")), Participant("2", ("Ann Lee",))],
    ),
    ("id,name\n1,Mary Poe\n,\n2,\n", [Participant("1", ("Mary Poe",)), Participant("2")]),
    (
        'name\n"Poe, Mary"\nMary Poe\n',
        [Participant("R001", ("Poe, Mary",)), Participant("R002", ("Mary Poe",))],
    ),
    (
        "Poe, Mary\n# the tutor\n\n  Ann Lee  \n",
        [Participant("R001", ("Poe, Mary",)), Participant("R002", ("Ann Lee",))],
    ),
    (
        "Mary Poe <m@poe.example>\nann@lee.example\n",
        [
            Participant("R001", ("Mary Poe",), ("m@poe.example",)),
            Participant("R002", (), ("ann@lee.example",)),
        ],
    ),
    (
        MOODLE,
        [
            Participant(
                "s-0012",
                ("Mary Jane Poe",),
                ("m.poe@uni.example",),
                "Student",
                profile={"Groups": "Red"},
            ),
            Participant("R001", ("Ann Lee",), ("a.lee@uni.example",), "Teacher"),
        ],
    ),
    (
        CANVAS,
        [
            Participant(
                "17",
                ("Poe, Mary Jane",),
                ("mpoe",),
                profile={"Section": "Botany", "Essay (12)": "8.50"},
            ),
            Participant("18", ("Lee, Ann",), ("alee",), profile={"Section": "Botany"}),
        ],
    ),
]


@pytest.mark.parametrize(("content", "participants"), ROSTERS)
def test_rosters_of_many_kinds(
    content: str, participants: list[Participant], tmp_path: Path
) -> None:
    path = tmp_path / "class.txt"
    path.write_text(content)
    assert list(read_roster(path)) == participants


PEOPLE = [Participant("12", ("Mary Poe",)), Participant("13", ("Ann Lee",))]


def test_a_roster_in_every_format(tmp_path: Path) -> None:
    frame = pl.DataFrame({"id": [12, 13], "name": ["Mary Poe", "Ann Lee"]})
    assert list(read_roster(frame)) == PEOPLE
    assert list(read_roster(frame.to_pandas())) == PEOPLE
    frame.write_csv(tmp_path / "class.csv")
    frame.write_csv(tmp_path / "class.tsv", separator="\t")
    frame.write_ndjson(tmp_path / "class.jsonl")
    frame.write_parquet(tmp_path / "class.parquet")
    write_book(tmp_path / "class.xlsx", frame)
    for path in sorted(tmp_path.iterdir()):
        assert list(read_roster(path)) == PEOPLE, path.suffix


def write_book(path: Path, frame: pl.DataFrame) -> None:
    book = openpyxl.Workbook()
    for row in [frame.columns, *frame.rows()]:
        book.active.append(row)
    book.save(path)


def test_a_list_of_names_need_not_be_called_txt(tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text("Mary Poe\nAnn Lee\n")
    assert [person.names for person in read_roster(path)] == [("Mary Poe",), ("Ann Lee",)]


def test_the_user_names_the_columns(tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text("nr,wer\n12,Mary Poe\n13,Ann Lee\n")
    assert list(read_roster(path, {"id": "nr", "name": "wer"})) == PEOPLE


@pytest.mark.parametrize(
    "header",
    [
        "Vorname;Nachname;E-Mail-Adresse;Matrikelnummer",
        "Förnamn;Efternamn;E-postadress;Studentnummer",
        "Prénom;Nom de famille;Adresse de courriel;Numéro d'étudiant",
        "Pre\N{COMBINING ACUTE ACCENT}nom;Nom;Courriel;Numéro d’étudiant",
    ],
)
def test_class_lists_in_other_languages(header: str, tmp_path: Path) -> None:
    """Moodle's own, among others: it heads the columns in the language of who downloads it."""
    path = tmp_path / "class.csv"
    path.write_text(f"{header}\nMary;Poe;mary@poe.example;12\n", encoding="utf-8")
    (person,) = read_roster(path)
    assert person.names == ("Mary Poe",)
    assert person.handles == ("mary@poe.example",)


FORUM = "id,parent,thread,author,text\n1,,a,Mary Poe,Hi all\n2,1,a,Ann Lee,Hi Mary\n"
CHAT = "[15/03/2024, 10:11:30] Mary Poe: Hi all\n[15/03/2024, 10:12:01] Ann Lee: Hi Mary\n" * 2


@pytest.mark.parametrize(("name", "text"), [("forum.csv", FORUM), ("chat.txt", CHAT)])
def test_messages_are_no_class_list(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match="holds messages and is no class list"):
        read_roster(tmp_path / name)


def test_a_roster_that_cannot_be_used_shows_no_name(tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text("1,Mary Poe\n2,Ann Lee\n")
    with pytest.raises(InputError, match=r"class\.csv has no column for names") as caught:
        read_roster(path)
    assert "Mary" not in str(caught.value)
    path.write_text("id,name\n")
    with pytest.raises(InputError, match=r"class\.csv names nobody"):
        read_roster(path)
    with pytest.raises(InputError, match=r"absent\.csv does not exist"):
        read_roster(tmp_path / "absent.csv")


def test_the_class_lists_that_platforms_export(tmp_path: Path) -> None:
    people = exports.COURSE.people
    moodle = "First name,Last name,Email address,Roles\n" + "".join(
        f"{person.first},{person.last},{person.email},Student\n" for person in people
    )
    canvas = "Student,ID,SIS User ID,SIS Login ID,Section\n  Points Possible,,,,\n" + "".join(
        f'"{person.last}, {person.first}",{person.id},S{person.id},{person.login},A\n'
        for person in people
    )
    slack = [
        {
            "id": f"U{person.id}",
            "name": person.login,
            "real_name": person.full,
            "profile": {"real_name": person.full, "display_name": "", "email": person.email},
        }
        for person in people
    ]
    files = {
        "participants.csv": moodle.encode(),
        "gradebook.csv": canvas.encode(),
        "users.json": json.dumps(slack).encode(),
        "users.xml": exports.moodle_members(exports.COURSE)["users.xml"].encode(),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    exports.moodle_tar(exports.COURSE, tmp_path / "course.mbz")
    for name in (*files, "course.mbz"):
        found = read_roster(tmp_path / name)
        assert [name_key(who.names[0]) for who in found] == [name_key(p.full) for p in people]
    assert {who.id for who in found} == {"11", "12", "13", "14"}
    assert found[0].handles == ("qoxbarrow", "qoxbarrow@quillmere.example")


def test_an_archive_without_a_class_list(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "course.zip", "w") as archive:
        archive.writestr("forum.xml", "<forum/>")
    with pytest.raises(InputError, match=r"has no users\.xml or users\.json in it"):
        read_roster(tmp_path / "course.zip")


def test_ids_alone_are_no_class_list(tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_text("id\nU01\nU02\n")
    with pytest.raises(InputError, match="has no column for names"):
        read_roster(tmp_path / "class.csv")


@pytest.mark.parametrize("name", ["class.csv", "class.txt"])
def test_a_text_where_a_name_should_stand_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    lines = ["Zebulon Poe", "Quillon" * 1000]
    path.write_text("\n".join(lines if name.endswith("txt") else ["name", *lines]))
    with pytest.raises(InputError, match="has a name of more than 200 letters") as caught:
        read_roster(path)
    assert "Quillon" not in str(caught.value)
