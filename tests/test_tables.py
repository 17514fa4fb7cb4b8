"""Tables as text, CSV, LaTeX and JSON."""

import csv
import io
import json
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onym.errors import PolicyError
from onym.tables import Part, Percent, Style, Table, render, share

TABLE = Table(
    "Found & missed",
    ("Approach", "Missed Connections", "Recall", "F1", "Names"),
    (
        ("farrow", Part(28, 163), Percent(135 / 163), Percent(0.64), 2888),
        ("class_list", Part(80, 163), Percent(83 / 163), None, 7),
    ),
    breaks=(1,),
)


def test_text_is_aligned_with_numbers_to_the_right() -> None:
    assert render(TABLE, "text") == (
        "Found & missed\n"
        "\n"
        "Approach    Missed Connections  Recall     F1  Names\n"
        "----------------------------------------------------\n"
        "farrow                  28/163   82.8%  64.0%  2,888\n"
        "----------------------------------------------------\n"
        "class_list              80/163   50.9%      –      7\n"
    )


def test_csv_gives_numbers_and_nothing_a_spreadsheet_takes_for_a_date() -> None:
    assert render(TABLE, "csv") == (
        "Approach,Missed Connections,Recall,F1,Names\n"
        "farrow,28 of 163,0.8282,0.64,2888\n"
        "class_list,80 of 163,0.5092,,7\n"
    )


def test_latex_is_booktabs_with_everything_escaped() -> None:
    assert render(TABLE, "latex") == (
        "\\begin{table}\n"
        "  \\centering\n"
        "  \\caption{Found \\& missed}\n"
        "  \\begin{tabular}{lrrrr}\n"
        "    \\toprule\n"
        "    Approach & Missed Connections & Recall & $F_1$ & Names \\\\\n"
        "    \\midrule\n"
        "    farrow & 28/163 & 82.8\\% & 64.0\\% & 2,888 \\\\\n"
        "    \\midrule\n"
        "    class\\_list & 80/163 & 50.9\\% & -- & 7 \\\\\n"
        "    \\bottomrule\n"
        "  \\end{tabular}\n"
        "\\end{table}\n"
    )


def test_json_has_an_object_a_row() -> None:
    assert json.loads(render(TABLE, "json")) == {
        "title": "Found & missed",
        "rows": [
            {
                "Approach": "farrow",
                "Missed Connections": [28, 163],
                "Recall": 0.8282,
                "F1": 0.64,
                "Names": 2888,
            },
            {
                "Approach": "class_list",
                "Missed Connections": [80, 163],
                "Recall": 0.5092,
                "F1": None,
                "Names": 7,
            },
        ],
    }


def test_an_unknown_style_is_refused_in_one_line() -> None:
    with pytest.raises(PolicyError, match="no table style 'word': choose one of text, csv, latex"):
        render(TABLE, cast(Style, "word"))


def test_a_share_of_nothing_is_no_number() -> None:
    assert share(0, 0) is None
    assert str(share(1, 3)) == "33.3%"


@given(st.lists(st.text(alphabet="ab \\&%$#_{}~^<>\"',\n"), min_size=1, max_size=4))
def test_any_label_survives_csv_and_breaks_no_latex(labels: list[str]) -> None:
    table = Table("t", ("Approach", "n"), tuple((label, 1) for label in labels))
    rows = list(csv.reader(io.StringIO(render(table, "csv"), newline="")))
    assert [row[0] for row in rows[1:]] == labels
    lines = render(table, "latex").splitlines()
    assert len(lines) == 10 + len(labels)
    body = lines[7 : 7 + len(labels)]
    bare = [line.replace(r"\&", "").replace(r"\\", "") for line in body]
    assert all(line.count("&") == 1 and "%" not in line.replace(r"\%", "") for line in bare)
