"""The command line: parse, call, print."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from onym import options
from onym.terminal import INTERRUPTED, Progress, complain, guard, show

if TYPE_CHECKING:
    from onym.check import Finding
    from onym.line import Line, Tell
    from onym.model import Question

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    epilog="Start with: onym run forum.csv --roster class.csv --out course",
)

JOB, STEPS, REVIEW = "The whole job", "Step by step", "Look closer"
MEASURE = "Measure and try out"
SHOWN = 5


@app.callback()
def onym(version: options.Version = False, debug: options.Debug = False) -> None:
    """Hide the people in a written conversation and keep the conversation."""


@app.command(rich_help_panel=JOB)
def run(
    source: options.Source,
    out: options.Out,
    roster: options.Roster = None,
    method: options.Method = None,
    scope: options.Scope = None,
    style: options.Style = None,
    people: options.People = None,
    seed: options.Seed = None,
    columns: options.Columns = None,
    format: options.Format = None,
    keep: options.Keep = None,
    collapse: options.Collapse = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Do it all: find the names, replace them, check the result, write the report.

    Run it again into the same folder whenever you like: what you have changed in
    private/mapping.txt stays.
    """
    chosen: dict[str, Any] = {"method": method, "scope": scope, "style": style, "people": people}
    chosen |= {"seed": seed, "keep": keep, "collapse": collapse}
    chosen |= {"roster": roster, "columns": options.parse_columns(columns), "format": format}
    with _working(6, quiet or json) as tell:
        line = _start(out, source, chosen, tell)
        with line.project.locked():
            line.find()
            line.apply()
            findings = line.check()
            line.report()
    _conclude(line, json, quiet, findings, reported=True)


@app.command(rich_help_panel=STEPS)
def find(
    source: options.Source,
    out: options.Out,
    roster: options.Roster = None,
    method: options.Method = None,
    scope: options.Scope = None,
    style: options.Style = None,
    people: options.People = None,
    seed: options.Seed = None,
    columns: options.Columns = None,
    format: options.Format = None,
    keep: options.Keep = None,
    collapse: options.Collapse = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Find the names and whose they are, and write private/mapping.txt for you to correct."""
    chosen: dict[str, Any] = {"method": method, "scope": scope, "style": style, "people": people}
    chosen |= {"seed": seed, "keep": keep, "collapse": collapse}
    chosen |= {"roster": roster, "columns": options.parse_columns(columns), "format": format}
    with _working(2, quiet or json) as tell:
        line = _start(out, source, chosen, tell)
        with line.project.locked():
            line.find()
    _conclude(line, json, quiet)


@app.command(rich_help_panel=STEPS)
def apply(
    folder: options.Folder,
    method: options.Method = None,
    scope: options.Scope = None,
    style: options.Style = None,
    people: options.People = None,
    seed: options.Seed = None,
    collapse: options.Collapse = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Replace the names as private/mapping.txt now says, and write what may be shared."""
    chosen: dict[str, Any] = {"method": method, "scope": scope, "style": style, "people": people}
    chosen |= {"seed": seed, "collapse": collapse}
    with _working(3, quiet or json) as tell:
        line = _resume(folder, tell, chosen)
        with line.project.locked():
            line.apply()
    _conclude(line, json, quiet)


@app.command(rich_help_panel=STEPS)
def check(folder: options.Folder, quiet: options.Quiet = False, json: options.Json = False) -> None:
    """Look for every known name in what lies in share/, whatever replaced it."""
    with _working(2, quiet or json) as tell:
        line = _resume(folder, tell)
        with line.project.locked():
            findings = line.check()
    _conclude(line, json, quiet, findings)


@app.command(rich_help_panel=STEPS)
def report(
    folder: options.Folder, quiet: options.Quiet = False, json: options.Json = False
) -> None:
    """Write share/report.html: counts and pictures, and no real name in it."""
    with _working(3, quiet or json) as tell:
        line = _resume(folder, tell)
        with line.project.locked():
            line.report()
    _conclude(line, json, quiet, reported=True)


@app.command(rich_help_panel=REVIEW)
def questions(
    folder: options.Folder,
    limit: options.Limit = None,
    blind: options.Blind = False,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Answer what only a person can settle, one key a question, the most worthwhile first.

    Every answer is kept at once: stop whenever you like, and go on another day. It shows names
    and, without --blind, short excerpts.
    """
    with _working(3, quiet or json) as tell:
        line = _resume(folder, tell)
        found = _questions(line)[:limit]
    if json or quiet or not sys.stdin.isatty():
        _list_questions(line, found, blind, json, quiet)
    else:
        _ask(line, found, blind)


@app.command(rich_help_panel=REVIEW)
def explain(
    folder: options.Folder,
    name: options.Name,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Tell whose a name is, how sure that is and why, or why it is nobody's."""
    with _working(3, quiet or json) as tell:
        from dataclasses import asdict

        from onym import explain as reasons

        line = _resume(folder, tell)
        found = reasons.explain(line, name)
    show([*reasons.rows(found)], asdict(found), as_json=json, quiet=quiet)


@app.command(rich_help_panel=MEASURE)
def score(
    target: options.Target,
    gold: options.Gold,
    compare: options.Compare = None,
    spans: options.Tools = None,
    categories: options.Categories = None,
    figure: options.Figure = None,
    style: options.TableStyle = "text",
    roster: options.Roster = None,
    scope: options.Scope = None,
    people: options.People = None,
    columns: options.Columns = None,
    format: options.Format = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Score a project, or several methods, by the measures of Farrow et al. (2023).

    For one project: onym score course --gold gold_mapping.txt

    For several methods: onym score forum.csv --compare farrow,onym --roster class.csv --gold FILE
    """
    methods = options.parse_methods(compare) if compare else []
    tools = options.parse_tools(spans)
    with _working(1 + len(methods), quiet or json) as tell:
        from onym import evaluate

        standard = evaluate.Standard(gold, categories, figure)
        if methods:
            corpus = evaluate.open_corpus(target, roster, options.parse_columns(columns), format)
            policy = evaluate.choose_policy(scope=scope, people=people)
            tables = evaluate.score_methods(corpus, policy, methods, standard, tools, tell)
        else:
            tables = evaluate.score_project(_resume(target, tell), standard)
    if not quiet or json:
        sys.stdout.write(evaluate.render(tables, "json" if json else style))


@app.command(rich_help_panel=MEASURE)
def demo(
    folder: options.NewFolder,
    seed: options.Seed = None,
    messages: options.Messages = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Write an invented course to try Onym on, with its class list and gold standard."""
    with _working(1, quiet or json) as tell:
        tell("Inventing a course")
        count = _write_demo(folder, seed, messages)
    forum, roster = folder / "forum.csv", folder / "class.csv"
    lines = [f"Wrote an invented course of {count:,} messages."]
    lines += [f"Next: onym run {forum} --roster {roster} --out {folder / 'course'}"]
    show(lines, {"folder": str(folder), "messages": count}, as_json=json, quiet=quiet)


def main() -> None:
    """Run the command line."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    debug = len(arguments) < len(sys.argv) - 1
    sys.exit(guard(lambda: app(arguments, prog_name="onym"), debug))


@contextmanager
def _working(steps: int, quiet: bool) -> Iterator[Tell]:
    """Show progress meanwhile, and end cleanly when a person stops it."""
    try:
        with Progress(steps, quiet) as progress:
            yield progress.tell
    except KeyboardInterrupt:
        status = complain("stopped; every file is whole, old or new", INTERRUPTED)
        raise typer.Exit(status) from None


def _start(out: Path, source: Path, chosen: dict[str, Any], tell: Tell) -> Line:
    from onym.line import start

    return start(out, source, chosen, tell)


def _resume(folder: Path, tell: Tell, chosen: dict[str, Any] | None = None) -> Line:
    from onym.line import resume

    return resume(folder, chosen, tell)


def _questions(line: Line) -> tuple[Question, ...]:
    from onym.questions import questions

    with line.project.locked():
        return questions(line)


def _list_questions(
    line: Line, found: tuple[Question, ...], blind: bool, as_json: bool, quiet: bool
) -> None:
    from onym.asking import describe, forgive_letters
    from onym.questions import to_dict

    forgive_letters()
    lines = [_open(found)]
    if not (as_json or quiet):
        lines += [row for question in found for row in ("", *describe(question, line, blind))]
    result = {"project": str(line.project.root), "questions": [to_dict(each) for each in found]}
    show(lines, result, as_json=as_json, quiet=quiet)


def _ask(line: Line, found: tuple[Question, ...], blind: bool) -> None:
    from onym.asking import ask, forgive_letters, keyboard

    forgive_letters()
    print(_open(found))
    with _working(1, quiet=True), keyboard() as keys:
        answered = ask(line, found, keys, print, blind).answered
    settled = sum(question.count for question in answered)
    print(f"\nAnswered {_count(len(answered), 'question')}: {_count(settled, 'mention')} settled.")
    if answered:
        print(f"Next: onym apply {line.project.root}")


def _open(found: tuple[Question, ...]) -> str:
    mentions = sum(question.count for question in found)
    if not found:
        return "No question is open."
    return f"{_count(len(found), 'question').capitalize()} open, on {_count(mentions, 'mention')}."


def _conclude(
    line: Line,
    as_json: bool,
    quiet: bool,
    findings: tuple[Finding, ...] | None = None,
    reported: bool = False,
) -> None:
    """Say in a few lines what came out and what to open next."""
    project = line.project
    result: dict[str, Any] = {"project": str(project.root), **line.figures()}
    files = {"mapping": project.mapping_file, "shared": line.shared_file}
    files["report"] = project.report_file
    result |= {name: str(file) for name, file in files.items() if file.exists()}
    result["notes"] = list(line.corpus.notes)
    if findings is not None:
        result["findings"] = [finding.line() for finding in findings]
    show([*_lines(result), *_next(result, reported)], result, as_json=as_json, quiet=quiet)


def _lines(result: dict[str, Any]) -> list[str]:
    messages, people = _count(result["messages"], "message"), result["participants"]
    lines = [f"Read {messages} and {_count(people, 'participant')}."]
    lines += [f"  {note}" for note in _first(result["notes"])]
    if "names" in result:
        names, people = _count(result["names"], "name"), result["people"]
        lines.append(
            f"The mapping has {names} of {people:,} {'people' if people != 1 else 'person'}."
        )
    if "replaced" in result:
        replaced, asked = result["replaced"], result["questions"]
        lines.append(f"Replaced {_count(replaced, 'mention')}; {_count(asked, 'question')} open.")
    if "findings" in result:
        found = result["findings"]
        lines.append(f"Still to be seen in share/: {_count(len(found), 'known name')}.")
        if found:
            lines.append("Cited authors, and words that are names too, are kept; look at these:")
        lines += [f"  {line}" for line in _first(found)]
    return lines


def _count(number: int, noun: str) -> str:
    return (
        f"{number or 'no'} {noun}{'s' * (number != 1)}" if number < 1000 else f"{number:,} {noun}s"
    )


def _first(lines: list[str]) -> list[str]:
    rest = len(lines) - SHOWN
    return [*lines[:SHOWN], *([f"and {rest:,} more"] if rest > 0 else [])]


def _next(result: dict[str, Any], reported: bool) -> list[str]:
    project, steps = result["project"], []
    if "mapping" in result:
        steps.append(f"To correct it, edit {result['mapping']}; then: onym apply {project}")
    if result.get("questions"):
        steps.append(f"To answer what is open: onym questions {project}")
    if reported:
        steps.append(f"Open {result['report']}; share nothing but {Path(project, 'share')}.")
    elif "replaced" in result:
        steps.append(f"Next: onym check {project}, then: onym report {project}")
    return steps


def _write_demo(folder: Path, seed: int | None, messages: int | None) -> int:
    from onym.demo import course
    from onym.errors import ProjectError

    if folder.exists() and any(folder.iterdir()):
        raise ProjectError(f"{folder} is not empty; give a new folder")
    invented = course.generate(course.SEED if seed is None else seed, messages)
    invented.write(folder)
    return invented.messages.height
