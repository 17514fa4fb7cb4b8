"""The pieces a page is put together from: paragraphs, tables, figures, sections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

MOST_ROWS = 100
"""A table shows no more rows than this, and says so."""

OPEN_ROWS = 24
"""A table of more rows than this starts folded."""

Cell = str | int | float


def many(number: int, one: str, several: str = "") -> str:
    """A number and the word for it, in singular or plural."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def section(name: str, title: str, *parts: str) -> str:
    """A section under its heading; empty parts leave no trace."""
    body = "\n".join(part for part in parts if part)
    return f'<section id="{name}"><h2>{title}</h2>\n{body}\n</section>'


def paragraph(words: str, style: str = "") -> str:
    """A paragraph of markup."""
    return f'<p class="{style}">{words}</p>' if style else f"<p>{words}</p>"


def figure(caption: str, *drawing: str) -> str:
    """A picture under its caption."""
    return f"<figure><figcaption>{caption}</figcaption>{''.join(drawing)}</figure>"


def table(
    heads: Sequence[str], rows: Iterable[Sequence[Cell]], foot: Sequence[Cell] = (), style: str = ""
) -> str:
    """A table whose first column heads its rows; numbers stand right."""
    body = [list(row) for row in rows]
    right = [any(_is_number(row[place]) for row in body) for place in range(len(heads))]
    head = "".join(
        f'<th scope="col"{_right(right[place])}>{escape(words)}</th>'
        for place, words in enumerate(heads)
    )
    lines = "".join(f"<tr>{_cells(row, right)}</tr>" for row in body)
    end = f"<tfoot><tr>{_cells(foot, right)}</tr></tfoot>" if foot else ""
    return (
        f'<div class="{f"scroll {style}".strip()}"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{lines}</tbody>{end}</table></div>"
    )


def _cells(row: Sequence[Cell], right: Sequence[bool]) -> str:
    first = f'<th scope="row"{_right(right[0])}>{_cell(row[0])}</th>'
    rest = (
        f"<td{_right(side)}>{_cell(cell)}</td>"
        for cell, side in zip(row[1:], right[1:], strict=True)
    )
    return first + "".join(rest)


def _is_number(cell: Cell) -> bool:
    return not isinstance(cell, str) or cell.endswith(" %")


def _right(side: bool) -> str:
    return ' class="n"' if side else ""


def _cell(cell: Cell) -> str:
    if isinstance(cell, float):
        return f"{cell:,.1f}"
    return f"{cell:,}" if isinstance(cell, int) else escape(cell)


def folded(label: str, rows: int, grid: str) -> str:
    """Fold a long table away; on paper it is always open."""
    is_open = " open" if rows <= OPEN_ROWS else ""
    return f"<details{is_open}><summary>{escape(label)}</summary>{grid}</details>"


def cut(shown: int, total: int, what: str) -> str:
    """Say that a table or picture does not show everything."""
    return paragraph(f"Shown: {shown:,} of {total:,} {what}.", "note") if shown < total else ""
