from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, NamedStyle
from openpyxl.worksheet.scenario import InputCells, Scenario
from openpyxl.worksheet.table import Table

from onym import formats
from onym.errors import InputError
from rewriting import KEEP_ALL, renamed, rewrite

ROWS = [
    ["postId", "postParentId", "postUserId", "userfullname", "posted", "postBody", "words"],
    [1, 0, 7, "Mary Poe", datetime(2011, 2, 3, 10, 11), "Hi Ann", "=LEN(F2)"],
    [2, 1, 8, "Ann Lee", None, "=Mary, yes?", "=LEN(F3)"],
    [None] * 7,
    [3, 1.0, 7, "Mary Poe", None, None, True],
]


def write_book(path: Path) -> None:
    book = openpyxl.Workbook()
    about = book.active
    about.title = "About"
    about["A1"] = "Botany, spring"
    sheet = book.create_sheet("Messages")
    for row in ROWS:
        sheet.append(row)
    sheet["F3"].data_type = "s"
    sheet["F2"].font = Font(bold=True)
    sheet.column_dimensions["F"].width = 60
    book.save(path)


def values(path: Path, sheet: str) -> list[list[object]]:
    return [[cell.value for cell in row] for row in openpyxl.load_workbook(path)[sheet]]


def test_the_sheet_of_messages_is_found_and_read(tmp_path: Path) -> None:
    path = tmp_path / "forum.xlsx"
    write_book(path)
    corpus = formats.read(path)
    assert corpus.messages.select("id", "parent", "author", "parent_author", "text").rows() == [
        ("1", None, "7", None, "Hi Ann"),
        ("2", "1", "8", "7", "=Mary, yes?"),
        ("3", "1", "7", "7", ""),
    ]
    assert corpus.messages["time"][0] == "2011-02-03 10:11:00"
    assert corpus.participants["7"].names == ("Mary Poe",)
    assert corpus.source.fields == {"words": "yes or no", "1 other sheet": "unknown"}
    assert rewrite(path) == path.read_bytes()


def test_a_roster_may_stand_in_another_sheet(tmp_path: Path) -> None:
    path = tmp_path / "forum.xlsx"
    book = openpyxl.Workbook()
    book.active.append(["id", "name", "email", "role"])
    book.active.append([7, "Mary Poe", "m@poe.example", "tutor"])
    sheet = book.create_sheet()
    sheet.append(["author", "text"])
    sheet.append([7, "Hi"])
    book.save(path)
    corpus = formats.read(path, path)
    assert corpus.messages["text"].to_list() == ["Hi"]
    assert corpus.participants["7"].names == ("Mary Poe",)


def test_only_texts_and_people_change(tmp_path: Path) -> None:
    path, target = tmp_path / "forum.xlsx", tmp_path / "out.xlsx"
    write_book(path)
    corpus = formats.read(path)
    names = {"Mary": "[P1]", "Ann": "[P2]"}
    formats.write(corpus, renamed(corpus, {"7": "P1", "8": "P2"}, names), target, KEEP_ALL)
    assert values(target, "About") == values(path, "About")
    assert values(target, "Messages") == [
        ROWS[0],
        [1, 0, "P1", "P1", datetime(2011, 2, 3, 10, 11), "Hi [P2]", "=LEN(F2)"],
        [2, 1, "P2", "P2", None, "=[P1], yes?", "=LEN(F3)"],
        [None] * 7,
        [3, 1, "P1", "P1", None, None, True],
    ]
    sheet = openpyxl.load_workbook(target)["Messages"]
    assert sheet["F3"].data_type == "s"
    assert sheet["F2"].font.bold
    assert sheet.column_dimensions["F"].width == 60
    assert b"Mary" not in b"".join(unzipped(target))


def unzipped(path: Path) -> list[bytes]:
    import zipfile

    with zipfile.ZipFile(path) as archive:
        return [archive.read(name) for name in archive.namelist()]


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "forum.xlsx"
    write_book(path)
    for name in ("one", "two"):
        corpus = formats.read(path)
        formats.write(corpus, renamed(corpus, {"7": "P1", "8": "P2"}), tmp_path / name, KEEP_ALL)
        time.sleep(1.1)  # Longer than a workbook's own time stamps can tell apart.
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_file_that_is_no_workbook(tmp_path: Path) -> None:
    path = tmp_path / "forum.xlsx"
    path.write_bytes(b"PK\x03\x04 and then nothing of a workbook")
    with pytest.raises(InputError, match="is cut short or damaged"):
        formats.read(path)


def test_a_workbook_without_cells(tmp_path: Path) -> None:
    path = tmp_path / "forum.xlsx"
    openpyxl.Workbook().save(path)
    with pytest.raises(InputError, match="has no cells; nothing to read"):
        formats.read(path)


@pytest.mark.parametrize("new", ["H" * 33000, "H\x0b", "H\uffff"])
def test_a_text_that_no_cell_can_hold(new: str, tmp_path: Path) -> None:
    path = tmp_path / "forum.xlsx"
    write_book(path)
    corpus = formats.read(path)
    with pytest.raises(InputError, match=r"row 2: the new text (is longer|has control)") as caught:
        formats.write(corpus, renamed(corpus, {}, {"Hi": new}), tmp_path / "out.xlsx")
    assert "Ann" not in str(caught.value)


def test_nothing_but_the_cells_of_the_sheet_is_shared(tmp_path: Path) -> None:
    path, target = tmp_path / "forum.xlsx", tmp_path / "out.xlsx"
    book = openpyxl.Workbook()
    book.remove(book.active)
    sheet = book.create_sheet("Zebulon")
    for row in ROWS:
        sheet.append(row)
    for cell in (sheet["C2"], sheet["E3"]):
        cell.hyperlink = "mailto:zebulon@example.org"
    sheet["E3"].value = None  # a link without a text
    sheet["A2"].number_format = '"Zebulon" 0'
    sheet["A3"].number_format = '"x" 0'
    sheet["A2"].comment = Comment("Zebulon", "Zebulon")
    sheet.auto_filter.ref = "A1:G5"
    sheet.auto_filter.add_filter_column(3, ["Zebulon"])
    bold = Font(bold=True)
    sheet.conditional_formatting.add("A1:A5", FormulaRule(['D1="Zebulon"'], font=bold))
    sheet.add_table(Table(displayName="Zebulon", comment="Zebulon", ref="A1:G5"))
    sheet.scenarios.append(Scenario(name="Zebulon", inputCells=[InputCells(r="A2", val="Zebulon")]))
    sheet.sheet_properties.codeName = book.code_name = "Zebulon"
    book.add_named_style(NamedStyle("Zebulon", font=bold))
    sheet["B2"].style = "Zebulon"
    book.save(path)
    assert b"Zebulon" in b"".join(unzipped(path))
    corpus = formats.read(path)
    formats.write(corpus, renamed(corpus, {"7": "P1", "8": "P2"}, {}), target)
    assert b"zebulon" not in b"".join(unzipped(target)).lower()
    assert values(target, "Messages")[2][:5] == [2, 1, "P2", "P2", None]
    book = openpyxl.load_workbook(target)
    assert book["Messages"]["A3"].number_format == '"x" 0'
    assert book["Messages"]["B2"].font.bold
