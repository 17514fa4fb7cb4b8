"""Reading lists as people have them: BibTeX, CSL JSON, or names one a line."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import onym
from onym import line
from onym.errors import InputError
from onym.model import Entry, Mapping
from onym.reading_list import (
    Author,
    ReadingList,
    forms,
    load,
    mark_cited,
    names_to_keep,
    read_bibtex,
    read_csl,
    read_lines,
    read_name,
    split_names,
)
from onym.text import latex

LETTERS = [
    (r"{\"o}", "ö"),
    (r"\"{o}", "ö"),
    (r"\"o", "ö"),
    (r"{\'{E}}tienne", "Étienne"),
    (r"{\v{S}}imi{\'c}", "Šimić"),
    (r"\v Simi\'c", "Šimić"),
    (r"Garc{\'\i}a", "García"),
    (r"Gar\c{c}on", "Garçon"),
    (r"S{\o}rensen", "Sørensen"),
    (r"\O yvind", "Øyvind"),
    (r"{\AA}ngstr{\"o}m", "Ångström"),
    (r"Stra\ss{}e", "Straße"),
    (r"\L ukasz", "Łukasz"),
    (r"{\DJ}or{\dj}e", "Đorđe"),
    (r"Erd{\H o}s", "Erdős"),
    (r"A.~B. {van der} Berg", "A. B. van der Berg"),
    (r"\textsc{Poe}", "Poe"),
    ("Noël", "Noël"),
    ("\\", ""),
]


@pytest.mark.parametrize(("written", "read"), LETTERS)
def test_latex_accents_become_letters(written: str, read: str) -> None:
    assert latex.plain(written) == read


NAMES = [
    # as BibTeX has it, given names, particle, family name
    ("Doe, Jane Q.", "Jane Q.", "", "Doe"),
    ("Jane Q. Doe", "Jane Q.", "", "Doe"),
    ("Doe, J.", "J.", "", "Doe"),
    ("van der Berg, Jan", "Jan", "van der", "Berg"),
    ("Jan van der Berg", "Jan", "van der", "Berg"),
    ("{van der Berg}, Jan", "Jan", "van der", "Berg"),
    ("Da Silva, Ana", "Ana", "Da", "Silva"),
    ("Poe, Jr., Edgar A.", "Edgar A.", "", "Poe"),
    ("Poe Jr., Edgar", "Edgar", "", "Poe"),
    ("Edgar Poe III", "Edgar", "", "Poe"),
    ("V. Poe", "V.", "", "Poe"),
    (r"G{\"o}del, Kurt", "Kurt", "", "Gödel"),
    ("Plato", "", "", "Plato"),
    ("Doe,", "", "", "Doe"),
    ("Mary {O'Hara}", "Mary", "", "O'Hara"),
]


@pytest.mark.parametrize(("raw", "first", "particle", "family"), NAMES)
def test_names_are_taken_apart(raw: str, first: str, particle: str, family: str) -> None:
    assert read_name(raw) == Author(tuple(first.split()), tuple(particle.split()), family)


@pytest.mark.parametrize("raw", ["others", "{World Health Organization}", "{}", "", ",", "1999"])
def test_what_is_nobodys_name(raw: str) -> None:
    assert read_name(raw) is None


FIELDS = [
    ("Doe, Jane and Poe, M.", ["Doe, Jane", "Poe, M."]),
    ("Jane Doe\n   AND Mary Poe and others", ["Jane Doe", "Mary Poe", "others"]),
    ("{Sun and Moon Inc.} and Jane Doe", ["{Sun and Moon Inc.}", "Jane Doe"]),
    ("Jane Sandy", ["Jane Sandy"]),
    ("Jane Doe, Mary Poe, Ann Day, Di Orr", ["Jane Doe", "Mary Poe", "Ann Day", "Di Orr"]),
    ("Doe, Jane, Poe, Mary", ["Doe, Jane", "Poe, Mary"]),
    ("", []),
]


@pytest.mark.parametrize(("value", "names"), FIELDS)
def test_names_have_and_between_them(value: str, names: list[str]) -> None:
    assert split_names(value) == names


BIB = r"""
% A reading list, with what one meets in them.
@string{knuth = "Donald E. Knuth"}
@comment{ignored, author = {No Body}}
@article{doe2001,
  author = {Doe, Jane Q. and others},
  title  = {Who wrote, author = "Not Me"},
  year   = 2001,
}
@BOOK{b2, Editor = knuth # " and " # {\v{S}imi\'c, An{\dj}ela}, title = "A, B"}
@inproceedings(c3, author = "Mary {"}Kit{"} Poe")
@misc{broken, author = {Lost {brace and Found, Ann,
  year = 1990
@misc{d4, author = {{World Health Organization} and Jean-Paul Day}}
"""


def test_bibtex() -> None:
    found = [f"{' '.join(a.given)} {a.surname}" for a in read_bibtex(BIB)]
    assert found == [
        "Jane Q. Doe",
        "Donald E. Knuth",
        "Anđela Šimić",
        'Mary "Kit" Poe',
        "Jean-Paul Day",
    ]


CSL = [
    {
        "type": "book",
        "title": "Doe",
        "author": [
            {"family": "Doe", "given": "Jane Q."},
            {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"},
            {"literal": "World Health Organization"},
        ],
        "editor": [{"family": "Poe", "given": "M."}, {"given": "Alone"}, "odd"],
        "issued": {"date-parts": [[2001]]},
        "keyword": ["x"],
    }
]


@pytest.mark.parametrize("wrapped", [CSL, {"items": CSL}, CSL[0]])
def test_csl_json(wrapped: object) -> None:
    found = [(a.given, a.surname) for a in read_csl(wrapped)]
    assert found == [(("Jane", "Q."), "Doe"), (("Jan",), "van der Berg"), (("M.",), "Poe")]


FORMS = [
    (
        "Doe, Jane Q.",
        "Jane Q. Doe; Doe, Jane Q.; Jane Doe; Doe, Jane; J. Q. Doe; Doe, J. Q.; J. Doe; Doe, J.;"
        " J.Q. Doe; Doe, J.Q.; Doe JQ; JQ Doe",
    ),
    ("Berg, van, J", "J Berg; Berg, J; J. Berg; Berg, J.; Berg J"),
    (
        "Doe, JQ",
        "JQ Doe; Doe, JQ; J. Q. Doe; Doe, J. Q.; J. Doe; Doe, J.; J.Q. Doe; Doe, J.Q.; Doe JQ",
    ),
    ("Plato", ""),
]


@pytest.mark.parametrize(("raw", "cited"), FORMS)
def test_an_author_is_cited_in_many_ways(raw: str, cited: str) -> None:
    author = read_name(raw)
    assert author is not None
    assert "; ".join(dict.fromkeys(forms(author))) == cited


def test_a_double_name_keeps_its_hyphen() -> None:
    assert "J.-P. Day" in set(forms(Author(("Jean-Paul",), (), "Day")))


class TestLoad:
    def test_the_format_is_told_by_the_ending_or_the_beginning(self, tmp_path: Path) -> None:
        (tmp_path / "a.bib").write_text("@misc{a, author={Doe, Jane}}")
        (tmp_path / "a.txt").write_text("% list\n@misc{a, author={Doe, Jane}}")
        (tmp_path / "a.json").write_text(json.dumps(CSL), encoding="utf-8")
        assert load(tmp_path / "a.bib") == load(str(tmp_path / "a.txt"))
        assert {"Jane Doe", "Doe, J.", "Jane Q. Doe"} & set(load(tmp_path / "a.json").full)
        assert load(tmp_path / "a.bib").surnames == {"Doe"}
        assert load(tmp_path / "a.json").surnames == {"Doe", "Berg", "van der Berg", "Poe"}

    def test_names_one_a_line_stay_as_they_are(self) -> None:
        found = read_lines("# on our list\nArthur C. Clarke\n\n  Will \n")
        assert found == ReadingList(("Arthur C. Clarke", "Will"), frozenset({"Clarke"}), True)

    WRONG = (
        ("a.bib", b"@misc{a, title={Zebulon}}", "a.bib: no author or editor in it; give BibTeX"),
        ("a.json", b'[{"title":\n "Zebulon", ]', "a.json, line 2: not JSON; export it as CSL"),
        ("a.json", b'"Zebulon"', "a.json: no author or editor in it"),
        ("a.txt", b"Zebul\xf6n", "a.txt: not UTF-8; save the file as UTF-8"),
    )

    @pytest.mark.parametrize(("name", "data", "said"), WRONG)
    def test_a_file_that_cannot_be_used(
        self, tmp_path: Path, name: str, data: bytes, said: str
    ) -> None:
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InputError) as error:
            load(tmp_path / name)
        assert said in str(error.value)
        assert "Zebul" not in str(error.value)

    def test_a_file_that_is_missing(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"none\.bib does not exist"):
            load(tmp_path / "none.bib")


@given(st.text(alphabet="@misc{}(),=\"\\'aand #\nÖ%", max_size=300))
def test_nothing_that_looks_like_bibtex_breaks_it(text: str) -> None:
    for author in read_bibtex(text):
        assert author.family
        assert all("{" not in form and "\\" not in form for form in forms(author))


def test_a_huge_list_without_its_braces_is_read_in_a_moment() -> None:
    assert read_bibtex("@misc{a, author = {" * 20_000) == []


TEXTS = ["We read Doe, J. (2001).", "Jane Q. Doe is right", "as M. Poe says", "Thanks, Mary"]


def corpus_of(*texts: str, roster: tuple[str, str] | None = None) -> onym.Corpus:
    ids = [str(number) for number in range(len(texts))]
    people = None if roster is None else pl.DataFrame({"id": [roster[0]], "name": [roster[1]]})
    frame = pl.DataFrame({"id": ids, "author": ["U1"] * len(texts), "text": list(texts)})
    return onym.read(frame, people)


class TestNamesToKeep:
    doe = ReadingList(tuple(forms(Author(("Jane", "Q."), (), "Doe"))), frozenset({"Doe"}))
    poe = ReadingList(tuple(forms(Author(("Mary",), (), "Poe"))), frozenset({"Poe"}))

    def test_forms_that_occur_are_kept(self) -> None:
        kept = names_to_keep([self.doe, self.poe], corpus_of(*TEXTS), Mapping())
        assert kept == ("Jane Q. Doe", "Doe, J.", "M. Poe")

    def test_what_a_person_listed_is_kept_whatever_occurs(self) -> None:
        listed = ReadingList(("Will",), listed=True)
        assert names_to_keep([listed, self.doe], corpus_of("x"), Mapping()) == ("Will",)

    @pytest.mark.parametrize("registered", ["Mary Poe", "Poe, Mary Jane", "M. Poe"])
    def test_an_author_who_takes_part_is_a_participant(self, registered: str) -> None:
        course = corpus_of(*TEXTS, roster=("U1", registered))
        assert names_to_keep([self.doe, self.poe], course, Mapping()) == ("Jane Q. Doe", "Doe, J.")

    def test_so_is_one_whose_names_were_found(self) -> None:
        found = Mapping((Entry("U1", "Mary"), Entry("U1", "Poe")))
        kept = names_to_keep([self.doe, self.poe], corpus_of(*TEXTS), found)
        assert kept == ("Jane Q. Doe", "Doe, J.")

    def test_somebody_else_of_that_family_does_not_matter(self) -> None:
        course = corpus_of(*TEXTS, roster=("U1", "Adam Poe"))
        assert "M. Poe" in names_to_keep([self.poe], course, Mapping())


class TestSurnames:
    ramsden = ReadingList((), frozenset({"Ramsden"}))
    texts = (
        "Hi all,\n\nas Ramsden shows, mosses are old.\n\nAnn",
        "Hi Mr Ramsden,\n\nmosses?\n\nAnn",
    )

    @pytest.mark.parametrize("lists", [[], [ramsden]])
    def test_alone_it_is_the_authors_unless_a_person_is_meant(
        self, lists: list[ReadingList]
    ) -> None:
        course = corpus_of(*self.texts, roster=("U2", "Robert Ramsden"))
        policy = onym.Policy(style="id")
        mapping = mark_cited(lists, onym.link(onym.find(course, policy=policy), course, policy))
        first, second = onym.replace(course, mapping, policy).messages["text"]
        assert ("as Ramsden shows" in first) == bool(lists)
        assert "Hi Mr [U2]," in second

    def test_somebody_who_takes_no_part_is_the_author(self) -> None:
        found = Mapping((Entry("X1", "Jane Ramsden"), Entry("X2", "Jane Roe")))
        assert mark_cited([self.ramsden], found).entries == (Entry("X2", "Jane Roe"),)


FORUM = """\
id,parent,author,text
1,,U1,"Has anyone read Doe, J. (2001)?
Jane"
2,1,U2,"Hi Jane
yes, Jane Q. Doe is worth it.
Will"
"""


def test_a_run_keeps_cited_authors_and_hides_their_namesakes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("forum.csv").write_text(FORUM)
    Path("class.csv").write_text("id,name\nU1,Jane Rivers\nU2,Will Byers\n")
    Path("list.bib").write_text("@book{d, author = {Doe, Jane Q.}}")
    options = {"roster": "class.csv", "style": "id", "keep": ["list.bib"]}
    work = line.start("course", "forum.csv", options)
    assert work.find().keep == ("Jane Q. Doe", "Doe, J.")
    work.apply()
    shared = Path("course/share/forum.csv").read_text()
    assert shared == FORUM.replace("?\nJane", "?\n[U1]").replace("Hi Jane", "Hi [U1]").replace(
        "Will", "[U2]"
    )
