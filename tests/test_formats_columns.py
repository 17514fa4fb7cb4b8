from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

import onym
from onym import formats
from onym.errors import InputError
from onym.formats.columns import MESSAGES, ROSTER, Aliases, fold, recognise, show, unique

FARROW = (
    *("courseCategoryId", "topicId", "postId", "postParentId", "postUserId"),
    *("postUserPseudonym", "postCreationTime", "postBody"),
)
MOODLE = (
    *("id", "discussion", "parent", "userid", "userfullname", "created", "modified", "mailed"),
    *("subject", "message", "messageformat", "privatereplyto", "privatereplytofullname"),
)

# A table's columns, and what we take them for.
RECOGNISED = [
    (
        FARROW,
        {
            "id": ["postId"],
            "parent": ["postParentId"],
            "thread": ["topicId"],
            "session": ["courseCategoryId"],
            "author": ["postUserId"],
            "author_pseudonym": ["postUserPseudonym"],
            "time": ["postCreationTime"],
            "text": ["postBody"],
        },
    ),
    (
        MOODLE,
        {
            "id": ["id"],
            "parent": ["parent"],
            "thread": ["discussion"],
            "author": ["userid"],
            "author_name": ["userfullname"],
            "parent_author": ["privatereplyto"],
            "parent_author_name": ["privatereplytofullname"],
            "time": ["created"],
            "text": ["message"],
            "subject": ["subject"],
        },
    ),
    (
        ("MESSAGE ID", "In-Reply-To", "Body"),
        {"id": ["MESSAGE ID"], "parent": ["In-Reply-To"], "text": ["Body"]},
    ),
    (("body", "text"), {"text": ["text", "body"]}),
    (("user_id", "author"), {"author": ["author", "user_id"]}),
    (("Text", "text"), {"text": ["text", "Text"]}),
    (("essay_id", "essay"), {"id": ["essay_id"], "text": ["essay"]}),
    (("colour", "size"), {}),
]


@pytest.mark.parametrize(("names", "found"), RECOGNISED)
def test_columns_are_recognised(names: tuple[str, ...], found: dict[str, list[str]]) -> None:
    assert recognise(names, MESSAGES) == found


def test_the_user_has_the_last_word() -> None:
    names = ("id", "text", "Original Post")
    assert recognise(names, MESSAGES, {"text": "Original Post"})["text"] == ["Original Post"]
    assert recognise(names, MESSAGES, {"text": "original_post"})["text"] == ["Original Post"]
    assert recognise(names, MESSAGES, {"id": "text"}) == {"id": ["text"]}
    assert recognise(names, MESSAGES, {"id": ""}) == {"text": ["text"]}


def test_a_mapping_that_does_not_fit_is_refused() -> None:
    with pytest.raises(InputError, match="there is no column essai for text; found: id, essay"):
        recognise(("id", "essay"), MESSAGES, {"text": "essai"})
    with pytest.raises(InputError, match="no column is called body here; use one of: id, parent"):
        recognise(("id", "essay"), MESSAGES, {"body": "essay"})


@pytest.mark.parametrize("aliases", [MESSAGES, ROSTER])
def test_every_name_means_one_thing(aliases: Aliases) -> None:
    counts = Counter(alias for names in aliases.values() for alias in names)
    assert [alias for alias, count in counts.items() if count > 1] == []
    assert [alias for alias in counts if alias != fold(alias)] == []


@pytest.mark.parametrize(
    ("names", "ours"),
    [
        (
            "Nr, Antwort auf, Verfasser, Datum, Betreff, Beitrag",
            "id parent author time text subject",
        ),
        ("Namn, Ämne, Tråd, Inlägg", "thread author_name text subject"),
        ("Auteur, Heure, Objet, Commentaire", "author time text subject"),
    ],
)
def test_columns_in_the_languages_that_onym_knows(names: str, ours: str) -> None:
    assert [*recognise(names.split(", "), MESSAGES)] == ours.split()


@pytest.mark.parametrize("data", ["12", "2011-02-03 10:11", "ann@lee.example", "", "So " * 30])
def test_a_first_row_of_data_is_not_shown(data: str) -> None:
    assert show(["id", "Mary Poe"]) == "found: id, Mary Poe"
    assert show([data, "Mary Poe"]) == "no column name that Onym knows stands in its first row"


@pytest.mark.parametrize("names", [["Hi Mary"], ["<p>Hi Mary</p>"], ["Mary", " thanks!"], ["mary"]])
def test_prose_is_not_quoted(names: list[str]) -> None:
    assert show(names) == "no column name that Onym knows stands in its first row"


def test_many_columns_of_one_name_are_numbered_at_once() -> None:
    names = unique(["x"] * 50_000)
    assert names[:3] == ("x", "x (2)", "x (3)") and len(set(names)) == 50_000


def test_columns_get_a_name_each() -> None:
    assert unique(["name", "", "name", "", "name"]) == (
        *("name", "column 2", "name (2)", "column 4", "name (3)"),
    )
    assert recognise(unique(["name", "name"]), MESSAGES) == {"author_name": ["name", "name (2)"]}


def test_many_columns_take_no_more_than_their_time(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text("\n".join(",".join([said] * 16_384) for said in ("user", "u1")))
    started = time.process_time()
    with pytest.raises(InputError, match="no column for the text"):
        formats.read(path)
    path.write_text("\n".join(",".join([said] * 100_000) for said in ("text", "hello")))
    with pytest.raises(InputError, match="the table has 100,000 columns; give one of 16,384"):
        formats.read(path)
    assert time.process_time() - started < 10


def test_many_messages_of_one_id_take_no_more_than_their_time(tmp_path: Path) -> None:
    path = tmp_path / "same.csv"
    path.write_text("id,text\n" + "7,hello\n" * 30_000)
    started = time.process_time()
    assert formats.read(path).messages["id"].n_unique() == 30_000
    assert time.process_time() - started < 10


def test_a_time_that_tells_of_somebody_is_left_out(tmp_path: Path) -> None:
    rows = ["3 May 2024", "by Zebulon, 3 May", "yesterday", "z@example.org at 10:11", "May 3"]
    lines = [f'{n},May Poe,"{time}",Hi' for n, time in enumerate(rows)]
    lines.append("9,Zebulon,,Hi")
    (tmp_path / "f.csv").write_text("\n".join(["id,fullname,posted,text", *lines]) + "\n")
    corpus = formats.read(tmp_path / "f.csv")
    done = onym.replace(corpus, onym.Mapping(()), onym.Policy())
    formats.write(corpus, done, tmp_path / "out.csv")
    shared = formats.read(tmp_path / "out.csv").messages["time"].to_list()
    assert shared == ["3 May 2024", "", "yesterday", "", "May 3", ""]
