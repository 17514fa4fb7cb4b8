"""The optional reader: pieces with their places, readings, votes in the ledger, the command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onym import formats
from onym.deciding.explain import explain
from onym.errors import PolicyError
from onym.find.gather import Claim, Tally
from onym.find.lexicon import lexicon
from onym.line import start
from onym.link.ledger import Ledger
from onym.link.lexical import lexical, voted
from onym.tagger import read
from onym.tagger.budget import parse_budget
from onym.tagger.passages import index_words, lines_around, passages
from onym.tagger.pieces import WINDOW, Pieces, case_of, plain
from onym.tagger.reader import Reader
from onym.tagger.votes import is_name

PIECES = Reader().pieces

READ: tuple[tuple[str, str, list[str]], ...] = (
    (
        "Dear Priscilla,\n\nthank you for the notes.\n\nBest wishes,\nThaddeus Okonkwo",
        "PER",
        ["Priscilla", "Thaddeus Okonkwo"],
    ),
    ("On Monday Wilhelmina Pettigrew wrote:\n> it works now", "PER", ["Wilhelmina Pettigrew"]),
    (
        "I grew up in Gothenburg and moved to Canada when I was ten.",
        "LOC",
        ["Gothenburg", "Canada"],
    ),
    ("My sister Ragnhild lives next door.", "PER", ["Ragnhild"]),
    ("The model does not converge, and I do not know why.", "PER", []),
    ("We fitted a Poisson regression and used a Wald test.", "PER", []),
)


@pytest.mark.parametrize(("text", "label", "wanted"), READ)
def test_people_and_places_are_read(text: str, label: str, wanted: Sequence[str]) -> None:
    found = [r for r in read([text])[0] if r.label == label and r.probability > 0.5]
    assert [text[r.start : r.end] for r in found] == list(wanted)


def test_a_text_is_read_alike_in_any_company() -> None:
    texts = [text for text, *_ in READ]
    together = read([*texts, "x " * 3000])
    for text, found in zip(texts, together, strict=False):
        alone = read([text])[0]
        assert [(r.start, r.end, r.label) for r in alone] == [
            (r.start, r.end, r.label) for r in found
        ]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=400))
def test_every_word_keeps_its_place(text: str) -> None:
    words = [span for window in PIECES.windows(text) for span in window.words]
    assert words == sorted(words)
    assert all(text[start:end].strip() == text[start:end] != "" for start, end in words)
    letters = sum(character.isalnum() for character in text)
    assert letters == sum(c.isalnum() for start, end in words for c in text[start:end])
    assert all(len(window.ids) <= WINDOW + 1 for window in PIECES.windows(text))


def test_words_are_put_together_from_the_longest_pieces() -> None:
    pieces = Pieces(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "mar", "mary", "##jo", "##j", "##o", "-"])
    assert [pieces.vocabulary[at] for at in pieces.spell("MaryJo")] == ["mary", "##jo"]
    assert [pieces.vocabulary[at] for at in pieces.spell("-----")] == ["-"]
    assert [pieces.vocabulary[at] for at in pieces.spell("Zoë")] == ["[UNK]"]


def test_case_goes_in_beside_the_piece() -> None:
    assert [case_of(word) for word in ("mary", "Mary", "MARY", "M", "McPoe", "42")] == list(
        range(6)
    )
    assert plain("Zoë") == "zoe"


@pytest.mark.parametrize(("said", "seconds"), [("60s", 60), ("2m", 120), ("90", 90), ("1.5m", 90)])
def test_a_budget_is_a_time(said: str, seconds: float) -> None:
    assert parse_budget(said) == seconds


@pytest.mark.parametrize("said", ["soon", "0s", "-3s", "3 days"])
def test_no_budget_is_refused(said: str) -> None:
    with pytest.raises(PolicyError, match="60s"):
        parse_budget(said)


def test_votes_are_one_line_of_the_ledger() -> None:
    tally = Tally()
    before = lexical(Ledger({}, tally, lexicon(("en",))), ["Kerensa"])
    tally.claims[Claim("read", "Kerensa", None)] = 3
    tally.claims[Claim("passed", "Kerensa", None)] = 1
    ledger = Ledger({}, tally, lexicon(("en",)))
    weight, reason = voted(ledger, ["Kerensa"])[0]
    assert reason == "is read as a person in 3 of 4 sentences"
    assert 0 < weight < 1
    assert lexical(ledger, ["Kerensa"]) == [*before, (weight, reason)]
    assert not ledger.slots


def test_a_word_that_is_passed_over_loses() -> None:
    tally = Tally()
    tally.claims[Claim("read", "Venza", None)] = 1
    tally.claims[Claim("passed", "Venza", None)] = 40
    assert voted(Ledger({}, tally, lexicon(("en",))), ["Venza"])[0][0] < -2


NAMES = (
    ("Priscilla", "", True),
    ("Thaddeus Okonkwo", ",", True),
    ("Don", "'t do it", False),
    ("Cuthbert", " Street", False),
    ("Poe RT", "", False),
    ("variance", "", False),
)


@pytest.mark.parametrize(("name", "after", "wanted"), NAMES)
def test_what_may_be_a_claim(name: str, after: str, wanted: bool) -> None:
    assert is_name(name, after) == wanted


MESSAGES = """id,author,thread,text
1,U1,t,"Hello everyone, I saw Wilhelmina Pettigrew at the station and she agrees."
2,U2,t,"Fine with me.

-----------------
Dr Octavian Brambleby
Room 12"
3,U1,t,"Good. I have never seen it before."
"""


def test_the_reader_adds_what_nobody_signs(tmp_path: Path) -> None:
    source = tmp_path / "forum.csv"
    source.write_text(MESSAGES, encoding="utf-8")
    without = start(tmp_path / "without", source)
    plain_names = {entry.name for entry in without.find().entries}
    line = start(tmp_path / "with", source, {"tagger": "all", "people": "everyone"})
    found = {entry.name: entry for entry in line.find().entries}
    assert "Wilhelmina Pettigrew" in found
    assert "Wilhelmina Pettigrew" not in plain_names
    assert any("read as a person in 1 of 1" in r for r in found["Wilhelmina Pettigrew"].reasons)
    assert line.asked is not None
    assert line.asked.read == 3


def test_only_messages_with_undecided_words_are_read(tmp_path: Path) -> None:
    source = tmp_path / "forum.csv"
    source.write_text(MESSAGES, encoding="utf-8")
    line = start(tmp_path / "out", source, {"tagger": "ask", "tagger_budget": "5m"})
    line.find()
    assert line.asked is not None
    assert 0 < line.asked.read == line.asked.wanted < 3


LATE_FIRST = """id,author,thread,time,text
3,U1,t,2024-03-01,"We asked Kerensa about it."
1,U2,t,2024-01-01,"We saw Kerensa there."
2,U3,t,2024-02-01,"> We saw Kerensa there."
"""


def test_a_word_is_read_where_it_waits_longest_and_nothing_twice(tmp_path: Path) -> None:
    source = tmp_path / "forum.csv"
    source.write_text(LATE_FIRST, encoding="utf-8")
    corpus = formats.read(source)
    texts = corpus.messages["text"]
    places = index_words(corpus, {"Kerensa"})["Kerensa"]
    found = list(passages(places, texts, set()))
    assert [corpus.messages["id"][each.row] for each in found] == ["1", "3"]


@given(st.text(alphabet="ab \n", min_size=1, max_size=900), st.data())
def test_a_passage_holds_its_place_and_ends_at_spaces(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    start, end = lines_around(text, at)
    assert 0 <= start <= at <= end <= len(text)
    assert start == 0 or text[start - 1] in " \n" or at - start > 160
    assert text.count("\n", start, end) <= 5


def test_a_frequent_word_is_read_a_few_times(tmp_path: Path) -> None:
    source = tmp_path / "forum.csv"
    rows = [f'{n},U{n % 3},t,"In week {n} I saw Wilhelmina again."' for n in range(40)]
    source.write_text("\n".join(["id,author,thread,text", *rows]), encoding="utf-8")
    line = start(tmp_path / "out", source, {"tagger": "ask"})
    line.find()
    assert line.asked is not None
    assert line.asked.read == line.asked.wanted == 3
    notes = explain(line, "Wilhelmina").notes
    assert "is read as a person in 3 of 3 sentences" in notes


SWEDISH = """id,author,thread,text
1,U1,t,"Jag träffade Ragnhild på stationen i går och hon håller med om att det är bra."
2,U2,t,"Det tycker jag också, men vi borde fråga Torbjörn innan vi bestämmer något."
"""


def test_other_languages_are_not_read(tmp_path: Path) -> None:
    source = tmp_path / "forum.csv"
    source.write_text(SWEDISH, encoding="utf-8")
    line = start(tmp_path / "out", source, {"tagger": "all"})
    line.find()
    assert line.asked is not None
    assert (line.asked.read, line.asked.readings) == (0, {})
    assert not line.tagger_would_help()


def test_the_reader_needs_the_method_onym(tmp_path: Path) -> None:
    source = tmp_path / "forum.csv"
    source.write_text(MESSAGES, encoding="utf-8")
    line = start(tmp_path / "out", source, {"tagger": "ask", "method": "farrow"})
    with pytest.raises(PolicyError, match="method onym"):
        line.find()


WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "onnxruntime":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
from onym.cli import main
main()
"""


def test_without_the_extra_everything_else_works(tmp_path: Path) -> None:
    source = tmp_path / "forum.csv"
    source.write_text(MESSAGES, encoding="utf-8")

    def onym(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", WITHOUT, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    done = onym("find", str(source), "--out", str(tmp_path / "a"))
    assert done.returncode == 0, done.stderr
    asked = onym("find", str(source), "--out", str(tmp_path / "b"), "--tagger", "all")
    assert asked.returncode != 0
    assert "pip install onym[tagger]" in asked.stderr
    assert "Traceback" not in asked.stderr


def test_the_weights_are_small() -> None:
    folder = Path(str(files("onym.tagger")))
    assert sum(file.stat().st_size for file in folder.iterdir() if file.is_file()) < 21_000_000
