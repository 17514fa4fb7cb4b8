"""Names in what is no message: subjects and asides."""

from __future__ import annotations

from dataclasses import replace as changed

import polars as pl

from onym import formats
from onym.methods import propose, replace
from onym.model import Corpus, Entry, Mapping, Policy

FORUM = pl.DataFrame(
    {
        "id": ["1", "2", "3"],
        "author": ["a", "b", "a"],
        "author_name": ["Zoe Poe", "Robert Hood", "Zoe Poe"],
        "subject": ["Talk of zoe poe", "Re: Talk of Zoe Poe", "Lunch"],
        "text": ["It is at nine.", "I cannot come.", "I hear that Robert Hood is ill."],
    }
)


def read() -> Corpus:
    """A forum whose titles name somebody whom no message names, and an aside."""
    corpus = formats.read(FORUM)
    row = dict.fromkeys(corpus.messages.columns) | {"id": "1/title", "text": "By Poe, Zoe Poe"}
    del row["subject"]
    return changed(corpus, asides=pl.DataFrame([row], schema=dict.fromkeys(row, pl.String)))


def test_who_is_named_in_no_message_is_found_by_the_whole_name() -> None:
    corpus = read()
    mapping = propose(corpus, Policy())
    assert "Zoe Poe" not in {entry.name for entry in mapping.entries}
    done = replace(corpus, mapping, Policy(style="id"))
    assert done.messages["subject"].to_list() == ["Talk of [a]", "Re: Talk of [a]", "Lunch"]
    assert done.messages["text"][2] == "I hear that [b] is ill."
    assert done.asides is not None
    assert done.asides["text"].to_list() == ["By Poe, [a]"]
    assert {mention.message for mention in done.mentions} == {"3"}


def test_a_user_name_that_no_message_has_is_somebody_s() -> None:
    frame = FORUM.with_columns(
        author_name=pl.Series(["quimble", "zorbit3d", "quimble"]),
        subject=pl.Series(["By quimble/tools", "Zorbit3D and quimble", "Zorbit3D"]),
        text=pl.Series(
            ["Zorbit3D is a program.", "See https://example.org/quimble/x", "Zorbit3D has two."]
        ),
    )
    corpus = formats.read(frame)
    done = replace(corpus, Mapping(), Policy(style="id"))
    # of one that messages have and the mapping has not, linking knows that it is none
    assert done.messages["subject"].to_list() == ["By [a]/tools", "Zorbit3D and [a]", "Zorbit3D"]


def test_a_user_name_of_two_is_either_s_and_one_to_keep_is_kept() -> None:
    twice = FORUM.with_columns(
        author_name=pl.lit("quimble"), subject=pl.lit("By quimble/tools"), text=pl.lit("It is.")
    )
    corpus = formats.read(twice)
    done = replace(corpus, Mapping(), Policy(style="id"))
    assert set(done.messages["subject"]) == {"By [a]/tools", "By [b]/tools"}
    kept = replace(corpus, Mapping(keep=("quimble",)), Policy(style="id"))
    assert set(kept.messages["subject"]) == {"By quimble/tools"}


def test_what_a_person_took_away_stays_away() -> None:
    corpus = read()
    mapping = Mapping((Entry("a", "Zoe Poe", decision="rejected"),))
    done = replace(corpus, mapping, Policy(style="id"))
    assert done.messages["subject"].to_list() == FORUM["subject"].to_list()


def test_the_papers_methods_know_no_more_than_their_mapping() -> None:
    corpus = read()
    done = replace(corpus, Mapping((Entry("a", "Zoe Poe"),), case="exact"), Policy(style="id"))
    assert done.messages["subject"].to_list() == ["Talk of zoe poe", "Re: Talk of [a]", "Lunch"]
    assert done.asides is not None and done.asides["text"].to_list() == ["By Poe, [a]"]
    bare = replace(corpus, Mapping(), Policy(method="farrow", style="id"))
    assert bare.asides is not None and bare.asides["text"].to_list() == ["By Poe, Zoe Poe"]
