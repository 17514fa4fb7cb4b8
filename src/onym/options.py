"""The options of the command line, each written once and checked when it is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer


def checked(parse: Callable[[str], Any]) -> Callable[[str | None], str | None]:
    """Turn a wrong value into a mistake in using the command line."""

    def check(value: str | None) -> str | None:
        from onym.errors import PolicyError

        try:
            if value is not None:
                parse(value)
        except PolicyError as error:
            raise typer.BadParameter(str(error)) from None
        return value

    return check


def one_of(setting: str) -> Callable[[str | None], str | None]:
    """Check an option that is also a setting."""

    def parse(value: str) -> object:
        from onym.policy import Settings, update

        return update(Settings(), **{setting: value})

    return checked(parse)


def parse_columns(value: str | None) -> dict[str, str] | None:
    """Understand `text=postBody,author=postUserId`."""
    from onym import policy

    return None if value is None else policy.parse_columns(value)


def parse_methods(value: str) -> list[str]:
    """Understand `farrow,class-list`."""
    from onym.policy import METHODS, choose

    return [choose("method", name.strip(), METHODS) for name in value.split(",") if name.strip()]


def parse_tools(values: list[str] | None) -> dict[str, Path]:
    """Understand `textwash=FILE`, once for each tool."""
    tools = {}
    for value in values or []:
        name, _, path = value.partition("=")
        if not name or not path:
            raise typer.BadParameter("write the tool's name and its file: textwash=FILE")
        tools[name] = Path(path)
    return tools


def _table_style(value: str) -> str:
    from onym.policy import choose
    from onym.tables import RENDERERS

    return choose("style", value, RENDERERS)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"onym {version('onym')}")
        raise typer.Exit


Source = Annotated[
    Path, typer.Argument(help="The messages: a CSV, TSV, JSONL, Parquet or XLSX file.")
]
Folder = Annotated[Path, typer.Argument(help="The project folder.")]
Out = Annotated[Path, typer.Option("--out", help="Folder of the project: a new one, or Onym's.")]
Roster = Annotated[Path | None, typer.Option(help="The class list, if there is one.")]
Method = Annotated[
    str | None,
    typer.Option(
        callback=one_of("method"),
        help="How names are found: onym (default), farrow, class-list or farrow+class-list.",
    ),
]
Scope = Annotated[
    str | None,
    typer.Option(
        callback=one_of("scope"),
        help="Where a name's owner is looked for: session (default), thread or corpus.",
    ),
]
Style = Annotated[
    str | None,
    typer.Option(callback=one_of("style"), help="Pseudonyms: code (default, P07) or id (U12)."),
]
People = Annotated[
    str | None,
    typer.Option(
        callback=one_of("people"),
        help="Whose names go: participants, private (default; private persons too), everyone.",
    ),
]
Seed = Annotated[int | None, typer.Option(help="Draws the pseudonyms; kept in private/key.json.")]
Columns = Annotated[
    str | None,
    typer.Option(
        callback=checked(parse_columns),
        help="Columns that are not recognised: text=postBody,author=user.",
    ),
]
Format = Annotated[str | None, typer.Option(help="The source's format, if it is not recognised.")]
Keep = Annotated[
    list[Path] | None,
    typer.Option(
        help="Names to leave alone: a reading list (BibTeX, CSL JSON) or names one a line;"
        " repeatable."
    ),
]
Collapse = Annotated[
    bool | None,
    typer.Option("--collapse/--no-collapse", help="Make one of adjacent equal pseudonyms."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Version = Annotated[
    bool,
    typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
]
Debug = Annotated[
    bool, typer.Option("--debug", help="After an internal error, list its files and lines.")
]

Target = Annotated[Path, typer.Argument(help="A project folder; with --compare also a source.")]
Gold = Annotated[Path, typer.Option(help="The gold mapping (txt) or gold spans (jsonl).")]
Compare = Annotated[
    str | None,
    typer.Option(
        callback=checked(parse_methods), help="Methods to set side by side: farrow,class-list,onym."
    ),
]
Tools = Annotated[
    list[str] | None,
    typer.Option("--spans", help="Another tool's spans, for --compare: textwash=FILE; repeatable."),
]
Categories = Annotated[
    Path | None, typer.Option(help="The gold names' categories (csv), where they are known.")
]
Figure = Annotated[
    Path | None, typer.Option(help="Draw how many names each has: a png, svg or pdf file.")
]
TableStyle = Annotated[
    str,
    typer.Option("--style", callback=checked(_table_style), help="Tables: text, latex, csv, json."),
]
Messages = Annotated[int | None, typer.Option(min=1, help="How many messages; else 1,747.")]
NewFolder = Annotated[Path, typer.Argument(help="The folder to write it to.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Ask no more than so many.")]
Blind = Annotated[bool, typer.Option("--blind", help="Show what speaks for a name, but no text.")]
Name = Annotated[str, typer.Argument(help="The name, as it is written.")]
