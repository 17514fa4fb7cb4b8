"""Measure against a gold standard, and invent a course to try Onym on."""

from __future__ import annotations

from pathlib import Path

from onym import options
from onym.commands.work import resume, working
from onym.disk.whereabouts import typed
from onym.terminal import put, show


def score(
    target: options.Target,
    gold: options.Gold,
    compare: options.Compare = None,
    spans: options.Tools = None,
    categories: options.Categories = None,
    figure: options.Figure = None,
    by: options.By = None,
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
    with working(1 + len(methods), quiet or json) as tell:
        from onym import evaluate

        standard = evaluate.Standard(gold, categories, figure, by)
        if methods:
            corpus = evaluate.open_corpus(target, roster, options.parse_columns(columns), format)
            policy = evaluate.choose_policy(scope=scope, people=people)
            tables = evaluate.score_methods(corpus, policy, methods, standard, tools, tell)
        else:
            tables = evaluate.score_project(resume(target, tell), standard)
    if not quiet or json:
        style = "json" if json else style
        put(evaluate.render(tables, style), style)


def demo(
    folder: options.NewFolder,
    seed: options.Seed = None,
    messages: options.Messages = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Write an invented course to try Onym on, with its class list and gold standard."""
    with working(1, quiet or json) as tell:
        tell("Inventing a course")
        count = _write_demo(folder, seed, messages)
    forum, roster = folder / "forum.csv", folder / "class.csv"
    lines = [f"Wrote an invented course of {count:,} messages."]
    told = [typed(path) for path in (forum, roster, folder / "course")]
    lines += ["Next: onym run {} --roster {} --out {}".format(*told)]
    show(lines, {"folder": str(folder), "messages": count}, as_json=json, quiet=quiet)


def _write_demo(folder: Path, seed: int | None, messages: int | None) -> int:
    from onym.demo import course
    from onym.errors import ProjectError

    if folder.exists() and any(folder.iterdir()):
        raise ProjectError(f"{folder} is not empty; give a new folder")
    invented = course.generate(course.SEED if seed is None else seed, messages)
    invented.write(folder)
    return invented.messages.height
