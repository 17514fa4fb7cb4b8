from __future__ import annotations

import re
from collections.abc import Mapping as Lookup
from collections.abc import Sequence
from dataclasses import replace as changed
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym import mapping as notation
from onym.model import (
    MESSAGE_COLUMNS,
    Case,
    Corpus,
    Entry,
    Mapping,
    Mention,
    Override,
    Participant,
    Policy,
    Replaced,
    Source,
)
from onym.names.matcher import Hit
from onym.replace.replace import replace, rewrite
from onym.resolve.verdicts import Verdict
from onym.text.text import fold, is_boundary
from onym.text.view import clear

BY_ID = Policy(style="id", scope="corpus")
WORDS = {"will", "rose", "may", "hope", "all"}


Row = Lookup[str, str | None]


def corpus_of(*rows: str | Row, participants: Sequence[Participant] = ()) -> Corpus:
    """A corpus of messages, each a text or a row with what matters."""
    full: list[dict[str, str | None]] = []
    for number, row in enumerate(rows, start=1):
        given: Row = {"text": row} if isinstance(row, str) else row
        empty: dict[str, str | None] = dict.fromkeys(MESSAGE_COLUMNS)
        full.append({**empty, "id": str(number), "session": "s", "thread": "t", **given})
    schema = dict.fromkeys(MESSAGE_COLUMNS, pl.String)
    people = {participant.id: participant for participant in participants}
    return Corpus(pl.DataFrame(full, schema=schema), people, Source(None, "table", {}))


def run(corpus: Corpus, mapping: Mapping | str, policy: Policy = BY_ID, **more: Any) -> Replaced:
    """Replace with a mapping written as the file would have it."""
    listed = notation.parse(mapping) if isinstance(mapping, str) else mapping
    return replace(corpus, listed, policy, is_word=WORDS.__contains__, **more)


def after(text: str, mapping: Mapping | str, policy: Policy = BY_ID) -> str:
    """What one message becomes."""
    return str(run(corpus_of(text), mapping, policy).messages["text"][0])


# ---- the paper ----

FIGURE_3 = """\
U01 | Robbie | Jones | Robert | Thanks Robert | R o b e r t | RObert | html
U02 | Margaret | Maggie | Smith | Margret | Again | all | S
U03 | Brown | E | Elisabeth | E Brown | Elisabeth Brown | Elizabeth | Maggie
U04 | Bob | RG | Bert | Robert Grey | Cheers | Robert | Grey | Rob
U12 | Arthur | Arhtur | Arthr | Arthur von Trapp | Artur | Arthur Trapp | von Trapp
U43 | Mary Jane | Mary | MJ | Mary Jane Poe | Jane | Poe | thanksMary
keep: Arthur C. Clarke
"""
FIGURE_1 = [
    (
        "12",
        "U12",
        "Hi Mary\nInteresting presentation. I have to disagree with one of the statements you made"
        " though: [...] In fact, I was reminded of a science fiction novel by Arthur C. Clarke!"
        " What do you think?\nArthur",
        "Hi [U43]\nInteresting presentation. I have to disagree with one of the statements you made"
        " though: [...] In fact, I was reminded of a science fiction novel by Arthur C. Clarke!"
        " What do you think?\n[U12]",
    ),
    (
        "14",
        "U43",
        "Hi Arhtur\nI am not sure if I understand what you mean. Can you explain a bit more?\n"
        "Thanks\nMary Jane",
        "Hi [U12]\nI am not sure if I understand what you mean. Can you explain a bit more?\n"
        "Thanks\n[U43]",
    ),
    (
        "15",
        "U01",
        "Hello MJ - I think I understand what our friend Arthr was trying to say. [...]"
        " Hope that helps!\nR o b e r t",
        "Hello [U43] - I think I understand what our friend [U12] was trying to say. [...]"
        " Hope that helps!\n[U01]",
    ),
]


@pytest.mark.parametrize("case", ["", "case: exact\n"])
def test_figure_1_comes_out_as_printed(case: str) -> None:
    rows = [{"id": id, "author": author, "text": text} for id, author, text, _ in FIGURE_1]
    replaced = run(corpus_of(*rows), case + FIGURE_3, Policy(style="id"))
    assert replaced.messages["text"].to_list() == [text for *_, text in FIGURE_1]
    assert replaced.messages["author"].to_list() == ["U12", "U43", "U01"]
    assert not [question for question in replaced.questions if question.kind == "shared"]


def test_a_name_of_two_people_is_asked_about_and_given_to_neither() -> None:
    rows = [{"author": "U01", "text": "Best, Robert"}, {"author": "U04", "text": "Hi Robert Grey"}]
    replaced = run(corpus_of(*rows), FIGURE_3, Policy(style="id"))
    assert replaced.messages["text"].to_list() == ["Best, [U01|U04]", "Hi [U04]"]
    [question] = replaced.questions
    assert (question.kind, question.name, question.participants) == (
        "shared",
        "Robert",
        ("U01", "U04"),
    )
    assert (question.messages, question.count) == (("1",), 1)
    coded = run(corpus_of(*rows), FIGURE_3, Policy())
    assert coded.messages["text"][0] == "Best, [person]"


# ---- before and after: what public implementations get wrong, and what the mapping can say ----

TWO = "U01 | Robert\nU43 | Mary | Mary Jane\n"
TABLE = [
    # listed failures
    ("a novel by Arthur C. Clarke, says Arthur", "U12 | Arthur\nkeep: Arthur C. Clarke",
     "a novel by Arthur C. Clarke, says [U12]"),
    ("Arthr, thanksMary and R o b e r t", "U12 | Arthr\nU43 | thanksMary\nU01 | R o b e r t",
     "[U12], [U43] and [U01]"),
    ("Best, Robert.", TWO, "Best, [U01]."),
    ("Robert! Robert :)", TWO, "[U01]! [U01] :)"),
    ("Hi [sic] Ro[b", "U01 | Ro[b", "Hi [sic] [U01]"),
    ("Hi Will, Rose here", "Rose | Will\nWill | Rose", "Hi [Rose], [Will] here"),
    ("ROBERT, robert, Robert's, Robert’s", TWO, "[U01], [U01], [U01]'s, [U01]’s"),
    ("Robert_J or Robert2", TWO, "[U01]_J or [U01]2"),
    ("Thanks,\nJ.", "U01 | J", "Thanks,\n[U01]."),
    ("Hi Robert,\r\n\r\nnew\tline\n", TWO, "Hi [U01],\r\n\r\nnew\tline\n"),
    ("nothing to do", "", "nothing to do"),
    ("Anna,Erik", "U1 | Anna\nU2 | Erik", "[U1],[U2]"),
    # whole words, longest first, one pseudonym for several words
    ("a summary report by Mary", TWO, "a summary report by [U43]"),
    ("Mary Jane and mary  jane", TWO, "[U43] and [U43]"),
    ("Zoe, Zoé, ZOÉ", "U5 | Zoé", "[U5], [U5], [U5]"),
    ("Will said he will", "U5 | Will", "[U5] said he will"),
    # case: exact
    ("Robert, robert", "case: exact\n" + TWO, "[U01], robert"),
    # composites, glued words, rejected, hidden, kept
    ("thanksMary", "U43 | Mary\nglued: thanksMary -> thanks [U43]", "thanks [U43]"),
    ("ThanksMary [x]", "U43 | Mary\nglued: thanksMary -> ta [U43] [U9]", "ta [U43] [U9] [x]"),
    ("Thanks Robert", "U01 | Thanks Robert | Robert\nreject: Thanks Robert", "Thanks [U01]"),
    ("Hi Kit", "hide: Kit", "Hi [person]"),
    ("May came in may", "U5 | May\nkeep: may", "[U5] came in may"),
    ("Jane Goodall met Jane", "U43 | Jane\nkeep: Jane Goodall", "Jane Goodall met [U43]"),
    ("JANE GOODALL met Jane", "U43 | Jane\nkeep: Jane Goodall", "JANE GOODALL met [U43]"),
    # people who do not take part
    ("with Anna Berg", "X1 | Anna Berg", "with [X1]"),
    # names with signs of regular expressions
    ("C++ (x) a|b $1 \\w .", "U1 | C++ | (x) | a\\x7cb | $1 | \\\\w", "[U1] [U1] [U1] [U1] [U1] ."),
    # what is already a pseudonym stays
    ("[U43] and U43", "U43 | U43", "[U43] and [U43]"),
    ("[person] [U01|U43]", "U01 | Person | U01\nU43 | U43", "[person] [U01|U43]"),
    # markup
    ('<a href="/Mary" title="Mary">Mary</a>', TWO, '<a href="/Mary" title="[U43]">[U43]</a>'),
    ("<p>Mary&nbsp;Jane</p>", TWO, "<p>[U43]</p>"),
    ("Andr&eacute;!", "U7 | André", "[U7]!"),
    ("`Mary` [Mary](mary.html) ![Mary](x/Mary.png)", TWO,
     "`Mary` [[U43]](mary.html) ![[U43]](x/Mary.png)"),
    ("a < Mary and Robert > b", TWO, "a < [U43] and [U01] > b"),
    ("Mary <mary@example.org>", TWO, "[U43] <[U43]@example.org>"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "mapping", "expected"), TABLE)
def test_before_and_after(text: str, mapping: str, expected: str) -> None:
    assert after(text, mapping) == expected


def test_collapsing_makes_one_of_adjacent_copies() -> None:
    mapping = "U43 | Mary | Jane\nU01 | Robert"
    text = "Mary Jane, Mary, Jane Robert and Jane\nMary"
    assert after(text, mapping) == "[U43] [U43], [U43], [U43] [U01] and [U43]\n[U43]"
    once = run(corpus_of(text), mapping, changed(BY_ID, collapse=True))
    assert once.messages["text"][0] == "[U43], [U43], [U43] [U01] and [U43]"
    assert text[once.mentions[0].start : once.mentions[0].end] == "Mary Jane"


def test_a_rejected_entry_is_not_used() -> None:
    mapping = notation.parse(TWO)
    entries = tuple(changed(entry, decision="rejected") for entry in mapping.entries[:1])
    assert after("Robert, Mary", changed(mapping, entries=entries + mapping.entries[1:])) == (
        "Robert, [U43]"
    )


# ---- single mentions ----

OVERRIDES = [
    ("message 1: Robert -> U04", "[U04] and [U04], [U04]"),
    ("message 1: Robert #2 -> U04", "[U01] and [U04], [U01]"),
    ("message 1: Robert #2 -> keep", "[U01] and robert, [U01]"),
    ("message 1: robert -> keep\nmessage 1: Robert #3 -> U04", "Robert and robert, [U04]"),
    ("message 2: Robert -> U04", "[U01] and [U01], [U01]"),
    ("message 1: Robert #9 -> U04", "[U01] and [U01], [U01]"),
]


@pytest.mark.parametrize(("line", "expected"), OVERRIDES)
def test_overrides(line: str, expected: str) -> None:
    assert after("Robert and robert, Robert", f"U01 | Robert\n{line}") == expected


def test_an_override_may_know_a_name_that_the_mapping_does_not() -> None:
    corpus = corpus_of("Kit, Kit Moss", "Kit Moss")
    replaced = run(corpus, "U03 | Kit\nmessage 1: Kit Moss -> U04")
    assert replaced.messages["text"].to_list() == ["[U03], [U04]", "[U03] Moss"]
    alone = run(corpus_of("Kit", "Kit"), Mapping(overrides=(Override("1", "Kit", "U04"),)))
    assert alone.messages["text"].to_list() == ["[U04]", "Kit"]


def test_an_override_beats_keeping() -> None:
    assert after("Kit and Kit", "keep: Kit\nmessage 1: Kit #2 -> U04") == "Kit and [U04]"


# ---- scope ----

SESSIONS: list[Row] = [
    {"author": "U01", "session": "1", "thread": "a", "text": "Robert here"},
    {"author": "U02", "session": "1", "thread": "b", "text": "Hi Robert, Ann and Zoe"},
    {"author": "U04", "session": "2", "thread": "c", "text": "Robert"},
    {"author": "U05", "session": "3", "thread": "d", "text": "Robert"},
    {"author": None, "session": None, "thread": None, "text": "Robert and Ann"},
]
SHARED = "U01 | Robert\nU04 | Robert\nU02 | Ann\nU07 | Zoe"
BOTH = "[U01|U04]"
SCOPED = {
    "session": ["[U01] here", "Hi [U01], [U02] and [U07]", "[U04]", BOTH, f"{BOTH} and [U02]"],
    "thread": ["[U01] here", f"Hi {BOTH}, [U02] and [U07]", "[U04]", BOTH, f"{BOTH} and [U02]"],
    "corpus": [f"{BOTH} here", f"Hi {BOTH}, [U02] and [U07]", BOTH, BOTH, f"{BOTH} and [U02]"],
}


@pytest.mark.parametrize("scope", SCOPED)
def test_scope_tells_people_of_one_name_apart(scope: Any) -> None:
    replaced = run(corpus_of(*SESSIONS), SHARED, Policy(style="id", scope=scope))
    assert replaced.messages["text"].to_list() == SCOPED[scope]


def test_questions_are_located_by_message_ids() -> None:
    replaced = run(corpus_of(*SESSIONS), SHARED, Policy(style="id"))
    asked = [(q.kind, q.name, q.participants, q.messages, q.count) for q in replaced.questions]
    assert asked == [
        ("shared", "Robert", ("U01", "U04"), ("4", "5"), 2),
        ("outside", "Zoe", ("U07",), ("2",), 1),
    ]


def test_who_is_registered_to_a_session_is_in_scope() -> None:
    zoe = Participant("U07", profile={"session": "1; 2"})
    replaced = run(corpus_of(*SESSIONS, participants=[zoe]), SHARED, Policy(style="id"))
    assert [question.kind for question in replaced.questions] == ["shared"]


def test_people_who_do_not_take_part_are_in_scope_everywhere() -> None:
    replaced = run(corpus_of(*SESSIONS), SHARED + "\nX1 | Robert", Policy(style="id"))
    assert replaced.messages["text"].to_list()[:2] == [
        "[U01|X1] here",
        "Hi [U01|X1], [U02] and [U07]",
    ]
    kept = run(corpus_of("Anna Berg"), "X1 | Anna Berg", changed(BY_ID, people="participants"))
    assert kept.messages["text"][0] == "Anna Berg"


def test_a_spelling_of_one_persons_own_settles_whose_it_is() -> None:
    mapping = "U01 | Robert | RObert\nU04 | Robert\nU05 | Zoé\nU06 | Zoe"
    assert after("RObert, Robert, Zoé, Zoe", mapping) == "[U01], [U01|U04], [U05], [U05|U06]"


# ---- authors and pseudonyms ----


def test_authors_become_bare_pseudonyms_and_nobody_stays_nobody() -> None:
    rows: list[Row] = [
        {"author": "7", "text": "Ann"},
        {"author": "8", "parent_author": "7", "text": "x"},
        {"author": None, "text": "y"},
    ]
    replaced = run(corpus_of(*rows), "7 | Ann", Policy(seed=1))
    code = replaced.pseudonyms
    assert set(code.values()) == {"P01", "P02"}
    assert replaced.messages["author"].to_list() == [code["7"], code["8"], None]
    assert replaced.messages["parent_author"].to_list() == [None, code["7"], None]
    assert replaced.messages["text"][0] == f"[{code['7']}]"
    assert replaced.messages.columns == list(MESSAGE_COLUMNS)


def test_subjects_are_read_too_and_may_be_missing() -> None:
    corpus = corpus_of("Hi Mary", "x")
    subjects = pl.Series("subject", [None, "About Mary"], dtype=pl.String)
    replaced = run(changed(corpus, messages=corpus.messages.with_columns(subjects)), TWO)
    assert replaced.messages["subject"].to_list() == [None, "About [U43]"]
    assert [mention.message for mention in replaced.mentions] == ["1"]


def test_pseudonyms_already_given_are_kept() -> None:
    corpus = corpus_of({"author": "a", "text": "Ann, Bo"})
    replaced = run(corpus, "a | Ann\nb | Bo", Policy(), pseudonyms={"a": "P09"})
    assert replaced.messages["text"][0] == "[P09], [P01]"


def test_a_pseudonym_is_never_a_name_in_the_mapping() -> None:
    replaced = run(corpus_of("P01, Ann"), "a | Ann | P01", Policy())
    assert replaced.messages["text"][0] == "[P02], [P02]"


# ---- names in code ----


def test_a_name_in_code_is_left_and_marked() -> None:
    text = "Run `Mary$x` <b class='Mary'>Mary</b>"
    replaced = run(corpus_of(text), TWO)
    assert replaced.messages["text"][0] == "Run `Mary$x` <b class='Mary'>[U43]</b>"
    marks = [(m.replacement, m.by, m.participant) for m in replaced.mentions]
    assert marks == [(None, "code", "U43"), (None, "code", "U43"), ("[U43]", "mapping", "U43")]


# ---- a reader decides from the context ----


def test_a_reader_decides_who_is_meant() -> None:
    texts = ["Robert to Robert, Kit", "`Robert` Ann C. Clarke"]
    read: list[tuple[int, list[str]]] = []

    def reader(index: int, text: str, hits: list[Hit]) -> list[Verdict]:
        read.append((index, [text[hit.start : hit.end] for hit in hits]))
        return [
            Verdict(0, 6, ("U04",), 0.8, "signed"),
            Verdict(10, 16, ("U01", "U04"), 0.5, "name"),
        ]

    mapping = "U01 | Robert\nU04 | Robert\nU02 | Ann\nkeep: Ann C. Clarke\nhide: Kit"
    replaced = run(corpus_of(*texts), mapping, reader=reader)
    assert read == [(0, ["Robert", "Robert"])]
    assert replaced.messages["text"].to_list() == [
        "[U04] to [U01|U04], [person]",
        "`Robert` Ann C. Clarke",
    ]
    first = replaced.mentions[0]
    assert (first.participant, first.score, first.by) == ("U04", 0.8, "signed")
    assert [question.kind for question in replaced.questions] == ["shared"]


# ---- properties ----

NAMES = ["Ann", "Ann Bo", "Bo", "Will", "Zoé", "R o b", "a[b", "C++", "Ro(b", "中文", "x.y", "\\d"]
PLAIN = [*NAMES, *" \n.,'’-_xé[]|", "'s", "ann", "ANN", "will"]
LISTED = st.dictionaries(
    st.sampled_from(["U1", "U2", "X1"]), st.lists(st.sampled_from(NAMES), min_size=1), max_size=3
)


def texts_of(pieces: list[str]) -> st.SearchStrategy[list[str]]:
    text = st.lists(st.sampled_from(pieces)).map("".join)
    return st.lists(text, min_size=1, max_size=3)


def mapping_of(listed: dict[str, list[str]], case: Case = "smart") -> Mapping:
    entries = [Entry(who, name) for who, names in listed.items() for name in names]
    return Mapping(tuple(entries), case=case)


def stands_whole(name: str, text: str) -> bool:
    starts = [found.start() for found in re.finditer(rf"(?={re.escape(name)})", text)]
    return any(is_boundary(text, at) and is_boundary(text, at + len(name)) for at in starts)


@given(texts_of(PLAIN), LISTED, st.sampled_from(["exact", "smart"]))
def test_no_accepted_name_survives(
    texts: list[str], listed: dict[str, list[str]], case: Case
) -> None:
    replaced = run(corpus_of(*texts), mapping_of(listed, case))
    for text in replaced.messages["text"]:
        left = re.sub(r"\[(?:person|[UX]\d(?:\|[UX]\d)*)\]", "\0", text)
        for name in {name for names in listed.values() for name in names}:
            assert not stands_whole(name, left)


@given(texts_of([*PLAIN, *"<>`&;", "<b>", "</b>", "&eacute;", "](x/y)"]), LISTED, st.booleans())
def test_mentions_cut_out_names_and_nothing_else_changes(
    texts: list[str], listed: dict[str, list[str]], collapse: bool
) -> None:
    replaced = run(corpus_of(*texts), mapping_of(listed), changed(BY_ID, collapse=collapse))
    names = {fold(name) for names in listed.values() for name in names}
    for at, (text, new) in enumerate(zip(texts, replaced.messages["text"], strict=True), start=1):
        built, end = "", 0
        for mention in [m for m in replaced.mentions if m.message == str(at)]:
            assert mention.start >= end
            cut = text[mention.start : mention.end]
            assert collapse or fold(clear(cut)) in names
            shown = cut if mention.replacement is None else mention.replacement
            built += text[end : mention.start] + shown
            end = mention.end
        assert built + text[end:] == new


@given(texts_of(PLAIN))
def test_without_names_nothing_changes(texts: list[str]) -> None:
    replaced = run(corpus_of(*texts), Mapping())
    assert replaced.messages["text"].to_list() == texts
    assert replaced.mentions == ()


@given(texts_of(PLAIN), LISTED)
def test_replacing_again_changes_nothing(texts: list[str], listed: dict[str, list[str]]) -> None:
    mapping = mapping_of(listed)
    once = run(corpus_of(*texts), mapping).messages["text"].to_list()
    assert run(corpus_of(*once), mapping).messages["text"].to_list() == once


@given(st.permutations(["Rose", "Will", "Hope", "May"]), st.lists(st.integers(0, 3), min_size=1))
def test_replacements_never_run_into_each_other(order: list[str], words: list[int]) -> None:
    names = ["Rose", "Will", "Hope", "May"]
    mapping = mapping_of({who: [name] for who, name in zip(order, names, strict=True)})
    expected = " ".join(f"[{order[word]}]" for word in words)
    assert after(" ".join(names[word] for word in words), mapping) == expected


def test_rewriting_leaves_marked_mentions() -> None:
    mentions = [Mention("1", 0, 3), Mention("1", 4, 6, replacement="[P01]")]
    assert rewrite("Ann Bo.", mentions) == "Ann [P01]."


def test_ordinary_words_are_known_without_being_told() -> None:
    corpus = corpus_of("Will will mark the rose; robert and WILL agree")
    mapping = notation.parse("U1 | Will\nU2 | Mark\nU3 | Rose\nU4 | Robert")
    replaced = replace(corpus, mapping, BY_ID)
    assert replaced.messages["text"][0] == "[U1] will mark the rose; [U4] and [U1] agree"
    traits = tuple(changed(entry, traits=("word",)) for entry in mapping.entries)
    told = replace(corpus, changed(mapping, entries=traits), BY_ID)
    assert told.messages["text"][0] == "[U1] will mark the rose; robert and [U1] agree"
