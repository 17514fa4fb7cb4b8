"""The overview: what was found, what is open, what was decided, and what can be written."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onym.check.finding import APART, WHAT
from onym.deciding.live import Live
from onym.errors import InputError
from onym.review import named
from onym.review.asked import counts
from onym.review.people import called
from onym.review.writing import exports, write

if TYPE_CHECKING:
    from onym.check import Finding, Named
    from onym.line import Line

Row = dict[str, Any]
LATEST = 200
"""Decisions that are listed, the latest first."""
PLACES = 5


class Overview:
    """What the overview shows, and the long jobs that it starts."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.findings: tuple[Finding, ...] | None = None
        self.named: tuple[Named, ...] = ()
        """People who are named and stay."""
        self.estimate: str | None = None
        """How many names may be left, in words."""
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
            "estimate": self.estimate,
            "named": None if self.findings is None else named.rows(live, self.named),
            "decisions": self._decisions(),
        }

    def where(self, given: dict[str, str]) -> Row:
        """Where somebody is named; in blind mode no text is shown."""
        found = [each for each in self.named if each.name == given.get("name")]
        blind = "blind" in given
        return {
            "excerpts": [] if blind else [x for one in found for x in named.where(self.live, one)]
        }

    def apply(self, live: Live, given: Row) -> None:
        """Write what may be shared, look once more for every known name, and report."""

        def job(line: Line) -> None:
            line.apply()
            self._examine(line)
            line.report()
            self.written = str(line.shared_file.relative_to(line.project.root))

        live.run(job)

    def check(self, live: Live, given: Row) -> None:
        """Look for every known name in what was written."""

        live.run(self._examine)

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

    def _examine(self, line: Line) -> None:
        self.findings = line.check()
        self.named = line.examination.named
        self.estimate = line.examination.estimate.line()

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
                "label": decision.label,
                "time": decision.time,
                "by": decision.by,
                "undone": self.live.is_taken_back(decision),
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
    """A finding with its message ids apart from the words, so that they can be links."""
    is_file = finding.kind == "file"
    return {
        "name": finding.name,
        "what": WHAT[finding.kind],
        "how": [words for words in (finding.why, APART.get(finding.apart)) if words],
        "apart": bool(finding.apart),
        "count": finding.count,
        "messages": [] if is_file else list(finding.messages[:PLACES]),
        "files": list(finding.messages) if is_file else [],
        "more": 0 if is_file else max(0, len(finding.messages) - PLACES),
    }
