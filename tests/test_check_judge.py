"""Known names that can be seen: which are leaks, and what the others are."""

import polars as pl
import pytest

from onym.check import check, describe, examine
from onym.check.estimate import Captures, Pair, estimate
from onym.check.finders import Sight, Structure, Vocabulary
from onym.check.judge import Judge
from onym.model import (
    MESSAGE_COLUMNS,
    Corpus,
    Entry,
    Mapping,
    Participant,
    Replaced,
    Source,
)

PEOPLE = {
    "U1": Participant("U1", ("Rosalind Quist",)),
    "U2": Participant("U2", ("Mortimer Thorne",)),
    "U3": Participant("U3", ("May Adler",)),
    "U4": Participant("U4", ("Dennis Lund",)),
    "U5": Participant("U5", ("Lars Lin",)),
    "U6": Participant("U6", ("Ada Uppsala",)),
    "U7": Participant("U7", ("Ida Taylor",)),
    "U8": Participant("U8", ("zquux",), ("zquux",)),
    "U9": Participant("U9", ("h-plant-talk-lists",)),
}
MAPPING = Mapping(
    entries=(
        Entry("U1", "RQ"),
        Entry("U4", "J"),
        Entry("X1", "Jonas Feldner"),
        Entry("U2", "Ostrov", decision="rejected"),
    )
)


def kinds(text: str, mapping: Mapping = MAPPING, before: str = "") -> set[tuple[str, str]]:
    """Names that are seen in a message, each with why it is probably not meant."""
    schema = dict.fromkeys(MESSAGE_COLUMNS, pl.String)
    row = dict.fromkeys(MESSAGE_COLUMNS) | {"id": "1", "author": "U1", "text": before}
    corpus = Corpus(pl.DataFrame([row], schema=schema), PEOPLE, Source(None, "csv", {}))
    after = pl.DataFrame([row | {"author": "P1", "text": text}], schema=schema)
    found = check(Replaced(after, (), {"U1": "P1"}), corpus, mapping)
    return {(each.name, each.apart) for each in found}


APART = [
    # cited, with nobody known and no year
    ("I have read Feldner and Quist on that, see there.", "Quist", "cited"),
    ("look into Feldner & Quist, it has all of it", "Quist", "cited"),
    ("look into Feldner/Quist for more of it", "Quist", "cited"),
    ("in Ostrov, Feldner, and Quist you find it", "Quist", "cited"),
    ("the proof by Quist, Ostrov and Weld is short", "Quist", "cited"),
    ("it is there in Quist (p. 240), I think", "Quist", "cited"),
    ("See Quist, chapter 3, for the rest of it.", "Quist", "cited"),
    ("Quist. 2009. On tides and other matters.", "Quist", "cited"),
    ("the tides of T. Quist are well known", "Quist", "cited"),
    ("Weld, Rosalind J. On tides and other matters.", "Rosalind", "cited"),
    ("Weld JP, Quist RA, Ostrov F (a paper)", "Quist", "cited"),
    ("@book{tides,\n author = {Weld, Jo and Quist, Rosalind},\n}", "Rosalind", "cited"),
    ('  author = "Rosalind Quist and Jo Weld",', "Rosalind", "cited"),
    ("I recommend Quist's article on tides to all", "Quist", "cited"),
    # somebody else
    ("The data are\nfrom Dennis Nashe's thesis, which I have.", "Dennis", "cited"),
    ("it was said at length and at the time by Dennis\nNashe in his thesis", "Dennis", "cited"),
    ("a package by Vera Singer and Dennis Nashe is faster", "Dennis", "cited"),
    ("published at Thorne & Hall in that year", "Thorne", "cited"),
    # terms, places, institutions, months
    ("with Kestner-Quist corrections at least", "Quist", "term"),
    ("a Taylor series will do for that", "Taylor", "term"),
    ("by Thorne's theorem it is finite", "Thorne", "term"),
    ("Weld, F. S. (1984, May). A comment.", "May", "term"),
    ("we meet in May, or is that too late", "May", "term"),
    ("it appeared in the May-June issue then", "May", "term"),
    ("a course at the University of Uppsala last year", "Uppsala", "term"),
    ("Institute of Health\nDennis Weld Building\nRoom 4 and more", "Dennis", "term"),
    # code
    ("then call fooLin(1) or barLin, as you like", "Lin", "code"),
    ("table.GetLinFile(0, 1) does not work", "Lin", "code"),
    ("summary(fit$Lin) and fit(m, lin=2) fail", "Lin", "code"),
    ("the column log_LIN_x is missing here", "Lin", "code"),
    # words and letters
    ("please write to h-plant-talk-lists and ask there", "h-plant-talk-lists", "word"),
    ("the groups are J and K, and J is larger", "J", "initial"),
    ("the RQ ratio is high in this one", "RQ", "initial"),
    ("a model with LAR5 in it fits worse", "Lars", "guess"),
]


@pytest.mark.parametrize(("text", "name", "kind"), APART)
def test_what_is_probably_not_meant_is_told_apart(text: str, name: str, kind: str) -> None:
    assert {apart for found, apart in kinds(text) if found == name} == {kind}


LEFT = [
    ("Hi Quist, and thanks for Feldner and the rest", "Quist"),
    ("Hi, dear Rosalind\n\nI think so", "Rosalind"),
    ("Dr Quist mailed some time ago", "Quist"),
    ("I think that R. Quist has said so", "Quist"),
    ("as Quist and Thorne have said here", "Quist"),
    ("Rosalind and Tabitha met there yesterday", "Rosalind"),
    ("I used Rosalind's test and it works", "Rosalind"),
    ("see /home/quist/data for the rest of it", "Quist"),
    ("at quist-laptop:~$ make all of it", "Quist"),
    ("lme(y ~ x, data=rosalind) works fine", "Rosalind"),
    ("it is in RosalindDept of ours", "Rosalind"),
    ("ask @zquux There is more of it", "zquux"),
    ("zquux:\n\nwhat did you do exactly?", "zquux"),
    ("    RQ> I think that it is so", "RQ"),
    ("I think that RQ wrote about it", "RQ"),
    ("That is all for now.\n\nRegards,\nJ", "J"),
    ("That is all for now.\nRegards, J", "J"),
    ("That is all for now.\n\nMay", "May"),
    ("Mary-Ann and Anna-Rosalind came as well", "Rosalind"),
]


@pytest.mark.parametrize(("text", "name"), LEFT)
def test_what_is_meant_is_a_leak(text: str, name: str) -> None:
    assert (name, "") in kinds(text)


def test_a_line_that_was_wrapped_after_a_letter_is_not_signed() -> None:
    assert kinds("you end up with the groups\nJ\nand others of them") == {("J", "initial")}
    assert kinds("you end up with\n\nJ") == {("J", "")}


def test_a_user_name_that_is_always_written_small_is_a_name() -> None:
    """It is in no dictionary, so being small makes no word of it."""
    before = "zquux wrote. zquux again, and zquux. Ask zquux, and zquux, and zquux."
    assert kinds("see what zquux said", before=before) == {("zquux", "")}


def test_who_was_rejected_owns_nothing() -> None:
    """Thorne and Ostrov is then a pair of authors, and not two names of one participant."""
    assert ("Thorne", "cited") in kinds("I have it from Ostrov Thorne, who wrote it")


NO_SUSPECTS = [
    "I'd say so, and I've tried; we've seen that I'll need it.",
    "I\u2019ve seen it. I\u2019d say so.",
    "It was in January, and in April or June.",
    "worldPosition said no; PixelIDTypeList wrote it, and cubID has it.",
    "Dear R-users,\nthe B-spline is new.",
    "Here is it.\n-----END PGP SIGNATURE-----",
    "@incollection{key,",
]


@pytest.mark.parametrize("text", NO_SUSPECTS)
def test_contractions_months_and_identifiers_are_no_suspects(text: str) -> None:
    schema = dict.fromkeys(MESSAGE_COLUMNS, pl.String)
    row = dict.fromkeys(MESSAGE_COLUMNS) | {"id": "1", "author": "U1", "text": text}
    frame = pl.DataFrame([row], schema=schema)
    found = examine(
        Replaced(frame, (), {"U1": "U1"}), Corpus(frame, {}, Source(None, "csv", {})), Mapping()
    )
    assert [each.word for each in found.suspects] == []
    assert found.estimate.high == 0
    assert describe(found)[0] == "No known name can be seen, and no other word behaves like one."


def pair() -> Pair:
    return Pair(Structure(["en"]), Vocabulary(["Quist"], Judge(), ["en"]), ["quist"])


def test_the_lower_end_counts_each_name_as_meant_everywhere_or_nowhere() -> None:
    one, _ = estimate(Captures(), {}, 100, pair(), {"Quist": 60})
    assert (one.low, one.high) == (0, 60)
    many, _ = estimate(Captures(), {}, 100, pair(), {f"Name{n}": 1 for n in range(60)})
    assert 15 < many.low < 30


def test_the_users_of_a_thing_are_no_names() -> None:
    """Everybody writes "Hi Frobnixers" on the list of a program called Frobnixer."""

    def high(counts: dict[str, int]) -> int:
        captures = Captures()
        captures.left([Sight("Frobnixers", n, n + 10) for n in range(9)], [])
        return estimate(captures, {"Frobnixers": 9, **counts}, 100, pair())[0].high

    assert high({}) > 0 == high({"Frobnixer": 80})
