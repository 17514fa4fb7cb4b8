"""Two ids that a person said are one: one pseudonym in texts and author columns alike."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from onym.line import resume, start
from onym.project.decisions import Decision


def test_one_person_has_one_pseudonym(tmp_path: Path) -> None:
    forum = tmp_path / "forum.csv"
    forum.write_text(
        "id,parent,author,text\n"
        '1,,u1,"Which of the two chapters is the better one?\n\nBest, Ottilie"\n'
        '2,1,u2,"Hi Ottilie,\n\nI like the first one.\n\nCheers, Zebedee"\n'
        '3,2,u3,"Thanks Zebedee, so do I.\n\nBest, Ottilie"\n',
        encoding="utf-8",
    )
    roster = tmp_path / "class.csv"
    roster.write_text(
        "userid,fullname\nu1,Ottilie Quill\nu2,Zebedee Marsh\nu3,Ottilie Quill\n", encoding="utf-8"
    )
    line = start(tmp_path / "course", forum, {"roster": roster, "style": "id"})
    line.find()
    assert line.apply().messages["author"].to_list() == ["u1", "u2", "u3"]
    line.project.decide([Decision("same", "u3", "u1")])
    resume(tmp_path / "course").apply()
    shared = pl.read_csv(line.shared_file)
    assert shared["author"].to_list() == ["u1", "u2", "u1"]
    assert all("Ottilie" not in text for text in shared["text"])


def test_what_either_signs_is_theirs(tmp_path: Path) -> None:
    """Who writes under the second id is the one who is known by the name, and no namesake."""
    forum = tmp_path / "forum.csv"
    forum.write_text(
        "id,parent,author,text\n"
        '1,,u1,"Which of the two chapters is the better one?\n\nBest, Ottilie"\n'
        '2,1,u2,"I like the first one.\n\nCheers, Zebedee"\n'
        '3,2,u3,"Thanks, so do I.\n\nBest, Ottilie"\n',
        encoding="utf-8",
    )
    roster = tmp_path / "class.csv"
    roster.write_text(
        "userid,fullname\nu1,Ottilie Quill\nu2,Zebedee Marsh\nu3,Ottilie Quill\n", encoding="utf-8"
    )
    line = start(tmp_path / "course", forum, {"roster": roster, "style": "id"})
    line.find()
    line.project.decide([Decision("same", "u3", "u1")])
    texts = resume(tmp_path / "course").apply().messages["text"].to_list()
    assert [text.splitlines()[-1] for text in texts] == ["Best, [u1]", "Cheers, [u2]", "Best, [u1]"]
