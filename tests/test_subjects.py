"""A subject line is text: names in it are replaced as in the message below it."""

from __future__ import annotations

from pathlib import Path

import polars as pl

import onym
from onym.line import start


def test_names_in_subjects_are_replaced(tmp_path: Path) -> None:
    forum = tmp_path / "forum.csv"
    forum.write_text(
        "id,parent,author,subject,text\n"
        '1,,u1,"For Zebedee","Hi all,\n\nAn idea.\n\nBest, Ottilie"\n'
        '2,1,u2,"Re: For Zebedee","Hi Ottilie,\n\nI like it.\n\nCheers, Zebedee"\n',
        encoding="utf-8",
    )
    roster = tmp_path / "class.csv"
    roster.write_text("userid,fullname\nu1,Ottilie Quill\nu2,Zebedee Marsh\n", encoding="utf-8")
    line = start(tmp_path / "course", forum, {"roster": roster, "style": "id"})
    line.find()
    line.apply()
    shared = pl.read_csv(line.shared_file)
    assert shared["subject"].to_list() == ["For [u2]", "Re: For [u2]"]


def test_a_corpus_without_subjects_has_no_such_column() -> None:
    corpus = onym.read(pl.DataFrame({"id": ["1"], "text": ["Hi"]}))
    assert "subject" not in corpus.messages.columns
