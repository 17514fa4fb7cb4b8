"""The features of Bosch et al. (2.3), worked out by hand for a few messages."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from onym.language import dictionary, fold
from onym.possible.counts import Counts
from onym.possible.features import DENSE, MORE, describe, extract, sparse_names
from onym.possible.neighbours import count_near, count_neighbours

FORUM = [
    "Hi Okonkwo,\nthe lecture was good. Okonkwo wrote it.",
    "I think okonkwo is right! Okonkwo's idea\nMy view differs",
    "Best,\nOkonkwo",
]


def of(word: str, texts: list[str] = FORUM) -> dict[str, float]:
    table = extract(texts)
    return dict(zip(table.names, table.values[table.words.index(word)].tolist(), strict=True))


def test_there_are_17_dense_and_78_context_features() -> None:
    names, before = ("mary", "okonkwo", "anna", "luis"), sorted(dictionary("en"))[200:240]
    table = extract([f"{word} {names[at % 4]}" for at, word in enumerate(before)])
    contexts = tuple(name[4:] for name in table.names if name.startswith("all:"))[:-1]
    assert len(DENSE) == 17 and len(sparse_names(contexts)) == 78
    assert table.names == (*DENSE, *sparse_names(contexts), *MORE)


def test_the_dense_features() -> None:
    found = of("okonkwo")
    assert found["occurrences"] == 5
    assert (found["first_index"], found["first_length"]) == (1, 9)
    assert found["capitalised"] == pytest.approx(4 / 5)
    # "good. Okonkwo", "right! Okonkwo's" and the last line begin a sentence
    assert found["sentence_start"] == pytest.approx(3 / 5)
    assert found["capitalised_of_inside"] == pytest.approx(1 / 2)
    assert found["inside_capitalised"] == pytest.approx(1 / 5)
    assert not found["dictionary"]


def test_a_line_break_ends_a_sentence() -> None:
    """The "my" that the paper's model redacted 293 times was capitalised after line breaks."""
    lines = ["I like it\nHope so", "yes\nHope to see it", "good.\nHope it helps", "we hope so"]
    found = of("hope", lines)
    assert found["capitalised"] == pytest.approx(3 / 4)
    assert found["capitalised_of_inside"] == 0


def test_an_initial_and_a_title_end_no_sentence() -> None:
    assert of("okonkwo", ["as J. Okonkwo said, and Dr. Okonkwo too"])["capitalised_of_inside"] == 1


def test_tables_of_names_and_places() -> None:
    found = of("paris", ["Paris"])
    assert found["city"] and found["given_name"] and not found["country"]
    assert of("france", ["France"])["country"] and of("texas", ["Texas"])["region"]
    assert of("smith", ["Smith"])["surname_frequency"] > of("okonkwo")["surname_frequency"]


def test_context_words_in_the_three_conditions() -> None:
    table = extract(FORUM, contexts=("hi", "think", "best"))
    row = dict(zip(table.names, table.values[table.words.index("okonkwo")].tolist(), strict=True))
    assert (row["all:hi"], row["cap:hi"], row["mid:hi"]) == (1, 1, 1)
    assert (row["all:think"], row["cap:think"], row["mid:think"]) == (1, 0, 0)
    assert (row["all:best"], row["cap:best"], row["mid:best"]) == (1, 1, 0)
    assert (row["all:other"], row["cap:other"], row["mid:other"]) == (2, 2, 0)


def test_only_the_ten_most_common_context_words_count() -> None:
    before = [f"{letter}{letter}a" for letter in "bcdfghjklmnp"]
    texts = [f"{word} Okonkwo" for word in before for _ in range(1 + before.index(word))]
    table = extract(texts, contexts=tuple(before))
    row = table.values[table.words.index("okonkwo")]
    found = dict(zip(table.names, row.tolist(), strict=True))
    assert sum(found[f"all:{word}"] for word in before) == 10
    assert not found[f"all:{before[0]}"] and found[f"all:{before[-1]}"]


MARKS = [
    ("greeted", "Hi Okonkwo, how are you"),
    ("closed", "See you.\nBest regards,\nOkonkwo"),
    ("alone", "See you.\nOkonkwo\n"),
    ("full_line", "See you.\nAdaeze Okonkwo\n"),
    ("last_line", "See you.\nOkonkwo here"),
    ("titled", "ask Prof. Okonkwo about it"),
    ("initial_before", "ask A. Okonkwo about it"),
    ("given_before", "ask Mary Okonkwo about it"),
    ("speaks_after", "as Okonkwo said"),
    ("genitive", "it is Okonkwo's turn"),
    ("year_after", "as in Okonkwo (2008)"),
    ("at_before", "thanks @okonkwo for it"),
    ("code_line", "okonkwo <- c(x = 1, y$z)"),
    ("call_after", "call okonkwo(x) twice"),
    ("place_beside", "from Okonkwo, France"),
    ("related_before", "my sister Okonkwo"),
    ("joined", "ask McOkonkwo about it"),
    ("comma_initial", "see Okonkwo, B. for it"),
    ("and_capital", "as Adaeze and Okonkwo have it"),
    ("et_after", "as Okonkwo et al. have it"),
    ("place_before", "I live in Okonkwo now"),
    ("body_before", "at the University of Okonkwo now"),
    ("dash_beside", "the Okonkwo-Poe test"),
    ("colon_after", "Okonkwo: see below"),
    ("mail_line", "Okonkwo okonkwo@example.org"),
    ("number_line", "Okonkwo, room 12"),
    ("speech_line", "On 3 May, Okonkwo wrote:"),
    ("blank_before", "See you.\n\nOkonkwo here"),
    ("quoted", "yes\n> as Okonkwo has it"),
]


@pytest.mark.parametrize(("mark", "text"), MARKS, ids=[mark for mark, _ in MARKS])
def test_where_a_word_stands(mark: str, text: str) -> None:
    word = "mcokonkwo" if mark == "joined" else "okonkwo"
    assert of(word, [text])[mark] == 1
    assert of("okonkwo", ["we met an okonkwo there\nand left"])[mark] == 0


def test_a_dot_inside_a_name_of_code_ends_no_sentence() -> None:
    found = of("okonkwo", ["call data.okonkwo there"])
    assert not found["sentence_start"] and found["code_beside"] == 1


SPELT = [
    ("rowupdating", "glued", 1.0),
    ("okonkwo", "glued", 0.0),
    ("educ", "shortened", 1.0),
    ("okonkwo", "shortened", 0.0),
    ("trtllw", "clump", 6.0),
    ("mensagem", "foreign", None),
    ("j?rgen", "lost", 1.0),
    ("okonkwos", "plural_of_name", 0.0),
    ("margret", "near_name", 1.0),
    ("margarets", "plural_of_name", 1.0),
]


@pytest.mark.parametrize(("word", "feature", "value"), SPELT)
def test_what_the_spelling_tells(word: str, feature: str, value: float | None) -> None:
    found = of(word, ["Margaret is here, and Okonkwo", f"I saw {word} there"])[feature]
    assert found == value if value is not None else found > 3


def test_words_two_slips_away_are_counted_only_when_asked_for() -> None:
    counts = Counts().add(FORUM)
    whole, quick = describe(counts), describe(counts, two_slips=False)
    assert np.isnan(quick.column("two_edits")).all()
    for name in set(whole.names) - {"two_edits"}:
        assert whole.column(name).tolist() == quick.column(name).tolist()


def test_markup_is_no_text() -> None:
    table = extract(["<p class='okonkwo'>Hi Jos&eacute;</p><br/>bye"])
    assert "josé" in table.words and not {"okonkwo", "br", "eacute", "class"} & set(table.words)


def test_nothing_to_read() -> None:
    table = extract(["", "the lecture"])
    assert table.words == () and table.values.shape == (0, len(table.names))


@settings(max_examples=15, deadline=None)
@given(st.text("abcdenorst", min_size=2, max_size=7))
def test_neighbours_equal_a_slow_obvious_count(word: str) -> None:
    every = {fold(each) for each in dictionary("en")}
    slips = [OSA.distance(word, each, score_cutoff=2) for each in every]
    expected = [slips.count(1), slips.count(1) + slips.count(2)]
    assert np.array_equal(count_neighbours([word], ("en",))[0], expected)
    assert count_near([word], ("en",)).tolist() == expected[:1]
