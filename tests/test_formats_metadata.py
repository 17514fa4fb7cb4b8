"""Details switched off for a genre or topic, wherever a format says it (seed 002, section 5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from onym import formats
from onym.errors import PolicyError
from onym.model import Corpus, Mapping, Policy
from onym.replace.hide import rows_off
from onym.replace.replace import replace

Off = dict[str, tuple[str, ...]]
LETTER, REVIEW = "I am Anna and I live in Leeds.", "Oliver grows up in London."


def texts(folder: Path) -> Path:
    (folder / "letters").mkdir(parents=True)
    (folder / "reviews").mkdir()
    (folder / "letters" / "1.txt").write_text(LETTER)
    (folder / "reviews" / "2.txt").write_text(REVIEW)
    return folder


def graphs(folder: Path) -> Path:
    folder.mkdir()
    for name, text in (("letter-1", LETTER), ("review-2", REVIEW)):
        words = [f"{word} " for word in text.split()]
        sides = {
            side: [{"id": f"{side[0]}{n}", "text": word} for n, word in enumerate(words)]
            for side in ("source", "target")
        }
        edges = {
            f"e-s{n}-t{n}": {
                "id": f"e-s{n}-t{n}",
                "ids": [f"s{n}", f"t{n}"],
                "labels": [],
                "manual": False,
            }
            for n in range(len(words))
        }
        (folder / f"{name}.json").write_text(json.dumps({**sides, "edges": edges}))
    return folder


def portal(file: Path) -> Path:
    file.write_text(
        '<swell><meta><student id="s1"/><task id="t1" genre="letter"/>'
        '<task id="t2" genre="Book review"/></meta><essays>'
        f'<essay student="s1" task="t1"><content type="raw">{LETTER}</content></essay>'
        f'<essay student="s1" task="t2"><content type="raw">{REVIEW}</content></essay>'
        "</essays></swell>"
    )
    return file


def xml(file: Path) -> Path:
    file.write_text(
        f'<corpus><essay genre="letter"><p>{LETTER}</p></essay>'
        f'<essay genre="Book review"><p>{REVIEW}</p></essay></corpus>'
    )
    return file


def xml_elements(file: Path) -> Path:
    file.write_text(
        f"<corpus><essay><genre>letter</genre><p>{LETTER}</p></essay>"
        f"<essay><genre>Book review</genre><p>{REVIEW}</p></essay></corpus>"
    )
    return file


def jsonl(file: Path) -> Path:
    rows = [(1, "letter", LETTER), (2, "book review", REVIEW)]
    lines = [json.dumps({"id": n, "genre": genre, "text": text}) for n, genre, text in rows]
    file.write_text("\n".join(lines) + "\n")
    return file


def topics(file: Path) -> Path:
    """Two discussions; what one is about stands around its messages and not in them."""
    listed = [
        {
            "id": n,
            "kind": kind,
            "participants": [{"id": 7, "display_name": "Ada Poe"}],
            "view": [{"id": 10 + n, "user_id": 7, "parent_id": None, "message": text}],
        }
        for n, kind, text in ((1, "letter", LETTER), (2, "book review", REVIEW))
    ]
    file.write_text(json.dumps(listed))
    return file


def mailbox(file: Path) -> Path:
    rows = ((1, "letter", LETTER), (2, "book review", REVIEW))
    file.write_text(
        "\n".join(
            f"From ada@example.org Mon Jan  6 10:00:00 2020\nFrom: Ada <ada@example.org>\n"
            f"Message-ID: <{n}@example.org>\nX-Genre: {genre}\nSubject: hello\n\n{text}\n"
            for n, genre, text in rows
        )
    )
    return file


def dump(file: Path) -> Path:
    rows = ((1, "letters", LETTER), (2, "reviews", REVIEW))
    lines = [
        json.dumps(
            {
                "_id": {"$oid": f"{n:024}"},
                "_type": "CommentThread",
                "author_id": "7",
                "commentable_id": topic,
                "title": "hello",
                "body": text,
                "course_id": "c",
            }
        )
        for n, topic, text in rows
    ]
    file.write_text("\n".join(lines) + "\n")
    return file


CASES: list[tuple[Callable[[Path], Path], str, Off, dict[str, str]]] = [
    (texts, "texts", {"file": ("reviews/*",)}, {}),
    (graphs, "svala", {"file": ("review-*",)}, {}),
    (portal, "portal.xml", {"genre": ("book review",)}, {}),
    (xml, "corpus.xml", {"genre": ("book review",)}, {"text": "//essay/p"}),
    (xml, "corpus.xml", {"//essay/@genre": ("book*",)}, {"text": "//essay/p"}),
    (xml_elements, "corpus.xml", {"genre": ("book review",)}, {"text": "//essay/p"}),
    (jsonl, "essays.jsonl", {"genre": ("Book Review",)}, {}),
    (topics, "topics.json", {"kind": ("book review",)}, {}),
    (mailbox, "mail.mbox", {"X-Genre": ("book review",)}, {}),
    (dump, "forum.mongo", {"commentable_id": ("reviews",)}, {}),
]


def read(tmp_path: Path, case: int) -> tuple[Corpus, Off]:
    make, name, off, columns = CASES[case]
    return formats.read(make(tmp_path / name), columns=columns), off


@pytest.mark.parametrize("case", range(len(CASES)), ids=lambda n: f"{CASES[n][0].__name__}-{n}")
def test_a_genre_is_left_alone(tmp_path: Path, case: int) -> None:
    corpus, off = read(tmp_path, case)
    assert rows_off(corpus, Policy(off=off)) == {1}
    done = replace(corpus, Mapping(), Policy(preset="essay", off=off, seed=1, languages=("en",)))
    letter, review = (text.strip() for text in done.messages["text"])
    assert "Leeds" not in letter
    assert "London" in review


@pytest.mark.parametrize("case", range(len(CASES)), ids=lambda n: f"{CASES[n][0].__name__}-{n}")
def test_a_name_that_the_source_does_not_have_is_told(tmp_path: Path, case: int) -> None:
    corpus, _ = read(tmp_path, case)
    with pytest.raises(PolicyError, match=r"off\.mood: the source has no column"):
        rows_off(corpus, Policy(off={"mood": ("sad",)}))


def test_a_star_stands_for_anything_and_nothing_else_does(tmp_path: Path) -> None:
    corpus = formats.read(texts(tmp_path / "texts"))
    assert rows_off(corpus, Policy(off={"file": ("*",)})) == {0, 1}
    assert rows_off(corpus, Policy(off={"file": ("REVIEWS/2.txt",)})) == {1}
    for nothing in ("reviews", "reviews/?.txt", "reviews/[0-9].txt", ".*"):
        assert rows_off(corpus, Policy(off={"file": (nothing,)})) == frozenset()
    assert rows_off(corpus, Policy(off={"file": ()})) == frozenset()
