from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from onym.names import matcher as module
from onym.names.matcher import Hit, Matcher, is_shouted, longest, stands_alone
from onym.text.text import KINDS, LETTER, OTHER, SIGN, fold

WORDS = {"will", "rose", "may", "long", "hope"}


def found(text: str, smart: list[str], exact: list[str] | None = None) -> list[str]:
    """What is matched in a text, without overlaps."""
    hits = Matcher(smart, exact or [], WORDS.__contains__).find([text])
    return [text[hit.start : hit.end] for hit in longest(list(hits))]


# Text, names in any case, and what of the text is found.
SMART = [
    ("Hi Robert, ROBERT and robert; RObert!", "Robert", ["Robert", "ROBERT", "robert", "RObert"]),
    ("a summary report", "Mary", []),
    ("Robert's, Robert’s and Roberts'", "Robert", ["Robert", "Robert"]),
    ("Robert_J, _Robert_, Robert2 and Robert-J", "Robert", ["Robert"] * 4),
    ("Hi Anna,Erik!", "Anna|Erik", ["Anna", "Erik"]),
    ("Simic, Šimić and SIMIC", "Šimić", ["Simic", "Šimić", "SIMIC"]),
    ("Šimić and Andre\u0301", "Simic|André", ["Šimić", "Andre\u0301"]),
    ("Zo&euml; and Andr&#233;", "Zoë|André", ["Zo&euml;", "Andr&#233;"]),
    ("Weiß, WEISS and Weiss", "Weiß", ["Weiß", "WEISS", "Weiss"]),
    ("O’Neil and O'NEIL", "O'Neil", ["O’Neil", "O'NEIL"]),
    ("Mary  Jane, Mary\nJane; mary jane", "Mary Jane", ["Mary  Jane", "Mary\nJane", "mary jane"]),
    ("On Monday Mary\n> Jane Poe wrote:", "Mary Jane Poe", ["Mary\n> Jane Poe"]),
    ("Thanks Mary\n\nJane", "Mary Jane", []),
    ("Ro\u00adbert", "Robert", ["Ro\u00adbert"]),
    ("R o b e r t", "R o b e r t|R", ["R o b e r t"]),
    ("Robert🙂 «Robert» Robertさん", "Robert", ["Robert"] * 3),
    ("田中さん、田中先生", "田中", ["田中", "田中"]),
    ("Привет, Анна! аннабель", "Анна", ["Анна"]),
    ("@rob, @robin and rob", "@rob", ["@rob"]),
    ("rob77, rob777 and rob", "rob77", ["rob77"]),
    ("agent 007, 0077", "007", ["007"]),
    ("a[b and (x|y)* and .*", "a[b|(x|.*", ["a[b", "(x", ".*"]),
    ("-RG-, RG", "-RG-", ["-RG-"]),
    # longest first
    ("Mary Jane Poe", "Mary|Jane|Mary Jane|Jane Poe", ["Mary Jane", ]),
    ("mary janes", "Mary|Mary Jane", ["mary"]),
    ("Anna Berg Larsen", "Anna Berg|Berg Larsen", ["Berg Larsen"]),
    # also an ordinary word
    ("Will said he will come", "Will", ["Will"]),
    ("WILL: yes", "Will", ["WILL"]),
    ("WILL YOU COME", "Will", []),
    ("-- \nWILL", "Will", ["WILL"]),
    ("may long live, May Long", "May Long", ["May Long"]),
    ("so will may", "will|May", ["will"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "names", "expected"), SMART)
def test_names_in_any_case(text: str, names: str, expected: list[str]) -> None:
    assert found(text, names.split("|")) == expected


EXACT = [
    ("Robert, ROBERT, robert, RObert", "Robert", ["Robert"]),
    ("Zoë and Zoe", "Zoe", ["Zoe"]),
    ("Mary\nJane and mary jane", "Mary Jane", ["Mary\nJane"]),
    ("Andre\u0301 and Andre", "André", ["Andre\u0301"]),
    ("Hi all, All and ALL", "all", ["all"]),
    ("Weiß, WEISS", "Weiß", ["Weiß"]),
]


@pytest.mark.parametrize(("text", "name", "expected"), EXACT)
def test_names_exactly_as_written(text: str, name: str, expected: list[str]) -> None:
    assert found(text, [], [name]) == expected


ALONE = [
    "Thanks, J", "Thanks, J.", "J", "- J", "-J-", "J: yes", "J's idea", "J’s", "(J)", "*J*",
    "Hi J!", "J\nnext", "Thanks J :)", "<p>J</p>", '"J"', "Ann,J",
]  # fmt: skip
NOT_ALONE = [
    "J.P.", "U.J.", "R-J", "J-R", "f(J)", "x_J", "J2", "2J", "J=3", "xJ", "J@home", "x.J", "J/K",
    "J'ai", "#J", "AJ", "J.x",
]  # fmt: skip


@pytest.mark.parametrize("text", ALONE)
def test_a_single_letter_that_stands_alone(text: str) -> None:
    assert found(text, ["J"]) == ["J"]
    assert found(text, ["J."]) == ["J"]
    assert found(text.replace("J", "j"), ["J"]) == []


@pytest.mark.parametrize("text", NOT_ALONE)
def test_a_single_letter_that_does_not(text: str) -> None:
    assert found(text, ["J"]) == []
    assert found(text, [], ["J"]) == []


def test_hits_tell_all_names_that_are_written_so() -> None:
    finder = Matcher(["Zoe", "Zoë", "ZOE"], ["zoe"])
    assert [hit.names for hit in finder.find(["Zoë"])] == [("Zoe", "Zoë", "ZOE")]
    assert [hit.names for hit in finder.find(["zoe"])] == [("Zoe", "Zoë", "ZOE", "zoe")]


def test_offsets_belong_to_each_message(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["Hi Anna", "", "Zoë: Anna  Berg", "Anna", "é", "Anna Berg\n"]
    finder = Matcher(["Anna", "Anna Berg"])
    hits = list(finder.find(texts))
    assert hits == [
        Hit(0, 3, 7, ("Anna",)),
        Hit(2, 5, 9, ("Anna",)),
        Hit(2, 5, 15, ("Anna Berg",)),
        Hit(3, 0, 4, ("Anna",)),
        Hit(5, 0, 4, ("Anna",)),
        Hit(5, 0, 9, ("Anna Berg",)),
    ]
    monkeypatch.setattr(module, "BATCH", 5)
    assert list(finder.find(texts)) == hits


def test_names_do_not_run_from_one_message_into_the_next() -> None:
    assert not list(Matcher(["Anna Berg", "\0"]).find(["Anna", "Berg", "Anna\0"]))[1:]


def test_no_names_and_no_texts() -> None:
    assert list(Matcher().find(["Anna"])) == []
    assert list(Matcher(["", "  "]).find(["Anna  "])) == []
    assert list(Matcher(["Anna"]).find([])) == []


def test_many_overlaps_take_no_time() -> None:
    hits = list(Matcher(["A B", "B A"]).find(["A B " * 20_000]))
    assert len(longest(hits)) == 20_000


def test_shouting_is_judged_by_the_line() -> None:
    assert is_shouted("Hello.\nI AM ANNA", 12, 16)
    assert not is_shouted("I am ANNA", 5, 9)
    assert not is_shouted("ANNA", 0, 4)
    assert not is_shouted("ANNA\nLOUD", 0, 4)


# ---- the twin: slow, obvious, one window of the text after another ----

HIDDEN = "\u00ad\u200b\u0301\u0302"
GAP = re.compile(r"(?=\s)[^\S\n]*(?:\n(?:>(?:>|[^\S\n])*|[^\S\n]*))?")


def seen(text: str) -> Iterator[tuple[str, int]]:
    """Each character a reader sees, and where it begins."""
    at = 0
    while at < len(text):
        if gap := GAP.match(text, at):
            yield " ", at
            at = gap.end()
        elif text.startswith("&eacute;", at):
            yield "é", at
            at += len("&eacute;")
        else:
            end = at + 1
            while end < len(text) and text[end] in HIDDEN:
                end += 1
            letter = KINDS[text[at]] == LETTER and text[at] not in HIDDEN
            marks = [mark for mark in text[at + 1 : end] if unicodedata.combining(mark)]
            if letter:
                yield unicodedata.normalize("NFC", text[at] + "".join(marks))[0], at
            elif text[at] not in HIDDEN:
                yield text[at], at
            at = end


def parts(before: str, after: str) -> bool:
    """Whether a word can end between two characters."""
    kinds = KINDS[before], KINDS[after]
    return kinds[0] != kinds[1] or kinds[0] in (OTHER, SIGN)


def means(written: str, name: str, smart: bool, shouted: Callable[[], bool]) -> bool:
    """Whether a name is meant by what is written."""
    if written == name:
        return True
    if not smart or len(name) == 1 or fold(written) not in (fold(name), fold(name.upper())):
        return False
    word = all(part in WORDS for part in name.lower().split())
    return not word or not (written.islower() or (written.isupper() and shouted()))


def twin(text: str, smart: list[str], exact: list[str]) -> set[tuple[int, int, str]]:
    """Every occurrence of every name, found by trying every stretch of the text."""
    characters = [*seen(text), ("\0", len(text))]
    clear, starts = "".join(c for c, _ in characters), [at for _, at in characters]
    hits = set()
    for left in range(len(clear)):
        for right in range(left + 1, min(left + 12, len(clear))):
            if left and not parts(clear[left - 1], clear[left]):
                continue
            if not parts(clear[right - 1], clear[right]):
                continue
            start, end = starts[left], starts[right]
            for name in smart + exact:
                loud = lambda start=start, end=end: is_shouted(text, start, end)  # noqa: E731
                if not means(clear[left:right], name, name in smart, loud):
                    continue
                if right - left > 1 or stands_alone(text, start, end):
                    hits.add((start, end, name))
    return hits


NAMES = [
    *("Al", "Al Bo", "Bo Al", "al", "A l", "J", "B.J.", "Will", "May Will"),
    *("É", "Zé", "R2", "Weß", "@al", "中", "中文", "7"),
]
PIECES = [
    *NAMES,
    *"aAlLbo J jé\u0301\u00adZzS27_-.'’@ß中文\r>",
    *("  ", "\n", "\n> ", "\n\n", "WILL", "will", "may", "MAY", "WESS", "&eacute;"),
]


@settings(max_examples=400)
@given(
    st.lists(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), max_size=4),
    st.lists(st.sampled_from(NAMES), unique=True, max_size=8),
    st.lists(st.sampled_from(NAMES), unique=True, max_size=4),
)
@example(["Al\n> Bo", "aAl"], ["Al", "Al Bo"], [])
@example(["R27 R2", "R2\u00ad7"], ["R2"], [])
@example(["my Q"], ["~*Q", "y Q"], [])
@example(["Al中\u0301"], [], ["中"])
@example(["Z\u0301e\u0301 Ze\u0301"], ["Zé"], [])
def test_the_matcher_equals_its_twin(texts: list[str], smart: list[str], exact: list[str]) -> None:
    exact = [name for name in exact if name not in smart]
    hits = list(Matcher(smart, exact, WORDS.__contains__).find(texts))
    for at, text in enumerate(texts):
        fast = {(h.start, h.end, name) for h in hits if h.message == at for name in h.names}
        assert fast == twin(text, smart, exact)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 8)), max_size=12))
def test_longest_equals_taking_one_after_another(spans: list[tuple[int, int]]) -> None:
    hits = sorted({Hit(0, start, start + size, ("x",)) for start, size in spans})
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start - hit.end, hit.start)):
        if not any(hit.start < other.end and other.start < hit.end for other in kept):
            kept.append(hit)
    assert longest(hits) == sorted(kept)


def test_signs_around_one_name_do_not_lend_it_the_letters_of_other_words() -> None:
    matcher = Matcher(["~*Q", "y Q"])
    assert list(matcher.find(["my Q", "any Q"])) == []
    assert [hit.names for hit in matcher.find(["~*Q", "so y Q"])] == [("~*Q",), ("y Q",)]
