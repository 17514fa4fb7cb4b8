"""The key apart, a person forgotten, and the log of it all."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onym import options
from onym.commands import secret
from onym.commands.work import count, resume, warn, working
from onym.disk.whereabouts import typed
from onym.terminal import put, show

if TYPE_CHECKING:
    from onym.project.project import Project


def seal(
    folder: options.Folder,
    to: options.Recipients = None,
    passphrase_file: options.PassphraseFile = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Shut names and key away under a passphrase, or so that only another person opens them.

    The passphrase is asked for, or comes from --passphrase-file or the variable ONYM_PASSPHRASE.
    """
    from onym.disk.seal import check_passphrase
    from onym.project import custody

    project = _open(folder)
    wanted = passphrase_file is not None or not to
    with working(1, quiet=True):
        told = secret.passphrase(passphrase_file, twice=True) if wanted else None
        phrase = None if told is None else check_passphrase(told)
    with working(1, quiet or json) as tell:
        tell("Sealing")
        files = custody.seal_project(project, phrase, tuple(map(secret.recipient, to or ())))
    lines = [f"Sealed {count(files, 'file')} of {project.private}."]
    lines += ["The source and the class list are not: keep them safe, or delete them, yourself."]
    lines += [f"To open: onym unseal {typed(project.root)}"]
    _show(project, {"sealed": files}, lines, json, quiet)


def unseal(
    folder: options.Folder,
    identity: options.Identity = None,
    passphrase_file: options.PassphraseFile = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Put everything back that onym seal shut away."""
    from onym.project import custody

    project = _open(folder)
    _refuse_unsealed(project)
    with working(1, quiet=True):
        opener = secret.opener(identity, passphrase_file)
    with working(1, quiet or json) as tell:
        tell("Opening")
        files = custody.unseal_project(project, opener)
    lines = [f"Opened {count(files, 'file')}; seal them again when you are done."]
    _show(project, {"unsealed": files}, lines, json, quiet)


def reverse(
    folder: options.Folder,
    text: options.Text = None,
    out: options.TextOut = None,
    identity: options.Identity = None,
    passphrase_file: options.PassphraseFile = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Put the names back into a text, for the person who is allowed to know them.

    The text is a file, or what comes in on standard input. A sealed project stays sealed. The
    log notes that it was done.
    """
    from onym.disk.files import write_atomically
    from onym.errors import InputError
    from onym.project import custody

    project = _open(folder)
    if out is not None and not out.parent.is_dir():
        raise InputError(f"{out} cannot be written: there is no folder {out.parent}")
    with working(1, quiet=True):
        opener = secret.opener(identity, passphrase_file) if project.is_sealed else None
    done, replaced = custody.reverse(project, _text(text), opener)
    if out is not None:
        write_atomically(out, done.encode(), 0o600)
        lines = [f"Put {count(replaced, 'name')} back into {out}; its text is private again."]
        _show(project, {"replaced": replaced, "out": str(out)}, lines, json, quiet)
    elif json:
        _show(project, {"replaced": replaced, "text": done}, [], json, quiet)
    else:
        put(done, "as it came")


def forget(
    folder: options.Folder,
    participant: options.ParticipantId,
    yes: options.Yes = False,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Erase one person for good: from the mapping, the ledger, the mentions, the key and the log.

    The participant is given by the id that stands first on a line of private/mapping.txt.
    """
    from onym.project import custody

    project = _open(folder, even_sealed=False)
    with working(1, quiet=True):
        _agree("This erases a person from every record of the project and cannot be undone.", yes)
    gone = custody.forget(project, participant)
    shown = " and ".join(gone.pseudonyms)
    lines = [f"Erased {count(gone.records, 'record')} from private/."]
    lines += [_old_outputs(shown)] if shown else []
    lines += [
        "Still there, and yours to settle: the source and class list, which a later run would read"
        " again; earlier copies, backups and seals of private/; share/ and what was handed out."
    ]
    lines += [f"Look at private/{name}: it still tells of the person." for name in gone.left]
    result = {"pseudonyms": list(gone.pseudonyms), "records": gone.records, "left": list(gone.left)}
    _show(project, result, lines, json, quiet)


def rotate(
    folder: options.Folder,
    style: options.Style = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Draw new pseudonyms for everybody, and write what may be shared with them.

    Old outputs keep the old ones; onym reverse knows both, and no old one is ever given again.
    Masking names that somebody chose go too: one that stayed would tie both outputs together.
    """
    from onym.project.actors import masks

    with working(5, quiet or json) as tell:
        line = resume(folder, tell, {"style": style})
        with line.project.locked():
            chosen = len(masks(line.project.load_decisions()))
            people = len(line.rotate().pseudonyms)
            line.report()
            line.close()
    lines = [f"Drew {count(people, 'new pseudonym')}; share/ has them now."]
    lines += ["Outputs handed out earlier keep the old ones; no old one is given again."]
    if chosen:
        lines += [f"{count(chosen, 'masking name')} that somebody had chosen went with them."]
    _show(line.project, {"people": people}, lines, json, quiet)


def log(
    folder: options.Folder,
    verify: options.Verify = False,
    expect: options.Expect = None,
    export: options.Export = None,
    limit: options.Limit = None,
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """Show who did what and when, see whether the log is whole, or write the record from it."""
    from onym.errors import ProjectError
    from onym.project import journal, processing_record

    # Looking must not mend anything, so a project is only opened to write.
    project = _open(folder) if export else _look_at(folder)
    result: dict[str, Any] = {}
    lines: list[str] = []
    if verify or expect:
        verdict = _verify(project, expect)
        result |= {"entries": verdict.entries, "head": verdict.head, "notes": list(verdict.notes)}
        if verdict.problems:
            raise ProjectError(f"the log is not whole: {'; '.join(verdict.problems)}")
        lines += [f"The log is whole, with {count(verdict.entries, 'line')}."]
        lines += [*verdict.notes, f"Write this down elsewhere, for --expect: {verdict.head}"]
    if export is not None:
        processing_record.export(project, export)
        result["record"] = str(export)
        lines += [f"Wrote {export}; fill in {project.root / 'record.toml'} and write it again."]
    if not (verify or expect or export):
        events = journal.read(_log_text(project))[-(limit or 0) :]
        result["log"] = [_row(entry) for entry in events]
        lines += [_line(entry) for entry in events] or ["Nothing has been done yet."]
    _show(project, result, lines, json, quiet)


def _verify(project: Project, expect: str | None) -> Any:
    from dataclasses import replace

    from onym.project import journal
    from onym.project.project import read_text

    decided = None if project.is_sealed else read_text(project.decisions_file)
    verdict = journal.verify(_log_text(project), decided, expect)
    if not verdict.entries and (project.is_sealed or project.ledger_file.exists()):
        return replace(verdict, problems=(*verdict.problems, "it is gone, or was never kept"))
    return verdict


def _log_text(project: Project) -> str:
    from onym.project.project import read_text

    return read_text(project.log_file)


def _row(entry: Any) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(entry)


def _line(entry: Any) -> str:
    from onym.project.journal import EVENTS

    told = {name: value for name, value in entry.details.items() if isinstance(value, int)}
    told |= entry.details.get("actions", {})
    counts = ", ".join(f"{name} {value}" for name, value in told.items())
    said = EVENTS.get(entry.event, entry.event)
    return f"{entry.number:>4}  {entry.time}  {entry.by}  {said}{f' ({counts})' if counts else ''}"


def _open(folder: Path, even_sealed: bool = True) -> Project:
    from onym.project.project import Project

    project = Project.open(folder, even_sealed)
    warn(project)
    return project


def _look_at(folder: Path) -> Project:
    from onym import policy
    from onym.errors import ProjectError
    from onym.project.project import Project

    if not (folder / "onym.toml").is_file():
        raise ProjectError(f"{folder} is no Onym project; give the folder of one")
    return Project(folder, policy.load(folder / "onym.toml"))


def _refuse_unsealed(project: Project) -> None:
    from onym.errors import ProjectError

    if not project.is_sealed:
        raise ProjectError(f"{project.root} is not sealed")


def _text(path: Path | None) -> str:
    from onym.disk.files import read_bytes
    from onym.errors import InputError

    data = sys.stdin.buffer.read() if path is None or str(path) == "-" else read_bytes(path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path or 'standard input'}: not UTF-8; give a plain text") from None


def _agree(question: str, yes: bool) -> None:
    from onym.errors import ProjectError

    if yes:
        return
    if not sys.stdin.isatty():
        raise ProjectError("nobody can be asked here; give --yes if you mean it")
    print(question)
    if input("Go on? [y/N] ").strip().lower() not in ("y", "yes"):
        raise ProjectError("nothing was changed")


def _old_outputs(pseudonyms: str) -> str:
    return (
        f"Old outputs still hold the person's words under {pseudonyms}; no record of this project"
        " says any longer who that is, and nobody will be given it again."
    )


def _show(
    project: Project, result: dict[str, Any], lines: list[str], json: bool, quiet: bool
) -> None:
    show(lines, {"project": str(project.root), **result}, as_json=json, quiet=quiet)
