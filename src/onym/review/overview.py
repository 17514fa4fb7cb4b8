"""The overview: what was found, what is open, what was decided, and what can be written."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onym.errors import InputError
from onym.live import Live
from onym.review.asked import counts
from onym.review.people import called
from onym.review.writing import exports, write

if TYPE_CHECKING:
    from onym.check import Finding
    from onym.line import Line

Row = dict[str, Any]
LATEST = 200
"""Decisions that are listed, the latest first."""
PLACES = 8


class Overview:
    """What the overview shows, and the long jobs that it starts."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.findings: tuple[Finding, ...] | None = None
        self.written: str | None = None
        """The file that was written last."""

    def show(self, given: dict[str, str]) -> Row:
        """Everything on one page."""
        live = self.live
        project = live.line.project
        return {
            "counts": counts(live),
            "kinds": Counter(question.kind for question in live.questions),
            "categories": self._categories(),
            "files": [_file(path, project.root) for path in _files(project.share)],
            "report": project.report_file.exists(),
            "exports": exports(),
            "written": self.written,
            "findings": None if self.findings is None else [_finding(f) for f in self.findings],
            "decisions": self._decisions(),
        }

    def apply(self, live: Live, given: Row) -> None:
        """Write what may be shared, look once more for every known name, and report."""

        def job(line: Line) -> None:
            line.apply()
            self.findings = line.check()
            line.report()
            self.written = str(line.shared_file.relative_to(line.project.root))

        live.run(job)

    def check(self, live: Live, given: Row) -> None:
        """Look for every known name in what was written."""

        def job(line: Line) -> None:
            self.findings = line.check()

        live.run(job)

    def export(self, live: Live, given: Row) -> None:
        """Write the result in one of the formats."""
        name = str(given.get("format", ""))

        def job(line: Line) -> None:
            self.written = str(write(line, name).relative_to(line.project.root))

        live.run(job)

    def take_back(self, live: Live, given: Row) -> None:
        """Take back one decision of the log."""
        log = live.line.project.load_decisions()
        place = given.get("at")
        if not isinstance(place, int) or not 0 <= place < len(log):
            raise InputError("there is no such decision any more; load the page again")
        live.take_back(log[place])

    def _categories(self) -> dict[str, int]:
        mentions = (each for found in self.live.mentions.values() for each in found)
        return dict(Counter(each.category for each in mentions).most_common())

    def _decisions(self) -> list[Row]:
        log = self.live.line.project.load_decisions()
        latest = list(enumerate(log))[-LATEST:][::-1]
        return [
            {
                "at": at,
                "action": decision.action,
                "name": decision.name,
                "who": decision.participant,
                "called": called(self.live, decision.participant) if decision.participant else None,
                "message": decision.message,
                "value": decision.replacement,
                "time": decision.time,
                "by": decision.by,
            }
            for at, decision in latest
        ]


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


def _file(path: Path, root: Path) -> Row:
    about = path.stat()
    written = datetime.fromtimestamp(about.st_mtime).isoformat(" ", "minutes")
    size = None if path.is_dir() else about.st_size
    return {"name": str(path.relative_to(root)), "size": size, "time": written}


def _finding(finding: Finding) -> Row:
    return {
        "line": finding.line(private=True).replace(",,", ","),
        "name": finding.name,
        "count": finding.count,
        "messages": list(finding.messages[:PLACES]) if finding.kind != "file" else [],
    }
