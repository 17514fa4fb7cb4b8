"""The whole job, and its steps one by one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from onym import options
from onym.commands.work import announce, begin_batch, count, resume, start, working
from onym.disk.whereabouts import typed
from onym.terminal import show

if TYPE_CHECKING:
    from onym.check import Finding
    from onym.line import Line

SHOWN = 5
READER = "a reader of sentences may find more: --tagger ask (needs: pip install onym[tagger])"
ESSAYS = "if these are essays: --preset essay hides places, ages and names in running text as well"


def run(
    source: options.Source,
    out: options.Out,
    roster: options.Roster = None,
    method: options.Method = None,
    scope: options.Scope = None,
    style: options.Style = None,
    people: options.People = None,
    preset: options.Preset = None,
    variants: options.Variants = None,
    homonyms: options.Homonyms = None,
    places: options.Places = None,
    unknown: options.Unknown = None,
    seed: options.Seed = None,
    cores: options.Cores = None,
    engine: options.Engine = None,
    master: options.Master = None,
    tagger: options.Tagger = None,
    tagger_budget: options.TaggerBudget = None,
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
    chosen = options.settings(locals())
    with working(8, quiet or json) as tell:
        line = start(out, source, chosen, tell)
        announce(line, quiet or json)
        result = _whole(line)
    _conclude(result, json, quiet, reported=True)


def add(
    folder: options.Folder,
    source: options.NewSource,
    roster: options.Roster = None,
    columns: options.Columns = None,
    format: options.Format = None,
    cores: options.Cores = None,
    engine: options.Engine = None,
    master: options.Master = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Let new messages join a project: next week's posts, or next year's course.

    Everybody keeps their pseudonym, what was decided stays decided, and only new names are asked
    about. The messages that are there already are not looked at again.
    """
    chosen = options.settings(locals())
    with working(8, quiet or json) as tell:
        line = begin_batch(folder, source, chosen, tell)
        announce(line, quiet or json)
        result = _whole(line)
    _conclude(result, json, quiet, reported=True)


def _whole(line: Line) -> dict[str, Any]:
    """Find, replace, check and report; give what came out."""
    with line.project.locked():
        line.find()
        line.apply()
        findings = line.check()
        line.report()
        return _closed(line, findings)


def find(
    source: options.Source,
    out: options.Out,
    roster: options.Roster = None,
    method: options.Method = None,
    scope: options.Scope = None,
    style: options.Style = None,
    people: options.People = None,
    preset: options.Preset = None,
    variants: options.Variants = None,
    homonyms: options.Homonyms = None,
    places: options.Places = None,
    unknown: options.Unknown = None,
    seed: options.Seed = None,
    cores: options.Cores = None,
    engine: options.Engine = None,
    master: options.Master = None,
    tagger: options.Tagger = None,
    tagger_budget: options.TaggerBudget = None,
    columns: options.Columns = None,
    format: options.Format = None,
    keep: options.Keep = None,
    collapse: options.Collapse = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Find the names and whose they are, and write private/mapping.txt for you to correct."""
    chosen = options.settings(locals())
    with working(2, quiet or json) as tell:
        line = start(out, source, chosen, tell)
        with line.project.locked():
            line.find()
            result = _closed(line)
    _conclude(result, json, quiet)


def apply(
    folder: options.Folder,
    method: options.Method = None,
    scope: options.Scope = None,
    style: options.Style = None,
    people: options.People = None,
    preset: options.Preset = None,
    variants: options.Variants = None,
    homonyms: options.Homonyms = None,
    places: options.Places = None,
    unknown: options.Unknown = None,
    seed: options.Seed = None,
    cores: options.Cores = None,
    engine: options.Engine = None,
    master: options.Master = None,
    collapse: options.Collapse = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Replace the names as private/mapping.txt now says, and write what may be shared."""
    chosen = options.settings(locals())
    with working(4, quiet or json) as tell:
        line = resume(folder, tell, chosen)
        announce(line, quiet or json)
        with line.project.locked():
            line.apply()
            result = _closed(line)
    _conclude(result, json, quiet)


def check(
    folder: options.Folder,
    max_leaks: options.MaxLeaks = None,
    names: options.Names = False,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Attack what lies in share/: names in every disguise, likely names, and what may be left.

    It tells where by message ids. With --names it shows the words: only where nobody looks on.
    """
    with working(3, quiet or json) as tell:
        line = resume(folder, tell)
        with line.project.locked():
            found = line.examination
            line.close()
    from onym.check import as_dict, describe, refuse

    result = {"project": str(line.project.root), **as_dict(found, names)}
    show(describe(found, names), result, as_json=json, quiet=quiet)
    if max_leaks is not None:
        refuse(found, max_leaks)


def report(
    folder: options.Folder, quiet: options.Quiet = False, json: options.Json = False
) -> None:
    """Write share/report.html: counts and pictures, and no real name in it."""
    with working(4, quiet or json) as tell:
        line = resume(folder, tell)
        with line.project.locked():
            line.report()
            result = _closed(line)
    _conclude(result, json, quiet, reported=True)


def _conclude(result: dict[str, Any], as_json: bool, quiet: bool, reported: bool = False) -> None:
    """Say in a few lines what came out and what to open next."""
    show([*_lines(result), *_next(result, reported)], result, as_json=as_json, quiet=quiet)


def _closed(line: Line, findings: tuple[Finding, ...] | None = None) -> dict[str, Any]:
    """What came out of a line, which is then let go of."""
    project = line.project
    result: dict[str, Any] = {"project": str(project.root), **line.figures()}
    files = {"mapping": project.mapping_file, "shared": line.shared_file}
    files["report"] = project.report_file
    result |= {name: str(file) for name, file in files.items() if file.exists()}
    result["notes"] = list(line.corpus.notes)
    if line.asked is not None:
        result["read"] = {"wanted": line.asked.wanted, "read": line.asked.read}
    elif line.tagger_would_help():
        result["notes"].append(READER)
    if line.are_essays():
        result["notes"].append(ESSAYS)
    if findings is not None:
        left = [finding for finding in findings if not finding.apart]
        result["findings"] = [finding.line() for finding in left]
        result["leaks"] = sum(finding.count for finding in left)
        result["names left"] = len({finding.name for finding in left})
        result["estimate"] = line.examination.estimate.line()
    line.close()
    return result


def _lines(result: dict[str, Any]) -> list[str]:
    messages, people = count(result["messages"], "message"), result["participants"]
    written = "replaced" in result
    lines = [f"Read {messages} and {count(people, 'participant')}."]
    # What is not known was announced before it was left out.
    notes = [note for note in result["notes"] if not (written and note.startswith("not known to"))]
    lines += [f"  {note}" for note in _first(notes)]
    if "read" in result:
        read, wanted = result["read"]["read"], result["read"]["wanted"]
        more = "" if read == wanted else "; --tagger-budget gives it more time"
        said = f"The reader read {read:,} of {count(wanted, 'message')} it was asked{more}."
        lines.append(
            said if wanted else "The reader was not asked: it reads what is undecided in English."
        )
    if "names" in result:
        names, people = count(result["names"], "name"), result["people"]
        lines.append(
            f"The mapping has {names} of {people:,} {'people' if people != 1 else 'person'}."
        )
    if "replaced" in result:
        replaced, asked = result["replaced"], result["questions"]
        lines.append(f"Replaced {count(replaced, 'mention')}; {count(asked, 'question')} open.")
    if "findings" in result:
        names, places = result["names left"], count(result["leaks"], "place")
        if names:
            said = f"{count(names, 'known name')} in {places}"
            lines.append(f"Still to be seen in share/: {said}.")
        else:
            lines.append("No known name can be seen in share/.")
        lines += [f"  {line}" for line in _first(result["findings"])]
        lines.append(f"By two independent finders, {result['estimate']}.")
    return lines


def _first(lines: list[str]) -> list[str]:
    rest = len(lines) - SHOWN
    return [*lines[:SHOWN], *([f"and {rest:,} more"] if rest > 0 else [])]


def _next(result: dict[str, Any], reported: bool) -> list[str]:
    project, steps = typed(result["project"]), []
    if "mapping" in result:
        steps.append(f"To correct it, edit {result['mapping']}; then: onym apply {project}")
    if "findings" in result:
        what = "Before you share, look at these names: onym check {} --names"
        what = what if result["findings"] else "What could still be found: onym check {}"
        steps.append(what.format(project))
    if result.get("questions"):
        steps.append(f"To answer what is open, in the browser: onym review {project}")
    if reported:
        steps.append(
            f"Open {result['report']}; share nothing but {Path(result['project'], 'share')}."
        )
    elif "replaced" in result:
        steps.append(f"Next: onym check {project}, then: onym report {project}")
    return steps
