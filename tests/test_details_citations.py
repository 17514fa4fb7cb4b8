"""Works that are cited by author and year: nothing is read into either."""

from __future__ import annotations

import pytest

from onym.details import Detector
from onym.model import People

CITED = [
    ("According to Bryling (2016), validity matters.", []),
    ("As Krathwell and Bosmer (2014) argue, it is so.", []),
    ("Hattie (2009) found large effects.", []),
    ("Larkham et al. (2003: 12) and de Poole (2015, p. 3) disagree.", []),
    ("It is so (Poole, 2015; Larkham & Ash, 2019).", []),
    ("It is so (see e.g. Poe and Ash, 2014, p. 3).", []),
    ("Ash, M. (2010). Rain and roads.", []),
    # nobody's work
    ("My friend Anna (2001) is here.", ["Anna", "2001"]),
    ("My sister Larkham (2004) is here.", ["My sister", "Larkham", "2004"]),
    ("Anna (2001) is the oldest.", ["Anna", "2001"]),
    ("We met in Norwich (2010).", ["Norwich", "2010"]),
    ("I worked there (Leeds, 2010).", ["Leeds", "2010"]),
    ("In May (2001) I moved.", ["May", "2001"]),
    ("I moved to Leeds in 2016.", ["Leeds", "2016"]),
]


def found(text: str, code: str = "en", people: People = "private") -> list[str]:
    details = Detector([code], people=people).detect(text)
    return [text[each.start : each.end] for each in details]


@pytest.mark.parametrize(("text", "expected"), CITED)
def test_authors_and_years_of_works_are_left_alone(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("sv", "Enligt Bryling och Ashgren (2016) är det så."),
        ("de", "Nach Bryling u. a. (2016) ist es so (vgl. Ashgruber, 2011)."),
        ("fr", "Selon Bryling et Larkham (2016), c'est ainsi."),
    ],
)
def test_in_other_languages(code: str, text: str) -> None:
    assert found(text, code) == []


def test_whoever_asks_for_everybody_gets_authors_too() -> None:
    assert "Hattie" in found("Hattie (2009) found large effects.", people="everyone")
