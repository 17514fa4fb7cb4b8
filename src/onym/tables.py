"""Tables of results as aligned text, CSV, LaTeX or JSON."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from onym.errors import PolicyError

Style = Literal["text", "csv", "latex", "json"]


class Percent(float):
    """A share between 0 and 1 that a reader sees as a percentage and a program as a number."""

    def __str__(self) -> str:
        return f"{float(self):.1%}"


class Part(NamedTuple):
    """So many of so many."""

    n: int
    of: int

    def __str__(self) -> str:
        return f"{self.n:,}/{self.of:,}"


Cell = str | int | float | Part | None


@dataclass(frozen=True)
class Table:
    """A heading, the names of the columns and the rows; the first column names each row."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    breaks: tuple[int, ...] = ()
    """Rows that a rule stands above."""


def share(n: int, of: int) -> Percent | None:
    """Give n as a share of the whole, or nothing when there is no whole."""
    return Percent(n / of) if of else None


def render(table: Table, style: Style = "text") -> str:
    """Write a table as text for a terminal, CSV, LaTeX (booktabs) or JSON."""
    if style not in RENDERERS:
        raise PolicyError(f"no table style {style!r}: choose one of {', '.join(get_args(Style))}")
    return RENDERERS[style](table)


def render_text(table: Table) -> str:
    """Write a table in aligned columns under its title."""
    lines = [table.header, *(tuple(_shown(cell) for cell in row) for row in table.rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(table.header))]
    rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
    body = [_aligned(line, widths) for line in lines[1:]]
    for row in sorted(table.breaks, reverse=True):
        body.insert(row, rule)
    return "\n".join([table.title, "", _aligned(lines[0], widths), rule, *body]) + "\n"


def render_csv(table: Table) -> str:
    """Write a table as CSV, shares as plain numbers."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.header)
    writer.writerows([_plain(cell) for cell in row] for row in table.rows)
    return out.getvalue()


def render_latex(table: Table) -> str:
    """Write a table as a LaTeX table environment; it needs the booktabs package."""
    body = [" & ".join(_escaped(_shown(cell)) for cell in row) + r" \\" for row in table.rows]
    for row in sorted(table.breaks, reverse=True):
        body.insert(row, r"\midrule")
    return "\n".join(
        [
            r"\begin{table}",
            r"  \centering",
            rf"  \caption{{{_escaped(table.title)}}}",
            rf"  \begin{{tabular}}{{l{'r' * (len(table.header) - 1)}}}",
            r"    \toprule",
            "    " + " & ".join(_heading(name) for name in table.header) + r" \\",
            r"    \midrule",
            *("    " + line for line in body),
            r"    \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def render_json(table: Table) -> str:
    """Write a table as a JSON object: its title and one object a row."""
    rows = [dict(zip(table.header, map(_number, row), strict=True)) for row in table.rows]
    return json.dumps({"title": table.title, "rows": rows}, ensure_ascii=False, indent=2) + "\n"


RENDERERS = {"text": render_text, "csv": render_csv, "latex": render_latex, "json": render_json}


def _shown(cell: Cell) -> str:
    if cell is None:
        return "–"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def _number(cell: Cell) -> Cell:
    return round(float(cell), 4) if isinstance(cell, float) else cell


def _plain(cell: Cell) -> str:
    if isinstance(cell, Part):  # a spreadsheet would read 3/12 as a day in December
        return f"{cell.n} of {cell.of}"
    return "" if cell is None else str(_number(cell))


def _aligned(line: tuple[str, ...], widths: list[int]) -> str:
    cells = [line[0].ljust(widths[0])]
    cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
    return "  ".join(cells).rstrip()


_LATEX = str.maketrans(
    {c: rf"\{c}" for c in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"–": "--", "<": r"\textless{}", ">": r"\textgreater{}", "\n": " "}
)


def _escaped(text: str) -> str:
    return text.translate(_LATEX)


def _heading(name: str) -> str:
    return "$F_1$" if name == "F1" else _escaped(name)
