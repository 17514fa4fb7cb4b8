"""The options of the command line, each written once and checked when it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


SETTINGS = frozenset(
    {"method", "scope", "style", "people", "preset", "variants", "homonyms", "places"}
    | {"unknown", "seed", "roster", "columns", "format", "keep", "collapse", "cores"}
    | {"master", "tagger", "tagger_budget"}
)
"""Options that a project's line takes; the others only say how a command speaks."""


def settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings among a command's arguments, as it was called with them."""
    chosen = {name: value for name, value in given.items() if name in SETTINGS}
    if (given.get("engine") == "spark") != (given.get("master") is not None):
        raise typer.BadParameter("--engine spark and --master URL go together")
    return chosen | ({"columns": parse_columns(given["columns"])} if "columns" in given else {})


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


def _engine(value: str) -> str:
    from onym.policy import choose

    return choose("engine", value, ("local", "spark"))


def _tagger(value: str) -> str:
    from onym.policy import choose

    return choose("tagger", value, ("off", "ask", "all"))


def _budget(value: str) -> float:
    from onym.tagger.budget import parse_budget

    return parse_budget(value)


def _export_form(value: str) -> str:
    from onym.policy import choose

    return choose("as", value, ("svala", "swell-xml", "inline-xml"))


def _language(value: str) -> str:
    from onym.language import CODES
    from onym.policy import choose

    return choose("language", value, CODES)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"onym {version('onym')}")
        raise typer.Exit


Source = Annotated[
    Path, typer.Argument(help="The messages: a table, an export or a folder; see onym formats.")
]
NewSource = Annotated[Path, typer.Argument(help="The new messages.")]
Folder = Annotated[Path, typer.Argument(help="The project folder.")]
Out = Annotated[Path, typer.Option("--out", help="Folder of the project: a new one, or Onym's.")]
Roster = Annotated[Path | None, typer.Option(help="The class list, if there is one.")]
Method = Annotated[
    str | None,
    typer.Option(
        callback=one_of("method"),
        help="How names are found: onym (default), farrow, class-list, farrow+class-list or bosch.",
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
    typer.Option(
        callback=one_of("style"),
        help="Pseudonyms: code (default, P07), id (U12), name, name+profile, first-name, initials,"
        " role or placeholder.",
    ),
]
People = Annotated[
    str | None,
    typer.Option(
        callback=one_of("people"),
        help="Whose names go: participants, private (default; private persons too), everyone.",
    ),
]
Preset = Annotated[
    str | None,
    typer.Option(
        callback=one_of("preset"),
        help="Which details go besides names: forum (e-mail, URL, phone, ids; default of a new"
        " project), essay, everything or names-only.",
    ),
]
Variants = Annotated[
    str | None,
    typer.Option(
        callback=one_of("variants"),
        help="Short forms: one pseudonym for all (one, default) or their own, P07a (related).",
    ),
]
Homonyms = Annotated[
    str | None,
    typer.Option(
        callback=one_of("homonyms"),
        help="Masking names of people with the same name: apart (default) or same.",
    ),
]
Places = Annotated[
    str | None,
    typer.Option(
        callback=one_of("places"), help="What stands for a city: real (default) or invented."
    ),
]
Unknown = Annotated[
    str | None,
    typer.Option(
        callback=one_of("unknown"),
        help="Columns and parts of an export that Onym does not know: drop (default) or keep.",
    ),
]
Seed = Annotated[int | None, typer.Option(help="Draws the pseudonyms; kept in private/key.json.")]
Cores = Annotated[
    int | None,
    typer.Option(min=1, help="How many cores a large corpus may use; all, unless you say so."),
]
Engine = Annotated[
    str | None,
    typer.Option(
        callback=checked(_engine),
        help="Where messages are read: local (default; this machine) or spark.",
    ),
]
Master = Annotated[
    str | None, typer.Option(help="The cluster, for --engine spark: spark://HOST:PORT, or yarn.")
]
Tagger = Annotated[
    str | None,
    typer.Option(
        callback=checked(_tagger),
        help="The optional reader: off (default), ask (it reads messages with undecided words)"
        " or all.",
    ),
]
TaggerBudget = Annotated[
    str | None,
    typer.Option(
        "--tagger-budget",
        callback=checked(_budget),
        help="How long the reader may read, with --tagger ask: 60s (default), 5m.",
    ),
]
Columns = Annotated[
    str | None,
    typer.Option(
        callback=checked(parse_columns),
        help="Columns that are not recognised: text=postBody,author=user; further texts text=notes;"
        " others to copy keep=genre.",
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
MaxLeaks = Annotated[
    int | None, typer.Option(min=0, help="Fail if known names can be seen more often than this.")
]
Names = Annotated[bool, typer.Option("--names", help="Show the names and words themselves.")]
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
Gold = Annotated[
    Path, typer.Option(help="The gold mapping (txt), gold spans (jsonl) or SVALA graphs (json).")
]
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
    Path | None,
    typer.Option(
        help="Draw how many names each has, or for spans which label was taken for which: a png,"
        " svg or pdf file."
    ),
]
By = Annotated[str | None, typer.Option(help="Count labels by a column of the source: genre, say.")]
TableStyle = Annotated[
    str,
    typer.Option("--style", callback=checked(_table_style), help="Tables: text, latex, csv, json."),
]
Messages = Annotated[int | None, typer.Option(min=1, help="How many messages; else 1,747.")]
NewFolder = Annotated[Path, typer.Argument(help="The folder to write it to.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Ask no more than so many.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; else any that is free.")]
Browser = Annotated[
    bool, typer.Option("--browser/--no-browser", help="Open the address in the browser.")
]
Blind = Annotated[bool, typer.Option("--blind", help="Show what speaks for a name, but no text.")]
Again = Annotated[
    bool, typer.Option("--again", help="Ask again what was left open, by you or somebody else.")
]
Name = Annotated[str, typer.Argument(help="The name, as it is written.")]
Recipients = Annotated[
    list[str] | None,
    typer.Option("--to", help="An age key (age1..., ssh-...) or a file with it; repeatable."),
]
PassphraseFile = Annotated[
    Path | None, typer.Option(help="A file whose first line is the passphrase.")
]
Identity = Annotated[
    Path | None, typer.Option(help="The age identity file of the person it was sealed to.")
]
Text = Annotated[Path | None, typer.Argument(help="A text file; else standard input.")]
TextOut = Annotated[Path | None, typer.Option("--out", help="The file to write it to.")]
ParticipantId = Annotated[str, typer.Argument(help="The participant's id.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask whether that is meant.")]
Verify = Annotated[bool, typer.Option("--verify", help="See whether the log is whole.")]
Expect = Annotated[
    str | None, typer.Option(help="A hash written down earlier, which the log must still have.")
]
Export = Annotated[
    Path | None, typer.Option(help="Write the data-protection record: .json, .md or .html.")
]
ExportForm = Annotated[
    str,
    typer.Option(
        "--as", callback=checked(_export_form), help="svala (default), swell-xml or inline-xml."
    ),
]
Shared = Annotated[
    bool, typer.Option("--shared", help="Nothing of the original in it; into share/.")
]
Language = Annotated[
    str | None,
    typer.Option(
        callback=checked(_language), help="What it is written in: en, sv, fr or de; else it shows."
    ),
]
Store = Annotated[
    Path | None, typer.Option(help="The folder of named projects, whose pseudonyms are steady.")
]
ProjectName = Annotated[
    str | None, typer.Option("--project", help="The project whose pseudonyms to use.")
]
Origins = Annotated[
    list[str] | None,
    typer.Option(help="The address of a web page that may ask: https://host; repeatable."),
]
ServicePort = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")]
OutFile = Annotated[Path, typer.Option("--out", help="The list to write: a CSV file.")]
OutFolder = Annotated[Path, typer.Option("--out", help="The folder to write to.")]
Words = Annotated[Path, typer.Option("--words", help="The corrected list of onym words.")]
WordList = Annotated[Path, typer.Argument(help="A list of onym words --features.")]
Recall = Annotated[
    float | None,
    typer.Option(min=0.5, max=1.0, help="What share of the names is to be found; else 0.97."),
]
WordModel = Annotated[
    str | None,
    typer.Option("--model", help="boosted (default), fusion, or a file of onym train."),
]
Features = Annotated[bool, typer.Option("--features", help="Write every feature of a word, too.")]
Rater = Annotated[str, typer.Option("--rater", help="Who answers, such as A.")]
SampleSize = Annotated[
    int | None, typer.Option("--sample", min=1, help="So many words at random; else all.")
]
FirstRater = Annotated[Path, typer.Argument(help="A rater's answers.")]
SecondRater = Annotated[Path, typer.Argument(help="Another rater's.")]
Settled = Annotated[
    Path | None, typer.Option("--out", help="Write both answers here, what differs first.")
]
ModelFile = Annotated[Path, typer.Option("--out", help="The model to write.")]
Labels = Annotated[
    Path | None, typer.Option("--labels", help="Answers; else those in the list itself.")
]
Full = Annotated[bool, typer.Option("--full", help="Try all settings of the paper: up to an hour.")]


def _kind(value: str) -> str:
    from onym.policy import choose
    from onym.possible.training import KINDS

    return choose("kind", value, KINDS)


Kind = Annotated[
    str,
    typer.Option(
        "--kind",
        callback=checked(_kind),
        help="fusion (default), paper (the same on the paper's features) or boosted.",
    ),
]
